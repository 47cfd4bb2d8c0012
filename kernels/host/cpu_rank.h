/* SPDX-License-Identifier: GPL-3.0-or-later

   A segment in which ranks are looked for (cpu_rank.c), and what a thread has for it (cpu_statistics.c).  */

#ifndef GR_CPU_RANK_H
#define GR_CPU_RANK_H

#include "backend_elements.h"
#include "host/cpu_sort.h"

enum {
  GR_RANK_DIGIT = 11, /* bits */
  GR_RANK_BUCKETS = 1 << GR_RANK_DIGIT,
  GR_RANK_COUNTERS = 2, /* of a digit, in turn: keys that are alike do not wait for each other */
  GR_RANK_FEW = 2048    /* keys that are parted; keys that are made at a time */
};

/* Counts of 32 bits are enough for this number of keys.  */
#define GR_MOST_IN_PART ((size_t) 1 << 31)

/* What a part of the keys counts.  */
typedef struct
{
  unsigned counts[GR_RANK_COUNTERS][GR_RANK_BUCKETS + 1]; /* the last one has those that are not meant */
  size_t at[GR_RANK_BUCKETS + 1];                         /* where its next key of each digit goes */
  uint64_t any, all;                                      /* bits that some keys have, and that all have */
  size_t less;                                            /* keys below the prefix */
  size_t numbers;                                         /* that are not NaN */
} gr_rank_part;

typedef struct
{
  size_t rank, number; /* the one that is asked for as number `number` */
} gr_wanted_rank;

/* The keys of n elements, or, if that is NULL, those that are made already: of them, those that have `prefix` in the
   bits of `mask`.  They agree in all bits but the last `bits`, and `below` elements of the segment are below them.  */
typedef struct
{
  const char *elements, *keys;
  size_t n, below;
  uint64_t mask, prefix;
  unsigned bits;
} gr_key_set;

typedef struct
{
  const gr_statistics_run *run;
  const gr_key_functions *f;
  atomic_bool *stop;
  unsigned size, width; /* bytes of elements and keys */
  unsigned parts;       /* that threads may share; parts of the present keys */
  unsigned present_parts;
  bool threads_share, counts_numbers, lacks_memory;
  size_t n, numbers, ranked; /* elements; those that are not NaN; as how many the wanted ranks are of */
  gr_segment_block block;
  size_t column; /* of the segment in its slab */
  char *to;      /* of the segment's first rank */
  size_t count;  /* of wanted ranks */
  gr_wanted_rank *wanted;
  uint64_t *found;  /* keys of the wanted ranks, of which results are made, or NULL if their elements are the results */
  char *block_from; /* neighbouring segments, one behind the other */
  gr_rank_part *part;
  /* of the present pass */
  const gr_key_set *set;
  const char *from; /* what is turned */
  unsigned shift;
  bool takes[GR_RANK_BUCKETS + 1];
  char *taken;
} gr_selector;

/* Call work for all parts of n keys or elements.  */
void gr_cpu_for_parts (gr_selector *s, size_t n,
                       void (*work) (gr_selector *s, unsigned part, size_t first, size_t end));

/* Store the element of a key as result number `number` of the segment.  */
void gr_cpu_put_key (const gr_selector *s, size_t number, uint64_t key);

/* Find the wanted ranks of a segment, and how many of its elements are not NaN.  */
void gr_cpu_find_ranks (gr_selector *s, const char *elements);

#endif
