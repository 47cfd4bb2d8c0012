// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operators: arithmetic and comparison, signs, transposes.

#include "gpuarray_arithmetic.h"

#include <octave/lo-array-errwarn.h>
#include <octave/ov.h>

#include "gpuarray_copy.h"
#include "gpuarray_product.h"
#include "gpuarray_shape.h"

// ---- arithmetic ----

// An operand: an array on the device, or a number that stays on the host.
class operand
{
public:
  explicit operand (const octave_value &value)
  {
    if (value.numel () == 1 && ! octave_gpuarray::in (value))
      m_type = octave_gpuarray::read_element (value, &m_element);
    else
      {
        m_value = octave_gpuarray::from_host (value);
        m_array = octave_gpuarray::in (m_value);
        m_type = m_array->type ();
      }
  }
  gr_type type () const { return m_type; }
  dim_vector dims () const { return m_array ? m_array->dims () : dim_vector (1, 1); }
  bool is_scalar () const { return dims ().numel () == 1; }
  gr_operand given () const
  {
    return { m_type, m_array ? m_array->elements () : nullptr, 0, is_scalar (), m_array ? nullptr : &m_element };
  }

private:
  gr_type m_type;
  gr_c64 m_element;     // of any type
  octave_value m_value; // keeps the array
  const octave_gpuarray *m_array = nullptr;
};

octave_value
gw_binary (gr_binary op, const octave_value &x, const octave_value &y)
{
  static const char *const signs[] = {
#define GW_SIGN(_, ID, NAME, SIGN) SIGN,
    GR_BINARIES (GW_SIGN, _)
#undef GW_SIGN
  };
  const operand a (x), b (y);
  gr_type type;
  if (gr_binary_type (op, a.type (), b.type (), &type) != GR_OK)
    error ("%s", gr_message ());
  if (! a.is_scalar () && ! b.is_scalar () && a.dims () != b.dims ())
    octave::err_nonconformant ((std::string ("operator ") + signs[op]).c_str (), a.dims (), b.dims ());
  octave_gpuarray *const made = new octave_gpuarray (a.is_scalar () ? b.dims () : a.dims (), type);
  const octave_value result (made);
  if (made->byte_size ())
    gw_check (gr_apply_binary (op, a.given (), b.given (), made->dims ().numel (), made->elements (), 0));
  return result;
}

octave_value
gw_conjugated (const octave_gpuarray &a)
{
  if (a.isreal ())
    return octave_value (a.clone ());
  // parts stand in turn, and every second one gets another sign
  const gr_type part = a.type () == GR_TYPE_C64 ? GR_TYPE_F64 : GR_TYPE_F32;
  const octave_idx_type n = a.dims ().numel ();
  octave_gpuarray *const made = new octave_gpuarray (a.dims (), a.type ());
  const octave_value result (made);
  const octave_gpuarray from (a.shared (), dim_vector (2 * n, 1), part),
    to (made->shared (), dim_vector (2 * n, 1), part);
  gw_copy_all (to, from);
  gw_copy out, back;
  octave_gpuarray *const imaginary = new octave_gpuarray (dim_vector (n, 1), part);
  const octave_value holder (imaginary);
  out.from_first = 1;
  out.add (n, 1, 2);
  out.run (*imaginary, from);
  const octave_value negative = gw_binary (GR_TIMES, holder, octave_value (-1.0));
  back.to_first = 1;
  back.add (n, 2, 1);
  back.run (to, *octave_gpuarray::in (negative));
  return result;
}

// ---- registration ----

template <gr_binary OP>
static octave_value
apply (const octave_base_value &x, const octave_base_value &y)
{
  return gw_binary (OP, octave_value (x.clone ()), octave_value (y.clone ()));
}

// Octave's / of matrices, of which the second is a number.
static octave_value
divide_by_scalar (const octave_base_value &x, const octave_base_value &y)
{
  if (y.numel () != 1)
    error ("gpuArray: no method for 'mrdivide'; use gather");
  return apply<GR_RDIVIDE> (x, y);
}

static octave_value
transpose (const octave_base_value &x)
{
  return gw_transposed (dynamic_cast<const octave_gpuarray &> (x));
}
static octave_value
hermitian (const octave_base_value &x)
{
  if (x.ndims () > 2 && x.iscomplex ())
    error ("complex-conjugate transpose not defined for N-D objects");
  const octave_value transposed = transpose (x);
  return gw_conjugated (*octave_gpuarray::in (transposed));
}
static octave_value
negation (const octave_base_value &x)
{
  return gw_binary (GR_EQ, octave_value (x.clone ()), octave_value (0.0));
}
static octave_value
minus (const octave_base_value &x)
{
  return gw_binary (GR_TIMES, octave_value (x.clone ()), octave_value (-1.0));
}
static octave_value
plus (const octave_base_value &x)
{
  return gw_binary (GR_TIMES, octave_value (x.clone ()), octave_value (1.0));
}

void
gw_install_operators (octave::type_info &types, int gpuarray)
{
  static const octave_value::binary_op ops[]
    = { octave_value::op_add, octave_value::op_sub, octave_value::op_el_mul, octave_value::op_el_div,
        octave_value::op_lt,  octave_value::op_le,  octave_value::op_eq,     octave_value::op_ge,
        octave_value::op_gt,  octave_value::op_ne };
  static octave_value (*const functions[]) (const octave_base_value &, const octave_base_value &) = {
#define GW_APPLY(_, ID, ...) apply<GR_##ID>,
    GR_BINARIES (GW_APPLY, _)
#undef GW_APPLY
  };
  types.install_unary_op (octave_value::op_transpose, gpuarray, transpose);
  types.install_unary_op (octave_value::op_hermitian, gpuarray, hermitian);
  types.install_unary_op (octave_value::op_not, gpuarray, negation);
  types.install_unary_op (octave_value::op_uminus, gpuarray, minus);
  types.install_unary_op (octave_value::op_uplus, gpuarray, plus);
  // with numbers and characters of every type of Octave's own on the other side
  const int count = types.installed_type_names ().numel ();
  for (int t = 0; t < count; t++)
    {
      for (int op = 0; op < GR_BINARY_COUNT; op++)
        {
          types.install_binary_op (ops[op], gpuarray, t, functions[op]);
          if (t != gpuarray)
            types.install_binary_op (ops[op], t, gpuarray, functions[op]);
        }
      gw_install_products (types, gpuarray, t);
      types.install_binary_op (octave_value::op_div, gpuarray, t, divide_by_scalar);
      types.install_cat_op (gpuarray, t, gw_put_beside);
      if (t == gpuarray)
        continue;
      gw_install_products (types, t, gpuarray);
      types.install_binary_op (octave_value::op_div, t, gpuarray, divide_by_scalar);
      types.install_cat_op (t, gpuarray, gw_put_beside);
    }
}
