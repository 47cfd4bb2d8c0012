/* SPDX-License-Identifier: GPL-3.0-or-later

   Second act of calls that are made of several, by m-files.  */

#include "compose.h"

#include "marshal.h"

mxArray *
gw_list_dimensions (const gw_call *call)
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

int
gw_pass_on (const gw_call *call, unsigned without, const mxArray *words[GW_MOST_WORDS])
{
  int n = 0;
  without |= 1u << GW_DIMENSIONS | 1u << GW_WEIGHTS;
  if (call->linear && ! call->options.word[GW_LINEAR] && ! (without >> GW_LINEAR & 1)
      && (gr_operators[call->op].options & GR_GIVES_INDEX))
    words[n++] = mxCreateString ("linear"); /* which several dimensions mean, of which the array may have one */
  for (int g = 0; g < GW_GROUP_COUNT; g++)
    {
      if (without >> g & 1 || ! call->options.word[g])
        continue;
      words[n++] = mxCreateString (call->options.word[g]);
      if (call->options.after[g])
        words[n++] = call->options.after[g];
    }
  return n;
}

int
gw_composed_arguments (const gw_call *call, const mxArray *args[GW_MOST_COMPOSED])
{
  args[0] = call->weights ? call->weights : mxCreateDoubleMatrix (0, 0, mxREAL);
  args[1] = gw_list_dimensions (call);
  return 2 + gw_pass_on (call, 1u << GW_MEAN | 1u << GW_COMPARISON, args + 2);
}

bool
gw_compose (const gw_call *call, int nlhs, mxArray *plhs[], gw_failure *failure)
{
  const mxArray *args[2 + GW_MOST_COMPOSED] = { mxCreateString (gr_operators[call->op].name), call->in };
  const int n = 2 + gw_composed_arguments (call, args + 2);
  mexCallMATLAB (nlhs > 1 ? 2 : 1, plhs, n, (mxArray **) args, call->m_file);
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
