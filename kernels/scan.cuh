/* The scan behind `auto`: one pass over the data for every shape.  Contiguous lines
   go through shared memory, others are scanned in registers.  */

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
  return lines.inner == 1 ? gr_scan_contiguous<GR_CONTIGUOUS_THREADS> (context, op, source, sink, lines, exclusive,
                                                                       GR_CONTIGUOUS_THREADS)
                          : gr_scan_strided (context, op, source, sink, lines, exclusive);
}

/* lookback: the same single pass over rows of accumulators, after Merrill and
   Garland; see lookback.cuh for what makes it give the same bits every time.  */
template <class Op> gr_status
gr_named_LOOKBACK (gr_context *context, const Op &op, typename Op::Acc **rows, size_t len, size_t count,
                   unsigned block)
{
  return gr_scan_contiguous<1024> (context, op, gr_partials<Op> {*rows},
                                   gr_sink<Op> {*rows, nullptr, nullptr, GR_TYPE_F64}, gr_lines {1, len, count, false}, false, block);
}

} // namespace

#endif
