/* SPDX-License-Identifier: GPL-3.0-or-later

   Decoupled look-back, after D. Merrill and M. Garland, "Single-pass Parallel Prefix Scan with Decoupled
   Look-back", NVIDIA 2016.  A tile publishes its total as soon as it knows it, and finds what stands before it
   from the totals of the tiles before, so that a scan reads and writes memory once.

   In the paper, a tile adds up whatever the tiles before it have published by then, so floating-point sums differ
   from run to run.  Here the tree is fixed.  The total of each window of 2^bits consecutive tiles is published one
   level up, and so on with the totals, and a tile combines the totals of its own window at each level.  That also
   limits how many tile statuses a tile reads.  Tiles wait for each level, so a window is as large as one or two
   warps read at once.  Where a segment has few windows of tiles, a tile combines the totals of all tiles of its
   segment instead (tuning: lookback-level).  */

#ifndef GR_LOOKBACK_CUH
#define GR_LOOKBACK_CUH

#include "block/collectives.cuh"
#include "plan/plan.h"
#include "op/segment.cuh"

namespace GR_NAMESPACE
{

/* A published accumulator.  Each of its 8-byte words travels with an epoch in one 16-byte access, as CUB's do.
   The word is there once the epoch is that of the launch, which no launch before had.  So nothing needs to be
   cleared, and no fence is needed.  */
template <class Acc> struct gr_tile_status
{
  static constexpr int WORDS = (sizeof (Acc) + 7) / 8;
  union Words
  {
    unsigned long long word[WORDS];
    Acc acc;
  };
  ulonglong2 part[WORDS]; /* a word of the value, and the epoch */

  __device__ void publish (const Acc &a, unsigned long long now)
  {
    Words u = {};
    u.acc = a;
#pragma unroll
    for (int w = 0; w < WORDS; w++)
      gr_st_relaxed_gpu (&part[w], u.word[w], now);
  }
  /* Take the value, if it is there.  */
  __device__ bool take (unsigned long long now, Acc *a) const
  {
    Words u = {};
    bool there = true;
#pragma unroll
    for (int w = 0; w < WORDS; w++)
      {
        unsigned long long epoch;
        gr_ld_relaxed_gpu (&part[w], &u.word[w], &epoch);
        there = there && epoch == now;
      }
    *a = u.acc;
    return there;
  }
};

template <class Acc>
__device__ __forceinline__ Acc
gr_wait (const gr_tile_status<Acc> &tile_status, unsigned long long epoch)
{
  Acc a;
  while (! tile_status.take (epoch, &a))
    ;
  return a;
}

/* The same for COUNT tile statuses of each lane, all under way at a time; tile_status (i) is number i.  All lanes
   of the warp call, and wait together: lanes that waited apart would also shuffle one after the other later.  */
template <unsigned COUNT, class Acc, class TileStatus>
__device__ __forceinline__ void
gr_wait_together (unsigned long long epoch, Acc *a, TileStatus tile_status)
{
  bool there;
  do
    {
      there = true;
#pragma unroll
      for (unsigned i = 0; i < COUNT; i++)
        there &= tile_status (i)->take (epoch, &a[i]);
    }
  while (! __all_sync (0xffffffffu, there));
}

/* The same where most tile statuses are there already: only the others are read again.  */
template <unsigned COUNT, class Acc, class TileStatus>
__device__ __forceinline__ void
gr_wait_for_each (unsigned long long epoch, Acc *a, TileStatus tile_status)
{
  bool there[COUNT] = {}, all;
  do
    {
      all = true;
#pragma unroll
      for (unsigned i = 0; i < COUNT; i++)
        if (! there[i])
          there[i] = tile_status (i)->take (epoch, &a[i]);
#pragma unroll
      for (unsigned i = 0; i < COUNT; i++)
        all &= there[i];
    }
  while (! __all_sync (0xffffffffu, all));
}

/* The first tile that a block works on.  A tile waits for those before it, so their blocks must have started.  If
   every block has one tile, it is the tile of the block's number: the device starts blocks in order, which CUB's
   scans rely on too.  The host executor does not, and persistent blocks do not either: there, tiles are numbered
   as they are taken.  takes: how many times all blocks together take a tile, after which the counter is zero
   again.  All threads of the block call; shared may be used again on return.  */
__device__ __forceinline__ unsigned
gr_first_tile (unsigned *counter, unsigned takes, unsigned *shared)
{
  if (GR_STARTS_IN_ORDER && takes == gridDim.x)
    return blockIdx.x;
  if (threadIdx.x == 0)
    *shared = atomicInc (counter, takes - 1);
  __syncthreads ();
  const unsigned tile = *shared;
  __syncthreads ();
  return tile;
}

/* The tiles of a launch, each of several segments.  Level 0 has a tile status for each segment of each tile, and
   every level above has one for each whole window of the level below.  arrivals counts how many of a window have
   published, for each of the warps that publish a tile; it is zero again once all have.  BITS: 2^BITS tiles are a
   window, if that is known at compile time, else 0.  */
template <class Acc, unsigned BITS> struct gr_tile_tree
{
  static constexpr bool FIXED = BITS;
  static constexpr unsigned MOST_LEVELS
    = gr_lookback_levels (INT32_MAX, gr_lookback_along_rule (SIZE_MAX, 8, false).bits);
  static_assert (MOST_LEVELS == GR_MOST_LEVELS, "plans count with that");
  gr_tile_status<Acc> *statuses;
  unsigned *arrivals;
  size_t segments, warps;
  unsigned tiles, epoch;
  gr_lookback_plan plan;
  unsigned levels;             /* number of levels at which tiles look back */
  unsigned shares;             /* the parts in which a segment's tile statuses are read: a level each, or a window's
                                  size each */
  unsigned level_begins;       /* level of a share = its number >> level_begins */
  unsigned begins_window;      /* mask for the first tile of a window; 0 where tiles read all tiles of their segment */
  unsigned begin[MOST_LEVELS]; /* tile statuses of a segment at the levels below */

  explicit gr_tile_tree (const gr_tree_plan &of)
    : statuses (nullptr), arrivals (nullptr), segments (of.segments), warps (of.warps),
      tiles (static_cast<unsigned> (of.tiles)), epoch (0), plan (of.lookback),
      levels (gr_lookback_levels (of.tiles, plan.bits)), shares (levels), level_begins (0),
      begins_window (~0u << plan.bits), begin{}
  {
    if (of.span <= plan.direct)
      {
        levels = of.tiles > 1 && of.span > 1;
        shares = levels ? static_cast<unsigned> (((of.span - 2) >> plan.bits) + 1) : 0;
        level_begins = 31;
        begins_window = 0;
      }
    for (unsigned level = 1; level < levels; level++)
      begin[level] = begin[level - 1] + static_cast<unsigned> (of.tiles >> plan.bits * (level - 1));
  }
  /* Tile statuses and arrivals, of all levels.  */
  size_t status_count () const { return segments * gr_lookback_statuses (tiles, plan.bits); }
  size_t arrival_count () const { return warps * (gr_lookback_statuses (tiles, plan.bits) - tiles); }
  __device__ __forceinline__ unsigned bits () const { return FIXED ? BITS : plan.bits; }
  __device__ __forceinline__ gr_tile_status<Acc> *tile_status (unsigned level, unsigned tile, size_t segment) const
  {
    return statuses + (begin[level] + tile) * segments + segment;
  }
  /* Does any tile need the total of that window of the level? */
  __device__ __forceinline__ bool has_total (unsigned level, unsigned window) const
  {
    return level + 1 < levels && window < tiles >> bits () * (level + 1);
  }
  __device__ __forceinline__ unsigned *arrived (unsigned level, unsigned window, size_t warp) const
  {
    return arrivals + (begin[level + 1] - tiles + window) * warps + warp;
  }
  /* The tile statuses [*from, *end) of a level that a tile reads: those of its window, or, without windows, all of
     its segment.  None before the tile number first.  */
  __device__ __forceinline__ void range (unsigned level, unsigned tile, unsigned first, unsigned *from,
                                         unsigned *end) const
  {
    *end = tile >> bits () * level;
    *from = max (first >> bits () * level, *end & begins_window);
  }
  /* The tile statuses of share `number`, and its level; share 0 has the latest tiles.  */
  __device__ __forceinline__ void share (unsigned number, unsigned tile, unsigned first, unsigned *level,
                                         unsigned *from, unsigned *end) const
  {
    *level = number >> level_begins;
    range (*level, tile, first, from, end);
    *end -= min (*end, (number & ((1u << level_begins) - 1)) << bits ());
    *from = max (*from, *end - min (*end, 1u << bits ()));
  }
};

/* May lanes read part of another segment's tile statuses with this operator (gr_lookback_helps_rule)? */
template <class Op, class T>
constexpr bool gr_lookback_helps
  = gr_lookback_helps_rule (sizeof (T), sizeof (typename Op::Acc),
                            gr_thread_accumulator<Op, gr_source<Op, T>>::is_cheap, gr_has_positions<Op>::value);

/* The calling warp has published a tile or window of that level.  Is it the last one in its window to do so? */
template <class Tree>
__device__ __forceinline__ bool
gr_is_last_of_window (const Tree &tree, unsigned level, unsigned tile, size_t warp)
{
  const unsigned window = tile >> tree.bits (), last = (1u << tree.bits ()) - 1;
  unsigned arrived = 0;
  if (threadIdx.x % 32 == 0 && tree.has_total (level, window))
    arrived = atomicInc (tree.arrived (level, window, warp), last);
  return __shfl_sync (0xffffffffu, arrived, 0) == last;
}

/* The range of a window of that level whose total is to be published.  last_start (tile) is the tile with the last
   start of a segment at or before the end of `tile`.  */
template <class Tree, class LastStart>
__device__ __forceinline__ void
gr_range_of_window (const Tree &tree, unsigned level, unsigned window, LastStart last_start, unsigned *from,
                    unsigned *end)
{
  const unsigned last = ((window + 1) << tree.bits () * (level + 1)) - 1;
  tree.range (level, last, last_start (last), from, end);
  ++*end;
}

/* ---- one segment ---- */

template <class Acc> using gr_segment_tree = gr_tile_tree<Acc, gr_lookback_rule (sizeof (Acc)).bits>;

/* Combine the tile statuses [from, end) of a window by the lanes of a warp; valid in the first lane.  */
template <class Op>
__device__ __forceinline__ typename Op::Acc
gr_sum_statuses (const Op &op, const gr_segment_tree<typename Op::Acc> &tree, unsigned level, unsigned from,
                 unsigned end, size_t segment)
{
  constexpr unsigned EACH = (1u << gr_lookback_rule (sizeof (typename Op::Acc)).bits) / 32;
  const unsigned member = from + threadIdx.x % 32 * EACH;
  typename Op::Acc acc = op.identity ();
  if (from < end)
    {
      typename Op::Acc a[EACH];
      gr_wait_together<EACH> (
        tree.epoch, a, [&] (unsigned i) { return tree.tile_status (level, min (member + i, end - 1), segment); });
#pragma unroll
      for (unsigned i = 0; i < EACH; i++)
        if (member + i < end)
          acc = i ? op.combine (acc, a[i]) : a[i];
    }
  return gr_combine_lanes (op, acc, 32);
}

/* Publish the total of a tile, counted from the last start of a segment in it.  The last one in a window also
   publishes the window's total, and so on upwards, so that a warp waits only for values that are on their way to
   memory.  last_start (tile) is the tile with the last start of a segment at or before the end of `tile`.  One
   warp calls; total is that of its first lane.  */
template <class Op, class LastStart>
__device__ __forceinline__ void
gr_publish (const Op &op, const gr_segment_tree<typename Op::Acc> &tree, unsigned tile, size_t segment,
            typename Op::Acc total, LastStart last_start)
{
  for (unsigned level = 0;; level++)
    {
      if (threadIdx.x % 32 == 0)
        tree.tile_status (level, tile, segment)->publish (total, tree.epoch);
      if (! gr_is_last_of_window (tree, level, tile, segment))
        return;
      tile >>= tree.bits ();
      unsigned from, end;
      gr_range_of_window (tree, level, tile, last_start, &from, &end);
      total = gr_sum_statuses (op, tree, level, from, end, segment);
    }
}

/* The combination of the tiles from `first` on before tile number `tile`: those of its window, then the windows
   before in the next larger window, and so on, each share by another warp.  All threads of the block call, and
   wait for each other even if there is nothing to read.  sums holds an accumulator a share in shared memory.  */
template <class Op>
__device__ __forceinline__ typename Op::Acc
gr_look_back (const Op &op, const gr_segment_tree<typename Op::Acc> &tree, unsigned tile, unsigned first,
              size_t segment, typename Op::Acc *sums)
{
  typedef typename Op::Acc Acc;
  const unsigned warps = blockDim.x / 32;
  /* all warps take the same number of turns, so that the compiler knows that lanes stay together; the first warp
     may still be publishing */
  for (unsigned turn = 0; turn < tree.shares; turn += warps)
    {
      const unsigned share = turn + warps - 1 - threadIdx.x / 32;
      const bool mine = share < tree.shares;
      unsigned level = 0, from = 0, end = 0;
      if (mine)
        tree.share (share, tile, first, &level, &from, &end);
      const Acc sum = gr_sum_statuses (op, tree, level, from, end, segment);
      if (mine && threadIdx.x % 32 == 0)
        sums[share] = sum;
    }
  __syncthreads ();
  Acc before = op.identity ();
  for (unsigned share = tree.shares; share-- > 0;)
    before = op.combine (before, sums[share]);
  return before;
}

/* ---- segments side by side ---- */

/* The size of windows is a constant where each lane has a segment of its own; else the plan chooses it by the
   number of segments.  */
template <class Op, class T>
using gr_segments_tree
  = gr_tile_tree<typename Op::Acc, gr_lookback_helps<Op, T>
                                     ? 0
                                     : gr_lookback_along_rule (SIZE_MAX, sizeof (typename Op::Acc), false).bits>;
/* Log2 of the segments that a warp reads at a time.  */
template <class Tree>
__device__ __forceinline__ unsigned
gr_lookback_side (const Tree &tree)
{
  return Tree::FIXED ? 5 : tree.plan.side;
}

/* Combine the tile statuses [from, end) of a level for 2^side segments; the first 2^side lanes get a sum each.
   AT_ONCE statuses of a lane are under way at a time.  segment: the segment that the lane reads for.  All lanes of
   the warp call.  */
template <unsigned AT_ONCE, class Op, class Tree>
__device__ __forceinline__ typename Op::Acc
gr_sum_statuses_along (const Op &op, const Tree &tree, unsigned level, unsigned from, unsigned end, size_t segment)
{
  typedef typename Op::Acc Acc;
  Acc sum = op.identity ();
  if (from >= end)
    return sum;
  const unsigned side = gr_lookback_side (tree), count = end - from;
  /* tile statuses that each lane reads; one lane reads them all if they are few */
  const unsigned each = Tree::FIXED || count <= 2 * AT_ONCE ? count : ((count - 1) >> (5 - side)) + 1;
  /* Keep the statuses in registers while others are awaited?  Doubles would spill (tuning: lookback-kept).  */
  constexpr bool KEPT = ! Tree::FIXED && std::is_integral<typename Op::Value>::value;
  const gr_tile_status<Acc> *const statuses = tree.tile_status (level, 0, segment);
  const unsigned offset = (threadIdx.x % 32 >> side) * each, last = from + each, mine = min (last + offset, end);
#pragma unroll 1
  for (; from < last; from += AT_ONCE)
    {
      Acc a[AT_ONCE];
      gr_wait_together<AT_ONCE> (tree.epoch, a, [&] (unsigned i) {
        const unsigned at = min (from + offset + i, end - 1);
        return KEPT ? statuses + at * tree.segments : tree.tile_status (level, at, segment);
      });
#pragma unroll
      for (unsigned i = 0; i < AT_ONCE; i++)
        if (from + offset + i < mine)
          sum = op.combine (sum, a[i]);
    }
  if constexpr (! Tree::FIXED)
    for (unsigned helper = 1; helper * each < count; helper *= 2)
      sum = op.combine (sum, gr_shuffle_down (sum, helper << side, 32));
  return sum;
}

/* The segment, of count segments, whose tile statuses a lane reads.  The warp's first lane has segment number *
   `first`.  */
template <class Tree>
__device__ __forceinline__ unsigned
gr_segment_along (const Tree &tree, unsigned first, unsigned count)
{
  return min (first + (threadIdx.x & ((1u << gr_lookback_side (tree)) - 1)), count - 1);
}

/* Neighbouring segments: count of them from `segment` on, of which number `first` is that of a warp's first lane.  */
struct gr_warp_segments
{
  size_t segment;
  unsigned first, count;
};

/* The same as gr_publish for the segments of warp number `warp` of those that publish.  */
template <unsigned AT_ONCE, class Op, class Tree, class LastStart>
__device__ __forceinline__ void
gr_publish_along (const Op &op, const Tree &tree, unsigned tile, size_t warp, const gr_warp_segments &those,
                  typename Op::Acc total, LastStart last_start)
{
  for (unsigned level = 0;; level++)
    {
      if (const unsigned number = those.first + threadIdx.x % 32; number < those.count)
        tree.tile_status (level, tile, those.segment + number)->publish (total, tree.epoch);
      if (! gr_is_last_of_window (tree, level, tile, warp))
        return;
      tile >>= tree.bits ();
      unsigned from, end;
      gr_range_of_window (tree, level, tile, last_start, &from, &end);
      total = gr_sum_statuses_along<AT_ONCE> (op, tree, level, from, end,
                                              those.segment + gr_segment_along (tree, those.first, those.count));
    }
}

/* The same as gr_look_back for count segments from `segment` on, in two steps.  Each warp takes 32 segments of a
   level in turn and writes their totals to sums, count accumulators a level.  After a barrier, thread x combines
   those of segment number x.  */
template <unsigned AT_ONCE, class Op, class Tree>
__device__ __forceinline__ void
gr_look_back_along (const Op &op, const Tree &tree, unsigned tile, unsigned first, size_t segment, unsigned count,
                    typename Op::Acc *sums)
{
  const unsigned warps = blockDim.x / 32, wide = (count + 31) / 32;
  /* the first warps may still be publishing, so the last ones begin */
  for (unsigned share = warps - 1 - threadIdx.x / 32; share < wide * tree.levels; share += warps)
    {
      const unsigned level = share / wide, begin = (share - level * wide) * 32, number = begin + threadIdx.x % 32;
      unsigned from, end;
      tree.range (level, tile, first, &from, &end);
      const auto sum
        = gr_sum_statuses_along<AT_ONCE> (op, tree, level, from, end, segment + gr_segment_along (tree, begin, count));
      if (number < count)
        sums[level * count + number] = sum;
    }
}
template <class Op, class Tree>
__device__ __forceinline__ typename Op::Acc
gr_looked_back (const Op &op, const Tree &tree, unsigned count, const typename Op::Acc *sums)
{
  typename Op::Acc before = op.identity ();
  for (unsigned level = tree.levels; level-- > 0;)
    before = op.combine (before, sums[level * count + threadIdx.x]);
  return before;
}

} // namespace

#endif
