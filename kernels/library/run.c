/* SPDX-License-Identifier: GPL-3.0-or-later

   The way of a request: it is checked, gets its backend, and goes to what runs it, in groups of dimensions, from the
   host, or at once.  */

#include "library/library.h"

/* Do the arrays of a valid request lie in buffers of the backend's device?  */
static gr_status
check_arrays (const gr_backend *backend, const gr_request *request, gr_type out_type, const void *in, const void *out,
              const double *index)
{
  const size_t results = gr_count_results (request);
  if (! results)
    return GR_OK;
  const gr_ragged *const ragged = request->ragged;
  const size_t all = request->inner * request->len * request->outer;
  const size_t elements = request->values ? 0 : ragged && ragged->one_element ? 1 : all;
  gr_status status = gr_check_in_buffer (backend, "the input", in, elements * gr_types[request->type].size);
  if (status == GR_OK && ragged)
    status
      = ragged->offsets
        ? gr_check_in_buffer (backend, "the offsets", ragged->offsets, (ragged->count + 1) * sizeof *ragged->offsets)
        : gr_check_in_buffer (backend, "the keys", ragged->keys, all * gr_types[ragged->key_type].size);
  return status == GR_OK ? gr_check_results_in_buffers (backend, out_type, results, out, index) : status;
}

gr_status
gr_run_on (const gr_backend *backend, const gr_request *request, gr_type out_type, const void *in, void *out,
           double *index)
{
  gr_status status = GR_OK;
  if (request->place == GR_ON_DEVICE)
    status = check_arrays (backend, request, out_type, in, out, index);
  if (status == GR_OK && request->groups)
    status = gr_check_groups (request);
  if (status != GR_OK)
    return status;
  if (request->groups && gr_count_results (request) && request->len)
    return gr_run_groups (backend, request, out_type, in, out, index);
  return request->place == GR_ON_HOST && backend->with_copies && ! request->ragged
         ? gr_run_from_host (backend, request, out_type, in, out, index)
         : gr_run_at_once (backend, request, out_type, in, out, index);
}

gr_status
gr_run (const gr_request *request, const void *in, void *out, double *index)
{
  gr_type out_type;
  const gr_backend *runner = NULL;
  gr_status status = gr_check_request (request, index != NULL, &out_type);
  if (status == GR_OK)
    status = gr_find_runner (request, &runner);
  return status == GR_OK ? gr_run_on (runner, request, out_type, in, out, index) : status;
}
