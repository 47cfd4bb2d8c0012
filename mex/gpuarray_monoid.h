// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reductions and scans by operations that users write.

#ifndef GW_GPUARRAY_MONOID_H
#define GW_GPUARRAY_MONOID_H

#include <octave/ovl.h>

// ("monoid", NAME, OPERATIONS, RUN, A, ...): values of arrays that are combined along a dimension.  OPERATIONS is a
// cell of the handles combine, map and finish, of which the last may be [], and of an identity, [], a number, or a cell
// of numbers.  RUN is [DIM, is a scan, from the last to the first, exclusive]; DIM is 0 for the first dimension whose
// size is not 1.  The answer is a cell of gpuArrays.
octave_value_list gw_run_monoid (const octave_value_list &args);

#endif
