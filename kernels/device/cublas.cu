/* SPDX-License-Identifier: GPL-3.0-or-later

   The matrix product, by cuBLAS.  It is loaded by the first product and declared here, so that the library is built,
   and starts, where it is missing.  The executor has none of this.  */

#include "device/elements.cuh"
#include "jit/find.h"

#include <cstdlib>
#include <string>

#include <dlfcn.h>

namespace GR_NAMESPACE
{

/* ---- the library ---- */

/* The functions with 64-bit sizes, and statuses, of cuBLAS 12 and 13.  Their operations have the numbers of
   gr_transposition.  */
typedef int (*gemm) (void *handle, int a_as, int b_as, int64_t m, int64_t n, int64_t k, const void *alpha,
                     const void *a, int64_t a_rows, const void *b, int64_t b_rows, const void *beta, void *out,
                     int64_t out_rows);
enum { CUBLAS_SUCCESS = 0, CUBLAS_ALLOC_FAILED = 3, CUBLAS_EXECUTION_FAILED = 13 };
static_assert (GR_AS_IT_STANDS == 0 && GR_TRANSPOSED == 1 && GR_CONJUGATE_TRANSPOSED == 2, "CUBLAS_OP_N, _T and _C");

struct blas_functions
{
  int (*create) (void **handle);
  int (*destroy) (void *handle);
  int (*set_stream) (void *handle, cudaStream_t stream);
  const char *(*status_name) (int status);
  gemm f64, f32, c64, c32;
};
static blas_functions blas; /* all NULL until it is loaded */

/* Find all functions; the name of the first that is missing, or NULL.  */
static const char *
find_functions (void *library, blas_functions *found)
{
  const char *missing = nullptr;
  const auto find = [&] (const char *name, auto *function) {
    *function = reinterpret_cast<std::remove_pointer_t<decltype (function)>> (dlsym (library, name));
    if (! *function && ! missing)
      missing = name;
  };
  find ("cublasCreate_v2", &found->create);
  find ("cublasDestroy_v2", &found->destroy);
  find ("cublasSetStream_v2", &found->set_stream);
  find ("cublasGetStatusName", &found->status_name);
  find ("cublasDgemm_v2_64", &found->f64);
  find ("cublasSgemm_v2_64", &found->f32);
  find ("cublasZgemm_v2_64", &found->c64);
  find ("cublasCgemm_v2_64", &found->c32);
  return missing;
}

/* A name of the library, and of the one that it needs.  */
struct file_names
{
  std::string blas, needed;
  explicit file_names (const char *name) : blas (name), needed (name)
  {
    const size_t end = needed.find (".so");
    needed.insert (end == std::string::npos ? needed.size () : end, "Lt");
  }
};

static gr_status
fail_without_library (const char *const *names)
{
  std::string what = "cuBLAS 12 or newer, which the matrix product needs, as ";
  int driver = 0;
  for (const char *const *name = names; *name; name++)
    what += (name == names ? "" : name[1] ? ", " : " or ") + std::string (*name);
  dlopen (names[0], RTLD_NOW | RTLD_LOCAL); /* for its reason */
  const char *const reason = dlerror ();
  what += std::string (" (") + (reason ? reason : "it has come meanwhile") + "),"; /* the next dlopen frees it */
  cudaDriverGetVersion (&driver);
  char *const text = gr_say_missing (what.c_str (), driver, true);
  const gr_status status = gr_fail (GR_UNSUPPORTED, "%s; or use gather", text ? text : what.c_str ());
  free (text);
  return status;
}

static gr_status
load (const char *const *names)
{
  blas_functions found = {};
  void *library = nullptr;
  const char *const *name = names;
  while (*name && ! (library = gr_open_cuda (*name, file_names (*name).needed.c_str ())))
    name++;
  if (! library)
    return fail_without_library (names);
  const char *const missing = find_functions (library, &found);
  if (! missing)
    blas = found;
  else
    dlclose (library);
  return ! missing
         ? GR_OK
         : gr_fail (GR_UNSUPPORTED,
                    "the matrix product needs cuBLAS 12 or newer, and %s has no function %s; install it where "
                    "libraries are looked for, or use gather",
                    *name, missing);
}

/* ---- the product ---- */

static gr_status
check_blas (int error, const char *call)
{
  return error == CUBLAS_SUCCESS
         ? GR_OK
         : gr_fail (error == CUBLAS_ALLOC_FAILED ? GR_OUT_OF_MEMORY : GR_CUDA_ERROR, "%s failed on device %d (%s): %s",
                    call, gr_current_device () + 1, gr_current_runtime ().name, blas.status_name (error));
}

/* It takes memory.  If it fails, it is tried again after the pool's free blocks are released.  */
static gr_status
make_handle (void **handle)
{
  if (gr_fault_is_due (GR_FAULT_MEMORY))
    return check_blas (CUBLAS_ALLOC_FAILED, "cublasCreate");
  int error = blas.create (handle);
  if (error == CUBLAS_ALLOC_FAILED)
    {
      GR_TRY (gr_trim_all ());
      error = blas.create (handle);
    }
  return check_blas (error, "cublasCreate");
}

/* The current device's handle, which works on its stream.  */
static gr_status
need_handle (void **handle)
{
  static const char *const names[] = { "libcublas.so.13", "libcublas.so.12", "libcublas.so", nullptr };
  GR_TRY (gr_need_device ());
  *handle = gr_current_runtime ().blas;
  if (*handle)
    return GR_OK;
  if (! blas.create)
    GR_TRY (load (names));
  GR_TRY (make_handle (handle));
  const gr_status status = check_blas (blas.set_stream (*handle, gr_current_runtime ().stream), "cublasSetStream");
  if (status == GR_OK)
    gr_keep_blas (*handle, blas.destroy);
  else
    blas.destroy (*handle);
  return status;
}

/* The first parts of complex constants are the real ones.  */
gr_status
gr_multiply_matrices (gr_type type, size_t m, size_t n, size_t k, const gr_matrix *a, const gr_matrix *b, void *out)
{
  static const double one[2] = { 1 }, zero[2] = {};
  static const float single_one[2] = { 1 }, single_zero[2] = {};
  const bool is_single = type == GR_TYPE_F32 || type == GR_TYPE_C32;
  const void *const alpha = is_single ? static_cast<const void *> (single_one) : one;
  const void *const beta = is_single ? static_cast<const void *> (single_zero) : zero;
  const size_t a_rows = a->as == GR_AS_IT_STANDS ? m : k, b_rows = b->as == GR_AS_IT_STANDS ? k : n;
  void *handle;
  GR_TRY (need_handle (&handle));
  const gemm multiply = type == GR_TYPE_F64 ? blas.f64
                      : type == GR_TYPE_F32 ? blas.f32
                      : type == GR_TYPE_C64 ? blas.c64
                                            : blas.c32;
  gr_note_work ();
  gr_note_taken (gr_current_device ());
  return check_blas (gr_fault_is_due (GR_FAULT_LAUNCH)
                       ? static_cast<int> (CUBLAS_EXECUTION_FAILED)
                       : multiply (handle, a->as, b->as, static_cast<int64_t> (m), static_cast<int64_t> (n),
                                   static_cast<int64_t> (k), alpha, a->data, static_cast<int64_t> (a_rows), b->data,
                                   static_cast<int64_t> (b_rows), beta, out, static_cast<int64_t> (m)),
                     "the matrix product by cuBLAS");
}

} // namespace

extern "C" gr_status
gr_load_cublas (const char *const *names)
{
  return GR_NAMESPACE::load (names);
}
