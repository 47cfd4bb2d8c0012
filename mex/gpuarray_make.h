// SPDX-License-Identifier: GPL-3.0-or-later
//
// Arrays that are made on the device.

#ifndef GW_GPUARRAY_MAKE_H
#define GW_GPUARRAY_MAKE_H

#include "gpuarray.h"

// Sizes and class of gpuArray.zeros (N), (M, N, ...), ([M N ...]), and each of them with a class behind it, double
// without one.  classes: how many of the library's types are classes that the function takes: none, the floating-point
// ones, or all numbers.
enum { GW_NO_CLASS = 0, GW_FLOATS = GR_TYPE_F32 + 1, GW_NUMBERS = GR_TYPE_BOOL };
struct gw_wanted
{
  dim_vector dims;
  gr_type type;
};
gw_wanted gw_read_wanted (const char *name, const octave_value_list &args, int classes);

// What `gpuArray.NAME (ARGUMENTS)` gives: its subscripts, "." and "(", and their lists.
octave_value gw_make_named (const std::string &type, const std::list<octave_value_list> &index);

#endif
