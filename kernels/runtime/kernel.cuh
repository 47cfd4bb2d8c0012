/* SPDX-License-Identifier: GPL-3.0-or-later

   Kernels as values.  GR_KERNEL (NAME<ARGUMENTS>) is a kernel that can be launched (launch.cuh), of type
   gr_kernel<PARAMETERS...>.  */

#ifndef GR_KERNEL_CUH
#define GR_KERNEL_CUH

#include <cuda_runtime.h>

/* Compilers of CUDA and the host executor have a function for it.  */
template <class... P> using gr_kernel = void (*) (P...);
#define GR_KERNEL(...) __VA_ARGS__

/* The function that the runtime launches, or asks about.  */
template <class... P>
cudaError_t
gr_find_kernel (gr_kernel<P...> kernel, const void **function)
{
  *function = reinterpret_cast<const void *> (kernel);
  return cudaSuccess;
}

#endif
