/* SPDX-License-Identifier: GPL-3.0-or-later

   The kernel of dot products: both arrays are read once, and a block stores the sums of a chunk of neighbouring
   segments.  */

#ifndef GR_DOT_CUH
#define GR_DOT_CUH

#include "backend_elements.h"
#include "op/divide.cuh"

namespace GR_NAMESPACE
{

/* Elements of each array that a lane has on their way.  */
enum { GR_DOT_AHEAD = 8 };

__device__ __forceinline__ void
gr_add_product (double *sum, double x, double y)
{
  *sum += x * y;
}
__device__ __forceinline__ void
gr_add_product (double *sum, float x, float y)
{
  *sum += static_cast<double> (x) * static_cast<double> (y);
}
template <class Z>
__device__ __forceinline__ void
gr_add_product (gr_c64 *sum, const Z &x, const Z &y)
{
  const double a = static_cast<double> (x.re), b = static_cast<double> (x.im), c = static_cast<double> (y.re),
               d = static_cast<double> (y.im);
  sum->re += a * c + b * d;
  sum->im += a * d - b * c;
}

__device__ __forceinline__ void
gr_add_sum (double *sum, double other)
{
  *sum += other;
}
__device__ __forceinline__ void
gr_add_sum (gr_c64 *sum, const gr_c64 &other)
{
  sum->re += other.re;
  sum->im += other.im;
}

template <class T, class Sum>
__global__ void
__launch_bounds__ (GR_DOT_LANES) gr_dot_kernel (const __grid_constant__ gr_dot_plan p, const T *a, const T *b, Sum *out)
{
  __shared__ Sum sums[GR_DOT_LANES];
  const size_t rest = gr_divide (blockIdx.x, p.tiles), tile = blockIdx.x - rest * p.tiles;
  const size_t o = gr_divide (rest, p.chunks), chunk = rest - o * p.chunks;
  const size_t begin = chunk * p.chunk, column = tile * p.width;
  const unsigned columns = static_cast<unsigned> (min (p.inner - column, static_cast<size_t> (p.width)));
  const size_t end = min (p.len, begin + p.chunk), step = p.rows * p.inner;
  const unsigned lane = threadIdx.x, row = lane / columns;
  Sum sum = {};
  if (row < p.rows)
    {
      size_t k = begin + row;
      const size_t first = column + p.inner * (begin + p.len * o) + lane;
      const T *x = a + first, *y = b + first;
      for (; k + (GR_DOT_AHEAD - 1) * p.rows < end; k += GR_DOT_AHEAD * p.rows)
        {
          T u[GR_DOT_AHEAD], v[GR_DOT_AHEAD];
#pragma unroll
          for (unsigned i = 0; i < GR_DOT_AHEAD; i++, x += step, y += step)
            {
              u[i] = *x;
              v[i] = *y;
            }
#pragma unroll
          for (unsigned i = 0; i < GR_DOT_AHEAD; i++)
            gr_add_product (&sum, u[i], v[i]);
        }
      for (; k < end; k += p.rows, x += step, y += step)
        gr_add_product (&sum, *x, *y);
    }
  sums[lane] = sum;
  for (unsigned half = GR_DOT_LANES / 2; half; half /= 2)
    {
      __syncthreads ();
      if (row < half && row + half < p.rows)
        gr_add_sum (&sums[lane], sums[lane + half * columns]);
    }
  if (row == 0)
    out[column + lane + p.inner * (chunk + p.chunks * o)] = sums[lane];
}

} // namespace

#endif
