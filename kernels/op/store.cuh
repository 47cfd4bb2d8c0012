/* SPDX-License-Identifier: GPL-3.0-or-later

   Results: their types, rounding and storing.  */

#ifndef GR_STORE_CUH
#define GR_STORE_CUH

#include <cstdint>
#include <limits>

#include "op/element.cuh"

/* Round half away from zero and saturate, as Octave converts to integers.  */
template <class T>
__device__ __forceinline__ T
gr_to_integer (double x)
{
  const double r = round (x), top = static_cast<double> (std::numeric_limits<T>::max ());
  if (r != r)
    return 0;
  return r >= top                                                  ? std::numeric_limits<T>::max ()
       : r <= static_cast<double> (std::numeric_limits<T>::min ()) ? std::numeric_limits<T>::min ()
                                                                   : static_cast<T> (r);
}

/* Are values stored as they are, since nobody here knows what they are made of?  */
template <class Value> constexpr bool gr_is_opaque = std::is_class<Value>::value && ! gr_is_complex<Value>::value;

/* Have some scans of elements of type T wider results? */
template <class Op> using gr_wide_result = std::conditional_t<gr_is_complex<typename Op::Value>::value, gr_c64, double>;
template <class Op, class T>
constexpr bool gr_widens
  = ! gr_is_opaque<
      typename Op::
        Value> && (! std::is_integral<typename Op::Value>::value || std::is_same<T, uint8_t>::value) /* char
                                                                                                        to
                                                                                                        double
                                                                                                      */
 && ! std::is_same<T, gr_wide_result<Op>>::value && ! std::is_same<typename Op::Value, __int128>::value;

/* Call f (Out ()) for the type Out of a scan's results: T, or what integers and singles are widened to.  */
template <class Op, class T, class F>
__device__ __forceinline__ void
gr_with_result_type (gr_type type, F f)
{
  typedef typename Op::Value Value;
  typedef gr_wide_result<Op> Wide;
  if constexpr (gr_widens<Op, T>)
    if (type == (gr_is_complex<Wide>::value ? GR_TYPE_C64 : GR_TYPE_F64))
      {
        f (Wide ());
        return;
      }
  if constexpr (gr_is_complex<T>::value == gr_is_complex<Value>::value)
    f (T ());
}

/* out[i] = v, converted to the result's type.  Only a mean may have to be rounded
   to an integer (round).  */
template <class Value>
__device__ __forceinline__ void
gr_store_real (void *out, size_t i, Value v, gr_type type, bool round)
{
  if (type == GR_TYPE_F64)
    static_cast<double *> (out)[i] = static_cast<double> (v);
  else if (type == GR_TYPE_F32)
    static_cast<float *> (out)[i] = static_cast<float> (v);
  else if (std::is_integral<Value>::value || std::is_same<Value, __int128>::value || round)
    switch (type)
      {
#define GR_STORE_INTEGER(_, ID, CTYPE, CLASS, COMPLEX, ...)                                                            \
case GR_TYPE_##ID:                                                                                                     \
  if constexpr (std::is_integral<CTYPE>::value && std::is_floating_point<Value>::value)                                \
    static_cast<CTYPE *> (out)[i] = gr_to_integer<CTYPE> (v);                                                          \
  else if constexpr (std::is_integral<CTYPE>::value)                                                                   \
    static_cast<CTYPE *> (out)[i] = static_cast<CTYPE> (v);                                                            \
  break;
        GR_TYPES (GR_STORE_INTEGER, _)
      default:
        break;
      }
}
__device__ __forceinline__ void
gr_store_complex (void *out, size_t i, gr_c64 v, gr_type type)
{
  if (type == GR_TYPE_C64)
    static_cast<gr_c64 *> (out)[i] = v;
  else
    static_cast<gr_c32 *> (out)[i] = gr_c32{ static_cast<float> (v.re), static_cast<float> (v.im) };
}
template <class Value>
__device__ __forceinline__ void
gr_store (void *out, size_t i, Value v, gr_type type, bool round)
{
  if constexpr (gr_is_opaque<Value>)
    static_cast<Value *> (out)[i] = v;
  else if constexpr (gr_is_complex<Value>::value)
    gr_store_complex (out, i, v, type);
  else
    gr_store_real (out, i, v, type, round);
}

#endif
