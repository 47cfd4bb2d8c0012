// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reductions and scans of arrays that are spread over processes: methods of the class codistributed that Octave calls
// without an m-file between, which would take longer than all else in a small call.  octave/@codistributed has a link
// to this code under the names NAME and gpuNAME of each operator.
//
// The gateway reads the call, and does what takes one step (mex/processes.c).  @codistributed/__reduced__.m does the
// rest.

#include <octave/interpreter.h>
#include <octave/oct.h>
#include <octave/ov-class.h>

#include "gpureduce.h"
#include "method.h"

struct class_of_parts
{
  static const char *name () { return "codistributed"; }
};
typedef gw_method_of<class_of_parts> method_of_parts;

static bool
is_of_parts (const octave_value &value)
{
  return value.isobject () && value.class_name () == class_of_parts::name ();
}

// The gateway's answer to "open".  Its errors have the words of the call behind the gateway's own name.
static octave_value_list
open_call (octave::interpreter &interpreter, const octave_map &fields, const char *name, const octave_value_list &given,
           int nargout)
{
  const auto field = [&] (const char *key) { return fields.contents (key) (0); };
  octave_value_list args = ovl ("open", field ("local"), name, nargout, field ("class"), field ("is_complex"),
                                field ("size"), field ("dim"), field ("parts"));
  args.append (given.slice (1, given.length () - 1));
  try
    {
      return interpreter.feval ("__gpureduce_processes__", args, 2);
    }
  catch (octave::execution_exception &e)
    {
      const std::string message = e.message ();
      const size_t end = message.compare (0, 2, "__") ? std::string::npos : message.find (": ");
      const std::string said = end == std::string::npos ? message : message.substr (end + 2);
      const bool is_usage = ! said.compare (0, 12, "Invalid call");
      error_with_id (is_usage ? "Octave:invalid-fun-call" : e.identifier ().c_str (), "%s", said.c_str ());
    }
}

// An array of the same parts as that of these fields, and of these elements.
static octave_value
with_local (octave::interpreter &interpreter, octave_map fields, const octave_value &local, bool is_complex)
{
  fields.setfield ("local", Cell (local));
  fields.setfield ("class", Cell (interpreter.feval ("underlyingType", ovl (local), 1) (0)));
  fields.setfield ("is_complex", Cell (octave_value (is_complex)));
  fields.setfield ("on_device", Cell (octave_value (local.class_name () == "gpuArray")));
  return octave_value (new octave_class (fields, class_of_parts::name ()));
}

// The same of other parts, which the gateway describes.
static octave_value
with_slice (octave::interpreter &interpreter, octave_map fields, const octave_value &local, const Cell &slices)
{
  static const char *const keys[] = { "dim", "parts", "size" };
  for (octave_idx_type k = 0; k < 3; k++)
    fields.setfield (keys[k], Cell (slices (k + 1)));
  return with_local (interpreter, fields, local, slices (0).bool_value ());
}

static octave_value_list
call_reduced (octave::interpreter &interpreter, const char *name, const octave_value_list &given, int nargout)
{
  if (! is_of_parts (given (0)))
    error_with_id ("gpureduce:badArgument", "gpu%s: only the first argument can be codistributed", name);
  const octave_map fields = given (0).map_value ();
  const octave_value_list opened = open_call (interpreter, fields, name, given, nargout);
  if (opened (1).isstruct ())
    {
      const octave_value_list rest = given.slice (1, given.length () - 1);
      return interpreter.feval ("__reduced__",
                                ovl (given (0), name, nargout, opened (1), octave_value (rest.cell_value ())), nargout);
    }
  if (opened (1).iscell ())
    return ovl (with_slice (interpreter, fields, opened (0), opened (1).cell_value ()));
  return ovl (opened (1).islogical () ? with_local (interpreter, fields, opened (0), opened (1).bool_value ())
                                      : opened (0));
}

// sum (D, ...) and so on.  UNIT is that of the operator's row; Octave's max and min have elements of two arrays as
// well.
static octave_value_list
call_as_octave (octave::interpreter &interpreter, const char *name, const std::string &unit,
                const octave_value_list &given, int nargout)
{
  const bool has_two = unit == "MAX" && given.length () == 2 && (is_of_parts (given (0)) || is_of_parts (given (1)))
                    && ! given (1).is_string () && ! given (1).isempty ();
  return has_two ? interpreter.feval ("__elements_of_two__", ovl (name, nargout, given (0), given (1)), 1)
                 : call_reduced (interpreter, name, given, nargout);
}

#define GW_REDUCED(_, ID, NAME, KIND, UNIT, ...)                                                                       \
  static octave_value_list call_##ID (octave::interpreter &interpreter, const octave_value_list &args, int nargout)    \
  {                                                                                                                    \
    return call_as_octave (interpreter, #NAME, #UNIT, args, nargout);                                                  \
  }                                                                                                                    \
  static octave_value_list call_gpu##ID (octave::interpreter &interpreter, const octave_value_list &args, int nargout) \
  {                                                                                                                    \
    return call_reduced (interpreter, #NAME, args, nargout);                                                           \
  }                                                                                                                    \
  GW_METHOD_OF (method_of_parts, NAME, call_##ID, #NAME " (D, ...): gpu" #NAME " of a codistributed array.")           \
  GW_METHOD_OF (method_of_parts, gpu##NAME, call_gpu##ID, "gpu" #NAME " (D, ...) of a codistributed array.")
GR_OPERATORS (GW_REDUCED, _)
