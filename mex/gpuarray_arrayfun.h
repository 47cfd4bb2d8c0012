// SPDX-License-Identifier: GPL-3.0-or-later
//
// arrayfun and bsxfun of gpuArrays.

#ifndef GW_GPUARRAY_ARRAYFUN_H
#define GW_GPUARRAY_ARRAYFUN_H

#include <octave/ovl.h>

// Is an array among those that the function is called for a gpuArray?
bool gw_is_arrayfun_there (const octave_value_list &args);

// NAME (FUNCTION, D, E, ..., "UniformOutput", true): values of a function of the elements of arrays, of which one is a
// gpuArray.  Sizes are broadcast.
octave_value_list gw_arrayfun (const char *name, const octave_value_list &args, int nargout);

#endif
