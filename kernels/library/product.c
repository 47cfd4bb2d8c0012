/* SPDX-License-Identifier: GPL-3.0-or-later

   The matrix product: sizes, and the overlap of the result.  */

#include "library/library.h"

bool
gr_can_multiply (void)
{
  return gr_need_backend () == GR_OK && gr_elements ()->multiply;
}

static gr_status
check_multiply (gr_type type, gr_factor a, gr_factor b)
{
  if ((unsigned) type >= GR_TYPE_COUNT)
    return gr_fail (GR_BAD_ARGUMENT, "there is no element type number %d", (int) type);
  if ((unsigned) a.as > GR_CONJUGATE_TRANSPOSED || (unsigned) b.as > GR_CONJUGATE_TRANSPOSED)
    return gr_fail (GR_BAD_ARGUMENT, "there are no transpositions number %d and %d", (int) a.as, (int) b.as);
  if (type != GR_TYPE_F64 && type != GR_TYPE_F32 && ! gr_types[type].is_complex)
    return gr_fail (GR_UNSUPPORTED, "there is no matrix product of %s elements", gr_types[type].name);
  return gr_can_multiply ()
         ? GR_OK
         : gr_fail (GR_UNSUPPORTED, "the backend \"%s\" has no matrix product; cuda has", gr_selected ()->name);
}

static gr_status
find_factor (const char *what, gr_factor factor, size_t count, size_t size, gr_matrix *matrix)
{
  void *data = NULL;
  const gr_status status = gr_find_elements (what, factor.buffer, factor.first, count, size, &data);
  *matrix = (gr_matrix){ data, factor.as };
  return status;
}

gr_status
gr_multiply (gr_type type, size_t m, size_t n, size_t k, gr_factor a, gr_factor b, gr_buffer *out, size_t first)
{
  static const char zero[sizeof (gr_c64)] = { 0 };
  const size_t results = gr_multiply_sizes (m, n), of_a = gr_multiply_sizes (m, k), of_b = gr_multiply_sizes (k, n);
  gr_matrix left, right;
  void *to = NULL;
  gr_status status = gr_need_backend ();
  if (status == GR_OK)
    status = check_multiply (type, a, b);
  if (status != GR_OK)
    return status;
  const size_t size = gr_types[type].size;
  status = gr_find_elements ("the result", out, first, results, size, &to);
  if (status != GR_OK || ! results)
    return status;
  if (! k)
    return gr_buffer_fill (out, first * size, zero, size, results);
  status = find_factor ("the first factor", a, of_a, size, &left);
  if (status == GR_OK)
    status = find_factor ("the second factor", b, of_b, size, &right);
  if (status == GR_OK)
    status = gr_check_overlap ("the first factor", left.data, of_a * size, to, results * size);
  if (status == GR_OK)
    status = gr_check_overlap ("the second factor", right.data, of_b * size, to, results * size);
  return status == GR_OK ? gr_elements ()->multiply (type, m, n, k, &left, &right, to) : status;
}
