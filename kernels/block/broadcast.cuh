/* SPDX-License-Identifier: GPL-3.0-or-later

   Elements of arrays that are broadcast.  A thread takes a pack of neighbouring elements of the result; an array's
   elements for them are neighbours too if it has the first axis, else one and the same, as long as the pack is within a
   row along that axis.  */

#ifndef GR_BROADCAST_CUH
#define GR_BROADCAST_CUH

#include "block/vector.cuh"
#include "op/divider.cuh"

namespace GR_NAMESPACE
{

template <class T, int N> struct gr_pack
{
  T element[N];
};

/* The result's axes, each of at least two elements, the one whose elements are neighbours first.  */
template <int MOST> struct gr_axes
{
  unsigned count;
  gr_divider axis[MOST];
};

/* elements: of the result.  */
template <int MOST>
void
gr_set_axes (gr_axes<MOST> *axes, unsigned count, const size_t *sizes, size_t elements)
{
  axes->count = count;
  for (unsigned k = 0; k < count; k++)
    axes->axis[k] = gr_divider_of (sizes[k], gr_is_narrow (elements));
}

/* What an array has: all the result's elements, or one for all, or those along axes whose bits are in has, of some axes
   but not all.  */
struct gr_extent
{
  unsigned has;
  bool is_scalar, is_whole;
};

/* Where an array's element is for the one of the result that is number `remainder` of row number `quotient` along the
   first axis.  IS_PLANE: the compiler knows that there are two axes.  */
template <bool IS_PLANE, class Index, int MOST>
__device__ __forceinline__ Index
gr_find_broadcast (const gr_axes<MOST> &axes, unsigned has, gr_division<Index> row)
{
  if (IS_PLANE || axes.count == 2)
    return has & 1 ? row.remainder : row.quotient;
  Index place = has & 1 ? row.remainder : 0, stride = has & 1 ? static_cast<Index> (axes.axis[0].divisor) : 1;
#pragma unroll 1
  for (unsigned k = 1; k < axes.count; k++)
    {
      const gr_division<Index> d = axes.axis[k].divide (row.quotient);
      if (has >> k & 1)
        {
          place += d.remainder * stride;
          stride *= static_cast<Index> (axes.axis[k].divisor);
        }
      row.quotient = d.quotient;
    }
  return place;
}

/* N elements from an address on that is aligned to them, or to 16 bytes.  */
template <class T, int N>
__device__ __forceinline__ void
gr_load_pack (const T *from, gr_pack<T, N> &to)
{
  constexpr int ACCESSED = sizeof (T) * N <= 16 ? N : static_cast<int> (16 / sizeof (T));
  typedef gr_vector<T, ACCESSED> Vector;
#pragma unroll
  for (int i = 0; i < N; i += ACCESSED)
    {
      const Vector v = gr_load_vector (reinterpret_cast<const Vector *> (from + i));
#pragma unroll
      for (int k = 0; k < ACCESSED; k++)
        to.element[i + k] = v.element[k];
    }
}
template <class T, int N>
__device__ __forceinline__ void
gr_repeat (const T &value, gr_pack<T, N> &to)
{
#pragma unroll
  for (int i = 0; i < N; i++)
    to.element[i] = value;
}

/* An array's elements for those of the result from number `first` on, which is in `row`; `here` of N are there.  True
   where only the first one is loaded, which stands for all: gr_repeat would wait for it, and all other loads shall be
   on their way before.  */
template <bool IS_PLANE, class Index, class T, int N, int MOST>
__device__ __forceinline__ bool
gr_load_broadcast (const gr_axes<MOST> &axes, const T *data, const gr_extent &extent, size_t first,
                   gr_division<Index> row, unsigned here, gr_pack<T, N> &to)
{
  constexpr unsigned ACCESSED = sizeof (T) * N <= 16 ? N : 16 / sizeof (T);
  const bool is_along = extent.is_whole || extent.has & 1, is_even = extent.is_whole || extent.is_scalar;
  const Index size = static_cast<Index> (axes.axis[0].divisor);
  const bool is_inside = N == 1 || (here == N && (is_even || size - row.remainder >= N));
  /* row by row, of which there is one if the pack is inside */
#pragma unroll 1
  for (unsigned begin = 0; begin < here;)
    {
      const T *const from = data
                          + (extent.is_whole    ? first
                             : extent.is_scalar ? 0
                                                : gr_find_broadcast<IS_PLANE> (axes, extent.has, row));
      if (is_inside && (N == 1 || ! is_along))
        {
          to.element[0] = *from;
          return N > 1;
        }
      if (is_inside && reinterpret_cast<uintptr_t> (from) % (ACCESSED * sizeof (T)) == 0)
        {
          gr_load_pack (from, to);
          return false;
        }
      const Index left = is_even ? N : size - row.remainder;
      const unsigned end = left < here - begin ? begin + static_cast<unsigned> (left) : here;
#pragma unroll
      for (unsigned i = 0; i < N; i++)
        if (i >= begin && i < end)
          to.element[i] = from[is_along ? i - begin : 0];
      begin = end;
      row = { row.quotient + 1, 0 };
    }
  return false;
}

} // namespace

#endif
