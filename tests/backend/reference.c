/* SPDX-License-Identifier: GPL-3.0-or-later

   A naive reference in long double: what each operator answers, and how far a computation in double may be
   from it.  */

#include "backend_test.h"
#include "op/arith.h"

static bool
is_nan (value v)
{
  return isnan (v.re) || isnan (v.im);
}

/* Does b replace a in a maximum (minimum)?  */
static bool
replaces (const gr_request *q, value b, value a)
{
  const bool least = gr_operators[q->op].variant & GR_LEAST, single = q->type == GR_TYPE_C32;
  if (is_nan (a) || is_nan (b))
    return q->nan == GR_NAN_INCLUDE ? is_nan (b) && ! is_nan (a) : is_nan (a) && ! is_nan (b);
  if (q->comparison == GR_BY_PARTS)
    return b.re != a.re ? (b.re > a.re) != least : least ? b.im < a.im : b.im > a.im;
  if (! gr_types[q->type].is_complex)
    return least ? b.re < a.re : b.re > a.re;
  const gr_c64 x = gr_complex (a.re, a.im), y = gr_complex (b.re, b.im);
  double u = single ? gr_complex_abs_single (x) : gr_complex_abs (x);
  double v = single ? gr_complex_abs_single (y) : gr_complex_abs (y);
  if (u == v)
    {
      u = gr_complex_arg (x, single);
      v = gr_complex_arg (y, single);
    }
  return least ? v < u : v > u;
}

/* |re| + |im|, without what is not finite and so not subject to rounding.  */
static long double
extent (value v)
{
  return (isfinite (v.re) ? fabsl (v.re) : 0) + (isfinite (v.im) ? fabsl (v.im) : 0);
}

static value
times (value a, value b)
{
  return (value){ a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

/* The class's saturating step.  */
static long double
saturate (gr_type type, long double v)
{
  long double lo, hi;
  bounds (type, &lo, &hi);
  return v < lo ? lo : v > hi ? hi : v;
}

/* A double's unit roundoff.  */
static const long double EPS = 0x1p-53L;

static bool
omits (const gr_request *q, value v)
{
  return q->nan == GR_NAN_OMIT && is_nan (v);
}

/* Are integers combined as such, step by step?  */
static bool
is_native (const gr_request *q, gr_type out_type)
{
  return q->arithmetic == GR_ARITHMETIC_NATIVE && is_integer (out_type);
}

static answer
reference_truth (const gr_request *q, const value *x, size_t len)
{
  const bool all = gr_operators[q->op].variant & GR_LEAST;
  answer r = { .v.re = all };
  for (size_t k = 0; k < len; k++)
    if (all ? x[k].re == 0 && x[k].im == 0 : (x[k].re != 0 || x[k].im != 0) && ! is_nan (x[k]))
      r.v.re = ! all;
  return r;
}

static answer
reference_extremum (const gr_request *q, const value *x, const double *position, size_t len)
{
  answer r = { .v = x[0], .index = position[0] };
  for (size_t k = 1; k < len; k++)
    if (replaces (q, x[k], r.v))
      {
        r.v = x[k];
        r.index = position[k];
      }
  return r;
}

static answer
reference_product (const gr_request *q, bool native, const value *x, size_t len)
{
  const bool complex = gr_types[q->type].is_complex;
  answer r = { .v.re = 1 };
  for (size_t k = 0; k < len; k++)
    if (native)
      r.v.re = saturate (q->type, r.v.re * x[k].re) + 0.0L; /* integers have no -0 */
    else if (! omits (q, x[k]))
      r.v = k == 0 ? x[k] : complex ? times (r.v, x[k]) : (value){ r.v.re * x[k].re, 0 };
  r.tolerance = native ? 0 : (complex ? 8 : 2) * len * EPS * extent (r.v);
  return r;
}

static answer
reference_variance (const gr_request *q, const value *x, size_t len)
{
  answer r = { .index = 0 };
  long double n = 0, count = 0, m2 = 0, bad = 0;
  value mean = { 0, 0 };
  for (size_t k = 0; k < len; k++)
    if (! omits (q, x[k]))
      {
        const long double w = q->weights ? q->weights[k] : 1;
        count++;
        n += w;
        mean.re += w * x[k].re;
        mean.im += w * x[k].im;
        bad += (x[k].re - x[k].re) + (x[k].im - x[k].im);
      }
  mean.re /= n;
  mean.im /= n;
  for (size_t k = 0; k < len; k++)
    if (! omits (q, x[k]))
      m2 += (q->weights ? q->weights[k] : 1)
          * ((x[k].re - mean.re) * (x[k].re - mean.re) + (x[k].im - mean.im) * (x[k].im - mean.im));
  r.v.re = (count == 0 ? NAN : m2 / (q->weights || count == 1 ? n : n - q->ddof)) + bad;
  r.tolerance = isnan (r.v.re)
                ? 0
                : 2 * (len + 8) * EPS * r.v.re + powl ((len + 8) * EPS, 2) * (mean.re * mean.re + mean.im * mean.im);
  return r;
}

/* What a sum adds up of an element: itself, its square, its logarithm or its reciprocal.  */
static value
summand (const gr_request *q, value f)
{
  if (gr_operators[q->op].accumulator == GR_ACCUMULATOR_SQUARES)
    f = (value){ f.re * f.re + f.im * f.im, 0 };
  if (q->mean == GR_MEAN_GEOMETRIC)
    f = (value){ logl (hypotl (f.re, f.im)), atan2l (f.im, f.re) };
  if (q->mean == GR_MEAN_HARMONIC)
    {
      const long double d = f.re * f.re + f.im * f.im;
      f = gr_types[q->type].is_complex ? (value){ f.re / d, -f.im / d } : (value){ 1 / f.re, 0 };
    }
  return f;
}

/* Sums of something, and how many elements they have.  */
static answer
reference_sum (const gr_request *q, bool native, const value *x, size_t len, long double *count)
{
  const bool extra = q->arithmetic == GR_ARITHMETIC_EXTRA && (q->type == GR_TYPE_F64 || q->type == GR_TYPE_C64);
  answer r = { .index = 0 };
  long double size = 0;
  bool whole = true;
  *count = 0;
  if (gr_operators[q->op].is_scan && ! (len && omits (q, x[0]))) /* starts from the element, be it -0 */
    r.v = (value){ -0.0L, gr_types[q->type].is_complex ? -0.0L : 0 };
  for (size_t k = 0; k < len; k++)
    {
      if (omits (q, x[k]))
        {
          r.v = (value){ r.v.re + 0.0L, r.v.im + 0.0L };
          continue;
        }
      const value f = summand (q, x[k]);
      ++*count;
      r.v.re = native ? saturate (q->type, r.v.re + f.re) : r.v.re + f.re;
      r.v.im += f.im;
      size += extent (f);
      whole = whole && f.re == rintl (f.re) && f.im == rintl (f.im);
    }
  /* whole numbers add up exactly in whatever order, until a double holds no more of them */
  r.tolerance = native || (whole && size < 0x1p53L) ? 0
              : extra                               ? 4 * EPS * extent (r.v) + powl (len * EPS, 2) * size
                                                    : (len + 4) * EPS * size;
  if (extra)
    r.v = (value){ r.v.re - r.v.re + r.v.re, r.v.im - r.v.im + r.v.im }; /* NaN for infinite */
  return r;
}

static answer
reference_mean (const gr_request *q, gr_type out_type, const value *x, size_t len)
{
  const bool complex = gr_types[q->type].is_complex;
  long double count;
  answer r = reference_sum (q, false, x, len, &count);
  value mean = { r.v.re / count, complex ? r.v.im / count : 0 };
  r.tolerance = r.tolerance / count + 8 * EPS * extent (mean);
  if (q->mean == GR_MEAN_GEOMETRIC)
    {
      const long double e = expl (mean.re);
      mean = (value){ e * cosl (mean.im), complex ? e * sinl (mean.im) : 0 };
      r.tolerance = e * (2 * r.tolerance + 8 * EPS);
    }
  else if (q->mean == GR_MEAN_HARMONIC)
    {
      const long double d = mean.re * mean.re + mean.im * mean.im;
      r.tolerance = 2 * r.tolerance / d + 16 * EPS / sqrtl (d);
      mean = complex ? (value){ mean.re / d, -mean.im / d } : (value){ 1 / mean.re, 0 };
    }
  r.v = mean;
  if (is_native (q, out_type))
    {
      /* the double sum decides, which small elements make exact */
      const long double v = isnan (mean.re) ? 0 : saturate (out_type, roundl ((double) mean.re));
      r.tolerance = r.tolerance > 0.25L || len == 0 ? ceill (r.tolerance) : r.tolerance;
      r.v.re = v;
    }
  return r;
}

answer
reference (const gr_request *q, gr_type out_type, const value *x, const double *position, size_t len)
{
  const bool native = is_native (q, out_type);
  long double count;
  answer r;
  switch (gr_operators[q->op].accumulator)
    {
    case GR_ACCUMULATOR_TRUTH:
      return reference_truth (q, x, len);
    case GR_ACCUMULATOR_EXTREMUM:
      return reference_extremum (q, x, position, len);
    case GR_ACCUMULATOR_PRODUCT:
      r = reference_product (q, native, x, len);
      break;
    case GR_ACCUMULATOR_MOMENTS:
      r = reference_variance (q, x, len);
      break;
    case GR_ACCUMULATOR_MEAN:
      r = reference_mean (q, out_type, x, len);
      break;
    default:
      /* logical squares are true where all elements are, as products are */
      r = native && q->type == GR_TYPE_BOOL && gr_operators[q->op].accumulator == GR_ACCUMULATOR_SQUARES
          ? reference_product (q, native, x, len)
          : reference_sum (q, native, x, len, &count);
      break;
    }
  if (gr_operators[q->op].variant & GR_ROOT)
    {
      r.v.re = sqrtl (r.v.re);
      r.tolerance = r.v.re > 0 ? r.tolerance / r.v.re : sqrtl (r.tolerance);
    }
  if (isnan (r.tolerance))
    r.tolerance = 0;
  if (is_single (out_type))
    r.tolerance += 0x1p-24L * extent (r.v) + 0x1p-149L;
  return r;
}

answer
nothing (const gr_request *q)
{
  answer r = { .index = 0 };
  long double lo, hi;
  const gr_operator_info *op = &gr_operators[q->op];
  if (op->accumulator == GR_ACCUMULATOR_PRODUCT)
    r.v.re = 1;
  else if (op->accumulator == GR_ACCUMULATOR_EXTREMUM && ! is_integer (q->type))
    r.v.re = NAN;
  else if (op->accumulator == GR_ACCUMULATOR_EXTREMUM)
    {
      bounds (q->type, &lo, &hi);
      r.v.re = op->variant & GR_LEAST ? hi : lo;
    }
  return r;
}

bool
near (long double got, long double want, long double tolerance)
{
  if (isnan (want) || isnan (got))
    return isnan (want) && isnan (got);
  if (isinf (want) || isinf (got))
    return got == want;
  return fabsl (got - want) <= tolerance && (tolerance > 0 || signbit (got) == signbit (want));
}
