/* SPDX-License-Identifier: GPL-3.0-or-later

   Counts of elements between edges on a device.  Compiled a second time for the host executor, as device.cu is.  */

#include "device/order.cuh"
#include "device/transfers.cuh"
#include "op/of_request.cuh"

#include <algorithm>
#include <cmath>

namespace GR_NAMESPACE
{

/* Elements of a segment from which on it is worth a block of its own where there are many.  */
constexpr size_t LONG_SEGMENT = 16384, FEW_SEGMENTS = 512;
/* What one block counts at the most; a counter has room for it.  */
constexpr size_t MOST_COUNTED = size_t (1) << 31;

static bool
find_steps (const float *edge, size_t n, float *scale, float *slack)
{
  return gr_find_steps_F32 (edge, n, scale, slack);
}
static bool
find_steps (const double *edge, size_t n, double *scale, double *slack)
{
  return gr_find_steps_F64 (edge, n, scale, slack);
}

/* Buckets between the first and the last finite edge.  If these have no finite distance that is not 0, all numbers are
   in one.  */
template <class T>
static void
find_buckets (const T *edge, size_t n, gr_bins<T> *bins)
{
  const T *low = edge, *high = edge + n - 1;
  if constexpr (std::is_floating_point<T>::value)
    {
      while (low < high && std::isinf (*low))
        low++;
      while (high > low && std::isinf (*high))
        high--;
      const T scale = static_cast<T> (GR_BUCKETS) / (*high - *low);
      bins->base = *low;
      bins->scale = std::isfinite (scale) ? scale : 0;
    }
  else
    {
      uint64_t span = static_cast<uint64_t> (*high) - static_cast<uint64_t> (*low);
      bins->base = *low;
      for (bins->shift = 0; span >= GR_BUCKETS; span /= 2)
        bins->shift++;
    }
}

/* Are the steps equal?  */
template <class T>
static bool
find_bins (const T *edge, size_t n, gr_bins<T> *bins)
{
  *bins = {};
  bins->first = bins->base = edge[0];
  bins->last = edge[n - 1];
  if constexpr (std::is_floating_point<T>::value)
    if (find_steps (edge, n, &bins->scale, &bins->slack))
      return true;
  find_buckets (edge, n, bins);
  return false;
}

/* Bytes of shared memory of a block, or 0 if the edges have no room there.  */
template <class T>
static size_t
find_shared (bool equal, size_t chunk, size_t most, gr_histogram_arrays<T> *a)
{
  /* numbers of edges in a bucket have 16 bits */
  if (a->edges > 0xffff || a->inner > 1)
    return 0;
  a->edge_bytes = gr_ceil_div (a->edges * sizeof (T), 16) * 16;
  const size_t fixed = a->edge_bytes + (equal ? 0 : GR_BUCKETS * sizeof (unsigned));
  const auto bytes = [&] { return fixed + a->edges * a->copies * sizeof (unsigned); };
  /* copies are cleared and summed, which is to be less than what is counted */
  for (a->copies = GR_COUNTER_COPIES; a->copies > 1 && (bytes () > most || a->edges * a->copies > chunk);)
    a->copies /= 2;
  return bytes () <= most ? bytes () : 0;
}

template <class T>
static gr_status
count_in_blocks (bool equal, size_t shared, const gr_histogram_arrays<T> &a)
{
  const size_t blocks = a.chunks * a.outer;
  if constexpr (std::is_floating_point<T>::value)
    if (equal)
      return gr_launch_shared (GR_KERNEL_OF (SORT, gr_histogram_kernel<T, true>), blocks, GR_HISTOGRAM_THREADS, shared,
                               a);
  return gr_launch_shared (GR_KERNEL_OF (SORT, gr_histogram_kernel<T, false>), blocks, GR_HISTOGRAM_THREADS, shared, a);
}

template <class T>
static gr_status
count_between (const gr_histogram_run &run)
{
  const gr_histogram &q = run.histogram;
  const size_t elements = q.inner * q.len * q.outer, counts = q.inner * q.edges * q.outer;
  const unsigned processors = gr_current_runtime ().multiprocessors;
  gr_call_scratch scratch;
  T *edge = nullptr;
  size_t most = 0;
  const T *const given = static_cast<const T *> (run.edges);
  gr_histogram_arrays<T> a
    = { static_cast<const T *> (run.from), nullptr, run.counts, q.inner, q.len, q.outer, q.edges, 1, 1, 0, {} };
  const bool equal = find_bins (given, q.edges, &a.bins);
  GR_TRY (gr_most_shared (&most));
  GR_TRY (scratch.take (q.edges, &edge));
  GR_TRY (gr_upload (edge, given, q.edges * sizeof (T)));
  a.edge = edge;

  constexpr size_t TILE = GR_HISTOGRAM_THREADS * gr_histogram_loads<T> * (16 / sizeof (T));
  const size_t tiles = gr_ceil_div (q.len, TILE), least = gr_ceil_div (q.len, MOST_COUNTED);
  const auto cut = [&] (size_t parts) { a.chunks = static_cast<unsigned> (std::max (std::min (parts, tiles), least)); };
  cut (q.outer > 1 ? gr_ceil_div (4 * processors, q.outer) : processors);
  const size_t shared = find_shared (equal, q.len / a.chunks, most, &a);
  if (q.outer == 1 && 2 * shared <= most) /* a multiprocessor has room for two blocks */
    cut (2 * processors);
  const bool in_blocks = shared && (q.outer <= FEW_SEGMENTS || q.len >= LONG_SEGMENT);
  if (in_blocks && a.chunks == 1)
    return count_in_blocks (equal, shared, a);
  GR_TRY (GR_CUDA_FAULTY (GR_FAULT_COPY,
                          cudaMemsetAsync (run.counts, 0, counts * sizeof (double), gr_current_runtime ().stream)));
  if (in_blocks)
    GR_TRY (count_in_blocks (equal, shared, a));
  else
    GR_TRY (gr_launch_queued (
      GR_KERNEL_OF (SORT, gr_search_between_kernel<T>),
      std::min<size_t> (gr_ceil_div (elements, GR_SEARCH_BETWEEN_THREADS * GR_SEARCHED_BETWEEN), INT_MAX),
      GR_SEARCH_BETWEEN_THREADS, a));
  return gr_launch_queued (GR_KERNEL_OF (SORT, gr_convert_counts_kernel<double>),
                           gr_ceil_div (counts, GR_SEARCH_BETWEEN_THREADS), GR_SEARCH_BETWEEN_THREADS, run.counts,
                           counts);
}

gr_status
gr_device_count_between (const gr_histogram_run *run)
{
  const gr_histogram &q = run->histogram;
  GR_TRY (gr_need_device ());
  gr_note_work ();
  if (! q.len)
    return GR_CUDA_FAULTY (GR_FAULT_COPY,
                           cudaMemsetAsync (run->counts, 0, q.inner * q.edges * q.outer * sizeof *run->counts,
                                            gr_current_runtime ().stream));
  return gr_with_type (q.type, [&] (auto element) {
    typedef decltype (element) E;
    if constexpr (gr_is_complex<E>::value)
      return gr_fail (GR_UNSUPPORTED, "complex numbers are not between edges");
    else
      return count_between<E> (*run);
  });
}

} // namespace
