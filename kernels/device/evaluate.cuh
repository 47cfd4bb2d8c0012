/* SPDX-License-Identifier: GPL-3.0-or-later

   The kernel that computes values of a function for all elements of arrays.  */

#ifndef GR_EVALUATE_CUH
#define GR_EVALUATE_CUH

#include "device/function.cuh"

namespace GR_NAMESPACE
{

/* An argument: bit k of has says that it has elements along axis k, of which it else has one for all.  */
struct gr_device_argument
{
  const void *data; /* NULL: the element in bytes */
  unsigned has;
  bool is_scalar, is_whole, is_aligned;
  alignas (16) unsigned char bytes[16];
};
struct gr_device_evaluation
{
  gr_device_argument argument[GR_MAX_ARGUMENTS];
  gr_c64 number[GR_MAX_NUMBERS];
  gr_device_result result[GR_MAX_VALUES];
  unsigned axes;
  bool by_vectors; /* elements that a thread takes at a time are neighbours along the first axis */
  size_t axis[GR_MAX_DIMS];
  size_t count;
  unsigned *faulty; /* the least step that made a faulty result */
};

/* Where an argument's element for an element of the result is.  */
inline __device__ __noinline__ size_t
gr_find_spread (const gr_device_evaluation &e, unsigned has, size_t element)
{
  size_t place = 0, stride = 1;
  for (unsigned k = 0; k < e.axes; k++)
    {
      const size_t count = e.axis[k], rest = k + 1 < e.axes ? gr_divide (element, count) : 0;
      if (has >> k & 1)
        {
          place += (element - rest * count) * stride;
          stride *= count;
        }
      element = rest;
    }
  return place;
}

/* N elements of an argument for those of the result from number `first` on, of which `here` are there.  */
template <bool SPREADS, class T, int N>
__device__ __forceinline__ void
gr_load_argument (const gr_device_evaluation &e, const gr_device_argument &argument, size_t first, size_t here,
                  gr_pack<T, N> &to)
{
  const T *const from = static_cast<const T *> (argument.data ? argument.data : argument.bytes);
  constexpr int ACCESSED = sizeof (T) * N <= 16 ? N : static_cast<int> (16 / sizeof (T));
  typedef gr_vector<T, ACCESSED> Vector;
  if (argument.is_scalar)
    {
      const T value = *from;
#pragma unroll
      for (int i = 0; i < N; i++)
        to.element[i] = value;
      return;
    }
  size_t at = first;
  bool repeats = false, neighbours = true;
  if constexpr (SPREADS)
    if (! argument.is_whole)
      {
        neighbours = e.by_vectors;
        repeats = ! (argument.has & 1);
        at = here ? gr_find_spread (e, argument.has, first) : 0;
      }
  if (neighbours && ! repeats && argument.is_aligned && here >= N)
    {
#pragma unroll
      for (int i = 0; i < N; i += ACCESSED)
        {
          const Vector v = gr_load_vector (reinterpret_cast<const Vector *> (from + at + i));
#pragma unroll
          for (int k = 0; k < ACCESSED; k++)
            to.element[i + k] = v.element[k];
        }
      return;
    }
#pragma unroll
  for (int i = 0; i < N; i++)
    {
      const bool is_there = static_cast<size_t> (i) < here;
      size_t place = repeats ? at : at + i;
      if constexpr (SPREADS)
        if (! neighbours && is_there)
          place = gr_find_spread (e, argument.has, first + i);
      to.element[i] = is_there ? from[place] : T ();
    }
}

template <unsigned COUNT, class T, int N>
__device__ __forceinline__ void
gr_store_pack (const gr_device_result &result, size_t first, size_t here, const gr_pack<T, N> &from)
{
  constexpr unsigned ACCESSED = gr_accessed<T>;
  static_assert (COUNT == N && N == GR_TAKEN, "packs are what threads take");
  T *const to = static_cast<T *> (result.data) + first;
  if (result.is_aligned && here >= N)
    {
#pragma unroll
      for (unsigned i = 0; i < N; i += ACCESSED)
        gr_store_vector<ACCESSED> (to + i, from.element + i);
    }
  else
    {
#pragma unroll
      for (unsigned i = 0; i < N; i++)
        if (i < here)
          to[i] = from.element[i];
    }
}

/* F: a gr_function; SPREADS: some argument has fewer elements than the results, and more than one.  */
template <class F, bool SPREADS> struct gr_evaluator
{
  typedef typename F::template All<static_cast<int> (GR_TAKEN)> All;
  const gr_device_evaluation &e;

  __device__ __forceinline__ void load (All &all, size_t first, size_t here) const
  {
    all.load ([&] (auto argument, auto &to) {
      gr_load_argument<SPREADS> (e, e.argument[decltype (argument)::value], first, here, to);
    });
  }
  template <int V>
  __device__ __forceinline__ void store_one (All &all, size_t first, size_t here, unsigned *faulty) const
  {
    constexpr int STEP = F::value[V];
    gr_store_pack<GR_TAKEN> (e.result[V], first, here, all.template at<STEP> ().value);
    if constexpr (F::template may_fault<STEP>)
#pragma unroll
      for (unsigned i = 0; i < GR_TAKEN; i++)
        if (i < here)
          *faulty = min (*faulty, all.template at<STEP> ().faults.fault[i]);
  }
  template <int... V>
  __device__ __forceinline__ void store (gr_indices<V...>, All &all, size_t first, size_t here, unsigned *faulty) const
  {
    (store_one<V> (all, first, here, faulty), ...);
  }
};

template <class F, bool SPREADS>
__global__ void
gr_evaluate_kernel (const __grid_constant__ gr_device_evaluation e)
{
  typedef gr_evaluator<F, SPREADS> Evaluator;
  constexpr int VALUES = static_cast<int> (sizeof F::value / sizeof *F::value);
  const Evaluator evaluator = { e };
  const size_t begin = blockIdx.x * static_cast<size_t> (GR_TURNS * GR_TURN_STEP) + threadIdx.x * GR_TAKEN;
  typename Evaluator::All all[GR_TURNS];
  unsigned faulty = GR_NO_FAULT;
  /* all loads are on their way before the first step */
#pragma unroll
  for (unsigned t = 0; t < GR_TURNS; t++)
    {
      const size_t first = begin + t * GR_TURN_STEP;
      evaluator.load (all[t], first, first < e.count ? e.count - first : 0);
    }
#pragma unroll
  for (unsigned t = 0; t < GR_TURNS; t++)
    {
      const size_t first = begin + t * GR_TURN_STEP;
      all[t].compute (e.number);
      evaluator.store (typename gr_indices_to<VALUES>::type (), all[t], first, first < e.count ? e.count - first : 0,
                       &faulty);
    }
  if constexpr (F::any_may_fault)
    if (faulty != GR_NO_FAULT)
      atomicMin (e.faulty, faulty);
}

/* ---- values one behind the other ---- */

/* A function's values of each element put together: result 0 is an array of them.  */
template <class F, unsigned BYTES>
__global__ void
gr_pack_kernel (const __grid_constant__ gr_device_evaluation e)
{
  typedef gr_evaluator<F, true> Evaluator;
  const Evaluator evaluator = { e };
  gr_user_values<BYTES> *const to = static_cast<gr_user_values<BYTES> *> (e.result[0].data);
  const size_t begin = blockIdx.x * static_cast<size_t> (GR_TURNS * GR_TURN_STEP) + threadIdx.x * GR_TAKEN;
#pragma unroll
  for (unsigned t = 0; t < GR_TURNS; t++)
    {
      const size_t first = begin + t * GR_TURN_STEP, here = first < e.count ? e.count - first : 0;
      typename Evaluator::All all;
      evaluator.load (all, first, here);
      all.compute (e.number);
#pragma unroll
      for (unsigned i = 0; i < GR_TAKEN; i++)
        if (i < here)
          {
            to[first + i] = all.template packed<gr_user_values<BYTES>> (i);
            if constexpr (F::any_may_fault)
              if (all.fault (i) != GR_NO_FAULT)
                atomicMin (e.faulty, all.fault (i));
          }
    }
}

/* A function's values where its arguments stand together, in an array that is argument 0.  */
template <class F, unsigned BYTES>
__global__ void
gr_unpack_kernel (const __grid_constant__ gr_device_evaluation e)
{
  typedef gr_evaluator<F, false> Evaluator;
  constexpr int VALUES = static_cast<int> (sizeof F::value / sizeof *F::value);
  const Evaluator evaluator = { e };
  const gr_user_values<BYTES> *const from = static_cast<const gr_user_values<BYTES> *> (e.argument[0].data);
  const size_t begin = blockIdx.x * static_cast<size_t> (GR_TURNS * GR_TURN_STEP) + threadIdx.x * GR_TAKEN;
  unsigned faulty = GR_NO_FAULT;
#pragma unroll
  for (unsigned t = 0; t < GR_TURNS; t++)
    {
      const size_t first = begin + t * GR_TURN_STEP, here = first < e.count ? e.count - first : 0;
      typename Evaluator::All all;
      gr_user_values<BYTES> values[GR_TAKEN] = {};
#pragma unroll
      for (unsigned i = 0; i < GR_TAKEN; i++)
        if (i < here)
          values[i] = from[first + i];
      all.load ([&] (auto argument, auto &to) {
#pragma unroll
        for (unsigned i = 0; i < GR_TAKEN; i++)
          memcpy (&to.element[i], values[i].at (F::place_of_argument (decltype (argument)::value)),
                  sizeof to.element[i]);
      });
      all.compute (e.number);
      evaluator.store (typename gr_indices_to<VALUES>::type (), all, first, here, &faulty);
    }
  if constexpr (F::any_may_fault)
    if (faulty != GR_NO_FAULT)
      atomicMin (e.faulty, faulty);
}

} // namespace

#endif
