/* SPDX-License-Identifier: GPL-3.0-or-later

   Which edges a number is between, where the steps of these are equal or nearly so, in the common subset of C11 and
   CUDA C++.  Compile without contraction, as arith.h says.

   The place of x is p (x) = (x - first) * scale, rounded twice.  Rounding keeps order, so p (x) < p (y) only if x < y.
   slack is how far p (edge k) is from k at the most, measured at all edges, and at most GR_STEP_SLACK.  So if p (x) is
   farther than that from r, the whole number that is nearest to it, then x is on the same side of edge r as p (x) is of
   r; and else x is compared with that edge.  In both cases it is above edge r - 1 and below edge r + 1, whose places
   are farther away.  */

#ifndef GR_HISTOGRAM_H
#define GR_HISTOGRAM_H

#include "op/arith.h"

/* The most edges with such places: whole numbers below 2^21 are exact beside a half and a slack.  */
enum { GR_MOST_STEPS = 1 << 21 };
#define GR_STEP_SLACK 0.25

/* The sum with it is rounded to a whole number, which its lowest bits then say.  */
#define GR_ROUNDING_F32 12582912.0f        /* 1.5 * 2^23 */
#define GR_ROUNDING_F64 6755399441055744.0 /* 1.5 * 2^52 */

/* Are there such places?  Then *scale and *slack are those of these edges, of which there are n.  */
#define GR_FIND_STEPS(ID, T)                                                                                           \
  GR_FN bool gr_find_steps_##ID (const T *edge, size_t n, T *scale, T *slack)                                          \
  {                                                                                                                    \
    if (n < 2 || n > GR_MOST_STEPS)                                                                                    \
      return false;                                                                                                    \
    const T span = edge[n - 1] - edge[0];                                                                              \
    *slack = 0;                                                                                                        \
    *scale = (T) (n - 1) / span;                                                                                       \
    /* neither is infinite or NaN */                                                                                   \
    if (! (span > 0 && span - span == 0 && *scale - *scale == 0))                                                      \
      return false;                                                                                                    \
    for (size_t k = 0; k < n; k++)                                                                                     \
      {                                                                                                                \
        const T away = (edge[k] - edge[0]) * *scale - (T) k;                                                           \
        *slack = away > *slack ? away : -away > *slack ? -away : *slack;                                               \
      }                                                                                                                \
    return *slack <= (T) GR_STEP_SLACK;                                                                                \
  }
GR_FIND_STEPS (F32, float)
GR_FIND_STEPS (F64, double)
#undef GR_FIND_STEPS

#endif
