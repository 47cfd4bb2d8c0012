// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operators: arithmetic and comparison, signs, transposes.

#include "gpuarray_arithmetic.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <octave/lo-array-errwarn.h>
#include <octave/ov.h>
#include <octave/parse.h>

#include "gpuarray_linear.h"
#include "gpuarray_mask.h"
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
      m_type = octave_gpuarray::read_element (octave_gpuarray::NAME, value, &m_element);
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
    return { m_type, m_array ? m_array->elements_anywhere () : nullptr, 0, is_scalar (),
             m_array ? nullptr : &m_element };
  }

private:
  gr_type m_type;
  gr_c64 m_element;     // of any type
  octave_value m_value; // keeps the array
  const octave_gpuarray *m_array = nullptr;
};

// "operator +", or the name of a function.
static std::string
name_of (gr_binary op)
{
  const std::string sign = gr_binaries[op].sign;
  return std::isalpha (sign[0]) ? sign : "operator " + sign;
}

// The sizes of the result of operands that are broadcast.
static dim_vector
broadcast (gr_binary op, const dim_vector &a, const dim_vector &b)
{
  const int n = std::max (a.ndims (), b.ndims ());
  const dim_vector x = a.redim (n), y = b.redim (n);
  dim_vector result = x;
  for (int k = 0; k < n; k++)
    {
      if (x (k) != y (k) && x (k) != 1 && y (k) != 1)
        octave::err_nonconformant (name_of (op).c_str (), a, b);
      result (k) = x (k) == 1 ? y (k) : x (k);
    }
  return result;
}

static octave_value
apply (gr_binary op, const octave_value &x, const octave_value &y)
{
  const operand a (x), b (y);
  gr_type type;
  if (gr_binary_type (op, a.type (), b.type (), &type) != GR_OK)
    gw_raise_error (GR_BAD_ARGUMENT, "%s", gr_message ());
  const dim_vector dims = broadcast (op, a.dims (), b.dims ());
  octave_gpuarray *const made = new octave_gpuarray (dims, type);
  const octave_value result (made);
  const int n = dims.ndims ();
  const dim_vector of_a = a.dims ().redim (n), of_b = b.dims ().redim (n);
  std::size_t sizes[2][GR_MAX_DIMS];
  for (int k = 0; k < n; k++)
    {
      sizes[0][k] = of_a (k);
      sizes[1][k] = of_b (k);
    }
  if (made->byte_size ())
    gw_check (gr_apply_broadcast (op, a.given (), b.given (), n, sizes[0], sizes[1], made->elements ()));
  return result;
}

// ---- what Octave does before it computes ----

// The value in an integer class of gpuArrays or of the host, saturated.
static octave_value
as_integer (const octave_value &x, const std::string &name)
{
  static const struct
  {
    const char *name;
    octave_value (octave_value::*convert) () const;
  } conversions[] = { { "int8", &octave_value::as_int8 },     { "int16", &octave_value::as_int16 },
                      { "int32", &octave_value::as_int32 },   { "int64", &octave_value::as_int64 },
                      { "uint8", &octave_value::as_uint8 },   { "uint16", &octave_value::as_uint16 },
                      { "uint32", &octave_value::as_uint32 }, { "uint64", &octave_value::as_uint64 } };
  for (const auto &c : conversions)
    if (name == c.name)
      return (x.*c.convert) ();
  return x;
}

static std::string
class_of_elements (const octave_value &x)
{
  const octave_gpuarray *const array = octave_gpuarray::in (x);
  return array ? gr_types[array->type ()].name : x.class_name ();
}

// Operands of functions: beside an integer, other numbers become integers of its class; atan2 and hypot are computed in
// floating point, of moduli, and greatest common divisors of moduli, too.  Numbers of bits are doubles.
static void
convert_operands (gr_binary op, octave_value &x, octave_value &y)
{
  const bool keeps_logical = op == GR_MOD || op == GR_REM;
  if (op == GR_BITSHIFT)
    y = y.is_double_type () ? y : y.as_double ();
  else if (op == GR_ATAN2 || op == GR_HYPOT)
    for (octave_value *const v : { &x, &y })
      {
        if (v->isinteger ())
          *v = v->as_double ();
        else if (op == GR_HYPOT && v->iscomplex ())
          *v = gw_map (GR_ABS, octave_gpuarray::from_host (*v));
      }
  else if (x.isinteger () && (y.isfloat () || (y.islogical () && ! keeps_logical)) && ! y.iscomplex ())
    y = as_integer (y, class_of_elements (x));
  else if (y.isinteger () && (x.isfloat () || (x.islogical () && ! keeps_logical)) && ! x.iscomplex ())
    x = as_integer (x, class_of_elements (y));
  if (op == GR_GCD && x.isinteger () && y.isinteger ())
    for (octave_value *const v : { &x, &y })
      *v = gw_map (GR_ABS, octave_gpuarray::from_host (*v));
}

// The least or greatest element of a real floating-point array that is not empty.
static double
extreme (gr_operator op, bool with_nan, const octave_value &x)
{
  const octave_value value = octave_gpuarray::from_host (x);
  const octave_gpuarray &a = *octave_gpuarray::in (value);
  double found = 0;
  const bool complex = a.iscomplex ();
  const gr_type part = a.is_single_type () ? GR_TYPE_F32 : GR_TYPE_F64;
  gw_check (gr_find_extreme (op, with_nan, part, a.elements (), 0, a.dims ().numel () * (complex ? 2 : 1), &found));
  return found;
}

// Octave has no logical value of NaN.
static void
refuse_nan (const octave_value &x)
{
  if (x.isfloat () && x.numel () && std::isnan (extreme (GR_MIN, true, x)))
    octave::err_nan_to_logical_conversion ();
}

static octave_value
as_complex (const octave_value &x)
{
  const octave_value value = octave_gpuarray::from_host (x);
  const octave_gpuarray &array = *octave_gpuarray::in (value);
  return array.converted (array.is_single_type () ? GR_TYPE_C32 : GR_TYPE_C64);
}

// Are all elements whole numbers?
static bool
is_whole (const octave_value &x)
{
  if (! x.isfloat ())
    return true;
  if (! octave_gpuarray::in (x) && x.numel () == 1)
    return x.double_value () == std::trunc (x.double_value ());
  const octave_value device = octave_gpuarray::from_host (x);
  return ! gw_binary (GR_NE, device, gw_map (GR_FIX, device)).nnz ();
}

// Has a power of real floating-point numbers a complex element?
static bool
has_complex_power (const octave_value &x, const octave_value &y)
{
  if (! x.isfloat () || x.iscomplex () || y.iscomplex () || y.isinteger () || x.isempty () || y.isempty ())
    return false;
  if (x.numel () == 1 || y.numel () == 1)
    return ! is_whole (y) && extreme (GR_MIN, false, x) < 0;
  if (is_whole (y) || ! (extreme (GR_MIN, false, x) < 0))
    return false;
  const octave_value fraction = gw_binary (GR_NE, y, gw_map (GR_FIX, octave_gpuarray::from_host (y)));
  return gw_binary (GR_TIMES, gw_binary (GR_LT, x, octave_value (0.0)), fraction).nnz ();
}

// Squares are products, as in Octave.
static bool
is_square (gr_binary op, const octave_value &x, const octave_value &y)
{
  return op == GR_POWER && x.isfloat () && ! octave_gpuarray::in (y) && y.numel () == 1 && y.is_double_type ()
      && ! y.iscomplex () && y.double_value () == 2;
}

// max and min of Octave 11 pass over NaN in complex arrays, too, but for an infinity of the first that has a NaN part,
// and order equal moduli by argument.
static bool
has_passed_nan (gr_binary op, const octave_value &x, const octave_value &y)
{
  return OCTAVE_MAJOR_VERSION >= 11 && (op == GR_MAXIMUM || op == GR_MINIMUM) && (x.iscomplex () || y.iscomplex ())
      && ! x.isinteger () && ! y.isinteger ();
}

bool
gw_extremum_takes_second ()
{
  static const bool does = std::signbit (octave::feval ("max", ovl (0.0, -0.0), 1) (0).double_value ());
  return does;
}

static octave_value
extremum_without_nan (gr_binary op, const octave_value &x, const octave_value &y)
{
  if (x.is_char_matrix () || y.is_char_matrix ())
    gw_raise_error (GR_BAD_ARGUMENT, "%s: cannot compute %s of characters and complex numbers", gr_binaries[op].sign,
                    gr_binaries[op].sign);
  broadcast (op, x.dims (), y.dims ());
  const bool single = x.is_single_type () || y.is_single_type ();
  const octave_value a = as_complex (single ? x.as_single () : x), b = as_complex (single ? y.as_single () : y);
  const auto pair
    = [&] (gr_binary test, gr_unary part) { return gw_binary (test, gw_map (part, a), gw_map (part, b)); };
  const octave_value beyond = pair (op == GR_MAXIMUM ? GR_GT : GR_LT, GR_ABS);
  const octave_value tie = gw_binary (GR_AND, pair (GR_EQ, GR_ABS), pair (op == GR_MAXIMUM ? GR_GE : GR_LE, GR_ARG));
  const octave_value first = gw_binary (GR_OR, gw_map (GR_ISNAN, b), gw_binary (GR_OR, beyond, tie));
  // products with true, so that sizes are those of the result
  const octave_value all = gw_binary (GR_GE, first, octave_value (0.0));
  const octave_value from = apply (GR_TIMES, a, all), result = apply (GR_TIMES, b, all);
  const octave_gpuarray &mask = *octave_gpuarray::in (first);
  const octave_value chosen = gw_index_by_mask (*octave_gpuarray::in (from), mask);
  gw_put_by_mask (*octave_gpuarray::in (result), mask, *octave_gpuarray::in (chosen));
  return result;
}

octave_value
gw_binary (gr_binary op, const octave_value &x, const octave_value &y)
{
  octave_value a = x, b = y;
  if (has_passed_nan (op, x, y))
    return extremum_without_nan (op, x, y);
  if (is_square (op, x, y))
    return apply (GR_TIMES, x, x);
  if (op == GR_POWER)
    a = has_complex_power (a, b) ? as_complex (a) : a;
  else if (gr_binaries[op].kind == GR_BINARY_FUNCTION)
    convert_operands (op, a, b);
  else if (gr_binaries[op].kind == GR_BINARY_LOGIC)
    for (octave_value *const v : { &a, &b })
      {
        refuse_nan (*v);
        // xor makes both logical, the operators do not
        if (op == GR_XOR && v->iscomplex ())
          *v = apply (GR_NE, *v, octave_value (0.0));
      }
  return apply (op, a, b);
}

// ---- functions of one number ----

// Of integers, logical values and characters Octave computes doubles, but for what is simple; rounding leaves integers.
static octave_value
map_of_integers (gr_unary op, const octave_gpuarray &a, const octave_value &x)
{
  const octave_value number = a.isinteger () ? x : a.as_double ();
  // text has no elementary functions
  if (a.is_char_matrix ()
      && (op == GR_ARG || op == GR_CONJ || op == GR_SIGNUM || gr_unaries[op].kind != GR_UNARY_SIMPLE))
    gw_raise_error (GR_BAD_ARGUMENT, "%s: argument must be numeric", gr_unaries[op].name);
  if (op == GR_EPS)
    gw_raise_error (GR_BAD_ARGUMENT, "eps: X must be of a floating point type");
  switch (op)
    {
    case GR_REAL:
    case GR_CONJ:
    case GR_FLOOR:
    case GR_CEIL:
    case GR_ROUND:
    case GR_FIX:
      return number;
    case GR_IMAG:
      return gw_binary (GR_TIMES, number, octave_value (0.0));
    case GR_ABS:
      return gw_binary (GR_MAXIMUM, number, gw_binary (GR_TIMES, number, octave_value (-1.0)));
    case GR_SIGNUM:
      return as_integer (gw_binary (GR_MINUS, gw_binary (GR_GT, number, octave_value (0.0)),
                                    gw_binary (GR_LT, number, octave_value (0.0))),
                         class_of_elements (number));
    default:
      return gw_map (op, a.as_double ());
    }
}

// Results of a class, which the library's function computes.
static octave_value
map_to (gr_unary op, const octave_gpuarray &a, gr_type type, decltype (gr_apply_unary) *function)
{
  octave_gpuarray *const made = new octave_gpuarray (a.dims (), type);
  const octave_value result (made);
  if (made->byte_size ())
    gw_check (function (op, a.type (), a.elements_anywhere (), 0, made->elements (), 0, a.dims ().numel ()));
  return result;
}

// Has a real array without integers a number whose gamma is negative, or -0?
static bool
has_negative_gamma (const octave_value &x)
{
  const octave_value below = gw_map (GR_FLOOR, x), zero (0.0);
  const octave_value is_odd = gw_binary (GR_NE, gw_binary (GR_MOD, below, octave_value (2.0)), zero);
  const octave_value is_between = gw_binary (GR_AND, is_odd, gw_binary (GR_NE, below, x));
  const octave_value is_zero = gw_binary (GR_AND, gw_binary (GR_EQ, x, zero), gw_map (GR_SIGNBIT, x));
  return gw_binary (GR_OR, gw_binary (GR_AND, is_between, gw_binary (GR_LT, x, zero)), is_zero).nnz ();
}

// Has a real array a number without a real answer?
static bool
is_outside (gr_unary op, const octave_value &x)
{
  double least, greatest;
  gw_check (gr_unary_domain (op, &least, &greatest));
  if (x.isempty ())
    return false;
  if (op == GR_LGAMMA)
    return extreme (GR_MIN, false, x) <= least && has_negative_gamma (x);
  return (! std::isinf (least) && extreme (GR_MIN, false, x) < least)
      || (! std::isinf (greatest) && extreme (GR_MAX, false, x) > greatest);
}

// Octave has error functions of complex numbers, but no other special functions.
static void
refuse_complex (gr_unary op, const octave_gpuarray &a)
{
  if (op == GR_ERF || op == GR_ERFC || op == GR_ERFCX)
    gw_raise_error (GR_UNSUPPORTED, "gpuArray: no method for '%s' of complex numbers; use gather", gr_unaries[op].name);
  gw_raise_error (GR_BAD_ARGUMENT, "%s: not defined for %scomplex matrix", gr_unaries[op].name,
                  a.is_single_type () ? "float " : "");
}

octave_value
gw_map (gr_unary op, const octave_value &x)
{
  const octave_gpuarray &a = *octave_gpuarray::in (x);
  gr_type type;
  if (! a.isfloat ())
    return map_of_integers (op, a, x);
  if (a.iscomplex () && gr_unary_type (op, a.type (), &type) != GR_OK)
    refuse_complex (op, a);
  if (a.isreal () && is_outside (op, x))
    return map_to (op, a, a.is_single_type () ? GR_TYPE_C32 : GR_TYPE_C64, gr_apply_unary_to_complex);
  return gw_map_in_domain (op, a);
}

octave_value
gw_map_in_domain (gr_unary op, const octave_gpuarray &a)
{
  gr_type type;
  gw_check (gr_unary_type (op, a.type (), &type));
  return map_to (op, a, type, gr_apply_unary);
}

octave_value
octave_gpuarray::map (unary_mapper_t function) const
{
  static const struct
  {
    unary_mapper_t function;
    gr_unary op;
  } rows[] = {
#define GW_MAPPER(_, ID, NAME, ...) { umap_##NAME, GR_##ID },
    GR_MAPPERS (GW_MAPPER, _)
#undef GW_MAPPER
  };
  for (const auto &row : rows)
    if (row.function == function)
      return gw_map (row.op, octave_value (clone ()));
  return host_or_refuse ();
}

// ---- registration ----

template <gr_binary OP>
static octave_value
operate (const octave_base_value &x, const octave_base_value &y)
{
  return gw_binary (OP, octave_value (x.clone ()), octave_value (y.clone ()));
}

// y \ x, element by element
static octave_value
left_divide (const octave_base_value &x, const octave_base_value &y)
{
  return operate<GR_RDIVIDE> (y, x);
}

// Octave's /, \ and ^ of matrices, which are those of elements where numbers allow it.
static octave_value
divide_matrices (const octave_base_value &x, const octave_base_value &y)
{
  return y.numel () == 1 ? operate<GR_RDIVIDE> (x, y)
                         : gw_right_divide (octave_value (x.clone ()), octave_value (y.clone ()));
}
static octave_value
left_divide_matrices (const octave_base_value &x, const octave_base_value &y)
{
  return x.numel () == 1 ? left_divide (x, y) : gw_left_divide (octave_value (x.clone ()), octave_value (y.clone ()));
}
static octave_value
matrix_power (const octave_base_value &x, const octave_base_value &y)
{
  return x.numel () == 1 && y.numel () == 1 ? operate<GR_POWER> (x, y)
                                            : gw_power (octave_value (x.clone ()), octave_value (y.clone ()));
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
    gw_raise_error (GR_BAD_ARGUMENT, "complex-conjugate transpose not defined for N-D objects");
  const octave_value transposed = transpose (x);
  return x.iscomplex () ? gw_map (GR_CONJ, transposed) : transposed;
}
static octave_value
negation (const octave_base_value &x)
{
  const octave_value value (x.clone ());
  refuse_nan (value);
  return gw_binary (GR_EQ, value, octave_value (0.0));
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
  static const struct
  {
    octave_value::binary_op op;
    octave_value (*function) (const octave_base_value &, const octave_base_value &);
  } rows[] = { { octave_value::op_add, operate<GR_PLUS> },     { octave_value::op_sub, operate<GR_MINUS> },
               { octave_value::op_el_mul, operate<GR_TIMES> }, { octave_value::op_el_div, operate<GR_RDIVIDE> },
               { octave_value::op_el_ldiv, left_divide },      { octave_value::op_el_pow, operate<GR_POWER> },
               { octave_value::op_lt, operate<GR_LT> },        { octave_value::op_le, operate<GR_LE> },
               { octave_value::op_eq, operate<GR_EQ> },        { octave_value::op_ge, operate<GR_GE> },
               { octave_value::op_gt, operate<GR_GT> },        { octave_value::op_ne, operate<GR_NE> },
               { octave_value::op_el_and, operate<GR_AND> },   { octave_value::op_el_or, operate<GR_OR> },
               { octave_value::op_div, divide_matrices },      { octave_value::op_ldiv, left_divide_matrices },
               { octave_value::op_pow, matrix_power } };
  types.install_unary_op (octave_value::op_transpose, gpuarray, transpose);
  types.install_unary_op (octave_value::op_hermitian, gpuarray, hermitian);
  types.install_unary_op (octave_value::op_not, gpuarray, negation);
  types.install_unary_op (octave_value::op_uminus, gpuarray, minus);
  types.install_unary_op (octave_value::op_uplus, gpuarray, plus);
  // with numbers and characters of every type of Octave's own on the other side
  const int count = types.installed_type_names ().numel ();
  for (int t = 0; t < count; t++)
    {
      for (const auto &row : rows)
        {
          types.install_binary_op (row.op, gpuarray, t, row.function);
          if (t != gpuarray)
            types.install_binary_op (row.op, t, gpuarray, row.function);
        }
      gw_install_products (types, gpuarray, t);
      if (t != gpuarray)
        gw_install_products (types, t, gpuarray);
    }
}
