/* SPDX-License-Identifier: GPL-3.0-or-later

   Links the code of a kernel that launches kernels with CUDA's device runtime, by the driver.  */

#include "driver/driver.h"
#include "jit/find.h"
#include "runtime/kernels.cuh"

#include <cstdlib>
#include <cstring>

namespace GR_NAMESPACE
{

gr_status
gr_link_code (const void *code, size_t bytes, std::vector<char> *linked)
{
  enum { LOG_BYTES = 4096 };
  char path[4096], log[LOG_BYTES] = "";
  const gr_driver_functions &driver = gr_driver ();
  CUlinkState state = nullptr;
  void *image = nullptr;
  size_t size = 0;
  CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
  void *values[] = { log, reinterpret_cast<void *> (static_cast<uintptr_t> (LOG_BYTES)) };
  int version = 0;
  GR_TRY (GR_CUDA (cudaDriverGetVersion (&version)));
  char *const missing = gr_find_device_runtime (version, path, sizeof path);
  const gr_status status = missing ? gr_fail (GR_UNSUPPORTED, "%s", missing) : GR_OK;
  free (missing);
  GR_TRY (status);
  const CUjitInputType type = memcmp (code, "\177ELF", 4) ? CU_JIT_INPUT_PTX : CU_JIT_INPUT_CUBIN;
  cudaError_t result = driver.cuLinkCreate (2, options, values, &state);
  if (result == cudaSuccess)
    result = driver.cuLinkAddData (state, type, const_cast<void *> (code), bytes, "kernel", 0, nullptr, nullptr);
  if (result == cudaSuccess)
    result = driver.cuLinkAddFile (state, CU_JIT_INPUT_LIBRARY, path, 0, nullptr, nullptr);
  if (result == cudaSuccess)
    result = driver.cuLinkComplete (state, &image, &size);
  if (result == cudaSuccess)
    linked->assign (static_cast<const char *> (image), static_cast<const char *> (image) + size);
  if (state)
    driver.cuLinkDestroy (state);
  if (result == cudaSuccess)
    return GR_OK;
  char *const newer = gr_say_newer_nvrtc (version);
  if (newer)
    gr_fail (GR_UNSUPPORTED, "%s", newer);
  else
    gr_fail (GR_CUDA_ERROR, "the driver could not link a kernel with %s (error %d): %s", path,
             static_cast<int> (result), log);
  const gr_status failure = newer ? GR_UNSUPPORTED : GR_CUDA_ERROR;
  free (newer);
  return failure;
}

} // namespace
