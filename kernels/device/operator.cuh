/* One operator on device arrays: what reduction.cu and scan.cu share.  Each is
   compiled once for every unit of its kind in GR_OPERATORS, with -DGR_UNIT=<ID>,
   so that a build runs in parallel and a change compiles only what it touches.
   Before this file they define GR_KIND and gr_run_auto.  */

#include "textbook/named.cuh"
#ifdef GR_SIMT
#  include "textbook/host_loop.cuh"
#else
#  include "textbook/cub.cuh"
#endif

#define GR_PASTE_(a, b) a##b
#define GR_PASTE(a, b) GR_PASTE_ (a, b)

namespace GR_NAMESPACE
{

namespace
{

constexpr gr_operator UNIT = GR_PASTE (GR_, GR_UNIT);

/* Algorithms that this build has not.  */
#ifdef GR_SIMT
constexpr unsigned ELSEWHERE = GR_CUDA_ONLY;
#else
constexpr unsigned ELSEWHERE = GR_HOST_ONLY;
#endif

/* The algorithm that the request names, on segments of accumulators: once for all element
   types.  It may leave its results in other segments.  */
template <class Op>
gr_status
run_named (gr_context *context, const Op &op, const gr_request &request, typename Op::Acc **work)
{
  const size_t count = request.inner * request.outer;
  /* gr_named_<ID> is defined for each segment of this kind but "auto"; those of both
     kinds are told which */
#define GR_RUN_NAMED(_, ID, NAME, ALIASES, KINDS, ...)                                                                 \
  if constexpr (GR_ALGORITHM_##ID != GR_ALGORITHM_AUTO && ((KINDS) &GR_KIND) && ! ((KINDS) &ELSEWHERE))                \
    if (request.algorithm == GR_ALGORITHM_##ID)                                                                        \
      {                                                                                                                \
        if constexpr ((KINDS) & (GR_CUDA_ONLY | GR_HOST_ONLY))                                                         \
          return gr_named_##ID (context, op, GR_KIND == GR_SCANS, work, request.len, count);                           \
        else                                                                                                           \
          return gr_named_##ID (context, op, work, request.len, count, request.block);                                 \
      }
  GR_ALGORITHMS (GR_RUN_NAMED, _)
  return gr_fail (GR_UNSUPPORTED, "algorithm \"%s\" does not take this operator",
                  gr_algorithms[request.algorithm].name);
}

/* Which of both gr_with_op gives a monoid to, for elements of type T.  */
template <class Op, class T> constexpr bool IS_FOR_AUTO = true;
template <class Op> constexpr bool IS_FOR_NAMES = true;
template <class V, bool MAX, class T>
constexpr bool IS_FOR_AUTO<gr_arg_extremum<V, MAX>, T> = GR_KIND != GR_SCANS
                                                      && (! std::is_integral<V>::value || sizeof (V) == sizeof (T)
                                                          || sizeof (V) == 4);
template <class Z, bool MAX, class T>
constexpr bool IS_FOR_AUTO<gr_complex_arg_extremum<Z, MAX>, T> = GR_KIND != GR_SCANS;
template <class V, bool MAX, bool IN_ORDER, bool INDEXED>
constexpr bool IS_FOR_NAMES<gr_arg_extremum<V, MAX, IN_ORDER, INDEXED>> = ! IN_ORDER
                                                                       && ! (std::is_integral<V>::value
                                                                             && sizeof (V) == 4);
template <class Z, bool MAX, bool INDEXED>
constexpr bool IS_FOR_NAMES<gr_complex_arg_extremum<Z, MAX, true, INDEXED>> = false;

template <class Op, class T>
gr_status
run_algorithm (gr_context *context, const Op &op, const gr_request &request, gr_type out_type, const void *in,
               void *out, double *index)
{
  const gr_source<Op, T> source = { static_cast<const T *> (in) };
  const gr_sink<Op> sink = { out, index, out_type };
  const gr_segments segments = { request.inner, request.len, request.inner * request.outer, request.reverse };
  const auto by_auto = [&] ([[maybe_unused]] auto one) {
#ifdef GR_NAMED_ONLY
    return gr_fail (GR_UNSUPPORTED, "this build of the executor has no \"auto\"");
#else
    return gr_run_auto (context, one, source, sink, segments, request.exclusive);
#endif
  };
  const auto by_name = [&] (auto one) {
    typename Op::Acc *work = nullptr;
    GR_TRY (gr_convert_in (context, one, source, segments, &work));
    GR_TRY (run_named (context, gr_on_accumulators (one), request, &work));
    return gr_convert_out (context, one, work, sink, segments, GR_KIND == GR_SCANS ? segments.len : 1,
                           request.exclusive);
  };
  if constexpr (! IS_FOR_NAMES<Op>)
    return by_auto (op);
  else if constexpr (! IS_FOR_AUTO<Op, T>)
    return by_name (op);
  else
    return request.algorithm == GR_ALGORITHM_AUTO || request.len == 0 ? by_auto (op) : by_name (op);
}

template <class T>
gr_status
run_type (gr_context *context, const gr_request &request, gr_type out_type, const void *in, void *out, double *index)
{
  return gr_with_op<UNIT, T> (request, context->origin, index, [&] (auto op) {
    return run_algorithm<decltype (op), T> (context, op, request, out_type, in, out, index);
  });
}

} // namespace

gr_status
GR_PASTE (gr_run_, GR_UNIT) (gr_context *context, const gr_request &request, gr_type out_type, const void *in,
                             void *out, double *index)
{
  switch (request.type)
    {
#define GR_RUN_TYPE(_, ID, CTYPE, ...)                                                                                 \
  case GR_TYPE_##ID:                                                                                                   \
    return run_type<CTYPE> (context, request, out_type, in, out, index);
#ifdef GR_SIMT_COUNT
      GR_RUN_TYPE (_, F64, double) /* all that explain.cu asks for */
#else
      GR_TYPES (GR_RUN_TYPE, _)
#endif
    default:
      return gr_fail (GR_BAD_ARGUMENT, "unknown element type %d", static_cast<int> (request.type));
    }
}

} // namespace
