/* SPDX-License-Identifier: GPL-3.0-or-later

   The memory of devices: blocks in the order of the stream, the pool that they come from and what it keeps, and what
   look-back keeps from request to request.  */

#include "plan/plan.h"
#include "runtime/state.cuh"

#include <algorithm>

namespace GR_NAMESPACE
{

static gr_status
trim_to (size_t bytes)
{
  return GR_CUDA (cudaMemPoolTrimTo (gr_state ().pool.pool, bytes));
}

void
gr_drop_free_blocks (int device)
{
  gr_device_state &state = gr_state_of (device);
  if (! state.free_blocks || ! state.free_blocks->bytes ())
    return;
  state.pool.changed = true;
  cudaSetDevice (device);
  while (void *const p = state.free_blocks->drop ())
    cudaFreeAsync (p, state.runtime.stream);
  cudaSetDevice (gr_current_device ());
}

/* Give what the pool keeps back to the device.  */
static gr_status
trim ()
{
  gr_drop_free_blocks (gr_current_device ());
  GR_TRY (GR_CUDA (cudaStreamSynchronize (gr_state ().runtime.stream)));
  return trim_to (0);
}

gr_status
gr_trim_all ()
{
  GR_TRY (gr_wait_until_idle ());
  gr_drop_free_blocks (gr_current_device ());
  /* only this tells the pool that what was freed in the order of the stream is free */
  GR_TRY (GR_CUDA (cudaStreamSynchronize (gr_state ().runtime.stream)));
  gr_destroy_libraries (gr_current_device ());
  gr_kept_memory &kept = gr_state ().kept;
  if (kept.statuses)
    GR_TRY (GR_CUDA (cudaFree (kept.statuses)));
  kept.statuses = nullptr;
  kept.statuses_bytes = kept.tile_status_bytes = 0;
  if (kept.arrivals)
    GR_TRY (GR_CUDA (cudaFree (kept.arrivals)));
  kept.arrivals = nullptr;
  kept.arrivals_count = 0;
  return trim_to (0);
}

static gr_status
look_at_pool (cudaMemPoolAttr attribute, uint64_t *bytes)
{
  return GR_CUDA (cudaMemPoolGetAttribute (gr_state ().pool.pool, attribute, bytes));
}

gr_status
gr_count_memory (size_t *used, size_t *cached)
{
  const gr_device_state &state = gr_state ();
  const gr_kept_memory &kept = state.kept;
  uint64_t in_use = 0, reserved = 0;
  GR_TRY (look_at_pool (cudaMemPoolAttrUsedMemCurrent, &in_use));
  GR_TRY (look_at_pool (cudaMemPoolAttrReservedMemCurrent, &reserved));
  in_use -= state.free_blocks ? state.free_blocks->bytes () : 0;
  *cached = reserved > in_use ? reserved - in_use : 0;
  *used = in_use + GR_MAX_GROUPS * sizeof *kept.counters + kept.statuses_bytes
        + kept.arrivals_count * sizeof *kept.arrivals;
  return GR_OK;
}

/* What the pool may keep beside what is in use: the most that one of the last calls took, in whole blocks as the pool
   takes them from the device, and at most a quarter of the device.  */
static uint64_t
most_to_keep (const gr_device_state &state)
{
  constexpr uint64_t BLOCK = 32 << 20;
  const uint64_t most = *std::max_element (state.pool.taken, state.pool.taken + gr_pool_state::CALLS);
  return std::min<uint64_t> ((most + BLOCK - 1) / BLOCK * BLOCK, state.runtime.total_bytes / 4);
}

/* The bytes that a pool has of its device, and those of them that it has given.  */
static bool
ask_pool (cudaMemPool_t pool, uint64_t *reserved, uint64_t *used)
{
  return cudaMemPoolGetAttribute (pool, cudaMemPoolAttrReservedMemCurrent, reserved) == cudaSuccess
      && cudaMemPoolGetAttribute (pool, cudaMemPoolAttrUsedMemCurrent, used) == cudaSuccess;
}

void
gr_keep_little (int device)
{
  gr_device_state &state = gr_state_of (device);
  gr_pool_state &pool = state.pool;
  uint64_t used = 0, reserved = 0;
  if (! pool.changed || pool.held || ! state.runtime.is_open)
    return;
  pool.changed = false;
  const uint64_t keep = std::max (most_to_keep (state), pool.stuck);
  if (! ask_pool (pool.pool, &reserved, &used) || reserved <= used + keep)
    return;
  const bool idle = ! state.runtime.busy;
  if (idle)
    {
      /* blocks in the lists hold what is around them */
      gr_drop_free_blocks (device);
      cudaStreamSynchronize (state.runtime.stream); /* what was freed has been freed after this */
      ask_pool (pool.pool, &reserved, &used);
    }
  cudaMemPoolTrimTo (pool.pool, used + most_to_keep (state));
  if (idle && ask_pool (pool.pool, &reserved, &used))
    pool.stuck = reserved > used ? reserved - used : 0;
  pool.changed = ! idle;
}

/* A call of the CUDA runtime that takes memory.  If it fails, it is tried again after the pool's free blocks are
   released, since these may have other sizes.  */
template <class Call>
static gr_status
call_for_memory (const char *name, Call call)
{
  cudaError_t error = cudaErrorMemoryAllocation;
  if (! gr_fault_is_due (GR_FAULT_MEMORY))
    {
      error = call ();
      if (error == cudaErrorMemoryAllocation)
        {
          cudaGetLastError ();
          GR_TRY (trim ());
          error = call ();
        }
    }
  return gr_check (error, name);
}

gr_status
gr_fail_for_memory (size_t bytes)
{
  size_t available = 0, total = 0;
  GR_TRY (trim ());
  GR_TRY (GR_CUDA (cudaMemGetInfo (&available, &total)));
  return gr_fail (GR_OUT_OF_MEMORY, "%.6g MiB of " GR_MEMORY_NAME " are needed and %.6g MiB of %.6g MiB are free",
                  static_cast<double> (bytes) / 0x1p20, static_cast<double> (available) / 0x1p20,
                  static_cast<double> (total) / 0x1p20);
}

/* Have a block, kept or new, of at least `bytes` bytes.  On the executor, uses of what is behind these are found.  */
static cudaError_t
take_block (gr_device_state &state, size_t bytes, void **p)
{
  const bool is_small = bytes <= gr_free_blocks::LARGEST;
  if (is_small && ! state.free_blocks)
    state.free_blocks = new gr_free_blocks;
  *p = is_small ? state.free_blocks->take (bytes) : nullptr;
  if (! *p)
    {
      const cudaError_t error
        = cudaMallocAsync (p, is_small ? gr_free_blocks::room_for (bytes) : bytes, state.runtime.stream);
      if (error != cudaSuccess)
        return error;
      state.pool.changed = true;
      if (is_small)
        state.free_blocks->know (*p, bytes);
    }
#ifdef GR_SIMT
  if (is_small)
    simt::use_part (*p, bytes);
#endif
  return cudaSuccess;
}

gr_status
gr_take (size_t bytes, void **p)
{
  GR_TRY (gr_need_device ());
  gr_device_state &state = gr_state ();
  const size_t wanted = bytes ? bytes : 1;
  GR_TRY (call_for_memory ("cudaMallocAsync", [&] { return take_block (state, wanted, p); }));
  state.runtime.busy = true;
  state.pool.taking += wanted;
  state.blocks++;
  gr_count_allocation (1);
  return GR_OK;
}

/* Is a block that its owner gives back kept for others?  Nobody knows what still uses memory of a device that was
   closed.  */
static bool
keep_block (gr_device_state &state, void *p)
{
  const bool is_kept = state.free_blocks && state.free_blocks->give_back (p, state.runtime.is_open);
  state.blocks--;
  gr_count_allocation (-1);
#ifdef GR_SIMT
  if (is_kept)
    simt::set_aside (p);
#endif
  return is_kept;
}

/* Give a block back to the pool, of the device that is the thread's.  */
static void
free_block (gr_device_state &state, void *p)
{
  cudaFreeAsync (p, state.runtime.stream);
  state.pool.changed = true;
}

void
gr_give_back_here (void *p)
{
  if (! keep_block (gr_state (), p))
    free_block (gr_state (), p);
}

void
gr_give_back (void *p, int device)
{
  if (gr_is_child_of_user ()) /* the memory is the parent's */
    {
      gr_count_allocation (-1);
      return;
    }
  gr_device_state &state = gr_state_of (device);
  const bool is_kept = keep_block (state, p);
  if (is_kept && ! state.pool.changed)
    return;
  cudaSetDevice (device);
  if (! is_kept)
    {
      free_block (state, p);
      state.pool.stuck = 0;
    }
  gr_keep_little (device);
  cudaSetDevice (gr_current_device ());
}

gr_status
gr_scratch (gr_context *context, size_t bytes, void **p)
{
  if (context->rehearsal)
    {
      *p = context->counters; /* nothing is put there */
      return GR_OK;
    }
  if (context->scratches == GR_MAX_SCRATCH)
    return gr_fail (GR_UNSUPPORTED, "a request needs more than %d scratch buffers", GR_MAX_SCRATCH);
  context->wanted += bytes;
  GR_TRY (gr_take (bytes, p));
  context->scratch[context->scratches++] = *p;
  return GR_OK;
}

/* Epochs only grow, so what earlier requests left there has none of the present one.  Tile statuses of another
   size may have left any bits, so then the memory is cleared.  */
gr_status
gr_lookback_memory (gr_context *context, size_t status_bytes, size_t count, size_t arrivals_count, void **statuses,
                    unsigned **arrivals, unsigned *epoch)
{
  gr_kept_memory &kept = gr_state ().kept;
  if (context->rehearsal)
    return GR_OK;
  if (arrivals_count > kept.arrivals_count)
    {
      if (kept.arrivals)
        GR_TRY (GR_CUDA (cudaFree (kept.arrivals)));
      kept.arrivals = nullptr;
      kept.arrivals_count = 0;
      const size_t arrivals_bytes = arrivals_count * sizeof *kept.arrivals;
      context->wanted += arrivals_bytes;
      GR_TRY (call_for_memory ("cudaMalloc", [&] { return cudaMalloc (&kept.arrivals, arrivals_bytes); }));
      kept.arrivals_count = arrivals_count;
      GR_TRY (GR_CUDA_FAULTY (GR_FAULT_COPY, cudaMemsetAsync (kept.arrivals, 0, arrivals_bytes, context->stream)));
    }
  *arrivals = kept.arrivals;
  const size_t bytes = status_bytes * count;
  bool clear = status_bytes != kept.tile_status_bytes || ! ++kept.epoch;
  if (bytes > kept.statuses_bytes)
    {
      if (kept.statuses)
        GR_TRY (GR_CUDA (cudaFree (kept.statuses)));
      kept.statuses = nullptr;
      kept.statuses_bytes = 0;
      context->wanted += bytes;
      GR_TRY (call_for_memory ("cudaMalloc", [&] { return cudaMalloc (&kept.statuses, bytes); }));
      kept.statuses_bytes = bytes;
      clear = true;
    }
  if (clear)
    {
      kept.tile_status_bytes = 0; /* nobody knows what is there until it is cleared */
      GR_TRY (GR_CUDA_FAULTY (GR_FAULT_COPY, cudaMemsetAsync (kept.statuses, 0, kept.statuses_bytes, context->stream)));
      kept.tile_status_bytes = status_bytes;
      kept.epoch = 1;
    }
  *statuses = kept.statuses;
  *epoch = kept.epoch;
  return GR_OK;
}

/* ---- what a call takes ---- */

void
gr_hold_pool (int device, bool held)
{
  gr_state_of (device).pool.held = held;
}

void
gr_note_taken (int device)
{
  gr_device_state &state = gr_state_of (device);
  gr_pool_state &pool = state.pool;
  if (pool.held)
    return;
  const uint64_t before = most_to_keep (state);
  pool.taken[pool.calls++ % gr_pool_state::CALLS] = pool.taking;
  pool.taking = 0;
  pool.changed |= most_to_keep (state) < before;
}

} // namespace
