/* SPDX-License-Identifier: GPL-3.0-or-later

   Copies by index, and conversion, on a device.  Before a copy, elements become words of up to 16 bytes if they are
   neighbours on both sides.  Compiled a second time for the host executor, as device.cu is.  */

#include "device/convert.cuh"
#include "device/copy.cuh"
#include "device/elements.cuh"
#include "op/of_request.cuh"
#include "plan/plan.h"

#include <algorithm>
#include <climits>

namespace GR_NAMESPACE
{

/* ---- launches ---- */

static bool
reads_along (const gr_copy_axis &axis)
{
  return (axis.from == 1 || axis.from == -1) && ! axis.from_list;
}
static bool
writes_along (const gr_copy_axis &axis)
{
  return axis.to == 1 && ! axis.to_list;
}

/* Can pairs of elements be copied as words of twice the size?  */
static bool
has_pairs (const gr_copy_plan &copy, size_t size, const void *to, const void *from)
{
  const gr_copy_axis &first = copy.axis[0];
  const uintptr_t addresses = reinterpret_cast<uintptr_t> (to) | reinterpret_cast<uintptr_t> (from);
  bool has = size < sizeof (uint4) && addresses % (2 * size) == 0 && first.from == 1 && ! first.from_list
          && writes_along (first) && first.count % 2 == 0;
  for (unsigned k = 1; k < copy.axes; k++)
    has = has && copy.axis[k].from % 2 == 0 && copy.axis[k].to % 2 == 0;
  return has;
}

/* Make words as large as they can be; returns their size.  */
static size_t
widen (gr_copy_plan *copy, size_t size, const void *to, const void *from)
{
  for (; copy->axes && has_pairs (*copy, size, to, from); size *= 2)
    {
      copy->axis[0].count /= 2;
      for (unsigned k = 1; k < copy->axes; k++)
        {
          copy->axis[k].from /= 2;
          copy->axis[k].to /= 2;
        }
      if (copy->axis[0].count == 1)
        std::copy (copy->axis + 1, copy->axis + copy->axes--, copy->axis);
    }
  return size;
}

/* Make axis k number `place`, which is before it.  */
static void
bring_forward (gr_copy_plan *copy, unsigned k, unsigned place)
{
  std::rotate (copy->axis + place, copy->axis + k, copy->axis + k + 1);
}

/* Are square tiles to be turned?  Brings the axis along which they are read to its place then.  If that axis is short,
   it comes first, since the neighbours that are read are then written close to each other.  */
static bool
is_turned (gr_copy_plan *copy)
{
  constexpr size_t LEAST = 16; /* indices that fill half of a tile */
  const gr_copy_axis &first = copy->axis[0];
  unsigned k = 1;
  if (! writes_along (first) || reads_along (first) || first.from == 0 || first.count < LEAST)
    return false;
  while (k < copy->axes && ! reads_along (copy->axis[k]))
    k++;
  if (k >= copy->axes)
    return false;
  const bool is_long = copy->axis[k].count >= LEAST;
  bring_forward (copy, k, is_long ? 1 : 0);
  return is_long;
}

template <class Word>
static gr_status
copy_words (gr_copy_plan copy, void *to, const void *from)
{
  const auto *const in = static_cast<const Word *> (from);
  auto *const out = static_cast<Word *> (to);
  size_t count = 1;
  for (unsigned k = 0; k < copy.axes; k++)
    count *= copy.axis[k].count;
  if (is_turned (&copy))
    {
      const size_t plane = copy.axis[0].count * copy.axis[1].count;
      const size_t tiles_0 = gr_ceil_div (copy.axis[0].count, gr_turned_tile<Word>::side);
      const size_t tiles_1 = gr_ceil_div (copy.axis[1].count, gr_turned_tile<Word>::side);
      return gr_launch_queued (GR_KERNEL_OF (COPY, gr_turn_kernel<Word>), count / plane * tiles_0 * tiles_1,
                               GR_COPY_THREADS, copy, tiles_0, tiles_1, in, out);
    }
  for (unsigned k = 0; k < copy.axes; k++)
    if (copy.axis[k].count < GR_COPY_TILE)
      copy.axis[k].reciprocal = gr_reciprocal (static_cast<unsigned> (copy.axis[k].count));
  return gr_launch_queued (GR_KERNEL_OF (COPY, gr_copy_kernel<Word>), gr_ceil_div (count, GR_COPY_TILE),
                           GR_COPY_THREADS, copy, count, in, out);
}

gr_status
gr_copy_axes (size_t size, size_t axes, const gr_axis *axis, void *to, const void *from)
{
  gr_copy_plan copy = {};
  copy.axes = static_cast<unsigned> (axes);
  for (size_t k = 0; k < axes; k++)
    copy.axis[k] = { axis[k].count, axis[k].from, axis[k].to, axis[k].from_list, axis[k].to_list, 0 };
  switch (widen (&copy, size, to, from))
    {
    case 1:
      return copy_words<uint8_t> (copy, to, from);
    case 2:
      return copy_words<uint16_t> (copy, to, from);
    case 4:
      return copy_words<uint32_t> (copy, to, from);
    case 8:
      return copy_words<uint64_t> (copy, to, from);
    default:
      return copy_words<uint4> (copy, to, from);
    }
}

/* ---- conversion ---- */

template <gr_type TYPE, class To>
static gr_status
convert_to (To *to, gr_type from_type, const void *from, size_t count)
{
  return gr_with_type (from_type, [&] (auto element) {
    typedef decltype (element) From;
    if constexpr (gr_is_complex<To>::value || ! gr_is_complex<From>::value)
      {
        constexpr size_t WIDTH = gr_convert_width<To, From>;
        const bool is_aligned = reinterpret_cast<uintptr_t> (to) % (WIDTH * sizeof (To)) == 0
                             && reinterpret_cast<uintptr_t> (from) % (WIDTH * sizeof (From)) == 0;
        return gr_launch_queued (GR_KERNEL_OF (CONVERT, gr_convert_kernel<TYPE, To, From>),
                                 gr_ceil_div (count, WIDTH * GR_CONVERT_THREADS * GR_CONVERT_VECTORS),
                                 GR_CONVERT_THREADS, static_cast<const From *> (from), to, count, is_aligned);
      }
    else
      return gr_fail (GR_UNSUPPORTED, "complex elements are not gr_converted to real ones");
  });
}

gr_status
gr_convert (gr_type to_type, void *to, gr_type from_type, const void *from, size_t count)
{
  switch (to_type)
    {
#define CONVERT_TO(_, ID, CTYPE, ...)                                                                                  \
  case GR_TYPE_##ID:                                                                                                   \
    return convert_to<GR_TYPE_##ID> (static_cast<CTYPE *> (to), from_type, from, count);
      GR_TYPES (CONVERT_TO, _)
    default:
      return gr_fail (GR_BAD_ARGUMENT, "there is no element type %d", static_cast<int> (to_type));
    }
}

} // namespace
