/* Decoupled look-back, after D. Merrill and M. Garland, "Single-pass Parallel
   Prefix Scan with Decoupled Look-back", NVIDIA 2016: a tile publishes its total
   as soon as it knows it, and finds out what stands before it from the totals
   of the tiles before, so that a scan reads and writes memory once.

   There, a tile adds up whatever its predecessors have published by then, so
   that floating-point sums differ from run to run.  Here the tree is fixed: of
   every 32 consecutive tiles the total is published one level up, and so on
   with the totals, and a tile combines at each level those since the last
   multiple of 32.  That also bounds the number of cells it reads.  */

#ifndef GR_LOOKBACK_CUH
#define GR_LOOKBACK_CUH

#include "collectives.cuh"
#include "context.cuh"
#include "plan.h"

namespace GR_NAMESPACE
{

/* A published accumulator.  Each of its 8-byte words travels together with an epoch
   in one 16-byte access, as CUB's do, and is there once that is the launch's,
   which no launch before had: so nothing need be cleared, and no fence orders
   what is published.  */
template <class Acc> struct gr_cell
{
  static constexpr int WORDS = (sizeof (Acc) + 7) / 8;
  union Words { unsigned long long word[WORDS]; Acc acc; };
  struct alignas (16) { unsigned long long value, epoch; } part[WORDS];

  __device__ void publish (const Acc &a, unsigned long long now)
  {
    Words u = {};
    u.acc = a;
#pragma unroll
    for (int w = 0; w < WORDS; w++)
      {
#ifdef GR_SIMT
        part[w] = {u.word[w], now};
#else
        asm volatile ("st.relaxed.gpu.v2.u64 [%0], {%1, %2};" : : "l" (&part[w]), "l" (u.word[w]),
                      "l" (now) : "memory");
#endif
      }
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
#ifdef GR_SIMT
        u.word[w] = part[w].value;
        epoch = part[w].epoch;
#else
        asm volatile ("ld.relaxed.gpu.v2.u64 {%0, %1}, [%2];" : "=l" (u.word[w]), "=l" (epoch) : "l" (&part[w])
                      : "memory");
#endif
        there = there && epoch == now;
      }
    *a = u.acc;
    return there;
  }
};

/* What kernels of an operator are compiled for, with results of so many bytes.  */
template <class Op, class T> gr_kernel_types
gr_kernel_types_of (size_t result, bool indexed)
{
  typedef typename Op::Acc Acc;
  return {sizeof (T), std::is_integral<T>::value, sizeof (Acc), sizeof (gr_cell<Acc>), Op::ordered, result, indexed};
}

template <class Acc> __device__ __forceinline__ Acc
gr_wait (const gr_cell<Acc> &cell, unsigned long long epoch)
{
  Acc a;
  while (! cell.take (epoch, &a))
    ;
  return a;
}

/* The first tile that a block works on.  A tile waits for those before it, so their
   blocks must have started.  Where every block has one tile, it is the block's
   number: the device starts blocks in order, which CUB's scans lean on too; the
   host executor does not.  Else tiles are numbered as they are taken; takes: how
   often all blocks together do that, after which the counter is zero again.  All
   threads of the block call; shared may be used again on return.  */
__device__ __forceinline__ size_t
gr_first_tile (unsigned *counter, size_t takes, size_t *shared)
{
#ifndef GR_SIMT
  if (takes == gridDim.x)
    return blockIdx.x;
#endif
  if (threadIdx.x == 0)
    *shared = atomicInc (counter, static_cast<unsigned> (takes - 1));
  __syncthreads ();
  const size_t tile = *shared;
  __syncthreads ();
  return tile;
}

/* The tiles of a launch.  Level 0 has a cell a tile, and every level above one for each
   whole group of GR_LOOKBACK of the level below; arrivals: how many of a group
   have published, zero again once all have.  */
template <class Acc> struct gr_tile_tree
{
  gr_cell<Acc> *cells;
  unsigned *arrivals;
  size_t tiles;
  unsigned epoch;
};

/* Combine the cells [from, end) of one group: by the lanes of a warp, valid in the
   first.  */
template <class Op> __device__ __forceinline__ typename Op::Acc
gr_sum_cells (const Op &op, const gr_cell<typename Op::Acc> *cells, unsigned epoch, size_t group, size_t from,
              size_t end)
{
  const size_t member = group * GR_LOOKBACK + threadIdx.x % 32;
  return gr_combine_lanes (op, member >= from && member < end ? gr_wait (cells[member], epoch) : op.identity (), 32);
}

/* Publish the total of a tile, which counts from the last start of a line in it.
   Who comes last in a group publishes the group's total, and so on upwards, so
   that nobody waits but for what is on its way to memory.  last_start (tile): the
   tile with the last start of a line up to the end of that one.  One warp calls;
   total is that of its first lane.  */
template <class Op, class LastStart> __device__ __forceinline__ void
gr_publish (const Op &op, gr_tile_tree<typename Op::Acc> tree, size_t tile, typename Op::Acc total,
            LastStart last_start)
{
  const unsigned lane = threadIdx.x % 32;
  for (size_t width = 1;; width *= GR_LOOKBACK)
    {
      const size_t group = tile / GR_LOOKBACK, end = (group + 1) * GR_LOOKBACK;
      unsigned arrived = 0;
      if (lane == 0)
        {
          tree.cells[tile].publish (total, tree.epoch);
          if (end <= tree.tiles)
            arrived = atomicInc (&tree.arrivals[group], GR_LOOKBACK - 1);
        }
      if (__shfl_sync (0xffffffffu, arrived, 0) != GR_LOOKBACK - 1)
        return;
      const size_t from = last_start (end * width - 1) / width;
      total = gr_sum_cells (op, tree.cells, tree.epoch, group, from, end);
      tree.cells += tree.tiles;
      tree.tiles /= GR_LOOKBACK;
      tree.arrivals += tree.tiles;
      tile = group;
    }
}

/* What the tiles from `first` on before tile number `tile` come to: those of its
   group, the groups before of the group of groups, ..., each level by another
   warp.  All threads of the block call, and wait for each other also where there is
   nothing to look at; sums holds GR_LOOKBACK_LEVELS accumulators in shared memory.  */
template <class Op> __device__ __forceinline__ typename Op::Acc
gr_look_back (const Op &op, gr_tile_tree<typename Op::Acc> tree, size_t tile, size_t first, typename Op::Acc *sums)
{
  typedef typename Op::Acc Acc;
  const unsigned warp = threadIdx.x / 32, warps = blockDim.x / 32;
  unsigned level = 0, mine = warps - 1 - warp; /* the first warp may still publish */
  for (; first < tile; level++)
    {
      if (level == mine)
        {
          mine += warps;
          const Acc sum = gr_sum_cells (op, tree.cells, tree.epoch, tile / GR_LOOKBACK, first, tile);
          if (threadIdx.x % 32 == 0)
            sums[level] = sum;
        }
      tree.cells += tree.tiles;
      tree.tiles /= GR_LOOKBACK;
      tile /= GR_LOOKBACK;
      first /= GR_LOOKBACK;
    }
  __syncthreads ();
  Acc before = op.identity ();
  while (level)
    before = op.combine (before, sums[--level]);
  return before;
}

/* ---- lines side by side ---- */

/* The same as gr_tile_tree for lines side by side: the cells of a level are those of its
   tiles, each a row of lines, and arrivals are counted for the warps of each tile that
   publish, of up to 32 lines, one a lane.  */
template <class Acc> struct gr_strided_tree
{
  gr_cell<Acc> *cells;
  unsigned *arrivals;
  size_t tiles, lines, warps;
  unsigned epoch;

  __device__ __forceinline__ void up ()
  {
    cells += tiles * lines;
    tiles /= GR_STRIDED_LOOKBACK;
  }
};

/* Combine the cells of count tiles of a group, from `first` on.  */
template <class Op> __device__ __forceinline__ typename Op::Acc
gr_sum_cells_along (const Op &op, const gr_strided_tree<typename Op::Acc> &tree, size_t first, unsigned count,
                    size_t line)
{
  typedef typename Op::Acc Acc;
  constexpr unsigned AT_ONCE = sizeof (Acc) > 8 ? 2 : 4; /* all of a group would not leave registers enough */
  Acc sum = op.identity ();
  const gr_cell<Acc> *cell = tree.cells + first * tree.lines + line;
#pragma unroll 1
  for (unsigned from = 0; from < count; from += AT_ONCE)
    {
      Acc a[AT_ONCE];
      bool there[AT_ONCE];
#pragma unroll
      for (unsigned m = 0; m < AT_ONCE; m++, cell += tree.lines)
        {
          a[m] = op.identity ();
          there[m] = from + m >= count || cell->take (tree.epoch, &a[m]);
        }
#pragma unroll
      for (unsigned m = 0; m < AT_ONCE; m++)
        {
          if (! there[m])
            a[m] = gr_wait (*(cell - (AT_ONCE - m) * tree.lines), tree.epoch);
          sum = op.combine (sum, a[m]);
        }
    }
  return sum;
}

/* The same as gr_publish, by warp number `warp` of those that publish; mine: the thread has
   a line.  */
template <class Op, class LastStart> __device__ __forceinline__ void
gr_publish_along (const Op &op, gr_strided_tree<typename Op::Acc> tree, size_t tile, size_t warp, bool mine,
                  size_t line, typename Op::Acc total, LastStart last_start)
{
  for (size_t width = 1;; width *= GR_STRIDED_LOOKBACK)
    {
      if (mine)
        tree.cells[tile * tree.lines + line].publish (total, tree.epoch);
      const size_t first = tile / GR_STRIDED_LOOKBACK * GR_STRIDED_LOOKBACK, end = first + GR_STRIDED_LOOKBACK;
      tile /= GR_STRIDED_LOOKBACK;
      unsigned arrived = 0;
      if (threadIdx.x % 32 == 0 && end <= tree.tiles)
        arrived = atomicInc (&tree.arrivals[tile * tree.warps + warp], GR_STRIDED_LOOKBACK - 1);
      if (__shfl_sync (0xffffffffu, arrived, 0) != GR_STRIDED_LOOKBACK - 1)
        return;
      const size_t from = max (first, static_cast<size_t> (last_start (end * width - 1) / width));
      if (mine)
        total = gr_sum_cells_along (op, tree, from, static_cast<unsigned> (end - from), line);
      tree.up ();
      tree.arrivals += tree.tiles * tree.warps;
    }
}

/* The same as gr_look_back for count lines from `line` on, in two steps: each warp takes
   32 lines of a level in turn, whose sums go to sums, of count accumulators a level; after
   a barrier, those of line number threadIdx.x are combined.  */
template <class Op> __device__ __forceinline__ void
gr_look_back_along (const Op &op, gr_strided_tree<typename Op::Acc> tree, size_t tile, size_t first, size_t line,
                    unsigned count, typename Op::Acc *sums)
{
  const unsigned width = (count + 31) / 32 * 32;
  /* of what is to be taken from this level on; the first warps may still publish */
  unsigned number = blockDim.x - 32 - threadIdx.x / 32 * 32 + threadIdx.x % 32;
  for (; first < tile; sums += count)
    {
      const size_t from = max (first, tile / GR_STRIDED_LOOKBACK * GR_STRIDED_LOOKBACK);
      for (; number < width; number += blockDim.x)
        if (number < count)
          sums[number] = gr_sum_cells_along (op, tree, from, static_cast<unsigned> (tile - from), line + number);
      number -= width;
      tree.up ();
      tile /= GR_STRIDED_LOOKBACK;
      first /= GR_STRIDED_LOOKBACK;
    }
}
template <class Op> __device__ __forceinline__ typename Op::Acc
gr_looked_back (const Op &op, size_t tile, size_t first, unsigned count, const typename Op::Acc *sums)
{
  typename Op::Acc before = op.identity ();
  for (; first < tile; tile /= GR_STRIDED_LOOKBACK, first /= GR_STRIDED_LOOKBACK, sums += count)
    before = op.combine (sums[threadIdx.x], before);
  return before;
}

} // namespace

#endif
