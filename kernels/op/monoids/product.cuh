/* SPDX-License-Identifier: GPL-3.0-or-later

   Products.  */

#ifndef GR_PRODUCT_CUH
#define GR_PRODUCT_CUH

#include "op/element.cuh"
#include "op/monoid.cuh"
#include "op/packed.cuh"
#include "op/thread_accumulator.cuh"

struct gr_product
{
  typedef double Acc;
  typedef double Value;
  static constexpr bool ordered = false;
  bool omit_nan;

  __device__ Acc identity () const { return 1.0; }
  template <class T> __device__ Acc load (T x, size_t) const
  {
    return omit_nan && gr_is_nan (x) ? 1.0 : static_cast<double> (x);
  }
  __device__ Acc combine (Acc a, Acc b) const { return a * b; }
  __device__ Value finish (Acc a) const { return a; }
  __device__ Value empty () const { return 1.0; }
};

/* 1+0i is no identity, since it makes Inf+NaN i of Inf+0i.  Reductions start from it, as Octave's do; scans must
   not, so "none" marks the true identity.  */
struct gr_complex_product
{
  struct Acc
  {
    gr_c64 z;
    long long none;
  };
  typedef gr_c64 Value;
  static constexpr bool ordered = false;
  bool omit_nan, from_one;

  __device__ Acc identity () const { return Acc{ gr_complex (1.0, 0.0), 1 }; }
  template <class T> __device__ Acc load (T x, size_t) const
  {
    return omit_nan && gr_is_nan (x) ? identity () : Acc{ gr_to_complex (x), 0 };
  }
  __device__ Acc combine (Acc a, Acc b) const { return a.none ? b : b.none ? a : Acc{ gr_complex_mul (a.z, b.z), 0 }; }
  __device__ Value finish (Acc a) const { return from_one ? gr_complex_mul (empty (), a.z) : a.z; }
  __device__ Value empty () const { return gr_complex (1.0, 0.0); }
};

namespace GR_NAMESPACE
{

/* ---- one thread ---- */

/* Products of 4 bytes of packed integers are exact in 32 bits, so one conversion serves them.  A zero gets the
   sign that it has with doubles.  */
template <class T>
struct gr_thread_accumulator<gr_product, gr_source<gr_product, T>,
                             std::enable_if_t<std::is_integral<T>::value && sizeof (T) <= 2>> : gr_uncentered
{
  static constexpr int together = 4 / sizeof (T);
  static constexpr bool is_cheap = true, pads = true;
  static __device__ __forceinline__ T padding (const gr_product &) { return 1; }
  double acc;
  __device__ __forceinline__ explicit gr_thread_accumulator (double before = 1.0) : acc (before) {}
  __device__ __forceinline__ void start (const gr_product &op) { acc = op.identity (); }
  __device__ __forceinline__ void add (const gr_product &, T x, int, size_t, bool) { acc *= x; }
  template <int N> __device__ __forceinline__ void add_all (const gr_product &, const T (&x)[N], int, bool, int)
  {
    typedef std::conditional_t<std::is_signed<T>::value, int, unsigned> Exact;
    double all = 1.0;
    unsigned signs = 0;
#pragma unroll
    for (int i = 0; i < N / together; i++)
      {
        const unsigned word = gr_word (x, i);
        const Exact next = static_cast<Exact> (word >> 8 * sizeof (T));
        signs ^= word;
        if constexpr (sizeof (T) == 1)
          {
            /* a dot product with one non-zero factor extracts an element from the packed word */
            const Exact first = static_cast<Exact> (word & 0xff), third = static_cast<Exact> (word & 0xff0000);
            all *= __dp4a (first, next, Exact (0)) * __dp4a (third, next, Exact (0));
          }
        else
          all *= static_cast<Exact> (static_cast<T> (word)) * static_cast<Exact> (static_cast<T> (next));
      }
    signs ^= signs << 16;
    if constexpr (sizeof (T) == 1)
      signs ^= signs << 8;
    acc *= std::is_signed<T>::value ? copysign (all, signs >> 31 ? -1.0 : 1.0) : all;
  }
  template <class Place> __device__ __forceinline__ double get (const gr_product &, Place) const { return acc; }
  __device__ __forceinline__ double finish (const gr_product &op) const { return op.finish (acc); }
};

} // namespace

#endif
