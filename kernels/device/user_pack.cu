/* SPDX-License-Identifier: GPL-3.0-or-later

   Values of users' monoids put together, so that all of an element stand one behind the other, and taken apart.  */

#include "device/device.cuh"
#include "device/elements.cuh"
#include "device/evaluate.cuh"
#include "device/user_values.h"

#include <string>

namespace GR_NAMESPACE
{

typedef gr_function<gr_step_list<gr_argument_step<GR_TYPE_F64, 0>>, gr_values<0>> any_function;

/* Kernels for other sizes have the same parameters.  */
enum { ANY_SIZE = 8 };

static auto
find_pack_kernel ([[maybe_unused]] const gr_user_function &function, [[maybe_unused]] unsigned bytes,
                  [[maybe_unused]] bool is_narrow)
{
  return GR_NAMED_KERNEL_OF (
    EVALUATE, gr_number_of_packed (function, bytes, is_narrow ? GR_PACKS_NARROW : GR_PACKS),
    [&] {
      return "gr_pack_kernel<" + function.name + ", " + std::to_string (bytes)
           + (is_narrow ? ", unsigned>" : ", size_t>");
    },
    gr_pack_kernel<any_function, ANY_SIZE, unsigned>);
}
static auto
find_unpack_kernel ([[maybe_unused]] const gr_user_function &function, [[maybe_unused]] unsigned bytes)
{
  return GR_NAMED_KERNEL_OF (
    EVALUATE, gr_number_of_packed (function, bytes, GR_UNPACKS),
    [&] { return "gr_unpack_kernel<" + function.name + ", " + std::to_string (bytes) + ">"; },
    gr_unpack_kernel<any_function, ANY_SIZE>);
}

template <class Kernel>
static gr_status
launch_elementwise (gr_context *context, Kernel kernel, const gr_device_evaluation &d)
{
  constexpr size_t TILE = GR_TURNS * GR_TURN_STEP;
  return gr_launch_unrecorded (context, kernel, static_cast<unsigned> ((d.count + TILE - 1) / TILE), GR_APPLY_THREADS,
                               d);
}

gr_status
gr_bring_values (gr_context *context, const gr_user_run &what, unsigned bytes, unsigned *noted, const void **values)
{
  const gr_evaluation &map = *what.map;
  const gr_expression &e = *map.expression;
  const bool is_argument = e.values == 1 && e.step[e.value[0]].kind == GR_STEP_ARGUMENT && map.is_whole[0]
                        && gr_types[e.step[e.value[0]].type].size == bytes && map.argument[0].data
                        && reinterpret_cast<uintptr_t> (map.argument[0].data) % 32 == 0;
  void *packed = nullptr;
  *values = map.argument[0].data;
  if (is_argument)
    return GR_OK;
  GR_TRY (gr_scratch (context, map.count * bytes, &packed));
  *values = packed;
  gr_device_evaluation d = gr_device_evaluation_of (map, noted);
  d.result[0].data = packed;
  return launch_elementwise (context, find_pack_kernel (*gr_find_user_function (e), bytes, gr_is_narrow (d.count)), d);
}

bool
gr_is_result (const gr_user_run &what, unsigned bytes)
{
  const gr_expression &map = *what.map->expression;
  return map.values == 1 && ! what.monoid->finish.steps && gr_types[map.step[map.value[0]].type].size == bytes;
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

gr_status
gr_give_results (gr_context *context, const gr_user_run &what, unsigned *noted, const void *values, unsigned bytes)
{
  const gr_user_monoid &monoid = *what.monoid;
  gr_expression e;
  if (monoid.finish.steps)
    e = monoid.finish;
  else
    GR_TRY (itself (monoid.map, &e));
  gr_device_evaluation d = {};
  memcpy (d.number, e.number, sizeof d.number);
  d.argument[0].data = values;
  d.count = what.map->count;
  d.faulty = noted;
  for (int v = 0; v < e.values; v++)
    d.result[v] = gr_device_result_of (what.results[v], e.step[e.value[v]].type);
  return launch_elementwise (context, find_unpack_kernel (*gr_find_user_function (e), bytes), d);
}

gr_status
gr_take_apart (const gr_user_run &what, const gr_value_layout &layout, const void *values, size_t bytes)
{
  const gr_expression &e = *what.map->expression;
  const size_t count = what.run.inner * what.run.outer;
  gr_status status = GR_OK;
  for (int v = 0; v < e.values && status == GR_OK; v++)
    {
      const gr_type type = e.step[e.value[v]].type;
      const size_t parts = gr_types[type].is_complex ? 2 : 1, size = gr_types[type].size / parts;
      gr_axis axis[2] = {};
      axis[0].count = parts;
      axis[0].from = axis[0].to = 1;
      axis[1].count = count;
      axis[1].from = static_cast<ptrdiff_t> (bytes / size);
      axis[1].to = static_cast<ptrdiff_t> (parts);
      const size_t first = parts == 1, axes = count == 1 ? 1 - first : 2 - first;
      status = gr_copy_axes (size, axes, axis + first, what.results[v],
                             static_cast<const char *> (values) + layout.place[v]);
    }
  return status;
}

} // namespace
