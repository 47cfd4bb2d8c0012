/* SPDX-License-Identifier: GPL-3.0-or-later

   The order of elements, as that of unsigned numbers.  Elements are moved as bits, and a key is made of these bits
   wherever one is needed: so -0, whose key is that of 0, and NaN, which all have one key, come out as they went in.  */

#ifndef GR_SORT_KEY_CUH
#define GR_SORT_KEY_CUH

#include <cstddef>
#include <cstdint>
#include <cuda_runtime.h>
#include <type_traits>

namespace GR_NAMESPACE
{

/* Passes of a sort, from the least digit on, each by the digits of 8 bits.  */
constexpr unsigned GR_DIGIT_BITS = 8, GR_DIGITS = 1u << GR_DIGIT_BITS;

/* T: float, double, or an unsigned type, whose keys are also those of signed elements.  */
template <class T> struct gr_sort_order
{
  typedef std::conditional_t<
    sizeof (T) == 8, unsigned long long,
    std::conditional_t<sizeof (T) == 4, unsigned, std::conditional_t<sizeof (T) == 2, uint16_t, uint8_t>>>
    Bits;
  static constexpr unsigned passes = sizeof (T);
  static constexpr Bits sign = static_cast<Bits> (Bits (1) << (8 * sizeof (T) - 1));

  Bits flipped; /* bits that are turned around last: all for a descending order, the sign of signed elements */

  explicit gr_sort_order (bool descending, bool is_signed)
    : flipped (static_cast<Bits> ((descending ? ~Bits (0) : Bits (0)) ^ (is_signed ? sign : Bits (0))))
  {}

  __device__ __forceinline__ Bits key (Bits bits) const
  {
    if constexpr (std::is_floating_point<T>::value)
      {
        constexpr Bits INFINITE
          = sizeof (T) == 8 ? static_cast<Bits> (0x7ffull << 52) : static_cast<Bits> (0xffu << 23);
        const Bits magnitude = bits & ~sign;
        const Bits image = bits & sign ? static_cast<Bits> (0 - magnitude) ^ sign : bits ^ sign;
        return (magnitude > INFINITE ? ~Bits (0) : image) ^ flipped;
      }
    else
      return static_cast<Bits> (bits ^ flipped);
  }
  /* An element of that key: 0 of those that are zeros, and NaN of the greatest one.  */
  __device__ __forceinline__ Bits bits (Bits key) const
  {
    const Bits image = static_cast<Bits> (key ^ flipped);
    if constexpr (std::is_floating_point<T>::value)
      return image & sign ? image ^ sign : (0 - (image ^ sign)) | sign;
    else
      return image;
  }
  /* The digit of pass number `pass`.  */
  __device__ __forceinline__ unsigned digit (Bits bits, unsigned pass) const
  {
    return static_cast<unsigned> (key (bits) >> (GR_DIGIT_BITS * pass)) & (GR_DIGITS - 1);
  }
};
template <class T> using gr_sort_bits = typename gr_sort_order<T>::Bits;

/* What a kernel is given to sort: `segments` segments of `len` elements, whose elements are `inner` apart; all but one
   kernel take those that are contiguous.  positions: NULL if nobody asks where elements stood.  */
template <class T> struct gr_sort_arrays
{
  const gr_sort_bits<T> *from;
  gr_sort_bits<T> *to;
  double *positions;
  size_t inner, len, segments;
  gr_sort_order<T> order;
};

} // namespace

#endif
