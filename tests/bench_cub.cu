/* SPDX-License-Identifier: GPL-3.0-or-later

   See bench_cub.h.  Elements are combined in their own type, as the Toolkit does
   of itself.  */

#include "bench_cub.h"

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cuda/functional>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

namespace
{

struct times
{
  long long len;
  __host__ __device__ long long operator() (long long k) const { return k * len; }
};

/* Overwritten and read before every run, as the library does.  */
struct cache
{
  unsigned *memory, *sum;
  void *temporary;
  size_t count, bytes;
};

cudaError_t
flush (cache &c)
{
  cudaMemsetAsync (c.memory, 1, c.count * sizeof *c.memory);
  return cub::DeviceReduce::Sum (c.temporary, c.bytes, c.memory, c.sum, static_cast<long long> (c.count));
}

/* call (NULL, bytes) says how much memory the primitive wants.  */
template <class Call>
bool
time_runs (Call call, unsigned repeats, double *seconds)
{
  cache c = {};
  cudaEvent_t begin = nullptr, end = nullptr;
  void *memory = nullptr;
  size_t bytes = 0;
  int device = 0, l2 = 0;
  float ms;
  bool good = cudaDeviceSynchronize () == cudaSuccess && cudaGetDevice (&device) == cudaSuccess
           && cudaDeviceGetAttribute (&l2, cudaDevAttrL2CacheSize, device) == cudaSuccess
           && call (nullptr, bytes) == cudaSuccess && cudaMalloc (&memory, bytes) == cudaSuccess
           && cudaEventCreate (&begin) == cudaSuccess && cudaEventCreate (&end) == cudaSuccess;
  c.count = 2 * static_cast<size_t> (l2) / sizeof *c.memory;
  good = good && cudaMalloc (&c.memory, c.count * sizeof *c.memory) == cudaSuccess
      && cudaMalloc (&c.sum, sizeof *c.sum) == cudaSuccess && flush (c) == cudaSuccess
      && cudaMalloc (&c.temporary, c.bytes) == cudaSuccess;
  for (unsigned i = 0; good && i <= repeats; i++)
    {
      good = flush (c) == cudaSuccess && cudaEventRecord (begin) == cudaSuccess && call (memory, bytes) == cudaSuccess
          && cudaEventRecord (end) == cudaSuccess && cudaEventSynchronize (end) == cudaSuccess
          && cudaEventElapsedTime (&ms, begin, end) == cudaSuccess;
      if (i)
        seconds[i - 1] = ms * 1e-3;
    }
  cudaFree (c.memory);
  cudaFree (c.sum);
  cudaFree (c.temporary);
  cudaFree (memory);
  if (begin)
    cudaEventDestroy (begin);
  if (end)
    cudaEventDestroy (end);
  return good;
}

template <class T, class Combine>
bool
reduce (Combine combine, T identity, size_t len, size_t segments, const T *in, T *out, unsigned repeats,
        double *seconds)
{
  const long long length = static_cast<long long> (len);
  if (segments == 1)
    return time_runs (
      [=] (void *memory, size_t &bytes) {
        return cub::DeviceReduce::Reduce (memory, bytes, in, out, length, combine, identity);
      },
      repeats, seconds);
  const auto offsets = thrust::make_transform_iterator (thrust::make_counting_iterator (0LL), times{ length });
  return time_runs (
    [=] (void *memory, size_t &bytes) {
      return cub::DeviceSegmentedReduce::Reduce (memory, bytes, in, out, static_cast<long long> (segments), offsets,
                                                 offsets + 1, combine, identity);
    },
    repeats, seconds);
}

template <class T, class Combine>
bool
scan (Combine combine, size_t len, size_t segments, const T *in, T *out, unsigned repeats, double *seconds)
{
  return segments == 1
      && time_runs (
           [=] (void *memory, size_t &bytes) {
             return cub::DeviceScan::InclusiveScan (memory, bytes, in, out, combine, static_cast<long long> (len));
           },
           repeats, seconds);
}

template <class T>
bool
run (gr_operator op, size_t len, size_t segments, const void *from, void *to, unsigned repeats, double *seconds)
{
  typedef cuda::std::numeric_limits<T> limits;
  const T *in = static_cast<const T *> (from);
  T *out = static_cast<T *> (to);
  switch (op)
    {
    case GR_SUM:
      return reduce (cuda::std::plus<T> (), T (0), len, segments, in, out, repeats, seconds);
    case GR_PROD:
      return reduce (cuda::std::multiplies<T> (), T (1), len, segments, in, out, repeats, seconds);
    case GR_MAX:
      return reduce (cuda::maximum<T> (), limits::lowest (), len, segments, in, out, repeats, seconds);
    case GR_MIN:
      return reduce (cuda::minimum<T> (), limits::max (), len, segments, in, out, repeats, seconds);
    case GR_CUMSUM:
      return scan (cuda::std::plus<T> (), len, segments, in, out, repeats, seconds);
    case GR_CUMPROD:
      return scan (cuda::std::multiplies<T> (), len, segments, in, out, repeats, seconds);
    case GR_CUMMAX:
      return scan (cuda::maximum<T> (), len, segments, in, out, repeats, seconds);
    case GR_CUMMIN:
      return scan (cuda::minimum<T> (), len, segments, in, out, repeats, seconds);
    default:
      return false;
    }
}

} // namespace

extern "C" bool
bench_cub (gr_operator op, gr_type type, size_t len, size_t segments, const void *in, void *out, unsigned repeats,
           double *seconds)
{
  switch (type)
    {
    case GR_TYPE_F64:
      return run<double> (op, len, segments, in, out, repeats, seconds);
    case GR_TYPE_F32:
      return run<float> (op, len, segments, in, out, repeats, seconds);
    case GR_TYPE_I32:
      return run<int32_t> (op, len, segments, in, out, repeats, seconds);
    default:
      return false;
    }
}
