/* The device that requests run on: its stream, its memory, and the beginning and the end of a request.  */

#include "runtime/runtime.cuh"
#include "plan/plan.h"

#include <chrono>
#include <cstdio>
#include <cstring>

#include <unistd.h>

namespace GR_NAMESPACE
{

/* ---- the device ---- */

static gr_runtime runtime;
static int current_device = 0;

/* What stays on the device from request to request.  */
struct kept_memory
{
  unsigned *counters;                       /* zeros */
  void *statuses;                           /* of decoupled look-back, */
  size_t statuses_bytes, tile_status_bytes; /* bytes of all and of one of them */
  unsigned *arrivals;                       /* zeros, for look-back */
  size_t arrivals_count;
  unsigned epoch;
  bool failed; /* the last request failed, and may have left counters or arrivals that are not zero */
  bool tight;  /* memory did not suffice, so what is freed goes back to the device */
};
static kept_memory kept;

const gr_runtime &
gr_current_runtime ()
{
  return runtime;
}

int
gr_current_device ()
{
  return current_device;
}

gr_status
gr_check (cudaError_t error, const char *call)
{
  if (error == cudaSuccess)
    return GR_OK;
  /* an error that comes back after it was read has broken the context */
  const bool sticky = cudaGetLastError () != cudaSuccess && cudaGetLastError () != cudaSuccess;
  if (gr_is_interrupt (error))
    return gr_fail_interrupted ();
  const char *arguments = strstr (call, " (");
  return gr_fail (error == cudaErrorMemoryAllocation ? GR_OUT_OF_MEMORY : GR_CUDA_ERROR,
                  "%.*s failed on device %d (%s): %s (%s)%s",
                  static_cast<int> (arguments ? arguments - call : strlen (call)), call, current_device + 1,
                  *runtime.name ? runtime.name : GR_BACKEND_NAME, cudaGetErrorString (error), cudaGetErrorName (error),
                  sticky ? "; the device's context is lost: save your work and restart Octave" : "");
}

bool
gr_is_child_of_user ()
{
  static pid_t user; /* the process that uses the device */
  const pid_t process = getpid ();
  if (! user)
    user = process;
  return ! GR_SURVIVES_FORK && process != user;
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
gr_close_device ()
{
  for (cudaEvent_t event : runtime.events)
    if (event)
      cudaEventDestroy (event);
  if (kept.counters)
    cudaFree (kept.counters);
  if (kept.statuses)
    cudaFree (kept.statuses);
  if (kept.arrivals)
    cudaFree (kept.arrivals);
  if (runtime.stream)
    cudaStreamDestroy (runtime.stream);
  runtime = gr_runtime ();
  kept = kept_memory ();
}

static gr_status
open_parts ()
{
  gr_poll_in_launches (gr_interrupted);
  GR_TRY (GR_CUDA (cudaSetDevice (current_device)));
  GR_TRY (GR_CUDA (cudaStreamCreateWithFlags (&runtime.stream, cudaStreamNonBlocking)));
  for (cudaEvent_t &event : runtime.events)
    GR_TRY (GR_CUDA (cudaEventCreate (&event)));
  GR_TRY (GR_CUDA (cudaMalloc (&kept.counters, GR_MAX_GROUPS * sizeof *kept.counters)));
  GR_TRY (GR_CUDA (cudaMemsetAsync (kept.counters, 0, GR_MAX_GROUPS * sizeof *kept.counters, runtime.stream)));
  /* keep freed memory in the pool over synchronisations, as a cache */
  cudaMemPool_t pool;
  GR_TRY (GR_CUDA (cudaDeviceGetDefaultMemPool (&pool, current_device)));
  uint64_t keep_all = UINT64_MAX;
  GR_TRY (GR_CUDA (cudaMemPoolSetAttribute (pool, cudaMemPoolAttrReleaseThreshold, &keep_all)));
  cudaDeviceProp properties;
  GR_TRY (GR_CUDA (cudaGetDeviceProperties (&properties, current_device)));
  snprintf (runtime.name, sizeof runtime.name, "%s", properties.name);
  runtime.multiprocessors = static_cast<unsigned> (properties.multiProcessorCount);
  return GR_OK;
}

gr_status
gr_need_device ()
{
  GR_TRY (gr_need_process ());
  if (runtime.is_open)
    return GR_OK;
  const gr_status status = open_parts ();
  if (status == GR_OK)
    runtime.is_open = true;
  else
    gr_close_device ();
  return status;
}

gr_status
gr_open_device (int device)
{
  GR_TRY (gr_need_process ());
  if (device != current_device)
    gr_close_device ();
  current_device = device;
  return gr_need_device ();
}

/* ---- memory ---- */

/* Give what the pool keeps back to the device.  */
static gr_status
trim ()
{
  cudaMemPool_t pool;
  GR_TRY (GR_CUDA (cudaStreamSynchronize (runtime.stream)));
  GR_TRY (GR_CUDA (cudaDeviceGetDefaultMemPool (&pool, current_device)));
  return GR_CUDA (cudaMemPoolTrimTo (pool, 0));
}

/* A call of the CUDA runtime that takes memory.  If it fails, it is tried again after the pool's free blocks are
   released, since these may have other sizes.  */
template <class Call>
static gr_status
call_for_memory (const char *name, Call call)
{
  cudaError_t error = call ();
  if (error == cudaErrorMemoryAllocation)
    {
      cudaGetLastError ();
      GR_TRY (trim ());
      error = call ();
    }
  kept.tight = error == cudaErrorMemoryAllocation;
  return gr_check (error, name);
}

gr_status
gr_fail_for_memory (size_t bytes)
{
  size_t available = 0, total = 0;
  GR_TRY (trim ());
  GR_TRY (GR_CUDA (cudaMemGetInfo (&available, &total)));
  return gr_fail (GR_OUT_OF_MEMORY, "%.6g MiB of " GR_MEMORY_NAME " are needed and %.6g MiB of %.6g MiB are free",
                  static_cast<double> (bytes) / 0x1p20, static_cast<double> (available) / 0x1p20,
                  static_cast<double> (total) / 0x1p20);
}

gr_status
gr_take (size_t bytes, void **p)
{
  GR_TRY (gr_need_device ());
  const size_t wanted = bytes ? bytes : 1;
  GR_TRY (call_for_memory ("cudaMallocAsync", [&] { return cudaMallocAsync (p, wanted, runtime.stream); }));
  gr_count_allocation (1);
  return GR_OK;
}

void
gr_give_back (void *p)
{
  cudaFreeAsync (p, runtime.stream);
  gr_count_allocation (-1);
  if (kept.tight)
    trim ();
}

gr_status
gr_scratch (gr_context *context, size_t bytes, void **p)
{
  if (context->scratches == GR_MAX_SCRATCH)
    return gr_fail (GR_UNSUPPORTED, "a request needs more than %d scratch buffers", GR_MAX_SCRATCH);
  context->wanted += bytes;
  GR_TRY (gr_take (bytes, p));
  context->scratch[context->scratches++] = *p;
  return GR_OK;
}

/* Epochs only grow, so what earlier requests left there has none of the present one.  Tile statuses of another
   size may have left any bits, so then the memory is cleared.  */
gr_status
gr_lookback_memory (gr_context *context, size_t status_bytes, size_t count, size_t arrivals_count, void **statuses,
                    unsigned **arrivals, unsigned *epoch)
{
  if (arrivals_count > kept.arrivals_count)
    {
      if (kept.arrivals)
        GR_TRY (GR_CUDA (cudaFree (kept.arrivals)));
      kept.arrivals = nullptr;
      kept.arrivals_count = 0;
      const size_t arrivals_bytes = arrivals_count * sizeof *kept.arrivals;
      context->wanted += arrivals_bytes;
      GR_TRY (call_for_memory ("cudaMalloc", [&] { return cudaMalloc (&kept.arrivals, arrivals_bytes); }));
      kept.arrivals_count = arrivals_count;
      GR_TRY (GR_CUDA (cudaMemsetAsync (kept.arrivals, 0, arrivals_count * sizeof *kept.arrivals, context->stream)));
    }
  *arrivals = kept.arrivals;
  const size_t bytes = status_bytes * count;
  bool clear = status_bytes != kept.tile_status_bytes || ! ++kept.epoch;
  if (bytes > kept.statuses_bytes)
    {
      if (kept.statuses)
        GR_TRY (GR_CUDA (cudaFree (kept.statuses)));
      kept.statuses = nullptr;
      kept.statuses_bytes = 0;
      context->wanted += bytes;
      GR_TRY (call_for_memory ("cudaMalloc", [&] { return cudaMalloc (&kept.statuses, bytes); }));
      kept.statuses_bytes = bytes;
      clear = true;
    }
  if (clear)
    {
      GR_TRY (GR_CUDA (cudaMemsetAsync (kept.statuses, 0, kept.statuses_bytes, context->stream)));
      kept.tile_status_bytes = status_bytes;
      kept.epoch = 1;
    }
  *statuses = kept.statuses;
  *epoch = kept.epoch;
  return GR_OK;
}

/* ---- a request ---- */

gr_status
gr_begin_request (gr_context *context, gr_record *record)
{
  GR_TRY (gr_need_device ());
  *context = gr_context ();
  context->stream = runtime.stream;
  memcpy (context->events, runtime.events, sizeof context->events);
  context->counters = kept.counters;
  context->record = record;
  record->backend = GR_BACKEND_NAME;
  snprintf (record->device, sizeof record->device, "%s", runtime.name);
  if (kept.failed)
    {
      GR_TRY (GR_CUDA (cudaMemsetAsync (kept.counters, 0, GR_MAX_GROUPS * sizeof *kept.counters, runtime.stream)));
      if (kept.arrivals)
        GR_TRY (
          GR_CUDA (cudaMemsetAsync (kept.arrivals, 0, kept.arrivals_count * sizeof *kept.arrivals, runtime.stream)));
    }
  return GR_OK;
}

gr_status
gr_end_request (gr_context *context, gr_status status)
{
  kept.failed = status != GR_OK;
  while (context->scratches)
    gr_give_back (context->scratch[--context->scratches]);
  return status == GR_OUT_OF_MEMORY ? gr_fail_for_memory (context->wanted) : status;
}

gr_status
gr_mark (gr_context *context, gr_phase phase)
{
  if (context->on_mark)
    context->on_mark (phase);
  return GR_CUDA (cudaEventRecord (context->events[phase], context->stream));
}

gr_status
gr_wait_for (cudaEvent_t event)
{
  const auto start = std::chrono::steady_clock::now ();
  for (;;)
    {
      const cudaError_t error = cudaEventQuery (event);
      if (error != cudaErrorNotReady)
        return gr_check (error, "kernel");
      const std::chrono::duration<double> waited = std::chrono::steady_clock::now () - start;
      if (waited.count () > 0.01 && gr_interrupted ())
        return gr_fail_interrupted ();
    }
}

} // namespace
