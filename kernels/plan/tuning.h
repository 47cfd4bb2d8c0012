/* SPDX-License-Identifier: GPL-3.0-or-later

   How long a kernel of `auto` takes: what its plan asks of the device (gr_use), and the few numbers a kernel by which
   gr_estimate makes a time of that.  The planner takes the kernel whose time is the least, so the numbers say which
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

/* What a plan asks of the device.  */
typedef struct
{
  double items;   /* work items, each of a block */
  double at_once; /* items that the device works on at a time */
  double moved;   /* bytes of an item: of whole sectors, read and written */
  double room;    /* bytes that an item would move if all its threads always had elements */
  double least;   /* floor of an item's time, in units of the kernel's own: rows of a stripe */
  double more;    /* what takes time beside what is moved, in such units: segments of a tile that looks back */
  bool large;     /* elements have more than 4 bytes */
  bool heavy;     /* the operator takes many instructions */
} gr_use;

typedef struct
{
  double speed[2]; /* bytes a microsecond, of elements of up to 4 bytes and of larger ones: as they fit the times beside
                      the other numbers, so they may be more than memory moves */
  double begin;    /* cost of beginning and ending a work item, in bytes */
  double busy[2];  /* cost of idle threads, as a share of the bytes they would move: cheap operators, costly ones */
  double other;    /* cost of a unit of least and more, in bytes */
  double launch;   /* microseconds of a call that moves nothing */
} gr_tuning;

extern const gr_tuning gr_tunings[GR_AUTO_COUNT];

/* Microseconds of what a plan asks of a device, but for a factor that is the device's (gr_plan_seconds).  */
double gr_estimate (const gr_use *use, const gr_tuning *tuning);

/* What a plan asks of the device.  */
gr_use gr_use_of_plan (const gr_plan_input *input, const gr_plan *plan);

#ifdef __cplusplus
}
#endif

#endif
