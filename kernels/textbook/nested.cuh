/* SPDX-License-Identifier: GPL-3.0-or-later

   nested (gpuRecursiveReduce): a reduction whose passes the device launches
   itself, after J. Cheng, M. Grossman, T. McKercher, "Professional CUDA C
   Programming", 2014, chapter 3.  A file and a translation unit of their own, because code
   that launches kernels from the device is compiled and linked apart
   (-rdc=true).

   The book's parent blocks wait for their children, which current devices do
   not offer.  Here one thread of the grid puts the next pass into the stream of
   tail launches, whose kernels start when the whole grid has ended; that is
   also the only wait that the passes need.  */

#ifndef GR_NESTED_CUH
#define GR_NESTED_CUH

#include "textbook/reduce_global.cuh"

namespace GR_NAMESPACE
{

/* Reduce tiles of a block's length to partials, and let the next grid reduce these; its partials follow.  */
template <class Op>
__global__
__launch_bounds__ (GR_LARGEST_BLOCK) void gr_nested_kernel (Op op, typename Op::Acc *work, typename Op::Acc *partials,
                                                            size_t len, size_t count)
{
  const size_t tiles = (len - 1) / blockDim.x + 1;
  gr_reduce_tiles_in_place<gr_tree_halving, 1> (op, work, partials, len, tiles, count);
  if (tiles > 1 && blockIdx.x == 0 && threadIdx.x == 0)
    {
      const size_t blocks = ((tiles - 1) / blockDim.x + 1) * count;
      const unsigned grid = static_cast<unsigned> (min (blocks, static_cast<size_t> (gridDim.x)));
      gr_launch_tail (gr_nested_kernel<Op>, grid, blockDim.x, 0, op, partials, partials + tiles * count, tiles, count);
    }
}

/* ---- on the host ---- */

template <class Op>
gr_status
gr_reduce_nested (gr_context *context, const Op &op, typename Op::Acc **work, size_t len, size_t count, unsigned block)
{
  size_t places = 0, last = 0, n = len;
  do
    {
      n = gr_ceil_div (n, block);
      last = places;
      places += n * count;
    }
  while (n > 1);
  typename Op::Acc *partials = nullptr;
  GR_TRY (gr_scratch (context, places, &partials));
  GR_TRY (gr_launch_recorded (context, GR_KERNEL_OF (NESTED, gr_nested_kernel<Op>),
                              gr_grid (gr_ceil_div (len, block) * count), block, 0, op, *work, partials, len, count));
  *work = partials + last;
  return GR_OK;
}

} // namespace

#endif
