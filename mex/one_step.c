/* SPDX-License-Identifier: GPL-3.0-or-later

   Calls whose array is spread over processes and which take one step: each process sends the state of its part to those
   that need it, and merges what it takes.  States go by way of the host, or from device to device; large ones as
   slices, one for each process.  */

#include <stdio.h>
#include <string.h>

#include "handle.h"
#include "interrupt.h"
#include "marshal.h"
#include "part_call.h"
#include "share.h"

/* ---- which calls ---- */

/* Is the part, as it is in memory, rows of [inner, len] in the order in which the array is passed?  Fills in the
   request's shape, and the size of the results of a reduction.  */
static bool
is_in_order (gw_part_call *c, mwSize out_dims[GR_MAX_DIMS])
{
  const gw_call *const call = &c->opened.call;
  const mwSize ndims = mxGetNumberOfDimensions (call->in), *const dims = mxGetDimensions (call->in);
  const mwSize distributed = (mwSize) c->opened.place[GW_DIM] - 1;
  bool is_along = false, ordered = distributed < ndims && (call->along >> distributed & 1);
  c->request.inner = c->request.len = 1;
  for (mwSize k = 0; k < ndims; k++)
    {
      const bool along = call->along >> k & 1;
      out_dims[k] = along ? 1 : dims[k];
      *(along ? &c->request.len : &c->request.inner) *= (size_t) dims[k];
      if (dims[k] != 1)
        {
          ordered = ordered && along >= is_along && k <= distributed;
          is_along = along;
        }
    }
  if (! ordered || ! c->request.inner || ! c->request.len)
    return false;
  c->first = (size_t) c->opened.place[GW_BEFORE] * (c->request.len / (size_t) dims[distributed]);
  return true;
}

/* The call can be done in one step; the size of its result.  Results of a scan along several dimensions have another
   size than the part.  Large states stay on the devices if the part is there, as all parts then are, and those of a
   reduction go as slices along the last dimension that the result has.  */
static bool
is_one_step (gw_part_call *c, const mxArray *x, mwSize *ndims, mwSize dims[GR_MAX_DIMS])
{
  gw_failure unused;
  gw_resident resident;
  const gw_call *const call = &c->opened.call;
  const bool is_scan = gr_operators[call->op].is_scan;
  if (c->opened.wanted > 1 || call->m_file || call->ignores_second || (is_scan && call->along & (call->along - 1)))
    return false;
  c->local = *call;
  c->request = gw_begin_request (call);
  c->request.outer = 1;
  *ndims = mxGetNumberOfDimensions (call->in);
  if (! is_in_order (c, dims) || ! gw_predict_state (&c->request, false, &c->state_bytes, &unused))
    return false;
  const bool is_large = c->state_bytes > GW_MOST_SENT;
  c->stays
    = c->opened.place[GW_PROCESSES] > 1 && c->request.inner > GW_MOST_SEGMENTS_SENT && gw_find_resident (x, &resident);
  for (mwSize k = 0; is_large && ! is_scan && k < *ndims; k++)
    if (dims[k] != 1)
      c->sliced = k + 1;
  return ! is_large || c->stays;
}

/* ---- which states are sent ---- */

/* Does process p need the state of process q?  A scan's does if q has what stands before its part.  */
static bool
needs (const gw_part_call *c, int p, int q)
{
  return ! gr_operators[c->local.op].is_scan || (c->request.reverse ? q > p : q < p);
}

/* Is there a process that needs the state of this one?  */
static bool
is_needed (const gw_part_call *c)
{
  const int count = (int) c->opened.place[GW_PROCESSES], number = (int) c->opened.place[GW_NUMBER];
  return needs (c, c->request.reverse ? 0 : count - 1, number);
}

/* The states that the call takes, in their order, of those of all processes, `each` bytes one behind the other.  */
static void
order_states (gw_part_call *c, gr_place place, const char *all, size_t each)
{
  const int count = (int) c->opened.place[GW_PROCESSES], number = (int) c->opened.place[GW_NUMBER];
  gr_exported *const states = mxCalloc ((size_t) count, sizeof *states);
  for (int k = 0; k < count; k++)
    {
      const int from = c->request.reverse ? count - 1 - k : k;
      if (needs (c, number, from))
        states[c->count++] = (gr_exported){ place, all + (size_t) from * each, c->state_bytes };
    }
  c->states = states;
}

/* A failure for all processes: "IDENTIFIER: TEXT", or "" if there is none.  */
typedef char failure_text[sizeof ((gw_failure *) NULL)->text + GW_WORD_MAX];
static void
tell_failure (const gw_part_call *c, bool failed, const gw_failure *failure, failure_text why)
{
  *why = 0;
  if (failed)
    snprintf (why, sizeof (failure_text), "gpureduce:%s: gpu%s: %s", gr_statuses[failure->status],
              gr_operators[c->local.op].name, failure->text);
}

/* The call, which must be the same on all processes, and where the parts are.  */
static char *
text_of (const gw_part_call *c)
{
  const char *const call = gw_text_of_call (&c->opened), *const where = c->local.is_resident ? " of gpuArrays" : "";
  const size_t room = strlen (call) + strlen (where) + 1;
  char *const text = mxMalloc (room);
  snprintf (text, room, "%s%s", call, where);
  return text;
}

/* ---- by way of the host ---- */

/* Send the state of the part, if one needs it, and a failure to all processes by way of the host; their states become
   those of the call.  */
static bool
share_state (gw_part_call *c, bool failed, gw_failure *failure)
{
  const size_t bytes = c->state_bytes, count = (size_t) c->opened.place[GW_PROCESSES];
  failure_text why;
  char *const all = mxCalloc (count + 1, bytes + 1), *const mine = all + count * bytes;
  const gw_state_room to = { GR_ON_HOST, mine, bytes };
  failed = failed || (is_needed (c) && ! gw_fill_state (c, &to, failure));
  if (count > 1)
    {
      tell_failure (c, failed, failure, why);
      c->is_agreed = true;
      if (! gw_share (text_of (c), why, mine, bytes, all, failure))
        return false;
      c->is_agreed = false;
    }
  else if (failed)
    return false;
  else
    memcpy (all, mine, is_needed (c) ? bytes : 0);
  order_states (c, GR_ON_HOST, all, bytes);
  return true;
}

/* ---- from device to device ---- */

/* Bytes that the states take, with what merges them, which is up to three times as much.  n: places along the dimension
   of slices.  */
static size_t
predict_room (const gw_part_call *c, mwSize n)
{
  enum { MERGED = 4, HEADER = 256 };
  const size_t count = (size_t) c->opened.place[GW_PROCESSES];
  if (! c->sliced)
    return (MERGED + 1) * count * c->state_bytes;
  const size_t slice = c->state_bytes / n * ((n - 1) / count + 1) + HEADER;
  return 2 * c->state_bytes + (MERGED * count + 1) * slice;
}

/* Do the states go from device to device?  A failure is one of all processes.  */
static bool
choose_way (gw_part_call *c, bool failed, size_t room, bool *by_nccl, gw_failure *failure)
{
  failure_text why;
  tell_failure (c, failed, failure, why);
  c->is_agreed = true;
  if (! gw_choose_carrier (text_of (c), why, room, by_nccl, failure))
    return false;
  c->is_agreed = false;
  return true;
}

/* Room for states on the device.  */
static bool
new_room (gw_part_call *c, size_t bytes, char **room, gw_failure *failure)
{
  void *data = NULL;
  gr_status status = gr_buffer_new (bytes, &c->on_device);
  if (status == GR_OK)
    status = gr_buffer_data (c->on_device, &data);
  *room = data;
  return status == GR_OK || gw_library (failure, status);
}

/* Move states when all processes are ready.  */
static bool
move_states (gw_part_call *c, bool ok, const gw_block *to, const gw_block *from, gw_failure *failure)
{
  const gr_status status = ok ? gr_wait () : GR_OK; /* for errors of work that was queued */
  if (status != GR_OK)
    ok = gw_library (failure, status);
  if (! ok)
    {
      const gw_failure own = *failure;
      gw_fail (failure, own.status, "gpu%s: %s", gr_operators[c->local.op].name, own.text);
    }
  c->is_agreed = true;
  if (! gw_move (ok, to, from, failure))
    return false;
  /* the other gateway has set its own, whose Ctrl-C this one would not raise */
  gr_set_interrupt (gw_interrupt_pending);
  c->is_agreed = false;
  return true;
}

static size_t
align (size_t bytes)
{
  enum { ALIGNMENT = 256 };
  return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Send the state of the part to the processes that need it, from device to device; theirs become those of the call.  */
static bool
share_on_devices (gw_part_call *c, gw_failure *failure)
{
  const int count = (int) c->opened.place[GW_PROCESSES], number = (int) c->opened.place[GW_NUMBER];
  const size_t bytes = c->state_bytes, each = align (bytes);
  gw_block *const to = mxCalloc (2 * (size_t) count, sizeof *to), *const from = to + count;
  char *all = NULL;
  bool ok = new_room (c, (size_t) count * each, &all, failure);
  if (ok && is_needed (c))
    {
      const gw_state_room mine = { GR_ON_DEVICE, all + (size_t) number * each, bytes };
      ok = gw_fill_state (c, &mine, failure);
    }
  for (int p = 0; ok && p < count; p++)
    if (p != number)
      {
        to[p] = (gw_block){ all + (size_t) number * each, needs (c, p, number) ? bytes : 0 };
        from[p] = (gw_block){ all + (size_t) p * each, needs (c, number, p) ? bytes : 0 };
      }
  if (! move_states (c, ok, to, from, failure))
    return false;
  order_states (c, GR_ON_DEVICE, all, each);
  return true;
}

/* ---- as slices ---- */

/* A slice of the states, which one process finishes: its places along the dimension `sliced` of n, and what they are in
   the states.  */
typedef struct
{
  size_t places, first, segments, bytes;
} state_slice;

/* The first of n places that process k of `count` has, which are as even as can be; all of them for k = count.  */
static size_t
first_place (size_t n, size_t count, size_t k)
{
  return n * k / count;
}

static bool
find_slice (const gw_part_call *c, size_t n, int process, state_slice *slice, gw_failure *failure)
{
  const size_t count = (size_t) c->opened.place[GW_PROCESSES], k = (size_t) process, unit = c->request.inner / n;
  const size_t begin = first_place (n, count, k), end = first_place (n, count, k + 1);
  gr_request part = c->request;
  *slice = (state_slice){ end - begin, begin * unit, (end - begin) * unit, 0 };
  part.inner = slice->segments;
  return ! part.inner || gw_predict_state (&part, false, &slice->bytes, failure);
}

/* Cut the state into slices, which stand one behind the other; that of this process is where it takes those of
   others.  */
static bool
cut_slices (gw_part_call *c, const char *state, const state_slice *slices, const gw_block *to, const gw_block *from,
            gw_failure *failure)
{
  const int count = (int) c->opened.place[GW_PROCESSES], number = (int) c->opened.place[GW_NUMBER];
  gr_status status = GR_OK;
  for (int p = 0; status == GR_OK && p < count; p++)
    if (slices[p].segments)
      status = gr_cut_state (&c->request, false, GR_ON_DEVICE, state, slices[p].first, slices[p].segments,
                             p == number ? from[p].data : to[p].data);
  return status == GR_OK || gw_library (failure, status);
}

/* The same for results that are too large for all to have them: each process finishes a slice, of n places.  */
static bool
share_slices (gw_part_call *c, mwSize *n, gw_failure *failure)
{
  const int count = (int) c->opened.place[GW_PROCESSES], number = (int) c->opened.place[GW_NUMBER];
  gw_block *const to = mxCalloc (2 * (size_t) count, sizeof *to), *const from = to + count;
  state_slice *const slices = mxCalloc ((size_t) count, sizeof *slices), *const mine = slices + number;
  char *state = NULL;
  size_t sent = 0;
  bool ok = true;
  for (int p = 0; ok && p < count; p++)
    {
      ok = find_slice (c, *n, p, &slices[p], failure);
      sent += align (slices[p].bytes);
    }
  const size_t whole = align (c->state_bytes), each = align (mine->bytes);
  ok = ok && new_room (c, whole + sent + (size_t) count * each, &state, failure);
  char *slice = ok ? state + whole : NULL, *const taken = ok ? slice + sent : NULL;
  for (int p = 0; ok && p < count; p++)
    {
      to[p] = (gw_block){ slice, p == number ? 0 : slices[p].bytes };
      from[p] = (gw_block){ taken + (size_t) p * each, p == number ? 0 : mine->bytes };
      slice += align (slices[p].bytes);
    }
  const gw_state_room room = { GR_ON_DEVICE, state, c->state_bytes };
  ok = ok && gw_fill_state (c, &room, failure) && cut_slices (c, state, slices, to, from, failure);
  if (! move_states (c, ok, to, from, failure))
    return false;
  c->state_bytes = mine->bytes;
  c->request.inner = mine->segments;
  *n = (mwSize) mine->places;
  order_states (c, GR_ON_DEVICE, taken, each);
  return true;
}

/* What the parts of a result in slices are, which has those sizes: {IS_COMPLEX, DIM, PARTS, SIZE}.  */
static mxArray *
describe_slices (const gw_part_call *c, mwSize ndims, const mwSize *dims)
{
  const mwSize count = (mwSize) c->opened.place[GW_PROCESSES], n = dims[c->sliced - 1];
  mxArray *const cell = mxCreateCellMatrix (1, 4), *const parts = mxCreateDoubleMatrix (1, count, mxREAL);
  while (ndims > 2 && ndims > c->sliced && dims[ndims - 1] == 1)
    ndims--;
  mxArray *const size = mxCreateDoubleMatrix (1, ndims, mxREAL);
  for (mwSize p = 0; p < count; p++)
    mxGetPr (parts)[p] = (double) (first_place (n, count, p + 1) - first_place (n, count, p));
  for (mwSize k = 0; k < ndims; k++)
    mxGetPr (size)[k] = (double) dims[k];
  mxSetCell (cell, 0, mxCreateLogicalScalar (gr_types[c->opened.call.out_type].is_complex));
  mxSetCell (cell, 1, mxCreateDoubleScalar ((double) c->sliced));
  mxSetCell (cell, 2, parts);
  mxSetCell (cell, 3, size);
  return cell;
}

/* ---- the call ---- */

typedef struct
{
  gw_part_call *c;
  const mxArray *x;
  gw_failure *failure;
} part_step;

static bool
read_step (void *data)
{
  const part_step *const s = data;
  return gw_read_part (s->c, s->x, s->failure) && gw_check_domain (&s->c->local, s->failure);
}

/* Read and check the part.  What Octave throws meanwhile is a failure, which all processes then have: a lack of memory,
   since the classes fit by then.  */
static bool
take_part (gw_part_call *c, const mxArray *x, gw_failure *failure)
{
  bool ok;
  char text[GW_WORD_MAX * 4];
  part_step s = { c, x, failure };
  return gw_without_throw (read_step, &s, &ok, text, sizeof text) ? ok
                                                                  : gw_fail (failure, GR_OUT_OF_MEMORY, "%s", text);
}

bool
gw_do_in_one_step (gw_part_call *c, const mxArray *x, mxArray *plhs[], gw_failure *failure)
{
  mwSize ndims, dims[GR_MAX_DIMS];
  bool by_nccl = false;
  if (! is_one_step (c, x, &ndims, dims))
    return true;
  const bool ok = take_part (c, x, failure), is_scan = gr_operators[c->local.op].is_scan;
  c->request.place = c->local.is_resident ? GR_ON_DEVICE : GR_ON_HOST;
  c->request.queue = c->local.is_resident;
  if (c->stays && ! choose_way (c, ! ok, predict_room (c, c->sliced ? dims[c->sliced - 1] : 1), &by_nccl, failure))
    return false;
  if (! by_nccl && c->state_bytes > GW_MOST_SENT)
    return true;
  plhs[1] = c->sliced ? describe_slices (c, ndims, dims)
          : is_scan   ? mxCreateLogicalScalar (gr_types[c->opened.call.out_type].is_complex)
                      : mxCreateDoubleMatrix (0, 0, mxREAL);
  const bool shared = ! by_nccl ? share_state (c, ! ok, failure)
                    : c->sliced ? share_slices (c, &dims[c->sliced - 1], failure)
                                : share_on_devices (c, failure);
  return shared
      && (is_scan ? gw_scan_part (c, mxGetNumberOfDimensions (c->x), mxGetDimensions (c->x), plhs, failure)
                  : gw_finish_part (c, ndims, dims, plhs, failure));
}
