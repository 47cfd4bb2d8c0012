/* SPDX-License-Identifier: GPL-3.0-or-later

   Scan of short segments side by side.  A block stages a tile of whole segments in shared memory, as
   reduce_short.cuh does; each thread scans segments where they stand, and the results go back in aligned 16-byte
   vectors.  So each element is read once, and nothing looks back.  */

#ifndef GR_SCAN_SHORT_CUH
#define GR_SCAN_SHORT_CUH

#include "block/short_tile.cuh"
#include "op/segment.cuh"
#include "plan/plan.h"
#include "runtime/context.cuh"

namespace GR_NAMESPACE
{

/* Write count elements of a tile, from number `at` on, to memory, by `width` threads, of which the caller is
   number `number`: in vectors where both places begin alike in 16 bytes.  */
template <class T>
__device__ __forceinline__ void
gr_store_row (T *memory, const T *tile, unsigned at, unsigned count, unsigned number, unsigned width)
{
  constexpr unsigned COUNT = gr_vector_elements (sizeof (T), 16);
  typedef gr_vector<T, COUNT> Vector;
  const unsigned head = min (count, (COUNT - at % COUNT) % COUNT);
  if (reinterpret_cast<uintptr_t> (memory + head) % sizeof (Vector))
    {
      for (unsigned i = number; i < count; i += width)
        memory[i] = tile[at + i];
      return;
    }
  const unsigned vectors = (count - head) / COUNT, behind = head + vectors * COUNT;
  auto *const to = reinterpret_cast<Vector *> (memory + head);
  const auto *const from = reinterpret_cast<const Vector *> (tile + at + head);
#pragma unroll 4
  for (unsigned i = number; i < vectors; i += width)
    to[i] = gr_load_vector (&from[i]);
  for (unsigned i = number; i < head; i += width)
    memory[i] = tile[at + i];
  for (unsigned i = behind + number; i < count; i += width)
    memory[i] = tile[at + i];
}

/* Elements of a thread's share of a tile, which has room for their results.  */
template <class Op, class T, class Out>
constexpr unsigned gr_scan_short_run
  = gr_short_run_rule (sizeof (Out) > sizeof (T) ? sizeof (Out) : sizeof (T), sizeof (typename Op::Acc));

template <class Op, class T, unsigned RUN>
__global__
__launch_bounds__ (GR_SHORT_THREADS, sizeof (typename Op::Acc) <= 16 ? 6 : 2) void gr_scan_short_kernel (
  Op op, gr_source<Op, T> source, gr_sink<Op> sink, gr_segments segments, gr_short_plan plan, bool exclusive)
{
  typedef gr_thread_accumulator<Op, gr_source<Op, T>> Serial;
  typedef gr_vector_layout<T, RUN> Layout;
  constexpr unsigned STEP = 8;
  static_assert (Layout::FULL, "unswizzled, elements stand in order");
  GR_DYNAMIC_SHARED (unsigned char, shared);
  const T *const elements = reinterpret_cast<const T *> (shared);
  const unsigned len = static_cast<unsigned> (segments.len);
  const gr_short_tile tile
    = gr_stage_short<T, RUN> (source.in, reinterpret_cast<typename Layout::Vector *> (shared), segments, plan, 0);

  gr_with_result_type<Op, T> (sink.type, [&] (auto result) {
    typedef decltype (result) Out;
    /* Wider results stand beside the elements, and have a kernel of their own, whose runs leave room for them.  */
    if constexpr (RUN == gr_scan_short_run<Op, T, Out>)
      {
        constexpr unsigned BEHIND
          = sizeof (Out) == sizeof (T) ? 0 : gr_staging_bytes (sizeof (T), RUN, GR_SHORT_THREADS);
        Out *const results = reinterpret_cast<Out *> (shared + BEHIND);
        const int step = static_cast<int> (segments.reverse ? -plan.pitch : plan.pitch);
        for (unsigned l = threadIdx.x; l < tile.here; l += GR_SHORT_THREADS)
          {
            unsigned at = tile.at (l) + (segments.reverse ? (len - 1) * plan.pitch : 0);
            Serial serial (op.identity ());
            serial.start (op);
            Out last = gr_cast<Out> (op.empty ());
            for (unsigned k = 0; k < len; k += STEP)
              {
                T x[STEP];
#pragma unroll
                for (unsigned e = 0; e < STEP; e++)
                  if (k + e < len)
                    x[e] = elements[at + e * step];
#pragma unroll
                for (unsigned e = 0; e < STEP; e++)
                  if (k + e < len)
                    {
                      serial.add (op, x[e], static_cast<int> (k + e), k + e, k + e == 0);
                      const Out now = gr_cast<Out> (serial.finish (op));
                      results[at + e * step] = exclusive ? last : now;
                      last = now;
                    }
                at += STEP * step;
              }
          }
        __syncthreads ();
        Out *const out = static_cast<Out *> (sink.out) + tile.first;
        if (! plan.groups)
          gr_store_row (out, results, tile.gap, tile.here * len, threadIdx.x, GR_SHORT_THREADS);
        else
          for (unsigned row = 0; row < len; row++)
            gr_store_row (out + row * segments.inner, results, tile.gap + row * plan.pitch, tile.here, threadIdx.x,
                          GR_SHORT_THREADS);
      }
  });
}

/* Scan short segments side by side, by the kernel for the width of results.  */
template <class Op, class T>
gr_status
gr_scan_short (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
               const gr_segments &segments, bool exclusive, const gr_plan &plan)
{
  const auto start = [&] (auto kernel) {
    return gr_launch_recorded (context, kernel, static_cast<unsigned> (plan.grid), plan.block, plan.shared, op, source,
                               sink, segments, plan.of.tile, exclusive);
  };
  if constexpr (gr_widens<Op, T>)
    if (gr_types[sink.type].size != sizeof (T))
      return start (GR_KERNEL (gr_scan_short_kernel<Op, T, gr_scan_short_run<Op, T, gr_wide_result<Op>>>));
  return start (GR_KERNEL (gr_scan_short_kernel<Op, T, gr_scan_short_run<Op, T, T>>));
}

} // namespace

#endif
