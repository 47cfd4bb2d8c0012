/* SPDX-License-Identifier: GPL-3.0-or-later

   Random numbers: the generator against its published answers, and numbers against what their definitions make of its
   bits, in long double and 128-bit integers.  */

#include "backend_elements.h"
#include "backend_test.h"
#include "op/normal.h"
#include "op/philox.h"

static bool
refuses (gr_status status, const char *text)
{
  const bool good = status == GR_BAD_ARGUMENT && strstr (gr_message (), text);
  if (! good)
    printf ("status %d, the message is: %s\n", (int) status, gr_message ());
  return good;
}

/* ---- the generator ---- */

/* Those of the file kat_vectors of Random123, the authors' own implementation: counter, key, answer.  */
static void
check_answers (void)
{
  static const struct
  {
    gr_philox counter;
    uint32_t key[2];
    gr_philox answer;
  } rows[] = {
    { { { 0, 0, 0, 0 } }, { 0, 0 }, { { 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 } } },
    { { { 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff } },
      { 0xffffffff, 0xffffffff },
      { { 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd } } },
    { { { 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344 } },
      { 0xa4093822, 0x299f31d0 },
      { { 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1 } } },
  };
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
    {
      const gr_philox got = gr_philox_cipher (rows[r].counter, rows[r].key[0], rows[r].key[1]);
      EXPECT (! memcmp (&got, &rows[r].answer, sizeof got));
    }
  const gr_philox block = gr_philox_block (0x299f31d0a4093822u, 0x85a308d3243f6a88u, 0x13198a2e, 0x03707344);
  EXPECT (! memcmp (&block, &rows[2].answer, sizeof block));
}

/* ---- what is wanted ---- */

/* A call: numbers from a state on, into elements from number `first` on.  */
typedef struct
{
  gr_random random;
  gr_type type;
  gr_random_state state;
  size_t first, count;
} call;

static uint64_t
span_of (const call *c)
{
  return (uint64_t) (c->random.greatest - c->random.least) + 1;
}

static size_t
numbers_of_counter (const call *c)
{
  if (c->random.distribution == GR_INTEGERS)
    return span_of (c) <= 65536 ? 4 : 2;
  return c->type == GR_TYPE_F32 ? 4 : 2;
}

/* Number i below the span, by the definition: the draw times the span, over the number of draws; again if it is one of
   the draws that would make the shares unequal, which begin each share.  */
static uint64_t
wanted_draw (uint64_t span, bool narrow, gr_random_state state, size_t i)
{
  typedef unsigned __int128 wide;
  const wide draws = narrow ? (wide) 1 << 32 : (wide) 1 << 64;
  const size_t per_counter = narrow ? 4 : 2, place = i % per_counter;
  const uint64_t counter = state.counter + i / per_counter;
  for (uint32_t turn = 0;; turn++)
    {
      const gr_philox x = turn ? gr_philox_block (state.seed, counter, (uint32_t) place, turn)
                               : gr_philox_block (state.seed, counter, 0, 0);
      const size_t at = turn ? 0 : place;
      const wide draw = narrow ? x.word[at] : x.word[2 * at] + ((wide) x.word[2 * at + 1] << 32);
      if (draw * span % draws >= draws % span)
        return (uint64_t) (draw * span / draws);
    }
}

static value
wanted_integer (const call *c, size_t i)
{
  const uint64_t span = span_of (c);
  return (value){ (long double) c->random.least + (long double) wanted_draw (span, span <= 65536, c->state, i), 0 };
}

static long double
wanted_uniform (const call *c, size_t i)
{
  const bool single = c->type == GR_TYPE_F32;
  const size_t per_counter = single ? 4 : 2;
  const gr_philox x = gr_philox_block (c->state.seed, c->state.counter + i / per_counter, 0, 0);
  const uint64_t half = x.word[i % 2 * 2] | (uint64_t) x.word[i % 2 * 2 + 1] << 32;
  if (single)
    return (long double) ((float) ((x.word[i % 4] >> 8) + 0.4L) / 0x1p24L);
  return (long double) ((double) ((half >> 11) + 0.4L) / 0x1p53L);
}

/* Box and Muller's number, and the unit in the last place there.  */
static long double
wanted_normal (const call *c, size_t i, long double *unit)
{
  const long double turn = 6.283185307179586476925286766559005768L;
  const bool single = c->type == GR_TYPE_F32;
  const gr_philox x = gr_philox_block (c->state.seed, c->state.counter + i / (single ? 4 : 2), 0, 0);
  const uint64_t u = single ? x.word[i % 4 / 2 * 2] : x.word[0] | (uint64_t) x.word[1] << 32;
  const uint64_t v = single ? x.word[i % 4 / 2 * 2 + 1] : x.word[2] | (uint64_t) x.word[3] << 32;
  const long double scale = single ? 0x1p-32L : 0x1p-64L;
  const long double rounded = single ? (float) u + 0.5F : (double) u + 0.5;
  const long double r = sqrtl (-2 * logl (rounded * scale)), t = turn * ((long double) v * scale);
  const long double z = r * (i % 2 ? sinl (t) : cosl (t));
  int exponent;
  frexpl (z, &exponent);
  /* the angle itself is rounded in long double */
  *unit = ldexpl (1, exponent - (single ? 24 : 53)) + 0x1p-60L;
  return z;
}

static bool
is_wanted (const call *c, const void *got, size_t i)
{
  const value g = get (c->type, got, c->first + i);
  long double unit = 0;
  switch (c->random.distribution)
    {
    case GR_UNIFORM:
      return g.re == wanted_uniform (c, i) && g.re > 0 && g.re < 1;
    case GR_NORMAL:
      return fabsl (g.re - wanted_normal (c, i, &unit)) <= 5 * unit;
    default:
      return g.re == wanted_integer (c, i).re;
    }
}

/* ---- numbers ---- */

/* Fill a part of a buffer, and see that the rest stays.  */
static void *
filled (const call *c)
{
  const size_t size = gr_types[c->type].size, all = (c->first + c->count + 3) * size,
               per_counter = numbers_of_counter (c);
  unsigned char *got = need (all);
  gr_buffer *buffer = NULL;
  gr_random_state state = c->state;
  memset (got, 0x5a, all);
  EXPECT (gr_buffer_new (all, &buffer) == GR_OK && gr_buffer_upload (buffer, 0, got, all) == GR_OK);
  bool good = gr_fill_random (&c->random, &state, c->type, buffer, c->first, c->count) == GR_OK
           && gr_buffer_download (got, buffer, 0, all) == GR_OK;
  good = good && state.seed == c->state.seed
      && state.counter == c->state.counter + (c->count + per_counter - 1) / per_counter;
  for (size_t i = 0; i < all; i++)
    good = good && ((i >= c->first * size && i < (c->first + c->count) * size) || got[i] == 0x5a);
  if (! good)
    printf ("%zu numbers of %s from element %zu on: %s\n", c->count, type_names[c->type], c->first, gr_message ());
  EXPECT (good);
  gr_buffer_release (buffer);
  return got;
}

static void
check_call (const call *c)
{
  unsigned char *got = filled (c);
  size_t i = 0;
  while (i < c->count && is_wanted (c, got, i))
    i++;
  if (i < c->count)
    printf ("distribution %d, %s, from %lld to %lld: number %zu of %zu, in element %zu, is %.20Lg\n",
            (int) c->random.distribution, type_names[c->type], (long long) c->random.least,
            (long long) c->random.greatest, i, c->count, c->first + i, get (c->type, got, c->first + i).re);
  EXPECT (i == c->count);
  /* the bits of normal numbers are those of this file's compilation, too */
  for (i = 0; c->random.distribution == GR_NORMAL && c->type == GR_TYPE_F64 && i < c->count; i++)
    {
      const gr_philox x = gr_philox_block (c->state.seed, c->state.counter + i / 2, 0, 0);
      const gr_two_doubles two = gr_turn (gr_normal_radius (gr_philox_half (x, 0)), gr_philox_half (x, 1));
      if (memcmp (got + (c->first + i) * sizeof (double), i % 2 ? &two.second : &two.first, sizeof (double)))
        break;
    }
  EXPECT (i == c->count || c->random.distribution != GR_NORMAL || c->type != GR_TYPE_F64);
  free (got);
}

/* The call with several counts and places in the buffer; the last is longer than blocks of all backends.  */
static void
check_lengths (call c)
{
  static const size_t counts[] = { 0, 1, 2, 3, 4, 5, 15, 16, 17, 1023, 1024, 1025, 20001 };
  for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
    for (c.first = 0; c.first < 4; c.first++)
      {
        c.count = counts[k];
        c.state = (gr_random_state){ bits (), bits () };
        check_call (&c);
      }
}

static void
check_numbers (void)
{
  static const int64_t most = (int64_t) 1 << 53;
  static const gr_type floats[] = { GR_TYPE_F64, GR_TYPE_F32 };
  for (int f = 0; f < 2; f++)
    {
      check_lengths ((call){ .random = { .distribution = GR_UNIFORM }, .type = floats[f] });
      check_lengths ((call){ .random = { .distribution = GR_NORMAL }, .type = floats[f] });
    }
#define CHECK_TYPE(_, ID, T, LEAST, GREATEST)                                                                          \
  check_lengths ((call){ .random = { GR_INTEGERS, 1, 6 }, .type = GR_TYPE_##ID });                                     \
  check_lengths ((call){ .random = { GR_INTEGERS, LEAST, GREATEST }, .type = GR_TYPE_##ID });                          \
  check_lengths ((call){ .random = { GR_INTEGERS, GREATEST, GREATEST }, .type = GR_TYPE_##ID });
  GR_RANDOM_TYPES (CHECK_TYPE, _)
#undef CHECK_TYPE
  /* one draw in 2048 is made again, and one in 131072 */
  check_lengths ((call){ .random = { GR_INTEGERS, -most, 1 }, .type = GR_TYPE_F64 });
  check_lengths ((call){ .random = { GR_INTEGERS, 0, 65535 - 1 }, .type = GR_TYPE_I32 });
  check_lengths ((call){ .random = { GR_INTEGERS, 0, 65535 }, .type = GR_TYPE_U16 });
  check_lengths ((call){ .random = { GR_INTEGERS, 0, 65536 }, .type = GR_TYPE_F64 });
}

/* Of as many draws as there are, less those made again, each number gets the same share.  */
static void
check_shares (void)
{
  static const uint64_t spans[] = { 1, 2, 3, 6, 1000, 65535, 65536, (uint64_t) 1 << 53, ((uint64_t) 1 << 52) + 1 };
  for (size_t s = 0; s < sizeof spans / sizeof *spans; s++)
    {
      const gr_range wide = gr_range_of (spans[s], false);
      EXPECT (wide.spare < spans[s] && (0 - wide.spare) % spans[s] == 0);
      EXPECT (spans[s] > 65536 || gr_range_of (spans[s], true).spare == 0x100000000u % spans[s]);
    }
}

/* Two calls that meet where a counter ends give what one gives.  */
static void
check_cuts (void)
{
  enum { N = 3001, CUT = 1004 };
  const gr_random normal = { .distribution = GR_NORMAL };
  float whole[N], parts[N];
  gr_random_state state = { 5, UINT64_MAX - 100 }, other = state;
  gr_buffer *a = NULL, *b = NULL;
  EXPECT (gr_buffer_new (sizeof whole, &a) == GR_OK && gr_buffer_new (sizeof parts, &b) == GR_OK);
  EXPECT (gr_fill_random (&normal, &state, GR_TYPE_F32, a, 0, N) == GR_OK);
  EXPECT (gr_fill_random (&normal, &other, GR_TYPE_F32, b, 0, CUT) == GR_OK);
  EXPECT (gr_fill_random (&normal, &other, GR_TYPE_F32, b, CUT, N - CUT) == GR_OK);
  EXPECT (gr_buffer_download (whole, a, 0, sizeof whole) == GR_OK);
  EXPECT (gr_buffer_download (parts, b, 0, sizeof parts) == GR_OK);
  EXPECT (! memcmp (whole, parts, sizeof whole));
  EXPECT (state.counter == other.counter && state.counter == (N + 3) / 4 - 101);
  gr_buffer_release (a);
  gr_buffer_release (b);
}

/* ---- permutations ---- */

/* The shuffle as it is defined, of two draws a counter.  */
static void
permute (gr_random_state state, size_t n, double *at)
{
  for (size_t i = 0; i < n; i++)
    at[i] = (double) (i + 1);
  for (size_t i = 0; i < n; i++)
    {
      const size_t other = i + wanted_draw (n - i, false, state, i);
      const double here = at[i];
      at[i] = at[other];
      at[other] = here;
    }
}

static void
check_permutations (void)
{
  static const size_t lengths[] = { 0, 1, 2, 5, 11, 100, 5000 };
  for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
    {
      const size_t n = lengths[l], counts[] = { 0, n > 0, n / 7, n / 2, n };
      double *want = need ((n + 1) * sizeof *want), *got = need ((n + 1) * sizeof *got);
      const gr_random_state state = { bits (), bits () };
      permute (state, n, want);
      for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
        {
          gr_random_state moved = state;
          EXPECT (gr_permute_random (&moved, n, counts[c], got) == GR_OK);
          EXPECT (! memcmp (got, want, counts[c] * sizeof *got));
          EXPECT (moved.seed == state.seed && moved.counter == state.counter + (counts[c] + 1) / 2);
        }
      free (want);
      free (got);
    }
  /* few numbers of more than memory could hold */
  double few[3] = { 0 };
  gr_random_state state = { 1, 0 };
  const size_t most = (size_t) 1 << 53;
  EXPECT (gr_permute_random (&state, most, 3, few) == GR_OK && state.counter == 2);
  for (size_t i = 0; i < 3; i++)
    EXPECT (few[i] == (double) (1 + i + wanted_draw (most - i, false, (gr_random_state){ 1, 0 }, i)));
  EXPECT (refuses (gr_permute_random (&state, most + 1, 3, few), "there are no 3 numbers of a permutation of"));
  EXPECT (refuses (gr_permute_random (&state, 2, 3, few), "there are no 3 numbers of a permutation of 2"));
  EXPECT (state.counter == 2);
}

/* ---- refusals ---- */

static void
check_refusals (void)
{
  enum { N = 20 };
  const int64_t most = (int64_t) 1 << 53;
  const gr_random uniform = { .distribution = GR_UNIFORM }, none = { .distribution = GR_DISTRIBUTION_COUNT };
  const gr_random die = { GR_INTEGERS, 1, 6 }, turned = { GR_INTEGERS, 6, 1 }, large = { GR_INTEGERS, 0, most + 1 };
  const gr_random bytes = { GR_INTEGERS, -1, 255 }, digits = { GR_INTEGERS, 0, (1 << 24) + 1 };
  gr_random_state state = { 1, 2 };
  gr_buffer *a = NULL;
  EXPECT (gr_buffer_new (N * sizeof (double), &a) == GR_OK);
  EXPECT (refuses (gr_fill_random (&uniform, &state, GR_TYPE_F64, NULL, 0, 1), "the buffer is missing"));
  EXPECT (refuses (gr_fill_random (&uniform, &state, GR_TYPE_F64, a, 1, N),
                   "20 elements of 8 bytes from number 1 on end beyond the random numbers of 160 bytes"));
  EXPECT (refuses (gr_fill_random (&uniform, &state, GR_TYPE_I32, a, 0, 1), "are double or single"));
  EXPECT (refuses (gr_fill_random (&uniform, &state, GR_TYPE_C64, a, 0, 1), "are double or single"));
  EXPECT (refuses (gr_fill_random (&none, &state, GR_TYPE_F64, a, 0, 1), "there is no distribution number 3"));
  EXPECT (refuses (gr_fill_random (&die, &state, GR_TYPE_BOOL, a, 0, 1), "no random integers of type number 10"));
  EXPECT (refuses (gr_fill_random (&turned, &state, GR_TYPE_F64, a, 0, 1), "and not from 6 to 1"));
  EXPECT (refuses (gr_fill_random (&large, &state, GR_TYPE_U64, a, 0, 1), "to 9007199254740992, and not from 0 to"));
  EXPECT (refuses (gr_fill_random (&bytes, &state, GR_TYPE_U8, a, 0, 1), "uint8 are from 0 to 255, and not from -1"));
  EXPECT (refuses (gr_fill_random (&digits, &state, GR_TYPE_F32, a, 0, 1), "single are from -16777216 to 16777216"));
  /* what fails uses no counter */
  gr_plant_fault (GR_FAULT_LAUNCH, 1);
  const gr_status status = gr_fill_random (&die, &state, GR_TYPE_F64, a, 0, N);
  gr_plant_fault (GR_FAULT_NONE, 0);
  EXPECT (! strcmp (backend, "cpu") ? status == GR_OK && state.counter == 7
                                    : status == GR_CUDA_ERROR && state.counter == 2);
  gr_buffer_release (a);
}

void
check_random (void)
{
  check_answers ();
  check_numbers ();
  check_shares ();
  check_cuts ();
  check_permutations ();
  check_refusals ();
  EXPECT (gr_live_allocations () == 0);
}
