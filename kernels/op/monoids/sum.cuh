/* SPDX-License-Identifier: GPL-3.0-or-later

   Sums.  */

#ifndef GR_SUM_CUH
#define GR_SUM_CUH

#include "op/element.cuh"
#include "op/monoid.cuh"
#include "op/packed.cuh"
#include "op/thread_accumulator.cuh"

/* The identity is -0, since only -0 leaves -0 as it is, which scans need (RUNNING).  Reductions start from +0, as
   Octave's do, and finish () adds it.  SQUARE: squares are summed, of moduli for complex elements.  OMIT: a NaN is
   left out and counts as +0.  */
template <bool SQUARE, bool OMIT, bool RUNNING> struct gr_sum_of
{
  typedef double Acc;
  typedef double Value;
  static constexpr bool ordered = false;
  double divisor; /* of a reduction: 1, or the length for a mean */

  __device__ Acc identity () const { return -0.0; }
  template <class T> __device__ Acc load (T x, size_t) const
  {
    if (OMIT && gr_is_nan (x))
      return 0.0;
    if constexpr (gr_is_complex<T>::value)
      return static_cast<double> (x.re) * x.re + static_cast<double> (x.im) * x.im;
    else
      {
        const double d = static_cast<double> (x);
        return SQUARE ? d * d : d;
      }
  }
  __device__ Acc combine (Acc a, Acc b) const { return a + b; }
  __device__ Value finish (Acc a) const { return RUNNING ? a : divisor == 1 ? 0.0 + a : (0.0 + a) / divisor; }
  __device__ Value empty () const { return 0.0; }
};
typedef gr_sum_of<false, false, false> gr_sum;
template <bool SQUARE, bool OMIT, bool RUNNING>
__device__ __host__ __forceinline__ gr_sum
gr_on_accumulators (const gr_sum_of<SQUARE, OMIT, RUNNING> &op)
{
  return gr_sum{ op.divisor };
}

struct gr_complex_sum
{
  typedef gr_c64 Acc;
  typedef gr_c64 Value;
  static constexpr bool ordered = false;
  bool omit_nan, from_zero;

  __device__ Acc identity () const { return gr_complex (-0.0, -0.0); }
  template <class T> __device__ Acc load (T x, size_t) const
  {
    return omit_nan && gr_is_nan (x) ? empty () : gr_to_complex (x);
  }
  __device__ Acc combine (Acc a, Acc b) const { return gr_complex_add (a, b); }
  __device__ Value finish (Acc a) const { return from_zero ? gr_complex_add (empty (), a) : a; }
  __device__ Value empty () const { return gr_complex (0.0, 0.0); }
};

/* "extra": one rounding error is kept beside the sum and added at the end.  The error of an infinite sum is NaN,
   which makes the result NaN.  */
struct gr_extra_sum
{
  typedef gr_pair Acc;
  typedef double Value;
  static constexpr bool ordered = false;
  bool omit_nan;

  __device__ Acc identity () const { return Acc{ 0.0, 0.0 }; }
  template <class T> __device__ Acc load (T x, size_t) const
  {
    const double d = static_cast<double> (x);
    return omit_nan && gr_is_nan (x) ? identity () : Acc{ d, d - d };
  }
  __device__ Acc combine (Acc a, Acc b) const { return gr_pair_add (a, b); }
  __device__ Value finish (Acc a) const { return a.s + a.e; }
  __device__ Value empty () const { return 0.0; }
};

struct gr_complex_extra_sum
{
  struct Acc
  {
    gr_pair re, im;
  };
  typedef gr_c64 Value;
  static constexpr bool ordered = false;
  bool omit_nan;

  __device__ Acc identity () const { return Acc{ { 0.0, 0.0 }, { 0.0, 0.0 } }; }
  template <class T> __device__ Acc load (T x, size_t) const
  {
    const gr_c64 z = gr_to_complex (x);
    return omit_nan && gr_is_nan (x) ? identity () : Acc{ { z.re, z.re - z.re }, { z.im, z.im - z.im } };
  }
  __device__ Acc combine (Acc a, Acc b) const { return Acc{ gr_pair_add (a.re, b.re), gr_pair_add (a.im, b.im) }; }
  __device__ Value finish (Acc a) const { return gr_complex (a.re.s + a.re.e, a.im.s + a.im.e); }
  __device__ Value empty () const { return gr_complex (0.0, 0.0); }
};

namespace GR_NAMESPACE
{

/* ---- one thread ---- */

template <class T, bool SQUARE, bool RUNNING>
struct gr_thread_accumulator<gr_sum_of<SQUARE, false, RUNNING>, gr_source<gr_sum_of<SQUARE, false, RUNNING>, T>,
                             std::enable_if_t<std::is_integral<T>::value && (sizeof (T) << SQUARE) <= 4>>
  : gr_uncentered
{
  typedef gr_sum_of<SQUARE, false, RUNNING> Op;
  static constexpr int together = gr_integer_sum<T, SQUARE>::together;
  static constexpr bool is_cheap = true, pads = together > 0;
  static __device__ __forceinline__ T padding (const Op &) { return 0; }
  double before;
  gr_integer_sum<T, SQUARE> sum;
  __device__ __forceinline__ explicit gr_thread_accumulator (double before = 0.0) : before (before) {}
  __device__ __forceinline__ void start (const Op &op)
  {
    before = op.identity ();
    sum = {};
  }
  __device__ __forceinline__ void add (const Op &, T x, int, size_t, bool) { sum.add (x); }
  template <int N> __device__ __forceinline__ void add_all (const Op &, const T (&x)[N], int, bool, int)
  {
    sum.add_all (x);
  }
  template <class Place> __device__ __forceinline__ double get (const Op &, Place) const
  {
    return before + static_cast<double> (sum.sum);
  }
  __device__ __forceinline__ double finish (const Op &op) const
  {
    return op.finish (before + static_cast<double> (sum.sum));
  }
};

} // namespace

#endif
