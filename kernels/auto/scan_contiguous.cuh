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

#include "block/persistent_loop.cuh"
#include "op/thread_accumulator.cuh"
#include "plan/plan.h"
#include "runtime/context.cuh"

namespace GR_NAMESPACE
{

/* Its bytes in shared memory: runs of up to 256 bytes, which divide addresses (gr_run_vectors), may follow.  */
template <class Acc> constexpr unsigned gr_state_bytes = (sizeof (gr_tile_state<Acc>) + 255) / 256 * 256;

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
              const gr_segments &segments, bool exclusive, const gr_plan &plan)
{
  typedef typename Op::Acc Acc;
  static_assert (gr_state_bytes<Acc> == gr_tile_state_bytes (sizeof (Acc)), "plans count with that");
  const gr_contiguous_plan &of = plan.of.contiguous;
  const size_t n = segments.len * segments.count;
  const gr_vector_plan tiles = { n,
                                 segments.len,
                                 plan.chunk,
                                 segments.reverse ? of.tiles * plan.chunk - of.gap - n : of.gap,
                                 static_cast<unsigned> (of.tiles),
                                 of.gap,
                                 of.ahead };
  gr_segment_tree<Acc> tree (plan.tree);
  GR_TRY (gr_tree_memory (context, &tree));
  return gr_launch_recorded (context, gr_scan_contiguous_kernel<Op, T, RUN>, static_cast<unsigned> (plan.grid),
                             plan.block, plan.shared, op, source, sink, tree, context->counters, segments, tiles,
                             exclusive);
}

/* Scan contiguous segments, by the kernel for the plan's run.  */
template <class Op, class T>
gr_status
gr_scan_contiguous (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
                    const gr_segments &segments, bool exclusive, const gr_plan &plan)
{
  constexpr unsigned ALONE = gr_contiguous_run_rule (sizeof (T), false);
  constexpr unsigned BESIDE = gr_contiguous_run_rule (sizeof (T), true);
  constexpr bool MAY_BE_ALONE
    = ALONE != BESIDE && std::is_integral<typename Op::Value>::value && ! gr_has_positions<Op>::value;
  if constexpr (MAY_BE_ALONE)
    if (plan.of.contiguous.run == ALONE)
      return gr_scan_runs<ALONE> (context, op, source, sink, segments, exclusive, plan);
  if constexpr (! MAY_BE_ALONE || gr_widens<Op, T>)
    return gr_scan_runs<BESIDE> (context, op, source, sink, segments, exclusive, plan);
  return gr_fail (GR_UNSUPPORTED, "no kernel has runs of %u elements", plan.of.contiguous.run);
}

} // namespace

#endif
