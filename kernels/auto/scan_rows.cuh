/* SPDX-License-Identifier: GPL-3.0-or-later

   Scan of segments side by side in one pass, staged in aligned 16-byte vectors though rows begin anywhere.  The
   array is one sequence of rows, each with an element of every segment; segments start every len rows.  It is cut
   into tiles of a fixed number of rows wherever segments begin.

   Tiles are contiguous in memory.  A block stages one in shared memory, where each thread scans a run of one segment.
   Otherwise it does what scan_contiguous.cuh does, for all its segments at once.  Reversed scans see the rows from
   their end.  */

#ifndef GR_SCAN_ROWS_CUH
#define GR_SCAN_ROWS_CUH

#include "block/persistent_loop.cuh"
#include "op/segment.cuh"
#include "plan/plan.h"
#include "runtime/context.cuh"

namespace GR_NAMESPACE
{

/* ---- a tile in shared memory ---- */

/* 16-byte vectors of elements M in memory, which are staged as S.  */
template <class M, class S> struct gr_staged_vectors
{
  static constexpr unsigned COUNT = sizeof (M) < 16 ? 16 / sizeof (M) : 1, BYTES = COUNT * sizeof (S);
  typedef gr_vector<M, COUNT> Vector;
  static __device__ __forceinline__ Vector get (const unsigned char *staged)
  {
    if constexpr (std::is_same<M, S>::value)
      return gr_load_vector (reinterpret_cast<const Vector *> (staged));
    else
      {
        const gr_two_positions two = gr_unstaged (reinterpret_cast<const S *> (staged));
        return { { two.element[0], two.element[1] } };
      }
  }
};

/* The vector of its run that a thread moves first.  */
struct gr_first_vector
{
  unsigned run, vector;
  __device__ __forceinline__ explicit gr_first_vector (const gr_rows_array &array)
    : run (threadIdx.x * array.inverse >> 20), vector (threadIdx.x - run * array.vectors)
  {}
};

/* Move the runs of a tile of whole rows, which begin with vectors, from memory[begin] on.  Beyond the array of n
   elements, loads give zeros and nothing is stored.  */
template <bool LOAD, class M, class S>
__device__ __forceinline__ void
gr_move_runs (std::conditional_t<LOAD, const M, M> *memory, unsigned char *shared, const gr_rows_array &array,
              unsigned at, unsigned runs, ptrdiff_t begin, ptrdiff_t n)
{
  typedef gr_staged_vectors<M, S> Layout;
  typedef typename Layout::Vector Vector;
  const auto each = [&] (auto f) {
    gr_first_vector mine (array);
    unsigned number = threadIdx.x, place = at + mine.run * array.run + mine.vector * Layout::BYTES;
    const unsigned on = array.runs_on * array.run + array.vectors_on * Layout::BYTES;
    const unsigned gap = array.run - array.vectors * Layout::BYTES;
#pragma unroll 4
    for (unsigned left = runs * array.vectors; left > threadIdx.x; left -= min (left, blockDim.x))
      {
        f (number, shared + place);
        number += blockDim.x;
        mine.vector += array.vectors_on;
        place += on;
        if (mine.vector >= array.vectors)
          {
            mine.vector -= array.vectors;
            place += gap;
          }
      }
  };
  memory += begin;
  const ptrdiff_t here = n - begin;
  if (reinterpret_cast<uintptr_t> (memory) % sizeof (Vector) == 0 && here >= runs * array.vectors * Layout::COUNT)
    each ([&] (unsigned number, unsigned char *staged) {
      if constexpr (LOAD)
        gr_copy_vector (reinterpret_cast<Vector *> (staged), reinterpret_cast<const Vector *> (memory) + number);
      else
        reinterpret_cast<Vector *> (memory)[number] = Layout::get (staged);
    });
  else
    each ([&] (unsigned number, unsigned char *staged) {
      for (unsigned i = 0; i < Layout::COUNT; i++)
        {
          const ptrdiff_t element = number * Layout::COUNT + i;
          S &kept = reinterpret_cast<S *> (staged)[i];
          if constexpr (LOAD)
            kept = element < here ? memory[element] : M ();
          else if (element < here)
            memory[element] = static_cast<M> (kept);
        }
    });
}

/* Which run of the tile a thread has, in the direction of the scan, and of which segment.  If rows of runs fit in
   a warp, each warp has whole ones, and the lanes left over have none.  A unit is a warp, or else a row of runs.  */
struct gr_run_of_rows
{
  unsigned row, segment, unit, units;
  unsigned in_unit, rows_in_unit; /* number of the row in the unit; rows of a unit */
  bool active;
  __device__ __forceinline__ gr_run_of_rows (unsigned segments, unsigned rows)
  {
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const bool in_warps = segments <= GR_ROWS_IN_WARP;
    rows_in_unit = in_warps ? 32 / segments : 1;
    const unsigned number = in_warps ? lane : threadIdx.x;
    row = (in_warps ? warp * rows_in_unit : 0) + number / segments;
    segment = number % segments;
    unit = in_warps ? warp : row;
    units = in_warps ? blockDim.x / 32 : rows;
    active = in_warps ? number < rows_in_unit * segments : row < rows;
    in_unit = active ? row - unit * rows_in_unit : 0;
  }
};

/* Elements of a thread's run in shared memory, one after the other in the direction of the scan.  Threads without
   a run write nothing, and read the block's state, which no thread writes at that time.  */
template <class S> struct gr_strided_run
{
  unsigned at, step;
  bool active;
  /* at: that of the tile's first element */
  __device__ __forceinline__ gr_strided_run (const gr_rows_array &array, unsigned at, const gr_run_of_rows &mine,
                                             unsigned run, unsigned runs, bool reverse)
    : at (0), step (0), active (mine.active)
  {
    if (active)
      {
        this->at = at + (reverse ? runs - 1 - mine.row : mine.row) * array.run + (reverse ? (run - 1) * array.row : 0)
                 + mine.segment * static_cast<unsigned> (sizeof (S));
        step = reverse ? 0u - array.row : array.row;
      }
  }
  template <class U, unsigned N> __device__ __forceinline__ void read (const unsigned char *shared, U (&x)[N])
  {
#pragma unroll
    for (unsigned i = 0; i < N; i++, at += step)
      x[i] = *reinterpret_cast<const S *> (shared + at);
  }
  template <class U, unsigned N> __device__ __forceinline__ void write (unsigned char *shared, const U (&x)[N])
  {
#pragma unroll
    for (unsigned i = 0; i < N; i++, at += step)
      if (active)
        *reinterpret_cast<S *> (shared + at) = x[i];
  }
};

/* ---- the kernel ---- */

/* What the threads of a block share, at the beginning of its shared memory.  */
struct gr_rows_state
{
  size_t position; /* see gr_tile_state */
  unsigned first, next;
  bool starts[GR_ROWS_UNITS], open[GR_ROWS_UNITS]; /* whether a segment starts in the unit; whether none starts in
                                                      the units before it */
};
static_assert (GR_ROWS_THREADS < GR_ROWS_UNITS * (GR_ROWS_IN_WARP + 1) && GR_ROWS_IN_WARP < 32,
               "a unit is a warp, or a row of more segments than that");

/* The same as gr_scan_starts for runs of several segments, with an accumulator for each segment of each unit in
   sums.  The total is that of segment number threadIdx.x.  */
template <class Op>
__device__ __forceinline__ gr_prefix<typename Op::Acc>
gr_scan_rows_starts (const Op &op, typename Op::Acc acc, bool starts, const gr_run_of_rows &mine, unsigned segments,
                     gr_rows_state *state, typename Op::Acc *sums)
{
  typedef typename Op::Acc Acc;
  const unsigned lane = threadIdx.x % 32;
  const unsigned all = __ballot_sync (0xffffffffu, starts && mine.active);
  gr_prefix<Acc> p = { op.identity (), true, op.identity (), false };
  if (segments <= GR_ROWS_IN_WARP)
    {
      const unsigned up_to = all & 0xffffffffu >> (31 - lane);
      const unsigned reach = mine.in_unit - (up_to ? (31 - __clz (static_cast<int> (up_to))) / segments : 0);
      for (unsigned rows = 1; rows < mine.rows_in_unit; rows *= 2)
        {
          const Acc left = gr_shuffle_up (acc, rows * segments, 32);
          if (mine.active && rows <= reach)
            acc = op.combine (left, acc);
        }
      const Acc left = gr_shuffle_up (acc, segments, 32);
      p.acc = mine.in_unit ? left : op.identity ();
      p.open = ! (all & ((1u << mine.in_unit * segments) - 1));
      if (lane == 0)
        state->starts[mine.unit] = all != 0;
    }
  else if (mine.active && mine.segment == 0)
    state->starts[mine.unit] = starts;
  if (mine.active && mine.in_unit == mine.rows_in_unit - 1)
    sums[mine.unit * segments + mine.segment] = acc;
  __syncthreads ();
  if (threadIdx.x < segments)
    for (unsigned unit = 0; unit < mine.units; unit++)
      {
        Acc *const sum = &sums[unit * segments + threadIdx.x];
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
      p.acc = op.combine (sums[mine.unit * segments + mine.segment], p.acc);
      p.open = state->open[mine.unit];
    }
  return p;
}

/* Threads that registers must leave room for on a multiprocessor.  Costly operators would spill with 768.  Maxima
   with positions of 4 bytes would too, when look-back reads two tile statuses at once, and their shared memory has
   room for no more than 512 threads anyway (tuning: rows-room).  */
template <class Op, class T>
constexpr unsigned gr_rows_room = ! gr_thread_accumulator<Op, gr_source<Op, T>>::is_cheap ? 2 * GR_ROWS_THREADS
                                : gr_has_positions<Op>::value && sizeof (T) == 4
                                  ? 640
                                  : gr_rows_rule (sizeof (T), sizeof (typename Op::Acc)).blocks * GR_ROWS_THREADS;

/* A block, which gr_persistent_loop has go over its tiles.  */
template <class Op, class T, unsigned RUN> struct gr_rows_block
{
  typedef typename Op::Acc Acc;
  typedef gr_thread_accumulator<Op, gr_source<Op, T>> Serial;
  typedef gr_tile_in_work<Acc> Work;
  typedef gr_staged_position Position;
  static constexpr bool INDEXED = gr_has_positions<Op>::value;
  /* elements that are read before the results of the first one are written */
  static constexpr unsigned STEP = 8, LONG_STEP = RUN % 16 == 0 ? 16 : STEP;
  /* tile statuses that are read at once; maxima of singles would spill with 4 (tuning: rows-at-once) */
  static constexpr unsigned AT_ONCE = gr_lookback_helps<Op, T> || sizeof (Acc) > 8 ? 2 : 4;

  const gr_scan_arguments<Op, T> &args;
  const gr_segments_tree<Op, T> &tree;
  const gr_vector_plan &plan;
  const gr_rows_plan &shape;
  const gr_rows_shared &at;
  unsigned char *shared;
  gr_rows_state &state;
  gr_run_of_rows mine;
  unsigned across, warps;
  Acc *sums, *levels;
  unsigned stages;
  ptrdiff_t n;

  __device__ __forceinline__ gr_rows_block (const gr_scan_arguments<Op, T> &args, const gr_segments_tree<Op, T> &tree,
                                            const gr_vector_plan &plan, const gr_rows_plan &shape,
                                            const gr_rows_shared &at, unsigned char *shared)
    : args (args), tree (tree), plan (plan), shape (shape), at (at), shared (shared),
      state (*reinterpret_cast<gr_rows_state *> (shared)), mine (shape.segments, shape.y), across (shape.segments),
      warps ((across + 31) / 32), sums (reinterpret_cast<Acc *> (shared + at.sums)),
      levels (sums + mine.units * across), stages (gridDim.x < plan.items () ? 2 : 1),
      n (static_cast<ptrdiff_t> (args.segments.count * args.segments.len))
  {}

  /* the first row of a tile in memory, and the first of its elements that a block reads */
  __device__ __forceinline__ size_t first_row (unsigned tile) const
  {
    return (args.segments.reverse ? plan.tiles - 1 - tile : tile) * plan.elements;
  }
  __device__ __forceinline__ ptrdiff_t in_memory (unsigned tile) const
  {
    return static_cast<ptrdiff_t> (first_row (tile) * across);
  }
  /* where the tile's first element is staged: elements have size bytes, and `sector` of them fill a sector */
  static __device__ __forceinline__ unsigned staged (const gr_rows_array &array, ptrdiff_t begin, unsigned sector,
                                                     unsigned size)
  {
    return array.at + (static_cast<unsigned> (begin) & (sector - 1)) * size;
  }
  __device__ __forceinline__ unsigned elements (const Work &work) const
  {
    return staged (at.in, in_memory (work.tile), gr_sector_rule (sizeof (T)), sizeof (T)) + work.stage * at.stage;
  }
  /* the thread's run of an array that is staged at that place */
  template <class S>
  __device__ __forceinline__ gr_strided_run<S> run_of (const gr_rows_array &array, unsigned staged_at) const
  {
    return gr_strided_run<S> (array, staged_at, mine, RUN, shape.y, args.segments.reverse);
  }

  __device__ __forceinline__ void load (const Work &work) const
  {
    const ptrdiff_t begin = in_memory (work.tile);
    gr_move_runs<true, T, T> (args.source.in, shared, at.in, elements (work), shape.y, begin, n);
    gr_cp_async_commit_group ();
    gr_ask_for (
      args.source.in, [&] (unsigned item) { return in_memory (plan.tile (item)); }, work.item, plan, at.elements, n);
  }

  /* First pass: the totals of the threads' runs, from the last start of a segment in each, and of the tile.  */
  __device__ __forceinline__ void total (Work &work) const
  {
    const Op &op = args.op;
    const size_t len = args.segments.len;
    work.first = state.first;
    work.position = state.position + mine.row * RUN;
    if (work.position >= len)
      work.position = len >= plan.elements ? work.position - len : gr_modulo (work.position, len);
    auto in = run_of<T> (at.in, elements (work));
    Serial serial (op.identity ());
    size_t base = 0;
    T x[STEP];
    gr_each_of_run<RUN, STEP, Serial::is_cheap, LONG_STEP> (
      work.position, len, [&] (unsigned i, unsigned e, auto starts, size_t from) {
        if (e % STEP == 0)
          in.read (shared, x);
        if (starts)
          serial.start (op);
        serial.add (op, x[e % STEP], i + e, from + i + e, starts || i + e == 0);
        base = from;
      });
    const bool starts = ! work.position || len - work.position < RUN;
    work.prefix
      = gr_scan_rows_starts (op, serial.get (op, [=] (int j) { return base + j; }), starts, mine, across, &state, sums);
    if (threadIdx.x / 32 < warps)
      gr_publish_along<AT_ONCE> (op, tree, work.tile, threadIdx.x / 32, { 0, threadIdx.x / 32 * 32, across },
                                 work.prefix.total, [&] (unsigned tile) { return plan.last_start (tile); });
  }

  /* Second pass: the results.  They take the place of their elements if they fit there, else they stand behind the
     stages.  Positions stand behind those.  */
  template <class Take> __device__ __forceinline__ void write (const Work &work, Take take) const
  {
    gr_with_result_type<Op, T> (args.sink.type,
                                [&] (auto result) { this->template write_as<decltype (result)> (work, take); });
  }
  template <class Out, class Take> __device__ __forceinline__ void write_as (const Work &work, Take take) const
  {
    const Acc before = look_back (work);
    const ptrdiff_t begin = in_memory (work.tile);
    const unsigned results_at = sizeof (Out) == sizeof (T)
                                ? elements (work)
                                : staged (at.out, begin, gr_sector_rule (sizeof (Out)), sizeof (Out));
    [[maybe_unused]] const unsigned index_at
      = staged (at.index, begin, gr_sector_rule (sizeof (double)), sizeof (Position));
    put<Out> (work, before, results_at, index_at);
    __syncthreads ();
    take ();
    store<Out, Out> (static_cast<Out *> (args.sink.out), at.out, results_at, work);
    if constexpr (INDEXED)
      store<double, Position> (args.sink.index, at.index, index_at, work);
  }
  /* What stands before the tile in the thread's segment.  */
  __device__ __forceinline__ Acc look_back (const Work &work) const
  {
    gr_look_back_along<AT_ONCE> (args.op, tree, work.tile, work.first, 0, across, levels);
    __syncthreads ();
    if (threadIdx.x < across)
      sums[threadIdx.x] = gr_looked_back (args.op, tree, across, levels);
    __syncthreads ();
    return mine.active ? sums[mine.segment] : args.op.identity ();
  }
  /* Stage the results of the thread's run, and positions.  */
  template <class Out>
  __device__ __forceinline__ void put (const Work &work, const Acc &before, unsigned results_at,
                                       [[maybe_unused]] unsigned index_at) const
  {
    const Op &op = args.op;
    auto in = run_of<T> (at.in, elements (work));
    auto results = run_of<Out> (at.out, results_at);
    [[maybe_unused]] auto positions = run_of<Position> (at.index, index_at);
    const Acc prefix = work.prefix.open ? op.combine (before, work.prefix.acc) : work.prefix.acc;
    Serial serial (prefix);
    const gr_staged_places places (args.segments);
    [[maybe_unused]] int last_position = 0;
    if constexpr (INDEXED)
      last_position = serial.at = static_cast<int> (places.of (gr_position (op, prefix)));
    /* an exclusive scan writes each result of the inclusive one an element later */
    Out last = gr_cast<Out> (serial.finish (op));
    T x[STEP];
    Out out[STEP];
    [[maybe_unused]] Position index[STEP];
    gr_each_of_run<RUN, STEP, Serial::is_cheap, LONG_STEP> (
      work.position, args.segments.len, [&] (unsigned i, unsigned e, auto starts, size_t from) {
        if (e % STEP == 0)
          in.read (shared, x);
        if (starts)
          {
            serial.start (op);
            last = gr_cast<Out> (op.empty ());
            last_position = 0;
          }
        const size_t k = from + i + e;
        serial.add (op, x[e % STEP], INDEXED ? static_cast<int> (places.of (k)) : i + e, k, starts);
        const Out here = gr_cast<Out> (serial.finish (op));
        out[e % STEP] = args.exclusive ? last : here;
        last = here;
        if constexpr (INDEXED)
          {
            index[e % STEP] = static_cast<Position> (args.exclusive ? last_position : serial.at);
            last_position = serial.at;
          }
        if (e % STEP == STEP - 1)
          {
            results.write (shared, out);
            if constexpr (INDEXED)
              positions.write (shared, index);
          }
      });
  }
  /* Move results of the tile to memory; they are staged from `from` on as elements S.  */
  template <class M, class S>
  __device__ __forceinline__ void store (M *memory, const gr_rows_array &array, unsigned from, const Work &work) const
  {
    const ptrdiff_t begin = in_memory (work.tile);
    gr_move_runs<false, M, S> (memory, shared, array, from, shape.y, begin, n);
  }
};

template <class Op, class T, unsigned RUN>
__global__ __launch_bounds__ ((gr_rows_room<Op, T>) ) void gr_scan_rows_kernel (
  gr_scan_arguments<Op, T> args, const __grid_constant__ gr_segments_tree<Op, T> tree, unsigned *counter,
  gr_vector_plan plan, gr_rows_plan shape, const __grid_constant__ gr_rows_shared at)
{
  GR_DYNAMIC_SHARED (unsigned char, shared);
  const gr_rows_block<Op, T, RUN> block (args, tree, plan, shape, at, shared);
  gr_persistent_loop (block, counter);
}

/* Scan segments side by side in tiles of rows.  */
template <class Op, class T>
gr_status
gr_scan_rows (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
              const gr_segments &segments, bool exclusive, const gr_plan &plan)
{
  static_assert (sizeof (gr_rows_state) == GR_ROWS_STATE && sizeof (gr_staged_position) == GR_STAGED_POSITION,
                 "plans count with that");
  const gr_rows_plan &of = plan.of.rows;
  const size_t n = segments.count / segments.inner * segments.len;
  const gr_vector_plan rows
    = { n, segments.len, plan.chunk, segments.reverse ? of.tiles * plan.chunk - n : 0, static_cast<unsigned> (of.tiles),
        0, of.ahead,     0 };
  gr_segments_tree<Op, T> tree (plan.tree);
  GR_TRY (gr_tree_memory (context, &tree));
  return gr_launch_recorded (
    context, GR_KERNEL (gr_scan_rows_kernel<Op, T, gr_rows_rule (sizeof (T), sizeof (typename Op::Acc)).run>),
    static_cast<unsigned> (plan.grid), plan.block, plan.shared,
    gr_scan_arguments<Op, T>{ op, source, sink, segments, exclusive }, tree, context->counters, rows, of, of.shared);
}

} // namespace

#endif
