/* SPDX-License-Identifier: GPL-3.0-or-later

   Counts of elements between edges: bins of a block of elements are found side by side, by their places where the steps
   of the edges are equal, else by halving; each thread counts them in a table of its own.  */

#include "host/cpu_elements.h"
#include "op/histogram.h"

#include <stdatomic.h>
#include <stdlib.h>

/* VALUES: elements whose bins are found at a time.  ABREAST: those that are searched for side by side.  PARTS: parts of
   the elements for each thread.  */
enum { VALUES = 256, ABREAST = 16, PARTS = 4 };
static const size_t NO_BIN = SIZE_MAX;

typedef struct histogram_job histogram_job;
struct histogram_job
{
  const gr_histogram_run *run;
  void (*find_bins) (const histogram_job *job, const void *elements, size_t n, size_t *bin);
  union
  {
    float F32;
    double F64;
  } scale;
  size_t parts;     /* of a slab of segments side by side */
  uint64_t *tables; /* [inner, edges, parts, outer] */
  atomic_bool stop;
};

#define SEARCH_REAL(ID, T)                                                                                             \
  static void search_##ID (const histogram_job *job, const void *elements, size_t n, size_t *bin)                      \
  {                                                                                                                    \
    const T *const x = elements, *const edge = job->run->edges;                                                        \
    const size_t edges = job->run->histogram.edges;                                                                    \
    for (size_t i = 0; i < n; i += ABREAST)                                                                            \
      {                                                                                                                \
        const size_t m = n - i < ABREAST ? n - i : ABREAST;                                                            \
        size_t at[ABREAST] = { 0 };                                                                                    \
        for (size_t left = edges; left > 1; left -= left / 2)                                                          \
          for (size_t k = 0; k < m; k++)                                                                               \
            at[k] += edge[at[k] + left / 2 - 1] <= x[i + k] ? left / 2 : 0;                                            \
        for (size_t k = 0; k < m; k++)                                                                                 \
          {                                                                                                            \
            const bool is_between = x[i + k] >= edge[0] && x[i + k] <= edge[edges - 1];                                \
            bin[i + k] = is_between ? at[k] - (x[i + k] < edge[at[k]]) : NO_BIN;                                       \
          }                                                                                                            \
      }                                                                                                                \
  }
#define SEARCH_0 SEARCH_REAL
#define SEARCH_1(ID, T)
#define SEARCH(_, ID, T, CLASS, IS_COMPLEX, KIND) SEARCH_##IS_COMPLEX (ID, T)
GR_TYPES (SEARCH, _)

#define ROW_0(ID) [GR_TYPE_##ID] = search_##ID,
#define ROW_1(ID)
#define ROW(_, ID, T, CLASS, IS_COMPLEX, KIND) ROW_##IS_COMPLEX (ID)
static void (*const searches[GR_TYPE_COUNT]) (const histogram_job *, const void *, size_t, size_t *)
  = { GR_TYPES (ROW, _) };

/* The nearest edge is compared with all elements: a loop without branches.  */
#define FIND_BY_STEPS(ID, T)                                                                                           \
  GR_CLONES static void find_by_steps_##ID (const histogram_job *job, const void *elements, size_t n, size_t *bin)     \
  {                                                                                                                    \
    const T *const x = elements, *const edge = job->run->edges;                                                        \
    const T first = edge[0], last = edge[job->run->histogram.edges - 1], scale = job->scale.ID;                        \
    for (size_t i = 0; i < n; i++)                                                                                     \
      {                                                                                                                \
        const bool is_between = x[i] >= first && x[i] <= last;                                                         \
        const T y = is_between ? x[i] : first;                                                                         \
        const int nearest = (int) ((y - first) * scale + (T) 0.5);                                                     \
        bin[i] = is_between ? (size_t) (nearest - (y < edge[nearest])) : NO_BIN;                                       \
      }                                                                                                                \
  }
FIND_BY_STEPS (F32, float)
FIND_BY_STEPS (F64, double)

static void
choose_way (histogram_job *job)
{
  const gr_histogram *const q = &job->run->histogram;
  float slack;
  double slack_in_double;
  job->find_bins = searches[q->type];
  if (q->type == GR_TYPE_F32 && gr_find_steps_F32 (job->run->edges, q->edges, &job->scale.F32, &slack))
    job->find_bins = find_by_steps_F32;
  if (q->type == GR_TYPE_F64 && gr_find_steps_F64 (job->run->edges, q->edges, &job->scale.F64, &slack_in_double))
    job->find_bins = find_by_steps_F64;
}

/* A part of the rows of a slab.  */
static void
count_item (void *data, size_t item)
{
  histogram_job *const job = data;
  const gr_histogram *const q = &job->run->histogram;
  const size_t slab = item / job->parts, part = item % job->parts, size = gr_types[q->type].size;
  const size_t each = q->len / job->parts, more = q->len % job->parts;
  const size_t row = part * each + (part < more ? part : more);
  const size_t n = q->inner * (each + (part < more)), begin = q->inner * (row + q->len * slab);
  uint64_t *const table = job->tables + item * q->inner * q->edges;
  const char *const from = job->run->from;
  size_t column = 0, bin[VALUES];
  for (size_t i = 0; i < n; i += VALUES)
    {
      const size_t m = n - i < VALUES ? n - i : VALUES;
      if (i % GR_CHUNK == 0 && ! gr_is_worker () && gr_interrupted ())
        atomic_store (&job->stop, true);
      if (atomic_load_explicit (&job->stop, memory_order_relaxed))
        return;
      job->find_bins (job, from + (begin + i) * size, m, bin);
      for (size_t k = 0; k < m; k++)
        {
          if (bin[k] != NO_BIN)
            table[column + q->inner * bin[k]]++;
          column = column + 1 < q->inner ? column + 1 : 0;
        }
    }
}

/* The sum of the parts' tables of a slab.  */
static void
sum_item (void *data, size_t slab)
{
  const histogram_job *const job = data;
  const size_t counts = job->run->histogram.inner * job->run->histogram.edges;
  const uint64_t *const table = job->tables + slab * job->parts * counts;
  for (size_t k = 0; k < counts; k++)
    {
      uint64_t sum = 0;
      for (size_t part = 0; part < job->parts; part++)
        sum += table[part * counts + k];
      job->run->counts[slab * counts + k] = (double) sum;
    }
}

gr_status
gr_cpu_count_between (const gr_histogram_run *run)
{
  const gr_histogram *const q = &run->histogram;
  const size_t slab = q->inner * q->len, counts = q->inner * q->edges, threads = (size_t) gr_thread_count ();
  histogram_job job = { .run = run, .parts = 1 };
  /* tables are not to be larger than what is counted */
  if (q->outer < threads && threads > 1)
    while (job.parts < PARTS * threads / q->outer && job.parts < q->len && slab / job.parts > GR_CPU_BATCH
           && counts * job.parts < slab)
      job.parts++;
  choose_way (&job);
  job.tables = calloc (q->outer * job.parts * counts, sizeof *job.tables);
  if (! job.tables)
    return gr_fail (GR_OUT_OF_MEMORY, "there is no memory for the tables of a histogram");
  const size_t items = q->outer * job.parts, batch = GR_CPU_BATCH / (slab / job.parts + 1) + 1;
  gr_for_each (items, GR_CPU_ALONE / (slab / job.parts + 1), batch, count_item, &job);
  gr_for_each (q->outer, GR_CPU_ALONE / (counts * job.parts), GR_CPU_BATCH / (counts * job.parts) + 1, sum_item, &job);
  free (job.tables);
  return atomic_load (&job.stop) ? gr_fail (GR_INTERRUPTED, "the histogram was interrupted") : GR_OK;
}
