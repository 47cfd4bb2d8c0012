/* SPDX-License-Identifier: GPL-3.0-or-later

   Medians and quantiles, each made of two elements of a segment, in the common subset of C11 and CUDA C++.  Compile
   without contraction, as arith.h says.  */

#ifndef GR_STATISTIC_H
#define GR_STATISTIC_H

#include "op/arith.h"
#include "order.h"

/* GR_LOWER: the lower one.  GR_MEAN_OF_TWO.  GR_BETWEEN: from the lower one as far to the upper one as `weight` says.
   GR_FIXED: no element, but `weight`.  */
typedef enum { GR_LOWER, GR_MEAN_OF_TWO, GR_BETWEEN, GR_FIXED } gr_blend;
/* The elements' numbers in order, from 1 on, and what is made of them.  */
typedef struct
{
  double low, high, weight;
  gr_blend blend;
} gr_two;

GR_FN gr_two
gr_median_of (double n)
{
  gr_two t;
  t.low = floor ((n + 1) / 2);
  t.high = floor (n / 2) + 1;
  t.weight = 0;
  t.blend = t.low == t.high ? GR_LOWER : GR_MEAN_OF_TWO;
  return t;
}

/* The quantile for p, from 0 to 1, of n elements.  */
GR_FN gr_two
gr_quantile_of (unsigned method, double p, double n)
{
  gr_two t;
  double x = p * n;
  t.blend = method == 1 || method == 3 ? GR_LOWER : GR_BETWEEN;
  t.weight = 0.5;
  switch (method)
    {
    case 1:
    case 2:
      t.low = fmax (ceil (x), 1.0);
      t.high = fmin (floor (x + 1), n);
      return t;
    case 3:
      /* halves go to even numbers */
      x = fmax (x, 1.0);
      t.low = round (x);
      t.low -= t.low - x == 0.5 ? fmod (t.low, 2.0) : 0.0;
      t.high = t.low;
      return t;
    case 4:
      break;
    case 5:
      x += 0.5;
      break;
    case 6:
      x = p * (n + 1);
      break;
    case 7:
      x = p * (n - 1) + 1;
      break;
    case 8:
      x = p * (n + 1.0 / 3) + 1.0 / 3;
      break;
    default:
      x = p * (n + 0.25) + 0.375;
      break;
    }
  t.low = fmax (fmin (floor (x), n - 1), 1.0);
  t.high = fmin (t.low + 1, fmax (n, 1.0));
  t.weight = fmax (fmin (x - t.low, 1.0), 0.0);
  return t;
}

/* What makes the statistic of a segment of `len` elements of which `numbers` are not NaN; rank: the quantile's.  */
GR_FN gr_two
gr_two_of (gr_statistic asked, unsigned method, double rank, double len, double numbers)
{
  gr_two t = asked == GR_QUANTILES ? gr_quantile_of (method, fmin (fmax (rank, 0.0), 1.0), numbers)
                                   : gr_median_of (asked == GR_MEDIAN ? len : numbers);
  const bool is_part = rank >= 0 && rank <= 1;
  if (len == 1)
    t.blend = GR_LOWER;
  if (asked == GR_QUANTILES && ! is_part)
    {
      t.blend = GR_FIXED;
      t.weight = rank < 0 ? -INFINITY : rank > 1 ? INFINITY : NAN;
    }
  else if (asked == GR_MEDIAN && numbers < len)
    {
      t.blend = GR_FIXED;
      t.weight = NAN;
    }
  return t;
}

/* All NaN become one.  */
#define GR_BLEND_AS(NAME, T)                                                                                           \
  GR_FN T NAME (gr_two t, T low, T high)                                                                               \
  {                                                                                                                    \
    T x = (T) t.weight;                                                                                                \
    if (t.blend == GR_LOWER)                                                                                           \
      x = low;                                                                                                         \
    else if (t.blend == GR_MEAN_OF_TWO)                                                                                \
      x = (low + high) / 2;                                                                                            \
    else if (t.blend == GR_BETWEEN)                                                                                    \
      x = (T) (1 - t.weight) * low + x * high;                                                                         \
    return x == x ? x : (T) NAN;                                                                                       \
  }
GR_BLEND_AS (gr_blend_double, double)
GR_BLEND_AS (gr_blend_single, float)

/* The mean of integers, halves away from 0, from keys in their order; zero: the key of 0.  */
GR_FN uint64_t
gr_mean_of_keys (uint64_t low, uint64_t high, uint64_t zero)
{
  const uint64_t middle = low + (high - low) / 2;
  return middle + ((high - low) % 2 && middle >= zero);
}

#endif
