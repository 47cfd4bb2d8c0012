/* SPDX-License-Identifier: GPL-3.0-or-later

   Elements of all types, and arrays of random ones.  */

#include "backend_test.h"

#define GET_0(T) r.re = ((const T *) p)[i];
#define GET_1(T)                                                                                                       \
  r.re = ((const T *) p)[i].re;                                                                                        \
  r.im = ((const T *) p)[i].im;
#define SET_0(T) ((T *) p)[i] = (T) v.re;
#define SET_1(T)                                                                                                       \
  ((T *) p)[i].re = v.re;                                                                                              \
  ((T *) p)[i].im = v.im;
#define BOUNDS_0(T)                                                                                                    \
  *hi = (T) -1 > 0 ? (T) -1 : (T) (UINT64_MAX >> (65 - 8 * sizeof (T)));                                               \
  *lo = (T) -1 > 0 ? 0 : -*hi - 1;
#define BOUNDS_1(T)
#define CASE(WHAT, ID, T, CLASS, COMPLEX, ...)                                                                         \
  case GR_TYPE_##ID:                                                                                                   \
    WHAT##_##COMPLEX (T) break;

value
get (gr_type type, const void *p, size_t i)
{
  value r = { 0, 0 };
  switch (type)
    {
      GR_TYPES (CASE, GET)
    default:
      break;
    }
  return r;
}

void
set (gr_type type, void *p, size_t i, value v)
{
  switch (type)
    {
      GR_TYPES (CASE, SET)
    default:
      break;
    }
}

void
bounds (gr_type type, long double *lo, long double *hi)
{
  switch (type)
    {
      GR_TYPES (CASE, BOUNDS)
    default:
      break;
    }
  if (type == GR_TYPE_BOOL)
    *hi = 1;
}

bool
is_integer (gr_type type)
{
  return gr_types[type].kind != GR_KIND_FLOATING;
}

bool
is_single (gr_type type)
{
  return type == GR_TYPE_F32 || type == GR_TYPE_C32;
}

static uint64_t random_state = 88172645463325252u;

/* xorshift64*, Vigna 2016.  */
uint64_t
bits (void)
{
  random_state ^= random_state >> 12;
  random_state ^= random_state << 25;
  random_state ^= random_state >> 27;
  return random_state * 2685821657736338717u;
}

/* The seed's state is not 0, which would stay 0.  */
void
seed_random (const char *text)
{
  if (! text)
    text = getenv ("GPUREDUCE_TEST_SEED");
  const uint64_t seed = text ? strtoull (text, NULL, 10) : 0;
  random_state *= 2 * seed + 1;
  printf ("backend_test, seed=%llu\n", (unsigned long long) seed);
}

long double
uniform (void)
{
  return (long double) (bits () >> 11) * 0x1p-53L;
}

long double
random_part (gr_operator op, gr_type type, bool rough)
{
  if (is_integer (type))
    {
      long double lo, hi;
      bounds (type, &lo, &hi);
      /* of a product few, or a part of it would be infinite where another one is 0 */
      const bool extreme = bits () % (gr_operators[op].accumulator == GR_ACCUMULATOR_PRODUCT ? 32 : 8) == 0;
      const long double v = extreme ? floorl (lo + (hi - lo) * uniform ()) : (long double) (bits () % 7) - 3;
      return v < lo ? lo : v > hi ? hi : v;
    }
  if (rough)
    {
      static const long double special[] = { NAN, INFINITY, -INFINITY, -0.0L, 0, 1, -1, 2, -2, 3 };
      return special[bits () % 64 < 4 ? bits () % 4 : 3 + bits () % 7];
    }
  const long double u = uniform ();
  const gr_accumulator accumulator = gr_operators[op].accumulator;
  if (accumulator == GR_ACCUMULATOR_PRODUCT)
    /* moduli about 1, or the product of a long segment would be subnormal */
    return (gr_types[type].is_complex ? 0.7071L : 1) * (0.9L + 0.2L * u);
  if (accumulator == GR_ACCUMULATOR_MEAN)
    return 0.5L + u;
  return accumulator == GR_ACCUMULATOR_MOMENTS ? 1000 + u : u - 0.5L;
}

void *
telling_array (const gr_request *q)
{
  const size_t n = q->inner * q->len * q->outer, odd = bits () % (2 * n);
  const gr_operator_info *op = &gr_operators[q->op];
  const bool sum = op->accumulator == GR_ACCUMULATOR_SUM || op->accumulator == GR_ACCUMULATOR_SQUARES;
  const bool complex = gr_types[q->type].is_complex;
  void *in = need (n * gr_types[q->type].size);
  for (size_t i = 0; i < n; i++)
    {
      value v = { 0, 0 };
      for (int part = 0; part <= complex; part++)
        *(part ? &v.im : &v.re)
          = sum && ! is_integer (q->type) ? (long double) (bits () % 15) - 7 : random_part (q->op, q->type, false);
      if (op->accumulator == GR_ACCUMULATOR_PRODUCT && q->arithmetic == GR_ARITHMETIC_NATIVE && v.re == 0)
        v.re = 1;
      if (op->accumulator == GR_ACCUMULATOR_TRUTH)
        v = (value){ (i == odd) == ! (op->variant & GR_LEAST), 0 };
      set (q->type, in, i, v);
    }
  return in;
}
