/* Scans on the host: each item goes along its rows in scan direction, from the running total of the chunks before
   it.  */

#include <string.h>

#include "host/cpu_monoid.h"

/* Store a partial result as element i of a block of results, and its position.  */
GR_INLINE void
emit (gr_monoid op, gr_mode m, void *restrict y, size_t i, double *restrict index, size_t k, gr_partial c)
{
  switch (gr_monoid_domain (op))
    {
    case GR_DOMAIN_INTEGER:
      ((int64_t *) y)[i] = op == GR_MONOID_INTEGER_ARG_EXTREMUM ? c.i ^ m.flip : c.i;
      break;
    case GR_DOMAIN_COMPLEX:
      ((gr_c64 *) y)[i] = gr_complex (c.re, c.im);
      break;
    case GR_DOMAIN_DOUBLE:
      {
        const double value = gr_is_arg_extremum (op) ? c.re * m.sign : c.re;
        if (m.elements == GR_ARE_SINGLES)
          ((float *) y)[i] = (float) value;
        else
          ((double *) y)[i] = value;
        break;
      }
    }
  if (index && gr_is_arg_extremum (op))
    index[k] = c.pos;
}

/* The value before the first element of an exclusive scan.  */
GR_INLINE gr_partial
nothing (gr_monoid op, gr_mode m)
{
  return gr_is_arg_extremum (op) ? (gr_partial){ .re = m.none * m.sign, .i = m.none_int ^ m.flip } : gr_identity (op);
}

/* The row of element s of a segment of `rows`, in scan direction.  */
GR_INLINE size_t
place (gr_mode m, size_t rows, size_t s)
{
  return m.reverse ? rows - 1 - s : s;
}

/* Scan GR_RUNS runs of GR_RUN elements that follow each other in direction `way`, 1 or -1, from element `at` of x
   and y on, at position pos, and element k of index.  They are scanned side by side, since each step of one run
   waits for the step before, and then combined with what stands before them.  a is the total before the first run;
   the total behind the last one is returned.  */
GR_INLINE gr_partial
scan_runs (gr_monoid op, gr_mode m, ptrdiff_t way, const void *restrict x, void *restrict y, size_t at,
           double *restrict index, size_t k, double pos, gr_partial a)
{
  enum { ALL = GR_RUNS * GR_RUN };
  gr_word scanned[GR_PLANES * ALL];
  gr_partial total[GR_RUNS];
#define LOAD(S) gr_load (op, m, x, at + (size_t) (way * (ptrdiff_t) (S)), pos + (double) (way * (ptrdiff_t) (S)))
#pragma GCC unroll 8
  for (size_t j = 0; j < GR_RUNS; j++)
    {
      total[j] = LOAD (j * GR_RUN);
      gr_put (op, scanned, ALL, j * GR_RUN, total[j]);
    }
  for (size_t i = 1; i < GR_RUN; i++)
#pragma GCC unroll 8
    for (size_t j = 0; j < GR_RUNS; j++)
      {
        total[j] = gr_combine (op, m, total[j], LOAD (j * GR_RUN + i), false);
        gr_put (op, scanned, ALL, j * GR_RUN + i, total[j]);
      }
#undef LOAD
  for (size_t j = 0; j < GR_RUNS; j++)
    {
      for (size_t i = 0; i < GR_RUN; i++)
        {
          const size_t s = j * GR_RUN + i, there = (size_t) (way * (ptrdiff_t) s);
          emit (op, m, y, at + there, index, k + there, gr_combine (op, m, a, gr_get (op, scanned, ALL, s), false));
        }
      a = gr_combine (op, m, a, gr_get (op, scanned, ALL, j * GR_RUN + GR_RUN - 1), false);
    }
  return a;
}

/* Is one of GR_RUN elements from element `at` on, xs apart, better than a? */
GR_INLINE bool
has_better (gr_monoid op, gr_mode m, const void *restrict x, size_t at, size_t xs, gr_partial a)
{
  unsigned found = 0;
  for (size_t i = 0; i < GR_RUN; i++)
    found |= gr_better (op, m, gr_load (op, m, x, at + i * xs, 0.0), a);
  return found;
}

/* Elements s and on, in scan direction, of column c of the segment of `rows` rows that begins with row `row`.  a
   is the running total, and is returned.  */
GR_INLINE gr_partial
scan_column (gr_monoid op, gr_mode m, const void *restrict x, size_t xs, void *restrict y, size_t ys,
             double *restrict index, size_t is, size_t c, size_t row, size_t rows, size_t s, size_t first, gr_partial a)
{
  if (xs == 1 && ys == 1 && is == 1 && ! gr_is_arg_extremum (op) && op != GR_MONOID_NATIVE_SUM && ! m.exclusive)
    for (; rows - s >= GR_RUNS * GR_RUN; s += GR_RUNS * GR_RUN)
      {
        const size_t k = place (m, rows, s), at = row + k;
        const double pos = (double) (first + k + 1);
        a = m.reverse ? scan_runs (op, m, -1, x, y, at, index, at, pos, a)
                      : scan_runs (op, m, 1, x, y, at, index, at, pos, a);
      }
  while (s < rows)
    {
      size_t end = rows;
      if (gr_is_arg_extremum (op) && op != GR_MONOID_COMPLEX_ARG_EXTREMUM && rows - s >= GR_RUN)
        {
          const size_t r = row + (m.reverse ? rows - s - GR_RUN : s);
          end = s + GR_RUN;
          if (! has_better (op, m, x, r * xs + c, xs, a))
            for (size_t i = 0; i < GR_RUN; i++, s++)
              emit (op, m, y, (r + i) * ys + c, index, (r + i) * is + c, a);
        }
      for (; s < end; s++)
        {
          const size_t k = place (m, rows, s), r = row + k;
          const gr_partial b = gr_load (op, m, x, r * xs + c, (double) (first + k + 1)),
                           t = gr_combine (op, m, a, b, false);
          emit (op, m, y, r * ys + c, index, r * is + c, m.exclusive ? a : t);
          a = t;
        }
    }
  return a;
}

/* `segments` segments of `rows` rows of `width` elements from x to y; rows of x, y
   and index are xs, ys and is apart, the one in front is at position `first`
   (0-based).  acc holds the running totals unless fresh.  */
GR_INLINE void
scan_segments (gr_monoid op, gr_mode m, const void *restrict x, size_t xs, void *restrict y, size_t ys,
               double *restrict index, size_t is, size_t width, size_t rows, size_t segments, size_t first, bool fresh,
               gr_word *restrict acc, size_t n)
{
  for (size_t l = 0; l < segments; l++)
    {
      size_t s = 0;
      if (fresh)
        {
          const size_t r = l * rows + place (m, rows, 0);
          for (size_t c = 0; c < width; c++)
            {
              const gr_partial b = gr_load (op, m, x, r * xs + c, (double) (first + r - l * rows + 1));
              emit (op, m, y, r * ys + c, index, r * is + c, m.exclusive ? nothing (op, m) : b);
              gr_put (op, acc, n, c, b);
            }
          s = 1;
        }
      if (width == 1 || (width <= GR_FEW_COLUMNS && rows >= GR_RUN)) /* one after the other, with the total in
                                                                        registers */
        for (size_t c = 0; c < width; c++)
          gr_put (op, acc, n, c,
                  scan_column (op, m, x, xs, y, ys, index, is, c, l * rows, rows, s, first, gr_get (op, acc, n, c)));
      else
        for (; s < rows; s++)
          {
            const size_t k = place (m, rows, s), r = l * rows + k;
            for (size_t c = 0; c < width; c++)
              {
                const gr_partial a = gr_get (op, acc, n, c),
                                 b = gr_load (op, m, x, r * xs + c, (double) (first + k + 1)),
                                 t = gr_combine (op, m, a, b, false);
                emit (op, m, y, r * ys + c, index, r * is + c, m.exclusive ? a : t);
                gr_put (op, acc, n, c, t);
              }
          }
    }
}

/* The arguments of scan_segments.  */
typedef struct
{
  const void *x;
  size_t xs;
  void *y;
  size_t ys;
  double *index;
  size_t is, width, rows, segments, first;
  bool fresh;
  gr_word *acc;
  size_t n;
} gr_scan_task;

GR_INLINE void
scan_block_as (gr_monoid op, gr_mode m, gr_scan_task t)
{
  if (op == GR_MONOID_SUM || op == GR_MONOID_PROD || op == GR_MONOID_COMPLEX_PROD || gr_is_arg_extremum (op)
      || op == GR_MONOID_NATIVE_SUM)
    scan_segments (op, m, t.x, t.xs, t.y, t.ys, t.index, t.is, t.width, t.rows, t.segments, t.first, t.fresh, t.acc,
                   t.n);
}

/* For each monoid twice: with its options; and without, for its elements and for singles, so that the loops do not
   test for them.  */
#define SCAN_PLAIN(NAME, ID, ELEMENTS)                                                                                 \
  GR_CLONES static void scan_##NAME##_##ID (const gr_job *job, const gr_scan_task *t)                                  \
  {                                                                                                                    \
    gr_mode m = job->mode;                                                                                             \
    m.omit = m.include = m.exclusive = false;                                                                          \
    m.elements = ELEMENTS;                                                                                             \
    if (! ELEMENTS || gr_reads (GR_MONOID_##ID, ELEMENTS))                                                             \
      scan_block_as (GR_MONOID_##ID, m, *t);                                                                           \
  }
#define SCAN(_, ID, ...)                                                                                               \
  GR_CLONES static void scan_any_##ID (const gr_job *job, const gr_scan_task *t)                                       \
  {                                                                                                                    \
    gr_mode m = job->mode;                                                                                             \
    m.elements = GR_ARE_OF_DOMAIN;                                                                                     \
    scan_block_as (GR_MONOID_##ID, m, *t);                                                                             \
  }                                                                                                                    \
  SCAN_PLAIN (plain, ID, GR_ARE_OF_DOMAIN)                                                                             \
  SCAN_PLAIN (singles, ID, GR_ARE_SINGLES)
GR_MONOIDS (SCAN, _)
#undef SCAN
#undef SCAN_PLAIN

static void
scan_block (const gr_job *job, const gr_scan_task *task)
{
  typedef void scan (const gr_job *, const gr_scan_task *);
#define ROW(_, ID, ...) { scan_any_##ID, scan_plain_##ID, scan_singles_##ID },
  static scan *const scans[][3] = { GR_MONOIDS (ROW, _) };
#undef ROW
  const gr_mode *m = &job->mode;
  scans[job->monoid][m->omit || m->include || m->exclusive ? 0 : m->elements ? 2 : 1](job, task);
}

void
gr_cpu_scan_item (gr_job *job, size_t item)
{
  gr_word local[GR_PLANES * GR_SCAN_TILE];
  gr_block block, result;
  const gr_item it = gr_cpu_item (job, item);
  const bool reverse = job->mode.reverse;
  const size_t chunk = item % job->chunks, size = job->planes * job->width;
  const bool starts = chunk == (reverse ? job->chunks - 1 : 0);
  if (! starts)
    {
      const gr_word *before = job->partial + (reverse ? item + 1 : item - 1) * size;
      memcpy (local, before, job->planes * it.width * sizeof *local);
    }

  /* a block has several whole segments, or a segment has several blocks */
  const size_t per_block = GR_BLOCK / it.width;
  const size_t step = per_block < it.rows ? per_block : it.rows;
  const size_t segments_step = it.segments > 1 && per_block >= it.rows ? per_block / it.rows : 1;
  for (size_t l = 0; l < it.segments; l += segments_step)
    {
      const size_t segments = it.segments - l < segments_step ? it.segments - l : segments_step;
      for (size_t done = 0; done < it.rows && ! gr_cpu_stopped (job); done += step)
        {
          const size_t rows = it.rows - done < step ? it.rows - done : step;
          const size_t row = reverse ? it.rows - done - rows : done;
          const size_t at = it.at + l * job->inner * job->len + row * job->inner;
          size_t xs;
          const void *x = gr_cpu_fetch (job, at, it.width, rows * segments, &block, &xs);
          void *direct = gr_cpu_direct (job, at);
          const gr_scan_task task = { x,
                                      xs,
                                      direct ? direct : &result,
                                      direct ? job->inner : it.width,
                                      job->index ? job->index + at : NULL,
                                      job->inner,
                                      it.width,
                                      rows,
                                      segments,
                                      it.row + row,
                                      starts && done == 0,
                                      local,
                                      it.width };
          scan_block (job, &task);
          if (! direct)
            gr_cpu_spill (job, &result, it.width, rows * segments, at);
        }
    }
}
