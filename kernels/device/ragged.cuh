/* SPDX-License-Identifier: GPL-3.0-or-later

   Segments of any lengths on a device: what has to be known before an operator's unit runs.  Keys of numbers become
   32-bit ones; where there are too many for tables, the elements are moved to their segments, which have offsets
   then.  */

#ifndef GR_DEVICE_RAGGED_CUH
#define GR_DEVICE_RAGGED_CUH

#include "runtime/context.cuh"

namespace GR_NAMESPACE
{

/* The request, its elements, and its segments as a unit takes them; request.ragged is at `ragged`.  */
struct gr_ragged_call
{
  gr_request request;
  gr_ragged ragged;
  const void *in;
};

/* Check offsets or keys on the device, wait for that, and prepare the call.  */
#ifdef GR_NAMED_ONLY
inline gr_status
gr_prepare_ragged (gr_context *, const gr_request &, gr_type, const void *, gr_ragged_call *)
{
  return gr_fail (GR_UNSUPPORTED, "this build of the executor has no \"auto\"");
}
#else
gr_status gr_prepare_ragged (gr_context *context, const gr_request &request, gr_type out_type, const void *in,
                             gr_ragged_call *call);
#endif

} // namespace

#endif
