/* SPDX-License-Identifier: GPL-3.0-or-later

   States of accumulations (pieces.c) beyond their own device: wrapped for export, taken in, merged and cut, and passed
   on from device to device.  */

#include "library/accumulation.h"

#include <stdlib.h>
#include <string.h>

/* What states must agree in, and where in the array, in the direction of the feeding, one begins and ends.  */
typedef struct
{
  char magic[8]; /* with the version of this layout, and whether there is a checksum */
  char backend[8];
  uint32_t accumulator, variant, type, arithmetic, nan, mean;
  uint32_t weighted, reverse, indexed, keep_chunks;
  uint64_t inner, len, outer, bytes;
  uint64_t first, at, has_ended;
  uint64_t checksum; /* of all bytes, this being 0, where they were exported to the host */
} header;

/* States on a device have no checksum: it would take them to the host.  */
static const char with_checksum[8] = "grstat2", without_checksum[8] = "gr2bare";

/* ---- copies of states ---- */

/* Copy bytes of a state on the device to where states are exported, or from there.  */
static gr_status
give (const gr_backend *backend, gr_place place, void *to, const void *from, size_t bytes)
{
  if (! bytes)
    return GR_OK;
  return place == GR_ON_DEVICE ? backend->copy (to, from, bytes) : backend->download (to, from, bytes);
}
static gr_status
take (const gr_backend *backend, gr_place place, void *to, const void *from, size_t bytes)
{
  if (! bytes)
    return GR_OK;
  return place == GR_ON_DEVICE ? backend->copy (to, from, bytes) : backend->upload (to, from, bytes);
}

/* ---- devices that take turns ---- */

/* Copy bytes of the state of an accumulation on another device, from byte `begin` on.  */
static gr_status
fetch_state (gr_accumulation *a, const gr_accumulation *from, size_t begin, void *to, size_t bytes)
{
  const gr_buffer_info info = gr_buffer_describe (from->memory);
  return a->backend->copy_from (to, (const char *) info.data + begin, info.device, bytes);
}

/* Has the accumulation been fed of the slab of element number `at`, of which elements are before that one?  */
static bool
has_begun_slab (const gr_accumulation *a, size_t at)
{
  return a->at % a->slab && a->at / a->slab == at / a->slab;
}

/* Moments are relative to an element of their segment, which follows the accumulators and is the same everywhere.  */
static gr_status
fetch_origins (gr_accumulation *a, const gr_accumulation *from)
{
  size_t planes[GR_MAX_PLANES];
  if (a->backend->state_planes (&a->request, a->indexed, planes) < 2)
    return GR_OK;
  const size_t bytes = a->request.inner * planes[1], begin = a->state_bytes - bytes;
  return fetch_state (a, from, begin, (char *) a->state + begin, bytes);
}

gr_status
gr_take_turn (gr_accumulation *a, const gr_accumulation *from, bool apart)
{
  const size_t at = from->at;
  const bool within = at % a->slab, joins = ! has_begun_slab (a, at);
  gr_status status = gr_check_alive (a);
  if (status != GR_OK)
    return status;
  if (within && ! apart)
    {
      a->has_state = true;
      status = fetch_state (a, from, 0, a->state, a->state_bytes);
    }
  else if (joins && a->at % a->slab) /* the state is one of an earlier slab */
    status = gr_begin_state (a);
  else
    status = gr_need_state (a);
  if (status == GR_OK && within && apart && joins)
    status = fetch_origins (a, from);
  a->at = at;
  return gr_note_failure (a, status);
}

/* Append a later state: that of an accumulation on another device, or if that is NULL one that was exported.  */
static gr_status
append_state (gr_accumulation *a, const gr_accumulation *from, gr_place place, const void *bytes)
{
  gr_buffer *memory = NULL;
  void *later = NULL;
  gr_status status = gr_take_memory (a->backend, a->state_bytes, &memory);
  if (status == GR_OK)
    status = gr_find_memory (a->backend, memory, &later);
  if (status == GR_OK)
    status = gr_need_state (a);
  if (status == GR_OK)
    status
      = from ? fetch_state (a, from, 0, later, a->state_bytes) : take (a->backend, place, later, bytes, a->state_bytes);
  if (status == GR_OK)
    status = a->backend->merge_states (&a->request, a->indexed, a->state, later);
  gr_buffer_release (memory);
  return status;
}

gr_status
gr_collect_state (gr_accumulation *a, const gr_accumulation *from)
{
  return has_begun_slab (from, a->at) ? gr_note_failure (a, append_state (a, from, GR_ON_DEVICE, NULL)) : GR_OK;
}

/* ---- states ---- */

static header
header_of (const gr_accumulation *a)
{
  const gr_request *r = &a->request;
  const gr_operator_info *op = &gr_operators[r->op];
  header h = { .accumulator = op->accumulator,
               .variant = op->variant,
               .type = r->type,
               .arithmetic = r->arithmetic,
               .nan = r->nan,
               .mean = r->mean,
               .weighted = r->weights != NULL,
               .reverse = r->reverse,
               .indexed = a->indexed,
               .keep_chunks = r->keep_chunks,
               .inner = r->inner,
               .len = r->len,
               .outer = r->outer,
               .bytes = a->state_bytes,
               .first = a->first,
               .at = a->at,
               .has_ended = a->has_ended };
  memcpy (h.magic, without_checksum, sizeof h.magic);
  strncpy (h.backend, a->backend->name, sizeof h.backend - 1);
  return h;
}

/* Each step takes different words, and different sums before it, to different ones.  */
static uint64_t
add_to_checksum (uint64_t sum, const void *bytes, size_t count)
{
  for (size_t i = 0; i < count; i += sizeof sum)
    {
      uint64_t word = 0;
      memcpy (&word, (const char *) bytes + i, count - i < sizeof word ? count - i : sizeof word);
      sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
      sum ^= sum >> 32;
    }
  return sum;
}

/* The checksum of a state on the host, whose header says that it has one.  */
static uint64_t
checksum_of (const void *bytes, size_t state_bytes)
{
  header h;
  memcpy (&h, bytes, sizeof h);
  h.checksum = 0;
  return add_to_checksum (add_to_checksum (0, &h, sizeof h), (const char *) bytes + sizeof h, state_bytes);
}

/* Write the checksum of a state on the host to its header.  */
static void
seal (void *bytes, size_t state_bytes)
{
  header h;
  memcpy (&h, bytes, sizeof h);
  memcpy (h.magic, with_checksum, sizeof h.magic);
  memcpy (bytes, &h, sizeof h);
  h.checksum = checksum_of (bytes, state_bytes);
  memcpy (bytes, &h, sizeof h);
}

static bool
has_checksum (const header *h)
{
  return ! memcmp (h->magic, with_checksum, sizeof h->magic);
}

static gr_status
check_version (const header *h)
{
  return has_checksum (h) || ! memcmp (h->magic, without_checksum, sizeof h->magic)
         ? GR_OK
         : gr_fail (GR_BAD_ARGUMENT, "the bytes are no state of this version of gpureduce");
}

/* Has a state, of `state_bytes` bytes behind its header, changed on the way?  */
static gr_status
check_unchanged (gr_place place, const header *h, const void *bytes, size_t state_bytes)
{
  return place == GR_ON_DEVICE || ! has_checksum (h) || h->checksum == checksum_of (bytes, state_bytes)
         ? GR_OK
         : gr_fail (GR_BAD_ARGUMENT, "the state has changed since it was exported: its checksum is another one");
}

/* Copy the header to where a state is, or from there.  */
static gr_status
store_header (const gr_backend *backend, gr_place place, void *bytes, const header *h)
{
  if (place == GR_ON_DEVICE)
    return backend->upload (bytes, h, sizeof *h);
  memcpy (bytes, h, sizeof *h);
  return GR_OK;
}
static gr_status
load_header (const gr_backend *backend, gr_place place, const void *bytes, header *h)
{
  if (place == GR_ON_DEVICE)
    return backend->download (h, bytes, sizeof *h);
  memcpy (h, bytes, sizeof *h);
  return GR_OK;
}

/* Are the bytes where they are said to be?  */
static gr_status
check_place (const gr_backend *backend, gr_place place, const void *bytes, size_t size)
{
  const gr_status status = gr_check_place (place);
  return status == GR_OK && place == GR_ON_DEVICE ? gr_check_in_buffer (backend, "the state", bytes, size) : status;
}

gr_status
gr_export_state (gr_accumulation *a, gr_place place, void *bytes)
{
  const header h = header_of (a);
  gr_status status = gr_check_alive (a);
  if (status == GR_OK)
    status = check_place (a->backend, place, bytes, sizeof h + a->state_bytes);
  if (status == GR_OK)
    status = gr_need_state (a);
  if (status == GR_OK)
    status = store_header (a->backend, place, bytes, &h);
  if (status == GR_OK)
    status = give (a->backend, place, (char *) bytes + sizeof h, a->state, a->state_bytes);
  if (status == GR_OK && place == GR_ON_HOST)
    seal (bytes, a->state_bytes);
  return status;
}

/* Read the header of a state, which must be one of the same request.  */
static gr_status
read_header (const gr_accumulation *a, gr_place place, const void *bytes, size_t size, header *h)
{
  const header mine = header_of (a);
  if (size < sizeof *h)
    return gr_fail (GR_BAD_ARGUMENT, "%zu bytes are no state", size);
  gr_status status = check_place (a->backend, place, bytes, size);
  if (status == GR_OK)
    status = load_header (a->backend, place, bytes, h);
  if (status != GR_OK)
    return status;
  status = check_version (h);
  if (status != GR_OK)
    return status;
  if (memcmp (h->backend, mine.backend, sizeof h->backend))
    return gr_fail (GR_BAD_ARGUMENT, "the state is one of another backend than \"%s\"", a->backend->name);
  header same = *h;
  memcpy (same.magic, mine.magic, sizeof same.magic);
  same.checksum = mine.checksum;
  same.first = mine.first;
  same.at = mine.at;
  same.has_ended = mine.has_ended;
  if (memcmp (&same, &mine, sizeof same))
    return gr_fail (GR_BAD_ARGUMENT, "the state is one of another request than this %s of %zu x %zu x %zu elements",
                    gr_operators[a->request.op].name, a->request.inner, a->request.len, a->request.outer);
  if (size != sizeof *h + a->state_bytes)
    return gr_fail (GR_BAD_ARGUMENT, "the state has %zu bytes, and this one should have %zu", size,
                    sizeof *h + a->state_bytes);
  status = check_unchanged (place, h, bytes, a->state_bytes);
  if (status != GR_OK)
    return status;
  if (h->first > h->at || h->at > a->elements || h->at - h->first > a->elements)
    return gr_fail (GR_BAD_ARGUMENT, "the state ends before it begins, or beyond the array");
  return GR_OK;
}

/* Go on where a state ends that the accumulation has taken.  */
static gr_status
arrive (gr_accumulation *a, const header *h)
{
  a->at = h->at;
  a->has_ended = h->has_ended && ! a->is_scan; /* a scan may have the state of its reduction */
  /* what a scan would go on with begins a new slab */
  return a->is_scan && a->elements && a->at % a->slab == 0 ? gr_begin_state (a) : GR_OK;
}

static gr_status
check_not_begun (const gr_accumulation *a)
{
  return a->at != a->first || a->has_ended ? gr_fail (GR_BAD_ARGUMENT, "a state is imported before the first piece")
                                           : GR_OK;
}

/* Can a state follow one that ends at element number `at`?  */
static gr_status
check_follows (const gr_accumulation *a, const header *h, size_t at)
{
  if (h->first != at)
    return gr_fail (GR_BAD_ARGUMENT, "the state begins at element %zu, and this one ends at %zu", (size_t) h->first,
                    at);
  if (h->at > h->first && (h->at - 1) / a->slab != h->first / a->slab)
    return gr_fail (GR_BAD_ARGUMENT, "the state begins and ends in different slabs");
  return GR_OK;
}

gr_status
gr_import_state (gr_accumulation *a, gr_place place, const void *bytes, size_t size)
{
  header h;
  gr_status status = gr_check_alive (a);
  if (status == GR_OK)
    status = read_header (a, place, bytes, size, &h);
  if (status != GR_OK)
    return status;
  status = check_not_begun (a);
  if (status != GR_OK)
    return status;
  status = take (a->backend, place, a->state, (const char *) bytes + sizeof h, a->state_bytes);
  a->has_state = true;
  a->first = h.first;
  if (status == GR_OK)
    status = arrive (a, &h);
  return gr_note_failure (a, status);
}

gr_status
gr_merge_state (gr_accumulation *a, gr_place place, const void *bytes, size_t size)
{
  header h;
  gr_status status = gr_check_alive (a);
  if (status == GR_OK)
    status = read_header (a, place, bytes, size, &h);
  if (status != GR_OK)
    return status;
  status = check_follows (a, &h, a->at);
  if (status != GR_OK || h.at == h.first)
    return status;
  if (a->has_ended)
    return gr_fail (GR_BAD_ARGUMENT, "the results of the slab that has ended are not stored yet: gr_finish does it");
  status = append_state (a, NULL, place, (const char *) bytes + sizeof h);
  if (status == GR_OK)
    status = arrive (a, &h);
  return gr_note_failure (a, status);
}

/* ---- several states at once ---- */

/* Read the headers of states that follow each other in one slab; `all` is what they are together.  */
static gr_status
read_headers (const gr_accumulation *a, const gr_exported *states, size_t count, header *all, bool *is_empty)
{
  gr_status status = GR_OK;
  for (size_t k = 0; k < count && status == GR_OK; k++)
    {
      header h;
      status = read_header (a, states[k].place, states[k].bytes, states[k].size, &h);
      if (status == GR_OK && k)
        status = check_follows (a, &h, all->at);
      if (status != GR_OK)
        return status;
      is_empty[k] = h.at == h.first;
      if (! k)
        *all = h;
      else if (! is_empty[k] && (h.at - 1) / a->slab != all->first / a->slab)
        status = gr_fail (GR_BAD_ARGUMENT, "the states are of different slabs");
      else if (! is_empty[k])
        {
          all->at = h.at;
          all->has_ended = h.has_ended;
        }
    }
  return status;
}

gr_status
gr_import_states (gr_accumulation *a, const gr_exported *states, size_t count)
{
  header all = header_of (a);
  bool *is_empty = NULL;
  gr_status status = gr_check_alive (a);
  if (status != GR_OK || ! count)
    return status;
  if (count == 1)
    return gr_import_state (a, states->place, states->bytes, states->size);
  if (a->request.keep_chunks)
    return gr_fail (GR_UNSUPPORTED, "states that keep chunks are merged one by one");
  is_empty = calloc (count, sizeof *is_empty);
  status = is_empty ? check_not_begun (a) : gr_fail (GR_OUT_OF_MEMORY, "no memory for %zu states", count);
  if (status == GR_OK)
    status = read_headers (a, states, count, &all, is_empty);
  if (status != GR_OK)
    goto done;
  if (a->state_bytes)
    status = gr_join_states (a, states, is_empty, count, sizeof (header));
  a->first = all.first;
  if (status == GR_OK)
    status = arrive (a, &all);
  status = gr_note_failure (a, status);

done:
  free (is_empty);
  return status;
}

gr_status
gr_cut_state (const gr_request *request, bool indexed, gr_place place, const void *bytes, size_t first, size_t count,
              void *part)
{
  gr_type out_type;
  header h;
  gr_status status = gr_check_open (request, indexed, &out_type);
  if (status == GR_OK)
    status = check_place (gr_selected (), place, bytes, sizeof h);
  if (status == GR_OK)
    status = load_header (gr_selected (), place, bytes, &h);
  if (status != GR_OK)
    return status;
  if (request->keep_chunks || request->outer != 1)
    return gr_fail (GR_UNSUPPORTED, "states are cut that keep no chunks, and of arrays that are one slab");
  if (h.inner != request->inner || h.len != request->len || ! h.inner || h.first % h.inner || h.at % h.inner
      || first > h.inner || count > h.inner - first)
    return gr_fail (GR_BAD_ARGUMENT, "segments from number %zu on, %zu of them, are none of that state", first, count);
  size_t planes[GR_MAX_PLANES];
  const int n = gr_selected ()->state_planes (request, indexed, planes);
  const char *from = (const char *) bytes + sizeof h;
  char *to = (char *) part + sizeof h;
  size_t each = 0;
  for (int p = 0; p < n; p++)
    each += planes[p];
  status = check_place (gr_selected (), place, bytes, sizeof h + h.inner * each);
  if (status == GR_OK)
    status = check_version (&h);
  if (status == GR_OK)
    status = check_unchanged (place, &h, bytes, h.inner * each);
  if (status == GR_OK)
    status = check_place (gr_selected (), place, part, sizeof h + count * each);
  for (int p = 0; status == GR_OK && p < n; p++)
    {
      if (place == GR_ON_DEVICE)
        status = give (gr_selected (), place, to, from + first * planes[p], count * planes[p]);
      else
        memcpy (to, from + first * planes[p], count * planes[p]);
      from += h.inner * planes[p];
      to += count * planes[p];
    }
  h.first = h.first / h.inner * count;
  h.at = h.at / h.inner * count;
  h.inner = count;
  h.bytes = (uint64_t) (to - (char *) part) - sizeof h;
  if (status == GR_OK)
    status = store_header (gr_selected (), place, part, &h);
  if (status == GR_OK && place == GR_ON_HOST)
    seal (part, h.bytes);
  return status;
}

gr_status
gr_predict_feed (const gr_request *request, bool indexed, gr_place place, size_t count, gr_accumulation_sizes *sizes)
{
  gr_type out_type;
  gr_status status = gr_check_open (request, indexed, &out_type);
  if (status == GR_OK)
    status = gr_check_place (place);
  if (status != GR_OK)
    return status;
  const gr_backend *const backend = gr_selected ();
  const size_t slab = request->inner * request->len, elements = slab * request->outer;
  const size_t state = elements ? backend->state_bytes (request, indexed) : 0;
  const size_t results = ! elements                        ? 0
                       : gr_operators[request->op].is_scan ? count
                                                           : (count / slab + (count > 0)) * request->inner;
  const size_t copies
    = count * gr_types[request->type].size + results * (gr_types[out_type].size + (indexed ? sizeof (double) : 0));
  *sizes = (gr_accumulation_sizes){ .state = sizeof (header) + state,
                                    .open = state,
                                    .feed = (place == GR_ON_HOST && backend != &gr_backend_cpu ? copies : 0)
                                          + backend->feed_bytes (request, indexed, count) };
  return GR_OK;
}
