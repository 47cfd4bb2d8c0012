/* SPDX-License-Identifier: GPL-3.0-or-later

   Reductions by keys on the host, in a table of all segments: each element is combined with what its segment has come
   to.  The elements are cut into chunks with a table each, by their number and that of the segments alone, and the
   tables are combined in order.  */

#include <string.h>

#include "core/request.h"
#include "host/cpu_monoid.h"
#include "host/cpu_ragged.h"

/* MOST: chunks.  LEAST: elements of a chunk for each segment.  LARGE: words of a table that the nearest cache has not.
   A segment has an entry in the table: the number of its elements, then a partial result for each column of the view.
 */
enum { MOST = 128, LEAST = 2, LARGE = 1 << 15 };

typedef struct
{
  const void *x;
  const size_t *number;   /* of the segments of n elements; `count` for an element of none */
  size_t n, count, width; /* 1 or 2 */
  gr_word *table;
} fold_task;

/* What needs no order that is lost in tables, and no mean before its elements.  */
GR_INLINE bool
is_folded (gr_monoid op)
{
  return op != GR_MONOID_MOMENTS && ! gr_is_saturating (op);
}

/* The loop, whose constants are inlined.  */
GR_INLINE void
fold_columns (gr_monoid op, gr_mode m, const fold_task *t, size_t width)
{
  const size_t planes = (size_t) __builtin_popcount (gr_members (op)), size = 1 + width * planes, n = t->n;
  const size_t *const number = t->number;
  const void *const x = t->x;
  for (size_t i = 0; i < n; i++)
    if (number[i] < t->count)
      {
        gr_word *const entry = t->table + number[i] * size;
        const bool first = gr_is_arg_extremum (op) && entry[0] == 0.0;
        entry[0] += 1.0;
        for (size_t c = 0; c < width; c++)
          {
            gr_word *const at = entry + 1 + c * planes;
            const gr_partial b = gr_load (op, m, x, i * width + c, 0.0);
            gr_put (op, at, 1, 0, first ? b : gr_combine (op, m, gr_get (op, at, 1, 0), b, false));
          }
      }
}

GR_INLINE void
fold_as (gr_monoid op, gr_mode m, const fold_task *t, gr_elements elements)
{
  m.elements = elements;
  if (is_folded (op) && t->width == 1)
    fold_columns (op, m, t, 1);
  else if (is_folded (op))
    fold_columns (op, m, t, 2);
}

/* Entries of segments that have no elements yet.  */
GR_INLINE void
clear_as (gr_monoid op, gr_word *table, size_t count, size_t width)
{
  const size_t planes = (size_t) __builtin_popcount (gr_members (op));
  for (size_t k = 0; is_folded (op) && k < count; k++)
    {
      *table++ = 0.0;
      for (size_t c = 0; c < width; c++, table += planes)
        gr_put (op, table, 1, 0, gr_identity (op));
    }
}

/* a = a combined with b, entries of which neither has to have elements.  */
GR_INLINE void
join_as (gr_monoid op, gr_mode m, gr_word *a, const gr_word *b, size_t width)
{
  const size_t planes = (size_t) __builtin_popcount (gr_members (op));
  if (is_folded (op) && b[0] != 0.0)
    {
      const bool first = a[0] == 0.0;
      a[0] += b[0];
      for (size_t w = 1; w <= width * planes; w += planes)
        {
          const gr_partial later = gr_get (op, b + w, 1, 0);
          gr_put (op, a + w, 1, 0, first ? later : gr_combine (op, m, gr_get (op, a + w, 1, 0), later, false));
        }
    }
}

static void
fold (const gr_job *job, const fold_task *t)
{
  const gr_mode m = job->mode;
#define FOLD(OP)                                                                                                       \
  if (m.elements == GR_ARE_OF_DOMAIN)                                                                                  \
    fold_as (OP, m, t, GR_ARE_OF_DOMAIN);                                                                              \
  else if (m.elements == GR_ARE_SINGLES && gr_reads (OP, GR_ARE_SINGLES))                                              \
    fold_as (OP, m, t, GR_ARE_SINGLES);                                                                                \
  else if (gr_reads (OP, GR_ARE_INT32))                                                                                \
  fold_as (OP, m, t, GR_ARE_INT32)
  GR_WITH_MONOID (job->monoid, FOLD)
#undef FOLD
}

static void
clear (const gr_job *job, gr_word *table, size_t count)
{
#define CLEAR(OP) clear_as (OP, table, count, job->inner)
  GR_WITH_MONOID (job->monoid, CLEAR)
#undef CLEAR
}

static void
join (const gr_job *job, gr_word *a, const gr_word *b)
{
  const gr_mode m = job->mode;
#define JOIN(OP) join_as (OP, m, a, b, job->inner)
  GR_WITH_MONOID (job->monoid, JOIN)
#undef JOIN
}

typedef struct
{
  gr_job job; /* the first member, since items are given its address */
  gr_type out_type;
  const gr_ragged *ragged;
  size_t count, len, chunks, chunk; /* elements of each chunk but the last, which has the rest */
  size_t entry;                     /* words */
  gr_word *tables;
  bool has_others, has_empty; /* keys that are none, segments without elements */
} table_run;

/* Have all elements a segment?  In large tables their entries are called into the cache, so that many are under way at
   a time.  */
static bool
look_ahead (const fold_task *t, size_t entry)
{
  size_t others = 0;
  for (size_t i = 0; i < t->n; i++)
    others += t->number[i] == t->count;
  if (t->count * entry > LARGE)
    for (size_t i = 0; i < t->n; i++)
      __builtin_prefetch (t->table + t->number[i] * entry, 1);
  return ! others;
}

static void
fold_item (gr_job *job, size_t item)
{
  table_run *const r = (table_run *) job;
  const size_t end = item + 1 < r->chunks ? (item + 1) * r->chunk : r->len, step = GR_BLOCK / job->inner;
  gr_block block;
  size_t number[GR_BLOCK], stride;
  fold_task t = { .number = number, .count = r->count, .width = job->inner };
  t.table = r->tables + item * r->count * r->entry;
  clear (job, t.table, r->count);
  for (size_t i = item * r->chunk; i < end && ! gr_cpu_stopped (job); i += step)
    {
      t.n = end - i < step ? end - i : step;
      gr_cpu_number_keys (r->ragged, i, t.n, number);
      if (! t.x || ! r->ragged->one_element)
        t.x = gr_cpu_fetch (job, (r->ragged->one_element ? 0 : i) * job->inner, job->inner, t.n, &block, &stride);
      if (! look_ahead (&t, r->entry))
        __atomic_store_n (&r->has_others, true, __ATOMIC_RELAXED);
      fold (job, &t);
    }
}

enum { TILE = GR_TILE / 2 }; /* segments whose results are stored together */

/* Combine what chunks have of some segments, and store the results.  */
static void
finish_item (gr_job *all, size_t item)
{
  table_run *const r = (table_run *) all;
  const size_t first = item * TILE, count = r->count - first < TILE ? r->count - first : TILE, n = count * all->inner;
  gr_job job = *all;
  gr_word acc[GR_PLANES * GR_TILE];
  double offsets[TILE + 1]; /* as if segments stood one behind the other */
  offsets[0] = 0.0;
  for (size_t k = 0; k < count; k++)
    {
      gr_word *const entry = r->tables + (first + k) * r->entry;
      for (size_t chunk = 1; chunk < r->chunks; chunk++)
        join (all, entry, entry + chunk * r->count * r->entry);
      offsets[k + 1] = offsets[k] + entry[0];
      if (entry[0] == 0.0)
        __atomic_store_n (&r->has_empty, true, __ATOMIC_RELAXED);
      for (size_t c = 0; c < all->inner; c++)
        for (size_t plane = 0; plane < all->planes; plane++)
          acc[plane * n + k * all->inner + c] = entry[1 + c * all->planes + plane];
    }
  job.offsets = offsets;
  gr_cpu_finish_partials (&job, acc, n, n, first * all->inner);
  gr_cpu_store_empty (all, r->out_type, offsets, first, count);
}

bool
gr_cpu_has_table (const gr_job *job)
{
  return gr_operators[job->request->op].accumulator != GR_ACCUMULATOR_TRUTH && is_folded (job->monoid);
}

gr_status
gr_cpu_run_table (gr_job *all, gr_type out_type, const void *in)
{
  const gr_ragged *const ragged = all->request->ragged;
  const size_t count = ragged->count, len = all->request->len;
  table_run r = { .job = *all, .out_type = out_type, .ragged = ragged, .count = count, .len = len };
  void *tables = NULL, *copies = NULL;
  r.entry = 1 + all->planes * all->inner;
  for (r.chunks = 1; r.chunks < MOST && 2 * r.chunks * (LEAST * count + GR_CHUNK) <= len;)
    r.chunks *= 2;
  r.chunk = len / r.chunks;
  gr_status status = gr_backend_cpu.malloc (r.chunks * count * r.entry * sizeof *r.tables, &tables);
  if (status == GR_OK && ragged->one_element)
    status = gr_cpu_repeat (all->request, in, GR_BLOCK, &copies);
  if (status != GR_OK)
    goto done;
  r.tables = tables;
  r.job.in = copies ? copies : in;
  gr_cpu_run_loop (&r.job, 0, 0.75, r.chunks, 1, fold_item);
  status = gr_cpu_outcome (&r.job);
  if (status == GR_OK && r.has_others && ! ragged->skips)
    status = gr_fail_offsets (all->request);
  if (status != GR_OK)
    goto done;
  gr_cpu_run_loop (&r.job, 0.75, 1, (count + TILE - 1) / TILE, 1, finish_item);
  status = gr_cpu_outcome (&r.job);
  if (status == GR_OK && r.has_empty && ! gr_cpu_has_value (all->request))
    status = gr_fail_empty (all->request);

done:
  gr_backend_cpu.free (copies, 0);
  gr_backend_cpu.free (tables, 0);
  return status;
}
