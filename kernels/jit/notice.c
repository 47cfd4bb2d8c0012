/* SPDX-License-Identifier: GPL-3.0-or-later

   Notices of compilations, and how many there were.  */

#include "core/threads.h"
#include "jit/jit.h"

#include <stdatomic.h>
#include <stdio.h>

static void (*notice) (const char *text, bool is_warning);

void
gr_set_notice (void (*print) (const char *text, bool is_warning))
{
  notice = print;
}

/* Compilations that take longer are noticed, in seconds.  */
static const double worth_a_notice = 0.5;

static atomic_uint kernels_so_far;
static double seconds_so_far; /* of the caller's thread */

/* `count` of `what` were compiled for the caller.  */
static void
note (const char *what, unsigned count, double seconds)
{
  static bool has_noticed_trouble;
  char text[sizeof (((gr_kernel_cache *) NULL)->trouble) + 64];
  seconds_so_far += seconds;
  if (! notice || ! count)
    return;
  if (seconds > worth_a_notice)
    {
      snprintf (text, sizeof text, "compiled %s in %.1f s", what, seconds);
      notice (text, false);
    }
  if (! has_noticed_trouble)
    {
      gr_kernel_cache cache;
      gr_describe_cache (&cache);
      has_noticed_trouble = *cache.trouble != '\0';
      snprintf (text, sizeof text, "compiled kernels are not kept for the next session: %s", cache.trouble);
      if (has_noticed_trouble)
        notice (text, true);
    }
}

void
gr_note_loading (unsigned kernels, double seconds)
{
  char what[64];
  snprintf (what, sizeof what, "%u kernel%s", kernels, kernels == 1 ? "" : "s");
  atomic_fetch_add (&kernels_so_far, kernels);
  if (! gr_is_worker ())
    note (what, kernels, seconds);
}

void
gr_note_part (const char *name, double seconds)
{
  char what[128];
  snprintf (what, sizeof what, "the part %s of the host executor", name);
  atomic_fetch_add (&kernels_so_far, 1);
  note (what, 1, seconds);
}

void
gr_loaded_so_far (unsigned *kernels, double *seconds)
{
  *kernels = atomic_load (&kernels_so_far);
  *seconds = seconds_so_far;
}

void
gr_loaded_since (unsigned *kernels, double *seconds)
{
  *kernels = atomic_load (&kernels_so_far) - *kernels;
  *seconds = seconds_so_far - *seconds;
}
