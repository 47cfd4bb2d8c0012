/* SPDX-License-Identifier: GPL-3.0-or-later

   Dot products on a device.  Compiled a second time for the host executor, as device.cu is.  */

#include "device/dot.cuh"
#include "device/elements.cuh"

namespace GR_NAMESPACE
{

template <class Sum, class T>
static gr_status
launch (const gr_dot_plan &plan, const T *a, const void *b, void *out)
{
  return gr_launch_queued (GR_KERNEL_OF (DOT, gr_dot_kernel<T, Sum>), plan.tiles * plan.chunks * plan.outer,
                           GR_DOT_LANES, plan, a, static_cast<const T *> (b), static_cast<Sum *> (out));
}

gr_status
gr_dot (gr_type type, const gr_dot_plan *plan, const void *a, const void *b, void *out)
{
  switch (type)
    {
    case GR_TYPE_F64:
      return launch<double> (*plan, static_cast<const double *> (a), b, out);
    case GR_TYPE_F32:
      return launch<double> (*plan, static_cast<const float *> (a), b, out);
    case GR_TYPE_C64:
      return launch<gr_c64> (*plan, static_cast<const gr_c64 *> (a), b, out);
    default:
      return launch<gr_c64> (*plan, static_cast<const gr_c32 *> (a), b, out);
    }
}

} // namespace
