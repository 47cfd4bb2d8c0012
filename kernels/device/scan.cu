/* A unit of scans: see operator.cuh.  */

#define GR_CALL_RARE
#include "auto/scan.cuh"
#include "textbook/scan_block.cuh"

#define GR_KIND GR_SCANS

namespace GR_NAMESPACE
{

template <class Op, class Source>
gr_status
gr_run_auto (gr_context *context, const Op &op, const Source &source, const gr_sink<Op> &sink,
             const gr_segments &segments, bool exclusive)
{
  return gr_scan_segments (context, op, source, sink, segments, exclusive);
}

} // namespace

#include "device/operator.cuh"
