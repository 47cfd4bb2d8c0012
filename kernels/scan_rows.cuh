/* Scan of few lines side by side in one pass: the array is one sequence of rows, each of
   an element of every line, in which lines start every len rows, and is cut into tiles of
   whole rows wherever lines begin.  So tiles are contiguous in memory, and are read and
   written in aligned 16-byte pieces, though rows begin anywhere.  A block stages a tile in
   shared memory, where each thread scans a run of one line; else it does what
   scan_contiguous.cuh does with one, for all lines at once.

   Reversed scans see the rows from their end.  */

#ifndef GR_SCAN_ROWS_CUH
#define GR_SCAN_ROWS_CUH

#include "scan_contiguous.cuh"

namespace GR_NAMESPACE
{

/* ---- a tile in shared memory ---- */

/* Move the runs of a tile between memory, where its first element is memory[begin], and
   shared memory, where runs of `run` elements begin `pitch` bytes apart.  Elements
   not in [0, n) are left alone in memory, and are zeros in shared memory.  */
template <bool LOAD, class T> __device__ __forceinline__ void
gr_move_runs (std::conditional_t<LOAD, const T, T> *memory, unsigned char *shared, ptrdiff_t begin, ptrdiff_t n,
              unsigned run, unsigned pitch, unsigned runs)
{
  constexpr unsigned COUNT = sizeof (T) < 16 ? 16 / sizeof (T) : 1;
  struct alignas (COUNT > 1 ? 16 : alignof (T)) Piece { T element[COUNT]; };
  typedef std::conditional_t<LOAD, const Piece, Piece> Memory;
  const bool aligned = COUNT == 1 || reinterpret_cast<uintptr_t> (memory + begin) % sizeof (Piece) == 0;
  const unsigned in_run = run / COUNT, pieces = in_run * runs;
  const bool whole = aligned && begin >= 0 && begin + static_cast<ptrdiff_t> (run * runs) <= n;
  /* a step is so many runs on, and pieces */
  const unsigned gap = pitch - in_run * static_cast<unsigned> (sizeof (Piece)), pieces_on = blockDim.x % in_run;
  const unsigned bytes_on = blockDim.x * static_cast<unsigned> (sizeof (Piece)) + blockDim.x / in_run * gap;
  unsigned in_this = threadIdx.x % in_run;
  unsigned at = threadIdx.x * static_cast<unsigned> (sizeof (Piece)) + threadIdx.x / in_run * gap;
  const auto step = [&]
    {
      at += bytes_on;
      in_this += pieces_on;
      if (in_this >= in_run)
        {
          in_this -= in_run;
          at += gap;
        }
    };
  if (whole)
    {
      Memory *piece = reinterpret_cast<Memory *> (memory + begin) + threadIdx.x;
#pragma unroll 4
      for (unsigned left = pieces; left > threadIdx.x; left -= min (left, blockDim.x), piece += blockDim.x)
        {
          if constexpr (LOAD)
            gr_copy_piece (reinterpret_cast<Piece *> (shared + at), piece);
          else
            *piece = *reinterpret_cast<Piece *> (shared + at);
          step ();
        }
    }
  else
#pragma unroll 1
    for (unsigned piece = threadIdx.x; piece < pieces; piece += blockDim.x, step ())
      {
        Piece *const staged = reinterpret_cast<Piece *> (shared + at);
        const ptrdiff_t element = begin + static_cast<ptrdiff_t> (piece) * COUNT;
        for (unsigned i = 0; i < COUNT; i++)
          {
            const bool inside = element + i >= 0 && element + i < n;
            if constexpr (LOAD)
              staged->element[i] = inside ? memory[element + i] : T ();
            else if (inside)
              memory[element + i] = staged->element[i];
          }
      }
  if (LOAD)
    gr_copies_end ();
}

/* Which run of the tile a thread has, in the direction of the scan, and of which line.
   A warp has whole rows of runs, if any has room, and the lanes that are left over have
   none.  A unit is a warp, or else a row of runs.  */
struct gr_run_of_rows
{
  unsigned row, line, unit, units;
  unsigned in_unit, rows_in_unit; /* number of the row in the unit; rows */
  bool active;
  __device__ __forceinline__ gr_run_of_rows (unsigned lines, unsigned rows)
  {
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const bool in_warps = lines <= GR_ROWS_IN_WARP;
    rows_in_unit = in_warps ? 32 / lines : 1;
    const unsigned number = in_warps ? lane : threadIdx.x;
    row = (in_warps ? warp * rows_in_unit : 0) + number / lines;
    line = number % lines;
    unit = in_warps ? warp : row;
    units = in_warps ? blockDim.x / 32 : rows;
    active = in_warps ? number < rows_in_unit * lines : row < rows;
    in_unit = active ? row - unit * rows_in_unit : 0;
  }
};

/* Elements of a thread's run in shared memory, one after the other in the direction of the
   scan.  Threads without a run have one element, over and over.  */
template <class T> struct gr_strided_run
{
  unsigned at, step; /* in elements */
  __device__ __forceinline__
  gr_strided_run (unsigned tile, const gr_run_of_rows &mine, const gr_rows_plan &plan, unsigned lines,
                  bool reverse, unsigned idle)
  {
    const unsigned number = reverse ? plan.y - 1 - mine.row : mine.row, last = (plan.run - 1) * lines;
    at = mine.active ? (tile + number * gr_rows_pitch (sizeof (T), plan.run, lines)) / sizeof (T) + mine.line
                       + (reverse ? last : 0)
                     : (idle + 16 * threadIdx.x) / sizeof (T);
    step = ! mine.active ? 0 : reverse ? 0u - lines : lines;
  }
  template <class U, unsigned N> __device__ __forceinline__ void read (unsigned char *shared, U (&x)[N])
  {
#pragma unroll
    for (unsigned i = 0; i < N; i++, at += step)
      x[i] = reinterpret_cast<T *> (shared)[at];
  }
  template <unsigned N> __device__ __forceinline__ void write (unsigned char *shared, const T (&x)[N])
  {
#pragma unroll
    for (unsigned i = 0; i < N; i++, at += step)
      reinterpret_cast<T *> (shared)[at] = x[i];
  }
};

/* ---- the kernel ---- */

/* What the threads of a block share, beside what gr_rows_shared tells.  */
struct gr_rows_state
{
  size_t position;      /* see gr_tile_state */
  unsigned first, next;
  bool starts[GR_ROWS_UNITS], open[GR_ROWS_UNITS]; /* a line starts in the unit; in none before it */
};
static_assert (GR_ROWS_THREADS <= GR_ROWS_UNITS * 32 && GR_ROWS_THREADS < GR_ROWS_UNITS * (GR_ROWS_IN_WARP + 1),
               "a unit is a warp, or a row of more lines than that");

/* Offsets in a block's shared memory: of tiles, a stage's bytes; of results and positions, if they
   do not go where elements stood; of an accumulator for each line of each unit and of
   each level of look-back; of 16 bytes a thread, for those without a run.  */
struct gr_rows_shared
{
  unsigned stages, stage, results, index, sums, idle, bytes;
};
template <class Acc, class T> gr_rows_shared
gr_lay_out_rows (const gr_rows_plan &plan, unsigned lines, size_t out_size, bool indexed)
{
  const auto runs = [&] (size_t size) { return plan.y * gr_rows_pitch (size, plan.run, lines); };
  gr_rows_shared at = {};
  at.stages = (sizeof (gr_rows_state) + 15) / 16 * 16;
  at.stage = runs (sizeof (T));
  at.results = at.stages + (plan.grid < plan.tiles ? 2 : 1) * at.stage;
  at.index = at.results + (out_size == sizeof (T) ? 0 : runs (out_size));
  at.sums = at.index + (indexed ? runs (sizeof (double)) : 0);
  const unsigned units = lines <= GR_ROWS_IN_WARP ? plan.threads / 32 : plan.y;
  const unsigned accumulators = (units + gr_lookback_levels (plan.tiles, GR_STRIDED_LOOKBACK)) * lines;
  at.idle = at.sums + static_cast<unsigned> (accumulators * sizeof (Acc) + 15) / 16 * 16;
  at.bytes = at.idle + 16 * plan.threads;
  return at;
}

/* The same as gr_scan_starts, for runs of several lines, with an accumulator for each line
   of each unit in sums.  The total is that of line number threadIdx.x.  */
template <class Op> __device__ __forceinline__ gr_prefix<typename Op::Acc>
gr_scan_rows_starts (const Op &op, typename Op::Acc acc, bool starts, const gr_run_of_rows &mine, unsigned lines,
                     gr_rows_state *state, typename Op::Acc *sums)
{
  typedef typename Op::Acc Acc;
  const unsigned lane = threadIdx.x % 32;
  const unsigned all = __ballot_sync (0xffffffffu, starts && mine.active);
  gr_prefix<Acc> p = {op.identity (), true, op.identity (), false};
  if (lines <= GR_ROWS_IN_WARP)
    {
      const unsigned up_to = all & 0xffffffffu >> (31 - lane);
      const unsigned reach = mine.in_unit - (up_to ? (31 - __clz (static_cast<int> (up_to))) / lines : 0);
      for (unsigned rows = 1; rows < mine.rows_in_unit; rows *= 2)
        {
          const Acc left = gr_shuffle_up (acc, rows * lines, 32);
          if (mine.active && rows <= reach)
            acc = op.combine (left, acc);
        }
      const Acc left = gr_shuffle_up (acc, lines, 32);
      p.acc = mine.in_unit ? left : op.identity ();
      p.open = ! (all & ((1u << mine.in_unit * lines) - 1));
      if (lane == 0)
        state->starts[mine.unit] = all != 0;
    }
  else if (mine.active && mine.line == 0)
    state->starts[mine.unit] = starts;
  if (mine.active && mine.in_unit == mine.rows_in_unit - 1)
    sums[mine.unit * lines + mine.line] = acc;
  __syncthreads ();
  if (threadIdx.x < lines)
    for (unsigned unit = 0; unit < mine.units; unit++)
      {
        Acc *const sum = &sums[unit * lines + threadIdx.x];
        const Acc of_unit = *sum;
        *sum = p.total;
        if (threadIdx.x == 0)
          state->open[unit] = ! p.starts;
        p.total = state->starts[unit] ? of_unit : op.combine (p.total, of_unit);
        p.starts = p.starts || state->starts[unit];
      }
  __syncthreads ();
  if (p.open && mine.active)
    {
      p.acc = op.combine (sums[mine.unit * lines + mine.line], p.acc);
      p.open = state->open[mine.unit];
    }
  return p;
}

/* Elements that take many instructions would spill where there are 3.  */
template <class Op, class T> constexpr unsigned gr_rows_blocks
  = gr_serial<Op, gr_source<Op, T>>::is_light ? gr_rows_blocks_rule (sizeof (typename Op::Acc)) : 2;

template <class Op, class T, unsigned RUN> __global__ void __launch_bounds__ (GR_ROWS_THREADS, (gr_rows_blocks<Op, T>))
gr_scan_rows_kernel (Op op, gr_source<Op, T> source, gr_sink<Op> sink,
                     const __grid_constant__ gr_lines_tree<typename Op::Acc> tree, unsigned *counter, gr_lines lines,
                     gr_vector_plan rows, gr_rows_plan plan, gr_rows_shared at, bool exclusive)
{
  typedef typename Op::Acc Acc;
  typedef gr_serial<Op, gr_source<Op, T>> Serial;
  constexpr bool INDEXED = gr_has_positions<Op>::value;
  /* so many elements are read before the first of their results is written where they stood */
  constexpr unsigned STEP = 8, LONG_STEP = RUN % 16 == 0 ? 16 : STEP;
  GR_DYNAMIC_SHARED (unsigned char, shared);
  const unsigned across = static_cast<unsigned> (lines.inner);
  const gr_run_of_rows mine (across, plan.y);
  auto &state = *reinterpret_cast<gr_rows_state *> (shared);
  Acc *const sums = reinterpret_cast<Acc *> (shared + at.sums), *const levels = sums + mine.units * across;
  const unsigned stages = gridDim.x < rows.tiles ? 2 : 1;
  const unsigned takes = stages > 1 ? rows.tiles + gridDim.x : gridDim.x;
  const ptrdiff_t n = static_cast<ptrdiff_t> (lines.count * lines.len);

  const auto in_memory = [&] (unsigned tile)
    {
      return static_cast<ptrdiff_t> ((lines.reverse ? rows.tiles - 1 - tile : tile) * rows.elements * across);
    };
  const auto staged = [&] (unsigned stage) { return at.stages + stage * at.stage; };
  const auto load = [&] (unsigned tile, unsigned stage)
    {
      gr_move_runs<true, T> (source.in, shared + staged (stage), in_memory (tile), n, RUN * across,
                             gr_rows_pitch (sizeof (T), RUN, across), plan.y);
      gr_ask_for (source.in, in_memory, tile, rows, rows.elements * across, n);
    };

  /* first pass: the totals of the threads' runs, since the last start of a line in
     them, and of the tile */
  const auto total = [&] (gr_tile_in_work<Acc> &work)
    {
      work.first = state.first;
      work.position = state.position + mine.row * RUN;
      if (work.position >= lines.len)
        work.position = lines.len >= rows.elements ? work.position - lines.len : gr_modulo (work.position, lines.len);
      gr_strided_run<const T> in (staged (work.stage), mine, plan, across, lines.reverse, at.idle);
      Serial serial (op.identity ());
      size_t base = 0;
      T x[STEP];
      gr_each_of_run<RUN, STEP, Serial::is_light, LONG_STEP> (work.position, lines.len,
                                                              [&] (unsigned j, unsigned e, auto starts, size_t from)
        {
          if (e == 0)
            in.read (shared, x);
          if (starts)
            serial.start (op);
          serial.add (op, x[e], j, from + j, starts || j == 0);
          base = from;
        });
      const bool starts = ! work.position || lines.len - work.position < RUN;
      work.prefix = gr_scan_rows_starts (op, serial.get (op, [=] (int j) { return base + j; }), starts, mine, across,
                                         &state, sums);
      if (threadIdx.x / 32 < tree.warps)
        gr_publish_along (op, tree, work.tile, threadIdx.x / 32, threadIdx.x < across,
                          min (threadIdx.x, across - 1), work.prefix.total,
                          [&] (unsigned tile) { return rows.last_start (tile); });
    };

  /* second pass: the results.  They go where their elements stood if they have room
     there, else behind the stages, and positions behind those.  */
  const auto write = [&] (const gr_tile_in_work<Acc> &work, auto result)
    {
      typedef decltype (result) Out;
      gr_look_back_along (op, tree, work.tile, work.first, 0, across, levels);
      __syncthreads ();
      if (threadIdx.x < across)
        sums[threadIdx.x] = gr_looked_back (op, tree, across, levels);
      __syncthreads ();
      const Acc before = mine.active ? sums[mine.line] : op.identity ();
      const unsigned results_at = sizeof (Out) == sizeof (T) ? staged (work.stage) : at.results;
      gr_strided_run<const T> in (staged (work.stage), mine, plan, across, lines.reverse, at.idle);
      gr_strided_run<Out> results (results_at, mine, plan, across, lines.reverse, at.idle);
      [[maybe_unused]] gr_strided_run<double> positions (at.index, mine, plan, across, lines.reverse, at.idle);
      Serial serial (work.prefix.open ? op.combine (before, work.prefix.acc) : work.prefix.acc);
      const auto position = [&] (size_t from)
        { return sink.position (op, serial.get (op, [=] (int i) { return from + i; }), lines); };
      /* an exclusive scan tells each result of an inclusive one an element later */
      Out last = gr_cast<Out> (serial.finish (op));
      double last_position = INDEXED ? position (0) : 0.0;
      T x[STEP];
      Out out[STEP];
      [[maybe_unused]] double index[STEP];
      gr_each_of_run<RUN, STEP, Serial::is_light, LONG_STEP> (work.position, lines.len,
                                                              [&] (unsigned j, unsigned e, auto starts, size_t from)
        {
          if (e == 0)
            in.read (shared, x);
          if (starts)
            {
              serial.start (op);
              last = gr_cast<Out> (op.empty ());
              last_position = 0.0;
            }
          serial.add (op, x[e], j, from + j, starts);
          const Out here = gr_cast<Out> (serial.finish (op));
          out[e] = exclusive ? last : here;
          last = here;
          if constexpr (INDEXED)
            {
              const double position_here = position (from);
              index[e] = exclusive ? last_position : position_here;
              last_position = position_here;
            }
          if (e == STEP - 1)
            {
              results.write (shared, out);
              if constexpr (INDEXED)
                positions.write (shared, index);
            }
        });
      __syncthreads ();
      const auto move = [&] (auto *memory, unsigned from)
        {
          typedef std::remove_pointer_t<decltype (memory)> Moved;
          gr_move_runs<false, Moved> (memory, shared + from, in_memory (work.tile), n, RUN * across,
                                      gr_rows_pitch (sizeof (Moved), RUN, across), plan.y);
        };
      move (static_cast<Out *> (sink.out), results_at);
      if constexpr (INDEXED)
        move (sink.index, at.index);
    };

  gr_walk_over_tiles<Acc> (rows, counter, stages, takes, state, load, total,
                           [&] (const gr_tile_in_work<Acc> &held, auto take)
    {
      gr_with_result_type<Op, T> (sink.type, [&] (auto result) { write (held, result); });
      take ();
    });
}

template <class Op, class T> gr_status
gr_scan_rows (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
              const gr_lines &lines, bool exclusive, const gr_rows_plan &plan)
{
  typedef typename Op::Acc Acc;
  constexpr unsigned RUN = gr_contiguous_run_rule (sizeof (T));
  const size_t n = lines.count / lines.inner * lines.len, elements = plan.y * RUN;
  const bool beside = gr_types[sink.type].size != sizeof (T) || sink.index;
  const gr_vector_plan rows = {n, lines.len, elements, lines.reverse ? plan.tiles * elements - n : 0,
                               static_cast<unsigned> (plan.tiles), 0,
                               gr_ahead_rule (elements * lines.inner * sizeof (T), beside)};
  gr_lines_tree<Acc> tree (plan.tiles, lines.inner, gr_ceil_div (lines.inner, size_t (32)));
  GR_TRY (gr_tree_memory (context, &tree));
  const unsigned across = static_cast<unsigned> (lines.inner);
  const gr_rows_shared shared
    = gr_lay_out_rows<Acc, T> (plan, across, gr_types[sink.type].size, sink.index != nullptr);
  return gr_start (context, gr_scan_rows_kernel<Op, T, RUN>, static_cast<unsigned> (plan.grid), plan.threads,
                   shared.bytes, op, source, sink, tree, context->counters, lines, rows, plan, shared, exclusive);
}

} // namespace

#endif
