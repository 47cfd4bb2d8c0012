/* SPDX-License-Identifier: GPL-3.0-or-later

   Segments of any lengths, behind the words "offsets" and "lengths": both acts.  */

#ifndef GW_SEGMENTS_H
#define GW_SEGMENTS_H

#include "arguments.h"

/* May what follows the word say what segments there are, and does nothing contradict it?  `dim` and `second` are what
   stands in the places for DIM and for weights, or NULL.  The numbers are checked where they are, later.  */
bool gw_check_segments (const gw_call *call, const mxArray *dim, const mxArray *second, gw_failure *failure);

/* The segments as a request has them, with offsets where its arrays are: in the buffer, or on the host if it is NULL.
   Octave frees what is made on the way.  */
typedef struct
{
  gr_ragged ragged;
  gr_buffer *buffer;
} gw_offsets;

bool gw_find_offsets (const gw_call *call, gw_offsets *segments, gw_failure *failure);

/* The library looks at nothing where there are no results: is there nothing to look at?  */
bool gw_check_without_results (const gw_call *call, const gw_offsets *segments, gw_failure *failure);

/* A failure of the library that is about the offsets; of lengths it says what these have to do with it.  */
bool gw_fail_segments (const gw_call *call, gr_status status, gw_failure *failure);

/* Positions in the segments, which are on the host, become places in the array; 0 says that there is none.  */
bool gw_make_segments_linear (const gw_call *call, const gw_offsets *segments, double *index, gw_failure *failure);

#endif
