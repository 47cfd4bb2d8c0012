/* SPDX-License-Identifier: GPL-3.0-or-later

   Arithmetic and comparison of two operands, element by element.  */

#include "library/library.h"

/* ---- classes ---- */

#define BINARY_NAME(_, ID, NAME, SIGN) SIGN,
static const char *const signs[GR_BINARY_COUNT] = { GR_BINARIES (BINARY_NAME, _) };

/* Integers, of which logical and char are none.  */
static bool
is_integer (gr_type type)
{
  return type >= GR_TYPE_I8 && type <= GR_TYPE_U64;
}

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

gr_status
gr_binary_type (gr_binary op, gr_type a, gr_type b, gr_type *out)
{
  const gr_status status = check_types (op, a, b);
  if (status != GR_OK)
    return status;
  const bool compares = op >= GR_LT, complex = gr_types[a].is_complex || gr_types[b].is_complex;
  const bool single = is_single (a) || is_single (b);
  const bool integers = is_integer (a) || is_integer (b);
  if ((integers && complex) || (! compares && is_integer (a) && is_integer (b) && a != b))
    return gr_fail (GR_UNSUPPORTED, "binary operator '%s' not implemented for %s%s and %s%s elements", signs[op],
                    complexity (a), gr_types[a].name, complexity (b), gr_types[b].name);
  if (compares)
    *out = GR_TYPE_BOOL;
  else if (integers)
    *out = is_integer (a) ? a : b;
  else if (complex)
    *out = single ? GR_TYPE_C32 : GR_TYPE_C64;
  else
    *out = single ? GR_TYPE_F32 : GR_TYPE_F64;
  return GR_OK;
}

/* ---- operands ---- */

/* Find an operand's elements.  */
static gr_status
find_operand (const char *what, gr_operand operand, size_t count, gr_side *side)
{
  const bool is_scalar = operand.is_scalar || ! operand.buffer;
  void *data = NULL;
  if (! operand.buffer && ! operand.value)
    return gr_fail (GR_BAD_ARGUMENT, "%s has neither a buffer nor a value", what);
  if (operand.buffer)
    {
      const gr_status status = gr_find_elements (what, operand.buffer, operand.first, is_scalar && count ? 1 : count,
                                                 gr_types[operand.type].size, &data);
      if (status != GR_OK)
        return status;
    }
  *side = (gr_side){ operand.type, data, is_scalar, operand.value };
  return GR_OK;
}

/* The result may be an operand, element for element.  */
static gr_status
check_overlap (const char *what, const gr_side *side, gr_type out_type, const void *out, size_t count)
{
  const size_t size = gr_types[side->type].size, out_size = gr_types[out_type].size;
  const uintptr_t from = (uintptr_t) side->data, to = (uintptr_t) out;
  const bool same = from == to && size == out_size && (! side->is_scalar || count == 1);
  if (side->data && ! same && from < to + count * out_size && to < from + (side->is_scalar ? 1 : count) * size)
    return gr_fail (GR_BAD_ARGUMENT, "the result overlaps %s, and not element by element", what);
  return GR_OK;
}

gr_status
gr_apply_binary (gr_binary op, gr_operand a, gr_operand b, size_t count, gr_buffer *out, size_t first)
{
  gr_side of_a, of_b;
  gr_type out_type;
  void *to = NULL;
  gr_status status = gr_need_backend ();
  if (status == GR_OK)
    status = gr_binary_type (op, a.type, b.type, &out_type);
  if (status == GR_OK)
    status = find_operand ("the first operand", a, count, &of_a);
  if (status == GR_OK)
    status = find_operand ("the second operand", b, count, &of_b);
  if (status == GR_OK)
    status = gr_find_elements ("the result", out, first, count, gr_types[out_type].size, &to);
  if (status != GR_OK || ! count)
    return status;
  status = check_overlap ("the first operand", &of_a, out_type, to, count);
  /* Octave takes codes for signed ones where it compares characters with each other */
  if (op >= GR_LT && a.type == GR_TYPE_CHAR && b.type == GR_TYPE_CHAR)
    of_a.type = of_b.type = GR_TYPE_I8;
  if (status == GR_OK)
    status = check_overlap ("the second operand", &of_b, out_type, to, count);
  return status == GR_OK ? gr_elements ()->apply (op, &of_a, &of_b, out_type, to, count) : status;
}
