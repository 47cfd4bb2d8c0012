/* SPDX-License-Identifier: GPL-3.0-or-later

   Convolutions and recursive filters, by the CUDA backend's source on the executor, by the host backend, or on a
   device, against plain loops in the order that elements.h says, whose bits they have: every floating-point type; sizes
   below, at and beyond tiles, chunks of taps and dimensions that are one; parts of the full convolution, sums that
   begin with what is there, infinite numbers and NaN; recursions in one block, in several, in groups of blocks, of
   orders that registers hold and others, along every dimension, against a loop in long double within a bound; and what
   the library refuses.

     filter_test               on the host executor and on the host; and NVRTC, where it is there, compiles the kernels
     filter_test cuda [TYPE]   on a device, of one type alone if its number in GR_TYPES is given

   Prints each failure, then `N passed, N failed`; status 1 if a test failed.  Built as the host executor is.  */

/* with functions that only this file has */
#include "device/convolve.cu"
#include "device/recursion.cu"

#include <cmath>
#include <complex>

#include "order_test.h"

using namespace GR_NAMESPACE;

/* What the library finds for arrays of the executor's backend, of which there is no more here.  */
static gr_element_functions
make_functions ()
{
  gr_element_functions functions = {};
  functions.convolve = gr_convolve_arrays;
  functions.recur = gr_recur_along;
  return functions;
}
extern "C" const gr_element_functions gr_elements_simt = make_functions ();

template <class T> struct type_of;
#define TYPE_OF(ID, T, WIDE)                                                                                           \
  template <> struct type_of<T>                                                                                        \
  {                                                                                                                    \
    static constexpr gr_type id = GR_TYPE_##ID;                                                                        \
    typedef WIDE wide;                                                                                                 \
  };
TYPE_OF (F64, double, long double)
TYPE_OF (F32, float, long double)
TYPE_OF (C64, gr_c64, std::complex<long double>)
TYPE_OF (C32, gr_c32, std::complex<long double>)

template <class T>
static typename type_of<T>::wide
widened (const T &x)
{
  if constexpr (std::is_floating_point<T>::value)
    return x;
  else
    return { x.re, x.im };
}

/* From -1 to 1.  */
static double
random_number ()
{
  return static_cast<double> (random_bits () >> 11) * 0x1p-52 - 1;
}
template <class T>
static T
random_element (bool special)
{
  static const double specials[] = { INFINITY, -INFINITY, NAN, 0, -0.0 };
  const auto one
    = [&] { return special && random_bits () % 16 == 0 ? specials[random_bits () % 5] : random_number (); };
  if constexpr (std::is_floating_point<T>::value)
    return static_cast<T> (one ());
  else
    return { static_cast<decltype (T::re)> (one ()), static_cast<decltype (T::re)> (one ()) };
}
template <class T>
static std::vector<T>
random_elements (size_t count, bool special)
{
  std::vector<T> x (count);
  for (T &y : x)
    y = random_element<T> (special);
  return x;
}

/* Are they the same in bits, but for which NaN they are?  */
template <class T>
static bool
is_same (const T &x, const T &y)
{
  if constexpr (std::is_floating_point<T>::value)
    return (x != x && y != y) || (x == y && std::signbit (x) == std::signbit (y));
  else
    return is_same (x.re, y.re) && is_same (x.im, y.im);
}
template <class T>
static bool
are_same (const std::vector<T> &x, const std::vector<T> &y)
{
  return std::equal (x.begin (), x.end (), y.begin (), y.end (),
                     [] (const T &a, const T &b) { return is_same (a, b); });
}

/* ---- convolution ---- */

static size_t
product (size_t dims, const size_t *size)
{
  size_t all = 1;
  for (size_t k = 0; k < dims; k++)
    all *= size[k];
  return all;
}

/* One result: the products of an array's elements, of those that meet some of the other, in their order.  */
template <class T>
static void
add_products (const gr_convolution &c, bool swaps, const T *x, const T *y, const size_t *at, T *sum)
{
  const size_t *const of_x = swaps ? c.of_b : c.of_a, *const of_y = swaps ? c.of_a : c.of_b;
  size_t first[GR_MAX_DIMS], count[GR_MAX_DIMS];
  for (size_t k = 0; k < c.dims; k++)
    {
      const size_t last = c.origin[k] + at[k];
      first[k] = last < of_y[k] ? 0 : last - of_y[k] + 1;
      count[k] = std::min (last + 1, of_x[k]) - std::min (first[k], of_x[k]);
    }
  for (size_t i = 0; i < product (c.dims, count); i++)
    {
      size_t rest = i, one = 0, other = 0, x_apart = 1, y_apart = 1;
      for (size_t k = 0; k < c.dims; k++)
        {
          const size_t j = first[k] + rest % count[k];
          rest /= count[k];
          one += x_apart * j;
          other += y_apart * (c.origin[k] + at[k] - j);
          x_apart *= of_x[k];
          y_apart *= of_y[k];
        }
      gr_add_product (sum, x[one], y[other]);
    }
}

template <class T>
static std::vector<T>
wanted_convolution (const gr_convolution &c, const std::vector<T> &a, const std::vector<T> &b, std::vector<T> to)
{
  const bool swaps = b.size () > a.size ();
  for (size_t i = 0; i < to.size (); i++)
    {
      size_t at[GR_MAX_DIMS], rest = i;
      for (size_t k = 0; k < c.dims; rest /= c.size[k++])
        at[k] = rest % c.size[k];
      T sum = c.adds ? to[i] : T{};
      add_products (c, swaps, (swaps ? b : a).data (), (swaps ? a : b).data (), at, &sum);
      to[i] = sum;
    }
  return to;
}

static std::string
described (const gr_convolution &c)
{
  std::string text = gr_types[c.type].name;
  const auto add = [&] (const char *name, const size_t *size) {
    text += std::string (", ") + name;
    for (size_t k = 0; k < c.dims; k++)
      text += ' ' + std::to_string (size[k]);
  };
  add ("A", c.of_a);
  add ("B", c.of_b);
  add ("from", c.origin);
  add ("size", c.size);
  return text;
}

/* On the selected backend.  */
template <class T>
static std::vector<T>
convolved (const gr_convolution &c, const std::vector<T> &a, const std::vector<T> &b, const std::vector<T> &start)
{
  std::vector<T> results (start.size ());
  const device_array x (a.size () * sizeof (T)), y (b.size () * sizeof (T)), to (start.size () * sizeof (T));
  must (gr_buffer_upload (x.buffer, 0, a.data (), a.size () * sizeof (T)));
  must (gr_buffer_upload (y.buffer, 0, b.data (), b.size () * sizeof (T)));
  must (gr_buffer_upload (to.buffer, 0, start.data (), start.size () * sizeof (T)));
  must (gr_convolve (&c, x.buffer, y.buffer, to.buffer));
  must (gr_buffer_download (results.data (), to.buffer, 0, start.size () * sizeof (T)));
  return results;
}

/* The backends that are tested: one device; or the executor, which is this program's own, and the host.  */
template <class Call>
static void
on_backends (Call call)
{
  if (on_device)
    {
      call ("the device");
      return;
    }
  gr_use_backend (&gr_backend_simt);
  call ("the executor");
  gr_use_backend (&gr_backend_cpu);
  call ("the host");
}

template <class T>
static void
check_convolution (gr_convolution c, bool special)
{
  c.type = type_of<T>::id;
  const std::vector<T> a = random_elements<T> (product (c.dims, c.of_a), special),
                       b = random_elements<T> (product (c.dims, c.of_b), special),
                       start = random_elements<T> (product (c.dims, c.size), false);
  if (start.empty ())
    return;
  const std::vector<T> wanted = wanted_convolution (c, a, b, start);
  on_backends ([&] (const char *where) {
    check (are_same (convolved (c, a, b, start), wanted),
           described (c) + " on " + where + (special ? ", special" : ""));
  });
}

typedef std::initializer_list<size_t> sizes;

/* The full convolution, the part of A's size, the part without borders, and any part, added to sums and not.  */
template <class T>
static void
check_parts (sizes of_a, sizes of_b)
{
  gr_convolution c = {};
  c.dims = of_a.size ();
  std::copy (of_a.begin (), of_a.end (), c.of_a);
  std::copy (of_b.begin (), of_b.end (), c.of_b);
  for (unsigned part = 0; part < 5; part++)
    {
      for (size_t k = 0; k < c.dims; k++)
        {
          const size_t x = c.of_a[k], y = c.of_b[k], full = x + y - 1;
          c.origin[k] = part == 0 ? 0 : part == 1 ? y / 2 : part == 2 ? y - 1 : random_bits () % full;
          c.size[k] = part == 0 ? full
                    : part == 1 ? x
                    : part == 2 ? (x < y ? 0 : x - y + 1)
                                : 1 + random_bits () % (full - c.origin[k]);
        }
      c.adds = part == 3;
      check_convolution<T> (c, part % 2);
    }
}

template <class T>
static void
check_sizes ()
{
  for (const size_t n : { 1, 2, 3, 7, 8, 9, 13, 31, 64 })
    {
      check_parts<T> ({ 50 }, { n });
      check_parts<T> ({ 50, 3 }, { n, 1 });
      check_parts<T> ({ 3, 50 }, { 1, n });
    }
  for (const size_t n : { 1, 2, 3, 5, 7, 9 })
    check_parts<T> ({ 33, 20 }, { n, n });
  /* strips: all numbers of taps; parts of a warp's rows, and several; the last strip shorter than the others */
  for (const size_t rows : { 1, 2, 3, 4, 5, 6, 7 })
    for (const size_t columns : { 1, 2, 3, 4, 7, 8 })
      check_parts<T> ({ 70, 12 }, { rows, columns });
  check_parts<T> ({ 300, 21 }, { 7, 7 });
  check_parts<T> ({ 131, 9, 3 }, { 3, 3, 1 });
  check_parts<T> ({ 64, 11, 2, 3 }, { 5, 6, 1, 1 });
  check_parts<T> ({ 5 }, { 50 });
  check_parts<T> ({ 4000 }, { 300 });
  check_parts<T> ({ 2100 }, { 3 });
  check_parts<T> ({ 600, 1 }, { 513, 1 });
  check_parts<T> ({ 300, 40 }, { 3, 2 });
  check_parts<T> ({ 40, 70 }, { 1, 40 });
  check_parts<T> ({ 9, 4 }, { 4, 9 });
  check_parts<T> ({ 300, 3 }, { 270, 2 });
  check_parts<T> ({ 1, 1 }, { 1, 1 });
  check_parts<T> ({ 6, 5, 4 }, { 2, 3, 2 });
  check_parts<T> ({ 6, 5, 4 }, { 1, 1, 3 });
  check_parts<T> ({ 6, 5, 4 }, { 3, 1, 1 });
  check_parts<T> ({ 2, 1, 3, 4 }, { 2, 1, 3, 2 });
  check_parts<T> ({ 3, 2, 2, 2, 3 }, { 1, 2, 1, 2, 2 });
  if (on_device)
    {
      check_parts<T> ({ 1000, 300 }, { 7, 7 });
      check_parts<T> ({ 1001, 2000 }, { 3, 3 });
      check_parts<T> ({ 100000 }, { 64 });
    }
}

/* ---- recursion ---- */

/* The recursion in long double, and beside it the bound of errors: `each` units of rounding of the moduli of a sum's
   parts, which the recursion itself enlarges.  */
template <class T>
static bool
is_near (const gr_recursion &q, const std::vector<T> &c, const std::vector<T> &x, const std::vector<T> &y,
         const std::vector<long double> &response)
{
  typedef typename type_of<T>::wide W;
  const bool in_single = q.type == GR_TYPE_F32 || q.type == GR_TYPE_C32;
  const long double unit = (in_single ? 0x1p-24L : 0x1p-53L) * 8 * static_cast<long double> (q.order + 2);
  std::vector<W> z (q.len);
  for (size_t segment = 0; segment < q.inner * q.outer; segment++)
    {
      const size_t begin = segment % q.inner + q.inner * q.len * (segment / q.inner);
      long double most = 0;
      for (size_t n = 0; n < q.len; n++)
        {
          W sum = widened (x[begin + q.inner * n]);
          long double moduli = std::abs (sum);
          for (size_t k = 1; k <= q.order && k <= n; k++)
            {
              const W part = widened (c[k - 1]) * z[n - k];
              sum += part;
              moduli += std::abs (part);
            }
          z[n] = sum;
          most = std::max (most, moduli);
          if (! (std::abs (widened (y[begin + q.inner * n]) - sum) <= unit * most * response[n]))
            return false;
        }
    }
  return true;
}

/* The sums of the moduli of the impulse response.  */
template <class T>
static std::vector<long double>
response_of (const gr_recursion &q, const std::vector<T> &c)
{
  typedef typename type_of<T>::wide W;
  std::vector<W> z (q.len);
  std::vector<long double> sums (q.len);
  for (size_t n = 0; n < q.len; n++)
    {
      z[n] = n == 0;
      for (size_t k = 1; k <= q.order && k <= n; k++)
        z[n] += widened (c[k - 1]) * z[n - k];
      sums[n] = (n ? sums[n - 1] : 0) + std::abs (z[n]);
    }
  return sums;
}

template <class T>
static std::vector<T>
filtered (const gr_recursion &q, const std::vector<T> &c, const std::vector<T> &x)
{
  std::vector<T> y (x.size ());
  const device_array from (x.size () * sizeof (T));
  must (gr_buffer_upload (from.buffer, 0, x.data (), x.size () * sizeof (T)));
  must (gr_recur (&q, c.data (), from.buffer, from.buffer));
  must (gr_buffer_download (y.data (), from.buffer, 0, x.size () * sizeof (T)));
  return y;
}

template <class T>
static void
check_recursion (size_t inner, size_t len, size_t outer, size_t order)
{
  const gr_recursion q = { type_of<T>::id, inner, len, outer, order };
  /* stable, since their moduli sum up to less than 1, but slow to forget */
  std::vector<T> c = random_elements<T> (order, false), x = random_elements<T> (inner * len * outer, false), first;
  long double sum = 0;
  for (const T &y : c)
    sum += std::abs (widened (y));
  for (T &y : c)
    if constexpr (std::is_floating_point<T>::value)
      y = static_cast<T> (y * 0.99L / sum);
    else
      y = { static_cast<decltype (T::re)> (y.re * 0.99L / sum), static_cast<decltype (T::re)> (y.im * 0.99L / sum) };
  const std::vector<long double> response = response_of (q, c);
  const std::string what = std::string (gr_types[q.type].name) + " [" + std::to_string (inner) + " "
                         + std::to_string (len) + " " + std::to_string (outer) + "], order " + std::to_string (order);
  on_backends ([&] (const char *where) {
    const std::vector<T> y = filtered (q, c, x);
    check (is_near (q, c, x, y, response), what + " on " + where);
    if (first.empty ())
      first = y;
    check (are_same (first, y), what + ", bits on " + where);
  });
}

template <class T>
static void
check_recursions ()
{
  for (const size_t order : { 1, 3, 4, 5, 8, 9, 16, 17, 40 })
    {
      for (const size_t len : { 1, 2, 31, 32, 33, 255, 256, 257, 3000 })
        check_recursion<T> (1, len, 1, order);
      check_recursion<T> (1, 700, 40, order);
      check_recursion<T> (40, 700, 1, order);
      check_recursion<T> (3, 600, 5, order);
    }
  check_recursion<T> (1, 20000, 1, 5); /* groups of blocks */
  check_recursion<T> (2, 17000, 1, 3);
  if (on_device)
    {
      check_recursion<T> (1, 3000000, 1, 8);
      check_recursion<T> (1, 1100000, 3, 12);
    }
}

/* What is 0 stays 0, where the powers of a matrix overflow, too.  */
static void
check_zeros ()
{
  const std::vector<double> c = { 3, 0, 1 };
  std::vector<double> x (2000, 0.0);
  x.back () = 1;
  const gr_recursion q = { GR_TYPE_F64, 1, x.size (), 1, c.size () };
  on_backends (
    [&] (const char *where) { check (are_same (filtered (q, c, x), x), std::string ("zeros on ") + where); });
}

/* ---- what is refused ---- */

static void
check_refused ()
{
  const device_array some (80), other (80), to (80);
  gr_convolution c = {};
  c.dims = 1;
  c.of_a[0] = c.of_b[0] = 5;
  c.size[0] = 9;
  const auto refuses = [&] (gr_convolution changed, gr_buffer *out, const char *text) {
    check (gr_convolve (&changed, some.buffer, other.buffer, out) != GR_OK && strstr (gr_message (), text), text);
  };
  gr_convolution bad = c;
  bad.type = static_cast<gr_type> (GR_TYPE_COUNT);
  refuses (bad, to.buffer, "there is no element type number");
  bad.type = GR_TYPE_I32;
  refuses (bad, to.buffer, "convolutions are of floating-point elements, not of int32");
  bad = c;
  bad.of_b[0] = 0;
  refuses (bad, to.buffer, "an array without elements has no convolution");
  bad = c;
  bad.origin[0] = 1;
  refuses (bad, to.buffer, "the result ends beyond the 9 elements along dimension 1");
  bad.dims = GR_MAX_DIMS + 1;
  refuses (bad, to.buffer, "dimensions are more than");
  bad = c;
  bad.of_a[0] = 11;
  refuses (bad, to.buffer, "beyond A");
  refuses (c, some.buffer, "the result overlaps A");
  refuses (c, other.buffer, "the result overlaps B");
  refuses (c, nullptr, "the buffer is missing");
  const double coefficient = 1;
  gr_recursion q = { GR_TYPE_F64, 1, 10, 1, 0 };
  check (gr_recur (&q, &coefficient, some.buffer, to.buffer) == GR_BAD_ARGUMENT, "no coefficient");
  q.order = 1;
  q.type = GR_TYPE_BOOL;
  check (gr_recur (&q, &coefficient, some.buffer, to.buffer) == GR_UNSUPPORTED, "a recursion of logical elements");
  q = { GR_TYPE_F64, 1, 11, 1, 1 };
  check (gr_recur (&q, &coefficient, some.buffer, to.buffer) == GR_BAD_ARGUMENT, "a recursion beyond its buffers");
}

/* What fails gives its memory back.  */
static void
check_faults ()
{
  const size_t before = gr_live_allocations ();
  const std::vector<double> x (20000, 1.0), c (3, 0.25);
  const gr_recursion q = { GR_TYPE_F64, 1, x.size (), 1, c.size () };
  gr_use_backend (&gr_backend_simt);
  for (unsigned nth = 1; nth <= 5; nth++)
    {
      const device_array from (x.size () * sizeof (double));
      must (gr_buffer_upload (from.buffer, 0, x.data (), x.size () * sizeof (double)));
      gr_plant_fault (GR_FAULT_LAUNCH, nth);
      const gr_status status = gr_recur (&q, c.data (), from.buffer, from.buffer);
      gr_plant_fault (GR_FAULT_NONE, 0);
      check (status != GR_OK, "a planted fault");
    }
  check (gr_live_allocations () == before, "memory after planted faults");
}

/* Check a type if it is the `only` one, or if that is -1.  */
template <class T>
static void
check_type (gr_type type, int only)
{
  if (only < 0 || only == type)
    {
      check_sizes<T> ();
      check_recursions<T> ();
    }
}

int
main (int argc, char **argv)
{
  on_device = argc > 1;
  const int only = argc > 2 ? atoi (argv[2]) : -1;
  must (gr_select_backend (on_device ? "cuda" : "cpu"));
  check_refused ();
  check_type<double> (GR_TYPE_F64, only);
  check_type<float> (GR_TYPE_F32, only);
  check_type<gr_c64> (GR_TYPE_C64, only);
  check_type<gr_c32> (GR_TYPE_C32, only);
  check_zeros ();
  if (! on_device)
    {
      check_faults ();
      check_compilers ({ "gr_convolve_kernel<float>", "gr_convolve_kernel<gr_c64>", "gr_recur_kernel<float, 8>",
                         "gr_recur_kernel<gr_c64, 16>", "gr_carry_kernel<double, 16>", "gr_recur_long_kernel<gr_c32>" },
                       "#include \"device/recursion.cuh\"\n");
    }
  printf ("%u passed, %u failed\n", passed, failed);
  return failed != 0;
}
