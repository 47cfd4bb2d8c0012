/* The planner: of the kernels that fit a shape, the first that is the fastest.  */

#include "plan/common.h"

#include <math.h>
#include <string.h>

static const struct
{
  bool (*fits) (const gr_plan_input *in);
  gr_plan (*plan) (const gr_plan_input *in);
  bool (*is_fastest) (const gr_plan_input *in);
} kernels[GR_AUTO_COUNT] = {
#define KERNEL(_, ID, NAME) [GR_AUTO_##ID] = { gr_fits_##NAME, gr_plan_##NAME, gr_##NAME##_is_fastest },
  GR_AUTO_KERNELS (KERNEL, _)
};

/* The kernel's plan, with kernel GR_AUTO_PLANNER where it does not fit.  */
static gr_plan
plan_kernel (gr_auto_kernel kernel, const gr_plan_input *in)
{
  const gr_plan none = { .kernel = GR_AUTO_PLANNER };
  if (! kernels[kernel].fits (in))
    return none;
  const gr_plan plan = kernels[kernel].plan (in);
  return plan.shared <= in->shared_bytes ? plan : none;
}

gr_plan
gr_make_plan (const gr_plan_input *in)
{
  gr_plan plan = { .kernel = GR_AUTO_PLANNER };
  if (! in->inner || ! in->outer || (in->is_scan && ! in->len))
    return plan;
  if (in->kernel != GR_AUTO_PLANNER)
    return plan_kernel (in->kernel, in);
  for (int kernel = GR_AUTO_PLANNER + 1; kernel < GR_AUTO_COUNT && plan.kernel == GR_AUTO_PLANNER; kernel++)
    if (kernels[kernel].fits (in) && kernels[kernel].is_fastest (in))
      plan = plan_kernel (kernel, in);
  return plan;
}

/* The least seconds of a launch, and the bytes a second of arrays that are not in the cache.  */
static const struct
{
  const char *device; /* a word of the device's name */
  double overhead, speed[GR_AUTO_COUNT];
} tunings[] = {
  { "H200",
    5e-6,
    { [GR_AUTO_REDUCE] = 4.2e12,
      [GR_AUTO_REDUCE_ACROSS] = 4.2e12,
      [GR_AUTO_REDUCE_SHORT] = 4.2e12,
      [GR_AUTO_SCAN_CONTIGUOUS] = 4.0e12, /* lowest and highest are measured (tuning: predicted-speed) */
      [GR_AUTO_SCAN_ROWS] = 3.4e12,       /* lowest and highest are measured (tuning: predicted-speed) */
      [GR_AUTO_SCAN_SHORT] = 4.0e12,      /* lowest and highest are measured (tuning: predicted-speed) */
      [GR_AUTO_SCAN_CLUSTER] = 3.4e12,    /* lowest and highest are measured (tuning: predicted-speed) */
      [GR_AUTO_SCAN_STRIPES] = 3.6e12,    /* lowest and highest are measured (tuning: predicted-speed) */
      [GR_AUTO_SCAN_STRIDED_LOOKBACK] = 3.7e12,
      [GR_AUTO_SCAN_STRIDED_BUNDLED] = 3.7e12,
      [GR_AUTO_SCAN_STRIDED_CHAINED] = 3.7e12 /* lowest and highest are measured (tuning: predicted-speed) */ } },
};
enum { TUNINGS = sizeof tunings / sizeof *tunings };

double
gr_plan_seconds (const gr_plan *plan, double bytes, const char *device)
{
  if (! plan->grid)
    return 0.0;
  for (int i = 0; i < TUNINGS; i++)
    if (strstr (device, tunings[i].device))
      return tunings[i].overhead + bytes / tunings[i].speed[plan->kernel];
  return NAN;
}
