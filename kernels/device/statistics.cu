/* SPDX-License-Identifier: GPL-3.0-or-later

   Order statistics on a device: which kernels a shape goes to, and their launches.  Segments that are not contiguous
   are turned before.  Compiled a second time for the host executor, as device.cu is.  */

#include "device/order.cuh"
#include "op/of_request.cuh"

namespace GR_NAMESPACE
{

/* Are segments many enough to keep all multiprocessors busy with a block each, even if the last ones are few?  Short
   ones need not be as many: passes would have more counts than elements.  */
static bool
are_many (size_t segments, size_t len)
{
  return segments >= (len < 65536 ? GR_RANK_BLOCKS / 4 : GR_RANK_BLOCKS);
}

/* ---- a block for a segment ---- */

template <class T, unsigned THREADS, unsigned ITEMS>
static gr_status
launch_blocks (const gr_rank_arrays<T> &a)
{
  return gr_launch_shared (GR_KERNEL_OF (SORT, gr_rank_block_kernel<T, THREADS, ITEMS>), a.segments, THREADS,
                           sizeof (gr_rank_block_memory<T, THREADS>), a);
}

/* Launch the smallest block that holds a segment, or that reads it again and again if there are many.  *found: there is
   one.  */
template <class T>
static gr_status
search_in_blocks (const gr_rank_arrays<T> &a, bool *found)
{
  *found = true;
#define TRY_BLOCK(_, THREADS, ITEMS)                                                                                   \
  if constexpr (sizeof (T) == 8 || THREADS < 1024)                                                                     \
    if (a.len <= THREADS * ITEMS)                                                                                      \
      return launch_blocks<T, THREADS, ITEMS> (a);
  GR_BLOCK_SORTS (TRY_BLOCK, _)
#undef TRY_BLOCK
  if constexpr (sizeof (T) <= 4)
    if (a.len <= 512 * 32)
      return launch_blocks<T, 512, 32> (a);
  if (are_many (a.segments, a.len) && a.len <= UINT_MAX)
    return launch_blocks<T, 1024, 0> (a);
  *found = false;
  return GR_OK;
}

/* ---- long segments ---- */

/* Passes from the highest digit on.  The host waits for none of them: what they have found is in the states.  */
template <class T>
static gr_status
search_by_passes (const gr_rank_arrays<T> &a)
{
  constexpr unsigned WIDTH = 8 * sizeof (T);
  typedef gr_sort_bits<T> Bits;
  const size_t first = size_t (1) << GR_RANK_FIRST_BITS, later = a.count << GR_RANK_BITS;
  gr_rank_pass<T> p = {};
  gr_call_scratch scratch;
  p.stride = first > later ? first : later;
  p.capacity = a.len / 8;
  p.blocks = static_cast<unsigned> (gr_ceil_div (GR_RANK_BLOCKS, a.segments));
  const size_t tiles = gr_ceil_div (a.len, static_cast<size_t> (gr_rank_tile_length<T>));
  p.blocks = tiles < p.blocks ? static_cast<unsigned> (tiles) : p.blocks;
  GR_TRY (scratch.take (a.segments, &p.states));
  GR_TRY (scratch.take (a.segments * p.stride, &p.counts));
  if (WIDTH > GR_RANK_FIRST_BITS + GR_RANK_BITS)
    GR_TRY (scratch.take (a.segments * p.capacity, &p.candidates));
  GR_TRY (GR_CUDA (cudaMemsetAsync (p.states, 0, a.segments * sizeof *p.states, gr_current_runtime ().stream)));
  GR_TRY (
    GR_CUDA (cudaMemsetAsync (p.counts, 0, a.segments * p.stride * sizeof *p.counts, gr_current_runtime ().stream)));
  for (unsigned below = WIDTH; below; below = p.shift)
    {
      const unsigned most = below == WIDTH ? GR_RANK_FIRST_BITS : GR_RANK_BITS;
      p.bits = below < most ? below : most;
      p.shift = below - p.bits;
      p.determined = below == WIDTH ? 0 : static_cast<Bits> (~0ull << below);
      p.is_first = below == WIDTH;
      p.is_last = p.shift == 0;
      p.most = p.shift > GR_RANK_BITS ? p.capacity : 0;
      const size_t counters = (p.is_first ? 1 : a.count) << p.bits;
      GR_TRY (gr_launch_shared (GR_KERNEL_OF (SORT, gr_rank_pass_kernel<T>), a.segments * p.blocks, GR_RANK_THREADS,
                                counters * sizeof (unsigned), a, p));
      GR_TRY (gr_launch_queued (GR_KERNEL_OF (SORT, gr_rank_find_kernel<T>), a.segments, GR_RANK_FIND_THREADS, a, p));
    }
  return GR_OK;
}

/* ---- many ranks ---- */

template <class T>
static gr_status
search_sorted (const gr_statistics_run &run, const gr_rank_arrays<T> &a)
{
  gr_call_scratch scratch;
  gr_sort_bits<T> *sorted = nullptr;
  GR_TRY (scratch.take (a.segments * a.len, &sorted));
  const gr_sorting sorting = { run.statistics.type, false, 1, a.len, a.segments, GR_ALGORITHM_AUTO, 0 };
  const gr_sort_run sort = { sorting, a.from, sorted, nullptr, nullptr };
  GR_TRY (gr_sort_segments (&sort));
  return gr_launch_queued (GR_KERNEL_OF (SORT, gr_take_ranks_kernel<T>),
                           gr_ceil_div (a.segments * a.results, static_cast<size_t> (GR_RANK_THREADS)), GR_RANK_THREADS,
                           a, sorted);
}

/* ---- elements ---- */

/* Segments of elements of type E, which are `apart` from each other: by 1 unless they are counted.  */
template <class E>
static gr_status
search (const gr_statistics_run &run, const void *from, size_t apart)
{
  typedef gr_sorted_as<E> T;
  typedef gr_sort_bits<T> Bits;
  const gr_statistics &s = run.statistics;
  const gr_rank_arrays<T> a = { static_cast<const Bits *> (from),
                                run.ranks,
                                run.to,
                                run.numbers,
                                apart,
                                s.inner,
                                s.len,
                                s.inner * s.outer,
                                s.count,
                                s.asked == GR_RANKS ? s.count : 2 * s.count,
                                s.ranks_differ,
                                gr_order_of<E> (false),
                                s.asked,
                                s.method,
                                s.in_double };
  bool found = false;
  size_t most = 0;
  if (s.len <= GR_COUNTED_LEN)
    return gr_launch_queued (GR_KERNEL_OF (SORT, gr_rank_counting_kernel<T>),
                             gr_counting_blocks (apart, a.len, a.segments), GR_COUNTING_THREADS, a);
  GR_TRY (gr_most_shared (&most));
  /* the passes' counters, and what else they share */
  if (a.count > GR_MOST_RANKS || (a.count << GR_RANK_BITS) * sizeof (unsigned) + 1024 > most)
    return search_sorted (run, a);
  GR_TRY (search_in_blocks (a, &found));
  return found ? GR_OK : search_by_passes (a);
}

static gr_status
search_segments (const gr_statistics_run &run)
{
  const gr_statistics &s = run.statistics;
  const size_t size = gr_types[s.type].size;
  gr_call_scratch scratch;
  const size_t apart = s.len > 1 && gr_are_counted (s.inner, s.len) ? s.inner : 1;
  char *turned = nullptr;
  if (s.len > 1 && apart != s.inner)
    {
      GR_TRY (scratch.take (s.inner * s.len * s.outer * size, &turned));
      GR_TRY (gr_turn_array (size, s.inner, s.len, s.outer, run.from, turned));
    }
  return gr_with_type (s.type, [&] (auto element) {
    typedef decltype (element) E;
    if constexpr (gr_is_complex<E>::value)
      return gr_fail (GR_UNSUPPORTED, "complex numbers have no order statistics");
    else
      return search<E> (run, turned ? turned : run.from, apart);
  });
}

gr_status
gr_device_order_statistics (const gr_statistics_run *run)
{
  GR_TRY (gr_need_device ());
  const int device = gr_current_device ();
  gr_hold_pool (device, true); /* its memory is that of one call */
  const gr_status status = search_segments (*run);
  gr_hold_pool (device, false);
  gr_note_taken (device);
  return status;
}

} // namespace
