/* SPDX-License-Identifier: GPL-3.0-or-later

   Segments of any lengths on the host: those that keys make (cpu_groups.c), those that are run
   (cpu_ragged.c), and tables of segments (cpu_table.c).  */

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

/* n copies of the only element, which are to be freed, or none if there are no keys.  */
gr_status gr_cpu_repeat (const gr_request *request, const void *in, size_t n, void **copies);

/* The numbers, from 0 on, of the segments of n keys from number `first` on; `count` stands for one that there is not.
 */
void gr_cpu_number_keys (const gr_ragged *ragged, size_t first, size_t n, size_t *numbers);

/* Is the job one whose elements are combined in a table of all segments as they are met?  */
bool gr_cpu_has_table (const gr_job *job);
/* Run it, by keys.  */
gr_status gr_cpu_run_table (gr_job *job, gr_type out_type, const void *in);

/* Does a segment without elements have a value?  */
bool gr_cpu_has_value (const gr_request *request);
/* Store what is wanted of segments without elements, those whose number of elements is 0 of `count` from number `first`
   on.  */
void gr_cpu_store_empty (const gr_job *job, gr_type out_type, const double *offsets, size_t first, size_t count);

#endif
