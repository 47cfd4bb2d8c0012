/* SPDX-License-Identifier: GPL-3.0-or-later

   Buffers: memory of a device that has owners, and the list of all of them, by which an address finds its buffer.  */

#include "core/pages.h"
#include "library/library.h"

#include <stdlib.h>
#include <string.h>

struct gr_buffer
{
  char *data; /* NULL once it is lost */
  size_t bytes;
  const gr_backend *backend;
  int device;
  unsigned owners;
  bool internal; /* memory of the library itself */
};

/* ---- the list ---- */

/* Buffers that have memory, in the order of their addresses.  */
static gr_buffer **live;
static size_t live_count, live_room;
static size_t callers_buffers, callers_bytes; /* lost buffers have no bytes, and are counted until they are released */

/* The number of buffers that begin at or before p.  */
static size_t
count_up_to (const void *p)
{
  size_t low = 0, high = live_count;
  while (low < high)
    {
      const size_t middle = low + (high - low) / 2;
      if ((uintptr_t) live[middle]->data <= (uintptr_t) p)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static bool
list (gr_buffer *buffer)
{
  if (live_count == live_room)
    {
      const size_t room = live_room ? 2 * live_room : 64;
      gr_buffer **longer = realloc (live, room * sizeof *live);
      if (! longer)
        return false;
      live = longer;
      live_room = room;
    }
  const size_t at = count_up_to (buffer->data);
  memmove (live + at + 1, live + at, (live_count - at) * sizeof *live);
  live[at] = buffer;
  live_count++;
  return true;
}

static void
unlist (const gr_buffer *buffer)
{
  const size_t at = count_up_to (buffer->data) - 1;
  live_count--;
  memmove (live + at, live + at + 1, (live_count - at) * sizeof *live);
}

/* Give back the memory of a buffer that has some.  */
static void
lose (gr_buffer *buffer)
{
  buffer->backend->free (buffer->data, buffer->device);
  buffer->data = NULL;
  if (! buffer->internal)
    callers_bytes -= buffer->bytes;
}

static bool
is_here (const gr_backend *backend, const gr_buffer *buffer)
{
  return buffer->backend == backend && buffer->device == backend->current_device ();
}

void
gr_lose_buffers (const gr_backend *backend)
{
  size_t kept = 0;
  for (size_t i = 0; i < live_count; i++)
    if (is_here (backend, live[i]))
      lose (live[i]);
    else
      live[kept++] = live[i];
  live_count = kept;
}

/* ---- where buffers are ---- */

/* `what` lives on the buffer's device: is that the backend's current one?  */
static gr_status
check_here (const gr_backend *backend, const char *what, const gr_buffer *buffer)
{
  if (buffer->backend != backend)
    return gr_fail (GR_BAD_ARGUMENT, "%s is on the backend \"%s\", and \"%s\" is selected", what, buffer->backend->name,
                    backend->name);
  if (! is_here (backend, buffer))
    return gr_fail (GR_BAD_ARGUMENT, "%s is on device %d, and device %d is selected", what, buffer->device,
                    backend->current_device ());
  return GR_OK;
}

static gr_status
check_usable (const gr_backend *backend, const char *what, const gr_buffer *buffer)
{
  if (! buffer)
    return gr_fail (GR_BAD_ARGUMENT, "%s is missing", what);
  if (! buffer->data)
    return gr_fail (GR_BAD_ARGUMENT, "%s has no memory since gr_reset", what);
  return check_here (backend, what, buffer);
}

/* Are bytes [at, at + bytes) of the buffer to be had on the selected backend?  */
static gr_status
check_range (const char *what, const gr_buffer *buffer, size_t at, size_t bytes)
{
  gr_status status = gr_need_backend ();
  if (status == GR_OK)
    status = check_usable (gr_selected (), what, buffer);
  if (status == GR_OK && (at > buffer->bytes || bytes > buffer->bytes - at))
    return gr_fail (GR_BAD_ARGUMENT, "%zu bytes from byte %zu on end beyond %s of %zu bytes", bytes, at, what,
                    buffer->bytes);
  return status;
}

gr_status
gr_check_in_buffer (const gr_backend *backend, const char *what, const void *p, size_t bytes)
{
  if (! bytes)
    return GR_OK;
  const size_t before = count_up_to (p);
  const gr_buffer *buffer = before ? live[before - 1] : NULL;
  const size_t at = buffer ? (uintptr_t) p - (uintptr_t) buffer->data : 0;
  if (! buffer || at >= buffer->bytes)
    return gr_fail (GR_BAD_ARGUMENT, "%s is in no buffer", what);
  const gr_status status = check_here (backend, what, buffer);
  if (status == GR_OK && bytes > buffer->bytes - at)
    return gr_fail (GR_BAD_ARGUMENT, "%s ends %zu bytes beyond its buffer", what, bytes - (buffer->bytes - at));
  return status;
}

gr_status
gr_check_results_in_buffers (const gr_backend *backend, gr_type type, size_t results, const void *out,
                             const double *index)
{
  const gr_status status = gr_check_in_buffer (backend, "the output", out, results * gr_types[type].size);
  return status == GR_OK && index ? gr_check_in_buffer (backend, "the index", index, results * sizeof *index) : status;
}

/* ---- owners ---- */

static gr_status
make (const gr_backend *backend, size_t bytes, bool internal, gr_buffer **made)
{
  void *data = NULL;
  gr_buffer *buffer = NULL;
  *made = NULL;
  const gr_status status = backend->malloc (bytes, &data);
  if (status != GR_OK)
    return status;
  const int device = backend->current_device ();
  buffer = malloc (sizeof *buffer);
  if (buffer)
    *buffer = (gr_buffer){ data, bytes, backend, device, 1, internal };
  if (! buffer || ! list (buffer))
    {
      backend->free (data, device);
      free (buffer);
      return gr_fail (GR_OUT_OF_MEMORY, "there is no host memory for one more buffer");
    }
  if (! internal)
    {
      callers_buffers++;
      callers_bytes += bytes;
    }
  *made = buffer;
  return GR_OK;
}

gr_status
gr_buffer_new (size_t bytes, gr_buffer **buffer)
{
  *buffer = NULL;
  const gr_status status = gr_need_backend ();
  return status == GR_OK ? make (gr_selected (), bytes, false, buffer) : status;
}

gr_status
gr_take_memory (const gr_backend *backend, size_t bytes, gr_buffer **memory)
{
  return make (backend, bytes, true, memory);
}

gr_status
gr_find_memory (const gr_backend *backend, const gr_buffer *memory, void **data)
{
  const gr_status status = check_usable (backend, "the buffer", memory);
  *data = status == GR_OK ? memory->data : NULL;
  return status;
}

gr_buffer *
gr_buffer_retain (gr_buffer *buffer)
{
  buffer->owners++;
  return buffer;
}

void
gr_buffer_release (gr_buffer *buffer)
{
  if (! buffer || --buffer->owners)
    return;
  if (buffer->data)
    {
      unlist (buffer);
      lose (buffer);
    }
  callers_buffers -= ! buffer->internal;
  free (buffer);
}

gr_buffer_info
gr_buffer_describe (const gr_buffer *buffer)
{
  return (gr_buffer_info){ buffer->data, buffer->bytes, buffer->backend->name, buffer->device };
}

gr_status
gr_buffer_data (const gr_buffer *buffer, void **data)
{
  *data = NULL;
  const gr_status status = gr_need_backend ();
  return status == GR_OK ? gr_find_memory (gr_selected (), buffer, data) : status;
}

void
gr_live_buffers (size_t *buffers, size_t *bytes)
{
  *buffers = callers_buffers;
  *bytes = callers_bytes;
}

/* ---- copies ---- */

gr_status
gr_buffer_upload (gr_buffer *to, size_t to_at, const void *from, size_t bytes)
{
  const gr_status status = check_range ("the buffer", to, to_at, bytes);
  return status == GR_OK && bytes ? to->backend->upload (to->data + to_at, from, bytes) : status;
}

gr_status
gr_buffer_download (void *to, const gr_buffer *from, size_t from_at, size_t bytes)
{
  const gr_status status = check_range ("the buffer", from, from_at, bytes);
  if (status == GR_OK && from->backend != &gr_backend_cpu)
    gr_want_huge_pages (to, bytes);
  return status == GR_OK && bytes ? from->backend->download (to, from->data + from_at, bytes) : status;
}

gr_status
gr_buffer_copy (gr_buffer *to, size_t to_at, const gr_buffer *from, size_t from_at, size_t bytes)
{
  gr_status status = check_range ("the buffer to copy from", from, from_at, bytes);
  if (status == GR_OK)
    status = check_range ("the buffer to copy to", to, to_at, bytes);
  const size_t apart = to_at > from_at ? to_at - from_at : from_at - to_at;
  if (status == GR_OK && to == from && apart < bytes)
    return gr_fail (GR_BAD_ARGUMENT, "the copy of %zu bytes from byte %zu to byte %zu of a buffer overlaps itself",
                    bytes, from_at, to_at);
  return status == GR_OK && bytes ? to->backend->copy (to->data + to_at, from->data + from_at, bytes) : status;
}

gr_status
gr_buffer_fill (gr_buffer *to, size_t at, const void *element, size_t size, size_t count)
{
  enum { LARGEST = 16 };
  if (! size || size > LARGEST || size & (size - 1))
    return gr_fail (GR_BAD_ARGUMENT, "elements of %zu bytes do not fill a buffer; sizes are 1, 2, 4, 8 and 16", size);
  if (at % size)
    return gr_fail (GR_BAD_ARGUMENT, "elements of %zu bytes do not begin at byte %zu", size, at);
  const size_t bytes = count > SIZE_MAX / size ? SIZE_MAX : count * size;
  const gr_status status = check_range ("the buffer", to, at, bytes);
  return status == GR_OK && bytes ? to->backend->fill (to->data + at, element, size, count) : status;
}
