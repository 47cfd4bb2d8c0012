/* SPDX-License-Identifier: GPL-3.0-or-later

   All kernels of sorting: what their program includes.  */

#ifndef GR_SORT_KERNELS_CUH
#define GR_SORT_KERNELS_CUH

#include "sort/block_sort.cuh"
#include "sort/complex.cuh"
#include "sort/histogram.cuh"
#include "sort/lookup.cuh"
#include "sort/onesweep.cuh"
#include "sort/select_passes.cuh"

#endif
