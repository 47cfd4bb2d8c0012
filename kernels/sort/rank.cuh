/* SPDX-License-Identifier: GPL-3.0-or-later

   Places by a digit: where the elements of a block go when they are ordered by one digit, and those of the same digit
   stay in order.

   A warp has consecutive elements, 32 at a time, one a lane.  First each warp counts its digits in counters of its own;
   from these follows where the elements of each digit and warp begin.  Then a warp goes through its elements: lanes
   with the same digit find each other by votes, a bit of the digit each, and move the warp's counter on together. After
   A. Adinets and D. Merrill, "Onesweep", arXiv 2206.01784, whose warps do the same.  */

#ifndef GR_SORT_RANK_CUH
#define GR_SORT_RANK_CUH

#include "block/ptx.cuh"
#include "block/warp.cuh"
#include "sort/key.cuh"

namespace GR_NAMESPACE
{

/* The lanes whose digit is that of the calling one.  All lanes of the warp call.  */
__device__ __forceinline__ unsigned
gr_lanes_of_digit (unsigned digit)
{
  unsigned same = 0xffffffffu;
#pragma unroll
  for (unsigned bit = 0; bit < GR_DIGIT_BITS; bit++)
    same &= gr_vote_same (digit, 1u << bit);
  return same;
}

/* The ranks of a block's elements; in shared memory.  All threads of the block call its functions.  */
template <unsigned THREADS, unsigned ITEMS> struct gr_digit_ranks
{
  static constexpr unsigned WARPS = THREADS / 32;
  static constexpr unsigned TILE = THREADS * ITEMS;
  /* Digits that a thread adds up, one behind the other; if there are fewer digits than threads, the last threads have
     none.  */
  static constexpr unsigned EACH = THREADS < GR_DIGITS ? GR_DIGITS / THREADS : 1;
  static constexpr unsigned ADDING_WARPS = GR_DIGITS / EACH / 32;

  unsigned counters[WARPS][GR_DIGITS];
  unsigned totals[ADDING_WARPS];

  /* The place in the tile of item j of the calling thread.  */
  static __device__ __forceinline__ unsigned place (unsigned j)
  {
    return threadIdx.x / 32 * (32 * ITEMS) + 32 * j + threadIdx.x % 32;
  }
  static __device__ __forceinline__ bool adds () { return threadIdx.x < GR_DIGITS / EACH; }
  /* Digit number k of those that the thread adds up.  */
  static __device__ __forceinline__ unsigned digit_of (unsigned k) { return threadIdx.x * EACH + k; }

  /* Count the digits, digit (j) of item j.  counts: how many there are of each digit that the thread adds up.  */
  template <class Digit> __device__ __forceinline__ void count (Digit digit, unsigned (&counts)[EACH])
  {
    const unsigned warp = threadIdx.x / 32;
    for (unsigned d = threadIdx.x % 32; d < GR_DIGITS; d += 32)
      counters[warp][d] = 0;
    __syncwarp ();
#pragma unroll
    for (unsigned j = 0; j < ITEMS; j++)
      atomicAdd (&counters[warp][digit (j)], 1u);
    __syncthreads ();
    if (adds ())
      {
#pragma unroll
        for (unsigned k = 0; k < EACH; k++)
          {
            counts[k] = 0;
#pragma unroll
            for (unsigned w = 0; w < WARPS; w++)
              {
                const unsigned here = counters[w][digit_of (k)];
                counters[w][digit_of (k)] = counts[k];
                counts[k] += here;
              }
          }
      }
  }

  /* After count, which gave `counts`: let counters begin where the elements of a digit and warp do.  first: where those
     of a digit begin that the thread adds up.  */
  __device__ __forceinline__ void begin (const unsigned (&counts)[EACH], unsigned (&first)[EACH])
  {
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned mine = 0, up_to = 0;
    if (adds ())
      {
#pragma unroll
        for (unsigned k = 0; k < EACH; k++)
          mine += counts[k];
        up_to = gr_sum_up_to_lane (mine);
        if (lane == 31)
          totals[warp] = up_to;
      }
    __syncthreads ();
    if (adds ())
      {
        unsigned next = up_to - mine;
#pragma unroll
        for (unsigned w = 0; w < ADDING_WARPS; w++)
          next += w < warp ? totals[w] : 0;
#pragma unroll
        for (unsigned k = 0; k < EACH; k++)
          {
            first[k] = next;
#pragma unroll
            for (unsigned w = 0; w < WARPS; w++)
              counters[w][digit_of (k)] += next;
            next += counts[k];
          }
      }
    __syncthreads ();
  }

  /* After begin: the place of each item.  The counters may be overwritten after the next barrier.  */
  template <class Digit> __device__ __forceinline__ void rank (Digit digit, unsigned (&ranks)[ITEMS])
  {
    unsigned *const counter = counters[threadIdx.x / 32];
    const unsigned lane = threadIdx.x % 32, below = (1u << lane) - 1;
#pragma unroll
    for (unsigned j = 0; j < ITEMS; j++)
      {
        const unsigned d = digit (j), same = gr_lanes_of_digit (d), before = counter[d];
        __syncwarp ();
        if (! (same & below))
          counter[d] = before + __popc (same);
        __syncwarp ();
        ranks[j] = before + __popc (same & below);
      }
  }
};

} // namespace

#endif
