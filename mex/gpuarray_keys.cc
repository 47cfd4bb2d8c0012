// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reductions of elements by keys: places of subscripts, and the request.

#include "gpuarray_keys.h"

#include <algorithm>
#include <memory>
#include <vector>

#include <octave/oct.h>
#include <octave/parse.h>

#include "expression.h"
#include "gpuarray.h"
#include "gpuarray_classes.h"
#include "host_types.h"
#include "unfilled.h"

// ---- places ----

// Subscripts of one dimension: elements of an array on the device, from one of them on.
struct subscript
{
  octave_value owner;
  std::size_t first;
  dim_vector dims;
  std::size_t extent; // of the result

  const octave_gpuarray &array () const { return *octave_gpuarray::in (owner); }
};

static std::vector<subscript>
read_subscripts (const std::string &name, const octave_value &subs, const dim_vector &to)
{
  std::vector<subscript> all;
  if (subs.iscell ())
    {
      const Cell cell = subs.cell_value ();
      for (octave_idx_type k = 0; k < cell.numel (); k++)
        {
          const octave_value owner = octave_gpuarray::from_host (cell (k));
          all.push_back ({ owner, 0, owner.dims (), 0 });
        }
    }
  else
    {
      const octave_value owner = octave_gpuarray::from_host (subs);
      const octave_idx_type rows = owner.rows ();
      for (octave_idx_type k = 0; k < owner.columns (); k++)
        all.push_back ({ owner, static_cast<std::size_t> (k * rows), dim_vector (rows, 1), 0 });
    }
  const int count = static_cast<int> (all.size ());
  if (count > GR_MAX_ARGUMENTS || count > to.ndims ())
    gw_raise_error (GR_UNSUPPORTED, "%s: subscripts of %d dimensions are not supported; the most is %d", name.c_str (),
                    count, static_cast<int> (std::min<octave_idx_type> (GR_MAX_ARGUMENTS, to.ndims ())));
  for (int k = 0; k < count; k++)
    all[k].extent = to (k);
  return all;
}

// The place that subscripts name, counted from 1 on, or 0 where one of them is no whole number from 1 to its extent.
static std::unique_ptr<gr_expression>
place_of (const std::string &name, const std::vector<subscript> &all)
{
  std::unique_ptr<gr_expression> e (new gr_expression ());
  const double zero = 0, one = 1;
  double stride = 1;
  int none, first, valid = -1, place;
  gw_check (name, gr_add_number (e.get (), GR_TYPE_F64, &zero, &none));
  gw_check (name, gr_add_number (e.get (), GR_TYPE_F64, &one, &first));
  place = first;
  const auto binary = [&] (gr_binary op, int a, int b) {
    int step;
    gw_check (name, gr_add_binary (e.get (), op, a, b, &step));
    return step;
  };
  for (const subscript &of : all)
    {
      const double most = static_cast<double> (of.extent);
      int s, top, width, whole;
      gw_check (name, gr_add_argument (e.get (), of.array ().type (), &s));
      gw_check (name, gr_add_conversion (e.get (), GR_TYPE_F64, s, &s));
      gw_check (name, gr_add_number (e.get (), GR_TYPE_F64, &most, &top));
      gw_check (name, gr_add_number (e.get (), GR_TYPE_F64, &stride, &width));
      gw_check (name, gr_add_unary (e.get (), GR_FIX, s, &whole));
      const int fits
        = binary (GR_AND, binary (GR_AND, binary (GR_GE, s, first), binary (GR_LE, s, top)), binary (GR_EQ, s, whole));
      valid = valid < 0 ? fits : binary (GR_AND, valid, fits);
      place = binary (GR_PLUS, place, binary (GR_TIMES, binary (GR_MINUS, s, first), width));
      stride *= most;
    }
  gw_check (name, gr_add_choice (e.get (), valid, place, none, &place));
  gw_check (name, gr_add_value (e.get (), place));
  return e;
}

// Places of subscripts of several dimensions, which are broadcast.
static octave_value
find_places (const std::string &name, const std::vector<subscript> &all)
{
  int ndims = 2, faulty;
  for (const subscript &of : all)
    ndims = std::max<int> (ndims, of.dims.ndims ());
  dim_vector dims = dim_vector ().redim (ndims);
  std::vector<std::vector<std::size_t>> sizes;
  std::vector<const std::size_t *> rows;
  std::vector<gr_operand> operands;
  for (int d = 0; d < ndims; d++)
    dims (d) = 1;
  for (const subscript &of : all)
    {
      const dim_vector own = of.dims.redim (ndims);
      sizes.emplace_back ();
      for (int d = 0; d < ndims; d++)
        {
          sizes.back ().push_back (own (d));
          if (own (d) != 1)
            dims (d) = own (d);
        }
      operands.push_back ({ of.array ().type (), of.array ().elements (), of.first, false, nullptr });
    }
  for (const auto &row : sizes)
    rows.push_back (row.data ());
  octave_gpuarray *const places = new octave_gpuarray (dims, GR_TYPE_F64);
  const octave_value result (places);
  gr_buffer *const buffer = places->elements ();
  if (dims.numel ())
    gw_check (name, gr_evaluate (place_of (name, all).get (), operands.data (), ndims, rows.data (), &buffer, &faulty));
  return result;
}

// ---- the reduction ----

// What elements without values get: bytes of an element of the result.
static gr_c64
read_empty (const std::string &name, const octave_value &empty, gr_type type)
{
  gr_c64 element = {};
  octave_value number = octave::feval (gr_types[type].name, ovl (empty), 1) (0);
  if (gr_types[type].is_complex && ! number.iscomplex ())
    number = octave::feval ("complex", ovl (number), 1) (0);
  if (number.numel () != 1 || octave_gpuarray::read_element (name.c_str (), number, &element) != type)
    gw_raise_error (GR_BAD_ARGUMENT, "%s: what stands for no values must be a real number for real results",
                    name.c_str ());
  return element;
}

// A call: its request, whose segments' parts that are outside are filled in here.
struct keyed
{
  std::string name;
  gr_request request = {};
  gr_ragged ragged = {};
  gr_type type; // of results
  gr_c64 empty;
  dim_vector dims;
};

static void
prepare (keyed *call, const octave_value_list &args, gr_type values, gr_type keys, std::size_t of_values,
         std::size_t of_keys)
{
  gr_request &r = call->request;
  const int op = gr_find_operator (args (2).string_value ().c_str ());
  if (op < 0)
    gw_raise_error (GR_BAD_ARGUMENT, "%s: no operator has that name", call->name.c_str ());
  if (of_values != 1 && of_values != of_keys)
    gw_raise_error (GR_BAD_ARGUMENT, "%s: dimension mismatch", call->name.c_str ());
  r.op = static_cast<gr_operator> (op);
  r.type = values;
  r.inner = r.outer = 1;
  r.len = of_keys;
  r.ddof = 1;
  r.ragged = &call->ragged;
  call->ragged.count = call->dims.safe_numel ();
  call->ragged.key_type = keys;
  call->ragged.one_element = of_values != of_keys;
  gw_check (call->name, gr_result_type (&r, &call->type));
  if (args (6).isempty ())
    return;
  call->empty = read_empty (call->name, args (6), call->type);
  call->ragged.empty = &call->empty;
}

static void *
bytes_of (const octave_gpuarray &array)
{
  return array.elements () ? gr_buffer_describe (array.elements ()).data : nullptr;
}

static octave_value
reduce_on_device (keyed *call, const octave_value_list &args)
{
  const octave_value values = octave_gpuarray::from_host (args (3));
  const std::vector<subscript> all = read_subscripts (call->name, args (4), call->dims);
  const octave_value places = all.size () == 1 ? all[0].owner : find_places (call->name, all);
  const octave_gpuarray &from = *octave_gpuarray::in (values), &keys = *octave_gpuarray::in (places);
  prepare (call, args, from.type (), keys.type (), from.dims ().numel (), keys.dims ().numel ());
  octave_gpuarray *const made = new octave_gpuarray (call->dims, call->type);
  const octave_value result (made);
  call->request.place = GR_ON_DEVICE;
  call->request.queue = true;
  call->ragged.keys = bytes_of (keys);
  if (call->ragged.count || keys.dims ().numel ())
    gw_check (call->name, gr_run (&call->request, bytes_of (from), bytes_of (*made), nullptr));
  return result;
}

// The elements of a host array, whose copy is kept.
struct host_elements
{
  std::shared_ptr<const void> owner;
  const void *data;
  gr_type type;
  std::size_t count;
};

static host_elements
elements_of (const std::string &name, const octave_value &value)
{
  const octave_value full = octave_gpuarray::full_on_host (name.c_str (), value);
  host_elements e = { nullptr, nullptr, gw_type_of (full), static_cast<std::size_t> (full.numel ()) };
  switch (e.type)
    {
#define GW_HOLD(ID, ARRAY, VALUE)                                                                                      \
  case GR_TYPE_##ID:                                                                                                   \
    {                                                                                                                  \
      const auto held = std::make_shared<const ARRAY> (full.VALUE ());                                                 \
      e.data = held->data ();                                                                                          \
      e.owner = held;                                                                                                  \
      break;                                                                                                           \
    }
      GW_HOST_TYPES (GW_HOLD)
#undef GW_HOLD
    default:
      break;
    }
  return e;
}

static octave_value
reduce_on_host (keyed *call, const octave_value_list &args)
{
  const host_elements values = elements_of (call->name, args (3)), keys = elements_of (call->name, args (4));
  prepare (call, args, values.type, keys.type, values.count, keys.count);
  call->ragged.keys = keys.data;
  switch (call->type)
    {
#define GW_REDUCE(ID, ARRAY, VALUE)                                                                                    \
  case GR_TYPE_##ID:                                                                                                   \
    {                                                                                                                  \
      ARRAY result = gw_unfilled<ARRAY> (call->dims);                                                                  \
      if (call->ragged.count || keys.count)                                                                            \
        gw_check (call->name, gr_run (&call->request, values.data, result.fortran_vec (), nullptr));                   \
      return octave_value (result);                                                                                    \
    }
      GW_HOST_TYPES (GW_REDUCE)
#undef GW_REDUCE
    default:
      return octave_value ();
    }
}

static bool
is_on_device (const octave_value &array)
{
  if (! array.iscell ())
    return octave_gpuarray::in (array);
  const Cell cell = array.cell_value ();
  for (octave_idx_type k = 0; k < cell.numel (); k++)
    if (octave_gpuarray::in (cell (k)))
      return true;
  return false;
}

octave_value_list
gw_reduce_keys (const octave_value_list &args)
{
  keyed call;
  call.name = args (1).string_value ();
  const Array<octave_idx_type> sizes = args (5).octave_idx_type_vector_value ();
  call.dims.resize (static_cast<int> (sizes.numel ()));
  for (octave_idx_type k = 0; k < sizes.numel (); k++)
    call.dims (k) = std::max<octave_idx_type> (sizes (k), 0);
  const bool there = is_on_device (args (3)) || is_on_device (args (4));
  const bool has_places = ! args (4).iscell () && args (4).columns () == 1;
  if (! there && has_places)
    return ovl (reduce_on_host (&call, args));
  const octave_value result = reduce_on_device (&call, args);
  return ovl (there ? result : octave_gpuarray::in (result)->gathered ());
}
