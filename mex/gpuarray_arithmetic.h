// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operators.

#ifndef GW_GPUARRAY_ARITHMETIC_H
#define GW_GPUARRAY_ARITHMETIC_H

#include <octave/ov-typeinfo.h>

#include "elements.h"
#include "gpuarray.h"

// X op Y, of which one is a gpuArray; the other may be a host array.  Sizes are broadcast, and classes are Octave's.
octave_value gw_binary (gr_binary op, const octave_value &x, const octave_value &y);

// A function of each element of a gpuArray.  Complex where Octave's answer is, which is looked for first.
octave_value gw_map (gr_unary op, const octave_value &x);
// The same of floating-point elements, where no answer is complex, as the caller knows.
octave_value gw_map_in_domain (gr_unary op, const octave_gpuarray &a);

// Of a number and what max or min compares it with that are equal, does Octave take the latter?  It shows in the sign
// of zeros, and Octave 11 takes the former.
bool gw_extremum_takes_second ();

// Make Octave's operators know gpuArrays, whose type has that number.
void gw_install_operators (octave::type_info &types, int gpuarray);

#endif
