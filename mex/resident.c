/* gpuArrays among the arguments and results of gateways.  */

#include "resident.h"

#include <string.h>

#include "handle.h"

static bool
has_class (const mxArray *a)
{
  return mxGetClassID (a) == mxUNKNOWN_CLASS && ! strcmp (mxGetClassName (a), "gpuArray");
}

static bool
fail_shadowed (const char *function, gw_failure *failure)
{
  return gw_fail (failure, GR_UNSUPPORTED,
                  "%s did not give what was asked for; another function of that name may stand before it in the path",
                  function);
}

static gr_buffer *
buffer_at (uint64_t address)
{
  return (gr_buffer *) (uintptr_t) address;
}

bool
gw_find_resident (const mxArray *a, gw_resident *resident)
{
  uint64_t words[GW_HANDLE_WORDS];
  *resident = (gw_resident){ 0 };
  if (! has_class (a) || ! gw_read_handle (a, words))
    return false;
  *resident = (gw_resident){ buffer_at (words[0]), (gr_type) words[1] };
  return true;
}

bool
gw_new_resident (mwSize ndims, const mwSize *dims, gr_type type, mxArray **result, gw_resident *resident,
                 gw_failure *failure)
{
  static const char function[] = "__gpuarray__";
  mxArray *args[] = { mxCreateString ("new"), mxCreateDoubleMatrix (1, ndims, mxREAL), mxCreateDoubleScalar (type) };
  mxArray *made[2] = { NULL, NULL };
  double *sizes = mxGetDoubles (args[1]);
  for (mwSize k = 0; k < ndims; k++)
    sizes[k] = (double) dims[k];
  mexCallMATLAB (2, made, 3, args, function);
  for (int k = 0; k < 3; k++)
    mxDestroyArray (args[k]);
  if (! made[0] || ! has_class (made[0]) || ! made[1] || ! mxIsUint64 (made[1]) || mxIsEmpty (made[1]))
    return fail_shadowed (function, failure);
  *resident = (gw_resident){ buffer_at (*(const uint64_t *) mxGetData (made[1])), type };
  *result = made[0];
  return true;
}

bool
gw_gather (int count, const mxArray *const from[], int first, const mxArray ***to, gw_failure *failure)
{
  static const char function[] = "__gpuarray__";
  const mxArray **args = mxMalloc ((size_t) (count + 1) * sizeof *args);
  gw_resident unused;
  *to = args;
  for (int k = 0; k < count; k++)
    {
      mxArray *in = (mxArray *) from[k], *out = NULL;
      args[k] = in;
      if (k < first || ! gw_find_resident (in, &unused))
        continue;
      mxArray *question[] = { mxCreateString ("gather"), in };
      mexCallMATLAB (1, &out, 2, question, function);
      mxDestroyArray (question[0]);
      if (! out || has_class (out))
        return fail_shadowed (function, failure);
      args[k] = out;
    }
  return true;
}

bool
gw_resident_data (const gw_resident *resident, void **data, gw_failure *failure)
{
  *data = NULL;
  const gr_status status = resident->buffer ? gr_buffer_data (resident->buffer, data) : GR_OK;
  return status == GR_OK || gw_library (failure, status);
}
