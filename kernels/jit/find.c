/* SPDX-License-Identifier: GPL-3.0-or-later

   Where CUDA's files are looked for, and those of this library.  */

#define _GNU_SOURCE
#include "jit/find.h"
#include "jit/jit.h"

#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What is done in each folder until it returns true.  */
typedef struct
{
  bool (*look) (void *data, const char *folder);
  void *data;
} visitor;

static bool
look_in (const visitor *v, const char *folder)
{
  return v->look (v->data, folder);
}

/* In FOLDER/NAME.../REST for each NAME there that begins with `prefix`.  */
static bool
look_below (const visitor *v, const char *folder, const char *prefix, const char *rest,
            bool (*look) (const visitor *, const char *))
{
  DIR *const directory = opendir (folder);
  const struct dirent *entry;
  char path[4096];
  bool done = false;
  if (! directory)
    return false;
  while (! done && (entry = readdir (directory)))
    if (entry->d_name[0] != '.' && ! strncmp (entry->d_name, prefix, strlen (prefix)))
      {
        const int n = snprintf (path, sizeof path, "%s/%s/%s", folder, entry->d_name, rest);
        done = n > 0 && (size_t) n < sizeof path && look (v, path);
      }
  closedir (directory);
  return done;
}

/* In a folder of Python's packages, where NVIDIA's wheels have them in nvidia/cu13/lib, nvidia/cuda_nvrtc/lib and so
   on.  */
static bool
look_in_packages (const visitor *v, const char *folder)
{
  char path[4096];
  const int n = snprintf (path, sizeof path, "%s/nvidia", folder);
  return n > 0 && (size_t) n < sizeof path && look_below (v, path, "", "lib", look_in);
}

/* VARIABLE/REST, of a variable of the environment that is set and not empty.  */
static const char *
below_variable (char *path, size_t size, const char *variable, const char *rest)
{
  const char *const value = getenv (variable);
  const int n = value && *value ? snprintf (path, size, "%s%s", value, rest) : -1;
  return n > 0 && (size_t) n < size ? path : NULL;
}

/* The folder of the package's data: what `pip install --target` is given, as README says.  */
static const char *
data_folder (char *path, size_t size)
{
  const char *const folder = below_variable (path, size, "XDG_DATA_HOME", "/gpureduce/python");
  return folder ? folder : below_variable (path, size, "HOME", "/.local/share/gpureduce/python");
}

static const char anything;
const char *
gr_own_folder (char *path, size_t size)
{
  Dl_info here;
  if (! dladdr (&anything, &here) || ! here.dli_fname)
    return NULL;
  if (snprintf (path, size, "%s", here.dli_fname) >= (int) size)
    return NULL;
  char *const end = strrchr (path, '/');
  if (end)
    *end = '\0';
  return end ? path : NULL;
}

bool
gr_look_for_cuda (bool (*look) (void *data, const char *folder), void *data)
{
  const visitor one = { look, data }, *const v = &one;
  char p[4096];
  const size_t size = sizeof p;
  return (gr_own_folder (p, size) && look_in (v, p)) || (data_folder (p, size) && look_in_packages (v, p))
      || (below_variable (p, size, "CUDA_HOME", "/lib64") && look_in (v, p))
      || (below_variable (p, size, "VIRTUAL_ENV", "/lib")
          && look_below (v, p, "python3", "site-packages", look_in_packages))
      || (below_variable (p, size, "CONDA_PREFIX", "/lib")
          && (look_in (v, p) || look_below (v, p, "python3", "site-packages", look_in_packages)))
      || look_in (v, "") || look_in (v, "/usr/local/cuda/lib64");
}

/* ---- the device runtime ---- */

typedef struct
{
  int major;
  char *path;
  size_t size;
} place;

/* Its own name has no version; the runtime for hosts, which is always beside it, has.  */
static bool
look_for_device_runtime (void *data, const char *folder)
{
  const place *const found = data;
  char beside[4096];
  const int n = snprintf (found->path, found->size, "%s/libcudadevrt.a", folder),
            m = snprintf (beside, sizeof beside, "%s/libcudart.so.%d", folder, found->major);
  return *folder && n > 0 && (size_t) n < found->size && ! access (found->path, R_OK) && m > 0
      && (size_t) m < sizeof beside && ! access (beside, R_OK);
}

char *
gr_find_device_runtime (int driver, char *path, size_t size)
{
  gr_nvrtc_version nvrtc;
  char *const missing = gr_find_nvrtc (driver, &nvrtc);
  if (missing)
    return missing;
  place found = { nvrtc.major, path, size };
  return gr_look_for_cuda (look_for_device_runtime, &found)
         ? NULL
         : gr_say_missing ("libcudadevrt.a, CUDA's device runtime, which kernels need that launch kernels,", driver,
                           false);
}

/* The command that brings wheels of NVIDIA's of a version, as "~=13.0" or "".  All at once, since a second call
   replaces what the first has brought; so all libraries come together.  On the heap.  */
static char *
say_command (const char *why, int major, const char *version, bool with_libraries)
{
  char folder[4096];
  const char *const end = major == 12 ? "-cu12" : "";
  char libraries[192] = "", own[16] = "";
  if (major > 12) /* cuFFT's and cuSOLVER's own versions are one less than CUDA's */
    snprintf (own, sizeof own, "~=%d.0", major - 1);
  snprintf (libraries, sizeof libraries, " nvidia-cublas%s%s nvidia-cufft%s%s nvidia-cusolver%s%s", end, version, end,
            own, end, own);
  return gr_format ("%s: python3 -m pip install --upgrade --target \"%s\" nvidia-cuda-nvrtc%s%s nvidia-cuda-runtime%s%s"
                    "%s",
                    why, data_folder (folder, sizeof folder) ? folder : "FOLDER", end, version, end, version,
                    with_libraries ? libraries : "");
}

char *
gr_say_missing (const char *what, int driver, bool with_libraries)
{
  const int major = driver / 1000;
  char version[16] = "", why[512];
  if (major > 12)
    snprintf (version, sizeof version, "~=%d.0", major);
  snprintf (why, sizeof why, "%s is not found; bring it by", what);
  return say_command (why, major, version, with_libraries);
}

char *
gr_say_newer_nvrtc (int driver)
{
  gr_nvrtc_version nvrtc;
  const int major = driver / 1000, minor = driver % 1000 / 10;
  char version[32], why[256];
  char *const missing = gr_find_nvrtc (driver, &nvrtc);
  if (missing || nvrtc.major < major || (nvrtc.major == major && nvrtc.minor <= minor))
    {
      free (missing);
      return NULL;
    }
  snprintf (version, sizeof version, "~=%d.%d.0", major, minor);
  snprintf (
    why, sizeof why,
    "the driver, of CUDA %d.%d, does not link kernels of NVRTC %d.%d, which is newer; bring that of CUDA %d.%d by",
    major, minor, nvrtc.major, nvrtc.minor, major, minor);
  return say_command (why, major, version, false);
}

/* ---- libraries ---- */

typedef struct
{
  const char *file;
  const char *const *needed;
  void *library;
} wanted_library;

static void *
open_in (const char *folder, const char *file)
{
  char path[4096 + 64];
  snprintf (path, sizeof path, "%.4000s%s%s", folder, *folder ? "/" : "", file);
  return dlopen (path, RTLD_NOW | RTLD_LOCAL);
}

static bool
look_for_library (void *data, const char *folder)
{
  enum { MOST = 4 };
  wanted_library *const wanted = data;
  void *needed[MOST] = { NULL };
  for (int k = 0; k < MOST && wanted->needed[k]; k++)
    needed[k] = open_in (folder, wanted->needed[k]);
  wanted->library = open_in (folder, wanted->file);
  for (int k = 0; k < MOST; k++)
    if (needed[k] && ! wanted->library)
      dlclose (needed[k]);
  return wanted->library != NULL;
}

void *
gr_open_cuda (const char *file, const char *const *needed)
{
  wanted_library wanted = { file, needed, NULL };
  gr_look_for_cuda (look_for_library, &wanted);
  return wanted.library;
}

void *
gr_open_beside (const char *file)
{
  char folder[4096], path[4096 + 64];
  if (! gr_own_folder (folder, sizeof folder))
    return NULL;
  snprintf (path, sizeof path, "%s/%s", folder, file);
  return dlopen (path, RTLD_NOW | RTLD_LOCAL);
}
