/* SPDX-License-Identifier: GPL-3.0-or-later

   Arithmetic and comparison on a device.  Compiled a second time for the host executor, as device.cu is.  */

#include "device/apply.cuh"
#include "device/device.cuh"
#include "device/elements.cuh"

#include <cstdio>
#include <string>

namespace GR_NAMESPACE
{

/* ---- kernels ---- */

#define GR_ID_NAME(_, ID, ...) #ID,
static const char *const form_ids[]
  = { GR_FORMS (GR_ID_NAME, _) },
  *const binary_ids[] = { GR_BINARIES (GR_ID_NAME, _) }, *const type_ids[] = { GR_TYPES (GR_ID_NAME, _) };
#undef GR_ID_NAME

/* A call, as far as its kernel depends on it.  */
struct apply_call
{
  gr_binary op; /* of arithmetic and comparisons, one that stands for all */
  gr_type a, b, out;
  bool has_axes, a_spreads, b_spreads;

  unsigned number () const
  {
    const unsigned spread = a_spreads + 2u * b_spreads; /* one of them, where there are axes */
    return (((op * GR_TYPE_COUNT + a) * GR_TYPE_COUNT + b) * GR_TYPE_COUNT + out) * 4 + spread;
  }
  std::string name () const
  {
    char text[256];
    snprintf (text, sizeof text, "gr_apply_kernel<GR_FORM_%s, %s, GR_%s, GR_TYPE_%s, GR_TYPE_%s, GR_TYPE_%s, %s, %s>",
              form_ids[gr_form_of (a, b)], has_axes ? "gr_device_axes" : "gr_no_axes", binary_ids[op], type_ids[a],
              type_ids[b], type_ids[out], a_spreads ? "true" : "false", b_spreads ? "true" : "false");
    return text;
  }
};
static gr_binary
one_of_family (gr_binary op)
{
  return gr_is_comparison (op) ? GR_LT : gr_is_of_kind (op, GR_BINARY_FUNCTION) ? op : GR_PLUS;
}

/* A call's kernel.  FORM: of the operands, which kernels that are compiled on call know.  */
template <gr_form FORM, class Axes>
static auto
find_kernel ([[maybe_unused]] const apply_call &call)
{
  return GR_NAMED_KERNEL_OF (
    APPLY, call.number (), [&] { return call.name (); }, gr_apply_kernel<FORM, Axes>);
}

/* ---- the launch ---- */

/* is_whole: has an operand as many elements as the result?  */
template <class Axes>
static gr_status
apply_to (gr_binary op, const gr_side &a, const gr_side &b, const Axes &axes, const bool *is_whole,
          const gr_device_result &result, size_t count)
{
  const gr_device_side of_a = gr_device_side_of (a), of_b = gr_device_side_of (b);
  const apply_call call
    = { one_of_family (op), a.type,       b.type, result.type, std::is_same<Axes, gr_device_axes>::value,
        ! is_whole[0],      ! is_whole[1] };
  switch (gr_form_of (a.type, b.type))
    {
#define GR_APPLY_CASE(_, ID, ...)                                                                                      \
  case GR_FORM_##ID:                                                                                                   \
    return gr_launch_elementwise (find_kernel<GR_FORM_##ID, Axes> (call), count, op, of_a, of_b, axes, result);
      GR_FORMS (GR_APPLY_CASE, _)
#undef GR_APPLY_CASE
    default:
      return GR_OK;
    }
}

gr_status
gr_apply (gr_binary op, const gr_side *a, const gr_side *b, gr_type out_type, void *out, size_t count)
{
  const bool is_whole[2] = { true, true };
  return apply_to (op, *a, *b, gr_no_axes (), is_whole, gr_device_result_of (out, out_type), count);
}

gr_status
gr_spread (gr_binary op, const gr_side *a, const gr_side *b, size_t axes, const gr_pair_axis *axis, gr_type out_type,
           void *out)
{
  gr_device_axes d = {};
  size_t count = 1, sizes[2] = { 1, 1 };
  d.axes = static_cast<unsigned> (axes);
  d.by_vectors = axis[0].count % GR_TAKEN == 0;
  for (size_t k = 0; k < axes; k++)
    {
      const bool has[2] = { axis[k].in_a, axis[k].in_b };
      d.count[k] = gr_divider_of (axis[k].count, false);
      count *= axis[k].count;
      for (int side = 0; side < 2; side++)
        {
          d.stride[side][k] = has[side] ? sizes[side] : 0;
          sizes[side] *= has[side] ? axis[k].count : 1;
        }
    }
  for (int side = 0; side < 2; side++)
    d.is_whole[side] = sizes[side] == count;
  return apply_to (op, *a, *b, d, d.is_whole, gr_device_result_of (out, out_type), count);
}

#if GR_ON_CALL
/* Add the kernels of a function, or of a family of operators.  */
static void
add_kernels (gr_kernel_list *list, gr_binary op, int type)
{
  static const bool spreads[4][3] = { {}, { true, true, false }, { true, false, true }, { true, true, true } };
  const auto is_meant = [=] (int one, int other) { return one == type && (other == type || other == GR_TYPE_F64); };
  for (int a = 0; a < GR_TYPE_COUNT; a++)
    for (int b = 0; b < GR_TYPE_COUNT; b++)
      for (int s = 0; s < 4; s++)
        {
          apply_call call = {
            op,           static_cast<gr_type> (a), static_cast<gr_type> (b), GR_TYPE_F64, spreads[s][0], spreads[s][1],
            spreads[s][2]
          };
          if ((type >= 0 && ! is_meant (a, b) && ! is_meant (b, a))
              || gr_binary_type (op, call.a, call.b, &call.out) != GR_OK)
            continue;
          gr_add_kernel (list, call.has_axes ? find_kernel<GR_FORM_DOUBLE, gr_device_axes> (call).info
                                             : find_kernel<GR_FORM_DOUBLE, gr_no_axes> (call).info);
        }
}

void
gr_add_apply_kernels (gr_kernel_list *list, int op, int type)
{
  for (int k = 0; k < GR_BINARY_COUNT; k++)
    {
      const gr_binary one = static_cast<gr_binary> (k);
      if (op < 0 ? one_of_family (one) == one : one_of_family (static_cast<gr_binary> (op)) == one)
        add_kernels (list, one, type);
    }
}
#endif

} // namespace
