/* SPDX-License-Identifier: GPL-3.0-or-later

   Second act of calls that are made of several, by m-files.  */

#include "compose.h"

#include "marshal.h"

/* The dimensions that the operator runs along; one beyond the last if it is none of the array's, and none if it runs
   along segments of any lengths.  */
static mxArray *
list_dimensions (const gw_call *call)
{
  const mwSize ndims = mxGetNumberOfDimensions (call->in);
  mwSize n = 0;
  for (mwSize k = 0; k < ndims; k++)
    n += call->along >> k & 1;
  if (call->options.after[GW_SEGMENTS])
    return mxCreateDoubleMatrix (1, 0, mxREAL);
  mxArray *const dims = mxCreateDoubleMatrix (1, n ? n : 1, mxREAL);
  double *next = mxGetDoubles (dims);
  *next = (double) (ndims + 1);
  for (mwSize k = 0; k < ndims; k++)
    if (call->along >> k & 1)
      *next++ = (double) (k + 1);
  return dims;
}

bool
gw_compose (const gw_call *call, int nlhs, mxArray *plhs[], gw_failure *failure)
{
  static const gw_group passed_on[]
    = { GW_ARITHMETIC, GW_NAN, GW_LINEAR, GW_DIRECTION, GW_EXCLUSIVE, GW_ALGORITHM, GW_BLOCK, GW_BACKEND, GW_SEGMENTS };
  enum { GROUPS = sizeof passed_on / sizeof *passed_on };
  mxArray *args[4 + 2 * GROUPS];
  int n = 0;
  args[n++] = mxCreateString (gr_operators[call->op].name);
  args[n++] = (mxArray *) call->in;
  args[n++] = call->weights ? (mxArray *) call->weights : mxCreateDoubleMatrix (0, 0, mxREAL);
  args[n++] = list_dimensions (call);
  for (int g = 0; g < GROUPS; g++)
    {
      const char *const word = call->options.word[passed_on[g]];
      const mxArray *const after = call->options.after[passed_on[g]];
      if (word)
        args[n++] = mxCreateString (word);
      if (after)
        args[n++] = (mxArray *) after;
    }
  mexCallMATLAB (nlhs > 1 ? 2 : 1, plhs, n, args, call->m_file);
  return plhs[0] ? true : gw_fail (failure, GR_UNSUPPORTED, "%s did not give a result", call->m_file);
}

bool
gw_mean_beside (const gw_call *call, mxArray **mean, gw_failure *failure)
{
  gw_call other = *call;
  other.op = GR_MEAN;
  const gr_request request = { .op = other.op, .type = other.type };
  const gr_status status = gr_result_type (&request, &other.out_type);
  if (status != GR_OK)
    return gw_library (failure, status);
  if (! call->weights || mxIsEmpty (call->in))
    return gw_work (&other, 1, mean, failure);
  other.m_file = GW_WEIGHTED;
  return gw_compose (&other, 1, mean, failure);
}
