/* SPDX-License-Identifier: GPL-3.0-or-later

   A call whose array is spread over processes, and what this one does with its part of rows of a matrix [inner, len]
   (processes.c).  */

#ifndef GW_PART_CALL_H
#define GW_PART_CALL_H

#include "opened.h"

enum { GW_PART_NUMBERS = 4 }; /* of a step, at most */

typedef struct
{
  gw_opened opened;
  const mxArray *x;
  const gr_exported *states; /* in their order */
  size_t count;
  double numbers[GW_PART_NUMBERS];
  size_t first; /* rows before those of X */
  size_t state_bytes;
  bool stays;           /* of a call in one step: states go from device to device if they can */
  mwSize sliced;        /* the dimension, from 1 on, along which large results are in slices; else 0 */
  gr_buffer *on_device; /* the states that go from device to device */
  gw_call local;        /* the call of X */
  gr_request request;
  bool indexed;
  bool is_agreed; /* a failure is one of all processes, which says whose */
} gw_part_call;

/* Room for a state.  */
typedef struct
{
  gr_place place;
  void *data;
  size_t bytes;
} gw_state_room;

/* Take the part x, which has the array's class; real numbers become complex where the array is.  */
bool gw_read_part (gw_part_call *c, const mxArray *x, gw_failure *failure);

/* Bytes of a state.  */
bool gw_predict_state (const gr_request *request, bool indexed, size_t *bytes, gw_failure *failure);

/* Write the state of the part.  */
bool gw_fill_state (gw_part_call *c, const gw_state_room *to, gw_failure *failure);

/* Store what all states of the call come to, in arrays of these sizes; and the scan of the part behind them.  */
bool gw_finish_part (gw_part_call *c, mwSize ndims, const mwSize *dims, mxArray *plhs[], gw_failure *failure);
bool gw_scan_part (gw_part_call *c, mwSize ndims, const mwSize *dims, mxArray *plhs[], gw_failure *failure);

/* Do a call that needs no other steps than to send states to other processes (one_step.c).  x is this process's part.
   plhs[0] is the result; plhs[1], which is NULL before, says of which array it is, and stays NULL if the call takes
   other steps.  */
bool gw_do_in_one_step (gw_part_call *c, const mxArray *x, mxArray *plhs[], gw_failure *failure);

#endif
