/* SPDX-License-Identifier: GPL-3.0-or-later

   A call whose array is spread over processes: its arguments are read once, and the steps that follow take what was
   read from a struct.  */

#ifndef GW_OPENED_H
#define GW_OPENED_H

#include "arguments.h"

/* Where the part of this process stands: DIM, the distributed dimension; BEFORE, what is before the part along it; the
   number of this process, from 0 on; and how many there are.  */
enum { GW_DIM, GW_BEFORE, GW_NUMBER, GW_PROCESSES, GW_PLACE_NUMBERS };

typedef struct
{
  int wanted;
  double place[GW_PLACE_NUMBERS];
  gw_call call; /* of an array that has the class and the size of the whole one, and no elements */
} gw_opened;

/* Read NAME, WANTED, CLASS, IS_COMPLEX, SIZE, DIM, PARTS, ARGUMENTS...: gpuNAME (A, ARGUMENTS...) with WANTED results,
   of an array A of that class and size, of which each process has as many rows along DIM as PARTS says
   (octave/@codistributed/codistributed.m).  */
bool gw_open_call (int nrhs, const mxArray *const prhs[], gw_opened *opened, gw_failure *failure);

/* The call, which must be the same on all processes.  */
char *gw_text_of_call (const gw_opened *opened);

/* What the call means, for the steps that follow: a struct.

   call              the call itself, for gw_take_call
   text              gw_text_of_call
   dims              the dimensions of the array that it runs along
   arguments         what a call of gpuNAME has behind the array, for the same of a part
   m_file            the m-file that makes the results out of several calls, or ""
   m_file_arguments  what that m-file has behind NAME and the array
   words             the options without "linear"
   weights           of means, var and std, or []
   class, complex    of the results
   index             the operator gives positions, linear: as linear indices
   is_scan, reverse, native, ignores_second
   most_sent         states of more bytes are exchanged in slices
   most_segments_sent  states of more segments stay on devices, if they are there
   largest_accumulator  bytes of a state, of one segment, at most  */
mxArray *gw_describe_call (const gw_opened *opened);

/* Larger states are exchanged in slices; each process finishes one.  States of gpuArrays stay on the device where their
   segments may need more bytes than that.  */
enum {
  GW_MOST_SENT = 1 << 20,
  GW_LARGEST_ACCUMULATOR = 64,
  GW_MOST_SEGMENTS_SENT = GW_MOST_SENT / GW_LARGEST_ACCUMULATOR
};

/* The call of such a struct: without its array, words and place.  */
bool gw_take_call (const mxArray *described, gw_opened *opened, gw_failure *failure);

#endif
