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

#include "plan/tuning.h"
#include "random_shape.h"

enum {
  SHAPES = 1 << 21,
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
  BURST = 64,
  MOST_SHARED = 224 << 10,
  LEAST_SHARED = 64 << 10,
  RESIDENT_CLUSTERS = 15,
  CLUSTER_SHARED = 226 << 10
};
static const double MEMORY = 141e9, MOST_BLOCKS = 0x7fffffff;

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
  X (LINED, "where rows side by side begin with cache lines, their groups do")                                         \
  X (WORKSPACE, "totals of chunks are few")                                                                            \
  X (RESIDENT, "a limit of blocks on a multiprocessor is one that registers leave room for")                           \
  X (SHORT, "a tile has whole slabs of short segments, and room for what stands before them")                          \
  X (FULL_TILE, "a tile that is chosen is full, but for where cache lines or rounds end")                              \
  X (POWER, "threads of a short segment and orders of runs are powers of two")                                         \
  X (SHORT_ROWS, "rows of short segments cover a slab, and stand in a tile without meeting as vectors are in memory")  \
  X (SHORT_SCAN, "scans of short segments have tiles that hold their results")                                         \
  X (CONTIGUOUS, "tiles of contiguous segments cover the array from a sector on")                                      \
  X (ROWS, "a block of a strided scan has 256 threads, a power of two of them in a row, no fewer than needed")         \
  X (GROUPS, "groups of a strided scan cover the segments, each of them at least one")                                 \
  X (STEPS, "steps and tiles of a strided scan cover a segment, each of them at least one element")                    \
  X (LEVELS, "tiles of a strided scan look back at few levels, which reach the first")                                 \
  X (CARRY, "a strided scan looks back with a segment a lane, or passes on or goes on with one a thread")              \
  X (ROW_TILES, "tiles of rows cover them, with a thread for each segment of each run")                                \
  X (FAR, "segments with positions that 32 bits do not hold go to the kernel that does not stage them")                \
  X (STRIPES, "stripes cover a slab, with a thread for each segment that they read")                                   \
  X (BURSTS, "stripes write whole bursts of memory, wherever rows begin in them")                                      \
  X (STAGES, "stages of a stripe are two at least and find room")                                                      \
  X (LEAST, "no kernel that fits is estimated to take less time than the one that is chosen")                          \
  X (CLUSTERS, "stripes of clusters cover a slab, with threads and an owner for each segment that they read")          \
  X (ROUNDS, "rounds of clusters cover a segment and find room")                                                       \
  X (CHOSEN, "there is a kernel for every shape that has elements, and none for one that has not")                     \
  X (NAMED, "a kernel that is named is planned or refused, and what the planner chooses fits")                         \
  X (LAUNCH, "a request's launch has the blocks that its elements need, or none where there are none")                 \
  X (BUNDLE, "segments of a thread divide the rows, those with wider results in pairs, of integers only")              \
  X (SECONDS, "seconds are estimated for a device that was measured, and for no other")
#define RULE_ID(ID, TEXT) ID,
typedef enum { RULES (RULE_ID) RULE_COUNT } rule;
#define RULE_TEXT(ID, TEXT) TEXT,
static const char *const texts[RULE_COUNT] = { RULES (RULE_TEXT) };
static size_t checked[RULE_COUNT], broken[RULE_COUNT];

typedef gr_plan_input shape;

/* format: what the plan says, printed where it first breaks the rule.  */
static void __attribute__ ((format (printf, 4, 5))) check (rule r, const shape *s, bool holds, const char *format, ...)
{
  checked[r]++;
  if (holds || broken[r]++)
    return;
  va_list args;
  printf ("BROKEN: %s\n  by %zu x %zu x %zu elements of %zu bytes%s: ", texts[r], s->inner, s->len, s->outer,
          s->types.size, s->types.ordered ? ", ordered" : "");
  va_start (args, format);
  vprintf (format, args);
  va_end (args);
  putchar ('\n');
}

/* ---- random shapes ---- */

static shape
random_input (void)
{
  shape s = { .kernel = GR_AUTO_PLANNER };
  random_shape (&s.inner, &s.len, &s.outer);
  const size_t size = (size_t) 1 << random_bits () % 5, acc = 4 + random_bits () % (ACC_MOST / 4) * 4;
  s.types = (gr_kernel_types){ .size = size,
                               .integer = random_bits () % 2,
                               .acc = acc,
                               .tile_status = acc + 8,
                               .result = size << random_bits () % 2,
                               .cheap_op = random_bits () % 2,
                               .ordered = random_bits () % 2,
                               .indexed = random_bits () % 2 };
  s.is_scan = random_bits () % 2;
  s.results_aligned = random_bits () % 8;
  s.in_offset = random_bits () % 8 ? 0 : random_bits () % (GR_CACHE_LINE / size) * size;
  s.shared_bytes = random_bits () % 4 ? GR_SHARED_BYTES : LEAST_SHARED;
  return s;
}

/* Has a device room for the array?  */
static bool
fits (const shape *s)
{
  return (double) s->inner * (double) s->len * (double) s->outer * (double) s->types.size <= MEMORY;
}

/* ---- rules ---- */

/* The chunks and work items of a reduction of that number of groups of segments.  */
static void
check_items (const shape *s, const gr_plan *p, const gr_reduce_plan *r, size_t groups)
{
  const bool last_is_empty = r->chunks > 1 && (r->chunks - 1) * r->chunk >= s->len;
  check (CHUNKS, s, r->chunks && r->chunk && r->chunk * r->chunks >= s->len && ! last_is_empty, "%zu chunks of %zu",
         r->chunks, r->chunk);
  check (ITEMS, s,
         r->whole + r->groups == groups && r->items == r->whole + r->groups * r->chunks
           && (! r->whole || (r->groups && r->chunks > 1)),
         "%zu items, %zu groups, %zu of them whole, %zu chunks", r->items, groups, r->whole, r->chunks);
  check (GRID, s, p->grid && p->grid <= r->items && p->grid <= MOST_BLOCKS, "%zu blocks for %zu items", p->grid,
         r->items);
  check (RESIDENT, s, p->resident * ((p->block + WARP - 1) / WARP) <= RESIDENT_WARPS, "%u of %u threads", p->resident,
         p->block);
}

static void
check_reduce (const shape *s, const gr_plan *plan)
{
  const gr_reduce_plan p = plan->of.reduce;
  const size_t segments = s->inner * s->outer, groups = segments / p.x + (segments % p.x != 0);
  check (BLOCK, s, p.x && p.y && p.x * p.y <= THREADS && ! (p.y & (p.y - 1)), "%u x %u threads", p.x, p.y);
  check (FULL, s, p.x * p.y >= THREADS / 2, "%u x %u threads", p.x, p.y);
  check_items (s, plan, &p, groups);
  if (p.chunks == 1)
    return;
  check (COUNTERS, s, p.groups <= GR_MAX_GROUPS && p.chunks <= UINT32_MAX, "%zu groups, %zu chunks", p.groups,
         p.chunks);
  /* four waves of blocks, for segments that fill a block; segments of an ordered operator are cut further where a
     thread's run would be too long */
  const size_t totals = (segments - p.whole * p.x) * p.chunks, enough = 2 * GR_MAX_GROUPS * (size_t) p.x;
  const size_t by_data = s->types.ordered ? segments * s->len / (p.y * ORDERED_RUN) : 0;
  check (WORKSPACE, s, totals <= enough + by_data && plan->workspace == totals * s->types.acc,
         "%zu totals, more than %zu + %zu, %zu bytes", totals, enough, by_data, plan->workspace);
}

static void
check_across (const shape *s, const gr_plan *plan)
{
  const gr_across_plan a = plan->of.across;
  const gr_reduce_plan p = a.plan;
  const unsigned bundle = gr_across_bundle_rule (s->types.size, s->types.acc, s->types.ordered, s->types.cheap_op);
  const size_t row = s->inner * a.rows, groups = a.groups * s->outer;
  const bool aligned = row % bundle == 0 && (s->outer == 1 || s->inner * s->len % bundle == 0);
  check (BLOCK, s, p.x && p.y && p.x * p.y <= (aligned ? THREADS : GR_ACROSS_THREADS), "%u x %u threads", p.x, p.y);
  const size_t in_cache_line = CACHE_LINE / 16 * (size_t) bundle; /* elements, of vectors of 16 bytes */
  check (LINED, s, s->inner % in_cache_line || a.groups == 1 || a.group % in_cache_line == 0, "groups of %zu segments",
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
  check_items (s, plan, &p, groups);
  if (p.chunks == 1)
    return;
  const size_t sets = (p.chunks + a.members - 1) / a.members;
  check (COUNTERS, s, groups * (sets > 1 ? sets + 1 : 1) <= GR_MAX_GROUPS, "%zu groups, %zu sets", groups, sets);
  check (WORKSPACE, s, groups * p.chunks <= 2 * GR_MAX_GROUPS, "%zu groups, %zu chunks", groups, p.chunks);
}

/* Of elements of size bytes.  */
static void
check_tile (const shape *s, const gr_short_plan *p, size_t size)
{
  const size_t elements = THREADS * (size_t) gr_short_run_rule (size, s->types.acc), sector = gr_sector_rule (size);
  const size_t segments = p->segments, in_tile = segments * s->len;
  if (! p->groups)
    check (SHORT, s,
           segments && segments % s->inner == 0 && in_tile + SECTOR <= elements && p->pitch == s->inner
             && p->tiles == (s->outer + segments / s->inner - 1) / (segments / s->inner),
           "%u segments, %zu tiles, accumulators of %zu bytes", p->segments, p->tiles, s->types.acc);
  else
    check (SHORT_ROWS, s,
           segments * p->groups >= s->inner && segments * (p->groups - 1) < s->inner && p->tiles == p->groups * s->outer
             && p->pitch % sector == s->inner % sector && p->pitch >= segments + 2 * (sector - 1)
             && s->len * p->pitch + sector <= elements,
           "%u segments, %u apart, %zu groups", p->segments, p->pitch, p->groups);
}

static void
check_reduce_short (const shape *s, const gr_plan *plan)
{
  const gr_short_plan p = plan->of.tile;
  check_tile (s, &p, s->types.size);
  check (POWER, s, p.share && p.share <= WARP && ! (p.share & (p.share - 1)) && ! (p.swizzle & (p.swizzle + 1)),
         "%u threads of a segment, swizzle %u", p.share, p.swizzle);
}

/* What holds only where the planner chooses tiles of short segments.  */
static void
check_short_choice (const shape *s, const gr_plan *plan)
{
  const gr_short_plan p = plan->of.tile;
  const size_t elements = THREADS * (size_t) gr_short_run_rule (s->types.size, s->types.acc);
  const size_t segments = p.segments, slab = s->inner * s->len, in_tile = segments * s->len;
  size_t unit = slab; /* of whole cache lines */
  while (unit * s->types.size % CACHE_LINE)
    unit *= 2;
  const bool whole = in_tile % unit == 0;
  const size_t little = in_tile / 15, lost = ! whole ? 0 : unit - slab < little ? unit - slab : little;
  /* with packed elements, whole rounds of threads instead of less than half a round more */
  const size_t rest = s->types.size < 4 && s->inner == 1 && segments % THREADS == 0 ? (THREADS / 2 - 1) * s->len : 0;
  if (! p.groups)
    check (FULL_TILE, s,
           in_tile + lost + rest + slab + SECTOR > elements
             && (whole || in_tile < unit || in_tile % unit * 16 > in_tile),
           "%u segments, accumulators of %zu bytes", p.segments, s->types.acc);
}

static void
check_scan_short (const shape *s, const gr_plan *plan)
{
  const gr_short_plan held = plan->of.tile;
  check_tile (s, &held, s->types.result);
  check (SHORT_SCAN, s,
         s->inner > 1 && ! s->types.indexed && ! (s->types.result != s->types.size && held.groups)
           && s->len * (held.groups ? held.pitch : held.segments)
                <= THREADS * (size_t) gr_short_run_rule (s->types.result, s->types.acc),
         "%u segments, %u apart, %zu groups", held.segments, held.pitch, held.groups);
}

static void
check_contiguous (const shape *s, const gr_plan *plan)
{
  const gr_contiguous_plan p = plan->of.contiguous;
  check (CONTIGUOUS, s,
         s->inner == 1 && p.gap < SECTOR && p.tiles * plan->chunk >= s->len * s->outer + p.gap
           && (p.tiles - 1) * plan->chunk < s->len * s->outer + p.gap,
         "%zu tiles of %zu elements, %u before the first", p.tiles, plan->chunk, p.gap);
}

static void
check_strided_scan (const shape *s, const gr_plan *plan)
{
  const gr_strided_plan p = plan->of.strided;
  const unsigned bundle = p.bundle;
  const bool wider = s->types.result != s->types.size;
  check (BUNDLE, s,
         s->inner % bundle == 0 && bundle <= BUNDLE_MOST
           && (bundle == 1 || ! wider || (s->types.integer && s->inner % (2 * bundle) == 0)),
         "%u segments of %zu bytes, results of %zu", bundle, s->types.size, s->types.result);
  const size_t segments = s->inner * s->outer, in_group = (size_t) p.x * bundle, in_step = (size_t) p.y * p.run;
  const bool few = plan->kernel != GR_AUTO_SCAN_STRIDED_CHAINED;
  check (ROWS, s, p.x * p.y == THREADS && (! few || p.x >= 8 || p.x >= segments / bundle) && ! (p.x & (p.x - 1)),
         "%u x %u threads", p.x, p.y);
  check (GROUPS, s, p.groups * in_group >= segments && (p.groups - 1) * in_group < segments, "%zu groups of %zu",
         p.groups, in_group);
  check (STEPS, s,
         p.steps * p.tiles * in_step >= s->len
           && (p.tiles == 1 ? p.steps - 1 : p.steps * (p.tiles - 1)) * in_step < s->len,
         "%zu steps and %zu tiles of %zu", p.steps, p.tiles, in_step);
  /* a thread carries one segment, and passes on its total by itself after its last step only */
  check (CARRY, s,
         p.looks_back
           ? p.steps == 1 && p.y > 1 && in_group <= WARP
           : (p.steps == 1 || in_group <= THREADS) && (p.tiles == 1 || (bundle == 1 && (p.steps == 1 || p.y == 1))),
         "%zu tiles, %zu steps, groups of %zu segments, %u runs", p.tiles, p.steps, in_group, p.y);
  const unsigned room = gr_strided_rule (s->types.size, s->types.acc, bundle, p.looks_back).blocks;
  check (RESIDENT, s, plan->resident <= room && ! (plan->resident && p.looks_back), "%u of a scan, room for %u",
         plan->resident, room);
  if (! p.looks_back || ! fits (s))
    return;
  const gr_lookback_plan lookback = plan->tree.lookback;
  const unsigned levels = gr_lookback_levels (p.tiles, lookback.bits);
  check (LEVELS, s,
         levels <= GR_MOST_LEVELS && pow (2, lookback.bits * levels) >= (double) p.tiles
           && in_group <= (size_t) 1 << lookback.side,
         "%u levels", levels);
}

static void
check_rows (const shape *s, const gr_plan *plan)
{
  const gr_rows_plan *const p = &plan->of.rows;
  const gr_kernel_types *const types = &s->types;
  const double rows = (double) s->len * (double) s->outer, in_tile = (double) p->y * p->run;
  const unsigned segments = p->segments, in_unit = segments <= GR_ROWS_IN_WARP ? WARP / segments : 1;
  check (ROW_TILES, s,
         s->inner > 1 && p->y && segments == s->inner && segments <= p->threads && p->threads <= GR_ROWS_THREADS
           && p->threads % WARP == 0
           && (segments <= GR_ROWS_IN_WARP ? p->y * WARP == in_unit * p->threads : p->y * segments <= p->threads)
           && p->y / in_unit <= GR_ROWS_UNITS && p->run == gr_rows_rule (types->size, types->acc).run
           && in_tile * (double) p->tiles >= rows && in_tile * (double) (p->tiles - 1) < rows,
         "%u runs of %u, %u threads, %zu tiles", p->y, p->run, p->threads, p->tiles);
}

static void
check_stripes (const shape *s, const gr_plan *plan)
{
  const gr_stripes_plan *const p = &plan->of.stripes;
  const unsigned burst = BURST / (unsigned) s->types.result;
  check (STRIPES, s,
         p->stripes_per_slab * p->width >= s->inner && (p->stripes_per_slab - 1) * p->width < s->inner
           && p->stripes == p->stripes_per_slab * s->outer && p->width + p->overlap <= p->threads
           && p->threads % WARP == 0 && p->threads + WARP * p->copy_warps <= GR_STRIPES_THREADS,
         "%zu stripes of %u segments and %u, %u threads", p->stripes, p->width, p->overlap, p->threads);
  check (BURSTS, s,
         p->overlap ? p->overlap == burst - 1 : s->inner * s->types.size % BURST == 0 && p->width % burst == 0,
         "%u segments and %u of %zu bytes", p->width, p->overlap, s->types.result);
  check (STAGES, s,
         p->stages >= 2 && p->stages <= GR_STRIPES_STAGES && p->rows && p->rows <= WARP * p->copy_warps
           && plan->shared <= MOST_SHARED && s->len <= INT32_MAX,
         "%u stages of %u rows, %zu bytes", p->stages, p->rows, plan->shared);
}

static void
check_cluster (const shape *s, const gr_plan *plan)
{
  const gr_cluster_plan *const p = &plan->of.cluster;
  const unsigned burst = BURST / (unsigned) s->types.size;
  check (CLUSTERS, s,
         p->stripes * p->width >= s->inner && (p->stripes - 1) * p->width < s->inner
           && p->segments_read == p->width + p->overlap && RESIDENT_CLUSTERS % p->stripes_per_launch == 0
           && p->stripes % p->stripes_per_launch == 0 && p->sub_runs * p->segments_read <= p->threads
           && p->threads % WARP == 0 && plan->block <= GR_CLUSTER_THREADS && p->range * GR_CLUSTER >= p->segments_read
           && p->range * s->types.acc % VECTOR == 0 && p->publish_warps * WARP >= p->range
           && p->lookback_warps * p->segments_per_lookback_warp >= p->range
           && WARP % p->segments_per_lookback_warp == 0,
         "%u stripes of %u segments, %u sub-runs, %u threads, %u owned, %u look-back warps of %u", p->stripes,
         p->segments_read, p->sub_runs, p->threads, p->range, p->lookback_warps, p->segments_per_lookback_warp);
  check (BURSTS, s, p->overlap == (p->stripes == 1 ? 0 : burst - 1), "%u stripes of %u segments and %u", p->stripes,
         p->width, p->overlap);
  const size_t round = (size_t) p->rows * GR_CLUSTER, rounds = p->rounds;
  check (ROUNDS, s,
         rounds * round >= s->len && (rounds - 1) * round < s->len && p->rows == p->sub_runs * p->run
           && p->total_rounds == rounds * s->outer && p->total_rounds <= INT32_MAX && s->len <= INT32_MAX
           && p->stages >= 3 && p->stages <= GR_CLUSTER_STAGES && (p->stripes == 1 || p->rows <= WARP * p->copy_warps)
           && gr_lay_out_cluster (p, &s->types, 1).bytes <= CLUSTER_SHARED
           && plan->shared <= gr_lay_out_cluster (p, &s->types, 1).bytes,
         "%zu rounds of %zu rows, %u stages", rounds, round, p->stages);
}

/* What a plan is estimated to take.  */
static double
cost_of (const shape *s, const gr_plan *plan)
{
  const gr_use use = gr_use_of_plan (s, plan);
  return gr_estimate (&use, &gr_tunings[plan->kernel]);
}

/* Blocks that a plan's tiles and chunks want.  */
static double
wanted_blocks (const shape *s, const gr_plan *p)
{
  const gr_auto_kernel kernel = p->kernel;
  const double segments = (double) s->inner * (double) s->outer, of_block = (double) p->segments;
  const double in_slabs = (double) s->outer * ceil ((double) s->inner / of_block);
  const unsigned at_a_time
    = p->resident
      ? p->resident
      : gr_strided_rule (s->types.size, s->types.acc, p->of.strided.bundle, p->of.strided.looks_back).blocks;
  const bool ends = p->chunk % (s->len ? s->len : 1) == 0; /* tiles end with segments, so that none looks back */
  switch (kernel)
    {
    case GR_AUTO_REDUCE:
    case GR_AUTO_REDUCE_ACROSS:
      {
        const double groups = kernel == GR_AUTO_REDUCE ? ceil (segments / of_block) : in_slabs;
        const double whole = (double) p->whole / of_block;
        return fmin (whole + (groups - whole) * (double) p->chunks, MOST_GRID);
      }
    case GR_AUTO_REDUCE_SHORT:
    case GR_AUTO_SCAN_SHORT:
      return (double) p->of.tile.groups ? in_slabs : ceil (segments / of_block);
    case GR_AUTO_SCAN_CONTIGUOUS:
      return ends || p->grid > PERSISTENT_BLOCKS ? (double) p->chunks : fmin ((double) p->chunks, PERSISTENT_BLOCKS);
    case GR_AUTO_SCAN_ROWS:
      {
        const double items = (double) p->chunks;
        const double most
          = MULTIPROCESSORS
          * floor ((double) (gr_rows_rule (s->types.size, s->types.acc).blocks * GR_ROWS_THREADS) / p->block);
        return ends || (double) p->grid > most ? items : fmin (items, most);
      }
    case GR_AUTO_SCAN_STRIPES:
      return fmin (in_slabs, MULTIPROCESSORS);
    case GR_AUTO_SCAN_CLUSTER:
      return GR_CLUSTER * p->of.cluster.stripes_per_launch
           * fmin (RESIDENT_CLUSTERS / p->of.cluster.stripes_per_launch, p->of.cluster.total_rounds);
    default:
      {
        const double items = ceil (segments / of_block) * (double) p->chunks;
        return p->chunks == 1 ? items : fmin (items, MULTIPROCESSORS * at_a_time);
      }
    }
}

/* The launch of a plan.  */
static void
check_launch (const shape *s, const gr_plan *p)
{
  const size_t threads = p->kernel == GR_AUTO_SCAN_CLUSTER    ? GR_CLUSTER_THREADS
                       : p->kernel == GR_AUTO_SCAN_STRIPES    ? GR_STRIPES_THREADS
                       : p->kernel == GR_AUTO_SCAN_ROWS       ? GR_ROWS_THREADS
                       : p->kernel == GR_AUTO_REDUCE_ACROSS   ? GR_ACROSS_THREADS
                       : p->kernel == GR_AUTO_SCAN_CONTIGUOUS ? GR_CONTIGUOUS_THREADS
                                                              : THREADS;
  const double elements = (double) s->inner * (double) s->outer * (double) s->len;
  check (LAUNCH, s,
         (double) p->grid == wanted_blocks (s, p) && (double) p->grid <= MOST_BLOCKS && p->block <= threads
           && (double) p->chunk * (double) p->chunks * (double) s->inner * (double) s->outer >= elements
           && p->shared <= s->shared_bytes,
         "kernel %d, %zu blocks of %u threads, %zu x %zu elements, %zu chunks, %zu bytes", p->kernel, p->grid, p->block,
         p->segments, p->chunk, p->chunks, p->shared);
  const double bytes = elements, measured = gr_plan_seconds (s, p, "NVIDIA H200");
  const double other = gr_plan_seconds (s, p, "NVIDIA");
  check (SECONDS, s, measured > bytes / 5e12 && isnan (other), "%g s and %g s", measured, other);
}

static void (*const checks[GR_AUTO_COUNT]) (const shape *s, const gr_plan *p) = {
  [GR_AUTO_REDUCE_SHORT] = check_reduce_short,
  [GR_AUTO_REDUCE_ACROSS] = check_across,
  [GR_AUTO_REDUCE] = check_reduce,
  [GR_AUTO_SCAN_CONTIGUOUS] = check_contiguous,
  [GR_AUTO_SCAN_SHORT] = check_scan_short,
  [GR_AUTO_SCAN_CLUSTER] = check_cluster,
  [GR_AUTO_SCAN_STRIPES] = check_stripes,
  [GR_AUTO_SCAN_ROWS] = check_rows,
  [GR_AUTO_SCAN_STRIDED_LOOKBACK] = check_strided_scan,
  [GR_AUTO_SCAN_STRIDED_BUNDLED] = check_strided_scan,
  [GR_AUTO_SCAN_STRIDED_CHAINED] = check_strided_scan,
};

/* Every kernel that fits the shape, and the planner's choice.  */
static void
check_shape (const shape *s)
{
  shape named = *s;
  const gr_plan chosen = gr_make_plan (s);
  const bool nothing = s->is_scan && ! s->len;
  /* stages of 16-byte elements are 64 KB */
  const bool may_lack = s->is_scan && s->types.size == 16 && s->shared_bytes == LEAST_SHARED;
  check (CHOSEN, s,
         nothing ? ! chosen.grid && gr_plan_seconds (s, &chosen, "NVIDIA") == 0 : chosen.grid > 0 || may_lack,
         "kernel %d, %zu blocks", chosen.kernel, chosen.grid);
  for (int kernel = GR_AUTO_PLANNER + 1; kernel < GR_AUTO_COUNT; kernel++)
    {
      named.kernel = kernel;
      const gr_plan plan = gr_make_plan (&named);
      const bool is_chosen = chosen.kernel == (gr_auto_kernel) kernel;
      check (NAMED, s, plan.kernel == (gr_auto_kernel) kernel ? ! nothing : ! is_chosen && ! plan.grid,
             "kernel %d for %d, %zu blocks", plan.kernel, kernel, plan.grid);
      if (plan.kernel != (gr_auto_kernel) kernel)
        continue;
      checks[kernel](s, &plan);
      check (LEAST, s, cost_of (s, &chosen) <= cost_of (s, &plan), "%g us, and %g us by kernel %d",
             cost_of (s, &chosen), cost_of (s, &plan), kernel);
      if (is_chosen && kernel == GR_AUTO_REDUCE_SHORT)
        check_short_choice (s, &plan);
      if (is_chosen && fits (s))
        check_launch (s, &plan);
    }
}

/* The longest segments whose positions are staged, and one element more, which random shapes do not reach.  */
static void
check_far (size_t inner)
{
  for (int more = 0; more <= 1; more++)
    for (int indexed = 0; indexed <= 1; indexed++)
      {
        const shape s = { .is_scan = true,
                          .inner = inner,
                          .len = (size_t) UINT32_MAX + more,
                          .outer = 1,
                          .types = { .size = 1,
                                     .integer = true,
                                     .acc = 16,
                                     .tile_status = 32,
                                     .ordered = true,
                                     .cheap_op = true,
                                     .result = 1,
                                     .indexed = indexed },
                          .results_aligned = true,
                          .shared_bytes = GR_SHARED_BYTES };
        const gr_auto_kernel kernel = gr_make_plan (&s).kernel;
        const bool staged = kernel == GR_AUTO_SCAN_CONTIGUOUS || kernel == GR_AUTO_SCAN_ROWS;
        const bool few = inner <= 7; /* few segments are always staged, since the operator is cheap */
        check (FAR, &s, more && indexed ? ! staged : ! few || staged, "staged %d, positions %d", staged, indexed);
      }
}

int
main (int argc, char **argv)
{
  const unsigned long long seed = argc > 1 ? strtoull (argv[1], NULL, 0) : 1;
  random_state = seed;
  printf ("%d shapes, seed %llu\n", SHAPES, seed);
  for (int i = 0; i < SHAPES; i++)
    {
      const shape s = random_input ();
      check_shape (&s);
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
