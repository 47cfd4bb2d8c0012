/* SPDX-License-Identifier: GPL-3.0-or-later

   A tile of a contiguous array in shared memory, of which each thread has a run of neighbours.  Segments begin and
   end anywhere in it.  Scans and reductions of contiguous segments share it.  */

#ifndef GR_TILE_CUH
#define GR_TILE_CUH

#include "block/collectives.cuh"
#include "block/vector.cuh"
#include "plan/rules.h"

namespace GR_NAMESPACE
{

/* ---- staging ---- */

/* Elements are moved in vectors of 16 bytes, where whole elements fill them; a thread's run of RUN elements has
   IN_RUN vectors.  So that threads which read their runs use different banks, the vectors of each run have an
   order of their own, a swizzle: vector i stands at i ^ swizzle (run).  Smaller vectors stand in order, with an
   odd number of them from run to run.  Runs that stood 16 bytes further apart would use different banks too, but
   an asynchronous copy reads a sector of memory twice unless its two vectors stay one sector in shared memory
   (tuning: swizzle).  */
template <class T, unsigned RUN> struct gr_vector_layout
{
  static constexpr unsigned COUNT = gr_vector_elements (sizeof (T), RUN), IN_RUN = RUN / COUNT,
                            PITCH = gr_run_pitch (sizeof (T), RUN);
  static constexpr bool FULL = COUNT * sizeof (T) == 16;
  static constexpr unsigned SECTOR = FULL ? 2 * COUNT : 1; /* after this number of elements, the next sector may
                                                              begin */
  /* of lanes that read 16 bytes each, eight are served at a time */
  static constexpr unsigned SWIZZLES = gr_run_swizzles (sizeof (T), RUN), TOGETHER = 8 / SWIZZLES;
  static_assert ((IN_RUN & (IN_RUN - 1)) == 0, "i ^ swizzle (run) is below IN_RUN");
  typedef gr_vector<T, COUNT> Vector;
  /* most: SWIZZLES - 1, or 0 where all runs have the same order.  */
  static constexpr __device__ __forceinline__ unsigned swizzle (unsigned run, unsigned most = SWIZZLES - 1)
  {
    return run / TOGETHER & most;
  }
  static constexpr __device__ __forceinline__ unsigned slot (unsigned vector, unsigned most = SWIZZLES - 1)
  {
    return (vector ^ swizzle (vector / IN_RUN, most)) + vector / IN_RUN * (PITCH - IN_RUN);
  }
  /* Do the two vectors of a sector stay one sector? */
  static constexpr bool keep_sectors ()
  {
    for (unsigned vector = 0; vector < IN_RUN * TOGETHER * SWIZZLES; vector += 2)
      if (slot (vector) / 2 != slot (vector + 1) / 2)
        return false;
    return true;
  }
};
/* Elements from the last start of a sector before p, where staging must begin.  */
template <class T, unsigned RUN>
__host__ __device__ __forceinline__ unsigned
gr_gap (const T *p)
{
  const uintptr_t at = reinterpret_cast<uintptr_t> (p);
  return static_cast<unsigned> (at % (gr_vector_layout<T, RUN>::SECTOR * sizeof (T)) / sizeof (T));
}

/* A policy of vectors that are read for the second-level cache: none, or that it may evict them first, so
   that results stay in it until the kernel ends.  */
struct gr_no_hint
{};
struct gr_evict_first
{
  unsigned long long policy;
  __device__ __forceinline__ gr_evict_first () : policy (gr_createpolicy_evict_first ()) {}
};

/* Copy to shared memory, without a wait if the hardware can; gr_cp_async_wait_group waits.  */
template <class Vector, class Hint = gr_no_hint>
__device__ __forceinline__ void
gr_copy_vector (Vector *shared, const Vector *global, [[maybe_unused]] const Hint &hint = Hint ())
{
  if constexpr (sizeof (Vector) == 16 && std::is_same<Hint, gr_evict_first>::value)
    gr_cp_async_hint (shared, global, hint.policy);
  else
    gr_cp_async (shared, global);
}

/* Start to bring the vectors of 16 bytes between two addresses to the second-level cache, if the hardware can.  */
__device__ __forceinline__ void
gr_prefetch (const void *begin, const void *end)
{
  const uintptr_t from = (reinterpret_cast<uintptr_t> (begin) + 15) / 16 * 16;
  const uintptr_t to = reinterpret_cast<uintptr_t> (end) / 16 * 16;
  if (from < to)
    gr_cp_async_bulk_prefetch (from, static_cast<unsigned> (to - from));
}

/* Move elements between memory, from memory[begin] on, and a tile in shared memory, up to a number of vectors.
   memory[begin] begins a vector if the array is aligned.  The block has THREADS threads.  Elements outside of
   [first, last) are not written to memory; in the tile they become zeros, as does what is beyond those vectors,
   and operators can work on these like on any elements.  most_turn: the swizzle of runs (gr_vector_layout).  Loads
   are there after gr_cp_async_wait_group and a barrier.  */
template <class T, unsigned RUN, unsigned THREADS, bool LOAD, class Hint = gr_no_hint>
__device__ __forceinline__ void
gr_move_tile (std::conditional_t<LOAD, const T, T> *memory, typename gr_vector_layout<T, RUN>::Vector *shared,
              ptrdiff_t begin, ptrdiff_t first, ptrdiff_t last,
              unsigned vectors = THREADS * gr_vector_layout<T, RUN>::IN_RUN,
              unsigned most_turn = gr_vector_layout<T, RUN>::SWIZZLES - 1, const Hint &hint = Hint ())
{
  typedef gr_vector_layout<T, RUN> Layout;
  typedef typename Layout::Vector Vector;
  constexpr unsigned COUNT = Layout::COUNT;
  const bool aligned = COUNT == 1 || reinterpret_cast<uintptr_t> (memory + begin) % sizeof (Vector) == 0;
  Vector *staged = shared + Layout::slot (threadIdx.x, most_turn);
  constexpr unsigned STEP = THREADS / Layout::IN_RUN * Layout::PITCH; /* vectors from one of a thread to its next,
                                                                         in whole runs */
  static_assert (THREADS % Layout::IN_RUN == 0 && Layout::swizzle (THREADS / Layout::IN_RUN) == 0,
                 "a step moves whole runs, to such as have the same order");
  static_assert (! Layout::FULL || Layout::keep_sectors (), "no sector is read twice");
  if (aligned && begin >= first && begin + static_cast<ptrdiff_t> (vectors * COUNT) <= last)
    {
      auto *vector = reinterpret_cast<std::conditional_t<LOAD, const Vector, Vector> *> (memory + begin) + threadIdx.x;
#pragma unroll
      for (unsigned j = 0; j < Layout::IN_RUN; j++, vector += THREADS, staged += STEP)
        if constexpr (! LOAD)
          *vector = *staged;
        else if (threadIdx.x + j * THREADS < vectors)
          gr_copy_vector (staged, vector, hint);
        else
          *staged = Vector ();
    }
  else
#pragma unroll 1
    for (unsigned j = threadIdx.x; j < THREADS * Layout::IN_RUN; j += THREADS)
      {
        const ptrdiff_t at = begin + j * COUNT;
        staged = &shared[Layout::slot (j, most_turn)];
        if (aligned && j < vectors && at >= first && at + static_cast<ptrdiff_t> (COUNT) <= last)
          {
            if constexpr (LOAD)
              gr_copy_vector (staged, reinterpret_cast<const Vector *> (memory + at), hint);
            else
              *reinterpret_cast<Vector *> (memory + at) = *staged;
          }
        else
          for (unsigned i = 0; i < COUNT; i++)
            {
              const bool inside = j < vectors && at + i >= first && at + i < last;
              if constexpr (LOAD)
                staged->element[i] = inside ? memory[at + i] : T ();
              else if (inside)
                memory[at + i] = staged->element[i];
            }
      }
  if (LOAD)
    gr_cp_async_commit_group ();
}

/* ---- positions in a tile ---- */

/* In shared memory, 1-based positions have 32 bits, half of what they have as results.  */
typedef uint32_t gr_staged_position;

/* Two of them as results.  */
typedef gr_vector<double, 2> gr_two_positions;
__device__ __forceinline__ gr_two_positions
gr_unstaged (const gr_staged_position *staged)
{
  const auto two = gr_load_vector (reinterpret_cast<const gr_vector<gr_staged_position, 2> *> (staged));
  /* cheaper than a conversion: the lowest bits of 2^52 + x are those of x */
  const auto wide
    = [] (gr_staged_position position) { return __hiloint2double (0x43300000, static_cast<int> (position)) - 0x1p52; };
  return { { wide (two.element[0]), wide (two.element[1]) } };
}

/* The same as gr_move_tile to memory, for the positions of a tile.  */
template <unsigned RUN, unsigned THREADS>
__device__ __forceinline__ void
gr_move_positions (double *memory, const typename gr_vector_layout<gr_staged_position, RUN>::Vector *shared,
                   ptrdiff_t begin, ptrdiff_t last)
{
  typedef gr_vector_layout<gr_staged_position, RUN> Layout;
  constexpr unsigned COUNT = Layout::COUNT, STEP = 2 * THREADS / RUN * Layout::PITCH;
  static_assert (2 * THREADS % RUN == 0 && COUNT % 2 == 0 && Layout::swizzle (2 * THREADS / RUN) == 0,
                 "a step moves whole runs, to such as have the same order");
  const unsigned first = 2 * threadIdx.x;
  const auto *staged = &shared[Layout::slot (first / COUNT)];
  const ptrdiff_t from = begin + first;
  const bool whole = reinterpret_cast<uintptr_t> (memory + begin) % sizeof (gr_two_positions) == 0 && begin >= 0
                  && begin + static_cast<ptrdiff_t> (THREADS * RUN) <= last;
#pragma unroll
  for (unsigned j = 0; j < RUN / 2; j++, staged += STEP)
    {
      const gr_two_positions two = gr_unstaged (&staged->element[first % COUNT]);
      const ptrdiff_t at = from + j * 2 * THREADS;
      if (whole)
        *reinterpret_cast<gr_two_positions *> (memory + at) = two;
      else
        for (int i = 0; i < 2; i++)
          if (at + i >= 0 && at + i < last)
            memory[at + i] = two.element[i];
    }
}

/* ---- segments in a tile ---- */

/* What the warps of a block tell each other in gr_scan_starts.  */
template <class Acc> struct gr_warp_totals
{
  Acc total[32];
  bool starts[32]; /* a segment starts in the warp */
};

/* What stands before a thread's run in its segment.  */
template <class Acc> struct gr_prefix
{
  Acc acc;
  bool open;   /* the segment began before the tile */
  Acc total;   /* of the tile, since the last start of a segment in it */
  bool starts; /* a segment starts in the tile */
};

/* acc: the total of the thread's run, from the last start of a segment in it if starts.  All threads of the block
   call.  */
template <class Op>
__device__ __forceinline__ gr_prefix<typename Op::Acc>
gr_scan_starts (const Op &op, typename Op::Acc acc, bool starts, gr_warp_totals<typename Op::Acc> *shared)
{
  typedef typename Op::Acc Acc;
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  /* within the warp, a lane combines back to the last start */
  const unsigned all = __ballot_sync (0xffffffffu, starts), up_to = all & 0xffffffffu >> (31 - lane);
  const unsigned reach = lane - (up_to ? 31 - __clz (static_cast<int> (up_to)) : 0);
  for (unsigned delta = 1; delta < 32; delta *= 2)
    {
      const Acc left = gr_shuffle_up (acc, delta, 32);
      if (delta <= reach)
        acc = op.combine (left, acc);
    }
  if (lane == 31)
    {
      shared->total[warp] = acc;
      shared->starts[warp] = all != 0;
    }
  const Acc left = gr_shuffle_up (acc, 1, 32);
  gr_prefix<Acc> p = { lane ? left : op.identity (), ! (all & ((1u << lane) - 1)), op.identity (), false };
  __syncthreads ();
  /* then the same with the totals of the warps, one a lane, in every warp */
  const unsigned in_warps = __ballot_sync (0xffffffffu, lane < warps && shared->starts[lane % warps]);
  const unsigned warps_up_to = in_warps & 0xffffffffu >> (31 - lane);
  const unsigned warps_reach = lane - (warps_up_to ? 31 - __clz (static_cast<int> (warps_up_to)) : 0);
  Acc totals = shared->total[lane % warps];
  for (unsigned delta = 1; delta < warps; delta *= 2)
    {
      const Acc left_total = gr_shuffle_up (totals, delta, 32);
      if (delta <= warps_reach)
        totals = op.combine (left_total, totals);
    }
  p.total = gr_shuffle_from (totals, warps - 1, 32);
  p.starts = in_warps;
  const Acc before = gr_shuffle_from (totals, warp ? warp - 1 : 0, 32);
  if (p.open && warp)
    p.acc = op.combine (before, p.acc);
  p.open = p.open && ! (in_warps & ((1u << warp) - 1));
  return p;
}

} // namespace

#endif
