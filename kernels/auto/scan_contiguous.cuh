/* SPDX-License-Identifier: GPL-3.0-or-later

   Scan of contiguous segments (inner is 1) in one pass.  The array is one vector of elements in which a segment
   starts every len elements.  It is cut into tiles of equal size wherever segments begin, so that every shape is
   read and written in aligned 16-byte vectors.  A block stages a tile in shared memory, each thread scans a run of
   it, and decoupled look-back (lookback.cuh) gives the total of what stands before the tile in its first segment.

   Unless tiles end with segments, blocks run a persistent loop with two tiles in work.  The total of the newer
   tile is found and published; then the results of the older one are written, since by now the tiles before it
   have published theirs.  A tile is taken only when it can be loaded, since all later tiles wait for its total.
   Some megabytes ahead of its load, it is prefetched to the second-level cache.  Where tiles end with segments,
   nothing looks back, and a block has one tile.

   Reversed scans see the vector from its end.  */

#ifndef GR_SCAN_CONTIGUOUS_CUH
#define GR_SCAN_CONTIGUOUS_CUH

#include "auto/scan_common.cuh"
#include "block/persistent_loop.cuh"
#include "op/segment.cuh"
#include "plan/plan.h"
#include "runtime/context.cuh"

namespace GR_NAMESPACE
{

/* Its bytes in shared memory, a multiple of 256: runs of up to 256 bytes follow, whose addresses are multiples of
   their size (gr_run_vectors).  */
template <class Acc> constexpr unsigned gr_state_bytes = (sizeof (gr_tile_state<Acc>) + 255) / 256 * 256;

/* Vectors of a thread's run, in the direction of the scan.  In shared memory, a tile begins at a multiple of a
   run's bytes, so that one instruction finds a vector's place.  */
template <class T, unsigned RUN, bool REVERSE> struct gr_run_vectors
{
  typedef gr_vector_layout<T, RUN> Layout;
  typedef typename Layout::Vector Vector;
  static_assert (Layout::FULL, "runs are whole vectors of 16 bytes");
  unsigned char *shared;
  unsigned first, step; /* places of the run's first vector, and of the first vector of a step of the loop */
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
  /* Begin a step of the loop, whose first element is that element of the run.  */
  __device__ __forceinline__ void from (unsigned element)
  {
    step = first ^ element / Layout::COUNT * static_cast<unsigned> (sizeof (Vector));
  }
  /* The vector with element e of the step.  The number of the step's first element is a multiple of the step's
     length.  */
  __device__ __forceinline__ Vector &at (unsigned e) const
  {
    return *reinterpret_cast<Vector *> (shared + (step ^ e / Layout::COUNT * static_cast<unsigned> (sizeof (Vector))));
  }
  __device__ __forceinline__ Vector get (unsigned e) const { return turned (gr_load_vector (&at (e))); }
  __device__ __forceinline__ void set (unsigned e, const Vector &vector) const { at (e) = turned (vector); }
};

/* Elements of such a run.  Two vectors are read before the results of the first are written, since the compiler
   cannot see that they are at different places.  Only one is, if it is half of a run, or if positions or large
   accumulators leave FEW_REGISTERS (tuning: run-vectors).  */
template <class T, unsigned RUN, bool REVERSE, bool FEW_REGISTERS>
struct gr_run_elements : gr_run_vectors<T, RUN, REVERSE>
{
  typedef gr_run_vectors<T, RUN, REVERSE> Run;
  static constexpr unsigned COUNT = Run::Layout::COUNT, AT_ONCE = RUN >= 4 * COUNT && ! FEW_REGISTERS ? 2 : 1,
                            STEP = AT_ONCE * COUNT;
  typename Run::Vector vectors[AT_ONCE];
  using Run::Run;
  /* Element i + e, where i is the first element of the step.  */
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

/* Blocks that registers must leave room for on a multiprocessor.  Large accumulators and costly operators would
   spill with more (tuning: contiguous-blocks).  */
template <class Op, class T>
constexpr int gr_contiguous_blocks = sizeof (typename Op::Acc) > 16                        ? 4
                                   : gr_thread_accumulator<Op, gr_source<Op, T>>::is_cheap ? 8
                                                                                           : 6;

/* A block, whose tiles gr_persistent_loop takes one after the other.  Plan: gr_vector_plan, or another one that says
   where segments begin (scan_ragged.cuh).  */
template <class Op, class T, unsigned RUN, class Plan> struct gr_contiguous_block
{
  typedef typename Op::Acc Acc;
  typedef gr_thread_accumulator<Op, gr_source<Op, T>> Serial;
  typedef gr_vector_layout<T, RUN> Layout;
  typedef gr_vector_layout<gr_staged_position, RUN> Positions;
  typedef gr_tile_in_work<Acc> Work;
  static constexpr bool INDEXED = gr_has_positions<Op>::value;
  static constexpr unsigned THREADS = GR_CONTIGUOUS_THREADS, ELEMENTS = THREADS * RUN;
  static constexpr unsigned STAGE_BYTES = gr_staging_bytes (sizeof (T), RUN, THREADS);
  static constexpr unsigned LONG_STEP
    = 4 * Layout::COUNT < RUN ? 4 * Layout::COUNT : RUN; /* elements of unrolled loops */
  template <bool REVERSE> using Elements = gr_run_elements<T, RUN, REVERSE, INDEXED || ! Serial::is_cheap>;

  const gr_scan_arguments<Op, T> &args;
  const gr_segment_tree<Acc> &tree;
  const Plan &plan;
  unsigned char *shared;
  gr_tile_state<Acc> &state;
  unsigned stages;

  __device__ __forceinline__ gr_contiguous_block (const gr_scan_arguments<Op, T> &args,
                                                  const gr_segment_tree<Acc> &tree, const Plan &plan,
                                                  unsigned char *shared)
    : args (args), tree (tree), plan (plan), shared (shared), state (*reinterpret_cast<gr_tile_state<Acc> *> (shared)),
      stages (gridDim.x < plan.items () ? GR_CONTIGUOUS_STAGES : 1)
  {}

  __device__ __forceinline__ ptrdiff_t in_memory (unsigned tile) const
  {
    return static_cast<ptrdiff_t> (args.segments.reverse ? plan.tiles - 1 - tile : tile) * ELEMENTS - plan.gap;
  }
  /* where the tile is staged */
  __device__ __forceinline__ unsigned elements_at (const Work &work) const
  {
    return gr_state_bytes<Acc> + work.stage * STAGE_BYTES;
  }
  __device__ __forceinline__ void load (const Work &work) const
  {
    auto *const to = reinterpret_cast<typename Layout::Vector *> (shared + elements_at (work));
    gr_move_tile<T, RUN, THREADS, true> (args.source.in, to, in_memory (work.tile), 0, static_cast<ptrdiff_t> (plan.n));
    gr_ask_for (
      args.source.in, [&] (unsigned item) { return in_memory (plan.tile (item)); }, work.item, plan, ELEMENTS, plan.n);
  }

  /* ---- first pass: the totals of the threads' runs, since the last start of a segment in them, and of the tile ----
   */

  __device__ __forceinline__ void total (Work &work) const
  {
    work.first = state.first;
    work.position = plan.template run_start<RUN> (work.tile, state.position);
    Serial serial (args.op.identity ());
    size_t base = 0;
    gr_with_flag (args.segments.reverse,
                  [&] (auto reverse) { base = this->template fold<decltype (reverse)::value> (work, serial); });
    const bool starts = plan.template starts_in<RUN> (work.position);
    work.prefix
      = gr_scan_starts (args.op, serial.get (args.op, [=] (int j) { return base + j; }), starts, &state.warps);
    if (threadIdx.x < 32)
      gr_publish (args.op, tree, work.tile, 0, work.prefix.total,
                  [&] (unsigned tile) { return plan.last_start (tile); });
  }
  /* Fold the thread's run; returns what numbers of its elements count from, as positions in their segment.  */
  template <bool REVERSE> __device__ __forceinline__ size_t fold (const Work &work, Serial &serial) const
  {
    const Op &op = args.op;
    size_t base = 0;
    Elements<REVERSE> in (shared, elements_at (work));
    /* packed elements are taken several at a time where no segment starts in the warp */
    if constexpr (Serial::pads)
      if (__all_sync (0xffffffffu, ! plan.template starts_in<RUN> (work.position)))
        {
          base = plan.template base<RUN> (work.tile, work.position);
          for (unsigned i = 0; i < RUN; i += Layout::COUNT)
            {
              in.from (i);
              const auto vector = in.get (0);
              const auto place = [=] (int j) { return base + j; };
              gr_add_all (serial, op, vector.element, static_cast<int> (i), place, i == 0);
            }
          return base;
        }
    plan.template each_of_run<RUN, Elements<REVERSE>::STEP, Serial::is_cheap, LONG_STEP> (
      work.tile, work.position, [&] (unsigned i, unsigned e, auto starts, size_t from) {
        if (starts)
          serial.start (op);
        serial.add (op, in.element (i, e), i + e, from + i + e, starts || i + e == 0);
        base = from;
      });
    return base;
  }

  /* ---- second pass: the results.  They go where their elements stood if they have room there, else behind the stages,
     and positions behind those. ---- */

  template <class Take> __device__ __forceinline__ void write (const Work &work, Take take) const
  {
    if constexpr (RUN != gr_contiguous_run_rule (sizeof (T), true))
      write_as<T> (work, take);
    else
      gr_with_result_type<Op, T> (args.sink.type,
                                  [&] (auto result) { this->template write_as<decltype (result)> (work, take); });
  }
  template <class Out, class Take> __device__ __forceinline__ void write_as (const Work &work, Take take) const
  {
    const Acc before = gr_look_back (args.op, tree, work.tile, work.first, 0, state.sums);
    constexpr unsigned OUT_BYTES = sizeof (Out) == sizeof (T) ? 0 : gr_staging_bytes (sizeof (Out), RUN, THREADS);
    const unsigned behind = gr_state_bytes<Acc> + stages * STAGE_BYTES;
    const unsigned results_at = OUT_BYTES ? behind : elements_at (work), index_at = behind + OUT_BYTES;
    gr_with_flag (args.segments.reverse, [&] (auto reverse) {
      this->template put<Out, decltype (reverse)::value> (work, before, results_at, index_at);
    });
    __syncthreads ();
    take ();
    const ptrdiff_t n = static_cast<ptrdiff_t> (plan.n);
    auto *const results = reinterpret_cast<typename gr_vector_layout<Out, RUN>::Vector *> (shared + results_at);
    gr_move_tile<Out, RUN, THREADS, false> (static_cast<Out *> (args.sink.out), results, in_memory (work.tile), 0, n);
    if constexpr (INDEXED)
      {
        const auto *const vectors = reinterpret_cast<const typename Positions::Vector *> (shared + index_at);
        gr_move_positions<RUN, THREADS> (args.sink.index, vectors, in_memory (work.tile), n);
      }
  }
  /* Stage the results of the thread's run, and positions.  */
  template <class Out, bool REVERSE>
  __device__ __forceinline__ void put (const Work &work, const Acc &before, unsigned results_at,
                                       [[maybe_unused]] unsigned index_at) const
  {
    const Op &op = args.op;
    constexpr unsigned OUT_COUNT = gr_vector_layout<Out, RUN>::COUNT, INDEX_COUNT = Positions::COUNT;
    constexpr unsigned IN_STEP = Elements<REVERSE>::STEP;
    constexpr unsigned WITH_INDEX = INDEXED && INDEX_COUNT > IN_STEP ? INDEX_COUNT : IN_STEP;
    constexpr unsigned STEP = OUT_COUNT > WITH_INDEX ? OUT_COUNT : WITH_INDEX;
    Elements<REVERSE> in (shared, elements_at (work));
    gr_run_vectors<Out, RUN, REVERSE> results (shared, results_at);
    [[maybe_unused]] gr_run_vectors<gr_staged_position, RUN, REVERSE> positions (shared, index_at);
    typename gr_vector_layout<Out, RUN>::Vector result_vector;
    [[maybe_unused]] typename Positions::Vector position_vector;
    const Acc prefix = work.prefix.open ? op.combine (before, work.prefix.acc) : work.prefix.acc;
    Serial serial (prefix);
    const gr_staged_places places (args.segments);
    if constexpr (INDEXED)
      serial.at = static_cast<int> (places.of (gr_position (op, prefix)));
    /* An exclusive scan writes each result of the inclusive one an element later.  The same code does both, to
       compile less.  */
    Out last = gr_cast<Out> (serial.finish (op));
    [[maybe_unused]] int last_position = 0;
    if constexpr (INDEXED)
      last_position = serial.at;
    plan.template each_of_run<RUN, STEP, Serial::is_cheap, (LONG_STEP > STEP ? LONG_STEP : STEP)> (
      work.tile, work.position, [&] (unsigned i, unsigned e, auto starts, size_t from) {
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
        result_vector.element[e % OUT_COUNT] = args.exclusive ? last : here;
        last = here;
        if (e == 0)
          results.from (i);
        if (e % OUT_COUNT == OUT_COUNT - 1)
          results.set (e, result_vector);
        if constexpr (INDEXED)
          {
            position_vector.element[e % INDEX_COUNT]
              = static_cast<gr_staged_position> (args.exclusive ? last_position : serial.at);
            last_position = serial.at;
            if (e == 0)
              positions.from (i);
            if (e % INDEX_COUNT == INDEX_COUNT - 1)
              positions.set (e, position_vector);
          }
      });
  }
};

template <class Op, class T, unsigned RUN, class Plan>
__global__
__launch_bounds__ (GR_CONTIGUOUS_THREADS, (gr_contiguous_blocks<Op, T>) ) void gr_scan_contiguous_kernel (
  gr_scan_arguments<Op, T> args, const __grid_constant__ gr_segment_tree<typename Op::Acc> tree, unsigned *counter,
  Plan plan)
{
  GR_DYNAMIC_SHARED (unsigned char, shared);
  const gr_contiguous_block<Op, T, RUN, Plan> block (args, tree, plan, shared);
  gr_persistent_loop (block, counter);
}

/* Publish what stands before a part of a segment as the total of tile 0.  One warp.  */
template <class Op>
__global__ void
gr_publish_carry_kernel (Op op, const __grid_constant__ gr_segment_tree<typename Op::Acc> tree,
                         const typename Op::Acc *carry)
{
  gr_publish (op, tree, 0, 0, *carry, [] (unsigned) { return 0u; });
}

/* The tiles of whole segments.  */
template <class Op, class T>
gr_vector_plan
gr_tiles_of (const gr_scan_arguments<Op, T> &args, const gr_plan &plan)
{
  const gr_contiguous_plan &of = plan.of.contiguous;
  const size_t n = args.segments.len * args.segments.count;
  return { n,
           args.segments.len,
           plan.chunk,
           args.segments.reverse ? of.tiles * plan.chunk - of.gap - n : of.gap,
           static_cast<unsigned> (of.tiles),
           of.gap,
           of.ahead,
           0 };
}

/* Those of a part of one segment: tile 0 stands before the part, and the segment begins with it.  */
template <class Op, class T>
gr_vector_plan
gr_tiles_after_carry (gr_scan_arguments<Op, T> *args, const gr_plan &plan)
{
  const gr_contiguous_plan &of = plan.of.contiguous;
  const size_t n = args->segments.len, len = n + plan.chunk;
  const bool reverse = args->segments.reverse;
  gr_begin_before (args, plan.chunk);
  return { reverse ? n : len,
           len,
           plan.chunk,
           0,
           static_cast<unsigned> (of.tiles + 1),
           static_cast<unsigned> (reverse ? of.tiles * plan.chunk - n : 0),
           of.ahead,
           1 };
}

template <unsigned RUN, class Op, class T>
gr_status
gr_scan_runs (gr_context *context, gr_scan_arguments<Op, T> args, const typename Op::Acc *carry, const gr_plan &plan)
{
  typedef typename Op::Acc Acc;
  static_assert (gr_state_bytes<Acc> == gr_tile_state_bytes (sizeof (Acc)), "plans count with that");
  const gr_vector_plan tiles = carry ? gr_tiles_after_carry (&args, plan) : gr_tiles_of (args, plan);
  gr_segment_tree<Acc> tree (plan.tree);
  GR_TRY (gr_tree_memory (context, &tree));
  if (carry)
    GR_TRY (gr_launch_unrecorded (context, GR_KERNEL (gr_publish_carry_kernel<Op>), 1, 32, args.op, tree, carry));
  return gr_launch_recorded (context, GR_KERNEL (gr_scan_contiguous_kernel<Op, T, RUN, gr_vector_plan>),
                             static_cast<unsigned> (plan.grid), plan.block, plan.shared, args, tree, context->counters,
                             tiles);
}

/* Scan contiguous segments, by the kernel for the plan's run.  carry: what stands before the only one, or NULL.  */
template <class Op, class T>
gr_status
gr_scan_contiguous (gr_context *context, const gr_scan_arguments<Op, T> &args, const typename Op::Acc *carry,
                    const gr_plan &plan)
{
  constexpr unsigned ALONE = gr_contiguous_run_rule (sizeof (T), false);
  constexpr unsigned BESIDE = gr_contiguous_run_rule (sizeof (T), true);
  constexpr bool MAY_BE_ALONE
    = ALONE != BESIDE && std::is_integral<typename Op::Value>::value && ! gr_has_positions<Op>::value;
  if constexpr (MAY_BE_ALONE)
    if (plan.of.contiguous.run == ALONE)
      return gr_scan_runs<ALONE> (context, args, carry, plan);
  if constexpr (! MAY_BE_ALONE || gr_widens<Op, T>)
    return gr_scan_runs<BESIDE> (context, args, carry, plan);
  return gr_fail (GR_UNSUPPORTED, "no kernel has runs of %u elements", plan.of.contiguous.run);
}

} // namespace

#endif
