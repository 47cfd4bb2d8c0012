/* SPDX-License-Identifier: GPL-3.0-or-later

   Reduction of segments of any lengths.  A segment is cut into pieces from its own beginning, so that its bits depend
   on it alone.  A block takes the pieces that begin in its tile of items (ragged.cuh), whose elements are neighbours,
   and stages them in shared memory.  One thread, some or a warp fold a piece, by its length.  The totals of a segment's
   pieces are combined in order: at once if all of them begin in the tile; else by groups of pieces, by the warp that
   has the last ones of a group, and by the warp that finishes the last group.  */

#ifndef GR_REDUCE_RAGGED_CUH
#define GR_REDUCE_RAGGED_CUH

#include "auto/ragged.cuh"
#include "block/collectives.cuh"
#include "block/tile.cuh"

namespace GR_NAMESPACE
{

/* Items of a tile, and elements of a piece.  Sums of 2^28 singles on an H100, tiles of 4096 items and of 8192: segments
   of 64 0.60 and 0.53 ms, of 2^20 0.52 and 0.44, of 2^28 0.48 and 0.41.  */
template <class T> constexpr unsigned gr_ragged_tile = sizeof (T) <= 4 ? 8192 : 32768 / sizeof (T);
template <class T> constexpr unsigned gr_ragged_piece = gr_ragged_tile<T> / 8;
/* Blocks that a multiprocessor has at least: as many as their tiles have room, unless accumulators are large.  */
template <class Op> constexpr unsigned gr_ragged_blocks = sizeof (typename Op::Acc) <= 8 ? 5 : 3;
/* Pieces of a segment whose totals are combined first.  */
constexpr unsigned GR_RAGGED_GROUP = 1024;
/* The longest piece that one thread folds, that GR_RAGGED_FEW of them fold, and that GR_RAGGED_SOME do.  Segments of 64
   need 1.36 ms where warps fold them, and 0.60 with eight threads each.  */
constexpr unsigned GR_RAGGED_ALONE = 4;
constexpr unsigned GR_RAGGED_BY_FEW = 32, GR_RAGGED_FEW = 4, GR_RAGGED_BY_SOME = 128, GR_RAGGED_SOME = 8;

/* Totals of pieces of segments that have several.  Two of these pieces begin in the same window of a piece's items at
   most: the last piece of a segment, and the first one of a later segment.  So a piece's place is known from the item
   that it begins with.  Arrivals are zeros before the launch.  */
template <class Acc> struct gr_piece_totals
{
  Acc *totals;
  unsigned *arrivals, *group_arrivals; /* as many as totals: how many pieces of a group, and groups, are done */

  __device__ __forceinline__ size_t place (size_t item, unsigned piece, size_t number) const
  {
    return 2 * (item / piece) + (number == 0);
  }
};

/* A result for segments without elements.  */
struct gr_empty_result
{
  bool is_there;
  unsigned size; /* bytes */
  unsigned char bytes[16];

  template <class Op> __device__ void put (const Op &op, const gr_sink<Op> &sink, size_t segment) const
  {
    auto *const to = static_cast<unsigned char *> (sink.out) + segment * size;
    if (! is_there)
      gr_store (sink.out, segment, op.finish (op.identity ()), sink.type, gr_rounds_result<Op>);
    else
      for (unsigned i = 0; i < size; i++)
        to[i] = bytes[i];
    if (sink.index)
      sink.index[segment] = 0.0;
  }
};

inline gr_empty_result
gr_empty_result_of (gr_type type, const void *element)
{
  gr_empty_result empty = { element != nullptr, static_cast<unsigned> (gr_types[type].size), {} };
  if (element)
    memcpy (empty.bytes, element, empty.size);
  return empty;
}

template <class Op, class T> struct gr_ragged_arguments
{
  Op op;
  gr_source<Op, T> source;
  gr_sink<Op> sink;
  gr_ragged_segments segments;
  gr_empty_result empty;
  const size_t *first; /* [tiles + 1]: see gr_first_segments_kernel */
  gr_piece_totals<typename Op::Acc> pieces;
};

/* A segment with elements.  */
struct gr_ragged_segment
{
  size_t number, begin, len;
  __device__ __forceinline__ size_t item () const { return begin + number; }
};

/* Elements of 16 bytes, or one.  */
template <class T> constexpr unsigned gr_vector_count = sizeof (T) < 16 ? 16 / sizeof (T) : 1;

/* What a block knows of its tile.  */
template <class Acc, class T> struct gr_ragged_block
{
  static constexpr unsigned TILE = gr_ragged_tile<T>, PIECE = gr_ragged_piece<T>, COUNT = gr_vector_count<T>;
  /* pieces that begin in a tile and that some threads, or a warp, fold; a segment has an end beside its elements */
  static constexpr unsigned FOR_FEW = TILE / (GR_RAGGED_ALONE + 2) + 2, FOR_SOME = TILE / (GR_RAGGED_BY_FEW + 2) + 2,
                            FOR_WARPS = TILE / (GR_RAGGED_BY_SOME + 2) + TILE / PIECE + 2;
  /* Elements from the front, and from the back where segments begin: a tile with many of these has few elements.  */
  static constexpr unsigned ITEM = sizeof (T) > sizeof (unsigned short) ? sizeof (T) : sizeof (unsigned short);
  static constexpr unsigned BYTES
    = (TILE * ITEM + (PIECE + 2 * COUNT) * sizeof (T) + 2 * sizeof (unsigned short) + 15) / 16 * 16;
  static constexpr unsigned NUMBER_BITS = 16;
  static_assert (TILE < 1u << NUMBER_BITS, "a segment of a tile and the number of its piece there have 32 bits");

  /* segments with several pieces that are here */
  static constexpr unsigned LONG = TILE / PIECE + 3;

  alignas (16) unsigned char bytes[BYTES];
  Acc totals[FOR_WARPS]; /* of pieces in `warps` */
  unsigned warps[FOR_WARPS];
  unsigned short few[FOR_FEW], some[FOR_SOME];
  unsigned short of_long[LONG], total_of_long[LONG]; /* their numbers in the tile, and where their totals begin */
  unsigned fews, somes, wholes, longs;               /* how many of these there are */

  __device__ __forceinline__ T *staged () { return reinterpret_cast<T *> (bytes); }
  /* Where segment i of the tile, which is not its first one, begins, less the tile's first element.  */
  __device__ __forceinline__ unsigned short &begin (unsigned i)
  {
    return reinterpret_cast<unsigned short *> (bytes + BYTES)[-static_cast<int> (i)];
  }
};

/* A tile, as all of its threads know it.  */
template <class Block> struct gr_ragged_tile_of
{
  size_t item, end; /* its items */
  size_t segment,
    segments;           /* the first segment, and how many there are that have an item in it, or begin with its end */
  size_t element, stop; /* how many elements are before its first item, and before its end */
  size_t begin, last_begin, last_end; /* of the first segment, and of the last one */

  __device__ __forceinline__ gr_ragged_tile_of (const gr_ragged_segments &s, const size_t *first)
  {
    item = blockIdx.x * static_cast<size_t> (Block::TILE);
    end = min (item + Block::TILE, s.items ());
    segment = first[blockIdx.x];
    const size_t next = first[blockIdx.x + 1];
    segments = min (next + 1, s.count) - segment;
    element = item - segment;
    stop = end - next;
  }
  /* Load where these begin and end, of which there are some.  */
  __device__ __forceinline__ void look_at_ends (const gr_ragged_segments &s)
  {
    begin = s.begin (segment);
    last_begin = s.begin (segment + segments - 1);
    last_end = s.begin (segment + segments);
  }
  __device__ __forceinline__ gr_ragged_segment at (Block &block, unsigned i) const
  {
    const size_t from = i ? element + block.begin (i) : begin;
    return { segment + i, from, (i + 1 < segments ? element + block.begin (i + 1) : last_end) - from };
  }
  __device__ __forceinline__ gr_ragged_segment last () const
  {
    return { segment + segments - 1, last_begin, last_end - last_begin };
  }
  /* The first piece of a segment that begins in the tile, and the one behind the last of them.  */
  __device__ __forceinline__ size_t first_piece (const gr_ragged_segment &s) const
  {
    return s.item () >= item ? 0 : (item - s.item () + Block::PIECE - 1) / Block::PIECE;
  }
  __device__ __forceinline__ size_t end_piece (const gr_ragged_segment &s) const
  {
    const size_t all = (s.len + Block::PIECE - 1) / Block::PIECE;
    return s.item () >= end ? 0 : min ((end - s.item () + Block::PIECE - 1) / Block::PIECE, all);
  }
};

/* Stage elements [origin, to) behind the last multiple of 16 bytes, of which those before `from` were staged.  Returns
   where the first one is.  */
template <class T>
__device__ __forceinline__ unsigned
gr_stage_elements (const T *memory, size_t len, size_t origin, size_t from, size_t to, T *staged)
{
  constexpr unsigned COUNT = gr_vector_count<T>;
  typedef gr_vector<T, COUNT> Vector;
  const unsigned before = reinterpret_cast<uintptr_t> (memory + origin) % 16;
  const bool aligned = before % sizeof (T) == 0 && sizeof (Vector) == 16;
  const unsigned gap = aligned ? before / sizeof (T) : 0;
  const auto vectors
    = [&] (size_t end) { return end > origin ? (gap + static_cast<unsigned> (end - origin) + COUNT - 1) / COUNT : 0; };
  for (unsigned v = vectors (from) + threadIdx.x; v < vectors (to); v += GR_RAGGED_THREADS)
    {
      const ptrdiff_t at = static_cast<ptrdiff_t> (origin + v * COUNT) - static_cast<ptrdiff_t> (gap);
      if (aligned && at >= 0 && static_cast<size_t> (at) + COUNT <= len)
        gr_copy_vector (reinterpret_cast<Vector *> (staged + v * COUNT),
                        reinterpret_cast<const Vector *> (memory + at));
      else
        for (unsigned e = 0; e < COUNT; e++)
          {
            if (at + e >= 0 && static_cast<size_t> (at + e) < len)
              staged[v * COUNT + e] = memory[at + e];
          }
    }
  gr_cp_async_commit_group ();
  return gap;
}

/* Fold count elements, the first of which is at position `position` of its segment, by `share` neighbouring threads, a
   power of two; valid in the first of them.  They take elements in turn, which are in different banks; of an ordered
   operator each takes a run, of an odd number of elements for the same reason.  */
template <class Op, class T>
__device__ __forceinline__ typename Op::Acc
gr_fold_piece (const Op &op, const T *staged, size_t position, unsigned count, unsigned share)
{
  typedef gr_thread_accumulator<Op, gr_source<Op, T>> Serial;
  const unsigned number = threadIdx.x % share, run = share == 1 ? count : (count + share - 1) / share | 1;
  const unsigned begin = Op::ordered ? min (number * run, count) : min (number, count), by = Op::ordered ? 1 : share;
  const unsigned mine = Op::ordered ? min (run, count - begin) : (count - begin + share - 1) / share;
  Serial serial (op.identity ());
  if (mine)
    serial.center (static_cast<int> ((mine + 3) / 4), [&] (int j) { return staged[begin + j * by]; });
#pragma unroll 4
  for (unsigned j = 0; j < mine; j++)
    {
      serial.add (op, staged[begin + j * by], static_cast<int> (j), position + begin + j * by, j == 0);
    }
  const auto place = [&] (int j) { return position + begin + j * by; };
  return gr_combine_lanes (op, serial.get (op, place), share);
}

/* Combine `count` totals in order by a warp; at (i) is the place of number i.  Valid in the first lane.  */
template <class Op, class At>
__device__ typename Op::Acc
gr_combine_pieces (const Op &op, const typename Op::Acc *totals, size_t count, At at)
{
  const size_t run = (count + 31) / 32, begin = min (threadIdx.x % 32 * run, count), end = min (begin + run, count);
  typename Op::Acc acc = op.identity ();
  for (size_t i = begin; i < end; i++)
    {
      acc = op.combine (acc, totals[at (i)]);
    }
  return gr_combine_lanes (op, acc, 32);
}

/* A warp publishes a number of totals, of which each lane stores some: store (to) does that.  Returns whether all `of`
   of them have arrived by that.  */
template <class F>
__device__ __forceinline__ bool
gr_arrive (unsigned *arrivals, size_t number, size_t of, F store)
{
  unsigned before = 0;
  store ();
  __threadfence ();
  __syncwarp ();
  if (threadIdx.x % 32 == 0)
    before = atomicAdd (arrivals, static_cast<unsigned> (number));
  const bool last = __shfl_sync (0xffffffffu, before, 0) + number == of;
  if (last)
    __threadfence ();
  return last;
}

/* A warp has the totals of pieces [from, to) of a segment with several.  Combine what is complete by them; the result
   is valid in the first lane.  Returns whether it is that of the segment.  */
template <class Op, class T>
__device__ bool
gr_finish_pieces (const Op &op, const gr_ragged_arguments<Op, T> &a, const gr_ragged_segment &s,
                  const typename Op::Acc *totals, size_t from, size_t to, typename Op::Acc *result)
{
  constexpr unsigned PIECE = gr_ragged_piece<T>;
  const auto &p = a.pieces;
  const unsigned lane = threadIdx.x % 32;
  const auto place = [&] (size_t k) { return p.place (s.item () + k * PIECE, PIECE, k); };
  const size_t all = (s.len + PIECE - 1) / PIECE, groups = (all + GR_RAGGED_GROUP - 1) / GR_RAGGED_GROUP;
  if (from == 0 && to == all)
    {
      *result = gr_combine_pieces (op, totals, all, [] (size_t i) { return i; });
      return true;
    }
  for (size_t begin = from; begin < to;)
    {
      const size_t group = begin / GR_RAGGED_GROUP, first = group * GR_RAGGED_GROUP;
      const size_t end = min (to, first + GR_RAGGED_GROUP), in_group = min (all - first, size_t (GR_RAGGED_GROUP));
      const bool last = gr_arrive (p.arrivals + place (first), end - begin, in_group, [&] {
        for (size_t k = begin + lane; k < end; k += 32)
          p.totals[place (k)] = totals[k - from];
      });
      begin = end;
      if (! last)
        continue;
      *result = gr_combine_pieces (op, p.totals, in_group, [&] (size_t i) { return place (first + i); });
      if (groups == 1)
        return true;
      if (! gr_arrive (p.group_arrivals + place (0), 1, groups, [&] {
            if (! lane)
              p.totals[place (first)] = *result;
          }))
        continue;
      *result = gr_combine_pieces (op, p.totals, groups, [&] (size_t i) { return place (i * GR_RAGGED_GROUP); });
      return true;
    }
  return false;
}

template <class Op, class T>
__global__ void
__launch_bounds__ (GR_RAGGED_THREADS, gr_ragged_blocks<Op>)
  gr_reduce_ragged_kernel (const __grid_constant__ gr_ragged_arguments<Op, T> a)
{
  typedef typename Op::Acc Acc;
  typedef gr_ragged_block<Acc, T> Block;
  GR_DYNAMIC_SHARED (unsigned char, shared);
  Block &block = *reinterpret_cast<Block *> (shared);
  gr_ragged_tile_of<Block> tile (a.segments, a.first);
  const unsigned segments = static_cast<unsigned> (tile.segments);
  if (! segments)
    return;
  const unsigned gap
    = gr_stage_elements (a.source.in, a.segments.len, tile.element, tile.element, tile.stop, block.staged ());
  tile.look_at_ends (a.segments);
  if (threadIdx.x == 0)
    block.fews = block.somes = block.wholes = block.longs = 0;
  for (unsigned i = threadIdx.x + 1; i < segments; i += GR_RAGGED_THREADS)
    {
      block.begin (i) = static_cast<unsigned short> (a.segments.begin (tile.segment + i) - tile.element);
    }
  /* the rest of the last piece that begins here */
  const gr_ragged_segment last = tile.last ();
  const size_t rest = min (last.begin + tile.end_piece (last) * Block::PIECE, last.begin + last.len);
  if (rest > tile.stop)
    gr_stage_elements (a.source.in, a.segments.len, tile.element, tile.stop, rest, block.staged ());
  gr_cp_async_wait_group ();
  __syncthreads ();

  const auto op_of = [&] (const gr_ragged_segment &s) {
    return gr_on_segment (a.op, s.number, s.len, [&] (size_t k) { return a.source.in[s.begin + k]; });
  };
  const auto put = [&] (const Op &op, const Acc &acc, const gr_ragged_segment &s) {
    a.sink.put (op, acc, s.number, gr_segments{ 1, s.len, a.segments.count, false });
  };
  const auto staged_at = [&] (size_t element) { return block.staged () + gap + (element - tile.element); };
  for (unsigned i = threadIdx.x; i < segments; i += GR_RAGGED_THREADS)
    {
      const gr_ragged_segment s = tile.at (block, i);
      const bool begins = s.item () >= tile.item && s.item () < tile.end;
      if (s.len > GR_RAGGED_BY_SOME)
        {
          const size_t piece = tile.first_piece (s), end = tile.end_piece (s);
          if (piece >= end)
            continue;
          const unsigned pieces = static_cast<unsigned> (end - piece), entry = atomicAdd (&block.wholes, pieces);
          for (unsigned k = 0; k < pieces; k++)
            {
              block.warps[entry + k] = i | k << Block::NUMBER_BITS;
            }
          if (s.len > Block::PIECE)
            {
              const unsigned number = atomicAdd (&block.longs, 1u);
              block.of_long[number] = static_cast<unsigned short> (i);
              block.total_of_long[number] = static_cast<unsigned short> (entry);
            }
        }
      else if (begins && s.len > GR_RAGGED_BY_FEW)
        block.some[atomicAdd (&block.somes, 1u)] = static_cast<unsigned short> (i);
      else if (begins && s.len > GR_RAGGED_ALONE)
        block.few[atomicAdd (&block.fews, 1u)] = static_cast<unsigned short> (i);
      else if (begins && s.len)
        {
          const Op op = op_of (s);
          put (op, gr_fold_piece (op, staged_at (s.begin), 0, static_cast<unsigned> (s.len), 1), s);
        }
      else if (begins)
        a.empty.put (a.op, a.sink, s.number);
    }
  __syncthreads ();

  const auto fold_listed = [&] (const unsigned short *listed, unsigned count, auto threads) {
    constexpr unsigned SHARE = decltype (threads)::value;
    for (unsigned j = threadIdx.x / SHARE; j - threadIdx.x / SHARE < count; j += GR_RAGGED_THREADS / SHARE)
      {
        const bool mine = j < count;
        const gr_ragged_segment s = tile.at (block, listed[mine ? j : 0]);
        const Op op = op_of (s);
        const Acc acc = gr_fold_piece (op, staged_at (s.begin), 0, mine ? static_cast<unsigned> (s.len) : 0, SHARE);
        if (mine && threadIdx.x % SHARE == 0)
          put (op, acc, s);
      }
  };
  fold_listed (block.few, block.fews, std::integral_constant<unsigned, GR_RAGGED_FEW> ());
  fold_listed (block.some, block.somes, std::integral_constant<unsigned, GR_RAGGED_SOME> ());
  for (unsigned j = threadIdx.x / 32; j < block.wholes; j += GR_RAGGED_THREADS / 32)
    {
      const unsigned entry = block.warps[j];
      const gr_ragged_segment s = tile.at (block, entry & ((1u << Block::NUMBER_BITS) - 1));
      const size_t number = tile.first_piece (s) + (entry >> Block::NUMBER_BITS), position = number * Block::PIECE;
      const Op op = op_of (s);
      const unsigned count = static_cast<unsigned> (min (s.len - position, static_cast<size_t> (Block::PIECE)));
      const Acc acc = gr_fold_piece (op, staged_at (s.begin + position), position, count, 32);
      if (threadIdx.x % 32 == 0)
        {
          if (s.len > Block::PIECE)
            block.totals[j] = acc;
          else
            put (op, acc, s);
        }
    }
  if (! block.longs)
    return;
  __syncthreads ();
  for (unsigned j = threadIdx.x / 32; j < block.longs; j += GR_RAGGED_THREADS / 32)
    {
      const gr_ragged_segment s = tile.at (block, block.of_long[j]);
      const Op op = op_of (s);
      Acc acc;
      if (gr_finish_pieces (op, a, s, block.totals + block.total_of_long[j], tile.first_piece (s), tile.end_piece (s),
                            &acc)
          && threadIdx.x % 32 == 0)
        put (op, acc, s);
    }
}

/* Reduce segments of any lengths.  empty: an element of the result's type, or NULL.  */
template <class Op, class T>
gr_status
gr_reduce_ragged (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
                  const gr_ragged_segments &segments, const void *empty)
{
  typedef gr_ragged_block<typename Op::Acc, T> Block;
  const size_t items = segments.items (), tiles = gr_ceil_div (items, static_cast<size_t> (Block::TILE));
  const size_t places = 2 * (items / Block::PIECE + 1);
  size_t *first = nullptr;
  gr_piece_totals<typename Op::Acc> pieces = {};
  if (tiles > INT32_MAX)
    return gr_fail (GR_UNSUPPORTED, "segments of any lengths with %zu elements are too many for a device",
                    segments.len);
  GR_TRY (gr_scratch (context, tiles + 1, &first));
  GR_TRY (gr_scratch (context, places, &pieces.totals));
  GR_TRY (gr_scratch (context, 2 * places, &pieces.arrivals));
  pieces.group_arrivals = pieces.arrivals + places;
  GR_TRY (gr_set_bytes (context, pieces.arrivals, 0, 2 * places * sizeof *pieces.arrivals));
  GR_TRY (
    gr_launch_unrecorded (context, GR_KERNEL (gr_first_segments_kernel<size_t>),
                          static_cast<unsigned> (gr_ceil_div (tiles + 1, static_cast<size_t> (GR_RAGGED_THREADS))),
                          GR_RAGGED_THREADS, segments, Block::TILE, tiles, first));
  return gr_launch_recorded (
    context, GR_KERNEL (gr_reduce_ragged_kernel<Op, T>), static_cast<unsigned> (tiles), GR_RAGGED_THREADS,
    sizeof (Block),
    gr_ragged_arguments<Op, T>{ op, source, sink, segments, gr_empty_result_of (sink.type, empty), first, pieces });
}

} // namespace

#endif
