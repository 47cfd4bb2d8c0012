/* SPDX-License-Identifier: GPL-3.0-or-later

   For programs whose tests run in processes of their own, and count together.  */

#ifndef APART_H
#define APART_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* Shared by all processes.  */
static struct
{
  unsigned passed, failed;
} * counts;

/* To be called first.  */
static bool
begin_counting (void)
{
  counts = mmap (NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return counts != MAP_FAILED;
}

/* To be called last; the status of the program.  */
static int
end_counting (void)
{
  printf ("%u passed, %u failed\n", counts->passed, counts->failed);
  return counts->failed != 0;
}

static void __attribute__ ((format (printf, 2, 3))) check (bool good, const char *format, ...)
{
  va_list args;
  __atomic_add_fetch (good ? &counts->passed : &counts->failed, 1, __ATOMIC_SEQ_CST);
  if (good)
    return;
  va_start (args, format);
  fputs ("FAILED: ", stdout);
  vprintf (format, args);
  putchar ('\n');
  fflush (stdout);
  va_end (args);
}

/* Run a test in a process of its own.  One that ends by a signal has failed.  */
static void
run_apart (const char *name, void (*test) (void))
{
  int status = 0;
  fflush (stdout);
  const pid_t child = fork ();
  if (! child)
    {
      test ();
      fflush (stdout);
      _exit (0);
    }
  waitpid (child, &status, 0);
  check (WIFEXITED (status) && ! WEXITSTATUS (status), "%s: ends well", name);
}

#endif
