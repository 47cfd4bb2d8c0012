// SPDX-License-Identifier: GPL-3.0-or-later
//
// Methods of gpuArray that Octave calls without an m-file between, which would take longer than all else in a small
// call.  octave/@gpuArray has a link to this code under the name of each: sum (D, ...) is gpusum (D, ...), and so on.

#include <octave/interpreter.h>
#include <octave/oct.h>
#include <octave/parse.h>

#include "gpuarray.h"
#include "gpuarray_arithmetic.h"
#include "gpuarray_arrayfun.h"
#include "gpuarray_classes.h"
#include "gpuarray_fourier.h"
#include "gpuarray_linear.h"
#include "gpuarray_make.h"
#include "gpuarray_names.h"
#include "gpuarray_plain.h"
#include "gpuarray_shape.h"
#include "gpuarray_sort.h"
#include "gpuarray_statistics.h"
#include "interrupt.h"
#include "method.h"
#include "notice.h"

struct class_of_arrays
{
  static const char *name () { return "gpuArray"; }
};
typedef gw_method_of<class_of_arrays> method_of_arrays;

#define GW_METHOD(NAME, CALL, HELP) GW_METHOD_OF (method_of_arrays, NAME, CALL, HELP)

// ---- arguments that are numbers ----

// The arguments, with gpuArrays gathered from one on.
static octave_value_list
with_numbers (int first, const octave_value_list &args)
{
  octave_value_list changed = args;
  for (int k = first; k < args.length (); k++)
    if (const octave_gpuarray *const array = octave_gpuarray::in (args (k)))
      changed (k) = array->gathered ();
  return changed;
}

// Octave's function, with gpuArrays as numbers from an argument on.
static octave_value_list
call_with_numbers (octave::interpreter &interpreter, const char *name, int first, const octave_value_list &args,
                   int nargout)
{
  const octave_value function = interpreter.get_symbol_table ().find_function (name);
  if (function.is_undefined ())
    error_with_id ("Octave:undefined-function", "'%s' undefined", name);
  return interpreter.feval (function, with_numbers (first, args), nargout);
}

#define GW_NUMBERED_METHOD(NAME, FIRST)                                                                                \
  static octave_value_list call_##NAME (octave::interpreter &interpreter, const octave_value_list &args, int nargout)  \
  {                                                                                                                    \
    return call_with_numbers (interpreter, #NAME, FIRST, args, nargout);                                               \
  }                                                                                                                    \
  GW_METHOD (NAME, call_##NAME, #NAME " (...): sizes and dimensions that are gpuArrays are taken as numbers.")
GW_NUMBERED (GW_NUMBERED_METHOD)

// ---- arrays that are made ----

#define GW_MAKER(NAME)                                                                                                 \
  static octave_value_list call_##NAME (octave::interpreter &interpreter, const octave_value_list &args, int nargout)  \
  {                                                                                                                    \
    return gw_is_for_device (args) ? gw_make (#NAME, args, nargout)                                                    \
                                   : call_with_numbers (interpreter, #NAME, 0, args, nargout);                         \
  }                                                                                                                    \
  GW_METHOD (NAME, call_##NAME, #NAME " (..., \"like\", D): on the device, of the class of a gpuArray.")
GW_MAKERS (GW_MAKER)

static octave_value_list
call_linspace (octave::interpreter &interpreter, const octave_value_list &args, int nargout)
{
  const bool is_there = args.length () > 1 && (octave_gpuarray::in (args (0)) || octave_gpuarray::in (args (1)));
  return is_there ? gw_make ("linspace", args, nargout) : call_with_numbers (interpreter, "linspace", 2, args, nargout);
}
GW_METHOD (linspace, call_linspace, "linspace (BASE, LIMIT, N): on the device if BASE or LIMIT is there.")

// ---- drawing ----

static octave_value_list
draw (octave::interpreter &interpreter, const char *name, int results, const octave_value_list &args, int nargout)
{
  if (nargout > results)
    gw_raise_error (GR_UNSUPPORTED, "gpuArray: no method for '%s' with %s; use gather", name,
                    results ? (std::to_string (nargout) + " results").c_str () : "results");
  return call_with_numbers (interpreter, name, 0, args, nargout);
}

#define GW_DRAWN_METHOD(NAME, RESULTS)                                                                                 \
  static octave_value_list call_##NAME (octave::interpreter &interpreter, const octave_value_list &args, int nargout)  \
  {                                                                                                                    \
    return draw (interpreter, #NAME, RESULTS, args, nargout);                                                          \
  }                                                                                                                    \
  GW_METHOD (NAME, call_##NAME, #NAME " (...): gpuArrays are gathered, and drawn.")
GW_DRAWN (GW_DRAWN_METHOD)

// ---- reductions and scans ----

// Versions of Octave differ in classes of results and in what empty arrays give.  The functions by their own names do
// the same on all of them; those by Octave's names do as the Octave that runs.

static bool
has_words (const octave_value_list &args)
{
  for (int k = 1; k < args.length (); k++)
    if (args (k).is_string ())
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
    gw_raise_error (GR_UNSUPPORTED, "gpuArray: no method for '%s' of %s; use gpu%s, or gather", gr_operators[op].name,
                    gr_types[type].name, gr_operators[op].name);
  return changed.append (octave_value ("native"));
}

// max (X, Y) and min (X, Y).  Text is compared by its codes.
static octave_value
extremum_of_two (gr_operator op, const octave_value &first, const octave_value &second)
{
  const bool is_text = first.is_char_matrix () && second.is_char_matrix ();
  const octave_value x = is_text ? first.as_double () : first, y = is_text ? second.as_double () : second;
  const bool swaps = x.numel () == 1 && ! x.iscomplex () && ! y.iscomplex () && gw_extremum_takes_second ();
  return gw_binary (op == GR_MAX ? GR_MAXIMUM : GR_MINIMUM, swaps ? y : x, swaps ? x : y);
}

static octave_value_list
call_gateway (octave::interpreter &interpreter, gr_operator op, const octave_value_list &given, int nargout)
{
  const gr_operator_info &info = gr_operators[op];
  const bool has_two = info.accumulator == GR_ACCUMULATOR_EXTREMUM && ! info.is_scan && given.length () == 2;
  if (has_two && (! given (1).is_string () || octave_gpuarray::in (given (1)) || given (0).is_char_matrix ()))
    return ovl (extremum_of_two (op, given (0), given (1)));
  gr_set_interrupt (gw_interrupt_pending);
  gr_set_notice (gw_notice);
  const octave_value_list results = gw_reduce_plain (op, given, nargout);
  if (results.length ())
    {
      gw_raise_interrupt ();
      return results;
    }
  const octave_gpuarray *const array = given.length () ? octave_gpuarray::in (given (0)) : nullptr;
  if (! array)
    return call_with_numbers (interpreter, info.name, 1, given, nargout);
  // what says how is no data, and the gateway knows what of it stays on the device
  const bool as_octave = ! has_words (given);
  if (as_octave && array->isempty ())
    return call_for_empty (interpreter, info.name, given, nargout);
  return interpreter.feval (std::string ("gpu") + info.name, as_octave ? in_class (op, *array, given) : given, nargout);
}

#define GW_OPERATOR(_, ID, NAME, ...)                                                                                  \
  static octave_value_list call_##ID (octave::interpreter &interpreter, const octave_value_list &args, int nargout)    \
  {                                                                                                                    \
    return call_gateway (interpreter, GR_##ID, args, nargout);                                                         \
  }                                                                                                                    \
  GW_METHOD (NAME, call_##ID, #NAME " (D, ...): gpu" #NAME " of a gpuArray; results stay on the device.")
GR_OPERATORS (GW_OPERATOR, _)

// ---- order ----

// f () for a gpuArray as first argument, else Octave's function of that name.
template <typename F>
static octave_value_list
call_of_first (octave::interpreter &interpreter, const char *name, const octave_value_list &args, int nargout, F f)
{
  if (args.length () && ! octave_gpuarray::in (args (0)))
    return call_with_numbers (interpreter, name, 1, args, nargout);
  gr_set_interrupt (gw_interrupt_pending);
  const octave_value_list results = f ();
  gw_raise_interrupt ();
  return results;
}

static octave_value_list
call_sort (octave::interpreter &interpreter, const octave_value_list &args, int nargout)
{
  return call_of_first (interpreter, "sort", args, nargout, [&] { return gw_sort ("sort", args, nargout); });
}
GW_METHOD (sort, call_sort, "[S, I] = sort (D, DIM, MODE): gpusort of a gpuArray; results stay on the device.")

#define GW_STATISTIC(NAME, COMPUTE)                                                                                    \
  static octave_value_list call_##NAME (octave::interpreter &interpreter, const octave_value_list &args, int nargout)  \
  {                                                                                                                    \
    return call_of_first (interpreter, #NAME, args, nargout, [&] { return COMPUTE (#NAME, args); });                   \
  }                                                                                                                    \
  GW_METHOD (NAME, call_##NAME, #NAME " (D, ...): gpu" #NAME " of a gpuArray; results stay on the device.")
GW_STATISTIC (median, gw_median)
GW_STATISTIC (quantile, gw_quantile)
GW_STATISTIC (prctile, gw_quantile)

// ---- functions of one array that Octave asks no value for ----

// More arguments are sizes or classes, for the host.
#define GW_UNARY(_, ID, NAME, ...)                                                                                     \
  static octave_value_list call_##ID (octave::interpreter &interpreter, const octave_value_list &args, int nargout)    \
  {                                                                                                                    \
    return args.length () == 1 ? ovl (gw_map (GR_##ID, args (0)))                                                      \
                               : call_with_numbers (interpreter, #NAME, 0, args, nargout);                             \
  }                                                                                                                    \
  GW_METHOD (NAME, call_##ID, #NAME " (D): of a gpuArray; results stay on the device.")
GR_METHOD_UNARIES (GW_UNARY, _)

// What a class of numbers has: of the class of the elements.
static octave_value_list
call_of_class (octave::interpreter &interpreter, const char *name, const octave_value_list &args, int nargout)
{
  const octave_gpuarray *const array = args.length () == 1 ? octave_gpuarray::in (args (0)) : nullptr;
  return array ? interpreter.feval (name, ovl (gr_types[array->type ()].name), nargout)
               : call_with_numbers (interpreter, name, 0, args, nargout);
}
#define GW_CLASS_METHOD(NAME)                                                                                          \
  static octave_value_list call_##NAME (octave::interpreter &interpreter, const octave_value_list &args, int nargout)  \
  {                                                                                                                    \
    return call_of_class (interpreter, #NAME, args, nargout);                                                          \
  }                                                                                                                    \
  GW_METHOD (NAME, call_##NAME, #NAME " (D): of the class of a gpuArray's elements.")
GW_OF_CLASS (GW_CLASS_METHOD)

// ---- Fourier transforms ----

#define GW_FOURIER_METHOD(NAME, COMPUTE, IS_INVERSE)                                                                   \
  static octave_value_list call_##NAME (octave::interpreter &interpreter, const octave_value_list &args, int nargout)  \
  {                                                                                                                    \
    return call_of_first (interpreter, #NAME, args, nargout, [&] { return ovl (COMPUTE (#NAME, IS_INVERSE, args)); }); \
  }                                                                                                                    \
  GW_METHOD (NAME, call_##NAME, #NAME " (D, ...): of a gpuArray; results stay on the device.")
GW_FOURIER (GW_FOURIER_METHOD)

// ---- linear algebra ----

#define GW_LINEAR_METHOD(NAME)                                                                                         \
  static octave_value_list call_##NAME (octave::interpreter &, const octave_value_list &args, int nargout)             \
  {                                                                                                                    \
    return gw_linear (#NAME, args, nargout);                                                                           \
  }                                                                                                                    \
  GW_METHOD (NAME, call_##NAME, #NAME " (D, ...): of a gpuArray, by cuSOLVER on a device; results stay there.")
GW_LINEAR (GW_LINEAR_METHOD)

static octave_value_list
call_pagemtimes (octave::interpreter &, const octave_value_list &args, int)
{
  gr_set_interrupt (gw_interrupt_pending);
  const octave_value result = gw_multiply_pages (args);
  gw_raise_interrupt ();
  return ovl (result);
}
GW_METHOD (pagemtimes, call_pagemtimes,
           "C = pagemtimes (X, Y), (X, TRANSPX, Y, TRANSPY): products of the matrices that X and Y consist of.")

// ---- functions of two arrays ----

static octave_value_list
call_binary (gr_binary op, const char *name, const octave_value_list &args)
{
  if (args.length () < 2 || (args.length () > 2 && op != GR_HYPOT && op != GR_XOR && op != GR_GCD))
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

// ---- functions that users write ----

static octave_value_list
call_arrayfun (octave::interpreter &interpreter, const octave_value_list &args, int nargout)
{
  return gw_is_arrayfun_there (args) ? gw_arrayfun ("arrayfun", args, nargout)
                                     : call_with_numbers (interpreter, "arrayfun", 1, args, nargout);
}
GW_METHOD (arrayfun, call_arrayfun, "[A, ...] = arrayfun (F, D, E, ...): a function of elements, on the device.")

static octave_value_list
call_bsxfun (octave::interpreter &, const octave_value_list &args, int nargout)
{
  if (args.length () != 3)
    error_with_id ("Octave:invalid-fun-call", "Invalid call to bsxfun");
  return gw_arrayfun ("bsxfun", args, nargout);
}
GW_METHOD (bsxfun, call_bsxfun, "A = bsxfun (F, D, E): arrayfun (F, D, E).")

// ---- concatenation ----

// An error as a value, which is raised as soon as somebody looks at it.
class late_error : public octave_base_value
{
public:
  explicit late_error (const octave::execution_exception &error) : m_error (error) {}
  octave_base_value *clone () const override { return new late_error (*this); }
  // a row that failed goes to the method vertcat, which looks at it
  std::string class_name () const override { return "gpuArray"; }
  bool is_defined () const override { throw m_error; }
  bool is_true () const override { throw m_error; }
  dim_vector dims () const override { throw m_error; }
  octave_value subsref (const std::string &, const std::list<octave_value_list> &) override { throw m_error; }
  octave_value_list subsref (const std::string &, const std::list<octave_value_list> &, int) override { throw m_error; }
  void print (std::ostream &, bool = false) override { throw m_error; }

private:
  octave::execution_exception m_error;
};

// Brackets call these methods, and put "gpuArray/horzcat method failed" in the place of every error.  So an error
// leaves as a value: Octave asks of the value of an expression whether it is defined, before it goes on.
class bracket_method : public method_of_arrays
{
public:
  using method_of_arrays::gw_method_of;
  octave_value_list call (octave::tree_evaluator &evaluator, int nargout, const octave_value_list &args) override
  {
    try
      {
        return method_of_arrays::call (evaluator, nargout, args);
      }
    catch (const octave::execution_exception &error)
      {
        return ovl (octave_value (new late_error (error)));
      }
  }
};

static octave_value_list
call_horzcat (octave::interpreter &, const octave_value_list &args, int)
{
  return ovl (gw_concatenated ("horzcat", 1, args));
}
GW_METHOD_OF (bracket_method, horzcat, call_horzcat, "D = horzcat (A, B, ...): arrays side by side, on the device.")

static octave_value_list
call_vertcat (octave::interpreter &, const octave_value_list &args, int)
{
  return ovl (gw_concatenated ("vertcat", 0, args));
}
GW_METHOD_OF (bracket_method, vertcat, call_vertcat,
              "D = vertcat (A, B, ...): arrays one above the other, on the device.")

// ---- what follows from being an object to Octave ----

// m-files are to treat gpuArrays as arrays.
static octave_value_list
call_isobject (octave::interpreter &, const octave_value_list &args, int)
{
  if (args.length () != 1)
    error_with_id ("Octave:invalid-fun-call", "Invalid call to isobject");
  return ovl (false);
}
GW_METHOD (isobject, call_isobject, "T = isobject (D): false, as for other arrays of numbers.")

// ---- leaving the device ----

static octave_value_list
call_gather (octave::interpreter &, const octave_value_list &args, int nargout)
{
  if (nargout > args.length ())
    gw_raise_error (GR_BAD_ARGUMENT, "gather: there are as many results as arguments");
  gr_set_interrupt (gw_interrupt_pending);
  const octave_value_list results = octave_gpuarray::gathered (args);
  gw_raise_interrupt ();
  return results;
}
GW_METHOD (gather, call_gather, "[A, ...] = gather (D, ...): the arrays in the memory of Octave.")
