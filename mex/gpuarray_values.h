// SPDX-License-Identifier: GPL-3.0-or-later
//
// What gateways ask of functions of arrays.

#ifndef GW_GPUARRAY_VALUES_H
#define GW_GPUARRAY_VALUES_H

#include <octave/ovl.h>

#include "gpuarray.h"

// ("values", NAME, F, D, ...): a gpuArray of the values of F, not computed yet; the number of arguments from F on that
// are F's; and whether none of the arrays was a gpuArray.  Errors are in the name of the function NAME.
octave_value_list gw_function_values (const octave_value_list &args);

// ("fault", D, STEP): the error of a faulty step of such an array.
octave_value_list gw_function_fault (const octave_value_list &args);

#endif
