/* Scan of contiguous lines (inner is 1) in one pass: the array is one vector of
   elements in which a line starts every len elements, and is cut into tiles of
   equal size wherever lines begin, so that every shape is read and written in
   aligned 16-byte pieces.  A block stages a tile in shared memory, each thread
   scans a run of it, and decoupled look-back (lookback.cuh) tells a tile what
   stands before it of the line that it begins in the middle of.

   Reversed scans see the vector from its end.  */

#ifndef GR_SCAN_CONTIGUOUS_CUH
#define GR_SCAN_CONTIGUOUS_CUH

#include "line.cuh"
#include "lookback.cuh"
#include "named.cuh"
#include "tile.cuh"

namespace GR_NAMESPACE
{

/* The vector.  Tiles are numbered in the direction of the scan; the first one
   begins `skipped` positions before the vector does, so that tiles in memory,
   of which the lowest begins `gap` elements early, begin where a piece does.  */
struct gr_vector_plan
{
  size_t n, tiles, skipped;
  unsigned gap;
};

/* What the block of a tile shares.  */
template <class Acc> struct gr_tile_state
{
  size_t tile, position; /* of the tile's first element in its line */
  gr_warp_totals<Acc> warps;
  Acc sums[2 * GR_LOOKBACK_LEVELS];
};

/* Pieces of a thread's run, in the direction of the scan.  */
template <class T, unsigned RUN, bool REVERSE> struct gr_run_pieces
{
  typedef gr_pieces<T, RUN> Pieces;
  typedef typename Pieces::Piece Piece;
  Piece *first;
  __device__ __forceinline__ explicit gr_run_pieces (unsigned char *staging)
  {
    const unsigned run = REVERSE ? blockDim.x - 1 - threadIdx.x : threadIdx.x;
    first = reinterpret_cast<Piece *> (staging) + run * Pieces::PITCH + (REVERSE ? Pieces::IN_RUN - 1 : 0);
  }
  static __device__ __forceinline__ Piece turned (Piece piece)
  {
    if (REVERSE)
#pragma unroll
      for (int i = 0; i < static_cast<int> (Pieces::COUNT) / 2; i++)
        {
          const T swap = piece.element[i];
          piece.element[i] = piece.element[Pieces::COUNT - 1 - i];
          piece.element[Pieces::COUNT - 1 - i] = swap;
        }
    return piece;
  }
  __device__ __forceinline__ Piece &at (unsigned i) const { return REVERSE ? first[-static_cast<int> (i)] : first[i]; }
  __device__ __forceinline__ Piece get (unsigned i) const { return turned (gr_load_vector (&at (i))); }
  __device__ __forceinline__ void set (unsigned i, const Piece &piece) const { at (i) = turned (piece); }
};

/* A thread's run within its line: call f (j, e, starts a line, base), where base + j
   is element j's position and e is j % STEP, known when it is compiled; so is
   that most steps hold no start of a line.  */
template <unsigned RUN, unsigned STEP, class F> __device__ __forceinline__ void
gr_each_of_run (size_t position, size_t len, F f)
{
  const unsigned step = static_cast<unsigned> (min (len, static_cast<size_t> (RUN)));
  /* the next start of a line; none in the run, if it is not below RUN */
  unsigned next = position ? static_cast<unsigned> (min (len - position, static_cast<size_t> (RUN))) : 0;
  /* not unrolled: the instruction cache would not hold it */
#pragma unroll 1
  for (unsigned i = 0; i < RUN; i += STEP)
    if (next >= i + STEP)
      {
#pragma unroll
        for (unsigned e = 0; e < STEP; e++)
          f (i + e, e, std::false_type (), position);
      }
    else
      {
#pragma unroll
        for (unsigned e = 0; e < STEP; e++)
          {
            const bool starts = i + e == next;
            if (starts)
              {
                next += step;
                position = -static_cast<size_t> (i + e);
              }
            f (i + e, e, starts, position);
          }
      }
}

template <class Op, class Source, unsigned RUN, unsigned THREADS, unsigned BLOCKS>
__global__ void __launch_bounds__ (THREADS, BLOCKS)
gr_scan_contiguous_kernel (Op op, Source source, gr_sink<Op> sink, gr_cell<typename Op::Acc> *cells, unsigned epoch,
                           unsigned *counter, gr_lines lines, gr_vector_plan plan, bool exclusive)
{
  typedef typename Op::Acc Acc;
  typedef typename Source::Element T;
  typedef gr_serial<Op, Source> Serial;
  GR_DYNAMIC_SHARED (unsigned char, shared);
  auto &state = *reinterpret_cast<gr_tile_state<Acc> *> (shared);
  unsigned char *const staging = shared + (sizeof state + 15) / 16 * 16;
  const unsigned elements = blockDim.x * RUN;
  const size_t tile = gr_tile_number (counter, &state.tile);

  const ptrdiff_t in_memory = static_cast<ptrdiff_t> (lines.reverse ? plan.tiles - 1 - tile : tile);
  const ptrdiff_t begin = in_memory * elements - plan.gap, n = static_cast<ptrdiff_t> (plan.n);
  gr_move_tile<T, RUN, true> (source.in, reinterpret_cast<typename gr_pieces<T, RUN>::Piece *> (staging), begin, 0,
                              n);
  if (threadIdx.x == 0)
    {
      const size_t at = tile * elements;
      state.position = at >= plan.skipped ? gr_modulo (at - plan.skipped, lines.len)
                                          : gr_modulo (lines.len - gr_modulo (plan.skipped - at, lines.len), lines.len);
    }
  gr_copies_done ();
  __syncthreads ();
  size_t position = state.position + threadIdx.x * RUN;
  if (position >= lines.len)
    position = lines.len >= elements ? position - lines.len
                                     : static_cast<unsigned> (position) % static_cast<unsigned> (lines.len);

  /* the run's total since the last start of a line in it */
  constexpr unsigned COUNT = gr_pieces<T, RUN>::COUNT;
  Serial total (op.identity ());
  size_t base = 0;
  gr_with_flag (lines.reverse, [&] (auto reverse)
    {
      const gr_run_pieces<T, RUN, decltype (reverse)::value> in (staging);
      typename gr_pieces<T, RUN>::Piece piece;
      gr_each_of_run<RUN, COUNT> (position, lines.len, [&] (unsigned j, unsigned e, auto starts, size_t from)
        {
          if (e == 0)
            piece = in.get (j / COUNT);
          if (starts)
            total.start (op);
          total.add (op, piece.element[e], j, from + j, starts || j == 0);
          base = from;
        });
    });
  const bool starts = ! position || lines.len - position < RUN;
  gr_prefix<Acc> prefix = gr_scan_starts (op, total.get (op, [=] (int j) { return base + j; }), starts,
                                          &state.warps);

  /* what tiles before this one hold of the line that it begins in */
  const size_t reached = tile * elements;
  const size_t first = ! state.position ? tile : reached > state.position ? (reached - state.position) / elements : 0;
  const Acc before = gr_look_back (op, cells, epoch, tile, plan.tiles, first, prefix.starts, prefix.total,
                                   state.sums);
  if (prefix.open)
    prefix.acc = op.combine (before, prefix.acc);

  /* results go where their elements stood if they have room there, else behind */
  const auto finish = [&] (auto result, auto of, auto *const out, unsigned char *const where)
    {
      typedef decltype (result) Out;
      typedef gr_pieces<Out, RUN> Pieces;
      constexpr unsigned STEP = COUNT > Pieces::COUNT ? COUNT : Pieces::COUNT;
      const auto put = [&] (auto reverse, auto exclusive)
        {
          const gr_run_pieces<T, RUN, decltype (reverse)::value> in (staging);
          const gr_run_pieces<Out, RUN, decltype (reverse)::value> results (where);
          typename gr_pieces<T, RUN>::Piece piece;
          typename Pieces::Piece result_piece;
          Serial serial (prefix.acc);
          gr_each_of_run<RUN, STEP> (position, lines.len, [&] (unsigned j, unsigned e, auto starts, size_t from)
            {
              if (e % COUNT == 0)
                piece = in.get (j / COUNT);
              if (starts)
                serial.start (op);
              Out &place = result_piece.element[e % Pieces::COUNT];
              if constexpr (exclusive)
                place = of (serial, from, starts);
              serial.add (op, piece.element[e % COUNT], j, from + j, starts);
              if constexpr (! exclusive)
                place = of (serial, from, false);
              if (e % Pieces::COUNT == Pieces::COUNT - 1)
                results.set (j / Pieces::COUNT, result_piece);
            });
        };
      gr_with_flag (lines.reverse, [&] (auto reverse)
        { gr_with_flag (exclusive, [&] (auto excluding) { put (reverse, excluding); }); });
      __syncthreads ();
      gr_move_tile<Out, RUN, false> (out, reinterpret_cast<typename Pieces::Piece *> (where), begin, 0, n);
    };
  unsigned char *const behind = staging + gr_staging_bytes (sizeof (T), RUN, blockDim.x);
  if constexpr (! Source::is_element)
    finish (Acc (), [&] (const Serial &a, size_t from, bool)
      { return a.get (op, [=] (int j) { return from + j; }); }, sink.partial, staging);
  else
    {
      if constexpr (gr_has_positions<Op>::value)
        if (sink.index)
        {
          finish (double (), [&] (const Serial &a, size_t from, bool nothing)
            { return nothing ? 0.0 : sink.position (op, a.get (op, [=] (int j) { return from + j; }), lines); },
                  sink.index, behind);
          __syncthreads ();
        }
      gr_with_result_type<Op, T> (sink.type, [&] (auto result)
        {
          typedef decltype (result) Out;
          finish (result, [&] (const Serial &a, size_t, bool nothing)
            { return gr_cast<Out> (nothing ? op.empty () : a.finish (op)); },
                  static_cast<Out *> (sink.out), sizeof (Out) == sizeof (T) ? staging : behind);
        });
    }
}

/* Blocks of so many threads that registers must leave room for on a multiprocessor.  */
template <class Acc> constexpr int gr_contiguous_blocks = sizeof (Acc) <= 16 ? 5 : 1;

/* Elements of a thread: as many as leave room for several blocks on a multiprocessor.  */
template <class Op, class Source> constexpr unsigned
gr_contiguous_run ()
{
  const size_t size = sizeof (typename Source::Element);
  if (! Source::is_element)
    return size <= 8 ? 8 : size <= 16 ? 4 : size <= 32 ? 2 : 1;
  return gr_contiguous_run_rule (size, sizeof (typename Op::Acc),
                                 std::is_floating_point<typename Source::Element>::value);
}

template <unsigned THREADS, class Op, class Source> gr_status
gr_scan_contiguous (gr_context *context, const Op &op, const Source &source, const gr_sink<Op> &sink,
                    const gr_lines &lines, bool exclusive, unsigned block)
{
  typedef typename Op::Acc Acc;
  typedef typename Source::Element T;
  constexpr unsigned RUN = gr_contiguous_run<Op, Source> ();
  const size_t n = lines.len * lines.count, elements = static_cast<size_t> (block) * RUN;
  gr_vector_plan plan = {n, 0, 0, gr_gap<T, RUN> (source.in)};
  plan.tiles = gr_ceil_div (n + plan.gap, elements);
  plan.skipped = lines.reverse ? plan.tiles * elements - plan.gap - n : plan.gap;

  const size_t out_size = sink.partial ? sizeof (T) : gr_types[sink.type].size;
  size_t behind = sink.index ? gr_staging_bytes (sizeof (double), RUN, block) : 0;
  if (out_size != sizeof (T))
    behind = std::max (behind, gr_staging_bytes (out_size, RUN, block));
  const size_t shared = (sizeof (gr_tile_state<Acc>) + 15) / 16 * 16 + gr_staging_bytes (sizeof (T), RUN, block)
                        + behind;

  gr_cell<Acc> *cells = nullptr;
  unsigned epoch = 0;
  GR_TRY (gr_lookback_memory (context, gr_lookback_cells (plan.tiles, GR_LOOKBACK), &cells, &epoch));
  return gr_start (context, gr_scan_contiguous_kernel<Op, Source, RUN, THREADS,
                                                      THREADS == GR_CONTIGUOUS_THREADS ? gr_contiguous_blocks<Acc> : 1>,
                   static_cast<unsigned> (plan.tiles), block, shared, op, source, sink, cells, epoch,
                   context->counters, lines, plan, exclusive);
}

} // namespace

#endif
