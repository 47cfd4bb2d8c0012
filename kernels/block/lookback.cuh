/* Decoupled look-back, after D. Merrill and M. Garland, "Single-pass Parallel
   Prefix Scan with Decoupled Look-back", NVIDIA 2016: a tile publishes its total
   as soon as it knows it, and finds out what stands before it from the totals
   of the tiles before, so that a scan reads and writes memory once.

   There, a tile adds up whatever its predecessors have published by then, so
   that floating-point sums differ from run to run.  Here the tree is fixed: of
   so many consecutive tiles, a window, the total is published one level up, and so on
   with the totals, and a tile combines at each level those of its window.  That also bounds
   the number of tile statuses it reads.  Each level takes some 2 us, for which tiles wait, so windows are as large as a
   warp or two read at once.  Where no segment is in many more tiles than that, a tile combines all those of its segment
   instead.  */

#ifndef GR_LOOKBACK_CUH
#define GR_LOOKBACK_CUH

#include "block/collectives.cuh"
#include "plan/plan.h"
#include "op/thread_accumulator.cuh"

namespace GR_NAMESPACE
{

/* A published accumulator.  Each of its 8-byte words travels together with an epoch
   in one 16-byte access, as CUB's do, and is there once that is the launch's,
   which no launch before had: so nothing need be cleared, and no fence orders
   what is published.  */
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

/* The same for COUNT tile statuses of each lane, tile status (i), all under way at a time.  All lanes of the warp
   call, and wait until all have theirs: those that waited apart would go on apart, and
   shuffle one after the other.  */
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

/* The same, where most tile statuses are there: the others only are asked for again.  */
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

/* The first tile that a block works on.  A tile waits for those before it, so their
   blocks must have started.  Where every block has one tile, it is the block's
   number: the device starts blocks in order, which CUB's scans lean on too; the
   host executor does not.  Else tiles are numbered as they are taken; takes: how
   often all blocks together do that, after which the counter is zero again.  All
   threads of the block call; shared may be used again on return.  */
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

/* The tiles of a launch, each of several segments.  Level 0 has a tile status for each segment of each
   tile, and every level above one for each whole window of the level below;
   arrivals: how many of a window have published, zero again once all have, for
   each of the warps that publish a tile.  BITS: of windows, where it is known when a kernel is compiled, else 0.  */
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
  unsigned levels;        /* at which tiles look back */
  unsigned shares;        /* of the tile statuses of one segment: one a level, or of a window's size */
  unsigned level_begins;  /* the bit of a share's number where its level does */
  unsigned begins_window; /* bits of the numbers that begin windows; none where tiles look at all of their segment */
  unsigned begin[MOST_LEVELS]; /* tile statuses of a segment below the level */

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
  /* Of a window of that level, if its total is of use to any tile.  */
  __device__ __forceinline__ bool has_total (unsigned level, unsigned window) const
  {
    return level + 1 < levels && window < tiles >> bits () * (level + 1);
  }
  __device__ __forceinline__ unsigned *arrived (unsigned level, unsigned window, size_t warp) const
  {
    return arrivals + (begin[level + 1] - tiles + window) * warps + warp;
  }
  /* The tile statuses [*from, *end) of a level that tile looks at: those of its window there, or all, from that of
     the tile number first on.  */
  __device__ __forceinline__ void range (unsigned level, unsigned tile, unsigned first, unsigned *from,
                                         unsigned *end) const
  {
    *end = tile >> bits () * level;
    *from = max (first >> bits () * level, *end & begins_window);
  }
  /* Those of a share, and its level: shares of later tiles come first.  */
  __device__ __forceinline__ void share (unsigned number, unsigned tile, unsigned first, unsigned *level,
                                         unsigned *from, unsigned *end) const
  {
    *level = number >> level_begins;
    range (*level, tile, first, from, end);
    *end -= min (*end, (number & ((1u << level_begins) - 1)) << bits ());
    *from = max (*from, *end - min (*end, 1u << bits ()));
  }
};

/* Do lanes help each other with an operator's tile statuses of segments side by side?  */
template <class Op, class T>
constexpr bool gr_lookback_helps
  = gr_lookback_helps_rule (sizeof (T), sizeof (typename Op::Acc),
                            gr_thread_accumulator<Op, gr_source<Op, T>>::is_cheap, gr_has_positions<Op>::value);

/* Is the caller, one warp, whose tile or window of that level is published, the last to come in its window?  */
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

/* The range of a window of that level, whose total one is to publish.  last_start (tile): the
   tile with the last start of a segment up to the end of that one.  */
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

/* Combine the tile statuses [from, end) of a window: by the lanes of a warp, valid in the first.  */
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

/* Publish the total of a tile, which counts from the last start of a segment in it.
   Who comes last in a window publishes the window's total, and so on upwards, so
   that nobody waits but for what is on its way to memory.  last_start (tile): the
   tile with the last start of a segment up to the end of that one.  One warp calls;
   total is that of its first lane.  */
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

/* What the tiles from `first` on before tile number `tile` come to: those of its
   window, the windows before of the window of windows, ..., each share by another
   warp.  All threads of the block call, and wait for each other also where there is
   nothing to look at; sums holds an accumulator a share in shared memory.  */
template <class Op>
__device__ __forceinline__ typename Op::Acc
gr_look_back (const Op &op, const gr_segment_tree<typename Op::Acc> &tree, unsigned tile, unsigned first,
              size_t segment, typename Op::Acc *sums)
{
  typedef typename Op::Acc Acc;
  const unsigned warps = blockDim.x / 32;
  /* as many turns for all warps, so that the compiler knows that lanes stay together; the first
     warp may still publish */
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

/* Groups' size is fixed where each lane has a segment of its own, else the plan's, by the number of segments.  */
template <class Op, class T>
using gr_segments_tree
  = gr_tile_tree<typename Op::Acc, gr_lookback_helps<Op, T>
                                     ? 0
                                     : gr_lookback_along_rule (SIZE_MAX, sizeof (typename Op::Acc), false).bits>;
/* Segments that a warp reads at a time, in bits.  */
template <class Tree>
__device__ __forceinline__ unsigned
gr_side (const Tree &tree)
{
  return Tree::FIXED ? 5 : tree.plan.side;
}

/* Combine the tile statuses [from, end) of a level for 2^side segments, of which the first lanes get a sum each,
   AT_ONCE of a lane under way at a time; segment: that of the lane, or of the one that it helps.  All lanes of the warp
   call.  */
template <unsigned AT_ONCE, class Op, class Tree>
__device__ __forceinline__ typename Op::Acc
gr_sum_statuses_along (const Op &op, const Tree &tree, unsigned level, unsigned from, unsigned end, size_t segment)
{
  typedef typename Op::Acc Acc;
  Acc sum = op.identity ();
  if (from >= end)
    return sum;
  const unsigned side = gr_side (tree), count = end - from;
  /* tile statuses of a lane; few are one lane's, which hands on nothing */
  const unsigned each = Tree::FIXED || count <= 2 * AT_ONCE ? count : ((count - 1) >> (5 - side)) + 1;
  /* where they are kept: maxima of 21 x 2094134 int32 with positions, dim 2, 0.725 of the limit and 0.795, but doubles
     spill, 12 x 11184810 0.84 and 0.79 */
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

/* The segment whose tile statuses a lane reads, of count segments, in a warp whose first lane's segment is number
 * `first`.  */
template <class Tree>
__device__ __forceinline__ unsigned
gr_segment_along (const Tree &tree, unsigned first, unsigned count)
{
  return min (first + (threadIdx.x & ((1u << gr_side (tree)) - 1)), count - 1);
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

/* The same as gr_look_back for count segments from `segment` on, in two steps: each warp takes
   32 segments of a level in turn, whose sums go to sums, of count accumulators a level; after
   a barrier, those of segment number threadIdx.x are combined.  */
template <unsigned AT_ONCE, class Op, class Tree>
__device__ __forceinline__ void
gr_look_back_along (const Op &op, const Tree &tree, unsigned tile, unsigned first, size_t segment, unsigned count,
                    typename Op::Acc *sums)
{
  const unsigned warps = blockDim.x / 32, wide = (count + 31) / 32;
  /* the first warps may still publish */
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
