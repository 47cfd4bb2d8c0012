/* SPDX-License-Identifier: GPL-3.0-or-later

   What the calls of elements.h share: the backend's functions, and the places of elements in buffers.  */

#include "library/library.h"

/* The executor, which no caller selects, has none of this in the library itself.  */
extern const gr_element_functions gr_elements_simt __attribute__ ((weak));

const gr_element_functions *
gr_elements (void)
{
  static const struct
  {
    const gr_backend *backend;
    const gr_element_functions *functions;
  } rows[] = {
#ifndef GR_WITHOUT_CUDA
    { &gr_backend_cuda, &gr_elements_cuda },
#endif
    { &gr_backend_simt, &gr_elements_simt },
    { &gr_backend_cpu, &gr_elements_cpu }
  };
  size_t row = 0;
  /* tests also select copies of the host's backend */
  while (rows[row].backend != gr_selected () && rows[row].backend != &gr_backend_cpu)
    row++;
  return rows[row].functions;
}

gr_status
gr_find_elements (const char *what, const gr_buffer *buffer, size_t first, size_t count, size_t size, void **p)
{
  void *data = NULL;
  const gr_status status = gr_buffer_data (buffer, &data);
  *p = NULL;
  if (status != GR_OK)
    return status;
  const size_t bytes = gr_buffer_describe (buffer).bytes, room = bytes / size;
  if (first > room || count > room - first)
    return gr_fail (GR_BAD_ARGUMENT, "%zu elements of %zu bytes from number %zu on end beyond %s of %zu bytes", count,
                    size, first, what, bytes);
  *p = (char *) data + first * size;
  return GR_OK;
}

size_t
gr_multiply_sizes (size_t a, size_t b)
{
  return b && a > SIZE_MAX / b ? SIZE_MAX : a * b;
}

gr_status
gr_check_overlap (const char *what, const void *array, size_t bytes, const void *out, size_t out_bytes)
{
  const uintptr_t from = (uintptr_t) array, to = (uintptr_t) out;
  return from < to + out_bytes && to < from + bytes ? gr_fail (GR_BAD_ARGUMENT, "the result overlaps %s", what) : GR_OK;
}

gr_status
gr_ask_backend (gr_status (*ask) (void *data, unsigned *word), void *data, bool *answer)
{
  static const unsigned none = 0;
  const gr_backend *const backend = gr_selected ();
  gr_buffer *memory = NULL;
  void *word = NULL;
  unsigned noted = 0;
  gr_status status = gr_take_memory (backend, sizeof noted, &memory);
  if (status == GR_OK)
    status = gr_find_memory (backend, memory, &word);
  if (status == GR_OK)
    status = backend->fill (word, &none, sizeof none, 1);
  if (status == GR_OK)
    status = ask (data, word);
  if (status == GR_OK)
    status = backend->download (&noted, word, sizeof noted);
  *answer = noted;
  gr_buffer_release (memory);
  return status;
}

gr_status
gr_check_element_size (size_t size)
{
  enum { LARGEST = 16 };
  return size && size <= LARGEST && ! (size & (size - 1))
         ? GR_OK
         : gr_fail (GR_BAD_ARGUMENT, "there are no elements of %zu bytes; sizes are 1, 2, 4, 8 and 16", size);
}
