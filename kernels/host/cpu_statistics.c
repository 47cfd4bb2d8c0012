/* SPDX-License-Identifier: GPL-3.0-or-later

   Order statistics, digit by digit.  */

#include "host/cpu_elements.h"

gr_status
gr_cpu_order_statistics (const gr_statistics_run *run)
{
  (void) run;
  return gr_fail (GR_UNSUPPORTED, "there are no order statistics yet");
}
