// SPDX-License-Identifier: GPL-3.0-or-later
//
// Stages: reductions of the same segments one after the other, and a function of elements and their results.

#include "gpuarray_stages.h"

#include <memory>
#include <vector>

#include <octave/Cell.h>
#include <octave/oct.h>

#include "gpuarray_expression.h"
#include "stages.h"

typedef std::vector<gr_type> types;

// The steps of a function of as many of these arguments as it has parameters.
static void
read_function (const char *name, const octave_value &function, types arguments, gw_own_names &names, gr_expression *to)
{
  const std::size_t count = static_cast<std::size_t> (gw_count_parameters (name, function));
  if (count > arguments.size ())
    gw_raise_error (GR_BAD_ARGUMENT, "%s: a function of a stage has %d arguments, and there are %d", name,
                    static_cast<int> (count), static_cast<int> (arguments.size ()));
  arguments.resize (count);
  gw_expression (name, function, arguments, names).copy_steps (to);
}

static gr_type
type_of (const gr_expression &e)
{
  return e.step[e.value[0]].type;
}

static types
joined (gr_type first, const types &others)
{
  types all (1, first);
  all.insert (all.end (), others.begin (), others.end ());
  return all;
}

static gr_operator
operator_of (const std::string &word)
{
  return word == "max" ? GR_MAX : word == "min" ? GR_MIN : GR_SUM;
}

// Read a row of STAGES.  element: the element's type, and results those of earlier stages; both go on.
static void
read_stage (const char *name, const Cell &row, gr_type *element, types *results, gw_own_names &names, gr_stage *stage)
{
  gr_type reduced;
  gr_request request = {};
  stage->op = operator_of (row (0).string_value ());
  read_function (name, row (1), joined (*element, *results), names, &stage->value);
  stage->keep = row (3).is_true ();
  request.op = stage->op;
  request.type = type_of (stage->value);
  request.inner = request.len = request.outer = 1;
  gw_check (gr_result_type (&request, &reduced));
  if (! row (2).isempty ())
    read_function (name, row (2), joined (reduced, *results), names, &stage->finish);
  results->push_back (stage->finish.steps ? type_of (stage->finish) : reduced);
  *element = stage->keep ? type_of (stage->value) : *element;
}

octave_value_list
gw_run_stages (const octave_value_list &args)
{
  const std::string name = args (1).string_value ();
  const Cell rows = args (2).cell_value (), last = args (3).cell_value ();
  const octave_gpuarray &array = *octave_gpuarray::in (args (4));
  const int dim = args (5).int_value () - 1;
  const std::unique_ptr<gr_stages> stages (new gr_stages ()); // some tens of kilobytes
  dim_vector dims = array.dims ();
  std::size_t sizes[3] = { 1, 1, 1 };
  gr_type element = array.type ();
  types results;
  gw_own_names names;
  bool have;
  if (rows.rows () > GR_MAX_STAGES)
    gw_raise_error (GR_BAD_ARGUMENT, "%s: there are %d stages at the most", name.c_str (), GR_MAX_STAGES);
  for (int d = 0; d < dims.ndims (); d++)
    sizes[d < dim ? 0 : d == dim ? 1 : 2] *= static_cast<std::size_t> (dims (d));
  for (octave_idx_type k = 0; k < rows.rows (); k++)
    read_stage (name.c_str (), rows.index (k, octave::idx_vector::colon), &element, &results, names,
                &stages->stage[stages->count++]);
  stages->of_elements = last (1).is_true ();
  read_function (name.c_str (), last (0), stages->of_elements ? joined (element, results) : results, names,
                 &stages->last);
  gw_check (gr_have_stages (stages.get (), sizes[0], sizes[1], sizes[2], array.type (), &have));
  if (! have && args (6).is_true ())
    return ovl (Matrix ());
  if (! stages->of_elements && dim < dims.ndims ())
    dims (dim) = 1;
  octave_gpuarray *const made = new octave_gpuarray (dims, type_of (stages->last));
  const octave_value result (made);
  const gr_operand x = { array.type (), array.elements (), 0, false, nullptr };
  gw_check (gr_run_stages (stages.get (), sizes[0], sizes[1], sizes[2], &x, made->elements ()));
  return ovl (result);
}
