/* SPDX-License-Identifier: GPL-3.0-or-later

   Units of the executor that are loaded in parts: gr_run_unit for programs that are not linked with the units
   themselves.  It finds the monoid of a request and asks for the part that has it.  */

#include "runtime/context.cuh"
#include "executor.h"
#include "op/of_request.cuh"
#include "textbook/load.cuh"

gr_part_finder *gr_find_part;

namespace GR_NAMESPACE
{

/* The part that has a named monoid of a unit.  */
template <gr_operator UNIT, class Named> constexpr gr_part PART = GR_PART_COUNT;
#define GR_NAME_PART(_, SOURCE, UNIT, NAME, ...)                                                                       \
  template <> constexpr gr_part PART<GR_##UNIT, __VA_ARGS__> = GR_PART_##UNIT##_##NAME;
GR_EXECUTOR_PARTS (GR_NAME_PART, _)

template <gr_operator UNIT>
gr_status
gr_run_unit (gr_context *context, const gr_request &request, gr_type out_type, const void *in, void *out, double *index)
{
  const auto run_part = [&] (auto op) {
    typedef decltype (op) Op;
    if constexpr (gr_is_for_names<Op>)
      if (request.algorithm != GR_ALGORITHM_AUTO && request.len)
        {
          typedef decltype (gr_named_monoid (op)) Named;
          static_assert (PART<UNIT, Named> != GR_PART_COUNT, "parts.h has a part for it");
          void *function = nullptr;
          GR_TRY (gr_find_part (PART<UNIT, Named>, request.algorithm, &function, &context->waited));
          const auto run = reinterpret_cast<decltype (gr_operator_call::run)> (function);
          return run (context, request, out_type, in, out, index);
        }
    return gr_fail (GR_UNSUPPORTED, "the executor beside the library has no \"auto\"");
  };
  return gr_with_element<UNIT> (request.type, [&] (auto element) {
    return gr_with_op<UNIT, decltype (element)> (request, context->origin, index != nullptr, run_part);
  });
}

#define GR_TAKE_UNIT(_, ID, NAME, KIND, UNIT, ...) gr_run_unit<GR_##UNIT>,
__attribute__ ((used)) static const decltype (gr_operator_call::run) units[] = { GR_OPERATORS (GR_TAKE_UNIT, _) };

} // namespace
