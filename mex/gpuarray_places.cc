// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places of values in a sorted table, counts between edges, and of elements that are scattered.

#include "gpuarray_places.h"

#include <algorithm>

#include <octave/oct.h>

#include "gpuarray.h"
#include "gpuarray_classes.h"
#include "host_types.h"
#include "order.h"

octave_value_list
gw_look_up (const octave_value_list &args)
{
  const std::string name = args (1).string_value ();
  const octave_gpuarray *const table = octave_gpuarray::in (args (2)), *const values = octave_gpuarray::in (args (3));
  if (! table || ! values || table->type () != values->type ())
    gw_raise_error (GR_BAD_ARGUMENT, "%s: TABLE and Y must be gpuArrays of one class", name.c_str ());
  const gr_lookup q = { table->type (), args (4).is_true (), static_cast<std::size_t> (table->dims ().numel ()),
                        static_cast<std::size_t> (values->dims ().numel ()) };
  octave_gpuarray *const places = new octave_gpuarray (values->dims (), GR_TYPE_F64);
  const octave_value_list result = ovl (octave_value (places));
  const gr_status status = gr_look_up (&q, table->elements (), values->elements (), places->elements ());
  if (status != GR_OK)
    gw_raise_error (status, "%s: %s", name.c_str (), gr_message ());
  return result;
}

octave_value_list
gw_count_between (const octave_value_list &args)
{
  const std::string name = args (1).string_value ();
  const octave_value edges = args (2);
  const octave_gpuarray *const x = octave_gpuarray::in (args (3));
  const octave_idx_type dim = args (4).idx_type_value ();
  if (! x || octave_gpuarray::in (edges) || gw_type_of (edges) != x->type () || dim < 1)
    gw_raise_error (GR_BAD_ARGUMENT, "%s: X must be a gpuArray, and EDGES a host array of the same class",
                    name.c_str ());
  dim_vector dims = x->dims ();
  dims.resize (std::max<octave_idx_type> (dims.ndims (), dim), 1);
  gr_histogram q
    = { x->type (), 1, static_cast<std::size_t> (dims (dim - 1)), 1, static_cast<std::size_t> (edges.numel ()) };
  for (octave_idx_type k = 0; k < dims.ndims (); k++)
    if (k != dim - 1)
      (k < dim ? q.inner : q.outer) *= static_cast<std::size_t> (dims (k));
  dims (dim - 1) = edges.numel ();
  octave_gpuarray *const counts = new octave_gpuarray (dims, GR_TYPE_F64);
  const octave_value_list result = ovl (octave_value (counts));
  gr_status status = GR_OK;
  switch (x->type ())
    {
#define GW_COUNT(ID, ARRAY, VALUE)                                                                                     \
  case GR_TYPE_##ID:                                                                                                   \
    status = gr_count_between (&q, ARRAY (edges.VALUE ()).data (), x->elements (), counts->elements ());               \
    break;
      GW_HOST_TYPES (GW_COUNT)
#undef GW_COUNT
    default:
      break;
    }
  if (status != GR_OK)
    gw_raise_error (status, "%s: %s", name.c_str (), gr_message ());
  return result;
}

octave_value_list
gw_scatter (const octave_value_list &args)
{
  const octave_gpuarray *const places = octave_gpuarray::in (args (1)), *const values = octave_gpuarray::in (args (2));
  if (! places || ! values || places->type () != GR_TYPE_F64 || places->dims ().numel () != values->dims ().numel ())
    gw_raise_error (GR_BAD_ARGUMENT, "gpuArray: places must be as many doubles as elements");
  const std::size_t count = values->dims ().numel ();
  const gr_gathering q = { gr_types[values->type ()].size, 1, count, 1, count };
  octave_gpuarray *const result = new octave_gpuarray (values->dims (), values->type ());
  const octave_value_list results = ovl (octave_value (result));
  bool is_faulty = false;
  gw_check (gr_scatter_elements (&q, values->elements (), places->elements (), result->elements (), &is_faulty));
  if (is_faulty)
    gw_raise_error (GR_BAD_ARGUMENT, "gpuArray: places must be whole numbers from 1 to %zu", count);
  return results;
}
