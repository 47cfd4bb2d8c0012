/* SPDX-License-Identifier: GPL-3.0-or-later

   Stages (stages.h) of functions with names.  */

#include <math.h>
#include <string.h>

#include "core/call.h"
#include "stages.h"

/* An expression that is being made.  After a failure nothing is added.  */
typedef struct
{
  gr_expression *e;
  gr_status status;
} builder;

static builder
begin (gr_expression *e)
{
  memset (e, 0, sizeof *e);
  return (builder){ e, GR_OK };
}
static int
argument (builder *b, gr_type type)
{
  int step = 0;
  b->status = b->status == GR_OK ? gr_add_argument (b->e, type, &step) : b->status;
  return step;
}
static int
number (builder *b, gr_type type, double x)
{
  const float single = (float) x;
  int step = 0;
  const void *const element = type == GR_TYPE_F32 ? (const void *) &single : &x;
  b->status = b->status == GR_OK ? gr_add_number (b->e, type, element, &step) : b->status;
  return step;
}
static int
converted (builder *b, gr_type type, int a)
{
  int step = 0;
  b->status = b->status == GR_OK ? gr_add_conversion (b->e, type, a, &step) : b->status;
  return step;
}
static int
unary (builder *b, gr_unary op, int a)
{
  int step = 0;
  b->status = b->status == GR_OK ? gr_add_unary (b->e, op, a, &step) : b->status;
  return step;
}
static int
binary (builder *b, gr_binary op, int x, int y)
{
  int step = 0;
  b->status = b->status == GR_OK ? gr_add_binary (b->e, op, x, y, &step) : b->status;
  return step;
}
static int
choice (builder *b, int mask, int x, int y)
{
  int step = 0;
  b->status = b->status == GR_OK ? gr_add_choice (b->e, mask, x, y, &step) : b->status;
  return step;
}
static gr_status
end (builder *b, int value)
{
  return b->status == GR_OK ? gr_add_value (b->e, value) : b->status;
}

/* ---- the largest element, and exponentials beside it ---- */

static gr_status
take_largest (gr_type from, gr_type type, gr_stage *stage)
{
  builder b = begin (&stage->value);
  stage->op = GR_MAX;
  return end (&b, converted (&b, type, argument (&b, from)));
}

/* An element that is the largest one has 1, since Inf - Inf is NaN.  */
static gr_status
sum_exponentials (gr_type from, gr_type type, bool omits_nan, gr_stage *stage)
{
  builder b = begin (&stage->value);
  const int x = converted (&b, type, argument (&b, from)), most = argument (&b, type);
  int value = unary (&b, GR_EXP, binary (&b, GR_MINUS, x, most));
  value = choice (&b, binary (&b, GR_EQ, x, most), number (&b, type, 1), value);
  if (omits_nan)
    value = choice (&b, binary (&b, GR_NE, x, x), number (&b, type, 0), value);
  stage->op = GR_SUM;
  return end (&b, value);
}

gr_status
gr_log_sum_exp_stages (gr_type from, bool omits_nan, gr_stages *s)
{
  const gr_type type = from == GR_TYPE_F32 ? from : GR_TYPE_F64;
  memset (s, 0, sizeof *s);
  s->count = 2;
  gr_status status = take_largest (from, type, &s->stage[0]);
  if (status == GR_OK)
    status = sum_exponentials (from, type, omits_nan, &s->stage[1]);
  if (status != GR_OK)
    return status;
  builder b = begin (&s->last);
  const int most = argument (&b, type), sum = argument (&b, type);
  int value = binary (&b, GR_PLUS, most, unary (&b, GR_LOG, sum));
  if (omits_nan) /* the largest of no elements is NaN */
    value = choice (&b, binary (&b, GR_EQ, sum, number (&b, type, 0)), number (&b, type, -INFINITY), value);
  return end (&b, value);
}

gr_status
gr_softmax_stages (gr_type from, gr_stages *s)
{
  const gr_type type = from == GR_TYPE_F32 ? from : GR_TYPE_F64;
  memset (s, 0, sizeof *s);
  s->count = 2;
  s->of_elements = true;
  s->stage[0].keep = from != type;
  s->stage[1] = (gr_stage){ .op = GR_SUM, .keep = true };
  gr_status status = take_largest (from, type, &s->stage[0]);
  if (status != GR_OK)
    return status;
  builder b = begin (&s->stage[1].value);
  const int x = argument (&b, type), most = argument (&b, type);
  status = end (&b, unary (&b, GR_EXP, binary (&b, GR_MINUS, x, most)));
  if (status != GR_OK)
    return status;
  b = begin (&s->last);
  const int element = argument (&b, type);
  argument (&b, type);
  return end (&b, binary (&b, GR_RDIVIDE, element, argument (&b, type)));
}

/* ---- mean and standard deviation ---- */

static gr_status
take_mean (gr_type type, size_t len, gr_stage *stage)
{
  builder b = begin (&stage->value);
  stage->op = GR_SUM;
  const gr_status status = end (&b, argument (&b, type));
  if (status != GR_OK)
    return status;
  b = begin (&stage->finish);
  return end (&b, binary (&b, GR_RDIVIDE, argument (&b, type), number (&b, GR_TYPE_F64, (double) len)));
}

/* 1 where it is 0.  */
static gr_status
take_deviation (gr_type type, double divisor, gr_stage *stage)
{
  builder b = begin (&stage->value);
  const int x = argument (&b, type), difference = binary (&b, GR_MINUS, x, argument (&b, type));
  stage->op = GR_SUM;
  const gr_status status = end (&b, binary (&b, GR_TIMES, difference, difference));
  if (status != GR_OK)
    return status;
  b = begin (&stage->finish);
  const int sum = argument (&b, type),
            deviation = unary (&b, GR_SQRT, binary (&b, GR_RDIVIDE, sum, number (&b, GR_TYPE_F64, divisor)));
  const int is_zero = binary (&b, GR_EQ, deviation, number (&b, type, 0));
  return end (&b, choice (&b, is_zero, number (&b, type, 1), deviation));
}

gr_status
gr_zscore_stages (gr_type type, size_t len, double ddof, gr_stages *s)
{
  memset (s, 0, sizeof *s);
  if (type != GR_TYPE_F64 && type != GR_TYPE_F32)
    return gr_fail (GR_UNSUPPORTED, "elements less their mean are double or single");
  s->count = 2;
  s->of_elements = true;
  gr_status status = take_mean (type, len, &s->stage[0]);
  if (status == GR_OK)
    status = take_deviation (type, fmax ((double) len - ddof, 1), &s->stage[1]);
  if (status != GR_OK)
    return status;
  builder b = begin (&s->last);
  const int x = argument (&b, type), mean = argument (&b, type), deviation = argument (&b, type);
  return end (&b, binary (&b, GR_RDIVIDE, binary (&b, GR_MINUS, x, mean), deviation));
}
