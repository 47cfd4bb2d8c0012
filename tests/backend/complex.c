/* SPDX-License-Identifier: GPL-3.0-or-later

   Functions of complex numbers, and of real ones with complex answers, against C's own, at all pairs of zeros, tiny and
   huge parts, infinities and NaN.  C leaves open signs of zeros and infinities beside a NaN, or of one, and no more is
   left open here.  */

#include <complex.h>
#include <float.h>

#include "backend_elements.h"
#include "backend_test.h"

static const double parts[] = { 0.0,   0x1p-1074, DBL_MIN, 1e-200, 1e-20, 0.3,     1.0,   1.5,     3.0,     22.5,
                                709.5, 711.0,     1500.0,  1e9,    1e154, 1.3e154, 1e200, DBL_MAX, INFINITY };
enum { PARTS = sizeof parts / sizeof *parts, ROW = 2 * PARTS + 1, PAIRS = ROW * ROW };

static const struct
{
  gr_unary op;
  double complex (*function) (double complex);
} rows[] = { { GR_SQRT, csqrt }, { GR_EXP, cexp },   { GR_LOG, clog },     { GR_SIN, csin },     { GR_COS, ccos },
             { GR_TAN, ctan },   { GR_ASIN, casin }, { GR_ACOS, cacos },   { GR_ATAN, catan },   { GR_SINH, csinh },
             { GR_COSH, ccosh }, { GR_TANH, ctanh }, { GR_ASINH, casinh }, { GR_ACOSH, cacosh }, { GR_ATANH, catanh } };
enum { FUNCTIONS = sizeof rows / sizeof *rows };

static double
part_number (int k)
{
  return k < PARTS ? parts[k] : k < 2 * PARTS ? -parts[k - PARTS] : NAN;
}

/* Units in the last place at x.  */
static double
unit_at (double x)
{
  int e = 0;
  frexp (x, &e);
  return ldexp (1.0, e < DBL_MIN_EXP ? DBL_MIN_EXP - DBL_MANT_DIG : e - DBL_MANT_DIG);
}

/* Is a part as near as it has to be, with a unit for C's own error?  */
static bool
is_part (double got, double want, double other)
{
  const bool same_sign = isnan (other) || signbit (got) == signbit (want);
  if (isnan (want))
    return isnan (got);
  if (isinf (want) || (want == 0.0 && got == 0.0))
    return same_sign && isinf (got) == isinf (want) && ! isnan (got);
  return fabs (got - want) <= (GR_COMPLEX_ULPS + 1) * unit_at (want);
}

/* What Octave makes of C's answer: on the real axis beyond 1 the other side of the cut.  */
static gr_c64
wanted (int row, gr_c64 z)
{
  const double complex w = rows[row].function (CMPLX (z.re, z.im));
  const bool turns = (rows[row].op == GR_ASIN || rows[row].op == GR_ACOS) && z.im == 0.0 && z.re > 1.0;
  return (gr_c64){ creal (w), turns ? -cimag (w) : cimag (w) };
}

static bool
is_answer (int row, const char *of, gr_c64 z, gr_c64 got, gr_c64 want)
{
  const double open = isnan (z.re) || isnan (z.im) ? NAN : 0.0;
  const bool good = is_part (got.re, want.re, want.im + open) && is_part (got.im, want.im, want.re + open);
  if (! good)
    printf ("function %d of %s %a%+ai is %a%+ai, wanted %a%+ai\n", (int) rows[row].op, of, z.re, z.im, got.re, got.im,
            want.re, want.im);
  return good;
}

static void
check_pairs (int row, const gr_c64 *z, gr_buffer *from, gr_buffer *to)
{
  static gr_c64 w[PAIRS];
  bool good = gr_apply_unary (rows[row].op, GR_TYPE_C64, from, 0, to, 0, PAIRS) == GR_OK
           && gr_buffer_download (w, to, 0, sizeof w) == GR_OK;
  for (int i = 0; good && i < PAIRS; i++)
    good = is_answer (row, "complex", z[i], w[i], wanted (row, z[i]));
  EXPECT (good);
}

/* Real answers have imaginary parts of 0.  */
static void
check_reals (int row, gr_type type, gr_buffer *from, gr_buffer *to)
{
  const bool single = type == GR_TYPE_F32;
  const gr_type out = single ? GR_TYPE_C32 : GR_TYPE_C64;
  double least, greatest;
  unsigned char x[ROW * sizeof (double)], w[ROW * sizeof (gr_c64)], real[ROW * sizeof (double)];
  for (int i = 0; i < ROW; i++)
    set (type, x, (size_t) i, (value){ (long double) part_number (i), 0 });
  bool good = gr_unary_domain (rows[row].op, &least, &greatest) == GR_OK
           && gr_buffer_upload (from, 0, x, ROW * gr_types[type].size) == GR_OK
           && gr_apply_unary_to_complex (rows[row].op, type, from, 0, to, 0, ROW) == GR_OK
           && gr_buffer_download (w, to, 0, ROW * gr_types[out].size) == GR_OK
           && gr_apply_unary (rows[row].op, type, from, 0, to, 0, ROW) == GR_OK
           && gr_buffer_download (real, to, 0, ROW * gr_types[type].size) == GR_OK;
  for (size_t i = 0; good && i < ROW; i++)
    {
      const double number = (double) get (type, x, i).re;
      const value got = get (out, w, i);
      const gr_c64 z = { number, 0.0 }, all = { (double) got.re, (double) got.im };
      const bool outside = number < least || number > greatest;
      gr_c64 want = { (double) get (type, real, i).re, 0.0 };
      if (outside)
        want = wanted (row, z);
      if (single)
        good = outside ? true : all.im == 0.0 && ! signbit (all.im) && isnan (all.re) == isnan (want.re);
      else
        good = is_answer (row, "real", z, all, want) && (outside || all.im == 0.0);
    }
  EXPECT (good);
}

void
check_complex_functions (void)
{
  static gr_c64 z[PAIRS];
  gr_buffer *from = NULL, *to = NULL;
  double least, greatest;
  for (int i = 0; i < PAIRS; i++)
    z[i] = (gr_c64){ part_number (i % ROW), part_number (i / ROW) };
  EXPECT (gr_buffer_new (sizeof z, &from) == GR_OK && gr_buffer_new (sizeof z, &to) == GR_OK);
  for (int row = 0; row < FUNCTIONS; row++)
    {
      EXPECT (gr_buffer_upload (from, 0, z, sizeof z) == GR_OK);
      check_pairs (row, z, from, to);
      if (gr_unary_domain (rows[row].op, &least, &greatest) == GR_OK && ! (isinf (least) && isinf (greatest)))
        {
          check_reals (row, GR_TYPE_F64, from, to);
          check_reals (row, GR_TYPE_F32, from, to);
        }
    }
  REFUSES (gr_apply_unary_to_complex (GR_ABS, GR_TYPE_C64, from, 0, to, 0, 1), "complex answers are for");
  REFUSES (gr_apply_unary_to_complex (GR_ISNAN, GR_TYPE_F64, from, 0, to, 0, 1), "complex answers are for");
  gr_buffer_release (from);
  gr_buffer_release (to);
  EXPECT (gr_live_allocations () == 0);
}
