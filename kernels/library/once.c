/* SPDX-License-Identifier: GPL-3.0-or-later

   A request that is handed to its backend at once, and its record.  */

#include "library/library.h"

#include <string.h>

/* An algorithm by name on the host: the executor has it, and loops of the host run in the executor's memory on none of
   its threads.  */
static gr_status
run_by_name (const gr_request *request, gr_type out_type, const void *in, void *out, double *index, gr_record *record)
{
  const gr_backend *executor = NULL;
  gr_status status = gr_find_executor (&executor);
  if (status == GR_OK)
    status = executor->run (request, out_type, in, out, index, record);
  if (status == GR_OK && gr_algorithms[request->algorithm].kinds & GR_HOST_ONLY)
    {
      gr_device host;
      status = gr_backend_cpu.describe (&host);
      record->backend = gr_backend_cpu.name;
      memcpy (record->device, host.name, sizeof record->device);
    }
  return status;
}

gr_status
gr_run_at_once (const gr_backend *backend, const gr_request *request, gr_type out_type, const void *in, void *out,
                double *index)
{
  gr_request complete = *request;
  const size_t results = gr_count_results (request);
  complete.queue = request->queue && request->place == GR_ON_DEVICE && backend->finish && results;
  if (! complete.block)
    complete.block = gr_algorithms[complete.algorithm].default_block;
  gr_record record = gr_begin_record (&complete, out_type, index != NULL, backend);
  gr_status status = GR_OK;
  /* empty segments leave nothing to do for an algorithm */
  if (results && backend == &gr_backend_cpu && complete.algorithm != GR_ALGORITHM_AUTO && complete.len)
    status = run_by_name (&complete, out_type, in, out, index, &record);
  else if (results)
    status = backend->run (&complete, out_type, in, out, index, &record);
  if (status == GR_OK)
    gr_keep_record (&record, complete.queue ? backend : NULL);
  return status;
}
