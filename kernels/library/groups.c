/* SPDX-License-Identifier: GPL-3.0-or-later

   Reductions whose dimensions are no neighbours: the elements are gathered, a part of limited size at a time, in the
   order in which the reduced dimensions come first, and fed to an accumulation.  */

#include "library/library.h"

#include <stdlib.h>

enum { PART_BYTES = 32 << 20 }; /* gathered at a time: large enough for the speed of the link and of kernels */

gr_status
gr_check_groups (const gr_request *r)
{
  size_t along = 1, across = 1;
  if (gr_operators[r->op].is_scan)
    return gr_fail (GR_UNSUPPORTED, "%s is a scan and takes no groups of dimensions", gr_operators[r->op].name);
  if (r->groups > GR_MAX_DIMS)
    return gr_fail (GR_BAD_ARGUMENT, "%zu groups of dimensions are more than %d", r->groups, GR_MAX_DIMS);
  for (size_t g = 0; g < r->groups; g++)
    {
      size_t *const product = r->group[g].along ? &along : &across;
      if (__builtin_mul_overflow (*product, r->group[g].extent, product))
        return gr_fail (GR_BAD_ARGUMENT, "the groups of dimensions have more elements than fit into memory");
    }
  if (r->inner != 1 || r->len != along || r->outer != across)
    return gr_fail (GR_BAD_ARGUMENT, "groups of %zu elements along and %zu segments are no array of %zu x %zu x %zu",
                    along, across, r->inner, r->len, r->outer);
  return GR_OK;
}

/* Where parts of the array are gathered: in host memory, or on the device if the array is there.  */
typedef struct
{
  const gr_backend *backend;
  gr_buffer *memory; /* on the device */
  void *data;
  double seconds; /* spent gathering */
} place_of_parts;

static gr_status
make_place (place_of_parts *p, const gr_backend *backend, bool on_device, size_t bytes)
{
  p->backend = on_device ? backend : &gr_backend_cpu;
  if (on_device)
    {
      const gr_status status = gr_take_memory (backend, bytes, &p->memory);
      return status == GR_OK ? gr_find_memory (backend, p->memory, &p->data) : status;
    }
  p->data = malloc (bytes);
  return p->data ? GR_OK : gr_fail (GR_OUT_OF_MEMORY, "%zu bytes of host memory are not to be had", bytes);
}

static void
free_place (place_of_parts *p)
{
  if (p->memory)
    gr_buffer_release (p->memory);
  else
    free (p->data);
}

static gr_status
gather (place_of_parts *p, const gr_request *request, size_t first, size_t count, const void *in)
{
  const double start = gr_now ();
  const gr_status status = p->backend->gather (request, first, count, in, p->data);
  p->seconds += gr_now () - start;
  return status;
}

/* Elements of a part: whole segments, if it has room for some, else whole chunks of the plan, so that the bits are
   those of one call.  Those of the host backend are powers of two, as the room is.  */
static size_t
choose_part (const gr_backend *backend, const gr_request *whole, gr_type out_type, bool indexed)
{
  const size_t room = PART_BYTES / gr_types[whole->type].size;
  gr_plan_input input;
  gr_plan plan;
  if (whole->len <= room)
    return room / whole->len * whole->len;
  if (backend != &gr_backend_cpu && gr_begin_plan (whole, out_type, indexed, &input) == GR_OK
      && gr_plan_request (whole, &input, &plan) == GR_OK && plan.chunk <= room)
    return room / plan.chunk * plan.chunk;
  return room;
}

/* Feed part after part of the array.  */
static gr_status
feed_parts (gr_accumulation *a, size_t part, place_of_parts *parts, const gr_request *request, gr_type out_type,
            const void *in, char *out, double *index)
{
  const size_t n = request->len * request->outer;
  gr_status status = GR_OK;
  for (size_t done = 0; status == GR_OK && done < n;)
    {
      const size_t left = request->len - done % request->len, whole = part < request->len && part > left ? left : part;
      const size_t count = n - done < whole ? n - done : whole, results = gr_count_fed (a, count);
      gr_begin_part ((double) done / (double) n, (double) (done + count) / (double) n);
      status = gather (parts, request, done, count, in);
      if (status == GR_OK)
        status = gr_feed (a, request->place, parts->data, count, out, index);
      done += count;
      out += results * gr_types[out_type].size;
      index = index ? index + results : NULL;
    }
  gr_begin_part (0, 1);
  return status;
}

/* An algorithm by name takes the whole array at once.  */
static gr_status
run_gathered (const gr_backend *backend, const gr_request *request, gr_type out_type, const void *in, void *out,
              double *index, place_of_parts *parts)
{
  gr_request gathered = *request;
  const size_t n = request->len * request->outer;
  gathered.groups = 0;
  gr_status status = make_place (parts, backend, request->place == GR_ON_DEVICE, n * gr_types[request->type].size);
  if (status == GR_OK)
    status = gather (parts, request, 0, n, in);
  return status == GR_OK ? gr_run_on (backend, &gathered, out_type, parts->data, out, index) : status;
}

gr_status
gr_run_groups (const gr_backend *backend, const gr_request *request, gr_type out_type, const void *in, void *out,
               double *index)
{
  gr_accumulation *a = NULL;
  place_of_parts parts = { 0 };
  gr_request whole = *request;
  const bool planned = request->algorithm == GR_ALGORITHM_AUTO && request->kernel == GR_AUTO_PLANNER;
  gr_status status;
  if (! planned)
    {
      status = run_gathered (backend, request, out_type, in, out, index, &parts);
      goto done;
    }

  whole.groups = 0;
  whole.first = 0;
  whole.keep_chunks = true;
  status = gr_open_on (backend, &whole, index != NULL, &a);
  if (status == GR_OK)
    status = make_place (&parts, backend, request->place == GR_ON_DEVICE, PART_BYTES);
  if (status == GR_OK)
    status = feed_parts (a, choose_part (backend, &whole, out_type, index != NULL), &parts, request, out_type, in, out,
                         index);
  if (status == GR_OK)
    status = gr_finish (a, request->place, out, index);

done:
  if (status == GR_OK)
    gr_add_converting (parts.seconds);
  free_place (&parts);
  gr_close (a);
  return status;
}
