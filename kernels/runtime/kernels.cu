/* SPDX-License-Identifier: GPL-3.0-or-later

   Kernels that are compiled when they are called: from a kernel as the host's compiler sees it to a function that can
   be launched.  jit/ has the compiler and the cache, which know no device.  Others, of nvcc and of the host executor,
   are functions from the beginning.  */

#include "runtime/kernels.cuh"
#include "driver/driver.h"
#include "jit/jit.h"
#include "runtime/runtime.cuh"
#include "runtime/user_function.h"
#include "core/threads.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

gr_kernel_info *gr_all_kernels;

namespace GR_NAMESPACE
{

/* The current device's compute capability, 90 for 9.0.  */
static int current_architecture;

void
gr_enter_architecture (int major, int minor)
{
  current_architecture = 10 * major + minor;
}

/* ---- names ---- */

/* The name in a kernel's text, as NVRTC takes it, which has no names of anonymous namespaces.  */
static std::string
name_of (const gr_kernel_info &kernel)
{
  std::string name = kernel.text;
  const size_t before = name.find ("KERNEL = ");
  if (before == std::string::npos)
    return name;
  name = name.substr (before + 9);
  name.pop_back (); /* ] */
  for (const char *const anonymous : { "{anonymous}::", "(anonymous namespace)::" })
    for (size_t at = 0; (at = name.find (anonymous)) != std::string::npos;)
      name.erase (at, strlen (anonymous));
  return name;
}

static const struct
{
  const char *file;
  bool launches; /* its kernels launch kernels */
} programs[] = {
#define ROW(_, ID, FILE, LAUNCHES) { FILE, LAUNCHES },
  GR_PROGRAMS (ROW, _)
#undef ROW
};

/* A program that has the kernel, if it takes parameters as the host's compiler lays them out.  */
static std::string
program_of (const gr_kernel_info &kernel, const std::string &name)
{
  return "#include \"runtime/kernel.cuh\"\n#include \"" + std::string (programs[kernel.program].file)
       + "\"\nusing namespace gr_cuda;\nstatic_assert (gr_layout<decltype (&" + name
       + ")>::value == " + std::to_string (kernel.layout) + "u, \"parameters are laid out otherwise on the host\");\n";
}

/* ---- the compiler ---- */

/* The newest CUDA that the driver takes, 0 where there is none; and NVRTC for it.  */
static gr_status
find_compiler (int *driver, gr_nvrtc_version *version)
{
  if (cudaDriverGetVersion (driver) != cudaSuccess)
    {
      cudaGetLastError ();
      *driver = 0;
    }
  char *const missing = gr_find_nvrtc (*driver, version);
  const gr_status status = missing ? gr_fail (GR_UNSUPPORTED, "%s", missing) : GR_OK;
  free (missing);
  return status;
}

gr_status
gr_need_compiler ()
{
  constexpr int OLDEST = 12020; /* whose libraries of kernels belong to no context */
  gr_nvrtc_version version;
  int driver = 0;
  const gr_status status = find_compiler (&driver, &version);
  if (driver && driver < OLDEST)
    return gr_fail (GR_UNSUPPORTED, "the driver is for CUDA %d.%d, and kernels are loaded by one for 12.2 or newer",
                    driver / 1000, driver % 1000 / 10);
  return status;
}

int
gr_name_compiler (char *text, size_t size)
{
  gr_nvrtc_version version;
  int driver = 0;
  if (find_compiler (&driver, &version) != GR_OK)
    return 0;
  snprintf (text, size, "NVRTC %d.%d, %s", version.major, version.minor, version.path);
  return 1000 * version.major + 10 * version.minor;
}

/* ---- loading ---- */

struct gr_kernel_list
{
  std::vector<gr_kernel_info *> kernels;
  std::vector<gr_kernel_code> binaries; /* of a part of them, from `first` on */
  size_t first;
  int architecture, driver;
  bool takes_loaded; /* kernels that are loaded already, too */
};

void
gr_add_kernel (gr_kernel_list *list, gr_kernel_info *kernel)
{
  if (! list->takes_loaded && gr_find_loaded (*kernel))
    return;
  if (std::find (list->kernels.begin (), list->kernels.end (), kernel) == list->kernels.end ())
    list->kernels.push_back (kernel);
}

/* Called by several threads.  */
static void
make_binary (void *data, size_t i)
{
  gr_kernel_list *const list = static_cast<gr_kernel_list *> (data);
  const gr_kernel_info &kernel = *list->kernels[list->first + i];
  const std::string name = name_of (kernel), program = program_of (kernel, name);
  const gr_kernel_request request
    = { program.c_str (), name.c_str (), list->architecture, list->driver, programs[kernel.program].launches, false };
  gr_make_code (&request, &list->binaries[i]);
}

/* The binaries of `count` kernels from number first on, by all threads.  */
static void
make_binaries (gr_kernel_list *list, size_t first, size_t count)
{
  list->first = first;
  list->binaries.assign (count, gr_kernel_code ());
  gr_for_each_apart (count, make_binary, list);
}

static gr_status
check_binary (const gr_kernel_code &binary)
{
  return binary.code && ! binary.failure
         ? GR_OK
         : gr_fail (GR_UNSUPPORTED, "%s", binary.failure ? binary.failure : "out of memory for a kernel's code");
}

/* Keep the current device's function of a kernel.  */
static gr_status
keep_function (gr_kernel_info *kernel, CUkernel of_all)
{
  CUfunction function = nullptr;
  GR_TRY (gr_check (gr_call (gr_driver ().cuKernelGetFunction, &function, of_all), "cuKernelGetFunction"));
  gr_loaded_kernel *const loaded = new (std::nothrow) gr_loaded_kernel{
    gr_current_device (), current_architecture, of_all, function, { 0 }, kernel->loaded.load (std::memory_order_relaxed)
  };
  if (! loaded)
    return gr_fail (GR_OUT_OF_MEMORY, "out of memory for a kernel");
  while (
    ! kernel->loaded.compare_exchange_weak (loaded->next, loaded, std::memory_order_release, std::memory_order_relaxed))
    ;
  return GR_OK;
}

/* The kernel as another device of this kind has it, or NULL.  */
static CUkernel
find_for_others (const gr_kernel_info &kernel)
{
  const gr_loaded_kernel *one = kernel.loaded.load (std::memory_order_acquire);
  while (one && one->architecture != current_architecture)
    one = one->next;
  return one ? one->kernel : nullptr;
}

static gr_status
load (gr_kernel_info *kernel, const gr_kernel_code &binary)
{
  const gr_driver_functions &driver = gr_driver ();
  CUlibrary library = nullptr;
  CUkernel of_all = nullptr;
  std::vector<char> linked;
  const bool launches = programs[kernel->program].launches;
  GR_TRY (check_binary (binary));
  if (launches)
    GR_TRY (gr_link_code (binary.code, binary.bytes, &linked));
  const void *const code = launches ? linked.data () : binary.code;
  GR_TRY (gr_check (gr_call (driver.cuLibraryLoadData, &library, code, nullptr, nullptr, 0U, nullptr, nullptr, 0U),
                    "cuLibraryLoadData"));
  gr_status status
    = gr_check (gr_call (driver.cuLibraryGetKernel, &of_all, library, binary.symbol), "cuLibraryGetKernel");
  if (status == GR_OK)
    status = keep_function (kernel, of_all);
  if (status != GR_OK)
    driver.cuLibraryUnload (library);
  return status;
}

/* Take those out of the list that another device of this kind has.  */
static gr_status
take_from_others (gr_kernel_list *list)
{
  std::vector<gr_kernel_info *> others;
  gr_status status = GR_OK;
  for (gr_kernel_info *kernel : list->kernels)
    if (const CUkernel of_all = find_for_others (*kernel))
      status = status == GR_OK ? keep_function (kernel, of_all) : status;
    else
      others.push_back (kernel);
  list->kernels.swap (others);
  return status;
}

static gr_status
load_all (gr_kernel_list *list)
{
  const auto start = std::chrono::steady_clock::now ();
  gr_status status = GR_OK;
  unsigned compiled = 0;
  GR_TRY (take_from_others (list));
  GR_TRY (GR_CUDA (cudaDriverGetVersion (&list->driver)));
  list->architecture = current_architecture;
  make_binaries (list, 0, list->kernels.size ());
  for (size_t i = 0; i < list->kernels.size (); i++)
    {
      if (status == GR_OK)
        status = load (list->kernels[i], list->binaries[i]);
      compiled += list->binaries[i].is_compiled;
      gr_free_code (&list->binaries[i]);
    }
  gr_note_loading (compiled, std::chrono::duration<double> (std::chrono::steady_clock::now () - start).count ());
  return status;
}

/* Find the kernels that a context's call needs, and those that will follow, by going through them without launching
   any. Their failures show when they are made.  */
static void
rehearse (gr_context context, const gr_operator_call &call, gr_kernel_list *list)
{
  const gr_later_calls *const later = context.later;
  context.rehearsal = list;
  call.run (&context, call.request, call.out_type, call.in, call.out, call.index);
  if (later)
    later->run (&context, later->request, later->indexed);
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
  if (context && context->rehearsal)
    {
      gr_add_kernel (context->rehearsal, kernel);
      return GR_OK;
    }
  gr_kernel_list list = {};
  gr_add_kernel (&list, kernel);
  if (! context)
    {
      GR_TRY (load_all (&list));
      return ! gr_is_worker () && gr_interrupted () ? gr_fail_interrupted () : GR_OK;
    }
  if (context->call)
    rehearse (*context, *context->call, &list);
  GR_TRY (while_device_waits (context, [&] { return load_all (&list); }));
  return gr_interrupted () ? gr_fail_interrupted () : GR_OK;
}

/* ---- ahead ---- */

bool
gr_waits_for_user (const gr_kernel_info &kernel)
{
  return strstr (kernel.text, "gr_given") || strstr (kernel.text, "gr_operation_given");
}

gr_kernel_list *
gr_new_list (int architecture)
{
  gr_kernel_list *const list = new (std::nothrow) gr_kernel_list ();
  if (list)
    {
      list->architecture = architecture;
      list->takes_loaded = true;
    }
  return list;
}

void
gr_free_list (gr_kernel_list *list)
{
  delete list;
}

void
gr_add_kernels (gr_kernel_list *list, const gr_operator_call &call, const gr_later_calls &later)
{
  gr_record unseen = {};
  gr_context context = {};
  context.record = &unseen;
  context.later = &later;
  gr_ask_no_device (true);
  rehearse (context, call, list);
  gr_ask_no_device (false);
}

void
gr_add_named_kernels (gr_kernel_list *list)
{
  for (gr_kernel_info *kernel = gr_all_kernels; kernel; kernel = kernel->before)
    if (! gr_waits_for_user (*kernel))
      list->kernels.push_back (kernel);
}

gr_status
gr_compile_list (gr_kernel_list *list, size_t *count)
{
  const size_t all = list->kernels.size (), part = 4 * static_cast<size_t> (gr_thread_count ());
  gr_nvrtc_version version;
  gr_status status = find_compiler (&list->driver, &version);
  char *const unknown = status == GR_OK ? gr_check_architecture (list->driver, list->architecture) : nullptr;
  if (unknown)
    status = gr_fail (GR_BAD_ARGUMENT, "%s", unknown);
  free (unknown);
  for (size_t first = 0; first < all && status == GR_OK; first += part)
    {
      make_binaries (list, first, std::min (part, all - first));
      for (gr_kernel_code &binary : list->binaries)
        {
          if (status == GR_OK)
            status = check_binary (binary);
          gr_free_code (&binary);
        }
      *count = std::min (first + part, all);
      gr_report_progress (static_cast<double> (*count) / static_cast<double> (all));
      if (status == GR_OK && gr_interrupted ())
        status = gr_fail_interrupted ();
    }
  return status;
}

void
gr_describe_kernel (const gr_kernel_info &kernel, char **name, char **program, bool *launches)
{
  const std::string text = name_of (kernel);
  *launches = programs[kernel.program].launches;
  *name = strdup (text.c_str ());
  *program = strdup (program_of (kernel, text).c_str ());
}

} // namespace

/* ---- kernels by number ---- */

typedef std::unordered_map<unsigned, gr_kernel_info *> kernels_by_number;
static std::mutex named_lock;
/* They live as long as the process, since launches have their addresses.  */
static kernels_by_number &
named_kernels (gr_program program)
{
  static kernels_by_number *const all = new kernels_by_number[GR_PROGRAM_COUNT];
  return all[program];
}

gr_kernel_info *
gr_find_named_kernel (gr_program program, unsigned number)
{
  const std::lock_guard<std::mutex> guard (named_lock);
  const kernels_by_number &known = named_kernels (program);
  const auto place = known.find (number);
  return place == known.end () ? nullptr : place->second;
}

gr_kernel_info *
gr_add_named_kernel (gr_program program, unsigned number, const char *name, unsigned layout)
{
  const std::lock_guard<std::mutex> guard (named_lock);
  gr_kernel_info *&info = named_kernels (program)[number];
  if (! info)
    info = new gr_kernel_info (strdup (name), layout, program);
  return info;
}

/* ---- kernels of users' functions ---- */

/* Everywhere.  */
static void
put_in_place (std::string *name, const char *placeholder, const std::string &function)
{
  for (size_t at = 0; (at = name->find (placeholder, at)) != std::string::npos; at += function.size ())
    name->replace (at, strlen (placeholder), function);
}

gr_kernel_info *
gr_specialize (gr_kernel_info *kernel, const GR_NAMESPACE::gr_user_function *function, unsigned form,
               const GR_NAMESPACE::gr_user_function *operation)
{
  typedef std::tuple<gr_kernel_info *, unsigned, unsigned, unsigned> which; /* 0: no function, else its number and 1 */
  static std::map<which, gr_kernel_info *> *const known = new std::map<which, gr_kernel_info *>;
  const std::lock_guard<std::mutex> guard (named_lock);
  gr_kernel_info *&info
    = (*known)[which{ kernel, function ? function->number + 1 : 0, form, operation ? operation->number + 1 : 0 }];
  if (! info)
    {
      const std::string before = GR_NAMESPACE::name_of (*kernel);
      std::string name = before;
      if (function)
        put_in_place (&name, "gr_given", "gr_of_arrays<" + function->name + ", " + std::to_string (form) + "u>");
      if (operation)
        put_in_place (&name, "gr_operation_given", "gr_operation<" + operation->name + ">");
      const gr_program program = kernel->program == GR_PROGRAM_NESTED ? GR_PROGRAM_MAPPED_NESTED : GR_PROGRAM_MAPPED;
      info = name == before ? kernel : new gr_kernel_info (strdup (name.c_str ()), kernel->layout, program);
    }
  return info;
}
