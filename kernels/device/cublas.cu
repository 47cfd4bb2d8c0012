/* SPDX-License-Identifier: GPL-3.0-or-later

   Matrix products, and solutions of triangular systems, by cuBLAS.  It is loaded by the first of them and declared
   here.  The executor has none of this.  */

#include "device/libraries.cuh"

namespace GR_NAMESPACE
{

/* ---- the library ---- */

/* The functions with 64-bit sizes, and statuses, of cuBLAS 12 and 13.  Their operations have the numbers of
   gr_transposition.  */
typedef int (*gemm) (void *handle, int a_as, int b_as, int64_t m, int64_t n, int64_t k, const void *alpha,
                     const void *a, int64_t a_rows, const void *b, int64_t b_rows, const void *beta, void *out,
                     int64_t out_rows);
typedef int (*gemm_pages) (void *handle, int a_as, int b_as, int64_t m, int64_t n, int64_t k, const void *alpha,
                           const void *a, int64_t a_rows, long long a_step, const void *b, int64_t b_rows,
                           long long b_step, const void *beta, void *out, int64_t out_rows, long long out_step,
                           int64_t pages);
typedef int (*trsm) (void *handle, int side, int is_upper, int as, int is_unit, int64_t m, int64_t n, const void *alpha,
                     const void *a, int64_t a_rows, void *b, int64_t b_rows);
enum { CUBLAS_SUCCESS = 0, CUBLAS_ALLOC_FAILED = 3, CUBLAS_EXECUTION_FAILED = 13, CUBLAS_SIDE_LEFT = 0 };
static_assert (GR_AS_IT_STANDS == 0 && GR_TRANSPOSED == 1 && GR_CONJUGATE_TRANSPOSED == 2, "CUBLAS_OP_N, _T and _C");

/* Numbers of types in the tables.  */
enum { F64, F32, C64, C32, TYPES };
static unsigned
number_of (gr_type type)
{
  return type == GR_TYPE_F64 ? F64 : type == GR_TYPE_F32 ? F32 : type == GR_TYPE_C64 ? C64 : C32;
}

static struct
{
  int (*create) (void **handle);
  int (*destroy) (void *handle);
  int (*set_stream) (void *handle, cudaStream_t stream);
  const char *(*status_name) (int status);
  gemm multiply[TYPES];
  gemm_pages multiply_pages[TYPES];
  trsm solve[TYPES];
} blas; /* all NULL until it is loaded */

static gr_status
load (const gr_library_name *names)
{
  const auto to = [] (auto *function) { return reinterpret_cast<void **> (function); };
  const gr_library_function functions[] = {
    { "cublasCreate_v2", to (&blas.create), false },
    { "cublasDestroy_v2", to (&blas.destroy), false },
    { "cublasSetStream_v2", to (&blas.set_stream), false },
    { "cublasGetStatusName", to (&blas.status_name), false },
    { "cublasDgemm_v2_64", to (&blas.multiply[F64]), false },
    { "cublasSgemm_v2_64", to (&blas.multiply[F32]), false },
    { "cublasZgemm_v2_64", to (&blas.multiply[C64]), false },
    { "cublasCgemm_v2_64", to (&blas.multiply[C32]), false },
    { "cublasDgemmStridedBatched_64", to (&blas.multiply_pages[F64]), false },
    { "cublasSgemmStridedBatched_64", to (&blas.multiply_pages[F32]), false },
    { "cublasZgemmStridedBatched_64", to (&blas.multiply_pages[C64]), false },
    { "cublasCgemmStridedBatched_64", to (&blas.multiply_pages[C32]), false },
    { "cublasDtrsm_v2_64", to (&blas.solve[F64]), false },
    { "cublasStrsm_v2_64", to (&blas.solve[F32]), false },
    { "cublasZtrsm_v2_64", to (&blas.solve[C64]), false },
    { "cublasCtrsm_v2_64", to (&blas.solve[C32]), false },
  };
  return gr_load_functions ({ "cuBLAS 12 or newer", "the matrix product needs" }, names, functions,
                            sizeof functions / sizeof *functions);
}

static gr_status
check_blas (int error, const char *call)
{
  return gr_check_library (error == CUBLAS_SUCCESS, error == CUBLAS_ALLOC_FAILED, call,
                           error == CUBLAS_SUCCESS ? "" : blas.status_name (error));
}

/* The current device's handle, which works on its stream.  */
static gr_status
need_handle (void **handle)
{
  static const gr_library_name names[] = { { "libcublas.so.13", { "libcublasLt.so.13" } },
                                           { "libcublas.so.12", { "libcublasLt.so.12" } },
                                           { "libcublas.so", { "libcublasLt.so" } },
                                           {} };
  GR_TRY (gr_need_device ());
  if (! blas.create)
    GR_TRY (load (names));
  return gr_need_handle (
    GR_CUBLAS,
    { blas.create, blas.destroy, blas.set_stream, CUBLAS_ALLOC_FAILED, "cublasCreate", "cublasSetStream", check_blas },
    handle);
}

/* ---- products ---- */

/* A number of a type, on the host; the first parts of complex ones are the real ones.  */
static const void *
number_in (gr_type type, bool is_one)
{
  static const double numbers[2][2] = { { 0 }, { 1 } };
  static const float singles[2][2] = { { 0 }, { 1 } };
  return type == GR_TYPE_F32 || type == GR_TYPE_C32 ? static_cast<const void *> (singles[is_one]) : numbers[is_one];
}

/* A call of the library is queued.  */
template <class F>
static gr_status
queue (const char *name, F call)
{
  gr_note_work ();
  gr_note_taken (gr_current_device ());
  return check_blas (gr_fault_is_due (GR_FAULT_LAUNCH) ? static_cast<int> (CUBLAS_EXECUTION_FAILED) : call (), name);
}

gr_status
gr_multiply_matrices (gr_type type, size_t m, size_t n, size_t k, const gr_matrix *a, const gr_matrix *b, void *out)
{
  const size_t a_rows = a->as == GR_AS_IT_STANDS ? m : k, b_rows = b->as == GR_AS_IT_STANDS ? k : n;
  void *handle;
  GR_TRY (need_handle (&handle));
  return queue ("the matrix product by cuBLAS", [&] {
    return blas.multiply[number_of (type)](handle, a->as, b->as, static_cast<int64_t> (m), static_cast<int64_t> (n),
                                           static_cast<int64_t> (k), number_in (type, true), a->data,
                                           static_cast<int64_t> (a_rows), b->data, static_cast<int64_t> (b_rows),
                                           number_in (type, false), out, static_cast<int64_t> (m));
  });
}

gr_status
gr_multiply_pages (const gr_matrix_run *run)
{
  const gr_matrix_call &c = *run->call;
  const int64_t m = static_cast<int64_t> (c.m), n = static_cast<int64_t> (c.n), k = static_cast<int64_t> (c.k);
  void *handle;
  GR_TRY (need_handle (&handle));
  return queue ("the product of pages by cuBLAS", [&] {
    return blas.multiply_pages[number_of (c.type)](
      handle, c.op, c.b_op, m, n, k, number_in (c.type, true), run->a, c.op == GR_AS_IT_STANDS ? m : k,
      c.one_a ? 0 : m * k, run->b, c.b_op == GR_AS_IT_STANDS ? k : n, c.one_b ? 0 : k * n, number_in (c.type, false),
      run->c, m, m * n, static_cast<int64_t> (c.pages));
  });
}

/* ---- triangular systems ---- */

gr_status
gr_solve_triangular (const gr_matrix_run *run)
{
  const gr_matrix_call &c = *run->call;
  const int64_t n = static_cast<int64_t> (c.n);
  void *handle;
  GR_TRY (need_handle (&handle));
  return queue ("the solution of a triangular system by cuBLAS", [&] {
    return blas.solve[number_of (c.type)](handle, CUBLAS_SIDE_LEFT, ! c.is_lower, c.op, c.is_unit, n,
                                          static_cast<int64_t> (c.k), number_in (c.type, true), run->a, n, run->b, n);
  });
}

} // namespace

extern "C" gr_status
gr_load_cublas (const char *const *names)
{
  return GR_NAMESPACE::gr_load_names (names, GR_NAMESPACE::load);
}
