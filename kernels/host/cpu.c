/* SPDX-License-Identifier: GPL-3.0-or-later

   The host backend: plans a request, runs its items on the library's threads.  Named algorithms go to the SIMT
   executor.  */

#define _DEFAULT_SOURCE

#include "host/cpu_monoid.h"
#include "core/pages.h"
#include "core/threads.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- conversion between element types and domains ---- */

/* Does the domain have the layout of the type?  The sign of 64-bit integers is left to the mode.  */
static bool
same_layout (gr_domain domain, gr_type type)
{
  switch (domain)
    {
    case GR_DOMAIN_DOUBLE:
      return type == GR_TYPE_F64;
    case GR_DOMAIN_INTEGER:
      return type == GR_TYPE_I64 || type == GR_TYPE_U64;
    default:
      return type == GR_TYPE_C64;
    }
}

/* 64 bits as a double, rounded once, by instructions that vectorise.  The upper half, with its sign if `sign` says
   so, goes into a number of 2^84, the lower half into one of 2^52, and what they have too much is subtracted.  */
GR_INLINE double
double_of_halves (uint64_t x, uint64_t sign, double too_much)
{
  union
  {
    uint64_t bits;
    double value;
  } upper = { ((x >> 32) ^ sign) | 0x4530000000000000 }, lower = { (x & 0xffffffff) | 0x4330000000000000 };
  return (upper.value - too_much) + lower.value;
}
GR_INLINE double
double_of_i64 (int64_t x)
{
  return double_of_halves ((uint64_t) x, 0x80000000, 0x1p84 + 0x1p63 + 0x1p52);
}
GR_INLINE double
double_of_u64 (uint64_t x)
{
  return double_of_halves (x, 0, 0x1p84 + 0x1p52);
}
GR_INLINE double
double_of_other (double x)
{
  return x;
}
#define DOUBLE_OF(x) _Generic((x), int64_t : double_of_i64, uint64_t : double_of_u64, default : double_of_other) (x)

/* Convert rows of T, stride apart, to packed rows of the domain, and back; the
   suffix says whether T is complex.  */
#define EACH(...)                                                                                                      \
  for (size_t r = 0; r < rows; r++, row += stride)                                                                     \
    for (size_t c = 0; c < width; c++, k++)                                                                            \
      __VA_ARGS__;
#define FETCH_0(T)                                                                                                     \
  const T *row = (const T *) job->in + at;                                                                             \
  if (job->domain == GR_DOMAIN_INTEGER)                                                                                \
    EACH (block->i[k] = (int64_t) row[c])                                                                              \
  else                                                                                                                 \
    EACH (block->d[k] = DOUBLE_OF (row[c]))
#define FETCH_1(T)                                                                                                     \
  const T *row = (const T *) job->in + at;                                                                             \
  EACH (block->z[k] = (gr_c64){ row[c].re, row[c].im })
#define SPILL_0(T)                                                                                                     \
  T *row = (T *) job->out + at;                                                                                        \
  if (job->out_domain == GR_DOMAIN_INTEGER)                                                                            \
    EACH (row[c] = (T) block->i[k])                                                                                    \
  else                                                                                                                 \
    EACH (row[c] = (T) block->d[k])
#define SPILL_1(T)                                                                                                     \
  T *row = (T *) job->out + at;                                                                                        \
  EACH (row[c] = (T){ block->z[k].re, block->z[k].im })
#define CASE(DIRECTION, ID, CTYPE, CLASS, COMPLEX, ...)                                                                \
  case GR_TYPE_##ID:                                                                                                   \
    {                                                                                                                  \
      DIRECTION##_##COMPLEX (CTYPE) break;                                                                             \
    }

GR_CLONES static void
convert_in (const gr_job *job, size_t at, size_t width, size_t rows, gr_block *restrict block)
{
  const size_t stride = job->inner;
  size_t k = 0;
  switch (job->type)
    {
      GR_TYPES (CASE, FETCH)
    default:
      break;
    }
}

GR_CLONES static void
convert_out (const gr_job *job, const gr_block *restrict block, size_t width, size_t rows, size_t at)
{
  const size_t stride = job->inner;
  size_t k = 0;
  switch (job->out_type)
    {
      GR_TYPES (CASE, SPILL)
    default:
      break;
    }
}

bool
gr_cpu_as_it_is (const gr_job *job)
{
  return job->mode.elements != GR_ARE_OF_DOMAIN || same_layout (job->domain, job->type);
}

const void *
gr_cpu_fetch (const gr_job *job, size_t at, size_t width, size_t rows, gr_block *block, size_t *stride)
{
  *stride = job->stride;
  if (gr_cpu_as_it_is (job))
    return (const char *) job->in + at * gr_types[job->type].size;
  if (job->step > 1 || width == job->inner) /* all rows follow each other: one long row */
    convert_in (job, at, width * rows, 1, block);
  else
    convert_in (job, at, width, rows, block);
  if (job->step == 1)
    *stride = width;
  return block;
}

void *
gr_cpu_direct (const gr_job *job, size_t at)
{
  if (! job->mode.elements && ! same_layout (job->out_domain, job->out_type))
    return NULL;
  return (char *) job->out + at * gr_types[job->out_type].size;
}

void
gr_cpu_spill (const gr_job *job, const gr_block *block, size_t width, size_t rows, size_t at)
{
  if (width == job->inner)
    convert_out (job, block, width * rows, 1, at);
  else
    convert_out (job, block, width, rows, at);
}

/* ---- planning ---- */

/* Bounds of a class, in 64 bits.  */
#define BOUNDS_0(T)                                                                                                    \
  m->wide = sizeof (T) == 8;                                                                                           \
  m->is_unsigned = (T) -1 > 0;                                                                                         \
  m->greatest = (int64_t) ((m->is_unsigned ? UINT64_MAX : INT64_MAX) >> (64 - 8 * sizeof (T)));                        \
  m->least = m->is_unsigned ? 0 : -m->greatest - 1;
#define BOUNDS_1(T)

static void
set_bounds (gr_mode *m, gr_type type)
{
  switch (type)
    {
      GR_TYPES (CASE, BOUNDS)
    default:
      break;
    }
  if (type == GR_TYPE_BOOL)
    m->greatest = 1;
}

/* What the monoid depends on beside the request.  */
typedef struct
{
  bool complex, whole, wide, native, index, in_order;
} gr_traits;

/* The monoid of a request, and whether the parts of complex elements are separate elements.  any and all have no
   monoid.  */
static gr_monoid
choose_monoid (const gr_request *q, gr_traits is, unsigned *pair)
{
  const gr_operator_info *op = &gr_operators[q->op];
  *pair = 0;
  switch (op->accumulator)
    {
    case GR_ACCUMULATOR_PRODUCT:
      return is.native ? GR_MONOID_NATIVE_PROD : is.complex ? GR_MONOID_COMPLEX_PROD : GR_MONOID_PROD;
    case GR_ACCUMULATOR_EXTREMUM:
      if (is.complex)
        return GR_MONOID_COMPLEX_ARG_EXTREMUM;
      /* along one long segment, comparing integers has less latency */
      if (is.wide || (is.whole && ! is.index && q->inner == 1 && q->len >= GR_SHORT && op->is_scan))
        return GR_MONOID_INTEGER_ARG_EXTREMUM;
      return is.index    ? GR_MONOID_ARG_EXTREMUM
           : is.whole    ? GR_MONOID_EXTREMUM
           : is.in_order ? GR_MONOID_FIRST_EXTREMUM
                         : GR_MONOID_ARG_EXTREMUM;
    case GR_ACCUMULATOR_MEAN:
      if (is.complex && q->mean != GR_MEAN_ARITHMETIC)
        return GR_MONOID_COMPLEX_COUNTED;
      if (is.wide && q->mean == GR_MEAN_ARITHMETIC && ! q->ragged)
        return GR_MONOID_WIDE_SUM;
      *pair = is.complex;
      return q->mean != GR_MEAN_ARITHMETIC || q->nan == GR_NAN_OMIT ? GR_MONOID_COUNTED : GR_MONOID_SUM;
    case GR_ACCUMULATOR_SQUARES:
      *pair = is.complex;
      /* of logical arrays it is true where all elements are, as the product is */
      return ! is.native             ? GR_MONOID_SQUARES
           : q->type == GR_TYPE_BOOL ? GR_MONOID_NATIVE_PROD
                                     : GR_MONOID_NATIVE_SQUARES;
    case GR_ACCUMULATOR_MOMENTS:
      *pair = is.complex;
      return GR_MONOID_MOMENTS;
    default:
      *pair = is.complex;
      /* single is summed in double, which is what "extra" gives it */
      return is.native ? GR_MONOID_NATIVE_SUM
           : q->arithmetic == GR_ARITHMETIC_EXTRA && (q->type == GR_TYPE_F64 || q->type == GR_TYPE_C64)
             ? GR_MONOID_EXTRA
             : GR_MONOID_SUM;
    }
}

/* The type of one part of a complex element.  */
static gr_type
part_type (gr_type type)
{
  return type == GR_TYPE_C64 ? GR_TYPE_F64 : type == GR_TYPE_C32 ? GR_TYPE_F32 : type;
}

#define MONOID_ROW(_, ID, DOMAIN, MEMBERS) { GR_DOMAIN_##DOMAIN, MEMBERS },
static const struct
{
  gr_domain domain;
  unsigned members;
} monoids[] = { GR_MONOIDS (MONOID_ROW, _) };

static size_t
ceil_div (size_t a, size_t b)
{
  return a / b + (a % b != 0);
}

/* Does the reduction combine its short segments side by side, as columns of one row, since they are many?
   Elements that are converted must fit in a block.  Sums of doubles are faster segment by segment, except for very
   short segments (tuning: host-columns).  */
static bool
has_many_short_segments (const gr_request *q)
{
  const gr_accumulator accumulator = gr_operators[q->op].accumulator;
  const bool large = accumulator == GR_ACCUMULATOR_EXTREMUM || accumulator == GR_ACCUMULATOR_MOMENTS;
  const bool plain = q->nan == GR_NAN_DEFAULT && ! q->weights;
  const bool as_they_are = q->type == GR_TYPE_F64 || (plain && (q->type == GR_TYPE_F32 || q->type == GR_TYPE_I32));
  const size_t shorter = large                  ? (as_they_are ? GR_SHORT_LARGE : GR_BLOCK / GR_ABREAST)
                       : q->type == GR_TYPE_F64 ? GR_SHORT_DOUBLE
                                                : GR_SHORT;
  return q->inner == 1 && q->len > 1 && q->len < shorter && q->outer >= GR_LANES;
}

/* Does the box leave out elements of its slab?  */
static bool
is_part_of_slab (const gr_request *q, const gr_box *box)
{
  return ! box->slabs && (box->rows < q->len || box->width < q->inner);
}

/* Cut a job into items.  The cut is the same on every machine and for all slabs that are asked for.  An item has enough
   elements to be worth a thread's time, and at least 32 rows so that partial results stay few.  */
static void
cut (gr_job *job, const gr_box *box)
{
  const gr_request *q = job->request;
  const gr_operator_info *op = &gr_operators[q->op];
  const bool scan = op->is_scan, search = op->accumulator == GR_ACCUMULATOR_TRUTH;
  const bool best = op->accumulator == GR_ACCUMULATOR_EXTREMUM;
  const bool part = is_part_of_slab (q, box), one_row = job->len == 1 || job->step > 1;
  const bool ordered = gr_is_saturating (job->monoid);
  const size_t parts = job->mode.pair + 1, all = part || one_row ? 1 : q->outer;
  size_t tile = scan ? GR_SCAN_TILE : GR_TILE;
  if (job->step > 1)
    {
      const size_t fit = GR_BLOCK / (job->len * GR_ABREAST);
      tile = (fit ? fit : 1) * GR_ABREAST;
    }
  else if (ordered) /* segments are not cut, so columns must keep the threads busy; the result is exact for any cut */
    {
      const size_t share = ceil_div (job->inner, (size_t) gr_thread_count ());
      tile = share > tile ? tile : share > GR_LANES ? share : GR_LANES;
    }
  job->width = job->inner < tile ? job->inner : tile;
  job->rows = GR_CHUNK / job->width;
  const size_t tiles = ceil_div (job->inner, job->width), segments = tiles * all;
  if (ordered || job->len <= job->rows || (scan && segments >= GR_ENOUGH_SEGMENTS)
      || (search && segments >= GR_ENOUGH_SEARCHED)
      || (scan && best && segments >= (size_t) gr_thread_count ())) /* the result is exact for any cut */
    job->rows = job->len;

  job->first_column = part ? box->column * parts : 0;
  job->end_column = part ? job->first_column + box->width * parts : job->inner;
  job->first_row = part ? box->row : 0;
  job->end_row = part ? box->row + box->rows : job->len;
  /* small calls spend much of their time in divisions */
  job->tiles = part ? ceil_div (job->end_column - job->first_column, job->width) : tiles;
  job->first_chunk = job->first_row ? job->first_row / job->rows : 0;
  job->chunks = job->end_row > job->rows ? ceil_div (job->end_row, job->rows) - job->first_chunk : 1;
  job->segments = 1;
  if (tiles == 1 && job->len <= job->rows && ! part)
    {
      const size_t size = job->width * (job->len ? job->len : 1), fit = GR_CHUNK / size, most = tile / job->width;
      job->segments = fit < 1 ? 1 : fit < most ? fit : most;
      job->segments = job->segments < all ? job->segments : all;
    }
  job->groups = ceil_div (job->outer, job->segments);
}

gr_job
gr_cpu_plan (const gr_request *q, gr_type out_type, const gr_box *box, bool indexed)
{
  const bool has_state = ! box->slabs, part = is_part_of_slab (q, box);
  gr_job job = { .request = q,
                 .type = q->type,
                 .out_type = out_type,
                 .inner = q->inner,
                 .len = q->len,
                 .outer = has_state ? 1 : box->slabs,
                 .out_parts = 1,
                 .share = has_state ? 0 : 1 };
  gr_mode *m = &job.mode;
  const gr_operator_info *op = &gr_operators[q->op];
  const bool scan = op->is_scan, search = op->accumulator == GR_ACCUMULATOR_TRUTH;
  set_bounds (m, q->type);
  const gr_type_kind kind = gr_types[q->type].kind;
  const bool whole = kind != GR_KIND_FLOATING, integer = whole && kind != GR_KIND_CHAR, wide = integer && m->wide;
  const bool native = q->arithmetic == GR_ARITHMETIC_NATIVE && integer;
  const bool best = op->accumulator == GR_ACCUMULATOR_EXTREMUM;
  const bool many_short = ! scan && ! search && ! part && has_many_short_segments (q);
  const bool in_order = many_short || (q->inner >= GR_LANES && ! q->reverse);
  const gr_traits traits = { gr_types[q->type].is_complex, whole, wide, native, indexed || has_state, in_order };
  if (! search)
    job.monoid = choose_monoid (q, traits, &m->pair);
  job.domain = job.out_domain = monoids[job.monoid].domain;
  job.members = monoids[job.monoid].members;
  job.planes = (unsigned) __builtin_popcount (job.members);
  if (op->accumulator == GR_ACCUMULATOR_MEAN && job.domain != GR_DOMAIN_COMPLEX)
    job.out_domain = native && out_type != GR_TYPE_F64 ? GR_DOMAIN_INTEGER : GR_DOMAIN_DOUBLE;
  if (m->pair)
    {
      job.inner *= 2;
      job.type = part_type (q->type);
      job.out_type = part_type (out_type);
      job.out_parts = gr_types[out_type].is_complex ? 1 : 2;
    }

  const bool least = op->variant & GR_LEAST;
  m->omit = q->nan == GR_NAN_OMIT && ! best;
  m->include = q->nan == GR_NAN_INCLUDE && best;
  m->reverse = q->reverse;
  m->late = q->reverse && best;
  m->exclusive = q->exclusive;
  /* a sum of zeros below 0 keeps their sign as long as it is a part; a part that stands behind others begins with an
     element, since an infinite complex number times one is not itself */
  m->begin = scan || (part && ! q->keep_chunks && (job.monoid == GR_MONOID_SUM || box->row > 0));
  m->single = q->type == GR_TYPE_C32;
  m->by_parts = q->comparison == GR_BY_PARTS;
  const gr_elements elements = job.type == GR_TYPE_F32           ? GR_ARE_SINGLES
                             : job.type == GR_TYPE_I32 && ! scan ? GR_ARE_INT32
                                                                 : GR_ARE_OF_DOMAIN;
  if (! m->omit && ! m->include && ! m->late && ! m->exclusive && ! q->weights && (! scan || job.out_type == job.type)
      && job.domain == GR_DOMAIN_DOUBLE && gr_reads (job.monoid, elements))
    m->elements = elements;
  m->mean = q->mean;
  m->weights = q->weights;
  m->sign = least ? -1.0 : 1.0;
  m->flip = (m->is_unsigned ? INT64_MIN : 0) ^ (least ? -1 : 0);
  m->none_int = least ? m->greatest : m->least;
  m->none = whole ? (double) m->none_int : (double) NAN;

  /* segments of one element, or many short ones, make long rows, whose elements are combined side by side and in
     the same order */
  job.step = 1;
  if (job.len == 1)
    {
      job.inner *= job.outer;
      job.outer = 1;
    }
  job.stride = job.inner;
  if (many_short && ! m->pair)
    {
      job.inner = job.outer;
      job.outer = 1;
      job.step = job.len;
      job.stride = 1;
    }

  cut (&job, box);
  const size_t count = (job.end_row - job.first_row) * (job.end_column - job.first_column) * job.outer;
  job.alone = count <= (size_t) GR_ALONE / (scan ? 2 : 1);
  return job;
}

gr_item
gr_cpu_item (const gr_job *job, size_t item)
{
  const size_t chunk = job->first_chunk + item % job->chunks, tile = item / job->chunks % job->tiles;
  const size_t row = chunk * job->rows, end = row + job->rows;
  gr_item it = { .column = job->first_column + tile * job->width,
                 .row = row > job->first_row ? row : job->first_row,
                 .segment = item / job->chunks / job->tiles * job->segments };
  const size_t columns = job->end_column - it.column, segments = job->outer - it.segment;
  it.width = columns < job->width ? columns : job->width;
  it.rows = (end < job->end_row ? end : job->end_row) - it.row;
  it.segments = segments < job->segments ? segments : job->segments;
  it.at = (it.column - job->first_column) * job->step + (it.row - job->first_row) * job->stride
        + it.segment * job->inner * job->len;
  return it;
}

/* ---- running ---- */

bool
gr_cpu_stopped (gr_job *job)
{
  if (job->whole)
    job = job->whole;
  if (! gr_is_worker () && gr_interrupted ())
    __atomic_store_n (&job->stop, true, __ATOMIC_RELAXED);
  return __atomic_load_n (&job->stop, __ATOMIC_RELAXED);
}

size_t
gr_cpu_batch (const gr_job *job)
{
  const size_t elements = job->width * job->rows * job->segments;
  return elements ? ceil_div (GR_CHUNK, elements) : SIZE_MAX;
}

typedef struct
{
  gr_job *job;
  size_t count;
  void (*item) (gr_job *job, size_t i);
} job_loop;

static void
run_item (void *data, size_t i)
{
  const job_loop *const loop = data;
  gr_job *const job = loop->job;
  if (gr_cpu_stopped (job))
    return;
  if (! gr_is_worker ()) /* items are taken in order */
    gr_report_progress (job->begun + job->share * (double) i / (double) loop->count);
  loop->item (job, i);
}

void
gr_cpu_for_each (gr_job *job, size_t count, size_t batch, void (*item) (gr_job *job, size_t i))
{
  job_loop loop = { job, count, item };
  if (count <= batch || job->alone)
    for (size_t i = 0; i < count; i++)
      item (job, i);
  else if (! gr_cpu_stopped (job)) /* the caller's thread asks, even if others take all items */
    gr_for_each (count, batch, batch, run_item, &loop);
}

/* Turn the zeros of undecided results into the answers.  If segments are few, the first elements of all are looked
   at before any segment is searched.  */
static void
run_search (gr_job *job, size_t tiles)
{
  uint8_t *out = job->out;
  const size_t results = job->inner * job->outer;
  memset (out, 0, results);
  if (results > 0 && results <= GR_FRONTS && job->len > 0)
    {
      /* few items, since the divisions of many would take longer than the rest */
      gr_job front = *job;
      front.rows = ceil_div (GR_FRONTS, results);
      front.chunks = 1;
      front.segments = job->tiles == 1 ? GR_TILE / job->width : 1;
      const size_t items = job->tiles * ceil_div (job->outer, front.segments);
      /* reading an item's elements, which are in many places, takes longer than waking a thread */
      const bool apart = job->inner == 1 && job->len >= GR_SHORT && items >= (size_t) gr_thread_count ();
      gr_cpu_for_each (&front, items, apart ? 1 : items, gr_cpu_search_item);
    }
  if (memchr (out, 0, results))
    gr_cpu_for_each (job, tiles * job->chunks, gr_cpu_batch (job), gr_cpu_search_item);
  if (gr_operators[job->request->op].variant & GR_LEAST)
    for (size_t i = 0; i < results; i++)
      out[i] = ! out[i];
}

/* The processor's model, in 256 characters.  */
static const char *
host_name (void)
{
  static char name[256];
  if (! *name)
    {
      char segment[512];
      FILE *f = fopen ("/proc/cpuinfo", "r");
      strcpy (name, "host");
      while (f && fgets (segment, sizeof segment, f))
        if (! strncmp (segment, "model name", 10) && strstr (segment, ": "))
          {
            snprintf (name, sizeof name, "%.*s", (int) strcspn (strstr (segment, ": ") + 2, "\n"),
                      strstr (segment, ": ") + 2);
            break;
          }
      if (f)
        fclose (f);
    }
  return name;
}

static atomic_size_t bytes_taken; /* by cpu_malloc */
static gr_status cpu_malloc (size_t bytes, void **p);
static void cpu_free (void *p);

gr_status
gr_cpu_outcome (const gr_job *job)
{
  return job->stop ? gr_fail (GR_INTERRUPTED, "%s was interrupted", gr_operators[job->request->op].name) : GR_OK;
}

void
gr_cpu_note (gr_record *record, double start)
{
  record->backend = "cpu";
  memcpy (record->device, host_name (), sizeof record->device);
  record->seconds_kernels = gr_now () - start;
}

void
gr_cpu_run_loop (gr_job *job, double from, double to, size_t count, size_t batch, void (*item) (gr_job *job, size_t i))
{
  job->begun = from;
  job->share = to - from;
  gr_cpu_for_each (job, count, batch, item);
}

gr_status
gr_cpu_run_job (gr_job *job)
{
  gr_status status = GR_OK;
  const gr_operator_info *op = &gr_operators[job->request->op];
  const bool scan = op->is_scan, search = op->accumulator == GR_ACCUMULATOR_TRUTH;
  const size_t tiles = job->tiles * job->groups, items = tiles * job->chunks, batch = gr_cpu_batch (job);
  void *partial = NULL;
  if (job->chunks > 1 && ! search)
    {
      status = cpu_malloc (items * job->planes * job->width * sizeof *job->partial, &partial);
      if (status != GR_OK)
        goto done;
      job->partial = partial;
    }

  if (search)
    run_search (job, tiles);
  else
    {
      /* a scan reads its elements twice if segments are cut */
      const double reduced = ! scan ? 1 : job->chunks > 1 ? 0.5 : 0;
      if (reduced > 0)
        gr_cpu_run_loop (job, 0, reduced, items, batch, gr_cpu_reduce_item);
      if (job->chunks > 1)
        gr_cpu_run_loop (job, reduced, reduced, tiles, batch, scan ? gr_cpu_carry_item : gr_cpu_merge_item);
      if (scan)
        gr_cpu_run_loop (job, reduced, 1, items, batch, gr_cpu_scan_item);
    }
  status = gr_cpu_outcome (job);

done:
  cpu_free (partial);
  return status;
}

static gr_status
cpu_run (const gr_request *request, gr_type out_type, const void *in, void *out, double *index, gr_record *record)
{
  if (request->ragged)
    return gr_cpu_run_ragged (request, out_type, in, out, index, record);
  const double start = gr_now ();
  const gr_box all = { .slabs = request->outer };
  gr_job job = gr_cpu_plan (request, out_type, &all, index != NULL);
  job.in = in;
  job.out = out;
  job.index = index;
  const gr_status status = gr_cpu_run_job (&job);
  gr_cpu_note (record, start);
  return status;
}

/* ---- the rest of the backend ---- */

static int
cpu_device_count (void)
{
  return 0;
}

static int
cpu_current_device (void)
{
  return 0;
}

static gr_status
cpu_select_device (int index)
{
  return gr_fail (GR_BAD_ARGUMENT, "device %d does not exist; the cpu backend has none to select", index);
}

static gr_status
cpu_describe (gr_device *device)
{
  const size_t page = (size_t) sysconf (_SC_PAGESIZE);
  const long l3 = sysconf (_SC_LEVEL3_CACHE_SIZE);
  *device = (gr_device){ .multiprocessors = gr_core_count (),
                         .l2_bytes = l3 > 0 ? (size_t) l3 : 0,
                         .total_bytes = (size_t) sysconf (_SC_PHYS_PAGES) * page,
                         .free_bytes = (size_t) sysconf (_SC_AVPHYS_PAGES) * page,
                         .used_bytes = atomic_load (&bytes_taken) };
  memcpy (device->name, host_name (), sizeof device->name);
  return GR_OK;
}

/* What stands before a block of memory.  */
typedef struct
{
  size_t bytes;
} block_head;
enum { HEAD = GR_BUFFER_ALIGNMENT };

static gr_status
cpu_malloc (size_t bytes, void **p)
{
  char *block = NULL;
  void *aligned = NULL;
  if (bytes <= PTRDIFF_MAX - HEAD && ! gr_fault_is_due (GR_FAULT_MEMORY)
      && ! posix_memalign (&aligned, HEAD, HEAD + bytes))
    block = aligned;
  *p = NULL;
  if (! block)
    return gr_fail (GR_OUT_OF_MEMORY, "%zu bytes of host memory are not to be had", bytes);
  gr_want_huge_pages (block, HEAD + bytes);
  *(block_head *) (void *) block = (block_head){ bytes };
  atomic_fetch_add (&bytes_taken, bytes);
  gr_count_allocation (1);
  *p = block + HEAD;
  return GR_OK;
}

static void
cpu_free (void *p)
{
  if (! p)
    return;
  char *block = (char *) p - HEAD;
  atomic_fetch_sub (&bytes_taken, ((block_head *) (void *) block)->bytes);
  gr_count_allocation (-1);
  free (block);
}

static void
cpu_free_on (void *p, int device)
{
  (void) device;
  cpu_free (p);
}

static gr_status
cpu_copy (void *to, const void *from, size_t bytes)
{
  if (gr_fault_is_due (GR_FAULT_COPY))
    return gr_fail (GR_CUDA_ERROR, "a copy failed");
  if (bytes)
    memcpy (to, from, bytes);
  return GR_OK;
}

/* What is filled doubles with every copy, up to a length that stays in a cache.  */
static gr_status
cpu_fill (void *to, const void *element, size_t size, size_t count)
{
  enum { MOST = 1 << 16 };
  const size_t bytes = size * count;
  char *out = to;
  if (gr_fault_is_due (GR_FAULT_COPY))
    return gr_fail (GR_CUDA_ERROR, "a fill failed");
  if (bytes)
    memcpy (out, element, size);
  for (size_t done = size; done < bytes;)
    {
      const size_t most = done < MOST ? done : MOST, left = bytes - done, n = left < most ? left : most;
      memcpy (out + done, out, n);
      done += n;
    }
  return GR_OK;
}

/* ---- measuring ---- */

/* Sum of words: a loop that is as fast as memory.  */
GR_CLONES static uint64_t
add_up (const uint64_t *words, size_t n)
{
  uint64_t sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += words[i];
  return sum;
}

enum way { READ, COPY, OVERWRITE };
static atomic_uint_fast64_t words_read; /* keeps the compiler from removing the sum */

typedef struct
{
  enum way way;
  const uint64_t *from;
  uint64_t *to;
  size_t words;
} streamed;

/* Each thread copies one long piece, so that memcpy writes past the cache.  */
static void
stream_share (void *data, int thread, int threads)
{
  const streamed *const s = data;
  const size_t share = ceil_div (s->words, (size_t) threads), from = (size_t) thread * share;
  const size_t begin = from < s->words ? from : s->words;
  const size_t n = s->words - begin < share ? s->words - begin : share;
  if (s->way == READ)
    atomic_fetch_add (&words_read, add_up (s->from + begin, n));
  else if (s->way == COPY)
    memcpy (s->to + begin, s->from + begin, n * sizeof (uint64_t));
  else
    memset (s->to + begin, 1, n * sizeof (uint64_t));
}

static void
stream (enum way way, const void *from, void *to, size_t bytes)
{
  streamed s = { way, from, to, bytes / sizeof (uint64_t) };
  gr_run_team (s.words >= GR_CHUNK ? gr_thread_count () : 1, stream_share, &s);
}

static gr_status
cpu_flush (void *p, size_t bytes)
{
  stream (OVERWRITE, NULL, p, bytes);
  stream (READ, p, NULL, bytes);
  return GR_OK;
}

static gr_status
cpu_limit (gr_limit which, int way, const void *from, void *to, size_t bytes, double *seconds)
{
  (void) way;
  const double start = gr_now ();
  stream (which == GR_LIMIT_READ ? READ : COPY, from, to, bytes);
  *seconds = gr_now () - start;
  return GR_OK;
}

const gr_backend gr_backend_cpu = { .name = "cpu",
                                    .device_count = cpu_device_count,
                                    .select_device = cpu_select_device,
                                    .current_device = cpu_current_device,
                                    .describe = cpu_describe,
                                    .malloc = cpu_malloc,
                                    .free = cpu_free_on,
                                    .upload = cpu_copy,
                                    .download = cpu_copy,
                                    .copy = cpu_copy,
                                    .fill = cpu_fill,
                                    .run = cpu_run,
                                    .state_bytes = gr_cpu_state_bytes,
                                    .state_planes = gr_cpu_state_planes,
                                    .begin_state = gr_cpu_begin_state,
                                    .feed_box = gr_cpu_feed_box,
                                    .finish_state = gr_cpu_finish_state,
                                    .merge_states = gr_cpu_merge_states,
                                    .feed_bytes = gr_cpu_feed_bytes,
                                    .gather = gr_cpu_gather,
                                    .flush = cpu_flush,
                                    .limit = cpu_limit,
                                    .limit_ways = 1 };
