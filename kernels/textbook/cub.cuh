/* SPDX-License-Identifier: GPL-3.0-or-later

   cub: the device-wide primitives of the CUDA Toolkit, the yardstick of the other
   algorithms.  They are compiled once, in cub.cu, for the monoids below; others are
   refused.  */

#ifndef GR_CUB_CUH
#define GR_CUB_CUH

#include "textbook/named.cuh"

namespace GR_NAMESPACE
{

/* Is there a gr_cub for the monoid?  */
template <class Op> struct gr_cub_takes : std::false_type
{};
template <> struct gr_cub_takes<gr_sum> : std::true_type
{};
template <> struct gr_cub_takes<gr_running_sum> : std::true_type
{};
template <> struct gr_cub_takes<gr_product> : std::true_type
{};
template <> struct gr_cub_takes<gr_logical> : std::true_type
{};
template <class V> struct gr_cub_takes<gr_arg_extremum<V>> : std::true_type
{};

/* Leaves *work at the accumulators of the results.  */
template <class Op>
gr_status gr_cub (gr_context *context, const Op &op, const gr_elements<Op> &elements, bool scan,
                  typename Op::Acc **work);

template <> struct gr_textbook<GR_ALGORITHM_CUB>
{
  template <class Op> static gr_status run (gr_context *context, const Op &op, const gr_named_task<Op> &task)
  {
    if constexpr (gr_cub_takes<Op>::value)
      {
        typename Op::Acc *work = nullptr;
        GR_TRY (gr_cub (context, op, task.elements, task.results.scan, &work));
        return gr_store_results (context, op, work, task.results);
      }
    else
      return gr_fail (GR_UNSUPPORTED,
                      "algorithm \"cub\" does not take this call; it takes real elements, for sums "
                      "and products without \"native\" integers and \"extra\", means without options, maxima, "
                      "minima, any and all");
  }
};

} // namespace

#endif
