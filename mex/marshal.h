/* SPDX-License-Identifier: GPL-3.0-or-later

   Second act: from mxArrays to a library call and back.  */

#ifndef GW_MARSHAL_H
#define GW_MARSHAL_H

#include "arguments.h"

/* The element type of a full array; false for classes that are no elements.  */
bool gw_find_type (const mxArray *a, gr_type *type);

/* Run the call and set plhs[0] and, if it is asked for and the operator gives
   one, the index plhs[1].  */
bool gw_work (const gw_call *call, int nlhs, mxArray *plhs[], gw_failure *failure);

#endif
