/* SPDX-License-Identifier: GPL-3.0-or-later

   What a running request shares between its caller (device.cu, explain.cu), the operator units (operator.cuh) and
   the algorithms: the stream, scratch memory that lives until the request ends, phase marks and the launch
   record.  Functions that are only declared here are in runtime.cu.

   GR_NAMESPACE is gr_cuda for devices and gr_simt in the build for the host executor; both are linked
   into one library.  */

#ifndef GR_CONTEXT_CUH
#define GR_CONTEXT_CUH

#include "backend.h"
#include "runtime/launch.cuh"

/* Return from the enclosing function if STATUS is a failure.  */
#define GR_TRY(STATUS)                                                                                                 \
  do                                                                                                                   \
    {                                                                                                                  \
      const gr_status gr_try_status = (STATUS);                                                                        \
      if (gr_try_status != GR_OK)                                                                                      \
        return gr_try_status;                                                                                          \
    }                                                                                                                  \
  while (0)

/* The status of a CUDA call; a failure's message names the call and the device.  */
#define GR_CUDA(CALL) GR_NAMESPACE::gr_check ((CALL), #CALL)

/* The error of a CUDA call of a kind that tests make fail (backend.h), and the status of such a call.  */
#define GR_FAULTY(FAULT, CALL) (gr_fault_is_due (FAULT) ? GR_NAMESPACE::gr_fault_error (FAULT) : (CALL))
#define GR_CUDA_FAULTY(FAULT, CALL) GR_NAMESPACE::gr_check (GR_FAULTY (FAULT, CALL), #CALL)

namespace GR_NAMESPACE
{

gr_status gr_check (cudaError_t error, const char *call);

inline cudaError_t
gr_fault_error (gr_fault fault)
{
  return fault == GR_FAULT_MEMORY ? cudaErrorMemoryAllocation
       : fault == GR_FAULT_COPY   ? cudaErrorUnknown
                                  : cudaErrorLaunchFailure;
}

enum { GR_MOST_DEVICES = 64 };
int gr_current_device (); /* counted from 0 */

inline gr_status
gr_fail_interrupted ()
{
  return gr_fail (GR_INTERRUPTED, "interrupted during a kernel");
}

/* Ends of the phases of a request; the time between two of them is recorded.  */
enum gr_phase { GR_BEGIN, GR_CONVERTED, GR_COMPUTED, GR_END, GR_PHASES };

/* The marks that a request records, and the seconds before each in which the device waited for kernels that were being
   compiled or loaded.  */
struct gr_marks
{
  cudaEvent_t event[GR_PHASES];
  double waited[GR_PHASES];
};

enum { GR_MAX_SCRATCH = 64 };

/* What a request does with the state of an accumulation (device/pieces.cu).  */
enum gr_state_verb { GR_BEGIN_STATE, GR_FEED_BOX, GR_FINISH_STATE, GR_MERGE_STATES };
struct gr_state_task
{
  gr_state_verb verb;
  bool indexed;
  bool advances; /* the box of a scan also gives the state after it, from its results */
  gr_box box;
  size_t chunks; /* states of each segment of a slab */
  void *state;
  const void *later; /* another state, of what follows */
};

/* A call of gr_run_unit.  */
struct gr_context;
struct gr_operator_call
{
  gr_status (*run) (gr_context *context, const gr_request &request, gr_type out_type, const void *in, void *out,
                    double *index);
  const gr_request &request;
  gr_type out_type;
  const void *in;
  void *out;
  double *index;
};
/* The calls that a request will make, of which this is one: what goes through them in a rehearsal.  */
struct gr_later_calls
{
  gr_status (*run) (gr_context *rehearsal, const gr_request &request, bool indexed);
  const gr_request &request;
  bool indexed;
};
struct gr_kernel_list;   /* (kernels.cu) */
struct gr_user_function; /* (user_function.h) */
struct gr_mapped_arrays; /* (auto/mapped.cuh) */

struct gr_context
{
  cudaStream_t stream;
  gr_marks *marks;
  double waited; /* seconds so far in which the device waited for kernels */
  void *scratch[GR_MAX_SCRATCH];
  int scratches;
  size_t wanted;      /* bytes of device memory that the request needs in all */
  unsigned *counters; /* GR_MAX_GROUPS zeros on the device, which a kernel leaves zero again */
  gr_record *record;
  gr_auto_kernel kernel;            /* of auto: the one that the request names, or GR_AUTO_PLANNER */
  const gr_state_task *task;        /* NULL: the whole array is reduced or scanned */
  void (*on_mark) (gr_phase phase); /* called at each mark, if there is one */
  size_t origin;                    /* the position whose element means are relative to: one of the largest weight,
                                       else 0 */
  const gr_operator_call *call;     /* that is running, from which it is known what kernels it needs */
  const gr_later_calls *later;      /* those that will follow it, if that is known */
  const gr_user_function *function; /* whose values the elements are, of these arrays; or NULL */
  const gr_mapped_arrays *mapped;
  unsigned form;                     /* what is known of these arrays when kernels are compiled */
  const gr_user_function *operation; /* by which a user combines values, or NULL */
  gr_kernel_list *rehearsal;         /* if there is one, launches only add their kernel to it */
};

/* Device memory that lives until the request ends.  */
gr_status gr_scratch (gr_context *context, size_t bytes, void **p);

template <class T>
gr_status
gr_scratch (gr_context *context, size_t count, T **p)
{
  void *memory = nullptr;
  const gr_status status = gr_scratch (context, count * sizeof (T), &memory);
  *p = static_cast<T *> (memory);
  return status;
}

/* Device memory for tile statuses of decoupled look-back (lookback.cuh), which stays from request to request, and
   an epoch that no earlier request had.  Also as many arrivals as are asked for: zeros, which a kernel leaves zero
   again.  */
gr_status gr_lookback_memory (gr_context *context, size_t status_bytes, size_t count, size_t arrivals_count,
                              void **statuses, unsigned **arrivals, unsigned *epoch);

template <class TileStatus>
gr_status
gr_lookback_memory (gr_context *context, size_t count, size_t arrivals_count, TileStatus **statuses,
                    unsigned **arrivals, unsigned *epoch)
{
  void *memory = nullptr;
  const gr_status status
    = gr_lookback_memory (context, sizeof (TileStatus), count, arrivals_count, &memory, arrivals, epoch);
  *statuses = static_cast<TileStatus *> (memory);
  return status;
}

/* The same for a tree of tiles (gr_tile_tree).  */
template <class Tree>
gr_status
gr_tree_memory (gr_context *context, Tree *tree)
{
  return gr_lookback_memory (context, tree->status_count (), tree->arrival_count (), &tree->statuses, &tree->arrivals,
                             &tree->epoch);
}

gr_status gr_mark (gr_context *context, gr_phase phase);

/* Set every byte of device memory.  */
gr_status gr_set_bytes (gr_context *context, void *p, int byte, size_t bytes);

#if GR_ON_CALL
/* Compile or load a kernel, and beside it all others that the context's call needs, and wait for it; in a rehearsal,
   add it to the list.  context may be NULL.  */
gr_status gr_load_kernel (gr_context *context, gr_kernel_info *kernel);
#endif

/* Bytes of shared memory that a block can have.  */
gr_status gr_most_shared (size_t *bytes);
/* Raise a block's bytes of shared memory until at most `blocks` blocks have room on a multiprocessor.  */
gr_status gr_leave_room_for (unsigned blocks, size_t *bytes);

/* The kernel that a call launches: where it works for a user, the one with the user's functions in the places that
   stand for them.  */
template <class... P>
gr_kernel<P...>
gr_kernel_for ([[maybe_unused]] const gr_context *context, gr_kernel<P...> kernel)
{
#if GR_ON_CALL
  if (context && (context->function || context->operation))
    return { { gr_specialize (kernel.info, context->function, context->form, context->operation) } };
#endif
  return kernel;
}

/* Have a kernel loaded, before what asks about it or launches it.  In a rehearsal the kernel is only noted.  */
gr_status gr_need_kernel (gr_context *context, gr_any_kernel kernel, bool *is_rehearsed);
gr_status gr_need_kernel (gr_any_kernel kernel);

/* A kernel must ask for more shared memory than every device gives to a block, its own variables included, which are
   less than 1 KiB.  What a device was asked for last is remembered, since the question takes half a microsecond.  */
gr_status gr_allow_shared (gr_any_kernel kernel, size_t shared_bytes);

/* The number of clusters of *ranks blocks that the device runs at a time, with each block alone on a
   multiprocessor.  Where it has no clusters, *ranks becomes 1.  */
template <class... P>
gr_status
gr_resident_clusters (gr_context *context, gr_kernel<P...> given, dim3 block, size_t shared_bytes, unsigned *ranks,
                      unsigned *resident)
{
  const gr_kernel<P...> kernel = gr_kernel_for (context, given);
  static int counts[GR_MOST_DEVICES]; /* kept, since the question takes some microseconds */
  int &count = counts[gr_current_device ()];
  int has_clusters = 0;
  bool is_rehearsed = false;
  GR_TRY (gr_need_kernel (context, kernel, &is_rehearsed));
  if (is_rehearsed)
    {
      *ranks = *resident = 1;
      return GR_OK;
    }
  GR_TRY (GR_CUDA (gr_has_clusters (gr_current_device (), &has_clusters)));
  if (has_clusters && ! count)
    {
      GR_TRY (gr_allow_shared (kernel, shared_bytes));
      GR_TRY (GR_CUDA (gr_max_active_clusters (&count, *ranks, kernel, block, shared_bytes)));
    }
  int blocks = count;
  if (! has_clusters || ! count)
    {
      *ranks = 1;
      GR_TRY (GR_CUDA (gr_blocks_at_a_time (gr_current_device (), &blocks)));
    }
  *resident = static_cast<unsigned> (blocks);
  return GR_OK;
}

/* How a kernel is launched on the request's stream: by clusters of `ranks` blocks.  The first launch that is recorded
   is the one that gr_record shows.  */
struct gr_launch_shape
{
  unsigned ranks;
  dim3 grid, block;
  size_t shared_bytes;
  bool is_recorded;
};

/* What comes before a launch: the kernel is loaded, and allowed its shared memory.  */
gr_status gr_before_launch (gr_context *context, gr_any_kernel kernel, const gr_launch_shape &shape,
                            bool *is_rehearsed);

template <class... P, class... A>
gr_status
gr_launch_shaped (gr_context *context, gr_kernel<P...> given, const gr_launch_shape &shape, A &&...args)
{
  const gr_kernel<P...> kernel = gr_kernel_for (context, given);
  bool is_rehearsed = false;
  GR_TRY (gr_before_launch (context, kernel, shape, &is_rehearsed));
  if (is_rehearsed)
    return GR_OK;
  return gr_check (gr_launch_clusters (shape.ranks, kernel, shape.grid, shape.block, shape.shared_bytes,
                                       context->stream, static_cast<A &&> (args)...),
                   "kernel launch");
}
template <class Kernel, class... A>
gr_status
gr_launch_clusters_recorded (gr_context *context, unsigned ranks, Kernel kernel, dim3 grid, dim3 block,
                             size_t shared_bytes, A &&...args)
{
  return gr_launch_shaped (context, kernel, { ranks, grid, block, shared_bytes, true }, static_cast<A &&> (args)...);
}
template <class Kernel, class... A>
gr_status
gr_launch_recorded (gr_context *context, Kernel kernel, dim3 grid, dim3 block, size_t shared_bytes, A &&...args)
{
  return gr_launch_shaped (context, kernel, { 1, grid, block, shared_bytes, true }, static_cast<A &&> (args)...);
}

/* Launch on the request's stream what is not the algorithm, without shared memory: gr_record does not show it.  */
template <class Kernel, class... A>
gr_status
gr_launch_unrecorded (gr_context *context, Kernel kernel, dim3 grid, dim3 block, A &&...args)
{
  return gr_launch_shaped (context, kernel, { 1, grid, block, 0, false }, static_cast<A &&> (args)...);
}

/* Run a request of an operator on device arrays, or the context's task of one on part of them.  UNIT is the operator
   whose compiled code serves it; each is compiled on its own (device/reduction.cu, device/scan.cu).  */
template <gr_operator UNIT>
gr_status gr_run_unit (gr_context *context, const gr_request &request, gr_type out_type, const void *in, void *out,
                       double *index);

} // namespace

#endif
