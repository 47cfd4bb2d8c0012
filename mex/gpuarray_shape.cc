// SPDX-License-Identifier: GPL-3.0-or-later
//
// Other shapes: permute, resize, repmat, transposes, concatenation.

#include "gpuarray_shape.h"

#include <algorithm>
#include <vector>

#include <octave/ov.h>

#include "gpuarray_classes.h"
#include "gpuarray_copy.h"

octave_value
octave_gpuarray::permute (const Array<int> &order, bool inverse) const
{
  const int n = order.numel ();
  const char *const name = inverse ? "ipermute" : "permute";
  std::vector<bool> is_there (n);
  if (n < m_dims.ndims ())
    gw_raise_error (GR_BAD_ARGUMENT, "%s: invalid permutation vector", name);
  for (int k = 0; k < n; k++)
    {
      if (order (k) < 0 || order (k) >= n)
        gw_raise_error (GR_BAD_ARGUMENT, "%s: permutation vector contains an invalid element", name);
      if (is_there[order (k)])
        gw_raise_error (GR_BAD_ARGUMENT, "%s: permutation vector cannot contain identical elements", name);
      is_there[order (k)] = true;
    }
  dim_vector from = dim_vector::alloc (n), to = dim_vector::alloc (n);
  std::vector<std::ptrdiff_t> stride (n);
  std::vector<int> source (n);
  for (int k = 0; k < n; k++)
    {
      from (k) = k < m_dims.ndims () ? m_dims (k) : 1;
      stride[k] = k ? stride[k - 1] * from (k - 1) : 1;
      source[inverse ? order (k) : k] = inverse ? k : order (k);
    }
  gw_copy copy;
  std::ptrdiff_t at = 1;
  bool moves = false;
  for (int k = 0; k < n; k++)
    {
      to (k) = from (source[k]);
      copy.add (to (k), at, stride[source[k]]);
      moves = moves || (to (k) != 1 && stride[source[k]] != at);
      at *= to (k);
    }
  to.chop_trailing_singletons ();
  if (! moves)
    return reshape (to);
  octave_gpuarray *const made = new octave_gpuarray (to, m_type);
  const octave_value result (made);
  copy.run (*made, *this);
  return result;
}

octave_value
gw_transposed (const octave_gpuarray &a)
{
  if (a.dims ().ndims () > 2)
    gw_raise_error (GR_BAD_ARGUMENT, "transpose not defined for N-D objects");
  Array<int> order (dim_vector (2, 1));
  order (0) = 1;
  order (1) = 0;
  return a.permute (order);
}

// Set all elements to 0.
static void
clear (const octave_gpuarray &a)
{
  static const char zero[sizeof (gr_c64)] = { 0 };
  const std::size_t size = gr_types[a.type ()].size;
  if (a.byte_size ())
    gw_check (gr_buffer_fill (a.elements (), 0, zero, size, a.dims ().numel ()));
}

octave_value
octave_gpuarray::resize (const dim_vector &dims, bool fill) const
{
  const int n = std::max (dims.ndims (), m_dims.ndims ());
  const dim_vector from = m_dims.redim (n), to = dims.redim (n);
  octave_gpuarray *const made = new octave_gpuarray (dims, m_type);
  const octave_value result (made);
  gw_copy copy;
  std::ptrdiff_t to_stride = 1, from_stride = 1;
  // a concatenation makes its result of an empty array without `fill`, and writes all of it
  if (fill || m_buffer)
    clear (*made);
  for (int k = 0; k < n; k++)
    {
      copy.add (std::min (from (k), to (k)), to_stride, from_stride);
      to_stride *= to (k);
      from_stride *= from (k);
    }
  copy.run (*made, *this);
  return result;
}

octave_value
gw_repeated (const octave_gpuarray &a, const dim_vector &times)
{
  const int n = std::max (times.ndims (), a.dims ().ndims ());
  const dim_vector from = a.dims ().redim (n);
  dim_vector dims = dim_vector::alloc (n);
  gw_copy copy;
  std::ptrdiff_t to_stride = 1, from_stride = 1;
  for (int k = 0; k < n; k++)
    {
      const octave_idx_type count = k < times.ndims () ? times (k) : 1;
      dims (k) = from (k) * count;
      copy.add (from (k), to_stride, from_stride);
      copy.add (count, to_stride * from (k), 0);
      to_stride *= dims (k);
      from_stride *= from (k);
    }
  dims.chop_trailing_singletons ();
  octave_gpuarray *const made = new octave_gpuarray (dims, a.type ());
  const octave_value result (made);
  copy.run (*made, a);
  return result;
}

// ---- concatenation ----

// Copy an array into a larger one of the same type, its first element to a place.
static void
insert (const octave_gpuarray &all, const octave_gpuarray &part, const dim_vector &place)
{
  const dim_vector dims = all.dims (), extent = part.dims ();
  gw_copy copy;
  std::ptrdiff_t to = 1, from = 1;
  for (int k = 0; k < dims.ndims (); k++)
    {
      const octave_idx_type count = k < extent.ndims () ? extent (k) : 1;
      copy.to_first += to * (k < place.ndims () ? place (k) : 0);
      copy.add (count, to, from);
      to *= dims (k);
      from *= count;
    }
  copy.run (all, part);
}

// A copy of the same or of another type.
static octave_value
copied (const octave_gpuarray &a, gr_type type)
{
  octave_gpuarray *const made = new octave_gpuarray (a.dims (), type);
  const octave_value result (made);
  const octave_value whole = a.converted (type);
  gw_copy_all (*made, *octave_gpuarray::in (whole));
  return result;
}

octave_value
gw_put_beside (const octave_base_value &all, const octave_base_value &part, const Array<octave_idx_type> &place)
{
  // Octave has one reference to the result so far and replaces it by what is returned, so the part is written into it
  const octave_gpuarray *const own = dynamic_cast<const octave_gpuarray *> (&all);
  const bool is_own = own && ! own->is_shared ();
  const octave_value x = own ? octave_value (own->clone ()) : octave_gpuarray::from_host (octave_value (all.clone ()));
  const octave_value y = octave_gpuarray::from_host (octave_value (part.clone ()));
  const octave_gpuarray &a = *octave_gpuarray::in (x), &b = *octave_gpuarray::in (y);
  const gr_type type = gw_concatenated_type (a.type (), b.type ());
  const octave_value result = is_own && type == a.type () ? x : copied (a, type), piece = b.converted (type);
  dim_vector at;
  at.resize (place.numel ());
  for (octave_idx_type k = 0; k < place.numel (); k++)
    at (k) = place (k);
  insert (*octave_gpuarray::in (result), *octave_gpuarray::in (piece), at);
  return result;
}

octave_value
gw_concatenated (int dim, const octave_value_list &parts)
{
  dim_vector dims;
  gr_type type = GR_TYPE_COUNT;
  std::vector<octave_value> arrays;
  for (octave_idx_type k = 0; k < parts.length (); k++)
    {
      arrays.push_back (octave_gpuarray::from_host (parts (k)));
      const octave_gpuarray &part = *octave_gpuarray::in (arrays.back ());
      if (! k)
        dims = part.dims ();
      else if (! dims.hvcat (part.dims (), dim))
        gw_raise_error (GR_BAD_ARGUMENT, "cat: dimension mismatch in argument %d", static_cast<int> (k) + 1);
      type = k ? gw_concatenated_type (type, part.type ()) : part.type ();
    }
  octave_gpuarray *const made = new octave_gpuarray (dims, type);
  const octave_value result (made);
  dim_vector place = dim_vector::alloc (std::max (static_cast<int> (dims.ndims ()), dim + 1));
  for (int k = 0; k < place.ndims (); k++)
    place (k) = 0;
  for (const octave_value &part : arrays)
    {
      const octave_gpuarray &array = *octave_gpuarray::in (part);
      const dim_vector extent = array.dims ();
      if (extent.zero_by_zero ())
        continue;
      const octave_value piece = array.converted (type);
      insert (*made, *octave_gpuarray::in (piece), place);
      place (dim) += dim < extent.ndims () ? extent (dim) : 1;
    }
  return result;
}
