// SPDX-License-Identifier: GPL-3.0-or-later
//
// gpuArrays as gateways see them.  The code of the type is in another file of Octave's, so only its virtual functions
// are called here.

#include "handle.h"

#include <cstring>
#include <new>
#include <string>

#include <octave/interpreter.h>
#include <octave/mxarray.h>
#include <octave/ov-typeinfo.h>
#include <octave/ov.h>

#include "gpuarray.h"

static const octave_gpuarray &
array_of (const octave_value &value)
{
  return static_cast<const octave_gpuarray &> (value.get_rep ());
}

// An array of the type as Octave has registered it, which lasts as long as the process; NULL until there was a
// gpuArray.
static const octave_gpuarray *
registered ()
{
  static const octave_value *known;
  if (! known)
    {
      const octave_value found = octave::interpreter::the_interpreter ()->get_type_info ().lookup_type ("gpuArray");
      known = found.is_defined () ? new octave_value (found) : nullptr;
    }
  return known ? &array_of (*known) : nullptr;
}

// The same; the type is made if it is not there yet.
static const octave_gpuarray *
needed ()
{
  if (! registered ())
    octave::interpreter::the_interpreter ()->feval ("__gpuarray__", ovl ("install"), 0);
  return registered ();
}

static bool
is_gpuarray (const octave_value &value)
{
  if (value.builtin_type () != btyp_unknown)
    return false;
  const octave_gpuarray *const one = registered ();
  return one && value.type_id () == one->type_id ();
}

static octave_value
value_of (const void *array)
{
  return mxArray::as_octave_value (static_cast<const mxArray *> (array));
}

static octave_value_list
values_of (int count, const void *const *args)
{
  octave_value_list values (count, octave_value ());
  for (int k = 0; k < count; k++)
    values (k) = value_of (args[k]);
  return values;
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

bool
gw_without_throw (bool (*step) (void *data), void *data, bool *ok, char *text, size_t room)
{
  std::string said = "out of memory";
  *ok = false;
  try
    {
      *ok = step (data);
      return true;
    }
  catch (const octave::execution_exception &e)
    {
      said = e.message ();
      octave::interpreter::the_interpreter ()->recover_from_exception ();
    }
  catch (const std::bad_alloc &)
    {}
  text[said.copy (text, room - 1)] = 0;
  return false;
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

void *
gw_make_values (const char *name, int count, const void *const *args, int *taken, bool *is_on_host)
{
  const octave_gpuarray *const one = needed ();
  return one ? new mxArray (true, one->values_of (name, values_of (count, args), taken, is_on_host)) : nullptr;
}

void
gw_raise_fault (const void *array, int step)
{
  array_of (value_of (array)).values ()->raise_fault (step);
}

bool
gw_combine_handles (const char *name, int count, const void *const *args, int nargout, void **results)
{
  const octave_gpuarray *const one = needed ();
  if (! one)
    return false;
  const octave_value_list values
    = one->combine (name, ! std::strcmp (name, "gpuscan"), values_of (count, args), nargout);
  for (int k = 0; k < values.length (); k++)
    results[k] = new mxArray (true, values (k));
  return true;
}
