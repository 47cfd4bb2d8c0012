/* The reduction behind `auto`: one kernel for every shape, launched once, as
   plan.h says.  Each thread folds its share of a chunk batch by batch, with
   all loads of a batch in flight before the first use, 16 bytes each where
   lines are contiguous.  The threads of a line are combined in index order,
   and where lines are cut into chunks, the last block to finish combines the
   chunks' totals, in index order too: the tree depends on the shape alone, so
   the bits are the same every time.  */

#ifndef GR_REDUCE_CUH
#define GR_REDUCE_CUH

#include "collectives.cuh"
#include "context.cuh"
#include "line.cuh"
#include "plan.h"

namespace GR_NAMESPACE
{

/* Loads in flight per thread: at 2048 threads a multiprocessor, 4 of 16 bytes
   are 128 KB, where an H200 wants 48.  */
template <int WIDTH> constexpr int gr_reduce_batch = WIDTH > 1 ? 4 : 8;

/* Blocks of 256 threads that registers must leave room for on a multiprocessor.
   Sums of single, 2^28 as one vector, on an H200: 1: 266 us, 3: 266, 4: 252,
   5: 283, 6: 284, 8: 304.  Larger accumulators would spill.  */
template <class Acc> constexpr int gr_reduce_blocks = sizeof (Acc) <= 16 ? 4 : 1;

/* ---- what a thread folds a batch with ---- */

/* add (x, j, k) takes element j = 0, 1, ... of the batch, at position k; get
   (first, step, width) returns the accumulator, if element j was at position
   first + j / width * step + j % width.  The default is the operator itself.  */
template <class Op, class Source, class = void> struct gr_batch
{
  typename Op::Acc acc;
  __device__ __forceinline__ explicit gr_batch (const Op &op) : acc (op.identity ()) {}
  __device__ __forceinline__ void add (const Op &op, const typename Source::Element &x, int, size_t k)
  {
    acc = op.combine (acc, Source::convert (op, x, k));
  }
  __device__ __forceinline__ typename Op::Acc get (const Op &, size_t, size_t, int) const { return acc; }
};

/* Maxima compare elements in their own type and remember which of the batch won:
   a few instructions an element instead of a few dozen.  Positions ascend
   within a batch, so the first of equals stays.  */
template <class V, bool MAX, class T>
struct gr_batch<gr_best<V, MAX>, gr_source<gr_best<V, MAX>, T>, std::enable_if_t<! gr_is_complex<T>::value>>
{
  typedef gr_best<V, MAX> Op;
  T v;
  int at;
  __device__ __forceinline__ explicit gr_batch (const Op &) : v (), at (-1) {}
  __device__ __forceinline__ void add (const Op &op, T x, int j, size_t)
  {
    bool take = MAX ? x > v : x < v;
    if constexpr (std::is_floating_point<T>::value)
      take = op.nan_wins ? v == v && (take || x != x) : take || (v != v && x == x);
    take = take || j == 0;
    v = take ? x : v;
    at = take ? j : at;
  }
  __device__ __forceinline__ typename Op::Acc get (const Op &op, size_t first, size_t step, int width) const
  {
    return at < 0 ? op.identity () : op.load (v, first + at / width * step + at % width);
  }
};

/* Moments without weights are sums of differences from the batch's first
   element: no division per element, and since that element is one of the
   batch, no more is lost than the batch's length times the rounding error.  */
template <class Moments, class T> struct gr_batch<gr_spread<Moments>, gr_source<gr_spread<Moments>, T>>
{
  typedef gr_spread<Moments> Op;
  gr_c64 shift, sum; /* the imaginary parts stay 0, and unused, for real elements */
  double n, squares;
  Moments weighted;
  __device__ __forceinline__ explicit gr_batch (const Op &op)
    : shift (gr_complex (0, 0)), sum (gr_complex (0, 0)), n (0), squares (0), weighted (op.identity ()) {}
  __device__ __forceinline__ void add (const Op &op, T x, int, size_t k)
  {
    if (op.weights)
      {
        weighted = op.combine (weighted, op.load (x, k));
        return;
      }
    if (op.omit_nan && gr_is_nan (x))
      return;
    const gr_c64 z = op.relative (x);
    shift = n == 0.0 ? z : shift;
    n += 1.0;
    const double d = z.re - shift.re;
    sum.re += d;
    squares += d * d;
    if constexpr (gr_is_complex<T>::value)
      {
        const double e = z.im - shift.im;
        sum.im += e;
        squares += e * e;
      }
  }
  __device__ __forceinline__ Moments get (const Op &op, size_t, size_t, int) const
  {
    if (op.weights || n == 0.0)
      return weighted;
    Moments m;
    m.n = n;
    if constexpr (gr_is_complex<T>::value)
      {
        m.mean = gr_complex (shift.re + sum.re / n, shift.im + sum.im / n);
        m.m2 = squares - (sum.re * (sum.re / n) + sum.im * (sum.im / n));
      }
    else
      {
        m.mean = shift.re + sum.re / n;
        m.m2 = squares - sum.re * (sum.re / n);
      }
    return m;
  }
};

/* ---- the kernel ---- */

/* width elements that are loaded at once.  */
template <class T, int WIDTH> struct alignas (WIDTH > 1 ? sizeof (T) * WIDTH : alignof (T)) gr_vector
{
  T element[WIDTH];
};

/* Fold count vectors from p on, stride elements apart; their first elements are
   at positions k, k + step, ...  */
template <int WIDTH, class Op, class Source> __device__ __forceinline__ typename Op::Acc
gr_fold (const Op &op, typename Op::Acc acc, const typename Source::Element *p, ptrdiff_t stride, size_t k,
         size_t step, size_t count)
{
  typedef gr_vector<typename Source::Element, WIDTH> Vector;
  constexpr int BATCH = gr_reduce_batch<WIDTH>;
  while (count >= BATCH)
    {
      Vector loaded[BATCH];
#pragma unroll
      for (int j = 0; j < BATCH; j++, p += stride)
        loaded[j] = *reinterpret_cast<const Vector *> (p);
      gr_batch<Op, Source> batch (op);
#pragma unroll
      for (int j = 0; j < BATCH * WIDTH; j++)
        batch.add (op, loaded[j / WIDTH].element[j % WIDTH], j, k + j / WIDTH * step + j % WIDTH);
      acc = op.combine (acc, batch.get (op, k, step, WIDTH));
      k += BATCH * step;
      count -= BATCH;
    }
  if (count)
    {
      /* the same with fewer loads, unrolled too: short lines are nothing but this */
      Vector loaded[BATCH];
#pragma unroll
      for (int j = 0; j < BATCH; j++)
        if (j < static_cast<int> (count))
          loaded[j] = *reinterpret_cast<const Vector *> (p + j * stride);
      gr_batch<Op, Source> batch (op);
#pragma unroll
      for (int j = 0; j < BATCH; j++)
        if (j < static_cast<int> (count))
#pragma unroll
          for (int e = 0; e < WIDTH; e++)
            batch.add (op, loaded[j].element[e], j * WIDTH + e, k + j * step + e);
      acc = op.combine (acc, batch.get (op, k, step, WIDTH));
    }
  return acc;
}

__device__ __forceinline__ size_t
gr_steps (size_t first, size_t last, size_t step)
{
  return first < last ? (last - first + step - 1) / step : 0;
}

/* This thread's share of positions [begin, end) of a line: interleaved with the
   other threads of the line, or, for an ordered operator, a run.  */
template <class Op, class Source> __device__ __forceinline__ typename Op::Acc
gr_fold_share (const Op &general, const Source &source, const gr_lines &lines, size_t line, size_t begin,
               size_t end, const gr_place_in_block &p)
{
  const Op op = source.on_line (general, lines, line);
  typedef typename Source::Element Element;
  constexpr int WIDTH = Source::vector;
  typename Op::Acc acc = op.identity ();
  if constexpr (Op::ordered)
    {
      const size_t run = gr_steps (begin, end, p.height), first = begin + p.y * run;
      return first >= end ? acc
             : gr_fold<1, Op, Source> (op, acc, source.in + lines.offset (line, first), lines.stride (), first, 1,
                                       min (run, end - first));
    }
  else if (WIDTH > 1 && lines.inner == 1 && ! lines.reverse)
    {
      /* elements before the first 16-byte boundary and after the last one are
         taken singly; a thread meets its elements in ascending order */
      const Element *const origin = source.in + lines.offset (line, begin);
      const size_t gap = (16 - reinterpret_cast<uintptr_t> (origin) % 16) % 16 / sizeof (Element);
      const size_t body = min (begin + gap, end), vectors = (end - body) / WIDTH, tail = body + vectors * WIDTH;
      for (size_t k = begin + p.y; k < body; k += p.height)
        acc = op.combine (acc, Source::convert (op, origin[k - begin], k));
      acc = gr_fold<WIDTH, Op, Source> (op, acc, origin + (body - begin) + p.y * WIDTH,
                                        static_cast<ptrdiff_t> (p.height) * WIDTH, body + p.y * WIDTH,
                                        static_cast<size_t> (p.height) * WIDTH, gr_steps (p.y, vectors, p.height));
      for (size_t k = tail + p.y; k < end; k += p.height)
        acc = op.combine (acc, Source::convert (op, origin[k - begin], k));
      return acc;
    }
  else
    {
      const size_t first = begin + p.y;
      return first >= end ? acc
             : gr_fold<1, Op, Source> (op, acc, source.in + lines.offset (line, first),
                                       lines.stride () * static_cast<ptrdiff_t> (p.height), first, p.height,
                                       gr_steps (first, end, p.height));
    }
}

/* Reduce the chunks' totals of a block's lines to the sink: each thread takes a
   run of them, which suits ordered operators too.  */
template <class Op> __device__ __forceinline__ void
gr_finish_chunks (const Op &op, const typename Op::Acc *totals, const gr_sink<Op> &sink, const gr_lines &lines,
                  size_t chunks, size_t line, const gr_place_in_block &p, typename Op::Acc *shared)
{
  typename Op::Acc acc = op.identity ();
  const size_t run = gr_steps (0, chunks, p.height), first = p.y * run, last = min (first + run, chunks);
  if (line < lines.count)
#pragma unroll 4
    for (size_t c = first; c < last; c++)
      acc = op.combine (acc, totals[line + lines.count * c]);
  acc = gr_combine_lines (op, acc, shared, p);
  if (line < lines.count && p.y == 0)
    sink.put (op, acc, line, lines);
}

/* totals, [lines, chunks], and one zero counter per group of lines are needed
   where the plan has several chunks; a counter that has reached the number of
   chunks is zero again.  */
template <class Op, class Source> __global__ void __launch_bounds__ (256, gr_reduce_blocks<typename Op::Acc>)
gr_reduce_kernel (Op op, Source source, gr_sink<Op> sink, typename Op::Acc *totals, unsigned *counters,
                  gr_lines lines, gr_plan plan)
{
  typedef typename Op::Acc Acc;
  GR_DYNAMIC_SHARED (Acc, shared);
  __shared__ bool is_last;
  const gr_place_in_block p (threadIdx.x, plan.x, plan.y, plan.along);
  const size_t groups = plan.items / plan.chunks;
  for (size_t item = blockIdx.x; item < plan.items; item += gridDim.x)
    {
      const size_t chunk = plan.chunks == 1 ? 0 : item / groups, group = item - chunk * groups;
      const size_t line = group * plan.x + p.x, begin = chunk * plan.chunk;
      const bool mine = line < lines.count;
      Acc acc = op.identity ();
      if (mine)
        acc = gr_fold_share (op, source, lines, line, begin, min (begin + plan.chunk, lines.len), p);
      acc = gr_combine_lines (op, acc, shared, p);
      if (! totals)
        {
          if (mine && p.y == 0)
            sink.put (op, acc, line, lines);
          continue;
        }
      if (mine && p.y == 0)
        totals[line + lines.count * chunk] = acc;
      __threadfence ();
      __syncthreads ();
      if (threadIdx.x == 0)
        is_last = atomicInc (&counters[group], static_cast<unsigned> (plan.chunks) - 1) == plan.chunks - 1;
      __syncthreads ();
      if (is_last)
        {
          __threadfence ();
          gr_finish_chunks (op, totals, sink, lines, plan.chunks, line, p, shared);
        }
    }
}

/* Reduce every line to its place in the sink.  */
template <class Op, class Source> gr_status
gr_reduce_lines (gr_context *context, const Op &op, const Source &source, const gr_sink<Op> &sink,
                 const gr_lines &lines)
{
  const gr_plan plan = gr_plan_reduction (lines.inner, lines.len, lines.count / lines.inner,
                                          sizeof (typename Source::Element), Op::ordered);
  typename Op::Acc *totals = nullptr;
  if (plan.chunks > 1)
    GR_TRY (gr_scratch (context, lines.count * plan.chunks, &totals));
  return gr_start (context, gr_reduce_kernel<Op, Source>, plan.grid, plan.x * plan.y,
                   plan.x * plan.y * sizeof (typename Op::Acc), op, source, sink, totals, context->counters, lines,
                   plan);
}

} // namespace

#endif
