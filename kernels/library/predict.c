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

gr_status
gr_predict (const gr_request *request, bool wants_index, gr_prediction *prediction)
{
  gr_type out_type;
  gr_plan_input input;
  gr_plan plan;
  gr_device device;
  gr_status status = gr_check_request (request, wants_index, &out_type);
  if (status == GR_OK && request->algorithm != GR_ALGORITHM_AUTO)
    return gr_fail (GR_UNSUPPORTED, "the launch of algorithm \"%s\" cannot be predicted, only that of \"auto\"",
                    gr_algorithms[request->algorithm].name);
  if (status == GR_OK)
    status = gr_begin_plan (request, out_type, wants_index, &input);
  if (status == GR_OK)
    status = gr_describe_device (&device);
  if (status == GR_OK)
    status = gr_plan_request (request, &input, &plan);
  if (status != GR_OK)
    return status;
  *prediction = (gr_prediction){ .kernel = plan.kernel,
                                 .grid = plan.grid,
                                 .block = plan.block,
                                 .segments = plan.segments,
                                 .chunk = plan.chunk,
                                 .chunks = plan.chunks,
                                 .whole = plan.whole,
                                 .workspace = plan.workspace,
                                 .bytes = gr_count_bytes (request, out_type, wants_index),
                                 .seconds = gr_plan_seconds (&input, &plan, device.name) };
  return GR_OK;
}
