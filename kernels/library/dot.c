/* SPDX-License-Identifier: GPL-3.0-or-later

   Dot products: how segments are cut into chunks, and checks.  */

#include "library/library.h"

/* A lane sums this many elements, so that the results are a small part of what is read.  */
enum { DEEP = 64 };

static gr_dot_plan
make_plan (size_t inner, size_t len, size_t outer)
{
  gr_dot_plan p = { .inner = inner, .len = len, .outer = outer };
  p.tiles = inner / GR_DOT_LANES + (inner % GR_DOT_LANES != 0);
  p.width = (unsigned) (inner / p.tiles + (inner % p.tiles != 0));
  p.rows = GR_DOT_LANES / p.width;
  p.chunk = (size_t) p.rows * DEEP;
  p.chunks = len / p.chunk + (len % p.chunk != 0);
  return p;
}

size_t
gr_count_dot_chunks (size_t inner, size_t len)
{
  return inner ? make_plan (inner, len, 1).chunks : 0;
}

gr_status
gr_dot_chunks (gr_type type, size_t inner, size_t len, size_t outer, const gr_buffer *a, const gr_buffer *b,
               gr_buffer *out)
{
  if ((unsigned) type >= GR_TYPE_COUNT)
    return gr_fail (GR_BAD_ARGUMENT, "there is no element type number %d", (int) type);
  if (type != GR_TYPE_F64 && type != GR_TYPE_F32 && ! gr_types[type].is_complex)
    return gr_fail (GR_UNSUPPORTED, "dot products are of floating-point elements, not of %s", gr_types[type].name);
  const size_t size = gr_types[type].size, out_size = gr_types[type].is_complex ? sizeof (gr_c64) : sizeof (double);
  const size_t slab = gr_multiply_sizes (inner, len), elements = gr_multiply_sizes (slab, outer);
  gr_status status = gr_need_backend ();
  if (status != GR_OK || ! elements)
    return status;
  void *x = NULL, *y = NULL, *to = NULL;
  status = gr_find_elements ("the first array", a, 0, elements, size, &x);
  if (status == GR_OK)
    status = gr_find_elements ("the second array", b, 0, elements, size, &y);
  if (status != GR_OK)
    return status;
  const gr_dot_plan plan = make_plan (inner, len, outer);
  const size_t results = inner * plan.chunks * outer;
  status = gr_find_elements ("the result", out, 0, results, out_size, &to);
  if (status == GR_OK)
    status = gr_check_overlap ("the first array", x, elements * size, to, results * out_size);
  if (status == GR_OK)
    status = gr_check_overlap ("the second array", y, elements * size, to, results * out_size);
  return status == GR_OK ? gr_elements ()->dot (type, &plan, x, y, to) : status;
}
