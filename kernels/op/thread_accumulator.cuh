/* SPDX-License-Identifier: GPL-3.0-or-later

   Folds of elements one after the other by one thread, for any monoid.  Faster forms stand beside their monoids
   (monoids/).  */

#ifndef GR_THREAD_ACCUMULATOR_CUH
#define GR_THREAD_ACCUMULATOR_CUH

#include <type_traits>

#include "op/element.cuh"

namespace GR_NAMESPACE
{

template <class Op, class T> struct gr_source; /* op/segment.cuh */

/* Call f with a std::bool_constant of the flag.  */
template <class F>
__device__ __forceinline__ void
gr_with_flag (bool flag, F f)
{
  if (flag)
    f (std::true_type ());
  else
    f (std::false_type ());
}

/* No center is learned from the first elements, and folds may be long.  */
struct gr_uncentered
{
  static constexpr int most_batches = 64;
  static constexpr bool by_segment = false, pads = false;
  template <class Element> __device__ __forceinline__ void center (int, Element) {}
};

/* How one thread accumulates.  It begins with an accumulator; start () forgets what came before.  add (x, j, k,
   first) takes element x, the thread's number j, at position k; first: nothing stands before it.  get (place)
   returns the accumulator; place (j) is the position of element j.

   - add_all takes several elements that need no positions: a multiple of `together`, if that is not 0.  Where it
     pads, only the first count need be elements, and the others are padding ().
   - A reduction calls center (count, element) before it adds; element (j) are the first count elements.  It begins
     a new fold after most_batches batches of loads.
   - is_cheap: an element takes so few instructions that long loops may be unrolled.
   - by_segment: neighbouring threads that have one whole segment (gr_expect) need not combine accumulators.  They
     agree on a center, which sums (away ()) of differences from one element give, and add up their sums (), which
     of_segment turns into the accumulator.

   The default is the operator itself.  */
template <class Op, class Source, class = void> struct gr_thread_accumulator : gr_uncentered
{
  typedef typename Op::Acc Acc;
  static constexpr int together = 0;
  static constexpr bool is_cheap = sizeof (Acc) <= sizeof (gr_c64);
  Acc acc;
  __device__ __forceinline__ explicit gr_thread_accumulator (const Acc &before = Acc ()) : acc (before) {}
  __device__ __forceinline__ void start (const Op &op) { acc = op.identity (); }
  __device__ __forceinline__ void add (const Op &op, const typename Source::Element &x, int, size_t k, bool)
  {
    acc = op.combine (acc, Source::convert (op, x, k));
  }
  template <class Place> __device__ __forceinline__ Acc get (const Op &, Place) const { return acc; }
  __device__ __forceinline__ typename Op::Value finish (const Op &op) const { return op.finish (acc); }
};

/* Take N elements, the first of which is the thread's number j.  */
template <class Serial, class Op, class T, int N, class Place>
__device__ __forceinline__ void
gr_add_all (Serial &serial, const Op &op, const T (&x)[N], int j, Place place, bool first, int count = N)
{
  if constexpr (Serial::together && N % (Serial::together + ! Serial::together) == 0)
    serial.add_all (op, x, j, first, count);
  else
#pragma unroll
    for (int i = 0; i < N; i++)
      serial.add (op, x[i], j + i, place (j + i), first && i == 0);
}

} // namespace

#endif
