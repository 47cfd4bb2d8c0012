/* SPDX-License-Identifier: GPL-3.0-or-later

   Scans of segments side by side, a bundle of neighbours a thread: the three kernels of auto/scan_strided.cuh.  */

#include "plan/common.h"

#include <math.h>

enum {
  ENOUGH_GROUPS = 256,  /* blocks with which a strided scan needs no smaller ones: nearly 2 a
                           multiprocessor */
  LEAST_ACROSS = 8,     /* fewest threads side by side where a thread has a bundle: 128 bytes of most
                           types */
  BAND = 1 << 21,       /* bytes of the rows of one band */
  BAND_ALONE = 6 << 20, /* if one run of every segment has this number of bytes, a block has one row of
                           threads */
  SLAB_ROWS = 16,       /* rows of threads of a block that works on small slabs */
  LARGE_ROW = 1 << 18,  /* a slab with rows of this number of bytes is scanned like an array of its own */
};

/* Segments of a thread, at most, for which kernels are right.  Those of floating point, which seldom have wider
   results, would be twice the code with pairs.  */
static unsigned
widest_bundle (const gr_plan_input *in)
{
  const gr_kernel_types *const t = &in->types;
  const unsigned most = gr_kernel_rule_of (GR_AUTO_SCAN_STRIDED_BUNDLED, t->size, t->acc, GR_ALWAYS).bundle;
  const bool wider = t->result > t->size;
  return in->inner % most || ! begin_vectors (in)
          || (wider && ! (t->integer && gr_strided_paired_rule (most, in->inner)))
         ? 1
         : most;
}

/* Rows that begin within sectors: all blocks work on one band of rows after the other, so that blocks which share
   a sector write it at about the same time.  Tiles pass on their totals to the next band, and each one waits for
   that, so bands are high where segments are few (tuning: bands).  */
static void
plan_bands (gr_strided_plan *plan, const gr_plan_input *in)
{
  const size_t len = in->len, outer = in->outer, size = in->types.size;
  const size_t segments = in->inner * outer, runs = gr_ceil_div (len, plan->run), row = segments * size * plan->run;
  plan->y = row >= BAND_ALONE ? 1 : (unsigned) at_least (power_of_two (gr_ceil_div (BAND, row), THREADS), 2);
  plan->y = (unsigned) at_most (plan->y, power_of_two (runs, THREADS));
  plan->x = GR_STRIDED_THREADS / plan->y;
  plan->groups = gr_ceil_div (segments, plan->x);
  /* with many segments, the totals that bands pass on do not stay in the cache (tuning: bands-high) */
  const size_t rows
    = plan->y > 1 ? plan->y * plan->run : at_least (segments / (segments >> 19 ? 4096 : 16384), plan->run);
  const size_t bands = gr_ceil_div (len, rows);
  plan->steps = gr_ceil_div (gr_ceil_div (len, bands), plan->y * plan->run);
  plan->tiles = gr_ceil_div (len, plan->steps * plan->y * plan->run);
}

/* Rows of threads of a block that works along small slabs, of `bundles` bundles: many, so that blocks are in few slabs
   at a time (tuning: strided-slab-rows).  */
static unsigned
rows_of_slab (size_t bundles, size_t runs, size_t most)
{
  const size_t x = THREADS / SLAB_ROWS;
  const bool parted = bundles < 2 * x && bundles % x && x % bundles;
  return (unsigned) power_of_two (runs, at_most (parted ? SLAB_ROWS / 2 : SLAB_ROWS, most));
}

/* Blocks that go along their segments, which begin with sectors.  */
static void
plan_along (gr_strided_plan *plan, const gr_plan_input *in)
{
  const size_t inner = in->inner, len = in->len, outer = in->outer, size = in->types.size;
  const unsigned bundle = plan->bundle;
  const size_t bundles = inner * outer / bundle, least = power_of_two (bundles, bundle > 1 ? LEAST_ACROSS : WARP);
  const size_t runs = gr_ceil_div (len, plan->run);
  const bool slabs = outer > 1 && inner * size < LARGE_ROW;
  plan->y
    = slabs ? rows_of_slab (inner / bundle, runs, THREADS / least) : (unsigned) power_of_two (runs, GR_STRIDED_WARPS);
  /* narrower and longer blocks, as long as that is needed to fill the device */
  while (THREADS / plan->y > least && gr_ceil_div (bundles, THREADS / plan->y) < ENOUGH_GROUPS && plan->y < runs)
    plan->y *= 2;
  plan->x = GR_STRIDED_THREADS / plan->y;
  plan->groups = gr_ceil_div (bundles, plan->x);
  plan->steps = gr_ceil_div (len, plan->y * plan->run);
  plan->tiles = 1;
}

/* A bundle of segments a thread, in blocks that go along them.  */
static gr_strided_plan
plan_bundled (const gr_plan_input *in, unsigned bundle)
{
  gr_strided_plan plan
    = { .bundle = bundle, .run = gr_strided_rule (in->types.size, in->types.acc, bundle, false).run };
  plan_along (&plan, in);
  return plan;
}

/* One segment a thread, in blocks that go along them or in bands of rows.  */
static gr_strided_plan
plan_chained (const gr_plan_input *in)
{
  if (in->inner * in->types.size % GR_SECTOR == 0)
    return plan_bundled (in, 1);
  gr_strided_plan plan = { .bundle = 1, .run = gr_strided_rule (in->types.size, in->types.acc, 1, false).run };
  plan_bands (&plan, in);
  return plan;
}

/* Tiles of one step that look back.  */
static gr_strided_plan
plan_lookback (const gr_plan_input *in, unsigned bundle)
{
  gr_strided_plan plan = { .bundle = bundle, .steps = 1, .looks_back = true };
  const size_t bundles = in->inner * in->outer / bundle;
  plan.run = gr_strided_rule (in->types.size, in->types.acc, bundle, true).run;
  plan.x = (unsigned) power_of_two (bundles, bundle > 1 ? LEAST_ACROSS : WARP);
  plan.y = GR_STRIDED_THREADS / plan.x;
  plan.groups = gr_ceil_div (bundles, plan.x);
  plan.tiles = gr_ceil_div (in->len, plan.y * plan.run);
  return plan;
}

/* Blocks on a multiprocessor at a time, at most, 0 being as many as it has room for.  With one segment a thread, memory
   is faster the fewer places it is read and written at, as long as they keep it busy (tuning: strided-resident-single).
 */
static unsigned
resident_blocks (const gr_strided_plan *plan, const gr_kernel_types *t)
{
  if (plan->looks_back || plan->bundle > 1 || plan->tiles * plan->steps == 1 || ! t->cheap_op || t->acc > ACC_FEW)
    return 0;
  if (t->size < 8 && ! t->indexed)
    return 0;
  return t->indexed || plan->tiles == 1 ? 2 : 3;
}

/* The launch of what the blocks do.  */
static gr_plan
launch (const gr_plan_input *in, gr_auto_kernel kernel, gr_strided_plan s)
{
  const gr_kernel_types *const t = &in->types;
  const size_t across = s.x * s.bundle, items = s.groups * s.tiles;
  const unsigned resident = resident_blocks (&s, t);
  s.first_tile = in->carries;
  gr_plan p = { .kernel = kernel,
                .block = GR_STRIDED_THREADS,
                .resident = resident,
                .segments = across,
                .chunk = at_most (s.steps * s.y * s.run, in->len),
                .chunks = s.tiles,
                .carry_rows = s.looks_back ? s.y * s.run : 0,
                .tree = { lookback_along (t, across), (s.looks_back ? s.tiles : 1) + s.first_tile,
                          s.tiles + s.first_tile, s.groups * across, s.groups },
                .of.strided = s };
  const unsigned at_a_time = resident ? resident : gr_strided_rule (t->size, t->acc, s.bundle, s.looks_back).blocks;
  p.grid = s.tiles == 1 ? items : gr_persistent_blocks (items, MULTIPROCESSORS * at_a_time);
  /* a tile status for each segment of each tile and window of tiles, or one that tiles pass on */
  p.workspace = s.looks_back || s.tiles > 1 ? tree_bytes (&p.tree, t) : 0;
  const size_t stage = s.run * GR_STRIDED_THREADS * s.bundle * t->size;
  const size_t stages = p.grid < items || s.looks_back || s.steps > 1 ? 2 : 1;
  const size_t sums = GR_STRIDED_WARPS * at_most (s.x, WARP) * s.bundle
                    + (s.looks_back ? gr_lookback_levels (p.tree.tiles, p.tree.lookback.bits) * across : 0);
  p.shared = stage * stages + sums * t->acc;
  return p;
}

static gr_use
use (const gr_plan_input *in, const gr_plan *plan)
{
  const gr_strided_plan *const s = &plan->of.strided;
  const size_t across = s->x * s->bundle;
  gr_use asked = use_of (in, s->groups * s->tiles, plan->resident ? plan->resident : BLOCKS_PER_SM);
  /* where a tile waits for the one before, as many go on at a time as there are groups */
  if (! s->looks_back && s->tiles > 1)
    asked.items = fmax (asked.items, (double) s->tiles * asked.at_once);
  /* a thread goes along contiguous segments, whose sectors stay in the cache for it */
  asked.moved *= in->inner == 1 && ! s->looks_back ? 1 : sectors_of_span (in, at_most (across, in->inner));
  asked.room = (double) (across * s->y * s->run * s->steps * moved_an_element (in));
  return asked;
}

static gr_plan
part (const gr_plan_input *in, const gr_plan *whole, size_t slab)
{
  (void) slab; /* a block's groups of segments may begin anywhere */
  gr_strided_plan s = whole->of.strided;
  s.groups = gr_ceil_div (in->inner * in->outer / s.bundle, s.x);
  return launch (in, whole->kernel, s);
}

static bool
fits (const gr_plan_input *in)
{
  return in->is_scan;
}

static bool
fits_bundled (const gr_plan_input *in)
{
  return in->is_scan && widest_bundle (in) > 1;
}

static gr_plan
launch_lookback (const gr_plan_input *in)
{
  return launch (in, GR_AUTO_SCAN_STRIDED_LOOKBACK, plan_lookback (in, widest_bundle (in)));
}

static gr_plan
launch_bundled (const gr_plan_input *in)
{
  return launch (in, GR_AUTO_SCAN_STRIDED_BUNDLED, plan_bundled (in, widest_bundle (in)));
}

static gr_plan
launch_chained (const gr_plan_input *in)
{
  return launch (in, GR_AUTO_SCAN_STRIDED_CHAINED, plan_chained (in));
}

const gr_kernel_planner gr_planner_of_scan_strided_lookback = { fits, launch_lookback, use, part, true, false };
const gr_kernel_planner gr_planner_of_scan_strided_bundled = { fits_bundled, launch_bundled, use, part, false, false };
const gr_kernel_planner gr_planner_of_scan_strided_chained = { fits, launch_chained, use, part, false, false };
