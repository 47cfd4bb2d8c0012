/* SPDX-License-Identifier: GPL-3.0-or-later

   Kernels that only read, or only copy: the limits of the memory that results are compared with.  Which loads,
   block size and grid are fastest differs between devices and sizes, so there are several to try.  */

#include "device/measure.cuh"

namespace GR_NAMESPACE
{

namespace
{

/* Tiles of LOADS vectors a thread, all loaded before the first is used.  Without COPY, the elements are combined
   into one word, which is written in a case that never happens, so that the compiler keeps the loads.  */
template <bool COPY, int LOADS, bool STREAMING>
__global__ void
stream_kernel (const uint4 *from, uint4 *to, size_t n)
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

/* blocks: on each multiprocessor, in a loop over the tiles; 0: one block a tile.  The copy without a kernel is the
   driver's own.  The first read has no cache hint, since hinted cache lines would not evict what is in the cache.  */
struct limit_way
{
  gr_kernel<const uint4 *, uint4 *, size_t> kernels[GR_LIMIT_COUNT];
  unsigned loads, threads, blocks;
};

template <int LOADS, bool STREAMING>
constexpr limit_way
make_way (unsigned threads, unsigned blocks)
{
  return { { GR_KERNEL (stream_kernel<false, LOADS, STREAMING>), GR_KERNEL (stream_kernel<true, LOADS, STREAMING>) },
           LOADS,
           threads,
           blocks };
}

const limit_way ways[] = {
  make_way<4, false> (512, 4), make_way<4, true> (512, 0),
  make_way<8, true> (256, 4),  make_way<8, true> (256, 0),
  make_way<8, false> (512, 2), { { GR_KERNEL (stream_kernel<false, 4, true>), nullptr }, 4, 1024, 2 },
};
static_assert (sizeof ways / sizeof *ways == GR_LIMIT_WAYS, "GR_LIMIT_WAYS counts them");

} // namespace

gr_status
gr_stream_memory (gr_limit which, int way, const void *from, void *to, size_t bytes, unsigned multiprocessors,
                  cudaStream_t stream)
{
  const limit_way &w = ways[way];
  if (! w.kernels[which])
    return GR_CUDA_FAULTY (GR_FAULT_COPY, cudaMemcpyAsync (to, from, bytes, cudaMemcpyDeviceToDevice, stream));
  const size_t n = bytes / sizeof (uint4), tile = static_cast<size_t> (w.threads) * w.loads;
  const size_t tiles = n / tile + (n % tile != 0), wave = static_cast<size_t> (multiprocessors) * w.blocks;
  const size_t grid = wave && wave < tiles ? wave : tiles < INT32_MAX ? tiles : INT32_MAX;
  return gr_check (
    GR_FAULTY (GR_FAULT_LAUNCH, gr_launch (w.kernels[which], static_cast<unsigned> (grid), w.threads, 0, stream,
                                           static_cast<const uint4 *> (from), static_cast<uint4 *> (to), n)),
    "kernel launch");
}

} // namespace
