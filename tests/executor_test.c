/* SPDX-License-Identifier: GPL-3.0-or-later

   How parts of the host executor are found, compiled and kept.  The program starts itself anew with a copy of the
   library that has no parts beside it, and every test runs in a process of its own, with an empty cache in a folder of
   its own.

   Prints each failure, then `N passed, N failed`; status 1 if a test failed.  */

#define _GNU_SOURCE

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "apart.h"
#include "gpureduce.h"
#include "jit/jit.h"

static char scratch[4096], folder[4096 + 64];

static void
run (const char *name, void (*test) (void))
{
  snprintf (folder, sizeof folder, "%s/%s", scratch, name);
  setenv ("GPUREDUCE_CACHE", folder, 1);
  run_apart (name, test);
}

/* The answer of `any` by shuffles, whose part is the smallest.  */
static gr_status
any (void)
{
  static const double x[] = { 0, 0, 1 };
  const gr_request request
    = { .op = GR_ANY, .algorithm = GR_ALGORITHM_SHUFFLE, .inner = 1, .len = 3, .outer = 1, .type = GR_TYPE_F64 };
  uint8_t answer = 0;
  const gr_status status = gr_run (&request, x, &answer, NULL);
  check (status != GR_OK || answer == 1, "the answer is true");
  return status;
}

/* The same in a process of its own, which loads all anew: 1 and how many parts it has compiled; 0 after a failure.  */
static int
any_anew (void)
{
  int status = 0;
  fflush (stdout);
  const pid_t child = fork ();
  if (! child)
    {
      gr_kernel_cache cache;
      const gr_status got = any ();
      gr_describe_cache (&cache);
      fflush (stdout);
      _exit (got == GR_OK ? 1 + (int) cache.compiled : 0);
    }
  waitpid (child, &status, 0);
  return WIFEXITED (status) ? WEXITSTATUS (status) : -1;
}

/* Files of the cache, and the path of the last one.  */
static int
files (char *path, size_t size)
{
  DIR *const directory = opendir (folder);
  const struct dirent *one;
  int n = 0;
  while (directory && (one = readdir (directory)))
    if (one->d_name[0] != '.')
      {
        n++;
        snprintf (path, size, "%s/%s", folder, one->d_name);
      }
  if (directory)
    closedir (directory);
  return n;
}

/* Write a program that CXX names.  */
static void
write_compiler (const char *text)
{
  char path[4096 + 64];
  snprintf (path, sizeof path, "%s/compiler", scratch);
  FILE *const file = fopen (path, "w");
  check (file && fputs (text, file) >= 0 && ! fclose (file) && ! chmod (path, 0700), "a compiler is written");
  setenv ("CXX", path, 1);
}

/* ---- the tests ---- */

/* Compiled, taken from the cache, made anew where the file is damaged or gone.  */
static void
test_cache (void)
{
  char path[8192];
  check (any_anew () == 2 && files (path, sizeof path) == 1, "an empty cache: it is compiled");
  check (any_anew () == 1, "the cache has it");
  struct stat facts;
  check (! stat (path, &facts) && ! truncate (path, facts.st_size / 2), "damage");
  check (any_anew () == 2, "what is damaged is made anew");
  check (any () == GR_OK, "one more process has it");
  free (gr_clear_cache ());
  check (files (path, sizeof path) == 0 && any () == GR_OK, "what is loaded stays where the cache is cleared");
}

static void
test_beside (void)
{
  char here[8192], there[8192], path[8192];
  snprintf (here, sizeof here, "%s/executor", scratch);
  check (! mkdir (here, 0700), "a folder beside the library");
  snprintf (here, sizeof here, "%s/executor/reduction.ANY_all.so", scratch);
  snprintf (there, sizeof there, "%s/executor/reduction.ANY_all.so", getenv ("GPUREDUCE_TEST_OCTAVE"));
  check (! symlink (there, here) && any_anew () == 1 && files (path, sizeof path) == 0, "a part beside is loaded");
  unlink (here);
  *strrchr (here, '/') = '\0';
  rmdir (here);
}

/* One of two processes compiles.  */
static void
test_processes (void)
{
  int sum = 0, status;
  for (int i = 0; i < 2; i++)
    if (! fork ())
      _exit (any_anew ());
  while (wait (&status) > 0)
    sum += WEXITSTATUS (status);
  check (sum == 3, "one of two processes compiles: %d", sum);
}

static void
test_no_cache (void)
{
  setenv ("GPUREDUCE_CACHE", "/dev/null/cache", 1);
  check (any_anew () == 2, "no cache: it is compiled for the process");
}

static void
test_no_compiler (void)
{
  setenv ("PATH", "/dev/null:.", 1);
  unsetenv ("CXX");
  check (any () == GR_UNSUPPORTED && strstr (gr_message (), "\"shuffle\"")
           && strstr (gr_message (), "needs a C++ compiler, and none is found: install g++, or use a GPU"),
         "no compiler: %s", gr_message ());
  setenv ("CXX", "g++; touch /tmp/pwned", 1);
  check (any () == GR_UNSUPPORTED && strstr (gr_message (), "g++; touch /tmp/pwned") && access ("/tmp/pwned", F_OK),
         "CXX is a name: %s", gr_message ());
}

static void
test_failure (void)
{
  write_compiler (
    "#!/bin/sh\n[ \"$1\" != --version ] || exit 0\necho 'well'; echo 'x.cu: error: no such luck' >&2\nexit 1\n");
  check (any () == GR_UNSUPPORTED && strstr (gr_message (), "x.cu: error: no such luck"), "its words: %s",
         gr_message ());
}

static bool
stop_after_a_second (void)
{
  static struct timespec begin;
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  begin = begin.tv_sec ? begin : now;
  return now.tv_sec - begin.tv_sec > 1;
}

/* The compiler and what it has started are gone.  */
static void
test_interrupt (void)
{
  char said[4096 + 64], text[2 * 4096];
  int child = 0;
  snprintf (said, sizeof said, "%s/said", scratch);
  snprintf (text, sizeof text, "#!/bin/sh\n[ \"$1\" != --version ] || exit 0\nsleep 100 &\necho $! > '%s'\nwait\n",
            said);
  write_compiler (text);
  gr_set_interrupt (stop_after_a_second);
  check (any () == GR_INTERRUPTED, "an interrupt ends it: %s", gr_message ());
  FILE *const file = fopen (said, "r");
  check (file && fscanf (file, "%d", &child) == 1 && child > 0, "the compiler has run");
  if (file)
    fclose (file);
  struct timespec nap = { 0, 200 * 1000 * 1000 };
  nanosleep (&nap, NULL);
  snprintf (text, sizeof text, "/proc/%d/status", child);
  FILE *const state = fopen (text, "r");
  bool dead = ! state;
  while (state && fgets (text, sizeof text, state))
    dead = dead || (! strncmp (text, "State:", 6) && strchr (text, 'Z'));
  if (state)
    fclose (state);
  check (dead, "and what the compiler has started");
}

/* ---- a copy of the library ---- */

static void
link_file (const char *octave, const char *name)
{
  char here[4096 + 64], there[4096 + 64];
  snprintf (there, sizeof there, "%s/%s", octave, name);
  snprintf (here, sizeof here, "%s/%s", scratch, name);
  check (! symlink (there, here), "%s is linked", name);
}

static void
start_anew (char *argv[])
{
  char *const octave = realpath ("octave", NULL);
  strcpy (scratch, "/tmp/gpureduce-executor-XXXXXX");
  if (! octave || ! mkdtemp (scratch))
    exit (1);
  link_file (octave, "libgpureduce.so");
  link_file (octave, "libgpureduce_executor.so");
  setenv ("GPUREDUCE_TEST_OCTAVE", octave, 1);
  setenv ("GPUREDUCE_TEST_SCRATCH", scratch, 1);
  setenv ("GPUREDUCE_BACKEND", "cpu", 1);
  setenv ("LD_LIBRARY_PATH", scratch, 1);
  free (octave);
  execv ("/proc/self/exe", argv);
  exit (1);
}

int
main (int argc, char *argv[])
{
  (void) argc;
  if (! begin_counting ())
    return 2;
  if (! getenv ("GPUREDUCE_TEST_SCRATCH"))
    start_anew (argv);
  snprintf (scratch, sizeof scratch, "%s", getenv ("GPUREDUCE_TEST_SCRATCH"));
  run ("cache", test_cache);
  run ("beside", test_beside);
  run ("processes", test_processes);
  run ("no-cache", test_no_cache);
  run ("no-compiler", test_no_compiler);
  run ("failure", test_failure);
  run ("interrupt", test_interrupt);
  fflush (stdout);
  if (! fork ())
    execlp ("rm", "rm", "-rf", "--", scratch, (char *) NULL);
  wait (NULL);
  return end_counting ();
}
