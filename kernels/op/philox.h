/* SPDX-License-Identifier: GPL-3.0-or-later

   Random bits, and the uniform numbers and integers that are made of them, in the common subset of C11 and CUDA C++.

   Philox4x32-10 of J. K. Salmon, M. A. Moraes, R. O. Dror and D. E. Shaw, "Parallel random numbers: as easy as 1, 2,
   3", SC 2011, Section 4: a bijection of 128 bits under a key of 64 bits.  The key is the seed.  The bits are a
   counter in the lower half; the upper half is 0, but for integers that are drawn again.  */

#ifndef GR_PHILOX_H
#define GR_PHILOX_H

#include "backend_elements.h"
#include "op/arith.h"

/* Types of random numbers, with the least and the greatest integer of each.  X (_, ID, type, least, greatest)  */
#define GR_MOST_RANDOM ((int64_t) 1 << 53)
#define GR_RANDOM_TYPES(X, _)                                                                                          \
  X (_, F64, double, -GR_MOST_RANDOM, GR_MOST_RANDOM)                                                                  \
  X (_, F32, float, -(1 << 24), 1 << 24)                                                                               \
  X (_, I8, int8_t, INT8_MIN, INT8_MAX)                                                                                \
  X (_, I16, int16_t, INT16_MIN, INT16_MAX)                                                                            \
  X (_, I32, int32_t, INT32_MIN, INT32_MAX)                                                                            \
  X (_, I64, int64_t, -GR_MOST_RANDOM, GR_MOST_RANDOM)                                                                 \
  X (_, U8, uint8_t, 0, UINT8_MAX)                                                                                     \
  X (_, U16, uint16_t, 0, UINT16_MAX)                                                                                  \
  X (_, U32, uint32_t, 0, UINT32_MAX)                                                                                  \
  X (_, U64, uint64_t, 0, GR_MOST_RANDOM)

/* ---- bits ---- */

enum { GR_PHILOX_WORDS = 4, GR_PHILOX_ROUNDS = 10 };
typedef struct
{
  uint32_t word[GR_PHILOX_WORDS];
} gr_philox;

GR_FN gr_philox
gr_philox_cipher (gr_philox x, uint32_t key_0, uint32_t key_1)
{
  for (int i = 0; i < GR_PHILOX_ROUNDS; i++)
    {
      const uint64_t p = (uint64_t) x.word[0] * 0xd2511f53u, q = (uint64_t) x.word[2] * 0xcd9e8d57u;
      x.word[0] = (uint32_t) (q >> 32) ^ x.word[1] ^ key_0;
      x.word[1] = (uint32_t) q;
      x.word[2] = (uint32_t) (p >> 32) ^ x.word[3] ^ key_1;
      x.word[3] = (uint32_t) p;
      key_0 += 0x9e3779b9u; /* the golden ratio */
      key_1 += 0xbb67ae85u; /* the square root of 3, less 1 */
    }
  return x;
}

GR_FN gr_philox
gr_philox_block (uint64_t seed, uint64_t counter, uint32_t third, uint32_t fourth)
{
  gr_philox x;
  x.word[0] = (uint32_t) counter;
  x.word[1] = (uint32_t) (counter >> 32);
  x.word[2] = third;
  x.word[3] = fourth;
  return gr_philox_cipher (x, (uint32_t) seed, (uint32_t) (seed >> 32));
}

/* Half 0 or 1 of a block.  */
GR_FN uint64_t
gr_philox_half (gr_philox x, int half)
{
  return x.word[2 * half] | (uint64_t) x.word[2 * half + 1] << 32;
}

/* ---- uniform numbers ---- */

/* The first 53 or 24 bits as a number k, and (k + 0.4) / 2^53 or / 2^24.  The sum is rounded to something from k to
   k + 0.5, and to k where k has all the digits, so that all numbers are apart and none is 0 or 1.  */
GR_FN double
gr_uniform_double (uint64_t bits)
{
  return ((double) (int64_t) (bits >> 11) + 0.4) * 0x1p-53;
}
GR_FN float
gr_uniform_single (uint32_t bits)
{
  return ((float) (int32_t) (bits >> 8) + 0.4f) * 0x1p-24f;
}

/* ---- integers ---- */

/* Up to this number of integers, a draw takes 32 bits, and beyond it 64.  */
enum { GR_NARROW_SPAN = 1 << 16 };

GR_FN gr_range
gr_range_of (uint64_t span, bool narrow)
{
  gr_range r;
  r.span = span;
  r.narrow = narrow;
  r.spare = narrow ? ((uint64_t) 1 << 32) % span : (0 - span) % span;
  return r;
}

/* A number below the span from a draw; false if it is drawn again.  Of the draws, as numbers below 2^32 or 2^64, those
   are left out by which some numbers would have one more than others (D. Lemire, "Fast random integer generation in an
   interval", ACM Transactions on Modeling and Computer Simulation 29, 2019).  */
GR_FN bool
gr_fits_range (gr_range range, uint64_t draw, uint64_t *number)
{
  const uint64_t low = (uint64_t) (uint32_t) draw * (uint32_t) range.span;
  if (range.narrow)
    {
      *number = low >> 32;
      return (uint32_t) low >= (uint32_t) range.spare;
    }
  if (range.span >> 32 == 0)
    {
      /* the same product as below, of fewer words */
      const uint64_t high = (draw >> 32) * (uint32_t) range.span + (low >> 32);
      *number = high >> 32;
      return (high << 32 | (uint32_t) low) >= range.spare;
    }
  const unsigned __int128 p = (unsigned __int128) draw * range.span;
  *number = (uint64_t) (p >> 64);
  return (uint64_t) p >= range.spare;
}

/* Draws of a counter, and the one at a place of its block.  */
GR_FN int
gr_draws_of (gr_range range)
{
  return range.narrow ? GR_PHILOX_WORDS : 2;
}
GR_FN uint64_t
gr_draw_at (gr_range range, gr_philox x, int place)
{
  return range.narrow ? x.word[place] : gr_philox_half (x, place);
}

/* A number below the span, each with the same probability, from the draw at a place of a counter.  What is drawn again
   comes from blocks whose upper half is the place and 1, 2, ...  */
GR_RARE_FN uint64_t
gr_draw (gr_range range, uint64_t draw, uint64_t seed, uint64_t counter, int place)
{
  uint64_t number;
  for (uint32_t turn = 1; ! gr_fits_range (range, draw, &number); turn++)
    draw = gr_draw_at (range, gr_philox_block (seed, counter, (uint32_t) place, turn), 0);
  return number;
}

/* ---- counters ---- */

/* Numbers that are made of a counter.  */
GR_FN int
gr_numbers_of_counter (const gr_numbers *numbers)
{
  if (numbers->distribution == GR_INTEGERS)
    return gr_draws_of (numbers->range);
  return numbers->type == GR_TYPE_F32 ? GR_PHILOX_WORDS : 2;
}

#endif
