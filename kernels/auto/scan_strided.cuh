/* SPDX-License-Identifier: GPL-3.0-or-later

   Scan in one pass of segments side by side, and of the few contiguous ones that tiles do not suit
   (plan/contiguous.c).  A thread has a bundle of neighbouring segments, which one access reaches, and a run of
   each.  The threads of a row load and store contiguous memory, and the rows of a block stand one behind the other
   along the segments.

   Where segments are enough to fill the device, a block goes along its segments and carries their totals.  Where
   rows begin within sectors, tiles are taken from one band of rows after the other, and pass on the total of each
   segment to the next band in a tile status (chained scan: S. Yan, G. Long, Y. Zhang, "StreamScan", PPoPP 2013).
   Otherwise tiles along the segments run side by side and look back (lookback.cuh), with two of them in a block's
   work, as in scan_contiguous.cuh.  plan/strided.c decides.  */

#ifndef GR_SCAN_STRIDED_CUH
#define GR_SCAN_STRIDED_CUH

#include "auto/scan_strided_block.cuh"
#include "plan/plan.h"
#include "runtime/context.cuh"

namespace GR_NAMESPACE
{

/* A costly operator needs as many registers as accumulators of 24 bytes (tuning: strided-costly).  */
template <class Op, class T, unsigned SEGMENTS, bool LOOKS_BACK>
constexpr unsigned gr_strided_blocks
  = gr_strided_rule (sizeof (T),
                     gr_thread_accumulator<Op, gr_source<Op, T>>::is_cheap || sizeof (typename Op::Acc) > 24
                       ? sizeof (typename Op::Acc)
                       : 24,
                     SEGMENTS, LOOKS_BACK)
      .blocks;

/* Tiles look back: a block goes over them with two in work, as in scan_contiguous.cuh.  */
template <class Op, class T, unsigned RUN, unsigned SEGMENTS,
          unsigned BLOCKS = gr_strided_blocks<Op, T, SEGMENTS, true>>
__global__
__launch_bounds__ (GR_STRIDED_THREADS,
                   BLOCKS) void gr_scan_strided_lookback_kernel (gr_scan_arguments<Op, T> args,
                                                                 const __grid_constant__ gr_segments_tree<Op, T> tree,
                                                                 unsigned *counter,
                                                                 const __grid_constant__ gr_strided_plan plan)
{
  typedef gr_strided_block<Op, T, RUN, SEGMENTS, true> Block;
  typedef typename Op::Acc Acc;
  /* tile statuses that are read at once; a whole window would take too many registers */
  constexpr unsigned AT_ONCE = sizeof (Acc) > 8 ? 2 : 4;
  GR_DYNAMIC_SHARED (unsigned char, shared);
  __shared__ unsigned taken;
  const Block block (args, plan, shared, 2);
  const unsigned items = block.items, across = block.across, takes = items + gridDim.x;
  const Op &op = args.op;

  /* each lane of the first warp publishes the total of one of the group's segments, of which there are at most 32;
     a group has a tile status for each segment that it may have */
  const auto publish = [&] (typename Block::Work &work) {
    Acc carry = op.identity ();
    block.total (
      work, [&] (unsigned) { return op.identity (); }, [&] (unsigned, const Acc &running) { carry = running; });
    if (block.warp == 0)
      gr_publish_along<AT_ONCE> (op, tree, work.tile, work.group,
                                 { static_cast<size_t> (work.group) * across, 0, across }, carry,
                                 [] (unsigned) { return 0u; });
  };
  const auto look_back = [&] (const typename Block::Work &work) {
    gr_look_back_along<AT_ONCE> (op, tree, work.tile, 0, static_cast<size_t> (work.group) * across, across,
                                 block.levels);
    __syncthreads ();
    if (threadIdx.x < across)
      block.sums[threadIdx.x] = gr_looked_back (op, tree, across, block.levels);
    __syncthreads ();
  };

  unsigned item = gr_first_tile (counter, takes, &taken), held = items; /* none */
  Acc prefix[SEGMENTS] = {};
  for (unsigned stage = 0;; stage = 1 - stage)
    {
      typename Block::Work work = {};
      if (item < items)
        {
          block.place (work, item);
          work.stage = stage;
          block.load (work);
          block.ask_for (item);
          gr_cp_async_wait_group ();
          publish (work);
        }
      if (held < items)
        {
          typename Block::Work ready = {};
          block.place (ready, held);
          ready.stage = 1 - stage;
          look_back (ready);
#pragma unroll
          for (unsigned v = 0; v < SEGMENTS; v++)
            ready.prefix[v] = op.combine (block.sums[v * block.width + block.lane % block.width], prefix[v]);
          block.write (ready);
        }
      if (item >= items)
        break;
      held = item;
#pragma unroll
      for (unsigned v = 0; v < SEGMENTS; v++)
        prefix[v] = work.prefix[v];
      if (threadIdx.x == 0)
        taken = atomicInc (counter, takes - 1);
      __syncthreads ();
      item = taken;
    }
}

/* A thread has several segments, along which the block goes to their end.  */
template <class Op, class T, unsigned RUN, unsigned SEGMENTS,
          unsigned BLOCKS = gr_strided_blocks<Op, T, SEGMENTS, false>>
__global__
__launch_bounds__ (GR_STRIDED_THREADS, BLOCKS) void gr_scan_strided_bundled_kernel (gr_scan_arguments<Op, T> args,
                                                                                    unsigned *counter,
                                                                                    gr_strided_plan plan)
{
  typedef gr_strided_block<Op, T, RUN, SEGMENTS, false> Block;
  typedef typename Op::Acc Acc;
  GR_DYNAMIC_SHARED (unsigned char, shared);
  __shared__ unsigned taken;
  const Block block (args, plan, shared, plan.steps > 1 ? 2 : 1);
  typename Block::Work work = {};
  Acc carry = args.op.identity ();
#pragma unroll
  for (unsigned v = 0; v < SEGMENTS; v++)
    work.prefix[v] = args.op.identity ();
  block.place (work, gr_first_tile (counter, gridDim.x, &taken));
  block.load (work);
  for (size_t step = 0; step < plan.steps; step++)
    {
      /* the next step is loaded while this one is computed */
      if (step + 1 < plan.steps)
        {
          typename Block::Work next = work;
          block.step_on (next);
          next.stage = 1 - work.stage;
          block.load (next);
          gr_cp_async_wait_group<1> ();
        }
      else
        gr_cp_async_wait_group ();
      /* with more than one step, a thread carries at most one of the block's segments */
      if (plan.y > 1)
        block.total (
          work, [&] (unsigned) { return carry; },
          [&] (unsigned, const Acc &acc) {
            if (plan.steps > 1)
              carry = acc;
          });
      block.write (work);
      block.step_on (work);
      work.stage = 1 - work.stage;
    }
}

/* The steps of a block's items, one after the other: of one tile, or of a band of tiles, which the block takes from a
   counter of all blocks.  */
template <class Block> struct gr_strided_steps
{
  typedef typename Block::Work Work;
  const Block &block;
  unsigned *counter, *taken;
  bool is_persistent;
  unsigned takes, item;
  size_t step;

  __device__ __forceinline__ gr_strided_steps (const Block &block, bool is_persistent, unsigned *counter,
                                               unsigned *taken)
    : block (block), counter (counter), taken (taken), is_persistent (is_persistent),
      takes (is_persistent ? block.items + gridDim.x : gridDim.x), item (gr_first_tile (counter, takes, taken)),
      step (0)
  {}
  __device__ __forceinline__ bool ends_tile () const { return step + 1 >= block.plan.steps; }
  /* Go on to the next step, and change work from this one to that; false if there is none.  All threads of the block
     call.  */
  __device__ __forceinline__ bool find_next (Work &work)
  {
    const bool ends = ends_tile ();
    step = ends ? 0 : step + 1;
    work.stage = 1 - work.stage;
    if (! ends)
      {
        block.step_on (work);
        return true;
      }
    return is_persistent && take_next (work);
  }

private:
  /* Take an item from the counter.  */
  __device__ __forceinline__ bool take_next (Work &work)
  {
    if (threadIdx.x == 0)
      *taken = atomicInc (counter, takes - 1);
    __syncthreads ();
    item = *taken;
    if (item >= block.items)
      return false;
    block.place (work, item);
    block.ask_for (item);
    return true;
  }
};

/* A thread has one segment.  Tiles have several steps and pass on their totals to the next one.  */
template <class Op, class T, unsigned RUN, unsigned BLOCKS = gr_strided_blocks<Op, T, 1, false>>
__global__
__launch_bounds__ (GR_STRIDED_THREADS,
                   BLOCKS) void gr_scan_strided_chained_kernel (gr_scan_arguments<Op, T> args,
                                                                const __grid_constant__ gr_segments_tree<Op, T> tree,
                                                                unsigned *counter, gr_strided_plan plan)
{
  typedef gr_strided_block<Op, T, RUN, 1, false> Block;
  typedef typename Op::Acc Acc;
  GR_DYNAMIC_SHARED (unsigned char, shared);
  __shared__ unsigned taken;
  const bool is_persistent = plan.tiles > 1 && gridDim.x < static_cast<unsigned> (plan.groups * plan.tiles);
  const Block block (args, plan, shared, is_persistent || plan.steps > 1 ? 2 : 1);
  gr_strided_steps<Block> steps (block, is_persistent, counter, &taken);
  if (steps.item >= block.items)
    return;
  typename Block::Work work = {};
  Acc carry = args.op.identity ();
  block.place (work, steps.item);
  block.load (work);
  for (;;)
    {
      /* the next step is loaded while this one is computed */
      typename Block::Work next = work;
      const size_t step = steps.step;
      const bool ends = steps.ends_tile (), more = steps.find_next (next);
      if (more)
        {
          block.load (next);
          gr_cp_async_wait_group<1> ();
        }
      else
        gr_cp_async_wait_group ();

      /* the tile before has left what stands before this one */
      gr_tile_status<Acc> *const statuses = tree.statuses + static_cast<size_t> (work.group) * block.across;
      const unsigned long long epoch = static_cast<unsigned long long> (tree.epoch) << 32 | work.tile;
      const auto before
        = [&] (unsigned number) { return work.tile ? gr_wait (statuses[number], epoch) : args.op.identity (); };
      const auto after = [&] (unsigned number, const Acc &acc) {
        if (work.tile + 1 < plan.tiles)
          statuses[number].publish (acc, epoch + 1);
      };
      if (plan.y > 1 || (plan.tiles > 1 && plan.steps == 1))
        {
          /* passed on before the results are written, so that the next tile need not wait for them */
          block.total (
            work, [&] (unsigned number) { return step ? carry : before (number); },
            [&] (unsigned number, const Acc &acc) {
              carry = acc;
              if (ends)
                after (number, acc);
            });
          block.write (work);
        }
      else
        {
          if (step == 0)
            work.prefix[0] = before (threadIdx.x);
          /* so that warps that share a sector write it at nearly the same time */
          __syncthreads ();
          block.write (work);
          if (ends)
            after (threadIdx.x, work.prefix[0]);
        }
      if (! more)
        break;
      next.prefix[0] = work.prefix[0];
      work = next;
    }
}

/* Publish what stands before a part of the segments of one slab as the totals of tile 0.  A warp for each group.  */
template <class Op, class T, unsigned SEGMENTS>
__global__ void
gr_publish_carries_kernel (Op op, const __grid_constant__ gr_segments_tree<Op, T> tree, const typename Op::Acc *carry,
                           size_t count, unsigned x)
{
  constexpr unsigned AT_ONCE = sizeof (typename Op::Acc) > 8 ? 2 : 4;
  const unsigned group = blockIdx.x, across = x * SEGMENTS, number = threadIdx.x;
  /* the first segments of all bundles come before the second ones */
  const size_t segment = (static_cast<size_t> (group) * x + number % x) * SEGMENTS + number / x;
  gr_publish_along<AT_ONCE> (op, tree, 0, group, { static_cast<size_t> (group) * across, 0, across },
                             number < across && segment < count ? carry[segment] : op.identity (),
                             [] (unsigned) { return 0u; });
}

/* Scan segments side by side, by the kernel for the plan's bundle.  carry: what stands before each of them, or NULL. */
template <class Op, class T>
gr_status
gr_scan_strided (gr_context *context, gr_scan_arguments<Op, T> args, const typename Op::Acc *carry, const gr_plan &plan)
{
  constexpr size_t ACC = sizeof (typename Op::Acc);
  constexpr unsigned BUNDLE = gr_kernel_rule_of (GR_AUTO_SCAN_STRIDED_BUNDLED, sizeof (T), ACC, GR_ALWAYS).bundle;
  const gr_strided_plan &of = plan.of.strided;
  gr_segments_tree<Op, T> tree (plan.tree);
  size_t shared = plan.shared;
  if (plan.workspace)
    GR_TRY (gr_tree_memory (context, &tree));
  if (plan.resident)
    GR_TRY (gr_leave_room_for (plan.resident, &shared));
  if (carry)
    {
      const auto publish = [&] (auto kernel) {
        return gr_launch_unrecorded (context, kernel, static_cast<unsigned> (of.groups), 32, args.op, tree, carry,
                                     args.segments.count, of.x);
      };
      GR_TRY (of.bundle > 1 ? publish (GR_KERNEL (gr_publish_carries_kernel<Op, T, BUNDLE>))
                            : publish (GR_KERNEL (gr_publish_carries_kernel<Op, T, 1>)));
      gr_begin_before (&args, of.y * of.run);
    }
  const auto start = [&] (auto kernel, const auto &...more) {
    return gr_launch_recorded (context, kernel, static_cast<unsigned> (plan.grid), plan.block, shared, args, more...);
  };
  if constexpr (BUNDLE > 1)
    {
      constexpr unsigned RUN = gr_strided_rule (sizeof (T), ACC, BUNDLE, false).run;
      if (plan.kernel == GR_AUTO_SCAN_STRIDED_BUNDLED)
        return start (GR_KERNEL (gr_scan_strided_bundled_kernel<Op, T, RUN, BUNDLE>), context->counters, of);
      if (of.bundle > 1)
        return start (GR_KERNEL (gr_scan_strided_lookback_kernel<Op, T, RUN, BUNDLE>), tree, context->counters, of);
    }
  constexpr unsigned RUN = gr_strided_rule (sizeof (T), ACC, 1, false).run;
  constexpr unsigned LOOKBACK_RUN = gr_strided_rule (sizeof (T), ACC, 1, true).run;
  if (plan.kernel == GR_AUTO_SCAN_STRIDED_LOOKBACK)
    return start (GR_KERNEL (gr_scan_strided_lookback_kernel<Op, T, LOOKBACK_RUN, 1>), tree, context->counters, of);
  return start (GR_KERNEL (gr_scan_strided_chained_kernel<Op, T, RUN>), tree, context->counters, of);
}

} // namespace

#endif
