/* SPDX-License-Identifier: GPL-3.0-or-later

   Arrays on the host that are streamed: an accumulation is fed a piece of the array from the device's memory, while the
   next pieces are copied there and the results of earlier ones are copied back.  So transfers in both directions and
   kernels overlap, and the array need not fit in the device's memory.  Where pieces begin depends on the shape and the
   types alone, as plans do, so that all devices give the same bits.

   Several devices take turns: each has a ring for its own pieces, which come over its own link, and pieces are fed in
   the order of the array, each to an accumulation that goes on with the state of the one before.  A state has few bytes
   beside a piece, and a piece is fed in less time than a link takes for it, so that all links are in use, and the array
   is read once, scans included.  Where states are large, pieces are dealt so that no two devices have totals of the
   same elements, and states are put together at the end of a slab.

   More devices are not faster where the host's memory feeds fewer.  The first long array shows how many are enough: its
   first pieces are dealt to all devices, then to half of them, and so on, and its other pieces to the fewest that were
   about as fast as any.  Bits are the same whatever the number is, but for moments of kept chunks, which all devices
   are fed.  */

#include "core/pages.h"
#include "library/library.h"

#include <math.h>

/* ---- where the array is cut ---- */

enum { LINE = 128 }; /* bytes of memory that devices read at a time */

/* Pieces have at most `most` elements: whole slabs, or a part of one slab that ends with a multiple of unit elements of
   it, or with it; or, of rows that are longer than a piece, the same columns of each.  */
typedef struct
{
  size_t most, unit;
  bool by_columns, keep_chunks, keeps_bits;
} cutting;

static size_t
round_down (size_t n, size_t unit)
{
  return n < unit ? unit : n / unit * unit;
}

/* Are results the same in bits whatever the pieces are?  Means of 64-bit integers are, which are sums in two words.
   Sums of bytes are, since all of them are whole numbers that doubles have, and they are many elements for their bytes:
   blocks that reduce a whole chunk of the plan each would take longer than the link.  */
bool
gr_is_exact (const gr_request *r)
{
  const gr_accumulator accumulator = gr_operators[r->op].accumulator;
  const bool is_wide = r->type == GR_TYPE_I64 || r->type == GR_TYPE_U64;
  return accumulator == GR_ACCUMULATOR_EXTREMUM || accumulator == GR_ACCUMULATOR_TRUTH
      || (accumulator == GR_ACCUMULATOR_MEAN && is_wide && r->mean == GR_MEAN_ARITHMETIC && ! r->ragged)
      || (accumulator == GR_ACCUMULATOR_SUM && gr_types[r->type].size == 1);
}

/* Columns of each piece of a row, as many pieces for each of some devices, which begin with a line of it.  */
static size_t
share_row (size_t inner, size_t room, size_t devices)
{
  const size_t pieces = ((inner - 1) / room / devices + 1) * devices, share = (inner - 1) / pieces + 1;
  return room < LINE ? share : (share + LINE - 1) / LINE * LINE;
}

/* Cut so that bits are those of the whole array on the device, if there is a way (gpureduce.h, "arrays in pieces").  */
static gr_status
choose_cutting (const gr_request *r, gr_type out_type, bool indexed, size_t devices, cutting *c)
{
  const gr_transfer_sizes *const sizes = gr_tuned_transfers ();
  const size_t size = gr_types[r->type].size, slab = r->inner * r->len;
  const bool is_scan = gr_operators[r->op].is_scan;
  const size_t beside = is_scan ? gr_types[out_type].size + (indexed ? sizeof (double) : 0) : 0; /* bytes of results */
  const size_t piece = is_scan ? sizes->piece : sizes->piece_alone;
  const size_t room = piece > size ? piece / size : 1,
               largest = sizes->largest_piece > size ? sizes->largest_piece / (size + beside) : 1;
  gr_plan_input input;
  const gr_status status = gr_begin_plan (r, out_type, indexed, &input);
  if (status != GR_OK)
    return status;
  const gr_plan plan = gr_make_plan (&input);
  const size_t chunk = plan.chunk * r->inner;
  const bool has_chunks = plan.is_cut && ! plan.whole;
  const bool keeps_slabs = plan.keeps_slabs && (! is_scan || r->len <= GR_KEEPS_SCANNED);
  *c = (cutting){ .keeps_bits = true };
  if (slab <= room || (keeps_slabs && ! gr_is_exact (r) && slab <= largest && ! (has_chunks && chunk <= room)))
    {
      c->most = c->unit = round_down (room, slab);
      c->keeps_bits = keeps_slabs || gr_is_exact (r);
    }
  else if (has_chunks && ! gr_is_exact (r) && chunk <= largest)
    {
      c->keep_chunks = true;
      c->unit = chunk;
      c->most = round_down (room, chunk);
    }
  else if (r->inner <= room)
    {
      c->keeps_bits = gr_is_exact (r);
      c->unit = r->inner;
      c->most = round_down (room, c->unit);
    }
  else
    {
      c->keeps_bits = gr_is_exact (r);
      c->by_columns = true;
      c->most = share_row (r->inner, room, devices);
    }
  return GR_OK;
}

/* Elements of the piece that begins behind `at` elements, in the direction of the feeding.  */
static size_t
count_piece (const gr_request *r, const cutting *c, size_t at)
{
  const size_t slab = r->inner * r->len, elements = slab * r->outer, left = elements - at;
  if (c->most >= slab)
    return left < c->most ? left : c->most;
  const size_t in_slab = slab - at % slab, in_row = r->inner - at % r->inner;
  if (c->by_columns)
    return in_row < c->most ? in_row : c->most;
  if (in_slab <= c->most)
    return in_slab;
  /* the next piece of a scan begins with a line of the array */
  const size_t next = r->reverse ? elements - at - c->most : at + c->most;
  const size_t beyond = r->reverse ? (LINE - next % LINE) % LINE : next % LINE;
  return gr_operators[r->op].is_scan && c->unit == 1 && beyond < c->most ? c->most - beyond : c->most;
}

/* Is an array on the host streamed?  */
static bool
is_streamed (const gr_backend *backend, const gr_request *r, gr_type out_type, bool indexed)
{
  const gr_transfer_sizes *const sizes = gr_tuned_transfers ();
  const size_t bytes = r->inner * r->len * r->outer * gr_types[r->type].size;
  cutting c;
  if (! bytes || bytes < sizes->least || r->algorithm != GR_ALGORITHM_AUTO || r->kernel != GR_AUTO_PLANNER || r->groups
      || choose_cutting (r, out_type, indexed, 1, &c) != GR_OK)
    return false;
  if (! c.keeps_bits && ! gr_operators[r->op].is_scan && bytes <= sizes->at_once)
    return false;
  gr_request whole = *r;
  whole.keep_chunks = c.keep_chunks;
  /* states that are nearly as large as the array are no help */
  return backend->state_bytes (&whole, indexed) <= bytes / 2 + sizes->piece;
}

/* ---- pieces on their way ---- */

enum { MOST_RING = 16, MOST_DEVICES = 64 }; /* of gr_transfer_sizes */

/* A piece's place on the device, and the tickets of its copies.  */
typedef struct
{
  char *in, *out;
  double *index;
  size_t count;
  size_t upload, download, download_index; /* tickets; 0 for none */
} slot;

/* What a device has, and how many of its pieces are begun and fed.  */
typedef struct
{
  int device;
  gr_accumulation *accumulation;
  gr_buffer *memory; /* of the ring */
  slot ring[MOST_RING];
  size_t begun, fed;
} pipeline;

typedef struct
{
  const gr_backend *backend;
  const gr_request *request;
  cutting cut;
  size_t size, out_size, elements;
  bool is_scan;
  const char *in;
  char *out;
  double *index;
  pipeline pipelines[MOST_DEVICES], *last;             /* the one that was fed last */
  unsigned count, slots;                               /* of pipelines, and of the ring of each */
  unsigned used;                                       /* pipelines that pieces are dealt to now, from the first on */
  size_t until;                                        /* pieces that are begun now */
  size_t begun, begun_pieces, fed, fed_pieces, stored; /* elements and pieces so far, and results of a reduction */
  double first_in, last_in, first_out, last_out;       /* when copies began and ended */
  double seconds;                                      /* that the last pieces took */
} stream;

/* Results of a reduction of one slab are stored at the end; others, and scans, store those of each piece.  */
static bool
stores_pieces (const stream *s)
{
  return s->is_scan || s->request->outer > 1;
}

/* Most results of a piece.  */
static size_t
most_results (const stream *s)
{
  const gr_request *const r = s->request;
  if (! stores_pieces (s))
    return 0;
  return s->is_scan ? s->cut.most
                    : r->inner * (s->cut.most > r->inner * r->len ? s->cut.most / (r->inner * r->len) : 1);
}

enum { LITTLE = 16 };

/* Do less than a LITTLE of the array's bytes come back?  */
static bool
goes_up_alone (const stream *s)
{
  return ! s->is_scan && s->elements / s->request->len * s->out_size < s->elements * s->size / LITTLE;
}

/* The pipeline that has piece number `number`, which begins behind `at` elements.  */
static pipeline *
pipeline_of (stream *s, size_t at, size_t number)
{
  return &s->pipelines[(s->cut.by_columns ? at % s->request->inner / s->cut.most : number) % s->used];
}

/* Have a pipeline's device current.  */
static gr_status
enter (const stream *s, const pipeline *where)
{
  return s->backend->current_device () == where->device ? GR_OK : s->backend->enter_device (where->device);
}

/* Take as many of some devices as there are pieces for.  */
static void
take_devices (stream *s, const int *devices, unsigned most)
{
  const size_t end = s->cut.by_columns ? s->request->inner : s->elements;
  for (size_t at = 0; s->count < most && at < end; at += count_piece (s->request, &s->cut, at))
    {
      s->pipelines[s->count].device = devices[s->count];
      s->count++;
    }
}

/* Take the memory of a ring on the current device.  Elements stand within a line as they do in the array.  */
static gr_status
take_ring (stream *s, pipeline *where)
{
  const size_t results = most_results (s);
  const size_t bytes[] = { s->cut.most * s->size, results * s->out_size, s->index ? results * sizeof *s->index : 0 };
  size_t places[3], total = 0;
  void *data = NULL;
  for (int k = 0; k < 3; k++)
    {
      places[k] = total;
      total += (bytes[k] + LINE + GR_BUFFER_ALIGNMENT - 1) / GR_BUFFER_ALIGNMENT * GR_BUFFER_ALIGNMENT;
    }
  const gr_transfer_sizes *const sizes = gr_tuned_transfers ();
  const size_t room = sizes->ring_bytes / total, most = room > 2 ? room : 2;
  s->slots = sizes->ring < most ? sizes->ring : (unsigned) most;
  gr_status status = gr_take_memory (s->backend, s->slots * total, &where->memory);
  if (status == GR_OK)
    status = gr_find_memory (s->backend, where->memory, &data);
  for (unsigned k = 0; status == GR_OK && k < s->slots; k++)
    {
      char *const base = (char *) data + k * total;
      where->ring[k]
        = (slot){ .in = base + places[0], .out = base + places[1], .index = (double *) (base + places[2]) };
    }
  return status;
}

/* Open a pipeline for the request.  */
static gr_status
open_pipeline (stream *s, pipeline *where)
{
  gr_request whole = *s->request;
  whole.first = 0;
  whole.alone = false;
  whole.keep_chunks = s->cut.keep_chunks;
  gr_status status = enter (s, where);
  if (status == GR_OK)
    status = gr_open_on (s->backend, &whole, s->index != NULL, &where->accumulation);
  return status == GR_OK ? take_ring (s, where) : status;
}

/* The first element of a piece in memory.  */
static size_t
first_of (const stream *s, size_t at, size_t count)
{
  return s->request->reverse ? s->elements - at - count : at;
}

/* The results of count elements of a scan, and their positions, are to come.  */
static gr_status
announce_results (stream *s, size_t first, size_t count)
{
  const gr_status status = s->backend->announce_download (s->out + first * s->out_size, count * s->out_size);
  return status == GR_OK && s->index ? s->backend->announce_download (s->index + first, count * sizeof *s->index)
                                     : status;
}

/* Begin to copy pieces to the devices as far as rings have room: pieces that were fed have left theirs.  */
static gr_status
send_ahead (stream *s)
{
  gr_status status = GR_OK;
  while (status == GR_OK && s->begun < s->elements && s->begun_pieces < s->until)
    {
      pipeline *const where = pipeline_of (s, s->begun, s->begun_pieces);
      if (where->begun == where->fed + s->slots)
        break;
      slot *const to = &where->ring[where->begun % s->slots];
      to->count = count_piece (s->request, &s->cut, s->begun);
      const size_t first = first_of (s, s->begun, to->count);
      status = enter (s, where);
      if (status == GR_OK && s->is_scan && gr_tuned_transfers ()->announces)
        status = announce_results (s, first, to->count);
      if (status == GR_OK)
        status = s->backend->begin_upload (to->in + first * s->size % LINE, s->in + first * s->size,
                                           to->count * s->size, &to->upload);
      where->begun++;
      s->begun += to->count;
      s->begun_pieces++;
    }
  return status;
}

/* Wait until the results that were in a slot are copied.  */
static gr_status
empty (stream *s, slot *from)
{
  gr_status status = GR_OK;
  if (! from->download)
    return GR_OK;
  status = s->backend->wait_for_copy (from->download);
  if (status == GR_OK && from->download_index)
    status = s->backend->wait_for_copy (from->download_index);
  from->download = from->download_index = 0;
  s->last_out = gr_now ();
  return status;
}

/* Begin to copy a piece's results.  */
static gr_status
fetch_results (stream *s, slot *from, size_t first, size_t results)
{
  if (! s->first_out)
    s->first_out = gr_now ();
  gr_status status = s->backend->begin_download (s->out + first * s->out_size, from->out + first * s->out_size % LINE,
                                                 results * s->out_size, &from->download);
  if (status == GR_OK && s->index)
    status = s->backend->begin_download (s->index + first, (char *) from->index + first * sizeof *s->index % LINE,
                                         results * sizeof *s->index, &from->download_index);
  return status;
}

/* Have a pipeline's accumulation go on where that of the last one has got to.  */
static gr_status
take_turn (stream *s, pipeline *where, size_t count)
{
  const bool apart = s->cut.keep_chunks || s->cut.by_columns;
  const size_t slab = s->request->inner * s->request->len, within = s->fed % slab;
  gr_status status = GR_OK;
  if (s->last && s->last != where)
    status = gr_take_turn (where->accumulation, s->last->accumulation, apart);
  if (apart && ! s->is_scan && within && within + count == slab)
    for (unsigned k = 0; status == GR_OK && k < s->count; k++)
      if (&s->pipelines[k] != where)
        status = gr_collect_state (where->accumulation, s->pipelines[k].accumulation);
  s->last = where;
  return status;
}

/* Feed the next piece.  */
static gr_status
feed_next (stream *s)
{
  pipeline *const where = pipeline_of (s, s->fed, s->fed_pieces);
  slot *const at = &where->ring[where->fed % s->slots];
  const size_t first = first_of (s, s->fed, at->count);
  gr_status status = s->backend->wait_for_copy (at->upload);
  s->last_in = gr_now ();
  if (status == GR_OK)
    status = empty (s, at);
  if (status == GR_OK)
    status = enter (s, where);
  if (status == GR_OK)
    status = take_turn (s, where, at->count);
  const size_t results = stores_pieces (s) ? gr_count_fed (where->accumulation, at->count) : 0;
  const size_t first_result = s->is_scan ? first : s->stored;
  if (status == GR_OK)
    status
      = gr_feed (where->accumulation, GR_ON_DEVICE, at->in + first * s->size % LINE, at->count,
                 results ? at->out + first_result * s->out_size % LINE : NULL,
                 results && s->index ? (double *) ((char *) at->index + first_result * sizeof *s->index % LINE) : NULL);
  /* what ends a slab is queued; results, and states for other devices, are copied in the order of other streams */
  if (status == GR_OK && s->backend->wait)
    status = s->backend->wait ();
  where->fed++;
  s->fed += at->count;
  s->fed_pieces++;
  s->stored += results;
  return status == GR_OK && results ? fetch_results (s, at, first_result, results) : status;
}

/* What runs while copies go on: feed the pieces before number `until`.  */
static gr_status
feed_pieces (void *data)
{
  stream *const s = data;
  const double begin = gr_now ();
  gr_status status = GR_OK;
  if (! s->first_in)
    s->first_in = begin;
  while (status == GR_OK && s->fed < s->elements && s->fed_pieces < s->until)
    {
      status = send_ahead (s);
      if (status == GR_OK)
        status = feed_next (s);
      gr_report_progress ((double) s->fed / (double) s->elements);
    }
  for (unsigned k = 0; k < s->count; k++)
    for (unsigned i = 0; status == GR_OK && i < s->slots; i++)
      status = empty (s, &s->pipelines[k].ring[(s->pipelines[k].fed + i) % s->slots]);
  s->seconds = gr_now () - begin;
  return status;
}

/* ---- how many devices are fed ---- */

/* Deal the next `pieces` pieces to the first `used` devices, by threads that serve these alone.  */
static gr_status
feed_by (stream *s, const int *devices, unsigned used, size_t pieces)
{
  s->used = used;
  s->until = pieces < SIZE_MAX - s->fed_pieces ? s->fed_pieces + pieces : SIZE_MAX;
  return s->backend->with_copies (devices, (int) used, goes_up_alone (s) ? s->elements * s->size : 0, feed_pieces, s);
}

/* Do bits depend on which device has which chunk?  Those of moments do, which are relative to elements that devices
   find.  */
static bool
depends_on_dealing (const stream *s)
{
  return s->cut.keep_chunks && gr_operators[s->request->op].accumulator == GR_ACCUMULATOR_MOMENTS;
}

/* Has the array enough pieces to try numbers of devices?  Columns of long rows belong to one device each, which does
   not change within an array.  */
static bool
can_try (const stream *s)
{
  const size_t trial = gr_tuned_transfers ()->trial;
  size_t pieces = s->count; /* for kernels to be loaded */
  for (unsigned used = s->count; used; used /= 2)
    pieces += trial * used;
  return trial && ! s->cut.by_columns && ! depends_on_dealing (s) && pieces <= s->elements / s->cut.most;
}

/* Deal pieces to all devices, half of them, and so on; the fewest that take at most a FIFTIETH more time for an element
   than the fastest.  */
static gr_status
try_devices (stream *s, const int *devices, unsigned *fewest)
{
  enum { FIFTIETH = 50, MOST_TRIED = 8 };
  const size_t trial = gr_tuned_transfers ()->trial;
  double seconds[MOST_TRIED], fastest = HUGE_VAL;
  unsigned used[MOST_TRIED], tried = 0;
  gr_status status = feed_by (s, devices, s->count, s->count);
  for (unsigned n = s->count; status == GR_OK && n; n /= 2)
    {
      const size_t before = s->fed;
      status = feed_by (s, devices, n, trial * n);
      used[tried] = n;
      seconds[tried] = s->seconds / (double) (s->fed - before);
      fastest = seconds[tried] < fastest ? seconds[tried] : fastest;
      tried++;
    }
  for (unsigned k = 0; status == GR_OK && k < tried; k++)
    if (seconds[k] <= fastest + fastest / FIFTIETH)
      *fewest = used[k];
  return status;
}

/* Feed all pieces.  The first array that has enough of them shows how many devices the others need.  */
static gr_status
feed_all (stream *s, const int *devices)
{
  unsigned used = s->count, *const enough = gr_enough_devices (s->is_scan);
  gr_status status = GR_OK;
  if (s->count > 1 && ! *enough && can_try (s))
    {
      status = try_devices (s, devices, &used);
      if (status == GR_OK)
        *enough = s->used = used; /* of the record, if no piece is left */
    }
  return status == GR_OK && s->fed < s->elements ? feed_by (s, devices, used, SIZE_MAX) : status;
}

/* ---- the call ---- */

/* Store the results that are stored at the end, and make the record.  */
static gr_status
finish (stream *s)
{
  gr_accumulation *all[MOST_DEVICES], *const last = s->last->accumulation;
  const bool stored = stores_pieces (s);
  for (unsigned k = 0; k < s->count; k++)
    all[k] = s->pipelines[k].accumulation;
  gr_status status = enter (s, s->last);
  if (s->count > 1)
    gr_join_records (last, all, s->count, s->used);
  if (status == GR_OK)
    status = gr_finish (last, GR_ON_HOST, stored ? NULL : s->out, stored ? NULL : s->index);
  if (status == GR_OK)
    gr_add_transfers (s->last_in - s->first_in, s->first_out ? s->last_out - s->first_out : 0.0);
  return status;
}

static gr_status
run_streamed (const gr_backend *backend, const gr_request *request, gr_type out_type, const void *in, void *out,
              double *index)
{
  int devices[MOST_DEVICES];
  const unsigned selected = (unsigned) gr_list_devices (backend, MOST_DEVICES, devices);
  stream s = { .backend = backend,
               .request = request,
               .size = gr_types[request->type].size,
               .out_size = gr_types[out_type].size,
               .elements = request->inner * request->len * request->outer,
               .is_scan = gr_operators[request->op].is_scan,
               .in = in,
               .out = out,
               .index = index };
  const unsigned enough = *gr_enough_devices (s.is_scan), used = enough && enough < selected ? enough : selected;
  gr_status status = choose_cutting (request, out_type, index != NULL, used, &s.cut);
  if (status != GR_OK)
    return status;
  take_devices (&s, devices, depends_on_dealing (&s) ? selected : used);
  for (unsigned k = 0; status == GR_OK && k < s.count; k++)
    status = open_pipeline (&s, &s.pipelines[k]);
  if (status == GR_OK)
    status = feed_all (&s, devices);
  if (status == GR_OK)
    status = finish (&s);
  for (unsigned k = 0; k < s.count; k++)
    {
      gr_buffer_release (s.pipelines[k].memory);
      gr_close (s.pipelines[k].accumulation);
    }
  const gr_status back = enter (&s, &s.pipelines[0]);
  return status == GR_OK ? back : status;
}

gr_status
gr_run_from_host (const gr_backend *backend, const gr_request *request, gr_type out_type, const void *in, void *out,
                  double *index)
{
  const size_t results = gr_count_results (request);
  gr_want_huge_pages (out, results * gr_types[out_type].size);
  gr_want_huge_pages (index, results * sizeof *index);
  return results && is_streamed (backend, request, out_type, index != NULL)
         ? run_streamed (backend, request, out_type, in, out, index)
         : gr_run_at_once (backend, request, out_type, in, out, index);
}
