// SPDX-License-Identifier: GPL-3.0-or-later
//
// pagemtimes: products of the matrices that arrays of more dimensions consist of.

#include "gpuarray_linear.h"

#include <algorithm>

#include <octave/lo-array-errwarn.h>
#include <octave/ov.h>
#include <octave/parse.h>

#include "gpuarray_classes.h"
#include "gpuarray_shape.h"

struct paged
{
  octave_value array;
  gr_transposition as;
  octave_idx_type rows () const { return array.dims () (as != GR_AS_IT_STANDS); }
  octave_idx_type columns () const { return array.dims () (as == GR_AS_IT_STANDS); }
};

static gr_transposition
read_transposition (const octave_value &option)
{
  static const char *const words[] = { "none", "transpose", "ctranspose" };
  const std::string text = option.xstring_value ("pagemtimes: TRANSP must be a string");
  for (int k = 0; k < 3; k++)
    if (text == words[k])
      return static_cast<gr_transposition> (k);
  gw_raise_error (GR_BAD_ARGUMENT, "pagemtimes: TRANSP must be \"none\", \"transpose\" or \"ctranspose\", not \"%s\"",
                  text.c_str ());
}

// The sizes of the result, whose pages are broadcast.
static dim_vector
result_sizes (const paged &x, const paged &y)
{
  const int n = std::max (x.array.ndims (), y.array.ndims ());
  const dim_vector a = x.array.dims ().redim (n), b = y.array.dims ().redim (n);
  dim_vector dims = a;
  if (x.columns () != y.rows ())
    octave::err_nonconformant ("pagemtimes", x.rows (), x.columns (), y.rows (), y.columns ());
  dims (0) = x.rows ();
  dims (1) = y.columns ();
  for (int k = 2; k < n; k++)
    {
      if (a (k) != b (k) && a (k) != 1 && b (k) != 1)
        octave::err_nonconformant ("pagemtimes", x.array.dims (), y.array.dims ());
      dims (k) = a (k) == 1 ? b (k) : a (k);
    }
  return dims;
}

static octave_idx_type
count_pages (const dim_vector &dims)
{
  octave_idx_type pages = 1;
  for (int k = 2; k < dims.ndims (); k++)
    pages *= dims (k);
  return pages;
}

// The array with all pages of the result, or a single one for all.
static octave_value
with_pages (const octave_value &array, const dim_vector &result)
{
  dim_vector factors = array.dims ().redim (result.ndims ());
  if (count_pages (factors) == 1 || count_pages (factors) == count_pages (result))
    return array;
  for (int k = 0; k < result.ndims (); k++)
    factors (k) = k < 2 || factors (k) == result (k) ? 1 : result (k);
  return gw_repeated (gw_array (array), factors);
}

// One page after the other by Octave's operator, where the library has none.
static octave_value
multiply_each (const paged &x, const paged &y, const octave_value &result)
{
  const auto turned = [] (const octave_value &page, gr_transposition as) {
    const octave_value plain = as == GR_CONJUGATE_TRANSPOSED ? gw_hermitian (page) : page;
    return as == GR_TRANSPOSED ? gw_transposed (gw_array (page)) : plain;
  };
  const octave_idx_type pages = count_pages (result.dims ());
  const auto page_of = [] (const paged &p, octave_idx_type k) {
    const dim_vector dims = p.array.dims ();
    const octave_idx_type own = count_pages (dims) == 1 ? 1 : k + 1;
    const octave_value stack = p.array.reshape (dim_vector (dims (0), dims (1), count_pages (dims)));
    const octave_value all (octave_value::magic_colon_t);
    return octave_value (stack).index_op (ovl (all, all, static_cast<double> (own)));
  };
  const octave_gpuarray &out = gw_array (result);
  const size_t bytes = pages ? out.byte_size () / pages : 0;
  for (octave_idx_type k = 0; bytes && k < pages; k++)
    {
      const octave_value page = gw_product (turned (page_of (x, k), x.as), turned (page_of (y, k), y.as));
      const octave_value converted = gw_array (octave_gpuarray::from_host (page)).converted (out.type ());
      gw_check (gr_buffer_copy (out.elements (), k * bytes, gw_array (converted).elements (), 0, bytes));
    }
  return result;
}

octave_value
gw_multiply_pages (const octave_value_list &args)
{
  const int n = args.length ();
  if (n != 2 && n != 4)
    error_with_id ("Octave:invalid-fun-call", "Invalid call to pagemtimes");
  paged x = { octave_gpuarray::from_host (args (0)), n == 2 ? GR_AS_IT_STANDS : read_transposition (args (1)) };
  paged y = { octave_gpuarray::from_host (args (n / 2)), n == 2 ? GR_AS_IT_STANDS : read_transposition (args (3)) };
  const gr_type type = gw_product_type (gw_array (x.array).type (), gw_array (y.array).type ());
  const dim_vector dims = result_sizes (x, y);
  for (paged *const p : { &x, &y })
    p->array = with_pages (gw_array (p->array).converted (type), dims);
  octave_gpuarray *const made = new octave_gpuarray (dims, type);
  const octave_value result (made);
  gr_matrix_call step = {};
  if (! gr_can_solve ())
    return multiply_each (x, y, result);
  step.step = GR_MATRIX_MULTIPLY;
  step.type = type;
  step.m = x.rows ();
  step.n = y.columns ();
  step.k = x.columns ();
  step.pages = count_pages (dims);
  step.one_a = count_pages (x.array.dims ()) == 1;
  step.one_b = count_pages (y.array.dims ()) == 1;
  step.op = x.as;
  step.b_op = y.as;
  step.a = gw_array (x.array).elements ();
  step.b = gw_array (y.array).elements ();
  step.c = made->elements ();
  gw_step (step);
  return result;
}
