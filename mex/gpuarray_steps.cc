// SPDX-License-Identifier: GPL-3.0-or-later
//
// The reader of functions that users write: operators, and functions by name, as steps of the library.

#include "gpuarray_reader.h"

#include <utility>

#include <octave/parse.h>

#include "gpuarray_arithmetic.h"

// ---- operators ----

int
gw_reader::unary (gr_unary op, int a)
{
  int step;
  m_e.m_is_rounded |= gr_unaries[op].kind == GR_UNARY_ELEMENTARY || gr_unaries[op].kind == GR_UNARY_SPECIAL;
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

// ---- functions by name ----

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
    case gw_form::RECIPROCAL:
      needs (1, 1);
      return of_step (reciprocal (unary (static_cast<gr_unary> (word.of), step_of (args[0]))));
    case gw_form::OF_RECIPROCAL:
      needs (1, 1);
      return of_step (unary (static_cast<gr_unary> (word.of), reciprocal (step_of (args[0]))));
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

// Octave's own value.  eps is also a function of a number.
part
gw_reader::constant (const std::string &name, const std::vector<part> &args)
{
  if (name == "eps" && args.size () == 1 && args[0].kind == part::STEP)
    return of_step (unary (GR_EPS, step_of (args[0])));
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
