// SPDX-License-Identifier: GPL-3.0-or-later
//
// The value type gpuArray: making and leaving, and display.

#include "gpuarray.h"

#include "host_types.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include <octave/interpreter.h>
#include <octave/ov-typeinfo.h>
#include <octave/ov.h>
#include <octave/parse.h>

#include "gpuarray_arithmetic.h"
#include "gpuarray_builtins.h"
#include "gpuarray_classes.h"
#include "gpuarray_into_host.h"
#include "gpuarray_scalar.h"
#include "gpuarray_shape.h"
#include "unfilled.h"

int octave_gpuarray::s_type_id = -1;

void
gw_raise_error (gr_status status, const char *format, ...)
{
  char text[2048];
  va_list args;
  va_start (args, format);
  std::vsnprintf (text, sizeof text, format, args);
  va_end (args);
  error_with_id ((std::string ("gpureduce:") + gr_statuses[status]).c_str (), "%s", text);
}

void
gw_check (const std::string &name, gr_status status)
{
  if (status != GR_OK)
    gw_raise_error (status, "%s: %s", name.c_str (), gr_message ());
}

void
gw_check (gr_status status)
{
  gw_check ("gpuArray", status);
}

// ---- elements of Octave's arrays ----

// The elements of a host array, as they are.
template <typename Array>
static void
upload (const Array &from, const octave_gpuarray &to)
{
  gw_check (gr_buffer_upload (to.elements (), 0, from.data (), to.byte_size ()));
}

// Elements from number `first` on, as many as an array of these sizes has.
template <typename Array>
static octave_value
download (const octave_gpuarray &from, const dim_vector &dims, octave_idx_type first)
{
  Array to = gw_unfilled<Array> (dims);
  const std::size_t size = gr_types[from.type ()].size, bytes = dims.numel () * size;
  if (bytes)
    gw_check (gr_buffer_download (to.fortran_vec (), from.elements_anywhere (), first * size, bytes));
  return octave_value (to);
}

gr_type
gw_type_of (const octave_value &host)
{
  const std::string name = host.class_name ();
  for (int t = 0; t < GR_TYPE_COUNT; t++)
    if (name == gr_types[t].name && gr_types[t].is_complex == host.iscomplex ())
      return static_cast<gr_type> (t);
  return GR_TYPE_COUNT;
}

octave_gpuarray::octave_gpuarray (const dim_vector &dims, gr_type type) : m_dims (dims), m_type (type)
{
  gr_buffer *made = nullptr;
  if (! byte_size ())
    return;
  gw_check (gr_buffer_new (byte_size (), &made));
  m_buffer = buffer (made, gr_buffer_release);
}

gr_buffer *
octave_gpuarray::elements () const
{
  if (! m_values)
    gw_check (gr_buffer_align (m_buffer.get ()));
  return elements_anywhere ();
}

octave_value
octave_gpuarray::part (octave_idx_type first, const dim_vector &dims) const
{
  const std::size_t size = gr_types[m_type].size, bytes = dims.safe_numel () * size;
  gr_buffer *view = nullptr;
  if (! bytes || bytes == byte_size ())
    return octave_value (new octave_gpuarray (bytes ? m_buffer : buffer (), dims, m_type));
  gw_check (gr_buffer_view (elements_anywhere (), first * size, bytes, &view));
  return octave_value (new octave_gpuarray (buffer (view, gr_buffer_release), dims, m_type));
}

octave_value
octave_gpuarray::made_of (gr_buffer *elements, const dim_vector &dims, gr_type type) const
{
  dim_vector to = dims;
  to.chop_trailing_singletons ();
  return octave_value (new octave_gpuarray (elements ? buffer (elements, gr_buffer_release) : buffer (), to, type));
}

const octave_gpuarray *
octave_gpuarray::in (const octave_value &value)
{
  if (s_type_id < 0 && value.type_name () == NAME)
    gw_raise_error (GR_UNSUPPORTED,
                    "gpuArray: gpureduce was installed again after this Octave had loaded it; restart Octave");
  return value.type_id () == s_type_id ? static_cast<const octave_gpuarray *> (&value.get_rep ()) : nullptr;
}

// The type of the elements of a host array, which a gpuArray can have.
static gr_type
checked_type (const char *caller, const octave_value &host)
{
  const gr_type type = gw_type_of (host);
  if (host.issparse ())
    gw_raise_error (GR_UNSUPPORTED, "%s: sparse arrays are not supported; use full (A)", caller);
  if (host.isobject () || type == GR_TYPE_COUNT)
    gw_raise_error (GR_BAD_ARGUMENT,
                    "%s: wrong type argument '%s'; a gpuArray has numbers, logical values or characters", caller,
                    host.type_name ().c_str ());
  return type;
}

octave_value
octave_gpuarray::full_on_host (const char *caller, const octave_value &host)
{
  checked_type (caller, host);
  // it would be real if all imaginary parts are 0, and their signs lost
  const octave_value full = host.iscomplex () && ! host.is_diag_matrix () ? host : host.full_value ();
  if (full.ndims () > GR_MAX_DIMS)
    gw_raise_error (GR_UNSUPPORTED, "%s: an array of %d dimensions is not supported; the most is %d", caller,
                    full.ndims (), GR_MAX_DIMS);
  return full;
}

octave_value
octave_gpuarray::from_host (const octave_value &host)
{
  if (in (host))
    return host;
  const octave_value full = full_on_host (NAME, host);
  const gr_type type = gw_type_of (host);
  octave_gpuarray *const array = new octave_gpuarray (full.dims (), type);
  const octave_value result (array);
  if (array->byte_size ())
    switch (type)
      {
#define GW_UPLOAD(ID, ARRAY, VALUE)                                                                                    \
  case GR_TYPE_##ID:                                                                                                   \
    upload<ARRAY> (full.VALUE (), *array);                                                                             \
    break;
        GW_HOST_TYPES (GW_UPLOAD)
#undef GW_UPLOAD
      default:
        break;
      }
  return result;
}

gr_type
octave_gpuarray::read_element (const char *caller, const octave_value &host, gr_c64 *element)
{
  const gr_type type = checked_type (caller, host);
  switch (type)
    {
#define GW_READ(ID, ARRAY, VALUE)                                                                                      \
  case GR_TYPE_##ID:                                                                                                   \
    std::memcpy (element, ARRAY (host.VALUE ()).data (), gr_types[type].size);                                         \
    break;
      GW_HOST_TYPES (GW_READ)
#undef GW_READ
    default:
      break;
    }
  return type;
}

octave_value
octave_gpuarray::gathered_part (const dim_vector &dims, octave_idx_type first) const
{
  switch (m_type)
    {
#define GW_DOWNLOAD(ID, ARRAY, VALUE)                                                                                  \
  case GR_TYPE_##ID:                                                                                                   \
    return download<ARRAY> (*this, dims, first);
      GW_HOST_TYPES (GW_DOWNLOAD)
#undef GW_DOWNLOAD
    default:
      return octave_value ();
    }
}

octave_value_list
octave_gpuarray::gathered (const octave_value_list &values)
{
  octave_value_list results = values;
  for (int k = 0; k < values.length (); k++)
    if (const octave_gpuarray *const array = in (values (k)))
      results (k) = array->gathered ();
  return results;
}

// ---- what there is without a look at the elements ----

bool
octave_gpuarray::isfloat () const
{
  return m_type == GR_TYPE_F64 || m_type == GR_TYPE_F32 || gr_types[m_type].is_complex;
}

octave_value
octave_gpuarray::reshape (const dim_vector &dims) const
{
  dim_vector to = dims;
  to.chop_trailing_singletons ();
  if (to.safe_numel () != m_dims.safe_numel ())
    gw_raise_error (GR_BAD_ARGUMENT, "reshape: can't reshape %s array to %s array", m_dims.str ().c_str (),
                    dims.str ().c_str ());
  return octave_value (new octave_gpuarray (m_buffer, to, m_type));
}

octave_value
octave_gpuarray::squeeze () const
{
  dim_vector dims (1, 1);
  int n = 0;
  for (int k = 0; k < m_dims.ndims () && m_dims.ndims () > 2; k++)
    if (m_dims (k) != 1)
      {
        dims.resize (std::max (2, n + 1), 1);
        dims (n++) = m_dims (k);
      }
  return reshape (m_dims.ndims () > 2 ? dims : m_dims);
}

octave::idx_vector
octave_gpuarray::index_vector (bool require_integers) const
{
  // a logical scalar is another index than a matrix of one
  octave_value index = gathered ();
  index.maybe_mutate ();
  return index.index_vector (require_integers);
}

octave_value
octave_gpuarray::as_double () const
{
  return converted (gr_types[m_type].is_complex ? GR_TYPE_C64 : GR_TYPE_F64);
}

octave_value
octave_gpuarray::as_single () const
{
  return converted (gr_types[m_type].is_complex ? GR_TYPE_C32 : GR_TYPE_F32);
}

// ---- output ----

bool
octave_gpuarray::print_name_tag (std::ostream &os, const std::string &name) const
{
  indent (os);
  os << name << " = gpuArray, " << m_dims.str () << ' ' << gr_types[m_type].name;
  newline (os);
  if (octave::feval ("format", octave_value_list (), 2) (1).string_value () != "compact")
    newline (os);
  return false;
}

void
octave_gpuarray::print_raw (std::ostream &os, bool as_read_syntax) const
{
  gathered ().print_raw (os, as_read_syntax);
}

void
octave_gpuarray::print (std::ostream &os, bool as_read_syntax)
{
  print_raw (os, as_read_syntax);
  newline (os);
}

void
octave_gpuarray::short_disp (std::ostream &os) const
{
  os << '<' << NAME << ' ' << m_dims.str () << '>';
}

// ---- registration ----

void
octave_gpuarray::install ()
{
  if (s_type_id >= 0)
    return;
  octave::interpreter *const interpreter = octave::interpreter::the_interpreter ();
  // values have this file's code
  interpreter->mlock ();
  octave::type_info &types = interpreter->get_type_info ();
  s_type_id = types.register_type (NAME, NAME, octave_value (new octave_gpuarray ()));
  gw_install_operators (types, s_type_id);
  gw_install_concatenation (interpreter->get_symbol_table ());
  gw_install_increments (types, s_type_id);
  gw_install_builtins (*interpreter);
  gw_install_host_assignments (types, s_type_id);
}
