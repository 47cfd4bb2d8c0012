// SPDX-License-Identifier: GPL-3.0-or-later
//
// Elements of gpuArrays that are assigned to places in host arrays.

#ifndef GW_GPUARRAY_INTO_HOST_H
#define GW_GPUARRAY_INTO_HOST_H

#include <octave/ov-typeinfo.h>

// Register the assignments to host arrays of all types of Octave's own; `gpuarray` is the number of the type gpuArray.
void gw_install_host_assignments (octave::type_info &types, int gpuarray);

#endif
