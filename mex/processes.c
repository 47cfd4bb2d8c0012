/* SPDX-License-Identifier: GPL-3.0-or-later

   __gpureduce_processes__ (QUESTION, X, NAME, WANTED, NUMBERS, TYPE, STATES, ARGUMENTS...): calls of gpuNAME whose
   array is spread over processes, each of which has rows of a matrix [INNER, LEN] that is reduced or scanned along LEN.
   No process has the whole array: what is read of it is class and size.

   [R, S] = "reduce"  NUMBERS is the size of the whole array.  S says what gpuNAME (A, ARGUMENTS...) with WANTED results
                      means.  R is the result of a reduction along the distributed dimension which needs no other
                      steps than to send the state of X to all processes; else [].  STATES{1} is [DIM FIRST PROCESSES],
                      the distributed dimension, and what is before X along it

   "state"            the state (uint8) of X, rows after FIRST; NUMBERS is [INNER LEN FIRST].  It is a gpuArray if X
                      is one and INNER is too large for its state to be sent to all processes

   "cut"              of the state STATES{1} that of segments; NUMBERS is [INNER LEN FIRST COUNT]

   "finish"           the results, INNER x 1, of all states in their order; [INNER LEN]

   "scan"             the scan of X; STATES are those of the rows that a scan passes before; [INNER LEN FIRST]

   STATES is a cell of states, of which some may be gpuArrays.  TYPE is the class, and " complex" behind it.  Results
   are gpuArrays where X is one.  In all but "reduce", ARGUMENTS are those of a call along dimension 2.  */

#include "processes.h"

#include <stdio.h>
#include <string.h>

#include "marshal.h"

enum { QUESTION, X, NAME, WANTED, NUMBERS, TYPE, STATES, ARGUMENTS };
enum { INNER, LEN, FIRST, COUNT };

/* Larger states are exchanged in slices; each process finishes one.  States of gpuArrays stay on the device where their
   segments may need more bytes than that.  */
enum { MOST_SENT = 1 << 20, LARGEST_ACCUMULATOR = 64, MOST_SEGMENTS_SENT = MOST_SENT / LARGEST_ACCUMULATOR };

typedef struct
{
  int wanted;
  bool takes_size; /* NUMBERS is the size of an array */
  const mxArray *x, *states;
  double numbers[GR_MAX_DIMS];
  size_t first;  /* rows before those of X */
  gw_call whole; /* of an array without elements */
  gw_call local; /* the same of X */
  gr_request request;
  bool indexed;
} part_call;

/* ---- reading ---- */

static bool
read_type (const mxArray *a, gr_type *type, gw_failure *failure)
{
  char given[GW_WORD_MAX], name[GW_WORD_MAX];
  if (! gw_read_word (a, given, failure))
    return false;
  for (int t = 0; t < GR_TYPE_COUNT; t++)
    {
      snprintf (name, sizeof name, "%s%s", gr_types[t].name, gr_types[t].is_complex ? " complex" : "");
      if (! strcmp (name, given))
        {
          *type = (gr_type) t;
          return true;
        }
    }
  return gw_fail (failure, GR_BAD_ARGUMENT, "wrong type argument '%s'", given);
}

/* What the call means for an array of that class and size.  What is wrong with characters is said of an empty array,
   since Octave is asked for the name of its type.  */
static bool
check_whole (gr_operator op, gr_type type, part_call *c, int nrhs, const mxArray *const prhs[], gw_failure *failure)
{
  static const mwSize none[2] = { 0, 0 };
  mwSize dims[GR_MAX_DIMS];
  const mwSize ndims = c->takes_size ? (mwSize) mxGetNumberOfElements (prhs[NUMBERS]) : 2;
  for (mwSize k = 0; k < ndims; k++)
    dims[k] = (mwSize) c->numbers[k];
  const mxArray *empty = gw_array_around (2, none, type, NULL);
  if (type == GR_TYPE_CHAR && ! gw_check (op, 1, 1, &empty, &c->whole, failure))
    return false;
  const int n = nrhs - ARGUMENTS;
  const mxArray **args = mxMalloc ((size_t) (n + 1) * sizeof *args);
  args[0] = gw_array_around (ndims, dims, type, NULL);
  for (int k = 0; k < n; k++)
    args[k + 1] = prhs[ARGUMENTS + k];
  if (! gw_check (op, c->wanted, n + 1, args, &c->whole, failure))
    return false;
  const char *const segments = c->whole.options.word[GW_SEGMENTS];
  return ! segments || gw_fail (failure, GR_UNSUPPORTED, "a codistributed array takes no \"%s\"; use gather", segments);
}

/* The part is a matrix of INNER rows of the array's class; real numbers become complex where the array is.  */
static bool
read_part (part_call *c, const mxArray *x, gw_failure *failure)
{
  const gr_type wanted = c->whole.type;
  c->local = c->whole;
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

static bool
read_call (part_call *c, gr_operator *op, gr_type *type, const mxArray *const prhs[], gw_failure *failure)
{
  char name[GW_WORD_MAX];
  double wanted, least[GR_MAX_DIMS], most[GR_MAX_DIMS];
  const size_t numbers = mxGetNumberOfElements (prhs[NUMBERS]);
  if (! gw_read_word (prhs[NAME], name, failure) || ! gw_read_whole (prhs[WANTED], "WANTED", 0, 2, &wanted, failure)
      || ! read_type (prhs[TYPE], type, failure))
    return false;
  const int found = gr_find_operator (name);
  if (found < 0)
    return gw_fail (failure, GR_BAD_ARGUMENT, "'%s' is no operator", name);
  if (numbers < 2 || numbers > GR_MAX_DIMS || ! mxIsCell (prhs[STATES]))
    return gw_fail (failure, GR_BAD_ARGUMENT, "arrays of 2 to %d dimensions are taken", GR_MAX_DIMS);
  for (size_t k = 0; k < numbers; k++)
    {
      least[k] = 0;
      most[k] = 0x1p53;
    }
  *op = (gr_operator) found;
  c->wanted = (int) wanted;
  c->states = prhs[STATES];
  return gw_read_wholes (prhs[NUMBERS], "NUMBERS", numbers, least, most, c->numbers, failure);
}

/* ---- answers ---- */

static mxArray *
words_of (const gw_call *call)
{
  static const gw_group passed_on[]
    = { GW_ARITHMETIC, GW_MEAN, GW_NAN, GW_DIRECTION, GW_EXCLUSIVE, GW_ALGORITHM, GW_BLOCK, GW_COMPARISON, GW_BACKEND };
  enum { GROUPS = sizeof passed_on / sizeof *passed_on };
  mxArray *const words = mxCreateCellMatrix (1, 2 * GROUPS);
  mwIndex n = 0;
  for (int g = 0; g < GROUPS; g++)
    if (call->options.word[passed_on[g]])
      {
        mxSetCell (words, n++, mxCreateString (call->options.word[passed_on[g]]));
        if (call->options.after[passed_on[g]])
          mxSetCell (words, n++, mxDuplicateArray (call->options.after[passed_on[g]]));
      }
  mxSetN (words, n);
  return words;
}

static mxArray *
dims_of (const gw_call *call)
{
  mwSize n = 0;
  for (uint32_t bits = call->along; bits; bits &= bits - 1)
    n++;
  mxArray *const dims = mxCreateDoubleMatrix (1, n, mxREAL);
  double *next = mxGetDoubles (dims);
  for (int k = 0; k < GR_MAX_DIMS; k++)
    if (call->along >> k & 1)
      *next++ = k + 1;
  return dims;
}

static mxArray *
meaning_of (const gw_call *call)
{
  static const char *names[] = { "dims", "linear",  "ignores_second", "m_file", "class",     "complex",
                                 "ddof", "weights", "index",          "words",  "most_sent", "most_segments_sent" };
  mxArray *const s = mxCreateStructMatrix (1, 1, sizeof names / sizeof *names, names);
  mxSetField (s, 0, "dims", dims_of (call));
  mxSetField (s, 0, "linear", mxCreateLogicalScalar (call->linear));
  mxSetField (s, 0, "ignores_second", mxCreateLogicalScalar (call->ignores_second));
  mxSetField (s, 0, "m_file", mxCreateString (call->m_file ? call->m_file : ""));
  mxSetField (s, 0, "class", mxCreateString (gr_types[call->out_type].name));
  mxSetField (s, 0, "complex", mxCreateLogicalScalar (gr_types[call->out_type].is_complex));
  mxSetField (s, 0, "ddof", mxCreateDoubleScalar (call->ddof));
  mxSetField (s, 0, "weights", call->weights ? mxDuplicateArray (call->weights) : mxCreateDoubleMatrix (0, 0, mxREAL));
  mxSetField (s, 0, "index", mxCreateLogicalScalar (gr_operators[call->op].options & GR_GIVES_INDEX));
  mxSetField (s, 0, "words", words_of (call));
  mxSetField (s, 0, "most_sent", mxCreateDoubleScalar (MOST_SENT));
  mxSetField (s, 0, "most_segments_sent", mxCreateDoubleScalar (MOST_SEGMENTS_SENT));
  return s;
}

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

/* Bytes of a state, on the host or the device.  */
typedef struct
{
  gr_place place;
  char *data;
  size_t bytes;
} state_bytes;

static bool
find_state (const mxArray *a, state_bytes *state, gw_failure *failure)
{
  gw_resident resident;
  void *data = NULL;
  *state = (state_bytes){ GR_ON_HOST, NULL, a ? mxGetNumberOfElements (a) : 0 };
  if (a && gw_find_resident (a, &resident))
    {
      if (! gw_resident_data (&resident, &data, failure))
        return false;
      state->place = GR_ON_DEVICE;
    }
  else if (a)
    data = mxGetData (a);
  state->data = data;
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

/* A state that is not filled in, on the device of the gpuArray `like` if there is one.  */
static bool
new_state (const gr_request *request, bool indexed, const mxArray *like, mxArray **array, state_bytes *state,
           gw_failure *failure)
{
  gw_resident resident;
  void *data = NULL;
  *state = (state_bytes){ .place = like ? GR_ON_DEVICE : GR_ON_HOST };
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

static bool
state (part_call *c, mxArray *plhs[], gw_failure *failure)
{
  const void *in;
  state_bytes to;
  gr_accumulation *a = NULL;
  gr_request request = c->request;
  const bool stays = c->local.is_resident && request.inner > MOST_SEGMENTS_SENT;
  if (! gw_check_domain (&c->local, failure) || ! part_data (c, &in, failure)
      || ! new_state (&request, c->indexed, stays ? c->local.in : NULL, &plhs[0], &to, failure))
    return false;
  request.first = passed_before (c);
  gr_status status = gr_open (&request, c->indexed, &a);
  if (status == GR_OK && rows_of (c))
    status = gr_feed (a, request.place, in, request.inner * rows_of (c), NULL, NULL);
  if (status == GR_OK)
    status = gr_export_state (a, to.place, to.data);
  gr_close (a);
  return status == GR_OK || gw_library (failure, status);
}

static bool
cut (part_call *c, mxArray *plhs[], gw_failure *failure)
{
  const mxArray *const given = mxGetNumberOfElements (c->states) ? mxGetCell (c->states, 0) : NULL;
  size_t bytes;
  state_bytes from, to;
  gr_request request = c->request;
  if (! predict_state (&request, c->indexed, &bytes, failure))
    return false;
  if (! find_state (given, &from, failure))
    return false;
  if (from.bytes != bytes)
    return gw_fail (failure, GR_BAD_ARGUMENT, "there is no state of that call to cut");
  request.inner = (size_t) c->numbers[COUNT];
  if (! request.inner)
    {
      plhs[0] = mxCreateNumericMatrix (0, 1, mxUINT8_CLASS, mxREAL);
      return true;
    }
  if (! new_state (&request, c->indexed, from.place == GR_ON_DEVICE ? given : NULL, &plhs[0], &to, failure))
    return false;
  const gr_status status
    = gr_cut_state (&c->request, c->indexed, from.place, from.data, (size_t) c->numbers[FIRST], request.inner, to.data);
  return status == GR_OK || gw_library (failure, status);
}

/* Open the call, and take all states in their order.  */
static bool
open_after (const part_call *c, gr_accumulation **a, gw_failure *failure)
{
  gr_request request = c->request;
  const size_t count = mxGetNumberOfElements (c->states);
  gr_exported *const states = mxMalloc ((count + 1) * sizeof *states);
  request.alone = gr_operators[request.op].is_scan;
  for (size_t k = 0; k < count; k++)
    {
      state_bytes one;
      if (! find_state (mxGetCell (c->states, (mwIndex) k), &one, failure))
        return false;
      states[k] = (gr_exported){ one.place, one.data, one.bytes };
    }
  gr_status status = gr_open (&request, c->indexed, a);
  if (status == GR_OK)
    status = gr_import_states (*a, states, count);
  return status == GR_OK || gw_library (failure, status);
}

static bool
new_results (const part_call *c, mwSize ndims, const mwSize *dims, mxArray *plhs[], gw_place places[2],
             gw_failure *failure)
{
  return gw_new_result (&c->local, ndims, dims, c->whole.out_type, &plhs[0], &places[0], failure)
      && (! c->indexed || gw_new_result (&c->local, ndims, dims, GR_TYPE_F64, &plhs[1], &places[1], failure));
}

static bool
finish_as (part_call *c, mwSize ndims, const mwSize *dims, mxArray *plhs[], gw_failure *failure)
{
  gw_place places[2] = { 0 };
  gr_accumulation *a = NULL;
  if (! new_results (c, ndims, dims, plhs, places, failure))
    return false;
  bool ok = open_after (c, &a, failure);
  if (ok)
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
scan (part_call *c, mxArray *plhs[], gw_failure *failure)
{
  const void *in;
  gw_place places[2] = { 0 };
  gr_accumulation *a = NULL;
  const size_t rows = rows_of (c);
  const mwSize dims[2] = { (mwSize) c->request.inner, (mwSize) rows };
  if (! part_data (c, &in, failure) || ! new_results (c, 2, dims, plhs, places, failure))
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

/* ---- a reduction in one step ---- */

enum { DIM, BEFORE, PROCESSES, PLACE_NUMBERS };

/* Is the part, as it is in memory, rows of [inner, len] in the order in which the array is reduced?  Fills in the
   request's shape, and the size of the results.  */
static bool
is_in_order (part_call *c, const double *place, mwSize out_dims[GR_MAX_DIMS])
{
  const mwSize ndims = mxGetNumberOfDimensions (c->whole.in), *const dims = mxGetDimensions (c->whole.in);
  const mwSize distributed = (mwSize) place[DIM] - 1;
  bool is_along = false, ordered = distributed < ndims && (c->whole.along >> distributed & 1);
  c->request.inner = c->request.len = 1;
  for (mwSize k = 0; k < ndims; k++)
    {
      const bool along = c->whole.along >> k & 1;
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
  c->first = (size_t) place[BEFORE] * (c->request.len / (size_t) dims[distributed]);
  return true;
}

/* What all processes must call alike.  */
static mxArray *
text_of (const part_call *c, double distributed)
{
  const gw_call *const call = &c->whole;
  const mwSize *const dims = mxGetDimensions (call->in);
  gw_failure text; /* whose functions write texts */
  gw_fail (&text, GR_OK, "gpu%s of a %s%s array of ", gr_operators[call->op].name, gr_types[call->type].name,
           gr_types[call->type].is_complex ? " complex" : "");
  for (mwSize k = 0; k < mxGetNumberOfDimensions (call->in); k++)
    gw_append (&text, "%s%zu", k ? "x" : "", (size_t) dims[k]);
  gw_append (&text, ", parts along %g, dimensions", distributed);
  for (int k = 0; k < GR_MAX_DIMS; k++)
    if (call->along >> k & 1)
      gw_append (&text, " %d", k + 1);
  for (int g = 0; g < GW_GROUP_COUNT; g++)
    if (call->options.word[g])
      gw_append (&text, ", \"%s\" %u", call->options.word[g], call->options.value[g]);
  if (gr_operators[call->op].options & GR_TAKES_WEIGHTS)
    gw_append (&text, ", divisor less %g", call->ddof);
  if (call->weights)
    {
      const double *const weights = mxGetDoubles (call->weights);
      double sum = 0; /* of weights that differ, most likely another one */
      for (size_t i = 0; i < mxGetNumberOfElements (call->weights); i++)
        sum = sum * 1.0009765625 + weights[i];
      gw_append (&text, ", weights %.17g", sum);
    }
  return mxCreateString (text.text);
}

/* Tell all processes the state, or why there is none; their states become those of the call.  */
static bool
tell_all (part_call *c, const double *place, bool failed, mxArray *mine, gw_failure *failure)
{
  if (place[PROCESSES] < 2)
    {
      mxArray *const states = mxCreateCellMatrix (1, 1);
      mxSetCell (states, 0, mine);
      c->states = states;
      return ! failed;
    }
  char why[sizeof failure->text + GW_WORD_MAX] = "";
  if (failed)
    snprintf (why, sizeof why, "gpureduce:%s: gpu%s: %s", gr_statuses[failure->status], gr_operators[c->whole.op].name,
              failure->text);
  mxArray *args[]
    = { mxCreateString ("agree"), text_of (c, place[DIM]), mxCreateString (why), mine ? mine : mxCreateString ("") };
  mxArray *states = NULL;
  mexCallMATLAB (1, &states, sizeof args / sizeof *args, args, "__spmd__"); /* raises what is wrong on any process */
  c->states = states;
  return states && mxIsCell (states) ? true : gw_fail (failure, GR_UNSUPPORTED, "__spmd__ did not give the states");
}

static bool
reduce (part_call *c, mxArray *plhs[], gw_failure *failure)
{
  static const double least[PLACE_NUMBERS] = { 1, 0, 1 };
  static const double most[PLACE_NUMBERS] = { GR_MAX_DIMS, 0x1p53, 0x1p31 };
  const mxArray *const numbers = mxGetNumberOfElements (c->states) ? mxGetCell (c->states, 0) : NULL;
  double place[PLACE_NUMBERS];
  mwSize out_dims[GR_MAX_DIMS];
  gr_accumulation_sizes sizes;
  const gw_call *const call = &c->whole;
  if (! numbers)
    return gw_fail (failure, GR_BAD_ARGUMENT, "there is no place in the array");
  if (! gw_read_wholes (numbers, "[DIM FIRST PROCESSES]", PLACE_NUMBERS, least, most, place, failure))
    return false;
  plhs[0] = mxCreateDoubleMatrix (0, 0, mxREAL);
  if (c->wanted < 2 && ! call->m_file && ! call->ignores_second && ! gr_operators[call->op].is_scan)
    {
      c->local = *call;
      c->request = gw_begin_request (call);
      c->request.outer = 1;
      if (is_in_order (c, place, out_dims)
          && (gr_predict_feed (&c->request, false, GR_ON_DEVICE, 1, &sizes) != GR_OK || sizes.state <= MOST_SENT))
        {
          mxArray *mine = NULL, *result = NULL;
          const bool ok = read_part (c, c->x, failure);
          c->request.place = c->local.is_resident ? GR_ON_DEVICE : GR_ON_HOST;
          const bool failed = ! ok || ! state (c, &mine, failure);
          if (! tell_all (c, place, failed, mine, failure)
              || ! finish_as (c, mxGetNumberOfDimensions (call->in), out_dims, &result, failure))
            return false;
          plhs[0] = result;
          plhs[1] = mxCreateDoubleMatrix (0, 0, mxREAL);
          return true;
        }
    }
  plhs[1] = meaning_of (call);
  return true;
}

/* ---- questions ---- */

static const struct
{
  const char *name;
  size_t numbers; /* 0: of a size */
  bool (*run) (part_call *c, mxArray *plhs[], gw_failure *failure);
} questions[]
  = { { "reduce", 0, reduce }, { "state", 3, state }, { "cut", 4, cut }, { "finish", 2, finish }, { "scan", 3, scan } };
enum { QUESTIONS = sizeof questions / sizeof *questions };

bool
gw_processes (int nlhs, mxArray *plhs[], int nrhs, const mxArray *const prhs[], gw_failure *failure)
{
  char name[GW_WORD_MAX] = "";
  part_call c = { 0 };
  gr_operator op = GR_SUM;
  gr_type type = GR_TYPE_F64;
  int q = 0;
  (void) nlhs;
  if (nrhs < ARGUMENTS || ! gw_read_word (prhs[QUESTION], name, failure))
    return gw_fail (failure, GR_BAD_ARGUMENT, "a question has %d arguments or more", ARGUMENTS);
  while (q < QUESTIONS && strcmp (questions[q].name, name))
    q++;
  if (q == QUESTIONS)
    return gw_fail (failure, GR_BAD_ARGUMENT, "'%s' is no question", name);
  c.takes_size = ! questions[q].numbers;
  if (! read_call (&c, &op, &type, prhs, failure))
    return false;
  if (! c.takes_size && mxGetNumberOfElements (prhs[NUMBERS]) != questions[q].numbers)
    return gw_fail (failure, GR_BAD_ARGUMENT, "'%s' has %zu numbers", name, questions[q].numbers);
  if (! check_whole (op, type, &c, nrhs, prhs, failure))
    return failure->usage ? gw_fail (failure, GR_BAD_ARGUMENT, "Invalid call to gpu%s", gr_operators[op].name) : false;
  c.x = prhs[X];
  if (c.takes_size)
    return reduce (&c, plhs, failure);
  c.first = (size_t) c.numbers[FIRST];
  if (! read_part (&c, prhs[X], failure))
    return false;
  c.indexed = c.wanted > 1 && (gr_operators[op].options & GR_GIVES_INDEX);
  c.request = gw_begin_request (&c.local);
  c.request.inner = (size_t) c.numbers[INNER];
  c.request.len = (size_t) c.numbers[LEN];
  c.request.outer = 1;
  c.request.ndims = 2;
  c.request.dims[0] = c.request.inner;
  c.request.dims[1] = c.request.len;
  return questions[q].run (&c, plhs, failure);
}
