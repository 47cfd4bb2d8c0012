// SPDX-License-Identifier: GPL-3.0-or-later
//
// Copies of elements from one gpuArray to another, by index.

#include "gpuarray_copy.h"

#include <utility>

const std::int64_t *
gw_copy::keep (std::vector<std::int64_t> &&list)
{
  m_lists.push_back (std::move (list));
  return m_lists.back ().data ();
}

// The numbers of an index that is no range.
static std::vector<std::int64_t>
numbers_of (const octave::idx_vector &index, octave_idx_type count)
{
  std::vector<std::int64_t> numbers (count);
  for (octave_idx_type i = 0; i < count; i++)
    numbers[i] = index (i);
  return numbers;
}

static bool
is_regular (const octave::idx_vector &index, octave_idx_type extent, octave_idx_type count)
{
  return count < 2 || index.is_colon_equiv (extent) || index.is_range ();
}

static octave_idx_type
step_of (const octave::idx_vector &index, octave_idx_type count)
{
  return count < 2 ? 1 : index (1) - index (0);
}

void
gw_copy::add_from (const octave::idx_vector &index, octave_idx_type extent, std::ptrdiff_t to, std::ptrdiff_t from)
{
  const octave_idx_type count = index.length (extent);
  if (is_regular (index, extent, count))
    {
      from_first += count ? index (0) * from : 0;
      add (count, to, from * step_of (index, count));
      return;
    }
  add (count, to, from);
  m_axes.back ().from_list = keep (numbers_of (index, count));
}

void
gw_copy::add_to (const octave::idx_vector &index, octave_idx_type extent, std::ptrdiff_t to, std::ptrdiff_t from)
{
  const octave_idx_type count = index.length (extent);
  if (is_regular (index, extent, count))
    {
      to_first += count ? index (0) * to : 0;
      add (count, to * step_of (index, count), from);
      return;
    }
  const std::vector<std::int64_t> numbers = numbers_of (index, count);
  std::vector<std::int64_t> places, elements;
  std::vector<bool> is_stored (index.extent (extent));
  for (octave_idx_type i = count; i-- > 0;)
    if (! is_stored[numbers[i]])
      {
        is_stored[numbers[i]] = true;
        places.push_back (numbers[i]);
        elements.push_back (i);
      }
  add (places.size (), to, from);
  m_axes.back ().to_list = keep (std::move (places));
  m_axes.back ().from_list = keep (std::move (elements));
}

void
gw_copy::run (const octave_gpuarray &to, const octave_gpuarray &from) const
{
  for (const gr_axis &axis : m_axes)
    if (! axis.count)
      return;
  gw_check (gr_copy_elements (gr_types[to.type ()].size, m_axes.size (), m_axes.data (), to.elements (), to_first,
                              from.elements_anywhere (), from_first));
}

void
gw_copy_all (const octave_gpuarray &to, const octave_gpuarray &from)
{
  gw_copy copy;
  copy.add (from.dims ().numel (), 1, 1);
  copy.run (to, from);
}
