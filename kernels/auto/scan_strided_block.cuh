/* SPDX-License-Identifier: GPL-3.0-or-later

   What a block does with a tile of segments side by side, whichever kernel of scan_strided.cuh it is: threads have
   bundles of neighbouring segments, and runs of these.  */

#ifndef GR_SCAN_STRIDED_BLOCK_CUH
#define GR_SCAN_STRIDED_BLOCK_CUH

#include "auto/scan_common.cuh"
#include "block/lookback.cuh"
#include "plan/plan.h"
#include "block/tile.cuh"

namespace GR_NAMESPACE
{

/* ---- bundles and runs ---- */

/* Neighbouring elements, one of each of SEGMENTS segments.  */
template <class T, unsigned SEGMENTS> using gr_bundle = gr_vector<T, SEGMENTS>;

/* Write a bundle to memory that is aligned to 16 bytes, or to the whole bundle if that is less.  paired:
   neighbouring lanes, an even and an odd one, write neighbouring bundles.  A bundle of 32 bytes takes two
   accesses, so each lane of a pair then writes a half of both bundles, and what lanes write at a time is whole
   sectors (tuning: bundle-stores).  */
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

/* Call f (j) for the first count elements of a run, with j from 0.  Nearly all runs are whole and get a loop
   without further tests if CHEAP.  */
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

/* The runs of a block's threads.  Each thread reads from shared memory only what it loaded itself.  */
template <class T, unsigned RUN, unsigned SEGMENTS, bool LOOKS_BACK> struct gr_strided_stage
{
  typedef gr_bundle<T, SEGMENTS> Bundle;
  /* loads whose addresses are held at once; 8 of 4 singles make the kernel that goes along segments spill, but are
     faster with look-back (tuning: strided-step) */
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

/* Accumulators that the threads of a block share: one for each segment in each warp, those of a warp side by side.  */
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

/* A block of any kernel in scan_strided.cuh, and what it does with a work item, which is a tile of a group of
   segments.  */
template <class Op, class T, unsigned RUN, unsigned SEGMENTS, bool LOOKS_BACK> struct gr_strided_block
{
  typedef typename Op::Acc Acc;
  typedef gr_thread_accumulator<Op, gr_source<Op, T>> Serial;
  typedef gr_strided_stage<T, RUN, SEGMENTS, LOOKS_BACK> Stage;
  typedef gr_strided_work<Acc, SEGMENTS> Work;
  static constexpr bool INDEXED = gr_has_positions<Op>::value;

  const gr_scan_arguments<Op, T> &args;
  const gr_strided_plan &plan;
  unsigned x, width, lane, warp;
  unsigned across, along; /* segments and elements of a step */
  size_t in_tile;         /* elements of a tile; a tile that looks back is one step */
  unsigned total_end;     /* accumulators of all warps */
  unsigned groups, items;
  ptrdiff_t stride;
  Stage *stages;
  Acc *sums, *levels; /* what warps come to, and levels of look-back */

  /* stage_count: tiles or steps that are staged at a time.  */
  __device__ __forceinline__ gr_strided_block (const gr_scan_arguments<Op, T> &args, const gr_strided_plan &plan,
                                               unsigned char *shared, unsigned stage_count)
    : args (args), plan (plan), x (plan.x), width (min (x, 32u)), lane (threadIdx.x % 32), warp (threadIdx.x / 32),
      across (x * SEGMENTS), along (plan.y * RUN), in_tile (LOOKS_BACK ? along : plan.steps * along),
      total_end (static_cast<unsigned> (gr_strided_sums (plan, SEGMENTS))),
      groups (static_cast<unsigned> (plan.groups)), items (static_cast<unsigned> (plan.groups * plan.tiles)),
      stride (args.segments.stride ()), stages (reinterpret_cast<Stage *> (shared)),
      sums (reinterpret_cast<Acc *> (stages + stage_count)), levels (sums + total_end)
  {}

  /* Elements of a thread's run that begins there.  */
  __device__ __forceinline__ unsigned count_at (size_t segment, size_t first) const
  {
    return segment < args.segments.count && first < args.segments.len
           ? static_cast<unsigned> (min (args.segments.len - first, static_cast<size_t> (RUN)))
           : 0;
  }
  /* Where the thread's part of an item is.  */
  __device__ __forceinline__ void place (Work &work, unsigned item) const
  {
    const unsigned tile = item / groups;
    work.tile = tile + plan.first_tile;
    work.group = item - tile * groups;
    /* x is a power of two, but the compiler does not know it */
    const unsigned row = threadIdx.x >> (31 - __clz (static_cast<int> (x)));
    work.segment = (static_cast<size_t> (work.group) * x + (threadIdx.x & (x - 1))) * SEGMENTS;
    work.first = work.tile * in_tile + row * RUN;
    work.count = count_at (work.segment, work.first);
    work.offset
      = (work.segment < args.segments.count ? static_cast<ptrdiff_t> (args.segments.offset (work.segment, 0)) : 0)
      + stride * static_cast<ptrdiff_t> (work.first);
  }
  /* Go a step on along the segments.  */
  __device__ __forceinline__ void step_on (Work &work) const
  {
    work.first += along;
    work.offset += stride * along;
    work.count = count_at (work.segment, work.first);
  }
  /* Start to load the runs.  */
  __device__ __forceinline__ void load (const Work &work) const
  {
    stages[work.stage].load (args.source.in + work.offset, stride, work.count);
  }
  /* Prefetch what will be loaded soon (see gr_ask_for).  The rows of a tile are one behind the other in memory, so
     an item prefetches as many elements of them as it has itself, whichever items they belong to.  Tiles of
     several steps were slower with it.  */
  __device__ __forceinline__ void ask_for (unsigned now) const
  {
    const gr_segments &segments = args.segments;
    const size_t count = in_tile * across;
    const unsigned ahead = gr_ahead_rule (count * sizeof (T), INDEXED);
    if (threadIdx.x != GR_STRIDED_THREADS - 1 || (! LOOKS_BACK && plan.steps > 1) || items - now <= ahead)
      return;
    const unsigned tile = (now + ahead) / groups;
    const size_t segment = static_cast<size_t> (now + ahead - tile * groups) * across;
    const size_t slab = segments.inner == segments.count ? 0 : gr_divide (segment, segments.inner);
    const ptrdiff_t n = static_cast<ptrdiff_t> (segments.len * segments.count);
    const ptrdiff_t begin = static_cast<ptrdiff_t> ((tile + plan.first_tile) * in_tile);
    const ptrdiff_t first = segments.reverse ? static_cast<ptrdiff_t> (segments.len - in_tile) - begin : begin;
    const ptrdiff_t from
      = (static_cast<ptrdiff_t> (slab * segments.len) + first) * static_cast<ptrdiff_t> (segments.inner)
      + static_cast<ptrdiff_t> ((segment - slab * segments.inner) * in_tile);
    gr_prefetch (args.source.in + max (from, ptrdiff_t (0)),
                 args.source.in + min (from + static_cast<ptrdiff_t> (count), n));
  }

  /* First pass: what stands before the runs in their segments.  before (number) is what stands before segment
     number `number` of the block; after (number, acc) receives the total behind it.  */
  template <class Before, class After>
  __device__ __forceinline__ void total (Work &work, Before before, After after) const
  {
    const Op &op = args.op;
    const Stage &stage = stages[work.stage];
    Acc *const sum = sums + warp * SEGMENTS * width + lane % width; /* those of the thread's segments */
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
            const Acc of_warp = sums[at];
            sums[at] = running;
            running = op.combine (running, of_warp);
          }
        after (number, running);
      }
    __syncthreads ();
#pragma unroll
    for (unsigned v = 0; v < SEGMENTS; v++)
      work.prefix[v] = op.combine (sum[v * width], work.prefix[v]);
  }

  /* Second pass: the results.  */
  __device__ __forceinline__ void write (Work &work) const
  {
    const Op &op = args.op;
    const gr_segments &segments = args.segments;
    const bool paired = gr_strided_paired_rule (SEGMENTS, segments.inner);
    const Stage &stage = stages[work.stage];
    gr_with_result_type<Op, T> (args.sink.type, [&] (auto result) {
      typedef decltype (result) Out;
      /* a lambda, not a member, which would make the compiler spill */
      const auto put = [&] (auto excluding) {
        constexpr bool EXCLUDING = decltype (excluding)::value;
        Out *out = static_cast<Out *> (args.sink.out) + work.offset;
        [[maybe_unused]] double *index = INDEXED ? args.sink.index + work.offset : nullptr;
        Serial serial[SEGMENTS];
        [[maybe_unused]] double position[SEGMENTS];
#pragma unroll
        for (unsigned v = 0; v < SEGMENTS; v++)
          {
            serial[v] = Serial (work.prefix[v]);
            if constexpr (INDEXED)
              position[v] = args.sink.position (op, work.prefix[v], segments);
          }
        /* positions are counted as doubles, so that none needs a conversion */
        double here = static_cast<double> (segments.reverse ? segments.len - work.first : work.first + 1);
        const double next = segments.reverse ? -1.0 : 1.0;
        gr_each_of_count<RUN, Serial::is_cheap> (work.count, [&] (unsigned j, bool may_start) {
          const auto bundle = gr_load_vector (&stage.bundle[j][threadIdx.x]);
          const bool starts = may_start && work.first == 0, nothing = EXCLUDING && starts;
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
              if constexpr (! EXCLUDING)
                add ();
              results[v] = gr_cast<Out> (nothing ? op.empty () : serial[v].finish (op));
              if constexpr (INDEXED)
                positions[v] = nothing ? 0.0 : position[v];
              if constexpr (EXCLUDING)
                add ();
            }
          here += next;
          /* bundles of floating point have no wider results (widest_bundle in plan/strided.c) */
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
            work.prefix[v] = serial[v].get (op, [&] (int i) { return work.first + i; });
      };
      /* as a run-time flag it would make the compiler spill (tuning: strided-exclusive) */
      gr_with_flag (args.exclusive, [&] (auto excluding) { put (excluding); });
    });
  }
};

} // namespace

#endif
