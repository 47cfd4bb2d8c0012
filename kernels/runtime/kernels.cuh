/* SPDX-License-Identifier: GPL-3.0-or-later

   For the owner of the device: which kernels are loaded for it.  */

#ifndef GR_KERNELS_CUH
#define GR_KERNELS_CUH

#include "runtime/context.cuh"

namespace GR_NAMESPACE
{

#if GR_ON_CALL
/* Kernels are those of GPUs of this compute capability from now on.  */
gr_status gr_enter_architecture (int major, int minor);
#else
inline gr_status
gr_enter_architecture (int, int)
{
  return GR_OK;
}
#endif

} // namespace

#endif
