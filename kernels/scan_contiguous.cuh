/* Scan of contiguous lines (inner is 1) in one pass: the array is one vector of
   elements in which a line starts every len elements, and is cut into tiles of
   equal size wherever lines begin, so that every shape is read and written in
   aligned 16-byte pieces.  A block stages a tile in shared memory, each thread
   scans a run of it, and decoupled look-back (lookback.cuh) tells a tile what
   stands before it of the line that it begins in the middle of.

   Reversed scans see the vector from its end.  */

#ifndef GR_SCAN_CONTIGUOUS_CUH
#define GR_SCAN_CONTIGUOUS_CUH

#include <algorithm>

#include "line.cuh"
#include "lookback.cuh"
#include "named.cuh"

namespace GR_NAMESPACE
{

/* The vector.  Position e of the scan is element e, or n - 1 - e if reversed.
   Tile 0 begins at position -gap, where a piece of 16 bytes begins.  */
struct gr_vector_plan
{
  size_t n, tiles;
  unsigned gap;
};

/* Combine with the element x at position k, which stands behind all of acc.  */
template <class Source, class Op> __device__ __forceinline__ typename Op::Acc
gr_append (const Op &op, const typename Op::Acc &acc, const typename Source::Element &x, size_t k)
{
  if constexpr (gr_has_append<Op>::value && Source::is_element)
    return op.append (acc, x, k);
  else
    return op.combine (acc, Source::convert (op, x, k));
}

/* COUNT elements that are moved at once, and where a thread's run of RUN elements
   stands in shared memory: an odd number of pieces apart from the next
   thread's, so that threads that read theirs do not meet in a bank.  */
constexpr unsigned
gr_piece_count (size_t size, unsigned run)
{
  return size < 16 && 16 % size == 0 && run % (16 / size) == 0 ? 16 / size : 1;
}
template <class T, unsigned RUN> struct gr_pieces
{
  static constexpr unsigned COUNT = gr_piece_count (sizeof (T), RUN), IN_RUN = RUN / COUNT, PITCH = IN_RUN | 1;
  struct alignas (COUNT > 1 ? 16 : alignof (T)) Piece { T element[COUNT]; };
  static __device__ __forceinline__ unsigned slot (unsigned piece) { return piece + piece / IN_RUN * (PITCH - IN_RUN); }
};
/* Bytes that the runs of so many threads take.  */
constexpr size_t
gr_staging_bytes (size_t size, unsigned run, unsigned threads)
{
  const unsigned count = gr_piece_count (size, run);
  return threads * size * count * (run / count | 1);
}

/* Elements of a tile between memory and shared memory; positions outside of the
   vector are left alone.  */
template <class T, unsigned RUN, bool LOAD> __device__ __forceinline__ void
gr_move_tile (std::conditional_t<LOAD, const T, T> *memory, typename gr_pieces<T, RUN>::Piece *shared, const gr_vector_plan &plan,
              size_t tile, bool reverse)
{
  typedef gr_pieces<T, RUN> Pieces;
  typedef std::conditional_t<LOAD, const typename Pieces::Piece, typename Pieces::Piece> Piece;
  constexpr unsigned COUNT = Pieces::COUNT;
  const ptrdiff_t n = static_cast<ptrdiff_t> (plan.n);
  const ptrdiff_t begin = static_cast<ptrdiff_t> (tile * (blockDim.x * RUN)) - plan.gap;
#pragma unroll
  for (unsigned j = 0; j < Pieces::IN_RUN; j++)
    {
      const unsigned piece = threadIdx.x + j * blockDim.x;
      auto &staged = shared[Pieces::slot (piece)];
      const ptrdiff_t e = begin + piece * COUNT, at = reverse ? n - e - COUNT : e;
      if (e >= 0 && e + COUNT <= n && reinterpret_cast<uintptr_t> (memory + at) % sizeof (Piece) == 0)
        {
          Piece *const there = reinterpret_cast<Piece *> (memory + at);
          typename Pieces::Piece moved;
          if (LOAD)
            moved = *there;
          else
            moved = staged;
          if (reverse)
#pragma unroll
            for (int i = 0; i < static_cast<int> (COUNT) / 2; i++)
              {
                const T swap = moved.element[i];
                moved.element[i] = moved.element[COUNT - 1 - i];
                moved.element[COUNT - 1 - i] = swap;
              }
          if constexpr (LOAD)
            staged = moved;
          else
            *there = moved;
        }
      else
        for (unsigned i = 0; i < COUNT; i++)
          if (e + i >= 0 && e + i < n)
            {
              if constexpr (LOAD)
                staged.element[i] = memory[reverse ? n - 1 - (e + i) : e + i];
              else
                memory[reverse ? n - 1 - (e + i) : e + i] = staged.element[i];
            }
    }
}

/* A run of a thread within its line.  */
struct gr_run
{
  size_t position; /* of its first element in the line */
  size_t len;
  unsigned start;  /* number of its first element that starts a line */

  /* Call f (j, starts a line, position) for each element.  */
  template <unsigned RUN, class F> __device__ __forceinline__ void each (F f) const
  {
    const unsigned step = static_cast<unsigned> (min (len, static_cast<size_t> (RUN)));
    unsigned next = start;
    size_t base = position;
#pragma unroll
    for (unsigned j = 0; j < RUN; j++)
      {
        const bool starts = j == next;
        if (starts)
          {
            next += step; /* beyond the run, if lines are longer */
            base = -static_cast<size_t> (j);
          }
        f (j, starts, base + j);
      }
  }
};

/* What the block of a tile shares.  */
template <class Acc> struct gr_tile_state
{
  size_t tile, position; /* of the tile's first element in its line */
  Acc carry;
  Acc totals[32];        /* of the warps */
  bool starts[32];       /* a line starts in the warp */
};

template <class Op, class Source, unsigned RUN, unsigned THREADS, unsigned BLOCKS>
__global__ void __launch_bounds__ (THREADS, BLOCKS)
gr_scan_contiguous_kernel (Op op, Source source, gr_sink<Op> sink, gr_cell<typename Op::Acc> *cells, unsigned epoch,
                           unsigned *counter, gr_lines lines, gr_vector_plan plan, bool exclusive)
{
  typedef typename Op::Acc Acc;
  typedef typename Source::Element T;
  typedef gr_pieces<T, RUN> In;
  GR_DYNAMIC_SHARED (unsigned char, shared);
  auto &state = *reinterpret_cast<gr_tile_state<Acc> *> (shared);
  unsigned char *const staging = shared + (sizeof state + 15) / 16 * 16;
  auto *const staged = reinterpret_cast<typename In::Piece *> (staging);
  const unsigned t = threadIdx.x, lane = t % 32, warp = t / 32, warps = blockDim.x / 32, elements = blockDim.x * RUN;

  /* tiles are numbered as blocks start, so that those before are under way */
  if (t == 0)
    {
      state.tile = atomicInc (counter, static_cast<unsigned> (plan.tiles) - 1);
      const size_t begin = state.tile * elements;
      state.position = begin >= plan.gap ? (begin - plan.gap) % lines.len
                                         : (lines.len - (plan.gap - begin) % lines.len) % lines.len;
    }
  __syncthreads ();
  const size_t tile = state.tile, position = state.position;
  gr_move_tile<T, RUN, true> (source.in, staged, plan, tile, lines.reverse);

  size_t k = position + t * RUN;
  if (k >= lines.len)
    k = lines.len >= elements ? k - lines.len : static_cast<unsigned> (k) % static_cast<unsigned> (lines.len);
  const gr_run run = {k, lines.len, k ? static_cast<unsigned> (min (lines.len - k, static_cast<size_t> (RUN))) : 0};
  __syncthreads ();

  /* the run's total since the last start of a line in it */
  typename In::Piece piece;
  const auto element = [&] (unsigned j) -> const T &
    {
      if (j % In::COUNT == 0)
        piece = staged[In::slot (t * In::IN_RUN + j / In::COUNT)];
      return piece.element[j % In::COUNT];
    };
  Acc acc = op.identity ();
  run.template each<RUN> ([&] (unsigned j, bool starts, size_t place)
    {
      acc = gr_append<Source> (op, starts ? op.identity () : acc, element (j), place);
    });

  /* over the warp: lanes reach back to the last start of a line */
  const unsigned starts = __ballot_sync (0xffffffffu, run.start < RUN), up_to = starts & 0xffffffffu >> (31 - lane);
  const unsigned reach = lane - (up_to ? 31 - __clz (static_cast<int> (up_to)) : 0);
  for (unsigned delta = 1; delta < 32; delta *= 2)
    {
      const Acc left = gr_shuffle_up (acc, delta, 32);
      if (delta <= reach)
        acc = op.combine (left, acc);
    }
  if (lane == 31)
    {
      state.totals[warp] = acc;
      state.starts[warp] = starts != 0;
    }
  const Acc left = gr_shuffle_up (acc, 1, 32);
  __syncthreads ();

  /* over the block */
  Acc before = op.identity (), total = op.identity ();
  bool open = true, started = false; /* no line starts in the warps before; one does in the tile */
  for (unsigned w = 0; w < warps; w++)
    {
      if (w == warp)
        {
          before = total;
          open = ! started;
        }
      total = state.starts[w] ? state.totals[w] : op.combine (total, state.totals[w]);
      started = started || state.starts[w];
    }

  /* over the vector */
  if (warp == 0)
    {
      const size_t begin = tile * elements, first = begin > position ? (begin - position) / elements : 0;
      const Acc carry = gr_look_back (op, cells, epoch, tile, plan.tiles, position ? first : tile, started, total);
      if (lane == 0)
        state.carry = carry;
    }
  __syncthreads ();
  Acc prefix = lane ? left : op.identity ();
  if (! (starts & ((1u << lane) - 1)))
    {
      prefix = op.combine (before, prefix);
      if (open)
        prefix = op.combine (state.carry, prefix);
    }

  /* results go where their elements stood if they have room there, else behind */
  const auto finish = [&] (auto result, auto of, auto *const out, unsigned char *const where)
    {
      typedef decltype (result) Out;
      typedef gr_pieces<Out, RUN> Pieces;
      auto *const results = reinterpret_cast<typename Pieces::Piece *> (where);
      Acc acc = prefix;
      typename Pieces::Piece result_piece;
      run.template each<RUN> ([&] (unsigned j, bool starts, size_t place)
        {
          if (starts)
            acc = op.identity ();
          const Acc next = gr_append<Source> (op, acc, element (j), place);
          result_piece.element[j % Pieces::COUNT] = of (exclusive ? acc : next, exclusive && place == 0);
          acc = next;
          if (j % Pieces::COUNT == Pieces::COUNT - 1)
            results[Pieces::slot (t * Pieces::IN_RUN + j / Pieces::COUNT)] = result_piece;
        });
      __syncthreads ();
      gr_move_tile<Out, RUN, false> (out, results, plan, tile, lines.reverse);
    };
  unsigned char *const behind = staging + gr_staging_bytes (sizeof (T), RUN, blockDim.x);
  if constexpr (! Source::is_element)
    finish (Acc (), [&] (const Acc &a, bool) { return a; }, sink.partial, staging);
  else
    {
      if (sink.index)
        {
          finish (double (), [&] (const Acc &a, bool nothing) { return nothing ? 0.0 : sink.position (op, a, lines); },
                  sink.index, behind);
          __syncthreads ();
        }
      gr_with_result_type<Op, T> (sink.type, [&] (auto result)
        {
          typedef decltype (result) Out;
          finish (result, [&] (const Acc &a, bool nothing) { return gr_cast<Out> (nothing ? op.empty () : op.finish (a)); },
                  static_cast<Out *> (sink.out), sizeof (Out) == sizeof (T) ? staging : behind);
        });
    }
}

enum { GR_CONTIGUOUS_THREADS = 256 };

/* Blocks of so many threads that registers must leave room for on a multiprocessor.  */
template <class Acc> constexpr int gr_contiguous_blocks = sizeof (Acc) <= 8 ? 5 : sizeof (Acc) <= 16 ? 3 : 1;

/* Elements of a thread: as many as leave room for several blocks on a multiprocessor.  */
template <class Op, class Source> constexpr unsigned
gr_contiguous_run ()
{
  const size_t size = sizeof (typename Source::Element);
  if (! Source::is_element)
    return size <= 8 ? 8 : size <= 16 ? 4 : size <= 32 ? 2 : 1;
  if (sizeof (typename Op::Acc) > 16)
    return 8;
  return size == 4 && std::is_floating_point<typename Source::Element>::value ? 32 : size <= 8 ? 16 : 8;
}

template <unsigned THREADS, class Op, class Source> gr_status
gr_scan_contiguous (gr_context *context, const Op &op, const Source &source, const gr_sink<Op> &sink,
                    const gr_lines &lines, bool exclusive, unsigned block)
{
  typedef typename Op::Acc Acc;
  typedef typename Source::Element T;
  constexpr unsigned RUN = gr_contiguous_run<Op, Source> ();
  const size_t n = lines.len * lines.count, elements = static_cast<size_t> (block) * RUN;
  /* the position 0 of a reversed scan is the last element */
  const uintptr_t front = reinterpret_cast<uintptr_t> (source.in + (lines.reverse ? n : 0));
  const uintptr_t misplaced = (lines.reverse ? 16 - front % 16 : front) % 16;
  gr_vector_plan plan = {n, 0, sizeof (T) < 16 && 16 % sizeof (T) == 0 ? static_cast<unsigned> (misplaced / sizeof (T)) : 0};
  plan.tiles = gr_ceil_div (n + plan.gap, elements);

  const size_t out_size = sink.partial ? sizeof (T) : gr_types[sink.type].size;
  size_t behind = sink.index ? gr_staging_bytes (sizeof (double), RUN, block) : 0;
  if (out_size != sizeof (T))
    behind = std::max (behind, gr_staging_bytes (out_size, RUN, block));
  const size_t shared = (sizeof (gr_tile_state<Acc>) + 15) / 16 * 16 + gr_staging_bytes (sizeof (T), RUN, block) + behind;

  gr_cell<Acc> *cells = nullptr;
  unsigned epoch = 0;
  GR_TRY (gr_lookback_memory (context, gr_lookback_cells (plan.tiles, GR_LOOKBACK), &cells, &epoch));
  return gr_start (context, gr_scan_contiguous_kernel<Op, Source, RUN, THREADS, THREADS == GR_CONTIGUOUS_THREADS ? gr_contiguous_blocks<Acc> : 1>,
                   static_cast<unsigned> (plan.tiles), block, shared, op, source, sink, cells, epoch,
                   context->counters, lines, plan, exclusive);
}

} // namespace

#endif
