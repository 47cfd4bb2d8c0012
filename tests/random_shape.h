/* SPDX-License-Identifier: GPL-3.0-or-later

   Random shapes of arrays, which tests of plans share.  */

#ifndef RANDOM_SHAPE_H
#define RANDOM_SHAPE_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

static const double MOST_ELEMENTS = 0x1p40;
static uint64_t random_state;

/* splitmix64 (S. Vigna)  */
static inline uint64_t
random_bits (void)
{
  uint64_t z = random_state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

/* Below 2^31, all orders of magnitude equally often.  */
static inline size_t
log_uniform (void)
{
  return (size_t) exp2 (31 * ((double) (random_bits () >> 11) * 0x1p-53));
}

static inline void
random_shape (size_t *inner, size_t *len, size_t *outer)
{
  do
    {
      *inner = random_bits () % 3 ? log_uniform () : 1;
      *len = random_bits () % 64 ? log_uniform () : 0;
      *outer = random_bits () % 3 ? log_uniform () : 1;
    }
  while ((double) *inner * (double) *len * (double) *outer > MOST_ELEMENTS);
}

#endif
