/* SPDX-License-Identifier: GPL-3.0-or-later

   A unit of reductions: see operator.cuh.  */

#include "auto/reduce.cuh"
#include "auto/reduce_tables.cuh"
#include "core/request.h"
#include "device/operator.cuh"
#include "device/reduce_states.cuh"
#include "device/transfers.cuh"
#include "textbook/reduce_global.cuh"
#include "textbook/reduce_shared.cuh"

namespace GR_NAMESPACE
{

/* Refuse keys of which one was left out, unless that is as asked.  */
[[maybe_unused]] static gr_status
check_keys ([[maybe_unused]] const gr_request &request, [[maybe_unused]] const unsigned *noted)
{
#ifdef GR_SIMT_COUNT /* steps are counted of no calls with keys, and what counts has no transfers */
  return GR_OK;
#else
  unsigned found = 0;
  if (! request.ragged->skips)
    GR_TRY (gr_download (&found, noted, sizeof found));
  return found ? gr_fail_offsets (&request) : GR_OK;
#endif
}

template <> struct gr_auto<GR_REDUCTIONS>
{
  template <class Op, class Source>
  static gr_status run (gr_context *context, const Op &op, const Source &source, const gr_sink<Op> &sink,
                        const gr_segments &segments, bool /* exclusive */)
  {
    return gr_reduce_segments (context, op, source, sink, segments);
  }
  template <class Op, class Source>
  static gr_status run_ragged (gr_context *context, const Op &op, const Source &source, const gr_sink<Op> &sink,
                               const gr_request &request)
  {
    const gr_ragged &ragged = *request.ragged;
    if constexpr (! gr_is_variance<Op>::value) /* which tables have no origins for */
      {
        if (ragged.keys)
          return gr_reduce_tables (context, op, source, sink, request,
                                   [&] (const unsigned *noted) { return check_keys (request, noted); });
      }
    return gr_reduce_ragged (context, op, source, sink, { ragged.offsets, ragged.count, request.len }, ragged.empty);
  }
  template <class Op, class T> static gr_status run_task (gr_context *context, const Op &op, const gr_task<Op, T> &task)
  {
    return gr_run_reduction_task (context, op, task);
  }
};

template gr_status gr_run_unit<GR_UNIT> (gr_context *context, const gr_request &request, gr_type out_type,
                                         const void *in, void *out, double *index);

} // namespace
