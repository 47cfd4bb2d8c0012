/* SPDX-License-Identifier: GPL-3.0-or-later

   Stages: the kernel on the host executor against the library's calls one after the other, in all bits, for lengths
   around those at which blocks have another shape.  Elements are such
   that sums are exact in any order.  NVRTC, where it is there, compiles the same kernels.

   Prints each failure, then `N passed, N failed`; status 1 if a test failed.  Built as the host executor is.  */

#include "device/stages.cuh"
#include "jit/jit.h"
#include "runtime/launch.cuh"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "expression_functions.h"
#include "random_shape.h"
#include "some_stages.h"

using namespace GR_NAMESPACE;

static unsigned passed, failed;

static void
check (bool good, const char *what, int which, size_t len)
{
  passed += good;
  failed += ! good;
  if (! good)
    printf ("FAILED: %s of stages %d of segments of %zu: %s\n", what, which, len, gr_message ());
}

/* ---- elements ---- */

/* Exponentials of differences from the greatest element are 1 or 0; others are small whole numbers whose mean is one,
   with none but two of them off by the same.  */
static double
element (int which, size_t k, size_t len)
{
  const bool is_odd = random_bits () % 2;
  if (which < 2 || which == 4)
    return which == 4 && random_bits () % 8 == 0 ? NAN : k == 0 || is_odd ? 3 : -INFINITY;
  if (which == 2)
    return k < 2 && len > 1 ? (k ? 12 : 2) : 7;
  return 1 + static_cast<double> (random_bits () % 64);
}

template <class T>
static std::vector<T>
elements (int which, size_t len, size_t segments)
{
  std::vector<T> x;
  for (size_t s = 0; s < segments; s++)
    for (size_t k = 0; k < len; k++)
      x.push_back (static_cast<T> (element (which, k, len)));
  return x;
}

/* ---- both ways ---- */

static gr_buffer *
new_buffer (size_t bytes)
{
  gr_buffer *made = nullptr;
  if (gr_buffer_new (bytes, &made) != GR_OK)
    exit (2);
  return made;
}

/* `aside` elements of the buffer stand before the first.  */
template <class T>
static std::vector<T>
by_library (const gr_stages &s, gr_type type, size_t len, size_t segments, const std::vector<T> &x, size_t aside)
{
  std::vector<T> results (s.of_elements ? x.size () : segments);
  gr_buffer *const from = new_buffer ((x.size () + aside) * sizeof (T)), *const to
                                                                         = new_buffer (results.size () * sizeof (T));
  const gr_operand operand = { type, from, aside, false, nullptr };
  const bool good = gr_buffer_upload (from, aside * sizeof (T), x.data (), x.size () * sizeof (T)) == GR_OK
                 && gr_run_stages (&s, 1, len, segments, &operand, to) == GR_OK
                 && gr_buffer_download (results.data (), to, 0, results.size () * sizeof (T)) == GR_OK;
  gr_buffer_release (from);
  gr_buffer_release (to);
  return good ? results : std::vector<T> ();
}

template <class Kernel, class T>
static std::vector<T>
by_kernel (Kernel kernel, const gr_stages &s, size_t len, size_t segments, const std::vector<T> &x, size_t aside)
{
  std::vector<T> results (s.of_elements ? x.size () : segments), room (x.size () + aside + 16 / sizeof (T));
  const uintptr_t place = reinterpret_cast<uintptr_t> (room.data ()) % 16;
  T *const from = room.data () + (16 - place) % 16 / sizeof (T) + aside;
  const gr_stage_shape shape = gr_shape_of_stages (len, sizeof (T));
  gr_device_stages d = {};
  memcpy (from, x.data (), x.size () * sizeof (T));
  d.elements = from;
  d.result = results.data ();
  d.segments = segments;
  d.len = static_cast<unsigned> (len);
  d.width = shape.width;
  d.height = shape.height;
  for (int k = 0; k < s.count; k++)
    {
      memcpy (d.stage[k].value, s.stage[k].value.number, sizeof d.stage[k].value);
      memcpy (d.stage[k].finish, s.stage[k].finish.number, sizeof d.stage[k].finish);
    }
  memcpy (d.last, s.last.number, sizeof d.last);
  const unsigned blocks = static_cast<unsigned> ((segments + shape.width - 1) / shape.width);
  if (cudaFuncSetAttribute (reinterpret_cast<const void *> (kernel), cudaFuncAttributeMaxDynamicSharedMemorySize,
                            static_cast<int> (shape.bytes))
        != cudaSuccess
      || gr_launch (kernel, blocks, shape.threads, shape.bytes, nullptr, d) != cudaSuccess)
    results.clear ();
  return results;
}

template <class T, class Kernel>
static void
check_stages (int which, gr_type type, unsigned height, Kernel kernel)
{
  static const size_t lengths[] = { 1,  2,   3,   4,   5,   8,    9,    16,   17,   31,   32,   33,   64,    65,
                                    97, 128, 255, 256, 257, 1000, 1024, 1025, 2048, 2049, 4100, 8193, 20000, 28000 };
  for (const size_t len : lengths)
    for (const size_t segments : { 1, 2, 31, 70 })
      if (len * segments < 100000 && gr_known_height (gr_shape_of_stages (len, sizeof (T)).height) == height)
        {
          const std::unique_ptr<gr_stages> s (new gr_stages ());
          some_stages (which, type, len, s.get ());
          const size_t aside = random_bits () % 4;
          const std::vector<T> x = elements<T> (which, len, segments);
          const std::vector<T> wanted = by_library (*s, type, len, segments, x, aside);
          const std::vector<T> got = by_kernel (kernel, *s, len, segments, x, aside);
          /* NaN of either sign is NaN */
          bool good = ! wanted.empty () && wanted.size () == got.size ();
          for (size_t k = 0; good && k < got.size (); k++)
            good = (std::isnan (got[k]) && std::isnan (wanted[k])) || memcmp (&got[k], &wanted[k], sizeof (T)) == 0;
          check (good, "the result", which, len);
        }
}

static void
check_refusals ()
{
  const std::unique_ptr<gr_stages> s (new gr_stages ());
  const gr_operand none = {};
  some_stages (1, GR_TYPE_F64, 3, s.get ());
  check (gr_run_stages (s.get (), 1, 0, 3, &none, nullptr) == GR_BAD_ARGUMENT, "no elements", 1, 0);
  check (gr_run_stages (s.get (), 0, 3, 3, &none, nullptr) == GR_OK, "no segments", 1, 3);
  s->stage[0].op = GR_PROD;
  check (gr_run_stages (s.get (), 1, 3, 3, &none, nullptr) == GR_BAD_ARGUMENT, "a product", 1, 3);
  s->stage[0].op = GR_MAX;
  s->count = 1;
  check (gr_run_stages (s.get (), 1, 3, 3, &none, nullptr) == GR_BAD_ARGUMENT, "a result of a stage that is not there",
         1, 3);
}

/* ---- NVRTC ---- */

static void
check_compiler (int which, const char *kernel)
{
  gr_nvrtc_version version;
  char *const missing = gr_find_nvrtc (0, &version);
  const gr_kernel_request request
    = { "#include \"device/stages.cuh\"\nusing namespace gr_cuda;\n", kernel, 90, 0, false, false };
  gr_kernel_code binary;
  if (missing)
    {
      printf ("there is no NVRTC: the kernel of stages %d is not compiled\n", which);
      free (missing);
      return;
    }
  gr_compile (&request, &binary);
  check (! binary.failure, "compiling", which, 0);
  if (binary.failure)
    puts (binary.failure);
  gr_free_code (&binary);
}

int
main ()
{
  if (gr_select_backend ("cpu") != GR_OK)
    return 2;
#define CHECK(WHICH, TYPE, T, ...)                                                                                     \
  check_stages<T> (WHICH, TYPE, 0, __VA_ARGS__, 0 >);                                                                  \
  check_stages<T> (WHICH, TYPE, 64, __VA_ARGS__, 64 >);                                                                \
  check_stages<T> (WHICH, TYPE, 512, __VA_ARGS__, 512 >);                                                              \
  check_compiler (WHICH, #__VA_ARGS__ ", 512>");
  NAMED_STAGES (CHECK)
#undef CHECK
  check_refusals ();
  printf ("%u passed, %u failed\n", passed, failed);
  return failed > 0;
}
