/* SPDX-License-Identifier: GPL-3.0-or-later

   Random numbers and permutations.  */

#include "library/library.h"
#include "op/philox.h"

#include <stdlib.h>

/* ---- numbers ---- */

static gr_status
check_integers (const gr_random *random, gr_type type)
{
  int64_t least = 0, greatest = -1;
  switch (type)
    {
#define BOUNDS(_, ID, T, LEAST, GREATEST)                                                                              \
  case GR_TYPE_##ID:                                                                                                   \
    least = LEAST;                                                                                                     \
    greatest = GREATEST;                                                                                               \
    break;
      GR_RANDOM_TYPES (BOUNDS, _)
#undef BOUNDS
    default:
      break;
    }
  if (least > greatest)
    return gr_fail (GR_BAD_ARGUMENT, "there are no random integers of type number %d", (int) type);
  if (random->least < least || random->greatest > greatest || random->least > random->greatest)
    return gr_fail (GR_BAD_ARGUMENT, "random integers of class %s are from %lld to %lld, and not from %lld to %lld",
                    gr_types[type].name, (long long) least, (long long) greatest, (long long) random->least,
                    (long long) random->greatest);
  return GR_OK;
}

static gr_status
check_random (const gr_random *random, gr_type type)
{
  if ((int) random->distribution < 0 || random->distribution >= GR_DISTRIBUTION_COUNT)
    return gr_fail (GR_BAD_ARGUMENT, "there is no distribution number %d", (int) random->distribution);
  if (random->distribution == GR_INTEGERS)
    return check_integers (random, type);
  return type == GR_TYPE_F64 || type == GR_TYPE_F32
         ? GR_OK
         : gr_fail (GR_BAD_ARGUMENT, "uniform and normal numbers are double or single");
}

gr_status
gr_fill_random (const gr_random *random, gr_random_state *state, gr_type type, gr_buffer *out, size_t first,
                size_t count)
{
  void *to = NULL;
  gr_status status = gr_need_backend ();
  if (status == GR_OK)
    status = check_random (random, type);
  if (status == GR_OK)
    status = gr_find_elements ("the random numbers", out, first, count, gr_types[type].size, &to);
  if (status != GR_OK || ! count)
    return status;
  gr_numbers numbers = { .distribution = random->distribution, .type = type, .state = *state, .least = random->least };
  if (random->distribution == GR_INTEGERS)
    {
      const uint64_t span = (uint64_t) (random->greatest - random->least) + 1;
      numbers.range = gr_range_of (span, span <= GR_NARROW_SPAN);
    }
  status = gr_elements ()->fill_random (&numbers, to, count);
  const size_t per_counter = (size_t) gr_numbers_of_counter (&numbers);
  if (status == GR_OK)
    state->counter += count / per_counter + (count % per_counter != 0);
  return status;
}

/* ---- permutations ---- */

/* Number i of a stream of draws below `span`, two of a counter.  */
static size_t
draw (const gr_random_state *state, size_t i, size_t span)
{
  const uint64_t counter = state->counter + i / 2;
  const gr_range range = gr_range_of (span, false);
  const int place = (int) (i % 2);
  return gr_draw (range, gr_draw_at (range, gr_philox_block (state->seed, counter, 0, 0), place), state->seed, counter,
                  place);
}

/* The shuffle of R. Durstenfeld, "Algorithm 235: random permutation" (1964): what is at place i and what is at a place
   from i on change places.  */
static gr_status
shuffle (const gr_random_state *state, size_t n, size_t count, double *numbers)
{
  double *const at = count < n ? malloc (n * sizeof *at) : numbers;
  if (! at)
    return gr_fail (GR_OUT_OF_MEMORY, "there is no host memory for a permutation of %zu numbers", n);
  for (size_t i = 0; i < n; i++)
    at[i] = (double) i + 1;
  for (size_t i = 0; i < count; i++)
    {
      const size_t other = i + draw (state, i, n - i);
      const double here = at[i];
      at[i] = at[other];
      at[other] = here;
      numbers[i] = at[i];
    }
  if (at != numbers)
    free (at);
  return GR_OK;
}

/* What is not at its own place: a table of places by their hashes, from which a search goes on until it is free.  */
typedef struct
{
  size_t place; /* from 1 on; 0 where it is free */
  double number;
} moved;

static moved *
find_moved (moved *table, size_t size, size_t place)
{
  size_t i = (size_t) ((place * UINT64_C (0x9e3779b97f4a7c15)) >> 32) & (size - 1);
  while (table[i].place && table[i].place != place)
    i = (i + 1) & (size - 1);
  return &table[i];
}

/* The same shuffle of few of many numbers.  */
static gr_status
shuffle_few (const gr_random_state *state, size_t n, size_t count, double *numbers)
{
  size_t size = 2;
  while (size < 2 * count)
    size *= 2;
  moved *const table = calloc (size, sizeof *table);
  if (! table)
    return gr_fail (GR_OUT_OF_MEMORY, "there is no host memory for %zu numbers of a permutation", count);
  for (size_t i = 0; i < count; i++)
    {
      const size_t place = i + 1, other = place + draw (state, i, n - i);
      const moved *const here = find_moved (table, size, place);
      const double number = here->place ? here->number : (double) place;
      moved *const there = find_moved (table, size, other);
      numbers[i] = there->place ? there->number : (double) other;
      *there = (moved){ other, number };
    }
  free (table);
  return GR_OK;
}

gr_status
gr_permute_random (gr_random_state *state, size_t n, size_t count, double *numbers)
{
  enum { FEW = 5 };
  if (count > n || n > (size_t) GR_MOST_RANDOM)
    return gr_fail (GR_BAD_ARGUMENT, "there are no %zu numbers of a permutation of %zu", count, n);
  const gr_status status
    = count < n / FEW ? shuffle_few (state, n, count, numbers) : shuffle (state, n, count, numbers);
  if (status == GR_OK)
    state->counter += count / 2 + count % 2;
  return status;
}
