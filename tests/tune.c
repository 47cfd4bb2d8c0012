/* SPDX-License-Identifier: GPL-3.0-or-later

   Times every kernel of `auto` that fits, over a random sample of shapes, on arrays that stay on the device.

     tune [WORD...]
     tune read FILE...
     tune fit HEADER FILE...
     tune check HEADER FILE...

   A WORD is a class of elements (default: single double int32; also complex-single and complex-double, whose imaginary
   parts are zeros), a list of operators, as sum,max+idx,cumsum+reverse (default: sum,cumsum,max+idx,var), shapes=300,
   seed=1, repeat=5 (runs of which the median counts, after one that warms up), seconds=240 (stop then), or the least
   and the greatest number of elements, as 2^24:2^28.  Every shape is timed with every operator and class, in random
   order, so that a run that is stopped has a fair sample, too.

   It needs a device, or is tune_simt, on the host's executor, where times mean nothing.

   Prints CSV, a row for each half, call and kernel:
     seed                    of the sample
     half                    1 or 2: calls are timed twice, independently
     op,type,inner,len,outer the call
     bytes_read,bytes_written  each element and result once
     kernel                  as in gpualgos ("plan")
     chosen                  1 where it is the planner's choice
     us                      microseconds of device events, with the cache emptied before each run
     repeats                 runs of which us is the median; 0: it took milliseconds, several times as long as another
   kernel, and us, which is the same in both halves, is its only time
     grid,block,shared,resident,workspace,segments,chunk,chunks,whole,tiles
                             of gr_plan (kernels/plan/plan.h); tiles: that look back, or 0
     more                    of the kernel's own part of gr_plan
   Lines that begin with # say at the end how much slower the planner's choice is than the best kernel, what a kernel's
   absence costs (regret.h), and, from a table that was made once, what holds kernels up that are not bound by memory
   (limits.h).

   tune read prints these lines of files that were printed before, and needs no device.  It asks the planner anew, so
   that another planner can be judged by the same times.  tune fit writes the numbers that fit these files (fit.h) to
   HEADER, which `make fit` has as kernels/plan/numbers.h, and tune check, a test, whether HEADER has them.  */

#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit.h"
#include "library/library.h"
#include "limits.h"
#include "random_shape.h"
#include "regret.h"
#include "timing.h"

enum { PIECE = 1 << 22, MOST_REPEATS = 101, MOST_INNER = 1 << 20, ELEMENTS_OF_A_THREAD = 1 << 15 };
static const char LIMITS[] = "plots/data/limits-h100.csv";
static const double HOPELESS = 3, LONG = 1e-3; /* a kernel that takes as many times as long as another, and as many
                                                  seconds, is timed once */

typedef struct
{
  const char *backend;
  const char *wanted; /* operators */
  int types;
  gr_type type[GR_TYPE_COUNT];
  size_t shapes, seed, repeats;
  size_t least, most; /* elements */
  double seconds;
} settings;

typedef struct
{
  gr_buffer *in[GR_TYPE_COUNT]; /* of the types that are asked for */
  gr_buffer *out, *index;
} arrays;

/* ---- the sample ---- */

/* The orders of magnitude from least to most equally often.  */
static size_t
log_uniform_between (size_t least, size_t most)
{
  const double u = (double) (random_bits () >> 11) * 0x1p-53;
  return (size_t) ((double) least * pow ((double) most / (double) least, u));
}

static bool
is_prime (size_t n)
{
  for (size_t k = 2; k * k <= n; k++)
    if (n % k == 0)
      return false;
  return n > 1;
}

/* A number near n of a kind that matters to memory: any, odd, a power of two or beside one, whole cache lines of
   single, a prime.  */
static size_t
of_some_kind (size_t n)
{
  const size_t power = (size_t) 1 << (int) log2 ((double) n);
  switch (random_bits () % 6)
    {
    case 0:
      return n | 1;
    case 1:
      return power;
    case 2:
      return random_bits () % 2 ? power + 1 : power - 1;
    case 3:
      return n >= 32 ? n / 32 * 32 : n;
    case 4:
      while (n > 2 && ! is_prime (n))
        n--;
      return n;
    default:
      return n;
    }
}

/* Segments of two elements at least.  */
static timed_call
random_call (size_t least, size_t most)
{
  timed_call c = { .count = 0 };
  do
    {
      const size_t total = log_uniform_between (least, most);
      const size_t most_inner = total / 2 < MOST_INNER ? total / 2 : MOST_INNER;
      c.inner = random_bits () % 4 ? of_some_kind (log_uniform_between (2, most_inner)) : 1;
      const size_t rest = total / c.inner;
      if (rest < 2)
        continue;
      c.len = of_some_kind (random_bits () % 3 ? log_uniform_between (2, rest) : rest);
      c.outer = c.len < 2 ? 0 : of_some_kind (rest / c.len > 1 ? rest / c.len : 1);
    }
  while (c.inner * c.len * c.outer < least || c.inner * c.len * c.outer > most);
  return c;
}

/* Every shape with every operator and type, in random order.  */
static timed_call *
make_sample (const settings *s, size_t *count)
{
  variant variants[MOST_VARIANTS];
  const int variant_count = list_variants (variants);
  size_t wanted = 0, n = 0;
  for (int v = 0; v < variant_count; v++)
    wanted += in_list (variants[v].name, s->wanted);
  timed_call *sample = host_memory (s->shapes * wanted * (size_t) s->types * sizeof *sample);
  random_state = s->seed;
  for (size_t k = 0; k < s->shapes; k++)
    {
      const timed_call shape = random_call (s->least, s->most);
      for (int v = 0; v < variant_count; v++)
        for (int t = 0; in_list (variants[v].name, s->wanted) && t < s->types; t++)
          {
            sample[n] = shape;
            sample[n].v = variants[v];
            sample[n++].type = s->type[t];
          }
    }
  for (size_t k = n; k > 1; k--)
    {
      const size_t other = random_bits () % k;
      const timed_call swapped = sample[other];
      sample[other] = sample[k - 1];
      sample[k - 1] = swapped;
    }
  *count = n;
  return sample;
}

/* ---- arrays ---- */

/* Pieces that are all the same: times do not depend on what is further apart.  */
static gr_buffer *
filled_memory (gr_type type, size_t elements)
{
  const size_t size = gr_types[type].size;
  const size_t first = elements < PIECE ? elements : PIECE;
  gr_buffer *buffer = device_memory (elements * size);
  char *piece = host_memory (first * size);
  for (size_t i = 0; i < first; i++)
    put (type, piece, i, element (ONES_TO_EIGHT, i));
  need (gr_buffer_upload (buffer, 0, piece, first * size), "upload");
  for (size_t at = first; at < elements; at *= 2)
    need (gr_buffer_copy (buffer, at * size, buffer, 0, (at < elements - at ? at : elements - at) * size), "copy");
  free (piece);
  return buffer;
}

/* Whether results and positions fit is asked of each call's type of results.  */
static arrays
make_arrays (const settings *s)
{
  arrays a = { .out = NULL };
  size_t widest = sizeof (double);
  for (int t = 0; t < s->types; t++)
    {
      const gr_type type = s->type[t];
      a.in[type] = filled_memory (type, s->most);
      widest = gr_types[type].size > widest ? gr_types[type].size : widest;
    }
  a.out = device_memory (s->most * widest);
  a.index = device_memory (s->most * sizeof (double));
  return a;
}

static void
free_arrays (const arrays *a)
{
  for (int t = 0; t < GR_TYPE_COUNT; t++)
    gr_buffer_release (a->in[t]);
  gr_buffer_release (a->out);
  gr_buffer_release (a->index);
}

/* ---- rows ---- */

static void
print_head (void)
{
  printf ("seed,half,op,type,inner,len,outer,bytes_read,bytes_written,kernel,chosen,us,repeats,grid,block,shared,"
          "resident,workspace,segments,chunk,chunks,whole,tiles,more\n");
}

/* Of the kernel's own part of the plan, what says how it goes over the array.  */
static void
print_more (const gr_plan *p)
{
  const gr_across_plan *const a = &p->of.across;
  const gr_short_plan *const t = &p->of.tile;
  const gr_rows_plan *const r = &p->of.rows;
  const gr_stripes_plan *const s = &p->of.stripes;
  const gr_cluster_plan *const c = &p->of.cluster;
  const gr_strided_plan *const d = &p->of.strided;
  switch (p->kernel)
    {
    case GR_AUTO_REDUCE:
      printf ("x=%u y=%u along=%d groups=%zu items=%zu", p->of.reduce.x, p->of.reduce.y, p->of.reduce.along,
              p->of.reduce.groups, p->of.reduce.items);
      break;
    case GR_AUTO_REDUCE_ACROSS:
      printf ("x=%u y=%u rows=%u group=%zu groups=%zu items=%zu members=%zu", a->plan.x, a->plan.y, a->rows, a->group,
              a->groups, a->plan.items, a->members);
      break;
    case GR_AUTO_REDUCE_SHORT:
    case GR_AUTO_SCAN_SHORT:
      printf ("segments=%u pitch=%u groups=%zu tiles=%zu share=%u swizzle=%u once=%d", t->segments, t->pitch, t->groups,
              t->tiles, t->share, t->swizzle, t->once);
      break;
    case GR_AUTO_SCAN_CONTIGUOUS:
      printf ("run=%u gap=%u ahead=%u tiles=%zu", p->of.contiguous.run, p->of.contiguous.gap, p->of.contiguous.ahead,
              p->of.contiguous.tiles);
      break;
    case GR_AUTO_SCAN_ROWS:
      printf ("y=%u run=%u threads=%u ahead=%u tiles=%zu", r->y, r->run, r->threads, r->ahead, r->tiles);
      break;
    case GR_AUTO_SCAN_STRIPES:
      printf ("width=%u overlap=%u threads=%u copy_warps=%u rows=%u stages=%u stripes_per_slab=%zu stripes=%zu",
              s->width, s->overlap, s->threads, s->copy_warps, s->rows, s->stages, s->stripes_per_slab, s->stripes);
      break;
    case GR_AUTO_SCAN_CLUSTER:
      printf ("width=%u overlap=%u segments_read=%u stripes=%u stripes_per_launch=%u sub_runs=%u run=%u rows=%u "
              "stages=%u rounds=%u total_rounds=%u",
              c->width, c->overlap, c->segments_read, c->stripes, c->stripes_per_launch, c->sub_runs, c->run, c->rows,
              c->stages, c->rounds, c->total_rounds);
      break;
    default:
      printf ("x=%u y=%u run=%u groups=%zu tiles=%zu steps=%zu bundle=%u looks_back=%d", d->x, d->y, d->run, d->groups,
              d->tiles, d->steps, d->bundle, d->looks_back);
      break;
    }
}

/* One kernel in one half.  */
typedef struct
{
  gr_plan plan;
  bool chosen;
  size_t repeats;
} timing;

static void
print_row (const settings *s, const timed_call *c, int half, int k, const timing *t)
{
  const gr_request request = request_of (&c->v, c->type, c->inner, c->len, c->outer);
  const gr_plan *const p = &t->plan;
  gr_type out_type;
  need (gr_result_type (&request, &out_type), c->v.name);
  const size_t results = c->inner * c->outer * (gr_operators[c->v.op].is_scan ? c->len : 1);
  printf ("%zu,%d,%s,%s,%zu,%zu,%zu,%zu,%zu,", s->seed, half + 1, c->v.name, type_name (c->type), c->inner, c->len,
          c->outer, c->inner * c->len * c->outer * gr_types[c->type].size,
          results * (gr_types[out_type].size + (c->v.index ? sizeof (double) : 0)));
  printf ("%s,%d,%.3f,%zu,%zu,%u,%zu,%u,%zu,%zu,%zu,%zu,%zu,%zu,", c->candidates[k].kernel, t->chosen,
          c->candidates[k].us[half], t->repeats, p->grid, p->block, p->shared, p->resident, p->workspace, p->segments,
          p->chunk, p->chunks, p->whole, p->tree.tiles);
  print_more (p);
  putchar ('\n');
}

/* ---- times ---- */

/* Seconds of one run, or of the shorter of two: the first one may have loaded the kernel.  NaN where it fails.  */
static double
try_kernel (const gr_request *request, const arrays *a, double *index, double good)
{
  double seconds = NAN;
  gr_record record;
  for (int run = 0; run < 2 && ! (seconds <= good); run++)
    {
      if (gr_run (request, data_of (a->in[request->type]), data_of (a->out), index) != GR_OK || ! gr_last (&record))
        return NAN;
      seconds = fmin (seconds, record.seconds_kernels);
    }
  return seconds;
}

/* Does it fit?  Those that would have few threads at work need no time to be known as slow, and could need minutes.  */
static bool
is_candidate (const gr_plan *plan, const timed_call *c)
{
  return plan->kernel != GR_AUTO_PLANNER && plan->grid && plan->grid <= INT32_MAX
      && c->inner * c->len * c->outer / plan->grid / plan->block < ELEMENTS_OF_A_THREAD;
}

static void
add_candidate (timed_call *c, const gr_plan *plan, timing *t, bool chosen)
{
  candidate *const k = &c->candidates[c->count];
  *k = (candidate){ .grid = plan->grid,
                    .segments = plan->segments,
                    .chunk = plan->chunk,
                    .chunks = plan->chunks,
                    .block = plan->block,
                    .us = { NAN, NAN } };
  snprintf (k->kernel, sizeof k->kernel, "%s", gr_auto_kernels[plan->kernel]);
  t[c->count++] = (timing){ .plan = *plan, .chosen = chosen };
}

/* The planner's choice first: it shows what a good time is.  */
static void
list_candidates (timed_call *c, timing *t)
{
  const gr_plan choice = plan_call (c, GR_AUTO_PLANNER);
  if (choice.kernel != GR_AUTO_PLANNER)
    add_candidate (c, &choice, t, true);
  for (int kernel = GR_AUTO_PLANNER + 1; kernel < GR_AUTO_COUNT; kernel++)
    {
      const gr_plan plan = plan_call (c, (gr_auto_kernel) kernel);
      if (plan.kernel != choice.kernel && is_candidate (&plan, c))
        add_candidate (c, &plan, t, false);
    }
}

static void
time_call (const settings *s, const arrays *a, timed_call *c)
{
  timing t[MOST_CANDIDATES];
  gr_request request = request_of (&c->v, c->type, c->inner, c->len, c->outer);
  double *const index = c->v.index ? data_of (a->index) : NULL;
  double best = INFINITY, seconds[MOST_REPEATS];
  request.place = GR_ON_DEVICE;
  list_candidates (c, t);
  for (int half = 0; half < HALVES; half++)
    for (int k = 0; k < c->count; k++)
      {
        double *const us = c->candidates[k].us;
        request.kernel = t[k].plan.kernel;
        if (! half && k)
          {
            const double once = try_kernel (&request, a, index, fmax (HOPELESS * best, LONG));
            if (once > HOPELESS * best && once > LONG)
              us[0] = us[1] = 1e6 * once;
          }
        if (isnan (us[half]))
          {
            t[k].repeats = s->repeats;
            if (gr_measure (&request, data_of (a->in[c->type]), data_of (a->out), index, (unsigned) s->repeats, seconds)
                == GR_OK)
              us[half] = 1e6 * median (seconds, s->repeats);
            else
              fprintf (stderr, "%s: %s %s %zux%zux%zu %s: %s\n", timing_program, c->v.name, type_name (c->type),
                       c->inner, c->len, c->outer, c->candidates[k].kernel, gr_message ());
          }
        best = fmin (best, 1e-6 * us[half]);
        if (! isnan (us[half]))
          print_row (s, c, half, k, &t[k]);
      }
  fflush (stdout);
}

/* ---- the command line ---- */

/* From text as "2^24" or "1000".  */
static bool
read_size (const char **at, size_t *size)
{
  char *end;
  *size = strtoull (*at, &end, 10);
  if (end == *at)
    return false;
  if (*size == 2 && *end == '^')
    {
      const unsigned long power = strtoul (end + 1, &end, 10);
      if (power > 40)
        return false;
      *size = (size_t) 1 << power;
    }
  *at = end;
  return *size > 0;
}

static bool
read_limits (const char *word, settings *s)
{
  return read_size (&word, &s->least) && *word++ == ':' && read_size (&word, &s->most) && ! *word && s->least >= 16
      && s->most >= 2 * s->least;
}

/* The number of NAME=number; false if it is another word.  */
static bool
read_number (const char *word, const char *name, size_t *number)
{
  const size_t n = strlen (name);
  if (strncmp (word, name, n) || word[n] != '=')
    return false;
  const char *at = word + n + 1;
  if (! read_size (&at, number) || *at)
    fail (word, "needs a number from 1 on");
  return true;
}

static void
add_type (settings *s, gr_type type)
{
  int t = 0;
  while (t < s->types && s->type[t] != type)
    t++;
  s->type[t] = type;
  s->types += t == s->types;
}

static settings
read_words (int argc, char **argv)
{
  static const gr_type default_types[] = { GR_TYPE_F32, GR_TYPE_F64, GR_TYPE_I32 };
  variant variants[MOST_VARIANTS];
  const int variant_count = list_variants (variants);
  size_t seconds = 240;
  settings s = { .wanted = "sum,cumsum,max+idx,var",
                 .shapes = 300,
                 .seed = 1,
                 .repeats = 5,
                 .least = (size_t) 1 << 24,
                 .most = (size_t) 1 << 28 };
  for (int i = 1; i < argc; i++)
    {
      const int type = find_type (argv[i]);
      if (type >= 0)
        add_type (&s, (gr_type) type);
      else if (are_variants (argv[i], variants, variant_count))
        s.wanted = argv[i];
      else if (! read_number (argv[i], "shapes", &s.shapes) && ! read_number (argv[i], "seed", &s.seed)
               && ! read_number (argv[i], "repeat", &s.repeats) && ! read_number (argv[i], "seconds", &seconds)
               && ! read_limits (argv[i], &s))
        fail (argv[i], "is no class of numbers, no list of operators as sum,max+idx, no numbers of elements from 16 on "
                       "as 2^24:2^28, and not shapes=, seed=, repeat= or seconds= with a number");
    }
  if (! s.types)
    for (size_t t = 0; t < sizeof default_types / sizeof *default_types; t++)
      add_type (&s, default_types[t]);
  s.seconds = (double) seconds;
  if (s.repeats > MOST_REPEATS)
    fail ("repeat", "is too large");
  return s;
}

static int
judge_files (int files, char **paths)
{
  for (int i = 0; i < files; i++)
    {
      size_t count;
      timed_call *const calls = read_calls (paths[i], &count);
      printf ("# %s: %zu calls\n", paths[i], count);
      print_regret (calls, count);
      free (calls);
    }
  return 0;
}

/* What HEADER is to have, in new memory.  */
static char *
fit_files (int files, char **paths, FILE *log)
{
  timed_call **const calls = host_memory ((size_t) files * sizeof *calls);
  size_t *const counts = host_memory ((size_t) files * sizeof *counts), size;
  char *text;
  FILE *const header = open_memstream (&text, &size);
  if (! header)
    fail ("fit", "not enough memory");
  for (int i = 0; i < files; i++)
    calls[i] = read_calls (paths[i], &counts[i]);
  fit_numbers (files, paths, calls, counts, header, log);
  fclose (header);
  for (int i = 0; i < files; i++)
    free (calls[i]);
  free (counts);
  free (calls);
  return text;
}

static int
write_header (const char *path, const char *text)
{
  FILE *const f = fopen (path, "w");
  if (! f || fputs (text, f) < 0 || fclose (f))
    fail (path, "cannot be written");
  return 0;
}

static int
check_header (const char *path, const char *text)
{
  const size_t size = strlen (text);
  char *const held = host_memory (size + 1);
  FILE *const f = fopen (path, "r");
  if (! f)
    fail (path, "cannot be read");
  const bool is_same = fread (held, 1, size + 1, f) == size && ! memcmp (held, text, size);
  if (! is_same)
    printf ("%s is not what `make fit` writes:\n%s", path, text);
  printf ("%d passed, %d failed\n", is_same, ! is_same);
  fclose (f);
  free (held);
  return ! is_same;
}

static int
fit_or_check (bool is_check, int files, char **paths)
{
  char *const text = fit_files (files - 1, paths + 1, is_check ? NULL : stdout);
  const int status = is_check ? check_header (paths[0], text) : write_header (paths[0], text);
  free (text);
  return status;
}

int
main (int argc, char **argv)
{
  timing_program = "tune";
  if (argc > 3 && (! strcmp (argv[1], "fit") || ! strcmp (argv[1], "check")))
    return fit_or_check (! strcmp (argv[1], "check"), argc - 2, argv + 2);
  if (argc > 2 && ! strcmp (argv[1], "read"))
    return judge_files (argc - 2, argv + 2);
  settings s = read_words (argc, argv);
#ifdef GR_TEST_SIMT
  gr_use_backend (&gr_backend_simt);
#endif
  need (gr_backend_name (&s.backend), "backend");
  if (! strcmp (s.backend, "cpu"))
    fail ("the backend cpu", "has none of the kernels of auto: a device is needed");

  size_t count, timed = 0;
  timed_call *const sample = make_sample (&s, &count);
  const arrays a = make_arrays (&s);
  print_device (s.backend);
  printf (", median of %zu, seed %zu, %zu shapes of %zu to %zu elements\n", s.repeats, s.seed, s.shapes, s.least,
          s.most);
  print_head ();
  const double begin = gr_now ();
  while (timed < count && gr_now () - begin < s.seconds)
    time_call (&s, &a, &sample[timed++]);
  printf ("# %zu of %zu calls in %.0f s\n", timed, count, gr_now () - begin);
  print_regret (sample, timed);
  print_limits (LIMITS, s.wanted, s.type, s.types);
  free_arrays (&a);
  free (sample);
  return 0;
}
