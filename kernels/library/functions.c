/* SPDX-License-Identifier: GPL-3.0-or-later

   Functions of one number, element by element.  */

#include "library/library.h"

/* The function of elements, with results of a class that it has.  */
static gr_status
apply_unary (gr_unary op, gr_type type, gr_type out_type, const gr_buffer *from, size_t from_first, gr_buffer *to,
             size_t to_first, size_t count)
{
  void *in = NULL, *out = NULL;
  gr_status status = gr_need_backend ();
  if (status == GR_OK)
    status = gr_find_elements ("the argument", from, from_first, count, gr_types[type].size, &in);
  if (status == GR_OK)
    status = gr_find_elements ("the result", to, to_first, count, gr_types[out_type].size, &out);
  if (status != GR_OK || ! count)
    return status;
  const uintptr_t a = (uintptr_t) in, b = (uintptr_t) out;
  const size_t size = gr_types[type].size, out_size = gr_types[out_type].size;
  if (! (a == b && size == out_size) && a < b + count * out_size && b < a + count * size)
    return gr_fail (GR_BAD_ARGUMENT, "the result overlaps the argument, and not element by element");
  return gr_elements ()->map (op, type, in, out_type, out, count);
}

gr_status
gr_apply_unary (gr_unary op, gr_type type, const gr_buffer *from, size_t from_first, gr_buffer *to, size_t to_first,
                size_t count)
{
  gr_type out_type;
  const gr_status status = gr_unary_type (op, type, &out_type);
  return status == GR_OK ? apply_unary (op, type, out_type, from, from_first, to, to_first, count) : status;
}

gr_status
gr_apply_unary_to_complex (gr_unary op, gr_type type, const gr_buffer *from, size_t from_first, gr_buffer *to,
                           size_t to_first, size_t count)
{
  gr_type out_type;
  const gr_status status = gr_unary_type (op, type, &out_type);
  if (status != GR_OK)
    return status;
  if (out_type != type || gr_types[type].is_complex)
    return gr_fail (GR_BAD_ARGUMENT, "complex answers are for functions of real elements that have real ones, too");
  return apply_unary (op, type, type == GR_TYPE_F64 ? GR_TYPE_C64 : GR_TYPE_C32, from, from_first, to, to_first, count);
}

/* ---- extremes ---- */

/* Run the reduction into memory of the library, and read its result.  */
static gr_status
reduce_to (const gr_request *request, const void *in, gr_buffer *memory, double *extreme)
{
  void *out = NULL;
  float single = 0;
  gr_record record = { 0 };
  /* the run takes the events of the last record */
  gr_status status = gr_finish_last ();
  if (status == GR_OK)
    status = gr_find_memory (gr_selected (), memory, &out);
  if (status == GR_OK)
    status = gr_selected ()->run (request, request->type, in, out, NULL, &record);
  if (status == GR_OK && request->type == GR_TYPE_F64)
    status = gr_selected ()->download (extreme, out, sizeof *extreme);
  if (status == GR_OK && request->type == GR_TYPE_F32)
    {
      status = gr_selected ()->download (&single, out, sizeof single);
      *extreme = (double) single;
    }
  return status;
}

gr_status
gr_find_extreme (gr_operator op, bool with_nan, gr_type type, const gr_buffer *buffer, size_t first, size_t count,
                 double *extreme)
{
  const gr_request request = { .op = op,
                               .type = type,
                               .inner = 1,
                               .len = count,
                               .outer = 1,
                               .nan = with_nan ? GR_NAN_INCLUDE : GR_NAN_DEFAULT,
                               .place = GR_ON_DEVICE };
  void *in = NULL;
  gr_buffer *memory = NULL;
  gr_status status = gr_need_backend ();
  if (status == GR_OK && ((op != GR_MIN && op != GR_MAX) || (type != GR_TYPE_F64 && type != GR_TYPE_F32) || ! count))
    status = gr_fail (GR_BAD_ARGUMENT, "an extreme is the least or greatest of real floating-point elements");
  if (status == GR_OK)
    status = gr_find_elements ("the argument", buffer, first, count, gr_types[type].size, &in);
  if (status == GR_OK)
    status = gr_take_memory (gr_selected (), sizeof *extreme, &memory);
  if (status == GR_OK)
    status = reduce_to (&request, in, memory, extreme);
  gr_buffer_release (memory);
  return status;
}
