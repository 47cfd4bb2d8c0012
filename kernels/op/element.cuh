/* SPDX-License-Identifier: GPL-3.0-or-later

   Elements: what their types are, and from one to another.  */

#ifndef GR_ELEMENT_CUH
#define GR_ELEMENT_CUH

#include <cuda_runtime.h>
#include <type_traits>

#include "op/arith.h"

template <class T> struct gr_is_complex : std::false_type
{};
template <> struct gr_is_complex<gr_c64> : std::true_type
{};
template <> struct gr_is_complex<gr_c32> : std::true_type
{};

template <class T>
__device__ __forceinline__ bool
gr_is_nan (T x)
{
  if constexpr (gr_is_complex<T>::value)
    return x.re != x.re || x.im != x.im;
  else if constexpr (std::is_floating_point<T>::value)
    return x != x;
  else
    return false;
}

template <class T>
__device__ __forceinline__ gr_c64
gr_to_complex (T x)
{
  if constexpr (gr_is_complex<T>::value)
    return gr_complex (x.re, x.im);
  else
    return gr_complex (static_cast<double> (x), 0.0);
}

/* x as type Out, which holds it.  */
template <class Out, class T>
__device__ __forceinline__ Out
gr_cast (const T &x)
{
  if constexpr (gr_is_complex<Out>::value)
    return { static_cast<decltype (Out::re)> (x.re), static_cast<decltype (Out::re)> (x.im) };
  else
    return static_cast<Out> (x);
}

/* The type that extrema and truth read elements of type T as: unsigned elements as signed ones, which a flip of the
   highest bit orders.  Bytes stay what they are, since results of char are double.  */
template <class T>
using gr_signed_element =
  typename std::conditional_t<std::is_unsigned<T>::value && (sizeof (T) > 1), std::make_signed<T>, std::decay<T>>::type;

#endif
