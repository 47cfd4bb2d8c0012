/* The scan behind `auto`: one pass over the data for every shape, staged in shared
   memory.  */

#ifndef GR_SCAN_CUH
#define GR_SCAN_CUH

#include "scan_contiguous.cuh"
#include "scan_strided.cuh"

namespace GR_NAMESPACE
{

/* Scan every line into the sink, which has the layout of the lines.  */
template <class Op, class Source> gr_status
gr_scan_lines (gr_context *context, const Op &op, const Source &source, const gr_sink<Op> &sink,
               const gr_lines &lines, bool exclusive)
{
  return lines.inner == 1 ? gr_scan_contiguous (context, op, source, sink, lines, exclusive)
                          : gr_scan_strided (context, op, source, sink, lines, exclusive);
}

} // namespace

#endif
