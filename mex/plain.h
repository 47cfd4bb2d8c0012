/* SPDX-License-Identifier: GPL-3.0-or-later

   Functions that m-files compose of operators.  Their plain calls, of full arrays on the host without options, are
   answered here, because an m-file takes longer for a small array than its operators do.  */

#ifndef GW_PLAIN_H
#define GW_PLAIN_H

#include <mex.h>

#include "raise.h"

/* X (NAME, LEAST, MOST, RESULTS): gpuNAME of LEAST to MOST arguments, whose m-file is __gpureduce_NAME__.  */
#define GW_COMPOSED(X)                                                                                                 \
  X (range, 1, 3, 1)                                                                                                   \
  X (bounds, 1, 3, 2)                                                                                                  \
  X (dot, 2, 3, 1)                                                                                                     \
  X (norm, 1, 3, 1)                                                                                                    \
  X (nnz, 1, 1, 1)                                                                                                     \
  X (diff, 1, 3, 1)

/* The number of gpuNAME, or -1.  */
int gw_find_composed (const char *function);

/* Call function NUMBER: a plain call here, with the same bits as the m-file's, and any other, and what fails, by the
   m-file, whose errors are the function's.  */
bool gw_run_composed (int number, int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[], gw_failure *failure);

#endif
