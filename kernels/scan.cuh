/* The scan behind `auto`: reduce, then scan.  Lines that are too few to fill
   the device are cut into chunks; the chunk totals are reduced first, scanned
   exclusively (by this same scan), and carried into the scan of the chunks.
   Reading the input twice keeps the order of combination fixed, and with it
   the bits, also for floating-point numbers.

   A chunk is scanned tile by tile: the tile goes through shared memory, so that
   loads and stores are coalesced whichever way the lines run; each thread
   scans a run of neighbours serially, and a Kogge-Stone scan over the y
   threads of a line gives each run its prefix.  */

#ifndef GR_SCAN_CUH
#define GR_SCAN_CUH

#include "reduce.cuh"

namespace GR_NAMESPACE
{

/* Run of neighbours per thread: a tile of 256 threads stays within 16 KiB.  */
template <class Acc> constexpr unsigned
gr_scan_run ()
{
  return sizeof (Acc) <= 8 ? 8 : sizeof (Acc) <= 32 ? 64 / sizeof (Acc) : 1;
}

/* Exclusive Kogge-Stone scan over the height threads of each line, in order of y;
   shared holds two accumulators per thread; *total gets the whole line's.  All
   threads of the block must call; shared may be used again on return.  */
template <class Op> __device__ __forceinline__ typename Op::Acc
gr_scan_threads (const Op &op, typename Op::Acc acc, typename Op::Acc *shared, const gr_place_in_block &p,
                 typename Op::Acc *total)
{
  const unsigned here = p.y * p.width + p.x;
  typename Op::Acc *from = shared, *to = shared + p.width * p.height;
  from[here] = acc;
  __syncthreads ();
  for (unsigned step = 1; step < p.height; step *= 2)
    {
      if (p.y >= step)
        acc = op.combine (from[here - step * p.width], acc);
      to[here] = acc;
      __syncthreads ();
      typename Op::Acc *const swap = from;
      from = to;
      to = swap;
    }
  *total = from[(p.height - 1) * p.width + p.x];
  acc = p.y ? from[here - p.width] : op.identity ();
  __syncthreads ();
  return acc;
}

/* carry: what stands before each chunk, [lines, chunks], or null.  */
template <class Op, class Source> __global__ void __launch_bounds__ (256)
gr_scan_kernel (Op op, Source source, gr_sink<Op> sink, const typename Op::Acc *carry, gr_lines lines, gr_plan plan,
                bool exclusive)
{
  typedef typename Op::Acc Acc;
  constexpr unsigned run = gr_scan_run<Acc> ();
  GR_DYNAMIC_SHARED (Acc, shared);
  const gr_place_in_block p (threadIdx.x, plan.x, plan.y, plan.along);
  const unsigned threads = plan.x * plan.y, tile = plan.y * run;
  Acc *const sums = shared + threads * (run + 1);
  /* place k of line x in shared memory; along, runs are one apart, so that the
     threads of a warp hit different banks */
  const auto slot = [=] (unsigned k)
    { return plan.along ? (p.x * plan.y + k / run) * (run + 1) + k % run : k * plan.x + p.x; };
  const size_t groups = plan.items / plan.chunks;
  for (size_t item = blockIdx.x; item < plan.items; item += gridDim.x)
    {
      const size_t chunk = plan.chunks == 1 ? 0 : item / groups, line = (item - chunk * groups) * plan.x + p.x;
      const size_t begin = chunk * plan.chunk, end = min (begin + plan.chunk, lines.len);
      const bool mine = line < lines.count;
      const size_t base = mine ? lines.offset (line, 0) : 0;
      const ptrdiff_t stride = lines.stride ();
      Acc before = carry && mine ? carry[line + lines.count * chunk] : op.identity ();
      for (size_t start = begin; start < end; start += tile)
        {
          /* neighbouring threads load and store neighbours; each scans a run */
          typename Source::Element loaded[run];
#pragma unroll
          for (unsigned j = 0; j < run; j++)
            {
              const size_t k = start + j * plan.y + p.y;
              if (mine && k < end)
                loaded[j] = source.in[base + static_cast<ptrdiff_t> (k) * stride];
            }
#pragma unroll
          for (unsigned j = 0; j < run; j++)
            {
              const size_t k = start + j * plan.y + p.y;
              shared[slot (j * plan.y + p.y)] = mine && k < end ? source.convert (op, loaded[j], k) : op.identity ();
            }
          __syncthreads ();

          Acc item_of_run[run], total = op.identity ();
#pragma unroll
          for (unsigned j = 0; j < run; j++)
            {
              item_of_run[j] = shared[slot (p.y * run + j)];
              total = op.combine (total, item_of_run[j]);
            }
          Acc line_total;
          Acc prefix = gr_scan_threads (op, total, sums, p, &line_total);
          prefix = op.combine (before, prefix);
          before = op.combine (before, line_total);
#pragma unroll
          for (unsigned j = 0; j < run; j++)
            {
              const Acc next = op.combine (prefix, item_of_run[j]);
              shared[slot (p.y * run + j)] = exclusive ? prefix : next;
              prefix = next;
            }
          __syncthreads ();

#pragma unroll
          for (unsigned j = 0; j < run; j++)
            {
              const size_t k = start + j * plan.y + p.y;
              const size_t offset = base + static_cast<ptrdiff_t> (k) * stride;
              if (mine && k < end)
                {
                  if (exclusive && k == 0 && ! sink.partial)
                    sink.put_empty (op, offset);
                  else
                    sink.put (op, shared[slot (j * plan.y + p.y)], offset, lines);
                }
            }
          __syncthreads ();
        }
    }
}

/* Scan every line into the sink, which has the layout of the lines.  */
template <class Op, class Source> gr_status
gr_scan_lines (gr_context *context, const Op &op, const Source &source, const gr_sink<Op> &sink,
               const gr_lines &lines, bool exclusive)
{
  typedef typename Op::Acc Acc;
  constexpr unsigned run = gr_scan_run<Acc> ();
  const gr_plan plan = gr_plan_scan (lines.inner, lines.len, lines.count / lines.inner, run);
  gr_sink<Op> totals = {};
  if (plan.chunks > 1)
    {
      GR_TRY (gr_scratch (context, lines.count * plan.chunks, &totals.partial));
      GR_TRY (gr_reduce_chunks (context, op, source, totals, totals.partial, nullptr, lines, plan));
      /* in place: a tile is read before it is written */
      GR_TRY (gr_scan_lines (context, op, gr_partials<Op> {totals.partial}, totals,
                             gr_lines {lines.count, plan.chunks, lines.count, false}, true));
    }
  const unsigned threads = plan.x * plan.y;
  return gr_start (context, gr_scan_kernel<Op, Source>, plan.grid, threads, threads * (run + 3) * sizeof (Acc),
                   op, source, sink, totals.partial, lines, plan, exclusive);
}

} // namespace

#endif
