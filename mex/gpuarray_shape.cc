// SPDX-License-Identifier: GPL-3.0-or-later
//
// Other shapes: permute, resize, repmat, transposes, concatenation.

#include "gpuarray_shape.h"

#include <algorithm>
#include <string>
#include <vector>

#include <octave/interpreter.h>
#include <octave/ov-builtin.h>
#include <octave/ov.h>
#include <octave/parse.h>
#include <octave/symtab.h>

#include "gpuarray_arithmetic.h"
#include "gpuarray_classes.h"
#include "gpuarray_copy.h"

octave_value
octave_gpuarray::permute (const Array<int> &order, bool inverse) const
{
  const int n = order.numel ();
  const char *const name = inverse ? "ipermute" : "permute";
  std::vector<bool> is_there (n);
  if (n < m_dims.ndims ())
    gw_raise_error (GR_BAD_ARGUMENT, "%s: invalid permutation vector", name);
  for (int k = 0; k < n; k++)
    {
      if (order (k) < 0 || order (k) >= n)
        gw_raise_error (GR_BAD_ARGUMENT, "%s: permutation vector contains an invalid element", name);
      if (is_there[order (k)])
        gw_raise_error (GR_BAD_ARGUMENT, "%s: permutation vector cannot contain identical elements", name);
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
  bool moves = false;
  for (int k = 0; k < n; k++)
    {
      to (k) = from (source[k]);
      copy.add (to (k), at, stride[source[k]]);
      moves = moves || (to (k) != 1 && stride[source[k]] != at);
      at *= to (k);
    }
  to.chop_trailing_singletons ();
  if (! moves)
    return reshape (to);
  octave_gpuarray *const made = new octave_gpuarray (to, m_type);
  const octave_value result (made);
  copy.run (*made, *this);
  return result;
}

octave_value
gw_transposed (const octave_gpuarray &a)
{
  if (a.dims ().ndims () > 2)
    gw_raise_error (GR_BAD_ARGUMENT, "transpose not defined for N-D objects");
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

// ---- concatenation ----

// Copy an array into a larger one of the same type, its first element to a place along a dimension.
static void
insert (const octave_gpuarray &all, const octave_gpuarray &part, int dim, octave_idx_type place)
{
  const dim_vector dims = all.dims (), extent = part.dims ();
  gw_copy copy;
  std::ptrdiff_t to = 1, from = 1;
  for (int k = 0; k < dims.ndims (); k++)
    {
      const octave_idx_type count = k < extent.ndims () ? extent (k) : 1;
      if (k == dim)
        copy.to_first = to * place;
      copy.add (count, to, from);
      to *= dims (k);
      from *= count;
    }
  copy.run (all, part);
}

// Cells beside anything else make a cell array: what is no cell becomes the element of one, or nothing if it is empty.
static octave_value
cells_beside (const std::string &name, int dim, const octave_value_list &parts)
{
  octave_value_list cells;
  if (name == "cat")
    cells.append (octave_value (dim + 1));
  for (octave_idx_type k = 0; k < parts.length (); k++)
    if (parts (k).iscell ())
      cells.append (parts (k));
    else if (! parts (k).isempty ())
      cells.append (octave_value (Cell (parts (k))));
  return octave::feval (name, cells, 1) (0);
}

// The sizes of the whole, by the rules of Octave's Array<T>::cat.
static dim_vector
sizes_beside (const std::string &name, int dim, const octave_value_list &parts)
{
  const octave_idx_type n = parts.length ();
  octave_idx_type first = 0;
  while (n > 2 && dim > 1 && first < n && parts (first).dims ().zero_by_zero ())
    first++;
  first = first < n ? first : 0;
  dim_vector dims = parts (first).dims ();
  for (octave_idx_type k = first + 1; k < n; k++)
    {
      const dim_vector extent = parts (k).dims ();
      if (name == "cat" ? dims.concat (extent, dim) : dims.hvcat (extent, dim))
        continue;
      if (name == "cat")
        error_with_id ("Octave:nonconformant-args", "cat: dimension mismatch in argument %d", static_cast<int> (k) + 1);
      error_with_id ("Octave:nonconformant-args", "%s dimensions mismatch (%s vs %s)", dim ? "horizontal" : "vertical",
                     dims.str ().c_str (), extent.str ().c_str ());
    }
  return dims;
}

// The class of real and imaginary parts.
static gr_type
type_of_parts (gr_type type)
{
  return type == GR_TYPE_C64 ? GR_TYPE_F64 : type == GR_TYPE_C32 ? GR_TYPE_F32 : type;
}

// The class of the whole: that of all parts, empty ones too, and complex if one that is not empty is, since Octave
// makes a real array of a complex one without imaginary parts.
static gr_type
type_beside (const std::vector<octave_value> &arrays)
{
  bool is_complex = false;
  gr_type type = GR_TYPE_COUNT;
  for (const octave_value &value : arrays)
    {
      const gr_type given = octave_gpuarray::in (value)->type (), real = type_of_parts (given);
      is_complex = is_complex || (given != real && ! value.isempty ());
      type = type == GR_TYPE_COUNT ? real : gw_concatenated_type (type, real);
    }
  return ! is_complex ? type : type == GR_TYPE_F64 ? GR_TYPE_C64 : type == GR_TYPE_F32 ? GR_TYPE_C32 : type;
}

// A part in the class of the whole.  Characters have the low byte of a number, and 0 of NaN.
static octave_value
part_in_class (const octave_value &part, gr_type type)
{
  const octave_gpuarray &array = *octave_gpuarray::in (part);
  // Octave's own error, if it has one
  if (array.iscomplex () && ! gr_types[type].is_complex)
    gw_concatenated_type (type, array.type ());
  if (type != GR_TYPE_CHAR || array.iscomplex () || array.type () == GR_TYPE_CHAR || array.type () == GR_TYPE_BOOL)
    return array.converted (type);
  const bool is_wide = array.type () == GR_TYPE_I64 || array.type () == GR_TYPE_U64; // than a double
  const octave_value whole = is_wide ? part : gw_map (GR_FIX, array.as_double ());
  return octave_gpuarray::in (gw_binary (GR_MOD, whole, octave_value (256.0)))->converted (type);
}

// Has a value elements that a gpuArray can have, or would have if it weren't sparse?  The failure of an earlier row is
// raised by the question.
static bool
has_elements (const octave_value &value)
{
  return value.is_defined ()
      && (octave_gpuarray::in (value) || (! value.isobject () && gw_type_of (value) != GR_TYPE_COUNT));
}

octave_value
gw_concatenated (const std::string &name, int dim, const octave_value_list &parts)
{
  const octave_idx_type n = parts.length ();
  bool has_cells = false, has_text = false, has_others = false;
  std::vector<octave_value> arrays;
  if (n == 1)
    return parts (0);
  for (octave_idx_type k = 0; k < n; k++)
    has_cells = has_cells || parts (k).iscell ();
  if (has_cells && ! parts (0).isstruct ())
    return cells_beside (name, dim, parts);
  for (octave_idx_type k = 0; k < n; k++)
    {
      if (! has_elements (parts (k)))
        error_with_id ("Octave:undefined-function",
                       "concatenation operator not implemented for '%s' by '%s' operations",
                       parts (k ? k - 1 : 0).type_name ().c_str (), parts (k ? k : 1).type_name ().c_str ());
      arrays.push_back (octave_gpuarray::from_host (parts (k)));
      (parts (k).is_char_matrix () ? has_text : has_others) = true;
    }
  const gr_type type = type_beside (arrays);
  octave_gpuarray *const made = new octave_gpuarray (sizes_beside (name, dim, parts), type);
  const octave_value result (made);
  if (has_text && has_others)
    warning_with_id ("Octave:num-to-str", "implicit conversion from numeric to char");
  octave_idx_type place = 0;
  for (const octave_value &part : arrays)
    {
      const dim_vector extent = part.dims ();
      if (extent.any_zero ())
        continue;
      const octave_value piece = part_in_class (part, type);
      insert (*made, *octave_gpuarray::in (piece), dim, place);
      place += dim < extent.ndims () ? extent (dim) : 1;
    }
  return result;
}

// Octave's own cat, to which the shadow below leaves calls without gpuArrays.
static octave_value s_cat;

// Octave's cat would call a method of that name, but without DIM.
static octave_value_list
cat (octave::interpreter &interpreter, const octave_value_list &args, int nargout)
{
  bool has_arrays = false;
  for (octave_idx_type k = 1; k < args.length (); k++)
    has_arrays = has_arrays || octave_gpuarray::in (args (k));
  const bool has_dim = args.length () && octave_gpuarray::in (args (0));
  octave_value_list given = args;
  if (has_dim)
    given (0) = octave_gpuarray::in (args (0))->gathered ();
  if (! has_arrays)
    return s_cat.function_value ()->execute (interpreter.get_evaluator (), nargout, given);
  if (! (given (0).isnumeric () || given (0).islogical ()) || given (0).isempty ())
    gw_raise_error (GR_BAD_ARGUMENT, "cat: DIM must be an integer");
  const double dim = given (0).array_value () (0);
  if (! (dim >= 1 && dim < GR_MAX_DIMS + 1))
    gw_raise_error (GR_BAD_ARGUMENT, "cat: DIM must be a valid dimension, at most %d", GR_MAX_DIMS);
  return ovl (gw_concatenated ("cat", static_cast<int> (dim) - 1, args.slice (1, args.length () - 1)));
}

void
gw_install_concatenation (octave::symbol_table &symbols)
{
  for (const char *const function : { "horzcat", "vertcat" })
    {
      for (int t = 0; t < GR_TYPE_COUNT; t++)
        if (! gr_types[t].is_complex)
          symbols.install_built_in_dispatch (function, gr_types[t].name);
      for (const char *const name : { "cell", "struct", "function_handle" })
        symbols.install_built_in_dispatch (function, name);
    }
  s_cat = symbols.builtin_find ("cat");
  symbols.install_built_in_function (
    "cat", octave_value (new octave_builtin (cat, "cat", "", s_cat.function_value ()->doc_string ())));
}
