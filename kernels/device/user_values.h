/* SPDX-License-Identifier: GPL-3.0-or-later

   Values of users' monoids as bytes, for reductions (user_reduction.cu) and scans (user_scan.cu).  */

#ifndef GR_USER_VALUES_H
#define GR_USER_VALUES_H

#include "auto/user_monoid.cuh"
#include "backend_elements.h"
#include "runtime/user_function.h"

namespace GR_NAMESPACE
{

/* Where each value is among all, one behind the other, and the bytes of a kernel's accumulators that have room for
   them, or 0.  */
struct gr_value_layout
{
  unsigned place[GR_MAX_VALUES], bytes;
};
gr_value_layout gr_lay_out_values (const gr_expression &e);

/* The monoid that kernels are given.  */
template <class Op>
Op
gr_monoid_of_user (const gr_user_monoid &monoid, const gr_value_layout &layout, unsigned *faulty)
{
  Op op = {};
  memcpy (op.number, monoid.combine.number, sizeof op.number);
  op.faulty = faulty;
  if (monoid.has_identity)
    for (int v = 0; v < monoid.map.values; v++)
      memcpy (op.first.at (layout.place[v]), &monoid.identity[v],
              gr_types[monoid.map.step[monoid.map.value[v]].type].size);
  return op;
}

/* Scans of values of so many bytes.  faulty: for each gr_monoid_part where its least faulty step is noted, or NULL.  */
bool gr_takes_user_scan (const gr_value_layout &layout);
gr_status gr_scan_by_user (gr_context *context, const gr_user_run &what, const gr_value_layout &layout,
                           const gr_user_function &operation, unsigned *const *faulty);

} // namespace

#endif
