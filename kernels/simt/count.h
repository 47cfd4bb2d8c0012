/* SPDX-License-Identifier: GPL-3.0-or-later

   Counts what kernels do while they run on the executor: the memory accesses,
   bank conflicts and branches that a warp would make on a GPU.

   Only kernels compiled with the COUNT flags of kernels/build.mk are seen: the compiler
   then calls count.cc at every memory access and at the head of every basic
   block.  The lanes of a warp that are at the same instruction for the same
   time since they last met at a barrier or a warp operation make one access, or
   one branch, together.

     global memory  an access costs one transaction for each 32-byte sector that
                    its lanes touch; its bytes are those asked for, each once
     shared memory  (dynamic, or static variables) 32 banks of 4 bytes; 8-byte accesses go by half warps and
                    16-byte ones by quarters; a bank asked for k different words
                    costs k - 1 extra passes
     branches       ends of basic blocks that were left in more than one
                    direction, by whichever threads; divergent: by the lanes of
                    one warp at the same time

   An atomic operation counts as a load and a store.  Branches are those of the
   source, also of loops that a device compiler unrolls and of ifs that it
   replaces by predicates.  */

#ifndef GR_SIMT_COUNT_H
#define GR_SIMT_COUNT_H

#include <vector>

#include "simt/simt.h"
#include "table.h"

namespace simt
{

/* Of all launches of one kernel.  */
struct counts
{
  const void *kernel;
  dim3 grid, block; /* of the first launch */
  uint64_t launches;
#define GR_COUNTER_FIELD(_, NAME) uint64_t NAME;
  GR_COUNTERS (GR_COUNTER_FIELD, _)
};

void start_counting (); /* from zero */
void stop_counting ();
std::vector<counts> counted (); /* in the order of the first launches */

}

#endif
