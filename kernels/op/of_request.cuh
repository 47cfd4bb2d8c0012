/* SPDX-License-Identifier: GPL-3.0-or-later

   From a request to its monoid.  */

#ifndef GR_OF_REQUEST_CUH
#define GR_OF_REQUEST_CUH

#include "backend.h"
#include "op/monoids.cuh"

/* The operator table, for what is decided when kernels are compiled.  */
constexpr gr_operator_info gr_operator_rows[GR_OPERATOR_COUNT] = { GR_OPERATORS (GR_OPERATOR_ROW, _) };
/* Has an operator of UNIT this accumulator?  */
#define GR_SERVES(_, ID, NAME, KIND, OF_UNIT, OF_ACCUMULATOR, ...)                                                     \
  || (UNIT == GR_##OF_UNIT && ACCUMULATOR == GR_ACCUMULATOR_##OF_ACCUMULATOR)
template <gr_operator UNIT, gr_accumulator ACCUMULATOR> constexpr bool gr_serves = false GR_OPERATORS (GR_SERVES, _);
#undef GR_SERVES

/* ---- elements ---- */

/* Call f (T ()) with the C type T of elements of a type.  */
template <class F>
gr_status
gr_with_type (gr_type type, F f)
{
  switch (type)
    {
#define GR_WITH_TYPE(_, ID, CTYPE, ...)                                                                                \
case GR_TYPE_##ID:                                                                                                     \
  return f (CTYPE ());
#ifdef GR_SIMT_COUNT
      GR_WITH_TYPE (_, F64, double) /* explain.cu asks for this type only */
#else
      GR_TYPES (GR_WITH_TYPE, _)
#endif
    default:
      return gr_fail (GR_BAD_ARGUMENT, "unknown element type %d", static_cast<int> (type));
    }
}
/* The same with the type that a unit's kernels read such elements as.  */
template <gr_operator UNIT, class F>
gr_status
gr_with_element (gr_type type, F f)
{
  return gr_with_type (type, [&] (auto element) {
    typedef decltype (element) T;
    constexpr gr_accumulator accumulator = gr_operator_rows[UNIT].accumulator;
    constexpr bool reads_signed = accumulator == GR_ACCUMULATOR_EXTREMUM || accumulator == GR_ACCUMULATOR_TRUTH;
    return f (std::conditional_t<reads_signed, gr_signed_element<T>, T> ());
  });
}

/* clang-format off */
/* The monoids of reductions.  X (monoid)  */
#define GR_REDUCTION_MONOIDS(X)                                                                               \
  X (gr_sum) X (gr_complex_sum) X (gr_extra_sum) X (gr_complex_extra_sum)                                     \
  X (gr_product) X (gr_complex_product)                                                                       \
  X (gr_saturating_sum<long long>) X (gr_saturating_sum<__int128>)                                            \
  X (gr_saturating_product<long long>) X (gr_saturating_product<__int128>)                                    \
  X (gr_unsigned_sum) X (gr_unsigned_product)                                                                 \
  X (gr_mean) X (gr_wide_mean) X (gr_complex_mean)                                                            \
  X (gr_variance<gr_moments>) X (gr_variance<gr_complex_moments>)                                             \
  X (gr_arg_extremum<double>) X (gr_arg_extremum<float>) X (gr_arg_extremum<long long>)                       \
  X (gr_complex_arg_extremum<gr_c64>)                                                                         \
  X (gr_logical)
/* clang-format on */

/* The monoid of a maximum or minimum of elements of type T.  BY_NAME: for the named algorithms, which are compiled
   for few types.  `auto` has the type that is compared fastest and takes few registers (tuning: max-32-bits).  */
template <class T, bool BY_NAME, bool IN_ORDER = false, bool INDEXED = true>
auto
gr_find_arg_extremum (const gr_request &r)
{
  typedef std::numeric_limits<T> Limits;
  const bool nan_wins = r.nan == GR_NAN_INCLUDE, least = gr_operators[r.op].variant & GR_LEAST;
  if constexpr (gr_is_complex<T>::value)
    return gr_complex_arg_extremum<std::conditional_t<IN_ORDER, T, gr_c64>, IN_ORDER, INDEXED>{
      nan_wins, r.type == GR_TYPE_C32, r.comparison == GR_BY_PARTS, least
    };
  else if constexpr (std::is_integral<T>::value)
    {
      typedef std::conditional_t<BY_NAME || sizeof (T) == 8, long long, int> V;
      const bool is_unsigned = r.type == GR_TYPE_U16 || r.type == GR_TYPE_U32 || r.type == GR_TYPE_U64;
      const T flip = static_cast<T> ((is_unsigned ? Limits::min () : 0) ^ (least ? -1 : 0));
      /* of no logical values, the least is true */
      const T worst = r.type == GR_TYPE_BOOL && least ? flip ^ 1 : Limits::min ();
      return gr_arg_extremum<V, IN_ORDER, INDEXED>{ false, worst, static_cast<gr_bits<V>> (flip) };
    }
  else
    {
      const T worst = nan_wins ? -Limits::infinity () : gr_marked_nan<T> ();
      return gr_arg_extremum<T, IN_ORDER, INDEXED>{ nan_wins, worst, least ? 1u << 31 : 0 };
    }
}

/* ---- from the table's accumulator to its monoids ---- */

/* Each calls f (op) with the monoid that a request of UNIT wants for elements of C type T.  */

template <bool SQUARE, bool RUNNING, class T, class F>
gr_status
gr_with_real_sum (bool omit, F f)
{
  if constexpr (! std::is_integral<T>::value)
    if (omit)
      return f (gr_sum_of<SQUARE, true, RUNNING>{ 1.0 });
  return f (gr_sum_of<SQUARE, false, RUNNING>{ 1.0 });
}

template <gr_operator UNIT, class T, class F>
gr_status
gr_with_sum (const gr_request &r, F f)
{
  constexpr gr_operator_info unit = gr_operator_rows[UNIT];
  constexpr bool COMPLEX = gr_is_complex<T>::value;
  const bool omit = r.nan == GR_NAN_OMIT;
  if constexpr (gr_serves<UNIT, GR_ACCUMULATOR_SQUARES>)
    if (gr_operators[r.op].accumulator == GR_ACCUMULATOR_SQUARES)
      return gr_with_real_sum<true, unit.is_scan, T> (omit, f);
  /* single is summed in double, which is what "extra" gives it */
  if constexpr (unit.arithmetics & GR_TAKES_EXTRA && (std::is_same<T, double>::value || std::is_same<T, gr_c64>::value))
    if (r.arithmetic == GR_ARITHMETIC_EXTRA)
      return f (std::conditional_t<COMPLEX, gr_complex_extra_sum, gr_extra_sum>{ omit });
  if constexpr (COMPLEX)
    return f (gr_complex_sum{ omit, ! unit.is_scan });
  else
    return gr_with_real_sum<false, unit.is_scan, T> (omit, f);
}

template <gr_operator UNIT, class T, class F>
gr_status
gr_with_product (const gr_request &r, F f)
{
  const bool omit = r.nan == GR_NAN_OMIT;
  if constexpr (gr_is_complex<T>::value)
    return f (gr_complex_product{ omit, ! gr_operator_rows[UNIT].is_scan });
  else
    return f (gr_product{ omit });
}

/* "native" sums and products of integers.  Those of logical values are `any` and `all`.  */
template <gr_operator UNIT, class T, class F>
gr_status
gr_with_native (const gr_request &r, F f)
{
  typedef std::numeric_limits<T> Limits;
  typedef std::conditional_t<sizeof (T) == 8, __int128, long long> Wide;
  constexpr bool SUMS = gr_operator_rows[UNIT].accumulator == GR_ACCUMULATOR_SUM;
  const gr_accumulator accumulator = gr_operators[r.op].accumulator;
  if constexpr (std::is_same<T, uint8_t>::value)
    if (r.type == GR_TYPE_BOOL)
      return f (gr_logical{ accumulator == GR_ACCUMULATOR_SUM });
  if constexpr (gr_serves<UNIT, GR_ACCUMULATOR_SQUARES>)
    if (accumulator == GR_ACCUMULATOR_SQUARES)
      return f (gr_unsigned_sum_of<true>{ static_cast<unsigned long long> (Limits::max ()) });
  if constexpr (! Limits::is_signed)
    return f (std::conditional_t<SUMS, gr_unsigned_sum, gr_unsigned_product>{ Limits::max () });
  else
    return f (
      std::conditional_t<SUMS, gr_saturating_sum<Wide>, gr_saturating_product<Wide>>{ Limits::min (), Limits::max () });
}

/* A plain mean is a sum that is divided at its end.  That of 64-bit integers is exact, but in segments of any lengths.
 */
template <class T, class F>
gr_status
gr_with_mean (const gr_request &r, F f)
{
  const bool omit = r.nan == GR_NAN_OMIT;
  if constexpr (std::is_integral<T>::value && sizeof (T) == 8)
    if (r.mean == GR_MEAN_ARITHMETIC && ! r.ragged)
      return f (gr_wide_mean{ static_cast<double> (r.len) });
  if constexpr (! gr_is_complex<T>::value)
    if (r.mean == GR_MEAN_ARITHMETIC && ! omit && r.arithmetic != GR_ARITHMETIC_NATIVE && ! r.ragged)
      return f (gr_sum{ static_cast<double> (r.len) });
  return f (std::conditional_t<gr_is_complex<T>::value, gr_complex_mean, gr_mean>{ omit, r.mean });
}

/* The request's weights are a device pointer by now.  */
template <class T, class F>
gr_status
gr_with_moments (const gr_request &r, size_t origin, F f)
{
  typedef std::conditional_t<gr_is_complex<T>::value, gr_complex_moments, gr_moments> Moments;
  const bool omit = r.nan == GR_NAN_OMIT, root = gr_operators[r.op].variant & GR_ROOT;
  if (! r.weights && (std::is_integral<T>::value || ! omit))
    return f (gr_variance<Moments, true>{ false, root, r.ddof, nullptr, origin, { 0.0, 0.0 } });
  return f (gr_variance<Moments>{ omit, root, r.ddof, r.weights, origin, { 0.0, 0.0 } });
}

template <gr_operator UNIT, class T, class F>
gr_status
gr_with_extremum (const gr_request &r, bool indexed, F f)
{
  if (r.algorithm != GR_ALGORITHM_AUTO && r.len)
    return f (gr_find_arg_extremum<T, true> (r));
  if constexpr (gr_operator_rows[UNIT].is_scan)
    return indexed ? f (gr_find_arg_extremum<T, false, true, true> (r))
                   : f (gr_find_arg_extremum<T, false, true, false> (r));
  else
    return f (gr_find_arg_extremum<T, false> (r));
}

/* ---- the whole way ---- */

/* Call f (op) with the monoid of a request of UNIT for elements of C type T.  origin: the position of the element that
   means are relative to; indexed: positions are asked for.  */
template <gr_operator UNIT, class T, class F>
gr_status
gr_with_op (const gr_request &r, [[maybe_unused]] size_t origin, [[maybe_unused]] bool indexed, F f)
{
  constexpr gr_operator_info unit = gr_operator_rows[UNIT];
  constexpr bool ADDS = unit.accumulator == GR_ACCUMULATOR_SUM, MULTIPLIES = unit.accumulator == GR_ACCUMULATOR_PRODUCT;
  if constexpr (std::is_integral<T>::value && (ADDS || MULTIPLIES) && unit.arithmetics & GR_TAKES_NATIVE)
    if (r.arithmetic == GR_ARITHMETIC_NATIVE && r.type != GR_TYPE_CHAR)
      return gr_with_native<UNIT, T> (r, f);
  if constexpr (ADDS)
    return gr_with_sum<UNIT, T> (r, f);
  else if constexpr (MULTIPLIES)
    return gr_with_product<UNIT, T> (r, f);
  else if constexpr (unit.accumulator == GR_ACCUMULATOR_MEAN)
    return gr_with_mean<T> (r, f);
  else if constexpr (unit.accumulator == GR_ACCUMULATOR_MOMENTS)
    return gr_with_moments<T> (r, origin, f);
  else if constexpr (unit.accumulator == GR_ACCUMULATOR_EXTREMUM)
    return gr_with_extremum<UNIT, T> (r, indexed, f);
  else
    {
      static_assert (unit.accumulator == GR_ACCUMULATOR_TRUTH, "each accumulator of units has its way");
      return f (gr_logical{ ! (gr_operators[r.op].variant & GR_LEAST) });
    }
}

#endif
