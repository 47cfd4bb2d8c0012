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
static bool times_small_calls;

/* Below as many bytes read and written, the events of a queued call take longer than its launch.  */
static const double LEAST_TIMED = 4 << 20;

void
gr_time_small_calls (bool timed)
{
  times_small_calls = timed;
}

static bool
is_untimed (double bytes)
{
  return bytes < LEAST_TIMED && ! times_small_calls;
}

gr_record
gr_begin_record (const gr_request *request, gr_type out_type, bool indexed, const gr_backend *backend)
{
  gr_record record = { .op = request->op,
                       .name = gr_operators[request->op].name,
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
  record.untimed = request->queue && is_untimed (record.bytes);
  gr_loaded_so_far (&record.compiled, &record.seconds_compile);
  return record;
}

/* The size of the result along a dimension, and the elements of an argument.  */
static size_t
find_size (const gr_mapping *arrays, int arguments, size_t dim)
{
  size_t size = 1;
  for (int a = 0; a < arguments && size == 1; a++)
    size = arrays->sizes[a][dim];
  return size;
}
static double
count_elements (const gr_mapping *arrays, int argument)
{
  double count = 1;
  for (size_t k = 0; k < arrays->dims; k++)
    count *= (double) arrays->sizes[argument][k];
  return count;
}

gr_record
gr_begin_monoid_record (const gr_user_monoid *monoid, const gr_monoid_run *run, const gr_mapping *arrays, bool queued)
{
  const gr_expression *const last = monoid->finish.steps ? &monoid->finish : &monoid->map;
  const double results = (double) run->inner * (double) run->outer * (run->is_scan ? (double) run->len : 1.0);
  const int arguments = monoid->map.arguments;
  gr_record record = { .op = GR_OPERATOR_COUNT,
                       .name = run->is_scan ? "scan" : "reduce",
                       .algorithm = run->algorithm,
                       .type = arguments ? arrays->arguments[0].type : GR_TYPE_F64,
                       .backend = gr_selected ()->name,
                       .devices = 1,
                       .ndims = arrays->dims < GR_MAX_DIMS ? arrays->dims : GR_MAX_DIMS,
                       .inner = run->inner,
                       .len = run->len,
                       .outer = run->outer };
  for (size_t k = 0; k < record.ndims; k++)
    record.dims[k] = find_size (arrays, arguments, k);
  for (int a = 0; a < arguments; a++)
    record.bytes += count_elements (arrays, a) * (double) gr_types[arrays->arguments[a].type].size;
  for (int v = 0; v < last->values; v++)
    record.bytes += results * (double) gr_types[last->step[last->value[v]].type].size;
  record.untimed = queued && is_untimed (record.bytes);
  gr_loaded_so_far (&record.compiled, &record.seconds_compile);
  return record;
}

void
gr_keep_record (const gr_record *record, const gr_backend *queued)
{
  last_record = *record;
  have_last_record = true;
  unfinished = record->untimed ? NULL : queued;
  if (unfinished)
    unfinished_device = queued->current_device ();
  if (record->untimed)
    last_record.seconds_kernels = last_record.seconds_convert = NAN;
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
