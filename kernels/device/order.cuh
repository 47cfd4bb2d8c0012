/* SPDX-License-Identifier: GPL-3.0-or-later

   What sorts, order statistics and lookup on a device share.  */

#ifndef GR_DEVICE_ORDER_CUH
#define GR_DEVICE_ORDER_CUH

#include "device/scratch.cuh"
#include "plan/plan.h"
#include "sort/kernels.cuh"

namespace GR_NAMESPACE
{

/* Elements of type E as the kernels take them, and their order.  */
template <class E>
using gr_sorted_as =
  typename std::conditional_t<std::is_floating_point<E>::value, std::decay<E>, std::make_unsigned<E>>::type;
template <class E>
gr_sort_order<gr_sorted_as<E>>
gr_order_of (bool descending)
{
  return gr_sort_order<gr_sorted_as<E>> (descending, std::is_integral<E>::value && std::is_signed<E>::value);
}

/* Are segments short enough to be counted, and, if they are side by side, enough to fill half of a tile?  */
inline bool
gr_are_counted (size_t inner, size_t len)
{
  return len <= GR_COUNTED_LEN && (inner == 1 || inner * len >= GR_COUNTING_TILE / 2);
}
inline size_t
gr_counting_blocks (size_t inner, size_t len, size_t segments)
{
  const size_t width = GR_COUNTING_TILE / len;
  return inner == 1 ? gr_ceil_div (segments, width) : gr_ceil_div (inner, width) * (segments / inner);
}

} // namespace

#endif
