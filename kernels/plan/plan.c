/* SPDX-License-Identifier: GPL-3.0-or-later

   The planner: of the kernels that fit a shape, the one that takes the least time.  */

#include "plan/common.h"

#include <math.h>
#include <string.h>

static const double LOST_OF_A_WAVE = 0.4; /* chosen, not fitted */

gr_plan_input
gr_plan_input_of (bool is_scan, size_t inner, size_t len, size_t outer, const gr_kernel_types *types,
                  const gr_plan_arrays *arrays)
{
  return (gr_plan_input){ .is_scan = is_scan,
                          .inner = inner,
                          .len = len,
                          .outer = outer,
                          .types = *types,
                          .in_offset = (uintptr_t) arrays->in % GR_CACHE_LINE,
                          .results_aligned = ((uintptr_t) arrays->out | (uintptr_t) arrays->index) % VECTOR == 0,
                          .shared_bytes = arrays->shared_bytes,
                          .kernel = GR_AUTO_PLANNER };
}

static const gr_kernel_planner *const kernels[GR_AUTO_COUNT] = {
#define KERNEL(_, ID, NAME) [GR_AUTO_##ID] = &gr_planner_of_##NAME,
  GR_AUTO_KERNELS (KERNEL, _)
};

/* ---- one kernel ---- */

/* The kernel's plan, with kernel GR_AUTO_PLANNER where it does not fit.  */
static gr_plan
plan_kernel (gr_auto_kernel kernel, const gr_plan_input *in)
{
  const gr_plan none = { .kernel = GR_AUTO_PLANNER };
  if (! kernels[kernel]->fits (in) || (in->carries && ! kernels[kernel]->carries))
    return none;
  gr_plan plan = kernels[kernel]->plan (in);
  plan.keeps_slabs = kernels[kernel]->part != NULL;
  plan.takes_values = kernels[kernel]->takes_values;
  return plan.shared <= in->shared_bytes ? plan : none;
}

/* ---- the cost ---- */

#include "plan/numbers.h"

/* A partial wave costs a full one; after MOST_WAVES, when blocks do not begin and end together any more,
   LOST_OF_A_WAVE of one.  */
static double
waves_of (double items, double at_once)
{
  return items <= MOST_WAVES * at_once ? ceil (items / at_once) : items / at_once + LOST_OF_A_WAVE;
}

double
gr_estimate (const gr_use *use, const gr_tuning *t)
{
  const double elements = fmax (fmax (use->moved, use->room * t->busy[use->heavy]), use->least * t->other);
  const double item = t->begin + elements + use->more * t->other;
  return t->launch + waves_of (use->items, use->at_once) * use->at_once * item / t->speed[use->large];
}

gr_use
gr_use_of_plan (const gr_plan_input *in, const gr_plan *plan)
{
  return kernels[plan->kernel]->use (in, plan);
}

static double
estimate (const gr_plan_input *in, const gr_plan *plan)
{
  const gr_use use = gr_use_of_plan (in, plan);
  return gr_estimate (&use, &gr_tunings[plan->kernel]);
}

/* ---- the choice ---- */

static gr_plan
make_plan (const gr_plan_input *in)
{
  gr_plan plan = { .kernel = GR_AUTO_PLANNER };
  if (! in->inner || ! in->outer || (in->is_scan && ! in->len))
    return plan;
  if (in->kernel != GR_AUTO_PLANNER)
    return plan_kernel (in->kernel, in);
  double least = INFINITY;
  for (int kernel = GR_AUTO_PLANNER + 1; kernel < GR_AUTO_COUNT; kernel++)
    {
      const gr_plan other = plan_kernel (kernel, in);
      const double time = other.kernel == GR_AUTO_PLANNER ? INFINITY : estimate (in, &other);
      if (time < least)
        {
          least = time;
          plan = other;
        }
    }
  return plan;
}

/* Calls often repeat the last shape, and wait for its plan.  Two are kept, since a call may ask for one before it has
   the device and for another one then.  */
gr_plan
gr_make_plan (const gr_plan_input *in)
{
  enum { KEPT = 2 };
  static _Thread_local gr_plan_input inputs[KEPT];
  static _Thread_local gr_plan plans[KEPT]; /* of no elements at first, as the inputs */
  static _Thread_local int oldest;
  for (int k = 0; k < KEPT; k++)
    if (memcmp (in, &inputs[k], sizeof *in) == 0)
      return plans[k];
  const int k = oldest;
  oldest = (oldest + 1) % KEPT;
  plans[k] = make_plan (in);
  memcpy (&inputs[k], in, sizeof *in);
  return plans[k];
}

gr_plan
gr_plan_values (gr_plan_input *in)
{
  gr_plan plan = gr_make_plan (in);
  if (plan.takes_values)
    return plan;
  in->kernel = GR_AUTO_REDUCE;
  return gr_make_plan (in);
}

gr_plan
gr_plan_slabs (const gr_plan_input *in, size_t slab, size_t *slabs)
{
  const gr_plan whole = gr_make_plan (in);
  gr_plan_input part = *in;
  if (*slabs == in->outer || whole.kernel == GR_AUTO_PLANNER)
    return whole;
  /* segments that are cut begin after others that are not */
  const size_t uncut = whole.whole / in->inner;
  if (slab < uncut && slab + *slabs > uncut)
    *slabs = uncut - slab;
  part.outer = *slabs;
  return kernels[whole.kernel]->part ? kernels[whole.kernel]->part (&part, &whole, slab)
                                     : (gr_plan){ .kernel = GR_AUTO_PLANNER };
}

gr_plan
gr_plan_chunks (const gr_plan_input *in, size_t slab, size_t chunk, size_t rows)
{
  const gr_plan whole = gr_make_plan (in);
  gr_plan_input part = *in;
  part.outer = 1;
  return whole.is_cut ? gr_part_chunks (&part, &whole, slab, chunk, rows) : (gr_plan){ .kernel = GR_AUTO_PLANNER };
}

double
gr_plan_seconds (const gr_plan_input *in, const gr_plan *plan, const char *device)
{
  if (! plan->grid)
    return 0.0;
  const gr_use use = gr_use_of_plan (in, plan);
  for (int i = 0; i < GR_MEASURED_DEVICES; i++)
    {
      const gr_measured_device *const d = &gr_measured_devices[i];
      if (strstr (device, d->name))
        return 1e-6 * fmax (estimate (in, plan) / d->speed, use.items * use.moved / d->memory);
    }
  return NAN;
}
