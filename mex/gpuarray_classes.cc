// SPDX-License-Identifier: GPL-3.0-or-later
//
// Classes of results, and conversions.

#include "gpuarray_classes.h"

#include <list>

#include <octave/interpreter.h>
#include <octave/lo-ieee.h>
#include <octave/ov.h>
#include <octave/parse.h>

#include "elements.h"
#include "gpuarray_arithmetic.h"

// Three elements of a type, complex ones with an imaginary part, so that they stay complex.
static octave_value
sample (gr_type type)
{
  NDArray numbers (dim_vector (1, 3), 1);
  if (type == GR_TYPE_CHAR)
    return octave_value (std::string (3, 'a'));
  const octave_value real = octave::feval (gr_types[type].name, ovl (numbers), 1) (0);
  return gr_types[type].is_complex ? octave::feval ("complex", ovl (real, real), 1) (0) : real;
}

// `to` after elements of another array were assigned to those that an index selects.
static octave_value
assigned (octave_value to, const octave_value &index, const octave_value &from)
{
  return to.assign (octave_value::op_asn_eq, "(", std::list<octave_value_list> (1, ovl (index)), from);
}

// The type that Octave's own arrays have after f (a, b), found once for each pair.
template <typename F>
static gr_type
result_type (gr_type known[GR_TYPE_COUNT][GR_TYPE_COUNT], gr_type a, gr_type b, F f)
{
  // types are stored one higher, so that 0 is an unknown one
  gr_type &type = known[a][b];
  if (type == 0)
    type = static_cast<gr_type> (gw_type_of (f (sample (a), sample (b))) + 1);
  return static_cast<gr_type> (type - 1);
}

bool
gw_is_plain (const octave_value &x)
{
  return x.isnumeric () && x.isfloat () && ! x.issparse () && ! x.is_diag_matrix () && ! x.is_perm_matrix ();
}

gr_type
gw_assigned_type (gr_type lhs, bool lhs_is_scalar, gr_type rhs, bool rhs_is_scalar)
{
  static gr_type known[2][2][GR_TYPE_COUNT][GR_TYPE_COUNT];
  return result_type (known[lhs_is_scalar][rhs_is_scalar], lhs, rhs, [&] (octave_value to, octave_value from) {
    // the first element stays, or else Octave would find the result to be real
    Matrix others (1, 2, 2.0);
    others (1) = 3.0;
    const octave_value first (1.0), second (2.0), both (others);
    if (lhs_is_scalar)
      to = to.index_op (ovl (first));
    from = from.index_op (ovl (rhs_is_scalar ? second : both));
    return assigned (to, rhs_is_scalar ? second : both, from);
  });
}

// An element of a floating-point array that is not converted to a logical value or a character without a word, or
// nothing if there is none.
static octave_value
odd_element (const octave_gpuarray &array, gr_type type)
{
  const octave_value x (array.clone ());
  if (gw_binary (GR_NE, x, x).nnz ())
    return octave_value (octave_NaN);
  // characters are rounded
  const octave_value is_odd = type == GR_TYPE_BOOL ? gw_binary (GR_NE, x, gw_binary (GR_NE, x, octave_value (0.0)))
                                                   : gw_binary (GR_OR, gw_binary (GR_LE, x, octave_value (-0.5)),
                                                                gw_binary (GR_GE, x, octave_value (255.5)));
  return is_odd.nnz () ? octave_value (300.0) : octave_value ();
}

void
gw_check_assigned (gr_type lhs, const octave_value &rhs, gr_type type)
{
  const octave_idx_type n = rhs.numel ();
  if ((type != GR_TYPE_BOOL && type != GR_TYPE_CHAR) || ! rhs.isfloat () || ! n)
    return;
  const octave_gpuarray *const array = octave_gpuarray::in (rhs);
  const octave_value checked = array ? odd_element (*array, type) : rhs.reshape (dim_vector (1, n));
  if (checked.is_undefined ())
    return;
  NDArray places (checked.dims ());
  for (octave_idx_type k = 0; k < places.numel (); k++)
    places (k) = k + 2;
  assigned (sample (lhs), octave_value (places), checked);
}

gr_type
gw_concatenated_type (gr_type a, gr_type b)
{
  static gr_type known[GR_TYPE_COUNT][GR_TYPE_COUNT];
  // Octave would warn
  if (a == GR_TYPE_CHAR || b == GR_TYPE_CHAR)
    return GR_TYPE_CHAR;
  return result_type (known, a, b, [] (const octave_value &x, const octave_value &y) {
    return octave::feval ("horzcat", ovl (x, y), 1) (0);
  });
}

gr_type
gw_product_type (gr_type a, gr_type b)
{
  static gr_type known[GR_TYPE_COUNT][GR_TYPE_COUNT];
  return result_type (known, a, b, [] (const octave_value &x, const octave_value &y) {
    octave::type_info &types = octave::interpreter::the_interpreter ()->get_type_info ();
    return octave::binary_op (types, octave_value::op_mul_trans, x, y);
  });
}

gr_type
gw_reduced_type (gr_operator op, gr_type type)
{
  static gr_type known[GR_OPERATOR_COUNT][GR_TYPE_COUNT]; // one higher
  gr_type &result = known[op][type];
  if (result == 0)
    result = static_cast<gr_type> (gw_type_of (octave::feval (gr_operators[op].name, ovl (sample (type)), 1) (0)) + 1);
  return static_cast<gr_type> (result - 1);
}

octave_value
octave_gpuarray::converted (gr_type type) const
{
  if (type == m_type)
    return octave_value (clone ());
  if (iscomplex () && ! gr_types[type].is_complex)
    gw_raise_error (GR_BAD_ARGUMENT, "gpuArray: complex elements can't be converted to %s", gr_types[type].name);
  octave_gpuarray *const made = new octave_gpuarray (m_dims, type);
  const octave_value result (made);
  if (byte_size ())
    gw_check (gr_convert_elements (type, made->elements (), 0, m_type, elements_anywhere (), 0, m_dims.numel ()));
  return result;
}
