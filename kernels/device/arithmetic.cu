/* SPDX-License-Identifier: GPL-3.0-or-later

   Arithmetic and comparison on a device.  There is a kernel for each common form of two operands (op/binary.h), and
   one for operands that are broadcast; types and operator are chosen at run time, once for a few elements, so that not
   each pair of types has its kernels.
   Compiled a second time for the host executor, as device.cu is.  */

/* what is long is called, since it stands there for each of a thread's elements */
#define GR_CALL_RARE

#include "device/operands.cuh"
#include "op/pairs.h"
#include "op/segment.cuh"

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
  const bool single = type == GR_TYPE_F32 || type == GR_TYPE_C32, complex = type >= GR_TYPE_C64;
  const bool integer = type >= GR_TYPE_I8 && type <= GR_TYPE_U64;
  switch (form)
    {
    case GR_FORM_DOUBLE:
      return ! complex && type != GR_TYPE_I64 && type != GR_TYPE_U64;
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

/* Dimensions of the result, and how far apart the elements of both operands along them are: 0 if one stands for all.
   by_vectors: elements that a thread takes at a time are neighbours along the first one.  is_whole: an operand has as
   many elements as the result.  */
struct gr_device_axes
{
  unsigned axes;
  bool by_vectors, is_whole[2];
  size_t count[GR_MAX_DIMS], stride[2][GR_MAX_DIMS];
};

/* Where an operand's element for an element of the result is, and the index of the latter along the first axis.  */
struct gr_cursor
{
  size_t at, index;
};

__device__ __noinline__ gr_cursor
gr_find_along_axes (const gr_device_axes &axes, unsigned side, size_t element)
{
  size_t rest = gr_divide (element, axes.count[0]);
  gr_cursor c = { 0, element - rest * axes.count[0] };
  c.at = c.index * axes.stride[side][0];
  for (unsigned k = 1; k < axes.axes; k++)
    {
      const size_t next = k + 1 < axes.axes ? gr_divide (rest, axes.count[k]) : 0;
      c.at += (rest - next * axes.count[k]) * axes.stride[side][k];
      rest = next;
    }
  return c;
}

/* Two axes are the common case, and take one division.  */
__device__ __forceinline__ gr_cursor
gr_find_operand (const gr_device_axes &axes, unsigned side, size_t element)
{
  if (axes.axes != 2)
    return gr_find_along_axes (axes, side, element);
  const size_t row = gr_divide (element, axes.count[0]), index = element - row * axes.count[0];
  return { index * axes.stride[side][0] + row * axes.stride[side][1], index };
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
                if (++c.index == axes.count[0])
                  c = gr_find_operand (axes, side, element + i + 1);
              }
        }
    }
}

/* Axes of operands that are arrays of one size, or scalars.  */
struct gr_no_axes
{};

template <gr_form FORM, class Axes>
__device__ __forceinline__ void
gr_load_side (const gr_device_side &operand, const Axes &axes, unsigned side, size_t first, size_t count, bool whole,
              gr_taken<gr_value_of<FORM>> &to)
{
  switch (operand.type)
    {
#define GR_LOAD_CASE(_, ID, T, ...)                                                                                    \
  case GR_TYPE_##ID:                                                                                                   \
    if constexpr (gr_form_takes (FORM, GR_TYPE_##ID))                                                                  \
      {                                                                                                                \
        if constexpr (std::is_same<Axes, gr_no_axes>::value)                                                           \
          gr_load_typed<FORM, GR_TYPE_##ID, T> (operand, first, count, whole, to);                                     \
        else if (axes.is_whole[side])                                                                                  \
          gr_load_typed<FORM, GR_TYPE_##ID, T> (operand, first, count, whole, to);                                     \
        else                                                                                                           \
          gr_load_spread<FORM, GR_TYPE_##ID, T> (operand, axes, side, first, count, to);                               \
      }                                                                                                                \
    break;
      GR_TYPES (GR_LOAD_CASE, _)
#undef GR_LOAD_CASE
    default:
      break;
    }
}

/* Results of doubles, of which there are also those of narrow integers.  */
__device__ __forceinline__ void
gr_store_results (const gr_device_result &result, size_t first, size_t count, bool whole, const gr_taken<double> &from)
{
  switch (result.type)
    {
#define GR_STORE_CASE(_, ID, T, LEAST, GREATEST)                                                                       \
  case GR_TYPE_##ID:                                                                                                   \
    {                                                                                                                  \
      gr_taken<T> rounded;                                                                                             \
      gr_each_taken ([&] (unsigned t, unsigned i) {                                                                    \
        rounded[t][i] = static_cast<T> (gr_round_between (from[t][i], LEAST, GREATEST));                               \
      });                                                                                                              \
      gr_store_typed (result, first, count, whole, rounded);                                                           \
    }                                                                                                                  \
    break;
      GR_NARROW_INTEGERS (GR_STORE_CASE, _)
#undef GR_STORE_CASE
    default:
      gr_store_typed (result, first, count, whole, from);
    }
}
template <class T>
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
#define GR_COMPUTE_CASE(_, ID, ...)                                                                                    \
  case GR_##ID:                                                                                                        \
    {                                                                                                                  \
      gr_rule known = rule;                                                                                            \
      known.op = GR_##ID;                                                                                              \
      gr_each_taken ([&] (unsigned t, unsigned i) { out[t][i] = Form::compute (known, a[t][i], b[t][i]); });           \
    }                                                                                                                  \
    break;
      GR_ARITHMETIC_BINARIES (GR_COMPUTE_CASE, _)
#undef GR_COMPUTE_CASE
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
#define GR_COMPARE_CASE(_, ID, ...)                                                                                    \
  case GR_##ID:                                                                                                        \
    {                                                                                                                  \
      gr_rule known = rule;                                                                                            \
      known.op = GR_##ID;                                                                                              \
      gr_each_taken ([&] (unsigned t, unsigned i) { out[t][i] = Form::compare (known, a[t][i], b[t][i]); });           \
    }                                                                                                                  \
    break;
      GR_COMPARING_BINARIES (GR_COMPARE_CASE, _)
#undef GR_COMPARE_CASE
    default:
      gr_each_taken ([&] (unsigned t, unsigned i) { out[t][i] = Form::compare (rule, a[t][i], b[t][i]); });
    }
}

template <gr_form FORM, class Axes>
__global__ void
gr_apply_kernel (const __grid_constant__ gr_rule rule, const __grid_constant__ gr_device_side a,
                 const __grid_constant__ gr_device_side b, const __grid_constant__ Axes axes,
                 const __grid_constant__ gr_device_result result, size_t count)
{
  typedef typename gr_form_traits<FORM>::Value Value;
  const size_t tile = blockIdx.x * static_cast<size_t> (GR_TURNS * GR_TURN_STEP), first = tile + threadIdx.x * GR_TAKEN;
  const bool whole = count - tile >= GR_TURNS * GR_TURN_STEP;
  gr_taken<Value> x = {}, y = {};
  gr_load_side<FORM> (a, axes, 0, first, count, whole, x);
  gr_load_side<FORM> (b, axes, 1, first, count, whole, y);
  if (gr_is_comparison (rule.op))
    {
      gr_taken<uint8_t> holds;
      gr_compare_taken<FORM, Value> (rule, x, y, holds);
      gr_store_typed (result, first, count, whole, holds);
    }
  else
    {
      gr_taken<Value> z;
      if (gr_is_function (rule.op))
        gr_each_taken ([&] (unsigned t, unsigned i) { z[t][i] = gr_form_traits<FORM>::call (rule, x[t][i], y[t][i]); });
      else
        gr_compute_taken<FORM, Value> (rule, x, y, z);
      gr_store_results (result, first, count, whole, z);
    }
}

/* ---- the launch ---- */

template <class Axes>
static gr_status
apply_to (const gr_rule &rule, const gr_side &a, const gr_side &b, const Axes &axes, const gr_device_result &result,
          size_t count)
{
  const gr_device_side of_a = gr_device_side_of (a), of_b = gr_device_side_of (b);
  switch (gr_form_of (a.type, b.type))
    {
#define GR_APPLY_CASE(_, ID, ...)                                                                                      \
  case GR_FORM_##ID:                                                                                                   \
    return gr_launch_elementwise (GR_KERNEL (gr_apply_kernel<GR_FORM_##ID, Axes>), count, rule, of_a, of_b, axes,      \
                                  result);
      GR_FORMS (GR_APPLY_CASE, _)
#undef GR_APPLY_CASE
    default:
      return GR_OK;
    }
}

gr_status
gr_apply (gr_binary op, const gr_side *a, const gr_side *b, gr_type out_type, void *out, size_t count)
{
  return apply_to (gr_rule_of (op, a->type, b->type), *a, *b, gr_no_axes (), gr_device_result_of (out, out_type),
                   count);
}

gr_status
gr_spread (gr_binary op, const gr_side *a, const gr_side *b, size_t axes, const gr_pair_axis *axis, gr_type out_type,
           void *out)
{
  gr_device_axes d = {};
  size_t count = 1, sizes[2] = { 1, 1 };
  d.axes = static_cast<unsigned> (axes);
  d.by_vectors = axis[0].count % GR_TAKEN == 0;
  for (size_t k = 0; k < axes; k++)
    {
      const bool has[2] = { axis[k].in_a, axis[k].in_b };
      d.count[k] = axis[k].count;
      count *= axis[k].count;
      for (int side = 0; side < 2; side++)
        {
          d.stride[side][k] = has[side] ? sizes[side] : 0;
          sizes[side] *= has[side] ? axis[k].count : 1;
        }
    }
  for (int side = 0; side < 2; side++)
    d.is_whole[side] = sizes[side] == count;
  return apply_to (gr_rule_of (op, a->type, b->type), *a, *b, d, gr_device_result_of (out, out_type), count);
}

} // namespace
