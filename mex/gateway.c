/* SPDX-License-Identifier: GPL-3.0-or-later

   The gateway: one binary under the name of every function.  It finds out by
   its name which one it is, and goes through three acts: check the arguments,
   work, finish.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mex.h>

#include "arguments.h"
#include "compose.h"
#include "info.h"
#include "interrupt.h"
#include "marshal.h"
#include "plain.h"
#include "processes.h"
#include "notice.h"

/* Say once that the host does the work, and why, if the user did not ask for it: what gpuDevice ("cuda") would say.  Of
   several processes on a host one says it.  */
static void
announce (void)
{
  static bool done;
  const char *environment = getenv ("GPUREDUCE_BACKEND");
  const char *backend;
  if (done || gr_backend_name (&backend) != GR_OK)
    return;
  done = true;
  if (gr_process_on_host () <= 0 && ! strcmp (backend, "cpu") && ! gw_has_chosen () && ! (environment && *environment)
      && gr_select_backend ("cuda") != GR_OK)
    fprintf (stderr, "gpureduce: %s\n", gr_message ());
}

static bool
run_operator (const char *function, gr_operator op, int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[],
              gw_failure *failure)
{
  const mxArray **args = prhs;
  bool gathers;
  gw_call call;
  if (! gw_take_function (function, &nrhs, &args, &gathers, failure)
      || ! gw_gather (nrhs, args, 1, gw_find_segments (op, nrhs, args), &args, failure)
      || ! gw_check (op, nlhs, nrhs, args, &call, failure))
    return false;
  call.gathers = gathers;
  if (call.ignores_second)
    gw_warn ("second argument is ignored");
  announce ();
  const bool has_mean = nlhs > 1 && (gr_operators[op].options & GR_TAKES_WEIGHTS);
  return (call.m_file ? gw_compose : gw_work) (&call, nlhs - has_mean, plhs, failure)
      && (! has_mean || gw_mean_beside (&call, &plhs[1], failure))
      && (! gathers || gw_gather_results (nlhs > 1 ? nlhs : 1, plhs, failure));
}

/* Reduce or scan by an operation of the user's.  */
static bool
run_users_operation (const char *function, int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[],
                     gw_failure *failure)
{
  return nrhs < 2 ? gw_usage (failure) : gw_combine_residents (function, nrhs, prhs, nlhs, plhs, failure);
}

/* Answer what the m-files ask of an array that is spread over processes.  */
static bool
run_processes (mxArray *plhs[], int nrhs, const mxArray *prhs[], gw_failure *failure)
{
  announce ();
  return gw_processes (nrhs, prhs, plhs, failure);
}

/* Call a function that is composed of operators.  */
static bool
run_composed (int number, int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[], gw_failure *failure)
{
  announce ();
  return gw_run_composed (number, nlhs, plhs, nrhs, prhs, failure);
}

/* Answer what the m-files ask, with the elements of gpuArrays on the host.  */
static bool
answer (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[], gw_failure *failure)
{
  const mxArray **args;
  return gw_gather (nrhs, prhs, 0, GW_BUT_NONE, &args, failure) && gw_info (nlhs, plhs, nrhs, args, failure);
}

void
mexFunction (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
  const char *function = mexFunctionName ();
  const int op = strncmp (function, "gpu", 3) ? -1 : gr_find_operator (function + 3);
  const int composed = gw_find_composed (function);
  gw_failure failure;
  gr_set_interrupt (gw_interrupt_pending);
  gr_set_notice (gw_notice);
  const bool ok = op >= 0            ? run_operator (function, (gr_operator) op, nlhs, plhs, nrhs, prhs, &failure)
                : composed >= 0      ? run_composed (composed, nlhs, plhs, nrhs, prhs, &failure)
                : function[0] != '_' ? run_users_operation (function, nlhs, plhs, nrhs, prhs, &failure)
                : strcmp (function, "__gpureduce_processes__") ? answer (nlhs, plhs, nrhs, prhs, &failure)
                                                               : run_processes (plhs, nrhs, prhs, &failure);
  gw_raise_interrupt ();
  if (! ok)
    gw_raise (&failure, function);
}
