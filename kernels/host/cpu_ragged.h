/* SPDX-License-Identifier: GPL-3.0-or-later

   Segments of any lengths on the host: those that keys make (cpu_groups.c), and the ones that are run (cpu_ragged.c).  */

#ifndef GR_CPU_RAGGED_H
#define GR_CPU_RAGGED_H

#include "host/cpu.h"

/* Elements that a thread takes at a time; twice as many are read at once at most.  */
enum { GR_RAGGED_SHARE = GR_CHUNK };

/* Where the segments are.  same: all elements of all segments are alike, and each segment begins with the first.  */
typedef struct
{
  const void *in;
  const double *offsets; /* count + 1 of them */
  bool same;
  void *moved, *counts, *made; /* what was taken for it */
} gr_cpu_segments;

/* Move elements to the segments of their keys, in their order.  job: what threads ask whether to stop.  The request's
   keys are checked.  What was taken for it is to be freed, also after a failure.  */
gr_status gr_cpu_group (gr_job *job, const void *in, gr_cpu_segments *segments);
void gr_cpu_free_segments (gr_cpu_segments *segments);

#endif
