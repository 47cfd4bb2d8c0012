/* SPDX-License-Identifier: GPL-3.0-or-later

   Second act: from mxArrays to a library call and back.  */

#ifndef GW_MARSHAL_H
#define GW_MARSHAL_H

#include "arguments.h"

/* The element type of a full array; false for classes that are no elements.  */
bool gw_find_type (const mxArray *a, gr_type *type);

/* An array of these elements, mx memory that it owns from now on; NULL: it has none, and only its class and size may be
   looked at.  */
mxArray *gw_array_around (mwSize ndims, const mwSize *dims, gr_type type, void *data);

/* An array on the host that is not filled in.  */
bool gw_new_array (mwSize ndims, const mwSize *dims, gr_type type, mxArray **result, gw_failure *failure);

/* The place of a result: on the host, or on the device for a gpuArray.  */
typedef struct
{
  void *data;
  gw_resident resident;
} gw_place;

/* A result of the call that is not filled in, a gpuArray if call->in is one.  */
bool gw_new_result (const gw_call *call, mwSize ndims, const mwSize *dims, gr_type type, mxArray **result,
                    gw_place *where, gw_failure *failure);

/* A request with all but inner, len, outer and groups.  */
gr_request gw_begin_request (const gw_call *call);

/* Can the elements have the mean that is asked for?  A failure says that they cannot.  */
bool gw_check_domain (const gw_call *call, gw_failure *failure);

/* Run the call and set plhs[0] and, if it is asked for and the operator gives
   one, the index plhs[1].  */
bool gw_work (const gw_call *call, int nlhs, mxArray *plhs[], gw_failure *failure);

#endif
