// SPDX-License-Identifier: GPL-3.0-or-later
//
// Selection by masks.

#ifndef GW_GPUARRAY_MASK_H
#define GW_GPUARRAY_MASK_H

#include "gpuarray.h"

// A(MASK), and A(MASK) = RHS, for a logical MASK that has at most as many elements as A.
octave_value gw_index_by_mask (const octave_gpuarray &a, const octave_gpuarray &mask);
void gw_put_by_mask (const octave_gpuarray &a, const octave_gpuarray &mask, const octave_gpuarray &rhs);

// Positions of the elements that are not 0, as find (A) gives them.
octave_value gw_find (const octave_gpuarray &a);

#endif
