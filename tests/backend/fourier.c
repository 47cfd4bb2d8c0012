/* SPDX-License-Identifier: GPL-3.0-or-later

   Fourier transforms on the device, against sums.  The executor has a plain transform in the place of cuFFT, which lies
   beside the program.  */

#define _GNU_SOURCE
#include "backend_elements.h"
#include "backend_test.h"

#include <dlfcn.h>
#include <unistd.h>

extern gr_status gr_load_cufft (const char *const *names);

static bool
refuses (gr_status status, gr_status want, const char *text)
{
  const bool good = status == want && strstr (gr_message (), text);
  if (! good)
    printf ("status %d, the message is: %s\n", (int) status, gr_message ());
  return good;
}

/* ---- sums ---- */

static size_t
length (const gr_fourier *f)
{
  size_t n = 1;
  for (unsigned d = 0; d < f->rank; d++)
    n *= f->len[d];
  return n;
}

/* The number of the place at the negative frequency of place k.  */
static size_t
mirrored (const gr_fourier *f, size_t k)
{
  size_t m = 0, step = 1;
  for (unsigned d = 0; d < f->rank; step *= f->len[d], k /= f->len[d], d++)
    m += k % f->len[d] ? (f->len[d] - k % f->len[d]) * step : 0;
  return m;
}

/* The turns by which element number i counts in result number k.  */
static long double
turns (const gr_fourier *f, size_t i, size_t k)
{
  long double sum = 0;
  for (unsigned d = 0; d < f->rank; i /= f->len[d], k /= f->len[d], d++)
    sum += (long double) (i % f->len[d] * (k % f->len[d]) % f->len[d]) / (long double) f->len[d];
  return sum;
}

/* Result number k of the transform of elements x, `stride` apart.  */
static value
wanted (const gr_fourier *f, gr_type type, const void *x, size_t first, size_t k)
{
  const size_t n = length (f);
  value sum = { 0, 0 };
  for (size_t i = 0; i < n; i++)
    {
      const value v = get (type, x, first + i * f->inner);
      const long double angle = 2 * acosl (-1) * turns (f, i, k) * (f->inverse ? 1 : -1);
      sum.re += v.re * cosl (angle) - v.im * sinl (angle);
      sum.im += v.re * sinl (angle) + v.im * cosl (angle);
    }
  if (f->inverse)
    sum = (value){ sum.re / (long double) n, sum.im / (long double) n };
  return sum;
}

/* Rounding errors grow with the logarithm of the length, and are those of all elements.  */
static long double
bound (const gr_fourier *f, gr_type type, const void *x, size_t first)
{
  const size_t n = length (f);
  const long double eps = is_single (type) ? 0x1p-23L : 0x1p-52L;
  long double squares = 0;
  for (size_t i = 0; i < n; i++)
    {
      const value v = get (type, x, first + i * f->inner);
      squares += v.re * v.re + v.im * v.im;
    }
  return 4 * eps * (1 + log2l ((long double) n)) * sqrtl (squares) * (f->inverse ? 1 / (long double) n : 1);
}

/* ---- results ---- */

typedef struct
{
  gr_fourier fourier;
  gr_type type, out_type;
  size_t count;
  void *x, *results;
  gr_buffer *from, *to;
} transform;

/* How the elements are: any; or conjugates.  */
static transform
new_transform (const gr_fourier *f, gr_type type, gr_type out_type, bool conjugate)
{
  const size_t n = length (f);
  transform t = { *f, type, out_type, f->inner * n * f->outer, NULL, NULL, NULL, NULL };
  const size_t bytes = t.count * gr_types[type].size, out_bytes = t.count * gr_types[out_type].size;
  t.x = need (bytes);
  t.results = need (out_bytes);
  for (size_t k = 0; k < t.count; k++)
    {
      const size_t i = k % f->inner, e = k / f->inner % n, o = k / f->inner / n, m = mirrored (f, e);
      value v = { uniform () - 0.5L, gr_types[type].is_complex ? uniform () - 0.5L : 0 };
      if (conjugate && m == e)
        v.im = 0;
      else if (conjugate && m < e)
        {
          v = get (type, t.x, i + f->inner * (m + n * o));
          v.im = -v.im;
        }
      set (type, t.x, k, v);
    }
  EXPECT (gr_buffer_new (bytes, &t.from) == GR_OK && gr_buffer_upload (t.from, 0, t.x, bytes) == GR_OK);
  EXPECT (gr_buffer_new (out_bytes, &t.to) == GR_OK);
  return t;
}

static void
free_transform (transform *t)
{
  free (t->x);
  free (t->results);
  gr_buffer_release (t->from);
  gr_buffer_release (t->to);
}

/* Are the results those of sums, and if the elements are real, exact conjugates?  */
static bool
is_transform (const transform *t)
{
  const gr_fourier *const f = &t->fourier;
  const size_t n = length (f);
  const bool conjugate = ! gr_types[t->type].is_complex && gr_types[t->out_type].is_complex;
  bool good = true;
  for (size_t k = 0; good && k < t->count; k++)
    {
      const size_t i = k % f->inner, e = k / f->inner % n, o = k / f->inner / n, first = i + f->inner * n * o;
      const value got = get (t->out_type, t->results, k), want = wanted (f, t->type, t->x, first, e);
      const value other = get (t->out_type, t->results, first + f->inner * mirrored (f, e));
      const long double tolerance = bound (f, t->type, t->x, first);
      good = fabsl (got.re - want.re) <= tolerance && fabsl (got.im - want.im) <= tolerance
          && (! conjugate || (got.re == other.re && got.im == -other.im));
      if (! good)
        printf ("element %zu: %Lg%+Lgi, wanted %Lg%+Lgi\n", k, got.re, got.im, want.re, want.im);
    }
  return good;
}

/* The transform, what it says of conjugates, and the elements, which stay.  */
static void
check_transform (const gr_fourier *f, gr_type type, gr_type out_type, bool conjugate)
{
  transform t = new_transform (f, type, out_type, conjugate);
  const size_t bytes = t.count * gr_types[type].size;
  void *const after = need (bytes);
  bool says_so = ! conjugate;
  const bool good
    = gr_is_conjugate (f, type, t.from, &says_so) == GR_OK && gr_transform (f, type, t.from, out_type, t.to) == GR_OK
   && gr_buffer_download (t.results, t.to, 0, t.count * gr_types[out_type].size) == GR_OK
   && gr_buffer_download (after, t.from, 0, bytes) == GR_OK && ! memcmp (after, t.x, bytes) && is_transform (&t);
  if (! good || says_so != conjugate)
    printf ("%s to %s, inner %zu, outer %zu, %u dimensions, the first of %zu, inverse %d, conjugate %d, which it says "
            "is %d: %s\n",
            type_names[type], type_names[out_type], f->inner, f->outer, f->rank, f->len[0], f->inverse, conjugate,
            says_so, gr_message ());
  EXPECT (good && says_so == conjugate);
  free (after);
  free_transform (&t);
}

static const gr_fourier shapes[] = { { .inner = 1, .outer = 1, .rank = 1, .len = { 16 } },
                                     { .inner = 1, .outer = 3, .rank = 1, .len = { 15 } },
                                     { .inner = 1, .outer = 700, .rank = 1, .len = { 3 } },
                                     { .inner = 5, .outer = 1, .rank = 1, .len = { 8 } },
                                     { .inner = 3, .outer = 2, .rank = 1, .len = { 7 } },
                                     { .inner = 4, .outer = 6, .rank = 1, .len = { 6 } },
                                     { .inner = 300, .outer = 7, .rank = 1, .len = { 5 } },
                                     { .inner = 1, .outer = 1, .rank = 2, .len = { 6, 5 } },
                                     { .inner = 1, .outer = 4, .rank = 2, .len = { 5, 8 } },
                                     { .inner = 1, .outer = 2, .rank = 2, .len = { 1, 7 } },
                                     { .inner = 1, .outer = 1, .rank = 3, .len = { 4, 3, 5 } },
                                     { .inner = 1, .outer = 2, .rank = 3, .len = { 3, 4, 2 } },
                                     { .inner = 1, .outer = 1, .rank = 4, .len = { 4, 2, 3, 5 } },
                                     { .inner = 1, .outer = 2, .rank = 5, .len = { 3, 2, 2, 4, 3 } },
                                     { .inner = 1, .outer = 1, .rank = 6, .len = { 2, 1, 4, 3, 2, 6 } },
                                     { .inner = 1, .outer = 1, .rank = 1, .len = { 2 } } };

static void
check_results (void)
{
  static const gr_type reals[] = { GR_TYPE_F64, GR_TYPE_F32 }, complexes[] = { GR_TYPE_C64, GR_TYPE_C32 };
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
    for (int p = 0; p < 2; p++)
      {
        gr_fourier f = shapes[s];
        const bool is_even = length (&f) == 2; /* all real elements are conjugates */
        for (int inverse = 0; inverse < 2; inverse++)
          {
            f.inverse = inverse;
            check_transform (&f, complexes[p], complexes[p], false);
            check_transform (&f, reals[p], complexes[p], is_even);
            check_transform (&f, complexes[p], complexes[p], true);
          }
        check_transform (&f, complexes[p], reals[p], true);
        check_transform (&f, reals[p], reals[p], true);
      }
}

/* Of one element each, a transform is a copy.  */
static void
check_copies (void)
{
  const gr_fourier f = { .inner = 3, .outer = 4, .rank = 1, .len = { 1 }, .inverse = true };
  static const gr_type to[][2]
    = { { GR_TYPE_C64, GR_TYPE_C64 }, { GR_TYPE_F32, GR_TYPE_C32 }, { GR_TYPE_F64, GR_TYPE_F64 } };
  for (size_t k = 0; k < sizeof to / sizeof *to; k++)
    check_transform (&f, to[k][0], to[k][1], ! gr_types[to[k][0]].is_complex);
  check_transform (&f, GR_TYPE_C32, GR_TYPE_F32, true);
}

/* One element that is no conjugate, anywhere.  */
static void
check_conjugates (void)
{
  const gr_fourier f = { .inner = 2, .outer = 3, .rank = 1, .len = { 2050 } };
  transform t = new_transform (&f, GR_TYPE_C64, GR_TYPE_C64, true);
  for (int k = 0; k < 12; k++)
    {
      const size_t place = bits () % t.count;
      const value v = get (GR_TYPE_C64, t.x, place);
      value other = v;
      bool is = true;
      if (k % 3 == 0)
        other.im += 0x1p-40L;
      else if (k % 3 == 1)
        other.im = NAN;
      else
        other.re = place / 2 % 2050 % 1025 ? v.re + 1 : NAN; /* elements of real frequencies may have any real part */
      set (GR_TYPE_C64, t.x, place, other);
      EXPECT (gr_buffer_upload (t.from, 0, t.x, t.count * sizeof (gr_c64)) == GR_OK
              && gr_is_conjugate (&f, GR_TYPE_C64, t.from, &is) == GR_OK && ! is);
      set (GR_TYPE_C64, t.x, place, v);
    }
  free_transform (&t);
}

/* More plans than are kept.  */
static void
check_plans (void)
{
  for (int round = 0; round < 2; round++)
    for (size_t n = 2; n < 22; n++)
      {
        const gr_fourier f = { .inner = 1, .outer = 1, .rank = 1, .len = { n } };
        check_transform (&f, GR_TYPE_C64, GR_TYPE_C64, false);
      }
}

/* ---- what is refused, and what fails ---- */

static void
check_refusals (bool is_there)
{
  const gr_fourier f = { .inner = 1, .outer = 2, .rank = 1, .len = { 4 } };
  gr_fourier inner = { .inner = 2, .outer = 1, .rank = 2, .len = { 2, 2 } }, none = f, huge = f;
  const gr_type z = GR_TYPE_C64;
  bool is;
  transform t = new_transform (&f, z, z, false);
  none.rank = 0;
  huge.len[0] = SIZE_MAX;
  EXPECT (refuses (gr_transform (&f, GR_TYPE_COUNT, t.from, z, t.to), GR_BAD_ARGUMENT, "no element type"));
  EXPECT (refuses (gr_transform (&inner, z, t.from, z, t.to), GR_BAD_ARGUMENT, "along 1 to 32 dimensions, not 2"));
  EXPECT (refuses (gr_transform (&none, z, t.from, z, t.to), GR_BAD_ARGUMENT, "along 1 to 32 dimensions, not 0"));
  EXPECT (refuses (gr_transform (&f, GR_TYPE_I8, t.from, z, t.to), GR_UNSUPPORTED, "no Fourier transform of int8"));
  EXPECT (refuses (gr_is_conjugate (&f, GR_TYPE_BOOL, t.from, &is), GR_UNSUPPORTED, "no Fourier transform of logical"));
  if (is_there)
    {
      EXPECT (refuses (gr_transform (&f, z, t.from, GR_TYPE_C32, t.to), GR_BAD_ARGUMENT, "of the same precision"));
      EXPECT (refuses (gr_transform (&f, z, t.from, GR_TYPE_F64, t.to), GR_BAD_ARGUMENT, "of inverse transforms"));
      EXPECT (refuses (gr_transform (&huge, z, t.from, z, t.to), GR_BAD_ARGUMENT, "end beyond the elements"));
      EXPECT (refuses (gr_is_conjugate (&huge, z, t.from, &is), GR_BAD_ARGUMENT, "end beyond the elements") && ! is);
      EXPECT (refuses (gr_transform (&f, z, NULL, z, t.to), GR_BAD_ARGUMENT, "the buffer is missing"));
      EXPECT (refuses (gr_transform (&f, z, t.from, z, t.from), GR_BAD_ARGUMENT, "the result overlaps the elements"));
      huge.outer = 0;
      EXPECT (gr_transform (&huge, z, NULL, z, NULL) == GR_OK);
      EXPECT (gr_is_conjugate (&huge, z, NULL, &is) == GR_OK && is);
      gr_use_backend (&gr_backend_cpu);
    }
  EXPECT (
    refuses (gr_transform (&f, z, t.from, z, t.to), GR_UNSUPPORTED, "\"cpu\" has no Fourier transforms; cuda has"));
  EXPECT (! gr_can_transform ());
  gr_use_backend (device);
  free_transform (&t);
}

/* Every call of a kind fails in turn, also where the plan is new.  */
static void
check_faults (void)
{
  enum { MOST = 16 };
  const gr_fourier f = { .inner = 4, .outer = 6, .rank = 1, .len = { 6 }, .inverse = true };
  transform t = new_transform (&f, GR_TYPE_F64, GR_TYPE_C64, false);
  for (gr_fault kind = GR_FAULT_MEMORY; kind <= GR_FAULT_LATE; kind++)
    {
      const gr_status want = kind == GR_FAULT_MEMORY ? GR_OUT_OF_MEMORY : GR_CUDA_ERROR;
      gr_status status = want;
      unsigned nth = 0;
      bool good = true;
      while (good && status == want && nth++ < MOST)
        {
          bool is = true;
          good = gr_trim () == GR_OK;
          gr_plant_fault (kind, nth);
          status = gr_is_conjugate (&f, t.type, t.from, &is);
          if (status == GR_OK)
            status = gr_transform (&f, t.type, t.from, t.out_type, t.to);
          if (status == GR_OK)
            status = gr_wait ();
          gr_plant_fault (GR_FAULT_NONE, 0);
          good &= gr_live_allocations () == 2 && gr_wait () == GR_OK && ! is;
        }
      EXPECT (good && status == GR_OK && nth > 1);
    }
  free_transform (&t);
}

static void
check_loading (void)
{
  static const char *const missing[] = { "libno-such-cufft.so.1", "libno-such-cufft.so", NULL };
  static const char *const other[] = { "libno-such-cufft.so", "libm.so.6", NULL };
  EXPECT (
    refuses (gr_load_cufft (missing), GR_UNSUPPORTED, "libno-such-cufft.so.1 or libno-such-cufft.so (libno-such-"));
  EXPECT (
    refuses (gr_load_cufft (missing), GR_UNSUPPORTED, "cuFFT of CUDA 12 or newer, which Fourier transforms need"));
  EXPECT (refuses (gr_load_cufft (missing), GR_UNSUPPORTED, " nvidia-cublas"));
  EXPECT (refuses (gr_load_cufft (missing), GR_UNSUPPORTED, " nvidia-cufft"));
  EXPECT (refuses (gr_load_cufft (missing), GR_UNSUPPORTED, "use gather"));
  EXPECT (refuses (gr_load_cufft (other), GR_UNSUPPORTED, "libm.so.6 has no function cufftCreate"));
}

/* The library that stands for cuFFT; false if it is not there.  Its counts of plans, and the error of the next.  */
static int *plans, *makes, *breaks;
static bool
load_fake (void)
{
  char path[4096];
  const ssize_t n = readlink ("/proc/self/exe", path, sizeof path - sizeof "fake_cufft.so");
  char *const slash = n > 0 ? memrchr (path, '/', (size_t) n) : NULL;
  if (! slash)
    return false;
  memcpy (slash + 1, "fake_cufft.so", sizeof "fake_cufft.so");
  const char *const names[] = { path, NULL };
  void *const library = dlopen (path, RTLD_NOW | RTLD_LOCAL);
  if (library)
    {
      plans = dlsym (library, "fake_cufft_plans");
      makes = dlsym (library, "fake_cufft_makes");
      breaks = dlsym (library, "fake_cufft_breaks");
    }
  return library && gr_load_cufft (names) == GR_OK;
}

/* What only the library that stands for cuFFT says: plans are kept, given back, and tried again.  */
static void
check_plans_kept (void)
{
  enum { KEPT = 16, ALLOC_FAILED = 2, INTERNAL_ERROR = 5 };
  const gr_fourier f = { .inner = 1, .outer = 2, .rank = 1, .len = { 19 } };
  transform t = new_transform (&f, GR_TYPE_C64, GR_TYPE_C64, false);
  const int before = *makes;
  EXPECT (*plans == KEPT);
  for (int k = 0; k < 3; k++)
    EXPECT (gr_transform (&f, t.type, t.from, t.out_type, t.to) == GR_OK);
  EXPECT (*makes == before + 1 && *plans == KEPT);
  EXPECT (gr_trim () == GR_OK && *plans == 0);
  *breaks = ALLOC_FAILED;
  EXPECT (gr_transform (&f, t.type, t.from, t.out_type, t.to) == GR_OK && *plans == 1);
  EXPECT (gr_trim () == GR_OK);
  *breaks = INTERNAL_ERROR;
  EXPECT (refuses (gr_transform (&f, t.type, t.from, t.out_type, t.to), GR_CUDA_ERROR,
                   "the plan of a Fourier transform by cuFFT failed on device 1 ("));
  EXPECT (strstr (gr_message (), "): CUFFT_INTERNAL_ERROR") && *plans == 0);
  free_transform (&t);
}

void
check_fourier_transforms (void)
{
  const gr_fourier f = { .inner = 1, .outer = 1, .rank = 1, .len = { 5 } };
  const bool is_there = strcmp (backend, "cpu") != 0, is_fake = ! strcmp (backend, "simt");
  EXPECT (gr_can_transform () == is_there);
  check_loading ();
  check_refusals (is_there);
  if (! is_there)
    return;
  if (is_fake)
    EXPECT (load_fake ());
  transform t = new_transform (&f, GR_TYPE_C64, GR_TYPE_C64, false);
  const gr_status status = gr_transform (&f, t.type, t.from, t.out_type, t.to);
  free_transform (&t);
  if (status == GR_OK)
    {
      check_faults ();
      check_loading ();
      check_results ();
      check_copies ();
      check_conjugates ();
      check_plans ();
    }
  else
    EXPECT (! is_fake && refuses (status, GR_UNSUPPORTED, "cuFFT"));
  if (is_fake)
    check_plans_kept ();
  EXPECT (gr_live_allocations () == 0);
}
