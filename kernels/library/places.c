/* SPDX-License-Identifier: GPL-3.0-or-later

   Elements at places that are listed: checks.  */

#include "library/library.h"

static gr_status
check_arrays (const gr_gather_run *run, size_t read, size_t written)
{
  const size_t size = run->gathering.size, places = run->gathering.count * sizeof *run->places;
  const gr_status status = gr_check_overlap ("the elements to read", run->from, read * size, run->to, written * size);
  return status == GR_OK ? gr_check_overlap ("the places", run->places, places, run->to, written * size) : status;
}

static gr_status
move_elements (void *data, unsigned *faulty)
{
  gr_gather_run *const run = data;
  run->faulty = faulty;
  return gr_elements ()->gather (run);
}

static gr_status
run_places (const gr_gathering *q, bool scatters, const gr_buffer *from, const gr_buffer *places, gr_buffer *to,
            bool *is_faulty)
{
  const size_t rows = gr_multiply_sizes (q->inner, q->outer);
  const size_t whole = gr_multiply_sizes (rows, q->len), part = gr_multiply_sizes (rows, q->count);
  const size_t read = scatters ? part : whole, written = scatters ? whole : part;
  void *in = NULL, *at = NULL, *out = NULL;
  *is_faulty = false;
  gr_status status = gr_check_element_size (q->size);
  if (status == GR_OK)
    status = gr_need_backend ();
  if (status != GR_OK || ! part)
    return status;
  if (read)
    status = gr_find_elements ("the buffer of elements to read", from, 0, read, q->size, &in);
  if (status == GR_OK)
    status = gr_find_elements ("the places", places, 0, q->count, sizeof (double), &at);
  if (status == GR_OK && written)
    status = gr_find_elements ("the buffer of elements to write", to, 0, written, q->size, &out);
  gr_gather_run run = { *q, scatters, in, at, out, NULL };
  if (status == GR_OK)
    status = check_arrays (&run, read, written);
  return status == GR_OK ? gr_ask_backend (move_elements, &run, is_faulty) : status;
}

gr_status
gr_gather_elements (const gr_gathering *gathering, const gr_buffer *from, const gr_buffer *places, gr_buffer *to,
                    bool *is_faulty)
{
  return run_places (gathering, false, from, places, to, is_faulty);
}

gr_status
gr_scatter_elements (const gr_gathering *gathering, const gr_buffer *from, const gr_buffer *places, gr_buffer *to,
                     bool *is_faulty)
{
  return run_places (gathering, true, from, places, to, is_faulty);
}
