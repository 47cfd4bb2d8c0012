/* SPDX-License-Identifier: GPL-3.0-or-later

   A backend is one struct of functions behind gpureduce.h.  */

#ifndef GR_BACKEND_H
#define GR_BACKEND_H

#include "core/call.h"
#include "core/request.h"
#include "core/transfers.h"
#include "gpureduce.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A part of an array that an accumulation is fed (library/pieces.c): whole slabs, [inner, len], from number `slab` on;
   or, where slabs is 0, of one slab the columns [column, column + width) of the rows [row, row + rows), as they stand
   in memory.  Of several rows, all columns are there.  */
typedef struct
{
  size_t slab, slabs, column, width, row, rows;
} gr_box;

/* Its arrays, each of which begins with the box or its results.  out and index may be NULL.  */
typedef struct
{
  const char *in;
  char *out;
  double *index;
} gr_box_arrays;

/* Devices count from 1; the host is device 0.  wait, queue, trim, reset and finish are NULL where all work has ended
   when its call returns, and freed memory is gone.  */
typedef struct gr_evaluation gr_evaluation; /* (backend_elements.h) */

typedef struct
{
  const char *name;
  int (*device_count) (void);
  gr_status (*select_device) (int index);
  /* Have a device current for part of a call, which ends with the selected one current; NULL if there is only one.  */
  gr_status (*enter_device) (int index);
  int (*current_device) (void);
  gr_status (*describe) (gr_device *device);
  /* Memory of the current device, a multiple of GR_BUFFER_ALIGNMENT.  free gives back that of any device, after all
     that was queued there.  */
  gr_status (*malloc) (size_t bytes, void **p);
  void (*free) (void *p, int device);
  gr_status (*upload) (void *device, const void *host, size_t bytes);
  gr_status (*download) (void *host, const void *device, size_t bytes);
  /* Queued.  copy takes what does not overlap; fill repeats an element of 1, 2, 4, 8 or 16 bytes.  */
  gr_status (*copy) (void *to, const void *from, size_t bytes);
  /* From memory of another device, on which nothing is queued, at once; NULL if there is only one.  */
  gr_status (*copy_from) (void *to, const void *from, int device, size_t bytes);
  gr_status (*fill) (void *to, const void *element, size_t size, size_t count);
  gr_status (*wait) (void);
  gr_status (*queue) (gr_queue *queue); /* its caller is about to queue work there */
  gr_status (*trim) (void);
  gr_status (*reset) (void); /* of the current device, whose memory has been freed */
  /* Wait for the last request that was queued on a device, and fill in its seconds.  */
  gr_status (*finish) (int device, gr_record *record);
  /* The request is valid, its block filled in, and out is its result type.
     Fills the record's launch, seconds and device.  */
  gr_status (*run) (const gr_request *request, gr_type out_type, const void *in, void *out, double *index,
                    gr_record *record);
  /* Does it run requests whose elements are values of this function, which has fewer arrays than others may have?  in
     is NULL then.  NULL where there are no such requests.  */
  bool (*takes_values) (const gr_evaluation *values);
  /* Accumulations.  The state, in the backend's memory, is what one slab has come to: an array of state_bytes bytes,
     which begin_state fills with identities.  feed_box adds a box to it; the box of a scan also has its results stored,
     unless out is NULL.  Whole slabs have no state, and their results are stored.  finish_state stores the inner
     results of a slab.  merge_states appends the state of later elements.  request is that of the whole array; all
     arrays are in the backend's memory.  indexed: positions are asked for, now or later.  */
  size_t (*state_bytes) (const gr_request *request, bool indexed);
  /* Without kept chunks a state is one plane after the other, each with as many bytes for every segment.  Gives their
     number, at most GR_MAX_PLANES, and these bytes.  */
  int (*state_planes) (const gr_request *request, bool indexed, size_t bytes[]);
  gr_status (*begin_state) (const gr_request *request, bool indexed, void *state);
  gr_status (*feed_box) (const gr_request *request, gr_type out_type, bool indexed, const gr_box *box,
                         gr_box_arrays arrays, void *state, gr_record *record);
  gr_status (*finish_state) (const gr_request *request, gr_type out_type, void *state, void *out, double *index);
  gr_status (*merge_states) (const gr_request *request, bool indexed, void *state, const void *later);
  /* Most bytes of its memory that the boxes of a piece of count elements take beside arrays and state.  */
  size_t (*feed_bytes) (const gr_request *request, bool indexed, size_t count);
  /* Elements [first, first + count) of a request with groups, in the order in which its dimensions along come first, to
     neighbouring places.  Both arrays are in the backend's memory.  */
  gr_status (*gather) (const gr_request *request, size_t first, size_t count, const void *from, void *to);
  /* Copies between the host and some devices that go on while kernels run.  with_copies runs body, which begins copies,
     each on the device that is current, and waits for each of its tickets, and returns its status; threads copy
     meanwhile.  Bytes of a device are copied in the order of the tickets, those to it and those to the host side by
     side.  A copy is not ordered with what is queued on the device: whoever begins it has
     waited for its memory.  up_alone: bytes that will go to devices, if next to nothing comes back, else 0.  NULL
     where the host's memory is the device's.  */
  gr_status (*with_copies) (const int *devices, int count, size_t up_alone, gr_status (*body) (void *data), void *data);
  gr_status (*begin_upload) (void *device, const void *host, size_t bytes, size_t *ticket);
  gr_status (*begin_download) (void *host, const void *device, size_t bytes, size_t *ticket);
  /* Results will come there: threads without work touch the memory, whose pages may be new.  */
  gr_status (*announce_download) (void *host, size_t bytes);
  gr_status (*wait_for_copy) (size_t ticket);
  /* Overwrite and read memory, more bytes than the caches hold, so that they hold nothing else and nothing that
     must be written back later.  */
  gr_status (*flush) (void *p, size_t bytes);
  /* Read bytes bytes from `from`, or copy them to `to`, in one of several ways.  The buffers are a multiple of 16
     bytes long.  */
  gr_status (*limit) (gr_limit which, int way, const void *from, void *to, size_t bytes, double *seconds);
  int limit_ways;
  /* Can kernels be compiled?  NULL where they are from the beginning.  */
  gr_status (*ready) (void);
  /* Compile kernels into the cache: those that requests need, and those of functions of elements among the choices, or
     all where choices is NULL; no device is needed.  NULL where there is nothing to compile.  */
  gr_status (*compile) (const gr_request *requests, size_t count, const gr_kernel_choice *choices, size_t choice_count,
                        int architecture, size_t *kernels);
} gr_backend;

enum { GR_MAX_PLANES = 16 };

/* cuda is missing in tests of the executor alone (GR_WITHOUT_CUDA).  simt is the same source, compiled for the host
   executor in simt/, a library of its own (executor.h); the library hands it the algorithms by name that run on cpu. */
extern const gr_backend gr_backend_cuda, gr_backend_cpu, gr_backend_simt;

/* Select a backend that has no name for callers, such as the executor; and have it selected by default, so that small
   arrays on the host stay there.  */
void gr_use_backend (const gr_backend *backend);
void gr_use_by_default (const gr_backend *backend);
/* Select devices of the selected backend.  */
gr_status gr_use_devices (const int *index, int count);

/* For tests, of a kernel that NVRTC compiles when it is called: its name and a program that has it, which the caller
   frees, and whether it launches kernels.  Their numbers begin with 0; false beyond the last one.  */
bool gr_name_kernel (size_t number, char **name, char **program, bool *launches);

#ifdef __cplusplus
}
#endif

#endif
