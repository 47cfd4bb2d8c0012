/* SPDX-License-Identifier: GPL-3.0-or-later

   Selection on the host: the threads take tiles of the mask.  */

#include "host/cpu.h"
#include "host/cpu_elements.h"

#include <string.h>

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

/* Call item (data, t) for each tile.  */
static void
for_each_tile (size_t tiles, void (*item) (void *data, size_t t), void *data)
{
  gr_for_each (tiles, GR_CPU_ALONE / GR_CPU_MASK_TILE, GR_CPU_BATCH / GR_CPU_MASK_TILE, item, data);
}

typedef struct
{
  const unsigned char *mask;
  size_t count;
  double *counts;
} count_job;

static void
count_tile (void *data, size_t t)
{
  const count_job *const j = data;
  j->counts[t] = (double) count_true (j->mask + t * GR_CPU_MASK_TILE, length_of (j->count, t));
}

gr_status
gr_cpu_count_tiles (const unsigned char *mask, size_t count, double *counts)
{
  count_job j = { mask, count, counts };
  for_each_tile (count / GR_CPU_MASK_TILE + (count % GR_CPU_MASK_TILE != 0), count_tile, &j);
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
      GR_ELEMENT_SIZES (GATHER, _)
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
      GR_ELEMENT_SIZES (SCATTER, _)
#undef SCATTER
    default:
      break;
    }
}

/* Elements of `size` bytes, or positions if that is 0, that move between all places and the selected ones.  */
typedef struct
{
  const gr_tiled_mask *mask;
  size_t size;
  char *to;
  const char *from;
  bool is_scalar;
} move_job;

static void
select_tile (void *data, size_t t)
{
  const move_job *const j = data;
  const size_t first = t * GR_CPU_MASK_TILE, before = (size_t) j->mask->before[t];
  uint16_t at[GR_CPU_MASK_TILE];
  const size_t n = find_selected (j->mask->mask + first, length_of (j->mask->count, t), at);
  if (j->size)
    gather (j->size, j->to + before * j->size, j->from + first * j->size, at, n);
  else
    for (size_t i = 0; i < n; i++)
      ((double *) (void *) j->to)[before + i] = (double) (first + at[i] + 1);
}

gr_status
gr_cpu_select (const gr_tiled_mask *mask, size_t size, void *to, const void *from)
{
  move_job j = { .mask = mask, .size = size, .to = to, .from = from };
  for_each_tile (mask->tiles, select_tile, &j);
  return GR_OK;
}

static void
put_tile (void *data, size_t t)
{
  const move_job *const j = data;
  const size_t first = t * GR_CPU_MASK_TILE, before = j->is_scalar ? 0 : (size_t) j->mask->before[t];
  uint16_t at[GR_CPU_MASK_TILE];
  const size_t n = find_selected (j->mask->mask + first, length_of (j->mask->count, t), at);
  scatter (j->size, j->to + first * j->size, j->from + before * j->size, ! j->is_scalar, at, n);
}

gr_status
gr_cpu_put (const gr_tiled_mask *mask, size_t size, void *to, const void *from, bool is_scalar)
{
  move_job j = { mask, size, to, from, is_scalar };
  for_each_tile (mask->tiles, put_tile, &j);
  return GR_OK;
}
