/* SPDX-License-Identifier: GPL-3.0-or-later

   Scalar arithmetic that every backend must do alike, in the common subset of
   C11 and CUDA C++.  Compile without contraction (-ffp-contract=off,
   -fmad=false): the error-free transformations and the order of complex
   numbers depend on each operation being rounded once.  */

#ifndef GR_ARITH_H
#define GR_ARITH_H

#include <math.h>
#include "gpureduce.h"

#ifdef __CUDACC__
#  define GR_FN static __host__ __device__ __forceinline__
#else
#  define GR_FN static inline
#endif
/* One whose answer a compiler may need.  */
#ifdef __cplusplus
#  define GR_CONSTANT_FN constexpr GR_FN
#else
#  define GR_CONSTANT_FN GR_FN
#endif
/* The slow path is out of line in scans, which have it in many places; that also halves the time to compile them.
   In reductions a call takes too many registers (tuning: rare-calls).  */
#if defined __CUDACC__ && defined GR_CALL_RARE
#  define GR_RARE_FN static inline __host__ __device__ __noinline__
#else
#  define GR_RARE_FN GR_FN
#endif

/* (s, e) stands for s + e with |e| far below one ulp of s.  */
typedef struct
{
  double s, e;
} gr_pair;

/* a + b = s + e exactly (Knuth, TAOCP 4.2.2; called TwoSum).  An infinite sum
   gets an error of NaN, which is what Octave's "extra" answers.  */
GR_FN gr_pair
gr_two_sum (double a, double b)
{
  gr_pair r;
  r.s = a + b;
  const double t = r.s - a;
  r.e = (a - (r.s - t)) + (b - t);
  return r;
}

/* Compensated addition of two partial sums; the error terms are added up and
   count only at the end, as s + e.  */
GR_FN gr_pair
gr_pair_add (gr_pair a, gr_pair b)
{
  gr_pair r = gr_two_sum (a.s, b.s);
  r.e += a.e + b.e;
  return r;
}

/* high * 2^64 + low in double.  The magnitude is converted, since the low word of a small negative number is large.  */
GR_FN double
gr_wide_to_double (int64_t high, uint64_t low)
{
  if (high >= 0)
    return (double) high * 0x1p64 + (double) low;
  const uint64_t rest = ~low + 1;
  return -((double) (~high + (rest == 0)) * 0x1p64 + (double) rest);
}

GR_FN gr_c64
gr_complex (double re, double im)
{
  gr_c64 z;
  z.re = re;
  z.im = im;
  return z;
}

GR_FN gr_c64
gr_complex_add (gr_c64 a, gr_c64 b)
{
  return gr_complex (a.re + b.re, a.im + b.im);
}

/* A product whose parts are both NaN, with infinities recovered as in C99, Annex G.5.1.  */
GR_RARE_FN gr_c64
gr_complex_mul_recovered (gr_c64 x, gr_c64 y)
{
  double a = x.re, b = x.im, c = y.re, d = y.im;
  const double ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  bool recalculate = false;
  if (isinf (a) || isinf (b))
    {
      a = copysign (isinf (a) ? 1.0 : 0.0, a);
      b = copysign (isinf (b) ? 1.0 : 0.0, b);
      if (c != c)
        c = copysign (0.0, c);
      if (d != d)
        d = copysign (0.0, d);
      recalculate = true;
    }
  if (isinf (c) || isinf (d))
    {
      c = copysign (isinf (c) ? 1.0 : 0.0, c);
      d = copysign (isinf (d) ? 1.0 : 0.0, d);
      if (a != a)
        a = copysign (0.0, a);
      if (b != b)
        b = copysign (0.0, b);
      recalculate = true;
    }
  if (! recalculate && (isinf (ac) || isinf (bd) || isinf (ad) || isinf (bc)))
    {
      if (a != a)
        a = copysign (0.0, a);
      if (b != b)
        b = copysign (0.0, b);
      if (c != c)
        c = copysign (0.0, c);
      if (d != d)
        d = copysign (0.0, d);
      recalculate = true;
    }
  return recalculate ? gr_complex ((double) INFINITY * (a * c - b * d), (double) INFINITY * (a * d + b * c))
                     : gr_complex (ac - bd, ad + bc);
}

GR_FN gr_c64
gr_complex_mul (gr_c64 x, gr_c64 y)
{
  const gr_c64 z = gr_complex (x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re);
  return z.re != z.re && z.im != z.im ? gr_complex_mul_recovered (x, y) : z;
}

/* sqrt (ax^2 + ay^2) for ax >= ay >= 0 away from overflow and underflow:
   Borges, "An Improved Algorithm for hypot(a,b)", 2019, the corrected fused
   form without fma.  glibc computes the same, so ties of abs fall alike.  */
GR_FN double
gr_hypot_kernel (double ax, double ay)
{
  const double h = sqrt (ax * ax + ay * ay);
  double t1, t2;
  if (h <= 2.0 * ay)
    {
      const double delta = h - ay;
      t1 = ax * (2.0 * delta - ax);
      t2 = (delta - 2.0 * (ax - ay)) * delta;
    }
  else
    {
      const double delta = h - ax;
      t1 = 2.0 * delta * (ax - 2.0 * ay);
      t2 = (4.0 * delta - ay) * ay + delta * delta;
    }
  return h - (t1 + t2) / (2.0 * h);
}

/* abs of a complex number, without avoidable overflow.  NaN if a part is NaN, even beside an infinite one, since
   max and min pass over such elements.  */
GR_FN double
gr_complex_abs (gr_c64 z)
{
  if (z.re != z.re || z.im != z.im)
    return (double) NAN;
  const double x = fabs (z.re), y = fabs (z.im);
  const double ax = x > y ? x : y, ay = x > y ? y : x;
  const double huge = 0x1p+511, tiny = 0x1p-459, scale = 0x1p-600, eps = 0x1p-54;
  if (isinf (ax) || ay <= ax * eps)
    return ax + ay;
  if (ax > huge)
    return gr_hypot_kernel (ax * scale, ay * scale) / scale;
  if (ay < tiny)
    return gr_hypot_kernel (ax / scale, ay / scale) * scale;
  return gr_hypot_kernel (ax, ay);
}

/* The same as Octave computes it for single complex: rounded to float.  */
GR_FN double
gr_complex_abs_single (gr_c64 z)
{
  if (z.re != z.re || z.im != z.im)
    return (double) NAN;
  return (double) (float) sqrt (z.re * z.re + z.im * z.im);
}

/* abs, which is infinite if a part is.  */
GR_RARE_FN double
gr_modulus_of (gr_c64 z, bool single)
{
  if (isinf (z.re) || isinf (z.im))
    return (double) INFINITY;
  return single ? gr_complex_abs_single (z) : gr_complex_abs (z);
}

/* arg in (-pi, pi]: -pi counts as pi, as Octave orders complex numbers.  */
GR_FN double
gr_complex_arg (gr_c64 z, bool single)
{
  const double pi = 3.14159265358979323846;
#ifdef __CUDA_ARCH__ /* the device's atan2f is off by up to 3 units in the last place, a rounded double hardly by one  \
                      */
  const double a = single ? (double) (float) atan2 (z.im, z.re) : atan2 (z.im, z.re);
#else
  const double a = single ? (double) atan2f ((float) z.im, (float) z.re) : atan2 (z.im, z.re);
#endif
  const double least = single ? -(double) (float) pi : -pi;
  return a == least ? -least : a;
}

/* z 2^n for a very large or small z, whose modulus would overflow or be denormal.  */
GR_FN gr_c64
gr_complex_log (gr_c64 z)
{
  const double log_2 = 0.693147180559945309417, most = fmax (fabs (z.re), fabs (z.im));
  const int n = most > 0x1p1000 ? -64 : most < 0x1p-900 ? 128 : 0;
  return gr_complex (log (hypot (ldexp (z.re, n), ldexp (z.im, n))) - n * log_2, atan2 (z.im, z.re));
}

GR_FN gr_c64
gr_complex_exp (gr_c64 z)
{
  const double r = exp (z.re);
  return z.im == 0.0 ? gr_complex (r, z.im) : gr_complex (r * cos (z.im), r * sin (z.im));
}

/* a / b, scaled so that no intermediate overflows (Smith, CACM 5:8, 1962; a very large b and its a are halved), with
   the recovery of zero and infinite divisors of C99, Annex G.5.1.  */
GR_FN gr_c64
gr_complex_div (gr_c64 a, gr_c64 b)
{
  if (b.re == 0.0 && b.im == 0.0)
    {
      const double huge = copysign ((double) INFINITY, b.re);
      return gr_complex (huge * a.re, huge * a.im);
    }
  if (isinf (b.re) || isinf (b.im))
    {
      const double c = copysign (isinf (b.re) ? 1.0 : 0.0, b.re), d = copysign (isinf (b.im) ? 1.0 : 0.0, b.im);
      return gr_complex (0.0 * (a.re * c + a.im * d), 0.0 * (a.im * c - a.re * d));
    }
  if (fmax (fabs (b.re), fabs (b.im)) >= 0x1p1022)
    {
      a = gr_complex (0.5 * a.re, 0.5 * a.im);
      b = gr_complex (0.5 * b.re, 0.5 * b.im);
    }
  if (fabs (b.re) >= fabs (b.im))
    {
      const double r = b.im / b.re, d = b.re + b.im * r;
      return gr_complex ((a.re + a.im * r) / d, (a.im - a.re * r) / d);
    }
  const double r = b.re / b.im, d = b.re * r + b.im;
  return gr_complex ((a.re * r + a.im) / d, (a.im * r - a.re) / d);
}

/* Count, mean and sum of squared deviations of a set of weighted values;
   merged as in Chan, Golub and LeVeque, "Updating Formulae and a Pairwise
   Algorithm for Computing Sample Variances", 1979.  For complex values the
   squares are those of the modulus.  */
typedef struct
{
  double n, mean, m2;
} gr_moments;
typedef struct
{
  double n;
  gr_c64 mean;
  double m2;
} gr_complex_moments;

/* small / (small + large); mostly both are equal, which needs no division.  */
GR_FN double
gr_share_of_merge (double small, double large)
{
  return small == large ? 0.5 : small / (small + large);
}

/* The mean moves from that of the heavier set.  From the mean of values of tiny weight, which may be far away, too
   few digits of the other would be left.  */
GR_FN gr_moments
gr_moments_merge (gr_moments a, gr_moments b)
{
  const bool swap = a.n < b.n;
  const gr_moments heavy = swap ? b : a, cheap_op = swap ? a : b;
  gr_moments r = heavy;
  r.m2 = a.m2 + b.m2; /* a NaN counts even with weight 0 */
  if (cheap_op.n == 0.0)
    return r;
  r.n = a.n + b.n;
  const double d = cheap_op.mean - heavy.mean, share = gr_share_of_merge (cheap_op.n, heavy.n);
  r.mean = heavy.mean + d * share;
  r.m2 += d * d * heavy.n * share;
  return r;
}

GR_FN gr_complex_moments
gr_complex_moments_merge (gr_complex_moments a, gr_complex_moments b)
{
  const bool swap = a.n < b.n;
  const gr_complex_moments heavy = swap ? b : a, cheap_op = swap ? a : b;
  gr_complex_moments r = heavy;
  r.m2 = a.m2 + b.m2;
  if (cheap_op.n == 0.0)
    return r;
  r.n = a.n + b.n;
  const double dr = cheap_op.mean.re - heavy.mean.re, di = cheap_op.mean.im - heavy.mean.im;
  const double share = gr_share_of_merge (cheap_op.n, heavy.n);
  r.mean = gr_complex (heavy.mean.re + dr * share, heavy.mean.im + di * share);
  r.m2 += (dr * dr + di * di) * heavy.n * share;
  return r;
}

/* The divisor for the m2 of n values.  One value has variance 0, unless it is NaN or infinite; no value has NaN.
   ddof is ignored with weights, whose sum is the divisor.  */
GR_FN double
gr_freedom (double n, double ddof, bool weighted)
{
  return weighted || n <= 1.0 ? n : n - ddof;
}

/* Variance from the moments.  */
GR_FN double
gr_finish_variance (double n, double m2, double ddof, bool weighted)
{
  return m2 / gr_freedom (n, ddof, weighted);
}

#endif
