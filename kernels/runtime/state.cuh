/* SPDX-License-Identifier: GPL-3.0-or-later

   What is known of each device, which runtime.cu and memory.cu share.  */

#ifndef GR_STATE_CUH
#define GR_STATE_CUH

#include "runtime/free_blocks.cuh"
#include "runtime/runtime.cuh"

namespace GR_NAMESPACE
{

/* What stays on the device from request to request.  */
struct gr_kept_memory
{
  unsigned *counters;                       /* zeros */
  void *statuses;                           /* of decoupled look-back, */
  size_t statuses_bytes, tile_status_bytes; /* bytes of all and of one of them */
  unsigned *arrivals;                       /* zeros, for look-back */
  size_t arrivals_count;
  unsigned epoch;
  bool failed; /* the last request failed, and may have left counters or arrivals that are not zero */
};

/* What the pool may keep: bytes of scratch memory that each of the last calls took.  */
struct gr_pool_state
{
  static constexpr unsigned CALLS = 16;
  cudaMemPool_t pool;
  size_t taken[CALLS];
  size_t taking; /* since the last call: for the next one, buffers that are made for it included */
  unsigned calls;
  bool asked[GR_MOST_DEVICES]; /* whether these reach the pool's memory */
  bool held;                   /* the calls until it is no more are one */
  bool changed;                /* memory was taken or given back since the pool was looked at */
  uint64_t stuck;              /* bytes that the last trim left, parts of blocks of which others are in use */
};

/* The calls that were queued since the last wait.  */
struct gr_queued_call
{
  gr_operator op;
  gr_type type;
  size_t inner, len, outer;
};
struct gr_queued_calls
{
  static constexpr size_t NAMED = 8;
  gr_queued_call last[NAMED];
  size_t count;
};

struct gr_device_state
{
  gr_runtime runtime;
  gr_kept_memory kept;
  gr_pool_state pool;
  gr_free_blocks *free_blocks; /* once there were small ones; stays, as owners give back until the process ends */
  gr_queued_calls queued;
  size_t blocks; /* of memory that were taken and not given back */
};
gr_device_state &gr_state_of (int device);
inline gr_device_state &
gr_state () /* of the current device */
{
  return gr_state_of (gr_current_device ());
}

void gr_destroy_libraries (int device);
/* Give back memory of the current device.  */
void gr_give_back_here (void *p);
/* Give kept blocks back to the device's pool.  */
void gr_drop_free_blocks (int device);
/* Give back to the device what its pool need not keep.  Memory that kernels still use stays until the next time.
   What goes wrong shows in the next call.  */
void gr_keep_little (int device);

} // namespace

#endif
