/* SPDX-License-Identifier: GPL-3.0-or-later

   The library's own threads.  They are made when they are first needed and end with the process.  A worker sleeps until
   it is called into a team; the caller can take a call back that the worker has not yet followed, so that nobody waits
   for a thread to wake.  */

#define _GNU_SOURCE

#include "core/threads.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_WORKERS = CPU_SETSIZE };
enum { IDLE, CALLED, PRESENT }; /* what a worker is */

typedef struct
{
  atomic_int state;
  sem_t called;
  int number; /* of its thread in a team */
} worker;

/* The workers, and the team that they are called into, which the caller's thread sets before it calls them.  */
static worker workers[MOST_WORKERS];
static int worker_count;
static struct
{
  atomic_flag is_taken; /* there is a team */
  int threads;
  void (*member) (void *data, int thread, int threads);
  void *data;
  sem_t ended; /* workers that were present and have returned */
} team = { .is_taken = ATOMIC_FLAG_INIT };

static _Thread_local bool is_worker;

bool
gr_is_worker (void)
{
  return is_worker;
}

/* ---- how many ---- */

int
gr_core_count (void)
{
  cpu_set_t cores;
  const long there = sched_getaffinity (0, sizeof cores, &cores) ? sysconf (_SC_NPROCESSORS_ONLN) : CPU_COUNT (&cores);
  return there > 0 ? (int) there : 1;
}

static int thread_count;

static void
count_threads (void)
{
  const char *const text = getenv ("OMP_NUM_THREADS");
  const long wanted = text ? strtol (text, NULL, 10) : 0;
  const int cores = gr_core_count ();
  thread_count = wanted > 0 && wanted < cores ? (int) wanted : cores;
}

int
gr_thread_count (void)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once (&once, count_threads);
  return thread_count;
}

/* ---- workers ---- */

/* Signals go to the caller's threads, but also interrupt what these wait for.  */
static void
wait_for (sem_t *semaphore)
{
  while (sem_wait (semaphore) && errno == EINTR)
    ;
}

static void *
work (void *data)
{
  worker *const self = data;
  is_worker = true;
  for (;;)
    {
      int state = CALLED;
      wait_for (&self->called);
      if (atomic_compare_exchange_strong (&self->state, &state, PRESENT))
        {
          team.member (team.data, self->number, team.threads);
          atomic_store (&self->state, IDLE);
          sem_post (&team.ended);
        }
    }
  return NULL;
}

/* Make workers until there are `count`, or no more can be had.  */
static void
make_workers (int count)
{
  sigset_t all, before;
  pthread_t thread;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  for (; worker_count < count && worker_count < MOST_WORKERS; worker_count++)
    {
      worker *const w = &workers[worker_count];
      w->number = worker_count + 1;
      atomic_store (&w->state, IDLE);
      sem_init (&w->called, 0, 0);
      if (pthread_create (&thread, NULL, work, w))
        break;
      pthread_detach (thread);
    }
  pthread_sigmask (SIG_SETMASK, &before, NULL);
}

/* A child process after fork has none of the threads, and makes its own.  */
static void
forget_workers (void)
{
  worker_count = 0;
  atomic_flag_clear (&team.is_taken);
  sem_init (&team.ended, 0, 0);
}

__attribute__ ((constructor)) static void
prepare (void)
{
  forget_workers ();
  pthread_atfork (NULL, NULL, forget_workers);
}

/* ---- teams ---- */

/* Call workers into a team, and return the number of its threads: 1 if there is a team.  */
static int
begin_team (int threads, void (*member) (void *data, int thread, int threads), void *data)
{
  if (threads <= 1 || atomic_flag_test_and_set (&team.is_taken))
    return 1;
  if (worker_count < threads - 1)
    make_workers (threads - 1);
  const int there = worker_count < threads - 1 ? worker_count + 1 : threads;
  team.threads = there;
  team.member = member;
  team.data = data;
  for (int k = 0; k < there - 1; k++)
    {
      atomic_store (&workers[k].state, CALLED);
      sem_post (&workers[k].called);
    }
  if (there == 1)
    atomic_flag_clear (&team.is_taken);
  return there;
}

/* Wait for the workers of a team of several threads: for all of them, or for those that have come.  */
static void
end_team (bool all)
{
  int awaited = 0;
  for (int k = 0; k < team.threads - 1; k++)
    {
      int state = CALLED;
      if (all || ! atomic_compare_exchange_strong (&workers[k].state, &state, IDLE))
        awaited++;
    }
  while (awaited--)
    wait_for (&team.ended);
  atomic_flag_clear (&team.is_taken);
}

void
gr_run_team (int threads, void (*member) (void *data, int thread, int threads), void *data)
{
  const int there = begin_team (threads, member, data);
  member (data, 0, there);
  if (there > 1)
    end_team (true);
}

/* ---- loops ---- */

typedef struct
{
  atomic_size_t next; /* the first item that no thread has taken */
  size_t count, batch;
  void (*item) (void *data, size_t i);
  void *data;
} loop;

static void
take_batches (void *data, int thread, int threads)
{
  loop *const l = data;
  (void) thread;
  (void) threads;
  for (size_t first; (first = atomic_fetch_add (&l->next, l->batch)) < l->count;)
    for (size_t i = first; i < l->count && i - first < l->batch; i++)
      l->item (l->data, i);
}

void
gr_for_each (size_t count, size_t alone, size_t batch, void (*item) (void *data, size_t i), void *data)
{
  loop l = { .count = count, .batch = batch, .item = item, .data = data };
  const size_t batches = count / batch + (count % batch != 0), most = (size_t) gr_thread_count ();
  const int threads = count <= alone ? 1 : (int) (batches < most ? batches : most);
  const int there = begin_team (threads, take_batches, &l);
  take_batches (&l, 0, there);
  if (there > 1)
    end_team (false);
}

static void *
take_apart (void *data)
{
  is_worker = true;
  take_batches (data, 0, 1);
  return NULL;
}

void
gr_for_each_apart (size_t count, void (*item) (void *data, size_t i), void *data)
{
  loop l = { .count = count, .batch = 1, .item = item, .data = data };
  const size_t most = (size_t) gr_thread_count (), helpers = (count < most ? count : most) - (count > 0);
  pthread_t *const threads = malloc ((helpers + 1) * sizeof *threads);
  sigset_t all, before;
  size_t made = 0;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  while (threads && made < helpers && ! pthread_create (&threads[made], NULL, take_apart, &l))
    made++;
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  take_batches (&l, 0, 1);
  while (made)
    pthread_join (threads[--made], NULL);
  free (threads);
}
