/* SPDX-License-Identifier: GPL-3.0-or-later

   Sorts by the CUDA backend's source against a stable sort of the standard library, in all bits of elements and in all
   positions: every type, both orders, with positions and without, lengths around those at which the kernels change,
   elements of few values, in order, and special ones.

     sort_test          on the host executor; and NVRTC, where it is there, compiles the kernels
     sort_test cuda     on a device, and longer segments
     sort_test cuda N   the same of type number N alone, so that several processes can have their kernels compiled
     sort_test time     on a device: milliseconds, the median of 7, and elements per second

   Prints each failure, then `N passed, N failed`; status 1 if a test failed.  Built as the host executor is.  */

/* with functions that only this file has */
#include "device/sort.cu"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "order_test.h"

using namespace GR_NAMESPACE;

/* What the standard library compares.  */
template <class T> struct compared
{
  static T element (pattern p, size_t k, size_t len) { return number<T> (p, k, len); }
  static bool is_nan (T x) { return x != x; }
  static bool is_less (T x, T y) { return x < y; }
};
template <class R, class C> struct compared_complex
{
  static C element (pattern p, size_t k, size_t len) { return { number<R> (p, k, len), number<R> (p, k / 3, len) }; }
  static bool is_nan (C x) { return x.re != x.re || x.im != x.im; }
  /* glibc's atan2f is off by one in the last place near pi/2, where a device has rounded numbers.  */
  static R argument (std::complex<R> x)
  {
    const R least = -static_cast<R> (3.14159265358979323846);
    const R a = on_device ? static_cast<R> (std::atan2 (double (x.imag ()), double (x.real ()))) : std::arg (x);
    return a == least ? -least : a;
  }
  static bool is_less (C x, C y)
  {
    const std::complex<R> a (x.re, x.im), b (y.re, y.im);
    return std::abs (a) == std::abs (b) ? argument (a) < argument (b) : std::abs (a) < std::abs (b);
  }
};
template <> struct compared<gr_c64> : compared_complex<double, gr_c64>
{};
template <> struct compared<gr_c32> : compared_complex<float, gr_c32>
{};

/* ---- both ways ---- */

template <class T> struct sorted
{
  std::vector<T> elements;
  std::vector<double> positions;
};

static size_t
count_of (const gr_sorting &s)
{
  return s.inner * s.len * s.outer;
}

static gr_sorting
shape (gr_type type, bool descending, size_t inner, size_t len, size_t outer)
{
  return { type, descending, inner, len, outer, GR_ALGORITHM_AUTO, 0 };
}

static gr_sorting
by_name (gr_algorithm algorithm, unsigned block, gr_sorting s)
{
  s.algorithm = algorithm;
  s.block = block;
  return s;
}

static std::string
name_of (const gr_sorting &s, bool positions, pattern p)
{
  return std::string (gr_types[s.type].name) + (gr_types[s.type].is_complex ? " complex [" : " [")
       + std::to_string (s.inner) + " " + std::to_string (s.len) + " " + std::to_string (s.outer) + "]"
       + (s.descending ? " descending" : "") + " by " + gr_algorithms[s.algorithm].name + " " + std::to_string (s.block)
       + (positions ? " with positions, " : ", ") + pattern_names[p];
}

template <class T>
static sorted<T>
by_standard_library (const gr_sorting &s, const std::vector<T> &x)
{
  typedef compared<T> C;
  sorted<T> result = { x, std::vector<double> (x.size ()) };
  std::vector<size_t> order (s.len);
  for (size_t o = 0; o < s.outer; o++)
    for (size_t i = 0; i < s.inner; i++)
      {
        const size_t first = i + s.inner * s.len * o;
        for (size_t k = 0; k < s.len; k++)
          order[k] = k;
        std::stable_sort (order.begin (), order.end (), [&] (size_t j, size_t k) {
          const T a = x[first + s.inner * (s.descending ? k : j)], b = x[first + s.inner * (s.descending ? j : k)];
          return C::is_nan (b) ? ! C::is_nan (a) : C::is_less (a, b);
        });
        for (size_t k = 0; k < s.len; k++)
          {
            result.elements[first + s.inner * k] = x[first + s.inner * order[k]];
            result.positions[first + s.inner * k] = static_cast<double> (order[k] + 1);
          }
      }
  return result;
}

typedef std::function<gr_status (const gr_sort_run *)> sorter;

template <class T>
static sorted<T>
on_host (const gr_sorting &s, const std::vector<T> &x, bool positions, const sorter &sort)
{
  constexpr size_t AROUND = 16; /* elements beside the results, which stay as they are */
  const unsigned char guard = 0xa5;
  sorted<T> r = { std::vector<T> (x.size () + 2 * AROUND), std::vector<double> (x.size () + 2 * AROUND) };
  memset (r.elements.data (), guard, r.elements.size () * sizeof (T));
  memset (r.positions.data (), guard, r.positions.size () * sizeof (double));
  const sorted<T> before = r;
  const gr_sort_run run
    = { s, x.data (), r.elements.data () + AROUND, positions ? r.positions.data () + AROUND : nullptr, nullptr };
  if (sort (&run) != GR_OK)
    return {};
  const auto cut = [&] (auto *values, const auto &as_before) {
    const size_t bytes = AROUND * sizeof (*values)[0], end = AROUND + x.size ();
    const bool kept = ! memcmp (values->data (), as_before.data (), bytes)
                   && ! memcmp (values->data () + end, as_before.data () + end, bytes);
    values->erase (values->begin () + static_cast<ptrdiff_t> (end), values->end ());
    values->erase (values->begin (), values->begin () + static_cast<ptrdiff_t> (AROUND));
    if (! kept)
      values->clear ();
  };
  cut (&r.elements, before.elements);
  cut (&r.positions, before.positions);
  return r;
}

template <class T>
static sorted<T>
on_a_device (const gr_sorting &s, const std::vector<T> &x, bool positions)
{
  const size_t bytes = x.size () * sizeof (T);
  sorted<T> r = { std::vector<T> (x.size ()), std::vector<double> (x.size ()) };
  const device_array from (bytes), to (bytes), places (x.size () * sizeof (double));
  must (gr_buffer_upload (from.buffer, 0, x.data (), bytes));
  const gr_sort_run run = { s, from.data, to.data, positions ? static_cast<double *> (places.data) : nullptr, nullptr };
  must (gr_elements_cuda.sort (&run));
  must (gr_buffer_download (r.elements.data (), to.buffer, 0, bytes));
  if (positions)
    must (gr_buffer_download (r.positions.data (), places.buffer, 0, x.size () * sizeof (double)));
  return r;
}

template <class T>
static void
check_sort (const gr_sorting &s, bool positions, pattern p, const sorter &sort)
{
  std::vector<T> x (count_of (s));
  for (size_t k = 0; k < x.size (); k++)
    x[k] = compared<T>::element (p, k / s.inner % s.len, s.len);
  const sorted<T> wanted = by_standard_library (s, x);
  const sorted<T> got = on_device ? on_a_device (s, x, positions) : on_host (s, x, positions, sort);
  const bool good = got.elements.size () == x.size ()
                 && ! memcmp (got.elements.data (), wanted.elements.data (), x.size () * sizeof (T));
  check (good, "elements of " + name_of (s, positions, p));
  check (! positions || got.positions == wanted.positions, "positions of " + name_of (s, positions, p));
}

/* ---- shapes ---- */

template <class T>
static void
check_lengths (gr_type type, bool descending, bool positions)
{
  static const size_t some[]
    = { 2, 3, 5, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1000, 1024, 1025 };
  static const size_t more[] = { 2047, 2048, 2049, 4096, 4097, 8191, 8192, 8193 };
  static const size_t many[] = { 10752, 12673, 16383, 16384, 16385, 16896, 20735, 20736, 20737, 32769, 70001 };
  const auto one_of = [] (const auto &all) { return all[random_bits () % (sizeof all / sizeof *all)]; };
  const auto any = [] { return static_cast<pattern> (random_bits () % PATTERNS); };
  for (const size_t len : some)
    {
      const bool is_short = len < 70;
      const size_t inner = random_bits () % 3 ? 1 : 1 + random_bits () % (is_short ? 40 : 5);
      const size_t outer = 1 + random_bits () % (is_short ? 50 : 2);
      check_sort<T> (shape (type, descending, len < 600 ? inner : 1, len, outer), positions, any (), gr_sort_segments);
    }
  check_sort<T> (shape (type, descending, 1, one_of (more), 1 + random_bits () % 2), positions, any (),
                 gr_sort_segments);
  check_sort<T> (shape (type, descending, 2, one_of (more), 1), positions, any (), gr_sort_segments);
  check_sort<T> (shape (type, descending, 1, one_of (many), 1), positions, any (), gr_sort_segments);
}

/* All types, or the one of that number; both orders, with positions and without.  */
static void
check_types (int only)
{
  for (const bool descending : { false, true })
    for (const bool positions : { false, true })
      {
#define CHECK(_, ID, CTYPE, ...)                                                                                       \
  if (only < 0 || only == GR_TYPE_##ID)                                                                                \
    check_lengths<CTYPE> (GR_TYPE_##ID, descending, positions);
        GR_TYPES (CHECK, _)
#undef CHECK
      }
}

/* All patterns by each way to sort; by passes also those that would go to a block, several segments side by side, and
   counts of 64 bits.  */
template <class T, class Count>
static gr_status
sort_by_passes (const gr_sort_run *run)
{
  typedef gr_sort_bits<T> Bits;
  const gr_sort_arrays<T> a = { static_cast<const Bits *> (run->from),
                                static_cast<Bits *> (run->to),
                                run->positions,
                                1,
                                run->sorting.len,
                                run->sorting.outer,
                                gr_sort_order<T> (run->sorting.descending, false) };
  return run->positions ? sort_by_passes_of<T, true, Count> (a) : sort_by_passes_of<T, false, Count> (a);
}

template <class T>
static void
check_passes (gr_type type)
{
  for (int p = 0; p < PATTERNS; p++)
    for (const bool positions : { false, true })
      {
        const size_t tile = positions ? gr_pass_tile<T, unsigned, true> : gr_pass_tile<T, unsigned, false>;
        const bool descending = random_bits () % 2;
        const pattern of = static_cast<pattern> (p);
        check_sort<T> (shape (type, descending, 1, tile + p - 3, 2), positions, of, sort_by_passes<T, unsigned>);
        check_sort<T> (shape (type, descending, 1, 300, 3), positions, of, sort_by_passes<T, unsigned>);
        check_sort<T> (shape (type, descending, 1, tile - p + 3, 2), positions, of,
                       sort_by_passes<T, unsigned long long>);
      }
}

static void
check_patterns ()
{
  for (const bool descending : { false, true })
    for (const size_t len : { 2, 7, 33, 64 })
      for (const size_t inner : { 8, 64, 700 })
        {
          const pattern of = static_cast<pattern> (random_bits () % PATTERNS);
          check_sort<double> (shape (GR_TYPE_F64, descending, inner, len, 3), true, of, gr_sort_segments);
          check_sort<uint8_t> (shape (GR_TYPE_CHAR, descending, inner, len, 2), false, of, gr_sort_segments);
        }
  for (int p = 0; p < PATTERNS; p++)
    for (const size_t len : { 50, 700, 3000 })
      {
        const pattern of = static_cast<pattern> (p);
        check_sort<double> (shape (GR_TYPE_F64, p % 2 == 0, 1, len, 2), true, of, gr_sort_segments);
        check_sort<float> (shape (GR_TYPE_F32, p % 2 == 1, 1, len, 2), true, of, gr_sort_segments);
        check_sort<gr_c64> (shape (GR_TYPE_C64, p % 2 == 0, 2, len, 1), true, of, gr_sort_segments);
        check_sort<gr_c32> (shape (GR_TYPE_C32, p % 2 == 1, 1, len, 2), true, of, gr_sort_segments);
        check_sort<int16_t> (shape (GR_TYPE_I16, p % 2 == 0, 1, len, 2), true, of, gr_sort_segments);
      }
}

/* Algorithms by name: every legal block, around the sizes of its tiles, and a part of several of them.  */
template <class T>
static void
check_named (gr_type type, gr_algorithm algorithm)
{
  const gr_algorithm_info &row = gr_algorithms[algorithm];
  const auto any = [] { return static_cast<pattern> (random_bits () % PATTERNS); };
  const auto one = [&] (unsigned block, size_t inner, size_t len, size_t outer) {
    check_sort<T> (by_name (algorithm, block, shape (type, random_bits () % 2, inner, len, outer)), random_bits () % 3,
                   any (), gr_sort_segments);
  };
  for (unsigned block = row.min_block; block <= row.max_block; block *= 2)
    for (const size_t len : { size_t (2), size_t (3), size_t (block - 1), size_t (2 * block), size_t (2 * block + 1),
                              size_t (100 + random_bits () % 4000) })
      one (block, random_bits () % 3 ? 1 : 1 + random_bits () % 4, len, 1 + random_bits () % 3);
  one (32, 1, 70001, 1);
}

static void
check_all_named (int only)
{
  for (int a = GR_ALGORITHM_AUTO + 1; a < GR_ALGORITHM_COUNT; a++)
    if (gr_algorithms[a].kinds & GR_SORTS)
      {
#define CHECK(_, ID, CTYPE, ...)                                                                                       \
  if (only < 0 || only == GR_TYPE_##ID)                                                                                \
    check_named<CTYPE> (GR_TYPE_##ID, static_cast<gr_algorithm> (a));
        GR_TYPES (CHECK, _)
#undef CHECK
      }
}

/* What fails gives its memory back.  */
static void
check_faults ()
{
  const size_t before = gr_live_allocations ();
  const std::vector<double> x (20000, 1.0);
  std::vector<double> to (x.size ()), positions (x.size ());
  const gr_sorting s = shape (GR_TYPE_F64, false, 2, 10000, 1);
  const struct
  {
    gr_sorting sorting;
    unsigned launches, buffers; /* at the least, of which each fails once */
  } cases[] = { { s, 4, 4 },
                { by_name (GR_ALGORITHM_BITONIC, 1024, s), 4, 2 },
                { by_name (GR_ALGORITHM_RADIX, 1024, s), 4, 5 } };
  for (const auto &c : cases)
    for (const gr_fault fault : { GR_FAULT_MEMORY, GR_FAULT_LAUNCH })
      for (unsigned nth = 1; nth <= (fault == GR_FAULT_MEMORY ? c.buffers : c.launches); nth++)
        {
          const gr_sort_run run = { c.sorting, x.data (), to.data (), positions.data (), nullptr };
          gr_plant_fault (fault, nth);
          const gr_status status = gr_sort_segments (&run);
          gr_plant_fault (GR_FAULT_NONE, 0);
          check (status != GR_OK && gr_live_allocations () == before, "a planted fault");
        }
}

/* More elements than counts of 32 bits are for: 256 numbers in turn, which differ in all digits.  */
static void
check_huge ()
{
  const size_t each = (1u << 22) + 2, count = 256 * each;
  std::vector<uint32_t> x (count);
  std::vector<double> positions (count);
  for (size_t k = 0; k < count; k++)
    x[k] = static_cast<uint32_t> (k % 256 * 0x01010101u);
  const device_array from (count * sizeof x[0]), to (count * sizeof x[0]), places (count * sizeof positions[0]);
  const gr_sort_run run
    = { shape (GR_TYPE_U32, false, 1, count, 1), from.data, to.data, static_cast<double *> (places.data), nullptr };
  must (gr_buffer_upload (from.buffer, 0, x.data (), count * sizeof x[0]));
  must (gr_elements_cuda.sort (&run));
  must (gr_buffer_download (x.data (), to.buffer, 0, count * sizeof x[0]));
  must (gr_buffer_download (positions.data (), places.buffer, 0, count * sizeof positions[0]));
  bool good = true;
  for (size_t k = 0; good && k < count; k++)
    good = x[k] == k / each * 0x01010101u && positions[k] == static_cast<double> (k / each + 256 * (k % each) + 1);
  check (good, "a sort of more than 2^30 elements");
}

/* ---- NVRTC ---- */

static void
check_kernels ()
{
  check_compilers ({ "gr_sort_pass_kernel<float, unsigned long long, true>",
                     "gr_digit_starts_kernel<unsigned long long>", "gr_sort_block_kernel<double, true, 128, 8>",
                     "gr_sort_counting_kernel<uint16_t>", "gr_sort_parts_kernel<gr_c32, float>",
                     "gr_bitonic_tile_kernel<double, true>", "gr_bitonic_step_kernel<uint8_t, false>",
                     "gr_radix_count_kernel<float>", "gr_radix_scan_kernel<unsigned long long>",
                     "gr_radix_scatter_kernel<uint16_t>" });
}

/* ---- times ---- */

/* A sort of random bits, of 4 bytes each.  */
static void
time_sort (gr_type type, size_t inner, size_t len, size_t outer, bool positions)
{
  const gr_sorting s = shape (type, false, inner, len, outer);
  const size_t count = count_of (s), bytes = count * sizeof (uint32_t);
  std::vector<uint64_t> x (count / 2);
  for (uint64_t &word : x)
    word = random_bits () & (type == GR_TYPE_F32 ? 0xbfffffffbfffffffu : ~0ull); /* numbers */
  const device_array from (bytes), to (bytes), places (positions ? count * sizeof (double) : 8);
  must (gr_buffer_upload (from.buffer, 0, x.data (), bytes));
  const gr_sort_run run = { s, from.data, to.data, positions ? static_cast<double *> (places.data) : nullptr, nullptr };
  const double median = median_seconds ([&] { must (gr_elements_cuda.sort (&run)); });
  printf ("%-40s %10.4f ms %10.3f G/s\n", name_of (s, positions, ANY).c_str (), 1e3 * median,
          1e-9 * static_cast<double> (count) / median);
}

static void
time_sorts ()
{
  time_sort (GR_TYPE_F32, 1, 1u << 28, 1, true);
  time_sort (GR_TYPE_F32, 1, 1u << 28, 1, false);
  time_sort (GR_TYPE_I32, 1, 1u << 28, 1, false);
  time_sort (GR_TYPE_F32, 1, 16384, 16384, true);
  time_sort (GR_TYPE_F32, 16384, 16384, 1, true);
  time_sort (GR_TYPE_F32, 1, 1024, 262144, true);
  time_sort (GR_TYPE_F32, 1, 32, 8388608, true);
  time_sort (GR_TYPE_F32, 8388608, 32, 1, true);
  time_sort (GR_TYPE_F32, 1, 100000, 1000, true);
  time_sort (GR_TYPE_F32, 1, 1000, 1, true);
  time_sort (GR_TYPE_F32, 1, 100000, 1, true);
}

int
main (int argc, char **argv)
{
  const std::string what = argc > 1 ? argv[1] : "";
  on_device = ! what.empty ();
  if (gr_select_backend (on_device ? "cuda" : "cpu") != GR_OK)
    {
      puts (gr_message ());
      return 2;
    }
  if (what == "time")
    {
      time_sorts ();
      return 0;
    }
  const int only = argc > 2 ? atoi (argv[2]) : -1;
  check_types (only);
  check_all_named (only);
  if (argc < 3)
    check_patterns ();
  if (on_device && argc < 3)
    {
      check_sort<float> (shape (GR_TYPE_F32, false, 1, 30000001, 1), true, ANY, gr_sort_segments);
      check_sort<double> (shape (GR_TYPE_F64, true, 1, 3000001, 3), true, SMALL, gr_sort_segments);
      check_huge ();
    }
  else if (! on_device)
    {
      check_passes<float> (GR_TYPE_F32);
      check_passes<uint16_t> (GR_TYPE_U16);
      check_faults ();
      check_kernels ();
    }
  printf ("%u passed, %u failed\n", passed, failed);
  return failed > 0;
}
