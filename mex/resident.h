/* SPDX-License-Identifier: GPL-3.0-or-later

   gpuArrays among the arguments and results of gateways.  */

#ifndef GW_RESIDENT_H
#define GW_RESIDENT_H

#include <mex.h>

#include "expression.h"
#include "raise.h"

/* Elements that are on the device.  The Octave value owns the buffer.  */
typedef struct
{
  gr_buffer *buffer; /* NULL if there are no elements, or none yet */
  gr_type type;
  const gr_mapping *mapping; /* the function whose values the elements will be, or NULL */
  const mxArray *array;
} gw_resident;

/* Is the argument a gpuArray?  */
bool gw_find_resident (const mxArray *a, gw_resident *resident);

/* A gpuArray that is not filled in; `other` is any gpuArray.  */
bool gw_new_resident (const mxArray *other, mwSize ndims, const mwSize *dims, gr_type type, mxArray **result,
                      gw_resident *resident, gw_failure *failure);

/* The same as element `at` of a cell, which owns it.  */
bool gw_add_resident (mxArray *cell, mwIndex at, const mxArray *other, mwSize ndims, const mwSize *dims, gr_type type,
                      gw_resident *resident, gw_failure *failure);

/* The same arguments, and instead of gpuArrays from number `first` on, but for number `but`, their elements on the
   host.  */
enum { GW_BUT_NONE = -1 };
bool gw_gather (int count, const mxArray *const from[], int first, int but, const mxArray ***to, gw_failure *failure);

/* If the first argument of a function NAME is a function handle: it and the arrays behind it become one, a gpuArray of
   the function's values, and *gathers says whether none of them was a gpuArray, so that results belong on the host.
   Else the arguments stay.  */
bool gw_take_function (const char *name, int *count, const mxArray **args[], bool *gathers, gw_failure *failure);

/* gpureduce and gpuscan, by that name.  */
bool gw_combine_residents (const char *name, int count, const mxArray *const *args, int nargout, mxArray *results[],
                           gw_failure *failure);

/* Run a request on the function's values.  */
bool gw_run_values (const gw_resident *resident, const gr_request *request, void *out, double *index,
                    gw_failure *failure);

/* Results of a call on the host; those that are there stay.  */
bool gw_gather_results (int count, mxArray *results[], gw_failure *failure);

/* Where the elements are, for requests; NULL if there are none.  */
bool gw_resident_data (const gw_resident *resident, void **data, gw_failure *failure);

#endif
