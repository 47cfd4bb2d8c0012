/* SPDX-License-Identifier: GPL-3.0-or-later

   The reduction behind `auto`: one launch for every shape, as plan.h says.  Short segments are staged
   (reduce_short.cuh).  Of segments side by side a thread loads aligned vectors, wherever segments begin
   (gr_reduce_across_kernel).  All others go to gr_reduce_kernel.  There each thread folds its share of a chunk
   batch by batch, with all loads of a batch in flight before the first use, 16 bytes each where segments are
   contiguous.

   The threads of a segment are combined in index order.  Where segments are cut into chunks, the last block to
   finish combines the chunks' totals, in index order too.  So the tree depends on the shape alone, and the bits
   are the same every time.  */

#ifndef GR_REDUCE_CUH
#define GR_REDUCE_CUH

#include "block/collectives.cuh"
#include "block/vector.cuh"
#include "runtime/context.cuh"
#include "op/segment.cuh"
#include "plan/plan.h"
#include "auto/mapped.cuh"
#include "auto/plan_segments.cuh"
#include "auto/reduce_short.cuh"

namespace GR_NAMESPACE
{

/* ---- the kernel ---- */

/* 0, since blocks have no depth; the compiler does not know that.  */
__device__ __forceinline__ int
gr_unknown_zero ()
{
  return static_cast<int> (threadIdx.z);
}

/* A vector of small elements, as words.  The compiler would load a struct of bytes byte by byte where the load is
   conditional.  */
template <int BYTES> struct alignas (BYTES) gr_packed_vector
{
  unsigned word[BYTES / 4];
};
template <class T, int WIDTH, int SEGMENTS>
using gr_loaded_vector
  = std::conditional_t<SEGMENTS != 1 && sizeof (T) < 4, gr_packed_vector<static_cast<int> (sizeof (T)) * WIDTH>,
                       gr_vector<T, WIDTH>>;

/* Copy COUNT elements from number `first` on within registers.  Small ones go as words.  Others go one by one,
   since nvcc 13.0 loses some complex singles that memcpy moves in pairs.  */
template <int COUNT, class T, class Loaded>
__device__ __forceinline__ void
gr_copy_elements (T *to, const Loaded &from, int first)
{
  if constexpr (sizeof (T) < 4)
    memcpy (to, reinterpret_cast<const char *> (&from) + first * sizeof (T), COUNT * sizeof (T));
  else
#pragma unroll
    for (int i = 0; i < COUNT; i++)
      to[i] = from.element[first + i];
}

/* The elements of each segment, in order, from vectors that hold elements of SEGMENTS segments in turn.  */
template <int SEGMENTS, class T, int WIDTH, int BATCH>
__device__ __forceinline__ void
gr_by_segment (const gr_vector<T, WIDTH> (&loaded)[BATCH], T (&x)[SEGMENTS][WIDTH / SEGMENTS * BATCH])
{
  constexpr int SHARE = WIDTH / SEGMENTS;
#pragma unroll
  for (int v = 0; v < SEGMENTS; v++)
#pragma unroll
    for (int j = 0; j < BATCH; j++)
      gr_copy_elements<SHARE> (&x[v][j * SHARE], loaded[j], v * SHARE);
}
/* The same for packed elements, by byte permutations: two for each word, where single elements would take three.  */
template <int SEGMENTS, class T, int BYTES, int BATCH>
__device__ __forceinline__ void
gr_by_segment (const gr_packed_vector<BYTES> (&loaded)[BATCH], T (&x)[SEGMENTS][BATCH])
{
  constexpr int TOGETHER = 4 / sizeof (T);
#pragma unroll
  for (int w = 0; w < BYTES / 4; w++)
#pragma unroll
    for (int j = 0; j < BATCH; j += TOGETHER)
      {
        unsigned of_segment[TOGETHER];
        if constexpr (TOGETHER == 4)
          {
            const unsigned first = loaded[j].word[w], second = loaded[j + 1].word[w];
            const unsigned third = loaded[j + 2].word[w], last = loaded[j + 3].word[w];
            const unsigned low[] = { __byte_perm (first, second, 0x5140), __byte_perm (third, last, 0x5140) };
            const unsigned high[] = { __byte_perm (first, second, 0x7362), __byte_perm (third, last, 0x7362) };
            of_segment[0] = __byte_perm (low[0], low[1], 0x5410);
            of_segment[1] = __byte_perm (low[0], low[1], 0x7632);
            of_segment[2] = __byte_perm (high[0], high[1], 0x5410);
            of_segment[3] = __byte_perm (high[0], high[1], 0x7632);
          }
        else
          {
            of_segment[0] = __byte_perm (loaded[j].word[w], loaded[j + 1].word[w], 0x5410);
            of_segment[1] = __byte_perm (loaded[j].word[w], loaded[j + 1].word[w], 0x7632);
          }
#pragma unroll
        for (int v = 0; v < TOGETHER; v++)
          memcpy (&x[w * TOGETHER + v][j], &of_segment[v], sizeof of_segment[v]);
      }
}

/* A batch of vectors from p on, stride elements apart, with all loads in flight before the first use; p moves on.  */
template <class Source, class Vector, int BATCH>
__device__ __forceinline__ void
gr_load_batch (typename Source::Cursor &p, ptrdiff_t stride, Vector (&to)[BATCH])
{
  if constexpr (std::is_pointer<typename Source::Cursor>::value)
#pragma unroll
    for (int j = 0; j < BATCH; j++, p += stride)
      to[j] = gr_load_vector (reinterpret_cast<const Vector *> (p));
  else
    {
      gr_load_mapped<Source> (p, stride, BATCH, to);
      p += BATCH * stride;
    }
}
/* The same of fewer vectors, unrolled as well, since short segments have nothing else.  Zeros where nothing is loaded
   take fewer registers than undefined values.  */
template <class Source, class Vector, int BATCH>
__device__ __forceinline__ void
gr_load_last (const typename Source::Cursor &p, ptrdiff_t stride, int left, Vector (&to)[BATCH])
{
  if constexpr (std::is_pointer<typename Source::Cursor>::value)
    {
#pragma unroll
      for (int j = 0; j < BATCH; j++)
        to[j] = Vector ();
#pragma unroll
      for (int j = 0; j < BATCH - 1; j++)
        if (j < left)
          to[j] = gr_load_vector (reinterpret_cast<const Vector *> (p + j * stride));
    }
  else
    gr_load_mapped<Source> (p, stride, left, to);
}

/* Fold count vectors from p on, stride elements apart, each with elements of SEGMENTS segments in turn.  The first
   elements of segment v are at positions begin (v), begin (v) + step, and on.  */
template <int WIDTH, int SEGMENTS, class Op, class Source, class Begin>
__device__ __forceinline__ void
gr_fold (const Op &op, typename Op::Acc (&acc)[SEGMENTS], typename Source::Cursor p, ptrdiff_t stride, Begin begin,
         size_t step, size_t count)
{
  typedef typename Source::Element Element;
  typedef gr_loaded_vector<Element, WIDTH, SEGMENTS> Vector;
  typedef gr_thread_accumulator<Op, typename Source::Plain> Serial;
  /* loads in flight: 1024 threads on a multiprocessor with four loads of 16 bytes have more bytes under way than
     the device needs (tuning: reduce-loads) */
  constexpr bool FEW_THREADS = sizeof (typename Op::Acc) > 16; /* large accumulators leave registers for few
                                                                  threads */
  constexpr int BATCH = SEGMENTS > 1                         ? (sizeof (Vector) < 8 ? 16 : 8)
                      : WIDTH > 8                            ? 2
                      : WIDTH > 1                            ? 4
                      : FEW_THREADS && sizeof (Element) <= 4 ? 12
                                                             : 8;
  constexpr int SHARE = WIDTH / SEGMENTS; /* elements of one segment in a vector */
  /* the elements of a first batch whose mean the moments are about (tuning: var-sample) */
  constexpr int SAMPLE = BATCH * SHARE / (std::is_same<Element, double>::value ? 1 : 4);
  for (size_t k = 0; count;)
    {
      constexpr size_t MOST = static_cast<size_t> (BATCH) * Serial::most_batches;
      const int here = static_cast<int> (min (count, MOST));
      const auto place_in
        = [=] (int v) { return [=] (int j) { return begin (v) + k + j / SHARE * step + j % SHARE; }; };
      Serial serial[SEGMENTS];
#pragma unroll
      for (int v = 0; v < SEGMENTS; v++)
        serial[v] = Serial (op.identity ());
      int done = 0;
#pragma unroll 1
      for (; here - done >= BATCH; done += BATCH)
        {
          Vector loaded[BATCH];
          gr_load_batch<Source> (p, stride, loaded);
          Element x[SEGMENTS][BATCH * SHARE];
          gr_by_segment (loaded, x);
#pragma unroll
          for (int v = 0; v < SEGMENTS; v++)
            {
              if (done == 0)
                serial[v].center (SAMPLE, [&] (int j) { return x[v][j]; });
              gr_add_all (serial[v], op, x[v], done * SHARE, place_in (v), done == 0);
            }
        }
      const int left = here - done;
      Vector loaded[BATCH];
      gr_load_last<Source> (p, stride, left, loaded);
      /* with the same count, the compiler would move each load to its use and wait for each of them
         (tuning: reduce-tail) */
      const int come = left + gr_unknown_zero ();
      if constexpr (SEGMENTS > 1 && Serial::pads)
        {
          /* the last batch is padded: adding its elements one by one would take too many registers */
          Vector padding;
#pragma unroll
          for (unsigned &word : padding.word)
            word = gr_word_of (Serial::padding (op));
#pragma unroll
          for (int j = 0; j < BATCH; j++)
            loaded[j] = j < come ? loaded[j] : padding;
          Element x[SEGMENTS][BATCH];
          gr_by_segment (loaded, x);
          if (left)
            {
#pragma unroll
              for (int v = 0; v < SEGMENTS; v++)
                gr_add_all (serial[v], op, x[v], done, place_in (v), done == 0, left);
            }
        }
      else
        {
#pragma unroll
          for (int j = 0; j < BATCH - 1; j++)
            if (j < come)
#pragma unroll
              for (int v = 0; v < SEGMENTS; v++)
                {
                  Element x[SHARE];
                  gr_copy_elements<SHARE> (x, loaded[j], v * SHARE);
                  if (done + j == 0)
                    serial[v].center (SHARE, [&] (int e) { return x[e]; });
                  gr_add_all (serial[v], op, x, (done + j) * SHARE, place_in (v), done + j == 0);
                }
        }
#pragma unroll
      for (int v = 0; v < SEGMENTS; v++)
        acc[v] = op.combine (acc[v], serial[v].get (op, place_in (v)));
      k += here * step;
      count -= here;
    }
}

/* Steps of a block's height from first to last.  */
__device__ __forceinline__ size_t
gr_steps (size_t first, size_t last, const gr_place_in_block &p)
{
  return first < last ? (last - first + p.height - 1) >> p.log_height () : 0;
}

/* This thread's share of positions [begin, end) of a segment: interleaved with the
   other threads of the segment, or, for an ordered operator, a run.  */
template <class Op, class Source>
__device__ __forceinline__ typename Op::Acc
gr_fold_share (const Op &general, const Source &source, const gr_segments &segments, size_t segment, size_t begin,
               size_t end, const gr_place_in_block &p)
{
  const Op op = source.on_segment (general, segments, segment);
  const auto from = [] (size_t k) { return [=] (int) { return k; }; };
  typedef typename Source::Element Element;
  constexpr int WIDTH = Source::vector;
  typename Op::Acc acc[1] = { op.identity () };
  if constexpr (Op::ordered)
    {
      const size_t run = gr_steps (begin, end, p), first = begin + p.y * run;
      if (first < end)
        gr_fold<1, 1, Op, Source> (op, acc, source.cursor (segments.offset (segment, first)), segments.stride (),
                                   from (first), 1, min (run, end - first));
    }
  else if (WIDTH > 1 && segments.inner == 1)
    {
      /* elements before the first 16-byte boundary and after the last one are loaded one by one; a thread takes
         its elements in ascending order */
      const typename Source::Cursor origin = source.cursor (segments.offset (segment, begin));
      const size_t gap = (16 - Source::misalignment (origin)) % 16 / sizeof (Element);
      const size_t body = min (begin + gap, end), vectors = (end - body) / WIDTH, tail = body + vectors * WIDTH;
      for (size_t k = begin + p.y; k < body; k += p.height)
        acc[0] = op.combine (acc[0], Source::convert (op, origin[k - begin], k));
      gr_fold<WIDTH, 1, Op, Source> (op, acc, origin + (body - begin) + p.y * WIDTH,
                                     static_cast<ptrdiff_t> (p.height) * WIDTH, from (body + p.y * WIDTH),
                                     static_cast<size_t> (p.height) * WIDTH, gr_steps (p.y, vectors, p));
      for (size_t k = tail + p.y; k < end; k += p.height)
        acc[0] = op.combine (acc[0], Source::convert (op, origin[k - begin], k));
    }
  else
    {
      const size_t first = begin + p.y;
      if (first < end)
        gr_fold<1, 1, Op, Source> (op, acc, source.cursor (segments.offset (segment, first)),
                                   segments.stride () * static_cast<ptrdiff_t> (p.height), from (first), p.height,
                                   gr_steps (first, end, p));
    }
  return acc[0];
}

/* This thread's share of the totals of `count` chunks of a segment, stride apart: a run of them, so that ordered
   operators work too.  */
template <class Op>
__device__ __forceinline__ typename Op::Acc
gr_share_of_chunks (const Op &op, const typename Op::Acc *totals, size_t stride, size_t chunks,
                    const gr_place_in_block &p)
{
  typename Op::Acc acc = op.identity ();
  const size_t run = gr_steps (0, chunks, p), first = p.y * run, last = min (first + run, chunks);
#pragma unroll 4
  for (size_t c = first; c < last; c++)
    acc = op.combine (acc, totals[stride * c]);
  return acc;
}

/* Is this block the last of a group to come here?  Then it may read what the others wrote before they came:
   barriers pass on what one thread releases and acquires.  All threads of the block call.  */
__device__ __forceinline__ bool
gr_is_last (unsigned *counter, size_t blocks, bool *shared)
{
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      const unsigned last = static_cast<unsigned> (blocks) - 1;
      *shared = gr_atom_acq_rel_inc (counter, last) == last;
    }
  __syncthreads ();
  return *shared;
}

/* Which segments of which chunk a work item is.  */
struct gr_work_item
{
  bool whole; /* all of its segments */
  size_t chunk, group;
  __device__ __forceinline__ gr_work_item (const gr_reduce_plan &plan, size_t item)
    : whole (plan.chunks == 1 || item < plan.whole),
      chunk (whole              ? 0
             : plan.groups == 1 ? item - plan.whole
                                : gr_divide (item - plan.whole, plan.groups)),
      group (item - chunk * plan.groups)
  {}
};

/* totals, [segments, chunks], and one zero counter for each group of segments: both for segments that are cut, and
   needed only if the plan has several chunks.  A counter that reaches the number of chunks becomes zero again.  */
template <class Op, class Source>
__global__ __launch_bounds__ (256, gr_reduce_blocks_rule (sizeof (typename Op::Acc))) void gr_reduce_kernel (
  Op op, Source source, gr_sink<Op> sink, typename Op::Acc *totals, unsigned *counters, gr_segments segments,
  gr_reduce_plan plan)
{
  typedef typename Op::Acc Acc;
  GR_DYNAMIC_SHARED (Acc, shared);
  __shared__ bool is_last;
  gr_place_in_block p (threadIdx.x, plan.x, plan.y, plan.along);
  for (size_t item = plan.first + blockIdx.x; item < plan.items; item += gridDim.x)
    {
      gr_work_item work (plan, item);
      size_t segment = work.group * plan.x + p.x;
      const size_t begin = work.chunk * plan.chunk;
      Acc acc = op.identity ();
      if (segment < segments.count)
        acc = gr_fold_share (op, source, segments, segment, begin,
                             work.whole ? segments.len : min (begin + plan.chunk, segments.len), p);
      if constexpr (sizeof (Acc) > 8)
        {
          /* recomputed, since large accumulators leave no registers to keep these */
          p = gr_place_in_block (gr_opaque_copy (threadIdx.x), plan.x, plan.y, plan.along);
          work = gr_work_item (plan, gr_opaque_copy (item));
          segment = work.group * plan.x + p.x;
        }
      const bool first = segment < segments.count && p.y == 0;
      acc = gr_combine_segments (op, acc, shared, p);
      if (work.whole)
        {
          if (first)
            sink.put (op, acc, segment, segments);
          continue;
        }
      const size_t uncut = plan.whole * plan.x, cut = segments.count - uncut;
      if (first)
        totals[segment - uncut + cut * work.chunk] = acc;
      if (plan.keeps_totals)
        continue;
      if (! gr_is_last (&counters[work.group - plan.whole], plan.chunks, &is_last))
        continue;
      acc = gr_share_of_chunks (op, totals + segment - uncut, cut, segment < segments.count ? plan.chunks : 0, p);
      acc = gr_combine_segments (op, acc, shared, p);
      if (first)
        sink.put (op, acc, segment, segments);
    }
}

/* Combine `rows` rows of `width` accumulators, one behind the other, into the first row.  All threads of the block
   call.  */
template <class Op>
__device__ __forceinline__ void
gr_combine_rows (const Op &op, typename Op::Acc *shared, unsigned width, unsigned rows)
{
  __syncthreads ();
  for (unsigned half; rows > 1; rows = half)
    {
      half = (rows + 1) / 2;
      for (unsigned i = threadIdx.x; i < (rows - half) * width; i += blockDim.x)
        shared[i] = op.combine (shared[i], shared[i + half * width]);
      __syncthreads ();
    }
}

/* Of chunks that are `distance` apart, the set of up to `members` that chunk number `chunk` is in.  */
struct gr_set_of_totals
{
  size_t all, number, sets, from, count; /* all: chunks from one set to the next; from: the set's first chunk */
  __device__ __forceinline__ gr_set_of_totals (size_t chunk, size_t distance, size_t members, size_t chunks)
    : all (distance * members), number (chunk / all), sets ((chunks + all - 1) / all), from (number * all),
      count (min (members, (chunks - from + distance - 1) / distance))
  {}
};
/* Combine `count` totals of each of `here` neighbouring segments, which are `distance` apart, into the first row of
   shared.  All threads of the block call.  */
template <class Op>
__device__ __forceinline__ void
gr_combine_totals (const Op &op, const typename Op::Acc *totals, size_t distance, size_t count,
                   typename Op::Acc *shared, unsigned here)
{
  typedef typename Op::Acc Acc;
  const unsigned parts = max (blockDim.x / here, 1u);
  for (unsigned i = threadIdx.x; i < parts * here; i += blockDim.x)
    {
      Acc total = op.identity ();
      const Acc *const of_segment = totals + i % here;
      /* several at a time, which do not wait for each other */
      constexpr int BATCH = sizeof (Acc) > 16 ? 4 : 8;
      for (size_t c = i / here; c < count; c += BATCH * parts)
        {
          Acc loaded[BATCH];
#pragma unroll
          for (int j = 0; j < BATCH; j++)
            loaded[j] = c + j * parts < count ? of_segment[distance * (c + j * parts)] : op.identity ();
#pragma unroll
          for (int j = 0; j < BATCH; j++)
            total = op.combine (total, loaded[j]);
        }
      shared[i] = total;
    }
  gr_combine_rows (op, shared, here, parts);
}

/* Where a thread of gr_reduce_across_kernel is in a work item.  */
template <int SEGMENTS> struct gr_place_across : gr_work_item
{
  size_t slab, segment; /* first segment of the group */
  size_t begin;         /* first element of the chunk */
  unsigned y, here;     /* here: segments of the group */
  int at;               /* segment of the thread's first element; it is number in_row in a row of the block */
  int in_row;
  size_t row; /* where the thread's first row begins */
  __device__ __forceinline__ gr_place_across (const gr_across_plan &across, const gr_segments &segments, size_t item,
                                              unsigned thread)
    : gr_work_item (across.plan, item)
  {
    slab = across.groups == across.plan.groups ? 0 : gr_divide (group, across.groups);
    const size_t first = (group - slab * across.groups) * across.group;
    slab += across.first_slab;
    segment = slab * segments.inner + first;
    begin = chunk * across.plan.chunk;
    y = across.plan.y == 1 ? 0 : thread / across.plan.x;
    here = static_cast<unsigned> (min (across.group, segments.inner - first));
    row = slab * segments.inner * segments.len + (begin + y * across.rows) * segments.inner + first;
    at = static_cast<int> ((thread - y * across.plan.x) * SEGMENTS - row % SEGMENTS);
    in_row = static_cast<int> (here * across.rows);
  }
};

/* The same across segments, by vectors of SEGMENTS neighbours.  Elements of other segments in a vector are folded
   too, and left out afterwards.  Registers leave room for 1024 threads on a multiprocessor, or for 768
   with large accumulators (tuning: across-blocks).  */
template <class Op, class Source, int SEGMENTS>
__global__ __launch_bounds__ (sizeof (typename Op::Acc) <= 8 ? 512 : GR_ACROSS_THREADS,
                              2) void gr_reduce_across_kernel (Op op, Source source, gr_sink<Op> sink,
                                                               typename Op::Acc *totals, unsigned *counters,
                                                               gr_segments segments, gr_across_plan across)
{
  typedef typename Op::Acc Acc;
  GR_DYNAMIC_SHARED (Acc, shared);
  __shared__ bool is_last;
  const gr_reduce_plan &plan = across.plan;
  const unsigned height = plan.y * across.rows;
  for (size_t item = plan.first + blockIdx.x; item < plan.items; item += gridDim.x)
    {
      Acc acc[SEGMENTS];
#pragma unroll
      for (int v = 0; v < SEGMENTS; v++)
        acc[v] = op.identity ();
      {
        const gr_place_across<SEGMENTS> place (across, segments, item, threadIdx.x);
        /* with several rows one behind the other, a vector may hold the end of one row and the start of the next */
        const int row = across.rows == 1 ? 0 : max (place.at, 0) / static_cast<int> (place.here);
        const int next = across.rows == 1 ? INT32_MAX : (row + 1) * static_cast<int> (place.here) - place.at;
        const size_t first = place.begin + place.y * across.rows + row;
        const auto begin
          = [=] (int v) { return first + (v < next ? 0 : (v - next) / static_cast<int> (place.here) + 1); };
        const ptrdiff_t step = static_cast<ptrdiff_t> (height * segments.inner);
        const size_t end = min (place.begin + plan.chunk, segments.len);
        const typename Source::Cursor p = source.cursor (place.row) + place.at;
        const typename Source::Cursor last = source.cursor ((place.slab * segments.len + end) * segments.inner);
        const ptrdiff_t room = last - p - SEGMENTS;
        const size_t count = room < 0 ? 0 : gr_divide (room, step) + 1;
        /* from a vector that reaches beyond the end, only the elements before the end */
        const typename Source::Cursor partial = p + static_cast<ptrdiff_t> (count) * step;
        if (partial < last)
#pragma unroll
          for (int v = 0; v < SEGMENTS; v++)
            if (place.at + v >= 0 && partial + v < last)
              acc[v] = source.convert (op, partial[v], begin (v) + count * height);
        gr_fold<SEGMENTS, SEGMENTS, Op, Source> (op, acc, p, step, begin, height, count);
      }
      const gr_place_across<SEGMENTS> place (across, segments, gr_opaque_copy (item), gr_opaque_copy (threadIdx.x));
      const size_t chunk = place.chunk, group = place.group, segment = place.segment;
      const unsigned here = place.here;
#pragma unroll
      for (int v = 0; v < SEGMENTS; v++)
        if (place.at + v >= 0 && place.at + v < place.in_row)
          shared[static_cast<int> (place.y) * place.in_row + place.at + v] = acc[v];
      gr_combine_rows (op, shared, here, height);

      /* the last block of a group of chunks combines their totals into the first one's; the last block of all
         combines these */
      size_t from = chunk, distance = 1, members = across.members;
      bool mine = true;
      while (mine && distance < plan.chunks)
        {
          for (unsigned l = threadIdx.x; l < here; l += blockDim.x)
            totals[segment + l + segments.count * from] = shared[l];
          mine = false;
          if (plan.keeps_totals)
            break;
          const gr_set_of_totals set (from, distance, members, plan.chunks);
          from = set.from;
          mine
            = gr_is_last (&counters[(set.sets > 1 ? plan.groups * (set.number + 1) : 0) + group], set.count, &is_last);
          if (mine)
            {
              gr_combine_totals (op, totals + segment + segments.count * from, segments.count * distance, set.count,
                                 shared, here);
              distance = set.all;
              members = plan.chunks;
            }
        }
      if (mine)
        for (unsigned l = threadIdx.x; l < here; l += blockDim.x)
          sink.put (op, shared[l], segment + l, segments);
      __syncthreads ();
    }
}

/* ---- totals that stayed ---- */

/* Combine the totals of all chunks of the segments of one slab, as the last block of gr_reduce_kernel does.  */
template <class Op>
__global__ void
gr_combine_chunks_kernel (Op op, const typename Op::Acc *totals, gr_sink<Op> sink, gr_segments segments,
                          gr_reduce_plan plan)
{
  GR_DYNAMIC_SHARED (typename Op::Acc, shared);
  const gr_place_in_block p (threadIdx.x, plan.x, plan.y, plan.along);
  for (size_t group = blockIdx.x; group * plan.x < segments.count; group += gridDim.x)
    {
      const size_t segment = group * plan.x + p.x;
      auto acc
        = gr_share_of_chunks (op, totals + segment, segments.count, segment < segments.count ? plan.chunks : 0, p);
      acc = gr_combine_segments (op, acc, shared, p);
      if (segment < segments.count && p.y == 0)
        sink.put (op, acc, segment, segments);
    }
}

/* The same as gr_reduce_across_kernel does it, in the same two steps.  A set's total takes the place of its first
   one.  */
template <class Op>
__global__ void
gr_combine_chunks_across_kernel (Op op, typename Op::Acc *totals, gr_sink<Op> sink, gr_segments segments,
                                 gr_across_plan across)
{
  GR_DYNAMIC_SHARED (typename Op::Acc, shared);
  const size_t chunks = across.plan.chunks;
  for (size_t group = blockIdx.x; group < across.groups; group += gridDim.x)
    {
      const size_t segment = group * across.group;
      const unsigned here = static_cast<unsigned> (min (across.group, segments.count - segment));
      for (size_t distance = 1, members = across.members; distance < chunks;)
        {
          size_t from = 0;
          for (; from < chunks;)
            {
              const gr_set_of_totals set (from, distance, members, chunks);
              typename Op::Acc *const first = totals + segment + segments.count * from;
              gr_combine_totals (op, first, segments.count * distance, set.count, shared, here);
              for (unsigned l = threadIdx.x; l < here; l += blockDim.x)
                first[l] = shared[l];
              __syncthreads ();
              from += set.all;
            }
          distance *= members;
          members = chunks;
        }
      for (unsigned l = threadIdx.x; l < here; l += blockDim.x)
        sink.put (op, totals[segment + l], segment + l, segments);
    }
}

/* Neighbouring segments that a thread may take at once.  */
template <class Op, class T>
constexpr int gr_segments_a_thread = gr_across_bundle_rule (sizeof (T), sizeof (typename Op::Acc), Op::ordered,
                                                            gr_thread_accumulator<Op, gr_source<Op, T>>::is_cheap);

/* Where a reduction reads and writes.  */
template <class Op, class T> struct gr_reduction_arrays
{
  gr_source<Op, T> source;
  gr_sink<Op> sink;
  typename Op::Acc *totals; /* of segments that are cut */

  /* The same arrays from a beginning that is `slabs` slabs before.  */
  gr_reduction_arrays from (size_t slabs, const gr_segments &segments) const
  {
    const size_t results = slabs * segments.inner;
    const auto before = [=] (auto *p, size_t size) { return p ? p - results * size : p; };
    gr_reduction_arrays a = *this;
    a.source.in -= results * segments.len;
    a.sink.out = before (static_cast<char *> (sink.out), gr_result_size (sink));
    a.sink.index = before (sink.index, 1);
    a.totals = before (totals, 1);
    return a;
  }
};

/* Start the kernel.  */
template <class Op, class Arrays, class Kernel, class Plan>
gr_status
gr_start_reduction (gr_context *context, Kernel kernel, const Op &op, const Arrays &arrays, const gr_segments &segments,
                    const gr_plan &plan, const Plan &of)
{
  return gr_launch_recorded (context, kernel, static_cast<unsigned> (plan.grid), plan.block, plan.shared,
                             gr_expect (op, segments.len), arrays.source, arrays.sink, arrays.totals, context->counters,
                             segments, of);
}

#if GR_ON_CALL
/* Reduce values of the context's function, which are the elements.  */
template <class Op, class T>
gr_status
gr_reduce_values (gr_context *context, const Op &op, const gr_reduction_arrays<Op, T> &plain,
                  const gr_segments &segments, const gr_plan &plan)
{
  typedef gr_mapped_source<Op, T, gr_given> Source;
  constexpr int SEGMENTS = gr_segments_a_thread<Op, T>;
  const struct
  {
    Source source;
    gr_sink<Op> sink;
    typename Op::Acc *totals;
  } arrays = { { *context->mapped }, plain.sink, plain.totals };
  if (plan.kernel == GR_AUTO_REDUCE)
    return gr_start_reduction (context, GR_KERNEL (gr_reduce_kernel<Op, Source>), op, arrays, segments, plan,
                               plan.of.reduce);
  if constexpr (SEGMENTS > 1)
    if (plan.kernel == GR_AUTO_REDUCE_ACROSS)
      return gr_start_reduction (context, GR_KERNEL (gr_reduce_across_kernel<Op, Source, SEGMENTS>), op, arrays,
                                 segments, plan, plan.of.across);
  return gr_fail_unplanned (plan);
}
#endif

/* Reduce every segment to its place in the sink, by the kernel of the plan; or its chunks to totals, if the plan keeps
   these.  Across segments, the plan of a part of an array counts slabs from the array's beginning.  */
template <class Op, class T>
gr_status
gr_reduce_as_planned (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
                      const gr_segments &segments, const gr_plan &plan, typename Op::Acc *totals = nullptr)
{
  constexpr int SEGMENTS = gr_segments_a_thread<Op, T>;
  gr_reduction_arrays<Op, T> arrays = { source, sink, totals };
  if (plan.workspace)
    GR_TRY (gr_scratch (context, plan.workspace / sizeof *totals, &arrays.totals));
#if GR_ON_CALL
  if (context->function)
    return gr_reduce_values (context, op, arrays, segments, plan);
#endif
  switch (plan.kernel)
    {
    case GR_AUTO_REDUCE_SHORT:
      return gr_reduce_short (context, op, source, sink, segments, plan);
    case GR_AUTO_REDUCE_ACROSS:
      if constexpr (SEGMENTS > 1)
        {
          const gr_across_plan &of = plan.of.across;
          arrays = arrays.from (of.first_slab, segments);
          return gr_start_reduction (context, GR_KERNEL (gr_reduce_across_kernel<Op, gr_source<Op, T>, SEGMENTS>), op,
                                     arrays, segments, plan, of);
        }
      break;
    case GR_AUTO_REDUCE:
      return gr_start_reduction (context, GR_KERNEL (gr_reduce_kernel<Op, gr_source<Op, T>>), op, arrays, segments,
                                 plan, plan.of.reduce);
    default:
      break;
    }
  return gr_fail_unplanned (plan);
}

/* The same by the planner's choice.  carries: the results are merged with those of other parts.  */
template <class Op, class T>
gr_status
gr_reduce_segments (gr_context *context, const Op &op, const gr_source<Op, T> &source, const gr_sink<Op> &sink,
                    const gr_segments &segments, bool carries = false)
{
  gr_plan plan;
  GR_TRY (gr_plan_segments (context, source, sink, segments, false, &plan, carries));
  return gr_reduce_as_planned (context, op, source, sink, segments, plan);
}

/* Combine the totals of all chunks of one slab, whose segments these are, as the plan of the whole array does.  */
template <class Op>
gr_status
gr_combine_chunks (gr_context *context, const Op &op, typename Op::Acc *totals, const gr_sink<Op> &sink,
                   const gr_segments &segments, const gr_plan &plan)
{
  if (plan.kernel == GR_AUTO_REDUCE)
    {
      const gr_reduce_plan &of = plan.of.reduce;
      const size_t groups = gr_ceil_div (segments.count, of.x);
      return gr_launch_recorded (context, GR_KERNEL (gr_combine_chunks_kernel<Op>),
                                 static_cast<unsigned> (groups < plan.grid ? groups : plan.grid), plan.block,
                                 plan.shared, op, totals, sink, segments, of);
    }
  const gr_across_plan &of = plan.of.across;
  return gr_launch_recorded (context, GR_KERNEL (gr_combine_chunks_across_kernel<Op>),
                             static_cast<unsigned> (of.groups), plan.block, plan.shared, op, totals, sink, segments,
                             of);
}

} // namespace

#endif
