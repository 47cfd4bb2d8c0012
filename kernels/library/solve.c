/* SPDX-License-Identifier: GPL-3.0-or-later

   Steps of linear algebra: sizes of their arrays, and the overlap of those that are written.  */

#include "library/library.h"

bool
gr_can_solve (void)
{
  return gr_need_backend () == GR_OK && gr_elements ()->do_matrix && gr_elements ()->multiply;
}

/* The elements of the arrays of a step, 0 of those that it does not have.  */
enum { A, B, C, VALUES, PIVOTS, ARRAYS };
static const char *const names[ARRAYS]
  = { "the matrix", "the second matrix", "the third matrix", "the values", "the pivots" };
typedef struct
{
  size_t count[ARRAYS], size[ARRAYS];
  bool writes[ARRAYS];
} needed_arrays;

static size_t
smaller (size_t a, size_t b)
{
  return a < b ? a : b;
}

static void
need (needed_arrays *arrays, int which, size_t rows, size_t columns, bool writes)
{
  arrays->count[which] = gr_multiply_sizes (rows, columns);
  arrays->writes[which] = writes;
}

static needed_arrays
count_arrays (const gr_matrix_call *q)
{
  const size_t m = q->m, n = q->n, k = q->k, size = gr_types[q->type].size;
  const size_t real = gr_types[q->type].is_complex ? size / 2 : size;
  needed_arrays v = { { 0 }, { size, size, size, real, sizeof (int64_t) }, { false } };
  switch (q->step)
    {
    case GR_MATRIX_LOOK:
      need (&v, A, m, n, false);
      break;
    case GR_MATRIX_COPY_TRIANGLE:
      need (&v, A, m, n, false);
      need (&v, B, q->is_lower ? m : k, q->is_lower ? k : n, true);
      break;
    case GR_MATRIX_LU:
      need (&v, A, m, n, true);
      need (&v, PIVOTS, smaller (m, n), 1, true);
      break;
    case GR_MATRIX_SOLVE_LU:
      need (&v, A, n, n, false);
      need (&v, PIVOTS, n, 1, false);
      need (&v, B, n, k, true);
      break;
    case GR_MATRIX_CHOLESKY:
      need (&v, A, n, n, true);
      break;
    case GR_MATRIX_SOLVE_CHOLESKY:
    case GR_MATRIX_SOLVE_TRIANGULAR:
      need (&v, A, n, n, false);
      need (&v, B, n, k, true);
      break;
    case GR_MATRIX_QR:
      need (&v, A, m, n, true);
      need (&v, B, smaller (m, n), 1, true);
      break;
    case GR_MATRIX_FORM_Q:
      need (&v, A, m, n, true);
      need (&v, B, k, 1, false);
      break;
    case GR_MATRIX_APPLY_Q:
      need (&v, A, m, n, false);
      need (&v, B, smaller (m, n), 1, false);
      need (&v, C, m, k, true);
      break;
    case GR_MATRIX_SVD:
      need (&v, A, m, n, true);
      need (&v, VALUES, n, 1, true);
      need (&v, B, q->b ? m : 0, k, true);
      need (&v, C, q->b ? n : 0, n, true);
      break;
    case GR_MATRIX_EIGEN_HERMITIAN:
      need (&v, A, n, n, true);
      need (&v, VALUES, n, 1, true);
      break;
    case GR_MATRIX_EIGEN:
      need (&v, A, n, n, true);
      need (&v, VALUES, n, 1, true);
      need (&v, B, q->b ? n : 0, n, true);
      v.size[VALUES] = 2 * real;
      break;
    default:
      need (&v, A, gr_multiply_sizes (m, k), q->one_a ? 1 : q->pages, false);
      need (&v, B, gr_multiply_sizes (k, n), q->one_b ? 1 : q->pages, false);
      need (&v, C, gr_multiply_sizes (m, n), q->pages, true);
    }
  return v;
}

/* Has the step nothing to do?  */
static bool
is_empty (const gr_matrix_call *q, const needed_arrays *v)
{
  const bool has_choice = q->step == GR_MATRIX_SVD || q->step == GR_MATRIX_EIGEN;
  return ! v->count[A] || (v->writes[B] && ! v->count[B] && ! has_choice)
      || (q->step == GR_MATRIX_APPLY_Q && ! v->count[C]);
}

/* Are the sizes those that the step has?  */
static bool
fits (const gr_matrix_call *q)
{
  switch (q->step)
    {
    case GR_MATRIX_COPY_TRIANGLE:
      return q->k <= q->m && q->k <= q->n;
    case GR_MATRIX_FORM_Q:
      return q->n <= q->m && q->k <= q->n;
    case GR_MATRIX_SVD:
      return q->n <= q->m && (! q->b || q->k == q->n || q->k == q->m);
    default:
      return true;
    }
}

static gr_status
check_call (const gr_matrix_call *q)
{
  if ((unsigned) q->step >= GR_MATRIX_STEP_COUNT)
    return gr_fail (GR_BAD_ARGUMENT, "there is no step of linear algebra number %d", (int) q->step);
  if ((unsigned) q->type >= GR_TYPE_COUNT)
    return gr_fail (GR_BAD_ARGUMENT, "there is no element type number %d", (int) q->type);
  if ((unsigned) q->op > GR_CONJUGATE_TRANSPOSED || (unsigned) q->b_op > GR_CONJUGATE_TRANSPOSED)
    return gr_fail (GR_BAD_ARGUMENT, "there are no transpositions number %d and %d", (int) q->op, (int) q->b_op);
  if (q->type != GR_TYPE_F64 && q->type != GR_TYPE_F32 && ! gr_types[q->type].is_complex)
    return gr_fail (GR_UNSUPPORTED, "there is no linear algebra of %s elements", gr_types[q->type].name);
  if (! fits (q))
    return gr_fail (GR_BAD_ARGUMENT, "the step of linear algebra has no sizes %zu, %zu and %zu", q->m, q->n, q->k);
  return gr_elements ()->do_matrix
         ? GR_OK
         : gr_fail (GR_UNSUPPORTED, "the backend \"%s\" has no linear algebra; cuda has", gr_selected ()->name);
}

/* Arrays that are written are apart from all others.  */
static gr_status
check_apart (const needed_arrays *v, void *const data[ARRAYS])
{
  gr_status status = GR_OK;
  for (int to = 0; to < ARRAYS; to++)
    for (int other = 0; other < ARRAYS && status == GR_OK; other++)
      if (other != to && v->writes[to] && v->count[to] && v->count[other])
        status = gr_check_overlap (names[other], data[other], v->count[other] * v->size[other], data[to],
                                   v->count[to] * v->size[to]);
  return status;
}

/* A product of which k is 0.  */
static gr_status
fill_with_zeros (const gr_matrix_call *q, size_t count)
{
  static const char zero[sizeof (gr_c64)] = { 0 };
  return count ? gr_buffer_fill (q->c, 0, zero, gr_types[q->type].size, count) : GR_OK;
}

gr_status
gr_do_matrix (const gr_matrix_call *q, int64_t *info)
{
  gr_status status = gr_need_backend ();
  *info = 0;
  if (status == GR_OK)
    status = check_call (q);
  if (status != GR_OK)
    return status;
  const needed_arrays v = count_arrays (q);
  const gr_buffer *const buffers[ARRAYS] = { q->a, q->b, q->c, q->values, q->pivots };
  void *data[ARRAYS] = { NULL };
  for (int k = 0; k < ARRAYS && status == GR_OK; k++)
    if (v.count[k])
      status = gr_find_elements (names[k], buffers[k], 0, v.count[k], v.size[k], &data[k]);
  if (status == GR_OK)
    status = check_apart (&v, data);
  if (status != GR_OK)
    return status;
  if (q->step == GR_MATRIX_MULTIPLY && ! (v.count[A] && v.count[B] && v.count[C]))
    return fill_with_zeros (q, v.count[C]);
  if (is_empty (q, &v))
    return GR_OK;
  const gr_matrix_run run = { q, data[A], data[B], data[C], data[VALUES], data[PIVOTS] };
  return gr_elements ()->do_matrix (&run, info);
}
