// SPDX-License-Identifier: GPL-3.0-or-later
//
// Other shapes.

#ifndef GW_GPUARRAY_SHAPE_H
#define GW_GPUARRAY_SHAPE_H

#include "gpuarray.h"

octave_value gw_transposed (const octave_gpuarray &a);

// times: how often the array is repeated along each dimension.
octave_value gw_repeated (const octave_gpuarray &a, const dim_vector &times);

// Arrays side by side along dimension dim, from 0 on.
octave_value gw_concatenated (int dim, const octave_value_list &parts);

// The array that Octave has made for all parts, with one more of them from a place on (octave::type_info).
octave_value gw_put_beside (const octave_base_value &all, const octave_base_value &part,
                            const Array<octave_idx_type> &place);

#endif
