/* SPDX-License-Identifier: GPL-3.0-or-later

   Selection on the host: the threads take tiles of the mask, or of listed places.  */

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

/* ---- elements at places that are listed ---- */

/* The element that place number k of the list leads to, or -1 and a note that it is none.  */
GR_INLINE ptrdiff_t
read_place (const gr_gather_run *run, size_t k)
{
  const double place = run->places[k];
  const bool is_place = place >= 1 && place <= (double) run->gathering.len && place == (double) (ptrdiff_t) place;
  if (! is_place)
    __atomic_store_n (run->faulty, 1, __ATOMIC_RELAXED);
  return is_place ? (ptrdiff_t) place - 1 : -1;
}

/* Move elements [first, end) of the array that has one for each place.  */
static void
gather_places (const gr_gather_run *run, size_t first, size_t end)
{
  const gr_gathering *const q = &run->gathering;
  for (size_t i = first; i < end;)
    {
      const size_t row = i / q->inner, slab = row / q->count, begin = i - row * q->inner;
      const size_t n = q->inner - begin < end - i ? q->inner - begin : end - i;
      const ptrdiff_t at = read_place (run, row % q->count);
      const size_t there = ((size_t) at + q->len * slab) * q->inner + begin;
      if (at >= 0)
        memcpy ((char *) run->to + (run->scatters ? there : i) * q->size,
                (const char *) run->from + (run->scatters ? i : there) * q->size, n * q->size);
      i += n;
    }
}

static void
gather_tile (void *data, size_t t)
{
  const gr_gather_run *const run = data;
  const gr_gathering *const q = &run->gathering;
  const size_t count = q->inner * q->count * q->outer, first = t * GR_CPU_MASK_TILE;
  const size_t end = first + length_of (count, t);
  if (q->inner > 1 || q->outer > 1)
    gather_places (run, first, end);
  else
    switch (q->size)
      {
#define MOVE(_, BYTES, T)                                                                                              \
  case BYTES:                                                                                                          \
    for (size_t i = first; i < end; i++)                                                                               \
      {                                                                                                                \
        const ptrdiff_t at = read_place (run, i);                                                                      \
        if (at >= 0)                                                                                                   \
          ((T *) run->to)[run->scatters ? (size_t) at : i] = ((const T *) run->from)[run->scatters ? i : (size_t) at]; \
      }                                                                                                                \
    break;
        GR_ELEMENT_SIZES (MOVE, _)
#undef MOVE
      default:
        break;
      }
}

gr_status
gr_cpu_gather_places (const gr_gather_run *run)
{
  const gr_gathering *const q = &run->gathering;
  const size_t count = q->inner * q->count * q->outer;
  gr_gather_run r = *run;
  for_each_tile (count / GR_CPU_MASK_TILE + (count % GR_CPU_MASK_TILE != 0), gather_tile, &r);
  return GR_OK;
}
