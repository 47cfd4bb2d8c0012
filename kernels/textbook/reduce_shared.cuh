/* SPDX-License-Identifier: GPL-3.0-or-later

   Reductions in shared memory, one rung of the staircase after the other, after
   M. Harris, "Optimizing Parallel Reduction in CUDA" (NVIDIA, 2007) and the
   reduction sample of the CUDA samples.

   Every rung reduces segments of accumulators (named.cuh) by passes (tree.cuh): a
   block folds a tile of a segment to one value a thread, combines those, and
   writes a partial.  All work for any length, any legal block size, and for
   operators that need index order.

   What all share is gr_shared_kernel; a rung is a number of elements that each
   thread folds as it loads, and a way to combine the threads' values.  */

#ifndef GR_REDUCE_SHARED_CUH
#define GR_REDUCE_SHARED_CUH

#include <algorithm>

#include "textbook/tree.cuh"

namespace GR_NAMESPACE
{

/* ---- ways to combine one value a thread; the block's is valid in thread 0 ---- */

/* By a tree in shared memory, of one accumulator a thread.  */
template <class Tree> struct gr_in_shared
{
  static constexpr bool per_warp = false;
  template <class Op>
  static __device__ __forceinline__ typename Op::Acc run (const Op &op, const typename Op::Acc &acc,
                                                          typename Op::Acc *shared)
  {
    shared[threadIdx.x] = acc;
    Tree::run (op, shared, gr_slots < Op::ordered && ! Tree::in_order, 1 > { blockDim.x }, blockDim.x);
    return shared[0];
  }
};

/* By shuffles, and one accumulator a warp in shared memory.  */
struct gr_by_shuffle
{
  static constexpr bool per_warp = true;
  template <class Op>
  static __device__ __forceinline__ typename Op::Acc run (const Op &op, typename Op::Acc acc, typename Op::Acc *shared)
  {
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    acc = gr_combine_lanes (op, acc, 32);
    if (lane == 0)
      shared[warp] = acc;
    __syncthreads ();
    return warp == 0 ? gr_combine_lanes (op, lane < blockDim.x / 32 ? shared[lane] : op.identity (), 32) : acc;
  }
};

/* ---- the kernel ---- */

/* Elements that a thread has in flight at a time.  */
enum { GR_SHARED_BATCH = 8 };

/* Reduce tiles of segments, each to a partial.  FOLD is the elements a thread folds
   as it loads, 0 if the tile says so: then it loops.  */
template <class Op, class Combine, unsigned FOLD>
__global__
__launch_bounds__ (GR_LARGEST_BLOCK) void gr_shared_kernel (Op op, const typename Op::Acc *work,
                                                            typename Op::Acc *partials, size_t len, size_t tiles,
                                                            size_t count, size_t tile)
{
  typedef typename Op::Acc Acc;
  constexpr unsigned BATCH = FOLD ? FOLD : static_cast<unsigned> (GR_SHARED_BATCH);
  GR_DYNAMIC_SHARED (Acc, shared);
  const size_t run = tile / blockDim.x;
  for (size_t item = blockIdx.x; item < tiles * count; item += gridDim.x)
    {
      const size_t segment = item / tiles, begin = (item - segment * tiles) * tile, end = min (begin + tile, len);
      /* neighbouring threads read neighbours, unless the operator needs its
         elements in order: then each thread reads a run */
      const size_t first = begin + threadIdx.x * (Op::ordered ? run : 1), step = Op::ordered ? 1 : blockDim.x;
      Acc acc = op.identity ();
      for (size_t done = 0; done < run; done += BATCH)
        {
          Acc loaded[BATCH];
#pragma unroll
          for (unsigned j = 0; j < BATCH; j++)
            {
              const size_t k = first + (done + j) * step;
              loaded[j] = k < end && done + j < run ? work[segment * len + k] : op.identity ();
            }
#pragma unroll
          for (unsigned j = 0; j < BATCH; j++)
            acc = gr_combine_step (op, acc, loaded[j]);
        }
      acc = Combine::run (op, acc, shared);
      if (threadIdx.x == 0)
        partials[item] = acc;
      __syncthreads ();
    }
}

/* Tiles a segment where each thread folds many elements: all segments together fill the
   device's multiprocessors several times, whatever device that is, because the
   tree must depend on the shape alone.  */
enum { GR_SHARED_TILES = 4096 };

template <class Combine, unsigned FOLD, class Op>
gr_status
gr_reduce_shared (gr_context *context, const Op &op, typename Op::Acc **work, const gr_named_task &task)
{
  const size_t threads = task.block, most_tiles = gr_ceil_div (GR_SHARED_TILES, task.count);
  const size_t shared = Combine::per_warp ? threads / 32 : threads;
  return gr_reduce_by_passes (
    context, op, work, task,
    [=] (size_t n) {
      return threads * (FOLD ? FOLD : std::max<size_t> (gr_ceil_div (gr_ceil_div (n, most_tiles), threads), 2));
    },
    [&] (typename Op::Acc *in, typename Op::Acc *partials, size_t n, size_t tiles, size_t tile) {
      return gr_launch_recorded (context, gr_shared_kernel<Op, Combine, FOLD>, gr_grid (tiles * task.count), task.block,
                                 shared * sizeof (typename Op::Acc), op, in, partials, n, tiles, task.count, tile);
    });
}

/* ---- the rungs ---- */

/* A rung: how a block combines, and the elements that a thread folds as it loads.  */
template <class Combine, unsigned FOLD> struct gr_by_tiles
{
  template <class Op>
  static gr_status run (gr_context *context, const Op &op, typename Op::Acc **work, const gr_named_task &task)
  {
    return gr_reduce_shared<Combine, FOLD> (context, op, work, task);
  }
};

/* The same with the tree unrolled for the block size.  */
template <unsigned FOLD> struct gr_by_unrolled_tiles
{
  template <class Op>
  static gr_status run (gr_context *context, const Op &op, typename Op::Acc **work, const gr_named_task &task)
  {
    return gr_with_block (task.block, [&] (auto known) {
      typedef gr_in_shared<gr_tree_unrolled<decltype (known)::value>> Combine;
      return gr_reduce_shared<Combine, FOLD> (context, op, work, task);
    });
  }
};

/* shared-divergent (reduce0): the tree as one draws it, with global memory read
   once.  Lanes of a warp diverge.  */
template <> struct gr_textbook<GR_ALGORITHM_SHARED_DIVERGENT> : gr_by_tiles<gr_in_shared<gr_tree_divergent>, 1>
{};

/* shared-strided (reduce1): lanes diverged; the first threads now do the work, but
   their strides are powers of two, so that they meet in the same banks.  */
template <> struct gr_textbook<GR_ALGORITHM_SHARED_STRIDED> : gr_by_tiles<gr_in_shared<gr_tree_packed>, 1>
{};

/* shared-sequential (reduce2): banks conflicted; with a stride that halves,
   neighbouring threads use neighbouring banks.  */
template <> struct gr_textbook<GR_ALGORITHM_SHARED_SEQUENTIAL> : gr_by_tiles<gr_in_shared<gr_tree_halving>, 1>
{};

/* shared-first-add (reduce3): half of the threads only loaded an element; now each
   thread combines two as it loads, and half as many blocks do.  */
template <> struct gr_textbook<GR_ALGORITHM_SHARED_FIRST_ADD> : gr_by_tiles<gr_in_shared<gr_tree_halving>, 2>
{};

/* shared-unroll-warp (reduce4): the last six levels needed no barrier of the
   block; one warp does them.  */
template <> struct gr_textbook<GR_ALGORITHM_SHARED_UNROLL_WARP> : gr_by_tiles<gr_in_shared<gr_tree_unrolled_warp>, 2>
{};

/* shared-unroll-all (reduce5): the loop over the levels cost instructions; with
   the block size a template parameter they are written out.  */
template <> struct gr_textbook<GR_ALGORITHM_SHARED_UNROLL_ALL> : gr_by_unrolled_tiles<2>
{};

/* shared-multi (reduce6): there were as many trees as pairs of data blocks.  Now the number of blocks is a
   parameter, and each thread folds its share of all elements.  */
template <> struct gr_textbook<GR_ALGORITHM_SHARED_MULTI> : gr_by_unrolled_tiles<0>
{};

/* shuffle (reduce7): a tree in shared memory costs a barrier and a round trip a
   level; lanes hand their values over in registers, and shared memory only
   carries one value a warp.  */
template <> struct gr_textbook<GR_ALGORITHM_SHUFFLE> : gr_by_tiles<gr_by_shuffle, 0>
{};

} // namespace

#endif
