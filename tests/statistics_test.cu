/* SPDX-License-Identifier: GPL-3.0-or-later

   Order statistics against a sort of the standard library: by the CUDA backend's source and by the host backend, every
   real type, lengths around those at which the kernels change, several ranks and ranks of each segment, elements of few
   values, in order, and special ones; medians and quantiles; and what gr_sort and gr_order_statistics refuse.

     statistics_test         on the host executor and the host; and NVRTC, where it is there, compiles the kernels
     statistics_test cuda    on a device, and longer segments
     statistics_test time    on a device: milliseconds, the median of 7, and elements per second

   Prints each failure, then `N passed, N failed`; status 1 if a test failed.  Built as the host executor is.  */

/* with functions that only this file has */
#include "device/statistics.cu"

#include "order_test.h"

#include <cmath>

using namespace GR_NAMESPACE;

/* ---- elements ---- */

static gr_statistics
at_ranks (gr_type type, size_t inner, size_t len, size_t outer, size_t count, bool differ)
{
  return { type, inner, len, outer, count, differ, GR_RANKS, 0, false };
}

template <class T> struct statistics_results
{
  std::vector<T> values;
  std::vector<double> numbers;
};

static std::string
name_of (const gr_statistics &s, pattern p)
{
  return std::string (gr_types[s.type].name) + " [" + std::to_string (s.inner) + " " + std::to_string (s.len) + " "
       + std::to_string (s.outer) + "], " + std::to_string (s.count) + (s.ranks_differ ? " ranks each, " : " ranks, ")
       + pattern_names[p];
}

/* The number of a result, which is that of its rank where they differ.  */
static size_t
place_of (const gr_statistics &s, size_t i, size_t k, size_t o)
{
  return i + s.inner * (k + s.count * o);
}

template <class T>
static bool
goes_before (T a, T b)
{
  return b != b ? a == a : a < b;
}

template <class T>
static statistics_results<T>
by_standard_library (const gr_statistics &s, const std::vector<T> &x, const std::vector<double> &ranks)
{
  statistics_results<T> r = { std::vector<T> (s.inner * s.count * s.outer), std::vector<double> (s.inner * s.outer) };
  std::vector<T> segment (s.len);
  for (size_t o = 0; o < s.outer; o++)
    for (size_t i = 0; i < s.inner; i++)
      {
        for (size_t k = 0; k < s.len; k++)
          segment[k] = x[i + s.inner * (k + s.len * o)];
        std::sort (segment.begin (), segment.end (), goes_before<T>);
        for (const T element : segment)
          r.numbers[i + s.inner * o] += element == element;
        for (size_t k = 0; k < s.count; k++)
          {
            const double rank = ranks[s.ranks_differ ? place_of (s, i, k, o) : k];
            const double most = static_cast<double> (s.len - 1), kept = rank > 0 ? std::min (rank, most) : 0;
            r.values[place_of (s, i, k, o)] = segment[static_cast<size_t> (kept)];
          }
      }
  return r;
}

enum way { BY_EXECUTOR, BY_HOST, BY_DEVICE };

/* R: the type of results.  */
template <class R, class T>
static statistics_results<R>
found (way by, const gr_statistics &s, const std::vector<T> &x, const std::vector<double> &ranks, bool numbers)
{
  statistics_results<R> r = { std::vector<R> (s.inner * s.count * s.outer), std::vector<double> (s.inner * s.outer) };
  const size_t bytes = x.size () * sizeof (T), segments = r.numbers.size () * sizeof (double);
  memset (static_cast<void *> (r.values.data ()), 0xa5, r.values.size () * sizeof (R));
  if (by == BY_HOST)
    must (gr_order_statistics_on_host (&s, x.data (), ranks.data (), r.values.data (),
                                       numbers ? r.numbers.data () : nullptr));
  else if (by == BY_EXECUTOR)
    {
      const gr_statistics_run run
        = { s, x.data (), ranks.data (), r.values.data (), numbers ? r.numbers.data () : nullptr };
      must (gr_device_order_statistics (&run));
    }
  else
    {
      const device_array from (bytes), at (ranks.size () * sizeof (double)), to (r.values.size () * sizeof (R)),
        count (segments);
      must (gr_buffer_upload (from.buffer, 0, x.data (), bytes));
      must (gr_buffer_upload (at.buffer, 0, ranks.data (), ranks.size () * sizeof (double)));
      must (gr_order_statistics (&s, from.buffer, at.buffer, to.buffer, numbers ? count.buffer : nullptr));
      must (gr_buffer_download (r.values.data (), to.buffer, 0, r.values.size () * sizeof (R)));
      if (numbers)
        must (gr_buffer_download (r.numbers.data (), count.buffer, 0, segments));
    }
  return r;
}

/* Have the results the bits of what is wanted, but 0 for -0 and one NaN for all?  */
template <class T>
static bool
are_results (const std::vector<T> &results, const std::vector<T> &wanted)
{
  T nan = 0;
  memset (&nan, 0xff, sizeof nan);
  reinterpret_cast<unsigned char *> (&nan)[sizeof nan - 1] = 0x7f;
  return std::equal (results.begin (), results.end (), wanted.begin (), wanted.end (), [=] (T x, T y) {
    const T is_to_be = y != y ? nan : y + 0;
    return ! memcmp (&x, &is_to_be, sizeof x);
  });
}

/* Ranks at the middle, at both ends and beyond, and others.  */
static std::vector<double>
some_ranks (size_t count, size_t len)
{
  std::vector<double> ranks (count);
  const double special[] = { 0,
                             static_cast<double> (len - 1),
                             -1,
                             static_cast<double> (len),
                             1e300,
                             0.75,
                             std::numeric_limits<double>::quiet_NaN () };
  for (size_t k = 0; k < count; k++)
    ranks[k] = k < 2              ? static_cast<double> ((len - 1) / 2 + k)
             : random_bits () % 4 ? static_cast<double> (random_bits () % len)
                                  : special[random_bits () % (sizeof special / sizeof *special)];
  return ranks;
}

template <class T>
static void
check_statistics (const gr_statistics &s, pattern p)
{
  std::vector<T> x (s.inner * s.len * s.outer);
  for (size_t k = 0; k < x.size (); k++)
    x[k] = number<T> (p, k / s.inner % s.len, s.len);
  const std::vector<double> ranks = some_ranks (s.ranks_differ ? s.inner * s.count * s.outer : s.count, s.len);
  const statistics_results<T> wanted = by_standard_library (s, x, ranks);
  const bool numbers = random_bits () % 4;
  for (const way by : { BY_EXECUTOR, BY_HOST, BY_DEVICE })
    if (on_device == (by == BY_DEVICE))
      {
        const statistics_results<T> got = found<T> (by, s, x, ranks, numbers);
        const std::string name = name_of (s, p) + (by == BY_HOST ? " by the host" : "");
        check (are_results (got.values, wanted.values), name);
        if (numbers)
          check (got.numbers == wanted.numbers, "numbers of " + name);
      }
}

/* ---- medians and quantiles ---- */

template <class R, class T>
static R
mean (T a, T b)
{
  if (std::is_floating_point<R>::value)
    return (static_cast<R> (a) + static_cast<R> (b)) / 2;
  const __int128 sum = static_cast<__int128> (a) + static_cast<__int128> (b);
  return static_cast<R> (sum / 2 + sum % 2);
}

/* Of n sorted elements.  */
template <class R, class T>
static R
quantile (unsigned method, double p, const T *sorted, size_t n, bool is_alone)
{
  static const double shifts[10] = { 0, 0, 0, 0, 0, 0.5, 0, 1, 1.0 / 3, 0.375 },
                      more[10] = { 0, 0, 0, 0, 0, 0, 1, -1, 1.0 / 3, 0.25 };
  const double m = static_cast<double> (n), x = p * (m + more[method]) + shifts[method];
  const auto number = [&] (double k) { return static_cast<R> (sorted[static_cast<size_t> (k) - 1] + 0); };
  if (p != p || p < 0 || p > 1)
    return static_cast<R> (p != p ? p : p < 0 ? -INFINITY : INFINITY);
  if (is_alone)
    return number (1);
  if (method == 1)
    return number (std::max (std::ceil (x), 1.0));
  if (method == 2)
    return number (std::max (std::ceil (x), 1.0)) * R (0.5) + number (std::min (std::floor (x) + 1, m)) * R (0.5);
  if (method == 3)
    return number (std::max (std::nearbyint (x), 1.0));
  const double low = std::max (std::min (std::floor (x), m - 1), 1.0), weight = std::min (std::max (x - low, 0.0), 1.0);
  return number (low) * static_cast<R> (1 - weight) + number (std::min (low + 1, m)) * static_cast<R> (weight);
}

template <class R, class T>
static R
statistic_of (const gr_statistics &s, double p, std::vector<T> segment)
{
  const R nan = static_cast<R> (NAN);
  std::sort (segment.begin (), segment.end (), goes_before<T>);
  size_t n = s.len;
  while (n && segment[n - 1] != segment[n - 1])
    n--;
  if (s.asked == GR_QUANTILES && (n || ! (p >= 0 && p <= 1)))
    return quantile<R> (s.method, p, segment.data (), n, s.len == 1);
  if (! n || (s.asked == GR_MEDIAN && n < s.len))
    return nan;
  const T low = static_cast<T> (segment[(n - 1) / 2] + 0), high = static_cast<T> (segment[n / 2] + 0);
  return n % 2 ? static_cast<R> (low) : mean<R> (low, high);
}

static std::vector<double>
some_parts (size_t count)
{
  const double special[] = { 0, 0.25, 0.5, 0.75, 1, 1.0 / 3, -1, 2, std::numeric_limits<double>::quiet_NaN () };
  std::vector<double> p (count);
  for (double &q : p)
    {
      const uint64_t bits = random_bits ();
      q = bits % 2 ? special[bits / 2 % (sizeof special / sizeof *special)]
                   : static_cast<double> (bits >> 11) * 0x1p-53;
    }
  return p;
}

/* The first segment has nothing but NaN if there are more.  */
template <class R, class T>
static void
check_made (const gr_statistics &s, pattern pattern)
{
  std::vector<T> x (s.inner * s.len * s.outer), segment (s.len);
  for (size_t k = 0; k < x.size (); k++)
    x[k] = number<T> (pattern, k / s.inner % s.len, s.len);
  if (std::is_floating_point<T>::value && s.inner * s.outer > 1)
    for (size_t k = 0; k < s.len; k++)
      x[s.inner * k] = static_cast<T> (NAN);
  const bool has_ranks = s.asked == GR_QUANTILES;
  const std::vector<double> p = some_parts (has_ranks ? s.ranks_differ ? s.inner * s.count * s.outer : s.count : 0);
  std::vector<R> wanted (s.inner * s.count * s.outer);
  for (size_t o = 0; o < s.outer; o++)
    for (size_t i = 0; i < s.inner; i++)
      {
        for (size_t k = 0; k < s.len; k++)
          segment[k] = x[i + s.inner * (k + s.len * o)];
        for (size_t k = 0; k < s.count; k++)
          {
            const size_t at = place_of (s, i, k, o);
            wanted[at] = statistic_of<R> (s, has_ranks ? p[s.ranks_differ ? at : k] : 0, segment);
          }
      }
  for (const way by : { BY_EXECUTOR, BY_HOST, BY_DEVICE })
    if (on_device == (by == BY_DEVICE))
      {
        const std::vector<R> got = found<R> (by, s, x, p, false).values;
        const bool good = std::equal (got.begin (), got.end (), wanted.begin (), wanted.end (),
                                      [] (R a, R b) { return a != a ? b != b : ! memcmp (&a, &b, sizeof a); });
        check (good, "statistic " + std::to_string (s.asked) + ", method " + std::to_string (s.method) + ": "
                       + name_of (s, pattern) + (by == BY_HOST ? " by the host" : ""));
      }
}

template <class T>
static void
check_statistics_of (gr_statistics s, pattern pattern)
{
  typedef std::conditional_t<std::is_same<T, float>::value, float, double> Quantile;
  s.count = 1;
  s.ranks_differ = false;
  for (const gr_statistic asked : { GR_MEDIAN, GR_MEDIAN_OMITNAN })
    {
      s.asked = asked;
      s.in_double = false;
      check_made<T, T> (s, pattern);
      s.in_double = true;
      check_made<double, T> (s, pattern);
    }
  s.asked = GR_QUANTILES;
  s.in_double = ! std::is_same<T, float>::value;
  s.method = static_cast<unsigned> (1 + random_bits () % 9);
  s.count = 1 + random_bits () % 10;
  s.ranks_differ = random_bits () % 2;
  check_made<Quantile, T> (s, pattern);
}

/* ---- shapes ---- */

static pattern
any_pattern ()
{
  return static_cast<pattern> (random_bits () % PATTERNS);
}

template <class T>
static void
check_lengths (gr_type type)
{
  static const size_t lengths[]
    = { 1,   2,    3,    31,   63,   64,   65,   127,  128,  129,  255,  256,   257,   511,  512,
        513, 1023, 1024, 1025, 2047, 2048, 2049, 4096, 4097, 8192, 8193, 16384, 16385, 40001 };
  for (const size_t len : lengths)
    {
      const bool is_short = len < 70;
      const size_t inner = random_bits () % 3 ? 1 : 1 + random_bits () % (is_short ? 40 : 3);
      const size_t outer = 1 + random_bits () % (is_short ? 50 : 2), count = 1 + random_bits () % 3;
      check_statistics<T> (at_ranks (type, len < 3000 ? inner : 1, len, len < 9000 ? outer : 1, count, false),
                           any_pattern ());
      if (len < 3000)
        check_statistics<T> (at_ranks (type, inner, len, outer, count, true), any_pattern ());
    }
  for (const size_t count : { 8, 16, 17, 40 })
    for (const size_t len : { 50, 300, 17000 })
      check_statistics<T> (at_ranks (type, 1, len, 1, count, false), any_pattern ());
  for (const size_t len : { 1, 2, 3, 4, 31, 64, 65, 129, 256, 700, 1024, 2049, 8193, 17000 })
    for (const pattern p : { SPECIAL, any_pattern () })
      check_statistics_of<T> (at_ranks (type, 1 + random_bits () % 2, len, 1 + random_bits () % 2, 1, false), p);
  check_statistics_of<T> (at_ranks (type, 700, 1 + random_bits () % 64, 3, 1, false), any_pattern ());
  for (const size_t inner : { 8, 64, 700 })
    check_statistics<T> (at_ranks (type, inner, 1 + random_bits () % 64, 3, 3, inner == 64), any_pattern ());
}

/* All patterns in segments that a block holds, and in long ones, one by one and side by side.  */
template <class T>
static void
check_patterns (gr_type type)
{
  for (int p = 0; p < PATTERNS; p++)
    {
      const pattern of = static_cast<pattern> (p);
      check_statistics<T> (at_ranks (type, 1, 700, 2, 2, false), of);
      check_statistics<T> (at_ranks (type, 1, 5000, 1, 8, false), of);
      check_statistics<T> (at_ranks (type, 1, 20000, 1, 2, false), of);
      check_statistics<T> (at_ranks (type, 1, 50001, 1, 1, false), of);
      check_statistics<T> (at_ranks (type, 2, 17001, 1, 16, true), of);
    }
}

/* Blocks that read their segments again, where those are many.  */
template <class T>
static void
check_rereading (gr_type type)
{
  const gr_statistics s = at_ranks (type, 1, 3001, 2, 2, false);
  const pattern p = any_pattern ();
  std::vector<T> x (s.len * s.outer);
  for (size_t k = 0; k < x.size (); k++)
    x[k] = number<T> (p, k % s.len, s.len);
  const std::vector<double> ranks = some_ranks (s.count, s.len);
  statistics_results<T> got = { std::vector<T> (s.count * s.outer), std::vector<double> (s.outer) };
  const gr_rank_arrays<T> a = { reinterpret_cast<const gr_sort_bits<T> *> (x.data ()),
                                ranks.data (),
                                got.values.data (),
                                got.numbers.data (),
                                1,
                                1,
                                s.len,
                                s.outer,
                                s.count,
                                s.count,
                                false,
                                gr_order_of<T> (false),
                                GR_RANKS,
                                0,
                                false };
  must ((launch_blocks<T, 1024, 0> (a)));
  const statistics_results<T> wanted = by_standard_library (s, x, ranks);
  check (are_results (got.values, wanted.values), "blocks that read again: " + name_of (s, p));
  check (got.numbers == wanted.numbers, "numbers of blocks that read again: " + name_of (s, p));
}

/* All types, or the one of that number.  */
static void
check_types (int only)
{
#define GR_CHECK_REAL_0(ID, CTYPE)                                                                                     \
  if (only < 0 || only == GR_TYPE_##ID)                                                                                \
    check_lengths<CTYPE> (GR_TYPE_##ID);
#define GR_CHECK_REAL_1(ID, CTYPE)
#define CHECK(_, ID, CTYPE, CLASS, IS_COMPLEX, ...) GR_CHECK_REAL_##IS_COMPLEX (ID, CTYPE)
  GR_TYPES (CHECK, _)
#undef CHECK
}

/* What fails gives its memory back.  */
static void
check_faults ()
{
  const size_t before = gr_live_allocations ();
  const std::vector<double> x (2 * 20000, 1.0), ranks (17, 3.0);
  std::vector<double> to (2 * ranks.size ()), numbers (2);
  for (const size_t count : { 2, 17 })
    for (const gr_fault fault : { GR_FAULT_MEMORY, GR_FAULT_LAUNCH })
      for (unsigned nth = 1; nth <= 3; nth++)
        {
          const gr_statistics_run run = { at_ranks (GR_TYPE_F64, 2, 20000, 1, count, false), x.data (), ranks.data (),
                                          to.data (), numbers.data () };
          gr_plant_fault (fault, nth);
          const gr_status status = gr_device_order_statistics (&run);
          gr_plant_fault (GR_FAULT_NONE, 0);
          check (status != GR_OK && gr_live_allocations () == before, "a planted fault");
        }
  std::vector<double> mixed (20000);
  for (double &v : mixed)
    v = number<double> (ANY, 0, 1);
  for (unsigned nth = 1; nth <= 3; nth++)
    {
      const gr_statistics s = at_ranks (GR_TYPE_F64, 1, mixed.size (), 1, 2, false);
      gr_plant_fault (GR_FAULT_MEMORY, nth);
      const gr_status status = gr_order_statistics_on_host (&s, mixed.data (), ranks.data (), to.data (), nullptr);
      gr_plant_fault (GR_FAULT_NONE, 0);
      check (status == GR_OUT_OF_MEMORY, "a host without memory");
    }
}

/* ---- refusals ---- */

static void
refuses (gr_status status, gr_status wanted, const char *what)
{
  check (status == wanted && *gr_message (), std::string ("refused: ") + what);
}

static void
check_refused_sorts ()
{
  const gr_type none = static_cast<gr_type> (GR_TYPE_COUNT);
  const gr_sorting s = { GR_TYPE_F64, false, 2, 5, 3, GR_ALGORITHM_AUTO, 0 },
                   bad = { none, false, 2, 5, 3, GR_ALGORITHM_AUTO, 0 };
  const device_array from (30 * sizeof (double)), to (30 * sizeof (double)), places (30 * sizeof (double)),
    small (29 * sizeof (double));
  refuses (gr_sort (&bad, from.buffer, to.buffer, nullptr), GR_BAD_ARGUMENT, "a type that there is not");
  refuses (gr_sort (&s, small.buffer, to.buffer, nullptr), GR_BAD_ARGUMENT, "too few elements");
  refuses (gr_sort (&s, from.buffer, small.buffer, nullptr), GR_BAD_ARGUMENT, "too little room for elements");
  refuses (gr_sort (&s, from.buffer, to.buffer, small.buffer), GR_BAD_ARGUMENT, "too little room for positions");
  refuses (gr_sort (&s, from.buffer, from.buffer, nullptr), GR_BAD_ARGUMENT, "elements onto themselves");
  refuses (gr_sort (&s, from.buffer, to.buffer, from.buffer), GR_BAD_ARGUMENT, "positions onto elements");
  refuses (gr_sort (&s, from.buffer, to.buffer, to.buffer), GR_BAD_ARGUMENT, "positions onto results");
  std::vector<double> x (40);
  refuses (gr_sort_on_host (&bad, x.data (), x.data (), nullptr), GR_BAD_ARGUMENT, "a type that there is not");
  refuses (gr_sort_on_host (&s, x.data (), x.data () + 10, nullptr), GR_BAD_ARGUMENT, "arrays that overlap");
}

static void
check_refused_statistics ()
{
  const gr_type none = static_cast<gr_type> (GR_TYPE_COUNT);
  const gr_statistics s = at_ranks (GR_TYPE_F64, 2, 5, 3, 4, false), bad = at_ranks (none, 2, 5, 3, 4, false);
  const gr_statistics complex = at_ranks (GR_TYPE_C64, 1, 5, 3, 4, false),
                      each = at_ranks (GR_TYPE_F64, 2, 5, 3, 4, true);
  const device_array from (30 * sizeof (double)), ranks (4 * sizeof (double)), to (24 * sizeof (double)),
    numbers (6 * sizeof (double)), small (3 * sizeof (double));
  const auto run
    = [&] (const gr_statistics &q, const device_array &x, const device_array &r, const device_array &y,
           const device_array &n) { return gr_order_statistics (&q, x.buffer, r.buffer, y.buffer, n.buffer); };
  refuses (run (bad, from, ranks, to, numbers), GR_BAD_ARGUMENT, "a type that there is not");
  refuses (run (complex, from, ranks, to, numbers), GR_UNSUPPORTED, "complex numbers");
  refuses (run (s, small, ranks, to, numbers), GR_BAD_ARGUMENT, "too few elements");
  refuses (run (s, from, small, to, numbers), GR_BAD_ARGUMENT, "too few ranks");
  refuses (run (each, from, ranks, to, numbers), GR_BAD_ARGUMENT, "too few ranks of segments");
  refuses (run (s, from, ranks, small, numbers), GR_BAD_ARGUMENT, "too little room for results");
  refuses (run (s, from, ranks, to, small), GR_BAD_ARGUMENT, "too little room for numbers");
  refuses (run (s, from, ranks, from, numbers), GR_BAD_ARGUMENT, "results onto elements");
  refuses (run (s, from, ranks, to, from), GR_BAD_ARGUMENT, "numbers onto elements");
  refuses (run (s, from, ranks, to, to), GR_BAD_ARGUMENT, "numbers onto results");
  refuses (run (each, from, to, to, numbers), GR_BAD_ARGUMENT, "results onto ranks");
  const auto made
    = [&] (gr_type type, size_t count, gr_statistic asked, unsigned method, bool in_double, const device_array &y) {
        const gr_statistics q = { type, 2, 5, 3, count, false, asked, method, in_double };
        return gr_order_statistics (&q, from.buffer, asked == GR_QUANTILES ? ranks.buffer : nullptr, y.buffer, nullptr);
      };
  const gr_type single = GR_TYPE_F32;
  refuses (made (single, 1, GR_STATISTIC_COUNT, 0, false, to), GR_BAD_ARGUMENT, "a statistic that there is not");
  refuses (made (single, 2, GR_MEDIAN, 0, false, to), GR_BAD_ARGUMENT, "two medians");
  refuses (made (single, 1, GR_MEDIAN, 0, true, small), GR_BAD_ARGUMENT, "too little room for doubles");
  refuses (made (single, 1, GR_QUANTILES, 0, false, to), GR_BAD_ARGUMENT, "method 0");
  refuses (made (single, 1, GR_QUANTILES, 10, false, to), GR_BAD_ARGUMENT, "method 10");
  refuses (made (single, 5, GR_QUANTILES, 5, false, to), GR_BAD_ARGUMENT, "too few parts");
  refuses (made (GR_TYPE_I32, 1, GR_QUANTILES, 5, false, to), GR_BAD_ARGUMENT, "quantiles that are integers");
  refuses (made (single, 1, GR_RANKS, 0, true, to), GR_BAD_ARGUMENT, "elements of another class");
  double low, high, weight;
  refuses (gr_find_quantile (0, 0.5, 3, &low, &high, &weight), GR_BAD_ARGUMENT, "places by method 0");
  check (gr_find_quantile (5, 0.5, 4, &low, &high, &weight) == GR_OK && low == 2 && high == 3 && weight == 0.5,
         "places");
  std::vector<double> x (60);
  refuses (gr_order_statistics_on_host (&complex, x.data (), x.data (), x.data (), nullptr), GR_UNSUPPORTED,
           "complex numbers on the host");
  refuses (gr_order_statistics_on_host (&s, x.data (), x.data () + 56, x.data () + 20, nullptr), GR_BAD_ARGUMENT,
           "arrays that overlap");
}

/* ---- times ---- */

static void
time_statistics (size_t inner, size_t len, size_t outer, size_t count, bool alike)
{
  const gr_statistics s = at_ranks (GR_TYPE_F32, inner, len, outer, count, false);
  const size_t elements = inner * len * outer;
  std::vector<float> x (elements);
  for (float &v : x)
    {
      const uint64_t bits = random_bits ();
      v = alike && bits % 10 ? 3 : static_cast<float> (bits >> 40) * 0x1p-24f;
    }
  std::vector<double> ranks (count);
  for (size_t k = 0; k < count; k++)
    ranks[k] = static_cast<double> ((len - 1) / 2 + k);
  const device_array from (elements * sizeof (float)), at (count * sizeof (double)),
    to (inner * count * outer * sizeof (float)), numbers (inner * outer * sizeof (double));
  must (gr_buffer_upload (from.buffer, 0, x.data (), elements * sizeof (float)));
  must (gr_buffer_upload (at.buffer, 0, ranks.data (), count * sizeof (double)));
  const double median
    = median_seconds ([&] { must (gr_order_statistics (&s, from.buffer, at.buffer, to.buffer, numbers.buffer)); });
  printf ("%-50s %10.4f ms %10.3f G/s\n", name_of (s, alike ? SAME : ANY).c_str (), 1e3 * median,
          1e-9 * static_cast<double> (elements) / median);
}

static void
time_all ()
{
  for (const size_t count : { 1, 2, 10 })
    {
      time_statistics (1, 1u << 28, 1, count, false);
      time_statistics (1, 1u << 28, 1, count, true);
      time_statistics (1, 16384, 16384, count, false);
    }
  time_statistics (16384, 16384, 1, 2, false);
  time_statistics (1, 16384, 16384, 2, true);
  time_statistics (1, 1024, 262144, 2, false);
  time_statistics (1, 100, 2684354, 2, false);
  time_statistics (1, 32, 8388608, 2, false);
  time_statistics (1, 100000, 2684, 2, false);
  time_statistics (1, 1000000, 268, 2, false);
  time_statistics (1, 40000, 500, 2, false);
  time_statistics (1, 1000000, 1, 2, false);
}

int
main (int argc, char **argv)
{
  const std::string what = argc > 1 ? argv[1] : "";
  on_device = ! what.empty ();
  must (gr_select_backend (on_device ? "cuda" : "cpu"));
  if (what == "time")
    {
      time_all ();
      return 0;
    }
  check_types (argc > 2 ? atoi (argv[2]) : -1);
  if (argc < 3)
    {
      check_patterns<float> (GR_TYPE_F32);
      check_patterns<double> (GR_TYPE_F64);
      check_patterns<int32_t> (GR_TYPE_I32);
      check_refused_sorts ();
      check_refused_statistics ();
    }
  if (on_device && argc < 3)
    {
      check_statistics<float> (at_ranks (GR_TYPE_F32, 1, 30000001, 1, 2, false), ANY);
      check_statistics<float> (at_ranks (GR_TYPE_F32, 1, 30000001, 1, 8, false), SMALL);
      check_statistics<double> (at_ranks (GR_TYPE_F64, 3, 3000001, 1, 2, false), SPECIAL);
      check_statistics<double> (at_ranks (GR_TYPE_F64, 1, 20001, 1500, 2, false), ANY);
      check_statistics<float> (at_ranks (GR_TYPE_F32, 1, 70001, 300, 10, false), ANY);
    }
  else if (! on_device)
    {
      check_rereading<float> (GR_TYPE_F32);
      check_rereading<double> (GR_TYPE_F64);
      check_faults ();
      check_compilers ({ "gr_rank_counting_kernel<uint16_t>", "gr_rank_block_kernel<float, 512, 32>",
                         "gr_rank_block_kernel<double, 1024, 0>", "gr_rank_pass_kernel<float>",
                         "gr_rank_find_kernel<double>", "gr_take_ranks_kernel<uint8_t>" });
    }
  printf ("%u passed, %u failed\n", passed, failed);
  return failed > 0;
}
