/* SPDX-License-Identifier: GPL-3.0-or-later

   Random numbers on a device: a thread makes whole counters, at least 16 bytes of numbers at a time, and stores these
   at once.  Compiled a second time for the host executor, as device.cu is.  */

/* what is rare is called, since it stands there for each of a thread's numbers */
#define GR_CALL_RARE

#include "block/vector.cuh"
#include "device/elements.cuh"
#include "op/normal.h"
#include "op/philox.h"

namespace GR_NAMESPACE
{

/* ---- the numbers of a counter ---- */

struct gr_uniform_doubles
{
  typedef double Number;
  enum { OF_COUNTER = 2 };
  __device__ static __forceinline__ void make (const gr_numbers &numbers, uint64_t counter, double *to)
  {
    const gr_philox x = gr_philox_block (numbers.state.seed, counter, 0, 0);
    to[0] = gr_uniform_double (gr_philox_half (x, 0));
    to[1] = gr_uniform_double (gr_philox_half (x, 1));
  }
};

struct gr_uniform_singles
{
  typedef float Number;
  enum { OF_COUNTER = 4 };
  __device__ static __forceinline__ void make (const gr_numbers &numbers, uint64_t counter, float *to)
  {
    const gr_philox x = gr_philox_block (numbers.state.seed, counter, 0, 0);
#pragma unroll
    for (int i = 0; i < OF_COUNTER; i++)
      to[i] = gr_uniform_single (x.word[i]);
  }
};

struct gr_normal_doubles
{
  typedef double Number;
  enum { OF_COUNTER = 2 };
  __device__ static __forceinline__ void make (const gr_numbers &numbers, uint64_t counter, double *to)
  {
    const gr_philox x = gr_philox_block (numbers.state.seed, counter, 0, 0);
    const gr_two_doubles two = gr_turn (gr_normal_radius (gr_philox_half (x, 0)), gr_philox_half (x, 1));
    to[0] = two.first;
    to[1] = two.second;
  }
};

struct gr_normal_singles
{
  typedef float Number;
  enum { OF_COUNTER = 4 };
  __device__ static __forceinline__ void make (const gr_numbers &numbers, uint64_t counter, float *to)
  {
    const gr_philox x = gr_philox_block (numbers.state.seed, counter, 0, 0);
#pragma unroll
    for (int i = 0; i < OF_COUNTER; i += 2)
      {
        const gr_two_singles two = gr_turn_single (gr_normal_radius_single (x.word[i]), x.word[i + 1]);
        to[i] = two.first;
        to[i + 1] = two.second;
      }
  }
};

/* Integers; those of a class are its lowest bits, whether it has a sign or not.  */
template <class T, bool NARROW> struct gr_random_integers
{
  typedef T Number;
  enum { OF_COUNTER = NARROW ? 4 : 2 };
  __device__ static __forceinline__ void make (const gr_numbers &numbers, uint64_t counter, T *to)
  {
    const gr_philox x = gr_philox_block (numbers.state.seed, counter, 0, 0);
    gr_range range = numbers.range;
    range.narrow = NARROW;
#pragma unroll
    for (int i = 0; i < OF_COUNTER; i++)
      {
        const uint64_t drawn = gr_draw (range, x, numbers.state.seed, counter, i);
        to[i] = static_cast<T> (static_cast<int64_t> (numbers.least + drawn));
      }
  }
};

/* ---- the kernel ---- */

constexpr unsigned GR_RANDOM_THREADS = 256, GR_RANDOM_TURNS = 2;

/* Numbers that a thread makes in a turn.  */
template <class Numbers> constexpr unsigned gr_stored = 16 / sizeof (typename Numbers::Number);
template <class Numbers>
constexpr unsigned gr_made = gr_stored<Numbers> > Numbers::OF_COUNTER ? gr_stored<Numbers> : Numbers::OF_COUNTER;

template <class Numbers>
__global__ void
gr_random_kernel (const __grid_constant__ gr_numbers numbers, typename Numbers::Number *out, size_t count,
                  bool is_aligned)
{
  constexpr unsigned MADE = gr_made<Numbers>, STORED = gr_stored<Numbers>, STEP = MADE * GR_RANDOM_THREADS;
#pragma unroll
  for (unsigned turn = 0; turn < GR_RANDOM_TURNS; turn++)
    {
      const size_t first = (blockIdx.x * static_cast<size_t> (GR_RANDOM_TURNS) + turn) * STEP + threadIdx.x * MADE;
      typename Numbers::Number made[MADE];
      if (first >= count)
        return;
#pragma unroll
      for (unsigned i = 0; i < MADE; i += Numbers::OF_COUNTER)
        Numbers::make (numbers, numbers.state.counter + (first + i) / Numbers::OF_COUNTER, made + i);
      if (is_aligned && count - first >= MADE)
        {
#pragma unroll
          for (unsigned i = 0; i < MADE; i += STORED)
            gr_store_vector<STORED> (out + first + i, made + i);
        }
      else
        {
#pragma unroll
          for (unsigned i = 0; i < MADE; i++)
            if (first + i < count)
              out[first + i] = made[i];
        }
    }
}

/* ---- the launch ---- */

template <class Numbers>
static gr_status
fill (const gr_numbers *numbers, void *out, size_t count)
{
  constexpr size_t TILE = static_cast<size_t> (GR_RANDOM_TURNS) * gr_made<Numbers> * GR_RANDOM_THREADS;
  return gr_launch_queued (gr_random_kernel<Numbers>, (count + TILE - 1) / TILE, GR_RANDOM_THREADS, *numbers,
                           static_cast<typename Numbers::Number *> (out), count,
                           reinterpret_cast<uintptr_t> (out) % 16 == 0);
}

template <class T>
static gr_status
fill_integers (const gr_numbers *numbers, void *out, size_t count)
{
  return numbers->range.narrow ? fill<gr_random_integers<T, true>> (numbers, out, count)
                               : fill<gr_random_integers<T, false>> (numbers, out, count);
}

static gr_status
fill_integers_of_type (const gr_numbers *numbers, void *out, size_t count)
{
  switch (numbers->type)
    {
    case GR_TYPE_F64:
      return fill_integers<double> (numbers, out, count);
    case GR_TYPE_F32:
      return fill_integers<float> (numbers, out, count);
    default:
      break;
    }
  switch (gr_types[numbers->type].size)
    {
    case 1:
      return fill_integers<uint8_t> (numbers, out, count);
    case 2:
      return fill_integers<uint16_t> (numbers, out, count);
    case 4:
      return fill_integers<uint32_t> (numbers, out, count);
    default:
      return fill_integers<uint64_t> (numbers, out, count);
    }
}

gr_status
gr_fill_numbers (const gr_numbers *numbers, void *out, size_t count)
{
  const bool single = numbers->type == GR_TYPE_F32;
  switch (numbers->distribution)
    {
    case GR_UNIFORM:
      return single ? fill<gr_uniform_singles> (numbers, out, count) : fill<gr_uniform_doubles> (numbers, out, count);
    case GR_NORMAL:
      return single ? fill<gr_normal_singles> (numbers, out, count) : fill<gr_normal_doubles> (numbers, out, count);
    default:
      return fill_integers_of_type (numbers, out, count);
    }
}

} // namespace
