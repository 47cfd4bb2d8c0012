/* SPDX-License-Identifier: GPL-3.0-or-later

   Sorting on the host, digit by digit from the least one on.  Elements become keys, unsigned numbers in the wanted
   order, so that all types share the loops: 32 or 64 bits wide, and 0 and -0 have one key, as all NaN have.  Digits
   that all keys share are left out, and what is in order already is only copied.  Complex elements have two keys,
   modulus and argument.

   Threads share many segments, or parts of a long one.  A sort that keeps the order of equals has one result, so the
   parts do not show in it.  */

#define _POSIX_C_SOURCE 200809L /* posix_memalign */

#include "host/cpu_elements.h"
#include "host/cpu_sort.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
  DIGIT = 8,                /* bits */
  BUCKETS = 1 << DIGIT,     /* as many counts stay in the first-level cache */
  FEW = 128,                /* up to this number of keys insertion is faster */
  LOOK = 1024,              /* keys that are made at a time to see whether elements are in order */
  LINE = GR_HOST_CACHE_LINE /* where arrays of a thread's memory begin */
};

/* ---- a segment being sorted ---- */

/* What a part of the segment counts, and then where its next key of each digit goes.  */
typedef struct
{
  size_t at[BUCKETS];
  bool rises, falls; /* without an exception; equals do not fall */
  uint64_t any, all; /* bits that some keys have, and that all have */
} part_state;

typedef struct sorter sorter;
struct sorter
{
  const gr_sort_run *run;
  const gr_key_functions *f;
  atomic_bool *stop;
  unsigned size, width, place_width; /* bytes of elements, keys and places; places are there if place_width is not 0 */
  unsigned parts;                    /* that threads share */
  uint64_t flip;
  size_t n;
  const char *from; /* the segment */
  char *to;
  double *positions;
  char *keys[2], *places[2], *moduli; /* the first of each pair are the present ones */
  bool has_places;                    /* places are not the numbers from 0 on */
  unsigned shift;                     /* of the present digit */
  bool as_it_is, turned;              /* how the elements are copied if they are in order */
  char *block_from, *block_to;        /* neighbouring segments, one behind the other */
  double *block_positions;
  gr_segment_block block;
  part_state *part;
  char *memory;
};

static bool
is_stopped (const sorter *s)
{
  return gr_cpu_is_stopped (s->stop);
}

typedef struct
{
  sorter *s;
  void (*work) (sorter *s, unsigned part, size_t first, size_t end);
} part_loop;

static void
run_part (void *data, size_t part)
{
  const part_loop *const l = data;
  sorter *const s = l->s;
  const size_t step = s->n / s->parts + 1, first = part * step, end = first + step;
  if (first < s->n)
    l->work (s, (unsigned) part, first, end < s->n ? end : s->n);
  else
    l->work (s, (unsigned) part, s->n, s->n);
}

/* Call work for all parts of the segment.  */
static void
for_parts (sorter *s, void (*work) (sorter *s, unsigned part, size_t first, size_t end))
{
  part_loop l = { s, work };
  if (s->parts == 1)
    work (s, 0, 0, s->n);
  else if (! is_stopped (s))
    gr_for_each (s->parts, 0, 1, run_part, &l);
}

/* ---- are they in order? ---- */

/* Look at keys in the cache alone: of most arrays the first few are enough.  */
static void
look_at_order (sorter *s, unsigned part, size_t first, size_t end)
{
  uint64_t keys[LOOK];
  bool rises = true, falls = true;
  /* the last key of what was looked at is the first of the next */
  for (size_t begin = first ? first - 1 : 0; (rises || falls) && begin + 1 < end; begin += LOOK - 1)
    {
      const size_t n = end - begin < LOOK ? end - begin : LOOK;
      s->f->to_keys (s->from + begin * s->size, 0, n, s->flip, keys, NULL);
      for (size_t i = 1; rises && i < n; i++)
        rises = gr_get_number (keys, s->width, i - 1) <= gr_get_number (keys, s->width, i);
      for (size_t i = 1; falls && i < n; i++)
        falls = gr_get_number (keys, s->width, i - 1) > gr_get_number (keys, s->width, i);
    }
  s->part[part].rises = rises;
  s->part[part].falls = falls;
}

static void
find_order (sorter *s)
{
  s->as_it_is = s->turned = true;
  for_parts (s, look_at_order);
  for (unsigned p = 0; p < s->parts; p++)
    {
      s->as_it_is &= s->part[p].rises;
      s->turned &= s->part[p].falls;
    }
}

/* ---- sorting keys ---- */

static void
make_keys (sorter *s, unsigned part, size_t first, size_t end)
{
  (void) part;
  s->f->to_keys (s->from, first, end, s->flip, s->keys[0], s->moduli);
}

static void
find_bits (sorter *s, unsigned part, size_t first, size_t end)
{
  uint64_t any = 0, all = UINT64_MAX;
  for (size_t i = first; i < end; i++)
    {
      const uint64_t key = gr_get_number (s->keys[0], s->width, i);
      any |= key;
      all &= key;
    }
  s->part[part].any = any;
  s->part[part].all = all;
}

/* Bits that not all keys have alike.  */
static uint64_t
differing_bits (sorter *s)
{
  uint64_t any = 0, all = UINT64_MAX;
  for_parts (s, find_bits);
  for (unsigned p = 0; p < s->parts; p++)
    {
      any |= s->part[p].any;
      all &= s->part[p].all;
    }
  return any & ~all;
}

GR_INLINE void
count_digits (size_t *at, const void *keys, unsigned width, unsigned shift, size_t first, size_t end)
{
  memset (at, 0, BUCKETS * sizeof *at);
  for (size_t i = first; i < end; i++)
    at[gr_get_number (keys, width, i) >> shift & (BUCKETS - 1)]++;
}

static void
count_part (sorter *s, unsigned part, size_t first, size_t end)
{
  if (s->width == 8)
    count_digits (s->part[part].at, s->keys[0], 8, s->shift, first, end);
  else
    count_digits (s->part[part].at, s->keys[0], 4, s->shift, first, end);
}

/* Turn the counts of all parts into where their keys go.  */
static void
add_up (sorter *s)
{
  size_t sum = 0;
  for (unsigned digit = 0; digit < BUCKETS; digit++)
    for (unsigned p = 0; p < s->parts; p++)
      {
        const size_t count = s->part[p].at[digit];
        s->part[p].at[digit] = sum;
        sum += count;
      }
}

GR_INLINE void
scatter (const sorter *s, size_t *at, unsigned width, unsigned place_width, size_t first, size_t end)
{
  const char *const keys = s->keys[0], *const places = s->has_places ? s->places[0] : NULL;
  char *const to = s->keys[1], *const to_places = s->places[1];
  const unsigned shift = s->shift;
  for (size_t i = first; i < end; i++)
    {
      const uint64_t key = gr_get_number (keys, width, i);
      const size_t k = at[key >> shift & (BUCKETS - 1)]++;
      gr_put_number (to, width, k, key);
      if (place_width)
        gr_put_number (to_places, place_width, k, places ? gr_get_number (places, place_width, i) : i);
    }
}

/* Call LOOP (ARGUMENTS, width, place width, first, end) with widths that are constants.  */
#define WITH_PLACES(LOOP, WIDTH, ...)                                                                                  \
  (s->place_width == 8   ? LOOP (__VA_ARGS__, WIDTH, 8, first, end)                                                    \
   : s->place_width == 4 ? LOOP (__VA_ARGS__, WIDTH, 4, first, end)                                                    \
                         : LOOP (__VA_ARGS__, WIDTH, 0, first, end))
#define WITH_WIDTHS(LOOP, ...) (s->width == 8 ? WITH_PLACES (LOOP, 8, __VA_ARGS__) : WITH_PLACES (LOOP, 4, __VA_ARGS__))

static void
scatter_part (sorter *s, unsigned part, size_t first, size_t end)
{
  WITH_WIDTHS (scatter, s, s->part[part].at);
}

static void
exchange (char *pair[2])
{
  char *const first = pair[0];
  pair[0] = pair[1];
  pair[1] = first;
}

static void
number_places (sorter *s, unsigned part, size_t first, size_t end)
{
  (void) part;
  for (size_t i = first; i < end; i++)
    gr_put_number (s->places[0], s->place_width, i, i);
}

GR_INLINE void
insert_keys (sorter *s, unsigned width, unsigned place_width, size_t first, size_t end)
{
  char *const keys = s->keys[0], *const places = s->places[0];
  for (size_t i = first + 1; i < end; i++)
    {
      const uint64_t key = gr_get_number (keys, width, i),
                     place = place_width ? gr_get_number (places, place_width, i) : 0;
      size_t k = i;
      for (; k > first && gr_get_number (keys, width, k - 1) > key; k--)
        {
          gr_put_number (keys, width, k, gr_get_number (keys, width, k - 1));
          if (place_width)
            gr_put_number (places, place_width, k, gr_get_number (places, place_width, k - 1));
        }
      gr_put_number (keys, width, k, key);
      if (place_width)
        gr_put_number (places, place_width, k, place);
    }
}

/* Sort the keys, and the places with them.  */
static void
sort_keys (sorter *s)
{
  if (s->n <= FEW)
    {
      const size_t first = 0, end = s->n;
      if (s->place_width && ! s->has_places)
        number_places (s, 0, first, end);
      s->has_places = s->place_width != 0;
      WITH_WIDTHS (insert_keys, s);
      return;
    }
  const uint64_t differing = differing_bits (s);
  for (s->shift = 0; s->shift < 8 * s->width; s->shift += DIGIT)
    if (differing >> s->shift & (BUCKETS - 1))
      {
        for_parts (s, count_part);
        if (is_stopped (s))
          return;
        add_up (s);
        for_parts (s, scatter_part);
        exchange (s->keys);
        exchange (s->places);
        s->has_places = s->place_width != 0;
      }
}

/* ---- results ---- */

/* Copy elements of `size` bytes, of which number i is number i, or n - 1 - i, or that of a place.  */
#define DEFINE_COPY(_, BYTES, T)                                                                                       \
  GR_INLINE void copy_##BYTES (const sorter *s, size_t first, size_t end)                                              \
  {                                                                                                                    \
    const T *const from = (const void *) s->from;                                                                      \
    T *const to = (void *) s->to;                                                                                      \
    if (s->turned)                                                                                                     \
      for (size_t i = first; i < end; i++)                                                                             \
        to[i] = from[s->n - 1 - i];                                                                                    \
    else                                                                                                               \
      for (size_t i = first; i < end; i++)                                                                             \
        to[i] = from[gr_get_number (s->places[0], s->place_width, i)];                                                 \
  }
GR_ELEMENT_SIZES (DEFINE_COPY, _)

static void
store_elements (sorter *s, unsigned part, size_t first, size_t end)
{
  (void) part;
  if (s->as_it_is)
    memcpy (s->to + first * s->size, s->from + first * s->size, (end - first) * s->size);
  else if (! s->turned && s->f->from_keys)
    s->f->from_keys (s->keys[0], first, end, s->flip, s->to);
  else
    switch (s->size)
      {
#define CASE(_, BYTES, T)                                                                                              \
  case BYTES:                                                                                                          \
    copy_##BYTES (s, first, end);                                                                                      \
    break;
        GR_ELEMENT_SIZES (CASE, _)
      }
  if (! s->positions)
    return;
  if (s->as_it_is)
    for (size_t i = first; i < end; i++)
      s->positions[i] = (double) (i + 1);
  else if (s->turned)
    for (size_t i = first; i < end; i++)
      s->positions[i] = (double) (s->n - i);
  else
    for (size_t i = first; i < end; i++)
      s->positions[i] = (double) (gr_get_number (s->places[0], s->place_width, i) + 1);
}

/* ---- elements of a byte ---- */

/* Count them in COUNTERS counters of a value in turn, since elements that are alike would wait for each other.  */
static void
count_bytes (sorter *s, unsigned part, size_t first, size_t end)
{
  enum { COUNTERS = 4 };
  size_t counts[COUNTERS][BUCKETS] = { { 0 } };
  const unsigned char *const from = (const unsigned char *) s->from;
  size_t i = first;
  for (; end - i >= COUNTERS; i += COUNTERS)
    for (unsigned c = 0; c < COUNTERS; c++)
      counts[c][from[i + c]]++;
  for (; i < end; i++)
    counts[0][from[i]]++;
  for (unsigned value = 0; value < BUCKETS; value++)
    {
      s->part[part].at[value] = 0;
      for (unsigned c = 0; c < COUNTERS; c++)
        s->part[part].at[value] += counts[c][value];
    }
}

/* Write elements [first, end), value after value.  */
static void
write_bytes (sorter *s, unsigned part, size_t first, size_t end)
{
  uint32_t keys[BUCKETS];
  unsigned char values[BUCKETS];
  size_t begin = 0;
  (void) part;
  for (unsigned k = 0; k < BUCKETS; k++)
    keys[k] = k | ((uint32_t) s->flip & ~(uint32_t) (BUCKETS - 1));
  s->f->from_keys (keys, 0, BUCKETS, s->flip, values);
  for (unsigned k = 0; k < BUCKETS; k++)
    {
      size_t next = begin;
      for (unsigned p = 0; p < s->parts; p++)
        next += s->part[p].at[values[k]];
      const size_t from = begin > first ? begin : first, to = next < end ? next : end;
      if (from < to)
        memset (s->to + from, values[k], to - from);
      begin = next;
    }
}

/* ---- a segment ---- */

/* Where keys of at least this one begin.  */
static size_t
find_key (const sorter *s, uint64_t key)
{
  size_t first = 0, end = s->n;
  while (first < end)
    {
      const size_t middle = first + (end - first) / 2;
      if (gr_get_number (s->keys[0], s->width, middle) < key)
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}

static void
restore_elements (const sorter *s)
{
  const uint64_t all = s->width == 8 ? UINT64_MAX : UINT32_MAX, zero = (((all >> 1) + 1) ^ s->flip) & all,
                 nan = (all ^ s->flip) & all;
  const size_t zeros = find_key (s, zero), nans = find_key (s, nan);
  if ((zeros < s->n && gr_get_number (s->keys[0], s->width, zeros) == zero)
      || (nans < s->n && gr_get_number (s->keys[0], s->width, nans) == nan))
    s->f->restore (s->from, s->n, s->to, zeros, nans);
}

static void
move_moduli (sorter *s, unsigned part, size_t first, size_t end)
{
  (void) part;
  for (size_t i = first; i < end; i++)
    gr_put_number (s->keys[0], s->width, i,
                   gr_get_number (s->moduli, s->width, gr_get_number (s->places[0], s->place_width, i)));
}

/* Sort the segment `from`.  */
static void
sort_segment (sorter *s)
{
  s->has_places = s->as_it_is = s->turned = false;
  if (s->size == 1 && ! s->positions && s->n > FEW)
    {
      for_parts (s, count_bytes);
      for_parts (s, write_bytes);
      return;
    }
  if (! s->moduli)
    find_order (s);
  if (! s->as_it_is && ! s->turned)
    {
      for_parts (s, make_keys);
      sort_keys (s);
    }
  if (s->moduli)
    {
      if (! s->has_places)
        for_parts (s, number_places);
      for_parts (s, move_moduli);
      s->has_places = true;
      sort_keys (s);
    }
  for_parts (s, store_elements);
  if (s->f->restore && ! s->as_it_is && ! s->turned && ! atomic_load (s->stop))
    restore_elements (s);
}

/* ---- blocks of neighbouring segments ---- */

/* The first element of the block in an array.  */
static size_t
start_of (const sorter *s)
{
  return s->block.slab * s->run->sorting.inner * s->n + s->block.first;
}

static void
gather_block (sorter *s, unsigned part, size_t first, size_t end)
{
  const char *const array = (const char *) s->run->from + start_of (s) * s->size;
  const gr_turn turn = { s->size, s->run->sorting.inner, s->block.columns, s->n };
  (void) part;
  gr_cpu_gather_rows (&turn, array, first, end, s->block_from);
}

static void
spread_block (sorter *s, unsigned part, size_t first, size_t end)
{
  gr_turn turn = { s->size, s->run->sorting.inner, s->block.columns, s->n };
  (void) part;
  gr_cpu_spread_rows (&turn, s->block_to, first, end, (char *) s->run->to + start_of (s) * s->size);
  turn.size = sizeof (double);
  if (s->run->positions)
    gr_cpu_spread_rows (&turn, s->block_positions, first, end, s->run->positions + start_of (s));
}

/* Sort block number `number`.  */
static void
sort_block (sorter *s, size_t number)
{
  const gr_sorting *const q = &s->run->sorting;
  s->block = gr_cpu_find_block (number, q->inner, s->size);
  if (q->inner == 1)
    {
      s->from = (const char *) s->run->from + start_of (s) * s->size;
      s->to = (char *) s->run->to + start_of (s) * s->size;
      s->positions = s->run->positions ? s->run->positions + start_of (s) : NULL;
      sort_segment (s);
      return;
    }
  for_parts (s, gather_block);
  for (size_t c = 0; c < s->block.columns; c++)
    {
      s->from = s->block_from + c * s->n * s->size;
      s->to = s->block_to + c * s->n * s->size;
      s->positions = s->run->positions ? s->block_positions + c * s->n : NULL;
      sort_segment (s);
    }
  for_parts (s, spread_block);
}

/* ---- memory, and who sorts what ---- */

/* The next array in a sorter's memory; before that is there, only its size counts.  */
static void *
next_array (const sorter *s, size_t *bytes, size_t size)
{
  char *const array = s->memory ? s->memory + *bytes : NULL;
  *bytes += (size + LINE - 1) / LINE * LINE;
  return size ? array : NULL;
}

static size_t
lay_out (sorter *s)
{
  const size_t columns = s->run->sorting.inner > 1 ? gr_cpu_block_width (s->run->sorting.inner, s->size) : 0,
               block = columns * s->n;
  size_t bytes = 0;
  for (int k = 0; k < 2; k++)
    {
      s->keys[k] = next_array (s, &bytes, s->n * s->width);
      s->places[k] = next_array (s, &bytes, s->n * s->place_width);
    }
  s->moduli = next_array (s, &bytes, gr_types[s->run->sorting.type].is_complex ? s->n * s->width : 0);
  s->block_from = next_array (s, &bytes, block * s->size);
  s->block_to = next_array (s, &bytes, block * s->size);
  s->block_positions = next_array (s, &bytes, s->run->positions ? block * sizeof (double) : 0);
  s->part = next_array (s, &bytes, s->parts * sizeof *s->part);
  return bytes;
}

static bool
begin_sorter (sorter *s, const gr_sort_run *run, unsigned parts, atomic_bool *stop)
{
  const gr_type type = run->sorting.type;
  void *memory = NULL;
  *s = (sorter){ .run = run, .f = &gr_cpu_keys[type], .stop = stop, .parts = parts, .n = run->sorting.len };
  s->size = (unsigned) gr_types[type].size;
  s->width = s->f->width;
  s->place_width = ! run->positions && ! gr_types[type].is_complex ? 0 : s->n <= UINT32_MAX ? 4 : 8;
  s->flip = run->sorting.descending ? UINT64_MAX : 0;
  const size_t bytes = lay_out (s);
  if (gr_fault_is_due (GR_FAULT_MEMORY) || posix_memalign (&memory, LINE, bytes))
    return false;
  s->memory = memory;
  lay_out (s);
  return true;
}

static bool
sort_blocks (const void *run, gr_crew *crew)
{
  sorter s;
  if (! begin_sorter (&s, run, crew->parts, &crew->stop))
    return false;
  for (gr_batch batch; ! is_stopped (&s) && gr_cpu_next_batch (crew, &batch);)
    for (size_t b = batch.first; b < batch.end; b++)
      sort_block (&s, b);
  free (s.memory);
  return true;
}

gr_status
gr_cpu_sort (const gr_sort_run *run)
{
  const gr_sorting *const q = &run->sorting;
  gr_crew crew = { .what = "sort", .work = sort_blocks, .run = run, .size = gr_types[q->type].size };
  const double start = gr_now ();
  const gr_status status = gr_cpu_share_blocks (&crew, q->inner, q->len, q->outer);
  if (run->seconds)
    *run->seconds = gr_now () - start;
  return status;
}
