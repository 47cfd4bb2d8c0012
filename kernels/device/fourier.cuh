/* SPDX-License-Identifier: GPL-3.0-or-later

   The kernels beside Fourier transforms: what they do with elements and their conjugates at negative frequencies, of
   which a transform computes or reads the first half alone.  */

#ifndef GR_FOURIER_CUH
#define GR_FOURIER_CUH

#include "backend_elements.h"
#include "op/divide.cuh"

namespace GR_NAMESPACE
{

enum { GR_FOURIER_THREADS = 256, GR_FOURIER_ITEMS = 4 };

/* Elements [inner, len, other[0], ..., other[others - 1], outer], of which those up to len / 2 are the first half.  */
struct gr_spectrum
{
  size_t inner, len;
  unsigned others;
  size_t other[GR_MAX_DIMS];
  size_t count; /* of elements in the first half */
};

/* Where an element of the first half and its mirror image are, at the negative frequency.  */
struct gr_mirrored
{
  size_t here, there;
  bool is_second; /* the mirror image is in the first half, too, and comes before it */
};

__device__ __forceinline__ gr_mirrored
gr_find_mirrored (const gr_spectrum &s, size_t number)
{
  const size_t half = s.len / 2 + 1;
  size_t i = 0, rest = number;
  if (s.inner > 1)
    {
      rest = gr_divide (number, s.inner);
      i = number - rest * s.inner;
    }
  const size_t row = gr_divide (rest, half), k = rest - row * half, mirrored_k = k ? s.len - k : 0;
  size_t here = 0, there = 0, step = 1;
  rest = row;
  for (unsigned d = 0; d < s.others; d++)
    {
      const size_t next = gr_divide (rest, s.other[d]), f = rest - next * s.other[d];
      here += f * step;
      there += (f ? s.other[d] - f : 0) * step;
      step *= s.other[d];
      rest = next;
    }
  here += rest * step;
  there += rest * step;
  gr_mirrored m;
  m.here = i + s.inner * (k + s.len * here);
  m.there = i + s.inner * (mirrored_k + s.len * there);
  m.is_second = mirrored_k == k && m.there < m.here;
  return m;
}

/* The number of a thread's first element, others being GR_FOURIER_THREADS apart.  */
__device__ __forceinline__ size_t
gr_first_number ()
{
  return static_cast<size_t> (blockIdx.x) * (GR_FOURIER_THREADS * GR_FOURIER_ITEMS) + threadIdx.x;
}

__device__ __forceinline__ bool
gr_are_conjugates (double a, double b)
{
  return a == b;
}
__device__ __forceinline__ bool
gr_are_conjugates (float a, float b)
{
  return a == b;
}
template <class Z>
__device__ __forceinline__ bool
gr_are_conjugates (const Z &a, const Z &b)
{
  return a.re == b.re && a.im == -b.im;
}

/* *differs becomes 1 where an element is not the conjugate of its mirror image; blocks that begin later leave.  */
template <class T>
__global__ void
__launch_bounds__ (GR_FOURIER_THREADS)
  gr_compare_conjugates_kernel (const __grid_constant__ gr_spectrum s, const T *elements, unsigned *differs)
{
  if (*static_cast<volatile unsigned *> (differs))
    return;
  bool is_conjugate = true;
#pragma unroll
  for (unsigned item = 0; item < GR_FOURIER_ITEMS; item++)
    {
      const size_t number = gr_first_number () + item * GR_FOURIER_THREADS;
      if (number < s.count)
        {
          const gr_mirrored m = gr_find_mirrored (s, number);
          is_conjugate = is_conjugate && gr_are_conjugates (elements[m.here], elements[m.there]);
        }
    }
  if (! is_conjugate)
    *static_cast<volatile unsigned *> (differs) = 1;
}

/* Complete transforms of real elements, of which there is the first half.  The forward ones become inverse ones if they
   are scaled, by a factor that is not 0.  */
template <class Z, class R>
__global__ void
__launch_bounds__ (GR_FOURIER_THREADS) gr_mirror_kernel (const __grid_constant__ gr_spectrum s, R factor, Z *elements)
{
#pragma unroll
  for (unsigned item = 0; item < GR_FOURIER_ITEMS; item++)
    {
      const size_t number = gr_first_number () + item * GR_FOURIER_THREADS;
      if (number < s.count)
        {
          const gr_mirrored m = gr_find_mirrored (s, number);
          if (! m.is_second)
            {
              Z z = elements[m.here];
              if (factor != 0)
                {
                  z.re *= factor;
                  z.im *= -factor;
                }
              if (m.here == m.there)
                z.im = 0;
              if (factor != 0 || m.here == m.there)
                elements[m.here] = z;
              if (m.here != m.there)
                {
                  z.im = -z.im;
                  elements[m.there] = z;
                }
            }
        }
    }
}

template <class Z, class R>
__device__ __forceinline__ Z
gr_scaled (R x, R factor)
{
  Z z;
  z.re = x * factor;
  z.im = 0;
  return z;
}
template <class Z, class R>
__device__ __forceinline__ Z
gr_scaled (const Z &x, R factor)
{
  Z z;
  z.re = x.re * factor;
  z.im = x.im * factor;
  return z;
}

/* The first half of the elements times a factor, one behind the other.  */
template <class T, class Z, class R>
__global__ void
__launch_bounds__ (GR_FOURIER_THREADS)
  gr_take_half_kernel (const __grid_constant__ gr_spectrum s, const T *elements, R factor, Z *half)
{
#pragma unroll
  for (unsigned item = 0; item < GR_FOURIER_ITEMS; item++)
    {
      const size_t number = gr_first_number () + item * GR_FOURIER_THREADS;
      if (number < s.count)
        half[number] = gr_scaled<Z, R> (elements[gr_find_mirrored (s, number).here], factor);
    }
}

} // namespace

#endif
