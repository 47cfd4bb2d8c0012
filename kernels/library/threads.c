/* SPDX-License-Identifier: GPL-3.0-or-later

   The library's own threads.  They are made when they are first needed and end with the process.  */

#define _GNU_SOURCE

#include "threads.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

/* The workers, and the team that they are called into.  All of it is read and written under the lock, but for what
   begin_team has set, which stays until the team has ended.  */
static struct
{
  pthread_mutex_t lock;
  pthread_cond_t called, ended; /* there are places in the team; the last member has returned */
  int workers;
  bool is_taken;       /* there is a team */
  int places, present; /* that workers may still take; workers that have taken one and not returned */
  int threads, next;   /* of the team; the number of the next worker in it */
  void (*member) (void *data, int thread, int threads);
  void *data;
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER, .called = PTHREAD_COND_INITIALIZER, .ended = PTHREAD_COND_INITIALIZER };

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

static void *
work (void *unused)
{
  is_worker = true;
  pthread_mutex_lock (&pool.lock);
  for (;;)
    {
      while (! pool.places)
        pthread_cond_wait (&pool.called, &pool.lock);
      const int thread = pool.next++;
      pool.places--;
      pool.present++;
      pthread_mutex_unlock (&pool.lock);
      pool.member (pool.data, thread, pool.threads);
      pthread_mutex_lock (&pool.lock);
      if (--pool.present == 0 && pool.places == 0)
        pthread_cond_signal (&pool.ended);
    }
  return unused;
}

/* Make workers until there are `count`, or no more can be had.  Signals are for the caller's threads.  */
static void
make_workers (int count)
{
  sigset_t all, before;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  for (pthread_t thread; pool.workers < count && ! pthread_create (&thread, NULL, work, NULL); pool.workers++)
    pthread_detach (thread);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
}

/* A child process after fork has none of the threads, and makes its own.  */
static void
forget_workers (void)
{
  pthread_mutex_init (&pool.lock, NULL);
  pthread_cond_init (&pool.called, NULL);
  pthread_cond_init (&pool.ended, NULL);
  pool.workers = pool.places = pool.present = 0;
  pool.is_taken = false;
}

__attribute__ ((constructor)) static void
prepare_for_fork (void)
{
  pthread_atfork (NULL, NULL, forget_workers);
}

/* ---- teams ---- */

/* Call workers into a team, and return the number of its threads: 1 if the pool has a team.  */
static int
begin_team (int threads, void (*member) (void *data, int thread, int threads), void *data)
{
  int places = 0;
  pthread_mutex_lock (&pool.lock);
  if (threads > 1 && ! pool.is_taken)
    {
      make_workers (threads - 1);
      places = pool.workers < threads - 1 ? pool.workers : threads - 1;
    }
  if (places)
    {
      pool.is_taken = true;
      pool.next = 1;
      pool.threads = places + 1;
      pool.member = member;
      pool.data = data;
      pool.places = places;
      for (int k = 0; k < places; k++)
        pthread_cond_signal (&pool.called);
    }
  pthread_mutex_unlock (&pool.lock);
  return places + 1;
}

/* Wait for the workers of a team of several threads: for all of them, or for those that have begun.  */
static void
end_team (bool all)
{
  pthread_mutex_lock (&pool.lock);
  if (! all)
    pool.places = 0;
  while (pool.places || pool.present)
    pthread_cond_wait (&pool.ended, &pool.lock);
  pool.is_taken = false;
  pthread_mutex_unlock (&pool.lock);
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
