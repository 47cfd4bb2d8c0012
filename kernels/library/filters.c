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

/* The matrix of a step, applied to states that are columns of z.  */
static void
step (size_t order, const gr_c64 *c, gr_c64 *z)
{
  gr_c64 y[GR_MOST_STATES];
  memcpy (y, z, order * sizeof *y);
  for (size_t k = 0; k < order; k++)
    for (size_t j = 0; j < order; j++)
      {
        gr_c64 next = { 0, 0 };
        if (k + 1 < order)
          next = z[(k + 1) * order + j];
        gr_add_product_C64 (&next, c[k], y[j]);
        z[k * order + j] = next;
      }
}

static void
multiply (size_t order, const gr_c64 *by, gr_c64 *z)
{
  gr_c64 product[GR_MOST_STATES * GR_MOST_STATES] = { { 0, 0 } };
  for (size_t k = 0; k < order; k++)
    for (size_t i = 0; i < order; i++)
      for (size_t j = 0; j < order; j++)
        gr_add_product_C64 (&product[k * order + j], by[k * order + i], z[i * order + j]);
  memcpy (z, product, order * order * sizeof *z);
}

/* The matrix of a block, and for each level above that of GR_STATE_GROUP times as many steps: what states that are 1
   each become, step by step, since powers of a power would be less accurate.  Computed in double, for all types.  */
static void
make_matrices (const gr_recursion_run *run, const gr_c64 *c, gr_c64 *matrix)
{
  const size_t order = run->recursion.order, numbers = order * order;
  for (size_t level = 0; level < run->levels; level++)
    {
      gr_c64 *const z = matrix + level * numbers;
      memset (z, 0, numbers * sizeof *z);
      for (size_t k = 0; k < order; k++)
        z[k * order + k].re = 1;
      for (size_t n = 0; level == 0 && n < run->block; n++)
        step (order, c, z);
      for (size_t n = 0; level > 0 && n < GR_STATE_GROUP; n++)
        multiply (order, z - numbers, z);
    }
}

/* Numbers of a type as complex ones, or back.  */
static void
widen (gr_type type, size_t count, const void *from, gr_c64 *to)
{
  const double *const d = from;
  const float *const f = from;
  const gr_c64 *const z = from;
  const gr_c32 *const w = from;
  for (size_t k = 0; k < count; k++)
    to[k] = type == GR_TYPE_F64 ? (gr_c64){ d[k], 0 }
          : type == GR_TYPE_F32 ? (gr_c64){ f[k], 0 }
          : type == GR_TYPE_C64 ? z[k]
                                : (gr_c64){ w[k].re, w[k].im };
}
static void
narrow (gr_type type, size_t count, const gr_c64 *from, void *to)
{
  for (size_t k = 0; k < count; k++)
    if (type == GR_TYPE_F64)
      ((double *) to)[k] = from[k].re;
    else if (type == GR_TYPE_F32)
      ((float *) to)[k] = (float) from[k].re;
    else if (type == GR_TYPE_C64)
      ((gr_c64 *) to)[k] = from[k];
    else
      ((gr_c32 *) to)[k] = (gr_c32){ (float) from[k].re, (float) from[k].im };
}

/* Cut the segments, and run it.  */
static gr_status
run_recursion (gr_recursion_run *run)
{
  const gr_recursion *const q = &run->recursion;
  gr_c64 c[GR_MOST_STATES], *matrices = NULL;
  cut (q, run);
  for (size_t blocks = run->blocks; blocks > 1; blocks = (blocks + GR_STATE_GROUP - 1) / GR_STATE_GROUP)
    run->levels++;
  const size_t numbers = run->levels * q->order * q->order;
  if (run->levels)
    {
      matrices = malloc (2 * numbers * sizeof *matrices);
      if (! matrices)
        return gr_fail (GR_OUT_OF_MEMORY, "there is no memory for the matrices of a recursion");
      widen (q->type, q->order, run->coefficients, c);
      make_matrices (run, c, matrices);
      narrow (q->type, numbers, matrices, matrices + numbers);
      run->matrices = matrices + numbers;
    }
  const gr_status status = gr_elements ()->recur (run);
  free (matrices);
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
