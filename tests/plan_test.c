/* SPDX-License-Identifier: GPL-3.0-or-later

   The launch plans of `auto` (kernels/plan/plan.h) for random shapes: that they cover
   every element once and keep to the limits that the kernels and the hardware
   set.  A rule that some shape breaks is printed with the first such shape.

   plan_test [SEED]  */

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "plan/plan.h"

enum {
  SHAPES = 1 << 22,
  THREADS = 256,
  WARP = 32,
  SECTOR = 32,
  CACHE_LINE = 128,
  VECTOR = 16,
  BUNDLE_MOST = 4,
  ACC_MOST = 48,
  ORDERED_RUN = 64,
  MOST_GRID = 1 << 20,
  PERSISTENT_BLOCKS = 792,
  RESIDENT_WARPS = 24,
  MULTIPROCESSORS = 132,
  MOST_LEVELS = 10,
  MOST_UNITS = 24,
  BURST = 64,
  MOST_SHARED = 224 << 10,
  LEAST_SHARED = 63 << 10,
  RESIDENT_CLUSTERS = 15,
  CLUSTER_SHARED = 226 << 10
};
static const double MOST_ELEMENTS = 0x1p40, MEMORY = 141e9, MOST_BLOCKS = 0x7fffffff;

/* X (ID, text)  */
#define RULES(X)                                                                                                       \
  X (BLOCK, "a block of a reduction has at most 256 threads, or 384 where rows begin anywhere")                        \
  X (FULL, "at least half of a block's 256 threads have a place")                                                      \
  X (CHUNKS, "chunks cover a segment, each of them at least one element")                                              \
  X (ITEMS, "items are groups of x segments times chunks")                                                             \
  X (GRID, "a grid has a block at least, no more than items and than fit")                                             \
  X (COUNTERS, "where segments are cut there are counters for all groups")                                             \
  X (VECTORS, "vectors of a row have all its segments, wherever it begins")                                            \
  X (ALIGNED, "a thread's vectors begin at the same segment in all its rows")                                          \
  X (ACROSS, "groups of segments side by side cover a slab, several rows at once whole ones only")                     \
  X (LINED, "where rows side by side begin with cache lines, their groups do")                               \
  X (WORKSPACE, "totals of chunks are few")                                                                            \
  X (RESIDENT, "a limit of blocks on a multiprocessor is one that registers leave room for")                           \
  X (SHORT,                                                                                                            \
     "a tile is full of short segments, but for what stands before them and where cache lines or rounds end")       \
  X (SHORT_ROWS, "rows of short segments cover a slab, and stand in a tile without meeting as pieces are in memory")   \
  X (SHARE, "a tile has short segments for half of its warps")                                                         \
  X (SHORT_SCAN, "scans of short segments have one for each thread, and tiles that hold their results")                \
  X (SHORT_GRID, "tiles of short segments are no more than fit a grid")                                                \
  X (ROWS, "a block of a strided scan has 256 threads, a power of two of them in a row, no fewer than needed")         \
  X (GROUPS, "groups of a strided scan cover the segments, each of them at least one")                                 \
  X (STEPS, "steps and tiles of a strided scan cover a segment, each of them at least one element")                    \
  X (LEVELS, "tiles of a strided scan look back at few levels, which reach the first")                                 \
  X (CARRY, "a strided scan looks back with a segment a lane, or passes on or goes on with one a thread")        \
  X (TURNS, "a block takes several groups only of one slab, of segments that end in one step, one a thread")           \
  X (ROW_TILES, "tiles of rows cover them, with a thread for each segment of each run")                                \
  X (ROW_GROUPS, "groups of rows are whole pieces, that cover a row wherever it begins in one")                        \
  X (FAR, "segments with positions that 32 bits do not hold go to the kernel that does not stage them")                \
  X (STRIPES, "stripes cover a slab, with a thread for each segment that they read")                                   \
  X (BURSTS, "stripes write whole bursts of memory, wherever rows begin in them")                                      \
  X (STAGES, "stages of a stripe are three at least, find room, and blocks are seldom idle")                           \
  X (FITTED, "stages find room on smaller devices as well")                                                            \
  X (CLUSTERS, "stripes of clusters cover a slab, with threads and an owner for each segment that they read")          \
  X (ROUNDS, "rounds of clusters cover a segment, are nearly full, are enough for all clusters, and find room")        \
  X (SCAN_GRID, "blocks of a strided scan are no more than fit a grid")                                                \
  X (LAUNCH, "a request's launch has the blocks that its elements need, or none where there are none")                 \
  X (BUNDLE, "segments of a thread divide the rows, those with wider results in pairs, of integers only")              \
  X (SECONDS, "seconds are foreseen for a device that was measured, and for no other")

#define RULE_ID(ID, TEXT) ID,
typedef enum { RULES (RULE_ID) RULE_COUNT } rule;
#define RULE_TEXT(ID, TEXT) TEXT,
static const char *const texts[RULE_COUNT] = { RULES (RULE_TEXT) };
static size_t checked[RULE_COUNT], broken[RULE_COUNT];

typedef struct
{
  size_t inner, len, outer, size;
  bool ordered;
} shape;

/* format: what the plan says, printed where it first breaks the rule.  */
static void __attribute__ ((format (printf, 4, 5))) check (rule r, const shape *s, bool holds, const char *format, ...)
{
  checked[r]++;
  if (holds || broken[r]++)
    return;
  va_list args;
  printf ("BROKEN: %s\n  by %zu x %zu x %zu elements of %zu bytes%s: ", texts[r], s->inner, s->len, s->outer, s->size,
          s->ordered ? ", ordered" : "");
  va_start (args, format);
  vprintf (format, args);
  va_end (args);
  putchar ('\n');
}

/* ---- random shapes ---- */

static uint64_t state;

/* splitmix64 (S. Vigna)  */
static uint64_t
random_bits (void)
{
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

static size_t
log_uniform (void)
{
  return (size_t) exp2 (31 * ((double) (random_bits () >> 11) * 0x1p-53));
}

static shape
random_shape (void)
{
  shape s;
  do
    s = (shape){ .inner = random_bits () % 3 ? log_uniform () : 1,
                 .len = random_bits () % 64 ? log_uniform () : 0,
                 .outer = random_bits () % 3 ? log_uniform () : 1 };
  while ((double) s.inner * (double) s.len * (double) s.outer > MOST_ELEMENTS);
  s.size = (size_t) 1 << random_bits () % 5;
  s.ordered = random_bits () % 2;
  return s;
}

/* Has a device room for the array?  */
static bool
fits (const shape *s)
{
  return (double) s->inner * (double) s->len * (double) s->outer * (double) s->size <= MEMORY;
}

/* ---- rules ---- */

/* The chunks and work items of a reduction of so many groups of segments.  */
static void
check_items (const shape *s, const gr_plan *p, size_t groups)
{
  const bool last_is_empty = p->chunks > 1 && (p->chunks - 1) * p->chunk >= s->len;
  check (CHUNKS, s, p->chunks && p->chunk && p->chunk * p->chunks >= s->len && ! last_is_empty, "%zu chunks of %zu",
         p->chunks, p->chunk);
  check (ITEMS, s,
         p->whole + p->groups == groups && p->items == p->whole + p->groups * p->chunks
           && (! p->whole || (p->groups && p->chunks > 1)),
         "%zu items, %zu groups, %zu of them whole, %zu chunks", p->items, groups, p->whole, p->chunks);
  check (GRID, s, p->grid && p->grid <= p->items && p->grid <= MOST_BLOCKS, "%u blocks for %zu items", p->grid,
         p->items);
  check (RESIDENT, s, p->resident * ((p->x * p->y + WARP - 1) / WARP) <= RESIDENT_WARPS, "%u of %u threads",
         p->resident, p->x * p->y);
}

static void
check_reduction (const shape *s)
{
  const gr_plan p = gr_plan_reduction (s->inner, s->len, s->outer, s->size, 8 << random_bits () % 3, s->ordered);
  const size_t segments = s->inner * s->outer, groups = segments / p.x + (segments % p.x != 0);
  check (BLOCK, s, p.x && p.y && p.x * p.y <= THREADS && ! (p.y & (p.y - 1)), "%u x %u threads", p.x, p.y);
  check (FULL, s, p.x * p.y >= THREADS / 2, "%u x %u threads", p.x, p.y);
  check_items (s, &p, groups);
  if (p.chunks == 1)
    return;
  check (COUNTERS, s, p.groups <= GR_MAX_GROUPS && p.chunks <= UINT32_MAX, "%zu groups, %zu chunks", p.groups,
         p.chunks);
  /* four waves of blocks, of segments that fill a block; an ordered
     operator's segments are cut into more where a thread's run would be too long */
  const size_t totals = (segments - p.whole * p.x) * p.chunks, enough = 2 * GR_MAX_GROUPS * (size_t) p.x;
  const size_t by_data = s->ordered ? segments * s->len / (p.y * ORDERED_RUN) : 0;
  check (WORKSPACE, s, totals <= enough + by_data, "%zu totals, more than %zu + %zu", totals, enough, by_data);
}

/* By vectors of so many elements.  */
static void
check_across (const shape *s, unsigned bundle)
{
  if (s->inner == 1)
    return;
  const gr_across_plan a = gr_plan_across (s->inner, s->len, s->outer, bundle);
  const gr_plan p = a.plan;
  const size_t row = s->inner * a.rows, groups = a.groups * s->outer;
  const bool aligned = row % bundle == 0 && (s->outer == 1 || s->inner * s->len % bundle == 0);
  check (BLOCK, s, p.x && p.y && p.x * p.y <= (aligned ? THREADS : GR_ACROSS_THREADS), "%u x %u threads", p.x, p.y);
  const size_t in_segment = CACHE_LINE / 16 * (size_t) bundle; /* elements, of vectors of 16 bytes */
  check (LINED, s, s->inner % in_segment || a.groups == 1 || a.group % in_segment == 0, "groups of %zu segments",
         a.group);
  check (VECTORS, s,
         (size_t) p.x * bundle >= a.group * a.rows + (aligned ? 0 : bundle - 1)
           && (a.group % bundle == 0 || a.groups == 1),
         "%u vectors of %u, %u rows of %zu segments", p.x, bundle, a.rows, a.group);
  check (ALIGNED, s, row * p.y % bundle == 0 && (p.chunks == 1 || p.chunk % ((size_t) a.rows * p.y) == 0),
         "%u rows of %u, chunks of %zu", p.y, a.rows, p.chunk);
  check (ACROSS, s,
         a.groups * a.group >= s->inner && (a.groups - 1) * a.group < s->inner && (a.rows == 1 || a.group == s->inner),
         "%zu groups of %zu, %u rows", a.groups, a.group, a.rows);
  check_items (s, &p, groups);
  if (p.chunks == 1)
    return;
  const size_t sets = (p.chunks + a.members - 1) / a.members;
  check (COUNTERS, s, groups * (sets > 1 ? sets + 1 : 1) <= GR_MAX_GROUPS, "%zu groups, %zu sets", groups, sets);
  check (WORKSPACE, s, groups * p.chunks <= 2 * GR_MAX_GROUPS, "%zu groups, %zu chunks", groups, p.chunks);
}

/* acc: bytes of an accumulator.  */
static void
check_short (const shape *s, size_t acc)
{
  const size_t elements = THREADS * (size_t) gr_short_run_rule (s->size, acc), sector = gr_sector_rule (s->size);
  const gr_short_plan p = gr_plan_short (s->inner, s->len, s->outer, s->size, acc);
  if (! p.segments)
    return;
  const size_t segments = p.segments, slab = s->inner * s->len, in_tile = segments * s->len;
  size_t unit = slab; /* of whole cache lines */
  while (unit * s->size % CACHE_LINE)
    unit *= 2;
  const bool whole = in_tile % unit == 0;
  const size_t little = in_tile / 15, lost = ! whole ? 0 : unit - slab < little ? unit - slab : little;
  /* of packed elements, segments for whole rounds of the threads instead of less than half a round more */
  const size_t rest = s->size < 4 && s->inner == 1 && segments % THREADS == 0 ? (THREADS / 2 - 1) * s->len : 0;
  check (SHARE, s, segments >= THREADS / WARP / 2, "%u segments", p.segments);
  if (! p.groups)
    check (SHORT, s,
           segments % s->inner == 0 && in_tile + SECTOR <= elements && in_tile + lost + rest + slab + SECTOR > elements
             && (whole || in_tile < unit || in_tile % unit * 16 > in_tile) && p.pitch == s->inner
             && p.tiles == (s->outer + segments / s->inner - 1) / (segments / s->inner),
           "%u segments, %zu tiles, accumulators of %zu bytes", p.segments, p.tiles, acc);
  else
    check (SHORT_ROWS, s,
           segments * p.groups >= s->inner && segments * (p.groups - 1) < s->inner && p.tiles == p.groups * s->outer
             && p.pitch % sector == s->inner % sector && p.pitch >= segments + 2 * (sector - 1)
             && s->len * p.pitch + sector <= elements,
           "%u segments, %u apart, %zu groups", p.segments, p.pitch, p.groups);
  if (fits (s))
    check (SHORT_GRID, s, (double) p.tiles <= MOST_BLOCKS, "%zu tiles", p.tiles);
}

/* Of threads with a bundle of so many segments each.  */
static void
check_strided_scan (const shape *s, unsigned bundle)
{
  if (! s->len || s->inner % bundle)
    return;
  /* rows that begin within sectors have bundles only where tiles look back */
  if (bundle > 1 && s->inner * s->size % SECTOR
      && ! gr_plan_strided_scan (s->inner, s->len, s->outer, s->size, 1).looks_back)
    return;
  const gr_strided_plan p = gr_plan_strided_scan (s->inner, s->len, s->outer, s->size, bundle);
  const size_t segments = s->inner * s->outer, in_group = (size_t) p.x * bundle, in_step = (size_t) p.y * p.run;
  check (ROWS, s, p.x * p.y == THREADS && (p.x >= 8 || p.x >= segments / bundle) && ! (p.x & (p.x - 1)),
         "%u x %u threads", p.x, p.y);
  check (GROUPS, s, p.groups * in_group >= segments && (p.groups - 1) * in_group < segments, "%zu groups of %zu",
         p.groups, in_group);
  check (STEPS, s,
         p.steps * p.tiles * in_step >= s->len
           && (p.tiles == 1 ? p.steps - 1 : p.steps * (p.tiles - 1)) * in_step < s->len,
         "%zu steps and %zu tiles of %zu", p.steps, p.tiles, in_step);
  /* a thread carries one segment, and passes on what it has by itself only after its last step */
  check (CARRY, s,
         p.looks_back
           ? p.steps == 1 && p.y > 1 && in_group <= WARP
           : (p.steps == 1 || in_group <= THREADS) && (p.tiles == 1 || (bundle == 1 && (p.steps == 1 || p.y == 1))),
         "%zu tiles, %zu steps, groups of %zu segments, %u runs", p.tiles, p.steps, in_group, p.y);
  const bool ends = p.y == 1 && p.tiles == 1 && p.steps == 1;
  check (TURNS, s, p.turns && (p.turns == 1 || (bundle == 1 && ends && s->outer == 1)), "%u turns", p.turns);
  if (! fits (s))
    return;
  if (p.looks_back)
    {
      for (int which = 0; which < 4; which++) /* accumulators of 8 and 16 bytes, lanes that help each other or not */
        {
          const gr_lookback_plan lookback = gr_lookback_along_rule (in_group, which % 2 ? 16 : 8, which / 2);
          const unsigned levels = gr_lookback_levels (p.tiles, lookback.bits);
          check (LEVELS, s,
                 levels <= MOST_LEVELS && pow (2, lookback.bits * levels) >= (double) p.tiles
                   && in_group <= (size_t) 1 << lookback.side,
                 "%u levels", levels);
        }
    }
  check (SCAN_GRID, s, (double) p.groups * (double) p.tiles <= MOST_BLOCKS, "%zu groups of %zu tiles", p.groups,
         p.tiles);
}

/* Of tiles of rows.  */
static void
check_rows (const shape *s, const gr_kernel_types *types, const gr_rows_plan *p)
{
  const double rows = (double) s->len * (double) s->outer, in_tile = (double) p->y * p->run;
  const unsigned segments = p->across, in_unit = segments <= GR_ROWS_IN_WARP ? WARP / segments : 1;
  check (ROW_TILES, s,
         s->inner > 1 && segments <= p->threads && p->threads <= gr_rows_threads_rule (types->size, types->acc)
           && p->threads % WARP == 0
           && (segments <= GR_ROWS_IN_WARP ? p->y * WARP == in_unit * p->threads : p->y * segments <= p->threads)
           && p->y / in_unit <= MOST_UNITS && p->run == gr_rows_run_rule (types->size)
           && in_tile * (double) p->tiles >= rows && in_tile * (double) (p->tiles - 1) < rows,
         "%u runs of %u, %u threads, %zu tiles", p->y, p->run, p->threads, p->tiles);
  /* a group's pieces may begin so many elements before its first segment, and so many of it are in the next one's */
  const size_t piece = types->result < VECTOR ? VECTOR / types->result : 1, overlap = p->across - p->width;
  check (ROW_GROUPS, s,
         p->groups == 1 ? p->width == s->inner && ! overlap
                        : p->width % piece == 0 && overlap == piece - 1 && p->groups * p->width >= s->inner + overlap
                            && (p->groups - 1) * p->width < s->inner + overlap
                            && p->threads >= piece * ((p->across + 2 * overlap) / piece),
         "%zu groups of %u segments, %u read", p->groups, p->width, p->across);
}

/* Of stripes.  */
static void
check_stripes (const shape *s, const gr_kernel_types *types, const gr_stripes_plan *p)
{
  const unsigned burst = BURST / (unsigned) types->result;
  check (STRIPES, s,
         p->across * p->width >= s->inner && (p->across - 1) * p->width < s->inner && p->stripes == p->across * s->outer
           && p->width + p->overlap <= p->threads && p->threads % WARP == 0
           && p->threads + WARP * p->copy_warps <= GR_STRIPES_THREADS,
         "%zu stripes of %u segments and %u, %u threads", p->stripes, p->width, p->overlap, p->threads);
  check (BURSTS, s, p->overlap ? p->overlap == burst - 1 : s->inner * types->size % BURST == 0 && p->width % burst == 0,
         "%u segments and %u of %zu bytes", p->width, p->overlap, types->result);
  check (STAGES, s,
         p->stages >= 3 && p->stages <= GR_STRIPES_STAGES && p->rows && p->rows <= WARP * p->copy_warps
           && gr_stripes_bytes (p, types) <= MOST_SHARED && s->len <= INT32_MAX
           && (double) p->stripes >= 0.9 * MULTIPROCESSORS * ceil ((double) p->stripes / MULTIPROCESSORS),
         "%u stages of %u rows, %zu stripes", p->stages, p->rows, p->stripes);
  gr_stripes_plan fitted = *p;
  gr_fit_stripes (&fitted, types, LEAST_SHARED);
  check (FITTED, s, fitted.rows && fitted.stages >= 2 && gr_stripes_bytes (&fitted, types) <= LEAST_SHARED,
         "%u stages of %u rows", fitted.stages, fitted.rows);
}

/* Of clusters.  */
static void
check_cluster (const shape *s, const gr_kernel_types *types, const gr_cluster_plan *p)
{
  const unsigned burst = BURST / (unsigned) types->size, warps = gr_cluster_block_rule (p) / WARP;
  check (CLUSTERS, s,
         p->stripes * p->width >= s->inner && (p->stripes - 1) * p->width < s->inner
           && p->across == p->width + p->overlap && RESIDENT_CLUSTERS % p->stripes_per_launch == 0
           && p->stripes % p->stripes_per_launch == 0 && p->sub_runs * p->across <= p->threads && p->threads % WARP == 0
           && warps * WARP <= GR_CLUSTER_THREADS && p->range * GR_CLUSTER >= p->across
           && p->range * types->acc % VECTOR == 0 && p->publish_warps * WARP >= p->range
           && p->lookback_warps * p->segments_per_lookback_warp >= p->range
           && WARP % p->segments_per_lookback_warp == 0,
         "%u stripes of %u segments, %u sub_runs, %u threads, %u owned, %u lookback_warps of %u", p->stripes, p->across,
         p->sub_runs, p->threads, p->range, p->lookback_warps, p->segments_per_lookback_warp);
  check (BURSTS, s, p->overlap == (p->stripes == 1 ? 0 : burst - 1), "%u stripes of %u segments and %u", p->stripes,
         p->width, p->overlap);
  const size_t round = (size_t) p->rows * GR_CLUSTER, rounds = p->rounds;
  check (
    ROUNDS, s,
    rounds * round >= s->len && (rounds - 1) * round < s->len && (double) s->len >= 0.85 * (double) (rounds * round)
      && p->rows == p->sub_runs * p->run && p->total_rounds == rounds * s->outer && p->total_rounds <= INT32_MAX
      && p->total_rounds * p->stripes >= 2 * RESIDENT_CLUSTERS && s->len <= INT32_MAX && p->stages >= 3
      && p->stages <= GR_CLUSTER_STAGES && (p->stripes == 1 || p->rows <= WARP * p->copy_warps)
      && gr_lay_out_cluster (p, types, 1).bytes <= CLUSTER_SHARED
      && gr_lay_out_cluster (p, types, GR_CLUSTER).bytes <= gr_lay_out_cluster (p, types, 1).bytes,
    "%zu rounds of %zu rows, %u stages of %u bytes", rounds, round, p->stages, gr_lay_out_cluster (p, types, 1).stage);
}

/* The launch that is foreseen, of kernels with accumulators of acc bytes.  */
static void
check_launch (const shape *s, size_t acc)
{
  if (! fits (s))
    return;
  const gr_kernel_types types = { .size = s->size,
                                  .integer = random_bits () % 2,
                                  .acc = acc,
                                  .tile_status = acc + 8,
                                  .result = s->size << random_bits () % 2,
                                  .cheap_op = random_bits () % 2,
                                  .ordered = s->ordered,
                                  .indexed = random_bits () % 2 };
  const unsigned bundle = s->len ? gr_plan_strided_segments (s->inner, s->len, s->outer, &types) : 1;
  const bool wider = types.result != types.size;
  check (BUNDLE, s,
         s->inner % bundle == 0 && bundle <= BUNDLE_MOST
           && (bundle == 1 || ! wider || (types.integer && s->inner % (2 * bundle) == 0)),
         "%u segments of %zu bytes, results of %zu", bundle, types.size, types.result);
  const double segments = (double) s->inner * (double) s->outer;
  const gr_rows_plan rows = s->len ? gr_plan_rows_scan (s->inner, s->len, s->outer, &types) : (gr_rows_plan){ .y = 0 };
  if (rows.y)
    check_rows (s, &types, &rows);
  const gr_stripes_plan stripes
    = s->len ? gr_plan_stripes (s->inner, s->len, s->outer, &types) : (gr_stripes_plan){ .width = 0 };
  if (stripes.width)
    check_stripes (s, &types, &stripes);
  const gr_cluster_plan clusters
    = s->len ? gr_plan_cluster (s->inner, s->len, s->outer, &types) : (gr_cluster_plan){ .width = 0 };
  if (clusters.width)
    check_cluster (s, &types, &clusters);
  const gr_short_plan held = gr_plan_short_scan (s->inner, s->len, s->outer, &types);
  if (held.segments)
    check (SHORT_SCAN, s,
           held.segments >= GR_SHORT_THREADS && s->inner > 1 && ! types.indexed && ! (wider && held.groups)
             && s->len * (held.groups ? held.pitch : held.segments)
                  <= THREADS * (size_t) gr_short_run_rule (types.result, acc),
           "%u segments, %u apart, %zu groups", held.segments, held.pitch, held.groups);
  const gr_strided_plan strided
    = s->len ? gr_plan_strided_scan (s->inner, s->len, s->outer, s->size, bundle) : (gr_strided_plan){ .turns = 1 };
  const unsigned limit = gr_strided_resident (&strided, &types, bundle);
  const unsigned room = gr_strided_blocks_rule (acc, bundle, strided.looks_back), at_a_time = limit ? limit : room;
  check (RESIDENT, s, limit <= room && ! (limit && strided.looks_back), "%u of a scan, room for %u", limit, room);
  for (int is_scan = 0; is_scan <= 1; is_scan++)
    {
      gr_prediction p = gr_plan_launch (is_scan, s->inner, s->len, s->outer, &types);
      const bool by_rows = p.kernel == GR_AUTO_SCAN_ROWS, contiguous = p.kernel == GR_AUTO_SCAN_CONTIGUOUS || by_rows;
      const bool is_persistent = p.kernel == GR_AUTO_REDUCE || p.kernel == GR_AUTO_REDUCE_ACROSS;
      const bool by_stripes = p.kernel == GR_AUTO_SCAN_STRIPES;
      const bool of_slabs
        = p.kernel == GR_AUTO_REDUCE_ACROSS || by_stripes
       || ((p.kernel == GR_AUTO_REDUCE_SHORT || p.kernel == GR_AUTO_SCAN_SHORT) && p.segments < s->inner);
      const double groups = by_rows    ? (double) rows.groups
                          : contiguous ? 1
                          : of_slabs   ? (double) s->outer * ceil ((double) s->inner / (double) p.segments)
                                       : ceil (segments / (double) p.segments);
      const double whole = (double) p.whole / (double) p.segments,
                   blocks = whole + (groups - whole) * (double) p.chunks;
      const double len = (double) s->len * (by_rows ? (double) s->outer : contiguous ? segments : 1);
      const double residents = by_rows ? MULTIPROCESSORS * floor ((double) gr_rows_room_rule (acc) / rows.threads)
                                       : MULTIPROCESSORS * (double) at_a_time;
      const double turns = p.kernel == GR_AUTO_SCAN_STRIDED ? strided.turns : 1;
      const double most = is_persistent                                        ? PERSISTENT_BLOCKS
                        : by_stripes                                           ? MULTIPROCESSORS
                        : contiguous && p.chunk % s->len == 0                  ? INFINITY
                        : by_rows || (is_scan && ! contiguous && p.chunks > 1) ? residents
                        : contiguous                                           ? PERSISTENT_BLOCKS
                                                                               : INFINITY;
      const bool by_clusters = p.kernel == GR_AUTO_SCAN_CLUSTER;
      const double wanted = ! by_clusters
                            ? fmin (ceil (blocks / turns), most)
                            : GR_CLUSTER * clusters.stripes_per_launch
                                * fmin (RESIDENT_CLUSTERS / clusters.stripes_per_launch, clusters.total_rounds);
      const size_t threads = by_clusters                       ? GR_CLUSTER_THREADS
                           : by_stripes                        ? GR_STRIPES_THREADS
                           : by_rows                           ? gr_rows_threads_rule (s->size, acc)
                           : p.kernel == GR_AUTO_REDUCE_ACROSS ? GR_ACROSS_THREADS
                                                               : THREADS;
      check (LAUNCH, s,
             (is_scan && ! s->len ? ! p.grid : p.grid == wanted) && p.grid <= MOST_BLOCKS && p.block <= threads
               && (double) p.chunk * (double) p.chunks >= len,
             "kernel %d, %zu blocks, %zu x %zu elements, %zu chunks", p.kernel, p.grid, p.segments, p.chunk, p.chunks);
      p.bytes = segments;
      const double measured = gr_plan_seconds (&p, "NVIDIA H200"), other = gr_plan_seconds (&p, "NVIDIA");
      check (SECONDS, s, p.grid ? measured > segments / 5e12 && isnan (other) : measured == 0 && other == 0,
             "%g s and %g s", measured, other);
    }
}

/* The longest segments whose positions are staged, which random shapes do not reach, and one more.  */
static void
check_far (size_t inner)
{
  for (int more = 0; more <= 1; more++)
    for (int indexed = 0; indexed <= 1; indexed++)
      {
        const shape s = { .inner = inner, .len = (size_t) UINT32_MAX + more, .outer = 1, .size = 1 };
        const gr_kernel_types types = { .size = 1,
                                        .integer = true,
                                        .acc = 16,
                                        .tile_status = 32,
                                        .ordered = true,
                                        .cheap_op = true,
                                        .result = 1,
                                        .indexed = indexed };
        const bool staged = gr_plan_launch (true, inner, s.len, 1, &types).kernel != GR_AUTO_SCAN_STRIDED;
        const bool few = inner <= 7; /* which are staged, as elements are cheap, whatever else there is */
        check (FAR, &s, more && indexed ? ! staged : ! few || staged, "staged %d, positions %d", staged, indexed);
      }
}

int
main (int argc, char **argv)
{
  const unsigned long long seed = argc > 1 ? strtoull (argv[1], NULL, 0) : 1;
  state = seed;
  printf ("%d shapes, seed %llu\n", SHAPES, seed);
  for (int i = 0; i < SHAPES; i++)
    {
      const shape s = random_shape ();
      check_reduction (&s);
      check_short (&s, 4 + random_bits () % (ACC_MOST / 4) * 4);
      for (unsigned bundle = 1; bundle <= BUNDLE_MOST; bundle *= 2)
        {
          check_strided_scan (&s, bundle);
          if (bundle > 1)
            check_across (&s, bundle);
        }
      check_launch (&s, 4 + random_bits () % (ACC_MOST / 4) * 4);
    }

  for (size_t inner = 1; inner <= 512; inner++)
    check_far (inner);

  int failed = 0;
  for (int r = 0; r < RULE_COUNT; r++)
    {
      if (! checked[r] || broken[r])
        printf ("%s: broken by %zu of %zu shapes\n", texts[r], broken[r], checked[r]);
      failed += ! checked[r] || broken[r];
    }
  printf ("%d passed, %d failed\n", RULE_COUNT - failed, failed);
  return failed != 0;
}
