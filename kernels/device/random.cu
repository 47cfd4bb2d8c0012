/* SPDX-License-Identifier: GPL-3.0-or-later

   Random numbers on a device.  Compiled a second time for the host executor, as device.cu is.  */

#include "device/elements.cuh"
#include "device/random.cuh"

namespace GR_NAMESPACE
{

template <class Kind>
static gr_status
fill (const gr_numbers *numbers, void *out, size_t count)
{
  typedef typename Kind::Number Number;
  constexpr size_t TILE = static_cast<size_t> (GR_RANDOM_TURNS) * gr_numbers_stored<Number> * GR_RANDOM_THREADS;
  return gr_launch_queued (GR_KERNEL_OF (RANDOM, gr_random_kernel<Kind>), (count + TILE - 1) / TILE, GR_RANDOM_THREADS,
                           *numbers, static_cast<Number *> (out), count, reinterpret_cast<uintptr_t> (out) % 16 == 0);
}

template <class T>
static gr_status
fill_integers (const gr_numbers *numbers, void *out, size_t count)
{
  return numbers->range.narrow ? fill<gr_random_integers<T, true>> (numbers, out, count)
                               : fill<gr_random_integers<T, false>> (numbers, out, count);
}

static gr_status
fill_integers_of_type (const gr_numbers *numbers, void *out, size_t count)
{
  switch (numbers->type)
    {
    case GR_TYPE_F64:
      return fill_integers<double> (numbers, out, count);
    case GR_TYPE_F32:
      return fill_integers<float> (numbers, out, count);
    default:
      break;
    }
  switch (gr_types[numbers->type].size)
    {
    case 1:
      return fill_integers<uint8_t> (numbers, out, count);
    case 2:
      return fill_integers<uint16_t> (numbers, out, count);
    case 4:
      return fill_integers<uint32_t> (numbers, out, count);
    default:
      return fill_integers<uint64_t> (numbers, out, count);
    }
}

gr_status
gr_fill_numbers (const gr_numbers *numbers, void *out, size_t count)
{
  const bool single = numbers->type == GR_TYPE_F32;
  switch (numbers->distribution)
    {
    case GR_UNIFORM:
      return single ? fill<gr_uniform_singles> (numbers, out, count) : fill<gr_uniform_doubles> (numbers, out, count);
    case GR_NORMAL:
      return single ? fill<gr_normal_singles> (numbers, out, count) : fill<gr_normal_doubles> (numbers, out, count);
    default:
      return fill_integers_of_type (numbers, out, count);
    }
}

} // namespace
