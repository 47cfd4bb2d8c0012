/* SPDX-License-Identifier: GPL-3.0-or-later

   Convolutions on a device: the tile of a block, or the strip of a warp.  Compiled a second time for the host executor,
   as device.cu is.  */

#include "device/convolve.cuh"
#include "device/elements.cuh"

#include <algorithm>

namespace GR_NAMESPACE
{

/* Bytes of shared memory of a block, so that a multiprocessor has room for several, and rows of taps at a time, which
   both numbers of results are a divisor of.  */
enum { ROOM = 48 * 1024, MOST_ROWS = 256, LANES_OF_MATRIX = 32 };

/* The least power of 2 that is not less than n, or `most`.  */
static unsigned
power_of_2 (size_t n, unsigned most)
{
  unsigned power = 1;
  while (power < n && power < most)
    power *= 2;
  return power;
}

template <class T>
static gr_convolve_plan
make_plan (const gr_convolution_run &q)
{
  constexpr unsigned R = gr_convolve_results<T>, C = GR_CONVOLVE_COLUMNS, MOST = ROOM / sizeof (T);
  gr_convolve_plan p = {};
  p.lines = power_of_2 ((q.size[1] + C - 1) / C, GR_CONVOLVE_THREADS / LANES_OF_MATRIX);
  p.lanes = power_of_2 ((q.size[0] + R - 1) / R, GR_CONVOLVE_THREADS / p.lines);
  p.lines = power_of_2 ((q.size[1] + C - 1) / C, GR_CONVOLVE_THREADS / p.lanes);
  p.rows = static_cast<unsigned> (std::min<size_t> (q.taps[0], MOST_ROWS));
  p.pitch = gr_padded<T> (p.lanes * R + p.rows - 1) + 1;
  while (p.lines > 1 && p.lines * C * p.pitch + p.rows > MOST)
    p.lines /= 2;
  p.columns = 1;
  if (p.rows == q.taps[0])
    {
      const size_t most = (MOST - (p.lines * C - 1) * p.pitch) / (p.pitch + p.rows);
      const size_t turns = (q.taps[1] + most - 1) / most;
      p.columns = static_cast<unsigned> ((q.taps[1] + turns - 1) / turns);
    }
  p.tiles_down = (q.size[0] + p.lanes * R - 1) / (p.lanes * R);
  p.tiles_across = (q.size[1] + p.lines * C - 1) / (p.lines * C);
  return p;
}

/* Strips that keep a device busy, the most and the least columns of one, and the least columns of a result that are
   worth loading a column ahead.  */
enum { STRIPS = 4096, MOST_COLUMNS = 64, LEAST_COLUMNS = 8 };

template <class T>
static gr_strip_plan
make_strips (const gr_convolution_run &q)
{
  constexpr unsigned ROWS = GR_STRIP_LANES * gr_strip_results<T>;
  const size_t down = (q.size[0] + ROWS - 1) / ROWS, planes = gr_count_planes (q.dims, q.size);
  gr_strip_plan p = { 2 * MOST_COLUMNS, down, 0, 0 };
  do
    {
      p.columns /= 2;
      p.across = (q.size[1] + p.columns - 1) / p.columns;
      p.count = down * p.across * planes;
    }
  while (p.count < STRIPS && p.columns > LEAST_COLUMNS);
  return p;
}

/* Do strips serve the convolution?  They begin with nothing, and all planes of results have one plane of the signal. */
template <class T>
static bool
has_strips (const gr_convolution_run &q)
{
  return ! q.adds && q.taps[0] <= GR_STRIP_TAPS && q.taps[1] <= GR_STRIP_TAPS && gr_count_planes (q.dims, q.taps) == 1
      && 2 * q.size[0] >= GR_STRIP_LANES * gr_strip_results<T> && q.size[1] >= LEAST_COLUMNS;
}

/* The kernel for that number of rows of taps, and at most V columns of them.  */
template <class T, unsigned V, unsigned U = GR_STRIP_TAPS>
static auto
strips_kernel (size_t rows)
{
  if constexpr (U > 1)
    if (rows < U)
      return strips_kernel<T, V, U - 1> (rows);
  return GR_KERNEL_OF (CONVOLVE, gr_convolve_strips_kernel<T, U, V>);
}

template <class T>
static gr_status
convolve_in_strips (const gr_convolution_run &q)
{
  const gr_strip_plan p = make_strips<T> (q);
  const auto kernel = q.taps[1] <= 3 ? strips_kernel<T, 3> (q.taps[0]) : strips_kernel<T, GR_STRIP_TAPS> (q.taps[0]);
  return gr_launch_shared (kernel, (p.count + GR_STRIP_WARPS - 1) / GR_STRIP_WARPS, GR_STRIP_WARPS * GR_STRIP_LANES, 0,
                           q, p);
}

template <class T>
static gr_status
convolve (const gr_convolution_run &q)
{
  if (has_strips<T> (q))
    return convolve_in_strips<T> (q);
  const gr_convolve_plan p = make_plan<T> (q);
  const size_t shared = ((p.lines * GR_CONVOLVE_COLUMNS + p.columns - 1) * p.pitch + p.rows * p.columns) * sizeof (T);
  return gr_launch_shared (GR_KERNEL_OF (CONVOLVE, gr_convolve_kernel<T>),
                           p.tiles_down * p.tiles_across * gr_count_planes (q.dims, q.size), p.lanes * p.lines, shared,
                           q, p);
}

gr_status
gr_convolve_arrays (const gr_convolution_run *run)
{
  switch (run->type)
    {
    case GR_TYPE_F64:
      return convolve<double> (*run);
    case GR_TYPE_F32:
      return convolve<float> (*run);
    case GR_TYPE_C64:
      return convolve<gr_c64> (*run);
    default:
      return convolve<gr_c32> (*run);
    }
}

} // namespace
