// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reductions of elements by keys.

#ifndef GW_GPUARRAY_KEYS_H
#define GW_GPUARRAY_KEYS_H

#include <octave/ovl.h>

// ("reduce-keys", NAME, OPERATOR, VALUES, SUBS, DIMS, EMPTY): an array of the size DIMS; each element is what the
// operator, "sum" for example, gives of the VALUES whose subscripts name it.  VALUES are as many as the subscripts, or
// one that stands for all.  SUBS has a column for each dimension, or is a cell of arrays, whose sizes are broadcast and
// which may be on the device; one column, or one array, has places in the result.  Elements without values are EMPTY, a
// number, or if it is [] the operator's identity.  Subscripts that name no element are errors of function NAME.  The
// result is on the device if VALUES or one of SUBS is.
octave_value_list gw_reduce_keys (const octave_value_list &args);

#endif
