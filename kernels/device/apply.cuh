/* SPDX-License-Identifier: GPL-3.0-or-later

   The kernel of arithmetic and comparison.  It is written for every pair of types and every operator that share a
   common form (op/binary.h), which it is given at run time; a compiler that knows them beforehand, which is NVRTC,
   leaves out all the others (gr_known).  */

#ifndef GR_APPLY_CUH
#define GR_APPLY_CUH

/* what is long is called, since it stands there for each of a thread's elements */
#define GR_CALL_RARE

#include "device/operands.cuh"
#include "op/divider.cuh"
#include "op/pairs.h"

namespace GR_NAMESPACE
{

/* ---- forms ---- */

template <gr_form FORM> struct gr_form_traits;
#define GR_FORM_TRAITS(_, ID, NAME, T)                                                                                 \
  template <> struct gr_form_traits<GR_FORM_##ID>                                                                      \
  {                                                                                                                    \
    typedef T Value;                                                                                                   \
    __device__ static __forceinline__ T compute (const gr_rule &r, T a, T b)                                           \
    {                                                                                                                  \
      return gr_form_compute_##NAME (r, a, b);                                                                         \
    }                                                                                                                  \
    __device__ static __forceinline__ T call (const gr_rule &r, T a, T b)                                              \
    {                                                                                                                  \
      return gr_form_function_##NAME (r, a, b);                                                                        \
    }                                                                                                                  \
    __device__ static __forceinline__ bool compare (const gr_rule &r, T a, T b)                                        \
    {                                                                                                                  \
      return gr_form_compare_##NAME (r, a, b);                                                                         \
    }                                                                                                                  \
  };
GR_FORMS (GR_FORM_TRAITS, _)

/* Are there operands of this type among those of the form?  */
constexpr bool
gr_form_takes (gr_form form, gr_type type)
{
  const bool single = type == GR_TYPE_F32 || type == GR_TYPE_C32, complex = gr_is_complex_type (type);
  const bool integer = gr_is_integer_class (type);
  switch (form)
    {
    case GR_FORM_DOUBLE:
      return ! complex && ! gr_is_wide (type);
    case GR_FORM_SINGLE:
      return ! complex && ! integer;
    case GR_FORM_COMPLEX:
      return ! single && ! integer;
    case GR_FORM_SINGLE_COMPLEX:
      return ! integer;
    default:
      return ! complex;
    }
}

/* ---- broadcasting ---- */

/* Dimensions of the result, none of one element, and how far apart the elements of both operands along them are: 0 if
   one stands for all.
   by_vectors: elements that a thread takes at a time are neighbours along the first one.  is_whole: an operand has as
   many elements as the result.  */
struct gr_device_axes
{
  unsigned axes;
  bool by_vectors, is_whole[2];
  gr_divider count[GR_MAX_DIMS];
  size_t stride[2][GR_MAX_DIMS];
};

/* Where an operand's element for an element of the result is, and the index of the latter along the first axis.  */
struct gr_cursor
{
  size_t at, index;
};

inline __device__ __noinline__ gr_cursor
gr_find_along_axes (const gr_device_axes &axes, unsigned side, size_t element)
{
  gr_division<size_t> d = axes.count[0].divide (element);
  gr_cursor c = { d.remainder * axes.stride[side][0], d.remainder };
  for (unsigned k = 1; k < axes.axes; k++)
    {
      d = axes.count[k].divide (d.quotient);
      c.at += d.remainder * axes.stride[side][k];
    }
  return c;
}

/* Two axes are the common case, and take one division.  */
__device__ __forceinline__ gr_cursor
gr_find_operand (const gr_device_axes &axes, unsigned side, size_t element)
{
  if (axes.axes != 2)
    return gr_find_along_axes (axes, side, element);
  const gr_division<size_t> d = axes.count[0].divide (element);
  return { d.remainder * axes.stride[side][0] + d.quotient * axes.stride[side][1], d.remainder };
}

/* A thread's elements of an operand that is spread along axes.  */
template <gr_form FORM, gr_type TYPE, class T>
__device__ __forceinline__ void
gr_load_spread (const gr_device_side &operand, const gr_device_axes &axes, unsigned side, size_t first, size_t count,
                gr_taken<gr_value_of<FORM>> &to)
{
  const T *const from = static_cast<const T *> (operand.data);
  const size_t stride = axes.stride[side][0];
#pragma unroll
  for (unsigned t = 0; t < GR_TURNS; t++)
    {
      const size_t element = first + t * GR_TURN_STEP;
      if (element >= count)
        break;
      gr_cursor c = gr_find_operand (axes, side, element);
      if (axes.by_vectors && ! stride)
        {
          const auto value = gr_to_form<FORM, TYPE> (from[c.at]);
#pragma unroll
          for (unsigned i = 0; i < GR_TAKEN; i++)
            to[t][i] = value;
        }
      else if (axes.by_vectors && operand.is_aligned)
        {
          typedef gr_vector<T, gr_accessed<T>> Vector;
#pragma unroll
          for (unsigned i = 0; i < GR_TAKEN; i += gr_accessed<T>)
            {
              const Vector v = gr_load_vector (reinterpret_cast<const Vector *> (from + c.at + i));
#pragma unroll
              for (unsigned k = 0; k < gr_accessed<T>; k++)
                to[t][i + k] = gr_to_form<FORM, TYPE> (v.element[k]);
            }
        }
      else
        {
#pragma unroll
          for (unsigned i = 0; i < GR_TAKEN; i++)
            if (element + i < count)
              {
                to[t][i] = gr_to_form<FORM, TYPE> (from[c.at]);
                c.at += stride;
                if (++c.index == axes.count[0].divisor)
                  c = gr_find_operand (axes, side, element + i + 1);
              }
        }
    }
}

/* Axes of operands that are arrays of one size, or scalars.  */
struct gr_no_axes
{};

/* MAY_SPREAD: the compiler does not know that the operand has as many elements as the result.  */
template <gr_form FORM, gr_type KNOWN, bool MAY_SPREAD, class Axes>
__device__ __forceinline__ void
gr_load_side (const gr_device_side &operand, const Axes &axes, unsigned side, size_t first, size_t count, bool whole,
              gr_taken<gr_value_of<FORM>> &to)
{
  gr_with_known<KNOWN> (operand.type, [&] (auto typed) {
    typedef decltype (typed) Typed;
    typedef typename Typed::type T;
    if constexpr (gr_form_takes (FORM, Typed::value))
      {
        if constexpr (! MAY_SPREAD || std::is_same<Axes, gr_no_axes>::value)
          gr_load_typed<FORM, Typed::value, T> (operand, first, count, whole, to);
        else if (axes.is_whole[side])
          gr_load_typed<FORM, Typed::value, T> (operand, first, count, whole, to);
        else
          gr_load_spread<FORM, Typed::value, T> (operand, axes, side, first, count, to);
      }
  });
}

/* Doubles as elements of a type: of themselves, or of a narrow integer class.  */
template <gr_type TYPE, class T>
__device__ __forceinline__ T
gr_from_double (double x)
{
  switch (TYPE)
    {
#define GR_ROUND_CASE(_, ID, CTYPE, LEAST, GREATEST)                                                                   \
case GR_TYPE_##ID:                                                                                                     \
  return static_cast<T> (gr_round_between (x, LEAST, GREATEST));
      GR_NARROW_INTEGERS (GR_ROUND_CASE, _)
#undef GR_ROUND_CASE
    default:
      return static_cast<T> (x);
    }
}
constexpr bool
gr_is_from_double (gr_type type)
{
  return type == GR_TYPE_F64 || (gr_is_integer_class (type) && ! gr_is_wide (type));
}

/* Results of doubles, of which there are also those of narrow integers.  */
template <gr_type KNOWN>
__device__ __forceinline__ void
gr_store_results (const gr_device_result &result, size_t first, size_t count, bool whole, const gr_taken<double> &from)
{
  gr_with_known<KNOWN> (result.type, [&] (auto typed) {
    typedef decltype (typed) Typed;
    typedef typename Typed::type T;
    if constexpr (gr_is_from_double (Typed::value))
      {
        gr_taken<T> rounded;
        gr_each_taken ([&] (unsigned t, unsigned i) { rounded[t][i] = gr_from_double<Typed::value, T> (from[t][i]); });
        gr_store_typed (result, first, count, whole, rounded);
      }
  });
}
template <gr_type, class T>
__device__ __forceinline__ void
gr_store_results (const gr_device_result &result, size_t first, size_t count, bool whole, const gr_taken<T> &from)
{
  gr_store_typed (result, first, count, whole, from);
}

/* ---- the kernel ---- */

/* Apply an operator that is known to the compiler, but of 64-bit integers, whose code is long.  */
template <gr_form FORM, class Value>
__device__ __forceinline__ void
gr_compute_taken (const gr_rule &rule, const gr_taken<Value> &a, const gr_taken<Value> &b, gr_taken<Value> &out)
{
  typedef gr_form_traits<FORM> Form;
  switch (FORM == GR_FORM_WIDE ? GR_BINARY_COUNT : rule.op)
    {
#define GR_COMPUTE_CASE(_, ID, NAME, SIGN, KIND) GR_COMPUTE_##KIND (ID)
#define GR_COMPUTE_FUNCTION(ID)
#define GR_COMPUTE_COMPARISON(ID)
#define GR_COMPUTE_LOGIC(ID)
#define GR_COMPUTE_ARITHMETIC(ID)                                                                                      \
case GR_##ID:                                                                                                          \
  {                                                                                                                    \
    gr_rule known = rule;                                                                                              \
    known.op = GR_##ID;                                                                                                \
    gr_each_taken ([&] (unsigned t, unsigned i) { out[t][i] = Form::compute (known, a[t][i], b[t][i]); });             \
  }                                                                                                                    \
  break;
      GR_BINARIES (GR_COMPUTE_CASE, _)
    default:
      gr_each_taken ([&] (unsigned t, unsigned i) { out[t][i] = Form::compute (rule, a[t][i], b[t][i]); });
    }
}
template <gr_form FORM, class Value>
__device__ __forceinline__ void
gr_compare_taken (const gr_rule &rule, const gr_taken<Value> &a, const gr_taken<Value> &b, gr_taken<uint8_t> &out)
{
  typedef gr_form_traits<FORM> Form;
  switch (FORM == GR_FORM_WIDE ? GR_BINARY_COUNT : rule.op)
    {
#define GR_COMPARE_CASE(_, ID, NAME, SIGN, KIND) GR_COMPARE_##KIND (ID)
#define GR_COMPARE_ARITHMETIC(ID)
#define GR_COMPARE_FUNCTION(ID)
#define GR_COMPARE_LOGIC(ID) GR_COMPARE_COMPARISON (ID)
#define GR_COMPARE_COMPARISON(ID)                                                                                      \
case GR_##ID:                                                                                                          \
  {                                                                                                                    \
    gr_rule known = rule;                                                                                              \
    known.op = GR_##ID;                                                                                                \
    gr_each_taken ([&] (unsigned t, unsigned i) { out[t][i] = Form::compare (known, a[t][i], b[t][i]); });             \
  }                                                                                                                    \
  break;
      GR_BINARIES (GR_COMPARE_CASE, _)
    default:
      gr_each_taken ([&] (unsigned t, unsigned i) { out[t][i] = Form::compare (rule, a[t][i], b[t][i]); });
    }
}

/* Operators whose code is alike.  */
enum gr_family { GR_FAMILY_ARITHMETIC, GR_FAMILY_FUNCTION, GR_FAMILY_COMPARISON };
constexpr gr_family
gr_family_of (gr_binary op)
{
  return gr_is_comparison (op)                  ? GR_FAMILY_COMPARISON
       : gr_is_of_kind (op, GR_BINARY_FUNCTION) ? GR_FAMILY_FUNCTION
                                                : GR_FAMILY_ARITHMETIC;
}

template <gr_form FORM, gr_family FAMILY, gr_type OUT, class Value>
__device__ __forceinline__ void
gr_apply_family (const gr_rule &rule, const gr_taken<Value> &x, const gr_taken<Value> &y,
                 const gr_device_result &result, size_t first, size_t count, bool whole)
{
  if constexpr (FAMILY == GR_FAMILY_COMPARISON)
    {
      gr_taken<uint8_t> holds;
      gr_compare_taken<FORM, Value> (rule, x, y, holds);
      gr_store_typed (result, first, count, whole, holds);
    }
  else
    {
      gr_taken<Value> z;
      if constexpr (FAMILY == GR_FAMILY_FUNCTION)
        gr_each_taken ([&] (unsigned t, unsigned i) { z[t][i] = gr_form_traits<FORM>::call (rule, x[t][i], y[t][i]); });
      else
        gr_compute_taken<FORM, Value> (rule, x, y, z);
      gr_store_results<OUT> (result, first, count, whole, z);
    }
}

/* Apply an operator to `count` pairs of elements.  What the compiler knows: A and B, the operands' types, and OUT, the
   result's; OP, the function, or an operator of the family; A_SPREADS and B_SPREADS, of operands with axes, which of
   them has fewer elements than the result.  */
template <gr_form FORM, class Axes, gr_binary OP = GR_BINARY_COUNT, gr_type A = GR_TYPE_COUNT,
          gr_type B = GR_TYPE_COUNT, gr_type OUT = GR_TYPE_COUNT, bool A_SPREADS = true, bool B_SPREADS = true>
__global__ void
gr_apply_kernel (gr_binary op, const __grid_constant__ gr_device_side a, const __grid_constant__ gr_device_side b,
                 const __grid_constant__ Axes axes, const __grid_constant__ gr_device_result result, size_t count)
{
  typedef typename gr_form_traits<FORM>::Value Value;
  const size_t tile = blockIdx.x * static_cast<size_t> (GR_TURNS * GR_TURN_STEP), first = tile + threadIdx.x * GR_TAKEN;
  const bool whole = count - tile >= GR_TURNS * GR_TURN_STEP;
  gr_taken<Value> x = {}, y = {};
  gr_load_side<FORM, A, A_SPREADS> (a, axes, 0, first, count, whole, x);
  gr_load_side<FORM, B, B_SPREADS> (b, axes, 1, first, count, whole, y);
  if constexpr (OP != GR_BINARY_COUNT)
    {
      constexpr gr_family FAMILY = gr_family_of (OP);
      const gr_rule rule = gr_rule_of (FAMILY == GR_FAMILY_FUNCTION ? OP : op, A, B);
      gr_apply_family<FORM, FAMILY, OUT> (rule, x, y, result, first, count, whole);
    }
  else
    {
      const gr_rule rule = gr_rule_of (op, a.type, b.type);
      switch (gr_family_of (op))
        {
        case GR_FAMILY_COMPARISON:
          gr_apply_family<FORM, GR_FAMILY_COMPARISON, OUT> (rule, x, y, result, first, count, whole);
          break;
        case GR_FAMILY_FUNCTION:
          gr_apply_family<FORM, GR_FAMILY_FUNCTION, OUT> (rule, x, y, result, first, count, whole);
          break;
        default:
          gr_apply_family<FORM, GR_FAMILY_ARITHMETIC, OUT> (rule, x, y, result, first, count, whole);
        }
    }
}

} // namespace

#endif
