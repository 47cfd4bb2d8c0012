/* SPDX-License-Identifier: GPL-3.0-or-later

   The library's other calls: limits, interrupts, the backend's description, measurements, predictions.  */

#include "backend_test.h"

/* A limit would be none if a way left something out.  */
void
check_limits (void)
{
  static const size_t loads[] = { 1, 3, 511, 2049, 40000 };
  for (size_t s = 0; s < sizeof loads / sizeof *loads; s++)
    for (int way = 0; way < device->limit_ways; way++)
      {
        const size_t bytes = 16 * loads[s];
        uint64_t *host = need (bytes), *back = need (bytes);
        void *from = NULL, *to = NULL;
        double seconds = -1;
        for (size_t i = 0; i < bytes / sizeof *host; i++)
          host[i] = bits ();
        bool good = device->malloc (bytes, &from) == GR_OK && device->malloc (bytes, &to) == GR_OK
                 && device->upload (from, host, bytes) == GR_OK && device->flush (to, bytes) == GR_OK
                 && device->limit (GR_LIMIT_COPY, way, from, to, bytes, &seconds) == GR_OK && seconds > 0
                 && device->download (back, to, bytes) == GR_OK && ! memcmp (back, host, bytes);
        seconds = -1;
        good = good && device->limit (GR_LIMIT_READ, way, from, from, bytes, &seconds) == GR_OK && seconds > 0
            && device->download (back, from, bytes) == GR_OK && ! memcmp (back, host, bytes);
        device->free (from, device->current_device ());
        device->free (to, device->current_device ());
        free (host);
        free (back);
        if (! good)
          printf ("%s: limit, way %d, %zu bytes: %s\n", backend, way, bytes, gr_message ());
        EXPECT (good);
      }
}

static unsigned polls;
static bool
interrupt (void)
{
  return ++polls > 0;
}
static bool
interrupt_third (void)
{
  return ++polls > 2;
}

/* A call of n elements that pending ends leaks nothing.  */
static void
check_interrupt (gr_request q, size_t n, bool (*pending) (void), const char *text)
{
  double *x = need (n * sizeof *x);
  for (size_t i = 0; i < n; i++)
    x[i] = 1;
  q.inner = q.outer = 1;
  q.len = n;
  polls = 0;
  gr_set_interrupt (pending);
  EXPECT (run_request (&q, x, x, NULL) == GR_INTERRUPTED && polls > 0);
  EXPECT (strstr (gr_message (), text));
  gr_set_interrupt (NULL);
  EXPECT (gr_live_allocations () == 0);
  EXPECT (run_request (&q, x, x, NULL) == GR_OK);
  free (x);
}

#ifdef GR_TEST_SIMT

void
check_backend (void)
{
  const gr_request q = { .op = GR_CUMSUM, .algorithm = GR_ALGORITHM_KOGGE };
  check_interrupt (q, 1 << 13, interrupt_third, "interrupted during a kernel"); /* its transfers do not ask */
  /* during the transfer, if its first thread gets a chunk */
  check_interrupt (q, 1 << 20, interrupt, "interrupted during a");
}

#else

static void
check_selections_of_devices (void)
{
  const int beyond[] = { 1, gr_device_count () + 1 }, twice[] = { 1, 1 };
  int index = -1, count = 0;
  REFUSES (gr_select_devices (NULL, 0), "no device is named");
  REFUSES (gr_select_devices (beyond, 2), "does not exist");
  if (gr_device_count ())
    REFUSES (gr_select_devices (twice, 2), "device 1 is named twice");
  EXPECT (gr_selected_devices (&index, 1, &count) == GR_OK && count == 1 && index == ! strcmp (backend, "cuda"));
}

/* What only a selectable backend has: a description.  */
void
check_backend (void)
{
  gr_device device;
  EXPECT (gr_describe_device (&device) == GR_OK && *device.name && device.multiprocessors > 0
          && device.total_bytes >= device.free_bytes && device.free_bytes > 0);
  gr_queue queue;
  EXPECT (gr_describe_queue (&queue) == GR_OK && gr_wait () == GR_OK);
  if (strcmp (backend, "cuda"))
    EXPECT (! queue.stream && ! *queue.pci);
  else
    EXPECT (queue.stream && strchr (queue.pci, ':'));
  EXPECT (gr_select_device (gr_device_count () + 1) == GR_BAD_ARGUMENT);
  check_selections_of_devices ();
  check_interrupt ((gr_request){ .op = GR_CUMSUM }, 1 << 22, interrupt, "interrupted");
  if (! strcmp (backend, "cpu"))
    check_interrupt ((gr_request){ .op = GR_CUMSUM, .algorithm = GR_ALGORITHM_KOGGE }, 1 << 13, interrupt_third,
                     "interrupted during a kernel");
  for (int a = 0; a < GR_ALGORITHM_COUNT && ! strcmp (backend, "cpu"); a++)
    if (gr_algorithms[a].kinds & GR_CUDA_ONLY)
      {
        const double one = 1;
        double sum;
        const gr_request named = { .op = GR_SUM, .algorithm = (gr_algorithm) a, .inner = 1, .len = 1, .outer = 1 };
        EXPECT (gr_run (&named, &one, &sum, NULL) == GR_UNSUPPORTED
                && strstr (gr_message (), "runs on a CUDA device only; the backend is \"cpu\""));
      }

  enum { LONG = 1 << 22 }; /* more than a transfer's chunk */
  double *x = need (LONG * sizeof *x), *y = need (LONG * sizeof *y);
  for (size_t i = 0; i < LONG; i++)
    x[i] = 1;
  const gr_request q = { .op = GR_CUMSUM, .inner = 1, .len = LONG, .outer = 1 };
  gr_set_interrupt (interrupt);
  EXPECT (gr_measure (&q, x, y, NULL, 1, y) == GR_INTERRUPTED);
  EXPECT (gr_measure_limit (GR_LIMIT_COPY, 1000, 1, y) == GR_INTERRUPTED);
  gr_set_interrupt (NULL);

  /* a measurement gives the result and as many times as were asked for */
  enum { TIMES = 3 };
  double seconds[TIMES + 1] = { 0, 0, 0, -1 };
  for (int place = GR_ON_HOST; place <= GR_ON_DEVICE; place++)
    {
      gr_request m = q;
      gr_buffer *buffers[2] = { NULL };
      void *in = x, *out = y;
      m.place = (gr_place) place;
      if (place == GR_ON_DEVICE)
        EXPECT (gr_buffer_new (LONG * sizeof *x, &buffers[0]) == GR_OK
                && gr_buffer_new (LONG * sizeof *x, &buffers[1]) == GR_OK && gr_buffer_data (buffers[0], &in) == GR_OK
                && gr_buffer_data (buffers[1], &out) == GR_OK
                && gr_buffer_upload (buffers[0], 0, x, LONG * sizeof *x) == GR_OK);
      memset (y, 0, LONG * sizeof *y);
      EXPECT (gr_measure (&m, in, out, NULL, TIMES, seconds) == GR_OK);
      if (place == GR_ON_DEVICE)
        {
          EXPECT (gr_buffer_download (y, buffers[1], 0, LONG * sizeof *y) == GR_OK);
          gr_buffer_release (buffers[0]);
          gr_buffer_release (buffers[1]);
        }
      EXPECT (y[0] == 1 && y[LONG - 1] == LONG);
      for (int i = 0; i < TIMES; i++)
        EXPECT (seconds[i] > 0);
      EXPECT (seconds[TIMES] == -1);
      memset (seconds, 0, TIMES * sizeof *seconds);
    }
  const double best[] = { 3, 7, 5 };
  double most = 0, where = 0;
  const gr_request indexed = { .op = GR_MAX, .inner = 1, .len = 3, .outer = 1 };
  EXPECT (gr_measure (&indexed, best, &most, &where, 1, seconds) == GR_OK && most == 7 && where == 2);
  EXPECT (gr_measure (&indexed, best, &most, NULL, 0, NULL) == GR_OK && most == 7);
  const gr_request refused = { .op = GR_SUM, .inner = 1, .len = 3, .outer = 1, .reverse = true };
  EXPECT (gr_measure (&refused, best, &most, NULL, 1, seconds) == GR_UNSUPPORTED);
  for (int which = 0; which < GR_LIMIT_COUNT; which++)
    {
      EXPECT (gr_measure_limit ((gr_limit) which, 1000001, TIMES, seconds) == GR_OK);
      EXPECT (0 < seconds[0] && seconds[0] <= seconds[1] && seconds[1] <= seconds[2] && seconds[TIMES] == -1);
    }
  EXPECT (gr_measure_limit (GR_LIMIT_READ, 0, 1, seconds) == GR_BAD_ARGUMENT);
  EXPECT (gr_measure_limit (GR_LIMIT_READ, 1, 0, seconds) == GR_BAD_ARGUMENT);
  EXPECT (gr_measure_limit (GR_LIMIT_READ, PTRDIFF_MAX / 2, 1, seconds) == GR_OUT_OF_MEMORY);
  EXPECT (gr_live_allocations () == 0);
  free (x);
  free (y);
}

/* What is counted of one warp's sum, what is refused, and an interrupt.  */
void
check_explain (void)
{
  gr_kernel_counts rows[GR_MAX_KERNELS];
  int n = 0;
  EXPECT (gr_explain (GR_SUM, GR_ALGORITHM_SHUFFLE, 64, 32, rows, &n) == GR_OK && n == 1);
  EXPECT (! strcmp (rows[0].kernel, "gr_shared_kernel") && rows[0].launches == 1 && rows[0].grid[0] == 1
          && rows[0].block[0] == 32);
  EXPECT (rows[0].load_bytes == 64 * 8 && rows[0].load_sectors == 64 / 4 && rows[0].store_sectors == 1
          && rows[0].barriers == 2 && rows[0].bank_conflicts == 0);
  EXPECT (gr_explain (GR_MAX, GR_ALGORITHM_AUTO, 10, 0, rows, &n) == GR_UNSUPPORTED
          && strstr (gr_message (), "not a max of 10"));
  EXPECT (gr_explain (GR_SUM, GR_ALGORITHM_AUTO, 0, 0, rows, &n) == GR_UNSUPPORTED);
  EXPECT (gr_explain (GR_SUM, GR_ALGORITHM_KOGGE, 10, 0, rows, &n) == GR_UNSUPPORTED
          && strstr (gr_message (), "\"kogge\" is for scans"));
  EXPECT (gr_explain (GR_CUMSUM, GR_ALGORITHM_KOGGE, 10, 31, rows, &n) == GR_BAD_ARGUMENT);
  EXPECT (gr_explain (GR_CUMSUM, GR_ALGORITHM_KOGGE, SIZE_MAX / 2, 32, rows, &n) == GR_BAD_ARGUMENT);
  EXPECT (gr_explain (GR_CUMSUM, GR_ALGORITHM_KOGGE, (size_t) 1 << 50, 32, rows, &n) == GR_OUT_OF_MEMORY);
  polls = 0;
  gr_set_interrupt (interrupt_third);
  EXPECT (gr_explain (GR_CUMSUM, GR_ALGORITHM_KOGGE, 1 << 17, 0, rows, &n) == GR_INTERRUPTED);
  gr_set_interrupt (NULL);
  EXPECT (gr_live_allocations () == 0);
}

/* What is predicted of a maximum with its position, and what is refused.  */
void
check_predict (void)
{
  gr_request q = { .op = GR_MAX, .inner = 1, .len = 100, .outer = 800 };
  gr_prediction p;
  EXPECT (gr_predict (&q, true, &p) == GR_OK && p.grid && p.chunk * p.chunks >= 100
          && p.bytes == 8.0 * 800 * (100 + 2));
  q.kernel = GR_AUTO_REDUCE_SHORT;
  EXPECT (gr_predict (&q, true, &p) == GR_OK && p.kernel == GR_AUTO_REDUCE_SHORT && p.block == 256 && p.segments == 40
          && p.grid == 20 && p.chunk == 100 && p.chunks == 1 && p.workspace == 0 && p.bytes == 8.0 * 800 * (100 + 2));
  q.kernel = GR_AUTO_SCAN_ROWS;
  EXPECT (gr_predict (&q, true, &p) == GR_UNSUPPORTED && strstr (gr_message (), "gr_scan_rows_kernel"));
  q.kernel = GR_AUTO_PLANNER;
  q.algorithm = GR_ALGORITHM_SHUFFLE;
  EXPECT (gr_predict (&q, true, &p) == GR_UNSUPPORTED && strstr (gr_message (), "only that of \"auto\""));
  q = (gr_request){ .op = GR_SUM, .inner = 1, .len = 1000, .outer = 80 };
  EXPECT (gr_predict (&q, true, &p) == GR_UNSUPPORTED && strstr (gr_message (), "sum gives no index"));
  q = (gr_request){ .op = GR_CUMSUM, .type = GR_TYPE_I8, .inner = 2, .len = (size_t) 1 << 48, .outer = 1 };
  EXPECT (gr_predict (&q, false, &p) == GR_UNSUPPORTED && strstr (gr_message (), "a grid has at most 2147483647"));
  EXPECT (gr_live_allocations () == 0);
}

#endif
