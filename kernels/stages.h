/* SPDX-License-Identifier: GPL-3.0-or-later

   Stages: reductions of the same segments one after the other, each of values that the results of earlier ones belong
   to, and then a function of elements and of all results; a normalization is one of them.  Where segments fit on a
   multiprocessor, a kernel reads them once.  */

#ifndef GR_STAGES_H
#define GR_STAGES_H

#include "expression.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { GR_MAX_STAGES = 3 };

/* op: GR_SUM, GR_MAX or GR_MIN, without options.
   value: what is reduced, a function of an element and of the results of earlier stages, in order; it may have fewer
     arguments.
   finish: makes the stage's result of the reduction's result and of the results of earlier stages; one without steps
     leaves it as it is.
   keep: the value takes the element's place in what follows.  */
typedef struct
{
  gr_operator op;
  gr_expression value, finish;
  bool keep;
} gr_stage;

/* last: with of_elements a function of an element and all results, else of the results alone.  Each expression has one
   value.  Faulty values (expression.h) are not looked for: functions of stages have none.  */
typedef struct
{
  int count;
  gr_stage stage[GR_MAX_STAGES];
  gr_expression last;
  bool of_elements;
} gr_stages;

/* The stages of segments of x, [inner, len, outer], whose type is that of the functions' elements.  result has as many
   elements as x, or one for each segment.  Segments have elements.  The order in which values are combined depends on
   sizes and types alone.  */
gr_status gr_run_stages (const gr_stages *stages, size_t inner, size_t len, size_t outer, const gr_operand *x,
                         gr_buffer *result);

/* The stages of functions of segments of elements of a type, which has no parts: the logarithm of the sum of
   exponentials, of no elements but NaN -Inf if these are omitted; exponentials over their sum; and of double or single
   elements the difference from the mean over the standard deviation, whose divisor is len - ddof, or over 1 where that
   is 0.  Values are single for single and double for other elements.  */
gr_status gr_log_sum_exp_stages (gr_type type, bool omits_nan, gr_stages *stages);
gr_status gr_softmax_stages (gr_type type, gr_stages *stages);
gr_status gr_zscore_stages (gr_type type, size_t len, double ddof, gr_stages *stages);

/* Has the selected backend a kernel that does all of them, of elements of a type?  */
gr_status gr_have_stages (const gr_stages *stages, size_t inner, size_t len, size_t outer, gr_type type, bool *have);

#ifdef __cplusplus
}
#endif

#endif
