/* SPDX-License-Identifier: GPL-3.0-or-later

   The states of several accumulations that follow each other, merged in a tree (gr_import_states in gpureduce.h).  */

#include "library/accumulation.h"

#include <stdlib.h>
#include <string.h>

/* States that are merged in pairs: those of even and of odd numbers, side by side as if they were the segments of one
   array.  So a step of the tree merges all its pairs in one call.  Both halves have the same layout, plane after plane;
   in a step with `width` states in each, the one at place k follows the one at place k of the first half.  */
typedef struct
{
  gr_accumulation *a;
  size_t planes[GR_MAX_PLANES]; /* bytes of a state in each */
  int count;
  size_t head;   /* bytes before an exported state */
  size_t leaves; /* a power of two */
  gr_buffer *memory, *spare;
  char *data, *next;
} state_tree;

/* Where the state of that number is among the leaves: the number with its bits in reverse, so that neighbours are in
   different halves in each step.  */
static size_t
place_of_leaf (const state_tree *t, size_t number)
{
  size_t place = 0;
  for (size_t bit = 1; bit < t->leaves; bit *= 2, number /= 2)
    place = 2 * place + number % 2;
  return place;
}

/* Copy the leaf of that number, plane by plane, to the leaves at `data`.  */
static gr_status
put_leaf (const state_tree *t, size_t number, gr_place place, char *data, const char *from)
{
  const size_t at = place_of_leaf (t, number), width = t->leaves / 2;
  char *to = data + at / width * width * t->a->state_bytes;
  gr_status status = GR_OK;
  for (int p = 0; p < t->count && status == GR_OK; p++)
    {
      char *const mine = to + at % width * t->planes[p];
      if (place == GR_ON_DEVICE)
        status = t->a->backend->copy (mine, from, t->planes[p]);
      else
        memcpy (mine, from, t->planes[p]);
      from += t->planes[p];
      to += width * t->planes[p];
    }
  return status;
}

/* Bring those leaves that are on the host, in one copy.  */
static gr_status
bring_from_host (const state_tree *t, const gr_exported *states, const bool *is_empty, size_t count)
{
  const size_t bytes = t->leaves * t->a->state_bytes;
  char *host = NULL;
  gr_status status = GR_OK;
  for (size_t k = 0; k < count && status == GR_OK; k++)
    {
      if (is_empty[k] || states[k].place != GR_ON_HOST)
        continue;
      if (! host)
        host = calloc (bytes, 1);
      status = host ? put_leaf (t, k, GR_ON_HOST, host, (const char *) states[k].bytes + t->head)
                    : gr_fail (GR_OUT_OF_MEMORY, "no memory for %zu bytes of states", bytes);
    }
  if (status == GR_OK && host)
    status = t->a->backend->upload (t->data, host, bytes);
  free (host);
  return status;
}

/* Bring all leaves.  What has no elements is like a leaf that is not there, which the state of the accumulation, not
   begun yet, stands for.  */
static gr_status
bring_leaves (const state_tree *t, const gr_exported *states, const bool *is_empty, size_t count)
{
  gr_status status = bring_from_host (t, states, is_empty, count);
  for (size_t k = 0; k < t->leaves && status == GR_OK; k++)
    if (k >= count || is_empty[k])
      {
        status = gr_need_state (t->a);
        if (status == GR_OK)
          status = put_leaf (t, k, GR_ON_DEVICE, t->data, t->a->state);
      }
    else if (states[k].place == GR_ON_DEVICE)
      status = put_leaf (t, k, GR_ON_DEVICE, t->data, (const char *) states[k].bytes + t->head);
  return status;
}

/* Make two halves of `width` states that are plane after plane.  */
static gr_status
halve (state_tree *t, size_t width)
{
  char *from = t->data, *to = t->next, *const swap = t->data;
  gr_status status = GR_OK;
  if (t->count == 1) /* they are halves as they are */
    return GR_OK;
  for (int p = 0; p < t->count && status == GR_OK; p++)
    {
      const size_t half = width / 2, bytes = half * t->planes[p];
      status = t->a->backend->copy (to, from, bytes);
      if (status == GR_OK)
        status = t->a->backend->copy (to + half * t->a->state_bytes, from + bytes, bytes);
      from += 2 * bytes;
      to += bytes;
    }
  t->data = t->next;
  t->next = swap;
  return status;
}

/* Merge the leaves to one state.  */
static gr_status
merge_leaves (state_tree *t)
{
  gr_status status = GR_OK;
  for (size_t width = t->leaves / 2; width && status == GR_OK; width /= 2)
    {
      gr_request side_by_side = t->a->request;
      side_by_side.inner *= width;
      status = t->a->backend->merge_states (&side_by_side, t->a->indexed, t->data, t->data + width * t->a->state_bytes);
      if (status == GR_OK && width > 1)
        status = halve (t, width);
    }
  return status;
}

gr_status
gr_join_states (gr_accumulation *a, const gr_exported *states, const bool *is_empty, size_t count, size_t head)
{
  state_tree t = { .a = a, .head = head, .leaves = 2 };
  void *data = NULL, *next = NULL;
  while (t.leaves < count)
    t.leaves *= 2;
  t.count = a->backend->state_planes (&a->request, a->indexed, t.planes);
  for (int p = 0; p < t.count; p++)
    t.planes[p] *= a->request.inner;
  gr_status status = gr_take_memory (a->backend, t.leaves * a->state_bytes, &t.memory);
  if (status == GR_OK)
    status = gr_find_memory (a->backend, t.memory, &data);
  if (status == GR_OK && t.count > 1)
    status = gr_take_memory (a->backend, t.leaves / 2 * a->state_bytes, &t.spare);
  if (status == GR_OK && t.count > 1)
    status = gr_find_memory (a->backend, t.spare, &next);
  t.data = data;
  t.next = next;
  if (status == GR_OK)
    status = bring_leaves (&t, states, is_empty, count);
  if (status == GR_OK)
    status = merge_leaves (&t);
  if (status == GR_OK)
    status = a->backend->copy (a->state, t.data, a->state_bytes);
  a->has_state = true;
  gr_buffer_release (t.memory);
  gr_buffer_release (t.spare);
  return status;
}
