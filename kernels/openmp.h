/* SPDX-License-Identifier: GPL-3.0-or-later

   OpenMP's functions, or their answers of one thread where the compiler has no OpenMP.  */

#ifndef GR_OPENMP_H
#define GR_OPENMP_H

#ifdef _OPENMP
#  include <omp.h>
#else

static inline int
omp_get_max_threads (void)
{
  return 1;
}

static inline int
omp_get_num_threads (void)
{
  return 1;
}

static inline int
omp_get_num_procs (void)
{
  return 1;
}

static inline int
omp_get_thread_num (void)
{
  return 0;
}

static inline void
omp_set_num_threads (int threads)
{
  (void) threads;
}

#endif

#endif
