/* SPDX-License-Identifier: GPL-3.0-or-later

   Places of values in a sorted table, by binary search.  */

#include "host/cpu_elements.h"

#include <stdatomic.h>

/* VALUES: values that are looked up side by side, so that as many loads are under way.  ITEM: values that a thread
   takes at a time.  */
enum { VALUES = 16, ITEM = 2048 };

/* Does element t of the table not go behind value v?  NaN are equal, and greater than all numbers.  */
#define KEEPS_UP(descending, t, v) ((descending) ? (t) >= (v) || (t) != (t) : (t) <= (v) || (v) != (v))

#define LOOK_UP_REAL(ID, T)                                                                                            \
  GR_INLINE void look_up_some_##ID (bool descending, const T *table, size_t length, const T *values, size_t n,         \
                                    double *places)                                                                    \
  {                                                                                                                    \
    size_t at[VALUES] = { 0 };                                                                                         \
    for (size_t left = length; left > 1; left -= left / 2)                                                             \
      for (size_t k = 0; k < n; k++)                                                                                   \
        at[k] += KEEPS_UP (descending, table[at[k] + left / 2 - 1], values[k]) ? left / 2 : 0;                         \
    for (size_t k = 0; k < n; k++)                                                                                     \
      places[k] = (double) (at[k] + (length && KEEPS_UP (descending, table[at[k]], values[k])));                       \
  }                                                                                                                    \
  static void look_up_##ID (const gr_lookup_run *run, size_t first, size_t end)                                        \
  {                                                                                                                    \
    const T *const values = run->values;                                                                               \
    for (size_t i = first; i < end; i += VALUES)                                                                       \
      {                                                                                                                \
        const size_t n = end - i < VALUES ? end - i : VALUES, length = run->lookup.length;                             \
        if (run->lookup.descending)                                                                                    \
          look_up_some_##ID (true, run->table, length, values + i, n, run->places + i);                                \
        else                                                                                                           \
          look_up_some_##ID (false, run->table, length, values + i, n, run->places + i);                               \
      }                                                                                                                \
  }
#define LOOK_UP_0 LOOK_UP_REAL
#define LOOK_UP_1(ID, T)
#define LOOK_UP(_, ID, T, CLASS, IS_COMPLEX, KIND) LOOK_UP_##IS_COMPLEX (ID, T)
GR_TYPES (LOOK_UP, _)

#define ROW_0(ID) [GR_TYPE_##ID] = look_up_##ID,
#define ROW_1(ID)
#define ROW(_, ID, T, CLASS, IS_COMPLEX, KIND) ROW_##IS_COMPLEX (ID)
static void (*const lookups[GR_TYPE_COUNT]) (const gr_lookup_run *, size_t, size_t) = { GR_TYPES (ROW, _) };

typedef struct
{
  const gr_lookup_run *run;
  atomic_bool stop;
} lookup_job;

static void
look_up_item (void *data, size_t item)
{
  lookup_job *const j = data;
  const gr_lookup *const q = &j->run->lookup;
  const size_t first = item * ITEM, end = q->count - first < ITEM ? q->count : first + ITEM;
  if (! gr_is_worker () && gr_interrupted ())
    atomic_store (&j->stop, true);
  if (! atomic_load (&j->stop))
    lookups[q->type](j->run, first, end);
}

gr_status
gr_cpu_look_up (const gr_lookup_run *run)
{
  lookup_job j = { .run = run };
  const size_t count = run->lookup.count;
  gr_for_each (count / ITEM + (count % ITEM != 0), GR_CPU_BATCH / ITEM, 1, look_up_item, &j);
  return j.stop ? gr_fail (GR_INTERRUPTED, "the lookup was interrupted") : GR_OK;
}
