/* SPDX-License-Identifier: GPL-3.0-or-later

   Scans of a block's worth of elements, after Kirk, Hwu and El Hajj, "Programming
   Massively Parallel Processors", chapter on prefix sum, made to work for any
   length by its hierarchical scheme: scan the tiles, scan the tile totals
   (recursing as often as needed), add them back.  Elements are widened as a tile
   is loaded (named.cuh); between the steps there are accumulators, and what
   stands before a tile is added as results are stored.

   What all share is gr_scan_tiles_kernel; an algorithm is the number of elements
   a thread has, where they stand in shared memory, and how they are scanned
   there.  The last one, lookback, finds what stands before a tile in the same
   pass.  */

#ifndef GR_SCAN_BLOCK_CUH
#define GR_SCAN_BLOCK_CUH

#include "block/lookback.cuh"
#include "textbook/named.cuh"

namespace GR_NAMESPACE
{

/* Inclusive scan of a tile of a segment in shared memory; returns where its elements stand, with identities in place of
   those beyond the segment.  */
template <class Method, class Op>
__device__ __forceinline__ const typename Op::Acc *
gr_scan_tile (const Op &op, const gr_elements<Op> &elements, size_t segment, size_t begin, typename Op::Acc *shared)
{
  typedef typename Op::Acc Acc;
  constexpr unsigned PER_THREAD = Method::template per_thread<Acc>;
  Acc loaded[PER_THREAD];
  elements.load (loaded, op, segment, { begin + threadIdx.x, blockDim.x, elements.segments.len });
#pragma unroll
  for (unsigned j = 0; j < PER_THREAD; j++)
    shared[Method::template slot<Acc> (threadIdx.x + j * blockDim.x)] = loaded[j];
  __syncthreads ();
  return Method::scan (op, shared);
}

/* Inclusive scan of tiles of segments to work; totals gets those of the tiles.  */
template <class Op, class Method>
__global__
__launch_bounds__ (GR_LARGEST_BLOCK) void gr_scan_tiles_kernel (Op op, const __grid_constant__ gr_elements<Op> elements,
                                                                typename Op::Acc *work, typename Op::Acc *totals,
                                                                size_t tiles)
{
  typedef typename Op::Acc Acc;
  GR_DYNAMIC_SHARED (Acc, shared);
  const size_t len = elements.segments.len;
  const unsigned tile = blockDim.x * Method::template per_thread<Acc>;
  for (size_t item = blockIdx.x; item < tiles * elements.segments.count; item += gridDim.x)
    {
      const size_t segment = item / tiles, begin = (item - segment * tiles) * tile;
      const Acc *const scanned = gr_scan_tile<Method> (op, elements, segment, begin, shared);
      for (unsigned i = threadIdx.x; i < tile && begin + i < len; i += blockDim.x)
        work[segment * len + begin + i] = scanned[Method::template slot<Acc> (i)];
      if (threadIdx.x == 0)
        totals[item] = scanned[Method::template slot<Acc> (tile - 1)];
      __syncthreads ();
    }
}

/* Combine each tile's elements with the total of the tiles before it.  */
template <class Op>
__global__
__launch_bounds__ (GR_LARGEST_BLOCK) void gr_add_back_kernel (Op op, const typename Op::Acc *work,
                                                              const typename Op::Acc *totals,
                                                              const __grid_constant__ gr_results<Op> results,
                                                              size_t tiles, unsigned tile)
{
  const size_t len = results.segments.len, n = len * results.segments.count;
  const size_t step = static_cast<size_t> (gridDim.x) * blockDim.x;
#pragma unroll 1
  for (size_t e = blockIdx.x * static_cast<size_t> (blockDim.x) + threadIdx.x; e < n; e += step)
    {
      const size_t segment = e / len, k = e - segment * len, before = k / tile;
      results.put (op, before ? op.combine (totals[segment * tiles + before - 1], work[e]) : work[e], segment, k);
    }
}

/* Inclusive scan of every segment.  Totals of tiles are scanned in place.  */
template <class Method, class Op>
gr_status
gr_scan_hierarchically (gr_context *context, const Op &op, const gr_elements<Op> &elements,
                        const gr_results<Op> &results, unsigned block)
{
  typedef typename Op::Acc Acc;
  const size_t len = elements.segments.len, count = elements.segments.count;
  const unsigned tile = block * Method::template per_thread<Acc>;
  const size_t tiles = gr_ceil_div (len, tile), shared = block * Method::template places<Acc> * sizeof (Acc);
  gr_elements<Op> totals = elements;
  totals.segments = { 1, tiles, count, false };
  Acc *work = elements.work;
  if (! work)
    GR_TRY (gr_scratch (context, len * count, &work));
  GR_TRY (gr_scratch (context, tiles * count, &totals.work));
  GR_TRY (gr_launch_recorded (context, GR_KERNEL (gr_scan_tiles_kernel<Op, Method>), gr_grid (tiles * count), block,
                              shared, op, elements, work, totals.work, tiles));
  if (tiles == 1)
    return elements.work ? GR_OK : gr_store_results (context, op, work, results);
  GR_TRY (gr_scan_hierarchically<Method> (context, op, totals, gr_as_states (op, totals.work, tiles, count), block));
  return gr_launch_recorded (context, GR_KERNEL (gr_add_back_kernel<Op>), gr_grid (gr_ceil_div (len * count, block)),
                             block, 0, op, work, totals.work, results, tiles, tile);
}

/* ---- the algorithms ---- */

/* A method has per_thread elements of a thread, places a thread in shared memory,
   the slot there of element i, and scan (), which all threads of a block call
   and which returns where the scanned elements stand, visible to all.  */

/* kogge.  Kogge and Stone, "A Parallel Algorithm for the Efficient Solution of a
   General Class of Recurrence Equations", IEEE Trans. Computers, 1973: in step
   s every thread combines its value with the one 2^s before it.  Few steps,
   but n log n combinations.  Two buffers, so that one barrier a step suffices.  */
struct gr_kogge
{
  template <class Acc> static constexpr unsigned per_thread = 1;
  template <class Acc> static constexpr unsigned places = 2;
  template <class Acc> static __device__ __forceinline__ unsigned slot (unsigned i) { return i; }
  template <class Op> static __device__ __forceinline__ typename Op::Acc *scan (const Op &op, typename Op::Acc *shared)
  {
    const unsigned t = threadIdx.x;
    typename Op::Acc *from = shared, *to = shared + blockDim.x;
    for (unsigned step = 1; step < blockDim.x; step *= 2)
      {
        to[t] = t >= step ? op.combine (from[t - step], from[t]) : from[t];
        __syncthreads ();
        typename Op::Acc *const swap = from;
        from = to;
        to = swap;
      }
    return from;
  }
};

/* brent.  Brent and Kung, "A Regular Layout for Parallel Adders", IEEE Trans. Computers, 1982: totals of pairs, of
   pairs of pairs, and on are built up in place (up-sweep), then prefixes are handed down (down-sweep).  About 2 n
   combinations, in twice as many steps as kogge, most of them with few threads at work.  */
struct gr_brent
{
  template <class Acc> static constexpr unsigned per_thread = 2;
  template <class Acc> static constexpr unsigned places = 2;
  template <class Acc> static __device__ __forceinline__ unsigned slot (unsigned i) { return i; }
  template <class Op> static __device__ __forceinline__ typename Op::Acc *scan (const Op &op, typename Op::Acc *shared)
  {
    const unsigned section = 2 * blockDim.x;
    for (unsigned stride = 1; stride < section; stride *= 2)
      {
        const unsigned at = (threadIdx.x + 1) * 2 * stride - 1;
        if (at < section)
          shared[at] = op.combine (shared[at - stride], shared[at]);
        __syncthreads ();
      }
    for (unsigned stride = section / 4; stride > 0; stride /= 2)
      {
        const unsigned at = (threadIdx.x + 1) * 2 * stride - 1;
        if (at + stride < section)
          shared[at + stride] = op.combine (shared[at], shared[at + stride]);
        __syncthreads ();
      }
    return shared;
  }
};

/* three-phase: each thread scans a section of neighbours serially; the section
   totals are scanned as by kogge; each thread adds what stands before its
   section.  The serial phases do no more combinations than needed.  The place
   after each section holds its total, which also makes the sections' pitch
   odd, so that the threads of a warp hit different banks.  */
struct gr_three_phase
{
  template <class Acc> static constexpr unsigned per_thread = sizeof (Acc) <= 16 ? 4 : 2;
  template <class Acc> static constexpr unsigned places = per_thread<Acc> + 1;
  template <class Acc> static __device__ __forceinline__ unsigned slot (unsigned i) { return i + i / per_thread<Acc>; }
  template <class Op> static __device__ __forceinline__ typename Op::Acc *scan (const Op &op, typename Op::Acc *shared)
  {
    typedef typename Op::Acc Acc;
    constexpr unsigned SECTION = per_thread<Acc>, PITCH = places<Acc>;
    const unsigned t = threadIdx.x;
    Acc *const section = shared + t * PITCH;
    for (unsigned j = 1; j < SECTION; j++)
      section[j] = op.combine (section[j - 1], section[j]);
    Acc total = section[SECTION] = section[SECTION - 1];
    __syncthreads ();
    for (unsigned step = 1; step < blockDim.x; step *= 2)
      {
        if (t >= step)
          total = op.combine (shared[(t - step) * PITCH + SECTION], total);
        __syncthreads ();
        section[SECTION] = total;
        __syncthreads ();
      }
    if (t > 0)
      for (unsigned j = 0; j < SECTION; j++)
        section[j] = op.combine (section[-1], section[j]);
    __syncthreads ();
    return shared;
  }
};

/* An algorithm that scans by passes with one of these methods.  */
template <class Method> struct gr_hierarchical
{
  template <class Op> static gr_status run (gr_context *context, const Op &op, const gr_named_task<Op> &task)
  {
    GR_TRY (gr_scan_hierarchically<Method> (context, op, task.elements, task.results, task.block));
    return gr_mark (context, GR_COMPUTED);
  }
};
template <> struct gr_textbook<GR_ALGORITHM_KOGGE> : gr_hierarchical<gr_kogge>
{};
template <> struct gr_textbook<GR_ALGORITHM_BRENT> : gr_hierarchical<gr_brent>
{};
template <> struct gr_textbook<GR_ALGORITHM_THREE_PHASE> : gr_hierarchical<gr_three_phase>
{};

/* lookback.  D. Merrill and M. Garland, "Single-pass Parallel Prefix Scan with
   Decoupled Look-back", NVIDIA, 2016: instead of two further passes over the
   totals, each tile, scanned as three-phase does, publishes its own and looks
   at those before it, so that elements are read and written once; see
   lookback.cuh for what makes it give the same bits every time.  */
template <class Op>
__global__
__launch_bounds__ (GR_LARGEST_BLOCK) void gr_lookback_kernel (
  Op op, const __grid_constant__ gr_elements<Op> elements, const __grid_constant__ gr_results<Op> results,
  const __grid_constant__ gr_segment_tree<typename Op::Acc> tree, unsigned *counter)
{
  typedef typename Op::Acc Acc;
  typedef gr_three_phase Method;
  GR_DYNAMIC_SHARED (Acc, shared);
  __shared__ unsigned taken;
  const unsigned size = blockDim.x * Method::template per_thread<Acc>;
  const unsigned item = gr_first_tile (counter, gridDim.x, &taken), segment = item / tree.tiles;
  const unsigned tile = item - segment * tree.tiles;
  const size_t begin = static_cast<size_t> (tile) * size;
  const Acc *const scanned = gr_scan_tile<Method> (op, elements, segment, begin, shared);
  if (threadIdx.x < 32)
    gr_publish (op, tree, tile, segment, scanned[Method::template slot<Acc> (size - 1)], [] (unsigned) { return 0u; });
  const Acc before = gr_look_back (op, tree, tile, 0, segment, shared + blockDim.x * Method::template places<Acc>);
#pragma unroll 1
  for (unsigned i = threadIdx.x; i < size && begin + i < elements.segments.len; i += blockDim.x)
    results.put (op, op.combine (before, scanned[Method::template slot<Acc> (i)]), segment, begin + i);
}

template <> struct gr_textbook<GR_ALGORITHM_LOOKBACK>
{
  template <class Op> static gr_status run (gr_context *context, const Op &op, const gr_named_task<Op> &task)
  {
    typedef typename Op::Acc Acc;
    const unsigned block = task.block;
    const size_t len = task.elements.segments.len, count = task.elements.segments.count;
    const size_t tiles = gr_ceil_div (len, block * gr_three_phase::per_thread<Acc>), blocks = tiles * count;
    if (blocks > INT32_MAX)
      return gr_fail (GR_UNSUPPORTED,
                      "algorithm \"lookback\" takes %zu blocks of %u threads here; a grid has at most %d", blocks,
                      block, INT32_MAX);
    gr_segment_tree<Acc> tree (gr_tree_plan{ gr_lookback_rule (sizeof (Acc)), tiles, tiles, count, count });
    GR_TRY (gr_tree_memory (context, &tree));
    GR_TRY (gr_launch_recorded (context, GR_KERNEL (gr_lookback_kernel<Op>), static_cast<unsigned> (blocks), block,
                                (block * gr_three_phase::places<Acc> + tree.shares) * sizeof (Acc), op, task.elements,
                                task.results, tree, context->counters));
    return gr_mark (context, GR_COMPUTED);
  }
};

} // namespace

#endif
