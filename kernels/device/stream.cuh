/* SPDX-License-Identifier: GPL-3.0-or-later

   Kernels that only read, or only copy.  */

#ifndef GR_STREAM_CUH
#define GR_STREAM_CUH

#include <cuda_runtime.h>

#include <cstddef>

namespace GR_NAMESPACE
{

/* Tiles of LOADS vectors a thread, all loaded before the first is used.  Without COPY, the elements are combined
   into one word, which is written in a case that never happens, so that the compiler keeps the loads.  */
template <bool COPY, int LOADS, bool STREAMING>
__global__ void
gr_stream_kernel (const uint4 *from, uint4 *to, size_t n)
{
  const size_t tile = static_cast<size_t> (blockDim.x) * LOADS;
  unsigned mixed = 0;
  for (size_t base = blockIdx.x * tile + threadIdx.x; base < n; base += gridDim.x * tile)
    {
      uint4 v[LOADS];
#pragma unroll
      for (int j = 0; j < LOADS; j++)
        {
          const size_t i = base + j * static_cast<size_t> (blockDim.x);
          v[j] = i >= n ? uint4{ 0, 0, 0, 0 } : STREAMING ? __ldcs (&from[i]) : from[i];
        }
#pragma unroll
      for (int j = 0; j < LOADS; j++)
        {
          const size_t i = base + j * static_cast<size_t> (blockDim.x);
          if constexpr (! COPY)
            mixed |= v[j].x ^ v[j].y ^ v[j].z ^ v[j].w;
          else if (i < n)
            {
              if (STREAMING)
                __stcs (&to[i], v[j]);
              else
                to[i] = v[j];
            }
        }
    }
  if (! COPY && mixed == 0x9e3779b9u)
    to[0].x = mixed;
}

} // namespace

#endif
