/* SPDX-License-Identifier: GPL-3.0-or-later

   Segments that a block holds: each is read once and written once.  In the shortest ones every element counts those
   that go before it.  Others are sorted digit by digit in shared memory.  */

#ifndef GR_BLOCK_SORT_CUH
#define GR_BLOCK_SORT_CUH

#include "op/divide.cuh"
#include "runtime/kernel.cuh"
#include "sort/rank.cuh"

namespace GR_NAMESPACE
{

/* ---- by counting ---- */

/* The longest segment whose elements are counted, which takes as many steps as it has elements; elements of a block.
   From counts of instructions: four passes take as many as 64 comparisons.  Other numbers were not tried; 8388608
   segments of 32 singles with positions take 5.0 ms on an H100.  */
constexpr unsigned GR_COUNTED_LEN = 64, GR_COUNTING_THREADS = 256, GR_COUNTING_ITEMS = 4;
constexpr unsigned GR_COUNTING_TILE = GR_COUNTING_THREADS * GR_COUNTING_ITEMS;

/* The neighbouring segments of a block, as many as its tile has room for, and where their elements stand: in the tile
   in the order of memory.  */
struct gr_counted_segments
{
  size_t first, inner; /* first: where the tile's first element stands */
  unsigned len, width; /* elements of a segment, and segments */

  __device__ __forceinline__ gr_counted_segments (size_t its_inner, size_t its_len, size_t segments)
    : first (0), inner (its_inner), len (static_cast<unsigned> (its_len)), width (GR_COUNTING_TILE / len)
  {
    if (inner == 1)
      {
        const size_t segment = blockIdx.x * static_cast<size_t> (width);
        first = segment * len;
        width = static_cast<unsigned> (min (segments - segment, static_cast<size_t> (width)));
      }
    else
      {
        const size_t across = gr_divide (inner + width - 1, width), slab = gr_divide (blockIdx.x, across);
        const size_t begin = (blockIdx.x - slab * across) * width;
        first = slab * len * inner + begin;
        width = static_cast<unsigned> (min (inner - begin, static_cast<size_t> (width)));
      }
  }
  __device__ __forceinline__ unsigned count () const { return width * len; }
  /* From an element of a segment to the next one in the tile.  */
  __device__ __forceinline__ unsigned step () const { return inner == 1 ? 1 : width; }
  /* Of element i of the tile: its number in its segment, where that begins, and where it stands in memory.  */
  __device__ __forceinline__ unsigned number (unsigned i) const { return inner == 1 ? i - i / len * len : i / width; }
  __device__ __forceinline__ unsigned begin (unsigned i) const { return i - number (i) * step (); }
  __device__ __forceinline__ size_t place (unsigned i) const
  {
    return first + (inner == 1 ? i : number (i) * inner + begin (i));
  }
};

/* Read the elements of a block, and put them in their segments' order in its tile.  bits: those of the calling thread,
   and where they went.  */
template <class T>
__device__ __forceinline__ void
gr_put_counted (const gr_counted_segments &segments, const gr_sort_bits<T> *from, const gr_sort_order<T> &order,
                gr_sort_bits<T> *tile, gr_sort_bits<T> (&bits)[GR_COUNTING_ITEMS], unsigned (&to)[GR_COUNTING_ITEMS])
{
  typedef gr_sort_bits<T> Bits;
  const unsigned n = segments.count (), step = segments.step ();
#pragma unroll
  for (unsigned j = 0; j < GR_COUNTING_ITEMS; j++)
    {
      const unsigned i = threadIdx.x + j * GR_COUNTING_THREADS;
      bits[j] = i < n ? from[segments.place (i)] : Bits (0);
      tile[i] = order.key (bits[j]);
    }
  __syncthreads ();
#pragma unroll
  for (unsigned j = 0; j < GR_COUNTING_ITEMS; j++)
    {
      const unsigned i = threadIdx.x + j * GR_COUNTING_THREADS, begin = segments.begin (i);
      const Bits key = tile[i];
      to[j] = begin;
      for (unsigned k = 0, other = begin; i < n && k < segments.len; k++, other += step)
        to[j] += tile[other] < key || (tile[other] == key && other < i) ? step : 0;
    }
  __syncthreads ();
#pragma unroll
  for (unsigned j = 0; j < GR_COUNTING_ITEMS; j++)
    {
      if (threadIdx.x + j * GR_COUNTING_THREADS < n)
        tile[to[j]] = bits[j];
    }
  __syncthreads ();
}

template <class T>
__global__ void
__launch_bounds__ (GR_COUNTING_THREADS) gr_sort_counting_kernel (const __grid_constant__ gr_sort_arrays<T> a)
{
  typedef gr_sort_bits<T> Bits;
  __shared__ Bits tile[GR_COUNTING_TILE];
  __shared__ unsigned char places[GR_COUNTING_TILE];
  const gr_counted_segments segments (a.inner, a.len, a.segments);
  const unsigned n = segments.count ();
  Bits bits[GR_COUNTING_ITEMS];
  unsigned to[GR_COUNTING_ITEMS];
  gr_put_counted<T> (segments, a.from, a.order, tile, bits, to);
#pragma unroll
  for (unsigned j = 0; j < GR_COUNTING_ITEMS; j++)
    {
      const unsigned i = threadIdx.x + j * GR_COUNTING_THREADS;
      if (i < n)
        places[to[j]] = static_cast<unsigned char> (segments.number (i));
    }
  __syncthreads ();
  for (unsigned i = threadIdx.x; i < n; i += GR_COUNTING_THREADS)
    {
      const size_t place = segments.place (i);
      a.to[place] = tile[i];
      if (a.positions)
        a.positions[place] = places[i] + 1.0;
    }
}

/* ---- by digits ---- */

/* The blocks that there are.  X (_, threads, elements a thread); the last one is for elements of up to 4 bytes, as
   larger ones would need more registers than a thread of such a block has.  */
#define GR_BLOCK_SORTS(X, _)                                                                                           \
  X (_, 32, 4)                                                                                                         \
  X (_, 32, 8)                                                                                                         \
  X (_, 64, 8)                                                                                                         \
  X (_, 128, 8)                                                                                                        \
  X (_, 128, 16)                                                                                                       \
  X (_, 256, 16)                                                                                                       \
  X (_, 512, 16)                                                                                                       \
  X (_, 1024, 16)

/* Shared memory of a block.  */
template <class T, bool POSITIONS, unsigned THREADS, unsigned ITEMS> struct gr_block_sort_memory
{
  static constexpr unsigned TILE = THREADS * ITEMS;
  gr_sort_bits<T> tile[TILE];
  uint16_t places[POSITIONS ? TILE : 1];
  gr_digit_ranks<THREADS, ITEMS> ranks;
  bool differ; /* do elements differ in this digit? */
};

/* Elements that are not there have the last digit, and stand behind all others.  */
template <class T, bool POSITIONS, unsigned THREADS, unsigned ITEMS> struct gr_block_sort
{
  typedef gr_sort_bits<T> Bits;
  typedef gr_digit_ranks<THREADS, ITEMS> Ranks;
  gr_block_sort_memory<T, POSITIONS, THREADS, ITEMS> &memory;
  const gr_sort_order<T> &order;
  unsigned n;
  Bits bits[ITEMS];

  __device__ __forceinline__ void load (const Bits *from)
  {
#pragma unroll
    for (unsigned j = 0; j < ITEMS; j++)
      {
        const unsigned i = Ranks::place (j);
        bits[j] = i < n ? from[i] : Bits (0);
        memory.tile[i] = bits[j];
        if constexpr (POSITIONS)
          memory.places[i] = static_cast<uint16_t> (i);
      }
  }

  /* Move elements to their ranks, and take those that stand where the thread's items are.  */
  __device__ __forceinline__ void move (const unsigned (&ranks)[ITEMS])
  {
#pragma unroll
    for (unsigned j = 0; j < ITEMS; j++)
      memory.tile[ranks[j]] = bits[j];
    if constexpr (POSITIONS)
      {
        uint16_t places[ITEMS];
#pragma unroll
        for (unsigned j = 0; j < ITEMS; j++)
          places[j] = memory.places[Ranks::place (j)];
        __syncthreads ();
#pragma unroll
        for (unsigned j = 0; j < ITEMS; j++)
          memory.places[ranks[j]] = places[j];
      }
    __syncthreads ();
#pragma unroll
    for (unsigned j = 0; j < ITEMS; j++)
      bits[j] = memory.tile[Ranks::place (j)];
  }

  __device__ __forceinline__ void pass (unsigned number)
  {
    const auto digit
      = [&] (unsigned j) { return Ranks::place (j) < n ? order.digit (bits[j], number) : GR_DIGITS - 1; };
    unsigned counts[Ranks::EACH] = {}, first[Ranks::EACH] = {}, ranks[ITEMS];
    if (threadIdx.x == 0)
      memory.differ = false;
    memory.ranks.count (digit, counts);
    if (Ranks::adds ())
      {
#pragma unroll
        for (unsigned k = 0; k < Ranks::EACH; k++)
          {
            const unsigned there = counts[k] - (Ranks::digit_of (k) == GR_DIGITS - 1 ? Ranks::TILE - n : 0);
            if (there && there < n)
              memory.differ = true;
          }
      }
    memory.ranks.begin (counts, first);
    if (memory.differ)
      {
        memory.ranks.rank (digit, ranks);
        move (ranks);
      }
    __syncthreads ();
  }

  __device__ __forceinline__ void store (Bits *to, double *positions) const
  {
    for (unsigned i = threadIdx.x; i < n; i += THREADS)
      {
        to[i] = memory.tile[i];
        if constexpr (POSITIONS)
          positions[i] = memory.places[i] + 1.0;
      }
  }
};

template <class T, bool POSITIONS, unsigned THREADS, unsigned ITEMS>
__global__ void
__launch_bounds__ (THREADS) gr_sort_block_kernel (const __grid_constant__ gr_sort_arrays<T> a)
{
  typedef gr_block_sort_memory<T, POSITIONS, THREADS, ITEMS> Memory;
  GR_DYNAMIC_SHARED (Memory, memory);
  const size_t first = blockIdx.x * a.len;
  gr_block_sort<T, POSITIONS, THREADS, ITEMS> sort = { *memory, a.order, static_cast<unsigned> (a.len), {} };
  sort.load (a.from + first);
#pragma unroll 1
  for (unsigned pass = 0; pass < gr_sort_order<T>::passes; pass++)
    sort.pass (pass);
  sort.store (a.to + first, POSITIONS ? a.positions + first : nullptr);
}

} // namespace

#endif
