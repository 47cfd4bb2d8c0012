// SPDX-License-Identifier: GPL-3.0-or-later
//
// __gpuarray__ (QUESTION, ...): what the functions of gpuArray and the gateways ask.

#include <algorithm>

#include <octave/lo-array-errwarn.h>

#include "gpuarray.h"
#include "gpuarray_arithmetic.h"
#include "gpuarray_filters.h"
#include "gpuarray_keys.h"
#include "gpuarray_mask.h"
#include "gpuarray_monoid.h"
#include "gpuarray_places.h"
#include "gpuarray_stages.h"
#include "gpuarray_product.h"
#include "gpuarray_random.h"
#include "gpuarray_shape.h"
#include "gpuarray_sort.h"
#include "gpuarray_statistics.h"
#include "interrupt.h"
#include "notice.h"

static const octave_gpuarray &
array_argument (const octave_value_list &args, int number)
{
  const octave_gpuarray *const array = number < args.length () ? octave_gpuarray::in (args (number)) : nullptr;
  if (! array)
    gw_raise_error (GR_BAD_ARGUMENT, "gpuArray: argument %d must be a gpuArray", number);
  return *array;
}

// A row of sizes, of which those below 0 are 0.
static dim_vector
sizes_argument (const octave_value &row)
{
  const Array<octave_idx_type> sizes = row.octave_idx_type_vector_value ();
  dim_vector dims;
  dims.resize (sizes.numel ());
  for (octave_idx_type k = 0; k < sizes.numel (); k++)
    dims (k) = std::max<octave_idx_type> (sizes (k), 0);
  return dims;
}

// ---- answers to __gpuarray__ ----

// ("make", A), [A, B, ...] = ("gather", D, E, ...)
static octave_value_list
make (const octave_value_list &args)
{
  return ovl (octave_gpuarray::from_host (args (1)));
}
static octave_value_list
gather (const octave_value_list &args)
{
  return octave_gpuarray::gathered (args.slice (1, args.length () - 1));
}

// ("type", D): the class of the elements.
static octave_value_list
type (const octave_value_list &args)
{
  return ovl (gr_types[array_argument (args, 1).type ()].name);
}

// ("install"): the type, which this function has installed.
static octave_value_list
install (const octave_value_list &)
{
  return octave_value_list ();
}

// ("complex", D): the same numbers with an imaginary part.
static octave_value_list
complex (const octave_value_list &args)
{
  const octave_gpuarray &array = array_argument (args, 1);
  if (! array.isfloat ())
    gw_raise_error (GR_BAD_ARGUMENT, "complex: invalid conversion of %s", gr_types[array.type ()].name);
  return ovl (array.converted (array.is_single_type () ? GR_TYPE_C32 : GR_TYPE_C64));
}

// ("exists", D): is its memory still there?
static octave_value_list
exists (const octave_value_list &args)
{
  const octave_gpuarray &array = array_argument (args, 1);
  const gr_buffer *const elements = array.elements_anywhere ();
  return ovl (! elements || gr_buffer_describe (elements).data);
}

// ("logical", D)
static octave_value_list
logical (const octave_value_list &args)
{
  const octave_gpuarray &array = array_argument (args, 1);
  if (array.type () == GR_TYPE_CHAR)
    gw_raise_error (GR_BAD_ARGUMENT, "logical: wrong type argument 'string'");
  const octave_value is_nan = array.isfloat () ? gw_binary (GR_NE, args (1), args (1)) : octave_value (false);
  if (is_nan.nnz ())
    octave::err_nan_to_logical_conversion ();
  return ovl (array.iscomplex () ? gw_binary (GR_NE, args (1), octave_value (0.0)) : array.converted (GR_TYPE_BOOL));
}

// ("diff", D, DIM): first differences, if the dimension is the last of more than one element, or else false: then what
// is subtracted are neighbours in memory, and neither side is copied.
static octave_value_list
diff (const octave_value_list &args)
{
  const octave_gpuarray &array = array_argument (args, 1);
  dim_vector dims = array.dims ();
  const int dim = args (2).int_value () - 1;
  std::size_t inner = 1, outer = 1;
  gr_type type;
  for (int k = 0; k < dims.ndims (); k++)
    (k < dim ? inner : outer) *= k == dim ? 1 : dims (k);
  if (dim < 0 || dim >= dims.ndims () || dims (dim) < 2 || ! inner || outer != 1
      || gr_binary_type (GR_MINUS, array.type (), array.type (), &type) != GR_OK || type != array.type ())
    return ovl (false);
  dims (dim)--;
  octave_gpuarray *const made = new octave_gpuarray (dims, type);
  const octave_value result (made);
  const gr_operand before = { array.type (), array.elements_anywhere (), 0, false, nullptr },
                   after = { array.type (), array.elements_anywhere (), inner, false, nullptr };
  gw_check (gr_apply_binary (GR_MINUS, after, before, inner * dims (dim), made->elements (), 0));
  return ovl (result);
}

// ("typecast", D, CLASS): the same bytes as elements of another class; the array shares them.
static octave_value_list
typecast (const octave_value_list &args)
{
  const octave_gpuarray &array = array_argument (args, 1);
  const std::string name = args (2).xstring_value ("typecast: CLASS must be a string");
  int t = 0;
  while (t < GR_TYPE_COUNT
         && (t == GR_TYPE_BOOL || name != std::string (gr_types[t].name) + (gr_types[t].is_complex ? " complex" : "")))
    t++;
  if (t == GR_TYPE_COUNT)
    gw_raise_error (GR_BAD_ARGUMENT, "typecast: cannot convert to %s class", name.c_str ());
  const octave_idx_type bytes = array.byte_size (), count = bytes / gr_types[t].size;
  if (count * static_cast<octave_idx_type> (gr_types[t].size) != bytes)
    gw_raise_error (GR_BAD_ARGUMENT, "typecast: incorrect number of input values to make output value");
  const dim_vector from = array.dims (), row (1, count), column (count, 1);
  gw_check (gr_buffer_align (array.shared ().get ())); // elements of another size need not begin where these do
  const dim_vector dims = from.zero_by_zero () ? from : from.ndims () == 2 && from (0) == 1 ? row : column;
  return ovl (octave_value (new octave_gpuarray (array.shared (), dims, static_cast<gr_type> (t))));
}

// ("monoid", NAME, IS_SCAN, F, A, ...): gpureduce or gpuscan by another name, with all results.
static octave_value_list
monoid (const octave_value_list &args)
{
  const std::string name = args (1).string_value ();
  return gw_combine (name.c_str (), args (2).is_true (), args.slice (3, args.length () - 3));
}

// ("root", D): square roots of numbers that are not below 0, without a look at them.
static octave_value_list
root (const octave_value_list &args)
{
  const octave_gpuarray &array = array_argument (args, 1);
  if (! array.isfloat ())
    gw_raise_error (GR_BAD_ARGUMENT, "gpuArray: square roots are of floating-point numbers");
  return ovl (gw_map_in_domain (GR_SQRT, array));
}

// ("dot", X, Y, DIM)
static octave_value_list
dot (const octave_value_list &args)
{
  return ovl (gw_dot_chunks (array_argument (args, 1), array_argument (args, 2), args (3).int_value () - 1));
}

// ("bitshift", A, K): by numbers of bits that are whole, also of host arrays.
static octave_value_list
bitshift (const octave_value_list &args)
{
  return ovl (gw_binary (GR_BITSHIFT, args (1), args (2)));
}

// ("find", D), ("repmat", D, [M N ...])
static octave_value_list
find (const octave_value_list &args)
{
  return ovl (gw_find (array_argument (args, 1)));
}
static octave_value_list
repmat (const octave_value_list &args)
{
  return ovl (gw_repeated (array_argument (args, 1), sizes_argument (args (2))));
}

// ("sort", NAME, NARGOUT, A, ...): sort (A, ...) by another name, also of host arrays.
static octave_value_list
sort (const octave_value_list &args)
{
  const std::string name = args (1).string_value ();
  return gw_sort (name.c_str (), args.slice (3, args.length () - 3), args (2).int_value ());
}

// ("order-statistics", NAME, A, DIM, RANKS): the elements at ranks, also of host arrays.
static octave_value_list
order_statistics (const octave_value_list &args)
{
  const std::string name = args (1).string_value ();
  return ovl (gw_order_statistics (name.c_str (), args (2), args (3).int_value (), args (4)));
}

// ("medians", NAME, A, DIM, OMITS, IN_DOUBLE), ("quantiles", NAME, A, DIM, P, METHOD): the same of medians and
// quantiles.
static octave_value_list
medians (const octave_value_list &args)
{
  const std::string name = args (1).string_value ();
  return ovl (gw_medians (name.c_str (), args (2), args (3).int_value (), args (4).is_true (), args (5).is_true ()));
}
static octave_value_list
quantiles (const octave_value_list &args)
{
  const std::string name = args (1).string_value ();
  return ovl (gw_quantiles (name.c_str (), args (2), args (3).int_value (), args (4), args (5).uint_value ()));
}

// [LOW, HIGH, WEIGHT] = ("quantile-places", METHOD, P, NUMBERS)
static octave_value_list
quantile_places (const octave_value_list &args)
{
  return gw_quantile_places (args (1).uint_value (), args (2).array_value (), args (3).array_value ());
}

// ("median", NAME, X, ...), ("quantile", NAME, X, ...): gpumedian, gpuquantile and gpuprctile.
static octave_value_list
median (const octave_value_list &args)
{
  const std::string name = args (1).string_value ();
  return gw_median (name.c_str (), args.slice (2, args.length () - 2));
}
static octave_value_list
quantile (const octave_value_list &args)
{
  const std::string name = args (1).string_value ();
  return gw_quantile (name.c_str (), args.slice (2, args.length () - 2));
}

// ("measure-sort", NAME, REPEATS, A, ...): seconds of a sort of a host array, as "measure" of the other gateway.
static octave_value_list
measure_sort (const octave_value_list &args)
{
  const std::string name = args (1).string_value ();
  return gw_measure_sort (name.c_str (), args (2).uint_value (), args.slice (3, args.length () - 3));
}

static const struct
{
  const char *name;
  int arguments; // with the name
  bool takes_more;
  octave_value_list (*answer) (const octave_value_list &args);
} questions[] = { { "make", 2, false, make },
                  { "gather", 2, true, gather },
                  { "type", 2, false, type },
                  { "exists", 2, false, exists },
                  { "logical", 2, false, logical },
                  { "find", 2, false, find },
                  { "repmat", 3, false, repmat },
                  { "rng", 1, true, gw_rng },
                  { "root", 2, false, root },
                  { "install", 1, false, install },
                  { "complex", 2, false, complex },
                  { "diff", 3, false, diff },
                  { "dot", 4, false, dot },
                  { "bitshift", 3, false, bitshift },
                  { "typecast", 3, false, typecast },
                  { "monoid", 4, true, monoid },
                  { "log-sum-exp", 4, false, gw_log_sum_exp },
                  { "softmax", 3, false, gw_softmax },
                  { "zscore", 4, false, gw_zscore },
                  { "monoid-plan", 5, false, gw_plan_combination },
                  { "lookup", 5, false, gw_look_up },
                  { "histogram", 5, false, gw_count_between },
                  { "convolve", 7, false, gw_convolve },
                  { "convolve-plain", 4, true, gw_convolve_plain },
                  { "kron-plain", 3, false, gw_kron_plain },
                  { "recur", 5, false, gw_recur },
                  { "scatter", 3, false, gw_scatter },
                  { "reduce-keys", 7, false, gw_reduce_keys },
                  { "sort", 4, true, sort },
                  { "order-statistics", 5, false, order_statistics },
                  { "medians", 6, false, medians },
                  { "quantiles", 6, false, quantiles },
                  { "quantile-places", 4, false, quantile_places },
                  { "median", 2, true, median },
                  { "quantile", 2, true, quantile },
                  { "measure-sort", 4, true, measure_sort } };

DEFUN_DLD (__gpuarray__, args, , "__gpuarray__ (QUESTION, ...): what the functions of gpuArray and the gateways ask.")
{
  octave_gpuarray::install ();
  gr_set_interrupt (gw_interrupt_pending);
  gr_set_notice (gw_notice);
  const std::string name = args.length () ? args (0).xstring_value ("__gpuarray__: QUESTION must be a string") : "";
  for (const auto &q : questions)
    if (name == q.name && (args.length () == q.arguments || (q.takes_more && args.length () > q.arguments)))
      {
        const octave_value_list answers = q.answer (args);
        gw_raise_interrupt ();
        return answers;
      }
  gw_raise_error (GR_BAD_ARGUMENT, "__gpuarray__: no question '%s' with %d arguments", name.c_str (),
                  static_cast<int> (args.length ()) - 1);
}

// Questions that most m-files of the package ask: as m-files they would take ten times as long.
DEFUN_DLD (isgpuarray, args, , R"(-*- texinfo -*-
@deftypefn {} {@var{t} =} isgpuarray (@var{x})
True if @var{x} is a gpuArray.

@example
@group
isgpuarray (gpuArray (1))
  @result{} 1
@end group
@end example
@seealso{gpuArray, existsOnGPU}
@end deftypefn
)")
{
  if (args.length () != 1)
    print_usage ();
  return ovl (octave_gpuarray::in (args (0)) != nullptr);
}
DEFUN_DLD (underlyingType, args, , R"(-*- texinfo -*-
@deftypefn {} {@var{name} =} underlyingType (@var{x})
The class of the elements of a gpuArray; the class of another value.

@example
@group
underlyingType (gpuArray (single (1)))
  @result{} single
@end group
@end example
@seealso{isUnderlyingType, isaUnderlying, gpuArray, isgpuarray}
@end deftypefn
)")
{
  if (args.length () != 1)
    print_usage ();
  const octave_gpuarray *const array = octave_gpuarray::in (args (0));
  return ovl (array ? std::string (gr_types[array->type ()].name) : args (0).class_name ());
}
