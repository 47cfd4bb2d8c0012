/* SPDX-License-Identifier: GPL-3.0-or-later

   Reductions whose threads load elements by themselves: gr_reduce_kernel and gr_reduce_across_kernel (auto/reduce.cuh).
 */

#include "plan/common.h"

#include <math.h>

enum {
  ENOUGH_SEGMENTS = MULTIPROCESSORS * 64, /* with one warp for each, the device is full */
  WIDE_WAVES = 3,                         /* most waves for which blocks of GR_ACROSS_THREADS are considered */
  FIRST_LOADS = 16,                       /* the latency of a block's first loads, in loads */
  FEW_TOTALS = 24,                        /* most totals of a group that are combined in one step */
  LITTLE_IDLE = 12,                       /* idle blocks are accepted if there is one for this number of working
                                             ones */
  MAX_GRID = 1 << 20,
  MOST_RUN = 64 /* most neighbouring elements that a thread takes for an ordered operator */,
  CACHE_LINE_UNIT = 16, /* groups of rows that begin with a cache line are multiples of this number of vectors */
};

/* The share of a block's load time that each of its warps costs whose threads are in two rows.  */
static const double PARTED_WARP = 0.05;

/* Choose x and y for the wanted number of threads on a segment.  Along segments, warps stay whole; across them, a
   row of threads is a multiple of inner or up to two warps long.  */
static void
share_block (gr_reduce_plan *plan, size_t inner, size_t wanted)
{
  if (plan->along)
    {
      plan->y = (unsigned) power_of_two (wanted, THREADS);
      plan->x = THREADS / plan->y;
      return;
    }
  const size_t width = at_most (inner, 2 * WARP), most = power_of_two (THREADS / width + 1, THREADS) / 2;
  plan->y = (unsigned) power_of_two (wanted, most);
  plan->x = (unsigned) (THREADS / plan->y / width * width);
}

/* The number of chunks for each of `groups` groups of segments that fills the device best: in one wave of `wave`
   blocks, or in more waves if these are fuller by a twentieth.  */
static size_t
chunks_of_groups (size_t groups, size_t wave)
{
  size_t best = 0, best_waves = 1;
  for (size_t waves = 1; waves <= MOST_WAVES; waves++)
    {
      const size_t chunks = waves * wave / groups;
      if (20 * chunks * best_waves > 21 * best * waves)
        {
          best = chunks;
          best_waves = waves;
        }
    }
  return best;
}

/* Cut len of `groups` groups into at most `chunks` chunks, each a multiple of tile.  An empty segment has one
   chunk.  */
static void
cut (gr_reduce_plan *plan, size_t len, size_t groups, size_t chunks, size_t tile)
{
  plan->chunk = at_least (chunks > 1 ? gr_ceil_div (gr_ceil_div (len, chunks), tile) * tile : len, 1);
  plan->chunks = at_least (gr_ceil_div (len, plan->chunk), 1);
  plan->groups = groups;
  plan->items = plan->whole + groups * plan->chunks;
}

/* Elements that a thread loads at a time along a segment.  */
static size_t
elements_of_load (const gr_plan_input *in)
{
  return in->types.size < VECTOR && ! in->types.ordered ? VECTOR / in->types.size : 1;
}

/* Threads that a segment wants, which load `width` elements at a time.  */
static size_t
wanted_threads (const gr_plan_input *in, size_t width)
{
  /* Across segments, the threads fill the device at most twice, or four times where the rows of a block are
     short.  Along segments, a thread has at least two loads; where the device is full anyway it has eight to
     sixteen, and more where combining threads takes long (tuning: reduction-threads).  */
  const size_t segments = in->inner * in->outer, loads = gr_ceil_div (in->len, width), acc = in->types.acc;
  if (in->inner > 1)
    {
      const size_t times = in->inner < 2 * WARP ? 4 : 2;
      return at_most (gr_ceil_div (in->len, 8), gr_ceil_div (times * ENOUGH_THREADS, segments));
    }
  if (in->types.ordered)
    return gr_ceil_div (loads, 2);
  if (segments < ENOUGH_SEGMENTS)
    return at_least (gr_ceil_div (loads, 16),
                     at_most (gr_ceil_div (loads, 2), gr_ceil_div (3 * ENOUGH_THREADS / 2, segments)));
  const size_t few
    = at_least (at_most (gr_ceil_div (loads, 8), acc > 8 ? 4 : 8), gr_ceil_div (loads, acc > 16 ? 128 : 64));
  return at_least (few, at_most (gr_ceil_div (loads, 16), gr_ceil_div (2 * ENOUGH_THREADS, segments)));
}

static gr_reduce_plan
share_segments (const gr_plan_input *in)
{
  const size_t len = in->len, acc = in->types.acc;
  const bool ordered = in->types.ordered;
  gr_reduce_plan plan = { .along = in->inner == 1 };
  const size_t segments = in->inner * in->outer, width = plan.along ? elements_of_load (in) : 1;
  share_block (&plan, in->inner, wanted_threads (in, width));

  /* a chunk has at least four loads a thread: more blocks cost more than they bring */
  const size_t groups = gr_ceil_div (segments, plan.x), tile = plan.y * (plan.along ? 4 * width : 8);
  /* with the largest accumulators, a multiprocessor has room for more blocks than gr_reduce_blocks_rule says */
  const size_t room = at_least (MULTIPROCESSORS * gr_reduce_blocks_rule (acc), WAVE);
  const size_t most = plan.along ? room : WAVE;
  size_t chunks = ordered || groups < most ? chunks_of_groups (groups, most) : 1;
  if (ordered && chunks > 1)
    chunks = at_least (chunks, gr_ceil_div (len, (size_t) plan.y * MOST_RUN));
  cut (&plan, len, groups, chunks, tile);

  /* Segments beyond the last whole wave of blocks are cut, since a few blocks cannot keep memory busy.  They stay
     whole where few blocks would be idle (tuning: reduction-rest).  */
  const size_t rest = groups % room;
  if (plan.chunks > 1 || ordered || groups < room || ! rest || LITTLE_IDLE * (room - rest) < groups)
    return plan;
  gr_reduce_plan partly = plan;
  partly.whole = groups - rest;
  cut (&partly, len, rest, chunks_of_groups (rest, room), tile);
  return partly.chunks > 1 ? partly : plan;
}

/* How rows of vectors are divided among blocks: in groups of `width` vectors, and segments in chunks.  */
typedef struct
{
  size_t width, groups, chunks;
  double time; /* in loads of all blocks of a wave */
} division;

/* What there is to divide: rows of `vectors` vectors, and `more` where they do not begin with one, y of them side by
   side in a block of at most `threads` threads; `height` rows of each of `outer` slabs.  */
typedef struct
{
  size_t threads, vectors, more, unit, y, outer, height;
  bool may_idle; /* less than a wave may be nearly as fast */
} rows_to_divide;

/* The time of rows in that number of groups and chunks, in loads of all blocks of a wave.  */
static division
score_division (const rows_to_divide *r, size_t groups, size_t chunks, double *waves)
{
  const size_t tile = 8 * r->y, most = r->threads / r->y - r->more;
  const size_t width = at_most (gr_ceil_div (gr_ceil_div (r->vectors, groups), r->unit) * r->unit, most);
  division d = { .width = width, .groups = gr_ceil_div (r->vectors, width), .chunks = chunks };
  const size_t x = width + r->more, items = d.groups * chunks * r->outer;
  const size_t rows = gr_ceil_div (gr_ceil_div (r->height, chunks), tile) * tile;
  /* blocks on a multiprocessor, blocks of a wave, and those of a wave with one block less on each multiprocessor */
  const size_t warps = gr_ceil_div (x * r->y, WARP), share = BLOCKS_PER_SM * THREADS / WARP / warps;
  const size_t wave = MULTIPROCESSORS * share, less = wave - MULTIPROCESSORS;
  *waves = (double) gr_ceil_div (items, wave);
  if (r->may_idle && items <= wave)
    *waves = (double) items / (double) wave * (2 - (double) items / (double) (items <= less ? less : wave));
  const double parted = r->unit > 1 || x % WARP == 0 ? 0 : PARTED_WARP * (double) (r->y - 1) / (double) warps;
  d.time = *waves * ((1 + parted) * (double) (rows * x * wave) + FIRST_LOADS * THREADS * WAVE);
  return d;
}

/* What fills the device best in at most that many waves of blocks: the time of a wave is that of its loads,
   and that of a thread's first ones, for which nothing else is done.
   Groups have whole units of vectors; if a unit is one, a warp whose threads are of two rows asks for parts of
   more cache lines.  */
static division
divide_across (const rows_to_divide *r, size_t most_waves)
{
  division best = { .chunks = 1, .time = INFINITY };
  const size_t least = gr_ceil_div (r->vectors, r->threads / r->y - r->more);
  const size_t blocks = WAVE * THREADS / r->threads;
  const size_t last = least * r->outer > MOST_WAVES * blocks ? least : 2 * least;
  for (size_t some = least; some <= last; some += 1 + least / 8)
    for (size_t waves = 1; waves <= MOST_WAVES; waves++)
      {
        const size_t chunks = at_least (waves * blocks / (some * r->outer), 1);
        /* and as many groups as have that number of chunks */
        const size_t full = at_most (waves * blocks / (chunks * r->outer), last), candidates[] = { some, full };
        for (int i = 0; i < (full > some ? 2 : 1); i++)
          {
            double taken;
            const division d = score_division (r, candidates[i], chunks, &taken);
            if (d.time < 0.95 * best.time && taken <= (double) most_waves)
              best = d;
          }
      }
  return best;
}

static unsigned
bundle_of (const gr_kernel_types *t)
{
  return gr_across_bundle_rule (t->size, t->acc, t->ordered, t->cheap_op);
}

static gr_across_plan
share_rows (const gr_plan_input *in)
{
  const size_t inner = in->inner, len = in->len, outer = in->outer;
  const unsigned bundle = bundle_of (&in->types);
  gr_across_plan across = { .plan.y = 1, .rows = 1, .group = inner, .groups = 1 };
  gr_reduce_plan *const plan = &across.plan;
  /* turn: rows from one that begins with a vector to the next that does; several: vectors in these rows */
  unsigned turn = bundle;
  while (turn > 1 && inner % bundle * (turn / 2) % bundle == 0)
    turn /= 2;
  const size_t several = inner / (bundle / turn);
  /* as many rows of threads as fill the device with eight loads a thread, or twice as many where several rows are
     one behind the other (tuning: across-threads) */
  const bool behind = inner <= GR_FEW_VECTORS * bundle && several < THREADS;
  const size_t threads = (behind ? 2 : 1) * ENOUGH_THREADS;
  const size_t busy = at_most (gr_ceil_div (len, 8), gr_ceil_div (threads, gr_ceil_div (inner * outer, bundle)));
  /* one vector more where rows, or slabs of several rows, do not begin with a vector */
  const size_t vectors = gr_ceil_div (inner, bundle), more = behind ? outer > 1 && inner * len % bundle : turn > 1;
  division of;
  size_t height = len;
  if (behind)
    {
      const size_t enough = at_most ((THREADS - more) / several, at_least (gr_ceil_div (len, turn), 1));
      const size_t units = at_most (at_least (gr_ceil_div (busy, 2 * turn), gr_ceil_div (2 * WARP, several)), enough);
      across.rows = (unsigned) units * turn;
      height = gr_ceil_div (len, across.rows);
      const rows_to_divide r = { THREADS, units * several, more, units * several, 1, outer, height, false };
      of = divide_across (&r, SIZE_MAX);
    }
  else
    {
      /* where rows begin with cache lines, groups do too */
      const size_t unit = inner % (GR_CACHE_LINE / VECTOR * bundle) ? 1 : CACHE_LINE_UNIT;
      plan->y = (unsigned) at_least (power_of_two (busy, 4), turn);
      rows_to_divide r = { THREADS, vectors, more, unit, plan->y, outer, height, bundle >= 4 };
      of = divide_across (&r, SIZE_MAX);
      /* where rows begin anywhere, wider groups are better unless they take many waves */
      if (more)
        {
          r.threads = GR_ACROSS_THREADS;
          r.may_idle = false;
          const division wide = divide_across (&r, WIDE_WAVES);
          of = wide.time < 0.99 * of.time ? wide : of;
        }
    }
  plan->x = (unsigned) (of.width + more);
  if (! behind)
    {
      across.group = of.width * bundle;
      across.groups = of.groups;
    }
  cut (plan, height, across.groups * outer, of.chunks, 8 * plan->y);
  plan->chunk *= across.rows;
  across.members = plan->chunks;
  if (plan->chunks > FEW_TOTALS)
    for (across.members = 1; across.members * across.members < plan->chunks;)
      across.members++;
  return across;
}

/* ---- launches ---- */

/* The launch of r, which is p's own part: its totals of chunks, an accumulator each, are of the segments that are cut.
 */
static gr_plan
launch (gr_plan p, const gr_reduce_plan *r, const gr_plan_input *in)
{
  p.grid = at_most (r->items - r->first, MAX_GRID);
  p.block = r->x * r->y;
  p.chunk = r->chunk;
  p.chunks = r->chunks;
  p.whole = r->whole * r->x;
  p.is_cut = r->chunks > 1;
  p.workspace = p.is_cut && ! r->keeps_totals ? (in->inner * in->outer - p.whole) * r->chunks * in->types.acc : 0;
  return p;
}

static bool
fits_reduce (const gr_plan_input *in)
{
  return ! in->is_scan;
}

static gr_plan
plan_reduce (const gr_plan_input *in)
{
  gr_plan p = { .kernel = GR_AUTO_REDUCE, .of.reduce = share_segments (in) };
  const gr_reduce_plan *const r = &p.of.reduce;
  p.shared = r->x * r->y * in->types.acc;
  p.segments = r->x;
  return launch (p, r, in);
}

static gr_use
use_reduce (const gr_plan_input *in, const gr_plan *plan)
{
  const gr_reduce_plan *const r = &plan->of.reduce;
  const size_t width = r->along ? elements_of_load (in) : 1;
  gr_use use = use_of (in, r->items, 2 * gr_reduce_blocks_rule (in->types.acc));
  use.moved *= ! r->along && r->x <= in->inner ? sectors_of_span (in, r->x) : 1;
  use.room = (double) (plan->block * gr_ceil_div (at_most (r->chunk, in->len), r->y * width) * width * worth_of (in));
  return use;
}

/* The array's first segments are not cut.  */
static gr_plan
part_reduce (const gr_plan_input *in, const gr_plan *whole, size_t slab)
{
  gr_plan p = *whole;
  gr_reduce_plan *const r = &p.of.reduce;
  const size_t segments = in->inner * in->outer, begin = in->inner * slab;
  const size_t uncut = whole->whole > begin ? at_most (whole->whole - begin, segments) : 0;
  if (uncut % r->x && uncut < segments)
    return (gr_plan){ .kernel = GR_AUTO_PLANNER }; /* a block would have segments of both kinds */
  r->whole = uncut / r->x;
  if (uncut == segments)
    {
      r->whole = 0;
      r->chunk = at_least (in->len, 1);
      r->chunks = 1;
    }
  r->groups = gr_ceil_div (segments, r->x) - r->whole;
  r->items = r->whole + r->groups * r->chunks;
  return launch (p, r, in);
}

static bool
fits_across (const gr_plan_input *in)
{
  const unsigned bundle = bundle_of (&in->types);
  return ! in->is_scan && bundle > 1 && in->inner > 1 && in->in_offset % (bundle * in->types.size) == 0;
}

static gr_plan
plan_across (const gr_plan_input *in)
{
  gr_plan p = { .kernel = GR_AUTO_REDUCE_ACROSS, .origin_is_zero = true, .of.across = share_rows (in) };
  const gr_reduce_plan *const r = &p.of.across.plan;
  p.shared = r->x * r->y * bundle_of (&in->types) * in->types.acc;
  p.segments = p.of.across.group;
  return launch (p, r, in);
}

static gr_use
use_across (const gr_plan_input *in, const gr_plan *plan)
{
  const gr_across_plan *const across = &plan->of.across;
  const gr_reduce_plan *const r = &across->plan;
  const size_t threads = gr_ceil_div (plan->block, WARP) * WARP, rows = across->rows * r->y;
  const size_t blocks = 2 * gr_reduce_blocks_rule (in->types.acc) * THREADS / threads;
  gr_use use = use_of (in, r->items, at_least (blocks, 1));
  use.moved *= across->rows == 1 ? sectors_of_span (in, across->group) : 1;
  use.room
    = (double) (threads * bundle_of (&in->types) * worth_of (in) * gr_ceil_div (at_most (r->chunk, in->len), rows));
  return use;
}

static gr_plan
part_across (const gr_plan_input *in, const gr_plan *whole, size_t slab)
{
  gr_plan p = *whole;
  gr_reduce_plan *const r = &p.of.across.plan;
  p.of.across.first_slab = slab;
  r->groups = in->outer * p.of.across.groups;
  r->items = r->groups * r->chunks;
  return launch (p, r, in);
}

gr_plan
gr_part_chunks (const gr_plan_input *in, const gr_plan *whole, size_t slab, size_t chunk, size_t rows)
{
  gr_plan p = *whole;
  const bool across = p.kernel == GR_AUTO_REDUCE_ACROSS;
  gr_reduce_plan *const r = across ? &p.of.across.plan : &p.of.reduce;
  if (slab * in->inner < p.whole)
    return (gr_plan){ .kernel = GR_AUTO_PLANNER };
  if (across)
    p.of.across.first_slab = slab;
  r->whole = 0;
  r->groups = across ? p.of.across.groups : gr_ceil_div (in->inner, r->x);
  r->first = r->groups * chunk;
  r->items = r->first + r->groups * gr_ceil_div (rows, r->chunk);
  r->keeps_totals = true;
  return launch (p, r, in);
}

const gr_kernel_planner gr_planner_of_reduce = { fits_reduce, plan_reduce, use_reduce, part_reduce, true, true };
const gr_kernel_planner gr_planner_of_reduce_across
  = { fits_across, plan_across, use_across, part_across, false, true };
