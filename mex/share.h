/* SPDX-License-Identifier: GPL-3.0-or-later

   What processes have in one step: states of each, sent to others.  The gateway over MPI does it, in a library of its
   own; a call of it by way of the interpreter would take longer than MPI does.  */

#ifndef GW_SHARE_H
#define GW_SHARE_H

#include "raise.h"

/* Bytes, on the host or on a device.  */
typedef struct
{
  char *data;
  size_t bytes;
} gw_block;

/* Send BYTES of `mine` to all processes, and fill in `all`, the BYTES of each in their order.  CALL says what is done,
   and must be the same on all processes, as the number of bytes must.  Fails on all processes if it is not, or if one
   has a failure, "" or "IDENTIFIER: TEXT".  */
typedef bool gw_sharer (const char *call, const char *failed, const void *mine, size_t bytes, char *all,
                        gw_failure *failure);

/* Ask whether NCCL can carry what is on the devices, with ROOM bytes of memory for it on this one: all processes do, in
   the same CALL, which fails as above.  */
typedef bool gw_carrier_chooser (const char *call, const char *failed, size_t room, bool *by_nccl, gw_failure *failure);

/* Then move block p of `to` to process p, and take what it sends.  Fails on all processes if one of them is not ready,
   because of its failure.  */
typedef bool gw_mover (bool is_ready, const gw_block *to, const gw_block *from, gw_failure *failure);

/* The functions of __spmd__.mex, which has begun MPI.  */
gw_sharer gw_share_by_mpi;
gw_carrier_chooser gw_choose_carrier_by_mpi;
gw_mover gw_move_by_nccl;

/* The same, from another gateway.  */
gw_sharer gw_share;
gw_carrier_chooser gw_choose_carrier;
gw_mover gw_move;

#endif
