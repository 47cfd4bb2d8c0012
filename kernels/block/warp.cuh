/* SPDX-License-Identifier: GPL-3.0-or-later

   Sums over the lanes of a warp, for counts and the places that follow from them.  */

#ifndef GR_WARP_CUH
#define GR_WARP_CUH

#include <cuda_runtime.h>

namespace GR_NAMESPACE
{

/* The sum of x over the lanes up to the calling one.  All lanes of the warp call.  */
template <class T>
__device__ __forceinline__ T
gr_sum_up_to_lane (T x)
{
#pragma unroll
  for (unsigned delta = 1; delta < 32; delta *= 2)
    {
      const T other = __shfl_up_sync (0xffffffffu, x, delta, 32);
      x += threadIdx.x % 32 >= delta ? other : 0;
    }
  return x;
}

} // namespace

#endif
