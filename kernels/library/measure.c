/* SPDX-License-Identifier: GPL-3.0-or-later

   Kernels and the limits of memory, measured with empty caches.  */

#include "library/library.h"
#include "order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Memory to empty the caches with: twice their size.  */
static gr_status
flush_buffer (const gr_backend *backend, gr_buffer **buffer, size_t *bytes)
{
  enum { LEAST = 64 << 20 }; /* for hosts that do not tell their size */
  gr_device device;
  gr_status status = backend->describe (&device);
  if (status != GR_OK)
    return status;
  *bytes = device.l2_bytes > LEAST / 2 ? 2 * device.l2_bytes : LEAST;
  return gr_take_memory (backend, *bytes, buffer);
}

/* What comes before every measured run.  */
static gr_status
begin_run (const gr_backend *backend, const gr_buffer *scratch, size_t bytes)
{
  if (gr_interrupted ())
    return gr_fail (GR_INTERRUPTED, "interrupted while measuring");
  return backend->flush (gr_buffer_describe (scratch).data, bytes);
}

/* The arrays of a measured call.  Those on the host have copies on the device, which the call takes.  */
enum { IN, OUT, INDEX, ARRAYS };
typedef struct
{
  bool on_host;
  void *given[ARRAYS], *taken[ARRAYS]; /* INDEX may be NULL */
  size_t bytes[ARRAYS];
  gr_buffer *copies[ARRAYS];
} measured_arrays;

/* Run it once, and store the kernels' time.  */
typedef gr_status measured_call (const void *what, void *const arrays[ARRAYS], double *seconds);

static gr_status
begin_arrays (const gr_backend *backend, measured_arrays *m)
{
  gr_status status = GR_OK;
  memcpy (m->taken, m->given, sizeof m->taken);
  for (int k = 0; status == GR_OK && m->on_host && k < ARRAYS; k++)
    if (k != INDEX || m->given[k])
      {
        status = gr_take_memory (backend, m->bytes[k], &m->copies[k]);
        if (status == GR_OK)
          status = gr_find_memory (backend, m->copies[k], &m->taken[k]);
      }
  return status == GR_OK && m->on_host ? gr_buffer_upload (m->copies[IN], 0, m->given[IN], m->bytes[IN]) : status;
}

static gr_status
measure_call (const gr_backend *backend, measured_arrays *m, measured_call *run, const void *what, unsigned repeats,
              double *seconds)
{
  gr_buffer *scratch = NULL;
  size_t scratch_bytes = 0;
  double last = 0.0;
  gr_status status = flush_buffer (backend, &scratch, &scratch_bytes);
  if (status == GR_OK)
    status = begin_arrays (backend, m);
  for (unsigned i = 0; status == GR_OK && i <= repeats; i++)
    {
      status = begin_run (backend, scratch, scratch_bytes);
      if (status == GR_OK)
        status = run (what, m->taken, &last);
      if (status == GR_OK && i)
        seconds[i - 1] = last;
    }
  for (int k = OUT; k < ARRAYS; k++)
    if (status == GR_OK && m->copies[k])
      status = gr_buffer_download (m->given[k], m->copies[k], 0, m->bytes[k]);

  for (int k = 0; k < ARRAYS; k++)
    gr_buffer_release (m->copies[k]);
  gr_buffer_release (scratch);
  return status;
}

static gr_status
run_request (const void *what, void *const arrays[ARRAYS], double *seconds)
{
  gr_record record;
  const gr_status status = gr_run (what, arrays[IN], arrays[OUT], arrays[INDEX]);
  if (status == GR_OK && gr_last (&record))
    *seconds = record.seconds_kernels;
  return status;
}

gr_status
gr_measure (const gr_request *request, const void *in, void *out, double *index, unsigned repeats, double *seconds)
{
  gr_type out_type;
  gr_status status = gr_check_request (request, index != NULL, &out_type);
  if (status == GR_OK && request->ragged)
    status = gr_fail (GR_UNSUPPORTED, "segments of any lengths are not measured");
  if (status == GR_OK)
    status = gr_need_backend ();
  if (status != GR_OK)
    return status;
  const bool on_host = request->place == GR_ON_HOST && ! (gr_algorithms[request->algorithm].kinds & GR_HOST_ONLY);
  const size_t segments = request->inner * request->outer, n = segments * request->len;
  const size_t results = gr_operators[request->op].is_scan ? n : segments;
  measured_arrays m = { .on_host = on_host,
                        .given = { (void *) in, out, index },
                        .bytes = { n * gr_types[request->type].size, results * gr_types[out_type].size,
                                   index ? results * sizeof *index : 0 } };
  gr_request measured = *request;
  measured.queue = false;
  if (on_host)
    measured.place = GR_ON_DEVICE;
  return measure_call (gr_selected (), &m, run_request, &measured, repeats, seconds);
}

static gr_status
run_sort (const void *what, void *const arrays[ARRAYS], double *seconds)
{
  return gr_sort_arrays (what, arrays[IN], arrays[OUT], arrays[INDEX], seconds);
}

gr_status
gr_measure_sort (const gr_sorting *sorting, const void *from, void *to, double *positions, unsigned repeats,
                 double *seconds)
{
  gr_status status = gr_check_sorting (sorting);
  if (status == GR_OK)
    status = gr_need_backend ();
  if (status != GR_OK)
    return status;
  const size_t elements = gr_multiply_sizes (gr_multiply_sizes (sorting->inner, sorting->len), sorting->outer);
  const size_t bytes = elements * gr_types[sorting->type].size;
  if (! elements || sorting->len < 2)
    return gr_fail (GR_UNSUPPORTED, "there is nothing to sort in segments of %zu elements, and no time", sorting->len);
  measured_arrays m = { .on_host = true,
                        .given = { (void *) from, to, positions },
                        .bytes = { bytes, bytes, positions ? elements * sizeof *positions : 0 } };
  return measure_call (gr_selected (), &m, run_sort, sorting, repeats, seconds);
}

static int
ascending (const void *a, const void *b)
{
  const double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

gr_status
gr_measure_limit (gr_limit which, size_t bytes, unsigned repeats, double *seconds)
{
  enum { LOAD = 16 };
  const size_t whole = (bytes / LOAD + (bytes % LOAD != 0)) * LOAD;
  size_t scratch_bytes = 0;
  gr_buffer *scratch = NULL, *buffers[2] = { NULL };
  void *arrays[2] = { NULL }; /* from, to */
  const int copies = which == GR_LIMIT_COPY;
  double *tried = NULL, best = INFINITY;
  gr_status status;
  if ((unsigned) which >= GR_LIMIT_COUNT)
    return gr_fail (GR_BAD_ARGUMENT, "there is no limit number %d", (int) which);
  if (! bytes || ! repeats)
    return gr_fail (GR_BAD_ARGUMENT, "a limit is measured on at least one byte and at least once");

  status = gr_need_backend ();
  if (status != GR_OK)
    return status;
  const gr_backend *const backend = gr_selected ();
  tried = malloc (repeats * sizeof *tried);
  if (! tried)
    status = gr_fail (GR_OUT_OF_MEMORY, "there is no memory for %u times", repeats);
  else
    status = flush_buffer (backend, &scratch, &scratch_bytes);
  for (int k = 0; status == GR_OK && k <= copies; k++)
    {
      status = gr_take_memory (backend, whole, &buffers[k]);
      if (status == GR_OK)
        status = gr_find_memory (backend, buffers[k], &arrays[k]);
      if (status == GR_OK)
        status = backend->flush (arrays[k], whole); /* pages that were never written may not exist yet */
    }
  for (int way = 0; status == GR_OK && way < backend->limit_ways; way++)
    {
      for (unsigned i = 0; status == GR_OK && i <= repeats; i++)
        {
          status = begin_run (backend, scratch, scratch_bytes);
          if (status == GR_OK) /* the first run warms up, and its time is overwritten */
            status = backend->limit (which, way, arrays[0], arrays[copies], whole, &tried[i ? i - 1 : 0]);
        }
      qsort (tried, repeats, sizeof *tried, ascending);
      if (status == GR_OK && tried[repeats / 2] < best)
        {
          best = tried[repeats / 2];
          memcpy (seconds, tried, repeats * sizeof *seconds);
        }
    }

  gr_buffer_release (buffers[1]);
  gr_buffer_release (buffers[0]);
  gr_buffer_release (scratch);
  free (tried);
  return status;
}
