/* SPDX-License-Identifier: GPL-3.0-or-later

   What the backend does for accumulations (backend.h), and for dimensions that are no neighbours.  */

#ifndef GR_PIECES_CUH
#define GR_PIECES_CUH

#include "backend.h"

namespace GR_NAMESPACE
{

size_t gr_state_bytes (const gr_request *request, bool indexed);
int gr_state_planes (const gr_request *request, bool indexed, size_t bytes[]);
size_t gr_feed_bytes (const gr_request *request, bool indexed, size_t count);
gr_status gr_begin_state (const gr_request *request, bool indexed, void *state);
gr_status gr_feed_box (const gr_request *request, gr_type out_type, bool indexed, const gr_box *box,
                       gr_box_arrays arrays, void *state, gr_record *record);
gr_status gr_finish_state (const gr_request *request, gr_type out_type, void *state, void *out, double *index);
gr_status gr_merge_states (const gr_request *request, bool indexed, void *state, const void *later);
/* For rehearsals: go through all that an accumulation of rows launches, whose arrays and state may be anything, as
   nothing is.  */
struct gr_context;
gr_status gr_run_all_tasks (gr_context *context, const gr_request &request, bool indexed);
gr_status gr_gather (const gr_request *request, size_t first, size_t count, const void *from, void *to);

} // namespace

#endif
