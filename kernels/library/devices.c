/* SPDX-License-Identifier: GPL-3.0-or-later

   The backends, which of them and of their devices are selected, and which backend a request runs on.  */

#include "jit/find.h"
#include "library/library.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const gr_backend *selected;
static bool selected_by_default;
enum { MOST_DEVICES = 64 };
static int several[MOST_DEVICES], several_count; /* devices, if more than one is selected */
static unsigned enough[2];                       /* of them, for reductions and for scans */

static const gr_backend *const backends[] = {
#ifndef GR_WITHOUT_CUDA
  &gr_backend_cuda,
#endif
  &gr_backend_cpu
};
enum { BACKENDS = sizeof backends / sizeof *backends };

static const gr_backend *
find_backend (const char *name)
{
  for (int i = 0; i < BACKENDS; i++)
    if (! strcasecmp (name, backends[i]->name))
      return backends[i];
  return NULL;
}

bool
gr_has_cub (void)
{
  return gr_cuda_backend () && gr_open_beside ("libgpureduce_cub.so");
}

const gr_backend *
gr_cuda_backend (void)
{
  return find_backend ("cuda");
}

int
gr_device_count (void)
{
  const gr_backend *cuda = gr_cuda_backend ();
  return cuda ? cuda->device_count () : 0;
}

/* The backend of that name, if it answers.  */
static gr_status
find_answering (const char *name, const gr_backend **backend)
{
  const gr_backend *found = find_backend (name);
  if (! found)
    return gr_fail (GR_BAD_ARGUMENT,
                    "unknown backend '%s'; the backends are \"cuda\" and \"cpu\", and \"auto\" selects one", name);
  if (! strcasecmp (name, "cuda") && found->device_count () == 0)
    return gr_fail (GR_UNSUPPORTED, "no CUDA device answers; the host (\"cpu\") does");
  if (found->ready && found->ready () != GR_OK)
    return GR_UNSUPPORTED;
  *backend = found;
  return GR_OK;
}

static gr_status
select_named (const char *name)
{
  if (! name || ! *name)
    name = getenv ("GPUREDUCE_BACKEND");
  const bool by_default = ! name || ! *name || ! strcasecmp (name, "auto");
  if (by_default)
    name = find_answering ("cuda", &selected) == GR_OK ? "cuda" : "cpu";
  const gr_status status = find_answering (name, &selected);
  if (status == GR_OK)
    {
      selected_by_default = by_default;
      several_count = 0;
    }
  return status;
}

int
gr_process_on_host (void)
{
  static const char *const variables[]
    = { "OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "MV2_COMM_WORLD_LOCAL_RANK", "SLURM_LOCALID" };
  for (size_t k = 0; k < sizeof variables / sizeof *variables; k++)
    {
      const char *const text = getenv (variables[k]);
      char *end;
      const long number = text && *text ? strtol (text, &end, 10) : -1;
      if (number >= 0 && number <= INT_MAX && ! *end)
        return (int) number;
    }
  return -1;
}

gr_status
gr_select_backend (const char *name)
{
  const bool is_first = ! selected;
  const gr_status status = select_named (name);
  const int local = status == GR_OK && is_first && selected != &gr_backend_cpu ? gr_process_on_host () : -1;
  const int devices = local >= 0 ? gr_device_count () : 0;
  return devices > 1 ? selected->select_device (1 + local % devices) : status;
}

void
gr_use_backend (const gr_backend *backend)
{
  selected = backend;
  selected_by_default = false;
  several_count = 0;
}

void
gr_use_by_default (const gr_backend *backend)
{
  selected = backend;
  selected_by_default = true;
  several_count = 0;
}

const gr_backend *
gr_selected (void)
{
  return selected;
}

gr_status
gr_need_backend (void)
{
  return selected ? GR_OK : gr_select_backend (NULL);
}

gr_status
gr_backend_name (const char **name)
{
  const gr_status status = gr_need_backend ();
  if (status == GR_OK)
    *name = selected->name;
  return status;
}

/* Open devices in turn, so that one that cannot be used is found now.  */
static gr_status
try_devices (const int *index, int count)
{
  const int before = selected->current_device ();
  gr_status status = GR_OK;
  for (int k = 0; status == GR_OK && k < count; k++)
    status = selected->enter_device (index[k]);
  if (status != GR_OK)
    selected->enter_device (before); /* which was open */
  return status;
}

gr_status
gr_use_devices (const int *index, int count)
{
  gr_status status = count > 1 ? try_devices (index, count) : GR_OK;
  if (status == GR_OK)
    status = selected->select_device (index[0]);
  if (status != GR_OK)
    return status;
  several_count = count > 1 ? count : 0;
  memcpy (several, index, (size_t) several_count * sizeof *several);
  enough[false] = enough[true] = 0;
  return GR_OK;
}

gr_status
gr_select_devices (const int *index, int count)
{
  const int answering = gr_device_count ();
  if (count < 1)
    return gr_fail (GR_BAD_ARGUMENT, "no device is named; %d CUDA device%s", answering,
                    answering == 1 ? " answers" : "s answer");
  for (int k = 0; k < count; k++)
    {
      if (index[k] < 1 || index[k] > answering)
        return gr_fail (GR_BAD_ARGUMENT, "device %d does not exist; %d CUDA device%s", index[k], answering,
                        answering == 1 ? " answers" : "s answer");
      for (int other = 0; other < k; other++)
        if (index[other] == index[k])
          return gr_fail (GR_BAD_ARGUMENT, "device %d is named twice", index[k]);
    }
  const gr_status status = select_named ("cuda");
  return status == GR_OK ? gr_use_devices (index, count) : status;
}

gr_status
gr_select_device (int index)
{
  return gr_select_devices (&index, 1);
}

int
gr_list_devices (const gr_backend *backend, int room, int *index)
{
  const bool all = several_count && backend == selected;
  const int one = backend->current_device (), count = all ? several_count : 1;
  if (room > 0)
    memcpy (index, all ? several : &one, (size_t) (count < room ? count : room) * sizeof *index);
  return count;
}

unsigned *
gr_enough_devices (bool is_scan)
{
  return &enough[is_scan];
}

gr_status
gr_selected_devices (int *index, int room, int *count)
{
  const gr_status status = gr_need_backend ();
  if (status != GR_OK)
    return status;
  *count = gr_list_devices (selected, room, index);
  return GR_OK;
}

gr_status
gr_describe_device (gr_device *device)
{
  const gr_status status = gr_need_backend ();
  return status == GR_OK ? selected->describe (device) : status;
}

/* A function of the selected backend, if it has it, on all selected devices.  */
static gr_status
ask_devices (gr_status (*function) (void))
{
  gr_status status = GR_OK;
  for (int k = several_count - 1; function && status == GR_OK && k > 0; k--)
    {
      status = selected->enter_device (several[k]);
      if (status == GR_OK)
        status = function ();
    }
  const gr_status back = several_count ? selected->enter_device (several[0]) : GR_OK;
  if (status == GR_OK)
    status = back;
  return function && status == GR_OK ? function () : status;
}

/* Forget what the record waits for, which goes with its device, and take the memory of the device's buffers.  */
static gr_status
lose_device (void)
{
  gr_finish_device (selected, selected->current_device ());
  gr_lose_buffers (selected);
  return selected->reset ? selected->reset () : GR_OK;
}

gr_status
gr_wait (void)
{
  const gr_status status = gr_need_backend ();
  return status == GR_OK && selected->wait ? selected->wait () : status;
}

gr_status
gr_describe_queue (gr_queue *queue)
{
  *queue = (gr_queue){ 0 };
  const gr_status status = gr_need_backend ();
  return status == GR_OK && selected->queue ? selected->queue (queue) : status;
}

gr_status
gr_trim (void)
{
  const gr_status status = gr_need_backend ();
  return status == GR_OK ? ask_devices (selected->trim) : status;
}

gr_status
gr_reset (void)
{
  const gr_status status = gr_need_backend ();
  return status == GR_OK ? ask_devices (lose_device) : status;
}

/* ---- where a request runs ---- */

/* Does the way to a device take longer than the work?  A rule of the operator and the array's size alone, so that the
   same call gives the same bits every time.  */
static bool
is_small (const gr_request *r)
{
  const size_t bytes = r->inner * r->len * r->outer * gr_types[r->type].size;
  return r->place == GR_ON_HOST && r->algorithm == GR_ALGORITHM_AUTO && r->kernel == GR_AUTO_PLANNER
      && bytes <= gr_operators[r->op].small;
}

gr_status
gr_check_named_backend (const gr_request *request)
{
  return ! request->backend || ! strcasecmp (request->backend, selected->name)
         ? GR_OK
         : gr_fail (GR_UNSUPPORTED, "arrays on the backend \"%s\" are worked on there, not on \"%s\"", selected->name,
                    request->backend);
}

gr_status
gr_find_runner (const gr_request *request, const gr_backend **runner)
{
  const gr_algorithm_info *const algorithm = &gr_algorithms[request->algorithm];
  const bool host_only = algorithm->kinds & GR_HOST_ONLY, named = request->backend;
  gr_status status = gr_need_backend ();
  if (status == GR_OK && request->place == GR_ON_DEVICE)
    status = gr_check_named_backend (request);
  *runner = selected;
  if (status == GR_OK && named && strcasecmp (request->backend, selected->name))
    status = find_answering (request->backend, runner);
  if (status != GR_OK)
    return status;
  if (host_only && request->place == GR_ON_DEVICE && *runner != &gr_backend_cpu)
    return gr_fail (GR_UNSUPPORTED, "algorithm \"%s\" runs on the host and takes arrays there", algorithm->name);
  if (host_only || (! named && selected_by_default && is_small (request)))
    *runner = &gr_backend_cpu;
  if (algorithm->kinds & GR_CUDA_ONLY && strcmp ((*runner)->name, "cuda"))
    return gr_fail (GR_UNSUPPORTED, "algorithm \"%s\" runs on a CUDA device only; the backend is \"%s\"",
                    algorithm->name, (*runner)->name);
  if (request->kernel != GR_AUTO_PLANNER && *runner == &gr_backend_cpu)
    return gr_fail (GR_UNSUPPORTED, "kernel \"%s\" runs on a device; the backend is \"cpu\"",
                    gr_auto_kernels[request->kernel]);
  return GR_OK;
}
