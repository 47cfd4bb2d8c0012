/* SPDX-License-Identifier: GPL-3.0-or-later

   All monoids.  */

#ifndef GR_MONOIDS_CUH
#define GR_MONOIDS_CUH

#include "op/monoids/extremum.cuh"
#include "op/monoids/moments.cuh"
#include "op/monoids/native.cuh"
#include "op/monoids/product.cuh"
#include "op/monoids/sum.cuh"
#include "op/monoids/truth.cuh"

#endif
