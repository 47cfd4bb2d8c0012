/* SPDX-License-Identifier: GPL-3.0-or-later

   Reduction of short segments.  A block stages a tile of whole segments in shared memory, so that memory is read
   in aligned 16-byte vectors wherever segments begin, and one thread or a few neighbours fold each segment from
   there.  Segments side by side are staged with their whole slab if that is small, else as rows of it.  */

#ifndef GR_REDUCE_SHORT_CUH
#define GR_REDUCE_SHORT_CUH

#include "runtime/context.cuh"
#include "op/segment.cuh"
#include "plan/plan.h"
#include "block/short_tile.cuh"

namespace GR_NAMESPACE
{

/* Elements of a thread's run.  */
template <class Op, class T>
constexpr unsigned gr_short_run = gr_short_run_rule (sizeof (T), sizeof (typename Op::Acc));

/* Packed elements that stand one behind the other in shared memory, put together from the words where they stand.  */
template <class T> struct gr_packed_elements
{
  static constexpr unsigned TOGETHER = sizeof (T) < 4 ? 4 / sizeof (T) : 1;
  const unsigned *word;
  unsigned shift, last;
  __device__ __forceinline__ gr_packed_elements (const void *staged, unsigned at)
    : word (static_cast<const unsigned *> (staged) + at / TOGETHER), shift (at % TOGETHER * 8 * sizeof (T)),
      last (*word)
  {}
  /* The next WORDS words.  Only the first `count` elements are there; the others become `padding`.  */
  template <unsigned WORDS>
  __device__ __forceinline__ void next (T (&x)[WORDS * TOGETHER], unsigned count = WORDS * TOGETHER,
                                        unsigned padding = 0)
  {
    unsigned packed[WORDS];
#pragma unroll
    for (unsigned i = 0; i < WORDS; i++)
      {
        const unsigned later = *++word, here = max (count, i * TOGETHER) - i * TOGETHER;
        const unsigned those = here >= TOGETHER ? 0xffffffffu : (1u << here * 8 * sizeof (T)) - 1;
        packed[i] = (__funnelshift_r (last, later, shift) & those) | (padding & ~those);
        last = later;
      }
    memcpy (x, packed, sizeof x);
  }
};
/* Take count elements from number `at` on, where the thread's first one is.  Up to GR_PACKED_BEYOND bytes behind
   them are read.  */
template <class T, class Serial, class Op, class Place>
__device__ __forceinline__ void
gr_add_packed (Serial &serial, const Op &op, const void *staged, unsigned at, unsigned count, Place place)
{
  typedef gr_packed_elements<T> Packed;
  constexpr unsigned WHOLE = 4 * Packed::TOGETHER, REST = 2 * Packed::TOGETHER;
  Packed elements (staged, at);
  unsigned j = 0;
#pragma unroll 1
  for (; count - j >= WHOLE; j += WHOLE)
    {
      T x[WHOLE];
      elements.template next<4> (x);
      gr_add_all (serial, op, x, static_cast<int> (j), place, j == 0);
    }
  const unsigned padding = gr_word_of (Serial::padding (op));
#pragma unroll 1
  for (; j < count; j += REST)
    {
      const unsigned left = min (count - j, REST);
      T x[REST];
      elements.template next<2> (x, left, padding);
      gr_add_all (serial, op, x, static_cast<int> (j), place, j == 0, static_cast<int> (left));
    }
}

/* share: threads of a segment, a power of two, all in one warp.  most_turn: the swizzle of the tile's runs
   (gr_vector_layout).  once: as in gr_stage_short.  */
template <class Op, class T, unsigned RUN>
__global__
__launch_bounds__ (GR_SHORT_THREADS,
                   sizeof (typename Op::Acc) <= 16 || gr_thread_accumulator<Op, gr_source<Op, T>>::by_segment
                     ? 6
                     : 4) void gr_reduce_short_kernel (Op general, gr_source<Op, T> source, gr_sink<Op> sink,
                                                       gr_segments segments, gr_short_plan plan, unsigned share,
                                                       unsigned most_turn, bool once)
{
  typedef gr_thread_accumulator<Op, gr_source<Op, T>> Serial;
  typedef gr_vector_layout<T, RUN> Layout;
  constexpr unsigned COUNT = Layout::COUNT;
  constexpr bool IN_ORDER = Layout::FULL && sizeof (T) <= 4; /* elements stand one behind the other, unless swizzled */
  [[maybe_unused]] static constexpr int UNROLL = ! Serial::is_cheap                                ? 1
                                               : sizeof (T) == 2 || sizeof (typename Op::Acc) > 16 ? 4
                                                                                                   : 8;
  GR_DYNAMIC_SHARED (unsigned char, shared);
  auto *const staged = reinterpret_cast<typename Layout::Vector *> (shared);

  const unsigned len = static_cast<unsigned> (segments.len);
  const gr_short_tile tile = gr_stage_short<T, RUN> (source.in, staged, segments, plan, most_turn, once);

  /* where every segment begins with a vector, whole vectors are read */
  const bool whole = COUNT > 1 && segments.inner == 1 && len % COUNT == 0 && tile.gap % COUNT == 0;
  /* packed elements of neighbouring threads are an odd number of words apart, so that the threads use different
     banks */
  const bool packed = Serial::pads && ! whole && ! most_turn && segments.inner == 1;
  constexpr unsigned TOGETHER = gr_packed_elements<T>::TOGETHER;
  const unsigned part = (len + share - 1) / share;
  const unsigned step = whole               ? (part + COUNT - 1) / COUNT * COUNT
                      : packed && share > 1 ? ((part + TOGETHER - 1) / TOGETHER | 1) * TOGETHER
                                            : part;
  /* where segments are not contiguous, threads interleave, so that they use different banks */
  const bool runs = Op::ordered || segments.inner == 1;
  const unsigned number = threadIdx.x % share, by = runs ? 1 : share, begin = runs ? min (number * step, len) : number;
  const unsigned count = runs ? min (step, len - begin) : (len - begin + share - 1) / share;
  [[maybe_unused]] double of_one = 0.0; /* the elements that the center of a segment is the mean of */
  if constexpr (Serial::by_segment)
    of_one = 1.0 / gr_shuffle_from (gr_combine_lanes (gr_sum{ 1.0 }, (count + 3) / 4, share), 0, share);
  for (unsigned l = threadIdx.x / share; l - threadIdx.x / share < tile.here; l += GR_SHORT_THREADS / share)
    {
      const bool mine = l < tile.here;
      const unsigned segment = mine ? l : 0;
      const unsigned at = tile.at (segment);
      const auto staged_at
        = [&] (unsigned e) { return staged[Layout::slot (e / COUNT, most_turn)].element[e % COUNT]; };
      const auto element = [&] (size_t k) { return staged_at (at + static_cast<unsigned> (k) * plan.pitch); };
      const unsigned from = at + begin * plan.pitch, distance = by * plan.pitch;
      const auto place = [&] (int j) { return static_cast<size_t> (begin + j * by); };
      const auto of_share = [&] (int j) { return staged_at (from + j * distance); };
      const Op op = Serial::by_segment ? general : gr_on_segment (general, tile.first_segment + segment, len, element);
      Serial serial (op.identity ());
      if constexpr (Serial::by_segment)
        {
          const T one = element (0);
          auto away = serial.away (one, (count + 3) / 4, of_share);
          if (share > 1)
            away = gr_shuffle_from (gr_combine_lanes (typename Serial::Sums (), away, share), 0, share);
          serial.center_at (one, away, of_one);
        }
      else if (count)
        serial.center ((count + 3) / 4, of_share);
      if (whole)
        {
#pragma unroll UNROLL
          for (unsigned j = 0; j < count; j += COUNT)
            {
              const auto vector = gr_load_vector (&staged[Layout::slot ((at + begin + j) / COUNT, most_turn)]);
              gr_add_all (serial, op, vector.element, j, place, j == 0);
            }
        }
      else if (packed)
        {
          if constexpr (Serial::pads)
            gr_add_packed<T> (serial, op, shared, from, count, place);
        }
      else
        gr_with_flag (distance == 1, [&] (auto adjacent) {
          /* Contiguous segments need no multiplication for an element, and segments without a swizzle need no
             vector's place.  That matters for small elements only (tuning: short-places).  */
          const unsigned apart = adjacent ? 1 : distance, next = adjacent ? 1 : by;
          const auto fold = [&] (auto at_number) {
#pragma unroll UNROLL
            for (unsigned j = 0; j < count; j++)
              serial.add (op, at_number (j * apart), j, begin + j * next, j == 0);
          };
          const T *const elements = reinterpret_cast<const T *> (shared) + from;
          if (IN_ORDER && (! adjacent || ! most_turn))
            fold ([&] (unsigned i) { return elements[i]; });
          else
            fold ([&] (unsigned i) { return staged_at (from + i); });
        });
      typename Op::Acc acc;
      if constexpr (Serial::by_segment)
        acc = serial.of_segment (op, gr_combine_lanes (typename Serial::Sums (), serial.sums (), share));
      else
        acc = gr_combine_lanes (op, serial.get (op, place), share);
      if (mine && threadIdx.x % share == 0)
        sink.put (op, acc, tile.first_segment + l, segments);
    }
}

/* Reduce short segments.  */
template <class Op, class T>
gr_status
gr_reduce_short (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
                 const gr_segments &segments, const gr_plan &plan)
{
  const gr_short_plan &tile = plan.of.tile;
  return gr_launch_recorded (context, GR_KERNEL (gr_reduce_short_kernel<Op, T, gr_short_run<Op, T>>),
                             static_cast<unsigned> (plan.grid), plan.block, plan.shared, gr_expect (op, segments.len),
                             source, sink, segments, tile, tile.share, tile.swizzle, tile.once);
}

} // namespace

#endif
