/* SPDX-License-Identifier: GPL-3.0-or-later

   Reductions by operations of users: the kernels of `auto` whose threads load elements by themselves, with the values
   of a map as elements and accumulators of as many bytes as they have.  */

#include "device/device.cuh"
#include "device/elements.cuh"
#include "device/user_values.h"

namespace GR_NAMESPACE
{

/* Bytes that kernels are there for.  */
#define GR_USER_SIZES(X) X (4) X (8) X (16) X (24) X (32) X (48) X (64)

gr_value_layout
gr_lay_out_values (const gr_expression &e)
{
  gr_value_layout layout = {};
  unsigned end = 0;
  for (int v = 0; v < e.values; v++)
    {
      const gr_type type = e.step[e.value[v]].type;
      const unsigned size = static_cast<unsigned> (gr_types[type].size);
      const unsigned step = gr_types[type].is_complex ? size / 2 : size;
      layout.place[v] = (end + step - 1) / step * step;
      end = layout.place[v] + size;
    }
#define GR_TAKE_SIZE(BYTES)                                                                                            \
  if (! layout.bytes && end <= BYTES)                                                                                  \
    layout.bytes = BYTES;
  GR_USER_SIZES (GR_TAKE_SIZE)
#undef GR_TAKE_SIZE
  return layout;
}

/* ---- reductions ---- */

struct user_reduction
{
  const gr_user_run &what;
  const gr_value_layout &layout;
  gr_context *context;
  const gr_user_function *operation;
  unsigned *faulty; /* of the operation, or NULL */
};

/* Bytes of accumulators become the values' arrays.  */
static gr_status
unpack (const user_reduction &run, const void *accumulators, size_t accumulator)
{
  const gr_expression &e = *run.what.map->expression;
  const size_t count = run.what.inner * run.what.outer;
  gr_status status = GR_OK;
  for (int v = 0; v < e.values && status == GR_OK; v++)
    {
      const gr_type type = e.step[e.value[v]].type;
      const size_t parts = gr_types[type].is_complex ? 2 : 1, size = gr_types[type].size / parts;
      gr_axis axis[2] = {};
      axis[0].count = parts;
      axis[0].from = axis[0].to = 1;
      axis[1].count = count;
      axis[1].from = static_cast<ptrdiff_t> (accumulator / size);
      axis[1].to = static_cast<ptrdiff_t> (parts);
      const size_t first = parts == 1, axes = count == 1 ? 1 - first : 2 - first;
      status = gr_copy_axes (size, axes, axis + first, run.what.results[v],
                             static_cast<const char *> (accumulators) + run.layout.place[v]);
    }
  return status;
}

template <unsigned BYTES, bool FLAGGED, bool ORDERED>
static gr_status
reduce_with (const user_reduction &run)
{
  typedef gr_user_values<BYTES> T;
  typedef gr_user_monoid_of<BYTES, FLAGGED, ORDERED, gr_operation_given> Op;
  const gr_user_run &what = run.what;
  const gr_segments segments = { what.inner, what.len, what.inner * what.outer, false };
  const Op op = gr_monoid_of_user<Op> (*what.monoid, run.layout, run.faulty);
  typename Op::Acc *accumulators = nullptr;
  GR_TRY (gr_scratch (run.context, segments.count, &accumulators));
  run.context->operation = run.operation;
  const gr_status status = gr_reduce_by_user<Op, T> (run.context, op, segments, accumulators);
  run.context->operation = nullptr;
  GR_TRY (status);
  return unpack (run, accumulators, sizeof (typename Op::Acc));
}

template <unsigned BYTES>
static gr_status
reduce_sized (const user_reduction &run)
{
  const bool ordered = ! gr_is_commutative (&run.what.monoid->combine);
  if (run.what.monoid->has_identity)
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
  return what->is_scan ? gr_takes_user_scan (layout) : gr_takes_values (what->map);
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
  if (what.is_scan)
    GR_TRY (gr_scan_by_user (context, what, layout, operation, faulty));
  else
    {
      GR_TRY (gr_begin_values (context, *what.map, &arrays));
      arrays.faulty = faulty[GR_PART_MAP];
      GR_TRY (reduce_any ({ what, layout, context, &operation, faulty[GR_PART_COMBINE] }));
      context->function = nullptr;
    }
  return end_faults (what, noted);
}

gr_status
gr_run_by_monoid (const gr_user_run *what)
{
  gr_context context;
  gr_record unseen = {};
  GR_TRY (gr_begin_request (&context, &unseen));
  return gr_end_request (&context, run (&context, *what));
}

} // namespace
