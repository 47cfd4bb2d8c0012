/* SPDX-License-Identifier: GPL-3.0-or-later

   Places in a sorted table on a device.  Compiled a second time for the host executor, as device.cu is.  */

#include "device/elements.cuh"

namespace GR_NAMESPACE
{

gr_status
gr_device_look_up (const gr_lookup_run *)
{
  return gr_fail (GR_UNSUPPORTED, "not yet");
}

} // namespace
