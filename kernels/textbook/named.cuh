/* SPDX-License-Identifier: GPL-3.0-or-later

   What all algorithms that are called by name share: elements (load.cuh) that become
   results (gr_results).  Algorithms that work in place begin with a copy in accumulators.

   Where an algorithm is defined: grep gr_textbook<GR_ALGORITHM_KOGGE>.  */

#ifndef GR_NAMED_CUH
#define GR_NAMED_CUH

#include "plan/rules.h"
#include "runtime/context.cuh"
#include "textbook/load.cuh"

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

/* ---- elements and results ---- */

/* Means are relative to an element of each segment, which is found before all others are loaded.  */
template <class Op>
__global__ void
gr_find_origins_kernel (const __grid_constant__ gr_elements<Op> elements, gr_origin *origins)
{
  const gr_segments &segments = elements.segments;
  const size_t step = static_cast<size_t> (gridDim.x) * blockDim.x;
  for (size_t segment = blockIdx.x * static_cast<size_t> (blockDim.x) + threadIdx.x; segment < segments.count;
       segment += step)
    elements.with_type ([&] (auto zero) {
      const auto *in = static_cast<const decltype (zero) *> (elements.in);
      origins[segment].at = gr_on_segment (elements.loader.op, segment, segments.len, [&] (size_t k) {
                              return in[segments.offset (segment, k)];
                            }).origin;
    });
}
template <class Op>
gr_status
gr_find_origins (gr_context *, gr_elements<Op> *)
{
  return GR_OK;
}
template <class Moments>
gr_status
gr_find_origins (gr_context *context, gr_elements<gr_variance<Moments>> *elements)
{
  const size_t count = elements->segments.count;
  gr_origin *origins = nullptr;
  GR_TRY (gr_scratch (context, count, &origins));
  GR_TRY (gr_launch_unrecorded (context, GR_KERNEL (gr_find_origins_kernel<gr_variance<Moments>>),
                                gr_grid (gr_ceil_div (count, GR_CONVERT_BLOCK)), GR_CONVERT_BLOCK, *elements, origins));
  elements->loader.op.origins = origins;
  return GR_OK;
}

template <class Op> struct gr_results
{
  gr_sink<Op> sink;
  gr_segments segments;
  bool scan, exclusive;

  /* Store what a segment has come to: a reduction at its end, a scan at position k.  An exclusive scan has it one
     place later.  */
  __device__ void put (const Op &op, const typename Op::Acc &a, size_t segment, size_t k) const
  {
    if (! scan)
      sink.put (op, a, segment, segments);
    else
      {
        const size_t here = segments.offset (segment, k);
        if (exclusive && k == 0)
          sink.put_empty (op, here);
        if (k + exclusive < segments.len)
          sink.put (op, a, here + (exclusive ? static_cast<size_t> (segments.stride ()) : 0), segments);
      }
  }
};

/* A scan's results as accumulators, from which a later pass goes on.  */
template <class Op>
gr_results<Op>
gr_as_states (const Op &, typename Op::Acc *work, size_t len, size_t count)
{
  return { { work, nullptr, GR_STATES }, { 1, len, count, false }, true, false };
}

/* ---- algorithms ---- */

/* What an algorithm has to do: reduce each segment, or scan it.  */
template <class Op> struct gr_named_task
{
  gr_elements<Op> elements;
  gr_results<Op> results;
  unsigned block; /* threads in each */
};

/* An algorithm by name: each is defined once, by a specialisation in the file of its family with
     template <class Op>
     static gr_status run (gr_context *context, const Op &op, const gr_named_task<Op> &task)  */
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

template <class Op>
__global__ void
gr_copy_kernel (Op op, const __grid_constant__ gr_elements<Op> elements, typename Op::Acc *work)
{
  const size_t len = elements.segments.len, n = elements.segments.count * len;
  const size_t step = static_cast<size_t> (gridDim.x) * blockDim.x;
#pragma unroll 1
  for (size_t e = blockIdx.x * static_cast<size_t> (blockDim.x) + threadIdx.x; e < n; e += step)
    {
      const size_t segment = e / len;
      work[e] = elements.at (op, segment, e - segment * len);
    }
}

/* For algorithms that work in place: a copy in accumulators.  */
template <class Op>
gr_status
gr_copy_elements (gr_context *context, const Op &op, const gr_elements<Op> &elements, typename Op::Acc **work)
{
  const size_t n = elements.segments.count * elements.segments.len;
  GR_TRY (gr_scratch (context, n, work));
  GR_TRY (gr_launch_unrecorded (context, GR_KERNEL (gr_copy_kernel<Op>), gr_grid (gr_ceil_div (n, GR_CONVERT_BLOCK)),
                                GR_CONVERT_BLOCK, op, elements, *work));
  return gr_mark (context, GR_CONVERTED);
}

/* Store len accumulators of each segment.  */
template <class Op>
__global__ void
gr_store_kernel (Op op, const typename Op::Acc *work, const __grid_constant__ gr_results<Op> results, size_t len)
{
  const size_t n = results.segments.count * len, step = static_cast<size_t> (gridDim.x) * blockDim.x;
#pragma unroll 1
  for (size_t e = blockIdx.x * static_cast<size_t> (blockDim.x) + threadIdx.x; e < n; e += step)
    {
      const size_t segment = e / len;
      results.put (op, work[e], segment, e - segment * len);
    }
}

/* For algorithms that end with accumulators: one a segment, or all of a scan.  */
template <class Op>
gr_status
gr_store_results (gr_context *context, const Op &op, const typename Op::Acc *work, const gr_results<Op> &results)
{
  const size_t len = results.scan ? results.segments.len : 1;
  GR_TRY (gr_mark (context, GR_COMPUTED));
  return gr_launch_unrecorded (context, GR_KERNEL (gr_store_kernel<Op>),
                               gr_grid (gr_ceil_div (results.segments.count * len, GR_CONVERT_BLOCK)), GR_CONVERT_BLOCK,
                               op, work, results, len);
}

} // namespace

#endif
