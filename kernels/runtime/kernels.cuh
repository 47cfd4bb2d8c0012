/* SPDX-License-Identifier: GPL-3.0-or-later

   For the owner of the device: which kernels are loaded for it.  */

#ifndef GR_KERNELS_CUH
#define GR_KERNELS_CUH

#include "runtime/context.cuh"

#include <vector>

namespace GR_NAMESPACE
{

#if GR_ON_CALL
/* Kernels are those of GPUs of this compute capability from now on.  */
void gr_enter_architecture (int major, int minor);
/* Is there a compiler for kernels?  And which one, in words; returns its version, 13000 for 13.0, or 0.  */
gr_status gr_need_compiler ();
int gr_name_compiler (char *text, size_t size);

/* The code of a kernel that launches kernels, with the device runtime that it calls.  */
gr_status gr_link_code (const void *code, size_t bytes, std::vector<char> *linked);

/* Kernels for GPUs of a compute capability, 90 for 9.0, that calls of operators need.  No device is needed.  */
struct gr_kernel_list;
gr_kernel_list *gr_new_list (int architecture);
void gr_add_kernels (gr_kernel_list *list, const gr_operator_call &call, const gr_later_calls &later);
/* Has the kernel types in it that stand for users' functions?  */
bool gr_waits_for_user (const gr_kernel_info &kernel);
/* All others that have a name.  */
void gr_add_named_kernels (gr_kernel_list *list);
void gr_add_kernel (gr_kernel_list *list, gr_kernel_info *kernel);
/* Compile them into the cache; their number.  */
gr_status gr_compile_list (gr_kernel_list *list, size_t *count);
void gr_free_list (gr_kernel_list *list);
/* A kernel's name, and a program that has it, which the caller frees, and whether it launches kernels.  */
void gr_describe_kernel (const gr_kernel_info &kernel, char **name, char **program, bool *launches);
/* While that is so, no device is asked what it has (runtime.cu).  */
void gr_ask_no_device (bool asks_none);
#else
inline void
gr_enter_architecture (int, int)
{}
inline int
gr_name_compiler (char *, size_t)
{
  return 0;
}
#endif

} // namespace

#endif
