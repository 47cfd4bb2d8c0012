// SPDX-License-Identifier: GPL-3.0-or-later
//
// The reader of functions that users write: variables, numbers, several values, and calls.

#include "gpuarray_reader.h"

#include <cstring>

#include <octave/interpreter.h>
#include <octave/lo-array-errwarn.h>
#include <octave/parse.h>
#include <octave/utils.h>

#include "gpuarray_classes.h"

// ---- captured variables ----

octave_scalar_map
gw_captured_variables (const octave_value &handle)
{
  const octave_value workspace = octave_value (handle).fcn_handle_value ()->workspace ();
  if (! workspace.iscell ())
    return workspace.isstruct () ? workspace.scalar_map_value () : octave_scalar_map ();
  // the first has the handle's own
  const Cell all = workspace.cell_value ();
  if (all.numel () == 1)
    return all (0).scalar_map_value ();
  octave_scalar_map variables;
  for (octave_idx_type k = all.numel (); k-- > 0;)
    {
      const octave_scalar_map some = all (k).scalar_map_value ();
      for (auto p = some.begin (); p != some.end (); p++)
        variables.setfield (some.key (p), some.contents (p));
    }
  return variables;
}

// ---- errors ----

void
gw_reader::refuse (const std::string &what) const
{
  gw_raise_error (GR_UNSUPPORTED, "%s: %s is not in the language of functions on the device", m_e.m_caller.c_str (),
                  what.c_str ());
}

void
gw_reader::check (gr_status status) const
{
  if (status != GR_OK)
    gw_raise_error (status, "%s: %s", m_e.m_caller.c_str (), gr_message ());
}

void
gw_reader::refuse_call (const std::string &name, std::size_t args) const
{
  refuse ("'" + name + "' with " + std::to_string (args) + (args == 1 ? " argument" : " arguments"));
}

// ---- parts ----

part
gw_reader::read (octave::tree_expression *x)
{
  if (++m_depth > MAX_DEPTH)
    refuse ("nesting of more than " + std::to_string (MAX_DEPTH) + " levels");
  if (++m_parts > MAX_PARTS)
    refuse ("a function of more than " + std::to_string (MAX_PARTS) + " parts");
  m_result = nothing;
  x->accept (*this);
  m_depth--;
  if (m_result.kind == part::NOTHING)
    refuse ("a command");
  return m_result;
}

int
gw_reader::step_of (const part &p) const
{
  switch (p.kind)
    {
    case part::STEP:
      return p.number;
    case part::TEXT:
      refuse ("text");
    case part::HANDLE:
      refuse ("a function handle as a value");
    default:
      refuse ("several values inside of an expression");
    }
}

part
gw_reader::met (decltype (part::kind) kind, const octave_value &value)
{
  m_met.push_back (value);
  return { kind, static_cast<int> (m_met.size ()) - 1 };
}

// ---- variables, arrays and numbers ----

// A scalar of the host, the commonest class first.
gr_type
gw_reader::read_number (const octave_value &value, gr_c64 *element) const
{
  *element = { 0, 0 };
  if (! value.is_real_scalar () || ! value.is_double_type ())
    return octave_gpuarray::read_element (m_e.m_caller.c_str (), value, element);
  const double x = value.double_value ();
  std::memcpy (element, &x, sizeof x);
  return GR_TYPE_F64;
}

static bool
is_number (const octave_value &value)
{
  return (value.is_real_scalar () && value.is_double_type ())
      || (! value.issparse () && ! value.isobject () && gw_type_of (value) != GR_TYPE_COUNT);
}

part
gw_reader::variable (const std::string &name)
{
  if (m_frames.empty ())
    return nothing;
  for (const auto &p : m_frames.back ().parameters)
    if (p.first == name)
      {
        if (p.second.kind == part::NOTHING)
          error_with_id ("Octave:undefined-function", "'%s' undefined", name.c_str ());
        return p.second;
      }
  frame &f = m_frames.back ();
  if (! f.has_captured)
    f.captured = gw_captured_variables (f.handle);
  f.has_captured = true;
  return f.captured.isfield (name) ? captured (name, f.captured.contents (name)) : nothing;
}

part
gw_reader::captured (const std::string &name, const octave_value &value)
{
  if (value.is_function_handle ())
    return met (part::HANDLE, value);
  if (! octave_gpuarray::in (value) && value.is_string () && value.numel () != 1)
    return met (part::TEXT, value);
  if (! octave_gpuarray::in (value) && ! is_number (value))
    refuse ("the variable '" + name + "', a " + value.type_name () + ",");
  const octave_user_function *const owner = m_frames.back ().function;
  if (! octave_gpuarray::in (value) && value.numel () == 1)
    return of_step (number_of (owner, name, value));
  for (const auto &known : m_e.m_captured)
    if (known.owner == owner && known.name == name)
      return of_step (known.argument);
  const int step = array (value);
  m_e.m_captured.push_back ({ owner, name, step });
  return of_step (step);
}

// An array where its elements are to be, and their type.
octave_value
gw_reader::placed (const octave_value &value, gr_type *type) const
{
  const bool stays = m_e.m_place == gw_arrays::AS_GIVEN && ! octave_gpuarray::in (value);
  const octave_value full
    = octave_gpuarray::in (value) ? value : octave_gpuarray::full_on_host (m_e.m_caller.c_str (), value);
  const octave_value there = stays ? full : octave_gpuarray::from_host (full);
  *type = stays ? gw_type_of (value) : octave_gpuarray::in (there)->type ();
  return there;
}

// The arguments of the expression are its first steps, but for numbers between them.
int
gw_reader::array (const octave_value &value)
{
  for (const auto &known : m_known_arrays)
    if (known.first == &value.get_rep ())
      return known.second;
  gr_type type;
  const octave_value there = placed (value, &type);
  int step;
  check (gr_add_argument (&m_e.m_steps, type, &step));
  m_e.m_arrays.append (there);
  m_known_arrays.emplace_back (&value.get_rep (), step);
  return step;
}

int
gw_reader::add_number (const void *owner, const std::string &name, gr_type type, const gr_c64 &element)
{
  int step;
  check (gr_add_number (&m_e.m_steps, type, &element, &step));
  m_numbers.push_back ({ owner, name, type, element, step });
  return step;
}

int
gw_reader::number_of (const void *owner, const std::string &name, const octave_value &value)
{
  for (const number &known : m_numbers)
    if (known.owner == owner && known.name == name)
      return known.step;
  gr_c64 element;
  const gr_type type = read_number (value, &element);
  return add_number (owner, name, type, element);
}

int
gw_reader::literal (gr_type type, const gr_c64 &element)
{
  for (const number &known : m_numbers)
    if (! known.owner && known.name.empty () && known.type == type
        && ! std::memcmp (&known.element, &element, sizeof element))
      return known.step;
  return add_number (nullptr, "", type, element);
}

int
gw_reader::double_of (double x)
{
  gr_c64 element;
  const gr_type type = read_number (octave_value (x), &element);
  return literal (type, element);
}

part
gw_reader::argument_of (gr_type type)
{
  int step;
  check (gr_add_argument (&m_e.m_steps, type, &step));
  return of_step (step);
}

part
gw_reader::argument (const octave_value &value)
{
  if (octave_gpuarray::in (value) || value.numel () != 1)
    {
      // each argument has a place of its own
      gr_type there;
      const octave_value array = placed (value, &there);
      const part added = argument_of (there);
      m_e.m_arrays.append (array);
      return added;
    }
  gr_c64 element;
  int step;
  const gr_type type = read_number (value, &element);
  check (gr_add_number (&m_e.m_steps, type, &element, &step));
  return of_step (step);
}

void
gw_reader::visit_identifier (octave::tree_identifier &x)
{
  const std::string name = x.name ();
  m_result = variable (name);
  if (m_result.kind == part::NOTHING)
    m_result = call_named (name, std::vector<part> ());
}

void
gw_reader::visit_constant (octave::tree_constant &x)
{
  const octave_value value = x.value ();
  if (value.is_magic_colon ())
    refuse ("':'");
  if (value.is_string () && value.numel () != 1)
    {
      m_result = met (part::TEXT, value);
      return;
    }
  if (value.numel () != 1 || ! is_number (value))
    refuse ("a constant that is no number");
  gr_c64 element;
  const gr_type type = read_number (value, &element);
  m_result = of_step (literal (type, element));
}

// ---- several values ----

void
gw_reader::visit_cell (octave::tree_cell &x)
{
  if (! m_takes_cell || x.size () != 1 || ! x.front ())
    refuse ("a cell {...}");
  std::vector<int> steps;
  for (octave::tree_expression *const value : *x.front ())
    steps.push_back (read_step (value));
  m_several = steps;
  m_result = { part::SEVERAL, -1 };
}

part
gw_reader::dealt (const std::vector<part> &args)
{
  m_several.clear ();
  for (const part &a : args)
    m_several.push_back (step_of (a));
  return { part::SEVERAL, -1 };
}

void
gw_reader::add_values (const part &result, gw_values kind, int values)
{
  std::vector<int> steps = result.kind == part::SEVERAL ? m_several : std::vector<int> (1, step_of (result));
  if (kind == gw_values::RESULTS)
    {
      const int given = static_cast<int> (steps.size ());
      if (result.kind == part::SEVERAL && given == 1)
        steps.assign (values, steps[0]);
      else if (result.kind == part::SEVERAL && given != values)
        error ("deal: nargin > 1 and nargin != nargout");
      else if (given < values)
        error_with_id ("Octave:invalid-fun-call", "%s: function returned fewer than nargout values",
                       m_e.m_caller.c_str ());
    }
  for (const int step : steps)
    add_value (of_step (step));
}

void
gw_reader::add_value (const part &value)
{
  check (gr_add_value (&m_e.m_steps, step_of (value)));
}

// ---- calls ----

void
gw_reader::visit_index_expression (octave::tree_index_expression &x)
{
  const std::string tags = x.type_tags ();
  octave::tree_expression *const called = x.expression ();
  const std::string name = called->is_identifier () ? called->name () : "";
  const part found = called->is_identifier () ? variable (name) : nothing;
  const std::size_t at = found.kind == part::NOTHING || found.kind == part::HANDLE ? tags.find_first_not_of ('(') : 0;
  if (at != std::string::npos || tags.size () != 1 || ! called->is_identifier ())
    {
      const char tag = at < tags.size () ? tags[at] : '(';
      refuse (tag == '{' ? "indexing with {}" : tag == '.' ? "a field" : "indexing with ()");
    }
  std::vector<part> args;
  octave::tree_argument_list *const list = x.arg_lists ().front ();
  if (list)
    for (octave::tree_expression *const arg : *list)
      args.push_back (read (arg));
  m_result = found.kind == part::HANDLE ? call (octave_value (m_met[found.number]), args) : call_named (name, args);
}

part
gw_reader::call (const octave_value &function, const std::vector<part> &args)
{
  if (function.is_string ())
    {
      const std::string name = function.string_value ();
      if (! octave::valid_identifier (name))
        refuse ("text that is not the name of a function");
      return call_named (name, args);
    }
  octave_fcn_handle *const handle = octave_value (function).fcn_handle_value ();
  if (handle->is_anonymous ())
    return call_anonymous (function, *handle, args);
  if (! handle->is_simple ())
    refuse ("a handle of '" + handle->fcn_name () + "', which is a part of a file,");
  return call_named (handle->fcn_name (), args);
}

part
gw_reader::call_anonymous (const octave_value &handle, octave_fcn_handle &of, const std::vector<part> &args)
{
  octave_user_function *const function = of.user_function_value ();
  octave::tree_statement_list *const body = function ? function->body () : nullptr;
  octave::tree_statement *const statement = body && body->size () == 1 ? body->front () : nullptr;
  octave::tree_expression *const value = statement ? statement->expression () : nullptr;
  if (! value)
    refuse ("a handle without a value");
  octave::tree_parameter_list *const list = function->parameter_list ();
  if (list && list->takes_varargs ())
    refuse ("'varargin'");
  frame f;
  f.function = function;
  f.handle = handle;
  std::size_t given = 0;
  if (list)
    f.parameters.reserve (list->size ());
  if (list)
    for (octave::tree_decl_elt *const parameter : *list)
      {
        f.parameters.emplace_back (parameter->name (), given < args.size () ? args[given] : nothing);
        given++;
      }
  if (args.size () > given)
    error_with_id ("Octave:invalid-fun-call", "@<anonymous>: function called with too many inputs");
  m_frames.push_back (std::move (f));
  const part result = read (value);
  m_frames.pop_back ();
  return result;
}

part
gw_reader::call_named (const std::string &name, const std::vector<part> &args)
{
  const gw_word *const found = gw_find_word (name);
  if (! m_names.has (name, found))
    refuse ("your own function '" + name + "'");
  if (! found)
    refuse ("'" + name + "'");
  m_e.m_words.append (name).append ("()");
  return word (name, *found, args);
}
