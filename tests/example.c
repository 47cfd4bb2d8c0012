/* SPDX-License-Identifier: GPL-3.0-or-later

   The library without Octave: sum and running sum of the rows of a matrix, and of a file that is larger than the memory
   that is to be used.  Exits with 1 where a value is not what it should be.  */

#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "gpureduce.h"

enum { ROWS = 2, COLUMNS = 3 };

/* Run op along the rows of a, then compare with and print n results.  */
static int
run (gr_operator op, const double *a, double *result, const double *expected, int n)
{
  /* a column-major matrix along its second dimension is [rows, columns, 1] */
  const gr_request request = { .op = op, .type = GR_TYPE_F64, .inner = ROWS, .len = COLUMNS, .outer = 1 };
  if (gr_run (&request, a, result, NULL) != GR_OK)
    {
      fprintf (stderr, "%s: %s\n", gr_operators[op].name, gr_message ());
      return 0;
    }

  int good = 0;
  printf ("%s:", gr_operators[op].name);
  for (int k = 0; k < n; k++)
    {
      printf (" %g", result[k]);
      good += result[k] == expected[k];
    }
  gr_record record;
  if (! gr_last (&record))
    return 0;
  printf ("  (%s on %s)\n", record.backend, record.device);
  return good;
}

/* ---- a file larger than a memory limit ---- */

enum { LIMIT = 64 << 10, PIECE = LIMIT / (3 * sizeof (double)), LONG = 300 * 1000 + 1 };

/* The elements of the file: whole numbers, whose sums are exact.  */
static double
element (size_t k)
{
  return (double) (k * 7919 % 1009);
}

/* A file of LONG doubles without a name, or NULL.  */
static FILE *
make_file (void)
{
  const char *const folder = getenv ("TMPDIR");
  char name[4096];
  snprintf (name, sizeof name, "%s/gpureduceXXXXXX", folder ? folder : "/tmp");
  const int descriptor = mkstemp (name);
  if (descriptor < 0)
    return NULL;
  unlink (name);
  FILE *const file = fdopen (descriptor, "w+");
  if (! file)
    {
      close (descriptor);
      return NULL;
    }
  for (size_t k = 0; k < LONG; k++)
    {
      const double x = element (k);
      if (fwrite (&x, sizeof x, 1, file) != 1)
        {
          fclose (file);
          return NULL;
        }
    }
  return file;
}

/* Run op over the file, in pieces; the last or only result and its position are to be as expected.  A scan's results
   come piece by piece, and are not kept.  */
static int
run_file (gr_operator op, FILE *file, double expected, double position)
{
  static double piece[PIECE], results[PIECE], index[PIECE];
  const bool scan = gr_operators[op].is_scan, indexed = gr_operators[op].options & GR_GIVES_INDEX;
  const gr_request request = { .op = op, .type = GR_TYPE_F64, .inner = 1, .len = LONG, .outer = 1 };
  gr_accumulation *a = NULL;
  double last = 0, at = 0;
  int good = 0;

  rewind (file);
  if (gr_open (&request, indexed, &a) != GR_OK)
    goto failed;
  for (size_t done = 0; done < LONG;)
    {
      const size_t count = fread (piece, sizeof *piece, PIECE, file);
      if (! count)
        {
          fprintf (stderr, "%s: the file ends too early\n", gr_operators[op].name);
          goto done;
        }
      /* a reduction has its result at the end, which gr_finish stores */
      if (gr_feed (a, GR_ON_HOST, piece, count, scan ? results : NULL, scan && indexed ? index : NULL) != GR_OK)
        goto failed;
      last = results[count - 1];
      done += count;
    }
  if (gr_finish (a, GR_ON_HOST, scan ? NULL : &last, scan || ! indexed ? NULL : &at) != GR_OK)
    goto failed;
  good = last == expected && at == position;
  printf ("%s of a file, in pieces: %g\n", gr_operators[op].name, last);
  goto done;

failed:
  fprintf (stderr, "%s of a file: %s\n", gr_operators[op].name, gr_message ());
done:
  gr_close (a);
  return good;
}

/* The sum, the running sum's last element, and the greatest element and where it is.  */
static int
run_files (void)
{
  FILE *const file = make_file ();
  double sum = 0, most = -1, where = 0;
  int good = 0;
  if (! file)
    {
      perror ("a temporary file");
      return 0;
    }
  for (size_t k = 0; k < LONG; k++)
    {
      sum += element (k);
      if (element (k) > most)
        {
          most = element (k);
          where = (double) k + 1;
        }
    }
  good += run_file (GR_SUM, file, sum, 0);
  good += run_file (GR_CUMSUM, file, sum, 0);
  good += run_file (GR_MAX, file, most, where);
  fclose (file);
  return good;
}

int
main (void)
{
  const double a[ROWS * COLUMNS] = { 1, 10, 2, 20, 3, 30 };
  const double sums[ROWS] = { 6, 60 };
  const double running[ROWS * COLUMNS] = { 1, 10, 3, 30, 6, 60 };
  double result[ROWS * COLUMNS];

  enum { FILES = 3 };
  const int total = ROWS + ROWS * COLUMNS + FILES;
  int good = run (GR_SUM, a, result, sums, ROWS);
  good += run (GR_CUMSUM, a, result, running, ROWS * COLUMNS);
  good += run_files ();
  printf ("%d passed, %d failed\n", good, total - good);
  return good != total;
}
