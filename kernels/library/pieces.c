/* SPDX-License-Identifier: GPL-3.0-or-later

   Accumulations: a reduction or scan that is fed its array in pieces.  What is done here knows no device: a piece is
   cut into boxes, which the backend adds to the state of a slab, and states are wrapped for export.  */

#include "library/library.h"

#include <stdlib.h>
#include <string.h>

/* What states must agree in, and where in the array, in the direction of the feeding, one begins and ends.  */
typedef struct
{
  char magic[8]; /* with the version of this layout, and whether there is a checksum */
  char backend[8];
  uint32_t accumulator, variant, type, arithmetic, nan, mean;
  uint32_t weighted, reverse, indexed, keep_chunks;
  uint64_t inner, len, outer, bytes;
  uint64_t first, at, has_ended;
  uint64_t checksum; /* of all bytes, this being 0, where they were exported to the host */
} header;

/* States on a device have no checksum: it would take them to the host.  */
static const char with_checksum[8] = "grstat2", without_checksum[8] = "gr2bare";

/* Memory of the device for a piece that is on the host, which stays for the next one.  Elements begin as far within 128
   bytes as they do in the whole array, so that they are added up in the same order.  */
typedef struct
{
  gr_buffer *memory;
  size_t room;
  void *begin;
  size_t bytes;
} staged;

struct gr_accumulation
{
  const gr_backend *backend;
  bool of_run; /* on its backend whichever is selected */
  gr_request request;
  gr_type out_type;
  gr_record record;
  bool indexed, is_scan;
  double *weights;       /* a copy of the caller's */
  size_t slab, elements; /* elements of a slab, and of the array */
  size_t first, at;      /* elements before the first piece and before the next one, in the direction of the feeding */
  bool has_ended;        /* a slab has ended, and its results are not stored */
  bool is_broken;        /* a call has failed on the way */
  bool is_spent;         /* it was for one piece, and has had it */
  gr_buffer *memory;     /* of the state, on the device where the accumulation was opened */
  void *state;           /* where it is, found out by each call */
  size_t state_bytes;
  staged in, out, index; /* of pieces on the host */
};

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
  if (r->alone && ! gr_operators[r->op].is_scan)
    return gr_fail (GR_UNSUPPORTED, "%s is no scan and has more than one piece", gr_operators[r->op].name);
  if (r->keep_chunks && gr_operators[r->op].is_scan)
    return gr_fail (GR_UNSUPPORTED, "%s is a scan and keeps no chunks", gr_operators[r->op].name);
  const size_t elements = r->inner * r->len * r->outer;
  if (r->first > elements)
    return gr_fail (GR_BAD_ARGUMENT, "%zu elements are before the first piece of an array of %zu", r->first, elements);
  return GR_OK;
}

/* Can it be opened on the selected one?  Selects a backend if none is selected yet.  */
static gr_status
check_open (const gr_request *r, bool indexed, gr_type *out_type)
{
  gr_status status = check_request (r, indexed, out_type);
  if (status == GR_OK)
    status = gr_need_backend ();
  return status == GR_OK ? gr_check_named_backend (r) : status;
}

static gr_status
begin_state (gr_accumulation *a)
{
  return a->backend->begin_state (&a->request, a->indexed, a->state);
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
  a->request.queue = false;
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
  status = gr_take_memory (a->backend, a->state_bytes, &a->memory);
  if (status == GR_OK)
    status = gr_find_memory (a->backend, a->memory, &a->state);
  if (status == GR_OK && a->elements)
    status = begin_state (a);

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
  const gr_status status = check_open (request, indexed, &out_type);
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

/* Can the accumulation be used?  */
static gr_status
check_alive (gr_accumulation *a)
{
  if (a->is_broken)
    return gr_fail (GR_BAD_ARGUMENT, "this accumulation has failed; it can only be closed");
  if (a->is_spent)
    return gr_fail (GR_BAD_ARGUMENT, "this accumulation was opened for one piece, and has had it");
  return gr_find_memory (a->of_run ? a->backend : gr_selected (), a->memory, &a->state);
}

/* Remember a failure on the way, after which the state is of no use.  */
static gr_status
note_failure (gr_accumulation *a, gr_status status)
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
    status = begin_state (a);
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
  gr_status status = GR_OK;
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
      gr_record record = { 0 };
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
            status = a->at < a->elements ? begin_state (a) : GR_OK;
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

/* Make room for count elements of size bytes, of which the first is number `first` of the whole array.  */
static gr_status
stage (const gr_backend *backend, staged *s, size_t first, size_t size, size_t count)
{
  enum { LINE = 128 };
  const size_t at = first * size % LINE;
  void *data = NULL;
  gr_status status = GR_OK;
  s->begin = NULL;
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
    s->begin = (char *) data + at;
  return status;
}

/* Copies of what was staged, whose seconds are recorded.  */
static gr_status
bring (gr_accumulation *a, const staged *s, const void *host)
{
  const double start = gr_now ();
  const gr_status status = s->bytes ? a->backend->upload (s->begin, host, s->bytes) : GR_OK;
  a->record.seconds_in += gr_now () - start;
  return status;
}
static gr_status
fetch (gr_accumulation *a, const staged *s, void *host)
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
  gr_status status = stage (a->backend, &a->in, first, size, count);
  if (status == GR_OK)
    status = stage (a->backend, &a->out, first_result, out_size, results);
  if (status == GR_OK)
    status = stage (a->backend, &a->index, first_result, sizeof *index, index ? results : 0);
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
  gr_status status = check_alive (a);
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
    return note_failure (a, feed_boxes (a, (gr_box_arrays){ in, out, index }, count));
  return note_failure (a, feed_from_host (a, in, count, out, index));
}

/* ---- copies of states ---- */

/* Copy bytes of a state on the device to where states are exported, or from there.  */
static gr_status
give (const gr_backend *backend, gr_place place, void *to, const void *from, size_t bytes)
{
  if (! bytes)
    return GR_OK;
  return place == GR_ON_DEVICE ? backend->copy (to, from, bytes) : backend->download (to, from, bytes);
}
static gr_status
take (const gr_backend *backend, gr_place place, void *to, const void *from, size_t bytes)
{
  if (! bytes)
    return GR_OK;
  return place == GR_ON_DEVICE ? backend->copy (to, from, bytes) : backend->upload (to, from, bytes);
}

/* ---- devices that take turns ---- */

/* Copy bytes of the state of an accumulation on another device, from byte `begin` on.  */
static gr_status
fetch_state (gr_accumulation *a, const gr_accumulation *from, size_t begin, void *to, size_t bytes)
{
  const gr_buffer_info info = gr_buffer_describe (from->memory);
  return a->backend->copy_from (to, (const char *) info.data + begin, info.device, bytes);
}

/* Has the accumulation been fed of the slab of element number `at`, of which elements are before that one?  */
static bool
has_begun_slab (const gr_accumulation *a, size_t at)
{
  return a->at % a->slab && a->at / a->slab == at / a->slab;
}

/* Moments are relative to an element of their segment, which follows the accumulators and is the same everywhere.  */
static gr_status
fetch_origins (gr_accumulation *a, const gr_accumulation *from)
{
  size_t planes[GR_MAX_PLANES];
  if (a->backend->state_planes (&a->request, a->indexed, planes) < 2)
    return GR_OK;
  const size_t bytes = a->request.inner * planes[1], begin = a->state_bytes - bytes;
  return fetch_state (a, from, begin, (char *) a->state + begin, bytes);
}

gr_status
gr_take_turn (gr_accumulation *a, const gr_accumulation *from, bool apart)
{
  const size_t at = from->at;
  const bool within = at % a->slab, joins = ! has_begun_slab (a, at);
  gr_status status = check_alive (a);
  if (status != GR_OK)
    return status;
  if (within && ! apart)
    status = fetch_state (a, from, 0, a->state, a->state_bytes);
  else if (joins && a->at % a->slab) /* the state is one of an earlier slab */
    status = begin_state (a);
  if (status == GR_OK && within && apart && joins)
    status = fetch_origins (a, from);
  a->at = at;
  return note_failure (a, status);
}

/* Append a later state: that of an accumulation on another device, or if that is NULL one that was exported.  */
static gr_status
append_state (gr_accumulation *a, const gr_accumulation *from, gr_place place, const void *bytes)
{
  gr_buffer *memory = NULL;
  void *later = NULL;
  gr_status status = gr_take_memory (a->backend, a->state_bytes, &memory);
  if (status == GR_OK)
    status = gr_find_memory (a->backend, memory, &later);
  if (status == GR_OK)
    status
      = from ? fetch_state (a, from, 0, later, a->state_bytes) : take (a->backend, place, later, bytes, a->state_bytes);
  if (status == GR_OK)
    status = a->backend->merge_states (&a->request, a->indexed, a->state, later);
  gr_buffer_release (memory);
  return status;
}

gr_status
gr_collect_state (gr_accumulation *a, const gr_accumulation *from)
{
  return has_begun_slab (from, a->at) ? note_failure (a, append_state (a, from, GR_ON_DEVICE, NULL)) : GR_OK;
}

void
gr_join_records (gr_accumulation *a, gr_accumulation *const all[], unsigned count)
{
  gr_record record = all[0]->record;
  for (unsigned k = 1; k < count; k++)
    add_record (&record, &all[k]->record);
  memcpy (record.device, all[0]->record.device, sizeof record.device);
  record.devices = count;
  a->record = record;
}

/* ---- the end ---- */

/* Results of an array without elements, or of one slab, by way of the device's memory if they are to be on the host. */
static gr_status
finish_at (gr_accumulation *a, gr_place place, size_t results, void *out, double *index)
{
  const bool direct = place == GR_ON_DEVICE || a->backend == &gr_backend_cpu;
  gr_status status = stage (a->backend, &a->out, 0, gr_types[a->out_type].size, direct ? 0 : results);
  if (status == GR_OK)
    status = stage (a->backend, &a->index, 0, sizeof *index, direct || ! index ? 0 : results);
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
  gr_status status = check_alive (a);
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
    status = note_failure (a, finish_at (a, place, results, out, index));
  if (status == GR_OK)
    gr_keep_record (&a->record, NULL);
  return status;
}

/* ---- states ---- */

static header
header_of (const gr_accumulation *a)
{
  const gr_request *r = &a->request;
  const gr_operator_info *op = &gr_operators[r->op];
  header h = { .accumulator = op->accumulator,
               .variant = op->variant,
               .type = r->type,
               .arithmetic = r->arithmetic,
               .nan = r->nan,
               .mean = r->mean,
               .weighted = r->weights != NULL,
               .reverse = r->reverse,
               .indexed = a->indexed,
               .keep_chunks = r->keep_chunks,
               .inner = r->inner,
               .len = r->len,
               .outer = r->outer,
               .bytes = a->state_bytes,
               .first = a->first,
               .at = a->at,
               .has_ended = a->has_ended };
  memcpy (h.magic, without_checksum, sizeof h.magic);
  strncpy (h.backend, a->backend->name, sizeof h.backend - 1);
  return h;
}

/* Each step takes different words, and different sums before it, to different ones.  */
static uint64_t
add_to_checksum (uint64_t sum, const void *bytes, size_t count)
{
  for (size_t i = 0; i < count; i += sizeof sum)
    {
      uint64_t word = 0;
      memcpy (&word, (const char *) bytes + i, count - i < sizeof word ? count - i : sizeof word);
      sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
      sum ^= sum >> 32;
    }
  return sum;
}

/* The checksum of a state on the host, whose header says that it has one.  */
static uint64_t
checksum_of (const void *bytes, size_t state_bytes)
{
  header h;
  memcpy (&h, bytes, sizeof h);
  h.checksum = 0;
  return add_to_checksum (add_to_checksum (0, &h, sizeof h), (const char *) bytes + sizeof h, state_bytes);
}

/* Write the checksum of a state on the host to its header.  */
static void
seal (void *bytes, size_t state_bytes)
{
  header h;
  memcpy (&h, bytes, sizeof h);
  memcpy (h.magic, with_checksum, sizeof h.magic);
  memcpy (bytes, &h, sizeof h);
  h.checksum = checksum_of (bytes, state_bytes);
  memcpy (bytes, &h, sizeof h);
}

static bool
has_checksum (const header *h)
{
  return ! memcmp (h->magic, with_checksum, sizeof h->magic);
}

static gr_status
check_version (const header *h)
{
  return has_checksum (h) || ! memcmp (h->magic, without_checksum, sizeof h->magic)
         ? GR_OK
         : gr_fail (GR_BAD_ARGUMENT, "the bytes are no state of this version of gpureduce");
}

/* Has a state, of so many bytes behind its header, changed on the way?  */
static gr_status
check_unchanged (gr_place place, const header *h, const void *bytes, size_t state_bytes)
{
  return place == GR_ON_DEVICE || ! has_checksum (h) || h->checksum == checksum_of (bytes, state_bytes)
         ? GR_OK
         : gr_fail (GR_BAD_ARGUMENT, "the state has changed since it was exported: its checksum is another one");
}

/* Copy the header to where a state is, or from there.  */
static gr_status
store_header (const gr_backend *backend, gr_place place, void *bytes, const header *h)
{
  if (place == GR_ON_DEVICE)
    return backend->upload (bytes, h, sizeof *h);
  memcpy (bytes, h, sizeof *h);
  return GR_OK;
}
static gr_status
load_header (const gr_backend *backend, gr_place place, const void *bytes, header *h)
{
  if (place == GR_ON_DEVICE)
    return backend->download (h, bytes, sizeof *h);
  memcpy (h, bytes, sizeof *h);
  return GR_OK;
}

/* Are the bytes where they are said to be?  */
static gr_status
check_place (const gr_backend *backend, gr_place place, const void *bytes, size_t size)
{
  const gr_status status = gr_check_place (place);
  return status == GR_OK && place == GR_ON_DEVICE ? gr_check_in_buffer (backend, "the state", bytes, size) : status;
}

gr_status
gr_export_state (gr_accumulation *a, gr_place place, void *bytes)
{
  const header h = header_of (a);
  gr_status status = check_alive (a);
  if (status == GR_OK)
    status = check_place (a->backend, place, bytes, sizeof h + a->state_bytes);
  if (status == GR_OK)
    status = store_header (a->backend, place, bytes, &h);
  if (status == GR_OK)
    status = give (a->backend, place, (char *) bytes + sizeof h, a->state, a->state_bytes);
  if (status == GR_OK && place == GR_ON_HOST)
    seal (bytes, a->state_bytes);
  return status;
}

/* Read the header of a state, which must be one of the same request.  */
static gr_status
read_header (const gr_accumulation *a, gr_place place, const void *bytes, size_t size, header *h)
{
  const header mine = header_of (a);
  if (size < sizeof *h)
    return gr_fail (GR_BAD_ARGUMENT, "%zu bytes are no state", size);
  gr_status status = check_place (a->backend, place, bytes, size);
  if (status == GR_OK)
    status = load_header (a->backend, place, bytes, h);
  if (status != GR_OK)
    return status;
  status = check_version (h);
  if (status != GR_OK)
    return status;
  if (memcmp (h->backend, mine.backend, sizeof h->backend))
    return gr_fail (GR_BAD_ARGUMENT, "the state is one of another backend than \"%s\"", a->backend->name);
  header same = *h;
  memcpy (same.magic, mine.magic, sizeof same.magic);
  same.checksum = mine.checksum;
  same.first = mine.first;
  same.at = mine.at;
  same.has_ended = mine.has_ended;
  if (memcmp (&same, &mine, sizeof same))
    return gr_fail (GR_BAD_ARGUMENT, "the state is one of another request than this %s of %zu x %zu x %zu elements",
                    gr_operators[a->request.op].name, a->request.inner, a->request.len, a->request.outer);
  if (size != sizeof *h + a->state_bytes)
    return gr_fail (GR_BAD_ARGUMENT, "the state has %zu bytes, and this one should have %zu", size,
                    sizeof *h + a->state_bytes);
  status = check_unchanged (place, h, bytes, a->state_bytes);
  if (status != GR_OK)
    return status;
  if (h->first > h->at || h->at > a->elements || h->at - h->first > a->elements)
    return gr_fail (GR_BAD_ARGUMENT, "the state ends before it begins, or beyond the array");
  return GR_OK;
}

gr_status
gr_import_state (gr_accumulation *a, gr_place place, const void *bytes, size_t size)
{
  header h;
  gr_status status = check_alive (a);
  if (status == GR_OK)
    status = read_header (a, place, bytes, size, &h);
  if (status != GR_OK)
    return status;
  if (a->at != a->first || a->has_ended)
    return gr_fail (GR_BAD_ARGUMENT, "a state is imported before the first piece");
  status = take (a->backend, place, a->state, (const char *) bytes + sizeof h, a->state_bytes);
  a->first = h.first;
  a->at = h.at;
  a->has_ended = h.has_ended && ! a->is_scan; /* a scan may have the state of its reduction */
  /* what a scan would go on with begins a new slab */
  if (status == GR_OK && a->is_scan && a->elements && a->at % a->slab == 0)
    status = begin_state (a);
  return note_failure (a, status);
}

gr_status
gr_merge_state (gr_accumulation *a, gr_place place, const void *bytes, size_t size)
{
  header h;
  gr_status status = check_alive (a);
  if (status == GR_OK)
    status = read_header (a, place, bytes, size, &h);
  if (status != GR_OK)
    return status;
  if (h.first != a->at)
    return gr_fail (GR_BAD_ARGUMENT, "the state begins at element %zu, and this one ends at %zu", (size_t) h.first,
                    a->at);
  if (h.at > h.first && (h.at - 1) / a->slab != h.first / a->slab)
    return gr_fail (GR_BAD_ARGUMENT, "the state begins and ends in different slabs");
  if (h.at == h.first)
    return GR_OK;
  if (a->has_ended)
    return gr_fail (GR_BAD_ARGUMENT, "the results of the slab that has ended are not stored yet: gr_finish does it");
  status = append_state (a, NULL, place, (const char *) bytes + sizeof h);
  a->at = h.at;
  a->has_ended = h.has_ended && ! a->is_scan; /* a scan may have the state of its reduction */
  if (status == GR_OK && a->is_scan && a->at % a->slab == 0)
    status = begin_state (a);
  return note_failure (a, status);
}

gr_status
gr_cut_state (const gr_request *request, bool indexed, gr_place place, const void *bytes, size_t first, size_t count,
              void *part)
{
  gr_type out_type;
  header h;
  gr_status status = check_open (request, indexed, &out_type);
  if (status == GR_OK)
    status = check_place (gr_selected (), place, bytes, sizeof h);
  if (status == GR_OK)
    status = load_header (gr_selected (), place, bytes, &h);
  if (status != GR_OK)
    return status;
  if (request->keep_chunks || request->outer != 1)
    return gr_fail (GR_UNSUPPORTED, "states are cut that keep no chunks, and of arrays that are one slab");
  if (h.inner != request->inner || h.len != request->len || ! h.inner || h.first % h.inner || h.at % h.inner
      || first > h.inner || count > h.inner - first)
    return gr_fail (GR_BAD_ARGUMENT, "segments from number %zu on, %zu of them, are none of that state", first, count);
  size_t planes[GR_MAX_PLANES];
  const int n = gr_selected ()->state_planes (request, indexed, planes);
  const char *from = (const char *) bytes + sizeof h;
  char *to = (char *) part + sizeof h;
  size_t each = 0;
  for (int p = 0; p < n; p++)
    each += planes[p];
  status = check_place (gr_selected (), place, bytes, sizeof h + h.inner * each);
  if (status == GR_OK)
    status = check_version (&h);
  if (status == GR_OK)
    status = check_unchanged (place, &h, bytes, h.inner * each);
  if (status == GR_OK)
    status = check_place (gr_selected (), place, part, sizeof h + count * each);
  for (int p = 0; status == GR_OK && p < n; p++)
    {
      if (place == GR_ON_DEVICE)
        status = give (gr_selected (), place, to, from + first * planes[p], count * planes[p]);
      else
        memcpy (to, from + first * planes[p], count * planes[p]);
      from += h.inner * planes[p];
      to += count * planes[p];
    }
  h.first = h.first / h.inner * count;
  h.at = h.at / h.inner * count;
  h.inner = count;
  h.bytes = (uint64_t) (to - (char *) part) - sizeof h;
  if (status == GR_OK)
    status = store_header (gr_selected (), place, part, &h);
  if (status == GR_OK && place == GR_ON_HOST)
    seal (part, h.bytes);
  return status;
}

gr_status
gr_predict_feed (const gr_request *request, bool indexed, gr_place place, size_t count, gr_accumulation_sizes *sizes)
{
  gr_type out_type;
  gr_status status = check_open (request, indexed, &out_type);
  if (status == GR_OK)
    status = gr_check_place (place);
  if (status != GR_OK)
    return status;
  const gr_backend *const backend = gr_selected ();
  const size_t slab = request->inner * request->len, elements = slab * request->outer;
  const size_t state = elements ? backend->state_bytes (request, indexed) : 0;
  const size_t results = ! elements                        ? 0
                       : gr_operators[request->op].is_scan ? count
                                                           : (count / slab + (count > 0)) * request->inner;
  const size_t copies
    = count * gr_types[request->type].size + results * (gr_types[out_type].size + (indexed ? sizeof (double) : 0));
  *sizes = (gr_accumulation_sizes){ .state = sizeof (header) + state,
                                    .open = state,
                                    .feed = (place == GR_ON_HOST && backend != &gr_backend_cpu ? copies : 0)
                                          + backend->feed_bytes (request, indexed, count) };
  return GR_OK;
}
