/* SPDX-License-Identifier: GPL-3.0-or-later

   Order statistics on the host: threads share segments, or parts of a long one.  */

#include "host/cpu_elements.h"
#include "host/cpu_rank.h"
#include "op/statistic.h"

#include <stdlib.h>

static int
compare_ranks (const void *a, const void *b)
{
  const size_t x = ((const gr_wanted_rank *) a)->rank, y = ((const gr_wanted_rank *) b)->rank;
  return (x > y) - (x < y);
}

/* The ranks that are asked of a segment, which are `step` apart.  */
typedef struct
{
  const double *ranks;
  size_t step;
} asked_ranks;

static asked_ranks
ranks_of (const gr_selector *s, size_t first)
{
  const gr_statistics *const q = &s->run->statistics;
  return q->ranks_differ ? (asked_ranks){ s->run->ranks + first, q->inner } : (asked_ranks){ s->run->ranks, 1 };
}

/* What result number k is made of.  */
static gr_two
two_of (const gr_selector *s, asked_ranks asked, size_t k, size_t numbers)
{
  const gr_statistics *const q = &s->run->statistics;
  return gr_two_of (q->asked, q->method, asked.ranks ? asked.ranks[k * asked.step] : 0.5, (double) s->n,
                    (double) numbers);
}

/* Rank number k of those that are wanted.  */
static double
wanted_rank (const gr_selector *s, asked_ranks asked, size_t k)
{
  if (! s->found)
    return asked.ranks[k * asked.step];
  const gr_two t = two_of (s, asked, k / 2, s->ranked);
  return (k % 2 ? t.high : t.low) - 1;
}

/* The wanted ranks in ascending order, of a segment in which `numbers` elements are not NaN.  */
static void
read_ranks (gr_selector *s, asked_ranks asked, size_t numbers)
{
  bool rises = true;
  s->ranked = numbers;
  for (size_t k = 0; k < s->count; k++)
    {
      const double r = wanted_rank (s, asked, k);
      s->wanted[k].rank = ! (r >= 1) ? 0 : r < (double) (s->n - 1) ? (size_t) r : s->n - 1;
      s->wanted[k].number = k;
      rises &= ! k || s->wanted[k - 1].rank <= s->wanted[k].rank;
    }
  if (! rises)
    qsort (s->wanted, s->count, sizeof *s->wanted, compare_ranks);
}

/* Make the results of what has been found.  */
static void
put_results (const gr_selector *s, asked_ranks asked)
{
  const gr_statistics *const q = &s->run->statistics;
  uint64_t zero = 0;
  if (! s->f->restore)
    s->f->to_keys (&zero, 0, 1, 0, &zero, NULL);
  for (size_t k = 0; k < q->count; k++)
    {
      const uint64_t low = s->found[2 * k], high = s->found[2 * k + 1];
      const gr_two t = two_of (s, asked, k, s->numbers);
      const double a = s->f->number (low), b = s->f->number (high);
      if (q->in_double || q->type == GR_TYPE_F64)
        ((double *) s->to)[k * q->inner] = gr_blend_double (t, a, b);
      else if (q->type == GR_TYPE_F32)
        ((float *) s->to)[k * q->inner] = gr_blend_single (t, (float) a, (float) b);
      else
        gr_cpu_put_key (s, k, gr_mean_of_keys (low, high, zero));
    }
}

/* Find the ranks of the segment `from`, which is column `column` of the array's slab.  */
static void
search_segment (gr_selector *s, const char *from, size_t column)
{
  const gr_statistics *const q = &s->run->statistics;
  const size_t first = s->block.slab * q->inner * q->count + column;
  const asked_ranks asked = ranks_of (s, first);
  s->column = column;
  s->to = (char *) s->run->to + first * (q->in_double ? sizeof (double) : s->size);
  s->counts_numbers = s->run->numbers || (s->found && s->f->restore);
  s->numbers = s->n;
  if (q->ranks_differ || s->ranked != s->n)
    read_ranks (s, asked, s->n);
  gr_cpu_find_ranks (s, from);
  if (! s->found || s->lacks_memory || gr_cpu_is_stopped (s->stop))
    return;
  if (s->numbers < s->n && q->asked != GR_MEDIAN)
    {
      read_ranks (s, asked, s->numbers);
      gr_cpu_find_ranks (s, from);
    }
  put_results (s, asked);
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
  const bool makes_results = q->asked != GR_RANKS;
  s->count = makes_results ? 2 * q->count : q->count;
  const size_t block = q->inner > 1 ? gr_cpu_block_width (q->inner, s->size) * q->len * s->size : 0;
  const size_t parts = q->len > GR_RANK_FEW ? s->parts * sizeof (gr_rank_part) : 0;
  if (gr_fault_is_due (GR_FAULT_MEMORY))
    return false;
  s->wanted = malloc (s->count * sizeof *s->wanted);
  s->found = makes_results ? malloc (s->count * sizeof *s->found) : NULL;
  s->part = parts ? malloc (parts) : NULL;
  s->block_from = block ? malloc (block) : NULL;
  return s->wanted && (! makes_results || s->found) && (! parts || s->part) && (! block || s->block_from);
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
  free (s.found);
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
