/* SPDX-License-Identifier: GPL-3.0-or-later

   Places in a sorted table on a device.  Compiled a second time for the host executor, as device.cu is.  */

#include "device/order.cuh"
#include "op/of_request.cuh"

namespace GR_NAMESPACE
{

template <class E>
static gr_status
look_up (const gr_lookup_run &run)
{
  typedef gr_sorted_as<E> T;
  typedef gr_sort_bits<T> Bits;
  const gr_lookup &q = run.lookup;
  const size_t step = gr_ceil_div (q.length, GR_LOOKUP_KEPT);
  const gr_lookup_arrays<T> a = { static_cast<const Bits *> (run.table),
                                  static_cast<const Bits *> (run.values),
                                  run.places,
                                  q.length,
                                  q.count,
                                  step,
                                  static_cast<unsigned> (gr_ceil_div (q.length, step)),
                                  gr_order_of<E> (q.descending) };
  return gr_launch_queued (GR_KERNEL_OF (SORT, gr_lookup_kernel<T>),
                           gr_ceil_div (q.count, GR_LOOKUP_THREADS * GR_LOOKUP_VALUES), GR_LOOKUP_THREADS, a);
}

gr_status
gr_device_look_up (const gr_lookup_run *run)
{
  if (! run->lookup.length)
    {
      GR_TRY (gr_need_device ());
      return GR_CUDA (
        cudaMemsetAsync (run->places, 0, run->lookup.count * sizeof *run->places, gr_current_runtime ().stream));
    }
  return gr_with_type (run->lookup.type, [&] (auto element) {
    typedef decltype (element) E;
    if constexpr (gr_is_complex<E>::value)
      return gr_fail (GR_UNSUPPORTED, "complex numbers have no places in a table");
    else
      return look_up<E> (*run);
  });
}

} // namespace
