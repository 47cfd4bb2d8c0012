/* SPDX-License-Identifier: GPL-3.0-or-later

   Steps of linear algebra on the device: what is refused, libraries that are missing, faults, and results by what they
   leave over.  The executor has two of the steps.  */

#include "backend_elements.h"
#include "backend_test.h"

extern gr_status gr_load_cusolver (const char *const *names)
  __attribute__ ((weak)); /* NULL in tests of the executor alone */

static bool
refuses (gr_status status, gr_status want, const char *text)
{
  const bool good = status == want && strstr (gr_message (), text);
  if (! good)
    printf ("status %d, the message is: %s\n", (int) status, gr_message ());
  return good;
}

static const gr_type solved[] = { GR_TYPE_F64, GR_TYPE_F32, GR_TYPE_C64, GR_TYPE_C32 };
enum { SOLVED = sizeof solved / sizeof *solved };

/* ---- arrays ---- */

typedef struct
{
  gr_type type;
  size_t rows, columns, bytes;
  void *data;
  gr_buffer *buffer;
} matrix;

static matrix
new_matrix (gr_type type, size_t rows, size_t columns)
{
  matrix x = { type, rows, columns, rows * columns * gr_types[type].size, NULL, NULL };
  x.data = need (x.bytes + 1);
  EXPECT (gr_buffer_new (x.bytes, &x.buffer) == GR_OK);
  return x;
}

static bool
upload (matrix *x)
{
  return gr_buffer_upload (x->buffer, 0, x->data, x->bytes) == GR_OK;
}
static bool
download (matrix *x)
{
  return gr_buffer_download (x->data, x->buffer, 0, x->bytes) == GR_OK;
}

static void
free_matrix (matrix *x)
{
  free (x->data);
  gr_buffer_release (x->buffer);
}

static value
at (const matrix *x, size_t i, size_t j)
{
  return get (x->type, x->data, i + j * x->rows);
}

/* Random numbers from -1 to 1, and `diagonal` more on the diagonal.  */
static matrix
random_matrix (gr_type type, size_t rows, size_t columns, long double diagonal)
{
  matrix x = new_matrix (type, rows, columns);
  for (size_t k = 0; k < rows * columns; k++)
    {
      const long double re = 2 * uniform () - 1, im = 2 * uniform () - 1;
      set (type, x.data, k, (value){ re + (k % (rows + 1) ? 0 : diagonal), gr_types[type].is_complex ? im : 0 });
    }
  EXPECT (upload (&x));
  return x;
}

static gr_matrix_call
call_of (gr_matrix_step step, matrix *a)
{
  return (gr_matrix_call){ .step = step, .type = a->type, .m = a->rows, .n = a->columns, .a = a->buffer };
}

static gr_status
run (gr_matrix_call call, int64_t *info)
{
  return gr_do_matrix (&call, info);
}

/* ---- the steps of our own kernels ---- */

static int64_t
bits_of (matrix *x)
{
  int64_t info = -1;
  EXPECT (upload (x) && run (call_of (GR_MATRIX_LOOK, x), &info) == GR_OK);
  return info;
}

static void
check_look (gr_type type, size_t n)
{
  matrix x = new_matrix (type, n, n);
  const value none = { 0, 0 }, other = { 1, 0 }, infinite = { (long double) INFINITY, 0 };
  for (size_t k = 0; k < n * n; k++)
    set (type, x.data, k, k % (n + 1) ? none : (value){ 2, 0 });
  EXPECT (bits_of (&x) == 0);
  set (type, x.data, n - 1, other);
  EXPECT (bits_of (&x) == (GR_HAS_LOWER | GR_IS_NOT_HERMITIAN));
  set (type, x.data, (n - 1) * n, other);
  EXPECT (bits_of (&x) == (GR_HAS_LOWER | GR_HAS_UPPER));
  set (type, x.data, n - 1, none);
  EXPECT (bits_of (&x) == (GR_HAS_UPPER | GR_IS_NOT_HERMITIAN));
  if (gr_types[type].is_complex)
    {
      set (type, x.data, n - 1, (value){ 1, 3 });
      set (type, x.data, (n - 1) * n, (value){ 1, -3 });
      EXPECT (bits_of (&x) == (GR_HAS_LOWER | GR_HAS_UPPER));
      set (type, x.data, (n - 1) * n, (value){ 1, 3 });
      EXPECT (bits_of (&x) == (GR_HAS_LOWER | GR_HAS_UPPER | GR_IS_NOT_HERMITIAN));
      set (type, x.data, n - 1, none);
      set (type, x.data, (n - 1) * n, none);
      set (type, x.data, n * n - 1, (value){ 1, 1 });
      EXPECT (bits_of (&x) == (GR_IS_NOT_POSITIVE | GR_IS_NOT_HERMITIAN));
    }
  set (type, x.data, n - 1, none);
  set (type, x.data, (n - 1) * n, none);
  set (type, x.data, n * n - 1, none);
  EXPECT (bits_of (&x) == GR_IS_NOT_POSITIVE);
  set (type, x.data, n * n - 1, infinite);
  EXPECT (bits_of (&x) == GR_IS_NOT_FINITE);
  free_matrix (&x);
  matrix wide = new_matrix (type, n, n + 1);
  memset (wide.data, 0, wide.bytes);
  EXPECT (bits_of (&wide) == (GR_IS_NOT_HERMITIAN | GR_IS_NOT_POSITIVE));
  free_matrix (&wide);
}

static void
check_triangle (gr_type type, size_t m, size_t n, size_t k, bool is_lower, bool is_unit)
{
  matrix a = random_matrix (type, m, n, 0), b = new_matrix (type, is_lower ? m : k, is_lower ? k : n);
  gr_matrix_call call = call_of (GR_MATRIX_COPY_TRIANGLE, &a);
  int64_t info = -1;
  call.k = k;
  call.b = b.buffer;
  call.is_lower = is_lower;
  call.is_unit = is_unit;
  bool good = gr_do_matrix (&call, &info) == GR_OK && info == 0 && download (&b);
  for (size_t j = 0; j < b.columns && good; j++)
    for (size_t i = 0; i < b.rows && good; i++)
      {
        const bool is_kept = i == j ? ! is_unit : (i > j) == is_lower;
        const value got = at (&b, i, j), want = is_kept ? at (&a, i, j) : (value){ i == j, 0 };
        good = got.re == want.re && got.im == want.im;
      }
  if (! good)
    printf ("the triangle of %zu x %zu %s, %zu, %d, %d: %s\n", m, n, type_names[type], k, is_lower, is_unit,
            gr_message ());
  EXPECT (good);
  free_matrix (&a);
  free_matrix (&b);
}

static void
check_own_steps (void)
{
  static const size_t sizes[][3]
    = { { 1, 1, 1 }, { 5, 3, 3 }, { 3, 5, 3 }, { 40, 33, 20 }, { 300, 7, 7 }, { 1030, 1020, 1020 } };
  for (size_t t = 0; t < SOLVED; t++)
    {
      check_look (solved[t], 2);
      check_look (solved[t], 70);
      for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (unsigned which = 0; which < 4; which++)
          check_triangle (solved[t], sizes[s][0], sizes[s][1], sizes[s][2], which & 1, which & 2);
    }
}

/* ---- systems ---- */

/* The largest element of op (a) * x - b, over that of all terms.  */
static long double
left_over (const matrix *a, gr_transposition op, const matrix *x, const matrix *b)
{
  long double most = 0, terms = 0;
  for (size_t i = 0; i < b->rows; i++)
    for (size_t j = 0; j < b->columns; j++)
      {
        value sum = at (b, i, j);
        long double size = fabsl (sum.re) + fabsl (sum.im);
        for (size_t k = 0; k < x->rows; k++)
          {
            value u = op == GR_AS_IT_STANDS ? at (a, i, k) : at (a, k, i);
            const value v = at (x, k, j);
            if (op == GR_CONJUGATE_TRANSPOSED)
              u.im = -u.im;
            sum.re -= u.re * v.re - u.im * v.im;
            sum.im -= u.re * v.im + u.im * v.re;
            size += (fabsl (u.re) + fabsl (u.im)) * (fabsl (v.re) + fabsl (v.im));
          }
        most = fmaxl (most, fabsl (sum.re) + fabsl (sum.im));
        terms = fmaxl (terms, size);
      }
  return most / terms;
}

static void
check_solution (gr_type type, size_t n, size_t k, gr_transposition op, bool is_triangular)
{
  matrix a = random_matrix (type, n, n, (long double) (2 * n)), b = random_matrix (type, n, k, 0);
  matrix x = new_matrix (type, n, k), pivots = new_matrix (GR_TYPE_I64, n, 1), factor = new_matrix (type, n, n);
  const long double eps = is_single (type) ? 0x1p-23L : 0x1p-52L;
  int64_t info = -1;
  if (is_triangular)
    for (size_t j = 0; j < n; j++)
      for (size_t i = j + 1; i < n; i++)
        set (type, a.data, i + j * n, (value){ 0, 0 });
  memcpy (factor.data, a.data, a.bytes);
  memcpy (x.data, b.data, b.bytes);
  bool good = upload (&factor) && upload (&x);
  gr_matrix_call call = call_of (GR_MATRIX_LU, &factor);
  call.pivots = pivots.buffer;
  good &= is_triangular || (gr_do_matrix (&call, &info) == GR_OK && info == 0);
  call.step = is_triangular ? GR_MATRIX_SOLVE_TRIANGULAR : GR_MATRIX_SOLVE_LU;
  call.b = x.buffer;
  call.k = k;
  call.op = op;
  good
    &= gr_do_matrix (&call, &info) == GR_OK && download (&x) && left_over (&a, op, &x, &b) <= 8 * (long double) n * eps;
  if (! good)
    printf ("a system of %zu %s, transposition %d, triangular %d: %s\n", n, type_names[type], (int) op, is_triangular,
            gr_message ());
  EXPECT (good);
  free_matrix (&a);
  free_matrix (&b);
  free_matrix (&x);
  free_matrix (&pivots);
  free_matrix (&factor);
}

static void
check_solutions (void)
{
  static const size_t sizes[] = { 1, 2, 17, 130 };
  for (size_t t = 0; t < SOLVED; t++)
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
      for (int op = GR_AS_IT_STANDS; op <= GR_CONJUGATE_TRANSPOSED; op++)
        for (int is_triangular = 0; is_triangular < 2; is_triangular++)
          check_solution (solved[t], sizes[s], 3, (gr_transposition) op, is_triangular);
}

/* ---- what is refused, and what fails ---- */

static void
check_refusals (matrix *a, matrix *b)
{
  int64_t info = 0;
  gr_matrix_call q = call_of (GR_MATRIX_SOLVE_CHOLESKY, a);
  q.k = 2;
  q.b = b->buffer;
  gr_matrix_call other = q;
  other.step = GR_MATRIX_STEP_COUNT;
  EXPECT (refuses (run (other, &info), GR_BAD_ARGUMENT, "no step of linear algebra number"));
  other = q;
  other.type = GR_TYPE_COUNT;
  EXPECT (refuses (run (other, &info), GR_BAD_ARGUMENT, "no element type"));
  other.type = GR_TYPE_I32;
  EXPECT (refuses (run (other, &info), GR_UNSUPPORTED, "there is no linear algebra of int32 elements"));
  other = q;
  other.op = (gr_transposition) 3;
  EXPECT (refuses (run (other, &info), GR_BAD_ARGUMENT, "no transpositions number"));
  other = q;
  other.step = GR_MATRIX_COPY_TRIANGLE;
  other.k = 3;
  EXPECT (refuses (run (other, &info), GR_BAD_ARGUMENT, "has no sizes 2, 2 and 3"));
  other = q;
  other.k = 3;
  if (strcmp (backend, "cpu"))
    {
      EXPECT (refuses (run (other, &info), GR_BAD_ARGUMENT, "beyond the second matrix"));
      other.k = SIZE_MAX;
      EXPECT (refuses (run (other, &info), GR_BAD_ARGUMENT, "beyond the second matrix"));
      other = q;
      other.n = 3;
      EXPECT (refuses (run (other, &info), GR_BAD_ARGUMENT, "beyond the matrix"));
      other = q;
      other.b = a->buffer;
      EXPECT (refuses (run (other, &info), GR_BAD_ARGUMENT, "the result overlaps the matrix"));
      other = q;
      other.b = NULL;
      EXPECT (refuses (run (other, &info), GR_BAD_ARGUMENT, "the buffer is missing"));
      other.k = 0;
      EXPECT (run (other, &info) == GR_OK && info == 0);
    }
  gr_use_backend (&gr_backend_cpu);
  EXPECT (! gr_can_solve ());
  EXPECT (refuses (run (q, &info), GR_UNSUPPORTED, "\"cpu\" has no linear algebra"));
  gr_use_backend (device);
}

/* Every call of a kind fails in turn, also where cuSOLVER's handle is new.  */
static void
check_faults (matrix *a)
{
  enum { MOST = 20 };
  for (gr_fault kind = GR_FAULT_MEMORY; kind <= GR_FAULT_LATE; kind++)
    {
      const gr_status want = kind == GR_FAULT_MEMORY ? GR_OUT_OF_MEMORY : GR_CUDA_ERROR;
      gr_status status = want;
      unsigned nth = 0;
      bool good = true;
      while (good && status == want && nth++ < MOST)
        {
          int64_t info = 0;
          good = gr_trim () == GR_OK && upload (a);
          gr_plant_fault (kind, nth);
          status = run (call_of (GR_MATRIX_CHOLESKY, a), &info);
          if (status == GR_OK)
            status = gr_wait ();
          gr_plant_fault (GR_FAULT_NONE, 0);
          good &= gr_live_allocations () == 2 && gr_wait () == GR_OK;
        }
      EXPECT (good && status == GR_OK && nth > 1);
    }
}

static void
check_loading (void)
{
  static const char *const missing[] = { "libno-such-cusolver.so.1", "libno-such-cusolver.so", NULL };
  static const char *const other[] = { "libno-such-cusolver.so", "libm.so.6", NULL };
  EXPECT (refuses (gr_load_cusolver (missing), GR_UNSUPPORTED,
                   "libno-such-cusolver.so.1 or libno-such-cusolver.so (libno-such-"));
  EXPECT (refuses (gr_load_cusolver (missing), GR_UNSUPPORTED, " nvidia-cublas"));
  EXPECT (refuses (gr_load_cusolver (missing), GR_UNSUPPORTED, " nvidia-cusolver"));
  EXPECT (refuses (gr_load_cusolver (missing), GR_UNSUPPORTED, "use gather"));
  EXPECT (refuses (gr_load_cusolver (other), GR_UNSUPPORTED, "libm.so.6 has no function cusolverDnCreate"));
}

void
check_matrix_steps (void)
{
  matrix a = random_matrix (GR_TYPE_F64, 2, 2, 8), b = random_matrix (GR_TYPE_F64, 2, 2, 0);
  const bool is_cuda = ! strcmp (backend, "cuda");
  int64_t info = 0;
  if (gr_load_cusolver)
    check_loading ();
  EXPECT (gr_can_solve () == is_cuda);
  check_refusals (&a, &b);
  const gr_status status = run (call_of (GR_MATRIX_CHOLESKY, &a), &info);
  if (status == GR_OK)
    {
      check_faults (&a);
      check_loading ();
      check_solutions ();
    }
  else
    EXPECT (refuses (status, GR_UNSUPPORTED,
                     is_cuda                   ? "cuSOLVER"
                     : strcmp (backend, "cpu") ? "\"simt\" has no cuSOLVER"
                                               : "\"cpu\" has no linear"));
  free_matrix (&a);
  free_matrix (&b);
  if (strcmp (backend, "cpu"))
    check_own_steps ();
  EXPECT (gr_live_allocations () == 0);
}
