/* Scans on the host: each item walks its rows in scan direction from the
   running total of the chunks before it.  */

#include <string.h>

#include "cpu_monoid.h"

/* Store a cell as element i of a block of results, and its position.  */
GR_INLINE void
emit (gr_monoid op, gr_mode m, void *restrict y, size_t i, double *restrict index, size_t k, gr_cell c)
{
  switch (gr_monoid_domain (op))
    {
    case GR_DOMAIN_INTEGER:
      ((int64_t *) y)[i] = op == GR_MONOID_BEST_INT ? c.i ^ m.flip : c.i;
      break;
    case GR_DOMAIN_COMPLEX:
      ((gr_c64 *) y)[i] = gr_complex (c.re, c.im);
      break;
    case GR_DOMAIN_DOUBLE:
      ((double *) y)[i] = gr_is_best (op) ? c.re * m.sign : c.re;
      break;
    }
  if (index && gr_is_best (op))
    index[k] = c.pos;
}

/* What an exclusive scan begins with.  */
GR_INLINE gr_cell
nothing (gr_monoid op, gr_mode m)
{
  return gr_is_best (op) ? (gr_cell) { .re = m.none * m.sign, .i = m.none_int ^ m.flip } : gr_identity (op);
}

/* `lines` lines of `rows` rows of `width` elements from x to y; rows of x, y
   and index are xs, ys and is apart, the one in front is at position `first`
   (0-based).  acc holds the running totals unless fresh.  */
GR_INLINE void
scan_lines (gr_monoid op, gr_mode m, const void *restrict x, size_t xs, void *restrict y, size_t ys,
            double *restrict index, size_t is, size_t width, size_t rows, size_t lines, size_t first,
            bool fresh, gr_word *restrict acc, size_t n)
{
  for (size_t l = 0; l < lines; l++)
    {
      size_t s = 0;
      if (fresh)
        {
          const size_t r = l * rows + (m.reverse ? rows - 1 : 0);
          for (size_t c = 0; c < width; c++)
            {
              const gr_cell b = gr_load (op, m, x, r * xs + c, (double) (first + r - l * rows + 1));
              emit (op, m, y, r * ys + c, index, r * is + c, m.exclusive ? nothing (op, m) : b);
              gr_put (op, acc, n, c, b);
            }
          s = 1;
        }
      if (width == 1)
        {
          gr_cell a = gr_get (op, acc, n, 0);
          for (; s < rows; s++)
            {
              const size_t k = m.reverse ? rows - 1 - s : s, r = l * rows + k;
              const gr_cell b = gr_load (op, m, x, r * xs, (double) (first + k + 1)),
                            t = gr_combine (op, m, a, b, false);
              emit (op, m, y, r * ys, index, r * is, m.exclusive ? a : t);
              a = t;
            }
          gr_put (op, acc, n, 0, a);
        }
      else
        for (; s < rows; s++)
          {
            const size_t k = m.reverse ? rows - 1 - s : s, r = l * rows + k;
            for (size_t c = 0; c < width; c++)
              {
                const gr_cell a = gr_get (op, acc, n, c),
                              b = gr_load (op, m, x, r * xs + c, (double) (first + k + 1)),
                              t = gr_combine (op, m, a, b, false);
                emit (op, m, y, r * ys + c, index, r * is + c, m.exclusive ? a : t);
                gr_put (op, acc, n, c, t);
              }
          }
    }
}

GR_CLONES static void
scan_block (const gr_job *job, const void *x, size_t xs, void *y, size_t ys, double *index, size_t is,
            size_t width, size_t rows, size_t lines, size_t first, bool fresh, gr_word *acc, size_t n)
{
  gr_mode m = job->mode;
  /* the plain case with its options constant, so that its loops have no trace of them */
#define SCAN(OP)                                                                                   \
  if (OP == GR_MONOID_SUM || OP == GR_MONOID_PROD || OP == GR_MONOID_COMPLEX_PROD || gr_is_best (OP) \
      || OP == GR_MONOID_NATIVE_SUM)                                                               \
    {                                                                                              \
      if (m.omit || m.include || m.exclusive)                                                      \
        scan_lines (OP, m, x, xs, y, ys, index, is, width, rows, lines, first, fresh, acc, n);     \
      else                                                                                         \
        {                                                                                          \
          m.omit = m.include = m.exclusive = false;                                                \
          scan_lines (OP, m, x, xs, y, ys, index, is, width, rows, lines, first, fresh, acc, n);   \
        }                                                                                          \
    }
  GR_WITH_MONOID (job->monoid, SCAN)
#undef SCAN
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

  /* several whole lines a block, or several blocks a line */
  const size_t per_block = GR_BLOCK / it.width;
  const size_t step = per_block < it.rows ? per_block : it.rows;
  const size_t lines_step = it.lines > 1 && per_block >= it.rows ? per_block / it.rows : 1;
  for (size_t l = 0; l < it.lines; l += lines_step)
    {
      const size_t lines = it.lines - l < lines_step ? it.lines - l : lines_step;
      for (size_t done = 0; done < it.rows && ! gr_cpu_stopped (job); done += step)
        {
          const size_t rows = it.rows - done < step ? it.rows - done : step;
          const size_t row = reverse ? it.rows - done - rows : done;
          const size_t at = it.at + l * job->inner * job->len + row * job->inner;
          size_t xs;
          const void *x = gr_cpu_fetch (job, at, it.width, rows * lines, &block, &xs);
          void *direct = gr_cpu_direct (job, at);
          scan_block (job, x, xs, direct ? direct : &result, direct ? job->inner : it.width,
                      job->index ? job->index + at : NULL, job->inner, it.width, rows, lines, it.row + row,
                      starts && done == 0, local, it.width);
          if (! direct)
            gr_cpu_spill (job, &result, it.width, rows * lines, at);
        }
    }
}
