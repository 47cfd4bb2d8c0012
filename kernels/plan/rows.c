/* SPDX-License-Identifier: GPL-3.0-or-later

   Scans of segments side by side in tiles of rows: gr_scan_rows_kernel.  */

#include "plan/common.h"

enum {
  LEAST_RUNS = 3,   /* fewest runs of a segment in a tile of whole rows */
  ROWS_ACROSS = 59, /* segments that a group of rows reads: with 256 threads, four runs of each */
};

/* Groups of segments where rows begin within vectors.  A group writes whole vectors, so it also reads the segments
   of its first vector that stand before its own.  */
static void
group_segments (gr_rows_plan *plan, const gr_plan_input *in)
{
  const size_t inner = in->inner, size = in->types.size;
  const size_t vector = VECTOR / size, overlap = vector - 1, room = (ROWS_ACROSS - overlap) / vector * vector;
  const size_t groups = gr_ceil_div (inner + overlap, room);
  plan->width = (unsigned) (gr_ceil_div (gr_ceil_div (inner + overlap, groups), vector) * vector);
  plan->segments_read = plan->width + (unsigned) overlap;
  plan->groups = gr_ceil_div (inner + overlap, plan->width);
}

/* Most threads of a block with tiles of whole rows.  Half of them where results stand beside the elements, unless
   there are positions, and so few threads would leave each segment few runs.  More of them for many segments, if
   gr_rows_threads_rule allows it (tuning: rows-threads).  */
static unsigned
whole_row_threads (const gr_plan_input *in)
{
  const gr_kernel_types *const t = &in->types;
  const size_t inner = in->inner;
  const bool small = t->size < 8;
  if (t->result != t->size || (t->indexed && inner <= (small ? WARP / 2 : WARP)))
    return GR_ROWS_THREADS / 2;
  const bool begin_vectors = inner * t->size % VECTOR == 0;
  return LEAST_RUNS * inner > GR_ROWS_THREADS && ! (t->indexed && begin_vectors)
         ? gr_rows_threads_rule (t->size, t->acc)
         : GR_ROWS_THREADS;
}

/* Elements of 4 bytes alone have kernels for groups, which are for rows that begin within vectors.  */
static bool
may_be_grouped (const gr_plan_input *in)
{
  return in->types.size == 4 && ! is_wider (in) && in->inner * in->types.size % VECTOR && in->inner > ROWS_ACROSS;
}

/* Groups have more runs of a segment in a tile than whole rows that leave it fewer than LEAST_RUNS.  */
static bool
are_grouped (const gr_plan_input *in)
{
  const size_t threads = whole_row_threads (in);
  return in->inner > threads || (may_be_grouped (in) && LEAST_RUNS * in->inner > threads);
}

/* ---- shared memory ---- */

/* The layout of elements that have `size` bytes in memory, and `staged` bytes in shared memory from `at` on.  */
static gr_rows_array
lay_out_array (const gr_rows_plan *plan, size_t inner, size_t size, size_t staged, bool load, unsigned at)
{
  const unsigned count = size < VECTOR ? (unsigned) (VECTOR / size) : 1, stride = (unsigned) staged;
  gr_rows_array array = { .at = at };
  if (plan->groups == 1)
    {
      array.row = plan->segments_read * stride;
      array.span = array.run = gr_rows_pitch (staged, plan->run, plan->segments_read);
      array.vectors = plan->run * plan->segments_read / count;
    }
  else
    {
      /* so that sectors of rows stay sectors in shared memory */
      const unsigned least = plan->segments_read + 2 * (count - 1);
      array.span = array.row = (least + (unsigned) (inner - least) % gr_sector_rule (size)) * stride;
      array.run = plan->run * array.row;
      array.vectors = load ? (plan->segments_read + count - 1 + count - 1) / count : plan->width / count;
    }
  array.inverse = ((1u << 20) + array.vectors - 1) / array.vectors;
  array.spans_on = plan->threads / array.vectors;
  array.vectors_on = plan->threads % array.vectors;
  if (plan->groups > 1)
    {
      array.spans_on = array.spans_on / count * count; /* so that a thread's rows all begin alike within vectors */
      array.vectors_on = 0;
    }
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
  gr_rows_shared at = { .part = plan->y * plan->run * in->inner / plan->groups };
  at.in = lay_out_array (plan, in->inner, t->size, t->size, true, GR_ROWS_STATE);
  at.stage = tile_bytes (plan, &at.in);
  const unsigned behind = at.in.at + stages * at.stage;
  at.out = lay_out_array (plan, in->inner, t->result, t->result, false, is_wider (in) ? behind : at.in.at);
  at.index = lay_out_array (plan, in->inner, sizeof (double), GR_STAGED_POSITION, false,
                            behind + (is_wider (in) ? tile_bytes (plan, &at.out) : 0));
  at.sums = at.index.at + (t->indexed ? tile_bytes (plan, &at.index) : 0);
  const gr_lookback_plan lookback = lookback_along (t, plan->segments_read);
  const unsigned units = plan->segments_read <= GR_ROWS_IN_WARP ? plan->threads / WARP : plan->y;
  const unsigned accumulators = (units + gr_lookback_levels (plan->tiles, lookback.bits)) * plan->segments_read;
  at.bytes = at.sums + (unsigned) (accumulators * t->acc);
  return at;
}

/* ---- the kernel ---- */

bool
gr_fits_scan_rows (const gr_plan_input *in)
{
  return in->is_scan && in->inner > 1 && gr_positions_rule (in->len, in->types.indexed)
      && (in->inner <= whole_row_threads (in) || may_be_grouped (in));
}

gr_plan
gr_plan_scan_rows (const gr_plan_input *in)
{
  const gr_kernel_types *const t = &in->types;
  const bool grouped = are_grouped (in);
  gr_plan p = { .kernel = GR_AUTO_SCAN_ROWS };
  gr_rows_plan *const plan = &p.of.rows;
  plan->run = gr_rows_run_rule (t->size);
  plan->groups = 1;
  plan->width = plan->segments_read = (unsigned) in->inner;
  if (grouped)
    group_segments (plan, in);
  const unsigned most = grouped ? GR_ROWS_THREADS : whole_row_threads (in), segments = plan->segments_read;
  const bool in_warps = segments <= GR_ROWS_IN_WARP; /* whole rows of runs in each */
  plan->y = in_warps ? most / WARP * (WARP / segments) : most / segments;
  plan->threads = in_warps ? most : (unsigned) gr_ceil_div (plan->y * segments, WARP) * WARP;
  const size_t elements = plan->y * plan->run;
  plan->tiles = gr_ceil_div (in->len * in->outer, elements);
  /* blocks take several tiles where these look back, as in gr_plan_scan_contiguous (tuning: rows-grid)  */
  const size_t items = plan->tiles * plan->groups;
  p.grid = elements % in->len == 0
           ? items
           : gr_persistent_blocks (items, MULTIPROCESSORS * (gr_rows_room_rule (t->acc) / plan->threads));
  plan->shared = lay_out_rows (plan, in, p.grid < items ? 2 : 1);
  /* where there is no room for that, blocks have one tile each, which does not change results */
  if (plan->shared.bytes > in->shared_bytes)
    {
      p.grid = items;
      plan->shared = lay_out_rows (plan, in, 1);
    }
  plan->ahead = gr_ahead_rule (plan->shared.part * t->size, is_wider (in) || t->indexed);
  p.block = plan->threads;
  p.shared = plan->shared.bytes;
  p.segments = plan->width;
  p.chunk = elements;
  p.chunks = plan->tiles;
  p.tree = (gr_tree_plan){ lookback_along (t, segments), plan->tiles, gr_span (in->len, elements),
                           plan->groups * segments, plan->groups * gr_ceil_div (segments, WARP) };
  p.workspace = tree_bytes (&p.tree, t);
  return p;
}

/* A tile that goes on from another one waits for the accumulators of all its segments.  */
gr_use
gr_use_scan_rows (const gr_plan_input *in, const gr_plan *plan)
{
  const gr_rows_plan *const rows = &plan->of.rows;
  const double overlap = (double) rows->segments_read / rows->width;
  gr_use use = use_of (in, rows->tiles * rows->groups, BLOCKS_PER_SM);
  use.moved *= overlap * (rows->groups > 1 ? sectors_within (rows->width * in->types.size) : 1);
  use.room = (double) (rows->threads * rows->run * moved_an_element (in));
  use.more = plan->chunk < in->len ? rows->segments_read : 0;
  return use;
}

/* Tiles have rows of several slabs.  */
gr_plan
gr_part_scan_rows (const gr_plan_input *in, const gr_plan *whole, size_t slab)
{
  (void) in;
  (void) whole;
  (void) slab;
  return (gr_plan){ .kernel = GR_AUTO_PLANNER };
}
