/* SPDX-License-Identifier: GPL-3.0-or-later

   What a monoid is: an accumulator type with an identity and an associative combination, made from an element by load
   () and turned into the result by finish ().

   Each struct of monoids/ has
     Acc, Value       accumulator; what finish () returns
     ordered          true: combine () must see its arguments in index order;
                      false: any order gives the same answer (up to rounding)
     identity ()      combine (identity, a) == a, to the bit
     load (x, k)      accumulator of element x at position k of its segment
     combine (a, b)   a stands before b
     finish (a)       value of a reduction or of one place of a scan
     empty ()         value of no elements at all
   The fields hold what is known at run time only.  Nothing of it knows threads.

   Below is what holds for each monoid whose own file says nothing else.  */

#ifndef GR_MONOID_CUH
#define GR_MONOID_CUH

#include <cuda_runtime.h>
#include <cstddef>
#include <type_traits>

/* What is done with accumulators once they are loaded, the same for all sums and for all moments.  */
template <class Op>
__device__ __host__ __forceinline__ const Op &
gr_on_accumulators (const Op &op)
{
  return op;
}

/* Has an accumulator the position of its element?  */
template <class Op> struct gr_has_positions : std::false_type
{};

/* Position of an accumulator's element, 0-based; -1 where it has none.  */
template <class Op>
__device__ __forceinline__ long long
gr_position (const Op &op, const typename Op::Acc &a)
{
  if constexpr (gr_has_positions<Op>::value)
    return op.is_identity (a) ? -1 : a.k;
  else
    return -1;
}

namespace GR_NAMESPACE
{

/* op adapted to the elements of a segment of len elements; element (k) is the one at position k.  */
template <class Op, class Element>
__device__ __forceinline__ Op
gr_on_segment (const Op &op, size_t, size_t, Element)
{
  return op;
}

/* op for many segments of len elements: the divisors that depend on their number are found once.  */
template <class Op>
Op
gr_expect (const Op &op, size_t)
{
  return op;
}

} // namespace

#endif
