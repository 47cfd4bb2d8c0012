/* SPDX-License-Identifier: GPL-3.0-or-later

   Where a request runs: small arrays on the host by default, and the backend that a request names; and what long calls
   tell of their progress.  */

#include "backend_test.h"

/* Ones of a type whose elements are the largest, so that few are enough.  */
static const gr_type TYPE = GR_TYPE_C64;

static gr_c64 *
ones (size_t n)
{
  gr_c64 *x = need (n * sizeof *x);
  for (size_t i = 0; i < n; i++)
    x[i] = (gr_c64){ 1, 0 };
  return x;
}

/* The backend that a request runs on by gr_run, "" if it fails, with results in out.  */
static const char *
runner (const gr_request *q, const void *in, void *out)
{
  gr_record r;
  const bool good = gr_run (q, in, out, NULL) == GR_OK && gr_last (&r);
  if (! good)
    printf ("%s: %s\n", backend, gr_message ());
  return good ? r.backend : "";
}

#define RUNS_ON(name, q, in, out) EXPECT (! strcmp (runner (q, in, out), name))

/* Up to the limit of the table an operator runs on the host, from there on, or if the backend was chosen, on the
   backend; results are the same, as they are exact.  */
static void
check_limit_of (gr_operator op)
{
  const size_t most = gr_operators[op].small / gr_types[TYPE].size;
  EXPECT (most > 0);
  gr_c64 *x = ones (most + 1), *by_host = need ((most + 1) * sizeof *x), *by_device = need ((most + 1) * sizeof *x);
  gr_request q = { .op = op, .type = TYPE, .inner = 1, .len = most, .outer = 1 };
  gr_type type;
  EXPECT (gr_result_type (&q, &type) == GR_OK);
  gr_use_by_default (device);
  RUNS_ON ("cpu", &q, x, by_host);
  gr_use_backend (device);
  RUNS_ON (device->name, &q, x, by_device);
  EXPECT (! memcmp (by_host, by_device, results_of (&q) * gr_types[type].size));
  gr_use_by_default (device);
  q.len = most + 1;
  RUNS_ON (device->name, &q, x, by_device);
  free (x);
  free (by_host);
  free (by_device);
}

/* Algorithms by name, kernels by name and arrays on the device run on the selected backend, however small.  */
static void
check_what_stays (void)
{
  enum { N = 100 };
  gr_c64 *x = ones (N), sum = { 0, 0 };
  gr_buffer *in = NULL, *out = NULL;
  void *from = NULL, *to = NULL;
  const bool is_cpu = device == &gr_backend_cpu;
  const gr_request plain = { .op = GR_SUM, .type = TYPE, .inner = 1, .len = N, .outer = 1 };
  gr_use_by_default (device);

  gr_request q = plain;
  q.algorithm = GR_ALGORITHM_SHUFFLE;
  RUNS_ON (is_cpu ? "simt" : device->name, &q, x, &sum);
  EXPECT (sum.re == N && sum.im == 0);
  q.block = 64;
  RUNS_ON (is_cpu ? "simt" : device->name, &q, x, &sum);
  q.block = 0;
  q.algorithm = GR_ALGORITHM_SERIAL;
  RUNS_ON ("cpu", &q, x, &sum);
  q.algorithm = GR_ALGORITHM_AUTO;
  q.kernel = GR_AUTO_REDUCE;
  if (is_cpu)
    EXPECT (gr_run (&q, x, &sum, NULL) == GR_UNSUPPORTED && says ("runs on a device; the backend is \"cpu\""));
  else
    RUNS_ON (device->name, &q, x, &sum);

  q = plain;
  q.place = GR_ON_DEVICE;
  EXPECT (gr_buffer_new (N * sizeof *x, &in) == GR_OK && gr_buffer_new (sizeof sum, &out) == GR_OK
          && gr_buffer_data (in, &from) == GR_OK && gr_buffer_data (out, &to) == GR_OK
          && gr_buffer_upload (in, 0, x, N * sizeof *x) == GR_OK);
  RUNS_ON (device->name, &q, from, to);
  q.backend = device->name;
  RUNS_ON (device->name, &q, from, to);
  q.backend = is_cpu ? "cuda" : "cpu";
  EXPECT (gr_run (&q, from, to, NULL) == GR_UNSUPPORTED && says ("are worked on there, not on"));
  gr_buffer_release (in);
  gr_buffer_release (out);
  free (x);
}

/* A request's own backend, whichever is selected and whatever the size.  */
static void
check_named_backend (void)
{
  const size_t n = gr_operators[GR_SUM].small / gr_types[TYPE].size + 1;
  gr_c64 *x = ones (n), sum = { 0, 0 };
  gr_accumulation *a = NULL;
  gr_request q = { .op = GR_SUM, .type = TYPE, .inner = 1, .len = n, .outer = 1, .backend = "cpu" };
  gr_use_backend (device);
  RUNS_ON ("cpu", &q, x, &sum);
  EXPECT (sum.re == (double) n && sum.im == 0);
  if (device != &gr_backend_cpu)
    EXPECT (gr_open (&q, false, &a) == GR_UNSUPPORTED && ! a);
  q.len = 1;
  q.backend = device->name;
  gr_use_by_default (device);
  RUNS_ON (device->name, &q, x, &sum);
  q.backend = "opencl";
  REFUSES (gr_run (&q, x, &sum, NULL), "unknown backend 'opencl'");
  /* dimensions that are no neighbours take memory of the backend that the call runs on */
  gr_request apart = { .op = GR_SUM,
                       .type = TYPE,
                       .inner = 1,
                       .len = 8,
                       .outer = 3,
                       .groups = 3,
                       .group = { { 2, true }, { 3, false }, { 4, true } } };
  gr_c64 sums[3] = { { 0, 0 } };
  RUNS_ON ("cpu", &apart, x, sums);
  EXPECT (sums[0].re == 8 && sums[2].re == 8);
  apart.backend = device->name;
  sums[2].re = 0;
  RUNS_ON (device->name, &apart, x, sums);
  EXPECT (sums[0].re == 8 && sums[2].re == 8);
  EXPECT (gr_live_allocations () == 0);
  free (x);
}

/* ---- progress ---- */

static unsigned reports;
static double reached;
static bool ascending;
static void
note (double done)
{
  reports++;
  ascending = ascending && done >= reached && done <= 1;
  reached = done;
}

/* A long call of the host backend tells its progress, which never goes back.  */
static void
check_progress_of (const gr_request *q)
{
  double *x = need (q->len * q->outer * sizeof *x), *y = need (q->len * q->outer * sizeof *y);
  for (size_t i = 0; i < q->len * q->outer; i++)
    x[i] = 1;
  reports = 0;
  reached = 0;
  ascending = true;
  gr_set_progress (note);
  EXPECT (gr_run (q, x, y, NULL) == GR_OK);
  gr_set_progress (NULL);
  EXPECT (reports > 0 && ascending && reached > 0); /* how often the caller comes to report is the scheduler's */
  const unsigned before = reports;
  EXPECT (gr_run (q, x, y, NULL) == GR_OK && reports == before);
  free (x);
  free (y);
}

void
check_small (void)
{
  for (int op = 0; op < GR_OPERATOR_COUNT; op++)
    check_limit_of ((gr_operator) op);
  check_what_stays ();
  check_named_backend ();
  gr_use_backend (device);
  if (device != &gr_backend_cpu)
    return;
  enum { LONG = 1 << 23 };
  check_progress_of (&(gr_request){ .op = GR_SUM, .inner = 1, .len = LONG, .outer = 1 });
  check_progress_of (&(gr_request){ .op = GR_CUMSUM, .inner = 1, .len = LONG, .outer = 1 });
  check_progress_of (&(gr_request){ .op = GR_SUM,
                                    .inner = 1,
                                    .len = LONG / 2,
                                    .outer = 2,
                                    .groups = 3,
                                    .group = { { LONG / 4, true }, { 2, false }, { 2, true } } });
}
