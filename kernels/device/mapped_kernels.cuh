/* SPDX-License-Identifier: GPL-3.0-or-later

   All kernels of operators whose elements may be values of a user's function, and such functions: a program of
   NVRTC.  */

#ifndef GR_MAPPED_KERNELS_CUH
#define GR_MAPPED_KERNELS_CUH

#include "auto/user_monoid.cuh"
#include "device/function.cuh"
#include "device/kernels.cuh"

#endif
