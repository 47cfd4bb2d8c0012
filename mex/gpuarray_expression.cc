// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of elements that users write, read from Octave's own parse tree into steps of the library.

#include "gpuarray_expression.h"

#include <cstring>

#include <octave/interpreter.h>
#include <octave/lo-array-errwarn.h>
#include <octave/ov-fcn-handle.h>
#include <octave/ov-usr-fcn.h>
#include <octave/ov.h>
#include <octave/parse.h>
#include <octave/pt-all.h>
#include <octave/utils.h>

#include "gpuarray_arithmetic.h"
#include "gpuarray_classes.h"
#include "gpuarray_words.h"

// The deepest tree, functions inside of functions included, and the most parts, so that no handle takes the stack or
// the time of the caller.
enum { MAX_DEPTH = GR_MAX_STEPS, MAX_PARTS = 10000 };

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

// ---- the reader ----

// What a part of a function is: the value of a step, a handle or text, which have a number among those that were met,
// or several values.
struct part
{
  enum { NOTHING, STEP, HANDLE, TEXT, SEVERAL } kind;
  int number;
};

class gw_reader : public octave::tree_walker
{
public:
  explicit gw_reader (gw_expression &e, bool takes_cell) : m_e (e), m_takes_cell (takes_cell) {}

  part call (const octave_value &function, const std::vector<part> &args);
  part argument (const octave_value &value);
  void add_values (const part &result, gw_values kind, int values);

  void visit_identifier (octave::tree_identifier &x) override;
  void visit_constant (octave::tree_constant &x) override;
  void visit_index_expression (octave::tree_index_expression &x) override;
  void visit_prefix_expression (octave::tree_prefix_expression &x) override;
  void visit_postfix_expression (octave::tree_postfix_expression &x) override;
  void visit_binary_expression (octave::tree_binary_expression &x) override;
  void visit_boolean_expression (octave::tree_boolean_expression &x) override;
  void visit_compound_binary_expression (octave::tree_compound_binary_expression &x) override
  {
    visit_binary_expression (x);
  }
  void visit_cell (octave::tree_cell &x) override;
  void visit_matrix (octave::tree_matrix &) override { refuse ("a matrix [...]"); }
  void visit_colon_expression (octave::tree_colon_expression &) override { refuse ("a range"); }
  void visit_anon_fcn_handle (octave::tree_anon_fcn_handle &) override { refuse ("a handle that is made inside"); }
  void visit_fcn_handle (octave::tree_fcn_handle &) override { refuse ("a handle that is made inside"); }
  void visit_simple_assignment (octave::tree_simple_assignment &) override { refuse ("an assignment"); }
  void visit_multi_assignment (octave::tree_multi_assignment &) override { refuse ("an assignment"); }
  void visit_superclass_ref (octave::tree_superclass_ref &) override { refuse ("a superclass"); }
  void visit_metaclass_query (octave::tree_metaclass_query &) override { refuse ("a question for a class"); }

private:
  static constexpr part nothing = { part::NOTHING, -1 };
  static part of_step (int step) { return { part::STEP, step }; }

  // A function whose body is read: its parameters, and what it captured.
  struct frame
  {
    const octave_user_function *function;
    std::vector<std::pair<std::string, part>> parameters;
    octave_scalar_map captured;
  };
  // A number is added once for each place in the code.
  struct number
  {
    const void *owner;
    std::string name;
    int step;
  };

  [[noreturn]] void refuse (const std::string &what) const;
  void check (gr_status status) const;
  [[noreturn]] void refuse_call (const std::string &name, std::size_t args) const;

  part read (octave::tree_expression *x);
  int read_step (octave::tree_expression *x) { return step_of (read (x)); }
  int step_of (const part &p) const;

  // Parameters and captured variables; NOTHING if there is none of that name.
  part variable (const std::string &name);
  part captured (const std::string &name, const octave_value &value);
  int array (const octave_value &value);
  int number_of (const void *owner, const std::string &name, const octave_value &value);
  int double_of (double x);

  part call_anonymous (const octave_value &handle, octave_fcn_handle &of, const std::vector<part> &args);
  part call_named (const std::string &name, const std::vector<part> &args);
  part word (const std::string &name, const gw_word &word, const std::vector<part> &args);
  part constant (const std::string &name, const std::vector<part> &args);
  part dealt (const std::vector<part> &args);
  part met (decltype (part::kind) kind, const octave_value &value);

  int binary (gr_binary op, int a, int b);
  int unary (gr_unary op, int a);
  int folded (gr_binary op, const std::vector<part> &args);
  int minus (int a) { return binary (GR_TIMES, a, double_of (-1.0)); }
  int conjugate (int a) { return gr_types[type (a)].is_complex ? unary (GR_CONJ, a) : a; }
  int negation (int a);
  int converted (gr_type type, int a);
  int cast (int a, const std::string &name);
  int complex (int a);
  int truth (int a);
  gr_type type (int step) const { return m_e.m_steps.step[step].type; }

  gw_expression &m_e;
  const bool m_takes_cell;
  std::vector<frame> m_frames;
  std::vector<number> m_numbers;
  std::vector<std::pair<const octave_base_value *, int>> m_known_arrays;
  std::vector<octave_value> m_met; // handles and texts
  std::vector<int> m_several;      // steps
  part m_result = nothing;
  int m_depth = 0, m_parts = 0;
};

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
static gr_type
read_number (const octave_value &value, gr_c64 *element)
{
  if (! value.is_real_scalar () || ! value.is_double_type ())
    return octave_gpuarray::read_element (value, element);
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
  const octave_scalar_map &variables = m_frames.back ().captured;
  return variables.isfield (name) ? captured (name, variables.contents (name)) : nothing;
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

// The arguments of the expression are its first steps, but for numbers between them.
int
gw_reader::array (const octave_value &value)
{
  for (const auto &known : m_known_arrays)
    if (known.first == &value.get_rep ())
      return known.second;
  const octave_value there = octave_gpuarray::from_host (value);
  int step;
  check (gr_add_argument (&m_e.m_steps, octave_gpuarray::in (there)->type (), &step));
  m_e.m_arrays.append (there);
  m_known_arrays.emplace_back (&value.get_rep (), step);
  return step;
}

int
gw_reader::number_of (const void *owner, const std::string &name, const octave_value &value)
{
  for (const number &known : m_numbers)
    if (known.owner == owner && known.name == name)
      return known.step;
  gr_c64 element;
  int step;
  const gr_type type = read_number (value, &element);
  check (gr_add_number (&m_e.m_steps, type, &element, &step));
  m_numbers.push_back ({ owner, name, step });
  return step;
}

int
gw_reader::double_of (double x)
{
  return number_of (nullptr, std::to_string (GR_TYPE_F64) + std::string (reinterpret_cast<char *> (&x), sizeof x),
                    octave_value (x));
}

part
gw_reader::argument (const octave_value &value)
{
  if (octave_gpuarray::in (value) || value.numel () != 1)
    {
      // each argument has a place of its own
      const octave_value there = octave_gpuarray::from_host (value);
      int step;
      check (gr_add_argument (&m_e.m_steps, octave_gpuarray::in (there)->type (), &step));
      m_e.m_arrays.append (there);
      return of_step (step);
    }
  gr_c64 element;
  int step;
  check (gr_add_number (&m_e.m_steps, read_number (value, &element), &element, &step));
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
  const std::string bytes (reinterpret_cast<char *> (&element), gr_types[type].size);
  m_result = of_step (number_of (nullptr, std::to_string (type) + bytes, value));
}

// ---- operators ----

int
gw_reader::unary (gr_unary op, int a)
{
  int step;
  m_e.m_is_rounded |= gr_unaries[op].kind == GR_UNARY_ELEMENTARY;
  check (gr_add_unary (&m_e.m_steps, op, a, &step));
  return step;
}

int
gw_reader::binary (gr_binary op, int a, int b)
{
  int step;
  const bool is_extremum = op == GR_MAXIMUM || op == GR_MINIMUM;
  m_e.m_is_rounded |= op == GR_POWER || op == GR_ATAN2 || op == GR_HYPOT;
  // text is compared by its codes
  if (is_extremum && type (a) == GR_TYPE_CHAR && type (b) == GR_TYPE_CHAR)
    {
      a = converted (GR_TYPE_F64, a);
      b = converted (GR_TYPE_F64, b);
    }
  if (is_extremum && gw_extremum_takes_second ())
    std::swap (a, b);
  check (gr_add_binary (&m_e.m_steps, op, a, b, &step));
  return step;
}

int
gw_reader::folded (gr_binary op, const std::vector<part> &args)
{
  int result = step_of (args[0]);
  for (std::size_t k = 1; k < args.size (); k++)
    result = binary (op, result, step_of (args[k]));
  return result;
}

int
gw_reader::negation (int a)
{
  int step;
  check (gr_add_not (&m_e.m_steps, a, &step));
  return step;
}

int
gw_reader::converted (gr_type type, int a)
{
  int step;
  check (gr_add_conversion (&m_e.m_steps, type, a, &step));
  return step;
}

// Complex numbers stay complex in another precision.
int
gw_reader::cast (int a, const std::string &name)
{
  const gw_word *const found = gw_find_word (name);
  if (! found || found->form != gw_form::CONVERSION)
    refuse ("a conversion to '" + name + "'");
  gr_type to = static_cast<gr_type> (found->of);
  if (gr_types[type (a)].is_complex && (to == GR_TYPE_F64 || to == GR_TYPE_F32))
    to = to == GR_TYPE_F64 ? GR_TYPE_C64 : GR_TYPE_C32;
  return converted (to, a);
}

int
gw_reader::complex (int a)
{
  const gr_type from = type (a);
  if (from != GR_TYPE_F64 && from != GR_TYPE_F32 && ! gr_types[from].is_complex)
    refuse (std::string ("'complex' of ") + gr_types[from].name);
  return converted (from == GR_TYPE_F32 || from == GR_TYPE_C32 ? GR_TYPE_C32 : GR_TYPE_C64, a);
}

// What `if` makes of a number.
int
gw_reader::truth (int a)
{
  return type (a) == GR_TYPE_CHAR ? binary (GR_NE, a, double_of (0.0)) : converted (GR_TYPE_BOOL, a);
}

void
gw_reader::visit_prefix_expression (octave::tree_prefix_expression &x)
{
  const octave_value::unary_op op = x.op_type ();
  m_e.m_words += octave_value::unary_op_as_string (op) + "()";
  if (op != octave_value::op_not && op != octave_value::op_uminus && op != octave_value::op_uplus)
    refuse ("the operator " + octave_value::unary_op_as_string (op));
  const int a = read_step (x.operand ());
  m_result = of_step (op == octave_value::op_not      ? negation (a)
                      : op == octave_value::op_uminus ? minus (a)
                                                      : binary (GR_TIMES, a, double_of (1.0)));
}

void
gw_reader::visit_postfix_expression (octave::tree_postfix_expression &x)
{
  const octave_value::unary_op op = x.op_type ();
  m_e.m_words += octave_value::unary_op_as_string (op);
  if (op != octave_value::op_transpose && op != octave_value::op_hermitian)
    refuse ("the operator " + octave_value::unary_op_as_string (op));
  const int a = read_step (x.operand ());
  m_result = of_step (op == octave_value::op_hermitian ? conjugate (a) : a);
}

// Of scalars, operators of matrices are those of elements.
void
gw_reader::visit_binary_expression (octave::tree_binary_expression &x)
{
  static const struct
  {
    octave_value::binary_op op;
    gr_binary as;
    bool is_swapped;
  } rows[] = { { octave_value::op_add, GR_PLUS, false },       { octave_value::op_sub, GR_MINUS, false },
               { octave_value::op_el_mul, GR_TIMES, false },   { octave_value::op_mul, GR_TIMES, false },
               { octave_value::op_el_div, GR_RDIVIDE, false }, { octave_value::op_div, GR_RDIVIDE, false },
               { octave_value::op_el_ldiv, GR_RDIVIDE, true }, { octave_value::op_ldiv, GR_RDIVIDE, true },
               { octave_value::op_el_pow, GR_POWER, false },   { octave_value::op_pow, GR_POWER, false },
               { octave_value::op_lt, GR_LT, false },          { octave_value::op_le, GR_LE, false },
               { octave_value::op_eq, GR_EQ, false },          { octave_value::op_ge, GR_GE, false },
               { octave_value::op_gt, GR_GT, false },          { octave_value::op_ne, GR_NE, false },
               { octave_value::op_el_and, GR_AND, false },     { octave_value::op_el_or, GR_OR, false } };
  const octave_value::binary_op op = x.op_type ();
  for (const auto &row : rows)
    if (row.op == op)
      {
        m_e.m_words += octave_value::binary_op_as_string (op);
        const int a = read_step (x.lhs ()), b = read_step (x.rhs ());
        m_result = of_step (row.is_swapped ? binary (row.as, b, a) : binary (row.as, a, b));
        return;
      }
  refuse ("the operator " + octave_value::binary_op_as_string (op));
}

// The right side counts only where the left one does not decide: what is faulty there is nothing then.
void
gw_reader::visit_boolean_expression (octave::tree_boolean_expression &x)
{
  const bool is_and = x.op_type () == octave::tree_boolean_expression::bool_and;
  m_e.m_words += is_and ? "&&" : "||";
  const int a = truth (read_step (x.lhs ())), b = truth (read_step (x.rhs ()));
  const int decided = number_of (nullptr, is_and ? "false" : "true", octave_value (! is_and));
  int step;
  check (gr_add_choice (&m_e.m_steps, a, is_and ? b : decided, is_and ? decided : b, &step));
  m_result = of_step (step);
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
    check (gr_add_value (&m_e.m_steps, step));
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
  f.captured = gw_captured_variables (handle);
  std::size_t given = 0;
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
  const bool is_own = gw_is_octaves_own (name);
  if (! is_own)
    refuse ("your own function '" + name + "'");
  if (! found)
    refuse ("'" + name + "'");
  m_e.m_words += name + "()";
  return word (name, *found, args);
}

part
gw_reader::word (const std::string &name, const gw_word &word, const std::vector<part> &args)
{
  const std::size_t n = args.size ();
  const auto needs = [&] (std::size_t least, std::size_t most) {
    if (n < least || n > most)
      refuse_call (name, n);
  };
  int step = -1;
  switch (word.form)
    {
    case gw_form::CONSTANT:
      return constant (name, args);
    case gw_form::DEAL:
      needs (1, GR_MAX_VALUES);
      return dealt (args);
    case gw_form::UNARY:
      needs (1, 1);
      return of_step (unary (static_cast<gr_unary> (word.of), step_of (args[0])));
    case gw_form::MINUS:
      needs (1, 1);
      return of_step (minus (step_of (args[0])));
    case gw_form::ITSELF:
      needs (1, 1);
      step = step_of (args[0]);
      return of_step (word.of ? binary (GR_TIMES, step, double_of (1.0)) : step);
    case gw_form::NOT:
      needs (1, 1);
      return of_step (negation (step_of (args[0])));
    case gw_form::CONJUGATE:
      needs (1, 1);
      return of_step (conjugate (step_of (args[0])));
    case gw_form::CONVERSION:
      needs (1, 1);
      return of_step (cast (step_of (args[0]), name));
    case gw_form::COMPLEX:
      needs (1, 1);
      return of_step (complex (step_of (args[0])));
    case gw_form::CAST:
      needs (2, 2);
      if (args[1].kind != part::TEXT)
        refuse ("a class that is no text");
      return of_step (cast (step_of (args[0]), m_met[args[1].number].string_value ()));
    case gw_form::CHOICE:
      needs (3, 3);
      check (gr_add_choice (&m_e.m_steps, step_of (args[0]), step_of (args[1]), step_of (args[2]), &step));
      return of_step (step);
    case gw_form::SWAPPED:
      needs (2, 2);
      return of_step (binary (static_cast<gr_binary> (word.of), step_of (args[1]), step_of (args[0])));
    case gw_form::BINARY:
    case gw_form::FOLDED:
      break;
    }
  needs (2, word.form == gw_form::FOLDED ? MAX_PARTS : 2);
  return of_step (folded (static_cast<gr_binary> (word.of), args));
}

// Octave's own value.
part
gw_reader::constant (const std::string &name, const std::vector<part> &args)
{
  octave_value_list words;
  std::string key = name;
  for (const part &a : args)
    {
      if (a.kind != part::TEXT)
        refuse ("'" + name + "' of a number");
      words.append (m_met[a.number]);
      key += " " + m_met[a.number].string_value ();
    }
  const octave_value_list values = octave::feval (name, words, 1);
  if (! values.length () || values (0).numel () != 1)
    refuse_call (name, args.size ());
  return of_step (number_of (nullptr, key, values (0)));
}

// ---- the expression ----

gw_expression::gw_expression (const char *caller, const octave_value &function, const octave_value_list &args,
                              gw_values kind, int values)
  : m_caller (caller), m_function (function), m_gives_cell (kind == gw_values::CELL)
{
  std::memset (&m_steps, 0, sizeof m_steps);
  m_words.reserve (100);
  gw_reader reader (*this, kind == gw_values::CELL);
  std::vector<part> parts;
  for (int k = 0; k < args.length (); k++)
    parts.push_back (reader.argument (args (k)));
  reader.add_values (reader.call (function, parts), kind, values);
}

std::string
gw_expression::structure () const
{
  std::string text = m_words;
  text.append (reinterpret_cast<const char *> (m_steps.step), m_steps.steps * sizeof *m_steps.step);
  return text.append (reinterpret_cast<const char *> (m_steps.value), m_steps.values * sizeof *m_steps.value);
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
gw_expression::raise_fault (int step) const
{
  const gr_step &s = m_steps.step[step];
  const char *const caller = m_caller.c_str ();
  if (s.kind == GR_STEP_CHECK)
    octave::err_nan_to_logical_conversion ();
  if (s.kind == GR_STEP_UNARY)
    {
      const gr_unary op = static_cast<gr_unary> (s.of);
      const char *const name = gr_unaries[op].name;
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
