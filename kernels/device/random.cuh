/* SPDX-License-Identifier: GPL-3.0-or-later

   The kernel of random numbers: a thread makes 16 bytes of them at a time, and stores these at once.  */

#ifndef GR_RANDOM_CUH
#define GR_RANDOM_CUH

/* what is long is called, since it stands there for each of a thread's elements */
#define GR_CALL_RARE

#include "block/vector.cuh"
#include "op/normal.h"
#include "op/philox.h"

namespace GR_NAMESPACE
{

/* ---- what a thread makes at a time ---- */

/* Numbers of 16 bytes.  */
template <class T> constexpr unsigned gr_numbers_stored = 16 / sizeof (T);

/* Each kind makes the numbers of 16 bytes from number `first` on, which is a multiple of theirs.  */
struct gr_uniform_doubles
{
  typedef double Number;
  __device__ static __forceinline__ void make (const gr_numbers &numbers, size_t first, double *to)
  {
    const gr_philox x = gr_philox_block (numbers.state.seed, numbers.state.counter + first / 2, 0, 0);
    to[0] = gr_uniform_double (gr_philox_half (x, 0));
    to[1] = gr_uniform_double (gr_philox_half (x, 1));
  }
};

struct gr_uniform_singles
{
  typedef float Number;
  __device__ static __forceinline__ void make (const gr_numbers &numbers, size_t first, float *to)
  {
    const gr_philox x = gr_philox_block (numbers.state.seed, numbers.state.counter + first / GR_PHILOX_WORDS, 0, 0);
#pragma unroll
    for (int i = 0; i < GR_PHILOX_WORDS; i++)
      to[i] = gr_uniform_single (x.word[i]);
  }
};

struct gr_normal_doubles
{
  typedef double Number;
  __device__ static __forceinline__ void make (const gr_numbers &numbers, size_t first, double *to)
  {
    const gr_philox x = gr_philox_block (numbers.state.seed, numbers.state.counter + first / 2, 0, 0);
    const gr_two_doubles two = gr_turn (gr_normal_radius (gr_philox_half (x, 0)), gr_philox_half (x, 1));
    to[0] = two.first;
    to[1] = two.second;
  }
};

struct gr_normal_singles
{
  typedef float Number;
  __device__ static __forceinline__ void make (const gr_numbers &numbers, size_t first, float *to)
  {
    const gr_philox x = gr_philox_block (numbers.state.seed, numbers.state.counter + first / GR_PHILOX_WORDS, 0, 0);
#pragma unroll
    for (int i = 0; i < GR_PHILOX_WORDS; i += 2)
      {
        const gr_two_singles two = gr_turn_single (gr_normal_radius_single (x.word[i]), x.word[i + 1]);
        to[i] = two.first;
        to[i + 1] = two.second;
      }
  }
};

/* Integers; those of a class are its lowest bits, whether it has a sign or not.  Two threads share a counter that has
   more numbers than 16 bytes.  */
template <class T, bool NARROW> struct gr_random_integers
{
  typedef T Number;
  __device__ static __forceinline__ void make (const gr_numbers &numbers, size_t first, T *to)
  {
    constexpr unsigned MADE = gr_numbers_stored<T>, OF_COUNTER = NARROW ? GR_PHILOX_WORDS : 2;
    constexpr unsigned DRAWS = MADE < OF_COUNTER ? MADE : OF_COUNTER;
    gr_range range = numbers.range;
    range.narrow = NARROW;
#pragma unroll
    for (unsigned i = 0; i < MADE; i += DRAWS)
      {
        const uint64_t counter = numbers.state.counter + (first + i) / OF_COUNTER;
        const int place = DRAWS < OF_COUNTER ? static_cast<int> (first % OF_COUNTER) : 0;
        uint64_t drawn[DRAWS];
        bool fits = true;
        gr_philox x = gr_philox_block (numbers.state.seed, counter, 0, 0);
        if (place)
          x = { x.word[2], x.word[3] };
#pragma unroll
        for (unsigned k = 0; k < DRAWS; k++)
          fits &= gr_fits_range (range, gr_draw_at (range, x, k), &drawn[k]);
        if (! fits)
          {
#pragma unroll
            for (unsigned k = 0; k < DRAWS; k++)
              drawn[k] = gr_draw (range, gr_draw_at (range, x, k), numbers.state.seed, counter, place + k);
          }
#pragma unroll
        for (unsigned k = 0; k < DRAWS; k++)
          to[i + k] = static_cast<T> (numbers.least + static_cast<int64_t> (drawn[k]));
      }
  }
};

/* ---- the kernel ---- */

constexpr unsigned GR_RANDOM_THREADS = 256, GR_RANDOM_TURNS = 4;

template <class Kind>
__global__ void
gr_random_kernel (const __grid_constant__ gr_numbers numbers, typename Kind::Number *out, size_t count, bool is_aligned)
{
  constexpr unsigned MADE = gr_numbers_stored<typename Kind::Number>, STEP = MADE * GR_RANDOM_THREADS;
#pragma unroll
  for (unsigned turn = 0; turn < GR_RANDOM_TURNS; turn++)
    {
      const size_t first = (blockIdx.x * static_cast<size_t> (GR_RANDOM_TURNS) + turn) * STEP + threadIdx.x * MADE;
      typename Kind::Number made[MADE];
      if (first >= count)
        return;
      Kind::make (numbers, first, made);
      if (is_aligned && count - first >= MADE)
        gr_store_vector<MADE> (out + first, made);
      else
        {
#pragma unroll
          for (unsigned i = 0; i < MADE; i++)
            if (first + i < count)
              out[first + i] = made[i];
        }
    }
}

} // namespace

#endif
