/* SPDX-License-Identifier: GPL-3.0-or-later

   Reduction of elements with few keys.  Each warp has a table in shared memory, an accumulator for each key, and takes
   a chunk of neighbouring elements, 32 at a time.  Lanes with the same key are combined in order, and the first of them
   adds to the table, so nobody else writes there.  The block combines its warps' tables in order, and a second kernel
   those of all blocks.  How the array is cut depends on sizes alone, and so the bits are the same every time.  */

#ifndef GR_REDUCE_TABLES_CUH
#define GR_REDUCE_TABLES_CUH

#include "auto/reduce_ragged.cuh"

namespace GR_NAMESPACE
{

/* Steps of 32 elements that a warp loads at a time; the blocks of a large array, two of them a multiprocessor; elements
   that a warp has at the least.  No other numbers were tried.  */
constexpr unsigned GR_TABLES_STEPS = 8, GR_TABLES_BLOCKS = 264, GR_TABLES_LEAST = 8192;
/* Bytes of all tables of a block, and its warps: eight, or four where eight have no room.  */
constexpr unsigned GR_TABLES_BYTES = 216 << 10, GR_TABLES_MOST_WARPS = 8, GR_TABLES_LEAST_WARPS = 4;
/* A block of the second kernel has keys side by side, and rows of blocks' tables.  */
constexpr unsigned GR_TABLES_KEYS = 32, GR_TABLES_ROWS = 8;

/* Keys are of numbers from 1 to count; others are left out.  */
template <class Op, class T> struct gr_table_arguments
{
  Op op;
  gr_source<Op, T> source;
  gr_sink<Op> sink;
  gr_empty_result empty;
  const unsigned *keys;
  size_t len, chunk; /* elements; those of a warp */
  unsigned count, blocks;
  bool one_element;
  typename Op::Acc *tables; /* [blocks][count] */
  unsigned char *present;   /* [count], zeros: has the key elements?  */
};

/* Combine what lanes with the same key have, in the order of lanes; valid in the first lane of each key.  After E.
   Westphal, "Voting and Shuffling to Optimize Atomic Operations", NVIDIA 2015.  All lanes of the warp call.  */
template <class Op>
__device__ __forceinline__ typename Op::Acc
gr_combine_peers (const Op &op, typename Op::Acc acc, unsigned peers)
{
  const unsigned lane = threadIdx.x % 32;
  unsigned number = __popc (peers & ((1u << lane) - 1)), later = peers & (0xfffffffeu << lane);
  while (__any_sync (0xffffffffu, later))
    {
      const unsigned next = __ffs (static_cast<int> (later));
      const typename Op::Acc other = gr_shuffle_from (acc, next ? next - 1 : lane, 32);
      if (next)
        acc = op.combine (acc, other);
      later &= __ballot_sync (0xffffffffu, ! (number & 1));
      number >>= 1;
    }
  return acc;
}

template <class Op, class T>
__global__ void
__launch_bounds__ (GR_TABLES_MOST_WARPS * 32)
  gr_fill_tables_kernel (const __grid_constant__ gr_table_arguments<Op, T> a)
{
  typedef typename Op::Acc Acc;
  GR_DYNAMIC_SHARED (unsigned char, shared);
  Acc *const tables = reinterpret_cast<Acc *> (shared);
  const unsigned warps = blockDim.x / 32, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  auto *const present = reinterpret_cast<unsigned char *> (tables + warps * a.count);
  Acc *const table = tables + warp * a.count;
  const Op op = a.len ? gr_on_segment (a.op, 0, a.len, [&] (size_t) { return a.source.in[0]; }) : a.op;
  for (unsigned k = threadIdx.x; k < warps * a.count; k += blockDim.x)
    {
      tables[k] = op.identity ();
    }
  for (unsigned k = threadIdx.x; k < a.count; k += blockDim.x)
    {
      present[k] = 0;
    }
  __syncthreads ();
  const size_t from = min ((blockIdx.x * static_cast<size_t> (warps) + warp) * a.chunk, a.len);
  const size_t to = min (from + a.chunk, a.len);
  for (size_t at = from; at < to; at += 32 * GR_TABLES_STEPS)
    {
      unsigned key[GR_TABLES_STEPS];
      T x[GR_TABLES_STEPS];
#pragma unroll
      for (unsigned j = 0; j < GR_TABLES_STEPS; j++)
        {
          const size_t i = at + j * 32 + lane;
          key[j] = i < to ? a.keys[i] - 1 : a.count;
          x[j] = i < to ? a.source.in[a.one_element ? 0 : i] : T ();
        }
#pragma unroll
      for (unsigned j = 0; j < GR_TABLES_STEPS; j++)
        {
          const bool counts = key[j] < a.count;
          const unsigned peers = __match_any_sync (0xffffffffu, key[j]);
          const Acc acc = gr_combine_peers (op, counts ? op.load (x[j], at + j * 32 + lane) : op.identity (), peers);
          if (counts && lane + 1 == static_cast<unsigned> (__ffs (static_cast<int> (peers))))
            {
              table[key[j]] = op.combine (table[key[j]], acc);
              present[key[j]] = 1;
            }
          __syncwarp ();
        }
    }
  __syncthreads ();
  for (unsigned k = threadIdx.x; k < a.count; k += blockDim.x)
    {
      Acc acc = tables[k];
      for (unsigned w = 1; w < warps; w++)
        acc = op.combine (acc, tables[w * a.count + k]);
      a.tables[blockIdx.x * static_cast<size_t> (a.count) + k] = acc;
      if (present[k])
        a.present[k] = 1;
    }
}

template <class Op, class T>
__global__ void
__launch_bounds__ (GR_TABLES_KEYS *GR_TABLES_ROWS)
  gr_combine_tables_kernel (const __grid_constant__ gr_table_arguments<Op, T> a)
{
  typedef typename Op::Acc Acc;
  GR_DYNAMIC_SHARED (unsigned char, shared);
  Acc *const sums = reinterpret_cast<Acc *> (shared);
  const unsigned x = threadIdx.x % GR_TABLES_KEYS, y = threadIdx.x / GR_TABLES_KEYS;
  const unsigned key = blockIdx.x * GR_TABLES_KEYS + x, rows = (a.blocks + GR_TABLES_ROWS - 1) / GR_TABLES_ROWS;
  const bool is_there = key < a.count;
  Acc acc = a.op.identity ();
  for (unsigned b = y * rows; is_there && b < min ((y + 1) * rows, a.blocks); b++)
    {
      acc = a.op.combine (acc, a.tables[b * static_cast<size_t> (a.count) + key]);
    }
  sums[threadIdx.x] = acc;
  __syncthreads ();
  if (y || ! is_there)
    return;
  for (unsigned row = 1; row < GR_TABLES_ROWS; row++)
    {
      acc = a.op.combine (acc, sums[row * GR_TABLES_KEYS + x]);
    }
  if (a.present[key])
    a.sink.put (a.op, acc, key, gr_segments{ 1, a.len, a.count, false });
  else
    a.empty.put (a.op, a.sink, key);
}

/* How many warps a block has for tables of that many accumulators of acc bytes; 0 if there are too many.  */
inline unsigned
gr_table_warps (size_t count, size_t acc)
{
  for (unsigned warps = GR_TABLES_MOST_WARPS; warps >= GR_TABLES_LEAST_WARPS; warps /= 2)
    if (count <= GR_TABLES_BYTES / (warps * acc + 1))
      return warps;
  return 0;
}

/* Reduce elements with keys, of which gr_table_warps says that there are few enough.  */
template <class Op, class T>
gr_status
gr_reduce_tables (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
                  const gr_ragged &ragged, size_t len)
{
  constexpr size_t ACC = sizeof (typename Op::Acc);
  const unsigned warps = gr_table_warps (ragged.count, ACC), count = static_cast<unsigned> (ragged.count);
  const size_t least = GR_TABLES_LEAST > 4 * ragged.count ? GR_TABLES_LEAST : 4 * ragged.count;
  const size_t enough = gr_ceil_div (len ? len : 1, least * warps);
  const unsigned blocks = enough < GR_TABLES_BLOCKS ? static_cast<unsigned> (enough) : GR_TABLES_BLOCKS;
  const size_t share = gr_ceil_div (len, static_cast<size_t> (blocks) * warps);
  gr_table_arguments<Op, T> a = { op,
                                  source,
                                  sink,
                                  gr_empty_result_of (sink.type, ragged.empty),
                                  static_cast<const unsigned *> (ragged.keys),
                                  len,
                                  gr_ceil_div (share, static_cast<size_t> (32)) * 32,
                                  count,
                                  blocks,
                                  ragged.one_element,
                                  nullptr,
                                  nullptr };
  GR_TRY (gr_scratch (context, blocks * ragged.count, &a.tables));
  GR_TRY (gr_scratch (context, ragged.count, &a.present));
  GR_TRY (gr_set_bytes (context, a.present, 0, ragged.count));
  GR_TRY (gr_launch_recorded (context, GR_KERNEL (gr_fill_tables_kernel<Op, T>), blocks, warps * 32,
                              (warps * ACC + 1) * ragged.count, a));
  return gr_launch_recorded (context, GR_KERNEL (gr_combine_tables_kernel<Op, T>),
                             (count + GR_TABLES_KEYS - 1) / GR_TABLES_KEYS, GR_TABLES_KEYS * GR_TABLES_ROWS,
                             GR_TABLES_KEYS * GR_TABLES_ROWS * ACC, a);
}

} // namespace

#endif
