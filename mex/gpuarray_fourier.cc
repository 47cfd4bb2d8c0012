// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fourier transforms: of elements on a device by the library, and of those in host memory, on the cpu backend, by
// Octave itself.  Calls that are none are handed to Octave's function, whose error they get.

#include "gpuarray_fourier.h"

#include <cmath>

#include <octave/lo-mappers.h>
#include <octave/parse.h>

#include "elements.h"
#include "gpuarray_copy.h"

// Dimensions of a transform, from `first` on, counted from 0, and how Octave's function is called for them.
struct along
{
  const char *name;
  bool is_inverse;
  int first, count;
  octave_value_list behind; // the array
};

static octave_value
as_octave (const char *name, const octave_value_list &args)
{
  const octave_value_list results = octave::feval (name, octave_gpuarray::gathered (args), 1);
  return results.length () ? octave_gpuarray::from_host (results (0)) : octave_value ();
}

// ---- sizes ----

// An argument beside the array, on the host.
static octave_value
on_host (const octave_value &value)
{
  return octave_gpuarray::gathered (ovl (value)) (0);
}

// A number of elements that is an argument, or -1 if it can be none.
static octave_idx_type
size_of (const octave_value &value)
{
  const double number = on_host (value).double_value ();
  return std::isnan (number) ? -1 : std::max<octave_idx_type> (octave::math::nint_big (number), -1);
}

static octave_value
new_empty (const octave_gpuarray &a, const dim_vector &dims)
{
  return octave_value (new octave_gpuarray (dims, a.is_single_type () ? GR_TYPE_F32 : GR_TYPE_F64));
}

// The array in the size of the transform, as numbers in floating point.
static octave_value
resized (const octave_gpuarray &a, const dim_vector &dims)
{
  const octave_value sized = a.dims () == dims ? octave_value (a.clone ()) : a.resize (dims);
  return a.isfloat () ? sized : octave_gpuarray::in (sized)->converted (GR_TYPE_F64);
}

// The transforms of an array with elements; its rank is 0 if they have one element each.
static gr_fourier
fourier_of (const along &t, const dim_vector &dims)
{
  gr_fourier f = {};
  f.inner = f.outer = 1;
  f.inverse = t.is_inverse;
  for (int k = 0; k < dims.ndims (); k++)
    if (k < t.first)
      f.inner *= dims (k);
    else if (k >= t.first + t.count)
      f.outer *= dims (k);
    else if (dims (k) > 1 && f.rank == GR_MAX_DIMS)
      gw_raise_error (GR_UNSUPPORTED, "gpuArray: %s is of up to %d dimensions", t.name, static_cast<int> (GR_MAX_DIMS));
    else if (dims (k) > 1)
      f.len[f.rank++] = dims (k);
  return f;
}

// ---- on the host ----

// Call function (K, M), until it is false, for pairs of numbers of elements: at a frequency, and at the negative one.
template <typename F>
static bool
for_conjugates (const gr_fourier &f, F function)
{
  std::size_t elements = 1;
  for (unsigned d = 0; d < f.rank; d++)
    elements *= f.len[d];
  for (std::size_t e = 0; e < elements; e++)
    {
      std::size_t mirrored = 0, step = 1, rest = e;
      for (unsigned d = 0; d < f.rank; step *= f.len[d], rest /= f.len[d], d++)
        mirrored += rest % f.len[d] ? (f.len[d] - rest % f.len[d]) * step : 0;
      for (std::size_t o = 0; mirrored >= e && o < f.outer; o++)
        for (std::size_t i = 0; i < f.inner; i++)
          if (! function (i + f.inner * (e + elements * o), i + f.inner * (mirrored + elements * o)))
            return false;
    }
  return true;
}

// gr_is_conjugate of elements on the host.
static bool
are_conjugates (const gr_fourier &f, const ComplexNDArray &array)
{
  const Complex *const x = array.data ();
  return for_conjugates (f, [x] (std::size_t k, std::size_t m) { return x[k] == std::conj (x[m]); });
}

template <typename T>
static octave_value
with_conjugates (const gr_fourier &f, T array)
{
  auto *const x = array.fortran_vec ();
  for_conjugates (f, [x] (std::size_t k, std::size_t m) {
    x[k] = k == m ? x[k].real () : x[k];
    x[m] = std::conj (x[k]);
    return true;
  });
  return octave_value (array);
}

// Octave makes complex results real if it can, and leaves rounded imaginary parts where exact ones are 0; along several
// dimensions it rounds results of real elements as if these were complex.
static octave_value
transform_on_host (const along &t, const gr_fourier &f, const octave_gpuarray &a, gr_type real, gr_type complex)
{
  const octave_value host = a.gathered ();
  const bool is_real = t.is_inverse && are_conjugates (f, host.complex_array_value ());
  octave_value_list args = ovl (host);
  octave_value result = octave::feval (t.name, args.append (t.behind), 1) (0);
  if (is_real)
    result = result.real ();
  else if (! t.is_inverse && a.isreal () && t.count > 1)
    result = result.is_single_type () ? with_conjugates (f, result.float_complex_array_value ())
                                      : with_conjugates (f, result.complex_array_value ());
  return octave_gpuarray::in (octave_gpuarray::from_host (result))->converted (is_real ? real : complex);
}

// ---- transforms ----

// The array, cut or padded with zeros to sizes that are not 0, along dimensions.
static octave_value
transform (const along &t, const octave_value_list &args, const dim_vector &given)
{
  const octave_gpuarray &a = *octave_gpuarray::in (args (0));
  if (a.is_char_matrix ())
    return as_octave (t.name, args);
  dim_vector dims = given;
  dims.chop_trailing_singletons ();
  const octave_value sized = resized (a, dims);
  const octave_gpuarray &from = *octave_gpuarray::in (sized);
  const bool is_single = from.is_single_type ();
  const gr_type real = is_single ? GR_TYPE_F32 : GR_TYPE_F64, complex = is_single ? GR_TYPE_C32 : GR_TYPE_C64;
  const gr_fourier f = fourier_of (t, dims);
  if (! f.rank)
    return sized;
  if (! gr_can_transform ())
    return transform_on_host (t, f, from, real, complex);
  bool is_real = false;
  if (t.is_inverse)
    gw_check (gr_is_conjugate (&f, from.type (), from.elements (), &is_real));
  octave_gpuarray *const made = new octave_gpuarray (dims, is_real ? real : complex);
  const octave_value result (made);
  gw_check (gr_transform (&f, from.type (), from.elements (), made->type (), made->elements ()));
  return result;
}

octave_value
gw_fft (const char *name, bool is_inverse, const octave_value_list &args)
{
  const octave_gpuarray &a = *octave_gpuarray::in (args (0));
  dim_vector dims = a.dims ();
  int dim = dims.first_non_singleton ();
  bool is_call = args.length () <= 3;
  if (is_call && args.length () > 1 && ! args (1).isempty ())
    {
      const octave_idx_type n = size_of (args (1));
      is_call = n >= 0;
      if (is_call && args.length () < 3)
        dims (dim) = n;
    }
  if (is_call && args.length () > 2)
    {
      const double number = on_host (args (2)).double_value ();
      is_call = number >= 1 && number <= dims.ndims ();
      dim = is_call ? octave::math::nint (number) - 1 : 0;
      if (is_call && ! args (1).isempty ())
        dims (dim) = size_of (args (1));
    }
  if (! is_call)
    return as_octave (name, args);
  if (dims.any_zero ())
    return new_empty (a, dims);
  if (dims (dim) == 1)
    {
      octave_value_list index (dims.ndims (), octave_value (octave_value::magic_colon_t));
      index (dim) = 1.0;
      return octave_value (a.clone ()).index_op (index);
    }
  return transform ({ name, is_inverse, dim, 1, ovl (Matrix (), dim + 1.0) }, args, dims);
}

octave_value
gw_fft2 (const char *name, bool is_inverse, const octave_value_list &args)
{
  const octave_gpuarray &a = *octave_gpuarray::in (args (0));
  dim_vector dims = a.dims ();
  bool is_call = args.length () <= 3;
  for (int k = 1; is_call && k < args.length (); k++)
    {
      const octave_idx_type n = size_of (args (k));
      is_call = n >= 0;
      dims (k - 1) = n;
    }
  if (! is_call)
    return as_octave (name, args);
  if (dims.all_zero () || ! dims (0) || ! dims (1))
    return new_empty (a, dim_vector (0, 0));
  return dims.any_zero () ? new_empty (a, dims) : transform ({ name, is_inverse, 0, 2, {} }, args, dims);
}

octave_value
gw_fftn (const char *name, bool is_inverse, const octave_value_list &args)
{
  const octave_gpuarray &a = *octave_gpuarray::in (args (0));
  dim_vector dims = a.dims ();
  const octave_value size = args.length () > 1 ? on_host (args (1)) : octave_value ();
  bool is_call = args.length () <= 2;
  if (is_call && args.length () > 1)
    is_call = (size.isnumeric () || size.islogical ()) && size.numel () == dims.ndims () && size.ndims () == 2
           && (size.rows () == 1 || size.columns () == 1);
  if (is_call && args.length () > 1)
    {
      const NDArray sizes = size.array_value ();
      for (int k = 0; is_call && k < dims.ndims (); k++)
        {
          dims (k) = size_of (octave_value (sizes (k)));
          is_call = dims (k) >= 0;
        }
    }
  if (! is_call)
    return as_octave (name, args);
  return dims.any_zero () ? new_empty (a, dims)
                          : transform ({ name, is_inverse, 0, static_cast<int> (dims.ndims ()), {} }, args, dims);
}

// ---- halves ----

// Copy the blocks of an array that lie between what changes places along each dimension.  front: how many elements go
// behind the others, 0 where nothing moves.
static void
copy_blocks (const octave_gpuarray &to, const octave_gpuarray &from, const std::vector<octave_idx_type> &front)
{
  const dim_vector dims = from.dims ();
  const int n = dims.ndims ();
  std::vector<bool> is_front (n, false); // which block
  int d;
  do
    {
      gw_copy copy;
      std::ptrdiff_t step = 1;
      for (int k = 0; k < n; step *= dims (k), k++)
        {
          copy.add (is_front[k] ? front[k] : dims (k) - front[k], step, step);
          copy.from_first += is_front[k] ? 0 : front[k] * step;
          copy.to_first += is_front[k] ? (dims (k) - front[k]) * step : 0;
        }
      copy.run (to, from);
      for (d = 0; d < n && (is_front[d] || ! front[d]); d++)
        is_front[d] = false;
      if (d < n)
        is_front[d] = true;
    }
  while (d < n);
}

octave_value
gw_fftshift (const char *name, bool is_inverse, const octave_value_list &args)
{
  const octave_gpuarray &a = *octave_gpuarray::in (args (0));
  const dim_vector dims = a.dims ();
  int only = -1;
  bool is_call = args.length () <= 2;
  if (is_call && args.length () > 1)
    {
      const octave_value dim = on_host (args (1));
      is_call = dim.isnumeric () && ! dim.iscomplex () && dim.numel () == 1;
      const double number = is_call ? dim.double_value () : 0;
      is_call = number >= 1 && number <= dims.ndims () && number == std::floor (number);
      only = is_call ? static_cast<int> (number) - 1 : 0;
    }
  if (! is_call)
    return as_octave (name, args);
  std::vector<octave_idx_type> front (dims.ndims (), 0);
  for (int k = 0; k < dims.ndims (); k++)
    if ((only < 0 || k == only) && dims (k) > 1)
      front[k] = is_inverse ? dims (k) / 2 : (dims (k) + 1) / 2;
  octave_gpuarray *const made = new octave_gpuarray (dims, a.type ());
  const octave_value result (made);
  if (made->byte_size ())
    copy_blocks (*made, a, front);
  return result;
}
