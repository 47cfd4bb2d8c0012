// SPDX-License-Identifier: GPL-3.0-or-later
//
// Classes of results, and conversions.

#ifndef GW_GPUARRAY_CLASSES_H
#define GW_GPUARRAY_CLASSES_H

#include "gpuarray.h"

// The type of a host array's elements; GR_TYPE_COUNT if it has none that a gpuArray can have.
gr_type gw_type_of (const octave_value &host);

// Is it a full array of floating-point numbers?
bool gw_is_plain (const octave_value &x);

// The type that an array has after elements of another one were assigned to it, and that of two arrays side by side, as
// Octave has them for its own arrays; its errors where it has none.  In assignments scalars have rules of their own.
gr_type gw_assigned_type (gr_type lhs, bool lhs_is_scalar, gr_type rhs, bool rhs_is_scalar);
gr_type gw_concatenated_type (gr_type a, gr_type b);

// Raise Octave's errors and warnings about elements, on the device or the host, that are assigned to an array of type
// `lhs` which has another type after it: NaN is no logical value and no character.  Elements on the device are read if
// they are floating-point numbers and `type` is one of these, which waits.
void gw_check_assigned (gr_type lhs, const octave_value &rhs, gr_type type);

// The type of the matrix product of two arrays, as Octave has it; its error where it has none.
gr_type gw_product_type (gr_type a, gr_type b);

// The type of the results of Octave's reduction or scan of that name; its error where it has none.
gr_type gw_reduced_type (gr_operator op, gr_type type);

#endif
