/* SPDX-License-Identifier: GPL-3.0-or-later

   The scan behind `auto`: one pass over the data for every shape, staged in shared
   memory.  */

#ifndef GR_SCAN_CUH
#define GR_SCAN_CUH

#include "auto/plan_segments.cuh"
#include "auto/scan_cluster.cuh"
#include "auto/scan_contiguous.cuh"
#include "auto/scan_rows.cuh"
#include "auto/scan_short.cuh"
#include "auto/scan_strided.cuh"
#include "auto/scan_stripes.cuh"

namespace GR_NAMESPACE
{

/* Scan every segment into the sink, which has the layout of the segments, by the kernel of the plan.  carry: what
   stands before each segment of the only slab, or NULL: the plan is one for parts then.  */
template <class Op, class T>
gr_status
gr_scan_as_planned (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
                    const gr_segments &segments, bool exclusive, const typename Op::Acc *carry, const gr_plan &plan)
{
  constexpr size_t ACC = sizeof (typename Op::Acc);
  constexpr bool IS_CHEAP = gr_thread_accumulator<Op, gr_source<Op, T>>::is_cheap;
  constexpr bool INDEXED = gr_has_positions<Op>::value;
  switch (plan.kernel)
    {
    case GR_AUTO_SCAN_CONTIGUOUS:
      return gr_scan_contiguous (context, gr_scan_arguments<Op, T>{ op, source, sink, segments, exclusive }, carry,
                                 plan);
    case GR_AUTO_SCAN_SHORT:
      if constexpr (! INDEXED)
        return gr_scan_short (context, op, source, sink, segments, exclusive, plan);
      break;
    case GR_AUTO_SCAN_CLUSTER:
      if constexpr (gr_cluster_rule (sizeof (T), ACC, IS_CHEAP, INDEXED))
        return gr_scan_cluster (context, op, source, sink, segments, exclusive, plan);
      break;
    case GR_AUTO_SCAN_STRIPES:
      if constexpr (gr_stripes_rule (sizeof (T), ACC, IS_CHEAP))
        return gr_scan_stripes (context, op, source, sink, segments, exclusive, plan);
      break;
    case GR_AUTO_SCAN_ROWS:
      return gr_scan_rows (context, op, source, sink, segments, exclusive, plan);
    case GR_AUTO_SCAN_STRIDED_LOOKBACK:
    case GR_AUTO_SCAN_STRIDED_BUNDLED:
    case GR_AUTO_SCAN_STRIDED_CHAINED:
      return gr_scan_strided (context, gr_scan_arguments<Op, T>{ op, source, sink, segments, exclusive }, carry, plan);
    default:
      break;
    }
  return gr_fail_unplanned (plan);
}

/* The same for whole segments, by the planner's choice.  */
template <class Op, class T>
gr_status
gr_scan_segments (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
                  const gr_segments &segments, bool exclusive)
{
  gr_plan plan;
  GR_TRY (gr_plan_segments (context, source, sink, segments, true, &plan));
  return gr_scan_as_planned (context, op, source, sink, segments, exclusive, nullptr, plan);
}

} // namespace

#endif
