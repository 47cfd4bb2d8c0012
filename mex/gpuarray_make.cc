// SPDX-License-Identifier: GPL-3.0-or-later
//
// Arrays that are made on the device: gpuArray.zeros and its like.

#include "gpuarray_make.h"

#include <limits>

#include <octave/ov-builtin.h>
#include <octave/ov-fcn-handle.h>
#include <octave/ov.h>
#include <octave/parse.h>
#include <octave/utils.h>

#include "elements.h"
#include "gpuarray_copy.h"
#include "gpuarray_random.h"

gw_wanted
gw_read_wanted (const char *name, const octave_value_list &args, int classes)
{
  int n = args.length ();
  gw_wanted w = { dim_vector (1, 1), GR_TYPE_F64 };
  if (n && args (n - 1).is_string ())
    {
      const std::string text = args (--n).string_value ();
      int t = 0;
      while (t < classes && text != gr_types[t].name)
        t++;
      if (t == classes)
        gw_raise_error (GR_BAD_ARGUMENT, "gpuArray.%s: '%s' is no class that it takes", name, text.c_str ());
      w.type = static_cast<gr_type> (t);
    }
  if (n == 1)
    octave::get_dimensions (args (0), name, w.dims);
  else if (n > 1)
    {
      w.dims.resize (n);
      for (int k = 0; k < n; k++)
        w.dims (k)
          = args (k).isempty () ? 0 : args (k).xidx_type_value ("gpuArray.%s: dimensions must be numbers", name);
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

// A whole number or a special value of floating point as an element of a type.
static octave_value
filled_with (double value, const dim_vector &dims, gr_type type)
{
  const float single = static_cast<float> (value);
  const std::uint64_t whole = value == 1;
  // the first bytes of a small whole number are the number in every integer type
  const void *const element = type == GR_TYPE_F64 ? static_cast<const void *> (&value)
                            : type == GR_TYPE_F32 ? static_cast<const void *> (&single)
                                                  : static_cast<const void *> (&whole);
  return filled (dims, type, element);
}

template <int VALUE>
static octave_value_list
make_whole (const octave_value_list &args, int)
{
  const gw_wanted w = gw_read_wanted (VALUE ? "ones" : "zeros", args, GW_NUMBERS);
  return ovl (filled_with (VALUE, w.dims, w.type));
}

static octave_value_list
make_inf (const octave_value_list &args, int)
{
  const gw_wanted w = gw_read_wanted ("inf", args, GW_FLOATS);
  return ovl (filled_with (std::numeric_limits<double>::infinity (), w.dims, w.type));
}

static octave_value_list
make_nan (const octave_value_list &args, int)
{
  const gw_wanted w = gw_read_wanted ("nan", args, GW_FLOATS);
  return ovl (filled_with (std::numeric_limits<double>::quiet_NaN (), w.dims, w.type));
}

template <bool VALUE>
static octave_value_list
make_logical (const octave_value_list &args, int)
{
  const gw_wanted w = gw_read_wanted (VALUE ? "true" : "false", args, GW_NO_CLASS);
  return ovl (filled_with (VALUE, w.dims, GR_TYPE_BOOL));
}

static octave_value_list
make_eye (const octave_value_list &args, int)
{
  gw_wanted w = gw_read_wanted ("eye", args, GW_NUMBERS);
  if (w.dims.ndims () > 2)
    gw_raise_error (GR_BAD_ARGUMENT, "gpuArray.eye: an identity matrix has two dimensions");
  const octave_value result = filled_with (0, w.dims, w.type), one = filled_with (1, dim_vector (1, 1), w.type);
  gw_copy copy;
  copy.add (std::min (w.dims (0), w.dims (1)), w.dims (0) + 1, 0);
  copy.run (*octave_gpuarray::in (result), *octave_gpuarray::in (one));
  return ovl (result);
}

// Octave's own numbers, which differ from version to version in their last bits.
static octave_value_list
make_colon (const octave_value_list &args, int)
{
  return ovl (octave_gpuarray::from_host (octave::feval ("colon", args, 1) (0)));
}
static octave_value_list
make_linspace (const octave_value_list &args, int)
{
  return ovl (octave_gpuarray::from_host (octave::feval ("linspace", args, 1) (0)));
}

octave_value
gw_make_named (const std::string &type, const std::list<octave_value_list> &index)
{
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
                 { "eye", make_eye },
                 { "true", make_logical<true> },
                 { "false", make_logical<false> },
                 { "colon", make_colon },
                 { "linspace", make_linspace },
                 { "rand", gw_rand },
                 { "randn", gw_randn },
                 { "randi", gw_randi },
                 { "randperm", gw_randperm } };
  const std::string name = index.front () (0).string_value ();
  for (const auto &maker : makers)
    if (name == maker.name)
      {
        // Octave calls what a handle stands for with the parentheses that follow
        octave_value function (new octave_fcn_handle (octave_value (new octave_builtin (maker.make, name))));
        return function.next_subsref (type, index);
      }
  gw_raise_error (GR_UNSUPPORTED, "gpuArray: no method for '%s'", name.c_str ());
}
