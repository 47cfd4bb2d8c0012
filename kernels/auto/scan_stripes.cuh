/* Scan of many segments side by side, whose rows may begin anywhere in sectors: a block goes along a stripe of
   segments, a thread a segment, which looks at each element once.  The stripe's part of a row comes to shared memory
   and goes back by bulk copies (bulk.cuh), which warps start and await that do nothing else, the copy warps; the
   others, the workers, need no barrier of the block to go on to the next rows (warp specialization: M. Bauer, H. Cook,
   B. Khailany, "CudaDMA", SC 2011).

   A block's stages are a ring: each holds some rows of a stripe, whose elements are on their way, are worked on, or are
   on their way back as results.  Results that are not of the elements' size, and positions, stand behind them.

   Stripes write whole bursts of memory, GR_BURST bytes: one that two blocks wrote a part of each, at different times,
   would be read and written twice.  30011 x 4472 single sums, dim 2, 282 us, and 311 where parts are written.
   So a stripe also scans the segments beside its own whose results may stand in its first burst.  */

#ifndef GR_SCAN_STRIPES_CUH
#define GR_SCAN_STRIPES_CUH

#include "block/bulk.cuh"
#include "block/lookback.cuh"
#include "op/thread_accumulator.cuh"
#include "plan/plan.h"
#include "runtime/context.cuh"

namespace GR_NAMESPACE
{

/* The stages of a block, one after the other.  */
struct gr_stripe_stages
{
  const gr_segments &segments;
  const gr_stripes_plan &plan;
  size_t stripe, first;  /* the position of the first row in the segments */
  ptrdiff_t offset;      /* of its first element */
  unsigned width, count; /* segments that are read, rows */
  unsigned left, right;  /* GR_BURST's elements less one where the stripe has a neighbour on that side, or 0 */
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

template <class Op, class T>
__global__
__launch_bounds__ (GR_STRIPES_THREADS, 1) void gr_scan_stripes_kernel (Op op, gr_source<Op, T> source, gr_sink<Op> sink,
                                                                       const __grid_constant__ gr_segments segments,
                                                                       const __grid_constant__ gr_stripes_plan plan,
                                                                       bool exclusive)
{
  typedef gr_thread_accumulator<Op, gr_source<Op, T>> Serial;
  constexpr bool INDEXED = gr_has_positions<Op>::value;
  constexpr unsigned STEP = 4;
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
  const ptrdiff_t stride = segments.stride ();

  gr_with_result_type<Op, T> (sink.type, [&] (auto result) {
    typedef decltype (result) Out;
    constexpr bool BESIDE = sizeof (Out) != sizeof (T);
    const unsigned most = plan.width + plan.overlap;
    const unsigned pitch = gr_row_pitch (sizeof (T), most);
    const unsigned out_pitch = BESIDE ? gr_row_pitch (sizeof (Out), most) : pitch;
    const unsigned index_pitch = gr_row_pitch (sizeof (double), most);
    const unsigned behind = BESIDE ? plan.rows * pitch : 0, positions = behind + plan.rows * out_pitch;
    const unsigned bytes = positions + (INDEXED ? plan.rows * index_pitch : 0);

    if (threadIdx.x >= workers)
      {
        const unsigned row = lane * plan.copy_warps + (threadIdx.x - workers) / 32;
        if (row >= plan.rows)
          return;
        const ptrdiff_t to_row = stride * static_cast<ptrdiff_t> (row);
        gr_stripe_stages ahead (segments, plan), here (segments, plan);
        for (unsigned under_way = 0; here.more ();)
          {
            if (under_way < plan.stages - 1)
              under_way++;
            else
              {
                unsigned char *const stage = shared + here.stage * bytes;
                ready[here.stage].wait (here.parity);
                if (row < here.count)
                  {
                    const ptrdiff_t offset = here.offset + to_row;
                    const ptrdiff_t from = (offset + here.left) & ~static_cast<ptrdiff_t> (here.left);
                    const ptrdiff_t to = (offset + here.width) & ~static_cast<ptrdiff_t> (here.right);
                    gr_store_part (static_cast<Out *> (sink.out), stage + behind + row * out_pitch, offset, from, to);
                    if constexpr (INDEXED)
                      gr_store_part (sink.index, stage + positions + row * index_pitch, offset, from, to);
                  }
                gr_bulk_commit ();
                gr_bulk_wait_read<1> (); /* so the stage before is free */
                here.next ();
              }
            if (ahead.more ())
              {
                if (row < ahead.count)
                  gr_load_row (&loaded[ahead.stage], shared + ahead.stage * bytes + row * pitch, source.in,
                               ahead.offset + to_row, ahead.width, segments.count * segments.len);
                else
                  loaded[ahead.stage].arrive ();
                ahead.next ();
              }
          }
        gr_bulk_wait ();
        return;
      }

    Serial serial (op.identity ());
    Out last = {};
    [[maybe_unused]] double position = 0.0, last_position = 0.0, at = 0.0;
    [[maybe_unused]] const double next = segments.reverse ? -1.0 : 1.0;
    for (gr_stripe_stages here (segments, plan); here.more (); here.next ())
      {
        if (! here.first)
          {
            serial.start (op);
            last = gr_cast<Out> (op.empty ());
            last_position = 0.0;
            at = segments.reverse ? static_cast<double> (segments.len) : 1.0;
          }
        unsigned char *const stage = shared + here.stage * bytes;
        loaded[here.stage].wait (here.parity);
        /* where the thread's element of a row is; rows that are STEP apart begin alike in 16 bytes */
        unsigned in_row[STEP], out_row[STEP];
        [[maybe_unused]] unsigned index_row[STEP];
#pragma unroll
        for (unsigned e = 0; e < STEP; e++)
          {
            const ptrdiff_t offset = here.offset + stride * static_cast<ptrdiff_t> (e);
            const auto place = [&] (unsigned from, unsigned pitch_of, auto element) {
              typedef decltype (element) Element;
              return from + e * pitch_of
                   + (gr_row_gap<Element> (offset) + threadIdx.x) * static_cast<unsigned> (sizeof (Element));
            };
            in_row[e] = place (0, pitch, T ());
            out_row[e] = place (behind, out_pitch, Out ());
            index_row[e] = place (positions, index_pitch, double ());
          }
        /* count: a constant where all rows are there */
        const auto load = [&] (T (&x)[STEP], unsigned row, auto count) {
#pragma unroll
          for (unsigned e = 0; e < STEP; e++)
            if (e < count)
              x[e] = *reinterpret_cast<const T *> (stage + row * pitch + in_row[e]);
        };
        const auto work = [&] (const T (&x)[STEP], unsigned row, auto count) {
#pragma unroll
          for (unsigned e = 0; e < STEP; e++)
            if (e < count)
              {
                const int k = static_cast<int> (here.first + row + e);
                serial.add (op, x[e], k, static_cast<size_t> (k), k == 0);
                const Out now = gr_cast<Out> (serial.finish (op));
                *reinterpret_cast<Out *> (stage + row * out_pitch + out_row[e]) = exclusive ? last : now;
                last = now;
                if constexpr (INDEXED)
                  {
                    position = serial.at == k ? at : position;
                    at += next;
                    *reinterpret_cast<double *> (stage + row * index_pitch + index_row[e])
                      = exclusive ? last_position : position;
                    last_position = position;
                  }
              }
        };
        if (threadIdx.x < here.width)
          {
            const std::integral_constant<unsigned, STEP> whole;
            T x[STEP], y[STEP];
            unsigned row = 0;
            if (here.count >= STEP)
              {
                /* the next rows are read before these have their results, of which the compiler does not see that
                   they are elsewhere */
                load (x, 0, whole);
#pragma unroll 1
                for (; row + 2 * STEP <= here.count; row += STEP)
                  {
                    load (y, row + STEP, whole);
                    work (x, row, whole);
#pragma unroll
                    for (unsigned e = 0; e < STEP; e++)
                      x[e] = y[e];
                  }
                work (x, row, whole);
                row += STEP;
              }
            if (row < here.count)
              {
                load (x, row, here.count - row);
                work (x, row, here.count - row);
              }
          }
        gr_fence_proxy_async ();
        ready[here.stage].arrive ();
      }
  });
}

/* Scan segments side by side along stripes.  */
template <class Op, class T>
gr_status
gr_scan_stripes (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
                 const gr_segments &segments, bool exclusive, const gr_plan &plan)
{
  static_assert (sizeof (gr_mbarrier) <= GR_MBARRIER, "plans count with that");
  return gr_launch_recorded (context, gr_scan_stripes_kernel<Op, T>, static_cast<unsigned> (plan.grid), plan.block,
                             plan.shared, op, source, sink, segments, plan.of.stripes, exclusive);
}

} // namespace

#endif
