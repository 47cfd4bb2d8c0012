/* SPDX-License-Identifier: GPL-3.0-or-later

   The kernel of stages (stages.h): a block reads some neighbouring segments to shared memory once, and reduces them
   there as often as there are stages.  Functions are types (function.cuh).  */

#ifndef GR_STAGES_CUH
#define GR_STAGES_CUH

#include "block/collectives.cuh"
#include "block/vector.cuh"
#include "device/function.cuh"
#include "runtime/kernel.cuh"
#include "stages.h"

namespace GR_NAMESPACE
{

/* Of a block, at the most; blocks on a multiprocessor.  */
constexpr unsigned GR_STAGE_THREADS = 512, GR_STAGE_BLOCKS = 3;

/* What a kernel is given.  A block has `width` segments, each of `height` threads, a power of two.  */
struct gr_stage_numbers
{
  gr_c64 value[GR_MAPPED_NUMBERS], finish[GR_MAPPED_NUMBERS];
};
struct gr_device_stages
{
  const void *elements;
  void *result;
  size_t segments;
  unsigned len, width, height;
  gr_stage_numbers stage[GR_MAX_STAGES];
  gr_c64 last[GR_MAPPED_NUMBERS];
};

/* A block's shared memory: accumulators of warps, results of its segments, and elements, which begin as far from a
   multiple of 16 bytes as in memory.  */
struct gr_stage_results
{
  unsigned long long
    stage[GR_MAX_STAGES + 1]; /* the bytes of a result each; one more makes their size a power of two */
};
constexpr unsigned GR_STAGE_WARPS = GR_STAGE_THREADS / 32;
constexpr size_t
gr_stage_bytes (unsigned width, size_t elements, size_t size)
{
  return GR_STAGE_WARPS * sizeof (double) + width * sizeof (gr_stage_results) + elements * size + 16;
}

/* How a block's threads are shared out over segments of `len` elements of `size` bytes: 32 elements a thread of long
   segments, and some of short ones, so that lanes of a warp stand in few segments; fewer elements where blocks would
   take so much memory that few of them are on a multiprocessor.  */
struct gr_stage_shape
{
  unsigned width, height, threads;
  size_t bytes; /* of shared memory */
};
constexpr gr_stage_shape
gr_shape_of_stages (size_t len, size_t size)
{
  constexpr size_t ELEMENTS = 32, FEW_ELEMENTS = 8, MUCH_MEMORY = 32768;
  constexpr unsigned FEW_THREADS = 256;
  gr_stage_shape s = { FEW_THREADS, 1, FEW_THREADS, 0 };
  while (s.height < GR_STAGE_THREADS
         && (s.height * (s.height < 32 ? FEW_ELEMENTS : ELEMENTS) < len || s.width * len * size > MUCH_MEMORY))
    {
      s.height *= 2;
      s.threads = s.height > FEW_THREADS ? s.height : FEW_THREADS;
      s.width = s.threads / s.height;
    }
  s.bytes = gr_stage_bytes (s.width, s.width * len, size);
  return s;
}

/* The height as a kernel's template argument: that of long segments, so that the compiler makes constants of distances.
 */
constexpr unsigned
gr_known_height (unsigned height)
{
  return height < 32 ? 0 : height;
}

/* ---- reductions ---- */

/* Extrema that need no positions take one instruction an element.  NaN loses against everything.  */
template <bool LEAST, class V> struct gr_stage_extremum
{
  typedef V Acc;
  typedef V Value;
  static constexpr bool ordered = false;
  __device__ Acc identity () const { return std::numeric_limits<V>::quiet_NaN (); }
  __device__ Acc load (V x, size_t) const { return x; }
  __device__ Acc combine (Acc a, Acc b) const
  {
    if constexpr (std::is_same<V, float>::value)
      return LEAST ? fminf (a, b) : fmaxf (a, b);
    else
      return LEAST ? fmin (a, b) : fmax (a, b);
  }
  __device__ Value finish (Acc a) const { return a; }
};
template <gr_operator OP, class V> struct gr_stage_monoid
{
  static_assert (OP == GR_MAX || OP == GR_MIN, "stages are sums and extrema");
  typedef gr_stage_extremum<OP == GR_MIN, V> Op;
  static __device__ __forceinline__ Op make () { return {}; }
};
template <class V> struct gr_stage_monoid<GR_SUM, V>
{
  typedef gr_sum Op;
  static __device__ __forceinline__ Op make () { return { 1.0 }; }
};

/* A stage as a type.  Finish: gr_as_reduced, or a function.  */
struct gr_as_reduced
{};
template <gr_operator OP, bool KEEP, class Value, class Finish> struct gr_stage_of
{
  typedef Value ValueFunction;
  typedef Finish FinishFunction;
  static constexpr bool keep = KEEP;
  typedef typename Value::template Type<Value::value[0]> Reduced;
  typedef gr_stage_monoid<OP, Reduced> Monoid;
};
template <class... Stages> struct gr_stage_list
{};

/* ---- a segment ---- */

/* T: elements; HEIGHT: threads of a segment, or 0 where the compiler does not know it.  */
template <class T, unsigned HEIGHT> struct gr_staged_segment
{
  const gr_device_stages &s;
  gr_place_in_block p;
  bool is_there;
  T *elements;
  gr_stage_results *results;
  double *shared;
  size_t number; /* of the segment */

  __device__ __forceinline__ unsigned height () const { return HEIGHT ? HEIGHT : p.height; }

  /* An argument that is the same for a segment: the result of a stage.  */
  template <class S, int N> static __device__ __forceinline__ void fill (gr_pack<S, N> &to, unsigned long long bytes)
  {
    S value;
    static_assert (sizeof value <= sizeof bytes, "results are real numbers");
    memcpy (&value, &bytes, sizeof value);
#pragma unroll
    for (int i = 0; i < N; i++)
      to.element[i] = value;
  }

  /* Call use (value, element's place) for elements of this thread, N of them at a time; they are height apart, so that
     neighbouring threads read neighbours.  */
  template <class F, int N, bool ALL, class Use>
  __device__ __forceinline__ void use_pack (const gr_c64 *numbers, const gr_stage_results &known, unsigned first,
                                            Use use) const
  {
    typename F::template All<N> all;
    all.load ([&] (auto argument, auto &to) {
      constexpr int NUMBER = decltype (argument)::value;
      /* without braces NVRTC 13.0 drops the loop */
      if constexpr (NUMBER == 0)
        {
#pragma unroll
          for (int i = 0; i < N; i++)
            {
              const unsigned at = first + i * height ();
              to.element[i] = elements[ALL || at < s.len ? at : first];
            }
        }
      else
        fill (to, known.stage[NUMBER - 1]);
    });
    all.compute (numbers);
#pragma unroll
    for (int i = 0; i < N; i++)
      if (const unsigned at = first + i * height (); ALL || at < s.len)
        use (all.result ().element[i], at);
  }
  template <class F, class Use> __device__ __forceinline__ void use_values (const gr_c64 *numbers, Use use) const
  {
    constexpr int N = 4;
    const gr_stage_results known = *results;
    const unsigned len = is_there ? s.len : 0;
    unsigned k = p.y;
    for (; k + (N - 1) * height () < len; k += N * height ())
      use_pack<F, N, true> (numbers, known, k, use);
    if (k < len)
      use_pack<F, N, false> (numbers, known, k, use);
  }

  /* A function of results, of which number 0 is `first`, if it is given.  */
  template <class F, bool GIVEN>
  __device__ __forceinline__ auto of_results (const gr_c64 *numbers, unsigned long long first) const
  {
    typename F::template All<1> all;
    all.load ([&] (auto argument, auto &to) {
      constexpr int NUMBER = decltype (argument)::value;
      fill (to, GIVEN && NUMBER == 0 ? first : results->stage[GIVEN ? NUMBER - 1 : NUMBER]);
    });
    all.compute (numbers);
    return all.result ().element[0];
  }

  template <int I, class Stage> __device__ __forceinline__ void run ()
  {
    typedef typename Stage::Reduced V;
    typedef typename Stage::Monoid::Op Op;
    typedef typename Op::Acc Acc;
    static_assert (sizeof (Acc) <= sizeof (double), "warps have room for it");
    const Op op = Stage::Monoid::make ();
    Acc acc = op.identity ();
    use_values<typename Stage::ValueFunction> (s.stage[I].value, [&] (const V &value, unsigned at) {
      acc = op.combine (acc, op.load (value, at));
      if constexpr (Stage::keep)
        elements[at] = value;
    });
    acc = gr_combine_segments (op, acc, reinterpret_cast<Acc *> (shared), p);
    if (p.y == 0)
      {
        const V reduced = static_cast<V> (op.finish (acc));
        unsigned long long bytes = 0;
        memcpy (&bytes, &reduced, sizeof reduced);
        if constexpr (! std::is_same<typename Stage::FinishFunction, gr_as_reduced>::value)
          {
            const auto finished = of_results<typename Stage::FinishFunction, true> (s.stage[I].finish, bytes);
            memcpy (&bytes, &finished, sizeof finished);
          }
        results->stage[I] = bytes;
      }
    __syncthreads ();
  }
  template <class... Stages, int... I>
  __device__ __forceinline__ void run_all (gr_stage_list<Stages...>, gr_indices<I...>)
  {
    (run<I, Stages> (), ...);
  }

  template <class F, bool OF_ELEMENTS> __device__ __forceinline__ void write () const
  {
    typedef typename F::template Type<F::value[0]> Result;
    Result *const to = static_cast<Result *> (s.result);
    if constexpr (OF_ELEMENTS)
      use_values<F> (s.last, [&] (const Result &value, unsigned at) { to[number * s.len + at] = value; });
    else if (p.y == 0 && is_there)
      to[number] = of_results<F, false> (s.last, 0);
  }
};

/* ---- the kernel ---- */

/* Copy `count` elements to shared memory; both begin equally far from a multiple of 16 bytes.  All threads of the block
   call.  */
template <class T>
__device__ __forceinline__ void
gr_stage_elements (T *shared, const T *from, unsigned count)
{
  constexpr unsigned WIDTH = 16 / sizeof (T);
  typedef gr_vector<T, WIDTH> Vector;
  const unsigned gap = static_cast<unsigned> (reinterpret_cast<uintptr_t> (from) % 16 / sizeof (T));
  const unsigned before = min ((WIDTH - gap) % WIDTH, count), vectors = (count - before) / WIDTH;
  const Vector *const vector = reinterpret_cast<const Vector *> (from + before);
  Vector *const to = reinterpret_cast<Vector *> (shared + before);
  for (unsigned k = threadIdx.x; k < vectors; k += blockDim.x)
    gr_cp_async (to + k, vector + k);
  gr_cp_async_commit_group ();
  if (threadIdx.x < before)
    shared[threadIdx.x] = from[threadIdx.x];
  const unsigned tail = before + vectors * WIDTH;
  if (threadIdx.x < count - tail)
    shared[tail + threadIdx.x] = from[tail + threadIdx.x];
  gr_cp_async_wait_group ();
  __syncthreads ();
}

template <class> struct gr_count_of;
template <class... Stages> struct gr_count_of<gr_stage_list<Stages...>>
{
  static constexpr int value = sizeof...(Stages);
};

template <class T, class Stages, class Last, bool OF_ELEMENTS, unsigned HEIGHT>
__global__
__launch_bounds__ (GR_STAGE_THREADS, GR_STAGE_BLOCKS) void gr_stages_kernel (const __grid_constant__ gr_device_stages s)
{
  GR_DYNAMIC_SHARED (double, shared);
  gr_stage_results *const results = reinterpret_cast<gr_stage_results *> (shared + GR_STAGE_WARPS);
  unsigned char *const room = reinterpret_cast<unsigned char *> (results + s.width);
  const size_t first = static_cast<size_t> (blockIdx.x) * s.width;
  const unsigned segments = static_cast<unsigned> (min (static_cast<size_t> (s.width), s.segments - first));
  const T *const from = static_cast<const T *> (s.elements) + first * s.len;
  T *const elements = reinterpret_cast<T *> (room + reinterpret_cast<uintptr_t> (from) % 16);
  gr_stage_elements (elements, from, segments * s.len);
  const gr_place_in_block p (threadIdx.x, s.width, HEIGHT ? HEIGHT : s.height, true);
  gr_staged_segment<T, HEIGHT> segment
    = { s, p, p.x < segments, elements + p.x * s.len, results + p.x, shared, first + p.x };
  segment.run_all (Stages (), typename gr_indices_to<gr_count_of<Stages>::value>::type ());
  segment.template write<Last, OF_ELEMENTS> ();
}

} // namespace

#endif
