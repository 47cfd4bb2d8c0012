/* SPDX-License-Identifier: GPL-3.0-or-later

   Fourier transforms: checks, and the dimensions that there are.  */

#include "library/library.h"

bool
gr_can_transform (void)
{
  return gr_need_backend () == GR_OK && gr_elements ()->transform;
}

static gr_status
check_fourier (const gr_fourier *f, gr_type type)
{
  if ((unsigned) type >= GR_TYPE_COUNT)
    return gr_fail (GR_BAD_ARGUMENT, "there is no element type number %d", (int) type);
  if (! f->rank || f->rank > GR_MAX_DIMS || (f->rank > 1 && f->inner != 1))
    return gr_fail (GR_BAD_ARGUMENT,
                    "Fourier transforms are along 1 to %d dimensions, not %u, and of neighbours if there are several",
                    GR_MAX_DIMS, f->rank);
  if (type != GR_TYPE_F64 && type != GR_TYPE_F32 && ! gr_types[type].is_complex)
    return gr_fail (GR_UNSUPPORTED, "there is no Fourier transform of %s elements", gr_types[type].name);
  return gr_can_transform ()
         ? GR_OK
         : gr_fail (GR_UNSUPPORTED, "the backend \"%s\" has no Fourier transforms; cuda has", gr_selected ()->name);
}

/* The same without dimensions of length 1; a rank of 0 is left where there are no others.  */
static gr_fourier
without_ones (const gr_fourier *given)
{
  gr_fourier f = *given;
  f.rank = 0;
  for (unsigned k = 0; k < given->rank; k++)
    if (given->len[k] != 1)
      f.len[f.rank++] = given->len[k];
  return f;
}

static size_t
count_elements (const gr_fourier *f)
{
  size_t count = gr_multiply_sizes (f->inner, f->outer);
  for (unsigned k = 0; k < f->rank; k++)
    count = gr_multiply_sizes (count, f->len[k]);
  return count;
}

/* ---- conjugates ---- */

typedef struct
{
  const gr_fourier *fourier;
  gr_type type;
  const void *from;
} comparison;

static gr_status
compare (void *data, unsigned *differs)
{
  const comparison *const c = data;
  return gr_elements ()->compare_conjugates (c->fourier, c->type, c->from, differs);
}

gr_status
gr_is_conjugate (const gr_fourier *fourier, gr_type type, const gr_buffer *from, bool *is_conjugate)
{
  void *elements = NULL;
  bool differs = false;
  *is_conjugate = false;
  gr_status status = gr_need_backend ();
  if (status == GR_OK)
    status = check_fourier (fourier, type);
  if (status != GR_OK)
    return status;
  const size_t count = count_elements (fourier);
  if (count)
    status = gr_find_elements ("the elements", from, 0, count, gr_types[type].size, &elements);
  if (status == GR_OK && count)
    status = gr_ask_backend (compare, &(comparison){ fourier, type, elements }, &differs);
  *is_conjugate = status == GR_OK && ! differs;
  return status;
}

/* ---- transforms ---- */

static gr_status
check_result (const gr_fourier *f, gr_type type, gr_type out_type)
{
  const bool is_single = type == GR_TYPE_F32 || type == GR_TYPE_C32;
  const gr_type real = is_single ? GR_TYPE_F32 : GR_TYPE_F64, complex = is_single ? GR_TYPE_C32 : GR_TYPE_C64;
  if (out_type == complex || (out_type == real && f->inverse))
    return GR_OK;
  return gr_fail (GR_BAD_ARGUMENT, "results of Fourier transforms are complex elements of the same precision, or real "
                                   "ones of inverse transforms");
}

/* Of one element each.  */
static gr_status
copy_elements (const gr_fourier_run *run, size_t count)
{
  return gr_types[run->type].is_complex && ! gr_types[run->out_type].is_complex
         ? gr_elements ()->map (GR_REAL, run->type, run->from, run->out_type, run->to, count)
         : gr_elements ()->convert (run->out_type, run->to, run->type, run->from, count);
}

gr_status
gr_transform (const gr_fourier *fourier, gr_type type, const gr_buffer *from, gr_type out_type, gr_buffer *to)
{
  void *elements = NULL, *results = NULL;
  gr_status status = gr_need_backend ();
  if (status == GR_OK)
    status = check_fourier (fourier, type);
  if (status == GR_OK)
    status = check_result (fourier, type, out_type);
  if (status != GR_OK)
    return status;
  const size_t count = count_elements (fourier), size = gr_types[type].size, out_size = gr_types[out_type].size;
  if (! count)
    return GR_OK;
  status = gr_find_elements ("the elements", from, 0, count, size, &elements);
  if (status == GR_OK)
    status = gr_find_elements ("the result", to, 0, count, out_size, &results);
  if (status == GR_OK)
    status = gr_check_overlap ("the elements", elements, count * size, results, count * out_size);
  if (status != GR_OK)
    return status;
  const gr_fourier_run run = { without_ones (fourier), type, out_type, elements, results };
  return run.fourier.rank ? gr_elements ()->transform (&run) : copy_elements (&run, count);
}
