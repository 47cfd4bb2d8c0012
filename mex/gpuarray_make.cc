// SPDX-License-Identifier: GPL-3.0-or-later
//
// Arrays that are made on the device: gpuArray.zeros and its like.

#include "gpuarray_make.h"

#include <cstring>

#include <octave/lo-ieee.h>
#include <octave/ov-builtin.h>
#include <octave/ov-fcn-handle.h>
#include <octave/ov.h>
#include <octave/parse.h>
#include <octave/utils.h>

#include "elements.h"
#include "gpuarray_classes.h"
#include "gpuarray_copy.h"
#include "gpuarray_random.h"

static bool
is_word (const octave_value &value, const char *word)
{
  return value.is_string () && ! octave_gpuarray::in (value) && value.string_value () == word;
}

int
gw_count_sizes (const octave_value_list &args)
{
  int n = 0;
  while (n < args.length () && ! args (n).is_string ())
    n++;
  return n;
}

bool
gw_is_for_device (const octave_value_list &args)
{
  const int n = args.length ();
  if (n && is_word (args (n - 1), "gpuArray"))
    return true;
  return n > 1 && octave_gpuarray::in (args (n - 1)) && is_word (args (n - 2), "like");
}

// The type of elements like those of an array.
static gr_type
type_like (const char *name, const octave_value &model, const gw_classes &classes)
{
  const octave_gpuarray *const array = octave_gpuarray::in (model);
  const gr_type type = array ? array->type () : gw_type_of (model);
  if (type == GR_TYPE_COUNT || model.issparse ())
    gw_raise_error (GR_BAD_ARGUMENT, "%s: an array like a %s can't be made on the device", name,
                    model.type_name ().c_str ());
  const bool is_taken = type < classes.named || (type == GR_TYPE_BOOL && classes.logical)
                     || (gr_types[type].is_complex && classes.complex);
  if (! is_taken)
    gw_raise_error (GR_BAD_ARGUMENT, "%s: arrays like %s %s are not made", name,
                    gr_types[type].is_complex ? "complex" : "those of class", gr_types[type].name);
  return type;
}

static gr_type
type_named (const char *name, const std::string &text, const gw_classes &classes)
{
  int t = 0;
  while (t < classes.named && text != gr_types[t].name)
    t++;
  if (t == classes.named)
    gw_raise_error (GR_BAD_ARGUMENT, "gpuArray.%s: '%s' is no class that it takes", name, text.c_str ());
  return static_cast<gr_type> (t);
}

gw_wanted
gw_read_wanted (const char *name, const octave_value_list &args, const gw_classes &classes)
{
  const int n = gw_count_sizes (args);
  int end = args.length ();
  gw_wanted w = { dim_vector (1, 1), classes.named ? GR_TYPE_F64 : GR_TYPE_BOOL };
  if (end == n + 2 && is_word (args (n), "like"))
    w.type = type_like (name, args (n + 1), classes);
  else
    {
      end -= end > n && is_word (args (end - 1), "gpuArray");
      if (end > n + 1)
        gw_raise_error (GR_BAD_ARGUMENT, "gpuArray.%s: one class behind the sizes, or \"like\" and an array", name);
      if (end > n)
        w.type = type_named (name, args (n).xstring_value ("gpuArray.%s: a class must be a name", name), classes);
    }
  const octave_value_list sizes = octave_gpuarray::gathered (args.slice (0, n));
  for (int k = 0; k < n; k++)
    if (! sizes (k).isnumeric () && ! sizes (k).islogical ())
      gw_raise_error (GR_BAD_ARGUMENT, "gpuArray.%s: dimensions must be numbers", name);
  if (n == 1)
    octave::get_dimensions (sizes (0), name, w.dims);
  else if (n > 1)
    {
      w.dims.resize (n);
      for (int k = 0; k < n; k++)
        w.dims (k)
          = sizes (k).isempty () ? 0 : sizes (k).xidx_type_value ("gpuArray.%s: dimensions must be numbers", name);
    }
  for (int k = 0; k < w.dims.ndims (); k++)
    w.dims (k) = std::max<octave_idx_type> (w.dims (k), 0);
  w.dims.chop_trailing_singletons ();
  return w;
}

// An array of which all elements are the one at `element`, of its type.
static octave_value
filled (const dim_vector &dims, gr_type type, const void *element)
{
  octave_gpuarray *const made = new octave_gpuarray (dims, type);
  const octave_value result (made);
  if (made->byte_size ())
    gw_check (gr_buffer_fill (made->elements (), 0, element, gr_types[type].size, dims.numel ()));
  return result;
}

// A whole number or a special value of floating point as an element of a type; complex ones have no imaginary part.
static octave_value
filled_with (double value, float single, const dim_vector &dims, gr_type type)
{
  const std::uint64_t whole = value == 1;
  gr_c64 element = {};
  if (type == GR_TYPE_F64 || type == GR_TYPE_C64)
    std::memcpy (&element, &value, sizeof value);
  else if (type == GR_TYPE_F32 || type == GR_TYPE_C32)
    std::memcpy (&element, &single, sizeof single);
  else // the first bytes of a small whole number are the number in every integer type
    std::memcpy (&element, &whole, sizeof whole);
  return filled (dims, type, &element);
}

static const gw_classes all_classes = { GR_TYPE_BOOL, true, true };
static const gw_classes floating_point = { GR_TYPE_F32 + 1, false, true };
static const gw_classes logical_alone = { 0, true, false };

template <int VALUE>
static octave_value_list
make_whole (const octave_value_list &args, int)
{
  const gw_wanted w = gw_read_wanted (VALUE ? "ones" : "zeros", args, all_classes);
  return ovl (filled_with (VALUE, VALUE, w.dims, w.type));
}

static octave_value_list
make_inf (const octave_value_list &args, int)
{
  const gw_wanted w = gw_read_wanted ("Inf", args, floating_point);
  return ovl (filled_with (octave_Inf, octave_Float_Inf, w.dims, w.type));
}

static octave_value_list
make_nan (const octave_value_list &args, int)
{
  const gw_wanted w = gw_read_wanted ("NaN", args, floating_point);
  return ovl (filled_with (octave_NaN, octave_Float_NaN, w.dims, w.type));
}

static octave_value_list
make_na (const octave_value_list &args, int)
{
  const gw_wanted w = gw_read_wanted ("NA", args, floating_point);
  return ovl (filled_with (octave_NA, octave_Float_NA, w.dims, w.type));
}

template <bool VALUE>
static octave_value_list
make_logical (const octave_value_list &args, int)
{
  const gw_wanted w = gw_read_wanted (VALUE ? "true" : "false", args, logical_alone);
  return ovl (filled_with (VALUE, VALUE, w.dims, w.type));
}

static octave_value_list
make_eye (const octave_value_list &args, int)
{
  const gw_wanted w = gw_read_wanted ("eye", args, all_classes);
  if (w.dims.ndims () > 2)
    gw_raise_error (GR_BAD_ARGUMENT, "gpuArray.eye: an identity matrix has two dimensions");
  const octave_value result = filled_with (0, 0, w.dims, w.type), one = filled_with (1, 1, dim_vector (1, 1), w.type);
  gw_copy copy;
  copy.add (std::min (w.dims (0), w.dims (1)), w.dims (0) + 1, 0);
  copy.run (*octave_gpuarray::in (result), *octave_gpuarray::in (one));
  return ovl (result);
}

// Octave's own numbers, which differ from version to version in their last bits.
static octave_value_list
make_colon (const octave_value_list &args, int)
{
  return ovl (octave_gpuarray::from_host (octave::feval ("colon", octave_gpuarray::gathered (args), 1) (0)));
}
static octave_value_list
make_linspace (const octave_value_list &args, int)
{
  return ovl (octave_gpuarray::from_host (octave::feval ("linspace", octave_gpuarray::gathered (args), 1) (0)));
}

static const struct
{
  const char *name;
  octave_builtin::fcn make;
} makers[] = { { "zeros", make_whole<0> },
               { "ones", make_whole<1> },
               { "inf", make_inf },
               { "Inf", make_inf },
               { "nan", make_nan },
               { "NaN", make_nan },
               { "NA", make_na },
               { "eye", make_eye },
               { "true", make_logical<true> },
               { "false", make_logical<false> },
               { "colon", make_colon },
               { "linspace", make_linspace },
               { "rand", gw_rand },
               { "randn", gw_randn },
               { "randi", gw_randi },
               { "randperm", gw_randperm } };

static octave_builtin::fcn
find_maker (const std::string &name)
{
  for (const auto &maker : makers)
    if (name == maker.name)
      return maker.make;
  gw_raise_error (GR_UNSUPPORTED, "gpuArray: no method for '%s'", name.c_str ());
}

octave_value_list
gw_make (const char *name, const octave_value_list &args, int nargout)
{
  return find_maker (name) (args, nargout);
}

octave_value
gw_make_named (const std::string &type, const std::list<octave_value_list> &index)
{
  const std::string name = index.front () (0).string_value ();
  // Octave calls what a handle stands for with the parentheses that follow
  octave_value function (new octave_fcn_handle (octave_value (new octave_builtin (find_maker (name), name))));
  return function.next_subsref (type, index);
}
