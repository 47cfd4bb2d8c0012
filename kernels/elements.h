/* SPDX-License-Identifier: GPL-3.0-or-later

   Elements of arrays that stay on the device: copies by index, conversion, arithmetic, functions, the matrix product,
   linear algebra, Fourier transforms, selection, filters and random numbers, which users of such arrays need beside
   reductions and scans.  All arrays lie in buffers of the selected device (gpureduce.h), and all counts and places in
   them are of elements.  Calls are queued like copies of buffers, but where they give a number; they fail with a status
   and gr_message, and what reaches beyond a buffer is refused.  An operand may also be the result where each element of
   the result depends on the element at its own place only.  */

#ifndef GR_ELEMENTS_H
#define GR_ELEMENTS_H

#include "gpureduce.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- copies by index ---- */

/* One dimension of a copy.  Its index c, from 0 to count - 1, is c * from elements away from the first one that is
   read, and c * to elements from the first one that is written; to is not 0 if there are several.  With a list, c is
   replaced by list[c].  Lists are arrays of count numbers on the host, which have been read when the call returns; none
   is negative, and those of a to_list differ from each other.  */
typedef struct
{
  size_t count;
  ptrdiff_t from, to;
  const int64_t *from_list, *to_list; /* or NULL */
} gr_axis;

/* Copy elements of `size` bytes, 1, 2, 4, 8 or 16: for all indices of all axes, at most GR_MAX_DIMS of them, the
   element of `from` that they lead to from number from_first on becomes the one of `to` that they lead to from to_first
   on.  The buffers may be one if what is read and what is written do not overlap.  No axis copies one element.  */
gr_status gr_copy_elements (size_t size, size_t axes, const gr_axis *axis, gr_buffer *to, size_t to_first,
                            const gr_buffer *from, size_t from_first);

/* ---- conversion ---- */

/* Convert `count` elements as Octave's functions of the names of classes do: to integers half away from zero and
   saturating, NaN to 0; to logical what is not 0, and NaN too, which Octave refuses; to char by its code, rounded so,
   or 0 where there is none.  Real elements become complex; complex ones do not become real.  The parts of one buffer
   may be the same if the types have the same size; else they do not overlap.  */
gr_status gr_convert_elements (gr_type to_type, gr_buffer *to, size_t to_first, gr_type from_type,
                               const gr_buffer *from, size_t from_first, size_t count);

/* ---- arithmetic ---- */

/* Octave's operators and functions of two numbers, by the names of their functions.  X (_, ID, name, sign, KIND)
   ARITHMETIC  + - .* ./
   FUNCTION    all others that compute a number, .^ among them
   COMPARISON  compares numbers; the result is logical
   LOGIC       combines logical values; the result is logical
   The order of rows has no meaning.  */
#define GR_METHOD_BINARIES(X, _)                                                                                       \
  X (_, ATAN2, atan2, "atan2", FUNCTION)                                                                               \
  X (_, HYPOT, hypot, "hypot", FUNCTION)                                                                               \
  X (_, MOD, mod, "mod", FUNCTION)                                                                                     \
  X (_, REM, rem, "rem", FUNCTION)                                                                                     \
  X (_, BITAND, bitand, "bitand", FUNCTION)                                                                            \
  X (_, BITOR, bitor, "bitor", FUNCTION)                                                                               \
  X (_, BITXOR, bitxor, "bitxor", FUNCTION)                                                                            \
  X (_, GCD, gcd, "gcd", FUNCTION)

#define GR_BINARIES(X, _)                                                                                              \
  X (_, PLUS, plus, "+", ARITHMETIC)                                                                                   \
  X (_, MINUS, minus, "-", ARITHMETIC)                                                                                 \
  X (_, TIMES, times, ".*", ARITHMETIC)                                                                                \
  X (_, RDIVIDE, rdivide, "./", ARITHMETIC)                                                                            \
  X (_, POWER, power, ".^", FUNCTION)                                                                                  \
  X (_, MAXIMUM, max, "max", FUNCTION)                                                                                 \
  X (_, MINIMUM, min, "min", FUNCTION)                                                                                 \
  X (_, BITSHIFT, bitshift, "bitshift", FUNCTION)                                                                      \
  GR_METHOD_BINARIES (X, _)                                                                                            \
  X (_, LT, lt, "<", COMPARISON)                                                                                       \
  X (_, LE, le, "<=", COMPARISON)                                                                                      \
  X (_, EQ, eq, "==", COMPARISON)                                                                                      \
  X (_, GE, ge, ">=", COMPARISON)                                                                                      \
  X (_, GT, gt, ">", COMPARISON)                                                                                       \
  X (_, NE, ne, "!=", COMPARISON)                                                                                      \
  X (_, AND, and, "&", LOGIC)                                                                                          \
  X (_, OR, or, "|", LOGIC)                                                                                            \
  X (_, XOR, xor, "xor", LOGIC)
typedef enum {
#define GR_BINARY_ID(_, ID, ...) GR_##ID,
  GR_BINARIES (GR_BINARY_ID, _)
#undef GR_BINARY_ID
    GR_BINARY_COUNT
} gr_binary;
typedef enum { GR_BINARY_ARITHMETIC, GR_BINARY_FUNCTION, GR_BINARY_COMPARISON, GR_BINARY_LOGIC } gr_binary_kind;
typedef struct
{
  const char *name, *sign; /* where Octave has no sign, a name */
  gr_binary_kind kind;
} gr_binary_info;
extern const gr_binary_info gr_binaries[GR_BINARY_COUNT];

/* `count` elements of a buffer from number `first` on; or, if buffer is NULL, the one at value, on the host, for all.
   is_scalar: element number `first` of the buffer for all.  */
typedef struct
{
  gr_type type;
  const gr_buffer *buffer;
  size_t first;
  bool is_scalar;
  const void *value;
} gr_operand;

/* The class of the result, as Octave has it; but complex results stay complex, whatever they are, and powers of real
   numbers are real: NaN where Octave has a complex number.  GR_UNSUPPORTED where Octave has no such operator, as for
   sums of integers of two classes.  atan2 and hypot take floating point; of the other functions, where one operand is
   of an integer class, the other has to be of the same one, which Octave converts it to first, but for powers.  Numbers
   of bits that bitshift shifts by are doubles; what is not whole in them is cut off.  */
gr_status gr_binary_type (gr_binary op, gr_type a, gr_type b, gr_type *out);

/* The operator on `count` pairs of elements, into elements of the result's class from number first on.  Results are
   those of Octave in all bits, but for which NaN they are; for complex division, which is within rounding; for powers,
   atan2 and hypot, which are within GR_ULPS of the exact result, complex powers within rounding of the logarithm times
   the exponent; and for int64 times -0.5, where Octave has 0 by mistake.  Of 64-bit integers and doubles Octave's are
   those of builds without long double, such as Debian's: int64 (-3) + 0.5 is -2, and intmin ("int64") == -2^63 does not
   hold.  */
gr_status gr_apply_binary (gr_binary op, gr_operand a, gr_operand b, size_t count, gr_buffer *out, size_t first);

/* The same for operands of `dims` dimensions, at most GR_MAX_DIMS, whose sizes are given, the one whose elements are
   neighbours first: along a dimension in which one has size 1, its element stands for all.  The result, from element 0
   of out on, has the larger size of each dimension; one that is 0 makes it empty.  Other sizes that differ are
   GR_BAD_ARGUMENT.  The result is no operand unless all have the same size.  */
gr_status gr_apply_broadcast (gr_binary op, gr_operand a, gr_operand b, size_t dims, const size_t *of_a,
                              const size_t *of_b, gr_buffer *out);

/* ---- functions of one number ---- */

/* Octave's functions by their names.  X (_, ID, name, RESULT, KIND, LEAST, GREATEST)
   RESULT: the class of the result: SAME as the argument's, PART (real), or TRUTH (logical).
   KIND: ELEMENTARY ones are rounded (GR_ULPS), SIMPLE ones are exact for real numbers.  Of real numbers alone are
   SPECIAL ones, which are rounded (GR_SPECIAL_ULPS), and EXACT ones.
   Of real numbers below LEAST or above GREATEST Octave has complex answers; here they are NaN.  Of lgamma it has them
   where gamma is negative.
   The order of rows has no meaning.  */
#define GR_METHOD_UNARIES(X, _)                                                                                        \
  X (_, SIGNBIT, signbit, TRUTH, EXACT, -INFINITY, INFINITY)                                                           \
  X (_, EPS, eps, SAME, EXACT, -INFINITY, INFINITY)

#define GR_MAPPERS(X, _)                                                                                               \
  X (_, ABS, abs, PART, SIMPLE, -INFINITY, INFINITY)                                                                   \
  X (_, REAL, real, PART, SIMPLE, -INFINITY, INFINITY)                                                                 \
  X (_, IMAG, imag, PART, SIMPLE, -INFINITY, INFINITY)                                                                 \
  X (_, ARG, arg, PART, SIMPLE, -INFINITY, INFINITY)                                                                   \
  X (_, CONJ, conj, SAME, SIMPLE, -INFINITY, INFINITY)                                                                 \
  X (_, SIGNUM, signum, SAME, SIMPLE, -INFINITY, INFINITY)                                                             \
  X (_, FLOOR, floor, SAME, SIMPLE, -INFINITY, INFINITY)                                                               \
  X (_, CEIL, ceil, SAME, SIMPLE, -INFINITY, INFINITY)                                                                 \
  X (_, ROUND, round, SAME, SIMPLE, -INFINITY, INFINITY)                                                               \
  X (_, FIX, fix, SAME, SIMPLE, -INFINITY, INFINITY)                                                                   \
  X (_, SQRT, sqrt, SAME, ELEMENTARY, 0, INFINITY)                                                                     \
  X (_, EXP, exp, SAME, ELEMENTARY, -INFINITY, INFINITY)                                                               \
  X (_, EXPM1, expm1, SAME, ELEMENTARY, -INFINITY, INFINITY)                                                           \
  X (_, LOG, log, SAME, ELEMENTARY, 0, INFINITY)                                                                       \
  X (_, LOG1P, log1p, SAME, ELEMENTARY, -1, INFINITY)                                                                  \
  X (_, LOG2, log2, SAME, ELEMENTARY, 0, INFINITY)                                                                     \
  X (_, LOG10, log10, SAME, ELEMENTARY, 0, INFINITY)                                                                   \
  X (_, SIN, sin, SAME, ELEMENTARY, -INFINITY, INFINITY)                                                               \
  X (_, COS, cos, SAME, ELEMENTARY, -INFINITY, INFINITY)                                                               \
  X (_, TAN, tan, SAME, ELEMENTARY, -INFINITY, INFINITY)                                                               \
  X (_, ASIN, asin, SAME, ELEMENTARY, -1, 1)                                                                           \
  X (_, ACOS, acos, SAME, ELEMENTARY, -1, 1)                                                                           \
  X (_, ATAN, atan, SAME, ELEMENTARY, -INFINITY, INFINITY)                                                             \
  X (_, SINH, sinh, SAME, ELEMENTARY, -INFINITY, INFINITY)                                                             \
  X (_, COSH, cosh, SAME, ELEMENTARY, -INFINITY, INFINITY)                                                             \
  X (_, TANH, tanh, SAME, ELEMENTARY, -INFINITY, INFINITY)                                                             \
  X (_, ASINH, asinh, SAME, ELEMENTARY, -INFINITY, INFINITY)                                                           \
  X (_, ACOSH, acosh, SAME, ELEMENTARY, 1, INFINITY)                                                                   \
  X (_, ATANH, atanh, SAME, ELEMENTARY, -1, 1)                                                                         \
  X (_, ERF, erf, SAME, SPECIAL, -INFINITY, INFINITY)                                                                  \
  X (_, ERFC, erfc, SAME, SPECIAL, -INFINITY, INFINITY)                                                                \
  X (_, ERFCX, erfcx, SAME, SPECIAL, -INFINITY, INFINITY)                                                              \
  X (_, ERFINV, erfinv, SAME, SPECIAL, -INFINITY, INFINITY)                                                            \
  X (_, ERFCINV, erfcinv, SAME, SPECIAL, -INFINITY, INFINITY)                                                          \
  X (_, GAMMA, gamma, SAME, SPECIAL, -INFINITY, INFINITY)                                                              \
  X (_, LGAMMA, lgamma, SAME, SPECIAL, 0, INFINITY)                                                                    \
  X (_, CBRT, cbrt, SAME, SPECIAL, -INFINITY, INFINITY)                                                                \
  X (_, ISNAN, isnan, TRUTH, SIMPLE, -INFINITY, INFINITY)                                                              \
  X (_, ISINF, isinf, TRUTH, SIMPLE, -INFINITY, INFINITY)                                                              \
  X (_, ISFINITE, isfinite, TRUTH, SIMPLE, -INFINITY, INFINITY)

#define GR_UNARIES(X, _)                                                                                               \
  GR_MAPPERS (X, _)                                                                                                    \
  GR_METHOD_UNARIES (X, _)
typedef enum {
#define GR_UNARY_ID(_, ID, ...) GR_##ID,
  GR_UNARIES (GR_UNARY_ID, _)
#undef GR_UNARY_ID
    GR_UNARY_COUNT
} gr_unary;
typedef enum { GR_UNARY_SIMPLE, GR_UNARY_ELEMENTARY, GR_UNARY_SPECIAL, GR_UNARY_EXACT } gr_unary_kind;
typedef struct
{
  const char *name;
  gr_unary_kind kind;
} gr_unary_info;
extern const gr_unary_info gr_unaries[GR_UNARY_COUNT];

/* Elementary functions of real numbers are at most GR_ULPS units in the last place away from the exact result, on all
   backends (CUDA C++ Programming Guide, mathematical functions; glibc manual, errors in math functions); those of
   complex numbers GR_COMPLEX_ULPS units of each part of the result, and log1p and expm1 of its modulus: that is what
   their steps in op/complex.h add up to.  Special functions are at most GR_SPECIAL_ULPS units away (op/special.h), but
   lgamma of numbers below 0 that many units of the larger of result and argument.  */
enum { GR_ULPS = 5, GR_COMPLEX_ULPS = 16, GR_SPECIAL_ULPS = 10 };

/* Real numbers outside of [*least, *greatest] have complex answers in Octave; of lgamma some of them, and -0.  */
gr_status gr_unary_domain (gr_unary op, double *least, double *greatest);

/* The class of the result of floating-point elements.  GR_UNSUPPORTED for other classes, which Octave converts to
   double first, or leaves alone, and for complex elements of functions of real numbers alone.  */
gr_status gr_unary_type (gr_unary op, gr_type type, gr_type *out);

/* The function of `count` elements from number from_first of `from` on, into elements of the result's class from number
   to_first on.  The buffer may be the same where the results have the class of the elements.  */
gr_status gr_apply_unary (gr_unary op, gr_type type, const gr_buffer *from, size_t from_first, gr_buffer *to,
                          size_t to_first, size_t count);

/* The same of real elements, with results of the complex class: the real answer, and an imaginary part of 0, within
   what gr_unary_domain says, the complex one outside of it.  GR_BAD_ARGUMENT for functions whose results have another
   class than their elements.  */
gr_status gr_apply_unary_to_complex (gr_unary op, gr_type type, const gr_buffer *from, size_t from_first, gr_buffer *to,
                                     size_t to_first, size_t count);

/* The least, op being GR_MIN, or greatest, GR_MAX, of `count` double or single elements, one at the least, from number
   first on; NaN if all are, or with_nan and one is.  Waits for it.  It is no call that gr_last describes.  */
gr_status gr_find_extreme (gr_operator op, bool with_nan, gr_type type, const gr_buffer *buffer, size_t first,
                           size_t count, double *extreme);

/* ---- matrix product ---- */

/* A factor: a matrix as it stands, column after column from element number `first` of a buffer on, transposed, or
   transposed and conjugated, which is the same for real elements.  */
typedef enum { GR_AS_IT_STANDS, GR_TRANSPOSED, GR_CONJUGATE_TRANSPOSED } gr_transposition;
typedef struct
{
  const gr_buffer *buffer;
  size_t first;
  gr_transposition as;
} gr_factor;

/* Has the selected backend a matrix product?  That of cuda is cuBLAS; cpu has none, since whoever has the elements on
   the host has a BLAS there, too, as Octave has.  */
bool gr_can_multiply (void);

/* The matrix product of an m x k factor and a k x n one, these being their sizes once they are transposed, into m x n
   elements of the same type from number `first` on.  They are double or single, real or complex, and are multiplied and
   summed in their own precision; in which order is up to cuBLAS.  The result overlaps no factor.  With k = 0 it is
   zeros, and the factors' buffers may be NULL.  cuBLAS is loaded by the first product: GR_UNSUPPORTED, and a message
   with the names that were looked for, where it is missing; also for other types, and backends without a product.  */
gr_status gr_multiply (gr_type type, size_t m, size_t n, size_t k, gr_factor a, gr_factor b, gr_buffer *out,
                       size_t first);

/* ---- linear algebra ---- */

/* Steps of which algorithms for matrices are made.  Arrays are whole buffers, from their first element on, and matrices
   in them are column after column.  min is the smaller of m and n; reals are double or single numbers as the matrix's
   are, values those of the matrix's type, numbers int64.

   LOOK               a: m x n.  *info: bits of gr_matrix_bit
   COPY_TRIANGLE      b: of a, m x n, its upper triangle, k x n, or its lower one, m x k, with zeros on the other side;
                      k is not above m or n.  is_unit: with ones on the diagonal
   LU                 a: m x n, becomes its factors, by rows exchanged as pivots, min numbers, say, from 1 on.  *info:
                      the first pivot that is 0, or 0
   SOLVE_LU           b: n x k, becomes the solution of op (A) x = b, A being what a, n x n, and pivots are factors of
   CHOLESKY           a: n x n, of which the upper or lower triangle is read, becomes its factor there; the other one
                      has no meaning after it.  *info: the order of the first minor that is not positive, or 0
   SOLVE_CHOLESKY     b: n x k, becomes the solution by such a factor, a
   SOLVE_TRIANGULAR   b: n x k, becomes the solution of op (a) x = b, of the upper or lower triangle of a, n x n
   QR                 a: m x n, becomes R and, below it, reflectors, whose factors, min values, become b
   FORM_Q             a: m x n, n not above m, whose first k columns are reflectors with factors b: becomes the first n
                      columns of Q
   APPLY_Q            c: m x k, becomes op (Q) c; a and b as QR leaves them
   SVD                a: m x n, n not above m, is lost.  values: n reals, descending.  b: m x k, where k is n or m, the
                      left singular vectors, and c: n x n, the right ones; both NULL where nobody asks.  *info: not 0 if
                      it has not converged
   EIGEN_HERMITIAN    a: n x n, of which the upper triangle is read, becomes eigenvectors if is_asked, else is lost.
                      values: n reals, ascending.  *info as above
   EIGEN              a: n x n, is lost.  values: n complex numbers.  b: n x n eigenvectors, or NULL; of real matrices
                      two neighbouring columns are the real and the imaginary part of those of a pair.  *info as above.
                      GR_UNSUPPORTED where cuSOLVER is older than that of CUDA 12.8
   MULTIPLY           c: `pages` matrices m x n, become op (a) * b_op (b), of as many matrices, or one for all where
                      one_a or one_b  */
#define GR_MATRIX_STEPS(X)                                                                                             \
  X (LOOK)                                                                                                             \
  X (COPY_TRIANGLE)                                                                                                    \
  X (LU)                                                                                                               \
  X (SOLVE_LU)                                                                                                         \
  X (CHOLESKY)                                                                                                         \
  X (SOLVE_CHOLESKY)                                                                                                   \
  X (SOLVE_TRIANGULAR)                                                                                                 \
  X (QR)                                                                                                               \
  X (FORM_Q)                                                                                                           \
  X (APPLY_Q)                                                                                                          \
  X (SVD)                                                                                                              \
  X (EIGEN_HERMITIAN)                                                                                                  \
  X (EIGEN)                                                                                                            \
  X (MULTIPLY)
typedef enum {
#define GR_MATRIX_STEP_ID(ID) GR_MATRIX_##ID,
  GR_MATRIX_STEPS (GR_MATRIX_STEP_ID)
#undef GR_MATRIX_STEP_ID
    GR_MATRIX_STEP_COUNT
} gr_matrix_step;

/* What a matrix has: elements that are not 0 below the diagonal, or above it; an element that is not the conjugate of
   its mirror image, which all of matrices that are not square are; one on the diagonal that is no positive real number;
   one that is NaN or infinite.  */
typedef enum {
  GR_HAS_LOWER = 1,
  GR_HAS_UPPER = 2,
  GR_IS_NOT_HERMITIAN = 4,
  GR_IS_NOT_POSITIVE = 8,
  GR_IS_NOT_FINITE = 16
} gr_matrix_bit;

typedef struct
{
  gr_matrix_step step;
  gr_type type; /* double or single, real or complex */
  size_t m, n, k, pages;
  bool is_lower, is_unit, is_asked, one_a, one_b;
  gr_transposition op, b_op; /* none if 0 */
  gr_buffer *a, *b, *c, *values, *pivots;
} gr_matrix_call;

/* Has the selected backend these steps?  Those of cuda are cuSOLVER's and cuBLAS's; cpu has none, since whoever has the
   elements on the host has a LAPACK there, too, as Octave has.  */
bool gr_can_solve (void);

/* A step.  *info is 0 where the table has nothing of it.  Copies of triangles, solutions by triangles, and products are
   queued; other steps wait for the device.  Arrays that are written overlap no other.  The libraries are loaded when
   they are first needed: GR_UNSUPPORTED, and a message with the names that were looked for, where they are missing.  */
gr_status gr_do_matrix (const gr_matrix_call *call, int64_t *info);

/* ---- dot products ---- */

/* Two arrays of [inner, len, outer] elements of a floating-point type, from their first one on.  Segments are cut into
   chunks, whose number depends on inner and len alone.  gr_dot_chunks stores the sums of conj (a) .* b of each chunk,
   [inner, chunks, outer] double or complex double numbers; their sums along chunks are the dot products.  Elements are
   multiplied and summed as doubles, in an order that is the same on all backends.  The result overlaps neither array.
   GR_UNSUPPORTED for other types.  */
size_t gr_count_dot_chunks (size_t inner, size_t len);
gr_status gr_dot_chunks (gr_type type, size_t inner, size_t len, size_t outer, const gr_buffer *a, const gr_buffer *b,
                         gr_buffer *out);

/* ---- Fourier transforms ---- */

/* Discrete Fourier transforms of [inner, len[0], ..., len[rank - 1], outer] elements, along all dimensions but inner
   and outer, of which there are 1 to GR_MAX_DIMS; inner is 1 if there are several.  The exponents of the inverse are
   positive, and its results are divided by the number of elements of a transform.  */
typedef struct
{
  size_t inner, outer;
  unsigned rank;
  size_t len[GR_MAX_DIMS];
  bool inverse;
} gr_fourier;

/* Has the selected backend Fourier transforms?  Those of cuda are cuFFT's; cpu has none, since whoever has the elements
   on the host has such a library there, too, as Octave has.  */
bool gr_can_transform (void);

/* Is each element, double or single, real or complex, exactly the conjugate of the one at the negative frequency,
   modulo lengths, so that the inverse is real?  NaN is not.  It ends at the first elements that are not, and waits for
   that.  GR_UNSUPPORTED as for gr_transform.  */
gr_status gr_is_conjugate (const gr_fourier *fourier, gr_type type, const gr_buffer *from, bool *is_conjugate);

/* The transforms of elements, double or single, real or complex, from the first one of a buffer on, into complex
   elements of the same precision, or, if it is an inverse and gr_is_conjugate, into real ones.  Of real elements the
   results at negative frequencies are the exact conjugates.  cuFFT is loaded by the first transform, and its plans are
   kept for the next ones; results are within rounding, and may differ in bits between GPUs.  The buffers do not
   overlap.  GR_UNSUPPORTED, with the names that were looked for, where cuFFT is missing; also for other types, and
   backends without transforms.  */
gr_status gr_transform (const gr_fourier *fourier, gr_type type, const gr_buffer *from, gr_type out_type,
                        gr_buffer *to);

/* ---- selection ---- */

/* The elements of a mask that are true: `count` logical elements from number `first` on.  It holds what later calls
   need, and does not look at the mask again, which may be released.  gr_open_selection waits for their number.  An open
   selection of a mask with elements is one of gr_live_allocations.  */
typedef struct gr_selection gr_selection;

gr_status gr_open_selection (const gr_buffer *mask, size_t first, size_t count, gr_selection **selection);
void gr_close_selection (gr_selection *selection); /* NULL is left alone */
size_t gr_count_selected (const gr_selection *selection);

/* With element i of the mask stands element i of an array, from its first one on.  gr_select_elements copies those that
   are selected to neighbouring places; gr_select_positions gives their numbers, from 1 on, as doubles;
   gr_put_elements stores neighbouring elements, or one for all if is_scalar, in the selected places.  Elements have
   `size` bytes, 1, 2, 4, 8 or 16.  */
gr_status gr_select_elements (const gr_selection *selection, size_t size, gr_buffer *to, size_t to_first,
                              const gr_buffer *from, size_t from_first);
gr_status gr_select_positions (const gr_selection *selection, gr_buffer *to, size_t to_first);
gr_status gr_put_elements (const gr_selection *selection, size_t size, gr_buffer *to, size_t to_first,
                           const gr_buffer *from, size_t from_first, bool is_scalar);

/* ---- elements at places that are listed ---- */

/* Places of a dimension: `count` doubles, from 1 to len.  */
typedef struct
{
  size_t size; /* of an element: 1, 2, 4, 8 or 16 bytes */
  size_t inner, len, outer, count;
} gr_gathering;

/* Elements of an array [inner, len, outer] at places become one of [inner, count, outer]; and those of the latter
   become elements at places of the former, whose other elements stay.  Where two are scattered to one place, it is not
   said which stays.  *is_faulty: a place is no whole number, or beyond the dimension, and its elements were left out;
   the call waits to know it.  The results overlap nothing else.  */
gr_status gr_gather_elements (const gr_gathering *gathering, const gr_buffer *from, const gr_buffer *places,
                              gr_buffer *to, bool *is_faulty);
gr_status gr_scatter_elements (const gr_gathering *gathering, const gr_buffer *from, const gr_buffer *places,
                               gr_buffer *to, bool *is_faulty);

/* ---- filters ---- */

/* A part of the full convolution of two arrays of `dims` dimensions each, the one whose elements are neighbours first:
   along dimension k its elements origin[k] to origin[k] + size[k] - 1, of which there are of_a[k] + of_b[k] - 1.  */
typedef struct
{
  gr_type type;
  size_t dims; /* at most GR_MAX_DIMS */
  size_t of_a[GR_MAX_DIMS], of_b[GR_MAX_DIMS], origin[GR_MAX_DIMS], size[GR_MAX_DIMS];
  bool adds; /* each sum begins with what the result's element is, not with 0 */
} gr_convolution;

/* Elements have a floating-point type, and are multiplied and summed in their own precision, the products of an element
   one after the other, in the order of the elements of the array that has more, or of A.  So the order depends on sizes
   alone, all backends give the same bits, and an element is within N units of rounding of the sum of the moduli of its
   N products.  Both arrays have elements, and the result overlaps neither.  */
gr_status gr_convolve (const gr_convolution *convolution, const gr_buffer *a, const gr_buffer *b, gr_buffer *out);

/* A recursion along `len` of arrays [inner, len, outer]: y(n) = x(n) + c(1) y(n-1) + ... + c(order) y(n-order), with
   nothing before the first element.  */
typedef struct
{
  gr_type type;
  size_t inner, len, outer;
  size_t order;
} gr_recursion;

/* The recursion of floating-point elements in their own precision, whose coefficients are on the host.  Up to
   GR_MOST_STATES long segments are cut into blocks, whose length depends on sizes alone: what a block comes to from
   nothing, and then what the blocks before it carry to its end, which is a product of matrices.  Others go from the
   first element to the last one.  All backends give the same bits.  x and y may be one buffer.  */
enum { GR_MOST_STATES = 16 };
gr_status gr_recur (const gr_recursion *recursion, const void *coefficients, const gr_buffer *x, gr_buffer *y);

/* ---- random numbers ---- */

/* Numbers of a distribution: uniform in (0, 1), without its ends, 53 bits of a double and 24 of a single; normal with
   mean 0 and variance 1; integers from `least` to `greatest`, each with the same probability.  */
typedef enum { GR_UNIFORM, GR_NORMAL, GR_INTEGERS, GR_DISTRIBUTION_COUNT } gr_distribution;
typedef struct
{
  gr_distribution distribution;
  int64_t least, greatest; /* of GR_INTEGERS, and from -2^53 to 2^53 */
} gr_random;

/* A place in the stream of a seed.  A counter gives 128 random bits, by Philox4x32-10 (op/philox.h).  */
typedef struct
{
  uint64_t seed, counter;
} gr_random_state;

/* Fill elements [first, first + count) with the numbers that begin at a state, and move the state on by the counters
   that were used, begun ones included.  A counter has 4 numbers if they are uniform or normal singles, or integers of
   which 65536 or fewer are possible, and else 2.  Number i is made of counter i / 4 or i / 2 alone, so that a call can
   be cut where a counter ends; all backends give the same bits.  Normal numbers are in pairs of Box and Muller's, of
   magnitude 9.5 at most, 6.8 in single.  Types are double and single, and for integers also the integer classes; it is
   an error if a bound is not among the class's numbers, or beyond 2^24 in single.  What fails leaves the state.  */
gr_status gr_fill_random (const gr_random *random, gr_random_state *state, gr_type type, gr_buffer *out, size_t first,
                          size_t count);

/* The first `count` numbers of a random permutation of 1 to n, n up to 2^53, into an array on the host, where it is
   computed.  All permutations have the same probability.  A counter is used for two numbers.  The call takes memory for
   n numbers if count is less than n, but for a few times count if that is less than n / 5.  */
gr_status gr_permute_random (gr_random_state *state, size_t n, size_t count, double *numbers);

#ifdef __cplusplus
}
#endif

#endif
