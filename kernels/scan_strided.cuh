/* Scan of lines whose elements are inner > 1 apart, in one pass.  A thread has a
   bundle of neighbouring lines, whose elements one access reaches, and a run of
   each; what the threads of a row load and store together is contiguous, and the
   rows of a block stand one behind the other along the lines.

   Where there are lines enough to fill the device, a block walks along its
   lines and carries what it has passed; else tiles along the lines run side by
   side and look back (lookback.cuh), with two in a block's work, as in
   scan_contiguous.cuh.  plan.h decides.  */

#ifndef GR_SCAN_STRIDED_CUH
#define GR_SCAN_STRIDED_CUH

#include "line.cuh"
#include "lookback.cuh"
#include "plan.h"
#include "tile.cuh"

namespace GR_NAMESPACE
{

/* ---- bundles and runs ---- */

/* Neighbouring elements, one of each of LINES lines.  */
template <class T, unsigned LINES> struct alignas (LINES > 1 ? sizeof (T) * LINES : alignof (T)) gr_bundle
{
  T element[LINES];
};

/* Write COUNT elements to memory that is aligned as all of them, as words, which the
   compiler would take apart.  */
template <unsigned COUNT, class T> __device__ __forceinline__ void
gr_store_piece (T *to, const T *from)
{
  typedef gr_bundle<T, COUNT> Piece;
#ifndef GR_SIMT
  if constexpr (COUNT > 1)
    {
      typedef std::conditional_t<sizeof (Piece) == 16, uint4, uint2> Word;
      Word word;
      memcpy (&word, from, sizeof word);
      *reinterpret_cast<Word *> (to) = word;
      return;
    }
#endif
  Piece piece;
  memcpy (&piece, from, sizeof piece);
  *reinterpret_cast<Piece *> (to) = piece;
}

/* Write a bundle to memory that is aligned to 16 bytes, or to all of it if that is less.
   paired: that of the neighbouring lane of an even and an odd one goes beside it.  Then
   of 32 bytes, which are two accesses, each lane takes a half of both bundles: what
   lanes write at a time are whole sectors.  Maxima of int32 with positions,
   16384 x 16384, dim 2, without that: 1490 us.  */
template <class T, unsigned LINES> __device__ __forceinline__ void
gr_store_bundle (T *to, const T (&from)[LINES], bool paired)
{
  constexpr unsigned COUNT = sizeof (from) > 16 && LINES > 1 ? 16 / sizeof (T) : LINES;
  if constexpr (LINES == 2 * COUNT)
    if (paired)
      {
        const bool odd = threadIdx.x % 2;
        gr_bundle<T, COUNT> first, second;
#pragma unroll
        for (unsigned i = 0; i < COUNT; i++)
          {
            const T low = from[i], high = from[COUNT + i], kept = odd ? high : low;
            const T got = gr_by_words (odd ? low : high, [] (int w)
              { return __shfl_xor_sync (3u << (threadIdx.x % 32 & ~1u), w, 1); });
            first.element[i] = odd ? got : kept;
            second.element[i] = odd ? kept : got;
          }
        gr_store_piece<COUNT> (odd ? to - COUNT : to, first.element);
        gr_store_piece<COUNT> (odd ? to + COUNT : to + LINES, second.element);
        return;
      }
#pragma unroll
  for (unsigned i = 0; i < LINES; i += COUNT)
    gr_store_piece<COUNT> (to + i, &from[i]);
}

/* Call f (j, j is 0) for the first count elements of a run.  Nearly all runs are
   whole, and theirs is a loop without further tests where that counts.  */
template <unsigned RUN, bool LIGHT, class F> __device__ __forceinline__ void
gr_each_of_count (unsigned count, F f)
{
  constexpr unsigned STEP = 8;
  static_assert (RUN % STEP == 0, "a whole run is whole steps");
  if (LIGHT && count == RUN)
#pragma unroll 1
    for (unsigned i = 0; i < RUN; i += STEP)
      {
#pragma unroll
        for (unsigned e = 0; e < STEP; e++)
          f (i + e, e == 0 && i == 0);
      }
  else
#pragma unroll 1
    for (unsigned j = 0; j < count; j++)
      f (j, j == 0);
}

/* The runs of a block's threads: what they load into shared memory is read by the
   thread that loaded it.  */
template <class T, unsigned RUN, unsigned LINES> struct gr_strided_stage
{
  typedef gr_bundle<T, LINES> Bundle;
  Bundle bundle[RUN][GR_STRIDED_THREADS];

  /* Start to load count bundles.  */
  __device__ __forceinline__ void load (const T *from, ptrdiff_t stride, unsigned count)
  {
    gr_each_of_count<RUN, true> (count, [&] (unsigned j, bool)
      {
        gr_copy_piece (&bundle[j][threadIdx.x], reinterpret_cast<const Bundle *> (from));
        from += stride;
      });
    gr_copies_end ();
  }
};

/* ---- look-back ---- */

/* The same as gr_tile_tree (lookback.cuh) for lines side by side: the cells of a level
   are those of its tiles, each a row of lines, and arrivals are counted for groups
   of lines, of at most 32, one a lane.  */
template <class Acc> struct gr_strided_tree
{
  gr_cell<Acc> *cells;
  unsigned *arrivals;
  size_t tiles, lines, groups;
  unsigned epoch;

  __device__ __forceinline__ void up ()
  {
    cells += tiles * lines;
    tiles /= GR_STRIDED_LOOKBACK;
  }
};

/* Combine the first count cells of a group.  */
template <class Op> __device__ __forceinline__ typename Op::Acc
gr_sum_cells_along (const Op &op, const gr_strided_tree<typename Op::Acc> &tree, size_t first, unsigned count,
                    size_t line)
{
  typedef typename Op::Acc Acc;
  constexpr unsigned AT_ONCE = sizeof (Acc) > 8 ? 2 : 4; /* all of a group would not leave registers enough */
  Acc sum = op.identity ();
  const gr_cell<Acc> *cell = tree.cells + first * tree.lines + line;
#pragma unroll 1
  for (unsigned from = 0; from < count; from += AT_ONCE)
    {
      Acc a[AT_ONCE];
      bool there[AT_ONCE];
#pragma unroll
      for (unsigned m = 0; m < AT_ONCE; m++, cell += tree.lines)
        {
          a[m] = op.identity ();
          there[m] = from + m >= count || cell->take (tree.epoch, &a[m]);
        }
#pragma unroll
      for (unsigned m = 0; m < AT_ONCE; m++)
        {
          if (! there[m])
            a[m] = gr_wait (*(cell - (AT_ONCE - m) * tree.lines), tree.epoch);
          sum = op.combine (sum, a[m]);
        }
    }
  return sum;
}

/* The same as gr_publish; one warp calls.  */
template <class Op> __device__ __forceinline__ void
gr_publish_along (const Op &op, gr_strided_tree<typename Op::Acc> tree, size_t tile, size_t group, bool mine,
                  size_t line, typename Op::Acc total)
{
  for (;;)
    {
      if (mine)
        tree.cells[tile * tree.lines + line].publish (total, tree.epoch);
      const size_t first = tile / GR_STRIDED_LOOKBACK * GR_STRIDED_LOOKBACK;
      tile /= GR_STRIDED_LOOKBACK;
      unsigned arrived = 0;
      if (threadIdx.x % 32 == 0 && first + GR_STRIDED_LOOKBACK <= tree.tiles)
        arrived = atomicInc (&tree.arrivals[tile * tree.groups + group], GR_STRIDED_LOOKBACK - 1);
      if (__shfl_sync (0xffffffffu, arrived, 0) != GR_STRIDED_LOOKBACK - 1)
        return;
      if (mine)
        total = gr_sum_cells_along (op, tree, first, GR_STRIDED_LOOKBACK, line);
      tree.up ();
      tree.arrivals += tree.tiles * tree.groups;
    }
}

/* The same as gr_look_back, in two steps: each warp takes levels in turn, whose sums
   go to sums, of GR_STRIDED_LEVELS * 32 accumulators; after a barrier, they are
   combined.  */
template <class Op> __device__ __forceinline__ void
gr_look_back_along (const Op &op, gr_strided_tree<typename Op::Acc> tree, size_t tile, bool mine, size_t line,
                    typename Op::Acc *sums)
{
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (unsigned level = 0; tile; level++)
    {
      const unsigned number = static_cast<unsigned> (tile % GR_STRIDED_LOOKBACK);
      if (mine && level % GR_STRIDED_WARPS == warp)
        sums[level * 32 + lane] = gr_sum_cells_along (op, tree, tile - number, number, line);
      tree.up ();
      tile /= GR_STRIDED_LOOKBACK;
    }
}
template <class Op> __device__ __forceinline__ typename Op::Acc
gr_looked_back (const Op &op, size_t tile, const typename Op::Acc *sums)
{
  typename Op::Acc before = op.identity ();
  for (; tile; tile /= GR_STRIDED_LOOKBACK, sums += 32)
    before = op.combine (sums[threadIdx.x % 32], before);
  return before;
}

/* ---- the kernel ---- */

/* Accumulators that the threads of a block share: one a line in each warp, those of a
   warp side by side.  */
__host__ __device__ inline size_t
gr_strided_sums (const gr_strided_plan &plan, unsigned lines_a_thread)
{
  return GR_STRIDED_WARPS * min (plan.x, 32u) * lines_a_thread;
}

/* What a thread keeps of its runs between its two passes over them.  */
template <class Acc, unsigned LINES> struct gr_strided_work
{
  size_t tile, line, first; /* the block's tile; the first line of the bundle; the runs' position */
  ptrdiff_t offset;         /* of the first element */
  unsigned count, stage;    /* its elements of a line; where they are staged */
  Acc prefix[LINES];
};

/* Blocks that registers must leave room for on a multiprocessor: large accumulators
   would spill.  */
template <class Acc> constexpr int gr_strided_blocks = sizeof (Acc) > 24 ? 2 : 3;

template <class Op, class T, unsigned RUN, unsigned LINES, bool LOOKS_BACK> __global__ void
__launch_bounds__ (GR_STRIDED_THREADS, gr_strided_blocks<typename Op::Acc>)
gr_scan_strided_kernel (Op op, gr_source<Op, T> source, gr_sink<Op> sink, gr_strided_tree<typename Op::Acc> tree,
                        unsigned *counter, gr_lines lines, gr_strided_plan plan, bool exclusive)
{
  typedef typename Op::Acc Acc;
  typedef gr_serial<Op, gr_source<Op, T>> Serial;
  typedef gr_strided_stage<T, RUN, LINES> Stage;
  typedef gr_strided_work<Acc, LINES> Work;
  constexpr bool INDEXED = gr_has_positions<Op>::value;
  GR_DYNAMIC_SHARED (unsigned char, shared);
  __shared__ size_t taken;
  const unsigned x = plan.x, width = min (x, 32u), lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const bool paired = gr_strided_paired_rule (LINES, lines.inner);
  const unsigned across = x * LINES, along = plan.y * RUN; /* lines and elements of a step */
  const unsigned total_end = static_cast<unsigned> (gr_strided_sums (plan, LINES));
  const unsigned groups = static_cast<unsigned> (plan.groups), items = static_cast<unsigned> (plan.groups * plan.tiles);
  const size_t takes = LOOKS_BACK ? static_cast<size_t> (items) + gridDim.x : gridDim.x;
  const ptrdiff_t stride = lines.stride ();
  auto *const stages = reinterpret_cast<Stage *> (shared);
  Acc *const sums = reinterpret_cast<Acc *> (stages + (LOOKS_BACK || plan.steps > 1 ? 2 : 1));
  Acc *const levels = sums + total_end;

  const auto count_at = [&] (size_t line, size_t first)
    {
      return line < lines.count && first < lines.len
             ? static_cast<unsigned> (min (lines.len - first, static_cast<size_t> (RUN))) : 0;
    };
  const auto place = [&] (Work &work, unsigned item)
    {
      const unsigned tile = item / groups;
      work.tile = tile;
      work.line = (static_cast<size_t> (item - tile * groups) * x + threadIdx.x % x) * LINES;
      work.first = work.tile * plan.steps * along + threadIdx.x / x * RUN;
      work.count = count_at (work.line, work.first);
      work.offset = (work.line < lines.count ? static_cast<ptrdiff_t> (lines.offset (work.line, 0)) : 0)
                    + stride * static_cast<ptrdiff_t> (work.first);
    };
  Acc *const sum = sums + warp * LINES * width + lane % width; /* those of the thread's lines */

  /* first pass: what stands before the runs of those after carry, which is of line number
     threadIdx.x of the block and is moved on past them; with one thread a line, the second
     pass leaves what stands before its next run */
  const auto total = [&] (Work &work, Acc &carry)
    {
      if (plan.y == 1)
        {
          /* warps that write parts of a sector do so at nearly the same time */
          if (plan.steps > 1)
            __syncthreads ();
          return;
        }
      const Stage &stage = stages[work.stage];
      Serial run[LINES];
#pragma unroll
      for (unsigned v = 0; v < LINES; v++)
        run[v] = Serial (op.identity ());
      gr_each_of_count<RUN, Serial::is_light> (work.count, [&] (unsigned j, bool starts)
        {
          const auto bundle = gr_load_vector (&stage.bundle[j][threadIdx.x]);
#pragma unroll
          for (unsigned v = 0; v < LINES; v++)
            run[v].add (op, bundle.element[v], j, work.first + j, starts);
        });
      Acc acc[LINES];
#pragma unroll
      for (unsigned v = 0; v < LINES; v++)
        acc[v] = run[v].get (op, [&] (int j) { return work.first + j; });
      for (unsigned delta = x; delta < 32; delta *= 2)
#pragma unroll
        for (unsigned v = 0; v < LINES; v++)
          {
            const Acc left = gr_shuffle_up (acc[v], delta, 32);
            if (lane >= delta)
              acc[v] = op.combine (left, acc[v]);
          }
      __syncwarp ();
#pragma unroll
      for (unsigned v = 0; v < LINES; v++)
        {
          if (lane >= 32 - width)
            sum[v * width] = acc[v];
          work.prefix[v] = x < 32 ? gr_shuffle_up (acc[v], x, 32) : acc[v];
          if (lane < x)
            work.prefix[v] = op.identity ();
        }
      __syncthreads ();
      for (unsigned number = threadIdx.x; number < across; number += GR_STRIDED_THREADS)
        {
          Acc running = carry;
          for (unsigned at = number; at < total_end; at += across)
            {
              const Acc acc = sums[at];
              sums[at] = running;
              running = op.combine (running, acc);
            }
          /* else there may be several lines a thread */
          if (LOOKS_BACK || plan.steps > 1)
            carry = running;
        }
      __syncthreads ();
#pragma unroll
      for (unsigned v = 0; v < LINES; v++)
        work.prefix[v] = op.combine (sum[v * width], work.prefix[v]);
    };

  /* second pass: the results */
  const auto write = [&] (Work &work)
    {
      const Stage &stage = stages[work.stage];
      gr_with_result_type<Op, T> (sink.type, [&] (auto result)
        {
          typedef decltype (result) Out;
          const auto put = [&] (auto excluding)
            {
              Out *out = static_cast<Out *> (sink.out) + work.offset;
              [[maybe_unused]] double *index = INDEXED ? sink.index + work.offset : nullptr;
              const auto position_of = [&] (int i) { return work.first + i; };
              Serial serial[LINES];
              [[maybe_unused]] double position[LINES];
#pragma unroll
              for (unsigned v = 0; v < LINES; v++)
                {
                  serial[v] = Serial (work.prefix[v]);
                  if constexpr (INDEXED)
                    position[v] = sink.position (op, work.prefix[v], lines);
                }
              /* as doubles, positions are not converted for each element */
              double here = static_cast<double> (lines.reverse ? lines.len - work.first : work.first + 1);
              const double next = lines.reverse ? -1.0 : 1.0;
              gr_each_of_count<RUN, Serial::is_light> (work.count, [&] (unsigned j, bool may_start)
                {
                  const auto bundle = gr_load_vector (&stage.bundle[j][threadIdx.x]);
                  const bool starts = may_start && work.first == 0, nothing = excluding && starts;
                  Out results[LINES];
                  [[maybe_unused]] double positions[LINES];
#pragma unroll
                  for (unsigned v = 0; v < LINES; v++)
                    {
                      const auto add = [&]
                        {
                          serial[v].add (op, bundle.element[v], j, work.first + j, starts);
                          if constexpr (INDEXED)
                            position[v] = serial[v].at == static_cast<int> (j) ? here : position[v];
                        };
                      if constexpr (! excluding)
                        add ();
                      results[v] = gr_cast<Out> (nothing ? op.empty () : serial[v].finish (op));
                      if constexpr (INDEXED)
                        positions[v] = nothing ? 0.0 : position[v];
                      if constexpr (excluding)
                        add ();
                    }
                  here += next;
                  /* of floating point, bundles have no wider results (gr_plan_strided_lines) */
                  gr_store_bundle (out, results, std::is_integral<T>::value && paired);
                  out += stride;
                  if constexpr (INDEXED)
                    {
                      gr_store_bundle (index, positions, paired);
                      index += stride;
                    }
                });
              if (! LOOKS_BACK && plan.y == 1)
#pragma unroll
                for (unsigned v = 0; v < LINES; v++)
                  work.prefix[v] = serial[v].get (op, position_of);
            };
          /* passed on as it is, it would make the compiler spill: single sums, 16384 x 16384,
             dim 2, 569 us, not 557 */
          gr_with_flag (exclusive, [&] (auto excluding) { put (excluding); });
        });
    };

  unsigned item = static_cast<unsigned> (gr_first_tile (counter, takes, &taken));
  if constexpr (LOOKS_BACK)
    {
      /* a lane of the first warp publishes and looks back along one of its group's lines, of
         which there are 32 at most */
      unsigned held = items; /* none */
      Acc prefix[LINES] = {};
      for (unsigned stage = 0;; stage = 1 - stage)
        {
          Work work = {};
          if (item < items)
            {
              place (work, item);
              work.stage = stage;
              stages[stage].load (source.in + work.offset, stride, work.count);
              gr_copies_done ();
              Acc carry = op.identity ();
              total (work, carry);
              if (warp == 0)
                {
                  const size_t line = work.line + lane / width;
                  gr_publish_along (op, tree, work.tile, item % groups, lane < across && line < lines.count, line,
                                    carry);
                }
            }
          if (held < items)
            {
              Work ready = {};
              place (ready, held);
              ready.stage = 1 - stage;
              const size_t line = ready.line + lane / width;
              gr_look_back_along (op, tree, ready.tile, lane < across && line < lines.count, line, levels);
              __syncthreads ();
              if (threadIdx.x < across)
                sums[threadIdx.x] = gr_looked_back (op, ready.tile, levels);
              __syncthreads ();
#pragma unroll
              for (unsigned v = 0; v < LINES; v++)
                ready.prefix[v] = op.combine (sums[v * width + lane % width], prefix[v]);
              write (ready);
            }
          if (item >= items)
            break;
          held = item;
#pragma unroll
          for (unsigned v = 0; v < LINES; v++)
            prefix[v] = work.prefix[v];
          if (threadIdx.x == 0)
            taken = atomicInc (counter, static_cast<unsigned> (takes - 1));
          __syncthreads ();
          item = static_cast<unsigned> (taken);
        }
    }
  else
    {
      Work work = {};
      Acc carry = op.identity ();
#pragma unroll
      for (unsigned v = 0; v < LINES; v++)
        work.prefix[v] = op.identity ();
      place (work, item);
      stages[0].load (source.in + work.offset, stride, work.count);
      for (size_t step = 0; step < plan.steps; step++)
        {
          /* while this step is worked on, the next one is under way */
          if (step + 1 < plan.steps)
            {
              stages[1 - work.stage].load (source.in + work.offset + stride * along, stride,
                                           count_at (work.line, work.first + along));
              gr_copies_done<1> ();
            }
          else
            gr_copies_done ();
          total (work, carry);
          write (work);
          work.first += along;
          work.offset += stride * along;
          work.count = count_at (work.line, work.first);
          work.stage = 1 - work.stage;
        }
    }
}

template <unsigned LINES, class Op, class T> gr_status
gr_scan_bundles (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
                 const gr_lines &lines, bool exclusive)
{
  typedef typename Op::Acc Acc;
  constexpr unsigned RUN = gr_strided_run_rule (sizeof (T), LINES);
  const gr_strided_plan plan = gr_plan_strided_scan (lines.inner, lines.len, lines.count / lines.inner, sizeof (T),
                                                     RUN, LINES);
  gr_strided_tree<Acc> tree = {nullptr, nullptr, plan.tiles, lines.count, plan.groups, 0};
  size_t sums = gr_strided_sums (plan, LINES), grid = plan.groups * plan.tiles;
  if (plan.tiles > 1)
    {
      const size_t cells = gr_lookback_cells (plan.tiles, GR_STRIDED_LOOKBACK);
      GR_TRY (gr_lookback_memory (context, lines.count * cells, plan.groups * (cells - plan.tiles), &tree.cells,
                                  &tree.arrivals, &tree.epoch));
      sums += GR_STRIDED_LEVELS * 32; /* one a line at each level */
      grid = gr_walkers (grid, GR_STRIDED_WALKERS);
    }
  return gr_start (context, plan.tiles > 1 ? gr_scan_strided_kernel<Op, T, RUN, LINES, true>
                                           : gr_scan_strided_kernel<Op, T, RUN, LINES, false>,
                   static_cast<unsigned> (grid), GR_STRIDED_THREADS,
                   sizeof (gr_strided_stage<T, RUN, LINES>) * (plan.tiles > 1 || plan.steps > 1 ? 2 : 1)
                     + sums * sizeof (Acc),
                   op, source, sink, tree, context->counters, lines, plan, exclusive);
}

template <class Op, class T> gr_status
gr_scan_strided (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
                 const gr_lines &lines, bool exclusive)
{
  constexpr unsigned LINES = gr_strided_lines_rule (sizeof (T), sizeof (typename Op::Acc));
  const auto aligned = [] (const void *p) { return reinterpret_cast<uintptr_t> (p) % 16 == 0; };
  if constexpr (LINES > 1)
    {
      const gr_kernel_types types = {sizeof (T), std::is_integral<T>::value, sizeof (typename Op::Acc), 0, true,
                                     gr_types[sink.type].size, sink.index != nullptr};
      if (gr_plan_strided_lines (lines.inner, lines.len, lines.count / lines.inner, &types) > 1 && aligned (source.in)
          && aligned (sink.out) && aligned (sink.index))
        return gr_scan_bundles<LINES> (context, op, source, sink, lines, exclusive);
    }
  return gr_scan_bundles<1> (context, op, source, sink, lines, exclusive);
}

} // namespace

#endif
