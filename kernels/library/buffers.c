/* SPDX-License-Identifier: GPL-3.0-or-later

   Buffers: memory of a device that has owners, the list of all of them, by which an address finds its buffer, and views
   of their memory.  */

#include "core/pages.h"
#include "library/library.h"
#include "views.h"

#include <stdlib.h>
#include <string.h>

struct gr_buffer
{
  char *data; /* NULL once it is lost */
  size_t bytes;
  const gr_backend *backend;
  int device;
  unsigned owners;
  bool internal;            /* memory of the library itself */
  gr_buffer *whole;         /* of a view: whose memory it shows, which is no view; else NULL */
  gr_buffer *views;         /* the first view of its memory, or NULL */
  size_t viewed;            /* bytes of all its views */
  gr_buffer *next, *before; /* of a view: neighbours among the views of the memory */
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

/* Give back the memory of a buffer that has some, and is no view.  */
static void
lose (gr_buffer *buffer)
{
  buffer->backend->free (buffer->data, buffer->device);
  buffer->data = NULL;
  for (gr_buffer *view = buffer->views; view; view = view->next)
    view->data = NULL;
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

/* ---- views ---- */

static gr_status
no_host_memory (void)
{
  return gr_fail (GR_OUT_OF_MEMORY, "there is no host memory for one more buffer");
}

static void
add_view (gr_buffer *whole, gr_buffer *view)
{
  view->whole = whole;
  view->before = NULL;
  view->next = whole->views;
  if (view->next)
    view->next->before = view;
  whole->views = view;
  whole->viewed += view->bytes;
}

static void
remove_view (gr_buffer *view)
{
  gr_buffer *const whole = view->whole;
  if (view->next)
    view->next->before = view->before;
  if (view->before)
    view->before->next = view->next;
  else
    whole->views = view->next;
  whole->viewed -= view->bytes;
  view->whole = NULL;
}

/* Free a buffer that has neither owners nor views.  */
static void
end (gr_buffer *buffer)
{
  if (buffer->data)
    {
      unlist (buffer);
      lose (buffer);
    }
  callers_buffers -= ! buffer->internal;
  free (buffer);
}

/* Copy a view that has memory, on the selected device, to memory of its own.  The buffer it was of stays.  */
static gr_status
detach (gr_buffer *view)
{
  const gr_backend *const backend = view->backend;
  char *const from = view->data;
  void *data = NULL;
  gr_status status = backend->malloc (view->bytes, &data);
  if (status != GR_OK)
    return status;
  status = backend->copy (data, from, view->bytes);
  view->data = data;
  if (status == GR_OK && ! list (view))
    status = no_host_memory ();
  if (status != GR_OK)
    {
      view->data = from;
      backend->free (data, view->device);
      return status;
    }
  remove_view (view);
  callers_bytes += view->bytes;
  return GR_OK;
}

static void
end_unused (gr_buffer *buffer)
{
  if (! buffer->owners && ! buffer->views)
    end (buffer);
}

/* A buffer has lost an owner or a view.  Without owners it stays for its views, but not where these are a small part of
   it and can be copied.  */
static void
leave (gr_buffer *buffer)
{
  enum { SMALL = 16384 };
  if (buffer->owners)
    return;
  const bool is_worth_it = buffer->bytes > SMALL && buffer->viewed < buffer->bytes / 2 && buffer->data && gr_selected ()
                        && is_here (gr_selected (), buffer);
  while (buffer->views && is_worth_it && detach (buffer->views) == GR_OK)
    ;
  end_unused (buffer);
}

/* Is the memory to be had at all?  Those who need it say why not.  */
static bool
has_memory_here (const gr_buffer *buffer)
{
  return buffer->data && gr_need_backend () == GR_OK && is_here (gr_selected (), buffer);
}

gr_status
gr_buffer_view (gr_buffer *of, size_t at, size_t bytes, gr_buffer **view)
{
  *view = NULL;
  const gr_status status = check_range ("the buffer", of, at, bytes);
  if (status != GR_OK)
    return status;
  if (! bytes)
    return gr_fail (GR_BAD_ARGUMENT, "there is no view of no bytes");
  gr_buffer *const made = malloc (sizeof *made);
  if (! made)
    return no_host_memory ();
  *made
    = (gr_buffer){ .data = of->data + at, .bytes = bytes, .backend = of->backend, .device = of->device, .owners = 1 };
  add_view (of->whole ? of->whole : of, made);
  callers_buffers++;
  *view = made;
  return GR_OK;
}

gr_status
gr_buffer_align (gr_buffer *buffer)
{
  gr_buffer *const whole = buffer ? buffer->whole : NULL;
  if (! whole || (uintptr_t) buffer->data % GR_VIEW_ALIGNMENT == 0 || ! has_memory_here (buffer))
    return GR_OK;
  const gr_status status = detach (buffer);
  if (status == GR_OK)
    end_unused (whole); /* other views stay where they are, since the caller may have their addresses */
  return status;
}

gr_status
gr_buffer_own (gr_buffer *buffer)
{
  gr_status status = GR_OK;
  if (! buffer || ! (buffer->whole || buffer->views) || ! has_memory_here (buffer))
    return GR_OK;
  gr_buffer *const whole = buffer->whole;
  if (whole)
    status = detach (buffer);
  while (status == GR_OK && buffer->views)
    status = detach (buffer->views);
  if (status == GR_OK && whole)
    leave (whole);
  return status;
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
    *buffer = (gr_buffer){
      .data = data, .bytes = bytes, .backend = backend, .device = device, .owners = 1, .internal = internal
    };
  if (! buffer || ! list (buffer))
    {
      backend->free (data, device);
      free (buffer);
      return no_host_memory ();
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
  gr_buffer *const whole = buffer->whole;
  if (! whole)
    {
      leave (buffer);
      return;
    }
  remove_view (buffer);
  callers_buffers--;
  free (buffer);
  leave (whole);
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
