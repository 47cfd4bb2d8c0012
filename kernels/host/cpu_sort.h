/* SPDX-License-Identifier: GPL-3.0-or-later

   Keys of elements, by which the host sorts them (cpu_keys.c).  */

#ifndef GR_CPU_SORT_H
#define GR_CPU_SORT_H

#include "host/cpu.h"

/* Arrays of keys and of places have elements of 4 or 8 bytes.  The width is a constant wherever loops are inlined.  */
GR_INLINE uint64_t
gr_get_number (const void *array, unsigned width, size_t i)
{
  return width == 8 ? ((const uint64_t *) array)[i] : ((const uint32_t *) array)[i];
}
GR_INLINE void
gr_put_number (void *array, unsigned width, size_t i, uint64_t x)
{
  if (width == 8)
    ((uint64_t *) array)[i] = x;
  else
    ((uint32_t *) array)[i] = (uint32_t) x;
}

/* What the types differ in.  `from` and `to` are segments, of which elements [first, end) are meant; flip has all bits
   where the order is turned.  A complex element has the key of its argument, whose -pi Octave takes for pi, and in
   `moduli` that of its modulus.  `restore` puts the elements that differ from others of their key, zeros and NaN, in
   their order to where those of their key begin.  */
typedef struct
{
  unsigned width; /* of a key, in bytes */
  void (*to_keys) (const void *from, size_t first, size_t end, uint64_t flip, void *keys, void *moduli);
  void (*from_keys) (const void *keys, size_t first, size_t end, uint64_t flip, void *to);
  void (*restore) (const void *from, size_t n, void *to, size_t zeros, size_t nans);
} gr_key_functions;
extern const gr_key_functions gr_cpu_keys[GR_TYPE_COUNT];

#endif
