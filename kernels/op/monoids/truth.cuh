/* SPDX-License-Identifier: GPL-3.0-or-later

   Any and all.  */

#ifndef GR_TRUTH_CUH
#define GR_TRUTH_CUH

#include "op/element.cuh"
#include "op/monoid.cuh"
#include "op/packed.cuh"
#include "op/thread_accumulator.cuh"

/* any: some element is neither 0 nor NaN.  all: no element is 0.  */
struct gr_logical
{
  typedef int Acc;
  typedef bool Value;
  static constexpr bool ordered = false;
  bool any;

  __device__ Acc identity () const { return ! any; }
  template <class T> __device__ Acc load (T x, size_t) const
  {
    bool nonzero;
    if constexpr (gr_is_complex<T>::value)
      nonzero = x.re != 0 || x.im != 0;
    else
      nonzero = x != 0;
    return nonzero && ! (any && gr_is_nan (x));
  }
  __device__ Acc combine (Acc a, Acc b) const { return any ? a | b : a & b; }
  __device__ Value finish (Acc a) const { return a != 0; }
  __device__ Value empty () const { return ! any; }
};

namespace GR_NAMESPACE
{

/* ---- one thread ---- */

/* Both any and all are computed: that takes fewer instructions for each element than a test of which is asked for.  */
template <class T> struct gr_thread_accumulator<gr_logical, gr_source<gr_logical, T>> : gr_uncentered
{
  static constexpr bool is_cheap = true, pads = sizeof (T) < 4;
  static constexpr int together = pads ? 4 / sizeof (T) : 0;
  static __device__ __forceinline__ T padding (const gr_logical &op) { return ! op.any; }
  int before;
  bool some, every;
  __device__ __forceinline__ explicit gr_thread_accumulator (int before = 0)
    : before (before), some (false), every (true)
  {}
  __device__ __forceinline__ void start (const gr_logical &op)
  {
    before = op.identity ();
    some = false;
    every = true;
  }
  __device__ __forceinline__ void add (const gr_logical &, T x, int, size_t k, bool)
  {
    some |= gr_logical{ true }.load (x, k) != 0;
    every &= gr_logical{ false }.load (x, k) != 0;
  }
  template <int N> __device__ __forceinline__ void add_all (const gr_logical &, const T (&x)[N], int, bool, int)
  {
    /* the lowest zero element has its upper bit set in `zeros`; no bit is set if there is none */
    constexpr unsigned UPPER = gr_ones<T> << (8 * sizeof (T) - 1);
    unsigned ones = 0, zeros = 0;
#pragma unroll
    for (int i = 0; i < N / together; i++)
      {
        const unsigned word = gr_word (x, i);
        ones |= word;
        zeros |= (word - gr_ones<T>) &~word & UPPER;
      }
    some |= ones != 0;
    every &= zeros == 0;
  }
  template <class Place> __device__ __forceinline__ int get (const gr_logical &op, Place) const
  {
    return op.combine (before, op.any ? some : every);
  }
  __device__ __forceinline__ bool finish (const gr_logical &op) const { return op.finish (get (op, 0)); }
};

} // namespace

#endif
