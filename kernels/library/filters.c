/* SPDX-License-Identifier: GPL-3.0-or-later

   Filters: convolutions by as few dimensions as they have, and how recursions are cut.  */

#include <stdlib.h>
#include <string.h>

#include "library/library.h"
#include "op/filter.h"

/* ---- convolution ---- */

static gr_status
check_type (const char *what, gr_type type)
{
  if ((unsigned) type >= GR_TYPE_COUNT)
    return gr_fail (GR_BAD_ARGUMENT, "there is no element type number %d", (int) type);
  if (type != GR_TYPE_F64 && type != GR_TYPE_F32 && ! gr_types[type].is_complex)
    return gr_fail (GR_UNSUPPORTED, "%s are of floating-point elements, not of %s", what, gr_types[type].name);
  return GR_OK;
}

/* The numbers of elements, of which both arrays have some.  */
static gr_status
count_elements (const gr_convolution *c, size_t *of_a, size_t *of_b, size_t *results)
{
  *of_a = *of_b = *results = 1;
  if (c->dims > GR_MAX_DIMS)
    return gr_fail (GR_BAD_ARGUMENT, "%zu dimensions are more than %d", c->dims, GR_MAX_DIMS);
  for (size_t k = 0; k < c->dims; k++)
    {
      if (! c->of_a[k] || ! c->of_b[k])
        return gr_fail (GR_BAD_ARGUMENT, "an array without elements has no convolution");
      const size_t full = c->of_a[k] + c->of_b[k] - 1;
      if (c->origin[k] > full || c->size[k] > full - c->origin[k])
        return gr_fail (GR_BAD_ARGUMENT, "the result ends beyond the %zu elements along dimension %zu", full, k + 1);
      *of_a = gr_multiply_sizes (*of_a, c->of_a[k]);
      *of_b = gr_multiply_sizes (*of_b, c->of_b[k]);
      *results = gr_multiply_sizes (*results, c->size[k]);
    }
  return GR_OK;
}

/* Is dimension k - 1 of q one with a dimension of such sizes behind it?  It is if no taps are along either, and the
   result has all elements along the first.  */
static bool
goes_on (const gr_convolution_run *q, size_t k, size_t taps)
{
  return k && q->taps[k - 1] == 1 && taps == 1 && q->first[k - 1] == 0 && q->size[k - 1] == q->signal[k - 1];
}

/* The convolution as backends have it, of as few dimensions as can be.  */
static gr_convolution_run
simplify (const gr_convolution *c, bool swaps)
{
  gr_convolution_run q = { .type = c->type, .adds = c->adds };
  for (size_t k = 0; k < c->dims; k++)
    {
      const size_t signal = swaps ? c->of_b[k] : c->of_a[k], taps = swaps ? c->of_a[k] : c->of_b[k];
      const ptrdiff_t first = (ptrdiff_t) c->origin[k] - (ptrdiff_t) (taps - 1);
      size_t to = q.dims;
      if (signal == 1 && taps == 1)
        continue;
      if (goes_on (&q, q.dims, taps))
        {
          to = q.dims - 1;
          q.first[to] = first * (ptrdiff_t) q.signal[to];
          q.size[to] *= c->size[k];
          q.signal[to] *= signal;
          continue;
        }
      q.signal[to] = signal;
      q.taps[to] = taps;
      q.first[to] = first;
      q.size[to] = c->size[k];
      q.dims++;
    }
  for (; q.dims < 2; q.dims++)
    q.signal[q.dims] = q.taps[q.dims] = q.size[q.dims] = 1;
  return q;
}

gr_status
gr_convolve (const gr_convolution *c, const gr_buffer *a, const gr_buffer *b, gr_buffer *out)
{
  size_t of_a = 0, of_b = 0, results = 0;
  void *x = NULL, *y = NULL, *to = NULL;
  gr_status status = check_type ("convolutions", c->type);
  if (status == GR_OK)
    status = count_elements (c, &of_a, &of_b, &results);
  if (status == GR_OK)
    status = gr_need_backend ();
  if (status != GR_OK || ! results)
    return status;
  const size_t size = gr_types[c->type].size;
  status = gr_find_elements ("A", a, 0, of_a, size, &x);
  if (status == GR_OK)
    status = gr_find_elements ("B", b, 0, of_b, size, &y);
  if (status == GR_OK)
    status = gr_find_elements ("the result", out, 0, results, size, &to);
  if (status == GR_OK)
    status = gr_check_overlap ("A", x, of_a * size, to, results * size);
  if (status == GR_OK)
    status = gr_check_overlap ("B", y, of_b * size, to, results * size);
  if (status != GR_OK)
    return status;
  const bool swaps = of_b > of_a;
  gr_convolution_run run = simplify (c, swaps);
  run.elements = swaps ? y : x;
  run.tap = swaps ? x : y;
  run.to = to;
  return gr_elements ()->convolve (&run);
}

/* ---- recursion ---- */

/* Lines, which are blocks of segments, that keep a device busy, and the least elements of a block that are worth its
   states.  */
enum { LINES = 1 << 15, LEAST_BLOCK = 256 };

static void
cut (const gr_recursion *q, gr_recursion_run *run)
{
  const size_t segments = q->inner * q->outer, wanted = LINES / segments + (LINES % segments != 0);
  size_t block = q->len / wanted + (q->len % wanted != 0);
  if (block < LEAST_BLOCK)
    block = LEAST_BLOCK;
  if (q->order > GR_MOST_STATES || block >= q->len)
    block = q->len;
  run->block = block;
  run->blocks = q->len / block + (q->len % block != 0);
}

/* The matrix of a block, and for each level above that of GR_STATE_GROUP times as many steps: what states that are 1
   each become, step by step, since powers of a power would be less accurate.  Columns of z are states.  */
#define MAKE_MATRICES(ID, T)                                                                                           \
  static void step_##ID (size_t order, const T *c, T *z)                                                               \
  {                                                                                                                    \
    T y[GR_MOST_STATES];                                                                                               \
    memcpy (y, z, order * sizeof *y);                                                                                  \
    memmove (z, z + order, (order - 1) * order * sizeof *z);                                                           \
    memset (z + (order - 1) * order, 0, order * sizeof *z);                                                            \
    for (size_t k = 0; k < order; k++)                                                                                 \
      for (size_t j = 0; j < order; j++)                                                                               \
        gr_add_product_##ID (&z[k * order + j], c[k], y[j]);                                                           \
  }                                                                                                                    \
  static void multiply_##ID (size_t order, const T *by, T *z)                                                          \
  {                                                                                                                    \
    T product[GR_MOST_STATES * GR_MOST_STATES];                                                                        \
    memset (product, 0, sizeof product);                                                                               \
    for (size_t k = 0; k < order; k++)                                                                                 \
      for (size_t i = 0; i < order; i++)                                                                               \
        for (size_t j = 0; j < order; j++)                                                                             \
          gr_add_product_##ID (&product[k * order + j], by[k * order + i], z[i * order + j]);                          \
    memcpy (z, product, order *order * sizeof *z);                                                                     \
  }                                                                                                                    \
  static void make_matrices_##ID (const gr_recursion_run *run, const void *c, void *matrices)                          \
  {                                                                                                                    \
    const size_t order = run->recursion.order, numbers = order * order;                                                \
    for (size_t level = 0; level < run->levels; level++)                                                               \
      {                                                                                                                \
        T *const z = (T *) matrices + level * numbers;                                                                 \
        memset (z, 0, numbers * sizeof *z);                                                                            \
        for (size_t k = 0; k < order; k++)                                                                             \
          *(double *) &z[k * order + k] = 1; /* the real part */                                                       \
        for (size_t n = 0; level == 0 && n < run->block; n++)                                                          \
          step_##ID (order, c, z);                                                                                     \
        for (size_t n = 0; level > 0 && n < GR_STATE_GROUP; n++)                                                       \
          multiply_##ID (order, z - numbers, z);                                                                       \
      }                                                                                                                \
  }
MAKE_MATRICES (F64, double)
MAKE_MATRICES (C64, gr_c64)

/* The run's matrices, into memory for twice as many doubles as they have: computed in double, and then of the type.  */
static void
fill_matrices (gr_recursion_run *run, size_t doubles, double *memory)
{
  const gr_type type = run->recursion.type;
  const size_t count = run->recursion.order * (gr_types[type].is_complex ? 2 : 1);
  const float *const given = run->coefficients;
  float *const narrow = (float *) (memory + doubles);
  double wide[2 * GR_MOST_STATES];
  const bool is_single = type == GR_TYPE_F32 || type == GR_TYPE_C32;
  for (size_t k = 0; is_single && k < count; k++)
    wide[k] = given[k];
  (gr_types[type].is_complex ? make_matrices_C64 : make_matrices_F64) (run, is_single ? wide : run->coefficients,
                                                                       memory);
  for (size_t k = 0; is_single && k < doubles; k++)
    narrow[k] = (float) memory[k];
  run->matrices = is_single ? (const void *) narrow : memory;
}

/* Cut the segments, and run it.  */
static gr_status
run_recursion (gr_recursion_run *run)
{
  const gr_recursion *const q = &run->recursion;
  double *memory = NULL;
  cut (q, run);
  for (size_t blocks = run->blocks; blocks > 1; blocks = (blocks + GR_STATE_GROUP - 1) / GR_STATE_GROUP)
    run->levels++;
  if (run->levels)
    {
      const size_t doubles = run->levels * q->order * q->order * (gr_types[q->type].is_complex ? 2 : 1);
      memory = malloc (2 * doubles * sizeof *memory);
      if (! memory)
        return gr_fail (GR_OUT_OF_MEMORY, "there is no memory for the matrices of a recursion");
      fill_matrices (run, doubles, memory);
    }
  const gr_status status = gr_elements ()->recur (run);
  free (memory);
  return status;
}

gr_status
gr_recur (const gr_recursion *q, const void *coefficients, const gr_buffer *x, gr_buffer *y)
{
  void *from = NULL, *to = NULL;
  gr_status status = check_type ("recursions", q->type);
  if (status == GR_OK && ! q->order)
    status = gr_fail (GR_BAD_ARGUMENT, "a recursion has one coefficient at the least");
  if (status == GR_OK)
    status = gr_need_backend ();
  const size_t count = gr_multiply_sizes (gr_multiply_sizes (q->inner, q->outer), q->len);
  if (status != GR_OK || ! count)
    return status;
  const size_t size = gr_types[q->type].size;
  status = gr_find_elements ("the input", x, 0, count, size, &from);
  if (status == GR_OK)
    status = gr_find_elements ("the result", y, 0, count, size, &to);
  if (status == GR_OK && from != to)
    status = gr_check_overlap ("the input", from, count * size, to, count * size);
  gr_recursion_run run = { .recursion = *q, .coefficients = coefficients, .x = from, .y = to };
  return status == GR_OK ? run_recursion (&run) : status;
}
