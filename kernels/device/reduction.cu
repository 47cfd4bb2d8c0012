/* A unit of reductions: see operator.cuh.  */

#include "auto/reduce.cuh"
#include "textbook/reduce_global.cuh"
#include "textbook/reduce_shared.cuh"

#define GR_KIND GR_REDUCTIONS

namespace GR_NAMESPACE
{

template <class Op, class Source>
gr_status
gr_run_auto (gr_context *context, const Op &op, const Source &source, const gr_sink<Op> &sink,
             const gr_segments &segments, bool /* exclusive */)
{
  return gr_reduce_segments (context, op, source, sink, segments);
}

} // namespace

#include "device/operator.cuh"
