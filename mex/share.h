/* SPDX-License-Identifier: GPL-3.0-or-later

   What processes have in one step: a state of each, sent to all.  The gateway over MPI does it, in a library of its
   own; a call of it by way of the interpreter would take longer than MPI does.  */

#ifndef GW_SHARE_H
#define GW_SHARE_H

#include "raise.h"

/* Send BYTES of `mine` to all processes, and fill in `all`, the BYTES of each in their order.  CALL says what is done,
   and must be the same on all processes, as the number of bytes must.  Fails on all processes if it is not, or if one
   has a failure, "" or "IDENTIFIER: TEXT".  */
typedef bool gw_sharer (const char *call, const char *failed, const void *mine, size_t bytes, char *all,
                        gw_failure *failure);

/* The function of __spmd__.mex, which has begun MPI.  */
gw_sharer gw_share_by_mpi;
#define GW_SHARE_BY_MPI "gw_share_by_mpi"

/* The same, from another gateway.  */
gw_sharer gw_share;

#endif
