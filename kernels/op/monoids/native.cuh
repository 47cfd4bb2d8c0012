/* SPDX-License-Identifier: GPL-3.0-or-later

   "native" integer sums and products: saturation at every step.  */

#ifndef GR_NATIVE_CUH
#define GR_NATIVE_CUH

#include <limits>

#include "op/element.cuh"
#include "op/monoid.cuh"
#include "op/thread_accumulator.cuh"

/* A step of a saturating sum is the map x -> min (max (x + a, lo), hi).  These maps are closed under composition,
   so an ordered tree of them gives what the loop gives, which applies them one by one to 0.  Once a exceeds the
   width of the class, lo and hi are equal and a no longer matters, so it may saturate.  */
template <class Wide> struct gr_saturating_sum
{
  struct Acc
  {
    Wide a, lo, hi;
  };
  typedef Wide Value;
  static constexpr bool ordered = true;
  Wide least, most;

  __device__ Wide clamp (Wide x, Wide lo, Wide hi) const { return x < lo ? lo : x > hi ? hi : x; }
  __device__ Acc identity () const { return Acc{ 0, least, most }; }
  template <class T> __device__ Acc load (T x, size_t) const { return Acc{ static_cast<Wide> (x), least, most }; }
  __device__ Acc combine (Acc f, Acc g) const
  {
    const Wide width = most - least;
    return Acc{ clamp (f.a + g.a, -width, width), clamp (f.lo + g.a, g.lo, g.hi), clamp (f.hi + g.a, g.lo, g.hi) };
  }
  __device__ Value finish (Acc f) const { return clamp (f.a, f.lo, f.hi); }
  __device__ Value empty () const { return 0; }
};

/* The same for products: x -> min (max (c * x, lo), hi), applied to 1.  A
   negative factor swaps the bounds; a factor beyond the class acts on every
   integer as the first one beyond it does, so it saturates there.  */
template <class Wide> struct gr_saturating_product
{
  struct Acc
  {
    Wide c, lo, hi;
  };
  typedef Wide Value;
  static constexpr bool ordered = true;
  Wide least, most;

  __device__ Wide clamp (Wide x, Wide lo, Wide hi) const { return x < lo ? lo : x > hi ? hi : x; }
  __device__ Acc identity () const { return Acc{ 1, least, most }; }
  template <class T> __device__ Acc load (T x, size_t) const { return Acc{ static_cast<Wide> (x), least, most }; }
  __device__ Acc combine (Acc f, Acc g) const
  {
    const Wide beyond = most + 2, p = clamp (g.c * f.lo, g.lo, g.hi), q = clamp (g.c * f.hi, g.lo, g.hi);
    return Acc{ clamp (f.c * g.c, -beyond, beyond), g.c < 0 ? q : p, g.c < 0 ? p : q };
  }
  __device__ Value finish (Acc f) const { return clamp (f.c, f.lo, f.hi); }
  __device__ Value empty () const { return 1; }
};

/* Without negative numbers, saturating addition and multiplication are
   associative themselves.  SQUARE: squares are summed, which are not negative either.  */
template <bool SQUARE> struct gr_unsigned_sum_of
{
  typedef unsigned long long Acc;
  typedef unsigned long long Value;
  static constexpr bool ordered = false;
  unsigned long long most;

  __device__ Acc identity () const { return 0; }
  template <class T> __device__ Acc load (T x, size_t) const
  {
    if constexpr (! SQUARE)
      return static_cast<Acc> (x);
    Acc modulus = static_cast<Acc> (x);
    if constexpr (std::is_signed<T>::value)
      if (x < 0)
        modulus = -modulus;
    return modulus >> 32 ? most : modulus * modulus > most ? most : modulus * modulus;
  }
  __device__ Acc combine (Acc a, Acc b) const { return b > most - a ? most : a + b; }
  __device__ Value finish (Acc a) const { return a; }
  __device__ Value empty () const { return 0; }
};

typedef gr_unsigned_sum_of<false> gr_unsigned_sum;
template <bool SQUARE>
__device__ __host__ __forceinline__ gr_unsigned_sum
gr_on_accumulators (const gr_unsigned_sum_of<SQUARE> &op)
{
  return gr_unsigned_sum{ op.most };
}

struct gr_unsigned_product
{
  typedef unsigned long long Acc;
  typedef unsigned long long Value;
  static constexpr bool ordered = false;
  unsigned long long most;

  __device__ Acc identity () const { return 1; }
  template <class T> __device__ Acc load (T x, size_t) const { return static_cast<Acc> (x); }
  __device__ Acc combine (Acc a, Acc b) const
  {
    const unsigned __int128 p = static_cast<unsigned __int128> (a) * b;
    return p > most ? most : static_cast<Acc> (p);
  }
  __device__ Value finish (Acc a) const { return a; }
  __device__ Value empty () const { return 1; }
};

namespace GR_NAMESPACE
{

/* ---- one thread ---- */

/* a + b, or the bound of its class that it would pass.  */
template <class T>
__device__ __forceinline__ T
gr_add_saturated (T a, T b)
{
  typedef std::numeric_limits<T> Limits;
  if constexpr (sizeof (T) < 4)
    return static_cast<T> (min (max (a + b, static_cast<int> (Limits::min ())), static_cast<int> (Limits::max ())));
  else
    {
      typedef std::make_unsigned_t<T> Unsigned;
      const T sum = static_cast<T> (static_cast<Unsigned> (a) + static_cast<Unsigned> (b));
      /* overflow: the sum's sign is that of neither term */
      return ((a ^ sum) & (b ^ sum)) < 0 ? a < 0 ? Limits::min () : Limits::max () : sum;
    }
}

/* The bounds of a saturating sum are those of the elements' type.  A scan needs the value only, which is one step
   an element.  */
template <class Wide, class T>
struct gr_thread_accumulator<gr_saturating_sum<Wide>, gr_source<gr_saturating_sum<Wide>, T>> : gr_uncentered
{
  typedef gr_saturating_sum<Wide> Op;
  typedef typename Op::Acc Acc;
  static constexpr int together = 0;
  static constexpr bool is_cheap = true;
  Wide a; /* of at most 2^31 elements */
  T lo, hi, v;
  __device__ __forceinline__ explicit gr_thread_accumulator (const Acc &before = Acc ())
    : a (before.a), lo (static_cast<T> (before.lo)), hi (static_cast<T> (before.hi)),
      v (static_cast<T> (before.a < before.lo   ? before.lo
                         : before.a > before.hi ? before.hi
                                                : before.a))
  {}
  __device__ __forceinline__ void start (const Op &op) { *this = gr_thread_accumulator (op.identity ()); }
  __device__ __forceinline__ void add (const Op &, T x, int, size_t, bool)
  {
    a += x;
    lo = gr_add_saturated (lo, x);
    hi = gr_add_saturated (hi, x);
    v = gr_add_saturated (v, x);
  }
  template <class Place> __device__ __forceinline__ Acc get (const Op &op, Place) const
  {
    const Wide width = op.most - op.least;
    return Acc{ op.clamp (a, -width, width), lo, hi };
  }
  __device__ __forceinline__ Wide finish (const Op &) const { return v; }
};

} // namespace

#endif
