/* SPDX-License-Identifier: GPL-3.0-or-later

   Stages as one call after the other: a reduction for each, and a function of elements at the end.  A backend may have
   a kernel that does all of them.  */

#include <string.h>

#include "library/library.h"

/* Operand 0 is the element, or of functions of results alone the first one.  */
enum { GR_STAGE_OPERANDS = GR_MAX_STAGES + 1 };

typedef struct
{
  const gr_stages *stages;
  size_t inner, len, outer;
  const gr_operand *x;
  gr_expression element; /* what took the element's place, of x and results; without steps x itself */
  gr_buffer *result[GR_MAX_STAGES];
  gr_type type[GR_MAX_STAGES]; /* of results */
} run;

static gr_type
type_of (const gr_expression *e)
{
  return e->step[e->value[0]].type;
}

/* ---- checks ---- */

/* Is it a function of one value, of at most `arguments` arguments?  */
static bool
is_plain (const gr_expression *e, int arguments)
{
  return e->values == 1 && e->arguments <= arguments;
}

static gr_status
check (const gr_stages *s, size_t len)
{
  bool good
    = s->count > 0 && s->count <= GR_MAX_STAGES && len > 0 && is_plain (&s->last, s->count + (s->of_elements ? 1 : 0));
  for (int k = 0; k < s->count && good; k++)
    {
      const gr_stage *const stage = &s->stage[k];
      const gr_operator op = stage->op;
      good = (op == GR_SUM || op == GR_MAX || op == GR_MIN) && is_plain (&stage->value, k + 1)
          && (! stage->finish.steps || is_plain (&stage->finish, k + 1));
    }
  return good ? GR_OK
              : gr_fail (GR_BAD_ARGUMENT, "stages are sums and extrema of segments with elements, and their functions "
                                          "have one value, of what stages before them gave");
}

/* ---- functions of functions ---- */

/* The step that is argument number `of`, or -1.  */
static int
find_argument (const gr_expression *e, int of)
{
  for (int k = 0; k < e->steps; k++)
    if (e->step[k].kind == GR_STEP_ARGUMENT && e->step[k].of == of)
      return k;
  return -1;
}

/* *to becomes `outer` with the value of `inner` as its element; other arguments are the same of both.  */
static gr_status
substitute (const gr_expression *inner, const gr_expression *outer, gr_expression *to)
{
  int place[GR_MAX_STEPS]; /* of steps of outer */
  if (inner->steps + outer->steps > GR_MAX_STEPS || inner->numbers + outer->numbers > GR_MAX_NUMBERS)
    return gr_fail (GR_UNSUPPORTED, "functions of stages have more than %d steps together", GR_MAX_STEPS);
  *to = *inner;
  for (int k = 0; k < outer->steps; k++)
    {
      gr_step step = outer->step[k];
      const bool is_argument = step.kind == GR_STEP_ARGUMENT;
      place[k] = ! is_argument ? -1 : step.of == 0 ? inner->value[0] : find_argument (inner, step.of);
      if (place[k] >= 0)
        continue;
      for (int j = 0; j < 3; j++)
        step.operand[j] = step.operand[j] < 0 ? -1 : place[step.operand[j]];
      step.of += step.kind == GR_STEP_NUMBER ? inner->numbers : 0;
      place[k] = to->steps;
      to->step[to->steps++] = step;
    }
  for (int k = 0; k < outer->numbers; k++)
    to->number[to->numbers++] = outer->number[k];
  to->own |= outer->own << inner->numbers;
  to->arguments = outer->arguments > inner->arguments ? outer->arguments : inner->arguments;
  to->value[0] = place[outer->value[0]];
  return GR_OK;
}

/* ---- one after the other ---- */

/* The arguments of a function: `first`, and results of stages.  */
typedef struct
{
  gr_operand operand[GR_STAGE_OPERANDS];
  const size_t *sizes[GR_STAGE_OPERANDS];
  size_t whole[3], one[3];
} arguments;

static void
find_arguments (const run *r, const gr_operand *first, bool is_whole, int results, arguments *a)
{
  const int before = first ? 1 : 0;
  memcpy (a->whole, (size_t[]){ r->inner, r->len, r->outer }, sizeof a->whole);
  memcpy (a->one, (size_t[]){ r->inner, 1, r->outer }, sizeof a->one);
  if (first)
    a->operand[0] = *first;
  a->sizes[0] = is_whole ? a->whole : a->one;
  for (int k = 0; k < results; k++)
    {
      a->operand[before + k] = (gr_operand){ .type = r->type[k], .buffer = r->result[k] };
      a->sizes[before + k] = a->one;
    }
}

/* What is faulty is not asked for.  */
static gr_status
evaluate (const gr_expression *e, const arguments *a, gr_buffer *result)
{
  int faulty;
  return gr_evaluate (e, a->operand, 3, a->sizes, &result, &faulty);
}

static gr_status
take (size_t count, gr_type type, gr_buffer **made)
{
  return gr_take_memory (gr_selected (), gr_multiply_sizes (count, gr_types[type].size), made);
}

/* Reduce the values of a function of elements and of the results of `results` stages.  */
static gr_status
reduce (run *r, gr_operator op, const gr_expression *value, int results, gr_buffer **reduced, gr_type *type)
{
  const gr_request request = { .op = op,
                               .type = type_of (value),
                               .inner = r->inner,
                               .len = r->len,
                               .outer = r->outer,
                               .place = GR_ON_DEVICE,
                               .queue = true };
  const size_t count = r->inner * r->len * r->outer;
  const gr_step *const step = &value->step[value->value[0]];
  void *in = NULL, *out = NULL;
  arguments a;
  int faulty;
  gr_status status = gr_check_request (&request, false, type);
  if (status == GR_OK)
    status = take (r->inner * r->outer, *type, reduced);
  if (status == GR_OK)
    status = gr_find_memory (gr_selected (), *reduced, &out);
  if (status != GR_OK)
    return status;
  find_arguments (r, r->x, true, results, &a);
  if (step->kind != GR_STEP_ARGUMENT || step->of != 0)
    return gr_run_mapped (&request, &(gr_mapping){ value, a.operand, 3, a.sizes }, out, NULL, &faulty);
  status = gr_find_elements ("the array", r->x->buffer, r->x->first, count, gr_types[r->x->type].size, &in);
  return status == GR_OK ? gr_run_on (gr_selected (), &request, *type, in, out, NULL) : status;
}

/* The stage's result of what was reduced, which is released.  */
static gr_status
finish (run *r, int number, gr_type type, gr_buffer *reduced)
{
  const gr_expression *const e = &r->stages->stage[number].finish;
  const gr_operand first = { .type = type, .buffer = reduced };
  arguments a;
  find_arguments (r, &first, false, number, &a);
  r->type[number] = type_of (e);
  gr_status status = take (r->inner * r->outer, type_of (e), &r->result[number]);
  if (status == GR_OK)
    status = evaluate (e, &a, r->result[number]);
  gr_buffer_release (reduced);
  return status;
}

static gr_status
run_stage (run *r, int number)
{
  const gr_stage *const stage = &r->stages->stage[number];
  gr_expression value = stage->value;
  gr_buffer *reduced = NULL;
  gr_type type = GR_TYPE_F64;
  gr_status status = r->element.steps ? substitute (&r->element, &stage->value, &value) : GR_OK;
  if (status == GR_OK)
    status = reduce (r, stage->op, &value, number, &reduced, &type);
  if (stage->keep)
    r->element = value;
  if (status == GR_OK && stage->finish.steps)
    return finish (r, number, type, reduced);
  r->result[number] = reduced;
  r->type[number] = type;
  return status;
}

static gr_status
run_each (run *r, gr_buffer *result)
{
  const gr_stages *const s = r->stages;
  gr_expression last = s->last;
  arguments a;
  gr_status status = GR_OK;
  for (int k = 0; k < s->count && status == GR_OK; k++)
    status = run_stage (r, k);
  if (status == GR_OK && s->of_elements && r->element.steps)
    status = substitute (&r->element, &s->last, &last);
  find_arguments (r, s->of_elements ? r->x : NULL, s->of_elements, s->count, &a);
  if (status == GR_OK)
    status = evaluate (&last, &a, result);
  for (int k = 0; k < GR_MAX_STAGES; k++)
    gr_buffer_release (r->result[k]);
  return status;
}

/* ---- the call ---- */

static gr_stages_run
run_of (const gr_stages *stages, size_t inner, size_t len, size_t outer, gr_type type)
{
  return (gr_stages_run){ .stages = stages, .type = type, .inner = inner, .len = len, .segments = inner * outer };
}

gr_status
gr_have_stages (const gr_stages *stages, size_t inner, size_t len, size_t outer, gr_type type, bool *have)
{
  const gr_stages_run what = run_of (stages, inner, len, outer, type);
  *have = false;
  gr_status status = gr_need_backend ();
  if (status == GR_OK)
    status = check (stages, len);
  if (status == GR_OK)
    *have = gr_elements ()->takes_stages && gr_elements ()->takes_stages (&what);
  return status;
}

gr_status
gr_run_stages (const gr_stages *stages, size_t inner, size_t len, size_t outer, const gr_operand *x, gr_buffer *result)
{
  gr_stages_run what = run_of (stages, inner, len, outer, x->type);
  const size_t count = gr_multiply_sizes (gr_multiply_sizes (inner, len), outer);
  void *in = NULL;
  bool have;
  gr_status status = gr_have_stages (stages, inner, len, outer, x->type, &have);
  if (status != GR_OK || ! count)
    return status;
  if (! have)
    {
      run r = { .stages = stages, .inner = inner, .len = len, .outer = outer, .x = x };
      return run_each (&r, result);
    }
  status = gr_find_elements ("the array", x->buffer, x->first, count, gr_types[x->type].size, &in);
  what.elements = in;
  if (status == GR_OK)
    status = gr_find_elements ("the result", result, 0, stages->of_elements ? count : what.segments,
                               gr_types[type_of (&stages->last)].size, &what.result);
  return status == GR_OK ? gr_elements ()->run_stages (&what) : status;
}
