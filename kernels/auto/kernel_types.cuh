/* What kernels of `auto` are compiled for, as plan.h wants it told.  */

#ifndef GR_KERNEL_TYPES_CUH
#define GR_KERNEL_TYPES_CUH

#include "block/lookback.cuh"
#include "op/thread_accumulator.cuh"
#include "plan/plan.h"

namespace GR_NAMESPACE
{

/* Those of an operator on elements of type T, with results of that many bytes.  */
template <class Op, class T>
gr_kernel_types
gr_kernel_types_of (size_t result, bool indexed)
{
  typedef typename Op::Acc Acc;
  return { sizeof (T),   std::is_integral<T>::value,
           sizeof (Acc), sizeof (gr_tile_status<Acc>),
           Op::ordered,  gr_thread_accumulator<Op, gr_source<Op, T>>::is_cheap,
           result,       indexed };
}

} // namespace

#endif
