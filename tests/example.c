/* SPDX-License-Identifier: GPL-3.0-or-later

   The library without Octave: sum and running sum of the rows of a matrix.
   Exits with 1 where a value is not what it should be.  */

#include <stdio.h>

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

int
main (void)
{
  const double a[ROWS * COLUMNS] = { 1, 10, 2, 20, 3, 30 };
  const double sums[ROWS] = { 6, 60 };
  const double running[ROWS * COLUMNS] = { 1, 10, 3, 30, 6, 60 };
  double result[ROWS * COLUMNS];

  const int total = ROWS + ROWS * COLUMNS;
  int good = run (GR_SUM, a, result, sums, ROWS);
  good += run (GR_CUMSUM, a, result, running, ROWS * COLUMNS);
  printf ("%d passed, %d failed\n", good, total - good);
  return good != total;
}
