/* SPDX-License-Identifier: GPL-3.0-or-later

   The functions of CUDA's driver, found in libcuda.so.1 when the first is needed, so that the library starts where
   there is no driver.  cuda_runtime.h is above them; who loads and links kernels calls them as they are.  */

#ifndef GR_DRIVER_H
#define GR_DRIVER_H

#include <cuda_runtime.h>

typedef int CUdevice;
typedef struct CUctx_st *CUcontext;
typedef struct CUlib_st *CUlibrary;
typedef struct CUkern_st *CUkernel;
typedef struct CUfunc_st *CUfunction;
typedef struct CUlinkState_st *CUlinkState;
enum CUpointer_attribute { CU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2 };
enum CUjit_option { CU_JIT_ERROR_LOG_BUFFER = 5, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6 };
enum CUjitInputType { CU_JIT_INPUT_CUBIN = 0, CU_JIT_INPUT_PTX = 1, CU_JIT_INPUT_LIBRARY = 4 };
struct CUlaunchConfig
{
  unsigned grid[3], block[3], shared_bytes;
  cudaStream_t stream;
  cudaLaunchAttribute *attributes; /* whose layout is the runtime's */
  unsigned attribute_count;
};

/* Each with the version of its parameters, which is in its symbol, and these.  Errors are the runtime's, and addresses
   on a device are pointers, for which the driver has integers of their size.  */
#define GR_DRIVER_FUNCTIONS(X)                                                                                         \
  X (cuInit, "", (unsigned flags))                                                                                     \
  X (cuDriverGetVersion, "", (int *version))                                                                           \
  X (cuGetErrorName, "", (cudaError_t error, const char **name))                                                       \
  X (cuGetErrorString, "", (cudaError_t error, const char **text))                                                     \
  X (cuDeviceGetCount, "", (int *count))                                                                               \
  X (cuDeviceGet, "", (CUdevice * device, int number))                                                                 \
  X (cuDeviceGetName, "", (char *name, int size, CUdevice device))                                                     \
  X (cuDeviceTotalMem, "_v2", (size_t * bytes, CUdevice device))                                                       \
  X (cuDeviceGetAttribute, "", (int *value, cudaDeviceAttr attribute, CUdevice device))                                \
  X (cuDeviceGetPCIBusId, "", (char *text, int size, CUdevice device))                                                 \
  X (cuDeviceCanAccessPeer, "", (int *can, CUdevice device, CUdevice peer))                                            \
  X (cuDeviceGetDefaultMemPool, "", (cudaMemPool_t * pool, CUdevice device))                                           \
  X (cuDevicePrimaryCtxRetain, "", (CUcontext * context, CUdevice device))                                             \
  X (cuCtxSetCurrent, "", (CUcontext context))                                                                         \
  X (cuCtxGetCurrent, "", (CUcontext * context))                                                                       \
  X (cuMemAlloc, "_v2", (void **p, size_t bytes))                                                                      \
  X (cuMemAllocAsync, "", (void **p, size_t bytes, cudaStream_t stream))                                               \
  X (cuMemAllocHost, "_v2", (void **p, size_t bytes))                                                                  \
  X (cuMemFree, "_v2", (void *p))                                                                                      \
  X (cuMemFreeAsync, "", (void *p, cudaStream_t stream))                                                               \
  X (cuMemFreeHost, "", (void *p))                                                                                     \
  X (cuMemGetInfo, "_v2", (size_t * available, size_t * total))                                                        \
  X (cuPointerGetAttributes, "", (unsigned count, CUpointer_attribute *attributes, void **values, const void *p))      \
  X (cuMemcpyHtoDAsync, "_v2", (void *to, const void *from, size_t bytes, cudaStream_t stream))                        \
  X (cuMemcpyDtoHAsync, "_v2", (void *to, const void *from, size_t bytes, cudaStream_t stream))                        \
  X (cuMemcpyDtoDAsync, "_v2", (void *to, const void *from, size_t bytes, cudaStream_t stream))                        \
  X (cuMemcpyPeerAsync, "",                                                                                            \
     (void *to, CUcontext to_context, const void *from, CUcontext from_context, size_t bytes, cudaStream_t stream))    \
  X (cuMemsetD8Async, "", (void *p, unsigned char value, size_t bytes, cudaStream_t stream))                           \
  X (cuMemPoolGetAttribute, "", (cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value))                          \
  X (cuMemPoolSetAttribute, "", (cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value))                          \
  X (cuMemPoolSetAccess, "", (cudaMemPool_t pool, const cudaMemAccessDesc *access, size_t count))                      \
  X (cuMemPoolTrimTo, "", (cudaMemPool_t pool, size_t bytes))                                                          \
  X (cuStreamCreate, "", (cudaStream_t * stream, unsigned flags))                                                      \
  X (cuStreamDestroy, "_v2", (cudaStream_t stream))                                                                    \
  X (cuStreamQuery, "", (cudaStream_t stream))                                                                         \
  X (cuStreamSynchronize, "", (cudaStream_t stream))                                                                   \
  X (cuEventCreate, "", (cudaEvent_t * event, unsigned flags))                                                         \
  X (cuEventDestroy, "_v2", (cudaEvent_t event))                                                                       \
  X (cuEventRecord, "", (cudaEvent_t event, cudaStream_t stream))                                                      \
  X (cuEventQuery, "", (cudaEvent_t event))                                                                            \
  X (cuEventSynchronize, "", (cudaEvent_t event))                                                                      \
  X (cuEventElapsedTime, "", (float *ms, cudaEvent_t from, cudaEvent_t to))                                            \
  X (cuLibraryLoadData, "",                                                                                            \
     (CUlibrary * library, const void *code, CUjit_option *options, void **values, unsigned option_count,              \
      void *library_options, void **library_values, unsigned library_option_count))                                    \
  X (cuLibraryUnload, "", (CUlibrary library))                                                                         \
  X (cuLibraryGetKernel, "", (CUkernel * kernel, CUlibrary library, const char *name))                                 \
  X (cuKernelGetFunction, "", (CUfunction * function, CUkernel kernel))                                                \
  X (cuFuncSetAttribute, "", (CUfunction function, cudaFuncAttribute attribute, int value))                            \
  X (cuLaunchKernelEx, "", (const CUlaunchConfig *config, CUfunction function, void **arguments, void **extra))        \
  X (cuOccupancyMaxActiveClusters, "", (int *count, CUfunction function, const CUlaunchConfig *config))                \
  X (cuLinkCreate, "_v2", (unsigned option_count, CUjit_option *options, void **values, CUlinkState *state))           \
  X (cuLinkAddData, "_v2",                                                                                             \
     (CUlinkState state, CUjitInputType type, void *code, size_t bytes, const char *name, unsigned option_count,       \
      CUjit_option *options, void **values))                                                                           \
  X (cuLinkAddFile, "_v2",                                                                                             \
     (CUlinkState state, CUjitInputType type, const char *path, unsigned option_count, CUjit_option *options,          \
      void **values))                                                                                                  \
  X (cuLinkComplete, "", (CUlinkState state, void **image, size_t *bytes))                                             \
  X (cuLinkDestroy, "", (CUlinkState state))

/* All NULL without a driver.  A driver has all where cudaSetDevice has succeeded.  */
struct gr_driver_functions
{
#define GR_DRIVER_MEMBER(NAME, VERSION, PARAMETERS) cudaError_t (*NAME) PARAMETERS;
  GR_DRIVER_FUNCTIONS (GR_DRIVER_MEMBER)
#undef GR_DRIVER_MEMBER
  const char *missing; /* the first that a driver does not have, in words, or NULL */
};
const gr_driver_functions &gr_driver ();

/* Keep a failure for cudaGetLastError, and hand it on.  */
cudaError_t gr_note_error (cudaError_t error);

/* Call a function of the driver, if it has it: gr_call (gr_driver ().cuInit, 0U).  */
template <class... P, class... A>
cudaError_t
gr_call (cudaError_t (*function) (P...), A... arguments)
{
  return gr_note_error (function              ? function (arguments...)
                        : gr_driver ().cuInit ? cudaErrorCallRequiresNewerDriver
                                              : cudaErrorInsufficientDriver);
}

#endif
