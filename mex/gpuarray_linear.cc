// SPDX-License-Identifier: GPL-3.0-or-later
//
// Steps of linear algebra on a device, and what functions are made of them.

#include "gpuarray_linear.h"

#include <algorithm>
#include <cmath>

#include <octave/interpreter.h>
#include <octave/ov.h>
#include <octave/parse.h>

#include "gpuarray_arithmetic.h"

// ---- matrices ----

int64_t
gw_step (const gr_matrix_call &call)
{
  int64_t info = 0;
  gw_check (gr_do_matrix (&call, &info));
  return info;
}

octave_value
gw_new_matrix (octave_idx_type rows, octave_idx_type columns, gr_type type, bool zeros)
{
  static const gr_c64 zero = {};
  octave_gpuarray *const made = new octave_gpuarray (dim_vector (rows, columns), type);
  const octave_value result (made);
  if (zeros && made->byte_size ())
    gw_check (gr_buffer_fill (made->elements (), 0, &zero, gr_types[type].size, made->numel ()));
  return result;
}

octave_value
gw_copied (const octave_value &matrix)
{
  const octave_gpuarray &a = gw_array (matrix);
  const octave_value copy = gw_new_matrix (a.rows (), a.columns (), a.type ());
  gw_check (gr_buffer_copy (gw_array (copy).elements (), 0, a.elements_anywhere (), 0, a.byte_size ()));
  return copy;
}

octave_value
gw_identity (octave_idx_type n, gr_type type)
{
  const octave_value like (new octave_gpuarray (dim_vector (0, 0), type));
  return octave::feval ("eye", ovl (static_cast<double> (n), static_cast<double> (n), "like", like), 1) (0);
}

gr_type
gw_real_type (gr_type type)
{
  return type == GR_TYPE_C64 ? GR_TYPE_F64 : type == GR_TYPE_C32 ? GR_TYPE_F32 : type;
}

octave_value
gw_product (const octave_value &x, const octave_value &y)
{
  return octave::binary_op (octave::interpreter::the_interpreter ()->get_type_info (), octave_value::op_mul, x, y);
}

octave_value
gw_hermitian (const octave_value &x)
{
  return octave::unary_op (octave::interpreter::the_interpreter ()->get_type_info (), octave_value::op_hermitian, x);
}

static octave_value
first_numbers (octave_idx_type count)
{
  return octave_value (octave::range<double> (1, 1, count));
}

static octave_value
all_of_them ()
{
  return octave_value (octave_value::magic_colon_t);
}

octave_value
gw_first_columns (const octave_value &x, octave_idx_type count)
{
  return count == x.columns () ? x : octave_value (x).index_op (ovl (all_of_them (), first_numbers (count)));
}

octave_value
gw_first_rows (const octave_value &x, octave_idx_type count)
{
  return count == x.rows () ? x : octave_value (x).index_op (ovl (first_numbers (count), all_of_them ()));
}

octave_value
gw_chosen_rows (const octave_value &x, const NDArray &rows)
{
  return octave_value (x).index_op (ovl (rows, all_of_them ()));
}

octave_value
gw_chosen_columns (const octave_value &x, const NDArray &columns)
{
  return octave_value (x).index_op (ovl (all_of_them (), columns));
}

octave_value
gw_on_diagonal (const octave_value &column, octave_idx_type rows, octave_idx_type columns)
{
  const octave_gpuarray &from = gw_array (column);
  const octave_value result = gw_new_matrix (rows, columns, from.type (), true);
  const gr_axis axis = { static_cast<std::size_t> (from.rows ()), 1, rows + 1, nullptr, nullptr };
  gw_check (gr_copy_elements (gr_types[from.type ()].size, 1, &axis, gw_array (result).elements (), 0,
                              from.elements_anywhere (), 0));
  return result;
}

octave_value
gw_diagonal_of (const octave_value &matrix)
{
  const octave_gpuarray &from = gw_array (matrix);
  const octave_value result = gw_new_matrix (from.rows (), 1, from.type ());
  const gr_axis axis = { static_cast<std::size_t> (from.rows ()), from.rows () + 1, 1, nullptr, nullptr };
  gw_check (gr_copy_elements (gr_types[from.type ()].size, 1, &axis, gw_array (result).elements (), 0,
                              from.elements_anywhere (), 0));
  return result;
}

// The call of a step for a matrix.
static gr_matrix_call
call_for (gr_matrix_step step, const octave_value &matrix)
{
  const octave_gpuarray &a = gw_array (matrix);
  gr_matrix_call call = {};
  call.step = step;
  call.type = a.type ();
  call.m = a.rows ();
  call.n = a.columns ();
  call.a = a.elements ();
  return call;
}

unsigned
gw_look_at (const octave_value &matrix)
{
  return static_cast<unsigned> (gw_step (call_for (GR_MATRIX_LOOK, matrix)));
}

octave_value
gw_triangle (const octave_value &matrix, octave_idx_type k, bool is_lower, bool is_unit)
{
  gr_matrix_call call = call_for (GR_MATRIX_COPY_TRIANGLE, matrix);
  const octave_value result
    = gw_new_matrix (is_lower ? matrix.rows () : k, is_lower ? k : matrix.columns (), call.type);
  call.k = k;
  call.is_lower = is_lower;
  call.is_unit = is_unit;
  call.b = gw_array (result).elements ();
  gw_step (call);
  return result;
}

// ---- systems ----

gw_factored
gw_factor_lu (const octave_value &matrix)
{
  gw_factored f = { gw_factored::LU, gw_copied (matrix), octave_value (), false };
  gr_matrix_call call = call_for (GR_MATRIX_LU, f.factor);
  f.pivots = gw_new_matrix (std::min (matrix.rows (), matrix.columns ()), 1, GR_TYPE_I64);
  call.pivots = gw_array (f.pivots).elements ();
  f.is_singular = gw_step (call) != 0;
  return f;
}

gw_factored
gw_factor (const octave_value &matrix, unsigned bits)
{
  if (! (bits & GR_HAS_LOWER))
    return { gw_factored::UPPER, matrix, octave_value (), false };
  if (! (bits & GR_HAS_UPPER))
    return { gw_factored::LOWER, matrix, octave_value (), false };
  if (! (bits & (GR_IS_NOT_HERMITIAN | GR_IS_NOT_POSITIVE)))
    {
      const octave_value factor = gw_copied (matrix);
      if (! gw_step (call_for (GR_MATRIX_CHOLESKY, factor)))
        return { gw_factored::CHOLESKY, factor, octave_value (), false };
    }
  return gw_factor_lu (matrix);
}

octave_value
gw_solve (const gw_factored &f, const octave_value &b, gr_transposition op)
{
  static const gr_matrix_step steps[]
    = { GR_MATRIX_SOLVE_LU, GR_MATRIX_SOLVE_CHOLESKY, GR_MATRIX_SOLVE_TRIANGULAR, GR_MATRIX_SOLVE_TRIANGULAR };
  const octave_value x = gw_copied (b);
  gr_matrix_call call = call_for (steps[f.as], f.factor);
  call.k = b.columns ();
  call.is_lower = f.as == gw_factored::LOWER;
  call.op = f.as == gw_factored::CHOLESKY ? GR_AS_IT_STANDS : op;
  call.b = gw_array (x).elements ();
  call.pivots = f.pivots.is_defined () ? gw_array (f.pivots).elements () : nullptr;
  gw_step (call);
  return x;
}

double
gw_norm (const octave_value &matrix)
{
  const octave_value sums = octave::feval ("sum", ovl (gw_map (GR_ABS, matrix), 1.0), 1) (0);
  const NDArray columns = gw_array (sums).gathered ().array_value ();
  double most = 0;
  for (octave_idx_type k = 0; k < columns.numel () && ! std::isnan (most); k++)
    if (! (columns (k) <= most))
      most = columns (k);
  return most;
}

bool
gw_is_nearly_singular (double rcond, bool single)
{
  return single ? ! (static_cast<float> (rcond) + 1.0f > 1.0f) : ! (rcond + 1.0 > 1.0);
}

// The 1-norm of the inverse of a factored matrix, from below: Hager's method with Higham's changes, LAPACK's xLACN2.
class inverse_norm
{
public:
  explicit inverse_norm (const gw_factored &f) : m_f (f), m_type (gw_array (f.factor).type ()), m_n (f.factor.rows ())
  {}

  double estimate () const
  {
    enum { TURNS = 5 };
    ComplexNDArray x = solved (ComplexNDArray (dim_vector (m_n, 1), 1.0 / static_cast<double> (m_n)), false);
    double norm = norm_of (x);
    octave_idx_type last = -1;
    for (int turn = 1; m_n > 1 && turn < TURNS && std::isfinite (norm); turn++)
      {
        const octave_idx_type at = largest (solved (signs_of (x), true));
        if (at == last)
          break;
        last = at;
        ComplexNDArray unit (dim_vector (m_n, 1), 0.0);
        unit (at) = 1.0;
        x = solved (unit, false);
        const double found = norm_of (x);
        if (turn > 1 && ! (found > norm))
          break;
        norm = std::max (norm, found);
      }
    return m_n > 1 ? std::max (norm, alternate ()) : norm;
  }

private:
  // The other lower bound, from a vector that a matrix with cancellations shows itself by.
  double alternate () const
  {
    ComplexNDArray x (dim_vector (m_n, 1));
    const double n = static_cast<double> (m_n);
    for (octave_idx_type k = 0; k < m_n; k++)
      x (k) = (k % 2 ? -1.0 : 1.0) * (1.0 + static_cast<double> (k) / (n - 1.0));
    return 2.0 * norm_of (solved (x, false)) / (3.0 * n);
  }
  ComplexNDArray solved (const ComplexNDArray &b, bool transposed) const
  {
    // Octave makes real numbers of complex ones whose imaginary parts are 0
    const octave_value host = gr_types[m_type].is_complex ? octave_value (b) : octave_value (real_of (b));
    const octave_value held = octave_gpuarray::from_host (host), there = gw_array (held).converted (m_type);
    const octave_value x = gw_solve (m_f, there, transposed ? GR_CONJUGATE_TRANSPOSED : GR_AS_IT_STANDS);
    return gw_array (x).gathered ().complex_array_value ();
  }
  static NDArray real_of (const ComplexNDArray &z)
  {
    NDArray re (z.dims ());
    for (octave_idx_type k = 0; k < z.numel (); k++)
      re (k) = z (k).real ();
    return re;
  }
  static double norm_of (const ComplexNDArray &x)
  {
    double sum = 0;
    for (octave_idx_type k = 0; k < x.numel (); k++)
      sum += std::abs (x (k));
    return sum;
  }
  static ComplexNDArray signs_of (const ComplexNDArray &x)
  {
    ComplexNDArray signs (x.dims ());
    for (octave_idx_type k = 0; k < x.numel (); k++)
      signs (k) = std::abs (x (k)) > 0 ? x (k) / std::abs (x (k)) : Complex (1.0);
    return signs;
  }
  static octave_idx_type largest (const ComplexNDArray &x)
  {
    octave_idx_type at = 0;
    for (octave_idx_type k = 1; k < x.numel (); k++)
      if (std::abs (x (k)) > std::abs (x (at)))
        at = k;
    return at;
  }

  const gw_factored &m_f;
  gr_type m_type;
  octave_idx_type m_n;
};

bool
gw_is_surely_regular (const gw_factored &f, double norm)
{
  if (f.is_singular || ! std::isfinite (norm))
    return false;
  const octave_idx_type n = f.factor.rows ();
  const gr_type type = gw_array (f.factor).type (), real = gw_real_type (type);
  const double eps = std::numeric_limits<double>::epsilon (), single = std::numeric_limits<float>::epsilon ();
  // the same numbers in every session, from -1 to 1, and none near 0
  FloatMatrix some (n, 2);
  uint32_t state = 1;
  for (octave_idx_type k = 0; k < 2 * n; k++)
    {
      state = state * 1664525u + 1013904223u;
      some (k) = (state >> 31 ? -0.25f : 0.25f) * (1 + 3 * static_cast<float> (state >> 8 & 0x3fffff) / 0x400000);
    }
  const octave_value b = gw_array (octave_gpuarray::from_host (some)).converted (type);
  const double found = gw_norm (gw_solve (f, b));
  const double at_most = 1000 * std::sqrt (static_cast<double> (n)) * found;
  return norm * at_most < 1 / (gr_types[real].size == 4 ? single : eps);
}

double
gw_estimate_rcond (const gw_factored &f, double norm)
{
  if (f.is_singular)
    return 0;
  const double inverse = inverse_norm (f).estimate ();
  return std::isfinite (inverse) && inverse > 0 ? 1 / norm / inverse : std::isnan (norm) ? norm : 0;
}

// ---- singular values ----

// Of a matrix that is not wide.
static gw_singular
decompose_tall (const octave_value &matrix, bool vectors, bool economy)
{
  const octave_value lost = gw_copied (matrix);
  gr_matrix_call call = call_for (GR_MATRIX_SVD, lost);
  gw_singular s = { octave_value (), gw_new_matrix (call.n, 1, gw_real_type (call.type)), octave_value () };
  call.k = economy ? call.n : call.m;
  call.values = gw_array (s.values).elements ();
  if (vectors)
    {
      s.u = gw_new_matrix (call.m, call.k, call.type);
      s.v = gw_new_matrix (call.n, call.n, call.type);
      call.b = gw_array (s.u).elements ();
      call.c = gw_array (s.v).elements ();
    }
  if (gw_step (call))
    gw_raise_error (GR_CUDA_ERROR, "svd: the singular values have not converged");
  return s;
}

gw_singular
gw_decompose (const octave_value &matrix, bool vectors, bool economy)
{
  if (matrix.rows () >= matrix.columns ())
    return decompose_tall (matrix, vectors, economy);
  gw_singular s = decompose_tall (gw_hermitian (matrix), vectors, economy);
  std::swap (s.u, s.v);
  return s;
}
