/* SPDX-License-Identifier: GPL-3.0-or-later

   Values of users' monoids as bytes, for reductions (user_reduction.cu), scans (user_scan.cu) and algorithms by name
   (user_named.cu).  */

#ifndef GR_USER_VALUES_H
#define GR_USER_VALUES_H

#include "auto/user_monoid.cuh"
#include "backend_elements.h"
#include "runtime/user_function.h"

namespace GR_NAMESPACE
{

/* Bytes that kernels of reductions and algorithms by name are there for; and those of scans of `auto`, and a type of
   elements with as many.  */
#define GR_USER_SIZES(X) X (4) X (8) X (16) X (24) X (32) X (48) X (64)
#define GR_SCANNED_SIZES(X) X (4, F32) X (8, F64) X (16, C64)

/* Where each value is among all, one behind the other, and the bytes of a kernel's accumulators that have room for
   them, or 0.  */
struct gr_value_layout
{
  size_t place[GR_MAX_VALUES];
  unsigned bytes;
};
inline unsigned
gr_accumulator_bytes (size_t values)
{
  unsigned bytes = 0;
#define GR_TAKE_SIZE(BYTES)                                                                                            \
  if (! bytes && values <= BYTES)                                                                                      \
    bytes = BYTES;
  GR_USER_SIZES (GR_TAKE_SIZE)
#undef GR_TAKE_SIZE
  return bytes;
}
inline gr_value_layout
gr_lay_out_values (const gr_expression &e)
{
  gr_value_layout layout = {};
  layout.bytes = gr_accumulator_bytes (gr_place_values (&e, layout.place));
  return layout;
}

/* Does `auto` scan values of `bytes` bytes?  */
inline bool
gr_takes_user_scan (unsigned bytes)
{
  switch (bytes)
    {
#define GR_TAKES_SIZE(BYTES, TYPE) case BYTES:
      GR_SCANNED_SIZES (GR_TAKES_SIZE)
#undef GR_TAKES_SIZE
      return true;
    default:
      return false;
    }
}

/* The monoid that kernels are given.  */
template <class Op>
Op
gr_monoid_of_user (const gr_user_run &run, const gr_value_layout &layout, unsigned *faulty)
{
  Op op = {};
  const gr_expression &map = run.monoid->map;
  memcpy (op.number, run.monoid->combine.number, sizeof op.number);
  op.faulty = faulty;
  if (run.identity)
    for (int v = 0; v < map.values; v++)
      memcpy (op.first.at (static_cast<unsigned> (layout.place[v])), &run.identity[v],
              gr_types[map.step[map.value[v]].type].size);
  return op;
}

/* user_pack.cu: the map's values, one behind the other, in memory of the call; or the array itself whose elements they
   are.  And from such values of all elements the results of a scan, finished, or from those of all segments the arrays
   of a reduction.  noted: where a faulty step is noted, or NULL.  */
gr_status gr_bring_values (gr_context *context, const gr_user_run &what, unsigned bytes, unsigned *noted,
                           const void **values);
gr_status gr_give_results (gr_context *context, const gr_user_run &what, unsigned *noted, const void *values,
                           unsigned bytes);
gr_status gr_take_apart (const gr_user_run &what, const gr_value_layout &layout, const void *values, size_t bytes);
/* Are the results of a scan its values as they are, `bytes` bytes each?  */
bool gr_is_result (const gr_user_run &what, unsigned bytes);

/* Scans of values that have a kernel (gr_takes_user_scan).  faulty: for each gr_monoid_part where its least faulty step
   is noted, or NULL.  */
gr_status gr_scan_by_user (gr_context *context, const gr_user_run &what, const gr_value_layout &layout,
                           const gr_user_function &operation, unsigned *const *faulty);

/* user_named.cu: the same for an algorithm by name, of any size that kernels are there for.  */
gr_status gr_run_by_name (gr_context *context, const gr_user_run &what, const gr_value_layout &layout,
                          const gr_user_function &operation, unsigned *const *faulty);

} // namespace

#endif
