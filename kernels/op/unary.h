/* SPDX-License-Identifier: GPL-3.0-or-later

   Octave's functions of one number, in the common subset of C11 and CUDA C++: of double, single and complex numbers
   there are gr_unary_NAME (op, x), with results of the same type, gr_unary_part_NAME, with real ones, and
   gr_unary_truth_NAME.  Single complex numbers are computed as double ones.  */

#ifndef GR_UNARY_H
#define GR_UNARY_H

#include "backend_elements.h"
#include "op/arith.h"
#include "op/complex.h"
#include "op/special.h"

/* ---- results ---- */

typedef enum { GR_RESULT_SAME, GR_RESULT_PART, GR_RESULT_TRUTH } gr_unary_result;

GR_CONSTANT_FN gr_unary_result
gr_result_of (gr_unary op)
{
  switch (op)
    {
#define GR_RESULT_CASE(_, ID, NAME, RESULT, ...)                                                                       \
case GR_##ID:                                                                                                          \
  return GR_RESULT_##RESULT;
      GR_UNARIES (GR_RESULT_CASE, _)
#undef GR_RESULT_CASE
    default:
      return GR_RESULT_SAME;
    }
}

GR_CONSTANT_FN bool
gr_takes_complex (gr_unary op)
{
#define GR_IS_OF_REALS(_, ID, NAME, RESULT, KIND, ...)                                                                 \
  || (op == GR_##ID && (GR_UNARY_##KIND == GR_UNARY_SPECIAL || GR_UNARY_##KIND == GR_UNARY_EXACT))
  return ! (false GR_UNARIES (GR_IS_OF_REALS, _));
#undef GR_IS_OF_REALS
}

/* ---- real numbers ---- */

#define GR_UNARY_OF_REALS(NAME, T, F)                                                                                  \
  GR_FN T gr_unary_##NAME (gr_unary op, T x)                                                                           \
  {                                                                                                                    \
    switch (op)                                                                                                        \
      {                                                                                                                \
      case GR_SIGNUM:                                                                                                  \
        return x != x ? x : (T) ((x > 0) - (x < 0));                                                                   \
      case GR_FLOOR:                                                                                                   \
        return floor##F (x);                                                                                           \
      case GR_CEIL:                                                                                                    \
        return ceil##F (x);                                                                                            \
      case GR_ROUND:                                                                                                   \
        return round##F (x);                                                                                           \
      case GR_FIX:                                                                                                     \
        return trunc##F (x);                                                                                           \
      case GR_SQRT:                                                                                                    \
        return sqrt##F (x);                                                                                            \
      case GR_EXP:                                                                                                     \
        return exp##F (x);                                                                                             \
      case GR_EXPM1:                                                                                                   \
        return expm1##F (x);                                                                                           \
      case GR_LOG:                                                                                                     \
        return log##F (x);                                                                                             \
      case GR_LOG1P:                                                                                                   \
        return log1p##F (x);                                                                                           \
      case GR_LOG2:                                                                                                    \
        return log2##F (x);                                                                                            \
      case GR_LOG10:                                                                                                   \
        return log10##F (x);                                                                                           \
      case GR_SIN:                                                                                                     \
        return sin##F (x);                                                                                             \
      case GR_COS:                                                                                                     \
        return cos##F (x);                                                                                             \
      case GR_TAN:                                                                                                     \
        return tan##F (x);                                                                                             \
      case GR_ASIN:                                                                                                    \
        return asin##F (x);                                                                                            \
      case GR_ACOS:                                                                                                    \
        return acos##F (x);                                                                                            \
      case GR_ATAN:                                                                                                    \
        return atan##F (x);                                                                                            \
      case GR_SINH:                                                                                                    \
        return sinh##F (x);                                                                                            \
      case GR_COSH:                                                                                                    \
        return cosh##F (x);                                                                                            \
      case GR_TANH:                                                                                                    \
        return tanh##F (x);                                                                                            \
      case GR_ASINH:                                                                                                   \
        return asinh##F (x);                                                                                           \
      case GR_ACOSH:                                                                                                   \
        return acosh##F (x);                                                                                           \
      case GR_ATANH:                                                                                                   \
        return atanh##F (x);                                                                                           \
      case GR_ERF:                                                                                                     \
        return erf##F (x);                                                                                             \
      case GR_ERFC:                                                                                                    \
        return erfc##F (x);                                                                                            \
      case GR_ERFCX:                                                                                                   \
        return gr_erfcx_##NAME (x);                                                                                    \
      case GR_ERFINV:                                                                                                  \
        return gr_erfinv_##NAME (x);                                                                                   \
      case GR_ERFCINV:                                                                                                 \
        return gr_erfcinv_##NAME (x);                                                                                  \
      case GR_GAMMA:                                                                                                   \
        return gr_gamma_##NAME (x);                                                                                    \
      case GR_LGAMMA:                                                                                                  \
        return gr_has_negative_gamma ((double) x) ? (T) NAN : lgamma##F (x);                                           \
      case GR_CBRT:                                                                                                    \
        return cbrt##F (x);                                                                                            \
      case GR_EPS:                                                                                                     \
        return gr_eps_##NAME (x);                                                                                      \
      default:                                                                                                         \
        return x;                                                                                                      \
      }                                                                                                                \
  }                                                                                                                    \
  GR_FN T gr_unary_part_##NAME (gr_unary op, T x)                                                                      \
  {                                                                                                                    \
    const T pi = (T) 3.14159265358979323846;                                                                           \
    switch (op)                                                                                                        \
      {                                                                                                                \
      case GR_ABS:                                                                                                     \
        return fabs##F (x);                                                                                            \
      case GR_IMAG:                                                                                                    \
        return 0;                                                                                                      \
      case GR_ARG:                                                                                                     \
        return signbit (x) ? pi : 0;                                                                                   \
      default:                                                                                                         \
        return x;                                                                                                      \
      }                                                                                                                \
  }                                                                                                                    \
  GR_FN bool gr_unary_truth_##NAME (gr_unary op, T x)                                                                  \
  {                                                                                                                    \
    switch (op)                                                                                                        \
      {                                                                                                                \
      case GR_ISNAN:                                                                                                   \
        return x != x;                                                                                                 \
      case GR_ISINF:                                                                                                   \
        return (bool) isinf (x);                                                                                       \
      case GR_SIGNBIT:                                                                                                 \
        return (bool) signbit (x);                                                                                     \
      default:                                                                                                         \
        return (bool) isfinite (x);                                                                                    \
      }                                                                                                                \
  }
GR_UNARY_OF_REALS (double, double, )
GR_UNARY_OF_REALS (single, float, f)

/* ---- complex numbers ---- */

/* On the real axis beyond 1 Octave takes the other side of the cut.  */
GR_FN gr_c64
gr_beyond_cut (gr_c64 z, gr_c64 result)
{
  return z.im == 0.0 && z.re > 1.0 ? gr_complex (result.re, -result.im) : result;
}

/* log (1 + z), without cancellation near 0.  Away from it -0 + 0 is what Octave adds.  */
GR_FN gr_c64
gr_complex_log1p (gr_c64 z)
{
  if (! (fabs (z.re) < 0.5 && fabs (z.im) < 0.5))
    return gr_clog (gr_complex (1.0 + z.re, 0.0 + z.im));
  const double u = 2.0 * z.re + z.re * z.re + z.im * z.im;
  return gr_complex (log1p (u / (1.0 + sqrt (u + 1.0))), atan2 (z.im, 1.0 + z.re));
}

/* e^z - 1, without cancellation near 0.  */
GR_FN gr_c64
gr_complex_expm1 (gr_c64 z)
{
  if (! (hypot (z.re, z.im) < 1.0))
    {
      const gr_c64 e = gr_cexp (z);
      return gr_complex (e.re - 1.0, e.im);
    }
  const double u = expm1 (z.re), s = sin (z.im / 2.0), v = -2.0 * s * s;
  return gr_complex (u * v + u + v, (u + 1.0) * sin (z.im));
}

GR_FN gr_c64
gr_complex_signum (gr_c64 z)
{
  const double m = gr_modulus_of (z, false);
  return m == 0.0 ? gr_complex (0.0, 0.0) : gr_complex (z.re / m, z.im / m);
}

GR_FN gr_c64
gr_complex_scaled (gr_c64 z, double divisor)
{
  return gr_complex (z.re / divisor, z.im / divisor);
}

GR_RARE_FN gr_c64
gr_unary_complex (gr_unary op, gr_c64 z)
{
  const double ln_10 = 2.30258509299404568402;
  switch (op)
    {
    case GR_CONJ:
      return gr_complex (z.re, -z.im);
    case GR_SIGNUM:
      return gr_complex_signum (z);
    case GR_FLOOR:
    case GR_CEIL:
    case GR_ROUND:
    case GR_FIX:
      return gr_complex (gr_unary_double (op, z.re), gr_unary_double (op, z.im));
    case GR_SQRT:
      return gr_csqrt (z);
    case GR_EXP:
      return gr_cexp (z);
    case GR_EXPM1:
      return gr_complex_expm1 (z);
    case GR_LOG:
      return gr_clog (z);
    case GR_LOG1P:
      return gr_complex_log1p (z);
    case GR_LOG2:
      return gr_complex_scaled (gr_clog (z), GR_LN_2);
    case GR_LOG10:
      return gr_complex_scaled (gr_clog (z), ln_10);
    case GR_SIN:
      return gr_csin (z);
    case GR_COS:
      return gr_ccos (z);
    case GR_TAN:
      return gr_ctan (z);
    case GR_ASIN:
      return gr_beyond_cut (z, gr_casin (z));
    case GR_ACOS:
      return gr_beyond_cut (z, gr_cacos (z));
    case GR_ATAN:
      return gr_catan (z);
    case GR_SINH:
      return gr_csinh (z);
    case GR_COSH:
      return gr_ccosh (z);
    case GR_TANH:
      return gr_ctanh (z);
    case GR_ASINH:
      return gr_casinh (z);
    case GR_ACOSH:
      return gr_cacosh (z);
    case GR_ATANH:
      return gr_catanh (z);
    case GR_LGAMMA: /* of a real number with a negative gamma */
      return gr_complex (lgamma (z.re), 2.0 * GR_HALF_PI);
    default:
      return z;
    }
}

/* Has a function of this real number a real answer?  It has of NaN.  */
GR_FN bool
gr_has_real_answer (gr_unary op, double x)
{
  if (op == GR_LGAMMA)
    return ! gr_has_negative_gamma (x);
  switch (op)
    {
#define GR_DOMAIN_CASE(_, ID, NAME, RESULT, KIND, LEAST, GREATEST)                                                     \
case GR_##ID:                                                                                                          \
  return ! (x < (LEAST) || x > (GREATEST));
      GR_UNARIES (GR_DOMAIN_CASE, _)
#undef GR_DOMAIN_CASE
    default:
      return true;
    }
}

/* A complex answer to a real number.  */
GR_RARE_FN gr_c64
gr_unary_of_real (gr_unary op, double x)
{
  return gr_has_real_answer (op, x) ? gr_complex (gr_unary_double (op, x), 0.0)
                                    : gr_unary_complex (op, gr_complex (x, 0.0));
}

GR_RARE_FN double
gr_unary_part_complex (gr_unary op, gr_c64 z)
{
  switch (op)
    {
    case GR_ABS:
      return gr_modulus_of (z, false);
    case GR_IMAG:
      return z.im;
    case GR_ARG:
      return atan2 (z.im, z.re);
    default:
      return z.re;
    }
}

GR_FN bool
gr_unary_truth_complex (gr_unary op, gr_c64 z)
{
  const bool re = gr_unary_truth_double (op, z.re), im = gr_unary_truth_double (op, z.im);
  return op == GR_ISFINITE ? re && im : re || im;
}

#endif
