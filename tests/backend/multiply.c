/* SPDX-License-Identifier: GPL-3.0-or-later

   The matrix product on the device, against loops.  Elements are small whole numbers, so that no order of summation
   shows.  */

#include "backend_elements.h"
#include "backend_test.h"

extern gr_status gr_load_cublas (const char *const *names)
  __attribute__ ((weak)); /* NULL in tests of the executor alone */

static bool
refuses (gr_status status, gr_status want, const char *text)
{
  const bool good = status == want && strstr (gr_message (), text);
  if (! good)
    printf ("status %d, the message is: %s\n", (int) status, gr_message ());
  return good;
}

/* ---- results ---- */

/* `rows` x `columns` elements behind `first` others, on the host and in a buffer.  */
typedef struct
{
  size_t rows, columns, first;
  gr_transposition as;
  void *data;
  gr_buffer *buffer;
} matrix;

static matrix
new_matrix (gr_type type, size_t rows, size_t columns, size_t first, gr_transposition as)
{
  const bool turns = as != GR_AS_IT_STANDS;
  const size_t n = first + rows * columns, bytes = n * gr_types[type].size;
  matrix x = { turns ? columns : rows, turns ? rows : columns, first, as, need (bytes), NULL };
  for (size_t i = 0; i < n; i++)
    {
      const long double re = (long double) (bits () % 17) - 8, im = (long double) (bits () % 17) - 8;
      set (type, x.data, i, (value){ re, gr_types[type].is_complex ? im : 0 });
    }
  EXPECT (gr_buffer_new (bytes, &x.buffer) == GR_OK && gr_buffer_upload (x.buffer, 0, x.data, bytes) == GR_OK);
  return x;
}

static void
free_matrix (matrix *x)
{
  free (x->data);
  gr_buffer_release (x->buffer);
}

/* The element of a factor in a row and a column of what it is once it is transposed.  */
static value
element (gr_type type, const matrix *x, size_t row, size_t column)
{
  const bool turns = x->as != GR_AS_IT_STANDS;
  value v = get (type, x->data, x->first + (turns ? row * x->rows + column : column * x->rows + row));
  if (x->as == GR_CONJUGATE_TRANSPOSED)
    v.im = -v.im;
  return v;
}

static gr_factor
factor_of (const matrix *x)
{
  return (gr_factor){ x->buffer, x->first, x->as };
}

static bool
is_product (gr_type type, size_t k, const matrix *a, const matrix *b, const matrix *out)
{
  bool good = true;
  for (size_t row = 0; good && row < out->rows; row++)
    for (size_t column = 0; good && column < out->columns; column++)
      {
        value want = { 0, 0 };
        for (size_t i = 0; i < k; i++)
          {
            const value u = element (type, a, row, i), v = element (type, b, i, column);
            want.re += u.re * v.re - u.im * v.im;
            want.im += u.re * v.im + u.im * v.re;
          }
        const value got = element (type, out, row, column);
        good = got.re == want.re && got.im == want.im;
        if (! good)
          printf ("row %zu, column %zu: %Lg%+Lgi, wanted %Lg%+Lgi\n", row, column, got.re, got.im, want.re, want.im);
      }
  return good;
}

/* The product, and the elements before it, which stay.  */
static void
check_multiply (gr_type type, size_t m, size_t n, size_t k, size_t first, int a_as, int b_as)
{
  const size_t size = gr_types[type].size, before = first * size;
  matrix a = new_matrix (type, m, k, first, (gr_transposition) a_as);
  matrix b = new_matrix (type, k, n, 2 * first, (gr_transposition) b_as);
  matrix out = new_matrix (type, m, n, first, GR_AS_IT_STANDS);
  char *front = need (before + 1);
  memcpy (front, out.data, before);
  const bool good = gr_multiply (type, m, n, k, factor_of (&a), factor_of (&b), out.buffer, first) == GR_OK
                 && gr_buffer_download (out.data, out.buffer, 0, (first + m * n) * size) == GR_OK
                 && ! memcmp (front, out.data, before) && is_product (type, k, &a, &b, &out);
  if (! good)
    printf ("%s %zu x %zu by %zu x %zu from %zu on, transpositions %d and %d: %s\n", type_names[type], m, k, k, n,
            first, a_as, b_as, gr_message ());
  EXPECT (good);
  free (front);
  free_matrix (&a);
  free_matrix (&b);
  free_matrix (&out);
}

static const gr_type multiplied[] = { GR_TYPE_F64, GR_TYPE_F32, GR_TYPE_C64, GR_TYPE_C32 };
enum { MULTIPLIED = sizeof multiplied / sizeof *multiplied };

static void
check_results (void)
{
  static const size_t sizes[][3]
    = { { 1, 1, 1 },     { 2, 3, 4 },    { 7, 1, 30 }, { 1, 9, 5 }, { 33, 17, 1 }, { 64, 64, 64 },
        { 130, 65, 77 }, { 1, 1, 1000 }, { 5, 4, 0 },  { 0, 4, 3 }, { 4, 0, 3 },   { 0, 0, 0 } };
  for (size_t t = 0; t < MULTIPLIED; t++)
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
      for (int a_as = GR_AS_IT_STANDS; a_as <= GR_CONJUGATE_TRANSPOSED; a_as++)
        for (int b_as = GR_AS_IT_STANDS; b_as <= GR_CONJUGATE_TRANSPOSED; b_as++)
          check_multiply (multiplied[t], sizes[s][0], sizes[s][1], sizes[s][2], (size_t) (a_as + b_as), a_as, b_as);
}

/* ---- what is refused, and what fails ---- */

static void
check_refusals (const matrix *a, const matrix *b, gr_buffer *out, bool is_there)
{
  const gr_factor of_a = factor_of (a), of_b = factor_of (b), none = { NULL, 0, GR_AS_IT_STANDS };
  const gr_factor turned = { a->buffer, 0, (gr_transposition) 3 };
  const gr_type type = GR_TYPE_F64;
  EXPECT (refuses (gr_multiply (GR_TYPE_COUNT, 2, 2, 2, of_a, of_b, out, 0), GR_BAD_ARGUMENT, "no element type"));
  EXPECT (refuses (gr_multiply (type, 2, 2, 2, of_a, turned, out, 0), GR_BAD_ARGUMENT, "no transpositions number"));
  EXPECT (refuses (gr_multiply (GR_TYPE_I32, 2, 2, 2, of_a, of_b, out, 0), GR_UNSUPPORTED,
                   "there is no matrix product of int32 elements"));
  if (! is_there)
    {
      EXPECT (refuses (gr_multiply (type, 2, 2, 2, of_a, of_b, out, 0), GR_UNSUPPORTED, "has no matrix product"));
      return;
    }
  EXPECT (refuses (gr_multiply (type, 2, 2, 2, of_a, of_b, NULL, 0), GR_BAD_ARGUMENT, "the buffer is missing"));
  EXPECT (refuses (gr_multiply (type, 2, 2, 2, of_a, of_b, out, 1), GR_BAD_ARGUMENT,
                   "4 elements of 8 bytes from number 1 on end beyond the result of 32 bytes"));
  EXPECT (refuses (gr_multiply (type, SIZE_MAX, 2, 2, of_a, of_b, out, 0), GR_BAD_ARGUMENT, "beyond the result"));
  EXPECT (refuses (gr_multiply (type, 2, 2, 3, of_a, of_b, out, 0), GR_BAD_ARGUMENT, "beyond the first factor"));
  EXPECT (refuses (gr_multiply (type, 1, 4, 2, of_a, of_b, out, 0), GR_BAD_ARGUMENT, "beyond the second factor"));
  EXPECT (refuses (gr_multiply (type, 2, 2, SIZE_MAX, of_a, of_b, out, 0), GR_BAD_ARGUMENT, "the first factor"));
  EXPECT (refuses (gr_multiply (type, 2, 2, 2, none, of_b, out, 0), GR_BAD_ARGUMENT, "the buffer is missing"));
  EXPECT (refuses (gr_multiply (type, 2, 2, 2, of_a, of_b, a->buffer, 0), GR_BAD_ARGUMENT,
                   "the result overlaps the first factor"));
  EXPECT (refuses (gr_multiply (type, 2, 2, 2, of_a, of_b, b->buffer, 0), GR_BAD_ARGUMENT, "overlaps the second"));
  EXPECT (gr_multiply (type, 2, 2, 0, none, none, out, 0) == GR_OK);
  gr_use_backend (&gr_backend_cpu);
  EXPECT (refuses (gr_multiply (type, 2, 2, 2, of_a, of_b, out, 0), GR_UNSUPPORTED, "\"cpu\" has no matrix product"));
  gr_use_backend (device);
}

/* Every call of a kind fails in turn, also where cuBLAS's handle is new.  */
static void
check_faults (const matrix *a, const matrix *b, gr_buffer *out)
{
  enum { MOST = 10 };
  for (gr_fault kind = GR_FAULT_MEMORY; kind <= GR_FAULT_LATE; kind++)
    {
      const gr_status want = kind == GR_FAULT_MEMORY ? GR_OUT_OF_MEMORY : GR_CUDA_ERROR;
      gr_status status = want;
      unsigned nth = 0;
      bool good = true;
      while (good && status == want && nth++ < MOST)
        {
          good = gr_trim () == GR_OK;
          gr_plant_fault (kind, nth);
          status = gr_multiply (GR_TYPE_F64, 2, 2, 2, factor_of (a), factor_of (b), out, 0);
          if (status == GR_OK)
            status = gr_wait ();
          gr_plant_fault (GR_FAULT_NONE, 0);
          good &= gr_live_allocations () == 3 && gr_wait () == GR_OK;
        }
      EXPECT (good && status == GR_OK && (nth > 1 || kind == GR_FAULT_COPY));
    }
}

/* Names of libraries that are missing, or are no cuBLAS.  What was loaded before stays.  */
static void
check_loading (void)
{
  static const char *const missing[] = { "libno-such-cublas.so.1", "libno-such-cublas.so", NULL };
  static const char *const other[] = { "libno-such-cublas.so", "libm.so.6", NULL };
  EXPECT (
    refuses (gr_load_cublas (missing), GR_UNSUPPORTED, "libno-such-cublas.so.1 or libno-such-cublas.so (libno-such-"));
  EXPECT (refuses (gr_load_cublas (missing), GR_UNSUPPORTED, " nvidia-cublas"));
  EXPECT (refuses (gr_load_cublas (missing), GR_UNSUPPORTED, "use gather"));
  EXPECT (refuses (gr_load_cublas (other), GR_UNSUPPORTED, "libm.so.6 has no function cublasCreate_v2"));
}

void
check_matrix_products (void)
{
  matrix a = new_matrix (GR_TYPE_F64, 2, 2, 0, GR_AS_IT_STANDS), b = new_matrix (GR_TYPE_F64, 2, 2, 0, GR_TRANSPOSED);
  matrix out = new_matrix (GR_TYPE_F64, 2, 2, 0, GR_AS_IT_STANDS);
  if (gr_load_cublas)
    check_loading ();
  EXPECT (gr_can_multiply () == ! strcmp (backend, "cuda"));
  check_refusals (&a, &b, out.buffer, gr_can_multiply ());
  const gr_status status = gr_multiply (GR_TYPE_F64, 2, 2, 2, factor_of (&a), factor_of (&b), out.buffer, 0);
  if (status == GR_OK)
    {
      check_faults (&a, &b, out.buffer);
      check_loading ();
      check_results ();
    }
  else
    EXPECT (refuses (status, GR_UNSUPPORTED, gr_can_multiply () ? "cuBLAS" : "has no matrix product"));
  free_matrix (&a);
  free_matrix (&b);
  free_matrix (&out);
  EXPECT (gr_live_allocations () == 0);
}
