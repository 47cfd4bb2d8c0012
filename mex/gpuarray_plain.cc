// SPDX-License-Identifier: GPL-3.0-or-later
//
// Calls as they are typed most often, which need no gateway: its arguments would be read and its results be made by way
// of the interpreter, which takes longer than the rest of a small call.

#include "gpuarray_plain.h"

#include <algorithm>
#include <cmath>

#include <octave/oct.h>

#include "gpuarray.h"
#include "gpuarray_classes.h"

// Of larger arrays the gateway shows how far it is.
static constexpr octave_idx_type MOST_BYTES = 1 << 26;

double
gw_plain_number (const octave_value &value)
{
  if (octave_gpuarray::in (value) || ! value.is_real_scalar () || ! value.is_double_type ())
    return 0;
  const double x = value.double_value ();
  return x >= 1 && x <= 0x1p53 && x == std::floor (x) ? x : 0;
}

// What stands before DIM for some operators: [], and 0 or 1 for variances, whose divisor is the count less *ddof.
static bool
read_middle (const gr_operator_info &info, const octave_value &value, double *ddof)
{
  if (octave_gpuarray::in (value) || ! value.is_double_type () || value.issparse ())
    return false;
  if (value.isempty ())
    return value.ndims () == 2 && ! value.rows () && ! value.columns ();
  const bool is_one = value.is_real_scalar () && value.double_value () == 1;
  *ddof = is_one ? 0 : 1;
  return (info.options & GR_TAKES_WEIGHTS) && value.is_real_scalar () && (is_one || value.double_value () == 0);
}

// The dimension that the arguments behind the array name, from 1 on, or 0 if they are others.
static double
read_dim (const gr_operator_info &info, const octave_value_list &args, const dim_vector &dims, double *ddof)
{
  const bool has_middle
    = (info.options & GR_TAKES_WEIGHTS) || (info.accumulator == GR_ACCUMULATOR_EXTREMUM && ! info.is_scan);
  const int count = args.length ();
  *ddof = 1;
  if (count > 2 + has_middle || (has_middle && count > 1 && ! read_middle (info, args (1), ddof)))
    return 0;
  return count == 2 + has_middle ? gw_plain_number (args (1 + has_middle)) : dims.first_non_singleton () + 1;
}

// The arithmetic for a result of the class that Octave's has; false if no arithmetic gives that.
static bool
find_arithmetic (gr_request *request, gr_type *type)
{
  const gr_type wanted = gw_reduced_type (request->op, request->type);
  for (const gr_arithmetic arithmetic : { GR_ARITHMETIC_DEFAULT, GR_ARITHMETIC_NATIVE })
    {
      request->arithmetic = arithmetic;
      if (gr_result_type (request, type) == GR_OK && *type == wanted)
        return true;
    }
  return false;
}

octave_value_list
gw_reduce_plain (gr_operator op, const octave_value_list &args, int nargout)
{
  const gr_operator_info &info = gr_operators[op];
  const octave_gpuarray *const array = args.length () ? octave_gpuarray::in (args (0)) : nullptr;
  if (! array || nargout > 1 + ! ! (info.options & GR_GIVES_INDEX) || array->values () || array->isempty ()
      || array->type () == GR_TYPE_CHAR || array->byte_size () > MOST_BYTES)
    return octave_value_list ();
  const dim_vector dims = array->dims ();
  gr_request request = {};
  gr_type type;
  const double dim = read_dim (info, args, dims, &request.ddof);
  request.op = op;
  request.type = array->type ();
  if (! dim || dims.ndims () > GR_MAX_DIMS || ! find_arithmetic (&request, &type))
    return octave_value_list ();

  dim_vector sizes = dims;
  request.inner = request.len = request.outer = 1;
  request.ndims = static_cast<std::size_t> (dims.ndims ());
  for (int d = 0; d < dims.ndims (); d++)
    {
      request.dims[d] = static_cast<std::size_t> (dims (d));
      *(d + 1 < dim ? &request.inner : d + 1 == dim ? &request.len : &request.outer) *= request.dims[d];
      if (d + 1 == dim && ! info.is_scan)
        sizes (d) = 1;
    }
  request.place = GR_ON_DEVICE;
  request.queue = true;
  const auto bytes_of = [] (const octave_gpuarray &a) { return gr_buffer_describe (a.elements ()).data; };
  octave_gpuarray *const made = new octave_gpuarray (sizes, type);
  octave_value_list results = ovl (made);
  double *index = nullptr;
  if (nargout > 1)
    {
      octave_gpuarray *const positions = new octave_gpuarray (sizes, GR_TYPE_F64);
      results.append (octave_value (positions));
      index = static_cast<double *> (bytes_of (*positions));
    }
  const gr_status status = gr_run (&request, bytes_of (*array), bytes_of (*made), index);
  if (status != GR_OK)
    gw_raise_error (status, "gpu%s: %s", info.name, gr_message ());
  return results;
}
