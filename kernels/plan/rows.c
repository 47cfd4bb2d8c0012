/* SPDX-License-Identifier: GPL-3.0-or-later

   Scans of segments side by side in tiles of rows: gr_scan_rows_kernel.  */

#include "plan/common.h"

/* Most threads of a block: 128 where results are wider or few segments have positions, else 256 (tuning: rows-threads).
 */
static unsigned
most_threads (const gr_plan_input *in)
{
  const gr_kernel_types *const t = &in->types;
  const bool few = t->indexed && in->inner <= (t->size < 8 ? WARP / 2 : WARP);
  return t->result != t->size || few ? GR_ROWS_THREADS / 2 : GR_ROWS_THREADS;
}

/* ---- shared memory ---- */

/* The layout of elements that have `size` bytes in memory, and `staged` bytes in shared memory from `at` on.  */
static gr_rows_array
lay_out_array (const gr_rows_plan *plan, size_t size, size_t staged, unsigned at)
{
  const unsigned count = size < VECTOR ? (unsigned) (VECTOR / size) : 1;
  gr_rows_array array = { .at = at,
                          .row = plan->segments * (unsigned) staged,
                          .run = gr_rows_pitch (staged, plan->run, plan->segments),
                          .vectors = plan->run * plan->segments / count };
  array.inverse = ((1u << 20) + array.vectors - 1) / array.vectors;
  array.runs_on = plan->threads / array.vectors;
  array.vectors_on = plan->threads % array.vectors;
  return array;
}

/* Bytes of a tile; a sector more, since the first row may begin in one.  */
static unsigned
tile_bytes (const gr_rows_plan *plan, const gr_rows_array *array)
{
  return (plan->y * array->run + GR_SECTOR - 1) / GR_SECTOR * GR_SECTOR + GR_SECTOR;
}

static gr_rows_shared
lay_out_rows (const gr_rows_plan *plan, const gr_plan_input *in, unsigned stages)
{
  const gr_kernel_types *const t = &in->types;
  gr_rows_shared at = { .elements = plan->y * plan->run * in->inner };
  at.in = lay_out_array (plan, t->size, t->size, GR_ROWS_STATE);
  at.stage = tile_bytes (plan, &at.in);
  const unsigned behind = at.in.at + stages * at.stage;
  at.out = lay_out_array (plan, t->result, t->result, is_wider (in) ? behind : at.in.at);
  at.index = lay_out_array (plan, sizeof (double), GR_STAGED_POSITION,
                            behind + (is_wider (in) ? tile_bytes (plan, &at.out) : 0));
  at.sums = at.index.at + (t->indexed ? tile_bytes (plan, &at.index) : 0);
  const gr_lookback_plan lookback = lookback_along (t, plan->segments);
  const unsigned units = plan->segments <= GR_ROWS_IN_WARP ? plan->threads / WARP : plan->y;
  const unsigned accumulators = (units + gr_lookback_levels (plan->tiles, lookback.bits)) * plan->segments;
  at.bytes = at.sums + (unsigned) (accumulators * t->acc);
  return at;
}

/* ---- the kernel ---- */

static bool
fits (const gr_plan_input *in)
{
  return in->is_scan && in->inner > 1 && gr_positions_rule (in->len, in->types.indexed)
      && in->inner <= most_threads (in);
}

static gr_plan
plan_launch (const gr_plan_input *in)
{
  const gr_kernel_types *const t = &in->types;
  gr_plan p = { .kernel = GR_AUTO_SCAN_ROWS };
  gr_rows_plan *const plan = &p.of.rows;
  const gr_kernel_rule rule = gr_rows_rule (t->size, t->acc);
  const unsigned most = most_threads (in), segments = (unsigned) in->inner;
  const bool in_warps = segments <= GR_ROWS_IN_WARP; /* whole rows of runs in each */
  plan->run = rule.run;
  plan->segments = segments;
  plan->y = in_warps ? most / WARP * (WARP / segments) : most / segments;
  plan->threads = in_warps ? most : (unsigned) gr_ceil_div (plan->y * segments, WARP) * WARP;
  const size_t rows = plan->y * plan->run;
  plan->tiles = gr_ceil_div (in->len * in->outer, rows);
  /* blocks take several tiles where these look back, as in plan_launch of contiguous.c (tuning: rows-grid)  */
  p.grid = rows % in->len == 0
           ? plan->tiles
           : gr_persistent_blocks (plan->tiles, MULTIPROCESSORS * (rule.blocks * GR_ROWS_THREADS / plan->threads));
  plan->shared = lay_out_rows (plan, in, p.grid < plan->tiles ? 2 : 1);
  /* where there is no room for that, blocks have one tile each, which does not change results */
  if (plan->shared.bytes > in->shared_bytes)
    {
      p.grid = plan->tiles;
      plan->shared = lay_out_rows (plan, in, 1);
    }
  plan->ahead = gr_ahead_rule (plan->shared.elements * t->size, is_wider (in) || t->indexed);
  p.block = plan->threads;
  p.shared = plan->shared.bytes;
  p.segments = segments;
  p.chunk = rows;
  p.chunks = plan->tiles;
  p.tree = (gr_tree_plan){ lookback_along (t, segments), plan->tiles, gr_span (in->len, rows), segments,
                           gr_ceil_div (segments, WARP) };
  p.workspace = tree_bytes (&p.tree, t);
  return p;
}

/* A tile that goes on from another one waits for the accumulators of all its segments.  */
static gr_use
use (const gr_plan_input *in, const gr_plan *plan)
{
  const gr_rows_plan *const rows = &plan->of.rows;
  gr_use asked = use_of (in, rows->tiles, BLOCKS_PER_SM);
  asked.room = (double) (rows->threads * rows->run * moved_an_element (in));
  asked.more = plan->chunk < in->len ? rows->segments : 0;
  return asked;
}

/* Tiles have rows of several slabs.  */
const gr_kernel_planner gr_planner_of_scan_rows = { fits, plan_launch, use, NULL, false, false };
