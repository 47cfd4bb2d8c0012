/* SPDX-License-Identifier: GPL-3.0-or-later

   __gpureduce_new__ (DIMS, CLASS): a full real array that is not filled in.

   Octave returns an array of its own from a gateway as it is, and copies one
   made by mxCreate* once more.  */

#include <octave/oct.h>

#include <sys/mman.h>
#include <unistd.h>

/* From this size on, ask for huge pages.  Otherwise the first touch of the elements by many threads is limited by
   page faults.  */
static const std::size_t huge_bytes = 4 << 20;

/* The allocator of an array class, which frees the elements as it gets them. */
template <typename T, typename Allocator>
static Allocator
allocator_of (const Array<T, Allocator> &)
{
  return Allocator ();
}

/* Array (dims) fills with zeros; elements that its allocator hands out are
   left as they are.  */
template <typename Result, typename T>
static octave_value
allocate (const dim_vector &dims)
{
  auto allocator = allocator_of (Array<T> ());
  const std::size_t n = dims.safe_numel ();
  T *elements = std::allocator_traits<decltype (allocator)>::allocate (allocator, n);
  const std::uintptr_t page = sysconf (_SC_PAGESIZE);
  const std::uintptr_t begin = (reinterpret_cast<std::uintptr_t> (elements) + page - 1) / page * page;
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t> (elements + n) / page * page;
  /* without huge pages it is only slower, so the answer does not matter */
  if (n * sizeof (T) >= huge_bytes)
    madvise (reinterpret_cast<void *> (begin), end - begin, MADV_HUGEPAGE);
  return octave_value (Result (Array<T> (elements, dims, allocator)));
}

static const struct
{
  const char *name;
  octave_value (*allocate) (const dim_vector &dims);
} classes[] = {
  { "double", allocate<NDArray, double> },
  { "single", allocate<FloatNDArray, float> },
  { "int8", allocate<int8NDArray, octave_int8> },
  { "int16", allocate<int16NDArray, octave_int16> },
  { "int32", allocate<int32NDArray, octave_int32> },
  { "int64", allocate<int64NDArray, octave_int64> },
  { "uint8", allocate<uint8NDArray, octave_uint8> },
  { "uint16", allocate<uint16NDArray, octave_uint16> },
  { "uint32", allocate<uint32NDArray, octave_uint32> },
  { "uint64", allocate<uint64NDArray, octave_uint64> },
  { "logical", allocate<boolNDArray, bool> },
};

DEFUN_DLD (__gpureduce_new__, args, ,
           "A = __gpureduce_new__ (DIMS, CLASS): an array that is not filled in, for the gateways.")
{
  if (args.length () != 2)
    print_usage ();
  const RowVector sizes = args (0).row_vector_value ();
  const std::string name = args (1).string_value ();
  dim_vector dims;
  dims.resize (sizes.numel ());
  for (octave_idx_type k = 0; k < sizes.numel (); k++)
    dims.xelem (k) = static_cast<octave_idx_type> (sizes (k));
  for (const auto &c : classes)
    if (name == c.name)
      return ovl (c.allocate (dims));
  error ("__gpureduce_new__: no class '%s'", name.c_str ());
}
