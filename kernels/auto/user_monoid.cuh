/* SPDX-License-Identifier: GPL-3.0-or-later

   Monoids of users as those of op/monoids/: accumulators are a number of bytes, which only the user's operation knows
   the values in.  */

#ifndef GR_USER_MONOID_CUH
#define GR_USER_MONOID_CUH

#include "auto/reduce.cuh"

namespace GR_NAMESPACE
{

/* Stands for a user's operation where gr_given does for a function:
     static Values combine (const gr_c64 *numbers, const Values &a, const Values &b, unsigned *faulty)  */
struct gr_operation_given
{
  template <class Values> static __device__ Values combine (const gr_c64 *, const Values &a, const Values &, unsigned *)
  {
    return a;
  }
};

/* FLAGGED: there is no identity but that of nothing, which a flag says.  */
template <unsigned BYTES, bool FLAGGED> struct gr_user_accumulator
{
  gr_user_values<BYTES> values;
};
template <unsigned BYTES> struct gr_user_accumulator<BYTES, true>
{
  gr_user_values<BYTES> values;
  unsigned any;
};

template <unsigned BYTES, bool FLAGGED, bool ORDERED, class F> struct gr_user_monoid_of
{
  typedef gr_user_values<BYTES> Values;
  typedef gr_user_accumulator<BYTES, FLAGGED> Acc;
  typedef Values Value;
  static constexpr bool ordered = ORDERED;
  gr_c64 number[GR_MAPPED_NUMBERS];
  Values first; /* the identity, if there is one */
  unsigned *faulty;

  __device__ __forceinline__ Acc identity () const
  {
    Acc a = {};
    if constexpr (! FLAGGED)
      a.values = first;
    return a;
  }
  __device__ __forceinline__ Acc load (const Values &x, size_t) const
  {
    Acc a;
    a.values = x;
    if constexpr (FLAGGED)
      a.any = 1;
    return a;
  }
  __device__ __forceinline__ Acc combine (const Acc &a, const Acc &b) const
  {
    Acc c;
    if constexpr (FLAGGED)
      {
        if (! a.any)
          return b;
        if (! b.any)
          return a;
        c.any = 1;
      }
    c.values = F::combine (number, a.values, b.values, faulty);
    return c;
  }
  __device__ __forceinline__ Value finish (const Acc &a) const { return a.values; }
  __device__ __forceinline__ Value empty () const { return first; }
};

#if GR_ON_CALL
/* Reduce values of the context's function by its operation to accumulators, one for each segment: by the planner's
   kernel if it takes values, else by the one that takes any segments.  */
template <class Op, class T>
gr_status
gr_reduce_by_user (gr_context *context, const Op &op, const gr_segments &segments, typename Op::Acc *results)
{
  typedef gr_mapped_source<Op, T, gr_given> Source;
  constexpr int SEGMENTS = gr_segments_a_thread<Op, T>;
  const gr_kernel_types types = gr_kernel_types_of<Op, T> (sizeof (typename Op::Acc), false);
  gr_plan_arrays places = {};
  typename Op::Acc *totals = nullptr;
  GR_TRY (gr_most_shared (&places.shared_bytes));
  gr_plan_input in
    = gr_plan_input_of (false, segments.inner, segments.len, segments.count / segments.inner, &types, &places);
  const gr_plan plan = gr_plan_values (&in);
  if (plan.kernel == GR_AUTO_PLANNER)
    return gr_fail_unfit (&in);
  if (plan.workspace)
    GR_TRY (gr_scratch (context, plan.workspace / sizeof *totals, &totals));
  const struct
  {
    Source source;
    gr_sink<Op> sink;
    typename Op::Acc *totals;
  } arrays = { { *context->mapped }, { results, nullptr, GR_STATES }, totals };
  const auto start = [&] (auto kernel, const auto &of) {
    return gr_start_reduction (context, kernel, op, arrays, segments, plan, of);
  };
  if constexpr (SEGMENTS > 1)
    if (plan.kernel == GR_AUTO_REDUCE_ACROSS)
      return start (GR_KERNEL (gr_reduce_across_kernel<Op, Source, SEGMENTS>), plan.of.across);
  return start (GR_KERNEL (gr_reduce_kernel<Op, Source>), plan.of.reduce);
}
#endif

} // namespace

#endif
