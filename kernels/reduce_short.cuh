/* Reduction of short contiguous lines: a block stages a tile of whole lines in
   shared memory, so that memory is read in aligned 16-byte pieces wherever lines
   begin, each thread folds a run of it, and where lines end inside runs their
   results are collected in shared memory and written side by side.  */

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

/* lines: a tile has so many.  */
template <class Op, class T, unsigned RUN> __global__ void
__launch_bounds__ (GR_SHORT_THREADS, sizeof (typename Op::Acc) <= 16 ? 4 : 2)
gr_reduce_short_kernel (Op general, gr_source<Op, T> source, gr_sink<Op> sink, gr_lines lines, unsigned tile_lines)
{
  typedef typename Op::Acc Acc;
  typedef gr_pieces<T, RUN> Pieces;
  GR_DYNAMIC_SHARED (unsigned char, shared);
  auto &warps = *reinterpret_cast<gr_warp_totals<Acc> *> (shared);
  unsigned char *const staging = shared + (sizeof warps + 15) / 16 * 16;
  auto *const staged = reinterpret_cast<typename Pieces::Piece *> (staging);
  /* the place before those of the lines takes what is no line */
  Acc *const results = reinterpret_cast<Acc *> (staging + gr_staging_bytes (sizeof (T), RUN, GR_SHORT_THREADS)) + 1;

  const unsigned len = static_cast<unsigned> (lines.len);
  const size_t first_line = static_cast<size_t> (blockIdx.x) * tile_lines;
  const unsigned here = static_cast<unsigned> (min (static_cast<size_t> (tile_lines), lines.count - first_line));
  const ptrdiff_t first = static_cast<ptrdiff_t> (first_line * len), last = first + here * len;
  const unsigned gap = gr_gap<T, RUN> (source.in + first);
  gr_move_tile<T, RUN, GR_SHORT_THREADS, true> (source.in, staged, first - gap, first, last);
  gr_copies_done ();
  __syncthreads ();

  /* the run begins at number `position` of line `line` of the tile; the gap
     counts as the end of a line before the first */
  const unsigned at = threadIdx.x * RUN;
  unsigned line = at < gap ? -1u : (at - gap) / len, position = at < gap ? 0 : at - gap - line * len;
  unsigned left = at < gap ? gap - at : len - position; /* elements to the end of the line */
  const bool starts = position == 0 && line != -1u;
  const unsigned first_here = line;
  const auto on_line = [&] (unsigned l)
    {
      return gr_on_line (general, [&] (size_t k)
        {
          const unsigned e = gap + l * len + static_cast<unsigned> (k);
          return staged[Pieces::slot (e / Pieces::COUNT)].element[e % Pieces::COUNT];
        });
    };
  Op op = general;
  if (line + 1 < here + 1)
    op = on_line (line == -1u ? 0 : line);
  gr_serial<Op, gr_source<Op, T>> serial (op.identity ());
  size_t base = position;
  bool fresh = true;
  const auto end_line = [&] (unsigned after)
    {
      if (line + 1 < here + 1)
        results[static_cast<int> (line)] = serial.get (op, [=] (int i) { return base + i; });
      line++;
      left = len;
      base = -static_cast<size_t> (after);
      if (line < here)
        op = on_line (line);
      serial.start (op);
      fresh = true;
    };
  /* count pieces without the end of a line, but perhaps at their own */
  const auto add_pieces = [&] (unsigned i, auto count)
    {
      constexpr int PIECES = decltype (count)::value, ELEMENTS = PIECES * Pieces::COUNT;
      typename Pieces::Piece piece[PIECES];
#pragma unroll
      for (int p = 0; p < PIECES; p++)
        piece[p] = gr_load_vector (&staged[threadIdx.x * Pieces::PITCH + i + p]);
      T x[ELEMENTS];
      memcpy (x, piece, sizeof x);
      gr_add_all (serial, op, x, i * Pieces::COUNT, [=] (int j) { return base + j; }, fresh);
      fresh = false;
      left -= ELEMENTS;
      if (left == 0)
        end_line (i * Pieces::COUNT + ELEMENTS);
    };
  constexpr unsigned MANY = gr_serial<Op, gr_source<Op, T>>::is_light && Pieces::IN_RUN > 4 ? 4 : 1;
#pragma unroll 1
  for (unsigned i = 0; i < Pieces::IN_RUN;)
    if (MANY > 1 && left >= MANY * Pieces::COUNT && i + MANY <= Pieces::IN_RUN)
      {
        add_pieces (i, std::integral_constant<int, MANY> ());
        i += MANY;
      }
    else if (left >= Pieces::COUNT)
      {
        add_pieces (i, std::integral_constant<int, 1> ());
        i++;
      }
    else
      {
        const auto piece = gr_load_vector (&staged[threadIdx.x * Pieces::PITCH + i]);
#pragma unroll
        for (unsigned e = 0; e < Pieces::COUNT; e++)
          {
            const unsigned j = i * Pieces::COUNT + e;
            serial.add (op, piece.element[e], j, base + j, fresh);
            fresh = false;
            if (--left == 0)
              end_line (j + 1);
          }
        i++;
      }
  const bool ended = line != first_here;
  const gr_prefix<Acc> prefix = gr_scan_starts (op, serial.get (op, [=] (int i) { return base + i; }),
                                                starts || ended, &warps);
  /* the first line that ends in the run began before it */
  if (ended && ! starts && first_here + 1 < here + 1)
    results[static_cast<int> (first_here)] = op.combine (prefix.acc, results[static_cast<int> (first_here)]);
  __syncthreads ();
  for (unsigned l = threadIdx.x; l < here; l += GR_SHORT_THREADS)
    sink.put (general, results[l], first_line + l, lines);
}

/* Reduce every line to its place in the sink, where lines are short enough for
   gr_plan_short_lines.  */
template <class Op, class T> gr_status
gr_reduce_short (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
                 const gr_lines &lines, unsigned tile_lines)
{
  typedef typename Op::Acc Acc;
  constexpr unsigned RUN = gr_short_run<Op, T>;
  const size_t shared = (sizeof (gr_warp_totals<Acc>) + 15) / 16 * 16
                        + gr_staging_bytes (sizeof (T), RUN, GR_SHORT_THREADS) + (tile_lines + 1) * sizeof (Acc);
  return gr_start (context, gr_reduce_short_kernel<Op, T, RUN>,
                   static_cast<unsigned> ((lines.count - 1) / tile_lines + 1), GR_SHORT_THREADS, shared, op, source, sink,
                   lines, tile_lines);
}

} // namespace

#endif
