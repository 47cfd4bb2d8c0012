/* SPDX-License-Identifier: GPL-3.0-or-later

   Reductions in shared memory, one rung of the staircase after the other, after
   M. Harris, "Optimizing Parallel Reduction in CUDA" (NVIDIA, 2007) and the
   reduction sample of the CUDA samples.

   Every rung reduces by passes (tree.cuh): a block loads a tile of a segment and
   widens its elements in registers (named.cuh), folds them to one value a thread,
   combines those, and writes a partial.  All work for any length, any legal block size, and for
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
   as it loads; 0: they are `run`, and it loops.  */
template <class Op, class Combine, unsigned FOLD>
__global__
__launch_bounds__ (GR_LARGEST_BLOCK) void gr_shared_kernel (Op op, const __grid_constant__ gr_elements<Op> elements,
                                                            typename Op::Acc *partials, size_t tiles, size_t run)
{
  typedef typename Op::Acc Acc;
  constexpr unsigned BATCH = FOLD ? FOLD : static_cast<unsigned> (GR_SHARED_BATCH);
  GR_DYNAMIC_SHARED (Acc, shared);
  const size_t tile = run * blockDim.x;
  for (size_t item = blockIdx.x; item < tiles * elements.segments.count; item += gridDim.x)
    {
      const size_t segment = item / tiles, begin = (item - segment * tiles) * tile;
      const size_t end = min (begin + tile, elements.segments.len);
      /* neighbouring threads read neighbours, unless the operator needs its
         elements in order: then each thread reads a run */
      gr_positions mine = { begin + threadIdx.x, blockDim.x, end };
      if (Op::ordered)
        {
          const size_t first = begin + threadIdx.x * run;
          mine = { first, 1, min (first + run, end) };
        }
      Acc acc = op.identity ();
      do
        {
          Acc loaded[BATCH];
          elements.load (loaded, op, segment, mine);
#pragma unroll
          for (unsigned j = 0; j < BATCH; j++)
            acc = gr_combine_step (op, acc, loaded[j]);
          mine.first += BATCH * mine.step;
        }
      while (! FOLD && mine.first < mine.end);
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
gr_reduce_shared (gr_context *context, const Op &op, const gr_named_task<Op> &task)
{
  const size_t threads = task.block, count = task.elements.segments.count;
  const size_t most_tiles = gr_ceil_div (GR_SHARED_TILES, count), shared = Combine::per_warp ? threads / 32 : threads;
  return gr_reduce_by_passes (
    context, op, task,
    [=] (size_t len) {
      return FOLD ? FOLD : std::max<size_t> (gr_ceil_div (gr_ceil_div (len, most_tiles), threads), 2);
    },
    [&] (const gr_elements<Op> &from, typename Op::Acc *partials, size_t tiles, size_t run) {
      return gr_launch_recorded (context, GR_KERNEL (gr_shared_kernel<Op, Combine, FOLD>), gr_grid (tiles * count),
                                 task.block, shared * sizeof (typename Op::Acc), op, from, partials, tiles, run);
    });
}

/* ---- the rungs ---- */

/* A rung: how a block combines, and the elements that a thread folds as it loads.  */
template <class Combine, unsigned FOLD> struct gr_by_tiles
{
  template <class Op> static gr_status run (gr_context *context, const Op &op, const gr_named_task<Op> &task)
  {
    return gr_reduce_shared<Combine, FOLD> (context, op, task);
  }
};

/* The same with the tree unrolled for the block size.  */
template <unsigned FOLD> struct gr_by_unrolled_tiles
{
  template <class Op> static gr_status run (gr_context *context, const Op &op, const gr_named_task<Op> &task)
  {
    return gr_with_block (task.block, [&] (auto known) {
      typedef gr_in_shared<gr_tree_unrolled<decltype (known)::value>> Combine;
      return gr_reduce_shared<Combine, FOLD> (context, op, task);
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
