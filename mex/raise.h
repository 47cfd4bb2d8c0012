/* SPDX-License-Identifier: GPL-3.0-or-later

   Failures, and the only place that raises them.

   Whatever can fail fills in a gw_failure and returns false; the entry point
   hands it to gw_raise once everything is released, for a raise unwinds past
   the gateway's own frames.  */

#ifndef GW_RAISE_H
#define GW_RAISE_H

#include <stdbool.h>

#include "gpureduce.h"

typedef struct
{
  gr_status status; /* names the identifier, "gpureduce:badArgument", ... */
  bool usage;       /* the arguments are wrong in number or order, so print_usage is called */
  char text[2048];  /* Octave puts the function's name in front */
} gw_failure;

/* Fill in a failure; they return false: return gw_fail (failure, ...).  */
bool gw_fail (gw_failure *failure, gr_status status, const char *format, ...);
bool gw_usage (gw_failure *failure);

/* The failure of a library call, with the library's message.  */
bool gw_library (gw_failure *failure, gr_status status);

/* Go on with a failure's text.  */
void gw_append (gw_failure *failure, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

/* Raise the failure of a call of the named function; does not return.  */
void gw_raise (const gw_failure *failure, const char *function);

/* Warn; Octave puts the function's name in front.  */
void gw_warn (const char *text);

#endif
