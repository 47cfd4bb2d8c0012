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
#include "part_call.h"

enum { QUESTION, CALL, X, NUMBERS, STATES };
enum { INNER, LEN, FIRST, COUNT };

/* ---- reading ---- */

/* The part has the array's class; real numbers become complex where the array is.  */
bool
gw_read_part (gw_part_call *c, const mxArray *x, gw_failure *failure)
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
      if (complex && c->local.is_resident && gw_find_resident (complex, &c->local.resident))
        type = c->local.resident.type;
      else if (! complex || c->local.is_resident || ! gw_find_type (complex, &type))
        type = GR_TYPE_COUNT;
    }
  return type == wanted || gw_fail (failure, GR_BAD_ARGUMENT, "a part has another class than the array");
}

/* ---- answers ---- */

/* The rows of the part.  */
static size_t
rows_of (const gw_part_call *c)
{
  return c->request.inner ? mxGetNumberOfElements (c->x) / c->request.inner : 0;
}

/* Elements that stand before those of the part, in the direction of the call.  */
static size_t
passed_before (const gw_part_call *c)
{
  return c->request.inner * (c->request.reverse ? c->request.len - c->first - rows_of (c) : c->first);
}

static bool
part_data (const gw_part_call *c, const void **data, gw_failure *failure)
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
find_states (const mxArray *cell, gw_part_call *c, gw_failure *failure)
{
  c->count = mxGetNumberOfElements (cell);
  gr_exported *const states = mxCalloc (c->count + 1, sizeof *states);
  for (size_t k = 0; k < c->count; k++)
    if (! find_state (mxGetCell (cell, (mwIndex) k), &states[k], failure))
      return false;
  c->states = states;
  return true;
}

bool
gw_predict_state (const gr_request *request, bool indexed, size_t *bytes, gw_failure *failure)
{
  gr_accumulation_sizes sizes;
  const gr_status status = gr_predict_feed (request, indexed, GR_ON_DEVICE, 1, &sizes);
  *bytes = sizes.state;
  return status == GR_OK || gw_library (failure, status);
}

/* An array for a state, on the device of the gpuArray `like` if there is one.  */
static bool
new_state (const gr_request *request, bool indexed, const mxArray *like, mxArray **array, gw_state_room *state,
           gw_failure *failure)
{
  gw_resident resident;
  void *data = NULL;
  *state = (gw_state_room){ .place = like ? GR_ON_DEVICE : GR_ON_HOST };
  if (! gw_predict_state (request, indexed, &state->bytes, failure))
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
bool
gw_fill_state (gw_part_call *c, const gw_state_room *to, gw_failure *failure)
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
state (gw_part_call *c, mxArray *plhs[], gw_failure *failure)
{
  gw_state_room to;
  const bool stays = c->local.is_resident && c->request.inner > GW_MOST_SEGMENTS_SENT;
  return gw_check_domain (&c->local, failure)
      && new_state (&c->request, c->indexed, stays ? c->local.in : NULL, &plhs[0], &to, failure)
      && gw_fill_state (c, &to, failure);
}

static bool
cut (gw_part_call *c, mxArray *plhs[], gw_failure *failure)
{
  size_t bytes;
  gw_state_room to;
  gr_request request = c->request;
  const gr_exported from = c->count ? c->states[0] : (gr_exported){ .place = GR_ON_HOST };
  const mxArray *const like = from.place == GR_ON_DEVICE ? c->x : NULL;
  if (! gw_predict_state (&request, c->indexed, &bytes, failure))
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
open_after (const gw_part_call *c, gr_accumulation **a, gw_failure *failure)
{
  gr_request request = c->request;
  request.alone = gr_operators[request.op].is_scan;
  gr_status status = gr_open (&request, c->indexed, a);
  if (status == GR_OK)
    status = gr_import_states (*a, c->states, c->count);
  return status == GR_OK || gw_library (failure, status);
}

static bool
new_results (const gw_part_call *c, mwSize ndims, const mwSize *dims, mxArray *plhs[], gw_place places[2],
             gw_failure *failure)
{
  return gw_new_result (&c->local, ndims, dims, c->opened.call.out_type, &plhs[0], &places[0], failure)
      && (! c->indexed || gw_new_result (&c->local, ndims, dims, GR_TYPE_F64, &plhs[1], &places[1], failure));
}

bool
gw_finish_part (gw_part_call *c, mwSize ndims, const mwSize *dims, mxArray *plhs[], gw_failure *failure)
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
finish (gw_part_call *c, mxArray *plhs[], gw_failure *failure)
{
  const mwSize dims[2] = { (mwSize) c->request.inner, 1 };
  return gw_finish_part (c, 2, dims, plhs, failure);
}

bool
gw_scan_part (gw_part_call *c, mwSize ndims, const mwSize *dims, mxArray *plhs[], gw_failure *failure)
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
scan (gw_part_call *c, mxArray *plhs[], gw_failure *failure)
{
  const mwSize dims[2] = { (mwSize) c->request.inner, (mwSize) rows_of (c) };
  return gw_scan_part (c, 2, dims, plhs, failure);
}

static bool
open_call (int nrhs, const mxArray *const prhs[], gw_part_call *c, mxArray *plhs[], gw_failure *failure)
{
  enum { PART = 1, READ };
  if (nrhs < READ)
    return gw_fail (failure, GR_BAD_ARGUMENT, "there is no part of the array");
  plhs[1] = NULL;
  if (! gw_open_call (nrhs - READ, prhs + READ, &c->opened, failure)
      || ! gw_do_in_one_step (c, prhs[PART], plhs, failure))
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
  bool (*run) (gw_part_call *c, mxArray *plhs[], gw_failure *failure);
} steps[] = { { "state", STATES, 3, state },
              { "cut", STATES + 1, 4, cut },
              { "finish", STATES + 1, 2, finish },
              { "scan", STATES + 1, 3, scan } };
enum { STEPS = sizeof steps / sizeof *steps };

/* A step of a call that was opened.  */
static bool
read_step (const mxArray *const prhs[], size_t count, gw_part_call *c, gw_failure *failure)
{
  static const double least[GW_PART_NUMBERS] = { 0 }, most[GW_PART_NUMBERS] = { 0x1p53, 0x1p53, 0x1p53, 0x1p53 };
  if (! gw_take_call (prhs[CALL], &c->opened, failure)
      || ! gw_read_wholes (prhs[NUMBERS], "NUMBERS", count, least, most, c->numbers, failure)
      || ! gw_read_part (c, prhs[X], failure))
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
answer_processes (int nrhs, const mxArray *const prhs[], gw_part_call *c, mxArray *plhs[], gw_failure *failure)
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
  gw_part_call c = { .opened.call.op = GR_OPERATOR_COUNT };
  const bool ok = answer_processes (nrhs, prhs, &c, plhs, failure);
  gr_buffer_release (c.on_device);
  if (! ok && ! c.is_agreed && c.opened.call.op < GR_OPERATOR_COUNT && strncmp (failure->text, "Invalid call", 12))
    {
      const gw_failure own = *failure;
      gw_fail (failure, own.status, "gpu%s: %s", gr_operators[c.opened.call.op].name, own.text);
    }
  return ok;
}
