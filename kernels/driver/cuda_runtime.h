/* SPDX-License-Identifier: GPL-3.0-or-later

   The part of the CUDA runtime that the host's code uses, by the driver alone (driver.cu): found instead of the
   Toolkit's <cuda_runtime.h> with -Ikernels/driver, so that no Toolkit is needed, as simt/cuda_runtime.h is for the
   executor.

   Names, numbers and types are the runtime's.  Functions are visible in the global namespace, but their symbols are not
   those of the runtime, so that one program can have both.  They do what the CUDA Runtime API says, but for this:

   - A thread has no device before its first cudaSetDevice.
   - cudaLaunchKernelExC and what asks about a kernel take a function of the current device's context, as the driver
     has it (kernels.cu).
   - Names and texts of errors are the driver's.  */

#ifndef GR_DRIVER_CUDA_RUNTIME_H
#define GR_DRIVER_CUDA_RUNTIME_H

#include "driver/kernel_language.h"

/* ---- errors: the driver's have the same numbers ---- */

enum cudaError {
  cudaSuccess = 0,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInsufficientDriver = 35,      /* there is none */
  cudaErrorCallRequiresNewerDriver = 36, /* a function is missing */
  cudaErrorInvalidDeviceFunction = 98,
  cudaErrorInvalidDevice = 101,
  cudaErrorNotReady = 600,
  cudaErrorLaunchFailure = 719,
  cudaErrorUnknown = 999
};
typedef enum cudaError cudaError_t;

/* ---- types and constants ---- */

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUmemPoolHandle_st *cudaMemPool_t;

enum { cudaStreamNonBlocking = 1 };
enum { cudaEventDefault = 0, cudaEventDisableTiming = 2 };
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice };

struct cudaDeviceProp
{
  char name[256];
  size_t totalGlobalMem;
  int major, minor, multiProcessorCount, l2CacheSize;
};
enum cudaDeviceAttr {
  cudaDevAttrClockRate = 13,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrMemoryClockRate = 36,
  cudaDevAttrL2CacheSize = 38,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
  cudaDevAttrClusterLaunch = 120
};

enum cudaMemoryType { cudaMemoryTypeUnregistered = 0 };
struct cudaPointerAttributes
{
  cudaMemoryType type; /* other numbers: memory that the driver knows */
};

enum cudaMemPoolAttr {
  cudaMemPoolAttrReleaseThreshold = 4,
  cudaMemPoolAttrReservedMemCurrent = 5,
  cudaMemPoolAttrUsedMemCurrent = 7
};
enum cudaMemLocationType { cudaMemLocationTypeDevice = 1 };
enum cudaMemAccessFlags { cudaMemAccessFlagsProtReadWrite = 3 };
struct cudaMemAccessDesc
{
  struct
  {
    cudaMemLocationType type;
    int id;
  } location;
  cudaMemAccessFlags flags;
};

enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };
enum cudaLaunchAttributeID { cudaLaunchAttributeClusterDimension = 4 };
struct cudaLaunchAttribute
{
  cudaLaunchAttributeID id;
  union __align__ (8)
  {
    char room[64];
    struct
    {
      unsigned x, y, z;
    } clusterDim;
  }
  val;
};
struct cudaLaunchConfig_t
{
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute *attrs;
  unsigned numAttrs;
};

/* ---- functions ---- */

inline namespace by_driver
{

const char *cudaGetErrorName (cudaError_t error);
const char *cudaGetErrorString (cudaError_t error);
cudaError_t cudaGetLastError ();

cudaError_t cudaDriverGetVersion (int *version); /* 0 without a driver */
cudaError_t cudaGetDeviceCount (int *count);
cudaError_t cudaSetDevice (int device);
cudaError_t cudaGetDeviceProperties (cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute (int *value, cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceGetPCIBusId (char *text, int size, int device);
cudaError_t cudaDeviceCanAccessPeer (int *can, int device, int peer);

cudaError_t cudaMalloc (void **p, size_t bytes);
cudaError_t cudaMallocAsync (void **p, size_t bytes, cudaStream_t stream);
cudaError_t cudaMallocHost (void **p, size_t bytes);
cudaError_t cudaFree (void *p);
cudaError_t cudaFreeAsync (void *p, cudaStream_t stream);
cudaError_t cudaFreeHost (void *p);
cudaError_t cudaMemGetInfo (size_t *available, size_t *total);
cudaError_t cudaPointerGetAttributes (cudaPointerAttributes *attributes, const void *p);
cudaError_t cudaMemcpyAsync (void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemcpyPeerAsync (void *to, int to_device, const void *from, int from_device, size_t bytes,
                                 cudaStream_t stream);
cudaError_t cudaMemsetAsync (void *p, int value, size_t bytes, cudaStream_t stream);
template <class T>
cudaError_t
cudaMalloc (T **p, size_t bytes)
{
  return cudaMalloc (reinterpret_cast<void **> (p), bytes);
}

cudaError_t cudaDeviceGetDefaultMemPool (cudaMemPool_t *pool, int device);
cudaError_t cudaMemPoolGetAttribute (cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value);
cudaError_t cudaMemPoolSetAttribute (cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value);
cudaError_t cudaMemPoolSetAccess (cudaMemPool_t pool, const cudaMemAccessDesc *access, size_t count);
cudaError_t cudaMemPoolTrimTo (cudaMemPool_t pool, size_t bytes);

cudaError_t cudaStreamCreateWithFlags (cudaStream_t *stream, unsigned flags);
cudaError_t cudaStreamDestroy (cudaStream_t stream);
cudaError_t cudaStreamSynchronize (cudaStream_t stream);
cudaError_t cudaEventCreateWithFlags (cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventCreate (cudaEvent_t *event);
cudaError_t cudaEventDestroy (cudaEvent_t event);
cudaError_t cudaEventRecord (cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventQuery (cudaEvent_t event);
cudaError_t cudaEventSynchronize (cudaEvent_t event);
cudaError_t cudaEventElapsedTime (float *ms, cudaEvent_t from, cudaEvent_t to);

cudaError_t cudaFuncSetAttribute (const void *function, cudaFuncAttribute attribute, int value);
cudaError_t cudaLaunchKernelExC (const cudaLaunchConfig_t *config, const void *function, void **arguments);
cudaError_t cudaOccupancyMaxActiveClusters (int *count, const void *function, const cudaLaunchConfig_t *config);

}

#endif
