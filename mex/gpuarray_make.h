// SPDX-License-Identifier: GPL-3.0-or-later
//
// Arrays that are made on the device.

#ifndef GW_GPUARRAY_MAKE_H
#define GW_GPUARRAY_MAKE_H

#include "gpuarray.h"

// Which classes a function takes behind the sizes: the first `named` of the library's types by name; behind "like"
// arrays of these, and logical and complex ones where it says so.
struct gw_classes
{
  int named;
  bool logical, complex;
};

// Sizes and class of gpuArray.zeros (N), (M, N, ...), ([M N ...]), and each of them with a class behind it, double
// without one, or with "like" and an array.  Behind a class and alone "gpuArray" says what is known.
struct gw_wanted
{
  dim_vector dims;
  gr_type type;
};
gw_wanted gw_read_wanted (const char *name, const octave_value_list &args, const gw_classes &classes);

// How many arguments are sizes: all before the first word.
int gw_count_sizes (const octave_value_list &args);

// Do arguments ask for an array on the device, by "gpuArray" as the last one or by a gpuArray behind "like"?
bool gw_is_for_device (const octave_value_list &args);

// The array that gpuArray.NAME makes of arguments.
octave_value_list gw_make (const char *name, const octave_value_list &args, int nargout);

// What `gpuArray.NAME (ARGUMENTS)` gives: its subscripts, "." and "(", and their lists.
octave_value gw_make_named (const std::string &type, const std::list<octave_value_list> &index);

#endif
