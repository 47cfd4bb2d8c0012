/* SPDX-License-Identifier: GPL-3.0-or-later

   What tests of sorts and of order statistics share: checks, elements in patterns, memory of a device, kernels that are
   compiled, and times.  */

#ifndef ORDER_TEST_H
#define ORDER_TEST_H

#include "core/call.h"
#include "jit/jit.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "random_shape.h"

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

/* ---- elements ---- */

enum pattern { ANY, FEW, SPECIAL, ASCENDING, DESCENDING, SAME, SMALL, PATTERNS };
static const char *const pattern_names[PATTERNS]
  = { "any", "few", "special", "ascending", "descending", "same", "small" };

template <class T>
static T
special_number (uint64_t k)
{
  typedef std::numeric_limits<T> Limits;
  if constexpr (std::is_floating_point<T>::value)
    {
      const T all[] = { 0,
                        -T (0),
                        1,
                        -1,
                        Limits::infinity (),
                        -Limits::infinity (),
                        Limits::quiet_NaN (),
                        -Limits::quiet_NaN (),
                        Limits::denorm_min (),
                        -Limits::denorm_min (),
                        Limits::max (),
                        Limits::lowest () };
      return all[k % (sizeof all / sizeof *all)];
    }
  else
    {
      const T all[]
        = { 0, 1, Limits::min (), Limits::max (), static_cast<T> (Limits::max () - 1), static_cast<T> (-1) };
      return all[k % (sizeof all / sizeof *all)];
    }
}

template <class T>
static T
number (pattern p, size_t k, size_t len)
{
  const uint64_t bits = random_bits ();
  T x = 0;
  switch (p)
    {
    case FEW:
      return static_cast<T> (static_cast<int> (bits % 4) - 1);
    case SPECIAL:
      return special_number<T> (bits);
    case ASCENDING:
      return static_cast<T> (k);
    case DESCENDING:
      return static_cast<T> (len - k);
    case SAME:
      return 7;
    case SMALL:
      return static_cast<T> (static_cast<int> (bits % 200) - 100);
    default:
      memcpy (&x, &bits, sizeof x);
      return x;
    }
}

/* Buffers of the selected device, which are released at the end.  */
struct device_array
{
  gr_buffer *buffer = nullptr;
  void *data = nullptr;
  explicit device_array (size_t bytes)
  {
    must (gr_buffer_new (bytes, &buffer));
    must (gr_buffer_data (buffer, &data));
  }
  device_array (const device_array &) = delete;
  device_array &operator= (const device_array &) = delete;
  ~device_array () { gr_buffer_release (buffer); }
};

/* ---- NVRTC ---- */

static void
check_compiler (const std::string &includes, const char *kernel)
{
  const std::string program = includes + "using namespace gr_cuda;\n";
  const gr_kernel_request request = { program.c_str (), kernel, 90, 0, false, false };
  gr_kernel_code binary;
  gr_compile (&request, &binary);
  check (! binary.failure, std::string ("compiling ") + kernel);
  if (binary.failure)
    puts (binary.failure);
  gr_free_code (&binary);
}

static void
check_compilers (std::initializer_list<const char *> kernels,
                 const char *includes = "#include \"sort/kernels.cuh\"\n#include \"textbook/sort.cuh\"\n")
{
  gr_nvrtc_version version;
  char *const missing = gr_find_nvrtc (0, &version);
  if (missing)
    printf ("there is no NVRTC: kernels are not compiled\n");
  else
    for (const char *const kernel : kernels)
      check_compiler (includes, kernel);
  free (missing);
}

/* ---- times ---- */

/* The median of 7 times of a call on a device.  */
template <class Call>
static double
median_seconds (Call call)
{
  constexpr unsigned TIMES = 7;
  std::vector<double> seconds;
  for (unsigned k = 0; k <= TIMES; k++)
    {
      must (gr_wait ());
      const auto begin = std::chrono::steady_clock::now ();
      call ();
      must (gr_wait ());
      if (k) /* the first one compiles kernels */
        seconds.push_back (std::chrono::duration<double> (std::chrono::steady_clock::now () - begin).count ());
    }
  std::sort (seconds.begin (), seconds.end ());
  return seconds[TIMES / 2];
}

#endif
