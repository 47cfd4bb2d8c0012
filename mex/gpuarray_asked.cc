// SPDX-License-Identifier: GPL-3.0-or-later
//
// What Octave asks of a value, and for whom: elements that are given or refused, names in files, files.

#include "gpuarray.h"

#include <cstring>

#if __has_include(<execinfo.h>)
#  include <dlfcn.h>
#  include <execinfo.h>
#endif

#include <octave/interpreter.h>
#include <octave/ov.h>
#include <octave/ov-fcn.h>
#include <octave/parse.h>
#include <octave/pt-eval.h>

// The name of the function that asks; empty if it is an operation in an m-file or in text that is evaluated.
static std::string
asking_function ()
{
  const octave::tree_evaluator &evaluator = octave::interpreter::the_interpreter ()->get_evaluator ();
  const octave_function *const running = evaluator.current_function ();
  if (! running || running->is_user_code ())
    return "";
  const std::string name = running->name ();
  // nobody types the names of functions that m-files call for themselves
  const octave_function *const caller = name.compare (0, 2, "__") == 0 ? evaluator.caller_function () : nullptr;
  return caller ? caller->name () : name == "eval" || name == "evalc" || name == "evalin" ? "" : name;
}

// The same, or the m-file of Octave's own that called it: the user typed hankel, which calls cellslices.
static std::string
typed_function ()
{
  const std::string asking = asking_function ();
  if (asking.empty ())
    return asking;
  const octave_function *const caller = octave::interpreter::the_interpreter ()->get_evaluator ().caller_function ();
  return caller && caller->is_user_code () && caller->is_system_fcn_file () ? caller->name () : asking;
}

// Files are written in the name of the host array's type.
static bool
is_saving ()
{
  return asking_function () == "save";
}

// Does Octave write its variables to a file, since a signal ends it?  No function runs then, but the C++ one of this
// name is among the callers.
static bool
is_dumping ()
{
#if __has_include(<execinfo.h>)
  void *callers[256];
  const int count = backtrace (callers, 256);
  for (int k = 0; k < count; k++)
    {
      Dl_info caller;
      if (dladdr (callers[k], &caller) && caller.dli_sname && std::strstr (caller.dli_sname, "dump_octave_core"))
        return true;
    }
#endif
  return false;
}

bool
octave_gpuarray::is_reading ()
{
  static const char *const names[] = { "save",  "error", "warning", "printf",  "fprintf", "sprintf",  "puts",
                                       "fputs", "fdisp", "strcmp",  "strcmpi", "strncmp", "strncmpi", "isfield" };
  const std::string asking = asking_function ();
  for (const char *const name : names)
    if (asking == name)
      return true;
  return false;
}

void
octave_gpuarray::refuse ()
{
  const std::string typed = typed_function ();
  if (typed.empty ())
    gw_raise_error (GR_UNSUPPORTED,
                    "gpuArray: no method for this operation, which takes arrays on the host; use gather");
  gw_raise_error (GR_UNSUPPORTED, "gpuArray: no method for '%s'; use gather", typed.c_str ());
}

// The array for a file.  Where the device has failed, a dump goes on with an empty one.
static octave_value
for_file (const octave_gpuarray &array)
{
  try
    {
      return array.gathered ();
    }
  catch (const octave::execution_exception &)
    {
      if (! is_dumping ())
        throw;
    }
  return octave_gpuarray (dim_vector (0, 0), array.type ()).gathered ();
}

octave_value
octave_gpuarray::host_or_refuse () const
{
  if (is_reading ())
    return gathered ();
  // the formats -v6 and -v7 ask for elements, and make doubles of integers, since they have another class
  if (is_dumping ())
    return for_file (*this);
  refuse ();
}

// Formats are filled in by it, which must not raise.
octave_value
octave_gpuarray::fast_elem_extract (octave_idx_type n) const
{
  return is_reading () && n < m_dims.numel () ? gathered_part (dim_vector (1, 1), n) : octave_value ();
}

// `switch` compares by it, so it answers there as the method does.
static octave_value
call_method (const char *name, const octave_value &array, int dim)
{
  octave_value_list args = ovl (array);
  if (dim >= 0)
    args.append (octave_value (dim + 1));
  return octave::feval (name, args, 1) (0);
}

octave_value
octave_gpuarray::all (int dim) const
{
  return call_method ("all", octave_value (clone ()), dim);
}

octave_value
octave_gpuarray::any (int dim) const
{
  return call_method ("any", octave_value (clone ()), dim);
}

// ---- files ----

std::string
octave_gpuarray::type_name () const
{
  return is_saving () || is_dumping () ? for_file (*this).type_name () : NAME;
}

std::string
octave_gpuarray::class_name () const
{
  return is_saving () ? gr_types[m_type].name : NAME;
}

bool
octave_gpuarray::save_ascii (std::ostream &os)
{
  return for_file (*this).save_ascii (os);
}

bool
octave_gpuarray::save_binary (std::ostream &os, bool as_floats)
{
  return for_file (*this).save_binary (os, as_floats);
}

bool
octave_gpuarray::save_hdf5 (octave_hdf5_id location, const char *name, bool as_floats)
{
  return for_file (*this).save_hdf5 (location, name, as_floats);
}
