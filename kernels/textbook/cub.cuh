/* SPDX-License-Identifier: GPL-3.0-or-later

   cub: the device-wide primitives of the CUDA Toolkit on segments of accumulators
   (named.cuh), the yardstick of the other algorithms.  They are compiled once,
   in cub.cu, for the monoids below; others are refused.  */

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
template <> struct gr_cub_takes<gr_product> : std::true_type
{};
template <> struct gr_cub_takes<gr_logical> : std::true_type
{};
template <class V, bool MAX> struct gr_cub_takes<gr_arg_extremum<V, MAX>> : std::true_type
{};

template <class Op>
gr_status gr_cub (gr_context *context, const Op &op, typename Op::Acc **work, const gr_named_task &task);

template <> struct gr_textbook<GR_ALGORITHM_CUB>
{
  template <class Op>
  static gr_status run (gr_context *context, const Op &op, typename Op::Acc **work, const gr_named_task &task)
  {
    if constexpr (gr_cub_takes<Op>::value)
      return gr_cub (context, op, work, task);
    else
      return gr_fail (GR_UNSUPPORTED,
                      "algorithm \"cub\" does not take this call; it takes real elements, for sums "
                      "and products without \"native\" integers and \"extra\", means without options, maxima, "
                      "minima, any and all");
  }
};

} // namespace

#endif
