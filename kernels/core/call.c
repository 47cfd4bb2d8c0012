/* SPDX-License-Identifier: GPL-3.0-or-later

   The state of a call: the message of its failure, planted faults, live allocations, whether it is interrupted, how
   much is done, and the clock.  */

#define _DEFAULT_SOURCE

#include "core/call.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

static char message[1024];
static atomic_size_t live_allocations;
static bool (*interrupt_pending) (void);
static void (*show_progress) (double done);
static double part_begin, part_end = 1; /* of the call, from 0 to 1 */

const char *
gr_message (void)
{
  return message;
}

gr_status
gr_fail (gr_status status, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  vsnprintf (message, sizeof message, format, args);
  va_end (args);
  return status;
}

void
gr_count_allocation (int change)
{
  atomic_fetch_add (&live_allocations, (size_t) change);
}

size_t
gr_live_allocations (void)
{
  return atomic_load (&live_allocations);
}

/* The kind of the planted fault, and the calls of that kind up to it.  Copies are made by several threads.  */
static atomic_int planted;
static atomic_uint calls_left;

void
gr_plant_fault (gr_fault kind, unsigned nth)
{
  atomic_store (&calls_left, nth);
  atomic_store (&planted, nth ? kind : GR_FAULT_NONE);
}

bool
gr_fault_is_due (gr_fault kind)
{
  if (atomic_load_explicit (&planted, memory_order_relaxed) != (int) kind || kind == GR_FAULT_NONE
      || atomic_fetch_sub (&calls_left, 1) != 1)
    return false;
  atomic_store (&planted, GR_FAULT_NONE);
  return true;
}

void
gr_set_interrupt (bool (*pending) (void))
{
  interrupt_pending = pending;
}

bool
gr_interrupted (void)
{
  return interrupt_pending && interrupt_pending ();
}

void
gr_set_progress (void (*progress) (double done))
{
  show_progress = progress;
}

void
gr_begin_part (double from, double to)
{
  part_begin = from;
  part_end = to;
}

void
gr_report_progress (double done)
{
  if (show_progress)
    show_progress (part_begin + (part_end - part_begin) * done);
}

double
gr_now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}
