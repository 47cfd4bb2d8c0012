/* SPDX-License-Identifier: GPL-3.0-or-later

   What sorts and order statistics of the host share: keys of elements (cpu_keys.c), and blocks of neighbouring
   segments, which threads share (cpu_blocks.c).  */

#ifndef GR_CPU_SORT_H
#define GR_CPU_SORT_H

#include "host/cpu.h"

#include <stdatomic.h>

/* Arrays of keys and of places have elements of 4 or 8 bytes.  The width is a constant wherever loops are inlined.  */
GR_INLINE uint64_t
gr_get_number (const void *array, unsigned width, size_t i)
{
  return width == 8 ? ((const uint64_t *) array)[i] : ((const uint32_t *) array)[i];
}
GR_INLINE void
gr_put_number (void *array, unsigned width, size_t i, uint64_t x)
{
  if (width == 8)
    ((uint64_t *) array)[i] = x;
  else
    ((uint32_t *) array)[i] = (uint32_t) x;
}

/* What the types differ in.  `from` and `to` are segments, of which elements [first, end) are meant; flip has all bits
   where the order is turned.  A complex element has the key of its argument, whose -pi Octave takes for pi, and in
   `moduli` that of its modulus.  `number`: the element of a key, as a double.  `restore` puts the elements that differ
   from others of their key, zeros and NaN, in their order to where those of their key begin.  */
typedef struct
{
  unsigned width; /* of a key, in bytes */
  void (*to_keys) (const void *from, size_t first, size_t end, uint64_t flip, void *keys, void *moduli);
  void (*from_keys) (const void *keys, size_t first, size_t end, uint64_t flip, void *to);
  double (*number) (uint64_t key);
  void (*restore) (const void *from, size_t n, void *to, size_t zeros, size_t nans);
} gr_key_functions;
extern const gr_key_functions gr_cpu_keys[GR_TYPE_COUNT];

/* Neighbouring segments of `length` elements of `size` bytes, as many as `columns`, whose elements are `inner` apart;
   in a block they stand one behind the other.  */
typedef struct
{
  size_t size, inner, columns, length;
} gr_turn;
/* Copy elements [first, end) of each of them to a block, and back.  array: where the first segment begins.  */
void gr_cpu_gather_rows (const gr_turn *turn, const void *array, size_t first, size_t end, void *block);
void gr_cpu_spread_rows (const gr_turn *turn, const void *block, size_t first, size_t end, void *array);

/* How many segments are worth turning together: as many as share a line of the cache.  */
size_t gr_cpu_block_width (size_t inner, size_t size);
/* A block of that width: columns [first, first + columns) of a slab.  */
typedef struct
{
  size_t slab, first, columns;
} gr_segment_block;
gr_segment_block gr_cpu_find_block (size_t number, size_t inner, size_t size);

/* Threads that take blocks, a batch at a time.  work: what one of them does; the caller's alone does all if the threads
   share parts of a segment, in which case there are several.  It returns false if it lacks memory.  */
typedef struct gr_crew gr_crew;
struct gr_crew
{
  const char *what; /* is done, in words */
  bool (*work) (const void *run, gr_crew *crew);
  const void *run;
  size_t size; /* of an element */
  size_t blocks, batch;
  unsigned parts;
  atomic_size_t next;
  atomic_bool stop, lacks_memory;
};
typedef struct
{
  size_t first, end; /* blocks */
} gr_batch;
bool gr_cpu_next_batch (gr_crew *crew, gr_batch *batch);
/* Has a thread to end?  The caller's asks whether it is interrupted.  */
bool gr_cpu_is_stopped (atomic_bool *stop);
/* Share the blocks of an array [inner, len, outer].  The rest of the crew is filled in.  */
gr_status gr_cpu_share_blocks (gr_crew *crew, size_t inner, size_t len, size_t outer);

#endif
