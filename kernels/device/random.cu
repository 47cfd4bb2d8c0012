/* SPDX-License-Identifier: GPL-3.0-or-later

   Random numbers on a device: a thread makes 16 bytes of them at a time, and stores these at once.  Compiled a second
   time for the host executor, as device.cu is.  */

/* what is rare is called, since it stands there for each of a thread's numbers */
#define GR_CALL_RARE

#include "block/vector.cuh"
#include "device/elements.cuh"
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

/* ---- the launch ---- */

template <class Kind>
static gr_status
fill (const gr_numbers *numbers, void *out, size_t count)
{
  typedef typename Kind::Number Number;
  constexpr size_t TILE = static_cast<size_t> (GR_RANDOM_TURNS) * gr_numbers_stored<Number> * GR_RANDOM_THREADS;
  return gr_launch_queued (GR_KERNEL (gr_random_kernel<Kind>), (count + TILE - 1) / TILE, GR_RANDOM_THREADS, *numbers,
                           static_cast<Number *> (out), count, reinterpret_cast<uintptr_t> (out) % 16 == 0);
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
