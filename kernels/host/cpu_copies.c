/* SPDX-License-Identifier: GPL-3.0-or-later

   Copies by index, and conversion, on the host.  */

#include <math.h>
#include <string.h>

#include "host/cpu.h"
#include "host/cpu_elements.h"

/* ---- copies ---- */

/* Where index c of an axis leads.  */
GR_INLINE ptrdiff_t
place (ptrdiff_t step, const int64_t *list, size_t c)
{
  return step * (ptrdiff_t) (list ? (size_t) list[c] : c);
}

typedef struct
{
  uint64_t half[2];
} gr_sixteen;

/* The second loop is for lists.  */
#define COPY_AS(SIZE, T)                                                                                               \
  case SIZE:                                                                                                           \
    if (! axis->from_list && ! axis->to_list)                                                                          \
      for (size_t c = 0; c < n; c++)                                                                                   \
        ((T *) to)[place (axis->to, NULL, c)] = ((const T *) from)[place (axis->from, NULL, c)];                       \
    else                                                                                                               \
      for (size_t c = 0; c < n; c++)                                                                                   \
        ((T *) to)[place (axis->to, axis->to_list, c)] = ((const T *) from)[place (axis->from, axis->from_list, c)];   \
    break;

void
gr_cpu_copy_line (size_t size, const gr_axis *axis, void *to, const void *from)
{
  const size_t n = axis->count;
  if (axis->from == 1 && axis->to == 1 && ! axis->from_list && ! axis->to_list)
    memcpy (to, from, n * size);
  else
    switch (size)
      {
        COPY_AS (1, uint8_t)
        COPY_AS (2, uint16_t)
        COPY_AS (4, uint32_t)
        COPY_AS (8, uint64_t)
        COPY_AS (16, gr_sixteen)
      default:
        break;
      }
}

/* Its items have GR_CHUNK elements each.  */
typedef struct
{
  gr_job job;
  size_t size, axes, count;
  const gr_axis *axis;
} gr_copying;

static void
copy_item (gr_job *job, size_t i)
{
  const gr_copying *const copy = (const gr_copying *) job;
  const gr_axis *const axis = copy->axis;
  const size_t begin = i * GR_CHUNK, left = copy->count - begin, count = left < GR_CHUNK ? left : GR_CHUNK;
  size_t index[GR_MAX_DIMS], rest = begin;
  for (size_t k = 0; k < copy->axes; k++)
    {
      index[k] = rest % axis[k].count;
      rest /= axis[k].count;
    }
  for (size_t done = 0, run; done < count; done += run)
    {
      gr_axis line = axis[0];
      ptrdiff_t from = 0, to = 0;
      run = line.count - index[0];
      run = run < count - done ? run : count - done;
      /* where the line begins, from index 0 of its axis if that has a list */
      for (size_t k = 1; k < copy->axes; k++)
        {
          from += place (axis[k].from, axis[k].from_list, index[k]);
          to += place (axis[k].to, axis[k].to_list, index[k]);
        }
      from += line.from_list ? 0 : place (line.from, NULL, index[0]);
      to += line.to_list ? 0 : place (line.to, NULL, index[0]);
      line.count = run;
      line.from_list = line.from_list ? line.from_list + index[0] : NULL;
      line.to_list = line.to_list ? line.to_list + index[0] : NULL;
      gr_cpu_copy_line (copy->size, &line, (char *) job->out + to * (ptrdiff_t) copy->size,
                        (const char *) job->in + from * (ptrdiff_t) copy->size);
      index[0] = 0;
      for (size_t k = 1; k < copy->axes && ++index[k] == axis[k].count; k++)
        index[k] = 0;
    }
}

static gr_status
outcome (const gr_job *job, const char *what)
{
  return job->stop ? gr_fail (GR_INTERRUPTED, "%s was interrupted", what) : GR_OK;
}

gr_status
gr_cpu_copy (size_t size, size_t axes, const gr_axis *axis, void *to, const void *from)
{
  gr_copying copy = { .job = { .in = from, .out = to }, .size = size, .axes = axes, .count = 1, .axis = axis };
  for (size_t k = 0; k < axes; k++)
    copy.count *= axis[k].count;
  gr_cpu_for_each (&copy.job, copy.count / GR_CHUNK + (copy.count % GR_CHUNK != 0), 1, copy_item);
  return outcome (&copy.job, "a copy");
}

/* ---- conversion ---- */

/* Elements go through a block of one of four kinds, which has all of them as they are.  */
typedef enum { FLOATING, SIGNED, UNSIGNED, COMPLEX } gr_kind;
typedef union
{
  double d[GR_BLOCK];
  int64_t i[GR_BLOCK];
  uint64_t u[GR_BLOCK];
  gr_c64 z[GR_BLOCK];
} gr_kind_block;

#define IS_FLOATING(T) ((T) 0.5 != 0)
#define IS_UNSIGNED(T) ((T) -1 > 0)
#define GREATEST(T) (IS_UNSIGNED (T) ? (T) -1 : (T) (UINT64_MAX >> (65 - 8 * sizeof (T))))
#define LEAST(T) (IS_UNSIGNED (T) ? (T) 0 : (T) (-GREATEST (T) - 1))

/* ID_of_double, ID_of_signed and ID_of_unsigned.  */
#define CONVERSIONS_1(ID, T)
#define CONVERSIONS_0(ID, T)                                                                                           \
  GR_INLINE T ID##_of_double (double x)                                                                                \
  {                                                                                                                    \
    const double r = round (x);                                                                                        \
    if (GR_TYPE_##ID == GR_TYPE_BOOL)                                                                                  \
      return x != 0;                                                                                                   \
    if (GR_TYPE_##ID == GR_TYPE_CHAR)                                                                                  \
      return r >= 0 && r <= UINT8_MAX ? (T) r : 0;                                                                     \
    if (IS_FLOATING (T))                                                                                               \
      return (T) x;                                                                                                    \
    return r != r ? 0 : r >= (double) GREATEST (T) ? GREATEST (T) : r <= (double) LEAST (T) ? LEAST (T) : (T) r;       \
  }                                                                                                                    \
  GR_INLINE T ID##_of_signed (int64_t x)                                                                               \
  {                                                                                                                    \
    const int64_t least = IS_FLOATING (T) ? INT64_MIN : (int64_t) LEAST (T);                                           \
    const int64_t greatest = IS_FLOATING (T) || sizeof (T) == 8 ? INT64_MAX : (int64_t) GREATEST (T);                  \
    if (GR_TYPE_##ID == GR_TYPE_BOOL)                                                                                  \
      return x != 0;                                                                                                   \
    if (GR_TYPE_##ID == GR_TYPE_CHAR)                                                                                  \
      return x >= 0 && x <= UINT8_MAX ? (T) x : 0;                                                                     \
    return (T) (x > greatest ? greatest : x < least ? least : x);                                                      \
  }                                                                                                                    \
  GR_INLINE T ID##_of_unsigned (uint64_t x)                                                                            \
  {                                                                                                                    \
    const uint64_t greatest = IS_FLOATING (T) ? UINT64_MAX : (uint64_t) GREATEST (T);                                  \
    if (GR_TYPE_##ID == GR_TYPE_BOOL)                                                                                  \
      return x != 0;                                                                                                   \
    if (GR_TYPE_##ID == GR_TYPE_CHAR)                                                                                  \
      return x <= UINT8_MAX ? (T) x : 0;                                                                               \
    return (T) (x > greatest ? greatest : x);                                                                          \
  }
#define DEFINE_CONVERSIONS(_, ID, T, CLASS, IS_COMPLEX, ...) CONVERSIONS_##IS_COMPLEX (ID, T)
GR_TYPES (DEFINE_CONVERSIONS, _)

#define KIND_0(T) (IS_FLOATING (T) ? FLOATING : IS_UNSIGNED (T) ? UNSIGNED : SIGNED)
#define KIND_1(T) COMPLEX
#define KIND(_, ID, T, CLASS, IS_COMPLEX, ...) KIND_##IS_COMPLEX (T),
static const gr_kind kinds[GR_TYPE_COUNT] = { GR_TYPES (KIND, _) };

#define EACH(...)                                                                                                      \
  for (size_t k = 0; k < n; k++)                                                                                       \
  __VA_ARGS__
#define FETCH_0(ID, T)                                                                                                 \
  const T *x = (const T *) from + at;                                                                                  \
  if (KIND_0 (T) == FLOATING)                                                                                          \
    EACH (block->d[k] = (double) x[k]);                                                                                \
  else if (KIND_0 (T) == SIGNED)                                                                                       \
    EACH (block->i[k] = (int64_t) x[k]);                                                                               \
  else                                                                                                                 \
    EACH (block->u[k] = (uint64_t) x[k]);
#define FETCH_1(ID, T)                                                                                                 \
  const T *x = (const T *) from + at;                                                                                  \
  EACH ((block->z[k] = (gr_c64){ x[k].re, x[k].im }));
#define STORE_0(ID, T)                                                                                                 \
  T *y = (T *) to + at;                                                                                                \
  if (kind == FLOATING)                                                                                                \
    EACH (y[k] = ID##_of_double (block->d[k]));                                                                        \
  else if (kind == SIGNED)                                                                                             \
    EACH (y[k] = ID##_of_signed (block->i[k]));                                                                        \
  else                                                                                                                 \
    EACH (y[k] = ID##_of_unsigned (block->u[k]));
#define STORE_1(ID, T)                                                                                                 \
  T *y = (T *) to + at;                                                                                                \
  if (kind == FLOATING)                                                                                                \
    EACH (y[k] = (T){ block->d[k], 0 });                                                                               \
  else if (kind == SIGNED)                                                                                             \
    EACH (y[k] = (T){ block->i[k], 0 });                                                                               \
  else if (kind == UNSIGNED)                                                                                           \
    EACH (y[k] = (T){ block->u[k], 0 });                                                                               \
  else                                                                                                                 \
    EACH (y[k] = (T){ block->z[k].re, block->z[k].im });
#define CASE(DIRECTION, ID, T, CLASS, IS_COMPLEX, ...)                                                                 \
  case GR_TYPE_##ID:                                                                                                   \
    {                                                                                                                  \
      DIRECTION##_##IS_COMPLEX (ID, T) break;                                                                          \
    }

GR_CLONES static void
fetch (gr_type type, const void *from, size_t at, size_t n, gr_kind_block *restrict block)
{
  switch (type)
    {
      GR_TYPES (CASE, FETCH)
    default:
      break;
    }
}

GR_CLONES static void
store (gr_type type, void *to, size_t at, size_t n, const gr_kind_block *restrict block, gr_kind kind)
{
  switch (type)
    {
      GR_TYPES (CASE, STORE)
    default:
      break;
    }
}

/* Its items have GR_CHUNK elements each.  */
typedef struct
{
  gr_job job;
  size_t count;
} gr_conversion;

static void
convert_item (gr_job *job, size_t i)
{
  const size_t count = ((const gr_conversion *) job)->count, begin = i * GR_CHUNK;
  const size_t end = count - begin < GR_CHUNK ? count : begin + GR_CHUNK;
  gr_kind_block block;
  for (size_t at = begin, n; at < end; at += n)
    {
      n = end - at < GR_BLOCK ? end - at : GR_BLOCK;
      fetch (job->type, job->in, at, n, &block);
      store (job->out_type, job->out, at, n, &block, kinds[job->type]);
    }
}

gr_status
gr_cpu_convert (gr_type to_type, void *to, gr_type from_type, const void *from, size_t count)
{
  gr_conversion c = { .job = { .type = from_type, .out_type = to_type, .in = from, .out = to }, .count = count };
  gr_cpu_for_each (&c.job, count / GR_CHUNK + (count % GR_CHUNK != 0), 1, convert_item);
  return outcome (&c.job, "a conversion");
}
