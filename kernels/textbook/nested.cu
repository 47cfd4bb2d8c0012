/* SPDX-License-Identifier: GPL-3.0-or-later

   The host's part of nested.cuh.  */

#include "op/of_request.cuh"
#include "textbook/nested.cuh"

namespace GR_NAMESPACE
{

template <class Op>
gr_status
gr_reduce_nested (gr_context *context, const Op &op, typename Op::Acc **work, size_t len, size_t count, unsigned block)
{
  size_t places = 0, last = 0, n = len;
  do
    {
      n = gr_ceil_div (n, block);
      last = places;
      places += n * count;
    }
  while (n > 1);
  typename Op::Acc *partials = nullptr;
  GR_TRY (gr_scratch (context, places, &partials));
  GR_TRY (gr_launch_recorded (context, GR_KERNEL_OF (NESTED, gr_nested_kernel<Op>),
                              gr_grid (gr_ceil_div (len, block) * count), block, 0, op, *work, partials, len, count));
  *work = partials + last;
  return GR_OK;
}

#define GR_INSTANTIATE(...)                                                                                            \
  template gr_status gr_reduce_nested (gr_context *, const __VA_ARGS__ &, __VA_ARGS__::Acc **, size_t, size_t,         \
                                       unsigned);
GR_REDUCTION_MONOIDS (GR_INSTANTIATE)

} // namespace
