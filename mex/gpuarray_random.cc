// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random numbers that are made on the device: gpuArray.rand and its like, and the place in their stream.

#include "gpuarray_random.h"

#include <algorithm>
#include <cmath>

#include <octave/ov.h>

#include "elements.h"
#include "gpuarray_make.h"

// Where the next call's numbers begin.
static gr_random_state state = { 0, 0 };

// The class of results of randi is within `least` and `greatest`, as doubles.
struct bounds
{
  double least, greatest;
};

static octave_value
random_array (const gr_random &random, const dim_vector &dims, gr_type type)
{
  octave_gpuarray *const made = new octave_gpuarray (dims, type);
  const octave_value result (made);
  if (made->byte_size ())
    gw_check (gr_fill_random (&random, &state, type, made->elements (), 0, dims.numel ()));
  return result;
}

// Sizes and class; the sizes may be a matrix of any shape, and one without elements stands for 0 x 0.
static gw_wanted
read_sizes (const char *name, const octave_value_list &given, const gw_classes &classes)
{
  const int sizes = gw_count_sizes (given);
  octave_value_list args = given;
  for (int k = 0; k < sizes; k++)
    {
      if (const octave_gpuarray *const array = octave_gpuarray::in (args (k)))
        args (k) = array->gathered ();
      const octave_value size = args (k);
      const bool is_number = (size.isnumeric () || size.islogical ()) && size.isreal ();
      const NDArray numbers = is_number ? size.array_value () : NDArray ();
      bool whole = is_number && (sizes == 1 || numbers.numel () > 0);
      for (octave_idx_type i = 0; i < numbers.numel (); i++)
        whole = whole && numbers (i) == std::trunc (numbers (i));
      if (! whole)
        gw_raise_error (GR_BAD_ARGUMENT, "gpuArray.%s: dimensions must be whole numbers", name);
      if (sizes == 1 && numbers.isempty ())
        args (0) = Matrix (1, 2, 0.0);
      else if (sizes == 1)
        args (0) = numbers.reshape (dim_vector (1, numbers.numel ()));
    }
  return gw_read_wanted (name, args, classes);
}

// ---- rand and randn ----

static octave_value_list
random_floats (const char *name, gr_distribution distribution, const octave_value_list &args)
{
  const int first = gw_count_sizes (args);
  const std::string word = first < args.length () ? args (first).string_value () : "";
  for (const char *const other : { "seed", "state", "twister" })
    if (word == other)
      gw_raise_error (GR_BAD_ARGUMENT, "gpuArray.%s: \"%s\" is not taken; gpurng sets the seed and the state", name,
                      other);
  const gw_wanted w = read_sizes (name, args, { GR_TYPE_F32 + 1, false, false });
  return ovl (random_array ({ distribution, 0, 0 }, w.dims, w.type));
}

octave_value_list
gw_rand (const octave_value_list &args, int)
{
  return random_floats ("rand", GR_UNIFORM, args);
}

octave_value_list
gw_randn (const octave_value_list &args, int)
{
  return random_floats ("randn", GR_NORMAL, args);
}

// ---- randi ----

// IMAX or [IMIN IMAX], by Octave's rules and with its errors.
static bounds
read_bounds (const octave_value &value)
{
  static const double flintmax = 9007199254740992;
  const NDArray given = value.isnumeric () && value.isreal () ? value.array_value () : NDArray ();
  bool whole = given.numel () > 0;
  for (octave_idx_type k = 0; k < given.numel (); k++)
    whole = whole && given (k) == std::trunc (given (k));
  if (! whole)
    gw_raise_error (GR_BAD_ARGUMENT, "randi: IMIN and IMAX must be integer bounds");
  const bool single = given.numel () == 1;
  const bounds b = { single ? 1 : given (0), given (single ? 0 : 1) };
  if (single && b.greatest < 1)
    gw_raise_error (GR_BAD_ARGUMENT, "randi: require IMAX >= 1");
  if (b.greatest < b.least)
    gw_raise_error (GR_BAD_ARGUMENT, "randi: require IMIN <= IMAX");
  if (std::abs (b.least) >= flintmax || std::abs (b.greatest) >= flintmax)
    gw_raise_error (GR_BAD_ARGUMENT, "randi: IMIN and IMAX must be smaller than flintmax()");
  if (b.greatest - b.least >= flintmax - 1)
    gw_raise_error (GR_BAD_ARGUMENT, "randi: integer range must be smaller than flintmax()-1");
  return b;
}

// The least and the greatest number of a class, of 64 bits those that randi can have.
static bounds
bounds_of (gr_type type)
{
  const int bits = 8 * static_cast<int> (gr_types[type].size);
  if (type == GR_TYPE_F64 || bits == 64)
    return { type == GR_TYPE_U64 ? 0.0 : -0x1p53, 0x1p53 };
  if (type == GR_TYPE_F32)
    return { -0x1p24, 0x1p24 };
  if (gr_types[type].kind != GR_KIND_SIGNED)
    return { 0, std::ldexp (1, bits) - 1 };
  return { -std::ldexp (1, bits - 1), std::ldexp (1, bits - 1) - 1 };
}

octave_value_list
gw_randi (const octave_value_list &args, int)
{
  if (! args.length ())
    error_with_id ("Octave:invalid-fun-call", "Invalid call to gpuArray.randi");
  const bounds asked = read_bounds (octave_gpuarray::gathered (args.slice (0, 1)) (0));
  const gw_wanted w = read_sizes ("randi", args.slice (1, args.length () - 1), { GR_TYPE_BOOL, false, false });
  const bounds held = bounds_of (w.type);
  const gr_random random
    = { GR_INTEGERS, static_cast<std::int64_t> (asked.least), static_cast<std::int64_t> (asked.greatest) };
  if (asked.least >= held.least && asked.greatest <= held.greatest)
    return ovl (random_array (random, w.dims, w.type));
  // Octave's own numbers are doubles, too, that are cast
  warning ("randi: integer %s exceeds requested type.  Values might be truncated to requested type.",
           asked.greatest > held.greatest ? "IMAX" : "IMIN");
  const octave_value doubles = random_array (random, w.dims, GR_TYPE_F64);
  return ovl (octave_gpuarray::in (doubles)->converted (w.type));
}

// ---- randperm ----

octave_value_list
gw_randperm (const octave_value_list &given, int)
{
  const octave_value_list args = octave_gpuarray::gathered (given);
  if (args.length () < 1 || args.length () > 2)
    error_with_id ("Octave:invalid-fun-call", "Invalid call to gpuArray.randperm");
  const octave_idx_type n = args (0).idx_type_value (true);
  const octave_idx_type count = args.length () == 2 ? args (1).idx_type_value (true) : n;
  if (count < 0 || n < 0)
    gw_raise_error (GR_BAD_ARGUMENT, "randperm: M and N must be non-negative");
  if (count > n)
    gw_raise_error (GR_BAD_ARGUMENT, "randperm: M must be less than or equal to N");
  NDArray numbers (dim_vector (1, count));
  gw_check (gr_permute_random (&state, n, count, numbers.fortran_vec ()));
  return ovl (octave_gpuarray::from_host (numbers));
}

// ---- the state ----

octave_value_list
gw_rng (const octave_value_list &args)
{
  if (args.length () == 3)
    state = { args (1).uint64_scalar_value (), args (2).uint64_scalar_value () };
  return ovl (octave_uint64 (state.seed), octave_uint64 (state.counter));
}
