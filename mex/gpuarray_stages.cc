// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions that reduce the same segments several times, each time by what was found before.

#include "gpuarray_stages.h"

#include <memory>

#include <octave/oct.h>

#include "gpuarray.h"
#include "stages.h"

// The segments of an array along a dimension.
class staged
{
public:
  staged (const octave_value &array, const octave_value &dim)
    : m_array (octave_gpuarray::from_host (array)), m_dims (m_array.dims ()), m_stages (new gr_stages ())
  {
    const int named = dim.int_value ();
    m_dim = named ? named - 1 : m_dims.first_non_singleton ();
    for (int d = 0; d < m_dims.ndims (); d++)
      m_sizes[d < m_dim ? 0 : d == m_dim ? 1 : 2] *= static_cast<std::size_t> (m_dims (d));
  }
  gr_stages *stages () { return m_stages.get (); }
  gr_type type () const { return array ().type (); }
  std::size_t len () const { return m_sizes[1]; }

  bool has_kernel () const
  {
    bool have;
    gw_check (gr_have_stages (m_stages.get (), m_sizes[0], m_sizes[1], m_sizes[2], type (), &have));
    return have;
  }
  octave_value run () const
  {
    const gr_expression &last = m_stages->last;
    dim_vector dims = m_dims;
    if (! m_stages->of_elements && m_dim < dims.ndims ())
      dims (m_dim) = 1;
    octave_gpuarray *const made = new octave_gpuarray (dims, last.step[last.value[0]].type);
    const octave_value result (made);
    const gr_operand x = { type (), array ().elements (), 0, false, nullptr };
    gw_check (gr_run_stages (m_stages.get (), m_sizes[0], m_sizes[1], m_sizes[2], &x, made->elements ()));
    return result;
  }

private:
  const octave_gpuarray &array () const { return *octave_gpuarray::in (m_array); }

  octave_value m_array;
  dim_vector m_dims;
  int m_dim;
  std::size_t m_sizes[3] = { 1, 1, 1 }; // before the dimension, along it, and behind it
  std::unique_ptr<gr_stages> m_stages;  // some tens of kilobytes
};

octave_value_list
gw_log_sum_exp (const octave_value_list &args)
{
  staged s (args (1), args (2));
  gw_check (gr_log_sum_exp_stages (s.type (), args (3).is_true (), s.stages ()));
  return ovl (s.run ());
}

octave_value_list
gw_softmax (const octave_value_list &args)
{
  staged s (args (1), args (2));
  gw_check (gr_softmax_stages (s.type (), s.stages ()));
  return ovl (s.run ());
}

octave_value_list
gw_zscore (const octave_value_list &args)
{
  staged s (args (1), args (2));
  gw_check (gr_zscore_stages (s.type (), s.len (), 1 - args (3).double_value (), s.stages ()));
  return s.has_kernel () ? ovl (s.run ()) : ovl (Matrix ());
}
