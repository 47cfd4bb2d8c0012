/* SPDX-License-Identifier: GPL-3.0-or-later

   Threads of the library's own, which share a call's work with the caller's thread and sleep between calls: a thread
   that spins where it waits takes its core from other programs, and is waited for when these have taken the core.  */

#ifndef GR_THREADS_H
#define GR_THREADS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The cores that this process may use.  */
int gr_core_count (void);

/* The number of threads that share a call, the caller's included: one for each core, or OMP_NUM_THREADS if that is
   less.  */
int gr_thread_count (void);

/* Is this one of the library's own threads?  Only the caller's asks whether it is interrupted, and reports progress. */
bool gr_is_worker (void);

/* Call item (data, i) for i = 0 .. count - 1, which threads take in order, `batch` at a time.  Up to `alone` of them
   are the caller's thread's.  A thread that has not woken by the time that all are taken is not waited for.  */
void gr_for_each (size_t count, size_t alone, size_t batch, void (*item) (void *data, size_t i), void *data);

/* The same with threads that are made for it, one for each core at most, and waited for: for items that take long, such
   as those of a compiler.  Members of a team may call it, too.  */
void gr_for_each_apart (size_t count, void (*item) (void *data, size_t i), void *data);

/* Call member (data, thread, threads) on `threads` threads at a time, of which the caller's is 0, and wait for all.
   There are fewer if no more can be had, and one if this is called by a member.  */
void gr_run_team (int threads, void (*member) (void *data, int thread, int threads), void *data);

#ifdef __cplusplus
}
#endif

#endif
