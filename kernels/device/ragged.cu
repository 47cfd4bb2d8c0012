/* SPDX-License-Identifier: GPL-3.0-or-later

   Segments of any lengths: see ragged.cuh.  Compiled a second time for the host executor, as device.cu is.  */

#include "device/ragged.cuh"
#include "auto/reduce_tables.cuh"
#include "core/request.h"
#include "device/elements.cuh"
#include "device/ragged_kernels.cuh"
#include "device/transfers.cuh"
#include "op/of_request.cuh"
#include "plan/plan.h"

namespace GR_NAMESPACE
{

/* Launch a kernel whose threads look at n numbers.  */
template <class... P, class... A>
static gr_status
look_at (gr_context *context, size_t n, gr_kernel<P...> kernel, A &&...args)
{
  constexpr size_t TILE = GR_RAGGED_CHECK_THREADS * GR_RAGGED_CHECKED;
  return n ? gr_launch_unrecorded (context, kernel, static_cast<unsigned> (gr_ceil_div (n, TILE)),
                                   GR_RAGGED_CHECK_THREADS, static_cast<A &&> (args)...)
           : GR_OK;
}

static gr_status
begin_noting (gr_context *context, unsigned **noted)
{
  GR_TRY (gr_scratch (context, 1, noted));
  return gr_set_bytes (context, *noted, 0, sizeof **noted);
}

/* Have max and min nothing to give for a segment without elements?  */
static bool
refuses_empty (const gr_request &request)
{
  const gr_operator_info &op = gr_operators[request.op];
  return op.accumulator == GR_ACCUMULATOR_EXTREMUM && ! op.is_scan && ! request.ragged->empty;
}

/* Those that are made of keys end before the elements that are left out.  */
static gr_status
check_offsets (gr_context *context, const gr_request &request, const double *offsets)
{
  const size_t count = request.ragged->count;
  unsigned *noted = nullptr, found = 0;
  GR_TRY (begin_noting (context, &noted));
  GR_TRY (look_at (context, count + 1, GR_KERNEL_OF (RAGGED, gr_check_offsets_kernel<double>), offsets, count,
                   request.len, noted));
  GR_TRY (gr_download (&found, noted, sizeof found));
  if (found & GR_IS_FAULTY && request.ragged->offsets)
    return gr_fail_offsets (&request);
  return found & GR_HAS_EMPTY && refuses_empty (request) ? gr_fail_empty (&request) : GR_OK;
}

/* The keys as 32-bit numbers, which some are as they stand.  *ascend: none is less than the one before.  */
static gr_status
convert_keys (gr_context *context, const gr_request &request, const unsigned **keys, bool *ascend)
{
  const gr_ragged &ragged = *request.ragged;
  unsigned *noted = nullptr, *to = nullptr, found = 0;
  if (ragged.count >= GR_LEFT_OUT)
    return gr_fail (GR_UNSUPPORTED, "a device takes keys from 1 to %u, not to %zu", GR_LEFT_OUT - 1, ragged.count);
  GR_TRY (begin_noting (context, &noted));
  if (! ragged.skips && (ragged.key_type == GR_TYPE_I32 || ragged.key_type == GR_TYPE_U32))
    *keys = static_cast<const unsigned *> (ragged.keys);
  else
    {
      GR_TRY (gr_scratch (context, request.len, &to));
      *keys = to;
    }
  GR_TRY (gr_with_type (ragged.key_type, [&] (auto element) {
    typedef decltype (element) K;
    if constexpr (gr_is_complex<K>::value)
      return gr_fail (GR_UNSUPPORTED, "keys are not complex");
    else
      return look_at (context, request.len, GR_KERNEL_OF (RAGGED, gr_convert_keys_kernel<K>),
                      static_cast<const K *> (ragged.keys), request.len, static_cast<unsigned> (ragged.count), to,
                      noted);
  }));
  GR_TRY (gr_download (&found, noted, sizeof found));
  *ascend = ! (found & GR_IS_UNSORTED);
  return found & GR_IS_FAULTY && ! ragged.skips ? gr_fail_offsets (&request) : GR_OK;
}

/* Sort the keys; where all have an element of their own, have these in their order.  */
static gr_status
move_elements (gr_context *context, const gr_request &request, const unsigned **keys, const void **in)
{
  const size_t n = request.len, size = gr_types[request.type].size;
  unsigned *sorted = nullptr, *noted = nullptr;
  double *positions = nullptr;
  char *moved = nullptr;
  const unsigned *const from = *keys;
  GR_TRY (gr_scratch (context, n, &sorted));
  *keys = sorted;
  const gr_sorting ascending = { GR_TYPE_U32, false, 1, n, 1, GR_ALGORITHM_AUTO, 0 };
  if (request.ragged->one_element)
    {
      const gr_sort_run alone = { ascending, from, sorted, nullptr, nullptr };
      return gr_sort_segments (&alone);
    }
  const void *const elements = *in;
  GR_TRY (gr_scratch (context, n * size, &moved));
  *in = moved;
  if (gr_can_sort_with (n, size))
    return gr_sort_with (n, from, sorted, size, elements, moved);
  GR_TRY (gr_scratch (context, n, &positions));
  GR_TRY (begin_noting (context, &noted));
  const gr_sort_run sort = { ascending, from, sorted, positions, nullptr };
  GR_TRY (gr_sort_segments (&sort));
  const gr_gather_run gather = { { size, 1, n, 1, n }, false, elements, positions, moved, noted };
  return gr_gather_places (&gather);
}

/* The only element as many times as there are keys.  */
static gr_status
repeat_element (gr_context *context, const gr_request &request, const void **in)
{
  const size_t size = gr_types[request.type].size;
  const gr_axis axis = { request.len, 0, 1, nullptr, nullptr };
  char *all = nullptr;
  if (request.len < 2)
    return GR_OK;
  GR_TRY (gr_scratch (context, request.len * size, &all));
  GR_TRY (gr_copy_axes (size, 1, &axis, all, *in));
  *in = all;
  return GR_OK;
}

/* Where the segments of ascending keys begin.  */
static gr_status
find_offsets (gr_context *context, const gr_request &request, const unsigned *keys, const double **offsets)
{
  const gr_sorted_keys sorted = { keys, request.len, request.ragged->count + 1 };
  const size_t tiles = gr_ceil_div (sorted.n + sorted.offsets, static_cast<size_t> (GR_OFFSETS_TILE));
  size_t *first = nullptr;
  double *places = nullptr;
  GR_TRY (gr_scratch (context, tiles + 1, &first));
  GR_TRY (gr_scratch (context, sorted.offsets, &places));
  GR_TRY (gr_launch_unrecorded (
    context, GR_KERNEL_OF (RAGGED, gr_first_offsets_kernel<size_t>),
    static_cast<unsigned> (gr_ceil_div (tiles + 1, static_cast<size_t> (GR_RAGGED_CHECK_THREADS))),
    GR_RAGGED_CHECK_THREADS, sorted, tiles, first));
  *offsets = places;
  return gr_launch_unrecorded (context, GR_KERNEL_OF (RAGGED, gr_find_offsets_kernel<size_t>),
                               static_cast<unsigned> (tiles), GR_RAGGED_CHECK_THREADS, sorted, first, places);
}

gr_status
gr_prepare_ragged (gr_context *context, const gr_request &request, gr_type out_type, const void *in,
                   gr_ragged_call *call)
{
  gr_kernel_types types = {};
  const unsigned *keys = nullptr;
  bool ascend = false;
  call->request = request;
  call->request.ragged = &call->ragged;
  call->ragged = *request.ragged;
  call->in = in;
  if (request.ragged->offsets)
    return check_offsets (context, request, request.ragged->offsets);
  types.result = gr_types[out_type].size;
  GR_TRY (gr_find_kernel_types (&request, &types));
  /* means are relative to an element of each segment, which tables do not know */
  const size_t count = request.ragged->count;
  const bool by_tables = count && ! types.has_origin && gr_table_warps (count, types.acc) && ! refuses_empty (request);
  const gr_type key = request.ragged->key_type;
  if (by_tables && (key == GR_TYPE_I32 || key == GR_TYPE_U32 || key == GR_TYPE_F64))
    return GR_OK;
  GR_TRY (convert_keys (context, request, &keys, &ascend));
  call->ragged.keys = keys;
  call->ragged.key_type = GR_TYPE_U32;
  if (by_tables)
    return GR_OK;
  if (request.ragged->one_element)
    GR_TRY (repeat_element (context, request, &call->in));
  if (! ascend)
    GR_TRY (move_elements (context, request, &keys, &call->in));
  GR_TRY (find_offsets (context, request, keys, &call->ragged.offsets));
  call->ragged.keys = nullptr;
  return refuses_empty (request) ? check_offsets (context, request, call->ragged.offsets) : GR_OK;
}

} // namespace
