/* SPDX-License-Identifier: GPL-3.0-or-later

   A tile of whole short segments in shared memory, which come with their slab if that is small, or as rows of it.  */

#ifndef GR_SHORT_TILE_CUH
#define GR_SHORT_TILE_CUH

#include "block/tile.cuh"
#include "op/segment.cuh"
#include "plan/plan.h"

namespace GR_NAMESPACE
{

/* Stage the rows of a tile that does not hold whole slabs: from memory[begin] on `here` elements of each row, in
   vectors from the first one's sector on.  Rows stand pitch apart, which is inner less whole sectors, so that
   elements of all rows begin alike.  total: elements of the array.  */
template <class T, unsigned RUN>
__device__ __forceinline__ void
gr_stage_rows (const T *memory, typename gr_vector_layout<T, RUN>::Vector *staged, size_t begin, unsigned here,
               unsigned pitch, const gr_segments &segments, size_t total)
{
  typedef gr_vector_layout<T, RUN> Layout;
  constexpr unsigned COUNT = Layout::COUNT, SECTOR = Layout::SECTOR;
  const unsigned gap = gr_gap<T, RUN> (memory + begin), in_row = (here + SECTOR - 1 + COUNT - 1) / COUNT;
  const bool inside = begin >= SECTOR && begin + (segments.len - 1) * segments.inner + here + 2 * SECTOR <= total;
  const unsigned width = min (in_row, static_cast<unsigned> (GR_SHORT_THREADS)), height = GR_SHORT_THREADS / width;
  const unsigned first = threadIdx.x / width;
  if (first >= height)
    return gr_cp_async_commit_group ();
  const T *start = memory + begin + first * segments.inner;
  unsigned at = gap + first * pitch;
  for (unsigned row = first; row < segments.len; row += height, start += height * segments.inner, at += height * pitch)
    {
      const unsigned before = gr_gap<T, RUN> (start);
      for (unsigned i = threadIdx.x % width; i < in_row; i += GR_SHORT_THREADS)
        {
          const T *const from = start - before + i * COUNT;
          auto *const vector = &staged[Layout::slot ((at - before) / COUNT + i, 0)];
          if (inside || (from >= memory && from + COUNT <= memory + total))
            gr_copy_vector (vector, reinterpret_cast<const typename Layout::Vector *> (from));
          else
            for (unsigned e = 0; e < COUNT; e++)
              vector->element[e] = from + e >= memory && from + e < memory + total ? from[e] : T ();
        }
    }
  gr_cp_async_commit_group ();
}

/* A block's tile of `here` segments from number first_segment on.  The first element in memory is number first,
   and its sector begins gap elements before it.  */
struct gr_short_tile
{
  size_t first_segment, first;
  unsigned here, gap;
  unsigned step, slab, reciprocal; /* from a segment to the next; from the end of a slab's first row to the next
                                      slab; gr_reciprocal of a row's segments */
  /* Where the first element of a segment of the tile is staged.  */
  __device__ __forceinline__ unsigned at (unsigned segment) const
  {
    return gap + segment * step + gr_quotient (segment, reciprocal) * slab;
  }
};
/* Stage the tile.  All threads of the block call.  most_turn: the swizzle of its runs (gr_vector_layout).  once:
   results should stay in the cache, elements need not.  */
template <class T, unsigned RUN>
__device__ __forceinline__ gr_short_tile
gr_stage_short (const T *memory, typename gr_vector_layout<T, RUN>::Vector *staged, const gr_segments &segments,
                const gr_short_plan &plan, unsigned most_turn, bool once = false)
{
  constexpr unsigned COUNT = gr_vector_layout<T, RUN>::COUNT;
  const unsigned len = static_cast<unsigned> (segments.len);
  const size_t slab = plan.groups ? gr_divide (blockIdx.x, plan.groups) : 0;
  const size_t in_slab = (blockIdx.x - slab * plan.groups) * plan.segments,
               first_segment = slab * segments.inner + in_slab;
  const size_t left = plan.groups ? segments.inner - in_slab : segments.count - first_segment;
  const unsigned here = static_cast<unsigned> (min (static_cast<size_t> (plan.segments), left));
  const size_t first = plan.groups ? slab * segments.inner * len + in_slab : first_segment * len;
  const unsigned gap = gr_gap<T, RUN> (memory + first);
  if (plan.groups)
    gr_stage_rows<T, RUN> (memory, staged, first, here, plan.pitch, segments, segments.count * len);
  else
    {
      const auto move = [&] (auto hint) {
        gr_move_tile<T, RUN, GR_SHORT_THREADS, true> (memory, staged, static_cast<ptrdiff_t> (first) - gap, 0,
                                                      static_cast<ptrdiff_t> (segments.count * len),
                                                      (gap + here * len + COUNT - 1) / COUNT, most_turn, hint);
      };
      if (once)
        move (gr_evict_first ());
      else
        move (gr_no_hint ());
    }
  gr_cp_async_wait_group ();
  __syncthreads ();
  const unsigned inner = static_cast<unsigned> (segments.inner);
  const bool slabs = inner > 1 && ! plan.groups;
  return { first_segment,
           first,
           here,
           gap,
           inner == 1 ? len : 1,
           slabs ? inner * (len - 1) : 0,
           slabs ? gr_reciprocal (inner) : 0 };
}

} // namespace

#endif
