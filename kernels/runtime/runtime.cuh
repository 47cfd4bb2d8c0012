/* SPDX-License-Identifier: GPL-3.0-or-later

   The device that requests run on, for whoever owns it: the backend (device.cu) and explain.cu.  There is one in each
   GR_NAMESPACE.  What algorithms ask of it is in context.cuh.  */

#ifndef GR_RUNTIME_CUH
#define GR_RUNTIME_CUH

#include "runtime/context.cuh"

namespace GR_NAMESPACE
{

/* ---- the device ---- */

/* What a library of CUDA's keeps for a device, and what destroys it.  */
enum gr_device_library { GR_CUBLAS, GR_CUFFT, GR_CUSOLVER, GR_DEVICE_LIBRARIES };
struct gr_library_state
{
  void *state;
  int (*destroy) (void *state);
};

/* There are two sets of marks, so that a call that fails leaves the times of the last good one.  */
struct gr_runtime
{
  bool is_open, busy; /* busy: work may be under way on the stream */
  cudaStream_t stream;
  gr_marks marks[2];
  cudaEvent_t all_done;
  unsigned kept_marks; /* the set of the last good call */
  unsigned multiprocessors;
  int major, minor; /* compute capability */
  size_t total_bytes;
  char name[256];
  gr_library_state library[GR_DEVICE_LIBRARIES]; /* handles and plans for the stream, once there are any */
};
const gr_runtime &gr_current_runtime ();
/* Keep what a library needs for the current device, until its memory is trimmed or it is closed.  */
void gr_keep_library (gr_device_library library, gr_library_state state);
/* The marks that the next call records.  */
gr_marks *gr_spare_marks ();

/* Is this a child process whose parent has used the device, and does that not work?  Then gr_need_process fails.  */
bool gr_is_child_of_user ();
gr_status gr_need_process ();

/* Open a device, whose number counts from 0, and have it current.  Others stay open while they have memory of callers
   or queued calls.  */
gr_status gr_open_device (int device);
/* Have a device current, opened if it is not, for part of a call.  Others stay as they are; after a failure it is
   current all the same.  */
gr_status gr_enter_device (int device);
/* Let each of some devices copy from the memory of the others without the host, where there is such a way.  */
gr_status gr_let_devices_reach (const int *list, int count);
/* The current device: opened, if it is not.  */
gr_status gr_need_device ();
/* Release what belongs to the current device; it can be opened again.  */
void gr_close_device ();

/* ---- memory ---- */

/* Memory in the order of the stream; what is given back may be on any device.  */
gr_status gr_take (size_t bytes, void **p);
void gr_give_back (void *p, int device);
/* Wait, and give back to the device all memory that nobody uses.  */
gr_status gr_trim_all ();
/* Bytes in use, and kept for the next calls.  */
gr_status gr_count_memory (size_t *used, size_t *cached);
/* The failure of a call that needed `bytes` bytes, and the free memory now that the pool keeps nothing.  */
gr_status gr_fail_for_memory (size_t bytes);

/* ---- a request ---- */

/* Each gr_begin_request that succeeds is followed by gr_end_request, with the status of what ran between them; it
   frees the scratch memory and returns that status.  */
gr_status gr_begin_request (gr_context *context, gr_record *record);
gr_status gr_end_request (gr_context *context, gr_status status);

/* The request was queued: failures name it until the next wait.  */
void gr_note_queued (const gr_request *request);
/* Keep the marks that the request recorded until those of another one are kept; NULL where the device was closed.  */
void gr_keep_marks ();
const gr_marks *gr_kept_marks (int device);

/* A call has ended, and took the memory of a device that was taken since the last one: the pool may keep as much.  */
void gr_note_taken (int device);
/* While the pool is held, calls do not count, and it gives nothing back: they are parts of one.  */
void gr_hold_pool (int device, bool held);

/* Something was put on the stream.  */
void gr_note_work ();
/* Wait for the kernels before an event, polling so that a long one can be left by Ctrl-C; memory is freed in stream
   order, after it has ended.  gr_wait_for_last: on the current device, and nothing was put on the stream after the
   event.  */
gr_status gr_wait_for (int device, cudaEvent_t event);
gr_status gr_wait_for_last (cudaEvent_t event);
/* Wait until all work on the current device has ended.  */
gr_status gr_wait_until_idle ();

} // namespace

#endif
