/* SPDX-License-Identifier: GPL-3.0-or-later

   Places in a sorted table, by binary search.  */

#ifndef GR_SORT_LOOKUP_CUH
#define GR_SORT_LOOKUP_CUH

#include "sort/key.cuh"

namespace GR_NAMESPACE
{

/* A thread searches for several values at a time, so that as many loads are under way.  */
constexpr unsigned GR_LOOKUP_THREADS = 256, GR_LOOKUP_VALUES = 8;
/* Elements of the table at equal distances, which a block keeps: a search begins among them.  */
constexpr unsigned GR_LOOKUP_KEPT = 1024;

/* A table of `length` elements, which is not 0.  Of each `step` of them, the last ones may be less, the first is
   kept.  */
template <class T> struct gr_lookup_arrays
{
  const gr_sort_bits<T> *table, *values;
  double *places;
  size_t length, count, step;
  unsigned kept;
  gr_sort_order<T> order;
};

template <class T>
__global__ void
__launch_bounds__ (GR_LOOKUP_THREADS) gr_lookup_kernel (const __grid_constant__ gr_lookup_arrays<T> a)
{
  typedef gr_sort_bits<T> Bits;
  __shared__ Bits kept[GR_LOOKUP_KEPT];
  const size_t first = blockIdx.x * static_cast<size_t> (GR_LOOKUP_THREADS * GR_LOOKUP_VALUES) + threadIdx.x;
  Bits key[GR_LOOKUP_VALUES];
  size_t at[GR_LOOKUP_VALUES];
  for (unsigned k = threadIdx.x; k < a.kept; k += GR_LOOKUP_THREADS)
    {
      kept[k] = a.order.key (a.table[k * a.step]);
    }
#pragma unroll
  for (unsigned v = 0; v < GR_LOOKUP_VALUES; v++)
    {
      const size_t i = first + v * GR_LOOKUP_THREADS;
      key[v] = i < a.count ? a.order.key (a.values[i]) : Bits (0);
    }
  __syncthreads ();
  /* where the last element begins that is kept and does not go behind the value, or 0 */
#pragma unroll
  for (unsigned v = 0; v < GR_LOOKUP_VALUES; v++)
    {
      unsigned begin = 0;
      for (unsigned left = a.kept; left > 1; left -= left / 2)
        {
          begin += kept[begin + left / 2] <= key[v] ? left / 2 : 0;
        }
      /* all searches are as long; what stands before does not go behind the value either */
      at[v] = begin * a.step < a.length - a.step ? begin * a.step : a.length - a.step;
    }
  for (size_t left = a.step; left > 1; left -= left / 2)
    {
#pragma unroll
      for (unsigned v = 0; v < GR_LOOKUP_VALUES; v++)
        {
          at[v] += a.order.key (a.table[at[v] + left / 2 - 1]) <= key[v] ? left / 2 : 0;
        }
    }
#pragma unroll
  for (unsigned v = 0; v < GR_LOOKUP_VALUES; v++)
    {
      const size_t i = first + v * GR_LOOKUP_THREADS;
      if (i < a.count)
        a.places[i] = static_cast<double> (at[v] + (a.order.key (a.table[at[v]]) <= key[v]));
    }
}

} // namespace

#endif
