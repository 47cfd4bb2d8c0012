/* SPDX-License-Identifier: GPL-3.0-or-later

   Scans on the host: each item goes along its rows in scan direction, from the running total of the chunks before
   it.  */

#include <string.h>

#include "host/cpu_monoid.h"

/* The rows that a scan goes over, and where their results go: `segments` segments that follow each other, of `rows`
   rows each, and a row is `width` neighbouring elements.  Rows of the input, of values and of positions are
   in_stride, out_stride and index_stride elements apart.  */
typedef struct
{
  size_t in_stride, out_stride, index_stride;
  double *index; /* where positions go, or NULL */
  size_t width, rows, segments;
  size_t before;         /* rows of the input and of the results before these */
  size_t first;          /* the first row of each segment is this row of the whole segment, of which it may be a part */
  const double *offsets; /* of whole segments of any lengths: where they begin and end, counted in rows; or NULL */
} gr_scan_rows;

/* Element c of row r, counted from the front of the arrays, as a partial result.  */
GR_INLINE gr_partial
load (gr_monoid op, gr_mode m, const void *restrict x, gr_scan_rows v, size_t r, size_t c)
{
  return gr_load (op, m, x, r * v.in_stride + c, (double) (v.first + (r - v.before) + 1));
}

/* Store a partial result as the value of that element, and its position.  */
GR_INLINE void
emit (gr_monoid op, gr_mode m, void *restrict y, gr_scan_rows v, size_t r, size_t c, gr_partial a)
{
  const size_t i = r * v.out_stride + c;
  switch (gr_monoid_domain (op))
    {
    case GR_DOMAIN_INTEGER:
      ((int64_t *) y)[i] = op == GR_MONOID_INTEGER_ARG_EXTREMUM ? a.i ^ m.flip : a.i;
      break;
    case GR_DOMAIN_COMPLEX:
      ((gr_c64 *) y)[i] = gr_complex (a.re, a.im);
      break;
    case GR_DOMAIN_DOUBLE:
      {
        const double value = gr_is_arg_extremum (op) ? a.re * m.sign : a.re;
        if (m.elements == GR_ARE_SINGLES)
          ((float *) y)[i] = (float) value;
        else
          ((double *) y)[i] = value;
        break;
      }
    }
  if (v.index && gr_is_arg_extremum (op))
    v.index[r * v.index_stride + c] = a.pos;
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

/* Scan GR_RUNS runs of GR_RUN elements that follow each other in a segment without gaps, in direction `way`, 1 or -1,
   from row `from` on.  They are scanned side by side, since each step of one run waits for the step before, and then
   combined with what stands before them.  a is the total before the first run; the total behind the last one is
   returned.  */
GR_INLINE gr_partial
scan_runs (gr_monoid op, gr_mode m, ptrdiff_t way, const void *restrict x, void *restrict y, gr_scan_rows v,
           size_t from, gr_partial a)
{
  enum { ALL = GR_RUNS * GR_RUN };
  gr_word scanned[GR_PLANES * ALL];
  gr_partial total[GR_RUNS];
  v.in_stride = v.out_stride = v.index_stride = 1;
#define ROW(S) (v.before + from + (size_t) (way * (ptrdiff_t) (S)))
#pragma GCC unroll 8
  for (size_t j = 0; j < GR_RUNS; j++)
    {
      total[j] = load (op, m, x, v, ROW (j * GR_RUN), 0);
      gr_put (op, scanned, ALL, j * GR_RUN, total[j]);
    }
  for (size_t i = 1; i < GR_RUN; i++)
#pragma GCC unroll 8
    for (size_t j = 0; j < GR_RUNS; j++)
      {
        total[j] = gr_combine (op, m, total[j], load (op, m, x, v, ROW (j * GR_RUN + i), 0), false);
        gr_put (op, scanned, ALL, j * GR_RUN + i, total[j]);
      }
  for (size_t j = 0; j < GR_RUNS; j++)
    {
      for (size_t i = 0; i < GR_RUN; i++)
        {
          const size_t s = j * GR_RUN + i;
          emit (op, m, y, v, ROW (s), 0, gr_combine (op, m, a, gr_get (op, scanned, ALL, s), false));
        }
      a = gr_combine (op, m, a, gr_get (op, scanned, ALL, j * GR_RUN + GR_RUN - 1), false);
    }
#undef ROW
  return a;
}

/* Is one of GR_RUN elements from element `at` on, `stride` apart, better than a? */
GR_INLINE bool
has_better (gr_monoid op, gr_mode m, const void *restrict x, size_t at, size_t stride, gr_partial a)
{
  unsigned found = 0;
  for (size_t i = 0; i < GR_RUN; i++)
    found |= gr_better (op, m, gr_load (op, m, x, at + i * stride, 0.0), a);
  return found;
}

/* Elements s and on, in scan direction, of column c of the first segment.  a is the running total, and is
   returned.  */
GR_INLINE gr_partial
scan_column (gr_monoid op, gr_mode m, const void *restrict x, void *restrict y, gr_scan_rows v, size_t c, size_t s,
             gr_partial a)
{
  if (v.in_stride == 1 && v.out_stride == 1 && v.index_stride == 1 && ! gr_is_arg_extremum (op)
      && ! gr_is_saturating (op) && ! m.exclusive)
    for (; v.rows - s >= GR_RUNS * GR_RUN; s += GR_RUNS * GR_RUN)
      a = m.reverse ? scan_runs (op, m, -1, x, y, v, place (m, v.rows, s), a)
                    : scan_runs (op, m, 1, x, y, v, place (m, v.rows, s), a);
  while (s < v.rows)
    {
      size_t end = v.rows;
      if (gr_is_arg_extremum (op) && op != GR_MONOID_COMPLEX_ARG_EXTREMUM && v.rows - s >= GR_RUN)
        {
          const size_t r = v.before + (m.reverse ? v.rows - s - GR_RUN : s);
          end = s + GR_RUN;
          if (! has_better (op, m, x, r * v.in_stride + c, v.in_stride, a))
            for (size_t i = 0; i < GR_RUN; i++, s++)
              emit (op, m, y, v, r + i, c, a);
        }
      for (; s < end; s++)
        {
          const size_t r = v.before + place (m, v.rows, s);
          const gr_partial t = gr_combine (op, m, a, load (op, m, x, v, r, c), false);
          emit (op, m, y, v, r, c, m.exclusive ? a : t);
          a = t;
        }
    }
  return a;
}

/* Scan the columns of all segments from x to y.  acc holds the running totals of columns unless fresh.  */
GR_INLINE void
scan_segments (gr_monoid op, gr_mode m, const void *restrict x, void *restrict y, gr_scan_rows all, bool fresh,
               gr_word *restrict acc)
{
  const size_t n = all.width;
  for (size_t l = 0; l < all.segments; l++)
    {
      gr_scan_rows v = all;
      size_t s = 0;
      v.before = all.offsets ? (size_t) (all.offsets[l] - all.offsets[0]) : l * v.rows;
      if (all.offsets)
        v.rows = (size_t) (all.offsets[l + 1] - all.offsets[l]);
      if (fresh && v.rows > 0)
        {
          const size_t r = v.before + place (m, v.rows, 0);
          for (size_t c = 0; c < n; c++)
            {
              const gr_partial b = load (op, m, x, v, r, c);
              emit (op, m, y, v, r, c, m.exclusive ? nothing (op, m) : b);
              gr_put (op, acc, n, c, b);
            }
          s = 1;
        }
      if (n == 1 || (n <= GR_FEW_COLUMNS && v.rows >= GR_RUN)) /* one after the other, with the total in registers */
        for (size_t c = 0; c < n; c++)
          gr_put (op, acc, n, c, scan_column (op, m, x, y, v, c, s, gr_get (op, acc, n, c)));
      else
        for (; s < v.rows; s++)
          {
            const size_t r = v.before + place (m, v.rows, s);
            for (size_t c = 0; c < n; c++)
              {
                const gr_partial a = gr_get (op, acc, n, c), t = gr_combine (op, m, a, load (op, m, x, v, r, c), false);
                emit (op, m, y, v, r, c, m.exclusive ? a : t);
                gr_put (op, acc, n, c, t);
              }
          }
    }
}

/* The arguments of scan_segments.  */
typedef struct
{
  const void *x;
  void *y;
  gr_scan_rows rows;
  bool fresh;
  gr_word *acc;
} gr_scan_task;

GR_INLINE void
scan_block_as (gr_monoid op, gr_mode m, gr_scan_task t)
{
  if (op == GR_MONOID_SUM || op == GR_MONOID_PROD || op == GR_MONOID_COMPLEX_PROD || gr_is_arg_extremum (op)
      || gr_is_saturating (op))
    scan_segments (op, m, t.x, t.y, t.rows, t.fresh, t.acc);
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
  const bool starts = chunk == (reverse ? job->chunks - 1 : 0), ends = chunk == (reverse ? 0 : job->chunks - 1);
  if (starts && job->carry)
    gr_cpu_copy_planes (job, local, it.width, job->carry + it.column, job->inner, it.width);
  else if (! starts)
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
          size_t stride;
          const void *x = gr_cpu_fetch (job, at, it.width, rows * segments, &block, &stride);
          void *direct = gr_cpu_direct (job, at);
          const gr_scan_task task = { .x = x,
                                      .y = direct ? direct : &result,
                                      .rows = { .in_stride = stride,
                                                .out_stride = direct ? job->inner : it.width,
                                                .index_stride = job->inner,
                                                .index = job->index ? job->index + at : NULL,
                                                .width = it.width,
                                                .rows = rows,
                                                .segments = segments,
                                                .first = it.row + row },
                                      .fresh = starts && ! job->carry && done == 0,
                                      .acc = local };
          scan_block (job, &task);
          if (! direct)
            gr_cpu_spill (job, &result, it.width, rows * segments, at);
        }
    }
  if (ends && job->state) /* the next piece goes on from here; no item reads this total */
    memcpy (job->partial + item * size, local, job->planes * it.width * sizeof *local);
}

void
gr_cpu_scan_segments (gr_job *job, size_t at, size_t count)
{
  gr_word local[GR_PLANES * GR_SCAN_TILE];
  gr_block block, result;
  size_t stride;
  const size_t width = job->inner, rows = (size_t) (job->offsets[count] - job->offsets[0]);
  const void *x = gr_cpu_fetch (job, at * width, width, rows, &block, &stride);
  void *direct = gr_cpu_direct (job, at * width);
  const gr_scan_task task = { .x = x,
                              .y = direct ? direct : &result,
                              .rows = { .in_stride = stride,
                                        .out_stride = width,
                                        .index_stride = width,
                                        .index = job->index ? job->index + at * width : NULL,
                                        .width = width,
                                        .segments = count,
                                        .offsets = job->offsets },
                              .fresh = true,
                              .acc = local };
  scan_block (job, &task);
  if (! direct)
    gr_cpu_spill (job, &result, width, rows, at * width);
}
