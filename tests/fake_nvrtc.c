/* SPDX-License-Identifier: GPL-3.0-or-later

   What takes the place of NVRTC 29.9 in a test of where it is found: without -DBUILTINS the library itself, which needs
   its second library when it compiles, as the real one does; with it, that one.  */

#define _GNU_SOURCE

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#ifdef BUILTINS
int fake_nvrtc_builtins;
#else
static const char code[] = "\177ELF fake";

int
nvrtcVersion (int *major, int *minor)
{
  *major = 29;
  *minor = 9;
  return 0;
}
int
nvrtcGetNumSupportedArchs (int *count)
{
  *count = 1;
  return 0;
}
int
nvrtcGetSupportedArchs (int *list)
{
  list[0] = 90;
  return 0;
}
int
nvrtcCreateProgram (void **program)
{
  *program = NULL;
  return 0;
}
int
nvrtcDestroyProgram (void)
{
  return 0;
}
int
nvrtcAddNameExpression (void)
{
  return 0;
}
int
nvrtcCompileProgram (void)
{
  return dlopen ("libnvrtc-builtins.so.29.9", RTLD_NOW) ? 0 : 1;
}
static const char log_text[] = "failed to open libnvrtc-builtins.so.29.9";
int
nvrtcGetProgramLogSize (void *program, size_t *bytes)
{
  (void) program;
  *bytes = sizeof log_text;
  return 0;
}
int
nvrtcGetProgramLog (void *program, char *log)
{
  (void) program;
  strcpy (log, log_text);
  return 0;
}
int
nvrtcGetLoweredName (void *program, const char *name, const char **lowered)
{
  (void) program;
  *lowered = name;
  return 0;
}
int
nvrtcGetCUBINSize (void *program, size_t *bytes)
{
  (void) program;
  *bytes = sizeof code;
  return 0;
}
int
nvrtcGetCUBIN (void *program, char *to)
{
  (void) program;
  memcpy (to, code, sizeof code);
  return 0;
}
int
nvrtcGetPTXSize (void)
{
  return 1;
}
int
nvrtcGetPTX (void)
{
  return 1;
}
#endif
