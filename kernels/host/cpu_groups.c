/* SPDX-License-Identifier: GPL-3.0-or-later

   Elements that are moved to the segments of their keys: each part of them counts its keys, which says where its
   elements of each segment go.  Elements of a segment keep their order, so the number of parts changes nothing.  */

#include "core/request.h"
#include "core/threads.h"
#include "host/cpu_ragged.h"

#include <string.h>

/* LEAST: keys of a part for each of its counters.  */
enum { LEAST = 4 };

/* Whole keys, and others: is there a segment of the number k - 1?  */
#define IS_WHOLE_FLOATING(T, k, count) ((k) >= 1 && (k) <= (double) (count) && (T) (int64_t) (k) == (k))
#define IS_WHOLE_SIGNED(T, k, count) ((uint64_t) (k) -1 < (count))
#define IS_WHOLE_UNSIGNED IS_WHOLE_SIGNED
#define IS_WHOLE_LOGICAL IS_WHOLE_SIGNED
#define IS_WHOLE_CHAR IS_WHOLE_SIGNED

#define NUMBER_0(ID, T, KIND)                                                                                          \
  GR_CLONES static void number_##ID (const void *keys, size_t first, size_t n, size_t count, size_t *to)               \
  {                                                                                                                    \
    const T *const key = (const T *) keys + first;                                                                     \
    for (size_t i = 0; i < n; i++)                                                                                     \
      to[i] = IS_WHOLE_##KIND (T, key[i], count) ? (size_t) (int64_t) key[i] - 1 : count;                              \
  }
#define NUMBER_1(ID, T, KIND)
#define NUMBER(_, ID, T, CLASS, COMPLEX, KIND) NUMBER_##COMPLEX (ID, T, KIND)
GR_TYPES (NUMBER, _)

void
gr_cpu_number_keys (const gr_ragged *ragged, size_t first, size_t n, size_t *to)
{
#define ROW_0(ID) [GR_TYPE_##ID] = number_##ID,
#define ROW_1(ID)
#define ROW(_, ID, T, CLASS, COMPLEX, ...) ROW_##COMPLEX (ID)
  static void (*const numbers[GR_TYPE_COUNT]) (const void *, size_t, size_t, size_t, size_t *) = { GR_TYPES (ROW, _) };
#undef ROW
  numbers[ragged->key_type](ragged->keys, first, n, ragged->count, to);
}

/* Put n elements where the next ones of their segments go.  */
#define MOVE_ELEMENTS(T)                                                                                               \
  for (size_t i = 0; i < n; i++)                                                                                       \
    if (number[i] < count)                                                                                             \
      ((T *) to)[next[number[i]]++] = ((const T *) from)[i];
static void
move_block (size_t size, const void *from, const size_t *number, size_t n, size_t count, size_t *next, void *to)
{
  switch (size)
    {
    case 1:
      MOVE_ELEMENTS (uint8_t)
      break;
    case 2:
      MOVE_ELEMENTS (uint16_t)
      break;
    case 4:
      MOVE_ELEMENTS (uint32_t)
      break;
    case 8:
      MOVE_ELEMENTS (uint64_t)
      break;
    default:
      MOVE_ELEMENTS (gr_c64)
      break;
    }
}

typedef struct
{
  gr_job job; /* the first member, since items are given its address */
  const void *in;
  size_t count, len, parts, part; /* elements of each part */
  size_t *counts;                 /* of each part: its elements of each segment, then where its next one goes */
  void *moved;                    /* NULL while they are counted */
} grouping;

static void
group_item (gr_job *job, size_t item)
{
  grouping *const g = (grouping *) job;
  const gr_ragged *const ragged = job->request->ragged;
  const size_t size = gr_types[job->request->type].size, end = item + 1 < g->parts ? (item + 1) * g->part : g->len;
  size_t *const counts = g->counts + item * (g->count + 1), number[GR_BLOCK];
  memset (counts, 0, g->moved ? 0 : (g->count + 1) * sizeof *counts);
  for (size_t i = item * g->part; i < end && ! gr_cpu_stopped (job); i += GR_BLOCK)
    {
      const size_t n = end - i < GR_BLOCK ? end - i : GR_BLOCK;
      gr_cpu_number_keys (ragged, i, n, number);
      if (g->moved)
        move_block (size, (const char *) g->in + i * size, number, n, g->count, counts, g->moved);
      else
        for (size_t k = 0; k < n; k++)
          counts[number[k]]++;
    }
}

/* Turn the counts into offsets, and into where the first element of each part goes; returns the longest segment's
   length.  */
static size_t
add_up (grouping *g, double *offsets)
{
  size_t longest = 0, at = 0;
  for (size_t s = 0; s < g->count; s++)
    {
      const size_t begin = at;
      offsets[s] = (double) at;
      for (size_t p = 0; p < g->parts; p++)
        {
          size_t *const here = &g->counts[p * (g->count + 1) + s], n = *here;
          *here = at;
          at += n;
        }
      longest = at - begin > longest ? at - begin : longest;
    }
  offsets[g->count] = (double) at;
  return longest;
}

static bool
has_other_keys (const grouping *g)
{
  for (size_t p = 0; p < g->parts; p++)
    if (g->counts[p * (g->count + 1) + g->count])
      return true;
  return false;
}

gr_status
gr_cpu_repeat (const gr_request *request, const void *in, size_t n, void **copies)
{
  const size_t size = gr_types[request->type].size;
  const gr_status status = gr_backend_cpu.malloc (n * size, copies);
  return status == GR_OK && request->len ? gr_backend_cpu.fill (*copies, in, size, n) : status;
}

gr_status
gr_cpu_group (gr_job *all, const void *in, gr_cpu_segments *segments)
{
  const gr_request *const request = all->request;
  const gr_ragged *const ragged = request->ragged;
  const size_t count = ragged->count, len = request->len, threads = (size_t) gr_thread_count ();
  const size_t worth = all->alone ? 1 : len / (LEAST * (count + 1)) + 1;
  grouping g = { .job = *all, .in = in, .count = count, .len = len, .parts = worth < threads ? worth : threads };
  g.job.whole = all;
  g.part = len / g.parts;
  gr_status status = gr_backend_cpu.malloc (g.parts * (count + 1) * sizeof *g.counts, &segments->counts);
  if (status == GR_OK)
    status = gr_backend_cpu.malloc ((count + 1) * sizeof (double), &segments->made);
  if (status != GR_OK)
    return status;
  g.counts = segments->counts;
  gr_cpu_run_loop (&g.job, 0, 0.25, g.parts, 1, group_item);
  status = gr_cpu_outcome (all);
  if (status == GR_OK && ! ragged->skips && has_other_keys (&g))
    status = gr_fail_offsets (request);
  if (status != GR_OK)
    return status;
  const size_t longest = add_up (&g, segments->made);
  segments->offsets = segments->made;
  segments->same = ragged->one_element;
  if (segments->same)
    status
      = gr_cpu_repeat (request, in, longest < 2 * GR_RAGGED_SHARE ? 2 * GR_RAGGED_SHARE : longest, &segments->moved);
  else
    {
      status = gr_backend_cpu.malloc (len * gr_types[request->type].size, &segments->moved);
      g.moved = segments->moved;
      if (status == GR_OK)
        gr_cpu_run_loop (&g.job, 0.25, 0.5, g.parts, 1, group_item);
    }
  segments->in = segments->moved;
  return status == GR_OK ? gr_cpu_outcome (all) : status;
}

void
gr_cpu_free_segments (gr_cpu_segments *segments)
{
  gr_backend_cpu.free (segments->moved, 0);
  gr_backend_cpu.free (segments->counts, 0);
  gr_backend_cpu.free (segments->made, 0);
}
