/* SPDX-License-Identifier: GPL-3.0-or-later

   Algorithms by name with operations of users.  */

#include "device/user_named.cuh"
#include "device/device.cuh"
#include "device/user_values.h"

namespace GR_NAMESPACE
{

struct user_named
{
  const gr_user_run &what;
  const gr_value_layout &layout;
  gr_context *context;
  const gr_user_function *operation;
  unsigned *faulty; /* of the operation, or NULL */
  const void *in;
  void *out;
};

template <unsigned KIND, unsigned BYTES, bool FLAGGED, bool ORDERED>
static gr_status
run_with (const user_named &run)
{
  typedef gr_user_monoid_of<BYTES, FLAGGED, ORDERED, gr_operation_given> Op;
  const Op op = gr_monoid_of_user<Op> (run.what, run.layout, run.faulty);
  run.context->operation = run.operation;
  const gr_status status = gr_run_named_monoid<KIND> (run.context, op, run.what.run, run.in, run.out);
  run.context->operation = nullptr;
  return status;
}

/* Scans keep the order of elements whatever the operation is.  */
template <unsigned BYTES, bool FLAGGED>
static gr_status
run_flagged (const user_named &run)
{
  if (run.what.run.is_scan)
    return run_with<GR_SCANS, BYTES, FLAGGED, true> (run);
  return gr_is_commutative (&run.what.monoid->combine) ? run_with<GR_REDUCTIONS, BYTES, FLAGGED, false> (run)
                                                       : run_with<GR_REDUCTIONS, BYTES, FLAGGED, true> (run);
}

static gr_status
run_any (const user_named &run)
{
  switch (run.layout.bytes)
    {
#define GR_RUN_SIZE(BYTES)                                                                                             \
  case BYTES:                                                                                                          \
    return run.what.identity ? run_flagged<BYTES, false> (run) : run_flagged<BYTES, true> (run);
      GR_USER_SIZES (GR_RUN_SIZE)
#undef GR_RUN_SIZE
    default:
      return gr_fail (GR_UNSUPPORTED, "algorithm \"%s\" has no kernel for %u bytes of values",
                      gr_algorithms[run.what.run.algorithm].name, run.layout.bytes);
    }
}

gr_status
gr_run_by_name (gr_context *context, const gr_user_run &what, const gr_value_layout &layout,
                const gr_user_function &operation, unsigned *const *faulty)
{
  const bool is_scan = what.run.is_scan, is_result = is_scan && gr_is_result (what, layout.bytes);
  const char *const name = gr_algorithms[what.run.algorithm].name;
  user_named run = { what, layout, context, &operation, faulty[GR_PART_COMBINE], nullptr, what.results[0] };
  if (what.monoid->combine.numbers > GR_MAPPED_NUMBERS)
    return gr_fail (GR_UNSUPPORTED, "algorithm \"%s\" takes operations with at most %d numbers", name,
                    GR_MAPPED_NUMBERS);
  if (! layout.bytes)
    return gr_fail (GR_UNSUPPORTED, "algorithm \"%s\" takes at most 64 bytes of values", name);
  GR_TRY (gr_bring_values (context, what, layout.bytes, faulty[GR_PART_MAP], &run.in));
  if (! is_result)
    GR_TRY (
      gr_scratch (context, (is_scan ? what.map->count : what.run.inner * what.run.outer) * layout.bytes, &run.out));
  GR_TRY (run_any (run));
  if (is_result)
    return GR_OK;
  return is_scan ? gr_give_results (context, what, faulty[GR_PART_FINISH], run.out, layout.bytes)
                 : gr_take_apart (what, layout, run.out, layout.bytes);
}

} // namespace
