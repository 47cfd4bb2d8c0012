/* SPDX-License-Identifier: GPL-3.0-or-later

   Factorizations, singular values and eigenvalues by cuSOLVER, and who does the other steps of linear algebra.  It is
   loaded when it is first needed, and declared here.  The executor has none of this.  */

#include "device/libraries.cuh"
#include "device/transfers.cuh"

#include <climits>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

namespace GR_NAMESPACE
{

/* ---- the library ---- */

/* Statuses and numbers of cuSOLVER 11 and 12, which came with CUDA 12 and 13.  */
enum { CUSOLVER_SUCCESS = 0, CUSOLVER_ALLOC_FAILED = 2, CUSOLVER_EXECUTION_FAILED = 6, CUSOLVER_INTERNAL_ERROR = 7 };
enum { UPPER_IS = 1, SIDE_LEFT = 0 };
static_assert (GR_AS_IT_STANDS == 0 && GR_TRANSPOSED == 1 && GR_CONJUGATE_TRANSPOSED == 2, "CUBLAS_OP_N, _T and _C");

/* Numbers of types in the tables, and as cudaDataType.  */
enum { F64, F32, C64, C32, TYPES };
enum { CUDA_F32 = 0, CUDA_F64 = 1, CUDA_C32 = 4, CUDA_C64 = 5 };

/* The functions with 64-bit sizes take types as numbers.  Those that form and apply Q are there by type, with sizes of
   32 bits.  P: the parameters of a call without the handle and the workspaces behind them.  */
template <class... P> struct solver_call
{
  int (*ask) (void *handle, void *params, P..., size_t *on_device, size_t *on_host);
  int (*run) (void *handle, void *params, P..., void *device, size_t on_device, void *host, size_t on_host, int *info);
};
typedef int (*ask_form_call) (void *handle, int m, int n, int k, const void *a, int rows, const void *tau, int *count);
typedef int (*form_call) (void *handle, int m, int n, int k, void *a, int rows, const void *tau, void *work, int count,
                          int *info);
typedef int (*ask_apply_call) (void *handle, int side, int op, int m, int n, int k, const void *a, int rows,
                               const void *tau, const void *c, int c_rows, int *count);
typedef int (*apply_call) (void *handle, int side, int op, int m, int n, int k, const void *a, int rows,
                           const void *tau, void *c, int c_rows, void *work, int count, int *info);

static struct
{
  int (*create) (void **handle);
  int (*destroy) (void *handle);
  int (*set_stream) (void *handle, cudaStream_t stream);
  int (*create_params) (void **params);
  void *params; /* the default ones */
  int (*ask_lu) (void *, void *, int64_t m, int64_t n, int type, const void *a, int64_t rows, int, size_t *, size_t *);
  int (*lu) (void *, void *, int64_t m, int64_t n, int type, void *a, int64_t rows, int64_t *pivots, int, void *,
             size_t, void *, size_t, int *info);
  int (*solve_lu) (void *, void *, int op, int64_t n, int64_t k, int type, const void *a, int64_t rows,
                   const int64_t *pivots, int b_type, void *b, int64_t b_rows, int *info);
  solver_call<int, int64_t, int, void *, int64_t, int> cholesky;
  int (*solve_cholesky) (void *, void *, int is_upper, int64_t n, int64_t k, int type, const void *a, int64_t rows,
                         int b_type, void *b, int64_t b_rows, int *info);
  solver_call<int64_t, int64_t, int, void *, int64_t, int, void *, int> qr;
  solver_call<int, int, int64_t, int, void *, int64_t, int, void *, int> hermitian;
  solver_call<signed char, signed char, int64_t, int64_t, int, void *, int64_t, int, void *, int, void *, int64_t, int,
              void *, int64_t, int>
    svd;
  int (*ask_polar) (void *, void *, int vectors, int economy, int64_t m, int64_t n, int, const void *a, int64_t rows,
                    int, const void *s, int, const void *u, int64_t, int, const void *v, int64_t, int, size_t *,
                    size_t *);
  int (*polar) (void *, void *, int vectors, int economy, int64_t m, int64_t n, int, void *a, int64_t rows, int,
                void *s, int, void *u, int64_t, int, void *v, int64_t, int, void *, size_t, void *, size_t, int *info,
                double *error);
  solver_call<int, int, int64_t, int, void *, int64_t, int, void *, int, void *, int64_t, int, void *, int64_t, int>
    general;
  ask_form_call ask_form[TYPES];
  form_call form[TYPES];
  ask_apply_call ask_apply[TYPES];
  apply_call apply[TYPES];
} solver; /* all NULL until it is loaded */

static gr_status
load (const gr_library_name *names)
{
  const auto to = [] (auto *function) { return reinterpret_cast<void **> (function); };
  const gr_library_function functions[] = {
    { "cusolverDnCreate", to (&solver.create), false },
    { "cusolverDnDestroy", to (&solver.destroy), false },
    { "cusolverDnSetStream", to (&solver.set_stream), false },
    { "cusolverDnCreateParams", to (&solver.create_params), false },
    { "cusolverDnXgetrf_bufferSize", to (&solver.ask_lu), false },
    { "cusolverDnXgetrf", to (&solver.lu), false },
    { "cusolverDnXgetrs", to (&solver.solve_lu), false },
    { "cusolverDnXpotrf_bufferSize", to (&solver.cholesky.ask), false },
    { "cusolverDnXpotrf", to (&solver.cholesky.run), false },
    { "cusolverDnXpotrs", to (&solver.solve_cholesky), false },
    { "cusolverDnXgeqrf_bufferSize", to (&solver.qr.ask), false },
    { "cusolverDnXgeqrf", to (&solver.qr.run), false },
    { "cusolverDnXsyevd_bufferSize", to (&solver.hermitian.ask), false },
    { "cusolverDnXsyevd", to (&solver.hermitian.run), false },
    { "cusolverDnXgesvd_bufferSize", to (&solver.svd.ask), false },
    { "cusolverDnXgesvd", to (&solver.svd.run), false },
    { "cusolverDnXgesvdp_bufferSize", to (&solver.ask_polar), false },
    { "cusolverDnXgesvdp", to (&solver.polar), false },
    { "cusolverDnXgeev_bufferSize", to (&solver.general.ask), true },
    { "cusolverDnXgeev", to (&solver.general.run), true },
    { "cusolverDnDorgqr_bufferSize", to (&solver.ask_form[F64]), false },
    { "cusolverDnSorgqr_bufferSize", to (&solver.ask_form[F32]), false },
    { "cusolverDnZungqr_bufferSize", to (&solver.ask_form[C64]), false },
    { "cusolverDnCungqr_bufferSize", to (&solver.ask_form[C32]), false },
    { "cusolverDnDorgqr", to (&solver.form[F64]), false },
    { "cusolverDnSorgqr", to (&solver.form[F32]), false },
    { "cusolverDnZungqr", to (&solver.form[C64]), false },
    { "cusolverDnCungqr", to (&solver.form[C32]), false },
    { "cusolverDnDormqr_bufferSize", to (&solver.ask_apply[F64]), false },
    { "cusolverDnSormqr_bufferSize", to (&solver.ask_apply[F32]), false },
    { "cusolverDnZunmqr_bufferSize", to (&solver.ask_apply[C64]), false },
    { "cusolverDnCunmqr_bufferSize", to (&solver.ask_apply[C32]), false },
    { "cusolverDnDormqr", to (&solver.apply[F64]), false },
    { "cusolverDnSormqr", to (&solver.apply[F32]), false },
    { "cusolverDnZunmqr", to (&solver.apply[C64]), false },
    { "cusolverDnCunmqr", to (&solver.apply[C32]), false },
  };
  return gr_load_functions ({ "cuSOLVER of CUDA 12 or newer", "linear algebra needs" }, names, functions,
                            sizeof functions / sizeof *functions);
}

/* The library has no names of statuses.  */
static gr_status
check_solver (int error, const char *call)
{
  const std::string text = error == CUSOLVER_ALLOC_FAILED     ? "CUSOLVER_STATUS_ALLOC_FAILED"
                         : error == CUSOLVER_EXECUTION_FAILED ? "CUSOLVER_STATUS_EXECUTION_FAILED"
                                                              : "cuSOLVER's status " + std::to_string (error);
  return gr_check_library (error == CUSOLVER_SUCCESS, error == CUSOLVER_ALLOC_FAILED, call, text.c_str ());
}

static gr_status
need_handle (void **handle)
{
  static const gr_library_name names[]
    = { { "libcusolver.so.12", { "libnvJitLink.so.13", "libcublas.so.13", "libcusparse.so.12" } },
        { "libcusolver.so.11", { "libnvJitLink.so.12", "libcublas.so.12", "libcusparse.so.12" } },
        { "libcusolver.so", { "libnvJitLink.so", "libcublas.so", "libcusparse.so" } },
        {} };
  GR_TRY (gr_need_device ());
  if (! solver.create)
    GR_TRY (load (names));
  if (! solver.params)
    GR_TRY (check_solver (solver.create_params (&solver.params), "cusolverDnCreateParams"));
  return gr_need_handle (GR_CUSOLVER,
                         { solver.create, solver.destroy, solver.set_stream, CUSOLVER_ALLOC_FAILED, "cusolverDnCreate",
                           "cusolverDnSetStream", check_solver },
                         handle);
}

/* ---- a step's types and memory ---- */

/* What a step hands to the library.  */
struct step
{
  const gr_matrix_run *run;
  void *handle;
  unsigned number;         /* of the type in the tables */
  int type, real, complex; /* as cudaDataType: the elements', that of their real parts, and the complex one */
  int64_t m, n, k;
  size_t size; /* of an element */
};

static step
make_step (const gr_matrix_run &run, void *handle)
{
  const gr_matrix_call &c = *run.call;
  const bool is_single = c.type == GR_TYPE_F32 || c.type == GR_TYPE_C32, is_complex = gr_types[c.type].is_complex;
  step s = {};
  s.run = &run;
  s.handle = handle;
  s.number = is_complex ? (is_single ? C32 : C64) : (is_single ? F32 : F64);
  s.real = is_single ? CUDA_F32 : CUDA_F64;
  s.complex = is_single ? CUDA_C32 : CUDA_C64;
  s.type = is_complex ? s.complex : s.real;
  s.m = static_cast<int64_t> (c.m);
  s.n = static_cast<int64_t> (c.n);
  s.k = static_cast<int64_t> (c.k);
  s.size = gr_types[c.type].size;
  return s;
}

/* Queue what call does with the number that it notes on the device, and read that.  */
template <class F>
static gr_status
call_and_read (const char *name, int *noted, F call, int64_t *info)
{
  int found = 0;
  gr_note_work ();
  gr_note_taken (gr_current_device ());
  GR_TRY (GR_CUDA_FAULTY (GR_FAULT_COPY, cudaMemsetAsync (noted, 0, sizeof *noted, gr_current_runtime ().stream)));
  GR_TRY (
    check_solver (gr_fault_is_due (GR_FAULT_LAUNCH) ? static_cast<int> (CUSOLVER_EXECUTION_FAILED) : call (), name));
  GR_TRY (gr_download (&found, noted, sizeof found));
  *info = found;
  return found >= 0 ? GR_OK
                    : gr_fail (GR_CUDA_ERROR, "%s on device %d (%s) has refused its argument number %d", name,
                               gr_current_device () + 1, gr_current_runtime ().name, -found);
}

/* Bytes after which memory for another array may begin.  */
static size_t
round_up (size_t bytes)
{
  constexpr size_t ALIGNED = 256;
  return (bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
}

/* The same of call (DEVICE, HOST, NOTED), with workspaces of these sizes.  */
template <class F>
static gr_status
call_with_work (const char *name, size_t on_device, size_t on_host, F call, int64_t *info)
{
  const size_t place = round_up (on_device), bytes = place + sizeof (int);
  void *device = nullptr, *const host = malloc (on_host + 1);
  gr_status status = host ? gr_take (bytes, &device) : gr_fail (GR_OUT_OF_MEMORY, "no memory for %s", name);
  if (host && status == GR_OUT_OF_MEMORY)
    status = gr_fail_for_memory (bytes);
  if (status == GR_OK)
    {
      int *const noted = reinterpret_cast<int *> (static_cast<char *> (device) + place);
      status = call_and_read (
        name, noted, [&] { return call (device, host, noted); }, info);
    }
  if (device)
    gr_give_back (device, gr_current_device ());
  free (host);
  return status;
}

/* A function with its workspaces.  */
template <class... P, class... A>
static gr_status
call_solver (const step &s, const solver_call<P...> &function, const char *name, int64_t *info, A... arguments)
{
  size_t on_device = 0, on_host = 0;
  GR_TRY (check_solver (function.ask (s.handle, solver.params, arguments..., &on_device, &on_host), name));
  return call_with_work (
    name, on_device, on_host,
    [&] (void *device, void *host, int *noted) {
      return function.run (s.handle, solver.params, arguments..., device, on_device, host, on_host, noted);
    },
    info);
}

/* ---- linear systems ---- */

static gr_status
factor_lu (const step &s, int64_t *info)
{
  size_t on_device = 0, on_host = 0;
  const gr_matrix_run &r = *s.run;
  GR_TRY (
    check_solver (solver.ask_lu (s.handle, solver.params, s.m, s.n, s.type, r.a, s.m, s.type, &on_device, &on_host),
                  "cusolverDnXgetrf_bufferSize"));
  return call_with_work (
    "cusolverDnXgetrf", on_device, on_host,
    [&] (void *device, void *host, int *noted) {
      return solver.lu (s.handle, solver.params, s.m, s.n, s.type, r.a, s.m, r.pivots, s.type, device, on_device, host,
                        on_host, noted);
    },
    info);
}

static gr_status
solve_lu (const step &s, int64_t *info)
{
  const gr_matrix_run &r = *s.run;
  return call_with_work (
    "cusolverDnXgetrs", 0, 0,
    [&] (void *, void *, int *noted) {
      return solver.solve_lu (s.handle, solver.params, r.call->op, s.n, s.k, s.type, r.a, s.n, r.pivots, s.type, r.b,
                              s.n, noted);
    },
    info);
}

static gr_status
factor_cholesky (const step &s, int64_t *info)
{
  const gr_matrix_run &r = *s.run;
  return call_solver (s, solver.cholesky, "cusolverDnXpotrf", info, ! r.call->is_lower, s.n, s.type, r.a, s.n, s.type);
}

static gr_status
solve_cholesky (const step &s, int64_t *info)
{
  const gr_matrix_run &r = *s.run;
  return call_with_work (
    "cusolverDnXpotrs", 0, 0,
    [&] (void *, void *, int *noted) {
      return solver.solve_cholesky (s.handle, solver.params, ! r.call->is_lower, s.n, s.k, s.type, r.a, s.n, s.type,
                                    r.b, s.n, noted);
    },
    info);
}

/* ---- orthogonal factors ---- */

static gr_status
factor_qr (const step &s, int64_t *info)
{
  const gr_matrix_run &r = *s.run;
  return call_solver (s, solver.qr, "cusolverDnXgeqrf", info, s.m, s.n, s.type, r.a, s.m, s.type, r.b, s.type);
}

static gr_status
form_q (const step &s, int64_t *info)
{
  const gr_matrix_run &r = *s.run;
  const int m = static_cast<int> (s.m), n = static_cast<int> (s.n), k = static_cast<int> (s.k);
  int count = 0;
  GR_TRY (
    check_solver (solver.ask_form[s.number](s.handle, m, n, k, r.a, m, r.b, &count), "cusolverDn<t>orgqr_bufferSize"));
  return call_with_work (
    "cusolverDn<t>orgqr", static_cast<size_t> (count) * s.size, 0,
    [&] (void *device, void *, int *noted) {
      return solver.form[s.number](s.handle, m, n, k, r.a, m, r.b, device, count, noted);
    },
    info);
}

/* c is m x k, and Q is that of an m x n matrix.  */
static gr_status
apply_q (const step &s, int64_t *info)
{
  const gr_matrix_run &r = *s.run;
  const int m = static_cast<int> (s.m), n = static_cast<int> (s.k), k = static_cast<int> (s.n < s.m ? s.n : s.m);
  /* real matrices may not be conjugated */
  const gr_transposition op = s.number < C64 && r.call->op == GR_CONJUGATE_TRANSPOSED ? GR_TRANSPOSED : r.call->op;
  int count = 0;
  GR_TRY (check_solver (solver.ask_apply[s.number](s.handle, SIDE_LEFT, op, m, n, k, r.a, m, r.b, r.c, m, &count),
                        "cusolverDn<t>ormqr_bufferSize"));
  return call_with_work (
    "cusolverDn<t>ormqr", static_cast<size_t> (count) * s.size, 0,
    [&] (void *device, void *, int *noted) {
      return solver.apply[s.number](s.handle, SIDE_LEFT, op, m, n, k, r.a, m, r.b, r.c, m, device, count, noted);
    },
    info);
}

static gr_status
do_with_q (const step &s, int64_t *info)
{
  if (s.m > INT_MAX || s.n > INT_MAX || s.k > INT_MAX)
    return gr_fail (GR_UNSUPPORTED, "cuSOLVER has orthogonal factors of up to %d rows and columns", INT_MAX);
  return s.run->call->step == GR_MATRIX_FORM_Q ? form_q (s, info) : apply_q (s, info);
}

/* ---- singular values ---- */

static gr_status
first_value (const step &s, double *first)
{
  float single = 0;
  if (s.real == CUDA_F64)
    return gr_download (first, s.run->values, sizeof *first);
  GR_TRY (gr_download (&single, s.run->values, sizeof single));
  *first = static_cast<double> (single);
  return GR_OK;
}

/* Memory of a decomposition.  */
struct svd_memory
{
  void *copy;   /* of a, m x n */
  void *u, *v;  /* singular vectors: the caller's, or m x n and n x n */
  bool economy; /* whether u is m x n */
};

/* By the polar decomposition, of a copy of a, which is lost.  It takes a fraction of the time of the other way, and
   says how far it has moved nearly singular matrices; beyond rounding, the result is not good.  Neither is it where the
   library has failed without saying why.  Vectors are always asked for, since without them the library has
   written where it has no memory.  */
static gr_status
svd_by_polar (const step &s, const svd_memory &memory, bool *is_good)
{
  const gr_matrix_run &r = *s.run;
  const int vectors = 1, economy = memory.economy;
  void *const copy = memory.copy;
  const double eps = s.real == CUDA_F64 ? std::numeric_limits<double>::epsilon ()
                                        : static_cast<double> (std::numeric_limits<float>::epsilon ());
  size_t on_device = 0, on_host = 0;
  double error = 0, first = 0;
  int64_t info = 0;
  bool has_stopped = false;
  GR_TRY (GR_CUDA_FAULTY (GR_FAULT_COPY, cudaMemcpyAsync (copy, r.a, r.call->m * r.call->n * s.size,
                                                          cudaMemcpyDeviceToDevice, gr_current_runtime ().stream)));
  GR_TRY (check_solver (solver.ask_polar (s.handle, solver.params, vectors, economy, s.m, s.n, s.type, copy, s.m,
                                          s.real, r.values, s.type, memory.u, s.m, s.type, memory.v, s.n, s.type,
                                          &on_device, &on_host),
                        "cusolverDnXgesvdp_bufferSize"));
  GR_TRY (call_with_work (
    "cusolverDnXgesvdp", on_device, on_host,
    [&] (void *device, void *host, int *noted) {
      const int said = solver.polar (s.handle, solver.params, vectors, economy, s.m, s.n, s.type, copy, s.m, s.real,
                                     r.values, s.type, memory.u, s.m, s.type, memory.v, s.n, s.type, device, on_device,
                                     host, on_host, noted, &error);
      has_stopped = said == CUSOLVER_INTERNAL_ERROR;
      return has_stopped ? CUSOLVER_SUCCESS : said;
    },
    &info));
  GR_TRY (first_value (s, &first));
  *is_good = ! has_stopped && info == 0 && error <= static_cast<double> (s.n) * eps * first;
  return GR_OK;
}

/* By QR steps; vt: memory for n x n elements, which become the right singular vectors' transpose.  */
static gr_status
svd_by_qr (const step &s, void *vt, int64_t *info)
{
  const gr_matrix_run &r = *s.run;
  const size_t n = r.call->n;
  const signed char job_u = ! r.b ? 'N' : s.k == s.m ? 'A' : 'S', job_v = r.b ? 'S' : 'N';
  GR_TRY (call_solver (s, solver.svd, "cusolverDnXgesvd", info, job_u, job_v, s.m, s.n, s.type, r.a, s.m, s.real,
                       r.values, s.type, r.b, s.m, s.type, r.b ? vt : nullptr, s.n, s.type));
  if (! r.b)
    return GR_OK;
  const gr_axis turned[] = { { n, static_cast<ptrdiff_t> (n), 1, nullptr, nullptr },
                             { n, 1, static_cast<ptrdiff_t> (n), nullptr, nullptr } };
  GR_TRY (gr_copy_axes (s.size, n > 1 ? 2 : 0, turned, r.c, vt));
  return gr_types[r.call->type].is_complex ? gr_map (GR_CONJ, r.call->type, r.c, r.call->type, r.c, n * n) : GR_OK;
}

static gr_status
decompose (const step &s, int64_t *info)
{
  const gr_matrix_run &r = *s.run;
  const size_t matrix = round_up (r.call->m * r.call->n * s.size), square = r.call->n * r.call->n * s.size;
  const size_t bytes = r.b ? matrix : 2 * matrix + square;
  void *memory = nullptr;
  bool is_good = false;
  gr_status status = gr_take (bytes, &memory);
  if (status == GR_OUT_OF_MEMORY)
    return gr_fail_for_memory (bytes);
  char *const copy = static_cast<char *> (memory);
  if (status == GR_OK)
    status = svd_by_polar (
      s, r.b ? svd_memory{ copy, r.b, r.c, s.k != s.m } : svd_memory{ copy, copy + matrix, copy + 2 * matrix, true },
      &is_good);
  if (status == GR_OK && ! is_good)
    status = svd_by_qr (s, copy, info);
  if (memory)
    gr_give_back (memory, gr_current_device ());
  return status;
}

/* ---- eigenvalues ---- */

static gr_status
find_hermitian (const step &s, int64_t *info)
{
  const gr_matrix_run &r = *s.run;
  return call_solver (s, solver.hermitian, "cusolverDnXsyevd", info, static_cast<int> (r.call->is_asked),
                      static_cast<int> (UPPER_IS), s.n, s.type, r.a, s.n, s.real, r.values, s.type);
}

/* Eigenvalues of real matrices are complex numbers, too.  There are no left eigenvectors.  */
static gr_status
find_general (const step &s, int64_t *info)
{
  const gr_matrix_run &r = *s.run;
  if (! solver.general.ask || ! solver.general.run)
    return gr_fail (GR_UNSUPPORTED,
                    "eigenvalues of matrices that are not Hermitian need cuSOLVER of CUDA 12.8 or newer; "
                    "install it where libraries are looked for, or use gather");
  return call_solver (s, solver.general, "cusolverDnXgeev", info, 0, r.b != nullptr, s.n, s.type, r.a, s.n, s.complex,
                      r.values, s.type, nullptr, s.n, s.type, r.b, s.n, s.type);
}

/* ---- the steps ---- */

gr_status
gr_do_step (const gr_matrix_run *run, int64_t *info)
{
  static gr_status (*const steps[GR_MATRIX_STEP_COUNT]) (const step &s, int64_t *info) = {
    nullptr,   nullptr,   factor_lu, solve_lu,  factor_cholesky, solve_cholesky, nullptr,
    factor_qr, do_with_q, do_with_q, decompose, find_hermitian,  find_general,   nullptr,
  };
  const gr_matrix_step which = run->call->step;
  void *handle = nullptr;
  if (which == GR_MATRIX_SOLVE_TRIANGULAR)
    return gr_solve_triangular (run);
  if (which == GR_MATRIX_MULTIPLY)
    return gr_multiply_pages (run);
  if (! steps[which])
    return gr_do_simple_step (run, info);
  GR_TRY (need_handle (&handle));
  return steps[which](make_step (*run, handle), info);
}

} // namespace

extern "C" gr_status
gr_load_cusolver (const char *const *names)
{
  return GR_NAMESPACE::gr_load_names (names, GR_NAMESPACE::load);
}
