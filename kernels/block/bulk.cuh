/* SPDX-License-Identifier: GPL-3.0-or-later

   Bulk copies: rows are brought to shared memory and back in one piece while no thread waits.  Barriers in shared
   memory tell when they have come (PTX ISA: cp.async.bulk, mbarrier; compute capability 9.0).  Where the hardware
   has none, the calling thread copies, and barriers are counters.  */

#ifndef GR_BULK_CUH
#define GR_BULK_CUH

#include "block/ptx.cuh"

#include <cstddef>
#include <type_traits>

namespace GR_NAMESPACE
{

/* A barrier in shared memory with phases 0, 1, and on.  A phase ends when as many threads have arrived as the
   barrier was initialised for, and the bytes that they asked for are there.  A thread that waits for the end sees
   what they wrote before they arrived.  */
class gr_mbarrier
{
  gr_mbarrier_state state;

public:
  /* Called by one thread.  The others may use the barrier after gr_fence_proxy_async and a barrier of the block.  */
  __device__ __forceinline__ void init (unsigned threads)
  {
    gr_mbarrier_init (&state, threads);
    gr_fence_mbarrier_init ();
  }
  /* Called by one thread, for phases that `sends` gr_st_async_remote complete.  One thread of the block tells the
     number of their bytes by expect.  */
  __device__ __forceinline__ void init_for_sends (unsigned sends) { init (GR_HAS_BULK_COPIES ? 1 : sends); }
  __device__ __forceinline__ void expect (unsigned bytes) { gr_mbarrier_arrive_expect_tx (&state, bytes); }
  __device__ __forceinline__ void arrive () { gr_mbarrier_arrive (&state); }
  /* Wait for the end of a phase that is under way, or that was the last to end; parity is that of the phase's
     number.  */
  __device__ __forceinline__ void wait (unsigned parity)
  {
    while (! gr_mbarrier_try_wait_parity (&state, parity))
      ;
  }
#if GR_HAS_BULK_COPIES
  /* Start to bring vectors of 16 aligned bytes to shared memory, and arrive.  */
  __device__ __forceinline__ void arrive_with (void *to, const void *from, unsigned bytes)
  {
    expect (bytes);
    gr_cp_async_bulk_load (to, from, bytes, &state);
  }
  /* The address of the barrier of block number rank of the cluster.  */
  __device__ __forceinline__ unsigned of_rank (unsigned rank) const { return gr_mapa (&state, rank); }
#endif
};

/* Write a value to the shared memory of block number rank of the cluster, at the place that `to` is in one's own,
   and count it at the barrier there (PTX ISA: st.async).  Where the hardware has no clusters, a block is its own
   cluster.  */
template <class A>
__device__ __forceinline__ void
gr_st_async_remote (A *to, const A &value, gr_mbarrier *barrier, [[maybe_unused]] unsigned rank)
{
#if GR_HAS_BULK_COPIES
  typedef std::conditional_t<sizeof (A) % 8 == 0, unsigned long long, unsigned> Word;
  constexpr unsigned WORDS = sizeof (A) / sizeof (Word);
  union
  {
    Word word[WORDS];
    A value;
  } u = {};
  u.value = value;
  const unsigned place = gr_mapa (to, rank), there = barrier->of_rank (rank);
#  pragma unroll
  for (unsigned i = 0; i < WORDS; i++)
    gr_st_async (place + static_cast<unsigned> (sizeof (Word)) * i, u.word[i], there);
#else
  *to = value;
  barrier->arrive ();
#endif
}

/* The elements between the last multiple of 16 bytes and a place in an array that begins with 16 aligned bytes.  A
   row in shared memory begins as far behind such a multiple.  */
template <class T>
__device__ __forceinline__ unsigned
gr_row_gap (ptrdiff_t offset)
{
  return static_cast<unsigned> (offset) & (sizeof (T) < 16 ? 16 / sizeof (T) - 1 : 0);
}

/* Start to bring count elements from offset on to a row in shared memory, and arrive at the barrier.  The array
   begins with 16 aligned bytes and has `elements` elements.  */
template <class T>
__device__ __forceinline__ void
gr_load_row (gr_mbarrier *barrier, unsigned char *row, const T *array, ptrdiff_t offset, unsigned count,
             [[maybe_unused]] size_t elements)
{
  const unsigned gap = gr_row_gap<T> (offset);
  T *const to = reinterpret_cast<T *> (row);
  const T *const from = array + offset - gap;
#if GR_HAS_BULK_COPIES
  constexpr unsigned VECTOR = 16 / sizeof (T);
  /* the array may end within 16 bytes */
  const size_t left = elements - static_cast<size_t> (offset - gap);
  const unsigned wanted = (gap + count + VECTOR - 1) / VECTOR * VECTOR;
  const unsigned whole = left < wanted ? (gap + count) / VECTOR * VECTOR : wanted;
#  pragma unroll 1
  for (unsigned i = whole; i < gap + count; i++)
    to[i] = from[i];
  if (whole)
    barrier->arrive_with (to, from, whole * sizeof (T));
  else
    barrier->arrive ();
#else
  for (unsigned i = gap; i < gap + count; i++)
    to[i] = from[i];
  barrier->arrive ();
#endif
}

/* Start to write the elements [first, last) from a row in shared memory, which begins with the element at offset.
   The threads that wrote the row have called gr_fence_proxy_async.  */
template <class T>
__device__ __forceinline__ void
gr_store_part (T *array, const unsigned char *row, ptrdiff_t offset, ptrdiff_t first, ptrdiff_t last)
{
  const T *const from = reinterpret_cast<const T *> (row) + gr_row_gap<T> (offset) - offset;
#if GR_HAS_BULK_COPIES
  constexpr unsigned VECTOR = 16 / sizeof (T);
  const unsigned head = gr_row_gap<T> (-first), tail = gr_row_gap<T> (last);
  if (first + head < last - tail)
    gr_cp_async_bulk_store (array + first + head, from + first + head,
                            static_cast<unsigned> ((last - first - head - tail) * sizeof (T)));
#  pragma unroll
  for (unsigned i = 0; i + 1 < VECTOR; i++)
    {
      if (i < head && first + i < last)
        array[first + i] = from[first + i];
      if (i < tail && first + i < last)
        array[last - 1 - i] = from[last - 1 - i];
    }
#else
  for (ptrdiff_t i = first; i < last; i++)
    array[i] = from[i];
#endif
}

} // namespace

#endif
