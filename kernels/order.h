/* SPDX-License-Identifier: GPL-3.0-or-later

   Order: elements of segments sorted, and where they stood.  */

#ifndef GR_ORDER_H
#define GR_ORDER_H

#include "elements.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Segments of an array [inner, len, outer] of elements of a type, as in gr_request.  Numbers ascend, or descend; NaN
   are the last ones, or the first; complex numbers are compared by modulus and then by argument, and those of which a
   part is NaN are NaN.  0 and -0 are equal.  Elements that are equal, and NaN, keep their order.  */
typedef struct
{
  gr_type type;
  bool descending;
  size_t inner, len, outer;
} gr_sorting;

/* The sorted elements of a buffer, and in `positions`, unless it is NULL, doubles that say where in their segment they
   stood, from 1 on.  The buffers have as many elements, and no two of them overlap.  */
gr_status gr_sort (const gr_sorting *sorting, const gr_buffer *from, gr_buffer *to, gr_buffer *positions);

/* The same of arrays on the host, whichever backend is selected.  */
gr_status gr_sort_on_host (const gr_sorting *sorting, const void *from, void *to, double *positions);

#ifdef __cplusplus
}
#endif

#endif
