/* SPDX-License-Identifier: GPL-3.0-or-later

   Views: buffers whose memory is a part of another one's.  */

#include "backend_test.h"
#include "views.h"

/* Has a buffer the doubles first, first + 1, ...?  */
static bool
counts_from (const gr_buffer *buffer, double first, size_t count)
{
  double *x = need (count * sizeof *x);
  bool good = gr_buffer_download (x, buffer, 0, count * sizeof *x) == GR_OK;
  for (size_t i = 0; i < count; i++)
    good = good && x[i] == first + (double) i;
  free (x);
  return good;
}

static const char *
place_of (const gr_buffer *buffer)
{
  return gr_buffer_describe (buffer).data;
}

/* Where views are, what moves them, and who is left with which memory.  */
static void
check_places_of_views (void)
{
  enum { N = 1000, D = sizeof (double) };
  const double x = -1;
  gr_buffer *a = counting_buffer (N), *b = NULL, *c = NULL, *d = NULL;
  EXPECT (gr_buffer_view (a, D, (N - 1) * D, &b) == GR_OK && place_of (b) == place_of (a) + D);
  EXPECT (gr_buffer_view (b, 3 * D, 20 * D, &c) == GR_OK && place_of (c) == place_of (a) + 4 * D);
  EXPECT (gr_buffer_describe (c).bytes == 20 * D && counts_are (3, N * D, 1));
  REFUSES (gr_buffer_view (b, 0, N * D, &d), "end beyond the buffer");
  REFUSES (gr_buffer_view (b, 0, 0, &d), "no view of no bytes");
  REFUSES (gr_buffer_view (NULL, 0, 1, &d), "the buffer is missing");
  REFUSES (gr_buffer_upload (c, 20 * D, &x, D), "end beyond the buffer");
  EXPECT (gr_buffer_align (a) == GR_OK && gr_buffer_align (c) == GR_OK && place_of (c) == place_of (a) + 4 * D);
  EXPECT (gr_buffer_align (b) == GR_OK && counts_are (3, (2 * N - 1) * D, 2)
          && (uintptr_t) place_of (b) % GR_BUFFER_ALIGNMENT == 0 && counts_from (b, 2, N - 1));
  EXPECT (gr_buffer_own (a) == GR_OK && counts_are (3, (2 * N + 19) * D, 3));
  EXPECT (gr_buffer_upload (a, 4 * D, &x, D) == GR_OK && counts_from (c, 5, 20) && counts_from (b, 2, N - 1));
  gr_buffer_release (c);
  EXPECT (gr_buffer_view (b, 2 * D, 2 * D, &c) == GR_OK && gr_buffer_view (b, 0, D, &d) == GR_OK);
  gr_buffer_release (b);
  EXPECT (counts_are (4, (2 * N - 1) * D, 2) && counts_from (c, 4, 2));
  EXPECT (gr_buffer_own (c) == GR_OK && gr_buffer_own (d) == GR_OK && counts_are (3, (N + 3) * D, 3));
  EXPECT (counts_from (c, 4, 2) && counts_from (d, 2, 1));
  gr_buffer_release (a);
  gr_buffer_release (c);
  gr_buffer_release (d);
  EXPECT (counts_are (0, 0, 0));
}

/* Small views do not keep a large buffer, and large ones do until they are gone, or a reset takes it.  */
static void
check_kept_views (void)
{
  enum { N = 10000, D = sizeof (double) };
  gr_buffer *a = counting_buffer (N), *b = NULL, *c = NULL;
  EXPECT (gr_buffer_view (a, D, N * D / 2, &b) == GR_OK && gr_buffer_view (a, 7 * D, 3 * D, &c) == GR_OK);
  gr_buffer_release (a);
  EXPECT (counts_are (3, N * D, 1) && counts_from (b, 2, N / 2) && counts_from (c, 8, 3));
  gr_buffer_release (b);
  EXPECT (counts_are (1, 3 * D, 1) && counts_from (c, 8, 3));
  gr_buffer_release (c);
  a = counting_buffer (N);
  EXPECT (gr_buffer_view (a, D, N * D / 2, &b) == GR_OK && gr_buffer_view (a, 7 * D, 3 * D, &c) == GR_OK);
  gr_buffer_release (a);
  EXPECT (gr_buffer_own (b) == GR_OK && counts_are (2, (N / 2 + 3) * D, 2));
  EXPECT (counts_from (b, 2, N / 2) && counts_from (c, 8, 3));
  gr_buffer_release (b);
  gr_buffer_release (c);
  a = counting_buffer (N);
  EXPECT (gr_buffer_view (a, D, N * D / 2, &b) == GR_OK && gr_buffer_view (a, 7 * D, 3 * D, &c) == GR_OK);
  gr_buffer_release (a);
  EXPECT (gr_reset () == GR_OK && counts_are (3, 0, 0) && ! place_of (b) && ! place_of (c));
  REFUSES (gr_buffer_view (b, 0, 1, &a), "no memory since gr_reset");
  EXPECT (gr_buffer_own (b) == GR_OK && gr_buffer_align (b) == GR_OK && ! place_of (b));
  gr_buffer_release (b);
  gr_buffer_release (c);
  EXPECT (counts_are (0, 0, 0));
}

void
check_views (void)
{
  check_places_of_views ();
  check_kept_views ();
}
