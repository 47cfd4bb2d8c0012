/* SPDX-License-Identifier: GPL-3.0-or-later

   The planner: of the kernels that fit a shape, the first that is the fastest.  */

#include "plan/common.h"

#include <math.h>
#include <string.h>

static const struct
{
  bool (*fits) (const gr_plan_input *in);
  gr_plan (*plan) (const gr_plan_input *in);
  bool (*is_fastest) (const gr_plan_input *in);
  gr_plan (*part) (const gr_plan_input *in, const gr_plan *whole, size_t slab);
} kernels[GR_AUTO_COUNT] = {
#define KERNEL(_, ID, NAME) [GR_AUTO_##ID] = { gr_fits_##NAME, gr_plan_##NAME, gr_##NAME##_is_fastest, gr_part_##NAME },
  GR_AUTO_KERNELS (KERNEL, _)
};

/* Does the kernel go on from what stands before the elements?  Those do whose tiles look back: it is published as the
   total of one more tile, which comes first.  */
static bool
carries (gr_auto_kernel kernel)
{
  return kernel == GR_AUTO_SCAN_CONTIGUOUS || kernel == GR_AUTO_SCAN_STRIDED_LOOKBACK;
}

/* The kernel's plan, with kernel GR_AUTO_PLANNER where it does not fit.  */
static gr_plan
plan_kernel (gr_auto_kernel kernel, const gr_plan_input *in)
{
  const gr_plan none = { .kernel = GR_AUTO_PLANNER };
  if (! kernels[kernel].fits (in) || (in->carries && ! carries (kernel)))
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
    if (kernels[kernel].fits (in) && (in->carries || kernels[kernel].is_fastest (in)))
      plan = plan_kernel (kernel, in);
  return plan;
}

gr_plan
gr_plan_slabs (const gr_plan_input *in, size_t slab, size_t *slabs)
{
  const gr_plan whole = gr_make_plan (in);
  gr_plan_input part = *in;
  if (*slabs == in->outer || whole.kernel == GR_AUTO_PLANNER)
    return whole;
  /* segments that are cut begin after others that are not */
  const size_t uncut = whole.whole / in->inner;
  if (slab < uncut && slab + *slabs > uncut)
    *slabs = uncut - slab;
  part.outer = *slabs;
  return kernels[whole.kernel].part (&part, &whole, slab);
}

gr_plan
gr_plan_chunks (const gr_plan_input *in, size_t slab, size_t chunk, size_t rows)
{
  const gr_plan whole = gr_make_plan (in);
  gr_plan_input part = *in;
  part.outer = 1;
  const bool is_cut = (whole.kernel == GR_AUTO_REDUCE || whole.kernel == GR_AUTO_REDUCE_ACROSS) && whole.chunks > 1;
  return is_cut ? gr_part_chunks (&part, &whole, slab, chunk, rows) : (gr_plan){ .kernel = GR_AUTO_PLANNER };
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
