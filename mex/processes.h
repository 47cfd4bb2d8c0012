/* SPDX-License-Identifier: GPL-3.0-or-later

   __gpureduce_processes__ (QUESTION, ...): calls whose array is spread over processes.  */

#ifndef GW_PROCESSES_H
#define GW_PROCESSES_H

#include <mex.h>

#include "raise.h"

/* Answer a question in plhs.  */
bool gw_processes (int nrhs, const mxArray *const prhs[], mxArray *plhs[], gw_failure *failure);

#endif
