/* SPDX-License-Identifier: GPL-3.0-or-later

   SIMT host executor: runs CUDA kernels on the host, for correctness and for
   learning.

   Blocks run one after another.  The threads of a block are stackful
   coroutines: each runs until it reaches a barrier, a shuffle, a vote or its
   end, then another runnable one is picked: in some blocks at random from any
   warp, in others so that one warp runs far ahead.  Blocks are taken in a
   shuffled order as well.  So code that leans on an order that
   CUDA does not promise (a missing __syncthreads or __syncwarp, blocks that
   must come in order) gives wrong results here under most seeds.

   The rules are those of sm_70 and later: exited threads do not count for
   __syncthreads; every thread that a *_sync mask names, and that the block
   has, must arrive at the same operation with the same mask.  What breaks them
   ends the launch with an error and one line on stderr.

   What it does not show: a thread that spins on memory which a block that runs
   later will write hangs, and so does one that spins without __nanosleep on
   what another thread of its block will write;
   __shared__ variables are host statics, so they are not poisoned, keep their
   values over blocks, and in a template have no redzones for
   AddressSanitizer; the destructors of threads torn down after an error do not
   run.  Not reentrant: one launch at a time, from one thread.  */

#ifndef GR_SIMT_H
#define GR_SIMT_H

#include <stddef.h>
#include <stdint.h>

#include <functional>

namespace simt
{

struct uint3
{
  unsigned x, y, z;
};

struct dim3
{
  unsigned x, y, z;
  constexpr dim3 (unsigned x = 1, unsigned y = 1, unsigned z = 1) : x (x), y (y), z (z) {}
  constexpr dim3 (uint3 v) : x (v.x), y (v.y), z (v.z) {}
};

enum {
  WARP_SIZE = 32,
  MAX_BLOCK_THREADS = 1024,
  MAX_BLOCK_Z = 64,
  MAX_GRID_X = 0x7fffffff,
  MAX_GRID_YZ = 65535,
  MAX_SHARED = 227 * 1024
};

/* The running thread; the scheduler writes them on every switch.  */
extern uint3 threadIdx, blockIdx;
extern dim3 blockDim, gridDim;
extern unsigned char *dynamic_shared; /* its block's; at least 16-byte aligned */
extern size_t dynamic_shared_bytes;

enum class status { ok, bad_configuration, out_of_memory, interrupted, failed };

/* Run body, which calls kernel, in every thread of the grid, with shared bytes
   of dynamic shared memory a block.  Returns when the grid, and whatever was
   launched after it, has finished or failed.  */
status launch (const void *kernel, dim3 grid, dim3 block, size_t shared, std::function<void ()> body);

/* Polled now and then while a launch runs; a true answer ends it.  */
void set_interrupt (bool (*pending) ());

/* The device that is current in a thread, the last error that a call of the runtime gave, and the bytes of dynamic
   shared memory that a kernel was allowed, else 0 (cuda_runtime.h): one of each for all libraries whose code runs here,
   since one library asks for the memory with which another launches.  */
int &current_device ();
int &last_error ();
size_t &allowed_shared (const void *kernel);

/* Device memory, aligned as the CUDA runtime does it; null without memory.  in_pool: of the device's pool.  */
void *allocate (size_t bytes, int device, bool in_pool);
void release (void *p);
size_t pool_bytes (int device); /* that its pool has given */
/* Whoever keeps a block that nobody uses says so, and then how many of its first bytes are used: uses of others are
   found, and those are as new.  */
void set_aside (void *p);
void use_part (void *p, size_t bytes);
int device_of (const void *p);     /* -1 where it points into none */
bool is_allocated (const void *p); /* points into it */

/* Seed of the thread and block order from the next launch on.  Without a call
   it is GPUREDUCE_SIMT_SEED of the environment, else a fixed number.  The
   order differs from launch to launch and repeats with the same seed.  */
void set_seed (uint64_t seed);

/* Fill memory that nobody has written with bytes that do harm when read: NaN,
   huge positive or huge negative numbers, in turn.  */
void poison (void *p, size_t bytes);

/* The rest is for the running thread only.  */

/* Operations over the threads of a warp that a mask names.  */
enum class warp_op { syncwarp, shfl, shfl_up, shfl_down, shfl_xor, ballot, any, all, reduce_max, match_any };

/* Wait until all threads of the block that have not exited are here.  */
void sync_block ();

/* Wait until all threads in mask are here, with the same op, mask and shape.
   Shuffles return the value of lane source, votes the bits of the lanes whose
   value is not 0, reduce_max the largest value, match_any the bits of the lanes with the
   same value, syncwarp 0.  shape: what must agree beside that (width and
   size of a shuffle).  */
uint64_t sync_warp (warp_op op, unsigned mask, uint64_t value, unsigned source, unsigned shape);

/* Lane of the running thread in its warp.  */
unsigned lane ();

/* Let other threads of the block run.  */
void yield ();

/* Launch another grid once the running one has ended: grids launched so run in
   the order of their launches, each followed by what it launches itself.  */
void launch_tail (const void *kernel, dim3 grid, dim3 block, size_t shared, std::function<void ()> body);

/* End the launch with an error; what: the reason, for the line on stderr.  */
[[noreturn]] void fail (const char *what);

/* For who counts what kernels do (count.cc).  */

/* Number of the running thread in its block; -1 if none is running.  */
int thread_number ();

/* Called while a launch runs.  */
struct observer
{
  void (*grid) (const void *kernel, dim3 grid, dim3 block); /* a grid begins */
  void (*barrier) ();                                       /* the block's threads met at __syncthreads */
  void (*block_end) ();                                     /* all of them have exited */
  /* A warp operation is complete; all: every thread of the warp that has not
     exited took part.  */
  void (*warp_op) (unsigned warp, bool all);
};
void set_observer (const observer *o); /* null: nobody */

}

#endif
