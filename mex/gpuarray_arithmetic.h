// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operators.

#ifndef GW_GPUARRAY_ARITHMETIC_H
#define GW_GPUARRAY_ARITHMETIC_H

#include <octave/ov-typeinfo.h>

#include "elements.h"
#include "gpuarray.h"

// X op Y, of which one is a gpuArray; the other may be a host array.
octave_value gw_binary (gr_binary op, const octave_value &x, const octave_value &y);

// Complex conjugates; a real array itself.
octave_value gw_conjugated (const octave_gpuarray &a);

// Make Octave's operators and concatenation know gpuArrays, whose type has that number.
void gw_install_operators (octave::type_info &types, int gpuarray);

#endif
