/* SPDX-License-Identifier: GPL-3.0-or-later

   Scans by operations of users: all kernels of `auto`, for values of up to 16 bytes, which stand one behind the other.
   Where the map makes more of an element than itself, or the results are not the values themselves, a kernel before
   and behind puts values together and takes them apart.  */

#include "auto/user_scan.cuh"
#include "device/device.cuh"
#include "device/elements.cuh"
#include "device/evaluate.cuh"
#include "device/user_values.h"

#include <string>

namespace GR_NAMESPACE
{

/* Bytes that kernels are there for, and a type of elements with as many.  */
#define GR_SCANNED_SIZES(X) X (4, F32) X (8, F64) X (16, C64)

struct user_scan
{
  const gr_user_run &what;
  const gr_value_layout &layout;
  gr_context *context;
  const gr_user_function *operation;
  unsigned *faulty[3]; /* by gr_monoid_part: of functions that may fault, else NULL */
};

/* ---- values put together and taken apart ---- */

typedef gr_function<gr_step_list<gr_argument_step<GR_TYPE_F64, 0>>, gr_values<0>> any_function;

template <unsigned BYTES>
static auto
find_pack_kernel (const gr_user_function &function)
{
  return GR_NAMED_KERNEL_OF (
    EVALUATE, gr_number_of_packed (function, BYTES, false),
    [&] { return "gr_pack_kernel<" + function.name + ", " + std::to_string (BYTES) + ">"; },
    gr_pack_kernel<any_function, BYTES>);
}
template <unsigned BYTES>
static auto
find_unpack_kernel (const gr_user_function &function)
{
  return GR_NAMED_KERNEL_OF (
    EVALUATE, gr_number_of_packed (function, BYTES, true),
    [&] { return "gr_unpack_kernel<" + function.name + ", " + std::to_string (BYTES) + ">"; },
    gr_unpack_kernel<any_function, BYTES>);
}

template <class Kernel>
static gr_status
launch_elementwise (const user_scan &run, Kernel kernel, const gr_device_evaluation &d)
{
  constexpr size_t TILE = GR_TURNS * GR_TURN_STEP;
  return gr_launch_unrecorded (run.context, kernel, static_cast<unsigned> ((d.count + TILE - 1) / TILE),
                               GR_APPLY_THREADS, d);
}

/* The map's values, in memory of the call; or the array itself whose elements they are.  */
template <unsigned BYTES>
static gr_status
bring_values (const user_scan &run, const gr_user_values<BYTES> **in)
{
  const gr_evaluation &map = *run.what.map;
  const gr_expression &e = *map.expression;
  const bool is_argument = e.values == 1 && e.step[e.value[0]].kind == GR_STEP_ARGUMENT && map.is_whole[0]
                        && gr_types[e.step[e.value[0]].type].size == BYTES && map.argument[0].data
                        && reinterpret_cast<uintptr_t> (map.argument[0].data) % 32 == 0;
  gr_user_values<BYTES> *packed = nullptr;
  *in = static_cast<const gr_user_values<BYTES> *> (map.argument[0].data);
  if (is_argument)
    return GR_OK;
  GR_TRY (gr_scratch (run.context, map.count, &packed));
  *in = packed;
  gr_device_evaluation d = gr_device_evaluation_of (map, run.faulty[GR_PART_MAP]);
  d.result[0].data = packed;
  return launch_elementwise (run, find_pack_kernel<BYTES> (*gr_find_user_function (e)), d);
}

/* A function of the values that gives them as they are.  */
static gr_status
itself (const gr_expression &map, gr_expression *e)
{
  int step = 0;
  memset (e, 0, sizeof *e);
  for (int v = 0; v < map.values; v++)
    {
      GR_TRY (gr_add_argument (e, map.step[map.value[v]].type, &step));
      GR_TRY (gr_add_value (e, step));
    }
  return GR_OK;
}

template <unsigned BYTES>
static gr_status
give_results (const user_scan &run, const gr_user_values<BYTES> *out)
{
  const gr_user_monoid &monoid = *run.what.monoid;
  gr_expression e;
  if (monoid.finish.steps)
    e = monoid.finish;
  else
    GR_TRY (itself (monoid.map, &e));
  gr_device_evaluation d = {};
  memcpy (d.number, e.number, sizeof d.number);
  d.argument[0].data = out;
  d.count = run.what.map->count;
  d.faulty = run.faulty[GR_PART_FINISH];
  for (int v = 0; v < e.values; v++)
    d.result[v] = gr_device_result_of (run.what.results[v], e.step[e.value[v]].type);
  return launch_elementwise (run, find_unpack_kernel<BYTES> (*gr_find_user_function (e)), d);
}

/* ---- the scan ---- */

template <unsigned BYTES, bool FLAGGED>
static gr_status
scan_with (const user_scan &run, gr_type type)
{
  typedef gr_user_values<BYTES> T;
  typedef gr_user_monoid_of<BYTES, FLAGGED, true, gr_operation_given> Op;
  const gr_user_run &what = run.what;
  const gr_expression &map = *what.map->expression;
  const gr_segments segments = { what.inner, what.len, what.inner * what.outer, what.reverse };
  const bool is_result
    = map.values == 1 && ! what.monoid->finish.steps && gr_types[map.step[map.value[0]].type].size == BYTES;
  const T *in = nullptr;
  T *out = static_cast<T *> (what.results[0]);
  GR_TRY (bring_values<BYTES> (run, &in));
  if (! is_result)
    GR_TRY (gr_scratch (run.context, what.map->count, &out));
  run.context->operation = run.operation;
  const Op op = gr_monoid_of_user<Op> (*what.monoid, run.layout, run.faulty[GR_PART_COMBINE]);
  const gr_status status = gr_scan_segments (run.context, op, gr_source<Op, T>{ in }, gr_sink<Op>{ out, nullptr, type },
                                             segments, what.exclusive);
  run.context->operation = nullptr;
  GR_TRY (status);
  return is_result ? GR_OK : give_results<BYTES> (run, out);
}

static gr_status
scan_any (const user_scan &run)
{
  switch (run.layout.bytes)
    {
#define GR_SCAN_SIZE(BYTES, TYPE)                                                                                      \
  case BYTES:                                                                                                          \
    return run.what.monoid->has_identity ? scan_with<BYTES, false> (run, GR_TYPE_##TYPE)                               \
                                         : scan_with<BYTES, true> (run, GR_TYPE_##TYPE);
      GR_SCANNED_SIZES (GR_SCAN_SIZE)
#undef GR_SCAN_SIZE
    default:
      return gr_fail (GR_UNSUPPORTED, "no kernel scans values of so many bytes");
    }
}

bool
gr_takes_user_scan (const gr_value_layout &layout)
{
  switch (layout.bytes)
    {
#define GR_TAKES_SIZE(BYTES, TYPE) case BYTES:
      GR_SCANNED_SIZES (GR_TAKES_SIZE)
#undef GR_TAKES_SIZE
      return true;
    default:
      return false;
    }
}

gr_status
gr_scan_by_user (gr_context *context, const gr_user_run &what, const gr_value_layout &layout,
                 const gr_user_function &operation, unsigned *const *faulty)
{
  return scan_any ({ what, layout, context, &operation, { faulty[0], faulty[1], faulty[2] } });
}

} // namespace
