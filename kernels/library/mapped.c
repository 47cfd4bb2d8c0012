/* SPDX-License-Identifier: GPL-3.0-or-later

   Functions of arrays on the host, for a device: arguments are copied there as they are, or a piece after the other,
   whose values are fed to an accumulation.  Where pieces begin depends on the shape and the types alone, as for arrays
   that are streamed.  */

#include "core/pages.h"
#include "library/accumulation.h"

typedef struct
{
  const gr_backend *backend;
  gr_request request; /* of values on the device */
  gr_type out_type;
  const gr_mapping *mapping;
  size_t size[GR_MAX_DIMS], count; /* of the values */
  char *out;
  double *index;
  int *faulty;
  gr_staged argument[GR_MAX_ARGUMENTS], values, results, positions;
  size_t first[GR_MAX_ARGUMENTS]; /* of the part of an argument that is on the device */
  size_t stored;                  /* results of a reduction */
  double seconds_in, seconds_out;
} job;

static bool
is_scan (const job *j)
{
  return gr_operators[j->request.op].is_scan;
}

/* ---- where the arguments are cut ---- */

/* A piece has all indices of the dimensions before number dim, `rows` or fewer neighbours of that one, and one of each
   that follows.  So it is in one part of the values and of each argument.  A row has `row` values.  */
typedef struct
{
  size_t dim, rows, row;
  bool keep_chunks, keeps_bits;
} cutting;

static size_t
common_divisor (size_t a, size_t b)
{
  while (b)
    {
      const size_t rest = a % b;
      a = b;
      b = rest;
    }
  return a;
}

/* Have pieces with a multiple of `unit` values, if there is room.  */
static bool
cut_by (cutting *c, size_t unit)
{
  const size_t rows = unit / common_divisor (unit, c->row);
  if (rows > c->rows)
    return false;
  c->rows = c->rows / rows * rows;
  return true;
}

/* Bytes on the device for each value of a piece.  */
static size_t
bytes_of_value (const job *j)
{
  const gr_request *const r = &j->request;
  size_t bytes = gr_types[r->type].size;
  for (int a = 0; a < j->mapping->expression->arguments; a++)
    if (! j->mapping->arguments[a].buffer)
      bytes += gr_types[j->mapping->arguments[a].type].size;
  return bytes + (is_scan (j) ? gr_types[j->out_type].size + (j->index ? sizeof *j->index : 0) : 0);
}

/* Cut so that bits are those of the whole array on the device, if there is a way (gpureduce.h, "arrays in pieces").  */
static gr_status
choose_cutting (const job *j, cutting *c)
{
  enum { LINE = 128 };
  const gr_request *const r = &j->request;
  const size_t bytes = bytes_of_value (j), largest = gr_tuned_transfers ()->largest_piece;
  const size_t room = largest > bytes ? largest / bytes : 1, slab = r->inner * r->len;
  *c = (cutting){ .rows = 1, .row = 1 };
  while (c->dim < j->mapping->dims && j->size[c->dim] <= room / c->row)
    c->row *= j->size[c->dim++];
  if (c->dim == j->mapping->dims)
    return GR_OK;
  gr_plan_input input;
  const gr_status status = gr_begin_plan (r, j->out_type, j->index != NULL, &input);
  if (status != GR_OK)
    return status;
  const gr_plan plan = gr_make_plan (&input);
  const size_t chunk = plan.chunk * r->inner, range = c->row * j->size[c->dim];
  const bool has_chunks
    = ! is_scan (j) && plan.is_cut && ! plan.whole && slab % range == 0 && (slab == range || range % chunk == 0);
  c->rows = room / c->row;
  c->keeps_bits = gr_is_exact (r);
  if (range % slab == 0 && cut_by (c, slab))
    c->keeps_bits |= plan.keeps_slabs && (! is_scan (j) || r->len <= GR_KEEPS_SCANNED);
  else if (! c->keeps_bits && has_chunks && cut_by (c, chunk))
    c->keep_chunks = c->keeps_bits = true;
  else
    cut_by (c, LINE);
  return GR_OK;
}

/* Bytes of all arguments on the host.  */
static size_t
bytes_of_arguments (const gr_mapping *m)
{
  size_t bytes = 0;
  for (int a = 0; a < m->expression->arguments; a++)
    if (! m->arguments[a].buffer)
      {
        size_t elements = 1;
        for (size_t k = 0; k < m->dims; k++)
          elements *= m->sizes[a][k];
        bytes += elements * gr_types[m->arguments[a].type].size;
      }
  return bytes;
}

/* Are there several pieces, which an accumulation takes?  Not if no array of values is needed, and there is room for
   the arguments.  Reductions that would lose their bits, and those whose states are nearly as large as the array, are
   like those of arrays (stream.c).  */
static bool
is_cut (const job *j, const gr_evaluation *v, cutting *c)
{
  const gr_transfer_sizes *const sizes = gr_tuned_transfers ();
  const size_t bytes = gr_multiply_sizes (j->count, gr_types[j->request.type].size);
  gr_request whole = j->request;
  gr_type out_type;
  if (gr_reads_values (&whole, j->out_type, j->index != NULL, v)
      && bytes_of_arguments (j->mapping) <= sizes->largest_piece)
    return false;
  if (! bytes || gr_check_open (&whole, j->index != NULL, &out_type) != GR_OK || choose_cutting (j, c) != GR_OK
      || c->dim == j->mapping->dims || (! c->keeps_bits && ! is_scan (j) && bytes <= sizes->at_once))
    return false;
  whole.keep_chunks = c->keep_chunks;
  return j->backend->state_bytes (&whole, j->index != NULL) <= bytes / 2 + sizes->piece;
}

/* ---- arguments ---- */

/* Indices [begin, begin + rows) of the dimension that is cut, and the place among all indices of those that follow.  */
typedef struct
{
  size_t dim, begin, rows, behind;
  size_t first, count; /* values */
} piece;

/* The part of an argument that a piece is of.  */
typedef struct
{
  size_t first, count, sizes[GR_MAX_DIMS];
} part;

static void
find_part (const job *j, const piece *p, int a, part *found)
{
  const size_t *const sizes = j->mapping->sizes[a];
  size_t elements = 1, behind = p->behind;
  *found = (part){ .count = 1 };
  for (size_t k = 0; k < j->mapping->dims; k++)
    {
      const bool has = sizes[k] != 1;
      size_t begin = 0, count = sizes[k];
      if (k == p->dim && has)
        {
          begin = p->begin;
          count = p->rows;
        }
      else if (k > p->dim)
        {
          begin = has ? behind % j->size[k] : 0;
          count = 1;
          behind /= j->size[k];
        }
      found->first += begin * elements;
      found->count *= count;
      found->sizes[k] = count;
      elements *= sizes[k];
    }
}

/* The part of an argument on the device; the same one is not copied again.  */
static gr_status
bring_part (job *j, int a, const part *p, gr_operand *operand)
{
  gr_staged *const there = &j->argument[a];
  const size_t size = gr_types[operand->type].size;
  gr_status status = GR_OK;
  if (operand->buffer)
    operand->first += p->first;
  if (operand->buffer || ! p->count)
    return GR_OK;
  if (! there->begin || there->bytes != p->count * size || j->first[a] != p->first)
    {
      const double start = gr_now ();
      status = gr_make_room (j->backend, there, p->first, size, p->count);
      if (status == GR_OK)
        status = j->backend->upload (there->begin, (const char *) operand->value + p->first * size, there->bytes);
      j->first[a] = p->first;
      j->seconds_in += gr_now () - start;
    }
  operand->buffer = there->memory;
  operand->first = there->at / size;
  return status;
}

static gr_status
bring_arguments (job *j, const piece *p, gr_evaluation *v)
{
  const gr_mapping *const m = j->mapping;
  gr_operand operands[GR_MAX_ARGUMENTS];
  part parts[GR_MAX_ARGUMENTS];
  const size_t *sizes[GR_MAX_ARGUMENTS];
  gr_status status = GR_OK;
  for (int a = 0; a < m->expression->arguments && status == GR_OK; a++)
    {
      operands[a] = m->arguments[a];
      find_part (j, p, a, &parts[a]);
      sizes[a] = parts[a].sizes;
      status = bring_part (j, a, &parts[a], &operands[a]);
    }
  const gr_mapping there = { m->expression, operands, m->dims, sizes };
  return status == GR_OK ? gr_find_arguments (&there, GR_ON_DEVICE, v, j->faulty) : status;
}

/* ---- results ---- */

static gr_status
stage_results (job *j, size_t first, size_t count)
{
  const gr_status status = gr_make_room (j->backend, &j->results, first, gr_types[j->out_type].size, count);
  return status == GR_OK ? gr_make_room (j->backend, &j->positions, first, sizeof *j->index, j->index ? count : 0)
                         : status;
}

static gr_status
fetch_results (job *j, size_t first)
{
  const double start = gr_now ();
  gr_status status = GR_OK;
  if (j->results.bytes)
    status = j->backend->download (j->out + first * gr_types[j->out_type].size, j->results.begin, j->results.bytes);
  if (status == GR_OK && j->positions.bytes)
    status = j->backend->download (j->index + first, j->positions.begin, j->positions.bytes);
  j->seconds_out += gr_now () - start;
  return status;
}

/* ---- runs ---- */

static bool
goes_on (const job *j, gr_status status)
{
  return status == GR_OK && *j->faulty < 0;
}

static gr_status
run_whole (job *j)
{
  const piece all = { .dim = j->mapping->dims, .rows = 1, .count = j->count };
  gr_evaluation v;
  gr_status status = bring_arguments (j, &all, &v);
  if (status == GR_OK)
    status = stage_results (j, 0, gr_count_results (&j->request));
  if (status == GR_OK)
    status = gr_run_values (&j->request, j->out_type, &v, j->results.begin, j->positions.begin);
  return goes_on (j, status) ? fetch_results (j, 0) : status;
}

static gr_status
feed_piece (job *j, gr_accumulation *a, const piece *p)
{
  gr_evaluation v;
  gr_status status = bring_arguments (j, p, &v);
  if (status == GR_OK)
    status = gr_make_room (j->backend, &j->values, p->first, gr_types[j->request.type].size, p->count);
  if (status == GR_OK)
    {
      v.result[0] = j->values.begin;
      status = gr_find_values (&v);
    }
  if (! goes_on (j, status))
    return status;
  const size_t results = gr_count_fed (a, p->count), first = is_scan (j) ? p->first : j->stored;
  status = stage_results (j, first, results);
  if (status == GR_OK)
    status = gr_feed (a, GR_ON_DEVICE, j->values.begin, p->count, j->results.begin, j->positions.begin);
  j->stored += results;
  return status == GR_OK ? fetch_results (j, first) : status;
}

/* Piece number n in the order of the array.  */
static piece
piece_of (const job *j, const cutting *c, size_t n)
{
  const size_t size = j->size[c->dim], each = (size - 1) / c->rows + 1, begin = n % each * c->rows;
  const size_t rows = size - begin < c->rows ? size - begin : c->rows;
  return (piece){ c->dim, begin, rows, n / each, (n / each * size + begin) * c->row, rows * c->row };
}

static gr_status
run_pieces (job *j, const cutting *c)
{
  const size_t size = j->size[c->dim], pieces = ((size - 1) / c->rows + 1) * (j->count / (size * c->row));
  gr_accumulation *a = NULL;
  gr_request whole = j->request;
  whole.keep_chunks = c->keep_chunks;
  gr_status status = gr_open (&whole, j->index != NULL, &a);
  for (size_t n = 0; goes_on (j, status) && n < pieces; n++)
    {
      const piece p = piece_of (j, c, whole.reverse ? pieces - 1 - n : n);
      gr_begin_part ((double) n / (double) pieces, (double) (n + 1) / (double) pieces);
      status = gr_interrupted ()
               ? gr_fail (GR_INTERRUPTED, "%s of a function's values was interrupted", gr_operators[whole.op].name)
               : feed_piece (j, a, &p);
    }
  gr_begin_part (0, 1);
  if (goes_on (j, status))
    status = gr_finish (a, GR_ON_DEVICE, NULL, NULL);
  gr_close (a);
  return status;
}

static void
release (gr_staged *s)
{
  gr_buffer_release (s->memory);
}

gr_status
gr_run_mapped_from_host (const gr_request *request, gr_type out_type, const gr_mapping *mapping,
                         const gr_evaluation *evaluation, void *out, double *index)
{
  const size_t results = gr_count_results (request);
  cutting c;
  job j = { .backend = gr_selected (),
            .request = *request,
            .out_type = out_type,
            .mapping = mapping,
            .count = evaluation->count,
            .out = out,
            .index = index,
            .faulty = evaluation->faulty };
  j.request.place = GR_ON_DEVICE;
  j.request.queue = false;
  j.request.first = 0;
  j.request.alone = false;
  for (size_t k = 0; k < mapping->dims; k++)
    {
      j.size[k] = 1;
      for (int a = 0; a < mapping->expression->arguments; a++)
        j.size[k] = mapping->sizes[a][k] != 1 ? mapping->sizes[a][k] : j.size[k];
    }
  gr_want_huge_pages (out, results * gr_types[out_type].size);
  gr_want_huge_pages (index, results * sizeof *index);
  const gr_status status = is_cut (&j, evaluation, &c) ? run_pieces (&j, &c) : run_whole (&j);
  if (goes_on (&j, status))
    gr_add_transfers (j.seconds_in, j.seconds_out);
  for (int a = 0; a < GR_MAX_ARGUMENTS; a++)
    release (&j.argument[a]);
  release (&j.values);
  release (&j.results);
  release (&j.positions);
  return status;
}
