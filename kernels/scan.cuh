/* The scan behind `auto`: reduce, then scan.  Lines that are too few to fill
   the device are cut into chunks; the chunk totals are reduced first, scanned
   exclusively (by this same scan), and carried into the scan of the chunks.
   Reading the input twice keeps the order of combination fixed, and with it
   the bits, also for floating-point numbers.

   A chunk is scanned tile by tile: the tile goes through shared memory, so that
   loads and stores are coalesced whichever way the lines run; each thread
   scans a run of neighbours serially, and a scan over the y threads of a line
   gives each run its prefix.  */

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

/* Blocks of 256 threads that registers must leave room for on a multiprocessor.
   16384 x 16384 single along dim 1 on an H200: sums with 1: 1884 us, 2: 1903,
   4: 1361, 5: 1503; maxima with 1: 4266, 3: 3491.  Larger ones would spill.  */
template <class Acc> constexpr int gr_scan_blocks = sizeof (Acc) <= 8 ? 4 : sizeof (Acc) <= 16 ? 3 : 1;

/* carry: what stands before each chunk, [lines, chunks], or null.  */
template <class Op, class Source> __global__ void __launch_bounds__ (256, gr_scan_blocks<typename Op::Acc>)
gr_scan_kernel (Op op, Source source, gr_sink<Op> sink, const typename Op::Acc *carry, gr_lines lines,
                gr_plan plan, bool exclusive)
{
  typedef typename Op::Acc Acc;
  constexpr unsigned run = gr_scan_run<Acc> ();
  /* integers are stored by a switch over their classes: too much code to repeat */
  [[maybe_unused]] constexpr unsigned store_unroll = std::is_floating_point<typename Op::Value>::value ? run : 1;
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
      const ptrdiff_t base = mine ? static_cast<ptrdiff_t> (lines.offset (line, 0)) : 0;
      const ptrdiff_t stride = lines.stride ();
      Acc before = carry && mine ? carry[line + lines.count * chunk] : op.identity ();
      for (size_t start = begin; start < end; start += tile)
        {
          /* neighbouring threads load and store neighbours; each scans a run */
          const size_t first = start + p.y;
          const size_t left = mine ? gr_steps (first, end, p.height) : 0;
          const unsigned count = left < run ? static_cast<unsigned> (left) : run;
          const ptrdiff_t step = stride * static_cast<ptrdiff_t> (p.height);
          const ptrdiff_t offset = base + stride * static_cast<ptrdiff_t> (first);
          typename Source::Element loaded[run];
#pragma unroll
          for (unsigned j = 0; j < run; j++)
            if (j < count)
              loaded[j] = source.in[offset + j * step];
#pragma unroll
          for (unsigned j = 0; j < run; j++)
            shared[slot (j * p.height + p.y)] = j < count ? source.convert (op, loaded[j], first + j * p.height)
                                                          : op.identity ();
          __syncthreads ();

          Acc item_of_run[run], total = op.identity ();
#pragma unroll
          for (unsigned j = 0; j < run; j++)
            {
              item_of_run[j] = shared[slot (p.y * run + j)];
              total = op.combine (total, item_of_run[j]);
            }
          Acc line_total;
          Acc prefix = gr_scan_line_threads (op, total, sums, p, &line_total);
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

#pragma unroll (store_unroll)
          for (unsigned j = 0; j < run; j++)
            if (j < count)
              {
                if (exclusive && first + j * p.height == 0 && ! sink.partial)
                  sink.put_empty (op, offset + j * step);
                else
                  sink.put (op, shared[slot (j * p.height + p.y)], offset + j * step, lines);
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
