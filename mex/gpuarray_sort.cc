// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sorted arrays: arguments as Octave's sort reads them, with its texts, and the segments along a dimension.

#include "gpuarray_sort.h"

#include <cstring>

#include <octave/oct.h>

#include "gpuarray.h"
#include "gpuarray_classes.h"
#include "host_types.h"
#include "order.h"
#include "unfilled.h"

static bool
read_descends (const char *name, const octave_value &mode)
{
  const std::string text = mode.string_value ();
  if (text != "ascend" && text != "descend")
    gw_raise_error (GR_BAD_ARGUMENT, "%s: MODE must be either \"ascend\" or \"descend\"", name);
  return text == "descend";
}

// A dimension from 1 on, rounded as Octave's sort rounds it, or 0 if it is none.
static int
read_dim (const octave_value &dim)
{
  const bool is_number = (dim.isnumeric () || dim.islogical ()) && ! dim.iscomplex () && dim.numel () == 1;
  return is_number && ! dim.isnan ().is_true () ? dim.nint_value () : 0;
}

// How (A, DIM, MODE) is sorted; the type of its elements is left out.
static gr_sorting
read_sorting (const char *name, const octave_value_list &args)
{
  const int count = args.length ();
  const dim_vector dims = args (0).dims ();
  gr_sorting q = {};
  int dim = dims.first_non_singleton () + 1;
  if (count > 1 && args (1).is_string () && count == 2)
    q.descending = read_descends (name, args (1));
  else if (count > 1)
    dim = read_dim (args (1));
  if (dim < 1)
    gw_raise_error (GR_BAD_ARGUMENT, "%s: DIM must be a valid dimension", name);
  if (count > 2 && ! args (2).is_string ())
    gw_raise_error (GR_BAD_ARGUMENT, "%s: MODE must be a string", name);
  if (count > 2)
    q.descending = read_descends (name, args (2));
  q.inner = q.len = q.outer = 1;
  for (int d = 1; d <= dims.ndims (); d++)
    (d < dim ? q.inner : d == dim ? q.len : q.outer) *= dims (d - 1);
  return q;
}

static void
check (const char *name, gr_status status)
{
  if (status != GR_OK)
    gw_raise_error (status, "%s: %s", name, gr_message ());
}

// A gpuArray.
static octave_value_list
sort_on_device (const char *name, const octave_gpuarray &array, gr_sorting q, bool with_positions)
{
  q.type = array.type ();
  octave_gpuarray *const sorted = new octave_gpuarray (array.dims (), q.type);
  octave_value_list results = ovl (octave_value (sorted));
  octave_gpuarray *positions = nullptr;
  if (with_positions)
    {
      positions = new octave_gpuarray (array.dims (), GR_TYPE_F64);
      results.append (octave_value (positions));
    }
  if (array.numel ())
    check (name, gr_sort (&q, array.elements (), sorted->elements (), positions ? positions->elements () : nullptr));
  return results;
}

// A host array by the host itself.
template <typename Array>
static octave_value_list
sort_on_host (const char *name, const Array &array, const gr_sorting &q, bool with_positions)
{
  Array sorted = gw_unfilled<Array> (array.dims ());
  NDArray positions = with_positions ? gw_unfilled<NDArray> (array.dims ()) : NDArray ();
  check (name, gr_sort_on_host (&q, array.data (), sorted.fortran_vec (),
                                with_positions ? positions.fortran_vec () : nullptr));
  octave_value_list results = ovl (sorted);
  if (with_positions)
    results.append (positions);
  return results;
}

static octave_value_list
sort_host_array (const char *name, const octave_value &full, gr_sorting q, bool with_positions)
{
  const char *backend = nullptr;
  check (name, gr_backend_name (&backend));
  if (std::strcmp (backend, "cpu"))
    {
      const octave_value there = octave_gpuarray::from_host (full);
      return octave_gpuarray::gathered (sort_on_device (name, *octave_gpuarray::in (there), q, with_positions));
    }
  q.type = gw_type_of (full);
  switch (q.type)
    {
#define GW_SORT(ID, ARRAY, VALUE)                                                                                      \
  case GR_TYPE_##ID:                                                                                                   \
    return sort_on_host (name, ARRAY (full.VALUE ()), q, with_positions);
      GW_HOST_TYPES (GW_SORT)
#undef GW_SORT
    default:
      return octave_value_list ();
    }
}

octave_value_list
gw_sort (const char *name, const octave_value_list &given, int nargout)
{
  if (given.length () < 1 || given.length () > 3)
    error_with_id ("Octave:invalid-fun-call", "Invalid call to %s", name);
  octave_value_list args = octave_gpuarray::gathered (given.slice (1, given.length () - 1));
  args.prepend (given (0));
  const gr_sorting q = read_sorting (name, args);
  const octave_gpuarray *const array = octave_gpuarray::in (args (0));
  return array ? sort_on_device (name, *array, q, nargout > 1)
               : sort_host_array (name, octave_gpuarray::full_on_host (name, args (0)), q, nargout > 1);
}
