/* SPDX-License-Identifier: GPL-3.0-or-later

   The part of CUDA that the kernels use, on the host: found instead of the
   Toolkit's <cuda_runtime.h> when they are compiled with -Ikernels/simt.

   Names mean what the CUDA C++ Programming Guide and the Runtime API say, less
   what simt.h lists as not shown.  They are visible in the global namespace,
   but their symbols are not those of the CUDA runtime, so that one binary can
   hold both builds.

   Runtime API: device memory is heap memory (poisoned, so that reading what
   was never written shows), streams run everything at once and in order,
   events read the monotonic clock, a failed kernel does not spoil later
   calls.  */

#ifndef GR_SIMT_CUDA_RUNTIME_H
#define GR_SIMT_CUDA_RUNTIME_H

/* The standard headers that spell attributes like the macros below must come
   before them.  */
#include <memory>
#include <string>

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <functional>
#include <type_traits>
#include <utility>

#include "simt/simt.h"

#ifdef GR_SIMT_COUNT
#  define __global__ __attribute__ ((flatten)) /* as on a GPU: a call is no branch */
#else
#  define __global__
#endif
#define __device__
#define __host__
#define __constant__
#define __grid_constant__
#define __shared__ static
#define __forceinline__ inline __attribute__ ((always_inline))
#define __noinline__ __attribute__ ((noinline))
#define __align__(n) __attribute__ ((aligned (n)))
#define __launch_bounds__(...)
#define __grid_constant__

inline namespace simt_cuda
{

using simt::blockDim;
using simt::blockIdx;
using simt::dim3;
using simt::gridDim;
using simt::threadIdx;
using simt::uint3;

constexpr int warpSize = simt::WARP_SIZE;

/* Vector types, aligned as on the device.  */

#define GR_SIMT_VECTOR2(NAME, T)                                                                                       \
  struct __align__ (2 * sizeof (T)) NAME { T x, y; };                                                                  \
  inline NAME make_##NAME (T x, T y) { return { x, y }; }
#define GR_SIMT_VECTOR4(NAME, T, ALIGNMENT)                                                                            \
  struct __align__ (ALIGNMENT) NAME { T x, y, z, w; };                                                                 \
  inline NAME make_##NAME (T x, T y, T z, T w) { return { x, y, z, w }; }
GR_SIMT_VECTOR2 (int2, int)
GR_SIMT_VECTOR2 (uint2, unsigned)
GR_SIMT_VECTOR2 (float2, float)
GR_SIMT_VECTOR2 (double2, double)
GR_SIMT_VECTOR2 (longlong2, long long)
GR_SIMT_VECTOR2 (ulonglong2, unsigned long long)
GR_SIMT_VECTOR4 (int4, int, 16)
GR_SIMT_VECTOR4 (uint4, unsigned, 16)
GR_SIMT_VECTOR4 (float4, float, 16)
#undef GR_SIMT_VECTOR2
#undef GR_SIMT_VECTOR4

/* Barriers.  */

inline void
__syncthreads ()
{
  simt::sync_block ();
}

inline void
__syncwarp (unsigned mask = 0xffffffff)
{
  simt::sync_warp (simt::warp_op::syncwarp, mask, 0, 0, 0);
}

inline void
__threadfence ()
{}
inline void
__threadfence_block ()
{}
inline void
__threadfence_system ()
{}

inline void
__nanosleep (unsigned)
{
  simt::yield ();
}

[[noreturn]] inline void
__trap ()
{
  simt::fail ("executes __trap");
}

/* Shuffles.  Which lane is read is PTX's rule for shfl.sync: the operand counts
   modulo 32, and a lane that would read beyond its segment of width lanes
   reads itself; xor may reach back into earlier segments.  */

template <class T>
T
simt_shuffle (simt::warp_op op, unsigned mask, T value, int source, int width)
{
  static_assert (std::is_arithmetic<T>::value && sizeof (T) <= sizeof (uint64_t), "no such shuffle in CUDA");
  if (width < 1 || width > warpSize || (width & (width - 1)))
    simt::fail ("shuffles with a width that is not a power of two up to 32");
  uint64_t bits = 0;
  memcpy (&bits, &value, sizeof value);
  bits = simt::sync_warp (op, mask, bits, static_cast<unsigned> (source), width * 16 + sizeof value);
  memcpy (&value, &bits, sizeof value);
  return value;
}

template <class T>
T
__shfl_sync (unsigned mask, T value, int source, int width = warpSize)
{
  int segment = static_cast<int> (simt::lane ()) & ~(width - 1);
  return simt_shuffle (simt::warp_op::shfl, mask, value, segment | (source & (width - 1)), width);
}

template <class T>
T
__shfl_up_sync (unsigned mask, T value, unsigned delta, int width = warpSize)
{
  int lane = static_cast<int> (simt::lane ()), source = lane - static_cast<int> (delta & 31);
  if (source < (lane & ~(width - 1)))
    source = lane;
  return simt_shuffle (simt::warp_op::shfl_up, mask, value, source, width);
}

template <class T>
T
__shfl_down_sync (unsigned mask, T value, unsigned delta, int width = warpSize)
{
  int lane = static_cast<int> (simt::lane ()), source = lane + static_cast<int> (delta & 31);
  if (source > (lane | (width - 1)))
    source = lane;
  return simt_shuffle (simt::warp_op::shfl_down, mask, value, source, width);
}

template <class T>
T
__shfl_xor_sync (unsigned mask, T value, int lane_mask, int width = warpSize)
{
  int lane = static_cast<int> (simt::lane ()), source = lane ^ (lane_mask & 31);
  if (source > (lane | (width - 1)))
    source = lane;
  return simt_shuffle (simt::warp_op::shfl_xor, mask, value, source, width);
}

/* Votes.  */

inline unsigned
__ballot_sync (unsigned mask, int predicate)
{
  return static_cast<unsigned> (simt::sync_warp (simt::warp_op::ballot, mask, predicate != 0, 0, 0));
}

inline int
__any_sync (unsigned mask, int predicate)
{
  return simt::sync_warp (simt::warp_op::any, mask, predicate != 0, 0, 0) != 0;
}

inline int
__all_sync (unsigned mask, int predicate)
{
  return simt::sync_warp (simt::warp_op::all, mask, predicate == 0, 0, 0) == 0;
}

inline unsigned
__reduce_max_sync (unsigned mask, unsigned value)
{
  return static_cast<unsigned> (simt::sync_warp (simt::warp_op::reduce_max, mask, value, 0, 0));
}

inline unsigned
__match_any_sync (unsigned mask, unsigned value)
{
  return static_cast<unsigned> (simt::sync_warp (simt::warp_op::match_any, mask, value, 0, 0));
}

/* Atomics: a thread runs alone between two yields.  Each returns the old
   value; the overloads are CUDA's.  */

#define GR_SIMT_ATOMIC(NAME, T, NEW)                                                                                   \
  inline T NAME (T *p, T value)                                                                                        \
  {                                                                                                                    \
    T old = *p;                                                                                                        \
    *p = (NEW);                                                                                                        \
    return old;                                                                                                        \
  }
#define GR_SIMT_ATOMIC_CAS(T)                                                                                          \
  inline T atomicCAS (T *p, T compare, T value)                                                                        \
  {                                                                                                                    \
    T old = *p;                                                                                                        \
    if (old == compare)                                                                                                \
      *p = value;                                                                                                      \
    return old;                                                                                                        \
  }
/* Signed addition wraps.  */
GR_SIMT_ATOMIC (atomicAdd, int, static_cast<int> (static_cast<unsigned> (old) + static_cast<unsigned> (value)))
GR_SIMT_ATOMIC (atomicAdd, unsigned, old + value)
GR_SIMT_ATOMIC (atomicAdd, unsigned long long, old + value)
GR_SIMT_ATOMIC (atomicAdd, float, old + value)
GR_SIMT_ATOMIC (atomicAdd, double, old + value)
GR_SIMT_ATOMIC (atomicInc, unsigned, old >= value ? 0 : old + 1)
GR_SIMT_ATOMIC (atomicMax, int, old > value ? old : value)
GR_SIMT_ATOMIC (atomicMax, unsigned, old > value ? old : value)
GR_SIMT_ATOMIC (atomicMax, long long, old > value ? old : value)
GR_SIMT_ATOMIC (atomicMax, unsigned long long, old > value ? old : value)
GR_SIMT_ATOMIC (atomicMin, int, old < value ? old : value)
GR_SIMT_ATOMIC (atomicMin, unsigned, old < value ? old : value)
GR_SIMT_ATOMIC (atomicMin, long long, old < value ? old : value)
GR_SIMT_ATOMIC (atomicMin, unsigned long long, old < value ? old : value)
GR_SIMT_ATOMIC (atomicExch, int, value)
GR_SIMT_ATOMIC (atomicExch, unsigned, value)
GR_SIMT_ATOMIC (atomicExch, unsigned long long, value)
GR_SIMT_ATOMIC (atomicExch, float, value)
GR_SIMT_ATOMIC (atomicOr, int, old | value)
GR_SIMT_ATOMIC (atomicOr, unsigned, old | value)
GR_SIMT_ATOMIC (atomicOr, unsigned long long, old | value)
GR_SIMT_ATOMIC_CAS (int)
GR_SIMT_ATOMIC_CAS (unsigned)
GR_SIMT_ATOMIC_CAS (unsigned long long)
#undef GR_SIMT_ATOMIC
#undef GR_SIMT_ATOMIC_CAS

/* Loads and stores with a cache hint.  */

template <class T>
T
__ldg (const T *p)
{
  return *p;
}
template <class T>
T
__ldcs (const T *p)
{
  return *p;
}
template <class T>
T
__ldcg (const T *p)
{
  return *p;
}
template <class T>
void
__stcs (T *p, T value)
{
  *p = value;
}
template <class T>
void
__stcg (T *p, T value)
{
  *p = value;
}

/* Bits.  */

inline int
__popc (unsigned x)
{
  return __builtin_popcount (x);
}
inline int
__popcll (unsigned long long x)
{
  return __builtin_popcountll (x);
}
inline int
__clz (int x)
{
  return x ? __builtin_clz (static_cast<unsigned> (x)) : 32;
}
inline int
__clzll (long long x)
{
  return x ? __builtin_clzll (static_cast<unsigned long long> (x)) : 64;
}
inline int
__ffs (int x)
{
  return __builtin_ffs (x);
}

inline unsigned
__brev (unsigned x)
{
  x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
  x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
  x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
  return __builtin_bswap32 (x);
}

/* Packed bytes and halves of words: byte i of the result is that of the eight of b and a which
   digit i says; the lower word of both, shifted to the right by up to 31; the sum of products
   of four bytes, or of two halves with the lower two bytes of b, and c; the larger of each half.  */

inline unsigned
__byte_perm (unsigned a, unsigned b, unsigned digits)
{
  const uint64_t bytes = static_cast<uint64_t> (b) << 32 | a;
  unsigned result = 0;
  for (int i = 0; i < 4; i++)
    result |= static_cast<unsigned> (bytes >> 8 * (digits >> 4 * i & 7) & 0xff) << 8 * i;
  return result;
}

inline unsigned
__funnelshift_r (unsigned low, unsigned high, unsigned shift)
{
  return static_cast<unsigned> ((static_cast<uint64_t> (high) << 32 | low) >> shift % 32);
}

template <class A, class B, class C>
C
simt_dot (unsigned a, unsigned b, C c, int terms)
{
  for (int i = 0; i < terms; i++)
    c += static_cast<C> (static_cast<A> (a >> i * 8 * sizeof (A))) * static_cast<C> (static_cast<B> (b >> 8 * i));
  return c;
}

inline unsigned
__umulhi (unsigned a, unsigned b)
{
  return static_cast<unsigned> (static_cast<uint64_t> (a) * b >> 32);
}

inline double
__hiloint2double (int high, int low)
{
  const uint64_t bits = static_cast<uint64_t> (static_cast<unsigned> (high)) << 32 | static_cast<unsigned> (low);
  double x;
  memcpy (&x, &bits, sizeof x);
  return x;
}

inline int
__dp4a (int a, int b, int c)
{
  return simt_dot<int8_t, int8_t> (static_cast<unsigned> (a), static_cast<unsigned> (b), c, 4);
}
inline unsigned
__dp4a (unsigned a, unsigned b, unsigned c)
{
  return simt_dot<uint8_t, uint8_t> (a, b, c, 4);
}
inline int
__dp2a_lo (int a, int b, int c)
{
  return simt_dot<int16_t, int8_t> (static_cast<unsigned> (a), static_cast<unsigned> (b), c, 2);
}
inline unsigned
__dp2a_lo (unsigned a, unsigned b, unsigned c)
{
  return simt_dot<uint16_t, uint8_t> (a, b, c, 2);
}

inline unsigned
__vmaxu2 (unsigned a, unsigned b)
{
  const unsigned mask = 0xffff, low = (a & mask) > (b & mask) ? a & mask : b & mask;
  return (a >> 16 > b >> 16 ? a & ~mask : b & ~mask) | low;
}

/* Rounded arithmetic that is never contracted; volatile keeps the compiler
   from fusing the result into the next operation.  */

#define GR_SIMT_ROUNDED(NAME, T, OPERATOR)                                                                             \
  inline T NAME (T a, T b)                                                                                             \
  {                                                                                                                    \
    volatile T result = a OPERATOR b;                                                                                  \
    return result;                                                                                                     \
  }
GR_SIMT_ROUNDED (__dadd_rn, double, +)
GR_SIMT_ROUNDED (__dsub_rn, double, -)
GR_SIMT_ROUNDED (__dmul_rn, double, *)
GR_SIMT_ROUNDED (__fadd_rn, float, +)
GR_SIMT_ROUNDED (__fmul_rn, float, *)
#undef GR_SIMT_ROUNDED

/* min and max: mixed signedness goes to unsigned; a NaN loses.  */

#define GR_SIMT_MIN_MAX(R, A, B)                                                                                       \
  inline R min (A a, B b)                                                                                              \
  {                                                                                                                    \
    R x = static_cast<R> (a), y = static_cast<R> (b);                                                                  \
    return x < y ? x : y;                                                                                              \
  }                                                                                                                    \
  inline R max (A a, B b)                                                                                              \
  {                                                                                                                    \
    R x = static_cast<R> (a), y = static_cast<R> (b);                                                                  \
    return x > y ? x : y;                                                                                              \
  }
#define GR_SIMT_MIN_MAX_INTEGER(T)                                                                                     \
  GR_SIMT_MIN_MAX (T, T, T)                                                                                            \
  GR_SIMT_MIN_MAX (unsigned T, unsigned T, unsigned T)                                                                 \
  GR_SIMT_MIN_MAX (unsigned T, T, unsigned T)                                                                          \
  GR_SIMT_MIN_MAX (unsigned T, unsigned T, T)
GR_SIMT_MIN_MAX_INTEGER (int)
GR_SIMT_MIN_MAX_INTEGER (long)
GR_SIMT_MIN_MAX_INTEGER (long long)
#undef GR_SIMT_MIN_MAX
#undef GR_SIMT_MIN_MAX_INTEGER
inline float
min (float a, float b)
{
  return fminf (a, b);
}
inline float
max (float a, float b)
{
  return fmaxf (a, b);
}
inline double
min (double a, double b)
{
  return fmin (a, b);
}
inline double
max (double a, double b)
{
  return fmax (a, b);
}
inline double
min (float a, double b)
{
  return fmin (a, b);
}
inline double
max (float a, double b)
{
  return fmax (a, b);
}
inline double
min (double a, float b)
{
  return fmin (a, b);
}
inline double
max (double a, float b)
{
  return fmax (a, b);
}

/* Runtime API: errors.  */

#define GR_SIMT_ERRORS(X)                                                                                              \
  X (cudaSuccess, 0, "no error")                                                                                       \
  X (cudaErrorInvalidValue, 1, "invalid argument")                                                                     \
  X (cudaErrorMemoryAllocation, 2, "out of memory")                                                                    \
  X (cudaErrorInitializationError, 3, "initialization error")                                                          \
  X (cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                                               \
  X (cudaErrorInsufficientDriver, 35, "CUDA driver version is insufficient for CUDA runtime version")                  \
  X (cudaErrorInvalidDeviceFunction, 98, "invalid device function")                                                    \
  X (cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                                                     \
  X (cudaErrorInvalidDevice, 101, "invalid device ordinal")                                                            \
  X (cudaErrorNoKernelImageForDevice, 209, "no kernel image is available for execution on the device")                 \
  X (cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                                                   \
  X (cudaErrorNotReady, 600, "device not ready")                                                                       \
  X (cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                                         \
  X (cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")                                    \
  X (cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")                                           \
  X (cudaErrorLaunchFailure, 719, "unspecified launch failure")                                                        \
  X (cudaErrorNotSupported, 801, "operation not supported")                                                            \
  X (cudaErrorUnknown, 999, "unknown error")                                                                           \
  X (simtErrorInterrupted, 10000, "interrupted") /* not CUDA's */

#define GR_SIMT_ERROR(NAME, VALUE, TEXT) NAME = VALUE,
enum cudaError_t { GR_SIMT_ERRORS (GR_SIMT_ERROR) };
#undef GR_SIMT_ERROR

inline const char *
cudaGetErrorName (cudaError_t error)
{
#define GR_SIMT_ERROR(NAME, VALUE, TEXT)                                                                               \
case NAME:                                                                                                             \
  return #NAME;
  switch (error)
    {
      GR_SIMT_ERRORS (GR_SIMT_ERROR)
    }
#undef GR_SIMT_ERROR
  return "unrecognized error code";
}

inline const char *
cudaGetErrorString (cudaError_t error)
{
#define GR_SIMT_ERROR(NAME, VALUE, TEXT)                                                                               \
case NAME:                                                                                                             \
  return TEXT;
  switch (error)
    {
      GR_SIMT_ERRORS (GR_SIMT_ERROR)
    }
#undef GR_SIMT_ERROR
  return "unrecognized error code";
}
#undef GR_SIMT_ERRORS

/* Keep a failure for cudaGetLastError, and hand it on.  */
inline cudaError_t
simt_result (cudaError_t error)
{
  if (error != cudaSuccess)
    simt::last_error () = error;
  return error;
}

inline cudaError_t
cudaPeekAtLastError ()
{
  return static_cast<cudaError_t> (simt::last_error ());
}

inline cudaError_t
cudaGetLastError ()
{
  const cudaError_t error = cudaPeekAtLastError ();
  simt::last_error () = cudaSuccess;
  return error;
}

/* Runtime API: devices, which are alike.  What is on one is refused where it is taken for what is on another.  */

enum { SIMT_DEVICES = 3 };

struct cudaDeviceProp
{
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock, sharedMemPerBlockOptin, sharedMemPerMultiprocessor;
  int warpSize, maxThreadsPerBlock, maxThreadsPerMultiProcessor;
  int major, minor, multiProcessorCount, l2CacheSize;
};

enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1,
  cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrWarpSize = 10,
  cudaDevAttrClockRate = 13,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrMemoryClockRate = 36,
  cudaDevAttrL2CacheSize = 38,
  cudaDevAttrMaxThreadsPerMultiProcessor = 39,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97
};

inline size_t
simt_pages (int which)
{
  long pages = sysconf (which), size = sysconf (_SC_PAGESIZE);
  return pages > 0 && size > 0 ? static_cast<size_t> (pages) * static_cast<size_t> (size) : 0;
}

inline cudaError_t
cudaGetDeviceCount (int *n)
{
  *n = SIMT_DEVICES;
  return cudaSuccess;
}
inline cudaError_t
cudaGetDevice (int *device)
{
  *device = simt::current_device ();
  return cudaSuccess;
}
inline cudaError_t
cudaSetDevice (int device)
{
  if (device < 0 || device >= SIMT_DEVICES)
    return simt_result (cudaErrorInvalidDevice);
  simt::current_device () = device;
  return cudaSuccess;
}

inline cudaError_t
cudaDeviceSynchronize ()
{
  return cudaSuccess;
}
inline cudaError_t
cudaDriverGetVersion (int *version)
{
  *version = 0;
  return cudaSuccess;
}

inline cudaError_t
cudaMemGetInfo (size_t *available, size_t *total)
{
  *available = simt_pages (_SC_AVPHYS_PAGES);
  *total = simt_pages (_SC_PHYS_PAGES);
  return cudaSuccess;
}

inline cudaError_t
cudaGetDeviceProperties (cudaDeviceProp *p, int device)
{
  if (device < 0 || device >= SIMT_DEVICES)
    return simt_result (cudaErrorInvalidDevice);
  *p = {};
  strcpy (p->name, "host SIMT executor");
  p->totalGlobalMem = simt_pages (_SC_PHYS_PAGES);
  p->sharedMemPerBlock = 48 * 1024;
  p->sharedMemPerBlockOptin = simt::MAX_SHARED;
  p->sharedMemPerMultiprocessor = 228 * 1024;
  p->warpSize = simt::WARP_SIZE;
  p->maxThreadsPerBlock = simt::MAX_BLOCK_THREADS;
  p->maxThreadsPerMultiProcessor = 2048;
  p->major = 9;
  p->multiProcessorCount = 4;
  p->l2CacheSize = 1 << 20;
  return cudaSuccess;
}

inline cudaError_t
cudaDeviceGetAttribute (int *value, cudaDeviceAttr attribute, int device)
{
  cudaDeviceProp p;
  if (cudaGetDeviceProperties (&p, device))
    return cudaErrorInvalidDevice;
  switch (attribute)
    {
    case cudaDevAttrMaxThreadsPerBlock:
      *value = p.maxThreadsPerBlock;
      break;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      *value = static_cast<int> (p.sharedMemPerBlock);
      break;
    case cudaDevAttrWarpSize:
      *value = p.warpSize;
      break;
    case cudaDevAttrClockRate:
      *value = 0;
      break;
    case cudaDevAttrMultiProcessorCount:
      *value = p.multiProcessorCount;
      break;
    case cudaDevAttrMemoryClockRate:
      *value = 0;
      break;
    case cudaDevAttrL2CacheSize:
      *value = p.l2CacheSize;
      break;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      *value = p.maxThreadsPerMultiProcessor;
      break;
    case cudaDevAttrComputeCapabilityMajor:
      *value = p.major;
      break;
    case cudaDevAttrComputeCapabilityMinor:
      *value = p.minor;
      break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      *value = static_cast<int> (p.sharedMemPerMultiprocessor);
      break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      *value = static_cast<int> (p.sharedMemPerBlockOptin);
      break;
    default:
      return simt_result (cudaErrorInvalidValue);
    }
  return cudaSuccess;
}

/* Runtime API: functions.  As on the device, a kernel must ask for more than
   48 KiB of dynamic shared memory before it can be launched with it.  */

enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };

template <class F>
cudaError_t
cudaFuncSetAttribute (F *function, cudaFuncAttribute attribute, int value)
{
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 || value > simt::MAX_SHARED)
    return simt_result (cudaErrorInvalidValue);
  simt::allowed_shared (reinterpret_cast<const void *> (function)) = static_cast<size_t> (value);
  return cudaSuccess;
}

template <class F>
cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor (int *blocks, F *, int threads, size_t shared)
{
  cudaDeviceProp p;
  cudaGetDeviceProperties (&p, 0);
  if (threads < 1)
    return simt_result (cudaErrorInvalidValue);
  if (threads > p.maxThreadsPerBlock || shared > p.sharedMemPerBlockOptin)
    *blocks = 0;
  else
    *blocks = min (32, min (p.maxThreadsPerMultiProcessor / threads,
                            static_cast<int> (p.sharedMemPerMultiprocessor / (shared + 1024))));
  return cudaSuccess;
}

/* Runtime API: memory.  */

enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
enum { cudaHostAllocDefault = 0, cudaHostAllocPortable = 1 };

/* Streams and events are heap objects, so that the leak checker sees one that is not destroyed.  */
typedef struct simt_stream
{
  int device;
} * cudaStream_t;
typedef struct simt_event
{
  int device;
  bool recorded;
  timespec when;
} * cudaEvent_t;

/* The device of what is put on a stream.  */
inline int
simt_device_of (cudaStream_t stream)
{
  return stream ? stream->device : simt::current_device ();
}

/* Is the memory on another device?  */
inline bool
simt_is_elsewhere (const void *p, int device)
{
  const int its = simt::device_of (p);
  return its >= 0 && its != device;
}

template <class T>
cudaError_t
simt_malloc (T **p, size_t bytes, int device, bool in_pool = false)
{
  *p = nullptr;
  /* More than the machine has: the system might promise it and kill us at the first touch.  */
  if (bytes > simt_pages (_SC_PHYS_PAGES))
    return simt_result (cudaErrorMemoryAllocation);
  if (! bytes)
    return cudaSuccess;
  void *memory = simt::allocate (bytes, device, in_pool);
  if (! memory)
    return simt_result (cudaErrorMemoryAllocation);
  *p = static_cast<T *> (memory);
  return cudaSuccess;
}

template <class T>
cudaError_t
cudaMalloc (T **p, size_t bytes)
{
  return simt_malloc (p, bytes, simt::current_device ());
}

template <class T>
cudaError_t
cudaMallocHost (T **p, size_t bytes, unsigned = cudaHostAllocDefault)
{
  return cudaMalloc (p, bytes);
}
template <class T>
cudaError_t
cudaHostAlloc (T **p, size_t bytes, unsigned)
{
  return cudaMalloc (p, bytes);
}

/* The pool of a device, which is named by the device's number from 1 on, has no cache here: what is freed is gone, and
   AddressSanitizer sees its use.  */
typedef struct simt_pool *cudaMemPool_t;
enum cudaMemPoolAttr {
  cudaMemPoolAttrReleaseThreshold = 4,
  cudaMemPoolAttrReservedMemCurrent = 5,
  cudaMemPoolAttrUsedMemCurrent = 7
};

inline cudaError_t
cudaDeviceGetDefaultMemPool (cudaMemPool_t *pool, int device)
{
  *pool = reinterpret_cast<cudaMemPool_t> (static_cast<uintptr_t> (device) + 1);
  return cudaSuccess;
}

inline cudaError_t
cudaMemPoolSetAttribute (cudaMemPool_t, cudaMemPoolAttr, void *)
{
  return cudaSuccess;
}
inline cudaError_t
cudaMemPoolGetAttribute (cudaMemPool_t pool, cudaMemPoolAttr, void *value)
{
  *static_cast<uint64_t *> (value) = simt::pool_bytes (static_cast<int> (reinterpret_cast<uintptr_t> (pool) - 1));
  return cudaSuccess;
}
inline cudaError_t
cudaMemPoolTrimTo (cudaMemPool_t, size_t)
{
  return cudaSuccess;
}

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

inline cudaError_t
cudaDeviceCanAccessPeer (int *can, int device, int peer)
{
  *can = device != peer;
  return cudaSuccess;
}
inline cudaError_t
cudaMemPoolSetAccess (cudaMemPool_t, const cudaMemAccessDesc *, size_t)
{
  return cudaSuccess;
}

template <class T>
cudaError_t
cudaMallocAsync (T **p, size_t bytes, cudaStream_t stream)
{
  return simt_malloc (p, bytes, simt_device_of (stream), true);
}
inline cudaError_t
cudaFreeAsync (void *p, cudaStream_t)
{
  simt::release (p);
  return cudaSuccess;
}

inline cudaError_t
cudaFree (void *p)
{
  simt::release (p);
  return cudaSuccess;
}
inline cudaError_t
cudaFreeHost (void *p)
{
  simt::release (p);
  return cudaSuccess;
}

/* All memory of the caller's is pageable here.  */
enum cudaMemoryType { cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice, cudaMemoryTypeManaged };
struct cudaPointerAttributes
{
  cudaMemoryType type;
};

inline cudaError_t
cudaPointerGetAttributes (cudaPointerAttributes *attributes, const void *)
{
  attributes->type = cudaMemoryTypeUnregistered;
  return cudaSuccess;
}

inline cudaError_t
cudaMemcpy (void *to, const void *from, size_t bytes, cudaMemcpyKind)
{
  if (bytes)
    memcpy (to, from, bytes);
  return cudaSuccess;
}

inline cudaError_t
cudaMemcpyAsync (void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream = nullptr)
{
  const int device = simt_device_of (stream);
  if ((kind != cudaMemcpyDeviceToHost && simt_is_elsewhere (to, device))
      || (kind != cudaMemcpyHostToDevice && simt_is_elsewhere (from, device)))
    return simt_result (cudaErrorInvalidValue);
  return cudaMemcpy (to, from, bytes, kind);
}

inline cudaError_t
cudaMemcpyPeerAsync (void *to, int to_device, const void *from, int from_device, size_t bytes, cudaStream_t)
{
  if (simt_is_elsewhere (to, to_device) || simt_is_elsewhere (from, from_device))
    return simt_result (cudaErrorInvalidValue);
  return cudaMemcpy (to, from, bytes, cudaMemcpyDeviceToDevice);
}

inline cudaError_t
cudaMemsetAsync (void *p, int value, size_t bytes, cudaStream_t stream = nullptr)
{
  if (simt_is_elsewhere (p, simt_device_of (stream)))
    return simt_result (cudaErrorInvalidValue);
  if (bytes)
    memset (p, value, bytes);
  return cudaSuccess;
}

/* Runtime API: streams and events.  */

enum { cudaStreamDefault = 0, cudaStreamNonBlocking = 1 };
enum { cudaEventDefault = 0, cudaEventBlockingSync = 1, cudaEventDisableTiming = 2 };

inline cudaError_t
cudaStreamCreateWithFlags (cudaStream_t *stream, unsigned)
{
  *stream = new simt_stream{ simt::current_device () };
  return cudaSuccess;
}

inline cudaError_t
cudaStreamDestroy (cudaStream_t stream)
{
  delete stream;
  return cudaSuccess;
}
inline cudaError_t
cudaStreamSynchronize (cudaStream_t)
{
  return cudaSuccess;
}
inline cudaError_t
cudaStreamWaitEvent (cudaStream_t, cudaEvent_t, unsigned = 0)
{
  return cudaSuccess;
}

inline cudaError_t
cudaEventCreateWithFlags (cudaEvent_t *event, unsigned)
{
  *event = new simt_event{ simt::current_device (), false, {} };
  return cudaSuccess;
}

inline cudaError_t
cudaEventCreate (cudaEvent_t *event)
{
  return cudaEventCreateWithFlags (event, cudaEventDefault);
}

inline cudaError_t
cudaEventDestroy (cudaEvent_t event)
{
  delete event;
  return cudaSuccess;
}
inline cudaError_t
cudaEventSynchronize (cudaEvent_t)
{
  return cudaSuccess;
}
inline cudaError_t
cudaEventQuery (cudaEvent_t)
{
  return cudaSuccess;
}

inline cudaError_t
cudaEventRecord (cudaEvent_t event, cudaStream_t stream = nullptr)
{
  if (event->device != simt_device_of (stream))
    return simt_result (cudaErrorInvalidResourceHandle);
  event->recorded = true;
  return simt_result (clock_gettime (CLOCK_MONOTONIC, &event->when) ? cudaErrorUnknown : cudaSuccess);
}

/* Milliseconds.  */
inline cudaError_t
cudaEventElapsedTime (float *ms, cudaEvent_t from, cudaEvent_t to)
{
  if (! from->recorded || ! to->recorded)
    return simt_result (cudaErrorInvalidValue);
  *ms = static_cast<float> (1e3 * static_cast<double> (to->when.tv_sec - from->when.tv_sec)
                            + 1e-6 * static_cast<double> (to->when.tv_nsec - from->when.tv_nsec));
  return cudaSuccess;
}

/* For launch.cuh: run body in all threads of the grid; kernel is what
   cudaFuncSetAttribute knows it by.  */
inline bool
simt_may_share (const void *kernel, size_t shared)
{
  if (shared <= 48 * 1024 || shared > simt::MAX_SHARED) /* launch () refuses more than there is */
    return true;
  return simt::allowed_shared (kernel) >= shared;
}

inline cudaError_t
simt_launch (const void *kernel, dim3 grid, dim3 block, size_t shared, cudaStream_t stream, std::function<void ()> body)
{
  if (simt_device_of (stream) != simt::current_device ())
    return simt_result (cudaErrorInvalidResourceHandle);
  if (! simt_may_share (kernel, shared))
    return simt_result (cudaErrorInvalidValue);
  switch (simt::launch (kernel, grid, block, shared, std::move (body)))
    {
    case simt::status::ok:
      return cudaSuccess;
    case simt::status::bad_configuration:
      return simt_result (cudaErrorInvalidConfiguration);
    case simt::status::out_of_memory:
      return simt_result (cudaErrorMemoryAllocation);
    case simt::status::interrupted:
      return simt_result (simtErrorInterrupted);
    case simt::status::failed:
      break;
    }
  return simt_result (cudaErrorLaunchFailure);
}

inline void
simt_launch_tail (const void *kernel, dim3 grid, dim3 block, size_t shared, std::function<void ()> body)
{
  if (! simt_may_share (kernel, shared))
    simt::fail ("launches a kernel with more shared memory than was asked for with cudaFuncSetAttribute");
  simt::launch_tail (kernel, grid, block, shared, std::move (body));
}

}

#endif
