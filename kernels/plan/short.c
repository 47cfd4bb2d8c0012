/* SPDX-License-Identifier: GPL-3.0-or-later

   Short segments, of which a block stages a tile of whole ones in shared memory: gr_reduce_short_kernel and
   gr_scan_short_kernel.  */

#include "plan/common.h"

enum {
  SHORT = 128,               /* most elements of a short segment */
  SHORT_BYTES = 1024,        /* or most bytes: up to this length, staging is faster (tuning: short-bytes) */
  SHORT_WHOLE = 2048,        /* or most bytes of segments that are whole vectors, with small accumulators: these
                                can be staged up to a greater length (tuning: short-whole) */
  SHORT_SEGMENTS = 16,       /* fewest short segments of a tile */
  SHORT_ROWS = 64,           /* most elements of segments side by side, if a tile has room for few slabs or none */
  SHORT_EVEN_ROWS = 4,       /* the same where vectors across segments could be loaded instead */
  SHORT_EVEN_ROWS_LARGE = 7, /* the same with large accumulators and in scans, for which loads across segments are
                                slower */
  LEAST_SLABS = 2,           /* fewest slabs of a tile for segments of any length (tuning: least-slabs) */
  LEAST_SLABS_LARGE = 4,     /* the same with large accumulators and in scans (tuning: least-slabs) */
  MAX_TILE_WASTE_RATIO = 16, /* a tile may leave out one segment of this number of segments */
};

/* How many of the segments that the lanes of a warp read together, one each, begin in the same bank of shared
   memory, in a tile of slabs.  */
static size_t
segments_that_meet (size_t size, size_t inner, size_t len)
{
  const size_t together = size > 4 ? 32 * 4 / size : 32, slab = inner * len * size / 4;
  size_t apart = 1; /* slabs to the next one that begins in the same bank */
  while (apart < 32 && slab * apart % 32)
    apart *= 2;
  return together / (apart * inner);
}
enum { MAY_MEET = 4 }; /* a number that costs no time */

/* Whole slabs that a tile of elements of size bytes has room for.  Up to GR_SECTOR elements, if they are bytes, may
   stand in the first sector before the first segment.  */
static size_t
slabs_of_tile (const gr_plan_input *in, size_t size)
{
  const size_t elements = GR_SHORT_THREADS * gr_short_run_rule (size, in->types.acc);
  return (elements - GR_SECTOR) / at_least (in->inner * in->len, 1);
}

/* Has a tile room for rows of all elements of a segment, beside what three sectors of each may waste?  */
static bool
fits_tile (const gr_plan_input *in, size_t size)
{
  const size_t elements = GR_SHORT_THREADS * gr_short_run_rule (size, in->types.acc);
  return in->len && (slabs_of_tile (in, size) || in->len <= elements / (5 * gr_sector_rule (size)));
}

/* large: accumulators are large, or it is a scan.  More than four rows that begin with vectors are faster across
   segments than staged, unless accumulators are large (tuning: short-rows).  */
static bool
is_short (const gr_plan_input *in, size_t size, bool large)
{
  const size_t inner = in->inner, len = in->len, acc = in->types.acc;
  const size_t even = large ? SHORT_EVEN_ROWS_LARGE : SHORT_EVEN_ROWS;
  const size_t least_slabs = large ? LEAST_SLABS_LARGE : LEAST_SLABS;
  const size_t elements = GR_SHORT_THREADS * gr_short_run_rule (size, acc), slabs = slabs_of_tile (in, size);
  const size_t bytes = len * size % VECTOR == 0 && acc <= ACC_FEW ? SHORT_WHOLE : SHORT_BYTES;
  const size_t most = inner > 1 ? (slabs >= least_slabs ? elements : SHORT_ROWS)
                                : at_most (at_least (SHORT, bytes / size), elements / SHORT_SEGMENTS);
  const size_t rows = size < 8 && inner * size % VECTOR ? SHORT_ROWS : even;
  return len >= 2 && inner * in->outer >= 2 && len <= (slabs ? most : rows);
}

/* The tile for elements of size bytes.  */
static gr_short_plan
plan_tile (const gr_plan_input *in, size_t size)
{
  const size_t inner = in->inner, len = in->len, outer = in->outer, acc = in->types.acc;
  const size_t sector = gr_sector_rule (size), elements = GR_SHORT_THREADS * gr_short_run_rule (size, acc);
  const size_t slabs = slabs_of_tile (in, size);
  if (slabs)
    return (gr_short_plan){ .segments = (unsigned) (slabs * inner),
                            .pitch = (unsigned) inner,
                            .tiles = gr_ceil_div (outer, slabs) };
  /* Rows begin and end anywhere in sectors.  Their distance in shared memory is that in memory less whole sectors,
     so that all begin alike.  */
  const size_t room = (elements - sector) / len - 3 * (sector - 1), groups = gr_ceil_div (inner, room);
  const size_t segments = gr_ceil_div (inner, groups), least = segments + 2 * (sector - 1);
  return (gr_short_plan){ .segments = (unsigned) segments,
                          .pitch = (unsigned) (least + (inner - least) % sector),
                          .groups = groups,
                          .tiles = groups * outer };
}

/* Fewer slabs, where that leaves less to do.  */
static void
round_slabs (gr_short_plan *plan, const gr_plan_input *in)
{
  const size_t inner = in->inner, len = in->len, outer = in->outer, size = in->types.size;
  /* a tile has many packed segments: leave out a few that would need another round of the block's threads */
  const size_t rest = plan->segments % GR_SHORT_THREADS;
  if (size < 4 && inner == 1 && plan->segments > rest && 2 * rest < GR_SHORT_THREADS)
    {
      plan->segments -= (unsigned) rest;
      plan->tiles = gr_ceil_div (inner * outer, plan->segments);
    }
  /* whole cache lines a tile, if few segments must be left out for that: then no line is read by two blocks */
  size_t whole = inner;
  while (len * whole * size % GR_CACHE_LINE)
    whole *= 2;
  const unsigned lost = plan->segments % whole;
  if (plan->segments > lost && MAX_TILE_WASTE_RATIO * lost <= plan->segments)
    {
      plan->segments -= lost;
      plan->tiles = gr_ceil_div (inner * outer, plan->segments);
    }
}

/* Threads of a segment.  */
static unsigned
share_of_segment (const gr_plan_input *in, const gr_short_plan *plan)
{
  unsigned share = 1;
  while (2 * share * plan->segments <= GR_SHORT_THREADS && share < WARP)
    share *= 2;
  /* more threads a segment where segments of neighbouring threads would meet in a bank */
  if (! in->types.ordered && ! plan->groups && in->inner > 1)
    while (2 * share <= in->len && segments_that_meet (in->types.size, in->inner, in->len) > MAY_MEET * share)
      share *= 2;
  return share;
}

/* The last of the orders of runs.  Threads whose elements are an odd number of accesses apart meet in no bank anyway,
   and few do of packed ones, which are to stand in order.  */
static unsigned
last_swizzle (const gr_plan_input *in, unsigned share)
{
  const unsigned run = gr_short_run_rule (in->types.size, in->types.acc);
  const unsigned count = gr_vector_elements (in->types.size, run);
  const bool whole = in->len % count == 0, packed = in->types.packs && ! whole;
  const unsigned apart = (unsigned) ((in->len / (whole ? count : 1) + share - 1) / share);
  return in->inner == 1 && apart % 2 == 0 && ! packed ? gr_run_swizzles (in->types.size, run) - 1 : 0;
}

/* Do loads pass the first-level cache?  Where tiles share no cache line, no element is read twice, so elements may
 * leave the cache first if the results find room in it (tuning: short-once).  */
static bool
loads_once (const gr_plan_input *in, const gr_short_plan *plan)
{
  const size_t results = in->inner * in->outer * (in->types.result + (in->types.indexed ? sizeof (double) : 0));
  return ! plan->groups && results <= GR_KEPT_RESULTS
      && (in->in_offset | plan->segments * in->len * in->types.size) % GR_CACHE_LINE == 0;
}

static gr_plan
plan_short (const gr_plan_input *in, gr_auto_kernel kernel, gr_short_plan tile)
{
  return (gr_plan){ .kernel = kernel,
                    .grid = tile.tiles,
                    .block = GR_SHORT_THREADS,
                    .segments = tile.segments,
                    .chunk = in->len,
                    .chunks = 1,
                    .of.tile = tile };
}

bool
gr_fits_reduce_short (const gr_plan_input *in)
{
  return ! in->is_scan && fits_tile (in, in->types.size);
}

gr_plan
gr_plan_reduce_short (const gr_plan_input *in)
{
  const size_t size = in->types.size;
  gr_short_plan tile = plan_tile (in, size);
  if (! tile.groups)
    round_slabs (&tile, in);
  tile.share = share_of_segment (in, &tile);
  tile.swizzle = last_swizzle (in, tile.share);
  tile.once = loads_once (in, &tile);
  gr_plan p = plan_short (in, GR_AUTO_REDUCE_SHORT, tile);
  p.shared = gr_staging_bytes (size, gr_short_run_rule (size, in->types.acc), GR_SHORT_THREADS) + GR_PACKED_BEYOND;
  return p;
}

/* Tiles of some slabs of an array.  */
static gr_plan
part_short (const gr_plan_input *in, const gr_plan *whole)
{
  gr_plan p = *whole;
  gr_short_plan *const tile = &p.of.tile;
  tile->tiles = tile->groups ? tile->groups * in->outer : gr_ceil_div (in->inner * in->outer, tile->segments);
  p.grid = tile->tiles;
  return p;
}

gr_plan
gr_part_reduce_short (const gr_plan_input *in, const gr_plan *whole, size_t slab)
{
  (void) slab;
  return part_short (in, whole);
}

bool
gr_reduce_short_is_fastest (const gr_plan_input *in)
{
  return is_short (in, in->types.size, in->types.acc > ACC_FEW);
}

/* Results take the place of their elements, or, if they are wider, are beside whole slabs of them.  */
bool
gr_fits_scan_short (const gr_plan_input *in)
{
  return in->is_scan && in->inner > 1 && ! in->types.indexed && fits_tile (in, in->types.result)
      && (! is_wider (in) || slabs_of_tile (in, in->types.result));
}

gr_plan
gr_plan_scan_short (const gr_plan_input *in)
{
  const gr_kernel_types *const t = &in->types;
  gr_plan p = plan_short (in, GR_AUTO_SCAN_SHORT, plan_tile (in, t->result));
  const unsigned run = gr_short_run_rule (at_least (t->result, t->size), t->acc);
  p.shared
    = gr_staging_bytes (t->size, run, GR_SHORT_THREADS) + (is_wider (in) ? t->result * run * GR_SHORT_THREADS : 0);
  return p;
}

bool
gr_scan_short_is_fastest (const gr_plan_input *in)
{
  /* segments of two elements give a thread too little to do (tuning: scan-short-pairs) */
  if (in->len <= 2 || ! is_short (in, in->types.result, true))
    return false;
  const gr_short_plan tile = plan_tile (in, in->types.result);
  /* where many segments begin in one bank, tiles of whole rows are faster (tuning: scan-short-banks) */
  const bool meet = ! tile.groups && segments_that_meet (in->types.size, in->inner, in->len) > MAY_MEET;
  return ! meet && tile.segments >= GR_SHORT_THREADS;
}

gr_plan
gr_part_scan_short (const gr_plan_input *in, const gr_plan *whole, size_t slab)
{
  (void) slab;
  return part_short (in, whole);
}
