/* SPDX-License-Identifier: GPL-3.0-or-later

   Stages by one kernel, where segments stand one behind the other and some of them fit into a block's shared memory. */

#include "device/stages.cuh"
#include "device/elements.cuh"
#include "runtime/context.cuh"
#include "runtime/user_function.h"

#include <mutex>
#include <unordered_map>

namespace GR_NAMESPACE
{

/* ---- kernels ---- */

/* The number of a kernel in its program.  Kernels differ in the numbers of their functions.  */
static unsigned
number_of (const gr_stages &s, gr_type type, unsigned height)
{
  static std::mutex lock;
  static std::unordered_map<std::string, unsigned> *const numbers = new std::unordered_map<std::string, unsigned>;
  unsigned part[4 + 3 * GR_MAX_STAGES] = {};
  unsigned n = 0;
  part[n++] = static_cast<unsigned> (type);
  part[n++] = height;
  part[n++] = s.of_elements;
  part[n++] = gr_find_user_function (s.last)->number;
  for (int k = 0; k < s.count; k++)
    {
      const gr_stage &stage = s.stage[k];
      part[n++] = 2 * static_cast<unsigned> (stage.op) + stage.keep;
      part[n++] = gr_find_user_function (stage.value)->number;
      part[n++] = stage.finish.steps ? gr_find_user_function (stage.finish)->number + 1 : 0;
    }
  const std::lock_guard<std::mutex> guard (lock);
  return numbers
    ->emplace (std::string (reinterpret_cast<const char *> (part), n * sizeof *part),
               static_cast<unsigned> (numbers->size ()))
    .first->second;
}

/* The same parameters as every other kernel of stages.  */
typedef gr_function<gr_step_list<gr_argument_step<GR_TYPE_F64, 0>>, gr_values<0>> any_function;
typedef gr_stage_list<gr_stage_of<GR_SUM, false, any_function, gr_as_reduced>> any_stages;

static auto
find_kernel (const gr_stages &s, gr_type type, unsigned height)
{
  return GR_NAMED_KERNEL_OF (
    STAGES, number_of (s, type, height),
    [&] { return gr_name_stages (s, type) + ", " + std::to_string (height) + ">"; },
    gr_stages_kernel<double, any_stages, any_function, false, 0>);
}

/* ---- what it takes ---- */

/* Has an expression what kernels of stages take?  */
static bool
fits (const gr_expression &e)
{
  return e.numbers <= GR_MAPPED_NUMBERS;
}
static bool
is_float (gr_type type)
{
  return type == GR_TYPE_F64 || type == GR_TYPE_F32;
}
static gr_type
type_of (const gr_expression &e)
{
  return e.step[e.value[0]].type;
}

bool
gr_takes_stages (const gr_stages_run *what)
{
  const gr_stages &s = *what->stages;
  size_t most = 0;
  bool good = what->inner == 1 && is_float (what->type) && fits (s.last) && gr_types[type_of (s.last)].size <= 8;
  for (int k = 0; k < s.count; k++)
    {
      const gr_stage &stage = s.stage[k];
      const gr_type result = type_of (stage.finish.steps ? stage.finish : stage.value);
      good = good && fits (stage.value) && fits (stage.finish) && is_float (type_of (stage.value)) && is_float (result)
          && (! stage.keep || type_of (stage.value) == what->type);
    }
  return good && gr_need_device () == GR_OK && gr_most_shared (&most) == GR_OK
      && gr_shape_of_stages (what->len, gr_types[what->type].size).bytes <= most;
}

/* ---- the launch ---- */

static void
copy_numbers (gr_c64 *to, const gr_expression &e)
{
  memcpy (to, e.number, static_cast<size_t> (e.numbers) * sizeof *to);
}

gr_status
gr_run_by_stages (const gr_stages_run *what)
{
  const gr_stages &s = *what->stages;
  const gr_stage_shape shape = gr_shape_of_stages (what->len, gr_types[what->type].size);
  const auto kernel = find_kernel (s, what->type, gr_known_height (shape.height));
  gr_device_stages d = {};
  d.elements = what->elements;
  d.result = what->result;
  d.segments = what->segments;
  d.len = static_cast<unsigned> (what->len);
  d.width = shape.width;
  d.height = shape.height;
  for (int k = 0; k < s.count; k++)
    {
      copy_numbers (d.stage[k].value, s.stage[k].value);
      copy_numbers (d.stage[k].finish, s.stage[k].finish);
    }
  copy_numbers (d.last, s.last);
  return gr_launch_shared (kernel, (what->segments + shape.width - 1) / shape.width, shape.threads, shape.bytes, d);
}

} // namespace
