/* SPDX-License-Identifier: GPL-3.0-or-later

   First act: what a call asks for.  */

#include "arguments.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "marshal.h"
#include "segments.h"

/* ---- what the builtins say: one row for each way to read arguments (GR_ARGUMENTS) ---- */

/* How DIM is read.  The offending value is put into texts that have a %.  */
typedef struct
{
  const char *fraction;  /* not an integer, %g; NULL: it is truncated */
  int lowest;            /* smallest DIM; 0 stands for the default */
  const char *below;     /* DIM is smaller, %d */
  const char *no_number; /* DIM is no number or empty; NULL: a wrong type argument */
  bool no_number_usage;  /* ..., or the call is invalid */
  bool is_index;         /* DIM becomes an index: it has no lower bound, and no upper one but that of the index
                            type */
} dim_rule;

#define NO_INT "conversion of %g to int value failed"
#define INVALID "invalid dimension argument = %d"
#define MEAN_DIM "DIM must be an integer and a valid dimension"
#define VAR_DIM "DIM must be a positive integer scalar, vector, or 'all'"

static const dim_rule sum_dim
  = { .lowest = 1, .below = "invalid dimension DIM = %d" },
  cumsum_dim = { .lowest = 1, .below = INVALID }, sumsq_dim = { .fraction = NO_INT, .lowest = 0, .below = INVALID },
  any_dim = { .lowest = 0, .below = INVALID, .no_number = "DIM must be an integer" },
  max_dim = { .fraction = NO_INT, .lowest = 1, .below = "DIM must be a valid dimension" },
  mean_dim = { .fraction = MEAN_DIM, .lowest = 1, .below = MEAN_DIM, .no_number_usage = true, .is_index = true },
  var_dim = { .fraction = VAR_DIM, .lowest = 1, .below = VAR_DIM, .no_number = VAR_DIM, .is_index = true };

/* What stands between A and DIM.  */
typedef enum { NOTHING, IGNORED, WEIGHTS } slot;

typedef struct
{
  const dim_rule *dim;
  slot second;
  bool is_m_file;       /* it looks at the class first and counts its outputs */
  const char *no_class; /* the class is not taken, %s */
  const char *no_char;  /* char is not taken, %s; NULL: it is */
} rules;

#define WRONG_TYPE "wrong type argument '%s'"
#define NOT_NUMERIC "X must be a numeric vector or matrix"
#define NO_STRING "invalid conversion from string to real N-D array"

static const rules all_rules[GR_ARGUMENTS_COUNT] = {
  [GR_ARGUMENTS_SUM] = { &sum_dim, NOTHING, false, WRONG_TYPE, NULL },
  [GR_ARGUMENTS_SUMSQ] = { &sumsq_dim, NOTHING, false, WRONG_TYPE, NO_STRING },
  [GR_ARGUMENTS_MEAN] = { &mean_dim, NOTHING, true, NOT_NUMERIC, NOT_NUMERIC },
  [GR_ARGUMENTS_VAR] = { &var_dim, WEIGHTS, true, NOT_NUMERIC, NOT_NUMERIC },
  [GR_ARGUMENTS_MAX] = { &max_dim, IGNORED, false, WRONG_TYPE, NULL },
  [GR_ARGUMENTS_ANY] = { &any_dim, NOTHING, false, WRONG_TYPE, NULL },
  [GR_ARGUMENTS_CUMSUM] = { &cumsum_dim, NOTHING, false, WRONG_TYPE, WRONG_TYPE },
  [GR_ARGUMENTS_CUMMAX] = { &max_dim, NOTHING, false, WRONG_TYPE, WRONG_TYPE },
};

static const rules *
rules_of (gr_operator op)
{
  return &all_rules[gr_operators[op].arguments];
}

mxArray *
gw_between (gr_operator op)
{
  const slot second = rules_of (op)->second;
  mxArray *cell = mxCreateCellMatrix (1, second != NOTHING);
  if (second != NOTHING)
    mxSetCell (cell, 0, second == WEIGHTS ? mxCreateDoubleScalar (0) : mxCreateDoubleMatrix (0, 0, mxREAL));
  return cell;
}

/* ---- m-files that compose calls ---- */

/* Octave's name for the type of a value, as its errors give it: 'cell',
   'scalar struct', 'sq_string', ...  */
static bool
fail_type (const char *text, const mxArray *a, gw_failure *failure)
{
  char name[GW_WORD_MAX];
  mxArray *in = (mxArray *) a, *out;
  if (! gw_call_octave ("typeinfo", 1, &in, mxCHAR_CLASS, GW_ANY_COUNT, &out, failure)
      || ! gw_read_word (out, name, failure))
    return false;
  mxDestroyArray (out);
  return gw_fail (failure, GR_BAD_ARGUMENT, text, name);
}

static bool
is_number (const mxArray *a)
{
  return mxIsNumeric (a) || mxIsLogical (a);
}

/* ---- the input ---- */

static bool
check_input (gw_call *call, gw_failure *failure)
{
  const rules *rule = rules_of (call->op);
  call->is_resident = gw_find_resident (call->in, &call->resident);
  if (mxIsSparse (call->in))
    return gw_fail (failure, GR_UNSUPPORTED, "sparse input is not supported; use %s, or full (A)",
                    gr_operators[call->op].name);
  if (call->is_resident)
    call->type = call->resident.type;
  else if (! gw_find_type (call->in, &call->type))
    return fail_type (rule->no_class, call->in, failure);
  if (call->type == GR_TYPE_CHAR && rule->no_char)
    return fail_type (rule->no_char, call->in, failure);
  return true;
}

/* The arithmetic that was asked for, where it means something else for the
   class: "native" char is double, and so is the mean of a logical array; "extra"
   is for floating point and otherwise as "double".  */
static gr_arithmetic
choose_arithmetic (const gw_call *call)
{
  const gr_arithmetic asked = (gr_arithmetic) call->options.value[GW_ARITHMETIC];
  const bool is_byte = call->type == GR_TYPE_CHAR
                    || (call->type == GR_TYPE_BOOL && gr_operators[call->op].result == GR_RESULT_NATIVE_INTEGER);
  if (asked == GR_ARITHMETIC_NATIVE && is_byte)
    return GR_ARITHMETIC_DEFAULT;
  const bool is_float = call->type == GR_TYPE_F64 || call->type == GR_TYPE_F32 || gr_types[call->type].is_complex;
  if (asked == GR_ARITHMETIC_EXTRA && ! is_float)
    return GR_ARITHMETIC_DOUBLE;
  return asked;
}

/* ---- DIM ---- */

/* The first dimension whose size is not 1, nor 0 with GR_SKIPS_EMPTY.  */
static void
default_dim (gw_call *call)
{
  const mwSize *dims = mxGetDimensions (call->in);
  const mwSize ndims = mxGetNumberOfDimensions (call->in);
  const bool skips_empty = gr_operators[call->op].options & GR_SKIPS_EMPTY;
  call->default_dim = true;
  call->along = 1;
  for (mwSize k = 0; k < ndims; k++)
    if (dims[k] != 1 && ! (skips_empty && dims[k] == 0))
      {
        call->along = (uint32_t) 1 << k;
        return;
      }
}

static void
add_dim (gw_call *call, double dim)
{
  if (dim <= (double) mxGetNumberOfDimensions (call->in))
    call->along |= (uint32_t) 1 << (int) (dim - 1);
}

static bool
scalar_dim (gw_call *call, double dim, gw_failure *failure)
{
  const dim_rule *rule = rules_of (call->op)->dim;
  const double given = dim;
  /* The builtins subtract 1 from a saturated int, which overflows to the largest one. */
  if (! rule->is_index && dim <= -0x1p31)
    dim = DBL_MAX;
  if (! rule->fraction)
    dim = isnan (dim) ? DBL_MAX : trunc (dim);
  else if (dim != trunc (dim))
    return gw_fail (failure, GR_BAD_ARGUMENT, rule->fraction, given);
  if (dim < rule->lowest)
    return gw_fail (failure, GR_BAD_ARGUMENT, rule->below, (int) fmax (dim, -0x1p31));
  if (rule->is_index && dim >= 0x1p63)
    return gw_fail (failure, GR_BAD_ARGUMENT, "conversion of %g to octave_idx_type value failed", given);
  if (dim == 0)
    default_dim (call);
  else
    add_dim (call, dim);
  return true;
}

/* Several dimensions: the meaning of newer versions, the builtins take the first. */
static bool
vector_dim (gw_call *call, const mxArray *vector, gw_failure *failure)
{
  const double *dims = mxGetDoubles (vector);
  const size_t n = mxGetNumberOfElements (vector);
  if (! gw_is_vector (vector))
    return rules_of (call->op)->dim->no_number_usage ? gw_usage (failure) : gw_fail (failure, GR_BAD_ARGUMENT, VAR_DIM);
  if (n > GR_MAX_DIMS)
    return gw_fail (failure, GR_BAD_ARGUMENT, "vector DIM has %zu elements; the most is %d", n, GR_MAX_DIMS);
  for (size_t i = 0; i < n; i++)
    {
      bool valid = dims[i] >= 1 && dims[i] == trunc (dims[i]);
      for (size_t j = 0; j < i; j++)
        valid &= dims[i] != dims[j];
      if (! valid)
        return gw_fail (failure, GR_BAD_ARGUMENT, "vector DIM must contain non-repeating positive integers");
      add_dim (call, dims[i]);
    }
  call->linear |= ! gr_operators[call->op].is_scan;
  return true;
}

/* dim may be NULL; "all" is among the options.  */
static bool
check_dim (gw_call *call, const mxArray *dim, gw_failure *failure)
{
  const dim_rule *rule = rules_of (call->op)->dim;
  const bool all = call->options.value[GW_DIMENSIONS];
  if (dim && all)
    return gw_fail (failure, GR_BAD_ARGUMENT, "\"all\" contradicts DIM; only one of them is taken");
  if (all)
    {
      call->along = (uint32_t) (((uint64_t) 1 << mxGetNumberOfDimensions (call->in)) - 1);
      call->linear |= ! gr_operators[call->op].is_scan;
      return true;
    }
  if (! dim)
    {
      default_dim (call);
      return true;
    }
  if (! is_number (dim) || mxIsEmpty (dim) || (rule->no_number_usage && mxIsLogical (dim)))
    {
      if (rule->no_number_usage)
        return gw_usage (failure);
      if (rule->no_number)
        return gw_fail (failure, GR_BAD_ARGUMENT, rule->no_number);
      return fail_type ("DIM: wrong type argument '%s'; DIM is a positive integer, a vector of them, or \"all\"", dim,
                        failure);
    }
  const mxArray *numbers;
  if (! gw_read_doubles (dim, &numbers, failure))
    return false;
  return mxGetNumberOfElements (numbers) > 1 ? vector_dim (call, numbers, failure)
                                             : scalar_dim (call, mxGetScalar (numbers), failure);
}

/* ---- weights ---- */

/* How many elements of the array each result is made of.  */
static size_t
length_along (const gw_call *call)
{
  const mwSize *dims = mxGetDimensions (call->in);
  size_t len = 1;
  for (mwSize k = 0; k < mxGetNumberOfDimensions (call->in); k++)
    if (call->along >> k & 1)
      len *= (size_t) dims[k];
  return len;
}

static bool
has_size_of (const mxArray *a, const mxArray *b)
{
  const mwSize n = mxGetNumberOfDimensions (a);
  bool same = n == mxGetNumberOfDimensions (b);
  for (mwSize k = 0; k < n && same; k++)
    same = mxGetDimensions (a)[k] == mxGetDimensions (b)[k];
  return same;
}

/* Is there a weight for each element that a result is made of: in a vector, in an array of their dimensions, or in one
   of the size of the input?  */
static bool
fits (const gw_call *call, const mxArray *w)
{
  if (gw_is_vector (w) && mxGetNumberOfElements (w) == length_along (call))
    return true;
  /* var wants as many weights in a vector, mean does not */
  if (gw_is_vector (w) && rules_of (call->op)->second == WEIGHTS)
    return false;
  if (has_size_of (w, call->in))
    return true;
  if (gw_is_vector (w))
    return false;
  mwSize n = mxGetNumberOfDimensions (w), at = 0;
  for (mwSize k = 0; k < mxGetNumberOfDimensions (call->in); k++)
    if (call->along >> k & 1)
      {
        const mwSize wanted = mxGetDimensions (call->in)[k];
        if (at < n ? mxGetDimensions (w)[at] != wanted : wanted != 1)
          return false;
        at++;
      }
  return at >= n;
}

/* Are they all numbers from 0 on, or NaN?  */
static bool
are_weights (const mxArray *numbers)
{
  const double *values = mxGetDoubles (numbers);
  bool valid = true;
  for (size_t i = 0; i < mxGetNumberOfElements (numbers); i++)
    valid &= ! (values[i] < 0);
  return valid;
}

static bool
has_nan (const mxArray *numbers)
{
  const double *values = mxGetDoubles (numbers);
  bool found = false;
  for (size_t i = 0; i < mxGetNumberOfElements (numbers); i++)
    found |= isnan (values[i]);
  return found;
}

/* What follows "Weights", the texts being those of Octave 11.  */
static bool
check_mean_weights (gw_call *call, gw_failure *failure)
{
  const mxArray *const w = call->options.after[GW_WEIGHTS];
  if (! mxIsDouble (w) && ! mxIsSingle (w))
    return gw_fail (failure, GR_BAD_ARGUMENT, "WEIGHTS must be single or double");
  if (mxIsComplex (w))
    return gw_fail (failure, GR_UNSUPPORTED, "WEIGHTS must be real");
  if (call->options.value[GW_MEAN] != GR_MEAN_ARITHMETIC)
    return gw_fail (failure, GR_UNSUPPORTED, "\"Weights\" goes with the arithmetic mean only");
  if (! gw_read_doubles (w, &call->weights, failure))
    return false;
  if (! are_weights (call->weights))
    return gw_fail (failure, GR_BAD_ARGUMENT, "WEIGHTS must be nonnegative");
  if (! fits (call, w))
    return gw_fail (failure, GR_BAD_ARGUMENT,
                    gw_is_vector (w)
                      ? "WEIGHTS vector must have the same length as the operating dimension"
                      : "WEIGHTS array must have the same size as the operating page specified by VECDIM or "
                        "the input array X");
  call->m_file = GW_WEIGHTED;
  return true;
}

/* W of var and std.  A vector along one dimension is the kernels' own; other weights, and those of which NaN is to be
   left out, are not.  */
static bool
check_weights (gw_call *call, const mxArray *w, gw_failure *failure)
{
  call->ddof = 1;
  if (! w || mxIsEmpty (w))
    return true;

  const size_t n = mxGetNumberOfElements (w), len = length_along (call);
  const bool several = call->along & (call->along - 1), omits = call->options.value[GW_NAN] == GR_NAN_OMIT;
  const mxArray *numbers = NULL;
  bool valid = mxIsNumeric (w) && ! mxIsComplex (w);
  if (valid)
    {
      if (! gw_read_doubles (w, &numbers, failure))
        return false;
      valid = are_weights (numbers);
    }
  if (valid && n == 1)
    {
      const double value = mxGetScalar (numbers);
      call->ddof = value != 1;
      valid = value == 0 || value == 1 || len == 1; /* the divisor of one element is 1, whatever W */
    }
  const bool fitting = valid && (n == 1 || fits (call, w));
  if (n != 1 && call->linear && ! fitting)
    return gw_fail (failure, GR_BAD_ARGUMENT, "W must be either 0 or 1, or an array of weights that fits, when %s",
                    call->options.value[GW_DIMENSIONS] ? "using 'ALL' as dimension" : "DIM is a vector");
  if (! valid || (! fitting && ! gw_is_vector (w)))
    return gw_fail (failure, GR_BAD_ARGUMENT, "W must be 0, 1, or a vector of positive integers");
  if (! fitting && ! mxIsEmpty (call->in))
    return gw_fail (failure, GR_BAD_ARGUMENT,
                    "the length of W must be equal to the size of X in the "
                    "dimension along which variance is calculated");
  if (n > 1)
    {
      call->weights = numbers;
      if (! mxIsEmpty (call->in) && (several || ! gw_is_vector (w) || n != len || (omits && has_nan (numbers))))
        call->m_file = GW_WEIGHTED;
    }
  return true;
}

/* ---- the order of elements ---- */

/* Real numbers by modulus need several calls; the kernels compare complex ones in both ways.  */
static void
choose_order (gw_call *call)
{
  const gr_type_kind kind = gr_types[call->type].kind;
  const bool is_signed = kind == GR_KIND_SIGNED || (kind == GR_KIND_FLOATING && ! gr_types[call->type].is_complex);
  if (call->options.value[GW_COMPARISON] == GW_BY_MODULUS && is_signed)
    call->m_file = "__gpureduce_by_modulus__";
}

/* ---- all of it ---- */

/* Is argument k, a string or not, what stands in a positional place?  */
static bool
is_positional (const gw_call *call, int k, int nrhs, const mxArray *const prhs[])
{
  const slot second = rules_of (call->op)->second;
  if (! gw_is_string (prhs[k]))
    return true;
  if (second != NOTHING && mxIsEmpty (prhs[k]))
    return true;
  if (second != IGNORED || k != 1 || nrhs < 3 || gw_is_string (prhs[2]))
    return false;
  char word[GW_WORD_MAX];
  gw_options options = { 0 };
  gw_failure unused;
  return ! gw_read_word (prhs[1], word, &unused) || ! gw_take_word (&options, call->op, word, &unused);
}

bool
gw_check (gr_operator op, int nlhs, int nrhs, const mxArray *const prhs[], gw_call *call, gw_failure *failure)
{
  const rules *rule = rules_of (op);
  const bool takes_mean_type = gr_operators[op].options & GR_TAKES_MEAN_TYPE;
  const int places = rule->second == NOTHING ? 1 : 2;
  const mxArray *place[2] = { NULL, NULL };
  int given = 0;

  *call = (gw_call){ .op = op };
  if (nrhs < 1)
    return gw_usage (failure);
  call->in = prhs[0];
  if (mxGetNumberOfDimensions (call->in) > GR_MAX_DIMS)
    return gw_fail (failure, GR_UNSUPPORTED, "an array of %d dimensions is not supported; the most is %d",
                    (int) mxGetNumberOfDimensions (call->in), GR_MAX_DIMS);
  /* The m-files look at the class first, the compiled builtins last. */
  if (rule->is_m_file && ! check_input (call, failure))
    return false;

  /* The type of a mean may stand before DIM. */
  int k = 1;
  for (; k < nrhs; k++)
    if (takes_mean_type && gw_is_string (prhs[k]) && mxGetNumberOfElements (prhs[k]) == 1)
      {
        char word[GW_WORD_MAX];
        if (call->options.word[GW_MEAN])
          return gw_usage (failure);
        if (! gw_read_word (prhs[k], word, failure) || ! gw_take_word (&call->options, op, word, failure))
          return false;
      }
    else if (! is_positional (call, k, nrhs, prhs))
      break;
    else if (given == places)
      return gw_usage (failure);
    else
      place[given++] = prhs[k];
  if (! gw_take_options (&call->options, op, nrhs - k, prhs + k, failure))
    return false;

  const mxArray *second = rule->second == NOTHING ? NULL : place[0];
  if (rule->second == IGNORED && second && given == 1 && (k == nrhs || ! mxIsEmpty (second)))
    return gw_fail (failure, GR_UNSUPPORTED, "elementwise %s (A, B) is outside gpureduce; use the builtin %s",
                    gr_operators[op].name, gr_operators[op].name);
  call->ignores_second = rule->second == IGNORED && second && ! mxIsEmpty (second);
  call->linear = call->options.value[GW_LINEAR];

  const mxArray *dim = rule->second == NOTHING ? place[0] : place[1];
  if (rule->second == WEIGHTS && dim && mxIsEmpty (dim))
    dim = NULL;
  if (call->options.after[GW_SEGMENTS] && ! gw_check_segments (call, dim, second, failure))
    return false;
  if (! check_dim (call, dim, failure))
    return false;
  if (! rule->is_m_file && ! check_input (call, failure))
    return false;
  if (rule->second == WEIGHTS && ! check_weights (call, second, failure))
    return false;
  if (call->options.after[GW_WEIGHTS] && ! check_mean_weights (call, failure))
    return false;
  choose_order (call);

  /* The builtins take 0x0 for 0x1; max and min do not, var only without DIM. */
  const gr_operator_info *const info = &gr_operators[op];
  call->as_0x1
    = ! info->is_scan && info->accumulator != GR_ACCUMULATOR_EXTREMUM && (rule->second != WEIGHTS || call->default_dim);

  call->arithmetic = choose_arithmetic (call);
  const gr_request request = { .op = op, .type = call->type, .arithmetic = call->arithmetic };
  const gr_status status = gr_result_type (&request, &call->out_type);
  if (status != GR_OK)
    return gw_library (failure, status);
  if (rule->is_m_file && nlhs > (rule->second == WEIGHTS ? 2 : 1))
    return gw_fail (failure, GR_BAD_ARGUMENT, "function called with too many outputs");
  return true;
}
