/* SPDX-License-Identifier: GPL-3.0-or-later

   Second act of calls that are made of several, by m-files.  */

#ifndef GW_COMPOSE_H
#define GW_COMPOSE_H

#include "arguments.h"

/* The words of a call, and what follows them, for the calls that it is made of: all but those of dimensions and
   weights, which have arguments of their own, and of the groups WITHOUT, as bits; and "linear" where several dimensions
   meant it.  Their number.  */
enum { GW_MOST_WORDS = 2 * GW_GROUP_COUNT };
int gw_pass_on (const gw_call *call, unsigned without, const mxArray *words[GW_MOST_WORDS]);

/* The dimensions that the operator runs along; one beyond the last if it is none of the array's, and none if it runs
   along segments of any lengths.  */
mxArray *gw_list_dimensions (const gw_call *call);

/* What call->m_file takes behind NAME and A; the number of these arguments.  */
enum { GW_MOST_COMPOSED = 2 + GW_MOST_WORDS };
int gw_composed_arguments (const gw_call *call, const mxArray *args[GW_MOST_COMPOSED]);

/* Have call->m_file make the results: OUT, INDEX = M_FILE (NAME, A, W or [], DIMENSIONS, OPTIONS, ...).  */
bool gw_compose (const gw_call *call, int nlhs, mxArray *plhs[], gw_failure *failure);

/* The means that variances are about, in a result of the same shape.  */
bool gw_mean_beside (const gw_call *call, mxArray **mean, gw_failure *failure);

#endif
