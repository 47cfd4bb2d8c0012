/* SPDX-License-Identifier: GPL-3.0-or-later

   Copies between the host and a device.  Pageable memory goes by way of pinned chunks, which several threads fill and
   empty, each on streams of its own: the driver's own copies of pageable memory have a sixth of the link (tuning:
   transfer-pinned).  Threads serve both directions in turn, so that neither waits for the other.  */

#include "device/transfers.cuh"
#include "runtime/runtime.cuh"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>

#include <omp.h>
#include <sched.h>
#ifdef __SSE2__
#  include <emmintrin.h>
#endif

namespace GR_NAMESPACE
{

/* ---- lanes ---- */

/* Ways over the link, and jobs of another kind: pages of results that are touched before they are needed.  */
enum { UP, DOWN, WAYS, TOUCH = WAYS, JOB_KINDS };
enum { MOST_THREADS = 16, MOST_SLOTS = 4 };

/* One of the copies that are begun: which bytes are not yet given to a thread, and which are copied.  */
struct copy_job
{
  size_t ticket;
  int kind;
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

/* Of the current device, made on first use.  */
static copy_lane lanes[MOST_THREADS];

/* Up to this size uploads do not wait for the stream, and downloads come through pinned memory, which takes 14 us for
   64 KiB where pageable memory takes 18 (one H100).  */
static constexpr size_t SMALL = 64 << 10;
static void *small_pinned; /* made on first use */

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
gr_close_lanes ()
{
  for (copy_lane &lane : lanes)
    close_lane (lane);
  if (small_pinned)
    cudaFreeHost (small_pinned);
  small_pinned = nullptr;
}

/* Make what a lane lacks, with pinned memory of at least `room` bytes.  */
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

enum { MOST_JOBS = 64 }; /* that are begun at a time */

/* What the threads share while copies are under way.  The mutex guards jobs, which are begun by one thread and given
   out to all.  */
struct copy_session
{
  bool is_open, interrupted;
  int threads;        /* that take part */
  unsigned slots;     /* of each way of a lane */
  size_t chunk[WAYS]; /* bytes of them, at most */
  bool cached;        /* chunks to the device are stored through the caches */
  std::mutex mutex;
  copy_job jobs[MOST_JOBS];
  size_t begun;                             /* tickets, which count from 1 */
  size_t next[JOB_KINDS];                   /* the first ticket that may have bytes of the kind to give */
  std::atomic<size_t> not_given[JOB_KINDS]; /* bytes */
  std::atomic<bool> ends, stops;            /* nothing more is begun; threads drop what is not copied */
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

/* Give a thread its share of the first job of a kind that has some left; false if there is none.  */
static bool
take_share (int kind, copy_share *share)
{
  if (! session.not_given[kind].load (std::memory_order_acquire))
    return false;
  const std::lock_guard<std::mutex> lock (session.mutex);
  for (size_t &ticket = session.next[kind]; ticket <= session.begun; ticket++)
    {
      copy_job &job = job_of (ticket);
      if (job.kind != kind || job.given == job.bytes)
        continue;
      *share = { &job, job.given, std::min (share_of (job), job.bytes - job.given) };
      job.given += share->left;
      session.not_given[kind] -= share->left;
      return true;
    }
  return false;
}

/* The next chunk of a way; false if there is none.  */
static bool
take_chunk (int w, lane_way &way, lane_slot &slot)
{
  copy_share &share = way.share;
  if (! share.left && ! take_share (w, &share))
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
touch_page ()
{
  copy_share share;
  if (! take_share (TOUCH, &share))
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
copy_step (copy_lane &lane)
{
  bool progressed = false;
  for (int w = WAYS - 1; w >= 0 && ! session.stops; w--)
    {
      lane_way &way = lane.ways[w];
      lane_slot &slot = way.slots[(way.first + way.pending) % session.slots];
      cudaError_t error = cudaSuccess;
      if (way.pending < session.slots && take_chunk (w, way, slot))
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

/* With nothing to copy, touch a page, or wait for a chunk of the lane on the link, which takes less than a millisecond,
   or leave the processor to others.  */
static void
rest (copy_lane &lane)
{
  if (touch_page ())
    return;
  for (int w = 0; w < WAYS; w++)
    if (lane.ways[w].pending)
      {
        const cudaError_t error = cudaEventSynchronize (lane.ways[w].slots[lane.ways[w].first].done);
        if (error != cudaSuccess)
          fail_copies (w, error);
        return;
      }
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

/* The course of a thread that only copies.  */
static void
copy_on_lane (copy_lane &lane)
{
  const cudaError_t error = cudaSetDevice (gr_current_device ());
  if (error != cudaSuccess)
    fail_copies (UP, error);
  while (! session.stops && ! session.ends)
    if (! copy_step (lane))
      rest (lane);
  drain (lane);
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
      const bool progressed = copy_step (lanes[0]);
      if (! progressed)
        rest (lanes[0]);
      if ((progressed || ++rests % RESTS == 0) && gr_interrupted ())
        {
          session.interrupted = true;
          session.stops = true;
        }
    }
  return session.stops ? stopped () : GR_OK;
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
  job.device = static_cast<char *> (device);
  job.host = static_cast<char *> (host);
  job.bytes = bytes;
  job.chunk = kind == TOUCH ? 0 : session.chunk[kind];
  job.by_pages = kind == TOUCH || (kind == DOWN && bytes >= gr_tuned_transfers ()->large);
  job.past_caches = kind == UP ? ! session.cached : job.by_pages;
  job.given = 0;
  job.copied = 0;
  session.not_given[kind] += bytes;
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
  for (int kind = 0; kind < JOB_KINDS; kind++)
    {
      session.next[kind] = 1;
      session.not_given[kind] = 0;
    }
  session.errors[UP] = session.errors[DOWN] = cudaSuccess;
  session.ends = session.stops = session.interrupted = false;
  session.is_open = true;
}

/* The threads of all sessions: those that a parallel region has no use for would end, and be made anew for the next. */
static int
most_threads ()
{
  return std::min ({ omp_get_num_procs (), omp_get_max_threads (), static_cast<int> (gr_tuned_transfers ()->threads),
                     static_cast<int> (MOST_THREADS) });
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

/* How a session copies: some threads, by chunks up to some bytes, to the device through the caches or past them.  */
struct copy_manner
{
  int threads;
  size_t chunk[WAYS];
  bool cached;
};

/* Run body while threads copy.  This one does when it waits.  */
static gr_status
copy_by (const copy_manner &manner, gr_status (*body) (void *data), void *data)
{
  gr_status status = GR_OK;
  session.threads = manner.threads;
  session.slots = gr_tuned_transfers ()->slots;
  session.chunk[UP] = manner.chunk[UP];
  session.chunk[DOWN] = manner.chunk[DOWN];
  session.cached = manner.cached;
  for (int i = 0; i < manner.threads; i++)
    {
      GR_TRY (open_lane (lanes[i], session.slots * (session.chunk[UP] + session.chunk[DOWN])));
      lay_out_slots (lanes[i]);
    }
  begin_session ();
#pragma omp parallel num_threads(manner.threads == 1 ? 1 : most_threads())
  if (omp_get_thread_num () == 0)
    {
      status = body (data);
      session.stops = session.stops || status != GR_OK;
      session.ends = true;
    }
  else if (omp_get_thread_num () < session.threads)
    copy_on_lane (lanes[omp_get_thread_num ()]);
  drain (lanes[0]);
  session.is_open = false;
  return status == GR_OK ? stopped () : status;
}

/* Wait, ready for Ctrl-C, for what is under way, also since memory is allocated in the order of the stream.  */
static gr_status
finish_work ()
{
  return gr_current_runtime ().busy ? gr_wait_until_idle () : GR_OK;
}

gr_status
gr_with_copies (size_t up_alone, gr_status (*body) (void *data), void *data)
{
  const gr_transfer_sizes *const sizes = gr_tuned_transfers ();
  copy_manner manner = { most_threads (), { sizes->chunk, sizes->chunk }, false };
  if (up_alone >= sizes->large_up)
    manner = { most_threads (), { sizes->chunk_up, sizes->least_chunk }, true };
  GR_TRY (gr_need_device ());
  GR_TRY (finish_work ());
  gr_hold_pool (true);
  const gr_status status = copy_by (manner, body, data);
  gr_hold_pool (false);
  gr_note_taken ();
  return status;
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
  const size_t shares = bytes / sizes->share + 1, most = static_cast<size_t> (most_threads ());
  const int threads = bytes <= 2 * sizes->least_chunk ? 1 : static_cast<int> (std::min (shares, most));
  copy_manner manner = { threads, {}, kind == UP && bytes >= sizes->large_up };
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
