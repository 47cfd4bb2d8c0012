/* SPDX-License-Identifier: GPL-3.0-or-later

   What pieces.c and states.c share: an accumulation from within.  */

#ifndef GR_ACCUMULATION_H
#define GR_ACCUMULATION_H

#include "library/library.h"

/* Memory of the device for a piece that is on the host, which stays for the next one.  Elements begin as far within 128
   bytes as they do in the whole array, so that they are added up in the same order.  */
typedef struct
{
  gr_buffer *memory;
  size_t room;
  void *begin;
  size_t at, bytes; /* from the memory's beginning on */
} gr_staged;

/* Make room for count elements of size bytes, of which the first is number `first` of the whole array.  begin is NULL
   where there are none.  */
gr_status gr_make_room (const gr_backend *backend, gr_staged *s, size_t first, size_t size, size_t count);

struct gr_accumulation
{
  const gr_backend *backend;
  bool of_run; /* on its backend whichever is selected */
  gr_request request;
  gr_type out_type;
  gr_record record;
  bool indexed, is_scan;
  double *weights;       /* a copy of the caller's */
  size_t slab, elements; /* elements of a slab, and of the array */
  size_t first, at;      /* elements before the first piece and before the next one, in the direction of the feeding */
  bool has_ended;        /* a slab has ended, and its results are not stored */
  bool is_broken;        /* a call has failed on the way */
  bool is_spent;         /* it was for one piece, and has had it */
  gr_buffer *memory;     /* of the state, on the device where the accumulation was opened */
  void *state;           /* where it is, found out by each call */
  size_t state_bytes;
  bool has_state;           /* the state has begun; gr_open leaves that, since an import replaces the state */
  gr_staged in, out, index; /* of pieces on the host */
};

/* Can a request be opened on the selected backend?  Selects one if none is selected yet.  */
gr_status gr_check_open (const gr_request *request, bool indexed, gr_type *out_type);

/* Have the state begin with identities; gr_need_state does only if it has not begun yet.  */
gr_status gr_begin_state (gr_accumulation *a);
gr_status gr_need_state (gr_accumulation *a);

/* Can the accumulation be used?  Finds out where its state is.  */
gr_status gr_check_alive (gr_accumulation *a);

/* Remember a failure on the way, after which the state is of no use; returns the status.  */
gr_status gr_note_failure (gr_accumulation *a, gr_status status);

/* Make the state that of `count` exported ones, in their order, of which those that are empty have no elements; the
   accumulation has not begun.  head: bytes before an exported state.  */
gr_status gr_join_states (gr_accumulation *a, const gr_exported *states, const bool *is_empty, size_t count,
                          size_t head);

#endif
