/* SPDX-License-Identifier: GPL-3.0-or-later

   The state of a call, for all that take part in it: its failure, planted faults, live allocations, whether it is
   interrupted, its progress, and the clock.  */

#ifndef GR_CALL_H
#define GR_CALL_H

#include "gpureduce.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Set gr_message and return the status: return gr_fail (GR_UNSUPPORTED, "...", ...).  */
gr_status gr_fail (gr_status status, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

/* Planted faults, for tests: the nth call of a kind from now on fails instead of being made.  MEMORY calls take memory,
   COPY calls copy or clear it, LAUNCH calls launch kernels.  LATE is an error of kernels that shows at the nth wait.
   One fault is planted at a time, and GR_FAULT_NONE removes it.  */
typedef enum { GR_FAULT_NONE, GR_FAULT_MEMORY, GR_FAULT_COPY, GR_FAULT_LAUNCH, GR_FAULT_LATE } gr_fault;
void gr_plant_fault (gr_fault kind, unsigned nth);
/* Called instead of, or just before, each call of the kind: is it the one that fails?  */
bool gr_fault_is_due (gr_fault kind);

/* Add to the count that gr_live_allocations returns.  */
void gr_count_allocation (int change);

/* True once the caller wants the running call to end.  */
bool gr_interrupted (void);

/* Tell the caller how much is done, from 0 to 1, of the part of the call that has begun.  Parts begin and end at a
   share of the call; who has cut a call into parts ends with the part from 0 to 1.  Only the caller's thread may.  */
void gr_report_progress (double done);
void gr_begin_part (double from, double to);

/* Seconds of the monotonic clock.  */
double gr_now (void);

#ifdef __cplusplus
}
#endif

#endif
