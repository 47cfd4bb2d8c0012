/* SPDX-License-Identifier: GPL-3.0-or-later

   Expressions: what Octave does before it computes, as steps, and the types of their values.  */

#include <math.h>
#include <string.h>

#include "core/call.h"
#include "user_monoid.h"
#include "op/binary.h"

static const gr_step no_step = { GR_STEP_KIND_COUNT, -1, GR_TYPE_COUNT, { -1, -1, -1 } };

static gr_type
type_of (const gr_expression *e, int step)
{
  return e->step[step].type;
}

static bool
is_float (gr_type type)
{
  return gr_is_type_of_kind (type, GR_KIND_FLOATING);
}

static gr_status
check_step (const gr_expression *e, int step)
{
  return step >= 0 && step < e->steps ? GR_OK : gr_fail (GR_BAD_ARGUMENT, "the expression has no step %d", step);
}

/* A step, or the one that is there already.  */
static gr_status
add (gr_expression *e, const gr_step *one, int *step)
{
  for (*step = 0; *step < e->steps; ++*step)
    if (memcmp (&e->step[*step], one, sizeof *one) == 0)
      return GR_OK;
  if (e->steps == GR_MAX_STEPS)
    return gr_fail (GR_UNSUPPORTED, "the function has more than %d steps", GR_MAX_STEPS);
  e->step[e->steps++] = *one;
  return GR_OK;
}

static gr_status
add_of (gr_expression *e, gr_step_kind kind, int of, gr_type type, int a, int b, int *step)
{
  gr_step one = no_step;
  one.kind = kind;
  one.of = of;
  one.type = type;
  one.operand[0] = a;
  one.operand[1] = b;
  return add (e, &one, step);
}

/* ---- what is given ---- */

gr_status
gr_add_argument (gr_expression *e, gr_type type, int *step)
{
  const gr_status status = e->arguments == GR_MAX_ARGUMENTS
                           ? gr_fail (GR_UNSUPPORTED, "the function has more than %d arrays", GR_MAX_ARGUMENTS)
                           : add_of (e, GR_STEP_ARGUMENT, e->arguments, type, -1, -1, step);
  e->arguments += status == GR_OK;
  return status;
}

gr_status
gr_add_number (gr_expression *e, gr_type type, const void *element, int *step)
{
  const gr_status status = e->numbers == GR_MAX_NUMBERS
                           ? gr_fail (GR_UNSUPPORTED, "the function has more than %d numbers", GR_MAX_NUMBERS)
                           : add_of (e, GR_STEP_NUMBER, e->numbers, type, -1, -1, step);
  if (status != GR_OK)
    return status;
  memset (&e->number[e->numbers], 0, sizeof *e->number);
  memcpy (&e->number[e->numbers++], element, gr_types[type].size);
  return GR_OK;
}

/* A double that the expression itself needs, once.  */
static gr_status
add_double (gr_expression *e, double x, int *step)
{
  for (*step = 0; *step < e->steps; ++*step)
    {
      const gr_step *const one = &e->step[*step];
      if (one->kind == GR_STEP_NUMBER && e->own >> one->of & 1 && ! memcmp (&e->number[one->of], &x, sizeof x))
        return GR_OK;
    }
  const gr_status status = gr_add_number (e, GR_TYPE_F64, &x, step);
  if (status == GR_OK)
    e->own |= (uint32_t) 1 << e->step[*step].of;
  return status;
}

/* ---- conversions ---- */

gr_status
gr_add_conversion (gr_expression *e, gr_type type, int operand, int *step)
{
  int zero, checked;
  gr_status status = check_step (e, operand);
  if (status != GR_OK)
    return status;
  const gr_type from = type_of (e, operand);
  *step = operand;
  if (from == type)
    return GR_OK;
  if (type == GR_TYPE_BOOL && from == GR_TYPE_CHAR)
    return gr_fail (GR_UNSUPPORTED, "logical: wrong type argument 'string'");
  if (type == GR_TYPE_BOOL && is_float (from))
    {
      status = add_of (e, GR_STEP_CHECK, -1, from, operand, -1, &checked);
      if (status == GR_OK)
        status = add_double (e, 0.0, &zero);
      return status == GR_OK ? gr_add_binary (e, GR_NE, checked, zero, step) : status;
    }
  if (gr_types[from].is_complex && ! gr_types[type].is_complex)
    return gr_fail (GR_UNSUPPORTED, "%s: complex numbers have no values of this class", gr_types[type].name);
  return add_of (e, GR_STEP_CONVERT, -1, type, operand, -1, step);
}

/* ---- functions of one number ---- */

/* The greatest of a number and its negative.  */
static gr_status
add_magnitude (gr_expression *e, int number, int *step)
{
  int minus, negative;
  gr_status status = add_double (e, -1.0, &minus);
  if (status == GR_OK)
    status = gr_add_binary (e, GR_TIMES, number, minus, &negative);
  return status == GR_OK ? gr_add_binary (e, GR_MAXIMUM, number, negative, step) : status;
}

static gr_status
add_sign (gr_expression *e, int number, int *step)
{
  int zero, above, below, sign;
  gr_status status = add_double (e, 0.0, &zero);
  if (status == GR_OK)
    status = gr_add_binary (e, GR_GT, number, zero, &above);
  if (status == GR_OK)
    status = gr_add_binary (e, GR_LT, number, zero, &below);
  if (status == GR_OK)
    status = gr_add_binary (e, GR_MINUS, above, below, &sign);
  return status == GR_OK ? gr_add_conversion (e, type_of (e, number), sign, step) : status;
}

/* Of integers, logical values and characters Octave computes doubles, but for what is simple; rounding leaves integers.
 */
static gr_status
add_unary_of_integers (gr_expression *e, gr_unary op, int operand, int *step)
{
  const gr_type type = type_of (e, operand);
  const bool is_text = op == GR_ARG || op == GR_CONJ || op == GR_SIGNUM || gr_unaries[op].kind != GR_UNARY_SIMPLE;
  int number = operand, wide, zero;
  gr_status status = GR_OK;
  if (type == GR_TYPE_CHAR && is_text)
    return gr_fail (GR_UNSUPPORTED, "%s: argument must be numeric", gr_unaries[op].name);
  if (op == GR_EPS)
    return gr_fail (GR_UNSUPPORTED, "eps: X must be of a floating point type");
  if (! gr_is_integer_class (type))
    status = gr_add_conversion (e, GR_TYPE_F64, operand, &number);
  if (status != GR_OK)
    return status;
  switch (op)
    {
    case GR_REAL:
    case GR_CONJ:
    case GR_FLOOR:
    case GR_CEIL:
    case GR_ROUND:
    case GR_FIX:
      *step = number;
      return GR_OK;
    case GR_IMAG:
      status = add_double (e, 0.0, &zero);
      return status == GR_OK ? gr_add_binary (e, GR_TIMES, number, zero, step) : status;
    case GR_ABS:
      return add_magnitude (e, number, step);
    case GR_SIGNUM:
      return add_sign (e, number, step);
    default:
      status = gr_add_conversion (e, GR_TYPE_F64, operand, &wide);
      return status == GR_OK ? gr_add_unary (e, op, wide, step) : status;
    }
}

gr_status
gr_add_unary (gr_expression *e, gr_unary op, int operand, int *step)
{
  gr_type type = GR_TYPE_F64;
  gr_status status = check_step (e, operand);
  if (status == GR_OK && ! is_float (type_of (e, operand)))
    return add_unary_of_integers (e, op, operand, step);
  if (status == GR_OK)
    status = gr_unary_type (op, type_of (e, operand), &type);
  return status == GR_OK ? add_of (e, GR_STEP_UNARY, op, type, operand, -1, step) : status;
}

gr_status
gr_add_not (gr_expression *e, int operand, int *step)
{
  int checked = operand, zero;
  gr_status status = check_step (e, operand);
  if (status == GR_OK && is_float (type_of (e, operand)))
    status = add_of (e, GR_STEP_CHECK, -1, type_of (e, operand), operand, -1, &checked);
  if (status == GR_OK)
    status = add_double (e, 0.0, &zero);
  return status == GR_OK ? gr_add_binary (e, GR_EQ, checked, zero, step) : status;
}

/* ---- operators and functions of two numbers ---- */

/* Beside an integer, other numbers become integers of its class; atan2 and hypot are computed in floating point, of
   moduli, and greatest common divisors of moduli, too.  Numbers of bits are doubles.  */
static gr_status
convert_operands (gr_expression *e, gr_binary op, int *a, int *b)
{
  const bool keeps_logical = op == GR_MOD || op == GR_REM;
  int *const both[2] = { a, b };
  gr_status status = GR_OK;
  if (op == GR_BITSHIFT)
    return gr_add_conversion (e, GR_TYPE_F64, *b, b);
  if (op == GR_ATAN2 || op == GR_HYPOT)
    {
      for (int k = 0; k < 2 && status == GR_OK; k++)
        if (gr_is_integer_class (type_of (e, *both[k])))
          status = gr_add_conversion (e, GR_TYPE_F64, *both[k], both[k]);
        else if (op == GR_HYPOT && gr_types[type_of (e, *both[k])].is_complex)
          status = gr_add_unary (e, GR_ABS, *both[k], both[k]);
      return status;
    }
  for (int k = 0; k < 2 && status == GR_OK; k++)
    {
      const gr_type one = type_of (e, *both[k]), other = type_of (e, *both[1 - k]);
      const bool turns
        = (is_float (other) && ! gr_types[other].is_complex) || (other == GR_TYPE_BOOL && ! keeps_logical);
      if (gr_is_integer_class (one) && turns)
        status = gr_add_conversion (e, one, *both[1 - k], both[1 - k]);
    }
  for (int k = 0; k < 2 && status == GR_OK && op == GR_GCD; k++)
    status = gr_add_unary (e, GR_ABS, *both[k], both[k]);
  return status;
}

/* Octave has no logical value of NaN; xor makes both logical, the operators do not.  */
static gr_status
check_logical (gr_expression *e, gr_binary op, int *operand)
{
  const gr_type type = type_of (e, *operand);
  int zero;
  if (! is_float (type))
    return GR_OK;
  gr_status status = add_of (e, GR_STEP_CHECK, -1, type, *operand, -1, operand);
  if (op != GR_XOR || ! gr_types[type].is_complex || status != GR_OK)
    return status;
  status = add_double (e, 0.0, &zero);
  return status == GR_OK ? gr_add_binary (e, GR_NE, *operand, zero, operand) : status;
}

/* Squares are products, as in Octave.  */
static bool
is_square (const gr_expression *e, gr_binary op, int a, int b)
{
  const gr_step *const by = &e->step[b];
  const double two = 2.0;
  return op == GR_POWER && is_float (type_of (e, a)) && by->kind == GR_STEP_NUMBER && by->type == GR_TYPE_F64
      && ! memcmp (&e->number[by->of], &two, sizeof two);
}

gr_status
gr_add_binary (gr_expression *e, gr_binary op, int a, int b, int *step)
{
  gr_type type = GR_TYPE_F64;
  gr_status status = check_step (e, a);
  if (status == GR_OK)
    status = check_step (e, b);
  if (status != GR_OK)
    return status;
  const bool complex = gr_types[type_of (e, a)].is_complex || gr_types[type_of (e, b)].is_complex;
  if (complex && (op == GR_MAXIMUM || op == GR_MINIMUM))
    return gr_fail (GR_UNSUPPORTED, "%s: complex numbers have no order that all versions of Octave agree in",
                    gr_binaries[op].name);
  if (is_square (e, op, a, b))
    return gr_add_binary (e, GR_TIMES, a, a, step);
  if (op != GR_POWER && gr_is_of_kind (op, GR_BINARY_FUNCTION))
    status = convert_operands (e, op, &a, &b);
  else if (gr_is_of_kind (op, GR_BINARY_LOGIC))
    {
      status = check_logical (e, op, &a);
      if (status == GR_OK)
        status = check_logical (e, op, &b);
    }
  if (status == GR_OK)
    status = gr_binary_type (op, type_of (e, a), type_of (e, b), &type);
  return status == GR_OK ? add_of (e, GR_STEP_BINARY, op, type, a, b, step) : status;
}

/* ---- a choice ---- */

gr_status
gr_add_choice (gr_expression *e, int mask, int a, int b, int *step)
{
  gr_step one = no_step;
  gr_status status = check_step (e, mask);
  if (status == GR_OK)
    status = check_step (e, a);
  if (status == GR_OK)
    status = check_step (e, b);
  if (status != GR_OK)
    return status;
  const gr_type of_a = type_of (e, a), of_b = type_of (e, b);
  if (type_of (e, mask) != GR_TYPE_BOOL)
    return gr_fail (GR_UNSUPPORTED, "merge: first argument MASK must be logical");
  if (of_a != of_b && ! (is_float (of_a) && is_float (of_b)))
    return gr_fail (GR_UNSUPPORTED, "merge: values of classes %s and %s", gr_types[of_a].name, gr_types[of_b].name);
  one.kind = GR_STEP_CHOOSE;
  if (of_a != of_b)
    status = gr_binary_type (GR_PLUS, of_a, of_b, &one.type);
  else
    one.type = of_a;
  one.operand[0] = mask;
  if (status == GR_OK)
    status = gr_add_conversion (e, one.type, a, &one.operand[1]);
  if (status == GR_OK)
    status = gr_add_conversion (e, one.type, b, &one.operand[2]);
  return status == GR_OK ? add (e, &one, step) : status;
}

gr_status
gr_add_value (gr_expression *e, int step)
{
  const gr_status status = check_step (e, step);
  if (status == GR_OK && e->values == GR_MAX_VALUES)
    return gr_fail (GR_UNSUPPORTED, "the function has more than %d values", GR_MAX_VALUES);
  if (status == GR_OK)
    e->value[e->values++] = step;
  return status;
}

/* ---- what is faulty ---- */

bool
gr_step_may_fault (const gr_expression *e, int step)
{
  const gr_step *const s = &e->step[step];
  double least = -INFINITY, greatest = INFINITY;
  switch (s->kind)
    {
    case GR_STEP_CHECK:
      return true;
    case GR_STEP_UNARY:
      return ! gr_types[type_of (e, s->operand[0])].is_complex
          && gr_unary_domain ((gr_unary) s->of, &least, &greatest) == GR_OK && ! (isinf (least) && isinf (greatest));
    case GR_STEP_BINARY:
      return s->of == GR_POWER && is_float (type_of (e, s->operand[0])) && is_float (type_of (e, s->operand[1]))
          && ! gr_types[s->type].is_complex;
    default:
      return false;
    }
}

bool
gr_may_fault (const gr_expression *e)
{
  for (int k = 0; k < e->steps; k++)
    if (gr_step_may_fault (e, k))
      return true;
  return false;
}

size_t
gr_place_values (const gr_expression *e, size_t place[GR_MAX_VALUES])
{
  size_t end = 0;
  for (int v = 0; v < e->values; v++)
    {
      const gr_type type = type_of (e, e->value[v]);
      const size_t size = gr_types[type].size, step = gr_types[type].is_complex ? size / 2 : size;
      place[v] = (end + step - 1) / step * step;
      end = place[v] + size;
    }
  return end;
}

/* ---- segments ---- */

gr_status
gr_add_segments (gr_user_monoid *monoid)
{
  gr_expression *const map = &monoid->map, *const combine = &monoid->combine, *const finish = &monoid->finish;
  const int k = map->values;
  int place, one, starts, flag[2], either;
  if (k == GR_MAX_VALUES || map->arguments == GR_MAX_ARGUMENTS)
    return gr_fail (GR_UNSUPPORTED, "segments of any lengths take an operation of at most %d values, and %d arrays",
                    GR_MAX_VALUES - 1, GR_MAX_ARGUMENTS - 1);
  gr_status status = gr_add_argument (map, GR_TYPE_I8, &place);
  if (status == GR_OK)
    status = add_double (map, 1.0, &one);
  if (status == GR_OK)
    status = gr_add_binary (map, GR_EQ, place, one, &starts);
  if (status == GR_OK)
    status = gr_add_value (map, starts);
  for (int s = 0; s < combine->steps; s++)
    if (combine->step[s].kind == GR_STEP_ARGUMENT && combine->step[s].of >= k)
      combine->step[s].of++;
  for (int side = 0; side < 2 && status == GR_OK; side++)
    status = add_of (combine, GR_STEP_ARGUMENT, side ? 2 * k + 1 : k, GR_TYPE_BOOL, -1, -1, &flag[side]);
  combine->arguments += 2;
  for (int v = 0; v < k && status == GR_OK; v++)
    {
      int *const value = &combine->value[v], begun;
      status = add_of (combine, GR_STEP_ARGUMENT, k + 1 + v, type_of (combine, *value), -1, -1, &begun);
      if (status == GR_OK)
        status = gr_add_choice (combine, flag[1], begun, *value, value);
    }
  if (status == GR_OK)
    status = gr_add_binary (combine, GR_OR, flag[0], flag[1], &either);
  if (status == GR_OK)
    status = gr_add_value (combine, either);
  memset (&monoid->identity[k], 0, sizeof *monoid->identity);
  return status == GR_OK && finish->steps ? gr_add_argument (finish, GR_TYPE_BOOL, &place) : status;
}

/* ---- which order has no meaning ---- */

static bool
is_symmetric (gr_binary op)
{
  switch (op)
    {
    case GR_PLUS:
    case GR_TIMES:
    case GR_MAXIMUM:
    case GR_MINIMUM:
    case GR_HYPOT:
    case GR_BITAND:
    case GR_BITOR:
    case GR_BITXOR:
    case GR_GCD:
    case GR_EQ:
    case GR_NE:
    case GR_AND:
    case GR_OR:
    case GR_XOR:
      return true;
    default:
      return false;
    }
}

/* Steps by what they compute: two that compute the same have one number.  */
typedef struct
{
  gr_step step[2 * GR_MAX_STEPS]; /* whose operands are such numbers */
  int count;
} meanings;

/* The number of what step number k computes, given those of its operands.  swaps: arguments change places.  */
static int
find_meaning (const gr_expression *e, int k, const int *of, bool swaps, meanings *m)
{
  gr_step s = e->step[k];
  int number = 0;
  for (int j = 0; j < 3; j++)
    s.operand[j] = s.operand[j] < 0 ? -1 : of[s.operand[j]];
  if (s.kind == GR_STEP_ARGUMENT && swaps)
    s.of = (s.of + e->arguments / 2) % e->arguments;
  if (s.kind == GR_STEP_BINARY && is_symmetric ((gr_binary) s.of) && s.operand[0] > s.operand[1])
    {
      const int first = s.operand[0];
      s.operand[0] = s.operand[1];
      s.operand[1] = first;
    }
  while (number < m->count && memcmp (&m->step[number], &s, sizeof s) != 0)
    number++;
  if (number == m->count)
    m->step[m->count++] = s;
  return number;
}

bool
gr_is_commutative (const gr_expression *e)
{
  int of[2][GR_MAX_STEPS];
  meanings m;
  bool same = e->arguments % 2 == 0;
  m.count = 0;
  for (int swaps = 0; swaps < 2; swaps++)
    for (int k = 0; k < e->steps; k++)
      of[swaps][k] = find_meaning (e, k, of[swaps], swaps, &m);
  for (int v = 0; v < e->values; v++)
    same = same && of[0][e->value[v]] == of[1][e->value[v]];
  return same;
}

/* The identity of the sum, the product or an extremum of two arguments.  -0 alone leaves -0 as it is in a sum, and NaN
   loses against everything in an extremum.  */
static bool
find_identity (const gr_expression *e, gr_c64 *identity)
{
  const gr_step *const s = &e->step[e->value[0]];
  const bool is_single = s->type == GR_TYPE_F32, is_float = is_single || s->type == GR_TYPE_F64;
  if (e->values != 1 || e->arguments != 2 || s->kind != GR_STEP_BINARY || gr_types[s->type].is_complex)
    return false;
  const gr_step *const a = &e->step[s->operand[0]], *const b = &e->step[s->operand[1]];
  const bool is_extremum = s->of == GR_MAXIMUM || s->of == GR_MINIMUM;
  if (a->kind != GR_STEP_ARGUMENT || b->kind != GR_STEP_ARGUMENT || a->of == b->of || a->type != s->type
      || b->type != s->type || (is_extremum ? ! is_float : s->of != GR_PLUS && s->of != GR_TIMES))
    return false;
  const double x = is_extremum ? NAN : s->of == GR_TIMES ? 1 : is_float ? -0.0 : 0;
  const float single = (float) x;
  const uint64_t whole = x == 1;
  memset (identity, 0, sizeof *identity);
  if (is_float)
    memcpy (identity, is_single ? (const void *) &single : &x, gr_types[s->type].size);
  else
    memcpy (identity, &whole, gr_types[s->type].size);
  return true;
}

const gr_c64 *
gr_identity_of (const gr_user_monoid *monoid, gr_c64 *known)
{
  return monoid->has_identity ? monoid->identity : find_identity (&monoid->combine, known) ? known : NULL;
}
