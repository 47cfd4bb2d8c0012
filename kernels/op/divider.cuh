/* SPDX-License-Identifier: GPL-3.0-or-later

   Division by a number that is known before a launch, as a multiplication: T. Granlund and P. L. Montgomery, Division
   by invariant integers using multiplication, PLDI 1994, theorem 4.2.  For dividends below 2^b and 2^l at least the
   divisor, the factor is 2^(b + l) / divisor, rounded up, which has b + 1 bits; the quotient is the product's bits from
   b + l on.  */

#ifndef GR_DIVIDER_CUH
#define GR_DIVIDER_CUH

#include <cuda_runtime.h>

namespace GR_NAMESPACE
{

template <class Index> struct gr_division
{
  Index quotient, remainder;
};

/* Index has b + 1 bits.  */
struct gr_divider
{
  size_t divisor; /* at least 2 */
  unsigned long long factor;
  unsigned shift;

  template <class Index> __device__ __forceinline__ gr_division<Index> divide (Index a) const
  {
    Index q;
    if constexpr (sizeof (Index) == sizeof (unsigned))
      q = __umulhi (a, static_cast<unsigned> (factor)) >> shift;
    else
      q = static_cast<Index> (static_cast<unsigned __int128> (a) * factor >> 64) >> shift;
    return { q, a - q * static_cast<Index> (divisor) };
  }
};

/* Are all numbers of elements below 2^31, so that unsigned is the Index, or is it size_t?  */
inline bool
gr_is_narrow (size_t count)
{
  return count >> 31 == 0;
}

inline gr_divider
gr_divider_of (size_t divisor, bool is_narrow)
{
  unsigned l = 1;
  while ((divisor - 1) >> l)
    l++;
  const unsigned __int128 power = static_cast<unsigned __int128> (1) << ((is_narrow ? 31 : 63) + l);
  return { divisor, static_cast<unsigned long long> ((power + divisor - 1) / divisor), l - 1 };
}

} // namespace

#endif
