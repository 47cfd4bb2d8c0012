/* SPDX-License-Identifier: GPL-3.0-or-later

   Functions of two numbers that are no arithmetic, in the forms of op/binary.h, in the common subset of C11 and CUDA
   C++: of each form there is gr_form_function_NAME (rule, a, b).  */

#ifndef GR_PAIRS_H
#define GR_PAIRS_H

#include "op/binary.h"
#include "op/complex.h"

/* ---- real numbers ---- */

/* Is a quotient, of a divisor that is no integer, an integer but for rounding?  Octave takes the remainder for 0 then.
 */
#define GR_REMAINDERS_AS(NAME, T, EPS, FABS, FLOOR, TRUNC, COPYSIGN)                                                   \
  GR_FN bool gr_is_multiple_##NAME (T q, T y)                                                                          \
  {                                                                                                                    \
    const T n = FLOOR (q + (T) 0.5);                                                                                   \
    return FLOOR (y + (T) 0.5) != y && FABS ((q - n) / n) < (T) EPS;                                                   \
  }                                                                                                                    \
  /* with the sign of y; x if y is 0 */                                                                                \
  GR_FN T gr_mod_##NAME (T x, T y)                                                                                     \
  {                                                                                                                    \
    if (y == 0)                                                                                                        \
      return x;                                                                                                        \
    const T q = x / y, r = gr_is_multiple_##NAME (q, y) ? 0 : x - y * FLOOR (q);                                       \
    return x != y ? COPYSIGN (r, y) : r;                                                                               \
  }                                                                                                                    \
  /* with the sign of x; NaN if y is 0 */                                                                              \
  GR_FN T gr_rem_##NAME (T x, T y)                                                                                     \
  {                                                                                                                    \
    if (y == 0)                                                                                                        \
      return (T) NAN;                                                                                                  \
    const T q = x / y, r = gr_is_multiple_##NAME (q, y) ? 0 : x - y * TRUNC (q);                                       \
    return x != y ? COPYSIGN (r, x) : r;                                                                               \
  }
GR_REMAINDERS_AS (double, double, 0x1p-52, fabs, floor, trunc, copysign)
GR_REMAINDERS_AS (single, float, 0x1p-23, fabsf, floorf, truncf, copysignf)

GR_FN uint64_t
gr_combine_bits (gr_binary op, uint64_t a, uint64_t b)
{
  return op == GR_BITAND ? a & b : op == GR_BITOR ? a | b : a ^ b;
}

/* Of floating-point numbers the bits are those of the unsigned integer that they are rounded to.  */
GR_FN double
gr_combine_rounded (gr_binary op, double a, double b)
{
  return (double) gr_combine_bits (op, gr_round_unsigned (a), gr_round_unsigned (b));
}

/* Integers of a narrow class, as doubles.  */
GR_FN double
gr_combine_integers (gr_binary op, double a, double b)
{
  return (double) (int64_t) gr_combine_bits (op, (uint64_t) (int64_t) a, (uint64_t) (int64_t) b);
}

/* ---- shifts of bits ---- */

/* What is not whole is cut off; other numbers are those that Octave's conversion to int makes of them.  */
GR_FN int
gr_shift_count (double n)
{
  return n > -0x1p31 && n < 0x1p31 ? (int) n : INT32_MIN;
}

/* 64 bits, to the left or, if the count is negative, to the right, where the processors that Octave runs on shift by
   the count's last bits alone: 5 of classes of up to 32 bits, 6 of others.  */
GR_FN int64_t
gr_shifted (int64_t x, int count, unsigned last_bits)
{
  return count >= 0 ? (int64_t) ((uint64_t) x << count) : x >> ((0u - (unsigned) count) & last_bits);
}

/* DIGITS: those of a mantissa, which are kept; BITS: those of the class.  A negative number is shifted as its modulus;
   what no int64_t has is the least one.  */
GR_FN double
gr_shift_floating (double x, int count, int digits, int bits)
{
  const double m = fabs (x);
  const int64_t whole = m < 0x1p63 ? (int64_t) m : INT64_MIN;
  const int64_t r = count >= bits ? 0 : gr_shifted (whole, count, 63) & (((int64_t) 1 << digits) - 1);
  return (double) (x < 0.0 ? -r : r);
}

/* An integer of a class with `digits` bits and perhaps a sign; bits beyond it are lost.  */
GR_FN int64_t
gr_shift_integer (int64_t x, int count, int digits, bool is_signed)
{
  const int beyond = 64 - digits - is_signed;
  if (count >= digits)
    return 0;
  const uint64_t moved = (uint64_t) gr_shifted (x, count, digits > 32 ? 63 : 31) << beyond;
  return is_signed ? (int64_t) moved >> beyond : (int64_t) (moved >> beyond);
}
GR_FN uint64_t
gr_shift_unsigned (uint64_t x, int count)
{
  return count >= 64 ? 0 : count >= 0 ? x << count : x >> ((0u - (unsigned) count) & 63);
}

/* Of a double, or of an integer of a narrow class.  */
GR_FN double
gr_shift_double (gr_type type, double x, int count)
{
  switch (type)
    {
#define GR_SHIFT_CASE(_, ID, T, LEAST, GREATEST)                                                                       \
case GR_TYPE_##ID:                                                                                                     \
  return (double) gr_shift_integer ((int64_t) x, count, 8 * (int) sizeof (T) - ((LEAST) < 0), (LEAST) < 0);
      GR_NARROW_INTEGERS (GR_SHIFT_CASE, _)
#undef GR_SHIFT_CASE
    default:
      return gr_shift_floating (x, count, 53, 64);
    }
}

/* ---- powers, divisors and extremes of real numbers ---- */

/* Of two integers; a negative power is 0 but for the bases 1 and -1.  */
GR_FN double
gr_power_of_integers (double a, double b)
{
  if (b >= 0.0)
    return pow (a, b);
  return a == 1.0 ? 1.0 : a == -1.0 ? (b == 2.0 * trunc (b / 2.0) ? 1.0 : -1.0) : 0.0;
}

/* The greatest common divisor, by Euclid; of zeros 0.  */
#define GR_GREATEST_DIVISOR_AS(NAME, T)                                                                                \
  GR_RARE_FN T NAME (T a, T b)                                                                                         \
  {                                                                                                                    \
    while (b)                                                                                                          \
      {                                                                                                                \
        const T rest = a % b;                                                                                          \
        a = b;                                                                                                         \
        b = rest;                                                                                                      \
      }                                                                                                                \
    return a;                                                                                                          \
  }
GR_GREATEST_DIVISOR_AS (gr_greatest_divisor, uint32_t)
GR_GREATEST_DIVISOR_AS (gr_wide_greatest_divisor, uint64_t)

/* NaN is passed over; of equal numbers it is the first one.  */
#define GR_EXTREME_OF(A, B, IS_NAN, BETTER) (IS_NAN (B) || (BETTER) ? (A) : (B))
#define GR_REAL_IS_NAN(X) ((X) != (X))

/* A power beside an integer, of a single number rounded to single.  */
GR_FN double
gr_power_beside_integer (bool single, double a, double b)
{
  return single ? (double) powf ((float) a, (float) b) : pow (a, b);
}

GR_RARE_FN double
gr_form_function_double (gr_rule r, double a, double b)
{
  const bool integers = r.a_kind != GR_WIDE_DOUBLE && r.b_kind != GR_WIDE_DOUBLE;
  switch (r.op)
    {
    case GR_POWER:
      return integers ? gr_power_of_integers (a, b) : gr_power_beside_integer (r.single, a, b);
    case GR_ATAN2:
      return atan2 (a, b);
    case GR_HYPOT:
      return hypot (a, b);
    case GR_MOD:
      return gr_mod_double (a, b);
    case GR_REM:
      return gr_rem_double (a, b); /* NaN becomes 0 in an integer class */
    case GR_BITSHIFT:
      return gr_shift_double (r.a, a, gr_shift_count (b));
    case GR_GCD:
      return (double) gr_greatest_divisor ((uint32_t) fabs (a), (uint32_t) fabs (b)); /* of narrow integers */
    case GR_MAXIMUM:
      return GR_EXTREME_OF (a, b, GR_REAL_IS_NAN, a >= b);
    case GR_MINIMUM:
      return GR_EXTREME_OF (a, b, GR_REAL_IS_NAN, a <= b);
    default:
      return integers ? gr_combine_integers (r.op, a, b) : gr_combine_rounded (r.op, a, b);
    }
}

GR_RARE_FN float
gr_form_function_single (gr_rule r, float a, float b)
{
  switch (r.op)
    {
    case GR_POWER:
      return powf (a, b);
    case GR_ATAN2:
      return atan2f (a, b);
    case GR_HYPOT:
      return hypotf (a, b);
    case GR_MOD:
      return gr_mod_single (a, b);
    case GR_REM:
      return gr_rem_single (a, b);
    case GR_BITSHIFT:
      return (float) gr_shift_floating ((double) a, gr_shift_count ((double) b), 24, 32);
    case GR_MAXIMUM:
      return GR_EXTREME_OF (a, b, GR_REAL_IS_NAN, a >= b);
    case GR_MINIMUM:
      return GR_EXTREME_OF (a, b, GR_REAL_IS_NAN, a <= b);
    default:
      return (float) gr_combine_rounded (r.op, a, b);
    }
}

/* ---- complex numbers ---- */

/* Whole exponents below it are taken by squaring, as Octave does, which is exact where products are.  */
#define GR_LARGEST_SQUARED 0x1p31

GR_FN gr_c64
gr_complex_whole_power (gr_c64 a, double n)
{
  unsigned k = (unsigned) fabs (n);
  gr_c64 p = k & 1 ? a : gr_complex (1.0, 0.0);
  while (k >>= 1)
    {
      a = gr_complex_mul (a, a);
      if (k & 1)
        p = gr_complex_mul (p, a);
    }
  return n < 0.0 ? gr_complex_quotient (gr_complex (1.0, 0.0), p) : p;
}

/* e^(b log a), in the steps that Octave takes, so that it has the same limits and NaN at infinities and zeros.  */
GR_RARE_FN gr_c64
gr_complex_power (gr_c64 a, gr_c64 b, bool b_real)
{
  if (b_real && b.re == trunc (b.re) && fabs (b.re) < GR_LARGEST_SQUARED)
    return gr_complex_whole_power (a, b.re);
  if (b_real && a.im == 0.0 && a.re > 0.0)
    return gr_complex (pow (a.re, b.re), 0.0);
  const gr_c64 l = gr_clog (a);
  if (! b_real)
    return gr_cexp (gr_complex_mul (b, l));
  const double modulus = exp (b.re * l.re), angle = b.re * l.im;
  return gr_complex (modulus * cos (angle), modulus * sin (angle));
}

GR_FN bool
gr_complex_is_nan (gr_c64 z)
{
  return z.re != z.re || z.im != z.im;
}

/* The one of the larger, or smaller, modulus; of equal ones the first.  */
GR_FN gr_c64
gr_complex_extreme (gr_rule r, gr_c64 a, gr_c64 b)
{
  const double of_a = gr_modulus_of (a, r.single), of_b = gr_modulus_of (b, r.single);
  return gr_complex_is_nan (a) || (r.op == GR_MAXIMUM ? of_a >= of_b : of_a <= of_b) ? a : b;
}

GR_RARE_FN gr_c64
gr_form_function_complex (gr_rule r, gr_c64 a, gr_c64 b)
{
  return r.op == GR_POWER ? gr_complex_power (a, b, r.b_real) : gr_complex_extreme (r, a, b);
}

GR_FN gr_c32
gr_form_function_single_complex (gr_rule r, gr_c32 a, gr_c32 b)
{
  const gr_c64 z = gr_form_function_complex (r, gr_complex (a.re, a.im), gr_complex (b.re, b.im));
  gr_c32 rounded;
  rounded.re = (float) z.re;
  rounded.im = (float) z.im;
  return rounded;
}

/* ---- 64-bit integers ---- */

GR_FN uint64_t
gr_unsigned_power (uint64_t a, uint64_t b)
{
  uint64_t p = 1;
  for (; b; b >>= 1)
    {
      if (b & 1)
        p = gr_unsigned_mul (p, a);
      a = gr_unsigned_mul (a, a);
    }
  return p;
}

/* Saturated, the magnitude stays beyond the class.  */
GR_FN int64_t
gr_signed_power (int64_t a, uint64_t b)
{
  return gr_signed_of (a < 0 && b & 1, gr_unsigned_power (gr_magnitude (a), b));
}

GR_FN int64_t
gr_signed_power_of_integers (int64_t a, int64_t b)
{
  if (b >= 0)
    return gr_signed_power (a, (uint64_t) b);
  return a == 1 ? 1 : a == -1 ? (b & 1 ? -1 : 1) : 0;
}

/* Of a double, an exponent that is an integer of the class with fewer bits than it is taken as one.  */
GR_FN bool
gr_is_exponent (double b, gr_wide_kind kind)
{
  return b >= 0.0 && b < (kind == GR_WIDE_SIGNED ? 63.0 : 64.0) && b == trunc (b);
}

GR_FN uint64_t
gr_wide_power (gr_rule r, uint64_t a, uint64_t b)
{
  const double u = gr_double_of_bits (a), v = gr_double_of_bits (b);
  if (r.a_kind == GR_WIDE_DOUBLE)
    return r.b_kind == GR_WIDE_SIGNED
           ? (uint64_t) gr_round_signed (gr_power_beside_integer (r.single, u, (double) (int64_t) b))
           : gr_round_unsigned (gr_power_beside_integer (r.single, u, (double) b));
  if (r.b_kind != GR_WIDE_DOUBLE)
    return r.a_kind == GR_WIDE_SIGNED ? (uint64_t) gr_signed_power_of_integers ((int64_t) a, (int64_t) b)
                                      : gr_unsigned_power (a, b);
  if (gr_is_exponent (v, r.a_kind))
    return r.a_kind == GR_WIDE_SIGNED ? (uint64_t) gr_signed_power ((int64_t) a, (uint64_t) v)
                                      : gr_unsigned_power (a, (uint64_t) v);
  return r.a_kind == GR_WIDE_SIGNED ? (uint64_t) gr_round_signed (pow ((double) (int64_t) a, v))
                                    : gr_round_unsigned (pow ((double) a, v));
}

/* Division has no remainder for -1, and the least integer has no quotient.  */
GR_FN int64_t
gr_signed_remainder (gr_binary op, int64_t x, int64_t y)
{
  if (y == 0)
    return op == GR_MOD ? x : 0;
  const int64_t r = y == -1 ? 0 : x % y;
  return op == GR_MOD && r && (r < 0) != (y < 0) ? r + y : r;
}
GR_FN uint64_t
gr_unsigned_remainder (gr_binary op, uint64_t x, uint64_t y)
{
  return y ? x % y : op == GR_MOD ? x : 0;
}

/* Both are integers of one class, but for powers and shifts.  */
GR_RARE_FN uint64_t
gr_form_function_wide (gr_rule r, uint64_t a, uint64_t b)
{
  const bool is_signed = r.a_kind == GR_WIDE_SIGNED;
  const bool is_less = is_signed ? (int64_t) a < (int64_t) b : a < b;
  switch (r.op)
    {
    case GR_POWER:
      return gr_wide_power (r, a, b);
    case GR_BITSHIFT:
      return is_signed ? (uint64_t) gr_shift_integer ((int64_t) a, gr_shift_count (gr_double_of_bits (b)), 63, true)
                       : gr_shift_unsigned (a, gr_shift_count (gr_double_of_bits (b)));
    case GR_MOD:
    case GR_REM:
      return is_signed ? (uint64_t) gr_signed_remainder (r.op, (int64_t) a, (int64_t) b)
                       : gr_unsigned_remainder (r.op, a, b);
    case GR_MAXIMUM:
      return is_less ? b : a;
    case GR_MINIMUM:
      return is_less ? a : b;
    case GR_GCD:
      return is_signed ? (uint64_t) gr_signed_of (
               false, gr_wide_greatest_divisor (gr_magnitude ((int64_t) a), gr_magnitude ((int64_t) b)))
                       : gr_wide_greatest_divisor (a, b);
    default:
      return gr_combine_bits (r.op, a, b);
    }
}

#endif
