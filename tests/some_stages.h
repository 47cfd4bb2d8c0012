/* SPDX-License-Identifier: GPL-3.0-or-later

   Some stages (kernels/stages.h), the same for the same number.  */

#ifndef SOME_STAGES_H
#define SOME_STAGES_H

#include <stdlib.h>
#include <string.h>

#include "stages.h"

enum { SOME_STAGES = 5 };

static inline void
must (gr_status status)
{
  if (status != GR_OK)
    exit (2);
}

/* x less the least, and over the sum of such differences.  */
static inline void
share_stages (gr_type type, gr_stages *s)
{
  gr_expression *const first = &s->stage[0].value, *const second = &s->stage[1].value;
  int x, y, z, step;
  memset (s, 0, sizeof *s);
  s->count = 2;
  s->of_elements = s->stage[1].keep = true;
  s->stage[0].op = GR_MIN;
  s->stage[1].op = GR_SUM;
  must (gr_add_argument (first, type, &x));
  must (gr_add_value (first, x));
  must (gr_add_argument (second, type, &x));
  must (gr_add_argument (second, type, &y));
  must (gr_add_binary (second, GR_MINUS, x, y, &step));
  must (gr_add_value (second, step));
  must (gr_add_argument (&s->last, type, &x));
  must (gr_add_argument (&s->last, type, &y));
  must (gr_add_argument (&s->last, type, &z));
  must (gr_add_binary (&s->last, GR_RDIVIDE, x, z, &step));
  must (gr_add_value (&s->last, step));
}

/* Of segments of n elements.  0: log (sum (exp (x))), 1: softmax, 2: zscore, 3: shares, 4: 0 without NaN.  */
static inline void
some_stages (int which, gr_type type, size_t n, gr_stages *s)
{
  switch (which)
    {
    case 0:
    case 4:
      must (gr_log_sum_exp_stages (type, which == 4, s));
      break;
    case 1:
      must (gr_softmax_stages (type, s));
      break;
    case 2:
      must (gr_zscore_stages (type, n, 1, s));
      break;
    default:
      share_stages (type, s);
    }
}

#endif
