/* SPDX-License-Identifier: GPL-3.0-or-later

   Segments of any lengths on the host.  Each has the bits of a call of its own.  Long ones are planned and cut as such
   a call is; of short ones many are taken together, so that a segment costs little more than its elements.  Threads
   take chunks of long segments and shares of the short ones, which are about the same work whatever the lengths are. */

#include "core/request.h"
#include "host/cpu_ragged.h"

#include <string.h>

/* CHECKED: offsets that an item looks at.  COST: elements that take as long as what a segment takes beside them.  */
enum { CHECKED = 32768, COST = 16 };

/* A segment that is planned by itself, and the number of its first chunk among those of all such segments.  */
typedef struct
{
  size_t segment, chunk;
} long_segment;

typedef struct
{
  gr_job job; /* of one short segment; the first member, since items are given its address */
  const double *offsets;
  size_t count, elements;
  gr_type out_type;
  bool same;
  size_t most, room;     /* elements of a short segment, and of those that are taken together */
  size_t *longs;         /* of CHECKED segments: how many are long, then the first one's number in the list */
  size_t empties;        /* segments without elements */
  bool bad;              /* the offsets are none */
  long_segment *list;    /* of the long segments, and one more behind the last */
  size_t listed, chunks; /* how many these are, and all chunks of theirs */
  gr_word *partial;      /* of chunks, GR_PLANES planes each; NULL if no segment has several */
} ragged_run;

static bool
is_scan (const gr_job *job)
{
  return gr_operators[job->request->op].is_scan;
}

static bool
is_search (const gr_job *job)
{
  return gr_operators[job->request->op].accumulator == GR_ACCUMULATOR_TRUTH;
}

/* all is the search for an element that makes it false.  */
static bool
is_turned (const gr_job *job)
{
  return is_search (job) && gr_operators[job->request->op].variant & GR_LEAST;
}

bool
gr_cpu_has_value (const gr_request *request)
{
  const gr_operator_info *const op = &gr_operators[request->op];
  return op->is_scan || op->accumulator != GR_ACCUMULATOR_EXTREMUM || request->ragged->empty;
}

/* The job of one segment of `len` elements, as it would be that of a call.  */
static gr_job
plan_segment (const gr_request *request, gr_type out_type, size_t len, bool indexed)
{
  const gr_box all = { .slabs = 1 };
  gr_request one = *request;
  one.len = len;
  one.ragged = NULL;
  gr_job job = gr_cpu_plan (&one, out_type, &all, indexed);
  job.request = request; /* of which jobs ask nothing but what is the same for all segments */
  return job;
}

static gr_job
plan_long (ragged_run *r, size_t number)
{
  const gr_job *const all = &r->job;
  const long_segment s = r->list[number];
  const size_t begin = (size_t) r->offsets[s.segment], result = is_scan (all) ? begin : s.segment;
  const size_t size = gr_types[all->request->type].size, len = (size_t) r->offsets[s.segment + 1] - begin;
  gr_job job = plan_segment (all->request, r->out_type, len, all->index != NULL);
  job.in = (const char *) all->in + (r->same ? 0 : begin) * size;
  job.out = (char *) all->out + result * gr_types[r->out_type].size;
  job.index = all->index ? all->index + result : NULL;
  job.partial = r->partial && job.chunks > 1 ? r->partial + s.chunk * GR_PLANES * job.inner : NULL;
  job.whole = &r->job;
  return job;
}

/* ---- offsets ---- */

/* Count the segments from number `first` on, before `end`, that have no elements, and those that have more than `most`;
   do the offsets ascend, and are they whole numbers?  */
GR_CLONES static bool
look_at (const double *offsets, size_t first, size_t end, double most, size_t *empties, size_t *longs)
{
  const double digits = 0x1p52; /* a double that is added to this has no others */
  size_t none = 0, many = 0, bad = 0;
  for (size_t s = first; s < end; s++)
    {
      const double a = offsets[s], n = offsets[s + 1] - a;
      bad += ! (n >= 0.0) | ((a + digits) - digits != a);
      none += n == 0.0;
      many += n > most;
    }
  *empties = none;
  *longs = many;
  return ! bad;
}

static void
check_item (gr_job *job, size_t item)
{
  ragged_run *const r = (ragged_run *) job;
  const size_t first = item * CHECKED, end = r->count - first < CHECKED ? r->count : first + CHECKED;
  size_t empties;
  if (! look_at (r->offsets, first, end, (double) r->most, &empties, &r->longs[item]))
    __atomic_store_n (&r->bad, true, __ATOMIC_RELAXED);
  __atomic_add_fetch (&r->empties, empties, __ATOMIC_RELAXED);
}

/* List the long segments, with the number of each one's chunks.  */
static void
list_item (gr_job *job, size_t item)
{
  ragged_run *const r = (ragged_run *) job;
  const size_t first = item * CHECKED, end = r->count - first < CHECKED ? r->count : first + CHECKED;
  size_t k = r->longs[item];
  for (size_t s = first; s < end && k < r->longs[item + 1]; s++)
    if (r->offsets[s + 1] - r->offsets[s] > (double) r->most)
      {
        r->list[k] = (long_segment){ .segment = s };
        r->list[k].chunk = plan_long (r, k).chunks;
        k++;
        if (is_search (job))
          ((uint8_t *) job->out)[s] = 0;
      }
}

/* Check the offsets, and list the long segments.  */
static gr_status
look_at_segments (ragged_run *r, void **longs, void **list)
{
  const size_t items = r->count / CHECKED + 1;
  gr_status status = gr_backend_cpu.malloc ((items + 1) * sizeof *r->longs, longs);
  if (status != GR_OK)
    return status;
  r->longs = *longs;
  gr_cpu_for_each (&r->job, items, 1, check_item);
  status = gr_cpu_outcome (&r->job);
  if (status != GR_OK)
    return status;
  if (r->bad || r->offsets[0] != 0.0 || r->offsets[r->count] != (double) r->elements)
    return gr_fail_offsets (r->job.request);
  if (r->empties && ! gr_cpu_has_value (r->job.request))
    return gr_fail_empty (r->job.request);

  for (size_t item = 0; item < items; item++)
    {
      const size_t here = r->longs[item];
      r->longs[item] = r->listed;
      r->listed += here;
    }
  r->longs[items] = r->listed;
  status = gr_backend_cpu.malloc ((r->listed + 1) * sizeof *r->list, list);
  if (status != GR_OK)
    return status;
  r->list = *list;
  gr_cpu_for_each (&r->job, items, 1, list_item);
  status = gr_cpu_outcome (&r->job);
  for (size_t k = 0; status == GR_OK && k < r->listed; k++)
    {
      const size_t here = r->list[k].chunk;
      r->list[k].chunk = r->chunks;
      r->chunks += here;
    }
  r->list[r->listed].chunk = r->chunks;
  return status;
}

/* ---- long segments ---- */

/* The segment that a chunk is of.  */
static size_t
find_long (const ragged_run *r, size_t chunk)
{
  size_t first = 0;
  for (size_t left = r->listed; left > 1; left -= left / 2)
    first += r->list[first + left / 2].chunk <= chunk ? left / 2 : 0;
  return first;
}

/* Reduce a chunk of a scan, if its segment has several.  */
static void
total_item (gr_job *all, size_t item)
{
  ragged_run *const r = (ragged_run *) all;
  const size_t number = find_long (r, item);
  gr_job job = plan_long (r, number);
  if (job.chunks > 1)
    gr_cpu_reduce_item (&job, item - r->list[number].chunk);
}

/* What follows when all chunks of a segment are done, or before they are scanned.  */
static void
combine_item (gr_job *all, size_t number)
{
  ragged_run *const r = (ragged_run *) all;
  gr_job job = plan_long (r, number);
  uint8_t *const found = job.out;
  if (is_turned (&job))
    *found = ! *found;
  else if (job.chunks > 1 && ! is_search (&job))
    (is_scan (&job) ? gr_cpu_carry_item : gr_cpu_merge_item) (&job, 0);
}

static void
run_chunk (ragged_run *r, size_t chunk)
{
  const size_t number = find_long (r, chunk);
  gr_job job = plan_long (r, number);
  (is_search (&job) ? gr_cpu_search_item
   : is_scan (&job) ? gr_cpu_scan_item
                    : gr_cpu_reduce_item) (&job, chunk - r->list[number].chunk);
}

/* ---- short segments ---- */

/* The first segment before which there is so much work.  */
static size_t
find_work (const ragged_run *r, size_t work)
{
  size_t first = 0, left = r->count;
  while (left > 0)
    {
      const size_t half = left / 2, s = first + half;
      const bool is_before = (size_t) r->offsets[s] + COST * s < work;
      first += is_before ? half + 1 : 0;
      left = is_before ? left - half - 1 : half;
    }
  return first;
}

/* How many segments from `first` on are short ones that have room together.  */
static size_t
count_together (const ragged_run *r, size_t first, size_t end)
{
  const double *const o = r->offsets + first, most = (double) r->most, room = (double) r->room;
  const size_t columns = GR_TILE / r->job.inner, all = end - first < columns ? end - first : columns;
  size_t n = 0;
  while (n < all && o[n + 1] - o[n] <= most && o[n + 1] - o[0] <= room)
    n++;
  return n;
}

void
gr_cpu_store_empty (const gr_job *job, gr_type out_type, const double *offsets, size_t first, size_t count)
{
  const void *const empty = job->request->ragged->empty;
  const size_t size = gr_types[out_type].size;
  for (size_t l = 0; empty && l < count; l++)
    if (offsets[l] == offsets[l + 1])
      memcpy ((char *) job->out + (first + l) * size, empty, size);
}

static void
run_together (ragged_run *r, gr_job *job, size_t first, size_t count)
{
  const size_t at = r->same ? 0 : (size_t) r->offsets[first];
  job->offsets = r->offsets + first;
  if (is_scan (job))
    {
      gr_cpu_scan_segments (job, at, count);
      return;
    }
  (is_search (job) ? gr_cpu_search_segments : gr_cpu_reduce_segments) (job, at, first, count);
  if (is_turned (job))
    for (size_t s = first; s < first + count; s++)
      ((uint8_t *) job->out)[s] = ! ((uint8_t *) job->out)[s];
  if (r->empties)
    gr_cpu_store_empty (job, r->out_type, job->offsets, first, count);
}

static void
run_share (ragged_run *r, size_t share)
{
  const size_t first = find_work (r, share * GR_RAGGED_SHARE), end = find_work (r, (share + 1) * GR_RAGGED_SHARE);
  gr_job job = r->job;
  job.whole = &r->job;
  for (size_t s = first, n; s < end && ! gr_cpu_stopped (&job); s += n ? n : 1)
    {
      n = count_together (r, s, end);
      if (n)
        run_together (r, &job, s, n);
    }
}

/* ---- all ---- */

static void
run_item (gr_job *job, size_t item)
{
  ragged_run *const r = (ragged_run *) job;
  if (item < r->chunks)
    run_chunk (r, item);
  else
    run_share (r, item - r->chunks);
}

static gr_status
run_segments (ragged_run *r)
{
  gr_job *const job = &r->job;
  const size_t shares = (r->elements + COST * r->count) / GR_RAGGED_SHARE + 1;
  void *longs = NULL, *list = NULL, *partial = NULL;
  gr_status status = look_at_segments (r, &longs, &list);
  const bool cut = status == GR_OK && r->chunks > r->listed && ! is_search (job);
  if (cut)
    status = gr_backend_cpu.malloc (r->chunks * GR_PLANES * job->inner * sizeof *r->partial, &partial);
  if (status != GR_OK)
    goto done;
  r->partial = partial;

  if (cut && is_scan (job))
    {
      gr_cpu_run_loop (job, 0, 0.5, r->chunks, 1, total_item);
      gr_cpu_run_loop (job, 0.5, 0.5, r->listed, 1, combine_item);
    }
  /* what took keys to segments is half of the call, too */
  gr_cpu_run_loop (job, (cut && is_scan (job)) || job->request->ragged->keys ? 0.5 : 0, 1, r->chunks + shares, 1,
                   run_item);
  if (! is_scan (job) && (cut || is_turned (job)))
    gr_cpu_run_loop (job, 1, 1, r->listed, 1, combine_item);
  status = gr_cpu_outcome (job);

done:
  gr_backend_cpu.free (partial, 0);
  gr_backend_cpu.free (list, 0);
  gr_backend_cpu.free (longs, 0);
  return status;
}

gr_status
gr_cpu_run_ragged (const gr_request *request, gr_type out_type, const void *in, void *out, double *index,
                   gr_record *record)
{
  const double start = gr_now ();
  const gr_ragged *const ragged = request->ragged;
  ragged_run r
    = { .job = plan_segment (request, out_type, 1, index != NULL), .out_type = out_type, .count = ragged->count };
  gr_cpu_segments segments = { .in = in, .offsets = ragged->offsets };
  r.job.out = out;
  r.job.index = index;
  r.job.alone = request->len + COST * ragged->count <= (size_t) GR_ALONE / (is_scan (&r.job) ? 2 : 1);
  r.job.share = 0;
  const bool has_table = ragged->keys && gr_cpu_has_table (&r.job);
  gr_status status = has_table    ? gr_cpu_run_table (&r.job, out_type, in)
                   : ragged->keys ? gr_cpu_group (&r.job, in, &segments)
                                  : GR_OK;
  if (status == GR_OK && ! has_table)
    {
      const size_t chunk = GR_CHUNK / r.job.inner;
      const bool as_they_are = is_search (&r.job) || (! is_scan (&r.job) && gr_cpu_as_it_is (&r.job));
      r.job.in = segments.in;
      r.offsets = segments.offsets;
      r.same = segments.same;
      r.elements = ragged->keys ? (size_t) segments.offsets[ragged->count] : request->len;
      r.room = as_they_are ? SIZE_MAX : GR_BLOCK / r.job.inner;
      r.most = r.room < chunk ? r.room : chunk;
      status = run_segments (&r);
    }
  gr_cpu_free_segments (&segments);
  gr_cpu_note (record, start);
  return status;
}
