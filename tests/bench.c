/* SPDX-License-Identifier: GPL-3.0-or-later

   Times `auto` on arrays that stay on the device, against the limits of the
   memory, against the CUDA Toolkit's primitives and against other libraries.

     bench [WORD...]

   A WORD is a class of elements (default: single double int32; also complex-single and
   complex-double, whose imaginary parts are zeros), a shape and the dimension to run
   along, as 512x512x1024:2 or mid-dim (default: thirteen), a list of operators, as
   sum,max+idx,cumsum+reverse (default: all), kernel=NAME, a kernel of auto as in
   gpualgos ("plan") instead of the planner's choice, or peers=FILE, a CSV file of other libraries'
   times (plots/data/h200-peers.csv), which counts if its first line names the device.

   Prints CSV.  us is the median of the library's device-event times with the
   cache emptied before each run; GB/s counts the input read once and the results
   written once.  limit_us: what only reading (reductions) or only copying (scans)
   as many bytes takes, measured beside it; ratio: limit_us / us.  cub_us: the
   Toolkit on raw elements, where it has the primitive.  Every result is compared
   with the host backend's; a row that differs or fails has no numbers.

   Data are small integers, so that sums and products are exact in any order.  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpureduce.h"
#include "timing.h"
#ifdef BENCH_WITH_CUB
#  include "bench_cub.h"
#endif

enum { REPETITIONS = 11, LARGE = 1 << 26, SMALL = 1 << 20, MOST_WORDS = 64, PIECE = 1 << 22, POISON = 1 << 20 };

/* ---- what there is to time ---- */

typedef struct
{
  char name[80], dims[64];
  int dim;
  size_t inner, len, outer;
} shape;

/* From text as "512x512x1024:2"; false if it is none.  */
static bool
read_shape (const char *name, const char *text, shape *s)
{
  const char *at = text;
  size_t extent[GR_MAX_DIMS];
  int n = 0, used = 0;
  while (n < GR_MAX_DIMS && sscanf (at, "%zu%n", &extent[n], &used) == 1 && extent[n] > 0)
    {
      n++;
      at += used;
      if (*at != 'x')
        break;
      at++;
    }
  *s = (shape){ .inner = 1, .len = 1, .outer = 1 };
  used = 0;
  if (! n || sscanf (at, ":%d%n", &s->dim, &used) != 1 || at[used] || s->dim < 1 || s->dim > n)
    return false;
  for (int k = 1; k <= n; k++)
    *(k < s->dim ? &s->inner : k > s->dim ? &s->outer : &s->len) *= extent[k - 1];
  snprintf (s->name, sizeof s->name, "%s", name);
  snprintf (s->dims, sizeof s->dims, "%.*s", (int) (at - text), text);
  return true;
}

static const struct
{
  const char *name, *text;
} default_shapes[] = {
  { "vector", "268435456:1" },
  { "square-cols", "16384x16384:1" },
  { "square-rows", "16384x16384:2" },
  { "short-cols", "32x8388608:1" },
  { "short-rows", "8388608x32:2" },
  { "few-long-cols", "8388608x32:1" },
  { "few-long-rows", "32x8388608:2" },
  { "mid-dim", "512x512x1024:2" },
  { "odd-cols", "100003x2687:1" },
  { "odd-rows", "100003x2687:2" },
  { "tiny", "1024:1" },
  { "small", "65536:1" },
  { "medium", "1048576:1" },
};
enum { DEFAULT_SHAPES = sizeof default_shapes / sizeof *default_shapes };
static const gr_type default_types[] = { GR_TYPE_F32, GR_TYPE_F64, GR_TYPE_I32 };
enum { DEFAULT_TYPES = sizeof default_types / sizeof *default_types };

/* By name or, for others, from its text.  */
static bool
find_shape (const char *word, shape *s)
{
  for (int i = 0; i < DEFAULT_SHAPES; i++)
    if (! strcmp (word, default_shapes[i].name) || ! strcmp (word, default_shapes[i].text))
      return read_shape (default_shapes[i].name, default_shapes[i].text, s);
  return read_shape (word, word, s);
}

static size_t
elements (const shape *s)
{
  return s->inner * s->len * s->outer;
}

static data
data_for (gr_operator op)
{
  return op == GR_PROD || op == GR_CUMPROD ? ONES_AND_TWOS
       : op == GR_ANY                      ? FEW_ONES
       : op == GR_ALL                      ? FEW_ZEROS
                                           : ONES_TO_EIGHT;
}

/* ---- elements of any type ---- */

#define GET_0(T) return (double) ((const T *) p)[i];
#define GET_1(T) return ((const T *) p)[i].im == 0 ? (double) ((const T *) p)[i].re : NAN;
#define CASE(_, ID, T, CLASS, COMPLEX, ...)                                                                            \
  case GR_TYPE_##ID:                                                                                                   \
    GET_##COMPLEX (T) break;

static double
get (gr_type type, const void *p, size_t i)
{
  switch (type)
    {
      GR_TYPES (CASE, _)
    default:
      return NAN;
    }
  return NAN;
}

/* ---- numbers ---- */

/* Median seconds of the limit, measured once for each number of bytes.  */
static double
limit_seconds (gr_limit which, size_t bytes)
{
  enum { MOST = 1024 };
  static struct
  {
    gr_limit which;
    size_t bytes;
    double seconds;
  } known[MOST];
  static int count;
  double seconds[REPETITIONS];
  for (int i = 0; i < count; i++)
    if (known[i].which == which && known[i].bytes == bytes)
      return known[i].seconds;
  need (gr_measure_limit (which, bytes, REPETITIONS, seconds), "limit");
  const double result = median (seconds, REPETITIONS);
  if (count < MOST)
    {
      known[count].which = which;
      known[count].bytes = bytes;
      known[count++].seconds = result;
    }
  return result;
}

typedef struct
{
  char op[32], type[16], dims[64], library[16];
  int dim;
  double us;
} peer;
static peer *peers;
static int peer_count;

/* The rows of a file whose first line names the device.  */
static void
read_peers (const char *path, const char *device)
{
  char line[1024];
  FILE *f = fopen (path, "r");
  if (! f || ! fgets (line, sizeof line, f))
    fail (path, "cannot be read");
  if (! strstr (line, device))
    fprintf (stderr, "bench: %s is not of this device (%s): no comparison\n", path, device);
  else
    while (fgets (line, sizeof line, f))
      {
        peer p;
        if (sscanf (line, "%31[^,],%15[^,],%*[^,],%63[^,],%d,%15[^,],%lf", p.op, p.type, p.dims, &p.dim, p.library,
                    &p.us)
            == 6)
          {
            peer *more = realloc (peers, (size_t) (peer_count + 1) * sizeof *peers);
            if (! more)
              fail (path, "not enough memory");
            peers = more;
            peers[peer_count++] = p;
          }
      }
  fclose (f);
}

/* The peers' "amax" gives no index, their "cummax" always does.  */
static const peer *
find_peer (const variant *v, gr_type type, const shape *s)
{
  const char *name = ! strcmp (v->name, "max")        ? "amax"
                   : ! strcmp (v->name, "cummax+idx") ? "cummax"
                   : ! strcmp (v->name, "cummax")     ? ""
                                                      : v->name;
  for (int i = 0; i < peer_count; i++)
    if (! strcmp (peers[i].op, name) && ! strcmp (peers[i].type, type_name (type)) && ! strcmp (peers[i].dims, s->dims)
        && peers[i].dim == s->dim)
      return &peers[i];
  return NULL;
}

/* ---- targets ---- */

typedef enum { READ, READ_INDEX, READ_SPREAD, COPY, COPY_INDEX, PEER, CUB, TARGET_COUNT } target_id;
typedef struct
{
  const char *text;
  double least;
  int rows, met;
  double worst;
  char row[160];
} target;
static target targets[TARGET_COUNT] = {
  [READ] = { "sum prod max min any all sumsq mean, large: 0.95 of the read limit", 0.95 },
  [READ_INDEX] = { "max and min with index, large: 0.92 of the read limit", 0.92 },
  [READ_SPREAD] = { "var std, large: 0.90 of the read limit", 0.90 },
  [COPY] = { "cumsum cumprod cummax cummin, large: 0.93 of the copy limit", 0.93 },
  [COPY_INDEX] = { "cummax and cummin with index, large: 0.90 of the copy limit", 0.90 },
  [PEER] = { "ahead of the best peer (its time / ours)", 1.0 },
  [CUB] = { "up to 2^20 elements: at or below cub (its time / ours)", 1.0 },
};

/* That of the limit, or TARGET_COUNT.  */
static target_id
limit_target (const variant *v)
{
  if (v->reverse || v->exclusive)
    return TARGET_COUNT;
  if (gr_operators[v->op].is_scan)
    return v->index ? COPY_INDEX : COPY;
  return v->index ? READ_INDEX : gr_operators[v->op].options & GR_TAKES_WEIGHTS ? READ_SPREAD : READ;
}

static void
count_row (target_id id, double ratio, const char *row)
{
  if (! targets[id].rows++ || ratio < targets[id].worst)
    {
      targets[id].worst = ratio;
      snprintf (targets[id].row, sizeof targets[id].row, "%s", row);
    }
  targets[id].met += id == PEER ? ratio > targets[id].least : ratio >= targets[id].least;
}

static void
print_targets (void)
{
  for (int i = 0; i < TARGET_COUNT; i++)
    if (targets[i].rows)
      printf ("# target: %s: %d of %d rows, worst: %s %.3f\n", targets[i].text, targets[i].met, targets[i].rows,
              targets[i].row, targets[i].worst);
}

/* ---- one row ---- */

typedef struct
{
  const char *backend;
  int types;
  gr_type type[GR_TYPE_COUNT];
  size_t most;                  /* elements of the largest shape */
  gr_buffer *in[GR_TYPE_COUNT]; /* one for each type */
  gr_buffer *out, *index;
  int8_t *source;   /* the same elements on the host */
  void *want, *got; /* on the host: results of the host backend, and of the device */
  double *want_index, *got_index;
  gr_auto_kernel kernel; /* that runs instead of the planner's choice */
} arrays;

static void
fill (const arrays *a, data which)
{
#pragma omp parallel for
  for (size_t i = 0; i < a->most; i++)
    a->source[i] = element (which, i);
  for (int t = 0; t < a->types; t++)
    {
      const size_t size = gr_types[a->type[t]].size;
      char *piece = host_memory (PIECE * size);
      for (size_t at = 0; at < a->most; at += PIECE)
        {
          const size_t n = a->most - at < PIECE ? a->most - at : PIECE;
#pragma omp parallel for
          for (size_t i = 0; i < n; i++)
            put (a->type[t], piece, i, a->source[at + i]);
          need (gr_buffer_upload (a->in[t], at * size, piece, n * size), "upload");
        }
      free (piece);
    }
}

/* The host backend's results, on the elements as bytes: they are the same numbers.  */
static void
compute_reference (const arrays *a, const variant *v, const shape *s)
{
  const gr_request request = request_of (v, GR_TYPE_I8, s->inner, s->len, s->outer);
  need (gr_select_backend ("cpu"), "cpu");
  need (gr_run (&request, a->source, a->want, v->index ? a->want_index : NULL), v->name);
  need (gr_select_backend (a->backend), a->backend);
}

/* How many of the results that are in a->out and a->index are wrong.  Means,
   variances and what is stored in single are rounded, the rest is exact.  */
static size_t
count_wrong (const arrays *a, const variant *v, gr_type type, size_t results)
{
  gr_request request = { .op = v->op, .type = type };
  gr_type out_type, want_type;
  need (gr_result_type (&request, &out_type), v->name);
  request.type = GR_TYPE_I8;
  need (gr_result_type (&request, &want_type), v->name);
  need (gr_buffer_download (a->got, a->out, 0, results * gr_types[out_type].size), "download");
  if (v->index)
    need (gr_buffer_download (a->got_index, a->index, 0, results * sizeof *a->got_index), "download");
  const bool rounded = v->op == GR_MEAN || gr_operators[v->op].options & GR_TAKES_WEIGHTS;
  const bool single = out_type == GR_TYPE_F32 || out_type == GR_TYPE_C32;
  size_t wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
  for (size_t i = 0; i < results; i++)
    {
      const double x = get (want_type, a->want, i), want = single ? (float) x : x;
      const double got = get (out_type, a->got, i);
      const double tolerance = single ? 2e-7 * fabs (want) : rounded ? 1e-12 * fabs (want) : 0;
      const bool same
        = got == want || (isfinite (want) && fabs (got - want) <= tolerance) || (isnan (got) && isnan (want));
      wrong += ! same || (v->index && a->got_index[i] != a->want_index[i]);
    }
  return wrong;
}

/* Median seconds of the Toolkit's primitive, NaN where there is none.  */
static double
cub_seconds (const arrays *a, const variant *v, const shape *s, int t)
{
#ifdef BENCH_WITH_CUB
  double seconds[REPETITIONS];
  if (! strcmp (a->backend, "cuda") && ! v->index && ! v->reverse && ! v->exclusive && s->inner == 1
      && bench_cub (v->op, a->type[t], s->len, s->outer, data_of (a->in[t]), data_of (a->out), REPETITIONS, seconds))
    return median (seconds, REPETITIONS);
#else
  (void) a, (void) v, (void) s, (void) t;
#endif
  return NAN;
}

/* ,number or , for none.  */
static void
print_number (int digits, double x)
{
  if (isnan (x))
    putchar (',');
  else
    printf (",%.*f", digits, x);
}

static void
bench_row (const arrays *a, const variant *v, const shape *s, int t)
{
  const gr_type type = a->type[t];
  const bool scan = gr_operators[v->op].is_scan;
  const size_t results = s->inner * s->outer * (scan ? s->len : 1);
  gr_request request = request_of (v, type, s->inner, s->len, s->outer);
  gr_type out_type;
  gr_record record;
  double times[REPETITIONS], seconds = NAN, gbps = NAN, limit = NAN;
  char row[160], why[1100] = "";
  request.place = GR_ON_DEVICE;
  request.kernel = a->kernel;
  snprintf (row, sizeof row, "%.31s %.15s %.79s", v->name, type_name (type), s->name);
  need (gr_result_type (&request, &out_type), row);

  /* results that an earlier row left must not pass for this one's */
  const size_t out_bytes = results * gr_types[out_type].size;
  const size_t index_bytes = v->index ? results * sizeof (double) : 0;
  memset (a->got, 0x55, POISON);
  need (gr_buffer_upload (a->out, 0, a->got, out_bytes < POISON ? out_bytes : POISON), "upload");
  need (gr_buffer_upload (a->index, 0, a->got, index_bytes < POISON ? index_bytes : POISON), "upload");
  if (gr_measure (&request, data_of (a->in[t]), data_of (a->out), v->index ? data_of (a->index) : NULL, REPETITIONS,
                  times)
        != GR_OK
      || ! gr_last (&record))
    snprintf (why, sizeof why, "%s", gr_message ());
  else
    {
      const size_t wrong = count_wrong (a, v, type, results);
      if (wrong)
        snprintf (why, sizeof why, "%zu of %zu results differ from the host's", wrong, results);
      else
        {
          const size_t bytes = (size_t) record.bytes;
          seconds = median (times, REPETITIONS);
          gbps = record.bytes / seconds * 1e-9;
          limit = limit_seconds (scan ? GR_LIMIT_COPY : GR_LIMIT_READ, scan ? bytes / 2 : bytes);
        }
    }
  if (*why)
    fprintf (stderr, "bench: %s: %s\n", row, why);

  const double cub = cub_seconds (a, v, s, t);
  const peer *p = find_peer (v, type, s);
  printf ("%s,%s,%s,%s,%d", v->name, type_name (type), s->name, s->dims, s->dim);
  print_number (2, seconds * 1e6);
  print_number (1, gbps);
  print_number (2, limit * 1e6);
  print_number (3, limit / seconds);
  print_number (2, cub * 1e6);
  print_number (3, cub / seconds);
  printf (",%s", p ? p->library : "");
  print_number (2, p ? p->us : NAN);
  print_number (3, p ? p->us * 1e-6 / seconds : NAN);
  putchar ('\n');
  fflush (stdout);

  /* a row without a number meets nothing */
  const target_id id = limit_target (v);
  if (id < TARGET_COUNT && elements (s) >= LARGE)
    count_row (id, isnan (seconds) ? 0 : limit / seconds, row);
  if (p)
    count_row (PEER, isnan (seconds) ? 0 : p->us * 1e-6 / seconds, row);
  if (! isnan (cub) && elements (s) <= SMALL && s->inner * s->outer == 1)
    count_row (CUB, isnan (seconds) ? 0 : cub / seconds, row);
}

/* ---- the command line ---- */

int
main (int argc, char **argv)
{
  variant variants[MOST_VARIANTS];
  const int variant_count = list_variants (variants);
  shape shapes[MOST_WORDS];
  int shape_count = 0;
  const char *wanted = NULL;
  arrays a = { .most = 0 };
  gr_device device;

  timing_program = "bench";
  need (gr_backend_name (&a.backend), "backend");
  need (gr_describe_device (&device), "device");
  if (argc > MOST_WORDS)
    fail ("arguments", "too many");
  for (int i = 1; i < argc; i++)
    {
      const int type = find_type (argv[i]);
      if (type >= 0 && a.types < GR_TYPE_COUNT)
        a.type[a.types++] = (gr_type) type;
      else if (! strncmp (argv[i], "peers=", 6))
        read_peers (argv[i] + 6, device.name);
      else if (! strncmp (argv[i], "kernel=", 7))
        {
          a.kernel = find_kernel (argv[i] + 7);
          if (a.kernel == GR_AUTO_COUNT)
            fail (argv[i] + 7, "is no kernel of auto; gpualgos (\"plan\", ...) names them, as gr_scan_rows_kernel");
        }
      else if (are_variants (argv[i], variants, variant_count))
        wanted = argv[i];
      else if (find_shape (argv[i], &shapes[shape_count]))
        shape_count++;
      else
        fail (argv[i], "is no class of numbers, no shape as 512x512x1024:2, no list of operators as "
                       "sum,max+idx,cumsum+reverse, and not kernel=NAME or peers=FILE");
    }
  if (! shape_count)
    for (; shape_count < DEFAULT_SHAPES; shape_count++)
      find_shape (default_shapes[shape_count].name, &shapes[shape_count]);
  if (! a.types)
    for (; a.types < DEFAULT_TYPES; a.types++)
      a.type[a.types] = default_types[a.types];

  for (int k = 0; k < shape_count; k++)
    a.most = elements (&shapes[k]) > a.most ? elements (&shapes[k]) : a.most;
  size_t widest = sizeof (double); /* result */
  for (int t = 0; t < a.types; t++)
    {
      a.in[t] = device_memory (a.most * gr_types[a.type[t]].size);
      widest = gr_types[a.type[t]].size > widest ? gr_types[a.type[t]].size : widest;
    }
  a.out = device_memory (a.most * widest);
  a.index = device_memory (a.most * sizeof (double));
  a.source = host_memory (a.most);
  a.want = host_memory (a.most * sizeof (double));
  a.got = host_memory (a.most * widest + POISON);
  a.want_index = host_memory (a.most * sizeof (double));
  a.got_index = host_memory (a.most * sizeof (double));

  print_device (a.backend);
  printf (", median of %d\n", REPETITIONS);
  printf ("op,type,shape,dims,dim,us,GBps,limit_us,ratio,cub_us,cub_ratio,peer,peer_us,peer_ratio\n");
  for (data which = 0; which < DATA_COUNT; which++)
    {
      bool filled = false;
      for (int i = 0; i < variant_count; i++)
        if (data_for (variants[i].op) == which && (! wanted || in_list (variants[i].name, wanted)))
          for (int k = 0; k < shape_count; k++)
            {
              if (! filled)
                fill (&a, which);
              filled = true;
              compute_reference (&a, &variants[i], &shapes[k]);
              for (int t = 0; t < a.types; t++)
                bench_row (&a, &variants[i], &shapes[k], t);
            }
    }
  print_targets ();

  for (int t = 0; t < a.types; t++)
    gr_buffer_release (a.in[t]);
  gr_buffer_release (a.out);
  gr_buffer_release (a.index);
  free (a.source);
  free (a.want);
  free (a.got);
  free (a.want_index);
  free (a.got_index);
  free (peers);
  return 0;
}
