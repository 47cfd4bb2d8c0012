/* SPDX-License-Identifier: GPL-3.0-or-later

   Integers of 1 or 2 bytes, packed in words of 4.  */

#ifndef GR_PACKED_CUH
#define GR_PACKED_CUH

#include <cstring>
#include <type_traits>

#include <cuda_runtime.h>

namespace GR_NAMESPACE
{

/* Word i of packed elements.  */
template <class T, int N>
__device__ __forceinline__ unsigned
gr_word (const T (&x)[N], int i)
{
  unsigned word;
  memcpy (&word, reinterpret_cast<const char *> (x) + i * sizeof word, sizeof word);
  return word;
}

/* A word with 1 in each element, and a word whose elements are all x.  */
template <class T> constexpr unsigned gr_ones = sizeof (T) == 1 ? 0x01010101u : 0x00010001u;
template <class T>
__device__ __forceinline__ unsigned
gr_word_of (T x)
{
  return gr_ones<T> * static_cast<std::make_unsigned_t<T>> (x);
}

/* Integers, or their squares, are summed as integers: as exact as doubles, without a conversion for each element.
   Those of 1 or 2 bytes are summed as packed words.  At most 2^15 elements of less than 4 bytes may be added, or
   2^14 if squared.  */
template <class T, bool SQUARE> struct gr_integer_sum
{
  static constexpr int together = sizeof (T) == 1 ? 4 : sizeof (T) == 2 && ! SQUARE ? 2 : 0;
  std::conditional_t<(sizeof (T) << SQUARE) < 4, int, long long> sum = 0;
  __device__ __forceinline__ void add (T x)
  {
    const decltype (sum) wide = x;
    sum += SQUARE ? wide * wide : wide;
  }
  template <int N> __device__ __forceinline__ void add_all (const T (&x)[N])
  {
#pragma unroll
    for (int i = 0; i < N / together; i++)
      {
        const unsigned word = gr_word (x, i), by = SQUARE ? word : 0x01010101u;
        if constexpr (sizeof (T) == 1 && std::is_signed<T>::value)
          sum = __dp4a (static_cast<int> (word), static_cast<int> (by), sum);
        else if constexpr (sizeof (T) == 1)
          sum = static_cast<int> (__dp4a (word, by, static_cast<unsigned> (sum)));
        else if constexpr (std::is_signed<T>::value)
          sum = __dp2a_lo (static_cast<int> (word), static_cast<int> (by), sum);
        else
          sum = static_cast<int> (__dp2a_lo (word, by, static_cast<unsigned> (sum)));
      }
  }
};

} // namespace

#endif
