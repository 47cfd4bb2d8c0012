// Classes of results, and selection by masks.

#ifndef GW_GPUARRAY_TYPES_H
#define GW_GPUARRAY_TYPES_H

#include <octave/ov-typeinfo.h>

#include "elements.h"
#include "gpuarray.h"

// The class that an array of a class has after elements of another were assigned to it, and that of two arrays of which
// one is put beside the other, as Octave has them; its errors where it has none.  Assignment
// knows scalars.
gr_type gw_assigned_type (gr_type lhs, bool lhs_is_scalar, gr_type rhs, bool rhs_is_scalar);
gr_type gw_concatenated_type (gr_type a, gr_type b);

// The type of a host array's elements; GR_TYPE_COUNT if it has none that a gpuArray can have.
gr_type gw_type_of (const octave_value &host);

// X op Y, of which one is a gpuArray.
octave_value gw_binary (gr_binary op, const octave_value &x, const octave_value &y);

// Positions of the elements that are not 0, as find (A) gives them.
octave_value gw_find (const octave_gpuarray &a);

// Arrays side by side along dimension dim, from 0 on.
octave_value gw_concatenated (int dim, const octave_value_list &parts);

// Other shapes, and complex conjugates (gpuarray_shape.cc).  times: how often along each dimension.
octave_value gw_transposed (const octave_gpuarray &a);
octave_value gw_repeated (const octave_gpuarray &a, const dim_vector &times);
octave_value gw_conjugated (const octave_gpuarray &a);

// The operators, and concatenation, of gpuArrays, whose type has that number.
void gw_install_operators (octave::type_info &types, int gpuarray);

// A(MASK), and A(MASK) = RHS, for a logical MASK that has at most as many elements as A.
octave_value gw_index_by_mask (const octave_gpuarray &a, const octave_gpuarray &mask);
void gw_put_by_mask (const octave_gpuarray &a, const octave_gpuarray &mask, const octave_gpuarray &rhs);

#endif
