/* SPDX-License-Identifier: GPL-3.0-or-later

   Scan of many segments side by side, whose rows may begin anywhere in sectors.  A block goes along a stripe of
   segments, one segment a thread, which reads each element once.  Bulk copies (bulk.cuh) bring the stripe's part
   of a row to shared memory and take it back.  Copy warps start and await them and do nothing else; the other
   warps scan, and need no barrier of the block before the next rows (warp specialization: M. Bauer, H. Cook, B.
   Khailany, "CudaDMA", SC 2011).

   A block's stages are a ring.  Each holds some rows of a stripe, whose elements are on their way, are being
   scanned, or are on their way back as results.  Results that differ in size from elements, and positions, stand
   behind them.

   Stripes write whole bursts of memory, GR_BURST bytes, because a burst that two blocks write in part is read and
   written twice.  So a stripe also scans the segments before its own whose results are in its first burst
   (tuning: stripes-bursts).  */

#ifndef GR_SCAN_STRIPES_CUH
#define GR_SCAN_STRIPES_CUH

#include "auto/scan_common.cuh"
#include "block/bulk.cuh"
#include "block/lookback.cuh"
#include "op/segment.cuh"
#include "plan/plan.h"
#include "runtime/context.cuh"

namespace GR_NAMESPACE
{

/* The stages of a block, in the order in which it fills them.  */
struct gr_stripe_stages
{
  const gr_segments &segments;
  const gr_stripes_plan &plan;
  size_t stripe, first;  /* the position of the first row in the segments */
  ptrdiff_t offset;      /* of its first element */
  unsigned width, count; /* segments that are read, rows */
  unsigned left, right;  /* elements of GR_BURST bytes less one, where the stripe has a neighbour on that side;
                            else 0 */
  unsigned stage = 0, parity = 0;

  __device__ __forceinline__ gr_stripe_stages (const gr_segments &segments, const gr_stripes_plan &plan)
    : segments (segments), plan (plan), stripe (blockIdx.x)
  {
    begin ();
  }
  __device__ __forceinline__ bool more () const { return stripe < plan.stripes; }
  __device__ __forceinline__ void next ()
  {
    if (++stage == plan.stages)
      {
        stage = 0;
        parity ^= 1;
      }
    first += plan.rows;
    offset += segments.stride () * static_cast<ptrdiff_t> (plan.rows);
    if (first < segments.len)
      count_rows ();
    else
      {
        stripe += gridDim.x;
        begin ();
      }
  }

private:
  __device__ __forceinline__ void count_rows ()
  {
    count = static_cast<unsigned> (min (segments.len - first, static_cast<size_t> (plan.rows)));
  }
  __device__ __forceinline__ void begin ()
  {
    const size_t slab = gr_divide (stripe, plan.stripes_per_slab), number = stripe - slab * plan.stripes_per_slab;
    if (! more ())
      return;
    first = 0;
    const size_t begin = number * plan.width, end = begin + plan.width;
    left = number ? plan.overlap : 0;
    right = end < segments.inner ? plan.overlap : 0;
    offset = static_cast<ptrdiff_t> (segments.offset (slab * segments.inner + begin - left, 0));
    width = static_cast<unsigned> (min (segments.inner, end) - begin) + left;
    count_rows ();
  }
};

/* A block; its warps copy (), or scan ().  */
template <class Op, class T, class Out> struct gr_stripes_block
{
  static constexpr bool INDEXED = gr_has_positions<Op>::value, BESIDE = sizeof (Out) != sizeof (T);
  static constexpr unsigned STEP = 4;

  const gr_scan_arguments<Op, T> &args;
  const gr_stripes_plan &plan;
  unsigned char *shared;
  gr_mbarrier *loaded, *ready; /* of each stage, telling that its elements are there, and that its results are */
  ptrdiff_t stride;
  unsigned pitch, out_pitch, index_pitch; /* bytes from row to row */
  unsigned results, positions, bytes;     /* where in a stage results and positions begin, and where it ends */

  __device__ __forceinline__ gr_stripes_block (const gr_scan_arguments<Op, T> &args, const gr_stripes_plan &plan,
                                               unsigned char *shared, gr_mbarrier *loaded, gr_mbarrier *ready)
    : args (args), plan (plan), shared (shared), loaded (loaded), ready (ready), stride (args.segments.stride ())
  {
    const unsigned most = plan.width + plan.overlap;
    pitch = gr_row_pitch (sizeof (T), most);
    out_pitch = BESIDE ? gr_row_pitch (sizeof (Out), most) : pitch;
    index_pitch = gr_row_pitch (sizeof (double), most);
    results = BESIDE ? plan.rows * pitch : 0;
    positions = results + plan.rows * out_pitch;
    bytes = positions + (INDEXED ? plan.rows * index_pitch : 0);
  }
  __device__ __forceinline__ unsigned char *stage (const gr_stripe_stages &at) const
  {
    return shared + at.stage * bytes;
  }

  /* ---- copy warps ---- */

  /* A thread that copies has the row of one number in every stage.  */
  __device__ __forceinline__ void copy (unsigned row) const
  {
    if (row >= plan.rows)
      return;
    const ptrdiff_t to_row = stride * static_cast<ptrdiff_t> (row);
    gr_stripe_stages ahead (args.segments, plan), here (args.segments, plan);
    for (unsigned under_way = 0; here.more ();)
      {
        if (under_way < plan.stages - 1)
          under_way++;
        else
          {
            ready[here.stage].wait (here.parity);
            if (row < here.count)
              store (here, row, here.offset + to_row);
            gr_bulk_commit ();
            gr_bulk_wait_read<1> (); /* then the stage before this one is free */
            here.next ();
          }
        if (ahead.more ())
          {
            if (row < ahead.count)
              gr_load_row (&loaded[ahead.stage], stage (ahead) + row * pitch, args.source.in, ahead.offset + to_row,
                           ahead.width, args.segments.count * args.segments.len);
            else
              loaded[ahead.stage].arrive ();
            ahead.next ();
          }
      }
    gr_bulk_wait ();
  }
  /* Start to write what the stripe has of a row, which begins at that offset.  */
  __device__ __forceinline__ void store (const gr_stripe_stages &here, unsigned row, ptrdiff_t offset) const
  {
    const ptrdiff_t from = (offset + here.left) & ~static_cast<ptrdiff_t> (here.left);
    const ptrdiff_t to = (offset + here.width) & ~static_cast<ptrdiff_t> (here.right);
    gr_store_part (static_cast<Out *> (args.sink.out), stage (here) + results + row * out_pitch, offset, from, to);
    if constexpr (INDEXED)
      gr_store_part (args.sink.index, stage (here) + positions + row * index_pitch, offset, from, to);
  }

  /* ---- workers ---- */

  /* The places of the thread's elements of a stage's first rows, in an array that begins at `from`, with rows
     pitch_of apart.  Rows that are STEP apart begin alike in 16 bytes.  */
  template <class Element>
  __device__ __forceinline__ void find (const gr_stripe_stages &here, unsigned from, unsigned pitch_of,
                                        unsigned (&place)[STEP]) const
  {
#pragma unroll
    for (unsigned e = 0; e < STEP; e++)
      place[e] = from + e * pitch_of
               + (gr_row_gap<Element> (here.offset + stride * static_cast<ptrdiff_t> (e)) + threadIdx.x)
                   * static_cast<unsigned> (sizeof (Element));
  }
  __device__ __forceinline__ void scan () const
  {
    gr_running_results<Op, T, Out> running (args.op.identity ());
    for (gr_stripe_stages here (args.segments, plan); here.more (); here.next ())
      {
        if (! here.first)
          {
            running.serial.start (args.op);
            running.last = gr_cast<Out> (args.op.empty ());
            running.last_position = 0.0;
            running.place = args.segments.reverse ? static_cast<double> (args.segments.len) : 1.0;
          }
        loaded[here.stage].wait (here.parity);
        if (threadIdx.x < here.width)
          scan_stage (here, running);
        gr_fence_proxy_async ();
        ready[here.stage].arrive ();
      }
  }
  /* A thread's segment of a stage.  */
  __device__ __forceinline__ void scan_stage (const gr_stripe_stages &here,
                                              gr_running_results<Op, T, Out> &running) const
  {
    unsigned char *const at = stage (here);
    unsigned in_row[STEP], out_row[STEP];
    [[maybe_unused]] unsigned index_row[STEP];
    find<T> (here, 0, pitch, in_row);
    find<Out> (here, results, out_pitch, out_row);
    find<double> (here, positions, index_pitch, index_row);
    gr_read_ahead<T, STEP> (
      here.count,
      [&] (T (&x)[STEP], unsigned row, auto ahead, auto count) {
#pragma unroll
        for (unsigned e = 0; e < STEP; e++)
          if (e < count)
            x[e] = *reinterpret_cast<const T *> (at + (row + ahead) * pitch + in_row[e]);
      },
      [&] (const T (&x)[STEP], unsigned row, auto count) {
#pragma unroll
        for (unsigned e = 0; e < STEP; e++)
          if (e < count)
            running.put (args, x[e], static_cast<int> (here.first + row + e), at + row * out_pitch + out_row[e],
                         at + row * index_pitch + index_row[e]);
      });
  }
};

template <class Op, class T>
__global__
__launch_bounds__ (GR_STRIPES_THREADS, 1) void gr_scan_stripes_kernel (gr_scan_arguments<Op, T> args,
                                                                       const __grid_constant__ gr_stripes_plan plan)
{
  GR_DYNAMIC_SHARED (unsigned char, shared);
  __shared__ gr_mbarrier loaded[GR_STRIPES_STAGES], ready[GR_STRIPES_STAGES];
  const unsigned workers = plan.threads, lane = threadIdx.x % 32;
  if (threadIdx.x < plan.stages)
    {
      loaded[threadIdx.x].init (plan.rows);
      ready[threadIdx.x].init (workers);
    }
  gr_fence_proxy_async ();
  __syncthreads ();

  gr_with_result_type<Op, T> (args.sink.type, [&] (auto result) {
    const gr_stripes_block<Op, T, decltype (result)> block (args, plan, shared, loaded, ready);
    if (threadIdx.x >= workers)
      block.copy (lane * plan.copy_warps + (threadIdx.x - workers) / 32);
    else
      block.scan ();
  });
}

/* Scan segments side by side along stripes.  */
template <class Op, class T>
gr_status
gr_scan_stripes (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
                 const gr_segments &segments, bool exclusive, const gr_plan &plan)
{
  static_assert (sizeof (gr_mbarrier) <= GR_MBARRIER, "plans count with that");
  return gr_launch_recorded (context, GR_KERNEL (gr_scan_stripes_kernel<Op, T>), static_cast<unsigned> (plan.grid),
                             plan.block, plan.shared, gr_scan_arguments<Op, T>{ op, source, sink, segments, exclusive },
                             plan.of.stripes);
}

} // namespace

#endif
