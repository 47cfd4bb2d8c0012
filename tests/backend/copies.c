/* SPDX-License-Identifier: GPL-3.0-or-later

   Copies by index, and conversions, against loops over single elements.  */

#include "backend_test.h"
#include "elements.h"

enum { MOST_AXES = 5, LARGEST = 16 };

/* ---- copies ---- */

/* A copy, with the numbers of elements that both buffers have.  */
typedef struct
{
  size_t size, axes, to_first, from_first, to_count, from_count;
  gr_axis axis[MOST_AXES];
} copy;

static size_t
elements_of (const copy *c)
{
  size_t n = 1;
  for (size_t k = 0; k < c->axes; k++)
    n *= c->axis[k].count;
  return n;
}

/* What the copy makes of `to`.  */
static void
copy_one_by_one (const copy *c, unsigned char *to, const unsigned char *from)
{
  const size_t n = elements_of (c);
  for (size_t i = 0; i < n; i++)
    {
      ptrdiff_t out = (ptrdiff_t) c->to_first, in = (ptrdiff_t) c->from_first;
      size_t rest = i;
      for (size_t k = 0; k < c->axes; k++)
        {
          const gr_axis *const a = &c->axis[k];
          const ptrdiff_t at = (ptrdiff_t) (rest % a->count);
          rest /= a->count;
          out += a->to * (a->to_list ? a->to_list[at] : at);
          in += a->from * (a->from_list ? a->from_list[at] : at);
        }
      memcpy (to + (size_t) out * c->size, from + (size_t) in * c->size, c->size);
    }
}

static void
describe_copy (const copy *c)
{
  printf ("%s: a copy of elements of %zu bytes from number %zu to number %zu:", backend, c->size, c->from_first,
          c->to_first);
  for (size_t k = 0; k < c->axes; k++)
    printf (" %zu (%td%s to %td%s)", c->axis[k].count, c->axis[k].from, c->axis[k].from_list ? " by a list" : "",
            c->axis[k].to, c->axis[k].to_list ? " by a list" : "");
  printf (": %s\n", gr_message ());
}

/* The lists are overwritten as soon as the call has returned.  */
static void
check_copy (copy c)
{
  const size_t to_bytes = c.to_count * c.size, from_bytes = c.from_count * c.size, blocks = gr_live_allocations ();
  unsigned char *from = need (from_bytes), *want = need (to_bytes), *got = need (to_bytes);
  int64_t *lists[MOST_AXES][2] = { { NULL } };
  gr_buffer *a = NULL, *b = NULL;
  for (size_t i = 0; i < from_bytes; i++)
    from[i] = (unsigned char) (bits () >> 32);
  memset (want, 7, to_bytes);
  bool good = gr_buffer_new (from_bytes, &a) == GR_OK && gr_buffer_new (to_bytes, &b) == GR_OK
           && gr_buffer_upload (a, 0, from, from_bytes) == GR_OK && gr_buffer_upload (b, 0, want, to_bytes) == GR_OK;
  copy_one_by_one (&c, want, from);
  const copy described = c;
  for (size_t k = 0; k < c.axes; k++)
    for (int side = 0; side < 2; side++)
      {
        const int64_t **const list = side ? &c.axis[k].to_list : &c.axis[k].from_list;
        if (! *list)
          continue;
        lists[k][side] = need (c.axis[k].count * sizeof **list);
        memcpy (lists[k][side], *list, c.axis[k].count * sizeof **list);
        *list = lists[k][side];
      }
  good = good && gr_copy_elements (c.size, c.axes, c.axis, b, c.to_first, a, c.from_first) == GR_OK;
  for (size_t k = 0; k < c.axes; k++)
    for (int side = 0; side < 2; side++)
      {
        if (lists[k][side])
          memset (lists[k][side], 0x77, c.axis[k].count * sizeof (int64_t));
        free (lists[k][side]);
      }
  good = good && gr_buffer_download (got, b, 0, to_bytes) == GR_OK && (! to_bytes || ! memcmp (got, want, to_bytes));
  gr_buffer_release (a);
  gr_buffer_release (b);
  good = good && gr_live_allocations () == blocks;
  if (! good)
    describe_copy (&described);
  EXPECT (good);
  free (from);
  free (want);
  free (got);
}

/* The same with elements of all sizes.  */
static void
check_sizes (copy c)
{
  for (c.size = 1; c.size <= LARGEST; c.size *= 2)
    check_copy (c);
}

/* A random way of one side of a copy through its buffer: axes in any order, with gaps, backwards, by lists, and, where
   elements are read, without a step.  Returns how many elements the buffer has.  */
static size_t
random_side (copy *c, bool writes, bool plain, int64_t *lists[MOST_AXES])
{
  size_t order[MOST_AXES], running = 1, first = bits () % 4;
  for (size_t k = 0; k < c->axes; k++)
    {
      const size_t other = bits () % (k + 1);
      order[k] = order[other];
      order[other] = k;
    }
  for (size_t k = 0; k < c->axes; k++)
    {
      gr_axis *const a = &c->axis[order[k]];
      ptrdiff_t step = (ptrdiff_t) running;
      size_t slots = a->count;
      const unsigned way = plain ? 0 : (unsigned) (bits () % 8);
      if (way == 1 || way == 2)
        {
          slots += 3;
          int64_t *const list = lists[order[k]] = need (slots * sizeof *list);
          for (size_t i = 0; i < slots; i++)
            {
              const size_t other = bits () % (i + 1);
              list[i] = writes ? list[other] : (int64_t) (bits () % slots);
              if (writes)
                list[other] = (int64_t) i;
            }
          *(writes ? &a->to_list : &a->from_list) = list;
        }
      if (way == 3)
        {
          step *= 2;
          slots *= 2;
        }
      if (way == 2 || way == 4)
        {
          first += (slots - 1) * running;
          step = -step;
        }
      if (way == 5 && ! writes)
        {
          step = 0;
          slots = 1;
        }
      *(writes ? &a->to : &a->from) = step;
      running = running * slots + (plain ? 0 : bits () % 3);
    }
  *(writes ? &c->to_first : &c->from_first) = first;
  return first + running + bits () % 3;
}

static void
check_random_copies (unsigned rounds)
{
  static const size_t counts[] = { 1, 2, 2, 3, 4, 5, 8, 16, 17, 33, 64, 100 };
  enum { MOST = 20000 };
  for (unsigned round = 0; round < rounds; round++)
    for (size_t axes = 0; axes <= MOST_AXES; axes++)
      {
        copy c = { .axes = axes };
        int64_t *lists[2][MOST_AXES] = { { NULL } };
        size_t n = 1;
        for (size_t k = 0; k < axes; k++)
          {
            const size_t count = counts[bits () % (sizeof counts / sizeof *counts)];
            c.axis[k].count = n * count > MOST ? 1 : count;
            n *= c.axis[k].count;
          }
        c.from_count = random_side (&c, false, round % 4 == 0, lists[0]);
        c.to_count = random_side (&c, true, round % 4 == 0, lists[1]);
        check_sizes (c);
        for (size_t k = 0; k < axes; k++)
          {
            free (lists[0][k]);
            free (lists[1][k]);
          }
      }
}

/* Columns of a matrix, whose rows begin in all ways within 16 bytes, and are longer than what a block copies.  */
static void
check_slices (bool short_ones)
{
  static const size_t rows[] = { 1, 2, 3, 4, 6, 8, 15, 16, 32, 128, 2047, 2048, 2049, 6000 };
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
    for (size_t more = 0; more < 5; more++)
      {
        const size_t n = rows[r], height = n + (more == 3 ? 16 : more), columns = n > 128 ? 3 : 11;
        copy c = { .axes = 2, .from_first = more, .from_count = more + height * columns, .to_count = n * columns };
        if (short_ones && n > 128)
          continue;
        c.axis[0] = (gr_axis){ .count = n, .from = 1, .to = 1 };
        c.axis[1] = (gr_axis){ .count = columns, .from = (ptrdiff_t) height, .to = (ptrdiff_t) n };
        check_sizes (c);
        c.from_count += more;
        c.axis[1].from = -c.axis[1].from;
        c.from_first = height * (columns - 1) + more;
        check_sizes (c);
      }
}

/* Transposed matrices and pages at the edges of tiles, also backwards.  */
static void
check_transposes (bool short_ones)
{
  static const size_t edges[] = { 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 130 };
  const size_t some = sizeof edges / sizeof *edges;
  for (size_t i = 0; i < some; i++)
    for (size_t j = short_ones ? i % 4 : 0; j < some; j += short_ones ? 4 : 1)
      for (int turned = 0; turned < 2; turned++)
        {
          static const int64_t pages[] = { 2, 0, 3 };
          const size_t n = edges[i], m = edges[j], all = 4 * n * m;
          copy c = { .axes = 3, .from_count = all, .to_count = all };
          c.axis[0] = (gr_axis){ .count = n, .from = 1, .to = (ptrdiff_t) m };
          c.axis[1] = (gr_axis){ .count = m, .from = (ptrdiff_t) n, .to = 1 };
          c.axis[2] = (gr_axis){ .count = 3, .from = (ptrdiff_t) (n * m), .to = (ptrdiff_t) (n * m) };
          if (turned)
            {
              c.axis[2].from_list = pages;
              c.axis[0].from = -1;
              c.from_first = n - 1;
              c.to_first = n * m;
            }
          check_sizes (c);
        }
}

/* Arrays of 2^20 elements: [256, 64, 64] with its dimensions in all orders, rows by a list, and part of it in parts of
   another.  */
static void
check_large_copies (void)
{
  static const size_t dims[3] = { 256, 64, 64 };
  enum { N = 1 << 20 };
  static const size_t orders[][3] = { { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
  copy c = { .axes = 3, .from_count = N, .to_count = N };
  for (size_t o = 0; o < sizeof orders / sizeof *orders; o++)
    for (c.size = 1; c.size <= LARGEST; c.size *= o % 2 ? 8 : 4)
      {
        ptrdiff_t step = 1;
        for (size_t k = 0; k < 3; step *= (ptrdiff_t) dims[k++])
          c.axis[k] = (gr_axis){ .count = dims[k], .from = step };
        step = 1;
        for (size_t k = 0; k < 3; step *= (ptrdiff_t) dims[orders[o][k++]])
          c.axis[orders[o][k]].to = step;
        check_copy (c);
      }
  int64_t *list = need (N / 2 * sizeof *list);
  for (size_t i = 0; i < N / 2; i++)
    list[i] = (int64_t) (i * 7919 % (N / 2));
  c = (copy){ .size = 8, .axes = 1, .from_count = N, .to_count = N };
  c.axis[0] = (gr_axis){ .count = N / 2, .from = 2, .to = 2, .from_list = list };
  check_copy (c);
  c.axis[0] = (gr_axis){ .count = N / 2, .from = 2, .to = 2, .to_list = list };
  check_copy (c);
  free (list);
  c.axes = 2;
  c.from_first = 1024 + 2;
  c.to_first = 77;
  c.axis[0] = (gr_axis){ .count = 1000, .from = 1, .to = 1 };
  c.axis[1] = (gr_axis){ .count = 1000, .from = 1024, .to = 1003 };
  check_sizes (c);
}

/* Parts of one buffer.  */
static void
check_one_buffer (void)
{
  enum { N = 64 };
  double x[2 * N], y[2 * N];
  gr_buffer *a = NULL;
  const gr_axis even_to_odd = { .count = N, .from = 2, .to = 2 };
  for (int i = 0; i < 2 * N; i++)
    x[i] = i;
  EXPECT (gr_buffer_new (sizeof x, &a) == GR_OK && gr_buffer_upload (a, 0, x, sizeof x) == GR_OK
          && gr_copy_elements (8, 1, &even_to_odd, a, 1, a, 0) == GR_OK
          && gr_buffer_download (y, a, 0, sizeof y) == GR_OK);
  bool good = true;
  for (int i = 0; i < 2 * N; i++)
    good = good && y[i] == i / 2 * 2;
  EXPECT (good);
  gr_buffer_release (a);
}

static void
check_refused_copies (void)
{
  enum { N = 100 };
  gr_buffer *a = NULL, *b = NULL;
  const int64_t negative[] = { 3, -1 }, large[] = { 0, N }, huge[] = { 0, INT64_MAX }, fits[] = { N - 1, 0 };
  gr_axis axes[GR_MAX_DIMS + 1];
  for (size_t k = 0; k < sizeof axes / sizeof *axes; k++)
    axes[k] = (gr_axis){ .count = 1 };
  const size_t blocks = gr_live_allocations ();
  EXPECT (gr_buffer_new (N * 8, &a) == GR_OK && gr_buffer_new (N * 8 + 7, &b) == GR_OK);
  EXPECT (gr_buffer_fill (a, 0, "", 1, N * 8) == GR_OK);
#define COPY(SIZE, TO_FIRST, FROM_FIRST, ...)                                                                          \
  gr_copy_elements (SIZE, 1, &(gr_axis){ __VA_ARGS__ }, b, TO_FIRST, a, FROM_FIRST)
  REFUSES (COPY (3, 0, 0, .count = 1), "there are no elements of 3 bytes; sizes are 1, 2, 4, 8 and 16");
  REFUSES (COPY (0, 0, 0, .count = 1), "sizes are 1, 2, 4, 8 and 16");
  REFUSES (COPY (32, 0, 0, .count = 1), "sizes are 1, 2, 4, 8 and 16");
  REFUSES (gr_copy_elements (8, GR_MAX_DIMS + 1, axes, b, 0, a, 0),
           "a copy has 33 dimensions, and 32 at most are taken");
  EXPECT (gr_copy_elements (8, GR_MAX_DIMS, axes, b, 0, a, 0) == GR_OK);
  REFUSES (gr_copy_elements (8, 0, NULL, NULL, 0, a, 0), "the buffer is missing");
  REFUSES (gr_copy_elements (8, 0, NULL, b, 0, NULL, 0), "the buffer is missing");
  REFUSES (gr_copy_elements (8, 0, NULL, b, 0, a, N), "the copy reads beyond the buffer of 100 elements");
  REFUSES (gr_copy_elements (8, 0, NULL, b, N, a, 0), "the copy writes beyond the buffer of 100 elements");
  REFUSES (gr_copy_elements (8, 0, NULL, b, SIZE_MAX, a, 0), "the copy writes beyond");
  EXPECT (COPY (8, 0, 0, .count = N, .from = 1, .to = 1) == GR_OK);
  REFUSES (COPY (8, 1, 0, .count = N, .from = 1, .to = 1), "the copy writes beyond");
  REFUSES (COPY (8, 0, 1, .count = N, .from = 1, .to = 1), "the copy reads beyond");
  REFUSES (COPY (8, 0, 0, .count = 2, .from = -1, .to = 1), "the copy reads before the buffer of 100 elements");
  REFUSES (COPY (8, 0, 0, .count = 2, .from = 1, .to = -1), "the copy writes before");
  REFUSES (COPY (8, 0, 0, .count = 2, .from = 1), "dimension 1 of the copy writes all its elements to one place");
  REFUSES (COPY (8, 0, 0, .count = SIZE_MAX, .from = PTRDIFF_MAX, .to = 1), "the copy reads beyond");
  REFUSES (COPY (8, 0, 0, .count = SIZE_MAX, .to = PTRDIFF_MIN), "the copy writes beyond");
  REFUSES (COPY (8, 0, 0, .count = 3, .from = PTRDIFF_MIN, .to = 1), "the copy reads before");
  REFUSES (COPY (8, 0, 0, .count = SIZE_MAX / 2, .from = 0, .to = 4), "the copy writes beyond");
  REFUSES (COPY (8, 0, 0, .count = 2, .from = 1, .to = 1, .from_list = negative),
           "the list of dimension 1 has the number -1; numbers count from 0");
  REFUSES (COPY (8, 0, 0, .count = 2, .from = 1, .to = 1, .to_list = negative), "has the number -1");
  REFUSES (COPY (8, 0, 0, .count = 2, .from = 1, .to = 1, .from_list = large), "the copy reads beyond");
  REFUSES (COPY (8, 0, 0, .count = 2, .from = 1, .to = 1, .to_list = large), "the copy writes beyond");
  REFUSES (COPY (8, 0, 0, .count = 2, .from = PTRDIFF_MAX, .to = 1, .from_list = huge), "the copy reads beyond");
  REFUSES (COPY (8, 0, 0, .count = 2, .from = PTRDIFF_MIN, .to = 1, .from_list = huge), "the copy reads beyond");
  REFUSES (COPY (8, 0, 1, .count = 2, .from = 1, .to = 1, .from_list = fits), "the copy reads beyond");
  EXPECT (COPY (8, 0, 0, .count = 2, .from = 1, .to = 1, .from_list = fits) == GR_OK);
  EXPECT (COPY (8, 0, N - 1, .count = 2, .from = -1, .to = 1, .from_list = fits) == GR_OK);
  /* two that are out of bounds together only */
  axes[0] = (gr_axis){ .count = 60, .from = 1, .to = 1 };
  axes[1] = (gr_axis){ .count = 2, .from = 41, .to = 1 };
  REFUSES (gr_copy_elements (8, 2, axes, b, 0, a, 0), "the copy reads beyond");
  /* nothing to copy, wherever it would be */
  EXPECT (COPY (8, N + 1, 3 * N, .count = 0, .from = 5, .to = 1, .from_list = negative) == GR_OK);
  gr_buffer_release (a);
  EXPECT (gr_reset () == GR_OK);
  REFUSES (gr_copy_elements (8, 0, NULL, b, 0, b, 1), "the buffer has no memory since gr_reset");
  gr_buffer_release (b);
  EXPECT (gr_live_allocations () == blocks);
#undef COPY
}

/* ---- calls that fail ---- */

enum { CALL_LISTS, CALL_PLAIN, CALL_TURNED, CALL_CONVERT, CALLS };

/* A call on buffers of N doubles, and the wait for it.  */
enum { N = 1200 };
static gr_status
one_call (int call, gr_buffer *b, const gr_buffer *a)
{
  static const int64_t list[] = { 5, 0, 3, 1 };
  const gr_axis by_lists[] = { { 4, 1, 1, list, NULL }, { 4, 100, 250, list, list } };
  const gr_axis turned[] = { { 30, 1, 40, NULL, NULL }, { 40, 30, 1, NULL, NULL } };
  gr_status status = GR_OK;
  switch (call)
    {
    case CALL_LISTS:
      status = gr_copy_elements (sizeof (float), 2, by_lists, b, 0, a, 0);
      break;
    case CALL_PLAIN:
      status = gr_copy_elements (sizeof (double), 1, &(gr_axis){ N, 1, 1, NULL, NULL }, b, 0, a, 0);
      break;
    case CALL_TURNED:
      status = gr_copy_elements (sizeof (double), 2, turned, b, 0, a, 0);
      break;
    default:
      status = gr_convert_elements (GR_TYPE_I32, b, 0, GR_TYPE_F64, a, 0, N);
      break;
    }
  return status == GR_OK ? gr_wait () : status;
}

/* Every call of a kind fails in turn, and leaves the library as it was.  */
static void
check_faults (void)
{
  enum { MOST = 100 };
  gr_buffer *a = NULL, *b = NULL;
  const double zero = 0;
  EXPECT (gr_buffer_new (N * sizeof (double), &a) == GR_OK && gr_buffer_new (N * sizeof (double), &b) == GR_OK
          && gr_buffer_fill (a, 0, &zero, 8, N) == GR_OK && gr_wait () == GR_OK);
  const size_t blocks = gr_live_allocations ();
  for (int call = 0; call < CALLS; call++)
    for (int kind = GR_FAULT_MEMORY; kind <= GR_FAULT_LATE; kind++)
      {
        const gr_status want = kind == GR_FAULT_MEMORY ? GR_OUT_OF_MEMORY : GR_CUDA_ERROR;
        const bool on_device = strcmp (backend, "cpu") != 0;
        const bool can_fail = kind == GR_FAULT_MEMORY ? call == CALL_LISTS
                            : kind == GR_FAULT_COPY   ? call == CALL_LISTS || call == CALL_PLAIN
                            : kind == GR_FAULT_LAUNCH ? on_device && call != CALL_PLAIN
                                                      : on_device;
        gr_status status = want;
        unsigned nth = 0;
        bool good = true;
        while (good && status != GR_OK && ++nth < MOST)
          {
            gr_plant_fault ((gr_fault) kind, nth);
            status = one_call (call, b, a);
            gr_plant_fault (GR_FAULT_NONE, 0);
            good = (status == GR_OK || status == want) && gr_live_allocations () == blocks
                && (status == GR_OK || one_call (call, b, a) == GR_OK);
          }
        good = good && status == GR_OK && can_fail == (nth > 1);
        if (! good)
          printf ("call %d, fault %d, number %u: status %d, %s\n", call, kind, nth, (int) status, gr_message ());
        EXPECT (good);
      }
  gr_buffer_release (a);
  gr_buffer_release (b);
}

static bool
interrupt (void)
{
  return true;
}

/* Calls on the host poll themselves, if there is more than one thread's share, and so does the executor.  */
static void
check_interrupts (void)
{
  enum { LARGE = 1 << 18 };
  gr_buffer *a = NULL;
  const gr_axis axis = { .count = LARGE / 2, .from = 2, .to = 2 };
  const bool host = ! strcmp (backend, "cpu");
  if (! strcmp (backend, "cuda"))
    return;
  EXPECT (gr_buffer_new (LARGE * sizeof (double), &a) == GR_OK);
  gr_set_interrupt (interrupt);
  EXPECT (gr_copy_elements (8, 1, &axis, a, 0, a, 1) == GR_INTERRUPTED
          && says (host ? "a copy was interrupted" : "interrupted during a kernel"));
  EXPECT (gr_convert_elements (GR_TYPE_I64, a, 0, GR_TYPE_F64, a, 0, LARGE) == GR_INTERRUPTED
          && says (host ? "a conversion was interrupted" : "interrupted during a kernel"));
  gr_set_interrupt (NULL);
  EXPECT (gr_copy_elements (8, 1, &axis, a, 0, a, 1) == GR_OK && gr_wait () == GR_OK);
  gr_buffer_release (a);
}

/* ---- conversion ---- */

/* Elements of a type that conversions may get wrong, and random ones, `count` of them; to be freed.  */
static void *
elements_to_convert (gr_type type, size_t *count)
{
  static const long double special[] = { NAN,
                                         INFINITY,
                                         -INFINITY,
                                         -0.0L,
                                         0.25L,
                                         0.5L,
                                         1,
                                         1.5L,
                                         2.5L,
                                         0x1p-1074L,
                                         0x1p-149L,
                                         0x1p-1022L,
                                         0x1p-126L,
                                         126.5L,
                                         127,
                                         127.5L,
                                         128,
                                         128.5L,
                                         254.5L,
                                         255,
                                         255.5L,
                                         256,
                                         32766.5L,
                                         32767.5L,
                                         32768.5L,
                                         65534.5L,
                                         65535.5L,
                                         65536,
                                         0x1p24L,
                                         0x1p24L + 1,
                                         0x1p31L - 1,
                                         0x1p31L - 0.5L,
                                         0x1p31L,
                                         0x1p31L + 1,
                                         0x1p32L - 1,
                                         0x1p32L - 0.5L,
                                         0x1p32L,
                                         0x1p53L,
                                         0x1p53L + 1,
                                         0x1p62L,
                                         0x1p63L - 1024,
                                         0x1p63L - 1,
                                         0x1p63L,
                                         0x1p63L + 2048,
                                         0x1p64L - 2048,
                                         0x1p64L - 1,
                                         0x1p64L,
                                         0x1p65L,
                                         0x1.fffffep127L,
                                         0x1p128L,
                                         0x1p1023L,
                                         0x1.fffffffffffffp1023L,
                                         0x1.fffffffffffffp-2L,
                                         0x1.fffffep-2L,
                                         0x1.000001p0L,
                                         0x1.00000100000001p0L,
                                         300.7L,
                                         65.4L };
  enum { SPECIAL = sizeof special / sizeof *special, RANDOM = 3000 };
  const size_t size = gr_types[type].size;
  char *const p = need ((2 * SPECIAL + RANDOM) * size);
  long double lo = 0, hi = 0;
  size_t n = 0;
  bounds (type, &lo, &hi);
  for (size_t i = 0; i < 2 * SPECIAL + RANDOM; i++)
    {
      value v = { 0, 0 };
      for (int part = 0; part < 2; part++)
        {
          const size_t j = part ? (7 * i + 3) % (2 * SPECIAL) : i;
          long double x = j < 2 * SPECIAL ? (j % 2 ? -1 : 1) * special[j / 2]
                                          : (uniform () - 0.5L) * powl (2, (long double) (bits () % 70));
          if (is_integer (type))
            {
              x = floorl (x);
              x = ! (x >= lo) ? lo : x > hi ? hi : x;
            }
          *(part ? &v.im : &v.re) = x;
        }
      set (type, p, n++, v);
    }
  *count = n;
  return p;
}

/* What element v of another type becomes.  */
static value
converted (gr_type type, value v)
{
  long double lo, hi;
  const long double r = roundl (v.re);
  if (! is_integer (type))
    return v;
  bounds (type, &lo, &hi);
  if (type == GR_TYPE_BOOL)
    return (value){ v.re != 0, 0 };
  if (type == GR_TYPE_CHAR)
    return (value){ r >= lo && r <= hi ? r : 0, 0 };
  return (value){ isnan (r) ? 0 : r < lo ? lo : r > hi ? hi : r, 0 };
}

static bool
same_part (long double a, long double b)
{
  return isnan (a) ? isnan (b) : a == b && ! signbit (a) == ! signbit (b);
}

/* Convert elements [from_first, from_first + count) of x, which has n, to a buffer's elements from to_first on.  */
static void
check_conversion (gr_type to, gr_type from, const void *x, size_t n, size_t to_first, size_t from_first, size_t count)
{
  const size_t to_size = gr_types[to].size, from_size = gr_types[from].size,
               to_bytes = (to_first + count + 3) * to_size;
  const size_t blocks = gr_live_allocations ();
  unsigned char *got = need (to_bytes), want[LARGEST];
  gr_buffer *a = NULL, *b = NULL;
  const unsigned char seven = 7;
  size_t wrong = 0;
  bool good = gr_buffer_new (n * from_size, &a) == GR_OK && gr_buffer_new (to_bytes, &b) == GR_OK
           && gr_buffer_upload (a, 0, x, n * from_size) == GR_OK && gr_buffer_fill (b, 0, &seven, 1, to_bytes) == GR_OK
           && gr_convert_elements (to, b, to_first, from, a, from_first, count) == GR_OK
           && gr_buffer_download (got, b, 0, to_bytes) == GR_OK;
  for (size_t i = 0; good && i < to_first * to_size; i++)
    good = got[i] == seven && got[to_bytes - 1 - i % (3 * to_size)] == seven;
  for (size_t i = 0; good && i < count; i++)
    {
      set (to, want, 0, converted (to, get (from, x, from_first + i)));
      const value w = get (to, want, 0), g = get (to, got, to_first + i);
      wrong = i;
      good = same_part (g.re, w.re) && same_part (g.im, w.im);
    }
  gr_buffer_release (a);
  gr_buffer_release (b);
  good = good && gr_live_allocations () == blocks;
  if (! good)
    {
      const value v = get (from, x, from_first + wrong), g = get (to, got, to_first + wrong);
      printf ("%s: %zu from number %zu of %s to number %zu of %s: (%Lg, %Lg) becomes (%Lg, %Lg): %s\n", backend, count,
              from_first, type_names[from], to_first, type_names[to], v.re, v.im, g.re, g.im, gr_message ());
    }
  EXPECT (good);
  free (got);
}

static void
check_conversions (void)
{
  for (int from = 0; from < GR_TYPE_COUNT; from++)
    {
      size_t n;
      void *x = elements_to_convert ((gr_type) from, &n);
      for (int to = 0; to < GR_TYPE_COUNT; to++)
        if (gr_types[to].is_complex || ! gr_types[from].is_complex)
          {
            static const size_t counts[] = { 0, 1, 2, 15, 16, 17 };
            check_conversion ((gr_type) to, (gr_type) from, x, n, 0, 0, n);
            check_conversion ((gr_type) to, (gr_type) from, x, n, 1, 0, n);
            check_conversion ((gr_type) to, (gr_type) from, x, n, 16, 3, n - 3);
            for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
              check_conversion ((gr_type) to, (gr_type) from, x, n, 16 * (c % 2), 16, counts[c]);
          }
        else
          EXPECT (gr_convert_elements ((gr_type) to, NULL, 0, (gr_type) from, NULL, 0, 1) == GR_UNSUPPORTED
                  && says ("complex elements are not converted to real ones"));
      free (x);
    }
}

static void
check_other_conversions (void)
{
  enum { LARGE = 100003 };
  double *x = need (LARGE * sizeof *x);
  int64_t *y = need (LARGE * sizeof *y);
  gr_buffer *a = NULL, *b = NULL;
  for (size_t i = 0; i < LARGE; i++)
    x[i] = (double) i - 0.5;
  EXPECT (gr_buffer_new (LARGE * sizeof *x, &a) == GR_OK && gr_buffer_new (LARGE, &b) == GR_OK
          && gr_buffer_upload (a, 0, x, LARGE * sizeof *x) == GR_OK);
  /* into itself */
  EXPECT (gr_convert_elements (GR_TYPE_I64, a, 0, GR_TYPE_F64, a, 0, LARGE) == GR_OK
          && gr_buffer_download (y, a, 0, LARGE * sizeof *y) == GR_OK);
  bool good = y[0] == -1;
  for (size_t i = 1; i < LARGE; i++)
    good = good && y[i] == (int64_t) i;
  EXPECT (good);
  REFUSES (gr_convert_elements (GR_TYPE_F32, a, 0, GR_TYPE_F64, a, 0, 10), "overlaps itself");
  REFUSES (gr_convert_elements (GR_TYPE_I64, a, 1, GR_TYPE_F64, a, 0, 10),
           "the conversion of 10 elements from byte 0 to byte 8 of a buffer overlaps itself");
  EXPECT (gr_convert_elements (GR_TYPE_I64, a, 10, GR_TYPE_F64, a, 0, 10) == GR_OK);
  EXPECT (gr_convert_elements (GR_TYPE_F32, a, 20, GR_TYPE_F64, a, 0, 10) == GR_OK);
  REFUSES (gr_convert_elements (GR_TYPE_U8, b, 1, GR_TYPE_F64, a, 0, LARGE),
           "100003 elements of 1 bytes from number 1 on end beyond the converted array");
  REFUSES (gr_convert_elements (GR_TYPE_U8, b, 0, GR_TYPE_F64, a, LARGE, 1), "beyond the array to convert");
  REFUSES (gr_convert_elements (GR_TYPE_U8, b, 0, GR_TYPE_F64, a, 1, SIZE_MAX), "beyond the array to convert");
  REFUSES (gr_convert_elements (GR_TYPE_U8, b, LARGE + 1, GR_TYPE_F64, a, 0, 0), "beyond the converted array");
  EXPECT (gr_convert_elements (GR_TYPE_U8, b, LARGE, GR_TYPE_F64, a, LARGE, 0) == GR_OK);
  REFUSES (gr_convert_elements (GR_TYPE_U8, NULL, 0, GR_TYPE_F64, a, 0, 1), "the buffer is missing");
  REFUSES (gr_convert_elements (GR_TYPE_COUNT, b, 0, GR_TYPE_F64, a, 0, 1), "there is no conversion from type 0");
  gr_buffer_release (a);
  gr_buffer_release (b);
  free (x);
  free (y);
}

void
check_copies_by_index (void)
{
  const bool few = share > 20; /* the sanitized executor is slow */
  check_random_copies (few ? 4 : 40);
  check_slices (few);
  check_transposes (few);
  if (! few)
    check_large_copies ();
  check_one_buffer ();
  check_refused_copies ();
  check_faults ();
  check_interrupts ();
  check_conversions ();
  check_other_conversions ();
}
