// SPDX-License-Identifier: GPL-3.0-or-later
//
// gpureduce and gpuscan of segments of any lengths: offsets, where segments begin, and what becomes of a scan's values.

#include "gpuarray_segments.h"

#include <cstdint>

#include <octave/oct.h>
#include <octave/parse.h>

#include "gpuarray.h"

static octave_value
call_octave (const char *function, const octave_value_list &args)
{
  return octave::feval (function, args, 1) (0);
}

octave_value
gw_offsets_of (const gw_combination &call)
{
  const bool by_lengths = call.lengths.is_defined ();
  const octave_value given = octave_gpuarray::from_host (by_lengths ? call.lengths : call.offsets);
  const octave_value numbers = octave_gpuarray::in (given)->converted (GR_TYPE_F64);
  const octave_value column = numbers.reshape (dim_vector (numbers.numel (), 1));
  return ! by_lengths ? column : call_octave ("vertcat", ovl (0.0, call_octave ("cumsum", ovl (column))));
}

static void
check_without_elements (const gw_combination &call, const octave_value &offsets, octave_idx_type elements)
{
  const NDArray host = octave_gpuarray::in (offsets)->gathered ().array_value ();
  if (elements)
    gw_raise_error (GR_BAD_ARGUMENT, "%s: there are %zu elements, and no segments", call.name.c_str (),
                    static_cast<std::size_t> (elements));
  for (octave_idx_type k = 0; k < host.numel (); k++)
    if (host (k) != 0)
      gw_raise_error (GR_BAD_ARGUMENT, "%s: offsets of an array without elements are 0", call.name.c_str ());
}

octave_value
gw_starts_of (const gw_combination &call, const octave_value &offsets, const dim_vector &dims)
{
  const std::int8_t one = 1; // counts of these are 1 where segments begin, and the library checks offsets for them
  octave_gpuarray *const ones = new octave_gpuarray (dims, GR_TYPE_I8);
  const octave_value owner (ones);
  octave_gpuarray *const counts = new octave_gpuarray (dims, GR_TYPE_I8);
  const octave_value result (counts);
  const std::size_t elements = dims.numel (), segments = offsets.numel () - 1;
  if (! elements || ! segments)
    {
      check_without_elements (call, offsets, elements);
      return result;
    }
  gw_check (gr_buffer_fill (ones->elements (), 0, &one, sizeof one, elements));
  const auto bytes_of = [] (const octave_gpuarray &a) { return gr_buffer_describe (a.elements ()).data; };
  gr_ragged ragged = {};
  gr_request request = {};
  ragged.count = segments;
  ragged.offsets = static_cast<const double *> (bytes_of (*octave_gpuarray::in (offsets)));
  request.op = GR_CUMSUM;
  request.type = GR_TYPE_I8;
  request.arithmetic = GR_ARITHMETIC_NATIVE;
  request.inner = request.outer = 1;
  request.len = elements;
  request.reverse = call.reverse;
  request.place = GR_ON_DEVICE;
  request.queue = true;
  request.ragged = &ragged;
  const gr_status status = gr_run (&request, bytes_of (*ones), bytes_of (*counts), nullptr);
  if (status != GR_OK)
    gw_raise_error (
      status, "%s: %s%s", call.name.c_str (), gr_message (),
      status == GR_BAD_ARGUMENT && call.lengths.is_defined () ? "; \"lengths\" L are \"offsets\" [0, cumsum(L)]" : "");
  return result;
}

// The number that stands for no elements, as an array of one element.
static octave_value
identity_of (const gr_user_monoid &monoid, int value)
{
  const gr_type type = monoid.map.step[monoid.map.value[value]].type;
  octave_gpuarray *const made = new octave_gpuarray (dim_vector (1, 1), type);
  const octave_value result (made);
  gw_check (gr_buffer_fill (made->elements (), 0, &monoid.identity[value], gr_types[type].size, 1));
  return result;
}

octave_value_list
gw_last_values (const gw_combination &call, const gr_user_monoid &monoid, const octave_value_list &scans,
                const octave_value &offsets, const dim_vector &sizes)
{
  const octave_idx_type count = sizes.numel ();
  const octave_value ends = octave_value (offsets).index_op (ovl (octave::idx_vector (1, count + 1)));
  const octave_value none = call_octave ("eq", ovl (call_octave ("diff", ovl (offsets)), 0.0)).reshape (sizes);
  const bool has_none = count && call_octave ("any", ovl (none)).is_true ();
  octave_value_list values;
  if (has_none && ! monoid.has_identity)
    gw_raise_error (GR_BAD_ARGUMENT, "%s: a segment without elements has no value, since no identity was given",
                    call.name.c_str ());
  const octave_value places = has_none ? call_octave ("max", ovl (ends, 1.0)) : ends;
  for (int v = 0; v < scans.length (); v++)
    {
      const octave_value identity = has_none ? identity_of (monoid, v) : octave_value ();
      octave_value value = scans (v).numel () ? octave_value (scans (v)).index_op (ovl (places))
                         : has_none           ? call_octave ("repmat", ovl (identity, double (count), 1.0))
                                              : scans (v);
      value = value.reshape (sizes);
      values.append (has_none ? call_octave ("merge", ovl (none, identity, value)) : value);
    }
  return values;
}

octave_value_list
gw_begun_with_identity (const gr_user_monoid &monoid, const octave_value_list &scans, const octave_value &starts)
{
  const octave_value begins = call_octave ("eq", ovl (starts, 1.0));
  octave_value_list values;
  for (int v = 0; v < scans.length (); v++)
    values.append (scans (v).isempty () ? scans (v)
                                        : call_octave ("merge", ovl (begins, identity_of (monoid, v), scans (v))));
  return values;
}
