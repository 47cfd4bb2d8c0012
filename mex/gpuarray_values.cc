// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of arrays as first arguments of reductions and scans: gpusum (F, D, E, ...) is gpusum (arrayfun (F, D, E),
// ...), but computes values as it reads elements, where it can.

#include <memory>
#include <utility>

#include "gpuarray.h"

#include "gpuarray_arrayfun.h"
#include "gpuarray_expression.h"

// ---- values that are not computed yet ----

class values_of_function : public gw_values_to_come
{
public:
  values_of_function (const char *name, const octave_value &function, const octave_value_list &arrays,
                      gw_own_names &names, gw_arrays place)
    : m_expression (name, function, arrays, gw_values::RESULTS, 1, names, place),
      m_dims (gw_broadcast_arrays (name, m_expression.arrays ())), m_operands (m_expression.arrays (), m_dims.ndims ()),
      m_mapping (m_operands.mapping (&m_expression.steps ()))
  {}

  const gw_expression &expression () const { return m_expression; }
  const dim_vector &dims () const { return m_dims; }
  const gr_mapping &mapping () const override { return m_mapping; }
  gr_buffer *array () override
  {
    if (! m_array.is_defined ())
      m_array = gw_evaluate (m_expression, m_dims) (0);
    return octave_gpuarray::in (m_array)->elements ();
  }
  [[noreturn]] void raise_fault (int step) const override
  {
    m_expression.raise_fault (m_expression.steps ().step[step]);
  }

private:
  gw_expression m_expression;
  dim_vector m_dims;
  gw_operands m_operands;
  gr_mapping m_mapping;
  octave_value m_array;
};

// Gets memory for one of them, whose room stays for the next, since memory of that size takes a while to find.
template <typename T> struct kept_room
{
  typedef T value_type;
  kept_room () = default;
  template <typename OTHER> explicit kept_room (const kept_room<OTHER> &) {}
  static void *&spare ()
  {
    static void *room = nullptr;
    return room;
  }
  T *allocate (std::size_t count)
  {
    void *const room = std::exchange (spare (), nullptr);
    return static_cast<T *> (room ? room : ::operator new (count * sizeof (T)));
  }
  void deallocate (T *room, std::size_t) { ::operator delete (std::exchange (spare (), room)); }
};

// ---- what gateways ask ----

octave_value
octave_gpuarray::values_of (const char *name, const octave_value_list &args, int *taken, bool *is_on_host) const
{
  gw_own_names names;
  const octave_value function = args (0);
  *taken = gw_count_parameters (name, function);
  if (args.length () < 1 + *taken)
    error_with_id ("Octave:invalid-fun-call", "%s: the function has %d arguments, and there are %d behind it", name,
                   *taken, static_cast<int> (args.length ()) - 1);
  const octave_value_list arrays = args.slice (1, *taken);
  *is_on_host = true;
  for (int k = 0; k < *taken; k++)
    *is_on_host = *is_on_host && ! octave_gpuarray::in (arrays (k));
  const auto values
    = std::allocate_shared<values_of_function> (kept_room<values_of_function> (), name, function, arrays, names,
                                                *is_on_host ? gw_arrays::AS_GIVEN : gw_arrays::ON_DEVICE);
  const gw_expression &e = values->expression ();
  gw_compare_once (name, e, arrays, values->dims ());
  return octave_value (new octave_gpuarray (values, values->dims (), e.type (0)));
}
