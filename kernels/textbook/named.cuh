/* SPDX-License-Identifier: GPL-3.0-or-later

   What all algorithms that are called by name share: they run on a workspace
   copy in which every segment is a contiguous segment of accumulators, so that one
   kernel of a family serves every element type, dimension and direction.

   Where an algorithm is defined: grep gr_textbook<GR_ALGORITHM_KOGGE>.  */

#ifndef GR_NAMED_CUH
#define GR_NAMED_CUH

#include "runtime/context.cuh"
#include "op/segment.cuh"
#include "plan/rules.h"

namespace GR_NAMESPACE
{

constexpr unsigned GR_CONVERT_BLOCK = 256;
constexpr unsigned GR_LARGEST_BLOCK = 1024; /* that the table lets a user ask for: kernels keep registers for it */
constexpr size_t GR_LARGEST_GRID = 1 << 20;

/* Blocks of a loop over n work items.  */
inline unsigned
gr_grid (size_t n)
{
  return static_cast<unsigned> (n < GR_LARGEST_GRID ? n : GR_LARGEST_GRID);
}

/* What an algorithm has to do: scan each of count segments of len accumulators, or reduce it.  */
struct gr_named_task
{
  size_t len, count;
  unsigned block; /* threads in each */
  bool scan;
};

/* An algorithm by name: each is defined once, by a specialisation in the file of its family with
     template <class Op>
     static gr_status run (gr_context *context, const Op &op, typename Op::Acc **work, const gr_named_task &task)
   Segments begin at *work.  A scan is done in place; a reduction leaves *work at its results, one for each segment.  */
template <gr_algorithm ALGORITHM> struct gr_textbook;

/* Combine two accumulators at a step of a tree.  Large ones are combined by a call, since every step of every
   kernel would have its own copy of the code.  Not where kernels are linked on the device, since a function that
   is compiled apart may take more registers than the kernel has (tuning: tree-step-calls).  */
template <class Op>
__device__ __noinline__ typename Op::Acc
gr_call_combine (Op op, typename Op::Acc a, typename Op::Acc b)
{
  return op.combine (a, b);
}
template <class Op>
__device__ __forceinline__ typename Op::Acc
gr_combine_step (const Op &op, const typename Op::Acc &a, const typename Op::Acc &b)
{
#ifndef __CUDACC_RDC__
  if constexpr (sizeof (typename Op::Acc) > 16)
    return gr_call_combine (op, a, b);
#endif
  return op.combine (a, b);
}

template <class Op, class Source>
__global__ void
gr_convert_in_kernel (Op op, Source source, typename Op::Acc *work, gr_segments segments)
{
  const size_t n = segments.count * segments.len, step = static_cast<size_t> (gridDim.x) * blockDim.x;
  for (size_t e = blockIdx.x * static_cast<size_t> (blockDim.x) + threadIdx.x; e < n; e += step)
    {
      const size_t segment = e / segments.len, k = e - segment * segments.len;
      work[e] = source.convert (source.on_segment (op, segments, segment), source.in[segments.offset (segment, k)], k);
    }
}

/* Copy segments of len accumulators to the places of the segments' elements.  The place of an exclusive scan
   receives what stands before it.  */
template <class Op>
__global__ void
gr_convert_out_kernel (Op op, const typename Op::Acc *work, gr_sink<Op> sink, gr_segments segments, size_t len,
                       bool exclusive)
{
  const size_t n = segments.count * len, step = static_cast<size_t> (gridDim.x) * blockDim.x;
  for (size_t e = blockIdx.x * static_cast<size_t> (blockDim.x) + threadIdx.x; e < n; e += step)
    {
      const size_t segment = e / len, k = e - segment * len;
      const size_t place = len == segments.len ? segments.offset (segment, k) : segment;
      if (exclusive && k == 0)
        sink.put_empty (op, place);
      else
        sink.put (op, work[exclusive ? e - 1 : e], place, segments);
    }
}

/* Copy the segments to new segments.  */
template <class Op, class Source>
gr_status
gr_convert_in (gr_context *context, const Op &op, const Source &source, const gr_segments &segments,
               typename Op::Acc **work)
{
  const size_t n = segments.count * segments.len;
  GR_TRY (gr_scratch (context, n, work));
  GR_TRY (gr_launch_unrecorded (context, gr_convert_in_kernel<Op, Source>, gr_grid (gr_ceil_div (n, GR_CONVERT_BLOCK)),
                                GR_CONVERT_BLOCK, op, source, *work, segments));
  return gr_mark (context, GR_CONVERTED);
}

/* Store segments of len accumulators: a scan leaves segments.len of each, a reduction 1.  */
template <class Op>
gr_status
gr_convert_out (gr_context *context, const Op &op, const typename Op::Acc *work, const gr_sink<Op> &sink,
                const gr_segments &segments, size_t len, bool exclusive)
{
  GR_TRY (gr_mark (context, GR_COMPUTED));
  return gr_launch_unrecorded (context, gr_convert_out_kernel<Op>,
                               gr_grid (gr_ceil_div (segments.count * len, GR_CONVERT_BLOCK)), GR_CONVERT_BLOCK, op,
                               work, sink, segments, len, exclusive);
}

} // namespace

#endif
