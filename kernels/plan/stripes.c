/* SPDX-License-Identifier: GPL-3.0-or-later

   Scans of many segments side by side, along stripes: gr_scan_stripes_kernel.  */

#include "plan/common.h"

enum {
  ROW_COST = 16,        /* a row costs as much time as this number of segments, beside that of its own
                           segments */
  COPY_WARPS_SMALL = 8, /* copy warps for elements of 4 bytes, if there is room for them */
  COPY_WARPS = 4,       /* copy warps otherwise */
  STAGE = 17 << 10,     /* most bytes of a stage's elements: memory is faster with fewer bytes under way, as long
                           as it is busy all the time (tuning: stripes-stages) */
  MOST_ROWS = 32,       /* of a stage */
  LEAST_ROWS = 4,
  STRIPES_SHARED = 224 << 10, /* most bytes of all stages */
};

/* Bytes of all stages.  */
static size_t
stage_bytes (const gr_stripes_plan *plan, const gr_kernel_types *t)
{
  const unsigned most = plan->width + plan->overlap;
  const size_t row = gr_row_pitch (t->size, most) + (t->result != t->size ? gr_row_pitch (t->result, most) : 0)
                   + (t->indexed ? gr_row_pitch (sizeof (double), most) : 0);
  return row * plan->rows * plan->stages;
}

/* Fewer stages, or rows of them, if they are more than `most` bytes, of which there are at least 63 KiB.  What results
   are does not depend on that.  */
static void
fit_stages (gr_stripes_plan *plan, const gr_kernel_types *t, size_t most)
{
  while (stage_bytes (plan, t) > most)
    if (plan->stages > 3 || plan->rows == 1)
      plan->stages--;
    else
      plan->rows /= 2;
}

/* Stripes of a slab, one at a time on each multiprocessor: as few as leave none idle for long */
static void
choose_width (gr_stripes_plan *plan, const gr_plan_input *in)
{
  const unsigned burst = (unsigned) (GR_BURST / in->types.result);
  const bool within = in->inner * in->types.size % GR_BURST != 0;
  plan->overlap = within ? burst - 1 : 0;
  const size_t most = GR_STRIPES_THREADS - WARP * COPY_WARPS - plan->overlap, unit = within ? 1 : burst;
  const size_t first = gr_ceil_div (in->inner, most / unit * unit);
  const size_t last = at_most (first + gr_ceil_div (MULTIPROCESSORS, in->outer), in->inner / STRIPE);
  size_t best = SIZE_MAX;
  for (size_t stripes = first; stripes <= at_least (last, first); stripes++)
    {
      const size_t width = gr_ceil_div (gr_ceil_div (in->inner, stripes), unit) * unit;
      const size_t time = gr_ceil_div (gr_ceil_div (in->inner, width) * in->outer, MULTIPROCESSORS)
                        * (width + plan->overlap + ROW_COST);
      if (time < best)
        {
          best = time;
          plan->width = (unsigned) width;
        }
    }
}

static bool
fits (const gr_plan_input *in)
{
  const gr_kernel_types *const t = &in->types;
  return in->is_scan && gr_stripes_rule (t->size, t->acc, t->cheap_op) && in->len <= INT32_MAX && begin_vectors (in);
}

static gr_plan
plan_launch (const gr_plan_input *in)
{
  gr_plan p = { .kernel = GR_AUTO_SCAN_STRIPES, .chunk = in->len, .chunks = 1 };
  gr_stripes_plan *const plan = &p.of.stripes;
  choose_width (plan, in);
  plan->threads = (unsigned) gr_ceil_div (plan->width + plan->overlap, WARP) * WARP;
  plan->stripes_per_slab = gr_ceil_div (in->inner, plan->width);
  plan->stripes = plan->stripes_per_slab * in->outer;
  plan->copy_warps = in->types.size < 8 && plan->threads + WARP * COPY_WARPS_SMALL <= GR_STRIPES_THREADS
                     ? COPY_WARPS_SMALL
                     : COPY_WARPS;
  plan->stages = GR_STRIPES_STAGES;
  plan->rows = MOST_ROWS;
  while (plan->rows > LEAST_ROWS && plan->rows * gr_row_pitch (in->types.size, plan->width + plan->overlap) > STAGE)
    plan->rows /= 2;
  fit_stages (plan, &in->types, at_most (STRIPES_SHARED, in->shared_bytes - 2 * GR_STRIPES_STAGES * GR_MBARRIER));
  p.grid = at_most (plan->stripes, MULTIPROCESSORS);
  p.block = plan->threads + WARP * plan->copy_warps;
  p.shared = stage_bytes (plan, &in->types);
  p.segments = plan->width;
  return p;
}

static gr_plan
part (const gr_plan_input *in, const gr_plan *whole, size_t slab)
{
  gr_plan p = *whole;
  (void) slab;
  p.of.stripes.stripes = p.of.stripes.stripes_per_slab * in->outer;
  p.grid = at_most (p.of.stripes.stripes, MULTIPROCESSORS);
  return p;
}

/* A row costs as much time as that of a few hundred bytes, however short it is.  */
static gr_use
use (const gr_plan_input *in, const gr_plan *plan)
{
  const gr_stripes_plan *const s = &plan->of.stripes;
  const double read = s->width + s->overlap, overlap = (1 + read / s->width) / 2;
  gr_use asked = use_of (in, s->stripes, 1);
  asked.moved *= overlap * sectors_of_span (in, s->width);
  asked.room = read * (double) (gr_ceil_div (in->len, s->rows) * s->rows * moved_an_element (in));
  asked.least = (double) in->len;
  return asked;
}

const gr_kernel_planner gr_planner_of_scan_stripes = { fits, plan_launch, use, part, false, false };
