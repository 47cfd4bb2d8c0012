/* SPDX-License-Identifier: GPL-3.0-or-later

   How long a kernel of `auto` takes: what its plan asks of the device (gr_use), and the few numbers a kernel by which
   gr_estimate makes a time of that.  The planner takes the kernel whose time is the least, so the numbers say which
   results have the same bits: they are the same on every device.

   `make tune` measures all kernels over random shapes, and prints how well the planner chooses.  `make fit` finds the
   numbers by the times of plots/data/tune-*.csv.gz, and writes them to numbers.h (tests/fit.h says how); a test checks
   that they are what it writes.  */

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

/* Devices whose times were measured for the fit.  */
typedef struct
{
  const char *name; /* a word of the device's name */
  double speed;     /* what is estimated over what was measured, the median of shapes of 2^24 to 2^28 */
  double memory;    /* bytes a microsecond that its memory can move at most */
} gr_measured_device;
enum { GR_MEASURED_DEVICES = 2 };
extern const gr_measured_device gr_measured_devices[GR_MEASURED_DEVICES];

/* Microseconds of what a plan asks of a device, but for a factor that is the device's (gr_plan_seconds).  */
double gr_estimate (const gr_use *use, const gr_tuning *tuning);

/* What a plan asks of the device.  */
gr_use gr_use_of_plan (const gr_plan_input *input, const gr_plan *plan);

#ifdef __cplusplus
}
#endif

#endif
