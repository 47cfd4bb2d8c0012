/* SPDX-License-Identifier: GPL-3.0-or-later

   Sorting on the host, digit by digit from the least one on.  Elements become keys, unsigned numbers in the wanted
   order, so that all types share the loops: 32 or 64 bits wide, and 0 and -0 have one key, as all NaN have.  Digits
   that all keys share are left out, and what is in order already is only copied.  Complex elements have two keys,
   modulus and argument.

   Threads share many segments, or parts of a long one.  A sort that keeps the order of equals has one result, so the
   parts do not show in it.  */

#define _POSIX_C_SOURCE 200809L /* posix_memalign */

#include "host/cpu_elements.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
  DIGIT = 8,                /* bits */
  BUCKETS = 1 << DIGIT,     /* as many counts stay in the first-level cache */
  FEW = 32,                 /* up to this number of keys insertion is faster */
  LINE = GR_HOST_CACHE_LINE /* bytes of neighbouring segments that are gathered together */
};

/* ---- numbers of one of two widths ---- */

/* Arrays of keys and of places have elements of 4 or 8 bytes.  The width is a constant wherever loops are inlined.  */
GR_INLINE uint64_t
get (const void *array, unsigned width, size_t i)
{
  return width == 8 ? ((const uint64_t *) array)[i] : ((const uint32_t *) array)[i];
}
GR_INLINE void
put (void *array, unsigned width, size_t i, uint64_t x)
{
  if (width == 8)
    ((uint64_t *) array)[i] = x;
  else
    ((uint32_t *) array)[i] = (uint32_t) x;
}

/* ---- keys ---- */

/* Keys of floating-point numbers: those of negative ones have all bits turned, of others the first one.  */
#define DEFINE_FLOATING_KEY(T, U, SUFFIX)                                                                              \
  GR_INLINE U key_of_##SUFFIX (T x)                                                                                    \
  {                                                                                                                    \
    const U top = (U) 1 << (8 * sizeof (U) - 1);                                                                       \
    const T plain = x + 0; /* -0 becomes 0 */                                                                          \
    U bits;                                                                                                            \
    memcpy (&bits, &plain, sizeof bits);                                                                               \
    bits = bits & top ? (U) ~bits : bits | top;                                                                        \
    return x == x ? bits : (U) -1;                                                                                     \
  }                                                                                                                    \
  GR_INLINE T SUFFIX##_of_key (U key)                                                                                  \
  {                                                                                                                    \
    const U top = (U) 1 << (8 * sizeof (U) - 1), bits = key & top ? key ^ top : (U) ~key;                              \
    T x;                                                                                                               \
    memcpy (&x, &bits, sizeof x);                                                                                      \
    return x;                                                                                                          \
  }
DEFINE_FLOATING_KEY (double, uint64_t, double)
DEFINE_FLOATING_KEY (float, uint32_t, float)

/* What the types differ in.  `from` and `to` are segments, of which elements [first, end) are meant; flip has all bits
   where the order is turned.  A complex element has the key of its argument, whose -pi Octave takes for pi, and in
   `moduli` that of its modulus.  `restore` puts the elements that differ from others of their key, zeros and NaN, in
   their order to where those of their key begin.  */
typedef struct
{
  unsigned width; /* of a key, in bytes */
  void (*to_keys) (const void *from, size_t first, size_t end, uint64_t flip, void *keys, void *moduli);
  void (*from_keys) (const void *keys, size_t first, size_t end, uint64_t flip, void *to);
  void (*restore) (const void *from, size_t n, void *to, size_t zeros, size_t nans);
} key_functions;

#define KEY_BYTES(T) (sizeof (T) == 8 ? 8 : 4)
/* The least number of a signed class has the key 0.  */
#define DEFINE_INTEGER(ID, T, LEAST)                                                                                   \
  static void to_keys_##ID (const void *from, size_t first, size_t end, uint64_t flip, void *keys, void *moduli)       \
  {                                                                                                                    \
    (void) moduli;                                                                                                     \
    for (size_t i = first; i < end; i++)                                                                               \
      put (keys, KEY_BYTES (T), i, ((uint64_t) ((const T *) from)[i] + (LEAST)) ^ flip);                               \
  }                                                                                                                    \
  static void from_keys_##ID (const void *keys, size_t first, size_t end, uint64_t flip, void *to)                     \
  {                                                                                                                    \
    for (size_t i = first; i < end; i++)                                                                               \
      ((T *) to)[i] = (T) ((get (keys, KEY_BYTES (T), i) ^ flip) - (LEAST));                                           \
  }
#define DEFINE_SIGNED_0(ID, T) DEFINE_INTEGER (ID, T, (uint64_t) 1 << (8 * sizeof (T) - 1))
#define DEFINE_UNSIGNED_0(ID, T) DEFINE_INTEGER (ID, T, 0)
#define DEFINE_LOGICAL_0 DEFINE_UNSIGNED_0
#define DEFINE_CHAR_0 DEFINE_UNSIGNED_0
#define DEFINE_FLOATING_0(ID, T)                                                                                       \
  static void to_keys_##ID (const void *from, size_t first, size_t end, uint64_t flip, void *keys, void *moduli)       \
  {                                                                                                                    \
    (void) moduli;                                                                                                     \
    for (size_t i = first; i < end; i++)                                                                               \
      put (keys, sizeof (T), i, key_of_##T (((const T *) from)[i]) ^ flip);                                            \
  }                                                                                                                    \
  static void from_keys_##ID (const void *keys, size_t first, size_t end, uint64_t flip, void *to)                     \
  {                                                                                                                    \
    for (size_t i = first; i < end; i++)                                                                               \
      ((T *) to)[i] = T##_of_key (get (keys, sizeof (T), i) ^ flip);                                                   \
  }                                                                                                                    \
  static void restore_##ID (const void *from, size_t n, void *to, size_t zeros, size_t nans)                           \
  {                                                                                                                    \
    for (size_t i = 0; i < n; i++)                                                                                     \
      {                                                                                                                \
        const T x = ((const T *) from)[i];                                                                             \
        if (x == 0)                                                                                                    \
          ((T *) to)[zeros++] = x;                                                                                     \
        else if (x != x)                                                                                               \
          ((T *) to)[nans++] = x;                                                                                      \
      }                                                                                                                \
  }
#define DEFINE_FLOATING_1(ID, T)                                                                                       \
  static void to_keys_##ID (const void *from, size_t first, size_t end, uint64_t flip, void *keys, void *moduli)       \
  {                                                                                                                    \
    for (size_t i = first; i < end; i++)                                                                               \
      {                                                                                                                \
        const T z = ((const T *) from)[i];                                                                             \
        const bool is_nan = z.re != z.re || z.im != z.im;                                                              \
        put (keys, sizeof z.re, i, (is_nan ? 0 : argument_key_##T (z)) ^ flip);                                        \
        put (moduli, sizeof z.re, i, (is_nan ? UINT64_MAX : modulus_key_##T (z)) ^ flip);                              \
      }                                                                                                                \
  }

#define DEFINE_POLAR_KEYS(T, REAL, ARG, ABS)                                                                           \
  GR_INLINE uint64_t argument_key_##T (T z)                                                                            \
  {                                                                                                                    \
    static const REAL pi = (REAL) 3.14159265358979323846;                                                              \
    const REAL a = ARG (z.im, z.re);                                                                                   \
    return key_of_##REAL (a == -pi ? pi : a);                                                                          \
  }                                                                                                                    \
  GR_INLINE uint64_t modulus_key_##T (T z) { return key_of_##REAL (ABS (z.re, z.im)); }
DEFINE_POLAR_KEYS (gr_c64, double, atan2, hypot)
DEFINE_POLAR_KEYS (gr_c32, float, atan2f, hypotf)

#define DEFINE_KEYS(_, ID, T, CLASS, IS_COMPLEX, KIND) DEFINE_##KIND##_##IS_COMPLEX (ID, T)
GR_TYPES (DEFINE_KEYS, _)

#define ROW_INTEGER(ID, T)                                                                                             \
  {                                                                                                                    \
    KEY_BYTES (T), to_keys_##ID, from_keys_##ID, NULL                                                                  \
  }
#define ROW_SIGNED_0 ROW_INTEGER
#define ROW_UNSIGNED_0 ROW_INTEGER
#define ROW_LOGICAL_0 ROW_INTEGER
#define ROW_CHAR_0 ROW_INTEGER
#define ROW_FLOATING_0(ID, T)                                                                                          \
  {                                                                                                                    \
    sizeof (T), to_keys_##ID, from_keys_##ID, restore_##ID                                                             \
  }
#define ROW_FLOATING_1(ID, T)                                                                                          \
  {                                                                                                                    \
    sizeof (T) / 2, to_keys_##ID, NULL, NULL                                                                           \
  }
#define ROW(_, ID, T, CLASS, IS_COMPLEX, KIND) ROW_##KIND##_##IS_COMPLEX (ID, T),
static const key_functions functions_of[GR_TYPE_COUNT] = { GR_TYPES (ROW, _) };

/* ---- a segment being sorted ---- */

/* Keys that are compared, in what was found of them.  */
typedef struct
{
  uint64_t any, all; /* bits that some keys have, and that all have */
  bool rises, falls; /* without an exception; equals do not fall */
} key_facts;

/* What a part of the segment counts, and then where its next key of each digit goes.  */
typedef struct
{
  size_t at[BUCKETS];
  key_facts facts;
} part_state;

typedef struct sorter sorter;
struct sorter
{
  const gr_sort_run *run;
  const key_functions *f;
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
  size_t block, inner_first, columns;
  part_state *part;
  char *memory;
};

static bool
is_stopped (const sorter *s)
{
  if (! gr_is_worker () && gr_interrupted ())
    atomic_store (s->stop, true);
  return atomic_load (s->stop);
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
  if (is_stopped (s))
    return;
  if (s->parts == 1)
    work (s, 0, 0, s->n);
  else
    gr_for_each (s->parts, 0, 1, run_part, &l);
}

/* ---- are they in order? ---- */

GR_INLINE key_facts
find_facts (const void *keys, unsigned width, size_t first, size_t end)
{
  key_facts f = { 0, UINT64_MAX, true, true };
  for (size_t i = first; i < end; i++)
    {
      f.any |= get (keys, width, i);
      f.all &= get (keys, width, i);
    }
  const size_t next = first + (first == 0); /* each part looks back to the key before it */
  for (size_t i = next; f.rises && i < end; i++)
    f.rises = get (keys, width, i - 1) <= get (keys, width, i);
  for (size_t i = next; f.falls && i < end; i++)
    f.falls = get (keys, width, i - 1) > get (keys, width, i);
  return f;
}

static void
make_keys (sorter *s, unsigned part, size_t first, size_t end)
{
  (void) part;
  s->f->to_keys (s->from, first, end, s->flip, s->keys[0], s->moduli);
}

static void
look_at_keys (sorter *s, unsigned part, size_t first, size_t end)
{
  s->part[part].facts = s->width == 8 ? find_facts (s->keys[0], 8, first, end) : find_facts (s->keys[0], 4, first, end);
}

static key_facts
facts_of_all (sorter *s)
{
  key_facts all = { 0, UINT64_MAX, true, true };
  for_parts (s, look_at_keys);
  for (unsigned p = 0; p < s->parts; p++)
    {
      const key_facts f = s->part[p].facts;
      all = (key_facts){ all.any | f.any, all.all & f.all, all.rises && f.rises, all.falls && f.falls };
    }
  return all;
}

/* ---- sorting keys ---- */

GR_INLINE void
count_digits (size_t *at, const void *keys, unsigned width, unsigned shift, size_t first, size_t end)
{
  memset (at, 0, BUCKETS * sizeof *at);
  for (size_t i = first; i < end; i++)
    at[get (keys, width, i) >> shift & (BUCKETS - 1)]++;
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
      const uint64_t key = get (keys, width, i);
      const size_t k = at[key >> shift & (BUCKETS - 1)]++;
      put (to, width, k, key);
      if (place_width)
        put (to_places, place_width, k, places ? get (places, place_width, i) : i);
    }
}

/* Call LOOP (ARGUMENTS, width, place width, first, end) with widths that are constants.  */
#define WITH_WIDTHS(LOOP, ...)                                                                                         \
  do                                                                                                                   \
    {                                                                                                                  \
      if (s->width == 8 && s->place_width == 8)                                                                        \
        LOOP (__VA_ARGS__, 8, 8, first, end);                                                                          \
      else if (s->width == 8 && s->place_width == 4)                                                                   \
        LOOP (__VA_ARGS__, 8, 4, first, end);                                                                          \
      else if (s->width == 8)                                                                                          \
        LOOP (__VA_ARGS__, 8, 0, first, end);                                                                          \
      else if (s->place_width == 8)                                                                                    \
        LOOP (__VA_ARGS__, 4, 8, first, end);                                                                          \
      else if (s->place_width == 4)                                                                                    \
        LOOP (__VA_ARGS__, 4, 4, first, end);                                                                          \
      else                                                                                                             \
        LOOP (__VA_ARGS__, 4, 0, first, end);                                                                          \
    }                                                                                                                  \
  while (0)

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
    put (s->places[0], s->place_width, i, i);
}

GR_INLINE void
insert_keys (sorter *s, unsigned width, unsigned place_width, size_t first, size_t end)
{
  char *const keys = s->keys[0], *const places = s->places[0];
  for (size_t i = first + 1; i < end; i++)
    {
      const uint64_t key = get (keys, width, i), place = place_width ? get (places, place_width, i) : 0;
      size_t k = i;
      for (; k > first && get (keys, width, k - 1) > key; k--)
        {
          put (keys, width, k, get (keys, width, k - 1));
          if (place_width)
            put (places, place_width, k, get (places, place_width, k - 1));
        }
      put (keys, width, k, key);
      if (place_width)
        put (places, place_width, k, place);
    }
}

/* Sort the keys, and the places with them.  */
static void
sort_keys (sorter *s, key_facts facts)
{
  const uint64_t differing = facts.any & ~facts.all;
  if (s->n <= FEW)
    {
      const size_t first = 0, end = s->n;
      if (s->place_width && ! s->has_places)
        number_places (s, 0, first, end);
      s->has_places = s->place_width != 0;
      WITH_WIDTHS (insert_keys, s);
      return;
    }
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
        to[i] = from[get (s->places[0], s->place_width, i)];                                                           \
  }
typedef struct
{
  uint64_t half[2];
} element_16;
#define ELEMENT_SIZES(X, _)                                                                                            \
  X (_, 1, uint8_t)                                                                                                    \
  X (_, 2, uint16_t)                                                                                                   \
  X (_, 4, uint32_t)                                                                                                   \
  X (_, 8, uint64_t)                                                                                                   \
  X (_, 16, element_16)
ELEMENT_SIZES (DEFINE_COPY, _)

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
        ELEMENT_SIZES (CASE, _)
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
      s->positions[i] = (double) (get (s->places[0], s->place_width, i) + 1);
}

/* Where keys of at least this one begin.  */
static size_t
find_key (const sorter *s, uint64_t key)
{
  size_t first = 0, end = s->n;
  while (first < end)
    {
      const size_t middle = first + (end - first) / 2;
      if (get (s->keys[0], s->width, middle) < key)
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
  if ((zeros < s->n && get (s->keys[0], s->width, zeros) == zero)
      || (nans < s->n && get (s->keys[0], s->width, nans) == nan))
    s->f->restore (s->from, s->n, s->to, zeros, nans);
}

static void
move_moduli (sorter *s, unsigned part, size_t first, size_t end)
{
  (void) part;
  for (size_t i = first; i < end; i++)
    put (s->keys[0], s->width, i, get (s->moduli, s->width, get (s->places[0], s->place_width, i)));
}

/* Sort the segment `from`.  */
static void
sort_segment (sorter *s)
{
  s->has_places = s->as_it_is = s->turned = false;
  for_parts (s, make_keys);
  const key_facts facts = facts_of_all (s);
  if (! s->moduli)
    {
      s->as_it_is = facts.rises;
      s->turned = facts.falls && ! facts.rises;
    }
  if (! s->as_it_is && ! s->turned)
    sort_keys (s, facts);
  if (s->moduli)
    {
      if (! s->has_places)
        for_parts (s, number_places);
      for_parts (s, move_moduli);
      s->has_places = true;
      sort_keys (s, facts_of_all (s));
    }
  for_parts (s, store_elements);
  if (s->f->restore && ! s->as_it_is && ! s->turned && ! is_stopped (s))
    restore_elements (s);
}

/* ---- blocks of neighbouring segments ---- */

/* Move rows [first, end) of a block's segments between the array and where they stand one behind the other.  */
#define DEFINE_TURNS(_, BYTES, T)                                                                                      \
  static void gather_##BYTES (const void *array, size_t inner, size_t columns, size_t n, size_t first, size_t end,     \
                              void *block)                                                                             \
  {                                                                                                                    \
    for (size_t i = first; i < end; i++)                                                                               \
      for (size_t c = 0; c < columns; c++)                                                                             \
        ((T *) block)[c * n + i] = ((const T *) array)[i * inner + c];                                                 \
  }                                                                                                                    \
  static void spread_##BYTES (void *array, size_t inner, size_t columns, size_t n, size_t first, size_t end,           \
                              const void *block)                                                                       \
  {                                                                                                                    \
    for (size_t i = first; i < end; i++)                                                                               \
      for (size_t c = 0; c < columns; c++)                                                                             \
        ((T *) array)[i * inner + c] = ((const T *) block)[c * n + i];                                                 \
  }
ELEMENT_SIZES (DEFINE_TURNS, _)

/* The first element of the block in an array.  */
static size_t
start_of (const sorter *s)
{
  return s->block * s->run->sorting.inner * s->n + s->inner_first;
}

static void
gather_block (sorter *s, unsigned part, size_t first, size_t end)
{
  const char *const array = (const char *) s->run->from + start_of (s) * s->size;
  (void) part;
  switch (s->size)
    {
#define GATHER(_, BYTES, T)                                                                                            \
  case BYTES:                                                                                                          \
    gather_##BYTES (array, s->run->sorting.inner, s->columns, s->n, first, end, s->block_from);                        \
    break;
      ELEMENT_SIZES (GATHER, _)
    }
}

static void
spread_block (sorter *s, unsigned part, size_t first, size_t end)
{
  const size_t inner = s->run->sorting.inner;
  char *const array = (char *) s->run->to + start_of (s) * s->size;
  (void) part;
  switch (s->size)
    {
#define SPREAD(_, BYTES, T)                                                                                            \
  case BYTES:                                                                                                          \
    spread_##BYTES (array, inner, s->columns, s->n, first, end, s->block_to);                                          \
    break;
      ELEMENT_SIZES (SPREAD, _)
    }
  if (s->run->positions)
    spread_8 (s->run->positions + start_of (s), inner, s->columns, s->n, first, end, s->block_positions);
}

/* Segments of a block: as many as share a line of the cache.  */
static size_t
block_width (const gr_sorting *q)
{
  const size_t fit = LINE / gr_types[q->type].size;
  return q->inner < fit ? q->inner : fit;
}

/* Sort block number `number`.  */
static void
sort_block (sorter *s, size_t number)
{
  const gr_sorting *const q = &s->run->sorting;
  const size_t width = block_width (q), blocks = q->inner / width + (q->inner % width != 0);
  s->block = number / blocks;
  s->inner_first = number % blocks * width;
  s->columns = q->inner - s->inner_first < width ? q->inner - s->inner_first : width;
  if (q->inner == 1)
    {
      s->from = (const char *) s->run->from + start_of (s) * s->size;
      s->to = (char *) s->run->to + start_of (s) * s->size;
      s->positions = s->run->positions ? s->run->positions + start_of (s) : NULL;
      sort_segment (s);
      return;
    }
  for_parts (s, gather_block);
  for (size_t c = 0; c < s->columns; c++)
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
  const size_t columns = s->run->sorting.inner > 1 ? block_width (&s->run->sorting) : 0, block = columns * s->n;
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
  *s = (sorter){ .run = run, .f = &functions_of[type], .stop = stop, .parts = parts, .n = run->sorting.len };
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

/* Threads that take blocks, a batch at a time.  */
typedef struct
{
  const gr_sort_run *run;
  size_t blocks, batch;
  unsigned parts;
  atomic_size_t next;
  atomic_bool stop, lacks_memory;
} crew;

static void
take_blocks (void *data, int thread, int threads)
{
  crew *const c = data;
  sorter s;
  (void) thread;
  (void) threads;
  if (! begin_sorter (&s, c->run, c->parts, &c->stop))
    {
      atomic_store (&c->lacks_memory, true);
      atomic_store (&c->stop, true);
      return;
    }
  for (size_t first; ! is_stopped (&s) && (first = atomic_fetch_add (&c->next, c->batch)) < c->blocks;)
    for (size_t b = first; b < c->blocks && b - first < c->batch; b++)
      sort_block (&s, b);
  free (s.memory);
}

gr_status
gr_cpu_sort (const gr_sort_run *run)
{
  const gr_sorting *const q = &run->sorting;
  const size_t width = block_width (q), blocks = (q->inner / width + (q->inner % width != 0)) * q->outer;
  const size_t elements = width * q->len, threads = (size_t) gr_thread_count ();
  const bool alone = q->inner * q->len * q->outer <= GR_CPU_ALONE / 4;
  /* blocks keep all threads busy if they are several for each */
  const bool shares = ! alone && blocks < 4 * threads && q->len >= GR_CPU_BATCH;
  crew c = { .run = run, .blocks = blocks, .parts = shares ? (unsigned) threads : 1 };
  c.batch = elements >= GR_CPU_BATCH ? 1 : GR_CPU_BATCH / elements;
  const size_t batches = blocks / c.batch + (blocks % c.batch != 0);
  if (alone || shares)
    take_blocks (&c, 0, 1);
  else
    gr_run_team ((int) (batches < threads ? batches : threads), take_blocks, &c);
  if (c.lacks_memory)
    return gr_fail (GR_OUT_OF_MEMORY, "there is no host memory to sort segments of %zu elements in", q->len);
  return c.stop ? gr_fail (GR_INTERRUPTED, "the sort was interrupted") : GR_OK;
}
