/* SPDX-License-Identifier: GPL-3.0-or-later

   Accumulations: a reduction or scan that is fed its array in pieces.  What is done here knows no device: a piece is
   cut into boxes, which the backend adds to the state of a slab.  */

#include "library/accumulation.h"

#include <stdlib.h>
#include <string.h>

/* ---- opening and closing ---- */

/* Can the request be opened on some backend?  */
static gr_status
check_request (const gr_request *r, bool indexed, gr_type *out_type)
{
  gr_status status = gr_check_request (r, indexed, out_type);
  if (status != GR_OK)
    return status;
  if (r->algorithm != GR_ALGORITHM_AUTO)
    return gr_fail (GR_UNSUPPORTED, "arrays in pieces are for algorithm \"auto\", not for \"%s\"",
                    gr_algorithms[r->algorithm].name);
  if (r->kernel != GR_AUTO_PLANNER)
    return gr_fail (GR_UNSUPPORTED, "arrays in pieces are for the planner's kernels, not for \"%s\"",
                    gr_auto_kernels[r->kernel]);
  if (r->groups)
    return gr_fail (GR_UNSUPPORTED, "arrays in pieces have reduced dimensions that are neighbours");
  if (r->ragged)
    return gr_fail (GR_UNSUPPORTED, "arrays in pieces have segments of one length");
  if (r->alone && ! gr_operators[r->op].is_scan)
    return gr_fail (GR_UNSUPPORTED, "%s is no scan and has more than one piece", gr_operators[r->op].name);
  if (r->keep_chunks && gr_operators[r->op].is_scan)
    return gr_fail (GR_UNSUPPORTED, "%s is a scan and keeps no chunks", gr_operators[r->op].name);
  const size_t elements = r->inner * r->len * r->outer;
  if (r->first > elements)
    return gr_fail (GR_BAD_ARGUMENT, "%zu elements are before the first piece of an array of %zu", r->first, elements);
  return GR_OK;
}

gr_status
gr_check_open (const gr_request *r, bool indexed, gr_type *out_type)
{
  gr_status status = check_request (r, indexed, out_type);
  if (status == GR_OK)
    status = gr_need_backend ();
  return status == GR_OK ? gr_check_named_backend (r) : status;
}

gr_status
gr_begin_state (gr_accumulation *a)
{
  const gr_status status = a->backend->begin_state (&a->request, a->indexed, a->state);
  a->has_state = status == GR_OK;
  return status;
}

gr_status
gr_need_state (gr_accumulation *a)
{
  return a->has_state || ! a->elements ? GR_OK : gr_begin_state (a);
}

/* Open a request that can be.  */
static gr_status
open_on (const gr_backend *backend, bool of_run, const gr_request *request, gr_type out_type, bool indexed,
         gr_accumulation **accumulation)
{
  gr_status status = GR_OK;
  gr_accumulation *const a = calloc (1, sizeof *a);
  if (! a)
    {
      status = gr_fail (GR_OUT_OF_MEMORY, "there is no host memory for an accumulation");
      goto done;
    }
  a->backend = backend;
  a->of_run = of_run;
  a->request = *request;
  a->request.place = GR_ON_DEVICE;
  a->request.queue = request->queue && request->place == GR_ON_DEVICE && backend->finish;
  a->out_type = out_type;
  a->indexed = indexed;
  a->is_scan = gr_operators[request->op].is_scan;
  a->slab = request->inner * request->len;
  a->elements = a->slab * request->outer;
  a->first = a->at = request->first;
  if (request->weights)
    {
      a->weights = malloc (request->len * sizeof *a->weights + 1);
      if (! a->weights)
        {
          status = gr_fail (GR_OUT_OF_MEMORY, "there is no host memory for %zu weights", request->len);
          goto done;
        }
      memcpy (a->weights, request->weights, request->len * sizeof *a->weights);
      a->request.weights = a->weights;
    }
  if (a->elements)
    a->state_bytes = a->backend->state_bytes (&a->request, indexed);
  a->record = gr_begin_record (&a->request, a->out_type, indexed, a->backend);
  a->request.queue = a->record.untimed; /* an array without elements is run at the end */
  status = gr_take_memory (a->backend, a->state_bytes, &a->memory);
  if (status == GR_OK)
    status = gr_find_memory (a->backend, a->memory, &a->state);

done:
  if (status == GR_OK)
    *accumulation = a;
  else
    gr_close (a);
  return status;
}

gr_status
gr_open (const gr_request *request, bool indexed, gr_accumulation **accumulation)
{
  gr_type out_type;
  *accumulation = NULL;
  const gr_status status = gr_check_open (request, indexed, &out_type);
  return status == GR_OK ? open_on (gr_selected (), false, request, out_type, indexed, accumulation) : status;
}

gr_status
gr_open_on (const gr_backend *backend, const gr_request *request, bool indexed, gr_accumulation **accumulation)
{
  gr_type out_type;
  *accumulation = NULL;
  const gr_status status = check_request (request, indexed, &out_type);
  return status == GR_OK ? open_on (backend, true, request, out_type, indexed, accumulation) : status;
}

void
gr_close (gr_accumulation *a)
{
  if (! a)
    return;
  gr_buffer_release (a->memory);
  gr_buffer_release (a->in.memory);
  gr_buffer_release (a->out.memory);
  gr_buffer_release (a->index.memory);
  free (a->weights);
  free (a);
}

gr_status
gr_check_alive (gr_accumulation *a)
{
  if (a->is_broken)
    return gr_fail (GR_BAD_ARGUMENT, "this accumulation has failed; it can only be closed");
  if (a->is_spent)
    return gr_fail (GR_BAD_ARGUMENT, "this accumulation was opened for one piece, and has had it");
  return gr_find_memory (a->of_run ? a->backend : gr_selected (), a->memory, &a->state);
}

gr_status
gr_note_failure (gr_accumulation *a, gr_status status)
{
  a->is_broken = status != GR_OK;
  return status;
}

/* ---- pieces ---- */

/* Of `rows` rows of a contiguous segment in the middle of a slab, those of a scan before one that begins with 128 bytes
   of memory, which devices read and write fastest; all of them where the first one does.  */
static size_t
rows_to_line (const gr_accumulation *a, size_t at, size_t rows)
{
  enum { LINE = 128 };
  const size_t gone = (a->request.reverse ? a->elements - at : at) % LINE,
               head = a->request.reverse ? gone : LINE - gone;
  return a->is_scan && a->request.inner == 1 && a->backend != &gr_backend_cpu && gone && head < rows ? head : rows;
}

/* The next box of a piece with `count` elements left, in the direction of the feeding, and its elements.  stays: the
   results of a slab that ends with the piece are not stored yet.  */
static size_t
next_box (const gr_accumulation *a, size_t at, size_t count, bool stays, gr_box *box)
{
  const gr_request *r = &a->request;
  const size_t inner = r->inner, in_slab = at % a->slab, row = in_slab / inner, column = in_slab % inner;
  const size_t whole = stays && count % a->slab == 0 ? count / a->slab - (count > 0) : count / a->slab;
  *box = (gr_box){ .slab = at / a->slab };
  if (! in_slab && whole)
    {
      box->slabs = whole;
      return whole * a->slab;
    }
  box->row = row;
  box->column = column;
  box->rows = 1;
  box->width = inner - column < count ? inner - column : count;
  if (! column && count >= inner)
    box->rows = r->len - row < count / inner ? r->len - row : count / inner;
  if (row)
    box->rows = rows_to_line (a, at, box->rows);
  return box->width * box->rows;
}

/* The same place, counted from the other end of the array.  */
static void
turn_box (const gr_request *r, gr_box *box)
{
  box->slab = r->outer - box->slab - (box->slabs ? box->slabs : 1);
  if (box->slabs)
    return;
  box->row = r->len - box->row - box->rows;
  box->column = r->inner - box->column - box->width;
}

/* Results of a piece: of a scan all, of a reduction those of slabs that end in it.  */
size_t
gr_count_fed (const gr_accumulation *a, size_t count)
{
  if (a->is_scan)
    return count;
  return a->slab ? ((a->at + count) / a->slab - a->at / a->slab) * a->request.inner : 0;
}

/* Has the slab that the accumulation began in no beginning?  */
static bool
is_partial (const gr_accumulation *a)
{
  return a->first % (a->slab ? a->slab : 1) != 0;
}

/* Store the results of the slab that has ended.  */
static gr_status
finish_slab (gr_accumulation *a, void *out, double *index)
{
  gr_status status = a->backend->finish_state (&a->request, a->out_type, a->state, out, index);
  if (status == GR_OK && a->at < a->elements)
    status = gr_begin_state (a);
  a->has_ended = false;
  return status;
}

/* A call's record has the first launch and the seconds of all boxes.  */
static void
add_record (gr_record *all, const gr_record *box)
{
  if (! all->grid[0])
    {
      memcpy (all->grid, box->grid, sizeof all->grid);
      memcpy (all->block, box->block, sizeof all->block);
    }
  memcpy (all->device, box->device, sizeof all->device);
  all->seconds_kernels += box->seconds_kernels;
}

/* Feed the boxes of a piece.  */
static gr_status
feed_boxes (gr_accumulation *a, gr_box_arrays piece, size_t count)
{
  const gr_request *r = &a->request;
  gr_request of_box = *r;
  const size_t size = gr_types[r->type].size, out_size = gr_types[a->out_type].size;
  const bool stays = ! a->is_scan && ! piece.out;
  gr_status status = gr_need_state (a);
  for (size_t done = 0; status == GR_OK && done < count;)
    {
      gr_box box;
      const size_t n = next_box (a, a->at, count - done, stays, &box);
      const size_t from = r->reverse ? count - done - n : done; /* of the box in the piece, in memory */
      const bool ends = ! box.slabs && a->at % a->slab + n == a->slab;
      if (r->reverse)
        turn_box (r, &box);
      char *const out = piece.out && (a->is_scan || box.slabs) ? piece.out + (a->is_scan ? from * out_size : 0) : NULL;
      double *const index = out && piece.index ? piece.index + (a->is_scan ? from : 0) : NULL;
      gr_record record = { .untimed = a->record.untimed };
      of_box.alone = r->alone && done + n == count;
      status = a->backend->feed_box (&of_box, a->out_type, a->indexed, &box,
                                     (gr_box_arrays){ piece.in + from * size, out, index }, box.slabs ? NULL : a->state,
                                     &record);
      add_record (&a->record, &record);
      a->at += n;
      done += n;
      size_t stored = box.slabs * r->inner;
      if (status == GR_OK && ends)
        {
          if (a->is_scan)
            status = a->at < a->elements ? gr_begin_state (a) : GR_OK;
          else if (stays || is_partial (a))
            a->has_ended = true;
          else
            {
              status = finish_slab (a, piece.out, piece.index);
              stored = r->inner;
            }
        }
      if (! a->is_scan && piece.out)
        {
          piece.out += stored * out_size;
          piece.index = piece.index ? piece.index + stored : NULL;
        }
    }
  return status;
}

gr_status
gr_make_room (const gr_backend *backend, gr_staged *s, size_t first, size_t size, size_t count)
{
  enum { LINE = 128 };
  void *data = NULL;
  gr_status status = GR_OK;
  s->begin = NULL;
  s->at = first * size % LINE;
  s->bytes = count * size;
  if (! s->bytes)
    return GR_OK;
  if (s->room < s->bytes)
    {
      gr_buffer_release (s->memory);
      s->memory = NULL;
      s->room = 0;
      status = gr_take_memory (backend, LINE + s->bytes, &s->memory);
      if (status != GR_OK)
        return status;
      s->room = s->bytes;
    }
  status = gr_find_memory (backend, s->memory, &data);
  if (status == GR_OK)
    s->begin = (char *) data + s->at;
  return status;
}

/* Copies of what was staged, whose seconds are recorded.  */
static gr_status
bring (gr_accumulation *a, const gr_staged *s, const void *host)
{
  const double start = gr_now ();
  const gr_status status = s->bytes ? a->backend->upload (s->begin, host, s->bytes) : GR_OK;
  a->record.seconds_in += gr_now () - start;
  return status;
}
static gr_status
fetch (gr_accumulation *a, const gr_staged *s, void *host)
{
  const double start = gr_now ();
  const gr_status status = s->bytes ? a->backend->download (host, s->begin, s->bytes) : GR_OK;
  a->record.seconds_out += gr_now () - start;
  return status;
}

/* Feed a piece on the host by way of the device's memory.  */
static gr_status
feed_from_host (gr_accumulation *a, const void *in, size_t count, void *out, double *index)
{
  const size_t size = gr_types[a->request.type].size, out_size = gr_types[a->out_type].size;
  const size_t first = a->request.reverse ? a->elements - a->at - count : a->at;
  const size_t results = out ? gr_count_fed (a, count) : 0, first_result = a->is_scan ? first : 0;
  gr_status status = gr_make_room (a->backend, &a->in, first, size, count);
  if (status == GR_OK)
    status = gr_make_room (a->backend, &a->out, first_result, out_size, results);
  if (status == GR_OK)
    status = gr_make_room (a->backend, &a->index, first_result, sizeof *index, index ? results : 0);
  if (status == GR_OK)
    status = bring (a, &a->in, in);
  if (status == GR_OK)
    status = feed_boxes (a, (gr_box_arrays){ a->in.begin, a->out.begin, a->index.begin }, count);
  if (status == GR_OK)
    status = fetch (a, &a->out, out);
  if (status == GR_OK)
    status = fetch (a, &a->index, index);
  return status;
}

/* Does the piece fit, and are its results asked for where they must be?  */
static gr_status
check_piece (const gr_accumulation *a, size_t count, const void *out, const double *index)
{
  const char *const name = gr_operators[a->request.op].name;
  const size_t left = a->elements - a->at, ends = a->slab ? (a->at + count) / a->slab - a->at / a->slab : 0;
  if (count > left)
    return gr_fail (GR_BAD_ARGUMENT, "a piece of %zu elements is more than the %zu that are left of %zu", count, left,
                    a->elements);
  if (a->has_ended && count)
    return gr_fail (GR_BAD_ARGUMENT, "the results of the slab that has ended are not stored yet: gr_finish does it");
  if (index && ! a->indexed)
    return gr_fail (GR_BAD_ARGUMENT, "%s was opened without positions", name);
  if (out && a->indexed && ! index && gr_count_fed (a, count))
    return gr_fail (GR_BAD_ARGUMENT, "%s was opened with positions, and has no array for them", name);
  if (a->is_scan && out && is_partial (a) && a->at / a->slab == a->first / a->slab)
    return gr_fail (GR_BAD_ARGUMENT, "%s needs the state of the %zu elements of its slab that stand before the piece",
                    name, a->first % a->slab);
  if (! a->is_scan && is_partial (a) && a->at + count > (a->first / a->slab + 1) * a->slab)
    return gr_fail (GR_BAD_ARGUMENT, "%s was opened within a slab, and takes no elements beyond that slab's end", name);
  if (! a->is_scan && ! out && ! is_partial (a) && ends && ends > ((a->at + count) % a->slab == 0))
    return gr_fail (GR_BAD_ARGUMENT, "slabs end within the piece, and there is no array for their results");
  return GR_OK;
}

gr_status
gr_feed (gr_accumulation *a, gr_place place, const void *in, size_t count, void *out, double *index)
{
  const size_t results = gr_count_fed (a, count);
  gr_status status = gr_check_alive (a);
  if (status == GR_OK)
    status = gr_check_place (place);
  if (status == GR_OK)
    status = check_piece (a, count, out, index);
  if (status == GR_OK && place == GR_ON_DEVICE)
    {
      status = gr_check_in_buffer (a->backend, "the piece", in, count * gr_types[a->request.type].size);
      if (status == GR_OK && out)
        status = gr_check_results_in_buffers (a->backend, a->out_type, results, out, index);
    }
  if (status != GR_OK || ! count)
    return status;
  if (! a->is_scan && (! results || is_partial (a)))
    out = index = NULL;
  a->is_spent = a->request.alone;
  if (place == GR_ON_DEVICE || a->backend == &gr_backend_cpu)
    return gr_note_failure (a, feed_boxes (a, (gr_box_arrays){ in, out, index }, count));
  return gr_note_failure (a, feed_from_host (a, in, count, out, index));
}

/* ---- devices that take turns ---- */

void
gr_join_records (gr_accumulation *a, gr_accumulation *const all[], unsigned count, unsigned used)
{
  gr_record record = all[0]->record;
  for (unsigned k = 1; k < count; k++)
    add_record (&record, &all[k]->record);
  memcpy (record.device, all[0]->record.device, sizeof record.device);
  record.devices = used;
  a->record = record;
}

/* ---- the end ---- */

/* Results of an array without elements, or of one slab, by way of the device's memory if they are to be on the host. */
static gr_status
finish_at (gr_accumulation *a, gr_place place, size_t results, void *out, double *index)
{
  const bool direct = place == GR_ON_DEVICE || a->backend == &gr_backend_cpu;
  gr_status status = gr_make_room (a->backend, &a->out, 0, gr_types[a->out_type].size, direct ? 0 : results);
  if (status == GR_OK)
    status = gr_make_room (a->backend, &a->index, 0, sizeof *index, direct || ! index ? 0 : results);
  void *const there = direct ? out : a->out.begin;
  double *const index_there = direct ? index : a->index.begin;
  if (status == GR_OK)
    status = a->elements ? finish_slab (a, there, index_there)
                         : a->backend->run (&a->request, a->out_type, NULL, there, index_there, &a->record);
  if (status == GR_OK)
    status = fetch (a, &a->out, out);
  if (status == GR_OK)
    status = fetch (a, &a->index, index);
  return status;
}

gr_status
gr_finish (gr_accumulation *a, gr_place place, void *out, double *index)
{
  gr_status status = gr_check_alive (a);
  if (status == GR_OK)
    status = gr_check_place (place);
  if (status != GR_OK)
    return status;
  const char *const name = gr_operators[a->request.op].name;
  const size_t segments = a->request.inner * a->request.outer;
  const size_t results = a->is_scan ? 0 : a->elements ? (a->has_ended ? a->request.inner : 0) : segments;
  if (a->has_ended && is_partial (a))
    return gr_fail (GR_BAD_ARGUMENT, "%s lacks the state of the %zu elements of the slab that stand before its own",
                    name, a->first % a->slab);
  if (! a->has_ended && a->at < a->elements)
    return gr_fail (GR_BAD_ARGUMENT, "%s has been fed up to element %zu of %zu", name, a->at, a->elements);
  if (! results)
    {
      gr_keep_record (&a->record, NULL);
      return GR_OK;
    }
  if (! out || (a->indexed && ! index))
    return gr_fail (GR_BAD_ARGUMENT, "%s has no array for its results", name);
  if (index && ! a->indexed)
    return gr_fail (GR_BAD_ARGUMENT, "%s was opened without positions", name);
  if (place == GR_ON_DEVICE)
    status = gr_check_results_in_buffers (a->backend, a->out_type, results, out, index);
  if (status == GR_OK)
    status = gr_note_failure (a, finish_at (a, place, results, out, index));
  if (status == GR_OK)
    gr_keep_record (&a->record, NULL);
  return status;
}
