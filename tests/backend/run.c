/* SPDX-License-Identifier: GPL-3.0-or-later

   How a request is run, and how its results are compared with the reference.  */

#include "backend_test.h"
#ifdef GR_TEST_SIMT
#  include "library/library.h"
#endif

long passed, failed;

const gr_transfer_sizes never_streamed = { .threads = 2,
                                           .slots = 2,
                                           .share = 1 << 17,
                                           .parts = 1,
                                           .chunk = 1 << 16,
                                           .least_chunk = 1 << 16,
                                           .large_up = SIZE_MAX,
                                           .chunk_up = 1 << 16,
                                           .large = 1 << 24,
                                           .least = SIZE_MAX,
                                           .ring = 1,
                                           .ring_bytes = 1 << 20 };

void
expect (bool condition, const char *text)
{
  if (condition)
    passed++;
  else
    {
      failed++;
      printf ("not so: %s\n", text);
    }
}

bool
says (const char *text)
{
  const bool good = strstr (gr_message (), text) != NULL;
  if (! good)
    printf ("the message is: %s\n", gr_message ());
  return good;
}

void *
need (size_t bytes)
{
  void *p = malloc (bytes ? bytes : 1);
  if (! p)
    {
      fprintf (stderr, "out of memory\n");
      exit (2);
    }
  return p;
}

static gr_record record; /* of the last request that was run */

gr_status
run_request (const gr_request *q, const void *in, void *out, double *index)
{
#ifdef GR_TEST_SIMT
  gr_type out_type;
  gr_status status = gr_result_type (q, &out_type);
  if (status == GR_OK)
    status = gr_run_at_once (device, q, out_type, in, out, index);
#else
  const gr_status status = gr_run (q, in, out, index);
#endif
  record = (gr_record){ 0 };
  gr_last (&record);
  return status;
}

size_t
results_of (const gr_request *q)
{
  return q->inner * q->outer * (gr_operators[q->op].is_scan ? q->len : 1);
}

/* The same for arrays on the device, which start `shift` elements into what is
   allocated, and end where it ends.  */
static gr_status
run_shifted (const gr_request *q, gr_type out_type, const void *in, void *out, double *index, size_t shift)
{
  enum { IN, OUT, INDEX, ARRAYS };
  const size_t sizes[ARRAYS] = { gr_types[q->type].size, gr_types[out_type].size, sizeof *index };
  const size_t counts[ARRAYS] = { q->inner * q->len * q->outer, results_of (q), index ? results_of (q) : 0 };
  gr_buffer *arrays[ARRAYS] = { NULL };
  char *starts[ARRAYS] = { NULL };
  gr_request there = *q;
  gr_status status = GR_OK;
  there.place = GR_ON_DEVICE;
  for (int a = 0; status == GR_OK && a < ARRAYS; a++)
    if (counts[a])
      {
        status = gr_buffer_new ((shift + counts[a]) * sizes[a], &arrays[a]);
        if (status == GR_OK)
          starts[a] = (char *) gr_buffer_describe (arrays[a]).data + shift * sizes[a];
      }
  if (status == GR_OK)
    status = gr_buffer_upload (arrays[IN], shift * sizes[IN], in, counts[IN] * sizes[IN]);
  if (status == GR_OK)
    status = run_request (&there, starts[IN], starts[OUT], (double *) starts[INDEX]);
  if (status == GR_OK)
    status = gr_buffer_download (out, arrays[OUT], shift * sizes[OUT], counts[OUT] * sizes[OUT]);
  if (status == GR_OK && index)
    status = gr_buffer_download (index, arrays[INDEX], shift * sizes[INDEX], counts[INDEX] * sizes[INDEX]);
  for (int a = 0; a < ARRAYS; a++)
    gr_buffer_release (arrays[a]);
  return status;
}

/* Was the last request launched as gr_predict says?  Host code has no launch, and clusters are as many as a device
   runs at a time, on the host executor blocks by themselves.  */
static bool
is_predicted (const gr_request *q, bool indexed)
{
  gr_prediction p;
  if (q->algorithm != GR_ALGORITHM_AUTO || ! strcmp (backend, "cpu"))
    return true;
  if (gr_predict (q, indexed, &p) != GR_OK || p.block != record.block[0])
    return false;
  return p.kernel == GR_AUTO_SCAN_CLUSTER ? record.grid[0] && record.grid[0] <= p.grid : p.grid == record.grid[0];
}

/* In the words of the command line, as far as it has them.  */
void
describe (const gr_request *q)
{
  printf ("%s algorithm=%s block %u op=%s type=%s shape=%zux%zux%zu %s nan %d mean %d ddof %g%s%s%s", backend,
          gr_algorithms[q->algorithm].name, q->block, gr_operators[q->op].name, type_names[q->type], q->inner, q->len,
          q->outer, gr_arithmetics[q->arithmetic], q->nan, q->mean, q->ddof, q->reverse ? " reverse" : "",
          q->exclusive ? " exclusive" : "", q->weights ? " weights" : "");
  if (q->kernel != GR_AUTO_PLANNER)
    printf (" kernel=%s", kernel_names[q->kernel]);
}

expectation *
expectations (const gr_request *q, gr_type out_type, const void *in, size_t *count)
{
  const bool scan = gr_operators[q->op].is_scan;
  const size_t segments = q->inner * q->outer;
  /* a long scan is checked at its ends and at two places in between */
  const size_t places = scan ? (q->len < 6 ? q->len : 6) : 1;
  expectation *const wanted = need (segments * places * sizeof *wanted);
  value *segment = need (q->len * sizeof *segment);
  double *position = need (q->len * sizeof *position);
  *count = 0;
  for (size_t l = 0; l < segments; l++)
    {
      const size_t at = l % q->inner + q->inner * q->len * (l / q->inner);
      for (size_t k = 0; k < q->len; k++)
        {
          position[k] = q->reverse ? q->len - k : k + 1;
          segment[k] = get (q->type, in, at + q->inner * ((size_t) position[k] - 1));
        }
      for (size_t p = 0; p < places; p++)
        {
          const size_t k = ! scan ? 0 : p < 3 || q->len < 6 ? p : p == 3 ? q->len - 1 : bits () % q->len;
          const size_t n = scan ? k + ! q->exclusive : q->len;
          wanted[(*count)++]
            = (expectation){ scan ? at + q->inner * ((size_t) position[k] - 1) : l,
                             scan && n == 0 ? nothing (q) : reference (q, out_type, segment, position, n) };
        }
    }
  free (segment);
  free (position);
  return wanted;
}

/* Does the request's kernel take its shape?  */
static bool
fits (const gr_request *q, bool indexed)
{
  gr_prediction p;
  return q->kernel == GR_AUTO_PLANNER || gr_predict (q, indexed, &p) == GR_OK;
}

bool
agrees (const gr_request *q, gr_type out_type, const void *out, const double *index, const expectation *wanted,
        size_t count)
{
  for (size_t e = 0; e < count; e++)
    {
      const size_t i = wanted[e].place;
      const answer want = wanted[e].want;
      const value got = get (out_type, out, i);
      if (near (got.re, want.v.re, want.tolerance) && near (got.im, want.v.im, want.tolerance)
          && (! index || index[i] == want.index))
        continue;
      describe (q);
      printf (": result %zu is %.17Lg%+.17Lgi, index %g; wanted %.17Lg%+.17Lgi within %Lg, index %g\n", i, got.re,
              got.im, index ? index[i] : 0, want.v.re, want.v.im, want.tolerance, want.index);
      return false;
    }
  return true;
}

void
check (const gr_request *q, gr_type out_type, const void *in, size_t shift, const expectation *wanted, size_t count)
{
  const bool scan = gr_operators[q->op].is_scan, indexed = gr_operators[q->op].options & GR_GIVES_INDEX;
  const size_t results = results_of (q), size = gr_types[out_type].size;
  unsigned char *out = need (results * size);
  unsigned char *alone = need (results * size);
  double *index = indexed ? need (results * sizeof *index) : NULL;
  const unsigned special = gr_algorithms[q->algorithm].kinds;
  const gr_status status = shift ? run_shifted (q, out_type, in, out, index, shift) : run_request (q, in, out, index);
  /* a kernel that was named may take the shape with positions only, or none that begins within a vector */
  const bool twice = ! indexed || fits (q, false);
  bool good = status == GR_OK
           && (! twice
               || (run_request (q, in, alone, NULL) == GR_OK
                   && ((scan && special & GR_REORDERS) || ! memcmp (out, alone, results * size))));
  /* an algorithm that is not ours may refuse all but the plain cases */
  const gr_accumulator accumulator = gr_operators[q->op].accumulator;
  const bool plain = ! gr_types[q->type].is_complex && accumulator != GR_ACCUMULATOR_MOMENTS
                  && (accumulator != GR_ACCUMULATOR_MEAN || (q->nan == GR_NAN_DEFAULT && q->mean == GR_MEAN_ARITHMETIC))
                  && q->arithmetic <= GR_ARITHMETIC_DOUBLE;
  if (status == GR_UNSUPPORTED && shift && q->kernel != GR_AUTO_PLANNER)
    {
      refused++;
      goto done;
    }
  if (status == GR_UNSUPPORTED && special & GR_CUDA_ONLY && ! plain)
    {
      passed++;
      goto done;
    }
  if (! good)
    {
      describe (q);
      printf (": fails, or differs between two runs: %s\n", gr_message ());
    }
  else if (! shift && ! is_predicted (q, indexed && ! twice))
    {
      good = false;
      describe (q);
      printf (": launched with %u blocks of %u threads, not as predicted\n", record.grid[0], record.block[0]);
    }
  good = good && agrees (q, out_type, out, index, wanted, count);
  if (good)
    passed++;
  else
    failed++;
done:
  free (out);
  free (alone);
  free (index);
}

size_t fitting, refused;

/* The planner's choice is checked as such; named, it must not be refused.  Of the others, the one that the request
   names is always checked.  */
void
check_kernels (gr_request q, gr_type out_type, const void *in, size_t shift, const expectation *wanted, size_t count)
{
  const bool indexed = gr_operators[q.op].options & GR_GIVES_INDEX;
  const gr_auto_kernel always = q.kernel;
  gr_prediction planned;
  q.kernel = GR_AUTO_PLANNER;
  if (! is_asked (asked.algorithm, GR_ALGORITHM_AUTO))
    return;
  if (asked.kernel <= GR_AUTO_PLANNER)
    check (&q, out_type, in, shift, wanted, count);
  if (! strcmp (backend, "cpu") || gr_predict (&q, indexed, &planned) != GR_OK || ! planned.grid)
    return;
  for (int kernel = GR_AUTO_PLANNER + 1; kernel < GR_AUTO_COUNT; kernel++)
    {
      const bool chosen = kernel == (int) planned.kernel;
      q.kernel = (gr_auto_kernel) kernel;
      const bool fit = fits (&q, indexed);
      fitting += fit;
      refused += ! fit;
      if (chosen && ! fit)
        {
          describe (&q);
          printf (": the planner's own choice is refused: %s\n", gr_message ());
          failed++;
        }
      /* samples have one in four of those that the planner does not choose */
      const bool wanted_too = kernel == (int) always || share <= 4 || bits () % 4 == 0;
      if (fit && (asked.kernel < 0 ? ! chosen && wanted_too : kernel == asked.kernel))
        check (&q, out_type, in, shift, wanted, count);
    }
}
