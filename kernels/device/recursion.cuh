/* SPDX-License-Identifier: GPL-3.0-or-later

   The kernels of recursive filters.  A line is a block of a segment, and a thread's.  The state is the transposed one
   of direct form II: y = x + z(0), and then z(k) = z(k + 1) + c(k) y.  */

#ifndef GR_RECURSION_CUH
#define GR_RECURSION_CUH

#include "device/convolve.cuh"

namespace GR_NAMESPACE
{

/* The lines of a block of threads, and the elements of each that it stages at a time; the elements that a thread has on
   their way.  */
enum { GR_RECURSION_LINES = 32, GR_RECURSION_AHEAD = 16, GR_CARRY_THREADS = 64, GR_LONG_THREADS = 32 };

/* Lines are numbered by their segments, those of block 0 first.  states: [order, lines].  */
template <class T> struct gr_recursion_arrays
{
  const T *x;
  T *y, *states;
  const T *coefficients;
  size_t inner, len, segments, block, lines;
  unsigned order;
};

/* Where each line of a block begins, and how many elements it has.  */
struct gr_recursion_lines
{
  size_t begin[GR_RECURSION_LINES];
  unsigned count[GR_RECURSION_LINES];
};

template <class T>
__device__ __forceinline__ void
gr_find_line (const gr_recursion_arrays<T> &a, size_t line, gr_recursion_lines *lines)
{
  size_t begin = 0, count = 0;
  if (line < a.lines)
    {
      const size_t number = gr_divide (line, a.segments), segment = line - number * a.segments;
      const size_t o = gr_divide (segment, a.inner), first = number * a.block;
      begin = segment - o * a.inner + a.inner * (first + a.len * o);
      count = min (a.block, a.len - first);
    }
  lines->begin[threadIdx.x] = begin;
  lines->count[threadIdx.x] = static_cast<unsigned> (count);
}

template <class T>
__device__ __forceinline__ void
gr_add_to (T *sum, const T &x)
{
  if constexpr (std::is_floating_point<T>::value)
    *sum += x;
  else
    {
      sum->re += x.re;
      sum->im += x.im;
    }
}

/* Call f (k, line, i) for AHEAD elements of a tile, of which i is the number in the line, so that neighbouring threads
   have neighbours in memory.  */
template <class F>
__device__ __forceinline__ void
gr_for_staged (bool along, unsigned first, F f)
{
#pragma unroll
  for (unsigned k = 0; k < GR_RECURSION_AHEAD; k++)
    {
      const unsigned other = first + k;
      f (k, along ? other : threadIdx.x, along ? threadIdx.x : other);
    }
}

/* Filter all lines, from the states that are there if `begins`; store results if `stores`, else the last states.  */
template <class T, unsigned P>
__global__ void
__launch_bounds__ (GR_RECURSION_LINES)
  gr_recur_kernel (const __grid_constant__ gr_recursion_arrays<T> a, bool begins, bool stores)
{
  __shared__ T tile[GR_RECURSION_LINES][GR_RECURSION_LINES + 1];
  __shared__ gr_recursion_lines lines;
  const size_t line = blockIdx.x * static_cast<size_t> (GR_RECURSION_LINES) + threadIdx.x;
  const bool along = a.inner == 1;
  T z[P] = {}, c[P] = {};
  gr_find_line (a, line, &lines);
#pragma unroll
  for (unsigned k = 0; k < P; k++)
    {
      if (k < a.order)
        c[k] = a.coefficients[k];
      if (k < a.order && begins && line < a.lines)
        z[k] = a.states[line * a.order + k];
    }
  __syncwarp ();
  const unsigned count = lines.count[threadIdx.x], most = static_cast<unsigned> (min (a.block, a.len));
  for (unsigned n = 0; n < most; n += GR_RECURSION_LINES)
    {
      for (unsigned first = 0; first < GR_RECURSION_LINES; first += GR_RECURSION_AHEAD)
        {
          T x[GR_RECURSION_AHEAD] = {};
          gr_for_staged (along, first, [&] (unsigned k, unsigned l, unsigned i) {
            if (n + i < lines.count[l])
              x[k] = a.x[lines.begin[l] + a.inner * (n + i)];
          });
          gr_for_staged (along, first, [&] (unsigned k, unsigned l, unsigned i) { tile[l][i] = x[k]; });
        }
      __syncwarp ();
      for (unsigned i = 0; i < GR_RECURSION_LINES && n + i < count; i++)
        {
          T y = tile[threadIdx.x][i];
          gr_add_to (&y, z[0]);
          tile[threadIdx.x][i] = y;
#pragma unroll
          for (unsigned k = 0; k < P; k++)
            {
              if (k < a.order)
                {
                  z[k] = k + 1 < P ? z[k + 1 < P ? k + 1 : k] : T{};
                  gr_add_product (&z[k], c[k], y);
                }
            }
        }
      __syncwarp ();
      if (stores)
        {
          for (unsigned first = 0; first < GR_RECURSION_LINES; first += GR_RECURSION_AHEAD)
            {
              gr_for_staged (along, first, [&] (unsigned, unsigned l, unsigned i) {
                if (n + i < lines.count[l])
                  a.y[lines.begin[l] + a.inner * (n + i)] = tile[l][i];
              });
            }
          __syncwarp ();
        }
    }
  if (! stores && line < a.lines)
    {
#pragma unroll
      for (unsigned k = 0; k < P; k++)
        {
          if (k < a.order)
            a.states[line * a.order + k] = z[k];
        }
    }
}

/* The states of `count` blocks of each segment, what each comes to from nothing, become those before the blocks; or
   states are left alone, and `totals` of groups of them stored.  starts: the states before the groups; NULL if these
   are 0, as they are for totals.  */
template <class T> struct gr_carry_arrays
{
  T *states, *totals;
  const T *starts, *matrix;
  size_t segments, count, groups;
  unsigned order;
};

template <class T>
__device__ __forceinline__ bool
gr_is_zero (const T &x)
{
  if constexpr (std::is_floating_point<T>::value)
    return x == 0;
  else
    return x.re == 0 && x.im == 0;
}

template <class T, unsigned P>
__global__ void
__launch_bounds__ (GR_CARRY_THREADS) gr_carry_kernel (const __grid_constant__ gr_carry_arrays<T> a)
{
  const size_t thread = blockIdx.x * static_cast<size_t> (GR_CARRY_THREADS) + threadIdx.x;
  const size_t group = gr_divide (thread, a.segments), segment = thread - group * a.segments;
  T z[P] = {};
  if (group >= a.groups)
    return;
#pragma unroll
  for (unsigned k = 0; k < P; k++)
    {
      if (k < a.order && a.starts)
        z[k] = a.starts[thread * a.order + k];
    }
  const size_t end = min (a.count, (group + 1) * GR_STATE_GROUP);
  for (size_t block = group * GR_STATE_GROUP; block < end; block++)
    {
      T *const at = a.states + (segment + a.segments * block) * a.order;
      T next[P] = {};
#pragma unroll
      for (unsigned k = 0; k < P; k++)
        {
          if (k < a.order)
            {
              next[k] = at[k];
              if (! a.totals)
                at[k] = z[k];
            }
        }
        /* a state that is 0 carries nothing, even where the matrix has overflowed */
#pragma unroll
      for (unsigned j = 0; j < P; j++)
        {
#pragma unroll
          for (unsigned k = 0; k < P; k++)
            {
              if (k < a.order && j < a.order && ! gr_is_zero (z[j]))
                gr_add_product (&next[k], a.matrix[k * a.order + j], z[j]);
            }
        }
#pragma unroll
      for (unsigned k = 0; k < P; k++)
        {
          z[k] = next[k];
        }
    }
#pragma unroll
  for (unsigned k = 0; k < P; k++)
    {
      if (k < a.order && a.totals)
        a.totals[thread * a.order + k] = z[k];
    }
}

/* Recursions of any order, a segment a thread, which reads the results that it has stored, the oldest first.  */
template <class T>
__global__ void
__launch_bounds__ (GR_LONG_THREADS) gr_recur_long_kernel (const __grid_constant__ gr_recursion_arrays<T> a)
{
  const size_t segment = blockIdx.x * static_cast<size_t> (GR_LONG_THREADS) + threadIdx.x;
  if (segment >= a.segments)
    return;
  const size_t o = gr_divide (segment, a.inner), begin = segment - o * a.inner + a.inner * a.len * o;
  for (size_t n = 0; n < a.len; n++)
    {
      T y = a.x[begin + a.inner * n];
      for (size_t k = n < a.order ? n : a.order; k > 0; k--)
        {
          gr_add_product (&y, a.coefficients[k - 1], a.y[begin + a.inner * (n - k)]);
        }
      a.y[begin + a.inner * n] = y;
    }
}

} // namespace

#endif
