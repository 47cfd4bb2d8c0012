/* SPDX-License-Identifier: GPL-3.0-or-later

   Products of operators, types, options and algorithms.  */

#include "backend_test.h"

unsigned
sampled (unsigned of, size_t n)
{
  return of <= 1 ? 1 : of * (1 + (unsigned) (n / 256));
}

/* Check one in one_in of the algorithms that run here, with their default block sizes, or with those whose bits
   blocks has.  */
static void
check_algorithms (gr_request q, const void *in, unsigned blocks, unsigned one_in)
{
  enum { LONG = 1 << 20 };    /* takes the host's loops minutes */
  expectation *wanted = NULL; /* not before one is to be checked */
  size_t count = 0;
  gr_type out_type;
  static bool tried[GR_OPERATOR_COUNT][GR_ALGORITHM_COUNT]; /* on more than a block, in some part */
  const bool telling = q.len > 1024;
  if (gr_result_type (&q, &out_type) != GR_OK)
    return;
  for (int algorithm = 0; algorithm < GR_ALGORITHM_COUNT; algorithm++)
    {
      const gr_algorithm_info *a = &gr_algorithms[algorithm];
      if (! is_asked (asked.algorithm, algorithm) || (asked.kernel >= 0 && algorithm != GR_ALGORITHM_AUTO))
        continue;
      q.algorithm = (gr_algorithm) algorithm;
      if (! (a->kinds & (gr_operators[q.op].is_scan ? GR_SCANS : GR_REDUCTIONS))
          || (a->kinds & GR_CUDA_ONLY && (strcmp (backend, "cuda") || ! gr_has_cub ()))
          || (a->kinds & GR_HOST_ONLY && q.len >= LONG))
        continue;
      /* cpu has these from the host executor, which has its own program, and the host's loops */
      if (! strcmp (backend, "cpu") && algorithm != GR_ALGORITHM_AUTO && ! (blocks && a->kinds & GR_HOST_ONLY))
        continue;
      for (unsigned block = a->min_block; block <= a->max_block; block = block ? 2 * block : 1)
        {
          if (block & ~(blocks ? blocks : a->default_block)
              || (bits () % one_in
                  && (! telling || tried[q.op][algorithm] || ! in_part ((unsigned) (q.op + algorithm)))))
            continue;
          tried[q.op][algorithm] |= telling;
          q.block = blocks ? block : 0;
          if (! wanted)
            wanted = expectations (&q, out_type, in, &count);
          if (algorithm == GR_ALGORITHM_AUTO)
            check_kernels (q, out_type, in, 0, wanted, count);
          else
            check (&q, out_type, in, 0, wanted, count);
        }
    }
  free (wanted);
}

/* The last of the kinds of means, or of orders of complex numbers, to try.  */
static int
last_kind (const gr_request *q, bool rough)
{
  const gr_operator_info *op = &gr_operators[q->op];
  return ! rough && op->options & GR_TAKES_MEAN_TYPE && ! is_integer (q->type) ? GR_MEAN_HARMONIC
       : op->options & GR_GIVES_INDEX && gr_types[q->type].is_complex          ? GR_BY_PARTS
                                                                               : 0;
}

/* Visit all options of an operator with one array.  */
static void
each_option (gr_request q, const void *in, const double *weights, bool rough, visitor *visit)
{
  const gr_operator_info *op = &gr_operators[q.op];
  const bool large = q.inner * q.len * q.outer > 2000, best = op->options & GR_GIVES_INDEX;
  for (int arithmetic = 0; arithmetic < GR_ARITHMETIC_COUNT; arithmetic++)
    for (int nan = 0; nan <= (rough && op->options & GR_TAKES_NANFLAG ? GR_NAN_INCLUDE : 0); nan++)
      for (int kind = 0; kind <= last_kind (&q, rough); kind++)
        for (int variant = 0; variant < (op->is_scan ? 4 : op->options & GR_TAKES_WEIGHTS ? 3 : 1); variant++)
          {
            /* options that leave the operator as it is are for small arrays */
            if (large
                && ((arithmetic == GR_ARITHMETIC_DOUBLE && ! is_single (q.type)) || (nan == GR_NAN_INCLUDE && ! best)
                    || (arithmetic == GR_ARITHMETIC_NATIVE && ! is_integer (q.type))))
              continue;
            q.arithmetic = arithmetic;
            q.nan = nan;
            q.mean = best ? 0 : kind;
            q.comparison = best ? kind : 0;
            q.reverse = op->is_scan && variant & 1;
            q.exclusive = op->is_scan && variant & 2;
            q.ddof = ! op->is_scan && variant == 1;
            q.weights = ! op->is_scan && variant == 2 ? weights : NULL;
            visit (&q, in);
          }
}

void
each_request (size_t inner, size_t len, size_t outer, visitor *visit)
{
  gr_request q = { .inner = inner, .len = len, .outer = outer };
  const size_t elements = inner * len * outer;
  void *in = need (elements * sizeof (gr_c64));
  double *weights = need (len * sizeof *weights);
  for (size_t k = 0; k < len; k++)
    weights[k] = (double) (bits () % 4);
  for (int op = 0; op < GR_OPERATOR_COUNT; op++)
    for (int type = 0; type < GR_TYPE_COUNT; type++)
      for (int rough = 0; rough <= ! is_integer (type); rough++)
        {
          const bool best = gr_operators[op].options & GR_GIVES_INDEX;
          if (! elements && (best || gr_operators[op].is_scan))
            continue;
          /* Annex G decides what NaN and infinities give in complex products: see check_cases */
          if (rough && gr_types[type].is_complex && gr_operators[op].accumulator == GR_ACCUMULATOR_PRODUCT)
            continue;
          q.op = op;
          q.type = type;
          if (! mine (&q))
            continue;
          for (size_t i = 0; i < elements; i++)
            {
              const value v
                = { random_part (op, type, rough), gr_types[type].is_complex ? random_part (op, type, rough) : 0 };
              set (type, in, i, v);
            }
          each_option (q, in, weights, rough, visit);
        }
  free (in);
  free (weights);
}

static void
check_sampled (const gr_request *q, const void *in)
{
  check_algorithms (*q, in, 0, sampled (share, q->inner * q->len * q->outer));
}

void
check_shape (size_t inner, size_t len, size_t outer)
{
  each_request (inner, len, outer, check_sampled);
}

void
check_product (void)
{
  static const size_t shapes[][3]
    = { { 1, 1, 1 },     { 1, 2, 1 },     { 3, 1, 2 },     { 1, 33, 1 },    { 1, 7, 900 },  { 1, 64, 5 },
        { 1, 257, 40 },  { 2, 5, 70 },    { 2, 100, 3 },   { 3, 70, 4 },    { 5, 1000, 1 }, { 31, 80, 2 },
        { 32, 9, 3 },    { 33, 130, 2 },  { 128, 3, 3 },   { 1000, 40, 1 }, { 1030, 3, 2 }, { 1025, 35, 1 },
        { 12, 257, 1 },  { 8, 2305, 1 },  { 36, 120, 2 },  { 1, 5000, 2 },  { 3, 5, 300 },  { 1, 40, 75 },
        { 1031, 12, 1 }, { 2, 17000, 1 }, { 1, 70001, 1 }, { 1, 0, 3 } };
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
    check_shape (shapes[s][0], shapes[s][1], shapes[s][2]);
}

/* ---- algorithms by name ---- */

/* Check one in one_in of the algorithms, a scan in a random direction and with a random start.  */
static void
check_request (gr_request q, unsigned blocks, unsigned one_in)
{
  if (! mine (&q))
    return;
  q.reverse = gr_operators[q.op].is_scan && bits () % 2;
  q.exclusive = gr_operators[q.op].is_scan && bits () % 2;
  void *in = telling_array (&q);
  check_algorithms (q, in, blocks, one_in);
  free (in);
}

void
check_auto_on (const gr_request *q, const void *in)
{
  gr_type out_type = GR_TYPE_COUNT;
  size_t count = 0;
  EXPECT (gr_result_type (q, &out_type) == GR_OK);
  expectation *wanted = expectations (q, out_type, in, &count);
  check_kernels (*q, out_type, in, 0, wanted, count);
  free (wanted);
}

void
check_auto (const gr_request *q)
{
  if (! mine (q))
    return;
  void *in = telling_array (q);
  check_auto_on (q, in);
  free (in);
}

/* Every algorithm with every block size on segments of lengths around those of warps and
   blocks, and along each dimension of arrays with one that is not the default.  */
void
check_named (void)
{
  enum { ALL = -1, ONE = 64 };
  static const struct
  {
    size_t inner, len, outer;
    int blocks;
  } shapes[] = { { 1, 1, 1, ALL },      { 1, 2, 1, ALL },       { 1, 31, 1, ALL },     { 1, 32, 1, ALL },
                 { 1, 33, 1, ALL },     { 1, 1000, 1, ALL },    { 1, 1024, 1, ALL },   { 1, 1025, 1, ALL },
                 { 1, 4097, 1, ALL },   { 1, 65537, 1, ALL },   { 1, 7, 33 * 5, ONE }, { 7, 33, 5, ONE },
                 { 7 * 33, 5, 1, ONE }, { 1, 33, 3 * 31, ONE }, { 33, 3, 31, ONE },    { 33 * 3, 31, 1, ONE } };
  static const struct
  {
    gr_type type;
    gr_arithmetic arithmetic;
  } elements[] = { { GR_TYPE_F64, GR_ARITHMETIC_DEFAULT }, { GR_TYPE_F32, GR_ARITHMETIC_DEFAULT },
                   { GR_TYPE_C64, GR_ARITHMETIC_DEFAULT }, { GR_TYPE_BOOL, GR_ARITHMETIC_DEFAULT },
                   { GR_TYPE_I8, GR_ARITHMETIC_DEFAULT },  { GR_TYPE_I8, GR_ARITHMETIC_NATIVE },
                   { GR_TYPE_I64, GR_ARITHMETIC_NATIVE },  { GR_TYPE_U8, GR_ARITHMETIC_NATIVE } };
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
    for (size_t e = 0; e < sizeof elements / sizeof *elements; e++)
      for (int op = 0; op < GR_OPERATOR_COUNT; op++)
        {
          const gr_request q = { .op = (gr_operator) op,
                                 .type = elements[e].type,
                                 .arithmetic = elements[e].arithmetic,
                                 .inner = shapes[s].inner,
                                 .len = shapes[s].len,
                                 .outer = shapes[s].outer };
          check_request (q, (unsigned) shapes[s].blocks, sampled (named, q.inner * q.len * q.outer));
        }
}

/* Millions of elements, on a device: those that take minutes with SHARE 1 only.  */
void
check_long (void)
{
  static const gr_operator operators[] = { GR_SUM, GR_MAX, GR_CUMSUM };
  static const struct
  {
    size_t len;
    gr_type type;
    bool minutes;
  } segments[] = { { ((size_t) 1 << 20) + 1, GR_TYPE_F64, false },
                   { ((size_t) 1 << 20) + 1, GR_TYPE_I32, false },
                   { (size_t) 1 << 24, GR_TYPE_F64, false },
                   { (size_t) 1 << 24, GR_TYPE_I32, false },
                   { (size_t) 1 << 28, GR_TYPE_F32, true } };
  gr_force_transfers (&never_streamed); /* launches of whole arrays are what is tested */
  for (size_t l = 0; l < sizeof segments / sizeof *segments; l++)
    for (size_t o = 0; o < sizeof operators / sizeof *operators && (share <= 1 || ! segments[l].minutes); o++)
      {
        const gr_request q
          = { .op = operators[o], .type = segments[l].type, .inner = 1, .len = segments[l].len, .outer = 1 };
        /* an element as it is, in the reference's segment, in two results and with an index */
        void *room = malloc (q.len * (sizeof (value) + 2 * sizeof (double) + 3 * gr_types[q.type].size));
        free (room);
        if (room)
          check_request (q, 0, 1);
        else
          printf ("%s: not run, for want of memory: %s of %zu elements\n", backend, gr_operators[q.op].name, q.len);
      }
  gr_force_transfers (NULL);
}
