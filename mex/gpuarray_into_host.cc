// SPDX-License-Identifier: GPL-3.0-or-later
//
// `b(I) = d` where b is a host array: b stays one, and the elements are brought to it.

#include "gpuarray_into_host.h"

#include <octave/ov.h>

#include "gpuarray.h"

// So many assignments show that an array belongs to the device.
static constexpr int MANY = 1000;

static void
count_assignment ()
{
  static int count = 0;
  if (count < MANY && ++count == MANY)
    warning_with_id ("gpureduce:hostAssignment",
                     "elements of gpuArrays were assigned to places in host arrays %d times, and each time waited for "
                     "the device; make the array by zeros (..., \"like\", d), where d is a gpuArray",
                     MANY);
}

// Octave finds no assignment from a gpuArray to an array, converts the array to what is named by it, this, and assigns
// to that.  It has the array itself, so that this is changed in place where Octave does so.
class host_target : public octave_base_value
{
public:
  explicit host_target (const octave_base_value &array) : m_array (const_cast<octave_base_value &> (array)) {}
  octave_value subsasgn (const std::string &type, const std::list<octave_value_list> &index,
                         const octave_value &rhs) override
  {
    const octave_value host = octave_gpuarray::in (rhs)->gathered ();
    count_assignment ();
    return m_array.subsasgn (type, index, host);
  }

private:
  octave_base_value &m_array;
};

static octave_base_value *
new_target (const octave_base_value &array)
{
  return new host_target (array);
}

void
gw_install_host_assignments (octave::type_info &types, int gpuarray)
{
  const int count = types.installed_type_names ().numel ();
  for (int t = 0; t < count; t++)
    if (t != gpuarray)
      {
        types.install_pref_assign_conv (t, gpuarray, gpuarray);
        types.install_widening_op (t, gpuarray, new_target);
      }
}
