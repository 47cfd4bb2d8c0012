/* SPDX-License-Identifier: GPL-3.0-or-later

   Scans of the pieces of an array (states.cuh).  */

#ifndef GR_SCAN_STATES_CUH
#define GR_SCAN_STATES_CUH

#include "auto/scan.cuh"
#include "device/states.cuh"

namespace GR_NAMESPACE
{

/* A part of one slab, from what stands before it.  Results that have all digits also give the states after it.  */
template <class Op, class T>
gr_status
gr_scan_part (gr_context *context, const Op &op, const gr_task<Op, T> &task)
{
  const gr_request &r = task.request;
  const gr_box &box = task.of.box;
  const gr_segments &segments = task.segments;
  const bool starts = r.reverse ? box.row + box.rows == r.len : box.row == 0;
  gr_part_of_segments part = { segments.inner, segments.len, box.row, r.len, r.reverse, 0 };
  typename Op::Acc *carry = nullptr;
  gr_plan plan;
  GR_TRY (gr_plan_segments (context, task.source, task.sink, segments, true, &plan, ! starts));
  if (! starts)
    {
      /* the carry is the total of a tile */
      part.before = plan.carry_rows;
      GR_TRY (gr_scratch (context, segments.count, &carry));
      GR_TRY (gr_launch_over (context, segments.count, GR_KERNEL (gr_carry_kernel<Op, T>), op, task.source, task.states,
                              carry, part));
    }
  GR_TRY (gr_scan_as_planned (context, op, task.source, task.sink, segments, r.exclusive, carry, plan));
  if constexpr (gr_has_positions<Op>::value)
    if (carry || box.row)
      GR_TRY (gr_launch_over (context, segments.count * segments.len,
                              GR_KERNEL (gr_shift_positions_kernel<gr_state_monoid<Op>>), gr_on_states (op),
                              task.sink.index, task.states, part));
  return task.of.advances ? gr_launch_over (context, segments.count, GR_KERNEL (gr_last_states_kernel<Op, T>), op,
                                            gr_on_states (op), task.source, task.sink, task.states, part, r.exclusive)
                          : GR_OK;
}

template <class Op, class T>
gr_status
gr_run_scan_task (gr_context *context, const Op &op, const gr_task<Op, T> &task)
{
  const bool exclusive = task.request.exclusive;
  if (task.of.verb != GR_FEED_BOX)
    return gr_run_shared_task (context, op, task);
  if (! task.of.box.slabs)
    return gr_scan_part (context, op, task);
  return gr_each_slabs (task, [&] (const gr_task<Op, T> &part, const gr_plan &plan) {
    return plan.kernel == GR_AUTO_PLANNER
           ? gr_scan_segments (context, op, part.source, part.sink, part.segments, exclusive)
           : gr_scan_as_planned (context, op, part.source, part.sink, part.segments, exclusive, nullptr, plan);
  });
}

} // namespace

#endif
