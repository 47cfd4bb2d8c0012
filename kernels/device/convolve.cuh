/* SPDX-License-Identifier: GPL-3.0-or-later

   The kernel of all convolutions.  A block has a tile of results.  It stages the part of the signal that these meet
   with some taps, and each thread adds products to its results in registers: it reads R + n - 1 elements of a column, R
   neighbouring results having n taps in a row.  Taps are gone through from the last one on, and so the signal's
   elements from the first one on.  */

#ifndef GR_CONVOLVE_CUH
#define GR_CONVOLVE_CUH

#include "device/convolve_strips.cuh"
#include "op/divide.cuh"
#include "runtime/kernel.cuh"

namespace GR_NAMESPACE
{

/* The most threads of a block, the columns that a thread has results in, and the elements that it has on their way.  */
enum { GR_CONVOLVE_THREADS = 256, GR_CONVOLVE_COLUMNS = 2, GR_CONVOLVE_AHEAD = 8 };

/* A thread's neighbouring results in a column.  */
template <class T> constexpr unsigned gr_convolve_results = sizeof (T) <= 8 ? 8 : 4;

/* Blocks that a multiprocessor is to have room for.  */
template <class T> constexpr unsigned gr_convolve_blocks = sizeof (T) == 4 ? 4 : 2;

/* A block has `lanes` threads side by side along a column, and `lines` of such.  They take `rows` by `columns` taps at
   a time, all rows unless columns is 1.  A column in shared memory takes `pitch` elements.  */
struct gr_convolve_plan
{
  unsigned lanes, lines, rows, columns, pitch;
  size_t tiles_down, tiles_across;
};

/* Where row r of a column is in shared memory.  Neighbouring threads are an odd number of elements apart, so that they
   read different banks.  */
template <class T>
__host__ __device__ __forceinline__ unsigned
gr_padded (unsigned r)
{
  return r + r / gr_convolve_results<T>;
}

/* Add the products of n taps, N at the most, and the elements from `column` on.  */
template <unsigned N, class T>
__device__ __forceinline__ void
gr_add_taps (unsigned n, const T *column, const T *tap, T *sum)
{
  constexpr unsigned R = gr_convolve_results<T>;
  if (n < N)
    {
      if constexpr (N > 1)
        {
          gr_add_taps<N - 1> (n, column, tap, sum);
        }
      return;
    }
  T x[R + N - 1];
#pragma unroll
  for (unsigned r = 0; r < R + N - 1; r++)
    {
      x[r] = column[gr_padded<T> (r)];
    }
#pragma unroll
  for (unsigned u = 0; u < N; u++)
    {
#pragma unroll
      for (unsigned r = 0; r < R; r++)
        {
          gr_add_product (&sum[r], x[r + u], tap[u]);
        }
    }
}

/* The same of n taps where elements before the first row or behind the last one are none, from row `row` on.  */
template <class T>
__device__ __forceinline__ void
gr_add_taps_within (unsigned n, const T *column, const T *tap, size_t row, size_t end, T *sum)
{
  constexpr unsigned R = gr_convolve_results<T>;
#pragma unroll
  for (unsigned u = 0; u < R; u++)
    {
#pragma unroll
      for (unsigned r = 0; r < R; r++)
        {
          if (u < n && row + r + u < end)
            gr_add_product (&sum[r], column[gr_padded<T> (r + u)], tap[u]);
        }
    }
}

/* What a block works with: its place among the results, which of its threads this is, and shared memory.  */
template <class T> struct gr_convolve_block
{
  const gr_convolution_run &q;
  const gr_convolve_plan &p;
  unsigned lane, line;
  size_t row, column, plane;
  T *tile, *taps;
};

/* Taps that are taken at a time, and the signal's first row and column that the block's results meet with them.  Before
   the signal's first one they are large numbers.  */
struct gr_convolve_step
{
  size_t row, column;
  unsigned rows, columns;
};

/* Has the signal `needed` rows from `row` on?  */
__device__ __forceinline__ bool
gr_has_rows (const gr_convolution_run &q, size_t row, unsigned needed)
{
  return row < q.signal[0] && needed <= q.signal[0] - row;
}

/* Stage a plane's elements for a step.  Rows that it has not are 0, and columns that it has not stay as they are.  */
template <class T>
__device__ __forceinline__ void
gr_stage_signal (const gr_convolve_block<T> &b, const gr_convolve_step &s, const T *plane)
{
  const unsigned needed = b.p.lanes * gr_convolve_results<T> + s.rows - 1;
  const bool is_inside = gr_has_rows (b.q, s.row, needed);
  for (unsigned c = b.line; c < b.p.lines * GR_CONVOLVE_COLUMNS + s.columns - 1; c += b.p.lines)
    {
      if (s.column + c >= b.q.signal[1])
        continue;
      const T *const from = plane + b.q.signal[0] * (s.column + c);
      T *const to = b.tile + c * b.p.pitch;
      unsigned r = b.lane;
      for (; is_inside && r + (GR_CONVOLVE_AHEAD - 1) * b.p.lanes < needed; r += GR_CONVOLVE_AHEAD * b.p.lanes)
        {
          T x[GR_CONVOLVE_AHEAD];
#pragma unroll
          for (unsigned k = 0; k < GR_CONVOLVE_AHEAD; k++)
            {
              x[k] = from[s.row + r + k * b.p.lanes];
            }
#pragma unroll
          for (unsigned k = 0; k < GR_CONVOLVE_AHEAD; k++)
            {
              to[gr_padded<T> (r + k * b.p.lanes)] = x[k];
            }
        }
#pragma unroll 4
      for (; r < needed; r += b.p.lanes)
        {
          to[gr_padded<T> (r)] = s.row + r < b.q.signal[0] ? from[s.row + r] : T{};
        }
    }
}

/* Add what a thread's results get from a step.  The rows of zeros that are staged beside the signal add nothing, unless
   a tap is infinite or NaN.  */
template <class T>
__device__ __forceinline__ void
gr_add_staged (const gr_convolve_block<T> &b, const gr_convolve_step &s, T (*sum)[gr_convolve_results<T>])
{
  constexpr unsigned R = gr_convolve_results<T>;
  const bool is_inside = gr_has_rows (b.q, s.row, b.p.lanes * R + s.rows - 1);
  for (unsigned v = 0; v < s.columns; v++)
    {
      for (unsigned u = 0; u < s.rows; u += R)
        {
          const unsigned n = min (R, s.rows - u);
          T tap[R] = {};
#pragma unroll
          for (unsigned k = 0; k < R; k++)
            {
              if (k < n)
                tap[k] = b.taps[v * s.rows + u + k];
            }
          const bool is_plain = is_inside || gr_are_numbers (tap);
#pragma unroll
          for (unsigned c = 0; c < GR_CONVOLVE_COLUMNS; c++)
            {
              const unsigned y = b.line + c * b.p.lines;
              const T *const from = b.tile + (y + v) * b.p.pitch + gr_padded<T> (b.lane * R + u);
              if (b.column + y >= b.q.size[1] || s.column + y + v >= b.q.signal[1])
                continue;
              if (is_plain)
                gr_add_taps<R> (n, from, tap, sum[c]);
              else
                gr_add_taps_within (n, from, tap, s.row + b.lane * R + u, b.q.signal[0], sum[c]);
            }
        }
    }
}

/* Add what a plane of the signal and a plane of taps, the last of which is the first here, give a thread's results.  */
template <class T>
__device__ __forceinline__ void
gr_convolve_planes (const gr_convolve_block<T> &b, const T *plane, const T *last, T (*sum)[gr_convolve_results<T>])
{
  const gr_convolution_run &q = b.q;
  for (size_t v = 0; v < q.taps[1]; v += b.p.columns)
    {
      for (size_t u = 0; u < q.taps[0]; u += b.p.rows)
        {
          const gr_convolve_step s = { b.row + q.first[0] + u, b.column + q.first[1] + v,
                                       static_cast<unsigned> (min (q.taps[0] - u, static_cast<size_t> (b.p.rows))),
                                       static_cast<unsigned> (min (q.taps[1] - v, static_cast<size_t> (b.p.columns))) };
          gr_stage_signal (b, s, plane);
          /* as neighbours, since rows are all there are or columns are 1 */
          for (unsigned k = threadIdx.x; k < s.rows * s.columns; k += b.p.lanes * b.p.lines)
            {
              b.taps[k] = *(last - (u + q.taps[0] * v + k));
            }
          __syncthreads ();
          gr_add_staged (b, s, sum);
          __syncthreads ();
        }
    }
}

/* Store a block's results, by way of shared memory, so that neighbouring threads store neighbours.  */
template <class T>
__device__ __forceinline__ void
gr_store_convolved (const gr_convolve_block<T> &b, const T (*sum)[gr_convolve_results<T>])
{
  constexpr unsigned R = gr_convolve_results<T>;
  T *const to = static_cast<T *> (b.q.to) + b.q.size[0] * (b.column + b.q.size[1] * b.plane);
#pragma unroll
  for (unsigned c = 0; c < GR_CONVOLVE_COLUMNS; c++)
    {
#pragma unroll
      for (unsigned r = 0; r < R; r++)
        {
          b.tile[(b.line + c * b.p.lines) * b.p.pitch + gr_padded<T> (b.lane * R + r)] = sum[c][r];
        }
    }
  __syncthreads ();
#pragma unroll
  for (unsigned c = 0; c < GR_CONVOLVE_COLUMNS; c++)
    {
      const unsigned y = b.line + c * b.p.lines;
      for (unsigned r = b.lane; r < b.p.lanes * R; r += b.p.lanes)
        {
          if (b.row + r < b.q.size[0] && b.column + y < b.q.size[1])
            to[b.row + r + b.q.size[0] * y] = b.tile[y * b.p.pitch + gr_padded<T> (r)];
        }
    }
}

template <class T>
__global__ void
__launch_bounds__ (GR_CONVOLVE_THREADS, gr_convolve_blocks<T>)
  gr_convolve_kernel (const __grid_constant__ gr_convolution_run q, const __grid_constant__ gr_convolve_plan p)
{
  constexpr unsigned R = gr_convolve_results<T>, C = GR_CONVOLVE_COLUMNS;
  GR_DYNAMIC_SHARED (T, tile);
  const size_t rest = gr_divide (blockIdx.x, p.tiles_down), down = blockIdx.x - rest * p.tiles_down;
  const size_t plane = gr_divide (rest, p.tiles_across), across = rest - plane * p.tiles_across;
  const unsigned line = threadIdx.x / p.lanes;
  const gr_convolve_block<T> b = { q,
                                   p,
                                   threadIdx.x - line * p.lanes,
                                   line,
                                   down * p.lanes * R,
                                   across * p.lines * C,
                                   plane,
                                   tile,
                                   tile + (p.lines * C + p.columns - 1) * p.pitch };
  const size_t planes = gr_count_planes (q.dims, q.taps), of_taps = q.taps[0] * q.taps[1];
  T sum[C][R] = {};
  if (q.adds)
    {
#pragma unroll
      for (unsigned c = 0; c < C; c++)
        {
#pragma unroll
          for (unsigned r = 0; r < R; r++)
            {
              const size_t row = b.row + b.lane * R + r, column = b.column + b.line + c * p.lines;
              if (row < q.size[0] && column < q.size[1])
                sum[c][r] = static_cast<const T *> (q.to)[row + q.size[0] * (column + q.size[1] * b.plane)];
            }
        }
    }
  for (size_t w = 0; w < planes; w++)
    {
      const size_t number = gr_find_plane (&q, plane, w);
      if (number != SIZE_MAX)
        {
          const T *const last = static_cast<const T *> (q.tap) + of_taps * (planes - w) - 1;
          const T *const from = static_cast<const T *> (q.elements) + q.signal[0] * q.signal[1] * number;
          gr_convolve_planes (b, from, last, sum);
        }
    }
  gr_store_convolved (b, sum);
}

} // namespace

#endif
