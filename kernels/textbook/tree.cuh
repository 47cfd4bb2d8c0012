/* SPDX-License-Identifier: GPL-3.0-or-later

   Trees: how the threads of a block combine the accumulators a[0], a[1], ... in
   memory, global or shared, until a[0] holds them all.  The families of
   reductions by name (reduce_global.cuh, reduce_shared.cuh) differ in where a
   is and in what a thread folds before; the trees are the same, and written
   here once, in order from naive to best.

   Every tree is struct with run (op, a, slots, n): n of the places that slots
   names are there, all threads of the block call, and thread 0 may read a[0]
   afterwards.  Sources: J. Cheng, M. Grossman, T. McKercher, "Professional
   CUDA C Programming", 2014, chapter 3; M. Harris, "Optimizing Parallel
   Reduction in CUDA", NVIDIA 2007.  */

#ifndef GR_TREE_CUH
#define GR_TREE_CUH

#include "block/collectives.cuh"
#include "textbook/named.cuh"

namespace GR_NAMESPACE
{

/* Place of the element that thread t folds as its number j, of FOLD.  Threads
   that halve their stride combine t with t + stride; for an operator that needs
   index order, thread t therefore has the run whose number is t with its bits
   reversed, which makes the first step one of neighbours.  */
template <bool ORDERED, unsigned FOLD> struct gr_slots
{
  unsigned threads;
  __device__ __forceinline__ unsigned operator() (unsigned t, unsigned j = 0) const
  {
    return ORDERED ? (__brev (t) >> (__clz (static_cast<int> (threads)) + 1)) * FOLD + j : t + j * threads;
  }
};

/* Thread t takes the element stride threads further.  */
template <class Op, class Slots>
__device__ __forceinline__ void
gr_tree_step (const Op &op, typename Op::Acc *a, const Slots &slots, unsigned n, unsigned t, unsigned stride)
{
  const unsigned left = slots (t), right = slots (t + stride);
  if (right < n)
    a[left] = gr_combine_step (op, a[left], a[right]);
}

/* Pairs of neighbours, then pairs of pairs: every 2nd, 4th, ... thread works, so
   that all warps stay busy with ever fewer of their lanes.  */
struct gr_tree_divergent
{
  static constexpr bool in_order = true;
  template <class Op, class Slots>
  static __device__ __forceinline__ void run (const Op &op, typename Op::Acc *a, const Slots &, unsigned n)
  {
    const unsigned t = threadIdx.x;
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2)
      {
        __syncthreads ();
        if (t % (2 * stride) == 0 && t + stride < n)
          a[t] = gr_combine_step (op, a[t], a[t + stride]);
      }
  }
};

/* The same pairs, but worked on by the first threads: whole warps drop out
   instead of lanes.  Their places lie ever farther apart.  */
struct gr_tree_packed
{
  static constexpr bool in_order = true;
  template <class Op, class Slots>
  static __device__ __forceinline__ void run (const Op &op, typename Op::Acc *a, const Slots &, unsigned n)
  {
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2)
      {
        __syncthreads ();
        const unsigned at = 2 * stride * threadIdx.x;
        if (at + stride < n)
          a[at] = gr_combine_step (op, a[at], a[at + stride]);
      }
  }
};

/* The levels whose stride is above last.  */
template <class Op, class Slots>
__device__ __forceinline__ void
gr_tree_halve (const Op &op, typename Op::Acc *a, const Slots &slots, unsigned n, unsigned last)
{
  for (unsigned stride = blockDim.x / 2; stride > last; stride /= 2)
    {
      __syncthreads ();
      if (threadIdx.x < stride)
        gr_tree_step (op, a, slots, n, threadIdx.x, stride);
    }
}

/* The stride halves from half the block: working threads and their places stay
   side by side, so that loads are coalesced and banks do not conflict.  */
struct gr_tree_halving
{
  static constexpr bool in_order = false;
  template <class Op, class Slots>
  static __device__ __forceinline__ void run (const Op &op, typename Op::Acc *a, const Slots &slots, unsigned n)
  {
    gr_tree_halve (op, a, slots, n, 0);
  }
};

/* The last six levels, which one warp does without barriers of the block.  Older
   texts leave out __syncwarp and declare the memory volatile; since sm_70 the
   lanes of a warp need not run in step, and that is wrong.  */
template <class Op, class Slots>
__device__ __forceinline__ void
gr_tree_last_warp (const Op &op, typename Op::Acc *a, const Slots &slots, unsigned n, unsigned threads)
{
  __syncthreads ();
  if (threadIdx.x >= 32)
    return;
#pragma unroll
  for (unsigned stride = 32; stride > 0; stride /= 2)
    {
      /* what is read at a step is not written in it */
      if (stride < threads && threadIdx.x < stride)
        gr_tree_step (op, a, slots, n, threadIdx.x, stride);
      __syncwarp ();
    }
}

/* Halving, with the last warp unrolled: no barriers where one warp is left.  */
struct gr_tree_unrolled_warp
{
  static constexpr bool in_order = false;
  template <class Op, class Slots>
  static __device__ __forceinline__ void run (const Op &op, typename Op::Acc *a, const Slots &slots, unsigned n)
  {
    gr_tree_halve (op, a, slots, n, 32);
    gr_tree_last_warp (op, a, slots, n, blockDim.x);
  }
};

/* All levels unrolled: no loop counter.  With the block size a template
   parameter, BLOCK, the compiler also drops the levels that the block has not;
   BLOCK 0 tests for them as it runs.  */
template <unsigned BLOCK> struct gr_tree_unrolled
{
  static constexpr bool in_order = false;
  template <class Op, class Slots>
  static __device__ __forceinline__ void run (const Op &op, typename Op::Acc *a, const Slots &slots, unsigned n)
  {
    const unsigned threads = BLOCK ? BLOCK : blockDim.x;
#pragma unroll
    for (unsigned stride = 512; stride > 32; stride /= 2)
      if (stride < threads)
        {
          __syncthreads ();
          if (threadIdx.x < stride)
            gr_tree_step (op, a, slots, n, threadIdx.x, stride);
        }
    gr_tree_last_warp (op, a, slots, n, threads);
  }
};

/* f (std::integral_constant) of a legal block size, which is thereby known when
   the kernel is compiled.  */
template <class F>
gr_status
gr_with_block (unsigned block, F f)
{
  switch (block)
    {
    case 32:
      return f (std::integral_constant<unsigned, 32> ());
    case 64:
      return f (std::integral_constant<unsigned, 64> ());
    case 128:
      return f (std::integral_constant<unsigned, 128> ());
    case 256:
      return f (std::integral_constant<unsigned, 256> ());
    case 512:
      return f (std::integral_constant<unsigned, 512> ());
    case 1024:
      return f (std::integral_constant<unsigned, 1024> ());
    default:
      return gr_fail (GR_BAD_ARGUMENT, "no kernel was compiled for a block size of %u", block);
    }
}

/* Reduce segments by passes until one accumulator a segment is left, and store it: launch (elements, partials, tiles,
   run) reduces each tile of each segment to a partial, and the partials are the elements of the next pass.  A tile
   is run_of (len) elements for each thread.  */
template <class Op, class Run, class Launch>
gr_status
gr_reduce_by_passes (gr_context *context, const Op &op, const gr_named_task<Op> &task, Run run_of, Launch launch)
{
  gr_elements<Op> elements = task.elements;
  const size_t count = elements.segments.count;
  do
    {
      const size_t len = elements.segments.len, run = run_of (len), tiles = gr_ceil_div (len, run * task.block);
      typename Op::Acc *partials = nullptr;
      GR_TRY (gr_scratch (context, tiles * count, &partials));
      GR_TRY (launch (elements, partials, tiles, run));
      elements.work = partials;
      elements.segments = { 1, tiles, count, false };
    }
  while (elements.segments.len > 1);
  return gr_store_results (context, op, elements.work, task.results);
}

} // namespace

#endif
