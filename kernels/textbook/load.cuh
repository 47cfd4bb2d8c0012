/* SPDX-License-Identifier: GPL-3.0-or-later

   How the kernels of named algorithms load elements: of any type, dimension and
   direction, widened in registers to accumulators.  A kernel calls gr_elements::load,
   which all of its other code takes for accumulators in memory.

   The type of the elements is a number in the kernel's arguments, not a parameter of
   a template: kernels for each type would be ten times as many.  What does not depend on
   the type is done once for all (tuning: load-types).  */

#ifndef GR_LOAD_CUH
#define GR_LOAD_CUH

#include "op/segment.cuh"

namespace GR_NAMESPACE
{

/* The monoid by which named algorithms combine: one for all forms of an operator that differ in how elements are loaded
   only.  */
typedef gr_sum_of<false, false, true> gr_running_sum;
template <class Op>
auto
gr_named_monoid (const Op &op)
{
  return gr_on_accumulators (op);
}
template <bool SQUARE, bool OMIT>
gr_running_sum
gr_named_monoid (const gr_sum_of<SQUARE, OMIT, true> &)
{
  return { 1.0 };
}

/* Does gr_with_op give a monoid to named algorithms?  */
template <class Op> constexpr bool gr_is_for_names = true;
template <class V, bool IN_ORDER, bool INDEXED>
constexpr bool gr_is_for_names<gr_arg_extremum<V, IN_ORDER, INDEXED>> = ! IN_ORDER
                                                                     && ! (std::is_integral<V>::value
                                                                           && sizeof (V) == 4);
template <class Z, bool INDEXED> constexpr bool gr_is_for_names<gr_complex_arg_extremum<Z, true, INDEXED>> = false;

/* How elements become accumulators of a named monoid: an element of any type is widened to one that holds it, which is
   loaded as the monoid says.  One of several forms says more.  */
template <class Op> struct gr_loader
{
  typedef std::conditional_t<gr_is_complex<typename Op::Value>::value, gr_c64, typename Op::Value> Wide;
  Op op;
  template <class T> __device__ Wide widen (T x) const { return gr_cast<Wide> (x); }
  __device__ typename Op::Acc load (const Wide &x, size_t, size_t k) const { return op.load (x, k); }
};
template <bool RUNNING> struct gr_loader<gr_sum_of<false, false, RUNNING>>
{
  typedef double Wide;
  bool square, omit;
  /* of a complex number, its square */
  template <class T> __device__ double widen (T x) const { return gr_sum{ 1.0 }.load (x, 0); }
  __device__ double load (double x, size_t, size_t) const { return omit && gr_is_nan (x) ? 0.0 : square ? x * x : x; }
};
template <> struct gr_loader<gr_unsigned_sum>
{
  typedef unsigned long long Wide;
  unsigned long long most;
  bool square;
  template <class T> __device__ Wide widen (T x) const
  {
    const Wide bits = static_cast<Wide> (x);
    if constexpr (std::is_signed<T>::value)
      return square && x < 0 ? -bits : bits;
    return bits;
  }
  __device__ Wide load (Wide x, size_t, size_t k) const
  {
    return square ? gr_unsigned_sum_of<true>{ most }.load (x, k) : x;
  }
};
/* A double does not hold a 64-bit integer.  */
template <> struct gr_loader<gr_wide_mean>
{
  typedef gr_wide_mean::Acc Wide;
  gr_wide_mean op;
  template <class T> __device__ Wide widen (T x) const { return op.load (x, 0); }
  __device__ Wide load (const Wide &x, size_t, size_t) const { return x; }
};
template <> struct gr_loader<gr_logical>
{
  typedef int Wide;
  gr_logical op;
  template <class T> __device__ int widen (T x) const { return op.load (x, 0); }
  __device__ int load (int x, size_t, size_t) const { return x; }
};
template <class Moments> struct gr_loader<gr_variance<Moments>>
{
  typedef std::conditional_t<std::is_same<Moments, gr_moments>::value, double, gr_c64> Wide;
  gr_variance<Moments> op; /* with the origins of all segments */
  template <class T> __device__ Wide widen (T x) const { return gr_cast<Wide> (x); }
  __device__ Moments load (const Wide &x, size_t segment, size_t k) const
  {
    gr_variance<Moments> here = op;
    here.origin = op.origins[segment].at;
    return here.load (x, k);
  }
};

template <class T, class Op>
auto
gr_loader_of (const Op &op)
{
  return gr_loader<decltype (gr_named_monoid (op))>{ gr_named_monoid (op) };
}
template <class T, bool SQUARE, bool OMIT, bool RUNNING>
gr_loader<gr_sum_of<false, false, RUNNING>>
gr_loader_of (const gr_sum_of<SQUARE, OMIT, RUNNING> &)
{
  return { SQUARE && ! gr_is_complex<T>::value, OMIT };
}
template <class T, bool SQUARE>
gr_loader<gr_unsigned_sum>
gr_loader_of (const gr_unsigned_sum_of<SQUARE> &op)
{
  return { op.most, SQUARE };
}

template <class T, bool SIGNED>
constexpr bool gr_is_integer = std::numeric_limits<T>::is_integer ? std::is_signed<T>::value == SIGNED : false;
template <class T> constexpr bool gr_is_signed_element = std::is_same<T, gr_signed_element<T>>::value;

/* Does a named monoid meet elements of type T of the table?  */
template <class Op, class T>
constexpr bool gr_meets
  = ! gr_is_opaque<typename Op::Value> && gr_is_complex<T>::value == gr_is_complex<typename Op::Value>::value;
template <class T> constexpr bool gr_meets<gr_sum, T> = true; /* squares of complex numbers are real */
template <class T> constexpr bool gr_meets<gr_logical, T> = gr_is_signed_element<T>;
template <class T> constexpr bool gr_meets<gr_extra_sum, T> = std::is_same<T, double>::value;
template <class T> constexpr bool gr_meets<gr_complex_extra_sum, T> = std::is_same<T, gr_c64>::value;
template <class T> constexpr bool gr_meets<gr_unsigned_sum, T> = std::is_integral<T>::value;
template <class T> constexpr bool gr_meets<gr_wide_mean, T> = std::is_integral<T>::value && sizeof (T) == 8;
template <class T> constexpr bool gr_meets<gr_unsigned_product, T> = std::is_unsigned<T>::value;
template <class Wide, class T>
constexpr bool
  gr_meets<gr_saturating_sum<Wide>, T> = gr_is_integer<T, true> && (sizeof (T) == 8) == (sizeof (Wide) == 16);
template <class Wide, class T>
constexpr bool gr_meets<gr_saturating_product<Wide>, T> = gr_meets<gr_saturating_sum<Wide>, T>;
template <class T> constexpr bool gr_meets<gr_variance<gr_complex_moments>, T> = gr_is_complex<T>::value;
template <class V, class T>
constexpr bool gr_meets<gr_arg_extremum<V>, T> = std::is_integral<V>::value
                                                 ? std::is_integral<T>::value &&gr_is_signed_element<T>
                                                 : std::is_same<V, T>::value;

/* Positions of a segment: from first on, step apart, below end.  */
struct gr_positions
{
  size_t first, step, end;
};

/* The accumulators of segments: those of elements, or accumulators that are there already.  The type of the elements
   is known when the kernel runs only, so that one kernel serves them all.  */
template <class Op> struct gr_elements
{
  typedef typename Op::Acc Acc;
  typedef typename gr_loader<Op>::Wide Wide;
  const void *in;
  gr_type type;
  size_t size; /* of an element */
  gr_segments segments;
  gr_loader<Op> loader;
  Acc *work; /* segment after segment; NULL: elements are loaded */

  /* The accumulators at N positions of a segment; the identity for those beyond the end.  All loads come before the
     first use.  */
  template <unsigned N>
  __device__ __forceinline__ void load (Acc (&a)[N], const Op &op, size_t segment, const gr_positions &at) const
  {
    unsigned left = 0;
#pragma unroll
    for (unsigned j = 0; j < N; j++)
      left += at.first + j * at.step < at.end;
    if (work)
      {
        const size_t place = segment * segments.len + at.first;
#pragma unroll
        for (unsigned j = 0; j < N; j++)
          a[j] = j < left ? work[place + j * at.step] : op.identity ();
        return;
      }
    const size_t place = segments.offset (segment, at.first) * size;
    const size_t hop = static_cast<size_t> (segments.stride ()) * at.step * size;
    const char *p[N];
#pragma unroll
    for (unsigned j = 0; j < N; j++)
      p[j] = static_cast<const char *> (in) + (j < left ? place + j * hop : 0);
    Wide x[N];
    with_type ([&] (auto zero) {
#pragma unroll
      for (unsigned j = 0; j < N; j++)
        x[j] = loader.widen (j < left ? *reinterpret_cast<const decltype (zero) *> (p[j]) : zero);
    });
#pragma unroll
    for (unsigned j = 0; j < N; j++)
      a[j] = j < left ? loader.load (x[j], segment, at.first + j * at.step) : op.identity ();
  }
  /* One of them.  */
  __device__ __forceinline__ Acc at (const Op &op, size_t segment, size_t k) const
  {
    Acc a[1];
    load (a, op, segment, { k, 1, segments.len });
    return a[0];
  }
  /* Call f (T ()) with the type of the elements.  Those that nobody here knows have one alone.  */
  template <class F> __device__ __forceinline__ void with_type (F f) const
  {
    if constexpr (gr_is_opaque<typename Op::Value>)
      return f (typename Op::Value ());
    switch (type)
      {
#define GR_WITH_ELEMENT(_, ID, CTYPE, ...)                                                                             \
case GR_TYPE_##ID:                                                                                                     \
  if constexpr (gr_meets<Op, CTYPE> && is_own_type (GR_TYPE_##ID))                                                     \
    return f (CTYPE ());                                                                                               \
  break;
        GR_TYPES (GR_WITH_ELEMENT, _)
      default:
        break;
      }
    __builtin_unreachable ();
  }
  /* Logical values and characters are of the C type of uint8 (gr_type_of).  */
  static constexpr bool is_own_type (gr_type type)
  {
#ifdef GR_SIMT_COUNT
    return type == GR_TYPE_F64; /* explain.cu asks for this type only */
#else
    return type != GR_TYPE_BOOL && type != GR_TYPE_CHAR;
#endif
  }
};

/* The first type of elements that have the C type T.  */
template <class T>
constexpr gr_type
gr_type_of ()
{
  constexpr bool is_of_type[] = {
#define GR_IS_OF_TYPE(_, ID, CTYPE, ...) std::is_same<T, CTYPE>::value,
    GR_TYPES (GR_IS_OF_TYPE, _)
  };
  int type = 0;
  while (! is_of_type[type])
    type++;
  return static_cast<gr_type> (type);
}

/* The elements of a request, of type T, for its monoid.  */
template <class T, class Op>
auto
gr_elements_of (const Op &op, const gr_segments &segments, const void *in)
{
  typedef gr_elements<decltype (gr_named_monoid (op))> Elements;
  return Elements{ in, gr_type_of<T> (), sizeof (T), segments, gr_loader_of<T> (op), nullptr };
}

} // namespace

#endif
