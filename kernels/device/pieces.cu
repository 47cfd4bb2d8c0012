/* SPDX-License-Identifier: GPL-3.0-or-later

   Accumulations on a device: each function of backend.h that has to do with a state runs the unit of an operator with a
   task (states.cuh).  Compiled a second time for the host executor, as device.cu is.  */

#include "device/pieces.cuh"
#include "device/gather.cuh"
#include "op/monoids.cuh"
#include "device/device.cuh"
#include "plan/plan.h"

namespace GR_NAMESPACE
{

/* ---- sizes ---- */

/* What the plan of the whole array is made from, for a device whose blocks can have 227 KB of shared memory.  */
static gr_status
plan_input (const gr_request *request, bool indexed, gr_plan_input *in)
{
  gr_type out_type;
  gr_kernel_types types = {};
  const gr_plan_arrays whole = { nullptr, nullptr, nullptr, GR_SHARED_BYTES };
  GR_TRY (gr_result_type (request, &out_type));
  types.result = gr_types[out_type].size;
  types.indexed = indexed;
  GR_TRY (gr_find_kernel_types (request, &types));
  *in = gr_plan_input_of (gr_operators[request->op].is_scan, request->inner, request->len, request->outer, &types,
                          &whole);
  return GR_OK;
}

/* States of each segment: one, or one for each chunk of the plan.  */
static size_t
chunks_of (const gr_request *request, const gr_plan_input &in)
{
  if (! request->keep_chunks)
    return 1;
  const gr_plan plan = gr_make_plan (&in);
  return plan.is_cut ? plan.chunks : 1;
}

size_t
gr_state_bytes (const gr_request *request, bool indexed)
{
  gr_plan_input in;
  if (plan_input (request, indexed, &in) != GR_OK)
    return 0;
  return request->inner * (chunks_of (request, in) * in.types.state + (in.types.has_origin ? sizeof (gr_origin) : 0));
}

int
gr_state_planes (const gr_request *request, bool indexed, size_t bytes[])
{
  gr_plan_input in;
  if (plan_input (request, indexed, &in) != GR_OK)
    return 0;
  bytes[0] = in.types.state;
  bytes[1] = sizeof (gr_origin);
  return in.types.has_origin ? 2 : 1;
}

/* Parts of states or what stands before a scan's segments, the workspace of a plan for all of the piece, and weights.
   A scan whose results cannot be the states is reduced, too; one without results may need these.  */
size_t
gr_feed_bytes (const gr_request *request, bool indexed, size_t count)
{
  gr_plan_input in;
  if (! count || ! request->inner || plan_input (request, indexed, &in) != GR_OK)
    return 0;
  const size_t rows = count / request->inner, width = count < request->inner ? count : request->inner;
  gr_plan_input part = in;
  part.outer = 1;
  part.inner = width;
  part.len = rows ? rows : 1;
  const size_t results = in.is_scan ? count * (in.types.result + (indexed ? sizeof (double) : 0)) : 0;
  return width * in.types.state + gr_make_plan (&in).workspace + gr_make_plan (&part).workspace + results
       + (request->weights ? part.len * sizeof (double) : 0);
}

/* ---- tasks ---- */

/* Run a task by the unit of the request's operator.  */
static gr_status
run_task (gr_context *context, const gr_request &request, gr_type out_type, const gr_state_task &task,
          const gr_box_arrays &arrays)
{
  context->task = &task;
  return gr_run_operator (context, request, out_type, arrays.in, arrays.out, arrays.index);
}

static gr_status feed_scan (gr_context *context, const gr_request &r, gr_type out_type, gr_state_task task,
                            gr_box_arrays arrays);

gr_status
gr_run_all_tasks (gr_context *context, const gr_request &request, bool indexed)
{
  static double anything;
  char *const some = reinterpret_cast<char *> (&anything);
  const gr_box rows = { 0, 0, 0, request.inner, 0, request.len > 1 ? request.len - 1 : 1 };
  const gr_box_arrays arrays = { some, some, indexed ? &anything : nullptr };
  gr_state_task task = { GR_BEGIN_STATE, indexed, false, rows, 1, some, nullptr };
  gr_type out_type;
  GR_TRY (gr_result_type (&request, &out_type));
  GR_TRY (run_task (context, request, GR_TYPE_F64, task, {}));
  task.verb = GR_FEED_BOX;
  if (gr_operators[request.op].is_scan)
    return feed_scan (context, request, out_type, task, arrays);
  GR_TRY (run_task (context, request, out_type, task, { some, nullptr, nullptr }));
  task.verb = GR_FINISH_STATE;
  return run_task (context, request, out_type, task, { nullptr, some, arrays.index });
}

/* Begin a request, call f (context, in) with what its plan is made from, and end it.  What f queues is not waited for:
   whoever copies the results waits.  */
template <class F>
static gr_status
with_context (const gr_request *request, bool indexed, gr_record *record, F f)
{
  gr_context context;
  gr_plan_input in;
  const gr_later_calls later = { gr_run_all_tasks, *request, indexed };
  GR_TRY (plan_input (request, indexed, &in));
  GR_TRY (gr_begin_request (&context, record));
  context.later = &later;
  return gr_end_request (&context, f (&context, in));
}

/* Wait for what f () queues, and record its seconds; unless nobody asks for these.  */
template <class F>
static gr_status
timed (gr_context *context, gr_record *record, F f)
{
  if (record->untimed)
    return f ();
  GR_TRY (gr_mark (context, GR_BEGIN));
  GR_TRY (f ());
  GR_TRY (gr_mark (context, GR_END));
  GR_TRY (gr_wait_for_last (context->marks->event[GR_END]));
  return gr_fill_in_seconds (context->marks, record);
}

gr_status
gr_begin_state (const gr_request *request, bool indexed, void *state)
{
  gr_record record = {};
  return with_context (request, indexed, &record, [&] (gr_context *context, const gr_plan_input &in) {
    const gr_state_task task = { GR_BEGIN_STATE, indexed, false, {}, chunks_of (request, in), state, nullptr };
    return run_task (context, *request, GR_TYPE_F64, task, {});
  });
}

gr_status
gr_finish_state (const gr_request *request, gr_type out_type, void *state, void *out, double *index)
{
  gr_record record = {};
  return with_context (request, index != nullptr, &record, [&] (gr_context *context, const gr_plan_input &in) {
    const gr_state_task task
      = { GR_FINISH_STATE, index != nullptr, false, {}, chunks_of (request, in), state, nullptr };
    return run_task (context, *request, out_type, task, { nullptr, static_cast<char *> (out), index });
  });
}

gr_status
gr_merge_states (const gr_request *request, bool indexed, void *state, const void *later)
{
  gr_record record = {};
  return with_context (request, indexed, &record, [&] (gr_context *context, const gr_plan_input &in) {
    const gr_state_task task = { GR_MERGE_STATES, indexed, false, {}, chunks_of (request, in), state, later };
    return run_task (context, *request, GR_TYPE_F64, task, {});
  });
}

/* ---- boxes ---- */

/* The reduction whose states are those of a scan.  */
static gr_operator
reduction_of (gr_operator scan)
{
  const gr_operator_info &row = gr_operators[scan];
  int op = 0;
  while (gr_operators[op].is_scan || gr_operators[op].accumulator != row.accumulator
         || gr_operators[op].variant != row.variant)
    op++;
  return static_cast<gr_operator> (op);
}

/* The weights of the rows of a box, on the device.  */
static gr_status
bring_weights (gr_context *context, const gr_box &box, gr_request *request)
{
  const size_t first = box.slabs ? 0 : box.row, rows = box.slabs ? request->len : box.rows;
  const double *const host = request->weights + first;
  double *weights = nullptr;
  if (! request->weights)
    return GR_OK;
  GR_TRY (gr_scratch (context, rows, &weights));
  GR_TRY (gr_bring_weights (context, host, rows, weights));
  request->weights = weights;
  return GR_OK;
}

/* Add a box to the state of a scan without its results, or with results that do not have all digits of the state.  */
static gr_status
add_totals (gr_context *context, const gr_request &scan, gr_state_task task, const char *in)
{
  gr_request reduction = scan;
  gr_type out_type;
  reduction.op = reduction_of (scan.op);
  reduction.exclusive = false;
  GR_TRY (gr_result_type (&reduction, &out_type));
  task.indexed = false;
  return run_task (context, reduction, out_type, task, { in, nullptr, nullptr });
}

/* Does a box of a scan end its slab, whose state is of no use then?  */
static bool
ends_slab (const gr_request &r, const gr_box &box)
{
  return r.reverse ? ! box.row && ! box.column : box.row + box.rows == r.len && box.column + box.width == r.inner;
}

static gr_status
feed_scan (gr_context *context, const gr_request &r, gr_type out_type, gr_state_task task, gr_box_arrays arrays)
{
  const bool is_extremum = gr_operators[r.op].accumulator == GR_ACCUMULATOR_EXTREMUM;
  const bool rounds = ! is_extremum && (out_type == GR_TYPE_F32 || out_type == GR_TYPE_C32);
  /* a whole slab leaves no state */
  if (task.box.slabs)
    return arrays.out ? run_task (context, r, out_type, task, arrays) : GR_OK;
  task.advances = ! rounds;
  /* of extrema from behind, the last of equals is wanted, which only the scan finds */
  if (! arrays.out && is_extremum && r.reverse)
    {
      const size_t n = task.box.width * task.box.rows;
      GR_TRY (gr_scratch (context, n * gr_types[out_type].size, &arrays.out));
      if (task.indexed)
        GR_TRY (gr_scratch (context, n, &arrays.index));
    }
  if (arrays.out)
    GR_TRY (run_task (context, r, out_type, task, arrays));
  return ! arrays.out || (rounds && ! r.alone && ! ends_slab (r, task.box)) ? add_totals (context, r, task, arrays.in)
                                                                            : GR_OK;
}

gr_status
gr_feed_box (const gr_request *request, gr_type out_type, bool indexed, const gr_box *box, gr_box_arrays arrays,
             void *state, gr_record *record)
{
  return with_context (request, indexed, record, [&] (gr_context *context, const gr_plan_input &input) {
    gr_request r = *request;
    const gr_state_task task = { GR_FEED_BOX, indexed, false, *box, chunks_of (request, input), state, nullptr };
    const gr_status status = timed (context, record, [&] {
      GR_TRY (bring_weights (context, *box, &r));
      return gr_operators[r.op].is_scan ? feed_scan (context, r, out_type, task, arrays)
                                        : run_task (context, r, out_type, task, arrays);
    });
    if (status == GR_OK && record->untimed)
      gr_note_queued (request);
    return status;
  });
}

/* ---- dimensions that are no neighbours ---- */

template <class Word>
static gr_status
gather_words (gr_context *context, const gr_order &order, size_t first, size_t count, const void *from, void *to)
{
  constexpr unsigned THREADS = 256;
  constexpr size_t MOST_BLOCKS = 1 << 20;
  const size_t blocks = gr_ceil_div (count, THREADS);
  return gr_launch_unrecorded (context, GR_KERNEL (gr_gather_kernel<Word>),
                               static_cast<unsigned> (blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS), THREADS, order,
                               static_cast<const Word *> (from), static_cast<Word *> (to), first, count);
}

gr_status
gr_gather (const gr_request *request, size_t first, size_t count, const void *from, void *to)
{
  gr_order order = {};
  gr_record record = {};
  for (const bool along : { true, false })
    for (size_t g = 0, stride = 1; g < request->groups; stride *= request->group[g++].extent)
      if (request->group[g].along == along)
        {
          order.extent[order.groups] = request->group[g].extent;
          order.stride[order.groups++] = stride;
        }
  return with_context (request, false, &record, [&] (gr_context *context, const gr_plan_input &) {
    switch (gr_types[request->type].size)
      {
      case 1:
        return gather_words<uint8_t> (context, order, first, count, from, to);
      case 2:
        return gather_words<uint16_t> (context, order, first, count, from, to);
      case 4:
        return gather_words<uint32_t> (context, order, first, count, from, to);
      case 8:
        return gather_words<uint64_t> (context, order, first, count, from, to);
      default:
        return gather_words<gr_c64> (context, order, first, count, from, to);
      }
  });
}

} // namespace
