/* The reduction behind `auto`: one kernel for every shape, launched as plan.h
   says.  Each thread folds its share of a chunk with several loads in flight;
   the y threads of a line are combined by a tree in shared memory, in index
   order.  Chunk totals of the same line are reduced by another pass, so the
   tree depends on the shape alone and the bits are the same every time.  */

#ifndef GR_REDUCE_CUH
#define GR_REDUCE_CUH

#include "context.cuh"
#include "line.cuh"
#include "plan.h"

namespace GR_NAMESPACE
{

/* Independent loads before the first use: enough bytes in flight without
   spilling the accumulators.  */
enum { GR_REDUCE_BATCH = 8 };

/* Combine the accumulators of the y threads of line x; valid where y is 0.
   shared holds a block's accumulators.  All threads of the block must call.  */
template <class Op> __device__ typename Op::Acc
gr_combine_threads (const Op &op, typename Op::Acc acc, typename Op::Acc *shared, unsigned x, unsigned y,
                    unsigned width, unsigned height)
{
  for (unsigned step = 1; step < height; step *= 2)
    {
      shared[y * width + x] = acc;
      __syncthreads ();
      if (y % (2 * step) == 0)
        acc = op.combine (acc, shared[(y + step) * width + x]);
      __syncthreads ();
    }
  return acc;
}

template <class Op, class Source> __global__ void
gr_reduce_kernel (Op op, Source source, gr_sink<Op> sink, gr_lines lines, gr_plan plan)
{
  typedef typename Op::Acc Acc;
  GR_DYNAMIC_SHARED (Acc, shared);
  const unsigned t = threadIdx.x;
  const unsigned x = plan.along ? t / plan.y : t % plan.x, y = plan.along ? t % plan.y : t / plan.x;
  const size_t groups = plan.items / plan.chunks;
  for (size_t item = blockIdx.x; item < plan.items; item += gridDim.x)
    {
      const size_t chunk = item / groups, line = (item - chunk * groups) * plan.x + x;
      Acc acc = op.identity ();
      if (line < lines.count)
        {
          const size_t begin = chunk * plan.chunk, end = min (begin + plan.chunk, lines.len);
          /* an ordered operator needs a run of neighbours in each thread; others
             interleave the threads, so that a warp reads neighbours */
          const size_t run = Op::ordered ? (end - begin + plan.y - 1) / plan.y : end - begin;
          const size_t first = Op::ordered ? begin + y * run : begin + y;
          const size_t last = Op::ordered ? min (first + run, end) : end, step = Op::ordered ? 1 : plan.y;
          const typename Source::Element *p = source.in + lines.offset (line, first);
          const ptrdiff_t stride = lines.stride () * static_cast<ptrdiff_t> (step);
          size_t k = first;
          for (; k + (GR_REDUCE_BATCH - 1) * step < last; k += GR_REDUCE_BATCH * step)
            {
              typename Source::Element batch[GR_REDUCE_BATCH];
#pragma unroll
              for (int j = 0; j < GR_REDUCE_BATCH; j++, p += stride)
                batch[j] = *p;
#pragma unroll
              for (int j = 0; j < GR_REDUCE_BATCH; j++)
                acc = op.combine (acc, source.convert (op, batch[j], k + j * step));
            }
          for (; k < last; k += step, p += stride)
            acc = op.combine (acc, source.convert (op, *p, k));
        }
      acc = gr_combine_threads (op, acc, shared, x, y, plan.x, plan.y);
      if (y == 0 && line < lines.count)
        sink.put (op, acc, line + lines.count * chunk, lines);
    }
}

/* Totals of the plan's chunks to sink.partial, [lines, chunks].  */
template <class Op, class Source> gr_status
gr_reduce_chunks (gr_context *context, const Op &op, const Source &source, const gr_sink<Op> &sink,
                  const gr_lines &lines, const gr_plan &plan)
{
  return gr_start (context, gr_reduce_kernel<Op, Source>, plan.grid, plan.x * plan.y,
                   plan.x * plan.y * sizeof (typename Op::Acc), op, source, sink, lines, plan);
}

/* Reduce every line to its place in the sink.  */
template <class Op, class Source> gr_status
gr_reduce_lines (gr_context *context, const Op &op, const Source &source, const gr_sink<Op> &sink,
                 const gr_lines &lines)
{
  const gr_plan plan = gr_make_plan (lines.inner, lines.len, lines.count / lines.inner, GR_REDUCE_BATCH);
  if (plan.chunks == 1)
    return gr_reduce_chunks (context, op, source, sink, lines, plan);
  gr_sink<Op> totals = {};
  GR_TRY (gr_scratch (context, lines.count * plan.chunks, &totals.partial));
  GR_TRY (gr_reduce_chunks (context, op, source, totals, lines, plan));
  return gr_reduce_lines (context, op, gr_partials<Op> {totals.partial}, sink,
                          gr_lines {lines.count, plan.chunks, lines.count, false});
}

} // namespace

#endif
