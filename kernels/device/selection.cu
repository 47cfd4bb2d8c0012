/* SPDX-License-Identifier: GPL-3.0-or-later

   Selection on a device.  Compiled a second time for the host executor, as device.cu is.  */

#include "device/elements.cuh"
#include "device/select.cuh"

namespace GR_NAMESPACE
{

/* Call f with a pointer to words of an element's size.  */
template <class F>
static gr_status
with_word (size_t size, F f)
{
  switch (size)
    {
    case 1:
      return f (static_cast<uint8_t *> (nullptr));
    case 2:
      return f (static_cast<uint16_t *> (nullptr));
    case 4:
      return f (static_cast<uint32_t *> (nullptr));
    case 8:
      return f (static_cast<uint64_t *> (nullptr));
    default:
      return f (static_cast<uint4 *> (nullptr));
    }
}

gr_status
gr_count_tiles (const unsigned char *mask, size_t count, double *counts)
{
  const size_t tiles = (count + GR_MASK_TILE - 1) / GR_MASK_TILE;
  return gr_launch_queued (GR_KERNEL_OF (SELECT, gr_count_tiles_kernel<double>),
                           (tiles + GR_SELECT_WARPS - 1) / GR_SELECT_WARPS, GR_SELECT_THREADS, mask, count, tiles,
                           counts);
}

gr_status
gr_select (const gr_tiled_mask *mask, size_t size, void *to, const void *from)
{
  if (! size)
    return gr_launch_queued (GR_KERNEL_OF (SELECT, gr_positions_kernel<double>), mask->tiles, GR_SELECT_THREADS, *mask,
                             static_cast<double *> (to));
  return with_word (size, [&] (auto *word) {
    typedef std::remove_pointer_t<decltype (word)> Word;
    return gr_launch_queued (GR_KERNEL_OF (SELECT, gr_select_kernel<Word>), mask->tiles, GR_SELECT_THREADS, *mask,
                             static_cast<Word *> (to), static_cast<const Word *> (from));
  });
}

gr_status
gr_put (const gr_tiled_mask *mask, size_t size, void *to, const void *from, bool is_scalar)
{
  return with_word (size, [&] (auto *word) {
    typedef std::remove_pointer_t<decltype (word)> Word;
    return gr_launch_queued (GR_KERNEL_OF (SELECT, gr_put_kernel<Word>), mask->tiles, GR_SELECT_THREADS, *mask,
                             static_cast<Word *> (to), static_cast<const Word *> (from), is_scalar);
  });
}

gr_status
gr_gather_places (const gr_gather_run *run)
{
  const gr_gathering &q = run->gathering;
  constexpr size_t ITEMS = GR_GATHER_THREADS * GR_GATHER_ITEMS;
  const size_t blocks = (q.inner * q.count * q.outer + ITEMS - 1) / ITEMS;
  return with_word (q.size, [&] (auto *word) {
    typedef std::remove_pointer_t<decltype (word)> Word;
    const auto launch = [&] (auto kernel) {
      return gr_launch_queued (kernel, blocks, GR_GATHER_THREADS, q, static_cast<const Word *> (run->from), run->places,
                               static_cast<Word *> (run->to), run->faulty);
    };
    return run->scatters ? launch (GR_KERNEL_OF (SELECT, gr_gather_places_kernel<Word, true>))
                         : launch (GR_KERNEL_OF (SELECT, gr_gather_places_kernel<Word, false>));
  });
}

} // namespace
