/* SPDX-License-Identifier: GPL-3.0-or-later

   What device.cu does for pieces.cu.  */

#ifndef GR_DEVICE_CUH
#define GR_DEVICE_CUH

#include "runtime/runtime.cuh"

namespace GR_NAMESPACE
{

/* Run the unit of the request's operator.  */
gr_status gr_run_operator (gr_context *context, const gr_request &request, gr_type out_type, const void *in, void *out,
                           double *index);
/* Copy weights to the device.  Means of segments are relative to the element of the largest one, which the context
   remembers.  */
gr_status gr_bring_weights (gr_context *context, const double *host, size_t count, double *device);

/* The times of a call whose phases have ended.  */
gr_status gr_fill_in_seconds (const gr_marks *marks, gr_record *record);

} // namespace

#endif
