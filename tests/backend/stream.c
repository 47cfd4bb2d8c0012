/* SPDX-License-Identifier: GPL-3.0-or-later

   Arrays on the host that are streamed, by transfers cut so finely that small arrays have many pieces: against the same
   calls in one piece, and what failures and interrupts leave behind.  */

#include "backend_test.h"
#include "library/library.h"

#include <stdint.h>

/* Pieces of a few elements, of some rows, and of about a slab; one of the ring at a time, and several.  Numbers of
   devices are tried on no piece, one, and more.  */
static const gr_transfer_sizes fine[]
  = { { 3, 2, 64, 64, 100, 1, 1, 128, 1, true, 1, 256, 200, 1024, 0, 2, 1 << 20, 1 },
      { 1, 1, 1000, 1, 5, 1, SIZE_MAX, 64, SIZE_MAX, true, 1, 1000, 1000, 1000, 0, 1, 1 << 20, 0 },
      { 8, 4, 4096, 512, 1 << 16, 2, 1000, 8192, 3000, true, 1, 4096, 6000, 40000, 0, 4, 1 << 20, 1 },
      { 2, 3, 1 << 16, 4096, 1 << 12, 3, 1, 1 << 17, 1 << 16, false, 1, 1 << 16, 1 << 16, 1 << 20, 0, 3, 1 << 20, 2 } };
enum { FINE = sizeof fine / sizeof *fine, MOST_PIECES = 400 };

/* ---- results ---- */

/* Does the header promise the bits of the whole array?  */
static bool
promises_bits (const subject *s, const gr_transfer_sizes *sizes)
{
  const bool scan = gr_operators[s->q.op].is_scan;
  const size_t size = gr_types[s->q.type].size;
  gr_prediction p;
  if (is_exact (s))
    return true;
  if (gr_predict (&s->q, s->indexed, &p) != GR_OK)
    return false;
  if (scan && (s->q.len > 1 << 16 || p.kernel == GR_AUTO_SCAN_ROWS || p.kernel == GR_AUTO_SCAN_CLUSTER))
    return false;
  const size_t beside = scan ? gr_types[s->out_type].size + (s->indexed ? sizeof (double) : 0) : 0;
  return s->slab * size <= (scan ? sizes->piece : sizes->piece_alone)
      || s->slab * (size + beside) <= sizes->largest_piece
      || (! scan && p.chunks > 1 && ! p.whole && p.chunk * s->q.inner * size <= sizes->largest_piece);
}

/* Most devices that are tried at a time.  */
static int
most_devices (void)
{
  enum { MOST = 3 };
  const int count = device->device_count ();
  return count < MOST ? count : MOST;
}

/* Select this number of them, from the last one down, so that the first one's work shows where another's should be.  */
static gr_status
use_devices (int count)
{
  int index[64];
  for (int k = 0; k < count; k++)
    index[k] = count - k;
  return gr_use_devices (index, count);
}

/* The first device is to be current afterwards, however the calls end.  The first of several may try numbers of devices
   that the others use.  */
static gr_status
run_streamed (const subject *s, const gr_transfer_sizes *sizes, int devices, unsigned calls, feeding *f)
{
  gr_status status = begin_feeding (s, GR_ON_HOST, 0, f);
  gr_force_transfers (sizes);
  if (status == GR_OK)
    status = use_devices (devices);
  const int first = status == GR_OK ? devices : 1;
  while (status == GR_OK && calls--)
    status = gr_run (&s->q, s->in, f->out_there, f->index_there);
  EXPECT (device->current_device () == first);
  gr_plant_fault (GR_FAULT_NONE, 0);
  EXPECT (use_devices (1) == GR_OK);
  gr_force_transfers (&never_streamed);
  return end_feeding (f, status);
}

static void
free_results (feeding *f)
{
  free (f->out_there);
  free (f->index_there);
}

/* May an element be relative to another one than on one device?  */
static bool
has_moving_origins (const subject *s)
{
  bool has_nan = s->q.weights != NULL;
  for (size_t i = 0; ! has_nan && i < s->elements; i++)
    {
      const value v = get (s->q.type, s->in, i);
      has_nan = isnan (v.re) || isnan (v.im);
    }
  return has_nan && gr_operators[s->q.op].accumulator == GR_ACCUMULATOR_MOMENTS;
}

/* Have several devices found the bits of one?  */
static bool
same_bits (const subject *s, const feeding *one, const feeding *several)
{
  subject by_one = *s;
  by_one.out = one->out_there;
  by_one.index = one->index_there;
  return same_results (&by_one, several, ! has_moving_origins (s) || is_exact (s));
}

static void
check_sizes (const subject *s, const gr_transfer_sizes *sizes)
{
  feeding one, several;
  const int most = most_devices ();
  const gr_status status = run_streamed (s, sizes, 1, 1, &one);
  if (! is_right (s, &one, status, promises_bits (s, sizes)))
    printf ("  streamed by pieces of %zu bytes%s\n", sizes->piece, s->indexed ? ", positions" : "");
  if (status == GR_OK && most > 1)
    {
      const int count = 2 + (int) (bits () % (unsigned) (most - 1));
      const unsigned calls = 1 + bits () % 2;
      const bool good = run_streamed (s, sizes, count, calls, &several) == GR_OK && same_bits (s, &one, &several);
      passed += good;
      failed += ! good;
      if (! good)
        {
          describe (&s->q);
          printf (": %d devices, call %u, by pieces of %zu bytes%s, differ from one: %s\n", count, calls, sizes->piece,
                  s->indexed ? ", positions" : "", gr_message ());
        }
      free_results (&several);
    }
  free_results (&one);
}

static void
check_streamed (const gr_request *q, const void *in)
{
  const size_t n = q->inner * q->len * q->outer;
  const bool best = gr_operators[q->op].options & GR_GIVES_INDEX;
  if (! n || bits () % sampled (share > 8 ? share / 8 : share, n))
    return;
  for (int indexed = 0; indexed <= best; indexed++)
    {
      subject s;
      if (! begin_subject (q, indexed, in, &s))
        continue;
      for (int k = 0; k < FINE; k++)
        if (n * gr_types[q->type].size / fine[k].piece < MOST_PIECES)
          check_sizes (&s, &fine[k]);
      end_subject (&s);
    }
}

void
check_shape_streamed (size_t inner, size_t len, size_t outer)
{
  if (! device->with_copies || ! is_asked (asked.algorithm, GR_ALGORITHM_AUTO) || asked.kernel > GR_AUTO_PLANNER)
    return;
  gr_force_transfers (&never_streamed);
  each_request (inner, len, outer, check_streamed);
  gr_force_transfers (NULL);
}

/* ---- transfers ---- */

/* Copies of all lengths about those of chunks, there and back.  */
static void
check_transfers (void)
{
  enum { MOST = 300000 };
  static const size_t lengths[] = { 65537, 65599, 65600, 65601, 66000, 131071, 131072, 131073, 262147, 299999 };
  static const size_t chunks[] = { 64, 4096, 65536, 1 << 20 };
  unsigned char *const from = need (MOST + 64), *const to = need (MOST + 64);
  gr_buffer *buffer = NULL;
  for (size_t i = 0; i < MOST + 64; i++)
    from[i] = (unsigned char) bits ();
  EXPECT (gr_buffer_new (MOST, &buffer) == GR_OK);
  for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
    for (size_t c = 0; c < sizeof chunks / sizeof *chunks; c++)
      {
        gr_transfer_sizes sizes = never_streamed;
        const size_t shift = bits () % 64;
        sizes.threads = 1 + bits () % 8;
        sizes.chunk = chunks[c];
        sizes.least_chunk = bits () % 2 ? chunks[c] : 64;
        sizes.large = bits () % 2 ? SIZE_MAX : 1;
        sizes.large_up = bits () % 2 ? SIZE_MAX : 1;
        sizes.chunk_up = 2 * chunks[c];
        sizes.slots = 1 + bits () % 4;
        sizes.parts = 1 + bits () % 3;
        sizes.share = 1 + bits () % MOST;
        gr_force_transfers (&sizes);
        memset (to, 0, MOST + 64);
        EXPECT (gr_buffer_upload (buffer, 0, from + shift, lengths[l]) == GR_OK
                && gr_buffer_download (to + shift, buffer, 0, lengths[l]) == GR_OK);
        EXPECT (! memcmp (to + shift, from + shift, lengths[l]) && (shift == 0 || ! to[shift - 1])
                && ! to[shift + lengths[l]]);
      }
  gr_force_transfers (NULL);
  gr_buffer_release (buffer);
  free (from);
  free (to);
}

/* Results that overwrite the elements, of which pieces have been copied by then.  */
static void
check_in_place (void)
{
  enum { N = 5000 };
  const gr_request q = { .op = GR_CUMSUM, .inner = 1, .len = N, .outer = 1 };
  double *const x = need (N * sizeof *x);
  for (int k = 0; k < FINE; k++)
    {
      for (int reverse = 0; reverse < 2; reverse++)
        {
          gr_request turned = q;
          bool good = true;
          turned.reverse = reverse;
          for (size_t i = 0; i < N; i++)
            x[i] = 1;
          gr_force_transfers (&fine[k]);
          EXPECT (gr_run (&turned, x, x, NULL) == GR_OK);
          for (size_t i = 0; i < N; i++)
            good = good && x[i] == (double) (reverse ? N - i : i + 1);
          EXPECT (good);
        }
    }
  gr_force_transfers (NULL);
  free (x);
}

/* ---- failures ---- */

static gr_status
stream_finely (const subject *s, gr_place place, feeding *f)
{
  (void) place; /* what is streamed is on the host */
  return run_streamed (s, &fine[0], 1, 1, f);
}

static gr_status
stream_to_several (const subject *s, gr_place place, feeding *f)
{
  (void) place;
  return run_streamed (s, &fine[0], most_devices (), 2, f);
}

static void
check_failures (course run, gr_operator op, size_t inner, size_t len, bool indexed)
{
  const gr_request q = { .op = op, .type = GR_TYPE_I32, .inner = inner, .len = len, .outer = 1 };
  enum { MOST = 10000 };
  void *in = telling_array (&q);
  subject s;
  gr_force_transfers (&never_streamed);
  if (begin_subject (&q, indexed, in, &s))
    {
      for (int fault = GR_FAULT_NONE; fault <= GR_FAULT_LATE; fault++)
        {
          unsigned n = 1;
          while (n < MOST && fails_as_it_should (&s, GR_ON_HOST, run, (gr_fault) fault, n))
            n += fault ? 1 : 1 + n / 8;
          EXPECT (n > 1 && n < MOST);
        }
      end_subject (&s);
    }
  gr_force_transfers (NULL);
  free (in);
}

/* ---- several devices ---- */

/* What lives where, how many devices calls use, and what ends a selection.  */
static void
check_selected_devices (void)
{
  enum { N = 1000 };
  const gr_request q = { .op = GR_SUM, .type = GR_TYPE_I32, .inner = 1, .len = N, .outer = 1 };
  const int wrong[] = { 1, device->device_count () + 1 };
  int32_t x[N], index[3] = { 0 }, count = 0;
  double sum = 0;
  gr_record record;
  gr_buffer *buffer = NULL;
  gr_transfer_sizes untried = fine[0];
  untried.trial = 0;
  for (int i = 0; i < N; i++)
    x[i] = i;
  EXPECT (use_devices (2) == GR_OK && gr_selected_devices (index, 3, &count) == GR_OK && count == 2 && index[0] == 2
          && index[1] == 1 && index[2] == 0);
  EXPECT (gr_buffer_new (8, &buffer) == GR_OK && gr_buffer_describe (buffer).device == 2);
  gr_force_transfers (&untried);
  EXPECT (gr_run (&q, x, &sum, NULL) == GR_OK && sum == N * (N - 1) / 2 && gr_last (&record) && record.devices == 2);
  gr_force_transfers (&never_streamed);
  EXPECT (gr_run (&q, x, &sum, NULL) == GR_OK && sum == N * (N - 1) / 2 && gr_last (&record) && record.devices == 1);
  EXPECT (gr_wait () == GR_OK && gr_trim () == GR_OK && device->current_device () == 2);
  EXPECT (gr_reset () == GR_OK && ! gr_buffer_describe (buffer).data && device->current_device () == 2);
  EXPECT (gr_use_devices (wrong, 2) != GR_OK && device->current_device () == 2);
  EXPECT (gr_use_devices (wrong, 1) == GR_OK && gr_selected_devices (index, 3, &count) == GR_OK && count == 1
          && index[0] == 1);
  gr_force_transfers (&fine[0]);
  EXPECT (gr_run (&q, x, &sum, NULL) == GR_OK && gr_last (&record) && record.devices == 1);
  gr_force_transfers (NULL);
  gr_buffer_release (buffer);
  EXPECT (gr_live_allocations () == 0);
}

/* Numbers of devices are tried in the first array that is long enough, apart for reductions and scans, and what is
   found lasts until others are selected.  */
static void
check_tried_devices (void)
{
  enum { N = 2000, CALLS = 6 };
  const gr_request sum = { .op = GR_SUM, .type = GR_TYPE_I32, .inner = 1, .len = N, .outer = 1 };
  gr_request few = sum, scan = sum;
  int32_t x[N + 1];
  double result = 0, scanned[N];
  gr_record record;
  few.op = GR_MAX;
  few.len = 100; /* two pieces */
  scan.op = GR_CUMSUM;
  for (int i = 0; i < N; i++)
    x[i] = i;
  EXPECT (use_devices (2) == GR_OK);
  gr_force_transfers (&fine[0]);
  for (unsigned k = 0; k < CALLS; k++)
    {
      EXPECT (gr_run (&few, x, x + N, NULL) == GR_OK && x[N] == 99 && gr_last (&record) && record.devices == 2);
      EXPECT (*gr_enough_devices (false) == 0);
    }
  for (unsigned k = 0, enough = 0; k < CALLS; k++)
    {
      EXPECT (gr_run (&sum, x, &result, NULL) == GR_OK && result == N * (N - 1) / 2 && gr_last (&record));
      EXPECT (record.devices == *gr_enough_devices (false) && (record.devices == enough || ! k));
      EXPECT (record.devices == 1 || record.devices == 2);
      EXPECT (device->current_device () == 2);
      enough = record.devices;
    }
  EXPECT (*gr_enough_devices (true) == 0);
  EXPECT (gr_run (&scan, x, scanned, NULL) == GR_OK && scanned[N - 1] == N * (N - 1) / 2 && gr_last (&record));
  EXPECT (record.devices == *gr_enough_devices (true) && record.devices);
  for (unsigned enough = 1; enough <= 2; enough++)
    {
      *gr_enough_devices (false) = enough;
      EXPECT (gr_run (&sum, x, &result, NULL) == GR_OK && result == N * (N - 1) / 2 && gr_last (&record));
      EXPECT (record.devices == enough && *gr_enough_devices (false) == enough);
    }
  EXPECT (use_devices (2) == GR_OK && *gr_enough_devices (false) == 0 && *gr_enough_devices (true) == 0);
  EXPECT (use_devices (1) == GR_OK);
  gr_force_transfers (NULL);
}

/* The record has the number that was chosen also where the trial has taken all pieces.  */
static void
check_record_of_trial (void)
{
  enum { N = 250, CALLS = 50 }; /* five pieces, all of which are tried */
  const gr_request q = { .op = GR_MAX, .type = GR_TYPE_I32, .inner = 1, .len = N, .outer = 1 };
  int32_t x[N], most = 0;
  gr_record record;
  for (int32_t i = 0; i < N; i++)
    x[i] = i;
  gr_force_transfers (&fine[0]);
  for (int k = 0; k < CALLS; k++)
    {
      EXPECT (use_devices (2) == GR_OK && gr_run (&q, x, &most, NULL) == GR_OK && most == N - 1 && gr_last (&record));
      EXPECT (*gr_enough_devices (false) && record.devices == *gr_enough_devices (false));
    }
  EXPECT (use_devices (1) == GR_OK);
  gr_force_transfers (NULL);
}

/* Moments with weights are relative to other elements on other devices, so all of these are used, and two calls give
   the same bits.  */
static void
check_weighted_twice (void)
{
  enum { INNER = 33, LEN = 1203, OUTER = 2, N = INNER * LEN * OUTER, TRIES = 10 };
  double *const x = need (N * sizeof *x), weights[LEN], result[2][INNER * OUTER];
  const gr_request q = { .op = GR_VAR, .inner = INNER, .len = LEN, .outer = OUTER, .ddof = 1, .weights = weights };
  gr_transfer_sizes sizes = fine[FINE - 1];
  gr_record record;
  sizes.trial = 1;
  gr_force_transfers (&sizes);
  for (int k = 0; k < TRIES; k++)
    {
      for (size_t i = 0; i < N; i++)
        x[i] = 1 + (double) uniform () / 1000;
      for (size_t i = 0; i < LEN; i++)
        weights[i] = 1 + (double) uniform () / 2;
      EXPECT (use_devices (most_devices ()) == GR_OK);
      for (unsigned call = 0; call < 2; call++)
        {
          *gr_enough_devices (false) = call;
          EXPECT (gr_run (&q, x, result[call], NULL) == GR_OK && gr_last (&record));
          EXPECT (record.devices == (unsigned) most_devices ());
        }
      EXPECT (! memcmp (result[0], result[1], sizeof result[0]));
    }
  EXPECT (use_devices (1) == GR_OK);
  gr_force_transfers (NULL);
  free (x);
}

/* Arrays of which no order of the elements gives the same bits, so large that totals of chunks are kept, rows are
   longer than pieces, or states go from device to device.  */
static void
check_turns (void)
{
  static const size_t shapes[][3] = { { 1, 20001, 2 }, { 33, 1203, 2 }, { 700, 40, 2 } };
  static const gr_operator operators[] = { GR_SUM, GR_PROD, GR_MEAN, GR_VAR, GR_MAX, GR_CUMSUM, GR_CUMMAX };
  gr_force_transfers (&never_streamed);
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
    for (size_t o = 0; o < sizeof operators / sizeof *operators; o++)
      {
        const gr_request q
          = { .op = operators[o], .inner = shapes[i][0], .len = shapes[i][1], .outer = shapes[i][2], .ddof = 1 };
        const size_t n = q.inner * q.len * q.outer;
        double *const x = need (n * sizeof *x);
        subject s;
        for (size_t k = 0; k < n; k++)
          x[k] = 1 + (double) uniform () / 1000;
        if (begin_subject (&q, gr_operators[q.op].options & GR_GIVES_INDEX, x, &s))
          {
            for (int k = FINE - 2; k < FINE; k++)
              check_sizes (&s, &fine[k]);
            end_subject (&s);
          }
        free (x);
      }
  gr_force_transfers (NULL);
}

/* ---- memory ---- */

/* An array that the device has no room for, several times, by tuned transfers.  */
static void
check_larger_than_device (void)
{
  enum { N = 1 << 28, ROOM = 400 << 20, CALLS = 4 };
  const gr_request q = { .op = GR_CUMMAX, .type = GR_TYPE_I32, .inner = 1, .len = N, .outer = 1 };
  int32_t *const in = need (N * sizeof *in), *const out = need (N * sizeof *out);
  gr_buffer *others = NULL;
  gr_device d;
  size_t taken = 0;
  for (int32_t i = 0; i < N; i++)
    in[i] = i;
  EXPECT (gr_trim () == GR_OK && gr_describe_device (&d) == GR_OK
          && gr_buffer_new (d.free_bytes - ROOM, &others) == GR_OK);
  gr_force_transfers (&never_streamed);
  EXPECT (gr_run (&q, in, out, NULL) == GR_OUT_OF_MEMORY);
  gr_force_transfers (NULL);
  for (int call = 0; call < CALLS; call++)
    {
      memset (out, 0, N * sizeof *out);
      EXPECT (gr_run (&q, in, out, NULL) == GR_OK && ! memcmp (in, out, N * sizeof *out));
      EXPECT (gr_describe_device (&d) == GR_OK && (! call || d.used_bytes + d.cached_bytes <= taken));
      taken = d.used_bytes + d.cached_bytes;
    }
  gr_buffer_release (others);
  EXPECT (gr_trim () == GR_OK);
  free (in);
  free (out);
}

void
check_streams (void)
{
  static const size_t shapes[][3]
    = { { 1, 1, 1 },   { 1, 63, 1 },    { 1, 64, 1 },   { 1, 65, 1 },    { 1, 127, 3 },  { 1, 128, 2 },  { 1, 129, 2 },
        { 1, 257, 5 }, { 3, 5, 4 },     { 5, 33, 2 },   { 33, 9, 2 },    { 1, 9, 50 },   { 1, 1031, 1 }, { 2, 2003, 1 },
        { 300, 7, 2 }, { 33, 1200, 1 }, { 1100, 5, 2 }, { 1, 33001, 1 }, { 5000, 3, 2 }, { 1, 8191, 2 } };
  const size_t allocations = gr_live_allocations ();
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
    check_shape_streamed (shapes[i][0], shapes[i][1], shapes[i][2]);
  EXPECT (gr_live_allocations () == allocations);
}

void
check_stream_failures (void)
{
  if (! device->with_copies)
    return;
  check_transfers ();
  check_in_place ();
  check_failures (stream_finely, GR_SUM, 3, 150, false);
  check_failures (stream_finely, GR_CUMSUM, 1, 500, false);
  check_failures (stream_finely, GR_CUMMAX, 3, 100, true);
  if (most_devices () > 1)
    {
      check_selected_devices ();
      check_tried_devices ();
      check_record_of_trial ();
      check_weighted_twice ();
      check_turns ();
      check_failures (stream_to_several, GR_SUM, 3, 150, false);
      check_failures (stream_to_several, GR_SUM, 60, 7, false);
      check_failures (stream_to_several, GR_CUMMAX, 1, 300, true);
      check_failures (stream_to_several, GR_CUMSUM, 100, 5, false);
    }
  if (! strcmp (backend, "cuda"))
    check_larger_than_device ();
}
