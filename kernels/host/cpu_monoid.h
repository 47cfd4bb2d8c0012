/* SPDX-License-Identifier: GPL-3.0-or-later

   The monoids of the host backend: how an element becomes a partial result, and how two partial results combine.
   Everything is inlined with a constant monoid, so that members which it does not keep vanish and loops vectorise.  */

#ifndef GR_CPU_MONOID_H
#define GR_CPU_MONOID_H

#include "op/arith.h"
#include "host/cpu.h"

typedef struct
{
  double re, im, key, pos;
  int64_t i;
} gr_partial;

#define GR_MEMBERS_CASE(_, ID, DOMAIN, MEMBERS)                                                                        \
case GR_MONOID_##ID:                                                                                                   \
  return MEMBERS;
#define GR_DOMAIN_CASE(_, ID, DOMAIN, MEMBERS)                                                                         \
case GR_MONOID_##ID:                                                                                                   \
  return GR_DOMAIN_##DOMAIN;

GR_INLINE unsigned
gr_members (gr_monoid op)
{
  switch (op)
    {
      GR_MONOIDS (GR_MEMBERS_CASE, _)
    default:
      return 0;
    }
}

GR_INLINE gr_domain
gr_monoid_domain (gr_monoid op)
{
  switch (op)
    {
      GR_MONOIDS (GR_DOMAIN_CASE, _)
    default:
      return GR_DOMAIN_DOUBLE;
    }
}

GR_INLINE bool
gr_is_arg_extremum (gr_monoid op)
{
  return op == GR_MONOID_ARG_EXTREMUM || op == GR_MONOID_FIRST_EXTREMUM || op == GR_MONOID_EXTREMUM
      || op == GR_MONOID_INTEGER_ARG_EXTREMUM || op == GR_MONOID_COMPLEX_ARG_EXTREMUM;
}

/* Do integers saturate step by step, so that elements must stay in order? */
GR_INLINE bool
gr_is_saturating (gr_monoid op)
{
  return op == GR_MONOID_NATIVE_SUM || op == GR_MONOID_NATIVE_PROD;
}

/* Do NaN, ties or weights change what it makes of elements? */
GR_INLINE bool
gr_heeds_options (gr_monoid op)
{
  return ! gr_is_saturating (op) && op != GR_MONOID_NATIVE_SQUARES && op != GR_MONOID_WIDE_SUM;
}

/* Are its reductions compiled for such elements too? */
GR_INLINE bool
gr_reads (gr_monoid op, gr_elements elements)
{
  return op == GR_MONOID_SUM || op == GR_MONOID_SQUARES || op == GR_MONOID_PROD || op == GR_MONOID_MOMENTS
      || op == GR_MONOID_ARG_EXTREMUM
      || op == (elements == GR_ARE_INT32 ? GR_MONOID_EXTREMUM : GR_MONOID_FIRST_EXTREMUM);
}

/* Read and write element i of partial results whose planes are n words apart.  */
GR_INLINE gr_partial
gr_get_members (unsigned members, const gr_word *a, size_t n, size_t i)
{
  gr_partial c = { 0 };
  if (members & GR_INT)
    {
      c.i = ((const gr_integer_word *) a)[i];
      a += n;
    }
  if (members & GR_RE)
    {
      c.re = a[i];
      a += n;
    }
  if (members & GR_IM)
    {
      c.im = a[i];
      a += n;
    }
  if (members & GR_KEY)
    {
      c.key = a[i];
      a += n;
    }
  if (members & GR_POS)
    c.pos = a[i];
  return c;
}

GR_INLINE gr_partial
gr_get (gr_monoid op, const gr_word *a, size_t n, size_t i)
{
  return gr_get_members (gr_members (op), a, n, i);
}

GR_INLINE void
gr_put (gr_monoid op, gr_word *a, size_t n, size_t i, gr_partial c)
{
  const unsigned members = gr_members (op);
  if (members & GR_INT)
    {
      ((gr_integer_word *) a)[i] = c.i;
      a += n;
    }
  if (members & GR_RE)
    {
      a[i] = c.re;
      a += n;
    }
  if (members & GR_IM)
    {
      a[i] = c.im;
      a += n;
    }
  if (members & GR_KEY)
    {
      a[i] = c.key;
      a += n;
    }
  if (members & GR_POS)
    a[i] = c.pos;
}

GR_INLINE gr_partial
gr_identity (gr_monoid op)
{
  const double one = op == GR_MONOID_PROD || op == GR_MONOID_COMPLEX_PROD ? 1.0 : 0.0;
  return (gr_partial){ .re = one, .i = op == GR_MONOID_NATIVE_PROD };
}

/* Element i of a block in double.  */
GR_INLINE double
gr_element (gr_mode m, const void *x, size_t i)
{
  return m.elements == GR_ARE_SINGLES ? (double) ((const float *) x)[i]
       : m.elements == GR_ARE_INT32   ? (double) ((const int32_t *) x)[i]
                                      : ((const double *) x)[i];
}

/* The saturating a + b of the class, without jumps, and a * b.  */
GR_INLINE int64_t
gr_saturate (gr_monoid op, gr_mode m, int64_t a, int64_t b)
{
  int64_t r;
  if (op != GR_MONOID_NATIVE_PROD)
    {
      const uint64_t sum = (uint64_t) a + (uint64_t) b;
      r = (int64_t) sum;
      if (m.is_unsigned && m.wide)
        return sum < (uint64_t) a ? -1 : r;
      r = ((a ^ r) & (b ^ r)) < 0 ? (b < 0 ? INT64_MIN : INT64_MAX) : r;
    }
  else if (m.is_unsigned && m.wide)
    {
      uint64_t product;
      return __builtin_mul_overflow ((uint64_t) a, (uint64_t) b, &product) ? -1 : (int64_t) product;
    }
  else if (__builtin_mul_overflow (a, b, &r))
    r = (a < 0) != (b < 0) ? INT64_MIN : INT64_MAX;
  return r < m.least ? m.least : r > m.greatest ? m.greatest : r;
}

/* Element i of a block at position pos.  */
GR_INLINE gr_partial
gr_load (gr_monoid op, gr_mode m, const void *x, size_t i, double pos)
{
  gr_partial c = { .pos = pos };
  bool nan = false;
  switch (gr_monoid_domain (op))
    {
    case GR_DOMAIN_INTEGER:
      c.i = ((const int64_t *) x)[i];
      break;
    case GR_DOMAIN_COMPLEX:
      c.re = ((const gr_c64 *) x)[i].re;
      c.im = ((const gr_c64 *) x)[i].im;
      nan = c.re != c.re || c.im != c.im;
      break;
    case GR_DOMAIN_DOUBLE:
      c.re = gr_element (m, x, i);
      nan = c.re != c.re;
      if (m.omit)
        {
          const double other = gr_element (m, x, i ^ m.pair);
          nan |= other != other;
        }
      break;
    }
  switch (op)
    {
    case GR_MONOID_SQUARES:
      c.re *= c.re;
      break;
    case GR_MONOID_NATIVE_SQUARES:
      c.i = gr_saturate (GR_MONOID_NATIVE_PROD, m, c.i, c.i);
      return c;
    case GR_MONOID_WIDE_SUM:
      c.re = ! m.is_unsigned && c.i < 0 ? -1.0 : 0.0;
      return c;
    case GR_MONOID_COUNTED:
      c.re = m.mean == GR_MEAN_GEOMETRIC ? log (c.re) : m.mean == GR_MEAN_HARMONIC ? 1.0 / c.re : c.re;
      c.key = 1.0;
      break;
    case GR_MONOID_COMPLEX_COUNTED:
      {
        const gr_c64 z = gr_complex (c.re, c.im);
        const gr_c64 f = m.mean == GR_MEAN_GEOMETRIC ? gr_complex_log (z) : gr_complex_div (gr_complex (1.0, 0.0), z);
        c.re = f.re;
        c.im = f.im;
        c.key = 1.0;
        break;
      }
    case GR_MONOID_ARG_EXTREMUM:
    case GR_MONOID_FIRST_EXTREMUM:
    case GR_MONOID_EXTREMUM:
      c.re *= m.sign;
      return c;
    case GR_MONOID_INTEGER_ARG_EXTREMUM:
      c.i ^= m.flip;
      return c;
    case GR_MONOID_COMPLEX_ARG_EXTREMUM:
      {
        const gr_c64 z = gr_complex (c.re, c.im);
        if (m.by_parts)
          c.key = nan ? (double) NAN : m.sign * c.re;
        else
          c.key = m.sign * (m.single ? gr_complex_abs_single (z) : gr_complex_abs (z));
        return c;
      }
    default:
      break;
    }
  return m.omit && nan ? gr_identity (op) : c;
}

/* Would b, if it came after a, replace it? */
GR_INLINE bool
gr_better (gr_monoid op, gr_mode m, gr_partial b, gr_partial a)
{
  if (op == GR_MONOID_INTEGER_ARG_EXTREMUM)
    return b.i > a.i;
  if (op == GR_MONOID_EXTREMUM)
    return b.re > a.re;
  const bool real = op == GR_MONOID_ARG_EXTREMUM || op == GR_MONOID_FIRST_EXTREMUM;
  const double u = real ? b.re : b.key, v = real ? a.re : a.key;
  /* a comparison with NaN is false; the second factor says which of the two may be NaN */
  const bool greater = (! (u <= v)) & (m.include ? v == v : u == u);
  if (op == GR_MONOID_COMPLEX_ARG_EXTREMUM && u == v && m.by_parts)
    return m.sign * b.im > m.sign * a.im;
  if (op == GR_MONOID_COMPLEX_ARG_EXTREMUM && u == v)
    return m.sign * gr_complex_arg (gr_complex (b.re, b.im), m.single)
         > m.sign * gr_complex_arg (gr_complex (a.re, a.im), m.single);
  return greater;
}

/* a stands before b.  Of equals, b wins if `tie`.  */
GR_INLINE gr_partial
gr_combine (gr_monoid op, gr_mode m, gr_partial a, gr_partial b, bool tie)
{
  switch (op)
    {
    case GR_MONOID_PROD:
      a.re *= b.re;
      return a;
    case GR_MONOID_COMPLEX_PROD:
      {
        const gr_c64 z = gr_complex_mul (gr_complex (a.re, a.im), gr_complex (b.re, b.im));
        a.re = z.re;
        a.im = z.im;
        return a;
      }
    case GR_MONOID_EXTRA:
      {
        const gr_pair p = gr_pair_add ((gr_pair){ a.re, a.im }, (gr_pair){ b.re, b.im });
        a.re = p.s;
        a.im = p.e;
        return a;
      }
    case GR_MONOID_COMPLEX_COUNTED:
      a.im += b.im; /* fall through */
    case GR_MONOID_COUNTED:
      a.key += b.key; /* fall through */
    default:
      a.re += b.re;
      return a;
    case GR_MONOID_ARG_EXTREMUM:
    case GR_MONOID_FIRST_EXTREMUM:
    case GR_MONOID_EXTREMUM:
    case GR_MONOID_INTEGER_ARG_EXTREMUM:
    case GR_MONOID_COMPLEX_ARG_EXTREMUM:
      {
        const bool take = tie ? ! gr_better (op, m, a, b) : gr_better (op, m, b, a);
        gr_partial r = { .key = take ? b.key : a.key,
                         .re = take ? b.re : a.re,
                         .im = take ? b.im : a.im,
                         .pos = take ? b.pos : a.pos,
                         .i = take ? b.i : a.i };
        return r;
      }
    case GR_MONOID_NATIVE_SUM:
    case GR_MONOID_NATIVE_SQUARES:
    case GR_MONOID_NATIVE_PROD:
      a.i = gr_saturate (op, m, a.i, b.i);
      return a;
    case GR_MONOID_WIDE_SUM:
      {
        const uint64_t sum = (uint64_t) a.i + (uint64_t) b.i;
        a.re += b.re + (sum < (uint64_t) a.i ? 1.0 : 0.0);
        a.i = (int64_t) sum;
        return a;
      }
    case GR_MONOID_MOMENTS:
      {
        /* means are relative to centers; the result's center is that of the heavier one (gr_moments_merge) */
        const double center = a.key < b.key ? b.pos : a.pos;
        const gr_moments r = gr_moments_merge ((gr_moments){ a.key, (a.pos - center) + a.re, a.im },
                                               (gr_moments){ b.key, (b.pos - center) + b.re, b.im });
        return (gr_partial){ .key = r.n, .re = r.mean, .im = r.m2, .pos = center };
      }
    }
}

/* The same for partial results from interleaved or reversed positions.  */
GR_INLINE gr_partial
gr_merge (gr_monoid op, gr_mode m, gr_partial a, gr_partial b)
{
  return gr_combine (op, m, a, b, (b.pos < a.pos) != m.late);
}

/* Expand BODY (OP) once per monoid, as a constant, for the monoid at hand.  */
#define GR_WITH_MONOID_CASE(BODY, ID, ...)                                                                             \
case GR_MONOID_##ID:                                                                                                   \
  BODY (GR_MONOID_##ID);                                                                                               \
  break;
#define GR_WITH_MONOID(monoid, BODY)                                                                                   \
  switch (monoid)                                                                                                      \
    {                                                                                                                  \
      GR_MONOIDS (GR_WITH_MONOID_CASE, BODY)                                                                           \
    default:                                                                                                           \
      break;                                                                                                           \
    }

#endif
