/* SPDX-License-Identifier: GPL-3.0-or-later

   any and all on the host: a search that ends at the first element which decides.  A result is 1 once its segment
   is decided.  Chunks of a segment share that byte of the output, so no thread reads on in a segment that is
   decided.  */

#include <string.h>

#include "host/cpu.h"

/* GR_SIDE: least columns that are searched side by side.  GR_FRONT_ROWS: rows that are looked at before fewer
   columns are folded into that number.  GR_FRONT: elements of a segment that are looked at one by one.  */
enum { GR_SIDE = 64, GR_FRONT_ROWS = 64, GR_FRONT = 16 };

/* Does element e make `all` false, or `any` true?  The suffix says whether it is complex.  */
#define DECIDES_0(all, e) ((all) ? (e) == 0 : ((e) == (e)) & ((e) != 0))
#define DECIDES_1(all, e)                                                                                              \
  ((all) ? ((e).re == 0) & ((e).im == 0) : ((e).re == (e).re) & ((e).im == (e).im) & (((e).re != 0) | ((e).im != 0)))

/* For a type: search a segment of n elements that follow each other, and rows
   of `width` elements that are stride apart until every column is found.  */
#define SEARCH(ID, T, COMPLEX)                                                                                         \
  GR_INLINE bool search_segment_##ID (bool all, const T *x, size_t n)                                                  \
  {                                                                                                                    \
    size_t i = 0;                                                                                                      \
    for (; i < n && i < GR_FRONT; i++)                                                                                 \
      if (DECIDES_##COMPLEX (all, x[i]))                                                                               \
        return true;                                                                                                   \
    while (i < n)                                                                                                      \
      {                                                                                                                \
        const size_t step = i < GR_BLOCK ? i : GR_BLOCK, end = n - i < step ? n : i + step;                            \
        unsigned found = 0;                                                                                            \
        for (; i < end; i++)                                                                                           \
          found |= DECIDES_##COMPLEX (all, x[i]);                                                                      \
        if (found)                                                                                                     \
          return true;                                                                                                 \
      }                                                                                                                \
    return false;                                                                                                      \
  }                                                                                                                    \
  GR_INLINE void search_rows_##ID (bool all, const T *restrict x, size_t stride, size_t width, size_t rows,            \
                                   uint8_t *restrict found)                                                            \
  {                                                                                                                    \
    for (size_t r = 0, end = 1; r < rows && memchr (found, 0, width); end *= 2)                                        \
      for (; r < rows && r < end; r++)                                                                                 \
        for (size_t c = 0; c < width; c++)                                                                             \
          found[c] |= DECIDES_##COMPLEX (all, x[r * stride + c]);                                                      \
  }                                                                                                                    \
  GR_INLINE void search_segments_##ID (bool all, const T *x, size_t stride, size_t segments, size_t rows,              \
                                       uint8_t *restrict found)                                                        \
  {                                                                                                                    \
    /* the first elements by themselves: without a jump for each segment there are more of them                        \
       under way, and if they decide, that is all */                                                                   \
    for (size_t l = 0; rows > 0 && l < segments; l++)                                                                  \
      found[l] |= DECIDES_##COMPLEX (all, x[l * stride]);                                                              \
    for (size_t l = 0; l < segments; l++)                                                                              \
      if (! found[l])                                                                                                  \
        found[l] = search_segment_##ID (all, x + l * stride, rows);                                                    \
  }                                                                                                                    \
  GR_INLINE void search_for_##ID (const gr_job *job, const gr_item *it, bool all, uint8_t *found)                      \
  {                                                                                                                    \
    const T *x = (const T *) job->in + it->at;                                                                         \
    if (job->offsets)                                                                                                  \
      {                                                                                                                \
        const double *const o = job->offsets;                                                                          \
        for (size_t l = 0; l < it->segments; l++)                                                                      \
          found[l] = search_segment_##ID (all, x + (size_t) (o[l] - o[0]), (size_t) (o[l + 1] - o[l]));                \
        return;                                                                                                        \
      }                                                                                                                \
    if (job->inner == 1)                                                                                               \
      {                                                                                                                \
        search_segments_##ID (all, x, job->len, it->segments, it->rows, found);                                        \
        return;                                                                                                        \
      }                                                                                                                \
    for (size_t l = 0; l < it->segments; l++, x += job->inner * job->len, found += it->width)                          \
      if (it->width == job->inner && it->width <= GR_SIDE / 2 && it->rows > 2 * GR_FRONT_ROWS)                         \
        {                                                                                                              \
          const size_t width = it->width, fold = GR_SIDE / width;                                                      \
          const size_t full = (it->rows - GR_FRONT_ROWS) / fold, done = GR_FRONT_ROWS + full * fold;                   \
          uint8_t side[GR_SIDE];                                                                                       \
          search_rows_##ID (all, x, width, width, GR_FRONT_ROWS, found);                                               \
          for (size_t c = 0; c < fold * width; c++)                                                                    \
            side[c] = found[c % width];                                                                                \
          search_rows_##ID (all, x + GR_FRONT_ROWS * width, fold * width, fold * width, full, side);                   \
          for (size_t c = 0; c < fold * width; c++)                                                                    \
            found[c % width] |= side[c];                                                                               \
          search_rows_##ID (all, x + done * width, width, width, it->rows - done, found);                              \
        }                                                                                                              \
      else                                                                                                             \
        search_rows_##ID (all, x, job->inner, it->width, it->rows, found);                                             \
  }                                                                                                                    \
  GR_CLONES static void search_any_##ID (const gr_job *job, const gr_item *it, uint8_t *found)                         \
  {                                                                                                                    \
    search_for_##ID (job, it, false, found);                                                                           \
  }                                                                                                                    \
  GR_CLONES static void search_all_##ID (const gr_job *job, const gr_item *it, uint8_t *found)                         \
  {                                                                                                                    \
    search_for_##ID (job, it, true, found);                                                                            \
  }

/* Integers are searched as unsigned ones of their size, for which the questions are the same.  */
#define SEARCH_FLOATING SEARCH
#define SEARCH_UNSIGNED SEARCH
#define SEARCH_SIGNED(...)
#define SEARCH_LOGICAL(...)
#define SEARCH_CHAR(...)
#define SEARCH_CLASS(_, ID, T, NAME, COMPLEX, CLASS) SEARCH_##CLASS (ID, T, COMPLEX)
GR_TYPES (SEARCH_CLASS, _)

static gr_type
searched_as (gr_type type)
{
  switch (type)
    {
    case GR_TYPE_I8:
    case GR_TYPE_BOOL:
    case GR_TYPE_CHAR:
      return GR_TYPE_U8;
    case GR_TYPE_I16:
      return GR_TYPE_U16;
    case GR_TYPE_I32:
      return GR_TYPE_U32;
    case GR_TYPE_I64:
      return GR_TYPE_U64;
    default:
      return type;
    }
}

static void
search (const gr_job *job, const gr_item *it, uint8_t *found)
{
#define ROW(ID) [GR_TYPE_##ID] = { search_any_##ID, search_all_##ID }
  static void (*const searches[][2]) (const gr_job *, const gr_item *, uint8_t *)
    = { ROW (F64), ROW (F32), ROW (U8), ROW (U16), ROW (U32), ROW (U64), ROW (C64), ROW (C32) };
#undef ROW
  const bool all = gr_operators[job->request->op].variant & GR_LEAST;
  searches[searched_as (job->type)][all](job, it, found);
}

void
gr_cpu_search_item (gr_job *job, size_t item)
{
  const gr_item it = gr_cpu_item (job, item);
  const size_t n = it.width * it.segments;
  uint8_t *out = (uint8_t *) job->out + it.segment * job->inner + it.column, found[GR_TILE];
  if (job->chunks == 1) /* no other item has a part of these segments */
    {
      search (job, &it, out);
      return;
    }
  for (size_t c = 0; c < n; c++)
    found[c] = __atomic_load_n (&out[c], __ATOMIC_RELAXED);
  if (! memchr (found, 0, n))
    return;
  search (job, &it, found);
  for (size_t c = 0; c < n; c++)
    if (found[c])
      __atomic_store_n (&out[c], 1, __ATOMIC_RELAXED);
}

void
gr_cpu_search_segments (gr_job *job, size_t at, size_t first, size_t count)
{
  const gr_item it = { .segments = count, .at = at };
  search (job, &it, (uint8_t *) job->out + first);
}
