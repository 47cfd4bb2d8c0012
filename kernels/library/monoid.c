/* SPDX-License-Identifier: GPL-3.0-or-later

   Monoids of callers, by levels of a tree: neighbours are combined, then neighbours of these, so that each level is one
   call for half as many elements.  Scans go up the tree and down again (R. Brent and H. Kung, "A regular layout for
   parallel adders", IEEE Transactions on Computers 31, 1982).  */

#include <math.h>
#include <string.h>

#include "core/call.h"
#include "core/request.h"
#include "library/library.h"

/* k arrays of values, [inner, len, outer].  */
typedef struct
{
  size_t inner, len, outer;
  gr_buffer *array[GR_MAX_VALUES];
} values;

typedef struct
{
  const gr_user_monoid *monoid;
  int k;
  gr_type type[GR_MAX_VALUES];
  int *faulty;
  gr_monoid_part *part;
} job;

static void
release (values *v)
{
  for (int j = 0; j < GR_MAX_VALUES; j++)
    {
      gr_buffer_release (v->array[j]);
      v->array[j] = NULL;
    }
}

/* Memory for values; on a failure there is none.  */
static gr_status
take (const job *job, size_t inner, size_t len, size_t outer, values *v)
{
  gr_status status = GR_OK;
  *v = (values){ .inner = inner, .len = len, .outer = outer };
  for (int j = 0; j < job->k && status == GR_OK; j++)
    {
      const size_t bytes = gr_multiply_sizes (inner * len * outer, gr_types[job->type[j]].size);
      if (bytes)
        status = gr_take_memory (gr_selected (), bytes, &v->array[j]);
    }
  if (status != GR_OK)
    release (v);
  return status;
}

/* Copy `count` rows, every `from_step`-th from row `from_row` on, to rows of another array.  */
typedef struct
{
  size_t count, from_row, to_row;
  ptrdiff_t from_step, to_step;
} rows;

static gr_status
copy (const job *job, const rows *r, const values *to, const values *from)
{
  gr_status status = GR_OK;
  if (! r->count)
    return GR_OK;
  const ptrdiff_t inner = (ptrdiff_t) to->inner;
  const gr_axis axis[]
    = { { .count = to->inner, .from = 1, .to = 1 },
        { .count = r->count, .from = r->from_step * inner, .to = r->to_step * inner },
        { .count = to->outer, .from = inner * (ptrdiff_t) from->len, .to = inner * (ptrdiff_t) to->len } };
  for (int j = 0; j < job->k && status == GR_OK; j++)
    status = gr_copy_elements (gr_types[job->type[j]].size, 3, axis, to->array[j], r->to_row * to->inner,
                               from->array[j], r->from_row * from->inner);
  return status;
}

/* ---- calls of functions ---- */

static gr_status
evaluate (const job *job, gr_monoid_part part, const gr_expression *e, const values *first, const values *second,
          gr_buffer *const *results)
{
  const size_t size = first->inner * first->len * first->outer, *sizes[2 * GR_MAX_VALUES];
  gr_operand operand[2 * GR_MAX_VALUES];
  for (int j = 0; j < job->k * (second ? 2 : 1); j++)
    {
      const values *const of = j < job->k ? first : second;
      operand[j] = (gr_operand){ .type = job->type[j % job->k], .buffer = of->array[j % job->k] };
      sizes[j] = &size;
    }
  const gr_status status = gr_evaluate (e, operand, 1, sizes, results, job->faulty);
  if (*job->faulty >= 0)
    *job->part = part;
  return status;
}

/* out = combine (a, b), of which all have the same sizes.  */
static gr_status
combine (const job *job, const values *a, const values *b, values *out)
{
  const gr_status status = take (job, a->inner, a->len, a->outer, out);
  return status == GR_OK && a->len ? evaluate (job, GR_PART_COMBINE, &job->monoid->combine, a, b, out->array) : status;
}

static bool
goes_on (const job *job, gr_status status)
{
  return status == GR_OK && *job->faulty < 0;
}

/* Of neighbours, the first ones, the second ones, and both combined.  */
typedef struct
{
  values first, second, both;
} pairs;

static void
release_pairs (pairs *p)
{
  release (&p->first);
  release (&p->second);
  release (&p->both);
}

static gr_status
combine_pairs (const job *job, const values *v, pairs *p)
{
  const size_t count = v->len / 2;
  memset (p, 0, sizeof *p);
  gr_status status = take (job, v->inner, count, v->outer, &p->first);
  if (status == GR_OK)
    status = take (job, v->inner, count, v->outer, &p->second);
  if (status == GR_OK)
    status = copy (job, &(rows){ count, 0, 0, 2, 1 }, &p->first, v);
  if (status == GR_OK)
    status = copy (job, &(rows){ count, 1, 0, 2, 1 }, &p->second, v);
  if (status == GR_OK)
    status = combine (job, &p->first, &p->second, &p->both);
  return status;
}

/* ---- reductions ---- */

/* Replace values by those of half as many neighbours; a last one that has none stays.  */
static gr_status
halve (const job *job, values *v)
{
  const size_t count = v->len / 2, rest = v->len % 2;
  pairs p;
  values next = { 0 };
  gr_status status = combine_pairs (job, v, &p);
  if (goes_on (job, status) && rest)
    {
      status = take (job, v->inner, count + 1, v->outer, &next);
      if (status == GR_OK)
        status = copy (job, &(rows){ count, 0, 0, 1, 1 }, &next, &p.both);
      if (status == GR_OK)
        status = copy (job, &(rows){ 1, v->len - 1, count, 1, 1 }, &next, v);
    }
  else if (goes_on (job, status))
    {
      next = p.both;
      memset (&p.both, 0, sizeof p.both);
    }
  release_pairs (&p);
  if (goes_on (job, status))
    {
      release (v);
      *v = next;
    }
  else
    release (&next);
  return status;
}

/* ---- scans ---- */

/* Replace values by the combinations of all up to each: those of neighbours give every second one, and one more
   combination each of the others.  */
static gr_status
scan (const job *job, values *v)
{
  const size_t count = v->len / 2, others = v->len - count - 1;
  pairs p;
  values before = { 0 }, here = { 0 }, made = { 0 };
  if (v->len < 2)
    return GR_OK;
  gr_status status = combine_pairs (job, v, &p);
  if (goes_on (job, status))
    status = scan (job, &p.both);
  if (goes_on (job, status))
    status = take (job, v->inner, others, v->outer, &before);
  if (goes_on (job, status))
    status = take (job, v->inner, others, v->outer, &here);
  if (goes_on (job, status))
    status = copy (job, &(rows){ others, 0, 0, 1, 1 }, &before, &p.both);
  if (goes_on (job, status))
    status = copy (job, &(rows){ others, 2, 0, 2, 1 }, &here, v);
  if (goes_on (job, status))
    status = combine (job, &before, &here, &made);
  if (goes_on (job, status))
    status = copy (job, &(rows){ others, 0, 2, 1, 2 }, v, &made);
  if (goes_on (job, status))
    status = copy (job, &(rows){ count, 0, 1, 1, 2 }, v, &p.both);
  release_pairs (&p);
  release (&before);
  release (&here);
  release (&made);
  return status;
}

/* Turn the order of values.  */
static gr_status
turn (const job *job, values *v)
{
  values turned;
  gr_status status = take (job, v->inner, v->len, v->outer, &turned);
  if (status == GR_OK)
    status = copy (job, &(rows){ v->len, v->len - 1, 0, -1, 1 }, &turned, v);
  if (status != GR_OK)
    {
      release (&turned);
      return status;
    }
  release (v);
  *v = turned;
  return GR_OK;
}

static gr_status
fill (const job *job, const values *v)
{
  gr_status status = GR_OK;
  for (int j = 0; j < job->k && status == GR_OK; j++)
    if (v->array[j])
      status = gr_buffer_fill (v->array[j], 0, &job->monoid->identity[j], gr_types[job->type[j]].size,
                               v->inner * v->len * v->outer);
  return status;
}

/* The identity, and all but the last value.  */
static gr_status
shift (const job *job, values *v)
{
  values shifted;
  gr_status status = take (job, v->inner, v->len, v->outer, &shifted);
  if (status == GR_OK)
    status = fill (job, &shifted);
  if (status == GR_OK)
    status = copy (job, &(rows){ v->len - 1, 0, 1, 1, 1 }, &shifted, v);
  if (status != GR_OK)
    {
      release (&shifted);
      return status;
    }
  release (v);
  *v = shifted;
  return GR_OK;
}

static gr_status
scan_in_direction (const job *job, const gr_monoid_run *run, values *v)
{
  gr_status status = run->reverse ? turn (job, v) : GR_OK;
  if (status == GR_OK)
    status = scan (job, v);
  if (goes_on (job, status) && run->exclusive)
    status = shift (job, v);
  if (goes_on (job, status) && run->reverse)
    status = turn (job, v);
  return status;
}

/* ---- the whole ---- */

static gr_status
check_algorithm (const gr_monoid_run *run)
{
  const gr_status status = run->is_scan ? gr_check_algorithm (run->algorithm, run->block, "gpuscan", GR_SCANS)
                                        : gr_check_algorithm (run->algorithm, run->block, "gpureduce", GR_REDUCTIONS);
  if (status != GR_OK)
    return status;
  const bool is_loop = gr_algorithms[run->algorithm].kinds & GR_HOST_ONLY;
  if (gr_algorithms[run->algorithm].kinds & (GR_CUDA_ONLY | GR_HOST_ONLY))
    return gr_fail (GR_UNSUPPORTED, "algorithm \"%s\" takes no operation of a caller, since %s",
                    gr_algorithms[run->algorithm].name,
                    is_loop ? "it is a loop of the host" : "its kernels are compiled with the library");
  return GR_OK;
}

static gr_status
check (const gr_user_monoid *m, const gr_monoid_run *run)
{
  const int k = m->map.values;
  bool good = k > 0 && m->combine.arguments == 2 * k && m->combine.values == k
           && (! m->finish.steps || m->finish.arguments == k);
  for (int j = 0; j < k && good; j++)
    good = m->map.step[m->map.value[j]].type == m->combine.step[m->combine.value[j]].type;
  if (! good)
    return gr_fail (GR_BAD_ARGUMENT, "the functions of the monoid have other numbers of arguments or values, or types");
  if (! m->has_identity && ! run->is_scan && ! run->len)
    return gr_fail (GR_BAD_ARGUMENT, "a segment without elements has no value, since no identity was given");
  if (! m->has_identity && run->is_scan && run->exclusive)
    return gr_fail (GR_BAD_ARGUMENT, "an exclusive scan begins with the identity, and none was given");
  return check_algorithm (run);
}

/* The results: finished values, or copies of them.  */
static gr_status
finish (const job *job, const values *v, gr_buffer *const *results)
{
  const size_t count = v->inner * v->len * v->outer;
  gr_status status = GR_OK;
  if (! count)
    return GR_OK;
  if (job->monoid->finish.steps)
    return evaluate (job, GR_PART_FINISH, &job->monoid->finish, v, NULL, results);
  for (int j = 0; j < job->k && status == GR_OK; j++)
    status = gr_buffer_copy (results[j], 0, v->array[j], 0, count * gr_types[job->type[j]].size);
  return status;
}

/* Run by kernels of the backend, if it has some: a reduction to values that are not finished, a scan to its results. */
static gr_status
run_by_kernels (const job *job, const gr_monoid_run *run, const gr_mapping *arrays, gr_buffer *const *given, values *v,
                bool *done)
{
  const gr_element_functions *const functions = gr_elements ();
  const gr_expression *const last = job->monoid->finish.steps ? &job->monoid->finish : &job->monoid->map;
  const gr_mapping map = { &job->monoid->map, arrays->arguments, arrays->dims, arrays->sizes };
  void *results[GR_MAX_VALUES] = { NULL };
  const bool is_named = run->algorithm != GR_ALGORITHM_AUTO;
  gr_evaluation found;
  gr_c64 known;
  gr_record record = gr_begin_monoid_record (job->monoid, run, arrays, true);
  gr_user_run what = { .map = &found,
                       .monoid = job->monoid,
                       .identity = gr_identity_of (job->monoid, &known),
                       .run = *run,
                       .results = results,
                       .part = job->part,
                       .record = &record };
  *done = false;
  if (run->inner * run->len * run->outer == 0)
    return GR_OK;
  if (is_named && ! functions->run_by)
    return gr_fail (GR_UNSUPPORTED, "algorithm \"%s\" combines by an operation of a caller on a CUDA device alone",
                    gr_algorithms[run->algorithm].name);
  if (! functions->run_by)
    return GR_OK;
  gr_status status = gr_find_arguments (&map, GR_ON_DEVICE, &found, job->faulty);
  if (status != GR_OK || (! is_named && ! functions->takes_monoid (&what)))
    return status;
  if (! what.run.block)
    what.run.block = gr_algorithms[run->algorithm].default_block;
  *done = true;
  if (! run->is_scan)
    status = take (job, run->inner, 1, run->outer, v);
  for (int j = 0; j < (run->is_scan ? last->values : job->k) && status == GR_OK; j++)
    status = run->is_scan ? gr_find_elements ("the result", given[j], 0, found.count,
                                              gr_types[last->step[last->value[j]].type].size, &results[j])
                          : gr_find_memory (gr_selected (), v->array[j], &results[j]);
  if (status == GR_OK)
    status = functions->run_by (&what);
  if (goes_on (job, status))
    gr_keep_record (&record, gr_selected ());
  return status;
}

/* The values before they are finished, by levels.  */
static gr_status
run_by_levels (const job *job, const gr_monoid_run *run, const gr_mapping *arrays, values *v)
{
  gr_status status = take (job, run->inner, run->len, run->outer, v);
  if (status == GR_OK && run->inner * run->len * run->outer > 0)
    status = gr_evaluate (&job->monoid->map, arrays->arguments, arrays->dims, arrays->sizes, v->array, job->faulty);
  if (goes_on (job, status) && run->is_scan)
    status = scan_in_direction (job, run, v);
  while (goes_on (job, status) && ! run->is_scan && v->len > 1)
    status = halve (job, v);
  if (goes_on (job, status) && ! run->is_scan && ! v->len)
    {
      release (v);
      status = take (job, run->inner, 1, run->outer, v);
      if (status == GR_OK)
        status = fill (job, v);
    }
  return status;
}

/* The same, and its record.  A device is not waited for, so that its seconds are not known.  */
static gr_status
run_levels (const job *job, const gr_monoid_run *run, const gr_mapping *arrays, values *v)
{
  const bool is_host = gr_selected () == &gr_backend_cpu;
  const double start = gr_now ();
  gr_record record = gr_begin_monoid_record (job->monoid, run, arrays, false);
  gr_device device;
  gr_status status = run_by_levels (job, run, arrays, v);
  if (goes_on (job, status))
    status = gr_selected ()->describe (&device);
  if (goes_on (job, status))
    {
      memcpy (record.device, device.name, sizeof record.device);
      record.seconds_kernels = is_host ? gr_now () - start : NAN;
      gr_keep_record (&record, NULL);
    }
  return status;
}

gr_status
gr_run_monoid (const gr_user_monoid *monoid, const gr_monoid_run *run, const gr_mapping *arrays,
               gr_buffer *const *results, int *faulty, gr_monoid_part *part)
{
  job job = { .monoid = monoid, .k = monoid->map.values, .faulty = faulty, .part = part };
  values v = { 0 };
  bool done;
  *faulty = -1;
  *part = GR_PART_MAP;
  gr_status status = gr_need_backend ();
  if (status == GR_OK)
    status = check (monoid, run);
  if (status != GR_OK)
    return status;
  if (run->inner * run->outer == 0 || (run->is_scan && ! run->len))
    {
      const gr_record record = gr_begin_monoid_record (monoid, run, arrays, false);
      gr_keep_record (&record, NULL);
      return GR_OK;
    }
  for (int j = 0; j < job.k; j++)
    job.type[j] = monoid->map.step[monoid->map.value[j]].type;
  status = run_by_kernels (&job, run, arrays, results, &v, &done);
  if (goes_on (&job, status) && ! done)
    status = run_levels (&job, run, arrays, &v);
  if (goes_on (&job, status) && ! (done && run->is_scan))
    status = finish (&job, &v, results);
  release (&v);
  return status;
}
