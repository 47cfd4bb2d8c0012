/* SPDX-License-Identifier: GPL-3.0-or-later

   What the scan kernels share: their arguments, and what one thread does with the elements of a segment that it takes
   one after the other.  */

#ifndef GR_SCAN_COMMON_CUH
#define GR_SCAN_COMMON_CUH

#include "op/segment.cuh"

namespace GR_NAMESPACE
{

/* What every scan kernel is given: what to scan, by which operator, and where results go.  Kernels take it by value:
   where it is a __grid_constant__, the compiler takes their vector stores apart.  */
template <class Op, class T> struct gr_scan_arguments
{
  Op op;
  gr_source<Op, T> source;
  gr_sink<Op> sink;
  gr_segments segments;
  bool exclusive;
};

/* Let segments begin `before` elements earlier, where nothing is read or written.  Position p of the only slab then
   becomes position before + p; counted from the end, it stays.  */
template <class Op, class T>
void
gr_begin_before (gr_scan_arguments<Op, T> *args, size_t before)
{
  args->segments.len += before;
  if (args->segments.reverse)
    return;
  const size_t elements = before * args->segments.inner;
  args->source.in -= elements;
  args->sink.out = static_cast<char *> (args->sink.out) - elements * gr_types[args->sink.type].size;
  args->sink.index = args->sink.index ? args->sink.index - elements : nullptr;
}

/* Take `rows` elements STEP at a time.  get (x, row, ahead, count) reads count elements from number row + ahead
   on, and work (x, row, count) then writes the results of those from number row on.  The next elements are read
   before these results are written, since the compiler cannot see that they are at other places.  count is a
   constant where all elements are there.  */
template <class T, unsigned STEP, class Get, class Work>
__device__ __forceinline__ void
gr_read_ahead (unsigned rows, Get get, Work work)
{
  const std::integral_constant<unsigned, STEP> all;
  const std::integral_constant<unsigned, 0> here;
  T x[STEP], y[STEP];
  unsigned row = 0;
  if (rows >= STEP)
    {
      get (x, 0, here, all);
#pragma unroll 1
      for (; row + 2 * STEP <= rows; row += STEP)
        {
          get (y, row, all, all);
          work (x, row, all);
#pragma unroll
          for (unsigned e = 0; e < STEP; e++)
            x[e] = y[e];
        }
      work (x, row, all);
      row += STEP;
    }
  if (row < rows)
    {
      get (x, row, here, rows - row);
      work (x, row, rows - row);
    }
}

/* The results of a thread that has the elements of a segment one after the other, as Out.  */
template <class Op, class T, class Out> struct gr_running_results
{
  typedef gr_thread_accumulator<Op, gr_source<Op, T>> Serial;
  static constexpr bool INDEXED = gr_has_positions<Op>::value;

  Serial serial;
  Out last;                              /* the result before, which an exclusive scan writes */
  double position, last_position, place; /* 1-based: of the result, of the one before, of the next element */

  /* acc: what stands before the next element, which is the first one.  */
  __device__ __forceinline__ explicit gr_running_results (const typename Op::Acc &acc)
    : serial (acc), last{}, position (0.0), last_position (0.0), place (0.0)
  {}
  /* Take element number k of the segment, and write its result, and its position if there is one.  */
  __device__ __forceinline__ void put (const gr_scan_arguments<Op, T> &args, const T &x, int k, unsigned char *out,
                                       [[maybe_unused]] unsigned char *index)
  {
    serial.add (args.op, x, k, static_cast<size_t> (k), k == 0);
    const Out now = gr_cast<Out> (serial.finish (args.op));
    *reinterpret_cast<Out *> (out) = args.exclusive ? last : now;
    last = now;
    if constexpr (INDEXED)
      {
        position = serial.at == k ? place : position;
        place += args.segments.reverse ? -1.0 : 1.0;
        *reinterpret_cast<double *> (index) = args.exclusive ? last_position : position;
        last_position = position;
      }
  }
};

} // namespace

#endif
