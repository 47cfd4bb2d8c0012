/* SPDX-License-Identifier: GPL-3.0-or-later

   Sorts by name, of segments that are contiguous.  Elements move as bits and are compared by their keys (sort/key.cuh);
   equal ones keep their order, so that every sort has the bits of `auto`.  Read bitonic first: it needs nothing but
   comparisons.  radix needs a scan, that of scan_block.cuh.  What is better in `auto` is in sort/.

   A definition is gr_textbook<GR_ALGORITHM_RADIX>::run (context, arrays, threads a block), or alike.  */

#ifndef GR_TEXTBOOK_SORT_CUH
#define GR_TEXTBOOK_SORT_CUH

#include "sort/key.cuh"
#include "textbook/scan_block.cuh"

namespace GR_NAMESPACE
{

template <class... P, class... A>
gr_status
gr_launch_sort (gr_context *context, gr_kernel<P...> kernel, size_t blocks, unsigned threads, size_t shared,
                A &&...args)
{
  if (blocks > INT32_MAX)
    return gr_fail (GR_UNSUPPORTED, "the sort takes %zu blocks of %u threads here; a grid has at most %d", blocks,
                    threads, INT32_MAX);
  return gr_launch_recorded (context, kernel, static_cast<unsigned> (blocks), threads, shared,
                             static_cast<A &&> (args)...);
}

/* Elements, and where in their segment they stood, from 1 on.  */
template <class T> struct gr_placed
{
  gr_sort_bits<T> *bits;
  double *places;
};

/* ---- bitonic ---- */

/* K. E. Batcher, "Sorting Networks and Their Applications", AFIPS 1968: runs of sorted elements become runs of twice
   the size.  In the first step each element of one run is compared with its mirror image in the next run; after that,
   no element of the first half goes behind one of the second, and each half is made of two parts that rise and fall
   (bitonic), which steps of halved distances sort.  Which elements meet does not depend on their values, so threads
   never wait for each other within a step; but n log^2 n comparisons are made.

   In this form of the network the lesser element always goes to the lower place.  So a segment whose length is no power
   of two is taken to go on with elements that are behind all others: they never move, and whoever meets one does
   nothing.  Of equal elements the lesser is the one that stood first, which makes the network stable.  */

/* A pair of places; t counts the pairs of a step.  */
struct gr_pair
{
  size_t low, high;

  static __device__ __forceinline__ gr_pair mirrored (size_t t, size_t size) /* in runs of `size` */
  {
    const size_t offset = t & (size / 2 - 1), begin = 2 * (t - offset);
    return { begin + offset, begin + size - 1 - offset };
  }
  static __device__ __forceinline__ gr_pair apart (size_t t, size_t distance)
  {
    const size_t low = 2 * t - (t & (distance - 1));
    return { low, low + distance };
  }
};

/* Compare the pair, of n elements, and exchange it if it is not in order.  */
template <class T>
__device__ __forceinline__ void
gr_compare_exchange (const gr_sort_order<T> &order, const gr_placed<T> &x, size_t n, const gr_pair &pair)
{
  if (pair.high >= n)
    return;
  const auto low = x.bits[pair.low], high = x.bits[pair.high];
  const auto low_key = order.key (low), high_key = order.key (high);
  const double low_place = x.places[pair.low], high_place = x.places[pair.high];
  if (high_key < low_key || (high_key == low_key && high_place < low_place))
    {
      x.bits[pair.low] = high;
      x.bits[pair.high] = low;
      x.places[pair.low] = high_place;
      x.places[pair.high] = low_place;
    }
}

/* The steps of a distance and of its halves, by the threads of a block.  */
template <class T>
__device__ __forceinline__ void
gr_halve_distances (const gr_sort_order<T> &order, const gr_placed<T> &x, unsigned n, unsigned distance)
{
  for (; distance > 0; distance /= 2)
    {
      gr_compare_exchange (order, x, n, gr_pair::apart (threadIdx.x, distance));
      __syncthreads ();
    }
}

/* All steps that stay within a tile, which has two elements for each thread and is in shared memory.  IS_FIRST: the
   elements of a.from are sorted; else the runs of a.to, which are in two parts, by the last distances of a step.  */
template <class T, bool IS_FIRST>
__global__
__launch_bounds__ (GR_LARGEST_BLOCK) void gr_bitonic_tile_kernel (const __grid_constant__ gr_sort_arrays<T> a,
                                                                  double *places, unsigned tiles)
{
  GR_DYNAMIC_SHARED (double, shared);
  const unsigned tile = 2 * blockDim.x, segment = blockIdx.x / tiles;
  const gr_placed<T> x = { reinterpret_cast<gr_sort_bits<T> *> (shared + tile), shared };
  const size_t begin = (blockIdx.x - segment * tiles) * static_cast<size_t> (tile), first = segment * a.len + begin;
  const unsigned n = static_cast<unsigned> (min (a.len - begin, static_cast<size_t> (tile)));
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
    {
      x.bits[i] = IS_FIRST ? a.from[first + i] : a.to[first + i];
      x.places[i] = IS_FIRST ? static_cast<double> (begin + i + 1) : places[first + i];
    }
  __syncthreads ();
  if (! IS_FIRST)
    gr_halve_distances (a.order, x, n, tile / 2);
  for (unsigned size = 2; IS_FIRST && size <= tile && size / 2 < n; size *= 2)
    {
      gr_compare_exchange (a.order, x, n, gr_pair::mirrored (threadIdx.x, size));
      __syncthreads ();
      gr_halve_distances (a.order, x, n, size / 4);
    }
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
    {
      a.to[first + i] = x.bits[i];
      places[first + i] = x.places[i];
    }
}

/* One step whose pairs are too far apart for a tile: by mirror images in runs of `size`, or at the distance.  */
template <class T, bool IS_MIRRORED>
__global__
__launch_bounds__ (GR_LARGEST_BLOCK) void gr_bitonic_step_kernel (const __grid_constant__ gr_sort_arrays<T> a,
                                                                  double *places, unsigned blocks,
                                                                  size_t size_or_distance)
{
  const unsigned segment = blockIdx.x / blocks;
  const size_t t = (blockIdx.x - segment * blocks) * static_cast<size_t> (blockDim.x) + threadIdx.x;
  const gr_placed<T> x = { a.to + segment * a.len, places + segment * a.len };
  gr_compare_exchange (a.order, x, a.len,
                       IS_MIRRORED ? gr_pair::mirrored (t, size_or_distance) : gr_pair::apart (t, size_or_distance));
}

template <> struct gr_textbook<GR_ALGORITHM_BITONIC>
{
  template <class T> static gr_status run (gr_context *context, const gr_sort_arrays<T> &a, unsigned block)
  {
    const size_t tile = 2 * static_cast<size_t> (block), shared = tile * (sizeof (double) + sizeof (gr_sort_bits<T>));
    const size_t tiles = gr_ceil_div (a.len, tile);
    size_t blocks = 1; /* of a step: pairs of a power of two of elements */
    while (blocks < tiles)
      blocks *= 2;
    double *places = a.positions;
    if (! places)
      GR_TRY (gr_scratch (context, a.segments * a.len, &places));
    const auto sort_tiles = [&] (auto kernel) {
      return gr_launch_sort (context, kernel, a.segments * tiles, block, shared, a, places,
                             static_cast<unsigned> (tiles));
    };
    const auto step = [&] (auto kernel, size_t size_or_distance) {
      return gr_launch_sort (context, kernel, a.segments * blocks, block, 0, a, places, static_cast<unsigned> (blocks),
                             size_or_distance);
    };
    GR_TRY (sort_tiles (GR_KERNEL_OF (NAMED_SORT, gr_bitonic_tile_kernel<T, true>)));
    for (size_t size = 2 * tile; size / 2 < a.len; size *= 2)
      {
        GR_TRY (step (GR_KERNEL_OF (NAMED_SORT, gr_bitonic_step_kernel<T, true>), size));
        for (size_t distance = size / 4; distance >= tile; distance /= 2)
          GR_TRY (step (GR_KERNEL_OF (NAMED_SORT, gr_bitonic_step_kernel<T, false>), distance));
        GR_TRY (sort_tiles (GR_KERNEL_OF (NAMED_SORT, gr_bitonic_tile_kernel<T, false>)));
      }
    return GR_OK;
  }
};

/* ---- radix ---- */

/* After N. Satish, M. Harris and M. Garland, "Designing Efficient Sorting Algorithms for Manycore GPUs", IPDPS 2009:
   passes by digits of 4 bits, the least one first, each of which keeps the order of the passes before it.  A pass
   counts how many elements of each digit the part of each block has; scans these counts, digit by digit and within a
   digit part by part, which says where the elements of a part go; and scatters them there.  Before that a block brings
   its elements into the order of the digit, so that neighbouring threads store at neighbouring places.  The number of
   steps depends on the bits of an element, and only in this way on their number.  */
constexpr unsigned GR_RADIX_BITS = 4, GR_RADIX = 1u << GR_RADIX_BITS;
constexpr size_t GR_RADIX_PARTS = 1024; /* of a segment, at most: one block scans their counts */

/* A pass.  counts: [GR_RADIX][parts] for each segment.  */
template <class T> struct gr_radix_pass
{
  const gr_sort_bits<T> *from;
  gr_sort_bits<T> *to;
  const double *places_from; /* NULL in the first pass, where elements stand at their places */
  double *places_to;         /* NULL if nobody asks for them */
  unsigned long long *counts;
  size_t len, part; /* elements of a segment, and of a part */
  unsigned parts, shift;
  gr_sort_order<T> order;

  __device__ __forceinline__ unsigned digit (gr_sort_bits<T> bits) const
  {
    return static_cast<unsigned> (order.key (bits) >> shift) & (GR_RADIX - 1);
  }
};

/* What a block works on: a part of a segment, from its element `begin` to the one before `end`.  */
struct gr_radix_part
{
  size_t segment, begin, end;
  unsigned number;

  template <class T>
  __device__ __forceinline__ explicit gr_radix_part (const gr_radix_pass<T> &pass)
    : segment (blockIdx.x / pass.parts), number (static_cast<unsigned> (blockIdx.x - segment * pass.parts))
  {
    begin = min (number * pass.part, pass.len);
    end = min (begin + pass.part, pass.len);
  }
  /* Where the count of a digit is, and, after their scan, the place of its first element.  */
  __device__ __forceinline__ size_t count (unsigned digit, unsigned parts) const
  {
    return (segment * GR_RADIX + digit) * parts + number;
  }
};

/* What a scan of counts needs.  */
template <class Count> struct gr_counting
{
  typedef Count Acc;
  __device__ __forceinline__ Count combine (Count a, Count b) const { return a + b; }
};

template <class T>
__global__
__launch_bounds__ (GR_LARGEST_BLOCK) void gr_radix_count_kernel (const __grid_constant__ gr_radix_pass<T> pass)
{
  __shared__ unsigned counts[GR_RADIX];
  const gr_radix_part part (pass);
  const auto *const from = pass.from + part.segment * pass.len;
  if (threadIdx.x < GR_RADIX)
    counts[threadIdx.x] = 0;
  __syncthreads ();
  for (size_t k = part.begin + threadIdx.x; k < part.end; k += blockDim.x)
    atomicAdd (&counts[pass.digit (from[k])], 1u);
  __syncthreads ();
  if (threadIdx.x < GR_RADIX)
    pass.counts[part.count (threadIdx.x, pass.parts)] = counts[threadIdx.x];
}

/* The sums of the counts before each one, by a block for each segment: as many at a time as it has threads.  */
template <class Count>
__global__
__launch_bounds__ (GR_LARGEST_BLOCK) void gr_radix_scan_kernel (Count *of_all, unsigned n)
{
  GR_DYNAMIC_SHARED (Count, shared);
  Count *const counts = of_all + blockIdx.x * static_cast<size_t> (n);
  Count before = 0;
  for (unsigned begin = 0; begin < n; begin += blockDim.x)
    {
      const unsigned i = begin + threadIdx.x;
      const Count own = i < n ? counts[i] : 0;
      shared[threadIdx.x] = own;
      __syncthreads ();
      const Count *const sums = gr_kogge::scan (gr_counting<Count> (), shared);
      if (i < n)
        counts[i] = before + sums[threadIdx.x] - own;
      before += sums[blockDim.x - 1];
      __syncthreads ();
    }
}

/* Bring the first n elements of a block, one for each thread, into the order of their digits: bit by bit those with a 0
   go before those with a 1, and a scan says how many do.  What is beyond n has the last digit, and stays there.  */
template <class T>
__device__ __forceinline__ void
gr_split_by_digit (const gr_radix_pass<T> &pass, const gr_placed<T> &x, unsigned *counts, unsigned n)
{
  const unsigned t = threadIdx.x;
  for (unsigned bit = 1; bit < GR_RADIX; bit *= 2)
    {
      const auto bits = x.bits[t];
      const double place = x.places[t];
      const bool is_one = t >= n || pass.digit (bits) & bit;
      counts[t] = ! is_one;
      __syncthreads ();
      const unsigned *const zeros = gr_kogge::scan (gr_counting<unsigned> (), counts);
      const unsigned to = is_one ? zeros[blockDim.x - 1] + t - zeros[t] : zeros[t] - 1;
      x.bits[to] = bits;
      x.places[to] = place;
      __syncthreads ();
    }
}

template <class T>
__global__
__launch_bounds__ (GR_LARGEST_BLOCK) void gr_radix_scatter_kernel (const __grid_constant__ gr_radix_pass<T> pass)
{
  GR_DYNAMIC_SHARED (double, shared);
  __shared__ unsigned long long next[GR_RADIX]; /* where the next element of a digit goes */
  __shared__ unsigned first[GR_RADIX];          /* the first one in the block */
  const gr_radix_part part (pass);
  const unsigned t = threadIdx.x;
  const size_t segment = part.segment * pass.len;
  const gr_placed<T> x = { reinterpret_cast<gr_sort_bits<T> *> (shared + blockDim.x), shared };
  unsigned *const counts = reinterpret_cast<unsigned *> (x.bits + blockDim.x);
  if (t < GR_RADIX)
    next[t] = pass.counts[part.count (t, pass.parts)];
  for (size_t begin = part.begin; begin < part.end; begin += blockDim.x)
    {
      const unsigned n = static_cast<unsigned> (min (part.end - begin, static_cast<size_t> (blockDim.x)));
      const size_t k = begin + t;
      x.bits[t] = t < n ? pass.from[segment + k] : gr_sort_bits<T> (0);
      x.places[t] = t < n && pass.places_from ? pass.places_from[segment + k] : static_cast<double> (k + 1);
      gr_split_by_digit (pass, x, counts, n);
      const unsigned digit = pass.digit (x.bits[t]);
      if (t < n && (t == 0 || pass.digit (x.bits[t - 1]) != digit))
        first[digit] = t;
      __syncthreads ();
      const size_t to = segment + next[digit] + t - first[digit];
      if (t < n)
        pass.to[to] = x.bits[t];
      if (t < n && pass.places_to)
        pass.places_to[to] = x.places[t];
      __syncthreads ();
      if (t < n && (t + 1 == n || pass.digit (x.bits[t + 1]) != digit))
        next[digit] += t + 1 - first[digit];
      __syncthreads ();
    }
}

template <> struct gr_textbook<GR_ALGORITHM_RADIX>
{
  template <class T> static gr_status run (gr_context *context, const gr_sort_arrays<T> &a, unsigned block)
  {
    typedef gr_sort_bits<T> Bits;
    typedef unsigned long long Count;
    const size_t tiles = gr_ceil_div (a.len, block), part = gr_ceil_div (tiles, GR_RADIX_PARTS) * block;
    const size_t parts = gr_ceil_div (a.len, part), counts = parts * GR_RADIX;
    Bits *other = nullptr; /* every second pass stores there, and the last one, whose number is odd, in the results */
    double *other_places = nullptr;
    gr_radix_pass<T> pass
      = { a.from, nullptr, nullptr, nullptr, nullptr, a.len, part, static_cast<unsigned> (parts), 0, a.order };
    GR_TRY (gr_scratch (context, a.segments * a.len, &other));
    GR_TRY (gr_scratch (context, a.segments * counts, &pass.counts));
    if (a.positions)
      GR_TRY (gr_scratch (context, a.segments * a.len, &other_places));
    for (bool is_even = true; pass.shift < 8 * sizeof (T); is_even = ! is_even, pass.shift += GR_RADIX_BITS)
      {
        pass.to = is_even ? other : a.to;
        pass.places_to = is_even ? other_places : a.positions;
        GR_TRY (gr_launch_sort (context, GR_KERNEL_OF (NAMED_SORT, gr_radix_count_kernel<T>), a.segments * parts, block,
                                0, pass));
        GR_TRY (gr_launch_sort (context, GR_KERNEL_OF (NAMED_SORT, gr_radix_scan_kernel<Count>), a.segments, block,
                                2 * block * sizeof (Count), pass.counts, static_cast<unsigned> (counts)));
        GR_TRY (gr_launch_sort (context, GR_KERNEL_OF (NAMED_SORT, gr_radix_scatter_kernel<T>), a.segments * parts,
                                block, block * (sizeof (double) + sizeof (Bits) + 2 * sizeof (unsigned)), pass));
        pass.from = pass.to;
        pass.places_from = pass.places_to;
      }
    return GR_OK;
  }
};

} // namespace

#endif
