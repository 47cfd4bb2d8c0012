/* Scans whose segments begin anywhere in tiles of equal size: how blocks go over the tiles with two in work at a time,
   and what a thread does with its run of a segment.  For one segment after the other (scan_contiguous.cuh) and for
   segments side by side (scan_rows.cuh).  */

#ifndef GR_PERSISTENT_LOOP_CUH
#define GR_PERSISTENT_LOOP_CUH

#include "block/lookback.cuh"
#include "block/tile.cuh"

namespace GR_NAMESPACE
{

/* The vector.  Tiles are numbered in the direction of the scan; the first one
   begins `skipped` positions before the vector does, so that tiles in memory,
   of which the lowest begins `gap` elements early, begin where a vector does.  */
struct gr_vector_plan
{
  size_t n, len, elements, skipped; /* elements: of a tile */
  unsigned tiles, gap, ahead; /* ahead: so many items of work, which are tiles, before its load, one is asked for */

  __device__ __forceinline__ unsigned items () const { return tiles; }
  __device__ __forceinline__ unsigned tile (unsigned item) const { return item; }
  __device__ __forceinline__ unsigned group (unsigned) const { return 0; }

  /* Where in its segment a tile begins.  */
  __device__ __forceinline__ size_t position (unsigned tile) const
  {
    const size_t at = tile * elements;
    return at >= skipped ? gr_modulo (at - skipped, len) : gr_modulo (len - gr_modulo (skipped - at, len), len);
  }
  /* The tile that holds the last start of a segment up to the end of that one.  */
  __device__ __forceinline__ unsigned last_start (unsigned tile) const
  {
    const size_t last = (tile + size_t (1)) * elements - 1 - skipped;
    return static_cast<unsigned> (gr_divide (last - gr_modulo (last, len) + skipped, elements));
  }
};

/* What the threads of a block share.  */
template <class Acc> struct gr_tile_state
{
  size_t position;      /* where in its segment the tile begins, */
  unsigned first, next; /* the tile where that segment does, and the one that is taken next */
  gr_warp_totals<Acc> warps;
  Acc sums[gr_segment_tree<Acc>::MOST_LEVELS];
};
/* What a thread keeps of a tile between its two passes over it.  */
template <class Acc> struct gr_tile_in_work
{
  unsigned item, tile, group;
  unsigned first;  /* the tile where its segment begins */
  size_t position; /* of the thread's run in its segment */
  gr_prefix<Acc> prefix;
  unsigned stage;
};

/* Ask the second-level cache for the item that somebody will load soon after this one, so that
   the load is short, whose length all later tiles wait for.  begin (item) is its first element
   in memory, an array of n; an item has count.  */
template <class T, class Begin, class Plan>
__device__ __forceinline__ void
gr_ask_for (const T *memory, Begin begin, unsigned item, const Plan &plan, size_t count, size_t n)
{
  if (threadIdx.x == blockDim.x - 1 && plan.items () - item > plan.ahead)
    {
      const ptrdiff_t from = begin (item + plan.ahead), end = from + static_cast<ptrdiff_t> (count);
      gr_prefetch (memory + max (from, ptrdiff_t (0)), memory + min (end, static_cast<ptrdiff_t> (n)));
    }
}

/* Blocks go over a plan's items, with two in work if there are two stages:
   load (work) starts to bring a tile, total (work) publishes what it comes to, and
   write (work, take) its results, once two totals are published; it calls take () where the
   next tile may be taken.  takes: how often all blocks together take a tile.  All
   threads of a block call.  */
template <class Acc, class Plan, class State, class Load, class Total, class Write>
__device__ __forceinline__ void
gr_persistent_loop (const Plan &plan, unsigned *counter, unsigned stages, unsigned takes, State &state, Load load,
                    Total total, Write write)
{
  gr_tile_in_work<Acc> work = {}, held = {};
  held.item = plan.items (); /* none */
  work.item = gr_first_tile (counter, takes, &state.next);
  for (;;)
    {
      if (work.item < plan.items ())
        {
          work.tile = plan.tile (work.item);
          work.group = plan.group (work.item);
          load (work);
          if (threadIdx.x == 0)
            {
              const size_t position = plan.position (work.tile), at = work.tile * plan.elements;
              state.position = position;
              state.first = at > position ? static_cast<unsigned> (gr_divide (at - position, plan.elements)) : 0;
            }
          gr_cp_async_wait_group ();
          __syncthreads ();
          total (work);
        }
      if (stages == 1)
        held = work;
      const bool more = stages > 1 && work.item < plan.items ();
      unsigned taken = 0;
      const auto take = [&] {
        if (more && threadIdx.x == 0)
          taken = atomicInc (counter, takes - 1);
      };
      if (held.item < plan.items ())
        write (held, take);
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

/* A thread's run within its segment: call f (i, e, starts a segment, base), where base + i + e is element i + e's
   position, and e, which is known when it is compiled, its number in a loop's step, whose elements divide i; so is
   that most warps, and most steps of the others, hold no start of a segment, unless
   elements take so many instructions that it does not matter.  Lanes go the same way together.  All threads of a
   warp call.  */
template <unsigned RUN, unsigned STEP, bool CHEAP, unsigned LONG_STEP, class F>
__device__ __forceinline__ void
gr_each_of_run (size_t position, size_t len, F f)
{
  const unsigned step = static_cast<unsigned> (min (len, static_cast<size_t> (RUN)));
  /* the next start of a segment; none in the run, if it is not below RUN */
  unsigned next = position ? static_cast<unsigned> (min (len - position, static_cast<size_t> (RUN))) : 0;
  /* unrolled, the instruction cache does not hold all: 16384 x 16384 single dim 1
     took 1951 us, not 787; steps' numbers tell the compiler what divides i */
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

/* 1-based positions in segments as they are staged: of () has that in the direction of the scan.  */
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
