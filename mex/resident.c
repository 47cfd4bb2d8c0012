/* SPDX-License-Identifier: GPL-3.0-or-later

   gpuArrays among the arguments and results of gateways.  */

#include "resident.h"

#include "handle.h"
#include "notice.h"
#include "progress.h"

bool
gw_find_resident (const mxArray *a, gw_resident *resident)
{
  *resident = (gw_resident){ .array = a };
  return gw_read_handle (a, &resident->buffer, &resident->type, &resident->mapping);
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
  *resident = (gw_resident){ .buffer = elements, .type = type, .array = mxGetCell (cell, at) };
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

static const char asked[] = "__gpuarray__";

static bool
fail_answer (gw_failure *failure)
{
  return gw_fail (failure, GR_UNSUPPORTED,
                  "%s did not give what was asked for; another function of that name may stand before it in the path",
                  asked);
}

/* The elements of a gpuArray on the host.  */
static bool
gather_one (const mxArray *in, mxArray **out, gw_failure *failure)
{
  gw_resident unused;
  mxArray *question[] = { mxCreateString ("gather"), (mxArray *) in };
  *out = NULL;
  mexCallMATLAB (1, out, 2, question, asked);
  mxDestroyArray (question[0]);
  return (*out && ! gw_find_resident (*out, &unused)) || fail_answer (failure);
}

bool
gw_gather (int count, const mxArray *const from[], int first, int but, const mxArray ***to, gw_failure *failure)
{
  const mxArray **args = mxMalloc ((size_t) (count + 1) * sizeof *args);
  gw_resident unused;
  *to = args;
  for (int k = 0; k < count; k++)
    {
      mxArray *out = NULL;
      args[k] = from[k];
      if (k < first || k == but || ! gw_find_resident (from[k], &unused))
        continue;
      if (! gather_one (from[k], &out, failure))
        return false;
      args[k] = out;
    }
  return true;
}

bool
gw_gather_results (int count, mxArray *results[], gw_failure *failure)
{
  gw_resident unused;
  bool ok = true;
  for (int k = 0; k < count && ok; k++)
    {
      mxArray *const result = results[k];
      ok = ! result || ! gw_find_resident (result, &unused) || gather_one (result, &results[k], failure);
    }
  return ok;
}

bool
gw_take_function (const char *name, int *count, const mxArray **args[], bool *gathers, gw_failure *failure)
{
  const mxArray *const *const given = *args;
  *gathers = false;
  if (! *count || ! mxIsFunctionHandle (given[0]))
    return true;
  int taken;
  mxArray *const owner = mxCreateCellMatrix (1, 1), // as above
    *const values = gw_make_values (name, *count, (const void *const *) given, &taken, gathers);
  if (! values)
    return fail_answer (failure);
  mxSetCell (owner, 0, values);
  const mxArray **const rest = mxMalloc ((size_t) (*count - taken) * sizeof *rest);
  rest[0] = values;
  for (int k = taken + 1; k < *count; k++)
    rest[k - taken] = given[k];
  *count -= taken;
  *args = rest;
  return true;
}

bool
gw_run_values (const gw_resident *resident, const gr_request *request, void *out, double *index, gw_failure *failure)
{
  int faulty = -1;
  gw_begin_progress (gr_operators[request->op].name);
  gw_begin_imitation (request->algorithm, request->backend);
  const gr_status status = gr_run_mapped (request, resident->mapping, out, index, &faulty);
  gw_end_imitation ();
  gw_end_progress ();
  if (status == GR_OK && faulty >= 0)
    gw_raise_fault (resident->array, faulty);
  return status == GR_OK || gw_library (failure, status);
}

bool
gw_resident_data (const gw_resident *resident, void **data, gw_failure *failure)
{
  const gr_buffer *const buffer = resident->mapping ? gw_compute_handle (resident->array) : resident->buffer;
  *data = NULL;
  const gr_status status = buffer ? gr_buffer_data (buffer, data) : GR_OK;
  return status == GR_OK || gw_library (failure, status);
}

bool
gw_combine_residents (const char *name, int count, const mxArray *const *args, int nargout, mxArray *results[],
                      gw_failure *failure)
{
  const int asked = nargout > 1 ? nargout : 1;
  mxArray *const owner = mxCreateCellMatrix (1, (mwSize) asked);
  if (! gw_combine_handles (name, count, (const void *const *) args, nargout, (void **) results))
    return fail_answer (failure);
  for (int k = 0; k < asked; k++)
    mxSetCell (owner, (mwIndex) k, results[k]);
  return true;
}
