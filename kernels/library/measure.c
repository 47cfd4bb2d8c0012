/* SPDX-License-Identifier: GPL-3.0-or-later

   Kernels and the limits of memory, measured with empty caches.  */

#include "library/library.h"

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

gr_status
gr_measure (const gr_request *request, const void *in, void *out, double *index, unsigned repeats, double *seconds)
{
  gr_type out_type;
  gr_record record;
  gr_status status = gr_check_request (request, index != NULL, &out_type);
  if (status == GR_OK)
    status = gr_need_backend ();
  if (status != GR_OK)
    return status;
  const gr_backend *const backend = gr_selected ();
  const bool on_host = request->place == GR_ON_HOST && ! (gr_algorithms[request->algorithm].kinds & GR_HOST_ONLY);
  const size_t segments = request->inner * request->outer, n = segments * request->len;
  const size_t results = gr_operators[request->op].is_scan ? n : segments;
  enum { IN, OUT, INDEX, ARRAYS };
  const size_t sizes[ARRAYS]
    = { n * gr_types[request->type].size, results * gr_types[out_type].size, index ? results * sizeof *index : 0 };
  gr_buffer *copies[ARRAYS] = { NULL }, *scratch = NULL;
  void *arrays[ARRAYS] = { (void *) in, out, index };
  size_t scratch_bytes = 0;
  gr_request measured = *request;
  measured.queue = false;
  if (on_host)
    measured.place = GR_ON_DEVICE;

  status = flush_buffer (backend, &scratch, &scratch_bytes);
  for (int k = 0; status == GR_OK && on_host && k < ARRAYS; k++)
    if (k != INDEX || index)
      {
        status = gr_take_memory (backend, sizes[k], &copies[k]);
        if (status == GR_OK)
          status = gr_find_memory (backend, copies[k], &arrays[k]);
      }
  if (status == GR_OK && on_host)
    status = gr_buffer_upload (copies[IN], 0, in, sizes[IN]);
  for (unsigned i = 0; status == GR_OK && i <= repeats; i++)
    {
      status = begin_run (backend, scratch, scratch_bytes);
      if (status == GR_OK)
        status = gr_run (&measured, arrays[IN], arrays[OUT], arrays[INDEX]);
      if (status == GR_OK && i && gr_last (&record))
        seconds[i - 1] = record.seconds_kernels;
    }
  if (status == GR_OK && on_host)
    status = gr_buffer_download (out, copies[OUT], 0, sizes[OUT]);
  if (status == GR_OK && copies[INDEX])
    status = gr_buffer_download (index, copies[INDEX], 0, sizes[INDEX]);

  for (int k = 0; k < ARRAYS; k++)
    gr_buffer_release (copies[k]);
  gr_buffer_release (scratch);
  return status;
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
