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

/* Inclusive Kogge-Stone scan over the y threads of line x; shared holds two
   accumulators per thread.  *total gets the whole line's.  All threads of the
   block must call; ends with a barrier.  */
template <class Op> __device__ typename Op::Acc
gr_scan_threads (const Op &op, typename Op::Acc acc, typename Op::Acc *shared, unsigned x, unsigned y,
                 unsigned width, unsigned height, typename Op::Acc *total)
{
  typename Op::Acc *from = shared, *to = shared + width * height;
  from[y * width + x] = acc;
  __syncthreads ();
  for (unsigned step = 1; step < height; step *= 2)
    {
      if (y >= step)
        acc = op.combine (from[(y - step) * width + x], acc);
      to[y * width + x] = acc;
      __syncthreads ();
      typename Op::Acc *const swap = from;
      from = to;
      to = swap;
    }
  *total = from[(height - 1) * width + x];
  /* exclusive: what the thread before has */
  acc = y ? from[(y - 1) * width + x] : op.identity ();
  __syncthreads ();
  return acc;
}

template <class Op, class Source> __global__ void
gr_scan_kernel (Op op, Source source, gr_sink<Op> sink, const typename Op::Acc *carry, gr_lines lines, gr_plan plan,
                bool exclusive)
{
  typedef typename Op::Acc Acc;
  constexpr unsigned run = gr_scan_run<Acc> ();
  GR_DYNAMIC_SHARED (Acc, shared);
  const unsigned t = threadIdx.x, threads = plan.x * plan.y, tile = plan.y * run;
  const unsigned x = plan.along ? t / plan.y : t % plan.x, y = plan.along ? t % plan.y : t / plan.x;
  Acc *const sums = shared + threads * (run + 1);
  /* runs are one apart, so that threads along a line hit different banks */
  const auto slot = [=] (unsigned sx, unsigned k)
    { return plan.along ? (sx * plan.y + k / run) * (run + 1) + k % run : k * plan.x + sx; };
  const size_t groups = plan.items / plan.chunks;
  for (size_t item = blockIdx.x; item < plan.items; item += gridDim.x)
    {
      const size_t chunk = item / groups, line0 = (item - chunk * groups) * plan.x;
      const size_t begin = chunk * plan.chunk, end = min (begin + plan.chunk, lines.len);
      const bool mine = line0 + x < lines.count;
      Acc before = carry && mine ? carry[line0 + x + lines.count * chunk] : op.identity ();
      for (size_t start = begin; start < end; start += tile)
        {
          for (unsigned e = t; e < threads * run; e += threads)
            {
              const unsigned sx = plan.along ? e / tile : e % plan.x, sk = plan.along ? e % tile : e / plan.x;
              const size_t line = line0 + sx, k = start + sk;
              shared[slot (sx, sk)] = line < lines.count && k < end
                                      ? source.convert (op, source.in[lines.offset (line, k)], k) : op.identity ();
            }
          __syncthreads ();

          Acc total = op.identity ();
          for (unsigned j = 0; j < run; j++)
            total = op.combine (total, shared[slot (x, y * run + j)]);
          Acc line_total;
          Acc prefix = gr_scan_threads (op, total, sums, x, y, plan.x, plan.y, &line_total);
          prefix = op.combine (before, prefix);
          before = op.combine (before, line_total);
          for (unsigned j = 0; j < run; j++)
            {
              Acc &place = shared[slot (x, y * run + j)];
              const Acc next = op.combine (prefix, place);
              place = exclusive ? prefix : next;
              prefix = next;
            }
          __syncthreads ();

          for (unsigned e = t; e < threads * run; e += threads)
            {
              const unsigned sx = plan.along ? e / tile : e % plan.x, sk = plan.along ? e % tile : e / plan.x;
              const size_t line = line0 + sx, k = start + sk;
              if (line >= lines.count || k >= end)
                continue;
              if (exclusive && k == 0 && ! sink.partial)
                sink.put_empty (op, lines.offset (line, k));
              else
                sink.put (op, shared[slot (sx, sk)], lines.offset (line, k), lines);
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
