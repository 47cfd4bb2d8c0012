// SPDX-License-Identifier: GPL-3.0-or-later
//
// Elements of given ranks along a dimension, medians and quantiles.

#include "gpuarray_statistics.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <octave/oct.h>
#include <octave/parse.h>

#include "gpuarray.h"
#include "gpuarray_classes.h"
#include "gpuarray_plain.h"
#include "host_types.h"
#include "order.h"
#include "unfilled.h"

// ---- the call of the library ----

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

// What is asked of the segments along a dimension, one thing of each; the type of the elements is left out.
static gr_statistics
ask_along (const char *name, const dim_vector &dims, int dim, gr_statistic asked)
{
  gr_statistics q = {};
  if (dim < 1)
    gw_raise_error (GR_BAD_ARGUMENT, "%s: DIM must be a valid dimension", name);
  q.inner = q.len = q.outer = q.count = 1;
  for (int d = 1; d <= dims.ndims (); d++)
    (d < dim ? q.inner : d == dim ? q.len : q.outer) *= dims (d - 1);
  if (! q.len || (asked != GR_RANKS && ! dims.numel ()))
    gw_raise_error (GR_BAD_ARGUMENT, "%s: there are no elements along DIM", name);
  q.asked = asked;
  return q;
}

static octave_value
compute_on_device (const char *name, const octave_gpuarray &array, int dim, gr_statistics q, const octave_value &ranks)
{
  const octave_value held = ranks.is_defined () ? octave_gpuarray::from_host (ranks) : ranks;
  const octave_gpuarray *const there = octave_gpuarray::in (held);
  q.type = array.type ();
  if (there && there->type () != GR_TYPE_F64)
    gw_raise_error (GR_BAD_ARGUMENT, "%s: RANKS must be doubles", name);
  octave_gpuarray *const values
    = new octave_gpuarray (resized (array.dims (), dim, q.count), q.in_double ? GR_TYPE_F64 : q.type);
  const octave_value result (values);
  if (array.numel ())
    gw_check (name, gr_order_statistics (&q, array.elements (), there ? there->elements () : nullptr,
                                         values->elements (), nullptr));
  return result;
}

template <typename Array>
static octave_value
compute_on_host (const char *name, const Array &array, int dim, gr_statistics q, gr_type type, const double *ranks)
{
  const dim_vector dims = resized (array.dims (), dim, q.count);
  const auto fill = [&] (auto values) {
    gw_check (name, gr_order_statistics_on_host (&q, array.data (), ranks, values.fortran_vec (), nullptr));
    return octave_value (values);
  };
  q.type = type;
  return q.in_double ? fill (gw_unfilled<NDArray> (dims)) : fill (gw_unfilled<Array> (dims));
}

// The statistics of A, on the device or the host as A is.  RANKS: doubles, or undefined for medians.
static octave_value
compute (const char *name, const octave_value &a, int dim, const gr_statistics &q, const octave_value &ranks)
{
  const octave_gpuarray *const array = octave_gpuarray::in (a);
  if (array)
    return compute_on_device (name, *array, dim, q, ranks);
  const octave_value full = octave_gpuarray::full_on_host (name, a);
  const char *backend = nullptr;
  gw_check (name, gr_backend_name (&backend));
  if (std::strcmp (backend, "cpu"))
    {
      const octave_value there = octave_gpuarray::from_host (full);
      return octave_gpuarray::in (compute_on_device (name, *octave_gpuarray::in (there), dim, q, ranks))->gathered ();
    }
  const octave_gpuarray *const held = octave_gpuarray::in (ranks);
  const octave_value asked = held ? held->gathered () : ranks;
  if (asked.is_defined () && (! asked.is_double_type () || asked.iscomplex ()))
    gw_raise_error (GR_BAD_ARGUMENT, "%s: RANKS must be doubles", name);
  const NDArray numbers = asked.is_defined () ? asked.array_value () : NDArray ();
  const gr_type type = gw_type_of (full);
  switch (type)
    {
#define GW_SEARCH(ID, ARRAY, VALUE)                                                                                    \
  case GR_TYPE_##ID:                                                                                                   \
    return compute_on_host (name, ARRAY (full.VALUE ()), dim, q, type, numbers.data ());
      GW_HOST_TYPES (GW_SEARCH)
#undef GW_SEARCH
    default:
      return octave_value ();
    }
}

octave_value
gw_order_statistics (const char *name, const octave_value &a, int dim, const octave_value &ranks)
{
  const dim_vector dims = a.dims (), asked = ranks.dims ();
  gr_statistics q = ask_along (name, dims, dim, GR_RANKS);
  q.ranks_differ = q.inner * q.outer != 1 && resized (asked, dim, 1) == resized (dims, dim, 1);
  if (! q.ranks_differ && ! asked.isvector () && ! asked.all_ones ())
    gw_raise_error (GR_BAD_ARGUMENT, "%s: RANKS must be a vector, or of the size of A except along DIM", name);
  q.count = q.ranks_differ ? sizes_of (asked, dim) (dim - 1) : asked.numel ();
  if (! q.count)
    gw_raise_error (GR_BAD_ARGUMENT, "%s: of segments with elements at least one rank is asked", name);
  return compute (name, a, dim, q, ranks);
}

octave_value
gw_medians (const char *name, const octave_value &a, int dim, bool omits, bool in_double)
{
  gr_statistics q = ask_along (name, a.dims (), dim, omits ? GR_MEDIAN_OMITNAN : GR_MEDIAN);
  q.in_double = in_double;
  return compute (name, a, dim, q, octave_value ());
}

octave_value
gw_quantiles (const char *name, const octave_value &a, int dim, const octave_value &p, unsigned method)
{
  gr_statistics q = ask_along (name, a.dims (), dim, GR_QUANTILES);
  q.count = p.numel ();
  q.method = method;
  q.in_double = ! a.isfloat ();
  return compute (name, a, dim, q, p);
}

octave_value_list
gw_quantile_places (unsigned method, const NDArray &p, const NDArray &numbers)
{
  NDArray low (p.dims ()), high (p.dims ()), weight (p.dims ());
  if (p.dims () != numbers.dims ())
    gw_raise_error (GR_BAD_ARGUMENT, "gpuArray: there is a number of elements for each quantile");
  for (octave_idx_type k = 0; k < p.numel (); k++)
    gw_check ("gpuArray",
              gr_find_quantile (method, p (k), numbers (k), &low.xelem (k), &high.xelem (k), &weight.xelem (k)));
  return ovl (low, high, weight);
}

// ---- calls as they are typed most often; m-code reads all others, and has their errors ----

// A real array with elements that have an order, on the device or the host.
static bool
is_plain_array (const octave_value &x)
{
  const bool is_there = octave_gpuarray::in (x);
  return (is_there || (! x.isobject () && ! x.issparse ())) && x.isreal () && (x.isnumeric () || x.islogical ())
      && x.numel ();
}

// A word on the host, else "".
static std::string
plain_word (const octave_value &value)
{
  return octave_gpuarray::in (value) || ! value.is_string () || value.rows () != 1 ? "" : value.string_value ();
}

static octave_value_list
call_m_code (const char *name, const octave_value_list &args)
{
  octave_value_list all = args;
  return octave::feval ("__gpureduce_statistics__", all.prepend (name), 1);
}

octave_value_list
gw_median (const char *name, const octave_value_list &args)
{
  const int count = args.length ();
  bool is_plain = count >= 1 && count <= 3 && is_plain_array (args (0)), omits = false;
  octave_value x = is_plain ? args (0) : octave_value ();
  double dim = 0;
  for (int k = 1; k < count && is_plain; k++)
    {
      const std::string word = plain_word (args (k));
      const double number = gw_plain_number (args (k));
      is_plain = word == "omitnan" ? ! omits : ! dim && (word == "all" || number >= 1);
      omits |= word == "omitnan";
      if (word == "all" && is_plain)
        x = x.reshape (dim_vector (x.numel (), 1));
      if (word != "omitnan")
        dim = word == "all" ? 1 : number;
    }
  if (! is_plain)
    return call_m_code (name, args);
  const dim_vector dims = x.dims ();
  const int along
    = dim ? static_cast<int> (std::min<double> (dim, dims.ndims () + 1)) : dims.first_non_singleton () + 1;
  return ovl (gw_medians (name, x, along, omits, false));
}

octave_value_list
gw_quantile (const char *name, const octave_value_list &args)
{
  const int count = args.length ();
  const double parts = std::strstr (name, "prctile") ? 100 : 1;
  if (count < 2 || count > 4 || ! is_plain_array (args (0)) || octave_gpuarray::in (args (1))
      || ! args (1).is_double_type () || ! args (1).isreal () || args (1).ndims () > 2 || ! args (1).numel ()
      || (args (1).rows () > 1 && args (1).columns () > 1) || args (1).issparse ())
    return call_m_code (name, args);
  const dim_vector dims = args (0).dims ();
  const double dim = count > 2 ? gw_plain_number (args (2)) : dims.first_non_singleton () + 1;
  const double method = count > 3 ? gw_plain_number (args (3)) : 5;
  if (! dim || dim > dims.ndims () || ! method || method > 9)
    return call_m_code (name, args);
  const NDArray p = args (1).array_value ();
  const octave_value q
    = gw_quantiles (name, args (0), static_cast<int> (dim), p / parts, static_cast<unsigned> (method));
  const bool is_vector = q.ndims () == 2 && (q.rows () == 1 || q.columns () == 1) && q.numel () > 1;
  if (! is_vector || p.numel () == 1)
    return ovl (q);
  return ovl (q.reshape (p.rows () == 1 ? dim_vector (1, q.numel ()) : dim_vector (q.numel (), 1)));
}
