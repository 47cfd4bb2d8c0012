/* SPDX-License-Identifier: GPL-3.0-or-later

   Kernels that are compiled when they are called: from a kernel as the host's compiler sees it to a function that can
   be launched.  jit/ has the compiler and the cache, which know no device.  Others, of nvcc and of the host executor,
   are functions from the beginning.  */

#include "runtime/kernels.cuh"
#include "jit/jit.h"
#include "runtime/runtime.cuh"
#include "threads.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <string>
#include <vector>

gr_kernel_info *gr_all_kernels;
unsigned gr_current_architecture;

namespace GR_NAMESPACE
{

/* Compute capabilities by their place, 90 for 9.0; 0: none yet.  */
static int architectures[GR_MOST_ARCHITECTURES];

gr_status
gr_enter_architecture (int major, int minor)
{
  const int wanted = 10 * major + minor;
  for (unsigned i = 0; i < GR_MOST_ARCHITECTURES; i++)
    if (architectures[i] == wanted || ! architectures[i])
      {
        architectures[i] = wanted;
        gr_current_architecture = i;
        return GR_OK;
      }
  return gr_fail (GR_UNSUPPORTED, "a process has at most %d kinds of GPUs at a time",
                  static_cast<int> (GR_MOST_ARCHITECTURES));
}

/* ---- names ---- */

/* The name in a kernel's text, as NVRTC takes it, which has no names of anonymous namespaces.  */
static std::string
name_of (const gr_kernel_info &kernel)
{
  std::string name = kernel.text;
  name = name.substr (name.find ("KERNEL = ") + 9);
  name.pop_back (); /* ] */
  for (const char *const anonymous : { "{anonymous}::", "(anonymous namespace)::" })
    for (size_t at = 0; (at = name.find (anonymous)) != std::string::npos;)
      name.erase (at, strlen (anonymous));
  return name;
}

/* A program that has the kernel, if it takes parameters as the host's compiler lays them out.  */
static std::string
program_of (const gr_kernel_info &kernel, const std::string &name)
{
  return "#include \"device/kernels.cuh\"\nusing namespace gr_cuda;\nstatic_assert (gr_layout<decltype (&" + name
       + ")>::value == " + std::to_string (kernel.layout) + "u, \"parameters are laid out otherwise on the host\");\n";
}

/* ---- loading ---- */

struct gr_kernel_list
{
  std::vector<gr_kernel_info *> kernels;
  std::vector<gr_binary> binaries;
  int architecture, driver;
};

static void
add (gr_kernel_list *list, gr_kernel_info *kernel)
{
  if (! kernel->function[gr_current_architecture].load (std::memory_order_acquire)
      && std::find (list->kernels.begin (), list->kernels.end (), kernel) == list->kernels.end ())
    list->kernels.push_back (kernel);
}

/* Called by several threads.  */
static void
make_binary (void *data, size_t i)
{
  gr_kernel_list *const list = static_cast<gr_kernel_list *> (data);
  const std::string name = name_of (*list->kernels[i]), program = program_of (*list->kernels[i], name);
  const gr_kernel_request request = { program.c_str (), name.c_str (), list->architecture, list->driver, false };
  gr_make_binary (&request, &list->binaries[i]);
}

static gr_status
load (gr_kernel_info *kernel, const gr_binary &binary)
{
  cudaLibrary_t library = nullptr;
  cudaKernel_t function = nullptr;
  if (binary.failure || ! binary.code)
    return gr_fail (GR_UNSUPPORTED, "%s", binary.failure ? binary.failure : "out of memory for a kernel's code");
  GR_TRY (GR_CUDA (cudaLibraryLoadData (&library, binary.code, nullptr, nullptr, 0, nullptr, nullptr, 0)));
  GR_TRY (GR_CUDA (cudaLibraryGetKernel (&function, library, binary.symbol)));
  kernel->function[gr_current_architecture].store (function, std::memory_order_release);
  return GR_OK;
}

static gr_status
load_all (gr_kernel_list *list, gr_record *record)
{
  const auto start = std::chrono::steady_clock::now ();
  GR_TRY (GR_CUDA (cudaDriverGetVersion (&list->driver)));
  list->architecture = architectures[gr_current_architecture];
  list->binaries.resize (list->kernels.size ());
  gr_for_each (list->kernels.size (), 0, 1, make_binary, list);
  gr_status status = GR_OK;
  for (size_t i = 0; i < list->kernels.size (); i++)
    {
      if (status == GR_OK)
        status = load (list->kernels[i], list->binaries[i]);
      record->compiled += list->binaries[i].is_compiled;
      gr_free_binary (&list->binaries[i]);
    }
  record->seconds_compile += std::chrono::duration<double> (std::chrono::steady_clock::now () - start).count ();
  return status;
}

/* Find the other kernels that the context's call needs, by going through it without launching any.  Its failures show
   when it goes on.  */
static void
rehearse (const gr_context *context, gr_kernel_list *list)
{
  gr_context rehearsal = *context;
  const gr_operator_call &call = *context->call;
  rehearsal.rehearsal = list;
  call.run (&rehearsal, call.request, call.out_type, call.in, call.out, call.index);
}

/* Do something while the device has nothing to do, and add the time that it waits to the context's.  */
template <class F>
static gr_status
while_device_waits (gr_context *context, F f)
{
  cudaEvent_t begin = nullptr, end = nullptr;
  float ms = 0;
  gr_status status = GR_CUDA (cudaEventCreate (&begin));
  if (status == GR_OK)
    status = GR_CUDA (cudaEventCreate (&end));
  if (status == GR_OK)
    status = GR_CUDA (cudaEventRecord (begin, context->stream));
  if (status == GR_OK)
    status = f ();
  if (status == GR_OK)
    status = GR_CUDA (cudaEventRecord (end, context->stream));
  if (status == GR_OK)
    status = GR_CUDA (cudaEventSynchronize (end));
  if (status == GR_OK)
    status = GR_CUDA (cudaEventElapsedTime (&ms, begin, end));
  context->waited += ms * 1e-3;
  if (begin)
    cudaEventDestroy (begin);
  if (end)
    cudaEventDestroy (end);
  return status;
}

gr_status
gr_load_kernel (gr_context *context, gr_kernel_info *kernel)
{
  gr_record unseen = {};
  if (context && context->rehearsal)
    {
      add (context->rehearsal, kernel);
      return GR_OK;
    }
  gr_kernel_list list = {};
  add (&list, kernel);
  if (! context)
    return load_all (&list, &unseen);
  if (context->call)
    rehearse (context, &list);
  GR_TRY (while_device_waits (context, [&] { return load_all (&list, context->record); }));
  return gr_interrupted () ? gr_fail_interrupted () : GR_OK;
}

} // namespace

extern "C" bool
gr_name_kernel (size_t number, char **name, char **program)
{
  const gr_kernel_info *kernel = gr_all_kernels;
  for (; kernel && number; number--)
    kernel = kernel->before;
  if (! kernel)
    return false;
  const std::string text = GR_NAMESPACE::name_of (*kernel);
  *name = strdup (text.c_str ());
  *program = strdup (GR_NAMESPACE::program_of (*kernel, text).c_str ());
  return true;
}
