/* SPDX-License-Identifier: GPL-3.0-or-later

   The numbers of transfers between the host and devices.  */

#include "core/transfers.h"

/* Measured on an H100 and its 16 processors by tests/bench_stream.c, which takes other numbers as words (tuning:
   stream-threads, stream-chunk, stream-chunk-up, stream-store, stream-piece, stream-least; transfer-up, an H200).
   Threads wait for each other in the driver, about 35 us a chunk, so chunks are large.  A piece of a reduction takes
   longer on the device than its bytes say, since a block reduces a whole chunk of the plan.  Large arrays of which
   little comes back have larger chunks, in the memory of both ways.  Later calls on two H200 took the same within 3 %
   whether numbers of devices were tried on 8 pieces, on 16 or not at all.  Pinned memory is threads x slots x 2 chunks,
   136 MiB at most.  */
static const gr_transfer_sizes tuned = { .threads = 16,
                                         .slots = 2,
                                         .chunk = 2 << 20,
                                         .least_chunk = 256 << 10,
                                         .share = 768 << 10,
                                         .parts = 2,
                                         .large_up = 256 << 20,
                                         .chunk_up = 4 << 20,
                                         .large = 16 << 20,
                                         .announces = true,
                                         .least = 64 << 20,
                                         .piece = 32 << 20,
                                         .piece_alone = 64 << 20,
                                         .largest_piece = 512 << 20,
                                         .at_once = (size_t) 4 << 30,
                                         .ring = 4,
                                         .ring_bytes = 1 << 30,
                                         .trial = 16 };
static gr_transfer_sizes forced;
static bool is_forced;

const gr_transfer_sizes *
gr_tuned_transfers (void)
{
  return is_forced ? &forced : &tuned;
}

void
gr_force_transfers (const gr_transfer_sizes *sizes)
{
  is_forced = sizes != NULL;
  if (sizes)
    forced = *sizes;
}
