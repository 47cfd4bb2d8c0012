// SPDX-License-Identifier: GPL-3.0-or-later
//
// The matrix product, and that of transposed matrices, which are not copied for it.

#ifndef GW_GPUARRAY_PRODUCT_H
#define GW_GPUARRAY_PRODUCT_H

#include <octave/ov-typeinfo.h>

#include "gpuarray.h"

// Make Octave's * know gpuArrays: of values of two types, by their numbers, of which one is that of gpuArrays.
void gw_install_products (octave::type_info &types, int x, int y);

#endif
