/* SPDX-License-Identifier: GPL-3.0-or-later

   Functions of one number on a device.  The function is chosen at run time, once for a few elements.  Compiled a second
   time for the host executor, as device.cu is.  */

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

/* These are called, so that a kernel has each function once.  */
#define GR_MAP_QUAD(NAME, T)                                                                                           \
  static __device__ __noinline__ gr_quad<T> gr_map_quad (gr_unary op, gr_quad<T> x)                                    \
  {                                                                                                                    \
    switch (op)                                                                                                        \
      {                                                                                                                \
        GR_UNARIES (GR_MAP_CASE, NAME)                                                                                 \
      default:                                                                                                         \
        break;                                                                                                         \
      }                                                                                                                \
    return x;                                                                                                          \
  }
#define GR_MAP_CASE(NAME, ID, ...)                                                                                     \
  case GR_##ID:                                                                                                        \
    _Pragma ("unroll") for (unsigned i = 0; i < GR_TAKEN; i++) x.element[i] = gr_unary_##NAME (GR_##ID, x.element[i]); \
    break;
GR_MAP_QUAD (double, double)
GR_MAP_QUAD (single, float)

__device__ __forceinline__ gr_quad<gr_c64>
gr_map_quad (gr_unary op, gr_quad<gr_c64> x)
{
#pragma unroll
  for (unsigned i = 0; i < GR_TAKEN; i++)
    x.element[i] = gr_unary_complex (op, x.element[i]);
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

template <gr_type TYPE, gr_form FORM, class T>
__global__ void
gr_map_kernel (gr_unary op, const __grid_constant__ gr_device_side from,
               const __grid_constant__ gr_device_result result, size_t count)
{
  const size_t tile = blockIdx.x * static_cast<size_t> (GR_TURNS * GR_TURN_STEP), first = tile + threadIdx.x * GR_TAKEN;
  const bool whole = count - tile >= GR_TURNS * GR_TURN_STEP;
  gr_taken<gr_value_of<FORM>> x = {};
  gr_load_typed<FORM, TYPE, T> (from, first, count, whole, x);
  switch (gr_result_of (op))
    {
    case GR_RESULT_SAME:
      {
        gr_taken<T> y;
#pragma unroll
        for (unsigned t = 0; t < GR_TURNS; t++)
          {
            gr_quad<gr_value_of<FORM>> quad;
#pragma unroll
            for (unsigned i = 0; i < GR_TAKEN; i++)
              quad.element[i] = x[t][i];
            quad = gr_map_quad (op, quad);
#pragma unroll
            for (unsigned i = 0; i < GR_TAKEN; i++)
              gr_round_to (y[t][i], quad.element[i]);
          }
        gr_store_typed (result, first, count, whole, y);
      }
      break;
    case GR_RESULT_PART:
      {
        gr_taken<typename gr_part_type<T>::type> y;
        gr_each_taken ([&] (unsigned t, unsigned i) { gr_round_to (y[t][i], gr_part_of (op, x[t][i])); });
        gr_store_typed (result, first, count, whole, y);
      }
      break;
    default:
      {
        gr_taken<uint8_t> y;
        gr_each_taken ([&] (unsigned t, unsigned i) { y[t][i] = gr_truth_of (op, x[t][i]); });
        gr_store_typed (result, first, count, whole, y);
      }
    }
}

/* Complex answers to real numbers.  */
template <gr_type TYPE, class T, class C>
__global__ void
gr_map_to_complex_kernel (gr_unary op, const __grid_constant__ gr_device_side from,
                          const __grid_constant__ gr_device_result result, size_t count)
{
  const size_t tile = blockIdx.x * static_cast<size_t> (GR_TURNS * GR_TURN_STEP), first = tile + threadIdx.x * GR_TAKEN;
  const bool whole = count - tile >= GR_TURNS * GR_TURN_STEP;
  gr_taken<double> x = {};
  gr_taken<C> y;
  gr_load_typed<GR_FORM_DOUBLE, TYPE, T> (from, first, count, whole, x);
  gr_each_taken ([&] (unsigned t, unsigned i) { gr_round_to (y[t][i], gr_unary_of_real (op, x[t][i])); });
  gr_store_typed (result, first, count, whole, y);
}

static gr_status
gr_map_to_complex (gr_unary op, const gr_device_side &side, const gr_device_result &result, size_t count)
{
  if (side.type == GR_TYPE_F64)
    return gr_launch_elementwise (GR_KERNEL (gr_map_to_complex_kernel<GR_TYPE_F64, double, gr_c64>), count, op, side,
                                  result);
  return gr_launch_elementwise (GR_KERNEL (gr_map_to_complex_kernel<GR_TYPE_F32, float, gr_c32>), count, op, side,
                                result);
}

gr_status
gr_map (gr_unary op, gr_type type, const void *from, gr_type out_type, void *to, size_t count)
{
  const gr_device_side side = gr_device_side_of ({ type, from, false, nullptr });
  const gr_device_result result = gr_device_result_of (to, out_type);
  if (gr_types[out_type].is_complex && ! gr_types[type].is_complex)
    return gr_map_to_complex (op, side, result, count);
  switch (type)
    {
    case GR_TYPE_F64:
      return gr_launch_elementwise (GR_KERNEL (gr_map_kernel<GR_TYPE_F64, GR_FORM_DOUBLE, double>), count, op, side,
                                    result);
    case GR_TYPE_F32:
      return gr_launch_elementwise (GR_KERNEL (gr_map_kernel<GR_TYPE_F32, GR_FORM_SINGLE, float>), count, op, side,
                                    result);
    case GR_TYPE_C64:
      return gr_launch_elementwise (GR_KERNEL (gr_map_kernel<GR_TYPE_C64, GR_FORM_COMPLEX, gr_c64>), count, op, side,
                                    result);
    default:
      return gr_launch_elementwise (GR_KERNEL (gr_map_kernel<GR_TYPE_C32, GR_FORM_COMPLEX, gr_c32>), count, op, side,
                                    result);
    }
}

} // namespace
