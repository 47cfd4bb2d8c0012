/* Vectors: neighbouring elements that are moved at a time, in one access of up to 16 bytes.  */

#ifndef GR_VECTOR_CUH
#define GR_VECTOR_CUH

#include "block/ptx.cuh"
#include "op/segment.cuh"

namespace GR_NAMESPACE
{

/* COUNT elements, aligned so that one access moves them all.  */
template <class T, int COUNT> struct alignas (COUNT > 1 ? sizeof (T) * COUNT : alignof (T)) gr_vector
{
  T element[COUNT];
};

/* What the hardware moves at a time, of 16, 8 or 4 bytes.  */
template <size_t BYTES>
using gr_access = std::conditional_t<BYTES == 16, uint4, std::conditional_t<BYTES == 8, uint2, unsigned>>;

/* Read a struct of elements of up to 16 aligned bytes at once: the compiler would
   take a struct of bytes apart.  ONCE: it is not to stay in the first-level cache.  */
template <bool ONCE = false, class Vector>
__device__ __forceinline__ Vector
gr_load_vector (const Vector *p)
{
  if constexpr (GR_PTX && alignof (Vector) == sizeof (Vector) && sizeof (Vector) >= 4 && sizeof (Vector) <= 16)
    {
      typedef gr_access<sizeof (Vector)> Word;
      const Word *const from = reinterpret_cast<const Word *> (p);
      const Word word = ONCE ? gr_ld_no_allocate (from) : *from;
      Vector v;
      memcpy (&v, &word, sizeof v);
      return v;
    }
  else
    return *p;
}

/* Write COUNT elements to memory that is aligned as all of them, as words, which the
   compiler would take apart.  */
template <unsigned COUNT, class T>
__device__ __forceinline__ void
gr_store_vector (T *to, const T *from)
{
  typedef gr_vector<T, COUNT> Vector;
  typedef std::conditional_t<GR_PTX && (COUNT > 1), gr_access<sizeof (Vector)>, Vector> Moved;
  Moved moved;
  memcpy (&moved, from, sizeof moved);
  *reinterpret_cast<Moved *> (to) = moved;
}

/* Do all arrays begin with aligned vectors of 16 bytes?  */
template <class Op, class T>
bool
gr_begin_vectors (const gr_source<Op, T> &source, const gr_sink<Op> &sink)
{
  const auto aligned = [] (const void *p) { return reinterpret_cast<uintptr_t> (p) % 16 == 0; };
  return aligned (source.in) && aligned (sink.out) && aligned (sink.index);
}

} // namespace

#endif
