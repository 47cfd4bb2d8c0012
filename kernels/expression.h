/* SPDX-License-Identifier: GPL-3.0-or-later

   Expressions: functions of elements that callers write, as steps of a few kinds, each with the type of its value.
   Steps are added in order, and take the values of earlier ones.  Types follow Octave's rules for numbers; the order of
   operations stays, so that each step has the bits of the operator or function of arrays (elements.h).

   Where a real number has a complex answer, or NaN has no logical value, a value is faulty, and so is what is computed
   from it.  gr_evaluate says which step made a faulty result.  */

#ifndef GR_EXPRESSION_H
#define GR_EXPRESSION_H

#include "elements.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { GR_MAX_STEPS = 256, GR_MAX_ARGUMENTS = 16, GR_MAX_NUMBERS = 32, GR_MAX_VALUES = 8 };

/* X (_, ID)
   ARGUMENT  an element of argument number `of`
   NUMBER    number number `of`, the same for all elements
   CONVERT   operand 0, converted to the step's type (gr_convert_elements)
   UNARY     function `of` of operand 0 (gr_unary), whose operand has a floating-point type
   BINARY    operator `of` of operands 0 and 1 (gr_binary), whose operands have types that gr_binary_type takes
   CHOOSE    operand 1 where operand 0, which is logical, is true, else operand 2; all have the step's type
   CHECK     operand 0, faulty where it is NaN: Octave has no logical value of NaN  */
#define GR_STEP_KINDS(X, _)                                                                                            \
  X (_, ARGUMENT)                                                                                                      \
  X (_, NUMBER)                                                                                                        \
  X (_, CONVERT)                                                                                                       \
  X (_, UNARY)                                                                                                         \
  X (_, BINARY)                                                                                                        \
  X (_, CHOOSE)                                                                                                        \
  X (_, CHECK)
typedef enum {
#define GR_STEP_ID(_, ID) GR_STEP_##ID,
  GR_STEP_KINDS (GR_STEP_ID, _)
#undef GR_STEP_ID
    GR_STEP_KIND_COUNT
} gr_step_kind;

typedef struct
{
  gr_step_kind kind;
  int of;
  gr_type type;   /* of the value */
  int operand[3]; /* steps before this one, or -1 */
} gr_step;

/* Callers read it, and change it by the functions below alone.  One of zeros has no steps.  */
typedef struct
{
  int steps, arguments, numbers, values;
  gr_step step[GR_MAX_STEPS];
  gr_c64 number[GR_MAX_NUMBERS]; /* the bytes of an element each */
  uint32_t own;                  /* bit k: number k is the expression's own, which no caller gave */
  int value[GR_MAX_VALUES];      /* the steps whose values are the results, in order */
} gr_expression;

/* Add a step; *step is its number.  The same step is added once.  GR_UNSUPPORTED where Octave has no such operator or
   function, or the library has none, or there are too many steps; gr_message names the function.  The functions and
   operators include what Octave does before it computes: conversions of operands, checks, other functions for
   integers.  */
gr_status gr_add_argument (gr_expression *e, gr_type type, int *step);
gr_status gr_add_number (gr_expression *e, gr_type type, const void *element, int *step);
gr_status gr_add_conversion (gr_expression *e, gr_type type, int operand, int *step);
gr_status gr_add_unary (gr_expression *e, gr_unary op, int operand, int *step);
gr_status gr_add_binary (gr_expression *e, gr_binary op, int a, int b, int *step);
gr_status gr_add_not (gr_expression *e, int operand, int *step);
/* Octave's merge: the mask is logical, and the values have one class, or are single and double.  */
gr_status gr_add_choice (gr_expression *e, int mask, int a, int b, int *step);
gr_status gr_add_value (gr_expression *e, int step);

/* Is a function of 2 k arguments the same if its first k change places with the others?  Only where its steps say so;
   orders of zeros and of NaN do not count.  */
bool gr_is_commutative (const gr_expression *e);

/* Can the step itself make a faulty value, or any of the expression?  */
bool gr_step_may_fault (const gr_expression *e, int step);
bool gr_may_fault (const gr_expression *e);

/* Where each value is if all stand one behind the other, at multiples of their alignment, and the bytes of all.  */
size_t gr_place_values (const gr_expression *e, size_t place[GR_MAX_VALUES]);

/* The values for all elements of arguments of `dims` dimensions, sizes[k][0] to sizes[k][dims - 1] those of argument k,
   the dimension whose elements are neighbours first.  Along a dimension of size 1 its element stands for all; other
   sizes that differ are GR_BAD_ARGUMENT.  Types are those of the expression's arguments.  Value number v goes to
   elements [0, count) of results[v], and overlaps no argument, unless both have the same size and type, and the same
   first element.  *faulty is the number of a step that made a faulty element of a result, or -1; the call waits for the
   device where the expression may fault.  */
gr_status gr_evaluate (const gr_expression *e, const gr_operand *arguments, size_t dims, const size_t *const *sizes,
                       gr_buffer *const *results, int *faulty);

/* The same of arrays on the host that all have `count` elements, whichever backend is selected; results are on the
   host, and overlap no argument.  */
gr_status gr_evaluate_on_host (const gr_expression *e, size_t count, const void *const *arguments, void *const *results,
                               int *faulty);

/* A function of arrays, whose values are elements.  */
typedef struct
{
  const gr_expression *expression; /* of one value */
  const gr_operand *arguments;
  size_t dims;
  const size_t *const *sizes;
} gr_mapping;

/* gr_run of the array of values, whose type and sizes the request has, with the same bits.  Where the kernel of `auto`
   loads elements by itself, it computes values as it reads them, and no array of them is made.  *faulty as above; a run
   that may fault is not queued.

   place is that of out and index.  Where it is GR_ON_HOST, an argument without a buffer may have all its elements at
   `value`, and others are on the device.  The selected backend runs it, whatever the size.  A device is sent arguments
   at once if these, the array of their values where one is made, and the results of a scan have at most 512 MiB; else a
   piece after the other, so that they may be larger than its memory.  Bits of pieces are those of the whole array in
   the cases in which gr_run keeps them; what gr_run does not stream, such as groups and algorithms by name, is sent at
   once.  Results do not overlap arguments.  */
gr_status gr_run_mapped (const gr_request *request, const gr_mapping *mapping, void *out, double *index, int *faulty);

#ifdef __cplusplus
}
#endif

#endif
