/* SPDX-License-Identifier: GPL-3.0-or-later

   Complex numbers are ordered by modulus and then by argument: these are sorted as real numbers, the argument first,
   and elements follow by their positions.  */

#ifndef GR_SORT_COMPLEX_CUH
#define GR_SORT_COMPLEX_CUH

#include "op/arith.h"
#include "op/divide.cuh"

#include <cuda_runtime.h>

#include <limits>

namespace GR_NAMESPACE
{

constexpr unsigned GR_SORT_PARTS_THREADS = 256;

/* Of complex numbers C, whose parts are R.  Those of which a part is NaN have a modulus of NaN and one argument.  */
template <class C, class R>
__global__ void
__launch_bounds__ (GR_SORT_PARTS_THREADS) gr_sort_parts_kernel (const C *from, size_t count, R *modulus, R *argument)
{
  const size_t i = blockIdx.x * static_cast<size_t> (GR_SORT_PARTS_THREADS) + threadIdx.x;
  if (i >= count)
    return;
  const gr_c64 z = { from[i].re, from[i].im };
  const bool is_nan = z.re != z.re || z.im != z.im;
  constexpr bool SINGLE = sizeof (R) < sizeof (double);
  modulus[i] = is_nan ? std::numeric_limits<R>::quiet_NaN () : static_cast<R> (gr_modulus_of (z, SINGLE));
  argument[i] = is_nan ? R (0) : static_cast<R> (gr_complex_arg (z, SINGLE));
}

/* Element k of a segment becomes the one at positions[k], which count from 1.  */
template <class Word>
__global__ void
__launch_bounds__ (GR_SORT_PARTS_THREADS)
  gr_sort_gather_kernel (const Word *from, const double *positions, size_t len, size_t count, Word *to)
{
  const size_t i = blockIdx.x * static_cast<size_t> (GR_SORT_PARTS_THREADS) + threadIdx.x;
  if (i < count)
    to[i] = from[gr_divide (i, len) * len + static_cast<size_t> (positions[i]) - 1];
}

} // namespace

#endif
