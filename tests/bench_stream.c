/* SPDX-License-Identifier: GPL-3.0-or-later

   Times calls on arrays of the host, which are copied to the device and back, against the limits of the host's memory
   and of the link that are measured in the same run.

     bench_stream [WORD...]

   A WORD is an operator and the MiB of its array of doubles, as sum=4096, cumsum=4096 or cummax+idx=2048; or a number
   of the transfers' (backend.h) that is taken instead of the tuned one: threads slots parts ring trial chunk_KiB
   least_chunk_KiB share_KiB large_up_MiB chunk_up_KiB large_MiB announces least_MiB piece_MiB piece_alone_MiB
   largest_MiB; or repeat=5, the calls of each row, of which the median counts; or nolimits=1: the host's memory is not
   measured; or devices=2: calls are made with one device, and then with the first two.
   Without operators: sum of 2 KiB to 4096 MiB, cumsum and cummax+idx up to 4096 and 2048 MiB.

   Prints CSV.  Rows of limits: memcpy by threads; pinned memory over the link, and over those of several devices, one
   way and both ways at once (only in builds with nvcc); the first touch of fresh memory.  Rows of calls: input and
   results moved once, by the seconds of the whole call.  fresh: into memory that no one has touched; else into memory
   of the call before.  ratio: the time that the busier direction needs at the link's speed, which is that of both ways
   where both are used, by the time of the call.  Results are compared with what they should be.  */

#define _GNU_SOURCE

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "backend.h"
#ifdef BENCH_WITH_LINK
#  include "bench_link.h"
#endif

enum { MOST_REPEATS = 101, MOST_CALLS = 32 };

static bool measures_host = true;
static unsigned repeats = 5;
static int devices = 1; /* the most that calls are made with */
enum { MOST_DEVICES = 64 };
static gr_transfer_sizes sizes;

static void
fail (const char *what, const char *why)
{
  fprintf (stderr, "bench_stream: %s: %s\n", what, why);
  exit (1);
}

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static int
ascending (const void *a, const void *b)
{
  const double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static double
median (double *seconds, unsigned n)
{
  qsort (seconds, n, sizeof *seconds, ascending);
  return seconds[n / 2];
}

/* Memory that has no pages yet.  */
static void *
fresh_memory (size_t bytes)
{
  void *const p = mmap (NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED)
    fail ("host memory", "not enough");
  return p;
}

/* ---- limits ---- */

/* Copy or touch memory in a part for each thread.  */
static void
pass_over (char *to, const char *from, size_t bytes, int threads)
{
  enum { PAGE = 4096 };
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int i = 0; i < threads; i++)
    {
      const size_t begin = bytes / (size_t) threads * (size_t) i, end = begin + bytes / (size_t) threads;
      if (from)
        memcpy (to + begin, from + begin, end - begin);
      for (size_t at = begin; ! from && at < end; at += PAGE)
        to[at] = 1;
    }
}

static void
print_limit (const char *what, int threads, size_t bytes, double seconds)
{
  printf ("limit,%s,%d,%zu,,%.6f,%.2f,\n", what, threads, bytes >> 20, seconds, (double) bytes / seconds * 1e-9);
  fflush (stdout);
}

static void
measure_host (void)
{
  const size_t bytes = (size_t) 1 << 30;
  double seconds[MOST_REPEATS];
  char *const a = fresh_memory (bytes), *const b = fresh_memory (bytes);
  pass_over (a, NULL, bytes, 8);
  pass_over (b, NULL, bytes, 8);
  for (int threads = 1; threads <= 16; threads *= 2)
    {
      for (unsigned i = 0; i < repeats; i++)
        {
          const double start = now ();
          pass_over (a, b, bytes, threads);
          seconds[i] = now () - start;
        }
      print_limit ("memcpy", threads, bytes, median (seconds, repeats));
    }
  for (int huge = 0; huge < 2; huge++)
    for (int threads = 1; threads <= 16; threads *= 2)
      {
        for (unsigned i = 0; i < repeats; i++)
          {
            char *const c = fresh_memory (bytes);
            madvise (c, bytes, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
            const double start = now ();
            pass_over (c, NULL, bytes, threads);
            seconds[i] = now () - start;
            munmap (c, bytes);
          }
        print_limit (huge ? "first touch of huge pages" : "first touch of 4 KiB pages", threads, bytes,
                     median (seconds, repeats));
      }
  munmap (a, bytes);
  munmap (b, bytes);
}

/* ---- calls ---- */

typedef struct
{
  gr_operator op;
  bool indexed;
  size_t bytes;
} call;

/* Bytes a second of the links of some devices, one way and of each way where both are used; 0 where they are not known.
 */
static double one_way[MOST_DEVICES + 1], each_way[MOST_DEVICES + 1];

#ifdef BENCH_WITH_LINK
static void
measure_links (int count)
{
  bench_link_speeds links;
  char name[64] = "link";
  if (! bench_measure_links (count, repeats, &links))
    fail ("the link", "cannot be measured");
  one_way[count] = links.up;
  each_way[count] = links.both / 2;
  if (count > 1)
    snprintf (name, sizeof name, "links of %d devices", count);
  printf ("limit,%s up,,,,,%.2f,\nlimit,%s down,,,,,%.2f,\nlimit,%s both,,,,,%.2f,\n", name, links.up * 1e-9, name,
          links.down * 1e-9, name, links.both * 1e-9);
}
#endif

/* Have calls use the first devices.  */
static void
use_devices (int count)
{
  int index[MOST_DEVICES];
  for (int k = 0; k < count; k++)
    index[k] = k + 1;
  if (gr_select_devices (index, count) != GR_OK)
    fail ("devices", gr_message ());
}

/* Are results those of an array of ones?  */
static bool
is_right (const call *c, const double *out, const double *index, size_t n)
{
  const size_t places[] = { 0, n / 3, n / 2, n - 1 };
  if (c->op == GR_SUM)
    return out[0] == (double) n;
  for (size_t k = 0; k < sizeof places / sizeof *places; k++)
    if (out[places[k]] != (c->op == GR_CUMSUM ? (double) (places[k] + 1) : 1.0) || (index && index[places[k]] != 1.0))
      return false;
  return true;
}

static void
time_call (const call *c, const double *in, bool fresh, int used)
{
  const size_t n = c->bytes / sizeof *in;
  const bool scan = gr_operators[c->op].is_scan;
  const size_t out_bytes = scan ? c->bytes : sizeof *in;
  const gr_request request = { .op = c->op, .inner = 1, .len = n, .outer = 1 };
  double seconds[MOST_REPEATS], *out = NULL, *index = NULL;
  gr_record record;
  for (unsigned i = 0; i <= repeats; i++) /* the first one warms up */
    {
      if (fresh || ! out)
        {
          out = fresh_memory (out_bytes);
          index = c->indexed ? fresh_memory (out_bytes) : NULL;
        }
      const double start = now ();
      if (gr_run (&request, in, out, index) != GR_OK)
        fail (gr_operators[c->op].name, gr_message ());
      if (i)
        seconds[i - 1] = now () - start;
      if (! is_right (c, out, index, n))
        fail (gr_operators[c->op].name, "the results are wrong");
      if (fresh || i == repeats)
        {
          munmap (out, out_bytes);
          if (index)
            munmap (index, out_bytes);
        }
    }
  const double s = median (seconds, repeats), down = scan ? (double) out_bytes * (index ? 2 : 1) : 0.0;
  const double busier = down > (double) c->bytes ? down : (double) c->bytes;
  const double limit = busier / (scan ? each_way : one_way)[used];
  char on[64] = "";
  gr_last (&record);
  if (used > 1)
    snprintf (on, sizeof on, " on %u of %d devices", record.devices, used);
  printf ("call,%s%s%s,%u,%.6g,%s,%.6f,%.2f,%.3f,in %.6f kernels %.6f out %.6f\n", gr_operators[c->op].name,
          c->indexed ? "+idx" : "", on, sizes.threads, (double) c->bytes / 0x1p20, fresh ? "fresh" : "recycled", s,
          ((double) c->bytes + down) / s * 1e-9, limit / s, record.seconds_in, record.seconds_kernels,
          record.seconds_out);
  fflush (stdout);
}

/* ---- words ---- */

static bool
read_number (const char *word, const char *name, double *number)
{
  const size_t n = strlen (name);
  char end;
  return ! strncmp (word, name, n) && word[n] == '=' && sscanf (word + n + 1, "%lf%c", number, &end) == 1
      && *number >= 0;
}

static const struct
{
  const char *name;
  unsigned *count;
  size_t *bytes;
  double unit;
} numbers[] = { { "threads", &sizes.threads, NULL, 1 },
                { "slots", &sizes.slots, NULL, 1 },
                { "parts", &sizes.parts, NULL, 1 },
                { "ring", &sizes.ring, NULL, 1 },
                { "trial", &sizes.trial, NULL, 1 },
                { "chunk_KiB", NULL, &sizes.chunk, 0x1p10 },
                { "least_chunk_KiB", NULL, &sizes.least_chunk, 0x1p10 },
                { "share_KiB", NULL, &sizes.share, 0x1p10 },
                { "large_up_MiB", NULL, &sizes.large_up, 0x1p20 },
                { "chunk_up_KiB", NULL, &sizes.chunk_up, 0x1p10 },
                { "large_MiB", NULL, &sizes.large, 0x1p20 },
                { "least_MiB", NULL, &sizes.least, 0x1p20 },
                { "piece_MiB", NULL, &sizes.piece, 0x1p20 },
                { "piece_alone_MiB", NULL, &sizes.piece_alone, 0x1p20 },
                { "largest_MiB", NULL, &sizes.largest_piece, 0x1p20 } };
enum { NUMBERS = sizeof numbers / sizeof *numbers };

static void
read_word (const char *word, call *calls, unsigned *count)
{
  double x;
  for (unsigned k = 0; k < NUMBERS; k++)
    if (read_number (word, numbers[k].name, &x))
      {
        if (numbers[k].count)
          *numbers[k].count = (unsigned) x;
        else
          *numbers[k].bytes = (size_t) (x * numbers[k].unit);
        return;
      }
  if (read_number (word, "announces", &x))
    sizes.announces = x != 0;
  else if (read_number (word, "nolimits", &x))
    measures_host = x == 0;
  else if (read_number (word, "devices", &x) && x >= 1 && x <= MOST_DEVICES)
    devices = (int) x;
  else if (read_number (word, "repeat", &x) && x < MOST_REPEATS)
    repeats = (unsigned) x;
  else if (*count < MOST_CALLS
           && (read_number (word, "sum", &x) || read_number (word, "cumsum", &x) || read_number (word, "cummax+idx", &x)
               || read_number (word, "cummax", &x)))
    calls[(*count)++]
      = (call){ *word == 's'                  ? GR_SUM
                : ! strncmp (word, "cums", 4) ? GR_CUMSUM
                                              : GR_CUMMAX,
                strstr (word, "+idx") != NULL, (size_t) (x * 0x1p20) / sizeof (double) * sizeof (double) };
  else
    fail (word, "is no word that is taken");
}

int
main (int argc, char **argv)
{
  static const double defaults[] = { 0.002, 0.064, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 512, 1024, 4096 };
  enum { DEFAULTS = sizeof defaults / sizeof *defaults };
  call calls[MOST_CALLS * 2];
  unsigned count = 0;
  size_t most = 0;
  sizes = *gr_tuned_transfers ();
  for (int i = 1; i < argc; i++)
    read_word (argv[i], calls, &count);
  gr_force_transfers (&sizes);
  if (! count)
    for (unsigned k = 0; k < DEFAULTS; k++)
      {
        const size_t bytes = (size_t) (defaults[k] * 0x1p20) / 8 * 8;
        calls[count++] = (call){ GR_SUM, false, bytes };
        if (defaults[k] >= 16 || defaults[k] == 2)
          calls[count++] = (call){ GR_CUMSUM, false, bytes };
        if (defaults[k] >= 128 && defaults[k] <= 2048)
          calls[count++] = (call){ GR_CUMMAX, true, defaults[k] == 1024 ? 2 * bytes : bytes };
      }
  for (unsigned k = 0; k < count; k++)
    most = calls[k].bytes > most ? calls[k].bytes : most;

  gr_device device;
  if (gr_select_backend (NULL) != GR_OK || gr_describe_device (&device) != GR_OK)
    fail ("the device", gr_message ());
  printf ("# %s, %d processors, announces=%d", device.name, omp_get_num_procs (), sizes.announces);
  for (unsigned k = 0; k < NUMBERS; k++)
    printf (" %s=%g", numbers[k].name,
            numbers[k].count ? (double) *numbers[k].count : (double) *numbers[k].bytes / numbers[k].unit);
  printf ("\n");
  printf ("kind,what,threads,MiB,memory,seconds,GB/s,ratio,phases\n");
  if (measures_host)
    measure_host ();
#ifdef BENCH_WITH_LINK
  if (device.index)
    measure_links (1);
  if (devices > 1)
    measure_links (devices);
#endif

  double *const in = fresh_memory (most + 8);
#pragma omp parallel for num_threads(8)
  for (size_t i = 0; i < most / sizeof *in; i++)
    in[i] = 1;
  for (int used = 1; used <= devices; used += devices - 1 ? devices - 1 : 1)
    {
      if (devices > 1)
        use_devices (used);
      for (unsigned k = 0; k < count; k++)
        for (int fresh = gr_operators[calls[k].op].is_scan; fresh >= 0; fresh--)
          time_call (&calls[k], in, fresh, used);
    }
  return 0;
}
