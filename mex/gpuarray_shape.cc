// Other shapes: permute, resize, repmat, transposes.

#include <octave/ov.h>

#include "gpuarray.h"
#include "gpuarray_copy.h"
#include "gpuarray_types.h"

octave_value
octave_gpuarray::permute (const Array<int> &order, bool inverse) const
{
  const int n = order.numel ();
  const char *const name = inverse ? "ipermute" : "permute";
  std::vector<bool> is_there (n);
  if (n < m_dims.ndims ())
    error ("%s: invalid permutation vector", name);
  for (int k = 0; k < n; k++)
    {
      if (order (k) < 0 || order (k) >= n)
        error ("%s: permutation vector contains an invalid element", name);
      if (is_there[order (k)])
        error ("%s: permutation vector cannot contain identical elements", name);
      is_there[order (k)] = true;
    }
  dim_vector from = dim_vector::alloc (n), to = dim_vector::alloc (n);
  std::vector<std::ptrdiff_t> stride (n);
  std::vector<int> source (n);
  for (int k = 0; k < n; k++)
    {
      from (k) = k < m_dims.ndims () ? m_dims (k) : 1;
      stride[k] = k ? stride[k - 1] * from (k - 1) : 1;
      source[inverse ? order (k) : k] = inverse ? k : order (k);
    }
  gw_copy copy;
  std::ptrdiff_t at = 1;
  for (int k = 0; k < n; k++)
    {
      to (k) = from (source[k]);
      copy.add (to (k), at, stride[source[k]]);
      at *= to (k);
    }
  to.chop_trailing_singletons ();
  octave_gpuarray *const made = new octave_gpuarray (to, m_type);
  const octave_value result (made);
  copy.run (*made, *this);
  return result;
}

octave_value
gw_transposed (const octave_gpuarray &a)
{
  if (a.dims ().ndims () > 2)
    error ("transpose not defined for N-D objects");
  Array<int> order (dim_vector (2, 1));
  order (0) = 1;
  order (1) = 0;
  return a.permute (order);
}

// Set all elements to 0.
static void
clear (const octave_gpuarray &a)
{
  static const char zero[sizeof (gr_c64)] = { 0 };
  const std::size_t size = gr_types[a.type ()].size;
  if (a.byte_size ())
    gw_check (gr_buffer_fill (a.elements (), 0, zero, size, a.dims ().numel ()));
}

octave_value
octave_gpuarray::resize (const dim_vector &dims, bool) const
{
  const int n = std::max (dims.ndims (), m_dims.ndims ());
  const dim_vector from = m_dims.redim (n), to = dims.redim (n);
  octave_gpuarray *const made = new octave_gpuarray (dims, m_type);
  const octave_value result (made);
  gw_copy copy;
  std::ptrdiff_t to_stride = 1, from_stride = 1;
  clear (*made);
  for (int k = 0; k < n; k++)
    {
      copy.add (std::min (from (k), to (k)), to_stride, from_stride);
      to_stride *= to (k);
      from_stride *= from (k);
    }
  copy.run (*made, *this);
  return result;
}

octave_value
gw_repeated (const octave_gpuarray &a, const dim_vector &times)
{
  const int n = std::max (times.ndims (), a.dims ().ndims ());
  const dim_vector from = a.dims ().redim (n);
  dim_vector dims = dim_vector::alloc (n);
  gw_copy copy;
  std::ptrdiff_t to_stride = 1, from_stride = 1;
  for (int k = 0; k < n; k++)
    {
      const octave_idx_type count = k < times.ndims () ? times (k) : 1;
      dims (k) = from (k) * count;
      copy.add (from (k), to_stride, from_stride);
      copy.add (count, to_stride * from (k), 0);
      to_stride *= dims (k);
      from_stride *= from (k);
    }
  dims.chop_trailing_singletons ();
  octave_gpuarray *const made = new octave_gpuarray (dims, a.type ());
  const octave_value result (made);
  copy.run (*made, a);
  return result;
}

octave_value
gw_conjugated (const octave_gpuarray &a)
{
  if (a.isreal ())
    return octave_value (a.clone ());
  // parts stand in turn, and every second one gets another sign
  const gr_type part = a.type () == GR_TYPE_C64 ? GR_TYPE_F64 : GR_TYPE_F32;
  const octave_idx_type n = a.dims ().numel ();
  octave_gpuarray *const made = new octave_gpuarray (a.dims (), a.type ());
  const octave_value result (made);
  const octave_gpuarray from (a.shared (), dim_vector (2 * n, 1), part),
    to (made->shared (), dim_vector (2 * n, 1), part);
  gw_copy_all (to, from);
  gw_copy out, back;
  octave_gpuarray *const imaginary = new octave_gpuarray (dim_vector (n, 1), part);
  const octave_value holder (imaginary);
  out.from_first = 1;
  out.add (n, 1, 2);
  out.run (*imaginary, from);
  const octave_value negative = gw_binary (GR_TIMES, holder, octave_value (-1.0));
  back.to_first = 1;
  back.add (n, 2, 1);
  back.run (to, *octave_gpuarray::in (negative));
  return result;
}
