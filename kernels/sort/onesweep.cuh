/* SPDX-License-Identifier: GPL-3.0-or-later

   Long segments: all digits are counted in one go, and then each pass reads the elements once and writes them in the
   order of a digit, the least digit first.  A tile learns from those before it how many elements of each digit they
   have (decoupled look-back, as in block/lookback.cuh; these are counts, so the order of additions does not matter).
   After A. Adinets and D. Merrill, "Onesweep: A Faster Least Significant Digit Radix Sort for GPUs", arXiv 2206.01784.

   Passes by digits that all elements have alike are left out.  Which they are is known to the device alone: a pass
   finds its number among those that are left, and so where it reads and writes, and launches that are too many end at
   once.  */

#ifndef GR_ONESWEEP_CUH
#define GR_ONESWEEP_CUH

#include "block/lookback.cuh"
#include "runtime/kernel.cuh"
#include "sort/rank.cuh"

namespace GR_NAMESPACE
{

/* ---- counts ---- */

/* Threads of a block that counts digits, and its elements: many, as its counts are added to those of all blocks, or
   few, where there would be less than some hundred blocks.  Lanes count in several counters of a digit, since elements
   that are close often have the same digits.  Other numbers were not tried.  */
constexpr unsigned GR_DIGIT_COUNT_THREADS = 256;
constexpr size_t
gr_digit_count_tile (size_t elements)
{
  constexpr size_t MANY = 32768, FEW = 4096, BLOCKS = 512;
  return elements < MANY * BLOCKS ? FEW : MANY;
}
template <class T> constexpr unsigned gr_digit_counters = sizeof (T) == 8 ? 2 : 4;

/* Count: unsigned, or unsigned long long.  starts: [passes][256] for each segment, zeros before.  */
template <class T, class Count>
__global__ void
__launch_bounds__ (GR_DIGIT_COUNT_THREADS)
  gr_count_digits_kernel (const __grid_constant__ gr_sort_arrays<T> a, unsigned tile, unsigned tiles, Count *starts)
{
  constexpr unsigned PASSES = gr_sort_order<T>::passes, COUNTERS = gr_digit_counters<T>;
  __shared__ unsigned counters[PASSES * GR_DIGITS][COUNTERS];
  const size_t segment = blockIdx.x / tiles;
  const size_t first = (blockIdx.x - segment * tiles) * tile;
  const unsigned n = static_cast<unsigned> (min (a.len - first, static_cast<size_t> (tile)));
  const auto *const from = a.from + segment * a.len + first;
  for (unsigned i = threadIdx.x; i < PASSES * GR_DIGITS * COUNTERS; i += GR_DIGIT_COUNT_THREADS)
    counters[i / COUNTERS][i % COUNTERS] = 0;
  __syncthreads ();
#pragma unroll 8
  for (unsigned i = threadIdx.x; i < n; i += GR_DIGIT_COUNT_THREADS)
    {
      const auto bits = from[i];
#pragma unroll
      for (unsigned pass = 0; pass < PASSES; pass++)
        atomicAdd (&counters[pass * GR_DIGITS + a.order.digit (bits, pass)][threadIdx.x % COUNTERS], 1u);
    }
  __syncthreads ();
  for (unsigned i = threadIdx.x; i < PASSES * GR_DIGITS; i += GR_DIGIT_COUNT_THREADS)
    {
      unsigned all = 0;
#pragma unroll
      for (unsigned c = 0; c < COUNTERS; c++)
        all += counters[i][c];
      if (all)
        atomicAdd (&starts[segment * (PASSES * GR_DIGITS) + i], static_cast<Count> (all));
    }
}

/* Counts become where the elements of a digit begin in their segment, a block of 256 threads each pass of a segment.
   needed: bit p becomes one if pass p is needed.  */
template <class Count>
__global__ void
__launch_bounds__ (GR_DIGITS) gr_digit_starts_kernel (Count *starts, size_t len, unsigned passes, unsigned *needed)
{
  __shared__ Count totals[GR_DIGITS / 32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  Count *const own = starts + blockIdx.x * static_cast<size_t> (GR_DIGITS) + threadIdx.x;
  const Count mine = *own;
  const Count up_to = gr_sum_up_to_lane (mine);
  Count before = 0;
  if (lane == 31)
    totals[warp] = up_to;
  __syncthreads ();
#pragma unroll
  for (unsigned w = 0; w < GR_DIGITS / 32; w++)
    before += w < warp ? totals[w] : 0;
  *own = before + up_to - mine;
  if (mine && mine != len)
    atomicOr (needed, 1u << blockIdx.x % passes);
}

/* ---- passes ---- */

/* Threads of a block, elements of a thread, and blocks that a multiprocessor has room for.  There are as many elements
   as registers have room for, so that those of a digit are long runs.  `sort_test time` says of an H100: 2^28 singles
   with positions in 10.0 ms, int32 alone in 5.7 ms.  Other numbers were not tried.  */
constexpr unsigned GR_PASS_THREADS = 384, GR_PASS_RESIDENT = 2;
template <class T, class Count, bool POSITIONS>
constexpr bool gr_pass_is_wide = sizeof (T) == 8 || (POSITIONS && sizeof (Count) == 8);
template <class T, class Count, bool POSITIONS>
constexpr unsigned gr_pass_items = gr_pass_is_wide<T, Count, POSITIONS> ? (POSITIONS ? 11 : 14) : (POSITIONS ? 18 : 22);
template <class T, class Count, bool POSITIONS>
constexpr unsigned gr_pass_tile = GR_PASS_THREADS *gr_pass_items<T, Count, POSITIONS>;

/* Elements and places go to and fro between two arrays each.  The last pass writes elements to a.to, and positions
   as doubles; before, the memory of these is an array of places.  Where words are given that go with the elements, they
   take the way of the places, and the last pass writes them there as they are.  */
template <class T, class Count> struct gr_sort_passes
{
  gr_sort_arrays<T> a;
  gr_sort_bits<T> *other;
  Count *places[2];
  const Count *given; /* words that go with the elements, or NULL */
  const Count *starts;
  const unsigned *needed;
  unsigned *counter;  /* of tiles that are taken */
  Count *statuses[2]; /* [tiles][256]; those of even and of odd passes */
  unsigned tiles;     /* of a segment */
};

/* One of them.  The last pass is written to a.to, so the others alternate backwards from there.  */
template <class T, class Count> struct gr_sort_pass
{
  const gr_sort_bits<T> *from;
  gr_sort_bits<T> *to;
  const Count *places_from;
  Count *places_to;
  unsigned digit;
  bool is_there, is_first, is_last;

  __device__ __forceinline__ gr_sort_pass (const gr_sort_passes<T, Count> &p, unsigned number)
  {
    unsigned needed = *p.needed;
    const unsigned count = max (__popc (needed), 1), rest = count - 1 - number;
    for (unsigned before = 0; before < number; before++)
      needed &= needed - 1;
    digit = needed ? __ffs (static_cast<int> (needed)) - 1 : 0; /* any, if elements are all the same */
    is_there = number < count;
    is_first = number == 0;
    is_last = rest == 0;
    to = rest % 2 ? p.other : p.a.to;
    from = is_first ? p.a.from : rest % 2 ? p.a.to : p.other;
    places_to = p.places[(rest + 1) % 2];
    places_from = p.places[rest % 2];
  }
};

/* A status says how many elements of a digit a tile has, or, with the higher one of its flags, how many it and all
   tiles before have.  */
template <class Count> struct gr_digit_status
{
  static constexpr unsigned SHIFT = 8 * sizeof (Count) - 2;
  static constexpr Count OWN = Count (1) << SHIFT, ALL = Count (2) << SHIFT, VALUE = OWN - 1;
  static constexpr size_t MOST = VALUE; /* elements of a segment */
};

/* How many elements of a digit the tiles before number `tile` of a segment have; status: that of the first of these
   tiles.  Some statuses are on their way at a time.  */
template <class Count>
__device__ __forceinline__ Count
gr_count_before (const Count *status, unsigned tile)
{
  typedef gr_digit_status<Count> Status;
  constexpr unsigned AT_ONCE = 4;
  Count before = 0;
  while (tile)
    {
      const unsigned n = min (tile, AT_ONCE);
      Count found[AT_ONCE];
#pragma unroll
      for (unsigned i = 0; i < AT_ONCE; i++)
        found[i] = i < n ? gr_ld_relaxed_gpu (status + (tile - 1 - i) * static_cast<size_t> (GR_DIGITS)) : 0;
#pragma unroll
      for (unsigned i = 0; i < AT_ONCE; i++)
        if (i < n)
          {
            while (! (found[i] >> Status::SHIFT))
              found[i] = gr_ld_relaxed_gpu (status + (tile - 1 - i) * static_cast<size_t> (GR_DIGITS));
            before += found[i] & Status::VALUE;
            if (found[i] & Status::ALL)
              return before;
          }
      tile -= n;
    }
  return before;
}

/* Shared memory: ranks are found before elements are put in order, and elements are written before places.  */
template <class T, class Count, bool POSITIONS> struct gr_pass_memory
{
  typedef gr_digit_ranks<GR_PASS_THREADS, gr_pass_items<T, Count, POSITIONS>> Ranks;
  union
  {
    Ranks ranks;
    gr_sort_bits<T> tile[gr_pass_tile<T, Count, POSITIONS>];
    Count places[POSITIONS ? gr_pass_tile<T, Count, POSITIONS> : 1];
  };
  Count offset[GR_DIGITS]; /* from an element's place in the tile to that in its segment */
};

/* A tile that a block puts in order.  FULL: it has as many elements as a tile can have; elements that are not there
   have the last digit, and stand behind all others.  */
template <class T, class Count, bool POSITIONS, bool FULL> struct gr_pass_of_tile
{
  typedef gr_sort_bits<T> Bits;
  typedef gr_pass_memory<T, Count, POSITIONS> Memory;
  typedef typename Memory::Ranks Ranks;
  typedef gr_digit_status<Count> Status;
  static constexpr unsigned ITEMS = gr_pass_items<T, Count, POSITIONS>;

  const gr_sort_passes<T, Count> &p;
  const gr_sort_pass<T, Count> &pass;
  Memory &memory;
  size_t segment, first; /* first: in the segment */
  unsigned tile, n;      /* number of the tile in the segment, and its elements */
  Bits bits[ITEMS];
  unsigned ranks[ITEMS];

  __device__ __forceinline__ bool has (unsigned i) const { return FULL || i < n; }

  __device__ __forceinline__ void load ()
  {
    const Bits *const from = pass.from + segment * p.a.len + first;
#pragma unroll
    for (unsigned j = 0; j < ITEMS; j++)
      bits[j] = has (Ranks::place (j)) ? from[Ranks::place (j)] : Bits (0);
  }

  /* Ranks of the elements, and the offsets of their digits.  What follows from the tile alone is published first.  */
  __device__ __forceinline__ void find_ranks (unsigned number)
  {
    const auto digit
      = [&] (unsigned j) { return has (Ranks::place (j)) ? p.a.order.digit (bits[j], pass.digit) : GR_DIGITS - 1; };
    const size_t row = segment * p.tiles * GR_DIGITS + threadIdx.x;
    const size_t own = row + tile * static_cast<size_t> (GR_DIGITS);
    Count *const statuses = p.statuses[number % 2];
    unsigned counts[1] = {}, begin[1] = {};
    static_assert (Ranks::EACH == 1, "a thread has one digit");
    memory.ranks.count (digit, counts);
    if (Ranks::adds ())
      {
        gr_st_relaxed_gpu (statuses + own, (tile ? Status::OWN : Status::ALL) | counts[0]);
        p.statuses[(number + 1) % 2][own] = 0;
      }
    memory.ranks.begin (counts, begin);
    memory.ranks.rank (digit, ranks);
    if (Ranks::adds ())
      {
        const Count before = gr_count_before (statuses + row, tile);
        if (tile)
          gr_st_relaxed_gpu (statuses + own, Status::ALL | static_cast<Count> (before + counts[0]));
        memory.offset[threadIdx.x]
          = p.starts[(segment * gr_sort_order<T>::passes + pass.digit) * GR_DIGITS + threadIdx.x] + before - begin[0];
      }
    __syncthreads ();
  }

  /* Call use (item, place in the tile) for what the thread writes.  */
  template <class Use> __device__ __forceinline__ void write (Use use) const
  {
    __syncthreads ();
#pragma unroll
    for (unsigned j = 0; j < ITEMS; j++)
      if (const unsigned i = threadIdx.x + j * GR_PASS_THREADS; has (i))
        use (j, i);
  }

  __device__ __forceinline__ void move ()
  {
    const size_t begin = segment * p.a.len;
    Bits *const to = pass.to + begin;
    unsigned digits[(ITEMS + 3) / 4] = {}; /* of what the thread writes, four in a word, as registers are few */
    Count places[ITEMS];
#pragma unroll
    for (unsigned j = 0; j < ITEMS; j++)
      memory.tile[ranks[j]] = bits[j];
    if constexpr (POSITIONS)
      {
        /* under way while elements are written */
        const bool counts = pass.is_first && ! p.given;
        const Count *const from = (pass.is_first ? p.given : pass.places_from) + begin + first;
#pragma unroll
        for (unsigned j = 0; j < ITEMS; j++)
          {
            const unsigned i = Ranks::place (j);
            places[j] = counts ? static_cast<Count> (first + i) : has (i) ? from[i] : 0;
          }
      }
    write ([&] (unsigned j, unsigned i) {
      const Bits b = memory.tile[i];
      const unsigned digit = p.a.order.digit (b, pass.digit);
      digits[j / 4] |= digit << 8 * (j % 4);
      to[static_cast<Count> (memory.offset[digit] + i)] = b;
    });
    if constexpr (POSITIONS)
      {
        __syncthreads ();
#pragma unroll
        for (unsigned j = 0; j < ITEMS; j++)
          memory.places[ranks[j]] = places[j];
        const auto at = [&] (unsigned j, unsigned i) {
          const unsigned digit = digits[j / 4] >> 8 * (j % 4) & (GR_DIGITS - 1);
          return begin + static_cast<Count> (memory.offset[digit] + i);
        };
        if (pass.is_last && ! p.given)
          write (
            [&] (unsigned j, unsigned i) { p.a.positions[at (j, i)] = static_cast<double> (memory.places[i]) + 1.0; });
        else
          write ([&] (unsigned j, unsigned i) { pass.places_to[at (j, i)] = memory.places[i]; });
      }
  }
};

/* The pass that is number `number` of those that are needed; a block has a tile.  */
template <class T, class Count, bool POSITIONS>
__global__ void
__launch_bounds__ (GR_PASS_THREADS, GR_PASS_RESIDENT)
  gr_sort_pass_kernel (const __grid_constant__ gr_sort_passes<T, Count> p, unsigned number)
{
  __shared__ gr_pass_memory<T, Count, POSITIONS> memory;
  __shared__ unsigned taken;
  constexpr unsigned TILE = gr_pass_tile<T, Count, POSITIONS>;
  const gr_sort_pass<T, Count> pass (p, number);
  if (! pass.is_there)
    return;
  const unsigned all = gr_first_tile (p.counter, gridDim.x, &taken);
  const unsigned segment = all / p.tiles, tile = all - segment * p.tiles;
  const size_t first = tile * static_cast<size_t> (TILE), rest = p.a.len - first;
  const auto run = [&] (auto full) {
    gr_pass_of_tile<T, Count, POSITIONS, decltype (full)::value> one = {
      p, pass, memory, segment, first, tile, static_cast<unsigned> (min (rest, static_cast<size_t> (TILE))), {}, {}
    };
    one.load ();
    one.find_ranks (number);
    one.move ();
  };
  if (rest >= TILE)
    run (std::true_type ());
  else
    run (std::false_type ());
}

} // namespace

#endif
