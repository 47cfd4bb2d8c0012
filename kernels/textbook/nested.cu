/* SPDX-License-Identifier: GPL-3.0-or-later

   The host's part of nested.cuh for the monoids of operators.  */

#include "op/of_request.cuh"
#include "textbook/nested.cuh"

namespace GR_NAMESPACE
{

#define GR_INSTANTIATE(...)                                                                                            \
  template gr_status gr_reduce_nested (gr_context *, const __VA_ARGS__ &, __VA_ARGS__::Acc **, size_t, size_t,         \
                                       unsigned);
GR_REDUCTION_MONOIDS (GR_INSTANTIATE)

} // namespace
