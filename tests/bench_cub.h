/* SPDX-License-Identifier: GPL-3.0-or-later

   The CUDA Toolkit's primitives on raw elements, for bench.c.  */

#ifndef BENCH_CUB_H
#define BENCH_CUB_H

#include "gpureduce.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Seconds of each of repeats runs on device arrays that are not in the cache;
   segments of len elements follow each other.  False where the Toolkit has no such
   primitive or the bench does not compile it: complex and small types, scans of
   several segments, other operators than sums, products and extremes.  */
bool bench_cub (gr_operator op, gr_type type, size_t len, size_t segments, const void *in, void *out, unsigned repeats,
                double *seconds);

#ifdef __cplusplus
}
#endif

#endif
