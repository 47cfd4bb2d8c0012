// SPDX-License-Identifier: GPL-3.0-or-later
//
// Linear systems, inverses, determinants and powers of matrices: of arrays on a device by steps of the library, and of
// those in host memory, on the cpu backend, by Octave itself, which has a LAPACK.

#include "gpuarray_linear.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <octave/interpreter.h>
#include <octave/lo-array-errwarn.h>
#include <octave/lo-ieee.h>
#include <octave/ov.h>
#include <octave/parse.h>

#include "gpuarray_arithmetic.h"
#include "gpuarray_classes.h"
#include "gpuarray_shape.h"
#include "interrupt.h"

// The array, with as many dimensions as a matrix, as Octave takes it.
static octave_value
as_matrix (const octave_value &x)
{
  return x.ndims () > 2 ? x.reshape (x.dims ().redim (2)) : x;
}

static octave_value
filled (octave_idx_type rows, octave_idx_type columns, gr_type type, double number)
{
  return gw_binary (GR_PLUS, gw_new_matrix (rows, columns, type, true),
                    gr_types[type].size == 4 || type == GR_TYPE_C32 ? octave_value (static_cast<float> (number))
                                                                    : octave_value (number));
}

// ---- inverses, determinants, condition ----

struct inverse
{
  octave_value matrix;
  double rcond;
};

static inverse
invert (const octave_value &a)
{
  const gr_type type = gw_array (a).type ();
  const octave_idx_type n = a.rows ();
  const unsigned bits = gw_look_at (a);
  const double norm = gw_norm (a);
  const bool is_finite = ! (bits & GR_IS_NOT_FINITE);
  const gw_factored f = is_finite ? gw_factor (a, bits) : gw_factored ();
  if (! is_finite || f.is_singular)
    return { filled (n, n, type, octave_Inf), 0 };
  const octave_value x = gw_solve (f, gw_identity (n, type));
  const double rcond = 1 / norm / gw_norm (x);
  // a triangle with a 0 on its diagonal
  return std::isfinite (rcond) && rcond > 0 ? inverse{ x, rcond } : inverse{ filled (n, n, type, octave_Inf), 0 };
}

static octave_value
number_like (const octave_value &a, double number)
{
  return octave_gpuarray::from_host (a.is_single_type () ? octave_value (static_cast<float> (number))
                                                         : octave_value (number));
}

octave_value_list
gw_inverse (const gw_linear_call &call)
{
  const octave_value &a = call.matrix;
  if (a.rows () != a.columns () || call.options.length () || call.nargout > 2)
    return octave_value_list ();
  const inverse found = invert (a);
  if (call.nargout < 2 && a.numel () > 1 && gw_is_nearly_singular (found.rcond, a.is_single_type ()))
    octave::warn_singular_matrix (found.rcond);
  return ovl (found.matrix, number_like (a, found.rcond));
}

// The diagonal of a factor, on the host.
static ComplexNDArray
diagonal_of (const octave_value &factor)
{
  return gw_array (gw_diagonal_of (factor)).gathered ().complex_array_value ();
}

// The product, with exponents apart so that it does not overflow on the way.
static Complex
multiply_all (const ComplexNDArray &numbers, bool negative)
{
  Complex product = negative ? -1.0 : 1.0;
  long exponent = 0;
  for (octave_idx_type k = 0; k < numbers.numel (); k++)
    {
      int shift = 0;
      product *= numbers (k);
      const double size = std::max (std::abs (product.real ()), std::abs (product.imag ()));
      if (std::isfinite (size))
        std::frexp (size, &shift);
      product = Complex (std::ldexp (product.real (), -shift), std::ldexp (product.imag (), -shift));
      exponent += shift;
    }
  const int last = static_cast<int> (std::max (-100000L, std::min (100000L, exponent)));
  return Complex (std::ldexp (product.real (), last), std::ldexp (product.imag (), last));
}

// Do the pivots exchange rows an odd number of times?
static bool
is_odd (const octave_value &pivots)
{
  const int64NDArray numbers = gw_array (pivots).gathered ().int64_array_value ();
  bool odd = false;
  for (octave_idx_type k = 0; k < numbers.numel (); k++)
    odd ^= numbers (k).value () != k + 1;
  return odd;
}

octave_value_list
gw_determinant (const gw_linear_call &call)
{
  const octave_value &a = call.matrix;
  if (a.rows () != a.columns () || call.options.length () || call.nargout > 2)
    return octave_value_list ();
  const gw_factored f = gw_factor_lu (a);
  const Complex d = multiply_all (diagonal_of (f.factor), is_odd (f.pivots));
  const octave_value real = number_like (a, d.real ());
  const octave_value result
    = a.iscomplex ()
      ? gw_binary (GR_PLUS, real,
                   a.is_single_type () ? octave_value (FloatComplex (0.0f, static_cast<float> (d.imag ())))
                                       : octave_value (Complex (0.0, d.imag ())))
      : real;
  if (call.nargout < 2)
    return ovl (result);
  return ovl (result, number_like (a, gw_estimate_rcond (f, gw_norm (a))));
}

octave_value_list
gw_rcond (const gw_linear_call &call)
{
  const octave_value &a = call.matrix;
  if (a.rows () != a.columns () || call.options.length () || call.nargout > 1)
    return octave_value_list ();
  const double norm = gw_norm (a);
  if (! std::isfinite (norm))
    return ovl (number_like (a, std::isnan (norm) ? 0.0 : octave_NaN));
  return ovl (number_like (a, gw_estimate_rcond (gw_factor (a, gw_look_at (a)), norm)));
}

// ---- least squares ----

// The solution of minimum norm by singular values: those that are no more than rounding of the first one are taken
// for 0.
static octave_value
solve_by_values (const octave_value &a, const octave_value &b)
{
  const gw_singular s = gw_decompose (a, true, true);
  const NDArray values = gw_array (s.values).gathered ().array_value ();
  const double eps
    = a.is_single_type () ? std::numeric_limits<float>::epsilon () : std::numeric_limits<double>::epsilon ();
  octave_idx_type rank = 0;
  while (rank < values.numel () && values (rank) > eps * values (0))
    rank++;
  if (! rank)
    return gw_new_matrix (a.columns (), b.columns (), gw_array (b).type (), true);
  const octave_value rotated = gw_product (gw_hermitian (gw_first_columns (s.u, rank)), b);
  return gw_product (gw_first_columns (s.v, rank), gw_binary (GR_RDIVIDE, rotated, gw_first_rows (s.values, rank)));
}

// c, with as many rows as Q, becomes op (Q) c.
static void
apply_q (const octave_value &packed, const octave_value &tau, gr_transposition op, const octave_value &c)
{
  gr_matrix_call call = {};
  call.step = GR_MATRIX_APPLY_Q;
  call.type = gw_array (packed).type ();
  call.m = packed.rows ();
  call.n = packed.columns ();
  call.k = c.columns ();
  call.op = op;
  call.a = gw_array (packed).elements ();
  call.b = gw_array (tau).elements ();
  call.c = gw_array (c).elements ();
  gw_step (call);
}

// By QR, unless the rank may be lower than the smaller size.
static octave_value
solve_least_squares (const octave_value &a, const octave_value &b)
{
  const bool is_tall = a.rows () >= a.columns ();
  const octave_value tau = gw_new_matrix (std::min (a.rows (), a.columns ()), 1, gw_array (a).type ());
  const octave_value packed = is_tall ? gw_copied (a) : gw_hermitian (a);
  gr_matrix_call call = {};
  if (gw_look_at (a) & GR_IS_NOT_FINITE)
    return filled (a.columns (), b.columns (), gw_array (b).type (), octave_NaN);
  call.step = GR_MATRIX_QR;
  call.type = gw_array (a).type ();
  call.m = packed.rows ();
  call.n = packed.columns ();
  call.a = gw_array (packed).elements ();
  call.b = gw_array (tau).elements ();
  gw_step (call);
  const gw_factored r = { gw_factored::UPPER, gw_triangle (packed, packed.columns (), false), octave_value (), false };
  const double eps
    = a.is_single_type () ? std::numeric_limits<float>::epsilon () : std::numeric_limits<double>::epsilon ();
  enum { SAFE = 100 }; // the estimate may be some times too high, and the 1-norm is not the 2-norm
  if (! (gw_estimate_rcond (r, gw_norm (r.factor)) > SAFE * eps * static_cast<double> (packed.columns ())))
    return solve_by_values (a, b);
  if (is_tall)
    {
      const octave_value c = gw_copied (b);
      apply_q (packed, tau, GR_CONJUGATE_TRANSPOSED, c);
      return gw_solve (r, gw_first_rows (c, a.columns ()));
    }
  const octave_value x
    = gw_solve (r, b, GR_CONJUGATE_TRANSPOSED).resize (dim_vector (a.columns (), b.columns ()), true);
  const octave_value c = gw_copied (x);
  apply_q (packed, tau, GR_AS_IT_STANDS, c);
  return c;
}

// ---- division ----

// A \ B of matrices of one type that have elements.
static octave_value
solve (const octave_value &a, const octave_value &b)
{
  if (a.rows () != a.columns ())
    return solve_least_squares (a, b);
  const double norm = gw_norm (a);
  double rcond = 0;
  gw_factored f;
  if (std::isfinite (norm))
    {
      f = gw_factor (a, gw_look_at (a));
      if (gw_is_surely_regular (f, norm))
        return gw_solve (f, b);
      rcond = gw_estimate_rcond (f, norm);
    }
  if (gw_is_nearly_singular (rcond, a.is_single_type ()))
    octave::warn_singular_matrix (rcond);
  return rcond == 0 ? solve_least_squares (a, b) : gw_solve (f, b);
}

static octave_value
on_host (octave_value::binary_op op, const octave_value &x, const octave_value &y)
{
  const octave_value_list args = octave_gpuarray::gathered (ovl (x, y));
  return octave_gpuarray::from_host (
    octave::binary_op (octave::interpreter::the_interpreter ()->get_type_info (), op, args (0), args (1)));
}

// Complex operands have complex results, also where all are real.
static octave_value
widened (const octave_value &x, bool is_complex)
{
  const octave_gpuarray &array = gw_array (x);
  return is_complex && ! array.iscomplex () && array.isfloat ()
         ? array.converted (array.is_single_type () ? GR_TYPE_C32 : GR_TYPE_C64)
         : x;
}

// Are these what only Octave itself has an answer to, or an error?
static bool
is_for_host (const octave_value &x, const octave_value &y)
{
  return ! gr_can_solve () || x.isinteger () || y.isinteger () || x.isempty () || y.isempty ();
}

// Floating-point arrays of two dimensions, of the type of their product.
static void
prepare (octave_value &x, octave_value &y)
{
  for (octave_value *const v : { &x, &y })
    *v = as_matrix (octave_gpuarray::from_host (*v));
  const gr_type type = gw_product_type (gw_array (x).type (), gw_array (y).type ());
  for (octave_value *const v : { &x, &y })
    *v = gw_array (*v).converted (type);
}

octave_value
gw_left_divide (const octave_value &x, const octave_value &y)
{
  octave_value a = x, b = y;
  if (is_for_host (x, y))
    return widened (on_host (octave_value::op_ldiv, x, y), x.iscomplex () || y.iscomplex ());
  prepare (a, b);
  if (a.rows () != b.rows ())
    octave::err_nonconformant ("operator \\", a.rows (), a.columns (), b.rows (), b.columns ());
  return solve (a, b);
}

octave_value
gw_right_divide (const octave_value &x, const octave_value &y)
{
  octave_value a = x, b = y;
  if (is_for_host (x, y))
    return widened (on_host (octave_value::op_div, x, y), x.iscomplex () || y.iscomplex ());
  prepare (a, b);
  if (a.columns () != b.columns ())
    octave::err_nonconformant ("operator /", a.rows (), a.columns (), b.rows (), b.columns ());
  return gw_hermitian (solve (gw_hermitian (b), gw_hermitian (a)));
}

// ---- powers ----

static octave_value
power_of_squares (const octave_value &a, double exponent)
{
  octave_value square = a, result;
  if (exponent < 0)
    {
      const inverse found = invert (a);
      if (gw_is_nearly_singular (found.rcond, a.is_single_type ()))
        warning ("inverse: matrix singular to machine precision, rcond = %g", found.rcond);
      square = found.matrix;
    }
  for (double rest = std::abs (exponent); rest >= 1; rest = std::floor (rest / 2))
    {
      if (std::fmod (rest, 2) == 1)
        result = result.is_defined () ? gw_product (result, square) : square;
      if (rest >= 2)
        square = gw_product (square, square);
    }
  return result.is_defined () ? result : gw_identity (a.rows (), gw_array (a).type ());
}

// Of eigenvalues: f of them, between the eigenvectors and their inverse.
template <typename F>
static octave_value
power_of_values (const octave_value &a, F f)
{
  const octave_value_list pair = gw_eig ({ "mpower", a, ovl ("vector"), 2 });
  const octave_value scaled = gw_binary (GR_TIMES, pair (0), gw_transposed (gw_array (f (pair (1)))));
  const bool is_hermitian = ! (gw_look_at (a) & GR_IS_NOT_HERMITIAN);
  return is_hermitian ? gw_product (scaled, gw_hermitian (pair (0))) : gw_right_divide (scaled, pair (0));
}

octave_value
gw_power (const octave_value &x, const octave_value &y)
{
  enum { MOST_SQUARED = 1 << 30 };
  const bool is_base = x.numel () != 1;
  const octave_value &matrix = is_base ? x : y, &number = is_base ? y : x;
  const bool has_one = (x.numel () == 1) != (y.numel () == 1);
  if (! has_one || is_for_host (x, y) || matrix.ndims () > 2 || matrix.rows () != matrix.columns ())
    return widened (on_host (octave_value::op_pow, x, y), x.iscomplex () || y.iscomplex ());
  const octave_value held = octave_gpuarray::from_host (matrix), scalar = octave_gpuarray::gathered (ovl (number)) (0);
  const gr_type type = gw_product_type (gw_array (held).type (),
                                        octave_gpuarray::in (number) ? gw_array (number).type () : gw_type_of (number));
  const bool single = type == GR_TYPE_F32 || type == GR_TYPE_C32;
  const octave_value floating = gw_array (held).isfloat () ? held : gw_array (held).as_double ();
  const octave_value a = single ? floating.as_single () : floating;
  if (! is_base)
    return power_of_values (a, [&] (const octave_value &values) { return gw_binary (GR_POWER, scalar, values); });
  const double exponent = scalar.iscomplex () ? octave_NaN : scalar.double_value ();
  if (std::abs (exponent) < MOST_SQUARED && exponent == std::trunc (exponent))
    return power_of_squares (a, exponent);
  return power_of_values (a, [&] (const octave_value &values) { return gw_binary (GR_POWER, values, scalar); });
}

// ---- functions by name ----

static const struct function
{
  const char *name;
  octave_value_list (*compute) (const gw_linear_call &call);
  bool folds;        // does it take arrays of more dimensions as matrices?
  unsigned matrices; // bits of results that are complex if the matrix is,
  unsigned alone;    // and of a result alone
} functions[] = { { "inv", gw_inverse, false, 1, 1 },
                  { "inverse", gw_inverse, false, 1, 1 },
                  { "det", gw_determinant, false, 1, 1 },
                  { "rcond", gw_rcond, false, 0, 0 },
                  { "lu", gw_lu, true, 3, 1 },
                  { "chol", gw_chol, false, 1, 1 },
                  { "cholinv", gw_cholinv, false, 1, 1 },
                  { "chol2inv", gw_chol2inv, false, 1, 1 },
                  { "qr", gw_qr, true, 3, 1 },
                  { "svd", gw_svd, false, 5, 0 },
                  { "pinv", gw_pinv, true, 1, 1 },
                  { "eig", gw_eig, false, 5, 0 } };

// Octave's own, of the arrays on the host; the results are gpuArrays.
static octave_value_list
call_on_host (const function &f, const octave_value_list &args, int nargout)
{
  octave_value_list given = octave_gpuarray::gathered (args);
  // what later versions take
  if (f.compute == gw_qr && given.length () == 2 && given (1).is_string () && given (1).string_value () == "econ")
    given (1) = octave_value (0.0);
  octave_value_list results = octave::feval (f.name, given, nargout);
  const unsigned widens = ! args.length () || ! args (0).iscomplex () ? 0 : nargout > 1 ? f.matrices : f.alone;
  for (int k = 0; k < results.length (); k++)
    if (results (k).is_defined ())
      results (k) = widened (octave_gpuarray::from_host (results (k)), widens >> k & 1);
  return results;
}

// Octave's error for arguments that a function on the device does not take; if it has none, there is no such method.
[[noreturn]] static void
refuse (const function &f, const octave_value_list &args, int nargout)
{
  call_on_host (f, args, nargout);
  gw_raise_error (GR_UNSUPPORTED, "gpuArray: no method for '%s' with these arguments; use gather", f.name);
}

// A number of the class of an array, by which it shows whether a function takes the class.
static octave_value
one_like (const octave_gpuarray &array)
{
  return octave::feval (gr_types[array.type ()].name, ovl (1.0), 1) (0);
}

static octave_value_list
compute (const function &f, const octave_value_list &args, int nargout)
{
  const octave_gpuarray *const array = args.length () ? octave_gpuarray::in (args (0)) : nullptr;
  if (! array || ! gr_can_solve () || array->isempty () || (array->ndims () > 2 && ! f.folds))
    return call_on_host (f, args, nargout);
  octave_value matrix = as_matrix (args (0));
  if (! array->isfloat ())
    {
      try
        {
          octave::feval (f.name, ovl (one_like (*array)), 1);
        }
      catch (const octave::execution_exception &)
        {
          octave::interpreter::the_interpreter ()->recover_from_exception ();
          refuse (f, args, nargout);
        }
      matrix = gw_array (matrix).as_double ();
    }
  const octave_value_list results = f.compute ({ f.name, matrix, args.slice (1, args.length () - 1), nargout });
  if (! results.length ())
    refuse (f, args, nargout);
  return results;
}

octave_value_list
gw_linear (const char *name, const octave_value_list &args, int nargout)
{
  const function *f = functions;
  while (std::string (name) != f->name)
    f++;
  gr_set_interrupt (gw_interrupt_pending);
  const octave_value_list results = compute (*f, args, nargout);
  gw_raise_interrupt ();
  return results;
}
