/* SPDX-License-Identifier: GPL-3.0-or-later

   The kernel that computes values of a function for all elements of arrays.  */

#ifndef GR_EVALUATE_CUH
#define GR_EVALUATE_CUH

#include "device/function.cuh"

namespace GR_NAMESPACE
{

struct gr_device_argument
{
  const void *data; /* NULL: the element in bytes */
  gr_extent extent;
  bool is_aligned;
  alignas (16) unsigned char bytes[16];
};
struct gr_device_evaluation
{
  gr_device_argument argument[GR_MAX_ARGUMENTS];
  gr_c64 number[GR_MAX_NUMBERS];
  gr_device_result result[GR_MAX_VALUES];
  gr_axes<GR_MAX_DIMS> axes;
  size_t count;
  unsigned *faulty; /* the least step that made a faulty result */
};

/* N elements of an argument for those of the result from number `first` on, which is in `row`; `here` are there.  Or
   the first one, as gr_load_broadcast says.  */
template <bool SPREADS, class Index, class T, int N>
__device__ __forceinline__ bool
gr_load_argument (const gr_device_evaluation &e, const gr_device_argument &argument, size_t first,
                  gr_division<Index> row, size_t here, gr_pack<T, N> &to)
{
  const T *const from = static_cast<const T *> (argument.data);
  const bool all_here = here >= N;
  if (! from || (! SPREADS && argument.extent.is_scalar))
    gr_repeat (from ? *from : *reinterpret_cast<const T *> (argument.bytes), to);
  else if ((! SPREADS || argument.extent.is_whole) && argument.is_aligned && all_here)
    gr_load_pack (from + first, to);
  else if constexpr (SPREADS)
    {
      gr_repeat (T (), to);
      return gr_load_broadcast<false> (e.axes, from, argument.extent, first, row,
                                       all_here ? N : static_cast<unsigned> (here), to);
    }
  else
#pragma unroll
    for (int i = 0; i < N; i++)
      to.element[i] = static_cast<size_t> (i) < here ? from[first + i] : T ();
  return false;
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

/* F: a gr_function; SPREADS: some argument has fewer elements than the results, and more than one.
   Index: unsigned, or size_t where the results have 2^31 elements or more.  */
template <class F, bool SPREADS, class Index> struct gr_evaluator
{
  typedef typename F::template All<static_cast<int> (GR_TAKEN)> All;
  const gr_device_evaluation &e;

  /* Bit k: of argument k the first element is there, which stands for all.  */
  __device__ __forceinline__ unsigned load (All &all, size_t first, size_t here) const
  {
    const gr_division<Index> row = SPREADS ? e.axes.axis[0].divide (static_cast<Index> (first)) : gr_division<Index> ();
    unsigned repeats = 0;
    all.load ([&] (auto argument, auto &to) {
      constexpr int NUMBER = decltype (argument)::value;
      const bool is_first = gr_load_argument<SPREADS> (e, e.argument[NUMBER], first, row, here, to);
      repeats |= static_cast<unsigned> (is_first) << NUMBER;
    });
    /* with known bits, the compiler would repeat elements where they are loaded */
    return SPREADS ? gr_opaque_copy (repeats) : 0;
  }
  __device__ __forceinline__ void compute (All &all, unsigned repeats) const
  {
    all.load ([&] (auto argument, auto &to) {
      if (SPREADS && repeats >> decltype (argument)::value & 1)
        gr_repeat (to.element[0], to);
    });
    all.compute (e.number);
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

template <class F, bool SPREADS, class Index>
__global__ void
gr_evaluate_kernel (const __grid_constant__ gr_device_evaluation e)
{
  typedef gr_evaluator<F, SPREADS, Index> Evaluator;
  constexpr int VALUES = static_cast<int> (sizeof F::value / sizeof *F::value);
  const Evaluator evaluator = { e };
  const size_t begin = blockIdx.x * static_cast<size_t> (GR_TURNS * GR_TURN_STEP) + threadIdx.x * GR_TAKEN;
  typename Evaluator::All all[GR_TURNS];
  unsigned repeats[GR_TURNS], faulty = GR_NO_FAULT;
  /* all loads are on their way before the first step */
#pragma unroll
  for (unsigned t = 0; t < GR_TURNS; t++)
    {
      const size_t first = begin + t * GR_TURN_STEP;
      repeats[t] = evaluator.load (all[t], first, first < e.count ? e.count - first : 0);
    }
#pragma unroll
  for (unsigned t = 0; t < GR_TURNS; t++)
    {
      const size_t first = begin + t * GR_TURN_STEP;
      evaluator.compute (all[t], repeats[t]);
      evaluator.store (typename gr_indices_to<VALUES>::type (), all[t], first, first < e.count ? e.count - first : 0,
                       &faulty);
    }
  if constexpr (F::any_may_fault)
    if (faulty != GR_NO_FAULT)
      atomicMin (e.faulty, faulty);
}

/* ---- values one behind the other ---- */

/* A function's values of each element put together: result 0 is an array of them.  Index: of places, as the axes'
   dividers are made for.  */
template <class F, unsigned BYTES, class Index>
__global__ void
gr_pack_kernel (const __grid_constant__ gr_device_evaluation e)
{
  typedef gr_evaluator<F, true, Index> Evaluator;
  const Evaluator evaluator = { e };
  gr_user_values<BYTES> *const to = static_cast<gr_user_values<BYTES> *> (e.result[0].data);
  const size_t begin = blockIdx.x * static_cast<size_t> (GR_TURNS * GR_TURN_STEP) + threadIdx.x * GR_TAKEN;
#pragma unroll
  for (unsigned t = 0; t < GR_TURNS; t++)
    {
      const size_t first = begin + t * GR_TURN_STEP, here = first < e.count ? e.count - first : 0;
      typename Evaluator::All all;
      evaluator.compute (all, evaluator.load (all, first, here));
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
  typedef gr_evaluator<F, false, unsigned> Evaluator;
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
