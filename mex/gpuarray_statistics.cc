// SPDX-License-Identifier: GPL-3.0-or-later
//
// Elements of given ranks along a dimension.

#include "gpuarray_statistics.h"

#include <algorithm>
#include <cstring>

#include <octave/oct.h>

#include "gpuarray.h"
#include "gpuarray_classes.h"
#include "host_types.h"
#include "order.h"
#include "unfilled.h"

static void
check (const char *name, gr_status status)
{
  if (status != GR_OK)
    gw_raise_error (status, "%s: %s", name, gr_message ());
}

// An array's size along its first n dimensions.
static dim_vector
sizes_of (const dim_vector &dims, octave_idx_type n)
{
  dim_vector all = dims;
  all.resize (static_cast<int> (std::max<octave_idx_type> (n, dims.ndims ())), 1);
  return all;
}

// The size of A with `count` elements along a dimension, from 1 on.
static dim_vector
resized (const dim_vector &dims, int dim, octave_idx_type count)
{
  dim_vector to = sizes_of (dims, dim);
  to (dim - 1) = count;
  to.chop_trailing_singletons ();
  return to;
}

// What (A, DIM, RANKS) asks; the type of the elements is left out.  Ranks of the size of A but along DIM are those of
// its segments, one by one, unless there is one segment alone.
static gr_statistics
read_statistics (const char *name, const dim_vector &dims, int dim, const dim_vector &ranks)
{
  gr_statistics q = {};
  if (dim < 1)
    gw_raise_error (GR_BAD_ARGUMENT, "%s: DIM must be a valid dimension", name);
  q.inner = q.len = q.outer = 1;
  for (int d = 1; d <= dims.ndims (); d++)
    (d < dim ? q.inner : d == dim ? q.len : q.outer) *= dims (d - 1);
  const octave_idx_type along = sizes_of (ranks, dim) (dim - 1);
  q.ranks_differ = q.inner * q.outer != 1 && resized (ranks, dim, 1) == resized (dims, dim, 1);
  if (! q.ranks_differ && ! ranks.isvector () && ! ranks.all_ones ())
    gw_raise_error (GR_BAD_ARGUMENT, "%s: RANKS must be a vector, or of the size of A except along DIM", name);
  q.count = q.ranks_differ ? along : ranks.numel ();
  if (! q.len || ! q.count)
    gw_raise_error (GR_BAD_ARGUMENT, "%s: of segments with elements at least one rank is asked", name);
  return q;
}

static octave_value_list
search_on_device (const char *name, const octave_gpuarray &array, int dim, const octave_value &ranks)
{
  const octave_value held = octave_gpuarray::from_host (ranks);
  const octave_gpuarray &there = *octave_gpuarray::in (held);
  gr_statistics q = read_statistics (name, array.dims (), dim, there.dims ());
  q.type = array.type ();
  if (there.type () != GR_TYPE_F64)
    gw_raise_error (GR_BAD_ARGUMENT, "%s: RANKS must be doubles", name);
  octave_gpuarray *const values = new octave_gpuarray (resized (array.dims (), dim, q.count), q.type);
  octave_value_list results = ovl (octave_value (values));
  octave_gpuarray *const numbers = new octave_gpuarray (resized (array.dims (), dim, 1), GR_TYPE_F64);
  results.append (octave_value (numbers));
  if (array.numel ())
    check (name,
           gr_order_statistics (&q, array.elements (), there.elements (), values->elements (), numbers->elements ()));
  return results;
}

template <typename Array>
static octave_value_list
search_on_host (const char *name, const Array &array, int dim, const NDArray &ranks, gr_type type)
{
  gr_statistics q = read_statistics (name, array.dims (), dim, ranks.dims ());
  q.type = type;
  Array values = gw_unfilled<Array> (resized (array.dims (), dim, q.count));
  NDArray numbers = gw_unfilled<NDArray> (resized (array.dims (), dim, 1));
  check (name,
         gr_order_statistics_on_host (&q, array.data (), ranks.data (), values.fortran_vec (), numbers.fortran_vec ()));
  return ovl (values, numbers);
}

octave_value_list
gw_order_statistics (const char *name, const octave_value &a, int dim, const octave_value &ranks)
{
  const octave_gpuarray *const array = octave_gpuarray::in (a);
  if (array)
    return search_on_device (name, *array, dim, ranks);
  const octave_value full = octave_gpuarray::full_on_host (name, a);
  const char *backend = nullptr;
  check (name, gr_backend_name (&backend));
  if (std::strcmp (backend, "cpu"))
    {
      const octave_value there = octave_gpuarray::from_host (full);
      return octave_gpuarray::gathered (search_on_device (name, *octave_gpuarray::in (there), dim, ranks));
    }
  const octave_gpuarray *const held = octave_gpuarray::in (ranks);
  const octave_value numbers = held ? held->gathered () : ranks;
  if (! numbers.is_double_type () || numbers.iscomplex ())
    gw_raise_error (GR_BAD_ARGUMENT, "%s: RANKS must be doubles", name);
  const gr_type type = gw_type_of (full);
  switch (type)
    {
#define GW_SEARCH(ID, ARRAY, VALUE)                                                                                    \
  case GR_TYPE_##ID:                                                                                                   \
    return search_on_host (name, ARRAY (full.VALUE ()), dim, numbers.array_value (), type);
      GW_HOST_TYPES (GW_SEARCH)
#undef GW_SEARCH
    default:
      return octave_value_list ();
    }
}
