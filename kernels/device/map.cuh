/* SPDX-License-Identifier: GPL-3.0-or-later

   The kernels of functions of one number, which the compiler knows beforehand, or else are chosen at run time, once for
   a few elements.  */

#ifndef GR_MAP_CUH
#define GR_MAP_CUH

/* what is long is called, since it stands there for each of a thread's elements */
#define GR_CALL_RARE

#include "device/operands.cuh"
#include "op/unary.h"

namespace GR_NAMESPACE
{

/* ---- results of each kind ---- */

/* Neighbouring numbers, for which a function is chosen once.  */
template <class T> struct gr_quad
{
  T element[GR_TAKEN];
};

/* These are called, so that a kernel has each function once.  KNOWN: the function, if the compiler knows it.  */
#define GR_MAP_QUAD(NAME, T)                                                                                           \
  template <gr_unary KNOWN> static __device__ __noinline__ gr_quad<T> gr_map_quad (gr_unary op, gr_quad<T> x)          \
  {                                                                                                                    \
    switch (KNOWN == GR_UNARY_COUNT ? op : KNOWN)                                                                      \
      {                                                                                                                \
        GR_UNARIES (GR_MAP_CASE, NAME)                                                                                 \
      default:                                                                                                         \
        break;                                                                                                         \
      }                                                                                                                \
    return x;                                                                                                          \
  }
#define GR_MAP_CASE(NAME, ID, ...)                                                                                     \
case GR_##ID:                                                                                                          \
  if constexpr (KNOWN == GR_UNARY_COUNT || KNOWN == GR_##ID)                                                           \
    {                                                                                                                  \
      _Pragma ("unroll") for (unsigned i = 0; i < GR_TAKEN; i++) x.element[i]                                          \
        = gr_unary_##NAME (GR_##ID, x.element[i]);                                                                     \
    }                                                                                                                  \
  break;
GR_MAP_QUAD (double, double)
GR_MAP_QUAD (single, float)

template <gr_unary KNOWN>
__device__ __forceinline__ gr_quad<gr_c64>
gr_map_quad (gr_unary op, gr_quad<gr_c64> x)
{
#pragma unroll
  for (unsigned i = 0; i < GR_TAKEN; i++)
    x.element[i] = gr_unary_complex (KNOWN == GR_UNARY_COUNT ? op : KNOWN, x.element[i]);
  return x;
}

__device__ __forceinline__ double
gr_part_of (gr_unary op, double x)
{
  return gr_unary_part_double (op, x);
}
__device__ __forceinline__ float
gr_part_of (gr_unary op, float x)
{
  return gr_unary_part_single (op, x);
}
__device__ __forceinline__ double
gr_part_of (gr_unary op, gr_c64 z)
{
  return gr_unary_part_complex (op, z);
}

__device__ __forceinline__ bool
gr_truth_of (gr_unary op, double x)
{
  return gr_unary_truth_double (op, x);
}
__device__ __forceinline__ bool
gr_truth_of (gr_unary op, float x)
{
  return gr_unary_truth_single (op, x);
}
__device__ __forceinline__ bool
gr_truth_of (gr_unary op, gr_c64 z)
{
  return gr_unary_truth_complex (op, z);
}

/* Numbers in the class of the results.  */
__device__ __forceinline__ void
gr_round_to (double &to, double x)
{
  to = x;
}
__device__ __forceinline__ void
gr_round_to (float &to, float x)
{
  to = x;
}
__device__ __forceinline__ void
gr_round_to (float &to, double x)
{
  to = static_cast<float> (x);
}
__device__ __forceinline__ void
gr_round_to (gr_c64 &to, gr_c64 z)
{
  to = z;
}
__device__ __forceinline__ void
gr_round_to (gr_c32 &to, gr_c64 z)
{
  to = { static_cast<float> (z.re), static_cast<float> (z.im) };
}

/* ---- the kernel ---- */

template <class T> struct gr_part_type
{
  typedef T type;
};
template <> struct gr_part_type<gr_c64>
{
  typedef double type;
};
template <> struct gr_part_type<gr_c32>
{
  typedef float type;
};

/* The form that functions of elements of a type are computed in.  */
constexpr gr_form
gr_form_of_function (gr_type type)
{
  return type == GR_TYPE_F64 ? GR_FORM_DOUBLE : type == GR_TYPE_F32 ? GR_FORM_SINGLE : GR_FORM_COMPLEX;
}

/* Store the function's values of x.  */
template <gr_unary_result RESULT, gr_unary KNOWN, class T, class Value>
__device__ __forceinline__ void
gr_map_taken (gr_unary op, const gr_taken<Value> &x, const gr_device_result &result, size_t first, size_t count,
              bool whole)
{
  if constexpr (RESULT == GR_RESULT_SAME)
    {
      gr_taken<T> y;
#pragma unroll
      for (unsigned t = 0; t < GR_TURNS; t++)
        {
          gr_quad<Value> quad;
#pragma unroll
          for (unsigned i = 0; i < GR_TAKEN; i++)
            quad.element[i] = x[t][i];
          quad = gr_map_quad<KNOWN> (op, quad);
#pragma unroll
          for (unsigned i = 0; i < GR_TAKEN; i++)
            gr_round_to (y[t][i], quad.element[i]);
        }
      gr_store_typed (result, first, count, whole, y);
    }
  else if constexpr (RESULT == GR_RESULT_PART)
    {
      gr_taken<typename gr_part_type<T>::type> y;
      gr_each_taken ([&] (unsigned t, unsigned i) { gr_round_to (y[t][i], gr_part_of (op, x[t][i])); });
      gr_store_typed (result, first, count, whole, y);
    }
  else
    {
      gr_taken<uint8_t> y;
      gr_each_taken ([&] (unsigned t, unsigned i) { y[t][i] = gr_truth_of (op, x[t][i]); });
      gr_store_typed (result, first, count, whole, y);
    }
}

/* A function of `count` elements; KNOWN, if the compiler knows which.  */
template <gr_type TYPE, gr_unary KNOWN = GR_UNARY_COUNT>
__global__ void
gr_map_kernel (gr_unary given, const __grid_constant__ gr_device_side from,
               const __grid_constant__ gr_device_result result, size_t count)
{
  constexpr gr_form FORM = gr_form_of_function (TYPE);
  typedef typename gr_typed<TYPE>::type T;
  const size_t tile = blockIdx.x * static_cast<size_t> (GR_TURNS * GR_TURN_STEP), first = tile + threadIdx.x * GR_TAKEN;
  const bool whole = count - tile >= GR_TURNS * GR_TURN_STEP;
  gr_taken<gr_value_of<FORM>> x = {};
  gr_load_typed<FORM, TYPE, T> (from, first, count, whole, x);
  if constexpr (KNOWN != GR_UNARY_COUNT)
    gr_map_taken<gr_result_of (KNOWN), KNOWN, T> (KNOWN, x, result, first, count, whole);
  else
    switch (gr_result_of (given))
      {
      case GR_RESULT_SAME:
        gr_map_taken<GR_RESULT_SAME, KNOWN, T> (given, x, result, first, count, whole);
        break;
      case GR_RESULT_PART:
        gr_map_taken<GR_RESULT_PART, KNOWN, T> (given, x, result, first, count, whole);
        break;
      default:
        gr_map_taken<GR_RESULT_TRUTH, KNOWN, T> (given, x, result, first, count, whole);
      }
}

/* Complex answers to real numbers.  */
template <gr_type TYPE, class C, gr_unary KNOWN = GR_UNARY_COUNT>
__global__ void
gr_map_to_complex_kernel (gr_unary given, const __grid_constant__ gr_device_side from,
                          const __grid_constant__ gr_device_result result, size_t count)
{
  const size_t tile = blockIdx.x * static_cast<size_t> (GR_TURNS * GR_TURN_STEP), first = tile + threadIdx.x * GR_TAKEN;
  const bool whole = count - tile >= GR_TURNS * GR_TURN_STEP;
  const gr_unary op = KNOWN == GR_UNARY_COUNT ? given : KNOWN;
  gr_taken<double> x = {};
  gr_taken<C> y;
  gr_load_typed<GR_FORM_DOUBLE, TYPE, typename gr_typed<TYPE>::type> (from, first, count, whole, x);
  gr_each_taken ([&] (unsigned t, unsigned i) { gr_round_to (y[t][i], gr_unary_of_real (op, x[t][i])); });
  gr_store_typed (result, first, count, whole, y);
}

} // namespace

#endif
