/* SPDX-License-Identifier: GPL-3.0-or-later

   Collectives of a warp and of a block, for any monoid and in index order.
   They know threads, but neither grids nor arrays.  */

#ifndef GR_COLLECTIVES_CUH
#define GR_COLLECTIVES_CUH

#include "block/ptx.cuh"
#include "op/monoids.cuh"

namespace GR_NAMESPACE
{

/* Apply f to each 32-bit word of an accumulator: that is how accumulators go from lane to lane.  */
template <class Acc, class F>
__device__ __forceinline__ Acc
gr_by_words (const Acc &a, F f)
{
  constexpr int words = sizeof (Acc) / sizeof (int);
  static_assert (words * sizeof (int) == sizeof (Acc), "accumulators are whole words");
  union
  {
    int word[words];
    Acc acc;
  } u = {};
  u.acc = a;
#pragma unroll
  for (int i = 0; i < words; i++)
    u.word[i] = f (u.word[i]);
  return u.acc;
}

/* The value of the lane delta above or below, or of lane number lane of its
   group of width lanes (a power of two).  All lanes of the warp must call.  */
template <class Acc>
__device__ __forceinline__ Acc
gr_shuffle_down (const Acc &a, unsigned delta, unsigned width)
{
  return gr_by_words (a, [=] (int w) { return __shfl_down_sync (0xffffffffu, w, delta, width); });
}
template <class Acc>
__device__ __forceinline__ Acc
gr_shuffle_up (const Acc &a, unsigned delta, unsigned width)
{
  return gr_by_words (a, [=] (int w) { return __shfl_up_sync (0xffffffffu, w, delta, width); });
}
template <class Acc>
__device__ __forceinline__ Acc
gr_shuffle_from (const Acc &a, unsigned lane, unsigned width)
{
  return gr_by_words (a, [=] (int w) { return __shfl_sync (0xffffffffu, w, lane, width); });
}

/* Combine groups of width lanes (a power of two) in lane order; valid in the
   first lane of each group.  All lanes of the warp must call.  */
template <class Op>
__device__ __forceinline__ typename Op::Acc
gr_combine_lanes (const Op &op, typename Op::Acc acc, unsigned width)
{
  for (unsigned delta = 1; delta < width; delta *= 2)
    acc = op.combine (acc, gr_shuffle_down (acc, delta, width));
  return acc;
}

#if GR_HAS_REDUX
/* The lanes with the largest key, of those that are `asked`.  All lanes of the warp must call.  */
__device__ __forceinline__ unsigned
gr_lanes_of_largest (unsigned key, unsigned asked)
{
  const bool mine = asked >> threadIdx.x % 32 & 1;
  const unsigned largest = __reduce_max_sync (0xffffffffu, mine ? key : 0);
  return __ballot_sync (0xffffffffu, mine && key == largest);
}
__device__ __forceinline__ unsigned
gr_lanes_of_largest (unsigned long long key, unsigned asked)
{
  asked = gr_lanes_of_largest (static_cast<unsigned> (key >> 32), asked);
  /* mostly one lane is left, and the second comparison is skipped */
  return asked & (asked - 1) ? gr_lanes_of_largest (static_cast<unsigned> (key), asked) : asked;
}
#endif

/* Combine the first count lanes (a power of two) in lane order, valid in the first; the
   others have identities.  All lanes of the warp must call.  */
template <class Op>
__device__ __forceinline__ typename Op::Acc
gr_combine_warp (const Op &op, const typename Op::Acc &acc, unsigned count)
{
  return gr_combine_lanes (op, acc, count);
}
/* Maxima with positions: lanes vote for the best value instead of passing values on in five steps.  */
template <class V>
__device__ __forceinline__ typename gr_arg_extremum<V>::Acc
gr_combine_warp (const gr_arg_extremum<V> &op, const typename gr_arg_extremum<V>::Acc &acc,
                 [[maybe_unused]] unsigned count)
{
#if GR_HAS_REDUX
  unsigned best = gr_lanes_of_largest (op.key (acc.v), 0xffffffffu);
  if (best & (best - 1))
    best = gr_lanes_of_largest (~static_cast<unsigned long long> (acc.k), best);
  return gr_shuffle_from (acc, __ffs (static_cast<int> (best)) - 1, 32);
#else
  return gr_combine_lanes (op, acc, count);
#endif
}

/* Which segment of its block a thread works on, and its place there.  along:
   neighbouring threads work on one segment; else on neighbouring segments.  */
struct gr_place_in_block
{
  unsigned x, y, width, height; /* height: a power of two */
  bool along;
  __device__ gr_place_in_block (unsigned t, unsigned width, unsigned height, bool along)
    : y (along ? t & (height - 1) : t / width), width (width), height (height), along (along)
  {
    x = along ? t >> log_height () : t - y * width;
  }
  __device__ __forceinline__ unsigned log_height () const { return 31 - __clz (static_cast<int> (height)); }
};

/* Combine the accumulators of the height threads (a power of two) of each segment
   in order of y; valid where y is 0.  shared holds one a thread.  All threads of the
   block must call; shared may be used again on return.  */
template <class Op>
__device__ typename Op::Acc
gr_combine_segments (const Op &op, typename Op::Acc acc, typename Op::Acc *shared, const gr_place_in_block &p)
{
  unsigned count = p.height;
  if (p.along)
    {
      if (count < 32)
        return gr_combine_lanes (op, acc, count);
      acc = gr_combine_warp (op, acc, 32);
      if (count == 32)
        return acc;
      /* one value per warp: the warps of a segment stand side by side */
      if (p.y % 32 == 0)
        shared[p.x * (count / 32) + p.y / 32] = acc;
      count /= 32;
      __syncthreads ();
      if (p.y < 32)
        acc = gr_combine_warp (op, p.y < count ? shared[p.x * count + p.y] : op.identity (), count);
      __syncthreads ();
      return acc;
    }
  typename Op::Acc *const mine = shared + p.y * p.width + p.x;
  for (unsigned step = 1; step < count; step *= 2)
    {
      *mine = acc;
      __syncthreads ();
      if (p.y % (2 * step) == 0)
        acc = op.combine (acc, mine[step * p.width]);
      __syncthreads ();
    }
  return acc;
}

} // namespace

#endif
