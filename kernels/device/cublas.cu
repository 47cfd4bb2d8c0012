/* SPDX-License-Identifier: GPL-3.0-or-later

   The matrix product, by cuBLAS.  It is loaded by the first product and declared here, so that the library is built,
   and starts, where it is missing.  The executor has none of this.  */

#include "device/cuda_library.cuh"

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

static const char *
find_functions (void *library, blas_functions *found)
{
  const char *missing = nullptr;
  gr_find_function (library, "cublasCreate_v2", &found->create, &missing);
  gr_find_function (library, "cublasDestroy_v2", &found->destroy, &missing);
  gr_find_function (library, "cublasSetStream_v2", &found->set_stream, &missing);
  gr_find_function (library, "cublasGetStatusName", &found->status_name, &missing);
  gr_find_function (library, "cublasDgemm_v2_64", &found->f64, &missing);
  gr_find_function (library, "cublasSgemm_v2_64", &found->f32, &missing);
  gr_find_function (library, "cublasZgemm_v2_64", &found->c64, &missing);
  gr_find_function (library, "cublasCgemm_v2_64", &found->c32, &missing);
  return missing;
}

/* The library that one of a name needs.  */
static std::string
needed_for (std::string name)
{
  const size_t end = name.find (".so");
  return name.insert (end == std::string::npos ? name.size () : end, "Lt");
}

static gr_status
load (const char *const *names)
{
  return gr_load_library ({ "cuBLAS 12 or newer", "the matrix product needs" }, names, &blas, needed_for,
                          find_functions);
}

/* ---- the product ---- */

static gr_status
check_blas (int error, const char *call)
{
  return gr_check_library (error == CUBLAS_SUCCESS ? nullptr : blas.status_name (error), error == CUBLAS_ALLOC_FAILED,
                           call);
}

static gr_status
make_handle (void **handle)
{
  int error;
  GR_TRY (gr_call_for_memory (CUBLAS_ALLOC_FAILED, &error, [&] { return blas.create (handle); }));
  return check_blas (error, "cublasCreate");
}

/* The current device's handle, which works on its stream.  */
static gr_status
need_handle (void **handle)
{
  static const char *const names[] = { "libcublas.so.13", "libcublas.so.12", "libcublas.so", nullptr };
  GR_TRY (gr_need_device ());
  *handle = gr_current_runtime ().library[GR_CUBLAS].state;
  if (*handle)
    return GR_OK;
  if (! blas.create)
    GR_TRY (load (names));
  GR_TRY (make_handle (handle));
  const gr_status status = check_blas (blas.set_stream (*handle, gr_current_runtime ().stream), "cublasSetStream");
  if (status == GR_OK)
    gr_keep_library (GR_CUBLAS, { *handle, blas.destroy });
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
