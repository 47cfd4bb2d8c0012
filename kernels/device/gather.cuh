/* SPDX-License-Identifier: GPL-3.0-or-later

   Elements of dimensions that are no neighbours, in another order.  */

#ifndef GR_GATHER_CUH
#define GR_GATHER_CUH

#include "runtime/context.cuh"

namespace GR_NAMESPACE
{

/* Groups of dimensions in the order in which their elements are wanted.  */
struct gr_order
{
  unsigned groups;
  size_t extent[GR_MAX_DIMS], stride[GR_MAX_DIMS];
};

template <class Word>
__global__ void
gr_gather_kernel (const __grid_constant__ gr_order order, const Word *from, Word *to, size_t first, size_t count)
{
  const size_t step = static_cast<size_t> (gridDim.x) * blockDim.x;
  for (size_t i = blockIdx.x * static_cast<size_t> (blockDim.x) + threadIdx.x; i < count; i += step)
    {
      size_t at = 0, number = first + i;
      for (unsigned g = 0; g < order.groups; g++)
        {
          const size_t rest = number / order.extent[g];
          at += (number - rest * order.extent[g]) * order.stride[g];
          number = rest;
        }
      to[i] = from[at];
    }
}

} // namespace

#endif
