/* SPDX-License-Identifier: GPL-3.0-or-later

   What the kernels of a request are compiled for: gr_with_op (op/of_request.cuh) finds the monoid, as it does for
   operator.cuh, and this file reads its facts.  It is compiled for the executor alone, so that plans can be shown
   on any machine; the types are the same in the CUDA build.  */

#include "auto/kernel_types.cuh"
#include "op/of_request.cuh"
#include "plan/plan.h"

namespace GR_NAMESPACE
{

template <gr_operator UNIT>
gr_status
find_types (const gr_request &request, gr_kernel_types *types)
{
  return gr_with_element<UNIT> (request.type, [&] (auto element) {
    typedef decltype (element) T;
    return gr_with_op<UNIT, T> (request, 0, types->indexed, [=] (auto op) {
      *types = gr_kernel_types_of<decltype (op), T> (types->result, types->indexed);
      return GR_OK;
    });
  });
}

} // namespace

gr_status
gr_find_kernel_types (const gr_request *request, gr_kernel_types *types)
{
  switch (request->op)
    {
#define GR_FIND_OPERATOR(_, ID, NAME, KIND, UNIT, ...)                                                                 \
  case GR_##ID:                                                                                                        \
    return GR_NAMESPACE::find_types<GR_##UNIT> (*request, types);
      GR_OPERATORS (GR_FIND_OPERATOR, _)
    default:
      return gr_fail (GR_BAD_ARGUMENT, "unknown operator %d", static_cast<int> (request->op));
    }
}
