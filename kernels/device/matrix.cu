/* SPDX-License-Identifier: GPL-3.0-or-later

   The steps of linear algebra that take kernels of ours alone.  Compiled a second time for the host executor, as
   device.cu is.  */

#include "device/matrix.cuh"
#include "device/elements.cuh"
#include "device/transfers.cuh"

#include <algorithm>

namespace GR_NAMESPACE
{

static size_t
blocks_for (size_t count)
{
  return std::min<size_t> ((count + GR_MATRIX_THREADS - 1) / GR_MATRIX_THREADS, GR_MATRIX_MOST_BLOCKS);
}

/* f (a pointer of the C type of a type's elements).  */
template <class F>
static gr_status
with_type (gr_type type, F f)
{
  switch (type)
    {
    case GR_TYPE_F64:
      return f (static_cast<double *> (nullptr));
    case GR_TYPE_F32:
      return f (static_cast<float *> (nullptr));
    case GR_TYPE_C64:
      return f (static_cast<gr_c64 *> (nullptr));
    default:
      return f (static_cast<gr_c32 *> (nullptr));
    }
}

static gr_status
look (const gr_matrix_run &run, unsigned *all, unsigned *bits)
{
  const gr_matrix_call &c = *run.call;
  GR_TRY (GR_CUDA_FAULTY (GR_FAULT_COPY, cudaMemsetAsync (all, 0, sizeof *all, gr_current_runtime ().stream)));
  GR_TRY (with_type (c.type, [&] (auto *element) {
    typedef std::remove_pointer_t<decltype (element)> T;
    return gr_launch_queued (GR_KERNEL_OF (MATRIX, gr_look_kernel<T>), blocks_for (c.m * c.n), GR_MATRIX_THREADS, c.m,
                             c.n, static_cast<const T *> (run.a), all);
  }));
  return gr_download (bits, all, sizeof *bits);
}

static gr_status
look_at_matrix (const gr_matrix_run &run, int64_t *info)
{
  void *all = nullptr;
  unsigned bits = 0;
  GR_TRY (gr_need_device ());
  GR_TRY (gr_take (sizeof bits, &all));
  const gr_status status = look (run, static_cast<unsigned *> (all), &bits);
  gr_give_back (all, gr_current_device ());
  *info = bits;
  return status;
}

static gr_status
copy_triangle (const gr_matrix_run &run)
{
  const gr_matrix_call &c = *run.call;
  const size_t rows = c.is_lower ? c.m : c.k, columns = c.is_lower ? c.k : c.n;
  return with_type (c.type, [&] (auto *element) {
    typedef std::remove_pointer_t<decltype (element)> T;
    return gr_launch_queued (GR_KERNEL_OF (MATRIX, gr_copy_triangle_kernel<T>), blocks_for (rows * columns),
                             GR_MATRIX_THREADS, c.is_lower, c.is_unit, c.m, static_cast<const T *> (run.a), rows,
                             columns, static_cast<T *> (run.b));
  });
}

gr_status
gr_do_simple_step (const gr_matrix_run *run, int64_t *info)
{
  switch (run->call->step)
    {
    case GR_MATRIX_LOOK:
      return look_at_matrix (*run, info);
    case GR_MATRIX_COPY_TRIANGLE:
      return copy_triangle (*run);
    default:
      return gr_fail (GR_UNSUPPORTED, "the backend \"" GR_BACKEND_NAME "\" has no cuSOLVER");
    }
}

} // namespace
