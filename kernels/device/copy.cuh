/* SPDX-License-Identifier: GPL-3.0-or-later

   The kernels of copies by index.

   A copy goes by axes, the first of which counts fastest.  There are two kernels.  The general one takes a tile of
   elements that are numbered one after the other: one thread finds where its first element is, by a division for each
   axis, and the others only count on from there.  The other one is for copies that write along one axis what they read
   along another: it turns square tiles in shared memory.  */

#ifndef GR_COPY_CUH
#define GR_COPY_CUH

#include "gpureduce.h"
#include "op/divide.cuh"

namespace GR_NAMESPACE
{

/* ---- places ---- */

/* Blocks of the general kernel that a multiprocessor holds: more would take registers that it needs.  */
enum { GR_COPY_THREADS = 256, GR_COPY_ITEMS = 8, GR_COPY_TILE = GR_COPY_THREADS * GR_COPY_ITEMS, GR_COPY_RESIDENT = 4 };

struct gr_copy_axis
{
  size_t count;
  ptrdiff_t from, to;
  const int64_t *from_list, *to_list;
  unsigned reciprocal; /* of a count that is less than GR_COPY_TILE */
};

struct gr_copy_plan
{
  unsigned axes;
  gr_copy_axis axis[GR_MAX_DIMS];
};

/* Distances, in elements, from where index 0 of all axes leads.  */
struct gr_copy_places
{
  ptrdiff_t from, to;
};

__device__ __forceinline__ gr_copy_places
operator+ (gr_copy_places a, gr_copy_places b)
{
  return { a.from + b.from, a.to + b.to };
}

/* Where an index of an axis leads.  */
__device__ __forceinline__ gr_copy_places
gr_places_of (const gr_copy_axis &axis, size_t c)
{
  return { axis.from * (axis.from_list ? axis.from_list[c] : static_cast<ptrdiff_t> (c)),
           axis.to * (axis.to_list ? axis.to_list[c] : static_cast<ptrdiff_t> (c)) };
}

/* Where a tile begins: its index of each axis, and for each axis where it and those behind it lead.  */
struct gr_copy_start
{
  size_t index[GR_MAX_DIMS];
  gr_copy_places rest[GR_MAX_DIMS + 1];
};

/* For one thread: the start of element number `number` of the axes from `first` on.  */
__device__ void
gr_find_start (const gr_copy_plan &copy, unsigned first, size_t number, gr_copy_start *start)
{
  for (unsigned k = first; k < copy.axes; k++)
    {
      const size_t n = copy.axis[k].count, rest = k + 1 < copy.axes ? gr_divide (number, n) : 0;
      start->index[k] = number - rest * n;
      number = rest;
    }
  start->rest[copy.axes] = { 0, 0 };
  for (unsigned k = copy.axes; k-- > first;)
    start->rest[k] = start->rest[k + 1] + gr_places_of (copy.axis[k], start->index[k]);
}

/* The places of the element that is `more` behind the start, less than GR_COPY_TILE.  */
__device__ __forceinline__ gr_copy_places
gr_count_on (const gr_copy_plan &copy, const gr_copy_start &start, unsigned more)
{
  gr_copy_places at = { 0, 0 };
  unsigned k = 0;
  for (; more && k < copy.axes; k++)
    {
      const gr_copy_axis &axis = copy.axis[k];
      const size_t c = start.index[k] + more;
      more = axis.count < GR_COPY_TILE ? gr_quotient (static_cast<unsigned> (c), axis.reciprocal) : c >= axis.count;
      at = at + gr_places_of (axis, c - more * axis.count);
    }
  return at + start.rest[k];
}

/* ---- the general kernel ---- */

template <class Word>
__global__ void
__launch_bounds__ (GR_COPY_THREADS, GR_COPY_RESIDENT)
  gr_copy_kernel (const __grid_constant__ gr_copy_plan copy, size_t count, const Word *from, Word *to)
{
  __shared__ gr_copy_start start;
  const size_t first = blockIdx.x * static_cast<size_t> (GR_COPY_TILE);
  const unsigned n = static_cast<unsigned> (min (count - first, static_cast<size_t> (GR_COPY_TILE)));
  Word words[GR_COPY_ITEMS];
  ptrdiff_t at[GR_COPY_ITEMS];
  if (threadIdx.x == 0)
    gr_find_start (copy, 0, first, &start);
  __syncthreads ();
#pragma unroll
  for (unsigned j = 0; j < GR_COPY_ITEMS; j++)
    {
      const unsigned i = threadIdx.x + j * GR_COPY_THREADS;
      if (i < n)
        {
          const gr_copy_places places = gr_count_on (copy, start, i);
          words[j] = from[places.from];
          at[j] = places.to;
        }
    }
#pragma unroll
  for (unsigned j = 0; j < GR_COPY_ITEMS; j++)
    if (threadIdx.x + j * GR_COPY_THREADS < n)
      to[at[j]] = words[j];
}

/* ---- tiles that are turned ---- */

/* Small words have larger tiles, whose rows are whole sectors at the least.  A row of the tile takes a bank more than
   it has, so that the words of a column are in different banks.  */
template <class Word> struct gr_turned_tile
{
  static constexpr unsigned side = sizeof (Word) < 4 ? 64 : 32, pad = sizeof (Word) < 4 ? 4 / sizeof (Word) : 1;
  Word words[side][side + pad];
};

/* Axis 0 is the one along which words are written, axis 1 the one along which they are read.  */
template <class Word>
__global__ void
__launch_bounds__ (GR_COPY_THREADS)
  gr_turn_kernel (const __grid_constant__ gr_copy_plan copy, size_t tiles_0, size_t tiles_1, const Word *from, Word *to)
{
  typedef gr_turned_tile<Word> Tile;
  constexpr unsigned STEPS = Tile::side * Tile::side / GR_COPY_THREADS;
  __shared__ Tile tile;
  __shared__ gr_copy_start start;
  const size_t row = gr_divide (blockIdx.x, tiles_0), slab = gr_divide (row, tiles_1);
  const size_t first_0 = (blockIdx.x - row * tiles_0) * Tile::side, first_1 = (row - slab * tiles_1) * Tile::side;
  const size_t n_0 = copy.axis[0].count - first_0, n_1 = copy.axis[1].count - first_1;
  /* of the tile as it is read or written, what a thread takes in each step */
  const auto row_of = [] (unsigned j) { return (threadIdx.x + j * GR_COPY_THREADS) / Tile::side; };
  const auto column_of = [] (unsigned j) { return (threadIdx.x + j * GR_COPY_THREADS) % Tile::side; };
  const auto places = [&] (unsigned a, unsigned b) {
    return gr_places_of (copy.axis[0], first_0 + a) + gr_places_of (copy.axis[1], first_1 + b) + start.rest[2];
  };
  if (threadIdx.x == 0)
    gr_find_start (copy, 2, slab, &start);
  __syncthreads ();
#pragma unroll
  for (unsigned j = 0; j < STEPS; j++)
    {
      const unsigned a = row_of (j), b = column_of (j);
      if (a < n_0 && b < n_1)
        tile.words[a][b] = from[places (a, b).from];
    }
  __syncthreads ();
#pragma unroll
  for (unsigned j = 0; j < STEPS; j++)
    {
      const unsigned a = column_of (j), b = row_of (j);
      if (a < n_0 && b < n_1)
        to[places (a, b).to] = tile.words[a][b];
    }
}

} // namespace

#endif
