/* SPDX-License-Identifier: GPL-3.0-or-later

   Places in sorted tables, and elements at listed places, by the CUDA backend's source and by the host backend, against
   plain loops: every type, both orders, special numbers, tables without elements, with one, and around what a block
   keeps; what the library refuses.

     lookup_test          on the host executor and on the host; and NVRTC, where it is there, compiles the kernels
     lookup_test cuda     on a device, and larger tables
     lookup_test time     on a device: milliseconds, the median of 7, and values per second

   Prints each failure, then `N passed, N failed`; status 1 if a test failed.  Built as the host executor is.  */

/* with functions that only these files have */
#include "device/lookup.cu"
#include "device/selection.cu"

#include "core/call.h"
#include "jit/jit.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "random_shape.h"

using namespace GR_NAMESPACE;

static unsigned passed, failed;
static bool on_device;

static void
check (bool good, const std::string &what)
{
  passed += good;
  failed += ! good;
  if (! good)
    printf ("FAILED: %s: %s\n", what.c_str (), gr_message ());
}

static void
must (gr_status status)
{
  if (status == GR_OK)
    return;
  puts (gr_message ());
  exit (2);
}

/* A buffer of the selected backend with these elements, which is released at the end.  */
struct filled_buffer
{
  gr_buffer *buffer = nullptr;
  template <class T> explicit filled_buffer (const std::vector<T> &x)
  {
    must (gr_buffer_new (x.size () * sizeof (T), &buffer));
    must (gr_buffer_upload (buffer, 0, x.data (), x.size () * sizeof (T)));
  }
  filled_buffer (const filled_buffer &) = delete;
  filled_buffer &operator= (const filled_buffer &) = delete;
  ~filled_buffer () { gr_buffer_release (buffer); }
  template <class T> std::vector<T> elements (size_t count) const
  {
    std::vector<T> x (count);
    must (gr_buffer_download (x.data (), buffer, 0, count * sizeof (T)));
    return x;
  }
};

/* ---- lookup ---- */

/* Few values or many, and special ones.  */
template <class T>
static T
number (bool few)
{
  const uint64_t bits = random_bits ();
  if (few)
    return static_cast<T> (static_cast<int> (bits % 40) - 20);
  if constexpr (std::is_floating_point<T>::value)
    {
      typedef std::numeric_limits<T> Limits;
      const T special[] = { 0, -T (0), Limits::infinity (), -Limits::infinity (), Limits::quiet_NaN (), 1 };
      if (bits % 3 == 0)
        return special[bits / 3 % 6];
    }
  T x;
  memcpy (&x, &bits, sizeof x);
  return x;
}

/* Does x go before y in an ascending order?  */
template <class T>
static bool
is_less (T x, T y)
{
  return y != y ? x == x : x < y;
}

template <class T>
static void
check_table (gr_type type, bool descending, size_t length, size_t count, bool few)
{
  const gr_lookup q = { type, descending, length, count };
  std::vector<T> table (length), values (count);
  const auto before = [&] (T x, T y) { return descending ? is_less (y, x) : is_less (x, y); };
  for (T &x : table)
    x = number<T> (few);
  for (T &x : values)
    x = length && random_bits () % 2 ? table[random_bits () % length] : number<T> (few);
  std::stable_sort (table.begin (), table.end (), before);
  std::vector<double> wanted (count), places (count + 2, -7);
  for (size_t i = 0; i < count; i++)
    wanted[i]
      = static_cast<double> (std::upper_bound (table.begin (), table.end (), values[i], before) - table.begin ());
  const std::string what = std::string (gr_types[type].name) + (descending ? " descending" : "") + " table of "
                         + std::to_string (length) + ", " + std::to_string (count) + " values";
  const auto is_right = [&] (const std::vector<double> &got) {
    return std::equal (wanted.begin (), wanted.end (), got.begin () + 1) && got[0] == -7 && got[count + 1] == -7;
  };
  if (on_device)
    {
      const filled_buffer t (table), v (values), p (places);
      must (gr_look_up (&q, t.buffer, v.buffer, p.buffer));
      check (p.elements<double> (count) == wanted, what);
      return;
    }
  const gr_lookup_run run = { q, table.data (), values.data (), places.data () + 1 };
  if (count)
    check (gr_device_look_up (&run) == GR_OK && is_right (places), what + " on the executor");
  std::fill (places.begin (), places.end (), -7);
  check (gr_look_up_on_host (&q, table.data (), values.data (), places.data () + 1) == GR_OK && is_right (places),
         what + " on the host");
}

template <class T>
static void
check_tables (gr_type type)
{
  for (const bool descending : { false, true })
    {
      for (const size_t length : { 0, 1, 2, 3, 7, 100, 1023, 1024, 1025, 2047, 2048, 2049, 5000, 10240 })
        {
          check_table<T> (type, descending, length, 1 + random_bits () % 3000, random_bits () % 2);
        }
      check_table<T> (type, descending, 3000, 0, false);
      check_table<T> (type, descending, 40, 70001, true);
      check_table<T> (type, descending, 1 + random_bits () % 100000, 2048, false);
      if (on_device)
        check_table<T> (type, descending, 5000011, 3000017, false);
    }
}

static void
check_refused ()
{
  const filled_buffer some (std::vector<double> (10)), places (std::vector<double> (10));
  const gr_lookup q = { GR_TYPE_F64, false, 10, 10 };
  const auto refuses = [&] (gr_lookup changed, gr_buffer *table, gr_buffer *to, const char *text) {
    check (gr_look_up (&changed, table, some.buffer, to) != GR_OK && strstr (gr_message (), text), text);
  };
  gr_lookup bad = q;
  bad.type = static_cast<gr_type> (GR_TYPE_COUNT);
  refuses (bad, some.buffer, places.buffer, "there is no element type number");
  bad.type = GR_TYPE_C32;
  refuses (bad, some.buffer, places.buffer, "complex numbers have no places in a table");
  bad = q;
  bad.length = 11;
  refuses (bad, some.buffer, places.buffer, "the table");
  bad = q;
  bad.count = 11;
  refuses (bad, some.buffer, places.buffer, "the values");
  refuses (q, some.buffer, nullptr, "the buffer is missing");
  refuses (q, nullptr, places.buffer, "the buffer is missing");
  refuses (q, some.buffer, some.buffer, "overlap");
  bad.count = 0;
  check (gr_look_up (&bad, nullptr, nullptr, nullptr) == GR_OK, "a lookup of no values");
}

/* ---- listed places ---- */

/* Elements of BYTES bytes, gathered and scattered.  faulty: a place is none.  */
template <size_t BYTES>
static void
check_places (size_t inner, size_t len, size_t outer, size_t count, bool faulty)
{
  struct element
  {
    unsigned char byte[BYTES];
    bool operator== (const element &e) const { return ! memcmp (byte, e.byte, BYTES); }
  };
  const gr_gathering q = { BYTES, inner, len, outer, count };
  std::vector<element> from (inner * len * outer), part (inner * count * outer), wanted = part;
  std::vector<double> places (count);
  for (element &e : from)
    for (unsigned char &byte : e.byte)
      {
        byte = static_cast<unsigned char> (random_bits ());
      }
  for (size_t k = 0; k < count; k++)
    places[k] = static_cast<double> (1 + (count > len ? random_bits () % len : len - 1 - k));
  for (size_t i = 0; i < wanted.size (); i++)
    {
      const size_t row = i / inner, k = row % count, slab = row / count;
      wanted[i] = from[i % inner + inner * (static_cast<size_t> (places[k]) - 1 + len * slab)];
    }
  static const double none[] = { 0, -1, 0.5, 1e300, -1e300, NAN, INFINITY };
  if (faulty)
    places[random_bits () % count] = random_bits () % 2 ? none[random_bits () % 7] : static_cast<double> (len) + 1;
  const std::string what = std::to_string (BYTES) + " bytes [" + std::to_string (inner) + " " + std::to_string (len)
                         + " " + std::to_string (outer) + "], " + std::to_string (count) + " places"
                         + (faulty ? ", faulty" : "");
  if (on_device)
    {
      const filled_buffer f (from), p (places), t (part);
      bool is_faulty = ! faulty;
      must (gr_gather_elements (&q, f.buffer, p.buffer, t.buffer, &is_faulty));
      check (is_faulty == faulty && (faulty || t.elements<element> (part.size ()) == wanted), what);
      must (gr_scatter_elements (&q, t.buffer, p.buffer, f.buffer, &is_faulty));
      check (is_faulty == faulty && (faulty || f.elements<element> (from.size ()) == from), what + " scattered");
      return;
    }
  for (const auto run : { gr_gather_places, gr_elements_cpu.gather })
    {
      unsigned noted = 0;
      const gr_gather_run gathers = { q, false, from.data (), places.data (), part.data (), &noted };
      check (run (&gathers) == GR_OK && noted == faulty && (faulty || part == wanted), what);
      std::vector<element> back (from.size ());
      if (count == len && ! faulty)
        {
          const gr_gather_run scatters = { q, true, part.data (), places.data (), back.data (), &noted };
          check (run (&scatters) == GR_OK && ! noted && back == from, what + " scattered");
        }
    }
}

template <size_t BYTES>
static void
check_shapes ()
{
  for (const bool faulty : { false, true })
    {
      check_places<BYTES> (1, 1, 1, 1, faulty);
      check_places<BYTES> (1, 5000, 1, 5000, faulty);
      check_places<BYTES> (1, 300, 1, 9000, faulty);
      check_places<BYTES> (1, 70, 40, 33, faulty);
      check_places<BYTES> (50, 30, 3, 30, faulty);
      check_places<BYTES> (3, 300, 1, 7000, faulty);
    }
}

static void
check_places_refused ()
{
  const filled_buffer some (std::vector<double> (12)), places (std::vector<double> (3, 1.0)),
    to (std::vector<double> (9));
  const gr_gathering q = { 8, 3, 4, 1, 3 };
  bool is_faulty;
  const auto refuses = [&] (gr_gathering changed, gr_buffer *from, gr_buffer *at, gr_buffer *out, const char *text) {
    check (gr_gather_elements (&changed, from, at, out, &is_faulty) != GR_OK && strstr (gr_message (), text), text);
  };
  refuses ({ 3, 3, 4, 1, 3 }, some.buffer, places.buffer, to.buffer, "3 bytes");
  refuses ({ 8, 3, 5, 1, 3 }, some.buffer, places.buffer, to.buffer, "the buffer of elements to read");
  refuses ({ 8, 3, 4, 1, 4 }, some.buffer, places.buffer, to.buffer, "the places");
  refuses ({ 8, 4, 3, 1, 3 }, some.buffer, places.buffer, to.buffer, "the buffer of elements to write");
  refuses (q, some.buffer, places.buffer, some.buffer, "overlap");
  refuses (q, some.buffer, nullptr, to.buffer, "the buffer is missing");
  check (gr_gather_elements (&q, some.buffer, places.buffer, to.buffer, &is_faulty) == GR_OK && ! is_faulty, "places");
  check (gr_scatter_elements (&q, to.buffer, places.buffer, some.buffer, &is_faulty) == GR_OK, "scattered");
}

/* What fails gives its memory back.  */
static void
check_faults ()
{
  const size_t before = gr_live_allocations ();
  const std::vector<double> x (3000, 1.0);
  std::vector<double> to (x.size ());
  const gr_lookup_run run = { { GR_TYPE_F64, false, x.size (), x.size () }, x.data (), x.data (), to.data () };
  gr_plant_fault (GR_FAULT_LAUNCH, 1);
  const gr_status status = gr_device_look_up (&run);
  gr_plant_fault (GR_FAULT_NONE, 0);
  check (status != GR_OK && gr_live_allocations () == before, "a planted fault");
}

/* ---- NVRTC ---- */

static void
check_compiler (const char *program, const char *kernel)
{
  const std::string text = std::string ("#include \"") + program + "\"\nusing namespace gr_cuda;\n";
  const gr_kernel_request request = { text.c_str (), kernel, 90, 0, false, false };
  gr_kernel_code binary;
  gr_compile (&request, &binary);
  check (! binary.failure, std::string ("compiling ") + kernel);
  if (binary.failure)
    puts (binary.failure);
  gr_free_code (&binary);
}

static void
check_compilers ()
{
  gr_nvrtc_version version;
  char *const missing = gr_find_nvrtc (0, &version);
  if (missing)
    printf ("there is no NVRTC: kernels are not compiled\n");
  else
    {
      for (const char *const kernel : { "gr_lookup_kernel<double>", "gr_lookup_kernel<uint8_t>" })
        check_compiler ("sort/kernels.cuh", kernel);
      for (const char *const kernel :
           { "gr_gather_places_kernel<uint4, false>", "gr_gather_places_kernel<uint8_t, true>" })
        check_compiler ("device/select.cuh", kernel);
    }
  free (missing);
}

/* ---- times ---- */

template <class F>
static void
time_call (const std::string &what, size_t count, F f)
{
  constexpr unsigned TIMES = 7;
  std::vector<double> seconds;
  for (unsigned k = 0; k <= TIMES; k++)
    {
      must (gr_wait ());
      const auto begin = std::chrono::steady_clock::now ();
      must (f ());
      must (gr_wait ());
      if (k) /* the first one compiles kernels */
        seconds.push_back (std::chrono::duration<double> (std::chrono::steady_clock::now () - begin).count ());
    }
  std::sort (seconds.begin (), seconds.end ());
  const double median = seconds[TIMES / 2];
  printf ("%-50s %10.4f ms %10.3f G/s\n", what.c_str (), 1e3 * median, 1e-9 * static_cast<double> (count) / median);
}

static void
time_calls ()
{
  const size_t count = 1u << 26;
  std::vector<float> values (count);
  std::vector<double> random (count);
  for (float &x : values)
    x = static_cast<float> (random_bits () >> 40) * 0x1p-24f;
  for (double &x : random)
    x = static_cast<double> (1 + random_bits () % count);
  const filled_buffer v (values), p (random), to (random);
  std::sort (values.begin (), values.end ());
  const filled_buffer sorted (values);
  for (const size_t length : { 1000, 100000, 10000000, 67108864 })
    {
      const gr_lookup q = { GR_TYPE_F32, false, length, count };
      time_call ("values in a table of " + std::to_string (length), count,
                 [&] { return gr_look_up (&q, sorted.buffer, v.buffer, to.buffer); });
      time_call ("sorted values in a table of " + std::to_string (length), count,
                 [&] { return gr_look_up (&q, sorted.buffer, sorted.buffer, to.buffer); });
    }
  bool is_faulty;
  const gr_gathering q = { 4, 1, count, 1, count };
  const filled_buffer out (values);
  time_call ("singles gathered from any places", count,
             [&] { return gr_gather_elements (&q, v.buffer, p.buffer, out.buffer, &is_faulty); });
  time_call ("singles scattered to any places", count,
             [&] { return gr_scatter_elements (&q, v.buffer, p.buffer, out.buffer, &is_faulty); });
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
#define CHECK_0(ID, CTYPE) check_tables<CTYPE> (GR_TYPE_##ID);
#define CHECK_1(ID, CTYPE)
#define CHECK(_, ID, CTYPE, CLASS, IS_COMPLEX, ...) CHECK_##IS_COMPLEX (ID, CTYPE)
  GR_TYPES (CHECK, _)
#undef CHECK
  check_shapes<1> ();
  check_shapes<2> ();
  check_shapes<4> ();
  check_shapes<8> ();
  check_shapes<16> ();
  check_refused ();
  check_places_refused ();
  if (! on_device)
    {
      check_faults ();
      check_compilers ();
    }
  printf ("%u passed, %u failed\n", passed, failed);
  return failed > 0;
}
