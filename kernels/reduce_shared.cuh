/* Reductions in shared memory, one rung of the staircase after the other, after
   M. Harris, "Optimizing Parallel Reduction in CUDA" (NVIDIA, 2007) and the
   reduction sample of the CUDA samples.

   Every rung reduces rows of accumulators (named.cuh) by passes: a block
   reduces one tile of a row to one partial, and the partials are the rows of
   the next pass, until one is left.  All work for any length, any legal block
   size, and for operators that need index order.  */

#ifndef GR_REDUCE_SHARED_CUH
#define GR_REDUCE_SHARED_CUH

#include "collectives.cuh"
#include "named.cuh"

namespace GR_NAMESPACE
{

/* Elements that each thread folds before the threads of a block are combined.  */
enum { GR_SHARED_PER_THREAD = 8 };

/* shuffle (reduce7).  A shared-memory tree costs a barrier and a round trip per
   level; here lanes hand their values over in registers, and shared memory
   only carries one value per warp.  */
template <class Op> __global__ void
gr_shuffle_kernel (Op op, const typename Op::Acc *rows, typename Op::Acc *partials, size_t len, size_t tiles,
                   size_t count)
{
  typedef typename Op::Acc Acc;
  GR_DYNAMIC_SHARED (Acc, warps);
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const size_t tile = static_cast<size_t> (blockDim.x) * GR_SHARED_PER_THREAD;
  for (size_t item = blockIdx.x; item < tiles * count; item += gridDim.x)
    {
      const size_t row = item / tiles, begin = (item - row * tiles) * tile, end = min (begin + tile, len);
      Acc acc = op.identity ();
      /* neighbouring threads read neighbours, unless the operator needs its
         elements in order: then each thread reads a run */
      const size_t step = Op::ordered ? 1 : blockDim.x;
      const size_t first = begin + threadIdx.x * static_cast<size_t> (Op::ordered ? GR_SHARED_PER_THREAD : 1);
      for (int j = 0; j < GR_SHARED_PER_THREAD; j++)
        if (first + j * step < end)
          acc = op.combine (acc, rows[row * len + first + j * step]);
      acc = gr_combine_lanes (op, acc, 32);
      if (lane == 0)
        warps[warp] = acc;
      __syncthreads ();
      if (warp == 0)
        {
          acc = gr_combine_lanes (op, lane < blockDim.x / 32 ? warps[lane] : op.identity (), 32);
          if (lane == 0)
            partials[item] = acc;
        }
      __syncthreads ();
    }
}

template <class Op> gr_status
gr_named_SHUFFLE (gr_context *context, const Op &op, typename Op::Acc **rows, size_t len, size_t count,
                  unsigned block)
{
  do
    {
      const size_t tiles = gr_ceil_div (len, static_cast<size_t> (block) * GR_SHARED_PER_THREAD);
      typename Op::Acc *partials = nullptr;
      GR_TRY (gr_scratch (context, tiles * count, &partials));
      GR_TRY (gr_start (context, gr_shuffle_kernel<Op>, gr_grid (tiles * count), block,
                        block / 32 * sizeof (typename Op::Acc), op, *rows, partials, len, tiles, count));
      *rows = partials;
      len = tiles;
    }
  while (len > 1);
  return GR_OK;
}

} // namespace

#endif
