/* SPDX-License-Identifier: GPL-3.0-or-later

   Recursive filters on the host: blocks of segments, several side by side, and the states between them, in the order of
   a device.  */

#include "host/cpu_elements.h"
#include "op/filter.h"

#include <stdlib.h>
#include <string.h>

enum { BESIDE = 8 }; /* lines that are filtered at a time */

/* Lines are blocks of segments, numbered by segments, those of block 0 first; states: [order, lines].  */
typedef struct
{
  const gr_recursion_run *run;
  size_t segments, lines, order;
  void *states; /* NULL if there is one block */
  bool stores;  /* results, from the states that are there; else the states at the end are stored */
} recursion_job;

typedef struct
{
  size_t begin, count;
} line_place;

static line_place
find_line (const recursion_job *job, size_t line)
{
  const gr_recursion *const q = &job->run->recursion;
  const size_t first = line / job->segments * job->run->block, segment = line % job->segments;
  const size_t left = q->len - first;
  return (line_place){ .begin = segment % q->inner + q->inner * (first + q->len * (segment / q->inner)),
                       .count = left < job->run->block ? left : job->run->block };
}

#define ADD_REAL *y += *z
#define ADD_COMPLEX                                                                                                    \
  y->re += z->re;                                                                                                      \
  y->im += z->im
#define IS_ZERO_REAL(z) ((z) == 0)
#define IS_ZERO_COMPLEX(z) ((z).re == 0 && (z).im == 0)

/* Elements [n, end) of w lines.  z has a state of all lines after the other.  */
#define FILTER_LINES(ID, T, ADD)                                                                                       \
  GR_CLONES static void filter_lines_##ID (const recursion_job *job, const line_place *line, size_t w, size_t n,       \
                                           size_t end, T (*states)[BESIDE])                                            \
  {                                                                                                                    \
    const gr_recursion_run *const run = job->run;                                                                      \
    const T *const c = run->coefficients;                                                                              \
    for (; n < end; n++)                                                                                               \
      {                                                                                                                \
        T results[BESIDE] = { 0 };                                                                                     \
        for (size_t l = 0; l < w; l++)                                                                                 \
          results[l] = ((const T *) run->x)[line[l].begin + run->recursion.inner * n];                                 \
        for (size_t l = 0; l < BESIDE; l++)                                                                            \
          {                                                                                                            \
            T *const y = &results[l], *const z = &states[0][l];                                                        \
            ADD;                                                                                                       \
          }                                                                                                            \
        for (size_t k = 0; k < job->order; k++)                                                                        \
          for (size_t l = 0; l < BESIDE; l++)                                                                          \
            {                                                                                                          \
              states[k][l] = states[k + 1][l];                                                                         \
              gr_add_product_##ID (&states[k][l], c[k], results[l]);                                                   \
            }                                                                                                          \
        for (size_t l = 0; job->stores && l < w; l++)                                                                  \
          ((T *) run->y)[line[l].begin + run->recursion.inner * n] = results[l];                                       \
      }                                                                                                                \
  }

/* Lines `item` * BESIDE and those behind it, of which shorter ones end sooner.  */
#define FILTER_ITEM(ID, T)                                                                                             \
  static void filter_item_##ID (void *data, size_t item)                                                               \
  {                                                                                                                    \
    const recursion_job *const job = data;                                                                             \
    T states[GR_MOST_STATES + 1][BESIDE], *const at = job->states;                                                     \
    line_place line[BESIDE];                                                                                           \
    size_t w = 0, n = 0;                                                                                               \
    memset (states, 0, sizeof states);                                                                                 \
    for (; w < BESIDE && item * BESIDE + w < job->lines; w++)                                                          \
      {                                                                                                                \
        line[w] = find_line (job, item * BESIDE + w);                                                                  \
        for (size_t k = 0; at && job->stores && k < job->order; k++)                                                   \
          states[k][w] = at[(item * BESIDE + w) * job->order + k];                                                     \
      }                                                                                                                \
    /* longer ones stand before shorter ones, whose states nobody asks for */                                          \
    for (size_t left = w; left; left--)                                                                                \
      {                                                                                                                \
        filter_lines_##ID (job, line, left, n, line[left - 1].count, states);                                          \
        n = line[left - 1].count;                                                                                      \
      }                                                                                                                \
    for (size_t l = 0; ! job->stores && l < w; l++)                                                                    \
      for (size_t k = 0; k < job->order; k++)                                                                          \
        at[(item * BESIDE + l) * job->order + k] = states[k][l];                                                       \
  }

/* The states of `count` blocks of a segment, `apart` from each other, from the first one on: what each comes to from
   nothing becomes the state before it.  By groups, of which each goes on from what those before it come to; with
   `totals`, states are left, and z becomes what they come to.  */
#define CARRY(ID, T, IS_ZERO)                                                                                          \
  static void carry_##ID (size_t order, const T *matrix, size_t count, size_t apart, T *states, bool stores, T *z)     \
  {                                                                                                                    \
    for (size_t block = 0; block < count; block++)                                                                     \
      {                                                                                                                \
        T *const at = states + block * apart, next[GR_MOST_STATES];                                                    \
        memcpy (next, at, order * sizeof *next);                                                                       \
        if (stores)                                                                                                    \
          memcpy (at, z, order * sizeof *next);                                                                        \
        for (size_t j = 0; j < order; j++)                                                                             \
          for (size_t k = 0; k < order && ! IS_ZERO (z[j]); k++)                                                       \
            gr_add_product_##ID (&next[k], matrix[k * order + j], z[j]);                                               \
        memcpy (z, next, order * sizeof *next);                                                                        \
      }                                                                                                                \
  }                                                                                                                    \
  static bool scan_##ID (size_t order, const T *matrix, size_t count, size_t apart, T *states)                         \
  {                                                                                                                    \
    const size_t groups = (count + GR_STATE_GROUP - 1) / GR_STATE_GROUP;                                               \
    T *const totals = calloc (groups * order, sizeof *totals);                                                         \
    bool good = totals;                                                                                                \
    for (size_t pass = groups > 1 ? 0 : 1; pass < 2 && good; pass++)                                                   \
      {                                                                                                                \
        for (size_t g = 0; g < groups; g++)                                                                            \
          {                                                                                                            \
            const size_t first = g * GR_STATE_GROUP, left = count - first;                                             \
            carry_##ID (order, matrix, left < GR_STATE_GROUP ? left : GR_STATE_GROUP, apart, states + first * apart,   \
                        pass == 1, totals + g * order);                                                                \
          }                                                                                                            \
        if (pass == 0)                                                                                                 \
          good = scan_##ID (order, matrix + order * order, groups, order, totals);                                     \
      }                                                                                                                \
    free (totals);                                                                                                     \
    return good;                                                                                                       \
  }

/* Recursions of any order, a segment after the other.  */
#define LONG_ITEM(ID, T)                                                                                               \
  static void long_item_##ID (void *data, size_t segment)                                                              \
  {                                                                                                                    \
    const recursion_job *const job = data;                                                                             \
    const size_t begin = find_line (job, segment).begin, len = job->run->recursion.len;                                \
    const size_t inner = job->run->recursion.inner;                                                                    \
    const T *const x = job->run->x, *const c = job->run->coefficients;                                                 \
    T *const y = job->run->y;                                                                                          \
    for (size_t n = 0; n < len; n++)                                                                                   \
      {                                                                                                                \
        T sum = x[begin + inner * n];                                                                                  \
        for (size_t k = n < job->order ? n : job->order; k > 0; k--)                                                   \
          gr_add_product_##ID (&sum, c[k - 1], y[begin + inner * (n - k)]);                                            \
        y[begin + inner * n] = sum;                                                                                    \
      }                                                                                                                \
  }

#define RECUR(ID, T, KIND)                                                                                             \
  FILTER_LINES (ID, T, ADD_##KIND)                                                                                     \
  FILTER_ITEM (ID, T) CARRY (ID, T, IS_ZERO_##KIND) LONG_ITEM (ID, T) static gr_status recur_##ID (recursion_job *job) \
  {                                                                                                                    \
    const gr_recursion_run *const run = job->run;                                                                      \
    const size_t items = (job->lines + BESIDE - 1) / BESIDE, alone = GR_CPU_ALONE / (run->block * job->order) + 1;     \
    bool good = true;                                                                                                  \
    if (job->order > GR_MOST_STATES)                                                                                   \
      {                                                                                                                \
        gr_for_each (job->segments, alone, 1, long_item_##ID, job);                                                    \
        return GR_OK;                                                                                                  \
      }                                                                                                                \
    if (run->blocks > 1)                                                                                               \
      {                                                                                                                \
        job->states = calloc (job->lines * job->order, sizeof (T));                                                    \
        good = job->states;                                                                                            \
        if (good)                                                                                                      \
          gr_for_each (items, alone, 1, filter_item_##ID, job);                                                        \
        for (size_t s = 0; s < job->segments && good; s++)                                                             \
          good = scan_##ID (job->order, run->matrices, run->blocks, job->segments * job->order,                        \
                            (T *) job->states + s * job->order);                                                       \
      }                                                                                                                \
    job->stores = true;                                                                                                \
    if (good)                                                                                                          \
      gr_for_each (items, alone, 1, filter_item_##ID, job);                                                            \
    free (job->states);                                                                                                \
    return good ? GR_OK : gr_fail (GR_OUT_OF_MEMORY, "there is no memory for the states of a recursion");              \
  }
RECUR (F64, double, REAL)
RECUR (F32, float, REAL)
RECUR (C64, gr_c64, COMPLEX)
RECUR (C32, gr_c32, COMPLEX)

gr_status
gr_cpu_recur (const gr_recursion_run *run)
{
  const gr_recursion *const q = &run->recursion;
  const size_t segments = q->inner * q->outer;
  recursion_job job = { .run = run, .segments = segments, .lines = segments * run->blocks, .order = q->order };
  return q->type == GR_TYPE_F64 ? recur_F64 (&job)
       : q->type == GR_TYPE_F32 ? recur_F32 (&job)
       : q->type == GR_TYPE_C64 ? recur_C64 (&job)
                                : recur_C32 (&job);
}
