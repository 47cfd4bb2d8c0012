/* SPDX-License-Identifier: GPL-3.0-or-later

   What scans share whose segments begin anywhere in tiles of equal size: the persistent loop with two tiles in
   work, and a thread's run of a segment.  Contiguous segments (scan_contiguous.cuh) and segments side by side
   (scan_rows.cuh) use it.  */

#ifndef GR_PERSISTENT_LOOP_CUH
#define GR_PERSISTENT_LOOP_CUH

#include "block/lookback.cuh"
#include "block/tile.cuh"

namespace GR_NAMESPACE
{

/* The array as a vector.  Tiles are numbered in the direction of the scan.  The first one begins `skipped`
   positions before the vector does, so that tiles begin with 16-byte vectors of memory; the lowest tile in memory
   begins `gap` elements early.  Tiles before number `first` are no work items; others have published their totals.  */
struct gr_vector_plan
{
  size_t n, len, elements, skipped; /* elements: of a tile */
  unsigned tiles, gap, ahead;       /* ahead: how many tiles before its load one is prefetched */
  unsigned first;

  __device__ __forceinline__ unsigned items () const { return tiles - first; }
  __device__ __forceinline__ unsigned tile (unsigned item) const { return item + first; }

  /* Where in its segment a tile begins.  */
  __device__ __forceinline__ size_t position (unsigned tile) const
  {
    const size_t at = tile * elements;
    return at >= skipped ? gr_modulo (at - skipped, len) : gr_modulo (len - gr_modulo (skipped - at, len), len);
  }
  /* The tile that holds the start of the segment in which a tile begins, at that position.  */
  __device__ __forceinline__ unsigned first_start (unsigned tile, size_t position) const
  {
    const size_t at = tile * elements;
    return at > position ? static_cast<unsigned> (gr_divide (at - position, elements)) : 0;
  }
  /* The tile that holds the last start of a segment at or before the end of tile number `tile`.  */
  __device__ __forceinline__ unsigned last_start (unsigned tile) const
  {
    const size_t last = (tile + size_t (1)) * elements - 1 - skipped;
    return static_cast<unsigned> (gr_divide (last - gr_modulo (last, len) + skipped, elements));
  }
  /* Where in its segment a thread's run of a tile begins, from the tile's position: the run's `start` below.  */
  template <unsigned RUN> __device__ __forceinline__ size_t run_start (unsigned, size_t position) const
  {
    position += threadIdx.x * RUN;
    return position < len  ? position
         : len >= elements ? position - len
                           : static_cast<unsigned> (position) % static_cast<unsigned> (len);
  }
  /* Does a segment start in the run?  */
  template <unsigned RUN> __device__ __forceinline__ bool starts_in (size_t start) const
  {
    return ! start || len - start < RUN;
  }
  /* What the elements of a run count from where none starts in it.  */
  template <unsigned RUN> __device__ __forceinline__ size_t base (unsigned, size_t start) const { return start; }
  template <unsigned RUN, unsigned STEP, bool CHEAP, unsigned LONG_STEP, class F>
  __device__ __forceinline__ void each_of_run (unsigned, size_t start, F f) const;
};

/* What the threads of a block share.  */
template <class Acc> struct gr_tile_state
{
  size_t position;      /* where in its segment the tile begins */
  unsigned first, next; /* the tile where that segment begins; the tile that is taken next */
  gr_warp_totals<Acc> warps;
  Acc sums[gr_segment_tree<Acc>::MOST_LEVELS];
};
/* What a thread keeps of a tile between its two passes over it.  */
template <class Acc> struct gr_tile_in_work
{
  unsigned item, tile;
  unsigned first;  /* the tile where its segment begins */
  size_t position; /* of the thread's run in its segment */
  gr_prefix<Acc> prefix;
  unsigned stage;
};

/* Prefetch to the second-level cache the item that some block will load soon, so that its load is short, since all
   later tiles wait for that.  begin (item) is its first element in memory, an array of n elements; an item has
   count of them.  */
template <class T, class Begin>
__device__ __forceinline__ void
gr_ask_for (const T *memory, Begin begin, unsigned item, const gr_vector_plan &plan, size_t count, size_t n)
{
  if (threadIdx.x == blockDim.x - 1 && plan.items () - item > plan.ahead)
    {
      const ptrdiff_t from = begin (item + plan.ahead), end = from + static_cast<ptrdiff_t> (count);
      gr_prefetch (memory + max (from, ptrdiff_t (0)), memory + min (end, static_cast<ptrdiff_t> (n)));
    }
}

/* A persistent loop over a plan's items, with two items in work if the block has two stages.  block.load (work)
   starts to bring a tile.  block.total (work) publishes its total.  block.write (work, take) writes its results
   after the next tile's total is published, and calls take () where the next tile may be taken.  All threads of a
   block call.  */
template <class Block>
__device__ __forceinline__ void
gr_persistent_loop (const Block &block, unsigned *counter)
{
  typedef gr_tile_in_work<typename Block::Acc> Work;
  const auto &plan = block.plan;
  auto &state = block.state;
  /* how many times all blocks together take a tile */
  const unsigned takes = block.stages > 1 ? plan.items () + gridDim.x : gridDim.x;
  Work work = {}, held = {};
  held.item = plan.items (); /* none */
  work.item = gr_first_tile (counter, takes, &state.next);
  for (;;)
    {
      if (work.item < plan.items ())
        {
          work.tile = plan.tile (work.item);
          block.load (work);
          if (threadIdx.x == 0)
            {
              state.position = plan.position (work.tile);
              state.first = plan.first_start (work.tile, state.position);
            }
          gr_cp_async_wait_group ();
          __syncthreads ();
          block.total (work);
        }
      if (block.stages == 1)
        held = work;
      const bool more = block.stages > 1 && work.item < plan.items ();
      unsigned taken = 0;
      const auto take = [&] {
        if (more && threadIdx.x == 0)
          taken = atomicInc (counter, takes - 1);
      };
      if (held.item < plan.items ())
        block.write (held, take);
      else
        take ();
      if (! more)
        break;
      held = work;
      if (threadIdx.x == 0)
        state.next = taken;
      __syncthreads ();
      work.item = state.next;
      work.stage = 1 - work.stage;
    }
}

/* Go along a thread's run within its segment: call f (i, e, starts a segment, base).  base + i + e is the position
   of element i + e.  e is its number in a step of the loop, known at compile time, and i is a multiple of the
   step.  Most warps, and most steps of the others, hold no start of a segment and take a loop without tests,
   unless the operator is so costly that it does not matter.  All lanes take the same way.  All threads of a warp
   call.  */
template <unsigned RUN, unsigned STEP, bool CHEAP, unsigned LONG_STEP, class F>
__device__ __forceinline__ void
gr_each_of_run (size_t position, size_t len, F f)
{
  const unsigned step = static_cast<unsigned> (min (len, static_cast<size_t> (RUN)));
  /* the next start of a segment; RUN or more if there is none in the run */
  unsigned next = position ? static_cast<unsigned> (min (len - position, static_cast<size_t> (RUN))) : 0;
  /* Unrolled, the loop would not fit the instruction cache.  Steps tell the compiler what i is a multiple of
     (tuning: scan-unroll).  */
  if (CHEAP && __all_sync (0xffffffffu, next >= RUN))
#pragma unroll 1
    for (unsigned number = 0; number < RUN / LONG_STEP; number++)
      {
#pragma unroll
        for (unsigned e = 0; e < LONG_STEP; e++)
          f (number * LONG_STEP, e, std::false_type (), position);
      }
  else
#pragma unroll 1
    for (unsigned number = 0; number < RUN / STEP; number++)
      if (const unsigned i = number * STEP; CHEAP && __all_sync (0xffffffffu, next >= i + STEP))
        {
#pragma unroll
          for (unsigned e = 0; e < STEP; e++)
            f (i, e, std::false_type (), position);
        }
      else
        {
#pragma unroll
          for (unsigned e = 0; e < STEP; e++)
            {
              const bool starts = i + e == next;
              if (starts)
                {
                  next += step;
                  position = -static_cast<size_t> (i + e);
                }
              f (i, e, starts, position);
            }
        }
}

template <unsigned RUN, unsigned STEP, bool CHEAP, unsigned LONG_STEP, class F>
__device__ __forceinline__ void
gr_vector_plan::each_of_run (unsigned, size_t start, F f) const
{
  gr_each_of_run<RUN, STEP, CHEAP, LONG_STEP> (start, len, f);
}

/* 1-based positions in segments, as they are staged: of () gives the position in the direction of the scan.  */
struct gr_staged_places
{
  gr_staged_position zero, sign;
  __device__ __forceinline__ explicit gr_staged_places (const gr_segments &segments)
    : zero (segments.reverse ? static_cast<gr_staged_position> (segments.len) : 1), sign (segments.reverse ? -1u : 1u)
  {}
  __device__ __forceinline__ gr_staged_position of (size_t k) const
  {
    return zero + sign * static_cast<gr_staged_position> (k);
  }
};

} // namespace

#endif
