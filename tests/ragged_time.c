/* SPDX-License-Identifier: GPL-3.0-or-later

   Times of segments of any lengths: sums and cumulative sums of singles by offsets, and sums by keys.  Bytes are those
   of elements, results, and offsets or keys.  */

#include "ragged_test.h"

#include <stdio.h>

#include "backend/backend_test.h"
#include "core/call.h"

static void
must (gr_status status)
{
  if (status == GR_OK)
    return;
  puts (gr_message ());
  exit (2);
}

/* A buffer that has a copy of an array of the host, which is freed; or nothing.  */
static gr_buffer *
buffer_of (void *array, size_t bytes)
{
  gr_buffer *buffer = NULL;
  must (gr_buffer_new (bytes, &buffer));
  if (array)
    must (gr_buffer_upload (buffer, 0, array, bytes));
  free (array);
  return buffer;
}

static int
compare (const void *a, const void *b)
{
  const double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

/* The request's arrays are in those buffers.  */
static void
time_request (const gr_request *request, gr_buffer *in, gr_buffer *out, double bytes, const char *what)
{
  enum { TIMES = 7 };
  gr_request q = *request;
  double seconds[TIMES];
  q.place = GR_ON_DEVICE;
  for (int k = -1; k < TIMES; k++) /* the first call compiles kernels */
    {
      must (gr_wait ());
      const double begin = gr_now ();
      must (gr_run (&q, gr_buffer_describe (in).data, gr_buffer_describe (out).data, NULL));
      must (gr_wait ());
      if (k >= 0)
        seconds[k] = gr_now () - begin;
    }
  qsort (seconds, TIMES, sizeof *seconds, compare);
  const double median = seconds[TIMES / 2];
  printf ("%-7s %-36s %10.4f ms %9.2f GB/s\n", gr_operators[q.op].name, what, 1e3 * median, 1e-9 * bytes / median);
  fflush (stdout);
}

/* Lengths of segments: all alike, or of a power law, or one long one among short ones.  */
enum { POWER_LAW = 0, ONE_AMONG_SHORT = -1 };

static size_t
length_of (long kind, size_t n, size_t number)
{
  if (kind > 0)
    return (size_t) kind;
  if (kind == ONE_AMONG_SHORT)
    return number == 1000 ? n / 2 : 4;
  return (size_t) (1 / (double) (uniform () + 1e-6L));
}

static void
time_lengths (size_t n, long kind, gr_buffer *in, gr_buffer *out)
{
  size_t count = 0, at = 0;
  double *const offsets = need ((n + 1) * sizeof *offsets);
  char what[64];
  offsets[0] = 0;
  while (at < n)
    {
      const size_t wanted = length_of (kind, n, count);
      at += n - at < wanted ? n - at : wanted;
      offsets[++count] = (double) at;
    }
  snprintf (what, sizeof what, kind > 0 ? "length %ld" : kind == POWER_LAW ? "power law" : "one among short", kind);
  gr_buffer *const there = buffer_of (offsets, (count + 1) * sizeof *offsets);
  const gr_ragged ragged = { .count = count, .offsets = gr_buffer_describe (there).data };
  gr_request q = { .type = GR_TYPE_F32, .inner = 1, .len = n, .outer = 1, .ragged = &ragged };
  const double of_offsets = (double) (count + 1) * sizeof (double);
  q.op = GR_SUM;
  time_request (&q, in, out, (double) (n + count) * sizeof (float) + of_offsets, what);
  q.op = GR_CUMSUM;
  time_request (&q, in, out, 2.0 * (double) n * sizeof (float) + of_offsets, what);
  if (kind > 0 && (size_t) kind < n)
    {
      q = (gr_request){
        .op = GR_SUM, .type = GR_TYPE_F32, .inner = 1, .len = (size_t) kind, .outer = n / (size_t) kind
      };
      time_request (&q, in, out, (double) (n + count) * sizeof (float), "  the same without offsets");
    }
  gr_buffer_release (there);
}

enum { RANDOM, SORTED, ONE_KEY };

static void
time_keys (size_t n, gr_type type, int kind, size_t count, gr_buffer *in, gr_buffer *out)
{
  static const char *const kinds[] = { "random", "sorted", "equal" };
  char *const keys = need (n * gr_types[type].size);
  char what[64];
  for (size_t k = 0; k < n; k++)
    {
      const size_t key = kind == RANDOM ? bits () % count : kind == SORTED ? k * count / n : 0;
      if (type == GR_TYPE_F64)
        ((double *) (void *) keys)[k] = (double) (key + 1);
      else
        ((int32_t *) (void *) keys)[k] = (int32_t) (key + 1);
    }
  gr_buffer *const there = buffer_of (keys, n * gr_types[type].size);
  for (int one = 0; one < 2; one++)
    {
      const gr_ragged ragged
        = { .count = count, .keys = gr_buffer_describe (there).data, .key_type = type, .one_element = one };
      const gr_request q = { .op = GR_SUM, .type = GR_TYPE_F32, .inner = 1, .len = n, .outer = 1, .ragged = &ragged };
      const size_t elements = one ? 1 : n;
      snprintf (what, sizeof what, "%zu %s %s keys%s", count, kinds[kind], type == GR_TYPE_F64 ? "double" : "int32",
                one ? ", one element" : "");
      time_request (&q, in, out,
                    (double) (elements + count) * sizeof (float) + (double) n * (double) gr_types[type].size, what);
    }
  gr_buffer_release (there);
}

void
time_ragged (bool many)
{
  static const long kinds[] = { 1, 4, 16, 64, 256, 4096, 1 << 20, 1 << 28, POWER_LAW, ONE_AMONG_SHORT };
  const size_t n = (size_t) 1 << (many ? 28 : 24);
  float *const elements = need (n * sizeof *elements);
  for (size_t k = 0; k < n; k++)
    elements[k] = (float) uniform ();
  gr_buffer *const in = buffer_of (elements, n * sizeof *elements), *const out = buffer_of (NULL, n * sizeof *elements);
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    time_lengths (n, kinds[k], in, out);
  static const gr_type types[] = { GR_TYPE_I32, GR_TYPE_F64 };
  for (size_t t = 0; t < sizeof types / sizeof *types; t++)
    {
      time_keys (n, types[t], RANDOM, 1000, in, out);
      time_keys (n, types[t], RANDOM, (size_t) 1 << 20, in, out);
      time_keys (n, types[t], SORTED, n / 2, in, out);
      time_keys (n, types[t], ONE_KEY, 1, in, out);
    }
  gr_buffer_release (in);
  gr_buffer_release (out);
}
