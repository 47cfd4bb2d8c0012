/* SPDX-License-Identifier: GPL-3.0-or-later

   Reductions in global memory, one rung of the staircase after the other, after
   J. Cheng, M. Grossman, T. McKercher, "Professional CUDA C Programming", 2014,
   chapter 3.

   Every rung copies the elements to accumulators (named.cuh) and reduces them in place,
   tile by tile, by passes (tree.cuh).  The book's kernels want a power of two of whole blocks;
   these take any length, and operators that need index order.

   What all share is gr_reduce_tiles_in_place; a rung is a tree and a number of data
   blocks that each thread folds before it.  */

#ifndef GR_REDUCE_GLOBAL_CUH
#define GR_REDUCE_GLOBAL_CUH

#include "textbook/tree.cuh"

namespace GR_NAMESPACE
{

/* Reduce tiles of FOLD * blockDim.x accumulators in place, each to a partial.  */
template <class Tree, unsigned FOLD, class Op>
__device__ __forceinline__ void
gr_reduce_tiles_in_place (const Op &op, typename Op::Acc *work, typename Op::Acc *partials, size_t len, size_t tiles,
                          size_t count)
{
  typedef typename Op::Acc Acc;
  const gr_slots<Op::ordered, FOLD> slots = { blockDim.x };
  const unsigned t = threadIdx.x;
  const size_t tile = static_cast<size_t> (blockDim.x) * FOLD;
  for (size_t item = blockIdx.x; item < tiles * count; item += gridDim.x)
    {
      const size_t segment = item / tiles, begin = (item - segment * tiles) * tile;
      Acc *const a = work + segment * len + begin;
      const unsigned n = static_cast<unsigned> (min (tile, len - begin));
      if (FOLD > 1 && slots (t) < n)
        {
          /* all loads before the first use */
          Acc folded[FOLD];
#pragma unroll
          for (unsigned j = 0; j < FOLD; j++)
            folded[j] = slots (t, j) < n ? a[slots (t, j)] : op.identity ();
#pragma unroll
          for (unsigned j = 1; j < FOLD; j++)
            folded[0] = gr_combine_step (op, folded[0], folded[j]);
          a[slots (t)] = folded[0];
        }
      Tree::run (op, a, slots, n);
      if (t == 0)
        partials[item] = a[0];
    }
}

template <class Op, class Tree, unsigned FOLD>
__global__
__launch_bounds__ (GR_LARGEST_BLOCK) void gr_in_place_kernel (Op op, typename Op::Acc *work, typename Op::Acc *partials,
                                                              size_t len, size_t tiles, size_t count)
{
  gr_reduce_tiles_in_place<Tree, FOLD> (op, work, partials, len, tiles, count);
}

template <class Tree, unsigned FOLD, class Op>
gr_status
gr_reduce_in_place (gr_context *context, const Op &op, const gr_named_task<Op> &given)
{
  gr_named_task<Op> task = given;
  GR_TRY (gr_copy_elements (context, op, given.elements, &task.elements.work));
  return gr_reduce_by_passes (
    context, op, task, [] (size_t) { return static_cast<size_t> (FOLD); },
    [&] (const gr_elements<Op> &from, typename Op::Acc *partials, size_t tiles, size_t) {
      const size_t len = from.segments.len, count = from.segments.count;
      return gr_launch_recorded (context, GR_KERNEL (gr_in_place_kernel<Op, Tree, FOLD>), gr_grid (tiles * count),
                                 task.block, 0, op, from.work, partials, len, tiles, count);
    });
}

/* A rung: a tree, and the data blocks that a thread folds before it.  */
template <class Tree, unsigned FOLD> struct gr_in_place
{
  template <class Op> static gr_status run (gr_context *context, const Op &op, const gr_named_task<Op> &task)
  {
    return gr_reduce_in_place<Tree, FOLD> (context, op, task);
  }
};

/* neighbored (reduceNeighbored): the tree as one draws it.  Half of the threads
   never work, and those that do are spread over all warps.  */
template <> struct gr_textbook<GR_ALGORITHM_NEIGHBORED> : gr_in_place<gr_tree_divergent, 1>
{};

/* neighbored-less (reduceNeighboredLess): lanes of a warp diverged; the same pairs
   are now worked on by the first threads, and whole warps drop out.  */
template <> struct gr_textbook<GR_ALGORITHM_NEIGHBORED_LESS> : gr_in_place<gr_tree_packed, 1>
{};

/* interleaved (reduceInterleaved): neighbouring threads touched places that lie
   ever farther apart; with a stride that halves they touch neighbouring ones.  */
template <> struct gr_textbook<GR_ALGORITHM_INTERLEAVED> : gr_in_place<gr_tree_halving, 1>
{};

/* unroll2, 4, 8 (reduceUnrolling2, 4, 8): each thread had one load in flight and
   most of the time none; now a block first folds several data blocks, with
   as many independent loads a thread, and there are fewer blocks.  */
template <> struct gr_textbook<GR_ALGORITHM_UNROLL2> : gr_in_place<gr_tree_halving, 2>
{};
template <> struct gr_textbook<GR_ALGORITHM_UNROLL4> : gr_in_place<gr_tree_halving, 4>
{};
template <> struct gr_textbook<GR_ALGORITHM_UNROLL8> : gr_in_place<gr_tree_halving, 8>
{};

/* unroll-warp2, 8 (reduceUnrollWarps, reduceUnrollWarps8): the block waited at a
   barrier at every level though one warp is at work in the last six; that warp
   now goes on alone.  */
template <> struct gr_textbook<GR_ALGORITHM_UNROLL_WARP2> : gr_in_place<gr_tree_unrolled_warp, 2>
{};
template <> struct gr_textbook<GR_ALGORITHM_UNROLL_WARP8> : gr_in_place<gr_tree_unrolled_warp, 8>
{};

/* unroll-all8 (reduceCompleteUnrollWarps8): the loop over the upper levels cost
   its counter and a jump; a block has at most 1024 threads, so all levels can
   be written out.  */
template <> struct gr_textbook<GR_ALGORITHM_UNROLL_ALL8> : gr_in_place<gr_tree_unrolled<0>, 8>
{};

/* template8 (reduceCompleteUnroll): the written-out levels were tested against the
   block size at run time; as a template parameter it is known to the compiler,
   at the price of one kernel for each block size.  */
template <> struct gr_textbook<GR_ALGORITHM_TEMPLATE8>
{
  template <class Op> static gr_status run (gr_context *context, const Op &op, const gr_named_task<Op> &task)
  {
    return gr_with_block (task.block, [&] (auto known) {
      return gr_reduce_in_place<gr_tree_unrolled<decltype (known)::value>, 8> (context, op, task);
    });
  }
};

/* Leaves *work at one accumulator a segment.  Defined in nested.cu, since code that launches kernels is linked on its
   own.  */
template <class Op>
gr_status gr_reduce_nested (gr_context *context, const Op &op, typename Op::Acc **work, size_t len, size_t count,
                            unsigned block);

/* nested (gpuRecursiveReduce): the host launched every pass; here the device
   launches the next one itself.  */
template <> struct gr_textbook<GR_ALGORITHM_NESTED>
{
  template <class Op> static gr_status run (gr_context *context, const Op &op, const gr_named_task<Op> &task)
  {
    const gr_segments &segments = task.elements.segments;
    typename Op::Acc *work = nullptr;
    GR_TRY (gr_copy_elements (context, op, task.elements, &work));
    GR_TRY (gr_reduce_nested (context, op, &work, segments.len, segments.count, task.block));
    return gr_store_results (context, op, work, task.results);
  }
};

} // namespace

#endif
