/* SPDX-License-Identifier: GPL-3.0-or-later

   One operator on the states of an accumulation (gpureduce.h, "arrays in pieces"): what operator.cuh does instead of
   running a request on a whole array.  pieces.cu says what is to be done.  */

#ifndef GR_STATES_CUH
#define GR_STATES_CUH

#include "auto/plan_segments.cuh"
#include "op/state.cuh"
#include "runtime/context.cuh"
#include "textbook/named.cuh"

namespace GR_NAMESPACE
{

/* `auto` for operators of a kind, GR_REDUCTIONS or GR_SCANS: one specialisation each, with
     template <class Op, class Source>
     static gr_status run (gr_context *context, const Op &op, const Source &source, const gr_sink<Op> &sink,
                           const gr_segments &segments, bool exclusive)
   the same of segments of any lengths, as a request says,
     template <class Op, class Source>
     static gr_status run_ragged (gr_context *context, const Op &op, const Source &source, const gr_sink<Op> &sink,
                                  const gr_request &request)
   and
     template <class Op, class T>
     static gr_status run_task (gr_context *context, const Op &op, const gr_task<Op, T> &task)  */
template <unsigned KIND> struct gr_auto;

/* ---- kernels ---- */

template <class Monoid>
__global__ void
gr_fill_states_kernel (Monoid op, typename Monoid::Acc *states, size_t count)
{
  const size_t step = static_cast<size_t> (gridDim.x) * blockDim.x;
  for (size_t i = blockIdx.x * static_cast<size_t> (blockDim.x) + threadIdx.x; i < count; i += step)
    states[i] = op.identity ();
}

/* Append to each state the accumulator of elements that begin at position `first`.  */
template <class Op>
__global__ void
gr_append_kernel (Op op, gr_state_monoid<Op> monoid, gr_state<Op> *states, const typename Op::Acc *parts, size_t count,
                  long long first)
{
  const size_t step = static_cast<size_t> (gridDim.x) * blockDim.x;
  for (size_t i = blockIdx.x * static_cast<size_t> (blockDim.x) + threadIdx.x; i < count; i += step)
    states[i] = monoid.combine (states[i], gr_to_state (op, parts[i], first));
}

/* Make the means of a segment's states relative to another element.  NaN stands for no origin yet.  */
template <class Moments>
__device__ __forceinline__ void
gr_move_origin (Moments *states, size_t inner, size_t chunks, gr_origin *origin, const gr_origin &to)
{
  const gr_c64 by = gr_complex (origin->at.re - to.at.re, origin->at.im - to.at.im);
  for (size_t c = 0; c < chunks && ! gr_is_nan (origin->at); c++)
    {
      Moments &state = states[c * inner];
      if (state.n == 0)
        continue;
      if constexpr (std::is_same<Moments, gr_moments>::value)
        state.mean += by.re;
      else
        state.mean = gr_complex_add (state.mean, by);
    }
  *origin = to;
}

/* A segment's origin is the heaviest of its elements that were fed, since one of small weight may be far away.  Here
   one of a piece's elements; one that is left out has no weight.  */
template <class Op, class T>
__global__ void
gr_set_origins_kernel (Op op, gr_source<Op, T> source, gr_segments segments, gr_state<Op> *states, size_t inner,
                       size_t chunks, gr_origin *origins)
{
  const size_t step = static_cast<size_t> (gridDim.x) * blockDim.x;
  for (size_t i = blockIdx.x * static_cast<size_t> (blockDim.x) + threadIdx.x; i < segments.count; i += step)
    {
      const bool counts = ! gr_is_nan (gr_to_complex (source.in[segments.offset (i, op.origin_at)]));
      const double weight = ! counts ? 0.0 : op.weights ? op.weights[op.origin_at] : 1.0;
      if (gr_is_nan (origins[i].at) || weight > origins[i].weight)
        gr_move_origin (states + i, inner, chunks, origins + i, { source.on_segment (op, segments, i).origin, weight });
    }
}
/* The same where a later state is merged, whose origin may be heavier.  */
template <class Moments>
__global__ void
gr_merge_origins_kernel (Moments *states, size_t inner, size_t chunks, gr_origin *origins, const gr_origin *later)
{
  const size_t step = static_cast<size_t> (gridDim.x) * blockDim.x;
  for (size_t i = blockIdx.x * static_cast<size_t> (blockDim.x) + threadIdx.x; i < inner; i += step)
    if (gr_is_nan (origins[i].at) || later[i].weight > origins[i].weight)
      gr_move_origin (states + i, inner, chunks, origins + i, later[i]);
}

/* The same as gr_append_kernel for states, whose means become relative to the same origins.  */
template <class Monoid>
__global__ void
gr_merge_states_kernel (Monoid op, typename Monoid::Acc *states, const typename Monoid::Acc *later, size_t count,
                        [[maybe_unused]] const gr_origin *origins, [[maybe_unused]] const gr_origin *later_origins,
                        [[maybe_unused]] size_t inner)
{
  const size_t step = static_cast<size_t> (gridDim.x) * blockDim.x;
  for (size_t i = blockIdx.x * static_cast<size_t> (blockDim.x) + threadIdx.x; i < count; i += step)
    {
      typename Monoid::Acc next = later[i];
      if constexpr (gr_is_variance<Monoid>::value)
        {
          gr_origin from = later_origins[i % inner];
          gr_move_origin (&next, 0, 1, &from, origins[i % inner]);
        }
      states[i] = op.combine (states[i], next);
    }
}

/* What the positions of a scan's part need to become those of the whole array.  */
struct gr_part_of_segments
{
  size_t width, rows; /* of the part */
  size_t row, len;    /* its first row in memory, and rows of the whole segments */
  bool reverse;
  size_t before; /* elements that the kernel took to stand before the part, 0 without a carry */
};

/* What stands before each segment of a scan's part.  */
template <class Op, class T>
__global__ void
gr_carry_kernel (Op op, gr_source<Op, T> source, const gr_state<Op> *states, typename Op::Acc *carry,
                 gr_part_of_segments part)
{
  const size_t step = static_cast<size_t> (gridDim.x) * blockDim.x;
  const size_t first = part.reverse ? part.width * (part.rows - 1) : 0;
  for (size_t i = blockIdx.x * static_cast<size_t> (blockDim.x) + threadIdx.x; i < part.width; i += step)
    carry[i] = gr_to_carry (op, states[i], source.in[first + i], static_cast<long long> (part.before) - 1);
}

/* A position of the part becomes one of the segment; that of the carry, which stands before the part's first row, the
   state's, or the first row's if the state is empty (gr_to_carry).  Where there is no carry, 0 says that nothing stands
   before an element.  */
template <class Monoid>
__global__ void
gr_shift_positions_kernel (Monoid op, double *index, const typename Monoid::Acc *states, gr_part_of_segments part)
{
  const size_t n = part.width * part.rows, step = static_cast<size_t> (gridDim.x) * blockDim.x;
  /* counted from the part's end, positions do not see what is before */
  const double of_carry = static_cast<double> (part.reverse ? part.rows + 1 : part.before);
  const double shift = static_cast<double> (part.row) - (part.reverse ? 0.0 : static_cast<double> (part.before));
  for (size_t i = blockIdx.x * static_cast<size_t> (blockDim.x) + threadIdx.x; i < n; i += step)
    {
      const double position = index[i];
      if (part.before && position == of_carry)
        {
          const long long len = static_cast<long long> (part.len), row = static_cast<long long> (part.row);
          const long long first = part.reverse ? len - row - static_cast<long long> (part.rows) : row;
          const long long of_state = gr_position (op, states[i % part.width]), k = of_state < 0 ? first : of_state;
          index[i] = static_cast<double> (part.reverse ? len - k : k + 1);
        }
      else if (position != 0.0)
        index[i] = position + shift;
    }
}

/* Find the states after a scan's part from its last results, and for exclusive scans from the last elements.  */
template <class Op, class T>
__global__ void
gr_last_states_kernel (Op op, gr_state_monoid<Op> monoid, gr_source<Op, T> source, gr_sink<Op> sink,
                       gr_state<Op> *states, gr_part_of_segments part, bool exclusive)
{
  const size_t step = static_cast<size_t> (gridDim.x) * blockDim.x;
  const auto position_at
    = [&] (size_t row) { return static_cast<long long> (part.reverse ? part.len - 1 - row : row); };
  for (size_t i = blockIdx.x * static_cast<size_t> (blockDim.x) + threadIdx.x; i < part.width; i += step)
    {
      const size_t last = part.reverse ? 0 : part.rows - 1, at = i + part.width * last;
      long long k = position_at (part.row + last);
      if constexpr (gr_has_positions<Op>::value)
        k = position_at (static_cast<size_t> (sink.index[at]) - 1);
      const bool has_result = ! exclusive || part.before || part.rows > 1;
      gr_state<Op> state = has_result ? gr_state_of_result<Op, T> (op, sink.out, sink.type, at, k) : monoid.identity ();
      if (exclusive)
        state = monoid.combine (
          state, gr_state_of_element (op, source.in[at], static_cast<size_t> (position_at (part.row + last))));
      states[i] = state;
    }
}

/* ---- what is to be done, for an operator on elements of type T ---- */

template <class Op, class T> struct gr_task
{
  const gr_request &request; /* of the whole array */
  const gr_state_task &of;
  gr_source<Op, T> source;
  gr_sink<Op> sink;
  gr_segments segments; /* of the box */
  gr_state<Op> *states; /* of the box's first segment */
  gr_origin *origins;   /* the same; NULL where moments have none */

  gr_task (const gr_request &request, const gr_state_task &of, const gr_source<Op, T> &source, const gr_sink<Op> &sink)
    : request (request), of (of), source (source), sink (sink), segments{}, states (nullptr), origins (nullptr)
  {
    const gr_box &box = of.box;
    segments = box.slabs ? gr_segments{ request.inner, request.len, request.inner * box.slabs, request.reverse }
                         : gr_segments{ box.width, box.rows, box.width, request.reverse };
    if (! of.state)
      return;
    auto *const first = static_cast<gr_state<Op> *> (of.state);
    states = first + box.column;
    if constexpr (gr_is_variance<Op>::value)
      origins = reinterpret_cast<gr_origin *> (first + request.inner * of.chunks) + box.column;
  }

  /* Elements of the array before the box.  */
  size_t first () const { return of.box.column + request.inner * (of.box.row + request.len * of.box.slab); }
  /* Do the arrays begin within a cache line as they would in the whole array?  */
  bool is_congruent () const
  {
    const auto begins = [&] (const void *p, size_t size) {
      return ! p || (reinterpret_cast<uintptr_t> (p) - first () * size) % GR_CACHE_LINE == 0;
    };
    const bool is_scan = gr_operators[request.op].is_scan;
    return begins (source.in, sizeof (T))
        && (! is_scan || (begins (sink.out, gr_types[sink.type].size) && begins (sink.index, sizeof (double))));
  }
  /* What the plan of the whole array is made from.  */
  gr_status whole (gr_plan_input *in) const
  {
    const gr_kernel_types types = gr_kernel_types_of<Op, T> (gr_types[sink.type].size, of.indexed);
    gr_plan_arrays arrays = {};
    GR_TRY (gr_most_shared (&arrays.shared_bytes));
    *in
      = gr_plan_input_of (gr_operators[request.op].is_scan, request.inner, request.len, request.outer, &types, &arrays);
    return GR_OK;
  }
};

/* Launch a kernel whose threads go over n items.  */
template <class... P, class... A>
gr_status
gr_launch_over (gr_context *context, size_t n, gr_kernel<P...> kernel, A &&...args)
{
  return gr_launch_unrecorded (context, kernel, gr_grid (gr_ceil_div (n, GR_CONVERT_BLOCK)), GR_CONVERT_BLOCK,
                               static_cast<A &&> (args)...);
}

/* Call f (task, plan) for slabs of the box, as many at a time as one launch of the whole array's plan is for.  Where
   there is no such launch, plan has no kernel.  */
template <class Op, class T, class F>
gr_status
gr_each_slabs (const gr_task<Op, T> &task, F f)
{
  const size_t slab = task.request.inner * task.request.len, last = task.of.box.slab + task.of.box.slabs;
  gr_plan_input in;
  GR_TRY (task.whole (&in));
  const bool congruent = task.is_congruent (), is_scan = in.is_scan;
  for (size_t from = task.of.box.slab, slabs; from < last; from += slabs)
    {
      const size_t done = from - task.of.box.slab;
      gr_task<Op, T> part = task;
      slabs = last - from;
      gr_plan plan = {}; /* none */
      if (congruent)
        plan = gr_plan_slabs (&in, from, &slabs);
      part.source.in += done * slab;
      part.segments.count = task.request.inner * slabs;
      const size_t results = done * (is_scan ? slab : task.request.inner);
      part.sink.out = static_cast<char *> (part.sink.out) + results * gr_types[part.sink.type].size;
      part.sink.index = part.sink.index ? part.sink.index + results : nullptr;
      GR_TRY (f (part, plan));
    }
  return GR_OK;
}

/* The part of the work that reductions and scans share.  */
template <class Op, class T>
gr_status
gr_run_shared_task (gr_context *context, const Op &op, const gr_task<Op, T> &task)
{
  typedef gr_state_monoid<Op> Monoid;
  const gr_request &r = task.request;
  const Monoid monoid = gr_on_states (op);
  const size_t count = r.inner * task.of.chunks;
  if (task.of.verb == GR_BEGIN_STATE)
    {
      GR_TRY (gr_launch_over (context, count, GR_KERNEL (gr_fill_states_kernel<Monoid>), monoid, task.states, count));
      /* all bits set are a NaN */
      return task.origins ? gr_set_bytes (context, task.origins, 0xff, r.inner * sizeof *task.origins) : GR_OK;
    }
  const auto *const later = static_cast<const gr_state<Op> *> (task.of.later);
  const gr_origin *const later_origins = task.origins ? reinterpret_cast<const gr_origin *> (later + count) : nullptr;
  if constexpr (gr_is_variance<Op>::value)
    GR_TRY (gr_launch_over (context, r.inner, GR_KERNEL (gr_merge_origins_kernel<gr_state<Op>>), task.states, r.inner,
                            task.of.chunks, task.origins, later_origins));
  return gr_launch_over (context, count, GR_KERNEL (gr_merge_states_kernel<Monoid>), monoid, task.states, later, count,
                         task.origins, later_origins, r.inner);
}

} // namespace

#endif
