/* SPDX-License-Identifier: GPL-3.0-or-later

   See cub.cuh.  Compiling CUB takes long, so one instantiation serves several monoids of an accumulator, chosen at run
   time.  For the same reason the primitives load few kinds of elements: of sums and products, contiguous doubles, and
   singles and int32 through an iterator that widens them.  Others are copied to accumulators before, and so are the
   elements of several segments that are scanned, which takes the Toolkit's largest kernels (tuning: cub-iterators).  */

#include "jit/jit_sources.h"
#include "textbook/cub.cuh"

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

namespace GR_NAMESPACE
{

namespace
{

/* combine () as CUB calls it.  */
struct arithmetic
{
  bool product;
  __device__ double operator() (double a, double b) const { return product ? a * b : a + b; }
};

struct logical
{
  gr_logical op;
  __device__ int operator() (int a, int b) const { return op.combine (a, b); }
};

template <class V> struct best
{
  typedef gr_value_index<V, true> Acc;
  gr_arg_extremum<V> op;
  __device__ Acc operator() (Acc a, Acc b) const { return op.combine (a, b); }
};

/* First element of a segment, and segment of an element.  */
struct times
{
  long long len;
  __host__ __device__ long long operator() (long long k) const { return k * len; }
};
struct over
{
  long long len;
  __host__ __device__ long long operator() (long long k) const { return k / len; }
};

/* call (NULL, bytes) stores the bytes of memory that the primitive needs.  */
template <class Call>
gr_status
with_memory (gr_context *context, Call call)
{
  size_t bytes = 0;
  void *memory = nullptr;
  GR_TRY (gr_check (call (nullptr, bytes), "cub"));
  GR_TRY (gr_scratch (context, bytes, &memory));
  return gr_check (call (memory, bytes), "cub");
}

/* Element number k as a number that is summed.  */
template <class T> struct widened
{
  gr_loader<gr_sum> loader;
  const T *in;
  __device__ double operator() (long long k) const { return loader.load (loader.widen (in[k]), 0, 0); }
};
template <class T>
auto
widen (const gr_loader<gr_sum> &loader, const void *in)
{
  typedef thrust::counting_iterator<long long> Numbers;
  return thrust::transform_iterator<widened<T>, Numbers, double, double> (Numbers (0),
                                                                          { loader, static_cast<const T *> (in) });
}

/* What the primitives do: the accumulators `in`, segment after segment, are scanned to out or reduced to one a
   segment.  */
template <class Acc, class Combine> struct primitives
{
  gr_context *context;
  Combine combine;
  Acc identity;
  long long length, segments;

  template <class In> gr_status reduce (In in, Acc *out) const
  {
    const auto work = *this;
    const auto begin_of = thrust::make_transform_iterator (thrust::make_counting_iterator (0LL), times{ length });
    if (segments == 1)
      return with_memory (context, [=] (void *memory, size_t &bytes) {
        return cub::DeviceReduce::Reduce (memory, bytes, in, out, work.length, work.combine, work.identity,
                                          work.context->stream);
      });
    return with_memory (context, [=] (void *memory, size_t &bytes) {
      return cub::DeviceSegmentedReduce::Reduce (memory, bytes, in, out, work.segments, begin_of, begin_of + 1,
                                                 work.combine, work.identity, work.context->stream);
    });
  }
  template <class In> gr_status scan (In in, Acc *out) const
  {
    const auto work = *this;
    return with_memory (context, [=] (void *memory, size_t &bytes) {
      return cub::DeviceScan::InclusiveScan (memory, bytes, in, out, work.combine, work.length, work.context->stream);
    });
  }
  gr_status scan_segments (Acc *a) const
  {
    const auto work = *this;
    const auto segment_of = thrust::make_transform_iterator (thrust::make_counting_iterator (0LL), over{ length });
    return with_memory (context, [=] (void *memory, size_t &bytes) {
      return cub::DeviceScan::InclusiveScanByKey (memory, bytes, segment_of, a, a, work.combine,
                                                  work.length * work.segments, cuda::std::equal_to<> (),
                                                  work.context->stream);
    });
  }
};

/* Run the primitives on elements of a type among T, if a loader widens them, or on accumulators: those of the elements,
   or a copy.  */
template <class... T, class Op, class Combine>
gr_status
run (gr_context *context, const Op &op, const gr_elements<Op> &elements, const gr_loader<gr_sum> *loader,
     Combine combine, typename Op::Acc identity, bool scan, typename Op::Acc **results)
{
  typedef typename Op::Acc Acc;
  const gr_segments &segments = elements.segments;
  const primitives<Acc, Combine> work
    = { context, combine, identity, static_cast<long long> (segments.len), static_cast<long long> (segments.count) };
  if (scan && segments.count > 1)
    {
      GR_TRY (gr_copy_elements (context, op, elements, results));
      return work.scan_segments (*results);
    }
  GR_TRY (gr_scratch (context, scan ? segments.len : segments.count, results));
  const auto run_on = [&] (auto in) { return scan ? work.scan (in, *results) : work.reduce (in, *results); };
  gr_status status = GR_OK;
  if (loader
      && (... || (elements.type == gr_type_of<T> () && (status = run_on (widen<T> (*loader, elements.in)), true))))
    return status;
  Acc *in = elements.work;
  if (! in)
    GR_TRY (gr_copy_elements (context, op, elements, &in));
  return run_on (static_cast<const Acc *> (in));
}

/* Sums and products share what widens elements: a loader of sums, if there is one that does as Op does.  */
template <class Op>
gr_status
run_arithmetic (gr_context *context, const Op &op, gr_elements<Op> elements, arithmetic combine,
                const gr_loader<gr_sum> *loader, bool scan, double **results)
{
  if (elements.segments.inner != 1 || elements.segments.reverse)
    loader = nullptr;
  if (loader && elements.type == GR_TYPE_F64 && ! loader->square && ! loader->omit)
    elements.work = const_cast<double *> (static_cast<const double *> (elements.in)); /* accumulators already */
  return run<float, int32_t> (context, op, elements, loader, combine, combine.product ? 1.0 : -0.0, scan, results);
}

/* Of each monoid.  */
gr_status
run_cub (gr_context *context, const gr_sum &op, const gr_elements<gr_sum> &elements, bool scan, double **work)
{
  return run_arithmetic (context, op, elements, { false }, &elements.loader, scan, work);
}

gr_status
run_cub (gr_context *context, const gr_running_sum &op, const gr_elements<gr_running_sum> &elements, bool scan,
         double **work)
{
  const gr_loader<gr_sum> loader = { elements.loader.square, elements.loader.omit };
  return run_arithmetic (context, op, elements, { false }, &loader, scan, work);
}

gr_status
run_cub (gr_context *context, const gr_product &op, const gr_elements<gr_product> &elements, bool scan, double **work)
{
  const gr_loader<gr_sum> loader = { false, false };
  return run_arithmetic (context, op, elements, { true }, op.omit_nan ? nullptr : &loader, scan, work);
}

gr_status
run_cub (gr_context *context, const gr_logical &op, const gr_elements<gr_logical> &elements, bool scan, int **work)
{
  return run<> (context, op, elements, nullptr, logical{ op }, op.any ? 0 : 1, scan, work);
}

template <class V>
gr_status
run_cub (gr_context *context, const gr_arg_extremum<V> &op, const gr_elements<gr_arg_extremum<V>> &elements, bool scan,
         gr_value_index<V, true> **work)
{
  return run<> (context, op, elements, nullptr, best<V>{ op }, { op.worst, op.nowhere }, scan, work);
}

template <class Op>
gr_status
call (gr_context *context, const void *op, const void *elements, bool scan, void **work)
{
  typename Op::Acc *results = nullptr;
  const gr_status status = run_cub (context, *static_cast<const Op *> (op),
                                    *static_cast<const gr_elements<Op> *> (elements), scan, &results);
  *work = results;
  return status;
}

} // namespace

} // namespace

using namespace GR_NAMESPACE;

/* In the order of gr_cub_number.  */
extern "C" __attribute__ ((visibility ("default"))) const gr_cub_library gr_cub
  = { GR_SOURCES_HASH,
      { call<gr_sum>, call<gr_running_sum>, call<gr_product>, call<gr_logical>, call<gr_arg_extremum<double>>,
        call<gr_arg_extremum<float>>, call<gr_arg_extremum<long long>> } };
