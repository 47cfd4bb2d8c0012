/* SPDX-License-Identifier: GPL-3.0-or-later

   Recursive filters on a device: the kernels of blocks, and of the states between these.  Compiled a second time for
   the host executor, as device.cu is.  */

#include "device/order.cuh"
#include "device/recursion.cuh"
#include "device/transfers.cuh"

namespace GR_NAMESPACE
{

template <class T, unsigned P>
static gr_status
carry (const gr_carry_arrays<T> &a)
{
  return gr_launch_queued (GR_KERNEL_OF (RECURSION, gr_carry_kernel<T, P>),
                           gr_ceil_div (a.segments * a.groups, GR_CARRY_THREADS), GR_CARRY_THREADS, a);
}

/* What `count` blocks of each segment come to from nothing becomes the states before them, by groups of which the
   totals are treated alike.  */
template <class T, unsigned P>
static gr_status
scan_states (size_t segments, size_t count, unsigned order, const T *matrix, T *states)
{
  gr_call_scratch scratch;
  T *totals = nullptr;
  gr_carry_arrays<T> a
    = { states, nullptr, nullptr, matrix, segments, count, gr_ceil_div (count, GR_STATE_GROUP), order };
  if (a.groups > 1)
    {
      GR_TRY (scratch.take (segments * a.groups * order, &totals));
      a.totals = totals;
      GR_TRY ((carry<T, P> (a)));
      GR_TRY ((scan_states<T, P> (segments, a.groups, order, matrix + order * order, totals)));
      a.totals = nullptr;
      a.starts = totals;
    }
  return carry<T, P> (a);
}

/* Recursions of up to P states.  */
template <class T, unsigned P>
static gr_status
recur_by_blocks (const gr_recursion_run &run, gr_recursion_arrays<T> a)
{
  gr_call_scratch scratch;
  T *matrices = nullptr;
  const size_t blocks = gr_ceil_div (a.lines, GR_RECURSION_LINES), numbers = run.levels * a.order * a.order;
  const auto filter = [&] (bool begins, bool stores) {
    return gr_launch_queued (GR_KERNEL_OF (RECURSION, gr_recur_kernel<T, P>), blocks, GR_RECURSION_LINES, a, begins,
                             stores);
  };
  if (run.blocks > 1)
    {
      GR_TRY (scratch.take (a.lines * a.order, &a.states));
      GR_TRY (scratch.take (numbers, &matrices));
      GR_TRY (gr_upload (matrices, run.matrices, numbers * sizeof (T)));
      GR_TRY (filter (false, false));
      GR_TRY ((scan_states<T, P> (a.segments, run.blocks, a.order, matrices, a.states)));
    }
  return filter (run.blocks > 1, true);
}

template <class T>
static gr_status
recur (const gr_recursion_run &run)
{
  const gr_recursion &q = run.recursion;
  gr_call_scratch scratch;
  T *coefficients = nullptr;
  GR_TRY (gr_need_device ());
  GR_TRY (scratch.take (q.order, &coefficients));
  GR_TRY (gr_upload (coefficients, run.coefficients, q.order * sizeof (T)));
  const size_t segments = q.inner * q.outer;
  const gr_recursion_arrays<T> a = { static_cast<const T *> (run.x),
                                     static_cast<T *> (run.y),
                                     nullptr,
                                     coefficients,
                                     q.inner,
                                     q.len,
                                     segments,
                                     run.block,
                                     segments * run.blocks,
                                     static_cast<unsigned> (q.order) };
  if (q.order <= 2)
    return recur_by_blocks<T, 2> (run, a);
  if (q.order <= 4)
    return recur_by_blocks<T, 4> (run, a);
  if (q.order <= 8)
    return recur_by_blocks<T, 8> (run, a);
  if (q.order <= GR_MOST_STATES)
    return recur_by_blocks<T, GR_MOST_STATES> (run, a);
  return gr_launch_queued (GR_KERNEL_OF (RECURSION, gr_recur_long_kernel<T>), gr_ceil_div (segments, GR_LONG_THREADS),
                           GR_LONG_THREADS, a);
}

gr_status
gr_recur_along (const gr_recursion_run *run)
{
  switch (run->recursion.type)
    {
    case GR_TYPE_F64:
      return recur<double> (*run);
    case GR_TYPE_F32:
      return recur<float> (*run);
    case GR_TYPE_C64:
      return recur<gr_c64> (*run);
    default:
      return recur<gr_c32> (*run);
    }
}

} // namespace
