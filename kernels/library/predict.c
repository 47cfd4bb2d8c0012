/* SPDX-License-Identifier: GPL-3.0-or-later

   The launch of a request, predicted without running it.  */

#include "library/library.h"

gr_status
gr_begin_plan (const gr_request *request, gr_type out_type, bool indexed, gr_plan_input *input)
{
  const gr_plan_arrays whole = { .shared_bytes = GR_SHARED_BYTES };
  gr_kernel_types types = { .result = gr_types[out_type].size, .indexed = indexed };
  const gr_status status = gr_find_kernel_types (request, &types);
  *input = gr_plan_input_of (gr_operators[request->op].is_scan, request->inner, request->len, request->outer, &types,
                             &whole);
  input->kernel = request->kernel;
  return status;
}

gr_status
gr_plan_request (const gr_request *request, const gr_plan_input *input, gr_plan *plan)
{
  *plan = gr_make_plan (input);
  if (gr_count_results (request) && plan->kernel == GR_AUTO_PLANNER)
    return gr_fail_unfit (input);
  if (plan->grid > INT32_MAX)
    return gr_fail (GR_UNSUPPORTED, "%s of %zu x %zu x %zu elements takes %zu blocks; a grid has at most %d",
                    gr_operators[request->op].name, request->inner, request->len, request->outer, plan->grid,
                    INT32_MAX);
  return GR_OK;
}

/* The launch of `bytes` bytes of input and results.  */
static gr_status
predict (const gr_plan_input *input, const gr_plan *plan, double bytes, gr_prediction *prediction)
{
  gr_device device;
  const gr_status status = gr_describe_device (&device);
  if (status == GR_OK)
    *prediction = (gr_prediction){ .kernel = plan->kernel,
                                   .grid = plan->grid,
                                   .block = plan->block,
                                   .segments = plan->segments,
                                   .chunk = plan->chunk,
                                   .chunks = plan->chunks,
                                   .whole = plan->whole,
                                   .workspace = plan->workspace,
                                   .bytes = bytes,
                                   .seconds = gr_plan_seconds (input, plan, device.name) };
  return status;
}

static gr_status
fail_named (gr_algorithm algorithm)
{
  return gr_fail (GR_UNSUPPORTED, "the launch of algorithm \"%s\" cannot be predicted, only that of \"auto\"",
                  gr_algorithms[algorithm].name);
}

gr_status
gr_predict (const gr_request *request, bool wants_index, gr_prediction *prediction)
{
  gr_type out_type;
  gr_plan_input input;
  gr_plan plan;
  gr_status status = gr_check_request (request, wants_index, &out_type);
  if (status == GR_OK && request->algorithm != GR_ALGORITHM_AUTO)
    return fail_named (request->algorithm);
  if (status == GR_OK && request->ragged)
    return gr_fail (GR_UNSUPPORTED, "launches of segments of any lengths are not predicted");
  if (status == GR_OK)
    status = gr_begin_plan (request, out_type, wants_index, &input);
  if (status == GR_OK)
    status = gr_plan_request (request, &input, &plan);
  return status == GR_OK ? predict (&input, &plan, gr_count_bytes (request, out_type, wants_index), prediction)
                         : status;
}

/* Bytes of arguments and results that have all elements.  */
static double
count_bytes (const gr_user_monoid *monoid, const gr_monoid_run *run)
{
  const gr_expression *const map = &monoid->map, *const last = monoid->finish.steps ? &monoid->finish : map;
  const double segments = (double) run->inner * (double) run->outer, elements = segments * (double) run->len;
  double bytes = 0;
  for (int s = 0; s < map->steps; s++)
    if (map->step[s].kind == GR_STEP_ARGUMENT)
      bytes += elements * (double) gr_types[map->step[s].type].size;
  for (int v = 0; v < last->values; v++)
    bytes += (run->is_scan ? elements : segments) * (double) gr_types[last->step[last->value[v]].type].size;
  return bytes;
}

gr_status
gr_predict_monoid (const gr_user_monoid *monoid, const gr_monoid_run *run, gr_prediction *prediction)
{
  const gr_plan_arrays whole = { .shared_bytes = GR_SHARED_BYTES };
  gr_kernel_types types;
  gr_c64 known;
  size_t place[GR_MAX_VALUES];
  if (run->algorithm != GR_ALGORITHM_AUTO)
    return fail_named (run->algorithm);
  const gr_status status
    = gr_find_monoid_types (gr_place_values (&monoid->map, place), gr_identity_of (monoid, &known) != NULL,
                            gr_is_commutative (&monoid->combine), run->is_scan, &types);
  if (status != GR_OK)
    return status;
  gr_plan_input input = gr_plan_input_of (run->is_scan, run->inner, run->len, run->outer, &types, &whole);
  const gr_plan plan = run->is_scan ? gr_make_plan (&input) : gr_plan_values (&input);
  if (run->inner * run->len * run->outer > 0 && plan.kernel == GR_AUTO_PLANNER)
    return gr_fail_unfit (&input);
  return predict (&input, &plan, count_bytes (monoid, run), prediction);
}
