/* A backend against a naive reference in long double: operators x types x
   shapes x options x algorithms.  Exact where the operator is, else within the
   bound of left-to-right summation in double.

     backend_test [BACKEND [SHARE]]   cpu, cuda, or (in the build with the host
                                      executor's sources, GR_TEST_SIMT) simt

   Without arguments: cpu, and a share of 4 on cuda where a device answers.  With SHARE, of the
   product's checks on arrays of n elements one in SHARE * (1 + n / 256) runs,
   chosen at random from a fixed seed.  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arith.h"
#include "backend.h"

typedef struct { long double re, im; } value;

static long passed, failed;
static const char *backend;
static unsigned share; /* 0: every check */

/* ---- elements ---- */

#define GET_0(T) r.re = ((const T *) p)[i];
#define GET_1(T) r.re = ((const T *) p)[i].re; r.im = ((const T *) p)[i].im;
#define SET_0(T) ((T *) p)[i] = (T) v.re;
#define SET_1(T) ((T *) p)[i].re = v.re; ((T *) p)[i].im = v.im;
#define BOUNDS_0(T) *hi = (T) -1 > 0 ? (T) -1 : (T) (UINT64_MAX >> (65 - 8 * sizeof (T))); *lo = (T) -1 > 0 ? 0 : -*hi - 1;
#define BOUNDS_1(T)
#define CASE(WHAT, ID, T, CLASS, COMPLEX) case GR_TYPE_##ID: WHAT##_##COMPLEX (T) break;

static value
get (gr_type type, const void *p, size_t i)
{
  value r = { 0, 0 };
  switch (type) { GR_TYPES (CASE, GET) default: break; }
  return r;
}

static void
set (gr_type type, void *p, size_t i, value v)
{
  switch (type) { GR_TYPES (CASE, SET) default: break; }
}

static void
bounds (gr_type type, long double *lo, long double *hi)
{
  switch (type) { GR_TYPES (CASE, BOUNDS) default: break; }
  if (type == GR_TYPE_BOOL)
    *hi = 1;
}

static bool
is_integer (gr_type type)
{
  return type >= GR_TYPE_I8 && type <= GR_TYPE_CHAR;
}

static bool
is_single (gr_type type)
{
  return type == GR_TYPE_F32 || type == GR_TYPE_C32;
}

/* xorshift64*, Vigna 2016.  */
static uint64_t
bits (void)
{
  static uint64_t s = 88172645463325252u;
  s ^= s >> 12;
  s ^= s << 25;
  s ^= s >> 27;
  return s * 2685821657736338717u;
}

static long double
uniform (void)
{
  return (long double) (bits () >> 11) * 0x1p-53L;
}

/* A part of a random element.  rough: ties, signed zeros, NaN and infinities. */
static long double
random_part (gr_operator op, gr_type type, bool rough)
{
  if (is_integer (type))
    {
      long double lo, hi;
      bounds (type, &lo, &hi);
      const bool extreme = bits () % 8 == 0;
      const long double v = extreme ? floorl (lo + (hi - lo) * uniform ()) : (long double) (bits () % 7) - 3;
      return v < lo ? lo : v > hi ? hi : v;
    }
  if (rough)
    {
      static const long double special[] = { NAN, INFINITY, -INFINITY, -0.0L, 0, 1, -1, 2, -2, 3 };
      return special[bits () % 64 < 4 ? bits () % 4 : 3 + bits () % 7];
    }
  const long double u = uniform ();
  if (op == GR_PROD || op == GR_CUMPROD)
    return (gr_types[type].is_complex ? 0.7L : 1) * (0.9L + 0.2L * u);
  if (op == GR_MEAN)
    return 0.5L + u;
  return op == GR_VAR || op == GR_STD ? 1000 + u : u - 0.5L;
}

/* ---- reference ---- */

static bool
is_nan (value v)
{
  return isnan (v.re) || isnan (v.im);
}

/* Does b replace a in a maximum (minimum)?  */
static bool
replaces (const gr_request *q, value b, value a)
{
  const bool least = q->op == GR_MIN || q->op == GR_CUMMIN, single = q->type == GR_TYPE_C32;
  if (is_nan (a) || is_nan (b))
    return q->nan == GR_NAN_INCLUDE ? is_nan (b) && ! is_nan (a) : is_nan (a) && ! is_nan (b);
  if (! gr_types[q->type].is_complex)
    return least ? b.re < a.re : b.re > a.re;
  const gr_c64 x = gr_complex (a.re, a.im), y = gr_complex (b.re, b.im);
  double u = single ? gr_complex_abs_single (x) : gr_complex_abs (x);
  double v = single ? gr_complex_abs_single (y) : gr_complex_abs (y);
  if (u == v)
    {
      u = gr_complex_arg (x, single);
      v = gr_complex_arg (y, single);
    }
  return least ? v < u : v > u;
}

/* |re| + |im|, without what is not finite and so not subject to rounding.  */
static long double
extent (value v)
{
  return (isfinite (v.re) ? fabsl (v.re) : 0) + (isfinite (v.im) ? fabsl (v.im) : 0);
}

static value
times (value a, value b)
{
  return (value) { a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

/* The class's saturating step.  */
static long double
saturate (gr_type type, long double v)
{
  long double lo, hi;
  bounds (type, &lo, &hi);
  return v < lo ? lo : v > hi ? hi : v;
}

typedef struct { value v; double index; long double tolerance; } answer;

/* Combine the elements of x in the order given, position[k] being that of
   x[k]: what the operator answers, and by how much a double computation may
   be off.  */
static answer
reference (const gr_request *q, gr_type out_type, const value *x, const double *position, size_t len)
{
  const long double eps = 0x1p-53L;
  const bool native = q->arithmetic == GR_ARITHMETIC_NATIVE && is_integer (out_type);
  const bool extra = q->arithmetic == GR_ARITHMETIC_EXTRA && (q->type == GR_TYPE_F64 || q->type == GR_TYPE_C64);
  const bool omit = q->nan == GR_NAN_OMIT, complex = gr_types[q->type].is_complex;
  answer r = { .index = 0 };
  long double size = 0, n = 0, count = 0, m2 = 0, bad = 0;
  value mean = { 0, 0 };
  switch (q->op)
    {
    case GR_ANY: case GR_ALL:
      r.v.re = q->op == GR_ALL;
      for (size_t k = 0; k < len; k++)
        if (q->op == GR_ALL ? x[k].re == 0 && x[k].im == 0 : (x[k].re != 0 || x[k].im != 0) && ! is_nan (x[k]))
          r.v.re = q->op == GR_ANY;
      return r;
    case GR_MAX: case GR_MIN: case GR_CUMMAX: case GR_CUMMIN:
      r.v = x[0];
      r.index = position[0];
      for (size_t k = 1; k < len; k++)
        if (replaces (q, x[k], r.v))
          {
            r.v = x[k];
            r.index = position[k];
          }
      return r;
    case GR_PROD: case GR_CUMPROD:
      r.v.re = 1;
      for (size_t k = 0; k < len; k++)
        if (native)
          r.v.re = saturate (q->type, r.v.re * x[k].re) + 0.0L; /* integers have no -0 */
        else if (! (omit && is_nan (x[k])))
          r.v = k == 0 ? x[k] : complex ? times (r.v, x[k]) : (value) { r.v.re * x[k].re, 0 };
      r.tolerance = native ? 0 : (complex ? 8 : 2) * len * eps * extent (r.v);
      break;
    case GR_VAR: case GR_STD:
      for (size_t k = 0; k < len; k++)
        if (! (omit && is_nan (x[k])))
          {
            const long double w = q->weights ? q->weights[k] : 1;
            count++;
            n += w;
            mean.re += w * x[k].re;
            mean.im += w * x[k].im;
            bad += (x[k].re - x[k].re) + (x[k].im - x[k].im);
          }
      mean.re /= n;
      mean.im /= n;
      for (size_t k = 0; k < len; k++)
        if (! (omit && is_nan (x[k])))
          m2 += (q->weights ? q->weights[k] : 1)
                * ((x[k].re - mean.re) * (x[k].re - mean.re) + (x[k].im - mean.im) * (x[k].im - mean.im));
      r.v.re = (count == 0 ? NAN : m2 / (q->weights || count == 1 ? n : n - q->ddof)) + bad;
      r.tolerance = isnan (r.v.re) ? 0 : 2 * (len + 8) * eps * r.v.re
                    + powl ((len + 8) * eps, 2) * (mean.re * mean.re + mean.im * mean.im);
      if (q->op == GR_STD)
        {
          r.v.re = sqrtl (r.v.re);
          r.tolerance = r.v.re > 0 ? r.tolerance / r.v.re : sqrtl (r.tolerance);
        }
      break;
    default: /* sums of something */
      if (q->op == GR_CUMSUM && ! (omit && len && is_nan (x[0]))) /* starts from the element, be it -0 */
        r.v = (value) { -0.0L, complex ? -0.0L : 0 };
      for (size_t k = 0; k < len; k++)
        {
          value f = x[k];
          if (omit && is_nan (f))
            {
              r.v = (value) { r.v.re + 0.0L, r.v.im + 0.0L };
              continue;
            }
          if (q->op == GR_SUMSQ)
            f = (value) { f.re * f.re + f.im * f.im, 0 };
          if (q->mean == GR_MEAN_GEOMETRIC)
            f = (value) { logl (hypotl (f.re, f.im)), atan2l (f.im, f.re) };
          if (q->mean == GR_MEAN_HARMONIC)
            {
              const long double d = f.re * f.re + f.im * f.im;
              f = complex ? (value) { f.re / d, -f.im / d } : (value) { 1 / f.re, 0 };
            }
          count++;
          r.v.re = native && q->op != GR_MEAN ? saturate (q->type, r.v.re + f.re) : r.v.re + f.re;
          r.v.im += f.im;
          size += extent (f);
        }
      r.tolerance = native && q->op != GR_MEAN ? 0
                    : extra ? 4 * eps * extent (r.v) + powl (len * eps, 2) * size
                      : (len + 4) * eps * size;
      if (extra)
        r.v = (value) { r.v.re - r.v.re + r.v.re, r.v.im - r.v.im + r.v.im }; /* NaN for infinite */
      if (q->op != GR_MEAN)
        break;
      mean = (value) { r.v.re / count, complex ? r.v.im / count : 0 };
      r.tolerance = r.tolerance / count + 8 * eps * extent (mean);
      if (q->mean == GR_MEAN_GEOMETRIC)
        {
          const long double e = expl (mean.re);
          mean = (value) { e * cosl (mean.im), complex ? e * sinl (mean.im) : 0 };
          r.tolerance = e * (2 * r.tolerance + 8 * eps);
        }
      else if (q->mean == GR_MEAN_HARMONIC)
        {
          const long double d = mean.re * mean.re + mean.im * mean.im;
          r.tolerance = 2 * r.tolerance / d + 16 * eps / sqrtl (d);
          mean = complex ? (value) { mean.re / d, -mean.im / d } : (value) { 1 / mean.re, 0 };
        }
      r.v = mean;
      if (native && out_type != GR_TYPE_F64)
        {
          /* the double sum decides, which small elements make exact */
          const long double v = isnan (mean.re) ? 0 : saturate (out_type, roundl ((double) mean.re));
          r.tolerance = r.tolerance > 0.25L || len == 0 ? ceill (r.tolerance) : r.tolerance;
          r.v.re = v;
        }
      break;
    }
  if (isnan (r.tolerance))
    r.tolerance = 0;
  if (is_single (out_type))
    r.tolerance += 0x1p-24L * extent (r.v) + 0x1p-149L;
  return r;
}

/* What an exclusive scan begins with.  */
static answer
nothing (const gr_request *q)
{
  answer r = { .index = 0 };
  long double lo, hi;
  if (q->op == GR_CUMPROD)
    r.v.re = 1;
  else if (q->op != GR_CUMSUM && ! is_integer (q->type))
    r.v.re = NAN;
  else if (q->op != GR_CUMSUM)
    {
      bounds (q->type, &lo, &hi);
      r.v.re = q->op == GR_CUMMAX ? lo : hi;
    }
  return r;
}

static bool
near (long double got, long double want, long double tolerance)
{
  if (isnan (want) || isnan (got))
    return isnan (want) && isnan (got);
  if (isinf (want) || isinf (got))
    return got == want;
  return fabsl (got - want) <= tolerance && (tolerance > 0 || signbit (got) == signbit (want));
}

/* ---- running a request ---- */

static gr_record record; /* of the last request that was run */

/* gr_run, or the same on the host executor, which is no backend of its own.  */
static gr_status
run_request (const gr_request *q, const void *in, void *out, double *index)
{
#ifdef GR_TEST_SIMT
  gr_type out_type;
  gr_request complete = *q;
  record = (gr_record) { 0 };
  if (! complete.block)
    complete.block = gr_algorithms[q->algorithm].default_block;
  const gr_status status = gr_result_type (q, &out_type);
  return status != GR_OK ? status : gr_backend_simt.run (&complete, out_type, in, out, index, &record);
#else
  const gr_status status = gr_run (q, in, out, index);
  gr_last (&record);
  return status;
#endif
}

/* Was the last request launched as gr_predict says?  Host code has no launch.  */
static bool
is_predicted (const gr_request *q)
{
  gr_prediction p;
  if (q->algorithm != GR_ALGORITHM_AUTO || ! strcmp (backend, "cpu"))
    return true;
  return gr_predict (q, false, &p) == GR_OK && p.grid == record.grid[0] && p.block == record.block[0];
}

static void
describe (const gr_request *q)
{
  printf ("%s, %s: %s %s%s %s [%zu %zu %zu] nan %d mean %d ddof %g%s%s%s", backend,
          gr_algorithms[q->algorithm].name, gr_operators[q->op].name,
          gr_types[q->type].is_complex ? "complex " : "", gr_types[q->type].name, gr_arithmetics[q->arithmetic],
          q->inner, q->len, q->outer, q->nan, q->mean, q->ddof, q->reverse ? " reverse" : "",
          q->exclusive ? " exclusive" : "", q->weights ? " weights" : "");
}

static void *
need (size_t bytes)
{
  void *p = malloc (bytes ? bytes : 1);
  if (! p)
    {
      fprintf (stderr, "out of memory\n");
      exit (2);
    }
  return p;
}

/* Run on `in` and compare every result (every step-th prefix of a scan).  */
static void
check (const gr_request *q, const void *in)
{
  const bool scan = gr_operators[q->op].is_scan, indexed = gr_operators[q->op].options & GR_GIVES_INDEX;
  gr_type out_type;
  if (gr_result_type (q, &out_type) != GR_OK)
    return;
  const size_t results = q->inner * q->outer * (scan ? q->len : 1), size = gr_types[out_type].size;
  unsigned char *out = need (results * size);
  unsigned char *alone = need (results * size);
  double *index = indexed ? need (results * sizeof *index) : NULL;
  value *line = need (q->len * sizeof *line);
  double *position = need (q->len * sizeof *position);
  const unsigned special = gr_algorithms[q->algorithm].kinds;
  const gr_status status = run_request (q, in, out, index);
  bool good = status == GR_OK && run_request (q, in, alone, NULL) == GR_OK
              && ((scan && special & GR_REORDERS) || ! memcmp (out, alone, results * size));
  /* an algorithm that is not ours may refuse all but the plain cases */
  const bool plain = ! gr_types[q->type].is_complex && q->op != GR_VAR && q->op != GR_STD
                     && (q->op != GR_MEAN || (q->nan == GR_NAN_DEFAULT && q->mean == GR_MEAN_ARITHMETIC))
                     && q->arithmetic <= GR_ARITHMETIC_DOUBLE;
  if (status == GR_UNSUPPORTED && special & GR_CUDA_ONLY && ! plain)
    {
      passed++;
      goto done;
    }
  if (! good)
    {
      describe (q);
      printf (": fails, or differs between two runs: %s\n", gr_message ());
    }
  else if (! is_predicted (q))
    {
      good = false;
      describe (q);
      printf (": launched with %u blocks of %u threads, not as predicted\n", record.grid[0], record.block[0]);
    }
  for (size_t l = 0; good && l < q->inner * q->outer; l++)
    {
      const size_t at = l % q->inner + q->inner * q->len * (l / q->inner);
      for (size_t k = 0; k < q->len; k++)
        {
          position[k] = q->reverse ? q->len - k : k + 1;
          line[k] = get (q->type, in, at + q->inner * ((size_t) position[k] - 1));
        }
      /* a long scan is checked at its ends and at two places in between */
      const size_t places = scan ? (q->len < 6 ? q->len : 6) : 1;
      for (size_t p = 0; good && p < places; p++)
        {
          const size_t k = ! scan ? 0 : p < 3 || q->len < 6 ? p : p == 3 ? q->len - 1 : bits () % q->len;
          const size_t n = scan ? k + ! q->exclusive : q->len;
          const answer want = scan && n == 0 ? nothing (q) : reference (q, out_type, line, position, n);
          const size_t i = scan ? at + q->inner * ((size_t) position[k] - 1) : l;
          const value got = get (out_type, out, i);
          good = near (got.re, want.v.re, want.tolerance) && near (got.im, want.v.im, want.tolerance)
                 && (! index || index[i] == want.index);
          if (! good)
            {
              describe (q);
              printf (": result %zu is %.17Lg%+.17Lgi, index %g; wanted %.17Lg%+.17Lgi within %Lg, index %g\n", i,
                      got.re, got.im, index ? index[i] : 0, want.v.re, want.v.im, want.tolerance, want.index);
            }
        }
    }
  if (good)
    passed++;
  else
    failed++;
done:
  free (out);
  free (alone);
  free (index);
  free (line);
  free (position);
}

/* All options of an operator on one array.  */
static void
check_options (gr_request q, const void *in, const double *weights, bool rough)
{
  const gr_operator_info *op = &gr_operators[q.op];
  const bool large = q.inner * q.len * q.outer > 2000, best = op->options & GR_GIVES_INDEX;
  for (int arithmetic = 0; arithmetic < GR_ARITHMETIC_COUNT; arithmetic++)
    for (int nan = 0; nan <= (rough && op->options & GR_TAKES_NANFLAG ? GR_NAN_INCLUDE : 0); nan++)
      for (int mean = 0; mean <= (! rough && op->options & GR_TAKES_MEAN_TYPE && ! is_integer (q.type) ? 2 : 0); mean++)
        for (int variant = 0; variant < (op->is_scan ? 4 : op->options & GR_TAKES_WEIGHTS ? 3 : 1); variant++)
          {
            /* options that leave the operator as it is are for small arrays */
            if (large && ((arithmetic == GR_ARITHMETIC_DOUBLE && ! is_single (q.type)) || (nan == GR_NAN_INCLUDE && ! best)
                          || (arithmetic == GR_ARITHMETIC_NATIVE && ! is_integer (q.type))))
              continue;
            q.arithmetic = arithmetic;
            q.nan = nan;
            q.mean = mean;
            q.reverse = op->is_scan && variant & 1;
            q.exclusive = op->is_scan && variant & 2;
            q.ddof = ! op->is_scan && variant == 1;
            q.weights = ! op->is_scan && variant == 2 ? weights : NULL;
            for (int algorithm = 0; algorithm < GR_ALGORITHM_COUNT; algorithm++)
              {
                q.algorithm = (gr_algorithm) algorithm;
                if (gr_algorithms[algorithm].kinds & (op->is_scan ? GR_SCANS : GR_REDUCTIONS)
                    && (algorithm == GR_ALGORITHM_AUTO || strcmp (backend, "cpu"))
                    && (! (gr_algorithms[algorithm].kinds & GR_CUDA_ONLY) || ! strcmp (backend, "cuda"))
                    && (! share || bits () % (share * (1 + q.inner * q.len * q.outer / 256)) == 0))
                  check (&q, in);
              }
          }
}

static void
check_product (void)
{
  static const size_t shapes[][3] = {
    { 1, 1, 1 }, { 1, 2, 1 }, { 3, 1, 2 }, { 1, 33, 1 }, { 1, 7, 900 }, { 1, 64, 5 }, { 1, 257, 40 }, { 2, 5, 70 },
    { 2, 100, 3 }, { 3, 70, 4 }, { 5, 1000, 1 }, { 31, 80, 2 }, { 32, 9, 3 }, { 33, 130, 2 }, { 128, 3, 3 },
    { 1000, 40, 1 }, { 1030, 3, 2 }, { 1025, 35, 1 }, { 1, 5000, 2 }, { 2, 17000, 1 }, { 1, 70001, 1 }, { 1, 0, 3 } };
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
    {
      gr_request q = { .inner = shapes[s][0], .len = shapes[s][1], .outer = shapes[s][2] };
      const size_t elements = q.inner * q.len * q.outer;
      void *in = need (elements * sizeof (gr_c64));
      double *weights = need (q.len * sizeof *weights);
      for (size_t k = 0; k < q.len; k++)
        weights[k] = (double) (bits () % 4);
      for (int op = 0; op < GR_OPERATOR_COUNT; op++)
        for (int type = 0; type < GR_TYPE_COUNT; type++)
          for (int rough = 0; rough <= ! is_integer (type); rough++)
            {
              const bool empty = ! q.len, best = gr_operators[op].options & GR_GIVES_INDEX;
              if ((empty && (best || gr_operators[op].is_scan)))
                continue;
              /* Annex G decides what NaN and infinities give in complex products: see check_cases */
              if (rough && gr_types[type].is_complex && (op == GR_PROD || op == GR_CUMPROD))
                continue;
              q.op = op;
              q.type = type;
              for (size_t i = 0; i < elements; i++)
                {
                  const value v = { random_part (op, type, rough), gr_types[type].is_complex ? random_part (op, type, rough) : 0 };
                  set (type, in, i, v);
                }
              check_options (q, in, weights, rough);
            }
      free (in);
      free (weights);
    }
}

/* ---- single cases of Octave's rules ---- */

static void
expect (bool condition, const char *text)
{
  if (condition)
    passed++;
  else
    {
      failed++;
      printf ("not so: %s\n", text);
    }
}
#define EXPECT(condition) expect (condition, #condition)

static void
run (gr_request q, const void *in, void *out, double *index)
{
  q.outer = 1;
  q.inner = q.inner ? q.inner : 1;
  expect (run_request (&q, in, out, index) == GR_OK, gr_operators[q.op].name);
}
#define RUN(in, out, index, ...) run ((gr_request) { .len = sizeof (in) / sizeof *(in), __VA_ARGS__ }, in, out, index)

static void
check_cases (void)
{
  double r[4], index;
  gr_c64 z[4];
  const double cancel[] = { 1, 1e100, 1, -1e100 }, infinite[] = { INFINITY, 1 }, minus[] = { -0.0, -0.0 };
  RUN (cancel, r, NULL, .op = GR_SUM, .arithmetic = GR_ARITHMETIC_EXTRA);
  EXPECT (r[0] == 2);
  RUN (infinite, r, NULL, .op = GR_SUM, .arithmetic = GR_ARITHMETIC_EXTRA);
  EXPECT (isnan (r[0]));
  RUN (minus, r, NULL, .op = GR_SUM);
  EXPECT (r[0] == 0 && ! signbit (r[0]));
  RUN (minus, r, NULL, .op = GR_CUMSUM);
  EXPECT (signbit (r[0]) && signbit (r[1]));

  const gr_c64 product[] = { { INFINITY, INFINITY }, { 0, 1 } }, one[] = { { INFINITY, 1 } };
  RUN (product, z, NULL, .op = GR_PROD, .type = GR_TYPE_C64);
  EXPECT (z[0].re == -INFINITY && z[0].im == INFINITY);
  RUN (one, z, NULL, .op = GR_PROD, .type = GR_TYPE_C64);
  EXPECT (z[0].re == INFINITY && isnan (z[0].im));
  RUN (one, z, NULL, .op = GR_CUMPROD, .type = GR_TYPE_C64);
  EXPECT (z[0].re == INFINITY && z[0].im == 1);

  const gr_c64 axes[] = { { 0, 1 }, { 0, -1 }, { 1, 0 }, { -1, -0.0 } };
  RUN (axes, z, &index, .op = GR_MAX, .type = GR_TYPE_C64);
  EXPECT (z[0].re == -1 && index == 4);
  RUN (axes, z, &index, .op = GR_MIN, .type = GR_TYPE_C64);
  EXPECT (z[0].im == -1 && index == 2);

  const double huge[] = { 1e308, 1e308, 1e308 };
  RUN (huge, r, NULL, .op = GR_VAR, .ddof = 1);
  EXPECT (r[0] == 0);

  const int8_t small[] = { 1, 2 }, negative[] = { -1, -2 }, steps[] = { 127, 127, -128, -128 };
  int8_t s;
  RUN (small, &s, NULL, .op = GR_MEAN, .type = GR_TYPE_I8, .arithmetic = GR_ARITHMETIC_NATIVE);
  EXPECT (s == 2);
  RUN (negative, &s, NULL, .op = GR_MEAN, .type = GR_TYPE_I8, .arithmetic = GR_ARITHMETIC_NATIVE);
  EXPECT (s == -2);
  RUN (steps, &s, NULL, .op = GR_SUM, .type = GR_TYPE_I8, .arithmetic = GR_ARITHMETIC_NATIVE);
  EXPECT (s == -128);

  /* across chunks: the sign of zero, the payload of the first NaN, the first of equal positions */
  enum { LONG = 100000 };
  double *x = need (LONG * sizeof *x), *y = need (LONG * sizeof *y), *k = need (LONG * sizeof *k);
  for (size_t i = 0; i < LONG; i++)
    x[i] = -0.0;
  run ((gr_request) { .op = GR_CUMSUM, .len = LONG }, x, y, NULL);
  size_t wrong = 0;
  for (size_t i = 0; i < LONG; i++)
    wrong += ! signbit (y[i]);
  EXPECT (wrong == 0);
  const uint64_t payload = 0x7ff80000000007a2u;
  for (size_t i = 0; i < LONG; i++)
    x[i] = NAN;
  memcpy (x, &payload, sizeof payload);
  run ((gr_request) { .op = GR_MIN, .len = LONG }, x, r, &index);
  EXPECT (! memcmp (r, &payload, sizeof payload) && index == 1);
  for (size_t i = 0; i < LONG; i++)
    x[i] = i % 50000 == 40000 ? 5 : 0;
  run ((gr_request) { .op = GR_MAX, .len = LONG }, x, r, &index);
  EXPECT (r[0] == 5 && index == 40001);
  run ((gr_request) { .op = GR_CUMMAX, .len = LONG, .reverse = true }, x, y, k);
  EXPECT (k[0] == 90001 && k[95000] == LONG && y[95000] == 0);
  run ((gr_request) { .op = GR_ANY, .len = LONG }, x, &s, NULL);
  EXPECT (s == 1);

  EXPECT (gr_live_allocations () == 0);
  free (x);
  free (y);
  free (k);
}

/* A limit would be none if a way left something out.  */
static void
check_limits (const gr_backend *b)
{
  static const size_t loads[] = { 1, 3, 511, 2049, 40000 };
  for (size_t s = 0; s < sizeof loads / sizeof *loads; s++)
    for (int way = 0; way < b->limit_ways; way++)
      {
        const size_t bytes = 16 * loads[s];
        uint64_t *host = need (bytes), *back = need (bytes);
        void *from = NULL, *to = NULL;
        double seconds = -1;
        for (size_t i = 0; i < bytes / sizeof *host; i++)
          host[i] = bits ();
        bool good = b->malloc (bytes, &from) == GR_OK && b->malloc (bytes, &to) == GR_OK
                    && b->upload (from, host, bytes) == GR_OK && b->flush (to, bytes) == GR_OK
                    && b->limit (GR_LIMIT_COPY, way, from, to, bytes, &seconds) == GR_OK && seconds > 0
                    && b->download (back, to, bytes) == GR_OK && ! memcmp (back, host, bytes);
        seconds = -1;
        good = good && b->limit (GR_LIMIT_READ, way, from, from, bytes, &seconds) == GR_OK && seconds > 0
               && b->download (back, from, bytes) == GR_OK && ! memcmp (back, host, bytes);
        b->free (from);
        b->free (to);
        free (host);
        free (back);
        if (! good)
          printf ("%s: limit, way %d, %zu bytes: %s\n", backend, way, bytes, gr_message ());
        EXPECT (good);
      }
}

#ifndef GR_TEST_SIMT
extern const gr_backend gr_backend_cuda __attribute__ ((weak)); /* NULL in builds without nvcc */
#endif

static unsigned polls;
static bool interrupt (void) { return ++polls > 0; }
static bool interrupt_third (void) { return ++polls > 2; }

/* A call of n elements that pending ends leaks nothing.  */
static void
check_interrupt (gr_request q, size_t n, bool (*pending) (void), const char *text)
{
  double *x = need (n * sizeof *x);
  for (size_t i = 0; i < n; i++)
    x[i] = 1;
  q.inner = q.outer = 1;
  q.len = n;
  polls = 0;
  gr_set_interrupt (pending);
  EXPECT (run_request (&q, x, x, NULL) == GR_INTERRUPTED && polls > 0);
  EXPECT (strstr (gr_message (), text));
  gr_set_interrupt (NULL);
  EXPECT (gr_live_allocations () == 0);
  EXPECT (run_request (&q, x, x, NULL) == GR_OK);
  free (x);
}

#ifdef GR_TEST_SIMT

static void
check_backend (void)
{
  const gr_request q = { .op = GR_CUMSUM, .algorithm = GR_ALGORITHM_KOGGE };
  check_interrupt (q, 1 << 17, interrupt_third, "interrupted during a kernel");
  /* during the transfer, if its first thread gets a chunk */
  check_interrupt (q, 1 << 20, interrupt, "interrupted during a");
}

#else

/* What only a selectable backend has: its description.  */
static void
check_backend (void)
{
  gr_device device;
  EXPECT (gr_describe_device (&device) == GR_OK && *device.name && device.multiprocessors > 0
          && device.total_bytes >= device.free_bytes && device.free_bytes > 0);
  EXPECT (gr_select_device (gr_device_count () + 1) == GR_BAD_ARGUMENT);
  check_interrupt ((gr_request) { .op = GR_CUMSUM }, 1 << 22, interrupt, "interrupted");
  if (! strcmp (backend, "cpu"))
    check_interrupt ((gr_request) { .op = GR_CUMSUM, .algorithm = GR_ALGORITHM_KOGGE }, 1 << 17, interrupt_third,
                     "interrupted during a kernel");
  for (int a = 0; a < GR_ALGORITHM_COUNT && ! strcmp (backend, "cpu"); a++)
    if (gr_algorithms[a].kinds & GR_CUDA_ONLY)
      {
        const double one = 1;
        double sum;
        const gr_request named = { .op = GR_SUM, .algorithm = (gr_algorithm) a, .inner = 1, .len = 1, .outer = 1 };
        EXPECT (gr_run (&named, &one, &sum, NULL) == GR_UNSUPPORTED
                && strstr (gr_message (), "runs on a CUDA device only; the backend is \"cpu\""));
      }

  enum { LONG = 1 << 22 }; /* more than a transfer's chunk */
  double *x = need (LONG * sizeof *x), *y = need (LONG * sizeof *y);
  for (size_t i = 0; i < LONG; i++)
    x[i] = 1;
  const gr_request q = { .op = GR_CUMSUM, .inner = 1, .len = LONG, .outer = 1 };
  gr_set_interrupt (interrupt);
  EXPECT (gr_measure (&q, x, y, NULL, 1, y) == GR_INTERRUPTED);
  EXPECT (gr_measure_limit (GR_LIMIT_COPY, 1000, 1, y) == GR_INTERRUPTED);
  gr_set_interrupt (NULL);

  /* a measurement gives the result and as many times as were asked for */
  enum { TIMES = 3 };
  double seconds[TIMES + 1] = { 0, 0, 0, -1 };
  for (int place = GR_ON_HOST; place <= GR_ON_DEVICE; place++)
    {
      gr_request m = q;
      void *in = x, *out = y;
      m.place = (gr_place) place;
      if (place == GR_ON_DEVICE)
        EXPECT (gr_malloc (LONG * sizeof *x, &in) == GR_OK && gr_malloc (LONG * sizeof *x, &out) == GR_OK
                && gr_upload (in, x, LONG * sizeof *x) == GR_OK);
      memset (y, 0, LONG * sizeof *y);
      EXPECT (gr_measure (&m, in, out, NULL, TIMES, seconds) == GR_OK);
      if (place == GR_ON_DEVICE)
        {
          EXPECT (gr_download (y, out, LONG * sizeof *y) == GR_OK);
          gr_free (in);
          gr_free (out);
        }
      EXPECT (y[0] == 1 && y[LONG - 1] == LONG);
      for (int i = 0; i < TIMES; i++)
        EXPECT (seconds[i] > 0);
      EXPECT (seconds[TIMES] == -1);
      memset (seconds, 0, TIMES * sizeof *seconds);
    }
  const double best[] = { 3, 7, 5 };
  double most = 0, where = 0;
  const gr_request indexed = { .op = GR_MAX, .inner = 1, .len = 3, .outer = 1 };
  EXPECT (gr_measure (&indexed, best, &most, &where, 1, seconds) == GR_OK && most == 7 && where == 2);
  EXPECT (gr_measure (&indexed, best, &most, NULL, 0, NULL) == GR_OK && most == 7);
  const gr_request refused = { .op = GR_SUM, .inner = 1, .len = 3, .outer = 1, .reverse = true };
  EXPECT (gr_measure (&refused, best, &most, NULL, 1, seconds) == GR_UNSUPPORTED);
  for (int which = 0; which < GR_LIMIT_COUNT; which++)
    {
      EXPECT (gr_measure_limit ((gr_limit) which, 1000001, TIMES, seconds) == GR_OK);
      EXPECT (0 < seconds[0] && seconds[0] <= seconds[1] && seconds[1] <= seconds[2] && seconds[TIMES] == -1);
    }
  EXPECT (gr_measure_limit (GR_LIMIT_READ, 0, 1, seconds) == GR_BAD_ARGUMENT);
  EXPECT (gr_measure_limit (GR_LIMIT_READ, 1, 0, seconds) == GR_BAD_ARGUMENT);
  EXPECT (gr_measure_limit (GR_LIMIT_READ, PTRDIFF_MAX / 2, 1, seconds) == GR_OUT_OF_MEMORY);
  EXPECT (gr_live_allocations () == 0);
  free (x);
  free (y);
}

/* What is counted of one warp's sum, what is refused, and an interrupt.  */
static void
check_explain (void)
{
  gr_kernel_counts rows[GR_MAX_KERNELS];
  int n = 0;
  EXPECT (gr_explain (GR_SUM, GR_ALGORITHM_SHUFFLE, 64, 32, rows, &n) == GR_OK && n == 1);
  EXPECT (! strcmp (rows[0].kernel, "gr_shared_kernel") && rows[0].launches == 1 && rows[0].grid[0] == 1
          && rows[0].block[0] == 32);
  EXPECT (rows[0].load_bytes == 64 * 8 && rows[0].load_sectors == 64 / 4 && rows[0].store_sectors == 1
          && rows[0].barriers == 2 && rows[0].bank_conflicts == 0);
  EXPECT (gr_explain (GR_MAX, GR_ALGORITHM_AUTO, 10, 0, rows, &n) == GR_UNSUPPORTED
          && strstr (gr_message (), "not a max of 10"));
  EXPECT (gr_explain (GR_SUM, GR_ALGORITHM_AUTO, 0, 0, rows, &n) == GR_UNSUPPORTED);
  EXPECT (gr_explain (GR_SUM, GR_ALGORITHM_KOGGE, 10, 0, rows, &n) == GR_UNSUPPORTED
          && strstr (gr_message (), "\"kogge\" is for scans"));
  EXPECT (gr_explain (GR_CUMSUM, GR_ALGORITHM_KOGGE, 10, 31, rows, &n) == GR_BAD_ARGUMENT);
  EXPECT (gr_explain (GR_CUMSUM, GR_ALGORITHM_KOGGE, SIZE_MAX / 2, 32, rows, &n) == GR_BAD_ARGUMENT);
  EXPECT (gr_explain (GR_CUMSUM, GR_ALGORITHM_KOGGE, (size_t) 1 << 50, 32, rows, &n) == GR_OUT_OF_MEMORY);
  polls = 0;
  gr_set_interrupt (interrupt_third);
  EXPECT (gr_explain (GR_CUMSUM, GR_ALGORITHM_KOGGE, 1 << 17, 0, rows, &n) == GR_INTERRUPTED);
  gr_set_interrupt (NULL);
  EXPECT (gr_live_allocations () == 0);
}

/* What is predicted of a maximum with its position, and what is refused.  */
static void
check_predict (void)
{
  gr_request q = { .op = GR_MAX, .inner = 1, .len = 1000, .outer = 80 };
  gr_prediction p;
  EXPECT (gr_predict (&q, true, &p) == GR_OK && p.kernel == GR_AUTO_REDUCE_SHORT && p.block == 256 && p.lines == 4
          && p.grid == 20 && p.chunk == 1000 && p.chunks == 1 && p.workspace == 0 && p.bytes == 8.0 * 80 * (1000 + 2));
  q.algorithm = GR_ALGORITHM_SHUFFLE;
  EXPECT (gr_predict (&q, true, &p) == GR_UNSUPPORTED && strstr (gr_message (), "only that of \"auto\""));
  q = (gr_request) { .op = GR_SUM, .inner = 1, .len = 1000, .outer = 80 };
  EXPECT (gr_predict (&q, true, &p) == GR_UNSUPPORTED && strstr (gr_message (), "sum gives no index"));
  q = (gr_request) { .op = GR_CUMSUM, .type = GR_TYPE_I8, .inner = 1, .len = (size_t) 1 << 50, .outer = 1 };
  EXPECT (gr_predict (&q, false, &p) == GR_UNSUPPORTED && strstr (gr_message (), "a grid has at most 2147483647"));
  EXPECT (gr_live_allocations () == 0);
}

#endif

static void
check_all (const char *name)
{
  backend = name;
#ifdef GR_TEST_SIMT
  check_limits (&gr_backend_simt);
#else
  EXPECT (gr_select_backend (name) == GR_OK);
  check_limits (strcmp (name, "cuda") ? &gr_backend_cpu : &gr_backend_cuda);
#endif
  check_backend ();
  check_cases ();
  check_product ();
}

int
main (int argc, char **argv)
{
  if (argc > 2)
    share = (unsigned) atoi (argv[2]);
#ifndef GR_TEST_SIMT
  check_explain ();
  check_predict ();
#endif
  check_all (argc > 1 ? argv[1] : "cpu");
#ifndef GR_TEST_SIMT
  if (argc == 1 && gr_device_count () > 0)
    {
      share = 4; /* a call costs more than what it computes */
      check_all ("cuda");
    }
#endif
  printf ("%ld passed, %ld failed\n", passed, failed);
  return failed ? 1 : 0;
}
