/* SPDX-License-Identifier: GPL-3.0-or-later

   A call whose array is spread over processes: its arguments are read once, and the steps that follow take what was
   read from a struct.  */

#include "opened.h"

#include <stdio.h>
#include <string.h>

#include "compose.h"
#include "digest.h"
#include "marshal.h"

enum { NAME, WANTED, CLASS, IS_COMPLEX, SIZE, DISTRIBUTED, PARTS, ARGUMENTS };

/* ---- reading ---- */

static bool
read_type (const mxArray *class, const mxArray *is_complex, gr_type *type, gw_failure *failure)
{
  char name[GW_WORD_MAX];
  if (! mxIsLogicalScalar (is_complex))
    return gw_fail (failure, GR_BAD_ARGUMENT, "IS_COMPLEX is true or false");
  if (! gw_read_word (class, name, failure))
    return false;
  for (int t = 0; t < GR_TYPE_COUNT; t++)
    if (! strcmp (gr_types[t].name, name) && gr_types[t].is_complex == mxIsLogicalScalarTrue (is_complex))
      {
        *type = (gr_type) t;
        return true;
      }
  return gw_fail (failure, GR_BAD_ARGUMENT, "wrong type argument '%s'", name);
}

static bool
read_size (const mxArray *size, mwSize *ndims, mwSize dims[GR_MAX_DIMS], gw_failure *failure)
{
  double least[GR_MAX_DIMS], most[GR_MAX_DIMS], numbers[GR_MAX_DIMS];
  *ndims = (mwSize) mxGetNumberOfElements (size);
  if (*ndims < 2 || *ndims > GR_MAX_DIMS)
    return gw_fail (failure, GR_BAD_ARGUMENT, "arrays of 2 to %d dimensions are taken", GR_MAX_DIMS);
  for (mwSize k = 0; k < *ndims; k++)
    {
      least[k] = 0;
      most[k] = 0x1p53;
    }
  if (! gw_read_wholes (size, "SIZE", *ndims, least, most, numbers, failure))
    return false;
  for (mwSize k = 0; k < *ndims; k++)
    dims[k] = (mwSize) numbers[k];
  return true;
}

/* Which of how many processes this is, which stays so; count is 0 if it could not be found.  */
typedef struct
{
  int number, count;
} process_place;

static process_place
find_process (void)
{
  static process_place known;
  mxArray *said[2] = { NULL };
  if (! known.count)
    mexCallMATLAB (2, said, 0, NULL, "__spmd_where__"); /* raises what is wrong */
  if (said[0] && said[1])
    known = (process_place){ (int) mxGetScalar (said[0]), (int) mxGetScalar (said[1]) };
  return known;
}

static bool
read_place (const mxArray *dim, const mxArray *parts, double place[GW_PLACE_NUMBERS], gw_failure *failure)
{
  const process_place process = find_process ();
  if (! mxIsDouble (parts) || mxIsSparse (parts) || mxGetNumberOfElements (parts) != (size_t) process.count)
    return gw_fail (failure, GR_BAD_ARGUMENT, "there are not as many parts as processes");
  if (! gw_read_whole (dim, "DIM", 1, GR_MAX_DIMS, &place[GW_DIM], failure))
    return false;
  place[GW_BEFORE] = 0;
  for (int p = 0; p < process.number - 1; p++)
    place[GW_BEFORE] += gw_element (parts, (size_t) p);
  place[GW_NUMBER] = process.number - 1;
  place[GW_PROCESSES] = process.count;
  return true;
}

/* What is wrong with characters is said of an empty array, since Octave is asked for the name of its type.  */
static bool
check_call (gr_operator op, gr_type type, const mxArray *whole, int n, const mxArray *const given[], gw_opened *opened,
            gw_failure *failure)
{
  static const mwSize none[2] = { 0, 0 };
  const mxArray *const empty = gw_array_around (2, none, type, NULL);
  if (type == GR_TYPE_CHAR && ! gw_check (op, 1, 1, &empty, &opened->call, failure))
    return false;
  const mxArray **const args = mxMalloc ((size_t) (n + 1) * sizeof *args);
  args[0] = whole;
  for (int k = 0; k < n; k++)
    args[k + 1] = given[k];
  if (! gw_check (op, opened->wanted, n + 1, args, &opened->call, failure))
    return failure->usage ? gw_fail (failure, GR_BAD_ARGUMENT, "Invalid call to gpu%s", gr_operators[op].name) : false;
  const bool has_second = gr_operators[op].options & (GR_GIVES_INDEX | GR_TAKES_WEIGHTS);
  if (opened->wanted > 1 + has_second)
    return gw_fail (failure, GR_BAD_ARGUMENT, "function called with too many outputs");
  const char *const segments = opened->call.options.word[GW_SEGMENTS];
  return ! segments || gw_fail (failure, GR_UNSUPPORTED, "a codistributed array takes no \"%s\"; use gather", segments);
}

/* The arguments behind the array, with gpuArrays gathered.  */
static bool
gather_arguments (int nrhs, const mxArray *const prhs[], const mxArray ***args, gw_failure *failure)
{
  for (int k = ARGUMENTS; k < nrhs; k++)
    if (mxIsClass (prhs[k], "codistributed"))
      return gw_fail (failure, GR_BAD_ARGUMENT, "only the first argument can be codistributed");
  return gw_gather (nrhs, prhs, ARGUMENTS, GW_BUT_NONE, args, failure);
}

bool
gw_open_call (int nrhs, const mxArray *const prhs[], gw_opened *opened, gw_failure *failure)
{
  const mxArray **args;
  char name[GW_WORD_MAX];
  double wanted;
  gr_type type = GR_TYPE_F64;
  mwSize ndims, dims[GR_MAX_DIMS];
  if (nrhs < ARGUMENTS)
    return gw_fail (failure, GR_BAD_ARGUMENT, "a call has %d arguments or more", ARGUMENTS);
  if (! gw_read_word (prhs[NAME], name, failure))
    return false;
  const int op = gr_find_operator (name);
  if (op < 0)
    return gw_fail (failure, GR_BAD_ARGUMENT, "'%s' is no operator", name);
  opened->call.op = (gr_operator) op; /* whose name is in front of errors */
  if (! gw_read_whole (prhs[WANTED], "WANTED", 0, 0x1p30, &wanted, failure)
      || ! read_type (prhs[CLASS], prhs[IS_COMPLEX], &type, failure) || ! read_size (prhs[SIZE], &ndims, dims, failure)
      || ! read_place (prhs[DISTRIBUTED], prhs[PARTS], opened->place, failure)
      || ! gather_arguments (nrhs, prhs, &args, failure))
    return false;
  opened->wanted = (int) wanted;
  return check_call ((gr_operator) op, type, gw_array_around (ndims, dims, type, NULL), nrhs - ARGUMENTS,
                     args + ARGUMENTS, opened, failure);
}

/* ---- its text ---- */

static uint64_t
digest_of_weights (const mxArray *weights)
{
  return gw_digest (mxGetDoubles (weights), mxGetNumberOfElements (weights) * sizeof (double));
}

char *
gw_text_of_call (const gw_opened *opened)
{
  const gw_call *const call = &opened->call;
  const mwSize *const dims = mxGetDimensions (call->in);
  gw_failure text; /* whose functions write texts */
  gw_fail (&text, GR_OK, "gpu%s of a %s%s array of ", gr_operators[call->op].name, gr_types[call->type].name,
           gr_types[call->type].is_complex ? " complex" : "");
  for (mwSize k = 0; k < mxGetNumberOfDimensions (call->in); k++)
    gw_append (&text, "%s%zu", k ? "x" : "", (size_t) dims[k]);
  gw_append (&text, ", parts along %g, dimensions", opened->place[GW_DIM]);
  for (int k = 0; k < GR_MAX_DIMS; k++)
    if (call->along >> k & 1)
      gw_append (&text, " %d", k + 1);
  for (int g = 0; g < GW_GROUP_COUNT; g++)
    if (call->options.word[g])
      {
        gw_append (&text, ", \"%s\"", call->options.word[g]);
        if (call->options.after[g] && g != GW_WEIGHTS)
          gw_append (&text, " %u", call->options.value[g]);
      }
  if (gr_operators[call->op].options & GR_TAKES_WEIGHTS)
    gw_append (&text, ", divisor less %g", call->ddof);
  if (call->weights)
    {
      const size_t n = mxGetNumberOfElements (call->weights);
      gw_append (&text, ", %zu weights %016jx", n, (uintmax_t) digest_of_weights (call->weights));
    }
  gw_append (&text, ", results %d", opened->wanted > 1 ? opened->wanted : 1);
  return strcpy (mxMalloc (strlen (text.text) + 1), text.text);
}

/* ---- as a struct ---- */

/* The call as bytes, which have no pointers.  */
typedef struct
{
  uint64_t digest; /* of what follows */
  struct
  {
    int wanted;
    size_t weights; /* how many the struct has, */
    uint64_t digest_of_weights;
    gw_call call;
  } what;
} call_bytes;

static mxArray *
bytes_of_call (const gw_opened *opened)
{
  mxArray *const a = mxCreateNumericMatrix (1, sizeof (call_bytes), mxUINT8_CLASS, mxREAL);
  call_bytes bytes;
  memset (&bytes, 0, sizeof bytes);
  bytes.what.wanted = opened->wanted;
  bytes.what.weights = opened->call.weights ? mxGetNumberOfElements (opened->call.weights) : 0;
  bytes.what.digest_of_weights = opened->call.weights ? digest_of_weights (opened->call.weights) : 0;
  bytes.what.call = opened->call;
  memset (&bytes.what.call.resident, 0, sizeof bytes.what.call.resident);
  bytes.what.call.in = bytes.what.call.weights = NULL;
  bytes.what.call.m_file = NULL;
  for (int g = 0; g < GW_GROUP_COUNT; g++)
    {
      bytes.what.call.options.word[g] = NULL;
      bytes.what.call.options.after[g] = NULL;
    }
  bytes.digest = gw_digest (&bytes.what, sizeof bytes.what);
  memcpy (mxGetData (a), &bytes, sizeof bytes);
  return a;
}

static mxArray *
cell_of (int n, const mxArray *const elements[])
{
  mxArray *const cell = mxCreateCellMatrix (1, (mwSize) n);
  for (int k = 0; k < n; k++)
    mxSetCell (cell, k, mxDuplicateArray (elements[k]));
  return cell;
}

/* What a call of the same operator has behind the array.  */
static mxArray *
arguments_of (const gw_call *call)
{
  const mxArray *args[2 + GW_MOST_WORDS];
  const mxArray *const between = gw_between (call->op);
  int n = 0;
  if (mxGetNumberOfElements (between))
    {
      const bool is_divisor = gr_operators[call->op].options & GR_TAKES_WEIGHTS;
      args[n++] = ! is_divisor  ? mxGetCell (between, 0)
                : call->weights ? call->weights
                                : mxCreateDoubleScalar (1 - call->ddof);
    }
  args[n++] = gw_list_dimensions (call);
  n += gw_pass_on (call, 0, args + n);
  return cell_of (n, args);
}

static mxArray *
m_file_arguments_of (const gw_call *call)
{
  const mxArray *args[GW_MOST_COMPOSED];
  return cell_of (gw_composed_arguments (call, args), args);
}

static mxArray *
words_of (const gw_call *call)
{
  const mxArray *words[GW_MOST_WORDS];
  return cell_of (gw_pass_on (call, 1u << GW_LINEAR, words), words);
}

mxArray *
gw_describe_call (const gw_opened *opened)
{
  const gw_call *const call = &opened->call;
  const struct
  {
    const char *name;
    mxArray *value;
  } fields[] = {
    { "call", bytes_of_call (opened) },
    { "text", mxCreateString (gw_text_of_call (opened)) },
    { "dims", call->along ? gw_list_dimensions (call) : mxCreateDoubleMatrix (1, 0, mxREAL) },
    { "arguments", arguments_of (call) },
    { "m_file", mxCreateString (call->m_file ? call->m_file : "") },
    { "m_file_arguments", m_file_arguments_of (call) },
    { "words", words_of (call) },
    { "weights", call->weights ? mxDuplicateArray (call->weights) : mxCreateDoubleMatrix (0, 0, mxREAL) },
    { "class", mxCreateString (gr_types[call->out_type].name) },
    { "complex", mxCreateLogicalScalar (gr_types[call->out_type].is_complex) },
    { "index", mxCreateLogicalScalar (gr_operators[call->op].options & GR_GIVES_INDEX) },
    { "linear", mxCreateLogicalScalar (call->linear) },
    { "is_scan", mxCreateLogicalScalar (gr_operators[call->op].is_scan) },
    { "reverse", mxCreateLogicalScalar (call->options.value[GW_DIRECTION]) },
    { "native", mxCreateLogicalScalar (call->options.value[GW_ARITHMETIC] == GR_ARITHMETIC_NATIVE) },
    { "ignores_second", mxCreateLogicalScalar (call->ignores_second) },
    { "most_sent", mxCreateDoubleScalar (GW_MOST_SENT) },
    { "most_segments_sent", mxCreateDoubleScalar (GW_MOST_SEGMENTS_SENT) },
    { "largest_accumulator", mxCreateDoubleScalar (GW_LARGEST_ACCUMULATOR) },
  };
  enum { FIELDS = sizeof fields / sizeof *fields };
  const char *names[FIELDS];
  for (int k = 0; k < FIELDS; k++)
    names[k] = fields[k].name;
  mxArray *const s = mxCreateStructMatrix (1, 1, FIELDS, names);
  for (int k = 0; k < FIELDS; k++)
    mxSetField (s, 0, names[k], fields[k].value);
  return s;
}

bool
gw_take_call (const mxArray *described, gw_opened *opened, gw_failure *failure)
{
  const bool is_one = mxIsStruct (described) && mxGetNumberOfElements (described) == 1;
  const mxArray *const a = is_one ? mxGetField (described, 0, "call") : NULL;
  const mxArray *const weights = is_one ? mxGetField (described, 0, "weights") : NULL;
  call_bytes bytes;
  bool ok = a && mxIsUint8 (a) && mxGetNumberOfElements (a) == sizeof bytes;
  if (ok)
    {
      memcpy (&bytes, mxGetData (a), sizeof bytes);
      ok = bytes.digest == gw_digest (&bytes.what, sizeof bytes.what)
        && (! bytes.what.weights
            || (weights && mxIsDouble (weights) && ! mxIsComplex (weights) && ! mxIsSparse (weights)
                && mxGetNumberOfElements (weights) == bytes.what.weights
                && digest_of_weights (weights) == bytes.what.digest_of_weights));
    }
  if (! ok)
    return gw_fail (failure, GR_BAD_ARGUMENT, "CALL is not what \"open\" gave");
  opened->wanted = bytes.what.wanted;
  opened->call = bytes.what.call;
  opened->call.weights = bytes.what.weights ? weights : NULL;
  return true;
}
