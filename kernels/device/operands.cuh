/* SPDX-License-Identifier: GPL-3.0-or-later

   How kernels of elementwise functions load their operands, in a common form, and store results; and what a compiler
   knows of a call.  */

#ifndef GR_OPERANDS_CUH
#define GR_OPERANDS_CUH

#include "block/vector.cuh"
#include "op/binary.h"

#include <type_traits>

namespace GR_NAMESPACE
{

/* ---- forms ---- */

/* The C type of a form's numbers.  */
template <gr_form FORM> struct gr_form_value;
#define GR_FORM_VALUE(_, ID, NAME, T)                                                                                  \
  template <> struct gr_form_value<GR_FORM_##ID>                                                                       \
  {                                                                                                                    \
    typedef T type;                                                                                                    \
  };
GR_FORMS (GR_FORM_VALUE, _)
template <gr_form FORM> using gr_value_of = typename gr_form_value<FORM>::type;

template <class T> constexpr bool gr_has_parts = std::is_same<T, gr_c64>::value || std::is_same<T, gr_c32>::value;

/* ---- what is known beforehand ---- */

/* A type of elements as a value of a C++ type of its own.  */
template <gr_type TYPE> struct gr_typed;
#define GR_TYPED(_, ID, T, ...)                                                                                        \
  template <> struct gr_typed<GR_TYPE_##ID>                                                                            \
  {                                                                                                                    \
    typedef T type;                                                                                                    \
    static constexpr gr_type value = GR_TYPE_##ID;                                                                     \
  };
GR_TYPES (GR_TYPED, _)
#undef GR_TYPED

/* Call f (gr_typed<TYPE> ()) of a type.  KNOWN: the compiler knows that it is this one; GR_TYPE_COUNT: it does not.  */
template <gr_type KNOWN, class F>
__device__ __forceinline__ void
gr_with_known (gr_type type, F f)
{
  if constexpr (KNOWN != GR_TYPE_COUNT)
    f (gr_typed<KNOWN> ());
  else
    switch (type)
      {
#define GR_WITH_CASE(_, ID, ...)                                                                                       \
case GR_TYPE_##ID:                                                                                                     \
  f (gr_typed<GR_TYPE_##ID> ());                                                                                       \
  break;
        GR_TYPES (GR_WITH_CASE, _)
#undef GR_WITH_CASE
      default:
        break;
      }
}

/* An element of a type in the form.  */
template <gr_form FORM, gr_type TYPE, class T>
__device__ __forceinline__ gr_value_of<FORM>
gr_to_form (const T &x)
{
  typedef gr_value_of<FORM> Value;
  if constexpr (FORM == GR_FORM_WIDE)
    {
      if constexpr (gr_is_integer_class (TYPE))
        return static_cast<uint64_t> (x);
      else
        return gr_bits_of_double (static_cast<double> (x));
    }
  else if constexpr (gr_has_parts<Value>)
    {
      typedef decltype (Value::re) Part;
      if constexpr (gr_has_parts<T>)
        return { static_cast<Part> (x.re), static_cast<Part> (x.im) };
      else
        return { static_cast<Part> (x), 0 };
    }
  else
    return static_cast<Value> (x);
}

/* ---- loads and stores ---- */

/* A thread takes neighbouring elements, those of 16 bytes or less in one access, a few times a step apart.  */
constexpr unsigned GR_TAKEN = 4, GR_TURNS = 2, GR_APPLY_THREADS = 256;
constexpr unsigned GR_TURN_STEP = GR_TAKEN * GR_APPLY_THREADS;
template <class T> using gr_taken = T[GR_TURNS][GR_TAKEN];

template <class T>
constexpr unsigned gr_accessed = sizeof (T) * GR_TAKEN <= 16 ? GR_TAKEN : static_cast<unsigned> (16 / sizeof (T));

struct gr_device_side
{
  const void *data; /* NULL: the element in bytes */
  bool is_scalar, is_aligned;
  gr_type type;
  alignas (16) unsigned char bytes[16];
};

/* A thread's elements of a side, from number `first` on, in the form.  whole: none of them is behind the end.  */
template <gr_form FORM, gr_type TYPE, class T>
__device__ __forceinline__ void
gr_load_typed (const gr_device_side &side, size_t first, size_t count, bool whole, gr_taken<gr_value_of<FORM>> &to)
{
  const T *const from = static_cast<const T *> (side.data ? side.data : side.bytes);
  if (side.is_scalar)
    {
      const auto value = gr_to_form<FORM, TYPE> (*from);
#pragma unroll
      for (unsigned t = 0; t < GR_TURNS; t++)
#pragma unroll
        for (unsigned i = 0; i < GR_TAKEN; i++)
          to[t][i] = value;
    }
  else if (side.is_aligned && whole)
    {
      /* all are on their way before the first one is converted */
      typedef gr_vector<T, gr_accessed<T>> Vector;
      Vector v[GR_TURNS][GR_TAKEN / gr_accessed<T>];
#pragma unroll
      for (unsigned t = 0; t < GR_TURNS; t++)
#pragma unroll
        for (unsigned i = 0; i < GR_TAKEN; i += gr_accessed<T>)
          v[t][i / gr_accessed<T>]
            = gr_load_vector (reinterpret_cast<const Vector *> (from + first + t * GR_TURN_STEP + i));
#pragma unroll
      for (unsigned t = 0; t < GR_TURNS; t++)
#pragma unroll
        for (unsigned i = 0; i < GR_TAKEN; i++)
          to[t][i] = gr_to_form<FORM, TYPE> (v[t][i / gr_accessed<T>].element[i % gr_accessed<T>]);
    }
  else
    {
#pragma unroll
      for (unsigned t = 0; t < GR_TURNS; t++)
#pragma unroll
        for (unsigned i = 0; i < GR_TAKEN; i++)
          if (first + t * GR_TURN_STEP + i < count)
            to[t][i] = gr_to_form<FORM, TYPE> (from[first + t * GR_TURN_STEP + i]);
    }
}

struct gr_device_result
{
  void *data;
  bool is_aligned;
  gr_type type;
};

template <class T>
__device__ __forceinline__ void
gr_store_typed (const gr_device_result &result, size_t first, size_t count, bool whole, const gr_taken<T> &from)
{
  T *const to = static_cast<T *> (result.data) + first;
#pragma unroll
  for (unsigned t = 0; t < GR_TURNS; t++)
    if (result.is_aligned && whole)
      {
#pragma unroll
        for (unsigned i = 0; i < GR_TAKEN; i += gr_accessed<T>)
          gr_store_vector<gr_accessed<T>> (to + t * GR_TURN_STEP + i, from[t] + i);
      }
    else
      {
#pragma unroll
        for (unsigned i = 0; i < GR_TAKEN; i++)
          if (first + t * GR_TURN_STEP + i < count)
            to[t * GR_TURN_STEP + i] = from[t][i];
      }
}

/* f (turn, i) for all of a thread's elements.  */
template <class F>
__device__ __forceinline__ void
gr_each_taken (F f)
{
#pragma unroll
  for (unsigned t = 0; t < GR_TURNS; t++)
#pragma unroll
    for (unsigned i = 0; i < GR_TAKEN; i++)
      f (t, i);
}

} // namespace

#endif
