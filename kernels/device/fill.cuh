/* SPDX-License-Identifier: GPL-3.0-or-later

   One element, many times.  */

#ifndef GR_FILL_CUH
#define GR_FILL_CUH

#include "runtime/context.cuh"

namespace GR_NAMESPACE
{

enum { GR_FILL_THREADS = 256, GR_FILL_MOST_BLOCKS = 4096 };

template <class T>
__global__ void
__launch_bounds__ (GR_FILL_THREADS) gr_fill_kernel (T *to, T element, size_t count)
{
  for (size_t i = blockIdx.x * static_cast<size_t> (GR_FILL_THREADS) + threadIdx.x; i < count;
       i += gridDim.x * static_cast<size_t> (GR_FILL_THREADS))
    to[i] = element;
}

} // namespace

#endif
