/* SPDX-License-Identifier: GPL-3.0-or-later  */

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library/library.h"
#include "regret.h"

gr_plan
plan_of_input (const timed_call *c, gr_auto_kernel kernel, gr_plan_input *input)
{
  gr_request request = request_of (&c->v, c->type, c->inner, c->len, c->outer);
  gr_type out_type;
  request.kernel = kernel;
  need (gr_result_type (&request, &out_type), c->v.name);
  need (gr_begin_plan (&request, out_type, c->v.index, input), c->v.name);
  return gr_make_plan (input);
}

gr_plan
plan_call (const timed_call *c, gr_auto_kernel kernel)
{
  gr_plan_input input;
  return plan_of_input (c, kernel, &input);
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
      /* between rows there may be what make said; the last one is not whole if tune was stopped */
      if (*line < '0' || *line > '9' || ! strchr (line, '\n'))
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

/* Names of kernels that count as absent, with NULL at the end.  */
typedef const char *names[MOST_CANDIDATES + 1];
static const names none;

static bool
is_one_of (const char *kernel, const names list)
{
  while (*list && strcmp (*list, kernel))
    list++;
  return *list;
}

/* Of the kernels that were timed in both halves, the fastest in a half; -1 if there is none.  */
static int
best_of (const timed_call *c, int half, const names without)
{
  int best = -1;
  for (int k = 0; k < c->count; k++)
    if (! isnan (c->candidates[k].us[0]) && ! isnan (c->candidates[k].us[1])
        && (best < 0 || c->candidates[k].us[half] < c->candidates[best].us[half])
        && ! is_one_of (c->candidates[k].kernel, without))
      best = k;
  return best;
}

/* The candidate that is this kernel; -1 if it was not timed.  */
static int
choice_of (const timed_call *c, gr_auto_kernel kernel)
{
  for (int k = 0; k < c->count; k++)
    if (! strcmp (c->candidates[k].kernel, gr_auto_kernels[kernel]))
      return isnan (c->candidates[k].us[0]) || isnan (c->candidates[k].us[1]) ? -1 : k;
  return -1;
}

static bool
is_same_launch (const candidate *k, const gr_plan *p)
{
  return k->grid == p->grid && k->block == p->block && k->segments == p->segments && k->chunk == p->chunk
      && k->chunks == p->chunks;
}

double
regret_of (const timed_call *c, int choice)
{
  double sum = 0;
  for (int half = 0; half < HALVES; half++)
    sum += c->candidates[choice].us[! half] / c->candidates[best_of (c, half, none)].us[! half];
  return sum / HALVES;
}

/* The best time without some kernels, over the best; NaN if there is no other kernel.  */
static double
absence_of (const timed_call *c, const names without)
{
  double sum = 0;
  for (int half = 0; half < HALVES; half++)
    {
      const int best = best_of (c, half, none), other = best_of (c, half, without);
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
  const char *const best = r->call->candidates[best_of (r->call, 0, none)].kernel;
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

/* One of reductions or of scans.  */
typedef struct
{
  char name[48];
  bool is_scan;
  size_t fits, chosen, best; /* calls; best: of each half */
} kernel;

typedef struct
{
  kernel of[MOST_CANDIDATES];
  int count;
} kernel_list;

static kernel *
find_in_list (kernel_list *list, const char *name, bool is_scan)
{
  int i = 0;
  while (i < list->count && (strcmp (list->of[i].name, name) || list->of[i].is_scan != is_scan))
    i++;
  if (i == MOST_CANDIDATES)
    fail (name, "is one kernel too many");
  if (i == list->count)
    {
      list->of[list->count++] = (kernel){ .is_scan = is_scan };
      snprintf (list->of[i].name, sizeof list->of[i].name, "%s", name);
    }
  return &list->of[i];
}

static bool
is_scan (const timed_call *c)
{
  return gr_operators[c->v.op].is_scan;
}

static void
list_kernels (const judged *rows, size_t count, kernel_list *list)
{
  list->count = 0;
  for (size_t i = 0; i < count; i++)
    {
      const timed_call *const c = rows[i].call;
      for (int k = 0; k < c->count; k++)
        find_in_list (list, c->candidates[k].kernel, is_scan (c))->fits++;
      find_in_list (list, c->candidates[rows[i].choice].kernel, is_scan (c))->chosen++;
      for (int half = 0; half < HALVES; half++)
        find_in_list (list, c->candidates[best_of (c, half, none)].kernel, is_scan (c))->best++;
    }
}

/* What the absence of some kernels costs among the calls of reductions or of scans.  */
typedef struct
{
  size_t only; /* calls that no other kernel fits */
  double mean, worst;
  const timed_call *which; /* NULL: each call has no other kernel */
} cost;

static cost
cost_of (const judged *rows, size_t count, bool of_scans, const names without)
{
  cost sum = { .worst = 0 };
  double logs = 0;
  size_t n = 0;
  for (size_t i = 0; i < count; i++)
    if (is_scan (rows[i].call) == of_scans)
      {
        const double absence = absence_of (rows[i].call, without);
        sum.only += isnan (absence);
        if (isnan (absence))
          continue;
        n++;
        logs += log (absence);
        if (absence > sum.worst)
          {
            sum.worst = absence;
            sum.which = rows[i].call;
          }
      }
  sum.mean = n ? exp (logs / (double) n) : NAN;
  return sum;
}

static void
print_cost (const cost *c)
{
  printf ("%6zu  %6.3f  %6.3f  ", c->only, c->mean, c->worst);
  if (c->which)
    print_call (c->which);
  putchar ('\n');
}

static void
print_kernels (const judged *rows, size_t count, const kernel_list *list)
{
  printf ("#\n# what a kernel's absence costs: the best time without it over the best, among the reductions or scans\n"
          "# %-32s %6s  %6s  %6s  %6s  %6s  %6s  %s\n",
          "kernel", "fits", "chosen", "best", "only", "mean", "worst", "which; only: calls that no other kernel fits");
  for (int k = 0; k < list->count; k++)
    {
      const kernel *const one = &list->of[k];
      const names without = { one->name };
      const cost c = cost_of (rows, count, one->is_scan, without);
      printf ("# %-32s %6zu  %6zu  %6.1f  ", one->name, one->fits, one->chosen, (double) one->best / HALVES);
      print_cost (&c);
    }
}

/* Kernels that replace each other cost little alone, but not together.  */
static void
print_removal (const judged *rows, size_t count, bool of_scans, const kernel_list *list)
{
  names without = { NULL };
  for (int gone = 0;; gone++)
    {
      cost least = { .worst = 0 };
      const char *next = NULL;
      for (int k = 0; k < list->count; k++)
        if (list->of[k].is_scan == of_scans && ! is_one_of (list->of[k].name, without))
          {
            without[gone] = list->of[k].name;
            const cost c = cost_of (rows, count, of_scans, without);
            without[gone] = NULL;
            if (! c.only && (! next || c.mean < least.mean))
              {
                next = list->of[k].name;
                least = c;
              }
          }
      if (! next)
        return;
      without[gone] = next;
      printf ("# %-32s ", next);
      print_cost (&least);
    }
}

static void
print_worst (judged *rows, size_t n)
{
  enum { WORST = 20 };
  qsort (rows, n, sizeof *rows, by_regret);
  printf ("#\n# the worst choices\n");
  for (size_t i = n; i > 0 && i + WORST > n; i--)
    {
      printf ("# %6.3f  ", rows[i - 1].regret);
      print_judged (&rows[i - 1]);
    }
}

void
print_regret (const timed_call *calls, size_t count)
{
  enum { UNKNOWN = 10 };
  judged *const rows = host_memory (count * sizeof *rows);
  size_t n = 0, unknown = 0, other = 0;
  for (size_t i = 0; i < count; i++)
    {
      const gr_plan plan = plan_call (&calls[i], GR_AUTO_PLANNER);
      const int choice = choice_of (&calls[i], plan.kernel);
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
      kernel_list list;
      list_kernels (rows, n, &list);
      print_kernels (rows, n, &list);
      printf ("#\n# if kernels went one after the other, always the one that costs least beside those before: the best "
              "time without all of them over the best\n");
      for (int of_scans = 0; of_scans <= 1; of_scans++)
        print_removal (rows, n, of_scans, &list);
      print_worst (rows, n);
    }
  free (rows);
}
