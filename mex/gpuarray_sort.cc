// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sorted arrays: arguments as Octave's sort reads them, with its texts, and the segments along a dimension.

#include "gpuarray_sort.h"

#include <cstring>

#include <octave/oct-string.h>
#include <octave/oct.h>

#include "gpuarray.h"
#include "gpuarray_classes.h"
#include "gpuarray_monoid.h"
#include "host_types.h"
#include "notice.h"
#include "order.h"
#include "unfilled.h"

// ---- arguments ----

// The options of a call, each where it is given: mode, algorithm, and the number after "block".
struct sort_options
{
  std::string mode, algorithm;
  octave_value block;
};

// Is it sort itself, which takes no words of ours?
static bool
is_octaves (const char *name)
{
  return ! std::strcmp (name, "sort");
}

static void
fail_mode (const char *name)
{
  std::string algorithms;
  for (const gr_algorithm_info &row : gr_algorithms)
    if (row.kinds & GR_SORTS)
      algorithms += std::string (algorithms.empty () ? "" : ", ") + row.name;
  if (is_octaves (name))
    gw_raise_error (GR_BAD_ARGUMENT, "%s: MODE must be either \"ascend\" or \"descend\"", name);
  gw_raise_error (
    GR_BAD_ARGUMENT,
    "%s: MODE must be either \"ascend\" or \"descend\"; other words are \"block\" with a number of threads, "
    "and the algorithms %s",
    name, algorithms.c_str ());
}

// Keep a word where there was none of its kind.
static void
keep_word (const char *name, const std::string &word, std::string *kept)
{
  if (*kept == word)
    gw_raise_error (GR_BAD_ARGUMENT, "%s: \"%s\" is given twice", name, word.c_str ());
  if (! kept->empty ())
    gw_raise_error (GR_BAD_ARGUMENT, "%s: \"%s\" contradicts \"%s\"; only one of them is taken", name, word.c_str (),
                    kept->c_str ());
  *kept = word;
}

static bool
is_text (const octave_value &value)
{
  return value.is_string () && value.ndims () == 2 && value.rows () <= 1;
}

static bool
is_mode (const octave_value &word)
{
  const std::string text = word.string_value ();
  return text == "ascend" || text == "descend";
}

// Words from argument number `first` on.
static sort_options
read_words (const char *name, const octave_value_list &args, int first)
{
  sort_options options;
  for (int k = first; k < args.length (); k++)
    {
      if (! is_text (args (k)))
        error_with_id ("Octave:invalid-fun-call", "Invalid call to %s", name);
      const std::string word = args (k).string_value ();
      const bool is_ours = ! is_octaves (name);
      const int algorithm = is_ours ? gr_find_algorithm (word.c_str ()) : -1;
      if (is_mode (args (k)))
        keep_word (name, word, &options.mode);
      else if (algorithm >= 0)
        keep_word (name, gr_algorithms[algorithm].name, &options.algorithm);
      else if (! is_ours || ! octave::string::strcmpi (word, "block"))
        fail_mode (name);
      else if (++k == args.length ())
        gw_raise_error (GR_BAD_ARGUMENT, "%s: \"block\" is followed by a number of threads", name);
      else if (options.block.is_defined ())
        gw_raise_error (GR_BAD_ARGUMENT, "%s: \"block\" is given twice", name);
      else
        options.block = args (k);
    }
  return options;
}

// A dimension from 1 on, rounded as Octave's sort rounds it, or 0 if it is none.
static int
read_dim (const octave_value &dim)
{
  const bool is_number = (dim.isnumeric () || dim.islogical ()) && ! dim.iscomplex () && dim.numel () == 1;
  return is_number && ! dim.isnan ().is_true () ? dim.nint_value () : 0;
}

// How (A, DIM, MODE, ...) is sorted; the type of its elements is left out.
static gr_sorting
read_sorting (const char *name, const octave_value_list &args)
{
  const int count = args.length ();
  const dim_vector dims = args (0).dims ();
  const bool has_dim = count > 1 && ! args (1).is_string ();
  const bool is_dim_missing = count > 2 && ! has_dim && ! args (2).is_string () && is_mode (args (1));
  const int dim = is_dim_missing ? 0 : has_dim ? read_dim (args (1)) : dims.first_non_singleton () + 1;
  gr_sorting q = {};
  if (dim < 1)
    gw_raise_error (GR_BAD_ARGUMENT, "%s: DIM must be a valid dimension", name);
  if (count > 2 && has_dim && ! args (2).is_string ())
    gw_raise_error (GR_BAD_ARGUMENT, "%s: MODE must be a string", name);
  const sort_options options = read_words (name, args, has_dim ? 2 : 1);
  q.descending = options.mode == "descend";
  if (! options.algorithm.empty ())
    q.algorithm = static_cast<gr_algorithm> (gr_find_algorithm (options.algorithm.c_str ()));
  if (options.block.is_defined ())
    q.block = gw_read_threads (name, options.block);
  q.inner = q.len = q.outer = 1;
  for (int d = 1; d <= dims.ndims (); d++)
    (d < dim ? q.inner : d == dim ? q.len : q.outer) *= dims (d - 1);
  return q;
}

// ---- arrays ----

// A gpuArray.
static octave_value_list
sort_on_device (const char *name, const octave_gpuarray &array, gr_sorting q, bool with_positions)
{
  q.type = array.type ();
  octave_gpuarray *const sorted = new octave_gpuarray (array.dims (), q.type);
  octave_value_list results = ovl (octave_value (sorted));
  octave_gpuarray *positions = nullptr;
  if (with_positions)
    {
      positions = new octave_gpuarray (array.dims (), GR_TYPE_F64);
      results.append (octave_value (positions));
    }
  gw_check (name, gr_sort (&q, array.elements (), sorted->elements (), positions ? positions->elements () : nullptr));
  return results;
}

// A host array by the host itself.
template <typename Array>
static octave_value_list
sort_on_host (const char *name, const Array &array, const gr_sorting &q, bool with_positions)
{
  Array sorted = gw_unfilled<Array> (array.dims ());
  NDArray positions = with_positions ? gw_unfilled<NDArray> (array.dims ()) : NDArray ();
  gw_check (name, gr_sort_on_host (&q, array.data (), sorted.fortran_vec (),
                                   with_positions ? positions.fortran_vec () : nullptr));
  octave_value_list results = ovl (sorted);
  if (with_positions)
    results.append (positions);
  return results;
}

// The seconds of some sorts of a host array by the selected backend, and the sorted array.
template <typename Array>
static octave_value_list
measure (const char *name, const Array &array, const gr_sorting &q, unsigned repeats)
{
  Array sorted = gw_unfilled<Array> (array.dims ());
  RowVector seconds (repeats);
  gw_check (name, gr_measure_sort (&q, array.data (), sorted.fortran_vec (), nullptr, repeats, seconds.fortran_vec ()));
  return ovl (seconds, sorted);
}

// F of a full host array as one of its elements' type, which it gets with the sorting.
template <typename F>
static octave_value_list
with_elements (const octave_value &full, gr_sorting q, F f)
{
  q.type = gw_type_of (full);
  switch (q.type)
    {
#define GW_SORT(ID, ARRAY, VALUE)                                                                                      \
  case GR_TYPE_##ID:                                                                                                   \
    return f (ARRAY (full.VALUE ()), q);
      GW_HOST_TYPES (GW_SORT)
#undef GW_SORT
    default:
      return octave_value_list ();
    }
}

static octave_value_list
sort_host_array (const char *name, const octave_value &full, const gr_sorting &q, bool with_positions)
{
  const char *backend = nullptr;
  gw_check (name, gr_backend_name (&backend));
  if (std::strcmp (backend, "cpu"))
    {
      const octave_value there = octave_gpuarray::from_host (full);
      return octave_gpuarray::gathered (sort_on_device (name, *octave_gpuarray::in (there), q, with_positions));
    }
  return with_elements (full, q, [&] (const auto &array, const gr_sorting &typed) {
    return sort_on_host (name, array, typed, with_positions);
  });
}

namespace
{
// An algorithm is at work as long as this is there, also if it ends with an error.
struct imitation
{
  explicit imitation (gr_algorithm algorithm) { gw_begin_imitation (algorithm, nullptr); }
  ~imitation () { gw_end_imitation (); }
  imitation (const imitation &) = delete;
  imitation &operator= (const imitation &) = delete;
};
}

octave_value_list
gw_sort (const char *name, const octave_value_list &given, int nargout)
{
  if (given.length () < 1 || (is_octaves (name) && given.length () > 3))
    error_with_id ("Octave:invalid-fun-call", "Invalid call to %s", name);
  octave_value_list args = octave_gpuarray::gathered (given.slice (1, given.length () - 1));
  args.prepend (given (0));
  const gr_sorting q = read_sorting (name, args);
  const octave_gpuarray *const array = octave_gpuarray::in (args (0));
  const imitation at_work (q.algorithm);
  return array ? sort_on_device (name, *array, q, nargout > 1)
               : sort_host_array (name, octave_gpuarray::full_on_host (name, args (0)), q, nargout > 1);
}

octave_value_list
gw_measure_sort (const char *name, unsigned repeats, const octave_value_list &args)
{
  return with_elements (
    octave_gpuarray::full_on_host (name, args (0)), read_sorting (name, args),
    [&] (const auto &array, const gr_sorting &typed) { return measure (name, array, typed, repeats); });
}
