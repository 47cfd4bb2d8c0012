/* SPDX-License-Identifier: GPL-3.0-or-later

   The kernel of convolutions with few taps, in one plane.  A warp makes a strip of the results, a column after the
   other.  A lane has R neighbouring rows of it, and in registers the sums of the V columns that the signal's present
   column still adds to.  So each column of the signal is loaded once for a strip, ahead of its use, and staged for the
   lanes, which read the R + U - 1 elements that their results meet.  Results add their products in the order of the
   general kernel.  */

#ifndef GR_CONVOLVE_STRIPS_CUH
#define GR_CONVOLVE_STRIPS_CUH

#include "device/products.cuh"
#include "op/divide.cuh"
#include "runtime/kernel.cuh"

namespace GR_NAMESPACE
{

/* Warps of a block, and the most taps along a dimension.  */
enum { GR_STRIP_WARPS = 4, GR_STRIP_TAPS = 7 };

/* Are taps kept in registers?  Those of many columns of singles: read from shared memory, 7 x 7 took 117 us instead of
   101 for 4096 x 4096 on an H200, and 3 x 3 of doubles 82 us instead of 104.  */
template <class T, unsigned V> constexpr bool gr_strip_keeps = sizeof (T) == 4 && V > 3;

/* Blocks that a multiprocessor is to have room for: as many as leave the sums in registers.  */
template <class T, unsigned V>
constexpr unsigned gr_strip_blocks = V <= 3                                   ? 8
                                   : gr_strip_keeps<T, V> || sizeof (T) == 16 ? 4
                                                                              : 5;

/* Elements of 16 bytes, which a lane reads at once: its results in a column.  */
template <class T> constexpr unsigned gr_strip_results = 16 / sizeof (T);
template <class T> struct alignas (16) gr_strip_vector
{
  T x[gr_strip_results<T>];
};

/* Vectors that n elements take, and those of a column of the signal that a strip with U rows of taps meets.  */
enum { GR_STRIP_LANES = 32 };
template <class T>
__host__ __device__ constexpr unsigned
gr_strip_vectors (unsigned n)
{
  return (n + gr_strip_results<T> - 1) / gr_strip_results<T>;
}
template <class T, unsigned U>
constexpr unsigned gr_strip_height = gr_strip_vectors<T> (GR_STRIP_LANES *gr_strip_results<T> + U - 1);

template <class T, unsigned N>
__device__ __forceinline__ void
gr_read_vectors (const gr_strip_vector<T> *from, T (&x)[N])
{
#pragma unroll
  for (unsigned k = 0; k < N / gr_strip_results<T>; k++)
    {
      const gr_strip_vector<T> one = from[k];
#pragma unroll
      for (unsigned r = 0; r < gr_strip_results<T>; r++)
        {
          x[k * gr_strip_results<T> + r] = one.x[r];
        }
    }
}

/* A strip has `columns` columns, the last ones perhaps fewer; `down` are below each other, and `across` beside.  */
struct gr_strip_plan
{
  unsigned columns;
  size_t down, across, count;
};

/* What the lanes of a warp share.  Columns of the signal take turns in two places, so that one is staged while some
   lanes still read the other.  */
template <class T, unsigned U> struct gr_strip_memory
{
  gr_strip_vector<T> signal[2][gr_strip_height<T, U>], results[GR_STRIP_LANES];
};

/* A warp's strip: its first row and column among the results, its number of columns, and its plane of the signal.  */
template <class T> struct gr_strip
{
  const T *plane;
  T *to;
  size_t row, column;
  unsigned columns, lane;
};

/* Add a column's products with a column of taps to the sums of a lane's rows.  The zeros that stand for rows that the
   signal has not, from `rows` on, add nothing to a sum if the taps are finite (is_plain), and are left out
   otherwise.  */
template <unsigned U, class T>
__device__ __forceinline__ void
gr_add_column (const T *tap, const T *x, bool is_plain, size_t row, size_t rows, T (&sum)[gr_strip_results<T>])
{
  constexpr unsigned R = gr_strip_results<T>;
  if (is_plain)
    {
#pragma unroll
      for (unsigned u = 0; u < U; u++)
        {
#pragma unroll
          for (unsigned r = 0; r < R; r++)
            {
              gr_add_product (&sum[r], x[r + u], tap[u]);
            }
        }
      return;
    }
#pragma unroll
  for (unsigned u = 0; u < U; u++)
    {
#pragma unroll
      for (unsigned r = 0; r < R; r++)
        {
          if (row + r + u < rows)
            gr_add_product (&sum[r], x[r + u], tap[u]);
        }
    }
}

/* Load the elements of one column that a strip meets, from row `row` on: each lane those 32 apart.  Before the signal's
   first row and column, numbers are large.  */
template <unsigned U, class T>
__device__ __forceinline__ void
gr_load_ahead (const gr_convolution_run &q, const gr_strip<T> &s, size_t row, size_t column, bool is_inside,
               T (&ahead)[gr_strip_results<T> + 1])
{
  const T *const from = s.plane + q.signal[0] * column;
#pragma unroll
  for (unsigned k = 0; k <= gr_strip_results<T>; k++)
    {
      const unsigned r = s.lane + GR_STRIP_LANES * k;
      const bool is_needed = column < q.signal[1] && (k < gr_strip_results<T> || s.lane < U - 1);
      ahead[k] = is_needed && (is_inside || row + r < q.signal[0]) ? from[row + r] : T{};
    }
}

/* Stage a column that was loaded ahead.  */
template <unsigned U, class T>
__device__ __forceinline__ void
gr_stage_column (unsigned lane, const T (&ahead)[gr_strip_results<T> + 1], gr_strip_vector<T> *staged)
{
  constexpr unsigned R = gr_strip_results<T>;
#pragma unroll
  for (unsigned k = 0; k <= R; k++)
    {
      const unsigned r = lane + GR_STRIP_LANES * k;
      if (k < R || lane < U - 1)
        staged[r / R].x[r % R] = ahead[k];
    }
  __syncwarp ();
}

/* Store a column of results, by way of shared memory, so that neighbouring lanes store neighbours.  */
template <class T>
__device__ __forceinline__ void
gr_store_column (const gr_convolution_run &q, const gr_strip<T> &s, unsigned column, gr_strip_vector<T> *results,
                 const T (&sum)[gr_strip_results<T>])
{
  constexpr unsigned R = gr_strip_results<T>;
  T *const to = s.to + q.size[0] * (s.column + column);
#pragma unroll
  for (unsigned r = 0; r < R; r++)
    {
      results[s.lane].x[r] = sum[r];
    }
  __syncwarp ();
#pragma unroll
  for (unsigned k = 0; k < R; k++)
    {
      const unsigned r = s.lane + GR_STRIP_LANES * k;
      if (s.row + r < q.size[0])
        to[s.row + r] = results[r / R].x[r % R];
    }
}

/* Make a strip.  The signal's column i adds to V sums at a time, of which the last one is then complete; the q.taps[1]
   last ones are in use.  */
template <unsigned U, unsigned V, class T>
__device__ __forceinline__ void
gr_make_strip (const gr_convolution_run &q, const gr_strip<T> &s, const gr_strip_vector<T> *taps, bool are_finite,
               gr_strip_memory<T, U> &memory)
{
  constexpr unsigned R = gr_strip_results<T>, OF_TAPS = gr_strip_vectors<T> (U);
  constexpr bool KEEPS = gr_strip_keeps<T, V>;
  const unsigned n = static_cast<unsigned> (q.taps[1]), unused = V - n;
  const size_t row = s.row + q.first[0], column = s.column + q.first[1];
  const bool is_inside = row < q.signal[0] && GR_STRIP_LANES * R + U - 1 <= q.signal[0] - row;
  T ahead[R + 1], sum[V][R] = {}, tap[V][R * OF_TAPS];
#pragma unroll
  for (unsigned v = 0; v < V; v++)
    {
      if (KEEPS && v >= unused)
        gr_read_vectors (&taps[(v - unused) * OF_TAPS], tap[v]);
    }
  gr_load_ahead<U> (q, s, row, column, is_inside, ahead);
  for (unsigned i = 0; i < s.columns + n - 1; i++)
    {
      gr_strip_vector<T> *const staged = memory.signal[i % 2];
      gr_stage_column<U> (s.lane, ahead, staged);
      gr_load_ahead<U> (q, s, row, column + i + 1, is_inside, ahead);
      T x[R * gr_strip_vectors<T> (R + U - 1)];
      gr_read_vectors (&staged[s.lane], x);
#pragma unroll
      for (unsigned v = V; v-- > 0;)
        {
#pragma unroll
          for (unsigned r = 0; r < R; r++)
            {
              sum[v][r] = v ? sum[v - 1][r] : T{};
            }
          if (column + i < q.signal[1] && v >= unused && i + unused - v < s.columns)
            {
              if (! KEEPS)
                gr_read_vectors (&taps[(v - unused) * OF_TAPS], tap[v]);
              gr_add_column<U> (tap[v], x, is_inside || are_finite, row + s.lane * R, q.signal[0], sum[v]);
            }
        }
      if (i + 1 >= n)
        gr_store_column (q, s, i + 1 - n, memory.results, sum[V - 1]);
    }
}

/* Stage the taps, from the last one on.  Are all finite?  All warps of the block call.  */
template <unsigned U, class T>
__device__ __forceinline__ bool
gr_stage_taps (const gr_convolution_run &q, gr_strip_vector<T> *taps)
{
  constexpr unsigned R = gr_strip_results<T>, OF_TAPS = gr_strip_vectors<T> (U);
  const unsigned count = U * static_cast<unsigned> (q.taps[1]), lane = threadIdx.x % GR_STRIP_LANES;
  const T *const tap = static_cast<const T *> (q.tap);
  bool are_finite = true;
  for (unsigned k = threadIdx.x; k < count; k += GR_STRIP_WARPS * GR_STRIP_LANES)
    {
      const unsigned v = k / U, u = k % U;
      taps[v * OF_TAPS + u / R].x[u % R] = tap[count - 1 - k];
    }
  for (unsigned k = lane; k < count; k += GR_STRIP_LANES)
    {
      are_finite &= gr_is_number (tap[k]);
    }
  __syncthreads ();
  return __all_sync (~0U, are_finite);
}

template <class T, unsigned U, unsigned V>
__global__ void
__launch_bounds__ (GR_STRIP_WARPS *GR_STRIP_LANES, gr_strip_blocks<T, V>)
  gr_convolve_strips_kernel (const __grid_constant__ gr_convolution_run q, const __grid_constant__ gr_strip_plan p)
{
  constexpr unsigned R = gr_strip_results<T>;
  __shared__ gr_strip_vector<T> taps[V * gr_strip_vectors<T> (U)];
  __shared__ gr_strip_memory<T, U> memory[GR_STRIP_WARPS];
  const bool are_finite = gr_stage_taps<U> (q, taps);
  const unsigned warp = threadIdx.x / GR_STRIP_LANES;
  const size_t number = static_cast<size_t> (blockIdx.x) * GR_STRIP_WARPS + warp;
  if (number >= p.count)
    return;
  const size_t rest = gr_divide (number, p.down), plane = gr_divide (rest, p.across);
  const size_t column = (rest - plane * p.across) * p.columns, of_signal = gr_find_plane (&q, plane, 0);
  if (of_signal == SIZE_MAX)
    return;
  const gr_strip<T> s = { static_cast<const T *> (q.elements) + q.signal[0] * q.signal[1] * of_signal,
                          static_cast<T *> (q.to) + q.size[0] * q.size[1] * plane,
                          (number - rest * p.down) * GR_STRIP_LANES * R,
                          column,
                          static_cast<unsigned> (min (static_cast<size_t> (p.columns), q.size[1] - column)),
                          threadIdx.x % GR_STRIP_LANES };
  gr_make_strip<U, V> (q, s, taps, are_finite, memory[warp]);
}

} // namespace

#endif
