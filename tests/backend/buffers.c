/* SPDX-License-Identifier: GPL-3.0-or-later

   Buffers, the memory that the library keeps, queued calls, and calls that fail.  */

#define _GNU_SOURCE

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backend_test.h"

bool
counts_are (size_t buffers, size_t bytes, size_t blocks)
{
  size_t b = 0, n = 0;
  gr_live_buffers (&b, &n);
  return b == buffers && n == bytes && gr_live_allocations () == blocks;
}

gr_buffer *
counting_buffer (size_t count)
{
  gr_buffer *buffer = NULL;
  double *x = need (count * sizeof *x);
  for (size_t i = 0; i < count; i++)
    x[i] = (double) (i + 1);
  EXPECT (gr_buffer_new (count * sizeof *x, &buffer) == GR_OK
          && gr_buffer_upload (buffer, 0, x, count * sizeof *x) == GR_OK);
  free (x);
  return buffer;
}

/* ---- buffers ---- */

static void
check_owners (void)
{
  gr_buffer *a = NULL, *empty = NULL;
  void *data = NULL;
  EXPECT (gr_buffer_new (1000, &a) == GR_OK && gr_buffer_new (0, &empty) == GR_OK && counts_are (2, 1000, 2));
  const gr_buffer_info info = gr_buffer_describe (a);
  EXPECT (info.bytes == 1000 && ! strcmp (info.backend, backend) && info.device == device->current_device ()
          && (uintptr_t) info.data % GR_BUFFER_ALIGNMENT == 0);
  EXPECT (gr_buffer_data (a, &data) == GR_OK && data == info.data);
  EXPECT (gr_buffer_retain (a) == a);
  gr_buffer_release (a);
  EXPECT (counts_are (2, 1000, 2) && gr_buffer_data (a, &data) == GR_OK);
  gr_buffer_release (a);
  gr_buffer_release (empty);
  gr_buffer_release (NULL);
  EXPECT (counts_are (0, 0, 0));
  REFUSES (gr_buffer_data (NULL, &data), "the buffer is missing");
  EXPECT (gr_buffer_new ((size_t) PTRDIFF_MAX, &a) == GR_OUT_OF_MEMORY && ! a && counts_are (0, 0, 0));
}

/* Many buffers, released in another order; each is found by its addresses.  */
static void
check_list (void)
{
  enum { MANY = 300 };
  gr_buffer *buffers[MANY];
  bool good = true;
  for (size_t i = 0; i < MANY; i++)
    good = good && gr_buffer_new (8 * (i + 1), &buffers[i]) == GR_OK;
  for (size_t round = 0; round < 2; round++)
    for (size_t i = round; i < MANY; i += 2)
      {
        const double x = (double) i;
        double sum = 0;
        gr_request q = { .op = GR_SUM, .inner = 1, .len = 1, .outer = 1, .place = GR_ON_DEVICE };
        double *in = gr_buffer_describe (buffers[i]).data;
        good = good && gr_buffer_upload (buffers[i], 8 * i, &x, 8) == GR_OK;
        if (! i || i % 16 == 1)
          good = good && gr_run (&q, in + i, in, NULL) == GR_OK && gr_buffer_download (&sum, buffers[i], 0, 8) == GR_OK
              && sum == x;
        gr_buffer_release (buffers[i]);
      }
  EXPECT (good);
  EXPECT (counts_are (0, 0, 0));
}

static void
check_copies (void)
{
  enum { N = 1000 };
  double x[N];
  gr_buffer *a = counting_buffer (N), *b = NULL;
  EXPECT (gr_buffer_new (N * sizeof *x, &b) == GR_OK);
  EXPECT (gr_buffer_copy (b, 8, a, 0, (N - 1) * 8) == GR_OK && gr_buffer_copy (b, 0, a, 8, 8) == GR_OK);
  EXPECT (gr_buffer_download (x, b, 0, sizeof x) == GR_OK && x[0] == 2 && x[1] == 1 && x[N - 1] == N - 1);
  EXPECT (gr_buffer_copy (a, 0, a, N * 4, N * 4) == GR_OK && gr_buffer_download (x, a, 0, 8) == GR_OK
          && x[0] == N / 2 + 1);
  REFUSES (gr_buffer_copy (a, 0, a, 8, 16), "overlaps itself");
  EXPECT (gr_buffer_copy (a, 0, a, 0, 0) == GR_OK && gr_buffer_copy (a, 8, a, 0, 8) == GR_OK);
  REFUSES (gr_buffer_copy (a, 8, b, 0, sizeof x), "8000 bytes from byte 8 on end beyond the buffer to copy to of 8000");
  REFUSES (gr_buffer_copy (a, 0, b, 8, sizeof x), "the buffer to copy from");
  REFUSES (gr_buffer_copy (NULL, 0, b, 0, 8), "the buffer to copy to is missing");
  REFUSES (gr_buffer_upload (a, sizeof x + 1, x, 0), "beyond the buffer");
  REFUSES (gr_buffer_upload (a, 1, x, SIZE_MAX), "beyond the buffer");
  REFUSES (gr_buffer_download (x, a, sizeof x, 1), "1 bytes from byte 8000 on");
  EXPECT (gr_buffer_download (NULL, a, sizeof x, 0) == GR_OK && gr_buffer_upload (a, 0, NULL, 0) == GR_OK);
  gr_buffer_release (a);
  gr_buffer_release (b);
}

static void
check_fills (void)
{
  enum { BYTES = 3 << 17 };
  unsigned char *got = need (BYTES), *want = need (BYTES);
  unsigned char element[16];
  gr_buffer *a = NULL;
  EXPECT (gr_buffer_new (BYTES, &a) == GR_OK);
  for (int i = 0; i < 16; i++)
    element[i] = (unsigned char) (17 * i + 3);
  for (size_t size = 1; size <= 16; size *= 2)
    for (size_t count = 0; count <= 1024; count = count < 3 ? count + 1 : 32 * count - 32)
      {
        const size_t at = 3 * size, n = size * count;
        memset (want, 9, BYTES);
        for (size_t i = 0; i < n; i++)
          want[at + i] = element[i % size];
        const unsigned char nine = 9;
        EXPECT (gr_buffer_fill (a, 0, &nine, 1, BYTES) == GR_OK && gr_buffer_fill (a, at, element, size, count) == GR_OK
                && gr_buffer_download (got, a, 0, BYTES) == GR_OK && ! memcmp (got, want, BYTES));
      }
  const size_t whole = BYTES / 8;
  EXPECT (gr_buffer_fill (a, 0, element, 8, whole) == GR_OK && gr_buffer_download (got, a, 0, BYTES) == GR_OK
          && ! memcmp (got, element, 8) && ! memcmp (got + BYTES - 8, element, 8));
  REFUSES (gr_buffer_fill (a, 0, element, 3, 1), "elements of 3 bytes do not fill a buffer");
  REFUSES (gr_buffer_fill (a, 0, element, 0, 1), "sizes are 1, 2, 4, 8 and 16");
  REFUSES (gr_buffer_fill (a, 0, element, 32, 1), "sizes are 1, 2, 4, 8 and 16");
  REFUSES (gr_buffer_fill (a, 4, element, 8, 1), "do not begin at byte 4");
  REFUSES (gr_buffer_fill (a, 8, element, 8, whole), "end beyond the buffer");
  REFUSES (gr_buffer_fill (a, 0, element, 16, SIZE_MAX / 4), "end beyond the buffer");
  gr_buffer_release (a);
  free (got);
  free (want);
}

/* Requests take addresses within buffers of the selected device only.  */
static void
check_addresses (void)
{
  enum { N = 100 };
  double on_host[N] = { 0 };
  gr_buffer *a = counting_buffer (N), *b = counting_buffer (N), *index = counting_buffer (N / 2);
  double *in = gr_buffer_describe (a).data, *out = gr_buffer_describe (b).data, *at = gr_buffer_describe (index).data;
  gr_request q = { .op = GR_CUMMAX, .inner = 1, .len = N, .outer = 1, .place = GR_ON_DEVICE };
  double seconds;
  EXPECT (gr_run (&q, in, out, NULL) == GR_OK);
  REFUSES (gr_run (&q, on_host, out, NULL), "the input is in no buffer");
  REFUSES (gr_run (&q, in, NULL, NULL), "the output is in no buffer");
  REFUSES (gr_run (&q, in + 1, out, NULL), "the input ends 8 bytes beyond its buffer");
  REFUSES (gr_run (&q, in, out, at), "the index ends 400 bytes beyond its buffer");
  REFUSES (gr_measure (&q, in, out + 2, NULL, 1, &seconds), "the output ends 16 bytes beyond its buffer");
  q.len = 0;
  EXPECT (gr_run (&q, NULL, NULL, NULL) == GR_OK);
  q.len = N;
  gr_buffer_release (b);
  REFUSES (gr_run (&q, in, out, NULL), "the output is in no buffer");
  gr_buffer_release (a);
  gr_buffer_release (index);
  EXPECT (counts_are (0, 0, 0));
}

/* A buffer of another backend is refused, and can be released.  */
static void
check_elsewhere (void)
{
  const gr_backend *const other = strcmp (backend, "cpu") ? &gr_backend_cpu : NULL;
  if (! other)
    return;
  gr_buffer *a = counting_buffer (10), *b = NULL;
  void *data;
  char text[128];
  snprintf (text, sizeof text, "the buffer is on the backend \"%s\", and \"cpu\" is selected", backend);
  gr_use_backend (other);
  REFUSES (gr_buffer_data (a, &data), text);
  const gr_request q = { .op = GR_SUM, .inner = 1, .len = 10, .outer = 1, .place = GR_ON_DEVICE };
  b = counting_buffer (10);
  REFUSES (gr_run (&q, gr_buffer_describe (a).data, gr_buffer_describe (b).data, NULL), "the input is on the backend");
  REFUSES (gr_buffer_copy (b, 0, a, 0, 8), "the buffer to copy from is on the backend");
  gr_buffer_release (a);
  EXPECT (counts_are (1, 80, 1));
  gr_use_backend (device);
  REFUSES (gr_buffer_download (text, b, 0, 8), "is on the backend \"cpu\"");
  gr_buffer_release (b);
  EXPECT (counts_are (0, 0, 0));
}

static void
check_reset (void)
{
  enum { N = 5000 };
  gr_buffer *a = counting_buffer (N), *b = gr_buffer_retain (a), *c = counting_buffer (3);
  void *data = gr_buffer_describe (a).data;
  double x = 1;
  gr_request q = { .op = GR_CUMSUM, .inner = 1, .len = N, .outer = 1, .place = GR_ON_DEVICE, .queue = true };
  gr_time_small_calls (true);
  EXPECT (gr_run (&q, data, data, NULL) == GR_OK);
  gr_time_small_calls (false);
  EXPECT (gr_reset () == GR_OK && counts_are (2, 0, 0));
  EXPECT (! gr_buffer_describe (a).data && gr_buffer_describe (a).bytes == N * sizeof x);
  REFUSES (gr_buffer_data (a, &data), "no memory since gr_reset");
  REFUSES (gr_buffer_upload (c, 0, &x, 8), "no memory since gr_reset");
  gr_record record;
  EXPECT (gr_last (&record) && record.op == GR_CUMSUM && record.seconds_kernels > 0);
  gr_buffer *d = counting_buffer (N);
  gr_buffer_release (a);
  gr_buffer_release (b);
  EXPECT (counts_are (2, N * sizeof x, 1));
  q.op = GR_SUM;
  EXPECT (gr_run (&q, gr_buffer_describe (d).data, gr_buffer_describe (d).data, NULL) == GR_OK
          && gr_buffer_download (&x, d, 0, 8) == GR_OK && x == N * (N + 1.0) / 2);
  gr_buffer_release (c);
  gr_buffer_release (d);
  EXPECT (counts_are (0, 0, 0));
}

/* ---- what is kept ---- */

static void
run_from_host (size_t n, gr_operator op)
{
  double *x = need (n * sizeof *x), *y = need (n * sizeof *y);
  for (size_t i = 0; i < n; i++)
    x[i] = 1;
  const gr_request q = { .op = op, .inner = 1, .len = n, .outer = 1 };
  EXPECT (gr_run (&q, x, y, NULL) == GR_OK);
  free (x);
  free (y);
}

static void
check_memory (void)
{
  gr_device before, d;
  EXPECT (gr_trim () == GR_OK && gr_describe_device (&before) == GR_OK && before.cached_bytes == 0);
  gr_buffer *a = counting_buffer (1 << 17);
  EXPECT (gr_describe_device (&d) == GR_OK);
  EXPECT (d.used_bytes - before.used_bytes >= 1 << 20 && d.used_bytes - before.used_bytes < 1 << 22);
  gr_buffer_release (a);
  EXPECT (gr_wait () == GR_OK && gr_trim () == GR_OK && gr_describe_device (&d) == GR_OK && d.cached_bytes == 0
          && d.used_bytes <= before.used_bytes);
  if (strcmp (backend, "cuda"))
    return;
  enum { LARGE = 1 << 25, CALLS = 16, BLOCK = 32 << 20 };
  gr_force_transfers (&never_streamed); /* both arrays are on the device */
  run_from_host (LARGE, GR_CUMSUM);
  gr_force_transfers (NULL);
  EXPECT (gr_describe_device (&d) == GR_OK && d.cached_bytes >= 2 * LARGE * sizeof (double)
          && d.cached_bytes <= 2 * LARGE * sizeof (double) + 2 * BLOCK);
  for (int i = 0; i < CALLS; i++)
    run_from_host (1000, GR_CUMSUM);
  EXPECT (gr_describe_device (&d) == GR_OK && d.cached_bytes <= BLOCK);
  EXPECT (gr_trim () == GR_OK && gr_describe_device (&d) == GR_OK && d.cached_bytes == 0);
}

/* Fill a buffer of a device, release it and have another one.  It has what was put there last, and the memory of the
   other one where that is wanted.  */
static void
check_used_again (size_t bytes, size_t others_bytes, bool is_wanted)
{
  unsigned char byte = 1, other = 2, found = 0;
  gr_buffer *a = NULL, *b = NULL;
  EXPECT (gr_buffer_new (bytes, &a) == GR_OK && gr_buffer_fill (a, 0, &byte, 1, bytes) == GR_OK);
  const void *const data = gr_buffer_describe (a).data;
  gr_buffer_release (a);
  EXPECT (gr_buffer_new (others_bytes, &b) == GR_OK && gr_buffer_fill (b, 0, &other, 1, others_bytes) == GR_OK);
  EXPECT (! is_wanted || gr_buffer_describe (b).data == data);
  EXPECT (gr_buffer_download (&found, b, others_bytes - 1, 1) == GR_OK && found == other);
  gr_buffer_release (b);
}

/* Have many buffers, release them, and see how many bytes of them are kept.  */
static void
check_kept (unsigned count, size_t bytes, size_t kept)
{
  gr_buffer **const b = need (count * sizeof *b);
  gr_device before, d;
  EXPECT (gr_trim () == GR_OK && gr_describe_device (&before) == GR_OK && before.cached_bytes == 0);
  for (unsigned i = 0; i < count; i++)
    EXPECT (gr_buffer_new (bytes, &b[i]) == GR_OK);
  EXPECT (gr_describe_device (&d) == GR_OK && d.used_bytes >= before.used_bytes + count * bytes);
  for (unsigned i = 0; i < count; i++)
    gr_buffer_release (b[i]);
  EXPECT (gr_wait () == GR_OK && gr_describe_device (&d) == GR_OK);
  /* a device's pool keeps more, and knows only later what is free */
  if (strcmp (backend, "simt"))
    EXPECT (d.cached_bytes >= kept);
  else
    EXPECT (d.cached_bytes == kept && d.used_bytes == before.used_bytes);
  free (b);
}

/* Small blocks are kept by size, at most 64 of a size and 32 MiB in all, until memory is short or trimmed.  */
static void
check_free_blocks (void)
{
  enum { LARGEST = 1 << 20 };
  gr_device d;
  gr_buffer *b = NULL;
  if (! strcmp (backend, "cpu"))
    return;
  check_used_again (1000, 1000, true);
  check_used_again (513, 1024, true);
  check_used_again (1, 512, true);
  check_used_again (100000, 114688, true);
  check_used_again (LARGEST - 1, LARGEST, true);
  check_used_again (1024, 513, true);
  check_used_again (1024, 1025, false);
  check_used_again (LARGEST + 1, LARGEST, false);
  check_kept (1, 1000, 1024);
  check_kept (100, 100, 64 * 512);
  check_kept (100, LARGEST, 32 << 20);
  check_kept (3, 4 * LARGEST, 0);
  /* a fault is met before the lists */
  check_kept (2, 1000, 2048);
  gr_plant_fault (GR_FAULT_MEMORY, 1);
  EXPECT (gr_buffer_new (1000, &b) == GR_OUT_OF_MEMORY && ! b);
  gr_plant_fault (GR_FAULT_NONE, 0);
  check_kept (2, 1000, 2048);
  EXPECT (gr_buffer_new ((size_t) PTRDIFF_MAX, &b) == GR_OUT_OF_MEMORY && gr_describe_device (&d) == GR_OK
          && d.cached_bytes == 0);
  check_kept (2, 1000, 2048);
  EXPECT (gr_reset () == GR_OK && gr_describe_device (&d) == GR_OK && d.cached_bytes == 0);
  EXPECT (counts_are (0, 0, 0));
}

/* Another process can have half of the device while this one, which has used more of it, is idle.  */
static void
check_room_for_others (void)
{
  char *const arguments[] = { (char[]){ "backend_test" }, (char[]){ TAKE_HALF }, NULL };
  gr_device d;
  gr_buffer *large = NULL;
  pid_t child;
  int status = -1;
  if (strcmp (backend, "cuda"))
    return;
  EXPECT (gr_describe_device (&d) == GR_OK && gr_buffer_new (d.free_bytes / 5 * 4, &large) == GR_OK);
  gr_buffer_release (large);
  run_from_host (1 << 25, GR_CUMSUM);
  EXPECT (posix_spawn (&child, "/proc/self/exe", NULL, NULL, arguments, environ) == 0
          && waitpid (child, &status, 0) == child && WIFEXITED (status) && WEXITSTATUS (status) == 0);
}

int
take_half (void)
{
  gr_device d;
  gr_buffer *half = NULL;
  const bool good = gr_select_backend ("cuda") == GR_OK && gr_describe_device (&d) == GR_OK
                 && gr_buffer_new (d.total_bytes / 2, &half) == GR_OK;
  if (! good)
    fprintf (stderr, "half of the device: %s\n", gr_message ());
  gr_buffer_release (half);
  return ! good;
}

/* ---- queued calls ---- */

static void
check_queue (void)
{
  enum { N = 3000, CALLS = 10 };
  double *weights = need (N * sizeof *weights), x = 0;
  gr_buffer *a = counting_buffer (N), *b = counting_buffer (N);
  void *in = gr_buffer_describe (a).data, *out = gr_buffer_describe (b).data;
  gr_request q = { .op = GR_CUMSUM, .inner = 1, .len = N, .outer = 1, .place = GR_ON_DEVICE, .queue = true };
  gr_record record;
  gr_time_small_calls (true);
  EXPECT (gr_run (&q, in, out, NULL) == GR_OK && gr_last (&record) && record.seconds_kernels > 0);
  EXPECT (gr_last (&record) && record.seconds_kernels > 0 && record.op == GR_CUMSUM);
  /* a call that fails leaves the record */
  const gr_request bad = { .op = GR_SUM, .inner = 1, .len = 3, .outer = 1, .reverse = true };
  EXPECT (gr_run (&q, in, out, NULL) == GR_OK && gr_run (&bad, in, out, NULL) != GR_OK && gr_last (&record)
          && record.op == GR_CUMSUM && record.seconds_kernels > 0);
  gr_plant_fault (GR_FAULT_LAUNCH, 1);
  q.op = GR_SUM;
  if (strcmp (backend, "cpu"))
    EXPECT (gr_run (&q, in, out, NULL) == GR_CUDA_ERROR && gr_last (&record) && record.op == GR_CUMSUM
            && record.seconds_kernels > 0);
  gr_plant_fault (GR_FAULT_NONE, 0);
  EXPECT (gr_buffer_download (&x, b, (N - 1) * sizeof x, sizeof x) == GR_OK && x == N * (N + 1.0) / 2);

  /* weights are read before the call returns */
  for (size_t i = 0; i < N; i++)
    weights[i] = i < 2;
  q.op = GR_VAR;
  q.weights = weights;
  EXPECT (gr_run (&q, in, out, NULL) == GR_OK);
  memset (weights, 0, N * sizeof *weights);
  EXPECT (gr_wait () == GR_OK && gr_buffer_download (&x, b, 0, sizeof x) == GR_OK && x == 0.25);
  q.weights = NULL;

  if (strcmp (backend, "cpu"))
    {
      q.op = GR_SUM;
      EXPECT (gr_run (&q, in, out, NULL) == GR_OK);
      q.op = GR_MAX;
      q.type = GR_TYPE_C32;
      EXPECT (gr_run (&q, in, out, NULL) == GR_OK);
      gr_plant_fault (GR_FAULT_LATE, 1);
      EXPECT (gr_wait () == GR_CUDA_ERROR
              && says ("; queued since the last wait: sum of 1 x 3000 x 1 double, max of 1 x 3000 x 1 complex single"));
      EXPECT (gr_wait () == GR_OK);
      q.op = GR_SUM;
      q.type = GR_TYPE_F64;
      for (int i = 0; i < CALLS; i++)
        EXPECT (gr_run (&q, in, out, NULL) == GR_OK);
      gr_plant_fault (GR_FAULT_LATE, 1);
      EXPECT (gr_buffer_download (&x, b, 0, sizeof x) == GR_CUDA_ERROR && says (", and 2 more"));
      gr_plant_fault (GR_FAULT_LATE, 1);
      EXPECT (gr_last (&record) && isnan (record.seconds_kernels) && says ("kernel failed"));
      EXPECT (gr_wait () == GR_OK);
      gr_plant_fault (GR_FAULT_COPY, 1);
      EXPECT (gr_buffer_download (&x, b, 0, sizeof x) == GR_CUDA_ERROR && ! strstr (gr_message (), "queued"));
      EXPECT (gr_run (&q, in, out, NULL) == GR_OK && gr_buffer_download (&x, b, 0, sizeof x) == GR_OK
              && x == N * (N + 1.0) / 2);
    }
  gr_time_small_calls (false);
  gr_buffer_release (a);
  gr_buffer_release (b);
  free (weights);
  EXPECT (counts_are (0, 0, 0));
}

/* Does the last record say that its call was timed?  */
static bool
is_timed (gr_operator op, bool timed)
{
  gr_record record;
  return gr_last (&record) && record.op == op && record.untimed == ! timed && (record.seconds_kernels > 0) == timed
      && isnan (record.seconds_kernels) == ! timed;
}

/* The same of accumulations, whose record is that of all pieces.  */
static void
check_times_of_pieces (const gr_request *whole, const void *data, bool timed)
{
  gr_accumulation *a = NULL;
  gr_request q = *whole;
  double sum = 0;
  q.op = GR_SUM;
  EXPECT (gr_open (&q, false, &a) == GR_OK);
  EXPECT (gr_feed (a, GR_ON_DEVICE, data, 10, NULL, NULL) == GR_OK);
  EXPECT (gr_feed (a, GR_ON_DEVICE, (const double *) data + 10, q.len - 10, NULL, NULL) == GR_OK);
  EXPECT (gr_finish (a, GR_ON_HOST, &sum, NULL) == GR_OK && is_timed (GR_SUM, timed));
  gr_close (a);
}

/* Queued calls on less than 4 MiB have no times, unless these were asked for.  All others have.  */
static void
check_small_times (void)
{
  enum { SMALL = 1000, LARGE = 1 << 18 };
  const bool is_cpu = ! strcmp (backend, "cpu");
  gr_buffer *a = counting_buffer (LARGE);
  void *data = gr_buffer_describe (a).data;
  gr_request q = { .op = GR_CUMSUM, .inner = 1, .len = SMALL, .outer = 1, .place = GR_ON_DEVICE, .queue = true };
  double sum = 0;
  EXPECT (gr_run (&q, data, data, NULL) == GR_OK && is_timed (GR_CUMSUM, is_cpu) && is_timed (GR_CUMSUM, is_cpu));
  check_times_of_pieces (&q, data, is_cpu);
  q.queue = false;
  check_times_of_pieces (&q, data, true);
  EXPECT (gr_run (&q, data, data, NULL) == GR_OK && is_timed (GR_CUMSUM, true));
  q.queue = true;
  q.len = LARGE;
  EXPECT (gr_run (&q, data, data, NULL) == GR_OK && is_timed (GR_CUMSUM, true));
  q.len = LARGE - 1;
  EXPECT (gr_run (&q, data, data, NULL) == GR_OK && is_timed (GR_CUMSUM, is_cpu));
  /* the times of the last call stay its own */
  q.len = LARGE;
  EXPECT (gr_run (&q, data, data, NULL) == GR_OK);
  q.op = GR_SUM;
  EXPECT (gr_run (&q, data, data, NULL) == GR_OK && is_timed (GR_SUM, is_cpu));
  q.len = SMALL;
  gr_time_small_calls (true);
  EXPECT (gr_run (&q, data, data, NULL) == GR_OK && is_timed (GR_SUM, true));
  gr_time_small_calls (false);
  EXPECT (is_timed (GR_SUM, true));
  EXPECT (gr_run (&q, data, data, NULL) == GR_OK && is_timed (GR_SUM, is_cpu));
  /* a measurement has its times, and so have calls on the host's arrays */
  EXPECT (gr_measure (&q, data, data, NULL, 2, (double[2]){ 0 }) == GR_OK && is_timed (GR_SUM, true));
  const gr_request host = { .op = GR_SUM, .inner = 1, .len = 2, .outer = 1, .algorithm = GR_ALGORITHM_SERIAL };
  EXPECT (gr_run (&host, (double[2]){ 3, 4 }, &sum, NULL) == GR_OK && sum == 7 && is_timed (GR_SUM, true));
  gr_buffer_release (a);
  EXPECT (counts_are (0, 0, 0));
}

/* ---- calls that fail ---- */

/* Upload, run and download, or run on host arrays; the result's last element.  */
static gr_status
one_call (gr_request q, const double *x, double *y, bool buffers)
{
  const size_t bytes = q.len * sizeof *x, results = results_of (&q) * sizeof *y;
  gr_buffer *a = NULL, *b = NULL;
  if (! buffers)
    return gr_run (&q, x, y, NULL);
  q.place = GR_ON_DEVICE;
  gr_status status = gr_buffer_new (bytes, &a);
  if (status == GR_OK)
    status = gr_buffer_new (bytes, &b);
  if (status == GR_OK)
    status = gr_buffer_upload (a, 0, x, bytes);
  if (status == GR_OK)
    status = gr_run (&q, gr_buffer_describe (a).data, gr_buffer_describe (b).data, NULL);
  if (status == GR_OK)
    status = gr_buffer_download (y, b, 0, results);
  gr_buffer_release (a);
  gr_buffer_release (b);
  return status;
}

/* Every call of a kind fails in turn, and leaves the library as it was.  cold: the device is opened by the call.  */
static void
check_faults (gr_request q, gr_fault kind, bool buffers, bool cold)
{
  enum { MOST = 200 };
  const size_t n = q.len;
  double *x = need (n * sizeof *x), *y = need (n * sizeof *y);
  const gr_status want = kind == GR_FAULT_MEMORY ? GR_OUT_OF_MEMORY : GR_CUDA_ERROR;
  gr_status status = want;
  unsigned nth = 0;
  bool good = true;
  for (size_t i = 0; i < n; i++)
    x[i] = 1;
  while (good && status == want && ++nth < MOST)
    {
      if (cold)
        EXPECT (gr_reset () == GR_OK);
      gr_plant_fault (kind, nth);
      status = one_call (q, x, y, buffers);
      gr_plant_fault (GR_FAULT_NONE, 0);
      const size_t last = results_of (&q) - 1;
      good = (status == want && counts_are (0, 0, 0)) || (status == GR_OK && y[last] == (double) n);
      if (status != GR_OK)
        {
          memset (y, 0, n * sizeof *y);
          good = good && one_call (q, x, y, buffers) == GR_OK && y[last] == (double) n;
        }
    }
  good = good && status == GR_OK && counts_are (0, 0, 0);
  if (! good)
    {
      describe (&q);
      printf (": fault %d, call %u, %s: status %d, %s\n", (int) kind, nth, buffers ? "buffers" : "host arrays",
              (int) status, gr_message ());
    }
  EXPECT (good);
  free (x);
  free (y);
}

void
check_buffers (void)
{
  static const gr_operator ops[] = { GR_SUM, GR_CUMSUM };
  static const size_t lengths[] = { 1, 40000, 600000 };
  check_owners ();
  check_list ();
  check_copies ();
  check_fills ();
  check_addresses ();
  check_elsewhere ();
  check_reset ();
  check_views ();
  check_memory ();
  check_free_blocks ();
  check_room_for_others ();
  check_queue ();
  check_small_times ();
  for (size_t o = 0; o < sizeof ops / sizeof *ops; o++)
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
      /* the longest takes the sanitized executor minutes */
      for (int kind = GR_FAULT_MEMORY; kind <= GR_FAULT_LATE && (share <= 20 || lengths[l] < 1 << 18); kind++)
        for (int way = 0; way < 4; way++)
          check_faults ((gr_request){ .op = ops[o], .inner = 1, .len = lengths[l], .outer = 1 }, (gr_fault) kind,
                        way & 1, way & 2);
}
