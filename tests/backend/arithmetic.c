/* SPDX-License-Identifier: GPL-3.0-or-later

   Arithmetic and comparison of arrays on the device, against C's own arithmetic, long double and 128-bit integers.  */

#include <complex.h>

#include "backend_elements.h"
#include "backend_test.h"

typedef __int128 wide;

/* ---- classes ---- */

/* Of sums: d double, f single, 1 to 8 integers, D and F complex; - there are none.  Rows and columns are those of
   GR_TYPES.  */
static const char *const sum_classes[GR_TYPE_COUNT]
  = { "df12345678ddDF", "ff12345678ffFF", "111-------11--", "22-2------22--", "33--3-----33--",
      "44---4----44--", "55----5---55--", "66-----6--66--", "77------7-77--", "88-------888--",
      "df12345678ddDF", "df12345678ddDF", "DF--------DDDF", "FF--------FFFF" };
static const char letters[] = "df12345678??DF"; /* of types as results */

static bool
is_compared (gr_binary op)
{
  return gr_binaries[op].kind == GR_BINARY_COMPARISON || gr_binaries[op].kind == GR_BINARY_LOGIC;
}

/* Integers, of which logical and char are none.  */
static bool
is_counted (gr_type type)
{
  return gr_types[type].kind == GR_KIND_SIGNED || gr_types[type].kind == GR_KIND_UNSIGNED;
}

/* The class that is wanted, or GR_TYPE_COUNT.  */
static gr_type
wanted_type (gr_binary op, gr_type a, gr_type b)
{
  const char sum = sum_classes[a][b];
  if (! is_compared (op))
    return sum == '-' ? GR_TYPE_COUNT : (gr_type) (strchr (letters, sum) - letters);
  const bool integer = is_counted (a) || is_counted (b);
  return integer && (gr_types[a].is_complex || gr_types[b].is_complex) ? GR_TYPE_COUNT : GR_TYPE_BOOL;
}

/* Functions, and what combines logical values, have tests of their own (functions.c).  */
static bool
is_operator (gr_binary op)
{
  return gr_binaries[op].kind == GR_BINARY_ARITHMETIC || gr_binaries[op].kind == GR_BINARY_COMPARISON;
}

/* ---- what is wanted of integers ---- */

static wide
saturate (gr_type type, wide x)
{
  long double lo, hi;
  bounds (type, &lo, &hi);
  return x < (wide) lo ? (wide) lo : x > (wide) hi ? (wide) hi : x;
}

/* Half away from zero; what no 128-bit integer holds is at its bounds.  */
static wide
round_away (gr_type type, long double x)
{
  const long double most = 0x1p126L;
  return isnan (x) ? 0 : saturate (type, (wide) roundl (x > most ? most : x < -most ? -most : x));
}

static wide
divide (gr_type type, wide a, wide b)
{
  if (! b)
    return saturate (type, a < 0 ? -((wide) 1 << 100) : a > 0 ? (wide) 1 << 100 : 0);
  const wide x = a < 0 ? -a : a, y = b < 0 ? -b : b, q = (2 * x + y) / (2 * y);
  return saturate (type, (a < 0) != (b < 0) ? -q : q);
}

static wide
multiply (gr_type type, wide a, wide b)
{
  const unsigned __int128 x = (unsigned __int128) (a < 0 ? -a : a), y = (unsigned __int128) (b < 0 ? -b : b);
  const unsigned __int128 p = x * y; /* below 2^128 */
  const bool negative = (a < 0) != (b < 0);
  const wide beyond = (wide) 1 << 100;
  return saturate (type, p >= (unsigned __int128) beyond ? (negative ? -beyond : beyond)
                         : negative                      ? -(wide) p
                                                         : (wide) p);
}

static wide
integers (gr_binary op, gr_type type, wide a, wide b)
{
  switch (op)
    {
    case GR_PLUS:
      return saturate (type, a + b);
    case GR_MINUS:
      return saturate (type, a - b);
    case GR_TIMES:
      return multiply (type, a, b);
    default:
      return divide (type, a, b);
    }
}

/* 64-bit integers and doubles, as builds of Octave without long double do it.  */

static bool
is_whole (gr_type type, double y)
{
  long double lo, hi;
  bounds (type, &lo, &hi);
  return y == trunc (y) && (type == GR_TYPE_I64 ? fabs (y) <= (double) hi && fabs (y) != 0x1p63 : y >= 0 && y < 0x1p64);
}

static wide
times_double (gr_type type, wide x, double y)
{
  if (is_whole (type, y))
    return multiply (type, x, (wide) y);
  if (y == 0.5 || (type == GR_TYPE_I64 && y == -0.5))
    return divide (type, x, y < 0 ? -2 : 2);
  if (! isfinite (y) || (type == GR_TYPE_U64 && y < 0))
    return round_away (type, (double) x * y);
  int e;
  const unsigned __int128 mantissa = (unsigned __int128) (long double) floor (ldexp (frexp (fabs (y), &e), 52));
  const unsigned __int128 p = mantissa * (unsigned __int128) (x < 0 ? -x : x);
  wide sum = 0;
  for (int i = 0; i < 4; i++)
    sum += round_away (GR_TYPE_U64, ldexpl ((long double) (uint32_t) (p >> (32 * i)), e - 52 + 32 * i));
  return saturate (type, (x < 0) != (y < 0) ? -sum : sum);
}

static wide
plus_double (gr_type type, wide x, double y)
{
  if (type == GR_TYPE_I64 && fabs (y) >= 0x1p63)
    return saturate (type, x + 2 * round_away (type, y / 2));
  return saturate (type, x + (y < 0 ? -round_away (type, -y) : round_away (type, y)));
}

static wide
long_and_double (gr_binary op, gr_type type, wide x, double y)
{
  switch (op)
    {
    case GR_PLUS:
      return plus_double (type, x, y);
    case GR_MINUS:
      return plus_double (type, x, -y);
    case GR_TIMES:
      return times_double (type, x, y);
    default:
      return is_whole (type, y) ? divide (type, x, (wide) y) : times_double (type, x, 1 / y);
    }
}

static wide
double_and_long (gr_binary op, gr_type type, double x, wide y)
{
  switch (op)
    {
    case GR_PLUS:
      return plus_double (type, y, x);
    case GR_TIMES:
      return times_double (type, y, x);
    case GR_RDIVIDE:
      return round_away (type, x / (double) y);
    default:
      if (type == GR_TYPE_I64)
        return y == INT64_MIN ? round_away (type, x + 0x1p63) : plus_double (type, -y, x);
      if (x < 0x1p64)
        return saturate (type, round_away (type, x) - y);
      return saturate (type, y ? round_away (type, x - 0x1p64) + ((wide) 1 << 64) - y : (wide) UINT64_MAX);
    }
}

/* ---- what is wanted of all ---- */

static bool
holds (gr_binary op, int order, bool ordered)
{
  switch (op)
    {
    case GR_LT:
      return ordered && order < 0;
    case GR_LE:
      return ordered && order <= 0;
    case GR_EQ:
      return ordered && ! order;
    case GR_GE:
      return ordered && order >= 0;
    case GR_GT:
      return ordered && order > 0;
    default:
      return ! ordered || order;
    }
}

static bool
compare_long_double (gr_binary op, long double a, long double b)
{
  return holds (op, (a > b) - (a < b), ! isnan (a) && ! isnan (b));
}

/* The order of real numbers; a double that equals a bound of a 64-bit class as a double is beyond that class, or below
   unsigned ones.  */
static bool
compare_reals (gr_binary op, gr_type ta, long double a, gr_type tb, long double b)
{
  /* characters are signed ones beside each other */
  if (ta == GR_TYPE_CHAR && tb == GR_TYPE_CHAR)
    return compare_long_double (op, a > INT8_MAX ? a - 256 : a, b > INT8_MAX ? b - 256 : b);
  for (int side = 0; side < 2; side++)
    {
      const gr_type type = side ? tb : ta;
      const long double x = side ? b : a, y = side ? a : b;
      if ((type != GR_TYPE_I64 && type != GR_TYPE_U64) || is_counted (side ? ta : tb) || (double) x != (double) y)
        continue;
      const double most = type == GR_TYPE_I64 ? 0x1p63 : 0x1p64;
      const int order = (double) y == most ? 1 : type == GR_TYPE_I64 && (double) y == -0x1p63 ? -1 : 0;
      if (order)
        return holds (op, side ? -order : order, true);
    }
  const bool single = ! is_counted (ta) && ! is_counted (tb) && (is_single (ta) || is_single (tb));
  return compare_long_double (op, single ? (float) a : a, single ? (float) b : b);
}

static bool
compare_complex (gr_binary op, gr_type ta, value a, gr_type tb, value b)
{
  const bool single = is_single (ta) || is_single (tb), a_real = ! gr_types[ta].is_complex,
             b_real = ! gr_types[tb].is_complex;
  if (single)
    {
      a = (value){ (float) a.re, (float) a.im };
      b = (value){ (float) b.re, (float) b.im };
    }
  if (op == GR_EQ || op == GR_NE)
    return (a.re == b.re && a.im == b.im) == (op == GR_EQ);
  const double complex x = CMPLX ((double) a.re, (double) a.im), y = CMPLX ((double) b.re, (double) b.im);
  const float complex u = CMPLXF ((float) a.re, (float) a.im), v = CMPLXF ((float) b.re, (float) b.im);
  double of_a = single ? (double) cabsf (u) : cabs (x), of_b = single ? (double) cabsf (v) : cabs (y);
  if (of_a == of_b)
    {
      const double pi = 3.14159265358979323846, least = single ? -(double) (float) pi : -pi;
      of_a = a_real ? 0 : single ? (double) cargf (u) : carg (x);
      of_b = b_real ? 0 : single ? (double) cargf (v) : carg (y);
      of_a = of_a == least ? -least : of_a;
      of_b = of_b == least ? -least : of_b;
    }
  return compare_long_double (op, of_a, of_b);
}

#define COMPUTE(T, A, B)                                                                                               \
  (op == GR_PLUS    ? (T) ((A) + (B))                                                                                  \
   : op == GR_MINUS ? (T) ((A) - (B))                                                                                  \
   : op == GR_TIMES ? (T) ((A) * (B))                                                                                  \
                    : (T) ((A) / (B)))

/* Complex numbers, of which real ones have no imaginary part.  */
static value
compute_complex (gr_binary op, bool single, bool a_real, value a, bool b_real, value b)
{
  const float complex u = CMPLXF ((float) a.re, (float) a.im), v = CMPLXF ((float) b.re, (float) b.im);
  const double complex x = single ? CMPLX (crealf (u), cimagf (u)) : CMPLX ((double) a.re, (double) a.im);
  const double complex y = single ? CMPLX (crealf (v), cimagf (v)) : CMPLX ((double) b.re, (double) b.im);
  const bool by_parts = a_real ? op != GR_RDIVIDE : b_real;
  if (by_parts && single)
    {
      const float ar = crealf (u), ai = cimagf (u), br = crealf (v), bi = cimagf (v);
      const float im = op == GR_PLUS  ? (a_real ? bi : ai)
                     : op == GR_MINUS ? (a_real ? -bi : ai)
                     : op == GR_TIMES ? (a_real ? ar * bi : ai * br)
                                      : ai / br;
      return (value){ COMPUTE (float, ar, br), im };
    }
  if (by_parts)
    {
      const double ar = creal (x), ai = cimag (x), br = creal (y), bi = cimag (y);
      const double im = op == GR_PLUS  ? (a_real ? bi : ai)
                      : op == GR_MINUS ? (a_real ? -bi : ai)
                      : op == GR_TIMES ? (a_real ? ar * bi : ai * br)
                                       : ai / br;
      return (value){ COMPUTE (double, ar, br), im };
    }
  if (single && op != GR_RDIVIDE)
    {
      const float complex z = COMPUTE (float complex, u, v);
      return (value){ crealf (z), cimagf (z) };
    }
  /* quotients of singles, too, since singles overflow on the way */
  const double complex z = COMPUTE (double complex, x, y);
  return single ? (value){ (float) creal (z), (float) cimag (z) } : (value){ creal (z), cimag (z) };
}

static value
wanted_value (gr_binary op, gr_type out, gr_type ta, value a, gr_type tb, value b)
{
  const bool has_parts = gr_types[ta].is_complex || gr_types[tb].is_complex;
  if (is_compared (op))
    return (value){ has_parts ? compare_complex (op, ta, a, tb, b) : compare_reals (op, ta, a.re, tb, b.re), 0 };
  if (has_parts)
    return compute_complex (op, out == GR_TYPE_C32, ! gr_types[ta].is_complex, a, ! gr_types[tb].is_complex, b);
  if (out == GR_TYPE_F32)
    return (value){ COMPUTE (float, (float) a.re, (float) b.re), 0 };
  if (out == GR_TYPE_F64)
    return (value){ COMPUTE (double, (double) a.re, (double) b.re), 0 };
  if (ta == tb)
    return (value){ (long double) integers (op, out, (wide) a.re, (wide) b.re), 0 };
  if (out == GR_TYPE_I64 || out == GR_TYPE_U64)
    return (value){ (long double) (ta == out ? long_and_double (op, out, (wide) a.re, (double) b.re)
                                             : double_and_long (op, out, (double) a.re, (wide) b.re)),
                    0 };
  return (value){ (long double) round_away (out, COMPUTE (double, (double) a.re, (double) b.re)), 0 };
}

/* ---- elements ---- */

enum { MOST_SPECIAL = 128 };

/* Elements at which something changes.  */
static size_t
special_elements (gr_type type, value *v)
{
  static const long double reals[] = { NAN,
                                       INFINITY,
                                       -INFINITY,
                                       0.0L,
                                       -0.0L,
                                       0.5L,
                                       -0.5L,
                                       1,
                                       -1,
                                       1.5L,
                                       -1.5L,
                                       2,
                                       -2.5L,
                                       3,
                                       1 / 3.0L,
                                       -1e10L,
                                       127.5L,
                                       32767.5L,
                                       255.5L,
                                       -128.5L,
                                       65535.5L,
                                       0x1p31L - 0.5L,
                                       0x1p32L,
                                       0x1p53L,
                                       0x1p53L + 2,
                                       1.9L * 0x1p61L,
                                       -1.9L * 0x1p61L,
                                       0x1p62L,
                                       -0x1p63L,
                                       0x1p63L,
                                       -0x1.8p63L,
                                       0x1p64L,
                                       0x1.8p64L,
                                       0x1p64L - 2048,
                                       1e30L,
                                       -1e300L,
                                       1e-320L,
                                       0.49999999999999994L,
                                       1e-40L,
                                       3e38L,
                                       1.25L,
                                       -0.1L,
                                       1e-5L };
  static const long double parts[] = { NAN, INFINITY, -INFINITY, 0.0L, -0.0L, 1, -1, 3.5L, -4, 2e38L, 1e-30L };
  enum { REALS = sizeof reals / sizeof *reals, PARTS = sizeof parts / sizeof *parts };
  size_t n = 0;
  long double lo, hi;
  if (gr_types[type].is_complex)
    for (size_t i = 0; i < PARTS; i++)
      for (size_t k = 0; k < PARTS; k++)
        v[n++] = (value){ parts[i], parts[k] };
  else if (! is_integer (type))
    for (size_t i = 0; i < REALS; i++)
      v[n++] = (value){ reals[i], 0 };
  else
    {
      bounds (type, &lo, &hi);
      for (int i = -8; i <= 8; i++)
        if (i >= lo && i <= hi)
          v[n++].re = i;
      const long double others[] = { lo,
                                     lo + 1,
                                     hi - 1,
                                     hi,
                                     floorl (hi / 2),
                                     floorl (hi / 2) + 1,
                                     floorl (hi / 3),
                                     hi - 1024,
                                     hi - 1025,
                                     lo + 1024,
                                     ceill (lo / 2),
                                     0x1p53L + 1 };
      for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i] >= lo && others[i] <= hi)
          v[n++].re = others[i];
    }
  return n;
}

/* Are the results the same, but for which NaN they are?  Quotients of complex numbers are within rounding.  */
static bool
is_same (gr_type type, value got, value want, bool quotient)
{
  const long double eps = type == GR_TYPE_C32 ? 0x1p-23L : 0x1p-52L, size = hypotl (want.re, want.im);
  if (quotient && (isinf (want.re) || isinf (want.im)))
    return isinf (got.re) || isinf (got.im);
  if (quotient && (isnan (want.re) || isnan (want.im)))
    return isnan (got.re) || isnan (got.im);
  if (quotient)
    return hypotl (got.re - want.re, got.im - want.im)
        <= 8 * eps * size + (type == GR_TYPE_C32 ? 0x1p-148L : 0x1p-1073L);
  const bool re = isnan (want.re) ? isnan (got.re) : got.re == want.re && ! signbit (got.re) == ! signbit (want.re);
  const bool im = isnan (want.im) ? isnan (got.im) : got.im == want.im && ! signbit (got.im) == ! signbit (want.im);
  return re && im;
}

/* Complex numbers of one modulus are ordered by their arguments.  A device and the C library may each be off by a unit
   in the last place of these, so that those which are that close fall to either side.  */
static bool
is_near_tie (gr_binary op, gr_type ta, value a, gr_type tb, value b)
{
  const bool single = is_single (ta) || is_single (tb);
  if (strcmp (backend, "cuda") || ! is_compared (op) || op == GR_EQ || op == GR_NE || ! gr_types[ta].is_complex
      || ! gr_types[tb].is_complex)
    return false;
  const double complex x = CMPLX ((double) a.re, (double) a.im), y = CMPLX ((double) b.re, (double) b.im);
  const float complex u = CMPLXF ((float) a.re, (float) a.im), v = CMPLXF ((float) b.re, (float) b.im);
  return single ? cabsf (u) == cabsf (v) && fabsf (cargf (u) - cargf (v)) <= 0x1p-21F
                : cabs (x) == cabs (y) && fabs (carg (x) - carg (y)) <= 0x1p-50;
}

static gr_buffer *
buffer_of (const void *data, size_t bytes)
{
  gr_buffer *buffer = NULL;
  EXPECT (gr_buffer_new (bytes, &buffer) == GR_OK && gr_buffer_upload (buffer, 0, data, bytes) == GR_OK);
  return buffer;
}

/* How operands are handed over.  */
typedef enum { ARRAYS, A_IS_VALUE, B_IS_VALUE, A_IS_ELEMENT, B_IS_ELEMENT, IN_PLACE, WAYS } way;

/* Apply op to arrays of n elements, each from number `first` of its buffer on, and compare the results; a scalar is
   element 0.  */
static bool
check_call (gr_binary op, gr_type ta, const void *a, gr_type tb, const void *b, size_t n, size_t first, way how)
{
  const gr_type out = wanted_type (op, ta, tb);
  const size_t sizes[3] = { gr_types[ta].size, gr_types[tb].size, gr_types[out].size };
  const bool a_scalar = how == A_IS_VALUE || how == A_IS_ELEMENT, b_scalar = how == B_IS_VALUE || how == B_IS_ELEMENT;
  char *raw = need ((first + n + 1) * 16);
  gr_buffer *buffers[3];
  memset (raw, 77, (first + n + 1) * 16);
  memcpy (raw + first * sizes[0], a, n * sizes[0]);
  buffers[0] = buffer_of (raw, (first + n + 1) * sizes[0]);
  memset (raw, 77, (first + n + 1) * 16);
  memcpy (raw + first * sizes[1], b, n * sizes[1]);
  buffers[1] = buffer_of (raw, (first + n + 1) * sizes[1]);
  memset (raw, 77, (first + n + 1) * 16);
  buffers[2] = how == IN_PLACE ? gr_buffer_retain (buffers[0]) : buffer_of (raw, (first + n + 1) * sizes[2]);
  gr_operand x = { .type = ta, .buffer = buffers[0], .first = first, .is_scalar = how == A_IS_ELEMENT };
  gr_operand y = { .type = tb, .buffer = buffers[1], .first = first, .is_scalar = how == B_IS_ELEMENT };
  if (how == A_IS_VALUE)
    x = (gr_operand){ .type = ta, .value = a };
  if (how == B_IS_VALUE)
    y = (gr_operand){ .type = tb, .value = b };
  bool good = gr_apply_binary (op, x, y, n, buffers[2], first) == GR_OK
           && gr_buffer_download (raw, buffers[2], 0, (first + n + 1) * sizes[2]) == GR_OK;
  const char *results = raw + first * sizes[2];
  const bool quotient = gr_types[out].is_complex && op == GR_RDIVIDE && gr_types[tb].is_complex;
  for (size_t i = 0; good && i < n; i++)
    {
      const value u = get (ta, a, a_scalar ? 0 : i), v = get (tb, b, b_scalar ? 0 : i), got = get (out, results, i);
      const value want = wanted_value (op, out, ta, u, tb, v);
      good = is_same (out, got, want, quotient) || is_near_tie (op, ta, u, tb, v);
      if (! good)
        printf ("%s %Lg%+Lgi %s %s %Lg%+Lgi is %.20Lg%+Lgi, wanted %.20Lg%+Lgi\n", type_names[ta], u.re, u.im,
                gr_binaries[op].sign, type_names[tb], v.re, v.im, got.re, got.im, want.re, want.im);
    }
  /* what stands beside the results is as it was */
  for (size_t i = 0; good && how != IN_PLACE && i < sizes[2]; i++)
    good = results[n * sizes[2] + i] == 77 && (! first || raw[i] == 77);
  if (! good)
    printf ("%s %s %s, %zu elements from %zu on, way %d: %s\n", type_names[ta], gr_binaries[op].sign, type_names[tb], n,
            first, (int) how, gr_message ());
  for (int i = 0; i < 3; i++)
    gr_buffer_release (buffers[i]);
  free (raw);
  return good;
}

/* All pairs of special elements.  */
static void
check_types (gr_type ta, gr_type tb)
{
  value u[MOST_SPECIAL] = { { 0, 0 } }, v[MOST_SPECIAL] = { { 0, 0 } };
  const size_t na = special_elements (ta, u), nb = special_elements (tb, v), n = na * nb;
  void *a = need (n * gr_types[ta].size), *b = need (n * gr_types[tb].size);
  bool good = true;
  for (size_t i = 0; i < n; i++)
    {
      set (ta, a, i, u[i % na]);
      set (tb, b, i, v[i / na]);
    }
  for (int op = 0; good && op < GR_BINARY_COUNT; op++)
    {
      gr_type out = GR_TYPE_COUNT;
      if (! is_operator ((gr_binary) op))
        continue;
      const gr_status status = gr_binary_type ((gr_binary) op, ta, tb, &out);
      const gr_type want = wanted_type ((gr_binary) op, ta, tb);
      good = want == GR_TYPE_COUNT ? status == GR_UNSUPPORTED : status == GR_OK && out == want;
      if (good && want != GR_TYPE_COUNT)
        good = check_call ((gr_binary) op, ta, a, tb, b, n, 0, ARRAYS);
    }
  EXPECT (good);
  free (a);
  free (b);
}

/* ---- sizes and ways ---- */

static void
check_sizes (gr_type ta, gr_type tb)
{
  static const size_t lengths[] = { 0, 1, 3, 4, 5, 1023, 1024, 1025, 2047, 2048, 2049, 4100, 40000 };
  enum { MOST = 40000 };
  value u[MOST_SPECIAL] = { { 0, 0 } }, v[MOST_SPECIAL] = { { 0, 0 } };
  const size_t na = special_elements (ta, u), nb = special_elements (tb, v);
  void *a = need (MOST * gr_types[ta].size), *b = need (MOST * gr_types[tb].size);
  bool good = true;
  for (size_t i = 0; i < MOST; i++)
    {
      set (ta, a, i, u[bits () % na]);
      set (tb, b, i, v[bits () % nb]);
    }
  for (size_t l = 0; good && l < sizeof lengths / sizeof *lengths; l++)
    for (way how = 0; good && how < WAYS; how++)
      for (size_t first = 0; good && first < 4; first += 1 + (lengths[l] > 100))
        {
          const gr_binary drawn = (gr_binary) (bits () % GR_BINARY_COUNT), sum = GR_PLUS;
          const gr_binary op = is_operator (drawn) ? drawn : GR_MINUS;
          const gr_type out = wanted_type (op, ta, tb);
          if (how != IN_PLACE && out != GR_TYPE_COUNT)
            good = check_call (op, ta, a, tb, b, lengths[l], first, how);
          if (how == IN_PLACE && wanted_type (sum, ta, tb) == ta)
            good = check_call (sum, ta, a, tb, b, lengths[l], first, how);
        }
  EXPECT (good);
  free (a);
  free (b);
}

/* ---- what is refused, and what fails ---- */

static bool
refuses (gr_status status, gr_status want, const char *text)
{
  const bool good = status == want && strstr (gr_message (), text);
  if (! good)
    printf ("status %d, the message is: %s\n", (int) status, gr_message ());
  return good;
}

static void
check_refusals (void)
{
  enum { N = 10 };
  const double x[N] = { 1 };
  gr_type type;
  gr_buffer *a = buffer_of (x, sizeof x), *b = buffer_of (x, sizeof x);
  const gr_operand of_a = { .type = GR_TYPE_F64, .buffer = a }, of_b = { .type = GR_TYPE_F64, .buffer = b };
  const gr_operand nothing = { .type = GR_TYPE_F64 }, late = { .type = GR_TYPE_F64, .buffer = a, .first = 1 };
  const gr_operand first = { .type = GR_TYPE_F64, .buffer = a, .is_scalar = true };
  const gr_operand bytes = { .type = GR_TYPE_I8, .buffer = a }, whole = { .type = GR_TYPE_I16, .buffer = b };
  EXPECT (refuses (gr_binary_type (GR_PLUS, GR_TYPE_I8, GR_TYPE_U64, &type), GR_UNSUPPORTED,
                   "binary operator '+' not implemented for int8 and uint64 elements"));
  EXPECT (refuses (gr_binary_type (GR_LT, GR_TYPE_C32, GR_TYPE_U64, &type), GR_UNSUPPORTED,
                   "binary operator '<' not implemented for complex single and uint64 elements"));
  EXPECT (refuses (gr_binary_type (GR_BINARY_COUNT, GR_TYPE_F64, GR_TYPE_F64, &type), GR_BAD_ARGUMENT,
                   "no binary operator number 25"));
  EXPECT (refuses (gr_binary_type (GR_PLUS, GR_TYPE_F64, GR_TYPE_COUNT, &type), GR_BAD_ARGUMENT, "no element types"));
  EXPECT (refuses (gr_apply_binary (GR_PLUS, bytes, whole, N, b, 0), GR_UNSUPPORTED, "int8 and int16"));
  EXPECT (refuses (gr_apply_binary (GR_PLUS, nothing, of_b, N, b, 0), GR_BAD_ARGUMENT,
                   "the first operand has neither a buffer nor a value"));
  EXPECT (refuses (gr_apply_binary (GR_PLUS, of_b, late, N, b, 0), GR_BAD_ARGUMENT,
                   "10 elements of 8 bytes from number 1 on end beyond the second operand of 80 bytes"));
  EXPECT (refuses (gr_apply_binary (GR_PLUS, of_a, of_b, N + 1, b, 0), GR_BAD_ARGUMENT, "beyond the first operand"));
  EXPECT (refuses (gr_apply_binary (GR_PLUS, of_a, of_b, N, b, SIZE_MAX), GR_BAD_ARGUMENT, "beyond the result"));
  EXPECT (refuses (gr_apply_binary (GR_PLUS, of_a, of_b, N, NULL, 0), GR_BAD_ARGUMENT, "the buffer is missing"));
  EXPECT (refuses (gr_apply_binary (GR_PLUS, late, of_b, N - 1, a, 0), GR_BAD_ARGUMENT,
                   "the result overlaps the first operand, and not element by element"));
  EXPECT (refuses (gr_apply_binary (GR_LT, of_a, of_b, N, b, 0), GR_BAD_ARGUMENT, "overlaps the second operand"));
  EXPECT (refuses (gr_apply_binary (GR_PLUS, first, of_b, N, a, 0), GR_BAD_ARGUMENT, "overlaps the first operand"));
  EXPECT (gr_apply_binary (GR_PLUS, first, of_b, 1, a, 0) == GR_OK);
  EXPECT (gr_apply_binary (GR_PLUS, of_a, of_b, 0, b, N) == GR_OK);
  if (strcmp (backend, "cpu"))
    {
      gr_plant_fault (GR_FAULT_LAUNCH, 1);
      EXPECT (refuses (gr_apply_binary (GR_PLUS, of_a, of_b, N, b, 0), GR_CUDA_ERROR, "kernel launch"));
      gr_plant_fault (GR_FAULT_NONE, 0);
      EXPECT (gr_apply_binary (GR_PLUS, of_a, of_b, N, b, 0) == GR_OK && gr_wait () == GR_OK);
      gr_use_backend (&gr_backend_cpu);
      EXPECT (refuses (gr_apply_binary (GR_PLUS, of_a, of_b, N, b, 0), GR_BAD_ARGUMENT, "\"cpu\" is selected"));
      gr_use_backend (device);
    }
  gr_buffer_release (a);
  gr_buffer_release (b);
}

void
check_arithmetic (void)
{
  for (int a = 0; a < GR_TYPE_COUNT; a++)
    for (int b = 0; b < GR_TYPE_COUNT; b++)
      {
        check_types ((gr_type) a, (gr_type) b);
        if ((a + b) % 3 == 0 || a == b)
          check_sizes ((gr_type) a, (gr_type) b);
      }
  check_refusals ();
  EXPECT (gr_live_allocations () == 0);
}
