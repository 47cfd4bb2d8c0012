/* SPDX-License-Identifier: GPL-3.0-or-later

   The device that requests run on: its stream, its memory, and the beginning and the end of a request.  */

#include "runtime/runtime.cuh"
#include "plan/plan.h"
#include "runtime/kernels.cuh"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>

#include <pthread.h>

namespace GR_NAMESPACE
{

/* ---- the device ---- */

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
};

/* What the pool may keep: bytes of scratch memory that each of the last calls took.  */
enum { CALLS = 16 };
struct pool_state
{
  cudaMemPool_t pool;
  size_t taken[CALLS];
  size_t taking; /* since the last call: for the next one, buffers that are made for it included */
  unsigned calls;
  bool asked[GR_MOST_DEVICES]; /* whether these reach the pool's memory */
  bool held;                   /* the calls until it is no more are one */
  bool changed;                /* memory was taken or given back since the pool was looked at */
  uint64_t stuck;              /* bytes that the last trim left, parts of blocks of which others are in use */
};

/* The calls that were queued since the last wait.  */
enum { NAMED = 8 };
struct queued_call
{
  gr_operator op;
  gr_type type;
  size_t inner, len, outer;
};
struct queued_calls
{
  queued_call last[NAMED];
  size_t count;
};

struct device_state
{
  gr_runtime runtime;
  kept_memory kept;
  pool_state pool;
  queued_calls queued;
  size_t blocks; /* of memory that were taken and not given back */
};
static device_state devices[GR_MOST_DEVICES];
static int current_device = 0;

static device_state &
current ()
{
  return devices[current_device];
}

const gr_runtime &
gr_current_runtime ()
{
  return current ().runtime;
}

gr_marks *
gr_spare_marks ()
{
  gr_runtime &runtime = current ().runtime;
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
  queued_calls &queued = current ().queued;
  queued.last[queued.count++ % NAMED] = { request->op, request->type, request->inner, request->len, request->outer };
}

/* "; queued since the last wait: sum of 3 x 1000 x 2 double, ...", or nothing.  */
static std::string
name_queued (const queued_calls &queued)
{
  std::string text;
  const size_t named = queued.count < NAMED ? queued.count : static_cast<size_t> (NAMED);
  for (size_t i = queued.count - named; i < queued.count; i++)
    {
      const queued_call &call = queued.last[i % NAMED];
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
  const device_state &state = devices[device];
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
  current ().runtime.library[library] = state;
}

static void
destroy_libraries (device_state &state)
{
  for (gr_library_state &kept : state.runtime.library)
    if (kept.state)
      {
        /* the libraries want the state's device to be the thread's */
        cudaSetDevice (static_cast<int> (&state - devices));
        kept.destroy (kept.state);
        cudaSetDevice (current_device);
        kept.state = nullptr;
      }
}

/* Memory that others hold stays where it is.  */
static void
close (device_state &state)
{
  gr_runtime &runtime = state.runtime;
  kept_memory &kept = state.kept;
  destroy_libraries (state);
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
  kept = kept_memory ();
  state.queued = queued_calls ();
}

void
gr_close_device ()
{
  close (current ());
}

static gr_status
open_parts ()
{
  gr_runtime &runtime = current ().runtime;
  unsigned **counters = &current ().kept.counters;
  const size_t bytes = GR_MAX_GROUPS * sizeof **counters;
  gr_poll_in_launches (gr_interrupted);
  GR_TRY (GR_CUDA (cudaStreamCreateWithFlags (&runtime.stream, cudaStreamNonBlocking)));
  for (gr_marks &set : runtime.marks)
    for (cudaEvent_t &event : set.event)
      GR_TRY (GR_CUDA (cudaEventCreate (&event)));
  GR_TRY (GR_CUDA (cudaEventCreateWithFlags (&runtime.all_done, cudaEventDisableTiming)));
  GR_TRY (GR_CUDA_FAULTY (GR_FAULT_MEMORY, cudaMalloc (counters, bytes)));
  GR_TRY (GR_CUDA_FAULTY (GR_FAULT_COPY, cudaMemsetAsync (*counters, 0, bytes, runtime.stream)));
  /* freed memory stays in the pool over synchronisations, as a cache that keep_little () trims */
  cudaMemPool_t *pool = &current ().pool.pool;
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
  gr_runtime &runtime = current ().runtime;
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
  for (device_state &other : devices)
    if (&other != &current () && other.runtime.is_open && ! other.blocks && ! other.queued.count)
      close (other);
  return GR_OK;
}

/* Let memory of the current device's pool be reached from another device, if there is a way.  */
static gr_status
let_reach (int other)
{
  bool &asked = current ().pool.asked[other];
  int can = 0;
  if (asked)
    return GR_OK;
  GR_TRY (GR_CUDA (cudaDeviceCanAccessPeer (&can, other, current_device)));
  cudaMemAccessDesc access = {};
  access.location.type = cudaMemLocationTypeDevice;
  access.location.id = other;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  if (can)
    GR_TRY (GR_CUDA (cudaMemPoolSetAccess (current ().pool.pool, &access, 1)));
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

/* ---- memory ---- */

static gr_status
trim_to (size_t bytes)
{
  return GR_CUDA (cudaMemPoolTrimTo (current ().pool.pool, bytes));
}

/* Give what the pool keeps back to the device.  */
static gr_status
trim ()
{
  GR_TRY (GR_CUDA (cudaStreamSynchronize (current ().runtime.stream)));
  return trim_to (0);
}

gr_status
gr_trim_all ()
{
  GR_TRY (gr_wait_until_idle ());
  /* only this tells the pool that what was freed in the order of the stream is free */
  GR_TRY (GR_CUDA (cudaStreamSynchronize (current ().runtime.stream)));
  destroy_libraries (current ());
  kept_memory &kept = current ().kept;
  if (kept.statuses)
    GR_TRY (GR_CUDA (cudaFree (kept.statuses)));
  kept.statuses = nullptr;
  kept.statuses_bytes = kept.tile_status_bytes = 0;
  if (kept.arrivals)
    GR_TRY (GR_CUDA (cudaFree (kept.arrivals)));
  kept.arrivals = nullptr;
  kept.arrivals_count = 0;
  return trim_to (0);
}

static gr_status
look_at_pool (cudaMemPoolAttr attribute, uint64_t *bytes)
{
  return GR_CUDA (cudaMemPoolGetAttribute (current ().pool.pool, attribute, bytes));
}

gr_status
gr_count_memory (size_t *used, size_t *cached)
{
  const kept_memory &kept = current ().kept;
  uint64_t in_use = 0, reserved = 0;
  GR_TRY (look_at_pool (cudaMemPoolAttrUsedMemCurrent, &in_use));
  GR_TRY (look_at_pool (cudaMemPoolAttrReservedMemCurrent, &reserved));
  *cached = reserved > in_use ? reserved - in_use : 0;
  *used = in_use + GR_MAX_GROUPS * sizeof *kept.counters + kept.statuses_bytes
        + kept.arrivals_count * sizeof *kept.arrivals;
  return GR_OK;
}

/* What the pool may keep beside what is in use: the most that one of the last calls took, in whole blocks as the pool
   takes them from the device, and at most a quarter of the device.  */
static uint64_t
most_to_keep ()
{
  constexpr uint64_t BLOCK = 32 << 20;
  const device_state &state = current ();
  const uint64_t most = *std::max_element (state.pool.taken, state.pool.taken + CALLS);
  return std::min<uint64_t> ((most + BLOCK - 1) / BLOCK * BLOCK, state.runtime.total_bytes / 4);
}

/* Give back to the device what the pool need not keep.  Memory that kernels still use stays until the next time.
   What goes wrong shows in the next call.  */
static void
keep_little ()
{
  pool_state &pool = current ().pool;
  uint64_t used = 0, reserved = 0;
  if (! pool.changed || pool.held || ! current ().runtime.is_open)
    return;
  pool.changed = false;
  const uint64_t keep = std::max (most_to_keep (), pool.stuck);
  if (cudaMemPoolGetAttribute (pool.pool, cudaMemPoolAttrReservedMemCurrent, &reserved) != cudaSuccess
      || reserved <= keep || cudaMemPoolGetAttribute (pool.pool, cudaMemPoolAttrUsedMemCurrent, &used) != cudaSuccess
      || reserved <= used + keep)
    return;
  const bool idle = ! current ().runtime.busy;
  if (idle) /* what was freed has been freed after this */
    cudaStreamSynchronize (current ().runtime.stream);
  cudaMemPoolTrimTo (pool.pool, used + most_to_keep ());
  if (idle && cudaMemPoolGetAttribute (pool.pool, cudaMemPoolAttrReservedMemCurrent, &reserved) == cudaSuccess)
    pool.stuck = reserved > used ? reserved - used : 0;
  pool.changed = ! idle;
}

/* A call of the CUDA runtime that takes memory.  If it fails, it is tried again after the pool's free blocks are
   released, since these may have other sizes.  */
template <class Call>
static gr_status
call_for_memory (const char *name, Call call)
{
  cudaError_t error = cudaErrorMemoryAllocation;
  if (! gr_fault_is_due (GR_FAULT_MEMORY))
    {
      error = call ();
      if (error == cudaErrorMemoryAllocation)
        {
          cudaGetLastError ();
          GR_TRY (trim ());
          error = call ();
        }
    }
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
  device_state &state = current ();
  const size_t wanted = bytes ? bytes : 1;
  GR_TRY (call_for_memory ("cudaMallocAsync", [&] { return cudaMallocAsync (p, wanted, state.runtime.stream); }));
  state.runtime.busy = state.pool.changed = true;
  state.pool.taking += wanted;
  state.blocks++;
  gr_count_allocation (1);
  return GR_OK;
}

/* Give back memory of the current device.  */
static void
give_back_here (void *p)
{
  device_state &state = current ();
  cudaFreeAsync (p, state.runtime.stream);
  state.pool.changed = true;
  state.blocks--;
  gr_count_allocation (-1);
}

void
gr_give_back (void *p, int device)
{
  if (gr_is_child_of_user ()) /* the memory is the parent's */
    {
      gr_count_allocation (-1);
      return;
    }
  const int before = current_device;
  current_device = device;
  cudaSetDevice (device);
  give_back_here (p);
  current ().pool.stuck = 0;
  keep_little ();
  current_device = before;
  cudaSetDevice (before);
}

gr_status
gr_scratch (gr_context *context, size_t bytes, void **p)
{
  if (context->rehearsal)
    {
      *p = context->counters; /* nothing is put there */
      return GR_OK;
    }
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
  kept_memory &kept = current ().kept;
  if (context->rehearsal)
    return GR_OK;
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
      GR_TRY (GR_CUDA_FAULTY (GR_FAULT_COPY, cudaMemsetAsync (kept.arrivals, 0, arrivals_bytes, context->stream)));
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
      kept.tile_status_bytes = 0; /* nobody knows what is there until it is cleared */
      GR_TRY (GR_CUDA_FAULTY (GR_FAULT_COPY, cudaMemsetAsync (kept.statuses, 0, kept.statuses_bytes, context->stream)));
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
  gr_runtime &runtime = current ().runtime;
  const kept_memory &kept = current ().kept;
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

void
gr_hold_pool (int device, bool held)
{
  devices[device].pool.held = held;
}

void
gr_note_taken (int device)
{
  pool_state &pool = devices[device].pool;
  if (pool.held)
    return;
  size_t &taken = pool.taken[pool.calls++ % CALLS];
  pool.changed |= taken > pool.taking; /* less may be kept than before */
  taken = pool.taking;
  pool.taking = 0;
}

gr_status
gr_end_request (gr_context *context, gr_status status)
{
  const size_t wanted = context->wanted;
  current ().kept.failed = status != GR_OK;
  while (context->scratches)
    give_back_here (context->scratch[--context->scratches]);
  gr_note_taken (current_device);
  if (status == GR_OUT_OF_MEMORY)
    return gr_fail_for_memory (wanted);
  keep_little ();
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
  gr_runtime &runtime = current ().runtime;
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
  current ().runtime.busy = true;
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
  device_state &state = current ();
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
  const gr_runtime &runtime = current ().runtime;
  GR_TRY (GR_CUDA (cudaEventRecord (runtime.all_done, runtime.stream)));
  return gr_wait_for_last (runtime.all_done);
}

} // namespace
