/* SPDX-License-Identifier: GPL-3.0-or-later

   Products that kernels of convolutions add, by their type, and whether numbers are finite.  */

#ifndef GR_PRODUCTS_CUH
#define GR_PRODUCTS_CUH

#include "op/filter.h"
#include "runtime/kernel.cuh"

#include <type_traits>

namespace GR_NAMESPACE
{

#define GR_PRODUCT_OF(ID, T)                                                                                           \
  __device__ __forceinline__ void gr_add_product (T *sum, const T &x, const T &y) { gr_add_product_##ID (sum, x, y); } \
  GR_PRODUCT_END
#define GR_PRODUCT_END static_assert (true, "")
GR_PRODUCT_OF (F64, double);
GR_PRODUCT_OF (F32, float);
GR_PRODUCT_OF (C64, gr_c64);
GR_PRODUCT_OF (C32, gr_c32);
#undef GR_PRODUCT_OF
#undef GR_PRODUCT_END

template <class T>
__device__ __forceinline__ bool
gr_is_number (const T &x)
{
  if constexpr (std::is_floating_point<T>::value)
    return x - x == 0;
  else
    return x.re - x.re == 0 && x.im - x.im == 0;
}

template <class T, unsigned N>
__device__ __forceinline__ bool
gr_are_numbers (const T (&x)[N])
{
  bool are = true;
#pragma unroll
  for (unsigned k = 0; k < N; k++)
    {
      are &= gr_is_number (x[k]);
    }
  return are;
}

} // namespace

#endif
