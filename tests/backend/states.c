/* SPDX-License-Identifier: GPL-3.0-or-later

   Parts of an array that have accumulations of their own, whose states are exported, merged and imported.  */

#include "backend_test.h"

gr_status
export_state (gr_accumulation *a, const gr_request *q, bool indexed, void **state, size_t *size)
{
  enum { GUARD = 16, MARK = 0x5a };
  gr_accumulation_sizes sizes;
  const gr_status status = gr_predict_feed (q, indexed, GR_ON_HOST, 1, &sizes);
  if (status != GR_OK)
    return status;
  unsigned char *bytes = need (sizes.state + GUARD);
  *state = bytes;
  *size = sizes.state;
  memset (bytes, MARK, sizes.state + GUARD);
  const gr_status exported = gr_export_state (a, GR_ON_HOST, bytes);
  for (size_t g = 0; g < GUARD; g++)
    EXPECT (bytes[sizes.state + g] == MARK);
  return exported;
}

gr_status
feed_range (gr_accumulation *a, feeding *f, size_t from, size_t to, bool quiet)
{
  gr_status status = GR_OK;
  while (status == GR_OK && from < to)
    {
      const size_t next = bits () % 3 ? from + 1 + bits () % (to - from) : to;
      const size_t size = gr_types[f->s->q.type].size, first = f->s->q.reverse ? f->s->elements - next : from;
      status = quiet ? gr_feed (a, f->place, f->in + first * size, next - from, NULL, NULL)
                     : feed_piece (a, f, from, next, bits () % 2);
      from = next;
    }
  return status;
}

/* The state of elements [from, to), of one slab, fed to an accumulation of its own: to be merged.  */
static gr_status
part_state (const gr_request *request, feeding *f, size_t from, size_t to, void **state, size_t *size)
{
  gr_accumulation *a = NULL;
  gr_request q = *request;
  q.first = from;
  gr_status status = gr_open (&q, f->s->indexed, &a);
  if (status == GR_OK)
    status = feed_range (a, f, from, to, true);
  if (status == GR_OK)
    status = export_state (a, &q, f->s->indexed, state, size);
  gr_close (a);
  return status;
}

static gr_status
merge_part (gr_accumulation *a, const gr_request *q, feeding *f, size_t from, size_t to)
{
  void *state = NULL;
  size_t size = 0;
  gr_status status = part_state (q, f, from, to, &state, &size);
  if (status == GR_OK)
    status = gr_merge_state (a, GR_ON_HOST, state, size);
  free (state);
  return status;
}

/* An accumulation of the request that goes on where a ends.  */
static gr_status
go_on (gr_accumulation *a, const gr_request *from, const gr_request *q, bool indexed, gr_accumulation **next)
{
  void *state = NULL;
  size_t size = 0;
  gr_status status = export_state (a, from, indexed, &state, &size);
  if (status == GR_OK)
    status = gr_open (q, indexed, next);
  if (status == GR_OK)
    status = gr_import_state (*next, GR_ON_HOST, state, size);
  free (state);
  return status;
}

enum { PARTS = 4 };

/* Ascending ends of parts within one slab.  */
static void
cut_slab (const subject *s, size_t ends[PARTS])
{
  const size_t begin = bits () % s->q.outer * s->slab;
  for (int p = 0; p < PARTS; p++)
    ends[p] = begin + bits () % (s->slab + 1);
  if (bits () % 2)
    ends[0] = begin + s->slab;
  for (int p = 1; p < PARTS; p++)
    for (int k = p; k > 0 && ends[k] < ends[k - 1]; k--)
      {
        const size_t end = ends[k];
        ends[k] = ends[k - 1];
        ends[k - 1] = end;
      }
  if (ends[0] == begin + s->slab && gr_operators[s->q.op].is_scan) /* where a reduction would have to be finished */
    ends[0]--;
}

/* A reduction of which parts of one slab are accumulated by themselves.  */
static gr_status
reduce_parts (const subject *s, feeding *f, const size_t ends[PARTS])
{
  gr_accumulation *a = NULL, *next = NULL;
  gr_status status = open_either (&s->q, s->indexed, &a);
  if (status == GR_OK)
    status = feed_range (a, f, 0, ends[0], false);
  for (int p = 1; status == GR_OK && p < PARTS; p++)
    if (ends[p] > ends[p - 1])
      status = merge_part (a, &s->q, f, ends[p - 1], ends[p]);
  if (status == GR_OK)
    status = go_on (a, &s->q, &s->q, s->indexed, &next);
  const bool ended = ends[PARTS - 1] > ends[0] && ends[PARTS - 1] % s->slab == 0;
  if (status == GR_OK && ended)
    status = finish_slab (next, f);
  if (status == GR_OK)
    status = feed_range (next, f, ends[PARTS - 1], s->elements, false);
  gr_close (a);
  gr_close (next);
  return status;
}

/* The reduction whose state a forward scan takes.  */
static gr_request
reduction_of (const gr_request *scan)
{
  gr_request q = *scan;
  q.exclusive = false;
  for (int op = GR_OPERATOR_COUNT - 1; op >= 0; op--)
    if (! gr_operators[op].is_scan && gr_operators[op].accumulator == gr_operators[scan->op].accumulator
        && gr_operators[op].variant == gr_operators[scan->op].variant)
      q.op = (gr_operator) op;
  return q;
}

/* A scan whose parts are scanned by themselves, each from what stands before it in its slab, which the scan without
   results or its reduction has found.  */
static gr_status
scan_parts (const subject *s, feeding *f, size_t ends[PARTS])
{
  const size_t slab = ends[0] / s->slab * s->slab;
  const bool reduce = ! s->q.reverse && bits () % 2;
  gr_accumulation *before = NULL, *a = NULL;
  gr_request own = s->q, q = reduce ? reduction_of (&s->q) : s->q;
  q.first = reduce ? slab : 0;
  gr_status status = open_either (&s->q, s->indexed, &a);
  if (status == GR_OK)
    status = feed_range (a, f, 0, ends[0], false);
  if (status == GR_OK)
    status = open_either (&q, s->indexed, &before);
  if (status == GR_OK)
    status = feed_range (before, f, q.first, ends[0], true);
  for (int p = 0; status == GR_OK && p < PARTS; p++)
    {
      const size_t to = p + 1 < PARTS ? ends[p + 1] : s->elements;
      gr_close (a);
      a = NULL;
      own.alone = bits () % 2;
      status = go_on (before, &q, &own, s->indexed, &a);
      if (status == GR_OK && to > ends[p])
        status = own.alone ? feed_piece (a, f, ends[p], to, false) : feed_range (a, f, ends[p], to, false);
      if (status == GR_OK && p + 1 < PARTS && to > ends[p])
        status = merge_part (before, &q, f, ends[p], to);
    }
  gr_close (before);
  gr_close (a);
  return status;
}

/* Cut a state and append the part to an accumulation, or begin with it; on the device as well as on the host.  */
static gr_status
append_cut (const subject *s, gr_accumulation *a, const void *state, size_t size, size_t first, size_t count,
            size_t part_size, bool begins)
{
  const gr_place place = bits () % 2 ? GR_ON_DEVICE : GR_ON_HOST;
  gr_buffer *from = NULL, *to = NULL;
  void *cut = need (part_size), *whole = (void *) state, *part = cut;
  gr_status status = GR_OK;
  if (place == GR_ON_DEVICE)
    {
      status = gr_buffer_new (size, &from);
      if (status == GR_OK)
        status = gr_buffer_new (part_size, &to);
      if (status == GR_OK)
        status = gr_buffer_upload (from, 0, state, size);
      if (status == GR_OK)
        status = gr_buffer_data (from, &whole);
      if (status == GR_OK)
        status = gr_buffer_data (to, &part);
    }
  if (status == GR_OK)
    status = gr_cut_state (&s->q, s->indexed, place, whole, first, count, part);
  if (status == GR_OK)
    status = begins ? gr_import_state (a, place, part, part_size) : gr_merge_state (a, place, part, part_size);
  gr_buffer_release (from);
  gr_buffer_release (to);
  free (cut);
  return status;
}

/* Results [first, first + count) of a reduction of one slab, by the cut states of its rows before `row` and behind.  */
static gr_status
finish_segments (const subject *s, feeding *f, size_t row, size_t first, size_t count)
{
  const size_t ends[] = { 0, row * s->q.inner, s->elements };
  gr_accumulation *a = NULL;
  gr_accumulation_sizes sizes;
  gr_request segments = s->q;
  segments.inner = count;
  gr_status status = gr_open (&segments, s->indexed, &a);
  if (status == GR_OK)
    status = gr_predict_feed (&segments, s->indexed, GR_ON_HOST, 1, &sizes);
  for (int p = 0; status == GR_OK && p < 2; p++)
    {
      void *state = NULL;
      size_t size = 0;
      status = part_state (&s->q, f, ends[p], ends[p + 1], &state, &size);
      if (status == GR_OK)
        status = append_cut (s, a, state, size, first, count, sizes.state, p == 0);
      free (state);
    }
  if (status == GR_OK)
    status = gr_finish (a, f->place, f->out + first * gr_types[s->out_type].size, f->index ? f->index + first : NULL);
  gr_close (a);
  return status;
}

/* A state on the device, in the place of one on the host.  */
static gr_status
bring_state (gr_exported *state, gr_buffer **buffer)
{
  void *data = NULL;
  gr_status status = gr_buffer_new (state->size, buffer);
  if (status == GR_OK)
    status = gr_buffer_upload (*buffer, 0, state->bytes, state->size);
  if (status == GR_OK)
    status = gr_buffer_data (*buffer, &data);
  state->place = GR_ON_DEVICE;
  state->bytes = data;
  return status;
}

/* The results of one slab by the states of up to MOST parts, some of them empty, which are merged at once.  What a scan
   has before its last part is so; its results before that come from another accumulation.  */
static gr_status
merge_at_once (const subject *s, feeding *f)
{
  enum { MOST = 9 };
  const size_t count = bits () % (MOST + 1);
  const bool scan = gr_operators[s->q.op].is_scan;
  size_t end = 0;
  void *bytes[MOST] = { NULL };
  gr_buffer *buffers[MOST] = { NULL };
  gr_exported states[MOST];
  gr_accumulation *a = NULL, *before = NULL;
  gr_status status = open_either (&s->q, s->indexed, &a);
  for (size_t k = 0; k < count && status == GR_OK; k++)
    {
      const size_t from = end, left = s->elements - from;
      end = from + (! scan && k + 1 == count ? left : bits () % 4 ? bits () % (left + ! scan) : 0);
      states[k].place = GR_ON_HOST;
      status = part_state (&s->q, f, from, end, &bytes[k], &states[k].size);
      states[k].bytes = bytes[k];
      if (status == GR_OK && bits () % 2)
        status = bring_state (&states[k], &buffers[k]);
    }
  if (status == GR_OK)
    status = gr_import_states (a, states, count);
  if (status == GR_OK && scan)
    status = open_either (&s->q, s->indexed, &before);
  if (status == GR_OK && scan)
    status = feed_range (before, f, 0, end, false);
  if (status == GR_OK && (scan || ! count))
    status = feed_range (a, f, end, s->elements, false);
  if (status == GR_OK && count && ! scan)
    status = finish_slab (a, f);
  gr_close (before);
  gr_close (a);
  for (size_t k = 0; k < MOST; k++)
    {
      gr_buffer_release (buffers[k]);
      free (bytes[k]);
    }
  return status;
}

static gr_status
reduce_segments (const subject *s, feeding *f)
{
  const size_t row = bits () % (s->q.len + 1), cut = bits () % (s->q.inner + 1);
  gr_status status = cut ? finish_segments (s, f, row, 0, cut) : GR_OK;
  if (status == GR_OK && cut < s->q.inner)
    status = finish_segments (s, f, row, cut, s->q.inner - cut);
  return status;
}

void
check_states (const subject *s)
{
  size_t ends[PARTS];
  const bool scan = gr_operators[s->q.op].is_scan;
  const gr_place place = bits () % 2 ? GR_ON_HOST : GR_ON_DEVICE;
  feeding f;
  cut_slab (s, ends);
  gr_status status = begin_feeding (s, place, 0, &f);
  const bool alone = s->q.outer == 1 && s->elements && ! s->q.keep_chunks, at_once = alone && bits () % 2;
  const bool cut = ! at_once && ! scan && s->q.outer == 1 && bits () % 2;
  if (status == GR_OK)
    status = at_once ? merge_at_once (s, &f)
           : cut     ? reduce_segments (s, &f)
           : scan    ? scan_parts (s, &f, ends)
                     : reduce_parts (s, &f, ends);
  status = end_feeding (&f, status);
  if (status == GR_OK && same_results (s, &f, is_exact (s)))
    passed++;
  else
    {
      failed++;
      describe (&s->q);
      printf (": %sparts that end at %zu, %zu, %zu, %zu, %s%s: %s\n",
              at_once ? "states merged at once, not "
              : cut   ? "cut states, not "
                      : "",
              ends[0], ends[1], ends[2], ends[3], place == GR_ON_HOST ? "host" : "buffers",
              s->indexed ? ", positions" : "", status == GR_OK ? "wrong" : gr_message ());
    }
  free (f.out_there);
  free (f.index_there);
}
