/* SPDX-License-Identifier: GPL-3.0-or-later

   Dot products on the host: the sums that a device's lanes have, so that all backends give the same bits.  */

#include <string.h>

#include "host/cpu.h"
#include "host/cpu_elements.h"

enum { ALONE = 4 }; /* chunks up to which one thread is done before others would be awake */

/* A chunk of neighbouring segments: its lanes are neighbours in memory.  */
typedef struct
{
  size_t at, columns, rows, step, result; /* of a whole row of lanes; rows of elements, and how far apart lanes go on */
} chunk;

static chunk
find_chunk (const gr_dot_plan *p, size_t number)
{
  const size_t tile = number % p->tiles, c = number / p->tiles % p->chunks, o = number / p->tiles / p->chunks;
  const size_t begin = c * p->chunk, column = tile * p->width;
  return (chunk){ .at = column + p->inner * (begin + p->len * o),
                  .columns = p->inner - column < p->width ? p->inner - column : p->width,
                  .rows = p->len - begin < p->chunk ? p->len - begin : p->chunk,
                  .step = p->rows * p->inner,
                  .result = column + p->inner * (c + p->chunks * o) };
}

/* DOT adds the product of elements x and y to sum s; SUM is its type, and ADD adds t to s.  */
#define DEFINE_DOT(NAME, T, SUM, DOT, ADD)                                                                             \
  static void dot_##NAME (const gr_dot_plan *p, size_t number, const T *a, const T *b, SUM *out)                       \
  {                                                                                                                    \
    const chunk c = find_chunk (p, number);                                                                            \
    SUM sums[GR_DOT_LANES] = { 0 };                                                                                    \
    for (size_t row = 0, at = c.at; row < c.rows; row += p->rows, at += c.step)                                        \
      {                                                                                                                \
        const size_t lanes = (c.rows - row < p->rows ? c.rows - row : p->rows) * c.columns;                            \
        for (size_t lane = 0; lane < lanes; lane++)                                                                    \
          {                                                                                                            \
            SUM *const s = &sums[lane];                                                                                \
            const T *const x = &a[at + lane], *const y = &b[at + lane];                                                \
            DOT;                                                                                                       \
          }                                                                                                            \
      }                                                                                                                \
    for (size_t half = GR_DOT_LANES / 2; half; half /= 2)                                                              \
      for (size_t lane = 0; lane < half * c.columns && lane + half * c.columns < p->rows * c.columns; lane++)          \
        {                                                                                                              \
          SUM *const s = &sums[lane], *const t = &sums[lane + half * c.columns];                                       \
          ADD;                                                                                                         \
        }                                                                                                              \
    memcpy (out + c.result, sums, c.columns * sizeof *sums);                                                           \
  }
#define DOT_REAL *s += (double) *x * (double) *y
#define DOT_COMPLEX                                                                                                    \
  s->re += (double) x->re * (double) y->re + (double) x->im * (double) y->im;                                          \
  s->im += (double) x->re * (double) y->im - (double) x->im * (double) y->re
#define ADD_REAL *s += *t
#define ADD_COMPLEX                                                                                                    \
  s->re += t->re;                                                                                                      \
  s->im += t->im
DEFINE_DOT (double, double, double, DOT_REAL, ADD_REAL)
DEFINE_DOT (single, float, double, DOT_REAL, ADD_REAL)
DEFINE_DOT (complex, gr_c64, gr_c64, DOT_COMPLEX, ADD_COMPLEX)
DEFINE_DOT (single_complex, gr_c32, gr_c64, DOT_COMPLEX, ADD_COMPLEX)

typedef struct
{
  gr_type type;
  const gr_dot_plan *plan;
  const void *a, *b;
  void *out;
} job;

static void
run_chunk (void *data, size_t k)
{
  const job *const j = data;
  if (j->type == GR_TYPE_F64)
    dot_double (j->plan, k, j->a, j->b, j->out);
  else if (j->type == GR_TYPE_F32)
    dot_single (j->plan, k, j->a, j->b, j->out);
  else if (j->type == GR_TYPE_C64)
    dot_complex (j->plan, k, j->a, j->b, j->out);
  else
    dot_single_complex (j->plan, k, j->a, j->b, j->out);
}

gr_status
gr_cpu_dot (gr_type type, const gr_dot_plan *plan, const void *a, const void *b, void *out)
{
  job j = { type, plan, a, b, out };
  gr_for_each (plan->tiles * plan->chunks * plan->outer, ALONE, 1, run_chunk, &j);
  return GR_OK;
}
