/* SPDX-License-Identifier: GPL-3.0-or-later

   Some stages (kernels/stages.h), the same for the same number.  */

#ifndef SOME_STAGES_H
#define SOME_STAGES_H

#include <stdlib.h>

#include "stages.h"

enum { SOME_STAGES = 4 };

static inline int
needed (gr_status status, int step)
{
  if (status != GR_OK)
    exit (2);
  return step;
}
static inline int
argument (gr_expression *e, gr_type type)
{
  int step = -1;
  return needed (gr_add_argument (e, type, &step), step);
}
static inline int
binary (gr_expression *e, gr_binary op, int a, int b)
{
  int step = -1;
  const gr_status status = gr_add_binary (e, op, a, b, &step);
  return needed (status, step);
}
static inline int
unary (gr_expression *e, gr_unary op, int a)
{
  int step = -1;
  const gr_status status = gr_add_unary (e, op, a, &step);
  return needed (status, step);
}
static inline int
number (gr_expression *e, double x)
{
  int step = -1;
  const gr_status status = gr_add_number (e, GR_TYPE_F64, &x, &step);
  return needed (status, step);
}

/* A function of `count` arguments.  */
static inline void
begin_function (gr_expression *e, gr_type type, int count)
{
  for (int k = 0; k < count; k++)
    argument (e, type);
}

/* Of segments of n elements.  0: log (sum (exp (x))), 1: softmax, 2: zscore, 3: x less the least, and over the sum of
   such differences.  */
static inline void
some_stages (int which, gr_type type, size_t n, gr_stages *s)
{
  gr_expression *const first = &s->stage[0].value, *const second = &s->stage[1].value, *const last = &s->last;
  s->count = 2;
  s->of_elements = which != 0;
  s->stage[0].op = which < 2 ? GR_MAX : which == 2 ? GR_SUM : GR_MIN;
  s->stage[1].op = GR_SUM;
  s->stage[1].keep = which == 1 || which == 3;
  begin_function (first, type, 1);
  gr_add_value (first, 0);
  begin_function (second, type, 2);
  const int difference = binary (second, GR_MINUS, 0, 1);
  gr_add_value (second, which < 2    ? unary (second, GR_EXP, difference)
                        : which == 2 ? binary (second, GR_TIMES, difference, difference)
                                     : difference);
  begin_function (last, type, which ? 3 : 2);
  switch (which)
    {
    case 0:
      gr_add_value (last, binary (last, GR_PLUS, 0, unary (last, GR_LOG, 1)));
      break;
    case 2:
      {
        gr_expression *const mean = &s->stage[0].finish, *const deviation = &s->stage[1].finish;
        begin_function (mean, type, 1);
        gr_add_value (mean, binary (mean, GR_RDIVIDE, 0, number (mean, (double) n)));
        begin_function (deviation, type, 1);
        gr_add_value (deviation, unary (deviation, GR_SQRT,
                                        binary (deviation, GR_RDIVIDE, 0, number (deviation, n > 1 ? n - 1.0 : 1.0))));
        gr_add_value (last, binary (last, GR_RDIVIDE, binary (last, GR_MINUS, 0, 1), 2));
        break;
      }
    default:
      gr_add_value (last, binary (last, GR_RDIVIDE, 0, 2));
    }
}

#endif
