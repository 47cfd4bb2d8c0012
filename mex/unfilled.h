/* SPDX-License-Identifier: GPL-3.0-or-later

   Arrays of Octave whose elements are to be written anyway.  */

#ifndef GW_UNFILLED_H
#define GW_UNFILLED_H

#include <octave/oct.h>

#include <sys/mman.h>
#include <unistd.h>

/* The allocator of an array class, which frees the elements as it gets them. */
template <typename T, typename Allocator>
static Allocator
gw_allocator_of (const Array<T, Allocator> &)
{
  return Allocator ();
}

/* An array that is not filled in: Result (dims) fills with zeros, which one thread does at 2 GB/s; elements that the
   class's allocator hands out are left as they are.  */
template <typename Result>
static Result
gw_unfilled (const dim_vector &dims)
{
  /* From this size on, ask for huge pages.  Otherwise the first touch of the elements by many threads is limited by
     page faults.  */
  constexpr std::size_t HUGE_BYTES = 4 << 20;
  using T = typename Result::element_type;
  auto allocator = gw_allocator_of (Array<T> ());
  const std::size_t n = dims.safe_numel ();
  T *elements = std::allocator_traits<decltype (allocator)>::allocate (allocator, n);
  const std::uintptr_t page = sysconf (_SC_PAGESIZE);
  const std::uintptr_t begin = (reinterpret_cast<std::uintptr_t> (elements) + page - 1) / page * page;
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t> (elements + n) / page * page;
  /* without huge pages it is only slower, so the answer does not matter */
  if (n * sizeof (T) >= HUGE_BYTES)
    madvise (reinterpret_cast<void *> (begin), end - begin, MADV_HUGEPAGE);
  return Result (Array<T> (elements, dims, allocator));
}

#endif
