/* SPDX-License-Identifier: GPL-3.0-or-later

   The library's own threads: how many there are, that loops and teams do all that they should, once, that the threads
   sleep between calls, that a child of fork has its own, and that their number does not change the bits of results.

   threads_test [WORD]: with a number, only whether that is the number of threads; with "digest", only a digest of the
   bits of results.  */

#define _GNU_SOURCE

#include <inttypes.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "gpureduce.h"
#include "core/threads.h"

static int passed, failed;

static void
expect (bool good, const char *what)
{
  passed += good;
  failed += ! good;
  if (! good)
    printf ("not ok: %s\n", what);
}

/* ---- loops ---- */

enum { MOST = 1000 };
static atomic_int calls[MOST];

static void
count_call (void *data, size_t i)
{
  atomic_fetch_add (&calls[i], data == calls);
}

static bool
each_is_called_once (size_t count, size_t alone, size_t batch)
{
  memset (calls, 0, sizeof calls);
  if (batch)
    gr_for_each (count, alone, batch, count_call, calls);
  else
    gr_for_each_apart (count, count_call, calls);
  for (size_t i = 0; i < MOST; i++)
    if (calls[i] != (i < count))
      return false;
  return true;
}

static void
test_loops (void)
{
  const size_t counts[] = { 0, 1, 2, 3, 31, 32, 33, MOST }, batches[] = { 1, 2, 7, 32, MOST, (size_t) -1 };
  for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
    for (size_t b = 0; b < sizeof batches / sizeof *batches; b++)
      for (size_t alone = 0; alone < 4; alone += 3)
        expect (each_is_called_once (counts[c], alone, batches[b]), "a loop has each item once");
}

/* Members of a team have loops with threads of their own.  */
static void
loop_in_team (void *data, int thread, int threads)
{
  (void) threads;
  if (! thread)
    *(bool *) data = each_is_called_once (MOST, 0, 0);
}

static void
test_loops_apart (void)
{
  const size_t counts[] = { 0, 1, 2, 33, MOST };
  bool good = false;
  for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
    expect (each_is_called_once (counts[c], 0, 0), "a loop with threads of its own has each item once");
  gr_run_team (2, loop_in_team, &good);
  expect (good, "and so has that of a team's member");
}

/* A loop up to its share is the caller's.  */
static atomic_int workers_seen;

static void
note_worker (void *data, size_t i)
{
  (void) data;
  (void) i;
  workers_seen += gr_is_worker ();
}

/* ---- teams ---- */

typedef struct
{
  int threads;
  atomic_int members, present[MOST], wrong;
  bool nests;
} team;

static void
join (void *data, int thread, int threads)
{
  team *const t = data;
  t->members++;
  t->present[thread]++;
  t->wrong += threads != t->threads || gr_is_worker () != (thread > 0);
  if (t->nests && thread == 0)
    {
      team inner = { .threads = 1 };
      gr_run_team (4, join, &inner);
      t->wrong += inner.members != 1 || inner.wrong;
    }
  /* all are there at a time */
  while (t->members < t->threads)
    sched_yield ();
}

static void
test_teams (void)
{
  const int sizes[] = { 1, 2, 3, 8, 2 };
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
    for (int nests = 0; nests < 2; nests++)
      {
        team t = { .threads = sizes[s], .nests = nests && sizes[s] > 1 };
        gr_run_team (sizes[s], join, &t);
        bool once = t.members == sizes[s] && ! t.wrong;
        for (int k = 0; k < sizes[s]; k++)
          once = once && t.present[k] == 1;
        expect (once, "a team has each of its members once, and one within it has one");
      }
}

/* ---- processes ---- */

/* The seconds of processors that this process has used.  */
static double
used (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static void
test_sleep (void)
{
  team t = { .threads = 8 };
  gr_run_team (8, join, &t);
  const double before = used ();
  nanosleep (&(struct timespec){ .tv_nsec = 300000000 }, NULL);
  expect (used () - before < 0.03, "threads sleep between calls");
}

static void
test_fork (void)
{
  int status = -1;
  const pid_t child = fork ();
  if (child == 0)
    {
      team t = { .threads = 4 };
      gr_run_team (4, join, &t);
      _exit (t.members == 4 && ! t.wrong && each_is_called_once (MOST, 0, 1) ? 0 : 1);
    }
  waitpid (child, &status, 0);
  expect (WIFEXITED (status) && WEXITSTATUS (status) == 0, "a child of fork has threads of its own");
  expect (each_is_called_once (MOST, 0, 1), "and its parent still has them");
}

/* Is `count` the number of threads in a process with this value of OMP_NUM_THREADS?  */
static bool
has_threads (const char *program, const char *value, int count)
{
  char text[32];
  int status = -1;
  snprintf (text, sizeof text, "%d", count);
  const pid_t child = fork ();
  if (child == 0)
    {
      setenv ("OMP_NUM_THREADS", value, 1);
      execl (program, program, text, (char *) NULL);
      _exit (2);
    }
  waitpid (child, &status, 0);
  return WIFEXITED (status) && WEXITSTATUS (status) == 0;
}

static void
test_counts (const char *program)
{
  cpu_set_t cores;
  expect (! sched_getaffinity (0, sizeof cores, &cores), "the process knows its cores");
  const int most = CPU_COUNT (&cores);
  expect (has_threads (program, "1", 1), "OMP_NUM_THREADS=1");
  expect (has_threads (program, "100000", most), "OMP_NUM_THREADS=100000 is at most the cores");
  expect (has_threads (program, "99999999999999999999", most), "OMP_NUM_THREADS out of range");
  expect (has_threads (program, "-3", most), "OMP_NUM_THREADS=-3 is no number of threads");
  expect (has_threads (program, "many", most), "OMP_NUM_THREADS=many is no number");
  expect (has_threads (program, "", most), "OMP_NUM_THREADS is empty");
}

/* ---- bits ---- */

static uint64_t digest = 14695981039346656037u;

/* FNV-1a.  */
static void
add_bytes (const void *bytes, size_t n)
{
  for (size_t i = 0; i < n; i++)
    digest = (digest ^ ((const unsigned char *) bytes)[i]) * 1099511628211u;
}

/* Add results of all operators along all dimensions of an array with this number of elements and two shapes.  */
static void
add_results (gr_type type, const void *in, void *out, double *index)
{
  static const size_t shapes[][3] = { { 1, 400000, 1 }, { 37, 3511, 3 }, { 4003, 97, 1 }, { 1, 29, 13001 } };
  for (int op = 0; op < GR_OPERATOR_COUNT; op++)
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
      {
        const gr_operator_info *const info = &gr_operators[op];
        gr_request q = { .op = (gr_operator) op,
                         .type = type,
                         .inner = shapes[s][0],
                         .len = shapes[s][1],
                         .outer = shapes[s][2],
                         .reverse = info->is_scan && s % 2,
                         .ddof = 1 };
        gr_type out_type;
        const bool has_index = info->options & GR_GIVES_INDEX;
        if (gr_result_type (&q, &out_type) != GR_OK)
          continue;
        const size_t results = q.inner * q.outer * (info->is_scan ? q.len : 1);
        if (gr_run (&q, in, out, has_index ? index : NULL) != GR_OK)
          add_bytes (gr_message (), strlen (gr_message ()));
        add_bytes (out, results * gr_types[out_type].size);
        if (has_index)
          add_bytes (index, results * sizeof *index);
      }
}

/* Print the digest of results of the host backend.  */
static int
print_digest (void)
{
  enum { COUNT = 400000 };
  const gr_type types[] = { GR_TYPE_F64, GR_TYPE_F32, GR_TYPE_I32, GR_TYPE_C64 };
  double *const in = malloc (2 * COUNT * sizeof *in), *const out = malloc (2 * COUNT * sizeof *out);
  double *const index = malloc (COUNT * sizeof *index);
  if (! in || ! out || ! index || gr_select_backend ("cpu") != GR_OK)
    return 1;
  for (size_t t = 0; t < sizeof types / sizeof *types; t++)
    {
      uint64_t random = 1;
      for (size_t i = 0; i < 2 * COUNT; i++)
        {
          random = random * 6364136223846793005u + 1442695040888963407u;
          const double x = (double) (random >> 40) / 16777216 + 0.5;
          if (types[t] == GR_TYPE_F64 || types[t] == GR_TYPE_C64)
            in[i] = x;
          else if (types[t] == GR_TYPE_F32)
            ((float *) in)[i] = (float) x;
          else
            ((int32_t *) in)[i] = (int32_t) (random >> 33);
        }
      add_results (types[t], in, out, index);
    }
  printf ("%016" PRIx64 "\n", digest);
  free (in);
  free (out);
  free (index);
  return 0;
}

/* The digest of a process with this number of threads.  */
static void
digest_with (const char *program, const char *threads, char text[32])
{
  int ends[2] = { -1, -1 };
  memset (text, 0, 32);
  if (pipe (ends))
    return;
  const pid_t child = fork ();
  if (child == 0)
    {
      setenv ("OMP_NUM_THREADS", threads, 1);
      dup2 (ends[1], STDOUT_FILENO);
      execl (program, program, "digest", (char *) NULL);
      _exit (2);
    }
  close (ends[1]);
  for (ssize_t n, have = 0; have < 31 && (n = read (ends[0], text + have, (size_t) (31 - have))) > 0; have += n)
    ;
  close (ends[0]);
  waitpid (child, NULL, 0);
}

static void
test_bits (const char *program)
{
  char one[32], all[32];
  digest_with (program, "1", one);
  digest_with (program, "100000", all);
  expect (strlen (one) == 17 && ! strcmp (one, all), "one thread and all of them give the same bits");
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    return strcmp (argv[1], "digest") ? gr_thread_count () != atoi (argv[1]) : print_digest ();
  test_counts (argv[0]);
  test_loops ();
  test_loops_apart ();
  gr_for_each (MOST, MOST, 1, note_worker, NULL);
  expect (workers_seen == 0, "a short loop is the caller's alone");
  test_teams ();
  test_sleep ();
  test_fork ();
  test_bits (argv[0]);
  printf ("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
