/* SPDX-License-Identifier: GPL-3.0-or-later

   Special functions of real numbers, in the common subset of C11 and CUDA C++: of double and single numbers there are
   gr_erfcx_NAME, gr_erfinv_NAME, gr_erfcinv_NAME, gr_gamma_NAME and gr_eps_NAME.  erf, erfc, lgamma and cbrt are those
   of C.  Devices have the error functions that C lacks; on the host they are within GR_SPECIAL_ULPS by what is here,
   those of single numbers computed as of double ones.  Infinities, NaN, and zeros are Octave's.  */

#ifndef GR_SPECIAL_H
#define GR_SPECIAL_H

#include "op/complex.h"

/* ---- error functions ---- */

#ifdef __CUDA_ARCH__

#  define GR_ERROR_FUNCTION(NAME)                                                                                      \
    GR_FN double gr_##NAME##_double (double x) { return NAME (x); }                                                    \
    GR_FN float gr_##NAME##_single (float x) { return NAME##f (x); }
GR_ERROR_FUNCTION (erfcx)
GR_ERROR_FUNCTION (erfinv)
GR_ERROR_FUNCTION (erfcinv)

#else

#  define GR_HALF_SQRT_PI 0.886226925452758013649

/* e^(x^2) erfc (x) for x >= 0: after Shepherd and Laframboise, "Chebyshev Approximation of (1 + 2x) exp (x^2) erfc x in
   0 <= x < inf", 1981, with 4 in the place of 3.75, and the polynomial of degree 25 that has the function's values at
   its Chebyshev points.  Far away it is 1 / (x sqrt (pi)).  */
GR_FN double
gr_erfcx_of_positive (double x)
{
  static const double factor[]
    = { -1.4311318470928162e-10, -2.655726616312575e-10, 1.825695118953907e-09,   3.1672611119361695e-09,
        -1.4806988146925795e-08, -2.05545313698593e-08,  1.1025271999000152e-07,  7.74606863568198e-08,
        -8.25078338681245e-07,   2.9198219084548256e-07, 5.709314113532492e-06,   -1.1221292615314274e-05,
        -2.43989944557621e-05,   0.00015062149237837335, -0.00019925676026410458, -0.000757773262030915,
        0.0050319699895242515,   -0.01619773405968329,   0.03716751553632399,     -0.06633036581219905,
        0.0937328349984105,      -0.1010390660362999,    0.0680970542546913,      0.01537965210261959,
        -0.1396211168405625,     1.2329951186255526 };
  const double t = (x - 4.0) / (x + 4.0);
  double sum = factor[0];
  if (x > 0x1p40)
    return 0.564189583547756286948 / x;
  if (x < 0x1p-27)
    return 1.0 - x / GR_HALF_SQRT_PI;
  for (size_t k = 1; k < sizeof factor / sizeof *factor; k++)
    sum = sum * t + factor[k];
  return sum / (1.0 + 2.0 * x);
}

GR_FN double
gr_erfcx_double (double x)
{
  if (! (x < 0.0))
    return gr_erfcx_of_positive (x);
  if (x < -26.64) /* before e^(x^2) overflows */
    return (double) INFINITY;
  const gr_pair square = gr_exact_square (x);
  const double e = exp (square.s);
  return 2.0 * (e + e * square.e) - gr_erfcx_of_positive (-x);
}

/* The inverse of erfc at p over 1 - p, to 6 digits, for p in [6e-8, 2 - 6e-8] and w = -log (p (2 - p)): Giles,
   "Approximating the erfinv function", 2012, in single precision.  */
GR_FN double
gr_begin_inverse (double w)
{
  static const double near[] = { 2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087,
                                 -0.00125372503, -0.00417768164, 0.246640727,    1.50140941 };
  static const double far[] = { -0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773,
                                -0.0076224613,   0.00943887047,  1.00167406,    2.83297682 };
  const double t = w < 5.0 ? w - 2.5 : sqrt (w) - 3.0;
  double sum = w < 5.0 ? near[0] : far[0];
  for (size_t k = 1; k < sizeof near / sizeof *near; k++)
    sum = sum * t + (w < 5.0 ? near[k] : far[k]);
  return sum;
}

/* y with erfc (y) = p, for p in (0, 0.5].  A step of Halley's method ends it; for tiny p two of that of the logarithm,
   from the first terms of the asymptotic series on, since erfc has too few digits there.  */
GR_FN double
gr_inverse_tail (double p)
{
  if (p >= 6e-8)
    {
      const double y = (1.0 - p) * gr_begin_inverse (-log (p * (2.0 - p)));
      const double u = GR_HALF_SQRT_PI * exp (y * y) * (erfc (y) - p);
      return y + u / (1.0 - u * y);
    }
  const double l = log (p);
  double y = sqrt (-l - 0.5 * log (-3.14159265358979323846 * l));
  for (int k = 0; k < 2; k++)
    {
      const double e = gr_erfcx_of_positive (y), h = 1.0 / (GR_HALF_SQRT_PI * e), u = (log (e) - y * y - l) / h;
      y += u / (1.0 + 0.5 * u * (h - 2.0 * y));
    }
  return y;
}

GR_FN double
gr_erfinv_double (double x)
{
  const double m = fabs (x);
  if (! (m < 1.0))
    return m == 1.0 ? copysign ((double) INFINITY, x) : (double) NAN;
  if (m > 0.5)
    return copysign (gr_inverse_tail (1.0 - m), x);
  const double y = x * gr_begin_inverse (-log ((1.0 - x) * (1.0 + x)));
  const double u = GR_HALF_SQRT_PI * exp (y * y) * (erf (y) - x);
  return y - u / (1.0 + u * y);
}

GR_FN double
gr_erfcinv_double (double p)
{
  if (! (p > 0.0 && p < 2.0))
    return p == 0.0 ? (double) INFINITY : p == 2.0 ? -(double) INFINITY : (double) NAN;
  return p <= 0.5 ? gr_inverse_tail (p) : p >= 1.5 ? -gr_inverse_tail (2.0 - p) : gr_erfinv_double (1.0 - p);
}

#  define GR_ERROR_FUNCTION(NAME)                                                                                      \
    GR_FN float gr_##NAME##_single (float x) { return (float) gr_##NAME##_double ((double) x); }
GR_ERROR_FUNCTION (erfcx)
GR_ERROR_FUNCTION (erfinv)
GR_ERROR_FUNCTION (erfcinv)

#endif

/* ---- gamma ---- */

/* Is gamma (x) below 0, or the limit of what is?  It is between an odd number below 0 and the next one.  */
GR_FN bool
gr_has_negative_gamma (double x)
{
  const double below = floor (x);
  return x < 0.0 ? below != x && below != 2.0 * floor (0.5 * below) : x == 0.0 && signbit (x);
}

/* At its poles Octave has Inf, but for -0.  */
#define GR_GAMMA_AS(NAME, T, F)                                                                                        \
  GR_FN T gr_gamma_##NAME (T x)                                                                                        \
  {                                                                                                                    \
    if (x == 0)                                                                                                        \
      return copysign##F ((T) INFINITY, x);                                                                            \
    return isinf (x) || (x < 0 && x == floor##F (x)) ? (T) INFINITY : tgamma##F (x);                                   \
  }
GR_GAMMA_AS (double, double, )
GR_GAMMA_AS (single, float, f)

/* ---- distance to the next number ---- */

/* DIGITS: of a mantissa; the least distance is 2^LEAST.  */
#define GR_EPS_AS(NAME, T, F, DIGITS, LEAST)                                                                           \
  GR_FN T gr_eps_##NAME (T x)                                                                                          \
  {                                                                                                                    \
    int e;                                                                                                             \
    if (! isfinite (x))                                                                                                \
      return (T) NAN;                                                                                                  \
    frexp##F (x, &e);                                                                                                  \
    return ldexp##F ((T) 1, x == 0 || e - (DIGITS) < (LEAST) ? (LEAST) : e - (DIGITS));                                \
  }
GR_EPS_AS (double, double, , 53, -1074)
GR_EPS_AS (single, float, f, 24, -149)

#endif
