/* SPDX-License-Identifier: GPL-3.0-or-later

   Calls with arguments that are none: numbers beyond the tables, sizes beyond memory.  Each is refused by name, and
   reads and writes nothing beyond its arrays.  */

#include "backend_elements.h"
#include "backend_test.h"

enum { ROUNDS = 2000, SIDE = 3, ROOM = SIDE * SIDE * SIDE };

/* One in four is none of `count` numbers.  */
static unsigned
odd_number (unsigned count)
{
  static const unsigned beyond[] = { 0, 1, 1000, 1u << 31, ~0u };
  const unsigned at = (unsigned) (bits () % (sizeof beyond / sizeof *beyond));
  return bits () % 4 ? (unsigned) (bits () % count) : count + beyond[at] < count ? ~0u : count + beyond[at];
}

static size_t
odd_size (void)
{
  static const size_t sizes[] = { 0, 1, 2, SIDE, (size_t) 1 << 58, SIZE_MAX / 2 + 1, SIZE_MAX - 1, SIZE_MAX };
  const size_t few = bits () % 2 ? 4 : sizeof sizes / sizeof *sizes;
  return sizes[bits () % few];
}

static gr_request
odd_request (bool *named)
{
  const gr_request q = { .op = (gr_operator) odd_number (GR_OPERATOR_COUNT),
                         .type = (gr_type) odd_number (GR_TYPE_COUNT),
                         .arithmetic = (gr_arithmetic) (bits () % 2 ? odd_number (GR_ARITHMETIC_COUNT) : 0),
                         .inner = odd_size (),
                         .len = odd_size (),
                         .outer = odd_size (),
                         .nan = (gr_nan) (bits () % 2 ? odd_number (GR_NAN_COUNT) : 0),
                         .comparison = (gr_comparison) (bits () % 2 ? odd_number (GR_COMPARISON_COUNT) : 0),
                         .mean = (gr_mean_type) (bits () % 2 ? odd_number (GR_MEAN_TYPE_COUNT) : 0),
                         .algorithm = (gr_algorithm) (bits () % 2 ? odd_number (GR_ALGORITHM_COUNT) : 0),
                         .kernel = (gr_auto_kernel) (bits () % 2 ? odd_number (GR_AUTO_COUNT) : 0),
                         .place = (gr_place) (bits () % 4 ? GR_ON_HOST : odd_number (GR_ON_DEVICE + 1)),
                         .first = bits () % 4 ? 0 : odd_size (),
                         .groups = bits () % 8 ? 0 : odd_size (),
                         .ndims = bits () % 8 ? 0 : odd_size () };
  *named = (unsigned) q.op < GR_OPERATOR_COUNT && (unsigned) q.type < GR_TYPE_COUNT
        && (unsigned) q.arithmetic < GR_ARITHMETIC_COUNT && (unsigned) q.nan < GR_NAN_COUNT
        && (unsigned) q.comparison < GR_COMPARISON_COUNT && (unsigned) q.mean < GR_MEAN_TYPE_COUNT
        && (unsigned) q.algorithm < GR_ALGORITHM_COUNT && (unsigned) q.kernel < GR_AUTO_COUNT
        && (unsigned) q.place <= GR_ON_DEVICE;
  return q;
}

/* Elements of an array, or SIZE_MAX where the product overflows.  */
static size_t
product (size_t a, size_t b, size_t c)
{
  size_t n;
  if (! a || ! b || ! c)
    return 0;
  return __builtin_mul_overflow (a, b, &n) || __builtin_mul_overflow (n, c, &n) ? SIZE_MAX : n;
}

/* Is what names nothing, or has more elements than memory, refused?  */
static bool
is_refused (gr_status status, bool named, size_t elements)
{
  if (! named)
    return status == GR_BAD_ARGUMENT && strstr (gr_message (), "there is no ");
  return elements <= ROOM || (status != GR_OK && *gr_message ());
}

static void
check_requests (void)
{
  static gr_c64 in[ROOM], out[ROOM];
  static double index[ROOM];
  for (size_t i = 0; i < ROOM; i++)
    in[i] = (gr_c64){ 1, 1 };
  for (int round = 0; round < ROUNDS; round++)
    {
      bool named;
      const gr_request q = odd_request (&named);
      const bool indexed = bits () % 4 == 0;
      const size_t elements = product (q.inner, q.len, q.outer), segments = product (q.inner, 1, q.outer);
      const bool is_scan = (unsigned) q.op < GR_OPERATOR_COUNT && gr_operators[q.op].is_scan;
      const size_t most = elements > segments || is_scan ? elements : segments;
      gr_type type;
      gr_accumulation *a = NULL;
      gr_accumulation_sizes sizes;
      bool good = is_refused (gr_result_type (&q, &type), named, 0);
      good = good && is_refused (gr_open (&q, indexed, &a), named, most);
      gr_close (a);
      good = good && is_refused (gr_predict_feed (&q, indexed, q.place, 1, &sizes), named, most);
      good = good && is_refused (gr_run (&q, in, out, indexed ? index : NULL), named, most);
#ifndef GR_TEST_SIMT
      gr_prediction prediction;
      good = good && is_refused (gr_predict (&q, indexed, &prediction), named, most);
#endif
      if (! good)
        {
          describe (&q);
          printf ("round %d, %s: %s\n", round, named ? "named" : "not named", gr_message ());
        }
      EXPECT (good);
    }
}

/* ---- elements ---- */

static bool
names_operands (unsigned op, unsigned a, unsigned b)
{
  return op < GR_BINARY_COUNT && a < GR_TYPE_COUNT && b < GR_TYPE_COUNT;
}

static void
check_operators (gr_buffer *x, gr_buffer *y)
{
  for (int round = 0; round < ROUNDS; round++)
    {
      const unsigned op = odd_number (GR_BINARY_COUNT), a = odd_number (GR_TYPE_COUNT), b = odd_number (GR_TYPE_COUNT);
      const gr_operand u = { .type = (gr_type) a, .buffer = x, .first = odd_size (), .is_scalar = bits () % 2 };
      const gr_operand v = { .type = (gr_type) b, .buffer = x, .first = odd_size (), .is_scalar = bits () % 2 };
      const size_t of_a[3] = { odd_size (), odd_size (), odd_size () };
      const size_t of_b[3] = { bits () % 2 ? of_a[0] : 1, bits () % 2 ? of_a[1] : 1, bits () % 2 ? of_a[2] : 1 };
      const size_t of_all = product (of_a[0], of_a[1], of_a[2]);
      const size_t count = odd_size ();
      const gr_status applied = gr_apply_binary ((gr_binary) op, u, v, count, y, odd_size ());
      bool good = applied != GR_OK || (names_operands (op, a, b) && count <= ROOM);
      const gr_status spread = gr_apply_broadcast ((gr_binary) op, u, v, 3, of_a, of_b, y);
      good = good && (spread != GR_OK || (names_operands (op, a, b) && of_all <= ROOM * sizeof (gr_c64)));
      const gr_status mapped = gr_apply_unary ((gr_unary) op, (gr_type) a, x, odd_size (), y, odd_size (), count);
      good = good && (mapped != GR_OK || (op < GR_UNARY_COUNT && a < GR_TYPE_COUNT && count <= ROOM));
      const gr_status complex
        = gr_apply_unary_to_complex ((gr_unary) op, (gr_type) a, x, odd_size (), y, odd_size (), count);
      good = good && (complex != GR_OK || (op < GR_UNARY_COUNT && a < GR_TYPE_COUNT && count <= ROOM));
      const gr_status converted = gr_convert_elements ((gr_type) a, y, odd_size (), (gr_type) b, x, odd_size (), count);
      good = good && (converted != GR_OK || (names_operands (0, a, b) && count <= ROOM * sizeof (gr_c64)));
      if (! good)
        printf ("round %d: operator %u of types %u and %u, %zu elements: %s\n", round, op, a, b, count, gr_message ());
      EXPECT (good);
    }
}

static void
check_others (gr_buffer *x, gr_buffer *y)
{
  static double numbers[ROOM];
  gr_random_state state = { 0 };
  double extreme;
  gr_selection *selected;
  for (int round = 0; round < ROUNDS; round++)
    {
      const gr_axis axes[2] = { { .count = odd_size (), .to = 1, .from = (ptrdiff_t) odd_size () },
                                { .count = odd_size (), .to = (ptrdiff_t) odd_size (), .from = 1 } };
      const gr_random random
        = { .distribution = (gr_distribution) odd_number (GR_DISTRIBUTION_COUNT), .least = -1, .greatest = 1 };
      const gr_factor factor = { .buffer = x, .first = odd_size (), .as = (gr_transposition) odd_number (3) };
      const gr_type type = (gr_type) odd_number (GR_TYPE_COUNT);
      const size_t n = odd_size (), m = odd_size ();
      gr_copy_elements (odd_size (), 2, axes, y, odd_size (), x, odd_size ());
      gr_fill_random (&random, &state, type, y, odd_size (), n);
      EXPECT (gr_permute_random (&state, m, n, numbers) != GR_OK || n <= ROOM);
      gr_multiply (type, n, m, odd_size (), factor, factor, y, odd_size ());
      gr_dot_chunks (type, n, m, odd_size (), x, x, y);
      EXPECT (gr_count_dot_chunks (n, m) <= m);
      gr_find_extreme ((gr_operator) odd_number (GR_OPERATOR_COUNT), false, type, x, odd_size (), n, &extreme);
      gr_buffer_fill (y, odd_size (), numbers, odd_size (), n);
      gr_buffer_upload (y, odd_size (), numbers, n <= ROOM ? n : SIZE_MAX);
      gr_buffer_copy (y, odd_size (), x, odd_size (), n);
      if (gr_open_selection (x, odd_size (), n, &selected) == GR_OK)
        gr_select_positions (selected, y, odd_size ());
      gr_close_selection (selected);
    }
}

void
check_bad_arguments (void)
{
  static const char zeros[ROOM * sizeof (gr_c64)];
  gr_buffer *x = NULL, *y = NULL;
  double seconds;
  check_requests ();
  EXPECT (gr_buffer_new (sizeof zeros, &x) == GR_OK && gr_buffer_new (sizeof zeros, &y) == GR_OK
          && gr_buffer_upload (x, 0, zeros, sizeof zeros) == GR_OK);
  check_operators (x, y);
  check_others (x, y);
  gr_buffer_release (x);
  gr_buffer_release (y);
  REFUSES (gr_measure_limit (GR_LIMIT_COUNT, 1, 1, &seconds), "there is no limit number");
  REFUSES (gr_measure_limit ((gr_limit) -1, 1, 1, &seconds), "there is no limit number");
  EXPECT (gr_live_allocations () == 0);
}
