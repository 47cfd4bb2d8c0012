/* SPDX-License-Identifier: GPL-3.0-or-later

   Copies by index, and conversion: checks, axes as few and as long as they can be, and lists brought to the device.  */

#include "library/library.h"

/* Places of elements, and sums of distances, which 64 bits need not hold.  */
typedef __int128 gr_wide;

/* ---- checks ---- */

static size_t
elements_of (const gr_buffer *buffer, size_t size)
{
  return gr_buffer_describe (buffer).bytes / size;
}

/* The least and the greatest index of an axis that has some.  */
static gr_status
find_range (size_t number, size_t count, const int64_t *list, gr_wide *least, gr_wide *greatest)
{
  *least = list ? list[0] : 0;
  *greatest = list ? list[0] : (gr_wide) count - 1;
  for (size_t c = 1; list && c < count; c++)
    if (list[c] < *least)
      *least = list[c];
    else if (list[c] > *greatest)
      *greatest = list[c];
  return *least >= 0 ? GR_OK
                     : gr_fail (GR_BAD_ARGUMENT, "the list of dimension %zu has the number %lld; numbers count from 0",
                                number + 1, (long long) *least);
}

/* Do all axes together stay within the elements of a buffer?  */
static gr_status
check_side (bool writes, size_t axes, const gr_axis *axis, size_t first, size_t elements)
{
  const gr_wide far = (gr_wide) 1 << 64;
  gr_wide low = first, high = first;
  bool is_far = false;
  for (size_t k = 0; k < axes; k++)
    {
      const gr_wide step = writes ? axis[k].to : axis[k].from;
      gr_wide least, greatest;
      const gr_status status
        = find_range (k, axis[k].count, writes ? axis[k].to_list : axis[k].from_list, &least, &greatest);
      if (status != GR_OK)
        return status;
      const gr_wide begin = step * least, end = step * greatest;
      is_far = is_far || begin < -far || begin > far || end < -far || end > far;
      if (! is_far)
        {
          low += begin < end ? begin : end;
          high += begin < end ? end : begin;
        }
    }
  if (is_far || low < 0 || high >= (gr_wide) elements)
    return gr_fail (GR_BAD_ARGUMENT, "the copy %s %s the buffer of %zu elements", writes ? "writes" : "reads",
                    ! is_far && low < 0 ? "before" : "beyond", elements);
  return GR_OK;
}

/* Is a copy possible, and is there anything to copy?  */
static gr_status
check_copy (size_t size, size_t axes, const gr_axis *axis, const gr_buffer *to, size_t to_first, const gr_buffer *from,
            size_t from_first, bool *is_empty)
{
  void *data;
  *is_empty = false;
  gr_status status = gr_check_element_size (size);
  if (status != GR_OK)
    return status;
  if (axes > GR_MAX_DIMS)
    return gr_fail (GR_BAD_ARGUMENT, "a copy has %zu dimensions, and %d at most are taken", axes, GR_MAX_DIMS);
  status = gr_buffer_data (from, &data);
  if (status == GR_OK)
    status = gr_buffer_data (to, &data);
  for (size_t k = 0; k < axes; k++)
    *is_empty = *is_empty || ! axis[k].count;
  for (size_t k = 0; status == GR_OK && ! *is_empty && k < axes; k++)
    if (axis[k].count > 1 && ! axis[k].to)
      return gr_fail (GR_BAD_ARGUMENT, "dimension %zu of the copy writes all its elements to one place", k + 1);
  if (status == GR_OK && ! *is_empty)
    status = check_side (false, axes, axis, from_first, elements_of (from, size));
  if (status == GR_OK && ! *is_empty)
    status = check_side (true, axes, axis, to_first, elements_of (to, size));
  return status;
}

/* ---- axes ---- */

static bool
has_list (const gr_axis *axis)
{
  return axis->from_list || axis->to_list;
}

static size_t
distance (ptrdiff_t step)
{
  return step < 0 ? -(size_t) step : (size_t) step;
}

/* Where index c of an axis leads.  */
static size_t
place (ptrdiff_t step, const int64_t *list, size_t c)
{
  return (size_t) step * (list ? (size_t) list[c] : c);
}

/* Is `next` what `axis` would be if it had more indices?  */
static bool
continues (const gr_axis *axis, const gr_axis *next)
{
  const size_t n = axis->count;
  return ! has_list (axis) && ! has_list (next) && (size_t) next->from == n * (size_t) axis->from
      && (size_t) next->to == n * (size_t) axis->to;
}

/* The same copy by fewer axes, as backends take them (backend_elements.h); returns their number.  The places of the
   first elements change with them, and wrap around where lists lead back.  */
static size_t
simplify (size_t axes, const gr_axis *axis, gr_axis *simple, size_t *to_first, size_t *from_first)
{
  size_t count = 0, last = 0;
  for (size_t k = 0; k < axes; k++)
    {
      gr_axis a = axis[k];
      const bool is_turned = a.to < 0 && ! has_list (&a);
      if (a.count == 1 || is_turned)
        {
          *to_first += place (a.to, a.to_list, a.count - 1);
          *from_first += place (a.from, a.from_list, a.count - 1);
        }
      if (a.count == 1)
        continue;
      if (is_turned)
        {
          a.to = -a.to;
          a.from = -a.from;
        }
      size_t at = count++;
      for (; at && distance (simple[at - 1].to) > distance (a.to); at--)
        simple[at] = simple[at - 1];
      simple[at] = a;
    }
  for (size_t k = 1; k < count; k++)
    if (continues (&simple[last], &simple[k]))
      simple[last].count *= simple[k].count;
    else
      simple[++last] = simple[k];
  return count ? last + 1 : 0;
}

/* Bring the lists of axes to the device, one behind the other.  */
static gr_status
bring_lists (size_t axes, gr_axis *axis, gr_buffer **memory)
{
  size_t bytes = 0;
  for (size_t k = 0; k < axes; k++)
    bytes += ((axis[k].from_list != NULL) + (axis[k].to_list != NULL)) * axis[k].count * sizeof (int64_t);
  gr_status status = bytes ? gr_take_memory (gr_selected (), bytes, memory) : GR_OK;
  for (size_t side = 0, at = 0; status == GR_OK && side < 2 * axes; side++)
    {
      gr_axis *const a = &axis[side / 2];
      const int64_t **const list = side % 2 ? &a->to_list : &a->from_list;
      if (! *list)
        continue;
      status = gr_buffer_upload (*memory, at, *list, a->count * sizeof **list);
      *list = (const int64_t *) gr_buffer_describe (*memory).data + at / sizeof **list;
      at += a->count * sizeof **list;
    }
  return status;
}

/* ---- calls ---- */

/* Element number `first` of a buffer that has memory, or where it would be.  */
static void *
element_at (const gr_buffer *buffer, size_t size, size_t first)
{
  return (void *) ((uintptr_t) gr_buffer_describe (buffer).data + first * size);
}

gr_status
gr_copy_elements (size_t size, size_t axes, const gr_axis *axis, gr_buffer *to, size_t to_first, const gr_buffer *from,
                  size_t from_first)
{
  gr_axis simple[GR_MAX_DIMS];
  gr_buffer *lists = NULL;
  bool is_empty;
  gr_status status = check_copy (size, axes, axis, to, to_first, from, from_first, &is_empty);
  if (status != GR_OK || is_empty)
    return status;
  const size_t count = simplify (axes, axis, simple, &to_first, &from_first);
  void *const out = element_at (to, size, to_first);
  const void *const in = element_at (from, size, from_first);
  if (! count)
    return gr_selected ()->copy (out, in, size);
  if (count == 1 && simple->from == 1 && simple->to == 1 && ! has_list (simple))
    return gr_selected ()->copy (out, in, size * simple->count);
  status = bring_lists (count, simple, &lists);
  if (status == GR_OK)
    status = gr_elements ()->copy (size, count, simple, out, in);
  gr_buffer_release (lists);
  return status;
}

gr_status
gr_convert_elements (gr_type to_type, gr_buffer *to, size_t to_first, gr_type from_type, const gr_buffer *from,
                     size_t from_first, size_t count)
{
  if ((unsigned) to_type >= GR_TYPE_COUNT || (unsigned) from_type >= GR_TYPE_COUNT)
    return gr_fail (GR_BAD_ARGUMENT, "there is no conversion from type %d to type %d", (int) from_type, (int) to_type);
  const size_t to_size = gr_types[to_type].size, from_size = gr_types[from_type].size;
  if (gr_types[from_type].is_complex && ! gr_types[to_type].is_complex)
    return gr_fail (GR_UNSUPPORTED, "complex elements are not converted to real ones");
  void *out, *in;
  gr_status status = gr_find_elements ("the array to convert", from, from_first, count, from_size, &in);
  if (status == GR_OK)
    status = gr_find_elements ("the converted array", to, to_first, count, to_size, &out);
  if (status != GR_OK || ! count)
    return status;
  const size_t to_at = to_first * to_size, from_at = from_first * from_size;
  const bool is_same = to_at == from_at && to_size == from_size;
  if (to == from && ! is_same && to_at < from_at + count * from_size && from_at < to_at + count * to_size)
    return gr_fail (GR_BAD_ARGUMENT,
                    "the conversion of %zu elements from byte %zu to byte %zu of a buffer overlaps "
                    "itself",
                    count, from_at, to_at);
  return gr_elements ()->convert (to_type, out, from_type, in, count);
}
