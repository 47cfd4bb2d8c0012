// SPDX-License-Identifier: GPL-3.0-or-later
//
// What Octave asks of values in isa and in x++.

#include "gpuarray_scalar.h"

#include <octave/ov.h>

#include "gpuarray_arithmetic.h"

// isa (D, CLASS): of the class of its elements, too.
bool
octave_gpuarray::is_instance_of (const std::string &name) const
{
  return name == gr_types[m_type].name;
}

void
octave_gpuarray::become (const octave_gpuarray &other)
{
  m_buffer = other.m_buffer;
  m_dims = other.m_dims;
  m_type = other.m_type;
}

template <gr_binary OP>
static void
change_by_one (octave_base_value &value)
{
  octave_gpuarray &array = dynamic_cast<octave_gpuarray &> (value);
  const octave_value changed = gw_binary (OP, octave_value (array.clone ()), octave_value (1.0));
  array.become (*octave_gpuarray::in (changed));
}

void
gw_install_increments (octave::type_info &types, int type_id)
{
  types.install_non_const_unary_op (octave_value::op_incr, type_id, change_by_one<GR_PLUS>);
  types.install_non_const_unary_op (octave_value::op_decr, type_id, change_by_one<GR_MINUS>);
}
