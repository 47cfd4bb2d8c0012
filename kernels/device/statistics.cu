/* SPDX-License-Identifier: GPL-3.0-or-later

   Order statistics on a device.  Compiled a second time for the host executor, as device.cu is.  */

#include "device/elements.cuh"

namespace GR_NAMESPACE
{

gr_status
gr_device_order_statistics (const gr_statistics_run *)
{
  return gr_fail (GR_UNSUPPORTED, "not yet");
}

} // namespace
