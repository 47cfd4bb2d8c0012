/* SPDX-License-Identifier: GPL-3.0-or-later

   What sorts, order statistics and lookup on a device share.  */

#ifndef GR_DEVICE_ORDER_CUH
#define GR_DEVICE_ORDER_CUH

#include "device/elements.cuh"
#include "plan/plan.h"
#include "sort/kernels.cuh"

namespace GR_NAMESPACE
{

/* Memory for a call, which is given back in the order of the stream.  */
class gr_order_scratch
{
  enum { MOST = 6 };
  void *memory[MOST];
  unsigned count = 0;

public:
  gr_order_scratch () = default;
  gr_order_scratch (const gr_order_scratch &) = delete;
  gr_order_scratch &operator= (const gr_order_scratch &) = delete;
  ~gr_order_scratch ()
  {
    while (count)
      gr_give_back (memory[--count], gr_current_device ());
  }
  template <class T> gr_status take (size_t elements, T **p)
  {
    void *taken = nullptr;
    if (count == MOST)
      return gr_fail (GR_UNSUPPORTED, "a sort needs more than %d scratch buffers", MOST);
    GR_TRY (gr_take (elements * sizeof (T), &taken));
    memory[count++] = taken;
    *p = static_cast<T *> (taken);
    return GR_OK;
  }
};

/* Copy [rows, columns, slabs] to [columns, rows, slabs].  */
inline gr_status
gr_turn_array (size_t size, size_t rows, size_t columns, size_t slabs, const void *from, void *to)
{
  const ptrdiff_t n = static_cast<ptrdiff_t> (rows), m = static_cast<ptrdiff_t> (columns);
  const gr_axis axis[3] = { { columns, n, 1, nullptr, nullptr },
                            { rows, 1, m, nullptr, nullptr },
                            { slabs, n * m, n * m, nullptr, nullptr } };
  return gr_copy_axes (size, slabs > 1 ? 3 : 2, axis, to, from);
}

/* Elements of type E as the kernels take them, and their order.  */
template <class E>
using gr_sorted_as =
  typename std::conditional_t<std::is_floating_point<E>::value, std::decay<E>, std::make_unsigned<E>>::type;
template <class E>
gr_sort_order<gr_sorted_as<E>>
gr_order_of (bool descending)
{
  return gr_sort_order<gr_sorted_as<E>> (descending, std::is_integral<E>::value && std::is_signed<E>::value);
}

/* Are segments short enough to be counted, and, if they are side by side, enough to fill half of a tile?  */
inline bool
gr_are_counted (size_t inner, size_t len)
{
  return len <= GR_COUNTED_LEN && (inner == 1 || inner * len >= GR_COUNTING_TILE / 2);
}
inline size_t
gr_counting_blocks (size_t inner, size_t len, size_t segments)
{
  const size_t width = GR_COUNTING_TILE / len;
  return inner == 1 ? gr_ceil_div (segments, width) : gr_ceil_div (inner, width) * (segments / inner);
}

} // namespace

#endif
