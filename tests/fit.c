/* SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit.h"
#include "plan/tuning.h"
#include "random_shape.h"

/* What is minimized, summed up over the calls: the logarithm of the choice's regret, LARGE_REGRET times its square, as
   large ones are worse than many small ones, and ERROR times the errors of what is estimated of kernels that are not
   hopeless, so that it stays a time.  */
static const double LARGE_REGRET = 6, ERROR = 0.05, MOST_ERROR = 0.5, HOPELESS = 1.5;
static const double FIRST_STEP = 0.5, SHAKE_STEP = 0.1, LAST_STEP = 0.01, SHAKEN = 3, SHAKEN_SPEED = 1.2;
enum { SWEEPS = 60, SHAKES = 20, NUMBERS = sizeof (gr_tuning) / sizeof (double) };

/* A kernel that fits a call.  */
typedef struct
{
  gr_auto_kernel kernel;
  gr_use use;
  double us, estimated;
} fitted_candidate;

typedef struct
{
  const timed_call *call;
  int file, count;
  double best, cost; /* us of the best kernel; what the call adds to what is minimized */
  fitted_candidate candidates[GR_AUTO_COUNT];
} fitted_call;

typedef struct
{
  fitted_call *calls;
  size_t count;
  double *scale; /* of each file: what its device is as fast as that which the numbers are for */
  gr_tuning numbers[GR_AUTO_COUNT];
} fit;

/* ---- one call ---- */

static void
add_call (fit *f, const timed_call *c, int file)
{
  fitted_call *const added = &f->calls[f->count];
  *added = (fitted_call){ .call = c, .file = file, .best = INFINITY };
  for (int k = 0; k < c->count; k++)
    {
      int kernel = GR_AUTO_PLANNER + 1;
      while (kernel < GR_AUTO_COUNT && strcmp (c->candidates[k].kernel, gr_auto_kernels[kernel]))
        kernel++;
      const double us = (c->candidates[k].us[0] + c->candidates[k].us[1]) / HALVES;
      gr_plan_input input;
      const gr_plan plan = kernel < GR_AUTO_COUNT ? plan_of_input (c, (gr_auto_kernel) kernel, &input)
                                                  : (gr_plan){ .kernel = GR_AUTO_PLANNER };
      if (plan.kernel == GR_AUTO_PLANNER || isnan (us))
        continue;
      added->candidates[added->count++]
        = (fitted_candidate){ .kernel = plan.kernel, .use = gr_use_of_plan (&input, &plan), .us = us };
      added->best = fmin (added->best, us);
    }
  f->count += added->count > 0;
}

static int
choice_of (const fitted_call *c)
{
  int choice = 0;
  for (int k = 1; k < c->count; k++)
    if (c->candidates[k].estimated < c->candidates[choice].estimated)
      choice = k;
  return choice;
}

static double
cost_of (const fit *f, const fitted_call *c)
{
  const double regret = log (c->candidates[choice_of (c)].us / c->best);
  double error = 0;
  for (int k = 0; k < c->count; k++)
    if (c->candidates[k].us < HOPELESS * c->best)
      error += fmin (MOST_ERROR, fabs (log (c->candidates[k].estimated / (c->candidates[k].us * f->scale[c->file]))));
  return regret + LARGE_REGRET * regret * regret + ERROR * error / c->count;
}

/* ---- all calls ---- */

/* What all calls cost with other numbers of a kernel, less what they cost now.  */
static double
difference (fit *f, int kernel, const gr_tuning *numbers)
{
  double sum = 0;
  for (size_t i = 0; i < f->count; i++)
    {
      fitted_call *const c = &f->calls[i];
      for (int k = 0; k < c->count; k++)
        if (c->candidates[k].kernel == (gr_auto_kernel) kernel)
          {
            const double before = c->candidates[k].estimated;
            c->candidates[k].estimated = gr_estimate (&c->candidates[k].use, numbers);
            sum += cost_of (f, c) - c->cost;
            c->candidates[k].estimated = before;
          }
    }
  return sum;
}

/* All times and costs anew; what all calls cost.  */
static double
evaluate (fit *f)
{
  double sum = 0;
  for (size_t i = 0; i < f->count; i++)
    {
      fitted_call *const c = &f->calls[i];
      for (int k = 0; k < c->count; k++)
        c->candidates[k].estimated = gr_estimate (&c->candidates[k].use, &f->numbers[c->candidates[k].kernel]);
      c->cost = cost_of (f, c);
      sum += c->cost;
    }
  return sum;
}

/* The factor of each file's times: the median of what is estimated over them.  */
static void
find_scales (fit *f, int files)
{
  double *const ratios = host_memory (f->count * sizeof *ratios);
  for (int file = 0; file < files; file++)
    {
      size_t n = 0;
      for (size_t i = 0; i < f->count; i++)
        {
          const fitted_candidate *const chosen = &f->calls[i].candidates[choice_of (&f->calls[i])];
          if (f->calls[i].file == file)
            ratios[n++] = chosen->estimated / chosen->us;
        }
      f->scale[file] = n ? median (ratios, n) : 1;
    }
  free (ratios);
}

/* Try every number a step up and down; whether one got better.  */
static bool
sweep (fit *f, double step)
{
  bool better = false;
  for (int kernel = GR_AUTO_PLANNER + 1; kernel < GR_AUTO_COUNT; kernel++)
    for (int number = 0; number < NUMBERS; number++)
      for (int up = 0; up <= 1; up++)
        {
          gr_tuning tried = f->numbers[kernel];
          double all[NUMBERS];
          memcpy (all, &tried, sizeof all);
          const bool is_speed = number < 2;
          all[number] *= pow (1 + (is_speed ? step / 5 : step), up ? 1 : -1);
          memcpy (&tried, all, sizeof tried);
          if (all[number] > 0 && difference (f, kernel, &tried) < -1e-4)
            {
              f->numbers[kernel] = tried;
              evaluate (f);
              better = true;
              break;
            }
        }
  return better;
}

static void
print_numbers (const fit *f, int files)
{
  printf ("# numbers, as kernels/plan/plan.c has them\n");
  for (int kernel = GR_AUTO_PLANNER + 1; kernel < GR_AUTO_COUNT; kernel++)
    {
      const gr_tuning *const t = &f->numbers[kernel];
      printf ("# %-32s %.3fe6, %.3fe6, %6.0f, %.3f, %.3f, %5.0f, %5.2f\n", gr_auto_kernels[kernel], t->speed[0] / 1e6,
              t->speed[1] / 1e6, t->begin, t->busy[0], t->busy[1], t->other, t->launch);
    }
  for (int file = 0; file < files; file++)
    printf ("# file %d: times are estimated for a device %.2f times as slow\n", file + 1, f->scale[file]);
}

/* Smaller and smaller steps; what all calls cost at the end.  */
static double
descend (fit *f, int files, double step)
{
  double cost = evaluate (f);
  for (int k = 0; k < SWEEPS && step > LAST_STEP; k++)
    {
      find_scales (f, files);
      cost = evaluate (f);
      if (! sweep (f, step))
        step /= 2;
    }
  return cost;
}

/* Change all numbers of a kernel by up to a factor of SHAKEN.  */
static void
shake (gr_tuning *numbers)
{
  double all[NUMBERS];
  memcpy (all, numbers, sizeof all);
  for (int number = 0; number < NUMBERS; number++)
    all[number] *= pow (number < 2 ? SHAKEN_SPEED : SHAKEN, 2 * (double) (random_bits () >> 11) * 0x1p-53 - 1);
  memcpy (numbers, all, sizeof all);
}

/* Steps end where each is worse, which need not be the best of all numbers, so that it is tried from others too.  */
static double
search (fit *f, int files)
{
  double best = descend (f, files, FIRST_STEP);
  for (int k = 0; k < SHAKES; k++)
    {
      gr_tuning before[GR_AUTO_COUNT];
      memcpy (before, f->numbers, sizeof before);
      const int kernel = GR_AUTO_PLANNER + 1 + (int) (random_bits () % (GR_AUTO_COUNT - 1));
      shake (&f->numbers[kernel]);
      const double cost = descend (f, files, SHAKE_STEP);
      if (cost < best)
        best = cost;
      else
        memcpy (f->numbers, before, sizeof before);
    }
  return descend (f, files, LAST_STEP * 2);
}

void
fit_numbers (int files, timed_call *const calls[], const size_t counts[])
{
  size_t all = 0;
  for (int file = 0; file < files; file++)
    all += counts[file];
  fit f
    = { host_memory (all * sizeof *f.calls), 0, host_memory ((size_t) files * sizeof *f.scale), { { .begin = 0 } } };
  memcpy (f.numbers, gr_tunings, sizeof f.numbers);
  for (int file = 0; file < files; file++)
    {
      f.scale[file] = 1;
      for (size_t i = 0; i < counts[file]; i++)
        add_call (&f, &calls[file][i], file);
    }
  random_state = 1;
  const double cost = search (&f, files);
  printf ("# %zu calls, cost %.3f\n", f.count, cost);
  print_numbers (&f, files);
  judged_choice *const judged = host_memory (f.count * sizeof *judged);
  evaluate (&f);
  for (size_t i = 0; i < f.count; i++)
    judged[i] = (judged_choice){ f.calls[i].call, f.calls[i].candidates[choice_of (&f.calls[i])].kernel };
  print_regret_of_choices (judged, f.count);
  free (judged);
  free (f.scale);
  free (f.calls);
}
