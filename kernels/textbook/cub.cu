/* SPDX-License-Identifier: GPL-3.0-or-later

   See cub.cuh.  Compiling CUB takes long, so one instantiation serves all monoids of an accumulator, and the
   monoid is chosen at run time.  */

#include "textbook/cub.cuh"

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

namespace GR_NAMESPACE
{

namespace
{

/* combine () as CUB calls it.  */
struct arithmetic
{
  bool product;
  __device__ double operator() (double a, double b) const { return product ? a * b : a + b; }
};

struct logical
{
  gr_logical op;
  __device__ int operator() (int a, int b) const { return op.combine (a, b); }
};

template <class V> struct best
{
  typedef gr_value_index<V, true> Acc;
  gr_arg_extremum<V, true> most;
  gr_arg_extremum<V, false> least;
  bool max;
  __device__ Acc operator() (Acc a, Acc b) const { return max ? most.combine (a, b) : least.combine (a, b); }
};

/* First element of a segment, and segment of an element.  */
struct times
{
  long long len;
  __host__ __device__ long long operator() (long long k) const { return k * len; }
};
struct over
{
  long long len;
  __host__ __device__ long long operator() (long long k) const { return k / len; }
};

/* call (NULL, bytes) stores the bytes of memory that the primitive needs.  */
template <class Call>
gr_status
with_memory (gr_context *context, Call call)
{
  size_t bytes = 0;
  void *memory = nullptr;
  GR_TRY (gr_check (call (nullptr, bytes), "cub"));
  GR_TRY (gr_scratch (context, bytes, &memory));
  return gr_check (call (memory, bytes), "cub");
}

template <class Acc, class Combine>
gr_status
run (gr_context *context, Combine combine, Acc identity, Acc **work, const gr_named_task &task)
{
  const bool scan = task.scan;
  const size_t count = task.count;
  const long long length = static_cast<long long> (task.len), segments = static_cast<long long> (count);
  const auto numbers = thrust::make_counting_iterator (0LL);
  const auto segment_of = thrust::make_transform_iterator (numbers, over{ length });
  const auto begin_of = thrust::make_transform_iterator (numbers, times{ length });
  Acc *const in = *work;
  if (scan && count == 1)
    return with_memory (context, [=] (void *memory, size_t &bytes) {
      return cub::DeviceScan::InclusiveScan (memory, bytes, in, in, combine, length, context->stream);
    });
  if (scan)
    return with_memory (context, [=] (void *memory, size_t &bytes) {
      return cub::DeviceScan::InclusiveScanByKey (memory, bytes, segment_of, in, in, combine, length * segments,
                                                  cuda::std::equal_to<> (), context->stream);
    });
  Acc *results = nullptr;
  GR_TRY (gr_scratch (context, count, &results));
  *work = results;
  if (count == 1)
    return with_memory (context, [=] (void *memory, size_t &bytes) {
      return cub::DeviceReduce::Reduce (memory, bytes, in, results, length, combine, identity, context->stream);
    });
  return with_memory (context, [=] (void *memory, size_t &bytes) {
    return cub::DeviceSegmentedReduce::Reduce (memory, bytes, in, results, segments, begin_of, begin_of + 1, combine,
                                               identity, context->stream);
  });
}

} // namespace

template <>
gr_status
gr_cub (gr_context *context, const gr_sum &, double **work, const gr_named_task &task)
{
  return run (context, arithmetic{ false }, -0.0, work, task);
}

template <>
gr_status
gr_cub (gr_context *context, const gr_product &, double **work, const gr_named_task &task)
{
  return run (context, arithmetic{ true }, 1.0, work, task);
}

template <>
gr_status
gr_cub (gr_context *context, const gr_logical &op, int **work, const gr_named_task &task)
{
  return run (context, logical{ op }, op.any ? 0 : 1, work, task);
}

#define GR_CUB_ARG_EXTREMUM(V, MAX)                                                                                    \
  template <>                                                                                                          \
  gr_status gr_cub (gr_context *context, const gr_arg_extremum<V, MAX> &op, gr_value_index<V, true> **work,            \
                    const gr_named_task &task)                                                                         \
  {                                                                                                                    \
    const best<V> combine = { { op.nan_wins, op.worst }, { op.nan_wins, op.worst }, MAX };                             \
    return run (context, combine, { op.worst, op.nowhere }, work, task);                                               \
  }
GR_CUB_ARG_EXTREMUM (double, true)
GR_CUB_ARG_EXTREMUM (double, false)
GR_CUB_ARG_EXTREMUM (float, true)
GR_CUB_ARG_EXTREMUM (float, false)
GR_CUB_ARG_EXTREMUM (long long, true)
GR_CUB_ARG_EXTREMUM (long long, false)
GR_CUB_ARG_EXTREMUM (unsigned long long, true)
GR_CUB_ARG_EXTREMUM (unsigned long long, false)

} // namespace
