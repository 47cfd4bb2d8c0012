/* SPDX-License-Identifier: GPL-3.0-or-later

   Functions that m-files compose of operators, and their plain calls.  */

#include "plain.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "arguments.h"
#include "expression.h"
#include "marshal.h"
#include "read.h"

/* Bytes of products that are made first and then added; more are added as they are made.  */
enum { MOST_PRODUCTS = 128 << 10 };

/* ---- arguments ---- */

static bool
is_full (const mxArray *a, gr_type *type)
{
  return ! mxIsSparse (a) && gw_find_type (a, type);
}

/* Is it a full array of real numbers in floating point, with elements?  */
static bool
is_real_floating (const mxArray *a, gr_type *type)
{
  return is_full (a, type) && (*type == GR_TYPE_F64 || *type == GR_TYPE_F32) && ! mxIsEmpty (a);
}

static bool
is_double (const mxArray *a, double *value)
{
  gr_type type;
  const bool is_one = is_full (a, &type) && type == GR_TYPE_F64 && mxGetNumberOfElements (a) == 1;
  if (is_one)
    *value = gw_element (a, 0);
  return is_one;
}

/* The first dimension that has not one element, from 0, or the first one of all.  */
static mwSize
first_dimension (const mxArray *a)
{
  const mwSize ndims = mxGetNumberOfDimensions (a), *const dims = mxGetDimensions (a);
  mwSize k = 0;
  while (k < ndims && dims[k] == 1)
    k++;
  return k < ndims ? k : 0;
}

static bool
have_same_sizes (const mxArray *a, const mxArray *b)
{
  const mwSize ndims = mxGetNumberOfDimensions (a);
  return ndims == mxGetNumberOfDimensions (b)
      && ! memcmp (mxGetDimensions (a), mxGetDimensions (b), ndims * sizeof (mwSize));
}

/* ---- results ---- */

/* What gpuOP gives for these arguments; false for a failure, too.  */
static bool
apply (gr_operator op, int count, const mxArray *args[], mxArray **result)
{
  gw_failure ignored;
  gw_call call;
  return gw_check (op, 1, count, args, &call, &ignored) && ! call.m_file && gw_work (&call, 1, result, &ignored);
}

/* An extremum along the dimension that is an argument, or Octave's default.  */
static bool
find_extremum (gr_operator op, int count, const mxArray *args[], mxArray **result)
{
  const mxArray *given[4];
  int n = 0;
  given[n++] = args[0];
  given[n++] = mxCreateDoubleMatrix (0, 0, mxREAL);
  if (count > 1)
    given[n++] = args[1];
  given[n++] = mxCreateString ("omitnan");
  return apply (op, n, given, result);
}

/* to = a - b, of elements of a type in floating point.  */
static void
subtract (gr_type type, size_t n, const void *a, const void *b, void *to)
{
  if (type == GR_TYPE_F64)
    for (size_t k = 0; k < n; k++)
      ((double *) to)[k] = ((const double *) a)[k] - ((const double *) b)[k];
  else
    for (size_t k = 0; k < n; k++)
      ((float *) to)[k] = ((const float *) a)[k] - ((const float *) b)[k];
}

/* ---- functions ---- */

/* They fill in results and return true, or return false for calls that are the m-file's.  */
typedef bool plain (int count, const mxArray *args[], int nlhs, mxArray *results[]);

static bool
run_range (int count, const mxArray *args[], int, mxArray *results[])
{
  gr_type type;
  double dim;
  mxArray *least;
  if (count > 2 || ! is_real_floating (args[0], &type) || (count > 1 && ! is_double (args[1], &dim))
      || ! find_extremum (GR_MAX, count, args, &results[0]) || ! find_extremum (GR_MIN, count, args, &least))
    return false;
  void *const greatest = mxGetData (results[0]);
  subtract (type, mxGetNumberOfElements (least), greatest, mxGetData (least), greatest);
  return true;
}

static bool
run_bounds (int count, const mxArray *args[], int nlhs, mxArray *results[])
{
  gr_type type;
  double dim;
  return count <= 2 && is_real_floating (args[0], &type) && (count < 2 || is_double (args[1], &dim))
      && find_extremum (GR_MIN, count, args, &results[0])
      && (nlhs < 2 || find_extremum (GR_MAX, count, args, &results[1]));
}

/* Products in an array of their own.  */
static bool
add_products (gr_type type, int count, const mxArray *args[], mxArray **result)
{
  const size_t n = mxGetNumberOfElements (args[0]);
  mxArray *const products = gw_array_around (mxGetNumberOfDimensions (args[0]), mxGetDimensions (args[0]), type,
                                             mxMalloc (n * gr_types[type].size));
  void *const to = mxGetData (products);
  const void *const a = mxGetData (args[0]), *const b = mxGetData (args[1]);
  if (type == GR_TYPE_F64)
    for (size_t k = 0; k < n; k++)
      ((double *) to)[k] = ((const double *) a)[k] * ((const double *) b)[k];
  else
    for (size_t k = 0; k < n; k++)
      ((float *) to)[k] = ((const float *) a)[k] * ((const float *) b)[k];
  return apply (GR_SUM, count - 1, (const mxArray *[]){ products, args[count - 1] }, result);
}

/* Products that are made as they are added.  */
static bool
add_values (gr_type type, mwSize along, const mxArray *args[], mxArray **result)
{
  const mwSize ndims = mxGetNumberOfDimensions (args[0]), *const dims = mxGetDimensions (args[0]);
  const size_t n = mxGetNumberOfElements (args[0]), *const sizes[] = { &n, &n };
  const gr_operand arguments[]
    = { { .type = type, .value = mxGetData (args[0]) }, { .type = type, .value = mxGetData (args[1]) } };
  gr_expression product = { 0 };
  const gr_mapping mapping = { &product, arguments, 1, sizes };
  gr_request request = { .op = GR_SUM, .type = type, .inner = 1, .len = (size_t) dims[along], .ndims = ndims };
  mwSize out_dims[GR_MAX_DIMS];
  gw_failure ignored;
  int a, b, times, faulty;
  if (ndims > GR_MAX_DIMS)
    return false;
  for (mwSize k = 0; k < ndims; k++)
    {
      request.dims[k] = (size_t) dims[k];
      request.inner *= k < along ? (size_t) dims[k] : 1;
      out_dims[k] = k == along ? 1 : dims[k];
    }
  request.outer = n / (request.inner * request.len);
  return gr_add_argument (&product, type, &a) == GR_OK && gr_add_argument (&product, type, &b) == GR_OK
      && gr_add_binary (&product, GR_TIMES, a, b, &times) == GR_OK && gr_add_value (&product, times) == GR_OK
      && gw_new_array (ndims, out_dims, type, result, &ignored)
      && gr_run_mapped (&request, &mapping, mxGetData (*result), NULL, &faulty) == GR_OK;
}

/* Are products made first?  A device adds those that are made at once, where gpusum of few would have the host do so.
 */
static bool
makes_products (size_t bytes)
{
  const char *backend;
  return bytes <= MOST_PRODUCTS
      || (gr_backend_name (&backend) == GR_OK && strcmp (backend, "cpu") && bytes <= gr_operators[GR_SUM].small);
}

static bool
run_dot (int count, const mxArray *args[], int, mxArray *results[])
{
  gr_type type, other;
  double dim;
  if (! is_real_floating (args[0], &type) || ! is_real_floating (args[1], &other) || type != other
      || ! have_same_sizes (args[0], args[1]))
    return false;
  dim = (double) (1 + first_dimension (args[0]));
  if (count > 2
      && (! is_double (args[2], &dim) || ! (dim >= 1 && dim <= (double) mxGetNumberOfDimensions (args[0]))
          || dim != floor (dim)))
    return false;
  return makes_products (mxGetNumberOfElements (args[0]) * gr_types[type].size)
         ? add_products (type, count, args, &results[0])
         : add_values (type, (mwSize) dim - 1, args, &results[0]);
}

/* The 2-norm of a vector.  Doubles whose squares do not fit are scaled by the m-file.  */
static bool
run_norm (int count, const mxArray *args[], int, mxArray *results[])
{
  gr_type type;
  mxArray *sum;
  if (count != 1 || ! is_real_floating (args[0], &type) || ! gw_is_vector (args[0]))
    return false;
  const mxArray *const given[]
    = { args[0], mxCreateDoubleScalar ((double) (1 + first_dimension (args[0]))), mxCreateString ("double") };
  if (! apply (GR_SUMSQ, 3, (const mxArray **) given, &sum))
    return false;
  const double squares = gw_element (sum, 0);
  if (type == GR_TYPE_F64 && ! (squares > DBL_MIN / DBL_EPSILON && squares < INFINITY))
    return false;
  if (type == GR_TYPE_F64)
    results[0] = mxCreateDoubleScalar (sqrt (squares));
  else
    {
      results[0] = mxCreateNumericMatrix (1, 1, mxSINGLE_CLASS, mxREAL);
      *(float *) mxGetData (results[0]) = (float) sqrt (squares);
    }
  return true;
}

static bool
run_nnz (int given, const mxArray *args[], int, mxArray *results[])
{
  gr_type type;
  if (given != 1 || ! is_full (args[0], &type))
    return false;
  const size_t n = mxGetNumberOfElements (args[0]);
  const void *const data = mxGetData (args[0]);
  size_t count = 0;
  switch (type)
    {
#define HAS_VALUE_0(x) ((x) != 0)
#define HAS_VALUE_1(x) ((x).re != 0 || (x).im != 0)
#define COUNT_CASE(_, ID, CTYPE, NAME, IS_COMPLEX, FAMILY)                                                             \
  case GR_TYPE_##ID:                                                                                                   \
    for (size_t k = 0; k < n; k++)                                                                                     \
      count += HAS_VALUE_##IS_COMPLEX (((const CTYPE *) data)[k]);                                                     \
    break;
      GR_TYPES (COUNT_CASE, _)
#undef COUNT_CASE
    default:
      return false;
    }
  results[0] = mxCreateDoubleScalar ((double) count);
  return true;
}

/* First differences along the first dimension of more than one element.  */
static bool
run_diff (int count, const mxArray *args[], int, mxArray *results[])
{
  gr_type type;
  double order = 1;
  gw_failure ignored;
  if (count > 2 || ! is_real_floating (args[0], &type) || (count > 1 && ! is_double (args[1], &order)) || order != 1
      || mxGetNumberOfElements (args[0]) == 1)
    return false;
  const mwSize ndims = mxGetNumberOfDimensions (args[0]), *const dims = mxGetDimensions (args[0]);
  const mwSize along = first_dimension (args[0]); /* those before it have one element each */
  mwSize *const out_dims = mxMalloc (ndims * sizeof (mwSize));
  memcpy (out_dims, dims, ndims * sizeof (mwSize));
  out_dims[along]--;
  if (! gw_new_array (ndims, out_dims, type, &results[0], &ignored))
    return false;
  const size_t size = gr_types[type].size, len = (size_t) dims[along], n = mxGetNumberOfElements (args[0]);
  const char *const from = mxGetData (args[0]);
  char *const to = mxGetData (results[0]);
  for (size_t column = 0; column < n / len; column++)
    {
      const char *const first = from + column * len * size;
      subtract (type, len - 1, first + size, first, to + column * (len - 1) * size);
    }
  return true;
}

/* ---- the call ---- */

static const struct
{
  const char *name, *m_file;
  plain *run;
  int least, most, results;
} functions[] = {
#define FUNCTION(NAME, LEAST, MOST, RESULTS) { #NAME, "__gpureduce_" #NAME "__", run_##NAME, LEAST, MOST, RESULTS },
  GW_COMPOSED (FUNCTION)
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

int
gw_find_composed (const char *function)
{
  int k = strncmp (function, "gpu", 3) ? -1 : FUNCTIONS - 1;
  while (k >= 0 && strcmp (functions[k].name, function + 3))
    k--;
  return k;
}

bool
gw_run_composed (int number, int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[], gw_failure *failure)
{
  const char *const m_file = functions[number].m_file;
  if (nrhs < functions[number].least || nrhs > functions[number].most || nlhs > functions[number].results)
    return gw_usage (failure);
  if (functions[number].run (nrhs, prhs, nlhs, plhs))
    return true;
  mexCallMATLAB (nlhs ? nlhs : 1, plhs, nrhs, (mxArray **) prhs, m_file);
  return plhs[0] ? true : gw_fail (failure, GR_UNSUPPORTED, "%s did not give a result", m_file);
}
