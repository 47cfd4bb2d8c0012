/* Decoupled look-back, after D. Merrill and M. Garland, "Single-pass Parallel
   Prefix Scan with Decoupled Look-back", NVIDIA 2016: a tile publishes its total
   as soon as it knows it, and finds out what stands before it from the totals
   of the tiles before, so that a scan reads and writes memory once.

   There, a tile adds up whatever its predecessors have published by then, so
   that floating-point sums differ from run to run.  Here the tree is fixed:
   the last tile of every 32 consecutive ones publishes their total one level
   up, and so on with the totals, and a tile combines at each level those since
   the last multiple of 32.  That also bounds the number of cells it reads.  */

#ifndef GR_LOOKBACK_CUH
#define GR_LOOKBACK_CUH

#include "collectives.cuh"
#include "context.cuh"
#include "plan.h"

namespace GR_NAMESPACE
{

/* A published accumulator.  It is there once epoch is the launch's, which no
   launch before had: so nothing need be cleared.  Those of one 8-byte word travel together
   with their epoch in one 16-byte access, as in CUB; larger ones are written
   before it, with a fence between.  */
template <class Acc, bool ONE_WORD = sizeof (Acc) <= 8> struct gr_cell
{
  unsigned long long epoch; /* first, so that cells of one size have theirs in the same places */
  Acc value;

  __device__ void publish (const Acc &a, unsigned now)
  {
    value = a;
    __threadfence ();
    *const_cast<volatile unsigned long long *> (&epoch) = now;
  }
  /* Take the value, if it is there.  */
  __device__ bool take (unsigned now, Acc *a) const
  {
    if (*const_cast<const volatile unsigned long long *> (&epoch) != now)
      return false;
    __threadfence ();
    /* past the first-level cache, which may hold what stood here before */
    union { unsigned word[sizeof (Acc) / sizeof (unsigned)]; Acc acc; } u = {};
    const unsigned *const from = reinterpret_cast<const unsigned *> (&value);
#pragma unroll
    for (unsigned i = 0; i < sizeof (Acc) / sizeof (unsigned); i++)
      u.word[i] = __ldcg (from + i);
    *a = u.acc;
    return true;
  }
};

template <class Acc> struct alignas (16) gr_cell<Acc, true>
{
  unsigned long long value, epoch;

  __device__ void publish (const Acc &a, unsigned now)
  {
    union { unsigned long long word; Acc acc; } u = {};
    u.acc = a;
#ifdef GR_SIMT
    value = u.word;
    epoch = now;
#else
    asm volatile ("st.relaxed.gpu.v2.u64 [%0], {%1, %2};" : : "l" (this), "l" (u.word),
                  "l" (static_cast<unsigned long long> (now)) : "memory");
#endif
  }
  __device__ bool take (unsigned now, Acc *a) const
  {
    union { unsigned long long word; Acc acc; } u = {};
#ifdef GR_SIMT
    u.word = value;
    const unsigned long long there = epoch;
#else
    unsigned long long there;
    asm volatile ("ld.relaxed.gpu.v2.u64 {%0, %1}, [%2];" : "=l" (u.word), "=l" (there) : "l" (this) : "memory");
#endif
    *a = u.acc;
    return there == now;
  }
};

template <class Acc> __device__ __forceinline__ Acc
gr_wait (const gr_cell<Acc> &cell, unsigned epoch)
{
  Acc a;
  while (! cell.take (epoch, &a))
    ;
  return a;
}

/* The tile that a block works on.  A tile waits for those before it, so their
   blocks must have started: the device starts blocks in order, which CUB's scans
   lean on too; the host executor does not, and numbers them as they start.  All
   threads of the block call.  */
__device__ __forceinline__ size_t
gr_tile_number (unsigned *counter, size_t *shared)
{
#ifdef GR_SIMT
  if (threadIdx.x == 0)
    *shared = atomicInc (counter, gridDim.x - 1);
  __syncthreads ();
  return *shared;
#else
  (void) counter;
  (void) shared;
  return blockIdx.x;
#endif
}

/* Combine the cells [from, end) of one group: by the lanes of a warp, valid in the
   first.  */
template <class Op> __device__ __forceinline__ typename Op::Acc
gr_sum_cells (const Op &op, const gr_cell<typename Op::Acc> *cells, unsigned epoch, size_t group, size_t from,
              size_t end)
{
  const size_t member = group * GR_LOOKBACK + threadIdx.x % 32;
  return gr_combine_lanes (op, member >= from && member < end ? gr_wait (cells[member], epoch) : op.identity (), 32);
}

/* Publish the total of tile number `tile` of `tiles`, and return what the tiles
   from `first` on before it come to.  starts: the tile holds the start of a
   line, and its total counts from there.  All threads of the block call; sums
   holds 2 * GR_LOOKBACK_LEVELS accumulators in shared memory.

   The first warp looks at the levels above which the tile speaks for its group,
   and publishes that before it looks on: else groups would wait for each other
   in a row.  Other warps look at the other levels meanwhile.  A tile that does
   not speak looks at the group just before its own tile by tile, because the
   group's total comes later than its last tile's.  */
template <class Op> __device__ __forceinline__ typename Op::Acc
gr_look_back (const Op &op, gr_cell<typename Op::Acc> *cells, unsigned epoch, size_t tile, size_t tiles, size_t first,
              bool starts, typename Op::Acc total, typename Op::Acc *sums)
{
  typedef typename Op::Acc Acc;
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  if (threadIdx.x == 0)
    cells[tile].publish (total, epoch);
  bool speaks = true; /* tile is the last of its groups below this level */
  size_t end = tile;  /* cells of this level before it are looked at */
  unsigned parts = 0, turn = 0;
  for (;;)
    {
      const size_t group = tile / GR_LOOKBACK;
      const bool last = speaks && tile % GR_LOOKBACK == GR_LOOKBACK - 1;
      if (end <= first && ! last)
        break;
      if (turn == warp)
        {
          const Acc sum = gr_sum_cells (op, cells, epoch, group, first, end);
          if (lane == 0)
            {
              sums[parts] = sum;
              if (last)
                {
                  total = starts ? total : op.combine (sum, total);
                  cells[tiles + group].publish (total, epoch);
                }
            }
        }
      parts++;
      turn = last ? 0 : (turn + 1) % warps;
      speaks = last;
      const bool near = ! last && group % GR_LOOKBACK && first < group * GR_LOOKBACK;
      if (near)
        {
          if (turn == warp)
            {
              const Acc sum = gr_sum_cells (op, cells, epoch, group - 1, first, group * GR_LOOKBACK);
              if (lane == 0)
                sums[parts] = sum;
            }
          parts++;
          turn = (turn + 1) % warps;
        }
      cells += tiles;
      tiles /= GR_LOOKBACK;
      tile = group;
      end = group - near;
      first /= GR_LOOKBACK;
    }
  __syncthreads ();
  Acc before = op.identity ();
  for (unsigned p = 0; p < parts; p++)
    before = op.combine (sums[p], before);
  return before;
}

} // namespace

#endif
