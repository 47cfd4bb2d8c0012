// SPDX-License-Identifier: GPL-3.0-or-later
//
// Selection by masks, find and nnz.

#include "gpuarray_mask.h"

#include <octave/lo-array-errwarn.h>
#include <octave/ov.h>

#include "gpuarray_arithmetic.h"

// The selection of a mask, closed on all ways out.
class selection
{
public:
  explicit selection (const octave_gpuarray &mask)
  {
    if (mask.byte_size ())
      gw_check (gr_open_selection (mask.elements (), 0, mask.dims ().numel (), &m_selection));
  }
  selection (const selection &) = delete;
  selection &operator= (const selection &) = delete;
  ~selection () { gr_close_selection (m_selection); }

  octave_idx_type count () const { return m_selection ? gr_count_selected (m_selection) : 0; }
  const gr_selection *get () const { return m_selection; }

private:
  gr_selection *m_selection = nullptr;
};

octave_value
gw_index_by_mask (const octave_gpuarray &a, const octave_gpuarray &mask)
{
  const selection chosen (mask);
  const octave_idx_type n = a.dims ().numel (), count = chosen.count ();
  dim_vector result = mask.dims ().make_nd_vector (count);
  if (! mask.dims ().is_nd_vector ())
    result = dim_vector (count, mask.dims ().numel () == 1 ? count : 1);
  if (n != 1 && a.dims ().is_nd_vector () && count != 1 && result.is_nd_vector ())
    result = a.dims ().make_nd_vector (count);
  octave_gpuarray *const made = new octave_gpuarray (result, a.type ());
  const octave_value value (made);
  if (count)
    gw_check (gr_select_elements (chosen.get (), gr_types[a.type ()].size, made->elements (), 0, a.elements (), 0));
  return value;
}

void
gw_put_by_mask (const octave_gpuarray &a, const octave_gpuarray &mask, const octave_gpuarray &rhs)
{
  const selection chosen (mask);
  const octave_idx_type count = chosen.count (), given = rhs.dims ().numel ();
  if (given != 1 && given != count)
    octave::err_nonconformant ("=", dim_vector (count, 1), rhs.dims ());
  if (count)
    gw_check (
      gr_put_elements (chosen.get (), gr_types[a.type ()].size, a.elements (), 0, rhs.elements (), 0, given == 1));
}

// Which elements are not 0; of logical ones the array itself.
static octave_value
nonzeros (const octave_gpuarray &a)
{
  return a.type () == GR_TYPE_BOOL ? octave_value (a.clone ())
                                   : gw_binary (GR_NE, octave_value (a.clone ()), octave_value (0.0));
}

octave_idx_type
octave_gpuarray::nnz () const
{
  return selection (*in (nonzeros (*this))).count ();
}

octave_value
gw_find (const octave_gpuarray &a)
{
  const octave_value mask = nonzeros (a);
  const selection chosen (*octave_gpuarray::in (mask));
  const octave_idx_type count = chosen.count ();
  const dim_vector dims = a.dims ();
  // as Octave has it: a row of a row, and a column of all others but the empty ones
  const bool is_row = dims.ndims () == 2 && dims (0) == 1;
  dim_vector result = is_row ? dim_vector (1, count) : dim_vector (count, 1);
  const bool is_nothing = dims (0) == 0 && dims.numel (1) == 0 && a.type () != GR_TYPE_BOOL;
  if (is_nothing || (dims.numel () == 1 && ! count))
    result = dim_vector (0, 0);
  octave_gpuarray *const made = new octave_gpuarray (result, GR_TYPE_F64);
  const octave_value value (made);
  if (count)
    gw_check (gr_select_positions (chosen.get (), made->elements (), 0));
  return value;
}
