/* SPDX-License-Identifier: GPL-3.0-or-later

   What tests/fake_cuda.c has seen, and what it is to do.  */

#ifndef FAKE_CUDA_H
#define FAKE_CUDA_H

enum { FAKE_DEVICES = 2, FAKE_CUDA_VERSION = 13000 };

typedef struct
{
  unsigned calls, threads;          /* of the driver; threads that have made a context current */
  unsigned retained[FAKE_DEVICES];  /* primary contexts */
  unsigned copies, without_context; /* between host and device; calls of threads that lack the context they need */
  unsigned libraries, functions, launches[FAKE_DEVICES];
  int broken; /* the error that all work has from now on, or 0 */
  int fails;  /* the error of the next launch, or 0 */
} fake_cuda_facts;

#endif
