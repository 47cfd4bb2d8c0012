/* SPDX-License-Identifier: GPL-3.0-or-later

   Reduction of elements with few keys.  Each warp has a table in shared memory, an accumulator for each key, and takes
   a chunk of neighbouring elements, 32 at a time.  Lanes with the same key are combined in order, and the first of them
   adds to the table, so nobody else writes there.  Where all elements of several steps have one key, a warp folds them
   before it looks at the table.  The block combines its warps' tables in order, and a second kernel those of all
   blocks. How the array is cut depends on sizes alone, and what is folded on keys, and so the bits are the same every
   time.  */

#ifndef GR_REDUCE_TABLES_CUH
#define GR_REDUCE_TABLES_CUH

#include "auto/reduce_ragged.cuh"
#include "op/keys.cuh"

namespace GR_NAMESPACE
{

/* Steps of 32 elements that a warp loads at a time, and elements that a warp has at the least; no other numbers were
   tried.  */
constexpr unsigned GR_TABLES_STEPS = 8, GR_TABLES_LEAST = 8192;
/* Bytes of all tables of a block, and its warps: eight, or four where eight have no room.  */
constexpr unsigned GR_TABLES_BYTES = 216 << 10, GR_TABLES_MOST_WARPS = 8, GR_TABLES_LEAST_WARPS = 4;
/* Blocks of a large array for each of an H100's multiprocessors, as many as have room but no more than this.  Sums of
   2^28 singles with 1000 keys at random: 1.89 ms with three, 2.08 with two.  */
constexpr unsigned GR_TABLES_MULTIPROCESSORS = 132, GR_TABLES_TOGETHER = 3;
/* A block of the second kernel has keys side by side, and rows of blocks' tables.  */
constexpr unsigned GR_TABLES_KEYS = 32, GR_TABLES_ROWS = 8;

/* Keys are of numbers from 1 to count; others are left out.  */
template <class Op, class T> struct gr_table_arguments
{
  Op op;
  gr_source<Op, T> source;
  gr_sink<Op> sink;
  gr_empty_result empty;
  const void *keys; /* 32-bit numbers, or doubles */
  bool doubles;
  unsigned *noted;   /* 1 is put there if a key is left out */
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

/* Which lanes have the same number, of a given count of bits.  Votes on all bits need 2.1 ms where __match_any_sync
   needs 2.7: sums of 2^28 singles with 1000 keys at random, H100.  */
__device__ __forceinline__ unsigned
gr_lanes_alike (unsigned number, unsigned bits)
{
  unsigned alike = 0xffffffffu;
  for (unsigned b = 0; b < bits; b++)
    {
      const bool one = number >> b & 1;
      const unsigned ones = __ballot_sync (0xffffffffu, one);
      alike &= one ? ones : ~ones;
    }
  return alike;
}

/* Some steps of elements and their keys less one, which are a.count of elements that are left out.  */
template <class Op, class T> struct gr_table_steps
{
  unsigned key[GR_TABLES_STEPS];
  T x[GR_TABLES_STEPS];

  /* Elements from number `at` on and before `to`.  Returns whether a key is left out.  */
  __device__ __forceinline__ bool load (const gr_table_arguments<Op, T> &a, size_t at, size_t to)
  {
    const size_t first = at + threadIdx.x % 32;
    bool all = true;
    /* loads do not wait for each other where no branch is between them */
    const auto load_keys = [&] (auto key_at) {
#pragma unroll
      for (unsigned j = 0; j < GR_TABLES_STEPS; j++)
        {
          const size_t i = first + j * 32;
          key[j] = i < to ? key_at (i) - 1 : 0;
        }
    };
    if (a.doubles)
      load_keys ([&] (size_t i) { return gr_key_of (static_cast<const double *> (a.keys)[i], a.count); });
    else
      load_keys ([&] (size_t i) { return static_cast<const unsigned *> (a.keys)[i]; });
#pragma unroll
    for (unsigned j = 0; j < GR_TABLES_STEPS; j++)
      {
        const size_t i = first + j * 32;
        x[j] = i < to ? a.source.in[a.one_element ? 0 : i] : T ();
        all = all && key[j] < a.count;
        key[j] = i < to && key[j] < a.count ? key[j] : a.count;
      }
    return ! all;
  }
  /* Have all elements of the warp one key?  */
  __device__ __forceinline__ bool are_alike () const
  {
    const unsigned first = __shfl_sync (0xffffffffu, key[0], 0);
    bool alike = true;
#pragma unroll
    for (unsigned j = 0; j < GR_TABLES_STEPS; j++)
      {
        alike = alike && key[j] == first;
      }
    return __all_sync (0xffffffffu, alike);
  }
};

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
  const Op &op = a.op;
  const unsigned bits = 32 - static_cast<unsigned> (__clz (static_cast<int> (a.count)));
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
  const auto add = [&] (unsigned key, const Acc &acc) {
    table[key] = op.combine (table[key], acc);
    present[key] = 1;
  };
  const auto value = [&] (const gr_table_steps<Op, T> &steps, unsigned j, size_t at) {
    return steps.key[j] < a.count ? op.load (steps.x[j], at + j * 32 + lane) : op.identity ();
  };
  gr_table_steps<Op, T> steps, next;
  bool left_out = from < to && next.load (a, from, to);
  for (size_t at = from; at < to; at += 32 * GR_TABLES_STEPS)
    {
      steps = next;
      if (at + 32 * GR_TABLES_STEPS < to)
        left_out |= next.load (a, at + 32 * GR_TABLES_STEPS, to);
      if (! Op::ordered && steps.are_alike ())
        {
          Acc acc = op.identity ();
#pragma unroll
          for (unsigned j = 0; j < GR_TABLES_STEPS; j++)
            {
              acc = op.combine (acc, value (steps, j, at));
            }
          acc = gr_combine_lanes (op, acc, 32);
          if (! lane && steps.key[0] < a.count)
            add (steps.key[0], acc);
          __syncwarp ();
          continue;
        }
      unsigned peers[GR_TABLES_STEPS];
#pragma unroll
      for (unsigned j = 0; j < GR_TABLES_STEPS; j++)
        {
          peers[j] = gr_lanes_alike (steps.key[j], bits);
        }
#pragma unroll
      for (unsigned j = 0; j < GR_TABLES_STEPS; j++)
        {
          const Acc acc = gr_combine_peers (op, value (steps, j, at), peers[j]);
          if (steps.key[j] < a.count && lane + 1 == static_cast<unsigned> (__ffs (static_cast<int> (peers[j]))))
            add (steps.key[j], acc);
          __syncwarp ();
        }
    }
  if (left_out)
    atomicOr (a.noted, 1u);
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

/* Reduce elements with keys, which are 32-bit numbers or doubles, and of which gr_table_warps says that there are few
   enough.  check (noted) is called before results are stored.  */
template <class Op, class T, class Check>
gr_status
gr_reduce_tables (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
                  const gr_request &request, Check check)
{
  const gr_ragged &ragged = *request.ragged;
  const size_t len = request.len;
  constexpr size_t ACC = sizeof (typename Op::Acc);
  const unsigned warps = gr_table_warps (ragged.count, ACC), count = static_cast<unsigned> (ragged.count);
  const size_t least = GR_TABLES_LEAST > 4 * ragged.count ? GR_TABLES_LEAST : 4 * ragged.count;
  const size_t bytes = (warps * ACC + 1) * ragged.count, together = GR_TABLES_BYTES / bytes;
  const size_t enough = gr_ceil_div (len ? len : 1, least * warps);
  const size_t most
    = GR_TABLES_MULTIPROCESSORS * (together < GR_TABLES_TOGETHER ? together : size_t (GR_TABLES_TOGETHER));
  const unsigned blocks = static_cast<unsigned> (enough < most ? enough : most);
  const size_t share = gr_ceil_div (len, static_cast<size_t> (blocks) * warps);
  gr_table_arguments<Op, T> a = { op,
                                  source,
                                  sink,
                                  gr_empty_result_of (sink.type, ragged.empty),
                                  ragged.keys,
                                  ragged.key_type == GR_TYPE_F64,
                                  nullptr,
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
  GR_TRY (gr_scratch (context, 1, &a.noted));
  GR_TRY (gr_set_bytes (context, a.noted, 0, sizeof *a.noted));
  GR_TRY (gr_launch_recorded (context, GR_KERNEL (gr_fill_tables_kernel<Op, T>), blocks, warps * 32, bytes, a));
  GR_TRY (check (a.noted));
  return gr_launch_recorded (context, GR_KERNEL (gr_combine_tables_kernel<Op, T>),
                             (count + GR_TABLES_KEYS - 1) / GR_TABLES_KEYS, GR_TABLES_KEYS * GR_TABLES_ROWS,
                             GR_TABLES_KEYS * GR_TABLES_ROWS * ACC, a);
}

} // namespace

#endif
