/* SPDX-License-Identifier: GPL-3.0-or-later

   The device that requests run on: its stream, and the beginning and the end of a request.  Its memory is in
   memory.cu.  */

#include "runtime/runtime.cuh"
#include "plan/plan.h"
#include "runtime/kernels.cuh"
#include "runtime/state.cuh"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>

#include <pthread.h>

namespace GR_NAMESPACE
{

/* ---- the device ---- */

static gr_device_state devices[GR_MOST_DEVICES];
static int current_device = 0;

gr_device_state &
gr_state_of (int device)
{
  return devices[device];
}

const gr_runtime &
gr_current_runtime ()
{
  return gr_state ().runtime;
}

gr_marks *
gr_spare_marks ()
{
  gr_runtime &runtime = gr_state ().runtime;
  return &runtime.marks[1 - runtime.kept_marks];
}

int
gr_current_device ()
{
  return current_device;
}

/* ---- queued calls ---- */

void
gr_note_queued (const gr_request *request)
{
  gr_queued_calls &queued = gr_state ().queued;
  queued.last[queued.count++ % gr_queued_calls::NAMED]
    = { request->op, request->type, request->inner, request->len, request->outer };
}

/* "; queued since the last wait: sum of 3 x 1000 x 2 double, ...", or nothing.  */
static std::string
name_queued (const gr_queued_calls &queued)
{
  std::string text;
  const size_t named = queued.count < gr_queued_calls::NAMED ? queued.count : gr_queued_calls::NAMED;
  for (size_t i = queued.count - named; i < queued.count; i++)
    {
      const gr_queued_call &call = queued.last[i % gr_queued_calls::NAMED];
      char one[128];
      snprintf (one, sizeof one, "%s%s of %zu x %zu x %zu %s%s",
                text.empty () ? "; queued since the last wait: " : ", ", gr_operators[call.op].name, call.inner,
                call.len, call.outer, gr_types[call.type].is_complex ? "complex " : "", gr_types[call.type].name);
      text += one;
    }
  return queued.count > named ? text + ", and " + std::to_string (queued.count - named) + " more" : text;
}

static gr_status
check_on (int device, cudaError_t error, const char *call)
{
  if (error == cudaSuccess)
    return GR_OK;
  /* an error that comes back after it was read has broken the context */
  const bool sticky = cudaGetLastError () != cudaSuccess && cudaGetLastError () != cudaSuccess;
  if (gr_is_interrupt (error))
    return gr_fail_interrupted ();
  const gr_device_state &state = devices[device];
  const char *arguments = strstr (call, " (");
  return gr_fail (
    error == cudaErrorMemoryAllocation ? GR_OUT_OF_MEMORY : GR_CUDA_ERROR, "%.*s failed on device %d (%s): %s (%s)%s%s",
    static_cast<int> (arguments ? arguments - call : strlen (call)), call, device + 1,
    *state.runtime.name ? state.runtime.name : GR_BACKEND_NAME, cudaGetErrorString (error), cudaGetErrorName (error),
    sticky ? "; the device's context is lost: save your work and restart Octave" : "",
    name_queued (state.queued).c_str ());
}

gr_status
gr_check (cudaError_t error, const char *call)
{
  return check_on (current_device, error, call);
}

/* ---- kernels and their launches ---- */

#ifndef GR_SIMT
cudaError_t
gr_launch_pointers (unsigned ranks, gr_any_kernel kernel, dim3 grid, dim3 block, size_t shared, cudaStream_t stream,
                    void **arguments)
{
  const void *function = nullptr;
  const cudaError_t error = gr_find_kernel (kernel, &function);
  if (error != cudaSuccess)
    return error;
  const gr_cluster_launch launch (ranks, grid, block, shared, stream);
  return cudaLaunchKernelExC (&launch.config, function, arguments);
}
#endif

cudaError_t
gr_max_active_clusters (int *count, [[maybe_unused]] unsigned ranks, [[maybe_unused]] gr_any_kernel kernel,
                        [[maybe_unused]] dim3 block, [[maybe_unused]] size_t shared)
{
#ifdef GR_SIMT
  *count = 0;
  return cudaSuccess;
#else
  const void *function = nullptr;
  const cudaError_t error = gr_find_kernel (kernel, &function);
  if (error != cudaSuccess)
    return error;
  const gr_cluster_launch launch (ranks, ranks, block, shared, nullptr);
  return cudaOccupancyMaxActiveClusters (count, function, &launch.config);
#endif
}

gr_status
gr_need_kernel ([[maybe_unused]] gr_context *context, [[maybe_unused]] gr_any_kernel kernel,
                [[maybe_unused]] bool *is_rehearsed)
{
#if GR_ON_CALL
  const bool rehearsed = context && context->rehearsal;
  if (rehearsed)
    *is_rehearsed = true;
  if (rehearsed || ! gr_find_loaded (*kernel.info))
    return gr_load_kernel (context, kernel.info);
#endif
  return GR_OK;
}

gr_status
gr_need_kernel (gr_any_kernel kernel)
{
  return gr_need_kernel (nullptr, kernel, nullptr);
}

gr_status
gr_allow_shared (gr_any_kernel kernel, size_t shared_bytes)
{
  if (shared_bytes <= 47 * 1024)
    return GR_OK;
#if GR_ON_CALL
  gr_loaded_kernel *const loaded = gr_find_loaded (*kernel.info);
  if (loaded && loaded->allowed.load (std::memory_order_relaxed) == shared_bytes)
    return GR_OK;
#endif
  size_t most = 0;
  GR_TRY (gr_most_shared (&most));
  if (shared_bytes > most)
    return gr_fail (GR_UNSUPPORTED,
                    "a block of this size needs %zu bytes of shared memory here, and the device gives "
                    "it %zu; take a smaller \"block\"",
                    shared_bytes, most);
  const void *function = nullptr;
  GR_TRY (GR_CUDA (gr_find_kernel (kernel, &function)));
  GR_TRY (GR_CUDA (
    cudaFuncSetAttribute (function, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int> (shared_bytes))));
#if GR_ON_CALL
  if (loaded)
    loaded->allowed.store (shared_bytes, std::memory_order_relaxed);
#endif
  return GR_OK;
}

gr_status
gr_before_launch (gr_context *context, gr_any_kernel kernel, const gr_launch_shape &shape, bool *is_rehearsed)
{
  gr_record *record = context->record;
  GR_TRY (gr_need_kernel (context, kernel, is_rehearsed));
  if (*is_rehearsed)
    return GR_OK;
  if (shape.is_recorded && ! record->grid[0])
    {
      const dim3 &grid = shape.grid, &block = shape.block;
      const unsigned sizes[6] = { grid.x, grid.y, grid.z, block.x, block.y, block.z };
      for (int i = 0; i < 3; i++)
        {
          record->grid[i] = sizes[i];
          record->block[i] = sizes[i + 3];
        }
    }
  GR_TRY (gr_allow_shared (kernel, shape.shared_bytes));
  return gr_check (GR_FAULTY (GR_FAULT_LAUNCH, cudaSuccess), "kernel launch");
}

/* ---- opening and closing ---- */

/* Asked for in each call, so the answer is no system call.  */
static bool is_child;

static void
note_child ()
{
  is_child = true;
}

bool
gr_is_child_of_user ()
{
  static bool is_watched; /* since the first use of the device */
  if (! GR_SURVIVES_FORK && ! is_watched)
    is_watched = pthread_atfork (nullptr, nullptr, note_child) == 0;
  return is_child;
}

gr_status
gr_need_process ()
{
  return ! gr_is_child_of_user ()
         ? GR_OK
         : gr_fail (GR_UNSUPPORTED,
                    "the backend \"" GR_BACKEND_NAME "\" does not work in a child process after fork "
                    "whose parent has used it; select \"cpu\" in the child, or fork before the first call");
}

void
gr_keep_library (gr_device_library library, gr_library_state state)
{
  gr_state ().runtime.library[library] = state;
}

void
gr_destroy_libraries (int device)
{
  for (gr_library_state &kept : devices[device].runtime.library)
    if (kept.state)
      {
        /* the libraries want the state's device to be the thread's */
        cudaSetDevice (device);
        kept.destroy (kept.state);
        cudaSetDevice (current_device);
        kept.state = nullptr;
      }
}

/* Memory that others hold stays where it is.  */
static void
close (int device)
{
  gr_device_state &state = devices[device];
  gr_runtime &runtime = state.runtime;
  gr_kept_memory &kept = state.kept;
  gr_destroy_libraries (device);
  gr_drop_free_blocks (device);
  for (const gr_marks &set : runtime.marks)
    for (cudaEvent_t event : set.event)
      if (event)
        cudaEventDestroy (event);
  if (runtime.all_done)
    cudaEventDestroy (runtime.all_done);
  if (kept.counters)
    cudaFree (kept.counters);
  if (kept.statuses)
    cudaFree (kept.statuses);
  if (kept.arrivals)
    cudaFree (kept.arrivals);
  if (runtime.stream)
    cudaStreamDestroy (runtime.stream);
  runtime = gr_runtime ();
  kept = gr_kept_memory ();
  state.queued = gr_queued_calls ();
}

void
gr_close_device ()
{
  close (current_device);
}

static gr_status
open_parts ()
{
  gr_runtime &runtime = gr_state ().runtime;
  unsigned **counters = &gr_state ().kept.counters;
  const size_t bytes = GR_MAX_GROUPS * sizeof **counters;
  gr_poll_in_launches (gr_interrupted);
  GR_TRY (GR_CUDA (cudaStreamCreateWithFlags (&runtime.stream, cudaStreamNonBlocking)));
  for (gr_marks &set : runtime.marks)
    for (cudaEvent_t &event : set.event)
      GR_TRY (GR_CUDA (cudaEventCreate (&event)));
  GR_TRY (GR_CUDA (cudaEventCreateWithFlags (&runtime.all_done, cudaEventDisableTiming)));
  GR_TRY (GR_CUDA_FAULTY (GR_FAULT_MEMORY, cudaMalloc (counters, bytes)));
  GR_TRY (GR_CUDA_FAULTY (GR_FAULT_COPY, cudaMemsetAsync (*counters, 0, bytes, runtime.stream)));
  /* freed memory stays in the pool over synchronisations, as a cache that gr_keep_little () trims */
  cudaMemPool_t *pool = &gr_state ().pool.pool;
  GR_TRY (GR_CUDA (cudaDeviceGetDefaultMemPool (pool, current_device)));
  uint64_t keep_all = UINT64_MAX;
  GR_TRY (GR_CUDA (cudaMemPoolSetAttribute (*pool, cudaMemPoolAttrReleaseThreshold, &keep_all)));
  cudaDeviceProp properties;
  GR_TRY (GR_CUDA (cudaGetDeviceProperties (&properties, current_device)));
  snprintf (runtime.name, sizeof runtime.name, "%s", properties.name);
  runtime.multiprocessors = static_cast<unsigned> (properties.multiProcessorCount);
  runtime.total_bytes = properties.totalGlobalMem;
  runtime.major = properties.major;
  runtime.minor = properties.minor;
  return GR_OK;
}

gr_status
gr_need_device ()
{
  GR_TRY (gr_need_process ());
  /* the calling thread, or another library in it, may have another device */
  GR_TRY (GR_CUDA (cudaSetDevice (current_device)));
  gr_runtime &runtime = gr_state ().runtime;
  const gr_status status = runtime.is_open ? GR_OK : open_parts ();
  if (status != GR_OK)
    gr_close_device ();
  runtime.is_open = status == GR_OK;
  gr_enter_architecture (runtime.major, runtime.minor);
  return status;
}

gr_status
gr_enter_device (int device)
{
  current_device = device;
  return gr_need_device ();
}

gr_status
gr_open_device (int device)
{
  GR_TRY (gr_need_process ());
  const int before = current_device;
  const gr_status status = gr_enter_device (device);
  if (status != GR_OK)
    {
      current_device = before;
      return status;
    }
  for (int other = 0; other < GR_MOST_DEVICES; other++)
    if (other != current_device && devices[other].runtime.is_open && ! devices[other].blocks
        && ! devices[other].queued.count)
      close (other);
  return GR_OK;
}

/* Let memory of the current device's pool be reached from another device, if there is a way.  */
static gr_status
let_reach (int other)
{
  bool &asked = gr_state ().pool.asked[other];
  int can = 0;
  if (asked)
    return GR_OK;
  GR_TRY (GR_CUDA (cudaDeviceCanAccessPeer (&can, other, current_device)));
  cudaMemAccessDesc access = {};
  access.location.type = cudaMemLocationTypeDevice;
  access.location.id = other;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  if (can)
    GR_TRY (GR_CUDA (cudaMemPoolSetAccess (gr_state ().pool.pool, &access, 1)));
  asked = true;
  return GR_OK;
}

gr_status
gr_let_devices_reach (const int *list, int count)
{
  for (int k = 0; k < count; k++)
    {
      GR_TRY (gr_enter_device (list[k]));
      for (int other = 0; other < count; other++)
        if (other != k)
          GR_TRY (let_reach (list[other]));
    }
  return GR_OK;
}

/* ---- a request ---- */

gr_status
gr_begin_request (gr_context *context, gr_record *record)
{
  GR_TRY (gr_need_device ());
  gr_runtime &runtime = gr_state ().runtime;
  const gr_kept_memory &kept = gr_state ().kept;
  *context = gr_context ();
  context->stream = runtime.stream;
  context->marks = gr_spare_marks ();
  context->counters = kept.counters;
  context->record = record;
  record->backend = GR_BACKEND_NAME;
  static_assert (sizeof record->device == sizeof runtime.name, "one is copied to the other");
  memcpy (record->device, runtime.name, sizeof record->device);
  runtime.busy = true;
  if (kept.failed)
    {
      const size_t counters_bytes = GR_MAX_GROUPS * sizeof *kept.counters;
      const size_t arrivals_bytes = kept.arrivals_count * sizeof *kept.arrivals;
      GR_TRY (GR_CUDA_FAULTY (GR_FAULT_COPY, cudaMemsetAsync (kept.counters, 0, counters_bytes, runtime.stream)));
      if (kept.arrivals)
        GR_TRY (GR_CUDA_FAULTY (GR_FAULT_COPY, cudaMemsetAsync (kept.arrivals, 0, arrivals_bytes, runtime.stream)));
    }
  return GR_OK;
}

gr_status
gr_end_request (gr_context *context, gr_status status)
{
  const size_t wanted = context->wanted;
  gr_state ().kept.failed = status != GR_OK;
  while (context->scratches)
    gr_give_back_here (context->scratch[--context->scratches]);
  gr_note_taken (current_device);
  if (status == GR_OUT_OF_MEMORY)
    return gr_fail_for_memory (wanted);
  gr_keep_little (current_device);
  return status;
}

/* Rehearsals without a device have plans of one whose blocks can have GR_SHARED_BYTES.  */
static bool asks_no_device;

void
gr_ask_no_device (bool asks_none)
{
  asks_no_device = asks_none;
}

gr_status
gr_most_shared (size_t *bytes)
{
  int most = 0;
  *bytes = GR_SHARED_BYTES;
  if (asks_no_device)
    return GR_OK;
  const gr_status status
    = GR_CUDA (cudaDeviceGetAttribute (&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, gr_current_device ()));
  *bytes = static_cast<size_t> (most);
  return status;
}

gr_status
gr_leave_room_for (unsigned blocks, size_t *bytes)
{
  int all = 0;
  if (asks_no_device)
    return GR_OK;
  const gr_status status
    = GR_CUDA (cudaDeviceGetAttribute (&all, cudaDevAttrMaxSharedMemoryPerMultiprocessor, gr_current_device ()));
  const size_t share = static_cast<size_t> (all) / (blocks + 1) + 1;
  *bytes = share > *bytes ? share : *bytes;
  return status;
}

gr_status
gr_mark (gr_context *context, gr_phase phase)
{
  if (context->rehearsal)
    return GR_OK;
  if (context->on_mark)
    context->on_mark (phase);
  if (context->record->untimed)
    return GR_OK;
  context->marks->waited[phase] = context->waited;
  return GR_CUDA (cudaEventRecord (context->marks->event[phase], context->stream));
}

gr_status
gr_set_bytes (gr_context *context, void *p, int byte, size_t bytes)
{
  return context->rehearsal ? GR_OK : GR_CUDA_FAULTY (GR_FAULT_COPY, cudaMemsetAsync (p, byte, bytes, context->stream));
}

void
gr_keep_marks ()
{
  gr_runtime &runtime = gr_state ().runtime;
  runtime.kept_marks = 1 - runtime.kept_marks;
}

const gr_marks *
gr_kept_marks (int device)
{
  const gr_runtime &runtime = devices[device].runtime;
  return runtime.is_open ? &runtime.marks[runtime.kept_marks] : nullptr;
}

void
gr_note_work ()
{
  gr_state ().runtime.busy = true;
}

gr_status
gr_wait_for (int device, cudaEvent_t event)
{
  const auto start = std::chrono::steady_clock::now ();
  for (;;)
    {
      const cudaError_t error = cudaEventQuery (event);
      if (error != cudaErrorNotReady)
        return check_on (device, GR_FAULTY (GR_FAULT_LATE, error), "kernel");
      const std::chrono::duration<double> waited = std::chrono::steady_clock::now () - start;
      if (waited.count () > 0.01 && gr_interrupted ())
        return gr_fail_interrupted ();
    }
}

gr_status
gr_wait_for_last (cudaEvent_t event)
{
  gr_device_state &state = gr_state ();
  const gr_status status = gr_wait_for (current_device, event);
  if (status == GR_OK)
    {
      state.runtime.busy = false;
      state.queued.count = 0;
    }
  else if (status != GR_INTERRUPTED) /* a call that was queued may have left counters or arrivals */
    state.kept.failed = true;
  return status;
}

gr_status
gr_wait_until_idle ()
{
  const gr_runtime &runtime = gr_state ().runtime;
  GR_TRY (GR_CUDA (cudaEventRecord (runtime.all_done, runtime.stream)));
  return gr_wait_for_last (runtime.all_done);
}

} // namespace
