/* SPDX-License-Identifier: GPL-3.0-or-later

   Segments of any lengths, by offsets and by keys: every operator and type with their options.  On the host each
   segment of a division by offsets has the bits of a call of its own; on a device, and by keys, results are those of
   the reference of backend_test, within its bound.  Also what is refused, what fails, and what is interrupted.

     ragged_test BACKEND [SHARE]   one in SHARE of the requests; a quick sample if that is left out
     ragged_test BACKEND time      seconds, the median of 7, and bytes per second

   BACKEND is cpu, cuda, or (in the build with GR_TEST_SIMT) cpu or simt.  Prints what is not so, then `N passed, N
   failed`; status 1 if something is not.  It is linked with files of backend_test.  */

#define _POSIX_C_SOURCE 200809L

#include <sys/wait.h>
#include <unistd.h>

#include "backend/backend_test.h"
#include "core/call.h"
#include "ragged_test.h"

/* ---- divisions ---- */

enum pattern { LISTED, SHORT, POWER, ONE_LONG, WHOLE, PATTERNS };

/* Offsets of `count` segments.  */
typedef struct
{
  size_t count;
  double *offsets;
} division;

static size_t
length_of_pattern (enum pattern pattern, size_t n, size_t number)
{
  static const size_t lengths[]
    = { 0, 1, 2, 3, 4, 5, 31, 32, 33, 63, 64, 65, 255, 256, 257, 1000, 1023, 1024, 1025, 4096, 5000, 40000 };
  const size_t most = n < 3000 ? 12 : sizeof lengths / sizeof *lengths;
  switch (pattern)
    {
    case LISTED:
      return lengths[bits () % most];
    case POWER:
      return (size_t) (powl (uniform () + 1e-6L, -0.9L) - 0.7L);
    case ONE_LONG:
      return number == 3 ? n / 2 : bits () % 4;
    case WHOLE:
      return n;
    default:
      return bits () % 7;
    }
}

/* Divide n elements; the last segments have none.  */
static division
divide (enum pattern pattern, size_t n)
{
  const size_t most = 4 * n + 64;
  division d = { 0, need ((most + 1) * sizeof *d.offsets) };
  size_t at = 0;
  d.offsets[0] = 0;
  while (d.count < most - 2 && (at < n || ! d.count))
    {
      const size_t wanted = d.count == most - 3 ? n : length_of_pattern (pattern, n, d.count);
      at += n - at < wanted ? n - at : wanted;
      d.offsets[++d.count] = (double) at;
    }
  for (size_t k = bits () % 3; k > 0 && pattern != WHOLE; k--)
    d.offsets[++d.count] = (double) n;
  return d;
}

static bool
has_empty (const division *d)
{
  for (size_t s = 0; s < d->count; s++)
    if (d->offsets[s] == d->offsets[s + 1])
      return true;
  return false;
}

static bool
needs_value (const gr_request *q)
{
  return gr_operators[q->op].accumulator == GR_ACCUMULATOR_EXTREMUM && ! gr_operators[q->op].is_scan;
}

static void
complain (const gr_request *q, const char *what)
{
  describe (q);
  printf (": %s: %s\n", what, gr_message ());
}

/* Results and positions of a request.  */
typedef struct
{
  gr_type type;
  size_t count, size;
  char *out;
  double *index;
} results;

static results
room_for (const gr_request *q, size_t count, bool indexed)
{
  results r = { .count = count };
  if (gr_result_type (q, &r.type) != GR_OK)
    abort ();
  r.size = gr_types[r.type].size;
  r.out = need (count * r.size);
  r.index = indexed ? need (count * sizeof *r.index) : NULL;
  memset (r.out, 0xa5, count * r.size);
  for (size_t k = 0; indexed && k < count; k++)
    r.index[k] = -1;
  return r;
}

static void
drop (results r)
{
  free (r.out);
  free (r.index);
}

/* Results from number `first` on.  */
static results
results_from (results r, size_t first, size_t count)
{
  return (results){ r.type, count, r.size, r.out + first * r.size, r.index ? r.index + first : NULL };
}

/* The same bits, or NaN both: which bits a NaN has depends on the order in which a compiler puts two factors.  */
static bool
same_numbers (results a, results b)
{
  const gr_type_info *const type = &gr_types[a.type];
  const size_t size = type->is_complex ? type->size / 2 : type->size, n = a.count * a.size / size;
  for (size_t k = 0; k < n; k++)
    {
      const char *const p = a.out + k * size, *const q = b.out + k * size;
      const bool is_floating = type->kind == GR_KIND_FLOATING;
      const double x = ! is_floating ? 0 : size == 4 ? *(const float *) p : *(const double *) p;
      const double y = ! is_floating ? 0 : size == 4 ? *(const float *) q : *(const double *) q;
      if (memcmp (p, q, size) && (x == x || y == y))
        return false;
    }
  return true;
}

static bool
same_bits (results a, results b)
{
  return same_numbers (a, b) && (! a.index || ! memcmp (a.index, b.index, a.count * sizeof *a.index));
}

/* Is that what a call with the elements of the segment alone gives, or what is to be in the place of a segment without
   elements?  */
static bool
is_segment (const gr_request *q, const void *in, size_t len, results got, const void *empty)
{
  const bool is_cpu = ! strcmp (backend, "cpu"), scan = gr_operators[q->op].is_scan;
  gr_request one = *q;
  one.len = len;
  if (! len && scan)
    return true;
  if (! len && (empty || needs_value (q)))
    return ! memcmp (got.out, empty, got.size) && (! got.index || got.index[0] == 0);
  if (is_cpu)
    {
      const results alone = room_for (&one, scan ? len : 1, got.index);
      const bool good = gr_run (&one, in, alone.out, alone.index) == GR_OK && same_bits (got, alone);
      drop (alone);
      return good;
    }
  size_t count = 0;
  expectation *const wanted = expectations (&one, got.type, in, &count);
  const bool good = agrees (&one, got.type, got.out, got.index, wanted, count);
  free (wanted);
  return good;
}

/* Has the segment the same bits if it is the only one?  Those of a device's scans depend on where it stands.  */
static bool
is_alone_the_same (const gr_request *q, const void *in, size_t len, results got)
{
  if (gr_operators[q->op].is_scan && strcmp (backend, "cpu"))
    return true;
  const double offsets[] = { 0, (double) len };
  const gr_ragged whole = { .count = 1, .offsets = offsets };
  gr_request one = *q;
  one.len = len;
  one.ragged = &whole;
  const results alone = room_for (&one, got.count, got.index);
  const bool good = ! len || (gr_run (&one, in, alone.out, alone.index) == GR_OK && same_bits (got, alone));
  drop (alone);
  return good;
}

/* Run it and compare all segments.  */
static void
check_division (const gr_request *q, const void *in, const division *d, bool indexed)
{
  const bool scan = gr_operators[q->op].is_scan, empties = has_empty (d);
  const size_t count = scan ? q->len : d->count, size = gr_types[q->type].size, before = gr_live_allocations ();
  gr_c64 value_of_empty[1];
  gr_ragged ragged = { .count = d->count, .offsets = d->offsets };
  gr_request whole = *q;
  whole.ragged = &ragged;
  const results got = room_for (&whole, count, indexed), again = room_for (&whole, count, indexed);
  set (got.type, value_of_empty, 0, (value){ 1, 1 });
  if (needs_value (q) && empties)
    EXPECT (gr_run (&whole, in, got.out, got.index) == GR_BAD_ARGUMENT && says ("there are segments without elements"));
  if (bits () % 2 || (needs_value (q) && empties))
    ragged.empty = value_of_empty;
  bool good = gr_run (&whole, in, got.out, got.index) == GR_OK && gr_run (&whole, in, again.out, again.index) == GR_OK;
  if (! good || ! same_bits (got, again))
    complain (q, "fails, or differs between two runs");
  good = good && same_bits (got, again);
  const size_t probe = d->count ? bits () % d->count : 0;
  for (size_t s = 0; good && s < d->count; s++)
    {
      const size_t begin = (size_t) d->offsets[s], len = (size_t) d->offsets[s + 1] - begin;
      const char *const from = (const char *) in + begin * size;
      const results here = results_from (got, scan ? begin : s, scan ? len : 1);
      good = is_segment (q, from, len, here, ragged.empty) && (s != probe || is_alone_the_same (q, from, len, here));
      if (! good)
        {
          describe (q);
          printf (": segment %zu, of %zu elements from number %zu on, is another one alone\n", s, len, begin);
        }
    }
  drop (got);
  drop (again);
  good = good && gr_live_allocations () == before;
  *(good ? &passed : &failed) += 1;
}

/* ---- keys ---- */

/* Keys of a type, which hold `count` of them at most: others are made of what they are not.  */
static value
some_key (gr_type type, size_t count, size_t *key, bool skips)
{
  static const long double other[] = { 0, -1, 0.5L, 1e6L, NAN, -INFINITY, INFINITY };
  *key = bits () % count;
  if (! skips || bits () % 4)
    return (value){ (long double) (*key + 1), 0 };
  *key = count;
  const long double k = other[bits () % (is_integer (type) ? 1 : sizeof other / sizeof *other)];
  return (value){ k == 1e6L ? (long double) count + 1 : k, 0 };
}

/* max and min have no value of a segment that no key names.  */
static void
refuse_missing_keys (const gr_request *q, const void *in, const size_t *key, results room)
{
  gr_ragged ragged = *q->ragged;
  gr_request without = *q;
  bool *const named_one = need (ragged.count);
  memset (named_one, 0, ragged.count);
  for (size_t i = 0; i < q->len; i++)
    if (key[i] < ragged.count)
      named_one[key[i]] = true;
  const bool misses = memchr (named_one, 0, ragged.count);
  free (named_one);
  ragged.empty = NULL;
  without.ragged = &ragged;
  if (misses && needs_value (q))
    EXPECT (gr_run (&without, in, room.out, NULL) == GR_BAD_ARGUMENT && says ("there are segments without elements"));
}

/* Run reductions by keys, and compare them with the reference.  */
static void
check_keys (const gr_request *q, const void *in, gr_type key_type, size_t count, bool one_element)
{
  const size_t size = gr_types[q->type].size, before = gr_live_allocations ();
  const bool skips = bits () % 2, sorted = bits () % 4 == 0;
  size_t *const key = need (q->len * sizeof *key);
  void *const keys = need (q->len * gr_types[key_type].size);
  char *const segment = need (q->len * size);
  gr_c64 value_of_empty[1];
  for (size_t i = 0; i < q->len; i++)
    {
      value k = some_key (key_type, count, &key[i], skips);
      if (sorted && key[i] < count)
        {
          key[i] = i * count / q->len;
          k.re = (long double) (key[i] + 1);
        }
      set (key_type, keys, i, k);
    }
  const gr_ragged ragged = { .count = count,
                             .keys = keys,
                             .key_type = key_type,
                             .skips = skips,
                             .one_element = one_element,
                             .empty = needs_value (q) || bits () % 2 ? value_of_empty : NULL };
  gr_request whole = *q;
  whole.ragged = &ragged;
  const results got = room_for (&whole, count, false), again = room_for (&whole, count, false);
  set (got.type, value_of_empty, 0, (value){ 1, 1 });
  refuse_missing_keys (&whole, in, key, got);
  bool good = gr_run (&whole, in, got.out, NULL) == GR_OK && gr_run (&whole, in, again.out, NULL) == GR_OK;
  if (! good || ! same_bits (got, again))
    complain (q, "by keys: fails, or differs between two runs");
  good = good && same_bits (got, again);
  for (size_t s = 0; good && s < count; s++)
    {
      gr_request one = *q;
      size_t wanted_count = 0;
      one.len = 0;
      for (size_t i = 0; i < q->len; i++)
        if (key[i] == s)
          memcpy (segment + one.len++ * size, (const char *) in + (one_element ? 0 : i) * size, size);
      const results here = results_from (got, s, 1);
      if (! one.len && ragged.empty)
        good = ! memcmp (here.out, value_of_empty, here.size);
      else
        {
          expectation *const wanted = expectations (&one, got.type, segment, &wanted_count);
          good = agrees (&one, got.type, here.out, NULL, wanted, wanted_count);
          free (wanted);
        }
      if (! good)
        printf ("by keys of type %d: segment %zu of %zu%s%s\n", key_type, s, count, skips ? ", some left out" : "",
                one_element ? ", one element" : "");
    }
  drop (got);
  drop (again);
  free (key);
  free (keys);
  free (segment);
  good = good && gr_live_allocations () == before;
  *(good ? &passed : &failed) += 1;
}

/* ---- requests ---- */

static void
visit (const gr_request *q, const void *in)
{
  const bool scan = gr_operators[q->op].is_scan, indexed = gr_operators[q->op].options & GR_GIVES_INDEX;
  gr_type out_type;
  if (q->weights || gr_result_type (q, &out_type) != GR_OK || bits () % share)
    return;
  const division d = divide ((enum pattern) (bits () % PATTERNS), q->len);
  check_division (q, in, &d, indexed && bits () % 4);
  free (d.offsets);
  static unsigned turn;
  const gr_type key_type = (gr_type) (turn++ % GR_TYPE_COUNT);
  if (scan || gr_types[key_type].is_complex || ! q->len)
    return;
  const size_t counts[] = { 1, 2, 7, 100 }, count = key_type == GR_TYPE_BOOL ? 1 : counts[bits () % 4];
  /* powers of one element do not stay finite */
  const bool may_repeat = gr_operators[q->op].accumulator != GR_ACCUMULATOR_PRODUCT || q->len < 100;
  check_keys (q, in, key_type, count, may_repeat && bits () % 4 == 0);
}

/* Vectors of many elements, of which each backend cuts segments and keys into parts.  */
static void
check_large (void)
{
  static const struct
  {
    gr_type type;
    gr_arithmetic arithmetic;
  } kinds[] = { { GR_TYPE_F64, GR_ARITHMETIC_DEFAULT },  { GR_TYPE_F32, GR_ARITHMETIC_DEFAULT },
                { GR_TYPE_F64, GR_ARITHMETIC_EXTRA },    { GR_TYPE_I8, GR_ARITHMETIC_NATIVE },
                { GR_TYPE_I32, GR_ARITHMETIC_DEFAULT },  { GR_TYPE_U64, GR_ARITHMETIC_DEFAULT },
                { GR_TYPE_BOOL, GR_ARITHMETIC_DEFAULT }, { GR_TYPE_C64, GR_ARITHMETIC_DEFAULT } };
  const size_t len = strcmp (backend, "simt") ? 150001 : 9001;
  for (int op = 0; op < GR_OPERATOR_COUNT; op++)
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
      {
        const gr_request q = { .op = (gr_operator) op,
                               .type = kinds[k].type,
                               .arithmetic = kinds[k].arithmetic,
                               .inner = 1,
                               .len = len,
                               .outer = 1,
                               .reverse = gr_operators[op].is_scan && bits () % 2 };
        const bool indexed = gr_operators[op].options & GR_GIVES_INDEX, repeats = bits () % 2;
        gr_type out_type;
        if (gr_result_type (&q, &out_type) != GR_OK || bits () % share)
          continue;
        void *const in = telling_array (&q);
        const division one_long = divide (ONE_LONG, len), any = divide ((enum pattern) (bits () % PATTERNS), len);
        check_division (&q, in, &one_long, indexed);
        check_division (&q, in, &any, indexed);
        if (! gr_operators[op].is_scan)
          check_keys (&q, in, GR_TYPE_F64, 3, false);
        if (! gr_operators[op].is_scan && gr_operators[op].accumulator != GR_ACCUMULATOR_PRODUCT)
          check_keys (&q, in, GR_TYPE_I32, 40, repeats);
        free (one_long.offsets);
        free (any.offsets);
        free (in);
      }
}

/* Divisions of no elements: those without segments, and those whose segments have none.  */
static void
check_nothing (void)
{
  const double offsets[] = { 0, 0, 0, 0 }, instead = -3;
  for (int op = 0; op < GR_OPERATOR_COUNT; op++)
    for (int has_value = 0; has_value < 2; has_value++)
      {
        gr_ragged ragged = { .offsets = offsets, .empty = has_value ? &instead : NULL };
        const gr_request q = { .op = (gr_operator) op, .inner = 1, .outer = 1, .ragged = &ragged };
        const division d = { 3, (double[]){ 0, 0, 0, 0 } };
        double none;
        EXPECT (gr_run (&q, NULL, &none, NULL) == GR_OK);
        gr_request plain = q;
        plain.ragged = NULL;
        check_division (&plain, NULL, &d, false);
      }
}

/* ---- failures ---- */

/* A request that takes all kinds of memory: long segments beside short ones.  */
enum { MANY = 300000 };

static bool
always (void)
{
  return true;
}

/* Progress goes on, and not beyond the end.  */
static double progress;
static bool goes_back;

static void
note_progress (double done)
{
  goes_back |= ! (done >= progress && done <= 1);
  progress = done;
}

static void
check_failures (const gr_request *q, const void *in, void *out)
{
  const size_t before = gr_live_allocations ();
  unsigned nth = 1;
  gr_status status;
  do
    {
      gr_plant_fault (GR_FAULT_MEMORY, nth++);
      status = gr_run (q, in, out, NULL);
      gr_plant_fault (GR_FAULT_NONE, 0);
      EXPECT ((status == GR_OUT_OF_MEMORY || status == GR_OK) && gr_live_allocations () == before);
    }
  while (status != GR_OK && nth < 32);
  EXPECT (nth > 2 && status == GR_OK);
  gr_set_interrupt (always);
  status = gr_run (q, in, out, NULL);
  gr_set_interrupt (NULL);
  EXPECT (status == GR_INTERRUPTED && gr_live_allocations () == before);
  gr_record record;
  progress = 0;
  gr_set_progress (note_progress);
  EXPECT (gr_run (q, in, out, NULL) == GR_OK && ! goes_back);
  gr_set_progress (NULL);
  EXPECT (gr_last (&record) && ! strcmp (record.backend, backend) && record.len == q->len && record.bytes > 0);
}

/* ---- threads ---- */

/* FNV-1a of bytes.  */
static uint64_t
add_bytes (uint64_t hash, const void *bytes, size_t n)
{
  for (size_t k = 0; k < n; k++)
    hash = (hash ^ ((const unsigned char *) bytes)[k]) * 0x100000001b3;
  return hash;
}

/* Bits of results that several threads work on, by offsets and by keys, and the failures of such calls.  */
static uint64_t
hash_results (bool fails)
{
  static const gr_operator operators[] = { GR_SUM, GR_PROD, GR_VAR, GR_MAX, GR_ALL, GR_CUMSUM };
  uint64_t hash = 0xcbf29ce484222325;
  float *const in = need (MANY * sizeof *in);
  double *const out = need (MANY * sizeof *out), *const keys = need (MANY * sizeof *keys);
  for (size_t k = 0; k < sizeof operators / sizeof *operators; k++)
    for (int pattern = 0; pattern <= PATTERNS; pattern++)
      {
        const division d = divide ((enum pattern) (pattern % PATTERNS), MANY);
        const double empty = 0;
        gr_ragged ragged = { .count = d.count, .offsets = d.offsets, .empty = &empty };
        gr_request q = { .op = operators[k], .type = GR_TYPE_F32, .inner = 1, .len = MANY, .outer = 1 };
        q.ragged = &ragged;
        for (size_t i = 0; i < MANY; i++)
          {
            in[i] = (float) random_part (q.op, q.type, false);
            keys[i] = (double) (bits () % 1000 + 1);
          }
        if (pattern == PATTERNS)
          ragged = (gr_ragged){ .count = 1000, .keys = keys, .empty = &empty };
        memset (out, 0, MANY * sizeof *out);
        if (pattern < PATTERNS || ! gr_operators[q.op].is_scan)
          EXPECT (gr_run (&q, in, out, NULL) == GR_OK);
        hash = add_bytes (hash, out, MANY * sizeof *out);
        if (fails && pattern >= ONE_LONG && (pattern < PATTERNS || ! gr_operators[q.op].is_scan))
          check_failures (&q, in, out);
        free (d.offsets);
      }
  free (in);
  free (out);
  free (keys);
  return hash;
}

static gr_status
select_backend (void)
{
#ifdef GR_TEST_SIMT
  device = strcmp (backend, "simt") ? &gr_backend_cpu : &gr_backend_simt;
  gr_use_backend (device);
  return GR_OK;
#else
  return gr_select_backend (backend);
#endif
}

/* The same with one thread, in a process that has not counted its threads yet.  */
static uint64_t
hash_of_one_thread (void)
{
  uint64_t hash = 0;
  int ends[2];
  if (pipe (ends))
    return 0;
  fflush (stdout);
  const pid_t child = fork ();
  if (! child)
    {
      setenv ("OMP_NUM_THREADS", "1", 1);
      hash = select_backend () == GR_OK ? hash_results (false) : 0;
      _exit (write (ends[1], &hash, sizeof hash) != sizeof hash);
    }
  close (ends[1]);
  EXPECT (read (ends[0], &hash, sizeof hash) == sizeof hash);
  close (ends[0]);
  waitpid (child, NULL, 0);
  return hash;
}

/* ---- all ---- */

static void
check_all (void)
{
  static const struct
  {
    size_t len;
    unsigned one_in;
  } arrays[] = { { 1, 1 }, { 40, 1 }, { 1500, 1 }, { 60000, 20 } };
  const unsigned given = share;
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
    {
      share = given * arrays[k].one_in;
      each_request (1, arrays[k].len, 1, visit);
    }
  share = given;
  check_large ();
  check_nothing ();
  check_refused ();
}

int
main (int argc, char **argv)
{
  backend = argc > 1 ? argv[1] : "cpu";
  const bool is_cpu = ! strcmp (backend, "cpu"), is_device = ! strcmp (backend, "cuda");
  const bool times = argc > 2 && ! strcmp (argv[2], "time");
  seed_random (NULL);
  const uint64_t hash = is_cpu && ! times ? hash_of_one_thread () : 0;
  if (select_backend () != GR_OK)
    {
      puts (gr_message ());
      return 2;
    }
  if (times)
    {
      time_ragged (is_device);
      return 0;
    }
  if (is_cpu)
    EXPECT (hash_results (true) == hash);
  else if (is_device)
    EXPECT (hash_results (true) != hash_results (false)); /* other elements */
  share = argc > 2 ? (unsigned) strtoul (argv[2], NULL, 10) : is_cpu || is_device ? 1 : 40;
  share += ! share;
  check_all ();
  EXPECT (gr_live_allocations () == 0);
  printf ("%ld passed, %ld failed\n", passed, failed);
  return failed || ! passed ? 1 : 0;
}
