// SPDX-License-Identifier: GPL-3.0-or-later
//
// What Octave asks of values in isa and in x++.

#ifndef GW_GPUARRAY_SCALAR_H
#define GW_GPUARRAY_SCALAR_H

#include <octave/ov-typeinfo.h>

#include "gpuarray.h"

// x++ and x--.
void gw_install_increments (octave::type_info &types, int type_id);

#endif
