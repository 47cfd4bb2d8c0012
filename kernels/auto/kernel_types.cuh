/* SPDX-License-Identifier: GPL-3.0-or-later

   The facts about kernels of `auto` that plans depend on (plan.h).  */

#ifndef GR_KERNEL_TYPES_CUH
#define GR_KERNEL_TYPES_CUH

#include "block/lookback.cuh"
#include "op/state.cuh"
#include "plan/plan.h"

namespace GR_NAMESPACE
{

/* The facts about an operator on elements of type T, with results of `result` bytes.  */
template <class Op, class T>
gr_kernel_types
gr_kernel_types_of (size_t result, bool indexed)
{
  typedef typename Op::Acc Acc;
  typedef gr_thread_accumulator<Op, gr_source<Op, T>> Accumulator;
  gr_kernel_types types = {};
  types.size = sizeof (T);
  types.integer = std::is_integral<T>::value;
  types.acc = sizeof (Acc);
  types.tile_status = sizeof (gr_tile_status<Acc>);
  types.ordered = Op::ordered;
  types.cheap_op = Accumulator::is_cheap;
  types.result = result;
  types.indexed = indexed;
  types.converts = gr_widens<Op, T> && result == sizeof (gr_wide_result<Op>);
  types.packs = Accumulator::pads;
  types.state = sizeof (gr_state<Op>);
  types.has_origin = gr_is_variance<Op>::value;
  return types;
}

} // namespace

#endif
