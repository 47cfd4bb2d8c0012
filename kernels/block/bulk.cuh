/* Bulk copies: rows brought to shared memory and back as wholes, while no thread waits, and the barriers there that
   tell when they have come (PTX ISA: cp.async.bulk, mbarrier; compute capability 9.0).  Where the hardware has
   none, the calling thread copies, and barriers are counters.  */

#ifndef GR_BULK_CUH
#define GR_BULK_CUH

#include "plan/plan.h"
#include "op/thread_accumulator.cuh"

namespace GR_NAMESPACE
{

#if ! defined GR_SIMT && __CUDA_ARCH__ >= 900
#  define GR_BULK_COPIES
#endif

#ifdef GR_BULK_COPIES
__device__ __forceinline__ unsigned
gr_shared_address (const void *shared)
{
  return static_cast<unsigned> (__cvta_generic_to_shared (shared));
}
#endif

/* A barrier in shared memory that has phases 0, 1, ...: each ends when as many threads have arrived as it was
   initialised for, and what they load is there.  Who waits for its end sees what they wrote before they arrived.  */
class gr_mbarrier
{
#ifdef GR_BULK_COPIES
  uint64_t state;
#else
  unsigned count, arrived, phase;
#endif

public:
  /* By one thread.  The others may use it after gr_fence_proxy_async and a barrier of the block.  */
  __device__ __forceinline__ void init (unsigned threads)
  {
#ifdef GR_BULK_COPIES
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(gr_shared_address (&state)), "r"(threads));
    asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
#else
    count = threads;
    arrived = phase = 0;
#endif
  }
  /* By one thread, for what so many gr_st_async_remote bring in a phase, of whose bytes one thread of the block tells
     the number by expect.  */
  __device__ __forceinline__ void init_for_sends ([[maybe_unused]] unsigned sends)
  {
#ifdef GR_BULK_COPIES
    init (1);
#else
    init (sends);
#endif
  }
  __device__ __forceinline__ void expect ([[maybe_unused]] unsigned bytes)
  {
#ifdef GR_BULK_COPIES
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                 :
                 : "r"(gr_shared_address (&state)), "r"(bytes)
                 : "memory");
#endif
  }
  __device__ __forceinline__ void arrive ()
  {
#ifdef GR_BULK_COPIES
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(gr_shared_address (&state)) : "memory");
#else
    __threadfence_block ();
    if (atomicInc (&arrived, count - 1) == count - 1)
      atomicAdd (&phase, 1u);
#endif
  }
  /* Wait for the end of a phase that is under way, or was the last to end; parity is that of its number.  */
  __device__ __forceinline__ void wait (unsigned parity)
  {
#ifdef GR_BULK_COPIES
    unsigned ended;
    do
      asm volatile("{\n\t.reg .pred p;\n\t"
                   "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n\t"
                   "selp.u32 %0, 1, 0, p;\n\t}"
                   : "=r"(ended)
                   : "r"(gr_shared_address (&state)), "r"(parity)
                   : "memory");
    while (! ended);
#else
    while ((atomicAdd (&phase, 0u) & 1) == parity)
      __nanosleep (32);
    __threadfence_block ();
#endif
  }
  /* Start to bring aligned vectors of 16 bytes to shared memory, and arrive.  */
#ifdef GR_BULK_COPIES
  __device__ __forceinline__ void arrive_with (void *to, const void *from, unsigned bytes)
  {
    const unsigned barrier = gr_shared_address (&state);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" : : "r"(barrier), "r"(bytes) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 :
                 : "r"(gr_shared_address (to)), "l"(from), "r"(bytes), "r"(barrier)
                 : "memory");
  }
#endif
};

/* Write a value to the shared memory of block number rank of the cluster, to where `to` is in one's own, and count it
   at the barrier there (PTX ISA: st.async).  Where the hardware has none, a block is its own cluster.  */
template <class A>
__device__ __forceinline__ void
gr_st_async_remote (A *to, const A &value, gr_mbarrier *barrier, [[maybe_unused]] unsigned rank)
{
#ifdef GR_BULK_COPIES
  typedef std::conditional_t<sizeof (A) % 8 == 0, unsigned long long, unsigned> Word;
  constexpr unsigned WORDS = sizeof (A) / sizeof (Word);
  union
  {
    Word word[WORDS];
    A value;
  } u = {};
  u.value = value;
  unsigned place, there;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(place) : "r"(gr_shared_address (to)), "r"(rank));
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(gr_shared_address (barrier)), "r"(rank));
#  pragma unroll
  for (unsigned i = 0; i < WORDS; i++)
    if constexpr (sizeof (Word) == 8)
      asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b64 [%0], %1, [%2];"
                   :
                   : "r"(place + 8 * i), "l"(u.word[i]), "r"(there)
                   : "memory");
    else
      asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];"
                   :
                   : "r"(place + 4 * i), "r"(u.word[i]), "r"(there)
                   : "memory");
#else
  *to = value;
  barrier->arrive ();
#endif
}

/* Wait for all threads of the cluster.  */
__device__ __forceinline__ void
gr_cluster_sync ()
{
#ifdef GR_BULK_COPIES
  asm volatile("barrier.cluster.arrive.release;\n\tbarrier.cluster.wait.acquire;" : : : "memory");
#endif
}

/* Elements from the last multiple of 16 bytes to a place in an array that begins with one.  A row in shared memory
   begins as many behind such a multiple.  */
template <class T>
__device__ __forceinline__ unsigned
gr_row_gap (ptrdiff_t offset)
{
  return static_cast<unsigned> (offset) & (sizeof (T) < 16 ? 16 / sizeof (T) - 1 : 0);
}

/* Start to bring count elements from offset on to a row in shared memory, and arrive at the barrier.  The array begins
   with 16 aligned bytes and has so many elements.  */
template <class T>
__device__ __forceinline__ void
gr_load_row (gr_mbarrier *barrier, unsigned char *row, const T *array, ptrdiff_t offset, unsigned count,
             [[maybe_unused]] size_t elements)
{
  const unsigned gap = gr_row_gap<T> (offset);
  T *const to = reinterpret_cast<T *> (row);
  const T *const from = array + offset - gap;
#ifdef GR_BULK_COPIES
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

/* Start to write what belongs in [first, last) from a row in shared memory, which begins with the element at offset.
   Those who wrote the row have called gr_fence_proxy_async.  */
template <class T>
__device__ __forceinline__ void
gr_store_part (T *array, const unsigned char *row, ptrdiff_t offset, ptrdiff_t first, ptrdiff_t last)
{
  const T *const from = reinterpret_cast<const T *> (row) + gr_row_gap<T> (offset) - offset;
#ifdef GR_BULK_COPIES
  constexpr unsigned VECTOR = 16 / sizeof (T);
  const unsigned head = gr_row_gap<T> (-first), tail = gr_row_gap<T> (last);
  if (first + head < last - tail)
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
                 :
                 : "l"(array + first + head), "r"(gr_shared_address (from + first + head)),
                   "r"(static_cast<unsigned> ((last - first - head - tail) * sizeof (T)))
                 : "memory");
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

/* Bulk copies that are started after a barrier see what the thread wrote to shared memory.  */
__device__ __forceinline__ void
gr_fence_proxy_async ()
{
#ifdef GR_BULK_COPIES
  asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
#endif
}

/* Close a group of the thread's copies to memory, and wait until all groups but the last PENDING have been read from
   shared memory, or, if that is 0, until they are done.  */
__device__ __forceinline__ void
gr_bulk_commit ()
{
#ifdef GR_BULK_COPIES
  asm volatile("cp.async.bulk.commit_group;" : : : "memory");
#endif
}
/* Wait until they all have been read.  */
__device__ __forceinline__ void
gr_bulk_wait_read ()
{
#ifdef GR_BULK_COPIES
  asm volatile("cp.async.bulk.wait_group.read 0;" : : : "memory");
#endif
}
template <int PENDING = 0>
__device__ __forceinline__ void
gr_bulk_wait ()
{
#ifdef GR_BULK_COPIES
  if constexpr (PENDING)
    asm volatile("cp.async.bulk.wait_group.read %0;" : : "n"(PENDING) : "memory");
  else
    asm volatile("cp.async.bulk.wait_group 0;" : : : "memory");
#endif
}

} // namespace

#endif
