// SPDX-License-Identifier: GPL-3.0-or-later
//
// Other shapes.

#ifndef GW_GPUARRAY_SHAPE_H
#define GW_GPUARRAY_SHAPE_H

#include <octave/symtab.h>

#include "gpuarray.h"

octave_value gw_transposed (const octave_gpuarray &a);

// times: how often the array is repeated along each dimension.
octave_value gw_repeated (const octave_gpuarray &a, const dim_vector &times);

// Parts side by side along dimension dim, from 0 on, as Octave's function of that name has them: horzcat, vertcat or
// cat.
octave_value gw_concatenated (const std::string &name, int dim, const octave_value_list &parts);

// Brackets with a gpuArray in them take the methods horzcat and vertcat of each row's class, also where a row has none:
// Octave's own functions become the methods of its classes.
void gw_install_concatenation (octave::symbol_table &symbols);

#endif
