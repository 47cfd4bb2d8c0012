/* SPDX-License-Identifier: GPL-3.0-or-later

   The numbers of transfers between the host and devices.  */

#ifndef GR_TRANSFERS_H
#define GR_TRANSFERS_H

#include "gpureduce.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What transfers are cut into.  Arrays on the host are streamed (library/stream.c): a piece at a time is copied, fed
   and its results are copied, while others are on their way.  */
typedef struct
{
  unsigned threads, slots;   /* that copy, at most 16; chunks that one has on the link each way, at most 4 */
  size_t chunk, least_chunk; /* bytes that a thread copies at a time */
  size_t share;              /* bytes of a single copy for each thread that takes part, */
  unsigned parts; /* as this number of chunks at least, of which one is on the link while the next is stored */
  size_t large_up, chunk_up; /* bytes that are copied to the device, with next to nothing coming back, from which on
                                chunks have this size and are stored through the caches, not past them */
  size_t large;              /* bytes of copies to the host from which on they are stored past them, by huge pages */
  bool announces;            /* memory of results is touched ahead */
  size_t least;              /* bytes of an array's elements from which on it is streamed */
  size_t piece, piece_alone; /* bytes of a piece, of a scan and of a reduction, */
  size_t largest_piece;      /* and of one that is larger so that results keep their bits, those of a scan included */
  size_t at_once;            /* bytes of arrays up to which a reduction that loses its bits in pieces is not streamed */
  unsigned ring;             /* pieces on the device at a time, at most 16, */
  size_t ring_bytes;         /* fewer, but two, where they and their results are more bytes than this */
  unsigned trial;            /* pieces for each device on which a number of devices is tried; 0: all are used */
} gr_transfer_sizes;
const gr_transfer_sizes *gr_tuned_transfers (void);
/* For tests and measurements: take these instead; NULL restores the tuned ones.  */
void gr_force_transfers (const gr_transfer_sizes *sizes);

#ifdef __cplusplus
}
#endif

#endif
