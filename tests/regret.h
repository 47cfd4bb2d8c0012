/* SPDX-License-Identifier: GPL-3.0-or-later

   Judges the planner of `auto` by times of kernels: how much slower its choice is than the best kernel, and what a
   kernel's absence costs.  Calls are timed twice, in two independent halves: where one half says which kernel is the
   best, both times are the other half's, and results are the average of both ways round.  So the noise that makes a
   kernel look best does not count for it.  */

#ifndef REGRET_H
#define REGRET_H

#include "plan/plan.h"
#include "timing.h"

enum { HALVES = 2, MOST_CANDIDATES = 32 };

/* A kernel that fits the call, by name: those of a file may be none of this library's.  */
typedef struct
{
  char kernel[48];
  size_t grid, segments, chunk, chunks;
  unsigned block;
  double us[HALVES]; /* NaN: not timed */
} candidate;

typedef struct
{
  variant v;
  gr_type type;
  size_t inner, len, outer;
  int count;
  candidate candidates[MOST_CANDIDATES];
} timed_call;

/* Of the planner as this program has it; kernel: GR_AUTO_PLANNER where nothing fits.  */
gr_plan plan_call (const timed_call *call, gr_auto_kernel kernel);

/* The same, and what is planned.  */
gr_plan plan_of_input (const timed_call *call, gr_auto_kernel kernel, gr_plan_input *input);

/* The calls of a file of rows that tune printed, in new memory.  */
timed_call *read_calls (const char *path, size_t *count);

/* Print what the planner and each kernel are worth, as lines that begin with #.  The planner is asked anew.  */
void print_regret (const timed_call *calls, size_t count);

/* Of a planner that chooses this candidate, which was timed in both halves.  */
double regret_of (const timed_call *call, int choice);

#endif
