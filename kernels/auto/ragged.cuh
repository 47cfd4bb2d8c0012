/* SPDX-License-Identifier: GPL-3.0-or-later

   Segments of any lengths, given by offsets (gr_ragged).  Elements and ends of segments together are items, which are
   cut into tiles of equal size, so that all blocks have the same work whatever the lengths are: the elements of segment
   0, its end, the elements of segment 1, its end, and so on.  The end of segment s is item offsets[s + 1] + s.  */

#ifndef GR_RAGGED_CUH
#define GR_RAGGED_CUH

#include "op/segment.cuh"
#include "runtime/context.cuh"

namespace GR_NAMESPACE
{

constexpr unsigned GR_RAGGED_THREADS = 256;

/* Elements behind the last offset belong to none.  */
struct gr_ragged_segments
{
  const double *offsets;
  size_t count, len; /* segments; elements of the array */

  __device__ __forceinline__ size_t begin (size_t segment) const { return static_cast<size_t> (offsets[segment]); }
  __device__ __host__ __forceinline__ size_t items () const { return len + count; }
};

/* first[t]: the segment that item number t * tile belongs to, or count behind the last one; t goes to `tiles`.  Index:
   a whole number.  */
template <class Index>
__global__ void
__launch_bounds__ (GR_RAGGED_THREADS)
  gr_first_segments_kernel (gr_ragged_segments segments, unsigned tile, size_t tiles, Index *first)
{
  const size_t t = blockIdx.x * static_cast<size_t> (GR_RAGGED_THREADS) + threadIdx.x;
  if (t > tiles)
    return;
  const size_t item = min (t * tile, segments.items ());
  size_t low = 0;
  for (size_t high = segments.count; low < high;)
    {
      const size_t middle = low + (high - low) / 2;
      if (segments.begin (middle + 1) + middle < item)
        low = middle + 1;
      else
        high = middle;
    }
  first[t] = low;
}

} // namespace

#endif
