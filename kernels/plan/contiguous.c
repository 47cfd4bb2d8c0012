/* SPDX-License-Identifier: GPL-3.0-or-later

   Scans of contiguous segments: gr_scan_contiguous_kernel.  */

#include "plan/common.h"

static bool
fits (const gr_plan_input *in)
{
  /* positions count from one tile earlier where it stands for what was before */
  const size_t before = in->carries ? GR_CONTIGUOUS_THREADS * gr_contiguous_run_rule (in->types.size, true) : 0;
  return in->is_scan && in->inner == 1 && gr_positions_rule (in->len + before, in->types.indexed);
}

/* Blocks of a scan of contiguous tiles: one a tile where tiles end with segments and nothing looks back, else
   persistent blocks (tuning: contiguous-grid).  */
static size_t
blocks (size_t tiles, size_t elements, size_t len)
{
  return elements % len == 0 ? tiles : gr_persistent_blocks (tiles, GR_CONTIGUOUS_PERSISTENT);
}

/* Tiles of which the first begins `gap` elements before the array.  */
static gr_plan
plan_tiles (const gr_plan_input *in, unsigned run, unsigned gap)
{
  const gr_kernel_types *const t = &in->types;
  const size_t n = in->len * in->outer, elements = GR_CONTIGUOUS_THREADS * run;
  const size_t tiles = gr_ceil_div (n + gap, elements);
  const size_t stage = gr_staging_bytes (t->size, run, GR_CONTIGUOUS_THREADS);
  const size_t beside = gr_tile_state_bytes (t->acc)
                      + (is_wider (in) ? gr_staging_bytes (t->result, run, GR_CONTIGUOUS_THREADS) : 0)
                      + (t->indexed ? gr_staging_bytes (GR_STAGED_POSITION, run, GR_CONTIGUOUS_THREADS) : 0);
  gr_plan p = { .kernel = GR_AUTO_SCAN_CONTIGUOUS,
                .grid = tiles,
                .block = GR_CONTIGUOUS_THREADS,
                .segments = 1,
                .chunk = elements,
                .chunks = tiles,
                .carry_rows = elements,
                .tree = { gr_lookback_rule (t->acc), tiles, gr_span (in->len, elements), 1, 1 },
                .of.contiguous = { run, gap, gr_ahead_rule (elements * t->size, t->indexed), tiles } };
  if (in->carries)
    p.tree.tiles = p.tree.span = tiles + 1;
  if (GR_CONTIGUOUS_STAGES * stage + beside <= in->shared_bytes)
    p.grid = blocks (tiles, elements, in->carries ? n + elements : in->len);
  p.shared = (p.grid < tiles ? GR_CONTIGUOUS_STAGES : 1) * stage + beside;
  p.workspace = tree_bytes (&p.tree, t);
  return p;
}

static gr_plan
plan_launch (const gr_plan_input *in)
{
  const gr_kernel_types *const t = &in->types;
  const unsigned run = gr_contiguous_run_rule (t->size, is_wider (in) || t->indexed || in->ragged);
  /* a sector is staged as one, so the tile begins with the one that the first element is in */
  const bool full = gr_vector_elements (t->size, run) * t->size == VECTOR && ! in->carries;
  return plan_tiles (in, run, full ? (unsigned) (in->in_offset % GR_SECTOR / t->size) : 0);
}

/* Tiles begin where they do in the whole array.  What a tile reads of the tiles before depends on its place among all,
   if its segment has parts of many.  */
static gr_plan
part (const gr_plan_input *in, const gr_plan *whole, size_t slab)
{
  const gr_contiguous_plan *const tiles = &whole->of.contiguous;
  if (whole->tree.span > whole->tree.lookback.direct)
    return (gr_plan){ .kernel = GR_AUTO_PLANNER };
  return plan_tiles (in, tiles->run, (unsigned) ((tiles->gap + slab * in->len) % whole->chunk));
}

static gr_use
use (const gr_plan_input *in, const gr_plan *plan)
{
  return use_of (in, plan->of.contiguous.tiles, GR_CONTIGUOUS_PERSISTENT / MULTIPROCESSORS);
}

const gr_kernel_planner gr_planner_of_scan_contiguous = { fits, plan_launch, use, part, true, false };
