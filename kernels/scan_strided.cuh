/* Scan of lines whose elements are inner > 1 apart, in one pass.  The lanes of a
   warp work on neighbouring lines, so that what they load and store together is
   contiguous; the warps of a block stand one behind the other along the lines.

   Where there are lines enough to fill the device, a block walks along its
   lines and carries what it has passed; else tiles along the lines run side by
   side and look back (lookback.cuh).  plan.h decides.  */

#ifndef GR_SCAN_STRIDED_CUH
#define GR_SCAN_STRIDED_CUH

#include "line.cuh"
#include "lookback.cuh"
#include "plan.h"
#include "tile.cuh"

namespace GR_NAMESPACE
{

/* The same as gr_look_back (lookback.cuh) for 32 lines side by side, one a lane:
   the cells of a level are those of its tiles, each a row of lines.  sums holds
   GR_STRIDED_SUMS accumulators.  All threads of the block call.  */
template <class Op> __device__ __forceinline__ typename Op::Acc
gr_look_back_along (const Op &op, gr_cell<typename Op::Acc> *cells, unsigned epoch, size_t tile, size_t tiles,
                    size_t line, size_t lines, typename Op::Acc total, typename Op::Acc *sums)
{
  typedef typename Op::Acc Acc;
  constexpr unsigned GROUP = GR_STRIDED_LOOKBACK;
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const bool mine = line < lines;
  if (mine && warp == 0)
    cells[tile * lines + line].publish (total, epoch);
  bool speaks = true; /* tile is the last of its groups below this level */
  unsigned levels = 0, turn = 0;
  for (; tile; levels++)
    {
      const unsigned number = static_cast<unsigned> (tile % GROUP);
      const bool last = speaks && number == GROUP - 1;
      if (turn == warp)
        {
          /* all of the group at once, then those again that were not there */
          unsigned missing = mine ? (1u << number) - 1 : 0;
          Acc there[GROUP - 1];
#pragma unroll
          for (unsigned m = 0; m < GROUP - 1; m++)
            there[m] = op.identity ();
          while (missing)
#pragma unroll
            for (unsigned m = 0; m < GROUP - 1; m++)
              if (missing >> m & 1 && cells[(tile - number + m) * lines + line].take (epoch, &there[m]))
                missing &= ~(1u << m);
#pragma unroll
          for (unsigned m = 1; m < GROUP - 1; m++)
            there[0] = op.combine (there[0], there[m]);
          sums[levels * 32 + lane] = there[0];
          if (last && mine)
            {
              total = op.combine (there[0], total);
              cells[tiles * lines + tile / GROUP * lines + line].publish (total, epoch);
            }
        }
      cells += tiles * lines;
      tiles /= GROUP;
      tile /= GROUP;
      speaks = last;
      turn = last ? 0 : (turn + 1) % GR_STRIDED_WARPS;
    }
  __syncthreads ();
  Acc before = op.identity ();
  for (unsigned l = 0; l < levels; l++)
    before = op.combine (sums[l * 32 + lane], before);
  __syncthreads ();
  return before;
}

/* A block's threads, each with a run of a line: what they load into shared memory
   is read by the thread that loaded it.  */
template <class T, unsigned RUN> struct gr_strided_stage
{
  T element[RUN][GR_STRIDED_THREADS];

  /* Start to load count elements.  */
  __device__ __forceinline__ void load (const T *from, ptrdiff_t stride, unsigned count)
  {
#pragma unroll 8
    for (unsigned j = 0; j < RUN; j++, from += stride)
      if (j < count)
        gr_copy_piece (&element[j][threadIdx.x], from);
    gr_copies_end ();
  }
};

template <class Op, class T, unsigned RUN> __global__ void __launch_bounds__ (GR_STRIDED_THREADS, 3)
gr_scan_strided_kernel (Op op, gr_source<Op, T> source, gr_sink<Op> sink, gr_cell<typename Op::Acc> *cells,
                        unsigned epoch, unsigned *counter, gr_lines lines, gr_strided_plan plan, bool exclusive)
{
  typedef typename Op::Acc Acc;
  typedef gr_serial<Op, gr_source<Op, T>> Serial;
  GR_DYNAMIC_SHARED (unsigned char, shared);
  __shared__ size_t taken;
  Acc *const sums = reinterpret_cast<Acc *> (shared);
  auto *const stages = reinterpret_cast<gr_strided_stage<T, RUN> *> (shared + GR_STRIDED_SUMS * sizeof (Acc));
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned y = warp % plan.warps;
  const size_t along = plan.warps * RUN, item = gr_first_tile (counter, gridDim.x, &taken);
  const size_t tile = item / plan.groups;
  const size_t group = (item - tile * plan.groups) * (GR_STRIDED_WARPS / plan.warps) + warp / plan.warps;
  const size_t line = group * 32 + lane;
  const bool mine = line < lines.count;
  const ptrdiff_t stride = lines.stride (), base = mine ? static_cast<ptrdiff_t> (lines.offset (line, 0)) : 0;
  const size_t begin = tile * plan.steps * along, end = min (begin + plan.steps * along, lines.len);

  const auto count_at = [&] (size_t first)
    { return mine && first < end ? static_cast<unsigned> (min (end - first, static_cast<size_t> (RUN))) : 0; };
  const auto load = [&] (size_t first, unsigned stage)
    { stages[stage].load (source.in + base + stride * static_cast<ptrdiff_t> (first), stride, count_at (first)); };

  Acc carry = op.identity ();
  unsigned stage = 0;
  load (begin + y * RUN, 0);
  for (size_t start = begin; start < end; start += along, stage ^= 1)
    {
      const size_t first = start + y * RUN;
      const unsigned count = count_at (first);
      /* while this step is worked on, the next one is under way */
      if (start + along < end)
        {
          load (first + along, stage ^ 1);
          gr_copies_done<1> ();
        }
      else
        gr_copies_done ();
      const auto element = [&] (unsigned j) { return stages[stage].element[j][threadIdx.x]; };
      Serial run (op.identity ());
#pragma unroll 4
      for (unsigned j = 0; j < count; j++)
        run.add (op, element (j), j, first + j, j == 0);
      const Acc acc = run.get (op, [=] (int j) { return first + j; });

      Acc prefix = carry;
      if (plan.warps > 1)
        {
          sums[threadIdx.x] = acc;
          __syncthreads ();
          Acc total = op.identity (), before = total;
          for (unsigned w = 0; w < plan.warps; w++)
            {
              if (w == y)
                before = total;
              total = op.combine (total, sums[threadIdx.x + (w - y) * 32]);
            }
          __syncthreads ();
          if (cells)
            carry = gr_look_back_along (op, cells, epoch, tile, plan.tiles, line, lines.count, total, sums);
          prefix = op.combine (carry, before);
          carry = op.combine (carry, total);
        }
      else
        carry = op.combine (carry, acc);

      const ptrdiff_t offset = base + stride * static_cast<ptrdiff_t> (first);
      gr_with_result_type<Op, T> (sink.type, [&] (auto result)
        {
          typedef decltype (result) Out;
          const auto put = [&] (auto excluding, auto indexed)
            {
              Out *out = static_cast<Out *> (sink.out) + offset;
              double *index = indexed ? sink.index + offset : nullptr;
              Serial serial (prefix);
#pragma unroll 4
              for (unsigned j = 0; j < count; j++, out += stride)
                {
                  const bool starts = first + j == 0, nothing = excluding && starts;
                  if constexpr (! excluding)
                    serial.add (op, element (j), j, first + j, starts);
                  *out = gr_cast<Out> (nothing ? op.empty () : serial.finish (op));
                  if constexpr (indexed)
                    {
                      *index = nothing ? 0.0 : sink.position (op, serial.get (op, [=] (int i) { return first + i; }),
                                                              lines);
                      index += stride;
                    }
                  if constexpr (excluding)
                    serial.add (op, element (j), j, first + j, starts);
                }
            };
          gr_with_flag (exclusive, [&] (auto excluding)
            {
              if constexpr (gr_has_positions<Op>::value)
                gr_with_flag (sink.index, [&] (auto indexed) { put (excluding, indexed); });
              else
                put (excluding, std::false_type ());
            });
        });
    }
}

/* Elements that a thread loads at a time.  */
template <class T> constexpr unsigned gr_strided_run = gr_strided_run_rule (sizeof (T));

template <class Op, class T> gr_status
gr_scan_strided (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
                 const gr_lines &lines, bool exclusive)
{
  constexpr unsigned RUN = gr_strided_run<T>;
  const gr_strided_plan plan = gr_plan_strided_scan (lines.inner, lines.len, lines.count / lines.inner, RUN);
  gr_cell<typename Op::Acc> *cells = nullptr;
  unsigned epoch = 0, *arrivals = nullptr;
  if (plan.tiles > 1)
    GR_TRY (gr_lookback_memory (context, lines.count * gr_lookback_cells (plan.tiles, GR_STRIDED_LOOKBACK), 0, &cells,
                                &arrivals, &epoch));
  return gr_start (context, gr_scan_strided_kernel<Op, T, RUN>, static_cast<unsigned> (plan.groups * plan.tiles),
                   GR_STRIDED_THREADS, GR_STRIDED_SUMS * sizeof (typename Op::Acc)
                                       + sizeof (gr_strided_stage<T, RUN>) * (plan.steps > 1 ? 2 : 1),
                   op, source, sink, cells, epoch, context->counters, lines, plan, exclusive);
}

} // namespace

#endif
