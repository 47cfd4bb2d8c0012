/* SPDX-License-Identifier: GPL-3.0-or-later

   Selection by a mask: a copy of the mask, and what is selected before each of its tiles.  */

#include "library/library.h"

#include <stdlib.h>

struct gr_selection
{
  size_t count, tiles, selected;
  gr_buffer *memory; /* the mask, then the counts; NULL if there are no elements */
};

/* ---- opening ---- */

/* Bytes of the mask in a selection's memory, which the counts follow.  */
static size_t
mask_bytes (const gr_selection *s)
{
  enum { ALIGNMENT = 16 };
  return (s->count + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}
static double *
counts_of (const gr_selection *s, void *memory)
{
  return (double *) (void *) ((char *) memory + mask_bytes (s));
}

/* Turn the counts of tiles into the running ones before them; what follows the last one becomes the total.  */
static gr_status
add_up (double *counts, size_t tiles)
{
  static const double zero = 0;
  const gr_request request = { .op = GR_CUMSUM,
                               .type = GR_TYPE_F64,
                               .inner = 1,
                               .len = tiles + 1,
                               .outer = 1,
                               .exclusive = true,
                               .place = GR_ON_DEVICE };
  gr_record record = { 0 };
  gr_status status = gr_selected ()->fill (counts + tiles, &zero, sizeof zero, 1);
  /* the run takes the events of the last record */
  if (status == GR_OK)
    status = gr_finish_last ();
  return status == GR_OK ? gr_selected ()->run (&request, GR_TYPE_F64, counts, counts, NULL, &record) : status;
}

/* Fill a selection's memory, and in what is selected.  */
static gr_status
fill_in (gr_selection *s, const void *mask)
{
  void *data = NULL;
  double total = 0;
  gr_status status = gr_take_memory (gr_selected (), mask_bytes (s) + (s->tiles + 1) * sizeof total, &s->memory);
  if (status == GR_OK)
    status = gr_find_memory (gr_selected (), s->memory, &data);
  if (status != GR_OK)
    return status;
  double *const counts = counts_of (s, data);
  status = gr_selected ()->copy (data, mask, s->count);
  if (status == GR_OK)
    status = gr_elements ()->count_tiles (data, s->count, counts);
  if (status == GR_OK)
    status = add_up (counts, s->tiles);
  if (status == GR_OK)
    status = gr_selected ()->download (&total, counts + s->tiles, sizeof total);
  s->selected = (size_t) total;
  return status;
}

gr_status
gr_open_selection (const gr_buffer *mask, size_t first, size_t count, gr_selection **selection)
{
  void *from = NULL;
  *selection = NULL;
  gr_status status = gr_need_backend ();
  if (status == GR_OK)
    status = gr_find_elements ("the mask", mask, first, count, 1, &from);
  if (status != GR_OK)
    return status;
  gr_selection *s = malloc (sizeof *s);
  if (! s)
    return gr_fail (GR_OUT_OF_MEMORY, "there is no host memory for a selection");
  const size_t tile = gr_elements ()->tile;
  *s = (gr_selection){ .count = count, .tiles = count / tile + (count % tile != 0) };
  if (count)
    status = fill_in (s, from);
  if (status == GR_OK)
    *selection = s;
  else
    gr_close_selection (s);
  return status;
}

void
gr_close_selection (gr_selection *selection)
{
  if (selection)
    gr_buffer_release (selection->memory);
  free (selection);
}

size_t
gr_count_selected (const gr_selection *selection)
{
  return selection->selected;
}

/* ---- selected elements ---- */

/* The mask of a selection, which selects something, for the backend.  */
static gr_status
find_mask (const gr_selection *s, gr_tiled_mask *mask)
{
  void *data = NULL;
  const gr_status status = gr_buffer_data (s->memory, &data);
  if (status == GR_OK)
    *mask = (gr_tiled_mask){ data, s->count, s->tiles, counts_of (s, data) };
  return status;
}

/* Are these arrays apart?  */
static gr_status
check_apart (const void *to, size_t to_bytes, const void *from, size_t from_bytes)
{
  const uintptr_t t = (uintptr_t) to, f = (uintptr_t) from;
  return t < f + from_bytes && f < t + to_bytes
         ? gr_fail (GR_BAD_ARGUMENT, "the elements to read and those to write overlap")
         : GR_OK;
}

gr_status
gr_select_elements (const gr_selection *s, size_t size, gr_buffer *to, size_t to_first, const gr_buffer *from,
                    size_t from_first)
{
  void *out = NULL, *in = NULL;
  gr_tiled_mask mask;
  gr_status status = gr_check_element_size (size);
  if (status == GR_OK)
    status = gr_find_elements ("the buffer to select from", from, from_first, s->count, size, &in);
  if (status == GR_OK)
    status = gr_find_elements ("the buffer of selected elements", to, to_first, s->selected, size, &out);
  if (status != GR_OK || ! s->selected)
    return status;
  status = check_apart (out, s->selected * size, in, s->count * size);
  if (status == GR_OK)
    status = find_mask (s, &mask);
  return status == GR_OK ? gr_elements ()->select (&mask, size, out, in) : status;
}

gr_status
gr_select_positions (const gr_selection *s, gr_buffer *to, size_t to_first)
{
  void *out = NULL;
  gr_tiled_mask mask;
  gr_status status = gr_find_elements ("the buffer of positions", to, to_first, s->selected, sizeof (double), &out);
  if (status != GR_OK || ! s->selected)
    return status;
  status = find_mask (s, &mask);
  return status == GR_OK ? gr_elements ()->select (&mask, 0, out, NULL) : status;
}

gr_status
gr_put_elements (const gr_selection *s, size_t size, gr_buffer *to, size_t to_first, const gr_buffer *from,
                 size_t from_first, bool is_scalar)
{
  const size_t stored = is_scalar && s->selected ? 1 : s->selected;
  void *out = NULL, *in = NULL;
  gr_tiled_mask mask;
  gr_status status = gr_check_element_size (size);
  if (status == GR_OK)
    status = gr_find_elements ("the buffer of elements to put", from, from_first, stored, size, &in);
  if (status == GR_OK)
    status = gr_find_elements ("the buffer to put into", to, to_first, s->count, size, &out);
  if (status != GR_OK || ! s->selected)
    return status;
  status = check_apart (out, s->count * size, in, stored * size);
  if (status == GR_OK)
    status = find_mask (s, &mask);
  return status == GR_OK ? gr_elements ()->put (&mask, size, out, in, is_scalar) : status;
}
