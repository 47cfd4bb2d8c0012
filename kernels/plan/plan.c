#include "plan/plan.h"

#include <math.h>
#include <string.h>

enum {
  THREADS = 256,
  WARP = 32,
  MULTIPROCESSORS = 132,                  /* of the largest devices, */
  BLOCKS_PER_SM = 3,                      /* blocks that each holds at a time, */
  WAVE = MULTIPROCESSORS * BLOCKS_PER_SM, /* and all of them */
  MOST_WAVES = 4,                         /* more totals than that cost more to combine than they bring */
  ENOUGH_THREADS = MULTIPROCESSORS * 2048,
  ENOUGH_SEGMENTS = MULTIPROCESSORS * 64, /* a warp for each fills the device */
  SHORT = 128,                            /* most elements of a short segment, */
  SHORT_BYTES = 1024,        /* or bytes: sums of segments of 129 singles, dim 1, 0.68 of the limit and 0.89, of 250
                                0.73 and 0.96, of 333 int8 0.64 and 0.91, but of 333 singles 0.91 and 0.81, */
  SHORT_WHOLE = 2048,        /* or, if it is whole vectors of 16 and accumulators are not large, these: 512 singles
                                0.968 and 0.994, 144 doubles 0.845 and 1.00, but of 1024 singles maxima 0.95 and 0.91,
                                variances of 512 0.90 and 0.84, */
  SHORT_SEGMENTS = 16,       /* but so many of them in a tile, */
  SHORT_ROWS = 64,           /* or whose neighbours are more than a tile has, */
  SHORT_EVEN_ROWS = 4,       /* and if they can be loaded across as well, */
  SHORT_EVEN_ROWS_LARGE = 7, /* where that is slower: accumulators are large, or it is a scan */
  LEAST_SLABS = 2,           /* of a tile whose segments have any length: maxima of 3 x 1064 x 13385 singles with
                                positions, dim 2, a block for each 0.57 of the limit, staged 0.78, */
  LEAST_SLABS_LARGE = 4,     /* but variances of 33 x 100 x 40672 0.73 and 0.59: accumulators are large, or it is a
                                scan */
  MAX_TILE_WASTE_RATIO = 16, /* segments of a tile for each that it could have had too */
  ENOUGH_GROUPS = 256,       /* blocks of a strided scan: nearly 2 a multiprocessor */
  LEAST_ACROSS = 8,          /* threads side by side in one that bundles segments: 128 bytes of most types */
  CACHE_LINE_UNIT = 16,      /* vectors: those that begin with a cache line fill whole ones */
  WIDE_WAVES = 3,            /* most waves of blocks of GR_ACROSS_THREADS */
  FIRST_LOADS = 16,          /* of a thread, in whose time the first ones come */
  FEW_TOTALS = 24,           /* that are combined at once */
  LITTLE_IDLE = 12,          /* blocks for each that is idle */
  MANY_ACROSS = 4096,        /* segments side by side, a thread each, */
  LONG_SHARE = 256,          /* and elements of a thread, in whose way more blocks than a WAVE's would be */
  MAX_GRID = 1 << 20,
  VECTOR = 16,                      /* bytes of a load */
  MAX_SEGMENTS_COSTLY_OP = 2,       /* segments of many instructions an element; of less than VECTOR bytes one more */
  LEAST_RUNS = 3,                   /* of a segment in a tile of whole rows */
  ROWS_ACROSS = 59,                 /* segments of a tile where they are grouped: four runs of each by 256 threads */
  FEW_BANDS = 8192,                 /* segments with positions for which bands would be too high */
  BAND = 1 << 21,                   /* bytes of the rows that tiles side by side pass on, */
  BAND_ALONE = 6 << 20,             /* and of a run's rows that a thread a segment can scan by itself */
  ACC_FEW = 16,                     /* bytes of an accumulator that takes few instructions to combine */
  FEW_STEPS = 8,                    /* of a block along its segments */
  LEAST_STEPS = 3,                  /* with which it may be one of two on a multiprocessor, */
  MANY_STEPS = 24,                  /* or the only one */
  SLAB_ROWS = 16,                   /* of threads of one of small slabs; */
  FEW_BLOCKS = 6 * MULTIPROCESSORS, /* of which one is faster alone on a multiprocessor, */
  MANY_BLOCKS_ROWS = 4,             /* and those of others, of threads */
  LARGE_ROW = 1 << 18,              /* bytes of a slab's row with which it is as an array of its own */
  LEAST_HEIGHT = 48,           /* rows of a slab of stripes: sums of 150 x 20 x 11184 doubles, dim 2, 0.61 by stripes
                                  of 20 rows, a segment a thread 0.94, 131 x 44 x 5821 0.63 and 0.93, but of
                                  250 x 60 x 2236 singles 0.91 and 0.84 */
  SLOW_SEGMENTS = 12000,       /* singles whose maxima have positions, at least */
  MOST_SLOW_SEGMENTS = 240000, /* and at most, that are two stripes for each multiprocessor */
  STRIPE = 60,                 /* least segments of a stripe, as a row takes some time beside that of its segments, */
  ROW_COST = 16,               /* as long as so many of them take */
  COPY_WARPS_SMALL = 8,        /* warps for rows of elements of 4 bytes, if there is room for so many, */
  COPY_WARPS = 4,              /* and else */
  LONGEST_ROW = 4400,          /* bytes of a stripe's row, with which stages have 2 rows, if one result for each, */
  LONG_ROW = 2200,             /* 4, */
  MEDIUM_ROW = 1100,           /* 8, */
  SHORT_ROW = 700,             /* 16, */
  TINY_ROW = 450,              /* and with less than these 64, if there is but one result for each, else 32 */
  LEAST_STAGE = 6 << 10,       /* bytes of the rows that a segment has for a stage */
  STRIPES_SHARED = 224 << 10,  /* most bytes of the stages */
  CLUSTERS = 15,               /* of GR_CLUSTER blocks that the largest devices run at a time, */
  LEAST_TURNS = 2,             /* and rounds of each, */
  LEAST_TURNS_LARGE = 8,       /* and those of stripes of 8 bytes without positions */
  CLUSTER_SHARED = 226 << 10,  /* most bytes of a block's shared memory, but for barriers */
  CLUSTER_SEGMENTS = 270,      /* most segments of a stripe, as tiles of more would have few rows, */
  MOST_STRIPES = 2 * CLUSTERS,
  CLUSTER_SLAB_SEGMENTS = 128, /* and of slabs of doubles, or of few rounds, */
  FEW_ROUNDS = 8,              /* less than these */
  STEP = 4,                    /* rows that a thread's run has multiples of */
  MOST_RUN = 64                /* elements in a row that a thread of an ordered operator takes */
};

/* Of the time of a block's loads, for each of its warps whose threads are of two rows.  */
static const double PARTED_WARP = 0.05;

static size_t
at_most (size_t a, size_t b)
{
  return a < b ? a : b;
}

static size_t
at_least (size_t a, size_t b)
{
  return a > b ? a : b;
}

/* The smallest power of two that is at least n, but at most limit (one).  */
static size_t
power_of_two (size_t n, size_t limit)
{
  size_t p = 1;
  while (p < n && p < limit)
    p *= 2;
  return p;
}

/* x and y for wanted threads on a segment; whole warps along, and across segments
   whole runs of inner or two warps' worth of it.  */
static void
share_block (gr_plan *plan, size_t inner, size_t wanted)
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

/* Chunks for each of so many groups of segments that fill the device best: in one wave of so many blocks,
   or in more, if their blocks are less often idle by a twentieth.  */
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

/* Cut len of so many groups, beside the whole ones, into at most chunks chunks, each a multiple of tile; segments of
   nothing have one.  */
static void
cut (gr_plan *plan, size_t len, size_t groups, size_t chunks, size_t tile)
{
  plan->chunk = at_least (chunks > 1 ? gr_ceil_div (gr_ceil_div (len, chunks), tile) * tile : len, 1);
  plan->chunks = at_least (gr_ceil_div (len, plan->chunk), 1);
  plan->groups = groups;
  plan->items = plan->whole + groups * plan->chunks;
  plan->grid = (unsigned) at_most (plan->items, MAX_GRID);
}

gr_plan
gr_plan_reduction (size_t inner, size_t len, size_t outer, size_t size, size_t acc, bool ordered)
{
  gr_plan plan = { .along = inner == 1 };
  const size_t segments = inner * outer, width = plan.along && size < VECTOR && ! ordered ? VECTOR / size : 1;
  /* across: no more threads than fill the device twice, or four times where a block's rows are short: sums of
     300007 x 447 doubles, dim 2, with four times 0.925 of the limit and 0.93 with twice, variances of 1000003 x 134
     doubles 0.84 and 0.90, but sums of 5 x 1000 x 26843 doubles 0.92 and 0.80.  Along: two loads a thread at least,
     and sixteen where the device is full anyway: sums of 5000 x 6710 singles 0.69 and 0.80; where there are segments
     enough, eight, but so few threads that their combination costs little beside up to 64 loads, or 128 where it takes
     longer, unless the device would not be full twice */
  const size_t loads = gr_ceil_div (len, width), times = inner < 2 * WARP ? 4 : 2;
  const size_t busy = ! plan.along ? at_most (gr_ceil_div (len, 8), gr_ceil_div (times * ENOUGH_THREADS, segments))
                    : ordered      ? gr_ceil_div (loads, 2)
                    : segments < ENOUGH_SEGMENTS
                      ? at_least (gr_ceil_div (loads, 16),
                                  at_most (gr_ceil_div (loads, 2), gr_ceil_div (3 * ENOUGH_THREADS / 2, segments)))
                      : at_least (at_least (at_most (gr_ceil_div (loads, 8), acc > 8 ? 4 : 8),
                                            gr_ceil_div (loads, acc > 16 ? 128 : 64)),
                                  at_most (gr_ceil_div (loads, 16), gr_ceil_div (2 * ENOUGH_THREADS, segments)));
  share_block (&plan, inner, busy);

  /* chunks of at least four loads a thread: more blocks than that cost more than they bring */
  const size_t groups = gr_ceil_div (segments, plan.x), tile = plan.y * (plan.along ? 4 * width : 8);
  /* of the largest accumulators, more blocks than their rule promises find room */
  const size_t room = at_least (MULTIPROCESSORS * gr_reduce_blocks_rule (acc), WAVE);
  const size_t most = plan.along ? room : WAVE;
  size_t chunks = ordered || groups < most ? chunks_of_groups (groups, most) : 1;
  if (ordered && chunks > 1)
    chunks = at_least (chunks, gr_ceil_div (len, (size_t) plan.y * MOST_RUN));
  cut (&plan, len, groups, chunks, tile);
  /* sums of 10007 x 13412 doubles, dim 2, with 5 blocks 0.83 of the limit, 4: 0.86, 3: 0.94, 2: 0.90; of
     100003 x 2687 with 4: 0.925, 3: 0.937; but of 1000003 x 134 0.92 and 0.89, of 99 x 1355734 0.87 and 0.79 */
  if (! plan.along && segments >= MANY_ACROSS && plan.chunk >= LONG_SHARE * plan.y)
    plan.resident = BLOCKS_PER_SM;

  /* segments beyond whole waves of blocks are cut, unless blocks that are idle then count little, as few blocks cannot
     keep memory busy: sums of 600 segments of 400000 singles 255 us uncut and 213 us, of 1100 segments of 250000 272
     and 245, but of 4096 segments of 50000 184 and 185 */
  const size_t wave = plan.resident ? WAVE : room, rest = groups % wave;
  if (plan.chunks > 1 || ordered || groups < wave || ! rest || LITTLE_IDLE * (wave - rest) < groups)
    return plan;
  gr_plan partly = plan;
  partly.whole = groups - rest;
  cut (&partly, len, rest, chunks_of_groups (rest, wave), tile);
  return partly.chunks > 1 ? partly : plan;
}

/* How rows of so many vectors are divided among blocks: in groups of `width` of them, and segments in chunks.  */
typedef struct
{
  size_t width, groups, chunks;
  double time; /* in loads of all blocks of a wave */
} division;

/* What fills the device best in so many waves of blocks of so many threads: the time of a wave is that of its loads,
   and that of a thread's first ones, for which nothing else is done.  A block has y rows of those vectors and `more`.
   Groups have whole units of so many vectors; if that is one, a warp whose threads are of two rows asks for parts of
   more cache lines.  may_idle: less than a wave may be nearly as fast.  */
static division
divide_across (size_t threads, size_t most_waves, size_t vectors, size_t more, size_t unit, size_t y, size_t outer,
               size_t height, bool may_idle)
{
  division best = { .chunks = 1, .time = INFINITY };
  const size_t tile = 8 * y, most = threads / y - more, least = gr_ceil_div (vectors, most);
  const size_t blocks = WAVE * THREADS / threads;
  const size_t last = least * outer > MOST_WAVES * blocks ? least : 2 * least;
  for (size_t some = least; some <= last; some += 1 + least / 8)
    for (size_t waves = 1; waves <= MOST_WAVES; waves++)
      {
        const size_t c = at_least (waves * blocks / (some * outer), 1);
        /* and as many groups as have so many chunks */
        for (size_t g = some, full = at_most (waves * blocks / (c * outer), last);; g = full)
          {
            const size_t width = at_most (gr_ceil_div (gr_ceil_div (vectors, g), unit) * unit, most), x = width + more;
            const size_t groups = gr_ceil_div (vectors, width), items = groups * c * outer;
            const size_t rows = gr_ceil_div (gr_ceil_div (height, c), tile) * tile;
            /* blocks on a multiprocessor, all of them, and with one less on each */
            const size_t warps = gr_ceil_div (x * y, WARP), share = BLOCKS_PER_SM * THREADS / WARP / warps;
            const size_t wave = MULTIPROCESSORS * share, less = wave - MULTIPROCESSORS;
            double taken = (double) gr_ceil_div (items, wave);
            if (may_idle && items <= wave)
              taken = (double) items / (double) wave * (2 - (double) items / (double) (items <= less ? less : wave));
            const double parted = unit > 1 || x % WARP == 0 ? 0 : PARTED_WARP * (double) (y - 1) / (double) warps;
            const double time = taken * ((1 + parted) * (double) (rows * x * wave) + FIRST_LOADS * THREADS * WAVE);
            if (time < 0.95 * best.time && taken <= (double) most_waves)
              best = (division){ .width = width, .groups = groups, .chunks = c, .time = time };
            if (g >= full)
              break;
          }
      }
  return best;
}

gr_across_plan
gr_plan_across (size_t inner, size_t len, size_t outer, unsigned bundle)
{
  gr_across_plan across = { .plan.y = 1, .rows = 1, .group = inner, .groups = 1 };
  gr_plan *const plan = &across.plan;
  /* rows of the array from one that begins with a vector to the next, and their vectors */
  unsigned turn = bundle;
  while (turn > 1 && inner % bundle * (turn / 2) % bundle == 0)
    turn /= 2;
  const size_t several = inner / (bundle / turn);
  /* no more rows than fill the device, with eight loads of each thread, or twice where rows are one behind the other:
     sums of 500 x 33 x 2033 doubles, dim 2, with those that fill it four times 0.75 of the limit, twice 0.85, once
     0.92, maxima of 7000 x 40 x 120 with positions 0.69, 0.84 and 0.91; but of 100 x 1000 x 1342 singles sums 0.93,
     0.92 and 0.89 */
  const bool behind = inner <= GR_FEW_VECTORS * bundle && several < THREADS;
  const size_t threads = (behind ? 2 : 1) * ENOUGH_THREADS;
  const size_t busy = at_most (gr_ceil_div (len, 8), gr_ceil_div (threads, gr_ceil_div (inner * outer, bundle)));
  /* one more vector where rows, or slabs of several rows at once, do not begin with one */
  const size_t vectors = gr_ceil_div (inner, bundle), more = behind ? outer > 1 && inner * len % bundle : turn > 1;
  division of;
  size_t height = len;
  if (behind)
    {
      const size_t enough = at_most ((THREADS - more) / several, at_least (gr_ceil_div (len, turn), 1));
      const size_t units = at_most (at_least (gr_ceil_div (busy, 2 * turn), gr_ceil_div (2 * WARP, several)), enough);
      across.rows = (unsigned) units * turn;
      height = gr_ceil_div (len, across.rows);
      of = divide_across (THREADS, SIZE_MAX, units * several, more, units * several, 1, outer, height, false);
    }
  else
    {
      /* rows that begin with cache lines are divided where others of these begin */
      const size_t unit = inner % (GR_CACHE_LINE / VECTOR * bundle) ? 1 : CACHE_LINE_UNIT;
      plan->y = (unsigned) at_least (power_of_two (busy, 4), turn);
      of = divide_across (THREADS, SIZE_MAX, vectors, more, unit, plan->y, outer, height, bundle >= 4);
      /* rows that begin anywhere, in wider groups, unless they take many waves, which are the shorter the better */
      if (more)
        {
          const division wide
            = divide_across (GR_ACROSS_THREADS, WIDE_WAVES, vectors, more, unit, plan->y, outer, height, false);
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
  /* of one wave, no multiprocessor is to get more blocks than others because it has room for them: sums of
     30011 x 4472 int32, dim 2, 0.90 of the limit, and 0.935 with no more than three on each; but where more are a
     multiprocessor's share, that takes memory from the first-level cache: 333 x 403061 singles 0.84 and 0.71 */
  if (plan->items <= WAVE && plan->x * plan->y > THREADS - WARP && plan->x * plan->y <= THREADS)
    plan->resident = BLOCKS_PER_SM;
  across.members = plan->chunks;
  if (plan->chunks > FEW_TOTALS)
    for (across.members = 1; across.members * across.members < plan->chunks;)
      across.members++;
  return across;
}

/* large: accumulators are, or it is a scan.  Sums of 4793492 x 7 singles, dim 2, staged 0.68 of the limit, across
   0.97, of 5592404 x 6 doubles 0.84 and 0.97, of 8388608 x 4 0.92 and 0.86; variances of 2000 x 5 x 3355 singles 0.35
   and 0.29.  */
static gr_short_plan
plan_short (size_t inner, size_t len, size_t outer, size_t size, size_t acc, bool large)
{
  const size_t even = large ? SHORT_EVEN_ROWS_LARGE : SHORT_EVEN_ROWS;
  const size_t least_slabs = large ? LEAST_SLABS_LARGE : LEAST_SLABS;
  const size_t sector = gr_sector_rule (size), elements = GR_SHORT_THREADS * gr_short_run_rule (size, acc);
  /* up to GR_SECTOR elements, if they are bytes, may stand in the first sector before the first segment */
  const size_t slabs = (elements - GR_SECTOR) / at_least (inner * len, 1);
  const size_t bytes = len * size % VECTOR == 0 && acc <= ACC_FEW ? SHORT_WHOLE : SHORT_BYTES;
  const size_t most = inner > 1 ? (slabs >= least_slabs ? elements : SHORT_ROWS)
                                : at_most (at_least (SHORT, bytes / size), elements / SHORT_SEGMENTS);
  /* no more rows than leave room for segments beside what three sectors of each may waste */
  const size_t rows = at_most (size < 8 && inner * size % VECTOR ? SHORT_ROWS : even, elements / (5 * sector));
  if (len < 2 || inner * outer < 2 || len > (slabs ? most : rows))
    return (gr_short_plan){ .segments = 0 };
  if (slabs)
    return (gr_short_plan){ .segments = (unsigned) (slabs * inner),
                            .pitch = (unsigned) inner,
                            .tiles = gr_ceil_div (outer, slabs) };
  /* rows begin and end anywhere in sectors; that all may stand the same distance apart, it is
     that of memory but for whole sectors */
  const size_t room = (elements - sector) / len - 3 * (sector - 1), groups = gr_ceil_div (inner, room);
  const size_t segments = gr_ceil_div (inner, groups), least = segments + 2 * (sector - 1);
  return (gr_short_plan){ .segments = (unsigned) segments,
                          .pitch = (unsigned) (least + (inner - least) % sector),
                          .groups = groups,
                          .tiles = groups * outer };
}

gr_short_plan
gr_plan_short (size_t inner, size_t len, size_t outer, size_t size, size_t acc)
{
  gr_short_plan plan = plan_short (inner, len, outer, size, acc, acc > ACC_FEW);
  if (! plan.segments || plan.groups)
    return plan;
  /* packed elements are many to a tile: no round of its threads for a few segments */
  const size_t rest = plan.segments % GR_SHORT_THREADS;
  if (size < 4 && inner == 1 && plan.segments > rest && 2 * rest < GR_SHORT_THREADS)
    {
      plan.segments -= (unsigned) rest;
      plan.tiles = gr_ceil_div (inner * outer, plan.segments);
    }
  /* slabs that are whole cache lines, of which neighbours need none then, if that takes few from a tile */
  size_t whole = inner;
  while (len * whole * size % GR_CACHE_LINE)
    whole *= 2;
  const unsigned lost = plan.segments % whole;
  if (plan.segments > lost && MAX_TILE_WASTE_RATIO * lost <= plan.segments)
    {
      plan.segments -= lost;
      plan.tiles = gr_ceil_div (inner * outer, plan.segments);
    }
  return plan;
}

gr_short_plan
gr_plan_short_scan (size_t inner, size_t len, size_t outer, const gr_kernel_types *t)
{
  const bool wider = t->result != t->size;
  const gr_short_plan plan = plan_short (inner, len, outer, t->result, t->acc, true);
  /* sums of singles, dim 2, where 8 segments meet, 4 x 16 x 2097152, 0.76 of the limit, and in tiles of whole rows
     0.84; where 4 do, 8 x 8 x 2097152, 0.97 and 0.79 */
  const bool meet = ! plan.groups && gr_segments_that_meet (t->size, inner, len) > GR_MAY_MEET;
  /* 7 x 2 x 9586980, dim 2, 0.64, and in tiles of whole rows 0.71: too little to do for each segment */
  const bool fits
    = inner > 1 && len > 2 && ! meet && ! t->indexed && ! (wider && plan.groups) && plan.segments >= GR_SHORT_THREADS;
  return fits ? plan : (gr_short_plan){ .segments = 0 };
}

unsigned
gr_plan_strided_segments (size_t inner, size_t len, size_t outer, const gr_kernel_types *t)
{
  const unsigned most = gr_strided_segments_rule (t->size, t->acc);
  const bool wider = t->result > t->size;
  /* a bundle by itself would store wider results in parts of sectors: 16384 x 16384 int32 to
     double, dim 2, took 1131 us, and 923 without bundles.  Kernels of floating point, which
     seldom have them, would be twice the code with pairs */
  if (most == 1 || inner % most || (wider && ! (t->integer && gr_strided_paired_rule (most, inner))))
    return 1;
  /* where tiles look back, more results than elements are better written by whole warps:
     32 x 8388608 singles, dim 2, with positions 1166 us, not 1326 */
  const bool looks_back = gr_plan_strided_scan (inner, len, outer, t->size, 1).looks_back;
  if (looks_back ? (wider || t->indexed) && inner >= WARP : inner * t->size % GR_SECTOR != 0)
    return 1;
  return most;
}

/* Rows that begin within sectors: all blocks work on one band of them after the other, so that
   the parts of a sector that several write are written at about the same time, and tiles
   pass on what stands before the next one's.  That takes about 1.6 us a tile, so bands
   are high where segments are few.  100003 x 2687 single sums, dim 2, 659 us, and
   739 with blocks that go along their segments.  */
static void
plan_bands (gr_strided_plan *plan, size_t inner, size_t len, size_t outer, size_t size)
{
  const size_t segments = inner * outer, runs = gr_ceil_div (len, plan->run), row = segments * size * plan->run;
  plan->y = row >= BAND_ALONE ? 1 : (unsigned) at_least (power_of_two (gr_ceil_div (BAND, row), THREADS), 2);
  plan->y = (unsigned) at_most (plan->y, power_of_two (runs, THREADS));
  plan->x = GR_STRIDED_THREADS / plan->y;
  plan->groups = gr_ceil_div (segments, plan->x);
  /* of many segments, what is passed on does not stay in the cache: 1000003 x 134 single sums, dim 2,
     in bands of 64 rows, 366 us, of all 318 */
  const size_t rows
    = plan->y > 1 ? plan->y * plan->run : at_least (segments / (segments >> 19 ? 4096 : 16384), plan->run);
  const size_t bands = gr_ceil_div (len, rows);
  plan->steps = gr_ceil_div (gr_ceil_div (len, bands), plan->y * plan->run);
  plan->tiles = gr_ceil_div (len, plan->steps * plan->y * plan->run);
  /* 44739243 x 3 sums, dim 2: doubles 0.75 of the limit with one, 0.92 with two, 0.95 with eight, singles
     0.41 with one, 0.56 with five; but maxima of 13421772 x 10 singles with positions 0.86 with one, 0.79
     with eight */
  if (plan->tiles == 1 && outer == 1)
    plan->turns = (unsigned) at_least (at_most (plan->groups / (4 * WAVE), plan->run / at_least (len, 1)), 1);
}

/* Are waves of so many blocks nearly always full of those of so many groups?  */
static bool
fill_waves (size_t groups, size_t wave)
{
  return 10 * groups >= 9 * wave * gr_ceil_div (groups, wave);
}

/* Rows of threads of a block that goes along so many bundles of one array, whose segments have so many runs: few, so
   that rows are long, but at least so many that it has a thread for each segment, and with a block for each
   multiprocessor or several; 0 where no number up to `most` does.  Sums of 16384 x 16384 singles, dim 2, with 128
   blocks of 8 rows 0.93 of the limit, with 256 of 16 0.91, of 131072 x 2048 doubles with 512 of 2 rows 0.94, with 2048
   of 8 0.92.  */
static unsigned
rows_of_array (size_t bundles, unsigned bundle, size_t runs, size_t size, size_t most)
{
  if (gr_ceil_div (bundles, THREADS / bundle) > FEW_BLOCKS)
    return (unsigned) power_of_two (runs, MANY_BLOCKS_ROWS);
  for (unsigned y = bundle; y <= most && y <= runs; y *= 2)
    {
      /* rows of 128 bytes are better than what looks back, if elements are small, but not than others */
      const size_t groups = gr_ceil_div (bundles, THREADS / y);
      if (fill_waves (groups, MULTIPROCESSORS) && (y <= SLAB_ROWS || (size < 8 && groups <= MULTIPROCESSORS)))
        return y;
    }
  return 0;
}

/* The same where slabs, of so many bundles, are smaller: more, so that blocks are in few slabs at a time.  Sums of
   512 x 512 x 1024 singles, dim 2, with 16 rows 0.965 of the limit, with 8 0.915, two blocks on a multiprocessor
   each, of 4096 x 1024 x 64 0.96 and 0.94, of 256 x 100 x 10000 doubles 0.995 and 0.96; but of 48 x 5000 x 1000
   doubles, of whose blocks a third would be in two slabs, 0.83 and 0.86.  */
static unsigned
rows_of_slab (size_t bundles, size_t runs, size_t most)
{
  const size_t x = THREADS / SLAB_ROWS;
  const bool parted = bundles < 2 * x && bundles % x && x % bundles;
  return (unsigned) power_of_two (runs, at_most (parted ? SLAB_ROWS / 2 : SLAB_ROWS, most));
}

gr_strided_plan
gr_plan_strided_scan (size_t inner, size_t len, size_t outer, size_t size, unsigned bundle)
{
  const size_t segments = inner * outer, bundles = segments / bundle;
  const size_t least = power_of_two (bundles, bundle > 1 ? LEAST_ACROSS : WARP);
  gr_strided_plan plan = { .run = gr_strided_run_rule (size, bundle, false), .turns = 1 };
  if (inner * size % GR_SECTOR)
    {
      plan_bands (&plan, inner, len, outer, size);
      if (bundle == 1 && plan.x >= least)
        return plan;
    }
  else
    {
      const size_t runs = gr_ceil_div (len, plan.run);
      const bool slabs = outer > 1 && inner * size < LARGE_ROW;
      const unsigned filling = slabs ? 0 : rows_of_array (bundles, bundle, runs, size, THREADS / least);
      plan.y = filling ? filling
             : slabs   ? rows_of_slab (inner / bundle, runs, THREADS / least)
                       : (unsigned) power_of_two (runs, GR_STRIDED_WARPS);
      /* less across and more along, where that is what fills the device */
      while (! filling && THREADS / plan.y > least && gr_ceil_div (bundles, THREADS / plan.y) < ENOUGH_GROUPS
             && plan.y < runs)
        plan.y *= 2;
      plan.x = GR_STRIDED_THREADS / plan.y;
      plan.groups = gr_ceil_div (bundles, plan.x);
      plan.steps = gr_ceil_div (len, plan.y * plan.run);
      plan.tiles = 1;
      plan.fills = filling || (plan.y <= SLAB_ROWS && fill_waves (plan.groups, MULTIPROCESSORS));
      /* blocks that go along segments: sums of singles, dim 2, with no more than 3 on a multiprocessor, 2 and 1,
         400000 x 600 0.93, 0.93 and 0.94, 131072 x 2048 doubles 0.93, 0.93 and 0.937, 512 x 512 x 1024 0.957, 0.965 and
         0.85, 256 x 4096 x 256 0.884, 0.88 and 0.895; but 112 x 140 x 2061, by 8 rows, 0.92, 0.895 with 2 */
      if (filling && plan.groups > MULTIPROCESSORS && plan.groups <= FEW_BLOCKS)
        plan.resident = 1;
      else if (slabs && plan.steps >= LEAST_STEPS)
        plan.resident = plan.steps >= MANY_STEPS && plan.fills                               ? 1
                      : plan.y >= SLAB_ROWS && fill_waves (plan.groups, 2 * MULTIPROCESSORS) ? 2
                                                                                             : 0;
      if (filling || plan.groups >= ENOUGH_GROUPS || plan.steps == 1)
        return plan;
    }

  plan.looks_back = true;
  plan.turns = 1;
  plan.resident = 0;
  plan.run = gr_strided_run_rule (size, bundle, true);
  plan.x = (unsigned) least;
  plan.y = GR_STRIDED_THREADS / plan.x;
  plan.groups = gr_ceil_div (bundles, plan.x);
  plan.steps = 1;
  plan.tiles = gr_ceil_div (len, plan.y * plan.run);
  return plan;
}

unsigned
gr_strided_resident (const gr_strided_plan *plan, const gr_kernel_types *t, unsigned bundle)
{
  if (plan->looks_back || ! t->cheap_op || t->acc > ACC_FEW)
    return 0;
  /* a segment a thread: maxima with positions of 10007 x 13412 singles, dim 2, with 4 blocks 0.63 of the limit, 3:
     0.66, 2: 0.77, of 100003 x 2687 0.69, 0.76 and 0.77, of doubles 0.77, 0.79 and 0.77; sums of those 0.805, 0.81 and
     0.76, of singles 0.76, 0.73 and 0.62; without bands sums of 1000003 x 134 doubles 0.83, 0.86 and 0.88, singles
     0.80, 0.80 and 0.74, but maxima with positions of 13421772 x 10, in a step, 0.86, 0.86 and 0.76 */
  if (bundle == 1)
    return plan->tiles * plan->steps == 1 ? 0 : t->indexed ? 2 : t->size < 8 ? 0 : plan->tiles == 1 ? 2 : 3;
  return plan->resident;
}

/* Groups of segments of rows that begin within vectors of 16 bytes.  A group writes whole vectors, so it also reads
   the segments that may stand in its first one before its own.  */
static void
group_segments (gr_rows_plan *plan, size_t inner, const gr_kernel_types *t)
{
  const size_t vector = VECTOR / t->size, overlap = vector - 1, room = (ROWS_ACROSS - overlap) / vector * vector;
  const size_t groups = gr_ceil_div (inner + overlap, room);
  plan->width = (unsigned) (gr_ceil_div (gr_ceil_div (inner + overlap, groups), vector) * vector);
  plan->across = plan->width + (unsigned) overlap;
  plan->groups = gr_ceil_div (inner + overlap, plan->width);
}

/* Threads of a block with tiles of whole rows, at most: half of them where results are kept beside the elements,
   but for positions of so many segments that those would have few runs; and more where segments are as many, if
   gr_rows_threads_rule lets them.  Maxima of singles with positions of 36 x 3728270, dim 2, 0.69 of the limit
   by 128, 0.79 by 256, 12 x 11184810 0.75 and 0.73; sums of 127 x 1056832 0.55 in groups, 0.71 by 384, but with
   positions 100 x 1342177, whose rows begin with vectors, 0.56, and 0.67 side by side.  */
static unsigned
whole_row_threads (size_t inner, const gr_kernel_types *t)
{
  const bool small = t->size < 8;
  if (t->result != t->size || (t->indexed && inner <= (small ? WARP / 2 : WARP)))
    return GR_ROWS_THREADS / 2;
  const bool begin_vectors = inner * t->size % VECTOR == 0;
  return LEAST_RUNS * inner > GR_ROWS_THREADS && ! (t->indexed && begin_vectors)
         ? gr_rows_threads_rule (t->size, t->acc)
         : GR_ROWS_THREADS;
}

/* Segments that threads side by side never scan well: 8 x 33554432, dim 2, by rows and side by side, singles' sums 0.89
   and 0.67, maxima with positions 0.88 and 0.69, int32 sums to double 0.83 and 0.69, but doubles' sums 0.92 and 0.92,
   maxima with positions 0.87 and 0.91.  */
static unsigned
few_segments (const gr_kernel_types *t)
{
  return t->size == 4 ? 8 : 7;
}

gr_rows_plan
gr_plan_rows_scan (size_t inner, size_t len, size_t outer, const gr_kernel_types *t)
{
  gr_rows_plan plan = { .y = 0 };
  if (inner == 1 || ! gr_positions_rule (len, t->indexed))
    return plan;
  const bool wider = t->result != t->size, within = inner * t->size % GR_SECTOR != 0;
  unsigned most = whole_row_threads (inner, t);
  plan.run = gr_rows_run_rule (t->size);
  plan.groups = 1;
  plan.width = plan.across = (unsigned) inner;
  if (inner > few_segments (t))
    {
      /* threads side by side are better for more segments, but not where they would look back and a fifth of them,
         if elements are large a third, would have no segment, nor where rows begin within sectors: if they need not
         look back, as also for rows of one sector, or with positions, or if threads that look back have but one segment
         each. Shares of the limit side by side and by rows of singles, dim 2, sums of 17 x 7895160 0.62 and 0.81, 24 x
         5592405 0.69 and 0.80 (doubles 0.83 and 0.83), 33 x 100 x 40672 0.76 and 0.86, 65 x 40 x 12905 0.415 and 0.74
         (doubles 0.585 and 0.91), 8 x 2000 x 2097 0.71 and 0.88; with positions 33 x 100 0.53 and 0.83.  Results that
         are wider: int32 sums of 21 x 500 x 3195 0.67 and 0.85, but where threads look back, 31 x 1082401, 0.86 and
         0.72 */
      const unsigned bundle = gr_plan_strided_segments (inner, len, outer, t);
      const gr_strided_plan strided = gr_plan_strided_scan (inner, len, outer, t->size, bundle);
      const size_t threads = strided.groups * strided.x * bundle, enough = (t->size < 8 ? 5 : 6) * inner * outer;
      const bool idle = strided.looks_back && 4 * threads >= enough;
      const bool whole = LEAST_RUNS * inner <= most
                      && (strided.looks_back ? ! wider && (idle || (within && (t->indexed || bundle == 1)))
                                             : within || inner * t->size <= GR_SECTOR);
      /* of 4 bytes, groups of rows that begin within vectors are better than one segment a thread: ratios of sums of
         333 x 403061 singles, dim 2, 0.52 and 0.64, with positions 0.46 and 0.58; but of doubles 0.78 and 0.74,
         and maxima of int16 0.50 and 0.35 */
      const bool grouped = t->size == 4 && ! wider && inner * t->size % VECTOR && inner > ROWS_ACROSS
                        && (strided.looks_back || (t->indexed && inner * outer < FEW_BANDS));
      if ((! whole && ! grouped) || ! t->cheap_op)
        return plan;
      if (! whole)
        {
          group_segments (&plan, inner, t);
          most = GR_ROWS_THREADS;
        }
    }
  const unsigned segments = plan.across;
  plan.y = segments <= GR_ROWS_IN_WARP ? most / WARP * (WARP / segments) : most / segments;
  plan.threads = segments <= GR_ROWS_IN_WARP ? most : (unsigned) gr_ceil_div (plan.y * segments, WARP) * WARP;
  plan.tiles = gr_ceil_div (len * outer, plan.y * plan.run);
  /* the totals of runs, which a thread of each segment combines, count where that takes long: of complex maxima with
     positions, dim 2, 3 x 11184810 singles 0.36 of the limit by rows and 0.275 side by side, 7 x 4793490 0.35 and 0.47,
     doubles 0.10 and 0.44, 2 x 16777216 0.37 and 0.31, 3 x 40 x 279620, where segments end with tiles, 0.50 and 0.27,
     and of singles in small slabs also where they do not, 7 x 27 x 167973 0.445 and 0.336 */
  const bool slabs = outer > 1 && t->indexed && t->size < VECTOR;
  if (! t->cheap_op && inner > MAX_SEGMENTS_COSTLY_OP + (t->size < VECTOR) && plan.y * plan.run % len && ! slabs)
    return (gr_rows_plan){ .y = 0 };
  /* as in gr_contiguous_grid: sums of 5 x 1000 x 26843 singles, dim 2, 0.73 of the limit with one tile a block, 0.82
     with blocks that go, with positions of doubles 0.72 and 0.83 */
  plan.grid
    = plan.y * plan.run % len == 0
      ? plan.tiles * plan.groups
      : gr_persistent_blocks (plan.tiles * plan.groups, MULTIPROCESSORS * (gr_rows_room_rule (t->acc) / plan.threads));
  return plan;
}

void
gr_fit_stripes (gr_stripes_plan *plan, const gr_kernel_types *t, size_t most)
{
  while (gr_stripes_bytes (plan, t) > most)
    if (plan->stages > 3 || plan->rows == 1)
      plan->stages--;
    else
      plan->rows /= 2;
}

gr_stripes_plan
gr_plan_stripes (size_t inner, size_t len, size_t outer, const gr_kernel_types *t)
{
  gr_stripes_plan plan = { .width = 0 };
  const bool wider = t->result != t->size, small = t->size < 8;
  if (! gr_stripes_rule (t->size, t->acc, t->cheap_op) || len < (outer > 1 ? LEAST_HEIGHT : FEW_STEPS)
      || len > INT32_MAX || inner < STRIPE)
    return plan;
  /* tiles of whole rows are for segments that would be fewer than a stripe's, or not many more */
  const gr_rows_plan rows = gr_plan_rows_scan (inner, len, outer, t);
  if (rows.y && rows.groups == 1)
    return plan;
  if (inner * t->size % GR_SECTOR == 0)
    {
      /* where rows begin with sectors, bundles are better, if their blocks fill waves, or, but for positions of
         small elements, if they look back: sums of 20000 x 13000 singles, dim 2, 0.76 of the limit and by stripes
         0.85; but maxima of singles with positions, which take longer, of 16384 x 16384 0.85 and 0.865, of 12000 x
         22370 0.75 and 0.805, of 200000 x 1300 0.86 and 0.88 */
      const unsigned bundle = gr_plan_strided_segments (inner, len, outer, t);
      const gr_strided_plan strided = gr_plan_strided_scan (inner, len, outer, t->size, bundle);
      const bool slow = t->indexed && small && ! t->integer;
      if (! (slow && outer == 1 && inner >= SLOW_SEGMENTS && inner <= MOST_SLOW_SEGMENTS)
          && (strided.looks_back ? ! (t->indexed && small) : strided.fills))
        return plan;
    }

  /* stripes of a slab, one at a time on each multiprocessor: as few as leave none idle for long */
  const unsigned burst = (unsigned) (GR_BURST / t->result);
  const bool within = inner * t->size % GR_BURST != 0;
  plan.overlap = within ? burst - 1 : 0;
  const size_t most = GR_STRIPES_THREADS - WARP * COPY_WARPS - plan.overlap, unit = within ? 1 : burst;
  const size_t first = gr_ceil_div (inner, most / unit * unit), last = first + gr_ceil_div (MULTIPROCESSORS, outer);
  size_t best = SIZE_MAX, width = 0;
  for (size_t across = first; across <= at_most (last, inner / STRIPE); across++)
    {
      const size_t w = gr_ceil_div (gr_ceil_div (inner, across), unit) * unit;
      const size_t time = gr_ceil_div (gr_ceil_div (inner, w) * outer, MULTIPROCESSORS) * (w + plan.overlap + ROW_COST);
      if (time < best)
        {
          best = time;
          width = w;
        }
    }
  if (width < STRIPE)
    return (gr_stripes_plan){ .width = 0 };
  plan.width = (unsigned) width;
  plan.threads = (unsigned) gr_ceil_div (width + plan.overlap, WARP) * WARP;
  plan.across = gr_ceil_div (inner, width);
  plan.stripes = plan.across * outer;
  plan.grid = at_most (plan.stripes, MULTIPROCESSORS);
  /* the less is under way, the faster is memory, as long as it is kept busy: sums of 100003 x 2687 singles, dim 2, with
     stages of 4 rows 0.94 of the limit, of 8 0.90; of 30011 x 4472 with 8 0.72, with 16 0.87; of 10007 x 13412 with 32
     0.70, with 64 0.88, but with positions, for which there is no room, 0.88 and 0.77; of 12001 x 11170 with 4 copy
     warps 0.73, with 8 0.84, of doubles 0.93 and 0.88.  Maxima of 100003 x 2687 with 6 stages of 4 rows, 5 of 4 and 4
     of 8, singles 0.92, 0.885 and 0.91, int32 0.78, 0.775 and 0.91, doubles 0.88, 0.89 and 0.885, but sums of those
     with 6 of 2 0.94, 5 of 4 0.895, of 5170 x 66 x 136 0.81 and 0.865; maxima of 10007 x 13412 doubles with positions
     with 6 of 16 0.90, with as many of 32 as find room 0.83 */
  const size_t row = gr_row_pitch (t->size, plan.width + plan.overlap);
  const bool alone = ! t->indexed && ! wider, longer = t->integer && small && alone && row > MEDIUM_ROW;
  const bool fewest = alone && outer == 1 && row > LONGEST_ROW, heavy = t->indexed && ! small;
  plan.rows = fewest                    ? 2
            : row > LONG_ROW            ? 4
            : row > MEDIUM_ROW          ? 8
            : row > SHORT_ROW || heavy  ? 16
            : row > TINY_ROW || ! alone ? 32
                                        : 64;
  plan.rows *= 1 + longer;
  if (! fill_waves (plan.stripes, MULTIPROCESSORS) || at_most (plan.rows, len) * row < LEAST_STAGE)
    return (gr_stripes_plan){ .width = 0 };
  plan.copy_warps
    = small && plan.threads + WARP * COPY_WARPS_SMALL <= GR_STRIPES_THREADS ? COPY_WARPS_SMALL : COPY_WARPS;
  plan.stages = longer ? 4 : small || fewest || (heavy && plan.rows == 16) ? GR_STRIPES_STAGES : 5;
  gr_fit_stripes (&plan, t, STRIPES_SHARED);
  return plan;
}

/* Are clusters faster than what there is beside them, with so many stripes in each row?  Shares of the limit, dim 2,
   sums of singles 8 x 33554432 by rows 0.89 and 0.79, 9 x 29826161 0.775 and 0.83, 36 x 3728270 0.79 and 0.84, 65 x
   2064888 0.67 and 0.84, 100 x 1342177 0.67 and 0.86, 100 x 1000 x 1342 0.80 and 0.85, 257 x 522247 0.61 and 0.79,
   333 x 403061 0.645 and 0.77, 1000 x 134217 0.70 and 0.78, 2001 x 67076 0.69 and 0.81, but 800 x 167772, whose rows
   begin with bursts, 0.87 and 0.68, maxima of 64 x 2097152, with cache lines, 0.87 and 0.83; of doubles 12 x
   11184810 0.84 and 0.855, 33 x 4067203 0.81 and 0.885, 127 x 1056832 0.79 and 0.88, 2001 x 67076 0.78 and 0.84, but
   48 x 2796202, whose rows begin with bursts, 0.94 and 0.85, 500 x 268435, with sectors, 0.87 and 0.78, 257 x 5222 x
   100 0.82 and 0.79, 100 x 13000 x 100 0.75 and 0.88.  With positions, singles 33 x 4067203 0.78 and 0.77, 65 x
   2064888 0.67 and 0.71, 257 x 522247 0.56 and 0.67, 500 x 268435, whose rows begin with vectors, 0.67 and 0.655, 2001
   x 67076 0.63 and 0.75, doubles 17 x 7895160 0.74 and 0.72, 33 x 4067203 0.68 and 0.76, 100 x 1342177 0.785 and
   0.745, 127 x 1056832 0.64 and 0.73.  */
static bool
clusters_are_faster (size_t inner, size_t outer, unsigned stripes, const gr_kernel_types *t)
{
  const size_t row = inner * t->size;
  const bool small = t->size < 8, within = row % GR_SECTOR != 0, parted = row % GR_BURST != 0;
  if (t->indexed)
    return outer == 1 && within && (small ? inner >= STRIPE && (stripes == 1 || row % VECTOR) : inner > WARP);
  if (small)
    return inner > few_segments (t) && (stripes == 1 ? row % GR_CACHE_LINE : parted);
  return inner > few_segments (t) && (stripes == 1 ? parted : within) && (outer == 1 || inner <= CLUSTER_SLAB_SEGMENTS);
}

/* Stripes of the segments, as few as keep all clusters busy and have no more segments than that, and the warps that
   they want.  */
static void
plan_cluster_stripes (gr_cluster_plan *plan, size_t inner, const gr_kernel_types *t)
{
  plan->stripes = 1;
  while (plan->stripes < MOST_STRIPES
         && (gr_ceil_div (inner, plan->stripes) > CLUSTER_SEGMENTS
             || (CLUSTERS % plan->stripes && plan->stripes % CLUSTERS)))
    plan->stripes++;
  plan->stripes_per_launch = plan->stripes < CLUSTERS ? plan->stripes : CLUSTERS;
  plan->width = (unsigned) gr_ceil_div (inner, plan->stripes);
  plan->overlap = plan->stripes > 1 ? (unsigned) (GR_BURST / t->size) - 1 : 0;
  plan->across = plan->width + plan->overlap;
  plan->copy_warps = plan->stripes > 1 ? 2 : 1;
  /* so that 16 bytes have whole accumulators */
  plan->range = (unsigned) gr_ceil_div (plan->across, GR_CLUSTER * 4) * 4;
  plan->publish_warps = (unsigned) gr_ceil_div (plan->range, WARP);
  plan->threads = 0;
  for (plan->segments_per_lookback_warp = 8; plan->threads < plan->across && plan->segments_per_lookback_warp <= WARP;
       plan->segments_per_lookback_warp *= 2)
    {
      plan->lookback_warps = (unsigned) gr_ceil_div (plan->range, plan->segments_per_lookback_warp);
      plan->threads = 0;
      plan->threads = (GR_CLUSTER_THREADS - gr_cluster_block_rule (plan)) / (2 * WARP) * WARP;
    }
  plan->segments_per_lookback_warp /= 2;
}

/* Tiles as high as there is room for, of as few sub-runs as leave no quarter more threads idle; then as high as slabs
   that have so many rounds want.  */
static void
plan_cluster_tiles (gr_cluster_plan *plan, size_t len, const gr_kernel_types *t)
{
  const unsigned most_rows = plan->stripes > 1 ? WARP * plan->copy_warps : INT16_MAX, threads = plan->threads;
  plan->rows = 0;
  for (unsigned sub_runs = 1, best = 0; sub_runs * plan->across <= threads; sub_runs++)
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
  plan->threads = (unsigned) gr_ceil_div (plan->sub_runs * plan->across, WARP) * WARP;
}

gr_cluster_plan
gr_plan_cluster (size_t inner, size_t len, size_t outer, const gr_kernel_types *t)
{
  const gr_cluster_plan none = { .width = 0 };
  gr_cluster_plan plan = none;
  if (! gr_cluster_rule (t->size, t->acc, t->cheap_op, t->indexed) || t->result != t->size || len > INT32_MAX
      || inner > MOST_STRIPES * CLUSTER_SEGMENTS)
    return none;
  plan_cluster_stripes (&plan, inner, t);
  if (! clusters_are_faster (inner, outer, plan.stripes, t)
      || (plan.stripes > CLUSTERS && (t->size == 8 || gr_plan_stripes (inner, len, outer, t).width)))
    return none;
  /* the more, the more is under way, and the lower are tiles: sums of 65 x 2064888 singles, dim 2, by 3, 5, 6 and 7
     stages 0.70, 0.82, 0.84 and 0.80 of the limit, of doubles by 5 and 7 0.87 and 0.65; with positions by 3, 4 and 5
     0.65, 0.71 and 0.59, of doubles 0.715, 0.71 and 0.53, and of 1001 x 134083 0.64, 0.68 and 0.72 */
  const bool small = t->size < 8;
  plan.stages = ! t->indexed ? small ? 6 : 5 : plan.stripes > 1 ? 5 : small ? 4 : 3;
  plan_cluster_tiles (&plan, len, t);
  if (! plan.rows || gr_ceil_div (INT32_MAX, plan.rounds) <= outer)
    return none;
  plan.total_rounds = plan.rounds * (unsigned) outer;
  /* sums of singles, dim 2, of 172 x 32 x 5186 0.91 of the limit and 0.21, of 145 x 169 x 1757 0.81 and 0.565, a round
     each, in stripes of 1001 x 700 x 383 0.81 and 0.68; of doubles of 54 x 1754 x 426 0.845 and 0.80 */
  if (outer > 1 && (plan.stripes > 1 || plan.rounds < (small && inner <= CLUSTER_SLAB_SEGMENTS ? 2 : FEW_ROUNDS)))
    return none;
  /* what a slab's last round has too many rows of, is lost */
  const bool full = 20 * len >= 17 * (size_t) plan.rounds * GR_CLUSTER * plan.rows;
  const unsigned turns = t->indexed || small || plan.stripes == 1 ? LEAST_TURNS : LEAST_TURNS_LARGE;
  return full && (size_t) plan.total_rounds * plan.stripes >= CLUSTERS * turns ? plan : none;
}

/* ---- the launch of a request ---- */

static gr_prediction
short_launch (const gr_short_plan *plan, gr_auto_kernel kernel, size_t len)
{
  return (gr_prediction){ .kernel = kernel,
                          .grid = plan->tiles,
                          .block = GR_SHORT_THREADS,
                          .segments = plan->segments,
                          .chunk = len,
                          .chunks = 1 };
}

static gr_prediction
reduction_launch (size_t inner, size_t len, size_t outer, const gr_kernel_types *t)
{
  const size_t segments = inner * outer;
  const gr_short_plan held = gr_plan_short (inner, len, outer, t->size, t->acc);
  if (held.segments)
    return short_launch (&held, GR_AUTO_REDUCE_SHORT, len);

  const unsigned bundle = gr_segments_a_thread_rule (t->size, t->acc, t->ordered, t->cheap_op);
  const bool across = gr_across_rule (t->size, bundle, inner, len, outer);
  const gr_across_plan bundled = across ? gr_plan_across (inner, len, outer, bundle) : (gr_across_plan){ .rows = 0 };
  const gr_plan plan = across ? bundled.plan : gr_plan_reduction (inner, len, outer, t->size, t->acc, t->ordered);
  return (gr_prediction){ .kernel = across ? GR_AUTO_REDUCE_ACROSS : GR_AUTO_REDUCE,
                          .grid = plan.grid,
                          .block = plan.x * plan.y,
                          .segments = across ? bundled.group : plan.x,
                          .chunk = plan.chunk,
                          .chunks = plan.chunks,
                          .whole = plan.whole * plan.x,
                          .workspace = plan.chunks > 1 ? (segments - plan.whole * plan.x) * plan.chunks * t->acc : 0 };
}

static gr_prediction
contiguous_launch (size_t len, size_t segments, const gr_kernel_types *t)
{
  const size_t tile = GR_CONTIGUOUS_THREADS * gr_contiguous_run_rule (t->size, t->result != t->size || t->indexed);
  const size_t tiles = gr_ceil_div (len * segments, tile);
  return (gr_prediction){ .kernel = GR_AUTO_SCAN_CONTIGUOUS,
                          .grid = gr_contiguous_grid (tiles, tile, len),
                          .block = GR_CONTIGUOUS_THREADS,
                          .segments = 1,
                          .chunk = tile,
                          .chunks = tiles,
                          .workspace = gr_lookback_statuses (tiles, gr_lookback_rule (t->acc).bits) * t->tile_status };
}

static gr_prediction
rows_launch (const gr_rows_plan *plan, const gr_kernel_types *t)
{
  const bool helps = gr_lookback_helps_rule (t->size, t->acc, t->cheap_op, t->indexed);
  const unsigned bits = gr_lookback_along_rule (plan->across, t->acc, helps).bits;
  return (gr_prediction){ .kernel = GR_AUTO_SCAN_ROWS,
                          .grid = plan->grid,
                          .block = plan->threads,
                          .segments = plan->width,
                          .chunk = plan->y * plan->run,
                          .chunks = plan->tiles,
                          .workspace
                          = plan->groups * plan->across * t->tile_status * gr_lookback_statuses (plan->tiles, bits) };
}

static gr_prediction
cluster_launch (const gr_cluster_plan *plan, const gr_kernel_types *t)
{
  const size_t clusters = at_most (CLUSTERS / plan->stripes_per_launch, plan->total_rounds);
  return (gr_prediction){ .kernel = GR_AUTO_SCAN_CLUSTER,
                          .grid = GR_CLUSTER * plan->stripes_per_launch * clusters,
                          .block = gr_cluster_block_rule (plan),
                          .segments = plan->width,
                          .chunk = plan->rows * GR_CLUSTER,
                          .chunks = plan->rounds,
                          .workspace = gr_cluster_statuses (plan) * t->tile_status };
}

static gr_prediction
stripes_launch (const gr_stripes_plan *plan, size_t len)
{
  return (gr_prediction){ .kernel = GR_AUTO_SCAN_STRIPES,
                          .grid = plan->grid,
                          .block = plan->threads + WARP * plan->copy_warps,
                          .segments = plan->width,
                          .chunk = len,
                          .chunks = 1 };
}

static gr_prediction
strided_launch (size_t inner, size_t len, size_t outer, const gr_kernel_types *t)
{
  const unsigned bundle = gr_plan_strided_segments (inner, len, outer, t);
  const gr_strided_plan plan = gr_plan_strided_scan (inner, len, outer, t->size, bundle);
  const size_t across = plan.x * bundle;
  const bool helps = gr_lookback_helps_rule (t->size, t->acc, t->cheap_op, t->indexed);
  const unsigned bits = gr_lookback_along_rule (across, t->acc, helps).bits;
  const size_t rows = plan.looks_back ? gr_lookback_statuses (plan.tiles, bits) : plan.tiles > 1;
  const size_t statuses = rows * plan.groups * across;
  const unsigned resident = gr_strided_resident (&plan, t, bundle);
  return (gr_prediction){ .kernel = GR_AUTO_SCAN_STRIDED,
                          .grid = gr_strided_grid (&plan, t->acc, bundle, resident),
                          .block = GR_STRIDED_THREADS,
                          .segments = across,
                          .chunk = at_most (plan.steps * plan.y * plan.run, len),
                          .chunks = plan.tiles,
                          .workspace = statuses * t->tile_status };
}

gr_prediction
gr_plan_launch (bool is_scan, size_t inner, size_t len, size_t outer, const gr_kernel_types *types)
{
  if (! inner || ! outer || (is_scan && ! len))
    return (gr_prediction){ .grid = 0 };
  if (! is_scan)
    return reduction_launch (inner, len, outer, types);
  const gr_short_plan held = gr_plan_short_scan (inner, len, outer, types);
  const gr_rows_plan rows = gr_plan_rows_scan (inner, len, outer, types);
  const gr_cluster_plan clusters = gr_plan_cluster (inner, len, outer, types);
  const gr_stripes_plan stripes = gr_plan_stripes (inner, len, outer, types);
  return gr_contiguous_rule (inner, len, outer, types->size, types->indexed) ? contiguous_launch (len, outer, types)
       : held.segments  ? short_launch (&held, GR_AUTO_SCAN_SHORT, len)
       : clusters.width ? cluster_launch (&clusters, types)
       : stripes.width  ? stripes_launch (&stripes, len)
       : rows.y         ? rows_launch (&rows, types)
                        : strided_launch (inner, len, outer, types);
}

/* Seconds that a launch takes at least, and bytes a second of arrays that are not in
   the cache.  */
static const struct
{
  const char *device; /* is in its name */
  double overhead, speed[GR_AUTO_COUNT];
} tunings[] = {
  { "H200",
    5e-6,
    { [GR_AUTO_REDUCE] = 4.2e12,
      [GR_AUTO_REDUCE_ACROSS] = 4.2e12,
      [GR_AUTO_REDUCE_SHORT] = 4.2e12,
      [GR_AUTO_SCAN_CONTIGUOUS] = 4.0e12, /* measured from 3.9e12 to 4.3e12 */
      [GR_AUTO_SCAN_ROWS] = 3.4e12,       /* from 2.4e12 to 4.2e12 */
      [GR_AUTO_SCAN_SHORT] = 4.0e12,      /* from 3.6e12 to 4.1e12 */
      [GR_AUTO_SCAN_CLUSTER] = 3.4e12,    /* from 2.8e12 to 3.8e12 */
      [GR_AUTO_SCAN_STRIPES] = 3.6e12,    /* from 3.3e12 to 4.0e12 */
      [GR_AUTO_SCAN_STRIDED] = 3.7e12 /* from 2.7e12 to 4.1e12 */ } },
};
enum { TUNINGS = sizeof tunings / sizeof *tunings };

double
gr_plan_seconds (const gr_prediction *launch, const char *device)
{
  if (! launch->grid)
    return 0.0;
  for (int i = 0; i < TUNINGS; i++)
    if (strstr (device, tunings[i].device))
      return tunings[i].overhead + launch->bytes / tunings[i].speed[launch->kernel];
  return NAN;
}
