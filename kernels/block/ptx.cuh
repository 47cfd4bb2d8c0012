/* SPDX-License-Identifier: GPL-3.0-or-later

   PTX instructions that CUDA C++ has no function for, each as a function with the instruction's name, and what the
   host executor does instead.  There is no inline assembly elsewhere.  Of the code that is compiled for both a GPU
   and the executor, only this file and runtime/launch.cuh ask which of the two it is compiled for.  */

#ifndef GR_PTX_CUH
#define GR_PTX_CUH

#include <cuda_runtime.h>

#include <cstdint>

/* GR_PTX: the target is a GPU, which has the instructions below but for those of a later compute capability.  */
#ifdef GR_SIMT
#  define GR_PTX 0
#else
#  define GR_PTX 1
#endif
/* cp.async and redux.sync came with compute capability 8.0; the executor has the latter.  */
#if GR_PTX && __CUDA_ARCH__ >= 800
#  define GR_HAS_ASYNC_COPIES 1
#else
#  define GR_HAS_ASYNC_COPIES 0
#endif
#if ! GR_PTX || __CUDA_ARCH__ >= 800
#  define GR_HAS_REDUX 1
#else
#  define GR_HAS_REDUX 0
#endif
/* cp.async.bulk, mbarriers that count bytes, and clusters came with 9.0.  */
#if GR_PTX && __CUDA_ARCH__ >= 900
#  define GR_HAS_BULK_COPIES 1
#else
#  define GR_HAS_BULK_COPIES 0
#endif

namespace GR_NAMESPACE
{

/* ---- what the target is like ---- */

/* A GPU starts the blocks of a grid in the order of their numbers, the executor in any.  */
constexpr bool GR_STARTS_IN_ORDER = GR_PTX;

/* The same value, but the compiler cannot know that.  It computes again what follows from it where that is needed,
   instead of keeping it in registers.  */
template <class T>
__device__ __forceinline__ T
gr_opaque_copy (T value)
{
#if GR_PTX
  if constexpr (sizeof (T) == 8)
    asm volatile("" : "+l"(value));
  else
    asm volatile("" : "+r"(value));
#endif
  return value;
}

/* The address of something in shared memory, as instructions for shared memory take it.  */
__device__ __forceinline__ unsigned
gr_cvta_shared (const void *shared)
{
#if GR_PTX
  return static_cast<unsigned> (__cvta_generic_to_shared (shared));
#else
  return static_cast<unsigned> (reinterpret_cast<uintptr_t> (shared));
#endif
}

/* ---- loads, stores and atomics ---- */

/* Write or read 16 bytes in one access that all of the GPU sees, without an order among others.  */
__device__ __forceinline__ void
gr_st_relaxed_gpu (ulonglong2 *p, unsigned long long x, unsigned long long y)
{
#if GR_PTX
  asm volatile("st.relaxed.gpu.v2.u64 [%0], {%1, %2};" : : "l"(p), "l"(x), "l"(y) : "memory");
#else
  p->x = x;
  p->y = y;
#endif
}
__device__ __forceinline__ void
gr_ld_relaxed_gpu (const ulonglong2 *p, unsigned long long *x, unsigned long long *y)
{
#if GR_PTX
  asm volatile("ld.relaxed.gpu.v2.u64 {%0, %1}, [%2];" : "=l"(*x), "=l"(*y) : "l"(p) : "memory");
#else
  *x = p->x;
  *y = p->y;
#endif
}

/* The same of one word.  */
__device__ __forceinline__ void
gr_st_relaxed_gpu (unsigned *p, unsigned x)
{
#if GR_PTX
  asm volatile("st.relaxed.gpu.u32 [%0], %1;" : : "l"(p), "r"(x) : "memory");
#else
  *p = x;
#endif
}
__device__ __forceinline__ void
gr_st_relaxed_gpu (unsigned long long *p, unsigned long long x)
{
#if GR_PTX
  asm volatile("st.relaxed.gpu.u64 [%0], %1;" : : "l"(p), "l"(x) : "memory");
#else
  *p = x;
#endif
}
__device__ __forceinline__ unsigned
gr_ld_relaxed_gpu (const unsigned *p)
{
#if GR_PTX
  unsigned x;
  asm volatile("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(x) : "l"(p) : "memory");
  return x;
#else
  return *p;
#endif
}
__device__ __forceinline__ unsigned long long
gr_ld_relaxed_gpu (const unsigned long long *p)
{
#if GR_PTX
  unsigned long long x;
  asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(x) : "l"(p) : "memory");
  return x;
#else
  return *p;
#endif
}

/* atomicInc, which also releases what the thread has written and acquires what others have released so.  */
__device__ __forceinline__ unsigned
gr_atom_acq_rel_inc (unsigned *p, unsigned most)
{
#if GR_PTX
  unsigned old;
  asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;" : "=r"(old) : "l"(p), "r"(most) : "memory");
  return old;
#else
  return atomicInc (p, most);
#endif
}

/* ---- votes ---- */

/* The lanes that have the same bits of x as the caller, of those in the mask, which is a power of two.  All lanes of
   the warp call.  By __ballot_sync it takes one and a half times as many instructions.  */
__device__ __forceinline__ unsigned
gr_vote_same (unsigned x, unsigned mask)
{
#if GR_PTX
  unsigned same;
  asm volatile("{\n\t.reg .pred p;\n\t.reg .b32 bit;\n\t"
               "and.b32 bit, %1, %2;\n\t"
               "setp.ne.u32 p, bit, 0;\n\t"
               "vote.sync.ballot.b32 %0, p, 0xffffffff;\n\t"
               "@!p not.b32 %0, %0;\n\t}"
               : "=r"(same)
               : "r"(x), "r"(mask));
  return same;
#else
  const unsigned set = __ballot_sync (0xffffffffu, (x & mask) != 0);
  return x & mask ? set : ~set;
#endif
}

/* ---- asynchronous copies ---- */

/* A policy of reads for the second-level cache: it may evict them first.  */
__device__ __forceinline__ unsigned long long
gr_createpolicy_evict_first ()
{
  unsigned long long policy = 0;
#if GR_HAS_ASYNC_COPIES
  asm("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(policy));
#endif
  return policy;
}

/* Start to copy a vector of 16, 8 or 4 bytes to shared memory.  Vectors of other sizes are copied at once, as all
   are where the target has no asynchronous copies.  */
template <class Vector>
__device__ __forceinline__ void
gr_cp_async (Vector *shared, const Vector *global)
{
#if GR_HAS_ASYNC_COPIES
  const unsigned to = gr_cvta_shared (shared);
  if constexpr (sizeof (Vector) == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(to), "l"(global) : "memory");
  else if constexpr (sizeof (Vector) == 8)
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" : : "r"(to), "l"(global) : "memory");
  else if constexpr (sizeof (Vector) == 4)
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(to), "l"(global) : "memory");
  else
    *shared = *global;
#else
  *shared = *global;
#endif
}
/* The same for 16 bytes, by a policy.  */
template <class Vector>
__device__ __forceinline__ void
gr_cp_async_hint (Vector *shared, const Vector *global, [[maybe_unused]] unsigned long long policy)
{
  static_assert (sizeof (Vector) == 16, "the instruction copies 16 bytes");
#if GR_HAS_ASYNC_COPIES
  asm volatile("cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, %2;"
               :
               : "r"(gr_cvta_shared (shared)), "l"(global), "l"(policy)
               : "memory");
#else
  *shared = *global;
#endif
}
/* Close a group of the thread's copies, and wait for all groups but the last PENDING.  */
__device__ __forceinline__ void
gr_cp_async_commit_group ()
{
#if GR_HAS_ASYNC_COPIES
  asm volatile("cp.async.commit_group;" : : : "memory");
#endif
}
template <int PENDING = 0>
__device__ __forceinline__ void
gr_cp_async_wait_group ()
{
#if GR_HAS_ASYNC_COPIES
  asm volatile("cp.async.wait_group %0;" : : "n"(PENDING) : "memory");
#endif
}

/* Start to bring bytes, of whole vectors of 16, to the second-level cache.  */
__device__ __forceinline__ void
gr_cp_async_bulk_prefetch ([[maybe_unused]] uintptr_t from, [[maybe_unused]] unsigned bytes)
{
#if GR_HAS_BULK_COPIES
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" : : "l"(from), "r"(bytes) : "memory");
#endif
}

/* ---- barriers in shared memory ---- */

/* A barrier as the hardware has it, or, where it has none, as counters.  */
#if GR_HAS_BULK_COPIES
typedef uint64_t gr_mbarrier_state;
#else
struct gr_mbarrier_state
{
  unsigned count, arrived, phase;
};
#endif

/* Each phase ends when `threads` threads have arrived.  */
__device__ __forceinline__ void
gr_mbarrier_init (gr_mbarrier_state *barrier, unsigned threads)
{
#if GR_HAS_BULK_COPIES
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(gr_cvta_shared (barrier)), "r"(threads));
#else
  *barrier = { threads, 0, 0 };
#endif
}
/* Bulk copies and the cluster see the barriers that the thread has initialised.  */
__device__ __forceinline__ void
gr_fence_mbarrier_init ()
{
#if GR_HAS_BULK_COPIES
  asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
#endif
}
__device__ __forceinline__ void
gr_mbarrier_arrive (gr_mbarrier_state *barrier)
{
#if GR_HAS_BULK_COPIES
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(gr_cvta_shared (barrier)) : "memory");
#else
  __threadfence_block ();
  if (atomicInc (&barrier->arrived, barrier->count - 1) == barrier->count - 1)
    atomicAdd (&barrier->phase, 1u);
#endif
}
/* Arrive, and let the phase wait for `bytes` bytes of asynchronous copies.  Where there are none, the thread that
   copies arrives, and this does nothing.  */
__device__ __forceinline__ void
gr_mbarrier_arrive_expect_tx ([[maybe_unused]] gr_mbarrier_state *barrier, [[maybe_unused]] unsigned bytes)
{
#if GR_HAS_BULK_COPIES
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
               :
               : "r"(gr_cvta_shared (barrier)), "r"(bytes)
               : "memory");
#endif
}
/* Has the phase of that parity ended?  Waits for a while if not.  */
__device__ __forceinline__ bool
gr_mbarrier_try_wait_parity (gr_mbarrier_state *barrier, unsigned parity)
{
#if GR_HAS_BULK_COPIES
  unsigned ended;
  asm volatile("{\n\t.reg .pred p;\n\t"
               "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n\t"
               "selp.u32 %0, 1, 0, p;\n\t}"
               : "=r"(ended)
               : "r"(gr_cvta_shared (barrier)), "r"(parity)
               : "memory");
  return ended;
#else
  const bool ended = (atomicAdd (&barrier->phase, 0u) & 1) != parity;
  if (ended)
    __threadfence_block ();
  else
    __nanosleep (32);
  return ended;
#endif
}

/* ---- bulk copies and clusters ---- */

/* After it, and a barrier, bulk copies see what this thread wrote to shared memory before.  */
__device__ __forceinline__ void
gr_fence_proxy_async ()
{
#if GR_HAS_BULK_COPIES
  asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
#endif
}
/* Close a group of the thread's copies to global memory.  */
__device__ __forceinline__ void
gr_bulk_commit ()
{
#if GR_HAS_BULK_COPIES
  asm volatile("cp.async.bulk.commit_group;" : : : "memory");
#endif
}
/* Wait until all groups but the last PENDING have been read from shared memory.  */
template <int PENDING = 0>
__device__ __forceinline__ void
gr_bulk_wait_read ()
{
#if GR_HAS_BULK_COPIES
  asm volatile("cp.async.bulk.wait_group.read %0;" : : "n"(PENDING) : "memory");
#endif
}
/* Wait until all groups are done.  */
__device__ __forceinline__ void
gr_bulk_wait ()
{
#if GR_HAS_BULK_COPIES
  asm volatile("cp.async.bulk.wait_group 0;" : : : "memory");
#endif
}
/* Wait for all threads of the cluster, which without clusters is one block, whose threads have other barriers.  */
__device__ __forceinline__ void
gr_cluster_sync ()
{
#if GR_HAS_BULK_COPIES
  asm volatile("barrier.cluster.arrive.release;\n\tbarrier.cluster.wait.acquire;" : : : "memory");
#endif
}

/* Called only where the target has bulk copies: bulk.cuh copies element by element elsewhere.  */
#if GR_HAS_BULK_COPIES
/* Start to copy bytes, of whole vectors of 16, from global to shared memory; the barrier counts them.  */
__device__ __forceinline__ void
gr_cp_async_bulk_load (void *shared, const void *global, unsigned bytes, gr_mbarrier_state *barrier)
{
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               :
               : "r"(gr_cvta_shared (shared)), "l"(global), "r"(bytes), "r"(gr_cvta_shared (barrier))
               : "memory");
}
/* The same from shared to global memory, as part of the thread's present group.  */
__device__ __forceinline__ void
gr_cp_async_bulk_store (void *global, const void *shared, unsigned bytes)
{
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
               :
               : "l"(global), "r"(gr_cvta_shared (shared)), "r"(bytes)
               : "memory");
}
/* Where something of the block's shared memory is in that of block number rank of the cluster.  */
__device__ __forceinline__ unsigned
gr_mapa (const void *shared, unsigned rank)
{
  unsigned there;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(gr_cvta_shared (shared)), "r"(rank));
  return there;
}
/* Write a word of 4 or 8 bytes to another block's shared memory; the barrier there counts them.  */
template <class Word>
__device__ __forceinline__ void
gr_st_async (unsigned to, Word word, unsigned barrier)
{
  if constexpr (sizeof (Word) == 8)
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b64 [%0], %1, [%2];"
                 :
                 : "r"(to), "l"(word), "r"(barrier)
                 : "memory");
  else
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];"
                 :
                 : "r"(to), "r"(word), "r"(barrier)
                 : "memory");
}
#endif

} // namespace

#endif
