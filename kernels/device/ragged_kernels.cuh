/* SPDX-License-Identifier: GPL-3.0-or-later

   Kernels that look at offsets and keys (gr_ragged).  */

#ifndef GR_RAGGED_KERNELS_CUH
#define GR_RAGGED_KERNELS_CUH

#include "op/element.cuh"
#include "runtime/kernel.cuh"

namespace GR_NAMESPACE
{

/* What is noted of them, as bits.  */
enum { GR_IS_FAULTY = 1, GR_HAS_EMPTY = 2, GR_IS_UNSORTED = 4 };

/* Threads of a block, and neighbouring numbers of each.  */
constexpr unsigned GR_RAGGED_CHECK_THREADS = 256, GR_RAGGED_CHECKED = 8;

/* The key of elements that are left out, behind all others.  */
constexpr unsigned GR_LEFT_OUT = 0xffffffffu;

/* Call f (i) for the thread's numbers below n: those of a block are neighbours.  */
template <class F>
__device__ __forceinline__ void
gr_each_checked (size_t n, F f)
{
  const size_t first = blockIdx.x * static_cast<size_t> (GR_RAGGED_CHECK_THREADS * GR_RAGGED_CHECKED) + threadIdx.x;
#pragma unroll
  for (unsigned j = 0; j < GR_RAGGED_CHECKED; j++)
    {
      const size_t i = first + j * GR_RAGGED_CHECK_THREADS;
      if (i < n)
        f (i);
    }
}

/* Offsets of `count` segments of len elements.  Number: double.  */
template <class Number>
__global__ void
__launch_bounds__ (GR_RAGGED_CHECK_THREADS)
  gr_check_offsets_kernel (const Number *offsets, size_t count, size_t len, unsigned *noted)
{
  unsigned found = 0;
  gr_each_checked (count + 1, [&] (size_t s) {
    const Number all = static_cast<Number> (len), at = offsets[s], next = s < count ? offsets[s + 1] : all;
    /* a comparison with NaN is false */
    const bool good
      = at >= 0 && at <= next && next <= all && at == floor (at) && (s || at == 0) && (s < count || at == all);
    found |= (good ? 0 : GR_IS_FAULTY) | (s < count && at == next ? GR_HAS_EMPTY : 0);
  });
  if (found)
    atomicOr (noted, found);
}

template <class K>
__device__ __forceinline__ unsigned
gr_key_of (K key, unsigned count)
{
  if constexpr (std::is_floating_point<K>::value)
    return key >= 1 && key <= count && key == floor (key) ? static_cast<unsigned> (key) : GR_LEFT_OUT;
  else
    return key >= 1 && static_cast<unsigned long long> (key) <= count ? static_cast<unsigned> (key) : GR_LEFT_OUT;
}

/* Keys from 1 to count as 32-bit numbers; others are left out, and noted, as is a key that is less than the one
   before.  */
template <class K>
__global__ void
__launch_bounds__ (GR_RAGGED_CHECK_THREADS)
  gr_convert_keys_kernel (const K *from, size_t n, unsigned count, unsigned *to, unsigned *noted)
{
  unsigned found = 0;
  gr_each_checked (n, [&] (size_t i) {
    const unsigned key = gr_key_of (from[i], count), before = i ? gr_key_of (from[i - 1], count) : 0;
    to[i] = key;
    found |= (key == GR_LEFT_OUT ? GR_IS_FAULTY : 0) | (key < before ? GR_IS_UNSORTED : 0);
  });
  if (found)
    atomicOr (noted, found);
}

/* 0, 1, and on.  */
template <class Number>
__global__ void
__launch_bounds__ (GR_RAGGED_CHECK_THREADS) gr_count_up_kernel (Number *to, size_t n)
{
  gr_each_checked (n, [&] (size_t i) { to[i] = static_cast<Number> (i); });
}

} // namespace

#endif
