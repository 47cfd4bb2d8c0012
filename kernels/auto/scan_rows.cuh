/* Scan of segments side by side in one pass, staged in aligned 16-byte vectors though rows begin
   anywhere.  The array is one sequence of rows, each of an element of every segment, in which segments
   start every len rows, and is cut into tiles of so many rows wherever segments begin.  Few segments
   have tiles of whole rows, which are contiguous in memory; more are cut into groups.  A group writes whole
   vectors of each row, the first of which may begin before the group's first segment does: so it
   also scans the segments that it may have there, which cost less than vectors that two blocks write a part of
   (a copy of 333 x 403061 singles 0.67 of the limit, this way 0.86).

   A block stages a tile in shared memory, where each thread scans a run of one segment; else it does what
   scan_contiguous.cuh does with one, for all segments at once.  Reversed scans see the rows
   from their end.  */

#ifndef GR_SCAN_ROWS_CUH
#define GR_SCAN_ROWS_CUH

#include <climits>

#include "block/persistent_loop.cuh"
#include "op/thread_accumulator.cuh"
#include "plan/plan.h"
#include "runtime/context.cuh"

namespace GR_NAMESPACE
{

/* ---- a tile in shared memory ---- */

/* Vectors of 16 bytes of elements M in memory, where they are staged as S.  */
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

/* The vector of its span that a thread moves first.  */
struct gr_first_vector
{
  unsigned span, vector;
  __device__ __forceinline__ explicit gr_first_vector (const gr_rows_array &array)
    : span (threadIdx.x * array.inverse >> 20), vector (threadIdx.x - span * array.vectors)
  {}
};

/* Move the runs of a tile of whole rows, which begin with vectors, from memory[begin] on, but for what is
   not in an array of n elements: loads are zeros there.  */
template <bool LOAD, class M, class S>
__device__ __forceinline__ void
gr_move_runs (std::conditional_t<LOAD, const M, M> *memory, unsigned char *shared, const gr_rows_array &array,
              unsigned at, unsigned runs, ptrdiff_t begin, ptrdiff_t n)
{
  typedef gr_staged_vectors<M, S> Layout;
  typedef typename Layout::Vector Vector;
  const auto each = [&] (auto f) {
    gr_first_vector mine (array);
    unsigned number = threadIdx.x, place = at + mine.span * array.span + mine.vector * Layout::BYTES;
    const unsigned on = array.spans_on * array.span + array.vectors_on * Layout::BYTES;
    const unsigned gap = array.span - array.vectors * Layout::BYTES;
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

/* Move rows of a group of segments, the first of which is that from memory[begin] on, the others `apart`, of each the
   elements [first, last), in whole vectors of an array of n.  Rows begin in vectors where they begin in
   memory, in shared memory as well, where all of a thread's are alike.  Loads are zeros for what is not in the
   array, and may be more than asked for.  */
template <bool LOAD, class M, class S>
__device__ __forceinline__ void
gr_move_rows (std::conditional_t<LOAD, const M, M> *memory, unsigned char *shared, const gr_rows_array &array,
              unsigned at, unsigned rows, ptrdiff_t begin, size_t apart, int first, int last, ptrdiff_t n)
{
  typedef gr_staged_vectors<M, S> Layout;
  typedef typename Layout::Vector Vector;
  constexpr int COUNT = static_cast<int> (Layout::COUNT);
  const gr_first_vector mine (array);
  unsigned row = mine.span;
  const ptrdiff_t start = begin + static_cast<ptrdiff_t> (row * apart);
  const int gap = static_cast<int> (start) & (COUNT - 1), segment = static_cast<int> (mine.vector) * COUNT - gap;
  if (row >= array.spans_on || (LOAD && segment >= last))
    return;
  const size_t step = array.spans_on * apart;
  const unsigned on = array.spans_on * array.span;
  const bool inside = reinterpret_cast<uintptr_t> (memory) % sizeof (Vector) == 0 && begin >= 0
                   && begin + static_cast<ptrdiff_t> ((rows - 1) * apart + array.vectors * COUNT) <= n;
  ptrdiff_t element = start + segment;
  unsigned char *staged
    = shared + at + row * array.span + mine.vector * Layout::BYTES - gap * static_cast<int> (sizeof (S));
  if (inside && (LOAD || (segment >= first && segment + COUNT <= last)))
    {
      auto *vector = memory + element;
      /* batches of four, whose addresses wait for nothing, and of which all are read before the first is written */
      const auto batch = [&] (auto size) {
        constexpr unsigned SIZE = decltype (size)::value;
        if constexpr (LOAD)
          {
#pragma unroll
            for (unsigned i = 0; i < SIZE; i++)
              gr_copy_vector (reinterpret_cast<Vector *> (staged + i * on),
                              reinterpret_cast<const Vector *> (vector + i * step));
          }
        else
          {
            Vector got[SIZE];
#pragma unroll
            for (unsigned i = 0; i < SIZE; i++)
              got[i] = Layout::get (staged + i * on);
#pragma unroll
            for (unsigned i = 0; i < SIZE; i++)
              *reinterpret_cast<Vector *> (vector + i * step) = got[i];
          }
        row += SIZE * array.spans_on;
        vector += SIZE * step;
        staged += SIZE * on;
      };
#pragma unroll 1
      while (row + 3 * array.spans_on < rows)
        batch (std::integral_constant<unsigned, 4> ());
#pragma unroll 1
      while (row < rows)
        batch (std::integral_constant<unsigned, 1> ());
    }
  else
#pragma unroll 1
    for (; row < rows; row += array.spans_on, element += step, staged += on)
      for (int i = 0; i < COUNT; i++)
        {
          S &kept = reinterpret_cast<S *> (staged)[i];
          const bool present = element + i >= 0 && element + i < n;
          if constexpr (LOAD)
            kept = present ? memory[element + i] : M ();
          else if (present && segment + i >= first && segment + i < last)
            memory[element + i] = static_cast<M> (kept);
        }
}

/* Which run of the tile a thread has, in the direction of the scan, and of which segment.
   A warp has whole rows of runs, if any has room, and the lanes that are left over have
   none.  A unit is a warp, or else a row of runs.  */
struct gr_run_of_rows
{
  unsigned row, segment, unit, units;
  unsigned in_unit, rows_in_unit; /* number of the row in the unit; rows */
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

/* Elements of a thread's run in shared memory, one after the other in the direction of the
   scan.  Threads without a run write none, and read what nobody writes meanwhile, the block's state.  */
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

/* The rows as a vector, of which an item of work is what a group of segments has of a tile.  */
struct gr_grouped_plan : gr_vector_plan
{
  unsigned groups;
  gr_grouped_plan (const gr_vector_plan &rows, size_t groups)
    : gr_vector_plan (rows), groups (static_cast<unsigned> (groups))
  {}
  __device__ __forceinline__ unsigned items () const { return tiles * groups; }
  __device__ __forceinline__ unsigned tile (unsigned item) const { return groups == 1 ? item : item / groups; }
  __device__ __forceinline__ unsigned group (unsigned item) const { return item - tile (item) * groups; }
};

/* What the threads of a block share, at the beginning of its shared memory.  */
struct gr_rows_state
{
  size_t position; /* see gr_tile_state */
  unsigned first, next;
  bool starts[GR_ROWS_UNITS], open[GR_ROWS_UNITS]; /* a segment starts in the unit; in none before it */
};
static_assert (gr_rows_threads_rule (4, 4) < GR_ROWS_UNITS * (GR_ROWS_IN_WARP + 1) && GR_ROWS_IN_WARP < 32,
               "a unit is a warp, or a row of more segments than that");

/* The same as gr_scan_starts, for runs of several segments, with an accumulator for each segment
   of each unit in sums.  The total is that of segment number threadIdx.x.  */
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

/* Threads that registers must leave room for on a multiprocessor.  Elements that take many instructions would spill
   where there are 768.  So would maxima with positions of 4 bytes, whose stages leave room for 512, where look-back
   has two tile statuses at once: of 24 x 11184810 singles, dim 2, one at once and 768 threads 0.72 of the limit, two
   and 640 0.81.  */
template <class Op, class T>
constexpr unsigned gr_rows_room
  = ! gr_thread_accumulator<Op, gr_source<Op, T>>::is_cheap ? 2 * GR_ROWS_THREADS
  : gr_has_positions<Op>::value && sizeof (T) == 4          ? 640
                                                            : gr_rows_room_rule (sizeof (typename Op::Acc));

template <class Op, class T, unsigned RUN>
__global__ __launch_bounds__ ((gr_rows_room<Op, T>) ) void gr_scan_rows_kernel (
  Op op, gr_source<Op, T> source, gr_sink<Op> sink, const __grid_constant__ gr_segments_tree<Op, T> tree,
  unsigned *counter, gr_segments segments, gr_grouped_plan rows, gr_rows_plan plan,
  const __grid_constant__ gr_rows_shared at, bool exclusive)
{
  typedef typename Op::Acc Acc;
  typedef gr_thread_accumulator<Op, gr_source<Op, T>> Serial;
  constexpr bool INDEXED = gr_has_positions<Op>::value;
  /* so many elements are read before the first of their results is written where they stood */
  constexpr unsigned STEP = 8, LONG_STEP = RUN % 16 == 0 ? 16 : STEP;
  /* tile statuses; maxima of singles would spill with 4: 2 x 2^27, dim 2, 0.78 of the limit, not 0.83 */
  constexpr unsigned AT_ONCE = gr_lookback_helps<Op, T> || sizeof (Acc) > 8 ? 2 : 4;
  GR_DYNAMIC_SHARED (unsigned char, shared);
  const unsigned across = plan.segments_read, warps = (across + 31) / 32, overlap = across - plan.width;
  const bool grouped = sizeof (T) == 4 && plan.groups > 1; /* others have no groups, so need no code for them */
  const gr_run_of_rows mine (across, plan.y);
  auto &state = *reinterpret_cast<gr_rows_state *> (shared);
  Acc *const sums = reinterpret_cast<Acc *> (shared + at.sums), *const levels = sums + mine.units * across;
  const unsigned stages = gridDim.x < rows.items () ? 2 : 1;
  const unsigned takes = stages > 1 ? rows.items () + gridDim.x : gridDim.x;
  const ptrdiff_t n = static_cast<ptrdiff_t> (segments.count * segments.len);

  /* the first row of a tile in memory, and the first element of those that a block reads */
  const auto first_row
    = [&] (unsigned tile) { return (segments.reverse ? rows.tiles - 1 - tile : tile) * rows.elements; };
  const auto in_memory = [&] (unsigned tile, unsigned group) {
    return static_cast<ptrdiff_t> (first_row (tile) * segments.inner + group * plan.width)
         - static_cast<ptrdiff_t> (overlap);
  };
  /* where the tile's first element is staged, of size bytes, of which some fill a sector of memory */
  const auto staged = [&] (const gr_rows_array &array, ptrdiff_t begin, unsigned sector, unsigned size) {
    return array.at + (static_cast<unsigned> (begin) & (sector - 1)) * size;
  };
  const auto elements = [&] (const gr_tile_in_work<Acc> &work) {
    return staged (at.in, in_memory (work.tile, work.group), gr_sector_rule (sizeof (T)), sizeof (T))
         + work.stage * at.stage;
  };

  const auto load = [&] (const gr_tile_in_work<Acc> &work) {
    const ptrdiff_t begin = in_memory (work.tile, work.group);
    if (grouped)
      gr_move_rows<true, T, T> (source.in, shared, at.in, elements (work), plan.y * RUN, begin, segments.inner, 0,
                                static_cast<int> (across), n);
    else
      gr_move_runs<true, T, T> (source.in, shared, at.in, elements (work), plan.y, begin, n);
    gr_cp_async_commit_group ();
    /* of a band of rows, each group asks for a part */
    gr_ask_for (
      source.in,
      [&] (unsigned item) {
        return static_cast<ptrdiff_t> (first_row (rows.tile (item)) * segments.inner + rows.group (item) * at.part);
      },
      work.item, rows, at.part, n);
  };

  /* first pass: the totals of the threads' runs, since the last start of a segment in
     them, and of the tile */
  const auto total = [&] (gr_tile_in_work<Acc> &work) {
    work.first = state.first;
    work.position = state.position + mine.row * RUN;
    if (work.position >= segments.len)
      work.position
        = segments.len >= rows.elements ? work.position - segments.len : gr_modulo (work.position, segments.len);
    gr_strided_run<T> in (at.in, elements (work), mine, RUN, plan.y, segments.reverse);
    Serial serial (op.identity ());
    size_t base = 0;
    T x[STEP];
    gr_each_of_run<RUN, STEP, Serial::is_cheap, LONG_STEP> (
      work.position, segments.len, [&] (unsigned i, unsigned e, auto starts, size_t from) {
        if (e % STEP == 0)
          in.read (shared, x);
        if (starts)
          serial.start (op);
        serial.add (op, x[e % STEP], i + e, from + i + e, starts || i + e == 0);
        base = from;
      });
    const bool starts = ! work.position || segments.len - work.position < RUN;
    work.prefix
      = gr_scan_rows_starts (op, serial.get (op, [=] (int j) { return base + j; }), starts, mine, across, &state, sums);
    if (threadIdx.x / 32 < warps)
      gr_publish_along<AT_ONCE> (op, tree, work.tile, work.group * warps + threadIdx.x / 32,
                                 { static_cast<size_t> (work.group) * across, threadIdx.x / 32 * 32, across },
                                 work.prefix.total, [&] (unsigned tile) { return rows.last_start (tile); });
  };

  /* second pass: the results.  They go where their elements stood if they have room
     there, else behind the stages, and positions behind those.  */
  const auto write = [&] (const gr_tile_in_work<Acc> &work, auto take, auto result) {
    typedef decltype (result) Out;
    typedef gr_staged_position Position;
    gr_look_back_along<AT_ONCE> (op, tree, work.tile, work.first, static_cast<size_t> (work.group) * across, across,
                                 levels);
    __syncthreads ();
    if (threadIdx.x < across)
      sums[threadIdx.x] = gr_looked_back (op, tree, across, levels);
    __syncthreads ();
    const Acc before = mine.active ? sums[mine.segment] : op.identity ();
    const ptrdiff_t begin = in_memory (work.tile, work.group);
    const unsigned results_at = sizeof (Out) == sizeof (T)
                                ? elements (work)
                                : staged (at.out, begin, gr_sector_rule (sizeof (Out)), sizeof (Out));
    [[maybe_unused]] const unsigned index_at
      = staged (at.index, begin, gr_sector_rule (sizeof (double)), sizeof (Position));
    gr_strided_run<T> in (at.in, elements (work), mine, RUN, plan.y, segments.reverse);
    gr_strided_run<Out> results (at.out, results_at, mine, RUN, plan.y, segments.reverse);
    [[maybe_unused]] gr_strided_run<Position> positions (at.index, index_at, mine, RUN, plan.y, segments.reverse);
    const Acc prefix = work.prefix.open ? op.combine (before, work.prefix.acc) : work.prefix.acc;
    Serial serial (prefix);
    const gr_staged_places places (segments);
    [[maybe_unused]] int last_position = 0;
    if constexpr (INDEXED)
      last_position = serial.at = static_cast<int> (places.of (gr_position (op, prefix)));
    /* an exclusive scan tells each result of an inclusive one an element later */
    Out last = gr_cast<Out> (serial.finish (op));
    T x[STEP];
    Out out[STEP];
    [[maybe_unused]] Position index[STEP];
    gr_each_of_run<RUN, STEP, Serial::is_cheap, LONG_STEP> (
      work.position, segments.len, [&] (unsigned i, unsigned e, auto starts, size_t from) {
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
        out[e % STEP] = exclusive ? last : here;
        last = here;
        if constexpr (INDEXED)
          {
            index[e % STEP] = static_cast<Position> (exclusive ? last_position : serial.at);
            last_position = serial.at;
          }
        if (e % STEP == STEP - 1)
          {
            results.write (shared, out);
            if constexpr (INDEXED)
              positions.write (shared, index);
          }
      });
    __syncthreads ();
    take ();
    const auto move = [&] (auto *memory, const gr_rows_array &array, unsigned from, auto kept) {
      typedef std::remove_pointer_t<decltype (memory)> M;
      typedef decltype (kept) S;
      /* of the segment that follows the last one of a row, none */
      const ptrdiff_t last = static_cast<ptrdiff_t> (segments.inner) - static_cast<ptrdiff_t> (work.group * plan.width);
      if (grouped)
        gr_move_rows<false, M, S> (memory, shared, array, from + overlap * static_cast<unsigned> (sizeof (S)),
                                   plan.y * RUN, begin + static_cast<ptrdiff_t> (overlap), segments.inner,
                                   work.group ? -static_cast<int> (overlap) : 0,
                                   static_cast<int> (min (last, static_cast<ptrdiff_t> (INT_MAX / 2))), n);
      else
        gr_move_runs<false, M, S> (memory, shared, array, from, plan.y, begin, n);
    };
    move (static_cast<Out *> (sink.out), at.out, results_at, Out ());
    if constexpr (INDEXED)
      move (sink.index, at.index, index_at, Position ());
  };

  gr_persistent_loop<Acc> (rows, counter, stages, takes, state, load, total,
                           [&] (const gr_tile_in_work<Acc> &held, auto take) {
                             gr_with_result_type<Op, T> (sink.type, [&] (auto result) { write (held, take, result); });
                           });
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
  const gr_grouped_plan rows ({ n, segments.len, plan.chunk, segments.reverse ? of.tiles * plan.chunk - n : 0,
                                static_cast<unsigned> (of.tiles), 0, of.ahead },
                              of.groups);
  gr_segments_tree<Op, T> tree (plan.tree);
  GR_TRY (gr_tree_memory (context, &tree));
  return gr_launch_recorded (context, gr_scan_rows_kernel<Op, T, gr_rows_run_rule (sizeof (T))>,
                             static_cast<unsigned> (plan.grid), plan.block, plan.shared, op, source, sink, tree,
                             context->counters, segments, rows, of, of.shared, exclusive);
}

} // namespace

#endif
