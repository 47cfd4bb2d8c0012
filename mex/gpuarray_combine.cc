// SPDX-License-Identifier: GPL-3.0-or-later
//
// gpureduce and gpuscan: what their arguments say.

#include <algorithm>
#include <cmath>

#include <octave/oct-string.h>
#include <octave/oct.h>
#include <octave/ov-fcn-handle.h>
#include <octave/ov-usr-fcn.h>
#include <octave/parse.h>
#include <octave/pt-all.h>

#include "gpuarray.h"
#include "gpuarray_monoid.h"

static bool
is_word (const octave_value &value)
{
  return ! octave_gpuarray::in (value) && value.is_string () && value.ndims () == 2 && value.rows () == 1;
}

// The class of elements.
static std::string
class_of (const octave_value &value)
{
  const octave_gpuarray *const array = octave_gpuarray::in (value);
  return array ? gr_types[array->type ()].name : value.class_name ();
}

// ---- options ----

static bool
read_direction (const std::string &word, gw_combination *call)
{
  const bool is_reverse = octave::string::strcmpi (word, "reverse");
  if (! call->is_scan)
    return false;
  if (octave::string::strcmpi (word, "exclusive"))
    call->exclusive = true;
  else if (is_reverse || octave::string::strcmpi (word, "forward"))
    call->reverse = is_reverse;
  else
    return false;
  return true;
}

// The name of an algorithm, and "block" with its number of threads; the library knows what fits.
static bool
read_algorithm (const std::string &word, gw_combination *call)
{
  const int algorithm = gr_find_algorithm (word.c_str ());
  if (algorithm >= 0)
    call->algorithm = static_cast<gr_algorithm> (algorithm);
  return algorithm >= 0;
}
unsigned
gw_read_threads (const char *name, const octave_value &number)
{
  const double threads = number.isnumeric () && number.numel () == 1 ? number.double_value () : -1;
  if (! (threads >= 1 && threads <= 1024 && threads == std::trunc (threads)))
    gw_raise_error (GR_BAD_ARGUMENT, "%s: \"block\" is followed by a number of threads, from 1 to 1024", name);
  return static_cast<unsigned> (threads);
}

// Arguments from number `first` on.
static void
read_options (const octave_value_list &args, int first, gw_combination *call)
{
  octave_value block;
  const struct
  {
    const char *word;
    octave_value *value;
  } options[] = { { "map", &call->map },         { "finish", &call->finish },   { "identity", &call->identity },
                  { "offsets", &call->offsets }, { "lengths", &call->lengths }, { "block", &block } };
  const char *const name = call->name.c_str ();
  for (int k = first; k < args.length (); k++)
    {
      if (! args (k).is_string () || octave_gpuarray::in (args (k)))
        gw_raise_error (GR_BAD_ARGUMENT, "%s: an option is text, and no %s", name, class_of (args (k)).c_str ());
      const std::string word = args (k).string_value ();
      const bool is_all = ! call->is_scan && octave::string::strcmpi (word, "all");
      call->has_all = call->has_all || is_all;
      if (is_all || read_direction (word, call) || read_algorithm (word, call))
        continue;
      const auto option = std::find_if (std::begin (options), std::end (options),
                                        [&] (const auto &one) { return octave::string::strcmpi (word, one.word); });
      if (option == std::end (options))
        gw_raise_error (GR_BAD_ARGUMENT, "%s: there is no option \"%s\"", name, word.c_str ());
      if (++k == args.length ())
        gw_raise_error (GR_BAD_ARGUMENT, "%s: \"%s\" is followed by its value", name, word.c_str ());
      *option->value = args (k);
    }
  if (block.is_defined ())
    call->block = gw_read_threads (name, block);
}

// ---- operations ----

// Operations on integers, by name, and their identities: on their bits, and the greatest common divisor of moduli.
static void
find_named_operation (const octave_value &array, gw_combination *call)
{
  static const char *const names[][2]
    = { { "and", "bitand" }, { "or", "bitor" }, { "xor", "bitxor" }, { "gcd", "gcd" } };
  const std::string word = call->combine.string_value (), class_name = class_of (array);
  const auto found = std::find_if (std::begin (names), std::end (names),
                                   [&] (const char *const *one) { return octave::string::strcmpi (word, one[0]); });
  const bool is_and = found == std::begin (names), is_logical = class_name == "logical",
             is_signed = class_name.compare (0, 3, "int") == 0, is_gcd = found == std::end (names) - 1;
  if (found == std::end (names))
    gw_raise_error (GR_BAD_ARGUMENT, "%s: there is no operation \"%s\"; there are \"and\", \"or\", \"xor\" and \"gcd\"",
                    call->name.c_str (), word.c_str ());
  if (! (is_logical && ! is_gcd) && ! is_signed && class_name.compare (0, 4, "uint"))
    gw_raise_error (GR_BAD_ARGUMENT, "%s: \"%s\" combines integers%s, not %s", call->name.c_str (), word.c_str (),
                    is_gcd ? "" : " and logical values", class_name.c_str ());
  call->combine = octave_value ((*found)[1]);
  if (is_gcd && call->map.isempty ())
    call->map = octave::feval ("str2func", ovl ("abs"), 1) (0); // of one element, too
  if (call->identity.isempty ())
    call->identity = is_logical ? octave_value (is_and)
                   : ! is_and   ? octave_value (0.0)
                   : is_signed  ? octave_value (-1.0)
                                : octave_value (octave_uint64::max ()); // as much as the class has
}

static void
check_handles (const gw_combination &call, bool has_name)
{
  const struct
  {
    const char *what;
    const octave_value &function;
    bool is_good;
  } rows[] = { { "the operation", call.combine, has_name },
               { "\"map\"", call.map, call.map.isempty () },
               { "\"finish\"", call.finish, call.finish.isempty () } };
  for (const auto &row : rows)
    if (! row.is_good && ! row.function.is_function_handle ())
      gw_raise_error (GR_BAD_ARGUMENT, "%s: %s is a function handle", call.name.c_str (), row.what);
}

// How many parameters an operation has; those of a function by its name are as many as here it has to take.
static int
count_parameters (const octave_value &function, int as_many)
{
  if (! function.is_function_handle ())
    return as_many;
  octave_fcn_handle *const handle = octave_value (function).fcn_handle_value ();
  if (! handle->is_anonymous ())
    return as_many;
  octave_user_function *const user = handle->user_function_value ();
  octave::tree_parameter_list *const list = user ? user->parameter_list () : nullptr;
  return ! list ? 0 : list->takes_varargs () ? as_many : static_cast<int> (list->size ());
}

// The arrays are those of the map, or else the values themselves.
static int
count_arrays (const gw_combination &call)
{
  enum { MOST = 4 };
  if (! call.map.isempty ())
    return count_parameters (call.map, 1);
  const int parameters = count_parameters (call.combine, 2);
  if (parameters % 2 || parameters < 2 || parameters > 2 * MOST)
    gw_raise_error (GR_BAD_ARGUMENT,
                    "%s: the operation has two times as many arguments as there are values, 1 to %d, or name a \"map\"",
                    call.name.c_str (), MOST);
  return parameters / 2;
}

// ---- arrays and dimensions ----

static void
check_array (const char *name, const octave_value &array)
{
  const std::string class_name = class_of (array);
  if (class_name == "codistributed")
    gw_raise_error (GR_UNSUPPORTED, "%s: codistributed arrays are not supported; use getLocalPart or gather", name);
  if (! array.isnumeric () && ! array.islogical () && ! array.is_string ())
    gw_raise_error (GR_BAD_ARGUMENT, "%s: arrays have numbers, logical values or characters; given was one of class %s",
                    name, class_name.c_str ());
  if (array.issparse ())
    gw_raise_error (GR_UNSUPPORTED, "%s: sparse input is not supported; use full (A)", name);
}

// A dimension, of a reduction also several ones.
static void
read_dims (const octave_value &given, gw_combination *call)
{
  enum { MANY = 1 << 20 }; // more than arrays have
  const octave_value dims = octave_gpuarray::in (given) ? octave_gpuarray::in (given)->gathered () : given;
  const octave_idx_type count = dims.numel ();
  const bool is_vector = dims.ndims () == 2 && (dims.rows () == 1 || dims.columns () == 1);
  if (call->has_all)
    gw_raise_error (GR_BAD_ARGUMENT, "%s: \"all\" contradicts DIM; only one of them is taken", call->name.c_str ());
  bool valid = dims.isnumeric () && ! dims.iscomplex () && is_vector && (count == 1 || ! call->is_scan);
  for (octave_idx_type k = 0; valid && k < count; k++)
    {
      const double dim = dims.array_value () (k);
      const int number = static_cast<int> (std::min<double> (dim, MANY)) - 1;
      valid = dim >= 1 && dim == std::trunc (dim)
           && std::find (call->dims.begin (), call->dims.end (), number) == call->dims.end ();
      call->dims.push_back (number);
    }
  if (! valid)
    gw_raise_error (GR_BAD_ARGUMENT,
                    count > 1 && ! call->is_scan ? "%s: vector DIM must contain non-repeating positive integers"
                                                 : "%s: DIM must be a valid dimension",
                    call->name.c_str ());
}

// Are the numbers of segments of any lengths such, and does nothing contradict them?
static void
check_segments (const gw_combination &call)
{
  const bool by_lengths = call.lengths.is_defined ();
  const char *const name = call.name.c_str (), *const word = by_lengths ? "lengths" : "offsets";
  const octave_value &given = by_lengths ? call.lengths : call.offsets;
  if (given.is_undefined ())
    return;
  const dim_vector dims = given.dims ();
  const bool is_vector = dims.ndims () == 2 && (dims (0) == 1 || dims (1) == 1) && dims.numel ();
  if (call.offsets.is_defined () && by_lengths)
    gw_raise_error (GR_BAD_ARGUMENT, "%s: \"offsets\" contradicts \"lengths\"; only one of them is taken", name);
  if (call.has_all || ! call.dims.empty ())
    gw_raise_error (GR_BAD_ARGUMENT, "%s: \"%s\" contradicts %s; only one of them is taken", name, word,
                    call.has_all ? "\"all\"" : "DIM");
  if (call.algorithm != GR_ALGORITHM_AUTO)
    gw_raise_error (GR_UNSUPPORTED, "%s: \"%s\" is for algorithm \"auto\", not for \"%s\"", name, word,
                    gr_algorithms[call.algorithm].name);
  if (! (given.isnumeric () || given.islogical ()) || given.iscomplex ())
    gw_raise_error (GR_BAD_ARGUMENT, "%s: \"%s\" is followed by a vector of numbers; given was one of class %s", name,
                    word, class_of (given).c_str ());
  if (! is_vector && ! (by_lengths && given.isempty ()))
    gw_raise_error (GR_BAD_ARGUMENT, "%s: \"%s\" is followed by %s; given was one of %zu rows and %zu columns", name,
                    word, by_lengths ? "a vector, or an array without elements" : "a vector of one number or more",
                    static_cast<std::size_t> (dims (0)), static_cast<std::size_t> (dims (1)));
}

// ---- the call ----

octave_value_list
gw_combine (const char *name, bool is_scan, const octave_value_list &args)
{
  gw_combination call;
  int words = 1;
  while (words < args.length () && ! is_word (args (words)))
    words++;
  const int given = words - 1;
  call.name = name;
  call.is_scan = is_scan;
  call.combine = args (0);
  call.map = call.finish = call.identity = octave_value (Matrix ());
  read_options (args, words, &call);
  const bool has_name = call.combine.is_string () && ! octave_gpuarray::in (call.combine);
  if (has_name && ! given)
    octave::feval ("print_usage", ovl (name));
  if (has_name)
    find_named_operation (args (1), &call);
  check_handles (call, has_name);
  const int count = count_arrays (call);
  if (given < count)
    gw_raise_error (GR_BAD_ARGUMENT, "%s: the function has %d arguments, and there are %d arrays", name, count, given);
  if (given > count + 1)
    gw_raise_error (GR_BAD_ARGUMENT, "%s: behind the arrays there is DIM alone, and then options", name);
  if (given > count && ! args (given).isempty ())
    read_dims (args (given), &call);
  check_segments (call);
  call.arrays = args.slice (1, count);
  bool is_on_host = true;
  for (int k = 0; k < count; k++)
    {
      check_array (name, call.arrays (k));
      is_on_host = is_on_host && ! octave_gpuarray::in (call.arrays (k));
    }
  const octave_value_list results = gw_run_monoid (call);
  return is_on_host ? octave_gpuarray::gathered (results) : results;
}

octave_value_list
gw_plan_combination (const octave_value_list &args)
{
  const NDArray sizes = args (2).array_value ();
  gw_combination call;
  call.name = "gpualgos";
  call.is_scan = args (1).is_true ();
  call.combine = args (3);
  call.map = call.finish = call.identity = octave_value (Matrix ());
  check_handles (call, false);
  for (int k = 0, count = count_arrays (call); k < count; k++)
    call.arrays.append (args (4));
  const gr_prediction p
    = gw_predict_monoid (call, static_cast<std::size_t> (sizes (0)), static_cast<std::size_t> (sizes (1)),
                         static_cast<std::size_t> (sizes (2)));
  const octave_value kernel (p.grid ? gr_auto_kernels[p.kernel] : "");
  return ovl (Cell (ovl (kernel, double (p.grid), double (p.block), double (p.segments), double (p.chunk),
                         double (p.chunks), double (p.whole), double (p.workspace), p.bytes, p.seconds)));
}

octave_value_list
octave_gpuarray::combine (const char *name, bool is_scan, const octave_value_list &args, int nargout) const
{
  const octave_value_list results = gw_combine (name, is_scan, args);
  const int asked = std::max (nargout, 1), made = results.length ();
  if (asked > made)
    gw_raise_error (GR_BAD_ARGUMENT, "%s: there are %d results, and %d are asked for", name, made, asked);
  return results.slice (0, asked);
}
