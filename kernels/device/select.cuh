/* SPDX-License-Identifier: GPL-3.0-or-later

   The kernels of selection by a mask, and by lists of places.  A warp counts a tile of the mask.  To select, a block
   writes the places of its tile's true elements to shared memory in order, and then copies these elements, so that
   neighbouring threads access neighbouring results.  */

#ifndef GR_SELECT_CUH
#define GR_SELECT_CUH

#include "backend_elements.h"
#include "block/vector.cuh"
#include "block/warp.cuh"
#include "op/divide.cuh"

namespace GR_NAMESPACE
{

/* Elements of a mask's tile.  */
enum { GR_MASK_TILE = 4096 };

constexpr unsigned GR_SELECT_THREADS = 256, GR_SELECT_WARPS = GR_SELECT_THREADS / 32;
/* Mask elements that are loaded at a time.  */
constexpr unsigned GR_MASK_VECTOR = 16;
static_assert (GR_MASK_TILE == GR_SELECT_THREADS * GR_MASK_VECTOR, "a block loads a tile at once");

/* ---- masks ---- */

/* Bit 7 of each byte of a word that is not 0.  */
__device__ __forceinline__ unsigned
gr_true_bytes (unsigned word)
{
  return (((word & 0x7f7f7f7fu) + 0x7f7f7f7fu) | word) & 0x80808080u;
}

/* 16 mask elements from number `first` on; those behind the end are false.  The mask is aligned to 16 bytes.  */
__device__ __forceinline__ uint4
gr_load_mask (const unsigned char *mask, size_t first, size_t count)
{
  uint4 v = {};
  if (first < count && count - first >= GR_MASK_VECTOR)
    return *reinterpret_cast<const uint4 *> (mask + first);
  for (unsigned i = 0; first + i < count && i < GR_MASK_VECTOR; i++)
    {
      const unsigned bit = static_cast<unsigned> (mask[first + i] != 0) << (8 * (i % 4));
      (i < 4 ? v.x : i < 8 ? v.y : i < 12 ? v.z : v.w) |= bit;
    }
  return v;
}

__device__ __forceinline__ unsigned
gr_count_true (uint4 v)
{
  return __popc (gr_true_bytes (v.x)) + __popc (gr_true_bytes (v.y)) + __popc (gr_true_bytes (v.z))
       + __popc (gr_true_bytes (v.w));
}

template <class Count>
__global__ void
gr_count_tiles_kernel (const unsigned char *mask, size_t count, size_t tiles, Count *counts)
{
  const size_t tile = blockIdx.x * static_cast<size_t> (GR_SELECT_WARPS) + threadIdx.x / 32;
  const unsigned lane = threadIdx.x % 32;
  unsigned n = 0;
  if (tile >= tiles)
    return;
#pragma unroll
  for (unsigned i = 0; i < GR_MASK_TILE; i += 32 * GR_MASK_VECTOR)
    n += gr_count_true (gr_load_mask (mask, tile * GR_MASK_TILE + i + lane * GR_MASK_VECTOR, count));
#pragma unroll
  for (unsigned delta = 16; delta; delta /= 2)
    n += __shfl_down_sync (0xffffffffu, n, delta, 32);
  if (! lane)
    counts[tile] = n;
}

/* The block's threads write the places of the true elements of its tile; the number of these.  All threads call.  */
__device__ __forceinline__ unsigned
gr_find_true (const gr_tiled_mask &mask, unsigned short *places)
{
  __shared__ unsigned totals[GR_SELECT_WARPS];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, at = threadIdx.x * GR_MASK_VECTOR;
  const uint4 v = gr_load_mask (mask.mask, blockIdx.x * static_cast<size_t> (GR_MASK_TILE) + at, mask.count);
  const unsigned mine = gr_count_true (v);
  const unsigned up_to = gr_sum_up_to_lane (mine);
  unsigned all = 0, before = 0;
  if (lane == 31)
    totals[warp] = up_to;
  __syncthreads ();
#pragma unroll
  for (unsigned w = 0; w < GR_SELECT_WARPS; w++)
    {
      before += w < warp ? totals[w] : 0;
      all += totals[w];
    }
  unsigned next = before + up_to - mine;
  const unsigned words[4] = { v.x, v.y, v.z, v.w };
#pragma unroll
  for (unsigned w = 0; w < 4; w++)
    for (unsigned bytes = gr_true_bytes (words[w]); bytes; bytes &= bytes - 1)
      places[next++] = static_cast<unsigned short> (at + 4 * w + (__ffs (static_cast<int> (bytes)) - 1) / 8);
  __syncthreads ();
  return all;
}

/* ---- copies ---- */

template <class Word>
__global__ void
gr_select_kernel (const __grid_constant__ gr_tiled_mask mask, Word *to, const Word *from)
{
  __shared__ unsigned short places[GR_MASK_TILE];
  const unsigned n = gr_find_true (mask, places);
  const size_t first = blockIdx.x * static_cast<size_t> (GR_MASK_TILE);
  Word *const out = to + static_cast<size_t> (mask.before[blockIdx.x]);
#pragma unroll 4
  for (unsigned i = threadIdx.x; i < n; i += GR_SELECT_THREADS)
    out[i] = from[first + places[i]];
}

template <class Position>
__global__ void
gr_positions_kernel (const __grid_constant__ gr_tiled_mask mask, Position *to)
{
  __shared__ unsigned short places[GR_MASK_TILE];
  const unsigned n = gr_find_true (mask, places);
  const size_t first = blockIdx.x * static_cast<size_t> (GR_MASK_TILE);
  Position *const out = to + static_cast<size_t> (mask.before[blockIdx.x]);
  for (unsigned i = threadIdx.x; i < n; i += GR_SELECT_THREADS)
    out[i] = static_cast<Position> (first + places[i] + 1);
}

template <class Word>
__global__ void
gr_put_kernel (const __grid_constant__ gr_tiled_mask mask, Word *to, const Word *from, bool is_scalar)
{
  __shared__ unsigned short places[GR_MASK_TILE];
  const unsigned n = gr_find_true (mask, places);
  Word *const out = to + blockIdx.x * static_cast<size_t> (GR_MASK_TILE);
  const Word *const in = from + (is_scalar ? 0 : static_cast<size_t> (mask.before[blockIdx.x]));
#pragma unroll 4
  for (unsigned i = threadIdx.x; i < n; i += GR_SELECT_THREADS)
    out[places[i]] = in[is_scalar ? 0 : i];
}

/* ---- elements at places that are listed ---- */

constexpr unsigned GR_GATHER_THREADS = 256, GR_GATHER_ITEMS = 4;

/* *faulty becomes 1 if a place is none; its element is left out.  */
template <class Word, bool SCATTER>
__global__ void
__launch_bounds__ (GR_GATHER_THREADS) gr_gather_places_kernel (const __grid_constant__ gr_gathering q, const Word *from,
                                                               const double *places, Word *to, unsigned *faulty)
{
  const size_t first = blockIdx.x * static_cast<size_t> (GR_GATHER_THREADS * GR_GATHER_ITEMS) + threadIdx.x;
  const size_t all = q.inner * q.count * q.outer, one = q.inner == 1 && q.outer == 1;
#pragma unroll
  for (unsigned v = 0; v < GR_GATHER_ITEMS; v++)
    {
      const size_t i = first + v * GR_GATHER_THREADS;
      const size_t row = one ? i : gr_divide (i, q.inner), slab = one ? 0 : gr_divide (row, q.count);
      if (i >= all)
        continue;
      const double place = places[row - slab * q.count];
      const size_t k = place >= 1 && place <= static_cast<double> (q.len) ? static_cast<size_t> (place) : 0;
      if (static_cast<double> (k) != place || ! k)
        *faulty = 1;
      else
        {
          const size_t there = one ? k - 1 : i - row * q.inner + q.inner * (k - 1 + q.len * slab);
          to[SCATTER ? there : i] = from[SCATTER ? i : there];
        }
    }
}

} // namespace

#endif
