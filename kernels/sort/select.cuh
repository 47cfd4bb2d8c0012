/* SPDX-License-Identifier: GPL-3.0-or-later

   Order statistics, digit by digit from the highest one on: the elements are counted by a digit, the counts say which
   digit the element of a rank has, and the next digit is counted of the elements alone that have it.  Nothing but
   counts is added up, so the order of additions does not matter.

   These are the kernels of segments that are short or many, which a block reads once if they have room in its
   registers, and of those that are sorted; select_passes.cuh has those of long ones.  */

#ifndef GR_SORT_SELECT_CUH
#define GR_SORT_SELECT_CUH

#include "block/warp.cuh"
#include "op/divide.cuh"
#include "op/statistic.h"
#include "sort/block_sort.cuh"

namespace GR_NAMESPACE
{

/* Order statistics of `segments` segments, whose elements are `apart`: [len, inner, outer] if that is 1, or, for one
   kernel alone, [inner, len, outer].  A segment has `results`, each of which is the element of a rank, or made of those
   of two: number k of `count` ranks belongs to result k, or k / 2.  What is asked and the results are
   [inner, results, outer], or the former [results].  */
template <class T> struct gr_rank_arrays
{
  typedef gr_sort_bits<T> Bits;
  const Bits *from;
  const double *ranks; /* or NULL */
  void *to;
  double *numbers; /* or NULL */
  size_t apart, inner, len, segments, results, count;
  bool ranks_differ;
  gr_sort_order<T> order;
  gr_statistic asked;
  unsigned method;
  bool in_double;

  /* Where result number r of a segment goes.  */
  __device__ __forceinline__ size_t place (size_t segment, size_t r) const
  {
    const size_t o = gr_divide (segment, inner);
    return segment - o * inner + inner * (r + results * o);
  }
  __device__ __forceinline__ double asked_rank (size_t segment, size_t r) const
  {
    return ranks ? ranks[ranks_differ ? place (segment, r) : r] : 0.5;
  }
  __device__ __forceinline__ gr_two two (size_t segment, size_t r, size_t found) const
  {
    return gr_two_of (asked, method, asked_rank (segment, r), static_cast<double> (len), static_cast<double> (found));
  }
  /* Does the result depend on how many elements are not NaN, which is `found` for the functions here?  */
  __device__ __forceinline__ bool needs_numbers () const { return asked != GR_RANKS; }
  __device__ __forceinline__ size_t kept_rank (double r) const
  {
    return ! (r >= 1) ? 0 : r < static_cast<double> (len - 1) ? static_cast<size_t> (r) : len - 1;
  }
  /* Rank number k.  */
  __device__ __forceinline__ size_t rank (size_t segment, size_t k, size_t found) const
  {
    if (asked == GR_RANKS)
      return kept_rank (asked_rank (segment, k));
    const gr_two t = two (segment, k / 2, found);
    return kept_rank ((k % 2 ? t.high : t.low) - 1);
  }

  /* The element of a key as a number.  */
  template <class Number> __device__ __forceinline__ Number number (Bits key) const
  {
    const Bits bits = order.bits (key);
    if constexpr (std::is_floating_point<T>::value)
      {
        T x;
        memcpy (&x, &bits, sizeof x);
        return static_cast<Number> (x);
      }
    else
      return order.flipped ? static_cast<Number> (static_cast<std::make_signed_t<Bits>> (bits))
                           : static_cast<Number> (bits);
  }
  /* Elements come from their keys, so that all kernels give the same one of 0 and -0, and the same NaN.  */
  __device__ __forceinline__ void put_element (size_t at, Bits key) const
  {
    static_cast<Bits *> (to)[at] = order.bits (key);
  }
  __device__ __forceinline__ void put_blend (size_t at, gr_two t, Bits low, Bits high) const
  {
    if (std::is_same<T, double>::value || in_double)
      static_cast<double *> (to)[at] = gr_blend_double (t, number<double> (low), number<double> (high));
    else if constexpr (std::is_same<T, float>::value)
      static_cast<float *> (to)[at] = gr_blend_single (t, number<float> (low), number<float> (high));
    else
      put_element (at, static_cast<Bits> (gr_mean_of_keys (low, high, order.flipped)));
  }
  /* Result number r, from the keys of the segment's ranks.  */
  __device__ __forceinline__ void put_found (size_t segment, size_t r, size_t found, const Bits *keys) const
  {
    const size_t at = place (segment, r);
    if (asked == GR_RANKS)
      put_element (at, keys[r]);
    else
      put_blend (at, two (segment, r, found), keys[2 * r], keys[2 * r + 1]);
  }
  /* The same of a segment in order, of which key_at (rank) gives keys.  */
  template <class KeyAt>
  __device__ __forceinline__ void put_sorted (size_t segment, size_t r, size_t found, KeyAt key_at) const
  {
    const size_t at = place (segment, r);
    if (asked == GR_RANKS)
      {
        put_element (at, key_at (kept_rank (asked_rank (segment, r))));
        return;
      }
    const gr_two t = two (segment, r, found);
    put_blend (at, t, key_at (kept_rank (t.low - 1)), key_at (kept_rank (t.high - 1)));
  }
};

/* All NaN have the greatest key.  */
template <class T>
__device__ __forceinline__ bool
gr_is_nan_key (gr_sort_bits<T> key)
{
  return std::is_floating_point<T>::value && key == static_cast<gr_sort_bits<T>> (~gr_sort_bits<T> (0));
}

/* Count the digit of an element, if it is there.  Where most elements are alike, most lanes have the digit of the first
   one that has an element, which adds for all of them.  All lanes of the warp call.  */
__device__ __forceinline__ void
gr_count_digit (unsigned *counters, bool is_there, unsigned digit)
{
  const unsigned there = __ballot_sync (0xffffffffu, is_there);
  if (! there)
    return;
  const unsigned leader = static_cast<unsigned> (__ffs (static_cast<int> (there))) - 1;
  const unsigned of_leader = __shfl_sync (0xffffffffu, digit, static_cast<int> (leader), 32);
  const bool same = is_there && digit == of_leader;
  const unsigned all = __ballot_sync (0xffffffffu, same);
  if (threadIdx.x % 32 == leader)
    atomicAdd (&counters[digit], static_cast<unsigned> (__popc (all)));
  else if (is_there && ! same)
    atomicAdd (&counters[digit], 1u);
}

/* The sum of x over the threads before the calling one; totals: one for each warp.  All threads of the block call.  */
template <unsigned THREADS, class Count>
__device__ __forceinline__ Count
gr_sum_before_thread (Count x, Count *totals)
{
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const Count up_to = gr_sum_up_to_lane (x);
  Count before = up_to - x;
  if (lane == 31)
    totals[warp] = up_to;
  __syncthreads ();
#pragma unroll
  for (unsigned w = 0; w < THREADS / 32; w++)
    {
      before += w < warp ? totals[w] : 0;
    }
  __syncthreads ();
  return before;
}

/* ---- short segments ---- */

/* Blocks that a multiprocessor has room for; without a word medians would take the registers of the sixth.  */
constexpr unsigned GR_RANK_COUNTING_RESIDENT = 6;

/* Every element counts those before it, as in the sort of such segments.  */
template <class T>
__global__ void
__launch_bounds__ (GR_COUNTING_THREADS, GR_RANK_COUNTING_RESIDENT)
  gr_rank_counting_kernel (const __grid_constant__ gr_rank_arrays<T> a)
{
  typedef gr_sort_bits<T> Bits;
  __shared__ Bits tile[GR_COUNTING_TILE];
  const gr_counted_segments segments (a.apart, a.len, a.segments);
  const unsigned step = segments.step (), apart = step == 1 ? segments.len : 1;
  Bits bits[GR_COUNTING_ITEMS];
  unsigned to[GR_COUNTING_ITEMS];
  gr_put_counted<T> (segments, a.from, a.order, tile, bits, to);
  const size_t slab = gr_divide (segments.first, a.len * a.apart);
  const size_t first = a.apart == 1 ? slab : slab * a.apart + (segments.first - slab * a.len * a.apart);
  const auto key_at
    = [&] (unsigned s, size_t rank) { return a.order.key (tile[s * apart + static_cast<unsigned> (rank) * step]); };
  const auto numbers_of = [&] (unsigned s) {
    unsigned n = segments.len;
    while (n && gr_is_nan_key<T> (key_at (s, n - 1)))
      {
        n--;
      }
    return n;
  };
  for (unsigned s = threadIdx.x; a.numbers && s < segments.width; s += GR_COUNTING_THREADS)
    {
      a.numbers[first + s] = numbers_of (s);
    }
  for (size_t i = threadIdx.x; i < segments.width * a.results; i += GR_COUNTING_THREADS)
    {
      const size_t r = gr_divide (i, segments.width);
      const unsigned s = static_cast<unsigned> (i - r * segments.width);
      a.put_sorted (first + s, r, a.needs_numbers () ? numbers_of (s) : 0,
                    [&] (size_t rank) { return key_at (s, rank); });
    }
}

/* ---- a block for a segment ---- */

/* Ranks of one call; segments of which more are asked are sorted.  */
constexpr unsigned GR_MOST_RANKS = 16;

/* Shared memory of a block.  Small blocks have digits of which a warp soon adds up the counts.  */
template <class T, unsigned THREADS> struct gr_rank_block_memory
{
  static constexpr unsigned WIDTH = 8 * sizeof (T), BITS = THREADS < 256 ? 8 : 11, DIGITS = 1u << BITS;
  static constexpr unsigned LEVELS = (WIDTH + BITS - 1) / BITS, EACH = DIGITS / THREADS;
  unsigned starts[LEVELS][DIGITS]; /* how many candidates have a lower digit */
  unsigned totals[THREADS / 32];
  unsigned digit[2], before[2]; /* what a search found; the next one writes to the other one */
  unsigned nans, ranks[GR_MOST_RANKS];
  gr_sort_bits<T> found[GR_MOST_RANKS]; /* their keys */
};

/* ITEMS: elements that a thread has in registers, or 0 if it reads them again in each pass.  */
template <class T, unsigned THREADS, unsigned ITEMS> struct gr_rank_block
{
  typedef gr_sort_bits<T> Bits;
  typedef gr_rank_block_memory<T, THREADS> Memory;
  static constexpr unsigned WIDTH = Memory::WIDTH, DIGITS = Memory::DIGITS, EACH = Memory::EACH;

  const gr_rank_arrays<T> &a;
  Memory &memory;
  const Bits *from;
  unsigned n, searches;
  Bits keys[ITEMS ? ITEMS : 1];

  /* The lowest bit of a digit.  The last digit may have bits of the one before, in which all candidates agree.  */
  static __device__ __forceinline__ unsigned shift (unsigned level)
  {
    return WIDTH > (level + 1) * Memory::BITS ? WIDTH - (level + 1) * Memory::BITS : 0;
  }

  __device__ __forceinline__ void load ()
  {
    if constexpr (ITEMS > 0)
      {
#pragma unroll
        for (unsigned j = 0; j < ITEMS; j++)
          {
            const unsigned i = threadIdx.x + j * THREADS;
            keys[j] = i < n ? from[i] : Bits (0);
          }
#pragma unroll
        for (unsigned j = 0; j < ITEMS; j++)
          {
            keys[j] = a.order.key (keys[j]);
          }
      }
  }

  /* Call use (is there, key) for all elements; all threads call it equally often.  */
  template <class Use> __device__ __forceinline__ void for_keys (Use use) const
  {
    if constexpr (ITEMS > 0)
      {
#pragma unroll
        for (unsigned j = 0; j < ITEMS; j++)
          {
            use (threadIdx.x + j * THREADS < n, keys[j]);
          }
      }
    else
      {
#pragma unroll 8
        for (size_t begin = 0; begin < n; begin += THREADS)
          {
            const size_t i = begin + threadIdx.x;
            use (i < n, a.order.key (i < n ? from[i] : Bits (0)));
          }
      }
  }

  __device__ __forceinline__ void count_numbers (size_t segment)
  {
    unsigned nans = 0;
    if (threadIdx.x == 0)
      memory.nans = 0;
    __syncthreads ();
    if constexpr (std::is_floating_point<T>::value)
      {
        for_keys ([&] (bool is_there, Bits key) { nans += is_there && gr_is_nan_key<T> (key); });
        const unsigned up_to = gr_sum_up_to_lane (nans);
        if (threadIdx.x % 32 == 31 && up_to)
          atomicAdd (&memory.nans, up_to);
        __syncthreads ();
      }
    if (threadIdx.x == 0 && a.numbers)
      a.numbers[segment] = static_cast<double> (n - memory.nans);
  }

  /* Count a digit of the elements that have the digits before it of `prefix`.  */
  __device__ __forceinline__ void count (unsigned level, Bits prefix)
  {
    unsigned *const counters = memory.starts[level];
    const unsigned low = shift (level), high = level ? shift (level - 1) : 0;
    for (unsigned d = threadIdx.x; d < DIGITS; d += THREADS)
      {
        counters[d] = 0;
      }
    __syncthreads ();
    for_keys ([&] (bool is_there, Bits key) {
      const bool is_candidate = is_there && (level == 0 || static_cast<Bits> (key ^ prefix) >> high == 0);
      gr_count_digit (counters, is_candidate, static_cast<unsigned> (key >> low) & (DIGITS - 1));
    });
    __syncthreads ();
    unsigned counts[EACH], all = 0;
#pragma unroll
    for (unsigned e = 0; e < EACH; e++)
      {
        counts[e] = counters[threadIdx.x * EACH + e];
        all += counts[e];
      }
    unsigned before = gr_sum_before_thread<THREADS> (all, memory.totals);
#pragma unroll
    for (unsigned e = 0; e < EACH; e++)
      {
        counters[threadIdx.x * EACH + e] = before;
        before += counts[e];
      }
    __syncthreads ();
  }

  /* The digit of the candidate of that rank; the rank becomes that among those of this digit.  */
  __device__ __forceinline__ unsigned find (unsigned level, unsigned *rank)
  {
    const unsigned *const starts = memory.starts[level];
    const unsigned at = searches++ % 2;
#pragma unroll
    for (unsigned e = 0; e < EACH; e++)
      {
        const unsigned d = threadIdx.x * EACH + e, start = starts[d];
        if (start <= *rank && (d == DIGITS - 1 || *rank < starts[d + 1]))
          {
            memory.digit[at] = d;
            memory.before[at] = start;
          }
      }
    __syncthreads ();
    *rank -= memory.before[at];
    return memory.digit[at];
  }

  __device__ __forceinline__ void run (size_t segment)
  {
    const unsigned found = a.needs_numbers () ? n - memory.nans : 0;
    Bits last = 0; /* the key that the counts are for */
    if (threadIdx.x < a.count)
      memory.ranks[threadIdx.x] = static_cast<unsigned> (a.rank (segment, threadIdx.x, found));
    __syncthreads ();
    for (unsigned k = 0; k < a.count; k++)
      {
        unsigned rank = memory.ranks[k];
        Bits prefix = 0;
#pragma unroll 1
        for (unsigned level = 0; level < Memory::LEVELS; level++)
          {
            if (k == 0 || (level && static_cast<Bits> (prefix ^ last) >> shift (level - 1)))
              count (level, prefix);
            prefix |= static_cast<Bits> (static_cast<Bits> (find (level, &rank)) << shift (level));
          }
        if (threadIdx.x == 0)
          memory.found[k] = prefix;
        last = prefix;
      }
    __syncthreads ();
    if (threadIdx.x < a.results)
      a.put_found (segment, threadIdx.x, found, memory.found);
  }
};

/* Blocks that a multiprocessor has room for: while one counts, another one reads.  */
template <class T, unsigned THREADS, unsigned ITEMS>
constexpr unsigned gr_rank_resident = THREADS == 512 && ITEMS * sizeof (T) <= 128 ? 2 : 1;

template <class T, unsigned THREADS, unsigned ITEMS>
__global__ void
__launch_bounds__ (THREADS, gr_rank_resident<T, THREADS, ITEMS>)
  gr_rank_block_kernel (const __grid_constant__ gr_rank_arrays<T> a)
{
  typedef gr_rank_block_memory<T, THREADS> Memory;
  GR_DYNAMIC_SHARED (Memory, memory);
  const size_t segment = blockIdx.x;
  gr_rank_block<T, THREADS, ITEMS> block
    = { a, *memory, a.from + segment * a.len, static_cast<unsigned> (a.len), 0, {} };
  block.load ();
  if (a.numbers || a.needs_numbers ())
    block.count_numbers (segment);
  block.run (segment);
}

/* ---- many ranks ---- */

constexpr unsigned GR_RANK_THREADS = 256;

/* From segments that are in order, a thread for each result.  */
template <class T>
__global__ void
__launch_bounds__ (GR_RANK_THREADS)
  gr_take_ranks_kernel (const __grid_constant__ gr_rank_arrays<T> a, const gr_sort_bits<T> *sorted)
{
  const size_t i = blockIdx.x * static_cast<size_t> (GR_RANK_THREADS) + threadIdx.x;
  if (i >= a.segments * a.results)
    return;
  const size_t segment = gr_divide (i, a.results), r = i - segment * a.results;
  const auto *const elements = sorted + segment * a.len;
  const bool has_numbers = r == 0 && a.numbers;
  const auto key_at = [&] (size_t rank) { return a.order.key (elements[rank]); };
  size_t first = 0, end = has_numbers || a.needs_numbers () ? a.len : 0;
  while (first < end)
    {
      const size_t middle = first + (end - first) / 2;
      if (gr_is_nan_key<T> (key_at (middle)))
        end = middle;
      else
        first = middle + 1;
    }
  if (has_numbers)
    a.numbers[segment] = static_cast<double> (first);
  a.put_sorted (segment, r, first, key_at);
}

} // namespace

#endif
