/* SPDX-License-Identifier: GPL-3.0-or-later

   All kernels that NVRTC compiles: what each of its programs includes.  */

#ifndef GR_DEVICE_KERNELS_CUH
#define GR_DEVICE_KERNELS_CUH

#include "auto/reduce.cuh"
#include "auto/reduce_tables.cuh"
#include "auto/scan.cuh"
#include "auto/scan_ragged.cuh"
#include "device/fill.cuh"
#include "device/gather.cuh"
#include "device/reduce_states.cuh"
#include "device/scan_states.cuh"
#include "textbook/nested.cuh"
#include "textbook/reduce_global.cuh"
#include "textbook/reduce_shared.cuh"
#include "textbook/scan_block.cuh"

#endif
