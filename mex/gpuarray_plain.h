// SPDX-License-Identifier: GPL-3.0-or-later
//
// Calls as they are typed most often, which need no gateway.

#ifndef GW_GPUARRAY_PLAIN_H
#define GW_GPUARRAY_PLAIN_H

#include <octave/ovl.h>

#include "gpureduce.h"

// A double on the host that is a whole number from 1 on, else 0.
double gw_plain_number (const octave_value &value);

// OP (D) and OP (D, DIM) of a gpuArray, max (D, [], DIM) and var (D, W, DIM) with a W of [], 0 or 1: the results, of
// the classes of Octave's.  None if the call is another one, or D is one that the gateway has more to do for: without
// elements, text, values to come, or so large that it shows how far it is.
octave_value_list gw_reduce_plain (gr_operator op, const octave_value_list &args, int nargout);

#endif
