/* SPDX-License-Identifier: GPL-3.0-or-later

   Loads the host executor when an algorithm is first called by name: libgpureduce_executor.so beside this library,
   which runs kernels, and its parts, which have them (parts.h).  A part is in the folder executor/ there, or in
   the cache, or is compiled now.  Where programs are linked with the executor itself, nothing is loaded.  */

#define _GNU_SOURCE
#include "executor.h"
#include "jit/find.h"
#include "jit/jit.h"
#include "library/library.h"
#include "order.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char executor_file[] = "libgpureduce_executor.so";

/* ---- its parts ---- */

/* How a part is named and made, and its function once it is loaded.  */
typedef struct
{
  const char *name, *symbol;
  const gr_host_unit *units;
  int count;
} part_row;

/* The Makefile writes the flags.  */
#define GR_FLAGS(WHICH) "build/executor/" #WHICH ".flags"
#define GR_UNITS_OF_PART(_, SOURCE, UNIT, NAME, ...)                                                                   \
  static const gr_host_unit units_##UNIT##_##NAME[]                                                                    \
    = { { "kernels/device/" #SOURCE ".cu", GR_FLAGS (named), "-DGR_PART=gr_part_" #UNIT "_" #NAME } };
GR_EXECUTOR_PARTS (GR_UNITS_OF_PART, _)
#define GR_OBJECT_OF_PART(_, OBJECT, SOURCE, FLAGS, DEFINITION) { "kernels/" #SOURCE, GR_FLAGS (FLAGS), DEFINITION },
static const gr_host_unit explain_units[] = { GR_EXPLAIN_OBJECTS (GR_OBJECT_OF_PART, _) };
static const gr_host_unit sort_units[] = { GR_SORT_OBJECTS (GR_OBJECT_OF_PART, _) };

#define GR_PART_ROW(_, SOURCE, UNIT, NAME, ...)                                                                        \
  { #SOURCE "." #UNIT "_" #NAME, "gr_run_part", units_##UNIT##_##NAME, 1 },
static const part_row parts[GR_PART_COUNT]
  = { GR_EXECUTOR_PARTS (GR_PART_ROW, _){ "sort", "gr_sort_part", sort_units, sizeof sort_units / sizeof *sort_units },
      { "explain", "gr_count_kernels", explain_units, sizeof explain_units / sizeof *explain_units } };

/* Load a library from memory: by way of a file in memory, whose number stays taken, since the loader knows libraries by
   their names.  */
static void *
open_code (const gr_kernel_code *code, char *why, size_t size)
{
  char path[64];
  void *library = NULL;
  const int file = memfd_create ("gpureduce", MFD_CLOEXEC);
  size_t done = 0;
  ssize_t n = 0;
  while (file >= 0 && done < code->bytes && (n = write (file, code->code + done, code->bytes - done)) >= 0)
    done += (size_t) n;
  if (file < 0 || n < 0)
    snprintf (why, size, "%s", strerror (errno));
  else
    {
      snprintf (path, sizeof path, "/proc/self/fd/%d", file);
      library = dlopen (path, RTLD_NOW | RTLD_LOCAL);
      if (! library)
        snprintf (why, size, "%s", dlerror ());
    }
  if (! library && file >= 0)
    close (file);
  return library;
}

/* The executor's file, whole, on the heap.  */
static char *
find_file (void)
{
  char folder[4096], path[4096 + 64];
  if (! gr_own_folder (folder, sizeof folder))
    return NULL;
  snprintf (path, sizeof path, "%s/%s", folder, executor_file);
  return realpath (path, NULL);
}

/* Compile a part, or take it from the cache.  */
static gr_status
make_part (const part_row *part, gr_algorithm algorithm, void **library)
{
  char why[512] = "";
  char *const file = find_file ();
  const char *const name = gr_algorithms[algorithm].name;
  gr_kernel_code code;
  const double start = gr_now ();
  gr_status status = GR_OK;
  const gr_host_request request = { part->symbol, part->units, part->count, file ? file : executor_file };
  gr_make_library (&request, &code);
  if (code.is_interrupted)
    status = gr_fail (GR_INTERRUPTED, "interrupted while algorithm \"%s\" was compiled", name);
  else if (code.failure)
    status = gr_fail (GR_UNSUPPORTED, "the algorithm \"%s\" on the host is compiled when it is called: %s", name,
                      code.failure);
  else if (! (*library = open_code (&code, why, sizeof why)))
    status = gr_fail (GR_UNSUPPORTED, "the algorithm \"%s\" on the host can't be loaded: %s", name, why);
  else if (code.is_compiled)
    gr_note_part (part->name, gr_now () - start);
  gr_free_code (&code);
  free (file);
  return status;
}

static gr_status
find_part (gr_part number, gr_algorithm algorithm, void **function, double *waited)
{
  static void *functions[GR_PART_COUNT];
  const part_row *const part = &parts[number];
  if (! functions[number])
    {
      char file[128];
      const double start = gr_now ();
      snprintf (file, sizeof file, "executor/%s.so", part->name);
      void *library = gr_open_beside (file);
      const gr_status status = library ? GR_OK : make_part (part, algorithm, &library);
      *waited += gr_now () - start;
      if (status != GR_OK)
        return status;
      functions[number] = dlsym (library, part->symbol);
    }
  *function = functions[number];
  return *function ? GR_OK : gr_fail (GR_UNSUPPORTED, "the part %s of the executor lacks %s", part->name, part->symbol);
}

/* ---- loading it ---- */

gr_status
gr_find_executor (const gr_backend **executor)
{
  static const gr_backend *found;
  if (! found)
    found = &gr_backend_simt;
  if (! found)
    {
      void *const library = gr_open_beside (executor_file);
      gr_part_finder **const finder = library ? dlsym (library, "gr_find_part") : NULL;
      found = finder ? dlsym (library, "gr_backend_simt") : NULL;
      if (found)
        *finder = find_part;
    }
  *executor = found;
  return found ? GR_OK
               : gr_fail (GR_UNSUPPORTED, "what runs algorithms by name on the host can't be loaded: %s", dlerror ());
}

gr_status
gr_find_sort_by_name (gr_algorithm algorithm, gr_sort_function **function)
{
  const gr_backend *executor = NULL;
  double waited = 0.0;
  const gr_status status = gr_find_executor (&executor);
  return status == GR_OK ? find_part (GR_PART_SORT, algorithm, (void **) function, &waited) : status;
}

/* ---- what kernels do ---- */

/* A valid request, whose block may be the default, as gr_count_function takes it.  */
static gr_status
count_kernels (gr_request request, gr_kernel_counts rows[GR_MAX_KERNELS], int *kernels)
{
  const gr_backend *executor = NULL;
  gr_count_function *count = NULL;
  double waited = 0.0;
  if (! request.block)
    request.block = gr_algorithms[request.algorithm].default_block;
  gr_status status = gr_find_executor (&executor);
  if (status == GR_OK)
    status = find_part (GR_PART_EXPLAIN, request.algorithm, (void **) &count, &waited);
  return status == GR_OK ? count (&request, rows, kernels) : status;
}

gr_status
gr_explain (gr_operator op, gr_algorithm algorithm, size_t n, unsigned block, gr_kernel_counts rows[GR_MAX_KERNELS],
            int *kernels)
{
  const gr_request asked = { .op = op, .algorithm = algorithm, .inner = 1, .len = n, .outer = 1, .block = block };
  gr_type out_type;
  gr_status status = gr_check_request (&asked, false, &out_type);
  if (status == GR_OK && ((op != GR_SUM && op != GR_CUMSUM) || ! n))
    status = gr_fail (GR_UNSUPPORTED, "explained are the sum and cumsum of at least one element, not a %s of %zu",
                      gr_operators[op].name, n);
  return status == GR_OK ? count_kernels (asked, rows, kernels) : status;
}

gr_status
gr_explain_sort (gr_algorithm algorithm, size_t n, unsigned block, gr_kernel_counts rows[GR_MAX_KERNELS], int *kernels)
{
  const gr_request asked
    = { .op = GR_OPERATOR_COUNT, .algorithm = algorithm, .inner = 1, .len = n, .outer = 1, .block = block };
  const gr_sorting sorting = { .inner = 1, .len = n, .outer = 1, .algorithm = algorithm, .block = block };
  gr_status status = gr_check_sorting (&sorting);
  if (status == GR_OK && ! n)
    status = gr_fail (GR_UNSUPPORTED, "explained is a sort of at least one element");
  return status == GR_OK ? count_kernels (asked, rows, kernels) : status;
}
