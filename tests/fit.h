/* SPDX-License-Identifier: GPL-3.0-or-later

   Fits the numbers of kernels/plan/tuning.h to times of kernels, which may be of several devices: so that the planner's
   choices are seldom much slower than the best kernel, and what it estimates is near what was measured.  Prints the
   numbers as kernels/plan/plan.c has them, and what the planner would be worth with them.  The library's are not
   changed.  */

#ifndef FIT_H
#define FIT_H

#include "regret.h"

/* Files of times, each of one device.  */
void fit_numbers (int files, timed_call *const calls[], const size_t counts[]);

#endif
