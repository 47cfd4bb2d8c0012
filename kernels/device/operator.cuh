/* SPDX-License-Identifier: GPL-3.0-or-later

   One operator on device arrays: what reduction.cu and scan.cu share.  Each is
   compiled once for every unit of its kind in GR_OPERATORS, with -DGR_UNIT=GR_SUM or
   the like, so that a build runs in parallel and a change compiles only what it touches.
   They say what `auto` is for their kind, and instantiate gr_run_unit<GR_UNIT>.  */

#ifndef GR_OPERATOR_CUH
#define GR_OPERATOR_CUH

#include "device/states.cuh"
#include "op/of_request.cuh"
#include "textbook/named.cuh"
#ifdef GR_PART
#  include "parts.h"
#endif
#ifdef GR_SIMT
#  include "textbook/host_loop.cuh"
#else
#  include "textbook/cub.cuh"
#endif

namespace GR_NAMESPACE
{

/* A part of the host executor, -DGR_PART=gr_part_SUM_real or the like, has one named monoid of a unit only.  */
#ifdef GR_PART
#  define GR_UNIT GR_PART::unit
#  define GR_DECLARE_PART(_, KIND, UNIT, NAME, ...)                                                                    \
    struct gr_part_##UNIT##_##NAME                                                                                     \
    {                                                                                                                  \
      static constexpr gr_operator unit = GR_##UNIT;                                                                   \
      typedef __VA_ARGS__ monoid;                                                                                      \
    };
GR_EXECUTOR_PARTS (GR_DECLARE_PART, _)
template <class Named> constexpr bool IS_IN_PART = std::is_same<Named, GR_PART::monoid>::value;
#else
template <class Named> constexpr bool IS_IN_PART = true;
#endif

namespace
{

/* Algorithms that this build does not have.  */
#ifdef GR_SIMT
constexpr unsigned ELSEWHERE = GR_CUDA_ONLY;
#else
constexpr unsigned ELSEWHERE = GR_HOST_ONLY;
#endif

/* An algorithm by name, compiled once for all element types.  KINDS: its column of the table.  It is refused if it is
   for other operators or another build.  */
template <gr_algorithm ALGORITHM, unsigned KINDS, unsigned KIND, class Op>
gr_status
run_textbook (gr_context *context, const Op &op, const gr_named_task<Op> &task)
{
  if constexpr (ALGORITHM != GR_ALGORITHM_AUTO && (KINDS & KIND) && ! (KINDS & ELSEWHERE))
    return gr_textbook<ALGORITHM>::run (context, op, task);
  else
    return gr_fail (GR_UNSUPPORTED, "algorithm \"%s\" does not take this operator", gr_algorithms[ALGORITHM].name);
}

/* The algorithm that the request names.  */
template <unsigned KIND, class Op>
gr_status
run_named (gr_context *context, const Op &op, gr_algorithm algorithm, gr_named_task<Op> task)
{
  GR_TRY (gr_find_origins (context, &task.elements));
  GR_TRY (gr_mark (context, GR_CONVERTED)); /* of those that work in place, there is another one after the copy */
  switch (algorithm)
    {
#define GR_RUN_TEXTBOOK(_, ID, NAME, ALIASES, KINDS, ...)                                                              \
case GR_ALGORITHM_##ID:                                                                                                \
  return run_textbook<GR_ALGORITHM_##ID, KINDS, KIND> (context, op, task);
      GR_ALGORITHMS (GR_RUN_TEXTBOOK, _)
    default:
      return gr_fail (GR_BAD_ARGUMENT, "unknown algorithm %d", static_cast<int> (algorithm));
    }
}

/* Does gr_with_op give a monoid to `auto` for elements of type T? */
template <unsigned KIND, class Op, class T> constexpr bool IS_FOR_AUTO = true;
template <unsigned KIND, class V, class T>
constexpr bool IS_FOR_AUTO<KIND, gr_arg_extremum<V>, T> = KIND != GR_SCANS
                                                       && (! std::is_integral<V>::value || sizeof (V) == sizeof (T)
                                                           || sizeof (V) == 4);
template <unsigned KIND, class Z, class T>
constexpr bool IS_FOR_AUTO<KIND, gr_complex_arg_extremum<Z>, T> = KIND != GR_SCANS;

/* The request's algorithm with its monoid.  */
template <unsigned KIND, class T, class Op>
gr_status
run_algorithm (gr_context *context, const Op &op, const gr_request &request, const gr_sink<Op> &sink, const void *in)
{
  const gr_segments segments = { request.inner, request.len, request.inner * request.outer, request.reverse };
  const auto by_auto = [&] ([[maybe_unused]] auto one) {
#ifdef GR_NAMED_ONLY
    return gr_fail (GR_UNSUPPORTED, "this build of the executor has no \"auto\"");
#else
    const gr_source<Op, T> source = { static_cast<const T *> (in) };
    if (request.ragged)
      return gr_auto<KIND>::run_ragged (context, one, source, sink, request);
    if (context->task)
      return gr_auto<KIND>::run_task (context, one, gr_task<Op, T> (request, *context->task, source, sink));
    return gr_auto<KIND>::run (context, one, source, sink, segments, request.exclusive);
#endif
  };
  const auto by_name = [&] (auto one) {
    const auto named = gr_named_monoid (one);
    typedef std::decay_t<decltype (named)> Named;
    static_assert (gr_meets<Named, T>, "its kernels load such elements");
    if constexpr (IS_IN_PART<Named>)
      {
        const gr_results<Named> results
          = { { sink.out, sink.index, sink.type }, segments, KIND == GR_SCANS, request.exclusive };
        return run_named<KIND> (context, named, request.algorithm,
                                { gr_elements_of<T> (one, segments, in), results, request.block });
      }
    else
      return gr_fail (GR_UNSUPPORTED, "this part of the executor is for other elements");
  };
  if constexpr (! gr_is_for_names<Op>)
    return by_auto (op);
  else if constexpr (! IS_FOR_AUTO<KIND, Op, T>)
    return by_name (op);
  else
    return request.algorithm == GR_ALGORITHM_AUTO || request.len == 0 ? by_auto (op) : by_name (op);
}

} // namespace

template <gr_operator UNIT>
gr_status
gr_run_unit (gr_context *context, const gr_request &request, gr_type out_type, const void *in, void *out, double *index)
{
  constexpr unsigned KIND = gr_operator_rows[UNIT].is_scan ? GR_SCANS : GR_REDUCTIONS;
  return gr_with_element<UNIT> (request.type, [&] (auto element) {
    typedef decltype (element) T;
    const bool indexed = context->task ? context->task->indexed : index != nullptr;
    return gr_with_op<UNIT, T> (request, context->origin, indexed, [&] (auto op) {
      const gr_sink<decltype (op)> sink = { out, index, out_type };
      return run_algorithm<KIND, T> (context, op, request, sink, in);
    });
  });
}

#ifdef GR_PART
/* What a part is asked for (simt/parts.cu).  */
extern "C" __attribute__ ((visibility ("default"))) gr_status
gr_run_part (gr_context *context, const gr_request &request, gr_type out_type, const void *in, void *out, double *index)
{
  return gr_run_unit<GR_UNIT> (context, request, out_type, in, out, index);
}
#endif

} // namespace

#endif
