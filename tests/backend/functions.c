/* SPDX-License-Identifier: GPL-3.0-or-later

   Functions of one and of two numbers, and operands that are broadcast, against C's own functions in long double.  */

#include <float.h>

#include "backend_elements.h"
#include "backend_test.h"

/* ---- functions of one number ---- */

/* y with f (y) = x, for a function that rises or falls.  */
static long double
find_inverse (long double (*f) (long double), long double x)
{
  enum { STEPS = 140 };
  const bool rises = f (1) > f (0);
  long double low = 0, high = 110;
  for (int i = 0; i < STEPS; i++)
    {
      const long double middle = (low + high) / 2;
      if ((f (middle) < x) == rises)
        low = middle;
      else
        high = middle;
    }
  return (low + high) / 2;
}

static long double
wanted_erfinv (long double x)
{
  const long double m = fabsl (x);
  if (x == 0)
    return x;
  if (! (m < 1))
    return m == 1 ? copysignl (INFINITY, x) : NAN;
  return copysignl (m > 0.5L ? find_inverse (erfcl, 1 - m) : find_inverse (erfl, m), x);
}

static long double
wanted_erfcinv (long double p)
{
  if (! (p > 0 && p < 2))
    return p == 0 ? INFINITY : p == 2 ? -INFINITY : NAN;
  return p <= 0.5L ? find_inverse (erfcl, p) : p >= 1.5L ? -find_inverse (erfcl, 2 - p) : wanted_erfinv (1 - p);
}

/* Far away by the asymptotic series.  */
static long double
wanted_erfcx (long double x)
{
  const long double s = 1 / (2 * x * x);
  if (! (x > 20))
    return expl (x * x) * erfcl (x);
  return (1 - s * (1 - 3 * s * (1 - 5 * s * (1 - 7 * s * (1 - 9 * s * (1 - 11 * s)))))) / (x * sqrtl (acosl (-1)));
}

/* -1 where gamma is negative, which at 0 is a matter of the sign of 0; 0 at its other poles.  */
static int
sign_of_gamma (long double x)
{
  if (x == 0)
    return signbit (x) ? -1 : 1;
  return x > 0 || isnan (x) ? 1 : x == floorl (x) ? 0 : fmodl (floorl (x), 2) != 0 ? -1 : 1;
}

static long double
wanted_special (gr_unary op, long double x)
{
  switch (op)
    {
    case GR_ERF:
      return erfl (x);
    case GR_ERFC:
      return erfcl (x);
    case GR_ERFCX:
      return wanted_erfcx (x);
    case GR_ERFINV:
      return wanted_erfinv (x);
    case GR_ERFCINV:
      return wanted_erfcinv (x);
    case GR_GAMMA:
      return x == 0 ? sign_of_gamma (x) * (long double) INFINITY : sign_of_gamma (x) ? tgammal (x) : INFINITY;
    case GR_LGAMMA:
      return sign_of_gamma (x) < 0 ? NAN : lgammal (x);
    default:
      return cbrtl (x);
    }
}

/* C has elementary functions of the table's names.  */
#define WANTED_SIMPLE(ID, NAME)
#define WANTED_ELEMENTARY(ID, NAME)                                                                                    \
  case GR_##ID:                                                                                                        \
    return NAME##l (x);
#define WANTED_SPECIAL(ID, NAME)                                                                                       \
  case GR_##ID:                                                                                                        \
    return wanted_special (op, x);
#define WANTED_EXACT(ID, NAME)
#define WANTED(_, ID, NAME, RESULT, KIND, ...) WANTED_##KIND (ID, NAME)

static long double
wanted_unary (gr_unary op, long double x)
{
  switch (op)
    {
      GR_UNARIES (WANTED, _)
    case GR_ABS:
      return fabsl (x);
    case GR_IMAG:
      return 0;
    case GR_ARG:
      return signbit (x) ? acosl (-1.0L) : 0;
    case GR_SIGNUM:
      return isnan (x) ? x : (x > 0) - (x < 0);
    case GR_FLOOR:
      return floorl (x);
    case GR_CEIL:
      return ceill (x);
    case GR_ROUND:
      return roundl (x);
    case GR_FIX:
      return truncl (x);
    case GR_ISNAN:
      return isnan (x);
    case GR_ISINF:
      return isinf (x) != 0;
    case GR_ISFINITE:
      return isfinite (x);
    case GR_SIGNBIT:
      return signbit (x) != 0;
    default:
      return x;
    }
}

/* Units in the last place of the type at x.  */
static long double
unit_of (gr_type type, long double x)
{
  const bool single = type == GR_TYPE_F32 || type == GR_TYPE_C32;
  int e = 0;
  frexpl (x, &e);
  const int least = single ? -125 : -1021, digits = single ? 24 : 53;
  return ldexpl (1.0L, (e < least ? least : e) - digits);
}

/* Within units of the larger of the wanted number and a scale.  */
static bool
is_near (gr_type type, long double got, long double want, int ulps, long double scale)
{
  const long double most = type == GR_TYPE_F32 ? (long double) FLT_MAX : (long double) DBL_MAX;
  if (isnan (want))
    return isnan (got);
  if (fabsl (want) > most)
    return isinf (got) && (got > 0) == (want > 0);
  return fabsl (got - want) <= ulps * unit_of (type, fmaxl (fabsl (want), scale));
}

/* The function's value of a number of the type, rounded to it where the type's own pi is, or its distances are.  */
static long double
wanted_of_type (gr_unary op, gr_type type, long double x)
{
  const long double want = wanted_unary (op, x);
  if (op == GR_EPS)
    return ! isfinite (x) ? NAN : unit_of (type, x == 0 ? LDBL_MIN : x);
  return op != GR_ARG ? want : type == GR_TYPE_F32 ? (float) want : (double) want;
}

static int
ulps_of (gr_unary op)
{
  static const int ulps[]
    = { [GR_UNARY_ELEMENTARY] = GR_ULPS, [GR_UNARY_SPECIAL] = GR_SPECIAL_ULPS, [GR_UNARY_EXACT] = 0 };
  return ulps[gr_unaries[op].kind];
}

/* Lengths around those of a thread and a block, from unaligned places on.  */
static void
check_unary (gr_unary op, gr_type type)
{
  static const size_t lengths[] = { 1, 5, 2047, 2048, 2049, 9001 };
  enum { MOST = 9001, FIRST = 3 };
  const int ulps = ulps_of (op);
  const size_t size = gr_types[type].size;
  value *const values = need (MOST * sizeof *values);
  char *const raw = need ((MOST + FIRST) * size), *const results = need ((MOST + FIRST) * size);
  gr_type out = GR_TYPE_COUNT;
  bool good = gr_unary_type (op, type, &out) == GR_OK;
  for (size_t i = 0; i < MOST; i++)
    values[i].re = ldexpl ((long double) (bits () % 2000001) - 1000000, (int) (bits () % 40) - 36);
  values[0].re = NAN;
  values[1].re = INFINITY;
  values[2].re = -INFINITY;
  values[3].re = -0.0L;
  values[4].re = 0;
  for (size_t i = 0; i < MOST; i++)
    {
      set (type, raw, i + FIRST, values[i]);
      values[i] = get (type, raw, i + FIRST);
    }
  for (size_t l = 0; good && l < sizeof lengths / sizeof *lengths; l++)
    for (size_t first = 0; good && first <= FIRST; first += FIRST)
      {
        gr_buffer *from = NULL, *to = NULL;
        good = gr_buffer_new ((lengths[l] + FIRST) * size, &from) == GR_OK
            && gr_buffer_new ((lengths[l] + FIRST) * gr_types[out].size, &to) == GR_OK
            && gr_buffer_upload (from, first * size, raw + FIRST * size, lengths[l] * size) == GR_OK
            && gr_apply_unary (op, type, from, first, to, FIRST - first, lengths[l]) == GR_OK
            && gr_buffer_download (results, to, (FIRST - first) * gr_types[out].size, lengths[l] * gr_types[out].size)
                 == GR_OK;
        for (size_t i = 0; good && i < lengths[l]; i++)
          {
            const long double x = values[i].re, got = get (out, results, i).re, want = wanted_of_type (op, type, x);
            good = is_near (type, got, want, ulps, op == GR_LGAMMA && x < 0 ? -x : 0);
            if (! good)
              printf ("function %d of %s %La is %La, wanted %La\n", (int) op, gr_types[type].name, values[i].re, got,
                      want);
          }
        gr_buffer_release (from);
        gr_buffer_release (to);
      }
  EXPECT (good);
  free (values);
  free (raw);
  free (results);
}

/* f (conj z) = conj (f (z)), each of them within the bound, and of numbers on the real axis they are those of real
   ones.  */
static void
check_complex (gr_unary op)
{
  enum { N = 64 };
  gr_c64 z[2 * N], w[2 * N];
  double part[2 * N];
  gr_type out = GR_TYPE_COUNT;
  double least = 0, greatest = 0;
  gr_buffer *from = NULL, *to = NULL;
  const bool takes = gr_unaries[op].kind == GR_UNARY_SIMPLE || gr_unaries[op].kind == GR_UNARY_ELEMENTARY;
  EXPECT (gr_unary_type (op, GR_TYPE_C64, &out) == (takes ? GR_OK : GR_UNSUPPORTED));
  if (! takes)
    return;
  bool good = gr_unary_type (op, GR_TYPE_C64, &out) == GR_OK && gr_unary_domain (op, &least, &greatest) == GR_OK;
  if (! good || out == GR_TYPE_BOOL)
    {
      EXPECT (good);
      return;
    }
  for (int i = 0; i < N; i++)
    {
      z[i].re = (double) (bits () % 2001) / 700.0 - 1.4;
      z[i].im = i % 2 ? 0.0 : (double) (bits () % 2001) / 700.0 - 1.4;
      z[N + i] = (gr_c64){ z[i].re, -z[i].im };
    }
  good
    = gr_buffer_new (sizeof z, &from) == GR_OK && gr_buffer_new (sizeof w, &to) == GR_OK
   && gr_buffer_upload (from, 0, z, sizeof z) == GR_OK
   && gr_apply_unary (op, GR_TYPE_C64, from, 0, to, 0, (size_t) 2 * N) == GR_OK
   && gr_buffer_download (out == GR_TYPE_C64 ? (void *) w : part, to, 0, (size_t) 2 * N * gr_types[out].size) == GR_OK;
  for (int i = 0; good && i < N; i++)
    {
      const long double x = z[i].re, want = wanted_unary (op, x);
      const bool odd = op == GR_IMAG || op == GR_ARG;
      const gr_c64 a = out == GR_TYPE_C64 ? w[i] : (gr_c64){ part[i], 0 };
      const gr_c64 b = out == GR_TYPE_C64 ? w[N + i] : (gr_c64){ odd ? -part[N + i] : part[N + i], 0 };
      if (z[i].im == 0.0 && x >= least && x <= greatest && ! odd)
        good = (isinf (want) && a.re == want && a.im == 0.0)
            || hypotl (a.re - want, a.im) <= GR_COMPLEX_ULPS * unit_of (GR_TYPE_F64, want);
      if (z[i].im != 0.0 && op != GR_FLOOR && op != GR_CEIL)
        good = hypot (a.re - b.re, out == GR_TYPE_C64 ? a.im + b.im : 0)
            <= 2 * GR_COMPLEX_ULPS * (double) unit_of (GR_TYPE_F64, hypot (a.re, a.im));
      if (! good)
        printf ("function %d of complex %a%+ai is %a%+ai, and of its conjugate %a%+ai\n", (int) op, z[i].re, z[i].im,
                a.re, a.im, b.re, b.im);
    }
  EXPECT (good);
  gr_buffer_release (from);
  gr_buffer_release (to);
}

/* ---- functions of two numbers ---- */

static long double
wanted_binary (gr_binary op, long double a, long double b)
{
  switch (op)
    {
    case GR_POWER:
      return powl (a, b);
    case GR_ATAN2:
      return atan2l (a, b);
    case GR_HYPOT:
      return hypotl (a, b);
    case GR_MOD:
      return a - b * floorl (a / b);
    case GR_REM:
      return a - b * truncl (a / b);
    case GR_MAXIMUM:
      return a >= b ? a : b;
    case GR_MINIMUM:
      return a <= b ? a : b;
    case GR_BITAND:
      return (long double) ((uint64_t) a & (uint64_t) b);
    case GR_BITOR:
      return (long double) ((uint64_t) a | (uint64_t) b);
    case GR_BITXOR:
      return (long double) ((uint64_t) a ^ (uint64_t) b);
    case GR_GCD:
      return b == 0 ? a : wanted_binary (op, b, fmodl (a, b));
    case GR_BITSHIFT:
      return ldexpl (a, (int) b);
    case GR_AND:
      return a != 0 && b != 0;
    case GR_OR:
      return a != 0 || b != 0;
    case GR_XOR:
      return (a != 0) != (b != 0);
    default:
      return a - b;
    }
}

/* Small whole numbers, of which all classes have all results but those of atan2 and hypot exactly.  */
static void
check_binary (gr_binary op, gr_type type)
{
  enum { N = 5, COUNT = N * N };
  unsigned char a[COUNT * 16], b[COUNT * 16], r[COUNT * 16];
  gr_type out = GR_TYPE_COUNT;
  gr_buffer *buffers[3] = { NULL };
  const gr_type of_b = op == GR_BITSHIFT ? GR_TYPE_F64 : type; /* numbers of bits are doubles */
  const gr_status status = gr_binary_type (op, type, of_b, &out);
  const bool takes = op == GR_ATAN2 || op == GR_HYPOT ? type == GR_TYPE_F64 || type == GR_TYPE_F32
                   : op == GR_MOD || op == GR_REM     ? type != GR_TYPE_BOOL
                   : op == GR_GCD ? type != GR_TYPE_BOOL && type != GR_TYPE_F64 && type != GR_TYPE_F32
                                  : true;
  EXPECT (status == (takes ? GR_OK : GR_UNSUPPORTED));
  if (! takes || type == GR_TYPE_BOOL)
    return;
  for (int i = 0; i < COUNT; i++)
    {
      set (type, a, (size_t) i, (value){ i % N, 0 });
      set (of_b, b, (size_t) i, (value){ i / N % 3 + 1, 0 });
    }
  bool good = gr_buffer_new (sizeof a, &buffers[0]) == GR_OK && gr_buffer_new (sizeof b, &buffers[1]) == GR_OK
           && gr_buffer_new (sizeof r, &buffers[2]) == GR_OK && gr_buffer_upload (buffers[0], 0, a, sizeof a) == GR_OK
           && gr_buffer_upload (buffers[1], 0, b, sizeof b) == GR_OK;
  const gr_operand x = { .type = type, .buffer = buffers[0] }, y = { .type = of_b, .buffer = buffers[1] };
  good = good && gr_apply_binary (op, x, y, COUNT, buffers[2], 0) == GR_OK
      && gr_buffer_download (r, buffers[2], 0, sizeof r) == GR_OK;
  for (size_t i = 0; good && i < COUNT; i++)
    {
      const long double u = get (type, a, i).re, v = get (of_b, b, i).re, got = get (out, r, i).re;
      const long double want = wanted_binary (op, u, v);
      good = is_near (out, got, want, op == GR_ATAN2 || op == GR_HYPOT || op == GR_POWER ? GR_ULPS : 0, 0);
      if (! good)
        printf ("function %d of %s %Lg and %Lg is %Lg, wanted %Lg\n", (int) op, gr_types[type].name, u, v, got, want);
    }
  EXPECT (good);
  for (int i = 0; i < 3; i++)
    gr_buffer_release (buffers[i]);
}

/* ---- broadcasting ---- */

/* Sizes of the operands, and a - b, or a < b, of whole numbers.  */
static void
check_broadcast (size_t dims, const size_t *of_a, const size_t *of_b, gr_type type, gr_binary op)
{
  size_t count_a = 1, count_b = 1, count = 1;
  gr_type out = GR_TYPE_COUNT;
  for (size_t k = 0; k < dims; k++)
    {
      count_a *= of_a[k];
      count_b *= of_b[k];
      count *= of_a[k] == 1 ? of_b[k] : of_a[k];
    }
  bool good = gr_binary_type (op, type, type, &out) == GR_OK;
  const size_t size = gr_types[type].size, out_size = gr_types[out].size;
  char *const a = need ((count_a + 1) * size), *const b = need ((count_b + 1) * size),
              *const r = need ((count + 1) * 16);
  gr_buffer *buffers[3] = { NULL };
  for (size_t i = 0; i < count_a; i++)
    set (type, a, i, (value){ (long double) (i * 7 % 50), 0 });
  for (size_t i = 0; i < count_b; i++)
    set (type, b, i, (value){ (long double) (i * 3 % 40), 0 });
  good = good && gr_buffer_new ((count_a + 1) * size, &buffers[0]) == GR_OK
      && gr_buffer_new ((count_b + 1) * size, &buffers[1]) == GR_OK
      && gr_buffer_new ((count + 1) * out_size, &buffers[2]) == GR_OK
      && gr_buffer_upload (buffers[0], size, a, count_a * size) == GR_OK
      && gr_buffer_upload (buffers[1], 0, b, count_b * size) == GR_OK;
  /* one operand begins elsewhere than at a multiple of 16 bytes */
  const gr_operand x = { .type = type, .buffer = buffers[0], .first = 1 }, y = { .type = type, .buffer = buffers[1] };
  good = good && gr_apply_broadcast (op, x, y, dims, of_a, of_b, buffers[2]) == GR_OK
      && gr_buffer_download (r, buffers[2], 0, count * out_size) == GR_OK;
  for (size_t i = 0; good && i < count; i++)
    {
      size_t at[2] = { 0, 0 }, rest = i, stride_a = 1, stride_b = 1;
      for (size_t k = 0; k < dims; k++)
        {
          const size_t n = of_a[k] == 1 ? of_b[k] : of_a[k], c = rest % n;
          at[0] += of_a[k] == 1 ? 0 : c * stride_a;
          at[1] += of_b[k] == 1 ? 0 : c * stride_b;
          stride_a *= of_a[k];
          stride_b *= of_b[k];
          rest /= n;
        }
      const long double u = get (type, a, at[0]).re, v = get (type, b, at[1]).re, got = get (out, r, i).re;
      good = got == (op == GR_LT ? u < v : gr_types[type].kind == GR_KIND_UNSIGNED && u < v ? 0 : u - v);
      if (! good)
        printf ("element %zu of %zu of %s: %Lg and %Lg give %Lg\n", i, count, gr_types[type].name, u, v, got);
    }
  EXPECT (good);
  for (int i = 0; i < 3; i++)
    gr_buffer_release (buffers[i]);
  free (a);
  free (b);
  free (r);
}

static void
check_broadcasts (void)
{
  enum { MOST = 5 };
  static const struct
  {
    size_t dims, a[MOST], b[MOST];
  } shapes[] = { { 2, { 8, 6 }, { 8, 1 } },
                 { 2, { 8, 6 }, { 1, 6 } },
                 { 2, { 7, 1 }, { 1, 5 } },
                 { 2, { 1, 513 }, { 9, 1 } },
                 { 3, { 3, 4, 5 }, { 1, 4, 1 } },
                 { 3, { 4, 1, 5 }, { 4, 3, 1 } },
                 { 5, { 2, 1, 3, 1, 2 }, { 1, 4, 1, 5, 1 } },
                 { 2, { 4096, 3 }, { 4096, 1 } },
                 { 2, { 2052, 3 }, { 1, 3 } },
                 { 2, { 2051, 3 }, { 2051, 1 } },
                 { 2, { 3, 4000 }, { 3, 1 } },
                 { 3, { 1, 1, 40 }, { 64, 33, 1 } },
                 { 2, { 0, 3 }, { 1, 3 } },
                 { 2, { 5, 5 }, { 1, 1 } },
                 { 2, { 6, 5 }, { 6, 5 } } };
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
    for (int type = 0; type < GR_TYPE_COUNT; type++)
      if (type != GR_TYPE_BOOL && type != GR_TYPE_CHAR)
        {
          check_broadcast (shapes[s].dims, shapes[s].a, shapes[s].b, (gr_type) type, type % 3 ? GR_MINUS : GR_LT);
          check_broadcast (shapes[s].dims, shapes[s].b, shapes[s].a, (gr_type) type, GR_MINUS);
        }
}

/* ---- what is refused ---- */

static bool
refuses (gr_status status, gr_status want, const char *text)
{
  const bool good = status == want && strstr (gr_message (), text);
  if (! good)
    printf ("status %d, the message is: %s\n", (int) status, gr_message ());
  return good;
}

static void
check_refused (void)
{
  enum { N = 12 };
  const double x[N] = { 3, 1, 2 };
  const size_t of_a[2] = { 3, 4 }, of_b[2] = { 4, 3 }, column[2] = { 3, 1 };
  gr_type type;
  double least, extreme = 0;
  gr_buffer *a = NULL, *b = NULL;
  EXPECT (gr_buffer_new (sizeof x, &a) == GR_OK && gr_buffer_new (sizeof x, &b) == GR_OK
          && gr_buffer_upload (a, 0, x, sizeof x) == GR_OK);
  const gr_operand u = { .type = GR_TYPE_F64, .buffer = a }, v = { .type = GR_TYPE_F64, .value = x };
  EXPECT (
    refuses (gr_apply_broadcast (GR_PLUS, u, u, 2, of_a, of_b, b), GR_BAD_ARGUMENT, "sizes 3 and 4 of dimension 1"));
  EXPECT (refuses (gr_apply_broadcast (GR_PLUS, u, v, 2, of_a, column, b), GR_BAD_ARGUMENT, "a value of the host"));
  EXPECT (
    refuses (gr_apply_broadcast (GR_PLUS, u, u, 2, of_a, column, a), GR_BAD_ARGUMENT, "is an operand of another"));
  EXPECT (
    refuses (gr_apply_broadcast (GR_PLUS, u, u, GR_MAX_DIMS + 1, of_a, of_a, b), GR_BAD_ARGUMENT, "33 dimensions"));
  const size_t huge[2] = { (size_t) 1 << 33, (size_t) 1 << 33 }, empty[3] = { huge[0], huge[0], 0 };
  EXPECT (refuses (gr_apply_broadcast (GR_PLUS, u, u, 2, huge, huge, b), GR_BAD_ARGUMENT, "than fit into memory"));
  EXPECT (gr_apply_broadcast (GR_PLUS, u, u, 3, empty, empty, b) == GR_OK);
  EXPECT (refuses (gr_unary_type (GR_SQRT, GR_TYPE_I8, &type), GR_UNSUPPORTED, "sqrt takes floating-point elements"));
  EXPECT (refuses (gr_unary_type (GR_UNARY_COUNT, GR_TYPE_F64, &type), GR_BAD_ARGUMENT, "no function of one number"));
  EXPECT (refuses (gr_unary_type (GR_SQRT, GR_TYPE_COUNT, &type), GR_BAD_ARGUMENT, "no element type"));
  EXPECT (refuses (gr_unary_domain (GR_UNARY_COUNT, &least, &least), GR_BAD_ARGUMENT, "no function of one number"));
  EXPECT (refuses (gr_apply_unary (GR_SQRT, GR_TYPE_F64, a, 0, a, 1, N - 1), GR_BAD_ARGUMENT, "overlaps"));
  EXPECT (refuses (gr_apply_unary (GR_SQRT, GR_TYPE_F64, a, 1, b, 0, N), GR_BAD_ARGUMENT, "beyond the argument"));
  EXPECT (gr_apply_unary (GR_SQRT, GR_TYPE_F64, a, 0, a, 0, N) == GR_OK);
  EXPECT (gr_find_extreme (GR_MAX, false, GR_TYPE_F64, a, 0, N, &extreme) == GR_OK && extreme == sqrt (3.0));
  EXPECT (gr_find_extreme (GR_MIN, true, GR_TYPE_F64, a, 1, 2, &extreme) == GR_OK && extreme == 1);
  EXPECT (refuses (gr_find_extreme (GR_SUM, true, GR_TYPE_F64, a, 1, 2, &extreme), GR_BAD_ARGUMENT, "an extreme is"));
  gr_buffer_release (a);
  gr_buffer_release (b);
}

void
check_functions (void)
{
  for (int op = 0; op < GR_UNARY_COUNT; op++)
    {
      check_unary ((gr_unary) op, GR_TYPE_F64);
      check_unary ((gr_unary) op, GR_TYPE_F32);
      check_complex ((gr_unary) op);
    }
  for (int op = 0; op < GR_BINARY_COUNT; op++)
    for (int type = 0; type < GR_TYPE_COUNT; type++)
      if ((gr_binaries[op].kind == GR_BINARY_FUNCTION || gr_binaries[op].kind == GR_BINARY_LOGIC)
          && gr_types[type].kind != GR_KIND_LOGICAL && gr_types[type].kind != GR_KIND_CHAR
          && ! gr_types[type].is_complex)
        check_binary ((gr_binary) op, (gr_type) type);
  check_broadcasts ();
  check_refused ();
  EXPECT (gr_live_allocations () == 0);
}
