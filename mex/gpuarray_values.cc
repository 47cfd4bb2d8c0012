// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of arrays as first arguments of reductions and scans: gpusum (F, D, E, ...) is gpusum (arrayfun (F, D, E),
// ...), but computes values as it reads elements, where it can.

#include "gpuarray_values.h"

#include <array>

#include "gpuarray_arrayfun.h"
#include "gpuarray_expression.h"
#include "interrupt.h"

// ---- values that are not computed yet ----

class values_of_function : public gw_values_to_come
{
public:
  values_of_function (const gw_expression &e, const dim_vector &dims) : m_expression (e), m_dims (dims)
  {
    const gr_expression &steps = m_expression.steps ();
    const int n = dims.ndims ();
    for (int k = 0; k < steps.arguments; k++)
      {
        const octave_gpuarray &array = *octave_gpuarray::in (m_expression.arrays () (k));
        const dim_vector of = array.dims ().redim (n);
        for (int d = 0; d < n; d++)
          m_sizes[k][d] = of (d);
        m_rows[k] = m_sizes[k].data ();
        m_operands[k] = { array.type (), array.elements (), 0, array.numel () == 1, nullptr };
      }
    m_mapping = { &steps, m_operands.data (), static_cast<std::size_t> (n), m_rows.data () };
  }
  values_of_function (const values_of_function &) = delete;
  values_of_function &operator= (const values_of_function &) = delete;

  const gr_mapping &mapping () const override { return m_mapping; }
  gr_buffer *array () override
  {
    if (! m_array.is_defined ())
      m_array = gw_evaluate (m_expression, m_dims) (0);
    return octave_gpuarray::in (m_array)->elements ();
  }
  [[noreturn]] void raise_fault (int step) const override { m_expression.raise_fault (step); }

private:
  gw_expression m_expression;
  dim_vector m_dims;
  std::array<gr_operand, GR_MAX_ARGUMENTS> m_operands;
  std::array<std::array<std::size_t, GR_MAX_DIMS>, GR_MAX_ARGUMENTS> m_sizes;
  std::array<const std::size_t *, GR_MAX_ARGUMENTS> m_rows;
  gr_mapping m_mapping;
  octave_value m_array;
};

// ---- questions ----

octave_value_list
gw_function_values (const octave_value_list &args)
{
  const std::string name = args (1).string_value ();
  const octave_value function = args (2);
  const int taken = gw_count_parameters (name.c_str (), function);
  if (args.length () < 3 + taken)
    error_with_id ("Octave:invalid-fun-call", "%s: the function has %d arguments, and there are %d behind it",
                   name.c_str (), taken, static_cast<int> (args.length ()) - 3);
  const octave_value_list arrays = args.slice (3, taken);
  bool is_on_host = true;
  for (int k = 0; k < taken; k++)
    is_on_host = is_on_host && ! octave_gpuarray::in (arrays (k));
  const gw_expression e (name.c_str (), function, arrays, gw_values::RESULTS, 1);
  const dim_vector dims = gw_broadcast_arrays (name.c_str (), e.arrays ());
  gw_compare_once (name.c_str (), e, arrays, dims);
  return ovl (octave_value (new octave_gpuarray (std::make_shared<values_of_function> (e, dims), dims, e.type (0))),
              1 + taken, is_on_host);
}

octave_value_list
gw_function_fault (const octave_value_list &args)
{
  const octave_gpuarray *const array = octave_gpuarray::in (args (1));
  if (array && array->values ())
    array->values ()->raise_fault (args (2).int_value ());
  return octave_value_list ();
}
