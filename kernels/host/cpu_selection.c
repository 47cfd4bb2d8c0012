/* SPDX-License-Identifier: GPL-3.0-or-later

   Selection on the host: the threads take tiles of the mask.  */

#include "host/cpu.h"
#include "host/cpu_elements.h"

#include <string.h>

enum { PARALLEL = 16 }; /* tiles that are worth a second thread */

/* Elements of a tile.  */
static size_t
length_of (size_t count, size_t tile)
{
  const size_t left = count - tile * GR_CPU_MASK_TILE;
  return left < GR_CPU_MASK_TILE ? left : GR_CPU_MASK_TILE;
}

/* The number of true elements; the loop of bytes vectorises.  */
GR_CLONES static size_t
count_true (const unsigned char *mask, size_t n)
{
  enum { BYTES = 255 }; /* that a byte counts */
  size_t total = 0;
  for (size_t i = 0; i < n; i += BYTES)
    {
      const size_t end = n - i < BYTES ? n : i + BYTES;
      uint8_t some = 0;
      for (size_t k = i; k < end; k++)
        some = (uint8_t) (some + (mask[k] != 0));
      total += some;
    }
  return total;
}

gr_status
gr_cpu_count_tiles (const unsigned char *mask, size_t count, double *counts)
{
  const size_t tiles = count / GR_CPU_MASK_TILE + (count % GR_CPU_MASK_TILE != 0);
#pragma omp parallel for schedule(static) if (tiles >= PARALLEL)
  for (size_t t = 0; t < tiles; t++)
    counts[t] = (double) count_true (mask + t * GR_CPU_MASK_TILE, length_of (count, t));
  return GR_OK;
}

/* Find the places of the true elements, without a branch for each element, and return their number.  */
static size_t
find_selected (const unsigned char *mask, size_t n, uint16_t *at)
{
  size_t found = 0;
  for (size_t i = 0; i < n; i++)
    {
      at[found] = (uint16_t) i;
      found += mask[i] != 0;
    }
  return found;
}

typedef struct
{
  uint64_t half[2];
} element_16;

/* Element sizes.  X (_, bytes, type)  */
#define ELEMENT_SIZES(X, _)                                                                                            \
  X (_, 1, uint8_t)                                                                                                    \
  X (_, 2, uint16_t)                                                                                                   \
  X (_, 4, uint32_t)                                                                                                   \
  X (_, 8, uint64_t)                                                                                                   \
  X (_, 16, element_16)

/* Copy n elements, of places `at` or next to each other.  */
static void
gather (size_t size, void *to, const void *from, const uint16_t *at, size_t n)
{
  switch (size)
    {
#define GATHER(_, BYTES, T)                                                                                            \
  case BYTES:                                                                                                          \
    for (size_t i = 0; i < n; i++)                                                                                     \
      ((T *) to)[i] = ((const T *) from)[at[i]];                                                                       \
    break;
      ELEMENT_SIZES (GATHER, _)
#undef GATHER
    default:
      break;
    }
}
static void
scatter (size_t size, void *to, const void *from, size_t step, const uint16_t *at, size_t n)
{
  switch (size)
    {
#define SCATTER(_, BYTES, T)                                                                                           \
  case BYTES:                                                                                                          \
    for (size_t i = 0; i < n; i++)                                                                                     \
      ((T *) to)[at[i]] = ((const T *) from)[i * step];                                                                \
    break;
      ELEMENT_SIZES (SCATTER, _)
#undef SCATTER
    default:
      break;
    }
}

gr_status
gr_cpu_select (const gr_tiled_mask *mask, size_t size, void *to, const void *from)
{
#pragma omp parallel for schedule(static) if (mask->tiles >= PARALLEL)
  for (size_t t = 0; t < mask->tiles; t++)
    {
      const size_t first = t * GR_CPU_MASK_TILE, before = (size_t) mask->before[t];
      uint16_t at[GR_CPU_MASK_TILE];
      const size_t n = find_selected (mask->mask + first, length_of (mask->count, t), at);
      if (size)
        gather (size, (char *) to + before * size, (const char *) from + first * size, at, n);
      else
        for (size_t i = 0; i < n; i++)
          ((double *) to)[before + i] = (double) (first + at[i] + 1);
    }
  return GR_OK;
}

gr_status
gr_cpu_put (const gr_tiled_mask *mask, size_t size, void *to, const void *from, bool is_scalar)
{
#pragma omp parallel for schedule(static) if (mask->tiles >= PARALLEL)
  for (size_t t = 0; t < mask->tiles; t++)
    {
      const size_t first = t * GR_CPU_MASK_TILE, before = is_scalar ? 0 : (size_t) mask->before[t];
      uint16_t at[GR_CPU_MASK_TILE];
      const size_t n = find_selected (mask->mask + first, length_of (mask->count, t), at);
      scatter (size, (char *) to + first * size, (const char *) from + before * size, ! is_scalar, at, n);
    }
  return GR_OK;
}
