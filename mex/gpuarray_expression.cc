// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of elements that users write: their structure, their faults, and what they are on the host.

#include "gpuarray_expression.h"

#include <algorithm>
#include <cstring>

#include <octave/lo-array-errwarn.h>
#include <octave/ov-fcn-handle.h>
#include <octave/ov-usr-fcn.h>
#include <octave/ov.h>
#include <octave/pt-all.h>

#include "gpuarray_reader.h"
#include "gpuarray_words.h"

// ---- the expression ----

// The library reads no more steps than there are.
void
gw_expression::clear ()
{
  m_steps.steps = m_steps.arguments = m_steps.numbers = m_steps.values = 0;
  m_steps.own = 0;
  std::memset (m_steps.number, 0, sizeof m_steps.number);
  m_words.reserve (100);
}

gw_expression::gw_expression (const char *caller, const octave_value &function, const octave_value_list &args,
                              gw_values kind, int values, gw_own_names &names, gw_arrays place)
  : m_caller (caller), m_function (function), m_place (place), m_gives_cell (kind == gw_values::CELL)
{
  clear ();
  gw_reader reader (*this, m_gives_cell, names);
  std::vector<part> parts;
  parts.reserve (args.length ());
  for (int k = 0; k < args.length (); k++)
    parts.push_back (reader.argument (args (k)));
  reader.add_values (reader.call (function, parts), kind, values);
}

gw_expression::gw_expression (const char *caller, const octave_value &function, const std::vector<gr_type> &types,
                              gw_own_names &names)
  : m_caller (caller), m_function (function), m_gives_cell (true)
{
  clear ();
  gw_reader reader (*this, true, names);
  std::vector<part> parts;
  parts.reserve (types.size ());
  for (const gr_type type : types)
    parts.push_back (reader.argument_of (type));
  reader.add_values (reader.call (function, parts), gw_values::CELL, 0);
}

gw_expression::gw_expression (const char *caller, const octave_value_list &args)
  : m_caller (caller), m_gives_cell (true)
{
  gw_own_names none;
  clear ();
  gw_reader reader (*this, true, none);
  for (int k = 0; k < args.length (); k++)
    reader.add_value (reader.argument (args (k)));
}

// Most of the room for steps is empty.
void
gw_expression::copy_steps (gr_expression *to) const
{
  to->steps = m_steps.steps;
  to->arguments = m_steps.arguments;
  to->numbers = m_steps.numbers;
  to->values = m_steps.values;
  to->own = m_steps.own;
  std::copy (m_steps.step, m_steps.step + m_steps.steps, to->step);
  std::copy (std::begin (m_steps.number), std::end (m_steps.number), to->number);
  std::copy (m_steps.value, m_steps.value + m_steps.values, to->value);
}

void
gw_expression::add_structure (std::string *text) const
{
  text->append (m_words);
  text->append (reinterpret_cast<const char *> (m_steps.step), m_steps.steps * sizeof *m_steps.step);
  text->append (reinterpret_cast<const char *> (m_steps.value), m_steps.values * sizeof *m_steps.value);
}

// The real numbers that a function has no real value of.
static std::string
outside (gr_unary op)
{
  double least, greatest;
  gw_check (gr_unary_domain (op, &least, &greatest));
  if (greatest == 1)
    return "a number outside of [-1, 1]";
  return least == 0 ? "a negative number" : "a number below " + std::to_string (static_cast<int> (least));
}

void
gw_expression::raise_fault (const gr_step &s) const
{
  const char *const caller = m_caller.c_str ();
  if (s.kind == GR_STEP_CHECK)
    octave::err_nan_to_logical_conversion ();
  if (s.kind == GR_STEP_UNARY)
    {
      const gr_unary op = static_cast<gr_unary> (s.of);
      const char *const name = gr_unaries[op].name;
      if (op == GR_LGAMMA)
        gw_raise_error (GR_UNSUPPORTED, "%s: lgamma of a number whose gamma is negative is complex", caller);
      gw_raise_error (GR_UNSUPPORTED, "%s: %s of %s is complex; write %s (complex (x))", caller, name,
                      outside (op).c_str (), name);
    }
  gw_raise_error (GR_UNSUPPORTED,
                  "%s: a power of a negative number, whose exponent is not whole, is complex; write complex (x) .^ y",
                  caller);
}

octave_value
gw_expression::replaced (const octave_value &handle, const octave_value_list &elements) const
{
  octave_fcn_handle *const of = octave_value (handle).fcn_handle_value ();
  if (! of->is_anonymous ())
    return handle;
  const void *const owner = of->user_function_value ();
  const octave_scalar_map variables = gw_captured_variables (handle);
  octave::stack_frame::local_vars_map changed;
  for (auto p = variables.begin (); p != variables.end (); p++)
    {
      octave_value value = variables.contents (p);
      if (value.is_function_handle ())
        value = replaced (value, elements);
      for (const captured &c : m_captured)
        if (c.owner == owner && c.name == variables.key (p))
          value = elements (m_steps.step[c.argument].of);
      changed[variables.key (p)] = value;
    }
  return octave_value (new octave_fcn_handle (of->fcn_val (), changed));
}

octave_value
gw_expression::on_host (const octave_value_list &elements) const
{
  return m_captured.empty () ? m_function : replaced (m_function, elements);
}

// ---- parameters ----

static int
parameters_of (gw_form form)
{
  switch (form)
    {
    case gw_form::BINARY:
    case gw_form::SWAPPED:
    case gw_form::FOLDED:
      return 2;
    case gw_form::CHOICE:
      return 3;
    case gw_form::CAST:
    case gw_form::DEAL:
    case gw_form::CONSTANT:
      return 0;
    default:
      return 1;
    }
}

int
gw_count_parameters (const char *caller, const octave_value &function)
{
  octave_fcn_handle *const handle = octave_value (function).fcn_handle_value ();
  int count = 0;
  if (handle->is_anonymous ())
    {
      octave_user_function *const user = handle->user_function_value ();
      octave::tree_parameter_list *const list = user ? user->parameter_list () : nullptr;
      count = list ? static_cast<int> (list->size ()) : 0;
    }
  else if (const gw_word *const word = gw_find_word (handle->fcn_name ()))
    count = parameters_of (word->form);
  if (! count)
    gw_raise_error (GR_UNSUPPORTED, "%s: a function without parameters has no elements", caller);
  return count;
}
