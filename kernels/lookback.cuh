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
  __device__ Acc wait (unsigned now) const
  {
    while (*const_cast<const volatile unsigned long long *> (&epoch) != now)
      ;
    __threadfence ();
    /* past the first-level cache, which may hold what stood here before */
    union { unsigned word[sizeof (Acc) / sizeof (unsigned)]; Acc acc; } u = {};
    const unsigned *const from = reinterpret_cast<const unsigned *> (&value);
#pragma unroll
    for (unsigned i = 0; i < sizeof (Acc) / sizeof (unsigned); i++)
      u.word[i] = __ldcg (from + i);
    return u.acc;
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
  __device__ Acc wait (unsigned now) const
  {
    union { unsigned long long word; Acc acc; } u = {};
#ifdef GR_SIMT
    u.word = value;
    (void) now; /* blocks run one after another: those before are done */
#else
    unsigned long long there;
    do
      asm volatile ("ld.relaxed.gpu.v2.u64 {%0, %1}, [%2];" : "=l" (u.word), "=l" (there) : "l" (this) : "memory");
    while (there != now);
#endif
    return u.acc;
  }
};

enum { GR_LOOKBACK = 32 };

/* Cells of a sequence of tiles: those of the tiles, then those of every group, ...  */
inline size_t
gr_lookback_cells (size_t tiles, size_t group)
{
  size_t cells = 0;
  for (; tiles; tiles /= group)
    cells += tiles;
  return cells;
}

/* Publish the total of tile number `tile` of `tiles`, and return what the tiles
   from `first` on before it come to.  starts_anew: the tile holds the start of a
   line, and its total counts from there.  Lanes of one warp call; valid in all
   of them.  */
template <class Op> __device__ __forceinline__ typename Op::Acc
gr_look_back (const Op &op, gr_cell<typename Op::Acc> *cells, unsigned epoch, size_t tile, size_t tiles, size_t first,
              bool starts_anew, typename Op::Acc total)
{
  typedef typename Op::Acc Acc;
  const unsigned lane = threadIdx.x % 32;
  Acc before = op.identity ();
  bool publishes = true; /* the last tile of a group speaks for the group */
  for (;;)
    {
      if (publishes && lane == 0)
        cells[tile].publish (total, epoch);
      publishes = publishes && tile % GR_LOOKBACK == GR_LOOKBACK - 1;
      if (tile <= first && ! publishes)
        return before;
      const size_t member = tile / GR_LOOKBACK * GR_LOOKBACK + lane;
      const Acc there = member >= first && member < tile ? cells[member].wait (epoch) : op.identity ();
      const Acc sum = gr_shuffle_from (gr_combine_lanes (op, there, 32), 0, 32);
      before = op.combine (sum, before);
      total = starts_anew ? total : op.combine (sum, total);
      cells += tiles;
      tiles /= GR_LOOKBACK;
      tile /= GR_LOOKBACK;
      first /= GR_LOOKBACK;
    }
}

} // namespace

#endif
