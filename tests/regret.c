/* SPDX-License-Identifier: GPL-3.0-or-later  */

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library/library.h"
#include "regret.h"

gr_plan
plan_call (const timed_call *c, gr_auto_kernel kernel)
{
  gr_request request = request_of (&c->v, c->type, c->inner, c->len, c->outer);
  gr_type out_type;
  gr_plan_input input;
  request.kernel = kernel;
  need (gr_result_type (&request, &out_type), c->v.name);
  need (gr_begin_plan (&request, out_type, c->v.index, &input), c->v.name);
  return gr_make_plan (&input);
}

/* ---- files ---- */

/* One row; false if the line is none.  */
static bool
read_row (const char *line, timed_call *call, candidate *k, int *half)
{
  char op[32], type[16];
  double us;
  if (sscanf (line,
              "%*[^,],%d,%31[^,],%15[^,],%zu,%zu,%zu,%*[^,],%*[^,],%47[^,],%*[^,],%lf,%*[^,],%zu,%u,%*[^,],%*[^,],"
              "%*[^,],%zu,%zu,%zu",
              half, op, type, &call->inner, &call->len, &call->outer, k->kernel, &us, &k->grid, &k->block, &k->segments,
              &k->chunk, &k->chunks)
        != 13
      || *half < 1 || *half > HALVES)
    return false;
  variant variants[MOST_VARIANTS];
  const int variant_count = list_variants (variants), found = find_type (type);
  int v = 0;
  while (v < variant_count && strcmp (op, variants[v].name))
    v++;
  if (v == variant_count || found < 0)
    return false;
  call->v = variants[v];
  call->type = (gr_type) found;
  k->us[--*half] = us;
  return true;
}

static bool
is_same_call (const timed_call *a, const timed_call *b)
{
  return ! strcmp (a->v.name, b->v.name) && a->type == b->type && a->inner == b->inner && a->len == b->len
      && a->outer == b->outer;
}

/* The rows of a call follow each other.  */
timed_call *
read_calls (const char *path, size_t *count)
{
  char line[1024];
  timed_call *calls = NULL;
  size_t room = 0;
  FILE *f = fopen (path, "r");
  if (! f)
    fail (path, "cannot be read");
  *count = 0;
  while (fgets (line, sizeof line, f))
    {
      timed_call c = { .count = 0 };
      candidate k = { .us = { NAN, NAN } };
      int half, i = 0;
      if (*line == '#' || ! strncmp (line, "seed,", 5))
        continue;
      if (! read_row (line, &c, &k, &half))
        fail (path, "has a line that is no row of tune");
      if (! *count || ! is_same_call (&calls[*count - 1], &c))
        {
          if (*count == room)
            calls = realloc (calls, (room = 2 * room + 64) * sizeof *calls);
          if (! calls)
            fail (path, "not enough memory");
          calls[(*count)++] = c;
        }
      timed_call *const call = &calls[*count - 1];
      while (i < call->count && strcmp (call->candidates[i].kernel, k.kernel))
        i++;
      if (i == MOST_CANDIDATES)
        fail (path, "has a call with too many kernels");
      if (i == call->count)
        call->candidates[call->count++] = k;
      call->candidates[i].us[half] = k.us[half];
    }
  fclose (f);
  return calls;
}

/* ---- one call ---- */

/* Of the kernels that were timed in both halves and are not `without`, the fastest in a half; -1 if there is none.  */
static int
best_of (const timed_call *c, int half, const char *without)
{
  int best = -1;
  for (int k = 0; k < c->count; k++)
    if (! isnan (c->candidates[k].us[0]) && ! isnan (c->candidates[k].us[1])
        && (! without || strcmp (c->candidates[k].kernel, without))
        && (best < 0 || c->candidates[k].us[half] < c->candidates[best].us[half]))
      best = k;
  return best;
}

/* The candidate that the planner chooses now; -1 if it was not timed.  */
static int
choice_of (const timed_call *c, const gr_plan *plan)
{
  for (int k = 0; k < c->count; k++)
    if (! strcmp (c->candidates[k].kernel, gr_auto_kernels[plan->kernel]))
      return isnan (c->candidates[k].us[0]) || isnan (c->candidates[k].us[1]) ? -1 : k;
  return -1;
}

static bool
is_same_launch (const candidate *k, const gr_plan *p)
{
  return k->grid == p->grid && k->block == p->block && k->segments == p->segments && k->chunk == p->chunk
      && k->chunks == p->chunks;
}

static double
regret_of (const timed_call *c, int choice)
{
  double sum = 0;
  for (int half = 0; half < HALVES; half++)
    sum += c->candidates[choice].us[! half] / c->candidates[best_of (c, half, NULL)].us[! half];
  return sum / HALVES;
}

/* The best time without the kernel, over the best; NaN if there is no other kernel.  */
static double
absence_of (const timed_call *c, const char *kernel)
{
  double sum = 0;
  for (int half = 0; half < HALVES; half++)
    {
      const int best = best_of (c, half, NULL), other = best_of (c, half, kernel);
      sum += other < 0 ? NAN : c->candidates[other].us[! half] / c->candidates[best].us[! half];
    }
  return sum / HALVES;
}

/* ---- the planner ---- */

typedef struct
{
  const timed_call *call;
  int choice;
  double regret;
} judged;

static int
by_regret (const void *a, const void *b)
{
  return ascending (&((const judged *) a)->regret, &((const judged *) b)->regret);
}

static void
print_call (const timed_call *c)
{
  printf ("%s %s %zux%zux%zu", c->v.name, type_name (c->type), c->inner, c->len, c->outer);
}

static void
print_judged (const judged *r)
{
  const char *const choice = r->call->candidates[r->choice].kernel;
  const char *const best = r->call->candidates[best_of (r->call, 0, NULL)].kernel;
  print_call (r->call);
  printf (": %s", choice);
  if (strcmp (choice, best))
    printf (", not %s", best);
  putchar ('\n');
}

/* Of the judged calls, those of an operator and a type; of all if op is NULL or type negative.  */
static void
print_regret_of (const judged *all, size_t count, const char *op, int type)
{
  judged *const rows = host_memory (count * sizeof *rows);
  size_t n = 0;
  double logs = 0;
  for (size_t i = 0; i < count; i++)
    if ((! op || ! strcmp (op, all[i].call->v.name)) && (type < 0 || type == (int) all[i].call->type))
      {
        logs += log (all[i].regret);
        rows[n++] = all[i];
      }
  if (n)
    {
      qsort (rows, n, sizeof *rows, by_regret);
      const judged *const worst = &rows[n - 1];
      printf ("# %-16s %-14s %6zu  %6.3f  %6.3f  %6.3f  %6.3f  ", op ? op : "all",
              type < 0 ? "all" : type_name ((gr_type) type), n, rows[n / 2].regret, exp (logs / (double) n),
              rows[(size_t) ceil (0.95 * (double) n) - 1].regret, worst->regret);
      print_judged (worst);
    }
  free (rows);
}

/* Each operator and type that there are, and all together.  */
static void
print_planner (const judged *rows, size_t count)
{
  variant variants[MOST_VARIANTS];
  const int variant_count = list_variants (variants);
  printf ("#\n# regret of the planner: time of its choice over that of the best kernel\n"
          "# %-16s %-14s %6s  %6s  %6s  %6s  %6s  %s\n",
          "operator", "class", "calls", "median", "mean", "95 %", "worst", "which; mean: the geometric one");
  for (int v = 0; v < variant_count; v++)
    for (int type = 0; type < GR_TYPE_COUNT; type++)
      print_regret_of (rows, count, variants[v].name, type);
  for (int type = -1; type < GR_TYPE_COUNT; type++)
    print_regret_of (rows, count, NULL, type);
}

/* ---- kernels ---- */

/* What the absence of one costs among the calls of reductions or of scans.  */
typedef struct
{
  char kernel[48];
  bool is_scan;
  size_t calls, fits, best, only, chosen;
  double logs, worst;
  const timed_call *worst_call;
} absence;

static absence *
find_absence (absence *list, int *count, const candidate *k, bool is_scan)
{
  int i = 0;
  while (i < *count && (strcmp (list[i].kernel, k->kernel) || list[i].is_scan != is_scan))
    i++;
  if (i == MOST_CANDIDATES)
    fail (k->kernel, "is one kernel too many");
  if (i == *count)
    {
      list[(*count)++] = (absence){ .is_scan = is_scan };
      memcpy (list[i].kernel, k->kernel, sizeof k->kernel);
    }
  return &list[i];
}

static void
print_kernels (const judged *rows, size_t count)
{
  absence list[MOST_CANDIDATES];
  int n = 0;
  for (size_t i = 0; i < count; i++)
    for (int k = 0; k < rows[i].call->count; k++)
      find_absence (list, &n, &rows[i].call->candidates[k], gr_operators[rows[i].call->v.op].is_scan)->fits++;
  for (size_t i = 0; i < count; i++)
    for (int k = 0; k < n; k++)
      if (list[k].is_scan == gr_operators[rows[i].call->v.op].is_scan)
        {
          absence *const a = &list[k];
          const timed_call *const c = rows[i].call;
          const double cost = absence_of (c, a->kernel);
          a->chosen += ! strcmp (c->candidates[rows[i].choice].kernel, a->kernel);
          for (int half = 0; half < HALVES; half++)
            a->best += ! strcmp (c->candidates[best_of (c, half, NULL)].kernel, a->kernel);
          a->calls++;
          a->only += isnan (cost);
          a->logs += isnan (cost) ? 0 : log (cost);
          if (cost > a->worst)
            {
              a->worst = cost;
              a->worst_call = c;
            }
        }
  printf ("#\n# what a kernel's absence costs: the best time without it over the best, among the reductions or scans\n"
          "# %-32s %6s  %6s  %6s  %6s  %6s  %6s  %s\n",
          "kernel", "fits", "chosen", "best", "only", "mean", "worst", "which; only: calls that no other kernel fits");
  for (int k = 0; k < n; k++)
    {
      const absence *const a = &list[k];
      const size_t compared = a->calls - a->only;
      printf ("# %-32s %6zu  %6zu  %6.1f  %6zu  %6.3f  %6.3f  ", a->kernel, a->fits, a->chosen,
              (double) a->best / HALVES, a->only, compared ? exp (a->logs / (double) compared) : NAN, a->worst);
      if (a->worst_call)
        print_call (a->worst_call);
      putchar ('\n');
    }
}

void
print_regret (const timed_call *calls, size_t count)
{
  enum { WORST = 20, UNKNOWN = 10 };
  judged *const rows = host_memory (count * sizeof *rows);
  size_t n = 0, unknown = 0, other = 0;
  for (size_t i = 0; i < count; i++)
    {
      const gr_plan plan = plan_call (&calls[i], GR_AUTO_PLANNER);
      const int choice = choice_of (&calls[i], &plan);
      if (choice < 0 && unknown++ < UNKNOWN)
        {
          printf ("# not timed: %s for ", gr_auto_kernels[plan.kernel]);
          print_call (&calls[i]);
          putchar ('\n');
        }
      if (choice < 0)
        continue;
      other += ! is_same_launch (&calls[i].candidates[choice], &plan);
      rows[n++] = (judged){ &calls[i], choice, regret_of (&calls[i], choice) };
    }
  if (unknown)
    printf ("# of %zu calls the planner's choice was not timed: they do not count\n", unknown);
  if (other)
    printf ("# of %zu calls the kernel that is chosen was timed with another launch than it has now\n", other);
  if (n)
    {
      print_planner (rows, n);
      print_kernels (rows, n);
      qsort (rows, n, sizeof *rows, by_regret);
      printf ("#\n# the worst choices\n");
      for (size_t i = n; i > 0 && i + WORST > n; i--)
        {
          printf ("# %6.3f  ", rows[i - 1].regret);
          print_judged (&rows[i - 1]);
        }
    }
  free (rows);
}
