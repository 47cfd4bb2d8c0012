/* SPDX-License-Identifier: GPL-3.0-or-later

   Order statistics of long segments: passes of many blocks, after each of which a block looks for the digits of the
   ranks.  The first pass reads all elements; the second one does, too, and gathers the candidates if they are at most
   an eighth, so that later passes read these.  If they are more, but all alike, there is no later pass.  In shared
   memory the first pass adds 1 for each element, others do for candidates.  What is known after a pass is known to the
   device alone.  */

#ifndef GR_SORT_SELECT_PASSES_CUH
#define GR_SORT_SELECT_PASSES_CUH

#include "sort/select.cuh"

namespace GR_NAMESPACE
{

/* Elements of a block that counts at a time, blocks that a multiprocessor has room for, and how many share
   a call: two for each that 132 multiprocessors have room for.  Threads of a block that looks for digits.  The first
   digit has the sign and exponent of a double, and tells more of other elements apart.  Other numbers were not tried.
 */
template <class T> constexpr unsigned gr_rank_items = sizeof (T) == 8 ? 8 : 16;
template <class T> constexpr unsigned gr_rank_tile_length = GR_RANK_THREADS *gr_rank_items<T>;
constexpr unsigned GR_RANK_RESIDENT = 4, GR_RANK_BLOCKS = 2 * 132 * GR_RANK_RESIDENT, GR_RANK_FIND_THREADS = 512;
constexpr unsigned GR_RANK_FIRST_BITS = 12, GR_RANK_BITS = 11;

/* A segment between passes.  Bits are those of keys.  */
template <class T> struct gr_rank_state
{
  unsigned long long rank[GR_MOST_RANKS]; /* among the candidates of the same target */
  gr_sort_bits<T> prefix[GR_MOST_RANKS];  /* of each rank's element */
  unsigned target[GR_MOST_RANKS];         /* which of the targets that is */
  gr_sort_bits<T> targets[GR_MOST_RANKS]; /* different prefixes */
  unsigned target_count;                  /* 0 as soon as all elements are known */
  unsigned gathers, has_gathered;         /* does the next pass, and have those before? */
  unsigned long long any, lacked;         /* bits that some candidates of one target have, and that some have not */
  unsigned long long gathered, nans;      /* how many */
};

/* A pass.  counts: [GR_MOST_RANKS or less][digits] for each segment.  */
template <class T> struct gr_rank_pass
{
  gr_rank_state<T> *states;
  unsigned long long *counts;
  gr_sort_bits<T> *candidates; /* `capacity` for each segment */
  size_t capacity, stride;     /* stride: counts of a segment */
  size_t most;                 /* candidates that the next pass gathers: none if it is the last one */
  unsigned blocks;             /* of a segment */
  unsigned shift, bits;        /* of the digit */
  gr_sort_bits<T> determined;  /* bits of digits before it */
  bool is_first, is_last;
};

/* Shared memory beside the counters.  */
struct gr_rank_pass_memory
{
  unsigned long long first;
  unsigned taken;
};

/* ONE: there is one target.  */
template <class T, bool ONE> struct gr_rank_tile
{
  typedef gr_sort_bits<T> Bits;
  static constexpr unsigned ITEMS = gr_rank_items<T>;
  const gr_sort_order<T> &order;
  const gr_rank_pass<T> &p;
  const Bits *targets;
  unsigned target_count;
  unsigned *counters;
  Bits bits[ITEMS];
  unsigned hits, nans;
  Bits any, lacked;

  __device__ __forceinline__ void load (const Bits *from, unsigned n)
  {
#pragma unroll
    for (unsigned j = 0; j < ITEMS; j++)
      {
        const unsigned i = threadIdx.x + j * GR_RANK_THREADS;
        bits[j] = i < n ? from[i] : Bits (0);
      }
  }

  /* Count the digits of candidates, which are the hits.  */
  __device__ __forceinline__ void count (unsigned n)
  {
    const unsigned digits = 1u << p.bits;
    const Bits only = targets[0];
    hits = 0;
#pragma unroll
    for (unsigned j = 0; j < ITEMS; j++)
      {
        const Bits key = order.key (bits[j]), prefix = key & p.determined;
        const bool is_there = threadIdx.x + j * GR_RANK_THREADS < n;
        unsigned target = 0;
        bool is_hit = is_there && prefix == only;
        if constexpr (! ONE)
          {
            for (unsigned t = 1; t < target_count; t++)
              {
                if (is_there && prefix == targets[t])
                  {
                    is_hit = true;
                    target = t;
                  }
              }
          }
        hits |= is_hit ? 1u << j : 0;
        any |= is_hit ? key : Bits (0);
        lacked |= is_hit ? static_cast<Bits> (~key) : Bits (0);
        nans += is_there && gr_is_nan_key<T> (key);
        gr_count_digit (counters, is_hit, target * digits + (static_cast<unsigned> (key >> p.shift) & (digits - 1)));
      }
  }

  /* Append the hits to the candidates; in which order does not matter.  */
  __device__ __forceinline__ void gather (gr_rank_pass_memory *memory, unsigned long long *gathered, Bits *to) const
  {
    const unsigned lane = threadIdx.x % 32, mine = static_cast<unsigned> (__popc (hits));
    const unsigned up_to = gr_sum_up_to_lane (mine);
    unsigned first = 0;
    if (threadIdx.x == 0)
      memory->taken = 0;
    __syncthreads ();
    if (lane == 31 && up_to)
      first = atomicAdd (&memory->taken, up_to);
    first = __shfl_sync (0xffffffffu, first, 31, 32) + up_to - mine;
    __syncthreads ();
    if (threadIdx.x == 0)
      memory->first = memory->taken ? atomicAdd (gathered, static_cast<unsigned long long> (memory->taken)) : 0;
    __syncthreads ();
    Bits *next = to + memory->first + first;
#pragma unroll
    for (unsigned j = 0; j < ITEMS; j++)
      {
        if (hits >> j & 1)
          *next++ = bits[j];
      }
  }
};

/* Add the bits of a warp's lanes.  Where they say that all candidates are alike, the passes are over.  */
__device__ __forceinline__ void
gr_add_bits (unsigned long long any, unsigned long long lacked, unsigned long long *all_any,
             unsigned long long *all_lacked)
{
#pragma unroll
  for (int distance = 16; distance; distance /= 2)
    {
      any |= __shfl_xor_sync (0xffffffffu, any, distance, 32);
      lacked |= __shfl_xor_sync (0xffffffffu, lacked, distance, 32);
    }
  if (threadIdx.x % 32 == 0)
    {
      atomicOr (all_any, any);
      atomicOr (all_lacked, lacked);
    }
}

/* The part of a segment's elements, or candidates, that a block counts.  */
template <class T>
__global__ void
__launch_bounds__ (GR_RANK_THREADS, GR_RANK_RESIDENT)
  gr_rank_pass_kernel (const __grid_constant__ gr_rank_arrays<T> a, const __grid_constant__ gr_rank_pass<T> p)
{
  typedef gr_sort_bits<T> Bits;
  constexpr unsigned TILE = gr_rank_tile_length<T>;
  GR_DYNAMIC_SHARED (unsigned, counters);
  __shared__ gr_rank_pass_memory memory;
  __shared__ Bits targets[GR_MOST_RANKS];
  const unsigned segment = blockIdx.x / p.blocks, number = blockIdx.x - segment * p.blocks;
  gr_rank_state<T> *const state = p.states + segment;
  const unsigned target_count = p.is_first ? 1 : state->target_count;
  const bool gathers = ! p.is_first && state->gathers, has_gathered = ! p.is_first && state->has_gathered;
  const size_t n = has_gathered ? static_cast<size_t> (state->gathered) : a.len;
  const Bits *const from = has_gathered ? p.candidates + segment * p.capacity : a.from + segment * a.len;
  const size_t tiles = gr_divide (n + TILE - 1, TILE);
  const size_t chunk = gr_divide (tiles + p.blocks - 1, p.blocks) * TILE, begin = number * chunk;
  const size_t end = min (n, begin + chunk);
  if (begin >= n || ! target_count)
    return;
  const unsigned counter_count = target_count << p.bits;
  if (threadIdx.x < target_count)
    targets[threadIdx.x] = p.is_first ? Bits (0) : state->targets[threadIdx.x];
  for (unsigned i = threadIdx.x; i < counter_count; i += GR_RANK_THREADS)
    {
      counters[i] = 0;
    }
  __syncthreads ();
  unsigned nans = 0;
  const auto run = [&] (auto one) {
    gr_rank_tile<T, decltype (one)::value> tile = { a.order, p, targets, target_count, counters, {}, 0, 0, 0, 0 };
    for (size_t first = begin; first < end; first += TILE)
      {
        const unsigned there = static_cast<unsigned> (min (end - first, static_cast<size_t> (TILE)));
        tile.load (from + first, there);
        tile.count (there);
        if (gathers)
          tile.gather (&memory, &state->gathered, p.candidates + segment * p.capacity);
      }
    nans = tile.nans;
    if (decltype (one)::value)
      gr_add_bits (tile.any, tile.lacked, &state->any, &state->lacked);
  };
  if (target_count == 1)
    run (std::true_type ());
  else
    run (std::false_type ());
  __syncthreads ();
  unsigned long long *const counts = p.counts + segment * p.stride;
  for (unsigned i = threadIdx.x; i < counter_count; i += GR_RANK_THREADS)
    {
      if (counters[i])
        atomicAdd (&counts[i], static_cast<unsigned long long> (counters[i]));
    }
  if (p.is_first && (a.numbers || a.needs_numbers ()) && std::is_floating_point<T>::value)
    {
      const unsigned up_to = gr_sum_up_to_lane (nans);
      if (threadIdx.x % 32 == 31 && up_to)
        atomicAdd (&state->nans, static_cast<unsigned long long> (up_to));
    }
}

/* What a block finds in the counts of a segment.  */
struct gr_rank_found
{
  unsigned long long totals[GR_RANK_FIND_THREADS / 32];
  unsigned long long rank[GR_MOST_RANKS], candidates[GR_MOST_RANKS];
  unsigned digit[GR_MOST_RANKS];
};

/* Find the digits of ranks among those of target number t, whose counts become zeros again.  */
template <class T>
__device__ __forceinline__ void
gr_find_digits (const gr_rank_state<T> &state, unsigned t, unsigned ranks, unsigned digits, unsigned long long *counts,
                gr_rank_found *found)
{
  constexpr unsigned MOST = (1u << GR_RANK_FIRST_BITS) / GR_RANK_FIND_THREADS;
  const unsigned each = max (digits / GR_RANK_FIND_THREADS, 1u), first = threadIdx.x * each;
  unsigned long long own[MOST], all = 0;
#pragma unroll
  for (unsigned e = 0; e < MOST; e++)
    {
      const bool is_there = e < each && first + e < digits;
      own[e] = is_there ? counts[first + e] : 0;
      all += own[e];
      if (is_there)
        counts[first + e] = 0;
    }
  unsigned long long before = gr_sum_before_thread<GR_RANK_FIND_THREADS> (all, found->totals);
#pragma unroll
  for (unsigned e = 0; e < MOST; e++)
    {
      for (unsigned k = 0; own[e] && k < ranks; k++)
        {
          const unsigned long long rank = state.rank[k];
          if (state.target[k] == t && before <= rank && rank < before + own[e])
            {
              found->digit[k] = first + e;
              found->rank[k] = rank - before;
              found->candidates[k] = own[e];
            }
        }
      before += own[e];
    }
}

/* What the next pass looks for.  Result: how many candidates that has.  */
template <class T>
__device__ __forceinline__ unsigned long long
gr_find_targets (gr_rank_state<T> *state, unsigned ranks, unsigned shift, const gr_rank_found &found)
{
  typedef gr_sort_bits<T> Bits;
  const bool are_alike = state->target_count == 1 && ! (state->any & state->lacked);
  const bool are_known = are_alike || ! state->target_count;
  unsigned long long candidates = 0;
  state->target_count = 0;
  for (unsigned k = 0; k < ranks; k++)
    {
      unsigned t = 0;
      if (are_alike)
        state->prefix[k] = static_cast<Bits> (state->any);
      if (are_known)
        continue;
      const Bits prefix = static_cast<Bits> (state->prefix[k] | static_cast<Bits> (found.digit[k]) << shift);
      state->prefix[k] = prefix;
      state->rank[k] = found.rank[k];
      while (t < state->target_count && state->targets[t] != prefix)
        t++;
      state->target[k] = t;
      if (t < state->target_count)
        continue;
      state->targets[state->target_count++] = prefix;
      candidates += found.candidates[k];
    }
  state->any = state->lacked = 0;
  return candidates;
}

/* After a pass: which digits the ranks have, and from the last one which elements.  A block has a segment.  */
template <class T>
__global__ void
__launch_bounds__ (GR_RANK_FIND_THREADS)
  gr_rank_find_kernel (const __grid_constant__ gr_rank_arrays<T> a, const __grid_constant__ gr_rank_pass<T> p)
{
  __shared__ gr_rank_found found;
  __shared__ gr_rank_state<T> state;
  const size_t segment = blockIdx.x;
  const unsigned ranks = static_cast<unsigned> (a.count), digits = 1u << p.bits;
  if (threadIdx.x == 0)
    {
      state = p.states[segment];
      for (unsigned k = 0; p.is_first && k < ranks; k++)
        {
          state.rank[k] = a.rank (segment, k, a.len - state.nans);
        }
      state.target_count = p.is_first ? 1 : state.target_count;
    }
  __syncthreads ();
  for (unsigned t = 0; t < state.target_count; t++)
    {
      gr_find_digits (state, t, ranks, digits, p.counts + segment * p.stride + t * digits, &found);
    }
  __syncthreads ();
  if (threadIdx.x)
    return;
  const unsigned long long candidates = gr_find_targets (&state, ranks, p.shift, found);
  state.has_gathered |= state.gathers;
  state.gathers = ! state.has_gathered && candidates <= p.most;
  p.states[segment] = state;
  for (unsigned r = 0; p.is_last && r < a.results; r++)
    {
      a.put_found (segment, r, a.len - state.nans, state.prefix);
    }
  if (p.is_first && a.numbers)
    a.numbers[segment] = static_cast<double> (a.len - state.nans);
}

} // namespace

#endif
