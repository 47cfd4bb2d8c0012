/* SPDX-License-Identifier: GPL-3.0-or-later

   gpuArrays among the arguments and results of gateways.  */

#include "resident.h"

#include "handle.h"

bool
gw_find_resident (const mxArray *a, gw_resident *resident)
{
  *resident = (gw_resident){ 0 };
  return gw_read_handle (a, &resident->buffer, &resident->type);
}

bool
gw_add_resident (mxArray *cell, mwIndex at, const mxArray *other, mwSize ndims, const mwSize *dims, gr_type type,
                 gw_resident *resident, gw_failure *failure)
{
  size_t sizes[GR_MAX_DIMS], bytes = gr_types[type].size;
  gr_buffer *elements = NULL;
  for (mwSize k = 0; k < ndims; k++)
    bytes *= sizes[k] = (size_t) dims[k];
  const gr_status status = bytes ? gr_buffer_new (bytes, &elements) : GR_OK;
  if (status != GR_OK)
    return gw_library (failure, status);
  mxSetCell (cell, at, gw_make_handle (other, elements, (size_t) ndims, sizes, type));
  *resident = (gw_resident){ elements, type };
  return true;
}

bool
gw_new_resident (const mxArray *other, mwSize ndims, const mwSize *dims, gr_type type, mxArray **result,
                 gw_resident *resident, gw_failure *failure)
{
  /* Octave frees the cell with all that the call has made, and the result's handle in it.  */
  mxArray *const owner = mxCreateCellMatrix (1, 1);
  if (! gw_add_resident (owner, 0, other, ndims, dims, type, resident, failure))
    return false;
  *result = mxGetCell (owner, 0);
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
      if (! out || gw_find_resident (out, &unused))
        return gw_fail (failure, GR_UNSUPPORTED,
                        "%s did not give what was asked for; another function of that name may stand before it in the "
                        "path",
                        function);
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
