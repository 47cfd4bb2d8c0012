/* SPDX-License-Identifier: GPL-3.0-or-later

   Sorting on a device: which kernels a shape goes to, and their launches.  Segments that are not contiguous are turned
   before and after.  Compiled a second time for the host executor, as device.cu is, and a third time as a part of it
   that has the algorithms by name alone.  */

#include "device/order.cuh"
#include "executor.h"
#include "op/of_request.cuh"
#include "textbook/sort.cuh"

namespace GR_NAMESPACE
{

/* ---- segments that a block holds ---- */

template <class T>
static gr_status
sort_by_counting (const gr_sort_arrays<T> &a)
{
  return gr_launch_queued (GR_KERNEL_OF (SORT, gr_sort_counting_kernel<T>),
                           gr_counting_blocks (a.inner, a.len, a.segments), GR_COUNTING_THREADS, a);
}

/* Launch the smallest block that holds a segment.  *found: there is one, and the device has memory for it.  */
template <class T, bool POSITIONS>
static gr_status
sort_in_blocks (const gr_sort_arrays<T> &a, bool *found)
{
  size_t most = 0;
  GR_TRY (gr_most_shared (&most));
  *found = true;
#define TRY_BLOCK(_, THREADS, ITEMS)                                                                                   \
  if constexpr (sizeof (T) <= 4 || THREADS < 1024)                                                                     \
    if (constexpr size_t BYTES = sizeof (gr_block_sort_memory<T, POSITIONS, THREADS, ITEMS>);                          \
        a.len <= THREADS * ITEMS && BYTES <= most)                                                                     \
      return gr_launch_shared (GR_KERNEL_OF (SORT, gr_sort_block_kernel<T, POSITIONS, THREADS, ITEMS>), a.segments,    \
                               THREADS, BYTES, a);
  GR_BLOCK_SORTS (TRY_BLOCK, _)
#undef TRY_BLOCK
  *found = false;
  return GR_OK;
}

/* ---- long segments ---- */

/* given: words that go with the elements; a.positions is where they go then.  */
template <class T, bool POSITIONS, class Count>
static gr_status
sort_by_passes_of (const gr_sort_arrays<T> &a, const Count *given = nullptr)
{
  constexpr unsigned PASSES = gr_sort_order<T>::passes;
  constexpr size_t TILE = gr_pass_tile<T, Count, POSITIONS>;
  const size_t tiles = gr_ceil_div (a.len, TILE);
  const size_t count_tile = gr_digit_count_tile (a.segments * a.len), count_tiles = gr_ceil_div (a.len, count_tile);
  const size_t statuses = a.segments * tiles * GR_DIGITS, starts = a.segments * PASSES * GR_DIGITS;
  gr_sort_passes<T, Count> p = { a, nullptr, {}, given, nullptr, nullptr, nullptr, {}, static_cast<unsigned> (tiles) };
  gr_call_scratch scratch;
  Count *zeros = nullptr;
  unsigned *words = nullptr;
  GR_TRY (scratch.take (starts + statuses + 2, &zeros));
  GR_TRY (scratch.take (statuses, &p.statuses[1]));
  if (PASSES > 1)
    GR_TRY (scratch.take (a.segments * a.len, &p.other));
  if (PASSES > 1 && POSITIONS)
    {
      GR_TRY (scratch.take (a.segments * a.len, &p.places[0]));
      p.places[1] = reinterpret_cast<Count *> (a.positions);
    }
  p.starts = zeros;
  p.statuses[0] = zeros + starts;
  words = reinterpret_cast<unsigned *> (zeros + starts + statuses);
  p.needed = words;
  p.counter = words + 1;
  GR_TRY (GR_CUDA (cudaMemsetAsync (zeros, 0, (starts + statuses + 2) * sizeof *zeros, gr_current_runtime ().stream)));
  GR_TRY (gr_launch_queued (GR_KERNEL_OF (SORT, gr_count_digits_kernel<T, Count>), a.segments * count_tiles,
                            GR_DIGIT_COUNT_THREADS, a, static_cast<unsigned> (count_tile),
                            static_cast<unsigned> (count_tiles), zeros));
  GR_TRY (gr_launch_queued (GR_KERNEL_OF (SORT, gr_digit_starts_kernel<Count>), a.segments * PASSES, GR_DIGITS, zeros,
                            a.len, PASSES, words));
  for (unsigned pass = 0; pass < PASSES; pass++)
    GR_TRY (gr_launch_queued (GR_KERNEL_OF (SORT, gr_sort_pass_kernel<T, Count, POSITIONS>), a.segments * tiles,
                              GR_PASS_THREADS, p, pass));
  return GR_OK;
}

template <class T, bool POSITIONS>
static gr_status
sort_arrays (const gr_sort_arrays<T> &a)
{
  bool found = false;
  if (a.len <= GR_COUNTED_LEN)
    return sort_by_counting (a);
  GR_TRY ((sort_in_blocks<T, POSITIONS> (a, &found)));
  if (found)
    return GR_OK;
  return a.len <= gr_digit_status<unsigned>::MOST ? sort_by_passes_of<T, POSITIONS, unsigned> (a)
                                                  : sort_by_passes_of<T, POSITIONS, unsigned long long> (a);
}

/* ---- by name ---- */

/* KINDS: the algorithm's column of the table.  It is refused if it is for others.  */
template <gr_algorithm ALGORITHM, unsigned KINDS, class T>
static gr_status
run_textbook (gr_context *context, const gr_sort_arrays<T> &a, unsigned block)
{
  if constexpr (ALGORITHM != GR_ALGORITHM_AUTO && (KINDS & GR_SORTS))
    return gr_textbook<ALGORITHM>::run (context, a, block);
  else
    return gr_fail (GR_UNSUPPORTED, "algorithm \"%s\" does not sort", gr_algorithms[ALGORITHM].name);
}

template <class T>
static gr_status
run_named (gr_context *context, const gr_sort_arrays<T> &a, const gr_sorting &sorting)
{
  switch (sorting.algorithm)
    {
#define GR_RUN_NAMED(_, ID, NAME, ALIASES, KINDS, ...)                                                                 \
  case GR_ALGORITHM_##ID:                                                                                              \
    return run_textbook<GR_ALGORITHM_##ID, KINDS> (context, a, sorting.block);
      GR_ALGORITHMS (GR_RUN_NAMED, _)
#undef GR_RUN_NAMED
    default:
      return gr_fail (GR_BAD_ARGUMENT, "unknown algorithm %d", static_cast<int> (sorting.algorithm));
    }
}

template <class T>
static gr_status
sort_by_name (const gr_sort_arrays<T> &a, const gr_sorting &sorting)
{
  gr_record unused = {};
  gr_context context;
  GR_TRY (gr_begin_request (&context, &unused));
  return gr_end_request (&context, run_named (&context, a, sorting));
}

/* ---- elements ---- */

/* Segments of real numbers of type E, contiguous unless they are counted.  */
template <class E>
static gr_status
sort_real (const gr_sort_run &run)
{
  typedef gr_sorted_as<E> T;
  typedef gr_sort_bits<T> Bits;
  const gr_sort_arrays<T> a = { static_cast<const Bits *> (run.from),
                                static_cast<Bits *> (run.to),
                                run.positions,
                                run.sorting.inner,
                                run.sorting.len,
                                run.sorting.inner * run.sorting.outer,
                                gr_order_of<E> (run.sorting.descending) };
  if (run.sorting.algorithm != GR_ALGORITHM_AUTO)
    return sort_by_name (a, run.sorting);
#ifdef GR_NAMED_ONLY
  return gr_fail (GR_UNSUPPORTED, "this build of the executor has no \"auto\"");
#else
  return a.positions ? sort_arrays<T, true> (a) : sort_arrays<T, false> (a);
#endif
}

template <class Word>
static gr_status
gather (const gr_sort_run &run, const void *from, const double *positions, void *to)
{
  const size_t count = run.sorting.len * run.sorting.outer;
  return gr_launch_queued (GR_KERNEL_OF (SORT, gr_sort_gather_kernel<Word>), gr_ceil_div (count, GR_SORT_PARTS_THREADS),
                           GR_SORT_PARTS_THREADS, static_cast<const Word *> (from), positions, run.sorting.len, count,
                           static_cast<Word *> (to));
}

/* The same of complex numbers C, whose parts are R.  */
template <class C, class R>
static gr_status
sort_complex (const gr_sort_run &run)
{
  typedef std::conditional_t<sizeof (C) == 16, uint4, uint64_t> Whole;
  typedef std::conditional_t<sizeof (C) == 16, uint64_t, uint32_t> Part;
  const size_t count = run.sorting.len * run.sorting.outer;
  gr_call_scratch scratch;
  R *modulus = nullptr, *argument = nullptr, *sorted = nullptr;
  double *by_argument = nullptr, *by_modulus = nullptr, *positions = run.positions;
  GR_TRY (scratch.take (count, &modulus));
  GR_TRY (scratch.take (count, &argument));
  GR_TRY (scratch.take (count, &sorted));
  GR_TRY (scratch.take (count, &by_argument));
  GR_TRY (scratch.take (count, &by_modulus));
  if (! positions)
    GR_TRY (scratch.take (count, &positions));
  GR_TRY (gr_launch_queued (GR_KERNEL_OF (SORT, gr_sort_parts_kernel<C, R>), gr_ceil_div (count, GR_SORT_PARTS_THREADS),
                            GR_SORT_PARTS_THREADS, static_cast<const C *> (run.from), count, modulus, argument));
  GR_TRY (sort_real<R> ({ run.sorting, argument, sorted, by_argument, nullptr }));
  R *const moved = argument;
  GR_TRY (gather<Part> (run, modulus, by_argument, moved));
  GR_TRY (sort_real<R> ({ run.sorting, moved, sorted, by_modulus, nullptr }));
  GR_TRY (gather<uint64_t> (run, by_argument, by_modulus, positions));
  return gather<Whole> (run, run.from, positions, run.to);
}

/* ---- keys with words ---- */

#ifndef GR_NAMED_ONLY
bool
gr_can_sort_with (size_t n, size_t size)
{
  return size == 8 || (size == 4 && n <= gr_digit_status<unsigned>::MOST);
}

template <class Word>
static gr_status
sort_with (size_t n, const unsigned *keys, unsigned *sorted, const void *words, void *moved)
{
  const gr_sort_arrays<unsigned> a
    = { keys, sorted, static_cast<double *> (moved), 1, n, 1, gr_order_of<unsigned> (false) };
  return sort_by_passes_of<unsigned, true, Word> (a, static_cast<const Word *> (words));
}

gr_status
gr_sort_with (size_t n, const unsigned *keys, unsigned *sorted, size_t size, const void *words, void *moved)
{
  return size == 8 ? sort_with<unsigned long long> (n, keys, sorted, words, moved)
                   : sort_with<unsigned> (n, keys, sorted, words, moved);
}
#endif

/* explain.cu sorts doubles alone */
#ifdef GR_SIMT_COUNT
template <class E> constexpr bool is_compiled = std::is_same<E, double>::value;
#else
template <class E> constexpr bool is_compiled = true;
#endif

static gr_status
sort_unturned (const gr_sort_run &run)
{
  return gr_with_type (run.sorting.type, [&] (auto element) {
    typedef decltype (element) E;
    if constexpr (! is_compiled<E>)
      return gr_fail (GR_UNSUPPORTED, "kernels of doubles are counted");
    else if constexpr (gr_is_complex<E>::value)
      return sort_complex<E, decltype (E::re)> (run);
    else
      return sort_real<E> (run);
  });
}

static gr_status
sort_turned (const gr_sort_run &run)
{
  const gr_sorting &s = run.sorting;
  const size_t size = gr_types[s.type].size, count = s.inner * s.len * s.outer;
  gr_sort_run turned = run;
  gr_call_scratch scratch;
  char *sorted = nullptr;
  GR_TRY (scratch.take (count * size, &sorted));
  if (run.positions)
    GR_TRY (scratch.take (count, &turned.positions));
  GR_TRY (gr_turn_array (size, s.inner, s.len, s.outer, run.from, run.to));
  turned.sorting.inner = 1;
  turned.sorting.outer = s.inner * s.outer;
  turned.from = run.to;
  turned.to = sorted;
  GR_TRY (sort_unturned (turned));
  GR_TRY (gr_turn_array (size, s.len, s.inner, s.outer, sorted, run.to));
  return run.positions ? gr_turn_array (sizeof (double), s.len, s.inner, s.outer, turned.positions, run.positions)
                       : GR_OK;
}

static gr_status
sort_segments (const gr_sort_run &run)
{
  const gr_sorting &s = run.sorting;
  GR_TRY (gr_need_device ());
  const int device = gr_current_device ();
  gr_hold_pool (device, true); /* its memory is that of one call */
  const bool is_auto = s.algorithm == GR_ALGORITHM_AUTO;
  const bool stays = s.inner == 1 || (is_auto && gr_are_counted (s.inner, s.len) && ! gr_types[s.type].is_complex);
  const gr_status status = stays ? sort_unturned (run) : sort_turned (run);
  gr_hold_pool (device, false);
  gr_note_taken (device);
  return status;
}

static gr_status
sort_between_marks (gr_context *context, const gr_sort_run &run)
{
  GR_TRY (gr_mark (context, GR_BEGIN));
  GR_TRY (sort_segments (run));
  GR_TRY (gr_mark (context, GR_END));
  const cudaEvent_t *const event = context->marks->event;
  float ms = 0;
  GR_TRY (gr_wait_for_last (event[GR_END]));
  GR_TRY (GR_CUDA (cudaEventElapsedTime (&ms, event[GR_BEGIN], event[GR_END])));
  *run.seconds = ms * 1e-3;
  return GR_OK;
}

gr_status
gr_sort_segments (const gr_sort_run *run)
{
  gr_record unused = {};
  gr_context context;
  if (! run->seconds)
    return sort_segments (*run);
  GR_TRY (gr_begin_request (&context, &unused));
  return gr_end_request (&context, sort_between_marks (&context, *run));
}

} // namespace

#if defined GR_NAMED_ONLY || defined GR_SIMT_COUNT
/* What this part of the executor is asked for (executor.h).  */
extern "C" __attribute__ ((visibility ("default"))) gr_status
gr_sort_part (const gr_sort_run *run)
{
  return GR_NAMESPACE::gr_sort_segments (run);
}
#endif
