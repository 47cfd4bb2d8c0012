/* SPDX-License-Identifier: GPL-3.0-or-later

   A backend against a naive reference in long double: operators x types x
   shapes x options x algorithms x kernels of auto.  Exact where the operator is, else within the
   bound of left-to-right summation in double.

     backend_test [BACKEND [SHARE [NAMED [K/N]]]] [WORD=VALUE ...]

   BACKEND is cpu, cuda, or (in the build with GR_TEST_SIMT, which calls backends directly) cpu or
   simt, the host executor.  Without it: cpu, and a share of 4 on cuda where a device answers.
   SHARE 1, the default, runs every check.  With another, of the product's checks on arrays of n
   elements one in SHARE * (1 + n / 256) runs, chosen at random from the seed, which is
   printed; of the checks by name, NAMED counts in the same way, 1 being the
   default.  Whatever is chosen, each algorithm of each operator runs on an array of more than a
   block.  K/N runs those of the K-th of N processes, which run them all together.

   Words choose checks: op=cumsum type=single kernel=scan_rows algorithm=kogge
   shape=3x1000x2 cuts=7,3000, where the array is cut that is fed in pieces; the shape is [inner, len, outer] and may be
   any; seed=42 gives other random elements, as GPUREDUCE_TEST_SEED does.  A failed check is printed in these words.  */

#include "backend_test.h"

/* ---- words ---- */

static const char *
operator_name (int row)
{
  return gr_operators[row].name;
}
static const char *
type_name (int row)
{
  return type_names[row];
}
static const char *
kernel_name (int row)
{
  return kernel_names[row];
}
static const char *
algorithm_name (int row)
{
  return gr_algorithms[row].name;
}

static const struct
{
  const char *word;
  int *row, rows;
  const char *(*name) (int row);
} words[] = { { "op=", &asked.op, GR_OPERATOR_COUNT, operator_name },
              { "type=", &asked.type, GR_TYPE_COUNT, type_name },
              { "kernel=", &asked.kernel, GR_AUTO_COUNT, kernel_name },
              { "algorithm=", &asked.algorithm, GR_ALGORITHM_COUNT, algorithm_name } };
enum { WORDS = sizeof words / sizeof *words };

static int
fail (const char *argument, const char *taken)
{
  fprintf (stderr, "backend_test: %s is not taken; %s", argument, taken);
  return 2;
}

/* Ascending numbers with commas between them.  */
static bool
read_cuts (const char *text)
{
  for (asked_cut_count = 0; asked_cut_count < MAX_CUTS && *text >= '0' && *text <= '9';)
    {
      char *end;
      const size_t cut = strtoull (text, &end, 10);
      if (asked_cut_count && cut < asked_cuts[asked_cut_count - 1])
        return false;
      asked_cuts[asked_cut_count++] = cut;
      if (! *end)
        return true;
      text = end + (*end == ',');
    }
  return false;
}

/* Read WORD=VALUE; 0, or the status to exit with.  */
static int
read_word (const char *argument, const char **seed)
{
  char end; /* what follows the shape */
  for (int w = 0; w < WORDS; w++)
    if (! strncmp (argument, words[w].word, strlen (words[w].word)))
      {
        const char *const name = argument + strlen (words[w].word);
        for (int row = 0; row < words[w].rows; row++)
          if (! strcmp (name, words[w].name (row)))
            {
              *words[w].row = row;
              return 0;
            }
        fail (argument, words[w].word);
        fputs (" is one of", stderr);
        for (int row = 0; row < words[w].rows; row++)
          fprintf (stderr, " %s", words[w].name (row));
        fputc ('\n', stderr);
        return 2;
      }
  if (! strncmp (argument, "seed=", 5) && argument[5] && strspn (argument + 5, "0123456789") == strlen (argument + 5))
    {
      *seed = argument + 5;
      return 0;
    }
  if (sscanf (argument, "shape=%zux%zux%zu%c", &asked.inner, &asked.len, &asked.outer, &end) == 3)
    {
      asked.shaped = true;
      return 0;
    }
  if (! strncmp (argument, "cuts=", 5) && read_cuts (argument + 5))
    return 0;
  return fail (argument,
               "words are op= type= kernel= algorithm= shape=INNERxLENxOUTER cuts=NUMBER,NUMBER,... seed=NUMBER\n");
}

/* Read what has no `=`, the argument number `place` of these.  */
static int
read_place (int place, const char *argument, const char **name)
{
  char end; /* what follows a number */
  switch (place)
    {
    case 0:
      *name = argument;
#ifdef GR_TEST_SIMT
      device = ! strcmp (argument, "simt") ? &gr_backend_simt : ! strcmp (argument, "cpu") ? &gr_backend_cpu : NULL;
      return device ? 0 : fail (argument, "backends are cpu simt\n");
#else
      return gr_select_backend (argument) == GR_OK ? 0 : fail (argument, "backends are cpu, and cuda where it is\n");
#endif
    case 1:
    case 2:
      return sscanf (argument, "%u%c", place == 1 ? &share : &named, &end) == 1
             ? 0
             : fail (argument, "a share is a number\n");
    case 3:
      return sscanf (argument, "%u/%u%c", &this_process, &processes, &end) == 2 && this_process >= 1
              && this_process <= processes
             ? 0
             : fail (argument, "K/N is, with K from 1 to N\n");
    default:
      return fail (argument, "arguments are BACKEND SHARE NAMED K/N WORD=VALUE...\n");
    }
}

/* ---- all checks ---- */

#ifndef GR_TEST_SIMT
extern const gr_backend gr_backend_cuda __attribute__ ((weak)); /* NULL in tests of the executor alone */
#endif

static void
check_all (const char *name, bool whole)
{
  backend = name;
#ifdef GR_TEST_SIMT
  device = strcmp (name, "cpu") ? &gr_backend_simt : &gr_backend_cpu;
  gr_use_backend (device);
#else
  EXPECT (gr_select_backend (name) == GR_OK);
  device = strcmp (name, "cuda") ? &gr_backend_cpu : &gr_backend_cuda;
#endif
  if (! strcmp (name, "cuda") && ! gr_has_cub ())
    puts ("without the algorithm \"cub\", which is not built");
  if (asked.shaped)
    {
      if (! asked_cut_count)
        check_shape (asked.inner, asked.len, asked.outer);
      check_shape_in_pieces (asked.inner, asked.len, asked.outer);
      if (! asked_cut_count)
        check_shape_streamed (asked.inner, asked.len, asked.outer);
      return;
    }
  if (this_process == 1 && whole)
    {
      check_limits ();
      check_backend ();
      check_small ();
      check_buffers ();
      check_copies_by_index ();
      check_cases ();
      check_accumulations ();
      check_stream_failures ();
      check_arithmetic ();
      check_functions ();
      check_complex_functions ();
      check_selections ();
      check_matrix_products ();
      check_matrix_steps ();
      check_dot_products ();
      check_fourier_transforms ();
      check_random ();
      check_mapped ();
      check_bad_arguments ();
    }
  check_product ();
  check_named ();
  check_many_tiles ();
  check_whole_batches ();
  check_outliers ();
  check_moduli ();
  check_unaligned ();
  check_ways ();
  check_rare ();
  check_repeats ();
  check_pieces ();
  check_streams ();
  check_groups ();
  if (! strcmp (name, "cuda"))
    check_long ();
  EXPECT (gr_live_allocations () == 0);
}

int
main (int argc, char **argv)
{
  const char *name = NULL, *seed = NULL;
  if (argc == 2 && ! strcmp (argv[1], TAKE_HALF))
    return take_half ();
  for (int i = 1, place = 0; i < argc; i++)
    {
      const int status = strchr (argv[i], '=') ? read_word (argv[i], &seed) : read_place (place++, argv[i], &name);
      if (status)
        return status;
    }
  seed_random (seed);
  const bool whole = asked.op < 0 && asked.type < 0 && asked.kernel < 0 && asked.algorithm < 0 && ! asked.shaped;
#ifndef GR_TEST_SIMT
  if (whole)
    {
      check_explain ();
      check_predict ();
    }
#endif
  check_all (name ? name : "cpu", whole);
#ifndef GR_TEST_SIMT
  if (! name && gr_device_count () > 0)
    {
      share = 4; /* a call costs more than its computation */
      check_all ("cuda", whole);
    }
#endif
  if (fitting)
    printf ("kernels of auto: %zu fit their shapes, %zu do not\n", fitting, refused);
  if (! passed && ! failed)
    printf ("nothing here is of that kind, or fits it\n");
  printf ("%ld passed, %ld failed\n", passed, failed);
  return failed || ! passed ? 1 : 0;
}
