// SPDX-License-Identifier: GPL-3.0-or-later
//
// Methods of gpuArray that Octave calls without an m-file between, which would take longer than all else in a small
// call.  octave/@gpuArray has a link to this code under the name of each: sum (D, ...) is gpusum (D, ...), and so on.

#include <octave/interpreter.h>
#include <octave/oct.h>
#include <octave/ov-dld-fcn.h>

#include "gpuarray.h"
#include "gpuarray_arithmetic.h"
#include "gpuarray_classes.h"
#include "interrupt.h"

// A function of a shared object, for which Octave looks in the folder of the class.
class method : public octave_dld_function
{
public:
  using octave_dld_function::octave_dld_function;
  bool is_legacy_method (const std::string &class_name = "") const override
  {
    return class_name.empty () || class_name == "gpuArray";
  }
};

typedef octave_value_list (*caller) (octave::interpreter &, const octave_value_list &, int);

static octave_function *
new_method (caller call, const octave::dynamic_library &library, const char *name, const char *help, bool is_relative)
{
  octave_function *const function = new method (call, library, name, help);
  if (is_relative)
    function->mark_relative ();
  return function;
}

// What Octave looks for in the file of method NAME.
#define GW_METHOD(NAME, CALL, HELP)                                                                                    \
  extern "C" OCTAVE_EXPORT octave_function *G##NAME (const octave::dynamic_library &library, bool is_relative);        \
  extern "C" OCTAVE_EXPORT octave_function *G##NAME (const octave::dynamic_library &library, bool is_relative)         \
  {                                                                                                                    \
    return new_method (CALL, library, #NAME, HELP, is_relative);                                                       \
  }

// ---- reductions and scans ----

// Versions of Octave differ in classes of results and in what empty arrays give.  The functions by their own names do
// the same on all of them; those by Octave's names do as the Octave that runs.

// An option, and no text on the device, which is an operand.
static bool
is_word (const octave_value &x)
{
  return x.is_string () && ! octave_gpuarray::in (x);
}

static bool
has_words (const octave_value_list &args)
{
  for (int k = 1; k < args.length (); k++)
    if (is_word (args (k)))
      return true;
  return false;
}

// An empty array has nothing to compute: what Octave gives for the same on the host, on the device.
static octave_value_list
call_for_empty (octave::interpreter &interpreter, const char *name, const octave_value_list &args, int nargout)
{
  octave_value_list results = interpreter.feval (name, octave_gpuarray::gathered (args), nargout);
  for (int k = 0; k < results.length (); k++)
    results (k) = octave_gpuarray::from_host (results (k));
  return results;
}

// The arguments for results of the class that Octave's have.  Characters become numbers, which not every function by
// its own name takes them for.
static octave_value_list
in_class (gr_operator op, const octave_gpuarray &array, const octave_value_list &args)
{
  const gr_type type = array.type (), wanted = gw_reduced_type (op, type);
  gr_request request = {};
  gr_type given;
  octave_value_list changed = args;
  if (type == GR_TYPE_CHAR)
    {
      changed (0) = array.as_double ();
      return changed;
    }
  request.op = op;
  request.type = type;
  if (gr_result_type (&request, &given) == GR_OK && given == wanted)
    return args;
  request.arithmetic = GR_ARITHMETIC_NATIVE;
  if (gr_result_type (&request, &given) != GR_OK || given != wanted)
    error_with_id ("gpureduce:unsupported", "gpuArray: no method for '%s' of %s; use gpu%s, or gather",
                   gr_operators[op].name, gr_types[type].name, gr_operators[op].name);
  return changed.append (octave_value ("native"));
}

// As in max (A, [], DIM).
static bool
is_zero_by_zero (const octave_value &x)
{
  return x.ndims () == 2 && ! x.rows () && ! x.columns ();
}

static octave_value_list
call_gateway (octave::interpreter &interpreter, gr_operator op, const octave_value_list &args, int nargout)
{
  const gr_operator_info &info = gr_operators[op];
  const octave_gpuarray *const array = args.length () ? octave_gpuarray::in (args (0)) : nullptr;
  const bool as_octave = array && ! has_words (args);
  if (info.accumulator == GR_ACCUMULATOR_EXTREMUM && ! info.is_scan && args.length () == 2
      && ! is_zero_by_zero (args (1)) && ! is_word (args (1)))
    return ovl (gw_binary (op == GR_MAX ? GR_MAXIMUM : GR_MINIMUM, args (0), args (1)));
  if (as_octave && array->isempty ())
    return call_for_empty (interpreter, info.name, args, nargout);
  return interpreter.feval (std::string ("gpu") + info.name, as_octave ? in_class (op, *array, args) : args, nargout);
}

#define GW_OPERATOR(_, ID, NAME, ...)                                                                                  \
  static octave_value_list call_##ID (octave::interpreter &interpreter, const octave_value_list &args, int nargout)    \
  {                                                                                                                    \
    return call_gateway (interpreter, GR_##ID, args, nargout);                                                         \
  }                                                                                                                    \
  GW_METHOD (NAME, call_##ID, #NAME " (D, ...): gpu" #NAME " of a gpuArray; results stay on the device.")
GR_OPERATORS (GW_OPERATOR, _)

// ---- functions of two arrays ----

static octave_value_list
call_binary (gr_binary op, const char *name, const octave_value_list &args)
{
  if (args.length () < 2 || (args.length () > 2 && op != GR_HYPOT && op != GR_XOR))
    error_with_id ("Octave:invalid-fun-call", "Invalid call to %s", name);
  octave_value result = args (0);
  for (int k = 1; k < args.length (); k++)
    result = gw_binary (op, result, args (k));
  return ovl (result);
}

#define GW_BINARY(_, ID, NAME, ...)                                                                                    \
  static octave_value_list call_##ID (octave::interpreter &, const octave_value_list &args, int)                       \
  {                                                                                                                    \
    return call_binary (GR_##ID, #NAME, args);                                                                         \
  }                                                                                                                    \
  GW_METHOD (NAME, call_##ID, #NAME " (X, Y): of two arrays, of which one is a gpuArray.")
GR_METHOD_BINARIES (GW_BINARY, _)
GW_BINARY (_, XOR, xor)

// ---- leaving the device ----

static octave_value_list
call_gather (octave::interpreter &, const octave_value_list &args, int nargout)
{
  if (nargout > args.length ())
    error_with_id ("gpureduce:badArgument", "gather: there are as many results as arguments");
  gr_set_interrupt (gw_interrupt_pending);
  const octave_value_list results = octave_gpuarray::gathered (args);
  gw_raise_interrupt ();
  return results;
}
GW_METHOD (gather, call_gather, "[A, ...] = gather (D, ...): the arrays in the memory of Octave.")
