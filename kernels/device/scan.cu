/* SPDX-License-Identifier: GPL-3.0-or-later

   A unit of scans: see operator.cuh.  */

#define GR_CALL_RARE
#include "auto/scan.cuh"
#include "auto/scan_ragged.cuh"
#include "device/operator.cuh"
#include "device/scan_states.cuh"
#include "textbook/scan_block.cuh"

namespace GR_NAMESPACE
{

template <> struct gr_auto<GR_SCANS>
{
  template <class Op, class Source>
  static gr_status run (gr_context *context, const Op &op, const Source &source, const gr_sink<Op> &sink,
                        const gr_segments &segments, bool exclusive)
  {
    return gr_scan_segments (context, op, source, sink, segments, exclusive);
  }
  template <class Op, class Source>
  static gr_status run_ragged (gr_context *context, const Op &op, const Source &source, const gr_sink<Op> &sink,
                               const gr_request &request)
  {
    const gr_ragged &ragged = *request.ragged;
    return gr_scan_ragged (context, op, source, sink, { ragged.offsets, ragged.count, request.len }, request.reverse,
                           request.exclusive);
  }
  template <class Op, class T> static gr_status run_task (gr_context *context, const Op &op, const gr_task<Op, T> &task)
  {
    return gr_run_scan_task (context, op, task);
  }
};

template gr_status gr_run_unit<GR_UNIT> (gr_context *context, const gr_request &request, gr_type out_type,
                                         const void *in, void *out, double *index);

} // namespace
