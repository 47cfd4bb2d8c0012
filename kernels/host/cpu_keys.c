/* SPDX-License-Identifier: GPL-3.0-or-later

   Keys of elements: unsigned numbers in the order of the elements.  */

#include "host/cpu_sort.h"

#include <math.h>
#include <string.h>

/* Keys of floating-point numbers: those of negative ones have all bits turned, of others the first one.  */
#define DEFINE_FLOATING_KEY(T, U, SUFFIX)                                                                              \
  GR_INLINE U key_of_##SUFFIX (T x)                                                                                    \
  {                                                                                                                    \
    const U top = (U) 1 << (8 * sizeof (U) - 1);                                                                       \
    const T plain = x + 0; /* -0 becomes 0 */                                                                          \
    U bits;                                                                                                            \
    memcpy (&bits, &plain, sizeof bits);                                                                               \
    bits = bits & top ? (U) ~bits : bits | top;                                                                        \
    return x == x ? bits : (U) -1;                                                                                     \
  }                                                                                                                    \
  GR_INLINE T SUFFIX##_of_key (U key)                                                                                  \
  {                                                                                                                    \
    const U top = (U) 1 << (8 * sizeof (U) - 1), bits = key & top ? key ^ top : (U) ~key;                              \
    T x;                                                                                                               \
    memcpy (&x, &bits, sizeof x);                                                                                      \
    return x;                                                                                                          \
  }
DEFINE_FLOATING_KEY (double, uint64_t, double)
DEFINE_FLOATING_KEY (float, uint32_t, float)

#define KEY_BYTES(T) (sizeof (T) == 8 ? 8 : 4)
/* The least number of a signed class has the key 0.  */
#define DEFINE_INTEGER(ID, T, LEAST)                                                                                   \
  static void to_keys_##ID (const void *from, size_t first, size_t end, uint64_t flip, void *keys, void *moduli)       \
  {                                                                                                                    \
    (void) moduli;                                                                                                     \
    for (size_t i = first; i < end; i++)                                                                               \
      gr_put_number (keys, KEY_BYTES (T), i, ((uint64_t) ((const T *) from)[i] + (LEAST)) ^ flip);                     \
  }                                                                                                                    \
  static void from_keys_##ID (const void *keys, size_t first, size_t end, uint64_t flip, void *to)                     \
  {                                                                                                                    \
    for (size_t i = first; i < end; i++)                                                                               \
      ((T *) to)[i] = (T) ((gr_get_number (keys, KEY_BYTES (T), i) ^ flip) - (LEAST));                                 \
  }                                                                                                                    \
  static double number_##ID (uint64_t key) { return (double) (T) (key - (LEAST)); }
#define DEFINE_SIGNED_0(ID, T) DEFINE_INTEGER (ID, T, (uint64_t) 1 << (8 * sizeof (T) - 1))
#define DEFINE_UNSIGNED_0(ID, T) DEFINE_INTEGER (ID, T, 0)
#define DEFINE_LOGICAL_0 DEFINE_UNSIGNED_0
#define DEFINE_CHAR_0 DEFINE_UNSIGNED_0
#define DEFINE_FLOATING_0(ID, T)                                                                                       \
  static void to_keys_##ID (const void *from, size_t first, size_t end, uint64_t flip, void *keys, void *moduli)       \
  {                                                                                                                    \
    (void) moduli;                                                                                                     \
    for (size_t i = first; i < end; i++)                                                                               \
      gr_put_number (keys, sizeof (T), i, key_of_##T (((const T *) from)[i]) ^ flip);                                  \
  }                                                                                                                    \
  static void from_keys_##ID (const void *keys, size_t first, size_t end, uint64_t flip, void *to)                     \
  {                                                                                                                    \
    for (size_t i = first; i < end; i++)                                                                               \
      ((T *) to)[i] = T##_of_key (gr_get_number (keys, sizeof (T), i) ^ flip);                                         \
  }                                                                                                                    \
  static double number_##ID (uint64_t key) { return (double) T##_of_key (key); }                                       \
  static void restore_##ID (const void *from, size_t n, void *to, size_t zeros, size_t nans)                           \
  {                                                                                                                    \
    for (size_t i = 0; i < n; i++)                                                                                     \
      {                                                                                                                \
        const T x = ((const T *) from)[i];                                                                             \
        if (x == 0)                                                                                                    \
          ((T *) to)[zeros++] = x;                                                                                     \
        else if (x != x)                                                                                               \
          ((T *) to)[nans++] = x;                                                                                      \
      }                                                                                                                \
  }
#define DEFINE_FLOATING_1(ID, T)                                                                                       \
  static void to_keys_##ID (const void *from, size_t first, size_t end, uint64_t flip, void *keys, void *moduli)       \
  {                                                                                                                    \
    for (size_t i = first; i < end; i++)                                                                               \
      {                                                                                                                \
        const T z = ((const T *) from)[i];                                                                             \
        const bool is_nan = z.re != z.re || z.im != z.im;                                                              \
        gr_put_number (keys, sizeof z.re, i, (is_nan ? 0 : argument_key_##T (z)) ^ flip);                              \
        gr_put_number (moduli, sizeof z.re, i, (is_nan ? UINT64_MAX : modulus_key_##T (z)) ^ flip);                    \
      }                                                                                                                \
  }

#define DEFINE_POLAR_KEYS(T, REAL, ARG, ABS)                                                                           \
  GR_INLINE uint64_t argument_key_##T (T z)                                                                            \
  {                                                                                                                    \
    static const REAL pi = (REAL) 3.14159265358979323846;                                                              \
    const REAL a = ARG (z.im, z.re);                                                                                   \
    return key_of_##REAL (a == -pi ? pi : a);                                                                          \
  }                                                                                                                    \
  GR_INLINE uint64_t modulus_key_##T (T z) { return key_of_##REAL (ABS (z.re, z.im)); }
DEFINE_POLAR_KEYS (gr_c64, double, atan2, hypot)
DEFINE_POLAR_KEYS (gr_c32, float, atan2f, hypotf)

#define DEFINE_KEYS(_, ID, T, CLASS, IS_COMPLEX, KIND) DEFINE_##KIND##_##IS_COMPLEX (ID, T)
GR_TYPES (DEFINE_KEYS, _)

#define ROW_INTEGER(ID, T)                                                                                             \
  {                                                                                                                    \
    KEY_BYTES (T), to_keys_##ID, from_keys_##ID, number_##ID, NULL                                                     \
  }
#define ROW_SIGNED_0 ROW_INTEGER
#define ROW_UNSIGNED_0 ROW_INTEGER
#define ROW_LOGICAL_0 ROW_INTEGER
#define ROW_CHAR_0 ROW_INTEGER
#define ROW_FLOATING_0(ID, T)                                                                                          \
  {                                                                                                                    \
    sizeof (T), to_keys_##ID, from_keys_##ID, number_##ID, restore_##ID                                                \
  }
#define ROW_FLOATING_1(ID, T)                                                                                          \
  {                                                                                                                    \
    sizeof (T) / 2, to_keys_##ID, NULL, NULL, NULL                                                                     \
  }
#define ROW(_, ID, T, CLASS, IS_COMPLEX, KIND) ROW_##KIND##_##IS_COMPLEX (ID, T),
const gr_key_functions gr_cpu_keys[GR_TYPE_COUNT] = { GR_TYPES (ROW, _) };
