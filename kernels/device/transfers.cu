/* SPDX-License-Identifier: GPL-3.0-or-later

   Copies between the host and a device.  Pageable memory goes by way of pinned chunks, which several threads fill and
   empty, each on streams of its own: the driver's own copies of pageable memory have a sixth of the link (tuning:
   transfer-pinned).  Threads serve both directions in turn, so that neither waits for the other.  */

#include "device/transfers.cuh"
#include "runtime/runtime.cuh"
#include "core/threads.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>

#include <sched.h>
#ifdef __SSE2__
#  include <emmintrin.h>
#endif

namespace GR_NAMESPACE
{

/* ---- lanes ---- */

/* Ways over the link, and jobs of another kind: pages of results that are touched before they are needed.  */
enum { UP, DOWN, WAYS, TOUCH = WAYS, JOB_KINDS };
enum { MOST_THREADS = 16, MOST_SLOTS = 4 }; /* of a device, of a lane */

/* One of the copies that are begun: which bytes are not yet given to a thread, and which are copied.  */
struct copy_job
{
  size_t ticket;
  int kind, place; /* of the device, among those of the session */
  char *device, *host;
  size_t bytes, chunk, given;
  bool past_caches, by_pages; /* how it is stored; a thread is given huge pages */
  std::atomic<size_t> copied;
};

/* A pinned chunk on its way.  */
struct lane_slot
{
  char *pinned;
  cudaEvent_t done;
  copy_job *job;
  size_t at, bytes;
};

/* What a thread was given: of a job `left` bytes from `at` on.  */
struct copy_share
{
  copy_job *job;
  size_t at, left;
};

/* What a thread copies with: for each way a stream, and slots of which `pending` are on the link, from `first` on.  */
struct lane_way
{
  cudaStream_t stream;
  lane_slot slots[MOST_SLOTS];
  unsigned first, pending;
  copy_share share;
};
struct copy_lane
{
  lane_way ways[WAYS];
  void *pinned; /* of all slots */
  size_t room;  /* bytes of it */
};

/* Up to this size uploads do not wait for the stream, and downloads come through pinned memory, which takes 14 us for
   64 KiB where pageable memory takes 18 (one H100).  */
static constexpr size_t SMALL = 64 << 10;

/* What devices have, made on first use.  */
struct device_copies
{
  copy_lane lanes[MOST_THREADS];
  void *small_pinned;
};
static device_copies copies[GR_MOST_DEVICES];

static void
close_lane (copy_lane &lane)
{
  for (lane_way &way : lane.ways)
    {
      for (lane_slot &slot : way.slots)
        if (slot.done)
          cudaEventDestroy (slot.done);
      if (way.stream)
        cudaStreamDestroy (way.stream);
    }
  if (lane.pinned)
    cudaFreeHost (lane.pinned);
  lane = copy_lane ();
}

void
gr_close_lanes (int device)
{
  device_copies &own = copies[device];
  for (copy_lane &lane : own.lanes)
    close_lane (lane);
  if (own.small_pinned)
    cudaFreeHost (own.small_pinned);
  own.small_pinned = nullptr;
}

/* Make what a lane of the current device lacks, with pinned memory of at least `room` bytes.  */
static gr_status
open_lane (copy_lane &lane, size_t room)
{
  if (lane.room >= room)
    return GR_OK;
  close_lane (lane);
  for (lane_way &way : lane.ways)
    {
      if (! way.stream)
        GR_TRY (GR_CUDA (cudaStreamCreateWithFlags (&way.stream, cudaStreamNonBlocking)));
      for (lane_slot &slot : way.slots)
        if (! slot.done)
          GR_TRY (GR_CUDA (cudaEventCreateWithFlags (&slot.done, cudaEventDisableTiming)));
    }
  GR_TRY (GR_CUDA_FAULTY (GR_FAULT_MEMORY, cudaMallocHost (&lane.pinned, room)));
  lane.room = room;
  return GR_OK;
}

/* ---- copies under way ---- */

enum { MOST_JOBS = 256 }; /* that are begun at a time */

/* What a device is given of the jobs of a kind.  */
struct copy_queue
{
  size_t next;                   /* the first ticket that may have bytes to give */
  std::atomic<size_t> not_given; /* bytes */
};

/* What the threads share while copies are under way.  The mutex guards jobs, which are begun by one thread and given
   out to all.  */
struct copy_session
{
  bool is_open, interrupted;
  int places, devices[GR_MOST_DEVICES]; /* between which and the host copies go on */
  int threads;                          /* that take part, as the one knows that begins copies */
  unsigned slots;                       /* of each way of a lane */
  size_t chunk[WAYS];                   /* bytes of them, at most */
  bool cached;                          /* chunks to the device are stored through the caches */
  std::mutex mutex;
  copy_job jobs[MOST_JOBS];
  size_t begun; /* tickets, which count from 1 */
  copy_queue queues[GR_MOST_DEVICES][JOB_KINDS];
  std::atomic<bool> ends, stops; /* nothing more is begun; threads drop what is not copied */
  std::atomic<cudaError_t> errors[WAYS];
};
static copy_session session;

static copy_job &
job_of (size_t ticket)
{
  return session.jobs[ticket % MOST_JOBS];
}

static bool
is_copied (size_t ticket)
{
  const copy_job &job = job_of (ticket);
  return job.ticket != ticket || job.copied.load (std::memory_order_acquire) == job.bytes;
}

static void
fail_copies (int way, cudaError_t error)
{
  cudaError_t none = cudaSuccess;
  session.errors[way].compare_exchange_strong (none, error);
  session.stops = true;
}

/* Bytes that one thread is given: of a large result up to where a huge page ends, since threads that touch one page
   first would each clear one.  */
static size_t
share_of (const copy_job &job)
{
  constexpr uintptr_t HUGE_PAGE = 2 << 20;
  if (! job.by_pages)
    return job.chunk;
  const uintptr_t begin = reinterpret_cast<uintptr_t> (job.host) + job.given;
  return (begin + std::max<uintptr_t> (job.chunk, HUGE_PAGE)) / HUGE_PAGE * HUGE_PAGE - begin;
}

/* Give a thread its share of the first job of a place and a kind that has some left; false if there is none.  */
static bool
take_share (int place, int kind, copy_share *share)
{
  copy_queue &queue = session.queues[place][kind];
  if (! queue.not_given.load (std::memory_order_acquire))
    return false;
  const std::lock_guard<std::mutex> lock (session.mutex);
  for (size_t &ticket = queue.next; ticket <= session.begun; ticket++)
    {
      copy_job &job = job_of (ticket);
      if (job.place != place || job.kind != kind || job.given == job.bytes)
        continue;
      *share = { &job, job.given, std::min (share_of (job), job.bytes - job.given) };
      job.given += share->left;
      queue.not_given -= share->left;
      return true;
    }
  return false;
}

/* The next chunk of a way; false if there is none.  */
static bool
take_chunk (int place, int w, lane_way &way, lane_slot &slot)
{
  copy_share &share = way.share;
  if (! share.left && ! take_share (place, w, &share))
    return false;
  slot.job = share.job;
  slot.at = share.at;
  slot.bytes = std::min (share.job->chunk, share.left);
  share.at += slot.bytes;
  share.left -= slot.bytes;
  return true;
}

/* Touch a huge page of a result that is still to come, in a way that loses nothing if it is there by now; false if
   there is none.  */
static bool
touch_page (int place)
{
  copy_share share;
  if (! take_share (place, TOUCH, &share))
    return false;
  __atomic_fetch_or (share.job->host + share.at, 0, __ATOMIC_RELAXED);
  share.job->copied.fetch_add (share.left, std::memory_order_release);
  return true;
}

/* Copy past the caches, which then keep the pinned chunks, and without reading the cache lines that are overwritten. */
static void
copy_past_caches (char *to, const char *from, size_t bytes)
{
#ifdef __SSE2__
  constexpr size_t LINE = 64, PART = sizeof (__m128i);
  size_t i = std::min (bytes, (LINE - reinterpret_cast<uintptr_t> (to) % LINE) % LINE);
  memcpy (to, from, i);
  for (; i + LINE <= bytes; i += LINE)
    for (size_t part = i; part < i + LINE; part += PART)
      _mm_stream_si128 (reinterpret_cast<__m128i *> (to + part),
                        _mm_loadu_si128 (reinterpret_cast<const __m128i *> (from + part)));
  _mm_sfence ();
  memcpy (to + i, from + i, bytes - i);
#else
  memcpy (to, from, bytes);
#endif
}

static void
copy_bytes (const copy_job &job, char *to, const char *from, size_t bytes)
{
  if (job.past_caches)
    copy_past_caches (to, from, bytes);
  else
    memcpy (to, from, bytes);
}

/* The oldest chunk on the link has passed it.  */
static void
retire_chunk (lane_way &way)
{
  const lane_slot &slot = way.slots[way.first];
  copy_job &job = *slot.job;
  if (job.kind == DOWN)
    copy_bytes (job, job.host + slot.at, slot.pinned, slot.bytes);
  way.first = (way.first + 1) % session.slots;
  way.pending--;
  job.copied.fetch_add (slot.bytes, std::memory_order_release);
}

/* Put the chunk of a slot on the link.  */
static cudaError_t
send_chunk (lane_way &way, const lane_slot &slot)
{
  const copy_job &job = *slot.job;
  char *const device = job.device + slot.at;
  if (job.kind == UP)
    copy_bytes (job, slot.pinned, job.host + slot.at, slot.bytes);
  cudaError_t error
    = job.kind == UP
      ? GR_FAULTY (GR_FAULT_COPY, cudaMemcpyAsync (device, slot.pinned, slot.bytes, cudaMemcpyHostToDevice, way.stream))
      : GR_FAULTY (GR_FAULT_COPY,
                   cudaMemcpyAsync (slot.pinned, device, slot.bytes, cudaMemcpyDeviceToHost, way.stream));
  if (error == cudaSuccess)
    error = cudaEventRecord (slot.done, way.stream);
  way.pending += error == cudaSuccess;
  return error;
}

/* What a thread can do without waiting, for each way: send a chunk, if there is one and a slot for it, else retire one.
   The driver is asked for the oldest chunk only then, since threads wait for each other in it.  Was there anything?  */
static bool
step_on_lane (int place, copy_lane &lane)
{
  bool progressed = false;
  for (int w = WAYS - 1; w >= 0 && ! session.stops; w--)
    {
      lane_way &way = lane.ways[w];
      lane_slot &slot = way.slots[(way.first + way.pending) % session.slots];
      cudaError_t error = cudaSuccess;
      if (way.pending < session.slots && take_chunk (place, w, way, slot))
        {
          error = send_chunk (way, slot);
          progressed = true;
        }
      else if (way.pending)
        {
          error = cudaEventQuery (way.slots[way.first].done);
          if (error == cudaSuccess)
            {
              retire_chunk (way);
              progressed = true;
            }
        }
      if (error != cudaSuccess && error != cudaErrorNotReady)
        fail_copies (w, error);
    }
  return progressed;
}

/* The lanes of one of some threads: those of each device are dealt to the threads in turn, or if there are fewer
   threads, these to the devices.  Calls f (place, lane) until it is true; was it?  */
template <class F>
static bool
any_lane (int thread, int threads, F f)
{
  for (int place = thread % session.places; place < session.places; place += threads)
    if (f (place, copies[session.devices[place]].lanes[thread / session.places]))
      return true;
  return false;
}

/* What a thread can do without waiting, on all of its lanes.  */
static bool
copy_step (int thread, int threads)
{
  bool progressed = false;
  any_lane (thread, threads, [&] (int place, copy_lane &lane) {
    progressed |= step_on_lane (place, lane);
    return false;
  });
  return progressed;
}

/* Wait for the oldest chunk of the lane on the link, which takes less than a millisecond; false if there is none.  */
static bool
wait_on_lane (copy_lane &lane)
{
  for (int w = 0; w < WAYS; w++)
    if (lane.ways[w].pending)
      {
        const cudaError_t error = cudaEventSynchronize (lane.ways[w].slots[lane.ways[w].first].done);
        if (error != cudaSuccess)
          fail_copies (w, error);
        return true;
      }
  return false;
}

/* With nothing to copy, touch a page, or wait for a chunk, or leave the processor to others.  */
static void
rest (int thread, int threads)
{
  if (! any_lane (thread, threads, [] (int place, copy_lane &) { return touch_page (place); })
      && ! any_lane (thread, threads, [] (int, copy_lane &lane) { return wait_on_lane (lane); }))
    sched_yield ();
}

/* Wait until nothing of the lane is on the link, and drop it.  Nothing is there if all went well.  */
static void
drain (copy_lane &lane)
{
  for (int w = 0; w < WAYS; w++)
    {
      lane_way &way = lane.ways[w];
      const cudaError_t error = session.stops ? cudaStreamSynchronize (way.stream) : cudaSuccess;
      if (error != cudaSuccess)
        fail_copies (w, error);
      way.first = way.pending = 0;
      way.share = {};
    }
}

static void
drain_all (int thread, int threads)
{
  any_lane (thread, threads, [] (int, copy_lane &lane) {
    drain (lane);
    return false;
  });
}

/* The course of a thread that only copies.  Copies and events are on streams, which know their device.  */
static void
copy_only (int thread, int threads)
{
  const cudaError_t error = cudaSetDevice (session.devices[thread % session.places]);
  if (error != cudaSuccess)
    fail_copies (UP, error);
  while (! session.stops && ! session.ends)
    if (! copy_step (thread, threads))
      rest (thread, threads);
  drain_all (thread, threads);
  cudaGetLastError (); /* this thread's, which is in the session */
}

/* Why copies have stopped.  */
static gr_status
stopped ()
{
  GR_TRY (gr_check (session.errors[UP], "cudaMemcpyAsync to the device"));
  GR_TRY (gr_check (session.errors[DOWN], "cudaMemcpyAsync from the device"));
  return session.interrupted ? gr_fail (GR_INTERRUPTED, "interrupted during a transfer") : GR_OK;
}

gr_status
gr_wait_for_copy (size_t ticket)
{
  constexpr unsigned RESTS = 64; /* between two questions for Ctrl-C */
  unsigned rests = 0;
  while (! session.stops && ! is_copied (ticket))
    {
      const bool progressed = copy_step (0, session.threads);
      if (! progressed)
        rest (0, session.threads);
      if ((progressed || ++rests % RESTS == 0) && gr_interrupted ())
        {
          session.interrupted = true;
          session.stops = true;
        }
    }
  return session.stops ? stopped () : GR_OK;
}

/* The place of the current device.  */
static int
current_place ()
{
  return static_cast<int> (std::find (session.devices, session.devices + session.places, gr_current_device ())
                           - session.devices);
}

static gr_status
begin_job (int kind, void *device, void *host, size_t bytes, size_t *ticket)
{
  *ticket = session.begun + 1;
  copy_job &job = job_of (*ticket);
  if (job.ticket) /* of an earlier job */
    GR_TRY (gr_wait_for_copy (job.ticket));
  const std::lock_guard<std::mutex> lock (session.mutex);
  job.ticket = ++session.begun;
  job.kind = kind;
  job.place = current_place ();
  job.device = static_cast<char *> (device);
  job.host = static_cast<char *> (host);
  job.bytes = bytes;
  job.chunk = kind == TOUCH ? 0 : session.chunk[kind];
  job.by_pages = kind == TOUCH || (kind == DOWN && bytes >= gr_tuned_transfers ()->large);
  job.past_caches = kind == UP ? ! session.cached : job.by_pages;
  job.given = 0;
  job.copied = 0;
  session.queues[job.place][kind].not_given += bytes;
  return GR_OK;
}

gr_status
gr_begin_upload (void *device, const void *host, size_t bytes, size_t *ticket)
{
  return begin_job (UP, device, const_cast<void *> (host), bytes, ticket);
}

gr_status
gr_begin_download (void *host, const void *device, size_t bytes, size_t *ticket)
{
  return begin_job (DOWN, const_cast<void *> (device), host, bytes, ticket);
}

gr_status
gr_announce_download (void *host, size_t bytes)
{
  size_t ticket = 0;
  return begin_job (TOUCH, nullptr, host, bytes, &ticket);
}

static void
begin_session ()
{
  for (copy_job &job : session.jobs)
    job.ticket = 0;
  session.begun = 0;
  for (int place = 0; place < session.places; place++)
    for (copy_queue &queue : session.queues[place])
      {
        queue.next = 1;
        queue.not_given = 0;
      }
  session.errors[UP] = session.errors[DOWN] = cudaSuccess;
  session.ends = session.stops = session.interrupted = false;
  session.is_open = true;
}

/* The threads of a session with this number of devices.  */
static int
most_threads (int places)
{
  const int each = std::min (static_cast<int> (gr_tuned_transfers ()->threads), static_cast<int> (MOST_THREADS));
  return std::min (gr_thread_count (), places * each);
}

/* Divide a lane's pinned memory.  */
static void
lay_out_slots (copy_lane &lane)
{
  char *pinned = static_cast<char *> (lane.pinned);
  for (int w = 0; w < WAYS; w++)
    for (unsigned k = 0; k < session.slots; k++, pinned += session.chunk[w])
      lane.ways[w].slots[k].pinned = pinned;
}

/* How a session copies: between some devices and the host, by some threads, by chunks up to some bytes, to the device
   through the caches or past them.  */
struct copy_manner
{
  const int *devices;
  int places, threads;
  size_t chunk[WAYS];
  bool cached;
};

/* Make the lanes of a place for the session's threads.  */
static gr_status
open_place (int place, int threads)
{
  GR_TRY (gr_enter_device (session.devices[place]));
  for (int thread = place; thread < std::max (threads, session.places); thread += session.places)
    {
      copy_lane &lane = copies[session.devices[place]].lanes[thread / session.places];
      GR_TRY (open_lane (lane, session.slots * (session.chunk[UP] + session.chunk[DOWN])));
      lay_out_slots (lane);
    }
  return GR_OK;
}

/* What a session's threads are called with: the caller's runs body.  */
struct copy_call
{
  gr_status (*body) (void *data);
  void *data;
  gr_status status;
};

static void
copy_as_member (void *data, int thread, int threads)
{
  copy_call &call = *static_cast<copy_call *> (data);
  if (thread > 0)
    {
      copy_only (thread, threads);
      return;
    }
  session.threads = threads;
  call.status = call.body (call.data);
  session.stops = session.stops || call.status != GR_OK;
  session.ends = true;
}

/* Run body while threads copy.  This one does when it waits.  */
static gr_status
copy_by (const copy_manner &manner, gr_status (*body) (void *data), void *data)
{
  copy_call call = { body, data, GR_OK };
  session.places = manner.places;
  std::copy_n (manner.devices, manner.places, session.devices);
  session.slots = gr_tuned_transfers ()->slots;
  session.chunk[UP] = manner.chunk[UP];
  session.chunk[DOWN] = manner.chunk[DOWN];
  session.cached = manner.cached;
  for (int place = manner.places - 1; place >= 0; place--)
    GR_TRY (open_place (place, manner.threads));
  begin_session ();
  gr_run_team (manner.threads, copy_as_member, &call);
  drain_all (0, session.threads);
  session.is_open = false;
  return call.status == GR_OK ? stopped () : call.status;
}

/* Wait, ready for Ctrl-C, for what is under way, also since memory is allocated in the order of the stream.  */
static gr_status
finish_work ()
{
  return gr_current_runtime ().busy ? gr_wait_until_idle () : GR_OK;
}

/* Make a device ready for a session that is part of one call.  */
static gr_status
prepare_device (int device)
{
  GR_TRY (gr_enter_device (device));
  GR_TRY (finish_work ());
  gr_hold_pool (device, true);
  return GR_OK;
}

gr_status
gr_with_copies (const int *devices, int count, size_t up_alone, gr_status (*body) (void *data), void *data)
{
  const gr_transfer_sizes *const sizes = gr_tuned_transfers ();
  const int before = gr_current_device ();
  int places[GR_MOST_DEVICES], prepared = 0;
  for (int place = 0; place < count; place++)
    places[place] = devices[place] - 1; /* as callers count them */
  copy_manner manner = { places, count, most_threads (count), { sizes->chunk, sizes->chunk }, false };
  if (up_alone >= sizes->large_up)
    manner = { places, count, most_threads (count), { sizes->chunk_up, sizes->least_chunk }, true };
  gr_status status = GR_OK;
  while (status == GR_OK && prepared < count)
    status = prepare_device (places[prepared++]);
  if (status == GR_OK && count > 1)
    status = gr_let_devices_reach (places, count);
  if (status == GR_OK)
    status = copy_by (manner, body, data);
  while (prepared)
    {
      gr_hold_pool (places[--prepared], false);
      gr_note_taken (places[prepared]);
    }
  const gr_status back = gr_enter_device (before);
  return status == GR_OK ? back : status;
}

/* ---- single copies ---- */

struct single_copy
{
  int kind;
  void *device, *host;
  size_t bytes;
};

static gr_status
copy_now (void *data)
{
  const single_copy &copy = *static_cast<const single_copy *> (data);
  size_t ticket = 0;
  GR_TRY (begin_job (copy.kind, copy.device, copy.host, copy.bytes, &ticket));
  return gr_wait_for_copy (ticket);
}

/* A short copy is made by this thread.  Of others, each thread has a share, in chunks that are doubled up to the
   largest, so that pinned memory is not made anew for each size.  */
static gr_status
copy_staged (int kind, void *device, void *host, size_t bytes)
{
  const gr_transfer_sizes *const sizes = gr_tuned_transfers ();
  single_copy copy = { kind, device, host, bytes };
  if (session.is_open)
    return copy_now (&copy);
  const int here = gr_current_device ();
  const size_t shares = bytes / sizes->share + 1, most = static_cast<size_t> (most_threads (1));
  const int threads = bytes <= 2 * sizes->least_chunk ? 1 : static_cast<int> (std::min (shares, most));
  copy_manner manner = { &here, 1, threads, {}, kind == UP && bytes >= sizes->large_up };
  const size_t largest = manner.cached ? sizes->chunk_up : sizes->chunk;
  size_t chunk = sizes->least_chunk;
  while (chunk < largest && chunk * sizes->parts * static_cast<size_t> (threads) < bytes)
    chunk *= 2;
  manner.chunk[kind] = std::min (chunk, largest);
  return copy_by (manner, copy_now, &copy);
}

/* A copy from pageable memory has read it when its call returns; pinned memory is read later.  */
static gr_status
is_read_at_once (const void *host, bool *at_once)
{
  cudaPointerAttributes attributes;
  GR_TRY (GR_CUDA (cudaPointerGetAttributes (&attributes, host)));
  *at_once = attributes.type == cudaMemoryTypeUnregistered;
  return GR_OK;
}

gr_status
gr_upload (void *device, const void *host, size_t bytes)
{
  bool at_once = true;
  GR_TRY (gr_need_device ());
  if (bytes > SMALL)
    {
      GR_TRY (finish_work ());
      return copy_staged (UP, device, const_cast<void *> (host), bytes);
    }
  GR_TRY (is_read_at_once (host, &at_once));
  gr_note_work ();
  GR_TRY (GR_CUDA_FAULTY (GR_FAULT_COPY,
                          cudaMemcpyAsync (device, host, bytes, cudaMemcpyHostToDevice, gr_current_runtime ().stream)));
  return at_once ? GR_OK : gr_wait_until_idle ();
}

/* One wait for what is under way and for the copy behind it.  */
static gr_status
download_small (void *host, const void *device, size_t bytes)
{
  void *&small_pinned = copies[gr_current_device ()].small_pinned;
  if (! small_pinned)
    GR_TRY (GR_CUDA_FAULTY (GR_FAULT_MEMORY, cudaMallocHost (&small_pinned, SMALL)));
  gr_note_work ();
  GR_TRY (GR_CUDA_FAULTY (GR_FAULT_COPY, cudaMemcpyAsync (small_pinned, device, bytes, cudaMemcpyDeviceToHost,
                                                          gr_current_runtime ().stream)));
  GR_TRY (gr_wait_until_idle ());
  memcpy (host, small_pinned, bytes);
  return GR_OK;
}

gr_status
gr_download (void *host, const void *device, size_t bytes)
{
  GR_TRY (gr_need_device ());
  if (bytes <= SMALL)
    return download_small (host, device, bytes);
  GR_TRY (finish_work ());
  return copy_staged (DOWN, const_cast<void *> (device), host, bytes);
}

} // namespace
