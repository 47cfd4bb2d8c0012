/* SPDX-License-Identifier: GPL-3.0-or-later

   What the files of library/ share.  */

#ifndef GR_LIBRARY_H
#define GR_LIBRARY_H

#include "backend.h"
#include "backend_elements.h"
#include "executor.h"
#include "plan/plan.h"

/* The executor is there where a program is linked with it: executor.c else loads it.  */
extern const gr_backend gr_backend_simt __attribute__ ((weak));

/* ---- backends and devices (devices.c) ---- */

/* Select a backend if none is selected yet.  gr_selected is the one that is, after a success.  Functions of the API ask
   for it and hand it down: what runs gets its backend as an argument.  */
gr_status gr_need_backend (void);
const gr_backend *gr_selected (void);

/* Is the backend that the request names, if it names one, the selected one?  A failure says where arrays on the device
   are.  */
gr_status gr_check_named_backend (const gr_request *request);

/* The backend that a valid request runs on: the selected one, the one that it names, or the host for small arrays.  */
gr_status gr_find_runner (const gr_request *request, const gr_backend **runner);

/* The number of devices of a backend that share a run: those that are selected, or the current one alone.  Stores the
   first `room` of them.  */
int gr_list_devices (const gr_backend *backend, int room, int *index);

/* How many of several selected devices are enough for streamed reductions, or scans: as fast as all.  stream.c stores
   it; 0 from each selection on until it is measured.  */
unsigned *gr_enough_devices (bool is_scan);

/* The CUDA backend, if it is in this build.  */
const gr_backend *gr_cuda_backend (void);

/* The host executor as a backend, for algorithms by name (executor.c).  */
gr_status gr_find_executor (const gr_backend **executor);
/* What sorts by name there.  */
gr_status gr_find_sort_by_name (gr_algorithm algorithm, gr_sort_function **function);

/* ---- sorts (sort.c) ---- */

/* Is it one that there is?  */
gr_status gr_check_sorting (const gr_sorting *sorting);

/* A sort of arrays of the selected backend, with elements; seconds: NULL, or where to store the kernels' time of
   segments of more than one element.  */
gr_status gr_sort_arrays (const gr_sorting *sorting, const void *from, void *to, double *positions, double *seconds);

/* ---- arrays in pieces (pieces.c) ---- */

/* gr_open for a run on a backend, whichever is selected.  */
gr_status gr_open_on (const gr_backend *backend, const gr_request *request, bool indexed,
                      gr_accumulation **accumulation);

/* Accumulations of one request on several devices that take turns (stream.c): `a` is on the current device, the others
   are elsewhere.  gr_take_turn has it go on where another one has got to; apart: each accumulator of the state is only
   one device's, and stays there.  gr_collect_state appends what another one has of the slab that `a` is about to end.
   gr_join_records has the record of one of them tell of all, the first of which was fed the first piece, and `used` of
   which the last one.  */
gr_status gr_take_turn (gr_accumulation *a, const gr_accumulation *from, bool apart);
gr_status gr_collect_state (gr_accumulation *a, const gr_accumulation *from);
void gr_join_records (gr_accumulation *a, gr_accumulation *const all[], unsigned count, unsigned used);

/* ---- buffers (buffers.c) ---- */

/* Memory of the library itself, on the backend's current device: a buffer that gr_live_buffers does not count.  Its
   owner releases it with gr_buffer_release, and asks gr_find_memory where it is, since gr_reset takes it too.  */
gr_status gr_take_memory (const gr_backend *backend, size_t bytes, gr_buffer **memory);
gr_status gr_find_memory (const gr_backend *backend, const gr_buffer *memory, void **data);

/* Are `bytes` bytes from p on within one buffer of the backend's current device?  `what` names them in the message, as
   "the input" does.  Of no bytes p may be anything.  */
gr_status gr_check_in_buffer (const gr_backend *backend, const char *what, const void *p, size_t bytes);

/* The same for `results` results of a type, and for their positions if index is not NULL.  */
gr_status gr_check_results_in_buffers (const gr_backend *backend, gr_type type, size_t results, const void *out,
                                       const double *index);

/* Free the memory of all buffers of the backend's current device, which are lost from now on.  */
void gr_lose_buffers (const gr_backend *backend);

/* ---- the record (record.c) ---- */

/* The record of a request on a backend, without launch and seconds; and make it the last one.  queued: whether the
   request will be queued; and the backend that it is queued on, or NULL if it has ended.  */
gr_record gr_begin_record (const gr_request *request, gr_type out_type, bool indexed, const gr_backend *backend);
gr_record gr_begin_monoid_record (const gr_user_monoid *monoid, const gr_monoid_run *run, const gr_mapping *arrays,
                                  bool queued);
void gr_keep_record (const gr_record *record, const gr_backend *queued);
/* Add to the seconds that the last record's request spent on rearranging elements, and on copies.  */
void gr_add_converting (double seconds);
void gr_add_transfers (double in, double out);

/* Wait for what the last record describes, if that was queued, and fill in its seconds: NaN if that fails.  The second
   does so for a device that is about to end, and forgets the device even then.  */
gr_status gr_finish_last (void);
void gr_finish_device (const gr_backend *backend, int device);

/* ---- plans (predict.c) ---- */

/* What the plan of a valid request is made from, for a device whose blocks can have GR_SHARED_BYTES.  */
gr_status gr_begin_plan (const gr_request *request, gr_type out_type, bool indexed, gr_plan_input *input);

/* The plan of the request, unless it has none that a device can launch.  */
gr_status gr_plan_request (const gr_request *request, const gr_plan_input *input, gr_plan *plan);

/* ---- runs (run.c, groups.c, stream.c, once.c) ---- */

/* Run a valid request, whose result has out_type, on a backend.  */
gr_status gr_run_on (const gr_backend *backend, const gr_request *request, gr_type out_type, const void *in, void *out,
                     double *index);

/* Are the results of arrays in pieces the same in bits, whatever the pieces are?  */
bool gr_is_exact (const gr_request *request);

/* Longer segments of scans may lose their bits even where pieces have them whole: tiles would look back at others by
   their number in the whole array.  */
enum { GR_KEEPS_SCANNED = 1 << 16 };

/* Of arrays on the host, for a device: in pieces that are copied while others are fed, or at once.  */
gr_status gr_run_from_host (const gr_backend *backend, const gr_request *request, gr_type out_type, const void *in,
                            void *out, double *index);

/* By one call of the backend.  */
gr_status gr_run_at_once (const gr_backend *backend, const gr_request *request, gr_type out_type, const void *in,
                          void *out, double *index);

/* Reductions whose dimensions are no neighbours.  */
gr_status gr_check_groups (const gr_request *request);
gr_status gr_run_groups (const gr_backend *backend, const gr_request *request, gr_type out_type, const void *in,
                         void *out, double *index);

/* ---- elements of arrays (elements.c) ---- */

/* What the selected backend does for elements.h.  */
const gr_element_functions *gr_elements (void);

/* Where elements [first, first + count) of a buffer of the selected device are; `what` names the buffer where they end
   beyond it, as "the mask" does.  */
gr_status gr_find_elements (const char *what, const gr_buffer *buffer, size_t first, size_t count, size_t size,
                            void **p);

/* The product of two sizes, or as many as memory cannot have where that is more than numbers reach.  */
size_t gr_multiply_sizes (size_t a, size_t b);

/* Is the result apart from an array, which `what` names?  */
gr_status gr_check_overlap (const char *what, const void *array, size_t bytes, const void *out, size_t out_bytes);

/* Call ask (data, WORD), which has the backend queue work that may set the word, in its memory, to 1; and wait for the
   answer, whether it has.  */
gr_status gr_ask_backend (gr_status (*ask) (void *data, unsigned *word), void *data, bool *answer);

/* Are there elements of that number of bytes?  */
gr_status gr_check_element_size (size_t size);

/* ---- functions of arrays (evaluate.c, mapped.c) ---- */

/* The arguments of an expression and their axes.  Arrays on the host are taken where `place` is GR_ON_HOST.  */
gr_status gr_find_arguments (const gr_mapping *mapping, gr_place place, gr_evaluation *evaluation, int *faulty);

/* The values for all elements of arguments that were found, at least one, to where its results are.  */
gr_status gr_find_values (const gr_evaluation *evaluation);

/* Has the request a kernel that computes values as it reads them?  */
bool gr_reads_values (const gr_request *request, gr_type out_type, bool indexed, const gr_evaluation *evaluation);

/* Run a valid request on the values, as they are computed or in an array.  */
gr_status gr_run_values (const gr_request *request, gr_type out_type, gr_evaluation *evaluation, void *out,
                         double *index);

/* gr_run_mapped of a valid request whose results are to be on the host, for a device; the evaluation is as found.  */
gr_status gr_run_mapped_from_host (const gr_request *request, gr_type out_type, const gr_mapping *mapping,
                                   const gr_evaluation *evaluation, void *out, double *index);

#endif
