/* SPDX-License-Identifier: GPL-3.0-or-later

   Kernels compiled when they are called: from a kernel's name to what the driver loads, by NVRTC, CUDA's compiler as a
   library, or from a cache on disk.  Plain C, which knows no driver and no device.  Functions may be called by several
   threads at a time.  */

#ifndef GR_JIT_H
#define GR_JIT_H

#include "gpureduce.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the sources ---- */

/* What programs of NVRTC include: the files of kernels/, by the names of their #include, and a hash of all (sources.c).
   The texts of what else the host executor is compiled from follow theirs, flags among it, with a hash of their own.
   Paths are those in the source tree.  */
extern const int gr_source_count;
extern const char *const gr_source_names[];
extern const char *const gr_source_texts[];
extern const char gr_sources_hash[];
extern const int gr_path_count;
extern const char *const gr_source_paths[];
extern const char gr_executor_hash[];

/* ---- one kernel ---- */

typedef struct
{
  const char *program; /* CUDA C++, such as #include lines */
  const char *name;    /* the kernel, as an expression of the program's: gr_copy_kernel<gr_sum> */
  int architecture;    /* of the GPU, its compute capability: 90 for 9.0 */
  int driver;          /* the newest CUDA that the driver takes: 13000 for 13.0, or 0 where there is no driver */
  bool launches; /* it launches kernels itself: its code is linked with CUDA's device runtime before it is loaded */
  bool is_check; /* (gr_compile only) only read the program, for tests: the binary has no code */
} gr_kernel_request;

typedef struct
{
  char *symbol;        /* the kernel's name in the code */
  char *code;          /* a cubin, or PTX where NVRTC does not know the architecture; NULL: see failure */
  size_t bytes;        /* a 0 after PTX included */
  bool is_compiled;    /* and not from the cache */
  bool is_interrupted; /* the caller wanted the call to end, which is a failure */
  char *failure;       /* what is missing or wrong, in words; NULL after a success */
} gr_kernel_code;

/* The kernel's binary from the cache, else from NVRTC.  Each is followed by gr_free_code.  */
void gr_make_code (const gr_kernel_request *request, gr_kernel_code *binary);
void gr_free_code (gr_kernel_code *binary);

/* ---- NVRTC (nvrtc.c) ---- */

/* The NVRTC that serves a driver: the newest that is found whose major version is not above the driver's; and where it
   was found.  NULL, or what is missing in words on the heap.  */
typedef struct
{
  int major, minor;
  const char *path;
} gr_nvrtc_version;
char *gr_find_nvrtc (int driver, gr_nvrtc_version *version);

/* Does it compile for GPUs of that compute capability?  NULL, or why not, in words on the heap.  */
char *gr_check_architecture (int driver, int architecture);

/* Compile a kernel.  gr_compile_options are the options that all have, and NULL.  */
void gr_compile (const gr_kernel_request *request, gr_kernel_code *binary);
extern const char *const gr_compile_options[];
/* Does code know its lines, for profilers and sanitizers?  GPUREDUCE_LINEINFO=1 in the environment.  */
bool gr_has_lines (void);

/* Text on the heap that is printed to as by printf; NULL where memory is missing.  */
char *gr_format (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

/* ---- the host's compiler (compiler.c) ---- */

/* A file that is compiled for the host executor, by paths in the source tree.  */
typedef struct
{
  const char *source, *flags; /* the second is a file with flags */
  const char *definition;     /* -DNAME=VALUE, or empty */
} gr_host_unit;

/* Compile units by the C++ compiler and link them to a library that needs another one, whose path is given.  `symbol`
   of the binary is the function that is asked for, from the caller.  While the compiler runs, gr_interrupted is asked.
 */
typedef struct
{
  const char *symbol;
  const gr_host_unit *units;
  int count;
  const char *needed;
} gr_host_request;
void gr_make_library (const gr_host_request *request, gr_kernel_code *binary);

/* ---- the cache (cache.c) ---- */

/* The binary that the cache has for a text of all that it depends on, else that of make (data, binary), which one
   process calls while others wait for it, for `patience` seconds or until stopped () is true, if there is such a
   function.  */
typedef struct
{
  const char *key;
  double patience;
  bool (*stopped) (void);
  void (*make) (const void *data, gr_kernel_code *binary);
  const void *data;
} gr_cached_code;
void gr_take_or_make (const gr_cached_code *wanted, gr_kernel_code *binary);

/* (gr_describe_cache is in gpureduce.h.)  Remove its files.  Returns what is wrong, in words on the heap, or NULL.  */
char *gr_clear_cache (void);

/* ---- notices (notice.c) ---- */

/* Kernels were loaded, of which some were compiled; the seconds that the caller waited for them.  */
void gr_note_loading (unsigned kernels, double seconds);
/* The same of a part of the host executor that was compiled.  */
void gr_note_part (const char *name, double seconds);
/* How many were compiled, and how long callers have waited, since the process began; and since then, where *kernels and
 *seconds are what the first one gave.  */
void gr_loaded_so_far (unsigned *kernels, double *seconds);
void gr_loaded_since (unsigned *kernels, double *seconds);

#ifdef __cplusplus
}
#endif

#endif
