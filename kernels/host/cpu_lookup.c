/* SPDX-License-Identifier: GPL-3.0-or-later

   Places of values in a sorted table, by binary search.  */

#include "host/cpu_elements.h"

gr_status
gr_cpu_look_up (const gr_lookup_run *run)
{
  (void) run;
  return gr_fail (GR_UNSUPPORTED, "there is no lookup yet");
}
