/* SPDX-License-Identifier: GPL-3.0-or-later

   Functions of one number on a device.  Compiled a second time for the host executor, as device.cu is.  */

#include "device/device.cuh"
#include "device/elements.cuh"
#include "device/map.cuh"

#include <cstdio>
#include <string>

namespace GR_NAMESPACE
{

#define GR_ID_NAME(_, ID, ...) #ID,
static const char *const unary_ids[] = { GR_UNARIES (GR_ID_NAME, _) };
#undef GR_ID_NAME

/* The number of a function's kernel for elements of a type.  */
[[maybe_unused]] static unsigned
number_of (gr_unary op, gr_type type, bool to_complex)
{
  return (op * 2u + to_complex) * GR_TYPE_COUNT + type;
}
[[maybe_unused]] static std::string
name_of (const char *kernel, const char *arguments, gr_unary op)
{
  char text[128];
  snprintf (text, sizeof text, "%s<%s, GR_%s>", kernel, arguments, unary_ids[op]);
  return text;
}

/* A function's kernel for elements of each type, and the kernel of its complex answers to real numbers.  */
#define GR_MAP_OF(ID)                                                                                                  \
  static auto map_##ID ([[maybe_unused]] gr_unary op)                                                                  \
  {                                                                                                                    \
    return GR_NAMED_KERNEL_OF (                                                                                        \
      MAP, number_of (op, GR_TYPE_##ID, false), [=] { return name_of ("gr_map_kernel", "GR_TYPE_" #ID, op); },         \
      gr_map_kernel<GR_TYPE_##ID>);                                                                                    \
  }
#define GR_MAP_TO_COMPLEX_OF(ID, C)                                                                                    \
  static auto map_##ID##_to_complex ([[maybe_unused]] gr_unary op)                                                     \
  {                                                                                                                    \
    return GR_NAMED_KERNEL_OF (                                                                                        \
      MAP, number_of (op, GR_TYPE_##ID, true),                                                                         \
      [=] { return name_of ("gr_map_to_complex_kernel", "GR_TYPE_" #ID ", " #C, op); },                                \
      gr_map_to_complex_kernel<GR_TYPE_##ID, C>);                                                                      \
  }
GR_MAP_OF (F64)
GR_MAP_OF (F32)
GR_MAP_OF (C64)
GR_MAP_OF (C32)
GR_MAP_TO_COMPLEX_OF (F64, gr_c64)
GR_MAP_TO_COMPLEX_OF (F32, gr_c32)

gr_status
gr_map (gr_unary op, gr_type type, const void *from, gr_type out_type, void *to, size_t count)
{
  const gr_device_side side = gr_device_side_of ({ type, from, false, nullptr });
  const gr_device_result result = gr_device_result_of (to, out_type);
  const bool to_complex = gr_types[out_type].is_complex && ! gr_types[type].is_complex;
  switch (type)
    {
    case GR_TYPE_F64:
      return gr_launch_elementwise (to_complex ? map_F64_to_complex (op) : map_F64 (op), count, op, side, result);
    case GR_TYPE_F32:
      return gr_launch_elementwise (to_complex ? map_F32_to_complex (op) : map_F32 (op), count, op, side, result);
    case GR_TYPE_C64:
      return gr_launch_elementwise (map_C64 (op), count, op, side, result);
    default:
      return gr_launch_elementwise (map_C32 (op), count, op, side, result);
    }
}

#if GR_ON_CALL
void
gr_add_map_kernels (gr_kernel_list *list, int op, int type)
{
  for (int k = 0; k < GR_UNARY_COUNT; k++)
    {
      const gr_unary one = static_cast<gr_unary> (k);
      const bool takes_complex = gr_takes_complex (one);
      const bool has_complex = gr_result_of (one) == GR_RESULT_SAME && (takes_complex || one == GR_LGAMMA);
      const struct
      {
        gr_type type;
        gr_kernel_info *kernel;
      } all[] = { { GR_TYPE_F64, map_F64 (one).info },
                  { GR_TYPE_F32, map_F32 (one).info },
                  { GR_TYPE_C64, takes_complex ? map_C64 (one).info : nullptr },
                  { GR_TYPE_C32, takes_complex ? map_C32 (one).info : nullptr },
                  { GR_TYPE_F64, has_complex ? map_F64_to_complex (one).info : nullptr },
                  { GR_TYPE_F32, has_complex ? map_F32_to_complex (one).info : nullptr } };
      for (const auto &row : all)
        if (row.kernel && (op < 0 || op == k) && (type < 0 || type == row.type))
          gr_add_kernel (list, row.kernel);
    }
}
#endif

} // namespace
