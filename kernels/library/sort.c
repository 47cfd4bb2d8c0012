/* SPDX-License-Identifier: GPL-3.0-or-later

   Sorting: what is refused, and what needs no order.  */

#include "library/library.h"
#include "order.h"

#include <string.h>

/* The number of elements; more than memory has where that is beyond numbers.  */
static size_t
count_elements (const gr_sorting *q)
{
  return gr_multiply_sizes (gr_multiply_sizes (q->inner, q->len), q->outer);
}

static gr_status
check_type (const gr_sorting *q)
{
  return (unsigned) q->type < GR_TYPE_COUNT
         ? GR_OK
         : gr_fail (GR_BAD_ARGUMENT, "there is no element type number %d", (int) q->type);
}

/* Are the arrays, which have elements, apart?  */
static gr_status
check_arrays (size_t elements, size_t size, const void *from, const void *to, const double *positions)
{
  const size_t bytes = elements * size;
  gr_status status = gr_check_overlap ("the elements to sort", from, bytes, to, bytes);
  if (status == GR_OK && positions)
    status = gr_check_overlap ("the elements to sort", from, bytes, positions, elements * sizeof *positions);
  if (status == GR_OK && positions)
    status = gr_check_overlap ("the positions", positions, elements * sizeof *positions, to, bytes);
  return status;
}

/* Segments of one element.  */
static gr_status
copy_elements (const gr_backend *backend, size_t elements, size_t size, const void *from, void *to, double *positions)
{
  static const double one = 1;
  const gr_status status = backend->copy (to, from, elements * size);
  return status == GR_OK && positions ? backend->fill (positions, &one, sizeof one, elements) : status;
}

static gr_status
run_sort (const gr_sorting *q, const gr_backend *backend, const gr_element_functions *functions, const void *from,
          void *to, double *positions)
{
  const size_t elements = count_elements (q), size = gr_types[q->type].size;
  const gr_status status = check_arrays (elements, size, from, to, positions);
  if (status != GR_OK)
    return status;
  if (q->len == 1)
    return copy_elements (backend, elements, size, from, to, positions);
  const gr_sort_run run = { *q, from, to, positions };
  return functions->sort (&run);
}

gr_status
gr_sort (const gr_sorting *sorting, const gr_buffer *from, gr_buffer *to, gr_buffer *positions)
{
  void *in = NULL, *out = NULL, *at = NULL;
  gr_status status = check_type (sorting);
  if (status == GR_OK)
    status = gr_need_backend ();
  if (status != GR_OK)
    return status;
  const size_t elements = count_elements (sorting), size = gr_types[sorting->type].size;
  if (! elements)
    return GR_OK;
  status = gr_find_elements ("the elements to sort", from, 0, elements, size, &in);
  if (status == GR_OK)
    status = gr_find_elements ("the buffer of sorted elements", to, 0, elements, size, &out);
  if (status == GR_OK && positions)
    status = gr_find_elements ("the buffer of positions", positions, 0, elements, sizeof (double), &at);
  return status == GR_OK ? run_sort (sorting, gr_selected (), gr_elements (), in, out, at) : status;
}

gr_status
gr_sort_on_host (const gr_sorting *sorting, const void *from, void *to, double *positions)
{
  const gr_status status = check_type (sorting);
  if (status != GR_OK || ! count_elements (sorting))
    return status;
  return run_sort (sorting, &gr_backend_cpu, &gr_elements_cpu, from, to, positions);
}
