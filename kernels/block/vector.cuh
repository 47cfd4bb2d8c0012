/* SPDX-License-Identifier: GPL-3.0-or-later

   Vectors: neighbouring elements that are moved at a time, in one access of up to 16 bytes.  */

#ifndef GR_VECTOR_CUH
#define GR_VECTOR_CUH

#include "block/ptx.cuh"

#include <cstring>
#include <type_traits>

namespace GR_NAMESPACE
{

/* COUNT elements, aligned so that one access moves them all.  */
template <class T, int COUNT> struct alignas (COUNT > 1 ? sizeof (T) * COUNT : alignof (T)) gr_vector
{
  T element[COUNT];
};

/* What the hardware moves at a time, of 16, 8, 4 or 2 bytes.  */
template <size_t BYTES>
using gr_access
  = std::conditional_t<BYTES == 16, uint4,
                       std::conditional_t<BYTES == 8, uint2, std::conditional_t<BYTES == 4, unsigned, unsigned short>>>;

/* Read a struct of elements of up to 16 aligned bytes at once, since the compiler would read a struct of bytes
   byte by byte.  */
template <class Vector>
__device__ __forceinline__ Vector
gr_load_vector (const Vector *p)
{
  if constexpr (GR_PTX && alignof (Vector) == sizeof (Vector) && sizeof (Vector) >= 4 && sizeof (Vector) <= 16)
    {
      typedef gr_access<sizeof (Vector)> Word;
      const Word word = *reinterpret_cast<const Word *> (p);
      Vector v;
      memcpy (&v, &word, sizeof v);
      return v;
    }
  else
    return *p;
}

/* Write COUNT elements to memory that is aligned to all of them.  They go as words, since the compiler would take
   a struct of bytes apart.  */
template <unsigned COUNT, class T>
__device__ __forceinline__ void
gr_store_vector (T *to, const T *from)
{
  typedef gr_vector<T, COUNT> Vector;
  typedef std::conditional_t<GR_PTX && (COUNT > 1), gr_access<sizeof (Vector)>, Vector> Moved;
  static_assert (sizeof (Moved) == sizeof (Vector), "one access moves the elements and nothing else");
  Moved moved;
  memcpy (&moved, from, sizeof moved);
  *reinterpret_cast<Moved *> (to) = moved;
}

} // namespace

#endif
