/* SPDX-License-Identifier: GPL-3.0-or-later

   Second act of calls that are made of several, by m-files.  */

#ifndef GW_COMPOSE_H
#define GW_COMPOSE_H

#include "arguments.h"

/* Have call->m_file make the results: OUT, INDEX = M_FILE (NAME, A, W or [], DIMENSIONS, OPTIONS, ...).  */
bool gw_compose (const gw_call *call, int nlhs, mxArray *plhs[], gw_failure *failure);

/* The means that variances are about, in a result of the same shape.  */
bool gw_mean_beside (const gw_call *call, mxArray **mean, gw_failure *failure);

#endif
