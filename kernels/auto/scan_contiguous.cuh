/* Scan of contiguous segments (inner is 1) in one pass: the array is one vector of
   elements in which a segment starts every len elements, and is cut into tiles of
   equal size wherever segments begin, so that every shape is read and written in
   aligned 16-byte vectors.  A block stages a tile in shared memory, each thread
   scans a run of it, and decoupled look-back (lookback.cuh) tells a tile what
   stands before it of the segment that it begins in the middle of.

   Unless tiles end with segments, blocks go over them with two in work: of the one just
   taken, the total is found and published; then the results of the one before are
   written, whose predecessors have by now published theirs.  A tile is taken no
   sooner than it can be loaded, since all that come later wait for its total, and
   asked for before, by whoever loads one that stands some megabytes before it.
   Else, where nothing is looked back for, a block has one tile.

   Reversed scans see the vector from its end.  */

#ifndef GR_SCAN_CONTIGUOUS_CUH
#define GR_SCAN_CONTIGUOUS_CUH

#include "op/segment.cuh"
#include "block/lookback.cuh"
#include "textbook/named.cuh"
#include "block/tile.cuh"

namespace GR_NAMESPACE
{

/* The vector.  Tiles are numbered in the direction of the scan; the first one
   begins `skipped` positions before the vector does, so that tiles in memory,
   of which the lowest begins `gap` elements early, begin where a vector does.  */
struct gr_vector_plan
{
  size_t n, len, elements, skipped; /* elements: of a tile */
  unsigned tiles, gap, ahead; /* ahead: so many items of work, which are tiles, before its load, one is asked for */

  __device__ __forceinline__ unsigned items () const { return tiles; }
  __device__ __forceinline__ unsigned tile (unsigned item) const { return item; }
  __device__ __forceinline__ unsigned group (unsigned) const { return 0; }

  /* Where in its segment a tile begins.  */
  __device__ __forceinline__ size_t position (unsigned tile) const
  {
    const size_t at = tile * elements;
    return at >= skipped ? gr_modulo (at - skipped, len) : gr_modulo (len - gr_modulo (skipped - at, len), len);
  }
  /* The tile that holds the last start of a segment up to the end of that one.  */
  __device__ __forceinline__ unsigned last_start (unsigned tile) const
  {
    const size_t last = (tile + size_t (1)) * elements - 1 - skipped;
    return static_cast<unsigned> (gr_divide (last - gr_modulo (last, len) + skipped, elements));
  }
};

/* What the threads of a block share.  */
template <class Acc> struct gr_tile_state
{
  size_t position;      /* where in its segment the tile begins, */
  unsigned first, next; /* the tile where that segment does, and the one that is taken next */
  gr_warp_totals<Acc> warps;
  Acc sums[gr_segment_tree<Acc>::MOST_LEVELS];
};
/* Its bytes in shared memory: runs of up to 256 bytes, which divide addresses (gr_run_vectors), may follow.  */
template <class Acc> constexpr unsigned gr_state_bytes = (sizeof (gr_tile_state<Acc>) + 255) / 256 * 256;

/* What a thread keeps of a tile between its two passes over it.  */
template <class Acc> struct gr_tile_in_work
{
  unsigned item, tile, group;
  unsigned first;  /* the tile where its segment begins */
  size_t position; /* of the thread's run in its segment */
  gr_prefix<Acc> prefix;
  unsigned stage;
};

/* Ask the second-level cache for the item that somebody will load soon after this one, so that
   the load is short, whose length all later tiles wait for.  begin (item) is its first element
   in memory, an array of n; an item has count.  */
template <class T, class Begin, class Plan>
__device__ __forceinline__ void
gr_ask_for (const T *memory, Begin begin, unsigned item, const Plan &plan, size_t count, size_t n)
{
  if (threadIdx.x == blockDim.x - 1 && plan.items () - item > plan.ahead)
    {
      const ptrdiff_t from = begin (item + plan.ahead), end = from + static_cast<ptrdiff_t> (count);
      gr_prefetch (memory + max (from, ptrdiff_t (0)), memory + min (end, static_cast<ptrdiff_t> (n)));
    }
}

/* Blocks go over a plan's items, with two in work if there are two stages:
   load (work) starts to bring a tile, total (work) publishes what it comes to, and
   write (work, take) its results, once two totals are published; it calls take () where the
   next tile may be taken.  takes: how often all blocks together take a tile.  All
   threads of a block call.  */
template <class Acc, class Plan, class State, class Load, class Total, class Write>
__device__ __forceinline__ void
gr_persistent_loop (const Plan &plan, unsigned *counter, unsigned stages, unsigned takes, State &state, Load load,
                    Total total, Write write)
{
  gr_tile_in_work<Acc> work = {}, held = {};
  held.item = plan.items (); /* none */
  work.item = gr_first_tile (counter, takes, &state.next);
  for (;;)
    {
      if (work.item < plan.items ())
        {
          work.tile = plan.tile (work.item);
          work.group = plan.group (work.item);
          load (work);
          if (threadIdx.x == 0)
            {
              const size_t position = plan.position (work.tile), at = work.tile * plan.elements;
              state.position = position;
              state.first = at > position ? static_cast<unsigned> (gr_divide (at - position, plan.elements)) : 0;
            }
          gr_copies_done ();
          __syncthreads ();
          total (work);
        }
      if (stages == 1)
        held = work;
      const bool more = stages > 1 && work.item < plan.items ();
      unsigned taken = 0;
      const auto take = [&] {
        if (more && threadIdx.x == 0)
          taken = atomicInc (counter, takes - 1);
      };
      if (held.item < plan.items ())
        write (held, take);
      else
        take ();
      if (! more)
        break;
      held = work;
      if (threadIdx.x == 0)
        state.next = taken;
      __syncthreads ();
      work.item = state.next;
      work.stage = 1 - work.stage;
    }
}

/* Vectors of a thread's run, in the direction of the scan.  In shared memory, the tile begins where a run's bytes
   divide the address, so that a vector's place takes one instruction.  */
template <class T, unsigned RUN, bool REVERSE> struct gr_run_vectors
{
  typedef gr_vector_layout<T, RUN> Layout;
  typedef typename Layout::Vector Vector;
  static_assert (Layout::FULL, "runs are whole vectors of 16 bytes");
  unsigned char *shared;
  unsigned first, step; /* places of the run's first vector, and of the first one in a loop's step */
  __device__ __forceinline__ gr_run_vectors (unsigned char *shared, unsigned tile_at) : shared (shared), step (0)
  {
    const unsigned run = REVERSE ? GR_CONTIGUOUS_THREADS - 1 - threadIdx.x : threadIdx.x;
    const unsigned vector = run * Layout::IN_RUN + (Layout::swizzle (run) ^ (REVERSE ? Layout::IN_RUN - 1 : 0));
    first = tile_at + vector * static_cast<unsigned> (sizeof (Vector));
  }
  static __device__ __forceinline__ Vector turned (Vector vector)
  {
    if (REVERSE)
#pragma unroll
      for (int i = 0; i < static_cast<int> (Layout::COUNT) / 2; i++)
        {
          const T swap = vector.element[i];
          vector.element[i] = vector.element[Layout::COUNT - 1 - i];
          vector.element[Layout::COUNT - 1 - i] = swap;
        }
    return vector;
  }
  /* A loop's step begins, with that element of the run.  */
  __device__ __forceinline__ void from (unsigned element)
  {
    step = first ^ element / Layout::COUNT * static_cast<unsigned> (sizeof (Vector));
  }
  /* The vector with element e of the step, whose elements divide its first one's number.  */
  __device__ __forceinline__ Vector &at (unsigned e) const
  {
    return *reinterpret_cast<Vector *> (shared + (step ^ e / Layout::COUNT * static_cast<unsigned> (sizeof (Vector))));
  }
  __device__ __forceinline__ Vector get (unsigned e) const { return turned (gr_load_vector (&at (e))); }
  __device__ __forceinline__ void set (unsigned e, const Vector &vector) const { at (e) = turned (vector); }
};

/* Elements of such a run.  Two vectors are read at once, before results are written, which may be where the next
   ones stand, as far as the compiler knows; but only one where it is half of a run, or where positions or large
   accumulators leave FEW_REGISTERS: 2^28 single maxima with positions 1235 us with two, which spill.  */
template <class T, unsigned RUN, bool REVERSE, bool FEW_REGISTERS>
struct gr_run_elements : gr_run_vectors<T, RUN, REVERSE>
{
  typedef gr_run_vectors<T, RUN, REVERSE> Run;
  static constexpr unsigned COUNT = Run::Layout::COUNT, AT_ONCE = RUN >= 4 * COUNT && ! FEW_REGISTERS ? 2 : 1,
                            STEP = AT_ONCE * COUNT;
  typename Run::Vector vectors[AT_ONCE];
  using Run::Run;
  /* Element i + e, where i is the first one of a loop's step.  */
  __device__ __forceinline__ T element (unsigned i, unsigned e)
  {
    if (e == 0)
      Run::from (i);
    if (e % STEP == 0)
#pragma unroll
      for (unsigned p = 0; p < AT_ONCE; p++)
        vectors[p] = Run::get (e + p * COUNT);
    return vectors[e / COUNT % AT_ONCE].element[e % COUNT];
  }
};

/* A thread's run within its segment: call f (i, e, starts a segment, base), where base + i + e is element i + e's
   position, and e, which is known when it is compiled, its number in a loop's step, whose elements divide i; so is
   that most warps, and most steps of the others, hold no start of a segment, unless
   elements take so many instructions that it does not matter.  Lanes go the same way together.  All threads of a
   warp call.  */
template <unsigned RUN, unsigned STEP, bool CHEAP, unsigned LONG_STEP, class F>
__device__ __forceinline__ void
gr_each_of_run (size_t position, size_t len, F f)
{
  const unsigned step = static_cast<unsigned> (min (len, static_cast<size_t> (RUN)));
  /* the next start of a segment; none in the run, if it is not below RUN */
  unsigned next = position ? static_cast<unsigned> (min (len - position, static_cast<size_t> (RUN))) : 0;
  /* unrolled, the instruction cache does not hold all: 16384 x 16384 single dim 1
     took 1951 us, not 787; steps' numbers tell the compiler what divides i */
  if (CHEAP && __all_sync (0xffffffffu, next >= RUN))
#pragma unroll 1
    for (unsigned number = 0; number < RUN / LONG_STEP; number++)
      {
#pragma unroll
        for (unsigned e = 0; e < LONG_STEP; e++)
          f (number * LONG_STEP, e, std::false_type (), position);
      }
  else
#pragma unroll 1
    for (unsigned number = 0; number < RUN / STEP; number++)
      if (const unsigned i = number * STEP; CHEAP && __all_sync (0xffffffffu, next >= i + STEP))
        {
#pragma unroll
          for (unsigned e = 0; e < STEP; e++)
            f (i, e, std::false_type (), position);
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
              f (i, e, starts, position);
            }
        }
}

/* 1-based positions in segments as they are staged: of () has that in the direction of the scan.  */
struct gr_staged_places
{
  gr_staged_position zero, sign;
  __device__ __forceinline__ explicit gr_staged_places (const gr_segments &segments)
    : zero (segments.reverse ? static_cast<gr_staged_position> (segments.len) : 1), sign (segments.reverse ? -1u : 1u)
  {}
  __device__ __forceinline__ gr_staged_position of (size_t k) const
  {
    return zero + sign * static_cast<gr_staged_position> (k);
  }
};

/* Blocks that registers must leave room for on a multiprocessor: segments of 32 singles,
   2^28 in all, with 4: 611 us, 6: 566, 8: 533, 10, which spill: 645.  Larger
   accumulators would spill, and so would elements that take many instructions: maxima
   of 2^27 complex singles with 8: 983, 6: 781.  */
template <class Op, class T>
constexpr int gr_contiguous_blocks = sizeof (typename Op::Acc) > 16                        ? 4
                                   : gr_thread_accumulator<Op, gr_source<Op, T>>::is_cheap ? 8
                                                                                           : 6;

template <class Op, class T, unsigned RUN>
__global__
__launch_bounds__ (GR_CONTIGUOUS_THREADS, (gr_contiguous_blocks<Op, T>) ) void gr_scan_contiguous_kernel (
  Op op, gr_source<Op, T> source, gr_sink<Op> sink, const __grid_constant__ gr_segment_tree<typename Op::Acc> tree,
  unsigned *counter, gr_segments segments, gr_vector_plan plan, bool exclusive)
{
  typedef typename Op::Acc Acc;
  typedef gr_thread_accumulator<Op, gr_source<Op, T>> Serial;
  typedef gr_vector_layout<T, RUN> Layout;
  constexpr unsigned THREADS = GR_CONTIGUOUS_THREADS, ELEMENTS = THREADS * RUN;
  constexpr bool INDEXED = gr_has_positions<Op>::value;
  constexpr unsigned STAGE_BYTES = gr_staging_bytes (sizeof (T), RUN, THREADS);
  constexpr unsigned LONG_STEP = 4 * Layout::COUNT < RUN ? 4 * Layout::COUNT : RUN; /* elements of unrolled loops */
  GR_DYNAMIC_SHARED (unsigned char, shared);
  auto &state = *reinterpret_cast<gr_tile_state<Acc> *> (shared);
  const unsigned stages = gridDim.x < plan.tiles ? GR_CONTIGUOUS_STAGES : 1;
  const unsigned takes = stages > 1 ? plan.tiles + gridDim.x : gridDim.x;

  const auto in_memory = [&] (unsigned tile) {
    return static_cast<ptrdiff_t> (segments.reverse ? plan.tiles - 1 - tile : tile) * ELEMENTS - plan.gap;
  };
  /* where the tile is staged */
  const auto elements_at
    = [] (const gr_tile_in_work<Acc> &work) { return gr_state_bytes<Acc> + work.stage * STAGE_BYTES; };
  const auto load = [&] (const gr_tile_in_work<Acc> &work) {
    auto *const to = reinterpret_cast<typename Layout::Vector *> (shared + elements_at (work));
    gr_move_tile<T, RUN, THREADS, true> (source.in, to, in_memory (work.tile), 0, static_cast<ptrdiff_t> (plan.n));
    gr_ask_for (source.in, in_memory, work.item, plan, ELEMENTS, plan.n);
  };

  /* first pass: the totals of the threads' runs, since the last start of a segment in
     them, and of the tile */
  const auto total = [&] (gr_tile_in_work<Acc> &work) {
    work.first = state.first;
    work.position = state.position + threadIdx.x * RUN;
    if (work.position >= segments.len)
      work.position = segments.len >= ELEMENTS
                      ? work.position - segments.len
                      : static_cast<unsigned> (work.position) % static_cast<unsigned> (segments.len);
    Serial serial (op.identity ());
    size_t base = 0;
    gr_with_flag (segments.reverse, [&] (auto reverse) {
      typedef gr_run_elements<T, RUN, decltype (reverse)::value, INDEXED || ! Serial::is_cheap> Elements;
      Elements in (shared, elements_at (work));
      /* packed elements of which no segment starts anywhere in the warp are taken several at a time */
      if constexpr (Serial::pads)
        if (__all_sync (0xffffffffu, work.position && segments.len - work.position >= RUN))
          {
            base = work.position;
            for (unsigned i = 0; i < RUN; i += Layout::COUNT)
              {
                in.from (i);
                const auto vector = in.get (0);
                const auto place = [=] (int j) { return base + j; };
                gr_add_all (serial, op, vector.element, static_cast<int> (i), place, i == 0);
              }
            return;
          }
      gr_each_of_run<RUN, Elements::STEP, Serial::is_cheap, LONG_STEP> (
        work.position, segments.len, [&] (unsigned i, unsigned e, auto starts, size_t from) {
          if (starts)
            serial.start (op);
          serial.add (op, in.element (i, e), i + e, from + i + e, starts || i + e == 0);
          base = from;
        });
    });
    const bool starts = ! work.position || segments.len - work.position < RUN;
    work.prefix = gr_scan_starts (op, serial.get (op, [=] (int j) { return base + j; }), starts, &state.warps);
    if (threadIdx.x < 32)
      gr_publish (op, tree, work.tile, 0, work.prefix.total, [&] (unsigned tile) { return plan.last_start (tile); });
  };

  /* second pass: the results.  They go where their elements stood if they have room
     there, else behind the stages, and positions behind those.  */
  const auto write = [&] (const gr_tile_in_work<Acc> &work, auto take, auto result) {
    typedef decltype (result) Out;
    typedef gr_vector_layout<gr_staged_position, RUN> Positions;
    constexpr unsigned OUT_COUNT = gr_vector_layout<Out, RUN>::COUNT, INDEX_COUNT = Positions::COUNT;
    const Acc before = gr_look_back (op, tree, work.tile, work.first, 0, state.sums);
    constexpr unsigned OUT_BYTES = sizeof (Out) == sizeof (T) ? 0 : gr_staging_bytes (sizeof (Out), RUN, THREADS);
    const unsigned behind = gr_state_bytes<Acc> + stages * STAGE_BYTES;
    const unsigned results_at = OUT_BYTES ? behind : elements_at (work), index_at = behind + OUT_BYTES;
    const auto put = [&] (auto reverse) {
      typedef gr_run_elements<T, RUN, decltype (reverse)::value, INDEXED || ! Serial::is_cheap> Elements;
      constexpr unsigned WITH_INDEX = INDEXED && INDEX_COUNT > Elements::STEP ? INDEX_COUNT : Elements::STEP;
      constexpr unsigned STEP = OUT_COUNT > WITH_INDEX ? OUT_COUNT : WITH_INDEX;
      Elements in (shared, elements_at (work));
      gr_run_vectors<Out, RUN, decltype (reverse)::value> results (shared, results_at);
      typedef gr_run_vectors<gr_staged_position, RUN, decltype (reverse)::value> Indices;
      [[maybe_unused]] Indices positions (shared, index_at);
      typename gr_vector_layout<Out, RUN>::Vector result_vector;
      [[maybe_unused]] typename Positions::Vector position_vector;
      const Acc prefix = work.prefix.open ? op.combine (before, work.prefix.acc) : work.prefix.acc;
      Serial serial (prefix);
      const gr_staged_places places (segments);
      if constexpr (INDEXED)
        serial.at = static_cast<int> (places.of (gr_position (op, prefix)));
      /* an exclusive scan tells each result of an inclusive one an element later; which of
         both it is, is not compiled twice */
      Out last = gr_cast<Out> (serial.finish (op));
      [[maybe_unused]] int last_position = 0;
      if constexpr (INDEXED)
        last_position = serial.at;
      gr_each_of_run<RUN, STEP, Serial::is_cheap, (LONG_STEP > STEP ? LONG_STEP : STEP)> (
        work.position, segments.len, [&] (unsigned i, unsigned e, auto starts, size_t from) {
          const T x = in.element (i, e);
          const size_t k = from + i + e;
          if (starts)
            {
              serial.start (op);
              last = gr_cast<Out> (op.empty ());
              last_position = 0;
            }
          serial.add (op, x, INDEXED ? static_cast<int> (places.of (k)) : i + e, k, starts);
          const Out here = gr_cast<Out> (serial.finish (op));
          result_vector.element[e % OUT_COUNT] = exclusive ? last : here;
          last = here;
          if (e == 0)
            results.from (i);
          if (e % OUT_COUNT == OUT_COUNT - 1)
            results.set (e, result_vector);
          if constexpr (INDEXED)
            {
              position_vector.element[e % INDEX_COUNT]
                = static_cast<gr_staged_position> (exclusive ? last_position : serial.at);
              last_position = serial.at;
              if (e == 0)
                positions.from (i);
              if (e % INDEX_COUNT == INDEX_COUNT - 1)
                positions.set (e, position_vector);
            }
        });
    };
    const auto move = [&] (auto *memory, unsigned from) {
      typedef std::remove_pointer_t<decltype (memory)> Moved;
      auto *const vectors = reinterpret_cast<typename gr_vector_layout<Moved, RUN>::Vector *> (shared + from);
      gr_move_tile<Moved, RUN, THREADS, false> (memory, vectors, in_memory (work.tile), 0,
                                                static_cast<ptrdiff_t> (plan.n));
    };
    gr_with_flag (segments.reverse, put);
    __syncthreads ();
    take ();
    move (static_cast<Out *> (sink.out), results_at);
    if constexpr (INDEXED)
      {
        const auto *const vectors = reinterpret_cast<const typename Positions::Vector *> (shared + index_at);
        gr_move_positions<RUN, THREADS> (sink.index, vectors, in_memory (work.tile), static_cast<ptrdiff_t> (plan.n));
      }
  };

  gr_persistent_loop<Acc> (
    plan, counter, stages, takes, state, load, total, [&] (const gr_tile_in_work<Acc> &held, auto take) {
      if constexpr (RUN != gr_contiguous_run_rule (sizeof (T), true))
        write (held, take, T ());
      else
        gr_with_result_type<Op, T> (sink.type, [&] (auto result) { write (held, take, result); });
    });
}

template <unsigned RUN, class Op, class T>
gr_status
gr_scan_runs (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
              const gr_segments &segments, bool exclusive)
{
  typedef typename Op::Acc Acc;
  constexpr unsigned THREADS = GR_CONTIGUOUS_THREADS;
  const size_t n = segments.len * segments.count, elements = THREADS * RUN;
  const unsigned gap = gr_gap<T, RUN> (source.in);
  const size_t tiles = gr_ceil_div (n + gap, elements);
  const size_t out_size = gr_types[sink.type].size, stage = gr_staging_bytes (sizeof (T), RUN, THREADS);
  const size_t once = gr_state_bytes<Acc> + (out_size != sizeof (T) ? gr_staging_bytes (out_size, RUN, THREADS) : 0)
                    + (sink.index ? gr_staging_bytes (sizeof (gr_staged_position), RUN, THREADS) : 0);
  const bool beside = out_size != sizeof (T) || sink.index;
  /* what takes few instructions is faster where only the next tile is asked for: sums of 2^28 doubles 0.945 of the
     limit, else 0.93, maxima of int32 0.95 and 0.935; but of singles 0.915 and 0.925 */
  const bool cheap_op = (std::is_same<Acc, double>::value || std::is_integral<T>::value) && ! beside;
  const unsigned ahead = cheap_op ? 1 : gr_ahead_rule (elements * sizeof (T), sink.index != nullptr);
  const gr_vector_plan plan
    = { n,   segments.len, elements, segments.reverse ? tiles * elements - gap - n : gap, static_cast<unsigned> (tiles),
        gap, ahead };
  size_t most_shared = 0, grid = tiles;
  GR_TRY (gr_most_shared (&most_shared));
  if (GR_CONTIGUOUS_STAGES * stage + once <= most_shared)
    grid = gr_contiguous_grid (tiles, elements, segments.len);

  gr_segment_tree<Acc> tree (gr_lookback_rule (sizeof (Acc)), tiles, gr_span (segments.len, elements), 1, 1);
  GR_TRY (gr_tree_memory (context, &tree));
  return gr_start (context, gr_scan_contiguous_kernel<Op, T, RUN>, static_cast<unsigned> (grid), THREADS,
                   (grid < tiles ? GR_CONTIGUOUS_STAGES : 1) * stage + once, op, source, sink, tree, context->counters,
                   segments, plan, exclusive);
}

template <class Op, class T>
gr_status
gr_scan_contiguous (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
                    const gr_segments &segments, bool exclusive)
{
  constexpr unsigned ALONE = gr_contiguous_run_rule (sizeof (T), false);
  constexpr unsigned BESIDE = gr_contiguous_run_rule (sizeof (T), true);
  constexpr bool MAY_BE_ALONE
    = ALONE != BESIDE && std::is_integral<typename Op::Value>::value && ! gr_has_positions<Op>::value;
  if constexpr (MAY_BE_ALONE)
    if (! gr_widens<Op, T> || gr_types[sink.type].size == sizeof (T))
      return gr_scan_runs<ALONE> (context, op, source, sink, segments, exclusive);
  if constexpr (! MAY_BE_ALONE || gr_widens<Op, T>)
    return gr_scan_runs<BESIDE> (context, op, source, sink, segments, exclusive);
}

} // namespace

#endif
