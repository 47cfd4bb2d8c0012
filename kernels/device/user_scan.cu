/* SPDX-License-Identifier: GPL-3.0-or-later

   Scans by operations of users: all kernels of `auto`, for values of up to 16 bytes, which stand one behind the other.
   Where the map makes more of an element than itself, or the results are not the values themselves, a kernel before
   and behind puts values together and takes them apart (user_pack.cu).  */

#include "auto/user_scan.cuh"
#include "device/device.cuh"
#include "device/user_values.h"

namespace GR_NAMESPACE
{

struct user_scan
{
  const gr_user_run &what;
  const gr_value_layout &layout;
  gr_context *context;
  const gr_user_function *operation;
  unsigned *faulty[3]; /* by gr_monoid_part: of functions that may fault, else NULL */
};

template <unsigned BYTES, bool FLAGGED>
static gr_status
scan_with (const user_scan &run, gr_type type)
{
  typedef gr_user_values<BYTES> T;
  typedef gr_user_monoid_of<BYTES, FLAGGED, true, gr_operation_given> Op;
  const gr_user_run &what = run.what;
  const gr_segments segments = { what.run.inner, what.run.len, what.run.inner * what.run.outer, what.run.reverse };
  const bool is_result = gr_is_result (what, BYTES);
  const void *in = nullptr;
  T *out = static_cast<T *> (what.results[0]);
  GR_TRY (gr_bring_values (run.context, what, BYTES, run.faulty[GR_PART_MAP], &in));
  if (! is_result)
    GR_TRY (gr_scratch (run.context, what.map->count, &out));
  run.context->operation = run.operation;
  const Op op = gr_monoid_of_user<Op> (what, run.layout, run.faulty[GR_PART_COMBINE]);
  const gr_status status = gr_scan_segments (run.context, op, gr_source<Op, T>{ static_cast<const T *> (in) },
                                             gr_sink<Op>{ out, nullptr, type }, segments, what.run.exclusive);
  run.context->operation = nullptr;
  GR_TRY (status);
  return is_result ? GR_OK : gr_give_results (run.context, what, run.faulty[GR_PART_FINISH], out, BYTES);
}

static gr_status
scan_any (const user_scan &run)
{
  switch (run.layout.bytes)
    {
#define GR_SCAN_SIZE(BYTES, TYPE)                                                                                      \
  case BYTES:                                                                                                          \
    return run.what.identity ? scan_with<BYTES, false> (run, GR_TYPE_##TYPE)                                           \
                             : scan_with<BYTES, true> (run, GR_TYPE_##TYPE);
      GR_SCANNED_SIZES (GR_SCAN_SIZE)
#undef GR_SCAN_SIZE
    default:
      return gr_fail (GR_UNSUPPORTED, "no kernel scans values of %u bytes", run.layout.bytes);
    }
}

gr_status
gr_scan_by_user (gr_context *context, const gr_user_run &what, const gr_value_layout &layout,
                 const gr_user_function &operation, unsigned *const *faulty)
{
  return scan_any ({ what, layout, context, &operation, { faulty[0], faulty[1], faulty[2] } });
}

} // namespace
