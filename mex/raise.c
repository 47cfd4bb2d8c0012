/* SPDX-License-Identifier: GPL-3.0-or-later

   Failures, and the only place that raises them.  */

#include "raise.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <mex.h>

/* No format attribute, since formats also come from the tables of builtin texts.  */
bool
gw_fail (gw_failure *failure, gr_status status, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  failure->status = status;
  failure->usage = false;
  vsnprintf (failure->text, sizeof failure->text, format, args);
  va_end (args);
  return false;
}

bool
gw_usage (gw_failure *failure)
{
  failure->status = GR_BAD_ARGUMENT;
  failure->usage = true;
  strcpy (failure->text, "invalid call");
  return false;
}

bool
gw_library (gw_failure *failure, gr_status status)
{
  return gw_fail (failure, status, "%s", gr_message ());
}

void
gw_append (gw_failure *failure, const char *format, ...)
{
  const size_t used = strlen (failure->text);
  va_list args;
  va_start (args, format);
  vsnprintf (failure->text + used, sizeof failure->text - used, format, args);
  va_end (args);
}

void
gw_raise (const gw_failure *failure, const char *function)
{
  if (failure->usage)
    {
      mxArray *name = mxCreateString (function);
      mexCallMATLAB (0, NULL, 1, &name, "print_usage");
    }
  char id[64];
  snprintf (id, sizeof id, "gpureduce:%s", gr_statuses[failure->status]);
  mexErrMsgIdAndTxt (id, "%s", failure->text);
}

void
gw_warn (const char *text)
{
  mexWarnMsgIdAndTxt ("gpureduce:warning", "%s", text);
}
