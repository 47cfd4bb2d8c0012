/* SPDX-License-Identifier: GPL-3.0-or-later

   Arithmetic and comparison of two operands, element by element.  */

#include "library/library.h"
#include "op/binary.h"

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
  if (status == GR_OK)
    status = check_overlap ("the second operand", &of_b, out_type, to, count);
  if (status != GR_OK)
    return status;
  op = gr_prepare_operands (op, &of_a.type, &of_b.type);
  return gr_elements ()->apply (op, &of_a, &of_b, out_type, to, count);
}

/* ---- broadcasting ---- */

/* Dimensions of the result that have more than one element, neighbours that belong together as one, and the numbers of
   elements of the operands and the result.  */
typedef struct
{
  size_t axes;
  gr_pair_axis axis[GR_MAX_DIMS];
  size_t count_a, count_b, count;
} shape;

static gr_status
find_shape (size_t dims, const size_t *of_a, const size_t *of_b, shape *s)
{
  *s = (shape){ .count_a = 1, .count_b = 1, .count = 1 };
  if (dims > GR_MAX_DIMS)
    return gr_fail (GR_BAD_ARGUMENT, "operands of %zu dimensions; the most is %d", dims, GR_MAX_DIMS);
  for (size_t k = 0; k < dims; k++)
    {
      if (of_a[k] != of_b[k] && of_a[k] != 1 && of_b[k] != 1)
        return gr_fail (GR_BAD_ARGUMENT, "sizes %zu and %zu of dimension %zu differ, and none is 1", of_a[k], of_b[k],
                        k + 1);
      const gr_pair_axis axis = { of_a[k] == 1 ? of_b[k] : of_a[k], of_a[k] != 1, of_b[k] != 1 };
      s->count_a = gr_multiply_sizes (s->count_a, of_a[k]);
      s->count_b = gr_multiply_sizes (s->count_b, of_b[k]);
      s->count = gr_multiply_sizes (s->count, axis.count);
      gr_pair_axis *const last = s->axes ? &s->axis[s->axes - 1] : NULL;
      if (axis.count == 1)
        continue;
      if (last && last->in_a == axis.in_a && last->in_b == axis.in_b)
        last->count *= axis.count;
      else
        s->axis[s->axes++] = axis;
    }
  if (s->count_a == SIZE_MAX || s->count_b == SIZE_MAX || s->count == SIZE_MAX)
    return gr_fail (GR_BAD_ARGUMENT, "the operands or the result have more elements than fit into memory");
  return GR_OK;
}

gr_status
gr_apply_broadcast (gr_binary op, gr_operand a, gr_operand b, size_t dims, const size_t *of_a, const size_t *of_b,
                    gr_buffer *out)
{
  shape s;
  gr_side side_a, side_b;
  gr_type out_type;
  void *to = NULL;
  gr_status status = find_shape (dims, of_a, of_b, &s);
  if (status != GR_OK)
    return status;
  a.is_scalar = a.is_scalar || s.count_a == 1;
  b.is_scalar = b.is_scalar || s.count_b == 1;
  if (s.axes < 2)
    return gr_apply_binary (op, a, b, s.count, out, 0);
  status = gr_need_backend ();
  if (status == GR_OK)
    status = gr_binary_type (op, a.type, b.type, &out_type);
  if (status == GR_OK)
    status = find_operand ("the first operand", a, s.count_a, &side_a);
  if (status == GR_OK)
    status = find_operand ("the second operand", b, s.count_b, &side_b);
  if (status == GR_OK)
    status = gr_find_elements ("the result", out, 0, s.count, gr_types[out_type].size, &to);
  if (status != GR_OK || ! s.count)
    return status;
  if (! side_a.data || ! side_b.data)
    return gr_fail (GR_BAD_ARGUMENT, "an operand is a value of the host, and its size says that it is an array");
  if (to == side_a.data || to == side_b.data)
    return gr_fail (GR_BAD_ARGUMENT, "the result is an operand of another size");
  op = gr_prepare_operands (op, &side_a.type, &side_b.type);
  return gr_elements ()->spread (op, &side_a, &side_b, s.axes, s.axis, out_type, to);
}
