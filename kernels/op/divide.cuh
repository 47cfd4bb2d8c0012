/* SPDX-License-Identifier: GPL-3.0-or-later

   Division of sizes, which takes less time where they are small.  */

#ifndef GR_DIVIDE_CUH
#define GR_DIVIDE_CUH

#include <cuda_runtime.h>

namespace GR_NAMESPACE
{

/* a % b; in 32 bits where both fit, which is much cheaper.  */
__device__ __forceinline__ size_t
gr_modulo (size_t a, size_t b)
{
  return (a | b) >> 32 ? a % b : static_cast<unsigned> (a) % static_cast<unsigned> (b);
}
__device__ __forceinline__ size_t
gr_divide (size_t a, size_t b)
{
  return (a | b) >> 32 ? a / b : static_cast<unsigned> (a) / static_cast<unsigned> (b);
}

/* a / n, given gr_reciprocal (n).  */
__device__ __forceinline__ unsigned
gr_quotient (unsigned a, unsigned reciprocal)
{
  return __umulhi (a, reciprocal);
}

} // namespace

#endif
