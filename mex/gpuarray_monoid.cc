// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reductions and scans by operations that users write: types of values, the comparison with Octave, and the test of
// associativity that the first call of an operation makes.

#include "gpuarray_monoid.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

#include <octave/Cell.h>
#include <octave/oct.h>
#include <octave/parse.h>

#include "gpuarray_arrayfun.h"
#include "gpuarray_expression.h"
#include "gpuarray_on_host.h"
#include "gpuarray_segments.h"
#include "interrupt.h"

// ---- operations ----

typedef std::vector<gr_type> types;

// Some kilobytes, for which there is room among the variables of the call.
typedef std::optional<gw_expression> operation;

// An operation of values of types.  It captures no arrays, since an element has no place among them.
static void
read_operation (const char *name, const octave_value &function, const types &of, gw_own_names &names, operation *e)
{
  e->emplace (name, function, of, names);
  if ((*e)->arrays ().length ())
    gw_raise_error (GR_UNSUPPORTED, "%s: an operation that has captured an array, of whose elements none belongs to it",
                    name);
}

static types
types_of (const gw_expression &e)
{
  types of;
  of.reserve (e.steps ().values);
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

// The operation on types in which it stays among its values: those of a map, or what the operation makes of them.
static void
read_combine (const char *name, const octave_value &function, types *of, gw_own_names &names, operation *e)
{
  enum { MOST_ROUNDS = 4 };
  for (int round = 0; round < MOST_ROUNDS; round++)
    {
      read_operation (name, function, twice (*of), names, e);
      const types made = types_of (**e);
      if (made.size () != of->size ())
        gw_raise_error (GR_BAD_ARGUMENT, "%s: the operation combines two times %d values to %d", name,
                        static_cast<int> (of->size ()), static_cast<int> (made.size ()));
      if (made == *of)
        return;
      *of = made;
    }
  gw_raise_error (GR_UNSUPPORTED, "%s: the operation gives values of another class each time", name);
}

// A number in the class of a type, as Octave converts it.
static octave_value
in_class (const octave_value &number, gr_type type)
{
  switch (type)
    {
    case GR_TYPE_F64:
      return number.as_double ();
    case GR_TYPE_F32:
      return number.as_single ();
    case GR_TYPE_I8:
      return number.as_int8 ();
    case GR_TYPE_I16:
      return number.as_int16 ();
    case GR_TYPE_I32:
      return number.as_int32 ();
    case GR_TYPE_I64:
      return number.as_int64 ();
    case GR_TYPE_U8:
      return number.as_uint8 ();
    case GR_TYPE_U16:
      return number.as_uint16 ();
    case GR_TYPE_U32:
      return number.as_uint32 ();
    case GR_TYPE_U64:
      return number.as_uint64 ();
    default:
      break;
    }
  if (type == GR_TYPE_BOOL && number.islogical ())
    return number;
  const octave_value value = octave::feval (gr_types[type].name, ovl (number), 1) (0);
  return gr_types[type].is_complex ? octave::feval ("complex", ovl (value), 1) (0) : value;
}

// A number of the identity as an element of a type.
static gr_c64
element_of (const char *name, const octave_value &number, gr_type type)
{
  gr_c64 element = { 0, 0 };
  if (number.numel () != 1 || ! (number.isnumeric () || number.islogical ()))
    gw_raise_error (GR_BAD_ARGUMENT, "%s: the identity is a number, or a cell of as many as there are values", name);
  octave_gpuarray::read_element (name, in_class (number, type), &element);
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

// Elements of triples at pseudorandom places, the same each time, of an array that is broadcast to sizes: those that
// are number `part` of their triple, on the host.
static octave_value
drawn (const octave_value &array, const dim_vector &sizes, int part)
{
  const dim_vector of = array.dims ().redim (sizes.ndims ());
  const std::uint64_t all = static_cast<std::uint64_t> (sizes.numel ());
  NDArray places (dim_vector (TRIPLES, 1));
  std::uint64_t state = 1;
  for (octave_idx_type k = 0; k < 3 * TRIPLES; k++)
    {
      state = state * 6364136223846793005u + 1442695040888963407u; // D. Knuth's MMIX
      std::uint64_t rest = (state >> 16) % all, stride = 1, place = 0;
      for (int d = 0; d < sizes.ndims (); d++)
        {
          place += of (d) == 1 ? 0 : rest % static_cast<std::uint64_t> (sizes (d)) * stride;
          stride *= static_cast<std::uint64_t> (of (d));
          rest /= static_cast<std::uint64_t> (sizes (d));
        }
      if (k % 3 == part)
        places (k / 3) = static_cast<double> (place + 1);
    }
  const octave_value chosen = octave_value (array).index_op (ovl (octave_value (places)));
  return octave_gpuarray::in (chosen)->gathered ();
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
  // The values of the map, on the host, for each part of the triples.
  associativity (const char *name, const octave_value &function, const gw_expression &combine)
    : m_name (name), m_function (function), m_combine (combine)
  {}
  octave_value_list &part (int number) { return m_part[number]; }

  // Has the operation been tested?  A bounded number of them is kept.
  static bool is_known (const gw_expression &e, bool now)
  {
    enum { MOST = 4096 };
    static std::unordered_set<std::string> known;
    static std::string key; // whose memory stays
    const gr_expression &steps = e.steps ();
    key.assign (reinterpret_cast<const char *> (steps.number), steps.numbers * sizeof *steps.number);
    e.add_structure (&key);
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
    warn (left, right);
  }

private:
  gw_expression of (const octave_value_list &a, const octave_value_list &b) const
  {
    gw_own_names names;
    return gw_expression (m_name, m_function, joined (a, b), gw_values::CELL, 0, names);
  }
  octave_value_list results (const octave_value_list &a, const octave_value_list &b) const
  {
    return gw_evaluate_on_host (m_combine.steps (), m_combine, joined (a, b));
  }

  // Warn of the first triple whose results differ.
  void warn (const octave_value_list &left, const octave_value_list &right) const
  {
    const int k = left.length ();
    const octave_value_list triple = joined (joined (m_part[0], m_part[1]), m_part[2]);
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
  const gw_expression &m_combine;
  octave_value_list m_part[3];
};

// ---- dimensions ----

// Which segments, and the sizes of results.  Where dimensions of a reduction are apart, arrays are permuted first, so
// that those before the first of them stay in front, and the others go behind the last.
struct segments
{
  dim_vector dims, results;
  gr_monoid_run run;
  Array<int> order; // none if nothing moves
};

static std::vector<bool>
dims_along (const gw_combination &call, const dim_vector &dims)
{
  std::vector<bool> along (dims.ndims (), call.has_all);
  for (const int dim : call.dims)
    if (dim < dims.ndims ())
      along[dim] = true;
  if (! call.has_all && call.dims.empty ())
    along[dims.first_non_singleton ()] = true;
  return along;
}

static segments
segments_of (const gw_combination &call, const dim_vector &dims)
{
  const std::vector<bool> along = dims_along (call, dims);
  const int n = dims.ndims ();
  segments s = {
    dims, dims, { 1, 1, 1, call.is_scan, call.reverse, call.exclusive, call.algorithm, call.block }, Array<int> ()
  };
  enum { BEFORE, ALONG, BEHIND };
  std::vector<int> places[3];
  bool moves = false;
  for (int d = 0; d < n; d++)
    {
      const bool is_along = along[d] && dims (d) != 1;
      const int where = is_along ? ALONG : places[ALONG].empty () ? BEFORE : BEHIND;
      moves = moves || (is_along && s.run.outer != 1);
      *(where == BEFORE  ? &s.run.inner
        : where == ALONG ? &s.run.len
                         : &s.run.outer)
        *= static_cast<std::size_t> (dims (d));
      places[where].push_back (d);
      if (is_along && ! call.is_scan)
        s.results (d) = 1;
    }
  if (moves)
    {
      s.order.resize1 (n);
      int k = 0;
      for (const std::vector<int> &some : places)
        for (const int d : some)
          {
            s.dims (k) = dims (d);
            s.order (k++) = d;
          }
    }
  if (! call.is_scan && ! s.run.len && dims.zero_by_zero () && ! call.has_all && call.dims.empty ())
    gw_raise_error (GR_UNSUPPORTED, "%s: an array of 0 x 0 elements has no dimension to go along; name one",
                    call.name.c_str ());
  return s;
}

static octave_value_list
moved (const octave_value_list &arrays, const segments &s)
{
  octave_value_list all;
  for (int k = 0; k < arrays.length (); k++)
    all.append (arrays (k).permute (s.order));
  return all;
}

// ---- the call ----

// Run a monoid on the arrays of its map, of which results are of these sizes.
static octave_value_list
run_on (const char *name, const gr_user_monoid &monoid, const gw_expression &map, const octave_value_list &arrays,
        int ndims, const gr_monoid_run &run, const dim_vector &sizes)
{
  const gr_expression &last = monoid.finish.steps ? monoid.finish : monoid.map;
  const gw_operands given (arrays, ndims);
  const gr_mapping mapping = given.mapping (nullptr);
  gr_buffer *buffers[GR_MAX_VALUES];
  octave_value_list results;
  int faulty = -1;
  gr_monoid_part part;
  for (int v = 0; v < last.values; v++)
    {
      octave_gpuarray *const made = new octave_gpuarray (sizes, last.step[last.value[v]].type);
      results.append (octave_value (made));
      buffers[v] = made->elements ();
    }
  const gr_status status = gr_run_monoid (&monoid, &run, &mapping, buffers, &faulty, &part);
  if (status != GR_OK)
    gw_raise_error (status, "%s: %s", name, gr_message ());
  const gr_expression &of = part == GR_PART_MAP ? monoid.map : part == GR_PART_COMBINE ? monoid.combine : monoid.finish;
  if (faulty >= 0)
    map.raise_fault (of.step[faulty]);
  return results;
}

// The comparison with Octave of the map, and the test of the operation, on their first call.
static void
test_once (const gw_combination &call, const gw_expression &map, const gr_expression &converted,
           const gw_expression &combine, const dim_vector &dims)
{
  if (! dims.numel () || ! map.arrays ().length ())
    return;
  if (! call.map.isempty ())
    gw_compare_once (call.name.c_str (), map, call.arrays, dims);
  if (associativity::is_known (combine, false))
    return;
  associativity test (call.name.c_str (), call.combine, combine);
  for (int part = 0; part < 3; part++)
    {
      octave_value_list chosen;
      for (int k = 0; k < map.arrays ().length (); k++)
        chosen.append (drawn (map.arrays () (k), dims, part));
      test.part (part) = gw_evaluate_on_host (converted, map, chosen);
    }
  test.run ();
  associativity::is_known (combine, true);
}

// The functions of a call, as the library has them, and what they were read to.
struct functions
{
  gr_user_monoid monoid;
  operation map, combine, finish;
};

static void
read_functions (const gw_combination &call, functions *f)
{
  const char *const name = call.name.c_str ();
  gw_own_names names;
  gr_user_monoid &monoid = f->monoid;
  if (call.map.isempty ())
    f->map.emplace (name, call.arrays);
  else
    f->map.emplace (name, call.map, call.arrays, gw_values::CELL, 0, names);
  types of = types_of (*f->map);
  read_combine (name, call.combine, &of, names, &f->combine);
  f->map->copy_steps (&monoid.map);
  for (int v = 0; v < monoid.map.values; v++)
    gw_check (gr_add_conversion (&monoid.map, of[v], monoid.map.value[v], &monoid.map.value[v]));
  f->combine->copy_steps (&monoid.combine);
  monoid.finish.steps = 0;
  if (! call.finish.isempty ())
    {
      read_operation (name, call.finish, of, names, &f->finish);
      f->finish->copy_steps (&monoid.finish);
    }
  set_identity (name, call.identity, of, &monoid);
}

// ---- segments of any lengths ----

// The functions are read once more as those of a scan that begins anew at each segment (gr_add_segments).
static octave_value_list
run_on_segments (const gw_combination &call, const functions &f, const dim_vector &dims)
{
  const char *const name = call.name.c_str ();
  const std::unique_ptr<gr_user_monoid> scan (new gr_user_monoid (f.monoid));
  const int k = f.monoid.map.values;
  const gr_monoid_run run
    = { 1,         static_cast<std::size_t> (dims.numel ()), 1, true, call.reverse, call.exclusive, GR_ALGORITHM_AUTO,
        call.block };
  const bool is_last = call.is_scan && ! call.exclusive;
  if (! is_last)
    scan->finish.steps = 0;
  gw_check (gr_add_segments (scan.get ()));
  const octave_value offsets = gw_offsets_of (call), starts = gw_starts_of (call, offsets, dims);
  octave_value_list arrays = f.map->arrays ();
  arrays.append (starts);
  octave_value_list values = run_on (name, *scan, *f.map, arrays, dims.ndims (), run, dims);
  if (is_last)
    return f.monoid.finish.steps ? values : values.slice (0, k);
  const octave_idx_type count = offsets.numel () - 1;
  const dim_vector sizes = call.is_scan                        ? dims
                         : dims.ndims () == 2 && dims (0) == 1 ? dim_vector (1, count)
                                                               : dim_vector (count, 1);
  values = call.is_scan ? gw_begun_with_identity (f.monoid, values.slice (0, k), starts)
                        : gw_last_values (call, f.monoid, values.slice (0, k), offsets, sizes);
  return f.monoid.finish.steps ? gw_evaluate_steps (f.monoid.finish, *f.map, values, sizes) : values;
}

octave_value_list
gw_run_monoid (const gw_combination &call)
{
  functions f;
  read_functions (call, &f);
  const dim_vector dims = gw_broadcast_arrays (call.name.c_str (), f.map->arrays ());
  test_once (call, *f.map, f.monoid.map, *f.combine, dims);
  if (call.offsets.is_defined () || call.lengths.is_defined ())
    return run_on_segments (call, f, dims);
  const segments s = segments_of (call, dims);
  return run_on (call.name.c_str (), f.monoid, *f.map,
                 s.order.isempty () ? f.map->arrays () : moved (f.map->arrays (), s), s.dims.ndims (), s.run,
                 s.results);
}

gr_prediction
gw_predict_monoid (const gw_combination &call, std::size_t inner, std::size_t len, std::size_t outer)
{
  const gr_monoid_run run = { inner, len, outer, call.is_scan, false, false, GR_ALGORITHM_AUTO, 0 };
  functions f;
  gr_prediction prediction;
  read_functions (call, &f);
  const gr_status status = gr_predict_monoid (&f.monoid, &run, &prediction);
  if (status != GR_OK)
    gw_raise_error (status, "%s: %s", call.name.c_str (), gr_message ());
  return prediction;
}
