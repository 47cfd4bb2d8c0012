/* SPDX-License-Identifier: GPL-3.0-or-later

   Kernels by operations of users that launch kernels: a program of NVRTC, which is linked apart.  */

#ifndef GR_MAPPED_NESTED_CUH
#define GR_MAPPED_NESTED_CUH

#include "auto/user_monoid.cuh"
#include "device/function.cuh"
#include "textbook/nested.cuh"

#endif
