/* SPDX-License-Identifier: GPL-3.0-or-later

   What the kernels of a request are compiled for: gr_with_op (op/of_request.cuh) finds the monoid, as it does for
   operator.cuh, and this file reads its facts.  It is compiled for the executor alone, so that plans can be shown
   on any machine; the types are the same in the CUDA build.  */

#include "auto/kernel_types.cuh"
#include "device/user_values.h"
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

template <unsigned BYTES, bool FLAGGED, bool ORDERED>
gr_kernel_types
types_of_values (bool is_scan)
{
  typedef gr_user_monoid_of<BYTES, FLAGGED, ORDERED, gr_operation_given> Op;
  return gr_kernel_types_of<Op, gr_user_values<BYTES>> (is_scan ? BYTES : sizeof (typename Op::Acc), false);
}
template <unsigned BYTES>
gr_kernel_types
types_of_monoid (bool has_identity, bool ordered, bool is_scan)
{
  if (has_identity)
    return ordered ? types_of_values<BYTES, false, true> (is_scan) : types_of_values<BYTES, false, false> (is_scan);
  return ordered ? types_of_values<BYTES, true, true> (is_scan) : types_of_values<BYTES, true, false> (is_scan);
}

} // namespace

gr_status
gr_find_monoid_types (size_t bytes, bool has_identity, bool is_commutative, bool is_scan, gr_kernel_types *types)
{
  const unsigned held = GR_NAMESPACE::gr_accumulator_bytes (bytes);
  switch (! is_scan || GR_NAMESPACE::gr_takes_user_scan (held) ? held : 0)
    {
#define GR_FIND_SIZE(BYTES)                                                                                            \
  case BYTES:                                                                                                          \
    *types = GR_NAMESPACE::types_of_monoid<BYTES> (has_identity, is_scan || ! is_commutative, is_scan);                \
    return GR_OK;
      GR_USER_SIZES (GR_FIND_SIZE)
#undef GR_FIND_SIZE
    default:
      return gr_fail (GR_UNSUPPORTED, "%zu bytes of values are combined level by level, by no kernel of \"auto\"",
                      bytes);
    }
}

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
