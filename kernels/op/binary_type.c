/* SPDX-License-Identifier: GPL-3.0-or-later

   Classes of the results of binary operators and functions of two numbers.  */

#include "core/call.h"
#include "elements.h"
#include "op/binary.h"

static bool
is_single (gr_type type)
{
  return type == GR_TYPE_F32 || type == GR_TYPE_C32;
}

static const char *
complexity (gr_type type)
{
  return gr_types[type].is_complex ? "complex " : "";
}

static gr_status
check_types (gr_binary op, gr_type a, gr_type b)
{
  if ((int) op < 0 || op >= GR_BINARY_COUNT)
    return gr_fail (GR_BAD_ARGUMENT, "there is no binary operator number %d", (int) op);
  if ((int) a < 0 || a >= GR_TYPE_COUNT || (int) b < 0 || b >= GR_TYPE_COUNT)
    return gr_fail (GR_BAD_ARGUMENT, "there are no element types number %d and %d", (int) a, (int) b);
  return GR_OK;
}

/* Functions of which two logical values have a logical result.  */
static bool
is_logical_function (gr_binary op)
{
  return op == GR_MAXIMUM || op == GR_MINIMUM || op == GR_BITAND || op == GR_BITOR || op == GR_BITXOR;
}

/* Comparisons, and xor, are between any two classes; & and | are not.  */
static bool
mixes_integers (gr_binary op)
{
  return gr_is_comparison (op) && op != GR_AND && op != GR_OR;
}

/* Does a function of two numbers take elements of these types?  */
static bool
takes (gr_binary op, gr_type a, gr_type b)
{
  const bool complex = gr_types[a].is_complex || gr_types[b].is_complex;
  const bool chars = a == GR_TYPE_CHAR || b == GR_TYPE_CHAR, bools = a == GR_TYPE_BOOL || b == GR_TYPE_BOOL;
  switch (op)
    {
    case GR_ATAN2:
    case GR_HYPOT:
      return ! complex && ! chars && ! bools && ! gr_is_integer_class (a) && ! gr_is_integer_class (b);
    case GR_MOD:
    case GR_REM:
      return ! complex && ! chars && ! bools && gr_is_integer_class (a) == gr_is_integer_class (b);
    case GR_BITAND:
    case GR_BITOR:
    case GR_BITXOR:
      return ! complex && ! chars && gr_is_integer_class (a) == gr_is_integer_class (b);
    case GR_BITSHIFT:
      return (gr_is_integer_class (a) || a == GR_TYPE_F64 || a == GR_TYPE_F32) && b == GR_TYPE_F64;
    case GR_GCD:
      return gr_is_integer_class (a) && a == b;
    case GR_MAXIMUM:
    case GR_MINIMUM:
      return gr_is_integer_class (a) == gr_is_integer_class (b) && (! chars || a == b);
    case GR_XOR:
      return ! chars;
    default:
      return true;
    }
}

gr_status
gr_binary_type (gr_binary op, gr_type a, gr_type b, gr_type *out)
{
  const gr_status status = check_types (op, a, b);
  if (status != GR_OK)
    return status;
  const bool compares = gr_is_comparison (op), complex = gr_types[a].is_complex || gr_types[b].is_complex;
  const bool single = is_single (a) || is_single (b);
  const bool integers = gr_is_integer_class (a) || gr_is_integer_class (b);
  if ((integers && complex) || (! mixes_integers (op) && gr_is_integer_class (a) && gr_is_integer_class (b) && a != b)
      || ! takes (op, a, b))
    return gr_fail (GR_UNSUPPORTED, "binary operator '%s' not implemented for %s%s and %s%s elements",
                    gr_binaries[op].sign, complexity (a), gr_types[a].name, complexity (b), gr_types[b].name);
  if (compares || (is_logical_function (op) && a == GR_TYPE_BOOL && b == GR_TYPE_BOOL))
    *out = GR_TYPE_BOOL;
  else if (integers)
    *out = gr_is_integer_class (a) ? a : b;
  else if (complex)
    *out = single ? GR_TYPE_C32 : GR_TYPE_C64;
  else
    *out = single ? GR_TYPE_F32 : GR_TYPE_F64;
  return GR_OK;
}
