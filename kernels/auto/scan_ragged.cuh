/* SPDX-License-Identifier: GPL-3.0-or-later

   Scan of segments of any lengths, by the kernel of contiguous segments (scan_contiguous.cuh): a bit for each element
   says whether a segment starts there, and two numbers for each tile where the segments started that it begins and ends
   in.  Bits of floating-point results depend on where a segment stands, as tiles begin wherever segments do.  */

#ifndef GR_SCAN_RAGGED_CUH
#define GR_SCAN_RAGGED_CUH

#include "auto/plan_segments.cuh"
#include "auto/ragged.cuh"
#include "auto/scan_contiguous.cuh"

namespace GR_NAMESPACE
{

/* In the direction of the scan, from the beginning of the first tile on: whether a segment starts at an element, as
   bits, those of 32 elements a word.  */
struct gr_ragged_plan : gr_vector_plan
{
  const unsigned *starts;
  const unsigned *first_starts, *last_starts; /* of each tile: see gr_vector_plan */

  __device__ __forceinline__ size_t position (unsigned) const { return 0; }
  __device__ __forceinline__ unsigned first_start (unsigned tile, size_t) const { return first_starts[tile]; }
  __device__ __forceinline__ unsigned last_start (unsigned tile) const { return last_starts[tile]; }
  /* A run's bits.  */
  template <unsigned RUN> __device__ __forceinline__ size_t run_start (unsigned tile, size_t) const
  {
    static_assert (RUN <= 32 && 32 % RUN == 0, "a word has the bits of whole runs");
    const size_t at = tile * elements + threadIdx.x * RUN;
    const unsigned word = starts[at / 32] >> at % 32;
    return RUN == 32 ? word : word & ((1u << RUN % 32) - 1);
  }
  template <unsigned RUN> __device__ __forceinline__ bool starts_in (size_t bits) const { return bits; }
  /* Elements count from the beginning of the array.  */
  template <unsigned RUN> __device__ __forceinline__ size_t base (unsigned tile, size_t) const
  {
    return tile * elements + threadIdx.x * RUN - skipped;
  }
  template <unsigned RUN, unsigned STEP, bool CHEAP, unsigned LONG_STEP, class F>
  __device__ __forceinline__ void each_of_run (unsigned tile, size_t start, F f) const
  {
    const size_t from = base<RUN> (tile, start);
    const unsigned bits = static_cast<unsigned> (start);
    if (CHEAP && __all_sync (0xffffffffu, ! bits))
#pragma unroll 1
      for (unsigned number = 0; number < RUN / LONG_STEP; number++)
        {
#pragma unroll
          for (unsigned e = 0; e < LONG_STEP; e++)
            f (number * LONG_STEP, e, std::false_type (), from);
        }
    else
#pragma unroll 1
      for (unsigned number = 0; number < RUN / STEP; number++)
        {
          const unsigned i = number * STEP;
#pragma unroll
          for (unsigned e = 0; e < STEP; e++)
            f (i, e, static_cast<bool> (bits >> (i + e) & 1), from);
        }
  }
};

/* Where a segment starts in the direction of the scan.  */
__device__ __forceinline__ size_t
gr_start_of (const gr_ragged_segments &segments, bool reverse, size_t segment)
{
  return reverse ? segments.len - segments.begin (segment + 1) : segments.begin (segment);
}

/* Set the bits of a plan, which are zeros.  Index: a whole number.  */
template <class Index>
__global__ void
__launch_bounds__ (GR_RAGGED_THREADS)
  gr_mark_starts_kernel (gr_ragged_segments segments, bool reverse, Index skipped, unsigned *starts)
{
  const size_t s = blockIdx.x * static_cast<size_t> (GR_RAGGED_THREADS) + threadIdx.x;
  if (s >= segments.count || segments.begin (s) == segments.begin (s + 1))
    return;
  const size_t at = gr_start_of (segments, reverse, s) + skipped;
  atomicOr (&starts[at / 32], 1u << at % 32);
}

/* Find first_starts and last_starts of a plan.  */
template <class Index>
__global__ void
__launch_bounds__ (GR_RAGGED_THREADS)
  gr_find_starts_kernel (gr_ragged_segments segments, bool reverse, gr_vector_plan plan, Index *first, Index *last)
{
  const unsigned tile = blockIdx.x * GR_RAGGED_THREADS + threadIdx.x;
  if (tile >= plan.tiles)
    return;
  /* the tile of the last start at or before an element, in the direction of the scan */
  const auto tile_of = [&] (size_t element) {
    size_t low = 0, high = segments.count;
    while (low < high)
      {
        const size_t middle = low + (high - low) / 2;
        const bool later
          = reverse ? segments.len - segments.begin (middle + 1) <= element : segments.begin (middle) > element;
        if (later)
          high = middle;
        else
          low = middle + 1;
      }
    return static_cast<Index> (
      gr_divide (gr_start_of (segments, reverse, reverse ? low : low - 1) + plan.skipped, plan.elements));
  };
  const size_t begin = tile * plan.elements, end = min (begin + plan.elements, plan.n + plan.skipped);
  first[tile] = begin < plan.skipped ? 0 : tile_of (begin - plan.skipped);
  last[tile] = tile_of (end - 1 - plan.skipped);
}

/* Positions in the array become those in segments; 0 stays.  Each thread has neighbouring elements.  */
constexpr unsigned GR_RAGGED_POSITIONS = 8;
template <class Index>
__global__ void
__launch_bounds__ (GR_RAGGED_THREADS) gr_local_positions_kernel (gr_ragged_segments segments, Index *index)
{
  const size_t from = (blockIdx.x * static_cast<size_t> (GR_RAGGED_THREADS) + threadIdx.x) * GR_RAGGED_POSITIONS;
  const size_t to = min (from + GR_RAGGED_POSITIONS, segments.len);
  if (from >= to)
    return;
  size_t low = 0; /* becomes the number of segments that begin at or before an element */
  for (size_t high = segments.count; low < high;)
    {
      const size_t middle = low + (high - low) / 2;
      if (segments.begin (middle) > from)
        high = middle;
      else
        low = middle + 1;
    }
  for (size_t i = from; i < to; i++)
    {
      for (; low < segments.count && segments.begin (low) <= i; low++)
        ;
      if (index[i] != 0)
        index[i] -= segments.offsets[low - 1];
    }
}

template <unsigned RUN, class Op, class T>
gr_status
gr_scan_ragged_runs (gr_context *context, const gr_scan_arguments<Op, T> &args, const gr_ragged_segments &segments,
                     const gr_plan &plan)
{
  gr_segment_tree<typename Op::Acc> tree (plan.tree);
  gr_ragged_plan tiles = { gr_tiles_of (args, plan), nullptr, nullptr, nullptr };
  const size_t words = gr_ceil_div (tiles.tiles * tiles.elements, static_cast<size_t> (32));
  const bool reverse = args.segments.reverse;
  const auto blocks
    = [] (size_t n) { return static_cast<unsigned> (gr_ceil_div (n, static_cast<size_t> (GR_RAGGED_THREADS))); };
  unsigned *starts = nullptr, *of_tiles = nullptr;
  GR_TRY (gr_scratch (context, words, &starts));
  GR_TRY (gr_scratch (context, 2 * static_cast<size_t> (tiles.tiles), &of_tiles));
  GR_TRY (gr_set_bytes (context, starts, 0, words * sizeof *starts));
  GR_TRY (gr_launch_unrecorded (context, GR_KERNEL (gr_mark_starts_kernel<size_t>), blocks (segments.count),
                                GR_RAGGED_THREADS, segments, reverse, tiles.skipped, starts));
  GR_TRY (gr_launch_unrecorded (context, GR_KERNEL (gr_find_starts_kernel<unsigned>), blocks (tiles.tiles),
                                GR_RAGGED_THREADS, segments, reverse, static_cast<const gr_vector_plan &> (tiles),
                                of_tiles, of_tiles + tiles.tiles));
  tiles.starts = starts;
  tiles.first_starts = of_tiles;
  tiles.last_starts = of_tiles + tiles.tiles;
  GR_TRY (gr_tree_memory (context, &tree));
  GR_TRY (gr_launch_recorded (context, GR_KERNEL (gr_scan_contiguous_kernel<Op, T, RUN, gr_ragged_plan>),
                              static_cast<unsigned> (plan.grid), plan.block, plan.shared, args, tree, context->counters,
                              tiles));
  if (! args.sink.index)
    return GR_OK;
  return gr_launch_unrecorded (context, GR_KERNEL (gr_local_positions_kernel<double>),
                               blocks (gr_ceil_div (segments.len, static_cast<size_t> (GR_RAGGED_POSITIONS))),
                               GR_RAGGED_THREADS, segments, args.sink.index);
}

/* Scan segments of any lengths, which have elements.  */
template <class Op, class T>
gr_status
gr_scan_ragged (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
                const gr_ragged_segments &segments, bool reverse, bool exclusive)
{
  const gr_segments whole = { 1, segments.len, 1, reverse };
  gr_plan plan;
  context->kernel = GR_AUTO_SCAN_CONTIGUOUS;
  GR_TRY (gr_plan_segments (context, source, sink, whole, true, &plan, false, true));
  if (plan.tree.tiles > INT32_MAX / GR_RAGGED_THREADS)
    return gr_fail (GR_UNSUPPORTED, "segments of any lengths with %zu elements are too many for a scan", segments.len);
  return gr_scan_ragged_runs<gr_contiguous_run_rule (sizeof (T), true)> (
    context, gr_scan_arguments<Op, T>{ op, source, sink, whole, exclusive }, segments, plan);
}

} // namespace

#endif
