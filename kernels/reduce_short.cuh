/* Reduction of short contiguous lines: a block stages a tile of whole lines in
   shared memory, so that memory is read in aligned 16-byte pieces wherever lines
   begin, and a thread or a few neighbours fold each line from there.  */

#ifndef GR_REDUCE_SHORT_CUH
#define GR_REDUCE_SHORT_CUH

#include "context.cuh"
#include "plan.h"
#include "tile.cuh"

namespace GR_NAMESPACE
{

/* Elements of a thread's run.  */
template <class Op, class T> constexpr unsigned gr_short_run
  = gr_short_run_rule (sizeof (T), sizeof (typename Op::Acc));

/* tile_lines: lines of a tile; share: threads of each, a power of two.  */
template <class Op, class T, unsigned RUN> __global__ void
__launch_bounds__ (GR_SHORT_THREADS, sizeof (typename Op::Acc) <= 16 ? 4 : 2)
gr_reduce_short_kernel (Op general, gr_source<Op, T> source, gr_sink<Op> sink, gr_lines lines, unsigned tile_lines,
                        unsigned share)
{
  typedef gr_serial<Op, gr_source<Op, T>> Serial;
  typedef gr_pieces<T, RUN> Pieces;
  constexpr unsigned COUNT = Pieces::COUNT;
  GR_DYNAMIC_SHARED (unsigned char, shared);
  auto *const staged = reinterpret_cast<typename Pieces::Piece *> (shared);

  const unsigned len = static_cast<unsigned> (lines.len);
  const size_t first_line = static_cast<size_t> (blockIdx.x) * tile_lines;
  const unsigned here = static_cast<unsigned> (min (static_cast<size_t> (tile_lines), lines.count - first_line));
  const ptrdiff_t first = static_cast<ptrdiff_t> (first_line * len);
  const unsigned gap = gr_gap<T, RUN> (source.in + first);
  gr_move_tile<T, RUN, GR_SHORT_THREADS, true> (source.in, staged, first - gap, 0,
                                                static_cast<ptrdiff_t> (lines.count * len),
                                                (gap + here * len + COUNT - 1) / COUNT);
  gr_copies_done ();
  __syncthreads ();

  /* pieces are read whole where all lines begin with one */
  const bool whole = COUNT > 1 && len % COUNT == 0 && gap == 0;
  const unsigned part = (len + share - 1) / share, step = whole ? (part + COUNT - 1) / COUNT * COUNT : part;
  const unsigned begin = min (threadIdx.x % share * step, len), count = min (step, len - begin);
  for (unsigned l = threadIdx.x / share; l - threadIdx.x / share < here; l += GR_SHORT_THREADS / share)
    {
      const bool mine = l < here;
      const unsigned at = gap + (mine ? l : 0) * len;
      const auto element = [&] (size_t k)
        {
          const unsigned e = at + static_cast<unsigned> (k);
          return staged[Pieces::slot (e / COUNT)].element[e % COUNT];
        };
      const auto place = [&] (int j) { return static_cast<size_t> (begin + j); };
      const Op op = gr_on_line (general, element);
      Serial serial (op.identity ());
      if (count)
        serial.center ((count + 3) / 4, [&] (int j) { return element (begin + j); });
      if (whole)
        {
#pragma unroll (Serial::is_light ? 4 : 1)
          for (unsigned j = 0; j < count; j += COUNT)
            {
              const auto piece = gr_load_vector (&staged[Pieces::slot ((at + begin + j) / COUNT)]);
              gr_add_all (serial, op, piece.element, j, place, j == 0);
            }
        }
      else
#pragma unroll (Serial::is_light ? 4 : 1)
        for (unsigned j = 0; j < count; j++)
          serial.add (op, element (begin + j), j, begin + j, j == 0);
      const auto acc = gr_combine_lanes (op, serial.get (op, place), share);
      if (mine && threadIdx.x % share == 0)
        sink.put (op, acc, first_line + l, lines);
    }
}

/* Reduce every line to its place in the sink, where lines are short enough for
   gr_plan_short_lines.  */
template <class Op, class T> gr_status
gr_reduce_short (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
                 const gr_lines &lines, unsigned tile_lines)
{
  constexpr unsigned RUN = gr_short_run<Op, T>;
  unsigned share = 1;
  while (2 * share * tile_lines <= GR_SHORT_THREADS)
    share *= 2;
  return gr_start (context, gr_reduce_short_kernel<Op, T, RUN>,
                   static_cast<unsigned> ((lines.count - 1) / tile_lines + 1), GR_SHORT_THREADS,
                   gr_staging_bytes (sizeof (T), RUN, GR_SHORT_THREADS), op, source, sink, lines, tile_lines, share);
}

} // namespace

#endif
