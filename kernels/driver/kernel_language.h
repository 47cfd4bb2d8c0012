/* SPDX-License-Identifier: GPL-3.0-or-later

   CUDA C++ for the host's compiler, which reads kernels to know their names and parameters and makes no code of them.
   What only kernels call is declared here and never defined.  Types have CUDA's names and layouts.  */

#ifndef GR_KERNEL_LANGUAGE_H
#define GR_KERNEL_LANGUAGE_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <math.h>

#define __global__
#define __device__
#define __host__
#define __constant__
#define __grid_constant__
#define __shared__ static
#define __forceinline__ inline
#define __noinline__
#define __launch_bounds__(...)
#define __align__(n) __attribute__ ((aligned (n)))

struct uint3
{
  unsigned x, y, z;
};
struct dim3
{
  unsigned x, y, z;
  constexpr dim3 (unsigned of_x = 1, unsigned of_y = 1, unsigned of_z = 1) : x (of_x), y (of_y), z (of_z) {}
};
struct __align__ (8) uint2 { unsigned x, y; };
struct __align__ (16) uint4 { unsigned x, y, z, w; };
struct __align__ (16) ulonglong2 { unsigned long long x, y; };

constexpr int warpSize = 32;
extern const uint3 threadIdx, blockIdx;
extern const dim3 blockDim, gridDim;

void __syncthreads ();
void __syncwarp (unsigned mask = ~0U);
void __threadfence ();
void __threadfence_block ();
void __threadfence_system ();
void __nanosleep (unsigned nanoseconds);
void __trap ();

template <class T> T __shfl_sync (unsigned mask, T value, int lane, int width = warpSize);
template <class T> T __shfl_up_sync (unsigned mask, T value, unsigned by, int width = warpSize);
template <class T> T __shfl_down_sync (unsigned mask, T value, unsigned by, int width = warpSize);
template <class T> T __shfl_xor_sync (unsigned mask, T value, int with, int width = warpSize);
unsigned __ballot_sync (unsigned mask, int vote);
int __any_sync (unsigned mask, int vote);
int __all_sync (unsigned mask, int vote);
unsigned __reduce_max_sync (unsigned mask, unsigned value);
unsigned __match_any_sync (unsigned mask, unsigned value);

template <class T, class U> T atomicAdd (T *p, U by);
template <class T, class U> T atomicInc (T *p, U most);
template <class T, class U> T atomicMax (T *p, U other);
template <class T, class U> T atomicMin (T *p, U other);
template <class T, class U> T atomicOr (T *p, U bits);
template <class T, class U> T atomicExch (T *p, U value);
template <class T, class U, class V> T atomicCAS (T *p, U old, V value);

template <class T> T __ldg (const T *p);
template <class T> T __ldcs (const T *p);
template <class T> T __ldcg (const T *p);
template <class T> void __stcs (T *p, T value);
template <class T> void __stcg (T *p, T value);
size_t __cvta_generic_to_shared (const void *p);

int __popc (unsigned bits);
int __popcll (unsigned long long bits);
int __clz (int bits);
int __clzll (long long bits);
int __ffs (int bits);
unsigned __brev (unsigned bits);
unsigned __byte_perm (unsigned low, unsigned high, unsigned selector);
unsigned __funnelshift_r (unsigned low, unsigned high, unsigned by);
unsigned __umulhi (unsigned a, unsigned b);
int __dp4a (int a, int b, int sum);
unsigned __dp4a (unsigned a, unsigned b, unsigned sum);
int __dp2a_lo (int a, int b, int sum);
unsigned __dp2a_lo (unsigned a, unsigned b, unsigned sum);
unsigned __vmaxu2 (unsigned a, unsigned b);
double __hiloint2double (int high, int low);
double __dadd_rn (double a, double b);
double __dsub_rn (double a, double b);
double __dmul_rn (double a, double b);
float __fadd_rn (float a, float b);
float __fmul_rn (float a, float b);

template <class T, class U> auto min (T a, U b) -> decltype (a + b);
template <class T, class U> auto max (T a, U b) -> decltype (a + b);

#endif
