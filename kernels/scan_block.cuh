/* Scans of a block's worth of elements, after Kirk, Hwu and El Hajj, "Programming
   Massively Parallel Processors", chapter on prefix sum, made to work for any
   length by its hierarchical scheme: scan the blocks, scan the block totals
   (recursing as often as needed), add them back.  */

#ifndef GR_SCAN_BLOCK_CUH
#define GR_SCAN_BLOCK_CUH

#include "named.cuh"

namespace GR_NAMESPACE
{

/* Combine each block's elements with the total of the blocks before it.  */
template <class Op> __global__ void
gr_add_back_kernel (Op op, typename Op::Acc *rows, const typename Op::Acc *totals, size_t len, size_t tiles,
                    size_t count, unsigned tile)
{
  const size_t n = len * count, step = static_cast<size_t> (gridDim.x) * blockDim.x;
  for (size_t e = blockIdx.x * static_cast<size_t> (blockDim.x) + threadIdx.x; e < n; e += step)
    {
      const size_t row = e / len, block = (e - row * len) / tile;
      if (block)
        rows[e] = op.combine (totals[row * tiles + block - 1], rows[e]);
    }
}

/* Inclusive scan in place of every row: kernel scans tiles of tile elements
   with blocks of block threads and stores their totals.  */
template <class Op> gr_status
gr_scan_hierarchically (gr_context *context, const Op &op,
                        void (*kernel) (Op, typename Op::Acc *, typename Op::Acc *, size_t, size_t, size_t),
                        typename Op::Acc *rows, size_t len, size_t count, unsigned block, unsigned tile,
                        size_t shared_bytes)
{
  const size_t tiles = gr_ceil_div (len, tile);
  typename Op::Acc *totals = nullptr;
  GR_TRY (gr_scratch (context, tiles * count, &totals));
  GR_TRY (gr_start (context, kernel, gr_grid (tiles * count), block, shared_bytes, op, rows, totals, len, tiles,
                    count));
  if (tiles == 1)
    return GR_OK;
  GR_TRY (gr_scan_hierarchically (context, op, kernel, totals, tiles, count, block, tile, shared_bytes));
  return gr_start (context, gr_add_back_kernel<Op>, gr_grid (gr_ceil_div (len * count, block)), block, 0, op, rows,
                   totals, len, tiles, count, tile);
}

/* kogge.  Kogge and Stone, "A Parallel Algorithm for the Efficient Solution of a
   General Class of Recurrence Equations", IEEE Trans. Computers, 1973: in step
   s every thread combines its value with the one 2^s before it.  Few steps,
   but n log n combinations.  Two buffers, so that one barrier a step suffices.  */
template <class Op> __global__ void
gr_kogge_kernel (Op op, typename Op::Acc *rows, typename Op::Acc *totals, size_t len, size_t tiles, size_t count)
{
  typedef typename Op::Acc Acc;
  GR_DYNAMIC_SHARED (Acc, buffers);
  const unsigned t = threadIdx.x;
  for (size_t item = blockIdx.x; item < tiles * count; item += gridDim.x)
    {
      const size_t row = item / tiles, k = (item - row * tiles) * blockDim.x + t;
      Acc *from = buffers, *to = buffers + blockDim.x;
      Acc acc = k < len ? rows[row * len + k] : op.identity ();
      from[t] = acc;
      __syncthreads ();
      for (unsigned step = 1; step < blockDim.x; step *= 2)
        {
          if (t >= step)
            acc = op.combine (from[t - step], acc);
          to[t] = acc;
          __syncthreads ();
          Acc *const swap = from;
          from = to;
          to = swap;
        }
      if (k < len)
        rows[row * len + k] = acc;
      if (t == blockDim.x - 1)
        totals[item] = acc;
      __syncthreads ();
    }
}

template <class Op> gr_status
gr_named_KOGGE (gr_context *context, const Op &op, typename Op::Acc **rows, size_t len, size_t count, unsigned block)
{
  return gr_scan_hierarchically (context, op, gr_kogge_kernel<Op>, *rows, len, count, block, block,
                                 2 * block * sizeof (typename Op::Acc));
}

} // namespace

#endif
