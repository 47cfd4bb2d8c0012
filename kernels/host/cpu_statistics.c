/* SPDX-License-Identifier: GPL-3.0-or-later

   Order statistics on the host: threads share segments, or parts of a long one.  */

#include "host/cpu_elements.h"
#include "host/cpu_rank.h"

#include <stdlib.h>

static int
compare_ranks (const void *a, const void *b)
{
  const size_t x = ((const gr_wanted_rank *) a)->rank, y = ((const gr_wanted_rank *) b)->rank;
  return (x > y) - (x < y);
}

/* Read the ranks, which are `step` apart, in ascending order.  */
static void
read_ranks (gr_selector *s, const double *ranks, size_t step)
{
  const size_t count = s->run->statistics.count;
  bool rises = true;
  for (size_t k = 0; k < count; k++)
    {
      const double r = ranks[k * step];
      s->wanted[k].rank = ! (r >= 1) ? 0 : r < (double) (s->n - 1) ? (size_t) r : s->n - 1;
      s->wanted[k].number = k;
      rises &= ! k || s->wanted[k - 1].rank <= s->wanted[k].rank;
    }
  if (! rises)
    qsort (s->wanted, count, sizeof *s->wanted, compare_ranks);
}

/* Find the ranks of the segment `from`, which is column `column` of the array's slab.  */
static void
search_segment (gr_selector *s, const char *from, size_t column)
{
  const gr_statistics *const q = &s->run->statistics;
  const size_t first = s->block.slab * q->inner * q->count + column;
  s->column = column;
  s->to = (char *) s->run->to + first * s->size;
  s->counts_numbers = s->run->numbers != NULL;
  if (q->ranks_differ)
    read_ranks (s, s->run->ranks + first, q->inner);
  gr_cpu_find_ranks (s, from);
}

static void
turn_part (gr_selector *s, unsigned part, size_t first, size_t end)
{
  const gr_turn turn = { s->size, s->run->statistics.inner, s->block.columns, s->n };
  (void) part;
  gr_cpu_gather_rows (&turn, s->from, first, end, s->block_from);
}

static void
search_block (gr_selector *s, size_t number)
{
  const gr_statistics *const q = &s->run->statistics;
  s->block = gr_cpu_find_block (number, q->inner, s->size);
  s->from = (const char *) s->run->from + (s->block.slab * q->inner * s->n + s->block.first) * s->size;
  if (q->inner == 1)
    {
      search_segment (s, s->from, 0);
      return;
    }
  gr_cpu_for_parts (s, s->n, turn_part);
  for (size_t c = 0; c < s->block.columns && ! s->lacks_memory && ! gr_cpu_is_stopped (s->stop); c++)
    search_segment (s, s->block_from + c * s->n * s->size, s->block.first + c);
}

static bool
begin_selector (gr_selector *s, const gr_statistics_run *run, gr_crew *crew)
{
  const gr_statistics *const q = &run->statistics;
  const size_t least = q->len / GR_MOST_IN_PART + 1;
  *s = (gr_selector){ .run = run, .f = &gr_cpu_keys[q->type], .stop = &crew->stop, .n = q->len };
  s->size = (unsigned) gr_types[q->type].size;
  s->width = s->f->width;
  s->threads_share = crew->parts > 1;
  s->parts = crew->parts < least ? (unsigned) least : crew->parts;
  const size_t block = q->inner > 1 ? gr_cpu_block_width (q->inner, s->size) * q->len * s->size : 0;
  const size_t parts = q->len > GR_RANK_FEW ? s->parts * sizeof (gr_rank_part) : 0;
  if (gr_fault_is_due (GR_FAULT_MEMORY))
    return false;
  s->wanted = malloc (q->count * sizeof *s->wanted);
  s->part = parts ? malloc (parts) : NULL;
  s->block_from = block ? malloc (block) : NULL;
  if (! s->wanted || (parts && ! s->part) || (block && ! s->block_from))
    return false;
  if (! q->ranks_differ)
    read_ranks (s, run->ranks, 1);
  return true;
}

static bool
search_blocks (const void *run, gr_crew *crew)
{
  gr_selector s = { .run = NULL };
  bool good = begin_selector (&s, run, crew);
  for (gr_batch batch; good && ! gr_cpu_is_stopped (s.stop) && gr_cpu_next_batch (crew, &batch);)
    for (size_t b = batch.first; good && b < batch.end; b++)
      {
        search_block (&s, b);
        good = ! s.lacks_memory;
      }
  free (s.wanted);
  free (s.part);
  free (s.block_from);
  return good;
}

gr_status
gr_cpu_order_statistics (const gr_statistics_run *run)
{
  const gr_statistics *const q = &run->statistics;
  gr_crew crew = { .what = "order statistics", .work = search_blocks, .run = run, .size = gr_types[q->type].size };
  return gr_cpu_share_blocks (&crew, q->inner, q->len, q->outer);
}
