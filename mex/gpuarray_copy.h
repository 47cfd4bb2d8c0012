// SPDX-License-Identifier: GPL-3.0-or-later
//
// Copies of elements from one gpuArray to another, by index (gr_copy_elements).

#ifndef GW_GPUARRAY_COPY_H
#define GW_GPUARRAY_COPY_H

#include <list>
#include <vector>

#include "gpuarray.h"
#include "elements.h"

class gw_copy
{
public:
  std::size_t to_first = 0, from_first = 0;

  // One more dimension, of which both sides have all.
  void add (octave_idx_type count, std::ptrdiff_t to, std::ptrdiff_t from)
  {
    m_axes.push_back ({ static_cast<std::size_t> (count), from, to, nullptr, nullptr });
  }
  // One of which one side has the elements of an index, of a dimension of `extent`.
  void add_from (const octave::idx_vector &index, octave_idx_type extent, std::ptrdiff_t to, std::ptrdiff_t from);
  // Where an index has a number twice, what would be stored first is left out.
  void add_to (const octave::idx_vector &index, octave_idx_type extent, std::ptrdiff_t to, std::ptrdiff_t from);

  void run (const octave_gpuarray &to, const octave_gpuarray &from) const;

private:
  const std::int64_t *keep (std::vector<std::int64_t> &&list);

  std::vector<gr_axis> m_axes;
  std::list<std::vector<std::int64_t>> m_lists;
};

// All elements, the first ones of `to`.
void gw_copy_all (const octave_gpuarray &to, const octave_gpuarray &from);

#endif
