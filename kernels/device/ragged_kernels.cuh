/* SPDX-License-Identifier: GPL-3.0-or-later

   Kernels that look at offsets and keys (gr_ragged).  */

#ifndef GR_RAGGED_KERNELS_CUH
#define GR_RAGGED_KERNELS_CUH

#include "op/element.cuh"
#include "op/keys.cuh"
#include "runtime/kernel.cuh"

namespace GR_NAMESPACE
{

/* What is noted of them, as bits.  */
enum { GR_IS_FAULTY = 1, GR_HAS_EMPTY = 2, GR_IS_UNSORTED = 4 };

/* Threads of a block, and neighbouring numbers of each.  */
constexpr unsigned GR_RAGGED_CHECK_THREADS = 256, GR_RAGGED_CHECKED = 8;

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

/* Keys from 1 to count as 32-bit numbers, unless `to` is NULL; others are left out, and noted, as is a key that is less
   than the one before.  */
template <class K>
__global__ void
__launch_bounds__ (GR_RAGGED_CHECK_THREADS)
  gr_convert_keys_kernel (const K *from, size_t n, unsigned count, unsigned *to, unsigned *noted)
{
  unsigned found = 0;
  gr_each_checked (n, [&] (size_t i) {
    const unsigned key = gr_key_of (from[i], count), before = i ? gr_key_of (from[i - 1], count) : 0;
    if (to)
      to[i] = key;
    found |= (key == GR_LEFT_OUT ? GR_IS_FAULTY : 0) | (key < before ? GR_IS_UNSORTED : 0);
  });
  if (found)
    atomicOr (noted, found);
}

/* Ascending keys and the offsets that they make, as one row of items: offset k, which is how many keys are at most k,
   stands behind these.  Tiles of equal size of them are the same work, however many keys are alike or absent.  */
constexpr unsigned GR_OFFSETS_TILE = 4096;

struct gr_sorted_keys
{
  const unsigned *keys;
  size_t n, offsets; /* keys; offsets from 0 on */
};

/* first[t]: how many offsets are before item t * GR_OFFSETS_TILE, or all items; t goes to `tiles`.  Index: a whole
   number.  */
template <class Index>
__global__ void
__launch_bounds__ (GR_RAGGED_CHECK_THREADS) gr_first_offsets_kernel (gr_sorted_keys sorted, size_t tiles, Index *first)
{
  const size_t t = blockIdx.x * static_cast<size_t> (GR_RAGGED_CHECK_THREADS) + threadIdx.x;
  if (t > tiles)
    return;
  const size_t item = min (t * GR_OFFSETS_TILE, sorted.n + sorted.offsets);
  size_t low = item > sorted.n ? item - sorted.n : 0, high = min (item, sorted.offsets);
  while (low < high)
    {
      const size_t middle = low + (high - low) / 2;
      if (sorted.keys[item - middle - 1] > middle)
        low = middle + 1;
      else
        high = middle;
    }
  first[t] = low;
}

template <class Index>
__global__ void
__launch_bounds__ (GR_RAGGED_CHECK_THREADS)
  gr_find_offsets_kernel (gr_sorted_keys sorted, const Index *first, double *offsets)
{
  __shared__ unsigned keys[GR_OFFSETS_TILE];
  const size_t item = blockIdx.x * static_cast<size_t> (GR_OFFSETS_TILE), begin = first[blockIdx.x];
  const size_t end = first[blockIdx.x + 1], from = item - begin;
  const size_t items = min (item + GR_OFFSETS_TILE, sorted.n + sorted.offsets) - item;
  const unsigned length = static_cast<unsigned> (items - (end - begin));
  for (unsigned k = threadIdx.x; k < length; k += GR_RAGGED_CHECK_THREADS)
    {
      keys[k] = sorted.keys[from + k];
    }
  __syncthreads ();
  for (size_t offset = begin + threadIdx.x; offset < end; offset += GR_RAGGED_CHECK_THREADS)
    {
      unsigned low = 0;
      for (unsigned high = length; low < high;)
        {
          const unsigned middle = (low + high) / 2;
          if (keys[middle] > offset)
            high = middle;
          else
            low = middle + 1;
        }
      offsets[offset] = static_cast<double> (from + low);
    }
}

} // namespace

#endif
