/* The cuda backend: device selection, transfers and the course of a request.  Compiled a second time, with -DGR_SIMT,
   as the simt backend, which runs the same kernels on the host executor.  */

#include "device/device.cuh"
#include "device/measure.cuh"
#include "device/pieces.cuh"
#include "plan/plan.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>

#include <omp.h>

namespace GR_NAMESPACE
{

/* ---- devices ---- */

/* Streams and pinned staging buffers of the copy threads, made on first use.  */
enum { COPY_THREADS = 8, BUFFERS = 2 };
static constexpr size_t CHUNK = 4 << 20; /* size of a pinned buffer (tuning: transfer-up) */

struct copy_lane
{
  cudaStream_t stream;
  cudaEvent_t done[BUFFERS];
  void *pinned[BUFFERS];
};

/* Of the current device.  */
static copy_lane lanes[COPY_THREADS];
static bool lanes_ready;

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
  return count;
}

static void
close_lanes ()
{
  for (copy_lane &lane : lanes)
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
      lane = copy_lane ();
    }
  lanes_ready = false;
}

static gr_status
select_device (int index)
{
  GR_TRY (gr_need_process ());
  if (index - 1 != gr_current_device ())
    close_lanes ();
  return gr_open_device (index - 1);
}

static gr_status
describe (gr_device *device)
{
  GR_TRY (gr_need_device ());
  cudaDeviceProp p;
  GR_TRY (GR_CUDA (cudaGetDeviceProperties (&p, gr_current_device ())));
  *device = gr_device ();
  device->index = gr_current_device () + 1;
  snprintf (device->name, sizeof device->name, "%s", p.name);
  device->major = p.major;
  device->minor = p.minor;
  device->multiprocessors = p.multiProcessorCount;
  device->l2_bytes = static_cast<size_t> (p.l2CacheSize);
  GR_TRY (GR_CUDA (cudaDeviceGetAttribute (&device->clock_khz, cudaDevAttrClockRate, gr_current_device ())));
  GR_TRY (
    GR_CUDA (cudaDeviceGetAttribute (&device->memory_clock_khz, cudaDevAttrMemoryClockRate, gr_current_device ())));
  GR_TRY (GR_CUDA (cudaMemGetInfo (&device->free_bytes, &device->total_bytes)));
  GR_TRY (GR_CUDA (cudaDriverGetVersion (&device->driver)));
  return GR_CUDA (cudaRuntimeGetVersion (&device->runtime));
}

static gr_status
allocate (size_t bytes, void **p)
{
  const gr_status status = gr_take (bytes, p);
  return status == GR_OUT_OF_MEMORY ? gr_fail_for_memory (bytes) : status;
}

/* ---- transfers ---- */

static gr_status
need_lanes ()
{
  if (lanes_ready)
    return GR_OK;
  for (copy_lane &lane : lanes)
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
  lanes_ready = true;
  return GR_OK;
}

/* Copy chunk after chunk through a lane's pinned buffers: while one buffer is
   on the link, the other is filled or emptied by this thread.  */
static cudaError_t
copy_on_lane (copy_lane &lane, char *device, char *host, bool to_device, size_t bytes, std::atomic<size_t> &next,
              std::atomic<bool> &stop, bool polls)
{
  char *pending[BUFFERS] = {}; /* host side of the chunk that a buffer brings down */
  size_t pending_bytes[BUFFERS] = {};
  cudaError_t error = cudaSetDevice (gr_current_device ());
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

/* Pageable memory is copied through pinned chunks by several threads.  The threads also share the first touch of
   the result's pages (tuning: transfer-pinned).  */
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
    errors[i] = copy_on_lane (lanes[i], static_cast<char *> (device), static_cast<char *> (host), to_device, bytes,
                              next, stop, i == 0);
  for (cudaError_t error : errors)
    GR_TRY (gr_check (error, to_device ? "cudaMemcpyAsync to the device" : "cudaMemcpyAsync from the device"));
  return stop ? gr_fail (GR_INTERRUPTED, "interrupted during a transfer") : GR_OK;
}

static gr_status
upload (void *device, const void *host, size_t bytes)
{
  GR_TRY (gr_need_device ());
  cudaStream_t stream = gr_current_runtime ().stream;
  if (bytes > CHUNK)
    {
      GR_TRY (GR_CUDA (cudaStreamSynchronize (stream))); /* the memory is allocated in stream order */
      return copy_staged (device, const_cast<void *> (host), bytes, true);
    }
  return GR_CUDA (cudaMemcpyAsync (device, host, bytes, cudaMemcpyHostToDevice, stream));
}

static gr_status
download (void *host, const void *device, size_t bytes)
{
  GR_TRY (gr_need_device ());
  cudaStream_t stream = gr_current_runtime ().stream;
  if (bytes > CHUNK)
    {
      GR_TRY (GR_CUDA (cudaStreamSynchronize (stream)));
      return copy_staged (const_cast<void *> (device), host, bytes, false);
    }
  GR_TRY (GR_CUDA (cudaMemcpyAsync (host, device, bytes, cudaMemcpyDeviceToHost, stream)));
  return GR_CUDA (cudaStreamSynchronize (stream));
}

/* ---- a request ---- */

static double
seconds_since (std::chrono::steady_clock::time_point start)
{
  return std::chrono::duration<double> (std::chrono::steady_clock::now () - start).count ();
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

gr_status
gr_run_operator (gr_context *context, const gr_request &request, gr_type out_type, const void *in, void *out,
                 double *index)
{
  return operators[request.op](context, request, out_type, in, out, index);
}

gr_status
gr_bring_weights (gr_context *context, const double *host, size_t count, double *device)
{
  context->origin = 0;
  for (size_t k = 1; k < count; k++)
    if (host[k] > host[context->origin])
      context->origin = k;
  return upload (device, host, count * sizeof *device);
}

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
      GR_TRY (gr_bring_weights (context, request.weights, request.len, weights));
      r.weights = weights;
    }
  GR_TRY (gr_mark (context, GR_BEGIN));
  GR_TRY (gr_run_operator (context, r, out_type, in, out, index));
  GR_TRY (gr_mark (context, GR_END));
  GR_TRY (gr_wait_for (context->events[GR_END]));
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
  gr_context context;
  GR_TRY (gr_begin_request (&context, record));
  context.kernel = request->kernel;
  return gr_end_request (&context, request->place == GR_ON_DEVICE
                                     ? run_on_device (&context, *request, out_type, in, out, index)
                                     : run_from_host (&context, *request, out_type, in, out, index));
}

/* Reading last leaves the cache full of clean cache lines, which need not be written back during the next
   measurement.  */

/* The reading leaves the cache full of cache lines that need not be written back at
   the expense of what is measured next.  */
static gr_status
flush (void *p, size_t bytes)
{
  GR_TRY (gr_need_device ());
  const gr_runtime &device = gr_current_runtime ();
  GR_TRY (GR_CUDA (cudaMemsetAsync (p, 1, bytes, device.stream)));
  return gr_stream_memory (GR_LIMIT_READ, 0, p, p, bytes / 16 * 16, device.multiprocessors, device.stream);
}

static gr_status
limit (gr_limit which, int way, const void *from, void *to, size_t bytes, double *seconds)
{
  GR_TRY (gr_need_device ());
  const gr_runtime &device = gr_current_runtime ();
  *seconds = 0.0;
  GR_TRY (GR_CUDA (cudaEventRecord (device.events[GR_BEGIN], device.stream)));
  GR_TRY (gr_stream_memory (which, way, from, to, bytes, device.multiprocessors, device.stream));
  GR_TRY (GR_CUDA (cudaEventRecord (device.events[GR_END], device.stream)));
  GR_TRY (gr_wait_for (device.events[GR_END]));
  return phase_seconds (device.events[GR_BEGIN], device.events[GR_END], seconds);
}

} // namespace

using namespace GR_NAMESPACE;

extern "C" const gr_backend GR_BACKEND
  = { GR_BACKEND_NAME, device_count, select_device, describe, allocate, gr_give_back,
      upload,          download,     run,           gr_state_bytes, gr_begin_state, gr_feed_box, gr_finish_state, gr_merge_states, gr_feed_bytes, gr_gather, flush,    limit,    GR_LIMIT_WAYS };
