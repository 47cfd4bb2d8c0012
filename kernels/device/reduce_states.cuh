/* SPDX-License-Identifier: GPL-3.0-or-later

   Reductions of the pieces of an array (states.cuh).  */

#ifndef GR_REDUCE_STATES_CUH
#define GR_REDUCE_STATES_CUH

#include "auto/reduce.cuh"
#include "device/states.cuh"

namespace GR_NAMESPACE
{

/* Slabs, whose results are stored.  */
template <class Op, class T>
gr_status
gr_reduce_slabs (gr_context *context, const Op &op, const gr_task<Op, T> &task)
{
  return gr_each_slabs (task, [&] (const gr_task<Op, T> &part, const gr_plan &plan) {
    return plan.kernel == GR_AUTO_PLANNER
           ? gr_reduce_segments (context, op, part.source, part.sink, part.segments)
           : gr_reduce_as_planned (context, op, part.source, part.sink, part.segments, plan);
  });
}

/* Append some rows of the box to states.  Rows count from the box's first one.  */
template <class Op, class T>
gr_status
gr_append_rows (gr_context *context, Op op, const gr_task<Op, T> &task, size_t row, size_t rows, gr_state<Op> *states)
{
  typename Op::Acc *parts = nullptr;
  gr_segments segments = task.segments;
  gr_source<Op, T> source = task.source;
  GR_TRY (gr_scratch (context, segments.count, &parts));
  const gr_sink<Op> sink = { parts, nullptr, GR_STATES };
  source.in += row * segments.inner;
  segments.len = rows;
  segments.reverse = Op::ordered && segments.reverse;
  if constexpr (gr_is_variance<Op>::value)
    op.weights = op.weights ? op.weights + row : nullptr;
  gr_plan plan = {}; /* none */
  size_t slabs = 1;
  if (rows == task.request.len && segments.inner == task.request.inner && task.is_congruent ())
    {
      gr_plan_input in;
      GR_TRY (task.whole (&in));
      plan = gr_plan_slabs (&in, task.of.box.slab, &slabs);
    }
  /* not all kernels go from the last element to the first, or give moments a mean that others can be merged with */
  const bool carries = gr_is_variance<Op>::value || segments.reverse;
  GR_TRY (plan.kernel == GR_AUTO_PLANNER ? gr_reduce_segments (context, op, source, sink, segments, carries)
                                         : gr_reduce_as_planned (context, op, source, sink, segments, plan));
  const long long first = static_cast<long long> (task.of.box.row + row);
  return gr_launch_over (context, segments.count, GR_KERNEL (gr_append_kernel<Op>), op, gr_on_states (op), states,
                         parts, segments.count, first);
}

/* Store the totals of the plan's chunks that some rows of the box are.  */
template <class Op, class T>
gr_status
gr_store_chunks (gr_context *context, Op op, const gr_task<Op, T> &task, const gr_plan &plan)
{
  gr_source<Op, T> source = task.source;
  const gr_segments segments = { task.request.inner, task.request.len, task.request.inner, false };
  source.in -= task.of.box.row * segments.inner;
  if constexpr (gr_is_variance<Op>::value)
    op.weights = op.weights ? op.weights - task.of.box.row : nullptr;
  return gr_reduce_as_planned (context, op, source, task.sink, segments, plan, task.states);
}

/* Rows of one slab, chunk by chunk of the whole array's plan.  */
template <class Op, class T>
gr_status
gr_reduce_chunks (gr_context *context, const Op &op, const gr_task<Op, T> &task)
{
  const gr_request &r = task.request;
  const gr_box &box = task.of.box;
  const size_t end = box.row + box.rows;
  gr_plan_input in;
  GR_TRY (task.whole (&in));
  const size_t chunk = gr_make_plan (&in).chunk;
  for (size_t row = box.row, last; row < end; row = last)
    {
      const size_t number = row / chunk;
      const bool begins = row % chunk == 0 && box.width == r.inner && task.is_congruent ();
      last = end == r.len ? end : end / chunk * chunk;
      gr_plan plan = {}; /* none */
      if (begins && last > row)
        plan = gr_plan_chunks (&in, box.slab, number, last - row);
      if (plan.kernel != GR_AUTO_PLANNER)
        {
          GR_TRY (gr_store_chunks (context, op, task, plan));
          continue;
        }
      last = (number + 1) * chunk < end ? (number + 1) * chunk : end;
      GR_TRY (gr_append_rows (context, op, task, row - box.row, last - row, task.states + number * r.inner));
    }
  return GR_OK;
}

/* Store the results of a slab.  */
template <class Op, class T>
gr_status
gr_finish_states (gr_context *context, const Op &op, const gr_task<Op, T> &task)
{
  const gr_segments segments = { task.request.inner, task.request.len, task.request.inner, false };
  const Op expecting = gr_expect (op, task.request.len);
  gr_plan_input in;
  GR_TRY (task.whole (&in));
  if (task.of.chunks > 1)
    return gr_combine_chunks (context, expecting, task.states, task.sink, segments, gr_make_plan (&in));
  const gr_results<Op> results = { task.sink, { segments.inner, 1, segments.inner, false }, false, false };
  return gr_launch_over (context, segments.inner, GR_KERNEL (gr_store_kernel<Op>), expecting, task.states, results,
                         static_cast<size_t> (1));
}

/* Means of chunks are relative to one element of their segment, but to 0 across segments (gr_reduce_across_kernel).  */
template <class Op, class T>
gr_status
gr_set_origins (gr_context *context, const Op &op, const gr_task<Op, T> &task)
{
  gr_plan_input in;
  GR_TRY (task.whole (&in));
  if (task.of.chunks > 1 && gr_make_plan (&in).origin_is_zero)
    return gr_set_bytes (context, task.origins, 0, task.segments.count * sizeof *task.origins);
  return gr_launch_over (context, task.segments.count, GR_KERNEL (gr_set_origins_kernel<Op, T>), op, task.source,
                         task.segments, task.states, task.request.inner, task.of.chunks, task.origins);
}

template <class Op, class T>
gr_status
gr_run_reduction_task (gr_context *context, Op op, const gr_task<Op, T> &task)
{
  switch (task.of.verb)
    {
    case GR_FINISH_STATE:
      return gr_finish_states (context, op, task);
    case GR_FEED_BOX:
      if (task.of.box.slabs)
        return gr_reduce_slabs (context, op, task);
      if constexpr (gr_is_variance<Op>::value)
        {
          GR_TRY (gr_set_origins (context, op, task));
          op.origins = task.origins;
        }
      return task.of.chunks > 1 ? gr_reduce_chunks (context, op, task)
                                : gr_append_rows (context, op, task, 0, task.of.box.rows, task.states);
    default:
      return gr_run_shared_task (context, op, task);
    }
}

} // namespace

#endif
