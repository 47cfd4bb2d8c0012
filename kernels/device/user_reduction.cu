/* SPDX-License-Identifier: GPL-3.0-or-later

   Reductions by operations of users: the kernels of `auto` whose threads load elements by themselves, with the values
   of a map as elements and accumulators of as many bytes as they have.  */

#include "device/device.cuh"
#include "device/elements.cuh"
#include "device/user_values.h"

namespace GR_NAMESPACE
{

/* ---- reductions ---- */

struct user_reduction
{
  const gr_user_run &what;
  const gr_value_layout &layout;
  gr_context *context;
  const gr_user_function *operation;
  unsigned *faulty; /* of the operation, or NULL */
};

template <unsigned BYTES, bool FLAGGED, bool ORDERED>
static gr_status
reduce_with (const user_reduction &run)
{
  typedef gr_user_values<BYTES> T;
  typedef gr_user_monoid_of<BYTES, FLAGGED, ORDERED, gr_operation_given> Op;
  const gr_user_run &what = run.what;
  const gr_segments segments = { what.run.inner, what.run.len, what.run.inner * what.run.outer, false };
  const Op op = gr_monoid_of_user<Op> (what, run.layout, run.faulty);
  typename Op::Acc *accumulators = nullptr;
  GR_TRY (gr_scratch (run.context, segments.count, &accumulators));
  run.context->operation = run.operation;
  const gr_status status = gr_reduce_by_user<Op, T> (run.context, op, segments, accumulators);
  run.context->operation = nullptr;
  GR_TRY (status);
  return gr_take_apart (what, run.layout, accumulators, sizeof (typename Op::Acc));
}

template <unsigned BYTES>
static gr_status
reduce_sized (const user_reduction &run)
{
  const bool ordered = ! gr_is_commutative (&run.what.monoid->combine);
  if (run.what.identity)
    return ordered ? reduce_with<BYTES, false, true> (run) : reduce_with<BYTES, false, false> (run);
  return ordered ? reduce_with<BYTES, true, true> (run) : reduce_with<BYTES, true, false> (run);
}

static gr_status
reduce_any (const user_reduction &run)
{
  switch (run.layout.bytes)
    {
#define GR_REDUCE_SIZE(BYTES)                                                                                          \
  case BYTES:                                                                                                          \
    return reduce_sized<BYTES> (run);
      GR_USER_SIZES (GR_REDUCE_SIZE)
#undef GR_REDUCE_SIZE
    default:
      return gr_fail (GR_UNSUPPORTED, "no kernel has accumulators of these values");
    }
}

/* ---- the call ---- */

bool
gr_takes_monoid (const gr_user_run *what)
{
  const gr_value_layout layout = gr_lay_out_values (*what->map->expression);
  if (what->monoid->combine.numbers > GR_MAPPED_NUMBERS || ! layout.bytes)
    return false;
  return what->run.is_scan ? gr_takes_user_scan (layout.bytes) : gr_takes_values (what->map);
}

/* Where kernels note faulty steps of each part, if one may have some.  */
static gr_status
begin_faults (gr_context *context, const gr_user_monoid &monoid, unsigned **noted)
{
  *noted = nullptr;
  if (! gr_may_fault (&monoid.map) && ! gr_may_fault (&monoid.combine) && ! gr_may_fault (&monoid.finish))
    return GR_OK;
  GR_TRY (gr_scratch (context, GR_PARTS, noted));
  return gr_set_bytes (context, *noted, 0xff, GR_PARTS * sizeof **noted);
}
static gr_status
end_faults (const gr_user_run &what, const unsigned *noted)
{
  for (int part = 0; noted && part < GR_PARTS && *what.map->faulty < 0; part++)
    {
      *what.part = static_cast<gr_monoid_part> (part);
      GR_TRY (gr_read_fault (noted + part, what.map->faulty));
    }
  return GR_OK;
}

static gr_status
run (gr_context *context, const gr_user_run &what)
{
  const gr_value_layout layout = gr_lay_out_values (*what.map->expression);
  const gr_user_function &operation = *gr_find_user_function (what.monoid->combine);
  gr_mapped_arrays arrays;
  unsigned *noted = nullptr;
  GR_TRY (begin_faults (context, *what.monoid, &noted));
  unsigned *const faulty[GR_PARTS] = { noted, noted ? noted + 1 : nullptr, noted ? noted + 2 : nullptr };
  GR_TRY (gr_mark (context, GR_BEGIN));
  if (what.run.algorithm != GR_ALGORITHM_AUTO)
    GR_TRY (gr_run_by_name (context, what, layout, operation, faulty));
  else if (what.run.is_scan)
    GR_TRY (gr_scan_by_user (context, what, layout, operation, faulty));
  else
    {
      GR_TRY (gr_begin_values (context, *what.map, &arrays));
      arrays.faulty = faulty[GR_PART_MAP];
      GR_TRY (reduce_any ({ what, layout, context, &operation, faulty[GR_PART_COMBINE] }));
      context->function = nullptr;
    }
  GR_TRY (gr_mark (context, GR_END));
  return end_faults (what, noted);
}

gr_status
gr_run_by_monoid (const gr_user_run *what)
{
  gr_context context;
  GR_TRY (gr_begin_request (&context, what->record));
  GR_TRY (gr_end_request (&context, run (&context, *what)));
  if (*what->map->faulty < 0)
    gr_keep_marks ();
  return GR_OK;
}

} // namespace
