/* SPDX-License-Identifier: GPL-3.0-or-later

   What linear algebra needs beside cuSOLVER: a look at what a matrix is, and copies of its triangles.  */

#ifndef GR_MATRIX_CUH
#define GR_MATRIX_CUH

#include "backend_elements.h"
#include "op/divide.cuh"

namespace GR_NAMESPACE
{

enum { GR_MATRIX_THREADS = 256, GR_MATRIX_MOST_BLOCKS = 4096 };

__device__ __forceinline__ double
gr_real_part (double x)
{
  return x;
}
__device__ __forceinline__ float
gr_real_part (float x)
{
  return x;
}
__device__ __forceinline__ double
gr_real_part (gr_c64 z)
{
  return z.re;
}
__device__ __forceinline__ float
gr_real_part (gr_c32 z)
{
  return z.re;
}

template <class R>
__device__ __forceinline__ R
gr_imaginary_part (R)
{
  return 0;
}
__device__ __forceinline__ double
gr_imaginary_part (gr_c64 z)
{
  return z.im;
}
__device__ __forceinline__ float
gr_imaginary_part (gr_c32 z)
{
  return z.im;
}

/* The bits of element (i, j), whose mirror image is `mirror`.  */
template <class T>
__device__ __forceinline__ unsigned
gr_look_at (size_t i, size_t j, T x, T mirror)
{
  const auto re = gr_real_part (x), im = gr_imaginary_part (x);
  const bool is_zero = re == 0 && im == 0;
  unsigned bits = 0;
  if (i > j && ! is_zero)
    bits |= GR_HAS_LOWER;
  if (i < j && ! is_zero)
    bits |= GR_HAS_UPPER;
  if (! (re == gr_real_part (mirror) && im == -gr_imaginary_part (mirror)))
    bits |= GR_IS_NOT_HERMITIAN;
  if (i == j && ! (re > 0 && im == 0))
    bits |= GR_IS_NOT_POSITIVE;
  if (! (re - re == 0 && im - im == 0))
    bits |= GR_IS_NOT_FINITE;
  return bits;
}

template <class T>
__global__ void
__launch_bounds__ (GR_MATRIX_THREADS) gr_look_kernel (size_t m, size_t n, const T *a, unsigned *all)
{
  __shared__ unsigned found;
  if (threadIdx.x == 0)
    found = 0;
  __syncthreads ();
  unsigned bits = 0;
  for (size_t at = blockIdx.x * static_cast<size_t> (GR_MATRIX_THREADS) + threadIdx.x; at < m * n;
       at += gridDim.x * static_cast<size_t> (GR_MATRIX_THREADS))
    {
      const size_t j = gr_divide (at, m), i = at - j * m;
      bits |= gr_look_at (i, j, a[at], m == n ? a[j + i * m] : a[at]);
    }
  if (m != n)
    bits |= GR_IS_NOT_HERMITIAN;
  if (bits)
    atomicOr (&found, bits);
  __syncthreads ();
  if (threadIdx.x == 0 && found)
    atomicOr (all, found);
}

__device__ __forceinline__ void
gr_set_real (double *x, double re)
{
  *x = re;
}
__device__ __forceinline__ void
gr_set_real (float *x, double re)
{
  *x = static_cast<float> (re);
}
__device__ __forceinline__ void
gr_set_real (gr_c64 *x, double re)
{
  *x = { re, 0 };
}
__device__ __forceinline__ void
gr_set_real (gr_c32 *x, double re)
{
  *x = { static_cast<float> (re), 0 };
}

/* b, rows x columns, is a triangle of the corner of a, which has m rows.  */
template <class T>
__global__ void
__launch_bounds__ (GR_MATRIX_THREADS)
  gr_copy_triangle_kernel (bool is_lower, bool is_unit, size_t m, const T *a, size_t rows, size_t columns, T *b)
{
  for (size_t at = blockIdx.x * static_cast<size_t> (GR_MATRIX_THREADS) + threadIdx.x; at < rows * columns;
       at += gridDim.x * static_cast<size_t> (GR_MATRIX_THREADS))
    {
      const size_t j = gr_divide (at, rows), i = at - j * rows;
      T x;
      if (i == j ? ! is_unit : (i > j) == is_lower)
        x = a[i + j * m];
      else
        gr_set_real (&x, i == j);
      b[at] = x;
    }
}

} // namespace

#endif
