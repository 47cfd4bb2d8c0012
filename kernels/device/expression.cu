/* SPDX-License-Identifier: GPL-3.0-or-later

   Values of users' functions on a device.  */

#include "auto/mapped.cuh"
#include "device/device.cuh"
#include "device/elements.cuh"
#include "device/evaluate.cuh"
#include "runtime/user_function.h"

namespace GR_NAMESPACE
{

/* ---- the launch ---- */

typedef gr_function<gr_step_list<gr_argument_step<GR_TYPE_F64, 0>>, gr_values<0>> any_function;

static auto
find_kernel ([[maybe_unused]] const gr_user_function &function, bool spreads, bool is_narrow)
{
  return GR_NAMED_KERNEL_OF (
    EVALUATE, gr_number_of_kernel (function, spreads, is_narrow),
    [&] {
      return "gr_evaluate_kernel<" + function.name + (spreads ? ", true" : ", false")
           + (is_narrow ? ", unsigned>" : ", size_t>");
    },
    gr_evaluate_kernel<any_function, true, unsigned>);
}

static gr_device_argument
argument_of (const gr_evaluation &v, int a)
{
  const gr_side &side = v.argument[a];
  const size_t size = gr_types[side.type].size;
  gr_device_argument d
    = { side.data, { v.has[a], side.is_scalar, v.is_whole[a] }, gr_is_aligned (side.data, size), {} };
  if (! side.data)
    memcpy (d.bytes, side.value, size);
  return d;
}

/* The least step that made a result faulty, which the launch has noted at `noted`.  */
gr_status
gr_read_fault (const unsigned *noted, int *faulty)
{
  unsigned fault = GR_NO_FAULT;
  GR_TRY (
    GR_CUDA (cudaMemcpyAsync (&fault, noted, sizeof fault, cudaMemcpyDeviceToHost, gr_current_runtime ().stream)));
  GR_TRY (GR_CUDA (cudaStreamSynchronize (gr_current_runtime ().stream)));
  *faulty = fault == GR_NO_FAULT ? -1 : static_cast<int> (fault);
  return GR_OK;
}

gr_device_evaluation
gr_device_evaluation_of (const gr_evaluation &v, unsigned *noted)
{
  gr_device_evaluation d = {};
  for (int a = 0; a < v.expression->arguments; a++)
    d.argument[a] = argument_of (v, a);
  memcpy (d.number, v.expression->number, sizeof d.number);
  gr_set_axes (&d.axes, v.axes, v.axis, v.count);
  d.count = v.count;
  d.faulty = noted;
  return d;
}

static gr_status
launch (const gr_evaluation &v, const gr_user_function &function, unsigned *noted)
{
  gr_device_evaluation d = gr_device_evaluation_of (v, noted);
  bool spreads = false;
  for (int a = 0; a < v.expression->arguments; a++)
    spreads |= ! v.is_whole[a] && ! v.argument[a].is_scalar;
  for (int k = 0; k < v.expression->values; k++)
    d.result[k] = gr_device_result_of (v.result[k], v.expression->step[v.expression->value[k]].type);
  constexpr size_t TILE = GR_TURNS * GR_TURN_STEP;
  return gr_launch_queued (find_kernel (function, spreads, ! spreads || gr_is_narrow (v.count)),
                           (v.count + TILE - 1) / TILE, GR_APPLY_THREADS, d);
}

gr_status
gr_evaluate_steps (const gr_evaluation *v)
{
  const gr_user_function &function = *gr_find_user_function (*v->expression);
  void *noted = nullptr;
  if (! function.may_fault)
    return launch (*v, function, nullptr);
  GR_TRY (gr_need_device ());
  GR_TRY (gr_take (sizeof (unsigned), &noted));
  gr_status status = GR_CUDA (cudaMemsetAsync (noted, 0xff, sizeof (unsigned), gr_current_runtime ().stream));
  if (status == GR_OK)
    status = launch (*v, function, static_cast<unsigned *> (noted));
  if (status == GR_OK)
    status = gr_read_fault (static_cast<unsigned *> (noted), v->faulty);
  gr_give_back (noted, gr_current_device ());
  return status;
}

/* ---- values as elements of a reduction ---- */

bool
gr_takes_values (const gr_evaluation *v)
{
  return v->expression->arguments <= GR_MAPPED_ARGUMENTS && v->expression->numbers <= GR_MAPPED_NUMBERS
      && v->axes <= GR_MAPPED_AXES;
}

static bool
all_have_data (const gr_evaluation &v)
{
  bool all = true;
  for (int a = 0; a < v.expression->arguments; a++)
    all = all && v.argument[a].data;
  return all;
}

static gr_array_kind
kind_of (const gr_evaluation &v, int a)
{
  if (v.is_whole[a])
    return reinterpret_cast<uintptr_t> (v.argument[a].data) % 16 == 0 ? GR_ARRAY_WHOLE : GR_ARRAY_LOOSE;
  return v.argument[a].is_scalar ? GR_ARRAY_ONE : v.has[a] & 1 ? GR_ARRAY_ALONG : GR_ARRAY_ACROSS;
}

gr_status
gr_begin_values (gr_context *context, const gr_evaluation &v, gr_mapped_arrays *arrays)
{
  *arrays = {};
  if (! all_have_data (v))
    return gr_fail (GR_BAD_ARGUMENT, "an argument of the function is on the host");
  context->function = gr_find_user_function (*v.expression);
  context->form = (v.axes > 2 ? GR_MANY_AXES : 0) | (gr_is_narrow (v.count) ? 0 : GR_MANY_VALUES);
  bool all_whole = true;
  for (int a = 0; a < v.expression->arguments; a++)
    {
      const gr_array_kind kind = kind_of (v, a);
      arrays->argument[a] = { v.argument[a].data, v.has[a] };
      context->form |= gr_form_of_array (a, kind);
      all_whole = all_whole && kind == GR_ARRAY_WHOLE;
    }
  if (all_whole)
    context->form = 0;
  memcpy (arrays->number, v.expression->number, sizeof arrays->number);
  gr_set_axes (&arrays->axes, v.axes, v.axis, v.count);
  context->mapped = arrays;
  if (! context->function->may_fault)
    return GR_OK;
  GR_TRY (gr_scratch (context, 1, &arrays->faulty));
  return gr_set_bytes (context, arrays->faulty, 0xff, sizeof *arrays->faulty);
}

gr_status
gr_end_values (const gr_evaluation &v, const gr_mapped_arrays &arrays)
{
  return arrays.faulty ? gr_read_fault (arrays.faulty, v.faulty) : GR_OK;
}

} // namespace
