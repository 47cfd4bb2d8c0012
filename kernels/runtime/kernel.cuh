/* SPDX-License-Identifier: GPL-3.0-or-later

   Kernels as values, and what they ask of their launch.  GR_KERNEL (NAME<ARGUMENTS>) is a kernel of an operator that
   can be launched (launch.cuh), of type gr_kernel<PARAMETERS...>, and GR_KERNEL_OF (PROGRAM, NAME<ARGUMENTS>) one of
   another program.  GR_NAMED_KERNEL_OF (PROGRAM, NUMBER, NAME, MODEL) is the one that NAME () names where kernels are
   compiled when they are called, and elsewhere MODEL, which does the same for more calls.  */

#ifndef GR_KERNEL_CUH
#define GR_KERNEL_CUH

#include <cuda_runtime.h>

#include <utility>
#ifndef __CUDACC_RTC__
#  include <atomic>
#endif

/* What a kernel's parameters ask of memory, in a number: compilers that lay them out alike give the same.  */
template <class Kernel> struct gr_layout;
template <class... P> struct gr_layout<void (*) (P...)>
{
  static constexpr unsigned fold ()
  {
    unsigned all = sizeof...(P);
    ((all = all * 31 * 31 + static_cast<unsigned> (sizeof (P)) * 31 + static_cast<unsigned> (alignof (P))), ...);
    return all;
  }
  static constexpr unsigned value = fold ();
};

/* The programs that kernels are compiled in when they are called.  X (_, ID, file that has them, do they launch kernels
   themselves?)  */
#define GR_PROGRAMS(X, _)                                                                                              \
  X (_, OPERATOR, "device/kernels.cuh", false)                                                                         \
  X (_, NESTED, "textbook/nested.cuh", true)                                                                           \
  X (_, APPLY, "device/apply.cuh", false)                                                                              \
  X (_, MAP, "device/map.cuh", false)                                                                                  \
  X (_, EVALUATE, "device/evaluate.cuh", false)                                                                        \
  X (_, MAPPED, "device/mapped_kernels.cuh", false)                                                                    \
  X (_, STAGES, "device/stages.cuh", false)                                                                            \
  X (_, MAPPED_NESTED, "device/mapped_nested.cuh", true)                                                               \
  X (_, COPY, "device/copy.cuh", false)                                                                                \
  X (_, CONVERT, "device/convert.cuh", false)                                                                          \
  X (_, SELECT, "device/select.cuh", false)                                                                            \
  X (_, SORT, "sort/kernels.cuh", false)                                                                               \
  X (_, RAGGED, "device/ragged_kernels.cuh", false)                                                                    \
  X (_, NAMED_SORT, "textbook/sort.cuh", false)                                                                        \
  X (_, RANDOM, "device/random.cuh", false)                                                                            \
  X (_, DOT, "device/dot.cuh", false)                                                                                  \
  X (_, FOURIER, "device/fourier.cuh", false)                                                                          \
  X (_, MATRIX, "device/matrix.cuh", false)                                                                            \
  X (_, STREAM, "device/stream.cuh", false)                                                                            \
  X (_, CONVOLVE, "device/convolve.cuh", false)                                                                        \
  X (_, RECURSION, "device/recursion.cuh", false)
#define GR_PROGRAM_ID(_, ID, ...) GR_PROGRAM_##ID,
enum gr_program { GR_PROGRAMS (GR_PROGRAM_ID, _) GR_PROGRAM_COUNT };
#undef GR_PROGRAM_ID

/* GR_ON_CALL: the host's compiler reads the kernels, and NVRTC compiles each when it is first launched.  */
#if defined GR_SIMT || defined __CUDACC__
#  define GR_ON_CALL 0
#else
#  define GR_ON_CALL 1
#endif

#if GR_ON_CALL
namespace GR_NAMESPACE
{
int gr_current_device (); /* (runtime.cu) */
}

/* A kernel that has been loaded for a device, until the process ends.  The driver launches a function of the device's
   context sooner than a kernel of all contexts, whose function it looks for in each launch.  */
struct gr_loaded_kernel
{
  int device, architecture;
  struct CUkern_st *kernel;    /* of all devices with this architecture, */
  const void *function;        /* and of this one */
  std::atomic<size_t> allowed; /* bytes of shared memory that a block was last allowed, or 0 */
  gr_loaded_kernel *next;      /* for another device */
};

/* A kernel that may be launched.  All of a process are in a list, gr_all_kernels.  */
struct gr_kernel_info
{
  const char *text; /* what the compiler says of a function with the kernel as argument KERNEL, or its name */
  unsigned layout;  /* gr_layout */
  gr_program program;
  gr_kernel_info *before;                 /* in the list */
  std::atomic<gr_loaded_kernel *> loaded; /* the last device that it was loaded for */

  gr_kernel_info (const char *with_name, unsigned of_parameters, gr_program its_program);
};
extern gr_kernel_info *gr_all_kernels;
inline gr_kernel_info::gr_kernel_info (const char *with_name, unsigned of_parameters, gr_program its_program)
  : text (with_name), layout (of_parameters), program (its_program), before (gr_all_kernels), loaded (nullptr)
{
  gr_all_kernels = this;
}
/* The kernel as it is loaded for the current device, or NULL.  */
inline gr_loaded_kernel *
gr_find_loaded (const gr_kernel_info &kernel)
{
  const int device = GR_NAMESPACE::gr_current_device ();
  gr_loaded_kernel *one = kernel.loaded.load (std::memory_order_acquire);
  while (one && one->device != device)
    one = one->next;
  return one;
}

/* A kernel, whatever its parameters are: what need not know them is compiled once.  */
namespace GR_NAMESPACE
{
struct gr_any_kernel
{
  gr_kernel_info *info;
};
}
template <class... P> struct gr_kernel : GR_NAMESPACE::gr_any_kernel
{};
template <class... P> gr_kernel<P...> gr_type_of_kernel (void (*) (P...));
template <auto KERNEL>
constexpr const char *
gr_text_with_name ()
{
  return __PRETTY_FUNCTION__;
}
template <gr_program PROGRAM, auto KERNEL>
inline gr_kernel_info gr_info_of (gr_text_with_name<KERNEL> (), gr_layout<decltype (KERNEL)>::value, PROGRAM);
template <gr_program PROGRAM, auto KERNEL>
decltype (gr_type_of_kernel (KERNEL))
gr_make_kernel ()
{
  return { { &gr_info_of<PROGRAM, KERNEL> } };
}
#  define GR_KERNEL_OF(PROGRAM, ...) gr_make_kernel<GR_PROGRAM_##PROGRAM, __VA_ARGS__> ()

/* A kernel that the host's compiler does not name, since there are too many of its kind.  Its name is made when it is
   first called, and its number tells it from others of its program.  gr_find_named_kernel: NULL if it was not added. */
gr_kernel_info *gr_find_named_kernel (gr_program program, unsigned number);
gr_kernel_info *gr_add_named_kernel (gr_program program, unsigned number, const char *name, unsigned layout);

/* Its parameters are those of MODEL; name () makes its name, a string.  */
template <gr_program PROGRAM, auto MODEL, class F>
decltype (gr_type_of_kernel (MODEL))
gr_name_kernel_of (unsigned number, F name)
{
  gr_kernel_info *info = gr_find_named_kernel (PROGRAM, number);
  if (! info)
    info = gr_add_named_kernel (PROGRAM, number, name ().c_str (), gr_layout<decltype (MODEL)>::value);
  return { { info } };
}
#  define GR_NAMED_KERNEL_OF(PROGRAM, NUMBER, NAME, ...)                                                               \
    gr_name_kernel_of<GR_PROGRAM_##PROGRAM, __VA_ARGS__> (NUMBER, NAME)

/* A kernel with users' functions in place of the types that stand for them: gr_given, for a function of arrays of a
   form (auto/mapped.cuh), and gr_operation_given.  NULL where there is none; the kernel itself where nothing stands for
   them.  */
namespace GR_NAMESPACE
{
struct gr_user_function;
}
gr_kernel_info *gr_specialize (gr_kernel_info *kernel, const GR_NAMESPACE::gr_user_function *function, unsigned form,
                               const GR_NAMESPACE::gr_user_function *operation);

/* The function that is launched, or asked about, of a kernel that has been loaded (gr_need_kernel).  */
inline cudaError_t
gr_find_kernel (GR_NAMESPACE::gr_any_kernel kernel, const void **function)
{
  const gr_loaded_kernel *const loaded = gr_find_loaded (*kernel.info);
  *function = loaded ? loaded->function : nullptr;
  return loaded ? cudaSuccess : cudaErrorInvalidDeviceFunction;
}
#else
/* Compilers of CUDA and the host executor have a function for it.  */
template <class... P> using gr_kernel = void (*) (P...);
namespace GR_NAMESPACE
{
struct gr_any_kernel
{
  const void *function;
  template <class... P> gr_any_kernel (gr_kernel<P...> kernel) : function (reinterpret_cast<const void *> (kernel)) {}
};
}
#  define GR_KERNEL_OF(PROGRAM, ...) __VA_ARGS__
#  define GR_NAMED_KERNEL_OF(PROGRAM, NUMBER, NAME, ...) __VA_ARGS__

#  ifndef __CUDACC_RTC__
inline cudaError_t
gr_find_kernel (GR_NAMESPACE::gr_any_kernel kernel, const void **function)
{
  *function = kernel.function;
  return cudaSuccess;
}
#  endif
#endif

#define GR_KERNEL(...) GR_KERNEL_OF (OPERATOR, __VA_ARGS__)

#if GR_ON_CALL
template <class... P, class... A>
void gr_launch_tail (void (*kernel) (P...), dim3 grid, dim3 block, size_t shared, A &&...args); /* below */
#elif defined GR_SIMT || defined __CUDACC_RDC__
/* In one thread of a running kernel: launch kernel (args...) once the whole grid
   has ended, as gr_launch does from the host.  Grids launched so run in the
   order of their launches, each followed by what it launches itself.  What goes
   wrong in them, or keeps them from starting, fails the host's launch.  nvcc
   compiles launches from kernels with -rdc=true only.  */
template <class... P, class... A>
__device__ void
gr_launch_tail (gr_kernel<P...> kernel, dim3 grid, dim3 block, size_t shared, A &&...args)
{
  static_assert (sizeof...(P) == sizeof...(A), "a kernel wants all its arguments");
#  ifdef GR_SIMT
  auto queue = [=] (P... values) {
    simt_launch_tail (reinterpret_cast<const void *> (kernel), grid, block, shared, [=] { kernel (values...); });
  };
  queue (std::forward<A> (args)...);
#  else
  kernel<<<grid, block, shared, cudaStreamTailLaunch>>> (static_cast<P> (static_cast<A &&> (args))...);
  if (cudaGetLastError () != cudaSuccess)
    __trap ();
#  endif
}
#endif

/* In a kernel, GR_DYNAMIC_SHARED (type, name); declares type *name, the dynamic
   shared memory, 16-byte aligned, and on a GPU to 128, what it reads and writes at a time.
   On the host executor it has exactly the launch's bytes and holds poison when a block starts.  */
#ifdef GR_SIMT
#  define GR_DYNAMIC_SHARED(type, name) type *name = reinterpret_cast<type *> (simt::dynamic_shared)
#elif GR_ON_CALL
extern unsigned char gr_dynamic_shared[]; /* of code that is not made */
#  define GR_DYNAMIC_SHARED(type, name) type *name = reinterpret_cast<type *> (gr_dynamic_shared)
#else
extern __shared__ __align__ (128) unsigned char gr_dynamic_shared[];
#  define GR_DYNAMIC_SHARED(type, name) type *name = reinterpret_cast<type *> (gr_dynamic_shared)
#endif

#endif
