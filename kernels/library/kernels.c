/* SPDX-License-Identifier: GPL-3.0-or-later

   Kernels that are compiled when they are called, for callers: what is kept of them, and those that they want ahead. */

#include <stdlib.h>

#include "jit/jit.h"
#include "library/library.h"

/* ---- what is kept ---- */

gr_status
gr_clear_kernels (void)
{
  char *const failure = gr_clear_cache ();
  const gr_status status = failure ? gr_fail (GR_UNSUPPORTED, "%s", failure) : GR_OK;
  free (failure);
  return status;
}

/* ---- what is compiled ahead ---- */

/* Extents among which each kernel of auto has some that it is planned for.  */
static const size_t inners[] = { 1, 2, 3, 8, 16, 29, 58, 200, 327, 1000, 3000, 12000, 1 << 16 },
                    lens[] = { 1, 7, 50, 100, 400, 1900, 3000, 1 << 15, 1 << 20 },
                    outers[] = { 1, 2, 100, 1000, 20000 };
enum { MOST_ELEMENTS = 1 << 28 };

typedef struct
{
  gr_request *requests;
  size_t count, room;
} request_list;

/* Add a request if the operator takes it.  */
static gr_status
add_request (request_list *list, const gr_request *request)
{
  gr_type out_type;
  if (gr_check_request (request, false, &out_type) != GR_OK)
    return GR_OK;
  if (list->count == list->room)
    {
      gr_request *const more = realloc (list->requests, (list->room = 2 * list->room + 256) * sizeof *more);
      if (! more)
        return gr_fail (GR_OUT_OF_MEMORY, "out of memory for a list of kernels");
      list->requests = more;
    }
  list->requests[list->count++] = *request;
  return GR_OK;
}

#define COUNT(ARRAY) (sizeof (ARRAY) / sizeof *(ARRAY))

static gr_status
add_shapes (request_list *list, gr_operator op, gr_type type)
{
  gr_status status = GR_OK;
  for (size_t i = 0; i < COUNT (inners); i++)
    for (size_t l = 0; l < COUNT (lens); l++)
      for (size_t o = 0; o < COUNT (outers); o++)
        {
          const gr_request request
            = { .op = op, .type = type, .inner = inners[i], .len = lens[l], .outer = outers[o], .place = GR_ON_DEVICE };
          if (status == GR_OK && inners[i] * lens[l] * outers[o] <= MOST_ELEMENTS)
            status = add_request (list, &request);
        }
  return status;
}

gr_status
gr_compile_kernels (const gr_kernel_choice *choices, size_t count, int architecture, size_t *kernels)
{
  const gr_backend *const cuda = gr_cuda_backend ();
  request_list list = { 0 };
  gr_status status = GR_OK;
  gr_kernel_cache cache;
  *kernels = 0;
  if (choices && ! count)
    return GR_OK;
  for (size_t k = 0; k < count; k++)
    for (int type = 0; type < GR_TYPE_COUNT && status == GR_OK; type++)
      if (choices[k].kind == GR_KERNELS_OF_OPERATOR && (choices[k].type < 0 || choices[k].type == type))
        status = add_shapes (&list, (gr_operator) choices[k].function, (gr_type) type);
  if (status == GR_OK)
    status = cuda->compile (list.requests, list.count, choices, count, architecture, kernels);
  free (list.requests);
  gr_describe_cache (&cache);
  return status == GR_OK && *cache.trouble ? gr_fail (GR_UNSUPPORTED, "%s", cache.trouble) : status;
}
