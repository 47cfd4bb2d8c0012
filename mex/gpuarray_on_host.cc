// SPDX-License-Identifier: GPL-3.0-or-later
//
// A few values of functions, on the host.

#include "gpuarray_on_host.h"

#include <cstring>
#include <vector>

#include <octave/oct.h>
#include <octave/ov-cx-mat.h>
#include <octave/ov-flt-cx-mat.h>

#include "host_types.h"
#include "unfilled.h"

// The elements of a host array as those of a type, one behind the other.
static std::vector<gr_c64>
bytes_of (const octave_value &host, gr_type type)
{
  const std::size_t bytes = static_cast<std::size_t> (host.numel ()) * gr_types[type].size;
  std::vector<gr_c64> to (bytes / sizeof (gr_c64) + 1);
  switch (type)
    {
#define GW_COPY(ID, ARRAY, VALUE)                                                                                      \
  case GR_TYPE_##ID:                                                                                                   \
    std::memcpy (static_cast<void *> (to.data ()), ARRAY (host.VALUE ()).data (), bytes);                              \
    break;
      GW_HOST_TYPES (GW_COPY)
#undef GW_COPY
    default:
      break;
    }
  return to;
}

// An array as a value that stays what it is: of complex numbers Octave would make real ones, if it could.
template <typename Array>
static octave_value
unchanged (const Array &array)
{
  return octave_value (array);
}
static octave_value
unchanged (const ComplexNDArray &array)
{
  return octave_value (new octave_complex_matrix (array));
}
static octave_value
unchanged (const FloatComplexNDArray &array)
{
  return octave_value (new octave_float_complex_matrix (array));
}

// A column of them.
static octave_value
column_of (const std::vector<gr_c64> &bytes, octave_idx_type count, gr_type type)
{
  const dim_vector dims (count, 1);
  switch (type)
    {
#define GW_TAKE(ID, ARRAY, VALUE)                                                                                      \
  case GR_TYPE_##ID:                                                                                                   \
    {                                                                                                                  \
      ARRAY to = gw_unfilled<ARRAY> (dims);                                                                            \
      std::memcpy (static_cast<void *> (to.fortran_vec ()), bytes.data (), count *gr_types[type].size);                \
      return unchanged (to);                                                                                           \
    }
      GW_HOST_TYPES (GW_TAKE)
#undef GW_TAKE
    default:
      return octave_value ();
    }
}

octave_value_list
gw_evaluate_on_host (const gr_expression &steps, const gw_expression &e, const octave_value_list &columns)
{
  const octave_idx_type count = columns (0).numel ();
  std::vector<gr_c64> room[GR_MAX_ARGUMENTS + GR_MAX_VALUES];
  const void *arguments[GR_MAX_ARGUMENTS] = {};
  void *results[GR_MAX_VALUES] = {};
  octave_value_list values;
  int faulty = -1;
  for (int k = 0; k < steps.steps; k++)
    if (const int a = steps.step[k].of; steps.step[k].kind == GR_STEP_ARGUMENT)
      {
        room[a] = bytes_of (columns (a), steps.step[k].type);
        arguments[a] = room[a].data ();
      }
  for (int v = 0; v < steps.values; v++)
    {
      std::vector<gr_c64> &to = room[GR_MAX_ARGUMENTS + v];
      to.resize (static_cast<std::size_t> (count));
      results[v] = to.data ();
    }
  gw_check (gr_evaluate_on_host (&steps, static_cast<std::size_t> (count), arguments, results, &faulty));
  if (faulty >= 0)
    e.raise_fault (steps.step[faulty]);
  for (int v = 0; v < steps.values; v++)
    values.append (column_of (room[GR_MAX_ARGUMENTS + v], count, steps.step[steps.value[v]].type));
  return values;
}
