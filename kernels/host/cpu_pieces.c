/* SPDX-License-Identifier: GPL-3.0-or-later

   Arrays in pieces on the host.  A box of a slab is a job like others, whose partial results are appended to the slab's
   state.

   A state has a partial result of each column, or of each chunk of each column if these are kept: column c of chunk k
   is number k * inner + c.  Its planes are those of the monoid.  any and all have a byte for each column, which says
   whether it is decided, and saturating sums and products of signed integers have a gr_saturation.  */

#include <string.h>

#include "host/cpu_elements.h"
#include "host/cpu_monoid.h"

/* ---- saturation of signed integers ---- */

/* What elements do to the result of those before them: the map x -> min (max (x + a, lo), hi), or with a * x for
   products.  Such maps are closed under composition (op/monoids/native.cuh).  Once a is beyond the class it acts on all
   integers as the first one beyond does, so it saturates.  A map with lo = hi is constant, and remains so whatever
   follows; that of a slab's first elements is kept so, since it is only ever applied to the empty sum or product.  */
typedef __int128 gr_wide;
typedef struct
{
  gr_wide a, lo, hi;
} gr_saturation;

GR_INLINE gr_wide
clamp (gr_wide x, gr_wide lo, gr_wide hi)
{
  return x < lo ? lo : x > hi ? hi : x;
}

/* f, then g.  */
GR_INLINE gr_saturation
compose (gr_monoid op, gr_mode m, gr_saturation f, gr_saturation g)
{
  if (op == GR_MONOID_NATIVE_SUM)
    {
      const gr_wide width = (gr_wide) m.greatest - m.least;
      return (gr_saturation){ clamp (f.a + g.a, -width, width), clamp (f.lo + g.a, g.lo, g.hi),
                              clamp (f.hi + g.a, g.lo, g.hi) };
    }
  const gr_wide beyond = (gr_wide) m.greatest + 2;
  const gr_wide p = clamp (g.a * f.lo, g.lo, g.hi), q = clamp (g.a * f.hi, g.lo, g.hi);
  return (gr_saturation){ clamp (f.a * g.a, -beyond, beyond), g.a < 0 ? q : p, g.a < 0 ? p : q };
}

/* The map of one element, and that of none.  */
GR_INLINE gr_saturation
step_of (gr_mode m, int64_t element)
{
  return (gr_saturation){ element, m.least, m.greatest };
}
static gr_saturation
no_step (const gr_job *job)
{
  return step_of (job->mode, gr_identity (job->monoid).i);
}

/* The map that gives x, and what a map makes of the empty sum or product.  */
static gr_saturation
constant (int64_t x)
{
  return (gr_saturation){ x, x, x };
}
static int64_t
value_of (gr_saturation f)
{
  return (int64_t) clamp (f.a, f.lo, f.hi);
}

/* ---- states ---- */

/* What a state is made of.  */
typedef enum { FOUND, SATURATIONS, PARTIALS } gr_content;

static gr_content
content_of (const gr_job *job)
{
  if (gr_operators[job->request->op].accumulator == GR_ACCUMULATOR_TRUTH)
    return FOUND;
  return gr_is_saturating (job->monoid) && ! job->mode.is_unsigned ? SATURATIONS : PARTIALS;
}

/* Are the partial results of all chunks kept?  */
static bool
keeps_chunks (const gr_job *job)
{
  return job->request->keep_chunks && ! gr_operators[job->request->op].is_scan && content_of (job) == PARTIALS;
}

/* A job of a whole slab that has a state.  */
static gr_job
plan_slab (const gr_request *q, gr_type out_type)
{
  const gr_box box = { .width = q->inner, .rows = q->len };
  return gr_cpu_plan (q, out_type, &box, true);
}

/* Partial results in the state of a slab.  */
static size_t
count_partials (const gr_request *q)
{
  const gr_job job = plan_slab (q, q->type);
  return job.inner * (keeps_chunks (&job) ? job.chunks : 1);
}

int
gr_cpu_state_planes (const gr_request *q, bool indexed, size_t bytes[])
{
  (void) indexed;
  const gr_job job = plan_slab (q, q->type);
  const gr_content content = content_of (&job);
  const int planes = content == PARTIALS ? (int) job.planes : 1;
  const size_t columns = q->inner ? job.inner / q->inner : 1; /* of a segment: complex sums have one for each part */
  for (int p = 0; p < planes; p++)
    bytes[p] = columns * (content == FOUND ? 1 : content == SATURATIONS ? sizeof (gr_saturation) : sizeof (gr_word));
  return planes;
}

size_t
gr_cpu_state_bytes (const gr_request *q, bool indexed)
{
  if (! q->inner)
    return 0;
  size_t bytes[GR_MAX_PLANES], size = 0;
  for (int planes = gr_cpu_state_planes (q, indexed, bytes); planes > 0; planes--)
    size += bytes[planes - 1];
  const gr_job job = plan_slab (q, q->type);
  return q->inner * (keeps_chunks (&job) ? job.chunks : 1) * size;
}

/* A NaN that no computation gives, in the imaginary part of a complex product of no elements: 1 + 0i would make
   Inf + NaN i of Inf + 0i.  */
static const uint64_t no_product = 0x7ffb3a51c6e94d27;

GR_INLINE double
mark_no_product (void)
{
  double mark;
  memcpy (&mark, &no_product, sizeof mark);
  return mark;
}

/* A partial result that changes none with which it is combined; append knows the others by what they have.  */
GR_INLINE gr_partial
no_partial (gr_monoid op)
{
  gr_partial c = gr_identity (op);
  if (op == GR_MONOID_SUM || op == GR_MONOID_SQUARES || op == GR_MONOID_EXTRA || op == GR_MONOID_COUNTED
      || op == GR_MONOID_COMPLEX_COUNTED)
    c.re = -0.0;
  if (op == GR_MONOID_COMPLEX_COUNTED)
    c.im = -0.0;
  if (op == GR_MONOID_COMPLEX_PROD)
    c.im = mark_no_product ();
  return c;
}

/* Is a partial result that of no elements, which would not leave others as they are?  Its position is 0.  Moments may
   have no weight, but a NaN.  */
GR_INLINE bool
has_nothing (gr_monoid op, gr_partial a)
{
  return gr_is_arg_extremum (op)      ? a.pos == 0.0
       : op == GR_MONOID_MOMENTS      ? a.key == 0.0 && a.im == 0.0
       : op == GR_MONOID_COMPLEX_PROD ? ! memcmp (&a.im, &no_product, sizeof a.im)
                                      : false;
}

/* a stands before b; either may be of no elements.  */
GR_INLINE gr_partial
append (gr_monoid op, gr_mode m, gr_partial a, gr_partial b)
{
  return has_nothing (op, a) ? b : has_nothing (op, b) ? a : gr_merge (op, m, a, b);
}

/* Append n partial results, from_n words a plane, to those of a state, to_n words a plane.  */
GR_CLONES static void
append_partials (const gr_job *job, gr_word *to, size_t to_n, const gr_word *from, size_t from_n, size_t n)
{
  const gr_mode m = job->mode;
#define APPEND(OP)                                                                                                     \
  for (size_t c = 0; c < n; c++)                                                                                       \
  gr_put (OP, to, to_n, c, append (OP, m, gr_get (OP, to, to_n, c), gr_get (OP, from, from_n, c)))
  GR_WITH_MONOID (job->monoid, APPEND)
#undef APPEND
}

gr_status
gr_cpu_begin_state (const gr_request *q, bool indexed, void *state)
{
  if (! q->inner)
    return GR_OK;
  const gr_job job = plan_slab (q, q->type);
  const size_t n = count_partials (q);
  switch (content_of (&job))
    {
    case FOUND:
      memset (state, 0, gr_cpu_state_bytes (q, indexed));
      break;
    case SATURATIONS:
      for (size_t i = 0; i < n; i++)
        ((gr_saturation *) state)[i] = no_step (&job);
      break;
    case PARTIALS:
#define BEGIN(OP)                                                                                                      \
  for (size_t i = 0; i < n; i++)                                                                                       \
  gr_put (OP, state, n, i, no_partial (OP))
      GR_WITH_MONOID (job.monoid, BEGIN)
#undef BEGIN
      break;
    }
  return GR_OK;
}

/* ---- boxes ---- */

/* Does the box have the slab's first row, in the direction of the operator?  */
static bool
begins_slab (const gr_job *job)
{
  return job->mode.reverse ? job->end_row == job->len : job->first_row == 0;
}

/* Append the partial results of a tile's chunks to the state: each to that of its chunk, or of all together.  */
static void
append_tile (gr_job *job, size_t tile)
{
  const size_t size = job->planes * job->width;
  const bool kept = keeps_chunks (job);
  if (! kept)
    gr_cpu_combine_chunks (job, tile);
  const size_t n = job->columns;
  for (size_t c = 0; c < (kept ? job->chunks : 1); c++)
    {
      const size_t item = tile * job->chunks + c;
      const gr_item it = gr_cpu_item (job, item);
      gr_word *to = (gr_word *) job->state + (kept ? (job->first_chunk + c) * job->inner : 0) + it.column;
      append_partials (job, to, n, job->partial + item * size, it.width, it.width);
    }
}

/* Put the running totals at the end of the rows in the place of the state's.  */
static void
replace_tile (gr_job *job, size_t tile)
{
  const size_t item = tile * job->chunks + (job->mode.reverse ? 0 : job->chunks - 1);
  const gr_item it = gr_cpu_item (job, item);
  gr_cpu_copy_planes (job, (gr_word *) job->state + it.column, job->columns,
                      job->partial + item * job->planes * job->width, it.width, it.width);
}

/* Memory for the partial results of all items.  */
static gr_status
take_partial (gr_job *job)
{
  void *p = NULL;
  const size_t items = job->tiles * job->chunks;
  const gr_status status = gr_backend_cpu.malloc (items * job->planes * job->width * sizeof *job->partial, &p);
  job->partial = p;
  return status;
}

/* Scan the rows of the job, and leave the running totals at their end to `done`.  */
static void
scan_part (gr_job *job, void (*done) (gr_job *job, size_t tile))
{
  const size_t items = job->tiles * job->chunks, batch = gr_cpu_batch (job);
  if (job->chunks > 1)
    {
      gr_cpu_for_each (job, items, batch, gr_cpu_reduce_item);
      gr_cpu_for_each (job, job->tiles, batch, gr_cpu_carry_item);
    }
  gr_cpu_for_each (job, items, batch, gr_cpu_scan_item);
  if (! job->stop)
    gr_cpu_for_each (job, job->tiles, batch, done);
}

/* Reduce the rows of the job, and leave their partial results to `done`.  */
static void
reduce_part_of_slab (gr_job *job, void (*done) (gr_job *job, size_t tile))
{
  const size_t batch = gr_cpu_batch (job);
  gr_cpu_for_each (job, job->tiles * job->chunks, batch, gr_cpu_reduce_item);
  if (! job->stop)
    gr_cpu_for_each (job, job->tiles, batch, done);
}

/* The end of the columns from c on that have something before the box, or nothing, all alike.  */
static size_t
end_of_run (const gr_job *job, size_t c, bool *nothing)
{
  if (begins_slab (job) || ! gr_is_arg_extremum (job->monoid))
    {
      *nothing = begins_slab (job);
      return job->end_column;
    }
  const gr_word *position = (const gr_word *) job->state + (job->planes - 1) * job->columns;
  *nothing = position[c] == 0.0;
  while (c < job->end_column && (position[c] == 0.0) == *nothing)
    c++;
  return c;
}

/* Scan a box.  Where the part of a slab that is fed does not begin with a row, there is nothing before some of its
   columns, which are scanned by themselves.  */
static gr_status
scan_box (gr_job *whole)
{
  gr_status status = GR_OK;
  for (size_t c = whole->first_column, end; c < whole->end_column && status == GR_OK; c = end)
    {
      const size_t in_size = gr_types[whole->type].size, out_size = gr_types[whole->out_type].size;
      const size_t before = c - whole->first_column;
      gr_job job = *whole;
      bool nothing;
      end = end_of_run (whole, c, &nothing);
      job.in = (const char *) whole->in + before * in_size;
      job.out = (char *) whole->out + before * out_size;
      job.index = whole->index ? whole->index + before : NULL;
      job.first_column = c;
      job.end_column = end;
      job.tiles = (end - c) / job.width + ((end - c) % job.width != 0);
      job.carry = nothing ? NULL : job.state;
      status = take_partial (&job);
      if (status == GR_OK)
        {
          scan_part (&job, replace_tile);
          status = gr_cpu_outcome (&job);
        }
      gr_backend_cpu.free (job.partial, 0);
    }
  return status;
}

/* Compose the maps of a tile's elements with the state, in the direction of the operator.  */
GR_INLINE void
compose_rows (gr_monoid op, gr_job *job, const gr_item *it)
{
  gr_saturation *const state = (gr_saturation *) job->state + it->column;
  const gr_mode m = job->mode;
  gr_block block;
  for (size_t s = 0; s < it->rows && ! gr_cpu_stopped (job); s++)
    {
      const size_t row = m.reverse ? it->rows - 1 - s : s;
      size_t stride;
      const int64_t *x = gr_cpu_fetch (job, it->at + row * job->inner, it->width, 1, &block, &stride);
      for (size_t c = 0; c < it->width; c++)
        state[c] = compose (op, m, state[c], step_of (m, x[c]));
    }
}

static void
compose_item (gr_job *job, size_t item)
{
  const gr_item it = gr_cpu_item (job, item);
  if (job->monoid == GR_MONOID_NATIVE_SUM)
    compose_rows (GR_MONOID_NATIVE_SUM, job, &it);
  else
    compose_rows (GR_MONOID_NATIVE_PROD, job, &it);
}

/* The totals of a tile become the constant maps of the state.  */
static void
keep_totals (gr_job *job, size_t tile)
{
  const gr_item it = gr_cpu_item (job, tile);
  const gr_integer_word *total = (const gr_integer_word *) (job->partial + tile * job->width);
  gr_saturation *state = (gr_saturation *) job->state + it.column;
  for (size_t c = 0; c < it.width; c++)
    state[c] = constant (total[c]);
}
static void
leave_totals (gr_job *job, size_t tile)
{
  (void) job;
  (void) tile;
}

/* A box whose sums or products saturate.  Loops go on from what the state has come to, which says all if that is the
   same whatever stands before.  */
static gr_status
feed_saturating (gr_job *job)
{
  gr_saturation *const state = job->state;
  void *carry = NULL;
  bool all_constant = true;
  gr_status status = take_partial (job);
  if (status == GR_OK)
    status = gr_backend_cpu.malloc (job->inner * sizeof (gr_word), &carry);
  if (status != GR_OK)
    goto done;

  for (size_t c = job->first_column; c < job->end_column; c++)
    {
      if (begins_slab (job))
        state[c] = constant (value_of (no_step (job)));
      all_constant &= state[c].lo == state[c].hi;
      ((gr_integer_word *) carry)[c] = value_of (state[c]);
    }
  job->carry = carry;
  const bool reduced = ! job->out && ! job->mode.reverse && all_constant;
  if (job->out)
    scan_part (job, all_constant ? keep_totals : leave_totals);
  else if (reduced)
    reduce_part_of_slab (job, keep_totals);
  if (! reduced && ! (job->out && all_constant))
    gr_cpu_for_each (job, job->tiles, gr_cpu_batch (job), compose_item);
  status = gr_cpu_outcome (job);

done:
  gr_backend_cpu.free (carry, 0);
  gr_backend_cpu.free (job->partial, 0);
  return status;
}

/* A part of a slab.  */
static gr_status
feed_part (gr_job *job)
{
  gr_status status = GR_OK;
  switch (content_of (job))
    {
    case FOUND:
      job->out = job->state;
      gr_cpu_for_each (job, job->tiles * job->chunks, gr_cpu_batch (job), gr_cpu_search_item);
      status = gr_cpu_outcome (job);
      break;
    case SATURATIONS:
      status = feed_saturating (job);
      break;
    case PARTIALS:
      if (job->out)
        status = scan_box (job);
      else
        {
          status = take_partial (job);
          if (status == GR_OK)
            {
              reduce_part_of_slab (job, append_tile);
              status = gr_cpu_outcome (job);
            }
          gr_backend_cpu.free (job->partial, 0);
        }
      break;
    }
  return status;
}

gr_status
gr_cpu_feed_box (const gr_request *request, gr_type out_type, bool indexed, const gr_box *box, gr_box_arrays arrays,
                 void *state, gr_record *record)
{
  (void) indexed;
  const double start = gr_now ();
  const bool scan = gr_operators[request->op].is_scan, part = ! box->slabs;
  gr_status status = GR_OK;
  if (request->inner && (box->slabs || (box->width && box->rows)))
    {
      gr_job job = gr_cpu_plan (request, out_type, box, arrays.index != NULL);
      job.in = arrays.in;
      job.out = part && ! scan ? NULL : arrays.out;
      job.index = part && ! scan ? NULL : arrays.index;
      if (part)
        {
          job.state = state;
          job.columns = job.inner * (keeps_chunks (&job) ? (job.len + job.rows - 1) / job.rows : 1);
          status = feed_part (&job);
        }
      else if (arrays.out) /* a scan without results has nothing to do with slabs that end */
        status = gr_cpu_run_job (&job);
    }
  gr_cpu_note (record, start);
  return status;
}

/* ---- ends ---- */

/* Results of a tile from the state.  */
static void
finish_tile (gr_job *job, size_t tile)
{
  const size_t size = job->planes * job->width;
  for (size_t c = 0; c < job->chunks; c++)
    {
      const size_t item = tile * job->chunks + c;
      const gr_item it = gr_cpu_item (job, item);
      gr_word *to = job->partial + item * size;
      if (content_of (job) == SATURATIONS)
        for (size_t k = 0; k < it.width; k++)
          ((gr_integer_word *) to)[k] = value_of (((const gr_saturation *) job->state)[it.column + k]);
      else
        gr_cpu_copy_planes (job, to, it.width, (const gr_word *) job->state + c * job->inner + it.column, job->columns,
                            it.width);
      if (job->monoid == GR_MONOID_SUM || job->monoid == GR_MONOID_SQUARES) /* results of them begin with 0 */
        for (size_t k = 0; k < it.width; k++)
          to[k] += 0.0;
    }
  gr_cpu_merge_item (job, tile);
}

gr_status
gr_cpu_finish_state (const gr_request *q, gr_type out_type, void *state, void *out, double *index)
{
  if (! q->inner)
    return GR_OK;
  gr_status status = GR_OK;
  gr_job job = plan_slab (q, out_type);
  job.state = state;
  job.out = out;
  job.index = index;
  if (! keeps_chunks (&job))
    job.chunks = 1;
  job.columns = job.inner * job.chunks;
  if (content_of (&job) == FOUND)
    {
      const bool all = gr_operators[q->op].variant & GR_LEAST;
      for (size_t c = 0; c < job.inner; c++)
        ((uint8_t *) out)[c] = ((const uint8_t *) state)[c] != all;
      return GR_OK;
    }
  status = take_partial (&job);
  if (status != GR_OK)
    goto done;
  gr_cpu_for_each (&job, job.tiles, gr_cpu_batch (&job), finish_tile);
  status = gr_cpu_outcome (&job);

done:
  gr_backend_cpu.free (job.partial, 0);
  return status;
}

/* Partial results of chunks of 32 rows or more, of both parts of complex elements, and of a chunk of each slab.  */
size_t
gr_cpu_feed_bytes (const gr_request *q, bool indexed, size_t count)
{
  enum { LEAST_ROWS = 32, PARTS = 2 };
  const size_t slab = q->inner * q->len, slabs = slab ? count / slab + 1 : 0;
  (void) indexed;
  return GR_PLANES * sizeof (gr_word) * (PARTS * count / LEAST_ROWS + slabs * (PARTS * q->inner + GR_TILE));
}

static void
merge_item (gr_job *job, size_t i)
{
  const size_t at = i * GR_CHUNK, left = job->columns - at, n = left < GR_CHUNK ? left : GR_CHUNK;
  switch (content_of (job))
    {
    case FOUND:
      for (size_t c = at; c < at + n; c++)
        ((uint8_t *) job->state)[c] |= ((const uint8_t *) job->later)[c];
      break;
    case SATURATIONS:
      {
        gr_saturation *const state = job->state;
        const gr_saturation *const later = job->later;
        for (size_t c = at; c < at + n; c++)
          state[c] = compose (job->monoid, job->mode, state[c], later[c]);
        break;
      }
    case PARTIALS:
      append_partials (job, (gr_word *) job->state + at, job->columns, (const gr_word *) job->later + at, job->columns,
                       n);
      break;
    }
}

gr_status
gr_cpu_merge_states (const gr_request *q, bool indexed, void *state, const void *later)
{
  (void) indexed;
  if (! q->inner)
    return GR_OK;
  gr_job job = plan_slab (q, q->type);
  job.state = state;
  job.later = later;
  job.columns = count_partials (q);
  gr_cpu_for_each (&job, (job.columns + GR_CHUNK - 1) / GR_CHUNK, 1, merge_item);
  return gr_cpu_outcome (&job);
}

/* ---- dimensions that are no neighbours ---- */

/* The groups in the order in which elements are asked for, and which elements these are.  Its items have GR_CHUNK
   elements each.  */
typedef struct
{
  gr_job job;
  size_t groups, extent[GR_MAX_DIMS], stride[GR_MAX_DIMS];
  size_t first, count;
} gr_group_gathering;

static void
gather_item (gr_job *job, size_t i)
{
  const gr_group_gathering *const g = (const gr_group_gathering *) job;
  const size_t size = gr_types[job->type].size, begin = i * GR_CHUNK, left = g->count - begin;
  const size_t count = left < GR_CHUNK ? left : GR_CHUNK;
  size_t number[GR_MAX_DIMS], at = 0, rest = g->first + begin;
  for (size_t k = 0; k < g->groups; k++)
    {
      number[k] = rest % g->extent[k];
      rest /= g->extent[k];
      at += number[k] * g->stride[k];
    }
  for (size_t done = 0, run; done < count; done += run)
    {
      run = g->extent[0] - number[0];
      run = run < count - done ? run : count - done;
      const gr_axis line = { .count = run, .from = (ptrdiff_t) g->stride[0], .to = 1 };
      gr_cpu_copy_line (size, &line, (char *) job->out + (begin + done) * size, (const char *) job->in + at * size);
      /* the place of the next ones, counted up group by group */
      at -= number[0] * g->stride[0];
      number[0] = 0;
      for (size_t k = 1; k < g->groups; k++)
        {
          at += g->stride[k];
          if (++number[k] < g->extent[k])
            break;
          at -= g->stride[k] * g->extent[k];
          number[k] = 0;
        }
    }
}

gr_status
gr_cpu_gather (const gr_request *q, size_t first, size_t count, const void *from, void *to)
{
  gr_group_gathering g
    = { .job = { .request = q, .type = q->type, .in = from, .out = to }, .first = first, .count = count };
  for (int along = 1; along >= 0; along--)
    for (size_t k = 0, stride = 1; k < q->groups; k++)
      {
        if (q->group[k].along == along)
          {
            g.extent[g.groups] = q->group[k].extent;
            g.stride[g.groups++] = stride;
          }
        stride *= q->group[k].extent;
      }
  gr_cpu_for_each (&g.job, count / GR_CHUNK + (count % GR_CHUNK != 0), 1, gather_item);
  return gr_cpu_outcome (&g.job);
}
