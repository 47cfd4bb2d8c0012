/* SPDX-License-Identifier: GPL-3.0-or-later

   Random expressions (kernels/expression.h), the same for the same seed.  */

#ifndef RANDOM_EXPRESSION_H
#define RANDOM_EXPRESSION_H

#include "expression.h"
#include "random_shape.h"

/* Types of arguments and numbers: floating point more often.  */
static inline gr_type
random_type (void)
{
  return random_bits () % 2 ? (random_bits () % 2 ? GR_TYPE_F64 : GR_TYPE_F32)
                            : (gr_type) (random_bits () % GR_TYPE_COUNT);
}

/* An element, small and whole more often, with special values among those of floating point.  */
static inline void
random_element (gr_type type, void *to)
{
  static const double special[] = { 0, -0.0, 1, -1, 0.5, INFINITY, -INFINITY, NAN, 1e300, 1e-310, 127.5, -2.5 };
  const uint64_t bits = random_bits ();
  const double x
    = bits % 4 ? (double) (bits >> 32) * 0x1p-29 - 3 : special[bits / 4 % (sizeof special / sizeof *special)];
  switch (type)
    {
    case GR_TYPE_F64:
      *(double *) to = x;
      break;
    case GR_TYPE_F32:
      *(float *) to = (float) x;
      break;
    case GR_TYPE_C64:
      *(gr_c64 *) to = (gr_c64){ x, (double) (random_bits () >> 40) * 0x1p-22 - 2 };
      break;
    case GR_TYPE_C32:
      *(gr_c32 *) to = (gr_c32){ (float) x, (float) (random_bits () >> 40) * 0x1p-22f - 2 };
      break;
    case GR_TYPE_BOOL:
      *(uint8_t *) to = bits >> 8 & 1;
      break;
    default:
      /* of integers any bits, or few */
      for (size_t k = 0; k < gr_types[type].size; k++)
        ((uint8_t *) to)[k] = (uint8_t) (bits % 3 == 0 ? bits >> (8 * k) : k ? 0 : bits >> 8 & 127);
    }
}

/* A step of a random kind; those that Octave has not are refused and change nothing.  */
static inline gr_status
random_step (gr_expression *e)
{
  static const gr_type results[] = { GR_TYPE_F64, GR_TYPE_F32, GR_TYPE_I32, GR_TYPE_U8, GR_TYPE_BOOL, GR_TYPE_C64 };
  gr_c64 element;
  int step;
  /* the last steps are used more often, so that expressions are deep */
  const int some = e->steps > 4 && random_bits () % 2 ? 4 : e->steps;
  const int a = e->steps - 1 - (int) (random_bits () % (uint64_t) some),
            b = (int) (random_bits () % (uint64_t) e->steps);
  switch (random_bits () % 8)
    {
    case 0:
    case 1:
      return gr_add_unary (e, (gr_unary) (random_bits () % GR_UNARY_COUNT), a, &step);
    case 2:
      return gr_add_conversion (e, results[random_bits () % (sizeof results / sizeof *results)], a, &step);
    case 3:
      return gr_add_choice (e, (int) (random_bits () % (uint64_t) e->steps), a, b, &step);
    case 4:
      {
        const gr_type type = random_type ();
        random_element (type, &element);
        return gr_add_number (e, type, &element, &step);
      }
    case 5:
      return gr_add_not (e, a, &step);
    default:
      return gr_add_binary (e, (gr_binary) (random_bits () % GR_BINARY_COUNT), a, b, &step);
    }
}

/* One to three arguments, and up to 14 steps, of which the last is a value, and sometimes others are.  */
static inline void
random_expression (uint64_t seed, gr_expression *e)
{
  int step;
  memset (e, 0, sizeof *e);
  random_state = seed;
  for (uint64_t k = 0, arguments = 1 + random_bits () % 3; k < arguments; k++)
    gr_add_argument (e, random_type (), &step);
  for (uint64_t k = 0, wanted = 3 + random_bits () % 12; k < wanted; k++)
    random_step (e);
  gr_add_value (e, e->steps - 1);
  for (uint64_t k = random_bits () % 3; k > 1; k--)
    gr_add_value (e, (int) (random_bits () % (uint64_t) e->steps));
}

#endif
