// SPDX-License-Identifier: GPL-3.0-or-later
//
// gpuArrays as gateways see them.  The code of the type is in another file of Octave's, so only its virtual functions
// are called here.

#include "handle.h"

#include <octave/interpreter.h>
#include <octave/mxarray.h>
#include <octave/ov-typeinfo.h>
#include <octave/ov.h>

#include "gpuarray.h"

// The number that Octave gave to the type; none until there was a gpuArray.
static bool
is_gpuarray (const octave_value &value)
{
  static int type = -1;
  if (value.builtin_type () != btyp_unknown)
    return false;
  if (type < 0)
    {
      const octave_value registered
        = octave::interpreter::the_interpreter ()->get_type_info ().lookup_type ("gpuArray");
      if (registered.is_defined ())
        type = registered.type_id ();
    }
  return type >= 0 && value.type_id () == type;
}

static octave_value
value_of (const void *array)
{
  return mxArray::as_octave_value (static_cast<const mxArray *> (array));
}

static const octave_gpuarray &
array_of (const octave_value &value)
{
  return static_cast<const octave_gpuarray &> (value.get_rep ());
}

bool
gw_read_handle (const void *array, gr_buffer **elements, gr_type *type, const gr_mapping **mapping)
{
  *mapping = nullptr;
  if (! static_cast<const mxArray *> (array)->is_octave_value ())
    return false;
  const octave_value value = value_of (array);
  if (! is_gpuarray (value))
    return false;
  gw_values_to_come *const values = array_of (value).values ();
  *mapping = values ? &values->mapping () : nullptr;
  *elements = values ? nullptr : array_of (value).elements ();
  *type = array_of (value).type ();
  return true;
}

gr_buffer *
gw_compute_handle (const void *array)
{
  return array_of (value_of (array)).elements ();
}

void *
gw_make_handle (const void *other, gr_buffer *elements, size_t ndims, const size_t *dims, gr_type type)
{
  dim_vector sizes;
  sizes.resize (static_cast<int> (ndims));
  for (size_t k = 0; k < ndims; k++)
    sizes (static_cast<int> (k)) = static_cast<octave_idx_type> (dims[k]);
  return new mxArray (true, array_of (value_of (other)).made_of (elements, sizes, type));
}
