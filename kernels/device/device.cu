/* The cuda backend: device selection, memory, transfers and the course of a
   request.  Compiled a second time, with -DGR_SIMT, as the simt backend, which
   runs the same kernels on the host executor.  */

#include "runtime/context.cuh"
#include "device/measure.cuh"
#include "plan/plan.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>

#include <omp.h>
#include <unistd.h>

#ifdef GR_SIMT
#  define GR_BACKEND gr_backend_simt
#  define GR_BACKEND_NAME "simt"
#  define GR_MEMORY_NAME "host memory"
#else
#  define GR_BACKEND gr_backend_cuda
#  define GR_BACKEND_NAME "cuda"
#  define GR_MEMORY_NAME "device memory"
#endif

namespace GR_NAMESPACE
{

/* ---- devices ---- */

/* Streams and pinned staging buffers of the copy threads, made on first use.  */
enum { COPY_THREADS = 8, BUFFERS = 2 };
static constexpr size_t CHUNK = 4 << 20; /* with 8 threads x 2 buffers: 52 GB/s up of 55 on an H200's link */

struct copy_lane
{
  cudaStream_t stream;
  cudaEvent_t done[BUFFERS];
  void *pinned[BUFFERS];
};

struct device_state
{
  bool ready;
  cudaStream_t stream;
  cudaEvent_t events[GR_PHASES];
  unsigned *counters;
  void *statuses; /* of decoupled look-back */
  size_t tile_status_bytes, status_bytes;
  unsigned *arrivals; /* zeros, for look-back */
  size_t arrivals_count;
  unsigned epoch;
  unsigned multiprocessors;
  bool failed; /* the last request did, and may have left counters or arrivals that are not zero */
  bool tight;  /* memory did not suffice: what is freed goes back to the device */
  bool lanes_ready;
  copy_lane lanes[COPY_THREADS];
  char name[256];
};
static device_state state;
static int current_device = 0;

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
  /* an error that comes back after it was read belongs to the context */
  const bool sticky = cudaGetLastError () != cudaSuccess && cudaGetLastError () != cudaSuccess;
#ifdef GR_SIMT
  if (error == simtErrorInterrupted)
    return gr_fail_interrupted ();
#endif
  const char *arguments = strstr (call, " (");
  return gr_fail (error == cudaErrorMemoryAllocation ? GR_OUT_OF_MEMORY : GR_CUDA_ERROR,
                  "%.*s failed on device %d (%s): %s (%s)%s",
                  static_cast<int> (arguments ? arguments - call : strlen (call)), call, current_device + 1,
                  *state.name ? state.name : GR_BACKEND_NAME, cudaGetErrorString (error), cudaGetErrorName (error),
                  sticky ? "; the device's context is lost: save your work and restart Octave" : "");
}

#ifndef GR_SIMT
/* The process that uses CUDA, which does not work in a child that has the parent's state.  */
static pid_t owner;
#endif

static bool
is_child_of_owner ()
{
#ifdef GR_SIMT
  return false;
#else
  const pid_t process = getpid ();
  if (! owner)
    owner = process;
  return process != owner;
#endif
}

static int
device_count ()
{
  if (is_child_of_owner ())
    return 0;
  int count = 0;
  if (cudaGetDeviceCount (&count) != cudaSuccess)
    {
      cudaGetLastError (); /* no driver, or one that is too old: no device */
      return 0;
    }
  return count;
}

/* Release what belongs to the current device; it can be opened again.  */
static void
close_device ()
{
  for (copy_lane &lane : state.lanes)
    {
      for (int b = 0; b < BUFFERS; b++)
        {
          if (lane.pinned[b])
            cudaFreeHost (lane.pinned[b]);
          if (lane.done[b])
            cudaEventDestroy (lane.done[b]);
        }
      if (lane.stream)
        cudaStreamDestroy (lane.stream);
    }
  for (cudaEvent_t event : state.events)
    if (event)
      cudaEventDestroy (event);
  if (state.counters)
    cudaFree (state.counters);
  if (state.statuses)
    cudaFree (state.statuses);
  if (state.arrivals)
    cudaFree (state.arrivals);
  if (state.stream)
    cudaStreamDestroy (state.stream);
  state = device_state ();
}

static gr_status
open_device_parts ()
{
#ifdef GR_SIMT
  simt::set_interrupt (gr_interrupted); /* a launch returns when it has ended: wait_for has nothing to wait for */
#endif
  GR_TRY (GR_CUDA (cudaSetDevice (current_device)));
  GR_TRY (GR_CUDA (cudaStreamCreateWithFlags (&state.stream, cudaStreamNonBlocking)));
  for (cudaEvent_t &event : state.events)
    GR_TRY (GR_CUDA (cudaEventCreate (&event)));
  GR_TRY (GR_CUDA (cudaMalloc (&state.counters, GR_MAX_GROUPS * sizeof *state.counters)));
  GR_TRY (GR_CUDA (cudaMemsetAsync (state.counters, 0, GR_MAX_GROUPS * sizeof *state.counters, state.stream)));
  /* keep freed memory in the pool over synchronisations: that is our cache */
  cudaMemPool_t pool;
  GR_TRY (GR_CUDA (cudaDeviceGetDefaultMemPool (&pool, current_device)));
  uint64_t keep_all = UINT64_MAX;
  GR_TRY (GR_CUDA (cudaMemPoolSetAttribute (pool, cudaMemPoolAttrReleaseThreshold, &keep_all)));
  cudaDeviceProp properties;
  GR_TRY (GR_CUDA (cudaGetDeviceProperties (&properties, current_device)));
  snprintf (state.name, sizeof state.name, "%s", properties.name);
  state.multiprocessors = static_cast<unsigned> (properties.multiProcessorCount);
  return GR_OK;
}

static gr_status
need_process ()
{
  return ! is_child_of_owner ()
         ? GR_OK
         : gr_fail (GR_UNSUPPORTED,
                    "the backend \"" GR_BACKEND_NAME "\" does not work in a child process after fork "
                    "whose parent has used it; select \"cpu\" in the child, or fork before the first call");
}

static gr_status
need_device ()
{
  GR_TRY (need_process ());
  if (state.ready)
    return GR_OK;
  const gr_status status = open_device_parts ();
  if (status == GR_OK)
    state.ready = true;
  else
    close_device ();
  return status;
}

static gr_status
select_device (int index)
{
  GR_TRY (need_process ());
  if (index - 1 != current_device)
    close_device ();
  current_device = index - 1;
  return need_device ();
}

static gr_status
describe (gr_device *device)
{
  GR_TRY (need_device ());
  cudaDeviceProp p;
  GR_TRY (GR_CUDA (cudaGetDeviceProperties (&p, current_device)));
  *device = gr_device ();
  device->index = current_device + 1;
  snprintf (device->name, sizeof device->name, "%s", p.name);
  device->major = p.major;
  device->minor = p.minor;
  device->multiprocessors = p.multiProcessorCount;
  device->l2_bytes = static_cast<size_t> (p.l2CacheSize);
  GR_TRY (GR_CUDA (cudaDeviceGetAttribute (&device->clock_khz, cudaDevAttrClockRate, current_device)));
  GR_TRY (GR_CUDA (cudaDeviceGetAttribute (&device->memory_clock_khz, cudaDevAttrMemoryClockRate, current_device)));
  GR_TRY (GR_CUDA (cudaMemGetInfo (&device->free_bytes, &device->total_bytes)));
  GR_TRY (GR_CUDA (cudaDriverGetVersion (&device->driver)));
  return GR_CUDA (cudaRuntimeGetVersion (&device->runtime));
}

/* ---- memory ---- */

/* Give what the pool keeps back to the device.  */
static gr_status
trim ()
{
  cudaMemPool_t pool;
  GR_TRY (GR_CUDA (cudaStreamSynchronize (state.stream)));
  GR_TRY (GR_CUDA (cudaDeviceGetDefaultMemPool (&pool, current_device)));
  return GR_CUDA (cudaMemPoolTrimTo (pool, 0));
}

/* A call of the CUDA runtime that takes memory: once more, if it fails, when the pool keeps none, since that may be
   blocks of other sizes.  */
template <class Call>
static gr_status
take_memory (const char *name, Call call)
{
  cudaError_t error = call ();
  if (error == cudaErrorMemoryAllocation)
    {
      cudaGetLastError ();
      GR_TRY (trim ());
      error = call ();
    }
  state.tight = error == cudaErrorMemoryAllocation;
  return gr_check (error, name);
}

/* The failure of a call that needed that many bytes, and what is free now that the pool keeps nothing.  */
static gr_status
fail_for_memory (size_t bytes)
{
  size_t available = 0, total = 0;
  GR_TRY (trim ());
  GR_TRY (GR_CUDA (cudaMemGetInfo (&available, &total)));
  return gr_fail (GR_OUT_OF_MEMORY, "%.6g MiB of " GR_MEMORY_NAME " are needed and %.6g MiB of %.6g MiB are free",
                  static_cast<double> (bytes) / 0x1p20, static_cast<double> (available) / 0x1p20,
                  static_cast<double> (total) / 0x1p20);
}

static gr_status
take (size_t bytes, void **p)
{
  GR_TRY (need_device ());
  const size_t wanted = bytes ? bytes : 1;
  GR_TRY (take_memory ("cudaMallocAsync", [&] { return cudaMallocAsync (p, wanted, state.stream); }));
  gr_count_allocation (1);
  return GR_OK;
}

static gr_status
allocate (size_t bytes, void **p)
{
  const gr_status status = take (bytes, p);
  return status == GR_OUT_OF_MEMORY ? fail_for_memory (bytes) : status;
}

static void
release (void *p)
{
  cudaFreeAsync (p, state.stream);
  gr_count_allocation (-1);
  if (state.tight)
    trim ();
}

gr_status
gr_scratch (gr_context *context, size_t bytes, void **p)
{
  if (context->scratches == GR_MAX_SCRATCH)
    return gr_fail (GR_UNSUPPORTED, "a request needs more than %d scratch buffers", GR_MAX_SCRATCH);
  context->wanted += bytes;
  GR_TRY (take (bytes, p));
  context->scratch[context->scratches++] = *p;
  return GR_OK;
}

/* Epochs only grow, so what earlier requests left there is none of this one's;
   tile statuses of another size, though, may have left anything.  */
gr_status
gr_lookback_memory (gr_context *context, size_t status_bytes, size_t count, size_t arrivals_count, void **statuses,
                    unsigned **arrivals, unsigned *epoch)
{
  if (arrivals_count > state.arrivals_count)
    {
      if (state.arrivals)
        GR_TRY (GR_CUDA (cudaFree (state.arrivals)));
      state.arrivals = nullptr;
      state.arrivals_count = 0;
      const size_t arrivals_bytes = arrivals_count * sizeof *state.arrivals;
      context->wanted += arrivals_bytes;
      GR_TRY (take_memory ("cudaMalloc", [&] { return cudaMalloc (&state.arrivals, arrivals_bytes); }));
      state.arrivals_count = arrivals_count;
      GR_TRY (GR_CUDA (cudaMemsetAsync (state.arrivals, 0, arrivals_count * sizeof *state.arrivals, context->stream)));
    }
  *arrivals = state.arrivals;
  const size_t bytes = status_bytes * count;
  bool clear = status_bytes != state.status_bytes || ! ++state.epoch;
  if (bytes > state.tile_status_bytes)
    {
      if (state.statuses)
        GR_TRY (GR_CUDA (cudaFree (state.statuses)));
      state.statuses = nullptr;
      state.tile_status_bytes = 0;
      context->wanted += bytes;
      GR_TRY (take_memory ("cudaMalloc", [&] { return cudaMalloc (&state.statuses, bytes); }));
      state.tile_status_bytes = bytes;
      clear = true;
    }
  if (clear)
    {
      GR_TRY (GR_CUDA (cudaMemsetAsync (state.statuses, 0, state.tile_status_bytes, context->stream)));
      state.status_bytes = status_bytes;
      state.epoch = 1;
    }
  *statuses = state.statuses;
  *epoch = state.epoch;
  return GR_OK;
}

gr_status
gr_mark (gr_context *context, gr_phase phase)
{
  return GR_CUDA (cudaEventRecord (context->events[phase], context->stream));
}

/* ---- transfers ---- */

static gr_status
need_lanes ()
{
  if (state.lanes_ready)
    return GR_OK;
  for (copy_lane &lane : state.lanes)
    {
      if (! lane.stream)
        GR_TRY (GR_CUDA (cudaStreamCreateWithFlags (&lane.stream, cudaStreamNonBlocking)));
      for (int b = 0; b < BUFFERS; b++)
        {
          if (! lane.done[b])
            GR_TRY (GR_CUDA (cudaEventCreateWithFlags (&lane.done[b], cudaEventDisableTiming)));
          if (! lane.pinned[b])
            GR_TRY (GR_CUDA (cudaMallocHost (&lane.pinned[b], CHUNK)));
        }
    }
  state.lanes_ready = true;
  return GR_OK;
}

/* Copy chunk after chunk through a lane's pinned buffers: while one buffer is
   on the link, the other is filled or emptied by this thread.  */
static cudaError_t
copy_on_lane (copy_lane &lane, char *device, char *host, bool to_device, size_t bytes, std::atomic<size_t> &next,
              std::atomic<bool> &stop, bool polls)
{
  char *pending[BUFFERS] = {}; /* host side of the chunk in a buffer on its way down */
  size_t pending_bytes[BUFFERS] = {};
  cudaError_t error = cudaSetDevice (current_device);
  for (int b = 0; error == cudaSuccess && ! stop; b = (b + 1) % BUFFERS)
    {
      const size_t at = next.fetch_add (CHUNK);
      if (at >= bytes)
        break;
      const size_t n = bytes - at < CHUNK ? bytes - at : CHUNK;
      error = cudaEventSynchronize (lane.done[b]);
      if (error != cudaSuccess)
        break;
      if (pending[b])
        memcpy (pending[b], lane.pinned[b], pending_bytes[b]);
      if (to_device)
        {
          memcpy (lane.pinned[b], host + at, n);
          error = cudaMemcpyAsync (device + at, lane.pinned[b], n, cudaMemcpyHostToDevice, lane.stream);
        }
      else
        {
          error = cudaMemcpyAsync (lane.pinned[b], device + at, n, cudaMemcpyDeviceToHost, lane.stream);
          pending[b] = host + at;
          pending_bytes[b] = n;
        }
      if (error == cudaSuccess)
        error = cudaEventRecord (lane.done[b], lane.stream);
      if (polls && gr_interrupted ())
        stop = true;
    }
  const cudaError_t drained = cudaStreamSynchronize (lane.stream);
  if (error == cudaSuccess)
    error = drained;
  for (int b = 0; b < BUFFERS; b++)
    if (error == cudaSuccess && pending[b])
      memcpy (pending[b], lane.pinned[b], pending_bytes[b]);
  if (error != cudaSuccess)
    stop = true;
  return error;
}

/* Pageable memory through pinned chunks by several threads: a plain cudaMemcpy
   reaches a sixth of the link.  Touching fresh result pages is shared out, too.  */
static gr_status
copy_staged (void *device, void *host, size_t bytes, bool to_device)
{
  GR_TRY (need_lanes ());
  std::atomic<size_t> next (0);
  std::atomic<bool> stop (false);
  cudaError_t errors[COPY_THREADS] = {};
  const int wanted = static_cast<int> ((bytes + CHUNK - 1) / CHUNK);
  const int most = std::min (omp_get_num_procs (), omp_get_max_threads ());
  const int threads = std::min ({ wanted, most, static_cast<int> (COPY_THREADS) });
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int i = 0; i < threads; i++)
    errors[i] = copy_on_lane (state.lanes[i], static_cast<char *> (device), static_cast<char *> (host), to_device,
                              bytes, next, stop, i == 0);
  for (cudaError_t error : errors)
    GR_TRY (gr_check (error, to_device ? "cudaMemcpyAsync to the device" : "cudaMemcpyAsync from the device"));
  return stop ? gr_fail (GR_INTERRUPTED, "interrupted during a transfer") : GR_OK;
}

static gr_status
upload (void *device, const void *host, size_t bytes)
{
  GR_TRY (need_device ());
  if (bytes > CHUNK)
    {
      GR_TRY (GR_CUDA (cudaStreamSynchronize (state.stream))); /* the memory is allocated in stream order */
      return copy_staged (device, const_cast<void *> (host), bytes, true);
    }
  return GR_CUDA (cudaMemcpyAsync (device, host, bytes, cudaMemcpyHostToDevice, state.stream));
}

static gr_status
download (void *host, const void *device, size_t bytes)
{
  GR_TRY (need_device ());
  if (bytes > CHUNK)
    {
      GR_TRY (GR_CUDA (cudaStreamSynchronize (state.stream)));
      return copy_staged (const_cast<void *> (device), host, bytes, false);
    }
  GR_TRY (GR_CUDA (cudaMemcpyAsync (host, device, bytes, cudaMemcpyDeviceToHost, state.stream)));
  return GR_CUDA (cudaStreamSynchronize (state.stream));
}

/* ---- a request ---- */

static double
seconds_since (std::chrono::steady_clock::time_point start)
{
  return std::chrono::duration<double> (std::chrono::steady_clock::now () - start).count ();
}

/* Wait for the kernels, polling so that a long one can be left by Ctrl-C; the
   memory is freed in stream order, after it has ended.  */
static gr_status
wait_for (cudaEvent_t event)
{
  const auto start = std::chrono::steady_clock::now ();
  for (;;)
    {
      const cudaError_t error = cudaEventQuery (event);
      if (error != cudaErrorNotReady)
        return gr_check (error, "kernel");
      if (seconds_since (start) > 0.01 && gr_interrupted ())
        return gr_fail_interrupted ();
    }
}

static gr_status
phase_seconds (cudaEvent_t from, cudaEvent_t to, double *seconds)
{
  float ms = 0;
  GR_TRY (GR_CUDA (cudaEventElapsedTime (&ms, from, to)));
  *seconds += ms * 1e-3;
  return GR_OK;
}

typedef gr_status (*gr_operator_function) (gr_context *, const gr_request &, gr_type, const void *, void *, double *);
#define GR_RUN_UNIT(_, ID, NAME, KIND, UNIT, ...) gr_run_unit<GR_##UNIT>,
static const gr_operator_function operators[GR_OPERATOR_COUNT] = { GR_OPERATORS (GR_RUN_UNIT, _) };

/* On device arrays; fills the record's launch, device and kernel seconds.  */
static gr_status
run_on_device (gr_context *context, const gr_request &request, gr_type out_type, const void *in, void *out,
               double *index)
{
  gr_request r = request;
  gr_record *record = context->record;
  if (request.weights)
    {
      double *weights = nullptr;
      GR_TRY (gr_scratch (context, request.len, &weights));
      GR_TRY (upload (weights, request.weights, request.len * sizeof *weights));
      r.weights = weights;
      for (size_t k = 1; k < request.len; k++)
        if (request.weights[k] > request.weights[context->origin])
          context->origin = k;
    }
  GR_TRY (gr_mark (context, GR_BEGIN));
  GR_TRY (operators[r.op](context, r, out_type, in, out, index));
  GR_TRY (gr_mark (context, GR_END));
  GR_TRY (wait_for (context->events[GR_END]));
  /* auto converts on load and store: all its time is the kernels' */
  const bool named = r.algorithm != GR_ALGORITHM_AUTO && r.len;
  if (! named)
    return phase_seconds (context->events[GR_BEGIN], context->events[GR_END], &record->seconds_kernels);
  GR_TRY (phase_seconds (context->events[GR_BEGIN], context->events[GR_CONVERTED], &record->seconds_convert));
  GR_TRY (phase_seconds (context->events[GR_COMPUTED], context->events[GR_END], &record->seconds_convert));
  return phase_seconds (context->events[GR_CONVERTED], context->events[GR_COMPUTED], &record->seconds_kernels);
}

/* On host arrays: through scratch copies on the device.  */
static gr_status
run_from_host (gr_context *context, const gr_request &request, gr_type out_type, const void *in, void *out,
               double *index)
{
  gr_record *record = context->record;
  const size_t segments = request.inner * request.outer, n = segments * request.len;
  const size_t results = gr_operators[request.op].is_scan ? n : segments;
  const size_t in_bytes = n * gr_types[request.type].size, out_bytes = results * gr_types[out_type].size;
  void *device_in = nullptr, *device_out = nullptr;
  double *device_index = nullptr;
  GR_TRY (gr_scratch (context, in_bytes, &device_in));
  GR_TRY (gr_scratch (context, out_bytes, &device_out));
  if (index)
    GR_TRY (gr_scratch (context, results, &device_index));
  auto start = std::chrono::steady_clock::now ();
  GR_TRY (upload (device_in, in, in_bytes));
  record->seconds_in = seconds_since (start);
  GR_TRY (run_on_device (context, request, out_type, device_in, device_out, device_index));
  start = std::chrono::steady_clock::now ();
  GR_TRY (download (out, device_out, out_bytes));
  if (index)
    GR_TRY (download (index, device_index, results * sizeof *index));
  record->seconds_out = seconds_since (start);
  return GR_OK;
}

static gr_status
run (const gr_request *request, gr_type out_type, const void *in, void *out, double *index, gr_record *record)
{
  GR_TRY (need_device ());
  gr_context context = {};
  context.stream = state.stream;
  memcpy (context.events, state.events, sizeof context.events);
  context.counters = state.counters;
  context.record = record;
  record->backend = GR_BACKEND_NAME;
  snprintf (record->device, sizeof record->device, "%s", state.name);
  if (state.failed)
    {
      GR_TRY (GR_CUDA (cudaMemsetAsync (state.counters, 0, GR_MAX_GROUPS * sizeof *state.counters, state.stream)));
      if (state.arrivals)
        GR_TRY (
          GR_CUDA (cudaMemsetAsync (state.arrivals, 0, state.arrivals_count * sizeof *state.arrivals, state.stream)));
    }
  const gr_status status = request->place == GR_ON_DEVICE
                           ? run_on_device (&context, *request, out_type, in, out, index)
                           : run_from_host (&context, *request, out_type, in, out, index);
  state.failed = status != GR_OK;
  while (context.scratches)
    release (context.scratch[--context.scratches]);
  return status == GR_OUT_OF_MEMORY ? fail_for_memory (context.wanted) : status;
}

/* ---- measuring ---- */

/* The reading leaves the cache full of cache lines that need not be written back at
   the expense of what is measured next.  */
static gr_status
flush (void *p, size_t bytes)
{
  GR_TRY (need_device ());
  GR_TRY (GR_CUDA (cudaMemsetAsync (p, 1, bytes, state.stream)));
  return gr_stream_memory (GR_LIMIT_READ, 0, p, p, bytes / 16 * 16, state.multiprocessors, state.stream);
}

static gr_status
limit (gr_limit which, int way, const void *from, void *to, size_t bytes, double *seconds)
{
  GR_TRY (need_device ());
  *seconds = 0.0;
  GR_TRY (GR_CUDA (cudaEventRecord (state.events[GR_BEGIN], state.stream)));
  GR_TRY (gr_stream_memory (which, way, from, to, bytes, state.multiprocessors, state.stream));
  GR_TRY (GR_CUDA (cudaEventRecord (state.events[GR_END], state.stream)));
  GR_TRY (wait_for (state.events[GR_END]));
  return phase_seconds (state.events[GR_BEGIN], state.events[GR_END], seconds);
}

} // namespace

using namespace GR_NAMESPACE;

extern "C" const gr_backend GR_BACKEND
  = { GR_BACKEND_NAME, device_count, select_device, describe, allocate, release,
      upload,          download,     run,           flush,    limit,    GR_LIMIT_WAYS };
