// SPDX-License-Identifier: GPL-3.0-or-later
//
// arrayfun and bsxfun of gpuArrays.

#ifndef GW_GPUARRAY_ARRAYFUN_H
#define GW_GPUARRAY_ARRAYFUN_H

#include <octave/dim-vector.h>
#include <octave/ovl.h>

#include "gpuarray_expression.h"

// Is an array among those that the function is called for a gpuArray?
bool gw_is_arrayfun_there (const octave_value_list &args);

// NAME (FUNCTION, D, E, ..., "UniformOutput", true): values of a function of the elements of arrays, of which one is a
// gpuArray.  Sizes are broadcast.
octave_value_list gw_arrayfun (const char *name, const octave_value_list &args, int nargout);

// The sizes of values of a function of arrays, which are broadcast; an error in the name of NAME if they do not fit.
dim_vector gw_broadcast_arrays (const char *name, const octave_value_list &arrays);

// Arrays as operands of the library, whose sizes have `ndims` dimensions.
struct gw_operands
{
  gw_operands (const octave_value_list &arrays, int ndims);
  gw_operands (const gw_operands &) = delete;
  gw_operands &operator= (const gw_operands &) = delete;
  gr_mapping mapping (const gr_expression *e) const { return { e, operand, ndims, rows }; }

  std::size_t ndims;
  gr_operand operand[GR_MAX_ARGUMENTS];
  std::size_t sizes[GR_MAX_ARGUMENTS][GR_MAX_DIMS];
  const std::size_t *rows[GR_MAX_ARGUMENTS];
};

// The values for arrays of an expression, of these sizes.
octave_value_list gw_evaluate (const gw_expression &e, const dim_vector &dims);
// The same of steps that an expression has become, which has the names for errors, and of other arrays.
octave_value_list gw_evaluate_steps (const gr_expression &steps, const gw_expression &e,
                                     const octave_value_list &arrays, const dim_vector &dims);

// On the first call of a function, compare values for a few elements of its arguments with Octave's own, and raise an
// error if one differs.
void gw_compare_once (const char *name, const gw_expression &e, const octave_value_list &args, const dim_vector &dims);

#endif
