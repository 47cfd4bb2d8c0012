/* SPDX-License-Identifier: GPL-3.0-or-later

   The device's memory at its fastest: the kernels that gr_measure_limit times, and that empty the cache.  */

#ifndef GR_MEASURE_CUH
#define GR_MEASURE_CUH

#include "runtime/context.cuh"

namespace GR_NAMESPACE
{

/* Rows of the table in measure.cu.  */
enum { GR_LIMIT_WAYS = 6 };

/* Start to read bytes (a multiple of 16) from from, or to copy them to to, in one
   of GR_LIMIT_WAYS ways.  */
gr_status gr_stream_memory (gr_limit which, int way, const void *from, void *to, size_t bytes, unsigned multiprocessors,
                            cudaStream_t stream);

} // namespace

#endif
