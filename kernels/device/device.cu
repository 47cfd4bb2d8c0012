/* SPDX-License-Identifier: GPL-3.0-or-later

   The cuda backend: device selection, memory and the course of a request.  Compiled a second time, with -DGR_SIMT,
   as the simt backend, which runs the same kernels on the host executor.  */

#include "auto/mapped.cuh"
#include "device/device.cuh"
#include "device/fill.cuh"
#include "device/measure.cuh"
#include "device/pieces.cuh"
#include "device/ragged.cuh"
#include "device/transfers.cuh"
#include "plan/plan.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>

namespace GR_NAMESPACE
{

/* ---- devices ---- */

static int
device_count ()
{
  if (gr_is_child_of_user ())
    return 0;
  int count = 0;
  if (cudaGetDeviceCount (&count) != cudaSuccess)
    {
      cudaGetLastError (); /* no driver, or one that is too old: no device */
      return 0;
    }
  return std::min<int> (count, GR_MOST_DEVICES);
}

static gr_status
select_device (int index)
{
  GR_TRY (gr_need_process ());
#if GR_ON_CALL
  GR_TRY (gr_need_compiler ());
#endif
  GR_TRY (gr_open_device (index - 1));
  const int count = device_count ();
  for (int other = 0; other < count; other++)
    if (other != index - 1)
      gr_close_lanes (other);
  return GR_OK;
}

static gr_status
enter_device (int index)
{
  return gr_enter_device (index - 1);
}

/* As callers count them.  */
static int
current_device ()
{
  return gr_current_device () + 1;
}

/* What stays the same while the process runs, and which takes the driver milliseconds to say.  */
static gr_status
describe_for_good (gr_device *device)
{
  gr_device found = {};
  cudaDeviceProp p;
  const int current = gr_current_device ();
  GR_TRY (GR_CUDA (cudaGetDeviceProperties (&p, current)));
  snprintf (found.name, sizeof found.name, "%s", p.name);
  found.major = p.major;
  found.minor = p.minor;
  found.multiprocessors = p.multiProcessorCount;
  found.l2_bytes = static_cast<size_t> (p.l2CacheSize);
  GR_TRY (GR_CUDA (cudaDeviceGetAttribute (&found.clock_khz, cudaDevAttrClockRate, current)));
  GR_TRY (GR_CUDA (cudaDeviceGetAttribute (&found.memory_clock_khz, cudaDevAttrMemoryClockRate, current)));
  GR_TRY (GR_CUDA (cudaDriverGetVersion (&found.driver)));
  found.index = current + 1;
  *device = found;
  return GR_OK;
}

static gr_status
describe (gr_device *device)
{
  static gr_device known[GR_MOST_DEVICES]; /* index 0: not yet */
  GR_TRY (gr_need_device ());
  gr_device &same = known[gr_current_device ()];
  if (! same.index)
    GR_TRY (describe_for_good (&same));
  *device = same;
  GR_TRY (GR_CUDA (cudaMemGetInfo (&device->free_bytes, &device->total_bytes)));
  GR_TRY (gr_count_memory (&device->used_bytes, &device->cached_bytes));
  device->toolkit = gr_name_compiler (device->compiler, sizeof device->compiler);
  return GR_OK;
}

static gr_status
allocate (size_t bytes, void **p)
{
  const gr_status status = gr_take (bytes, p);
  return status == GR_OUT_OF_MEMORY ? gr_fail_for_memory (bytes) : status;
}

static void
release (void *p, int device)
{
  gr_give_back (p, device - 1);
}

static gr_status
wait ()
{
  GR_TRY (gr_need_device ());
  return gr_wait_until_idle ();
}

/* The executor has no other library.  */
static gr_status
queue (gr_queue *queue)
{
  GR_TRY (gr_need_device ());
  gr_note_work ();
  queue->stream = gr_current_runtime ().stream;
#ifndef GR_SIMT
  GR_TRY (GR_CUDA (cudaDeviceGetPCIBusId (queue->pci, sizeof queue->pci, gr_current_device ())));
#endif
  return GR_OK;
}

static gr_status
trim ()
{
  GR_TRY (gr_need_device ());
  return gr_trim_all ();
}

static gr_status
reset ()
{
  GR_TRY (gr_need_device ());
  const gr_status status = gr_trim_all ();
  gr_close_lanes (gr_current_device ());
  gr_close_device ();
  return status;
}

/* ---- memory ---- */

static gr_status
copy (void *to, const void *from, size_t bytes)
{
  GR_TRY (gr_need_device ());
  gr_note_work ();
  return GR_CUDA_FAULTY (GR_FAULT_COPY,
                         cudaMemcpyAsync (to, from, bytes, cudaMemcpyDeviceToDevice, gr_current_runtime ().stream));
}

static gr_status
copy_from (void *to, const void *from, int device, size_t bytes)
{
  GR_TRY (gr_need_device ());
  gr_note_work ();
  GR_TRY (GR_CUDA_FAULTY (GR_FAULT_COPY, cudaMemcpyPeerAsync (to, gr_current_device (), from, device - 1, bytes,
                                                              gr_current_runtime ().stream)));
  return gr_wait_until_idle (); /* the other device's memory is freed in the order of another stream */
}

template <class T>
static gr_status
fill_with (void *to, const void *element, size_t count)
{
  T value;
  memcpy (&value, element, sizeof value);
  const size_t blocks = std::min<size_t> ((count + GR_FILL_THREADS - 1) / GR_FILL_THREADS, GR_FILL_MOST_BLOCKS);
  GR_TRY (gr_need_kernel (GR_KERNEL (gr_fill_kernel<T>)));
  return gr_check (GR_FAULTY (GR_FAULT_LAUNCH,
                              gr_launch (GR_KERNEL (gr_fill_kernel<T>), static_cast<unsigned> (blocks), GR_FILL_THREADS,
                                         0, gr_current_runtime ().stream, static_cast<T *> (to), value, count)),
                   "kernel launch");
}

static gr_status
fill (void *to, const void *element, size_t size, size_t count)
{
  GR_TRY (gr_need_device ());
  gr_note_work ();
  switch (size)
    {
    case 1:
      return GR_CUDA_FAULTY (GR_FAULT_COPY, cudaMemsetAsync (to, *static_cast<const unsigned char *> (element), count,
                                                             gr_current_runtime ().stream));
    case 2:
      return fill_with<uint16_t> (to, element, count);
    case 4:
      return fill_with<uint32_t> (to, element, count);
    case 8:
      return fill_with<uint64_t> (to, element, count);
    default:
      return fill_with<uint4> (to, element, count);
    }
}

/* ---- a request ---- */

static double
seconds_since (std::chrono::steady_clock::time_point start)
{
  return std::chrono::duration<double> (std::chrono::steady_clock::now () - start).count ();
}

/* Add the time between two marks, without that of the compiler.  */
static gr_status
phase_seconds (const gr_marks *marks, gr_phase from, gr_phase to, double *seconds)
{
  float ms = 0;
  GR_TRY (GR_CUDA (cudaEventElapsedTime (&ms, marks->event[from], marks->event[to])));
  *seconds += std::max (ms * 1e-3 - (marks->waited[to] - marks->waited[from]), 0.0);
  return GR_OK;
}

#define GR_RUN_UNIT(_, ID, NAME, KIND, UNIT, ...) gr_run_unit<GR_##UNIT>,
static decltype (gr_operator_call::run) const operators[GR_OPERATOR_COUNT] = { GR_OPERATORS (GR_RUN_UNIT, _) };

gr_status
gr_run_operator (gr_context *context, const gr_request &request, gr_type out_type, const void *in, void *out,
                 double *index)
{
  const gr_operator_call call = { operators[request.op], request, out_type, in, out, index };
  context->call = &call;
  const gr_status status = call.run (context, request, out_type, in, out, index);
  context->call = nullptr;
  return status;
}

gr_status
gr_bring_weights (gr_context *context, const double *host, size_t count, double *device)
{
  context->origin = 0;
  for (size_t k = 1; k < count; k++)
    if (host[k] > host[context->origin])
      context->origin = k;
  return gr_upload (device, host, count * sizeof *device);
}

/* The times of a call whose phases have ended.  auto converts on load and store: all its time is the kernels'.  */
gr_status
gr_fill_in_seconds (const gr_marks *marks, gr_record *record)
{
  const bool named = record->algorithm != GR_ALGORITHM_AUTO && record->len;
  record->seconds_kernels = record->seconds_convert = 0.0;
  if (! named)
    return phase_seconds (marks, GR_BEGIN, GR_END, &record->seconds_kernels);
  GR_TRY (phase_seconds (marks, GR_BEGIN, GR_CONVERTED, &record->seconds_convert));
  GR_TRY (phase_seconds (marks, GR_COMPUTED, GR_END, &record->seconds_convert));
  return phase_seconds (marks, GR_CONVERTED, GR_COMPUTED, &record->seconds_kernels);
}

static gr_status
finish (int device, gr_record *record)
{
  const gr_marks *const marks = gr_kept_marks (device - 1);
  if (! marks)
    return gr_fail (GR_UNSUPPORTED, "the times of the last call are gone, since device %d was closed", device);
  GR_TRY (gr_wait_for (device - 1, marks->event[GR_END]));
  return gr_fill_in_seconds (marks, record);
}

/* On device arrays; fills the record's launch, device and, unless the call is queued, kernel seconds.  */
static gr_status
run_on_device (gr_context *context, const gr_request &request, gr_type out_type, const void *in, void *out,
               double *index)
{
  gr_request r = request;
  gr_ragged_call ragged = {};
  if (request.weights)
    {
      double *weights = nullptr;
      GR_TRY (gr_scratch (context, request.len, &weights));
      GR_TRY (gr_bring_weights (context, request.weights, request.len, weights));
      r.weights = weights;
    }
  GR_TRY (gr_mark (context, GR_BEGIN));
  if (request.ragged)
    {
      GR_TRY (gr_prepare_ragged (context, request, out_type, in, &ragged));
      r = ragged.request;
      in = ragged.in;
    }
  GR_TRY (gr_run_operator (context, r, out_type, in, out, index));
  GR_TRY (gr_mark (context, GR_END));
  if (request.queue)
    return GR_OK;
  GR_TRY (gr_wait_for_last (context->marks->event[GR_END]));
  return gr_fill_in_seconds (context->marks, context->record);
}

/* Bring offsets or keys to the device.  */
static gr_status
bring_segments (gr_context *context, size_t len, gr_ragged *ragged)
{
  const void *const from = ragged->offsets ? ragged->offsets : ragged->keys;
  const size_t bytes
    = ragged->offsets ? (ragged->count + 1) * sizeof *ragged->offsets : len * gr_types[ragged->key_type].size;
  void *to = nullptr;
  GR_TRY (gr_scratch (context, bytes, &to));
  GR_TRY (gr_upload (to, from, bytes));
  if (ragged->offsets)
    ragged->offsets = static_cast<const double *> (to);
  else
    ragged->keys = to;
  return GR_OK;
}

/* On host arrays: through scratch copies on the device.  */
static gr_status
run_from_host (gr_context *context, const gr_request &request, gr_type out_type, const void *in, void *out,
               double *index)
{
  gr_record *record = context->record;
  gr_request r = request;
  gr_ragged ragged;
  const bool stands_for_all = request.ragged && request.ragged->one_element;
  const size_t n = stands_for_all ? 1 : request.inner * request.outer * request.len;
  const size_t results = gr_count_results (&request);
  const size_t in_bytes = n * gr_types[request.type].size, out_bytes = results * gr_types[out_type].size;
  void *device_in = nullptr, *device_out = nullptr;
  double *device_index = nullptr;
  GR_TRY (gr_scratch (context, in_bytes, &device_in));
  GR_TRY (gr_scratch (context, out_bytes, &device_out));
  if (index)
    GR_TRY (gr_scratch (context, results, &device_index));
  auto start = std::chrono::steady_clock::now ();
  GR_TRY (gr_upload (device_in, in, in_bytes));
  if (request.ragged)
    {
      ragged = *request.ragged;
      r.ragged = &ragged;
      GR_TRY (bring_segments (context, request.len, &ragged));
    }
  record->seconds_in = seconds_since (start);
  GR_TRY (run_on_device (context, r, out_type, device_in, device_out, device_index));
  start = std::chrono::steady_clock::now ();
  GR_TRY (gr_download (out, device_out, out_bytes));
  if (index)
    GR_TRY (gr_download (index, device_index, results * sizeof *index));
  record->seconds_out = seconds_since (start);
  return GR_OK;
}

#if GR_ON_CALL
/* Have the function's values as elements.  */
static gr_status
run_on_values (gr_context *context, const gr_request &request, gr_type out_type, void *out, double *index)
{
  gr_mapped_arrays arrays;
  GR_TRY (gr_begin_values (context, *request.values, &arrays));
  GR_TRY (run_on_device (context, request, out_type, nullptr, out, index));
  return gr_end_values (*request.values, arrays);
}
#else
static decltype (gr_backend::takes_values) const gr_takes_values = nullptr;
#endif

static gr_status
run_on_arrays (gr_context *context, const gr_request &request, gr_type out_type, const void *in, void *out,
               double *index)
{
#if GR_ON_CALL
  if (request.values)
    return run_on_values (context, request, out_type, out, index);
#endif
  return request.place == GR_ON_DEVICE ? run_on_device (context, request, out_type, in, out, index)
                                       : run_from_host (context, request, out_type, in, out, index);
}

static gr_status
run (const gr_request *request, gr_type out_type, const void *in, void *out, double *index, gr_record *record)
{
  gr_context context;
  GR_TRY (gr_begin_request (&context, record));
  context.kernel = request->kernel;
  GR_TRY (gr_end_request (&context, run_on_arrays (&context, *request, out_type, in, out, index)));
  gr_keep_marks ();
  if (request->queue)
    gr_note_queued (request);
  return GR_OK;
}

/* The reading leaves the cache full of cache lines that need not be written back at
   the expense of what is measured next.  */
static gr_status
flush (void *p, size_t bytes)
{
  GR_TRY (gr_need_device ());
  const gr_runtime &device = gr_current_runtime ();
  gr_note_work ();
  GR_TRY (GR_CUDA_FAULTY (GR_FAULT_COPY, cudaMemsetAsync (p, 1, bytes, device.stream)));
  return gr_stream_memory (GR_LIMIT_READ, 0, p, p, bytes / 16 * 16, device.multiprocessors, device.stream);
}

static gr_status
limit (gr_limit which, int way, const void *from, void *to, size_t bytes, double *seconds)
{
  GR_TRY (gr_need_device ());
  const gr_runtime &device = gr_current_runtime ();
  gr_marks *const marks = gr_spare_marks ();
  marks->waited[GR_BEGIN] = marks->waited[GR_END] = *seconds = 0.0;
  gr_note_work ();
  GR_TRY (GR_CUDA (cudaEventRecord (marks->event[GR_BEGIN], device.stream)));
  GR_TRY (gr_stream_memory (which, way, from, to, bytes, device.multiprocessors, device.stream));
  GR_TRY (GR_CUDA (cudaEventRecord (marks->event[GR_END], device.stream)));
  GR_TRY (gr_wait_for_last (marks->event[GR_END]));
  return phase_seconds (marks, GR_BEGIN, GR_END, seconds);
}

/* ---- kernels ahead of their calls ---- */

#if GR_ON_CALL
/* From now on gr_all_kernels has them all.  */
static gr_status
name_all_kernels ()
{
  gr_kernel_list *const unused = gr_new_list (0);
  if (! unused)
    return gr_fail (GR_OUT_OF_MEMORY, "out of memory for a list of kernels");
  gr_add_apply_kernels (unused, -1, -1);
  gr_add_map_kernels (unused, -1, -1);
  gr_free_list (unused);
  return GR_OK;
}

static gr_status
compile (const gr_request *requests, size_t count, const gr_kernel_choice *choices, size_t choice_count,
         int architecture, size_t *kernels)
{
  gr_kernel_list *const list = gr_new_list (architecture);
  gr_status status = list ? GR_OK : gr_fail (GR_OUT_OF_MEMORY, "out of memory for a list of kernels");
  if (list && ! choices)
    status = name_all_kernels ();
  if (list && ! choices)
    gr_add_named_kernels (list);
  for (size_t i = 0; i < count && status == GR_OK; i++)
    {
      gr_type out_type;
      static char anything[GR_BUFFER_ALIGNMENT] __attribute__ ((aligned (GR_BUFFER_ALIGNMENT)));
      double *const positions = reinterpret_cast<double *> (anything);
      const bool indexed = gr_check_request (&requests[i], true, &out_type) == GR_OK;
      status = gr_result_type (&requests[i], &out_type);
      for (double *const index : { static_cast<double *> (nullptr), positions })
        if (status == GR_OK && (! index || indexed))
          gr_add_kernels (list, { operators[requests[i].op], requests[i], out_type, anything, anything, index },
                          { gr_run_all_tasks, requests[i], index != nullptr });
    }
  for (size_t k = 0; k < choice_count && status == GR_OK; k++)
    if (choices[k].kind == GR_KERNELS_OF_BINARY)
      gr_add_apply_kernels (list, choices[k].function, choices[k].type);
    else if (choices[k].kind == GR_KERNELS_OF_UNARY)
      gr_add_map_kernels (list, choices[k].function, choices[k].type);
  if (status == GR_OK)
    status = gr_compile_list (list, kernels);
  gr_free_list (list);
  return status;
}
#else
static decltype (gr_backend::ready) const gr_need_compiler = nullptr;
static decltype (gr_backend::compile) const compile = nullptr;
#endif

} // namespace

using namespace GR_NAMESPACE;

#if GR_ON_CALL
extern "C" bool
gr_name_kernel (size_t number, char **name, char **program, bool *launches)
{
  if (! number && name_all_kernels () != GR_OK)
    return false;
  const gr_kernel_info *kernel = gr_all_kernels;
  while (kernel && (gr_waits_for_user (*kernel) || number--))
    kernel = kernel->before;
  if (! kernel)
    return false;
  gr_describe_kernel (*kernel, name, program, launches);
  return true;
}
#endif

extern "C" const gr_backend GR_BACKEND = { GR_BACKEND_NAME,
                                           device_count,
                                           select_device,
                                           enter_device,
                                           current_device,
                                           describe,
                                           allocate,
                                           release,
                                           gr_upload,
                                           gr_download,
                                           copy,
                                           copy_from,
                                           fill,
                                           wait,
                                           queue,
                                           trim,
                                           reset,
                                           finish,
                                           run,
                                           gr_takes_values,
                                           gr_state_bytes,
                                           gr_state_planes,
                                           gr_begin_state,
                                           gr_feed_box,
                                           gr_finish_state,
                                           gr_merge_states,
                                           gr_feed_bytes,
                                           gr_gather,
                                           gr_with_copies,
                                           gr_begin_upload,
                                           gr_begin_download,
                                           gr_announce_download,
                                           gr_wait_for_copy,
                                           flush,
                                           limit,
                                           GR_LIMIT_WAYS,
                                           gr_need_compiler,
                                           compile };
