/* SPDX-License-Identifier: GPL-3.0-or-later

   Short segments, of which a block stages a tile of whole ones in shared memory: gr_reduce_short_kernel and
   gr_scan_short_kernel.  */

#include "plan/common.h"

enum {
  MAX_TILE_WASTE_RATIO = 16, /* a tile may leave out one segment of this number of segments */
  MAY_MEET = 4,              /* segments of a warp that may begin in the same bank at no cost */
  FREE_TURNS = 2,            /* turns of a warp's reads that cost nothing: the best of 1, 2 and 4 for the times */
  TILES_PER_SM = 6,          /* tiles that a multiprocessor has shared memory for */
};

/* Whole slabs that a tile of elements of size bytes has room for.  A sector is kept free: the first segment may begin
   inside one.  */
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

/* How many of the segments that the lanes of a warp read together, one each, begin in the same bank of shared memory,
   in a tile of slabs.  */
static size_t
segments_that_meet (const gr_plan_input *in)
{
  const size_t size = in->types.size, together = size > 4 ? WARP * 4 / size : WARP;
  const size_t slab = in->inner * in->len * size / 4;
  size_t apart = 1; /* slabs to the next one that begins in the same bank */
  while (apart < 32 && slab * apart % 32)
    apart *= 2;
  return together / (apart * in->inner);
}

/* Threads of a segment: as many as there are, and more where segments of neighbouring threads would meet in a bank.  */
static unsigned
share_of_segment (const gr_plan_input *in, const gr_short_plan *plan)
{
  unsigned share = 1;
  while (2 * share * plan->segments <= GR_SHORT_THREADS && share < WARP)
    share *= 2;
  if (! in->types.ordered && ! plan->groups && in->inner > 1)
    while (2 * share <= in->len && segments_that_meet (in) > MAY_MEET * share)
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
   leave the cache first if the results find room in it (tuning: short-once).  */
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

static bool
fits_reduce_short (const gr_plan_input *in)
{
  return ! in->is_scan && fits_tile (in, in->types.size);
}

static gr_plan
plan_reduce_short (const gr_plan_input *in)
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
part_short (const gr_plan_input *in, const gr_plan *whole, size_t slab)
{
  (void) slab;
  gr_plan p = *whole;
  gr_short_plan *const tile = &p.of.tile;
  tile->tiles = tile->groups ? tile->groups * in->outer : gr_ceil_div (in->inner * in->outer, tile->segments);
  p.grid = tile->tiles;
  return p;
}

/* The most lanes of a warp that read from one bank of shared memory, in turns, over the number of turns that cost no
   time: `share` lanes have each segment, and neighbouring elements of it.  */
static size_t
turns_of_warp (const gr_plan_input *in, const gr_short_plan *tile, unsigned share)
{
  const size_t size = in->types.size, lanes = size > 4 ? WARP * 4 / size : WARP;
  unsigned in_bank[WARP] = { 0 }, most = 1;
  if (in->inner == 1 || size < 4)
    return 1; /* runs and packed elements stand so that lanes do not meet */
  for (size_t lane = 0; lane < lanes; lane++)
    {
      const size_t segment = lane / share, number = lane % share;
      const size_t first = tile->groups ? segment : segment / in->inner * in->inner * in->len + segment % in->inner;
      unsigned *const bank = &in_bank[(first + number * tile->pitch) * (size / 4) % WARP];
      ++*bank;
      most = *bank > most ? *bank : most;
    }
  return at_least (most / FREE_TURNS, 1);
}

/* All threads take as long as the one with most elements, and those whose lanes meet take turns.  */
static gr_use
use_tiles (const gr_plan_input *in, const gr_short_plan *tile, unsigned share, size_t bytes)
{
  const size_t threads = gr_ceil_div ((size_t) tile->segments * share, GR_SHORT_THREADS) * GR_SHORT_THREADS;
  gr_use use = use_of (in, tile->tiles, TILES_PER_SM);
  use.moved *= tile->groups ? sectors_within (tile->segments * in->types.size) : 1;
  use.room = (double) (threads * gr_ceil_div (in->len, share) * bytes * turns_of_warp (in, tile, share));
  return use;
}

static gr_use
use_reduce_short (const gr_plan_input *in, const gr_plan *plan)
{
  return use_tiles (in, &plan->of.tile, plan->of.tile.share, worth_of (in));
}

/* Results take the place of their elements, or, if they are wider, are beside whole slabs of them.  */
static bool
fits_scan_short (const gr_plan_input *in)
{
  return in->is_scan && in->inner > 1 && ! in->types.indexed && fits_tile (in, in->types.result)
      && (! is_wider (in) || slabs_of_tile (in, in->types.result));
}

static gr_plan
plan_scan_short (const gr_plan_input *in)
{
  const gr_kernel_types *const t = &in->types;
  gr_plan p = plan_short (in, GR_AUTO_SCAN_SHORT, plan_tile (in, t->result));
  const unsigned run = gr_short_run_rule (at_least (t->result, t->size), t->acc);
  p.shared
    = gr_staging_bytes (t->size, run, GR_SHORT_THREADS) + (is_wider (in) ? t->result * run * GR_SHORT_THREADS : 0);
  return p;
}

static gr_use
use_scan_short (const gr_plan_input *in, const gr_plan *plan)
{
  return use_tiles (in, &plan->of.tile, 1, moved_an_element (in));
}

const gr_kernel_planner gr_planner_of_reduce_short
  = { fits_reduce_short, plan_reduce_short, use_reduce_short, part_short, false, false };
const gr_kernel_planner gr_planner_of_scan_short
  = { fits_scan_short, plan_scan_short, use_scan_short, part_short, false, false };
