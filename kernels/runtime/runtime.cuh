/* The device that requests run on, for whoever owns it: the backend (device.cu) and explain.cu.  There is one in each
   GR_NAMESPACE.  What algorithms ask of it is in context.cuh.  */

#ifndef GR_RUNTIME_CUH
#define GR_RUNTIME_CUH

#include "runtime/context.cuh"

namespace GR_NAMESPACE
{

/* ---- the device ---- */

struct gr_runtime
{
  bool is_open;
  cudaStream_t stream;
  cudaEvent_t events[GR_PHASES];
  unsigned multiprocessors;
  char name[256];
};
const gr_runtime &gr_current_runtime ();

/* Is this a child process whose parent has used the device, and does that not work?  Then gr_need_process fails.  */
bool gr_is_child_of_user ();
gr_status gr_need_process ();

/* Open a device, whose number counts from 0, and close the one before, if that is another.  */
gr_status gr_open_device (int device);
/* The current device: opened, if it is not.  */
gr_status gr_need_device ();
/* Release what belongs to the current device; it can be opened again.  */
void gr_close_device ();

/* ---- memory ---- */

/* Memory in the order of the stream.  */
gr_status gr_take (size_t bytes, void **p);
void gr_give_back (void *p);
/* The failure of a call that needed `bytes` bytes, and the free memory now that the pool keeps nothing.  */
gr_status gr_fail_for_memory (size_t bytes);

/* ---- a request ---- */

/* Each gr_begin_request that succeeds is followed by gr_end_request, with the status of what ran between them; it
   frees the scratch memory and returns that status.  */
gr_status gr_begin_request (gr_context *context, gr_record *record);
gr_status gr_end_request (gr_context *context, gr_status status);

/* Wait for the kernels before an event, polling so that a long one can be left by Ctrl-C; memory is freed in stream
   order, after it has ended.  */
gr_status gr_wait_for (cudaEvent_t event);

} // namespace

#endif
