// SPDX-License-Identifier: GPL-3.0-or-later
//
// Arrays that are made on the device.

#ifndef GW_GPUARRAY_MAKE_H
#define GW_GPUARRAY_MAKE_H

#include "gpuarray.h"

// What `gpuArray.NAME (ARGUMENTS)` gives: its subscripts, "." and "(", and their lists.
octave_value gw_make_named (const std::string &type, const std::list<octave_value_list> &index);

#endif
