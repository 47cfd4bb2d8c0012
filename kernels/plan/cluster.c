/* SPDX-License-Identifier: GPL-3.0-or-later

   Scans of segments side by side by clusters of blocks: gr_scan_cluster_kernel.  */

#include "plan/common.h"

enum {
  CLUSTERS = 15,              /* clusters of GR_CLUSTER blocks that the largest devices run at a time */
  CLUSTER_SHARED = 226 << 10, /* most bytes of a block's shared memory, barriers not counted */
  CLUSTER_SEGMENTS = 270,     /* most segments of a cluster's stripe: with more, a tile has too few rows */
  MOST_STRIPES = 2 * CLUSTERS,
  FEW_SEGMENTS = 8, /* up to this number of segments, others are always faster, and plans take long */
  STEP = 4,         /* a thread's run has a multiple of this number of rows */
};

static unsigned
threads_of_block (const gr_cluster_plan *plan)
{
  return 2 * plan->threads
       + 32 * (plan->copy_warps * (1 + GR_CLUSTER_STORERS) + plan->publish_warps + plan->lookback_warps);
}

gr_cluster_shared
gr_lay_out_cluster (const gr_cluster_plan *plan, const gr_kernel_types *t, unsigned ranks)
{
  gr_cluster_shared at = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 };
  const unsigned acc = (unsigned) t->acc, size = (unsigned) t->size, segments = plan->range * GR_CLUSTER;
  at.pitch = plan->stripes == 1 ? plan->segments_read * size : gr_row_pitch (size, plan->segments_read);
  at.index_pitch = plan->stripes == 1 ? plan->segments_read * 8 : gr_row_pitch (8, plan->segments_read);
  /* tiles may begin anywhere in 16 bytes */
  at.stage = (plan->rows * at.pitch + 31) / 16 * 16;
  at.positions_of_tile = t->indexed ? (plan->rows * at.index_pitch + 31) / 16 * 16 : 0;
  at.positions = plan->stages * at.stage;
  at.prefixes = at.positions + 2 * at.positions_of_tile;
  at.totals = at.prefixes + plan->stages * segments * acc;
  at.sums = at.totals + plan->stages * segments * acc;
  at.rounds
    = at.sums + (plan->sub_runs > 1 ? (plan->stages * plan->sub_runs * plan->segments_read * acc + 15) / 16 * 16 : 0);
  at.bytes = at.rounds + 2 * segments / ranks * acc;
  return at;
}

/* Choose the stripes, as few as keep all clusters busy with no more than CLUSTER_SEGMENTS segments each, and the
   warps that they need.  */
static void
plan_stripes (gr_cluster_plan *plan, size_t inner, const gr_kernel_types *t)
{
  plan->stripes = 1;
  while (plan->stripes < MOST_STRIPES
         && (gr_ceil_div (inner, plan->stripes) > CLUSTER_SEGMENTS
             || (CLUSTERS % plan->stripes && plan->stripes % CLUSTERS)))
    plan->stripes++;
  plan->stripes_per_launch = plan->stripes < CLUSTERS ? plan->stripes : CLUSTERS;
  plan->width = (unsigned) gr_ceil_div (inner, plan->stripes);
  plan->overlap = plan->stripes > 1 ? (unsigned) (GR_BURST / t->size) - 1 : 0;
  plan->segments_read = plan->width + plan->overlap;
  plan->copy_warps = plan->stripes > 1 ? 2 : 1;
  /* whole accumulators in 16 bytes */
  plan->range = (unsigned) gr_ceil_div (plan->segments_read, GR_CLUSTER * 4) * 4;
  plan->publish_warps = (unsigned) gr_ceil_div (plan->range, WARP);
  plan->threads = 0;
  for (plan->segments_per_lookback_warp = 8;
       plan->threads < plan->segments_read && plan->segments_per_lookback_warp <= WARP;
       plan->segments_per_lookback_warp *= 2)
    {
      plan->lookback_warps = (unsigned) gr_ceil_div (plan->range, plan->segments_per_lookback_warp);
      plan->threads = 0;
      plan->threads = (GR_CLUSTER_THREADS - threads_of_block (plan)) / (2 * WARP) * WARP;
    }
  plan->segments_per_lookback_warp /= 2;
}

/* Choose tiles as high as shared memory allows, with as few sub-runs as leave at most a quarter more threads idle,
   then lower them so that the rounds of a slab are even.  */
static void
plan_tiles (gr_cluster_plan *plan, size_t len, const gr_kernel_types *t)
{
  const unsigned most_rows = plan->stripes > 1 ? WARP * plan->copy_warps : INT16_MAX, threads = plan->threads;
  plan->rows = 0;
  for (unsigned sub_runs = 1, best = 0; sub_runs * plan->segments_read <= threads; sub_runs++)
    {
      gr_cluster_plan p = *plan;
      p.sub_runs = sub_runs;
      p.run = 0;
      do
        {
          p.run += STEP;
          p.rows = p.run * sub_runs;
        }
      while (p.rows <= most_rows && gr_lay_out_cluster (&p, t, 1).bytes <= CLUSTER_SHARED);
      p.run -= STEP;
      p.rows = p.run * sub_runs;
      if (p.rows && 4 * sub_runs >= 5 * best)
        {
          best = sub_runs;
          *plan = p;
        }
    }
  if (! plan->rows)
    return;
  const size_t rounds = gr_ceil_div (len, plan->rows * GR_CLUSTER);
  plan->run = (unsigned) gr_ceil_div (len, rounds * GR_CLUSTER * plan->sub_runs * STEP) * STEP;
  plan->rows = plan->run * plan->sub_runs;
  plan->rounds = (unsigned) gr_ceil_div (len, plan->rows * GR_CLUSTER);
  plan->threads = (unsigned) gr_ceil_div (plan->sub_runs * plan->segments_read, WARP) * WARP;
}

/* The plan, whose rows are 0 where a tile of it finds no room.  */
static gr_cluster_plan
plan_rounds (const gr_plan_input *in)
{
  const gr_kernel_types *const t = &in->types;
  gr_cluster_plan plan = { .width = 0 };
  plan_stripes (&plan, in->inner, t);
  /* more stages have more bytes under way, but lower tiles (tuning: cluster-stages) */
  plan.stages = GR_CLUSTER_STAGES - (t->indexed ? 2 : t->size > 4);
  plan_tiles (&plan, in->len, t);
  plan.total_rounds = plan.rounds * (unsigned) in->outer;
  return plan;
}

static bool
fits (const gr_plan_input *in)
{
  const gr_kernel_types *const t = &in->types;
  return in->is_scan && gr_cluster_rule (t->size, t->acc, t->cheap_op, t->indexed) && ! is_wider (in) && ! t->converts
      && in->len <= INT32_MAX && in->inner > FEW_SEGMENTS && in->inner <= MOST_STRIPES * CLUSTER_SEGMENTS
      && begin_vectors (in);
}

static gr_plan
plan_launch (const gr_plan_input *in)
{
  const gr_cluster_plan plan = plan_rounds (in);
  const size_t barriers = (GR_CLUSTER_STAGES + 1) * GR_CLUSTER_STAGE;
  if (! plan.rows || gr_ceil_div (INT32_MAX, plan.rounds) <= in->outer
      || gr_lay_out_cluster (&plan, &in->types, 1).bytes + barriers > in->shared_bytes)
    return (gr_plan){ .kernel = GR_AUTO_PLANNER };
  const size_t clusters = at_most (CLUSTERS / plan.stripes_per_launch, plan.total_rounds);
  return (gr_plan){ .kernel = GR_AUTO_SCAN_CLUSTER,
                    .grid = GR_CLUSTER * plan.stripes_per_launch * clusters,
                    .block = threads_of_block (&plan),
                    .shared = gr_lay_out_cluster (&plan, &in->types, GR_CLUSTER).bytes,
                    .workspace = gr_cluster_statuses (&plan) * in->types.tile_status,
                    .segments = plan.width,
                    .chunk = plan.rows * GR_CLUSTER,
                    .chunks = plan.rounds,
                    .of.cluster = plan };
}

static gr_use
use (const gr_plan_input *in, const gr_plan *plan)
{
  const gr_cluster_plan *const c = &plan->of.cluster;
  const double overlap = (1 + (double) c->segments_read / c->width) / 2;
  gr_use asked = use_of (in, (size_t) c->total_rounds * c->stripes, 0);
  asked.at_once = CLUSTERS;
  asked.moved *= c->stripes > 1 ? overlap * sectors_within (c->width * in->types.size) : 1;
  asked.room = (double) c->segments_read * (double) (c->rows * GR_CLUSTER * moved_an_element (in));
  return asked;
}

/* Rounds of all slabs look back by their number among all rounds.  */
const gr_kernel_planner gr_planner_of_scan_cluster = { fits, plan_launch, use, NULL, false, false };
