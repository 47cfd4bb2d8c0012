/* The scan behind `auto`: one pass over the data for every shape, staged in shared
   memory.  */

#ifndef GR_SCAN_CUH
#define GR_SCAN_CUH

#include "auto/kernel_types.cuh"
#include "auto/scan_cluster.cuh"
#include "auto/scan_contiguous.cuh"
#include "auto/scan_rows.cuh"
#include "auto/scan_short.cuh"
#include "auto/scan_strided.cuh"
#include "auto/scan_stripes.cuh"

namespace GR_NAMESPACE
{

/* Scan every segment into the sink, which has the layout of the segments.  */
template <class Op, class Source>
gr_status
gr_scan_segments (gr_context *context, const Op &op, const Source &source, const gr_sink<Op> &sink,
                  const gr_segments &segments, bool exclusive)
{
  typedef typename Source::Element T;
  const size_t out_size = gr_types[sink.type].size;
  const bool indexed = sink.index != nullptr;
  const gr_kernel_types types = gr_kernel_types_of<Op, T> (out_size, indexed);
  const size_t outer = segments.count / segments.inner;
  if (gr_contiguous_rule (segments.inner, segments.len, outer, sizeof (T), indexed))
    return gr_scan_contiguous (context, op, source, sink, segments, exclusive);
  if constexpr (! gr_has_positions<Op>::value)
    {
      const gr_short_plan held = gr_plan_short_scan (segments.inner, segments.len, outer, &types);
      if (held.segments)
        return gr_scan_short (context, op, source, sink, segments, exclusive, held);
    }
  constexpr size_t ACC = sizeof (typename Op::Acc);
  constexpr bool IS_CHEAP = gr_thread_accumulator<Op, gr_source<Op, T>>::is_cheap;
  if constexpr (gr_cluster_rule (sizeof (T), ACC, IS_CHEAP, gr_has_positions<Op>::value))
    {
      const gr_cluster_plan clusters = gr_plan_cluster (segments.inner, segments.len, outer, &types);
      bool fits = clusters.width && gr_begin_vectors (source, sink);
      if (fits)
        GR_TRY (gr_cluster_fits (clusters, types, &fits));
      if (fits)
        return gr_scan_cluster (context, op, source, sink, segments, types, exclusive, clusters);
    }
  if constexpr (gr_stripes_rule (sizeof (T), ACC, IS_CHEAP))
    {
      const gr_stripes_plan stripes = gr_plan_stripes (segments.inner, segments.len, outer, &types);
      if (stripes.width && gr_begin_vectors (source, sink))
        return gr_scan_stripes (context, op, source, sink, segments, types, exclusive, stripes);
    }
  gr_rows_plan rows = gr_plan_rows_scan (segments.inner, segments.len, outer, &types);
  gr_rows_shared shared = {};
  if (rows.y)
    GR_TRY ((gr_fit_rows<Op, T> (&rows, segments.inner, out_size, indexed, &shared)));
  return shared.bytes ? gr_scan_rows (context, op, source, sink, segments, exclusive, rows, shared)
                      : gr_scan_strided (context, op, source, sink, segments, types, exclusive);
}

} // namespace

#endif
