// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reductions and scans by operations that users write: types of values, the comparison with Octave, and the test of
// associativity that the first call of an operation makes.

#include "gpuarray_monoid.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <unordered_set>
#include <vector>

#include <octave/Cell.h>
#include <octave/oct.h>
#include <octave/parse.h>

#include "gpuarray_arrayfun.h"
#include "gpuarray_expression.h"
#include "interrupt.h"
#include "user_monoid.h"

// ---- operations ----

typedef std::vector<gr_type> types;

static octave_value_list
empty_arrays (const types &of)
{
  octave_value_list arrays;
  for (const gr_type type : of)
    arrays.append (octave_value (new octave_gpuarray (dim_vector (0, 0), type)));
  return arrays;
}

// An operation of values of types.  It captures no arrays, since an element has no place among them.
static gw_expression
operation_on (const char *name, const octave_value &function, const types &of)
{
  const gw_expression e (name, function, empty_arrays (of), gw_values::CELL, 0);
  if (e.steps ().arguments != static_cast<int> (of.size ()))
    gw_raise_error (GR_UNSUPPORTED, "%s: an operation that has captured an array, of whose elements none belongs to it",
                    name);
  return e;
}

static types
types_of (const gw_expression &e)
{
  types of;
  for (int v = 0; v < e.steps ().values; v++)
    of.push_back (e.type (v));
  return of;
}

static types
twice (const types &of)
{
  types both = of;
  both.insert (both.end (), of.begin (), of.end ());
  return both;
}

// The types in which an operation stays among its values: those of a map, or what the operation makes of them.
static types
kept_types (const char *name, const octave_value &function, const types &first)
{
  enum { MOST_ROUNDS = 4 };
  types of = first;
  for (int round = 0; round < MOST_ROUNDS; round++)
    {
      const types made = types_of (operation_on (name, function, twice (of)));
      if (made.size () != of.size ())
        gw_raise_error (GR_BAD_ARGUMENT, "%s: the operation combines two times %d values to %d", name,
                        static_cast<int> (of.size ()), static_cast<int> (made.size ()));
      if (made == of)
        return of;
      of = made;
    }
  gw_raise_error (GR_UNSUPPORTED, "%s: the operation gives values of another class each time", name);
}

// The map's steps, with values of these types.
static gr_expression
converted (const gr_expression &map, const types &to)
{
  gr_expression e = map;
  for (int v = 0; v < e.values; v++)
    gw_check (gr_add_conversion (&e, to[v], map.value[v], &e.value[v]));
  return e;
}

// A number of the identity as an element of a type.
static gr_c64
element_of (const char *name, const octave_value &number, gr_type type)
{
  gr_c64 element = { 0, 0 };
  if (number.numel () != 1 || ! (number.isnumeric () || number.islogical ()))
    gw_raise_error (GR_BAD_ARGUMENT, "%s: the identity is a number, or a cell of as many as there are values", name);
  octave_value value = octave::feval (gr_types[type].name, ovl (number), 1) (0);
  if (gr_types[type].is_complex)
    value = octave::feval ("complex", ovl (value), 1) (0);
  octave_gpuarray::read_element (value, &element);
  return element;
}

static void
set_identity (const char *name, const octave_value &given, const types &of, gr_user_monoid *monoid)
{
  monoid->has_identity = ! given.isempty ();
  if (! monoid->has_identity)
    return;
  const Cell numbers = given.iscell () ? given.cell_value () : Cell (given);
  if (numbers.numel () != static_cast<octave_idx_type> (of.size ()))
    gw_raise_error (GR_BAD_ARGUMENT, "%s: the identity has %d numbers, and the operation %d values", name,
                    static_cast<int> (numbers.numel ()), static_cast<int> (of.size ()));
  for (octave_idx_type k = 0; k < numbers.numel (); k++)
    monoid->identity[k] = element_of (name, numbers (k), of[k]);
}

// ---- is it associative? ----

enum { TRIPLES = 100 };

// Elements at pseudorandom places, the same each time, of an array that is broadcast to sizes.
static octave_value
drawn (const octave_value &array, const dim_vector &sizes)
{
  const dim_vector of = array.dims ().redim (sizes.ndims ());
  const std::uint64_t all = static_cast<std::uint64_t> (sizes.numel ());
  NDArray places (dim_vector (3 * TRIPLES, 1));
  std::uint64_t state = 1;
  for (octave_idx_type k = 0; k < places.numel (); k++)
    {
      state = state * 6364136223846793005u + 1442695040888963407u; // D. Knuth's MMIX
      std::uint64_t rest = (state >> 16) % all, stride = 1, place = 0;
      for (int d = 0; d < sizes.ndims (); d++)
        {
          place += of (d) == 1 ? 0 : rest % static_cast<std::uint64_t> (sizes (d)) * stride;
          stride *= static_cast<std::uint64_t> (of (d));
          rest /= static_cast<std::uint64_t> (sizes (d));
        }
      places (k) = static_cast<double> (place + 1);
    }
  return octave_value (array).index_op (ovl (octave_value (places))).reshape (places.dims ());
}

// Every third element from one on.
static octave_value
third (const octave_value &array, int first)
{
  NDArray places (dim_vector (TRIPLES, 1));
  for (octave_idx_type k = 0; k < TRIPLES; k++)
    places (k) = static_cast<double> (3 * k + first + 1);
  return octave_value (array).index_op (ovl (octave_value (places)));
}

static octave_value_list
joined (const octave_value_list &a, const octave_value_list &b)
{
  octave_value_list both = a;
  both.append (b);
  return both;
}

static double
magnitude (const octave_value &host, octave_idx_type k)
{
  return std::abs (host.as_double ().complex_array_value () (k));
}

// The largest difference of two results over what is allowed: a part of the largest magnitude of triple and results.
static double
excess_of (const octave_value_list &triple, const octave_value &left, const octave_value &right, octave_idx_type k,
           bool is_single)
{
  const Complex a = left.as_double ().complex_array_value () (k), b = right.as_double ().complex_array_value () (k);
  const bool is_odd = ! std::isfinite (std::abs (a)) || ! std::isfinite (std::abs (b));
  double largest = std::max (std::abs (a), std::abs (b));
  for (int v = 0; v < triple.length (); v++)
    largest = std::isfinite (magnitude (triple (v), k)) ? std::max (largest, magnitude (triple (v), k)) : largest;
  return is_odd ? 0.0 : std::abs (a - b) / ((is_single ? 1e-3 : 1e-6) * largest + 1e-300);
}

// Text of the values of one element of a triple.
static std::string
shown (const octave_value_list &values, int first, int count, octave_idx_type k)
{
  std::string text;
  for (int v = first; v < first + count; v++)
    {
      const Complex z = values (v).as_double ().complex_array_value () (k);
      const octave_value number = values (v).iscomplex () ? octave_value (z) : octave_value (z.real ());
      text += (text.empty () ? "" : ", ") + octave::feval ("num2str", ovl (number, 9.0), 1) (0).string_value ();
    }
  return count > 1 ? "{" + text + "}" : text;
}

class associativity
{
public:
  // values: 3 TRIPLES elements of each value.
  associativity (const char *name, const octave_value &function, const octave_value_list &values)
    : m_name (name), m_function (function)
  {
    for (int part = 0; part < 3; part++)
      for (int v = 0; v < values.length (); v++)
        m_part[part].append (third (values (v), part));
  }

  // Has the operation been tested?  A bounded number of them is kept.
  static bool is_known (const gw_expression &e, bool now)
  {
    enum { MOST = 4096 };
    static std::unordered_set<std::string> known;
    const gr_expression &steps = e.steps ();
    const std::string numbers (reinterpret_cast<const char *> (steps.number), steps.numbers * sizeof *steps.number);
    const std::string key = e.structure () + numbers;
    if (now && known.size () >= MOST)
      known.clear ();
    if (now)
      known.insert (key);
    return known.count (key);
  }

  // The comparison with Octave, and the test.
  void run () const
  {
    const gw_expression first = of (m_part[0], m_part[1]);
    const dim_vector column (TRIPLES, 1);
    gw_compare_once (m_name, first, joined (m_part[0], m_part[1]), column);
    const octave_value_list left = results (results (m_part[0], m_part[1]), m_part[2]),
                            right = results (m_part[0], results (m_part[1], m_part[2]));
    warn (octave_gpuarray::gathered (left), octave_gpuarray::gathered (right));
  }

private:
  gw_expression of (const octave_value_list &a, const octave_value_list &b) const
  {
    return gw_expression (m_name, m_function, joined (a, b), gw_values::CELL, 0);
  }
  octave_value_list results (const octave_value_list &a, const octave_value_list &b) const
  {
    return gw_evaluate (of (a, b), dim_vector (TRIPLES, 1));
  }

  // Warn of the first triple whose results differ.
  void warn (const octave_value_list &left, const octave_value_list &right) const
  {
    const int k = left.length ();
    const octave_value_list triple = octave_gpuarray::gathered (joined (joined (m_part[0], m_part[1]), m_part[2]));
    for (octave_idx_type t = 0; t < TRIPLES; t++)
      for (int v = 0; v < k; v++)
        if (excess_of (triple, left (v), right (v), t, left (v).is_single_type ()) > 1)
          {
            warning_with_id ("gpureduce:not-associative",
                             "%s: the operation is not associative: of %s, %s and %s it makes %s or %s; results depend "
                             "on the order of combination",
                             m_name, shown (triple, 0, k, t).c_str (), shown (triple, k, k, t).c_str (),
                             shown (triple, 2 * k, k, t).c_str (), shown (left, 0, k, t).c_str (),
                             shown (right, 0, k, t).c_str ());
            return;
          }
  }

  const char *m_name;
  const octave_value &m_function;
  octave_value_list m_part[3];
};

// ---- the call ----

struct operations
{
  octave_value combine, map, finish, identity;
};

struct sizes
{
  dim_vector dims, results;
  gr_monoid_run run;
};

static sizes
sizes_of (const char *name, const dim_vector &dims, const NDArray &run)
{
  sizes s = { dims, dims, { 1, 1, 1, run (1) != 0, run (2) != 0, run (3) != 0 } };
  int dim = static_cast<int> (run (0)) - 1;
  if (dim < 0)
    dim = dims.first_non_singleton ();
  for (int d = 0; d < dims.ndims (); d++)
    *(d < dim ? &s.run.inner : d == dim ? &s.run.len : &s.run.outer) *= static_cast<std::size_t> (dims (d));
  if (! s.run.is_scan && dim < dims.ndims ())
    s.results (dim) = 1;
  if (! s.run.is_scan && ! s.run.len && dims.zero_by_zero () && run (0) == 0)
    gw_raise_error (GR_UNSUPPORTED, "%s: an array of 0 x 0 elements has no dimension to go along; name one", name);
  return s;
}

// Run a monoid on the arrays of its map.
static octave_value_list
run_on (const gr_user_monoid &monoid, const gw_expression &map, const sizes &s, const gw_expression *finish,
        const gw_expression &combine)
{
  const int n = s.dims.ndims (), values = finish ? finish->steps ().values : monoid.map.values;
  std::vector<gr_operand> operands;
  std::vector<std::vector<std::size_t>> all (map.arrays ().length ());
  std::vector<const std::size_t *> rows;
  std::vector<gr_buffer *> buffers;
  octave_value_list results;
  int faulty = -1;
  gr_monoid_part part;
  for (int k = 0; k < map.arrays ().length (); k++)
    {
      const octave_gpuarray &array = *octave_gpuarray::in (map.arrays () (k));
      const dim_vector of = array.dims ().redim (n);
      for (int d = 0; d < n; d++)
        all[k].push_back (of (d));
      rows.push_back (all[k].data ());
      operands.push_back ({ array.type (), array.elements (), 0, array.numel () == 1, nullptr });
    }
  for (int v = 0; v < values; v++)
    {
      const gr_expression &last = finish ? monoid.finish : monoid.map;
      octave_gpuarray *const made = new octave_gpuarray (s.results, last.step[last.value[v]].type);
      results.append (octave_value (made));
      buffers.push_back (made->elements ());
    }
  const gr_mapping arrays = { nullptr, operands.data (), static_cast<std::size_t> (n), rows.data () };
  gw_check (gr_run_monoid (&monoid, &s.run, &arrays, buffers.data (), &faulty, &part));
  if (faulty >= 0)
    (part == GR_PART_MAP ? map : part == GR_PART_COMBINE ? combine : *finish).raise_fault (faulty);
  return results;
}

octave_value_list
gw_run_monoid (const octave_value_list &args)
{
  const std::string name = args (1).string_value ();
  const Cell given = args (2).cell_value ();
  const operations ops = { given (0), given (1), given (2), given (3) };
  const octave_value_list arrays = args.slice (4, args.length () - 4);
  const gw_expression map (name.c_str (), ops.map, arrays, gw_values::CELL, 0);
  const dim_vector dims = gw_broadcast_arrays (name.c_str (), map.arrays ());
  const types of = kept_types (name.c_str (), ops.combine, types_of (map));
  const gw_expression combine = operation_on (name.c_str (), ops.combine, twice (of));
  const std::unique_ptr<gr_user_monoid> made (new gr_user_monoid ()); // some kilobytes
  gr_user_monoid &monoid = *made;
  monoid.map = converted (map.steps (), of);
  monoid.combine = combine.steps ();
  monoid.finish.steps = 0;
  set_identity (name.c_str (), ops.identity, of, &monoid);
  if (dims.numel () && map.arrays ().length ())
    {
      gw_compare_once (name.c_str (), map, arrays, dims);
      if (! associativity::is_known (combine, false))
        {
          octave_value_list chosen;
          for (int k = 0; k < map.arrays ().length (); k++)
            chosen.append (drawn (map.arrays () (k), dims));
          associativity (name.c_str (), ops.combine, gw_evaluate_steps (monoid.map, map, chosen)).run ();
          associativity::is_known (combine, true);
        }
    }
  const sizes s = sizes_of (name.c_str (), dims, args (3).array_value ());
  if (ops.finish.isempty ())
    return ovl (Cell (run_on (monoid, map, s, nullptr, combine)));
  const gw_expression finish = operation_on (name.c_str (), ops.finish, of);
  monoid.finish = finish.steps ();
  return ovl (Cell (run_on (monoid, map, s, &finish, combine)));
}
