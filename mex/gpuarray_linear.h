// SPDX-License-Identifier: GPL-3.0-or-later
//
// Linear algebra.  Matrices are gpuArrays of floating-point numbers with two dimensions, none of which is 0, but where
// something else is said.

#ifndef GW_GPUARRAY_LINEAR_H
#define GW_GPUARRAY_LINEAR_H

#include <octave/ov-typeinfo.h>

#include "elements.h"
#include "gpuarray.h"

// ---- steps of the library, for the functions of gpuarray_solve.cc and gpuarray_factor.cc (gpuarray_linear.cc) ----

inline const octave_gpuarray &
gw_array (const octave_value &value)
{
  return *octave_gpuarray::in (value);
}

// Do a step; its info.
int64_t gw_step (const gr_matrix_call &call);

// A matrix that is not filled in, or all zeros; a copy with elements of its own.
octave_value gw_new_matrix (octave_idx_type rows, octave_idx_type columns, gr_type type, bool zeros = false);
octave_value gw_copied (const octave_value &matrix);
octave_value gw_identity (octave_idx_type n, gr_type type);
gr_type gw_real_type (gr_type type);

// Octave's operators of gpuArrays.
octave_value gw_product (const octave_value &x, const octave_value &y);
octave_value gw_hermitian (const octave_value &x);
// A column on the diagonal of a matrix of zeros, and the diagonal of a square matrix.
octave_value gw_on_diagonal (const octave_value &column, octave_idx_type rows, octave_idx_type columns);
octave_value gw_diagonal_of (const octave_value &matrix);
// Columns or rows of a matrix: the first `count`, or those of a list that counts from 1.
octave_value gw_first_columns (const octave_value &x, octave_idx_type count);
octave_value gw_first_rows (const octave_value &x, octave_idx_type count);
octave_value gw_chosen_rows (const octave_value &x, const NDArray &rows);
octave_value gw_chosen_columns (const octave_value &x, const NDArray &columns);

// Bits of gr_matrix_bit; the triangle of a copy of GR_MATRIX_COPY_TRIANGLE.
unsigned gw_look_at (const octave_value &matrix);
octave_value gw_triangle (const octave_value &matrix, octave_idx_type k, bool is_lower, bool is_unit = false);

// A factored square matrix, by which systems are solved.
struct gw_factored
{
  enum kind { LU, CHOLESKY, LOWER, UPPER } as;
  octave_value factor, pivots;
  bool is_singular; // a pivot is 0
};
// By what the matrix is: a triangle, positive definite, or else by LU.
gw_factored gw_factor (const octave_value &matrix, unsigned bits);
gw_factored gw_factor_lu (const octave_value &matrix);
// Solve op (A) x = b.
octave_value gw_solve (const gw_factored &f, const octave_value &b, gr_transposition op = GR_AS_IT_STANDS);
// Is the reciprocal condition number of a matrix of this 1-norm no less than eps, as good as certainly?  By one
// solution, of two columns that stand for random ones: the 2-norms of the inverse's rows are seldom more than 1000
// times what they make of one.  Where this says no, an estimate has to say it.
bool gw_is_surely_regular (const gw_factored &f, double norm);
// The 1-norm; an estimate of the reciprocal condition number by a few solutions, of a matrix of that norm.
double gw_norm (const octave_value &matrix);
double gw_estimate_rcond (const gw_factored &f, double norm);
// Is the condition as bad as rounding?  single: in that precision.
bool gw_is_nearly_singular (double rcond, bool single);

// [U, S, V]: values descending as a column, and if asked for the vectors, of the economy's sizes or all.
struct gw_singular
{
  octave_value u, values, v;
};
gw_singular gw_decompose (const octave_value &matrix, bool vectors, bool economy);

// ---- what Octave calls ----

// The function of linear algebra of that name, of Octave's own for arrays on the host.
octave_value_list gw_linear (const char *name, const octave_value_list &args, int nargout);

// C = pagemtimes (X, Y), (X, TRANSPX, Y, TRANSPY)
octave_value gw_multiply_pages (const octave_value_list &args);

// X \ Y, X / Y, and X ^ Y of which one is a matrix.
octave_value gw_left_divide (const octave_value &x, const octave_value &y);
octave_value gw_right_divide (const octave_value &x, const octave_value &y);
octave_value gw_power (const octave_value &x, const octave_value &y);

// ---- functions on a device (gpuarray_solve.cc, gpuarray_factor.cc), of an array of two dimensions that has elements
// ----

// An undefined result says that they don't have these arguments.
struct gw_linear_call
{
  const char *name;
  octave_value matrix;
  octave_value_list options; // what is behind it
  int nargout;
};
octave_value_list gw_inverse (const gw_linear_call &call);
octave_value_list gw_determinant (const gw_linear_call &call);
octave_value_list gw_rcond (const gw_linear_call &call);
octave_value_list gw_lu (const gw_linear_call &call);
octave_value_list gw_chol (const gw_linear_call &call);
octave_value_list gw_cholinv (const gw_linear_call &call);
octave_value_list gw_chol2inv (const gw_linear_call &call);
octave_value_list gw_qr (const gw_linear_call &call);
octave_value_list gw_svd (const gw_linear_call &call);
octave_value_list gw_pinv (const gw_linear_call &call);
octave_value_list gw_eig (const gw_linear_call &call);

#endif
