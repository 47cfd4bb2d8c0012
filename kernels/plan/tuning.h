/* SPDX-License-Identifier: GPL-3.0-or-later

   How long a kernel of `auto` takes: what its plan asks of the device (gr_use), and the few numbers a kernel by which
   gr_foresee makes a time of that.  The planner takes the kernel whose time is the least, so the numbers say which
   results have the same bits: they are the same on every device.

   `make tune` measures all kernels over random shapes, and prints how well the planner chooses and the numbers that fit
   these times best; it changes nothing here.  `build/tests/tune fit` found these numbers by plots/data/tune-h100.csv.gz
   and tune-h200.csv.gz, three times each as large arrays count more, tune-h100-small.csv.gz and
   tune-h200-small.csv.gz; those of contiguous and chained scans by a later fit to the same times.  The busy shares of
   costly scans by rows, look-back and chained tiles were chosen by tune-h100-heavy.csv.gz.  */

#ifndef GR_TUNING_H
#define GR_TUNING_H

#include "plan/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct
{
  double speed[2]; /* bytes a microsecond that the kernel moves where nothing holds it up: of elements of up to 4 bytes,
                      and of larger ones */
  double begin;    /* bytes that a work item could have moved in the time that it takes to begin and to end */
  double busy[2];  /* the share of an item's room that takes as much time as if it were moved: threads without elements
                      take their turns too.  Of operators of few instructions, and of others */
  double other;    /* bytes that could have been moved in the time of a unit of gr_use's least and more */
  double launch;   /* microseconds of a call that moves nothing */
} gr_tuning;

extern const gr_tuning gr_tunings[GR_AUTO_COUNT];

/* Microseconds of what a plan asks of a device, but for a factor that is the device's (gr_plan_seconds).  */
double gr_foresee (const gr_use *use, const gr_tuning *tuning);

/* What a plan asks of the device.  */
gr_use gr_use_of_plan (const gr_plan_input *input, const gr_plan *plan);

#ifdef __cplusplus
}
#endif

#endif
