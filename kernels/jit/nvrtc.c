/* SPDX-License-Identifier: GPL-3.0-or-later

   Loads NVRTC, and compiles a kernel by it.  */

#define _GNU_SOURCE
#include "jit/find.h"
#include "jit/jit.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *
gr_format (const char *format, ...)
{
  char *text = NULL;
  va_list args;
  va_start (args, format);
  if (vasprintf (&text, format, args) < 0)
    text = NULL;
  va_end (args);
  return text;
}

/* ---- its functions ---- */

typedef struct program *program_handle;

/* X (NAME, PARAMETERS) for each function nvrtcNAME.  They return 0 after a success.  */
#define GR_NVRTC_FUNCTIONS(X)                                                                                          \
  X (Version, (int *major, int *minor))                                                                                \
  X (GetNumSupportedArchs, (int *count))                                                                               \
  X (GetSupportedArchs, (int *list))                                                                                   \
  X (CreateProgram, (program_handle * program, const char *text, const char *name, int headers,                        \
                     const char *const *header_texts, const char *const *header_names))                                \
  X (DestroyProgram, (program_handle * program))                                                                       \
  X (AddNameExpression, (program_handle program, const char *name))                                                    \
  X (CompileProgram, (program_handle program, int count, const char *const *options))                                  \
  X (GetProgramLogSize, (program_handle program, size_t * bytes))                                                      \
  X (GetProgramLog, (program_handle program, char *log))                                                               \
  X (GetLoweredName, (program_handle program, const char *name, const char **lowered))                                 \
  X (GetCUBINSize, (program_handle program, size_t * bytes))                                                           \
  X (GetCUBIN, (program_handle program, char *code))                                                                   \
  X (GetPTXSize, (program_handle program, size_t * bytes))                                                             \
  X (GetPTX, (program_handle program, char *code))

#define DECLARE(NAME, PARAMETERS) int (*NAME) PARAMETERS;
typedef struct
{
  void *library;
  gr_nvrtc_version version;
  char path[4096];
  GR_NVRTC_FUNCTIONS (DECLARE)
} nvrtc_library;

/* Versions that are looked for.  Older ones lack options that are given below.  */
static const struct
{
  int oldest, newest;
} majors = { 12, 29 };

/* Load one, if there is one at that path.  */
static bool
load (const char *path, nvrtc_library *nvrtc)
{
  nvrtc_library one = { .library = dlopen (path, RTLD_NOW | RTLD_LOCAL) };
  bool complete = one.library != NULL;
  Dl_info place;
#define FIND(NAME, PARAMETERS)                                                                                         \
  if (complete)                                                                                                        \
    {                                                                                                                  \
      *(void **) &one.NAME = dlsym (one.library, "nvrtc" #NAME);                                                       \
      complete = one.NAME != NULL;                                                                                     \
    }
  GR_NVRTC_FUNCTIONS (FIND)
  if (complete && ! one.Version (&one.version.major, &one.version.minor))
    {
      const bool named = dladdr (*(void **) &one.Version, &place) && place.dli_fname;
      snprintf (one.path, sizeof one.path, "%s", named ? place.dli_fname : path);
      *nvrtc = one;
      return true;
    }
  if (one.library)
    dlclose (one.library);
  return false;
}

/* ---- NVRTC ---- */

typedef struct
{
  int most_major;
  nvrtc_library best; /* the newest so far */
} search;

/* Take one if it is newer; of two alike the first stays.  */
static bool
try_path (search *s, const char *path)
{
  nvrtc_library one;
  const gr_nvrtc_version *const best = &s->best.version;
  if (! load (path, &one))
    return false;
  if (! s->best.library || one.version.major > best->major
      || (one.version.major == best->major && one.version.minor > best->minor))
    {
      if (s->best.library)
        dlclose (s->best.library);
      s->best = one;
    }
  else
    dlclose (one.library);
  return true;
}

/* Try the newest of a folder that serves.  False: all folders are looked in.  */
static bool
look_for_nvrtc (void *data, const char *folder)
{
  search *const s = data;
  char path[4096];
  bool found = false;
  for (int major = s->most_major; major >= majors.oldest && ! found; major--)
    {
      const int n = snprintf (path, sizeof path, "%s%slibnvrtc.so.%d", folder, *folder ? "/" : "", major);
      found = n > 0 && (size_t) n < sizeof path && try_path (s, path);
    }
  return false;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static nvrtc_library loaded;

/* NVRTC asks the loader for its second library, which looks beside it only where the first says so.  Not all that are
   distributed do, and one that is loaded is found by its name.  */
static void
load_builtins (const nvrtc_library *nvrtc)
{
  char path[sizeof nvrtc->path + 64];
  const char *const slash = strrchr (nvrtc->path, '/');
  if (slash)
    {
      snprintf (path, sizeof path, "%.*s/libnvrtc-builtins.so.%d.%d", (int) (slash - nvrtc->path), nvrtc->path,
                nvrtc->version.major, nvrtc->version.minor);
      dlopen (path, RTLD_NOW | RTLD_LOCAL);
    }
}

/* It is looked for until it is found, so that one that is brought meanwhile serves.  */
static const nvrtc_library *
need_nvrtc (int driver)
{
  pthread_mutex_lock (&lock);
  if (! loaded.library)
    {
      search s = { .most_major = driver ? driver / 1000 : majors.newest };
      gr_look_for_cuda (look_for_nvrtc, &s);
      loaded = s.best;
      loaded.version.path = loaded.path;
      if (loaded.library)
        load_builtins (&loaded);
    }
  const nvrtc_library *const found = loaded.library ? &loaded : NULL;
  pthread_mutex_unlock (&lock);
  return found;
}

static char *
say_missing (int driver)
{
  return gr_say_missing ("NVRTC, CUDA's compiler as a library, of version 12 or newer and not newer than the driver,",
                         driver, GR_NO_MORE_WHEELS);
}

char *
gr_find_nvrtc (int driver, gr_nvrtc_version *version)
{
  const nvrtc_library *const nvrtc = need_nvrtc (driver);
  if (! nvrtc)
    return say_missing (driver);
  *version = nvrtc->version;
  return NULL;
}

/* ---- compiling ---- */

/* Contraction would break error-free sums; functions without a mark are the device's; tables that only the host has are
   declared in headers, which 20044 would warn of.  */
const char *const gr_compile_options[]
  = { "-std=c++17",           "-fmad=false", "-default-device", "--device-int128", "-DGR_NAMESPACE=gr_cuda",
      "-diag-suppress=20044", NULL };
enum { OPTIONS = sizeof gr_compile_options / sizeof *gr_compile_options - 1 };

bool
gr_has_lines (void)
{
  const char *const value = getenv ("GPUREDUCE_LINEINFO");
  return value && *value && strcmp (value, "0");
}

/* The architecture that the code is for: the GPU's, or the newest older one, whose PTX the driver compiles.  */
static int
choose_architecture (const nvrtc_library *nvrtc, int wanted)
{
  int count = 0, best = 0;
  int *list = NULL;
  if (! nvrtc->GetNumSupportedArchs (&count) && count > 0)
    list = malloc ((size_t) count * sizeof *list);
  if (list && ! nvrtc->GetSupportedArchs (list))
    for (int i = 0; i < count; i++)
      if (list[i] <= wanted && list[i] > best)
        best = list[i];
  free (list);
  return best;
}

char *
gr_check_architecture (int driver, int architecture)
{
  const nvrtc_library *const nvrtc = need_nvrtc (driver);
  if (! nvrtc)
    return say_missing (driver);
  return choose_architecture (nvrtc, architecture) == architecture
         ? NULL
         : gr_format ("NVRTC %d.%d does not know the compute capability %d.%d", nvrtc->version.major,
                      nvrtc->version.minor, architecture / 10, architecture % 10);
}

/* The compiler's own words.  */
static char *
describe_failure (const nvrtc_library *nvrtc, program_handle program, const gr_kernel_request *request)
{
  size_t bytes = 0;
  char *log = NULL;
  if (! nvrtc->GetProgramLogSize (program, &bytes) && bytes)
    log = calloc (bytes + 1, 1);
  if (log)
    nvrtc->GetProgramLog (program, log);
  char *const text = gr_format ("NVRTC %d.%d could not compile %s for compute capability %d.%d: %s",
                                nvrtc->version.major, nvrtc->version.minor, request->name, request->architecture / 10,
                                request->architecture % 10, log && *log ? log : "it does not say why");
  free (log);
  return text;
}

static bool
take_code (const nvrtc_library *nvrtc, program_handle program, const gr_kernel_request *request, bool is_ptx,
           gr_kernel_code *binary)
{
  const char *symbol = NULL;
  if (nvrtc->GetLoweredName (program, request->name, &symbol)
      || (is_ptx ? nvrtc->GetPTXSize (program, &binary->bytes) : nvrtc->GetCUBINSize (program, &binary->bytes)))
    return false;
  binary->symbol = strdup (symbol);
  binary->code = malloc (binary->bytes);
  return binary->symbol && binary->code
      && ! (is_ptx ? nvrtc->GetPTX (program, binary->code) : nvrtc->GetCUBIN (program, binary->code));
}

void
gr_compile (const gr_kernel_request *request, gr_kernel_code *binary)
{
  const nvrtc_library *const nvrtc = need_nvrtc (request->driver);
  program_handle program = NULL;
  char target[32];
  const char *given[OPTIONS + 4];
  int options = OPTIONS;
  *binary = (gr_kernel_code){ .is_compiled = true };
  if (! nvrtc)
    {
      binary->failure = say_missing (request->driver);
      return;
    }
  const int architecture = choose_architecture (nvrtc, request->architecture);
  const bool is_ptx = architecture != request->architecture;
  snprintf (target, sizeof target, "-arch=%s_%d", is_ptx ? "compute" : "sm", architecture);
  memcpy (given, gr_compile_options, OPTIONS * sizeof *given);
  given[options++] = target;
  if (request->launches)
    given[options++] = "-rdc=true";
  if (gr_has_lines ())
    given[options++] = "-lineinfo";
  if (request->is_check)
    given[options++] = "-fdevice-syntax-only";
  if (nvrtc->CreateProgram (&program, request->program, "gpureduce.cu", gr_source_count, gr_source_texts,
                            gr_source_names))
    binary->failure = gr_format ("NVRTC could not begin to compile %s", request->name);
  else if (nvrtc->AddNameExpression (program, request->name) || nvrtc->CompileProgram (program, options, given)
           || (! request->is_check && ! take_code (nvrtc, program, request, is_ptx, binary)))
    {
      gr_free_code (binary);
      binary->failure = describe_failure (nvrtc, program, request);
    }
  if (program)
    nvrtc->DestroyProgram (&program);
}
