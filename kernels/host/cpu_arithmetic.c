/* SPDX-License-Identifier: GPL-3.0-or-later

   Arithmetic and comparison on the host: blocks of both operands are brought to their common form, the operator is
   applied to them, and what it gives is converted to the result's type.  */

#include "host/cpu.h"
#include "host/cpu_elements.h"
#include "op/pairs.h"

enum { BLOCK = 1024 }; /* elements of a block */

typedef union
{
#define MEMBER(_, ID, NAME, C) C NAME##_elements[BLOCK];
  GR_FORMS (MEMBER, _)
#undef MEMBER
} block;

static const size_t form_sizes[GR_FORM_COUNT] = {
#define SIZE(_, ID, NAME, C) sizeof (C),
  GR_FORMS (SIZE, _)
#undef SIZE
};

/* ---- to the common form ---- */

/* n elements from `from` on, STEP (0 or 1) apart; the suffix says whether the elements are complex.  */
#define EACH(...)                                                                                                      \
  for (size_t i = 0; i < n; i++)                                                                                       \
  __VA_ARGS__
#define TO_REAL_0(T, R) EACH (to[i] = (R) ((const T *) from)[i * step];)
#define TO_REAL_1(T, R)
#define TO_COMPLEX_0(T, C, R) EACH (to[i] = ((C){ (R) ((const T *) from)[i * step], 0 });)
#define TO_COMPLEX_1(T, C, R)                                                                                          \
  EACH (to[i] = ((C){ (R) ((const T *) from)[i * step].re, (R) ((const T *) from)[i * step].im });)
#define TO_WIDE_0(T, KIND)                                                                                             \
  if (KIND == GR_WIDE_DOUBLE)                                                                                          \
    EACH (to[i] = gr_bits_of_double ((double) ((const T *) from)[i * step]);)                                          \
  else                                                                                                                 \
    EACH (to[i] = (uint64_t) ((const T *) from)[i * step];)
#define TO_WIDE_1(T, KIND)

#define CASE_DOUBLE(_, ID, T, CLASS, COMPLEX, ...)                                                                     \
  case GR_TYPE_##ID:                                                                                                   \
    TO_REAL_##COMPLEX (T, double) break;
#define CASE_SINGLE(_, ID, T, CLASS, COMPLEX, ...)                                                                     \
  case GR_TYPE_##ID:                                                                                                   \
    TO_REAL_##COMPLEX (T, float) break;
#define CASE_COMPLEX(_, ID, T, CLASS, COMPLEX, ...)                                                                    \
  case GR_TYPE_##ID:                                                                                                   \
    TO_COMPLEX_##COMPLEX (T, gr_c64, double) break;
#define CASE_SINGLE_COMPLEX(_, ID, T, CLASS, COMPLEX, ...)                                                             \
  case GR_TYPE_##ID:                                                                                                   \
    TO_COMPLEX_##COMPLEX (T, gr_c32, float) break;
#define CASE_WIDE(_, ID, T, CLASS, COMPLEX, ...)                                                                       \
  case GR_TYPE_##ID:                                                                                                   \
    TO_WIDE_##COMPLEX (T, gr_kind_of (GR_TYPE_##ID)) break;

#define DEFINE_LOAD(_, FORM, NAME, C)                                                                                  \
  GR_CLONES static void load_##NAME (gr_type type, const void *from, size_t step, size_t n, C *restrict to)            \
  {                                                                                                                    \
    switch (type)                                                                                                      \
      {                                                                                                                \
        GR_TYPES (CASE_##FORM, _)                                                                                      \
      default:                                                                                                         \
        break;                                                                                                         \
      }                                                                                                                \
  }
GR_FORMS (DEFINE_LOAD, _)

static void
load (gr_form form, gr_type type, const void *from, size_t step, size_t n, void *to)
{
  switch (form)
    {
#define LOAD(_, FORM, NAME, ...)                                                                                       \
  case GR_FORM_##FORM:                                                                                                 \
    load_##NAME (type, from, step, n, to);                                                                             \
    break;
      GR_FORMS (LOAD, _)
#undef LOAD
    default:
      break;
    }
}

/* Do elements of the type stand as in the form?  */
static bool
is_in_form (gr_form form, gr_type type)
{
  static const gr_type types[GR_FORM_COUNT] = { GR_TYPE_F64, GR_TYPE_F32, GR_TYPE_C64, GR_TYPE_C32, GR_TYPE_U64 };
  return type == types[form] || (form == GR_FORM_WIDE && (type == GR_TYPE_I64 || type == GR_TYPE_F64));
}

/* ---- the operator ---- */

/* Results in the form, or logical ones.  */
#define CASE_OF_OPERATOR(FUNCTION, ID)                                                                                 \
  case GR_##ID:                                                                                                        \
    rule.op = GR_##ID;                                                                                                 \
    EACH (out[i] = FUNCTION (rule, a[i], b[i]);)                                                                       \
    break;
#define COMPUTE_ARITHMETIC(FORM, ID) CASE_OF_OPERATOR (gr_form_compute_##FORM, ID)
#define COMPUTE_FUNCTION(FORM, ID) CASE_OF_OPERATOR (gr_form_function_##FORM, ID)
#define COMPUTE_COMPARISON(FORM, ID)
#define COMPUTE_LOGIC(FORM, ID)
#define COMPUTE(FORM, ID, NAME, SIGN, KIND) COMPUTE_##KIND (FORM, ID)
#define COMPARE_ARITHMETIC(FORM, ID)
#define COMPARE_FUNCTION(FORM, ID)
#define COMPARE_COMPARISON(FORM, ID) CASE_OF_OPERATOR (gr_form_compare_##FORM, ID)
#define COMPARE_LOGIC(FORM, ID) CASE_OF_OPERATOR (gr_form_compare_##FORM, ID)
#define COMPARE(FORM, ID, NAME, SIGN, KIND) COMPARE_##KIND (FORM, ID)
#define DEFINE_LOOPS(_, FORM, NAME, C)                                                                                 \
  GR_CLONES static void compute_##NAME (gr_rule rule, const C *a, const C *b, size_t n, C *out)                        \
  {                                                                                                                    \
    switch (rule.op)                                                                                                   \
      {                                                                                                                \
        GR_BINARIES (COMPUTE, NAME)                                                                                    \
      default:                                                                                                         \
        break;                                                                                                         \
      }                                                                                                                \
  }                                                                                                                    \
  GR_CLONES static void compare_##NAME (gr_rule rule, const C *a, const C *b, size_t n, uint8_t *out)                  \
  {                                                                                                                    \
    switch (rule.op)                                                                                                   \
      {                                                                                                                \
        GR_BINARIES (COMPARE, NAME)                                                                                    \
      default:                                                                                                         \
        break;                                                                                                         \
      }                                                                                                                \
  }
GR_FORMS (DEFINE_LOOPS, _)

/* Doubles to a narrow integer class, half away from zero and saturating.  */
GR_CLONES static void
store_integers (gr_type type, const double *from, size_t n, void *to)
{
  switch (type)
    {
#define STORE(_, ID, T, LEAST, GREATEST)                                                                               \
  case GR_TYPE_##ID:                                                                                                   \
    EACH (((T *) to)[i] = (T) gr_round_between (from[i], LEAST, GREATEST);)                                            \
    break;
      GR_NARROW_INTEGERS (STORE, _)
#undef STORE
    default:
      break;
    }
}

/* ---- all elements ---- */

typedef struct
{
  gr_form form;
  gr_rule rule;
  gr_type out_type;
  const gr_side *sides[2];
  block *scalars; /* of the sides that are, as many elements as a block has */
  char *out;
  size_t count;
  size_t axes; /* of operands that are broadcast; or 0 */
  const gr_pair_axis *axis;
} job;

static bool
is_scalar (const gr_side *side)
{
  return side->is_scalar || ! side->data;
}

/* Where side number s has the element for number `element` of the result, whose index along the first axis is given
   back.  */
static size_t
find_place (const job *j, int s, size_t element, size_t *index)
{
  size_t place = 0, stride = 1;
  *index = element % j->axis[0].count;
  for (size_t k = 0; k < j->axes; k++)
    {
      const gr_pair_axis *axis = &j->axis[k];
      if (s ? axis->in_b : axis->in_a)
        {
          place += element % axis->count * stride;
          stride *= axis->count;
        }
      element /= axis->count;
    }
  return place;
}

/* Elements that are broadcast, a run along the first axis at a time.  */
static const void *
fetch_spread (const job *j, int s, size_t first, size_t n, block *room)
{
  const gr_side *side = j->sides[s];
  const size_t step = s ? j->axis[0].in_b : j->axis[0].in_a, form_size = form_sizes[j->form];
  for (size_t done = 0, run; done < n; done += run)
    {
      size_t index;
      const size_t place = find_place (j, s, first + done, &index), rest = j->axis[0].count - index;
      const char *from = (const char *) side->data + place * gr_types[side->type].size;
      run = rest < n - done ? rest : n - done;
      if (run == n && step && is_in_form (j->form, side->type))
        return from;
      load (j->form, side->type, from, step, run, (char *) room + done * form_size);
    }
  return room;
}

/* Elements [first, first + n) of side number s in the form.  */
static const void *
fetch (const job *j, int s, size_t first, size_t n, block *room)
{
  const gr_side *side = j->sides[s];
  if (is_scalar (side))
    return &j->scalars[s];
  if (j->axes)
    return fetch_spread (j, s, first, n, room);
  const char *from = (const char *) side->data + first * gr_types[side->type].size;
  if (is_in_form (j->form, side->type))
    return from;
  load (j->form, side->type, from, 1, n, room);
  return room;
}

static void
run_block (const job *j, size_t first, size_t n)
{
  block rooms[2], results;
  const void *a = fetch (j, 0, first, n, &rooms[0]), *b = fetch (j, 1, first, n, &rooms[1]);
  void *out = j->out + first * gr_types[j->out_type].size;
  const bool narrows = j->form == GR_FORM_DOUBLE && j->out_type != GR_TYPE_F64 && ! gr_is_comparison (j->rule.op);
  switch (j->form)
    {
#define RUN(_, FORM, NAME, ...)                                                                                        \
  case GR_FORM_##FORM:                                                                                                 \
    if (gr_is_comparison (j->rule.op))                                                                                 \
      compare_##NAME (j->rule, a, b, n, out);                                                                          \
    else                                                                                                               \
      compute_##NAME (j->rule, a, b, n, narrows ? results.NAME##_elements : out);                                      \
    break;
      GR_FORMS (RUN, _)
#undef RUN
    default:
      break;
    }
  if (narrows)
    store_integers (j->out_type, results.double_elements, n, out);
}

static void
run_one (void *data, size_t i)
{
  const job *const j = data;
  const size_t left = j->count - i * BLOCK;
  run_block (j, i * BLOCK, left < BLOCK ? left : BLOCK);
}

static void
run (job *j)
{
  const size_t blocks = j->count / BLOCK + (j->count % BLOCK != 0);
  block scalars[2];
  j->scalars = scalars;
  for (int s = 0; s < 2; s++)
    if (is_scalar (j->sides[s]))
      load (j->form, j->sides[s]->type, j->sides[s]->data ? j->sides[s]->data : j->sides[s]->value, 0,
            j->count < BLOCK ? j->count : BLOCK, &scalars[s]);
  gr_for_each (blocks, GR_CPU_ALONE / BLOCK, GR_CPU_BATCH / BLOCK, run_one, j);
}

gr_status
gr_cpu_apply (gr_binary op, const gr_side *a, const gr_side *b, gr_type out_type, void *out, size_t count)
{
  job j = { .form = gr_form_of (a->type, b->type),
            .rule = gr_rule_of (op, a->type, b->type),
            .out_type = out_type,
            .sides = { a, b },
            .out = out,
            .count = count };
  run (&j);
  return GR_OK;
}

gr_status
gr_cpu_spread (gr_binary op, const gr_side *a, const gr_side *b, size_t axes, const gr_pair_axis *axis,
               gr_type out_type, void *out)
{
  job j = { .form = gr_form_of (a->type, b->type),
            .rule = gr_rule_of (op, a->type, b->type),
            .out_type = out_type,
            .sides = { a, b },
            .out = out,
            .count = 1,
            .axes = axes,
            .axis = axis };
  for (size_t k = 0; k < axes; k++)
    j.count *= axis[k].count;
  run (&j);
  return GR_OK;
}
