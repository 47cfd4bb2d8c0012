/* Scan in one pass of segments side by side, and of such as tiles of contiguous segments do not suit
   (gr_contiguous_rule).  A thread has a bundle of neighbouring segments, whose elements one access reaches, and a run
   of each; what the threads of a row load and store together is contiguous, and the rows of a block stand one behind
   the other along the segments.

   Where there are segments enough to fill the device, a block goes along its
   segments and carries what it has passed, or, where rows begin within sectors, tiles
   are taken from one band of rows after the other, and leave what stands before those
   of the next band in a tile status a segment (chained scan: S. Yan, G. Long, Y. Zhang,
   "StreamScan", PPoPP 2013).  Else tiles along the segments run side by side and look
   back (lookback.cuh), with two in a block's work, as in scan_contiguous.cuh.
   plan.h decides.  */

#ifndef GR_SCAN_STRIDED_CUH
#define GR_SCAN_STRIDED_CUH

#include "block/persistent_loop.cuh"
#include "op/thread_accumulator.cuh"
#include "plan/plan.h"
#include "runtime/context.cuh"

namespace GR_NAMESPACE
{

/* ---- bundles and runs ---- */

/* Neighbouring elements, one of each of SEGMENTS segments.  */
template <class T, unsigned SEGMENTS> using gr_bundle = gr_vector<T, SEGMENTS>;

/* Write a bundle to memory that is aligned to 16 bytes, or to all of it if that is less.
   paired: that of the neighbouring lane of an even and an odd one goes beside it.  Then
   of 32 bytes, which are two accesses, each lane takes a half of both bundles: what
   lanes write at a time are whole sectors.  Maxima of int32 with positions,
   16384 x 16384, dim 2, without that: 1490 us.  */
template <class T, unsigned SEGMENTS>
__device__ __forceinline__ void
gr_store_bundle (T *to, const T (&from)[SEGMENTS], bool paired)
{
  constexpr unsigned COUNT = sizeof (from) > 16 && SEGMENTS > 1 ? 16 / sizeof (T) : SEGMENTS;
  if constexpr (SEGMENTS == 2 * COUNT)
    if (paired)
      {
        const bool odd = threadIdx.x % 2;
        gr_bundle<T, COUNT> first, second;
#pragma unroll
        for (unsigned i = 0; i < COUNT; i++)
          {
            const T low = from[i], high = from[COUNT + i], kept = odd ? high : low;
            const T got = gr_by_words (odd ? low : high,
                                       [] (int w) { return __shfl_xor_sync (3u << (threadIdx.x % 32 & ~1u), w, 1); });
            first.element[i] = odd ? got : kept;
            second.element[i] = odd ? kept : got;
          }
        gr_store_vector<COUNT> (odd ? to - COUNT : to, first.element);
        gr_store_vector<COUNT> (odd ? to + COUNT : to + SEGMENTS, second.element);
        return;
      }
#pragma unroll
  for (unsigned i = 0; i < SEGMENTS; i += COUNT)
    gr_store_vector<COUNT> (to + i, &from[i]);
}

/* Call f (j, j is 0) for the first count elements of a run.  Nearly all runs are
   whole, and theirs is a loop without further tests where that counts.  */
template <unsigned RUN, bool CHEAP,
          unsigned STEP
          = RUN<8 ? RUN : 8, class F> __device__ __forceinline__ void gr_each_of_count (unsigned count, F f)
{
  static_assert (RUN % STEP == 0, "a whole run is whole steps");
  if (CHEAP && count == RUN)
#pragma unroll 1
    for (unsigned i = 0; i < RUN; i += STEP)
      {
#pragma unroll
        for (unsigned e = 0; e < STEP; e++)
          f (i + e, e == 0 && i == 0);
      }
  else
#pragma unroll 1
    for (unsigned j = 0; j < count; j++)
      f (j, j == 0);
}

/* The runs of a block's threads: what they load into shared memory is read by the
   thread that loaded it.  */
template <class T, unsigned RUN, unsigned SEGMENTS, bool LOOKS_BACK> struct gr_strided_stage
{
  typedef gr_bundle<T, SEGMENTS> Bundle;
  /* loads whose addresses are held at once: 8 of 4 singles a thread make the kernel that goes spill,
     512 x 512 x 1024, dim 2, 568 us, not 553, but that which looks back is faster with them, 32 x 2^23,
     dim 2, 601 us, not 633 */
  static constexpr unsigned STEP = RUN < 8 ? RUN : SEGMENTS > 1 && ! LOOKS_BACK ? 4 : 8;
  Bundle bundle[RUN][GR_STRIDED_THREADS];

  /* Start to load count bundles.  */
  __device__ __forceinline__ void load (const T *from, ptrdiff_t stride, unsigned count)
  {
    gr_each_of_count<RUN, true, STEP> (count, [&] (unsigned j, bool) {
      gr_copy_vector (&bundle[j][threadIdx.x], reinterpret_cast<const Bundle *> (from));
      from += stride;
    });
    gr_cp_async_commit_group ();
  }
};

/* ---- the kernel ---- */

/* Accumulators that the threads of a block share: one a segment in each warp, those of a
   warp side by side.  */
__host__ __device__ inline size_t
gr_strided_sums (const gr_strided_plan &plan, unsigned segments_a_thread)
{
  return GR_STRIDED_WARPS * min (plan.x, 32u) * segments_a_thread;
}

/* What a thread keeps of its runs between its two passes over them.  */
template <class Acc, unsigned SEGMENTS> struct gr_strided_work
{
  size_t segment, first; /* the first segment of the bundle; the runs' position */
  ptrdiff_t offset;      /* of the first element */
  unsigned group, tile;  /* the block's */
  unsigned count, stage; /* its elements of a segment; where they are staged */
  Acc prefix[SEGMENTS];
};

/* Elements that take many instructions want as many registers as accumulators of 24 bytes: maxima of
   8192 x 16384 complex doubles, dim 2, with 3: 0.63 of the limit, with 4: 0.57.  */
template <class Op, class T, unsigned SEGMENTS, bool LOOKS_BACK>
constexpr unsigned gr_strided_blocks
  = gr_strided_blocks_rule (gr_thread_accumulator<Op, gr_source<Op, T>>::is_cheap || sizeof (typename Op::Acc) > 24
                              ? sizeof (typename Op::Acc)
                              : 24,
                            SEGMENTS, LOOKS_BACK);

template <class Op, class T, unsigned RUN, unsigned SEGMENTS, bool LOOKS_BACK>
__global__
__launch_bounds__ (GR_STRIDED_THREADS, (gr_strided_blocks<Op, T, SEGMENTS, LOOKS_BACK>) ) void gr_scan_strided_kernel (
  Op op, gr_source<Op, T> source, gr_sink<Op> sink, const __grid_constant__ gr_segments_tree<Op, T> tree,
  unsigned *counter, gr_segments segments, gr_strided_plan plan, bool exclusive)
{
  typedef typename Op::Acc Acc;
  typedef gr_thread_accumulator<Op, gr_source<Op, T>> Serial;
  typedef gr_strided_stage<T, RUN, SEGMENTS, LOOKS_BACK> Stage;
  typedef gr_strided_work<Acc, SEGMENTS> Work;
  constexpr bool INDEXED = gr_has_positions<Op>::value;
  GR_DYNAMIC_SHARED (unsigned char, shared);
  __shared__ unsigned taken;
  constexpr unsigned AT_ONCE
    = sizeof (Acc) > 8 ? 2 : 4; /* tile statuses; all of a group would not leave registers enough */
  const unsigned x = plan.x, width = min (x, 32u), lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const bool paired = gr_strided_paired_rule (SEGMENTS, segments.inner);
  const unsigned across = x * SEGMENTS, along = plan.y * RUN;     /* segments and elements of a step */
  const size_t in_tile = LOOKS_BACK ? along : plan.steps * along; /* those that look back are a step */
  const unsigned total_end = static_cast<unsigned> (gr_strided_sums (plan, SEGMENTS));
  const unsigned groups = static_cast<unsigned> (plan.groups), items = static_cast<unsigned> (plan.groups * plan.tiles);
  const bool is_persistent = LOOKS_BACK || (SEGMENTS == 1 && plan.tiles > 1 && gridDim.x < items);
  const unsigned takes = is_persistent ? items + gridDim.x : gridDim.x;
  const ptrdiff_t stride = segments.stride ();
  auto *const stages = reinterpret_cast<Stage *> (shared);
  Acc *const sums
    = reinterpret_cast<Acc *> (stages + (is_persistent || plan.steps > 1 || (SEGMENTS == 1 && plan.turns > 1) ? 2 : 1));
  Acc *const levels = sums + total_end;

  const auto count_at = [&] (size_t segment, size_t first) {
    return segment < segments.count && first < segments.len
           ? static_cast<unsigned> (min (segments.len - first, static_cast<size_t> (RUN)))
           : 0;
  };
  const auto place = [&] (Work &work, unsigned item) {
    work.tile = item / groups;
    work.group = item - work.tile * groups;
    /* x is a power of two, which the compiler does not know */
    const unsigned row = threadIdx.x >> (31 - __clz (static_cast<int> (x)));
    work.segment = (static_cast<size_t> (work.group) * x + (threadIdx.x & (x - 1))) * SEGMENTS;
    work.first = work.tile * in_tile + row * RUN;
    work.count = count_at (work.segment, work.first);
    work.offset = (work.segment < segments.count ? static_cast<ptrdiff_t> (segments.offset (work.segment, 0)) : 0)
                + stride * static_cast<ptrdiff_t> (work.first);
  };
  /* Ask the second-level cache for what will be loaded soon (see gr_ask_for): of the rows of a tile,
     which stand one behind the other in memory, as much as an item has, though it is of the elements
     of other items.  Tiles of several steps were slower for it.  */
  const auto ask_for = [&] (unsigned now) {
    const size_t count = in_tile * across;
    const unsigned ahead = gr_ahead_rule (count * sizeof (T), INDEXED);
    if (threadIdx.x != GR_STRIDED_THREADS - 1 || (! LOOKS_BACK && plan.steps > 1) || items - now <= ahead)
      return;
    const unsigned tile = (now + ahead) / groups;
    const size_t segment = static_cast<size_t> (now + ahead - tile * groups) * across;
    const size_t slab = segments.inner == segments.count ? 0 : gr_divide (segment, segments.inner);
    const ptrdiff_t n = static_cast<ptrdiff_t> (segments.len * segments.count);
    const ptrdiff_t begin = static_cast<ptrdiff_t> (tile * in_tile);
    const ptrdiff_t first = segments.reverse ? static_cast<ptrdiff_t> (segments.len - in_tile) - begin : begin;
    const ptrdiff_t from
      = (static_cast<ptrdiff_t> (slab * segments.len) + first) * static_cast<ptrdiff_t> (segments.inner)
      + static_cast<ptrdiff_t> ((segment - slab * segments.inner) * in_tile);
    gr_prefetch (source.in + max (from, ptrdiff_t (0)), source.in + min (from + static_cast<ptrdiff_t> (count), n));
  };
  Acc *const sum = sums + warp * SEGMENTS * width + lane % width; /* those of the thread's segments */

  /* first pass: what stands before the runs in their segments.  before (number): what stands
     before the block's segment of that number; after (number, acc) is told what it comes to then.  */
  const auto total = [&] (Work &work, auto before, auto after) {
    const Stage &stage = stages[work.stage];
    Serial run[SEGMENTS];
#pragma unroll
    for (unsigned v = 0; v < SEGMENTS; v++)
      run[v] = Serial (op.identity ());
    gr_each_of_count<RUN, Serial::is_cheap> (work.count, [&] (unsigned j, bool starts) {
      const auto bundle = gr_load_vector (&stage.bundle[j][threadIdx.x]);
#pragma unroll
      for (unsigned v = 0; v < SEGMENTS; v++)
        run[v].add (op, bundle.element[v], j, work.first + j, starts);
    });
    Acc acc[SEGMENTS];
#pragma unroll
    for (unsigned v = 0; v < SEGMENTS; v++)
      acc[v] = run[v].get (op, [&] (int j) { return work.first + j; });
    for (unsigned delta = x; delta < 32; delta *= 2)
#pragma unroll
      for (unsigned v = 0; v < SEGMENTS; v++)
        {
          const Acc left = gr_shuffle_up (acc[v], delta, 32);
          if (lane >= delta)
            acc[v] = op.combine (left, acc[v]);
        }
    __syncwarp ();
#pragma unroll
    for (unsigned v = 0; v < SEGMENTS; v++)
      {
        if (lane >= 32 - width)
          sum[v * width] = acc[v];
        work.prefix[v] = x < 32 ? gr_shuffle_up (acc[v], x, 32) : acc[v];
        if (lane < x)
          work.prefix[v] = op.identity ();
      }
    __syncthreads ();
    for (unsigned number = threadIdx.x; number < across; number += GR_STRIDED_THREADS)
      {
        Acc running = before (number);
        for (unsigned at = number; at < total_end; at += across)
          {
            const Acc acc = sums[at];
            sums[at] = running;
            running = op.combine (running, acc);
          }
        after (number, running);
      }
    __syncthreads ();
#pragma unroll
    for (unsigned v = 0; v < SEGMENTS; v++)
      work.prefix[v] = op.combine (sum[v * width], work.prefix[v]);
  };

  /* second pass: the results */
  const auto write = [&] (Work &work) {
    const Stage &stage = stages[work.stage];
    gr_with_result_type<Op, T> (sink.type, [&] (auto result) {
      typedef decltype (result) Out;
      const auto put = [&] (auto excluding) {
        Out *out = static_cast<Out *> (sink.out) + work.offset;
        [[maybe_unused]] double *index = INDEXED ? sink.index + work.offset : nullptr;
        const auto position_of = [&] (int i) { return work.first + i; };
        Serial serial[SEGMENTS];
        [[maybe_unused]] double position[SEGMENTS];
#pragma unroll
        for (unsigned v = 0; v < SEGMENTS; v++)
          {
            serial[v] = Serial (work.prefix[v]);
            if constexpr (INDEXED)
              position[v] = sink.position (op, work.prefix[v], segments);
          }
        /* as doubles, positions are not converted for each element */
        double here = static_cast<double> (segments.reverse ? segments.len - work.first : work.first + 1);
        const double next = segments.reverse ? -1.0 : 1.0;
        gr_each_of_count<RUN, Serial::is_cheap> (work.count, [&] (unsigned j, bool may_start) {
          const auto bundle = gr_load_vector (&stage.bundle[j][threadIdx.x]);
          const bool starts = may_start && work.first == 0, nothing = excluding && starts;
          Out results[SEGMENTS];
          [[maybe_unused]] double positions[SEGMENTS];
#pragma unroll
          for (unsigned v = 0; v < SEGMENTS; v++)
            {
              const auto add = [&] {
                serial[v].add (op, bundle.element[v], j, work.first + j, starts);
                if constexpr (INDEXED)
                  position[v] = serial[v].at == static_cast<int> (j) ? here : position[v];
              };
              if constexpr (! excluding)
                add ();
              results[v] = gr_cast<Out> (nothing ? op.empty () : serial[v].finish (op));
              if constexpr (INDEXED)
                positions[v] = nothing ? 0.0 : position[v];
              if constexpr (excluding)
                add ();
            }
          here += next;
          /* of floating point, bundles have no wider results (gr_plan_strided_segments) */
          gr_store_bundle (out, results, std::is_integral<T>::value && paired);
          out += stride;
          if constexpr (INDEXED)
            {
              gr_store_bundle (index, positions, paired);
              index += stride;
            }
        });
        if (! LOOKS_BACK && plan.y == 1)
#pragma unroll
          for (unsigned v = 0; v < SEGMENTS; v++)
            work.prefix[v] = serial[v].get (op, position_of);
      };
      /* passed on as it is, it would make the compiler spill: single sums, 16384 x 16384,
         dim 2, 569 us, not 557 */
      gr_with_flag (exclusive, [&] (auto excluding) { put (excluding); });
    });
  };

  unsigned item = gr_first_tile (counter, takes, &taken);
  if constexpr (LOOKS_BACK)
    {
      /* a lane of the first warp publishes what one of its group's segments comes to, of which there are
         32 at most; a group has tile statuses for all the segments that it might have */
      unsigned held = items; /* none */
      Acc prefix[SEGMENTS] = {};
      for (unsigned stage = 0;; stage = 1 - stage)
        {
          Work work = {};
          if (item < items)
            {
              place (work, item);
              work.stage = stage;
              stages[stage].load (source.in + work.offset, stride, work.count);
              ask_for (item);
              gr_cp_async_wait_group ();
              Acc carry = op.identity ();
              total (
                work, [&] (unsigned) { return op.identity (); },
                [&] (unsigned, const Acc &running) { carry = running; });
              if (warp == 0)
                gr_publish_along<AT_ONCE> (op, tree, work.tile, work.group,
                                           { static_cast<size_t> (work.group) * across, 0, across }, carry,
                                           [] (unsigned) { return 0u; });
            }
          if (held < items)
            {
              Work ready = {};
              place (ready, held);
              ready.stage = 1 - stage;
              gr_look_back_along<AT_ONCE> (op, tree, ready.tile, 0, static_cast<size_t> (ready.group) * across, across,
                                           levels);
              __syncthreads ();
              if (threadIdx.x < across)
                sums[threadIdx.x] = gr_looked_back (op, tree, across, levels);
              __syncthreads ();
#pragma unroll
              for (unsigned v = 0; v < SEGMENTS; v++)
                ready.prefix[v] = op.combine (sums[v * width + lane % width], prefix[v]);
              write (ready);
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
  else if constexpr (SEGMENTS > 1)
    {
      Work work = {};
      Acc carry = op.identity ();
#pragma unroll
      for (unsigned v = 0; v < SEGMENTS; v++)
        work.prefix[v] = op.identity ();
      place (work, item);
      stages[0].load (source.in + work.offset, stride, work.count);
      for (size_t step = 0; step < plan.steps; step++)
        {
          /* while this step is worked on, the next one is under way */
          if (step + 1 < plan.steps)
            {
              stages[1 - work.stage].load (source.in + work.offset + stride * along, stride,
                                           count_at (work.segment, work.first + along));
              gr_cp_async_wait_group<1> ();
            }
          else
            gr_cp_async_wait_group ();
          /* if there are more steps than one, a thread has one of the block's segments at most */
          if (plan.y > 1)
            total (
              work, [&] (unsigned) { return carry; },
              [&] (unsigned, const Acc &acc) {
                if (plan.steps > 1)
                  carry = acc;
              });
          write (work);
          work.first += along;
          work.offset += stride * along;
          work.count = count_at (work.segment, work.first);
          work.stage = 1 - work.stage;
        }
    }
  else
    {
      Work work = {};
      Acc carry = op.identity ();
      item *= plan.turns;
      const unsigned last = is_persistent ? items : min (item + plan.turns, items);
      if (item >= items)
        return;
      place (work, item);
      stages[0].load (source.in + work.offset, stride, work.count);
      for (size_t step = 0;;)
        {
          /* while this step is worked on, the next one is under way */
          Work next = work;
          next.stage = 1 - work.stage;
          const bool ends = step + 1 >= plan.steps;
          bool more = ! ends;
          if (more)
            {
              next.first += along;
              next.offset += stride * along;
              next.count = count_at (next.segment, next.first);
            }
          else if (is_persistent)
            {
              if (threadIdx.x == 0)
                taken = atomicInc (counter, takes - 1);
              __syncthreads ();
              item = taken;
              more = item < items;
              if (more)
                {
                  place (next, item);
                  ask_for (item);
                }
            }
          else if (item + 1 < last)
            {
              more = true;
              item++;
              next.segment += across;
              next.offset += across;
              next.count = count_at (next.segment, next.first);
            }
          if (more)
            {
              stages[next.stage].load (source.in + next.offset, stride, next.count);
              gr_cp_async_wait_group<1> ();
            }
          else
            gr_cp_async_wait_group ();

          /* what stands before the tile has been left by the one before it */
          gr_tile_status<Acc> *const statuses = tree.statuses + static_cast<size_t> (work.group) * across;
          const unsigned long long epoch = static_cast<unsigned long long> (tree.epoch) << 32 | work.tile;
          const auto before
            = [&] (unsigned number) { return work.tile ? gr_wait (statuses[number], epoch) : op.identity (); };
          const auto after = [&] (unsigned number, const Acc &acc) {
            if (work.tile + 1 < plan.tiles)
              statuses[number].publish (acc, epoch + 1);
          };
          if (plan.y > 1 || (plan.tiles > 1 && plan.steps == 1))
            {
              /* so the next tile need not wait for the results of this one */
              total (
                work, [&] (unsigned number) { return step ? carry : before (number); },
                [&] (unsigned number, const Acc &acc) {
                  carry = acc;
                  if (ends)
                    after (number, acc);
                });
              write (work);
            }
          else
            {
              if (step == 0)
                work.prefix[0] = before (threadIdx.x);
              /* warps that write parts of a sector do so at nearly the same time */
              __syncthreads ();
              write (work);
              if (ends)
                after (threadIdx.x, work.prefix[0]);
            }
          if (! more)
            break;
          step = ends ? 0 : step + 1;
          next.prefix[0] = work.prefix[0];
          work = next;
        }
    }
}

/* Scan segments side by side, by the kernel for the plan's bundle.  */
template <class Op, class T>
gr_status
gr_scan_strided (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
                 const gr_segments &segments, bool exclusive, const gr_plan &plan)
{
  gr_segments_tree<Op, T> tree (plan.tree);
  size_t shared = plan.shared;
  if (plan.workspace)
    GR_TRY (gr_tree_memory (context, &tree));
  if (plan.resident)
    GR_TRY (gr_leave_room_for (plan.resident, &shared));
  const auto start = [&] (auto kernel) {
    return gr_launch_recorded (context, kernel, static_cast<unsigned> (plan.grid), plan.block, shared, op, source, sink,
                               tree, context->counters, segments, plan.of.strided, exclusive);
  };
  constexpr unsigned BUNDLE = gr_strided_segments_rule (sizeof (T), sizeof (typename Op::Acc));
  constexpr unsigned ALONE_RUN = gr_strided_run_rule (sizeof (T), 1, true);
  if constexpr (BUNDLE > 1)
    {
      constexpr unsigned LOOKBACK_RUN = gr_strided_run_rule (sizeof (T), BUNDLE, true);
      constexpr unsigned RUN = gr_strided_run_rule (sizeof (T), BUNDLE, false);
      if (plan.kernel == GR_AUTO_SCAN_STRIDED_BUNDLED)
        return start (gr_scan_strided_kernel<Op, T, RUN, BUNDLE, false>);
      if (plan.of.strided.bundle > 1)
        return start (gr_scan_strided_kernel<Op, T, LOOKBACK_RUN, BUNDLE, true>);
    }
  if (plan.kernel == GR_AUTO_SCAN_STRIDED_LOOKBACK)
    return start (gr_scan_strided_kernel<Op, T, ALONE_RUN, 1, true>);
  return start (gr_scan_strided_kernel<Op, T, gr_strided_run_rule (sizeof (T), 1, false), 1, false>);
}

} // namespace

#endif
