/* SPDX-License-Identifier: GPL-3.0-or-later

   Counts of elements between edges.

   A block has the edges and its counters in shared memory, as many counters for each edge as there is room for: with 32
   each lane of a warp has its own ones, in a bank that no other lane asks for, so equal elements wait for each other no
   more than others do.  Counters are whole numbers, so no order of atomics changes a count.

   Where steps are equal, an element's place says its bin, and few are compared with an edge (op/histogram.h).  Else the
   numbers between the first and the last edge are cut into buckets of equal width.  The function that gives a number's
   bucket never descends, so edges in lower buckets are below a number, and those in higher ones above it: only those in
   its own bucket are compared with it, by halving.  */

#ifndef GR_SORT_HISTOGRAM_CUH
#define GR_SORT_HISTOGRAM_CUH

#include "block/vector.cuh"
#include "op/histogram.h"
#include "runtime/kernel.cuh"

namespace GR_NAMESPACE
{

/* A block's threads; bits of a bucket's number; copies of a counter at the most.  */
constexpr unsigned GR_HISTOGRAM_THREADS = 1024, GR_BUCKET_BITS = 12, GR_COUNTER_COPIES = 32;
constexpr unsigned GR_BUCKETS = 1u << GR_BUCKET_BITS;
/* Threads of a block that searches among edges in global memory, and elements that each takes.  */
constexpr unsigned GR_SEARCH_BETWEEN_THREADS = 256, GR_SEARCHED_BETWEEN = 8;

/* Vectors of 16 bytes that a thread loads at a time: fewer of many elements, for which the code is repeated.  */
template <class T> constexpr unsigned gr_histogram_loads = sizeof (T) >= 4 ? 4 : 2;

/* What bins are found by.  The first and the last edge; the edge that places or buckets are counted from; what a
   distance from it is multiplied with, or by how many bits it is shifted; the slack of op/histogram.h.  */
template <class T> struct gr_bins
{
  T first, last, base, scale, slack;
  unsigned shift;
};

/* Elements [inner, len, outer], and edges, both on the device.  counts: [inner, edges, outer], 64-bit integers that
   begin with 0, or doubles if one block counts a segment.  chunks: blocks of a segment.  edge_bytes: what edges take of
   shared memory.  */
template <class T> struct gr_histogram_arrays
{
  const T *from, *edge;
  void *counts;
  size_t inner, len, outer, edges;
  unsigned chunks, copies;
  size_t edge_bytes;
  gr_bins<T> bins;
};

/* The number of edges that do not go beyond x; `low` do not, and from number `high` on all do.  */
template <class T, class N>
__device__ __forceinline__ N
gr_edges_up_to (const T *edge, N low, N high, T x)
{
  while (low < high)
    {
      const N middle = low + (high - low) / 2;
      if (edge[middle] <= x)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

template <class T>
__device__ __forceinline__ unsigned
gr_bucket_of (const gr_bins<T> &bins, T x)
{
  if constexpr (std::is_floating_point<T>::value)
    {
      const T place = (x - bins.base) * bins.scale;
      constexpr T LAST = static_cast<T> (GR_BUCKETS - 1);
      /* infinite ones, and NaN of an infinite distance times 0, too */
      return place > 0 ? static_cast<unsigned> (place < LAST ? place : LAST) : 0;
    }
  else
    {
      /* the distance has room in the unsigned number of as many bits */
      typedef std::make_unsigned_t<T> U;
      return static_cast<unsigned> (static_cast<U> (static_cast<U> (x) - static_cast<U> (bins.base)) >> bins.shift);
    }
}

/* Elements from the first to the last edge have a bin.  */
constexpr unsigned GR_NO_BIN = 0xffffffff;

/* A block's memory.  */
template <class T, bool EQUAL> struct gr_bin_counter
{
  const T *edge;
  unsigned *bucket, *counter; /* bucket: edges before it, and, times 2^16, before the next one */
  unsigned copies, lane;
  gr_bins<T> bins;

  /* NaN is not.  */
  __device__ __forceinline__ bool is_between (T x) const { return x >= bins.first && x <= bins.last; }

  /* By the place, and by the edge that is nearest where that does not say it.  */
  __device__ __forceinline__ unsigned bin_of_place (T x, bool compares, bool *is_near) const
  {
    constexpr bool SINGLE = sizeof (T) == 4;
    constexpr T ROUNDING = static_cast<T> (SINGLE ? GR_ROUNDING_F32 : GR_ROUNDING_F64);
    const T place = (x - bins.base) * bins.scale, rounded = place + ROUNDING, away = place - (rounded - ROUNDING);
    std::conditional_t<SINGLE, unsigned, unsigned long long> bits;
    memcpy (&bits, &rounded, sizeof bits);
    const unsigned nearest = static_cast<unsigned> (bits) & (2 * GR_MOST_STEPS - 1);
    const bool is_here = is_between (x), is_clear = away > bins.slack || -away > bins.slack;
    *is_near |= is_here && ! is_clear;
    if (! is_here)
      return GR_NO_BIN;
    return nearest - (compares && ! is_clear ? x < edge[nearest] : away < 0);
  }
  template <unsigned N> __device__ __forceinline__ void find_places (const T *x, unsigned *bin) const
  {
    bool is_near = false;
#pragma unroll
    for (unsigned i = 0; i < N; i++)
      {
        bin[i] = bin_of_place (x[i], false, &is_near);
      }
    if (is_near)
      {
#pragma unroll
        for (unsigned i = 0; i < N; i++)
          {
            bin[i] = bin_of_place (x[i], true, &is_near);
          }
      }
  }
  /* By the edges of the bucket: gr_edges_up_to for several at a time.  */
  template <unsigned N> __device__ __forceinline__ void find_buckets (const T *x, unsigned *bin) const
  {
    unsigned low[N], high[N];
    bool is_open = false;
#pragma unroll
    for (unsigned i = 0; i < N; i++)
      {
        const unsigned found = is_between (x[i]) ? bucket[gr_bucket_of (bins, x[i])] : 0;
        low[i] = found & 0xffff;
        high[i] = found >> 16;
        is_open |= low[i] < high[i];
      }
    while (is_open)
      {
        is_open = false;
#pragma unroll
        for (unsigned i = 0; i < N; i++)
          {
            if (low[i] < high[i])
              {
                const unsigned middle = (low[i] + high[i]) / 2;
                const bool is_up = edge[middle] <= x[i];
                low[i] = is_up ? middle + 1 : low[i];
                high[i] = is_up ? high[i] : middle;
              }
            is_open |= low[i] < high[i];
          }
      }
#pragma unroll
    for (unsigned i = 0; i < N; i++)
      {
        bin[i] = low[i] - 1; /* GR_NO_BIN below all edges */
      }
  }
  template <unsigned N> __device__ __forceinline__ void count (const T *x) const
  {
    unsigned bin[N];
    if constexpr (EQUAL)
      find_places<N> (x, bin);
    else
      find_buckets<N> (x, bin);
#pragma unroll
    for (unsigned i = 0; i < N; i++)
      {
        if (bin[i] != GR_NO_BIN)
          atomicAdd (&counter[bin[i] * copies + lane], 1u);
      }
  }
  /* Of a vector, some at a time.  */
  __device__ __forceinline__ void count_vector (const gr_vector<T, 16 / sizeof (T)> &vector) const
  {
    constexpr unsigned WIDTH = 16 / sizeof (T), N = WIDTH < 4 ? WIDTH : 4;
#pragma unroll
    for (unsigned i = 0; i < WIDTH; i += N)
      {
        count<N> (&vector.element[i]);
      }
  }
};

/* Edges before each bucket, which is found by halving: the edges' buckets do not descend.  */
template <class T>
__device__ __forceinline__ unsigned
gr_edges_before (const T *edge, unsigned edges, const gr_bins<T> &bins, unsigned bucket)
{
  unsigned low = 0, high = edges;
  while (low < high)
    {
      const unsigned middle = (low + high) / 2;
      if (gr_bucket_of (bins, edge[middle]) < bucket)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The part of a segment that block number `chunk` of it counts: every chunks-th tile, and, by the first one, what is
   before and behind the vectors.  */
template <class T, bool EQUAL>
__device__ __forceinline__ void
gr_count_part (const gr_histogram_arrays<T> &a, size_t segment, size_t chunk, const gr_bin_counter<T, EQUAL> &counters)
{
  constexpr unsigned THREADS = GR_HISTOGRAM_THREADS, LOADS = gr_histogram_loads<T>, WIDTH = 16 / sizeof (T);
  constexpr size_t TILE = THREADS * LOADS;
  typedef gr_vector<T, WIDTH> Vector;
  const unsigned thread = threadIdx.x;
  const T *const from = a.from + segment * a.len;
  const size_t astray = (0 - reinterpret_cast<uintptr_t> (from)) % 16 / sizeof (T);
  const size_t head = astray < a.len ? astray : a.len, vectors = (a.len - head) / WIDTH, tail = head + vectors * WIDTH;
  const Vector *const vector = reinterpret_cast<const Vector *> (from + head);
  if (chunk == 0 && thread < head)
    counters.template count<1> (&from[thread]);
  if (chunk == 0 && thread < a.len - tail)
    counters.template count<1> (&from[tail + thread]);
  for (size_t tile = chunk; tile * TILE < vectors; tile += a.chunks)
    {
      const size_t first = tile * TILE + thread;
      if ((tile + 1) * TILE <= vectors)
        {
          Vector loaded[LOADS];
#pragma unroll
          for (unsigned k = 0; k < LOADS; k++)
            {
              loaded[k] = gr_load_vector (vector + first + k * THREADS);
            }
#pragma unroll
          for (unsigned k = 0; k < LOADS; k++)
            {
              counters.count_vector (loaded[k]);
            }
        }
      else
        {
#pragma unroll 1
          for (size_t v = first; v < vectors; v += THREADS)
            {
              counters.count_vector (gr_load_vector (vector + v));
            }
        }
    }
}

/* Segments that are contiguous.  A counter has room for what one block counts.  */
template <class T, bool EQUAL>
__global__ void
__launch_bounds__ (GR_HISTOGRAM_THREADS) gr_histogram_kernel (const __grid_constant__ gr_histogram_arrays<T> a)
{
  constexpr unsigned THREADS = GR_HISTOGRAM_THREADS;
  GR_DYNAMIC_SHARED (unsigned char, memory);
  T *const edge = reinterpret_cast<T *> (memory);
  unsigned *const bucket = reinterpret_cast<unsigned *> (memory + a.edge_bytes);
  unsigned *const counter = bucket + (EQUAL ? 0 : GR_BUCKETS);
  const unsigned edges = static_cast<unsigned> (a.edges), copies = a.copies, thread = threadIdx.x;
  const size_t segment = blockIdx.x / a.chunks, chunk = blockIdx.x % a.chunks;
  for (unsigned k = thread; k < edges; k += THREADS)
    {
      edge[k] = a.edge[k];
    }
  for (unsigned k = thread; k < edges * copies; k += THREADS)
    {
      counter[k] = 0;
    }
  __syncthreads ();
  if constexpr (! EQUAL)
    {
      for (unsigned b = thread; b < GR_BUCKETS; b += THREADS)
        {
          bucket[b] = gr_edges_before (edge, edges, a.bins, b) | gr_edges_before (edge, edges, a.bins, b + 1) << 16;
        }
      __syncthreads ();
    }
  gr_count_part<T, EQUAL> (a, segment, chunk, { edge, bucket, counter, copies, thread % copies, a.bins });
  __syncthreads ();
  for (unsigned k = thread; k < edges; k += THREADS)
    {
      unsigned sum = 0;
      for (unsigned c = 0; c < copies; c++)
        {
          sum += counter[k * copies + (c + thread) % copies]; /* lanes begin in different banks */
        }
      const size_t at = segment * a.edges + k;
      if (a.chunks == 1)
        static_cast<double *> (a.counts)[at] = sum;
      else if (sum)
        atomicAdd (&static_cast<unsigned long long *> (a.counts)[at], static_cast<unsigned long long> (sum));
    }
}

/* Segments of any kind, and any number of edges, by halving among all edges, with counters in global memory.  */
template <class T>
__global__ void
__launch_bounds__ (GR_SEARCH_BETWEEN_THREADS)
  gr_search_between_kernel (const __grid_constant__ gr_histogram_arrays<T> a)
{
  const size_t elements = a.inner * a.len * a.outer, step = static_cast<size_t> (gridDim.x) * GR_SEARCH_BETWEEN_THREADS;
  for (size_t i = static_cast<size_t> (blockIdx.x) * GR_SEARCH_BETWEEN_THREADS + threadIdx.x; i < elements; i += step)
    {
      const T x = a.from[i];
      if (x >= a.bins.first && x <= a.bins.last)
        {
          const size_t bin = gr_edges_up_to<T, size_t> (a.edge, 0, a.edges, x) - 1;
          const size_t slab = i / a.inner / a.len, at = i % a.inner + a.inner * (bin + a.edges * slab);
          atomicAdd (&static_cast<unsigned long long *> (a.counts)[at], 1ull);
        }
    }
}

/* Counts become doubles in their place.  */
template <class D>
__global__ void
__launch_bounds__ (GR_SEARCH_BETWEEN_THREADS) gr_convert_counts_kernel (D *counts, size_t n)
{
  const size_t i = static_cast<size_t> (blockIdx.x) * GR_SEARCH_BETWEEN_THREADS + threadIdx.x;
  if (i < n)
    {
      unsigned long long count;
      memcpy (&count, &counts[i], sizeof count);
      counts[i] = static_cast<D> (count);
    }
}

} // namespace

#endif
