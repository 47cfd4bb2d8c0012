/* SPDX-License-Identifier: GPL-3.0-or-later

   Elementary functions of complex numbers, in the common subset of C11 and CUDA C++, so that hosts and devices differ
   by what their real functions differ.  Infinities, NaN and signs of zeros are those of C99, Annex G; what that leaves
   open is as in glibc, which Octave asks.  No part of a result is lost to overflow, underflow or cancellation on the
   way.  */

#ifndef GR_COMPLEX_H
#define GR_COMPLEX_H

#include "op/arith.h"

#define GR_LN_2 0.693147180559945309417
#define GR_HALF_PI 1.57079632679489661923

/* i z, and z / i.  */
GR_FN gr_c64
gr_times_i (gr_c64 z)
{
  return gr_complex (-z.im, z.re);
}
GR_FN gr_c64
gr_over_i (gr_c64 z)
{
  return gr_complex (z.im, -z.re);
}

GR_FN gr_c64
gr_complex_nan (void)
{
  return gr_complex ((double) NAN, (double) NAN);
}

/* x >= 0 with the sign of another number; a NaN, whose sign devices do not keep, leaves it positive.  */
GR_FN double
gr_signed_as (double x, double other)
{
  return other == other ? copysign (x, other) : x;
}

/* ---- roots, logarithms and powers of e ---- */

/* sqrt of a number whose modulus neither overflows nor is denormal.  */
GR_FN gr_c64
gr_csqrt_kernel (gr_c64 z)
{
  const double t = sqrt (0.5 * (fabs (z.re) + gr_complex_abs (z))), other = fabs (z.im) / (2.0 * t);
  return z.re >= 0.0 ? gr_complex (t, copysign (other, z.im)) : gr_complex (other, copysign (t, z.im));
}

GR_RARE_FN gr_c64
gr_csqrt (gr_c64 z)
{
  const double most = fmax (fabs (z.re), fabs (z.im));
  if (isinf (z.im))
    return gr_complex ((double) INFINITY, z.im);
  if (isinf (z.re) && z.im == z.im)
    return z.re > 0.0 ? gr_complex (z.re, copysign (0.0, z.im)) : gr_complex (0.0, copysign (z.re, z.im));
  if (isinf (z.re))
    return z.re > 0.0 ? z : gr_complex (z.im, -z.re);
  if (z.re != z.re || z.im != z.im)
    return gr_complex_nan ();
  if (most == 0.0)
    return gr_complex (0.0, z.im);
  const double scale = most > 0x1p1000 ? 0x1p-100 : most < 0x1p-900 ? 0x1p200 : 1.0;
  const double back = most > 0x1p1000 ? 0x1p50 : most < 0x1p-900 ? 0x1p-100 : 1.0;
  const gr_c64 r = gr_csqrt_kernel (gr_complex (scale * z.re, scale * z.im));
  return gr_complex (back * r.re, back * r.im);
}

/* x^2 = s + e exactly, for an x that is neither huge nor tiny (Dekker, "A Floating-Point Technique for Extending the
   Available Precision", 1971).  */
GR_FN gr_pair
gr_exact_square (double x)
{
  const double c = 134217729.0 * x, high = c - (c - x), low = x - high;
  gr_pair r;
  r.s = x * x;
  r.e = ((high * high - r.s) + 2.0 * high * low) + low * low;
  return r;
}

/* x^2 + y^2 - 1 for the larger x in [0.5, 1.25], of which cancellation leaves all digits.  */
GR_FN double
gr_square_excess (double x, double y)
{
  const gr_pair of_x = gr_exact_square (x), of_y = gr_exact_square (y);
  const double part = of_x.s < 0.5 ? 0.5 : 1.0; /* which is subtracted from a square exactly */
  const gr_pair all = gr_two_sum (of_x.s - part, of_y.s - (1.0 - part)), rest = gr_two_sum (of_x.e, of_y.e);
  const gr_pair sum = gr_two_sum (all.s, rest.s);
  return sum.s + (sum.e + (all.e + rest.e));
}

/* log |z|, which is infinite if a part is.  */
GR_FN double
gr_log_modulus (gr_c64 z)
{
  const double x = fabs (z.re), y = fabs (z.im), most = fmax (x, y);
  if (isinf (most))
    return most;
  if (x != x || y != y)
    return (double) NAN;
  if (most >= 0.5 && most <= 1.25)
    return 0.5 * log1p (x > y ? gr_square_excess (x, y) : gr_square_excess (y, x));
  const int n = most > 0x1p1000 ? -64 : most < 0x1p-900 ? 128 : 0;
  return log (gr_complex_abs (gr_complex (ldexp (x, n), ldexp (y, n)))) - n * GR_LN_2;
}

GR_RARE_FN gr_c64
gr_clog (gr_c64 z)
{
  return gr_complex (gr_log_modulus (z), atan2 (z.im, z.re));
}

/* e^x w, where e^x alone may overflow, by steps of e^709.  */
#define GR_STEP 709.0
#define GR_EXP_OF_STEP 8.218407461554972189e307
GR_FN gr_c64
gr_times_exp (double x, gr_c64 w)
{
  for (int i = 0; i < 2 && x > GR_STEP; i++)
    {
      x -= GR_STEP;
      w = gr_complex (GR_EXP_OF_STEP * w.re, GR_EXP_OF_STEP * w.im);
    }
  const double e = exp (x);
  return gr_complex (e * w.re, e * w.im);
}

GR_RARE_FN gr_c64
gr_cexp (gr_c64 z)
{
  if (z.im == 0.0)
    return gr_complex (exp (z.re), z.im);
  if (isfinite (z.im))
    return gr_times_exp (z.re, gr_complex (cos (z.im), sin (z.im)));
  if (isinf (z.re))
    return z.re > 0.0 ? gr_complex (z.re, (double) NAN) : gr_complex (0.0, gr_signed_as (0.0, z.im));
  return gr_complex_nan ();
}

/* ---- hyperbolic and circular functions ---- */

/* (e^|x| cos y, e^|x| sin y) / 2, for an x so large that sinh and cosh differ by their sign at most.  */
GR_FN gr_c64
gr_half_exp (double x, double c, double s)
{
  const double half = 0.5 * GR_EXP_OF_STEP;
  return gr_times_exp (fabs (x) - GR_STEP, gr_complex (half * c, half * s));
}

GR_RARE_FN gr_c64
gr_csinh (gr_c64 z)
{
  if (z.im == 0.0)
    return gr_complex (sinh (z.re), z.im);
  if (! isfinite (z.im))
    return z.re == 0.0 || isinf (z.re) ? gr_complex (isinf (z.re) ? fabs (z.re) : z.re, (double) NAN)
                                       : gr_complex_nan ();
  const double c = cos (z.im), s = sin (z.im);
  if (! (fabs (z.re) > GR_STEP))
    return gr_complex (sinh (z.re) * c, cosh (z.re) * s);
  const gr_c64 w = gr_half_exp (z.re, c, s);
  return gr_complex (copysign (1.0, z.re) * w.re, w.im);
}

GR_RARE_FN gr_c64
gr_ccosh (gr_c64 z)
{
  if (z.im == 0.0)
    return gr_complex (cosh (z.re), gr_signed_as (1.0, z.re) * z.im);
  if (! isfinite (z.im))
    return z.re == 0.0  ? gr_complex ((double) NAN, 0.0)
         : isinf (z.re) ? gr_complex ((double) INFINITY, (double) NAN)
                        : gr_complex_nan ();
  const double c = cos (z.im), s = sin (z.im);
  if (! (fabs (z.re) > GR_STEP))
    return gr_complex (cosh (z.re) * c, sinh (z.re) * s);
  const gr_c64 w = gr_half_exp (z.re, c, s);
  return gr_complex (w.re, copysign (1.0, z.re) * w.im);
}

/* The denominator is a sum of squares.  */
GR_RARE_FN gr_c64
gr_ctanh (gr_c64 z)
{
  if (z.im == 0.0)
    return gr_complex (tanh (z.re), z.im);
  if (! isfinite (z.im))
    return z.re == 0.0  ? gr_complex (z.re, (double) NAN)
         : isinf (z.re) ? gr_complex (copysign (1.0, z.re), gr_signed_as (0.0, z.im))
                        : gr_complex_nan ();
  const double c = cos (z.im), s = sin (z.im);
  if (fabs (z.re) > 22.0)
    return gr_complex (copysign (1.0, z.re), 4.0 * s * c * exp (-2.0 * fabs (z.re)));
  const double sh = sinh (z.re), d = sh * sh + c * c;
  return gr_complex (sh * cosh (z.re) / d, s * c / d);
}

GR_FN gr_c64
gr_csin (gr_c64 z)
{
  return gr_times_i (gr_csinh (gr_over_i (z)));
}
GR_FN gr_c64
gr_ccos (gr_c64 z)
{
  return gr_ccosh (gr_times_i (z));
}
GR_FN gr_c64
gr_ctan (gr_c64 z)
{
  return gr_over_i (gr_ctanh (gr_times_i (z)));
}

/* ---- their inverses ---- */

/* From here on 1 / z^2 is below all digits of log |z|.  */
#define GR_FAR 0x1p28
GR_FN bool
gr_is_far (gr_c64 z)
{
  return fabs (z.re) >= GR_FAR || fabs (z.im) >= GR_FAR;
}
GR_FN bool
gr_is_near_zero (gr_c64 z)
{
  return fabs (z.re) <= 1.0 / GR_FAR && fabs (z.im) <= 1.0 / GR_FAR;
}

/* These two are after Kahan, "Branch Cuts for Complex Elementary Functions", 1987: within their sums all terms have the
   same sign.  Far away they are those of log 2z.  */
GR_RARE_FN gr_c64
gr_casin (gr_c64 z)
{
  if (gr_is_far (z))
    return gr_complex (atan2 (z.re, fabs (z.im)), gr_signed_as (GR_LN_2 + gr_log_modulus (z), z.im));
  if (z.re == 0.0 && z.im != z.im)
    return z;
  if (gr_is_near_zero (z))
    return z;
  const gr_c64 below = gr_csqrt (gr_complex (1.0 - z.re, -z.im)), above = gr_csqrt (gr_complex (1.0 + z.re, z.im));
  return gr_complex (atan2 (z.re, below.re * above.re - below.im * above.im),
                     asinh (below.re * above.im - below.im * above.re));
}
GR_RARE_FN gr_c64
gr_cacos (gr_c64 z)
{
  if (gr_is_far (z))
    return gr_complex (atan2 (fabs (z.im), z.re), -gr_signed_as (GR_LN_2 + gr_log_modulus (z), z.im));
  if ((z.re == 0.0 && z.im != z.im) || gr_is_near_zero (z))
    return gr_complex (GR_HALF_PI - z.re, -z.im);
  const gr_c64 below = gr_csqrt (gr_complex (1.0 - z.re, -z.im)), above = gr_csqrt (gr_complex (1.0 + z.re, z.im));
  return gr_complex (2.0 * atan2 (below.re, above.re), asinh (above.re * below.im - above.im * below.re));
}

/* i acos (z) above the cut, -i acos (z) below it.  */
GR_FN gr_c64
gr_cacosh (gr_c64 z)
{
  const gr_c64 w = gr_cacos (z);
  return gr_complex (fabs (w.im), gr_signed_as (w.re, z.im));
}
GR_FN gr_c64
gr_casinh (gr_c64 z)
{
  return gr_over_i (gr_casin (gr_times_i (z)));
}

/* The real part of atanh (z), for a positive real part x of z and an imaginary part y, of which none is huge: the
   logarithm of a number above 1.  */
GR_FN double
gr_catanh_part (double x, double y)
{
  const double u = 1.0 - x;
  return u == 0.0 && fabs (y) < 0x1p-500 ? 0.5 * (GR_LN_2 - log (fabs (y))) : 0.25 * log1p (4.0 * x / (u * u + y * y));
}

/* Far away it is 1 / z and a quarter of a turn.  */
GR_RARE_FN gr_c64
gr_catanh (gr_c64 z)
{
  const double x = fabs (z.re), y = z.im, scale = 0x1p-520;
  if (z.re == 0.0 && y != y)
    return z;
  if (isinf (x) || isinf (y))
    return gr_complex (gr_signed_as (0.0, z.re), y != y ? y : copysign (GR_HALF_PI, y));
  if (x != x || y != y)
    return gr_complex_nan ();
  if (x < 0x1p500 && fabs (y) < 0x1p500)
    return gr_complex (copysign (gr_catanh_part (x, y), z.re), 0.5 * atan2 (2.0 * y, (1.0 - x) * (1.0 + x) - y * y));
  const double u = scale * x, v = scale * y;
  return gr_complex (copysign (scale * (u / (u * u + v * v)), z.re), copysign (GR_HALF_PI, y));
}
GR_FN gr_c64
gr_catan (gr_c64 z)
{
  return gr_over_i (gr_catanh (gr_times_i (z)));
}

#endif
