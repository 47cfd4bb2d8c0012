/* SPDX-License-Identifier: GPL-3.0-or-later

   Single cases of Octave's rules.  */

#include "backend_test.h"

static void
run (gr_request q, const void *in, void *out, double *index)
{
  q.outer = 1;
  q.inner = q.inner ? q.inner : 1;
  expect (run_request (&q, in, out, index) == GR_OK, gr_operators[q.op].name);
}
#define RUN(in, out, index, ...) run ((gr_request){ .len = sizeof (in) / sizeof *(in), __VA_ARGS__ }, in, out, index)

void
check_cases (void)
{
  double r[4], index;
  gr_c64 z[4];
  const double cancel[] = { 1, 1e100, 1, -1e100 }, infinite[] = { INFINITY, 1 }, infinity[] = { INFINITY };
  const double minus[] = { -0.0, -0.0 };
  RUN (cancel, r, NULL, .op = GR_SUM, .arithmetic = GR_ARITHMETIC_EXTRA);
  EXPECT (r[0] == 2);
  RUN (infinite, r, NULL, .op = GR_SUM, .arithmetic = GR_ARITHMETIC_EXTRA);
  EXPECT (isnan (r[0]));
  RUN (infinity, r, NULL, .op = GR_SUM, .arithmetic = GR_ARITHMETIC_EXTRA, .algorithm = GR_ALGORITHM_SERIAL);
  EXPECT (isnan (r[0])); /* although nothing is added to it */
  RUN (minus, r, NULL, .op = GR_SUM);
  EXPECT (r[0] == 0 && ! signbit (r[0]));
  RUN (minus, r, NULL, .op = GR_CUMSUM);
  EXPECT (signbit (r[0]) && signbit (r[1]));

  const gr_c64 product[] = { { INFINITY, INFINITY }, { 0, 1 } }, one[] = { { INFINITY, 1 } };
  RUN (product, z, NULL, .op = GR_PROD, .type = GR_TYPE_C64);
  EXPECT (z[0].re == -INFINITY && z[0].im == INFINITY);
  RUN (one, z, NULL, .op = GR_PROD, .type = GR_TYPE_C64);
  EXPECT (z[0].re == INFINITY && isnan (z[0].im));
  RUN (one, z, NULL, .op = GR_CUMPROD, .type = GR_TYPE_C64);
  EXPECT (z[0].re == INFINITY && z[0].im == 1);

  const gr_c64 axes[] = { { 0, 1 }, { 0, -1 }, { 1, 0 }, { -1, -0.0 } };
  RUN (axes, z, &index, .op = GR_MAX, .type = GR_TYPE_C64);
  EXPECT (z[0].re == -1 && index == 4);
  RUN (axes, z, &index, .op = GR_MIN, .type = GR_TYPE_C64);
  EXPECT (z[0].im == -1 && index == 2);

  const double huge[] = { 1e308, 1e308, 1e308 };
  RUN (huge, r, NULL, .op = GR_VAR, .ddof = 1);
  EXPECT (r[0] == 0);

  const int8_t small[] = { 1, 2 }, negative[] = { -1, -2 }, steps[] = { 127, 127, -128, -128 };
  int8_t s;
  RUN (small, &s, NULL, .op = GR_MEAN, .type = GR_TYPE_I8, .arithmetic = GR_ARITHMETIC_NATIVE);
  EXPECT (s == 2);
  RUN (negative, &s, NULL, .op = GR_MEAN, .type = GR_TYPE_I8, .arithmetic = GR_ARITHMETIC_NATIVE);
  EXPECT (s == -2);
  RUN (steps, &s, NULL, .op = GR_SUM, .type = GR_TYPE_I8, .arithmetic = GR_ARITHMETIC_NATIVE);
  EXPECT (s == -128);

  /* across chunks: the sign of zero, the payload of the first NaN, the first of equal positions */
  enum { LONG = 100000 };
  double *x = need (LONG * sizeof *x), *y = need (LONG * sizeof *y), *k = need (LONG * sizeof *k);
  for (size_t i = 0; i < LONG; i++)
    x[i] = -0.0;
  run ((gr_request){ .op = GR_CUMSUM, .len = LONG }, x, y, NULL);
  size_t wrong = 0;
  for (size_t i = 0; i < LONG; i++)
    wrong += ! signbit (y[i]);
  EXPECT (wrong == 0);
  const uint64_t payload = 0x7ff80000000007a2u;
  for (size_t i = 0; i < LONG; i++)
    x[i] = NAN;
  memcpy (x, &payload, sizeof payload);
  run ((gr_request){ .op = GR_MIN, .len = LONG }, x, r, &index);
  EXPECT (! memcmp (r, &payload, sizeof payload) && index == 1);
  for (int variant = 0; variant < 4; variant++)
    {
      run ((gr_request){ .op = GR_CUMMAX, .len = LONG, .nan = variant & 1 ? GR_NAN_INCLUDE : GR_NAN_DEFAULT }, x, y,
           variant & 2 ? k : NULL);
      wrong = 0;
      for (size_t i = 0; i < LONG; i++)
        wrong += memcmp (&y[i], &payload, sizeof payload) || (variant & 2 && k[i] != 1);
      EXPECT (wrong == 0);
    }
  for (size_t i = 0; i < LONG; i++)
    x[i] = i % 50000 == 40000 ? 5 : 0;
  run ((gr_request){ .op = GR_MAX, .len = LONG }, x, r, &index);
  EXPECT (r[0] == 5 && index == 40001);
  run ((gr_request){ .op = GR_CUMMAX, .len = LONG, .reverse = true }, x, y, k);
  EXPECT (k[0] == 90001 && k[95000] == LONG && y[95000] == 0);
  run ((gr_request){ .op = GR_ANY, .len = LONG }, x, &s, NULL);
  EXPECT (s == 1);

  EXPECT (gr_live_allocations () == 0);
  free (x);
  free (y);
  free (k);
}
