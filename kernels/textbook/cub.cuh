/* SPDX-License-Identifier: GPL-3.0-or-later

   cub: the device-wide primitives of the CUDA Toolkit, the yardstick of the other
   algorithms.  They are compiled by nvcc, in cub.cu, for the monoids below; others are
   refused.  They are a library of their own, libgpureduce_cub.so, which `make cub` builds
   beside the other one.  */

#ifndef GR_CUB_CUH
#define GR_CUB_CUH

#include "textbook/named.cuh"

namespace GR_NAMESPACE
{

/* The number of the function that serves a monoid, or -1.  */
template <class Op> constexpr int gr_cub_number = -1;
template <> constexpr int gr_cub_number<gr_sum> = 0;
template <> constexpr int gr_cub_number<gr_running_sum> = 1;
template <> constexpr int gr_cub_number<gr_product> = 2;
template <> constexpr int gr_cub_number<gr_logical> = 3;
template <> constexpr int gr_cub_number<gr_arg_extremum<double>> = 4;
template <> constexpr int gr_cub_number<gr_arg_extremum<float>> = 5;
template <> constexpr int gr_cub_number<gr_arg_extremum<long long>> = 6;
enum { GR_CUB_FUNCTIONS = 7 };

/* Leaves *work at the accumulators of the results.  op is the monoid, elements a gr_elements of it.  */
typedef gr_status gr_cub_function (gr_context *context, const void *op, const void *elements, bool scan, void **work);

/* What the library has; of sources with another hash, structs may be others.  */
struct gr_cub_library
{
  const char *sources_hash;
  gr_cub_function *functions[GR_CUB_FUNCTIONS];
};
/* Load it, if it is there.  */
gr_status gr_find_cub (const gr_cub_library **library);

template <> struct gr_textbook<GR_ALGORITHM_CUB>
{
  template <class Op> static gr_status run (gr_context *context, const Op &op, const gr_named_task<Op> &task)
  {
    if constexpr (gr_cub_number<Op> >= 0)
      {
        const gr_cub_library *library = nullptr;
        void *work = nullptr;
        if (context->rehearsal) /* the library has its kernels */
          return gr_store_results<Op> (context, op, nullptr, task.results);
        GR_TRY (gr_find_cub (&library));
        GR_TRY (library->functions[gr_cub_number<Op>](context, &op, &task.elements, task.results.scan, &work));
        return gr_store_results (context, op, static_cast<const typename Op::Acc *> (work), task.results);
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
