/* SPDX-License-Identifier: GPL-3.0-or-later

   Segments of a collapsed array, and how kernels read and write them.

   Segment l of [inner, len, outer] begins at l % inner + (l / inner) * inner * len
   and has its elements inner apart.  Position k counts in the direction of
   the scan: from the end of the segment if reversed.  */

#ifndef GR_SEGMENT_CUH
#define GR_SEGMENT_CUH

#include "op/divide.cuh"
#include "op/monoids.cuh"
#include "op/store.cuh"

namespace GR_NAMESPACE
{

struct gr_segments
{
  size_t inner, len, count; /* count of segments: inner * outer */
  bool reverse;

  __device__ __forceinline__ size_t offset (size_t segment, size_t k) const
  {
    const size_t o = inner == 1 ? segment : inner == count ? 0 : gr_divide (segment, inner);
    return segment - o * inner + inner * (o * len + (reverse ? len - 1 - k : k));
  }
  /* From position k to k + 1.  */
  __device__ __forceinline__ ptrdiff_t stride () const
  {
    return reverse ? -static_cast<ptrdiff_t> (inner) : static_cast<ptrdiff_t> (inner);
  }
};

/* Where accumulators come from: elements of C type T.  */
template <class Op, class T> struct gr_source
{
  typedef T Element;
  typedef gr_source Plain; /* whose elements threads accumulate in the same way */
  typedef const T *Cursor; /* a place among the elements */
  static constexpr int vector = sizeof (T) < 16 ? 16 / sizeof (T) : 1; /* elements in a load */
  const T *in;
  __device__ __forceinline__ Cursor cursor (size_t offset) const { return in + offset; }
  /* Bytes behind an address that is a multiple of 16.  */
  static __device__ __forceinline__ size_t misalignment (Cursor p) { return reinterpret_cast<uintptr_t> (p) % 16; }
  __device__ __forceinline__ Op on_segment (const Op &op, const gr_segments &segments, size_t segment) const
  {
    return ! segments.len
           ? op
           : gr_on_segment (op, segment, segments.len, [&] (size_t k) { return in[segments.offset (segment, k)]; });
  }
  static __device__ __forceinline__ typename Op::Acc convert (const Op &op, const T &x, size_t k)
  {
    return op.load (x, k);
  }
};

constexpr gr_type GR_STATES = GR_TYPE_COUNT;

/* Where accumulators go: to the results at an offset, with their 1-based positions; or as they are to states, if a
   reduction goes on with them.  */
template <class Op> struct gr_sink
{
  void *out;
  double *index;
  gr_type type; /* GR_STATES: out is an array of accumulators */

  /* Positions count from the front, also where the segment is reversed.  */
  __device__ void put (const Op &op, const typename Op::Acc &a, size_t offset, const gr_segments &segments) const
  {
    if (type == GR_STATES)
      {
        static_cast<typename Op::Acc *> (out)[offset] = a;
        return;
      }
    gr_store (out, offset, op.finish (a), type, gr_rounds_result<Op>);
    if (index)
      index[offset] = position (op, a, segments);
  }
  /* Store the first place of an exclusive scan, before which there is nothing.  */
  __device__ void put_empty (const Op &op, size_t offset) const
  {
    gr_store (out, offset, op.empty (), type, false);
    if (index)
      index[offset] = 0.0;
  }
  /* The 1-based position of the element that a is.  */
  __device__ double position (const Op &op, const typename Op::Acc &a, const gr_segments &segments) const
  {
    const long long len = static_cast<long long> (segments.len), k = gr_position (op, a);
    return static_cast<double> (segments.reverse ? len - k : k + 1);
  }
};

} // namespace

#endif
