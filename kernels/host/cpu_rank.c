/* SPDX-License-Identifier: GPL-3.0-or-later

   Elements of given ranks of a segment, digit by digit from the highest one on: the keys of a segment are counted by a
   digit, and from then on each rank is looked for among those alone that have its digit.  Those are copied where they
   are few, and looked up in the segment again where they are many, so that memory is bounded and what is one value in
   most places takes two passes.  A few keys are parted around one of them.

   Threads share parts of a long segment.  The results are elements, so the parts do not show in them.  */

#include "host/cpu_rank.h"
#include "host/cpu_elements.h"

#include <stdlib.h>
#include <string.h>

enum {
  SAMPLE = 64, /* keys by which bits are guessed, and how far from a rank the guess goes */
  MARGIN = 8,
  INSERTED = 6 /* up to this number of keys insertion is faster */
};

static bool
is_stopped (const gr_selector *s)
{
  return gr_cpu_is_stopped (s->stop);
}

typedef struct
{
  gr_selector *s;
  size_t n;
  void (*work) (gr_selector *s, unsigned part, size_t first, size_t end);
} part_loop;

static void
run_part (void *data, size_t part)
{
  const part_loop *const l = data;
  const size_t step = l->n / l->s->present_parts + 1, first = part * step, end = first + step;
  l->work (l->s, (unsigned) part, first < l->n ? first : l->n, end < l->n ? end : l->n);
}

void
gr_cpu_for_parts (gr_selector *s, size_t n, void (*work) (gr_selector *s, unsigned part, size_t first, size_t end))
{
  part_loop l = { s, n, work };
  s->present_parts = n < GR_CPU_BATCH ? 1 : s->parts;
  if (is_stopped (s))
    return;
  if (s->threads_share && s->present_parts > 1)
    gr_for_each (s->present_parts, 0, 1, run_part, &l);
  else
    for (unsigned p = 0; p < s->present_parts; p++)
      run_part (&l, p);
}

/* The greatest key, which NaN have.  */
static uint64_t
all_bits (const gr_selector *s)
{
  return s->width == 8 ? UINT64_MAX : UINT32_MAX;
}

void
gr_cpu_put_key (const gr_selector *s, size_t number, uint64_t key)
{
  union
  {
    uint32_t narrow;
    uint64_t wide;
  } word;
  gr_put_number (&word, s->width, 0, key);
  s->f->from_keys (&word, 0, 1, 0, s->to + number * s->run->statistics.inner * s->size);
}

/* Ranks [first, end) of those that are wanted have this key.  */
static void
put (const gr_selector *s, size_t first, size_t end, uint64_t key)
{
  for (size_t w = first; w < end; w++)
    if (s->found)
      s->found[s->wanted[w].number] = key;
    else
      gr_cpu_put_key (s, s->wanted[w].number, key);
}

/* The end of the wanted ranks from number `first` on that are below this one.  */
static size_t
wanted_below (const gr_selector *s, size_t first, size_t end, size_t rank)
{
  while (first < end && s->wanted[first].rank < rank)
    first++;
  return first;
}

/* ---- few keys ---- */

GR_INLINE void
insert_keys (char *keys, unsigned width, size_t n)
{
  for (size_t i = 1; i < n; i++)
    {
      const uint64_t key = gr_get_number (keys, width, i);
      size_t k = i;
      for (; k && gr_get_number (keys, width, k - 1) > key; k--)
        gr_put_number (keys, width, k, gr_get_number (keys, width, k - 1));
      gr_put_number (keys, width, k, key);
    }
}

GR_INLINE uint64_t
median_of_3 (uint64_t a, uint64_t b, uint64_t c)
{
  const uint64_t least = a < b ? a : b, greatest = a < b ? b : a, lower = greatest < c ? greatest : c;
  return lower < least ? least : lower;
}

/* Part keys, without a branch on them: those below the pivot come first and those above it last.  */
GR_INLINE void
part_keys (char *keys, unsigned width, size_t n, uint64_t pivot, size_t *below, size_t *above)
{
  uint64_t others[GR_RANK_FEW];
  size_t less = 0, greater = 0;
  for (size_t i = 0; i < n; i++)
    {
      const uint64_t key = gr_get_number (keys, width, i);
      gr_put_number (keys, width, less, key);
      less += key < pivot;
      gr_put_number (others, width, greater, key);
      greater += key > pivot;
    }
  memcpy (keys + (n - greater) * width, others, greater * width);
  *below = less;
  *above = greater;
}

static void find_among_few (gr_selector *s, char *keys, size_t n, size_t below, size_t first, size_t end);

/* Find ranks [first, end) of those that are wanted among n keys, of which ranks begin at `below`.  */
GR_INLINE void
find_few (gr_selector *s, char *keys, unsigned width, size_t n, size_t below, size_t first, size_t end)
{
  size_t less = 0, greater = 0;
  while (n > INSERTED && first < end)
    {
      const uint64_t pivot = median_of_3 (gr_get_number (keys, width, 0), gr_get_number (keys, width, n / 2),
                                          gr_get_number (keys, width, n - 1));
      part_keys (keys, width, n, pivot, &less, &greater);
      const size_t lower = wanted_below (s, first, end, below + less);
      const size_t middle = wanted_below (s, lower, end, below + n - greater);
      put (s, lower, middle, pivot);
      if (middle < end)
        {
          if (first < lower)
            find_among_few (s, keys, less, below, first, lower);
          keys += (n - greater) * width;
          below += n - greater;
          n = greater;
          first = middle;
        }
      else
        {
          n = less;
          end = lower;
        }
    }
  if (first == end)
    return;
  insert_keys (keys, width, n);
  for (size_t w = first; w < end; w++)
    put (s, w, w + 1, gr_get_number (keys, width, s->wanted[w].rank - below));
}

static void
find_among_few (gr_selector *s, char *keys, size_t n, size_t below, size_t first, size_t end)
{
  if (s->width == 8)
    find_few (s, keys, 8, n, below, first, end);
  else
    find_few (s, keys, 4, n, below, first, end);
}

/* ---- many keys ---- */

/* Keys [first, first + n) of the present ones; `made` has room for them.  */
static const char *
present_keys (const gr_selector *s, size_t first, size_t n, void *made)
{
  if (! s->set->elements)
    return s->set->keys + first * s->width;
  s->f->to_keys (s->set->elements + first * s->size, 0, n, 0, made, NULL);
  return made;
}

GR_INLINE size_t
count_numbers (const char *keys, unsigned width, size_t n)
{
  const uint64_t nan = width == 8 ? UINT64_MAX : UINT32_MAX;
  size_t numbers = 0;
  for (size_t i = 0; i < n; i++)
    numbers += gr_get_number (keys, width, i) != nan;
  return numbers;
}

/* All bits if a key is meant, else none.  */
GR_INLINE uint64_t
is_meant (uint64_t key, const gr_key_set *set)
{
  return (uint64_t) (((key ^ set->prefix) & set->mask) != 0) - 1;
}

/* The digit of a key, or GR_RANK_BUCKETS if it is not meant.  */
GR_INLINE size_t
digit_of (uint64_t key, unsigned shift, uint64_t meant)
{
  return (size_t) ((key >> shift & (GR_RANK_BUCKETS - 1) & meant) + (GR_RANK_BUCKETS & ~meant));
}

/* Without branches on keys, which would be guessed wrong half of the time.  */
GR_INLINE void
count_keys (gr_rank_part *p, const char *keys, unsigned width, size_t n, const gr_key_set *present, unsigned shift)
{
  const gr_key_set set = *present;
  uint64_t any = p->any, all = p->all;
  size_t less = 0;
  for (size_t i = 0; i < n; i++)
    {
      const uint64_t key = gr_get_number (keys, width, i);
      const uint64_t meant = is_meant (key, &set);
      any |= key & meant;
      all &= key | ~meant;
      less += key < set.prefix;
      p->counts[i % GR_RANK_COUNTERS][digit_of (key, shift, meant)]++;
    }
  p->any = any;
  p->all = all;
  p->less += less;
}

static void
count_part (gr_selector *s, unsigned part, size_t first, size_t end)
{
  gr_rank_part *const p = s->part + part;
  uint64_t made[GR_RANK_FEW];
  memset (p->counts, 0, sizeof p->counts);
  p->any = 0;
  p->all = UINT64_MAX;
  p->less = p->numbers = 0;
  for (size_t begin = first; begin < end; begin += GR_RANK_FEW)
    {
      const size_t n = end - begin < GR_RANK_FEW ? end - begin : GR_RANK_FEW;
      const char *const keys = present_keys (s, begin, n, made);
      if (s->counts_numbers)
        p->numbers += s->width == 8 ? count_numbers (keys, 8, n) : count_numbers (keys, 4, n);
      if (s->width == 8)
        count_keys (p, keys, 8, n, s->set, s->shift);
      else
        count_keys (p, keys, 4, n, s->set, s->shift);
    }
}

/* Store how many elements of the segment are not NaN.  */
static void
put_numbers (gr_selector *s, size_t numbers)
{
  const size_t segment = s->block.slab * s->run->statistics.inner + s->column;
  s->numbers = s->f->restore ? numbers : s->n;
  if (s->run->numbers)
    s->run->numbers[segment] = (double) s->numbers;
  s->counts_numbers = false;
}

/* Count the keys by the highest digit in which they differ.  *any: a key of theirs, if the result is 0; that is, the
   bits in which they differ.  */
static uint64_t
count_set (gr_selector *s, gr_key_set *set, uint64_t *any)
{
  for (;;)
    {
      uint64_t all = UINT64_MAX;
      size_t numbers = 0;
      s->set = set;
      s->shift = set->bits > GR_RANK_DIGIT ? set->bits - GR_RANK_DIGIT : 0;
      gr_cpu_for_parts (s, set->n, count_part);
      *any = 0;
      if (is_stopped (s))
        return 0;
      for (unsigned p = 0; p < s->present_parts; p++)
        {
          *any |= s->part[p].any;
          all &= s->part[p].all;
          numbers += s->part[p].numbers;
        }
      if (s->counts_numbers)
        put_numbers (s, numbers);
      const uint64_t differing = *any & ~all;
      if (! differing || differing >> s->shift)
        return differing;
      set->bits = 64 - (unsigned) __builtin_clzll (differing);
    }
}

/* Copy the keys of the digits that are taken.  Others go to where the next one overwrites them.  */
GR_INLINE void
take_keys (const gr_selector *s, gr_rank_part *p, const char *keys, unsigned width, size_t n)
{
  const gr_key_set set = *s->set;
  const unsigned shift = s->shift;
  char *const taken = s->taken;
  for (size_t i = 0; i < n; i++)
    {
      const uint64_t key = gr_get_number (keys, width, i);
      const size_t digit = digit_of (key, shift, is_meant (key, &set));
      gr_put_number (taken, width, p->at[digit], key);
      p->at[digit] += s->takes[digit];
    }
}

static void
take_part (gr_selector *s, unsigned part, size_t first, size_t end)
{
  uint64_t made[GR_RANK_FEW];
  for (size_t begin = first; begin < end; begin += GR_RANK_FEW)
    {
      const size_t n = end - begin < GR_RANK_FEW ? end - begin : GR_RANK_FEW;
      const char *const keys = present_keys (s, begin, n, made);
      if (s->width == 8)
        take_keys (s, s->part + part, keys, 8, n);
      else
        take_keys (s, s->part + part, keys, 4, n);
    }
}

/* ---- digit by digit ---- */

/* The keys of a digit, among which are the wanted ranks [first, end).  */
typedef struct
{
  gr_key_set set;
  size_t first, end, candidates;
  unsigned digit;
  bool is_taken;
} bucket;

/* After a count: find the digits of ranks [first, end).  Results: how many there are.  */
static size_t
find_buckets (const gr_selector *s, uint64_t key, size_t first, size_t end, bucket *buckets)
{
  const uint64_t high = s->set->bits < 64 ? key >> s->set->bits << s->set->bits : 0;
  size_t count = 0, below = s->set->below;
  for (unsigned digit = 0; digit < GR_RANK_BUCKETS && first < end; digit++)
    {
      size_t candidates = 0;
      for (unsigned p = 0; p < s->present_parts; p++)
        for (unsigned c = 0; c < GR_RANK_COUNTERS; c++)
          candidates += s->part[p].counts[c][digit];
      const size_t next = wanted_below (s, first, end, below + candidates);
      if (next > first)
        {
          bucket *const b = buckets + count++;
          *b = (bucket){ .set = *s->set, .first = first, .end = next, .candidates = candidates, .digit = digit };
          b->set.mask = all_bits (s) >> s->shift << s->shift;
          b->set.prefix = high | (uint64_t) digit << s->shift;
          b->set.bits = s->shift;
          b->set.below = below;
          b->is_taken = candidates <= s->set->n / 4;
        }
      below += candidates;
      first = next;
    }
  return count;
}

/* Copy the keys of digits that have few.  Each part has a line of the cache for keys that it does not take.  Result:
   the copied keys, or NULL if there are none or no memory.  */
static char *
take_few (gr_selector *s, bucket *buckets, size_t count)
{
  const size_t line = GR_HOST_CACHE_LINE / s->width;
  size_t taken = 0;
  for (size_t k = 0; k < count; k++)
    taken += buckets[k].is_taken ? buckets[k].candidates : 0;
  if (! taken)
    return NULL;
  s->taken = gr_fault_is_due (GR_FAULT_MEMORY) ? NULL : malloc ((taken + line * (s->present_parts + 1)) * s->width);
  if (! s->taken)
    {
      s->lacks_memory = true;
      return NULL;
    }
  memset (s->takes, 0, sizeof s->takes);
  for (unsigned p = 0; p < s->present_parts; p++)
    for (unsigned digit = 0; digit <= GR_RANK_BUCKETS; digit++)
      s->part[p].at[digit] = taken + line * (p + 1);
  taken = 0;
  for (size_t k = 0; k < count; k++)
    if (buckets[k].is_taken)
      {
        const unsigned digit = buckets[k].digit;
        gr_key_set *const set = &buckets[k].set;
        *set = (gr_key_set){ NULL, s->taken + taken * s->width, buckets[k].candidates, set->below, 0, 0, set->bits };
        s->takes[digit] = true;
        for (unsigned p = 0; p < s->present_parts; p++)
          {
            s->part[p].at[digit] = taken;
            for (unsigned c = 0; c < GR_RANK_COUNTERS; c++)
              taken += s->part[p].counts[c][digit];
          }
      }
  gr_cpu_for_parts (s, s->set->n, take_part);
  return s->taken;
}

/* Guess in which bits the wanted ranks [first, end) agree, from a sample of the segment: doubles that are close share a
   sign and exponents, and digits below tell more of them apart.  Most elements may be the same.  */
static gr_key_set
guess_prefix (const gr_selector *s, const gr_key_set *segment, size_t first, size_t end)
{
  uint64_t keys[SAMPLE];
  gr_key_set set = *segment;
  for (size_t i = 0; i < SAMPLE; i++)
    s->f->to_keys (set.elements + i * (set.n / SAMPLE) * s->size, 0, 1, 0, (char *) keys + i * s->width, NULL);
  if (s->width == 8)
    insert_keys ((char *) keys, 8, SAMPLE);
  else
    insert_keys ((char *) keys, 4, SAMPLE);
  const size_t lower = s->wanted[first].rank / (set.n / SAMPLE), upper = s->wanted[end - 1].rank / (set.n / SAMPLE) + 1;
  if (lower < MARGIN || upper + MARGIN >= SAMPLE)
    return set;
  const uint64_t least = gr_get_number (keys, s->width, lower - MARGIN),
                 differing = least ^ gr_get_number (keys, s->width, upper + MARGIN);
  const unsigned bits = differing ? 64 - (unsigned) __builtin_clzll (differing) : 0;
  set.bits = bits < set.bits ? bits : set.bits;
  set.mask = set.bits < 64 ? all_bits (s) >> set.bits << set.bits : 0;
  set.prefix = least & set.mask;
  return set;
}

/* Are the wanted ranks [first, end) among the keys that were counted?  */
static bool
are_counted (const gr_selector *s, size_t below, size_t first, size_t end)
{
  size_t others = 0;
  for (unsigned p = 0; p < s->present_parts; p++)
    for (unsigned c = 0; c < GR_RANK_COUNTERS; c++)
      others += s->part[p].counts[c][GR_RANK_BUCKETS];
  return below <= s->wanted[first].rank && s->wanted[end - 1].rank < below + (s->set->n - others);
}

/* Find the wanted ranks [first, end), of which there is at least one, among the keys.  */
static void
find_ranks (gr_selector *s, gr_key_set set, size_t first, size_t end)
{
  uint64_t key = 0;
  if (! set.elements && set.n <= GR_RANK_FEW)
    {
      find_among_few (s, (char *) set.keys, set.n, set.below, first, end);
      return;
    }
  const bool is_whole = set.elements && ! set.mask && s->size == s->width;
  const gr_key_set all = set;
  if (is_whole)
    set = guess_prefix (s, &all, first, end);
  uint64_t differing = count_set (s, &set, &key);
  if (set.mask && is_whole && ! is_stopped (s))
    {
      for (unsigned p = 0; p < s->present_parts; p++)
        set.below += s->part[p].less;
      if (! are_counted (s, set.below, first, end))
        {
          set = all;
          differing = count_set (s, &set, &key);
        }
    }
  if (is_stopped (s))
    return;
  if (! differing)
    {
      put (s, first, end, key);
      return;
    }
  const unsigned shift = s->shift;
  const size_t most = end - first < GR_RANK_BUCKETS ? end - first : GR_RANK_BUCKETS;
  bucket *const buckets = gr_fault_is_due (GR_FAULT_MEMORY) ? NULL : malloc (most * sizeof *buckets);
  char *taken = NULL;
  s->lacks_memory |= ! buckets;
  const size_t count = buckets ? find_buckets (s, key, first, end, buckets) : 0;
  if (shift)
    taken = take_few (s, buckets, count);
  for (size_t k = 0; k < count && ! s->lacks_memory && ! is_stopped (s); k++)
    if (shift)
      find_ranks (s, buckets[k].set, buckets[k].first, buckets[k].end);
    else
      put (s, buckets[k].first, buckets[k].end, buckets[k].set.prefix);
  free (taken);
  free (buckets);
}

void
gr_cpu_find_ranks (gr_selector *s, const char *elements)
{
  uint64_t made[GR_RANK_FEW];
  if (s->n > GR_RANK_FEW)
    {
      find_ranks (s, (gr_key_set){ .elements = elements, .n = s->n, .bits = 8 * s->size }, 0, s->count);
      return;
    }
  s->f->to_keys (elements, 0, s->n, 0, made, NULL);
  if (s->counts_numbers)
    put_numbers (s, s->width == 8 ? count_numbers ((char *) made, 8, s->n) : count_numbers ((char *) made, 4, s->n));
  find_among_few (s, (char *) made, s->n, 0, 0, s->count);
}
