/* SPDX-License-Identifier: GPL-3.0-or-later

   Keys of elements, which say what segments these belong to.  */

#ifndef GR_OP_KEYS_CUH
#define GR_OP_KEYS_CUH

#include "op/element.cuh"

namespace GR_NAMESPACE
{

/* The key of elements that are left out, behind all others.  */
constexpr unsigned GR_LEFT_OUT = 0xffffffffu;

/* The key as a number from 1 to count, or GR_LEFT_OUT.  */
template <class K>
__device__ __forceinline__ unsigned
gr_key_of (K key, unsigned count)
{
  if constexpr (std::is_floating_point<K>::value)
    return key >= 1 && key <= count && key == floor (key) ? static_cast<unsigned> (key) : GR_LEFT_OUT;
  else
    return key >= 1 && static_cast<unsigned long long> (key) <= count ? static_cast<unsigned> (key) : GR_LEFT_OUT;
}

} // namespace

#endif
