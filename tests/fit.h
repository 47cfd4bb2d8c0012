/* SPDX-License-Identifier: GPL-3.0-or-later

   Fits the numbers of kernels/plan/numbers.h to times of kernels on several devices, so that the planner's choices are
   seldom much slower than the best kernel, and what it estimates is near what was measured.

   The search begins at the numbers that the library has.  It tries each number a step up and down, by larger and
   smaller steps, and takes what makes the calls of half of all shapes cost less, unless the planner's regret gets
   worse: the median, the 95 % or the worst of a file.  It ends when no step is taken any more, so numbers that it once
   found come out as they are.  The other half of the shapes tells what the numbers are worth for shapes that they were
   not fitted to.  */

#ifndef FIT_H
#define FIT_H

#include <stdio.h>

#include "regret.h"

/* Files of times, each of one device, and their calls.  Writes numbers.h, and, if log is not NULL, as lines that
   begin with # what the planner is worth before the search and after it.  */
void fit_numbers (int files, char **paths, timed_call *const calls[], const size_t counts[], FILE *header, FILE *log);

#endif
