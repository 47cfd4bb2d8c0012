/* SPDX-License-Identifier: GPL-3.0-or-later

   NCCL: what carries elements of gpuArrays from device to device.  It moves bytes and calculates nothing.  */

#ifndef GW_NCCL_H
#define GW_NCCL_H

#include <stdbool.h>
#include <stddef.h>

#include "share.h"

enum { GW_NCCL_ID = 128 }; /* bytes, by which processes find each other */

/* "+" and a text that no device of another process has, if NCCL can bring elements to the selected device, and it has
   `room` bytes of memory left; else "-" and why it cannot.  */
const char *gw_nccl_describe (size_t room);
/* The last of these texts.  */
const char *gw_nccl_device (void);

/* One process makes an id, and then all of them connect.  After a failure of these and of gw_nccl_exchange, others wait
   for what does not come: the texts go behind "process 1 of 2 ".  */
bool gw_nccl_new_id (unsigned char id[GW_NCCL_ID], gw_failure *failure);
bool gw_nccl_connect (const unsigned char id[GW_NCCL_ID], int number, int count, gw_failure *failure);

/* Send block p of `to` to process p, and take what it sends, in device memory.  Returns when all is there.  */
bool gw_nccl_exchange (int count, const gw_block *to, const gw_block *from, gw_failure *failure);

/* End what gw_nccl_connect has begun, if it has; all processes do.  */
void gw_nccl_leave (void);
/* The same, without waiting for others.  */
void gw_nccl_abort (void);

#endif
