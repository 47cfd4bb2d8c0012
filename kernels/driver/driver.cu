/* SPDX-License-Identifier: GPL-3.0-or-later

   The part of the CUDA runtime that the host's code uses, by the driver.  Contexts are the primary ones of devices,
   which the runtime, cuBLAS and NCCL have, too.  They stay until the process ends.  */

#include "driver/driver.h"

#include <atomic>

#include <dlfcn.h>

/* ---- the driver ---- */

static gr_driver_functions
load ()
{
  gr_driver_functions found = {};
  void *const library = dlopen ("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (! library)
    return found;
#define GR_FIND(NAME, VERSION, PARAMETERS)                                                                             \
  found.NAME = reinterpret_cast<decltype (found.NAME)> (dlsym (library, #NAME VERSION));                               \
  if (! found.NAME && ! found.missing)                                                                                 \
    found.missing = "the driver has no function " #NAME;
  GR_DRIVER_FUNCTIONS (GR_FIND)
#undef GR_FIND
  return found;
}

const gr_driver_functions &
gr_driver ()
{
  static const gr_driver_functions driver = load ();
  return driver;
}

/* ---- errors ---- */

static thread_local cudaError_t last_error = cudaSuccess;

cudaError_t
gr_note_error (cudaError_t error)
{
  if (error != cudaSuccess && error != cudaErrorNotReady)
    last_error = error;
  return error;
}

inline namespace by_driver
{

/* The runtime's own errors have their own names, the others the driver's.  */
const char *
cudaGetErrorName (cudaError_t error)
{
  const char *name = nullptr;
  switch (error)
    {
    case cudaErrorInsufficientDriver:
      return "cudaErrorInsufficientDriver";
    case cudaErrorCallRequiresNewerDriver:
      return "cudaErrorCallRequiresNewerDriver";
    case cudaErrorInvalidDeviceFunction:
      return "cudaErrorInvalidDeviceFunction";
    default:
      if (gr_driver ().cuGetErrorName)
        gr_driver ().cuGetErrorName (error, &name);
      return name ? name : "an error without a name";
    }
}

const char *
cudaGetErrorString (cudaError_t error)
{
  const char *text = nullptr;
  switch (error)
    {
    case cudaErrorInsufficientDriver:
      return "there is no driver, libcuda.so.1";
    case cudaErrorCallRequiresNewerDriver:
      return gr_driver ().missing;
    case cudaErrorInvalidDeviceFunction:
      return "the kernel is not loaded";
    default:
      if (gr_driver ().cuGetErrorString)
        gr_driver ().cuGetErrorString (error, &text);
      return text ? text : "unknown error";
    }
}

/* As long as the context is broken, its error comes back.  A question about any of its streams says so.  */
cudaError_t
cudaGetLastError ()
{
  const gr_driver_functions &driver = gr_driver ();
  const cudaError_t error = last_error;
  CUcontext context = nullptr;
  last_error = cudaSuccess;
  if (error != cudaSuccess && driver.cuCtxGetCurrent && driver.cuCtxGetCurrent (&context) == cudaSuccess && context)
    gr_note_error (driver.cuStreamQuery (nullptr));
  return error;
}

/* ---- devices ---- */

cudaError_t
cudaDriverGetVersion (int *version)
{
  *version = 0;
  return gr_driver ().cuInit ? gr_call (gr_driver ().cuDriverGetVersion, version) : cudaSuccess;
}

cudaError_t
cudaGetDeviceCount (int *count)
{
  *count = 0;
  const cudaError_t error = gr_call (gr_driver ().cuInit, 0U);
  return error == cudaSuccess ? gr_call (gr_driver ().cuDeviceGetCount, count) : error;
}

/* Primary contexts by the number of their device.  Threads that retain one at the same time get the same.  */
enum { MOST_DEVICES = 64 };
static std::atomic<CUcontext> contexts[MOST_DEVICES];

static cudaError_t
retain_context (int device, CUcontext *context)
{
  const gr_driver_functions &driver = gr_driver ();
  CUdevice handle = 0;
  if (driver.missing)
    return gr_note_error (cudaErrorCallRequiresNewerDriver);
  cudaError_t error = gr_call (driver.cuInit, 0U);
  if (error == cudaSuccess)
    error = gr_call (driver.cuDeviceGet, &handle, device);
  if (error == cudaSuccess)
    error = gr_call (driver.cuDevicePrimaryCtxRetain, context, handle);
  if (error == cudaSuccess)
    contexts[device].store (*context, std::memory_order_release);
  return error;
}

static cudaError_t
find_context (int device, CUcontext *context)
{
  if (device < 0 || device >= MOST_DEVICES)
    return gr_note_error (cudaErrorInvalidDevice);
  *context = contexts[device].load (std::memory_order_acquire);
  return *context ? cudaSuccess : retain_context (device, context);
}

/* Others may have made another context current in this thread since the last time.  */
cudaError_t
cudaSetDevice (int device)
{
  CUcontext context = nullptr;
  const cudaError_t error = find_context (device, &context);
  return error == cudaSuccess ? gr_call (gr_driver ().cuCtxSetCurrent, context) : error;
}

/* Call a function of the driver whose last argument is a device.  */
template <class... P, class... A>
static cudaError_t
call_with_device (int device, cudaError_t (*function) (P...), A... arguments)
{
  CUdevice handle = 0;
  const cudaError_t error = gr_call (gr_driver ().cuDeviceGet, &handle, device);
  return error == cudaSuccess ? gr_call (function, arguments..., handle) : error;
}

cudaError_t
cudaDeviceGetAttribute (int *value, cudaDeviceAttr attribute, int device)
{
  return call_with_device (device, gr_driver ().cuDeviceGetAttribute, value, attribute);
}

cudaError_t
cudaGetDeviceProperties (cudaDeviceProp *properties, int device)
{
  const struct
  {
    cudaDeviceAttr attribute;
    int *value;
  } numbers[] = { { cudaDevAttrComputeCapabilityMajor, &properties->major },
                  { cudaDevAttrComputeCapabilityMinor, &properties->minor },
                  { cudaDevAttrMultiProcessorCount, &properties->multiProcessorCount },
                  { cudaDevAttrL2CacheSize, &properties->l2CacheSize } };
  char *const name = properties->name;
  cudaError_t error
    = call_with_device (device, gr_driver ().cuDeviceGetName, name, static_cast<int> (sizeof properties->name));
  if (error == cudaSuccess)
    error = call_with_device (device, gr_driver ().cuDeviceTotalMem, &properties->totalGlobalMem);
  for (const auto &number : numbers)
    if (error == cudaSuccess)
      error = cudaDeviceGetAttribute (number.value, number.attribute, device);
  return error;
}

cudaError_t
cudaDeviceGetPCIBusId (char *text, int size, int device)
{
  return call_with_device (device, gr_driver ().cuDeviceGetPCIBusId, text, size);
}

cudaError_t
cudaDeviceCanAccessPeer (int *can, int device, int peer)
{
  CUdevice handle = 0;
  const cudaError_t error = gr_call (gr_driver ().cuDeviceGet, &handle, device);
  return error == cudaSuccess ? call_with_device (peer, gr_driver ().cuDeviceCanAccessPeer, can, handle) : error;
}

/* ---- memory ---- */

cudaError_t
cudaMalloc (void **p, size_t bytes)
{
  return gr_call (gr_driver ().cuMemAlloc, p, bytes);
}

cudaError_t
cudaMallocAsync (void **p, size_t bytes, cudaStream_t stream)
{
  return gr_call (gr_driver ().cuMemAllocAsync, p, bytes, stream);
}

cudaError_t
cudaMallocHost (void **p, size_t bytes)
{
  return gr_call (gr_driver ().cuMemAllocHost, p, bytes);
}

cudaError_t
cudaFree (void *p)
{
  return gr_call (gr_driver ().cuMemFree, p);
}

cudaError_t
cudaFreeAsync (void *p, cudaStream_t stream)
{
  return gr_call (gr_driver ().cuMemFreeAsync, p, stream);
}

cudaError_t
cudaFreeHost (void *p)
{
  return gr_call (gr_driver ().cuMemFreeHost, p);
}

cudaError_t
cudaMemGetInfo (size_t *available, size_t *total)
{
  return gr_call (gr_driver ().cuMemGetInfo, available, total);
}

/* The question for several attributes is none about whether the driver knows the memory: it says 0 of what it does not
   know.  */
cudaError_t
cudaPointerGetAttributes (cudaPointerAttributes *attributes, const void *p)
{
  CUpointer_attribute which = CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
  unsigned type = 0;
  void *value = &type;
  const cudaError_t error = gr_call (gr_driver ().cuPointerGetAttributes, 1U, &which, &value, p);
  attributes->type = static_cast<cudaMemoryType> (type);
  return error;
}

/* No bytes are nothing to do, as for the runtime.  */
cudaError_t
cudaMemcpyAsync (void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
{
  const gr_driver_functions &driver = gr_driver ();
  const auto copy = kind == cudaMemcpyHostToDevice ? driver.cuMemcpyHtoDAsync
                  : kind == cudaMemcpyDeviceToHost ? driver.cuMemcpyDtoHAsync
                                                   : driver.cuMemcpyDtoDAsync;
  return bytes ? gr_call (copy, to, from, bytes, stream) : cudaSuccess;
}

cudaError_t
cudaMemcpyPeerAsync (void *to, int to_device, const void *from, int from_device, size_t bytes, cudaStream_t stream)
{
  CUcontext to_context = nullptr, from_context = nullptr;
  cudaError_t error = find_context (to_device, &to_context);
  if (error == cudaSuccess)
    error = find_context (from_device, &from_context);
  if (error == cudaSuccess && bytes)
    error = gr_call (gr_driver ().cuMemcpyPeerAsync, to, to_context, from, from_context, bytes, stream);
  return error;
}

cudaError_t
cudaMemsetAsync (void *p, int value, size_t bytes, cudaStream_t stream)
{
  return bytes ? gr_call (gr_driver ().cuMemsetD8Async, p, static_cast<unsigned char> (value), bytes, stream)
               : cudaSuccess;
}

cudaError_t
cudaDeviceGetDefaultMemPool (cudaMemPool_t *pool, int device)
{
  return call_with_device (device, gr_driver ().cuDeviceGetDefaultMemPool, pool);
}

cudaError_t
cudaMemPoolGetAttribute (cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value)
{
  return gr_call (gr_driver ().cuMemPoolGetAttribute, pool, attribute, value);
}

cudaError_t
cudaMemPoolSetAttribute (cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value)
{
  return gr_call (gr_driver ().cuMemPoolSetAttribute, pool, attribute, value);
}

cudaError_t
cudaMemPoolSetAccess (cudaMemPool_t pool, const cudaMemAccessDesc *access, size_t count)
{
  return gr_call (gr_driver ().cuMemPoolSetAccess, pool, access, count);
}

cudaError_t
cudaMemPoolTrimTo (cudaMemPool_t pool, size_t bytes)
{
  return gr_call (gr_driver ().cuMemPoolTrimTo, pool, bytes);
}

/* ---- streams and events ---- */

cudaError_t
cudaStreamCreateWithFlags (cudaStream_t *stream, unsigned flags)
{
  return gr_call (gr_driver ().cuStreamCreate, stream, flags);
}

cudaError_t
cudaStreamDestroy (cudaStream_t stream)
{
  return gr_call (gr_driver ().cuStreamDestroy, stream);
}

cudaError_t
cudaStreamSynchronize (cudaStream_t stream)
{
  return gr_call (gr_driver ().cuStreamSynchronize, stream);
}

cudaError_t
cudaEventCreateWithFlags (cudaEvent_t *event, unsigned flags)
{
  return gr_call (gr_driver ().cuEventCreate, event, flags);
}

cudaError_t
cudaEventCreate (cudaEvent_t *event)
{
  return cudaEventCreateWithFlags (event, cudaEventDefault);
}

cudaError_t
cudaEventDestroy (cudaEvent_t event)
{
  return gr_call (gr_driver ().cuEventDestroy, event);
}

cudaError_t
cudaEventRecord (cudaEvent_t event, cudaStream_t stream)
{
  return gr_call (gr_driver ().cuEventRecord, event, stream);
}

cudaError_t
cudaEventQuery (cudaEvent_t event)
{
  return gr_call (gr_driver ().cuEventQuery, event);
}

cudaError_t
cudaEventSynchronize (cudaEvent_t event)
{
  return gr_call (gr_driver ().cuEventSynchronize, event);
}

cudaError_t
cudaEventElapsedTime (float *ms, cudaEvent_t from, cudaEvent_t to)
{
  return gr_call (gr_driver ().cuEventElapsedTime, ms, from, to);
}

/* ---- kernels ---- */

static CUfunction
function_of (const void *function)
{
  return static_cast<CUfunction> (const_cast<void *> (function));
}

static CUlaunchConfig
config_of (const cudaLaunchConfig_t &config)
{
  return { { config.gridDim.x, config.gridDim.y, config.gridDim.z },
           { config.blockDim.x, config.blockDim.y, config.blockDim.z },
           static_cast<unsigned> (config.dynamicSmemBytes),
           config.stream,
           config.attrs,
           config.numAttrs };
}

cudaError_t
cudaFuncSetAttribute (const void *function, cudaFuncAttribute attribute, int value)
{
  return gr_call (gr_driver ().cuFuncSetAttribute, function_of (function), attribute, value);
}

cudaError_t
cudaLaunchKernelExC (const cudaLaunchConfig_t *config, const void *function, void **arguments)
{
  const CUlaunchConfig launch = config_of (*config);
  return gr_call (gr_driver ().cuLaunchKernelEx, &launch, function_of (function), arguments,
                  static_cast<void **> (nullptr));
}

cudaError_t
cudaOccupancyMaxActiveClusters (int *count, const void *function, const cudaLaunchConfig_t *config)
{
  const CUlaunchConfig launch = config_of (*config);
  return gr_call (gr_driver ().cuOccupancyMaxActiveClusters, count, function_of (function), &launch);
}

}
