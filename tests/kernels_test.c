/* SPDX-License-Identifier: GPL-3.0-or-later

   Kernels that NVRTC compiles when they are called, without a GPU.  NVRTC reads all of them: every name that the host's
   compiler gives is one to it, and parameters are laid out alike.  A sample, of the seed that GPUREDUCE_TEST_SEED
   names, is compiled for several architectures, and all instructions that kernels ask for by name are
   (tests/architectures.cu); `kernels_test all` compiles each for one, that of the GPU if there is one, on all cores,
   and keeps it in the cache.  What gpuDevice ("compile") compiles ahead of an operator is what random shapes need.
   driver=12090, as last argument: by the NVRTC for that driver.  Where there is none, it says so, and that nothing has
   passed.

   Prints each failure, then `N passed, N failed`; status 1 if a test failed.  */

#define _POSIX_C_SOURCE 200809L

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backend.h"
#include "compiler.h"
#include "jit/jit.h"
#include "core/threads.h"

static unsigned passed, failed;

static void
check (bool good, const char *format, ...)
{
  va_list args;
  passed += good;
  failed += ! good;
  if (good)
    return;
  va_start (args, format);
  fputs ("FAILED: ", stdout);
  vprintf (format, args);
  putchar ('\n');
  va_end (args);
}

enum { MOST_KERNELS = 10000, CHECKED_TOGETHER = 250 };
static int driver; /* whose NVRTC compiles; 0: the newest */
static const int architectures[] = { 75, 80, 86, 89, 90, 100, 120 };
enum { ARCHITECTURES = sizeof architectures / sizeof *architectures };

static char *names[MOST_KERNELS], *programs[MOST_KERNELS];
static bool launches[MOST_KERNELS];
static size_t count;

/* Does NVRTC take the program, and the name in it?  */
static bool
is_taken (const char *program, const char *name, bool launches_kernels, char **why)
{
  const gr_kernel_request request = { .program = program,
                                      .name = name,
                                      .architecture = 90,
                                      .driver = driver,
                                      .launches = launches_kernels,
                                      .is_check = true };
  gr_kernel_code binary;
  gr_compile (&request, &binary);
  *why = binary.failure;
  binary.failure = NULL;
  gr_free_code (&binary);
  return ! *why;
}

/* Kernels [first, end), which launch kernels or do not alike, in one program, which is read once; one by one only to
   find which of them is wrong.  */
static void
check_names (size_t first, size_t end)
{
  size_t bytes = 1;
  char *why = NULL;
  for (size_t i = first; i < end; i++)
    bytes += strlen (programs[i]);
  char *const all = calloc (bytes, 1);
  for (size_t i = first, at = 0; i < end; at += strlen (programs[i++]))
    strcpy (all + at, programs[i]);
  if (is_taken (all, names[first], launches[first], &why))
    passed += (unsigned) (end - first);
  else
    for (size_t i = first; i < end; i++)
      {
        char *of_one = NULL;
        const bool good = is_taken (programs[i], names[i], launches[i], &of_one);
        check (good, "%s: %s", names[i], of_one);
        free (of_one);
      }
  free (why);
  free (all);
}

/* What is wrong with a kernel's binary, on the heap, or NULL.  */
static char *
try_code (size_t i, int architecture, void (*make) (const gr_kernel_request *, gr_kernel_code *))
{
  const gr_kernel_request request = {
    .program = programs[i], .name = names[i], .architecture = architecture, .driver = driver, .launches = launches[i]
  };
  gr_kernel_code binary;
  make (&request, &binary);
  const bool good = ! binary.failure && binary.bytes > 4 && ! memcmp (binary.code, "\177ELF", 4) && *binary.symbol;
  char *const why = good ? NULL : strdup (binary.failure ? binary.failure : "this is no cubin");
  gr_free_code (&binary);
  return why;
}

static void
check_code (size_t i, int architecture, char *why)
{
  check (! why, "%s for %d: %s", names[i], architecture, why);
  free (why);
}

/* What not all architectures have.  */
static void
check_instructions (int architecture)
{
  enum { ROOM = 10000 };
  static char program[ROOM];
  gr_kernel_code binary;
  const gr_kernel_request request
    = { .program = program, .name = "gr_cuda::gr_all_instructions", .architecture = architecture, .driver = driver };
  FILE *const file = fopen ("tests/architectures.cu", "r");
  const size_t size = file ? fread (program, 1, ROOM - 1, file) : 0;
  if (file)
    fclose (file);
  check (size > 0 && size < ROOM - 1, "tests/architectures.cu is %zu bytes long", size);
  program[size] = '\0';
  gr_compile (&request, &binary);
  check (! binary.failure, "the instructions for %d: %s", architecture, binary.failure);
  gr_free_code (&binary);
}

static char *failures[MOST_KERNELS];
static int chosen = 90; /* the compute capability of the GPU, or, without one, one that has all instructions */

static void
keep_code (void *data, size_t i)
{
  (void) data;
  failures[i] = try_code (i, chosen, gr_make_code);
}

/* What these tests would miss: parameters that the host has otherwise, and names that are none.  */
static void
check_planted (void)
{
  char *why = NULL, *program = strdup (programs[0]);
  char *const number = strstr (program, "value == ") + strlen ("value == ");
  *number = *number == '1' ? '2' : '1';
  check (! is_taken (program, names[0], launches[0], &why) && strstr (why, "parameters are laid out otherwise"),
         "planted: another layout is found: %s", why ? why : "it is not");
  free (why);
  free (program);
  check (! is_taken (programs[0], "gr_reduce_kernel<gr_no_such_monoid, double>", launches[0], &why)
           && strstr (why, "gr_no_such_monoid"),
         "planted: a name that is none is found: %s", why ? why : "it is not");
  free (why);
}

/* A number below n, the next one of the seed's.  */
static size_t
draw (unsigned long long *state, size_t n)
{
  *state = *state * 6364136223846793005U + 1442695040888963407U;
  return (size_t) (*state >> 33) % n;
}

/* A size up to 2^bits, small ones as often as large ones.  */
static size_t
draw_size (unsigned long long *state, unsigned bits)
{
  const size_t most = (size_t) 1 << draw (state, bits + 1);
  return 1 + draw (state, most);
}

/* What is compiled ahead for an operator and a type is all that calls with arrays of any shape need.  */
static void
check_ahead (unsigned long long *state, bool is_scan)
{
  enum { REQUESTS = 300, BITS = 28 };
  gr_kernel_choice choice = { GR_KERNELS_OF_OPERATOR, GR_SUM, 0 };
  gr_kernel_cache cache;
  gr_type out_type;
  gr_request request;
  size_t kernels = 0;
  do
    {
      choice.function = (int) draw (state, GR_OPERATOR_COUNT);
      choice.type = (int) draw (state, GR_TYPE_COUNT);
      request = (gr_request){
        .op = (gr_operator) choice.function, .type = (gr_type) choice.type, .inner = 1, .len = 1, .outer = 1
      };
    }
  while (gr_operators[choice.function].is_scan != is_scan || gr_check_request (&request, false, &out_type) != GR_OK);
  const gr_status status = gr_compile_kernels (&choice, 1, chosen, &kernels);
  check (status == GR_OK && kernels > 1, "%s ahead: %zu kernels: %s", gr_operators[choice.function].name, kernels,
         status == GR_OK ? "" : gr_message ());
  gr_describe_cache (&cache);
  for (int i = 0; i < REQUESTS && status == GR_OK; i++)
    {
      const size_t before = cache.compiled;
      request.inner = draw_size (state, BITS / 2);
      request.len = draw_size (state, BITS / 2);
      request.outer = draw_size (state, BITS / 3);
      gr_backend_cuda.compile (&request, 1, &choice, 0, chosen, &kernels);
      gr_describe_cache (&cache);
      check (cache.compiled == before, "%s %s%s [%zu %zu %zu]: a kernel was not compiled ahead",
             gr_operators[choice.function].name, gr_types[choice.type].is_complex ? "complex " : "",
             gr_types[choice.type].name, request.inner, request.len, request.outer);
    }
}

/* In a cache of their own.  */
static void
check_all_ahead (unsigned long long *state)
{
  char folder[] = "/tmp/gpureduce-kernels-XXXXXX";
  const char *const before = getenv ("GPUREDUCE_CACHE");
  char *const kept = before ? strdup (before) : NULL;
  if (! mkdtemp (folder))
    {
      check (false, "there is no folder for a cache");
      return;
    }
  setenv ("GPUREDUCE_CACHE", folder, 1);
  check_ahead (state, true);
  check_ahead (state, false);
  check (gr_clear_kernels () == GR_OK && ! rmdir (folder), "the cache's folder is empty after all");
  if (kept)
    setenv ("GPUREDUCE_CACHE", kept, 1);
  else
    unsetenv ("GPUREDUCE_CACHE");
  free (kept);
}

int
main (int argc, char **argv)
{
  const char *const seed = getenv ("GPUREDUCE_TEST_SEED");
  unsigned long long state = seed ? strtoull (seed, NULL, 10) : 42;
  const bool all = argc >= 2 && ! strcmp (argv[1], "all");
  if (argc >= 2 && ! strncmp (argv[argc - 1], "driver=", 7))
    driver = atoi (argv[argc - 1] + 7);
  if (! has_compiler (driver))
    return 0;
  gr_device device;
  if (gr_device_count () > 0 && gr_select_device (1) == GR_OK && gr_describe_device (&device) == GR_OK)
    chosen = 10 * device.major + device.minor;
  while (count < MOST_KERNELS && gr_name_kernel (count, &names[count], &programs[count], &launches[count]))
    count++;
  check (count > 1000 && count < MOST_KERNELS, "there are %zu kernels", count);
  for (size_t i = 0, end; i < count; i = end)
    {
      for (end = i + 1; end < count && end - i < CHECKED_TOGETHER && launches[end] == launches[i];)
        end++;
      check_names (i, end);
    }
  check_planted ();
  if (all)
    gr_for_each_apart (count, keep_code, NULL);
  for (size_t i = 0; all && i < count; i++)
    check_code (i, chosen, failures[i]);
  for (int a = 0; a < ARCHITECTURES; a++)
    {
      check_instructions (architectures[a]);
      const size_t i = draw (&state, count);
      check_code (i, architectures[a], try_code (i, architectures[a], gr_compile));
    }
  check_all_ahead (&state);
  for (size_t i = 0; i < count; i++)
    {
      free (names[i]);
      free (programs[i]);
    }
  printf ("%u passed, %u failed\n", passed, failed);
  return failed != 0;
}
