// SPDX-License-Identifier: GPL-3.0-or-later
//
// The matrix product, and that of transposed matrices, which are not copied for it.

#ifndef GW_GPUARRAY_PRODUCT_H
#define GW_GPUARRAY_PRODUCT_H

#include <octave/ov-typeinfo.h>

#include "gpuarray.h"

// Sums of conj (x) .* y along chunks of dimension number dim, from 0 on, as double: as many as there are chunks stand
// along it.  Both are of one size, and of floating-point classes.
octave_value gw_dot_chunks (const octave_gpuarray &x, const octave_gpuarray &y, int dim);

// ("kron-plain", A, B): the product of each element of A with all of B, of full floating-point arrays; false for
// others.
octave_value_list gw_kron_plain (const octave_value_list &args);

// Make Octave's * know gpuArrays: of values of two types, by their numbers, of which one is that of gpuArrays.
void gw_install_products (octave::type_info &types, int x, int y);

#endif
