/* SPDX-License-Identifier: GPL-3.0-or-later

   What filters are made of, in the common subset of C11 and CUDA C++: products that are added, and the planes that a
   convolution goes over.  Compile without contraction, as arith.h says.  */

#ifndef GR_FILTER_H
#define GR_FILTER_H

#include "backend_elements.h"
#include "op/arith.h"

/* Add a product to a sum.  */
#define GR_ADD_PRODUCT_REAL(ID, T)                                                                                     \
  GR_FN void gr_add_product_##ID (T *sum, T x, T y) { *sum += x * y; }
#define GR_ADD_PRODUCT_COMPLEX(ID, T)                                                                                  \
  GR_FN void gr_add_product_##ID (T *sum, T x, T y)                                                                    \
  {                                                                                                                    \
    sum->re += x.re * y.re - x.im * y.im;                                                                              \
    sum->im += x.re * y.im + x.im * y.re;                                                                              \
  }
GR_ADD_PRODUCT_REAL (F64, double)
GR_ADD_PRODUCT_REAL (F32, float)
GR_ADD_PRODUCT_COMPLEX (C64, gr_c64)
GR_ADD_PRODUCT_COMPLEX (C32, gr_c32)
#undef GR_ADD_PRODUCT_REAL
#undef GR_ADD_PRODUCT_COMPLEX

/* The number of [size[0], size[1]] planes in an array of such sizes.  */
GR_FN size_t
gr_count_planes (size_t dims, const size_t *size)
{
  size_t planes = 1;
  for (size_t k = 2; k < dims; k++)
    {
      planes *= size[k];
    }
  return planes;
}

/* The number of the signal's plane that a plane of results meets with plane u of the taps, counted from the last one
   on; SIZE_MAX where the signal has none.  */
GR_FN size_t
gr_find_plane (const gr_convolution_run *q, size_t plane, size_t u)
{
  size_t number = 0, planes = 1;
  for (size_t k = 2; k < q->dims; k++)
    {
      /* what is before the first one is a large number, too */
      const size_t i = (size_t) q->first[k] + plane % q->size[k] + u % q->taps[k];
      if (i >= q->signal[k])
        return SIZE_MAX;
      number += planes * i;
      planes *= q->signal[k];
      plane /= q->size[k];
      u /= q->taps[k];
    }
  return number;
}

#endif
