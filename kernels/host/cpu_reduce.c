/* SPDX-License-Identifier: GPL-3.0-or-later

   Reductions on the host: blocks into partial results, partial results into results.  */

#include <string.h>

#include "host/cpu_monoid.h"

/* The elements that a loop goes over: `segments` segments that follow each other, of `rows` rows each.  A row is
   `width` neighbouring elements, and rows are `stride` elements apart.  The first element is number `at` of an
   array, and the first row of each segment is row `row` of the whole segment, of which a region may be a part.  Whole
   segments of any lengths begin and end where `offsets` say, counted in rows; else that is NULL.  Of them the first
   quarter is meant if `quarter` says so.  */
typedef struct
{
  size_t at, stride, width, rows, segments, row;
  const double *offsets;
  bool quarter;
} gr_region;

/* Rows of one segment without gaps between them.  */
GR_INLINE gr_region
gr_packed_rows (size_t at, size_t width, size_t rows, size_t row)
{
  return (gr_region){ at, width, width, rows, 1, row, NULL, false };
}

/* One of the segments.  */
GR_INLINE gr_region
gr_segment_of (gr_region r, size_t segment)
{
  const double *const o = r.offsets;
  if (! o)
    return (gr_region){ r.at + segment * r.rows * r.stride, r.stride, r.width, r.rows, 1, r.row, NULL, false };
  const size_t at = r.at + (size_t) (o[segment] - o[0]) * r.stride, rows = (size_t) (o[segment + 1] - o[segment]);
  return (gr_region){ at, r.stride, r.width, r.quarter ? (rows + 3) / 4 : rows, 1, r.row, NULL, false };
}

/* What is left of one segment behind its first rows.  */
GR_INLINE gr_region
gr_rows_after (gr_region r, size_t rows)
{
  return (gr_region){ r.at + rows * r.stride, r.stride, r.width, r.rows - rows, 1, r.row + rows, NULL, false };
}

/* Combine the rows of a segment into the partial results of acc, one for each column.  Four rows at a time, since a
   partial result is then read and written once for all four, unless that takes too many registers.  */
GR_INLINE void
add_rows (gr_monoid op, gr_mode m, const void *restrict x, gr_region r, gr_word *restrict acc, size_t n)
{
#define LOAD(R) gr_load (op, m, x, r.at + (R) *r.stride + c, (double) (r.row + 1 + (R)))
  for (; r.rows >= 4 && (! gr_is_arg_extremum (op) || gr_members (op) == GR_RE); r = gr_rows_after (r, 4))
#pragma GCC unroll 1 /* an unrolled loop would not be vectorised */
    for (size_t c = 0; c < r.width; c++)
      {
        gr_partial a = gr_combine (op, m, gr_get (op, acc, n, c), LOAD (0), m.late);
        a = gr_combine (op, m, a, LOAD (1), m.late);
        a = gr_combine (op, m, a, LOAD (2), m.late);
        gr_put (op, acc, n, c, gr_combine (op, m, a, LOAD (3), m.late));
      }
  for (; r.rows > 0; r = gr_rows_after (r, 1))
#pragma GCC unroll 1
    for (size_t c = 0; c < r.width; c++)
      gr_put (op, acc, n, c, gr_combine (op, m, gr_get (op, acc, n, c), LOAD (0), m.late));
#undef LOAD
}

/* Combine packed rows of a segment into acc, `fold` of them side by side as one wide row: the partial results of the
   columns of wide rows are folded pairwise at the end.  Returns the rows that are too few for a wide one.  */
GR_INLINE gr_region
add_folded (gr_monoid op, gr_mode m, const void *restrict x, gr_region r, size_t fold, gr_word *restrict acc, size_t n)
{
  gr_word lane[GR_PLANES * GR_LANES];
  const size_t wide = fold * r.width, wide_rows = r.rows / fold;
  for (size_t c = 0; c < wide; c++)
    gr_put (op, lane, GR_LANES, c, gr_load (op, m, x, r.at + c, 1.0));
  if (wide == GR_LANES) /* a constant width in the common case */
    add_rows (op, m, x, gr_packed_rows (r.at + GR_LANES, GR_LANES, wide_rows - 1, 1), lane, GR_LANES);
  else
    add_rows (op, m, x, gr_packed_rows (r.at + wide, wide, wide_rows - 1, 1), lane, GR_LANES);

  if (gr_is_arg_extremum (op))
    for (size_t c = 0; c < wide; c++)
      {
        gr_partial b = gr_get (op, lane, GR_LANES, c);
        b.pos = (double) (r.row + ((size_t) b.pos - 1) * fold + c / r.width + 1);
        gr_put (op, lane, GR_LANES, c, b);
      }
  for (size_t s = fold, half; s > 1; s = half)
    {
      half = (s + 1) / 2;
      for (size_t c = 0; c < (s - half) * r.width; c++)
        gr_put (op, lane, GR_LANES, c,
                gr_merge (op, m, gr_get (op, lane, GR_LANES, c), gr_get (op, lane, GR_LANES, c + half * r.width)));
    }
  for (size_t c = 0; c < r.width; c++)
    gr_put (op, acc, n, c, gr_merge (op, m, gr_get (op, acc, n, c), gr_get (op, lane, GR_LANES, c)));
  return gr_rows_after (r, wide_rows * fold);
}

/* Combine the elements of a single column into a.  */
GR_INLINE gr_partial
add_column (gr_monoid op, gr_mode m, const void *restrict x, gr_region r, gr_partial a)
{
  const size_t end = r.row + r.rows;
  for (; r.row < end; r = gr_rows_after (r, 1))
    a = gr_combine (op, m, a, gr_load (op, m, x, r.at, (double) (r.row + 1)), m.late);
  return a;
}

/* Combine the columns of segments into acc, which has a partial result for each column of each segment.  fresh: acc
   has no value yet.  */
GR_INLINE void
add_segments (gr_monoid op, gr_mode m, const void *restrict x, gr_region r, bool fresh, gr_word *restrict acc, size_t n)
{
  const bool ordered = gr_is_saturating (op) || op == GR_MONOID_FIRST_EXTREMUM;
  const bool begin = fresh && (gr_is_arg_extremum (op) || m.begin);
  const size_t fold = ! ordered && r.width < GR_LANES && r.stride == r.width ? GR_LANES / r.width : 0;
  const size_t worth = fold * (gr_is_arg_extremum (op) ? 8 : 2); /* rows for which folding pays */
  if (! r.offsets && r.width == 1 && r.rows - begin < worth)     /* short segments: nothing but the loop */
    {
      for (size_t l = 0; l < r.segments; l++)
        {
          const gr_region s = gr_segment_of (r, l);
          const gr_partial a = begin ? gr_load (op, m, x, s.at, (double) (s.row + 1))
                             : fresh ? gr_identity (op)
                                     : gr_get (op, acc, n, l);
          gr_put (op, acc, n, l, add_column (op, m, x, gr_rows_after (s, begin), a));
        }
      return;
    }
  if (fresh && ! begin)
    for (size_t c = 0; c < r.segments * r.width; c++)
      gr_put (op, acc, n, c, gr_identity (op));
  for (size_t l = 0; l < r.segments; l++, acc += r.width)
    {
      gr_region s = gr_segment_of (r, l);
      const bool first = begin && s.rows > 0;
      if (begin)
        for (size_t c = 0; c < s.width; c++)
          gr_put (op, acc, n, c, first ? gr_load (op, m, x, s.at + c, (double) (s.row + 1)) : gr_identity (op));
      s = gr_rows_after (s, first);
      if (fold && s.rows >= worth)
        s = add_folded (op, m, x, s, fold, acc, n);
      if (s.width == 1)
        gr_put (op, acc, n, 0, add_column (op, m, x, s, gr_get (op, acc, n, 0)));
      else
        add_rows (op, m, x, s, acc, n);
    }
}

/* Rows of GR_ABREAST segments as columns, for words of one size: tile[r * GR_ABREAST + c] = x[c * apart + r], four
   by four.  The next segments are prefetched, since hardware does not read ahead at several places in turn.  */
#define TURN(NAME, WORD)                                                                                               \
  typedef WORD gr_four_##NAME __attribute__ ((vector_size (4 * sizeof (WORD)), aligned (sizeof (WORD)), may_alias));   \
  GR_INLINE void turn_##NAME (const gr_##NAME *restrict x, size_t apart, size_t rows, gr_##NAME *restrict tile)        \
  {                                                                                                                    \
    for (size_t c = 0; c < GR_ABREAST; c += 4, x += 4 * apart, tile += 4)                                              \
      {                                                                                                                \
        size_t r = 0;                                                                                                  \
        for (; r + 4 <= rows; r += 4)                                                                                  \
          {                                                                                                            \
            if (r % (GR_HOST_CACHE_LINE / sizeof (WORD)) == 0)                                                         \
              for (size_t k = 0; k < 4; k++)                                                                           \
                __builtin_prefetch (x + (k + GR_ABREAST) * apart + r);                                                 \
            const gr_four_##NAME p = FOUR (NAME, x + r), q = FOUR (NAME, x + apart + r),                               \
                                 s = FOUR (NAME, x + 2 * apart + r), t = FOUR (NAME, x + 3 * apart + r);               \
            const gr_four_##NAME pq = PICK (p, q, 0, 4, 2, 6), st = PICK (s, t, 0, 4, 2, 6),                           \
                                 PQ = PICK (p, q, 1, 5, 3, 7), ST = PICK (s, t, 1, 5, 3, 7);                           \
            FOUR (NAME, tile + r * GR_ABREAST) = PICK (pq, st, 0, 1, 4, 5);                                            \
            FOUR (NAME, tile + (r + 1) * GR_ABREAST) = PICK (PQ, ST, 0, 1, 4, 5);                                      \
            FOUR (NAME, tile + (r + 2) * GR_ABREAST) = PICK (pq, st, 2, 3, 6, 7);                                      \
            FOUR (NAME, tile + (r + 3) * GR_ABREAST) = PICK (PQ, ST, 2, 3, 6, 7);                                      \
          }                                                                                                            \
        for (; r < rows; r++)                                                                                          \
          for (size_t k = 0; k < 4; k++)                                                                               \
            tile[r * GR_ABREAST + k] = x[k * apart + r];                                                               \
      }                                                                                                                \
  }
#define FOUR(NAME, p) (*(gr_four_##NAME *) (p))
#define PICK(a, b, ...) __builtin_shufflevector (a, b, __VA_ARGS__)
typedef int32_t __attribute__ ((may_alias)) gr_half_word;
TURN (integer_word, int64_t)
TURN (half_word, int32_t)
#undef TURN
#undef FOUR
#undef PICK

/* A tile of turned rows.  */
typedef union
{
  gr_integer_word word[GR_TURN_ROWS * GR_ABREAST];
  gr_half_word half[GR_TURN_ROWS * GR_ABREAST];
  gr_c64 z[GR_TURN_ROWS * GR_ABREAST];
} gr_turned;

/* Rows of `segments` segments, `apart` elements apart, from element `at` on; zeros in the other columns.  */
GR_INLINE void
turn_segments (gr_monoid op, gr_mode m, const void *x, size_t at, size_t apart, size_t rows, size_t segments,
               gr_turned *tile)
{
#define ONE_BY_ONE(T, to)                                                                                              \
  for (size_t r = 0; r < rows; r++)                                                                                    \
    for (size_t c = 0; c < GR_ABREAST; c++)                                                                            \
      (to)[r * GR_ABREAST + c] = c < segments ? ((const T *) x)[at + c * apart + r] : (T){ 0 };
  if (gr_monoid_domain (op) == GR_DOMAIN_COMPLEX)
    ONE_BY_ONE (gr_c64, tile->z)
  else if (m.elements && segments >= GR_ABREAST)
    turn_half_word ((const gr_half_word *) x + at, apart, rows, tile->half);
  else if (m.elements)
    ONE_BY_ONE (gr_half_word, tile->half)
  else if (segments >= GR_ABREAST)
    turn_integer_word ((const gr_integer_word *) x + at, apart, rows, tile->word);
  else
    ONE_BY_ONE (gr_integer_word, tile->word)
#undef ONE_BY_ONE
}

/* Whole segments of `rows` elements that follow each other, `width` of them: GR_ABREAST side by side, since that
   is what registers hold, each from its first element to its last.  */
GR_INLINE void
add_short (gr_monoid op, gr_mode m, const void *restrict x, size_t rows, size_t width, gr_word *restrict acc, size_t n)
{
  const size_t begin = gr_is_arg_extremum (op) || m.begin;
  for (size_t l = 0; l < width; l += GR_ABREAST)
    {
      const size_t here = width - l < GR_ABREAST ? width - l : GR_ABREAST;
      gr_word lane[GR_PLANES * GR_ABREAST];
      gr_turned tile;
      for (size_t c = 0; c < GR_ABREAST; c++)
        gr_put (op, lane, GR_ABREAST, c, begin ? gr_load (op, m, x, (l + c % here) * rows, 1.0) : gr_identity (op));
      for (size_t r = 0; r < rows; r += GR_TURN_ROWS)
        {
          const size_t some = rows - r < GR_TURN_ROWS ? rows - r : GR_TURN_ROWS, skip = r == 0 ? begin : 0;
          turn_segments (op, m, x, l * rows + r, rows, some, here, &tile);
          const gr_region turned = gr_packed_rows (0, GR_ABREAST, some, r);
          add_rows (op, m, &tile, gr_rows_after (turned, skip), lane, GR_ABREAST);
        }
      for (size_t c = 0; c < here; c++)
        gr_put (op, acc, n, l + c, gr_get (op, lane, GR_ABREAST, c));
    }
}

/* The centers of the first pass: the first finite element of each column that counts and has weight, or 0.  It may
   be far from the mean (an element of tiny weight); later passes have better centers.  Columns are `apart`.  */
static void
choose_centers (gr_mode m, const void *x, size_t apart, gr_region r, double *center)
{
  for (size_t l = 0; l < r.segments; l++)
    for (size_t c = 0; c < r.width; c++)
      {
        center[l * r.width + c] = 0.0;
        for (gr_region s = gr_segment_of (r, l); s.rows > 0; s = gr_rows_after (s, 1))
          {
            const size_t at = s.at + c * apart;
            const double v = gr_element (m, x, at), other = m.omit ? gr_element (m, x, at ^ m.pair) : 0.0;
            if (isfinite (v) && other == other && (! m.weights || m.weights[s.row] != 0.0))
              {
                center[l * r.width + c] = v;
                break;
              }
          }
      }
}

/* Add the rows of a segment to the second moments about centers, counts and first moments of its columns; four rows
   at a time where all elements count as one.  */
GR_INLINE void
add_moments_rows (gr_mode m, const void *restrict x, gr_region r, const double *restrict center, gr_word *restrict s2,
                  gr_word *restrict count, gr_word *restrict s1)
{
  size_t done = 0;
  for (; r.rows >= 4 && ! m.omit && ! m.weights; r = gr_rows_after (r, 4), done += 4)
#pragma GCC unroll 1
    for (size_t c = 0; c < r.width; c++)
      {
#define AWAY(R) (gr_element (m, x, r.at + (R) *r.stride + c) - center[c])
        const double p = AWAY (0), q = AWAY (1), u = AWAY (2), v = AWAY (3);
#undef AWAY
        s2[c] += (p * p + q * q) + (u * u + v * v);
        s1[c] += (p + q) + (u + v);
      }
  for (size_t c = 0; c < r.width; c++)
    count[c] += (double) done;
  for (; r.rows > 0; r = gr_rows_after (r, 1))
#pragma GCC unroll 1
    for (size_t c = 0; c < r.width; c++)
      {
        const double v = gr_element (m, x, r.at + c);
        bool skip = false;
        if (m.omit)
          {
            const double other = gr_element (m, x, (r.at + c) ^ m.pair);
            skip = (v != v) | (other != other);
          }
        const double w = skip ? 0.0 : m.weights ? m.weights[r.row] : 1.0;
        const double d = skip ? 0.0 : v - center[c];
        s2[c] += w * d * d;
        count[c] += w;
        s1[c] += w * d;
      }
}

/* The same as add_segments, for the moments about centers.  Two passes over a chunk in the cache are as accurate
   as two over all elements, and need no division for each element.  */
GR_INLINE void
add_moments (gr_mode m, const void *restrict x, gr_region r, const double *restrict center, gr_word *restrict acc,
             size_t n)
{
  const size_t fold = r.width < GR_LANES && r.stride == r.width && ! m.weights ? GR_LANES / r.width : 0;
  const size_t wide = fold * r.width;
  for (size_t l = 0; l < r.segments; l++, acc += r.width, center += r.width)
    {
      gr_word *s2 = acc + n, *count = acc + 2 * n, *s1 = acc + 3 * n;
      gr_region s = gr_segment_of (r, l);
      if (fold && s.rows >= 2 * fold)
        {
          const size_t wide_rows = s.rows / fold;
          double lane_center[GR_LANES];
          gr_word lane[GR_PLANES][GR_LANES];
          for (size_t c = 0; c < wide; c++)
            {
              lane_center[c] = center[c % s.width];
              lane[1][c] = lane[2][c] = lane[3][c] = 0.0;
            }
#define ADD_WIDE_ROWS(WIDTH)                                                                                           \
  add_moments_rows (m, x, gr_packed_rows (s.at, WIDTH, wide_rows, 0), lane_center, lane[1], lane[2], lane[3])
          if (wide == GR_LANES) /* a constant width in the common case */
            ADD_WIDE_ROWS (GR_LANES);
          else
            ADD_WIDE_ROWS (wide);
#undef ADD_WIDE_ROWS
          for (size_t c = 0; c < wide; c++)
            {
              s2[c % s.width] += lane[1][c];
              count[c % s.width] += lane[2][c];
              s1[c % s.width] += lane[3][c];
            }
          s = gr_rows_after (s, wide_rows * fold);
        }
      add_moments_rows (m, x, s, center, s2, count, s1);
    }
}

/* The same as add_short, for moments.  */
GR_INLINE void
add_short_moments (gr_mode m, const void *restrict x, size_t rows, size_t width, const double *restrict center,
                   gr_word *restrict acc, size_t n)
{
  for (size_t l = 0; l < width; l += GR_ABREAST)
    {
      const size_t here = width - l < GR_ABREAST ? width - l : GR_ABREAST;
      double lane_center[GR_ABREAST];
      gr_word lane[GR_PLANES][GR_ABREAST];
      gr_turned tile;
      for (size_t c = 0; c < GR_ABREAST; c++)
        {
          lane_center[c] = center[l + c % here];
          for (size_t plane = 0; plane < GR_PLANES; plane++)
            lane[plane][c] = acc[plane * n + l + c % here];
        }
      for (size_t r = 0; r < rows; r += GR_TURN_ROWS)
        {
          const size_t some = rows - r < GR_TURN_ROWS ? rows - r : GR_TURN_ROWS;
          turn_segments (GR_MONOID_MOMENTS, m, x, l * rows + r, rows, some, here, &tile);
          add_moments_rows (m, &tile, gr_packed_rows (0, GR_ABREAST, some, r), lane_center, lane[1], lane[2], lane[3]);
        }
      for (size_t c = 0; c < here; c++)
        for (size_t plane = 0; plane < GR_PLANES; plane++)
          acc[plane * n + l + c] = lane[plane][c];
    }
}

/* After a pass, store m2 about the mean, the mean relative to the center, and the center in place of the first
   moment.  far[c] receives whether a center was so far from the mean that four bits or more of the m2 have cancelled;
   is there such a one? */
static bool
settle_moments (gr_word *acc, const double *center, size_t partials, size_t n, bool *far)
{
  bool any = false;
  for (size_t c = 0; c < partials; c++)
    {
      const double s1 = acc[3 * n + c], s2 = acc[n + c], count = acc[2 * n + c];
      const double mean = count != 0.0 ? s1 / count : 0.0;
      /* where squares of finite elements overflow, m2 is infinite too */
      const double m2 = isfinite (s1) && isinf (s2) ? s2 : s2 - s1 * mean;
      far[c] = s2 > 16.0 * m2;
      any |= far[c];
      acc[c] = mean;
      acc[n + c] = m2 < 0.0 ? 0.0 : m2;
      acc[3 * n + c] = center[c];
    }
  return any;
}

/* The arguments of add_segments and its like, for elements as they are fetched.  */
typedef struct
{
  const void *x;
  gr_region region;
  bool fresh;
  const double *center; /* of moments */
  gr_word *acc;
  size_t n;
} gr_block_task;

GR_INLINE void
add_block_as (gr_monoid op, gr_mode m, const gr_job *job, gr_block_task t)
{
  if (op == GR_MONOID_MOMENTS && job->step > 1)
    add_short_moments (m, t.x, t.region.rows, t.region.width, t.center, t.acc, t.n);
  else if (op == GR_MONOID_MOMENTS)
    add_moments (m, t.x, t.region, t.center, t.acc, t.n);
  else if (job->step > 1)
    add_short (op, m, t.x, t.region.rows, t.region.width, t.acc, t.n);
  else
    add_segments (op, m, t.x, t.region, t.fresh, t.acc, t.n);
}

/* For each monoid: with its options, if it heeds any, for elements of its domain; and without options, for all
   elements, so that the loops do not test for them.  */
#define ADD_PLAIN(NAME, ID, ELEMENTS)                                                                                  \
  GR_CLONES static void add_##NAME##_##ID (const gr_job *job, const gr_block_task *t)                                  \
  {                                                                                                                    \
    gr_mode m = job->mode;                                                                                             \
    m.omit = m.include = m.late = false;                                                                               \
    m.weights = NULL;                                                                                                  \
    m.elements = ELEMENTS;                                                                                             \
    if (! ELEMENTS || gr_reads (GR_MONOID_##ID, ELEMENTS))                                                             \
      add_block_as (GR_MONOID_##ID, m, job, *t);                                                                       \
  }
#define ADD(_, ID, ...)                                                                                                \
  GR_CLONES static void add_any_##ID (const gr_job *job, const gr_block_task *t)                                       \
  {                                                                                                                    \
    gr_mode m = job->mode;                                                                                             \
    m.elements = GR_ARE_OF_DOMAIN;                                                                                     \
    if (gr_heeds_options (GR_MONOID_##ID))                                                                             \
      add_block_as (GR_MONOID_##ID, m, job, *t);                                                                       \
  }                                                                                                                    \
  ADD_PLAIN (plain, ID, GR_ARE_OF_DOMAIN)                                                                              \
  ADD_PLAIN (singles, ID, GR_ARE_SINGLES)                                                                              \
  ADD_PLAIN (int32, ID, GR_ARE_INT32)
GR_MONOIDS (ADD, _)
#undef ADD
#undef ADD_PLAIN

static void
add_block (const gr_job *job, const gr_block_task *task)
{
  typedef void add (const gr_job *, const gr_block_task *);
#define ROW(_, ID, ...) { add_plain_##ID, add_singles_##ID, add_int32_##ID },
  static add *const plain[][GR_ARE_INT32 + 1] = { GR_MONOIDS (ROW, _) };
#undef ROW
#define ROW(_, ID, ...) add_any_##ID,
  static add *const any[] = { GR_MONOIDS (ROW, _) };
#undef ROW
  const gr_mode *m = &job->mode;
  const bool has_options = gr_heeds_options (job->monoid) && (m->omit || m->include || m->late || m->weights);
  (has_options ? any[job->monoid] : plain[job->monoid][m->elements]) (job, task);
}

/* Does a reduction go on from what stands before its rows?  (The chunks of a scan do not.)  */
static bool
goes_on (const gr_job *job)
{
  return job->carry && job->chunks == 1;
}

/* Rows of all segments of an item: `rows` of each, or whole ones of any lengths.  */
static size_t
rows_of_all (const gr_job *job, const gr_item *it, size_t rows)
{
  return job->offsets ? it->rows : rows * it->segments;
}

/* The rows of an item into acc, `step` at a time if elements are converted.  quarter: of segments of any lengths the
   first quarter.  */
static void
add_item (gr_job *job, const gr_item *it, bool quarter, size_t step, const double *center, gr_word *acc, size_t n)
{
  gr_block block;
  size_t stride, r = 0;
  do
    {
      const size_t rows = it->rows - r < step ? it->rows - r : step;
      const size_t all = rows_of_all (job, it, rows);
      const void *x = gr_cpu_fetch (job, it->at + r * job->stride, it->width, all, &block, &stride);
      const gr_region region
        = { 0, stride, it->width, rows, it->segments, it->row + r, job->offsets, job->offsets && quarter };
      const gr_block_task task = { x, region, r == 0 && ! goes_on (job), center, acc, n };
      add_block (job, &task);
      r += rows;
    }
  while (r < it->rows && ! gr_cpu_stopped (job));
}

/* Segments of an item that are reduced at a time.  An item at the end, which has fewer, is reduced as if it had all. */
static size_t
segments_at_once (const gr_job *job, const gr_item *it)
{
  if (it->rows == 0 || gr_cpu_as_it_is (job))
    return job->segments;
  const size_t fit = GR_BLOCK / (it->rows * it->width);
  return fit < 1 ? 1 : fit < job->segments ? fit : job->segments;
}

/* The same as reduce_part, for moments: about a guess, then about the mean, and again while the center was far from
   it.  */
static void
reduce_moments (gr_job *job, const gr_item *it, size_t step, gr_word *acc, size_t n)
{
  enum { MOST_PASSES = 4 };
  const size_t partials = it->segments * it->width, rows = it->rows < step ? it->rows : step;
  /* the mean of a quarter of the elements is at most sqrt (3) standard deviations from that of all */
  const bool quarter = segments_at_once (job, it) == 1 && job->step == 1 && ! job->mode.omit && ! job->mode.weights;
  gr_item guessed_from = *it;
  if (quarter && ! job->offsets)
    guessed_from.rows = (it->rows + 3) / 4;
  double center[GR_TILE];
  bool far[GR_TILE], again = true;
  gr_block block;
  size_t stride;
  const void *x = gr_cpu_fetch (job, it->at, it->width, rows_of_all (job, it, rows), &block, &stride);
  const gr_region region = { 0, stride, it->width, rows, it->segments, it->row, job->offsets, false };
  choose_centers (job->mode, x, job->step, region, center);
  for (int pass = 1; pass <= MOST_PASSES && again && ! (pass > 1 && gr_cpu_stopped (job)); pass++)
    {
      /* a center that was near stays, so that a result does not depend on the columns beside it */
      if (pass > 1)
        for (size_t c = 0; c < partials; c++)
          center[c] += pass == 2 || far[c] ? acc[c] : 0.0;
      for (size_t plane = 0; plane < GR_PLANES; plane++)
        for (size_t c = 0; c < partials; c++)
          acc[plane * n + c] = 0.0;
      add_item (job, pass == 1 ? &guessed_from : it, quarter && pass == 1, step, center, acc, n);
      again = settle_moments (acc, center, partials, n, far) || pass == 1;
    }
}

/* A part of an item into acc, a block at a time if elements are converted.  */
static void
reduce_part (gr_job *job, const gr_item *part, gr_word *acc, size_t n)
{
  const size_t per_block = GR_BLOCK / part->width;
  const size_t step = part->segments > 1 || per_block > job->rows || gr_cpu_as_it_is (job) ? job->rows : per_block;
  if (job->monoid == GR_MONOID_MOMENTS)
    reduce_moments (job, part, step, acc, n);
  else
    add_item (job, part, false, step, NULL, acc, n);
}

/* Round half away from zero and saturate, as Octave converts to integers.  */
static int64_t
to_integer (const gr_mode *m, double x)
{
  const double r = round (x);
  if (r != r)
    return 0;
  if (m->is_unsigned && m->wide)
    return (int64_t) (r >= 0x1p64 ? UINT64_MAX : r <= 0.0 ? 0 : (uint64_t) r);
  return r >= (double) m->greatest ? m->greatest : r <= (double) m->least ? m->least : (int64_t) r;
}

/* Are partial results the greatest elements, or the least ones with their sign changed?  */
static bool
is_arg_extremum (const gr_job *job)
{
  return gr_is_arg_extremum (job->monoid) && job->domain == GR_DOMAIN_DOUBLE;
}

/* Turn the combined partial result of a segment of `len` elements into the operator's value.  */
static gr_partial
finish_partial (const gr_job *job, gr_partial c, double len)
{
  const gr_request *q = job->request;
  const gr_mode *m = &job->mode;
  const gr_operator_info *op = &gr_operators[q->op];
  switch (op->accumulator)
    {
    case GR_ACCUMULATOR_MEAN:
      {
        const double n = job->members & GR_KEY ? c.key : len;
        if (job->monoid == GR_MONOID_WIDE_SUM)
          c.re = gr_wide_to_double ((int64_t) c.re, (uint64_t) c.i);
        gr_c64 z = gr_complex (c.re / n, c.im / n);
        if (q->mean == GR_MEAN_HARMONIC)
          z = job->domain == GR_DOMAIN_COMPLEX ? gr_complex_div (gr_complex (n, 0.0), gr_complex (c.re, c.im))
                                               : gr_complex (n / c.re, 0.0);
        else if (q->mean == GR_MEAN_GEOMETRIC)
          z = job->domain == GR_DOMAIN_COMPLEX ? gr_complex_exp (z) : gr_complex (exp (z.re), 0.0);
        c.re = z.re;
        c.im = z.im;
        if (job->out_domain == GR_DOMAIN_INTEGER)
          c.i = to_integer (m, c.re);
        break;
      }
    case GR_ACCUMULATOR_MOMENTS:
      c.re = gr_finish_variance (c.key, c.im, q->ddof, q->weights != NULL);
      break;
    default:
      c.re *= is_arg_extremum (job) ? m->sign : 1.0;
      c.i ^= job->monoid == GR_MONOID_INTEGER_ARG_EXTREMUM ? m->flip : 0;
      if (job->monoid == GR_MONOID_EXTRA)
        c.re += c.im;
      break;
    }
  if (op->variant & GR_ROOT)
    c.re = sqrt (c.re);
  return c;
}

/* Store `partials` combined partial results as results number at, at + 1, and on.  A real result of both parts of a
   complex element adds up their squares.  */
void
gr_cpu_finish_partials (const gr_job *job, const gr_word *acc, size_t partials, size_t n, size_t at)
{
  gr_block value;
  const size_t parts = job->out_parts;
  const gr_accumulator accumulator = gr_operators[job->request->op].accumulator;
  const bool best = is_arg_extremum (job);
  size_t k = 0;
  if (parts == 1 && ! job->index
      && (best || job->monoid == GR_MONOID_PROD
          || (job->monoid == GR_MONOID_SUM && accumulator != GR_ACCUMULATOR_MEAN)))
    for (; k < partials; k++) /* calls with many short segments spend their time here */
      value.d[k] = best ? acc[k] * job->mode.sign : acc[k];
  for (size_t c = k; c < partials; c += parts, k++)
    {
      gr_partial a = gr_get_members (job->members, acc, n, c);
      if (parts == 2)
        {
          const gr_partial b = gr_get_members (job->members, acc, n, c + 1);
          if (job->monoid == GR_MONOID_MOMENTS)
            a.im += b.im;
          else
            a.re += b.re;
        }
      const double *const o = job->offsets ? job->offsets + c / job->inner : NULL;
      a = finish_partial (job, a, o ? o[1] - o[0] : (double) job->len);
      if (job->out_domain == GR_DOMAIN_INTEGER)
        value.i[k] = a.i;
      else if (job->out_domain == GR_DOMAIN_COMPLEX)
        value.z[k] = gr_complex (a.re, a.im);
      else
        value.d[k] = a.re;
      if (job->index)
        job->index[at + c] = a.pos;
    }
  gr_cpu_spill (job, &value, k, 1, at / parts);
}

void
gr_cpu_reduce_item (gr_job *job, size_t item)
{
  gr_word local[GR_PLANES * GR_TILE];
  const gr_item it = gr_cpu_item (job, item);
  const size_t n = it.segments * it.width;
  gr_word *acc = job->partial ? job->partial + item * job->planes * job->width : local;
  const size_t step = segments_at_once (job, &it);
  /* if elements are converted, a strip of a wide tile at a time, so that a block holds several rows */
  const bool fits = gr_cpu_as_it_is (job) || it.rows * it.width <= GR_BLOCK;
  const size_t strips = fits ? 1 : (it.width + GR_STRIP - 1) / GR_STRIP;
  const size_t strip = (it.width + strips - 1) / strips;
  if (goes_on (job))
    gr_cpu_copy_planes (job, acc, n, job->carry + it.column, job->inner, n);
  for (size_t l = 0; l < it.segments; l += step)
    for (size_t c = 0; c < it.width; c += strip)
      {
        gr_item part = it;
        part.width = it.width - c < strip ? it.width - c : strip;
        part.segments = it.segments - l < step ? it.segments - l : step;
        part.at = it.at + l * job->inner * job->len + c;
        reduce_part (job, &part, acc + l * it.width + c, n);
      }
  if (! job->partial)
    gr_cpu_finish_partials (job, acc, n, n, it.segment * job->inner + it.column);
}

void
gr_cpu_reduce_segments (gr_job *job, size_t at, size_t first, size_t count)
{
  gr_word acc[GR_PLANES * GR_TILE];
  const size_t width = job->inner, n = count * width;
  job->rows = (size_t) (job->offsets[count] - job->offsets[0]);
  const gr_item all = { .width = width, .rows = job->rows, .segments = count, .at = at * width };
  reduce_part (job, &all, acc, n);
  gr_cpu_finish_partials (job, acc, n, n, first * width);
}

/* r[c] = a[c] combined with b[c], for whole partial results.  */
GR_CLONES static void
merge (const gr_job *job, gr_word *r, const gr_word *a, const gr_word *b, size_t n)
{
  const gr_mode m = job->mode;
#define MERGE(OP)                                                                                                      \
  for (size_t c = 0; c < n; c++)                                                                                       \
  gr_put (OP, r, n, c, gr_merge (OP, m, gr_get (OP, a, n, c), gr_get (OP, b, n, c)))
  GR_WITH_MONOID (job->monoid, MERGE)
#undef MERGE
}

void
gr_cpu_copy_planes (const gr_job *job, gr_word *to, size_t to_n, const gr_word *from, size_t from_n, size_t n)
{
  for (unsigned plane = 0; plane < job->planes; plane++)
    memcpy (to + plane * to_n, from + plane * from_n, n * sizeof *to);
}

void
gr_cpu_combine_chunks (gr_job *job, size_t tile)
{
  const gr_item it = gr_cpu_item (job, tile * job->chunks);
  const size_t size = job->planes * job->width;
  gr_word *first = job->partial + tile * job->chunks * size;
  for (size_t apart = 1; apart < job->chunks; apart *= 2)
    for (size_t c = 0; c + apart < job->chunks; c += 2 * apart)
      merge (job, first + c * size, first + c * size, first + (c + apart) * size, it.width);
}

void
gr_cpu_merge_item (gr_job *job, size_t tile)
{
  gr_cpu_combine_chunks (job, tile);
  const gr_item it = gr_cpu_item (job, tile * job->chunks);
  const gr_word *first = job->partial + tile * job->chunks * job->planes * job->width;
  gr_cpu_finish_partials (job, first, it.width, it.width, it.segment * job->inner + it.column);
}

void
gr_cpu_carry_item (gr_job *job, size_t tile)
{
  const gr_item it = gr_cpu_item (job, tile * job->chunks);
  const size_t size = job->planes * job->width, last = job->chunks - 1;
  gr_word *first = job->partial + tile * job->chunks * size;
  if (job->carry)
    {
      gr_word carry[GR_PLANES * GR_SCAN_TILE], *b = first + (job->mode.reverse ? last : 0) * size;
      gr_cpu_copy_planes (job, carry, it.width, job->carry + it.column, job->inner, it.width);
      merge (job, b, carry, b, it.width);
    }
  for (size_t c = 1; c < job->chunks; c++)
    {
      gr_word *b = first + (job->mode.reverse ? last - c : c) * size;
      merge (job, b, job->mode.reverse ? b + size : b - size, b, it.width);
    }
}
