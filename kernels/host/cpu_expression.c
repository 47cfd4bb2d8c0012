/* SPDX-License-Identifier: GPL-3.0-or-later

   Expressions on the host: step by step for blocks of elements, whose values stay in the cache.  The steps are those of
   arrays, so they have the same bits.  */

#include <stdlib.h>
#include <string.h>

#include "host/cpu.h"
#include "host/cpu_elements.h"
#include "op/binary.h"
#include "op/unary.h"

enum { BLOCK = 512, ITEM = 16 * BLOCK /* elements that a thread takes at a time */ };

/* The values of a block: a room for each step, of elements, and of the steps that made them faulty, each number one
   more than the step's, or 0.  */
typedef struct
{
  gr_c64 (*values)[BLOCK];
  uint16_t (*faults)[BLOCK];
} rooms;

typedef struct
{
  const gr_evaluation *v;
  bool may_fault[GR_MAX_STEPS]; /* the step, or one that its value is made of */
  int *faulty;                  /* the least step that made a result faulty, or -1 */
  bool out_of_memory;
} job;

/* ---- arguments ---- */

/* Where an argument's element for an element of the result is, and how many more of the result's first axis follow.  */
static size_t
find_place (const gr_evaluation *v, int a, size_t element, size_t *left)
{
  size_t place = 0, stride = 1;
  *left = v->axis[0] - element % v->axis[0];
  for (unsigned k = 0; k < v->axes; k++)
    {
      const size_t count = v->axis[k];
      if (v->has[a] >> k & 1)
        {
          place += element % count * stride;
          stride *= count;
        }
      element /= count;
    }
  return place;
}

/* n elements, one after the other, of an argument that has fewer than the result.  */
static void
fetch_spread (const gr_evaluation *v, int a, size_t first, size_t n, char *to)
{
  const size_t size = gr_types[v->argument[a].type].size;
  for (size_t done = 0, run, left; done < n; done += run)
    {
      const char *const from = (const char *) v->argument[a].data + find_place (v, a, first + done, &left) * size;
      run = left < n - done ? left : n - done;
      if (v->has[a] & 1)
        memcpy (to + done * size, from, run * size);
      else
        for (size_t i = 0; i < run; i++)
          memcpy (to + (done + i) * size, from, size);
    }
}

/* The block's elements of each step, or one for all.  */
static gr_side
side_of (const gr_evaluation *v, const rooms *r, int step, size_t first)
{
  const gr_step *const s = &v->expression->step[step];
  if (s->kind == GR_STEP_NUMBER)
    return (gr_side){ s->type, NULL, true, &v->expression->number[s->of] };
  if (s->kind != GR_STEP_ARGUMENT)
    return (gr_side){ s->type, r->values[step], false, NULL };
  const gr_side *const given = &v->argument[s->of];
  if (given->is_scalar)
    return *given;
  return (gr_side){ s->type,
                    v->is_whole[s->of] ? (const char *) given->data + first * gr_types[s->type].size
                                       : (const char *) r->values[step],
                    false, NULL };
}

/* The same as an array: one for all is repeated in the room of the step that needs it.  */
static const void *
array_of (const gr_evaluation *v, const rooms *r, int step, size_t first, size_t n, void *room)
{
  const gr_side side = side_of (v, r, step, first);
  const size_t size = gr_types[side.type].size;
  if (! side.is_scalar)
    return side.data;
  for (size_t i = 0; i < n; i++)
    memcpy ((char *) room + i * size, side.data ? side.data : side.value, size);
  return room;
}

/* ---- steps ---- */

static void
choose (const gr_evaluation *v, const rooms *r, int step, size_t first, size_t n)
{
  const gr_step *const s = &v->expression->step[step];
  const size_t size = gr_types[s->type].size;
  gr_side side[3];
  const char *from[3];
  for (int k = 0; k < 3; k++)
    {
      side[k] = side_of (v, r, s->operand[k], first);
      from[k] = side[k].data ? side[k].data : side[k].value;
    }
  const uint8_t *const mask = (const uint8_t *) from[0];
  for (size_t i = 0; i < n; i++)
    {
      const int taken = mask[side[0].is_scalar ? 0 : i] ? 1 : 2;
      memcpy ((char *) r->values[step] + i * size, from[taken] + (side[taken].is_scalar ? 0 : i) * size, size);
    }
}

/* Characters are compared as codes with a sign, as operators of arrays do.  */
static gr_status
apply (const gr_evaluation *v, const rooms *r, int step, size_t first, size_t n)
{
  const gr_step *const s = &v->expression->step[step];
  gr_side a = side_of (v, r, s->operand[0], first), b = side_of (v, r, s->operand[1], first);
  const gr_binary op = gr_prepare_operands ((gr_binary) s->of, &a.type, &b.type);
  return gr_cpu_apply (op, &a, &b, s->type, r->values[step], n);
}

static gr_status
run_step (const gr_evaluation *v, const rooms *r, int step, size_t first, size_t n)
{
  const gr_step *const s = &v->expression->step[step];
  const gr_type from = s->operand[0] >= 0 ? v->expression->step[s->operand[0]].type : s->type;
  gr_c64 room[BLOCK];
  switch (s->kind)
    {
    case GR_STEP_ARGUMENT:
      if (! v->is_whole[s->of] && ! v->argument[s->of].is_scalar)
        fetch_spread (v, s->of, first, n, (char *) r->values[step]);
      return GR_OK;
    case GR_STEP_CONVERT:
      return gr_cpu_convert (s->type, r->values[step], from, array_of (v, r, s->operand[0], first, n, room), n);
    case GR_STEP_UNARY:
      return gr_cpu_map ((gr_unary) s->of, from, array_of (v, r, s->operand[0], first, n, room), s->type,
                         r->values[step], n);
    case GR_STEP_BINARY:
      return apply (v, r, step, first, n);
    case GR_STEP_CHOOSE:
      choose (v, r, step, first, n);
      return GR_OK;
    case GR_STEP_CHECK:
      memcpy (r->values[step], array_of (v, r, s->operand[0], first, n, room), n * gr_types[s->type].size);
      return GR_OK;
    default:
      return GR_OK;
    }
}

/* ---- faults ---- */

static double
real_at (gr_type type, const void *from, size_t i)
{
  return type == GR_TYPE_F32 ? (double) ((const float *) from)[i] : ((const double *) from)[i];
}

static bool
has_nan (gr_type type, const void *from, size_t i)
{
  const double x = real_at (gr_types[type].size == (gr_types[type].is_complex ? 16 : 8) ? GR_TYPE_F64 : GR_TYPE_F32,
                            from, gr_types[type].is_complex ? 2 * i : i);
  const double y
    = gr_types[type].is_complex ? real_at (type == GR_TYPE_C64 ? GR_TYPE_F64 : GR_TYPE_F32, from, 2 * i + 1) : x;
  return x != x || y != y;
}

/* Does the step itself make a faulty value of element i?  */
static bool
is_fault (const gr_step *s, const gr_type *types, const void *const *from, size_t i)
{
  switch (s->kind)
    {
    case GR_STEP_CHECK:
      return has_nan (types[0], from[0], i);
    case GR_STEP_UNARY:
      return ! gr_has_real_answer ((gr_unary) s->of, real_at (types[0], from[0], i));
    default:
      return gr_has_complex_power (real_at (types[0], from[0], i), real_at (types[1], from[1], i));
    }
}

static void
find_faults (const job *j, const rooms *r, int step, size_t first, size_t n)
{
  const gr_expression *const e = j->v->expression;
  const gr_step *const s = &e->step[step];
  const bool makes = gr_step_may_fault (e, step), chooses = s->kind == GR_STEP_CHOOSE;
  gr_c64 room[3][BLOCK];
  const void *from[3] = { NULL };
  gr_type types[3] = { GR_TYPE_F64 };
  for (int k = 0; k < 3; k++)
    if (s->operand[k] >= 0 && (makes || chooses))
      {
        types[k] = e->step[s->operand[k]].type;
        from[k] = array_of (j->v, r, s->operand[k], first, n, room[k]);
      }
  for (size_t i = 0; i < n; i++)
    {
      uint16_t fault = 0;
      for (int k = 0; k < 3; k++)
        {
          const bool counts = ! chooses || k == 0 || (k == 1) == (((const uint8_t *) from[0])[i] != 0);
          if (s->operand[k] >= 0 && j->may_fault[s->operand[k]] && counts && ! fault)
            fault = r->faults[s->operand[k]][i];
        }
      if (! fault && makes && is_fault (s, types, from, i))
        fault = (uint16_t) (step + 1);
      r->faults[step][i] = fault;
    }
}

/* Keep the least step that made a result faulty.  */
static void
note_faults (const job *j, const rooms *r, int step, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      const int fault = r->faults[step][i] - 1;
      int known = __atomic_load_n (j->faulty, __ATOMIC_RELAXED);
      while (fault >= 0 && (known < 0 || fault < known)
             && ! __atomic_compare_exchange_n (j->faulty, &known, fault, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    }
}

/* ---- all elements ---- */

static void
run_block (const job *j, const rooms *r, size_t first, size_t n)
{
  const gr_expression *const e = j->v->expression;
  gr_c64 room[BLOCK];
  for (int step = 0; step < e->steps; step++)
    {
      run_step (j->v, r, step, first, n);
      if (j->may_fault[step])
        find_faults (j, r, step, first, n);
    }
  for (int k = 0; k < e->values; k++)
    {
      const size_t size = gr_types[e->step[e->value[k]].type].size;
      if (j->may_fault[e->value[k]])
        note_faults (j, r, e->value[k], n);
      memcpy ((char *) j->v->result[k] + first * size, array_of (j->v, r, e->value[k], first, n, room), n * size);
    }
}

static void
run_item (void *data, size_t i)
{
  job *const j = data;
  const size_t steps = (size_t) j->v->expression->steps,
               end = (i + 1) * ITEM < j->v->count ? (i + 1) * ITEM : j->v->count;
  const rooms r = { malloc (steps * sizeof *r.values), malloc (steps * sizeof *r.faults) };
  if (! r.values || ! r.faults)
    __atomic_store_n (&j->out_of_memory, true, __ATOMIC_RELAXED);
  else
    for (size_t first = i * ITEM; first < end; first += BLOCK)
      run_block (j, &r, first, end - first < BLOCK ? end - first : BLOCK);
  free (r.values);
  free (r.faults);
}

gr_status
gr_cpu_evaluate (const gr_evaluation *v)
{
  const gr_expression *const e = v->expression;
  job j = { .v = v, .faulty = v->faulty };
  for (int step = 0; step < e->steps; step++)
    {
      j.may_fault[step] = gr_step_may_fault (e, step);
      for (int k = 0; k < 3; k++)
        j.may_fault[step] |= e->step[step].operand[k] >= 0 && j.may_fault[e->step[step].operand[k]];
    }
  gr_for_each (v->count / ITEM + (v->count % ITEM != 0), GR_CPU_ALONE / ITEM, 1, run_item, &j);
  return j.out_of_memory ? gr_fail (GR_OUT_OF_MEMORY, "out of memory for the function's values") : GR_OK;
}
