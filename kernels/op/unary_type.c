/* SPDX-License-Identifier: GPL-3.0-or-later

   Classes of the results of functions of one number, and where these are real.  */

#include "core/call.h"
#include "elements.h"
#include "op/unary.h"

static gr_status
check_unary (gr_unary op)
{
  return (int) op >= 0 && op < GR_UNARY_COUNT
         ? GR_OK
         : gr_fail (GR_BAD_ARGUMENT, "there is no function of one number with number %d", (int) op);
}

gr_status
gr_unary_domain (gr_unary op, double *least, double *greatest)
{
  static const struct
  {
    double least, greatest;
  } domains[GR_UNARY_COUNT] = {
#define DOMAIN(_, ID, NAME, RESULT, KIND, LEAST, GREATEST) { LEAST, GREATEST },
    GR_UNARIES (DOMAIN, _)
#undef DOMAIN
  };
  const gr_status status = check_unary (op);
  if (status == GR_OK)
    {
      *least = domains[op].least;
      *greatest = domains[op].greatest;
    }
  return status;
}

gr_status
gr_unary_type (gr_unary op, gr_type type, gr_type *out)
{
  static const enum {
    SAME,
    PART,
    TRUTH
  } results[GR_UNARY_COUNT]
    = {
#define RESULT_OF(_, ID, NAME, RESULT, ...) RESULT,
        GR_UNARIES (RESULT_OF, _)
#undef RESULT_OF
      };
  const gr_status status = check_unary (op);
  if (status != GR_OK)
    return status;
  if ((int) type < 0 || type >= GR_TYPE_COUNT)
    return gr_fail (GR_BAD_ARGUMENT, "there is no element type number %d", (int) type);
  if (type != GR_TYPE_F64 && type != GR_TYPE_F32 && ! gr_types[type].is_complex)
    return gr_fail (GR_UNSUPPORTED, "%s takes floating-point elements, not %s", gr_unaries[op].name,
                    gr_types[type].name);
  if (gr_types[type].is_complex && ! gr_takes_complex (op))
    return gr_fail (GR_UNSUPPORTED, "%s takes real elements, not complex %s", gr_unaries[op].name, gr_types[type].name);
  *out = results[op] == TRUTH                               ? GR_TYPE_BOOL
       : results[op] == SAME || ! gr_types[type].is_complex ? type
       : type == GR_TYPE_C64                                ? GR_TYPE_F64
                                                            : GR_TYPE_F32;
  return GR_OK;
}
