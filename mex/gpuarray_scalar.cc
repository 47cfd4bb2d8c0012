// SPDX-License-Identifier: GPL-3.0-or-later
//
// What Octave asks of values in ranges, in isa and in x++.

#include "gpuarray_scalar.h"

#include <dlfcn.h>
#include <link.h>

#include <octave/ov.h>

#include "gpuarray_arithmetic.h"

// Is an address within the function of Octave that makes ranges?
static bool
is_in_colon (const void *address)
{
  static const char *first = nullptr;
  static std::size_t size = 0;
  if (! first)
    {
      octave_value (*const colon) (const octave_value &, const octave_value &, const octave_value &, bool)
        = octave::colon_op;
      Dl_info info;
      ElfW (Sym) *symbol = nullptr;
      first = reinterpret_cast<const char *> (colon);
      if (dladdr1 (first, &info, reinterpret_cast<void **> (&symbol), RTLD_DL_SYMENT) && symbol)
        size = symbol->st_size;
    }
  const char *const at = static_cast<const char *> (address);
  return at > first && at < first + size;
}

// Ranges know Octave's own classes, and ask the method colon of objects.  Brackets ask objects for methods, too, and
// say no more than that the method failed where it raises an error.  So a gpuArray is an object for ranges alone, which
// is told by where the question comes from.
bool
octave_gpuarray::isobject () const
{
  return is_in_colon (__builtin_return_address (0));
}

// isa (D, CLASS): of the class of its elements, too.
bool
octave_gpuarray::is_instance_of (const std::string &name) const
{
  return name == gr_types[m_type].name;
}

void
octave_gpuarray::become (const octave_gpuarray &other)
{
  m_buffer = other.m_buffer;
  m_dims = other.m_dims;
  m_type = other.m_type;
}

template <gr_binary OP>
static void
change_by_one (octave_base_value &value)
{
  octave_gpuarray &array = dynamic_cast<octave_gpuarray &> (value);
  const octave_value changed = gw_binary (OP, octave_value (array.clone ()), octave_value (1.0));
  array.become (*octave_gpuarray::in (changed));
}

void
gw_install_increments (octave::type_info &types, int type_id)
{
  types.install_non_const_unary_op (octave_value::op_incr, type_id, change_by_one<GR_PLUS>);
  types.install_non_const_unary_op (octave_value::op_decr, type_id, change_by_one<GR_MINUS>);
}
