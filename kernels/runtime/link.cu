/* SPDX-License-Identifier: GPL-3.0-or-later

   Links the code of a kernel that launches kernels with CUDA's device runtime, by the driver.  */

#include "jit/find.h"
#include "runtime/kernels.cuh"

#include <cstdlib>
#include <cstring>

#include <cuda.h>

namespace GR_NAMESPACE
{

/* The driver's functions for it, which a machine without a driver does not have.  */
struct driver_linker
{
  decltype (&cuLinkCreate) create;
  decltype (&cuLinkAddData) add_data;
  decltype (&cuLinkAddFile) add_file;
  decltype (&cuLinkComplete) complete;
  decltype (&cuLinkDestroy) destroy;
};

template <class Function>
static gr_status
find (const char *name, Function *function)
{
  constexpr unsigned SINCE = 12020; /* as the names above are of that version */
  void *found = nullptr;
  cudaDriverEntryPointQueryResult result;
  GR_TRY (GR_CUDA (cudaGetDriverEntryPointByVersion (name, &found, SINCE, cudaEnableDefault, &result)));
  *function = reinterpret_cast<Function> (found);
  return found ? GR_OK : gr_fail (GR_UNSUPPORTED, "the driver does not have %s", name);
}

static gr_status
find_linker (driver_linker *linker)
{
  GR_TRY (find ("cuLinkCreate", &linker->create));
  GR_TRY (find ("cuLinkAddData", &linker->add_data));
  GR_TRY (find ("cuLinkAddFile", &linker->add_file));
  GR_TRY (find ("cuLinkComplete", &linker->complete));
  return find ("cuLinkDestroy", &linker->destroy);
}

gr_status
gr_link_code (const void *code, size_t bytes, std::vector<char> *linked)
{
  enum { LOG_BYTES = 4096 };
  char path[4096], log[LOG_BYTES] = "";
  driver_linker linker = {};
  CUlinkState state = nullptr;
  void *image = nullptr;
  size_t size = 0;
  CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
  void *values[] = { log, reinterpret_cast<void *> (static_cast<uintptr_t> (LOG_BYTES)) };
  int driver = 0;
  GR_TRY (GR_CUDA (cudaDriverGetVersion (&driver)));
  char *const missing = gr_find_device_runtime (driver, path, sizeof path);
  const gr_status status = missing ? gr_fail (GR_UNSUPPORTED, "%s", missing) : find_linker (&linker);
  free (missing);
  GR_TRY (status);
  const CUjitInputType type = memcmp (code, "\177ELF", 4) ? CU_JIT_INPUT_PTX : CU_JIT_INPUT_CUBIN;
  CUresult result = linker.create (2, options, values, &state);
  if (result == CUDA_SUCCESS)
    result = linker.add_data (state, type, const_cast<void *> (code), bytes, "kernel", 0, nullptr, nullptr);
  if (result == CUDA_SUCCESS)
    result = linker.add_file (state, CU_JIT_INPUT_LIBRARY, path, 0, nullptr, nullptr);
  if (result == CUDA_SUCCESS)
    result = linker.complete (state, &image, &size);
  if (result == CUDA_SUCCESS)
    linked->assign (static_cast<const char *> (image), static_cast<const char *> (image) + size);
  if (state)
    linker.destroy (state);
  return result == CUDA_SUCCESS ? GR_OK
                                : gr_fail (GR_CUDA_ERROR, "the driver could not link a kernel with %s (error %d): %s",
                                           path, static_cast<int> (result), log);
}

} // namespace
