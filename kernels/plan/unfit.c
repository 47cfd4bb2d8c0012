/* SPDX-License-Identifier: GPL-3.0-or-later

   What is said of a shape that a kernel does not fit.  */

#include "core/call.h"
#include "plan/plan.h"

gr_status
gr_fail_unfit (const gr_plan_input *input)
{
  if (input->kernel == GR_AUTO_PLANNER)
    return gr_fail (GR_UNSUPPORTED,
                    "a %s of elements of %zu bytes needs more than the %zu bytes of shared memory that a "
                    "block has here",
                    input->is_scan ? "scan" : "reduction", input->types.size, input->shared_bytes);
  return gr_fail (GR_UNSUPPORTED, "kernel \"%s\" does not fit a %s of %zu x %zu x %zu elements of %zu bytes",
                  gr_auto_kernels[input->kernel], input->is_scan ? "scan" : "reduction", input->inner, input->len,
                  input->outer, input->types.size);
}
