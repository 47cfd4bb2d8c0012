/* SPDX-License-Identifier: GPL-3.0-or-later

   Memory that lives for one call, and arrays that are turned to have neighbours along another dimension.  */

#ifndef GR_DEVICE_SCRATCH_CUH
#define GR_DEVICE_SCRATCH_CUH

#include "device/elements.cuh"

namespace GR_NAMESPACE
{

/* Memory for a call, which is given back in the order of the stream.  */
class gr_call_scratch
{
  enum { MOST = 6 };
  void *memory[MOST];
  unsigned count = 0;

public:
  gr_call_scratch () = default;
  gr_call_scratch (const gr_call_scratch &) = delete;
  gr_call_scratch &operator= (const gr_call_scratch &) = delete;
  ~gr_call_scratch ()
  {
    while (count)
      gr_give_back (memory[--count], gr_current_device ());
  }
  template <class T> gr_status take (size_t elements, T **p)
  {
    void *taken = nullptr;
    if (count == MOST)
      return gr_fail (GR_UNSUPPORTED, "a call needs more than %d scratch buffers", MOST);
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

} // namespace

#endif
