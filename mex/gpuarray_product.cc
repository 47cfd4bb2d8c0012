// SPDX-License-Identifier: GPL-3.0-or-later
//
// The matrix product: of elements on a device by the library, and of those in host memory, on the cpu backend, by
// Octave itself, which has a BLAS.

#include "gpuarray_product.h"

#include <octave/interpreter.h>
#include <octave/lo-array-errwarn.h>
#include <octave/ov.h>

#include "elements.h"
#include "gpuarray_arithmetic.h"
#include "gpuarray_classes.h"

// A factor, and how it is transposed.
struct factor
{
  octave_value value;
  gr_transposition as;
};

static octave::type_info &
type_info ()
{
  return octave::interpreter::the_interpreter ()->get_type_info ();
}

static octave_value
transposed (const factor &f)
{
  return f.as == GR_AS_IT_STANDS
         ? f.value
         : octave::unary_op (type_info (),
                             f.as == GR_TRANSPOSED ? octave_value::op_transpose : octave_value::op_hermitian, f.value);
}

// Octave's operator on its own arrays.  It has none of two transposed ones, and none is asked for.
static octave_value
multiply_on_host (const octave_value &x, gr_transposition x_as, const octave_value &y, gr_transposition y_as)
{
  if (x_as == GR_AS_IT_STANDS && y_as == GR_AS_IT_STANDS)
    return octave::binary_op (type_info (), octave_value::op_mul, x, y);
  return octave::binary_op (type_info (),
                            x_as == GR_TRANSPOSED             ? octave_value::op_trans_mul
                            : x_as == GR_CONJUGATE_TRANSPOSED ? octave_value::op_herm_mul
                            : y_as == GR_TRANSPOSED           ? octave_value::op_mul_trans
                                                              : octave_value::op_mul_herm,
                            x, y);
}

// An array of more dimensions is the matrix of its columns, as Octave takes it.
static octave_value
multiply (const factor &x, const factor &y)
{
  const octave_value left = octave_gpuarray::from_host (x.value), right = octave_gpuarray::from_host (y.value);
  const octave_gpuarray &a = *octave_gpuarray::in (left), &b = *octave_gpuarray::in (right);
  const gr_type type = gw_product_type (a.type (), b.type ());
  const dim_vector of_a = a.dims ().redim (2), of_b = b.dims ().redim (2);
  const bool turns_a = x.as != GR_AS_IT_STANDS, turns_b = y.as != GR_AS_IT_STANDS;
  const octave_idx_type m = of_a (turns_a), k = of_a (! turns_a), n = of_b (! turns_b);
  if (k != of_b (turns_b))
    octave::err_nonconformant ("operator *", m, k, of_b (turns_b), n);
  if (! gr_can_multiply ())
    {
      // Octave makes a complex result real if it can
      const octave_value host
        = octave_gpuarray::from_host (multiply_on_host (a.gathered (), x.as, b.gathered (), y.as));
      return octave_gpuarray::in (host)->converted (type);
    }
  const octave_value p = a.converted (type), q = b.converted (type);
  octave_gpuarray *const made = new octave_gpuarray (dim_vector (m, n), type);
  const octave_value result (made);
  if (made->byte_size ())
    gw_check (gr_multiply (type, m, n, k, { octave_gpuarray::in (p)->elements (), 0, x.as },
                           { octave_gpuarray::in (q)->elements (), 0, y.as }, made->elements (), 0));
  return result;
}

octave_value
gw_dot_chunks (const octave_gpuarray &x, const octave_gpuarray &y, int dim)
{
  if (x.dims () != y.dims () || ! x.isfloat () || ! y.isfloat () || dim < 0 || dim >= x.ndims ())
    gw_raise_error (GR_BAD_ARGUMENT,
                    "gpuArray: dot products are of floating-point arrays of one size, along one of their dimensions");
  const gr_type type = gw_product_type (x.type (), y.type ());
  const octave_value p = x.converted (type), q = y.converted (type);
  dim_vector dims = x.dims ();
  size_t inner = 1, outer = 1;
  const size_t len = dims (dim);
  for (int k = 0; k < dims.ndims (); k++)
    if (k != dim)
      (k < dim ? inner : outer) *= dims (k);
  dims (dim) = gr_count_dot_chunks (inner, len);
  octave_gpuarray *const made = new octave_gpuarray (dims, gr_types[type].is_complex ? GR_TYPE_C64 : GR_TYPE_F64);
  const octave_value result (made);
  if (made->byte_size ())
    gw_check (gr_dot_chunks (type, inner, len, outer, octave_gpuarray::in (p)->elements (),
                             octave_gpuarray::in (q)->elements (), made->elements ()));
  return result;
}

template <gr_transposition X_AS, gr_transposition Y_AS>
static octave_value
product (const octave_base_value &x, const octave_base_value &y)
{
  const factor a = { octave_value (x.clone ()), X_AS }, b = { octave_value (y.clone ()), Y_AS };
  if (x.numel () == 1 || y.numel () == 1)
    return gw_binary (GR_TIMES, transposed (a), transposed (b));
  // Octave's error where there is no transpose
  const bool has_none = (X_AS != GR_AS_IT_STANDS && x.ndims () > 2) || (Y_AS != GR_AS_IT_STANDS && y.ndims () > 2);
  return has_none ? multiply ({ transposed (a), GR_AS_IT_STANDS }, { transposed (b), GR_AS_IT_STANDS })
                  : multiply (a, b);
}

octave_value_list
gw_kron_plain (const octave_value_list &args)
{
  if (! gw_is_plain (args (1)) || ! gw_is_plain (args (2)))
    return ovl (false);
  const dim_vector of_a = args (1).dims ().redim (2), of_b = args (2).dims ().redim (2);
  // rows and columns of B count faster than those of A, which are repeated along them
  const octave_value a = octave_gpuarray::from_host (args (1)).reshape (dim_vector (1, of_a (0), 1, of_a (1)));
  const octave_value b = octave_gpuarray::from_host (args (2)).reshape (dim_vector (of_b (0), 1, of_b (1), 1));
  const octave_value products = gw_binary (GR_TIMES, b, a);
  return ovl (products.reshape (dim_vector (of_a (0) * of_b (0), of_a (1) * of_b (1))));
}

void
gw_install_products (octave::type_info &types, int x, int y)
{
  types.install_binary_op (octave_value::op_mul, x, y, product<GR_AS_IT_STANDS, GR_AS_IT_STANDS>);
  types.install_binary_op (octave_value::op_trans_mul, x, y, product<GR_TRANSPOSED, GR_AS_IT_STANDS>);
  types.install_binary_op (octave_value::op_herm_mul, x, y, product<GR_CONJUGATE_TRANSPOSED, GR_AS_IT_STANDS>);
  types.install_binary_op (octave_value::op_mul_trans, x, y, product<GR_AS_IT_STANDS, GR_TRANSPOSED>);
  types.install_binary_op (octave_value::op_mul_herm, x, y, product<GR_AS_IT_STANDS, GR_CONJUGATE_TRANSPOSED>);
}
