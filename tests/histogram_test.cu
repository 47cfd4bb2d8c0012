/* SPDX-License-Identifier: GPL-3.0-or-later

   Counts between edges against a search of the standard library: by the CUDA backend's source and by the host backend,
   every real type; equal steps, others, edges that are equal, infinite, far apart, side by side, one, and more than a
   block has room for; elements on edges and next to them, all in one bin, and special ones; segments that begin
   anywhere; and what the library refuses.

     histogram_test               on the host executor and on the host; and NVRTC, where it is, compiles kernels
     histogram_test cuda [TYPE]   on a device, and longer segments; of one type alone if its number in GR_TYPES is
                                  given
     histogram_test time          on a device: milliseconds, the median of 7, and bytes per second

   Prints each failure, then `N passed, N failed`; status 1 if a test failed.  Built as the host executor is.  */

/* with functions that only this file has */
#include "device/histogram.cu"

#include "order_test.h"

using namespace GR_NAMESPACE;

enum edge_kind { EVEN, UNEVEN, POWERS, REPEATED, ENDLESS, FAR, NEXT, EDGE_KINDS };
static const char *const kind_names[EDGE_KINDS] = { "even", "uneven", "powers", "repeated", "endless", "far", "next" };

/* From 0 to 1.  */
static double
random_part ()
{
  return static_cast<double> (random_bits () >> 11) * 0x1p-53;
}

template <class T>
static T
edge_of (edge_kind kind, size_t k, size_t n)
{
  typedef std::numeric_limits<T> Limits;
  const double part = n > 1 ? static_cast<double> (k) / static_cast<double> (n - 1) : 0;
  if (kind == REPEATED)
    return static_cast<T> (random_bits () % 7);
  if (kind == ENDLESS && (k == 0 || k == n - 1))
    return k ? Limits::max () : Limits::lowest ();
  if constexpr (std::is_floating_point<T>::value)
    switch (kind)
      {
      case EVEN:
        return static_cast<T> (-3.3 + 7.7 * part);
      case POWERS:
        return static_cast<T> (exp2 (-20 + 40 * part));
      case FAR:
        return static_cast<T> (Limits::max () * (2 * part - 1));
      case NEXT:
        return static_cast<T> (k) * Limits::denorm_min ();
      default:
        return static_cast<T> (pow (2 * random_part () - 1, 3));
      }
  else
    {
      const uint64_t step = n > 1 ? (Limits::max () - (Limits::max () >> 3)) / n : 0;
      return kind == EVEN   ? static_cast<T> (3 + k * step)
           : kind == POWERS ? static_cast<T> (uint64_t (1) << static_cast<unsigned> (part * (Limits::digits - 1)))
           : kind == NEXT   ? static_cast<T> (k)
                            : number<T> (ANY, k, n);
    }
}

template <class T>
static std::vector<T>
edges_of (edge_kind kind, size_t n)
{
  std::vector<T> edges (n);
  for (size_t k = 0; k < n; k++)
    edges[k] = edge_of<T> (kind, k, n);
  std::sort (edges.begin (), edges.end ());
  if constexpr (std::is_floating_point<T>::value)
    if (kind == ENDLESS && n > 1)
      {
        const T endless = std::numeric_limits<T>::infinity ();
        edges[0] = random_bits () % 2 ? -endless : edges[0];
        edges[n - 1] = endless;
      }
  return edges;
}

/* On an edge, next to one, between two, or a special number.  */
template <class T>
static T
element_of (const std::vector<T> &edges)
{
  typedef std::numeric_limits<T> Limits;
  const uint64_t bits = random_bits ();
  const T edge = edges[bits / 16 % edges.size ()], other = edges[random_bits () % edges.size ()];
  if (bits % 8 == 0)
    return special_number<T> (bits / 16);
  if (bits % 8 < 3)
    return edge;
  if constexpr (std::is_floating_point<T>::value)
    {
      if (bits % 8 == 3)
        return std::nextafter (edge, Limits::infinity ());
      if (bits % 8 == 4)
        return std::nextafter (edge, -Limits::infinity ());
      return static_cast<T> (edge + random_part () * (other - edge));
    }
  else
    {
      if (bits % 8 < 5)
        return static_cast<T> (static_cast<uint64_t> (edge) + (bits % 8 == 3 ? 1 : -1));
      return number<T> (ANY, 0, 0);
    }
}

/* Elements begin `astray` behind the first one of x.  */
template <class T>
static void
check_elements (const gr_histogram &q, const std::vector<T> &edges, const std::vector<T> &x, size_t astray,
                const std::string &name)
{
  std::vector<double> wanted (q.inner * q.edges * q.outer), counts (wanted.size () + 2, -7);
  for (size_t i = 0; i < x.size () - astray; i++)
    {
      const T y = x[astray + i];
      const size_t column = i % q.inner, slab = i / q.inner / q.len;
      const size_t edges_up_to = std::upper_bound (edges.begin (), edges.end (), y) - edges.begin ();
      if (y >= edges.front () && y <= edges.back ())
        wanted[column + q.inner * (edges_up_to - 1 + q.edges * slab)]++;
    }
  const std::string what = std::string (gr_types[q.type].name) + " [" + std::to_string (q.inner) + " "
                         + std::to_string (q.len) + " " + std::to_string (q.outer) + "], " + std::to_string (q.edges)
                         + " edges, " + name + ", " + std::to_string (astray) + " astray";
  if (on_device)
    {
      const device_array from (x.size () * sizeof (T)), to (wanted.size () * sizeof (double));
      must (gr_buffer_upload (from.buffer, 0, x.data (), x.size () * sizeof (T)));
      must (gr_count_between (&q, edges.data (), from.buffer, to.buffer));
      must (gr_buffer_download (counts.data () + 1, to.buffer, 0, wanted.size () * sizeof (double)));
      check (std::equal (wanted.begin (), wanted.end (), counts.begin () + 1), what);
      return;
    }
  const auto is_right = [&] {
    return std::equal (wanted.begin (), wanted.end (), counts.begin () + 1) && counts.front () == -7
        && counts.back () == -7;
  };
  const gr_histogram_run run = { q, edges.data (), x.data () + astray, counts.data () + 1 };
  check (gr_device_count_between (&run) == GR_OK && is_right (), what + " on the executor");
  std::fill (counts.begin () + 1, counts.end () - 1, 5.0);
  check (gr_count_between_on_host (&q, edges.data (), x.data () + astray, counts.data () + 1) == GR_OK && is_right (),
         what + " on the host");
}

/* On a device they begin where memory does.  */
template <class T>
static void
check_counts (const gr_histogram &q, edge_kind kind, bool same, size_t astray)
{
  const std::vector<T> edges = edges_of<T> (kind, q.edges);
  std::vector<T> x ((on_device ? 0 : astray) + q.inner * q.len * q.outer);
  const T one = element_of (edges);
  for (T &y : x)
    y = same && random_bits () % 9 ? one : element_of (edges);
  check_elements (q, edges, x, on_device ? 0 : astray, kind_names[kind] + std::string (same ? ", same" : ""));
}

template <class T>
static void
check_type (gr_type type)
{
  for (unsigned k = 0; k < EDGE_KINDS; k++)
    {
      const edge_kind kind = static_cast<edge_kind> (k);
      for (const size_t edges : { 1, 2, 3, 11, 100, 1000 })
        {
          const size_t len = 1 + random_bits () % 5000;
          check_counts<T> ({ type, 1, len, 1, edges }, kind, false, random_bits () % 5);
          check_counts<T> ({ type, 1, len, 1, edges }, kind, true, 0);
        }
      check_counts<T> ({ type, 1, 40001, 1, 37 }, kind, false, 3);
      check_counts<T> ({ type, 1, 5, 1, 3000 }, kind, false, 1);
      check_counts<T> ({ type, 1, 301, 7, 20 }, kind, false, 0);
      check_counts<T> ({ type, 1, 33, 600, 6 }, kind, false, 0);
      check_counts<T> ({ type, 13, 50, 3, 20 }, kind, false, 0);
      check_counts<T> ({ type, 1, 0, 3, 20 }, kind, false, 0);
      if (on_device)
        {
          check_counts<T> ({ type, 1, 5000011, 1, 1000 }, kind, false, 1);
          check_counts<T> ({ type, 1, 5000011, 1, 8 }, kind, true, 0);
          check_counts<T> ({ type, 1, 100003, 37, 200 }, kind, false, 0);
          check_counts<T> ({ type, 200, 3001, 3, 50 }, kind, false, 0);
        }
    }
  check_counts<T> ({ type, 1, 3000, 2, 70001 }, UNEVEN, false, 0);
  check_counts<T> ({ type, 1, 3000, 1, 20000 }, EVEN, false, 0);
}

/* All values near the edges of many grids, whose places are rounded in different ways.  */
template <class T>
static void
check_beside_edges (gr_type type)
{
  for (unsigned k = 0; k < 40; k++)
    {
      const size_t n = 2 + random_bits () % 3000;
      const T first = static_cast<T> (200 * random_part () - 100),
              step = static_cast<T> (pow (10, 8 * random_part () - 6));
      std::vector<T> edges (n), x;
      for (size_t i = 0; i < n; i++)
        {
          edges[i] = static_cast<T> (first + static_cast<double> (i) * step);
          x.push_back (edges[i]);
          x.push_back (std::nextafter (edges[i], std::numeric_limits<T>::infinity ()));
          x.push_back (std::nextafter (edges[i], -std::numeric_limits<T>::infinity ()));
        }
      check_elements ({ type, 1, x.size (), 1, n }, edges, x, 0, "beside edges");
    }
}

static void
check_refused ()
{
  const device_array some (80), counts (80);
  const double edges[] = { 1, 2 };
  const gr_histogram q = { GR_TYPE_F64, 1, 10, 1, 2 };
  const auto refuses = [&] (gr_histogram changed, gr_buffer *from, gr_buffer *to, const char *text) {
    check (gr_count_between (&changed, edges, from, to) != GR_OK && strstr (gr_message (), text), text);
  };
  gr_histogram bad = q;
  bad.type = static_cast<gr_type> (GR_TYPE_COUNT);
  refuses (bad, some.buffer, counts.buffer, "there is no element type number");
  bad.type = GR_TYPE_C32;
  refuses (bad, some.buffer, counts.buffer, "complex numbers are not between edges");
  bad = q;
  bad.len = 11;
  refuses (bad, some.buffer, counts.buffer, "the elements");
  bad = q;
  bad.edges = 11;
  refuses (bad, some.buffer, counts.buffer, "the buffer of counts");
  refuses (q, some.buffer, nullptr, "the buffer is missing");
  refuses (q, nullptr, counts.buffer, "the buffer is missing");
  refuses (q, some.buffer, some.buffer, "overlap");
  bad.edges = 0;
  check (gr_count_between (&bad, edges, nullptr, nullptr) == GR_OK, "no edges");
}

/* What fails gives its memory back.  */
static void
check_faults ()
{
  const size_t before = gr_live_allocations ();
  const std::vector<double> x (3000, 1.0);
  std::vector<double> to (x.size ());
  const gr_histogram_run run = { { GR_TYPE_F64, 30, 10, 10, 2 }, x.data (), x.data (), to.data () };
  for (unsigned nth = 1; nth <= 2; nth++)
    {
      gr_plant_fault (GR_FAULT_LAUNCH, nth);
      const gr_status status = gr_device_count_between (&run);
      gr_plant_fault (GR_FAULT_NONE, 0);
      check (status != GR_OK && gr_live_allocations () == before, "a planted fault");
    }
}

/* ---- times ---- */

enum where { ALL_BINS, ONE_BIN, ON_EDGES };
static const char *const where_names[] = { "all bins", "one bin", "on edges" };

template <class T>
static void
time_counts (gr_type type, size_t count, edge_kind kind, size_t n, where at)
{
  const std::vector<T> edges = edges_of<T> (kind, n);
  const double span = static_cast<double> (edges.back ()) - static_cast<double> (edges.front ());
  std::vector<T> x (count);
  for (T &y : x)
    y = at == ON_EDGES ? edges[random_bits () % n]
                       : static_cast<T> (edges.front () + (at == ONE_BIN ? 0.3 : random_part ()) * span);
  const device_array from (count * sizeof (T)), to (n * sizeof (double));
  must (gr_buffer_upload (from.buffer, 0, x.data (), count * sizeof (T)));
  const gr_histogram q = { type, 1, count, 1, n };
  const double seconds = median_seconds ([&] { must (gr_count_between (&q, edges.data (), from.buffer, to.buffer)); });
  printf ("%-8s %10zu elements, %6zu edges, %-8s %-9s %9.4f ms %8.1f GB/s\n", gr_types[type].name, count, n,
          kind_names[kind], where_names[at], 1e3 * seconds, 1e-9 * static_cast<double> (count * sizeof (T)) / seconds);
}

static void
time_calls ()
{
  const size_t count = size_t (1) << 28;
  time_counts<float> (GR_TYPE_F32, 1000, EVEN, 11, ALL_BINS);
  for (const size_t n : { 11, 101, 1000, 10000 })
    {
      for (const where at : { ALL_BINS, ONE_BIN, ON_EDGES })
        time_counts<float> (GR_TYPE_F32, count, EVEN, n, at);
      time_counts<float> (GR_TYPE_F32, count, UNEVEN, n, ALL_BINS);
    }
  time_counts<float> (GR_TYPE_F32, count, UNEVEN, 1000, ONE_BIN);
  time_counts<float> (GR_TYPE_F32, count, POWERS, 1000, ALL_BINS);
  time_counts<double> (GR_TYPE_F64, count / 2, EVEN, 1000, ALL_BINS);
  time_counts<double> (GR_TYPE_F64, count / 2, UNEVEN, 1000, ALL_BINS);
  time_counts<uint8_t> (GR_TYPE_U8, count, EVEN, 20, ALL_BINS);
  time_counts<int32_t> (GR_TYPE_I32, count, EVEN, 1000, ALL_BINS);
}

int
main (int argc, char **argv)
{
  const std::string what = argc > 1 ? argv[1] : "";
  on_device = ! what.empty ();
  must (gr_select_backend (on_device ? "cuda" : "cpu"));
  if (what == "time")
    {
      time_calls ();
      return 0;
    }
  const int only = argc > 2 ? atoi (argv[2]) : -1;
#define CHECK_0(ID, CTYPE)                                                                                             \
  if (only < 0 || only == GR_TYPE_##ID)                                                                                \
    check_type<CTYPE> (GR_TYPE_##ID);
#define CHECK_1(ID, CTYPE)
#define CHECK(_, ID, CTYPE, CLASS, IS_COMPLEX, ...) CHECK_##IS_COMPLEX (ID, CTYPE)
  GR_TYPES (CHECK, _)
#undef CHECK
  check_refused ();
  check_beside_edges<float> (GR_TYPE_F32);
  check_beside_edges<double> (GR_TYPE_F64);
  if (! on_device)
    {
      check_faults ();
      check_compilers ({ "gr_histogram_kernel<float, true>", "gr_histogram_kernel<double, false>",
                         "gr_histogram_kernel<uint8_t, false>", "gr_histogram_kernel<int64_t, false>",
                         "gr_search_between_kernel<float>", "gr_convert_counts_kernel<double>" });
    }
  printf ("%u passed, %u failed\n", passed, failed);
  return failed != 0;
}
