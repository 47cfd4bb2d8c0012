// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of Octave's functions that functions of elements may call, and what they are as steps.

#include "gpuarray_words.h"

#include <algorithm>
#include <unordered_map>

#include <octave/interpreter.h>
#include <octave/ov-fcn.h>
#include <octave/ov.h>

#include "elements.h"

typedef std::unordered_map<std::string, gw_word> vocabulary;

static bool
takes_more (gr_binary op)
{
  return op == GR_PLUS || op == GR_TIMES || op == GR_AND || op == GR_OR || op == GR_XOR || op == GR_HYPOT
      || op == GR_GCD;
}

static vocabulary
make_vocabulary ()
{
  vocabulary words = { { "mtimes", { gw_form::FOLDED, GR_TIMES } },
                       { "mrdivide", { gw_form::BINARY, GR_RDIVIDE } },
                       { "mpower", { gw_form::BINARY, GR_POWER } },
                       { "ldivide", { gw_form::SWAPPED, GR_RDIVIDE } },
                       { "mldivide", { gw_form::SWAPPED, GR_RDIVIDE } },
                       { "sign", { gw_form::UNARY, GR_SIGNUM } },
                       { "angle", { gw_form::UNARY, GR_ARG } },
                       { "gammaln", { gw_form::UNARY, GR_LGAMMA } },
                       { "uminus", { gw_form::MINUS, 0 } },
                       { "uplus", { gw_form::ITSELF, 1 } },
                       { "transpose", { gw_form::ITSELF, 0 } },
                       { "ctranspose", { gw_form::CONJUGATE, 0 } },
                       { "not", { gw_form::NOT, 0 } },
                       { "merge", { gw_form::CHOICE, 0 } },
                       { "ifelse", { gw_form::CHOICE, 0 } },
                       { "complex", { gw_form::COMPLEX, 0 } },
                       { "cast", { gw_form::CAST, 0 } },
                       { "deal", { gw_form::DEAL, 0 } } };
  for (const char *const name : { "pi", "e", "Inf", "inf", "NaN", "nan", "NA", "eps", "i", "I", "j", "J", "true",
                                  "false", "realmax", "realmin", "flintmax", "intmax", "intmin" })
    words[name] = { gw_form::CONSTANT, 0 };
  static const struct
  {
    const char *name, *inverse;
    gr_unary of, inverse_of;
  } reciprocals[] = { { "sec", "asec", GR_COS, GR_ACOS },     { "csc", "acsc", GR_SIN, GR_ASIN },
                      { "cot", "acot", GR_TAN, GR_ATAN },     { "sech", "asech", GR_COSH, GR_ACOSH },
                      { "csch", "acsch", GR_SINH, GR_ASINH }, { "coth", "acoth", GR_TANH, GR_ATANH } };
  for (const auto &r : reciprocals)
    {
      words[r.name] = { gw_form::RECIPROCAL, r.of };
      words[r.inverse] = { gw_form::OF_RECIPROCAL, r.inverse_of };
    }
  for (int op = 0; op < GR_UNARY_COUNT; op++)
    if (op != GR_SIGNUM && op != GR_EPS)
      words[gr_unaries[op].name] = { gw_form::UNARY, op };
  for (int op = 0; op < GR_BINARY_COUNT; op++)
    words[gr_binaries[op].name] = { takes_more (static_cast<gr_binary> (op)) ? gw_form::FOLDED : gw_form::BINARY, op };
  for (int type = 0; type < GR_TYPE_COUNT; type++)
    if (type != GR_TYPE_CHAR && ! gr_types[type].is_complex)
      words[gr_types[type].name] = { gw_form::CONVERSION, type };
  return words;
}

const gw_word *
gw_find_word (const std::string &name)
{
  static const vocabulary words = make_vocabulary ();
  const auto found = words.find (name);
  return found == words.end () ? nullptr : &found->second;
}

bool
gw_own_names::has (const std::string &name, const gw_word *word)
{
  if (word && std::find (m_known.begin (), m_known.end (), word) != m_known.end ())
    return true;
  octave::interpreter *const interpreter = octave::interpreter::the_interpreter ();
  octave_value found = interpreter->get_symbol_table ().find_function (name);
  octave_function *const function = found.is_defined () ? found.function_value (true) : nullptr;
  if (! function)
    error_with_id ("Octave:undefined-function", "'%s' undefined", name.c_str ());
  const bool is_own = function->is_builtin_function () || function->is_system_fcn_file ();
  if (is_own && word)
    m_known.push_back (word);
  return is_own;
}
