/* SPDX-License-Identifier: GPL-3.0-or-later

   Algorithms by name on values of users' monoids: elements and results are arrays of all values of an element, one
   behind the other.  */

#ifndef GR_USER_NAMED_CUH
#define GR_USER_NAMED_CUH

#include "auto/user_monoid.cuh"
#include "device/operator.cuh"
#include "textbook/nested.cuh"
#include "textbook/reduce_global.cuh"
#include "textbook/reduce_shared.cuh"
#include "textbook/scan_block.cuh"
#include "user_monoid.h"

namespace GR_NAMESPACE
{

/* KIND: GR_REDUCTIONS, of which there is a result for each segment, or GR_SCANS.  */
template <unsigned KIND, class Op>
gr_status
gr_run_named_monoid (gr_context *context, const Op &op, const gr_monoid_run &run, const void *in, void *out)
{
  typedef typename Op::Value Values;
  const gr_segments segments = { run.inner, run.len, run.inner * run.outer, run.reverse };
  const gr_type any_type = GR_TYPE_F64; /* values are loaded and stored as they are */
  const gr_elements<Op> elements = { in, any_type, sizeof (Values), segments, { op }, nullptr };
  const gr_results<Op> results = { { out, nullptr, any_type }, segments, KIND == GR_SCANS, run.exclusive };
  return run_named<KIND> (context, op, run.algorithm, { elements, results, run.block });
}

} // namespace

#endif
