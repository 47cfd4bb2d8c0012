/* SPDX-License-Identifier: GPL-3.0-or-later

   Dot products: the sums of chunks against loops, and their bits against those of the host backend.  */

#include <float.h>

#include "backend_elements.h"
#include "backend_test.h"

static const gr_type floating[] = { GR_TYPE_F64, GR_TYPE_F32, GR_TYPE_C64, GR_TYPE_C32 };
enum { FLOATING = sizeof floating / sizeof *floating };

/* [inner, len, outer] of a type, and its arrays on the host.  */
typedef struct
{
  gr_type type, out_type;
  size_t inner, len, outer, elements, results;
  void *a, *b;
} task;

static task
new_task (gr_type type, const size_t *shape)
{
  task t = { type, gr_types[type].is_complex ? GR_TYPE_C64 : GR_TYPE_F64, shape[0], shape[1], shape[2], 0, 0, 0, 0 };
  t.elements = t.inner * t.len * t.outer;
  t.results = t.inner * gr_count_dot_chunks (t.inner, t.len) * t.outer;
  t.a = need (t.elements * gr_types[type].size);
  t.b = need (t.elements * gr_types[type].size);
  for (size_t i = 0; i < t.elements; i++)
    {
      const bool complex = gr_types[type].is_complex;
      set (type, t.a, i, (value){ uniform () - 0.25L, complex ? uniform () - 0.5L : 0 });
      set (type, t.b, i, (value){ uniform () - 0.5L, complex ? uniform () - 0.25L : 0 });
    }
  return t;
}

/* The sums that a backend stores.  */
static void *
run_on (const gr_backend *where, const task *t)
{
  const size_t bytes = t->elements * gr_types[t->type].size, out_bytes = t->results * gr_types[t->out_type].size;
  gr_buffer *a = NULL, *b = NULL, *out = NULL;
  void *sums = need (out_bytes);
  gr_use_backend (where);
  EXPECT (gr_buffer_new (bytes, &a) == GR_OK && gr_buffer_upload (a, 0, t->a, bytes) == GR_OK);
  EXPECT (gr_buffer_new (bytes, &b) == GR_OK && gr_buffer_upload (b, 0, t->b, bytes) == GR_OK);
  EXPECT (gr_buffer_new (out_bytes, &out) == GR_OK);
  EXPECT (gr_dot_chunks (t->type, t->inner, t->len, t->outer, a, b, out) == GR_OK);
  EXPECT (gr_buffer_download (sums, out, 0, out_bytes) == GR_OK);
  gr_buffer_release (a);
  gr_buffer_release (b);
  gr_buffer_release (out);
  gr_use_backend (device);
  return sums;
}

/* Is the sum of a segment's chunks the dot product?  Each of its n products and sums of doubles is rounded.  */
static bool
is_dot (const task *t, size_t i, size_t o, const void *sums)
{
  const size_t chunks = gr_count_dot_chunks (t->inner, t->len);
  value want = { 0, 0 }, got = { 0, 0 };
  long double size = 0;
  for (size_t k = 0; k < t->len; k++)
    {
      const value x = get (t->type, t->a, i + t->inner * (k + t->len * o)),
                  y = get (t->type, t->b, i + t->inner * (k + t->len * o));
      want.re += x.re * y.re + x.im * y.im;
      want.im += x.re * y.im - x.im * y.re;
      size += (fabsl (x.re) + fabsl (x.im)) * (fabsl (y.re) + fabsl (y.im));
    }
  for (size_t c = 0; c < chunks; c++)
    {
      const value v = get (t->out_type, sums, i + t->inner * (c + chunks * o));
      got.re += v.re;
      got.im += v.im;
    }
  const long double bound = (long double) (t->len + 2) * (long double) DBL_EPSILON * size;
  const bool good = fabsl (got.re - want.re) <= bound && fabsl (got.im - want.im) <= bound;
  if (! good)
    printf ("%zu x %zu x %zu %s, segment (%zu, %zu): %.17Lg%+.17Lgi, wanted %.17Lg%+.17Lgi\n", t->inner, t->len,
            t->outer, type_names[t->type], i, o, got.re, got.im, want.re, want.im);
  return good;
}

static void
check_results (void)
{
  static const size_t shapes[][3]
    = { { 1, 1, 1 },    { 1, 255, 2 },   { 1, 256, 1 },   { 1, 16384, 1 }, { 1, 16385, 3 }, { 2, 777, 3 },
        { 3, 1, 5 },    { 127, 9, 2 },   { 128, 129, 1 }, { 129, 3, 2 },   { 255, 65, 1 },  { 256, 64, 2 },
        { 257, 65, 2 }, { 600, 200, 1 }, { 1000, 3, 4 },  { 86, 400, 1 },  { 64, 64, 64 } };
  for (size_t f = 0; f < FLOATING; f++)
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
      {
        task t = new_task (floating[f], shapes[s]);
        void *const sums = run_on (device, &t), *const on_host = run_on (&gr_backend_cpu, &t);
        bool good = true;
        for (size_t o = 0; good && o < t.outer; o++)
          for (size_t i = 0; good && i < t.inner; i++)
            good = is_dot (&t, i, o, sums);
        EXPECT (good);
        EXPECT (! memcmp (sums, on_host, t.results * gr_types[t.out_type].size));
        free (sums);
        free (on_host);
        free (t.a);
        free (t.b);
      }
}

static bool
refuses (gr_status status, gr_status want, const char *text)
{
  return status == want && says (text);
}

static void
check_refusals (void)
{
  gr_buffer *x = NULL, *out = NULL;
  EXPECT (gr_buffer_new (64, &x) == GR_OK && gr_buffer_new (8, &out) == GR_OK);
  EXPECT (gr_count_dot_chunks (0, 5) == 0 && gr_count_dot_chunks (5, 0) == 0 && gr_count_dot_chunks (1, 1) == 1);
  EXPECT (refuses (gr_dot_chunks (GR_TYPE_COUNT, 1, 8, 1, x, x, out), GR_BAD_ARGUMENT, "no element type"));
  EXPECT (refuses (gr_dot_chunks (GR_TYPE_I32, 1, 8, 1, x, x, out), GR_UNSUPPORTED, "not of int32"));
  EXPECT (refuses (gr_dot_chunks (GR_TYPE_F64, 1, 9, 1, x, x, out), GR_BAD_ARGUMENT, "the first array"));
  EXPECT (refuses (gr_dot_chunks (GR_TYPE_F64, 8, 1, 1, x, x, out), GR_BAD_ARGUMENT, "beyond the result"));
  EXPECT (refuses (gr_dot_chunks (GR_TYPE_F64, SIZE_MAX, 2, 1, x, x, out), GR_BAD_ARGUMENT, "the first array"));
  EXPECT (refuses (gr_dot_chunks (GR_TYPE_F64, 1, 8, 1, x, NULL, out), GR_BAD_ARGUMENT, "the buffer is missing"));
  EXPECT (refuses (gr_dot_chunks (GR_TYPE_F64, 1, 8, 1, x, x, x), GR_BAD_ARGUMENT, "overlaps the first array"));
  EXPECT (gr_dot_chunks (GR_TYPE_F64, 1, 0, 1, NULL, NULL, NULL) == GR_OK);
  if (strcmp (backend, "cpu"))
    {
      gr_plant_fault (GR_FAULT_LAUNCH, 1);
      EXPECT (refuses (gr_dot_chunks (GR_TYPE_F64, 1, 8, 1, x, x, out), GR_CUDA_ERROR, "kernel launch"));
      gr_plant_fault (GR_FAULT_NONE, 0);
      EXPECT (gr_dot_chunks (GR_TYPE_F64, 1, 8, 1, x, x, out) == GR_OK && gr_wait () == GR_OK);
    }
  gr_buffer_release (x);
  gr_buffer_release (out);
}

void
check_dot_products (void)
{
  check_refusals ();
  check_results ();
  EXPECT (gr_live_allocations () == 0);
}
