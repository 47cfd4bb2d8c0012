/* SPDX-License-Identifier: GPL-3.0-or-later

   Random numbers on the host: the threads take neighbouring counters, whose bits become numbers a block at a time.  */

/* Normal numbers want fused multiply-adds as instructions; a library's function for them gives the same bits.  */
#ifdef GR_CLONES
#  define FMA_CLONES
#else
#  define FMA_CLONES __attribute__ ((target_clones ("fma", "default")))
#endif

#include "host/cpu.h"
#include "host/cpu_elements.h"
#include "op/normal.h"
#include "op/philox.h"

#include <string.h>

enum { COUNTERS = 256 }; /* of a block */

/* The numbers of a block, of any type.  */
typedef union
{
  double doubles[GR_PHILOX_WORDS * COUNTERS];
  char bytes[sizeof (double) * GR_PHILOX_WORDS * COUNTERS];
} numbers_room;

/* ---- a block ---- */

GR_CLONES static void
make_bits (gr_random_state from, size_t counters, gr_philox *restrict bits)
{
  for (size_t i = 0; i < counters; i++)
    bits[i] = gr_philox_block (from.seed, from.counter + i, 0, 0);
}

GR_CLONES static void
make_uniform_doubles (const gr_philox *bits, size_t counters, double *restrict to)
{
  for (size_t i = 0; i < counters; i++)
    for (int half = 0; half < 2; half++)
      to[2 * i + (size_t) half] = gr_uniform_double (gr_philox_half (bits[i], half));
}

GR_CLONES static void
make_uniform_singles (const gr_philox *bits, size_t counters, float *restrict to)
{
  for (size_t i = 0; i < counters; i++)
    for (size_t w = 0; w < GR_PHILOX_WORDS; w++)
      to[GR_PHILOX_WORDS * i + w] = gr_uniform_single (bits[i].word[w]);
}

FMA_CLONES static void
make_normal_doubles (const gr_philox *bits, size_t counters, double *restrict to)
{
  for (size_t i = 0; i < counters; i++)
    {
      const gr_two_doubles two = gr_turn (gr_normal_radius (gr_philox_half (bits[i], 0)), gr_philox_half (bits[i], 1));
      to[2 * i] = two.first;
      to[2 * i + 1] = two.second;
    }
}

FMA_CLONES static void
make_normal_singles (const gr_philox *bits, size_t counters, float *restrict to)
{
  for (size_t i = 0; i < 2 * counters; i++)
    {
      const uint32_t *const word = bits[i / 2].word + i % 2 * 2;
      const gr_two_singles two = gr_turn_single (gr_normal_radius_single (word[0]), word[1]);
      to[2 * i] = two.first;
      to[2 * i + 1] = two.second;
    }
}

static void
make_integers (const gr_numbers *numbers, const gr_philox *bits, size_t counters, void *to)
{
  const gr_range range = numbers->range;
  const int draws = gr_draws_of (range);
  const gr_random_state from = numbers->state;
  size_t i = 0;
  switch (numbers->type)
    {
#define MAKE(_, ID, T, ...)                                                                                            \
  case GR_TYPE_##ID:                                                                                                   \
    for (size_t c = 0; c < counters; c++)                                                                              \
      for (int place = 0; place < draws; place++)                                                                      \
        {                                                                                                              \
          const uint64_t draw = gr_draw_at (range, bits[c], place);                                                    \
          const uint64_t number = gr_draw (range, draw, from.seed, from.counter + c, place);                           \
          ((T *) to)[i++] = (T) (numbers->least + (int64_t) number);                                                   \
        }                                                                                                              \
    break;
      GR_RANDOM_TYPES (MAKE, _)
#undef MAKE
    default:
      break;
    }
}

/* All numbers of the counters from a state on.  */
static void
make_block (const gr_numbers *numbers, size_t counters, void *to)
{
  gr_philox bits[COUNTERS];
  const bool single = numbers->type == GR_TYPE_F32;
  make_bits (numbers->state, counters, bits);
  switch (numbers->distribution)
    {
    case GR_UNIFORM:
      if (single)
        make_uniform_singles (bits, counters, to);
      else
        make_uniform_doubles (bits, counters, to);
      break;
    case GR_NORMAL:
      if (single)
        make_normal_singles (bits, counters, to);
      else
        make_normal_doubles (bits, counters, to);
      break;
    default:
      make_integers (numbers, bits, counters, to);
    }
}

/* ---- all blocks ---- */

typedef struct
{
  const gr_numbers *numbers;
  char *out;
  size_t count, per_counter;
} job;

static void
fill_block (void *data, size_t b)
{
  const job *const j = data;
  const size_t size = gr_types[j->numbers->type].size, most = COUNTERS * j->per_counter, left = j->count - b * most;
  void *const to = j->out + b * most * size;
  gr_numbers block = *j->numbers;
  block.state.counter += b * COUNTERS;
  if (left >= most)
    make_block (&block, COUNTERS, to);
  else
    {
      /* the last counter may have more numbers than are wanted */
      numbers_room room;
      make_block (&block, left / j->per_counter + (left % j->per_counter != 0), room.bytes);
      memcpy (to, room.bytes, left * size);
    }
}

gr_status
gr_cpu_fill_random (const gr_numbers *numbers, void *out, size_t count)
{
  job j = { numbers, out, count, (size_t) gr_numbers_of_counter (numbers) };
  const size_t most = COUNTERS * j.per_counter;
  gr_for_each (count / most + (count % most != 0), GR_CPU_ALONE / most, GR_CPU_BATCH / most, fill_block, &j);
  return GR_OK;
}
