/* SPDX-License-Identifier: GPL-3.0-or-later

   __gpureduce__ (SUBCOMMAND, ...): what the m-files ask the library.  */

#ifndef GW_INFO_H
#define GW_INFO_H

#include <mex.h>

#include "raise.h"

/* Answer a subcommand in plhs, which stays as it is for those without an answer.  */
bool gw_info (int nlhs, mxArray *plhs[], int nrhs, const mxArray *const prhs[], gw_failure *failure);

/* Has a backend been chosen by a subcommand?  */
bool gw_has_chosen (void);

#endif
