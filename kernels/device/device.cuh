/* SPDX-License-Identifier: GPL-3.0-or-later

   What device.cu does for pieces.cu, and what it has of others for kernels that are compiled ahead.  */

#ifndef GR_DEVICE_CUH
#define GR_DEVICE_CUH

#include "runtime/kernels.cuh"
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

#if GR_ON_CALL
/* Add the kernels of a gr_binary (arithmetic.cu), or gr_unary (functions.cu), for elements of a type, and for one and
   double; all where a number is -1.  They have a name from then on.  */
void gr_add_apply_kernels (gr_kernel_list *list, int op, int type);
void gr_add_map_kernels (gr_kernel_list *list, int op, int type);

/* A request whose elements are values of a function (expression.cu): which functions have few enough arrays; and for
   others, what the context has for its kernels, and after them which step made a faulty value.  */
bool gr_takes_values (const gr_evaluation *values);
gr_status gr_begin_values (gr_context *context, const gr_evaluation &values, gr_mapped_arrays *arrays);
gr_status gr_end_values (const gr_evaluation &values, const gr_mapped_arrays &arrays);
/* The least step that the current device's kernels have noted, or -1; waits for them.  */
gr_status gr_read_fault (const unsigned *noted, int *faulty);
#endif

} // namespace

#endif
