/* SPDX-License-Identifier: GPL-3.0-or-later

   Selection by masks on the device, against loops.  */

#include "backend_elements.h"
#include "backend_test.h"

static bool
refuses (gr_status status, const char *text)
{
  const bool good = status == GR_BAD_ARGUMENT && strstr (gr_message (), text);
  if (! good)
    printf ("status %d, the message is: %s\n", (int) status, gr_message ());
  return good;
}

static gr_buffer *
buffer_of (const void *data, size_t bytes)
{
  gr_buffer *buffer = NULL;
  EXPECT (gr_buffer_new (bytes, &buffer) == GR_OK && gr_buffer_upload (buffer, 0, data, bytes) == GR_OK);
  return buffer;
}

static unsigned char *
random_bytes (size_t n)
{
  unsigned char *p = need (n + 1);
  for (size_t i = 0; i < n; i++)
    p[i] = (unsigned char) bits ();
  return p;
}

/* A mask, what it selects, and the same on the device, from element `first` on.  */
typedef struct
{
  size_t count, first, selected;
  unsigned char *mask;
  size_t *places;
  gr_selection *selection;
} subject_mask;

enum { NONE, ALL, RARE, HALF, BURSTS, ENDS, KINDS };

/* Open a selection, and release the mask.  */
static subject_mask
open_mask (size_t count, size_t first, int kind)
{
  subject_mask s = {
    .count = count, .first = first, .mask = random_bytes (first + count), .places = need ((count + 1) * sizeof (size_t))
  };
  for (size_t i = 0; i < first + count; i++)
    {
      const size_t k = i - first;
      const bool is_true[KINDS]
        = { false, true, bits () % 100 == 0, bits () % 2, i / 700 % 2, k == 0 || k + 1 == count };
      s.mask[i] = i < first || is_true[kind];
      if (i >= first && s.mask[i])
        s.places[s.selected++] = k;
    }
  gr_buffer *mask = buffer_of (s.mask, first + count);
  EXPECT (gr_open_selection (mask, first, count, &s.selection) == GR_OK);
  const unsigned char zero = 0;
  EXPECT (gr_buffer_fill (mask, 0, &zero, 1, first + count) == GR_OK);
  gr_buffer_release (mask);
  EXPECT (s.selection && gr_count_selected (s.selection) == s.selected);
  return s;
}

static void
close_mask (subject_mask *s)
{
  gr_close_selection (s->selection);
  free (s->mask);
  free (s->places);
}

static bool
check_select (const subject_mask *s, size_t size, size_t at)
{
  const size_t bytes = (at + s->count) * size, results = (at + s->selected + 1) * size;
  unsigned char *from = random_bytes (bytes), *want = random_bytes (results), *got = need (results);
  gr_buffer *a = buffer_of (from, bytes), *b = buffer_of (want, results);
  for (size_t i = 0; i < s->selected; i++)
    memcpy (want + (at + i) * size, from + (at + s->places[i]) * size, size);
  const bool good = gr_select_elements (s->selection, size, b, at, a, at) == GR_OK
                 && gr_buffer_download (got, b, 0, results) == GR_OK && ! memcmp (got, want, results);
  gr_buffer_release (a);
  gr_buffer_release (b);
  free (from);
  free (want);
  free (got);
  return good;
}

static bool
check_positions (const subject_mask *s, size_t at)
{
  const size_t n = at + s->selected + 1;
  double *want = need (n * sizeof *want), *got = need (n * sizeof *got);
  for (size_t i = 0; i < n; i++)
    want[i] = -1;
  gr_buffer *a = buffer_of (want, n * sizeof *want);
  for (size_t i = 0; i < s->selected; i++)
    want[at + i] = (double) (s->places[i] + 1);
  const bool good = gr_select_positions (s->selection, a, at) == GR_OK
                 && gr_buffer_download (got, a, 0, n * sizeof *got) == GR_OK && ! memcmp (got, want, n * sizeof *got);
  gr_buffer_release (a);
  free (want);
  free (got);
  return good;
}

static bool
check_put (const subject_mask *s, size_t size, size_t at, bool is_scalar)
{
  const size_t bytes = (at + s->count + 1) * size, stored = (at + (is_scalar ? 1 : s->selected)) * size;
  unsigned char *from = random_bytes (stored), *want = random_bytes (bytes), *got = need (bytes);
  gr_buffer *a = buffer_of (from, stored), *b = buffer_of (want, bytes);
  for (size_t i = 0; i < s->selected; i++)
    memcpy (want + (at + s->places[i]) * size, from + (at + (is_scalar ? 0 : i)) * size, size);
  const bool good = gr_put_elements (s->selection, size, b, at, a, at, is_scalar) == GR_OK
                 && gr_buffer_download (got, b, 0, bytes) == GR_OK && ! memcmp (got, want, bytes);
  gr_buffer_release (a);
  gr_buffer_release (b);
  free (from);
  free (want);
  free (got);
  return good;
}

static void
check_masks (void)
{
  static const size_t counts[] = { 0, 1, 15, 16, 17, 4095, 4096, 4097, 8192, 40000, 140001 };
  for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
    for (int kind = 0; kind < KINDS; kind++)
      for (size_t first = 0; first < 4; first += 3)
        {
          subject_mask s = open_mask (counts[c], first, kind);
          bool good = s.selection && check_positions (&s, first);
          for (size_t size = 1; good && size <= 16; size *= 2)
            good = check_select (&s, size, first) && check_put (&s, size, first, false)
                && check_put (&s, size, first, true);
          if (! good)
            printf ("a mask of %zu elements of kind %d from %zu on: %s\n", counts[c], kind, first, gr_message ());
          EXPECT (good);
          close_mask (&s);
        }
}

static void
check_refusals (void)
{
  enum { N = 20 };
  gr_selection *none = NULL;
  subject_mask s = open_mask (N, 0, ALL);
  const unsigned char bytes[2 * N] = { 1 };
  gr_buffer *a = buffer_of (bytes, N), *b = buffer_of (bytes, sizeof bytes);
  EXPECT (refuses (gr_open_selection (NULL, 0, 1, &none), "the buffer is missing") && ! none);
  EXPECT (refuses (gr_open_selection (a, 1, N, &none),
                   "20 elements of 1 bytes from number 1 on end beyond the mask of 20 bytes"));
  EXPECT (refuses (gr_select_elements (s.selection, 3, b, 0, a, 0), "there are no elements of 3 bytes"));
  EXPECT (refuses (gr_select_elements (s.selection, 0, b, 0, a, 0), "sizes are 1, 2, 4, 8 and 16"));
  EXPECT (refuses (gr_select_elements (s.selection, 1, b, N + 1, a, 0), "beyond the buffer of selected elements"));
  EXPECT (refuses (gr_select_elements (s.selection, 1, b, 0, a, 1), "beyond the buffer to select from"));
  EXPECT (refuses (gr_select_elements (s.selection, 1, b, 0, b, N - 1), "overlap"));
  EXPECT (gr_select_elements (s.selection, 1, b, 0, b, N) == GR_OK);
  EXPECT (refuses (gr_select_positions (s.selection, b, 0), "beyond the buffer of positions of 40 bytes"));
  EXPECT (refuses (gr_put_elements (s.selection, 2, b, 0, a, 0, false), "beyond the buffer of elements to put"));
  EXPECT (refuses (gr_put_elements (s.selection, 2, a, 0, b, 0, false), "beyond the buffer to put into"));
  EXPECT (refuses (gr_put_elements (s.selection, 1, b, 0, b, 0, true), "overlap"));
  EXPECT (refuses (gr_put_elements (s.selection, 5, b, 0, b, 0, true), "there are no elements of 5 bytes"));
  EXPECT (refuses (gr_put_elements (s.selection, 1, NULL, 0, a, 0, true), "the buffer is missing"));
  gr_close_selection (NULL);
  gr_buffer_release (a);
  gr_buffer_release (b);
  EXPECT (gr_reset () == GR_OK);
  a = buffer_of (bytes, N);
  b = buffer_of (bytes, sizeof bytes);
  EXPECT (refuses (gr_select_elements (s.selection, 1, b, 0, a, 0), "no memory since gr_reset"));
  gr_buffer_release (a);
  gr_buffer_release (b);
  close_mask (&s);
}

/* Open a selection and use it.  */
static gr_status
use_selection (gr_buffer *mask, size_t count, gr_buffer *a, gr_buffer *b)
{
  gr_selection *s = NULL;
  gr_status status = gr_open_selection (mask, 0, count, &s);
  if (status == GR_OK)
    status = gr_select_elements (s, 8, b, 0, a, 0);
  if (status == GR_OK)
    status = gr_put_elements (s, 8, a, 0, b, 0, false);
  if (status == GR_OK)
    status = gr_select_positions (s, b, 0);
  if (status == GR_OK)
    status = gr_wait ();
  gr_close_selection (s);
  return status;
}

/* Every call of a kind fails in turn, and leaves nothing behind.  */
static void
check_faults (void)
{
  enum { N = 10000, MOST = 100 };
  double *x = need (N * sizeof *x);
  unsigned char mask[N];
  memset (mask, 1, N);
  for (size_t i = 0; i < N; i++)
    x[i] = 7;
  gr_buffer *m = buffer_of (mask, N), *a = buffer_of (x, N * sizeof *x), *b = buffer_of (x, N * sizeof *x);
  for (gr_fault kind = GR_FAULT_MEMORY; kind <= GR_FAULT_LATE; kind++)
    {
      const gr_status want = kind == GR_FAULT_MEMORY ? GR_OUT_OF_MEMORY : GR_CUDA_ERROR;
      gr_status status = want;
      unsigned nth = 0;
      bool good = true;
      while (good && status == want && nth++ < MOST)
        {
          gr_plant_fault (kind, nth);
          status = use_selection (m, N, a, b);
          gr_plant_fault (GR_FAULT_NONE, 0);
          good = gr_live_allocations () == 3 && gr_wait () == GR_OK;
        }
      EXPECT (good && status == GR_OK && (nth > 1 || (! strcmp (backend, "cpu") && kind >= GR_FAULT_LAUNCH)));
      EXPECT (gr_buffer_download (x, b, 0, N * sizeof *x) == GR_OK && x[0] == 1 && x[N - 1] == N);
    }
  gr_buffer_release (m);
  gr_buffer_release (a);
  gr_buffer_release (b);
  free (x);
}

/* The last record stays, and a queued one is finished.  */
static void
check_record (void)
{
  const double x[4] = { 1, 2, 3, 4 };
  const unsigned char mask[4] = { 1, 0, 1, 1 };
  gr_buffer *a = buffer_of (x, sizeof x), *m = buffer_of (mask, sizeof mask);
  gr_selection *s = NULL;
  gr_record record;
  const gr_request q = { .op = GR_SUM, .inner = 1, .len = 4, .outer = 1, .place = GR_ON_DEVICE, .queue = true };
  gr_time_small_calls (true);
  EXPECT (gr_run (&q, gr_buffer_describe (a).data, gr_buffer_describe (a).data, NULL) == GR_OK);
  EXPECT (gr_open_selection (m, 0, sizeof mask, &s) == GR_OK && gr_count_selected (s) == 3);
  EXPECT (gr_last (&record) && record.op == GR_SUM && record.seconds_kernels > 0);
  gr_time_small_calls (false);
  gr_close_selection (s);
  gr_buffer_release (a);
  gr_buffer_release (m);
}

void
check_selections (void)
{
  check_masks ();
  check_refusals ();
  check_faults ();
  check_record ();
  EXPECT (gr_live_allocations () == 0);
}
