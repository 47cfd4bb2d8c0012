/* SPDX-License-Identifier: GPL-3.0-or-later

   From arrays on the device to their plan.  */

#ifndef GR_PLAN_SEGMENTS_CUH
#define GR_PLAN_SEGMENTS_CUH

#include "auto/kernel_types.cuh"
#include "plan/plan.h"
#include "runtime/context.cuh"

namespace GR_NAMESPACE
{

/* Bytes of a result.  */
template <class Op>
size_t
gr_result_size (const gr_sink<Op> &sink)
{
  return sink.type == GR_STATES ? sizeof (typename Op::Acc) : gr_types[sink.type].size;
}

/* The plan for all segments.  A kernel that the request names and that does not fit is refused.  carries: the
   segments are parts of longer ones.  ragged: of any lengths.  */
template <class Op, class T>
gr_status
gr_plan_segments (gr_context *context, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
                  const gr_segments &segments, bool is_scan, gr_plan *plan, bool carries = false, bool ragged = false)
{
  const gr_kernel_types types = gr_kernel_types_of<Op, T> (gr_result_size (sink), sink.index != nullptr);
  gr_plan_arrays arrays = { source.in, sink.out, sink.index, 0 };
  GR_TRY (gr_most_shared (&arrays.shared_bytes));
  gr_plan_input in
    = gr_plan_input_of (is_scan, segments.inner, segments.len, segments.count / segments.inner, &types, &arrays);
  in.kernel = context->kernel;
  in.carries = carries;
  in.ragged = ragged;
  *plan = gr_make_plan (&in);
  return plan->kernel != GR_AUTO_PLANNER ? GR_OK : gr_fail_unfit (&in);
}

/* Of a plan whose kernel is not compiled for the operator: plans and kernels do not agree.  */
inline gr_status
gr_fail_unplanned (const gr_plan &plan)
{
  return gr_fail (GR_UNSUPPORTED, "kernel \"%s\" is not built for this operator", gr_auto_kernels[plan.kernel]);
}

} // namespace

#endif
