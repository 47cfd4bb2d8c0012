/* SPDX-License-Identifier: GPL-3.0-or-later

   What gr_explain and gr_explain_sort (library/executor.c) ask for: a sum or a sort of doubles run on the host executor
   by kernels that are compiled to be counted (simt/count.h).  The units of sums and of cumulative
   sums, sorts, and what runs them (runtime.cu), are those of the simt backend, compiled
   once more in a namespace of their own.  */

#include "executor.h"
#include "plan/plan.h"
#include "runtime/runtime.cuh"
#include "simt/count.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <cxxabi.h>
#include <dlfcn.h>

namespace GR_NAMESPACE
{

/* Named algorithms: a copy to work in place and the store of results are not the algorithm.  */
static void
count_between_copies (gr_phase phase)
{
  if (phase == GR_CONVERTED)
    simt::start_counting ();
  else if (phase == GR_COMPUTED)
    simt::stop_counting ();
}

/* The name of a kernel as it is written, without namespace and parameters.  */
static std::string
kernel_name (const void *kernel)
{
  Dl_info info;
  if (! dladdr (kernel, &info) || ! info.dli_sname || info.dli_saddr != kernel)
    return "unknown";
  char *const demangled = abi::__cxa_demangle (info.dli_sname, nullptr, nullptr, nullptr);
  std::string name = demangled ? demangled : info.dli_sname;
  free (demangled);
  name.erase (std::min (name.find_first_of ("<("), name.size ()));
  return name.substr (name.find_last_of (": ") + 1);
}

static void
fill_row (const simt::counts &c, gr_kernel_counts *row)
{
  snprintf (row->kernel, sizeof row->kernel, "%s", kernel_name (c.kernel).c_str ());
  row->launches = static_cast<unsigned> (c.launches);
  const unsigned shape[6] = { c.grid.x, c.grid.y, c.grid.z, c.block.x, c.block.y, c.block.z };
  std::copy (shape, shape + 3, row->grid);
  std::copy (shape + 3, shape + 6, row->block);
#define GR_COPY_COUNTER(_, NAME) row->NAME = c.NAME;
  GR_COUNTERS (GR_COPY_COUNTER, _)
}

/* A sort of numbers in no order, counted.  */
static gr_status
sort_counted (gr_context *context, const gr_request &request)
{
  constexpr uint64_t MIXER = 0x9e3779b97f4a7c15;
  double *in = nullptr, *out = nullptr;
  GR_TRY (gr_scratch (context, request.len, &in));
  GR_TRY (gr_scratch (context, request.len, &out));
  for (size_t i = 0; i < request.len; i++)
    in[i] = static_cast<double> (i * MIXER >> 11);
  const gr_sorting sorting = { GR_TYPE_F64, false, 1, request.len, 1, request.algorithm, request.block };
  const gr_sort_run run = { sorting, in, out, nullptr, nullptr };
  simt::start_counting ();
  GR_TRY (gr_sort_part (&run));
  simt::stop_counting ();
  std::sort (in, in + request.len);
  return std::equal (in, in + request.len, out)
         ? GR_OK
         : gr_fail (GR_CUDA_ERROR, "algorithm \"%s\" gives a wrong order; its counts would say nothing",
                    gr_algorithms[request.algorithm].name);
}

/* Run the request on ones, counting.  */
static gr_status
run_counted (gr_context *context, const gr_request &request)
{
  if (request.op == GR_OPERATOR_COUNT)
    return sort_counted (context, request);
  double *in = nullptr, *out = nullptr;
  GR_TRY (gr_scratch (context, request.len, &in));
  GR_TRY (gr_scratch (context, request.len, &out));
  std::fill (in, in + request.len, 1.0);
  context->on_mark = count_between_copies;
  simt::start_counting ();
  const auto run = request.op == GR_SUM ? gr_run_unit<GR_SUM> : gr_run_unit<GR_CUMSUM>;
  GR_TRY (run (context, request, GR_TYPE_F64, in, out, nullptr));
  const size_t results = request.op == GR_SUM ? 1 : request.len;
  for (size_t i = 0; i < results; i++)
    if (out[i] != static_cast<double> (request.len - (results - 1 - i)))
      return gr_fail (GR_CUDA_ERROR, "algorithm \"%s\" gives a wrong sum; its counts would say nothing",
                      gr_algorithms[request.algorithm].name);
  return GR_OK;
}

/* The same as a complete request, on a device that is open for its length.  */
static gr_status
explain_request (const gr_request &request)
{
  gr_record record = {};
  gr_context context;
  GR_TRY (gr_begin_request (&context, &record));
  const gr_status status = run_counted (&context, request);
  simt::stop_counting ();
  return gr_end_request (&context, status);
}

} // namespace

using namespace GR_NAMESPACE;

/* What library/executor.c asks for (gr_count_function).  */
extern "C" gr_status
gr_count_kernels (const gr_request *request, gr_kernel_counts rows[GR_MAX_KERNELS], int *kernels)
{
  const gr_status status = explain_request (*request);
  gr_close_device ();
  GR_TRY (status);

  const auto counted = simt::counted ();
  const char *const name = gr_algorithms[request->algorithm].name;
  if (counted.empty ())
    return gr_fail (GR_UNSUPPORTED, "algorithm \"%s\" has no kernels that could be counted", name);
  if (counted.size () > GR_MAX_KERNELS)
    return gr_fail (GR_UNSUPPORTED, "algorithm \"%s\" has %zu kernels, more than %d", name, counted.size (),
                    GR_MAX_KERNELS);
  *kernels = static_cast<int> (counted.size ());
  for (int i = 0; i < *kernels; i++)
    fill_row (counted[i], &rows[i]);
  return GR_OK;
}
