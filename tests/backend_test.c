/* A backend against a naive reference in long double: operators x types x
   shapes x options x algorithms.  Exact where the operator is, else within the
   bound of left-to-right summation in double.

     backend_test [BACKEND [SHARE [NAMED [K/N]]]]   cpu, cuda, or (in the build with GR_TEST_SIMT, which
                                                    calls backends directly) cpu, or simt, the host executor

   Without arguments: cpu, and a share of 4 on cuda where a device answers.  SHARE 1, the
   default, runs every check.  With another, of the product's checks on arrays of n
   elements one in SHARE * (1 + n / 256) runs, chosen at random from the seed
   GPUREDUCE_TEST_SEED, which is printed; of the checks by name, NAMED counts in the same
   way, 1 being the default.  Whatever is chosen, each algorithm of each operator runs on an
   array of more than a block.  K/N runs those of the K-th of N processes, which run them
   all together.  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "op/arith.h"
#include "backend.h"

typedef struct
{
  long double re, im;
} value;

static long passed, failed;
static const char *backend;
static const gr_backend *device; /* the backend's functions */
static unsigned share = 1, named = 1;
static unsigned part = 1, parts = 1; /* of the arrays, which are dealt to processes in turn */

/* Whether this process has the next array.  */
static bool
mine (void)
{
  static unsigned arrays;
  return arrays++ % parts == part - 1;
}

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

/* ---- elements ---- */

#define GET_0(T) r.re = ((const T *) p)[i];
#define GET_1(T)                                                                                                       \
  r.re = ((const T *) p)[i].re;                                                                                        \
  r.im = ((const T *) p)[i].im;
#define SET_0(T) ((T *) p)[i] = (T) v.re;
#define SET_1(T)                                                                                                       \
  ((T *) p)[i].re = v.re;                                                                                              \
  ((T *) p)[i].im = v.im;
#define BOUNDS_0(T)                                                                                                    \
  *hi = (T) -1 > 0 ? (T) -1 : (T) (UINT64_MAX >> (65 - 8 * sizeof (T)));                                               \
  *lo = (T) -1 > 0 ? 0 : -*hi - 1;
#define BOUNDS_1(T)
#define CASE(WHAT, ID, T, CLASS, COMPLEX)                                                                              \
  case GR_TYPE_##ID:                                                                                                   \
    WHAT##_##COMPLEX (T) break;

static value
get (gr_type type, const void *p, size_t i)
{
  value r = { 0, 0 };
  switch (type)
    {
      GR_TYPES (CASE, GET)
    default:
      break;
    }
  return r;
}

static void
set (gr_type type, void *p, size_t i, value v)
{
  switch (type)
    {
      GR_TYPES (CASE, SET)
    default:
      break;
    }
}

static void
bounds (gr_type type, long double *lo, long double *hi)
{
  switch (type)
    {
      GR_TYPES (CASE, BOUNDS)
    default:
      break;
    }
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

static uint64_t random_state = 88172645463325252u;

/* xorshift64*, Vigna 2016.  */
static uint64_t
bits (void)
{
  random_state ^= random_state >> 12;
  random_state ^= random_state << 25;
  random_state ^= random_state >> 27;
  return random_state * 2685821657736338717u;
}

/* The seed's state is not 0, which would stay 0.  */
static void
seed_random (void)
{
  const char *text = getenv ("GPUREDUCE_TEST_SEED");
  const uint64_t seed = text ? strtoull (text, NULL, 10) : 0;
  random_state *= 2 * seed + 1;
  printf ("backend_test, GPUREDUCE_TEST_SEED=%llu\n", (unsigned long long) seed);
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
  const gr_accumulator accumulator = gr_operators[op].accumulator;
  if (accumulator == GR_ACCUMULATOR_PRODUCT)
    /* moduli about 1, or the product of a long line would be subnormal */
    return (gr_types[type].is_complex ? 0.7071L : 1) * (0.9L + 0.2L * u);
  if (accumulator == GR_ACCUMULATOR_MEAN)
    return 0.5L + u;
  return accumulator == GR_ACCUMULATOR_MOMENTS ? 1000 + u : u - 0.5L;
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
  const bool least = gr_operators[q->op].variant & GR_LEAST, single = q->type == GR_TYPE_C32;
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
  return (value){ a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

/* The class's saturating step.  */
static long double
saturate (gr_type type, long double v)
{
  long double lo, hi;
  bounds (type, &lo, &hi);
  return v < lo ? lo : v > hi ? hi : v;
}

typedef struct
{
  value v;
  double index;
  long double tolerance;
} answer;

/* Combine the elements of x in the order given, position[k] being that of
   x[k]: what the operator answers, and by how much a double computation may
   be off.  */
static answer
reference (const gr_request *q, gr_type out_type, const value *x, const double *position, size_t len)
{
  const long double eps = 0x1p-53L;
  const gr_operator_info *op = &gr_operators[q->op];
  const bool least = op->variant & GR_LEAST, is_mean = op->accumulator == GR_ACCUMULATOR_MEAN;
  const bool native = q->arithmetic == GR_ARITHMETIC_NATIVE && is_integer (out_type);
  const bool extra = q->arithmetic == GR_ARITHMETIC_EXTRA && (q->type == GR_TYPE_F64 || q->type == GR_TYPE_C64);
  const bool omit = q->nan == GR_NAN_OMIT, complex = gr_types[q->type].is_complex;
  answer r = { .index = 0 };
  long double size = 0, n = 0, count = 0, m2 = 0, bad = 0;
  bool whole = true;
  value mean = { 0, 0 };
  switch (op->accumulator)
    {
    case GR_ACCUMULATOR_TRUTH:
      r.v.re = least;
      for (size_t k = 0; k < len; k++)
        if (least ? x[k].re == 0 && x[k].im == 0 : (x[k].re != 0 || x[k].im != 0) && ! is_nan (x[k]))
          r.v.re = ! least;
      return r;
    case GR_ACCUMULATOR_EXTREMUM:
      r.v = x[0];
      r.index = position[0];
      for (size_t k = 1; k < len; k++)
        if (replaces (q, x[k], r.v))
          {
            r.v = x[k];
            r.index = position[k];
          }
      return r;
    case GR_ACCUMULATOR_PRODUCT:
      r.v.re = 1;
      for (size_t k = 0; k < len; k++)
        if (native)
          r.v.re = saturate (q->type, r.v.re * x[k].re) + 0.0L; /* integers have no -0 */
        else if (! (omit && is_nan (x[k])))
          r.v = k == 0 ? x[k] : complex ? times (r.v, x[k]) : (value){ r.v.re * x[k].re, 0 };
      r.tolerance = native ? 0 : (complex ? 8 : 2) * len * eps * extent (r.v);
      break;
    case GR_ACCUMULATOR_MOMENTS:
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
      r.tolerance = isnan (r.v.re) ? 0
                                   : 2 * (len + 8) * eps * r.v.re
                                       + powl ((len + 8) * eps, 2) * (mean.re * mean.re + mean.im * mean.im);
      break;
    default:                                               /* sums of something */
      if (op->is_scan && ! (omit && len && is_nan (x[0]))) /* starts from the element, be it -0 */
        r.v = (value){ -0.0L, complex ? -0.0L : 0 };
      for (size_t k = 0; k < len; k++)
        {
          value f = x[k];
          if (omit && is_nan (f))
            {
              r.v = (value){ r.v.re + 0.0L, r.v.im + 0.0L };
              continue;
            }
          if (op->accumulator == GR_ACCUMULATOR_SQUARES)
            f = (value){ f.re * f.re + f.im * f.im, 0 };
          if (q->mean == GR_MEAN_GEOMETRIC)
            f = (value){ logl (hypotl (f.re, f.im)), atan2l (f.im, f.re) };
          if (q->mean == GR_MEAN_HARMONIC)
            {
              const long double d = f.re * f.re + f.im * f.im;
              f = complex ? (value){ f.re / d, -f.im / d } : (value){ 1 / f.re, 0 };
            }
          count++;
          r.v.re = native && ! is_mean ? saturate (q->type, r.v.re + f.re) : r.v.re + f.re;
          r.v.im += f.im;
          size += extent (f);
          whole = whole && f.re == rintl (f.re) && f.im == rintl (f.im);
        }
      /* whole numbers add up exactly in whatever order, until a double holds no more of them */
      r.tolerance = (native && ! is_mean) || (whole && size < 0x1p53L) ? 0
                  : extra ? 4 * eps * extent (r.v) + powl (len * eps, 2) * size
                          : (len + 4) * eps * size;
      if (extra)
        r.v = (value){ r.v.re - r.v.re + r.v.re, r.v.im - r.v.im + r.v.im }; /* NaN for infinite */
      if (! is_mean)
        break;
      mean = (value){ r.v.re / count, complex ? r.v.im / count : 0 };
      r.tolerance = r.tolerance / count + 8 * eps * extent (mean);
      if (q->mean == GR_MEAN_GEOMETRIC)
        {
          const long double e = expl (mean.re);
          mean = (value){ e * cosl (mean.im), complex ? e * sinl (mean.im) : 0 };
          r.tolerance = e * (2 * r.tolerance + 8 * eps);
        }
      else if (q->mean == GR_MEAN_HARMONIC)
        {
          const long double d = mean.re * mean.re + mean.im * mean.im;
          r.tolerance = 2 * r.tolerance / d + 16 * eps / sqrtl (d);
          mean = complex ? (value){ mean.re / d, -mean.im / d } : (value){ 1 / mean.re, 0 };
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
  if (op->variant & GR_ROOT)
    {
      r.v.re = sqrtl (r.v.re);
      r.tolerance = r.v.re > 0 ? r.tolerance / r.v.re : sqrtl (r.tolerance);
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
  const gr_operator_info *op = &gr_operators[q->op];
  if (op->accumulator == GR_ACCUMULATOR_PRODUCT)
    r.v.re = 1;
  else if (op->accumulator == GR_ACCUMULATOR_EXTREMUM && ! is_integer (q->type))
    r.v.re = NAN;
  else if (op->accumulator == GR_ACCUMULATOR_EXTREMUM)
    {
      bounds (q->type, &lo, &hi);
      r.v.re = op->variant & GR_LEAST ? hi : lo;
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

/* gr_run, or the same on the host executor, which is no backend that can be selected.  */
static gr_status
run_request (const gr_request *q, const void *in, void *out, double *index)
{
#ifdef GR_TEST_SIMT
  gr_type out_type;
  gr_request complete = *q;
  record = (gr_record){ 0 };
  if (! complete.block)
    complete.block = gr_algorithms[q->algorithm].default_block;
  const gr_status status = gr_result_type (q, &out_type);
  return status != GR_OK ? status : device->run (&complete, out_type, in, out, index, &record);
#else
  const gr_status status = gr_run (q, in, out, index);
  gr_last (&record);
  return status;
#endif
}

static size_t
results_of (const gr_request *q)
{
  return q->inner * q->outer * (gr_operators[q->op].is_scan ? q->len : 1);
}

/* The same for arrays on the device, which start `shift` elements into what is
   allocated, and end where it ends.  */
static gr_status
run_shifted (const gr_request *q, gr_type out_type, const void *in, void *out, double *index, size_t shift)
{
  enum { IN, OUT, INDEX, ARRAYS };
  const size_t sizes[ARRAYS] = { gr_types[q->type].size, gr_types[out_type].size, sizeof *index };
  const size_t counts[ARRAYS] = { q->inner * q->len * q->outer, results_of (q), index ? results_of (q) : 0 };
  char *arrays[ARRAYS] = { NULL }, *starts[ARRAYS] = { NULL };
  gr_request there = *q;
  gr_status status = GR_OK;
  there.place = GR_ON_DEVICE;
  for (int a = 0; status == GR_OK && a < ARRAYS; a++)
    if (counts[a])
      {
        void *p = NULL;
        status = device->malloc ((shift + counts[a]) * sizes[a], &p);
        arrays[a] = p;
        starts[a] = arrays[a] + shift * sizes[a];
      }
  if (status == GR_OK)
    status = device->upload (starts[IN], in, counts[IN] * sizes[IN]);
  if (status == GR_OK)
    status = run_request (&there, starts[IN], starts[OUT], (double *) starts[INDEX]);
  if (status == GR_OK)
    status = device->download (out, starts[OUT], counts[OUT] * sizes[OUT]);
  if (status == GR_OK && index)
    status = device->download (index, starts[INDEX], counts[INDEX] * sizes[INDEX]);
  for (int a = 0; a < ARRAYS; a++)
    if (arrays[a])
      device->free (arrays[a]);
  return status;
}

/* Was the last request launched as gr_predict says?  Host code has no launch, and clusters are as many as a device
   runs at a time, on the host executor blocks by themselves.  */
static bool
is_predicted (const gr_request *q)
{
  gr_prediction p;
  if (q->algorithm != GR_ALGORITHM_AUTO || ! strcmp (backend, "cpu"))
    return true;
  if (gr_predict (q, false, &p) != GR_OK || p.block != record.block[0])
    return false;
  return p.kernel == GR_AUTO_SCAN_CLUSTER ? record.grid[0] && record.grid[0] <= p.grid : p.grid == record.grid[0];
}

static void
describe (const gr_request *q)
{
  printf ("%s, %s, block %u: %s %s%s %s [%zu %zu %zu] nan %d mean %d ddof %g%s%s%s", backend,
          gr_algorithms[q->algorithm].name, q->block, gr_operators[q->op].name,
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

/* What is wanted of result number `place`.  */
typedef struct
{
  size_t place;
  answer want;
} expectation;

/* The answers to a request: of every line's reduction, and of a few prefixes of its
   scan.  To be freed.  */
static expectation *
expectations (const gr_request *q, gr_type out_type, const void *in, size_t *count)
{
  const bool scan = gr_operators[q->op].is_scan;
  const size_t lines = q->inner * q->outer;
  /* a long scan is checked at its ends and at two places in between */
  const size_t places = scan ? (q->len < 6 ? q->len : 6) : 1;
  expectation *const wanted = need (lines * places * sizeof *wanted);
  value *line = need (q->len * sizeof *line);
  double *position = need (q->len * sizeof *position);
  *count = 0;
  for (size_t l = 0; l < lines; l++)
    {
      const size_t at = l % q->inner + q->inner * q->len * (l / q->inner);
      for (size_t k = 0; k < q->len; k++)
        {
          position[k] = q->reverse ? q->len - k : k + 1;
          line[k] = get (q->type, in, at + q->inner * ((size_t) position[k] - 1));
        }
      for (size_t p = 0; p < places; p++)
        {
          const size_t k = ! scan ? 0 : p < 3 || q->len < 6 ? p : p == 3 ? q->len - 1 : bits () % q->len;
          const size_t n = scan ? k + ! q->exclusive : q->len;
          wanted[(*count)++]
            = (expectation){ scan ? at + q->inner * ((size_t) position[k] - 1) : l,
                             scan && n == 0 ? nothing (q) : reference (q, out_type, line, position, n) };
        }
    }
  free (line);
  free (position);
  return wanted;
}

/* Run on `in`, from arrays on the device if they are to be shifted there, and
   compare the results with what is wanted.  */
static void
check (const gr_request *q, gr_type out_type, const void *in, size_t shift, const expectation *wanted, size_t count)
{
  const bool scan = gr_operators[q->op].is_scan, indexed = gr_operators[q->op].options & GR_GIVES_INDEX;
  const size_t results = results_of (q), size = gr_types[out_type].size;
  unsigned char *out = need (results * size);
  unsigned char *alone = need (results * size);
  double *index = indexed ? need (results * sizeof *index) : NULL;
  const unsigned special = gr_algorithms[q->algorithm].kinds;
  const gr_status status = shift ? run_shifted (q, out_type, in, out, index, shift) : run_request (q, in, out, index);
  bool good = status == GR_OK && run_request (q, in, alone, NULL) == GR_OK
           && ((scan && special & GR_REORDERS) || ! memcmp (out, alone, results * size));
  /* an algorithm that is not ours may refuse all but the plain cases */
  const gr_accumulator accumulator = gr_operators[q->op].accumulator;
  const bool plain = ! gr_types[q->type].is_complex && accumulator != GR_ACCUMULATOR_MOMENTS
                  && (accumulator != GR_ACCUMULATOR_MEAN || (q->nan == GR_NAN_DEFAULT && q->mean == GR_MEAN_ARITHMETIC))
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
  else if (! shift && ! is_predicted (q))
    {
      good = false;
      describe (q);
      printf (": launched with %u blocks of %u threads, not as predicted\n", record.grid[0], record.block[0]);
    }
  for (size_t e = 0; good && e < count; e++)
    {
      const size_t i = wanted[e].place;
      const answer want = wanted[e].want;
      const value got = get (out_type, out, i);
      good = near (got.re, want.v.re, want.tolerance) && near (got.im, want.v.im, want.tolerance)
          && (! index || index[i] == want.index);
      if (! good)
        {
          describe (q);
          printf (": result %zu is %.17Lg%+.17Lgi, index %g; wanted %.17Lg%+.17Lgi within %Lg, index %g\n", i, got.re,
                  got.im, index ? index[i] : 0, want.v.re, want.v.im, want.tolerance, want.index);
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
}

/* Of checks on arrays of n elements, one in so many.  */
static unsigned
sampled (unsigned of, size_t n)
{
  return of <= 1 ? 1 : of * (1 + (unsigned) (n / 256));
}

/* Check one in so many of the algorithms that run here, with their default block
   sizes, or with those whose bits blocks has.  */
static void
check_algorithms (gr_request q, const void *in, unsigned blocks, unsigned one_in)
{
  enum { LONG = 1 << 20 };    /* takes the host's loops minutes */
  expectation *wanted = NULL; /* not before one is to be checked */
  size_t count = 0;
  gr_type out_type;
  static bool tried[GR_OPERATOR_COUNT][GR_ALGORITHM_COUNT]; /* on more than a block */
  const bool telling = q.inner * q.len * q.outer > 1024;
  if (gr_result_type (&q, &out_type) != GR_OK)
    return;
  for (int algorithm = 0; algorithm < GR_ALGORITHM_COUNT; algorithm++)
    {
      const gr_algorithm_info *a = &gr_algorithms[algorithm];
      q.algorithm = (gr_algorithm) algorithm;
      if (! (a->kinds & (gr_operators[q.op].is_scan ? GR_SCANS : GR_REDUCTIONS))
          || (a->kinds & GR_CUDA_ONLY && strcmp (backend, "cuda")) || (a->kinds & GR_HOST_ONLY && q.len >= LONG))
        continue;
      /* cpu has these from the host executor, which has its own program, and the host's loops */
      if (! strcmp (backend, "cpu") && algorithm != GR_ALGORITHM_AUTO && ! (blocks && a->kinds & GR_HOST_ONLY))
        continue;
      for (unsigned block = a->min_block; block <= a->max_block; block = block ? 2 * block : 1)
        {
          if (block & ~(blocks ? blocks : a->default_block)
              || (bits () % one_in && (! telling || tried[q.op][algorithm])))
            continue;
          tried[q.op][algorithm] |= telling;
          q.block = blocks ? block : 0;
          if (! wanted)
            wanted = expectations (&q, out_type, in, &count);
          check (&q, out_type, in, 0, wanted, count);
        }
    }
  free (wanted);
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
            if (large
                && ((arithmetic == GR_ARITHMETIC_DOUBLE && ! is_single (q.type)) || (nan == GR_NAN_INCLUDE && ! best)
                    || (arithmetic == GR_ARITHMETIC_NATIVE && ! is_integer (q.type))))
              continue;
            q.arithmetic = arithmetic;
            q.nan = nan;
            q.mean = mean;
            q.reverse = op->is_scan && variant & 1;
            q.exclusive = op->is_scan && variant & 2;
            q.ddof = ! op->is_scan && variant == 1;
            q.weights = ! op->is_scan && variant == 2 ? weights : NULL;
            check_algorithms (q, in, 0, sampled (share, q.inner * q.len * q.outer));
          }
}

static void
check_product (void)
{
  static const size_t shapes[][3]
    = { { 1, 1, 1 },     { 1, 2, 1 },     { 3, 1, 2 },     { 1, 33, 1 },    { 1, 7, 900 },  { 1, 64, 5 },
        { 1, 257, 40 },  { 2, 5, 70 },    { 2, 100, 3 },   { 3, 70, 4 },    { 5, 1000, 1 }, { 31, 80, 2 },
        { 32, 9, 3 },    { 33, 130, 2 },  { 128, 3, 3 },   { 1000, 40, 1 }, { 1030, 3, 2 }, { 1025, 35, 1 },
        { 12, 257, 1 },  { 8, 2305, 1 },  { 36, 120, 2 },  { 1, 5000, 2 },  { 3, 5, 300 },  { 1, 40, 75 },
        { 1031, 12, 1 }, { 2, 17000, 1 }, { 1, 70001, 1 }, { 1, 0, 3 } };
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
              if (! mine ())
                continue;
              q.op = op;
              q.type = type;
              for (size_t i = 0; i < elements; i++)
                {
                  const value v
                    = { random_part (op, type, rough), gr_types[type].is_complex ? random_part (op, type, rough) : 0 };
                  set (type, in, i, v);
                }
              check_options (q, in, weights, rough);
            }
      free (in);
      free (weights);
    }
}

/* ---- algorithms by name ---- */

/* An array in which nothing hides an error: floating-point sums are exact, a
   saturating product does not end at a zero, and one element or none decides any
   and all.  To be freed.  */
static void *
telling_array (const gr_request *q)
{
  const size_t n = q->inner * q->len * q->outer, odd = bits () % (2 * n);
  const gr_operator_info *op = &gr_operators[q->op];
  const bool sum = op->accumulator == GR_ACCUMULATOR_SUM || op->accumulator == GR_ACCUMULATOR_SQUARES;
  const bool complex = gr_types[q->type].is_complex;
  void *in = need (n * gr_types[q->type].size);
  for (size_t i = 0; i < n; i++)
    {
      value v = { 0, 0 };
      for (int part = 0; part <= complex; part++)
        *(part ? &v.im : &v.re)
          = sum && ! is_integer (q->type) ? (long double) (bits () % 15) - 7 : random_part (q->op, q->type, false);
      if (op->accumulator == GR_ACCUMULATOR_PRODUCT && q->arithmetic == GR_ARITHMETIC_NATIVE && v.re == 0)
        v.re = 1;
      if (op->accumulator == GR_ACCUMULATOR_TRUTH)
        v = (value){ (i == odd) == ! (op->variant & GR_LEAST), 0 };
      set (q->type, in, i, v);
    }
  return in;
}

/* Check one in so many of the algorithms, a scan in a direction and with a start
   chosen at random.  */
static void
check_request (gr_request q, unsigned blocks, unsigned one_in)
{
  if (! mine ())
    return;
  q.reverse = gr_operators[q.op].is_scan && bits () % 2;
  q.exclusive = gr_operators[q.op].is_scan && bits () % 2;
  void *in = telling_array (&q);
  check_algorithms (q, in, blocks, one_in);
  free (in);
}

/* Check the default algorithm on an array of the caller's.  */
static void
check_auto_on (const gr_request *q, const void *in)
{
  gr_type out_type = GR_TYPE_COUNT;
  size_t count = 0;
  EXPECT (gr_result_type (q, &out_type) == GR_OK);
  expectation *wanted = expectations (q, out_type, in, &count);
  check (q, out_type, in, 0, wanted, count);
  free (wanted);
}

static void
check_auto (const gr_request *q)
{
  if (! mine ())
    return;
  void *in = telling_array (q);
  check_auto_on (q, in);
  free (in);
}

/* Scans of more tiles than there are blocks, which walk over them: of one line, of lines
   that begin anywhere in a tile, and of lines side by side.  */
static void
check_many_tiles (void)
{
  static const gr_request scans[]
    = { { .op = GR_CUMSUM, .type = GR_TYPE_F64, .inner = 1, .len = 1100001, .outer = 1 },
        { .op = GR_CUMMAX, .type = GR_TYPE_I8, .inner = 1, .len = 10007, .outer = 219, .reverse = true },
        { .op = GR_CUMMAX, .type = GR_TYPE_I8, .inner = 1, .len = 6 * 4096, .outer = 89 },
        { .op = GR_CUMSUM, .type = GR_TYPE_C64, .inner = 3, .len = 300001, .outer = 1, .reverse = true },
        { .op = GR_CUMSUM,
          .type = GR_TYPE_I32,
          .arithmetic = GR_ARITHMETIC_NATIVE,
          .inner = 1,
          .len = 70001,
          .outer = 32,
          .exclusive = true } };
  for (size_t s = 0; s < sizeof scans / sizeof *scans; s++)
    check_auto (&scans[s]);
}

/* Every operator and mean on every type, on lines so long that threads have whole batches
   of loads, along and across: contiguous, side by side, and in bundles.  */
static void
check_whole_batches (void)
{
  static const size_t shapes[][3]
    = { { 1, 9000, 2 }, { 7, 5000, 1 }, { 16, 2200, 1 }, { 33, 301, 2 }, { 1001, 70, 1 } };
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
    for (int op = 0; op < GR_OPERATOR_COUNT; op++)
      for (int type = 0; type < GR_TYPE_COUNT; type++)
        for (int mean = 0; mean <= (op == GR_MEAN && ! is_integer ((gr_type) type) ? GR_MEAN_HARMONIC : 0); mean++)
          {
            const gr_request q = { .op = (gr_operator) op,
                                   .type = (gr_type) type,
                                   .mean = (gr_mean_type) mean,
                                   .inner = shapes[s][0],
                                   .len = shapes[s][1],
                                   .outer = shapes[s][2] };
            check_auto (&q);
          }
}

/* Variances of lines that begin far away from all their other elements, by which no more than
   the usual digits may be lost: of many short lines, which a thread or a few fold, since
   the bound of long ones would hide what is; and not of singles, whose rounding would.  */
static void
check_outliers (void)
{
  static const size_t shapes[][3]
    = { { 1, 7, 900 }, { 1, 15, 900 }, { 1, 20, 900 }, { 1, 32, 900 }, { 1, 77, 300 }, { 1000, 8, 1 } };
  static const struct
  {
    gr_type type;
    bool imaginary;
  } elements[] = { { GR_TYPE_F64, false }, { GR_TYPE_I32, false }, { GR_TYPE_C64, false }, { GR_TYPE_C64, true } };
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
    for (size_t e = 0; e < sizeof elements / sizeof *elements; e++)
      for (size_t outliers = 1; outliers <= 2; outliers++)
        for (int variant = 0; variant < 4; variant++)
          {
            const bool omit = variant & 1;
            const gr_request q = { .op = variant & 2 ? GR_STD : GR_VAR,
                                   .type = elements[e].type,
                                   .nan = omit ? GR_NAN_OMIT : GR_NAN_DEFAULT,
                                   .inner = shapes[s][0],
                                   .len = shapes[s][1],
                                   .outer = shapes[s][2] };
            if ((omit && is_integer (q.type)) || ! mine ())
              continue;
            const size_t n = q.inner * q.len * q.outer;
            void *in = need (n * gr_types[q.type].size);
            for (size_t i = 0; i < n; i++)
              {
                const size_t k = i / q.inner % q.len;
                const long double part
                  = omit && k == outliers + 1 ? NAN : 1000 * uniform () + (k < outliers ? 3e8L + 1e8L * uniform () : 0);
                set (q.type, in, i, elements[e].imaginary ? (value){ 0, part } : (value){ part, 0 });
              }
            check_auto_on (&q, in);
            free (in);
          }
}

/* Complex maxima of values whose moduli are equal, or differ by about as much as their
   squares tell, wherever these end, and where moduli do.  */
static void
check_moduli (void)
{
  enum { SCALES = 6 };
  static const size_t shapes[][3] = { { 1, 50, 9 }, { 1, 9000, 1 }, { 2, 2100, 1 }, { 7, 700, 1 }, { 16, 300, 2 } };
  static const gr_operator ops[] = { GR_MAX, GR_MIN, GR_CUMMAX, GR_CUMMIN };
  static const struct
  {
    gr_type type;
    int scales[SCALES], digits;
  } ranges[]
    = { { GR_TYPE_C32, { 0, -48, -51, -80, 100, 125 }, 20 }, { GR_TYPE_C64, { 0, -478, -482, -540, 700, 1021 }, 49 } };
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
    for (size_t o = 0; o < sizeof ops / sizeof *ops; o++)
      for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++)
        for (size_t c = 0; c < SCALES; c++)
          {
            const gr_request q = {
              .op = ops[o], .type = ranges[r].type, .inner = shapes[s][0], .len = shapes[s][1], .outer = shapes[s][2]
            };
            if (! mine ())
              continue;
            const size_t n = q.inner * q.len * q.outer;
            void *in = need (n * gr_types[q.type].size);
            /* 3, 4 and 5, times factors of so few digits that parts and moduli are not rounded, but
               squares are: arguments are as different as directions, else a device's might
               be equal where the host's are not */
            const long double factor = ldexpl (1 + uniform (), ranges[r].digits);
            for (size_t i = 0; i < n; i++)
              {
                static const value directions[] = { { 5, 0 }, { -5, 0 }, { -5, -0.0L }, { 0, 5 }, { 0, -5 },
                                                    { 3, 4 }, { -4, 3 }, { -3, -4 },    { 4, -3 } };
                const value d = directions[bits () % 9];
                const long double more = ((long double) (bits () % 5) - 2) * (1 << bits () % 8);
                const long double modulus = ldexpl (floorl (factor) + more, ranges[r].scales[c] - ranges[r].digits);
                set (q.type, in, i, (value){ d.re * modulus, d.im * modulus });
              }
            check_auto_on (&q, in);
            free (in);
          }
}

/* Every algorithm with every block size on lines of lengths around those of warps and
   blocks, and along each dimension of arrays with one that is not the default.  */
static void
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
static void
check_long (void)
{
  static const gr_operator operators[] = { GR_SUM, GR_MAX, GR_CUMSUM };
  static const struct
  {
    size_t len;
    gr_type type;
    bool minutes;
  } lines[] = { { ((size_t) 1 << 20) + 1, GR_TYPE_F64, false },
                { ((size_t) 1 << 20) + 1, GR_TYPE_I32, false },
                { (size_t) 1 << 24, GR_TYPE_F64, false },
                { (size_t) 1 << 24, GR_TYPE_I32, false },
                { (size_t) 1 << 28, GR_TYPE_F32, true } };
  for (size_t l = 0; l < sizeof lines / sizeof *lines; l++)
    for (size_t o = 0; o < sizeof operators / sizeof *operators && (share <= 1 || ! lines[l].minutes); o++)
      {
        const gr_request q = { .op = operators[o], .type = lines[l].type, .inner = 1, .len = lines[l].len, .outer = 1 };
        /* an element as it is, in the reference's line, in two results and with an index */
        void *room = malloc (q.len * (sizeof (value) + 2 * sizeof (double) + 3 * gr_types[q.type].size));
        free (room);
        if (room)
          check_request (q, 0, 1);
        else
          printf ("%s: not run, for want of memory: %s of %zu elements\n", backend, gr_operators[q.op].name, q.len);
      }
}

/* Repetitions give the same bits.  */
static void
check_repeats (void)
{
  static const size_t shapes[][3]
    = { { 1, 1000003, 1 }, { 1000, 1003, 1 }, { 255, 1003, 1 }, { 3, 100003, 1 }, { 20001, 130, 1 }, { 33, 36001, 1 } };
  static const struct
  {
    gr_operator op;
    gr_algorithm algorithm;
  } calls[] = { { GR_SUM, GR_ALGORITHM_AUTO }, { GR_CUMSUM, GR_ALGORITHM_AUTO }, { GR_CUMSUM, GR_ALGORITHM_LOOKBACK } };
  const int repeats = strcmp (backend, "simt") ? 100 : 5;
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
    {
      gr_request q = { .inner = shapes[s][0], .len = shapes[s][1], .outer = shapes[s][2] };
      const size_t n = q.inner * q.len * q.outer;
      if (n >> 20 && ! strcmp (backend, "simt"))
        continue; /* for a device */
      double *in = need (n * sizeof *in), *first = need (n * sizeof *first), *out = need (n * sizeof *out);
      for (size_t i = 0; i < n; i++)
        in[i] = (double) uniform ();
      for (size_t c = 0; c < sizeof calls / sizeof *calls; c++)
        {
          q.op = calls[c].op;
          q.algorithm = calls[c].algorithm;
          if (q.algorithm != GR_ALGORITHM_AUTO && ! strcmp (backend, "cpu"))
            continue; /* the host executor has its own program */
          if (! mine ())
            continue;
          bool same = run_request (&q, in, first, NULL) == GR_OK;
          for (int i = 1; same && i < repeats; i++)
            same = run_request (&q, in, out, NULL) == GR_OK && ! memcmp (first, out, results_of (&q) * sizeof *out);
          if (! same)
            {
              describe (&q);
              printf (": fails, or differs between repetitions: %s\n", gr_message ());
            }
          EXPECT (same);
        }
      free (in);
      free (first);
      free (out);
    }
}

/* Arrays on the device that start where no vector load can.  auto alone reads them
   by more than one element at a time; the last would be scanned along stripes if it began with one.  */
static void
check_unaligned (void)
{
  static const gr_operator operators[] = { GR_SUM, GR_SUMSQ, GR_MAX, GR_MIN, GR_ANY, GR_ALL, GR_CUMSUM };
  static const gr_type types[] = { GR_TYPE_F32, GR_TYPE_I8, GR_TYPE_U8, GR_TYPE_I16 };
  static const size_t shapes[][3]
    = { { 1, 8191, 1 },  { 1, 8192, 1 }, { 1, 8193, 1 },  { 1, 40000, 1 }, { 1, 3, 500 },  { 1, 7, 500 },
        { 1, 32, 500 },  { 1, 33, 500 }, { 1, 100, 500 }, { 3, 500, 5 },   { 5, 3000, 1 }, { 36, 200, 1 },
        { 1031, 20, 2 }, { 12, 5, 300 }, { 2, 32, 300 },  { 8301, 30, 1 } };
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
      for (size_t o = 0; o < sizeof operators / sizeof *operators; o++)
        for (int variant = 0; variant < (gr_operators[operators[o]].is_scan ? 4 : 1); variant++)
          {
            const gr_request q = { .op = operators[o],
                                   .type = types[t],
                                   .inner = shapes[s][0],
                                   .len = shapes[s][1],
                                   .outer = shapes[s][2],
                                   .reverse = variant & 1,
                                   .exclusive = variant & 2 };
            gr_type out_type = GR_TYPE_COUNT;
            size_t count = 0;
            if (! mine ())
              continue;
            EXPECT (gr_result_type (&q, &out_type) == GR_OK);
            void *in = telling_array (&q);
            expectation *wanted = expectations (&q, out_type, in, &count);
            for (size_t shift = 1; shift <= 3; shift++)
              check (&q, out_type, in, shift, wanted, count);
            free (wanted);
            free (in);
          }
}

/* Scans across lines in all the ways of plan.c, with lines that end in the middle of a run: blocks
   walk along so many, with 32, 16 and 8 threads in a row; bands of rows that begin within
   sectors, with 2 to 8 runs or one, and several steps; stripes of such rows, of one slab and of many, and
   of rows that begin with sectors; tiles of whole rows, which look back, where lines begin, or have many, and of groups
   of lines; clusters, of whole rows, of slabs of them, and of stripes; blocks that take several groups of lines of a
   few elements; few elements along a line.  And reductions that cut the lines beyond whole waves of blocks only,
   contiguous ones and side by side, of a few rows that are not staged, of doubles several of whose rows are one, and by
   wide blocks.  Then scans by blocks of 2, 32 and, of small slabs, 16 rows of threads, and stripes in stages of 2 rows.
   Then look-back by lanes that help each other with two lines, and at all tiles of a line by several warps.
   Then packed elements: of lines that begin anywhere, of a thread or several, in whole rounds of lines or not, of
   hundreds of bytes, of whole pieces; side by side with a last batch that is filled up; and scans by runs of 128 bytes
   and by four lines a thread.
   The longest are for a device.  */
static void
check_ways (void)
{
  static const struct
  {
    gr_operator op;
    gr_type type;
    size_t inner, len, outer;
  } ways[] = { { GR_CUMSUM, GR_TYPE_F32, 32768, 67, 1 },  { GR_CUMMAX, GR_TYPE_F32, 16384, 131, 1 },
               { GR_CUMSUM, GR_TYPE_F32, 8200, 261, 1 },  { GR_CUMSUM, GR_TYPE_F64, 4100, 300, 1 },
               { GR_CUMSUM, GR_TYPE_F32, 4099, 261, 1 },  { GR_CUMMAX, GR_TYPE_I16, 8193, 261, 1 },
               { GR_CUMMAX, GR_TYPE_F32, 65537, 67, 1 },  { GR_CUMSUM, GR_TYPE_I32, 65537, 37, 1 },
               { GR_CUMMIN, GR_TYPE_I16, 98305, 37, 1 },  { GR_CUMSUM, GR_TYPE_F64, 270001, 19, 1 },
               { GR_CUMSUM, GR_TYPE_C64, 270001, 19, 1 }, { GR_CUMPROD, GR_TYPE_C64, 65537, 37, 1 },
               { GR_CUMSUM, GR_TYPE_F32, 10007, 67, 1 },  { GR_CUMMAX, GR_TYPE_F64, 150, 48, 132 },
               { GR_CUMSUM, GR_TYPE_F32, 40000, 9, 1 },   { GR_CUMSUM, GR_TYPE_C32, 20011, 9, 1 },
               { GR_CUMSUM, GR_TYPE_U32, 331, 50, 66 },   { GR_CUMSUM, GR_TYPE_I16, 5003, 50, 3 },
               { GR_CUMSUM, GR_TYPE_F32, 3, 100001, 1 },  { GR_CUMMAX, GR_TYPE_F32, 5, 20001, 3 },
               { GR_CUMSUM, GR_TYPE_F64, 33, 9001, 1 },   { GR_CUMSUM, GR_TYPE_I32, 2, 50001, 2 },
               { GR_CUMMIN, GR_TYPE_F64, 2, 37, 3000 },   { GR_CUMPROD, GR_TYPE_F32, 2, 6001, 40 },
               { GR_CUMSUM, GR_TYPE_U8, 7, 70001, 1 },    { GR_CUMSUM, GR_TYPE_F32, 17, 20001, 2 },
               { GR_CUMMAX, GR_TYPE_F64, 63, 5001, 1 },   { GR_CUMSUM, GR_TYPE_F32, 12, 20001, 2 },
               { GR_CUMSUM, GR_TYPE_F32, 81, 4001, 2 },   { GR_CUMMAX, GR_TYPE_F32, 7, 20001, 2 },
               { GR_CUMMAX, GR_TYPE_F32, 127, 2001, 1 },  { GR_CUMSUM, GR_TYPE_F32, 87, 3001, 1 },
               { GR_CUMSUM, GR_TYPE_F32, 333, 901, 2 },   { GR_CUMMAX, GR_TYPE_I32, 1001, 301, 1 },
               { GR_CUMMIN, GR_TYPE_F32, 5001, 131, 1 },  { GR_CUMPROD, GR_TYPE_F32, 130, 41, 40 },
               { GR_CUMSUM, GR_TYPE_F32, 33, 100, 70 },   { GR_CUMMAX, GR_TYPE_F64, 811011, 3, 1 },
               { GR_CUMSUM, GR_TYPE_F32, 1622019, 3, 1 }, { GR_CUMSUM, GR_TYPE_F32, 1, 1024, 1 },
               { GR_CUMSUM, GR_TYPE_F32, 65, 28807, 1 },  { GR_CUMSUM, GR_TYPE_F32, 100, 1300, 16 },
               { GR_CUMMAX, GR_TYPE_F64, 33, 34507, 1 },  { GR_CUMMIN, GR_TYPE_F64, 2001, 253, 1 },
               { GR_CUMSUM, GR_TYPE_F32, 2001, 880, 1 },  { GR_CUMMAX, GR_TYPE_F32, 1001, 943, 1 },
               { GR_CUMMAX, GR_TYPE_F32, 5001, 126, 1 },  { GR_CUMMAX, GR_TYPE_I16, 1, 31, 33 },
               { GR_SUM, GR_TYPE_F64, 1, 2100, 535 },     { GR_MAX, GR_TYPE_F32, 1, 4200, 530 },
               { GR_VAR, GR_TYPE_F64, 25409, 67, 1 },     { GR_MAX, GR_TYPE_F32, 2000, 7, 9 },
               { GR_SUM, GR_TYPE_F64, 2000, 5, 9 },       { GR_MAX, GR_TYPE_F64, 127, 3001, 2 },
               { GR_SUM, GR_TYPE_F64, 9, 70001, 1 },      { GR_VAR, GR_TYPE_F32, 133, 28, 1 },
               { GR_SUM, GR_TYPE_F32, 74465, 4, 1 },      { GR_MAX, GR_TYPE_I32, 24898, 264, 1 },
               { GR_CUMSUM, GR_TYPE_F64, 32768, 40, 1 },  { GR_CUMSUM, GR_TYPE_F32, 4096, 300, 1 },
               { GR_CUMMAX, GR_TYPE_F64, 16, 260, 520 },  { GR_CUMSUM, GR_TYPE_F64, 73001, 20, 1 },
               { GR_CUMSUM, GR_TYPE_F32, 2, 300001, 1 },  { GR_CUMMAX, GR_TYPE_F32, 1, 400001, 2 },
               { GR_MAX, GR_TYPE_I8, 1, 511, 300 },       { GR_SUM, GR_TYPE_I16, 1, 100, 700 },
               { GR_VAR, GR_TYPE_U8, 1, 27, 3001 },       { GR_PROD, GR_TYPE_I8, 1, 1001, 70 },
               { GR_ALL, GR_TYPE_BOOL, 1, 333, 200 },     { GR_MIN, GR_TYPE_U16, 1, 1024, 70 },
               { GR_MAX, GR_TYPE_I16, 500, 203, 3 },      { GR_VAR, GR_TYPE_I8, 1001, 77, 1 },
               { GR_ANY, GR_TYPE_U8, 5, 20003, 1 },       { GR_CUMMAX, GR_TYPE_I8, 1, 16500, 5 },
               { GR_CUMMIN, GR_TYPE_CHAR, 1, 300, 90 },   { GR_CUMSUM, GR_TYPE_I8, 512, 301, 1 },
               { GR_CUMMAX, GR_TYPE_U16, 32, 9001, 1 } };
  for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
    for (int reverse = 0; reverse <= gr_operators[ways[w].op].is_scan; reverse++)
      {
        const gr_request q = { .op = ways[w].op,
                               .type = ways[w].type,
                               .inner = ways[w].inner,
                               .len = ways[w].len,
                               .outer = ways[w].outer,
                               .reverse = reverse,
                               .exclusive = gr_operators[ways[w].op].is_scan && ! reverse };
        /* the sanitized executor, whose share is larger, takes minutes for the longest of the others, and for both
           directions */
        const size_t most = share <= 4 ? SIZE_MAX : (size_t) 1 << (share <= 20 ? 22 : 21);
        const bool other = share > 20 && gr_operators[q.op].is_scan && reverse != (int) (w % 2);
        if (q.inner * q.len * q.outer < most && ! other)
          check_auto (&q);
      }
}

/* Maxima and minima of lines that are all alike (NaN, zeros of either sign, the integer
   that any other beats) but for up to two equal elements somewhere, which win.  */
static void
check_rare (void)
{
  static const gr_type types[]
    = { GR_TYPE_F32, GR_TYPE_F64, GR_TYPE_I8, GR_TYPE_U8, GR_TYPE_I16, GR_TYPE_U16, GR_TYPE_I32, GR_TYPE_U64 };
  static const size_t shapes[][3] = { { 1, 20000, 2 }, { 1, 37, 300 },  { 1, 400, 9 },  { 8, 2000, 3 },
                                      { 7, 900, 2 },   { 64, 1100, 1 }, { 65, 131, 2 }, { 2, 700, 5 } };
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
      for (int variant = 0; variant < 16; variant++)
        {
          const bool floating = ! is_integer (types[t]);
          const gr_request q = { .op = variant & 1 ? GR_MIN : GR_MAX,
                                 .type = types[t],
                                 .inner = shapes[s][0],
                                 .len = shapes[s][1],
                                 .outer = shapes[s][2],
                                 .nan = floating && variant & 2 ? GR_NAN_INCLUDE : GR_NAN_DEFAULT };
          if (! mine ())
            continue;
          const int rare = variant >> 2;
          const size_t n = q.inner * q.len * q.outer;
          long double lo = 0, hi = 0;
          void *in = need (n * gr_types[q.type].size);
          bounds (q.type, &lo, &hi);
          for (size_t i = 0; i < n; i++)
            set (q.type, in, i,
                 (value){ ! floating    ? (q.op == GR_MAX ? lo : hi)
                          : rare < 3    ? NAN
                          : bits () % 2 ? 0.0L
                                        : -0.0L,
                          0 });
          for (size_t l = 0; l < q.inner * q.outer; l++)
            for (int i = 0; i < rare % 3; i++)
              set (q.type, in, l % q.inner + q.inner * (bits () % q.len + q.len * (l / q.inner)), (value){ 1, 0 });
          check_auto_on (&q, in);
          free (in);
        }
}

/* ---- single cases of Octave's rules ---- */

static void
run (gr_request q, const void *in, void *out, double *index)
{
  q.outer = 1;
  q.inner = q.inner ? q.inner : 1;
  expect (run_request (&q, in, out, index) == GR_OK, gr_operators[q.op].name);
}
#define RUN(in, out, index, ...) run ((gr_request){ .len = sizeof (in) / sizeof *(in), __VA_ARGS__ }, in, out, index)

static void
check_cases (void)
{
  double r[4], index;
  gr_c64 z[4];
  const double cancel[] = { 1, 1e100, 1, -1e100 }, infinite[] = { INFINITY, 1 }, infinity[] = { INFINITY };
  const double minus[] = { -0.0, -0.0 };
  RUN (cancel, r, NULL, .op = GR_SUM, .arithmetic = GR_ARITHMETIC_EXTRA);
  EXPECT (r[0] == 2);
  RUN (infinite, r, NULL, .op = GR_SUM, .arithmetic = GR_ARITHMETIC_EXTRA);
  EXPECT (isnan (r[0]));
  RUN (infinity, r, NULL, .op = GR_SUM, .arithmetic = GR_ARITHMETIC_EXTRA, .algorithm = GR_ALGORITHM_SERIAL);
  EXPECT (isnan (r[0])); /* although nothing is added to it */
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
  run ((gr_request){ .op = GR_CUMSUM, .len = LONG }, x, y, NULL);
  size_t wrong = 0;
  for (size_t i = 0; i < LONG; i++)
    wrong += ! signbit (y[i]);
  EXPECT (wrong == 0);
  const uint64_t payload = 0x7ff80000000007a2u;
  for (size_t i = 0; i < LONG; i++)
    x[i] = NAN;
  memcpy (x, &payload, sizeof payload);
  run ((gr_request){ .op = GR_MIN, .len = LONG }, x, r, &index);
  EXPECT (! memcmp (r, &payload, sizeof payload) && index == 1);
  for (int variant = 0; variant < 4; variant++)
    {
      run ((gr_request){ .op = GR_CUMMAX, .len = LONG, .nan = variant & 1 ? GR_NAN_INCLUDE : GR_NAN_DEFAULT }, x, y,
           variant & 2 ? k : NULL);
      wrong = 0;
      for (size_t i = 0; i < LONG; i++)
        wrong += memcmp (&y[i], &payload, sizeof payload) || (variant & 2 && k[i] != 1);
      EXPECT (wrong == 0);
    }
  for (size_t i = 0; i < LONG; i++)
    x[i] = i % 50000 == 40000 ? 5 : 0;
  run ((gr_request){ .op = GR_MAX, .len = LONG }, x, r, &index);
  EXPECT (r[0] == 5 && index == 40001);
  run ((gr_request){ .op = GR_CUMMAX, .len = LONG, .reverse = true }, x, y, k);
  EXPECT (k[0] == 90001 && k[95000] == LONG && y[95000] == 0);
  run ((gr_request){ .op = GR_ANY, .len = LONG }, x, &s, NULL);
  EXPECT (s == 1);

  EXPECT (gr_live_allocations () == 0);
  free (x);
  free (y);
  free (k);
}

/* A limit would be none if a way left something out.  */
static void
check_limits (void)
{
  static const size_t loads[] = { 1, 3, 511, 2049, 40000 };
  for (size_t s = 0; s < sizeof loads / sizeof *loads; s++)
    for (int way = 0; way < device->limit_ways; way++)
      {
        const size_t bytes = 16 * loads[s];
        uint64_t *host = need (bytes), *back = need (bytes);
        void *from = NULL, *to = NULL;
        double seconds = -1;
        for (size_t i = 0; i < bytes / sizeof *host; i++)
          host[i] = bits ();
        bool good = device->malloc (bytes, &from) == GR_OK && device->malloc (bytes, &to) == GR_OK
                 && device->upload (from, host, bytes) == GR_OK && device->flush (to, bytes) == GR_OK
                 && device->limit (GR_LIMIT_COPY, way, from, to, bytes, &seconds) == GR_OK && seconds > 0
                 && device->download (back, to, bytes) == GR_OK && ! memcmp (back, host, bytes);
        seconds = -1;
        good = good && device->limit (GR_LIMIT_READ, way, from, from, bytes, &seconds) == GR_OK && seconds > 0
            && device->download (back, from, bytes) == GR_OK && ! memcmp (back, host, bytes);
        device->free (from);
        device->free (to);
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
static bool
interrupt (void)
{
  return ++polls > 0;
}
static bool
interrupt_third (void)
{
  return ++polls > 2;
}

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
  check_interrupt ((gr_request){ .op = GR_CUMSUM }, 1 << 22, interrupt, "interrupted");
  if (! strcmp (backend, "cpu"))
    check_interrupt ((gr_request){ .op = GR_CUMSUM, .algorithm = GR_ALGORITHM_KOGGE }, 1 << 17, interrupt_third,
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
  gr_request q = { .op = GR_MAX, .inner = 1, .len = 100, .outer = 800 };
  gr_prediction p;
  EXPECT (gr_predict (&q, true, &p) == GR_OK && p.kernel == GR_AUTO_REDUCE_SHORT && p.block == 256 && p.segments == 40
          && p.grid == 20 && p.chunk == 100 && p.chunks == 1 && p.workspace == 0 && p.bytes == 8.0 * 800 * (100 + 2));
  q.algorithm = GR_ALGORITHM_SHUFFLE;
  EXPECT (gr_predict (&q, true, &p) == GR_UNSUPPORTED && strstr (gr_message (), "only that of \"auto\""));
  q = (gr_request){ .op = GR_SUM, .inner = 1, .len = 1000, .outer = 80 };
  EXPECT (gr_predict (&q, true, &p) == GR_UNSUPPORTED && strstr (gr_message (), "sum gives no index"));
  q = (gr_request){ .op = GR_CUMSUM, .type = GR_TYPE_I8, .inner = 2, .len = (size_t) 1 << 48, .outer = 1 };
  EXPECT (gr_predict (&q, false, &p) == GR_UNSUPPORTED && strstr (gr_message (), "a grid has at most 2147483647"));
  EXPECT (gr_live_allocations () == 0);
}

#endif

static void
check_all (const char *name)
{
  backend = name;
#ifdef GR_TEST_SIMT
  device = strcmp (name, "cpu") ? &gr_backend_simt : &gr_backend_cpu;
#else
  EXPECT (gr_select_backend (name) == GR_OK);
  device = strcmp (name, "cuda") ? &gr_backend_cpu : &gr_backend_cuda;
#endif
  if (part == 1)
    {
      check_limits ();
      check_backend ();
      check_cases ();
    }
  check_product ();
  check_named ();
  check_many_tiles ();
  check_whole_batches ();
  check_outliers ();
  check_moduli ();
  check_unaligned ();
  check_ways ();
  check_rare ();
  check_repeats ();
  if (! strcmp (name, "cuda"))
    check_long ();
  EXPECT (gr_live_allocations () == 0);
}

int
main (int argc, char **argv)
{
  seed_random ();
  if (argc > 2)
    share = (unsigned) atoi (argv[2]);
  if (argc > 3)
    named = (unsigned) atoi (argv[3]);
  char end; /* what follows K/N */
  if (argc > 4 && (sscanf (argv[4], "%u/%u%c", &part, &parts, &end) != 2 || part < 1 || part > parts))
    {
      fprintf (stderr, "backend_test: K/N, with K from 1 to N, not %s\n", argv[4]);
      return 2;
    }
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
