/* SPDX-License-Identifier: GPL-3.0-or-later

   States: what the segments of a slab have come to between the pieces of an array (gpureduce.h).  They are accumulators
   of one monoid for an operator's reduction and scan and for all their forms, so that states go from one to the other.
   Positions in states count from the segment's beginning, in the direction of the scan.  */

#ifndef GR_STATE_CUH
#define GR_STATE_CUH

#include "op/segment.cuh"

namespace GR_NAMESPACE
{

/* The monoid of an operator's states.  */
template <class Op>
__device__ __host__ __forceinline__ auto
gr_on_states (const Op &op)
{
  return gr_on_accumulators (op);
}
template <class V, bool IN_ORDER, bool INDEXED>
__device__ __host__ __forceinline__ gr_arg_extremum<V>
gr_on_states (const gr_arg_extremum<V, IN_ORDER, INDEXED> &op)
{
  return { op.nan_wins, op.worst, op.flip };
}
template <class Z, bool IN_ORDER, bool INDEXED>
__device__ __host__ __forceinline__ gr_complex_arg_extremum<gr_c64>
gr_on_states (const gr_complex_arg_extremum<Z, IN_ORDER, INDEXED> &op)
{
  return { op.nan_wins, op.single, op.by_parts, op.least };
}
template <class Op> using gr_state_monoid = decltype (gr_on_states (std::declval<const Op &> ()));
template <class Op> using gr_state = typename gr_state_monoid<Op>::Acc;

template <class Op> struct gr_is_extremum : std::false_type
{};
template <class V, bool IN_ORDER, bool INDEXED>
struct gr_is_extremum<gr_arg_extremum<V, IN_ORDER, INDEXED>> : std::true_type
{};
template <class Z, bool IN_ORDER, bool INDEXED>
struct gr_is_extremum<gr_complex_arg_extremum<Z, IN_ORDER, INDEXED>> : std::true_type
{};

template <class Op> struct gr_is_variance : std::false_type
{};
template <class Moments, bool PLAIN> struct gr_is_variance<gr_variance<Moments, PLAIN>> : std::true_type
{};

/* A reduction's accumulator of elements that begin at position `first` of their segment.  */
template <class Op>
__device__ __forceinline__ gr_state<Op>
gr_to_state (const Op &op, typename Op::Acc acc, long long first)
{
  if constexpr (gr_is_extremum<Op>::value)
    if (! op.is_identity (acc))
      acc.k += first;
  return acc;
}

/* The state of an element at position k.  Which elements are left out only the operator itself knows.  */
template <class Op, class T>
__device__ __forceinline__ gr_state<Op>
gr_state_of_element (const Op &op, const T &x, size_t k)
{
  if constexpr (gr_is_extremum<Op>::value)
    return gr_on_states (op).load (x, k);
  else
    return op.load (x, k);
}

/* A scan's accumulator of what stands before its elements, at position k, whatever it was.  Running extrema
   have no identity: an empty carry is the first element itself.  */
template <class Op, class T>
__device__ __forceinline__ typename Op::Acc
gr_to_carry (const Op &op, const gr_state<Op> &state, [[maybe_unused]] const T &first, [[maybe_unused]] long long k)
{
  if constexpr (gr_is_extremum<Op>::value)
    {
      typename Op::Acc acc = op.load (first, static_cast<size_t> (k));
      if (! gr_on_states (op).is_identity (state))
        acc.v = gr_cast<decltype (acc.v)> (state.v);
      return acc;
    }
  else
    return state;
}

/* Result number i, an element of T or of the type that results are widened to.  */
template <class Value, class T>
__device__ __forceinline__ Value
gr_read_result (const void *out, gr_type type, size_t i)
{
  if constexpr (gr_is_complex<Value>::value)
    return type == GR_TYPE_C64 ? static_cast<const gr_c64 *> (out)[i]
                               : gr_cast<Value> (static_cast<const gr_c32 *> (out)[i]);
  else if constexpr (gr_is_complex<T>::value)
    return Value ();
  else
    return type == GR_TYPE_F64 ? static_cast<Value> (static_cast<const double *> (out)[i])
         : type == GR_TYPE_F32 ? static_cast<Value> (static_cast<const float *> (out)[i])
                               : static_cast<Value> (static_cast<const T *> (out)[i]);
}

/* The map of a saturating sum or product that makes `value` of its start.  */
template <class Wide>
__device__ __forceinline__ typename gr_saturating_sum<Wide>::Acc
gr_map_to (const gr_saturating_sum<Wide> &op, Wide value)
{
  return { value, op.least, op.most };
}
template <class Wide>
__device__ __forceinline__ typename gr_saturating_product<Wide>::Acc
gr_map_to (const gr_saturating_product<Wide> &op, Wide value)
{
  return { value, op.least, op.most };
}

/* The state of which a scan has written result number i, if the result has all its digits.  k: its position.  */
template <class Op, class T>
__device__ __forceinline__ gr_state<Op>
gr_state_of_result (const Op &op, const void *out, gr_type type, size_t i, [[maybe_unused]] long long k)
{
  gr_state<Op> state = gr_on_states (op).identity ();
  if constexpr (gr_is_extremum<Op>::value)
    {
      typedef typename gr_state_monoid<Op>::Value Value;
      state = gr_on_states (op).load (gr_read_result<Value, T> (out, type, i), static_cast<size_t> (k));
    }
  else if constexpr (std::is_same<Op, gr_complex_product>::value)
    {
      state.z = gr_read_result<gr_c64, T> (out, type, i);
      state.none = 0;
    }
  else if constexpr (std::is_class<gr_state<Op>>::value && ! gr_is_complex<gr_state<Op>>::value)
    state = gr_map_to (op, gr_read_result<typename Op::Value, T> (out, type, i));
  else
    state = gr_read_result<gr_state<Op>, T> (out, type, i);
  return state;
}

} // namespace

#endif
