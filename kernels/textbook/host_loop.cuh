/* SPDX-License-Identifier: GPL-3.0-or-later

   Algorithms that are loops of the host, to compare with.  Only the build for the host executor has them, since
   the host can read its device memory.  The library sends such requests there whatever the backend is.  */

#ifndef GR_HOST_LOOP_CUH
#define GR_HOST_LOOP_CUH

#include "textbook/named.cuh"

namespace GR_NAMESPACE
{

/* serial: one accumulator goes along the segment, as in the definition.  */
template <> struct gr_textbook<GR_ALGORITHM_SERIAL>
{
  template <class Op> static gr_status run (gr_context *context, const Op &op, const gr_named_task<Op> &task)
  {
    const gr_segments &segments = task.elements.segments;
    for (size_t segment = 0; segment < segments.count; segment++)
      {
        typename Op::Acc acc = task.elements.at (op, segment, 0);
        for (size_t k = 1; k < segments.len; k++)
          {
            if (task.results.scan)
              task.results.put (op, acc, segment, k - 1);
            acc = op.combine (acc, task.elements.at (op, segment, k));
          }
        task.results.put (op, acc, segment, segments.len - 1);
      }
    return gr_mark (context, GR_COMPUTED);
  }
};

/* recursive (recursiveReduce): the interleaved tree as a recursion that halves the
   segment until one element is left, after J. Cheng, M. Grossman, T. McKercher,
   "Professional CUDA C Programming", 2014, chapter 3.  The book's length is a
   power of two; here the last of an odd number stays.  Operators that need
   index order combine neighbours.  */
template <class Op>
typename Op::Acc
gr_recursive_reduce (const Op &op, typename Op::Acc *a, size_t n)
{
  if (n == 1)
    return a[0];
  const size_t stride = n / 2 + n % 2;
  for (size_t i = 0; i < n / 2; i++)
    a[i] = Op::ordered ? op.combine (a[2 * i], a[2 * i + 1]) : op.combine (a[i], a[i + stride]);
  if (Op::ordered && n % 2)
    a[n / 2] = a[n - 1];
  return gr_recursive_reduce (op, a, stride);
}

template <> struct gr_textbook<GR_ALGORITHM_RECURSIVE>
{
  template <class Op> static gr_status run (gr_context *context, const Op &op, const gr_named_task<Op> &task)
  {
    const gr_segments &segments = task.elements.segments;
    typename Op::Acc *work = nullptr, *totals = nullptr;
    GR_TRY (gr_copy_elements (context, op, task.elements, &work));
    GR_TRY (gr_scratch (context, segments.count, &totals));
    for (size_t segment = 0; segment < segments.count; segment++)
      totals[segment] = gr_recursive_reduce (op, work + segment * segments.len, segments.len);
    return gr_store_results (context, op, totals, task.results);
  }
};

} // namespace

#endif
