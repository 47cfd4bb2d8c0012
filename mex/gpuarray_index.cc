// SPDX-License-Identifier: GPL-3.0-or-later
//
// Index, assignment and deletion.  Octave makes the indices, and its rules decide about shapes and errors
// (Array<T>::index, assign and delete_elements).

#include <octave/Array-util.h>
#include <octave/lo-array-errwarn.h>
#include <octave/ov.h>

#include "gpuarray.h"
#include "gpuarray_copy.h"
#include "gpuarray_make.h"
#include "gpuarray_classes.h"
#include "gpuarray_mask.h"

typedef Array<octave::idx_vector> indices;

// positioned: errors tell which of the indices is wrong.
static indices
indices_of (const octave_value_list &list, bool positioned = true)
{
  const octave_idx_type n = list.length ();
  indices made (dim_vector (n, 1));
  octave_idx_type k = 0;
  try
    {
      for (; k < n; k++)
        made (k) = list (k).index_vector ();
    }
  catch (octave::index_exception &e)
    {
      if (positioned)
        e.set_pos_if_unset (n, k + 1);
      throw;
    }
  return made;
}

// ---- reference ----

// The sizes of A(I), given those of I.
static dim_vector
linear_shape (const dim_vector &dims, const dim_vector &index)
{
  const octave_idx_type count = index.numel ();
  const bool is_turned = dims.numel () != 1 && dims.is_nd_vector () && count != 1 && index.is_nd_vector ();
  return is_turned ? dims.make_nd_vector (count) : index;
}

// A(I).
static octave_value
index_linear (const octave_gpuarray &a, const octave::idx_vector &index)
{
  const dim_vector dims = a.dims ();
  const octave_idx_type n = dims.numel ();
  if (index.is_colon ())
    return a.reshape (dim_vector (n, 1));
  if (index.extent (n) != n)
    octave::err_index_out_of_range (1, 1, index.extent (n), n, dims);
  const dim_vector shape = linear_shape (dims, index.orig_dimensions ());
  octave_idx_type first, last;
  if (index.is_cont_range (n, first, last))
    return a.part (first, shape);
  octave_gpuarray *const made = new octave_gpuarray (shape, a.type ());
  const octave_value value (made);
  gw_copy copy;
  copy.add_from (index, n, 1, 1);
  copy.run (*made, a);
  return value;
}

// Are the elements of A(I, J, ...) neighbours in memory, from number `begin` on?  Then a range of one dimension is
// taken, all of those before it, and one element of those behind it.
static bool
is_one_piece (const dim_vector &dims, const indices &index, octave_idx_type *begin)
{
  octave_idx_type stride = 1;
  bool is_whole = true;
  *begin = 0;
  for (int k = 0; k < index.numel (); k++)
    {
      octave_idx_type first, last;
      if (! index (k).is_cont_range (dims (k), first, last) || (! is_whole && last - first != 1))
        return false;
      *begin += first * stride;
      stride *= dims (k);
      is_whole = is_whole && last - first == dims (k);
    }
  return true;
}

// A(I, J, ...).
static octave_value
index_dimensions (const octave_gpuarray &a, const indices &index)
{
  const int n = index.numel ();
  const dim_vector dims = a.dims ().redim (n);
  dim_vector result = dim_vector::alloc (n);
  for (int k = 0; k < n; k++)
    {
      if (index (k).extent (dims (k)) != dims (k))
        octave::err_index_out_of_range (n, k + 1, index (k).extent (dims (k)), dims (k), a.dims ());
      result (k) = index (k).length (dims (k));
    }
  dim_vector shape = result;
  shape.chop_trailing_singletons ();
  octave_idx_type begin;
  if (is_one_piece (dims, index, &begin))
    return a.part (begin, shape);
  octave_gpuarray *const made = new octave_gpuarray (shape, a.type ());
  const octave_value value (made);
  gw_copy copy;
  std::ptrdiff_t to = 1, from = 1;
  for (int k = 0; k < n; k++)
    {
      copy.add_from (index (k), dims (k), to, from);
      to *= result (k);
      from *= dims (k);
    }
  copy.run (*made, a);
  return value;
}

// A mask on the device, alone and not longer than the array, is not copied to the host.
static const octave_gpuarray *
device_mask (const octave_gpuarray &a, const octave_value_list &list)
{
  const octave_gpuarray *const mask = list.length () == 1 ? octave_gpuarray::in (list (0)) : nullptr;
  return mask && mask->type () == GR_TYPE_BOOL && mask->dims ().numel () <= a.dims ().numel () ? mask : nullptr;
}

// Which of the indices is an array of doubles on the device, where all others are colons?  -1 if there is none.
static int
dimension_of_places (const octave_value_list &list)
{
  int found = -1;
  for (int k = 0; k < list.length (); k++)
    {
      const octave_gpuarray *const places = octave_gpuarray::in (list (k));
      if (places && places->type () == GR_TYPE_F64 && places->dims ().numel () > 1 && found < 0)
        found = k;
      else if (! list (k).is_magic_colon ())
        return -1;
    }
  return found;
}

// A(.., I, ..) for such an index, which is not copied to the host.  Undefined if an element of it is no index: Octave's
// own says what is wrong.
static octave_value
index_by_places (const octave_gpuarray &a, const octave_value_list &list, int dim)
{
  const int n = list.length ();
  const octave_gpuarray &places = *octave_gpuarray::in (list (dim));
  const dim_vector dims = n == 1 ? dim_vector (a.dims ().numel (), 1) : a.dims ().redim (n);
  gr_gathering q = { gr_types[a.type ()].size, 1, static_cast<std::size_t> (dims (dim)), 1,
                     static_cast<std::size_t> (places.dims ().numel ()) };
  for (int k = 0; k < dims.ndims (); k++)
    (k < dim ? q.inner : q.outer) *= k == dim ? 1 : dims (k);
  dim_vector result = dims;
  result (dim) = places.dims ().numel ();
  result.chop_trailing_singletons ();
  octave_gpuarray *const made
    = new octave_gpuarray (n == 1 ? linear_shape (a.dims (), places.dims ()) : result, a.type ());
  const octave_value value (made);
  bool is_faulty = false;
  gw_check (gr_gather_elements (&q, a.elements (), places.elements (), made->elements (), &is_faulty));
  return is_faulty ? octave_value () : value;
}

octave_value
octave_gpuarray::do_index_op (const octave_value_list &list, bool)
{
  const octave_gpuarray *const mask = device_mask (*this, list);
  if (! list.length ())
    return octave_value (clone ());
  if (mask)
    return gw_index_by_mask (*this, *mask);
  const int dim = m_dims.any_zero () ? -1 : dimension_of_places (list);
  const octave_value at_places = dim >= 0 ? index_by_places (*this, list, dim) : octave_value ();
  if (at_places.is_defined ())
    return at_places;
  const indices index = indices_of (list);
  return index.numel () == 1 ? index_linear (*this, index (0)) : index_dimensions (*this, index);
}

octave_value
octave_gpuarray::subsref (const std::string &type, const std::list<octave_value_list> &index)
{
  if (type[0] == '.')
    return gw_make_named (type, index);
  if (type[0] == '{')
    gw_raise_error (GR_UNSUPPORTED, "'{' undefined for arguments of type 'gpuArray'");
  octave_value result = do_index_op (index.front ());
  return result.next_subsref (type, index);
}

// ---- assignment ----

// What is assigned to: one index for each dimension, and the sizes of the array before and after.
struct target
{
  indices index;
  dim_vector before, after;
};

// One index counts through the array.
static target
linear_target (const octave_gpuarray &a, const octave::idx_vector &index, const dim_vector &rhs)
{
  const dim_vector dims = a.dims ();
  const octave_idx_type n = dims.numel (), extent = index.extent (n), elements = rhs.numel ();
  target t = { indices (dim_vector (1, 1), index), dims, dims };
  if (elements != 1 && index.length (n) != elements)
    octave::err_nonconformant ("=", dim_vector (index.length (n), 1), rhs);
  if (extent == n)
    return t;
  if (dims.zero_by_zero () && index.is_colon_equiv (extent))
    {
      t.after = dim_vector (1, extent);
      return t;
    }
  if (dims.ndims () != 2 || (dims (0) != 0 && dims (0) != 1 && dims (1) != 1))
    octave::err_invalid_resize ();
  const bool is_column = dims (1) == 1 && dims (0) != 1 && dims (0) != 0;
  t.after = is_column ? dim_vector (extent, 1) : dim_vector (1, extent);
  return t;
}

static target
dimensions_target (const octave_gpuarray &a, const indices &index, const dim_vector &rhs)
{
  const int n = index.numel ();
  const dim_vector dims = a.dims ().redim (n);
  target t = { index, dims, dims };
  if (a.dims ().all_zero ())
    t.after = zero_dims_inquire (index, rhs);
  else
    for (int k = 0; k < n; k++)
      t.after (k) = index (k).extent (dims (k));
  dim_vector given = rhs, wanted = dim_vector::alloc (n);
  given.chop_all_singletons ();
  bool matches = true;
  int j = 0;
  for (int k = 0; k < n; k++)
    {
      wanted (k) = index (k).length (t.after (k));
      if (wanted (k) != 1)
        matches = matches && j < given.ndims () && wanted (k) == given (j++);
    }
  matches = matches && (j >= given.ndims () || given (j) == 1);
  if (! matches && rhs.numel () != 1)
    {
      if (! wanted.any_zero () || ! rhs.any_zero ())
        {
          wanted.chop_trailing_singletons ();
          // the text of Octave 7 to 10 has the right side without dimensions of one element
          octave::err_nonconformant ("=", wanted, n > 2 && OCTAVE_MAJOR_VERSION < 11 ? given : rhs);
        }
      t.after = dims;
    }
  // as Octave has it, an array that two indices see as 0x0 may begin anew, whatever its other sizes
  const bool begins_anew = n == 2 && dims.zero_by_zero () && index (0).is_colon_equiv (t.after (0))
                        && index (1).is_colon_equiv (t.after (1));
  if (t.after != dims && n < a.dims ().ndims () && ! begins_anew)
    octave::err_invalid_resize ();
  return t;
}

// Copy `rhs`, one element for all or one for each, to the places of a target.
static void
store (const octave_gpuarray &to, const target &t, const octave_gpuarray &rhs)
{
  const bool is_one = rhs.dims ().numel () == 1;
  const bool is_linear = t.index.numel () == 1;
  gw_copy copy;
  std::ptrdiff_t stride = 1, from = 1;
  for (octave_idx_type k = 0; k < t.index.numel (); k++)
    {
      const octave_idx_type extent = is_linear ? to.dims ().numel () : t.after (k);
      copy.add_to (t.index (k), extent, stride, is_one ? 0 : from);
      from *= t.index (k).length (extent);
      stride *= extent;
    }
  copy.run (to, rhs);
}

// The array that an assignment changes: this one if nobody else sees it, or else a copy, of another class or larger.
octave_value
octave_gpuarray::changeable (const dim_vector &dims, gr_type type)
{
  const bool is_larger = dims != m_dims, is_shared = this->is_shared ();
  if (! is_larger && ! is_shared && type == m_type)
    {
      gw_check (gr_buffer_own (m_buffer.get ()));
      return octave_value (this, true);
    }
  const octave_value same = is_larger ? resize (dims, true) : octave_value (clone ());
  const octave_gpuarray &from = *in (same);
  if (type != m_type)
    return from.converted (type);
  if (is_larger)
    return same;
  octave_gpuarray *const copy = new octave_gpuarray (dims, type);
  const octave_value result (copy);
  gw_copy_all (*copy, from);
  return result;
}

octave_value
octave_gpuarray::subsasgn (const std::string &type, const std::list<octave_value_list> &list, const octave_value &rhs)
{
  // an empty array becomes a cell array or a struct, as Octave's do
  if (type != "(" && isempty ())
    return octave_value::empty_conv (type, rhs).subsasgn (type, list, rhs);
  if (type != "(")
    gw_raise_error (GR_UNSUPPORTED, "gpuArray: elements are assigned by (), not by '%s'", type.c_str ());
  const octave_value_list &subscripts = list.front ();
  if (rhs.isnull ())
    return without (subscripts);
  const octave_value given_value = from_host (rhs);
  const octave_gpuarray &given = *in (given_value);
  const gr_type result_type = gw_assigned_type (m_type, m_dims.numel () == 1, given.m_type, given.m_dims.numel () == 1);
  gw_check_assigned (m_type, rhs, result_type);
  const octave_value elements = given.converted (result_type);
  const octave_gpuarray *const mask = device_mask (*this, subscripts);
  if (mask)
    {
      octave_value result = changeable (m_dims, result_type);
      gw_put_by_mask (*in (result), *mask, *in (elements));
      return result;
    }
  const indices index = indices_of (subscripts);
  if (! index.numel ())
    gw_raise_error (GR_BAD_ARGUMENT, "gpuArray: an assignment needs an index");
  const target t = index.numel () == 1 ? linear_target (*this, index (0), given.m_dims)
                                       : dimensions_target (*this, index, given.m_dims);
  dim_vector after = t.after;
  after.chop_trailing_singletons ();
  octave_value result = changeable (t.after == t.before ? m_dims : after, result_type);
  store (*in (result), t, *in (elements));
  return result;
}

// ---- deletion ----

// The array without those elements of a dimension that an index has.
static octave_value
without_in_dimension (const octave_gpuarray &a, int dim, const octave::idx_vector &index)
{
  dim_vector dims = a.dims ();
  const octave_idx_type n = dims (dim);
  if (! index.is_colon () && ! index.length (n))
    return octave_value (a.clone ());
  if (index.extent (n) != n)
    octave::err_del_index_out_of_range (false, index.extent (n), n);
  indices rest (dim_vector (dims.ndims (), 1), octave::idx_vector::colon);
  rest (dim) = index.complement (n);
  return index_dimensions (a, rest);
}

// A(I) = []
static octave_value
without_linear (const octave_gpuarray &a, const octave::idx_vector &index)
{
  const octave_idx_type n = a.dims ().numel ();
  if (index.is_colon ())
    return octave_value (new octave_gpuarray (dim_vector (0, 0), a.type ()));
  if (! index.length (n))
    return octave_value (a.clone ());
  if (index.extent (n) != n)
    octave::err_del_index_out_of_range (true, index.extent (n), n);
  octave_idx_type first, last;
  const bool is_column = a.dims ().ndims () == 2 && a.dims () (1) == 1 && a.dims () (0) != 1;
  const octave_value rest = index_linear (a, index.complement (n));
  if (! index.is_cont_range (n, first, last))
    return rest;
  const octave_idx_type left = n - (last - first);
  return octave_gpuarray::in (rest)->reshape (is_column ? dim_vector (left, 1) : dim_vector (1, left));
}

octave_value
octave_gpuarray::without (const octave_value_list &list) const
{
  const indices index = indices_of (list, false);
  const int n = index.numel ();
  if (n == 1)
    return without_linear (*this, index (0));
  int dim = -1, others = 0;
  for (int k = n; k-- > 0;)
    if (! index (k).is_colon ())
      {
        dim = k;
        others++;
      }
  if (others == 0)
    return without_in_dimension (*this, 0, octave::idx_vector::colon);
  if (others == 1)
    {
      if (dim >= m_dims.ndims ())
        gw_raise_error (GR_BAD_ARGUMENT, "invalid dimension in delete_elements");
      return without_in_dimension (*this, dim, index (dim));
    }
  // several indices delete nothing if one of them is empty, and are an error otherwise
  int narrower = 0;
  for (int k = 0; k < n && narrower < 2; k++)
    {
      const octave_idx_type extent = k < m_dims.ndims () ? m_dims (k) : 1;
      if (! index (k).length (extent))
        return octave_value (clone ());
      narrower += ! index (k).is_colon_equiv (extent);
    }
  gw_raise_error (GR_BAD_ARGUMENT, "a null assignment can only have one non-colon index");
}
