/* SPDX-License-Identifier: GPL-3.0-or-later

   Kernels that only read, or only copy: the limits of the memory that results are compared with.  Which loads,
   block size and grid are fastest differs between devices and sizes, so there are several to try.  */

#include "device/measure.cuh"
#include "device/stream.cuh"

namespace GR_NAMESPACE
{

namespace
{

/* blocks: on each multiprocessor, in a loop over the tiles; 0: one block a tile.  The copy without a kernel is the
   driver's own.  The first read has no cache hint, since hinted cache lines would not evict what is in the cache.  */
struct limit_way
{
  gr_kernel<const uint4 *, uint4 *, size_t> kernels[GR_LIMIT_COUNT];
  unsigned loads, threads, blocks;
  bool by_driver; /* the copy */
};

template <int LOADS, bool STREAMING>
static limit_way
make_way (unsigned threads, unsigned blocks)
{
  return { { GR_KERNEL_OF (STREAM, gr_stream_kernel<false, LOADS, STREAMING>),
             GR_KERNEL_OF (STREAM, gr_stream_kernel<true, LOADS, STREAMING>) },
           LOADS,
           threads,
           blocks,
           false };
}

const limit_way ways[] = {
  make_way<4, false> (512, 4), make_way<4, true> (512, 0),
  make_way<8, true> (256, 4),  make_way<8, true> (256, 0),
  make_way<8, false> (512, 2), { { GR_KERNEL_OF (STREAM, gr_stream_kernel<false, 4, true>), {} }, 4, 1024, 2, true },
};
static_assert (sizeof ways / sizeof *ways == GR_LIMIT_WAYS, "GR_LIMIT_WAYS counts them");

} // namespace

gr_status
gr_stream_memory (gr_limit which, int way, const void *from, void *to, size_t bytes, unsigned multiprocessors,
                  cudaStream_t stream)
{
  const limit_way &w = ways[way];
  if (which == GR_LIMIT_COPY && w.by_driver)
    return GR_CUDA_FAULTY (GR_FAULT_COPY, cudaMemcpyAsync (to, from, bytes, cudaMemcpyDeviceToDevice, stream));
  GR_TRY (gr_need_kernel (w.kernels[which]));
  const size_t n = bytes / sizeof (uint4), tile = static_cast<size_t> (w.threads) * w.loads;
  const size_t tiles = n / tile + (n % tile != 0), wave = static_cast<size_t> (multiprocessors) * w.blocks;
  const size_t grid = wave && wave < tiles ? wave : tiles < INT32_MAX ? tiles : INT32_MAX;
  return gr_check (
    GR_FAULTY (GR_FAULT_LAUNCH, gr_launch (w.kernels[which], static_cast<unsigned> (grid), w.threads, 0, stream,
                                           static_cast<const uint4 *> (from), static_cast<uint4 *> (to), n)),
    "kernel launch");
}

} // namespace
