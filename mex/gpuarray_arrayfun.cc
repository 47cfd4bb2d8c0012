// SPDX-License-Identifier: GPL-3.0-or-later
//
// arrayfun and bsxfun of gpuArrays: options, sizes, evaluation, and the comparison with Octave that the first call of a
// function makes.

#include "gpuarray_arrayfun.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <unordered_set>

#include <octave/lo-array-errwarn.h>
#include <octave/oct-string.h>
#include <octave/oct.h>
#include <octave/ov-complex.h>
#include <octave/ov-flt-complex.h>
#include <octave/parse.h>

#include "gpuarray_classes.h"
#include "gpuarray_expression.h"
#include "gpuarray_on_host.h"
#include "host_types.h"
#include "interrupt.h"

// ---- sizes ----

dim_vector
gw_broadcast_arrays (const char *name, const octave_value_list &arrays)
{
  dim_vector result (1, 1);
  for (int k = 0; k < arrays.length (); k++)
    {
      const dim_vector given = arrays (k).dims ();
      if (! k)
        result = given;
      if (given == result)
        continue;
      const int n = std::max (result.ndims (), given.ndims ());
      const dim_vector before = result.redim (n), dims = given.redim (n);
      dim_vector sizes = before;
      for (int d = 0; d < n; d++)
        {
          if (before (d) != dims (d) && before (d) != 1 && dims (d) != 1)
            octave::err_nonconformant (name, result, given);
          sizes (d) = before (d) == 1 ? dims (d) : before (d);
        }
      result = sizes;
    }
  return result;
}

// ---- evaluation ----

// The elements of a full array of the host, which keeps them.
static const void *
elements_on_host (const octave_value &array, gr_type type)
{
  switch (type)
    {
#define GW_FIND(ID, ARRAY, VALUE)                                                                                      \
  case GR_TYPE_##ID:                                                                                                   \
    return ARRAY (array.VALUE ()).data ();
      GW_HOST_TYPES (GW_FIND)
#undef GW_FIND
    default:
      return nullptr;
    }
}

gw_operands::gw_operands (const octave_value_list &arrays, int n) : ndims (n)
{
  for (int k = 0; k < arrays.length (); k++)
    {
      const octave_gpuarray *const array = octave_gpuarray::in (arrays (k));
      const gr_type type = array ? array->type () : gw_type_of (arrays (k));
      const dim_vector of = arrays (k).dims ();
      for (int d = 0; d < n; d++)
        sizes[k][d] = d < of.ndims () ? of (d) : 1;
      rows[k] = sizes[k];
      operand[k] = { type, array ? array->elements () : nullptr, 0, of.numel () == 1,
                     array ? nullptr : elements_on_host (arrays (k), type) };
    }
}

octave_value_list
gw_evaluate_steps (const gr_expression &steps, const gw_expression &e, const octave_value_list &arrays,
                   const dim_vector &dims)
{
  const gw_operands given (arrays, dims.ndims ());
  gr_buffer *buffers[GR_MAX_VALUES];
  octave_value_list results;
  int faulty = -1;
  for (int v = 0; v < steps.values; v++)
    {
      octave_gpuarray *const made = new octave_gpuarray (dims, steps.step[steps.value[v]].type);
      results.append (octave_value (made));
      buffers[v] = made->elements ();
    }
  if (! dims.numel ())
    return results;
  gw_check (gr_evaluate (&steps, given.operand, given.ndims, given.rows, buffers, &faulty));
  if (faulty >= 0)
    e.raise_fault (steps.step[faulty]);
  return results;
}

octave_value_list
gw_evaluate (const gw_expression &e, const dim_vector &dims)
{
  octave_value_list arrays;
  for (int k = 0; k < e.arrays ().length (); k++)
    arrays.append (octave_gpuarray::from_host (e.arrays () (k)));
  return gw_evaluate_steps (e.steps (), e, arrays, dims);
}

// ---- comparison with Octave ----

enum { COMPARED = 16 };

// Up to COMPARED places of a result, spread over it, as indices of an array that is broadcast to it.
static octave_value
places_in (const dim_vector &array, const dim_vector &result)
{
  const octave_idx_type all = result.numel (), count = std::min<octave_idx_type> (all, COMPARED);
  const dim_vector of = array.redim (result.ndims ());
  NDArray places (dim_vector (count, 1));
  for (octave_idx_type k = 0; k < count; k++)
    {
      octave_idx_type rest = count > 1 ? static_cast<octave_idx_type> (double (k) / (count - 1) * (all - 1)) : 0;
      octave_idx_type place = 0, stride = 1;
      for (int d = 0; d < result.ndims (); d++)
        {
          place += of (d) == 1 ? 0 : rest % result (d) * stride;
          stride *= of (d);
          rest /= result (d);
        }
      places (k) = place + 1;
    }
  return octave_value (places);
}

// The elements of an array at places of the result, and those on the host.
static octave_value
chosen_at_places (const octave_value &array, const dim_vector &result)
{
  return octave_value (array).index_op (ovl (places_in (array.dims (), result)));
}
static octave_value
elements_at_places (const octave_value &array, const dim_vector &result)
{
  const octave_value chosen = chosen_at_places (array, result);
  return octave_gpuarray::in (chosen) ? octave_gpuarray::in (chosen)->gathered () : chosen;
}

// An element as a scalar, complex if the array is.
static octave_value
scalar (const octave_value &elements, octave_idx_type k)
{
  if (! elements.iscomplex ())
    return octave_value (elements).index_op (ovl (octave_value (double (k + 1))));
  if (elements.is_single_type ())
    return octave_value (new octave_float_complex (elements.float_complex_array_value () (k)));
  return octave_value (new octave_complex (elements.complex_array_value () (k)));
}

// Are two floating-point values the same, or within a rounding error?  NaN is NaN, whatever it is made of.
static bool
is_near (const Complex &a, const Complex &b, bool is_complex, double tolerance)
{
  if (is_complex)
    {
      const bool odd = ! std::isfinite (std::abs (a)), other = ! std::isfinite (std::abs (b));
      const double scale = std::max ({ std::abs (a), std::abs (b), 1.0 });
      return odd || other ? odd == other : std::abs (a - b) <= tolerance * scale;
    }
  const double x = a.real (), y = b.real ();
  if (std::isnan (x) || std::isnan (y))
    return std::isnan (x) == std::isnan (y);
  if (tolerance == 0)
    return x == y && std::signbit (x) == std::signbit (y);
  return x == y || std::abs (x - y) <= tolerance * std::max ({ std::abs (x), std::abs (y), 1.0 });
}

// Is the element of a type what Octave computed?  Complex results stay complex here, and a choice between single and
// double numbers is single.
static bool
is_same (gr_type type, const octave_value &element, const octave_value &octave, bool is_rounded)
{
  const bool is_float = element.isfloat ();
  if (octave.numel () != 1 || ! octave.is_defined ())
    return false;
  if (! is_float || ! octave.isfloat ())
    return element.class_name () == octave.class_name ()
        && octave::feval ("isequal", ovl (element, octave), 1) (0).is_true ();
  const bool single = element.is_single_type () || octave.is_single_type ();
  if (element.is_single_type () && ! octave.is_single_type ())
    return is_same (type, element, octave.as_single (), true);
  if (octave.is_single_type () && ! element.is_single_type ())
    return false;
  const bool is_complex = gr_types[type].is_complex;
  const double tolerance = single ? 1e-5 : 1e-12;
  return (is_complex || ! octave.iscomplex ())
      && is_near (element.complex_value (), octave.complex_value (), is_complex,
                  is_rounded || is_complex ? tolerance : 0.0);
}

static std::string
text_of (const octave_value &value)
{
  if (! value.is_defined () || value.numel () != 1
      || ! (value.isnumeric () || value.islogical () || value.is_string ()))
    return "no number";
  const octave_value shown = value.is_string () ? value.as_double () : value;
  return octave::feval ("num2str", ovl (shown, octave_value (value.is_single_type () ? 9.0 : 17.0)), 1) (0)
           .string_value ()
       + " (" + value.class_name () + ")";
}

class comparison
{
public:
  comparison (const char *name, const gw_expression &e, const octave_value_list &args, const dim_vector &dims)
    : m_name (name), m_e (e), m_args (args), m_dims (dims)
  {
    for (int k = 0; k < e.arrays ().length (); k++)
      m_elements.append (elements_at_places (e.arrays () (k), dims));
  }

  // Raise an error that names the first element that is another one in Octave.  Values that are rounded otherwise may
  // be on other sides of a comparison: of these it takes more than half.
  void run (const octave_value_list &values) const
  {
    const octave_value places = places_in (m_dims, m_dims);
    const octave_idx_type count = places.numel ();
    octave_idx_type different = 0;
    std::string first;
    for (octave_idx_type k = 0; k < count; k++)
      {
        const octave_value_list octave = call_octave (k, values.length ());
        for (int v = 0; v < values.length (); v++)
          {
            const octave_value here = scalar (values (v), k);
            const octave_value there = v < octave.length () ? octave (v) : octave_value ();
            if (is_same (m_e.type (v), here, there, m_e.is_rounded ()))
              continue;
            different++;
            if (first.empty ())
              first = "element " + std::to_string (static_cast<long long> (places.array_value () (k))) + " is "
                    + text_of (here) + " on the device and " + text_of (there) + " in Octave";
            break;
          }
      }
    if (different > (m_e.is_rounded () && is_stepped () ? count / 2 : 0))
      gw_raise_error (GR_UNSUPPORTED, "%s: %s", m_name, first.c_str ());
  }

private:
  octave_value_list call_octave (octave_idx_type k, int nargout) const
  {
    octave_value_list elements, args;
    for (int a = 0; a < m_elements.length (); a++)
      elements.append (scalar (m_elements (a), k));
    int next = 0;
    for (int a = 0; a < m_args.length (); a++)
      {
        const bool is_array = octave_gpuarray::in (m_args (a)) || m_args (a).numel () != 1;
        args.append (is_array ? elements (next++) : m_args (a));
      }
    const octave_value function = m_e.on_host (elements);
    const int asked = m_e.gives_cell () ? 1 : nargout;
    const octave_value_list values = function.is_string () ? octave::feval (function.string_value (), args, asked)
                                                           : octave::feval (function, args, asked);
    return m_e.gives_cell () && values.length () && values (0).iscell () ? octave_value_list (values (0).cell_value ())
                                                                         : values;
  }

  // Is there a step whose value jumps?
  bool is_stepped () const
  {
    const gr_expression &e = m_e.steps ();
    for (int k = 0; k < e.steps; k++)
      {
        const gr_step &s = e.step[k];
        const bool is_rounding = s.kind == GR_STEP_UNARY
                              && (s.of == GR_FLOOR || s.of == GR_CEIL || s.of == GR_ROUND || s.of == GR_FIX
                                  || s.of == GR_SIGNUM || s.of == GR_ARG || s.of == GR_EPS);
        const bool is_remainder = s.kind == GR_STEP_BINARY && (s.of == GR_MOD || s.of == GR_REM || s.of == GR_BITSHIFT);
        const bool is_float = s.type == GR_TYPE_F64 || s.type == GR_TYPE_F32 || gr_types[s.type].is_complex;
        if (is_rounding || is_remainder || (! is_float && s.kind != GR_STEP_ARGUMENT && s.kind != GR_STEP_NUMBER))
          return true;
      }
    return false;
  }

  const char *m_name;
  const gw_expression &m_e;
  const octave_value_list &m_args;
  const dim_vector &m_dims;
  octave_value_list m_elements;
};

// Has the function's structure been compared on this backend?  It is from now on, once a comparison has run.
static bool
is_compared (const gw_expression &e, bool now)
{
  enum { MOST = 4096 }; // a bounded number of them
  static std::unordered_set<std::string> compared;
  static std::string key; // whose memory stays
  const char *backend;
  gw_check (gr_backend_name (&backend));
  key = backend;
  e.add_structure (&key);
  if (now && compared.size () >= MOST)
    compared.clear ();
  if (now)
    compared.insert (key);
  return compared.count (key);
}

// The same of values that are there.
static void
compare_results (const char *name, const gw_expression &e, const octave_value_list &args, const dim_vector &dims,
                 const octave_value_list &results)
{
  octave_value_list values;
  if (! dims.numel () || is_compared (e, false))
    return;
  for (int v = 0; v < results.length (); v++)
    values.append (elements_at_places (results (v), dims));
  comparison (name, e, args, dims).run (values);
  is_compared (e, true);
}

void
gw_compare_once (const char *name, const gw_expression &e, const octave_value_list &args, const dim_vector &dims)
{
  octave_value_list chosen;
  if (! dims.numel () || is_compared (e, false))
    return;
  for (int k = 0; k < e.arrays ().length (); k++)
    chosen.append (elements_at_places (e.arrays () (k), dims));
  if (chosen.length ())
    comparison (name, e, args, dims).run (gw_evaluate_on_host (e.steps (), e, chosen));
  is_compared (e, true);
}

// ---- arrayfun ----

// The number of the first argument that is an option, or of arguments.
static int
first_option (const octave_value_list &args)
{
  int n = args.length ();
  while (n > 3 && args (n - 2).is_string () && ! octave_gpuarray::in (args (n - 2)))
    n -= 2;
  return n;
}

// Arguments without options, of which "UniformOutput" may be true.
static octave_value_list
without_options (const char *name, const octave_value_list &args)
{
  const int first = first_option (args);
  for (int k = first; k < args.length (); k += 2)
    {
      const std::string option = args (k).string_value ();
      const std::size_t length = std::max<std::size_t> (option.length (), 2);
      if (octave::string::strncmpi (option, "errorhandler", length))
        gw_raise_error (GR_UNSUPPORTED, "%s: \"ErrorHandler\" is not for functions on the device", name);
      if (! octave::string::strncmpi (option, "uniformoutput", length))
        error ("%s: unrecognized parameter %s", name, option.c_str ());
      if (! args (k + 1).is_true ())
        gw_raise_error (GR_UNSUPPORTED, "%s: \"UniformOutput\" false is not for functions on the device", name);
    }
  return args.slice (0, first);
}

bool
gw_is_arrayfun_there (const octave_value_list &args)
{
  for (int k = 1, n = first_option (args); k < n; k++)
    if (octave_gpuarray::in (args (k)))
      return true;
  return false;
}

octave_value_list
gw_arrayfun (const char *name, const octave_value_list &args, int nargout)
{
  const octave_value_list given = without_options (name, args);
  const octave_value function = given (0);
  if (! function.is_function_handle () && (! function.is_string () || octave_gpuarray::in (function)))
    error_with_id ("Octave:invalid-fun-call", "%s: argument NAME must be a string or function handle", name);
  const octave_value_list arrays = given.slice (1, given.length () - 1);
  gr_set_interrupt (gw_interrupt_pending);
  gw_own_names names;
  const gw_expression e (name, function, arrays, gw_values::RESULTS, std::max (nargout, 1), names);
  const dim_vector dims = gw_broadcast_arrays (name, e.arrays ());
  const octave_value_list results = gw_evaluate (e, dims);
  compare_results (name, e, arrays, dims, results);
  gw_raise_interrupt ();
  return results;
}
