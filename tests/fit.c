/* SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit.h"
#include "plan/tuning.h"
#include "random_shape.h"

/* What a call costs: the logarithm of the choice's regret, LARGE_REGRET times its square, as large ones are worse than
   many small ones, and ERROR times the errors of what is estimated of kernels that are not hopeless, so that it stays a
   time.  A call of LARGE elements counts as LARGE_WEIGHT others.  */
static const double LARGE_REGRET = 6, ERROR = 0.05, MOST_ERROR = 0.5, HOPELESS = 1.5, LARGE = 0x1p24, LARGE_WEIGHT = 3;
/* Factors by which numbers are tried; speeds are by a fifth of what is beyond 1.  */
static const double STEPS[] = { 2, 1.5, 1.25, 1.12, 1.06, 1.03, 1.01 };
static const double LEAST_GAIN = 0.01; /* of all calls, for which a step is taken */
enum { STEP_COUNT = sizeof STEPS / sizeof *STEPS, NUMBERS = sizeof (gr_tuning) / sizeof (double), SPEEDS = 2 };
enum { DIGITS = 5 }; /* of a number */

/* A kernel that fits a call; all three are logarithms.  */
typedef struct
{
  gr_auto_kernel kernel;
  gr_use use;
  double us, regret, estimated;
} fitted_candidate;

/* The halves of the shapes, and all.  */
typedef enum { FITTED, HELD_OUT, ALL, PARTS } part;

typedef struct
{
  const timed_call *call;
  int file, count;
  part half;
  double best, weight; /* the logarithm of the best kernel's us; how much the call counts */
  fitted_candidate candidates[GR_AUTO_COUNT];
} fitted_call;

typedef struct
{
  fitted_call *calls;
  size_t count;
  int files;
  gr_tuning numbers[GR_AUTO_COUNT];
} fit;

/* ---- files and calls ---- */

/* Does the first line of a file name the device?  */
static bool
is_of_device (const char *path, const char *device)
{
  char line[256] = "";
  FILE *const f = fopen (path, "r");
  if (! f || ! fgets (line, sizeof line, f))
    fail (path, "cannot be read");
  fclose (f);
  return strstr (line, device);
}

static bool
is_large (const timed_call *c)
{
  return (double) c->inner * (double) c->len * (double) c->outer >= LARGE;
}

/* Calls of a shape are all in the same half.  */
static part
half_of (const timed_call *c)
{
  random_state = c->inner * 0x10001 + c->len * 0x101 + c->outer;
  return random_bits () >> 32 & 1 ? HELD_OUT : FITTED;
}

static void
add_call (fit *f, const timed_call *c, int file)
{
  fitted_call *const added = &f->calls[f->count];
  *added = (fitted_call){
    .call = c, .file = file, .half = half_of (c), .best = INFINITY, .weight = is_large (c) ? LARGE_WEIGHT : 1
  };
  for (int k = 0; k < c->count; k++)
    {
      const gr_auto_kernel kernel = find_kernel (c->candidates[k].kernel);
      const double us = log ((c->candidates[k].us[0] + c->candidates[k].us[1]) / HALVES);
      gr_plan_input input;
      const gr_plan plan
        = kernel < GR_AUTO_COUNT ? plan_of_input (c, kernel, &input) : (gr_plan){ .kernel = GR_AUTO_PLANNER };
      if (plan.kernel == GR_AUTO_PLANNER || isnan (us))
        continue;
      added->candidates[added->count++] = (fitted_candidate){
        .kernel = kernel, .use = gr_use_of_plan (&input, &plan), .us = us, .regret = log (regret_of (c, k))
      };
      added->best = fmin (added->best, us);
    }
  f->count += added->count > 0;
}

static const fitted_candidate *
choice_of (const fitted_call *c)
{
  const fitted_candidate *choice = c->candidates;
  for (int k = 1; k < c->count; k++)
    if (c->candidates[k].estimated < choice->estimated)
      choice = &c->candidates[k];
  return choice;
}

/* scale: the logarithm of what is estimated over what was measured on the device.  */
static double
cost_of (const fitted_call *c, double scale)
{
  const double regret = fmax (choice_of (c)->regret, 0);
  double error = 0;
  for (int k = 0; k < c->count; k++)
    if (c->candidates[k].us < c->best + log (HOPELESS))
      error += fmin (MOST_ERROR, fabs (c->candidates[k].estimated - c->candidates[k].us - scale));
  return c->weight * (regret + LARGE_REGRET * regret * regret + ERROR * error / c->count);
}

/* ---- all calls ---- */

/* Take other numbers of a kernel, and estimate its times by them.  */
static void
take (fit *f, gr_auto_kernel kernel, const gr_tuning *numbers)
{
  f->numbers[kernel] = *numbers;
  for (size_t i = 0; i < f->count; i++)
    for (int k = 0; k < f->calls[i].count; k++)
      if (f->calls[i].candidates[k].kernel == kernel)
        f->calls[i].candidates[k].estimated = log (gr_estimate (&f->calls[i].candidates[k].use, numbers));
}

/* What the fitted calls cost.  The scale of a file is the mean of its calls.  */
static double
cost_of_all (const fit *f)
{
  double cost = 0;
  for (int file = 0; file < f->files; file++)
    {
      double scale = 0, calls = 0;
      for (size_t i = 0; i < f->count; i++)
        if (f->calls[i].file == file && f->calls[i].half == FITTED)
          {
            scale += choice_of (&f->calls[i])->estimated - choice_of (&f->calls[i])->us;
            calls++;
          }
      for (size_t i = 0; i < f->count; i++)
        if (f->calls[i].file == file && f->calls[i].half == FITTED)
          cost += cost_of (&f->calls[i], scale / calls);
    }
  return cost;
}

/* The regret of some calls: the median, the 95 % and the worst.  */
typedef struct
{
  size_t calls;
  double median, high, worst;
} regret_summary;

static regret_summary
judge (const fit *f, int file, part of)
{
  double *const regrets = host_memory (f->count * sizeof *regrets);
  regret_summary s = { .calls = 0 };
  for (size_t i = 0; i < f->count; i++)
    if (f->calls[i].file == file && (of == ALL || f->calls[i].half == of))
      regrets[s.calls++] = exp (choice_of (&f->calls[i])->regret);
  if (s.calls)
    {
      s.median = median (regrets, s.calls);
      s.high = regrets[(size_t) ceil (0.95 * (double) s.calls) - 1];
      s.worst = regrets[s.calls - 1];
    }
  free (regrets);
  return s;
}

/* ---- the search ---- */

/* A number as it is written.  */
static double
rounded (double number)
{
  char text[32];
  snprintf (text, sizeof text, "%.*g", DIGITS, number);
  return strtod (text, NULL);
}

static gr_tuning
with_step (gr_tuning numbers, int number, double factor)
{
  double all[NUMBERS];
  memcpy (all, &numbers, sizeof all);
  all[number] = rounded (all[number] * factor);
  memcpy (&numbers, all, sizeof all);
  return numbers;
}

/* What has been reached.  */
typedef struct
{
  double cost;
  regret_summary *regret; /* of each file */
} reached;

static void
note (const fit *f, double cost, reached *r)
{
  r->cost = cost;
  for (int file = 0; file < f->files; file++)
    r->regret[file] = judge (f, file, ALL);
}

static bool
is_regret_worse (const fit *f, const reached *r)
{
  bool worse = false;
  for (int file = 0; file < f->files && ! worse; file++)
    {
      const regret_summary s = judge (f, file, ALL), *const before = &r->regret[file];
      worse = s.median > before->median || s.high > before->high || s.worst > before->worst;
    }
  return worse;
}

/* Try a step of a number; whether it is taken.  */
static bool
try_step (fit *f, gr_auto_kernel kernel, int number, double factor, reached *r)
{
  const gr_tuning before = f->numbers[kernel], tried = with_step (before, number, factor);
  take (f, kernel, &tried);
  const double cost = cost_of_all (f);
  const bool is_better = cost < r->cost - LEAST_GAIN && ! is_regret_worse (f, r);
  if (is_better)
    note (f, cost, r);
  else
    take (f, kernel, &before);
  return is_better;
}

static bool
try_all_steps (fit *f, double step, reached *r)
{
  bool is_better = false;
  for (gr_auto_kernel kernel = GR_AUTO_PLANNER + 1; kernel < GR_AUTO_COUNT; kernel++)
    for (int number = 0; number < NUMBERS; number++)
      {
        const double factor = number < SPEEDS ? 1 + (step - 1) / 5 : step;
        is_better |= try_step (f, kernel, number, factor, r) || try_step (f, kernel, number, 1 / factor, r);
      }
  return is_better;
}

static void
search (fit *f)
{
  reached r = { .regret = host_memory ((size_t) f->files * sizeof *r.regret) };
  note (f, cost_of_all (f), &r);
  for (bool is_better = true; is_better;)
    {
      is_better = false;
      for (int step = 0; step < STEP_COUNT; step++)
        is_better |= try_all_steps (f, STEPS[step], &r);
    }
  free (r.regret);
}

/* ---- what is written ---- */

/* What is estimated over what was measured on a device: the median of its calls of LARGE elements.  As it was where
   there are none.  */
static double
speed_of (const fit *f, char **paths, const gr_measured_device *device)
{
  double *const ratios = host_memory (f->count * sizeof *ratios);
  size_t n = 0;
  for (int file = 0; file < f->files; file++)
    {
      const bool counts = is_of_device (paths[file], device->name);
      for (size_t i = 0; counts && i < f->count; i++)
        if (f->calls[i].file == file && is_large (f->calls[i].call))
          ratios[n++] = choice_of (&f->calls[i])->estimated - choice_of (&f->calls[i])->us;
    }
  const double speed = n ? exp (median (ratios, n)) : device->speed;
  free (ratios);
  return speed;
}

static void
print_number (FILE *header, double number, const char *behind)
{
  fprintf (header, "%.*g%s", DIGITS, number, behind);
}

static void
print_header (const fit *f, char **paths, FILE *header)
{
  static const char *const ids[] = {
#define ID_OF(_, ID, NAME) [GR_AUTO_##ID] = #ID,
    GR_AUTO_KERNELS (ID_OF, _)
  };
  static const char *const behind[NUMBERS] = { ", ", " }, ", ", { ", ", ", " }, ", ", ", " },\n" };
  fprintf (header, "/* SPDX-License-Identifier: GPL-3.0-or-later\n\n"
                   "   Written by `make fit` (tests/fit.h): change nothing here.  */\n\n"
                   "/* clang-format off */\n"
                   "const gr_tuning gr_tunings[GR_AUTO_COUNT] = {\n"
                   "  /* speed of elements of up to 4 bytes and of larger ones, begin, busy of cheap operators and of "
                   "costly ones, other,\n     launch */\n");
  for (int kernel = GR_AUTO_PLANNER + 1; kernel < GR_AUTO_COUNT; kernel++)
    {
      double numbers[NUMBERS];
      memcpy (numbers, &f->numbers[kernel], sizeof numbers);
      fprintf (header, "  [GR_AUTO_%s] = { { ", ids[kernel]);
      for (int number = 0; number < NUMBERS; number++)
        print_number (header, numbers[number], behind[number]);
    }
  fprintf (header, "};\n\nconst gr_measured_device gr_measured_devices[GR_MEASURED_DEVICES] = {\n");
  for (int i = 0; i < GR_MEASURED_DEVICES; i++)
    {
      const gr_measured_device *const d = &gr_measured_devices[i];
      fprintf (header, "  { \"%s\", %.2f, %.2fe6 },\n", d->name, speed_of (f, paths, d), d->memory / 1e6);
    }
  fprintf (header, "};\n/* clang-format on */\n");
}

static void
print_regret_of_files (const fit *f, char **paths, const char *which, FILE *log)
{
  static const char *const names[PARTS] = { "fitted", "held out", "all" };
  if (! log)
    return;
  fprintf (log, "# regret by the numbers %s\n# %-9s %6s  %6s  %6s  %6s  file\n", which, "half", "calls", "median",
           "95 %", "worst");
  for (int file = 0; file < f->files; file++)
    for (part of = FITTED; of < PARTS; of++)
      {
        const regret_summary s = judge (f, file, of);
        fprintf (log, "# %-9s %6zu  %6.3f  %6.3f  %6.3f  %s\n", names[of], s.calls, s.median, s.high, s.worst,
                 paths[file]);
      }
}

void
fit_numbers (int files, char **paths, timed_call *const calls[], const size_t counts[], FILE *header, FILE *log)
{
  size_t all = 0;
  for (int file = 0; file < files; file++)
    all += counts[file];
  fit f = { .calls = host_memory (all * sizeof *f.calls), .files = files };
  for (int file = 0; file < files; file++)
    for (size_t i = 0; i < counts[file]; i++)
      add_call (&f, &calls[file][i], file);
  for (gr_auto_kernel kernel = GR_AUTO_PLANNER + 1; kernel < GR_AUTO_COUNT; kernel++)
    take (&f, kernel, &gr_tunings[kernel]);
  print_regret_of_files (&f, paths, "that there are", log);
  search (&f);
  print_regret_of_files (&f, paths, "of the fit", log);
  print_header (&f, paths, header);
  free (f.calls);
}
