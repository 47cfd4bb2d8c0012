/* SPDX-License-Identifier: GPL-3.0-or-later

   First act: what a call asks for.  */

#ifndef GW_ARGUMENTS_H
#define GW_ARGUMENTS_H

#include "options.h"
#include "resident.h"

typedef struct
{
  gr_operator op;
  const mxArray *in;
  bool is_resident; /* in is a gpuArray, and so are the results */
  gw_resident resident;
  bool gathers; /* but results belong on the host, since in is of a function whose arrays are there */
  gr_type type;
  gr_type out_type;
  gr_arithmetic arithmetic;
  gw_options options;
  uint32_t along;         /* bit k: the operator runs along dimension k + 1; no bit: along one beyond the last */
  bool default_dim;       /* no DIM was given */
  bool linear;            /* the index output is a linear index into the input */
  bool ignores_second;    /* gpumax (A, B, DIM): B is not looked at */
  bool as_0x1;            /* an array of 0x0 counts as one of 0x1 */
  double ddof;            /* var, std: the divisor is the count less this */
  const mxArray *weights; /* of means, var and std, or NULL */
  const char *m_file;     /* the m-file that makes the results out of several calls (compose.h), or NULL */
  unsigned repeats;       /* of a measurement; 0: an ordinary call */
  double *seconds;        /* of each repetition */
} gw_call;

/* The m-file for weights that no kernel takes.  */
#define GW_WEIGHTED "__gpureduce_weighted__"

/* Read the arguments of gpuOP.  Errors are the builtin's, see the tables in
   arguments.c; whatever the call refers to belongs to the arguments or is mx
   memory, which Octave frees on any way out.  */
bool gw_check (gr_operator op, int nlhs, int nrhs, const mxArray *const prhs[], gw_call *call, gw_failure *failure);

/* What a plain call has between A and DIM: a cell of nothing or of one argument.  */
mxArray *gw_between (gr_operator op);

#endif
