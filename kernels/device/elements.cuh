/* SPDX-License-Identifier: GPL-3.0-or-later

   What the backend does for elements of arrays (backend_elements.h).  */

#ifndef GR_DEVICE_ELEMENTS_CUH
#define GR_DEVICE_ELEMENTS_CUH

#include <limits.h>

#include "backend_elements.h"
#include "device/operands.cuh"
#include "runtime/runtime.cuh"

/* The backend's struct, by the name of the build, and what the executor has not: a matrix product, linear algebra
   but for some steps, and functions of users, whose kernels are compiled when they are called.  */
#ifdef GR_SIMT
#  define GR_ELEMENTS gr_elements_simt
#  define GR_MULTIPLY nullptr
#  define GR_DO_MATRIX gr_do_simple_step
#  define GR_EVALUATE nullptr
#  define GR_TAKES_MONOID nullptr
#  define GR_RUN_BY nullptr
#  define GR_TAKES_STAGES nullptr
#  define GR_RUN_STAGES nullptr
#else
#  define GR_ELEMENTS gr_elements_cuda
#  define GR_MULTIPLY gr_multiply_matrices
#  define GR_DO_MATRIX gr_do_step
#  define GR_EVALUATE gr_evaluate_steps
#  define GR_TAKES_MONOID gr_takes_monoid
#  define GR_RUN_BY gr_run_by_monoid
#  define GR_TAKES_STAGES gr_takes_stages
#  define GR_RUN_STAGES gr_run_by_stages
#endif

namespace GR_NAMESPACE
{

/* copies.cu */
gr_status gr_copy_axes (size_t size, size_t axes, const gr_axis *axis, void *to, const void *from);
gr_status gr_convert (gr_type to_type, void *to, gr_type from_type, const void *from, size_t count);

/* arithmetic.cu */
gr_status gr_apply (gr_binary op, const gr_side *a, const gr_side *b, gr_type out_type, void *out, size_t count);
gr_status gr_spread (gr_binary op, const gr_side *a, const gr_side *b, size_t axes, const gr_pair_axis *axis,
                     gr_type out_type, void *out);

/* functions.cu */
gr_status gr_map (gr_unary op, gr_type type, const void *from, gr_type out_type, void *to, size_t count);

/* expression.cu */
gr_status gr_evaluate_steps (const gr_evaluation *evaluation);
/* What kernels are given of the arguments (evaluate.cuh).  noted: where the least faulty step is noted.  */
struct gr_device_evaluation;
gr_device_evaluation gr_device_evaluation_of (const gr_evaluation &evaluation, unsigned *noted);

/* user_reduction.cu */
bool gr_takes_monoid (const gr_user_run *run);
gr_status gr_run_by_monoid (const gr_user_run *run);

/* stages.cu */
bool gr_takes_stages (const gr_stages_run *run);
gr_status gr_run_by_stages (const gr_stages_run *run);

/* cublas.cu */
gr_status gr_multiply_matrices (gr_type type, size_t m, size_t n, size_t k, const gr_matrix *a, const gr_matrix *b,
                                void *out);
gr_status gr_solve_triangular (const gr_matrix_run *run);
gr_status gr_multiply_pages (const gr_matrix_run *run);

/* matrix.cu: the steps that kernels of ours do, and a refusal of others.  */
gr_status gr_do_simple_step (const gr_matrix_run *run, int64_t *info);

/* cusolver.cu */
gr_status gr_do_step (const gr_matrix_run *run, int64_t *info);

/* dot.cu */
gr_status gr_dot (gr_type type, const gr_dot_plan *plan, const void *a, const void *b, void *out);

/* fourier.cu */
gr_status gr_compare_conjugates (const gr_fourier *fourier, gr_type type, const void *from, unsigned *differs);
gr_status gr_transform_elements (const gr_fourier_run *run);

/* selection.cu */
gr_status gr_count_tiles (const unsigned char *mask, size_t count, double *counts);
gr_status gr_select (const gr_tiled_mask *mask, size_t size, void *to, const void *from);
gr_status gr_put (const gr_tiled_mask *mask, size_t size, void *to, const void *from, bool is_scalar);
gr_status gr_gather_places (const gr_gather_run *run);

/* sort.cu */
gr_status gr_sort_segments (const gr_sort_run *run);
/* Sort n keys, n being 2 or more, and move words of 4 or 8 bytes with them; no array overlaps another one.  Not all n
   and sizes can be.  */
bool gr_can_sort_with (size_t n, size_t size);
gr_status gr_sort_with (size_t n, const unsigned *keys, unsigned *sorted, size_t size, const void *words, void *moved);
gr_status gr_device_order_statistics (const gr_statistics_run *run);
gr_status gr_device_look_up (const gr_lookup_run *run);
gr_status gr_device_count_between (const gr_histogram_run *run);

/* convolve.cu */
gr_status gr_convolve_arrays (const gr_convolution_run *run);

/* recursion.cu */
gr_status gr_recur_along (const gr_recursion_run *run);

/* random.cu */
gr_status gr_fill_numbers (const gr_numbers *numbers, void *out, size_t count);

/* Queue a kernel of `blocks` blocks, which is a call, on the current device's stream.  */
template <class... P, class... A>
gr_status
gr_launch_shared (gr_kernel<P...> kernel, size_t blocks, unsigned threads, size_t shared_bytes, A &&...args)
{
  if (blocks > INT_MAX)
    return gr_fail (GR_UNSUPPORTED, "the call needs %zu blocks, and a device takes %d", blocks, INT_MAX);
  GR_TRY (gr_need_device ());
  GR_TRY (gr_need_kernel (kernel));
  gr_note_work ();
  gr_note_taken (gr_current_device ());
  GR_TRY (gr_allow_shared (kernel, shared_bytes));
  return gr_check (GR_FAULTY (GR_FAULT_LAUNCH, gr_launch (kernel, static_cast<unsigned> (blocks), threads, shared_bytes,
                                                          gr_current_runtime ().stream, static_cast<A &&> (args)...)),
                   "kernel launch");
}
template <class... P, class... A>
gr_status
gr_launch_queued (gr_kernel<P...> kernel, size_t blocks, unsigned threads, A &&...args)
{
  return gr_launch_shared (kernel, blocks, threads, 0, static_cast<A &&> (args)...);
}

/* ---- elementwise calls ---- */

/* Can elements of a size be moved four, or 16 bytes, at a time?  */
inline bool
gr_is_aligned (const void *p, size_t size)
{
  const size_t bytes = size * GR_TAKEN < 16 ? size * GR_TAKEN : 16;
  return reinterpret_cast<uintptr_t> (p) % bytes == 0;
}

inline gr_device_side
gr_device_side_of (const gr_side &side)
{
  const size_t size = gr_types[side.type].size;
  gr_device_side d = { side.data, side.is_scalar || ! side.data, gr_is_aligned (side.data, size), side.type, {} };
  if (! side.data)
    memcpy (d.bytes, side.value, size);
  return d;
}

/* The place of `type` results.  */
inline gr_device_result
gr_device_result_of (void *out, gr_type type)
{
  return { out, gr_is_aligned (out, gr_types[type].size), type };
}

/* Queue an elementwise kernel, whose last parameter is the number of elements.  */
template <class... P, class... A>
gr_status
gr_launch_elementwise (gr_kernel<P...> kernel, size_t count, A &&...args)
{
  constexpr size_t TILE = GR_TURNS * GR_TURN_STEP;
  return gr_launch_queued (kernel, (count + TILE - 1) / TILE, GR_APPLY_THREADS, static_cast<A &&> (args)..., count);
}

} // namespace

#endif
