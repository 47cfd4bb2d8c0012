/* SPDX-License-Identifier: GPL-3.0-or-later

   __gpureduce_processes__: calls of gpuNAME whose array is spread over processes, each of which has rows of a matrix
   [INNER, LEN] that is reduced or scanned along LEN.  No process has the whole array: what is read of it is class and
   size.

   [R, CALL] = ("open", X, NAME, WANTED, CLASS, IS_COMPLEX, SIZE, DIM, PARTS, ARGUMENTS...)
                     reads the call, see opened.h.  One along the distributed dimension that needs no other steps than
   to send states to other processes is done: R is the result of a reduction, and CALL []; or the part of a scan, and
   CALL true or false: are the numbers complex?; or the part of a large result, and CALL {IS_COMPLEX, DIM, PARTS, SIZE}
   of the array that the parts are.  Else R is [], and CALL a struct that says what the call means, and that the steps
   below take

   STATE = ("state", CALL, X, [INNER LEN FIRST])
                     the state (uint8) of X, rows after FIRST.  It is a gpuArray if X is one and INNER is too large for
                     its state to be sent to all processes

   STATE = ("cut", CALL, X, [INNER LEN FIRST COUNT], {STATE})
                     of that state the one of COUNT segments after FIRST

   [R, I] = ("finish", CALL, X, [INNER LEN], STATES)
                     the results, INNER x 1, of all states in their order

   [R, I] = ("scan", CALL, X, [INNER LEN FIRST], STATES)
                     the scan of X; STATES are those of the rows that a scan passes before

   STATES is a cell of states, of which some may be gpuArrays.  Results are gpuArrays where X is one.  Errors have the
   name gpuNAME of the call in front, or are those of all processes, in the same words.  */

#include "processes.h"

#include <stdio.h>
#include <string.h>

#include "marshal.h"
#include "opened.h"
#include "share.h"

enum { QUESTION, CALL, X, NUMBERS, STATES };
enum { INNER, LEN, FIRST, COUNT, MOST_NUMBERS };

typedef struct
{
  gw_opened opened;
  const mxArray *x;
  const gr_exported *states; /* in their order */
  size_t count;
  double numbers[MOST_NUMBERS];
  size_t first; /* rows before those of X */
  size_t state_bytes;
  bool stays;           /* states of a call in one step go from device to device if they can, */
  mwSize sliced;        /* those of large results as slices along this dimension, from 1 on; else 0 */
  gr_buffer *on_device; /* where they are */
  gw_call local;        /* the call of X */
  gr_request request;
  bool indexed;
  bool is_agreed; /* a failure is one of all processes, which says whose */
} part_call;

/* ---- reading ---- */

/* The part has the array's class; real numbers become complex where the array is.  */
static bool
read_part (part_call *c, const mxArray *x, gw_failure *failure)
{
  const gr_type wanted = c->opened.call.type;
  if (mxIsSparse (x))
    return gw_fail (failure, GR_UNSUPPORTED, "sparse input is not supported; use full");
  c->x = x;
  c->local = c->opened.call;
  c->local.in = x;
  c->local.is_resident = gw_find_resident (x, &c->local.resident);
  gr_type type = c->local.resident.type;
  if (! c->local.is_resident && ! gw_find_type (x, &type))
    type = GR_TYPE_COUNT;
  if (type != wanted && gr_types[wanted].is_complex && type < GR_TYPE_COUNT
      && ! strcmp (gr_types[type].name, gr_types[wanted].name))
    {
      mxArray *args[] = { (mxArray *) x, mxCreateDoubleScalar (0) }, *complex = NULL;
      mexCallMATLAB (1, &complex, 2, args, "complex");
      c->local.in = complex;
      if (! complex || ! gw_find_type (complex, &type))
        type = GR_TYPE_COUNT;
    }
  return type == wanted || gw_fail (failure, GR_BAD_ARGUMENT, "a part has another class than the array");
}

/* ---- answers ---- */

/* The rows of the part.  */
static size_t
rows_of (const part_call *c)
{
  return c->request.inner ? mxGetNumberOfElements (c->x) / c->request.inner : 0;
}

/* Elements that stand before those of the part, in the direction of the call.  */
static size_t
passed_before (const part_call *c)
{
  return c->request.inner * (c->request.reverse ? c->request.len - c->first - rows_of (c) : c->first);
}

static bool
part_data (const part_call *c, const void **data, gw_failure *failure)
{
  void *there = NULL;
  if (c->local.is_resident && ! gw_resident_data (&c->local.resident, &there, failure))
    return false;
  *data = c->local.is_resident ? there : mxGetData (c->local.in);
  return true;
}

static bool
find_state (const mxArray *a, gr_exported *state, gw_failure *failure)
{
  gw_resident resident = { 0 };
  void *data = NULL;
  const bool is_resident = a && gw_find_resident (a, &resident);
  *state = (gr_exported){ .place = is_resident ? GR_ON_DEVICE : GR_ON_HOST };
  if (is_resident ? resident.type != GR_TYPE_U8 : a && ! mxIsUint8 (a))
    return gw_fail (failure, GR_BAD_ARGUMENT, "a state is an array of class uint8");
  if (is_resident && ! gw_resident_data (&resident, &data, failure))
    return false;
  if (a)
    state->size = mxGetNumberOfElements (a);
  state->bytes = a && ! is_resident ? mxGetData (a) : data;
  return true;
}

/* Take the states of a cell.  */
static bool
find_states (const mxArray *cell, part_call *c, gw_failure *failure)
{
  c->count = mxGetNumberOfElements (cell);
  gr_exported *const states = mxCalloc (c->count + 1, sizeof *states);
  for (size_t k = 0; k < c->count; k++)
    if (! find_state (mxGetCell (cell, (mwIndex) k), &states[k], failure))
      return false;
  c->states = states;
  return true;
}

static bool
predict_state (const gr_request *request, bool indexed, size_t *bytes, gw_failure *failure)
{
  gr_accumulation_sizes sizes;
  const gr_status status = gr_predict_feed (request, indexed, GR_ON_DEVICE, 1, &sizes);
  *bytes = sizes.state;
  return status == GR_OK || gw_library (failure, status);
}

/* Room for a state.  */
typedef struct
{
  gr_place place;
  void *data;
  size_t bytes;
} state_room;

/* An array for a state, on the device of the gpuArray `like` if there is one.  */
static bool
new_state (const gr_request *request, bool indexed, const mxArray *like, mxArray **array, state_room *state,
           gw_failure *failure)
{
  gw_resident resident;
  void *data = NULL;
  *state = (state_room){ .place = like ? GR_ON_DEVICE : GR_ON_HOST };
  if (! predict_state (request, indexed, &state->bytes, failure))
    return false;
  const mwSize dims[2] = { state->bytes, 1 };
  if (like
      && (! gw_new_resident (like, 2, dims, GR_TYPE_U8, array, &resident, failure)
          || ! gw_resident_data (&resident, &data, failure)))
    return false;
  if (! like)
    {
      *array = mxCreateUninitNumericMatrix (state->bytes, 1, mxUINT8_CLASS, mxREAL);
      data = mxGetData (*array);
    }
  state->data = data;
  return true;
}

/* Write the state of the part.  */
static bool
fill_state (part_call *c, const state_room *to, gw_failure *failure)
{
  const void *in;
  gr_accumulation *a = NULL;
  gr_request request = c->request;
  if (! part_data (c, &in, failure))
    return false;
  request.first = passed_before (c);
  gr_status status = gr_open (&request, c->indexed, &a);
  if (status == GR_OK && rows_of (c))
    status = gr_feed (a, request.place, in, request.inner * rows_of (c), NULL, NULL);
  if (status == GR_OK)
    status = gr_export_state (a, to->place, to->data);
  gr_close (a);
  return status == GR_OK || gw_library (failure, status);
}

/* A large state stays on the device if the part is there.  */
static bool
state (part_call *c, mxArray *plhs[], gw_failure *failure)
{
  state_room to;
  const bool stays = c->local.is_resident && c->request.inner > GW_MOST_SEGMENTS_SENT;
  return gw_check_domain (&c->local, failure)
      && new_state (&c->request, c->indexed, stays ? c->local.in : NULL, &plhs[0], &to, failure)
      && fill_state (c, &to, failure);
}

static bool
cut (part_call *c, mxArray *plhs[], gw_failure *failure)
{
  size_t bytes;
  state_room to;
  gr_request request = c->request;
  const gr_exported from = c->count ? c->states[0] : (gr_exported){ .place = GR_ON_HOST };
  const mxArray *const like = from.place == GR_ON_DEVICE ? c->x : NULL;
  if (! predict_state (&request, c->indexed, &bytes, failure))
    return false;
  if (from.size != bytes)
    return gw_fail (failure, GR_BAD_ARGUMENT, "there is no state of that call to cut");
  request.inner = (size_t) c->numbers[COUNT];
  if (! request.inner)
    {
      plhs[0] = mxCreateNumericMatrix (0, 1, mxUINT8_CLASS, mxREAL);
      return true;
    }
  if (like && ! c->local.is_resident)
    return gw_fail (failure, GR_BAD_ARGUMENT, "a state on the device is one of a gpuArray");
  if (! new_state (&request, c->indexed, like, &plhs[0], &to, failure))
    return false;
  const gr_status status = gr_cut_state (&c->request, c->indexed, from.place, from.bytes, (size_t) c->numbers[FIRST],
                                         request.inner, to.data);
  return status == GR_OK || gw_library (failure, status);
}

/* Open the call, and take all states in their order.  */
static bool
open_after (const part_call *c, gr_accumulation **a, gw_failure *failure)
{
  gr_request request = c->request;
  request.alone = gr_operators[request.op].is_scan;
  gr_status status = gr_open (&request, c->indexed, a);
  if (status == GR_OK)
    status = gr_import_states (*a, c->states, c->count);
  return status == GR_OK || gw_library (failure, status);
}

static bool
new_results (const part_call *c, mwSize ndims, const mwSize *dims, mxArray *plhs[], gw_place places[2],
             gw_failure *failure)
{
  return gw_new_result (&c->local, ndims, dims, c->opened.call.out_type, &plhs[0], &places[0], failure)
      && (! c->indexed || gw_new_result (&c->local, ndims, dims, GR_TYPE_F64, &plhs[1], &places[1], failure));
}

static bool
finish_as (part_call *c, mwSize ndims, const mwSize *dims, mxArray *plhs[], gw_failure *failure)
{
  gw_place places[2] = { 0 };
  gr_accumulation *a = NULL;
  if (! new_results (c, ndims, dims, plhs, places, failure))
    return false;
  bool ok = ! c->request.inner || open_after (c, &a, failure);
  if (ok && a)
    {
      const gr_status status = gr_finish (a, c->request.place, places[0].data, places[1].data);
      ok = status == GR_OK || gw_library (failure, status);
    }
  gr_close (a);
  return ok;
}

static bool
finish (part_call *c, mxArray *plhs[], gw_failure *failure)
{
  const mwSize dims[2] = { (mwSize) c->request.inner, 1 };
  return finish_as (c, 2, dims, plhs, failure);
}

static bool
scan_as (part_call *c, mwSize ndims, const mwSize *dims, mxArray *plhs[], gw_failure *failure)
{
  const void *in;
  gw_place places[2] = { 0 };
  gr_accumulation *a = NULL;
  const size_t rows = rows_of (c);
  if (! part_data (c, &in, failure) || ! new_results (c, ndims, dims, plhs, places, failure))
    return false;
  bool ok = ! rows || open_after (c, &a, failure);
  if (ok && rows)
    {
      const gr_status status
        = gr_feed (a, c->request.place, in, c->request.inner * rows, places[0].data, places[1].data);
      ok = status == GR_OK || gw_library (failure, status);
    }
  gr_close (a);
  return ok;
}

static bool
scan (part_call *c, mxArray *plhs[], gw_failure *failure)
{
  const mwSize dims[2] = { (mwSize) c->request.inner, (mwSize) rows_of (c) };
  return scan_as (c, 2, dims, plhs, failure);
}

/* ---- a call in one step ---- */

/* Is the part, as it is in memory, rows of [inner, len] in the order in which the array is passed?  Fills in the
   request's shape, and the size of the results of a reduction.  */
static bool
is_in_order (part_call *c, mwSize out_dims[GR_MAX_DIMS])
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
is_one_step (part_call *c, const mxArray *x, mwSize *ndims, mwSize dims[GR_MAX_DIMS])
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
  if (! is_in_order (c, dims) || ! predict_state (&c->request, false, &c->state_bytes, &unused))
    return false;
  const bool is_large = c->state_bytes > GW_MOST_SENT;
  c->stays
    = c->opened.place[GW_PROCESSES] > 1 && c->request.inner > GW_MOST_SEGMENTS_SENT && gw_find_resident (x, &resident);
  for (mwSize k = 0; is_large && ! is_scan && k < *ndims; k++)
    if (dims[k] != 1)
      c->sliced = k + 1;
  return ! is_large || c->stays;
}

/* Does process p need the state of process q?  A scan's does if q has what stands before its part.  */
static bool
needs (const part_call *c, int p, int q)
{
  return ! gr_operators[c->local.op].is_scan || (c->request.reverse ? q > p : q < p);
}

/* Is there a process that needs the state of this one?  */
static bool
is_needed (const part_call *c)
{
  const int count = (int) c->opened.place[GW_PROCESSES], number = (int) c->opened.place[GW_NUMBER];
  return needs (c, c->request.reverse ? 0 : count - 1, number);
}

/* The states that the call takes, in their order, of those of all processes, `each` bytes one behind the other.  */
static void
order_states (part_call *c, gr_place place, const char *all, size_t each)
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
tell_failure (const part_call *c, bool failed, const gw_failure *failure, failure_text why)
{
  *why = 0;
  if (failed)
    snprintf (why, sizeof (failure_text), "gpureduce:%s: gpu%s: %s", gr_statuses[failure->status],
              gr_operators[c->local.op].name, failure->text);
}

/* Send the state of the part, if one needs it, and a failure to all processes by way of the host; their states become
   those of the call.  */
static bool
share_state (part_call *c, bool failed, gw_failure *failure)
{
  const size_t bytes = c->state_bytes, count = (size_t) c->opened.place[GW_PROCESSES];
  failure_text why;
  failed = failed || ! gw_check_domain (&c->local, failure);
  char *const all = mxCalloc (count + 1, bytes + 1), *const mine = all + count * bytes;
  const state_room to = { GR_ON_HOST, mine, bytes };
  failed = failed || (is_needed (c) && ! fill_state (c, &to, failure));
  if (count > 1)
    {
      tell_failure (c, failed, failure, why);
      c->is_agreed = true;
      if (! gw_share (gw_text_of_call (&c->opened), why, mine, bytes, all, failure))
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

/* Do the states go from device to device?  A failure is one of all processes.  */
static bool
choose_way (part_call *c, bool failed, bool *by_nccl, gw_failure *failure)
{
  enum { STATES = 6 }; /* its own and slices of it, those of others, and up to three times these to merge them */
  const size_t each = c->sliced ? 1 : (size_t) c->opened.place[GW_PROCESSES], room = STATES * each * c->state_bytes;
  failure_text why;
  tell_failure (c, failed, failure, why);
  c->is_agreed = true;
  if (! gw_choose_carrier (gw_text_of_call (&c->opened), why, room, by_nccl, failure))
    return false;
  c->is_agreed = false;
  return true;
}

/* Room for states on the device.  */
static bool
new_room (part_call *c, size_t bytes, char **room, gw_failure *failure)
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
move_states (part_call *c, bool ok, const gw_block *to, const gw_block *from, gw_failure *failure)
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
  c->is_agreed = false;
  return true;
}

static size_t
align (size_t bytes)
{
  enum { ALIGNMENT = 256 };
  return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* The same as share_state from device to device.  */
static bool
share_on_devices (part_call *c, gw_failure *failure)
{
  const int count = (int) c->opened.place[GW_PROCESSES], number = (int) c->opened.place[GW_NUMBER];
  const size_t bytes = c->state_bytes, each = align (bytes);
  gw_block *const to = mxCalloc (2 * (size_t) count, sizeof *to), *const from = to + count;
  char *all = NULL;
  bool ok = gw_check_domain (&c->local, failure) && new_room (c, (size_t) count * each, &all, failure);
  if (ok && is_needed (c))
    {
      const state_room mine = { GR_ON_DEVICE, all + (size_t) number * each, bytes };
      ok = fill_state (c, &mine, failure);
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

/* A slice of the states, which one process finishes: its places along the dimension `sliced` of n, and what they are in
   the states.  */
typedef struct
{
  size_t places, first, segments, bytes;
} state_slice;

static bool
find_slice (const part_call *c, size_t n, int process, state_slice *slice, gw_failure *failure)
{
  const size_t count = (size_t) c->opened.place[GW_PROCESSES], k = (size_t) process, unit = c->request.inner / n;
  const size_t begin = n * k / count, end = n * (k + 1) / count;
  gr_request part = c->request;
  *slice = (state_slice){ end - begin, begin * unit, (end - begin) * unit, 0 };
  part.inner = slice->segments;
  return ! part.inner || predict_state (&part, false, &slice->bytes, failure);
}

/* Cut the state into slices, which stand one behind the other; that of this process is where it takes those of
   others.  */
static bool
cut_slices (part_call *c, const char *state, const state_slice *slices, const gw_block *to, const gw_block *from,
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
share_slices (part_call *c, mwSize *n, gw_failure *failure)
{
  const int count = (int) c->opened.place[GW_PROCESSES], number = (int) c->opened.place[GW_NUMBER];
  gw_block *const to = mxCalloc (2 * (size_t) count, sizeof *to), *const from = to + count;
  state_slice *const slices = mxCalloc ((size_t) count, sizeof *slices), *const mine = slices + number;
  char *state = NULL;
  size_t sent = 0;
  bool ok = gw_check_domain (&c->local, failure);
  for (int p = 0; ok && p < count; p++)
    {
      ok = find_slice (c, *n, p, &slices[p], failure);
      sent += align (slices[p].bytes);
    }
  const size_t whole = align (c->state_bytes), each = align (mine->bytes);
  ok = ok && new_room (c, whole + sent + (size_t) count * each, &state, failure);
  char *slice = state + whole, *const taken = slice + sent;
  for (int p = 0; ok && p < count; p++)
    {
      to[p] = (gw_block){ slice, p == number ? 0 : slices[p].bytes };
      from[p] = (gw_block){ taken + (size_t) p * each, p == number ? 0 : mine->bytes };
      slice += align (slices[p].bytes);
    }
  const state_room room = { GR_ON_DEVICE, state, c->state_bytes };
  ok = ok && fill_state (c, &room, failure) && cut_slices (c, state, slices, to, from, failure);
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
describe_slices (const part_call *c, mwSize ndims, const mwSize *dims)
{
  const mwSize count = (mwSize) c->opened.place[GW_PROCESSES], n = dims[c->sliced - 1];
  mxArray *const cell = mxCreateCellMatrix (1, 4), *const parts = mxCreateDoubleMatrix (1, count, mxREAL);
  while (ndims > 2 && ndims > c->sliced && dims[ndims - 1] == 1)
    ndims--;
  mxArray *const size = mxCreateDoubleMatrix (1, ndims, mxREAL);
  for (mwSize p = 0; p < count; p++)
    mxGetPr (parts)[p] = (double) (n * (p + 1) / count - n * p / count);
  for (mwSize k = 0; k < ndims; k++)
    mxGetPr (size)[k] = (double) dims[k];
  mxSetCell (cell, 0, mxCreateLogicalScalar (gr_types[c->opened.call.out_type].is_complex));
  mxSetCell (cell, 1, mxCreateDoubleScalar ((double) c->sliced));
  mxSetCell (cell, 2, parts);
  mxSetCell (cell, 3, size);
  return cell;
}

/* What says of which array the result is; NULL if the call takes other steps.  */
static bool
do_in_one_step (part_call *c, const mxArray *x, mxArray *plhs[], gw_failure *failure)
{
  mwSize ndims, dims[GR_MAX_DIMS];
  bool by_nccl = false;
  if (! is_one_step (c, x, &ndims, dims))
    return true;
  const bool ok = read_part (c, x, failure), is_scan = gr_operators[c->local.op].is_scan;
  c->request.place = c->local.is_resident ? GR_ON_DEVICE : GR_ON_HOST;
  c->request.queue = c->local.is_resident;
  if (c->stays && ! choose_way (c, ! ok, &by_nccl, failure))
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
      && (is_scan ? scan_as (c, mxGetNumberOfDimensions (c->x), mxGetDimensions (c->x), plhs, failure)
                  : finish_as (c, ndims, dims, plhs, failure));
}

static bool
open_call (int nrhs, const mxArray *const prhs[], part_call *c, mxArray *plhs[], gw_failure *failure)
{
  enum { PART = 1, READ };
  if (nrhs < READ)
    return gw_fail (failure, GR_BAD_ARGUMENT, "there is no part of the array");
  plhs[1] = NULL;
  if (! gw_open_call (nrhs - READ, prhs + READ, &c->opened, failure) || ! do_in_one_step (c, prhs[PART], plhs, failure))
    return false;
  if (! plhs[1])
    {
      plhs[0] = mxCreateDoubleMatrix (0, 0, mxREAL);
      plhs[1] = gw_describe_call (&c->opened);
    }
  return true;
}

/* ---- questions ---- */

static const struct
{
  const char *name;
  int arguments;
  size_t numbers;
  bool (*run) (part_call *c, mxArray *plhs[], gw_failure *failure);
} steps[] = { { "state", STATES, 3, state },
              { "cut", STATES + 1, 4, cut },
              { "finish", STATES + 1, 2, finish },
              { "scan", STATES + 1, 3, scan } };
enum { STEPS = sizeof steps / sizeof *steps };

/* A step of a call that was opened.  */
static bool
read_step (const mxArray *const prhs[], size_t count, part_call *c, gw_failure *failure)
{
  static const double least[MOST_NUMBERS] = { 0 }, most[MOST_NUMBERS] = { 0x1p53, 0x1p53, 0x1p53, 0x1p53 };
  if (! gw_take_call (prhs[CALL], &c->opened, failure)
      || ! gw_read_wholes (prhs[NUMBERS], "NUMBERS", count, least, most, c->numbers, failure)
      || ! read_part (c, prhs[X], failure))
    return false;
  c->first = (size_t) c->numbers[FIRST];
  c->indexed = c->opened.wanted > 1 && (gr_operators[c->local.op].options & GR_GIVES_INDEX);
  c->request = gw_begin_request (&c->local);
  c->request.inner = (size_t) c->numbers[INNER];
  c->request.len = (size_t) c->numbers[LEN];
  c->request.outer = 1;
  c->request.ndims = 2;
  c->request.dims[0] = c->request.inner;
  c->request.dims[1] = c->request.len;
  return true;
}

static bool
answer_processes (int nrhs, const mxArray *const prhs[], part_call *c, mxArray *plhs[], gw_failure *failure)
{
  char name[GW_WORD_MAX] = "";
  if (nrhs < 1 || ! gw_read_word (prhs[QUESTION], name, failure))
    return gw_fail (failure, GR_BAD_ARGUMENT, "there is no question");
  if (! strcmp (name, "open"))
    return open_call (nrhs, prhs, c, plhs, failure);
  int s = 0;
  while (s < STEPS && (strcmp (steps[s].name, name) || steps[s].arguments != nrhs))
    s++;
  if (s == STEPS)
    return gw_fail (failure, GR_BAD_ARGUMENT, "'%s' with %d arguments is no question", name, nrhs - 1);
  if (nrhs > STATES && ! mxIsCell (prhs[STATES]))
    return gw_fail (failure, GR_BAD_ARGUMENT, "STATES is a cell");
  return read_step (prhs, steps[s].numbers, c, failure) && (nrhs <= STATES || find_states (prhs[STATES], c, failure))
      && steps[s].run (c, plhs, failure);
}

bool
gw_processes (int nrhs, const mxArray *const prhs[], mxArray *plhs[], gw_failure *failure)
{
  part_call c = { .opened.call.op = GR_OPERATOR_COUNT };
  const bool ok = answer_processes (nrhs, prhs, &c, plhs, failure);
  gr_buffer_release (c.on_device);
  if (! ok && ! c.is_agreed && c.opened.call.op < GR_OPERATOR_COUNT && strncmp (failure->text, "Invalid call", 12))
    {
      const gw_failure own = *failure;
      gw_fail (failure, own.status, "gpu%s: %s", gr_operators[c.opened.call.op].name, own.text);
    }
  return ok;
}
