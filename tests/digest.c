/* SPDX-License-Identifier: GPL-3.0-or-later

   Digests of what the library plans and of what it computes, to compare two trees
   that should do the same: of gr_predict for random shapes, and of the result bits and the
   launches of fixed calls on a backend, for each kernel of auto and for each algorithm by name.

     digest [BACKEND [WORD]]   cpu or cuda, or (in the build with GR_TEST_SIMT, which calls backends
                               directly) cpu or simt, the host executor

   Words: cases=FILE   also a line for each prediction of the first shapes and for each call, for diff
          list         on cuda or simt: a quick sample of plans and results that are the same on every GPU and on
                       the executor, as tests/digests.txt has it
          check=FILE   compare that sample with such a list, as `make test` does  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpureduce.h"
#ifdef GR_TEST_SIMT
#  include "backend.h"
#endif
#include "random_shape.h"

enum { SHAPES = 300000, SAMPLED = 20000, LISTED = 2000, SEED = 1, NAME = 48 };

static const char *backend;
static FILE *cases; /* or NULL */
static bool sample; /* only what is the same on every GPU and on the executor, and little of it */
#ifdef GR_TEST_SIMT
static const gr_backend *device;
#endif

/* ---- digests ---- */

/* Sums, so that the order of cases does not matter.  */
typedef struct
{
  char name[NAME];
  size_t count;
  uint64_t results, launches;
  bool scans;
} digest;

enum { MOST_DIGESTS = 128 };
static digest digests[MOST_DIGESTS];

static digest *
digest_of (const char *name)
{
  digest *d = digests;
  while (*d->name && strcmp (d->name, name))
    if (++d == digests + MOST_DIGESTS)
      abort ();
  snprintf (d->name, sizeof d->name, "%s", name);
  return d;
}

/* FNV-1a of words instead of bytes, whose upper bits come down as well.  */
static uint64_t
mix (uint64_t hash, uint64_t word)
{
  hash = (hash ^ word) * 0x100000001b3;
  return hash ^ hash >> 29;
}

static const uint64_t START = 0xcbf29ce484222325;

static uint64_t
mix_text (uint64_t hash, const char *text)
{
  for (; *text; text++)
    hash = mix (hash, (unsigned char) *text);
  return hash;
}

/* All NaN are the same.  */
static uint64_t
mix_double (uint64_t hash, double x)
{
  uint64_t word = 0x7ff8000000000000;
  if (! isnan (x))
    memcpy (&word, &x, sizeof word);
  return mix (hash, word);
}

static uint64_t
mix_results (uint64_t hash, gr_type type, const void *p, size_t n)
{
  const bool pairs = gr_types[type].is_complex;
  const size_t size = gr_types[type].size, parts = n << pairs;
  if (type == GR_TYPE_F64 || type == GR_TYPE_C64)
    for (size_t i = 0; i < parts; i++)
      hash = mix_double (hash, ((const double *) p)[i]);
  else if (type == GR_TYPE_F32 || type == GR_TYPE_C32)
    for (size_t i = 0; i < parts; i++)
      hash = mix_double (hash, ((const float *) p)[i]);
  else
    for (size_t at = 0; at < n * size; at += sizeof hash)
      {
        uint64_t word = 0;
        memcpy (&word, (const char *) p + at, n * size - at < sizeof word ? n * size - at : sizeof word);
        hash = mix (hash, word);
      }
  return hash;
}

/* ---- predictions ---- */

/* The kernel's name without gr_ and _kernel; the three strided scans count as one.  */
static void
kernel_name (gr_auto_kernel kernel, char name[NAME])
{
  const char *full = gr_auto_kernels[kernel];
  const char *start = strncmp (full, "gr_", 3) ? full : full + 3;
  snprintf (name, NAME, "%s", start);
  char *end = strstr (name, "_kernel");
  if (end)
    *end = 0;
  if (! strncmp (name, "scan_strided", 12))
    snprintf (name, NAME, "scan_strided");
}

static bool
is_float (gr_type type)
{
  return type == GR_TYPE_F64 || type == GR_TYPE_F32 || gr_types[type].is_complex;
}

static void
describe (const gr_request *q, bool index, char *text, size_t room)
{
  snprintf (text, room, "%s%s %s%s[%zu] %s %zux%zux%zu nan%d mean%d ddof%g%s%s%s %s/%u", gr_operators[q->op].name,
            index ? "+index" : "", gr_types[q->type].is_complex ? "complex " : "", gr_types[q->type].name,
            gr_types[q->type].size, gr_arithmetics[q->arithmetic], q->inner, q->len, q->outer, (int) q->nan,
            (int) q->mean, q->ddof, q->weights ? " weights" : "", q->reverse ? " reverse" : "",
            q->exclusive ? " exclusive" : "", gr_algorithms[q->algorithm].name, q->block);
}

static void
add_prediction (const gr_request *q, bool index, bool listed)
{
  gr_prediction p = { 0 };
  char name[NAME] = "nothing", title[2 * NAME], text[256];
  const gr_status status = gr_predict (q, index, &p);
  uint64_t hash = mix (START, (uint64_t) status);
  describe (q, index, text, sizeof text);
  if (status == GR_OK)
    {
      if (p.grid)
        kernel_name (p.kernel, name);
      const size_t fields[] = { p.grid, p.block, p.segments, p.chunk, p.chunks, p.whole, p.workspace };
      hash = mix_text (hash, name);
      for (size_t f = 0; f < sizeof fields / sizeof *fields; f++)
        hash = mix (hash, fields[f]);
      hash = mix_double (hash, p.bytes);
    }
  else
    snprintf (name, sizeof name, "refused");
  snprintf (title, sizeof title, "plan %s", name);
  title[NAME - 1] = 0;
  digest *d = digest_of (title);
  d->count++;
  d->launches += mix_text (hash, text);
  if (listed)
    fprintf (cases, "plan %s: %s %zu x %u, %zu x %zu elements, %zu chunks, %zu whole, %zu bytes, %g bytes\n", text,
             name, p.grid, p.block, p.segments, p.chunk, p.chunks, p.whole, p.workspace, p.bytes);
}

/* No shape of the sample is so near another that exp2 of another library would give that one.  */
static void
add_predictions (void)
{
  random_state = SEED;
  for (int i = 0; i < (sample ? SAMPLED : SHAPES); i++)
    {
      gr_request q = { .algorithm = GR_ALGORITHM_AUTO };
      random_shape (&q.inner, &q.len, &q.outer);
      q.op = (gr_operator) (random_bits () % GR_OPERATOR_COUNT);
      q.type = (gr_type) (random_bits () % GR_TYPE_COUNT);
      q.arithmetic = (gr_arithmetic) (random_bits () % GR_ARITHMETIC_COUNT);
      q.nan = (gr_nan) (random_bits () % 3);
      if (! (gr_operators[q.op].options & GR_TAKES_NANFLAG))
        q.nan = GR_NAN_DEFAULT;
      if (! (gr_operators[q.op].arithmetics & 1u << q.arithmetic))
        q.arithmetic = GR_ARITHMETIC_DEFAULT;
      q.reverse = random_bits () % 2 && gr_operators[q.op].is_scan;
      for (int index = 0; index <= ((gr_operators[q.op].options & GR_GIVES_INDEX) != 0); index++)
        add_prediction (&q, index, cases && i < LISTED);
    }
}

/* ---- elements ---- */

typedef struct
{
  int64_t whole;   /* of integer types */
  double parts[2]; /* of the others */
} element;

#define PUT_0(T) ((T *) p)[i] = is_float (type) ? (T) v.parts[0] : (T) v.whole
#define PUT_1(T) ((T *) p)[i].re = v.parts[0], ((T *) p)[i].im = v.parts[1]
#define PUT(_, ID, T, CLASS, COMPLEX, ...)                                                                             \
  case GR_TYPE_##ID:                                                                                                   \
    PUT_##COMPLEX (T);                                                                                                 \
    break;

static void
put (gr_type type, void *p, size_t i, element v)
{
  switch (type)
    {
      GR_TYPES (PUT, _)
    default:
      break;
    }
}

/* Small numbers, now and then large ones, none that end a product.  */
static int64_t
random_integer (gr_operator op, gr_type type)
{
  static const int factors[] = { 1, 1, 1, 1, 1, 2, -1, 3 };
  const uint64_t r = random_bits ();
  const int64_t v = (r & 63) == 0                     ? (int64_t) (r >> 6)
                  : op == GR_PROD || op == GR_CUMPROD ? factors[r >> 8 & 7]
                                                      : (int64_t) ((r >> 8) % 7) - 3;
  return type == GR_TYPE_BOOL ? v & 1 : v;
}

/* rough: with NaN, infinities, zeros of either sign and ties, otherwise -0 and ties only.  */
static double
random_real (gr_operator op, bool rough)
{
  const uint64_t r = random_bits ();
  const double u = (double) (r >> 11) * 0x1p-53;
  if (rough && r % 32 == 0)
    return NAN;
  if (rough && r % 4099 == 1)
    return r >> 20 & 1 ? INFINITY : -INFINITY;
  if (rough && r % 16 == 1)
    return r >> 20 & 1 ? 0.0 : -0.0;
  switch (op)
    {
    case GR_PROD:
    case GR_CUMPROD:
      return (r & 8 ? 1 : -1) * (0.9 + 0.2 * u);
    case GR_MEAN:
      return 0.5 + u;
    case GR_VAR:
    case GR_STD:
      return 1000 + u;
    default:
      return r % 4 == 3 ? (double) ((int) (r >> 40 & 7) - 3) : r % 64 == 4 ? -0.0 : u - 0.5;
    }
}

static void
fill (const gr_request *q, bool rough, void *in)
{
  const size_t n = q->inner * q->len * q->outer;
  random_state = mix (mix (mix (SEED, n), q->len), (uint64_t) q->op * 64 + (uint64_t) q->type * 2 + rough);
  for (size_t i = 0; i < n; i++)
    {
      element v = { 0, { 0, 0 } };
      if (q->op == GR_ANY || q->op == GR_ALL)
        {
          const bool odd = random_bits () % (2 * q->len) == 0;
          v.whole = odd == (q->op == GR_ANY);
          v.parts[0] = rough && random_bits () % 64 == 0 && q->op == GR_ANY ? NAN : (double) v.whole;
        }
      else if (is_float (q->type))
        for (int part = 0; part <= gr_types[q->type].is_complex; part++)
          v.parts[part] = random_real (q->op, rough);
      else
        v.whole = random_integer (q->op, q->type);
      put (q->type, in, i, v);
    }
}

/* ---- calls ---- */

static void *
need (size_t bytes)
{
  void *p = malloc (bytes ? bytes : 1);
  if (! p)
    {
      fprintf (stderr, "digest: out of memory\n");
      exit (2);
    }
  return p;
}

static gr_status
run (const gr_request *q, gr_type out_type, const void *in, void *out, double *index, gr_record *record)
{
#ifdef GR_TEST_SIMT
  gr_request complete = *q;
  if (! complete.block)
    complete.block = gr_algorithms[q->algorithm].default_block;
  return device->run (&complete, out_type, in, out, index, record);
#else
  (void) out_type;
  const gr_status status = gr_run (q, in, out, index);
  if (status == GR_OK)
    gr_last (record);
  return status;
#endif
}

/* An array, which is filled when the first call takes it.  */
typedef struct
{
  void *in;
  const double *weights;
  bool rough, filled;
  size_t one_in, named; /* calls of auto, or of an algorithm by name, that are chosen */
} input;

/* Has it the same bits on devices and hosts?  Not where functions of their libraries may round differently: log and exp
   of geometric means, and atan2, by which complex numbers of equal moduli are ordered.  */
static bool
is_portable (const gr_request *q)
{
  return q->mean != GR_MEAN_GEOMETRIC
      && ! (gr_types[q->type].is_complex && gr_operators[q->op].accumulator == GR_ACCUMULATOR_EXTREMUM);
}

static void
add_call (const gr_request *q, bool indexed, input *array)
{
  char text[256], name[NAME];
  gr_type out_type;
  gr_prediction p;
  gr_record record = { 0 };
  describe (q, indexed, text, sizeof text);
  if (gr_result_type (q, &out_type) != GR_OK || (sample && ! is_portable (q)))
    return;
  if (! array->filled)
    fill (q, array->rough, array->in);
  array->filled = true;
  const size_t results = q->inner * q->outer * (gr_operators[q->op].is_scan ? q->len : 1);
  void *out = need (results * gr_types[out_type].size);
  double *index = indexed ? need (results * sizeof *index) : NULL;
  const gr_status status = run (q, out_type, array->in, out, index, &record);
  snprintf (name, sizeof name, "%s", gr_algorithms[q->algorithm].name);
  if (q->algorithm == GR_ALGORITHM_AUTO && gr_predict (q, indexed, &p) == GR_OK)
    kernel_name (p.kernel, name);
  uint64_t bits = mix (START, (uint64_t) status), launch = bits;
  if (status == GR_OK)
    {
      bits = mix_results (bits, out_type, out, results);
      if (indexed)
        bits = mix_results (bits, GR_TYPE_F64, index, results);
      for (int d = 0; d < 3; d++)
        launch = mix (mix (launch, record.grid[d]), record.block[d]);
    }
  digest *d = digest_of (name);
  d->count++;
  d->scans = gr_operators[q->op].is_scan;
  d->results += mix_text (bits, text) + array->rough;
  d->launches += mix_text (launch, text);
  if (cases)
    fprintf (cases, "run %s %s: %s status %d grid %u %u %u block %u %u %u bits %016llx\n", text,
             array->rough ? "rough" : "plain", name, (int) status, record.grid[0], record.grid[1], record.grid[2],
             record.block[0], record.block[1], record.block[2], (unsigned long long) bits);
  free (out);
  free (index);
}

/* Is the call one of the share that runs?  Its own fields decide, so that no other call changes it.  */
static bool
chosen (const gr_request *q, bool rough, bool indexed, size_t one_in)
{
  const size_t fields[] = { (size_t) q->op, (size_t) q->type, (size_t) q->arithmetic, q->inner,           q->len,
                            q->outer,       (size_t) q->nan,  (size_t) q->mean,       q->ddof != 0,       rough,
                            q->reverse,     q->exclusive,     (size_t) q->algorithm,  q->weights != NULL, q->block,
                            indexed };
  uint64_t hash = START;
  for (size_t f = 0; f < sizeof fields / sizeof *fields; f++)
    hash = mix (hash, fields[f]);
  if (q->kernel)
    hash = mix (hash, (uint64_t) q->kernel);
  return (hash ^ hash >> 32) % one_in == 0;
}

/* Each kernel of auto that fits, so that all have calls, whatever the planner chooses.  */
static void
add_kernels (gr_request q, bool indexed, input *array)
{
  for (int kernel = GR_AUTO_PLANNER + 1; kernel < GR_AUTO_COUNT; kernel++)
    {
      gr_prediction p;
      q.kernel = (gr_auto_kernel) kernel;
      if (chosen (&q, array->rough, indexed, array->one_in) && gr_predict (&q, indexed, &p) == GR_OK)
        add_call (&q, indexed, array);
    }
}

/* All algorithms, each with one block size.  */
static void
add_algorithms (gr_request q, input *array)
{
  const gr_operator_info *op = &gr_operators[q.op];
  for (int a = 0; a < GR_ALGORITHM_COUNT; a++)
    {
      const gr_algorithm_info *algorithm = &gr_algorithms[a];
      const bool cuda_only = algorithm->kinds & GR_CUDA_ONLY, host_only = algorithm->kinds & GR_HOST_ONLY;
      if (! (algorithm->kinds & (op->is_scan ? GR_SCANS : GR_REDUCTIONS))
          || (cuda_only && (sample || strcmp (backend, "cuda"))) || (op->is_scan && algorithm->kinds & GR_REORDERS)
          || (host_only && (sample || ! strcmp (backend, "cuda"))))
        continue;
      q.algorithm = (gr_algorithm) a;
      q.block = 0;
      for (int index = 0; index <= ((op->options & GR_GIVES_INDEX) != 0); index++)
        {
          if (algorithm->max_block)
            q.block = 32u << (mix (mix (START, (uint64_t) a), q.len * 4 + q.op * 3 + q.type) % 6);
          q.kernel = GR_AUTO_PLANNER;
          if (chosen (&q, array->rough, index, a == GR_ALGORITHM_AUTO ? array->one_in : array->named))
            add_call (&q, index, array);
          if (sample && a == GR_ALGORITHM_AUTO)
            add_kernels (q, index, array);
        }
    }
}

/* All options of an operator on one array.  */
static void
add_options (gr_request q, input *array)
{
  const gr_operator_info *op = &gr_operators[q.op];
  const int nans = array->rough && op->options & GR_TAKES_NANFLAG ? GR_NAN_INCLUDE : GR_NAN_DEFAULT;
  const int means = op->options & GR_TAKES_MEAN_TYPE && is_float (q.type) ? GR_MEAN_HARMONIC : GR_MEAN_ARITHMETIC;
  const int variants = op->is_scan ? 4 : op->options & GR_TAKES_WEIGHTS ? 3 : 1;
  for (int arithmetic = 0; arithmetic < GR_ARITHMETIC_COUNT; arithmetic++)
    for (int nan = 0; nan <= nans; nan++)
      for (int mean = 0; mean <= means; mean++)
        for (int variant = 0; variant < variants; variant++)
          {
            if (arithmetic && ! (op->arithmetics & 1u << arithmetic))
              continue;
            q.arithmetic = (gr_arithmetic) arithmetic;
            q.nan = (gr_nan) nan;
            q.mean = (gr_mean_type) mean;
            q.reverse = op->is_scan && variant & 1;
            q.exclusive = op->is_scan && variant & 2;
            q.ddof = ! op->is_scan && variant == 1;
            q.weights = ! op->is_scan && variant == 2 ? array->weights : NULL;
            add_algorithms (q, array);
          }
}

static const struct
{
  size_t inner, len, outer;
} shapes[] = { /* small */
               { 1, 1, 1 },
               { 1, 2, 1 },
               { 3, 1, 2 },
               { 1, 33, 1 },
               { 1, 7, 900 },
               { 1, 64, 5 },
               { 1, 257, 40 },
               { 2, 5, 70 },
               { 2, 100, 3 },
               { 3, 70, 4 },
               { 5, 1000, 1 },
               { 31, 80, 2 },
               { 32, 9, 3 },
               { 33, 130, 2 },
               { 128, 3, 3 },
               { 1000, 40, 1 },
               { 1030, 3, 2 },
               { 1025, 35, 1 },
               { 12, 257, 1 },
               { 8, 2305, 1 },
               { 36, 120, 2 },
               { 1, 5000, 2 },
               { 3, 5, 300 },
               { 1, 40, 75 },
               { 1031, 12, 1 },
               { 2, 17000, 1 },
               { 1, 70001, 1 },
               { 1, 0, 3 },
               { 7, 33, 5 },
               { 16, 260, 52 },
               /* strided in its ways, stripes, rows and clusters */
               { 8200, 261, 1 },
               { 4100, 300, 1 },
               { 4099, 61, 1 },
               { 16384, 31, 1 },
               { 32768, 40, 1 },
               { 65537, 9, 1 },
               { 20011, 9, 1 },
               { 40000, 9, 1 },
               { 331, 50, 66 },
               { 5003, 50, 3 },
               { 3, 100001, 1 },
               { 5, 20001, 3 },
               { 33, 9001, 1 },
               { 2, 37, 3000 },
               { 2, 6001, 40 },
               { 17, 20001, 2 },
               { 63, 5001, 1 },
               { 12, 20001, 2 },
               { 81, 4001, 2 },
               { 127, 2001, 1 },
               { 333, 901, 2 },
               { 1001, 301, 1 },
               { 5001, 131, 1 },
               { 130, 41, 40 },
               { 33, 100, 70 },
               { 150, 48, 132 },
               { 65, 28807, 1 },
               { 100, 1300, 16 },
               { 33, 34507, 1 },
               { 2001, 253, 1 },
               { 2001, 880, 1 },
               { 1001, 943, 1 },
               /* contiguous scans, reductions that are cut */
               { 1, 1100001, 1 },
               { 1, 10007, 60 },
               { 1, 300, 90 },
               { 1, 2100, 535 },
               { 25409, 67, 1 },
               { 2000, 7, 9 },
               { 127, 3001, 2 },
               { 9, 70001, 1 },
               { 74465, 4, 1 },
               { 1, 511, 300 },
               { 500, 203, 3 }
};
enum { SHAPE_COUNT = sizeof shapes / sizeof *shapes };

/* Of calls on large arrays fewer are chosen, but of each shape's thousands some; fewest on the host executor, where
   an element takes longest.  The sample is the same on all backends.  There a named algorithm takes the time of its
   threads, and a segment has a block of them.  */
static void
rates (const gr_request *q, size_t *one_in, size_t *named)
{
  const size_t segments = q->inner * q->outer, n = segments * q->len;
  if (sample)
    {
      const size_t threads = n + 512 * segments;
      *one_in = 200 * (1 + n / 8192);
      *named = threads < 300000 ? 250 * (1 + threads / 4096) : SIZE_MAX;
      return;
    }
  const bool simt = ! strcmp (backend, "simt"), cuda = ! strcmp (backend, "cuda");
  const size_t by_size = simt ? 12 * (1 + n / 256) : 1 + n / (cuda ? 20000 : 1024), most = simt ? 150 : 80;
  *one_in = by_size < most ? by_size : most;
  *named = simt ? 120 * (1 + n / 128) : (cuda ? 16 : 400) * (1 + n / 1024);
}

static void
add_calls (void)
{
  for (int s = 0; s < SHAPE_COUNT; s++)
    {
      gr_request q = { .inner = shapes[s].inner, .len = shapes[s].len, .outer = shapes[s].outer };
      const size_t n = q.inner * q.len * q.outer;
      double *weights = need (q.len * sizeof *weights);
      input array = { .in = need (n * sizeof (gr_c64)), .weights = weights };
      rates (&q, &array.one_in, &array.named);
      random_state = SEED;
      for (size_t k = 0; k < q.len; k++)
        weights[k] = (double) (random_bits () % 4);
      for (int op = 0; op < GR_OPERATOR_COUNT; op++)
        for (int type = 0; type < GR_TYPE_COUNT; type++)
          for (int rough = 0; rough <= is_float ((gr_type) type); rough++)
            if (n || ! (gr_operators[op].options & GR_GIVES_INDEX || gr_operators[op].is_scan))
              {
                q.op = (gr_operator) op;
                q.type = (gr_type) type;
                array.rough = rough;
                array.filled = false;
                add_options (q, &array);
              }
      free (array.in);
      free (weights);
    }
}

/* What reaches the kernels that few shapes reach, or a kernel in another of its ways.  */
static void
add_ways (void)
{
  static const struct
  {
    gr_operator op;
    gr_type type;
    size_t inner, len, outer;
  } ways[] = { /* clusters */
               { GR_CUMSUM, GR_TYPE_F32, 4099, 261, 1 },
               { GR_CUMSUM, GR_TYPE_F32, 65, 28807, 1 },
               { GR_CUMSUM, GR_TYPE_F32, 100, 1300, 16 },
               { GR_CUMMAX, GR_TYPE_F64, 33, 34507, 1 },
               { GR_CUMMAX, GR_TYPE_F32, 5001, 126, 1 },
               { GR_CUMSUM, GR_TYPE_F32, 2001, 880, 1 },
               /* stripes */
               { GR_CUMMAX, GR_TYPE_F32, 65537, 37, 1 },
               { GR_CUMSUM, GR_TYPE_I32, 65537, 37, 1 },
               { GR_CUMSUM, GR_TYPE_F32, 10007, 67, 1 },
               { GR_CUMMAX, GR_TYPE_F64, 150, 48, 132 },
               { GR_CUMSUM, GR_TYPE_C32, 20011, 9, 1 },
               { GR_CUMSUM, GR_TYPE_U32, 331, 50, 66 },
               /* strided: to the end of a segment, passing on, looking back, with bundles */
               { GR_CUMSUM, GR_TYPE_F32, 32768, 31, 1 },
               { GR_CUMMAX, GR_TYPE_I16, 8193, 261, 1 },
               { GR_CUMPROD, GR_TYPE_C64, 8193, 37, 1 },
               { GR_CUMSUM, GR_TYPE_I16, 5003, 50, 3 },
               { GR_CUMMAX, GR_TYPE_U16, 32, 9001, 1 },
               { GR_CUMSUM, GR_TYPE_I8, 512, 301, 1 },
               { GR_CUMMAX, GR_TYPE_F64, 16, 260, 520 },
               { GR_CUMMIN, GR_TYPE_F64, 2001, 253, 1 },
               /* rows */
               { GR_CUMSUM, GR_TYPE_U8, 7, 70001, 1 },
               { GR_CUMSUM, GR_TYPE_F32, 333, 901, 2 },
               { GR_CUMMIN, GR_TYPE_F64, 2, 37, 3000 },
               { GR_CUMMAX, GR_TYPE_F64, 63, 5001, 1 },
               /* short, contiguous */
               { GR_CUMSUM, GR_TYPE_F32, 162019, 3, 1 },
               { GR_CUMMIN, GR_TYPE_I16, 98305, 37, 1 },
               { GR_CUMMAX, GR_TYPE_I8, 1, 16500, 5 },
               { GR_CUMMIN, GR_TYPE_CHAR, 1, 300, 90 },
               { GR_CUMSUM, GR_TYPE_F64, 1, 400001, 1 },
               /* reductions */
               { GR_SUM, GR_TYPE_F64, 1, 2100, 535 },
               { GR_VAR, GR_TYPE_F64, 25409, 67, 1 },
               { GR_MAX, GR_TYPE_F32, 2000, 7, 9 },
               { GR_SUM, GR_TYPE_F64, 2000, 5, 9 },
               { GR_MAX, GR_TYPE_F64, 127, 3001, 2 },
               { GR_SUM, GR_TYPE_F64, 9, 70001, 1 },
               { GR_MAX, GR_TYPE_I32, 24898, 64, 1 },
               { GR_MAX, GR_TYPE_I16, 500, 203, 3 },
               { GR_VAR, GR_TYPE_I8, 1001, 77, 1 },
               { GR_ANY, GR_TYPE_U8, 5, 20003, 1 },
               { GR_PROD, GR_TYPE_I8, 1, 1001, 70 },
               { GR_ALL, GR_TYPE_BOOL, 1, 333, 200 },
               { GR_MIN, GR_TYPE_U16, 1, 1024, 70 },
               { GR_VAR, GR_TYPE_F32, 133, 28, 1 }
  };
  for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
    {
      const gr_operator_info *op = &gr_operators[ways[w].op];
      gr_request q = {
        .op = ways[w].op, .type = ways[w].type, .inner = ways[w].inner, .len = ways[w].len, .outer = ways[w].outer
      };
      input array = { .in = need (q.inner * q.len * q.outer * gr_types[q.type].size) };
      for (int reverse = 0; reverse <= op->is_scan; reverse++)
        for (int index = 0; index <= ((op->options & GR_GIVES_INDEX) != 0); index++)
          {
            q.reverse = reverse;
            q.exclusive = op->is_scan && ! reverse;
            add_call (&q, index, &array);
          }
      free (array.in);
    }
}

/* Of millions of elements, for a device.  */
static void
add_large (void)
{
  static const struct
  {
    size_t inner, len, outer;
  } large[] = { { 1, 1 << 26, 1 },  { 1, 1000, 65537 }, { 4096, 4096, 1 }, { 3, 1 << 23, 1 },
                { 1001, 33333, 1 }, { 65537, 301, 1 },  { 512, 512, 64 } };
  static const gr_type types[] = { GR_TYPE_F32, GR_TYPE_F64, GR_TYPE_I16 };
  static const gr_operator ops[] = { GR_SUM, GR_MAX, GR_VAR, GR_CUMSUM, GR_CUMMAX };
  for (size_t s = 0; s < sizeof large / sizeof *large; s++)
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
      for (size_t o = 0; o < sizeof ops / sizeof *ops; o++)
        {
          const gr_request q = { .op = ops[o],
                                 .type = types[(t + s + o) % 3],
                                 .inner = large[s].inner,
                                 .len = large[s].len,
                                 .outer = large[s].outer };
          if (t != (s + o) % 3)
            continue;
          input array = { .in = need (q.inner * q.len * q.outer * gr_types[q.type].size) };
          add_call (&q, gr_operators[q.op].options & GR_GIVES_INDEX, &array);
          free (array.in);
        }
}

/* Segments of any lengths, most of them short, by offsets or by keys, few and many of these.  */
static void
add_ragged (void)
{
  enum { N = 40000, MANY = 5000 };
  static const gr_operator ops[] = { GR_SUM, GR_PROD, GR_MAX, GR_VAR, GR_ANY, GR_CUMSUM, GR_CUMMAX };
  static const gr_type types[] = { GR_TYPE_F32, GR_TYPE_F64, GR_TYPE_I16 };
  static const size_t counts[] = { MANY, 70, MANY };
  static const char *const names[] = { "offsets", "keys", "keys" };
  static const double nothing[2];
  double *const offsets = need ((MANY + 1) * sizeof *offsets);
  int32_t *const keys = need (N * sizeof *keys);
  char *const in = need (N * sizeof (double)), *const out = need (N * sizeof (double));
  for (size_t s = 1; s < MANY; s++) /* the last one is long */
    offsets[s] = offsets[s - 1] + (double) (mix (START, s) % (s % 100 ? 7 : 300));
  offsets[MANY] = N;
  for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
    for (size_t o = 0; o < sizeof ops / sizeof *ops; o++)
      for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        {
          const bool by_keys = c > 0;
          const gr_ragged ragged = { .count = counts[c],
                                     .offsets = by_keys ? NULL : offsets,
                                     .keys = by_keys ? keys : NULL,
                                     .key_type = GR_TYPE_I32,
                                     .empty = nothing };
          const gr_request q = { .op = ops[o], .type = types[t], .inner = 1, .len = N, .outer = 1, .ragged = &ragged };
          gr_type out_type;
          gr_record record = { 0 };
          if ((by_keys && gr_operators[q.op].is_scan) || gr_result_type (&q, &out_type) != GR_OK)
            continue;
          for (size_t k = 0; k < N; k++)
            keys[k] = (int32_t) (mix (START, k) % counts[c]) + 1;
          fill (&q, true, in);
          const gr_status status = run (&q, out_type, in, out, NULL, &record);
          uint64_t bits = mix (mix (mix (START, (uint64_t) status), o), t * 8 + c);
          if (status == GR_OK)
            bits = mix_results (bits, out_type, out, gr_operators[q.op].is_scan ? N : counts[c]);
          digest *d = digest_of (names[c]);
          d->count++;
          d->results += bits;
        }
  free (offsets);
  free (keys);
  free (in);
  free (out);
}

/* ---- the list of the sample ---- */

static const char HEAD[] = "# Made by:  build/tests/digest_asan simt list > tests/digests.txt\n"
                           "# Plans of auto, and bits of results, which are the same on every GPU and on the host "
                           "executor.  make test compares\n"
                           "# them with this list, which is made anew after changes that are meant to change them.\n"
                           "# A line has a name, the number of its plans or calls, and a digest of them all.\n";
enum { LINE = 160, NAME_WIDTH = 24 };

/* Of calls the results only: some launches depend on the device.  */
static void
format (const digest *d, char line[LINE])
{
  const bool plan = ! strncmp (d->name, "plan ", 5);
  snprintf (line, LINE, "%-*.*s %8zu %016llx\n", NAME_WIDTH, NAME - 1, d->name, d->count,
            (unsigned long long) (plan ? d->launches : d->results));
}

/* The digest whose line begins as this one does, and its own line; or NULL.  */
static const digest *
find_digest (const char *line, char own[LINE])
{
  for (const digest *d = digests; d < digests + MOST_DIGESTS && *d->name; d++)
    {
      format (d, own);
      if (! strncmp (line, own, NAME_WIDTH + 1))
        return d;
    }
  return NULL;
}

/* Other devices than those of compute capability 9 to 11 have less shared memory for a block: some scans of auto are
   by other kernels there, and some large blocks of named scans are refused.  */
static bool
has_all_kernels (void)
{
  gr_device d;
  return strcmp (backend, "cuda") || (gr_describe_device (&d) == GR_OK && d.major >= 9 && d.major <= 11);
}

/* The exit status.  */
static int
check (FILE *list)
{
  char line[LINE], own[LINE];
  bool found[MOST_DIGESTS] = { false };
  const bool all = has_all_kernels ();
  size_t passed = 0, failed = 0, left_out = 0;
  while (fgets (line, sizeof line, list))
    {
      const digest *d = *line == '#' ? NULL : find_digest (line, own);
      if (d)
        found[d - digests] = true;
      if (*line == '#')
        continue;
      if (d && d->scans && ! all)
        left_out++;
      else if (d && ! strcmp (line, own))
        passed++;
      else
        {
          failed++;
          printf ("FAIL   list: %s       here: %s", line, d ? own : "none of that name\n");
        }
    }
  for (size_t i = 0; i < MOST_DIGESTS && *digests[i].name; i++)
    if (! found[i])
      {
        format (&digests[i], own);
        failed++;
        printf ("FAIL   list: none of that name\n       here: %s", own);
      }
  if (left_out)
    printf ("%zu digests of scans are left out: this device has less shared memory for a block\n", left_out);
  printf ("%zu passed, %zu failed\n", passed, failed);
  return failed || ! passed;
}

static void
print_all (void)
{
  digest all = { "all", 0, 0, 0, false };
  for (const digest *d = digests; d < digests + MOST_DIGESTS && *d->name; d++)
    {
      printf ("%-24s %8zu  results %016llx  launches %016llx\n", d->name, d->count, (unsigned long long) d->results,
              (unsigned long long) d->launches);
      all.count += d->count;
      all.results += d->results;
      all.launches += d->launches;
    }
  printf ("%-24s %8zu  results %016llx  launches %016llx\n", all.name, all.count, (unsigned long long) all.results,
          (unsigned long long) all.launches);
}

static void
print_list (void)
{
  char line[LINE];
  fputs (HEAD, stdout);
  for (const digest *d = digests; d < digests + MOST_DIGESTS && *d->name; d++)
    {
      format (d, line);
      fputs (line, stdout);
    }
}

/* Select a backend, or the one that is chosen by default.  */
static bool
select_backend (const char *name)
{
#ifdef GR_TEST_SIMT
  backend = name ? name : "simt";
  device = strcmp (backend, "simt") ? &gr_backend_cpu : &gr_backend_simt;
#else
  /* by its name, or small arrays would be the host's */
  if (gr_select_backend (name) != GR_OK || gr_backend_name (&backend) != GR_OK || gr_select_backend (backend) != GR_OK)
    {
      fprintf (stderr, "digest: %s\n", gr_message ());
      return false;
    }
#endif
  return true;
}

int
main (int argc, char **argv)
{
  const char *word = argc > 2 ? argv[2] : "";
  const bool list = ! strcmp (word, "list"), checks = ! strncmp (word, "check=", 6);
  FILE *compared = checks ? fopen (word + 6, "r") : NULL;
  sample = list || checks;
  if (! strncmp (word, "cases=", 6))
    cases = fopen (word + 6, "w");
  if (*word && ! list && ! compared && ! cases)
    {
      fprintf (stderr, "digest: list, check=FILE or cases=FILE, of a file that can be read or written, not %s\n", word);
      return 2;
    }
  /* plans are the same whatever the backend; on a device each prediction also asks how much memory is free */
  if (! select_backend (sample ? "cpu" : argc > 1 ? argv[1] : NULL))
    return 2;
  if (strcmp (backend, "cuda"))
    add_predictions ();
  if (sample && ! select_backend (argv[1]))
    return 2;
  add_calls ();
  add_ragged ();
  if (! sample)
    add_ways ();
  if (! sample && ! strcmp (backend, "cuda"))
    add_large ();

  int status = 0;
  if (checks)
    status = check (compared);
  else if (list)
    print_list ();
  else
    print_all ();
  if (compared)
    fclose (compared);
  if (cases)
    fclose (cases);
  return status;
}
