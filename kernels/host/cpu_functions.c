/* SPDX-License-Identifier: GPL-3.0-or-later

   Functions of one number on the host: a loop for each function and class.  */

#include "host/cpu.h"
#include "host/cpu_elements.h"
#include "op/unary.h"

enum { BLOCK = 1024 }; /* elements of a block */

/* n elements of C type T, whose functions have the suffix NAME, and which become ones of type C for them.  */
#define EACH(STATEMENT)                                                                                                \
  for (size_t i = 0; i < n; i++)                                                                                       \
  STATEMENT

#define CASE_SAME(NAME, ID)                                                                                            \
  case GR_##ID:                                                                                                        \
    EACH (to[i] = gr_unary_##NAME (GR_##ID, from[i]);)                                                                 \
    break;
#define CASE_PART(NAME, ID)                                                                                            \
  case GR_##ID:                                                                                                        \
    EACH (part[i] = gr_unary_part_##NAME (GR_##ID, from[i]);)                                                          \
    break;
#define CASE_TRUTH(NAME, ID)                                                                                           \
  case GR_##ID:                                                                                                        \
    EACH (truth[i] = gr_unary_truth_##NAME (GR_##ID, from[i]);)                                                        \
    break;
#define CASE(NAME, ID, FUNCTION, RESULT, ...) CASE_##RESULT (NAME, ID)
#define DEFINE_MAP(NAME, T, PART)                                                                                      \
  static void map_##NAME (gr_unary op, const T *from, size_t n, void *out)                                             \
  {                                                                                                                    \
    T *const to = out;                                                                                                 \
    PART *const part = out;                                                                                            \
    uint8_t *const truth = out;                                                                                        \
    switch (op)                                                                                                        \
      {                                                                                                                \
        GR_UNARIES (CASE, NAME)                                                                                        \
      default:                                                                                                         \
        break;                                                                                                         \
      }                                                                                                                \
  }
DEFINE_MAP (double, double, double)
DEFINE_MAP (single, float, float)
DEFINE_MAP (complex, gr_c64, double)

static gr_c32
narrowed (gr_c64 z)
{
  return (gr_c32){ (float) z.re, (float) z.im };
}

/* Single complex numbers are computed as double ones.  */
static void
map_single_complex (gr_unary op, const gr_c32 *from, size_t n, void *out)
{
  gr_c64 wide[BLOCK] = { { 0, 0 } };
  union
  {
    gr_c64 same[BLOCK];
    double part[BLOCK];
  } results;
  const gr_unary_result result = gr_result_of (op);
  EACH (wide[i] = gr_complex (from[i].re, from[i].im);)
  map_complex (op, wide, n, result == GR_RESULT_TRUTH ? out : &results);
  if (result == GR_RESULT_SAME)
    EACH (((gr_c32 *) out)[i] = narrowed (results.same[i]);)
  else if (result == GR_RESULT_PART)
    EACH (((float *) out)[i] = (float) results.part[i];)
}

/* Complex answers to n real numbers.  */
static void
map_to_complex (gr_unary op, gr_type type, const void *from, size_t n, void *out)
{
  const double *const wide = from;
  const float *const narrow = from;
  if (type == GR_TYPE_F64)
    EACH (((gr_c64 *) out)[i] = gr_unary_of_real (op, wide[i]);)
  else
    EACH (((gr_c32 *) out)[i] = narrowed (gr_unary_of_real (op, (double) narrow[i]));)
}

typedef struct
{
  gr_unary op;
  gr_type type, out_type;
  const char *from;
  char *to;
  size_t count;
} job;

static void
map_block (void *data, size_t k)
{
  const job *const j = data;
  const void *const in = j->from + k * BLOCK * gr_types[j->type].size;
  void *const out = j->to + k * BLOCK * gr_types[j->out_type].size;
  const size_t left = j->count - k * BLOCK, n = left < BLOCK ? left : BLOCK;
  if (gr_types[j->out_type].is_complex && ! gr_types[j->type].is_complex)
    map_to_complex (j->op, j->type, in, n, out);
  else if (j->type == GR_TYPE_F64)
    map_double (j->op, in, n, out);
  else if (j->type == GR_TYPE_F32)
    map_single (j->op, in, n, out);
  else if (j->type == GR_TYPE_C64)
    map_complex (j->op, in, n, out);
  else
    map_single_complex (j->op, in, n, out);
}

gr_status
gr_cpu_map (gr_unary op, gr_type type, const void *from, gr_type out_type, void *to, size_t count)
{
  job j = { op, type, out_type, from, to, count };
  gr_for_each (count / BLOCK + (count % BLOCK != 0), GR_CPU_ALONE / BLOCK, GR_CPU_BATCH / BLOCK, map_block, &j);
  return GR_OK;
}
