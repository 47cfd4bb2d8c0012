// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places of values in a sorted table, counts between edges, and of elements that are scattered.

#ifndef GW_GPUARRAY_PLACES_H
#define GW_GPUARRAY_PLACES_H

#include <octave/ovl.h>

// ("lookup", NAME, TABLE, Y, DESCENDS): for each element of the gpuArray Y how many of TABLE, a sorted gpuArray of the
// same class, do not go behind it; as doubles of the size of Y.  Errors are those of function NAME.
octave_value_list gw_look_up (const octave_value_list &args);

// ("histogram", NAME, EDGES, X, DIM): how many elements of each segment of the gpuArray X along DIM are from one of the
// EDGES to below the next one, or equal the last one.  EDGES is a host array of the same class, which does not descend
// and has no NaN.  Errors are those of function NAME.
octave_value_list gw_count_between (const octave_value_list &args);

// ("scatter", I, V): the array of the size of V whose element I(k) is V(k); I has each number from 1 to numel (V) once.
octave_value_list gw_scatter (const octave_value_list &args);

#endif
