// SPDX-License-Identifier: GPL-3.0-or-later
//
// Factorizations of matrices on a device, singular values and eigenvalues, in all forms that Octave has of their
// results.

#include "gpuarray_linear.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include <octave/lo-ieee.h>
#include <octave/ov.h>
#include <octave/parse.h>

#include "gpuarray_arithmetic.h"
#include "gpuarray_shape.h"

// The text of an option in small letters, or nothing.
static std::string
word (const octave_value &option)
{
  std::string text = option.is_string () ? option.string_value () : "";
  for (char &c : text)
    c = static_cast<char> (std::tolower (static_cast<unsigned char> (c)));
  return text;
}

static bool
is_square (const octave_value &a)
{
  return a.rows () == a.columns ();
}

// ---- triangular factors ----

// The rows of the matrix in the order of the pivots, from 1 on.
static NDArray
order_of (const octave_value &pivots, octave_idx_type rows)
{
  const int64NDArray numbers = gw_array (pivots).gathered ().int64_array_value ();
  NDArray order (dim_vector (rows, 1));
  for (octave_idx_type k = 0; k < rows; k++)
    order (k) = static_cast<double> (k + 1);
  for (octave_idx_type k = 0; k < numbers.numel (); k++)
    std::swap (order (k), order (numbers (k).value () - 1));
  return order;
}

static NDArray
inverse_of (const NDArray &order)
{
  NDArray inverse (order.dims ());
  for (octave_idx_type k = 0; k < order.numel (); k++)
    inverse (static_cast<octave_idx_type> (order (k)) - 1) = static_cast<double> (k + 1);
  return inverse;
}

octave_value_list
gw_lu (const gw_linear_call &call)
{
  const octave_value &a = call.matrix;
  const bool is_vector = call.options.length () == 1 && word (call.options (0)) == "vector";
  if ((call.options.length () && ! is_vector) || call.nargout > 3)
    return octave_value_list ();
  const gw_factored f = gw_factor_lu (a);
  if (call.nargout < 2)
    return ovl (f.factor);
  const octave_idx_type least = std::min (a.rows (), a.columns ());
  const NDArray order = order_of (f.pivots, a.rows ());
  const octave_value l = gw_triangle (f.factor, least, true, true), u = gw_triangle (f.factor, least, false);
  if (call.nargout == 2)
    return ovl (gw_chosen_rows (l, inverse_of (order)), u);
  return ovl (l, u,
              is_vector ? octave_gpuarray::from_host (order)
                        : gw_chosen_rows (gw_identity (a.rows (), GR_TYPE_F64), order));
}

// The factor by Cholesky, in its triangle; how many minors are positive if not all are, else -1.
static octave_value
factor_positive (const octave_value &a, bool is_lower, octave_idx_type *minors)
{
  const octave_value factor = gw_copied (a);
  gr_matrix_call step = {};
  step.step = GR_MATRIX_CHOLESKY;
  step.type = gw_array (a).type ();
  step.n = a.columns ();
  step.is_lower = is_lower;
  step.a = gw_array (factor).elements ();
  *minors = gw_step (step) - 1;
  return *minors < 0 ? gw_triangle (factor, a.rows (), is_lower) : octave_value ();
}

octave_value_list
gw_chol (const gw_linear_call &call)
{
  octave_value a = call.matrix;
  const std::string option = call.options.length () == 1 ? word (call.options (0)) : "upper";
  const bool is_lower = option == "lower";
  octave_idx_type minors = 0;
  if (! is_square (a) || call.options.length () > 1 || (! is_lower && option != "upper") || call.nargout > 2)
    return octave_value_list ();
  octave_value factor = factor_positive (a, is_lower, &minors);
  const double failed = static_cast<double> (minors + 1);
  if (minors >= 0 && call.nargout < 2)
    error ("chol: input matrix must be positive definite");
  if (minors == 0)
    factor = gw_new_matrix (0, 0, gw_array (a).type ());
  else if (minors > 0)
    {
      a = gw_first_rows (gw_first_columns (a, minors), minors);
      factor = factor_positive (a, is_lower, &minors);
      if (minors >= 0)
        gw_raise_error (GR_CUDA_ERROR, "chol: a minor that was positive is not");
    }
  return ovl (factor, octave_gpuarray::from_host (failed));
}

// The inverse by a factor in the upper triangle, Hermitian in all bits.
static octave_value
invert_by (const octave_value &factor)
{
  const gw_factored f = { gw_factored::CHOLESKY, factor, octave_value (), false };
  const octave_value x = gw_solve (f, gw_identity (factor.rows (), gw_array (factor).type ()));
  const octave_value both = gw_binary (GR_PLUS, x, gw_hermitian (x));
  return gw_binary (GR_TIMES, both, x.is_single_type () ? octave_value (0.5f) : octave_value (0.5));
}

octave_value_list
gw_cholinv (const gw_linear_call &call)
{
  octave_idx_type minors = 0;
  if (! is_square (call.matrix) || call.options.length () || call.nargout > 1)
    return octave_value_list ();
  const octave_value factor = factor_positive (call.matrix, false, &minors);
  if (minors >= 0)
    error ("cholinv: A must be positive definite");
  return ovl (invert_by (factor));
}

octave_value_list
gw_chol2inv (const gw_linear_call &call)
{
  return is_square (call.matrix) && ! call.options.length () && call.nargout < 2 ? ovl (invert_by (call.matrix))
                                                                                 : octave_value_list ();
}

// ---- orthogonal factors ----

// Has the Octave that runs the reflectors below R in qr's result alone?
static bool
has_reflectors ()
{
  static const bool has = [] {
    Matrix two (2, 2, 1.0);
    two (1, 1) = 2;
    return octave::feval ("qr", ovl (two), 1) (0).array_value () (1) != 0;
  }();
  return has;
}

// Q, of which `columns` are asked, by the reflectors in `packed`.
static octave_value
form_q (const octave_value &packed, const octave_value &tau, octave_idx_type columns)
{
  const gr_type type = gw_array (packed).type ();
  const octave_idx_type reflectors = tau.rows ();
  const octave_value q = gw_new_matrix (packed.rows (), columns, type, true);
  gr_matrix_call step = {};
  gw_check (gr_buffer_copy (gw_array (q).elements (), 0, gw_array (packed).elements (), 0,
                            packed.rows () * reflectors * gr_types[type].size));
  step.step = GR_MATRIX_FORM_Q;
  step.type = type;
  step.m = packed.rows ();
  step.n = columns;
  step.k = reflectors;
  step.a = gw_array (q).elements ();
  step.b = gw_array (tau).elements ();
  gw_step (step);
  return q;
}

// What is asked of qr: the economy's sizes, and Q' * B in the place of Q.
struct qr_options
{
  bool are_known, economy;
  octave_value b;
};

static qr_options
read_qr (const octave_value_list &options)
{
  qr_options q = { true, false, octave_value () };
  for (int k = 0; k < options.length () && q.are_known; k++)
    {
      const octave_value &option = options (k);
      const bool is_last = k + 1 == options.length ();
      if (option.is_string ())
        q.are_known
          = word (option) == "econ" || word (option) == "0" || word (option) == "matrix" || word (option) == "vector";
      else if (is_last && option.numel () == 1 && octave_gpuarray::gathered (ovl (option)) (0).double_value () == 0)
        q.economy = true;
      else
        {
          q.are_known = k == 0 && option.isfloat () && option.ndims () == 2;
          q.b = option;
        }
      q.economy |= word (option) == "econ" || word (option) == "0";
    }
  return q;
}

octave_value_list
gw_qr (const gw_linear_call &call)
{
  const octave_value &a = call.matrix;
  const qr_options options = read_qr (call.options);
  const octave_idx_type m = a.rows (), n = a.columns (), least = std::min (m, n);
  if (call.nargout == 3)
    gw_raise_error (GR_UNSUPPORTED, "gpuArray: no method for 'qr' with pivots; use gather");
  if (! options.are_known || call.nargout > 3
      || (options.b.is_defined () && (options.b.rows () != m || call.nargout < 2)))
    return octave_value_list ();
  const octave_value packed = gw_copied (a), tau = gw_new_matrix (least, 1, gw_array (a).type ());
  gr_matrix_call step = {};
  step.step = GR_MATRIX_QR;
  step.type = gw_array (a).type ();
  step.m = m;
  step.n = n;
  step.a = gw_array (packed).elements ();
  step.b = gw_array (tau).elements ();
  gw_step (step);
  if (call.nargout < 2 && has_reflectors ())
    return ovl (packed);
  octave_value r = gw_triangle (packed, least, false);
  if (! options.economy && least < m)
    r = r.resize (dim_vector (m, n), true);
  if (call.nargout < 2)
    return ovl (r);
  const octave_value q = form_q (packed, tau, options.economy ? least : m);
  return ovl (options.b.is_defined () ? gw_product (gw_hermitian (q), options.b) : q, r);
}

// ---- singular values ----

octave_value_list
gw_svd (const gw_linear_call &call)
{
  const octave_value &a = call.matrix;
  const octave_idx_type m = a.rows (), n = a.columns (), least = std::min (m, n);
  const bool has_option = call.options.length () == 1, is_word = has_option && call.options (0).is_string ();
  // a number does not cut what a wide matrix has
  const bool economy = has_option && (is_word || m > n);
  if (call.options.length () > 1 || (is_word && word (call.options (0)) != "econ") || call.nargout > 3
      || gw_look_at (a) & GR_IS_NOT_FINITE)
    return octave_value_list ();
  const gw_singular s = gw_decompose (a, call.nargout > 1, economy);
  if (call.nargout < 2)
    return ovl (s.values);
  return ovl (s.u, gw_on_diagonal (s.values, economy ? least : m, economy ? least : n), s.v);
}

octave_value_list
gw_pinv (const gw_linear_call &call)
{
  const octave_value &a = call.matrix;
  const bool single = a.is_single_type ();
  if (call.options.length () > 1 || call.nargout > 1)
    return octave_value_list ();
  if (gw_look_at (a) & GR_IS_NOT_FINITE)
    return ovl (gw_binary (GR_TIMES, gw_hermitian (a),
                           single ? octave_value (static_cast<float> (octave_NaN)) : octave_value (octave_NaN)));
  const gw_singular s = gw_decompose (a, true, true);
  const NDArray values = gw_array (s.values).gathered ().array_value ();
  const double eps = single ? std::numeric_limits<float>::epsilon () : std::numeric_limits<double>::epsilon ();
  double least = call.options.length () ? octave_gpuarray::gathered (call.options) (0).double_value () : 0;
  if (least <= 0)
    least = static_cast<double> (std::max (a.rows (), a.columns ())) * values (0) * eps;
  octave_idx_type rank = 0;
  while (rank < values.numel () && values (rank) > least)
    rank++;
  if (! rank)
    return ovl (gw_new_matrix (a.columns (), a.rows (), gw_array (a).type (), true));
  const octave_value scales = gw_first_rows (s.values, rank);
  const octave_value scaled = gw_binary (GR_RDIVIDE, gw_first_columns (s.v, rank), gw_transposed (gw_array (scales)));
  return ovl (gw_product (scaled, gw_hermitian (gw_first_columns (s.u, rank))));
}

// ---- eigenvalues ----

// What is asked of eig beside the matrix.
struct eig_options
{
  bool are_known, is_vector;
};

static eig_options
read_eig (const octave_value_list &options, int nargout)
{
  eig_options q = { true, nargout < 2 };
  for (int k = 0; k < options.length (); k++)
    {
      const std::string text = word (options (k));
      if (! options (k).is_string ())
        gw_raise_error (GR_UNSUPPORTED, "gpuArray: no method for 'eig' of two matrices; use gather");
      q.are_known &= text == "vector" || text == "matrix" || text == "balance" || text == "nobalance";
      if (text == "vector" || text == "matrix")
        q.is_vector = text == "vector";
    }
  return q;
}

static void
check_converged (int64_t info)
{
  if (info)
    gw_raise_error (GR_CUDA_ERROR, "eig: the eigenvalues have not converged");
}

struct eigen
{
  octave_value vectors, values; // vectors: if asked for
};

static eigen
find_hermitian (const octave_value &a, bool vectors)
{
  const gr_type type = gw_array (a).type ();
  const eigen found = { gw_copied (a), gw_new_matrix (a.rows (), 1, gw_real_type (type)) };
  gr_matrix_call step = {};
  step.step = GR_MATRIX_EIGEN_HERMITIAN;
  step.type = type;
  step.n = a.rows ();
  step.is_asked = vectors;
  step.a = gw_array (found.vectors).elements ();
  step.values = gw_array (found.values).elements ();
  check_converged (gw_step (step));
  return found;
}

// Eigenvectors of a real matrix: neighbouring columns of `packed` are the real and the imaginary part of those of a
// pair.
static octave_value
unpack_pairs (const octave_value &packed, const ComplexNDArray &values)
{
  const octave_idx_type n = values.numel ();
  NDArray real (dim_vector (1, n)), imaginary (dim_vector (1, n)), sign (dim_vector (1, n), 0.0);
  for (octave_idx_type k = 0; k < n; k++)
    {
      const bool is_first = values (k).imag () != 0 && k + 1 < n && sign (k) == 0;
      if (sign (k) == 0)
        real (k) = imaginary (k) = static_cast<double> (k + 1);
      if (! is_first)
        continue;
      real (k) = real (k + 1) = static_cast<double> (k + 1);
      imaginary (k) = imaginary (k + 1) = static_cast<double> (k + 2);
      sign (k) = 1;
      sign (k + 1) = -1;
    }
  const octave_value signs = packed.is_single_type () ? octave_value (FloatNDArray (sign)) : octave_value (sign);
  const octave_value re = gw_chosen_columns (packed, real);
  const octave_value im = gw_binary (GR_TIMES, gw_chosen_columns (packed, imaginary), signs);
  const octave_value i
    = packed.is_single_type () ? octave_value (FloatComplex (0.0f, 1.0f)) : octave_value (Complex (0.0, 1.0));
  return gw_binary (GR_PLUS, re, gw_binary (GR_TIMES, im, i));
}

static eigen
find_general (const octave_value &a, bool vectors)
{
  const gr_type type = gw_array (a).type ();
  const octave_idx_type n = a.rows ();
  const octave_value lost = gw_copied (a);
  eigen found = { vectors ? gw_new_matrix (n, n, type) : octave_value (),
                  gw_new_matrix (n, 1, a.is_single_type () ? GR_TYPE_C32 : GR_TYPE_C64) };
  gr_matrix_call step = {};
  step.step = GR_MATRIX_EIGEN;
  step.type = type;
  step.n = n;
  step.a = gw_array (lost).elements ();
  step.b = vectors ? gw_array (found.vectors).elements () : nullptr;
  step.values = gw_array (found.values).elements ();
  check_converged (gw_step (step));
  const ComplexNDArray values = gw_array (found.values).gathered ().complex_array_value ();
  bool are_real = true;
  for (octave_idx_type k = 0; k < n; k++)
    are_real &= values (k).imag () == 0;
  if (are_real)
    found.values = gw_map (GR_REAL, found.values);
  else if (vectors && ! a.iscomplex ())
    found.vectors = unpack_pairs (found.vectors, values);
  return found;
}

octave_value_list
gw_eig (const gw_linear_call &call)
{
  const octave_value &a = call.matrix;
  const eig_options options = read_eig (call.options, call.nargout);
  if (! options.are_known || ! is_square (a) || call.nargout > 3)
    return octave_value_list ();
  const unsigned bits = gw_look_at (a);
  const bool is_hermitian = ! (bits & GR_IS_NOT_HERMITIAN), vectors = call.nargout > 1;
  if (bits & GR_IS_NOT_FINITE)
    return octave_value_list ();
  if (call.nargout == 3 && ! is_hermitian)
    gw_raise_error (GR_UNSUPPORTED, "gpuArray: no method for 'eig' with left eigenvectors; use gather");
  const eigen found = is_hermitian ? find_hermitian (a, vectors) : find_general (a, vectors);
  const octave_value d = options.is_vector ? found.values : gw_on_diagonal (found.values, a.rows (), a.rows ());
  if (! vectors)
    return ovl (d);
  return ovl (found.vectors, d, found.vectors);
}
