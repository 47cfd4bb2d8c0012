/* SPDX-License-Identifier: GPL-3.0-or-later

   What Octave's operators make of two numbers, in the common subset of C11 and CUDA C++.  Compile without contraction,
   as arith.h says.

   Operands are first brought to a common form, which depends on their types alone.  Of 64-bit integers the rules are
   those of Octave's builds without long double, such as Debian's: beside a double they take it for an integer where
   that is near enough, and doubles at the very bounds of the class compare as if they were beyond it.  */

#ifndef GR_BINARY_H
#define GR_BINARY_H

#include "backend_elements.h"
#include "op/arith.h"

/* ---- common forms ---- */

/* X (_, ID, name, what an operand becomes)
   WIDE: the 64 bits of an int64_t, a uint64_t or a double, by the operand's gr_wide_kind.
   Of each form there are gr_form_compute_NAME (rule, a, b), for the arithmetic operators, and gr_form_compare_NAME.  */
#define GR_FORMS(X, _)                                                                                                 \
  X (_, DOUBLE, double, double)                                                                                        \
  X (_, SINGLE, single, float)                                                                                         \
  X (_, COMPLEX, complex, gr_c64)                                                                                      \
  X (_, SINGLE_COMPLEX, single_complex, gr_c32)                                                                        \
  X (_, WIDE, wide, uint64_t)
typedef enum { GR_FORMS (GR_ENUM, GR_FORM_) GR_FORM_COUNT } gr_form;

/* Integer classes that doubles hold.  X (_, ID, type, least, greatest)  */
#define GR_NARROW_INTEGERS(X, _)                                                                                       \
  X (_, I8, int8_t, INT8_MIN, INT8_MAX)                                                                                \
  X (_, I16, int16_t, INT16_MIN, INT16_MAX)                                                                            \
  X (_, I32, int32_t, INT32_MIN, INT32_MAX)                                                                            \
  X (_, U8, uint8_t, 0, UINT8_MAX)                                                                                     \
  X (_, U16, uint16_t, 0, UINT16_MAX)                                                                                  \
  X (_, U32, uint32_t, 0, UINT32_MAX)

typedef enum { GR_WIDE_SIGNED, GR_WIDE_UNSIGNED, GR_WIDE_DOUBLE } gr_wide_kind;

/* An operator and what it has to know of its operands.  */
typedef struct
{
  gr_binary op;
  gr_type a;           /* of the first operand */
  bool single;         /* complex numbers, or the base of an integer power, are single */
  bool a_real, b_real; /* beside complex ones: imaginary parts are not zero, but missing */
  gr_wide_kind a_kind, b_kind;
} gr_rule;

/* ---- kinds, where a compiler may need them ---- */

/* Is the operator of this kind?  */
GR_CONSTANT_FN bool
gr_is_of_kind (gr_binary op, gr_binary_kind kind)
{
#define GR_IS_OF_KIND(_, ID, NAME, SIGN, KIND) || (op == GR_##ID && kind == GR_BINARY_##KIND)
  return false GR_BINARIES (GR_IS_OF_KIND, _);
#undef GR_IS_OF_KIND
}
/* Is the result logical?  */
GR_CONSTANT_FN bool
gr_is_comparison (gr_binary op)
{
  return gr_is_of_kind (op, GR_BINARY_COMPARISON) || gr_is_of_kind (op, GR_BINARY_LOGIC);
}

GR_CONSTANT_FN bool
gr_is_type_of_kind (gr_type type, gr_type_kind kind)
{
#define GR_IS_OF_KIND(_, ID, CTYPE, CLASS, COMPLEX, KIND) || (type == GR_TYPE_##ID && kind == GR_KIND_##KIND)
  return false GR_TYPES (GR_IS_OF_KIND, _);
#undef GR_IS_OF_KIND
}
/* Integers, of which logical and char are none.  */
GR_CONSTANT_FN bool
gr_is_integer_class (gr_type type)
{
  return gr_is_type_of_kind (type, GR_KIND_SIGNED) || gr_is_type_of_kind (type, GR_KIND_UNSIGNED);
}
GR_CONSTANT_FN bool
gr_is_wide (gr_type type)
{
  return type == GR_TYPE_I64 || type == GR_TYPE_U64;
}
GR_CONSTANT_FN bool
gr_is_complex_type (gr_type type)
{
#define GR_IS_COMPLEX(_, ID, CTYPE, CLASS, COMPLEX, ...) || (COMPLEX && type == GR_TYPE_##ID)
  return false GR_TYPES (GR_IS_COMPLEX, _);
#undef GR_IS_COMPLEX
}

/* ---- the form of two operands ---- */

GR_FN gr_wide_kind
gr_kind_of (gr_type type)
{
  return type == GR_TYPE_U64 ? GR_WIDE_UNSIGNED : gr_is_integer_class (type) ? GR_WIDE_SIGNED : GR_WIDE_DOUBLE;
}

/* The form of operands of two types that gr_binary_type takes.  Doubles hold what narrow integers come to.  */
GR_CONSTANT_FN gr_form
gr_form_of (gr_type a, gr_type b)
{
  const bool single = a == GR_TYPE_F32 || b == GR_TYPE_F32 || a == GR_TYPE_C32 || b == GR_TYPE_C32;
  if (gr_is_wide (a) || gr_is_wide (b))
    return GR_FORM_WIDE;
  if (gr_is_integer_class (a) || gr_is_integer_class (b))
    return GR_FORM_DOUBLE;
  if (gr_is_complex_type (a) || gr_is_complex_type (b))
    return single ? GR_FORM_SINGLE_COMPLEX : GR_FORM_COMPLEX;
  return single ? GR_FORM_SINGLE : GR_FORM_DOUBLE;
}

GR_FN gr_rule
gr_rule_of (gr_binary op, gr_type a, gr_type b)
{
  gr_rule r;
  r.op = op;
  r.a = a;
  r.single = gr_form_of (a, b) == GR_FORM_SINGLE_COMPLEX || (a == GR_TYPE_F32 && gr_is_integer_class (b));
  r.a_real = ! gr_is_complex_type (a);
  r.b_real = ! gr_is_complex_type (b);
  r.a_kind = gr_kind_of (a);
  r.b_kind = gr_kind_of (b);
  return r;
}

/* ---- what is computed instead ---- */

/* Octave takes codes for signed ones where it compares characters with each other.  */
GR_CONSTANT_FN gr_type
gr_compared_type (gr_binary op, gr_type type, gr_type other)
{
  return gr_is_comparison (op) && type == GR_TYPE_CHAR && other == GR_TYPE_CHAR ? GR_TYPE_I8 : type;
}
/* The operator of two logical values that gives what a function of them does, or the function itself.  */
GR_CONSTANT_FN gr_binary
gr_operator_for (gr_binary op, gr_type a, gr_type b)
{
  if (a != GR_TYPE_BOOL || b != GR_TYPE_BOOL)
    return op;
  return op == GR_BITXOR                     ? GR_NE
       : op == GR_MAXIMUM || op == GR_BITOR  ? GR_OR
       : op == GR_MINIMUM || op == GR_BITAND ? GR_AND
                                             : op;
}
/* Both.  */
GR_FN gr_binary
gr_prepare_operands (gr_binary op, gr_type *a, gr_type *b)
{
  const gr_type given_a = *a, given_b = *b;
  *a = gr_compared_type (op, given_a, given_b);
  *b = gr_compared_type (op, given_b, given_a);
  return gr_operator_for (op, given_a, given_b);
}

/* Has a power of real numbers a complex value?  */
GR_FN bool
gr_has_complex_power (double a, double b)
{
  return a < 0.0 && b != trunc (b);
}

/* ---- real numbers ---- */

/* Comparisons alone.  */
#define GR_COMPARE_AS(NAME, T)                                                                                         \
  GR_FN bool NAME (gr_binary op, T a, T b)                                                                             \
  {                                                                                                                    \
    switch (op)                                                                                                        \
      {                                                                                                                \
      case GR_LT:                                                                                                      \
        return a < b;                                                                                                  \
      case GR_LE:                                                                                                      \
        return a <= b;                                                                                                 \
      case GR_EQ:                                                                                                      \
        return a == b;                                                                                                 \
      case GR_GE:                                                                                                      \
        return a >= b;                                                                                                 \
      case GR_GT:                                                                                                      \
        return a > b;                                                                                                  \
      default:                                                                                                         \
        return a != b;                                                                                                 \
      }                                                                                                                \
  }
GR_COMPARE_AS (gr_compare_double, double)
GR_COMPARE_AS (gr_compare_single, float)
GR_COMPARE_AS (gr_compare_signed, int64_t)
GR_COMPARE_AS (gr_compare_unsigned, uint64_t)

/* And what combines logical values.  */
#define GR_TEST_AS(NAME, T, COMPARE)                                                                                   \
  GR_FN bool NAME (gr_binary op, T a, T b)                                                                             \
  {                                                                                                                    \
    switch (op)                                                                                                        \
      {                                                                                                                \
      case GR_AND:                                                                                                     \
        return a != 0 && b != 0;                                                                                       \
      case GR_OR:                                                                                                      \
        return a != 0 || b != 0;                                                                                       \
      case GR_XOR:                                                                                                     \
        return (a != 0) != (b != 0);                                                                                   \
      default:                                                                                                         \
        return COMPARE (op, a, b);                                                                                     \
      }                                                                                                                \
  }
GR_TEST_AS (gr_test_double, double, gr_compare_double)
GR_TEST_AS (gr_test_single, float, gr_compare_single)

#define GR_COMPUTE_AS(NAME, T)                                                                                         \
  GR_FN T NAME (gr_rule r, T a, T b)                                                                                   \
  {                                                                                                                    \
    switch (r.op)                                                                                                      \
      {                                                                                                                \
      case GR_PLUS:                                                                                                    \
        return a + b;                                                                                                  \
      case GR_MINUS:                                                                                                   \
        return a - b;                                                                                                  \
      case GR_TIMES:                                                                                                   \
        return a * b;                                                                                                  \
      default:                                                                                                         \
        return a / b;                                                                                                  \
      }                                                                                                                \
  }
GR_COMPUTE_AS (gr_form_compute_double, double)
GR_COMPUTE_AS (gr_form_compute_single, float)

GR_FN bool
gr_form_compare_double (gr_rule r, double a, double b)
{
  return gr_test_double (r.op, a, b);
}
GR_FN bool
gr_form_compare_single (gr_rule r, float a, float b)
{
  return gr_test_single (r.op, a, b);
}

/* Half away from zero, between the bounds of a class of up to 32 bits; NaN becomes 0.  */
GR_FN double
gr_round_between (double x, double least, double greatest)
{
  const double r = round (x);
  return r != r ? 0.0 : r < least ? least : r > greatest ? greatest : r;
}

/* The same to 64 bits.  */
GR_FN int64_t
gr_round_signed (double x)
{
  const double r = round (x);
  return r != r ? 0 : r >= 0x1p63 ? INT64_MAX : r < -0x1p63 ? INT64_MIN : (int64_t) r;
}
GR_FN uint64_t
gr_round_unsigned (double x)
{
  const double r = round (x);
  return r >= 0x1p64 ? UINT64_MAX : r > 0.0 ? (uint64_t) r : 0;
}

/* ---- complex numbers ---- */

/* A product whose parts are both NaN, where finite singles have overflowed.  */
GR_RARE_FN gr_c32
gr_recover_single_product (gr_c32 x, gr_c32 y)
{
  const bool infinite = isinf (x.re) || isinf (x.im) || isinf (y.re) || isinf (y.im);
  gr_c32 z;
  if (infinite)
    {
      /* doubles have no other infinities in it, nor other signs */
      const gr_c64 r = gr_complex_mul_recovered (gr_complex (x.re, x.im), gr_complex (y.re, y.im));
      z.re = (float) r.re;
      z.im = (float) r.im;
      return z;
    }
  const bool overflows = isinf (x.re * y.re) || isinf (x.im * y.im) || isinf (x.re * y.im) || isinf (x.im * y.re);
  const float a = x.re == x.re ? x.re : copysignf (0.0f, x.re), b = x.im == x.im ? x.im : copysignf (0.0f, x.im);
  const float c = y.re == y.re ? y.re : copysignf (0.0f, y.re), d = y.im == y.im ? y.im : copysignf (0.0f, y.im);
  z.re = overflows ? (float) INFINITY * (a * c - b * d) : (float) NAN;
  z.im = overflows ? (float) INFINITY * (a * d + b * c) : (float) NAN;
  return z;
}

GR_FN gr_c32
gr_single_complex_mul (gr_c32 x, gr_c32 y)
{
  gr_c32 z;
  z.re = x.re * y.re - x.im * y.im;
  z.im = x.re * y.im + x.im * y.re;
  return z.re != z.re && z.im != z.im ? gr_recover_single_product (x, y) : z;
}

/* p small / large, r being small / large; where that is denormal or 0 it is not used, but for what has no small part or
   would overflow.  */
GR_FN double
gr_times_ratio (double p, double small, double large, double r)
{
  const double q = p / large;
  return fabs (r) > 0x1p-1022 || small == 0.0 || (isinf (q) && ! isinf (p)) ? p * r : small * q;
}

/* x / y for a y whose real part is not the smaller one: Smith, CACM 5:8, 1962, with the ratio of Baudin and Smith, "A
   Robust Complex Division in Scilab", 2012.  */
GR_FN gr_c64
gr_quotient_kernel (gr_c64 x, gr_c64 y)
{
  const double r = y.im / y.re, d = y.re + y.im * r;
  return gr_complex ((x.re + gr_times_ratio (x.im, y.im, y.re, r)) / d,
                     (x.im - gr_times_ratio (x.re, y.im, y.re, r)) / d);
}

/* A quotient whose parts are both NaN, with zero and infinite numbers as in C99, Annex G.5.1.  */
GR_RARE_FN gr_c64
gr_complex_quotient_recovered (gr_c64 x, gr_c64 y)
{
  const bool infinite = isinf (x.re) || isinf (x.im), by_infinite = isinf (y.re) || isinf (y.im);
  if (y.re == 0.0 && y.im == 0.0)
    {
      const double huge = copysign ((double) INFINITY, y.re);
      return gr_complex (huge * x.re, huge * x.im);
    }
  if (infinite && isfinite (y.re) && isfinite (y.im))
    {
      const double a = copysign (isinf (x.re) ? 1.0 : 0.0, x.re), b = copysign (isinf (x.im) ? 1.0 : 0.0, x.im);
      return gr_complex ((double) INFINITY * (a * y.re + b * y.im), (double) INFINITY * (b * y.re - a * y.im));
    }
  if (by_infinite && isfinite (x.re) && isfinite (x.im))
    {
      const double c = copysign (isinf (y.re) ? 1.0 : 0.0, y.re), d = copysign (isinf (y.im) ? 1.0 : 0.0, y.im);
      return gr_complex (0.0 * (x.re * c + x.im * d), 0.0 * (x.im * c - x.re * d));
    }
  return gr_complex ((double) NAN, (double) NAN);
}

/* x / y, scaled so that huge and tiny parts keep their digits.  */
GR_RARE_FN gr_c64
gr_complex_quotient (gr_c64 x, gr_c64 y)
{
  const double most_x = fmax (fabs (x.re), fabs (x.im)), most_y = fmax (fabs (y.re), fabs (y.im));
  const double of_x = most_x < 0x1p-800 ? 0x1p200 : 1.0;
  const double of_y = most_y < 0x1p-800 ? 0x1p200 : most_y >= 0x1p1022 ? 0.5 : 1.0, back = of_y / of_x;
  const gr_c64 u = gr_complex (of_x * x.re, of_x * x.im), v = gr_complex (of_y * y.re, of_y * y.im);
  const gr_c64 q = fabs (y.re) < fabs (y.im) ? gr_quotient_kernel (gr_complex (u.im, -u.re), gr_complex (v.im, -v.re))
                                             : gr_quotient_kernel (u, v);
  return q.re != q.re && q.im != q.im ? gr_complex_quotient_recovered (x, y) : gr_complex (back * q.re, back * q.im);
}

GR_FN gr_c32
gr_single_complex_quotient (gr_c32 x, gr_c32 y)
{
  const gr_c64 z = gr_complex_quotient (gr_complex (x.re, x.im), gr_complex (y.re, y.im));
  gr_c32 r;
  r.re = (float) z.re;
  r.im = (float) z.im;
  return r;
}

/* A missing imaginary part is not added, so that it leaves the sign of a zero.  */
#define GR_COMPUTE_COMPLEX_AS(NAME, C, TIMES, DIVIDED)                                                                 \
  GR_FN C NAME (gr_rule r, C a, C b)                                                                                   \
  {                                                                                                                    \
    C z;                                                                                                               \
    switch (r.op)                                                                                                      \
      {                                                                                                                \
      case GR_PLUS:                                                                                                    \
        z.re = a.re + b.re;                                                                                            \
        z.im = r.a_real ? b.im : r.b_real ? a.im : a.im + b.im;                                                        \
        return z;                                                                                                      \
      case GR_MINUS:                                                                                                   \
        z.re = a.re - b.re;                                                                                            \
        z.im = r.a_real ? -b.im : r.b_real ? a.im : a.im - b.im;                                                       \
        return z;                                                                                                      \
      case GR_TIMES:                                                                                                   \
        if (! r.a_real && ! r.b_real)                                                                                  \
          return TIMES (a, b);                                                                                         \
        z.re = a.re * b.re;                                                                                            \
        z.im = r.a_real ? a.re * b.im : a.im * b.re;                                                                   \
        return z;                                                                                                      \
      default:                                                                                                         \
        if (! r.b_real)                                                                                                \
          return DIVIDED (a, b);                                                                                       \
        z.re = a.re / b.re;                                                                                            \
        z.im = a.im / b.re;                                                                                            \
        return z;                                                                                                      \
      }                                                                                                                \
  }
GR_COMPUTE_COMPLEX_AS (gr_form_compute_complex, gr_c64, gr_complex_mul, gr_complex_quotient)
GR_COMPUTE_COMPLEX_AS (gr_form_compute_single_complex, gr_c32, gr_single_complex_mul, gr_single_complex_quotient)

GR_RARE_FN double
gr_argument_of (gr_c64 z, bool single)
{
  return gr_complex_arg (z, single);
}

/* By modulus, then by argument, which is 0 of any real number beside a complex one.  */
GR_FN bool
gr_form_compare_complex (gr_rule r, gr_c64 a, gr_c64 b)
{
  if (r.op == GR_EQ || r.op == GR_NE)
    return (a.re == b.re && a.im == b.im) == (r.op == GR_EQ);
  if (gr_is_of_kind (r.op, GR_BINARY_LOGIC))
    return gr_test_double (r.op, a.re != 0.0 || a.im != 0.0, b.re != 0.0 || b.im != 0.0);
  double of_a = r.a_real ? fabs (a.re) : gr_modulus_of (a, r.single);
  double of_b = r.b_real ? fabs (b.re) : gr_modulus_of (b, r.single);
  if (of_a == of_b)
    {
      of_a = r.a_real ? 0.0 : gr_argument_of (a, r.single);
      of_b = r.b_real ? 0.0 : gr_argument_of (b, r.single);
    }
  return gr_compare_double (r.op, of_a, of_b);
}

GR_FN bool
gr_form_compare_single_complex (gr_rule r, gr_c32 a, gr_c32 b)
{
  return gr_form_compare_complex (r, gr_complex (a.re, a.im), gr_complex (b.re, b.im));
}

/* ---- 64-bit integers ---- */

typedef unsigned __int128 gr_u128;

GR_FN uint64_t
gr_magnitude (int64_t x)
{
  return x < 0 ? 0 - (uint64_t) x : (uint64_t) x;
}
/* The integer of a sign and a magnitude, saturated.  */
GR_FN int64_t
gr_signed_of (bool negative, uint64_t magnitude)
{
  if (negative)
    return magnitude > (uint64_t) INT64_MAX ? INT64_MIN : -(int64_t) magnitude;
  return magnitude > (uint64_t) INT64_MAX ? INT64_MAX : (int64_t) magnitude;
}

GR_FN uint64_t
gr_unsigned_add (uint64_t a, uint64_t b)
{
  return a + b < a ? UINT64_MAX : a + b;
}
GR_FN uint64_t
gr_unsigned_mul (uint64_t a, uint64_t b)
{
  const gr_u128 p = (gr_u128) a * b;
  return p >> 64 ? UINT64_MAX : (uint64_t) p;
}
/* Half away from zero; of nothing by nothing 0.  */
GR_RARE_FN uint64_t
gr_unsigned_div (uint64_t a, uint64_t b)
{
  if (! b)
    return a ? UINT64_MAX : 0;
  const uint64_t q = a / b, rest = a - q * b;
  return q + (rest >= b - rest);
}

GR_FN int64_t
gr_signed_add (int64_t a, int64_t b)
{
  const int64_t s = (int64_t) ((uint64_t) a + (uint64_t) b);
  return ((a ^ s) & (b ^ s)) < 0 ? (a < 0 ? INT64_MIN : INT64_MAX) : s;
}
GR_FN int64_t
gr_signed_sub (int64_t a, int64_t b)
{
  const int64_t s = (int64_t) ((uint64_t) a - (uint64_t) b);
  return ((a ^ b) & (a ^ s)) < 0 ? (a < 0 ? INT64_MIN : INT64_MAX) : s;
}
GR_FN int64_t
gr_signed_mul (int64_t a, int64_t b)
{
  return gr_signed_of ((a < 0) != (b < 0), gr_unsigned_mul (gr_magnitude (a), gr_magnitude (b)));
}
GR_FN int64_t
gr_signed_div (int64_t a, int64_t b)
{
  return gr_signed_of (b ? (a < 0) != (b < 0) : a < 0, gr_unsigned_div (gr_magnitude (a), gr_magnitude (b)));
}

/* ---- 64-bit integers and doubles ---- */

/* Word i of the product of x with the mantissa of y, at its place, as a double, for i from 0 to 3; Octave adds up what
   these are rounded to.  Its mantissa has 52 bits, so the last one is lost.  */
GR_FN double
gr_product_word (uint64_t x, double y, int i)
{
  int e;
  const uint64_t mantissa = (uint64_t) ldexp (frexp (fabs (y), &e), 52);
  const gr_u128 p = (gr_u128) x * mantissa;
  return ldexp ((double) (uint32_t) (p >> (32 * i)), e - 52 + 32 * i);
}

GR_RARE_FN int64_t
gr_signed_mul_double (int64_t x, double y)
{
  if (fabs (y) < 0x1p63 && y == trunc (y))
    return gr_signed_mul (x, (int64_t) y);
  /* that of -0.5 is not Octave's, which converts a negative number to an unsigned one there */
  if (fabs (y) == 0.5)
    return gr_signed_div (x, y < 0.0 ? -2 : 2);
  if (y != y || isinf (y))
    return gr_round_signed ((double) x * y);
  const bool negative = (x < 0) != (y < 0.0);
  int64_t sum = 0;
  for (int i = 0; i < 4; i++)
    {
      const double word = gr_product_word (gr_magnitude (x), y, i);
      sum = gr_signed_add (sum, gr_round_signed (negative ? -word : word));
    }
  return sum;
}
GR_RARE_FN uint64_t
gr_unsigned_mul_double (uint64_t x, double y)
{
  if (y >= 0.0 && y < 0x1p64 && y == trunc (y))
    return gr_unsigned_mul (x, (uint64_t) y);
  if (y == 0.5)
    return gr_unsigned_div (x, 2);
  if (! (y >= 0.0) || isinf (y))
    return gr_round_unsigned ((double) x * y);
  uint64_t sum = 0;
  for (int i = 0; i < 4; i++)
    sum = gr_unsigned_add (sum, gr_round_unsigned (gr_product_word (x, y, i)));
  return sum;
}

/* A double beyond the class is added in two halves, since the sum may be within.  */
GR_FN int64_t
gr_signed_add_double (int64_t x, double y)
{
  if (fabs (y) < 0x1p63)
    return gr_signed_add (x, gr_round_signed (y));
  const int64_t half = gr_round_signed (y / 2.0);
  return gr_signed_add (gr_signed_add (x, half), half);
}
GR_FN uint64_t
gr_unsigned_sub (uint64_t a, uint64_t b)
{
  return a < b ? 0 : a - b;
}
GR_FN uint64_t
gr_unsigned_add_double (uint64_t x, double y)
{
  return y < 0.0 ? gr_unsigned_sub (x, gr_round_unsigned (-y)) : gr_unsigned_add (x, gr_round_unsigned (y));
}
GR_FN int64_t
gr_double_sub_signed (double x, int64_t y)
{
  return y == INT64_MIN ? gr_round_signed (x + 0x1p63) : gr_signed_add_double (-y, x);
}
GR_FN uint64_t
gr_double_sub_unsigned (double x, uint64_t y)
{
  if (x < 0x1p64)
    return gr_unsigned_sub (gr_round_unsigned (x), y);
  return y ? gr_unsigned_add (gr_round_unsigned (x - 0x1p64), 0 - y) : UINT64_MAX;
}
GR_FN int64_t
gr_signed_div_double (int64_t x, double y)
{
  return fabs (y) < 0x1p63 && y == trunc (y) ? gr_signed_div (x, (int64_t) y) : gr_signed_mul_double (x, 1.0 / y);
}
GR_FN uint64_t
gr_unsigned_div_double (uint64_t x, double y)
{
  return y >= 0.0 && y < 0x1p64 && y == trunc (y) ? gr_unsigned_div (x, (uint64_t) y)
                                                  : gr_unsigned_mul_double (x, 1.0 / y);
}

GR_FN double
gr_double_of_bits (uint64_t bits)
{
  union
  {
    uint64_t bits;
    double value;
  } u;
  u.bits = bits;
  return u.value;
}
GR_FN uint64_t
gr_bits_of_double (double x)
{
  union
  {
    double value;
    uint64_t bits;
  } u;
  u.value = x;
  return u.bits;
}

GR_FN int64_t
gr_compute_signed (gr_rule r, uint64_t a, uint64_t b)
{
  const int64_t x = (int64_t) a, y = (int64_t) b;
  const double u = gr_double_of_bits (a), v = gr_double_of_bits (b);
  const bool a_double = r.a_kind == GR_WIDE_DOUBLE, b_double = r.b_kind == GR_WIDE_DOUBLE;
  switch (r.op)
    {
    case GR_PLUS:
      return a_double ? gr_signed_add_double (y, u) : b_double ? gr_signed_add_double (x, v) : gr_signed_add (x, y);
    case GR_MINUS:
      return a_double ? gr_double_sub_signed (u, y) : b_double ? gr_signed_add_double (x, -v) : gr_signed_sub (x, y);
    case GR_TIMES:
      return a_double ? gr_signed_mul_double (y, u) : b_double ? gr_signed_mul_double (x, v) : gr_signed_mul (x, y);
    default:
      return a_double ? gr_round_signed (u / (double) y)
           : b_double ? gr_signed_div_double (x, v)
                      : gr_signed_div (x, y);
    }
}
GR_FN uint64_t
gr_compute_unsigned (gr_rule r, uint64_t a, uint64_t b)
{
  const double u = gr_double_of_bits (a), v = gr_double_of_bits (b);
  const bool a_double = r.a_kind == GR_WIDE_DOUBLE, b_double = r.b_kind == GR_WIDE_DOUBLE;
  switch (r.op)
    {
    case GR_PLUS:
      return a_double ? gr_unsigned_add_double (b, u)
           : b_double ? gr_unsigned_add_double (a, v)
                      : gr_unsigned_add (a, b);
    case GR_MINUS:
      return a_double ? gr_double_sub_unsigned (u, b)
           : b_double ? gr_unsigned_add_double (a, -v)
                      : gr_unsigned_sub (a, b);
    case GR_TIMES:
      return a_double ? gr_unsigned_mul_double (b, u)
           : b_double ? gr_unsigned_mul_double (a, v)
                      : gr_unsigned_mul (a, b);
    default:
      return a_double ? gr_round_unsigned (u / (double) b)
           : b_double ? gr_unsigned_div_double (a, v)
                      : gr_unsigned_div (a, b);
    }
}
/* The bits of a result of 64 bits.  */
GR_FN uint64_t
gr_form_compute_wide (gr_rule r, uint64_t a, uint64_t b)
{
  const bool is_unsigned = r.a_kind == GR_WIDE_UNSIGNED || r.b_kind == GR_WIDE_UNSIGNED;
  return is_unsigned ? gr_compute_unsigned (r, a, b) : (uint64_t) gr_compute_signed (r, a, b);
}

/* An integer and a double.  As doubles they differ, or the double is an integer, unless it is a bound of the class,
   which Octave takes to be above all unsigned integers' values or beyond all signed ones.  */
GR_FN bool
gr_compare_wide_double (gr_binary op, uint64_t x, gr_wide_kind kind, double y)
{
  const double rounded = kind == GR_WIDE_UNSIGNED ? (double) x : (double) (int64_t) x;
  if (rounded != y)
    return gr_compare_double (op, rounded, y);
  if (rounded == (kind == GR_WIDE_UNSIGNED ? 0x1p64 : 0x1p63))
    return gr_compare_double (op, 1.0, 0.0);
  if (kind == GR_WIDE_UNSIGNED)
    return gr_compare_unsigned (op, x, (uint64_t) y);
  return y == -0x1p63 ? gr_compare_double (op, 0.0, 1.0) : gr_compare_signed (op, (int64_t) x, (int64_t) y);
}

/* b op a, if this is a op b.  */
GR_FN gr_binary
gr_turned (gr_binary op)
{
  switch (op)
    {
    case GR_LT:
      return GR_GT;
    case GR_LE:
      return GR_GE;
    case GR_GE:
      return GR_LE;
    case GR_GT:
      return GR_LT;
    default:
      return op;
    }
}

GR_FN bool
gr_form_compare_wide (gr_rule r, uint64_t a, uint64_t b)
{
  if (gr_is_of_kind (r.op, GR_BINARY_LOGIC))
    return gr_test_double (r.op, r.a_kind == GR_WIDE_DOUBLE ? gr_double_of_bits (a) != 0.0 : a != 0,
                           r.b_kind == GR_WIDE_DOUBLE ? gr_double_of_bits (b) != 0.0 : b != 0);
  if (r.a_kind == GR_WIDE_DOUBLE)
    return gr_compare_wide_double (gr_turned (r.op), b, r.b_kind, gr_double_of_bits (a));
  if (r.b_kind == GR_WIDE_DOUBLE)
    return gr_compare_wide_double (r.op, a, r.a_kind, gr_double_of_bits (b));
  if (r.a_kind == r.b_kind)
    return r.a_kind == GR_WIDE_SIGNED ? gr_compare_signed (r.op, (int64_t) a, (int64_t) b)
                                      : gr_compare_unsigned (r.op, a, b);
  /* a negative number is below all unsigned ones */
  if (r.a_kind == GR_WIDE_SIGNED)
    return (int64_t) a < 0 ? gr_compare_double (r.op, 0.0, 1.0) : gr_compare_unsigned (r.op, a, b);
  return (int64_t) b < 0 ? gr_compare_double (r.op, 1.0, 0.0) : gr_compare_unsigned (r.op, a, b);
}

#endif
