/* SPDX-License-Identifier: GPL-3.0-or-later

   Checks of requests, and what follows from a valid one.  */

#ifndef GR_REQUEST_H
#define GR_REQUEST_H

#include "gpureduce.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Check a request and name the type of its result.  */
gr_status gr_check_request (const gr_request *request, bool wants_index, gr_type *out_type);

/* Does the algorithm take what is of a kind, GR_REDUCTIONS, GR_SCANS or GR_SORTS, and blocks of that size?  `name` is
   the operator's in messages.  */
gr_status gr_check_algorithm (gr_algorithm algorithm, unsigned block, const char *name, unsigned kind);

/* Is it one of the places that there are?  */
gr_status gr_check_place (gr_place place);

/* What a backend says of offsets, or keys, that are not as gr_ragged has them, and of a segment without elements.  */
gr_status gr_fail_offsets (const gr_request *request);
gr_status gr_fail_empty (const gr_request *request);

/* Results of a valid request, and bytes of its input, its results and their index.  */
size_t gr_count_results (const gr_request *request);
double gr_count_bytes (const gr_request *request, gr_type out_type, bool indexed);

#ifdef __cplusplus
}
#endif

#endif
