/* __gpureduce__ (SUBCOMMAND, ...): what the m-files ask the library.  */

#ifndef GW_INFO_H
#define GW_INFO_H

#include <mex.h>

#include "raise.h"

/* Answer a subcommand in *answer, which stays as it is for those without one. */
bool gw_info (int nrhs, const mxArray *const prhs[], mxArray **answer, gw_failure *failure);

/* Has a backend been chosen by a subcommand?  */
bool gw_has_chosen (void);

#endif
