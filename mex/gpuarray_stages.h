// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions that reduce the same segments several times, each time by what was found before.

#ifndef GW_GPUARRAY_STAGES_H
#define GW_GPUARRAY_STAGES_H

#include <octave/ovl.h>

// ("log-sum-exp", A, DIM, OMITS), ("softmax", A, DIM) and ("zscore", A, DIM, OPT): A is a real array with elements, on
// the host or a gpuArray, and DIM a dimension, or 0 for the first one whose size is not 1.  OMITS says whether NaN are
// left out, and OPT is that of std.  The answer is a gpuArray; of zscore it is [] where there is no kernel that reads A
// once.
octave_value_list gw_log_sum_exp (const octave_value_list &args);
octave_value_list gw_softmax (const octave_value_list &args);
octave_value_list gw_zscore (const octave_value_list &args);

#endif
