/* SPDX-License-Identifier: GPL-3.0-or-later

   Accumulations: what is refused, and what failures and interrupts leave behind.  */

#include "backend_test.h"

static void
expect_refused (gr_status status, const char *text)
{
  const bool good = (status == GR_BAD_ARGUMENT || status == GR_UNSUPPORTED) && strstr (gr_message (), text);
  if (! good)
    printf ("%s: wanted a refusal with \"%s\": status %d, %s\n", backend, text, status, gr_message ());
  EXPECT (good);
}

/* Is the request refused by gr_open?  */
static void
expect_not_opened (gr_request q, bool indexed, const char *text)
{
  gr_accumulation *a = NULL;
  expect_refused (gr_open (&q, indexed, &a), text);
  EXPECT (! a);
}

static const gr_request two_slabs = { .op = GR_SUM, .inner = 2, .len = 3, .outer = 2 };

/* Pieces without elements, with and without an array for results, and cuts of a state without segments.  */
static void
check_empty_pieces (gr_operator op, size_t inner, size_t len, size_t outer)
{
  const gr_request q = { .op = op, .inner = inner, .len = len, .outer = outer };
  gr_accumulation *a = NULL;
  double x[1] = { 1 }, out[1];
  void *state = NULL;
  size_t size = 0;
  if (gr_open (&q, false, &a) != GR_OK)
    return;
  EXPECT (gr_feed (a, GR_ON_HOST, NULL, 0, NULL, NULL) == GR_OK && gr_feed (a, GR_ON_HOST, x, 0, out, NULL) == GR_OK);
  if (! inner || ! len || ! outer)
    {
      expect_refused (gr_feed (a, GR_ON_HOST, x, 1, NULL, NULL), "0 that are left");
      EXPECT (export_state (a, &q, false, &state, &size) == GR_OK);
      if (! inner && outer == 1)
        expect_refused (gr_cut_state (&q, false, GR_ON_HOST, state, 0, 0, x), "none of that state");
    }
  gr_close (a);
  free (state);
}

/* Queued, with results on the device.  */
static void
check_nothing_queued (void)
{
  const gr_request q = { .op = GR_PROD, .inner = 3, .outer = 2, .place = GR_ON_DEVICE, .queue = true };
  gr_accumulation *a = NULL;
  gr_buffer *b = NULL;
  double products[6] = { 0 };
  EXPECT (gr_buffer_new (sizeof products, &b) == GR_OK && gr_open (&q, false, &a) == GR_OK);
  EXPECT (gr_finish (a, GR_ON_DEVICE, gr_buffer_describe (b).data, NULL) == GR_OK);
  gr_close (a);
  EXPECT (gr_buffer_download (products, b, 0, sizeof products) == GR_OK);
  for (int k = 0; k < 6; k++)
    EXPECT (products[k] == 1);
  gr_buffer_release (b);
}

static void
check_refusals (void)
{
  const double x[12] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 };
  double out[12] = { 0 };
  gr_accumulation *a = NULL;
  gr_request q = two_slabs;
  q.algorithm = GR_ALGORITHM_SHUFFLE;
  expect_not_opened (q, false, "shuffle");
  q = two_slabs;
  q.groups = 1;
  expect_not_opened (q, false, "neighbours");
  q = two_slabs;
  expect_not_opened (q, true, "index");
  q.first = 13;
  expect_not_opened (q, false, "13");

  q = two_slabs;
  EXPECT (gr_open (&q, false, &a) == GR_OK);
  expect_refused (gr_feed (a, GR_ON_HOST, x, 13, out, NULL), "13");
  expect_refused (gr_feed (a, GR_ON_HOST, x, 7, NULL, NULL), "slabs end within");
  EXPECT (gr_feed (a, GR_ON_HOST, x, 5, NULL, NULL) == GR_OK);
  expect_refused (gr_finish (a, GR_ON_HOST, out, NULL), "5");
  EXPECT (gr_feed (a, GR_ON_HOST, x + 5, 7, out, NULL) == GR_OK && out[0] == 9 && out[3] == 30);
  expect_refused (gr_feed (a, GR_ON_HOST, x, 1, out, NULL), "0 that are left");
  EXPECT (gr_finish (a, GR_ON_HOST, NULL, NULL) == GR_OK);
  gr_close (a);

  /* one piece */
  q.alone = true;
  expect_not_opened (q, false, "sum is no scan");
  q.op = GR_CUMSUM;
  EXPECT (gr_open (&q, false, &a) == GR_OK && gr_feed (a, GR_ON_HOST, x, 5, out, NULL) == GR_OK && out[4] == 9);
  expect_refused (gr_feed (a, GR_ON_HOST, x + 5, 1, out, NULL), "opened for one piece");
  expect_refused (gr_finish (a, GR_ON_HOST, NULL, NULL), "opened for one piece");
  gr_close (a);

  /* no elements */
  q = (gr_request){ .op = GR_PROD, .inner = 2, .len = 0, .outer = 2 };
  EXPECT (gr_open (&q, false, &a) == GR_OK && gr_finish (a, GR_ON_HOST, out, NULL) == GR_OK && out[3] == 1);
  gr_close (a);
  check_nothing_queued ();
  q = (gr_request){ .op = GR_SUM, .inner = 2, .len = 3, .outer = 0 };
  EXPECT (gr_open (&q, false, &a) == GR_OK && gr_finish (a, GR_ON_HOST, NULL, NULL) == GR_OK);
  gr_close (a);
  for (int shape = 0; shape < 8; shape++)
    for (int op = 0; op < GR_OPERATOR_COUNT; op++)
      check_empty_pieces ((gr_operator) op, (size_t) (shape & 1), (size_t) (shape >> 1 & 1), (size_t) (shape >> 2 & 1));
  EXPECT (gr_live_allocations () == 0);
}

/* States of other requests, of other sizes, from elsewhere, and bytes that are none.  */
static void
check_bad_states (void)
{
  const double x[12] = { 1, 2, 3, 4 };
  const gr_request others[] = { { .op = GR_PROD, .inner = 2, .len = 3, .outer = 2 },
                                { .op = GR_SUM, .inner = 2, .len = 3, .outer = 3 },
                                { .op = GR_SUM, .type = GR_TYPE_F32, .inner = 2, .len = 3, .outer = 2 },
                                { .op = GR_SUM, .inner = 2, .len = 3, .outer = 2, .nan = GR_NAN_OMIT },
                                { .op = GR_SUM, .inner = 3, .len = 2, .outer = 2 } };
  enum { OTHERS = sizeof others / sizeof *others };
  gr_accumulation *a = NULL, *b = NULL;
  unsigned char *state = NULL;
  void *exported = NULL;
  size_t size = 0;
  EXPECT (gr_open (&two_slabs, false, &a) == GR_OK && gr_feed (a, GR_ON_HOST, x, 4, NULL, NULL) == GR_OK);
  EXPECT (export_state (a, &two_slabs, false, &exported, &size) == GR_OK);
  state = exported;
  for (int o = 0; o < OTHERS; o++)
    {
      EXPECT (gr_open (&others[o], false, &b) == GR_OK);
      expect_refused (gr_import_state (b, GR_ON_HOST, state, size), "state");
      expect_refused (gr_merge_state (b, GR_ON_HOST, state, size), "state");
      gr_close (b);
    }
  EXPECT (gr_open (&two_slabs, false, &b) == GR_OK);
  for (size_t bytes = 0; bytes < size; bytes++)
    expect_refused (gr_import_state (b, GR_ON_HOST, state, bytes), "state");
  expect_refused (gr_import_state (b, GR_ON_HOST, state, size + 1), "bytes");
  for (size_t at = 0; at < size; at++)
    for (int bit = 0; bit < 8; bit++)
      {
        state[at] ^= (unsigned char) (1 << bit);
        expect_refused (gr_import_state (b, GR_ON_HOST, state, size), "state");
        expect_refused (gr_merge_state (b, GR_ON_HOST, state, size), "state");
        state[at] ^= (unsigned char) (1 << bit);
      }
  EXPECT (gr_feed (b, GR_ON_HOST, x, 1, NULL, NULL) == GR_OK);
  expect_refused (gr_merge_state (b, GR_ON_HOST, state, size), "begins at element 0");
  expect_refused (gr_import_state (b, GR_ON_HOST, state, size), "before the first piece");
  gr_close (b);
  gr_close (a);
  free (exported);
  EXPECT (gr_live_allocations () == 0);
}

/* ---- failures ---- */

/* The whole course of an accumulation of which two parts are merged, and of which a copy goes on.  */
static gr_status
take_course (const subject *s, gr_place place, feeding *f)
{
  const size_t third = s->elements / 3;
  gr_accumulation *a = NULL, *later = NULL, *next = NULL;
  void *states[2] = { NULL, NULL };
  size_t sizes[2] = { 0, 0 };
  gr_request q = s->q;
  q.first = third;
  gr_status status = begin_feeding (s, place, 0, f);
  if (status == GR_OK)
    status = gr_open (&s->q, s->indexed, &a);
  if (status == GR_OK)
    status = feed_piece (a, f, 0, third, false);
  if (status == GR_OK && ! gr_operators[q.op].is_scan)
    status = gr_open (&q, s->indexed, &later);
  if (status == GR_OK && later)
    status = feed_piece (later, f, third, 2 * third, false);
  if (status == GR_OK && later)
    status = export_state (later, &q, s->indexed, &states[0], &sizes[0]);
  if (status == GR_OK)
    status = later ? gr_merge_state (a, GR_ON_HOST, states[0], sizes[0]) : feed_piece (a, f, third, 2 * third, false);
  if (status == GR_OK)
    status = export_state (a, &q, s->indexed, &states[1], &sizes[1]);
  if (status == GR_OK)
    status = gr_open (&s->q, s->indexed, &next);
  if (status == GR_OK)
    status = gr_import_state (next, GR_ON_HOST, states[1], sizes[1]);
  if (status == GR_OK)
    status = feed_piece (next, f, 2 * third, s->elements, true);
  gr_close (a);
  gr_close (later);
  gr_close (next);
  free (states[0]);
  free (states[1]);
  status = end_feeding (f, status);
  return status;
}

static unsigned polls_left;
static bool
interrupt_later (void)
{
  return polls_left && --polls_left == 0;
}

static void
free_results (feeding *f)
{
  free (f->out_there);
  free (f->index_there);
}

bool
fails_as_it_should (const subject *s, gr_place place, course run, gr_fault fault, unsigned n)
{
  feeding f;
  size_t before, after, bytes;
  gr_live_buffers (&before, &bytes);
  const size_t allocations = gr_live_allocations ();
  polls_left = fault ? 0 : n;
  if (fault)
    gr_plant_fault (fault, n);
  else
    gr_set_interrupt (interrupt_later);
  const gr_status status = run (s, place, &f);
  gr_plant_fault (GR_FAULT_NONE, 0);
  gr_set_interrupt (NULL);
  const gr_status wanted = ! fault ? GR_INTERRUPTED : fault == GR_FAULT_MEMORY ? GR_OUT_OF_MEMORY : GR_CUDA_ERROR;
  const bool ended = status == GR_OK;
  if (! ended && status != wanted)
    printf ("%s: %s, fault %d number %u, place %d: status %d, %s\n", backend, gr_operators[s->q.op].name, fault, n,
            place, status, gr_message ());
  EXPECT (ended ? same_results (s, &f, true) : status == wanted);
  gr_live_buffers (&after, &bytes);
  EXPECT (after == before && gr_live_allocations () == allocations);
  free_results (&f);
  if (! ended)
    {
      EXPECT (run (s, place, &f) == GR_OK && same_results (s, &f, true));
      free_results (&f);
    }
  return ! ended;
}

static void
check_failures (gr_operator op, size_t inner, size_t len)
{
  const gr_request q = { .op = op, .type = GR_TYPE_I32, .inner = inner, .len = len, .outer = 1 };
  enum { MOST = 100000 };
  void *in = telling_array (&q);
  subject s;
  if (begin_subject (&q, false, in, &s))
    {
      for (int place = GR_ON_HOST; place <= GR_ON_DEVICE; place++)
        for (int fault = GR_FAULT_NONE; fault <= GR_FAULT_LAUNCH; fault++)
          {
            unsigned n = 1;
            while (n < MOST && fails_as_it_should (&s, (gr_place) place, take_course, (gr_fault) fault, n))
              n += fault ? 1 : 1 + n / 2;
            EXPECT (n < MOST);
            /* the host backend launches nothing, and ends this reduction before it would ask for interrupts; a device
               asks in waits of more than 10 ms only */
            const bool is_cpu = ! strcmp (backend, "cpu"), is_cuda = ! strcmp (backend, "cuda");
            const bool none
              = fault == GR_FAULT_LAUNCH ? is_cpu : fault == GR_FAULT_NONE && (is_cuda || (is_cpu && op == GR_SUM));
            EXPECT (n > 1 || none);
            EXPECT (! fails_as_it_should (&s, (gr_place) place, take_course, GR_FAULT_MEMORY, MOST));
          }
      end_subject (&s);
    }
  free (in);
}

void
check_accumulations (void)
{
  check_refusals ();
  check_bad_states ();
  check_failures (GR_SUM, 3, 40000);
  check_failures (GR_CUMSUM, 3, 40000);
}
