/* SPDX-License-Identifier: GPL-3.0-or-later

   __gpureduce_new__ (DIMS, CLASS): a full real array that is not filled in.

   Octave returns an array of its own from a gateway as it is, and copies one
   made by mxCreate* once more.  */

#include "unfilled.h"

template <typename Result>
static octave_value
allocate (const dim_vector &dims)
{
  return octave_value (gw_unfilled<Result> (dims));
}

static const struct
{
  const char *name;
  octave_value (*allocate) (const dim_vector &dims);
} classes[] = {
  { "double", allocate<NDArray> },       { "single", allocate<FloatNDArray> },  { "int8", allocate<int8NDArray> },
  { "int16", allocate<int16NDArray> },   { "int32", allocate<int32NDArray> },   { "int64", allocate<int64NDArray> },
  { "uint8", allocate<uint8NDArray> },   { "uint16", allocate<uint16NDArray> }, { "uint32", allocate<uint32NDArray> },
  { "uint64", allocate<uint64NDArray> }, { "logical", allocate<boolNDArray> },
};

DEFUN_DLD (__gpureduce_new__, args, ,
           "A = __gpureduce_new__ (DIMS, CLASS): an array that is not filled in, for the gateways.")
{
  if (args.length () != 2)
    print_usage ();
  const RowVector sizes = args (0).row_vector_value ();
  const std::string name = args (1).string_value ();
  dim_vector dims;
  dims.resize (sizes.numel ());
  for (octave_idx_type k = 0; k < sizes.numel (); k++)
    dims.xelem (k) = static_cast<octave_idx_type> (sizes (k));
  for (const auto &c : classes)
    if (name == c.name)
      return ovl (c.allocate (dims));
  error ("__gpureduce_new__: no class '%s'", name.c_str ());
}
