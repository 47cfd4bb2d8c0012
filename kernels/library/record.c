/* SPDX-License-Identifier: GPL-3.0-or-later

   The record of the last call.  */

#include "jit/jit.h"
#include "library/library.h"

#include <math.h>
#include <string.h>

static gr_record last_record;
static bool have_last_record;
static const gr_backend
  *unfinished; /* that the last record's request was queued on, if its seconds are not there yet */
static int unfinished_device;

gr_record
gr_begin_record (const gr_request *request, gr_type out_type, bool indexed, const gr_backend *backend)
{
  gr_record record = { .op = request->op,
                       .algorithm = request->algorithm,
                       .type = request->type,
                       .backend = backend->name,
                       .devices = 1,
                       .ndims = request->ndims,
                       .inner = request->inner,
                       .len = request->len,
                       .outer = request->outer,
                       .bytes = gr_count_bytes (request, out_type, indexed) };
  memcpy (record.dims, request->dims, sizeof record.dims);
  gr_loaded_so_far (&record.compiled, &record.seconds_compile);
  return record;
}

void
gr_keep_record (const gr_record *record, const gr_backend *queued)
{
  last_record = *record;
  have_last_record = true;
  unfinished = queued;
  if (queued)
    unfinished_device = queued->current_device ();
  gr_loaded_since (&last_record.compiled, &last_record.seconds_compile);
}

gr_status
gr_finish_last (void)
{
  if (! unfinished)
    return GR_OK;
  const gr_status status = unfinished->finish (unfinished_device, &last_record);
  if (status != GR_OK)
    last_record.seconds_kernels = last_record.seconds_convert = NAN;
  if (status != GR_INTERRUPTED) /* then the next question may be answered */
    unfinished = NULL;
  return status;
}

void
gr_finish_device (const gr_backend *backend, int device)
{
  if (unfinished != backend || unfinished_device != device)
    return;
  gr_finish_last ();
  unfinished = NULL;
}

void
gr_add_converting (double seconds)
{
  last_record.seconds_convert += seconds;
}

void
gr_add_transfers (double in, double out)
{
  last_record.seconds_in += in;
  last_record.seconds_out += out;
}

bool
gr_last (gr_record *record)
{
  gr_finish_last ();
  if (have_last_record)
    *record = last_record;
  return have_last_record;
}
