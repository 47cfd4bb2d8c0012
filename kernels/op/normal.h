/* SPDX-License-Identifier: GPL-3.0-or-later

   Normally distributed numbers, in the common subset of C11 and CUDA C++: two from two uniform numbers u and v by G. E.
   P. Box and M. E. Muller, "A note on the generation of random normal deviates" (1958), as sqrt (-2 ln u) cos (2 pi v)
   and sqrt (-2 ln u) sin (2 pi v).

   The functions are polynomials of operations that IEEE 754 rounds once, fma among them, so that all backends give the
   same bits.  Their coefficients are those with the least greatest error (Remez), each then rounded.  Results are
   within 5 units in the last place of the formulas.  */

#ifndef GR_NORMAL_H
#define GR_NORMAL_H

#include "op/arith.h"

typedef struct
{
  double first, second;
} gr_two_doubles;
typedef struct
{
  float first, second;
} gr_two_singles;

/* sqrt (-2 ln u) for u = (x + 1/2) / 2^64, rounded to double.  u is m 2^e with m from sqrt (1/2) to sqrt (2), and f is
   m - 1.  With s = f / (2 + f), ln (1 + f) is f - s (f - s^2 p (s^2)).  */
GR_FN double
gr_normal_radius (uint64_t x)
{
  union
  {
    double value;
    int64_t bits;
  } m;
  m.value = (double) x + 0.5;
  const int64_t e = (m.bits - 0x3fe6a09e667f3bcd) >> 52;
  m.bits -= e * ((int64_t) 1 << 52);
  const double f = m.value - 1.0;
  const double s = f / (2.0 + f), z = s * s;
  double p = 0x1.2f0639c81f37ep-3;
  p = fma (p, z, 0x1.39a1a66dc03d3p-3);
  p = fma (p, z, 0x1.74663fa7d56dep-3);
  p = fma (p, z, 0x1.c71c5205e8db2p-3);
  p = fma (p, z, 0x1.24924941f5297p-2);
  p = fma (p, z, 0x1.999999997fd73p-2);
  p = fma (p, z, 0x1.5555555555592p-1);
  const double of_m = fma (-s, fma (-z, p, f), f);
  return sqrt (-2.0 * fma ((double) (int) (e - 64), 0x1.62e42fefa39efp-1, of_m));
}

/* The same for u = (x + 1/2) / 2^32, rounded to single.  */
GR_FN float
gr_normal_radius_single (uint32_t x)
{
  union
  {
    float value;
    int32_t bits;
  } m;
  m.value = (float) x + 0.5f;
  const int32_t e = (m.bits - 0x3f3504f3) >> 23;
  m.bits -= e * (1 << 23);
  const float f = m.value - 1.0f;
  float p = 0x1.6fd578p-4f;
  p = fmaf (p, f, -0x1.2773cep-3f);
  p = fmaf (p, f, 0x1.30cedp-3f);
  p = fmaf (p, f, -0x1.52fb66p-3f);
  p = fmaf (p, f, 0x1.98da68p-3f);
  p = fmaf (p, f, -0x1.0006c4p-2f);
  p = fmaf (p, f, 0x1.5556e6p-2f);
  p = fmaf (p, f, -0x1.fffff4p-2f);
  const float of_m = fmaf (f * f, p, f);
  return sqrtf (-2.0f * fmaf ((float) (e - 32), 0x1.62e43p-1f, of_m));
}

/* r cos t and r sin t for the angle t = x / 2^64 of a turn: by its nearest quarter, and by the rest of up to an eighth,
   which is a times a quarter.  */
GR_FN gr_two_doubles
gr_turn (double r, uint64_t x)
{
  const uint64_t shifted = x + ((uint64_t) 1 << 61);
  const int quarter = (int) (shifted >> 62);
  const double a = (double) (int64_t) (x << 2) * 0x1p-64, z = a * a;
  double sine = 0x1.e403d0a8f59a6p-25, cosine = -0x1.b26fe9261920ep-28;
  sine = fma (sine, z, -0x1.e300a65a61cf5p-19);
  sine = fma (sine, z, 0x1.5078301b62480p-13);
  sine = fma (sine, z, -0x1.32d2cce3332d7p-8);
  sine = fma (sine, z, 0x1.466bc67758d85p-4);
  sine = fma (sine, z, -0x1.4abbce625be47p-1);
  sine = a * fma (sine, z, 0x1.921fb54442d18p+0);
  cosine = fma (cosine, z, 0x1.f9cc6ad26083cp-22);
  cosine = fma (cosine, z, -0x1.a6d1ecb743442p-16);
  cosine = fma (cosine, z, 0x1.e1f50683b4301p-11);
  cosine = fma (cosine, z, -0x1.55d3c7e3c95bcp-6);
  cosine = fma (cosine, z, 0x1.03c1f081b5ab0p-2);
  cosine = fma (cosine, z, -0x1.3bd3cc9be45dep+0);
  cosine = fma (cosine, z, 1.0);
  gr_two_doubles turned;
  turned.first = (quarter == 1 || quarter == 2 ? -r : r) * (quarter & 1 ? sine : cosine);
  turned.second = (quarter & 2 ? -r : r) * (quarter & 1 ? cosine : sine);
  return turned;
}

/* The same for x / 2^32 in single.  */
GR_FN gr_two_singles
gr_turn_single (float r, uint32_t x)
{
  const uint32_t shifted = x + ((uint32_t) 1 << 29);
  const int quarter = (int) (shifted >> 30);
  const float a = (float) (int32_t) (x << 2) * 0x1p-32f, z = a * a;
  float sine = -0x1.2dd048p-8f, cosine = 0x1.d9f7b8p-11f;
  sine = fmaf (sine, z, 0x1.466032p-4f);
  sine = fmaf (sine, z, -0x1.4abbcp-1f);
  sine = a * fmaf (sine, z, 0x1.921fb6p+0f);
  cosine = fmaf (cosine, z, -0x1.55c664p-6f);
  cosine = fmaf (cosine, z, 0x1.03c1dep-2f);
  cosine = fmaf (cosine, z, -0x1.3bd3ccp+0f);
  cosine = fmaf (cosine, z, 1.0f);
  gr_two_singles turned;
  turned.first = (quarter == 1 || quarter == 2 ? -r : r) * (quarter & 1 ? sine : cosine);
  turned.second = (quarter & 2 ? -r : r) * (quarter & 1 ? cosine : sine);
  return turned;
}

#endif
