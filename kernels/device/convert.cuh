/* SPDX-License-Identifier: GPL-3.0-or-later

   The kernel that converts elements to another type.  */

#ifndef GR_CONVERT_CUH
#define GR_CONVERT_CUH

#include "block/vector.cuh"
#include "op/binary.h"
#include "op/store.cuh"

#include <algorithm>
#include <limits>
#include <type_traits>

namespace GR_NAMESPACE
{

enum { GR_CONVERT_THREADS = 256, GR_CONVERT_VECTORS = 4 }; /* of a block, and of a thread */

/* An integer as one of another class, saturating.  */
template <class T, class From>
__device__ __forceinline__ T
gr_saturate (From x)
{
  typedef std::numeric_limits<T> Limits;
  const auto least = static_cast<long long> (Limits::min ());
  const auto greatest = static_cast<unsigned long long> (Limits::max ());
  if constexpr (std::is_signed<From>::value)
    if (x < least)
      return Limits::min ();
  return x > 0 && static_cast<unsigned long long> (x) > greatest ? Limits::max () : static_cast<T> (x);
}
template <class T>
__device__ __forceinline__ T
gr_saturate (float x)
{
  return gr_to_integer<T> (x);
}
template <class T>
__device__ __forceinline__ T
gr_saturate (double x)
{
  return gr_to_integer<T> (x);
}

/* An element as one of C type To, which is that of TYPE.  */
template <gr_type TYPE, class To, class From>
__device__ __forceinline__ To
gr_converted (From x)
{
  if constexpr (gr_is_complex<To>::value)
    {
      typedef decltype (To::re) Part;
      if constexpr (gr_is_complex<From>::value)
        return To{ static_cast<Part> (x.re), static_cast<Part> (x.im) };
      else
        return To{ static_cast<Part> (x), 0 };
    }
  else if constexpr (TYPE == GR_TYPE_BOOL)
    return x != 0;
  else if constexpr (TYPE == GR_TYPE_CHAR)
    {
      const int code = gr_saturate<int> (x);
      return code >= 0 && code <= std::numeric_limits<To>::max () ? static_cast<To> (code) : 0;
    }
  else if constexpr (std::is_integral<To>::value)
    return gr_saturate<To> (x);
  else
    return static_cast<To> (x);
}

/* As many elements at a time as fill 16 bytes on one side and less on the other, if the arrays are aligned so.  */
template <class To, class From> constexpr int gr_convert_width = 16 / std::max (sizeof (To), sizeof (From));

template <gr_type TYPE, class To, class From>
__global__ void
__launch_bounds__ (GR_CONVERT_THREADS) gr_convert_kernel (const From *from, To *to, size_t count, bool is_aligned)
{
  constexpr int WIDTH = gr_convert_width<To, From>;
  typedef gr_vector<From, WIDTH> Vector;
  const size_t whole = is_aligned ? count / WIDTH : 0, step = gridDim.x * static_cast<size_t> (GR_CONVERT_THREADS);
  const size_t first = blockIdx.x * static_cast<size_t> (GR_CONVERT_THREADS * GR_CONVERT_VECTORS) + threadIdx.x;
  Vector vectors[GR_CONVERT_VECTORS];
#pragma unroll
  for (int j = 0; j < GR_CONVERT_VECTORS; j++)
    if (first + j * GR_CONVERT_THREADS < whole)
      vectors[j] = gr_load_vector (reinterpret_cast<const Vector *> (from) + first + j * GR_CONVERT_THREADS);
#pragma unroll
  for (int j = 0; j < GR_CONVERT_VECTORS; j++)
    if (first + j * GR_CONVERT_THREADS < whole)
      {
        To results[WIDTH];
#pragma unroll
        for (int i = 0; i < WIDTH; i++)
          results[i] = gr_converted<TYPE, To> (vectors[j].element[i]);
        gr_store_vector<WIDTH> (to + (first + j * GR_CONVERT_THREADS) * WIDTH, results);
      }
  for (size_t i = whole * WIDTH + blockIdx.x * static_cast<size_t> (GR_CONVERT_THREADS) + threadIdx.x; i < count;
       i += step)
    to[i] = gr_converted<TYPE, To> (from[i]);
}

} // namespace

#endif
