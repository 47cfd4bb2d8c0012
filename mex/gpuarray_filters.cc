// SPDX-License-Identifier: GPL-3.0-or-later
//
// Convolutions, and recursive filters.

#include "gpuarray_filters.h"

#include <algorithm>

#include "elements.h"
#include "gpuarray.h"
#include "gpuarray_classes.h"

static std::size_t
size_at (const dim_vector &dims, octave_idx_type k)
{
  return k < dims.ndims () ? static_cast<std::size_t> (dims (k)) : 1;
}

// The part that is described of the convolution of arrays of one class.
static octave_value
convolve (const std::string &name, gr_convolution q, const octave_gpuarray &a, const octave_gpuarray &b,
          const octave_gpuarray *start)
{
  dim_vector dims;
  dims.resize (q.dims);
  q.type = a.type ();
  q.adds = start;
  for (size_t k = 0; k < q.dims; k++)
    {
      q.of_a[k] = size_at (a.dims (), k);
      q.of_b[k] = size_at (b.dims (), k);
      dims (k) = q.size[k];
    }
  dims.chop_trailing_singletons ();
  if (start && (start->dims () != dims || start->type () != q.type))
    gw_raise_error (GR_BAD_ARGUMENT, "%s: sums must begin with numbers of the result's class and size", name.c_str ());
  octave_gpuarray *const made = new octave_gpuarray (dims, q.type);
  const octave_value result (made);
  if (! made->byte_size ())
    return result;
  if (start)
    gw_check (name, gr_buffer_copy (made->elements (), 0, start->elements (), 0, made->byte_size ()));
  gw_check (name, gr_convolve (&q, a.elements (), b.elements (), made->elements ()));
  return result;
}

octave_value_list
gw_convolve (const octave_value_list &args)
{
  const std::string name = args (1).string_value ();
  const octave_gpuarray *const a = octave_gpuarray::in (args (2)), *const b = octave_gpuarray::in (args (3));
  const Array<octave_idx_type> origin = args (4).octave_idx_type_vector_value (),
                               size = args (5).octave_idx_type_vector_value ();
  if (! a || ! b || a->type () != b->type () || origin.numel () != size.numel () || size.numel () < a->dims ().ndims ()
      || size.numel () < b->dims ().ndims () || size.numel () > GR_MAX_DIMS)
    gw_raise_error (GR_BAD_ARGUMENT, "%s: A and B must be gpuArrays of one class with at most %d dimensions",
                    name.c_str (), GR_MAX_DIMS);
  gr_convolution q = {};
  q.dims = size.numel ();
  for (octave_idx_type k = 0; k < size.numel (); k++)
    {
      q.origin[k] = origin (k);
      q.size[k] = size (k);
    }
  return ovl (convolve (name, q, *a, *b, octave_gpuarray::in (args (6))));
}

// The convolution of two full arrays of numbers in floating point, which have elements and are both real or both
// complex, in the class of Octave's; or an undefined value for others.
static octave_value
convolve_plain (const std::string &name, const std::string &shape, const octave_value &x, const octave_value &y)
{
  const bool is_same = shape == "same", is_valid = shape == "valid";
  if (! gw_is_plain (x) || ! gw_is_plain (y) || x.isempty () || y.isempty () || x.iscomplex () != y.iscomplex ())
    return octave_value ();
  octave_value left = octave_gpuarray::from_host (x), right = octave_gpuarray::from_host (y);
  for (octave_value *const side : { &left, &right })
    if (x.is_single_type () != y.is_single_type () && ! side->is_single_type ())
      *side = octave_gpuarray::in (*side)->converted (x.iscomplex () ? GR_TYPE_C32 : GR_TYPE_F32);
  const octave_gpuarray &a = *octave_gpuarray::in (left), &b = *octave_gpuarray::in (right);
  const int dims = std::max (a.dims ().ndims (), b.dims ().ndims ());
  if (a.type () != b.type () || dims > (name == "conv2" ? 2 : GR_MAX_DIMS))
    return octave_value ();
  gr_convolution q = {};
  q.dims = dims;
  for (int k = 0; k < dims; k++)
    {
      const size_t m = size_at (a.dims (), k), n = size_at (b.dims (), k);
      q.origin[k] = is_same ? n / 2 : is_valid ? n - 1 : 0;
      q.size[k] = is_same ? m : is_valid ? (m < n ? 0 : m - n + 1) : m + n - 1;
    }
  return convolve (name, q, a, b, nullptr);
}

octave_value_list
gw_convolve_plain (const octave_value_list &args)
{
  const std::string name = args (1).string_value ();
  const bool is_separable = name == "conv2" && args.length () > 4 && ! args (4).is_string ();
  const int last = is_separable ? 5 : 4;
  const std::string shape = args.length () <= last   ? "full"
                          : args (last).is_string () ? args (last).string_value ()
                                                     : "";
  octave_value result;
  if (args.length () > last + 1 || (shape != "full" && shape != "same" && shape != "valid"))
    return ovl (false);
  if (! is_separable)
    result = convolve_plain (name, shape, args (2), args (3));
  else if (gw_is_plain (args (2)) && gw_is_plain (args (3)) && args (2).dims ().isvector ()
           && args (3).dims ().isvector ())
    {
      const octave_idx_type n = args (3).numel ();
      result = convolve_plain (name, shape, args (4), args (2).reshape (dim_vector (args (2).numel (), 1)));
      if (result.is_defined ())
        result = convolve_plain (name, shape, result, args (3).reshape (dim_vector (1, n)));
    }
  return ovl (result.is_defined () ? result : octave_value (false));
}

octave_value_list
gw_recur (const octave_value_list &args)
{
  const std::string name = args (1).string_value ();
  const octave_value c = args (2);
  const octave_gpuarray *const x = octave_gpuarray::in (args (3));
  const octave_idx_type dim = args (4).idx_type_value ();
  if (! x || ! x->isfloat () || octave_gpuarray::in (c) || dim < 1 || c.is_single_type () != x->is_single_type ()
      || (c.iscomplex () && ! x->iscomplex ()))
    gw_raise_error (GR_BAD_ARGUMENT, "%s: coefficients must be on the host, of the class of X", name.c_str ());
  gr_recursion q = { x->type (), 1, size_at (x->dims (), dim - 1), 1, static_cast<std::size_t> (c.numel ()) };
  for (octave_idx_type k = 0; k < x->dims ().ndims (); k++)
    if (k != dim - 1)
      (k < dim ? q.inner : q.outer) *= size_at (x->dims (), k);
  octave_gpuarray *const made = new octave_gpuarray (x->dims (), q.type);
  const octave_value result (made);
  if (! made->byte_size ())
    return ovl (result);
  const auto recur
    = [&] (const auto &numbers) { gw_check (name, gr_recur (&q, numbers.data (), x->elements (), made->elements ())); };
  switch (q.type)
    {
    case GR_TYPE_F64:
      recur (c.array_value ());
      break;
    case GR_TYPE_F32:
      recur (c.float_array_value ());
      break;
    case GR_TYPE_C64:
      recur (c.complex_array_value ());
      break;
    default:
      recur (c.float_complex_array_value ());
      break;
    }
  return ovl (result);
}
